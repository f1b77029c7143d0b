// SPDX-License-Identifier: Apache-2.0
// Stage 3: static routes to a port and its MAC addresses; a blackhole is an entry, not the absence of one.
// ECMP serves the modes without SRv6 and the RoCE baseline.

#ifndef MRC_ROUTE_P4
#define MRC_ROUTE_P4

#include "../headers.p4"

control Route(inout headers_t hdr,
              inout metadata_t meta,
              inout standard_metadata_t standard_metadata) {
    direct_counter(CounterType.packets_and_bytes) route_ipv6_counter;
    direct_counter(CounterType.packets_and_bytes) route_ipv4_counter;

    action set_nexthop(port_t port, mac_addr_t src_mac, mac_addr_t dst_mac) {
        standard_metadata.egress_spec = port;
        meta.src_mac = src_mac;
        meta.dst_mac = dst_mac;
    }

    action set_nexthop_ipv6(port_t port, mac_addr_t src_mac, mac_addr_t dst_mac) {
        route_ipv6_counter.count();
        set_nexthop(port, src_mac, dst_mac);
    }

    action set_ecmp_group_ipv6(ecmp_group_t group, bit<16> members) {
        route_ipv6_counter.count();
        meta.use_ecmp = 1;
        meta.ecmp_group = group;
        meta.ecmp_members = members;
    }

    action blackhole_ipv6() {
        route_ipv6_counter.count();
        meta.drop_reason = drop_reason_t.BLACKHOLE;
    }

    action no_route_ipv6() {
        route_ipv6_counter.count();
        meta.drop_reason = drop_reason_t.NO_ROUTE;
    }

    table route_ipv6 {
        key = { hdr.ipv6.dst_addr: lpm @name("dst_addr") @format(IPV6_ADDRESS); }
        actions = { set_nexthop_ipv6; set_ecmp_group_ipv6; blackhole_ipv6; @defaultonly no_route_ipv6; }
        const default_action = no_route_ipv6();
        counters = route_ipv6_counter;
        size = 4096;
    }

    action set_nexthop_ipv4(port_t port, mac_addr_t src_mac, mac_addr_t dst_mac) {
        route_ipv4_counter.count();
        set_nexthop(port, src_mac, dst_mac);
    }

    action set_ecmp_group_ipv4(ecmp_group_t group, bit<16> members) {
        route_ipv4_counter.count();
        meta.use_ecmp = 1;
        meta.ecmp_group = group;
        meta.ecmp_members = members;
    }

    action blackhole_ipv4() {
        route_ipv4_counter.count();
        meta.drop_reason = drop_reason_t.BLACKHOLE;
    }

    action no_route_ipv4() {
        route_ipv4_counter.count();
        meta.drop_reason = drop_reason_t.NO_ROUTE;
    }

    table route_ipv4 {
        key = { hdr.ipv4.dst_addr: lpm @name("dst_addr") @format(IPV4_ADDRESS); }
        actions = { set_nexthop_ipv4; set_ecmp_group_ipv4; blackhole_ipv4; @defaultonly no_route_ipv4; }
        const default_action = no_route_ipv4();
        counters = route_ipv4_counter;
        size = 1024;
    }

    action no_member() {
        meta.drop_reason = drop_reason_t.NO_ROUTE;
    }

    // Members 0 .. members-1 of each group.
    table ecmp_member {
        key = {
            meta.ecmp_group:  exact @name("ecmp_group");
            meta.ecmp_member: exact @name("member");
        }
        actions = { set_nexthop; @defaultonly no_member; }
        const default_action = no_member();
        size = 4096;
    }

    action choose_member() {
        hash(meta.ecmp_member, HashAlgorithm.crc16, 16w0,
            { meta.hash_src_addr, meta.hash_dst_addr, meta.hash_flow_label, meta.hash_src_port, meta.hash_dst_port },
            meta.ecmp_members);
    }

    action hash_fields_ipv6() {
        meta.hash_src_addr = hdr.ipv6.src_addr;
        meta.hash_dst_addr = hdr.ipv6.dst_addr;
        meta.hash_flow_label = hdr.ipv6.flow_label;
    }

    action hash_fields_ipv4() {
        meta.hash_src_addr = (bit<128>)hdr.ipv4.src_addr;
        meta.hash_dst_addr = (bit<128>)hdr.ipv4.dst_addr;
    }

    apply {
        if (hdr.ipv6.isValid()) {
            if (hdr.ipv6.dst_addr[127:120] == 0xFF) {
                meta.drop_reason = drop_reason_t.MULTICAST;     // an inner destination, or a segment
            }
            if (meta.hop_limit_counted == 0) {
                if (hdr.ipv6.hop_limit <= 1) {
                    meta.drop_reason = drop_reason_t.HOP_LIMIT;
                }
                hdr.ipv6.hop_limit = hdr.ipv6.hop_limit - 1;
            }
        } else {
            if (hdr.ipv4.dst_addr[31:28] == 0xE) {
                meta.drop_reason = drop_reason_t.MULTICAST;
            }
            if (hdr.ipv4.ttl <= 1) {
                meta.drop_reason = drop_reason_t.HOP_LIMIT;
            }
            hdr.ipv4.ttl = hdr.ipv4.ttl - 1;
        }
        if (meta.drop_reason == drop_reason_t.NONE && meta.nexthop_known == 0) {
            if (hdr.ipv6.isValid()) {
                route_ipv6.apply();
            } else {
                route_ipv4.apply();
            }
        }
        if (meta.drop_reason == drop_reason_t.NONE && meta.use_ecmp == 1) {
            if (hdr.ipv6.isValid()) {
                hash_fields_ipv6();
            } else {
                hash_fields_ipv4();
            }
            if (hdr.udp.isValid()) {
                meta.hash_src_port = hdr.udp.src_port;
                meta.hash_dst_port = hdr.udp.dst_port;
            }
            choose_member();
            ecmp_member.apply();
        }
    }
}

#endif
