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
    counter(4, CounterType.packets_and_bytes) seen;
    direct_counter(CounterType.packets_and_bytes) hits;
    action forward() { hits.count(); sm.egress_spec = 1; }
    action ignore() { hits.count(); mark_to_drop(sm); }
    table kinds {
        key = { hdr.data.kind : exact; }
        actions = { forward; ignore; }
        default_action = ignore();
        counters = hits;
    }
    apply { seen.count((bit<32>) hdr.data.index); kinds.apply(); }
}

V1Switch(Parse(), Verify(), MyIngress(), MyEgress(), Update(), Emit()) main;
