// SPDX-License-Identifier: Apache-2.0
// Every `error {}` declaration adds constants to the one error type; they can be compared for equality.
// In v1model a parser error does not drop the packet: ingress sees it in parser_error.
// Spec: P4_16 §7.1.2 The error type; v1model: parser_error
#include <v1model.p4>

error { Odd, Huge }
header h_t { bit<8> x; bit<8> seen; }
struct headers { h_t h; }
struct metadata { error first; }
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start {
        packet.extract(hdr.h);
        verify(hdr.h.x[0:0] == 0, error.Odd);
        verify(hdr.h.x < 100, error.Huge);
        transition accept;
    }
}
#include "include/blocks.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        meta.first = std.parser_error;
        if (meta.first == error.NoError) { hdr.h.seen = 1; }
        if (meta.first == error.Odd) { hdr.h.seen = 2; }
        if (std.parser_error == error.Huge) { hdr.h.seen = 3; }
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
