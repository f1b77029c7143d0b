// SPDX-License-Identifier: Apache-2.0
// A prefix of a field that is no whole number of bytes counts from the first bit of its first byte: of 12 bits, the
// prefix of 8 (the first entry) looks at 4, and that of 12 (the second) at 8. Given in the program and over P4Runtime
// alike; there BMv2 also wants the bits that the prefix does not look at to be 0.
// Spec: none; BMv2, src/bm_sim/lpm_trie.cpp (fields are kept in whole bytes, right-aligned)
#include <v1model.p4>

header h_t { bit<12> a; bit<12> b; bit<8> of_a; bit<8> of_b; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    action set_a(bit<8> v) { hdr.h.of_a = v; }
    action set_b(bit<8> v) { hdr.h.of_b = v; }
    table given {
        key = { hdr.h.a : lpm; }
        actions = { set_a; NoAction; }
        const default_action = NoAction();
        const entries = {
            0x500 &&& 0xff0: set_a(8);
            0x56a: set_a(12);
        }
    }
    table added {
        key = { hdr.h.b : lpm; }
        actions = { set_b; NoAction; }
    }
    apply { std.egress_spec = 1; given.apply(); added.apply(); }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
