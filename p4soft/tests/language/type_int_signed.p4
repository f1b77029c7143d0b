// SPDX-License-Identifier: Apache-2.0
// int<W> is two's complement: 0xff < 0, results wrap around, and >> copies the sign.
// Spec: P4_16 §8.8 Operations on fixed-width signed integers
#include <v1model.p4>

header h_t { int<8> a; int<8> b; int<8> sum; int<8> negated; bit<8> less; int<8> half; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hdr.h.sum = hdr.h.a + hdr.h.b;
        hdr.h.negated = -hdr.h.b;
        hdr.h.less = hdr.h.a < hdr.h.b ? 8w1 : 8w0;
        hdr.h.half = hdr.h.a >> 1;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
