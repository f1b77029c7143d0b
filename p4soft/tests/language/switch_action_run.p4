// SPDX-License-Identifier: Apache-2.0
// The label of the action that ran is taken; a label without block shares the next one; default is for the rest.
// Spec: P4_16 §12.7.1 Switch statement with action_run expression
#include <v1model.p4>

header h_t { bit<8> key; bit<8> result; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    action a() {}
    action b() {}
    action c() {}
    table t {
        key = { hdr.h.key : exact; }
        actions = { a; b; c; NoAction; }
        const default_action = NoAction();
    }
    apply {
        std.egress_spec = 1;
        switch (t.apply().action_run) {
            a: { hdr.h.result = 0xaa; }
            b:
            c: { hdr.h.result = 0xbc; }
            default: { hdr.h.result = 0xdd; }
        }
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
