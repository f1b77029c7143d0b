// SPDX-License-Identifier: Apache-2.0
// Numbers that the wire, the fabric and the tables share.

#ifndef MRC_CONSTANTS_P4
#define MRC_CONSTANTS_P4

const bit<16> ETHERTYPE_IPV6 = 0x86DD;

// IPv6 next headers (IANA protocol numbers).
const bit<8> NEXT_HEADER_IPV4    = 4;
const bit<8> NEXT_HEADER_UDP     = 17;
const bit<8> NEXT_HEADER_IPV6    = 41;
const bit<8> NEXT_HEADER_ROUTING = 43;
const bit<8> NEXT_HEADER_ICMPV6  = 58;

const bit<8> ROUTING_TYPE_SRH = 4;      // RFC 8754
#define MAX_SEGMENTS 8                  // segments of an SRH that this switch can advance; longer lists only transit

// Bytes on the wire.
const bit<32> ETHERNET_BYTES = 14;
const bit<32> IPV6_BYTES     = 40;
const bit<32> SRH_BYTES      = 8;       // fixed part; HdrExtLen counts what follows, in 8-byte units

// ECN code points (RFC 3168).
const bit<2> ECN_NOT_ECT = 0;
const bit<2> ECN_ECT_1   = 1;
const bit<2> ECN_ECT_0   = 2;
const bit<2> ECN_CE      = 3;

// Ports are bit<9>; BMv2 keeps 511 for dropped packets.
#define PORTS 512
#define QUEUES 8
#define PORT_QUEUES 4096                // PORTS * QUEUES; index = port ++ queue

// How DSCP travels on decapsulation (SONiC SRV6_MY_SIDS decap_dscp_mode).
const bit<1> DECAP_DSCP_PIPE    = 0;
const bit<1> DECAP_DSCP_UNIFORM = 1;

// What a queue does with a packet it cannot admit (SAI_BUFFER_PROFILE_ATTR_PACKET_ADMISSION_FAIL_ACTION).
// 0 = DROP
const bit<1> DISCARD_DROP_AND_TRIM = 1;

// Length fields of the outermost IP header after a trim.
// 0 = update (SAI, UEC)
const bit<1> LENGTH_PRESERVE = 1;       // SONiC-VPP

// Why a packet was dropped. Each has a counter of the same name in stages/drop.p4.
enum bit<8> drop_reason_t {
    NONE               = 0,
    NOT_IPV6           = 1,             // EtherType other than IPv6
    MALFORMED          = 2,             // outer IPv6 header cut short, or version not 6
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
    TRIM_QUEUE_FULL    = 14             // trimmed, then the trim queue refused it
}

#endif
