// SPDX-License-Identifier: Apache-2.0
// mark_to_drop in a control that is applied at two places marks the packet itself; in a copy of the metadata it marks
// the copy, of which egress_spec is then the drop port (511 unless the switch is told another).
// Spec: P4_16 §6.8 Calling convention: call by copy in/copy out, §14.1 Control apply; v1model mark_to_drop
#include <v1model.p4>

header h_t { bit<8> kind; bit<16> port; }
#include "include/one_header.p4"

control Drop(inout standard_metadata_t meta) {
    apply { mark_to_drop(meta); }
}

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    Drop() drop;
    apply {
        std.egress_spec = 1;
        if (hdr.h.kind == 1) {
            drop.apply(std);
        } else if (hdr.h.kind == 2) {
            drop.apply(std);
            std.egress_spec = 2;
        } else if (hdr.h.kind == 3) {
            standard_metadata_t copy = std;
            mark_to_drop(copy);
            hdr.h.port = (bit<16>)copy.egress_spec;
        } else {
            drop.apply(std);
        }
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
