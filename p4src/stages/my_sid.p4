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

#include "../headers.p4"

control MySid(inout headers_t hdr,
              inout metadata_t meta,
              inout standard_metadata_t standard_metadata) {
    direct_counter(CounterType.packets_and_bytes) my_sid_counter;

    bit<1> endpoint;            // a local SID matched
    bit<1> argument_is_zero;
    bit<1> usd;                 // may decapsulate
    bit<1> ipv4_allowed;
    bit<1> decap_only;          // uDT: no shift, no next segment
    bit<1> decap_dscp_mode;

    action set_endpoint(bit<1> arg_zero, bit<1> usd_flavor, bit<1> dscp_mode) {
        my_sid_counter.count();
        endpoint = 1;
        argument_is_zero = arg_zero;
        usd = usd_flavor;
        ipv4_allowed = 1;
        decap_dscp_mode = dscp_mode;
    }

    action set_adjacency(port_t port, mac_addr_t src_mac, mac_addr_t dst_mac) {
        meta.nexthop_known = 1;
        standard_metadata.egress_spec = port;
        meta.src_mac = src_mac;
        meta.dst_mac = dst_mac;
    }

    // End with NEXT-C-SID. usd_flavor: 1 = USD, 0 = NONE (SAI_MY_SID_ENTRY_ENDPOINT_BEHAVIOR_UN).
    action uN(bit<1> usd_flavor, bit<1> dscp_mode) {
        bit<1> arg_zero = hdr.ipv6.dst_addr[79:0] == 0 ? 1w1 : 1w0;
        hdr.ipv6.dst_addr = arg_zero == 1 ? hdr.ipv6.dst_addr
            : hdr.ipv6.dst_addr[127:96] ++ hdr.ipv6.dst_addr[79:0] ++ 16w0;
        set_endpoint(arg_zero, usd_flavor, dscp_mode);
    }

    // End.X with NEXT-C-SID, the uSID alone (/48): shift by 16, then across the adjacency.
    action uA(bit<1> usd_flavor, bit<1> dscp_mode, port_t port, mac_addr_t src_mac, mac_addr_t dst_mac) {
        uN(usd_flavor, dscp_mode);
        set_adjacency(port, src_mac, dst_mac);
    }

    // End.X with NEXT-C-SID, own uN and uA together (/64): shift by 32.
    action uN_uA(bit<1> usd_flavor, bit<1> dscp_mode, port_t port, mac_addr_t src_mac, mac_addr_t dst_mac) {
        bit<1> arg_zero = hdr.ipv6.dst_addr[63:0] == 0 ? 1w1 : 1w0;
        hdr.ipv6.dst_addr = arg_zero == 1 ? hdr.ipv6.dst_addr
            : hdr.ipv6.dst_addr[127:96] ++ hdr.ipv6.dst_addr[63:0] ++ 32w0;
        set_endpoint(arg_zero, usd_flavor, dscp_mode);
        set_adjacency(port, src_mac, dst_mac);
    }

    // End.DT6 / End.DT46: decapsulate and look up the inner packet. The argument plays no part.
    action uDT6(bit<1> dscp_mode) {
        set_endpoint(1, 1, dscp_mode);
        decap_only = 1;
        ipv4_allowed = 0;
    }

    action uDT46(bit<1> dscp_mode) {
        set_endpoint(1, 1, dscp_mode);
        decap_only = 1;
    }

    table my_sid {
        key = { hdr.ipv6.dst_addr: lpm @name("dst_addr") @format(IPV6_ADDRESS); }
        actions = { uN; uA; uN_uA; uDT6; uDT46; @defaultonly NoAction; }
        const default_action = NoAction();
        counters = my_sid_counter;
        size = 1024;
    }

    // RFC 8986 S09: Last Entry must lie inside the header, Segments Left at most one above it. HdrExtLen counts
    // 8-byte units and each segment takes two, so HdrExtLen / 2 segments fit.
    action next_segment() {
        bit<8> fits = hdr.srh.hdr_ext_len >> 1;
        bool valid = meta.segments_to_parse == 0 && hdr.srh.last_entry < fits && hdr.srh.segments_left <= hdr.srh.last_entry + 1;
        meta.drop_reason = valid ? meta.drop_reason : drop_reason_t.SRH_INVALID;
        hdr.srh.segments_left = hdr.srh.segments_left - 1;
        hdr.ipv6.dst_addr = meta.next_segment;
    }

    action count_hop() {
        meta.drop_reason = hdr.ipv6.hop_limit == 1 ? drop_reason_t.HOP_LIMIT : meta.drop_reason;
        hdr.ipv6.hop_limit = hdr.ipv6.hop_limit - 1;
        meta.hop_limit_counted = 1;
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
        dscp_t dscp = decap_dscp_mode == DECAP_DSCP_UNIFORM ? hdr.ipv6.dscp : hdr.inner_ipv6.dscp;
        strip_outer_bytes();
        meta.drop_reason = outer == ECN_CE && inner == ECN_NOT_ECT ? drop_reason_t.ECN_DECAP : meta.drop_reason;
        hdr.ipv6 = hdr.inner_ipv6;
        hdr.ipv6.dscp = dscp;
        hdr.ipv6.ecn = inner != ECN_NOT_ECT && outer == ECN_CE ? ECN_CE
            : (inner == ECN_ECT_0 && outer == ECN_ECT_1 ? ECN_ECT_1 : inner);
        hdr.inner_ipv6.setInvalid();
        hdr.srh.setInvalid();
        hdr.segment_list.pop_front(MAX_SEGMENTS);
        meta.hop_limit_counted = 0;     // a re-dispatched packet's outer header was counted, this one was not
    }

    action decap_ipv4() {
        ecn_t outer = hdr.ipv6.ecn;
        ecn_t inner = hdr.inner_ipv4.ecn;
        dscp_t dscp = decap_dscp_mode == DECAP_DSCP_UNIFORM ? hdr.ipv6.dscp : hdr.inner_ipv4.dscp;
        strip_outer_bytes();
        meta.drop_reason = outer == ECN_CE && inner == ECN_NOT_ECT ? drop_reason_t.ECN_DECAP : meta.drop_reason;
        hdr.ipv4 = hdr.inner_ipv4;
        hdr.ipv4.dscp = dscp;
        hdr.ipv4.ecn = inner != ECN_NOT_ECT && outer == ECN_CE ? ECN_CE
            : (inner == ECN_ECT_0 && outer == ECN_ECT_1 ? ECN_ECT_1 : inner);
        hdr.inner_ipv4.setInvalid();
        hdr.ipv6.setInvalid();
        hdr.srh.setInvalid();
        hdr.segment_list.pop_front(MAX_SEGMENTS);
        meta.hop_limit_counted = 0;     // a re-dispatched packet's outer header was counted, this one was not
        hdr.ethernet.ether_type = 0x0800;
    }

    apply {
        endpoint = 0;
        argument_is_zero = 0;
        usd = 0;
        ipv4_allowed = 0;
        decap_only = 0;
        decap_dscp_mode = DECAP_DSCP_PIPE;
        meta.csid_shifted = 0;
        my_sid.apply();
        if (endpoint == 1) {
            if (argument_is_zero == 0) {
                meta.csid_shifted = 1;
                count_hop();
            } else if (hdr.srh.isValid() && hdr.srh.segments_left != 0 && decap_only == 0) {
                next_segment();
                count_hop();
            } else if (usd == 0 || (hdr.srh.isValid() && hdr.srh.segments_left != 0)) {
                meta.drop_reason = drop_reason_t.SID_UPPER_LAYER;
            } else if (hdr.inner_ipv6.isValid() && meta.tunnel_next_header == NEXT_HEADER_IPV6) {
                decap_ipv6();
            } else if (hdr.inner_ipv4.isValid() && meta.tunnel_next_header == NEXT_HEADER_IPV4 && ipv4_allowed == 1) {
                if (standard_metadata.checksum_error == 1) {
                    meta.drop_reason = drop_reason_t.INNER_CHECKSUM;
                } else {
                    decap_ipv4();
                }
            } else if (meta.tunnel_next_header == NEXT_HEADER_IPV6 || meta.tunnel_next_header == NEXT_HEADER_IPV4) {
                meta.drop_reason = drop_reason_t.INNER_UNSUPPORTED;
            } else {
                meta.drop_reason = drop_reason_t.SID_UPPER_LAYER;
            }
        }
    }
}

#endif
