// SPDX-License-Identifier: Apache-2.0
// A side effect of an operand is seen by the operands to its right and not by those to its left.
// Spec: P4_16 §8.1 Expression evaluation order
#include <v1model.p4>

header h_t { bit<8> x; bit<8> a; bit<8> b; bit<8> c; bit<8> d; }
#include "include/one_header.p4"

bit<8> bump(inout bit<8> x) {
    x = x + 1;
    return x;
}

bit<8> pair(in bit<8> high, in bit<8> low) { return high[3:0] ++ low[3:0]; }

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hdr.h.a = pair(hdr.h.x, bump(hdr.h.x));                // 1, 2
        hdr.h.b = bump(hdr.h.x)[3:0] ++ hdr.h.x[3:0];          // 3, 3
        hdr.h.c = (hdr.h.x << 4) | (bump(hdr.h.x) & 0x0f);     // 3, 4
        bit<8> tmp = 7;
        hdr.h.d = pair(tmp, bump(tmp));                        // 7, 8
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
