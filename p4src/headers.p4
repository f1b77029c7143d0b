// SPDX-License-Identifier: Apache-2.0
// Types, and headers on the wire.

#ifndef MRC_HEADERS_P4
#define MRC_HEADERS_P4

#include "constants.p4"

typedef bit<9>   port_t;
typedef bit<48>  mac_addr_t;
typedef bit<32>  ipv4_addr_t;
typedef bit<128> ipv6_addr_t;
typedef bit<6>   dscp_t;
typedef bit<2>   ecn_t;
typedef bit<3>   queue_t;
typedef bit<3>   tc_t;
typedef bit<12>  port_queue_t;          // port ++ queue
typedef bit<16>  ecmp_group_t;
typedef bit<48>  rate_t;                // 2^-30 bytes per us: 1 Mb/s = 134,217,728 = 2^27; 0 = blocked
typedef bit<32>  bytes_t;
typedef bit<48>  time_us_t;

header ethernet_t {
    mac_addr_t dst_addr;
    mac_addr_t src_addr;
    bit<16>    ether_type;
}

header ipv6_t {
    bit<4>      version;
    dscp_t      dscp;
    ecn_t       ecn;
    bit<20>     flow_label;
    bit<16>     payload_len;
    bit<8>      next_header;
    bit<8>      hop_limit;
    ipv6_addr_t src_addr;
    ipv6_addr_t dst_addr;
}

header ipv4_t {
    bit<4>      version;
    bit<4>      ihl;
    dscp_t      dscp;
    ecn_t       ecn;
    bit<16>     total_len;
    bit<16>     identification;
    bit<3>      flags;
    bit<13>     frag_offset;
    bit<8>      ttl;
    bit<8>      protocol;
    bit<16>     hdr_checksum;
    ipv4_addr_t src_addr;
    ipv4_addr_t dst_addr;
}

// Segment Routing Header, fixed part (RFC 8754 §2).
header srh_t {
    bit<8>  next_header;
    bit<8>  hdr_ext_len;
    bit<8>  routing_type;
    bit<8>  segments_left;
    bit<8>  last_entry;
    bit<8>  flags;
    bit<16> tag;
}

header segment_t {
    ipv6_addr_t sid;
}

header udp_t {
    bit<16> src_port;
    bit<16> dst_port;
    bit<16> length;
    bit<16> checksum;
}

struct headers_t {
    ethernet_t              ethernet;
    ipv6_t                  ipv6;           // outermost; after decapsulation, what was the inner header
    srh_t                   srh;
    segment_t[MAX_SEGMENTS] segment_list;
    ipv6_t                  inner_ipv6;
    ipv4_t                  ipv4;           // inside ipv6; outermost where that is not valid
    udp_t                   udp;            // of the innermost IP header
}

#endif
