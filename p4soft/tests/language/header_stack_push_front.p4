// SPDX-License-Identifier: Apache-2.0
// push_front(n) moves every element up by n; the first n become invalid, what does not fit is lost.
// Spec: P4_16 §8.20 Operations on header stacks
#include <v1model.p4>

header h_t { bit<8> x; }
struct headers { h_t[3] s; }
struct metadata {}
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start {
        packet.extract(hdr.s.next);
        packet.extract(hdr.s.next);
        transition accept;
    }
}
#include "include/blocks.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        if (hdr.s[0].x == 1) {
            hdr.s.push_front(1);
            hdr.s[0].setValid();
            hdr.s[0].x = 0xaa;
        } else if (hdr.s[0].x == 2) {
            hdr.s.push_front(2);
        } else {
            hdr.s.push_front(3);
        }
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
