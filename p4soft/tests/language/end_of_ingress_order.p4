// SPDX-License-Identifier: Apache-2.0
// A clone is always made; then resubmit comes before multicast, multicast before drop, drop before unicast;
// mark_to_drop clears mcast_grp.
// Spec: behavioral model, simple_switch.md: after-ingress pseudocode
#include <v1model.p4>

header h_t { bit<8> x; bit<8> kind; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        if (hdr.h.x & 1 != 0) { clone(CloneType.I2E, 5); }
        if (hdr.h.x & 2 != 0) { mark_to_drop(std); }
        if (hdr.h.x & 4 != 0) { std.mcast_grp = 7; }
        if (hdr.h.x & 8 != 0) { mark_to_drop(std); }
        if (hdr.h.x & 16 != 0 && std.instance_type == 0) { resubmit_preserving_field_list(0); }
    }
}

control MyEgress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply { hdr.h.kind = (bit<8>) std.instance_type; }
}
V1Switch(Extract(), NoVerify(), MyIngress(), MyEgress(), NoUpdate(), EmitAll()) main;
