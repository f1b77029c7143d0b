// SPDX-License-Identifier: Apache-2.0
// The update runs after each pass, also after continue; break leaves the loop.
// Not with p4c: its BMv2 back end runs the body of such a loop at most once.
// Spec: P4_16 §12.8 For statement
#include <v1model.p4>

header h_t { bit<8> stop; bit<8> sum; bit<8> passes; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hdr.h.sum = 0;
        hdr.h.passes = 0;
        for (bit<8> i = 1; i <= 6; i = i + 1) {
            if (i == hdr.h.stop) { break; }
            hdr.h.passes = hdr.h.passes + 1;
            if (i == 2) { continue; }
            hdr.h.sum = hdr.h.sum + i;
        }
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
