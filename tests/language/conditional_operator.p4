// SPDX-License-Identifier: Apache-2.0
// Only the chosen branch is evaluated.
// Spec: P4_16 §8.5.1 Conditional operator
#include <v1model.p4>

header h_t { bit<8> x; bit<8> grade; bit<8> count; }
#include "include/one_header.p4"

bit<8> counted(inout bit<8> count, in bit<8> value) {
    count = count + 1;
    return value;
}

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hdr.h.grade = hdr.h.x < 10 ? counted(hdr.h.count, 0xa)
            : (hdr.h.x < 20 ? counted(hdr.h.count, 0xb) : counted(hdr.h.count, 0xc));
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
