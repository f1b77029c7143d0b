// SPDX-License-Identifier: Apache-2.0
// A struct is copied as a whole, made from `{ a, b }` or `{ name = a }`, and equal if all its fields are.
// Spec: P4_16 §8.14 Operations on structure-valued expressions, §8.17 Operations on struct types
#include <v1model.p4>

struct pair_t { bit<8> first; bit<8> second; }
struct outer_t { pair_t one; pair_t two; }
header h_t { bit<8> a; bit<8> b; bit<8> c; bit<8> d; bit<8> same; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        outer_t o;
        o.one = { hdr.h.a, hdr.h.b };
        o.two = { second = hdr.h.a, first = hdr.h.b };
        outer_t copy = o;
        o.one.first = 0xff; // the copy is a copy
        hdr.h.c = copy.one.first;
        hdr.h.d = copy.two.first;
        hdr.h.same = copy.one == copy.two ? 8w1 : 0;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
