// SPDX-License-Identifier: Apache-2.0
// A newtype is not its base type: explicit casts go both ways; it can be compared, assigned and stand in a header.
// Spec: P4_16 §7.6 Introducing new types, §8.25 Operations on types introduced by type
#include <v1model.p4>

type bit<16> NodeId;
const NodeId ROOT = (NodeId) 16w0x0100;
header h_t { NodeId node; bit<16> next; bit<8> is_root; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hdr.h.is_root = hdr.h.node == ROOT ? 8w1 : 0;
        hdr.h.next = (bit<16>) hdr.h.node + 1;
        hdr.h.node = (NodeId) (hdr.h.next << 1);
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
