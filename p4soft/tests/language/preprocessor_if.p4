// SPDX-License-Identifier: Apache-2.0
// Exactly one branch of a conditional is compiled; the others need not even be P4.
// A name that is no macro counts as 0 in an expression.
// Spec: P4_16 §6.2 Preprocessing
#include <v1model.p4>

#define LEVEL 2

header h_t { bit<8> a; bit<8> b; bit<8> c; bit<8> d; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
#if LEVEL == 1
        this is not P4 at all;
#elif LEVEL >= 2 && !defined(OTHER)
        hdr.h.a = 2;
#else
        hdr.h.a = 3;
#endif
#ifdef LEVEL
# ifndef OTHER
        hdr.h.b = 4;
# endif
#else
        hdr.h.b = 5;
#endif
#if OTHER
        hdr.h.c = 6;
#endif
#if (LEVEL << 2) + 1 == 9
        hdr.h.d = 7;
#endif
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
