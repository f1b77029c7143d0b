// SPDX-License-Identifier: Apache-2.0
// The switch says where a packet came from and goes to, how long it is, and that it is no copy (0).
// Spec: v1model: standard_metadata_t
#include <v1model.p4>

header h_t { bit<8> ingress_port; bit<8> egress_port; bit<16> length; bit<8> kind; }
#include "include/one_header.p4"

control MyEgress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        hdr.h.ingress_port = (bit<8>) std.ingress_port;
        hdr.h.egress_port = (bit<8>) std.egress_port;
        hdr.h.length = (bit<16>) std.packet_length;
        hdr.h.kind = (bit<8>) std.instance_type;
    }
}
V1Switch(Extract(), NoVerify(), ToPortOne(), MyEgress(), NoUpdate(), EmitAll()) main;
