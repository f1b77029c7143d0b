// SPDX-License-Identifier: Apache-2.0
// The second argument is the varbit's width in bits; one greater than the maximum gives error.HeaderTooShort.
// Spec: P4_16 §13.8.2 Variable-width extraction
#include <v1model.p4>

header h_t { bit<8> length; }
header options_t { bit<8> kind; varbit<32> data; }
struct headers { h_t h; options_t options; }
struct metadata {}
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start {
        packet.extract(hdr.h);
        packet.extract(hdr.options, ((bit<32>) hdr.h.length - 1) * 8);
        transition accept;
    }
}
#include "include/blocks.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        if (std.parser_error == error.HeaderTooShort) { std.egress_spec = 2; }
        else { hdr.options.kind = hdr.options.kind + 1; }
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
