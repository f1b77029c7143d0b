// SPDX-License-Identifier: Apache-2.0
// W may be any positive number; a header's fields follow each other without padding, most significant bit first.
// Spec: P4_16 §7.1.6.2 Unsigned integers
#include <v1model.p4>

header h_t { bit<3> x; bit<9> y; bit<4> z; bit<128> wide; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hdr.h.wide = hdr.h.wide + 1;
        hdr.h.y = hdr.h.y + 1;
        hdr.h.x = hdr.h.x - 1;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
