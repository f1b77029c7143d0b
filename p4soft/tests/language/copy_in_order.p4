// SPDX-License-Identifier: Apache-2.0
// An inout argument has the value of its turn, whatever a later argument does to the variable; after the call the copies
// are written back, so that what the later argument wrote is lost.
// Spec: P4_16 §6.8 Calling convention
#include <v1model.p4>

header h_t { bit<8> k; bit<8> a; bit<8> b; bit<8> c; }
#include "include/one_header.p4"

bit<8> g(inout bit<8> z) { z = z + 1; return z; }
void half(inout bit<4> x, in bit<8> y) { x = x + y[3:0]; }
bit<8> clear(inout h_t h) { h.a = 0; h.setInvalid(); return 0x70; }
void f(inout bit<8> x, in bit<8> y) { x = x + (y << 4); }
void whole(inout h_t h, in bit<8> y) { h.b = h.a | y; }

control Twice(inout bit<8> x, in bit<8> y) {
    apply { x = x + y; }
}

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    Twice() twice;
    action act(inout bit<8> x, in bit<8> y) { x = x ^ y; }
    apply {
        std.egress_spec = 1;
        if (hdr.h.k == 1) { f(hdr.h.a, g(hdr.h.a)); }
        if (hdr.h.k == 2) { half(hdr.h.a[7:4], g(hdr.h.a)); }
        if (hdr.h.k == 3) { whole(hdr.h, clear(hdr.h)); }
        if (hdr.h.k == 4) { act(hdr.h.a, g(hdr.h.a)); }
        if (hdr.h.k == 5) { twice.apply(hdr.h.a, g(hdr.h.a)); twice.apply(hdr.h.a, g(hdr.h.a)); }
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
