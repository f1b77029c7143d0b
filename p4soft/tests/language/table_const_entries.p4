// SPDX-License-Identifier: Apache-2.0
// Const entries without written priorities: of several that match, the one that stands first wins.
// Spec: P4_16 §14.2.1.4 Entries, §14.2.1.4.1 Entry priorities
#include <v1model.p4>

header h_t { bit<8> a; bit<8> b; bit<8> result; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    action set(bit<8> v) { hdr.h.result = v; }
    table t {
        key = { hdr.h.a : ternary; hdr.h.b : range; }
        actions = { set; NoAction; }
        const entries = {
            (0x10 &&& 0xf0, 5 .. 9): set(1);
            (0x12, _): set(2);
            (_, 7): set(3);
        }
    }
    apply { std.egress_spec = 1; t.apply(); }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
