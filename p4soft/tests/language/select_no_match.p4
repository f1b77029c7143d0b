// SPDX-License-Identifier: Apache-2.0
// Without a matching case the parser ends. The specification sets error.NoMatch then, simple_switch does not: it
// accepts, with error.NoError (docs of the behavioral model do not say so; p4c and BMv2 do it).
// Spec: P4_16 §13.6 Select expressions; v1model: parser_error
#include <v1model.p4>

header h_t { bit<8> x; bit<8> result; }
struct headers { h_t h; h_t more; }
struct metadata {}
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start {
        packet.extract(hdr.h);
        transition select(hdr.h.x) {
            1: accept;
            2: more;
        }
    }
    state more { packet.extract(hdr.more); transition accept; }
}
#include "include/blocks.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        if (std.parser_error == error.NoMatch) { hdr.h.result = 0xee; }
        if (std.parser_error == error.NoError) { hdr.h.result = 1; }
        if (hdr.more.isValid()) { hdr.h.result = 2; }
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
