// SPDX-License-Identifier: Apache-2.0
// isValid() as a key is 1 for a valid header and 0 otherwise.
// Spec: P4_16 §14.2.1.1 Keys, §8.18 Operations on headers
#include <v1model.p4>

header h_t { bit<8> kind; bit<8> result; }
struct headers { h_t h; h_t extra; }
struct metadata {}
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start {
        packet.extract(hdr.h);
        transition select(hdr.h.kind) {
            1: extra;
            default: accept;
        }
    }
    state extra { packet.extract(hdr.extra); transition accept; }
}
#include "include/blocks.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    action set(bit<8> v) { hdr.h.result = v; }
    table t {
        key = { hdr.extra.isValid() : exact; hdr.extra.result : ternary; }
        actions = { set; NoAction; }
        const entries = {
            (true, 0x77): set(2);
            (true, _): set(1);
            (false, _): set(0xff);
        }
    }
    apply { std.egress_spec = 1; t.apply(); }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
