// SPDX-License-Identifier: Apache-2.0
// Ethernet / IPv6 / [SRH] / [IPv6 | IPv4] / [UDP], Ethernet / IPv4 / [UDP], and back.
//
// A frame trimmed upstream may end inside the SRH or any inner header: that stops the parser (error.PacketTooShort)
// and is no reason to drop. Each stage asks for the headers it needs.

#ifndef MRC_PARSER_P4
#define MRC_PARSER_P4

#include "metadata.p4"

parser FabricParser(packet_in packet,
                    out headers_t hdr,
                    inout metadata_t meta,
                    inout standard_metadata_t standard_metadata) {
    state start {
        packet.extract(hdr.ethernet);
        transition select(hdr.ethernet.ether_type) {
            ETHERTYPE_IPV6: parse_ipv6;
            ETHERTYPE_IPV4: parse_ipv4;
            default: accept;
        }
    }

    state parse_ipv6 {
        packet.extract(hdr.ipv6);
        meta.inner_protocol = hdr.ipv6.next_header;
        transition select(hdr.ipv6.next_header) {
            NEXT_HEADER_ROUTING: parse_routing;
            NEXT_HEADER_IPV6:    parse_inner_ipv6;
            NEXT_HEADER_IPV4:    parse_inner_ipv4;
            NEXT_HEADER_UDP:     parse_udp;
            default: accept;
        }
    }

    // Any other routing type is opaque here.
    state parse_routing {
        transition select(packet.lookahead<bit<24>>()[7:0]) {
            ROUTING_TYPE_SRH: parse_srh;
            default: accept;
        }
    }

    state parse_srh {
        packet.extract(hdr.srh);
        meta.inner_protocol = hdr.srh.next_header;
        meta.segments.to_parse = (bit<16>)hdr.srh.last_entry + 1;
        meta.segments.to_active = hdr.srh.segments_left - 1;
        transition select(hdr.srh.last_entry) {
            0 &&& 0xF8: parse_segment;      // fewer than MAX_SEGMENTS + 1 entries
            default: accept;
        }
    }

    state parse_segment {
        packet.extract(hdr.segment_list.next);
        meta.segments.to_parse = meta.segments.to_parse - 1;
        transition select(meta.segments.to_active) {
            0: active_segment;
            default: next_segment;
        }
    }

    state active_segment {
        meta.segments.next = hdr.segment_list.last.sid;
        transition next_segment;
    }

    state next_segment {
        meta.segments.to_active = meta.segments.to_active - 1;
        transition select(meta.segments.to_parse) {
            0: parse_after_srh;
            default: parse_segment;
        }
    }

    // TLVs, if any, lie here: then the inner header is not where we would look, and stays unparsed.
    state parse_after_srh {
        transition select(hdr.srh.hdr_ext_len - ((hdr.srh.last_entry + 1) << 1), hdr.srh.next_header) {
            (0, NEXT_HEADER_IPV6): parse_inner_ipv6;
            (0, NEXT_HEADER_IPV4): parse_inner_ipv4;
            (0, NEXT_HEADER_UDP):  parse_udp;
            default: accept;
        }
    }

    // Any other version is not an IPv6 header: it stays unparsed.
    state parse_inner_ipv6 {
        transition select(packet.lookahead<bit<4>>()) {
            IP_VERSION_6: parse_inner_ipv6_header;
            default: accept;
        }
    }

    state parse_inner_ipv6_header {
        packet.extract(hdr.inner_ipv6);
        transition select(hdr.inner_ipv6.next_header) {
            NEXT_HEADER_UDP: parse_udp;
            default: accept;
        }
    }

    // IPv4 options are not supported: such an inner header stays unparsed, and `validate` drops an outermost one.
    state parse_inner_ipv4 {
        transition select(packet.lookahead<bit<8>>()) {
            IPV4_WITHOUT_OPTIONS: parse_ipv4;
            default: accept;
        }
    }

    state parse_ipv4 {
        packet.extract(hdr.ipv4);
        transition select(hdr.ipv4.frag_offset, hdr.ipv4.protocol) {
            (0, NEXT_HEADER_UDP): parse_udp;
            default: accept;
        }
    }

    state parse_udp {
        packet.extract(hdr.udp);
        transition accept;
    }
}

control FabricDeparser(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr.ethernet);
        packet.emit(hdr.ipv6);
        packet.emit(hdr.srh);
        packet.emit(hdr.segment_list);
        packet.emit(hdr.inner_ipv6);
        packet.emit(hdr.ipv4);
        packet.emit(hdr.udp);
    }
}

// An inner IPv4 header is checked too, because decapsulation may have to forward it (RFC 1812 §5.2.2).
control FabricVerifyChecksum(inout headers_t hdr, inout metadata_t meta) {
    apply {
        verify_checksum(hdr.ipv4.isValid(),
            { hdr.ipv4.version, hdr.ipv4.ihl, hdr.ipv4.dscp, hdr.ipv4.ecn, hdr.ipv4.total_len,
              hdr.ipv4.identification, hdr.ipv4.flags, hdr.ipv4.frag_offset, hdr.ipv4.ttl,
              hdr.ipv4.protocol, hdr.ipv4.src_addr, hdr.ipv4.dst_addr },
            hdr.ipv4.hdr_checksum, HashAlgorithm.csum16);
    }
}

// Only an outermost IPv4 header leaves changed: TTL, and perhaps DSCP, ECN and length.
control FabricComputeChecksum(inout headers_t hdr, inout metadata_t meta) {
    apply {
        update_checksum(hdr.ipv4.isValid() && !hdr.ipv6.isValid(),
            { hdr.ipv4.version, hdr.ipv4.ihl, hdr.ipv4.dscp, hdr.ipv4.ecn, hdr.ipv4.total_len,
              hdr.ipv4.identification, hdr.ipv4.flags, hdr.ipv4.frag_offset, hdr.ipv4.ttl,
              hdr.ipv4.protocol, hdr.ipv4.src_addr, hdr.ipv4.dst_addr },
            hdr.ipv4.hdr_checksum, HashAlgorithm.csum16);
    }
}

#endif
