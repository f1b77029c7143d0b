// SPDX-License-Identifier: Apache-2.0
// Lab 02: a small SRv6 switch. Everything is there but the action uN: look for TODO.
//
//   127        96 95       80 79                                   0
//   +------------+-----------+--------------------------------------+
//   |   block    | own uSID  |               argument               |
//   +------------+-----------+--------------------------------------+

#include <core.p4>
#include <v1model.p4>

const bit<16> ETHERTYPE_IPV6 = 0x86DD;
const bit<9>  HOST_PORT      = 7;       // what is for this switch itself leaves here

header ethernet_t {
    bit<48> dst_addr;
    bit<48> src_addr;
    bit<16> ether_type;
}

header ipv6_t {
    bit<4>   version;
    bit<8>   traffic_class;
    bit<20>  flow_label;
    bit<16>  payload_len;
    bit<8>   next_header;
    bit<8>   hop_limit;
    bit<128> src_addr;
    bit<128> dst_addr;
}

struct headers_t {
    ethernet_t ethernet;
    ipv6_t     ipv6;
}

struct metadata_t {
    bool to_host;       // the packet has reached its end here: HOST_PORT takes it as it came
    bool dropped;
}

parser SwitchParser(packet_in packet, out headers_t hdr, inout metadata_t meta,
                    inout standard_metadata_t standard_metadata) {
    state start {
        packet.extract(hdr.ethernet);
        transition select(hdr.ethernet.ether_type) {
            ETHERTYPE_IPV6: parse_ipv6;
            default: accept;
        }
    }

    state parse_ipv6 {
        packet.extract(hdr.ipv6);
        transition accept;
    }
}

control SwitchIngress(inout headers_t hdr, inout metadata_t meta,
                      inout standard_metadata_t standard_metadata) {
    action drop() {
        mark_to_drop(standard_metadata);
        meta.dropped = true;
    }

    // End with NEXT-C-SID, F3216 (RFC 9800 section 4.1.1). The destination begins with this switch's block and uSID.
    action uN() {
        // TODO 1: an argument of zero means that the packet is for this switch: meta.to_host = true, nothing else.
        // TODO 2: a packet whose hop limit is 1 or less is dropped: drop().
        // TODO 3: otherwise move the argument up to right behind the block, fill with zeros from below,
        //         and count the hop.
    }

    // The local SIDs of this switch, /48 each.
    table my_sid {
        key = { hdr.ipv6.dst_addr: lpm; }
        actions = { uN; NoAction; }
        default_action = NoAction();
        size = 64;
    }

    action forward(bit<9> port, bit<48> dst_mac) {
        standard_metadata.egress_spec = port;
        hdr.ethernet.dst_addr = dst_mac;
    }

    // Where a destination lies, after the shift.
    table route {
        key = { hdr.ipv6.dst_addr: lpm; }
        actions = { forward; drop; }
        default_action = drop();
        size = 64;
    }

    apply {
        if (!hdr.ipv6.isValid()) {
            drop();
        } else {
            my_sid.apply();
            if (meta.to_host) {
                standard_metadata.egress_spec = HOST_PORT;
            } else if (!meta.dropped) {
                route.apply();
            }
        }
    }
}

control SwitchEgress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard_metadata) {
    apply { }
}

control SwitchDeparser(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr.ethernet);
        packet.emit(hdr.ipv6);
    }
}

control NoVerify(inout headers_t hdr, inout metadata_t meta) {
    apply { }
}

control NoCompute(inout headers_t hdr, inout metadata_t meta) {
    apply { }
}

V1Switch(SwitchParser(), NoVerify(), SwitchIngress(), SwitchEgress(), NoCompute(), SwitchDeparser()) main;
