// SPDX-License-Identifier: Apache-2.0
// The result is from lo to hi, both included.
// Spec: v1model: random
#include <v1model.p4>

header h_t { bit<8> fixed; bit<8> narrow; bit<8> ok; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        random(hdr.h.fixed, 8w0x42, 8w0x42);
        random(hdr.h.narrow, 8w0x70, 8w0x7f);
        bit<16> wide;
        random<bit<16>>(wide, 1000, 1009);
        hdr.h.ok = wide >= 1000 && wide <= 1009 ? 8w1 : 0;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
