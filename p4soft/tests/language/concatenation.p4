// SPDX-License-Identifier: Apache-2.0
// The left operand makes the more significant bits; the width is the sum of both; int ++ int is int.
// Spec: P4_16 §8.10.1 Concatenation
#include <v1model.p4>

header h_t { bit<8> a; int<8> b; bit<24> abc; bit<16> slices; bit<8> negative; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hdr.h.abc = hdr.h.a ++ 8w0xcc ++ hdr.h.a;
        hdr.h.slices = hdr.h.a[3:0] ++ hdr.h.a ++ hdr.h.a[7:4];
        int<16> signed = hdr.h.b ++ (int<8>) hdr.h.a;
        hdr.h.negative = signed < 0 ? 8w1 : 0;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
