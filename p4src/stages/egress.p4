// SPDX-License-Identifier: Apache-2.0
// Stage 6: what the packet looks like on the wire: MAC addresses, DSCP, ECN, lengths, and the cut itself.

#ifndef MRC_EGRESS_P4
#define MRC_EGRESS_P4

#include "../headers.p4"

control FabricEgress(inout headers_t hdr,
                     inout metadata_t meta,
                     inout standard_metadata_t standard_metadata) {
    counter<port_t>(PORTS, CounterType.packets_and_bytes) port_tx_packets;

    action rewrite_macs() {
        hdr.ethernet.src_addr = meta.src_mac;
        hdr.ethernet.dst_addr = meta.dst_mac;
    }

    // Only the outermost IP header changes; inner lengths, the UDP length and checksums stay as they were.
    action trim() {
        truncate(meta.frame_bytes);
    }

    action update_ipv6_length() {
        hdr.ipv6.payload_len = (bit<16>)(meta.frame_bytes - ETHERNET_BYTES - IPV6_BYTES);
    }

    action update_ipv4_length() {
        hdr.ipv4.total_len = (bit<16>)(meta.frame_bytes - ETHERNET_BYTES);
    }

    apply {
        rewrite_macs();
        bool cut = meta.trimmed == 1 && meta.frame_bytes == meta.trim_size;     // a shorter packet is only re-marked
        if (hdr.ipv6.isValid()) {
            hdr.ipv6.dscp = meta.dscp;
            hdr.ipv6.ecn = meta.ecn;
            if (cut && meta.trim_length_mode != LENGTH_PRESERVE) {
                update_ipv6_length();
            }
        } else {
            hdr.ipv4.dscp = meta.dscp;
            hdr.ipv4.ecn = meta.ecn;
            if (cut && meta.trim_length_mode != LENGTH_PRESERVE) {
                update_ipv4_length();
            }
        }
        if (cut) {
            trim();
        }
        port_tx_packets.count(standard_metadata.egress_port);
    }
}

#endif
