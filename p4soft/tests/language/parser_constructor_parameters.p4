// SPDX-License-Identifier: Apache-2.0
// Each instance has its own constructor arguments, known when compiling.
// Spec: P4_16 §15 Parameterization
#include <v1model.p4>

header h_t { bit<8> x; }
struct headers { h_t a; h_t b; }
struct metadata {}

parser Adding(packet_in packet, out h_t one)(bit<8> amount, bool twice) {
    state start {
        packet.extract(one);
        one.x = one.x + amount;
        transition select(twice) {
            true: again;
            false: accept;
        }
    }
    state again {
        one.x = one.x + amount;
        transition accept;
    }
}

parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    Adding(1, false) one;
    Adding(twice = true, amount = 0x10) two;
    state start {
        one.apply(packet, hdr.a);
        two.apply(packet, hdr.b);
        transition accept;
    }
}
#include "include/blocks.p4"
V1Switch(Extract(), NoVerify(), ToPortOne(), NoEgress(), NoUpdate(), EmitAll()) main;
