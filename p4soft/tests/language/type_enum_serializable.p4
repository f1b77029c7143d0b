// SPDX-License-Identifier: Apache-2.0
// A serialisable enum has a width and may stand in a header; a value without a name is kept and equals no member.
// Spec: P4_16 §7.2.1 Enumeration types, §8.3 Operations on enum types
#include <v1model.p4>

enum bit<16> EtherType { IPv4 = 0x0800, Arp = 0x0806, IPv6 = 0x86dd }
header h_t { EtherType kind; bit<16> number; bit<8> result; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hdr.h.number = hdr.h.kind + 1; // the member's value, by an implicit cast
        if (hdr.h.kind == EtherType.IPv4) {
            hdr.h.kind = EtherType.IPv6;
            hdr.h.result = 1;
        } else if (hdr.h.kind == EtherType.Arp) {
            hdr.h.kind = (EtherType) 16w0x1234;
            hdr.h.result = 2;
        } else {
            hdr.h.result = 3;
        }
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
