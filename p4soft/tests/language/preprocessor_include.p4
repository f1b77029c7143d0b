// SPDX-License-Identifier: Apache-2.0
// `#include "file"` puts the file's text in its place, found relative to the including file;
// a guard makes a second inclusion empty.
// Spec: P4_16 §6.2 Preprocessing
#include <v1model.p4>

#include "include/tag.p4"
#include "include/tag.p4"

header h_t { bit<8> x; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply { std.egress_spec = 1; hdr.h.x = TAG; }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
