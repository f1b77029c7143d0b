// SPDX-License-Identifier: Apache-2.0
// emit appends a header if it is valid; of a struct or stack, each element in order. The payload follows.
// Spec: P4_16 §16.1 Data insertion into packets
#include <v1model.p4>

header h_t { bit<8> x; }
struct inner_t { h_t one; h_t two; }
struct headers { h_t a; inner_t inner; h_t[2] s; }
struct metadata {}
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start {
        packet.extract(hdr.a);
        packet.extract(hdr.inner.one);
        packet.extract(hdr.inner.two);
        packet.extract(hdr.s.next);
        packet.extract(hdr.s.next);
        transition accept;
    }
}
#include "include/blocks.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        if (hdr.a.x == 1) { hdr.inner.one.setInvalid(); hdr.s[0].setInvalid(); }
    }
}

control EmitReordered(packet_out packet, in headers hdr) {
    apply {
        packet.emit(hdr.s);
        packet.emit(hdr.a);
        packet.emit(hdr.inner);
        packet.emit(hdr.a);
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitReordered()) main;
