// SPDX-License-Identifier: Apache-2.0
// Metadata marked @field_list(n) keeps, in the copy, the value of the end of ingress; the rest is 0.
// Spec: v1model: clone_preserving_field_list
#include <v1model.p4>

header h_t { bit<8> x; bit<8> kept; bit<8> lost; bit<8> both; }
struct headers { h_t h; }
struct metadata {
    @field_list(1) bit<8> kept;
    @field_list(2) bit<8> lost;
    @field_list(1, 2) bit<8> both;
}
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start { packet.extract(hdr.h); transition accept; }
}
#include "include/blocks.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        clone_preserving_field_list(CloneType.I2E, 5, 1);
        meta.kept = 0x11;
        meta.lost = 0x22;
        meta.both = 0x33;
    }
}

control MyEgress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        hdr.h.kept = meta.kept;
        hdr.h.lost = meta.lost;
        hdr.h.both = meta.both;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), MyEgress(), NoUpdate(), EmitAll()) main;
