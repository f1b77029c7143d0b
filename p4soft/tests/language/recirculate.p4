// SPDX-License-Identifier: Apache-2.0
// The packet as deparsed goes through everything again, instance_type 4, with the listed metadata.
// Spec: v1model: recirculate_preserving_field_list; behavioral model, simple_switch.md
#include <v1model.p4>

header h_t { bit<8> x; bit<8> rounds; bit<8> kind; }
struct headers { h_t h; }
struct metadata { @field_list(0) bit<8> rounds; }
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start { packet.extract(hdr.h); transition accept; }
}
#include "include/blocks.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply { std.egress_spec = 1; hdr.h.kind = (bit<8>) std.instance_type; }
}

control MyEgress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        hdr.h.x = hdr.h.x + 1;
        meta.rounds = meta.rounds + 1;
        hdr.h.rounds = meta.rounds;
        if (hdr.h.x < 3) { recirculate_preserving_field_list(0); }
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), MyEgress(), NoUpdate(), EmitAll()) main;
