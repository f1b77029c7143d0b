// SPDX-License-Identifier: Apache-2.0
// A function returns a value from wherever it says `return`; functions may call functions declared before.
// Spec: P4_16 §10 Function declarations
#include <v1model.p4>

header h_t { bit<8> a; bit<8> b; bit<8> max; bit<8> distance; }
#include "include/one_header.p4"

bit<8> maximum(in bit<8> x, in bit<8> y) {
    if (x > y) { return x; }
    return y;
}

void distance(in bit<8> x, in bit<8> y, out bit<8> result) {
    result = 0;
    if (x == y) { return; }
    bit<8> most = maximum(x, y);
    result = most - (x + y - most);
}

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hdr.h.max = maximum(maximum(hdr.h.a, hdr.h.b), 3);
        distance(hdr.h.a, hdr.h.b, hdr.h.distance);
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
