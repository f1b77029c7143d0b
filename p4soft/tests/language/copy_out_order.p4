// SPDX-License-Identifier: Apache-2.0
// Arguments are evaluated, and copied back, in the order in which they are written, not in that of the parameters:
// of several copies into the same variable the last argument's stays.
// Spec: P4_16 §6.8 Calling convention
#include <v1model.p4>

header h_t { bit<8> k; bit<8> a; bit<8> b; bit<8> c; }
#include "include/one_header.p4"

void f(out bit<8> first, inout bit<8> second, in bit<8> third) { first = 0x11; second = second + third; }
bit<8> g(inout bit<8> z) { z = z + 1; return z; }

control Inner(out bit<8> first, inout bit<8> second) {
    apply { first = 0x55; second = 0x66; }
}

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    Inner() inner;
    action act(inout bit<8> first, inout bit<8> second) { first = 0x33; second = 0x44; }
    apply {
        std.egress_spec = 1;
        if (hdr.h.k == 1) { f(hdr.h.a, hdr.h.a, 1); }
        if (hdr.h.k == 2) { f(second = hdr.h.a, first = hdr.h.a, third = 1); }
        if (hdr.h.k == 3) { act(second = hdr.h.a, first = hdr.h.a); }
        if (hdr.h.k == 4) { inner.apply(second = hdr.h.a, first = hdr.h.a); }
        if (hdr.h.k == 5) { f(third = g(hdr.h.b), second = hdr.h.b, first = hdr.h.c); }
        if (hdr.h.k == 6) { f(second = hdr.h.b, third = g(hdr.h.b), first = hdr.h.c); }
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
