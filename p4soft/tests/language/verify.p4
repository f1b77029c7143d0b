// SPDX-License-Identifier: Apache-2.0
// verify(false, e) sets the error and ends parsing at once: later statements and states do not run.
// Spec: P4_16 §13.7 verify
#include <v1model.p4>

error { NotFour }
header h_t { bit<4> version; bit<4> rest; }
struct headers { h_t h; h_t second; }
struct metadata { bit<1> after; }
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start {
        packet.extract(hdr.h);
        verify(hdr.h.version == 4, error.NotFour);
        meta.after = 1;
        transition next;
    }
    state next { packet.extract(hdr.second); transition accept; }
}
#include "include/blocks.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = std.parser_error == error.NotFour ? 9w2 : 1;
        if (meta.after == 1) { hdr.h.rest = 0xf; }
        hdr.second.setInvalid();
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
