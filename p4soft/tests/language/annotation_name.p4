// SPDX-License-Identifier: Apache-2.0
// @name is the name that the control plane uses; one that starts with a dot is absolute; @hidden hides from it.
// Spec: P4_16 §18.3.2 Annotations controlling naming, §20.3.3 Control-plane API annotations
#include <v1model.p4>

header h_t { bit<8> a; bit<8> result; bit<8> hidden; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    @name("assign") action set(@name("value") bit<8> v) { hdr.h.result = v; }
    @hidden action mark() { hdr.h.hidden = 1; }
    @name(".absolute") table t {
        key = { hdr.h.a : exact @name("first_byte"); }
        actions = { set; NoAction; }
    }
    @hidden table always {
        actions = { mark; }
        const default_action = mark();
    }
    apply { std.egress_spec = 1; t.apply(); always.apply(); }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
