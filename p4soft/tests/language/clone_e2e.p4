// SPDX-License-Identifier: Apache-2.0
// The copy is the packet as it leaves egress; it goes through egress again with instance_type 2.
// Spec: v1model: clone; behavioral model, simple_switch.md
#include <v1model.p4>

header h_t { bit<8> x; bit<8> y; }
#include "include/one_header.p4"

control MyEgress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        if (std.instance_type == 0) {
            clone(CloneType.E2E, 32w6);
            hdr.h.y = hdr.h.y + 1;
        } else {
            hdr.h.x = (bit<8>) std.instance_type;
        }
    }
}
V1Switch(Extract(), NoVerify(), ToPortOne(), MyEgress(), NoUpdate(), EmitAll()) main;
