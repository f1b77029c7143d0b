// SPDX-License-Identifier: Apache-2.0
// Directional parameters are bound in the action list, the rest comes from the entry; they are read when the action runs.
// Spec: P4_16 §14.2.1.2 Actions
#include <v1model.p4>

header h_t { bit<8> key; bit<8> x; bit<8> y; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    bit<8> addend = 1;
    action add(in bit<8> amount, inout bit<8> target, bit<8> more) { target = target + amount + more; }
    table t {
        key = { hdr.h.key : exact; }
        actions = { add(addend, hdr.h.x); NoAction; }
        default_action = NoAction();
    }
    apply {
        std.egress_spec = 1;
        addend = hdr.h.y;
        t.apply();
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
