// SPDX-License-Identifier: Apache-2.0
// An instance is applied like a call, with copy-in and copy-out; each instance has tables of its own.
// Spec: P4_16 §14.4 Invoking controls
#include <v1model.p4>

header h_t { bit<8> a; bit<8> b; }
#include "include/one_header.p4"

control Rewrite(inout bit<8> value, in bit<8> selector_byte) {
    action set(bit<8> v) { value = v; }
    table t {
        key = { selector_byte : exact @name("key"); }
        actions = { set; NoAction; }
    }
    apply { t.apply(); }
}

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    Rewrite() first;
    Rewrite() second;
    apply {
        std.egress_spec = 1;
        first.apply(hdr.h.a, hdr.h.b);
        second.apply(hdr.h.b, hdr.h.a); // sees the new a
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
