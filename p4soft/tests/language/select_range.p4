// SPDX-License-Identifier: Apache-2.0
// A range matches from low to high, both included.
// Spec: P4_16 §8.16.4 Ranges, §13.6 Select expressions
#include <v1model.p4>

header h_t { bit<8> x; bit<8> result; }
struct headers { h_t h; }
struct metadata { bit<8> path; }
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start {
        packet.extract(hdr.h);
        transition select(hdr.h.x) {
            3 .. 6: small;
            0x70 .. 0xff: large;
            _: accept;
        }
    }
    state small { meta.path = 1; transition accept; }
    state large { meta.path = 2; transition accept; }
}
#include "include/blocks.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply { std.egress_spec = 1; hdr.h.result = meta.path; }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
