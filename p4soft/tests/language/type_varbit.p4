// SPDX-License-Identifier: Apache-2.0
// A varbit keeps the length it was extracted with, also when its header is copied; emit writes that many bits.
// Spec: P4_16 §8.11 Operations on variable-size bit types
#include <v1model.p4>

header h_t { bit<8> length; varbit<64> data; bit<8> after; }
struct headers { h_t h; h_t copy; }
struct metadata {}
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start {
        packet.extract(hdr.h, (bit<32>) packet.lookahead<bit<8>>() * 8);
        transition accept;
    }
}
#include "include/blocks.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hdr.copy = hdr.h;
        hdr.copy.after = 0xcc;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
