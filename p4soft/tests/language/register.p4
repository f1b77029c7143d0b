// SPDX-License-Identifier: Apache-2.0
// A register keeps its cells between packets; they start as 0; a write in ingress is seen in egress.
// Spec: v1model: register
#include <v1model.p4>

header h_t { bit<8> i; bit<16> add; bit<16> total; bit<16> again; }
register<bit<16>>(4) totals;
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    bit<16> total;
    apply {
        std.egress_spec = 1;
        totals.read(total, (bit<32>) hdr.h.i);
        hdr.h.total = total + hdr.h.add;
        totals.write((bit<32>) hdr.h.i, hdr.h.total);
    }
}

control MyEgress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply { totals.read(hdr.h.again, (bit<32>) hdr.h.i); }
}
V1Switch(Extract(), NoVerify(), MyIngress(), MyEgress(), NoUpdate(), EmitAll()) main;
