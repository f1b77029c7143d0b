// SPDX-License-Identifier: Apache-2.0
// Saturating arithmetic stops at 2^W - 1 and at 0 instead of wrapping around.
// Spec: P4_16 §8.7 Operations on fixed-width bit types
#include <v1model.p4>

header h_t { bit<8> a; bit<8> b; bit<8> sum; bit<8> difference; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hdr.h.sum = hdr.h.a |+| hdr.h.b;
        hdr.h.difference = hdr.h.a |-| hdr.h.b;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
