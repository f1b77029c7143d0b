// SPDX-License-Identifier: Apache-2.0
// csum16 is the Internet checksum, xor16 the exclusive or of the 16-bit words, identity the data itself.
// Spec: v1model: hash, HashAlgorithm
#include <v1model.p4>

header h_t { bit<16> a; bit<16> b; bit<16> c; bit<16> d; bit<16> csum16; bit<16> xor16; bit<32> identity; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hash(hdr.h.csum16, HashAlgorithm.csum16, 16w0, { hdr.h.a, hdr.h.b, hdr.h.c, hdr.h.d }, 17w0x1_0000);
        hash(hdr.h.xor16, HashAlgorithm.xor16, 16w0, { hdr.h.a, hdr.h.b, hdr.h.c, hdr.h.d }, 17w0x1_0000);
        hash(hdr.h.identity, HashAlgorithm.identity, 32w0, { hdr.h.a, hdr.h.b }, 33w0x1_0000_0000);
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
