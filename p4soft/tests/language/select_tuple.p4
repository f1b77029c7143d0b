// SPDX-License-Identifier: Apache-2.0
// Each component has its own set; _ or default matches anything; the first case whose every component matches is taken.
// Spec: P4_16 §8.16.5 Products, §8.16.2 The universal set
#include <v1model.p4>

header h_t { bit<8> x; bit<4> y; bit<4> z; bit<8> result; }
struct headers { h_t h; }
struct metadata { bit<8> path; }
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start {
        packet.extract(hdr.h);
        transition select(hdr.h.x, hdr.h.y + 1, hdr.h.z) {
            (1, 2, 3): all;
            (1, _, 4 .. 7): first;
            (_, 2 &&& 0xe, default): second;
            default: neither;
        }
    }
    state all { meta.path = 1; transition accept; }
    state first { meta.path = 2; transition accept; }
    state second { meta.path = 3; transition accept; }
    state neither { meta.path = 4; transition accept; }
}
#include "include/blocks.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply { std.egress_spec = 1; hdr.h.result = meta.path; }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
