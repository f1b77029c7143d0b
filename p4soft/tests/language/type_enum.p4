// SPDX-License-Identifier: Apache-2.0
// Values of an enum can be assigned and compared for equality; its members have no numbers of their own.
// Spec: P4_16 §7.2.1 Enumeration types, §8.3 Operations on enum types
#include <v1model.p4>

enum Color { Red, Green, Blue }
header h_t { bit<8> x; bit<8> y; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    Color color;
    apply {
        std.egress_spec = 1;
        if (hdr.h.x == 0) { color = Color.Red; }
        else if (hdr.h.x == 1) { color = Color.Green; }
        else { color = Color.Blue; }
        Color other = color;
        if (other == Color.Green) { hdr.h.y = 0x67; }
        else if (other != Color.Red) { hdr.h.y = 0x62; }
        else { hdr.h.y = 0x72; }
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
