// SPDX-License-Identifier: Apache-2.0
#include "skeleton.p4"

header tag_t { bit<64> id; }
header word_t { bit<32> word; }
struct headers_t { data_t data; tag_t tag; word_t word; }
NO_METADATA

parser Parse(packet_in packet, out headers_t hdr, inout metadata_t meta, inout standard_metadata_t sm) {
    state start {
        packet.extract(hdr.data);
        transition select(hdr.data.kind, hdr.data.index) {
            (0x01, _): tag;
            (0x10 &&& 0xf0, 0 .. 7): word;
            default: accept;
        }
    }
    state tag { packet.extract(hdr.tag); transition accept; }
    state word { packet.extract(hdr.word); transition accept; }
}

NO_VERIFY

control MyIngress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t sm) {
    apply {
        sm.egress_spec = 1;
        if (hdr.tag.isValid()) { sm.egress_spec = 2; hdr.tag.id = 0xbeef0000000000ad; }
        if (hdr.word.isValid()) { sm.egress_spec = 3; hdr.word.setInvalid(); }
        if (sm.parser_error == error.PacketTooShort) { sm.egress_spec = 4; }
    }
}

NO_EGRESS
NO_UPDATE
EMIT_ALL

V1Switch(Parse(), Verify(), MyIngress(), MyEgress(), Update(), Emit()) main;
