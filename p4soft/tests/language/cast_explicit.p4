// SPDX-License-Identifier: Apache-2.0
// bit to bit truncates or adds zeros; int to int truncates or copies the sign; bit and int of one width share the bits.
// Spec: P4_16 §8.12.1 Explicit casts
#include <v1model.p4>

header h_t { bit<16> a; bit<8> low; bit<24> wide; bit<16> sign; bit<8> flag; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hdr.h.low = (bit<8>) hdr.h.a;
        hdr.h.wide = (bit<24>) hdr.h.a;
        hdr.h.sign = (bit<16>) (int<16>) (int<8>) (bit<8>) hdr.h.a;
        bool odd = (bool) hdr.h.a[0:0];
        hdr.h.flag = (bit<8>) (bit<1>) (!odd);
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
