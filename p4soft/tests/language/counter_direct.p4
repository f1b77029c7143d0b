// SPDX-License-Identifier: Apache-2.0
// Every entry of the table that names it has a counter, which counts when the entry matches.
// Spec: v1model: direct_counter
#include <v1model.p4>

header h_t { bit<8> a; bit<8> b; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    direct_counter(CounterType.packets_and_bytes) hits;
    action mark() { hits.count(); hdr.h.b = 1; }
    table t {
        key = { hdr.h.a : exact; }
        actions = { mark; NoAction; }
        counters = hits;
    }
    apply { std.egress_spec = 1; t.apply(); }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
