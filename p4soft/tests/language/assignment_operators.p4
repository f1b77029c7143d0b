// SPDX-License-Identifier: Apache-2.0
// `x op= y` is `x = x op (y)`.
// Spec: P4_16 §12.1 Assignment statement
#include <v1model.p4>

header h_t { bit<8> a; bit<8> b; bit<8> c; bit<8> d; bit<8> e; bit<8> f; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hdr.h.a += 2;
        hdr.h.b -= 1 + 1;
        hdr.h.c |= 0x0f;
        hdr.h.d <<= 4;
        hdr.h.e |+|= 200;
        hdr.h.f[7:4] ^= 0xf;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
