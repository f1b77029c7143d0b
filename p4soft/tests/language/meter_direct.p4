// SPDX-License-Identifier: Apache-2.0
// Every entry of the table that names it has a meter; without rates (STF cannot set these) it says green (0).
// Spec: v1model: direct_meter
#include <v1model.p4>

header h_t { bit<8> a; bit<8> color; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    direct_meter<bit<8>>(MeterType.bytes) rates;
    action measure() { rates.read(hdr.h.color); }
    table t {
        key = { hdr.h.a : exact; }
        actions = { measure; NoAction; }
        meters = rates;
    }
    apply { std.egress_spec = 1; t.apply(); }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
