// SPDX-License-Identifier: Apache-2.0
// Messages go to the log (STF cannot see it); an assertion or assumption that holds does nothing.
// Spec: v1model: log_msg, assert, assume
#include <v1model.p4>

header h_t { bit<8> x; bit<8> y; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        log_msg("a packet");
        log_msg("x = {}, port = {}", { hdr.h.x, std.ingress_port });
        assert(hdr.h.isValid());
        assume(std.egress_spec == 1);
        assert(hdr.h.x == 0x11 || hdr.h.y == 0);
        hdr.h.y = 1;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
