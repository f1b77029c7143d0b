// SPDX-License-Identifier: Apache-2.0
// A packet that ends before the header gives error.PacketTooShort; the header stays invalid, its bits are payload.
// Spec: P4_16 §13.8.1 Fixed-width extraction
#include <v1model.p4>

header h_t { bit<8> x; }
header big_t { bit<256> data; }
struct headers { h_t h; big_t big; }
struct metadata {}
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start {
        packet.extract(hdr.h);
        packet.extract(hdr.big);
        transition accept;
    }
}
#include "include/blocks.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        if (std.parser_error == error.PacketTooShort) { hdr.h.x = hdr.big.isValid() ? 8w0xff : 0xee; }
        else if (std.parser_error == error.NoError) { hdr.h.x = 0xaa; }
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
