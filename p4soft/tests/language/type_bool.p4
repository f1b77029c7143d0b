// SPDX-License-Identifier: Apache-2.0
// A bool is true or false, not a number; in a header it takes one bit.
// Spec: P4_16 §8.5 Expressions on Booleans
#include <v1model.p4>

header h_t { bool a; bool b; bool conjunction; bool disjunction; bool negation; bool same; bool differ; bool cast; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hdr.h.conjunction = hdr.h.a && hdr.h.b;
        hdr.h.disjunction = hdr.h.a || hdr.h.b;
        hdr.h.negation = !hdr.h.a;
        hdr.h.same = hdr.h.a == hdr.h.b;
        hdr.h.differ = hdr.h.a != hdr.h.b;
        hdr.h.cast = (bool) ((bit<1>) hdr.h.a);
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
