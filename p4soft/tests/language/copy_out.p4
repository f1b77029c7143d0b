// SPDX-License-Identifier: Apache-2.0
// An `out` parameter is written back when the callee returns, not before; a header passed as `out` starts invalid.
// Spec: P4_16 §6.8 Calling convention
#include <v1model.p4>

header h_t { bit<8> x; bit<8> during; bit<8> was_valid; }
struct headers { h_t h; h_t extra; }
struct metadata {}
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start { packet.extract(hdr.h); packet.extract(hdr.extra); transition accept; }
}
#include "include/blocks.p4"

void fresh(out h_t header_out, out bit<8> valid_inside) {
    valid_inside = header_out.isValid() ? 8w1 : 0;
}

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    action change(out bit<8> result) {
        result = 0x22;
        hdr.h.during = hdr.h.x;
    }
    apply {
        std.egress_spec = 1;
        change(hdr.h.x);
        fresh(hdr.extra, hdr.h.was_valid);
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
