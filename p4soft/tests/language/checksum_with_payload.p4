// SPDX-License-Identifier: Apache-2.0
// The bytes after the parsed headers are summed up too.
// Spec: v1model: the _with_payload functions; RFC 1071
#include <v1model.p4>

header h_t { bit<16> a; bit<16> checksum; bit<16> wrong; }
#include "include/one_header.p4"

control Verify(inout headers hdr, inout metadata meta) {
    apply {
        verify_checksum_with_payload(true, { hdr.h.a }, hdr.h.checksum, HashAlgorithm.csum16);
    }
}

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hdr.h.wrong = (bit<16>) std.checksum_error;
        hdr.h.a = 2;
    }
}

control Update(inout headers hdr, inout metadata meta) {
    apply {
        update_checksum_with_payload(true, { hdr.h.a }, hdr.h.checksum, HashAlgorithm.csum16);
    }
}
V1Switch(Extract(), Verify(), MyIngress(), NoEgress(), Update(), EmitAll()) main;
