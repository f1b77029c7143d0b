// SPDX-License-Identifier: Apache-2.0
// A table with an action profile matches as any other; its entries share members of the profile.
// Not on BMv2: STF over P4Runtime cannot add members to a profile without selector.
// Spec: v1model: action_profile
#include <v1model.p4>

header h_t { bit<8> a; bit<8> b; bit<8> result; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    action_profile(32w16) shared;
    action set(bit<8> v) { hdr.h.result = v; }
    table t {
        key = { hdr.h.a : exact; }
        actions = { set; NoAction; }
        implementation = shared;
    }
    table u {
        key = { hdr.h.b : exact; }
        actions = { set; NoAction; }
        implementation = shared;
    }
    apply {
        std.egress_spec = 1;
        if (t.apply().miss) { u.apply(); }
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
