// SPDX-License-Identifier: Apache-2.0
// mark_to_drop writes the drop port (511) to egress_spec: a later write revokes it. Marked in ingress, there is no egress.
// Spec: v1model: mark_to_drop; behavioral model, simple_switch.md
#include <v1model.p4>

header h_t { bit<8> x; bit<8> y; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        if (hdr.h.x == 1) { mark_to_drop(std); }
        if (hdr.h.x == 2) { mark_to_drop(std); std.egress_spec = 2; }
        if (hdr.h.x == 4) { std.egress_spec = 511; }
    }
}

control MyEgress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        hdr.h.y = 0xee;
        if (hdr.h.x == 3) { mark_to_drop(std); }
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), MyEgress(), NoUpdate(), EmitAll()) main;
