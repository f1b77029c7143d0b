// SPDX-License-Identifier: Apache-2.0
// Applying a sub-parser extracts where the caller stands; its accept continues the caller.
// Spec: P4_16 §13.10 Sub-parsers
#include <v1model.p4>

header h_t { bit<8> x; bit<8> y; }
struct headers { h_t a; h_t b; h_t c; }
struct metadata {}

parser Two(packet_in packet, out h_t one, inout bit<8> count) {
    state start {
        packet.extract(one);
        count = count + 1;
        transition accept;
    }
}

parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    Two() two;
    bit<8> count = 0;
    state start {
        two.apply(packet, hdr.a, count);
        transition select(hdr.a.x) {
            0: done;
            default: more;
        }
    }
    state more {
        two.apply(packet, hdr.b, count);
        transition done;
    }
    state done {
        hdr.a.y = count;
        transition accept;
    }
}
#include "include/blocks.p4"
V1Switch(Extract(), NoVerify(), ToPortOne(), NoEgress(), NoUpdate(), EmitAll()) main;
