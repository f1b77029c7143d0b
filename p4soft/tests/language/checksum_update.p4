// SPDX-License-Identifier: Apache-2.0
// After egress, if the condition holds, the checksum is written over what the headers have become.
// Spec: v1model: update_checksum; RFC 1071
#include <v1model.p4>

header h_t { bit<16> a; bit<16> b; bit<16> c; bit<16> d; bit<16> checksum; bit<8> enable; }
#include "include/one_header.p4"

control Update(inout headers hdr, inout metadata meta) {
    apply {
        update_checksum(hdr.h.isValid() && hdr.h.enable == 1, { hdr.h.a, hdr.h.b, hdr.h.c, hdr.h.d },
            hdr.h.checksum, HashAlgorithm.csum16);
    }
}

control MyEgress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply { hdr.h.a = 1; }
}
V1Switch(Extract(), NoVerify(), ToPortOne(), MyEgress(), Update(), EmitAll()) main;
