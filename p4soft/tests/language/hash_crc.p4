// SPDX-License-Identifier: Apache-2.0
// CRC-32 (IEEE 802.3) and CRC-16/ARC of "123456789" have the published check values cbf43926 and bb3d;
// the custom ones have the same parameters until the control plane sets others.
// Spec: v1model: hash, HashAlgorithm
#include <v1model.p4>

header h_t { bit<72> text; bit<32> crc32; bit<16> crc16; bit<32> custom32; bit<16> custom16; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hash(hdr.h.crc32, HashAlgorithm.crc32, 32w0, { hdr.h.text }, 33w0x1_0000_0000);
        hash(hdr.h.crc16, HashAlgorithm.crc16, 16w0, { hdr.h.text }, 17w0x1_0000);
        hash(hdr.h.custom32, HashAlgorithm.crc32_custom, 32w0, { hdr.h.text }, 33w0x1_0000_0000);
        hash(hdr.h.custom16, HashAlgorithm.crc16_custom, 16w0, { hdr.h.text }, 17w0x1_0000);
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
