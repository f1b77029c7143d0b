// SPDX-License-Identifier: Apache-2.0
// exit ends all blocks of the current control, also the callers'; copy-out still happens; the next block runs.
// Spec: P4_16 §12.5 Exit statement
#include <v1model.p4>

header h_t { bit<8> x; bit<8> y; bit<8> z; }
#include "include/one_header.p4"

control Inner(inout bit<8> value) {
    apply {
        value = 0x77;
        exit;
    }
}

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    Inner() inner;
    action leave() { hdr.h.y = 0x55; exit; }
    apply {
        std.egress_spec = 1;
        if (hdr.h.x == 1) { inner.apply(hdr.h.x); }
        if (hdr.h.x == 2) { leave(); }
        hdr.h.z = 0xff;
    }
}

control MyEgress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply { hdr.h.z = hdr.h.z + 1; }
}
V1Switch(Extract(), NoVerify(), MyIngress(), MyEgress(), NoUpdate(), EmitAll()) main;
