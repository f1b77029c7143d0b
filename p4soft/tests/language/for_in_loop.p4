// SPDX-License-Identifier: Apache-2.0
// The variable takes each value of the range, both ends included, in order; nested loops are independent.
// Not with p4c: its BMv2 back end refuses for-in loops.
// Spec: P4_16 §12.8 For statement
#include <v1model.p4>

header h_t { bit<8> sum; bit<8> pairs; bit<16> digits; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        for (bit<8> i in 1 .. 4) {
            hdr.h.sum = hdr.h.sum + i;
            for (bit<8> j in 8w1 .. 3) {
                hdr.h.pairs = hdr.h.pairs + 1;
            }
        }
        for (bit<16> i in 16w2 .. 5) { hdr.h.digits = (hdr.h.digits << 4) | i; }
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
