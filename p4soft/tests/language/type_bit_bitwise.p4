// SPDX-License-Identifier: Apache-2.0
// Bitwise operations work bit by bit and keep the width.
// Spec: P4_16 §8.7 Operations on fixed-width bit types
#include <v1model.p4>

header h_t { bit<8> a; bit<8> b; bit<8> not_a; bit<8> both; bit<8> either; bit<8> one; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hdr.h.not_a = ~hdr.h.a;
        hdr.h.both = hdr.h.a & hdr.h.b;
        hdr.h.either = hdr.h.a | hdr.h.b;
        hdr.h.one = hdr.h.a ^ hdr.h.b;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
