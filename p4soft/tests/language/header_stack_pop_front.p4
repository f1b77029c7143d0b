// SPDX-License-Identifier: Apache-2.0
// pop_front(n) moves every element down by n; the last n become invalid.
// Spec: P4_16 §8.20 Operations on header stacks
#include <v1model.p4>

header h_t { bit<8> x; }
struct headers { h_t[3] s; h_t end; }
struct metadata {}
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start {
        packet.extract(hdr.s.next);
        packet.extract(hdr.s.next);
        packet.extract(hdr.s.next);
        transition accept;
    }
}
#include "include/blocks.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        if (hdr.s[0].x == 1) { hdr.s.pop_front(1); }
        else { hdr.s.pop_front(2); }
        hdr.end = { hdr.s[1].isValid() ? 8w1 : 0 };
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
