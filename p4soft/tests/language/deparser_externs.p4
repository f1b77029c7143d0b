// SPDX-License-Identifier: Apache-2.0
// A deparser may call extern functions; what follows a `return` in it does not run. (P4_16 lets it do anything that a
// control can; simple_switch has no conditions there.)
// Spec: P4_16 §16 Deparsing
#include <v1model.p4>

header h_t { bit<8> k; bit<8> a; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply { std.egress_spec = 1; }
}
control Inner(packet_out packet, in h_t h) {
    apply {
        packet.emit(h);
        log_msg("emitted {} {}", {h.k, h.isValid()});
        return;
        packet.emit(h);
    }
}
control MyDeparser(packet_out packet, in headers hdr) {
    Inner() inner;
    apply {
        log_msg("before");
        inner.apply(packet, hdr.h);
        bit<8> copy = hdr.h.a;
        assert(copy == hdr.h.a);
        packet.emit(hdr.h);
        exit;
        packet.emit(hdr.h);
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), MyDeparser()) main;
