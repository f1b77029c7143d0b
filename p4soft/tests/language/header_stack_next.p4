// SPDX-License-Identifier: Apache-2.0
// next is the first element not yet extracted; when all are, extracting it gives error.StackOutOfBounds.
// Spec: P4_16 §13.9 Header stacks
#include <v1model.p4>

header h_t { bit<8> x; }
header r_t { bit<8> result; }
struct headers { r_t r; h_t[2] s; }
struct metadata {}
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start { packet.extract(hdr.r); transition more; }
    state more {
        packet.extract(hdr.s.next);
        transition select(hdr.s.last.x) {
            0: accept;
            default: more;
        }
    }
}
#include "include/blocks.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hdr.r.result = (std.parser_error == error.StackOutOfBounds ? 8w0xf0 : 0)
            | (hdr.s[0].isValid() ? 8w1 : 0) | (hdr.s[1].isValid() ? 8w2 : 0);
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
