// SPDX-License-Identifier: Apache-2.0
// A cable in P4: what arrives at port 0 leaves by port 1, and the other way round.
#include <core.p4>
#include <v1model.p4>

struct headers_t {}
struct metadata_t {}

parser P(packet_in packet, out headers_t headers, inout metadata_t meta, inout standard_metadata_t standard) {
    state start { transition accept; }
}
control Verify(inout headers_t headers, inout metadata_t meta) { apply {} }
control In(inout headers_t headers, inout metadata_t meta, inout standard_metadata_t standard) {
    action send(bit<9> port) { standard.egress_spec = port; }
    table wire {
        key = { standard.ingress_port : exact; }
        actions = { send; NoAction; }
        const entries = {
            0 : send(1);
            1 : send(0);
        }
        const default_action = NoAction();
    }
    apply { wire.apply(); }
}
control Out(inout headers_t headers, inout metadata_t meta, inout standard_metadata_t standard) { apply {} }
control Compute(inout headers_t headers, inout metadata_t meta) { apply {} }
control Deparse(packet_out packet, in headers_t headers) { apply {} }
V1Switch(P(), Verify(), In(), Out(), Compute(), Deparse()) main;
