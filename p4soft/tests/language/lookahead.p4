// SPDX-License-Identifier: Apache-2.0
// lookahead returns the next bits without moving on.
// Spec: P4_16 §13.8.3 Lookahead
#include <v1model.p4>

header h_t { bit<8> x; bit<8> y; }
header long_t { bit<32> z; }
struct headers { h_t h; long_t long; h_t peeked; }
struct metadata {}
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start {
        transition select(packet.lookahead<bit<4>>()) {
            0xf: long;
            default: short;
        }
    }
    state long { packet.extract(hdr.long); transition accept; }
    state short {
        packet.extract(hdr.h);
        hdr.peeked = packet.lookahead<h_t>();
        transition accept;
    }
}
#include "include/blocks.p4"
V1Switch(Extract(), NoVerify(), ToPortOne(), NoEgress(), NoUpdate(), EmitAll()) main;
