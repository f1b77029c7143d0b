// SPDX-License-Identifier: Apache-2.0
// An optional field matches one value or anything; as with ternary, priority decides.
// Spec: v1model: match_kind optional
#include <v1model.p4>

header h_t { bit<8> a; bit<8> b; bit<8> result; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    action set(bit<8> v) { hdr.h.result = v; }
    table t {
        key = { hdr.h.a : optional; hdr.h.b : optional; }
        actions = { set; }
        default_action = set(0xdd);
        const entries = {
            (1, 2): set(0x12);
            (1, _): set(0x10);
            (_, 2): set(0x02);
        }
    }
    apply { std.egress_spec = 1; t.apply(); }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
