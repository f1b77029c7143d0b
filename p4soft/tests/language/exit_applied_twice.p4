// SPDX-License-Identifier: Apache-2.0
// exit in a control that is applied at several places copies back to the arguments of the application that runs,
// then to those of its callers.
// Not with p4c: Compiler Bug: Overwriting definitions at <ExitStatement>
// Spec: P4_16 §12.5 Exit statement
#include <v1model.p4>

header h_t { bit<8> k; bit<8> a; bit<8> b; bit<8> c; }
#include "include/one_header.p4"

control Twice(in bit<8> old, inout bit<8> value, in bit<8> k) {
    action stop() { value = 0x30 + old; exit; }
    apply {
        value = value + 1;
        if (k == 1) { exit; }
        if (k == 3) { stop(); }
        value = 0;
    }
}
control Deep(inout bit<8> x, in bit<8> y) {
    Twice() twice;
    apply { x = x + 1; twice.apply(x, x, y); x = 0xee; } // x is a copy too, written back after that of twice
}
control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    Twice() twice; Deep() deep;
    apply {
        std.egress_spec = 1;
        if (hdr.h.b == 1) { twice.apply(hdr.h.a, hdr.h.a, hdr.h.k); }
        if (hdr.h.b == 2) { twice.apply(hdr.h.c, hdr.h.c, hdr.h.k); }
        if (hdr.h.b == 3) { deep.apply(hdr.h.k, hdr.h.k); }
        hdr.h.b = 0xff;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
