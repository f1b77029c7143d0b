// SPDX-License-Identifier: Apache-2.0
// Stage 3: static routes to a port and its MAC addresses; a blackhole is an entry, not the absence of one.
// ECMP serves the modes without SRv6 and the RoCE baseline.

#ifndef MRC_ROUTE_P4
#define MRC_ROUTE_P4

#include "../metadata.p4"

control Route(inout headers_t hdr,
              inout metadata_t meta,
              inout standard_metadata_t standard_metadata) {
    direct_counter(CounterType.packets_and_bytes) route_ipv6_counter;
    direct_counter(CounterType.packets_and_bytes) route_ipv4_counter;

    @id(0x01000003)
    @action_restriction("port != 511")
    action set_nexthop(@id(1) port_t port,
                       @id(2) @format(MAC_ADDRESS) mac_addr_t src_mac,
                       @id(3) @format(MAC_ADDRESS) mac_addr_t dst_mac) {
        standard_metadata.egress_spec = port;
        meta.nexthop.src_mac = src_mac;
        meta.nexthop.dst_mac = dst_mac;
    }

    @id(0x01000004)
    @action_restriction("port != 511")
    action set_nexthop_ipv6(@id(1) port_t port,
                            @id(2) @format(MAC_ADDRESS) mac_addr_t src_mac,
                            @id(3) @format(MAC_ADDRESS) mac_addr_t dst_mac) {
        route_ipv6_counter.count();
        set_nexthop(port, src_mac, dst_mac);
    }

    @id(0x01000005)
    action set_ecmp_group_ipv6(@id(1) ecmp_group_t group, @id(2) bit<16> members) {
        route_ipv6_counter.count();
        meta.ecmp.used = true;
        meta.ecmp.group = group;
        meta.ecmp.members = members;
    }

    @id(0x01000006)
    action blackhole_ipv6() {
        route_ipv6_counter.count();
        meta.drop_reason = drop_reason_t.BLACKHOLE;
    }

    @id(0x0100000F)
    action no_route_ipv6() {
        route_ipv6_counter.count();
        meta.drop_reason = drop_reason_t.NO_ROUTE;
    }

    @id(0x02000002)
    table route_ipv6 {
        key = { hdr.ipv6.dst_addr: lpm @name("dst_addr") @id(1) @format(IPV6_ADDRESS); }
        actions = { set_nexthop_ipv6; set_ecmp_group_ipv6; blackhole_ipv6; @defaultonly no_route_ipv6; }
        const default_action = no_route_ipv6();
        counters = route_ipv6_counter;
        size = 4096;
    }

    @id(0x01000007)
    @action_restriction("port != 511")
    action set_nexthop_ipv4(@id(1) port_t port,
                            @id(2) @format(MAC_ADDRESS) mac_addr_t src_mac,
                            @id(3) @format(MAC_ADDRESS) mac_addr_t dst_mac) {
        route_ipv4_counter.count();
        set_nexthop(port, src_mac, dst_mac);
    }

    @id(0x01000008)
    action set_ecmp_group_ipv4(@id(1) ecmp_group_t group, @id(2) bit<16> members) {
        route_ipv4_counter.count();
        meta.ecmp.used = true;
        meta.ecmp.group = group;
        meta.ecmp.members = members;
    }

    @id(0x01000009)
    action blackhole_ipv4() {
        route_ipv4_counter.count();
        meta.drop_reason = drop_reason_t.BLACKHOLE;
    }

    @id(0x01000010)
    action no_route_ipv4() {
        route_ipv4_counter.count();
        meta.drop_reason = drop_reason_t.NO_ROUTE;
    }

    @id(0x02000003)
    table route_ipv4 {
        key = { hdr.ipv4.dst_addr: lpm @name("dst_addr") @id(1) @format(IPV4_ADDRESS); }
        actions = { set_nexthop_ipv4; set_ecmp_group_ipv4; blackhole_ipv4; @defaultonly no_route_ipv4; }
        const default_action = no_route_ipv4();
        counters = route_ipv4_counter;
        size = 1024;
    }

    @id(0x01000011)
    action no_member() {
        meta.drop_reason = drop_reason_t.NO_ROUTE;
    }

    // Members 0 .. members-1 of each group.
    @id(0x02000004)
    table ecmp_member {
        key = {
            meta.ecmp.group:  exact @name("ecmp_group") @id(1);
            meta.ecmp.member: exact @name("member") @id(2);
        }
        actions = { set_nexthop; @defaultonly no_member; }
        const default_action = no_member();
        size = 4096;
    }

    action choose_member() {
        hash(meta.ecmp.member, HashAlgorithm.crc16, 16w0,
            { meta.flow.src_addr, meta.flow.dst_addr, meta.flow.flow_label, meta.flow.src_port, meta.flow.dst_port },
            meta.ecmp.members);
    }

    action hash_fields_ipv6() {
        meta.flow.src_addr = hdr.ipv6.src_addr;
        meta.flow.dst_addr = hdr.ipv6.dst_addr;
        meta.flow.flow_label = hdr.ipv6.flow_label;
    }

    action hash_fields_ipv4() {
        meta.flow.src_addr = (bit<128>)hdr.ipv4.src_addr;
        meta.flow.dst_addr = (bit<128>)hdr.ipv4.dst_addr;
    }

    apply {
        if (hdr.ipv6.isValid()) {
            if (!meta.endpoint.hop_limit_counted) {
                if (hdr.ipv6.hop_limit <= 1) {
                    meta.drop_reason = drop_reason_t.HOP_LIMIT;
                }
                hdr.ipv6.hop_limit = hdr.ipv6.hop_limit - 1;
            }
            if (meta.drop_reason == drop_reason_t.NONE && hdr.ipv6.dst_addr[127:120] == IPV6_MULTICAST_PREFIX) {
                meta.drop_reason = drop_reason_t.MULTICAST;     // an inner destination, or a segment
            }
        } else {
            if (hdr.ipv4.ttl <= 1) {
                meta.drop_reason = drop_reason_t.HOP_LIMIT;
            } else if (hdr.ipv4.dst_addr[31:29] == IPV4_NOT_UNICAST) {
                meta.drop_reason = drop_reason_t.MULTICAST;
            }
            hdr.ipv4.ttl = hdr.ipv4.ttl - 1;
        }
        if (meta.drop_reason == drop_reason_t.NONE && !meta.nexthop.known) {
            if (hdr.ipv6.isValid()) {
                route_ipv6.apply();
            } else {
                route_ipv4.apply();
            }
        }
        if (meta.drop_reason == drop_reason_t.NONE && meta.ecmp.used) {
            if (hdr.ipv6.isValid()) {
                hash_fields_ipv6();
            } else {
                hash_fields_ipv4();
            }
            if (hdr.udp.isValid()) {
                meta.flow.src_port = hdr.udp.src_port;
                meta.flow.dst_port = hdr.udp.dst_port;
            }
            choose_member();
            ecmp_member.apply();
        }
    }
}

#endif
