// SPDX-License-Identifier: Apache-2.0
// An integer literal can initialise a constant or variable of a new type of numbers, and be assigned, without a cast.
// Spec: P4_16 §7.6 Introducing new types; that `int` is converted in assignments is p4c's reading of §8.11.2
#include <v1model.p4>

@p4runtime_translation("example.com/node", string)
type bit<16> NodeId;
const NodeId ROOT = 0x0100;
const NodeId CUT = 0x12345;
header h_t { NodeId node; NodeId other; bit<8> is_root; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        NodeId local = 7;
        if (hdr.h.node == ROOT) {
            local = 0xbeef;
            hdr.h.is_root = 1;
        }
        hdr.h.node = CUT;
        hdr.h.other = local;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
