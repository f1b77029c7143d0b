// SPDX-License-Identifier: Apache-2.0
// An index with side effects: the element of the stack itself is written, not a copy of the stack.
// Spec: P4_16 §8.1 Expression evaluation order
#include <v1model.p4>

header h_t { bit<8> i; bit<8> v; }
header e_t { bit<8> x; }
struct headers { h_t h; e_t[4] s; }
struct metadata {}
#include "include/blocks.p4"

parser MyParser(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start {
        packet.extract(hdr.h);
        packet.extract(hdr.s.next);
        packet.extract(hdr.s.next);
        packet.extract(hdr.s.next);
        packet.extract(hdr.s.next);
        transition accept;
    }
}

bit<8> next(inout bit<8> x) { bit<8> before = x; x = x + 1; return before; }

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hdr.s[next(hdr.h.i) & 3].x = hdr.h.v;
        hdr.s[next(hdr.h.i) & 3].x |= 0x0F;
    }
}
control MyDeparser(packet_out packet, in headers hdr) {
    apply { packet.emit(hdr); }
}
V1Switch(MyParser(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), MyDeparser()) main;
