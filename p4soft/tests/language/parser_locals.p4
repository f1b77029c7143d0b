// SPDX-License-Identifier: Apache-2.0
// Locals live through one run of the parser, across its states; initialisers run when it starts.
// Spec: P4_16 §13.2 Parser declarations
#include <v1model.p4>

header h_t { bit<8> x; }
struct headers { h_t[4] s; h_t total; }
struct metadata {}
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    const bit<8> STOP = 0;
    bit<8> total = 0x10;
    state start {
        packet.extract(hdr.s.next);
        bit<8> latest = hdr.s.last.x;
        total = total + latest;
        transition select(latest) {
            STOP: done;
            default: start;
        }
    }
    state done {
        hdr.total.setValid();
        hdr.total.x = total;
        transition accept;
    }
}
#include "include/blocks.p4"
V1Switch(Extract(), NoVerify(), ToPortOne(), NoEgress(), NoUpdate(), EmitAll()) main;
