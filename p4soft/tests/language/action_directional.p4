// SPDX-License-Identifier: Apache-2.0
// An action can be called like a function, with arguments for all its parameters.
// Spec: P4_16 §14.1.1 Invoking actions
#include <v1model.p4>

header h_t { bit<8> a; bit<8> b; bit<8> c; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    action mix(in bit<8> x, inout bit<8> y, out bit<8> z, bit<8> constant) {
        z = x + y;
        y = y + constant;
    }
    apply {
        std.egress_spec = 1;
        mix(hdr.h.a, hdr.h.b, hdr.h.c, 0x10);
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
