// SPDX-License-Identifier: Apache-2.0
// The fields of a tuple have no names: t[i], with a constant i, is field i; tuples are compared field by field.
// Spec: P4_16 §8.13 Operations on tuple expressions
#include <v1model.p4>

header h_t { bit<8> a; bit<16> b; bit<16> c; bit<8> same; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        tuple<bit<8>, bit<16>> t = { hdr.h.a, hdr.h.b };
        tuple<bit<8>, bit<16>> u = { 1, 0x0203 };
        hdr.h.c = (bit<16>) t[0] + t[1];
        hdr.h.same = t == u ? 8w1 : 0;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
