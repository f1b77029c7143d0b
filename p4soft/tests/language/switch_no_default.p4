// SPDX-License-Identifier: Apache-2.0
// A switch over an expression without a default: what its only case assigns is assigned when that case matches, and not else.
// Spec: P4_16 §12.7.1 Switch statement with integer-type key expression
// Not with p4c: after the switch it takes the value that the case assigns for the value of the variable
#include <v1model.p4>

header h_t { bit<8> key; bit<8> value; bit<8> seen; bit<88> fill; }
struct headers { h_t h; }
struct metadata {}
#include "include/blocks.p4"

parser MyParser(packet_in pkt, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start {
        pkt.extract(hdr.h);
        transition accept;
    }
}
control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        switch (hdr.h.key) {
            4: { hdr.h.value = 0xEE; }
        }
        hdr.h.seen = hdr.h.value ^ 1;
        hdr.h.value = 0x55;
    }
}
V1Switch(MyParser(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
