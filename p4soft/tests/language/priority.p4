// SPDX-License-Identifier: Apache-2.0
// Without --priority-queues there is one queue, 0; simple_switch drops a packet for a queue that is not there.
// Spec: v1model: priority; behavioral model, simple_switch.md
#include <v1model.p4>

header h_t { bit<8> x; bit<8> y; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply { std.egress_spec = 1; std.priority = (bit<3>) hdr.h.x; }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
