// SPDX-License-Identifier: Apache-2.0
// A checksum over the payload of a packet that is cut to 16 bytes covers the first 16 bytes of the payload, although
// fewer of them leave behind the header; the same when the packet recirculates, which then is not cut.
// Spec: v1model: truncate, the _with_payload functions; BMv2, Packet::get_data_size (include/bm/bm_sim/packet.h)
#include <v1model.p4>

header h_t { bit<16> a; bit<16> checksum; bit<16> first; }
struct headers { h_t h; }
struct metadata { @field_list(0) bit<8> kept; }
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start { packet.extract(hdr.h); transition accept; }
}
#include "include/blocks.p4"

const bit<32> RECIRCULATED = 4;

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        if (std.instance_type == RECIRCULATED) {
            hdr.h.first = hdr.h.checksum;
        }
    }
}

control MyEgress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        if (hdr.h.first == 0) {
            truncate(16);
            if (hdr.h.a == 0x2000) {
                recirculate_preserving_field_list(0);
            }
        }
    }
}

control Update(inout headers hdr, inout metadata meta) {
    apply {
        update_checksum_with_payload(true, { hdr.h.a }, hdr.h.checksum, HashAlgorithm.csum16);
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), MyEgress(), Update(), EmitAll()) main;
