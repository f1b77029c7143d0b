// SPDX-License-Identifier: Apache-2.0
// A header union is copied with the fields of its valid member, also those that the program does not name.
// Spec: P4_16 §8.20 Operations on header unions
#include <v1model.p4>

header short_t { bit<8> a; bit<8> b; }
header long_t { bit<32> c; }
header_union u_t { short_t short; long_t long; }
header h_t { bit<8> kind; }
struct headers { h_t h; u_t first; u_t second; }
struct metadata {}

parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start {
        packet.extract(hdr.h);
        transition select(hdr.h.kind) {
            0: short;
            1: long;
            default: accept;
        }
    }
    state short { packet.extract(hdr.first.short); transition accept; }
    state long { packet.extract(hdr.first.long); transition accept; }
}
#include "include/blocks.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply { std.egress_spec = 1; hdr.second = hdr.first; }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
