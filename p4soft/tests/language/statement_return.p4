// SPDX-License-Identifier: Apache-2.0
// return ends the block or action that says it; the caller goes on.
// Spec: P4_16 §12.4 Return statement
#include <v1model.p4>

header h_t { bit<8> x; bit<8> y; bit<8> z; }
#include "include/one_header.p4"

control Inner(inout bit<8> value) {
    apply {
        if (value == 1) { return; }
        value = 0xff;
    }
}

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    Inner() inner;
    action act() {
        hdr.h.y = 1;
        if (hdr.h.x == 1) { return; }
        hdr.h.y = 2;
    }
    apply {
        std.egress_spec = 1;
        act();
        inner.apply(hdr.h.x);
        if (hdr.h.x == 0xff) { return; }
        hdr.h.z = 3;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
