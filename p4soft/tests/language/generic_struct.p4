// SPDX-License-Identifier: Apache-2.0
// A generic struct makes a struct type for each choice of its type arguments.
// Spec: P4_16 §7.2.6 Struct types, §7.2.12 Type specialization
#include <v1model.p4>

struct box_t<T> { T content; bit<8> tag; }
header h_t { bit<8> a; bit<16> b; bit<8> c; bit<16> d; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        box_t<bit<8>> small = { hdr.h.a, 1 };
        box_t<bit<16>> large = { content = hdr.h.b, tag = 2 };
        hdr.h.c = small.content + small.tag;
        hdr.h.d = large.content + (bit<16>) large.tag;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
