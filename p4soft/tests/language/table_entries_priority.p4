// SPDX-License-Identifier: Apache-2.0
// In entries that are not const, written priorities decide, not the order; the largest wins unless
// largest_priority_wins is false.
// Spec: P4_16 §14.2.1.4.1 Entry priorities
#include <v1model.p4>

header h_t { bit<8> a; bit<8> large; bit<8> small; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    action large(bit<8> v) { hdr.h.large = v; }
    action small(bit<8> v) { hdr.h.small = v; }
    table t {
        key = { hdr.h.a : ternary; }
        actions = { large; NoAction; }
        entries = {
            const priority = 10: 0x12 &&& 0xff: large(1);
            const priority = 30: 0x10 &&& 0xf0: large(3);
            const priority = 20: _: large(2);
        }
    }
    table u {
        key = { hdr.h.a : ternary; }
        actions = { small; NoAction; }
        largest_priority_wins = false;
        entries = {
            priority = 30: 0x10 &&& 0xf0: small(3);
            priority = 10: 0x12 &&& 0xff: small(1);
            priority = 20: _: small(2);
        }
    }
    apply { std.egress_spec = 1; t.apply(); u.apply(); }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
