// SPDX-License-Identifier: Apache-2.0
// size is how many entries fit; a table filled up to it works.
// Spec: P4_16 §14.2.1.5 Size
#include <v1model.p4>

header h_t { bit<8> a; bit<8> result; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    action set(bit<8> v) { hdr.h.result = v; }
    table t {
        key = { hdr.h.a : exact; }
        actions = { set; NoAction; }
        size = 2;
    }
    apply { std.egress_spec = 1; t.apply(); }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
