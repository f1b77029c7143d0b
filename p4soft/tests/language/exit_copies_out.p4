// SPDX-License-Identifier: Apache-2.0
// exit ends all callers, but their arguments are copied back first: also where the same variable is passed twice,
// so that the callee works on a copy; in a control, an action, and an action of a table.
// Spec: P4_16 §12.5 Exit statement
#include <v1model.p4>

header h_t { bit<8> k; bit<8> a; bit<8> b; bit<8> c; }
#include "include/one_header.p4"

control Both(in bit<8> old, inout bit<8> value, in bit<8> k) {
    action stop(bit<8> n) { value = n + old; exit; }
    action maybe() { value = 0x66; if (k == 4) { exit; } value = 0x67; }
    table t {
        key = { k : exact; }
        actions = { stop; maybe; NoAction; }
        const entries = { 2 : stop(0x20); 4 : maybe(); 5 : maybe(); }
        default_action = NoAction;
    }
    apply {
        value = value + 1;
        if (k == 1) { exit; }
        t.apply();
        if (k == 3) { stop(0x30); }
        value = value + 0x80;
    }
}
control Whole(in h_t old, inout h_t h) {
    apply { h.a = 0x41; h.b = old.a; if (old.k == 6) { exit; } h.c = 0x44; }
}
control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    Both() both;
    action act(in bit<8> old, inout bit<8> value) { value = 0x71; value = value + old; exit; }
    apply {
        std.egress_spec = 1;
        if (hdr.h.b == 0) { both.apply(hdr.h.a, hdr.h.a, hdr.h.k); }
        if (hdr.h.k == 6) { Whole.apply(hdr.h, hdr.h); }
        if (hdr.h.k == 7) { act(hdr.h.c, hdr.h.c); }
        hdr.h.b = 0xff;
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
