// SPDX-License-Identifier: Apache-2.0
// A type parameter stands for the type of each call, inferred from its arguments or written in `<>`.
// Spec: P4_16 §10 Function declarations, §7.2.12 Type specialization
#include <v1model.p4>

header h_t { bit<8> a; bit<16> b; bit<8> pick; bit<8> c; bit<16> d; }
#include "include/one_header.p4"

T choose<T>(in bool first, in T x, in T y) {
    if (first) { return x; }
    return y;
}

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hdr.h.c = choose(hdr.h.pick == 0, hdr.h.a, 8w0xcc);
        hdr.h.d = choose<bit<16>>(hdr.h.pick != 0, hdr.h.b, 0xdddd);
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
