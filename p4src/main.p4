// SPDX-License-Identifier: Apache-2.0
// The switch of an MRC fabric: SRv6 uSID forwarding over static tables, ECN marking, packet trimming.
//
//            ┌────────┐  ┌────────┐  ┌───────┐  ┌──────────┐  ┌───────────┐            ┌────────┐
//  parser ──►│ admit  ├─►│ my_sid ├─►│ route ├─►│ classify ├─►│ admission ├──► queue ──►│ egress ├──► deparser
//            └───┬────┘  └───┬────┘  └───┬───┘  └──────────┘  └─────┬─────┘            └────────┘
//                └───────────┴───────────┴──────────► drop ◄────────┘
//
// Each stage is a control in stages/. A stage that gives a packet up sets meta.drop_reason; no later stage sees it,
// and `drop` counts it under that name. Tables are static: a controller fills them once and goes away.

#define V1MODEL_VERSION 20200408
#include <core.p4>
#include <v1model.p4>

#include "constants.p4"
#include "headers.p4"
#include "parser.p4"
#include "stages/admit.p4"
#include "stages/my_sid.p4"
#include "stages/route.p4"
#include "stages/classify.p4"
#include "stages/admission.p4"
#include "stages/drop.p4"
#include "stages/egress.p4"

control FabricIngress(inout headers_t hdr,
                      inout metadata_t meta,
                      inout standard_metadata_t standard_metadata) {
    Admit() admit;
    MySid() my_sid;
    // Re-dispatch: a destination that is local again after a shift. Empty in the default, one-pass mode (as ASICs);
    // the controller fills it with the entries of my_sid when a switch is to follow RFC 9800's "submit to FIB".
    MySid() my_sid_redispatch;
    Route() route;
    Classify() classify;
    Admission() admission;
    Drop() drop;

    apply {
        meta.frame_bytes = standard_metadata.packet_length;
        admit.apply(hdr, meta, standard_metadata);
        if (meta.drop_reason == drop_reason_t.NONE) {
            my_sid.apply(hdr, meta, standard_metadata);
        }
        if (meta.drop_reason == drop_reason_t.NONE && meta.csid_shifted == 1 && meta.nexthop_known == 0) {
            my_sid_redispatch.apply(hdr, meta, standard_metadata);
        }
        if (meta.drop_reason == drop_reason_t.NONE) {
            route.apply(hdr, meta, standard_metadata);
        }
        if (meta.drop_reason == drop_reason_t.NONE) {
            classify.apply(hdr, meta, standard_metadata);
            admission.apply(hdr, meta, standard_metadata);
        }
        if (meta.drop_reason != drop_reason_t.NONE) {
            drop.apply(meta, standard_metadata);
        }
    }
}

V1Switch(FabricParser(),
         FabricVerifyChecksum(),
         FabricIngress(),
         FabricEgress(),
         FabricComputeChecksum(),
         FabricDeparser()) main;
