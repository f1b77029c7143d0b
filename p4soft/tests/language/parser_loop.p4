// SPDX-License-Identifier: Apache-2.0
// A state may lead to itself as long as the packet lasts; each pass extracts the next stack element.
// Spec: P4_16 §13.3 The Parser abstract machine
#include <v1model.p4>

header label_t { bit<7> value; bit<1> bottom; }
header h_t { bit<8> count; }
struct headers { h_t h; label_t[4] labels; }
struct metadata {}
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start { packet.extract(hdr.h); transition labels; }
    state labels {
        packet.extract(hdr.labels.next);
        hdr.h.count = hdr.h.count + 1;
        transition select(hdr.labels.last.bottom) {
            0: labels;
            1: accept;
        }
    }
}
#include "include/blocks.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hdr.labels[0].setInvalid();
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
