// SPDX-License-Identifier: Apache-2.0
// Constructor arguments belong to the instance; applying a type directly makes an unnamed instance.
// Spec: P4_16 §15 Parameterization, §15.1 Direct type invocation
#include <v1model.p4>

header h_t { bit<8> a; bit<8> b; }
#include "include/one_header.p4"

control Add(inout bit<8> value)(bit<8> amount) {
    apply { value = value + amount; }
}

control Negate(inout bit<8> value) {
    apply { value = -value; }
}

control Both(inout bit<8> value)(bit<8> amount) {
    Add(amount) inner;
    apply {
        inner.apply(value);
        Negate.apply(value);
    }
}

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    Both(1) one;
    Add(amount = 0x10) sixteen;
    apply {
        std.egress_spec = 1;
        one.apply(hdr.h.a);
        sixteen.apply(hdr.h.b);
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
