// SPDX-License-Identifier: Apache-2.0
// Stage 1: may this packet enter at all?

#ifndef MRC_VALIDATE_P4
#define MRC_VALIDATE_P4

#include "../metadata.p4"

control Validate(in headers_t hdr,
                 inout metadata_t meta,
                 in standard_metadata_t standard_metadata) {
    direct_counter(CounterType.packets) port_isolation_counter;

    // Production fabrics isolate a link by an ingress ACL that permits ICMPv6 (58) and drops the rest of IPv6.
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
        if (!hdr.ethernet.isValid() || hdr.ethernet.ether_type != ETHERTYPE_IPV6) {
            meta.drop_reason = drop_reason_t.NOT_IPV6;
        } else if (!hdr.ipv6.isValid() || hdr.ipv6.version != IP_VERSION_6) {
            meta.drop_reason = drop_reason_t.MALFORMED;
        } else if (hdr.ipv6.hop_limit == 0) {
            meta.drop_reason = drop_reason_t.HOP_LIMIT;
        } else if (hdr.ipv6.dst_addr[127:120] == IPV6_MULTICAST_PREFIX
                || hdr.ipv6.src_addr[127:120] == IPV6_MULTICAST_PREFIX) {
            meta.drop_reason = drop_reason_t.MULTICAST;
        } else if (hdr.ipv6.next_header != NEXT_HEADER_ICMPV6) {
            port_isolation.apply();
        }
    }
}

#endif
