// SPDX-License-Identifier: Apache-2.0
// `...` gives numbers 0, bools false, headers invalid; in a list it stands for all that is not mentioned.
// Spec: P4_16 §8.28 Initializing with default values, §7.3 Default values
#include <v1model.p4>

struct all_t { bit<8> a; bit<8> b; bool c; }
header h_t { bit<8> x; bit<8> y; bit<8> z; }
struct headers { h_t h; h_t gone; }
struct metadata {}
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start { packet.extract(hdr.h); transition accept; }
}
#include "include/blocks.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        all_t one = { b = 7, ... };
        all_t two = ...;
        hdr.gone = { 1, 2, 3 };
        hdr.gone = ...;
        hdr.h.x = one.a;
        hdr.h.y = one.b;
        hdr.h.z = two.a + (two.c || one.c || hdr.gone.isValid() ? 8w1 : 0);
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
