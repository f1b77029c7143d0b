// SPDX-License-Identifier: Apache-2.0
// Stage 1: may this packet enter at all?

#ifndef MRC_VALIDATE_P4
#define MRC_VALIDATE_P4

#include "../metadata.p4"

control Validate(in headers_t hdr,
                 inout metadata_t meta,
                 in standard_metadata_t standard_metadata) {
    direct_counter(CounterType.packets) port_isolation_counter;

    // Production fabrics isolate a link by an ingress ACL that permits ICMPv6 (58) and drops the rest of IPv6. What
    // ICMPv6 does for a link, ARP does for IPv4, and that is no IP: all IPv4 is dropped.
    @id(0x01000001)
    action isolate() {
        port_isolation_counter.count();
        meta.drop_reason = drop_reason_t.PORT_ISOLATED;
    }

    @id(0x01000002)
    action permit() {
        port_isolation_counter.count();
    }

    @id(0x02000001)
    @entry_restriction("ingress_port != 511")
    table port_isolation {
        key = { standard_metadata.ingress_port: exact @name("ingress_port") @id(1); }
        actions = { isolate; @defaultonly permit; }
        const default_action = permit();
        counters = port_isolation_counter;
        size = PORTS;
    }

    apply {
        if (hdr.ipv6.isValid()) {
            if (hdr.ipv6.version != IP_VERSION_6) {
                meta.drop_reason = drop_reason_t.MALFORMED;
            } else if (hdr.ipv6.hop_limit == 0) {
                meta.drop_reason = drop_reason_t.HOP_LIMIT;
            } else if (hdr.ipv6.dst_addr[127:120] == IPV6_MULTICAST_PREFIX
                    || hdr.ipv6.src_addr[127:120] == IPV6_MULTICAST_PREFIX) {
                meta.drop_reason = drop_reason_t.MULTICAST;
            }
        } else if (hdr.ipv4.isValid()) {            // TTL and destination: stage route, as for an inner header
            if (hdr.ipv4.version != IP_VERSION_4 || hdr.ipv4.ihl < IPV4_WORDS || hdr.ipv4.total_len < IPV4_BYTES) {
                meta.drop_reason = drop_reason_t.MALFORMED;         // RFC 1812 §5.2.2
            } else if (hdr.ipv4.ihl != IPV4_WORDS) {
                meta.drop_reason = drop_reason_t.IPV4_OPTIONS;
            } else if (standard_metadata.checksum_error == 1) {
                meta.drop_reason = drop_reason_t.IPV4_CHECKSUM;
            } else if (hdr.ipv4.src_addr[31:29] == IPV4_NOT_UNICAST) {
                meta.drop_reason = drop_reason_t.MULTICAST;
            }
        } else if (hdr.ethernet.isValid()
                && (hdr.ethernet.ether_type == ETHERTYPE_IPV6 || hdr.ethernet.ether_type == ETHERTYPE_IPV4)) {
            meta.drop_reason = drop_reason_t.MALFORMED;
        } else {
            meta.drop_reason = drop_reason_t.NOT_IP;
        }
        if (meta.drop_reason == drop_reason_t.NONE
                && !(hdr.ipv6.isValid() && hdr.ipv6.next_header == NEXT_HEADER_ICMPV6)) {
            port_isolation.apply();
        }
    }
}

#endif
