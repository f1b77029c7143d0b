// SPDX-License-Identifier: Apache-2.0
// A packet that starts with one header, after the program has declared it as `h_t`.
struct headers { h_t h; }
struct metadata {}
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start { packet.extract(hdr.h); transition accept; }
}
#include "blocks.p4"
