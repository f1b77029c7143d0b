// SPDX-License-Identifier: Apache-2.0
// A typedef needs no casts: it is the type that it names, also through another typedef.
// Spec: P4_16 §7.5 typedef
#include <v1model.p4>

typedef bit<8> byte_t;
typedef byte_t octet_t;
header h_t { octet_t a; byte_t b; bit<8> c; }
typedef h_t alias_t;
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        bit<8> plain = hdr.h.a;
        octet_t other = plain + hdr.h.b;
        alias_t copy = hdr.h;
        copy.c = other;
        hdr.h = copy;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
