// SPDX-License-Identifier: Apache-2.0
// Shifts fill with zeros, >> of int<W> with the sign; shifting by W or more leaves only what fills.
// Spec: P4_16 §8.7, §8.8, §8.10.2 A note about shifts
#include <v1model.p4>

header h_t { bit<8> x; bit<8> n; bit<8> left; bit<8> right; bit<8> arithmetic; bit<8> four; bit<16> one; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hdr.h.left = hdr.h.x << hdr.h.n;
        hdr.h.right = hdr.h.x >> hdr.h.n;
        hdr.h.arithmetic = (bit<8>) ((int<8>) hdr.h.x >> hdr.h.n);
        hdr.h.four = hdr.h.x << 4;
        hdr.h.one = 16w1 << hdr.h.n;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
