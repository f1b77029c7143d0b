// SPDX-License-Identifier: Apache-2.0
// The right operand of && is not evaluated when the left is false, that of || when the left is true.
// Spec: P4_16 §8.1 Expression evaluation order, §8.5 Expressions on Booleans
#include <v1model.p4>

header h_t { bit<8> left; bit<8> calls; bit<8> both; bit<8> either; }
#include "include/one_header.p4"

bool called(inout bit<8> calls, in bool result) {
    calls = calls + 1;
    return result;
}

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        bool left = hdr.h.left != 0;
        hdr.h.both = left && called(hdr.h.calls, true) ? 8w1 : 0;
        if (left || called(hdr.h.calls, false) && called(hdr.h.calls, true)) { hdr.h.either = 1; }
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
