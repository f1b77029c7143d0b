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
    meter(4, MeterType.packets) limit;
    apply {
        bit<2> color;
        limit.execute_meter((bit<32>) hdr.data.index, color);
        hdr.data.kind = (bit<8>) color;
        sm.egress_spec = 1;
    }
}

V1Switch(Parse(), Verify(), MyIngress(), MyEgress(), Update(), Emit()) main;
