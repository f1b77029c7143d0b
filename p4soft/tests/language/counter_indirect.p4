// SPDX-License-Identifier: Apache-2.0
// count(i) adds one packet and the packet's bytes to cell i.
// Spec: v1model: counter
#include <v1model.p4>

header h_t { bit<8> i; bit<8> x; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    counter(8, CounterType.packets_and_bytes) seen;
    apply { std.egress_spec = 1; seen.count((bit<32>) hdr.h.i); }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
