// SPDX-License-Identifier: Apache-2.0
// Stage 2: SRv6 endpoint behaviours with the NEXT-C-SID flavour, F3216 (RFC 8986, RFC 9800).
//
//   127        96 95       80 79                                   0
//   +------------+-----------+--------------------------------------+
//   |   block    | own uSID  |               argument               |     uN, uA (/48)
//   +------------+-----------+--------------------------------------+
//                 \_________ shifted left by 16, zeros follow ______/
//
// Argument not zero (all its bits, not just the next 16): shift, go on. The SRH is not looked at.
// Argument zero: End as in RFC 8986: next segment of the SRH, or, for a SID with the USD flavour, decapsulation.
// Both check and decrement the hop limit here; every other packet has that done in the route stage.

#ifndef MRC_MY_SID_P4
#define MRC_MY_SID_P4

#include "../metadata.p4"

control MySid(inout headers_t hdr,
              inout metadata_t meta,
              inout standard_metadata_t standard_metadata) {
    direct_counter(CounterType.packets_and_bytes) my_sid_counter;

    bool        endpoint;           // a local SID matched
    bool        argument_is_zero;
    bool        usd;                // may decapsulate
    bool        ipv4_allowed;
    bool        decap_only;         // uDT: no shift, no next segment
    dscp_mode_t decap_dscp_mode;

    action set_endpoint(in bool arg_is_zero, in bool may_decapsulate, in dscp_mode_t mode) {
        my_sid_counter.count();
        endpoint = true;
        argument_is_zero = arg_is_zero;
        usd = may_decapsulate;
        ipv4_allowed = true;
        decap_dscp_mode = mode;
    }

    action set_adjacency(in port_t to, in mac_addr_t src, in mac_addr_t dst) {
        meta.nexthop.known = true;
        standard_metadata.egress_spec = to;
        meta.nexthop.src_mac = src;
        meta.nexthop.dst_mac = dst;
    }

    // The uSID alone (/48): shift by 16.
    action shift_16(in bool may_decapsulate, in dscp_mode_t mode) {
        bool arg_is_zero = hdr.ipv6.dst_addr[79:0] == 0;
        hdr.ipv6.dst_addr = arg_is_zero ? hdr.ipv6.dst_addr
            : hdr.ipv6.dst_addr[127:96] ++ hdr.ipv6.dst_addr[79:0] ++ 16w0;
        set_endpoint(arg_is_zero, may_decapsulate, mode);
    }

    // Two uSIDs together (/64): shift by 32.
    action shift_32(in bool may_decapsulate, in dscp_mode_t mode) {
        bool arg_is_zero = hdr.ipv6.dst_addr[63:0] == 0;
        hdr.ipv6.dst_addr = arg_is_zero ? hdr.ipv6.dst_addr
            : hdr.ipv6.dst_addr[127:96] ++ hdr.ipv6.dst_addr[63:0] ++ 32w0;
        set_endpoint(arg_is_zero, may_decapsulate, mode);
    }

    // End with NEXT-C-SID. usd_flavor: 1 = USD, 0 = NONE (SAI_MY_SID_ENTRY_ENDPOINT_BEHAVIOR_UN).
    action uN(@id(1) bit<1> usd_flavor, @id(2) dscp_mode_t dscp_mode) {
        shift_16(usd_flavor == 1, dscp_mode);
    }

    // End.X with NEXT-C-SID: shift, then across the adjacency.
    @action_restriction("port != 511")
    action uA(@id(1) bit<1> usd_flavor,
              @id(2) dscp_mode_t dscp_mode,
              @id(3) port_t port,
              @id(4) @format(MAC_ADDRESS) mac_addr_t src_mac,
              @id(5) @format(MAC_ADDRESS) mac_addr_t dst_mac) {
        shift_16(usd_flavor == 1, dscp_mode);
        set_adjacency(port, src_mac, dst_mac);
    }

    // End.X with NEXT-C-SID, own uN and uA together.
    @action_restriction("port != 511")
    action uN_uA(@id(1) bit<1> usd_flavor,
                 @id(2) dscp_mode_t dscp_mode,
                 @id(3) port_t port,
                 @id(4) @format(MAC_ADDRESS) mac_addr_t src_mac,
                 @id(5) @format(MAC_ADDRESS) mac_addr_t dst_mac) {
        shift_32(usd_flavor == 1, dscp_mode);
        set_adjacency(port, src_mac, dst_mac);
    }

    // End.DT6 / End.DT46: decapsulate and look up the inner packet. The argument plays no part.
    action uDT6(@id(1) dscp_mode_t dscp_mode) {
        set_endpoint(true, true, dscp_mode);
        decap_only = true;
        ipv4_allowed = false;
    }

    action uDT46(@id(1) dscp_mode_t dscp_mode) {
        set_endpoint(true, true, dscp_mode);
        decap_only = true;
    }

    table my_sid {
        key = { hdr.ipv6.dst_addr: lpm @name("dst_addr") @id(1) @format(IPV6_ADDRESS); }
        actions = { uN; uA; uN_uA; uDT6; uDT46; @defaultonly NoAction; }
        const default_action = NoAction();
        counters = my_sid_counter;
        size = 1024;
    }

    action count_hop() {
        meta.drop_reason = hdr.ipv6.hop_limit == 1 ? drop_reason_t.HOP_LIMIT : meta.drop_reason;
        hdr.ipv6.hop_limit = hdr.ipv6.hop_limit - 1;
        meta.endpoint.hop_limit_counted = true;
    }

    // RFC 8986 S09: Last Entry must lie inside the header, Segments Left at most one above it. HdrExtLen counts
    // 8-byte units and each segment takes two, so HdrExtLen / 2 segments fit.
    action next_segment() {
        bit<8> fits = hdr.srh.hdr_ext_len >> 1;
        bool valid = meta.segments.to_parse == 0
            && hdr.srh.last_entry < fits && hdr.srh.segments_left <= hdr.srh.last_entry + 1;
        meta.drop_reason = valid ? drop_reason_t.NONE : drop_reason_t.SRH_INVALID;
        hdr.srh.segments_left = hdr.srh.segments_left - 1;
        hdr.ipv6.dst_addr = meta.segments.next;
    }

    // Bytes that go away with the outer IPv6 header and its SRH.
    action strip_outer_bytes() {
        meta.frame_bytes = meta.frame_bytes - IPV6_BYTES
            - (hdr.srh.isValid() ? SRH_BYTES + ((bit<32>)hdr.srh.hdr_ext_len << 3) : 0);
    }

    // RFC 6040 §4.2, normal mode: outer CE wins over any inner ECT; outer ECT(1) over inner ECT(0); else inner.
    action decap_ipv6() {
        ecn_t outer = hdr.ipv6.ecn;
        ecn_t inner = hdr.inner_ipv6.ecn;
        dscp_t dscp = decap_dscp_mode == dscp_mode_t.UNIFORM ? hdr.ipv6.dscp : hdr.inner_ipv6.dscp;
        strip_outer_bytes();
        meta.drop_reason = outer == ECN_CE && inner == ECN_NOT_ECT ? drop_reason_t.ECN_DECAP : drop_reason_t.NONE;
        hdr.ipv6 = hdr.inner_ipv6;
        hdr.ipv6.dscp = dscp;
        hdr.ipv6.ecn = inner != ECN_NOT_ECT && outer == ECN_CE ? ECN_CE
            : (inner == ECN_ECT_0 && outer == ECN_ECT_1 ? ECN_ECT_1 : inner);
        hdr.inner_ipv6.setInvalid();
        hdr.srh.setInvalid();
        hdr.segment_list.pop_front(MAX_SEGMENTS);
        meta.endpoint.hop_limit_counted = false;     // a re-dispatched packet's outer header was counted, this one was not
    }

    action decap_ipv4() {
        ecn_t outer = hdr.ipv6.ecn;
        ecn_t inner = hdr.ipv4.ecn;
        dscp_t dscp = decap_dscp_mode == dscp_mode_t.UNIFORM ? hdr.ipv6.dscp : hdr.ipv4.dscp;
        strip_outer_bytes();
        meta.drop_reason = outer == ECN_CE && inner == ECN_NOT_ECT ? drop_reason_t.ECN_DECAP : drop_reason_t.NONE;
        hdr.ipv4.dscp = dscp;
        hdr.ipv4.ecn = inner != ECN_NOT_ECT && outer == ECN_CE ? ECN_CE
            : (inner == ECN_ECT_0 && outer == ECN_ECT_1 ? ECN_ECT_1 : inner);
        hdr.ipv6.setInvalid();
        hdr.srh.setInvalid();
        hdr.segment_list.pop_front(MAX_SEGMENTS);
        meta.endpoint.hop_limit_counted = false;     // a re-dispatched packet's outer header was counted, this one was not
        hdr.ethernet.ether_type = ETHERTYPE_IPV4;
    }

    apply {
        endpoint = false;
        argument_is_zero = false;
        usd = false;
        ipv4_allowed = false;
        decap_only = false;
        decap_dscp_mode = dscp_mode_t.PIPE;
        meta.endpoint.shifted = false;
        my_sid.apply();
        if (endpoint) {
            if (!argument_is_zero) {
                meta.endpoint.shifted = true;
                count_hop();
            } else if (hdr.srh.isValid() && hdr.srh.segments_left != 0 && !decap_only) {
                count_hop();                                    // S05 comes before S09
                if (meta.drop_reason == drop_reason_t.NONE) {
                    next_segment();
                }
            } else if (!usd || (hdr.srh.isValid() && hdr.srh.segments_left != 0)) {
                meta.drop_reason = drop_reason_t.SID_UPPER_LAYER;
            } else if (hdr.inner_ipv6.isValid() && meta.inner_protocol == NEXT_HEADER_IPV6) {
                decap_ipv6();
            } else if (hdr.ipv4.isValid() && meta.inner_protocol == NEXT_HEADER_IPV4 && ipv4_allowed) {
                if (standard_metadata.checksum_error == 1) {
                    meta.drop_reason = drop_reason_t.INNER_CHECKSUM;
                } else {
                    decap_ipv4();
                }
            } else if (meta.inner_protocol == NEXT_HEADER_IPV6 || meta.inner_protocol == NEXT_HEADER_IPV4) {
                meta.drop_reason = drop_reason_t.INNER_UNSUPPORTED;
            } else {
                meta.drop_reason = drop_reason_t.SID_UPPER_LAYER;
            }
        }
    }
}

#endif
