// SPDX-License-Identifier: Apache-2.0
// return as the last statement leaves a block that ends there anyway: in a control, in a branch of it, in an action.
// Spec: P4_16 §12.4 Return statement
#include <v1model.p4>

header h_t { bit<8> x; bit<8> y; bit<8> z; }
#include "include/one_header.p4"

control Inner(inout bit<8> value) {
    apply {
        value = value + 1;
        if (value == 2) { return; }
    }
}

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    Inner() inner;
    action last() { hdr.h.y = 0x55; if (hdr.h.x == 3) { return; } }
    apply {
        std.egress_spec = 1;
        inner.apply(hdr.h.x);
        last();
        if (hdr.h.x == 2) {
            hdr.h.z = 0x77;
            if (hdr.h.y == 0x55) { return; } else { return; }
        }
        if (hdr.h.x == 4) { return; }
    }
}

control MyEgress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply { if (hdr.h.x == 2) { return; } }
}
V1Switch(Extract(), NoVerify(), MyIngress(), MyEgress(), NoUpdate(), EmitAll()) main;
