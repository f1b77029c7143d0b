// SPDX-License-Identifier: Apache-2.0
// Reject in a sub-parser ends all parsing, with its error.
// Spec: P4_16 §13.10 Sub-parsers
#include <v1model.p4>

error { TooSmall }
header h_t { bit<8> x; }
struct headers { h_t a; h_t b; h_t c; }
struct metadata {}

parser AtLeast(packet_in packet, out h_t one)(bit<8> least) {
    state start {
        packet.extract(one);
        verify(one.x >= least, error.TooSmall);
        transition accept;
    }
}

parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    AtLeast(10) first;
    AtLeast(20) second;
    state start {
        first.apply(packet, hdr.a);
        second.apply(packet, hdr.b);
        packet.extract(hdr.c);
        transition accept;
    }
}
#include "include/blocks.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = std.parser_error == error.TooSmall ? 9w2 : 1;
        hdr.c = { 0xcc };
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
