// SPDX-License-Identifier: Apache-2.0
// Times are microseconds and never run backwards; a packet alone finds its queue empty.
// Spec: v1model: standard_metadata_t
#include <v1model.p4>

header h_t { bit<8> ordered; bit<8> depth; }
#include "include/one_header.p4"

control MyEgress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        hdr.h.ordered = std.egress_global_timestamp >= std.ingress_global_timestamp
            && std.ingress_global_timestamp > 0 && std.deq_timedelta < 1000000 ? 8w1 : 0;
        hdr.h.depth = (bit<8>) std.enq_qdepth;
    }
}
V1Switch(Extract(), NoVerify(), ToPortOne(), MyEgress(), NoUpdate(), EmitAll()) main;
