// SPDX-License-Identifier: Apache-2.0
// Arguments given by name may come in any order.
// Spec: P4_16 §8.22 Method invocations and function calls
#include <v1model.p4>

header h_t { bit<8> a; bit<8> b; bit<8> c; }
#include "include/one_header.p4"

bit<8> subtract(in bit<8> from, in bit<8> amount) { return from - amount; }

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hdr.h.c = subtract(amount = hdr.h.a, from = hdr.h.b);
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
