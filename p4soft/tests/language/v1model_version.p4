// SPDX-License-Identifier: Apache-2.0
// From 20200408 on, the index type of counters, meters and registers is a type parameter.
// Spec: v1model: V1MODEL_VERSION
#define V1MODEL_VERSION 20200408
#include <v1model.p4>

type bit<8> Slot;
header h_t { Slot i; bit<16> total; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    register<bit<16>, Slot>(4) totals;
    counter<Slot>(4, CounterType.packets) seen;
    apply {
        std.egress_spec = (PortId_t) 1;
        totals.read(hdr.h.total, hdr.h.i);
        hdr.h.total = hdr.h.total + 3;
        totals.write(hdr.h.i, hdr.h.total);
        seen.count(hdr.h.i);
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
