// SPDX-License-Identifier: Apache-2.0
// Every parameter has a copy of its own, even when two arguments are the same variable;
// the copies are written back from left to right, so that the last one stays.
// Spec: P4_16 §6.8 Calling convention
#include <v1model.p4>

header h_t { bit<8> x; bit<8> sum; bit<8> y; }
#include "include/one_header.p4"

void bump(inout bit<8> a, inout bit<8> b, out bit<8> sum) {
    a = a + 1;
    b = b + 2;
    sum = a + b;
}

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        bump(hdr.h.x, hdr.h.x, hdr.h.sum); // copies 0x11 and 0x12
        bump(hdr.h.y, hdr.h.sum, hdr.h.y); // 1, 0x25; y becomes their sum
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
