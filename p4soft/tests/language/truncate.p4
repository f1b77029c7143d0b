// SPDX-License-Identifier: Apache-2.0
// The packet as deparsed is cut to so many bytes; one that is shorter stays as it is; packet_length does not change.
// Spec: v1model: truncate
#include <v1model.p4>

header h_t { bit<8> size; bit<8> length; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply { std.egress_spec = 1; truncate((bit<32>) hdr.h.size); }
}

control MyEgress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply { hdr.h.length = (bit<8>) std.packet_length; }
}
V1Switch(Extract(), NoVerify(), MyIngress(), MyEgress(), NoUpdate(), EmitAll()) main;
