// SPDX-License-Identifier: Apache-2.0
// last is the element extracted most recently and lastIndex its index; size is the constant number of elements.
// Spec: P4_16 §8.20 Operations on header stacks, §13.9 Header stacks
#include <v1model.p4>

header h_t { bit<8> x; }
struct headers { h_t[3] s; }
struct metadata { bit<8> sum; bit<32> index; }
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start {
        packet.extract(hdr.s.next);
        meta.sum = meta.sum + hdr.s.last.x;
        meta.index = hdr.s.lastIndex;
        transition select(hdr.s.last.x) {
            0: accept;
            default: start;
        }
    }
}
#include "include/blocks.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hdr.s[0].x = meta.sum;
        hdr.s[1].x = (bit<8>) meta.index;
        hdr.s[2].x = (bit<8>) hdr.s.size;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
