// SPDX-License-Identifier: Apache-2.0
// A macro's arguments replace its parameters in the body, as text: TWICE(1 + 2) is 1 + 2 + 1 + 2.
// A macro may use another; a backslash continues its line; after #undef the name means itself.
// Spec: P4_16 §6.2 Preprocessing
#include <v1model.p4>

#define TWICE(x) x + x
#define SET(field, value) \
    field = \
        TWICE(value)
#define GONE 9
#undef GONE
#define THREE_TIMES(v) (3 * (v))

header h_t { bit<8> a; bit<8> b; bit<8> c; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        bit<8> GONE = 5;
        std.egress_spec = 1;
        SET(hdr.h.a, 1);
        hdr.h.b = THREE_TIMES(1 + TWICE(2) * 3); // 3 * (1 + 2 + 2 * 3)
        hdr.h.c = GONE;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
