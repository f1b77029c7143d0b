// SPDX-License-Identifier: Apache-2.0
// An `in` argument is evaluated once, before the call: what the callee changes elsewhere does not change it.
// Spec: P4_16 §6.8 Calling convention
#include <v1model.p4>

header h_t { bit<8> x; bit<8> seen; bit<8> before; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    action change(in bit<8> value) {
        hdr.h.before = value;
        hdr.h.x = 0xff;
        hdr.h.seen = value;
    }
    apply {
        std.egress_spec = 1;
        change(hdr.h.x);
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
