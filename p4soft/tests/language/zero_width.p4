// SPDX-License-Identifier: Apache-2.0
// A field of type bit<0> takes no room on the wire; its value in expressions is 0.
// Spec: section 7.1.6.2, "Unsigned integers (bit-strings)"
#include <core.p4>
#include <v1model.p4>

header data_t {
    bit<8> a;
    bit<0> nothing;
    bit<8> b;
}
struct headers_t { data_t data; }
struct meta_t { bit<0> empty; }

parser P(packet_in packet, out headers_t hdr, inout meta_t meta, inout standard_metadata_t std) {
    state start {
        packet.extract(hdr.data);
        transition accept;
    }
}
control V(inout headers_t hdr, inout meta_t meta) { apply { } }
control I(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t std) {
    action swap() {
        hdr.data.a = hdr.data.b;
        hdr.data.b = 8w0x10 + (bit<8>) meta.empty;
    }
    table by_nothing {
        key = { hdr.data.a: exact; }
        actions = { swap; NoAction; }
        const default_action = NoAction;
        const entries = { 1: swap(); }
    }
    apply {
        std.egress_spec = 1;
        meta.empty = (bit<0>) hdr.data.a;
        by_nothing.apply();
        if (meta.empty == 0) {
            std.egress_spec = 2;
        }
    }
}
control E(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t std) { apply { } }
control C(inout headers_t hdr, inout meta_t meta) { apply { } }
control D(packet_out packet, in headers_t hdr) { apply { packet.emit(hdr); } }
V1Switch(P(), V(), I(), E(), C(), D()) main;
