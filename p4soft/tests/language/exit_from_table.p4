// SPDX-License-Identifier: Apache-2.0
// When an action run by a table exits, nothing after the apply of that table runs.
// Spec: P4_16 §12.5 Exit statement
#include <v1model.p4>

header h_t { bit<8> x; bit<8> y; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    action stop() { hdr.h.y = 1; exit; }
    action go() { hdr.h.y = 2; }
    table t {
        key = { hdr.h.x : exact; }
        actions = { stop; go; }
        const default_action = go();
    }
    apply {
        std.egress_spec = 1;
        if (t.apply().hit) { hdr.h.y = 0xee; }
        hdr.h.x = 0xff;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
