// SPDX-License-Identifier: Apache-2.0
// An argument bound in a table's action list is copied: what the body does to the argument's own name is another variable.
// Spec: P4_16 §6.8 Calling convention: call by copy in/copy out; §14.2.1.2 Actions
#include <v1model.p4>

header h_t { bit<8> key; bit<8> x; bit<8> seen; bit<8> y; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    action give(out bit<8> result) {
        result = 0xb9;
        hdr.h.seen = hdr.h.x;
        hdr.h.x = 0x55;
    }
    action change(inout bit<8> both, bit<8> more) {
        both = both + more;
        hdr.h.seen = hdr.h.x;
        if (more == 1) {
            return;
        }
        hdr.h.x = 0x55;
        both = both + 1;
    }
    action take(in bit<8> value) {
        hdr.h.x = 0x55;
        hdr.h.seen = value;
    }
    table t {
        key = { hdr.h.key : exact; }
        actions = { give(hdr.h.x); change(hdr.h.x); take(hdr.h.x); NoAction; }
        const entries = {
            1 : give(hdr.h.x);
            2 : change(hdr.h.x, 0x10);
            3 : change(hdr.h.x, 1);
            4 : take(hdr.h.x);
        }
        default_action = NoAction();
    }
    apply {
        std.egress_spec = 1;
        t.apply();
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
