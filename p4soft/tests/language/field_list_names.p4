// SPDX-License-Identifier: Apache-2.0
// The index of a field list is any constant: a name, an expression, an enum member with a value; one without a value is
// its position. The list of a struct is that of each of its fields, whatever is annotated there.
// Spec: v1model: clone_preserving_field_list
#include <v1model.p4>

enum bit<8> List { RESUBMIT = 9, RECIRCULATE = 4 }
enum Plain { ZERO, ONE, TWO }
const bit<8> CLONE = 5;
const int NEXT = CLONE + 1;

header h_t { bit<8> x; bit<8> cloned; bit<8> again; bit<8> round; bit<8> two; bit<8> next; }
struct headers { h_t h; }
struct pair_t { bit<8> next; @field_list(Plain.TWO) bit<8> two; }
struct metadata {
    @field_list(CLONE, Plain.TWO) bit<8> cloned;
    @field_list(List.RESUBMIT) bit<8> again;
    @field_list(List.RECIRCULATE, (bit<8>)List.RESUBMIT) bit<8> round;
    @field_list(NEXT, CLONE + 2) pair_t pair;
}
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start { packet.extract(hdr.h); transition accept; }
}
#include "include/blocks.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        bool first = std.instance_type == 0;
        std.egress_spec = 1;
        if (first) { meta = { 1, 2, 3, { 4, 5 } }; } // otherwise what was preserved
        if (hdr.h.x == 1) { clone_preserving_field_list(CloneType.I2E, 5, CLONE); }
        if (hdr.h.x == 2) { clone_preserving_field_list(CloneType.I2E, 5, 2); }
        if (hdr.h.x == 3) { clone_preserving_field_list(CloneType.I2E, 5, (bit<8>)NEXT); }
        if (hdr.h.x == 4 && first) { resubmit_preserving_field_list((bit<8>)List.RESUBMIT); }
    }
}

control MyEgress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        if (hdr.h.x == 5 && meta.cloned != 0) {
            recirculate_preserving_field_list(List.RECIRCULATE);
            return;
        }
        hdr.h.cloned = meta.cloned;
        hdr.h.again = meta.again;
        hdr.h.round = meta.round;
        hdr.h.two = meta.pair.two;
        hdr.h.next = meta.pair.next;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), MyEgress(), NoUpdate(), EmitAll()) main;
