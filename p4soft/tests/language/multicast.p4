// SPDX-License-Identifier: Apache-2.0
// A group sends a copy to each of its replicas, instance_type 5, with its number in egress_rid; egress_spec does not count.
// Spec: v1model: mcast_grp, egress_rid; behavioral model, simple_switch.md
#include <v1model.p4>

header h_t { bit<8> group; bit<8> rid; bit<8> kind; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 511;
        std.mcast_grp = (bit<16>) hdr.h.group;
    }
}

control MyEgress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        hdr.h.rid = (bit<8>) std.egress_rid;
        hdr.h.kind = (bit<8>) std.instance_type;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), MyEgress(), NoUpdate(), EmitAll()) main;
