// SPDX-License-Identifier: Apache-2.0
// A list expression is a tuple, and becomes a struct or header of the same shape where one is wanted.
// Spec: P4_16 §8.13 Operations on tuple expressions, §6.4.4 Optional trailing commas
#include <v1model.p4>

header h_t { bit<8> a; bit<8> b; }
struct headers { h_t h; h_t added; }
struct metadata {}
struct pair_t { bit<8> left; bit<8> right; }
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start { packet.extract(hdr.h); transition accept; }
}
#include "include/blocks.p4"

bit<8> sum(in pair_t p) { return p.left + p.right; }

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hdr.added = { sum({ hdr.h.a, hdr.h.b }), 7, };
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
