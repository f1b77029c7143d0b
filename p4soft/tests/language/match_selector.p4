// SPDX-License-Identifier: Apache-2.0
// Keys of kind selector feed the selector's hash and are no part of the match; with one member every hash picks it.
// Spec: v1model: action_selector
#include <v1model.p4>

header h_t { bit<8> a; bit<16> flow; bit<8> result; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    action_selector(HashAlgorithm.crc16, 32w16, 32w8) choice;
    action set(bit<8> v) { hdr.h.result = v; }
    table t {
        key = { hdr.h.a : exact; hdr.h.flow : selector; }
        actions = { set; NoAction; }
        implementation = choice;
    }
    apply { std.egress_spec = 1; t.apply(); }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
