// SPDX-License-Identifier: Apache-2.0
// A variable lives in its block and may hide one outside; its initialiser runs each time, so nothing survives a packet.
// Spec: P4_16 §11.2 Variables, §6.6.1 Scopes
#include <v1model.p4>

header h_t { bit<8> x; bit<8> inner; bit<8> outer; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    bit<8> counter = 5;
    apply {
        std.egress_spec = 1;
        counter = counter + 1;
        bit<8> value = hdr.h.x;
        {
            bit<8> value = 0x40;
            value = value + counter;
            hdr.h.inner = value;
        }
        if (hdr.h.x > 1) {
            bit<8> counter = 0x99;
            value = counter;
        }
        hdr.h.outer = value + counter;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
