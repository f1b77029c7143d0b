// SPDX-License-Identifier: Apache-2.0
// Labels are constants; the first that equals the expression is taken, without falling through after a block.
// Spec: P4_16 §12.7.2 Switch statement with integer or enumerated type expression
#include <v1model.p4>

enum bit<8> Kind { A = 1, B = 2 }
header h_t { bit<8> x; Kind kind; bit<8> one; bit<8> two; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        switch (hdr.h.x + 1) {
            1:
            2: { hdr.h.one = 0x12; }
            0: { hdr.h.one = 0xff; }
            default: { hdr.h.one = 0xdd; }
        }
        switch (hdr.h.kind) {
            Kind.A: { hdr.h.two = 0xa; }
            Kind.B: { hdr.h.two = 0xb; }
        }
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
