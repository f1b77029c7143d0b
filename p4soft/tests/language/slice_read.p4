// SPDX-License-Identifier: Apache-2.0
// x[m:l] is bits m down to l, both included, counted from the least significant bit 0; its width is m - l + 1.
// Spec: P4_16 §8.7 Operations on fixed-width bit types
#include <v1model.p4>

header h_t { bit<16> x; bit<4> top; bit<4> middle; bit<8> both; int<8> s; bit<8> from_int; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hdr.h.top = hdr.h.x[15:12];
        hdr.h.middle = hdr.h.x[9:6];
        hdr.h.both = hdr.h.x[11:0][8:1];
        hdr.h.from_int = 7w0b1111_000 ++ hdr.h.s[7:7];
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
