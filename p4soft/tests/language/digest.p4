// SPDX-License-Identifier: Apache-2.0
// digest sends values to the control plane (STF cannot see them); the packet goes on.
// Spec: v1model: digest
#include <v1model.p4>

struct seen_t { bit<8> x; bit<9> port; }
header h_t { bit<8> x; bit<8> y; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        digest<seen_t>(1, { hdr.h.x, std.ingress_port });
        hdr.h.y = 1;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
