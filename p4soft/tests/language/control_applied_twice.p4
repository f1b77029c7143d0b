// SPDX-License-Identifier: Apache-2.0
// One instance applied at two places, with the same arguments and with others; arguments that lie in each other are
// copied back from left to right.
// Spec: P4_16 §6.8 Calling convention: call by copy in/copy out
#include <v1model.p4>

header h_t { bit<8> kind; bit<8> n; bit<8> first; bit<8> second; bit<8> total; }
#include "include/one_header.p4"

control Count(inout h_t h, inout bit<8> total, out bit<8> before, in bit<8> step) {
    apply {
        before = total;
        total = total + step;
        h.n = h.n + 1;
    }
}

control Mark(out bit<8> mark, inout h_t h) {
    apply {
        mark = 0xff;
        h.n = h.n + 1;
    }
}

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    bit<8> total = 10;
    bit<8> mark = 0;
    Count() count;
    Mark() mark_it;
    apply {
        std.egress_spec = 1;
        if (hdr.h.kind == 0) {
            count.apply(hdr.h, total, hdr.h.first, 1);
            mark_it.apply(hdr.h.first, hdr.h);
        } else {
            count.apply(hdr.h, total, hdr.h.second, hdr.h.kind);
            mark_it.apply(mark, hdr.h);
            hdr.h.first = mark;
        }
        hdr.h.total = total;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
