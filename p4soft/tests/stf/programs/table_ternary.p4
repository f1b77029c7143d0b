// SPDX-License-Identifier: Apache-2.0
#include "skeleton.p4"

struct headers_t { data_t data; }
NO_METADATA
EXTRACT_DATA
NO_VERIFY
NO_UPDATE
EMIT_ALL
NO_EGRESS

control MyIngress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t sm) {
    action forward(bit<9> port) { sm.egress_spec = port; }
    action drop() { mark_to_drop(sm); }
    table acl {
        key = { hdr.data.address : ternary; hdr.data.kind : ternary; }
        actions = { forward; drop; }
        default_action = drop();
    }
    apply { acl.apply(); }
}

V1Switch(Parse(), Verify(), MyIngress(), MyEgress(), Update(), Emit()) main;
