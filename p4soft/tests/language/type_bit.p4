// SPDX-License-Identifier: Apache-2.0
// Addition, subtraction, multiplication and negation are modulo 2^W; comparisons are unsigned.
// Spec: P4_16 §8.7 Operations on fixed-width bit types
#include <v1model.p4>

header h_t { bit<8> a; bit<8> b; bit<8> sum; bit<8> difference; bit<8> product; bit<8> negated; bit<8> less; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hdr.h.sum = hdr.h.a + hdr.h.b;
        hdr.h.difference = hdr.h.a - hdr.h.b;
        hdr.h.product = hdr.h.a * hdr.h.b;
        hdr.h.negated = -hdr.h.a;
        hdr.h.less = hdr.h.a < hdr.h.b ? 8w1 : 0;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
