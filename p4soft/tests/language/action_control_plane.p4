// SPDX-License-Identifier: Apache-2.0
// Parameters without direction get their values from the table entry.
// Spec: P4_16 §14.1 Actions
#include <v1model.p4>

header h_t { bit<8> key; bit<8> a; bit<16> b; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    action set(bit<8> a, bit<16> b, bit<9> port) {
        hdr.h.a = a;
        hdr.h.b = b;
        std.egress_spec = port;
    }
    table t {
        key = { hdr.h.key : exact; }
        actions = { set; NoAction; }
    }
    apply { t.apply(); }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
