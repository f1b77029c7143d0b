// SPDX-License-Identifier: Apache-2.0
// An `out` parameter that a function or action does not write comes back as 0, whatever the argument was before.
// Spec: P4_16 §6.8 Calling convention leaves the value open; 0 is what p4c and BMv2 make of it
#include <v1model.p4>

header h_t { bit<8> never; bit<8> sometimes; bit<8> added; bit<8> by_action; bit<8> ask; }
#include "include/one_header.p4"

void nothing(out bit<8> result) {}
void perhaps(out bit<8> result, in bit<8> ask) {
    if (ask == 1) {
        result = 0x77;
    }
}
void plus(out bit<8> result, in bit<8> more) {
    result = result + more;
}

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    action empty(out bit<8> result) {}
    apply {
        std.egress_spec = 1;
        nothing(hdr.h.never);
        perhaps(hdr.h.sometimes, hdr.h.ask);
        plus(hdr.h.added, 5);
        empty(hdr.h.by_action);
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
