// SPDX-License-Identifier: Apache-2.0
// Extracting to `_`, with the type given, skips a header.
// Spec: P4_16 §13.8.1 Fixed-width extraction
#include <v1model.p4>

header h_t { bit<8> x; }
header skipped_t { bit<16> y; }
struct headers { h_t h; }
struct metadata {}
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start {
        packet.extract<skipped_t>(_);
        packet.extract(hdr.h);
        transition accept;
    }
}
#include "include/blocks.p4"
V1Switch(Extract(), NoVerify(), ToPortOne(), NoEgress(), NoUpdate(), EmitAll()) main;
