// SPDX-License-Identifier: Apache-2.0
#include "skeleton.p4"

header label_t { bit<7> id; bit<1> last; }
struct headers_t { label_t[4] labels; }
NO_METADATA

parser Parse(packet_in packet, out headers_t hdr, inout metadata_t meta, inout standard_metadata_t sm) {
    state start {
        packet.extract(hdr.labels.next);
        transition select(hdr.labels.last.last) { 1: accept; default: start; }
    }
}

NO_VERIFY

control MyIngress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t sm) {
    apply {
        sm.egress_spec = 1;
        if (sm.parser_error == error.StackOutOfBounds) {
            sm.egress_spec = 2;
        } else if (hdr.labels[0].id == 0x7f) {
            hdr.labels.push_front(1);
            hdr.labels[0].setValid();
            hdr.labels[0].id = 1;
            hdr.labels[0].last = 0;
        } else {
            hdr.labels.pop_front(1);
        }
    }
}

NO_EGRESS
NO_UPDATE
EMIT_ALL

V1Switch(Parse(), Verify(), MyIngress(), MyEgress(), Update(), Emit()) main;
