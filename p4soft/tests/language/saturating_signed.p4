// SPDX-License-Identifier: Apache-2.0
// Signed saturating arithmetic stops at 2^(W-1) - 1 and at -2^(W-1).
// Spec: P4_16 §8.8 Operations on fixed-width signed integers
#include <v1model.p4>

header h_t { int<8> a; int<8> b; int<8> sum; int<8> difference; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hdr.h.sum = hdr.h.a |+| hdr.h.b;
        hdr.h.difference = hdr.h.a |-| hdr.h.b;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
