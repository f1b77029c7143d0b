// SPDX-License-Identifier: Apache-2.0
// An int constant becomes the bit<W> or int<W> that the other operand or the target has;
// a serialisable enum becomes its underlying type.
// Spec: P4_16 §8.12.2 Implicit casts
#include <v1model.p4>

enum bit<8> Kind { One = 1, Two = 2 }
header h_t { bit<8> a; bit<8> b; int<8> c; bit<8> d; bit<8> e; }
#include "include/one_header.p4"

bit<8> twice(in bit<8> x) { return x + x; }

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hdr.h.b = 1 + hdr.h.a;
        hdr.h.c = -3;
        hdr.h.d = twice(Kind.Two);
        hdr.h.e = hdr.h.a == Kind.One ? 8w0x11 : 0x22;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
