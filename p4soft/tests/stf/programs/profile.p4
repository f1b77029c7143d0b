// SPDX-License-Identifier: Apache-2.0
// Tables whose actions are members and groups that a test makes first.
#include "skeleton.p4"

struct headers_t { data_t data; }
NO_METADATA
EXTRACT_DATA
NO_VERIFY
NO_UPDATE
EMIT_ALL
NO_EGRESS

control MyIngress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t sm) {
    action_selector(HashAlgorithm.identity, 16, 1) paths;
    action_profile(4) marks;
    action forward(bit<9> port) { sm.egress_spec = port; }
    action mark(bit<8> index, bit<16> value) { hdr.data.index = index; hdr.data.value = value; }
    table route {
        key = { hdr.data.address : lpm; hdr.data.kind : selector; }
        actions = { forward; NoAction; }
        implementation = paths;
    }
    table note {
        key = { hdr.data.kind : exact; }
        actions = { mark; NoAction; }
        implementation = marks;
    }
    apply { route.apply(); note.apply(); }
}

V1Switch(Parse(), Verify(), MyIngress(), MyEgress(), Update(), Emit()) main;
