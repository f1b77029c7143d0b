// SPDX-License-Identifier: Apache-2.0
// A negative constant in a variable whose width is no power of two keeps its sign when the variable is widened.
// Spec: P4_16 §8.11.1 Explicit casts (int<W> to int<W1>, W < W1: sign extension)
#include <v1model.p4>

header h_t { int<50> wide; bit<6> pad; int<24> middle; bit<40> fill; }
struct headers { h_t h; }
struct metadata { int<10> ten; int<3> three; }
#include "include/blocks.p4"

parser MyParser(packet_in pkt, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start {
        pkt.extract(hdr.h);
        transition accept;
    }
}
control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        meta.ten = -7;
        meta.three = -4;
        hdr.h.wide = (int<50>)meta.ten + ((int<50>)meta.ten & (int<50>)meta.ten);
        hdr.h.middle = (int<24>)meta.three;
    }
}
V1Switch(MyParser(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
