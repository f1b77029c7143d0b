// SPDX-License-Identifier: Apache-2.0
// An annotation that the compiler does not know changes nothing, whatever is in its parentheses or brackets.
// Spec: P4_16 §20 Annotations
#include <v1model.p4>

@mine(anything, "goes" here: { 1 + }) header h_t { @unit["bytes", 1] bit<8> a; bit<8> b; }
#include "include/one_header.p4"

@brief("does nothing") @pure @kv[key = 1, text = "x", flag = true]
control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    @defaultonly_is_elsewhere action set(@p bit<8> v) { hdr.h.b = v; }
    @id(77) @size_hint[] table t {
        key = { hdr.h.a : exact @format(HEX_STRING); }
        actions = { @tableonly set; @defaultonly NoAction; }
        @mine default_action = NoAction;
    }
    apply { @atomic { std.egress_spec = 1; t.apply(); } }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
