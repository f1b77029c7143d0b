// SPDX-License-Identifier: Apache-2.0
#include "skeleton.p4"

struct headers_t { data_t data; }
NO_METADATA
EXTRACT_DATA
NO_VERIFY
NO_UPDATE
EMIT_ALL
NO_EGRESS

control MyIngress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t sm) {
    register<bit<16>>(8) sums;
    apply {
        bit<16> sum;
        sums.read(sum, (bit<32>) hdr.data.index);
        sum = sum + hdr.data.value;
        sums.write((bit<32>) hdr.data.index, sum);
        hdr.data.value = sum;
        sm.egress_spec = 1;
    }
}

V1Switch(Parse(), Verify(), MyIngress(), MyEgress(), Update(), Emit()) main;
