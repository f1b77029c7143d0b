// SPDX-License-Identifier: Apache-2.0
// A select computes its keys even where only one case is possible: a lookahead beyond the end is PacketTooShort.
// Spec: P4_16 §13.6 Select expressions; §13.8.3 Lookahead
// Not with p4c: it leaves out a select that has nothing but a default, and the lookahead with it
#include <v1model.p4>

header h_t { bit<8> a; bit<8> result; bit<96> fill; }
struct headers { h_t h; }
struct metadata {}
#include "include/blocks.p4"

parser MyParser(packet_in pkt, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start {
        pkt.extract(hdr.h);
        transition select(pkt.lookahead<bit<8>>()) { _ : more; }
    }
    state more {
        hdr.h.result = 1;
        transition accept;
    }
}
control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        if (std.parser_error == error.PacketTooShort) { hdr.h.a = 0xEE; }
    }
}
V1Switch(MyParser(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
