// SPDX-License-Identifier: Apache-2.0
// Only the chosen branch is evaluated. Unlike in C, and as p4c's grammar has it, `a ? b : c ? d : e` is
// `(a ? b : c) ? d : e`.
// Spec: P4_16 §8.5.1 Conditional operator
#include <v1model.p4>

header h_t { bit<8> x; bit<8> grade; bit<8> count; bit<8> chain; }
#include "include/one_header.p4"

bit<8> counted(inout bit<8> count, in bit<8> value) {
    count = count + 1;
    return value;
}

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hdr.h.grade = hdr.h.x < 10 ? counted(hdr.h.count, 0xa)
            : (hdr.h.x < 20 ? counted(hdr.h.count, 0xb) : counted(hdr.h.count, 0xc));
        bool yes = hdr.h.x != 0;
        bool chain = yes ? yes : yes ? !yes : yes;
        hdr.h.chain = chain ? 8w1 : 0;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
