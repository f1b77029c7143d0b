// SPDX-License-Identifier: Apache-2.0
// Numbers that the wire, the fabric and the tables share.

#ifndef MRC_CONSTANTS_P4
#define MRC_CONSTANTS_P4

const bit<16> ETHERTYPE_IPV4 = 0x0800;
const bit<16> ETHERTYPE_IPV6 = 0x86DD;

const bit<4> IP_VERSION_4           = 4;
const bit<4> IP_VERSION_6           = 6;
const bit<8> IPV4_WITHOUT_OPTIONS   = 0x45;     // version 4, IPV4_WORDS
const bit<4> IPV4_WORDS             = 5;        // of 4 bytes: a header without options
const bit<8> IPV6_MULTICAST_PREFIX  = 0xFF;     // ff00::/8
const bit<3> IPV4_NOT_UNICAST       = 7;        // 224.0.0.0/3: multicast, reserved, limited broadcast

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
const bit<16> IPV4_BYTES     = 20;      // without options
const bit<32> SRH_BYTES      = 8;       // fixed part; HdrExtLen counts what follows, in 8-byte units

// ECN code points (RFC 3168).
const bit<2> ECN_NOT_ECT = 0;
const bit<2> ECN_ECT_1   = 1;
const bit<2> ECN_ECT_0   = 2;
const bit<2> ECN_CE      = 3;

// Ports are bit<9>; BMv2 keeps 511 for dropped packets.
#define PORTS 512
#define PORT_QUEUES 4096                // 512 ports of 8 queues; index = port ++ queue

// How DSCP travels on decapsulation (SONiC SRV6_MY_SIDS decap_dscp_mode): the inner one stays, or becomes the outer.
enum bit<1> dscp_mode_t {
    PIPE    = 0,
    UNIFORM = 1
}

// What a queue does with a packet it cannot admit (SAI_BUFFER_PROFILE_ATTR_PACKET_ADMISSION_FAIL_ACTION).
enum bit<1> discard_action_t {
    DROP          = 0,
    DROP_AND_TRIM = 1
}

// Length field of the outermost IP header after a trim: that of what is left (SAI, UEC), or as it was (SONiC-VPP).
enum bit<1> length_mode_t {
    UPDATE   = 0,
    PRESERVE = 1
}

#endif
