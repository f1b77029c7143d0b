// SPDX-License-Identifier: Apache-2.0
// A header is invalid until extracted, set valid or assigned; emit skips invalid headers;
// assigning an invalid header makes the target invalid.
// Spec: P4_16 §8.18 Operations on headers
#include <v1model.p4>

header h_t { bit<8> x; }
struct headers { h_t a; h_t b; h_t c; }
struct metadata {}
parser Extract(packet_in packet, out headers hdr, inout metadata meta, inout standard_metadata_t std) {
    state start { packet.extract(hdr.a); transition accept; }
}
#include "include/blocks.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        if (hdr.a.x == 1) {         // add one
            hdr.b.setValid();
            hdr.b.x = hdr.c.isValid() ? 8w0xff : 0xbb;
        } else if (hdr.a.x == 2) {  // a list expression makes the header valid
            hdr.c = { 0xcc };
        } else if (hdr.a.x == 3) {  // copying an invalid header
            hdr.c.setValid();
            hdr.c.x = 0xcc;
            hdr.c = hdr.b;
        } else if (hdr.a.x == 4) {  // removing one
            hdr.a.setInvalid();
        }
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
