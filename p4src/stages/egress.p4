// SPDX-License-Identifier: Apache-2.0
// Stage 6: what the packet looks like on the wire: MAC addresses, DSCP, ECN, lengths, and the cut itself.

#ifndef MRC_EGRESS_P4
#define MRC_EGRESS_P4

#include "../metadata.p4"

control FabricEgress(inout headers_t hdr,
                     inout metadata_t meta,
                     inout standard_metadata_t standard_metadata) {
    @id(0x12000008)
    counter<port_t>(PORTS, CounterType.packets_and_bytes) port_tx_packets;

    action rewrite_macs() {
        hdr.ethernet.src_addr = meta.nexthop.src_mac;
        hdr.ethernet.dst_addr = meta.nexthop.dst_mac;
    }

    // Only the outermost IP header changes; inner lengths, the UDP length and checksums stay as they were.
    action trim() {
        truncate(meta.frame_bytes);
    }

    // A length only ever shrinks: bytes behind the IP packet (padding) may be all that was cut.
    action update_ipv6_length() {
        bit<16> kept = (bit<16>)(meta.frame_bytes - ETHERNET_BYTES - IPV6_BYTES);
        hdr.ipv6.payload_len = hdr.ipv6.payload_len > kept ? kept : hdr.ipv6.payload_len;
    }

    action update_ipv4_length() {
        bit<16> kept = (bit<16>)(meta.frame_bytes - ETHERNET_BYTES);
        hdr.ipv4.total_len = hdr.ipv4.total_len > kept ? kept : hdr.ipv4.total_len;
    }

    apply {
        rewrite_macs();
        if (hdr.ipv6.isValid()) {
            hdr.ipv6.dscp = meta.qos.dscp;
            hdr.ipv6.ecn = meta.qos.ecn;
            if (meta.trim.cut && meta.trim.length_mode == length_mode_t.UPDATE) {
                update_ipv6_length();
            }
        } else {
            hdr.ipv4.dscp = meta.qos.dscp;
            hdr.ipv4.ecn = meta.qos.ecn;
            if (meta.trim.cut && meta.trim.length_mode == length_mode_t.UPDATE) {
                update_ipv4_length();
            }
        }
        if (meta.trim.cut) {         // a packet that fits the trim size is only re-marked
            trim();
        }
        port_tx_packets.count(standard_metadata.egress_port);
    }
}

#endif
