// SPDX-License-Identifier: Apache-2.0
// Assigning a stack copies every element, with its validity.
// Spec: P4_16 §8.20 Operations on header stacks
#include <v1model.p4>

header h_t { bit<8> x; }
struct headers { h_t[3] s; h_t[3] t; }
struct metadata {}
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start {
        packet.extract(hdr.s.next);
        packet.extract(hdr.s.next);
        packet.extract(hdr.t.next);
        transition accept;
    }
}
#include "include/blocks.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        if (hdr.s[0].x == 1) { hdr.t = hdr.s; }
        else { hdr.s[2] = hdr.s[0]; hdr.s[0] = hdr.t[2]; }
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
