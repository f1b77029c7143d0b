// SPDX-License-Identifier: Apache-2.0
// advance moves on without extracting; the deparser does not put back what was skipped. The amount may be computed.
// Spec: P4_16 §13.8.4 Skipping bits
#include <v1model.p4>

header h_t { bit<8> skip; }
struct headers { h_t h; h_t after; }
struct metadata {}
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start {
        packet.extract(hdr.h);
        packet.advance((bit<32>) hdr.h.skip << 3);
        packet.advance(8);
        packet.extract(hdr.after);
        transition accept;
    }
}
#include "include/blocks.p4"
V1Switch(Extract(), NoVerify(), ToPortOne(), NoEgress(), NoUpdate(), EmitAll()) main;
