// SPDX-License-Identifier: Apache-2.0
// The result is base + hash mod max, here of the identity; a max of 1 leaves the base.
// Spec: v1model: hash
#include <v1model.p4>

header h_t { bit<16> x; bit<16> bucket; bit<8> same; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hash(hdr.h.bucket, HashAlgorithm.identity, 16w100, { hdr.h.x }, 16w10);
        hash(hdr.h.same, HashAlgorithm.crc32, 8w7, { hdr.h.x }, 8w1);
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
