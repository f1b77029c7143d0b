// SPDX-License-Identifier: Apache-2.0
// Stage 4: DSCP to traffic class to queue (SONiC DSCP_TO_TC_MAP, TC_TO_QUEUE_MAP), and who may be trimmed.

#ifndef MRC_CLASSIFY_P4
#define MRC_CLASSIFY_P4

#include "../metadata.p4"

control Classify(in headers_t hdr,
                 inout qos_t qos,
                 in standard_metadata_t standard_metadata) {
    direct_counter(CounterType.packets_and_bytes) acl_disable_trim_counter;
    direct_counter(CounterType.packets_and_bytes) acl_disable_trim_ipv4_counter;

    // trim_eligible: 1 = the DSCP plays the role TRIMMABLE or TRIMMABLE_RETX. TRIMMED, CONTROL and NO_TRIM never are.
    @id(0x0100000B)
    action set_tc(@id(1) tc_t tc, @id(2) bit<1> trim_eligible) {
        qos.tc = tc;
        qos.trim_eligible = trim_eligible == 1;
    }

    @id(0x02000005)
    table dscp_to_tc {
        key = { qos.dscp: exact @name("dscp") @id(1); }
        actions = { set_tc; @defaultonly NoAction; }
        const default_action = NoAction();      // traffic class 0, not trimmable
        size = 64;
    }

    @id(0x0100000C)
    action set_queue(@id(1) queue_t queue) {
        qos.queue = queue;
    }

    @id(0x02000006)
    table tc_to_queue {
        key = { qos.tc: exact @name("tc") @id(1); }
        actions = { set_queue; @defaultonly NoAction; }
        const default_action = NoAction();      // queue 0
        size = 8;
    }

    // SAI_ACL_ENTRY_ATTR_ACTION_PACKET_TRIM_DISABLE: a packet of this flow is dropped where it would be trimmed.
    @id(0x0100000D)
    action disable_trim() {
        acl_disable_trim_counter.count();
        qos.trim_eligible = false;
    }

    @id(0x02000007)
    table acl_disable_trim {
        key = {
            standard_metadata.ingress_port: ternary @name("ingress_port") @id(1);
            hdr.ipv6.src_addr:              ternary @name("src_addr") @id(2) @format(IPV6_ADDRESS);
            hdr.ipv6.dst_addr:              ternary @name("dst_addr") @id(3) @format(IPV6_ADDRESS);
            hdr.ipv6.next_header:           ternary @name("next_header") @id(4);
            qos.dscp:                       ternary @name("dscp") @id(5);
        }
        actions = { disable_trim; @defaultonly NoAction; }
        const default_action = NoAction();
        counters = acl_disable_trim_counter;
        size = 256;
    }

    @id(0x01000012)
    action disable_trim_ipv4() {
        acl_disable_trim_ipv4_counter.count();
        qos.trim_eligible = false;
    }

    @id(0x02000009)
    table acl_disable_trim_ipv4 {
        key = {
            standard_metadata.ingress_port: ternary @name("ingress_port") @id(1);
            hdr.ipv4.src_addr:              ternary @name("src_addr") @id(2) @format(IPV4_ADDRESS);
            hdr.ipv4.dst_addr:              ternary @name("dst_addr") @id(3) @format(IPV4_ADDRESS);
            hdr.ipv4.protocol:              ternary @name("protocol") @id(4);
            qos.dscp:                       ternary @name("dscp") @id(5);
        }
        actions = { disable_trim_ipv4; @defaultonly NoAction; }
        const default_action = NoAction();
        counters = acl_disable_trim_ipv4_counter;
        size = 256;
    }

    apply {
        if (hdr.ipv6.isValid()) {
            qos.dscp = hdr.ipv6.dscp;
            qos.ecn = hdr.ipv6.ecn;
        } else {
            qos.dscp = hdr.ipv4.dscp;
            qos.ecn = hdr.ipv4.ecn;
        }
        dscp_to_tc.apply();
        tc_to_queue.apply();
        if (qos.trim_eligible) {
            if (hdr.ipv6.isValid()) {
                acl_disable_trim.apply();
            } else {
                acl_disable_trim_ipv4.apply();
            }
        }
    }
}

#endif
