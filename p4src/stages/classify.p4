// SPDX-License-Identifier: Apache-2.0
// Stage 4: DSCP to traffic class to queue (SONiC DSCP_TO_TC_MAP, TC_TO_QUEUE_MAP), and who may be trimmed.

#ifndef MRC_CLASSIFY_P4
#define MRC_CLASSIFY_P4

#include "../headers.p4"

control Classify(in headers_t hdr,
                 inout metadata_t meta,
                 in standard_metadata_t standard_metadata) {
    direct_counter(CounterType.packets_and_bytes) acl_disable_trim_counter;

    // trim_eligible: the DSCP plays the role TRIMMABLE or TRIMMABLE_RETX. TRIMMED, CONTROL and NO_TRIM never are.
    action set_tc(tc_t tc, bit<1> trim_eligible) {
        meta.tc = tc;
        meta.trim_eligible = trim_eligible;
    }

    table dscp_to_tc {
        key = { meta.dscp: exact @name("dscp"); }
        actions = { set_tc; @defaultonly NoAction; }
        const default_action = NoAction();      // traffic class 0, not trimmable
        size = 64;
    }

    action set_queue(queue_t queue) {
        meta.queue = queue;
    }

    table tc_to_queue {
        key = { meta.tc: exact @name("tc"); }
        actions = { set_queue; @defaultonly NoAction; }
        const default_action = NoAction();      // queue 0
        size = 8;
    }

    // SAI_ACL_ENTRY_ATTR_ACTION_PACKET_TRIM_DISABLE: a packet of this flow is dropped where it would be trimmed.
    action disable_trim() {
        acl_disable_trim_counter.count();
        meta.trim_eligible = 0;
    }

    table acl_disable_trim {
        key = {
            standard_metadata.ingress_port: ternary @name("ingress_port");
            hdr.ipv6.src_addr:              ternary @name("src_addr") @format(IPV6_ADDRESS);
            hdr.ipv6.dst_addr:              ternary @name("dst_addr") @format(IPV6_ADDRESS);
            hdr.ipv6.next_header:           ternary @name("next_header");
            meta.dscp:                      ternary @name("dscp");
        }
        actions = { disable_trim; @defaultonly NoAction; }
        const default_action = NoAction();
        counters = acl_disable_trim_counter;
        size = 256;
    }

    apply {
        if (hdr.ipv6.isValid()) {
            meta.dscp = hdr.ipv6.dscp;
            meta.ecn = hdr.ipv6.ecn;
        } else {
            meta.dscp = hdr.ipv4.dscp;
            meta.ecn = hdr.ipv4.ecn;
        }
        dscp_to_tc.apply();
        tc_to_queue.apply();
        if (meta.trim_eligible == 1) {
            acl_disable_trim.apply();
        }
    }
}

#endif
