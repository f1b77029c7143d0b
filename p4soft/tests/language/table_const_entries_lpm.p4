// SPDX-License-Identifier: Apache-2.0
// In an lpm table the longest prefix wins, wherever it stands; a prefix is written as value &&& mask.
// Spec: P4_16 §14.2.1.4 Entries
#include <v1model.p4>

header h_t { bit<16> a; bit<8> result; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    action set(bit<8> v) { hdr.h.result = v; }
    table t {
        key = { hdr.h.a : lpm; }
        actions = { set; }
        const default_action = set(0xff);
        const entries = {
            0x1200 &&& 0xff00: set(8);
            0x1234: set(16);
            0x1230 &&& 0xfff0: set(12);
        }
    }
    apply { std.egress_spec = 1; t.apply(); }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
