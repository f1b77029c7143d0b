// SPDX-License-Identifier: Apache-2.0
// What the stages hand to one another. All of it is 0 or false when a packet enters.

#ifndef MRC_METADATA_P4
#define MRC_METADATA_P4

#include "drop_reasons.p4"
#include "headers.p4"

// The segment list of the outer packet's SRH, from the parser.
struct segments_t {
    bit<16>     to_parse;           // entries not extracted: the list is cut short or longer than MAX_SEGMENTS
    bit<8>      to_active;          // how many entries lie before Segment List[Segments Left - 1]
    ipv6_addr_t next;               // Segment List[Segments Left - 1], valid when Segments Left > 0
}

// What my_sid did.
struct endpoint_t {
    bool shifted;                   // NEXT-C-SID: the new destination may be local again
    bool hop_limit_counted;         // checked and decremented already
}

// Where the packet leaves; the port is standard_metadata.egress_spec.
struct nexthop_t {
    bool       known;               // uA chose the adjacency: no route look-up
    mac_addr_t src_mac;
    mac_addr_t dst_mac;
}

struct ecmp_t {
    bool         used;
    ecmp_group_t group;
    bit<16>      members;
    bit<16>      member;
}

// What ECMP hashes.
struct flow_t {
    ipv6_addr_t src_addr;
    ipv6_addr_t dst_addr;
    bit<20>     flow_label;
    bit<16>     src_port;
    bit<16>     dst_port;
}

struct qos_t {
    dscp_t  dscp;                   // of the outermost header
    ecn_t   ecn;
    tc_t    tc;
    queue_t queue;
    bool    trim_eligible;
}

// What a queue makes of the packet.
struct queue_verdict_t {
    bool             fits;              // the queue takes it
    discard_action_t discard_action;    // what to do if it does not
    bytes_t          backlog;           // bytes that leave before it
    bool             ecn_enabled;
    bytes_t          ecn_min;
    bytes_t          ecn_max;
    bit<32>          ecn_slope;
}

struct trim_t {
    bool          trimmed;
    bool          cut;              // trimmed, and longer than the trim size: bytes go
    bytes_t       size;
    length_mode_t length_mode;
}

struct metadata_t {
    drop_reason_t   drop_reason;
    bytes_t         frame_bytes;    // length of the frame as it will leave
    bit<8>          inner_protocol; // what follows the outer IPv6 header and its SRH
    segments_t      segments;
    endpoint_t      endpoint;
    nexthop_t       nexthop;
    ecmp_t          ecmp;
    flow_t          flow;
    qos_t           qos;
    queue_verdict_t verdict;        // of the queue asked last
    trim_t          trim;
}

#endif
