// SPDX-License-Identifier: Apache-2.0
// A meter without rates says green (0). With bursts of one and two packets and hardly any rate, three packets at once
// are green, yellow (1) and red (2).
// Spec: v1model: meter; RFC 2698
#include <v1model.p4>

header h_t { bit<8> i; bit<8> color; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    meter(4, MeterType.packets) rates;
    apply { std.egress_spec = 1; rates.execute_meter((bit<32>) hdr.h.i, hdr.h.color); }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
