// SPDX-License-Identifier: Apache-2.0
#include "skeleton.p4"

header check_t { bit<16> sum; }
struct headers_t { data_t data; check_t check; }
NO_METADATA

parser Parse(packet_in packet, out headers_t hdr, inout metadata_t meta, inout standard_metadata_t sm) {
    state start { packet.extract(hdr.data); packet.extract(hdr.check); transition accept; }
}

control Verify(inout headers_t hdr, inout metadata_t meta) {
    apply {
        verify_checksum(true, { hdr.data.kind, hdr.data.index, hdr.data.value, hdr.data.address }, hdr.check.sum,
                        HashAlgorithm.csum16);
    }
}

control MyIngress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t sm) {
    apply {
        sm.egress_spec = 1;
        if (sm.checksum_error == 1) { sm.egress_spec = 2; }
        hdr.data.value = hdr.data.value + 1;
    }
}

NO_EGRESS

control Update(inout headers_t hdr, inout metadata_t meta) {
    apply {
        update_checksum(true, { hdr.data.kind, hdr.data.index, hdr.data.value, hdr.data.address }, hdr.check.sum,
                        HashAlgorithm.csum16);
    }
}

EMIT_ALL

V1Switch(Parse(), Verify(), MyIngress(), MyEgress(), Update(), Emit()) main;
