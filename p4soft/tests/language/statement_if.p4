// SPDX-License-Identifier: Apache-2.0
// An else belongs to the nearest if.
// Spec: P4_16 §12.6 Conditional statement
#include <v1model.p4>

header h_t { bit<8> x; bit<8> y; bit<8> result; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        if (hdr.h.x == 1)
            if (hdr.h.y == 1)
                hdr.h.result = 0x11;
            else
                hdr.h.result = 0x10;
        else if (hdr.h.x == 2) {
            hdr.h.result = 0x20;
        }
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
