// SPDX-License-Identifier: Apache-2.0
// s[i] may be read and written with an index known only when the packet is there.
// Spec: P4_16 §8.20 Operations on header stacks
#include <v1model.p4>

header index_t { bit<8> i; bit<8> read; }
header h_t { bit<8> x; }
struct headers { index_t h; h_t[3] s; }
struct metadata {}
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start {
        packet.extract(hdr.h);
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
        hdr.h.read = hdr.s[hdr.h.i].x;
        hdr.s[hdr.h.i].x = hdr.s[2].x + 1;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
