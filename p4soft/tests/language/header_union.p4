// SPDX-License-Identifier: Apache-2.0
// Making a member of a union valid makes the others invalid; emitting the union emits the valid one.
// Spec: P4_16 §7.2.5 Header unions, §8.21 Operations on header unions
#include <v1model.p4>

header kind_t { bit<8> kind; bit<8> valid; }
header small_t { bit<8> x; }
header large_t { bit<16> y; }
header_union either_t { small_t small; large_t large; }
struct headers { kind_t k; either_t u; }
struct metadata {}
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start {
        packet.extract(hdr.k);
        transition select(hdr.k.kind[0:0]) {
            0: small;
            1: large;
        }
    }
    state small { packet.extract(hdr.u.small); transition accept; }
    state large { packet.extract(hdr.u.large); transition accept; }
}
#include "include/blocks.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        if (hdr.k.kind == 2) { hdr.u.large = { 0xaabb }; }
        if (hdr.k.kind == 3) { hdr.u.small.setValid(); hdr.u.small.x = 0xcc; }
        if (hdr.k.kind == 4) { hdr.u.small.setInvalid(); }
        hdr.k.valid = (hdr.u.small.isValid() ? 8w1 : 0) | (hdr.u.large.isValid() ? 8w2 : 0)
            | (hdr.u.isValid() ? 8w4 : 0);
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
