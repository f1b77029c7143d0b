// SPDX-License-Identifier: Apache-2.0
// On a miss the default action runs, with its arguments; the control plane may replace one that is not const;
// without one it is NoAction. A table without key always misses.
// Spec: P4_16 §14.2.1.3 Default action
#include <v1model.p4>

header h_t { bit<8> a; bit<8> fixed; bit<8> settable; bit<8> keyless; bit<8> none; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    action set(inout bit<8> target, bit<8> v) { target = v; }
    table fixed {
        key = { hdr.h.a : exact; }
        actions = { set(hdr.h.fixed); }
        const default_action = set(hdr.h.fixed, 0x11);
    }
    table settable {
        key = { hdr.h.a : exact; }
        actions = { set(hdr.h.settable); }
        default_action = set(hdr.h.settable, 0x22);
    }
    table keyless {
        actions = { set(hdr.h.keyless); NoAction; }
        default_action = set(hdr.h.keyless, 0x33);
    }
    table none {
        key = { hdr.h.a : exact; }
        actions = { set(hdr.h.none); @defaultonly NoAction; }
    }
    apply {
        std.egress_spec = 1;
        fixed.apply();
        settable.apply();
        keyless.apply();
        none.apply();
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
