// SPDX-License-Identifier: Apache-2.0
// What is listed before a call keeps the value of its turn, headers and structs too; so do arguments of externs.
// Spec: P4_16 §8.1 Expression evaluation order
#include <v1model.p4>

header h_t { bit<8> k; bit<8> a; bit<8> b; bit<8> c; }
#include "include/one_header.p4"

struct two_t { h_t h; bit<8> y; }
bit<8> change(inout h_t h) { h.a = h.a + 1; h.b = 7; return h.a; }
bit<8> next(inout bit<8> x) { x = x + 1; return x; }

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        if (hdr.h.k == 1) {
            two_t t = { hdr.h, change(hdr.h) };
            hdr.h = t.h;
            hdr.h.c = t.y;
        }
        if (hdr.h.k == 2) { random(hdr.h.c, hdr.h.a, next(hdr.h.a) - 1); } // both bounds are a
        if (hdr.h.k == 3) { hash(hdr.h.c, HashAlgorithm.identity, hdr.h.a, { 8w0 }, next(hdr.h.a)); }
        if (hdr.h.k == 4) {
            hash(max = next(hdr.h.a), data = { 8w0 }, base = hdr.h.a, algo = HashAlgorithm.identity, result = hdr.h.c);
        }
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
