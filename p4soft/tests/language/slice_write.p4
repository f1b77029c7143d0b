// SPDX-License-Identifier: Apache-2.0
// Assigning a slice changes those bits only.
// Spec: P4_16 §8.7 Operations on fixed-width bit types, §6.7 L-values
#include <v1model.p4>

header h_t { bit<16> x; bit<8> y; }
#include "include/one_header.p4"

void set_low(out bit<4> nibble) { nibble = 0xa; }

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hdr.h.x[11:4] = hdr.h.y;
        hdr.h.x[0:0] = 1;
        set_low(hdr.h.y[3:0]); // copy-out into a slice
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
