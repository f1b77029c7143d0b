// SPDX-License-Identifier: Apache-2.0
// If the condition holds and the checksum differs, checksum_error is 1; the packet is not dropped.
// Spec: v1model: verify_checksum, checksum_error; RFC 1071
#include <v1model.p4>

header h_t { bit<16> a; bit<16> b; bit<16> c; bit<16> d; bit<16> checksum; bit<8> enable; bit<8> result; }
#include "include/one_header.p4"

control Verify(inout headers hdr, inout metadata meta) {
    apply {
        verify_checksum(hdr.h.enable == 1, { hdr.h.a, hdr.h.b, hdr.h.c, hdr.h.d }, hdr.h.checksum,
            HashAlgorithm.csum16);
    }
}

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply { std.egress_spec = 1; hdr.h.result = std.checksum_error == 1 ? 8w0xee : 0xaa; }
}
V1Switch(Extract(), Verify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
