// SPDX-License-Identifier: Apache-2.0
// An entry matches from its low to its high value, both included; of several, the one of greatest priority wins.
// Spec: v1model: match_kind range; P4_16 §14.2.1.4.1 Entry priorities
#include <v1model.p4>

header h_t { bit<16> a; bit<8> result; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    action set(bit<8> v) { hdr.h.result = v; }
    table t {
        key = { hdr.h.a : range; }
        actions = { set; NoAction; }
    }
    apply { std.egress_spec = 1; t.apply(); }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
