// SPDX-License-Identifier: Apache-2.0
// A value set is filled by the control plane (STF has no verb for that); empty, it matches no value and select goes on.
// Spec: P4_16 §13.11 Parser Value Sets
#include <v1model.p4>

header h_t { bit<16> kind; bit<8> result; }
struct headers { h_t h; }
struct metadata { bit<8> path; }
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    value_set<bit<16>>(4) kinds;
    state start {
        packet.extract(hdr.h);
        transition select(hdr.h.kind) {
            kinds: known;
            0x0800: fixed;
            default: other;
        }
    }
    state known { meta.path = 1; transition accept; }
    state fixed { meta.path = 2; transition accept; }
    state other { meta.path = 3; transition accept; }
}
#include "include/blocks.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply { std.egress_spec = 1; hdr.h.result = meta.path; }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
