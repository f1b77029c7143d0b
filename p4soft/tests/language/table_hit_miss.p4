// SPDX-License-Identifier: Apache-2.0
// hit says whether an entry matched, miss the contrary; the default action runs on a miss and does not make a hit.
// Spec: P4_16 §14.2.2 Match-action unit invocation
#include <v1model.p4>

header h_t { bit<8> a; bit<8> hit; bit<8> miss; bit<8> ran; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    action set(bit<8> v) { hdr.h.ran = v; }
    table t {
        key = { hdr.h.a : exact; }
        actions = { set; }
        default_action = set(0xdd);
    }
    table u {
        key = { hdr.h.a : exact; }
        actions = { NoAction; }
        const entries = { 1: NoAction(); }
    }
    apply {
        std.egress_spec = 1;
        if (t.apply().hit) { hdr.h.hit = 1; } else { hdr.h.hit = 2; }
        if (u.apply().miss && hdr.h.hit == 2) { hdr.h.miss = 1; }
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
