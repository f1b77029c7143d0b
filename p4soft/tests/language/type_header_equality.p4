// SPDX-License-Identifier: Apache-2.0
// Two headers are equal if both are invalid, or both are valid and all their fields are equal.
// Spec: P4_16 §8.18 Operations on headers
#include <v1model.p4>

header h_t { bit<8> x; bit<8> y; }
header out_t { bit<8> both_valid; bit<8> one_valid; bit<8> none_valid; }
struct headers { h_t a; h_t b; out_t result; h_t c; h_t d; }
struct metadata {}
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start {
        packet.extract(hdr.a);
        packet.extract(hdr.b);
        packet.extract(hdr.result);
        transition accept;
    }
}
#include "include/blocks.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hdr.result.both_valid = hdr.a == hdr.b ? 8w1 : 0;
        hdr.result.one_valid = hdr.a == hdr.c ? 8w1 : 0;
        hdr.result.none_valid = hdr.c == hdr.d ? 8w1 : 0;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
