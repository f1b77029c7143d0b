// SPDX-License-Identifier: Apache-2.0
// Why a packet was dropped. A new reason is a line here and the stage that sets it: `drop` counts it, and
// controller.program and the conformance suite read its name and number from this file.

#ifndef MRC_DROP_REASONS_P4
#define MRC_DROP_REASONS_P4

#define DROP_REASON_BITS 5

enum bit<DROP_REASON_BITS> drop_reason_t {
    NONE               = 0,
    NOT_IP             = 1,             // EtherType other than IPv6 and IPv4
    MALFORMED          = 2,             // outermost IP header cut short, or a version or length that it cannot have
    HOP_LIMIT          = 3,             // hop limit (TTL) would reach 0: RFC 8200 §3, RFC 8986 S05
    MULTICAST          = 4,             // multicast source, destination, segment or inner destination: this fabric is unicast
    PORT_ISOLATED      = 5,             // ingress link isolated, packet is not ICMPv6
    SRH_INVALID        = 6,             // Last Entry / Segments Left check of RFC 8986 S09, or list not whole
    SID_UPPER_LAYER    = 7,             // local SID, nothing left to do, no decapsulation: RFC 8986 §4.1.1
    INNER_UNSUPPORTED  = 8,             // decapsulation, but no inner IP header that this SID accepts
    INNER_CHECKSUM     = 9,             // inner IPv4 header checksum wrong
    ECN_DECAP          = 10,            // outer CE over inner Not-ECT: RFC 6040 §4.2
    NO_ROUTE           = 11,
    BLACKHOLE          = 12,
    QUEUE_FULL         = 13,            // data queue refused it, and it could not be trimmed
    TRIM_QUEUE_FULL    = 14,            // trimmed, then the trim queue refused it
    IPV4_CHECKSUM      = 15,            // outermost header is IPv4, its checksum wrong: RFC 1812 §5.2.2
    IPV4_OPTIONS       = 16             // outermost header is IPv4 with options: this switch reads none
}

#endif
