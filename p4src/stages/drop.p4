// SPDX-License-Identifier: Apache-2.0
// Where dropped packets end: counted by ingress port and reason.

#ifndef MRC_DROP_P4
#define MRC_DROP_P4

#include "../metadata.p4"

// port ++ drop reason
typedef bit<(9 + DROP_REASON_BITS)> port_drop_reason_t;

control Drop(in drop_reason_t reason,
             inout standard_metadata_t standard_metadata) {
    @id(0x12000001)
    counter<port_drop_reason_t>(PORTS << DROP_REASON_BITS, CounterType.packets) dropped_packets;

    apply {
        dropped_packets.count(standard_metadata.ingress_port ++ (bit<DROP_REASON_BITS>)reason);
        mark_to_drop(standard_metadata);
    }
}

#endif
