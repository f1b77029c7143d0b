// SPDX-License-Identifier: Apache-2.0
// A typedef can hold the declaration of the type it names, whose own name nothing else can use.
// Spec: P4_16 §7.5 typedef: `typedef derivedTypeDeclaration name ;`
// Not with p4c: p4c 1.2.5 accepts such a typedef, but no use of it ("declaration not found")
#include <v1model.p4>

typedef header inner_t { bit<8> a; bit<8> b; } h_t;
typedef struct pair_s { bit<8> x; bit<8> y; } pair_t;
typedef enum bit<8> colour_e { RED = 3, BLUE = 9 } colour_t;
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        pair_t pair = { hdr.h.b, hdr.h.a };
        h_t copy = hdr.h;
        copy.a = pair.x;
        copy.b = pair.y == 1 ? (bit<8>) colour_t.BLUE : pair.y;
        hdr.h = copy;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
