// SPDX-License-Identifier: Apache-2.0
// -D NAME=VALUE defines a macro before the first line; -D NAME defines it as 1.
// Spec: P4_16 §6.2 Preprocessing
// Options: -D VALUE=0x5a -D FLAG
#include <v1model.p4>

header h_t { bit<8> a; bit<8> b; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hdr.h.a = VALUE;
#ifdef FLAG
        hdr.h.b = FLAG;
#endif
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
