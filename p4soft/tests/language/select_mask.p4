// SPDX-License-Identifier: Apache-2.0
// A mask matches if the bits set in it are those of the value; the first matching case is taken.
// Spec: P4_16 §8.16.3 Masks, §13.6 Select expressions
#include <v1model.p4>

header h_t { bit<8> x; bit<8> result; }
struct headers { h_t h; }
struct metadata { bit<8> path; }
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start {
        packet.extract(hdr.h);
        transition select(hdr.h.x) {
            0x12: exact;
            0x10 &&& 0xf0: upper;
            0x01 &&& 0x01: odd;
            default: accept;
        }
    }
    state exact { meta.path = 1; transition accept; }
    state upper { meta.path = 2; transition accept; }
    state odd { meta.path = 3; transition accept; }
}
#include "include/blocks.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply { std.egress_spec = 1; hdr.h.result = meta.path; }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
