// SPDX-License-Identifier: Apache-2.0
// Where dropped packets end: each reason has a counter of its own, indexed by ingress port.

#ifndef MRC_DROP_P4
#define MRC_DROP_P4

#include "../headers.p4"

control Drop(in metadata_t meta,
             inout standard_metadata_t standard_metadata) {
    counter<port_t>(PORTS, CounterType.packets) drop_not_ipv6;
    counter<port_t>(PORTS, CounterType.packets) drop_malformed;
    counter<port_t>(PORTS, CounterType.packets) drop_hop_limit;
    counter<port_t>(PORTS, CounterType.packets) drop_multicast;
    counter<port_t>(PORTS, CounterType.packets) drop_port_isolated;
    counter<port_t>(PORTS, CounterType.packets) drop_srh_invalid;
    counter<port_t>(PORTS, CounterType.packets) drop_sid_upper_layer;
    counter<port_t>(PORTS, CounterType.packets) drop_inner_unsupported;
    counter<port_t>(PORTS, CounterType.packets) drop_inner_checksum;
    counter<port_t>(PORTS, CounterType.packets) drop_ecn_decap;
    counter<port_t>(PORTS, CounterType.packets) drop_no_route;
    counter<port_t>(PORTS, CounterType.packets) drop_blackhole;
    counter<port_t>(PORTS, CounterType.packets) drop_queue_full;
    counter<port_t>(PORTS, CounterType.packets) drop_trim_queue_full;

    apply {
        if (meta.drop_reason == drop_reason_t.NOT_IPV6) {
            drop_not_ipv6.count(standard_metadata.ingress_port);
        } else if (meta.drop_reason == drop_reason_t.MALFORMED) {
            drop_malformed.count(standard_metadata.ingress_port);
        } else if (meta.drop_reason == drop_reason_t.HOP_LIMIT) {
            drop_hop_limit.count(standard_metadata.ingress_port);
        } else if (meta.drop_reason == drop_reason_t.MULTICAST) {
            drop_multicast.count(standard_metadata.ingress_port);
        } else if (meta.drop_reason == drop_reason_t.PORT_ISOLATED) {
            drop_port_isolated.count(standard_metadata.ingress_port);
        } else if (meta.drop_reason == drop_reason_t.SRH_INVALID) {
            drop_srh_invalid.count(standard_metadata.ingress_port);
        } else if (meta.drop_reason == drop_reason_t.SID_UPPER_LAYER) {
            drop_sid_upper_layer.count(standard_metadata.ingress_port);
        } else if (meta.drop_reason == drop_reason_t.INNER_UNSUPPORTED) {
            drop_inner_unsupported.count(standard_metadata.ingress_port);
        } else if (meta.drop_reason == drop_reason_t.INNER_CHECKSUM) {
            drop_inner_checksum.count(standard_metadata.ingress_port);
        } else if (meta.drop_reason == drop_reason_t.ECN_DECAP) {
            drop_ecn_decap.count(standard_metadata.ingress_port);
        } else if (meta.drop_reason == drop_reason_t.NO_ROUTE) {
            drop_no_route.count(standard_metadata.ingress_port);
        } else if (meta.drop_reason == drop_reason_t.BLACKHOLE) {
            drop_blackhole.count(standard_metadata.ingress_port);
        } else if (meta.drop_reason == drop_reason_t.QUEUE_FULL) {
            drop_queue_full.count(standard_metadata.ingress_port);
        } else if (meta.drop_reason == drop_reason_t.TRIM_QUEUE_FULL) {
            drop_trim_queue_full.count(standard_metadata.ingress_port);
        }
        mark_to_drop(standard_metadata);
    }
}

#endif
