// SPDX-License-Identifier: Apache-2.0
// The copy is the packet as it came in, whatever ingress did; in egress its instance_type is 1. It lives when the
// original is dropped.
// Spec: v1model: clone; behavioral model, simple_switch.md
#include <v1model.p4>

header h_t { bit<8> x; bit<8> y; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        clone(CloneType.I2E, 32w5);
        std.egress_spec = 1;
        hdr.h.y = 0xff;
        if (hdr.h.x == 1) { mark_to_drop(std); }
    }
}

control MyEgress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply { if (std.instance_type == 1) { hdr.h.x = 0xcc; } }
}
V1Switch(Extract(), NoVerify(), MyIngress(), MyEgress(), NoUpdate(), EmitAll()) main;
