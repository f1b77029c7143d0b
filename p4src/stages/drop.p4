// SPDX-License-Identifier: Apache-2.0
// Where dropped packets end: counted by ingress port and reason.

#ifndef MRC_DROP_P4
#define MRC_DROP_P4

#include "../metadata.p4"

control Drop(in drop_reason_t reason,
             inout standard_metadata_t standard_metadata) {
    // index = ingress port (9 bits) ++ drop_reason_t (5 bits)
    @id(0x12000001)
    counter<port_drop_reason_t>(PORT_DROP_REASONS, CounterType.packets) dropped_packets;

    apply {
        dropped_packets.count(standard_metadata.ingress_port ++ (bit<5>)reason);
        mark_to_drop(standard_metadata);
    }
}

#endif
