// SPDX-License-Identifier: Apache-2.0
// The longest matching prefix wins; a prefix of length 0 matches everything.
// Spec: P4_16 §14.2.1.1 Keys, §14.2.1.4.1 Entry priorities
#include <v1model.p4>

header h_t { bit<32> a; bit<8> result; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    action set(bit<8> v) { hdr.h.result = v; }
    table t {
        key = { hdr.h.a : lpm; }
        actions = { set; NoAction; }
    }
    apply { std.egress_spec = 1; t.apply(); }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
