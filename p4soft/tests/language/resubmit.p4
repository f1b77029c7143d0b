// SPDX-License-Identifier: Apache-2.0
// The packet as it came in goes through parser and ingress again, instance_type 6, with the listed metadata;
// it comes before a drop.
// Spec: v1model: resubmit_preserving_field_list; behavioral model, simple_switch.md
#include <v1model.p4>

header h_t { bit<8> x; bit<8> y; bit<8> z; }
struct headers { h_t h; }
struct metadata { @field_list(3) bit<8> round; bit<8> other; }
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start { packet.extract(hdr.h); transition accept; }
}
#include "include/blocks.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        if (std.instance_type != 6) {
            meta.round = hdr.h.x + 1;
            meta.other = 9;
            hdr.h.y = 0xee; // lost
            resubmit_preserving_field_list(3);
            mark_to_drop(std);
        } else {
            hdr.h.x = meta.round;
            hdr.h.z = meta.other;
        }
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
