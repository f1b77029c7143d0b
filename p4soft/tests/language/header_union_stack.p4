// SPDX-License-Identifier: Apache-2.0
// Each element of a stack of unions holds one of the union's headers: a list of options of different sizes.
// Spec: P4_16 §13.9 Header stacks, §8.21 Operations on header unions
#include <v1model.p4>

header small_t { bit<8> kind; bit<8> x; }
header large_t { bit<8> kind; bit<24> y; }
header_union option_t { small_t small; large_t large; }
struct headers { option_t[3] options; }
struct metadata {}
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start {
        transition select(packet.lookahead<bit<8>>()) {
            1: small;
            2: large;
            default: accept;
        }
    }
    state small { packet.extract(hdr.options.next.small); transition start; }
    state large { packet.extract(hdr.options.next.large); transition start; }
}
#include "include/blocks.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        if (hdr.options[0].large.isValid()) { hdr.options[0].large.y = 0xffffff; }
        if (hdr.options[1].small.isValid()) { hdr.options[1].small.setInvalid(); }
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
