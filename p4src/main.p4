// SPDX-License-Identifier: Apache-2.0
// The switch of an MRC fabric: SRv6 uSID forwarding over static tables, ECN marking, packet trimming.
//
//            ┌────────┐  ┌────────┐  ┌───────┐  ┌──────────┐  ┌───────────┐            ┌────────┐
//  parser ──►│validate├─►│ my_sid ├─►│ route ├─►│ classify ├─►│ admission ├──► queue ──►│ egress ├──► deparser
//            └───┬────┘  └───┬────┘  └───┬───┘  └──────────┘  └─────┬─────┘            └────────┘
//                └───────────┴───────────┴──────────► drop ◄────────┘
//
// Each stage is a control in stages/. A stage that gives a packet up sets meta.drop_reason, once: no later stage sees
// it, and `drop` counts it under that reason. Tables are static: a controller fills them once and goes away.

#define V1MODEL_VERSION 20200408
#include <core.p4>
#include <v1model.p4>

#include "constants.p4"
#include "drop_reasons.p4"
#include "headers.p4"
#include "metadata.p4"
#include "parser.p4"
#include "stages/validate.p4"
#include "stages/my_sid.p4"
#include "stages/route.p4"
#include "stages/classify.p4"
#include "stages/admission.p4"
#include "stages/drop.p4"
#include "stages/egress.p4"

control FabricIngress(inout headers_t hdr,
                      inout metadata_t meta,
                      inout standard_metadata_t standard_metadata) {
    Validate() validate;
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
        validate.apply(hdr, meta, standard_metadata);
        if (meta.drop_reason == drop_reason_t.NONE && hdr.ipv6.isValid()) {
            my_sid.apply(hdr, meta, standard_metadata);
        }
        if (meta.drop_reason == drop_reason_t.NONE && meta.endpoint.shifted && !meta.nexthop.known) {
            my_sid_redispatch.apply(hdr, meta, standard_metadata);
        }
        if (meta.drop_reason == drop_reason_t.NONE) {
            route.apply(hdr, meta, standard_metadata);
        }
        if (meta.drop_reason == drop_reason_t.NONE) {
            classify.apply(hdr, meta.qos, standard_metadata);
            admission.apply(meta, standard_metadata);
        }
        if (meta.drop_reason != drop_reason_t.NONE) {
            drop.apply(meta.drop_reason, standard_metadata);
        }
    }
}

@pkginfo(name = "mrc_fabric", version = "1.0")
V1Switch(FabricParser(),
         FabricVerifyChecksum(),
         FabricIngress(),
         FabricEgress(),
         FabricComputeChecksum(),
         FabricDeparser()) main;
