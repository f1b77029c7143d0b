// SPDX-License-Identifier: Apache-2.0
// Lab 06: a small switch with a model of its queues. Everything is there but the control Ecn: look for TODO.

#define V1MODEL_VERSION 20200408     // counters and registers with an index of any width
#include <core.p4>
#include <v1model.p4>

const bit<16> ETHERTYPE_IPV6 = 0x86DD;
const bit<32> PORTS          = 512;

// The lower two bits of the traffic class (RFC 3168); the upper six are the DSCP.
const bit<2> NOT_ECT = 0;
const bit<2> ECT_1   = 1;
const bit<2> ECT_0   = 2;
const bit<2> CE      = 3;

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
    bit<32> backlog;    // bytes that leave before this packet, on its port
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

// A model of the queue of each port, in bytes: P4 on BMv2 cannot see the real one in ingress. Nothing to do here.
control Queue(inout metadata_t meta, inout standard_metadata_t standard_metadata) {
    register<bit<48>, bit<9>>(PORTS) last_seen;     // us
    register<bit<32>, bit<9>>(PORTS) backlog;       // bytes

    // bytes_per_ms: what the port sends in 1024 us; 0: its link is stuck.
    action set_rate(bit<32> bytes_per_ms) {
        bit<48> before;
        bit<32> waiting;
        bit<9> port = standard_metadata.egress_spec;
        last_seen.read(before, port);
        backlog.read(waiting, port);
        bit<80> sent = (bit<80>)(standard_metadata.ingress_global_timestamp - before) * (bit<80>)bytes_per_ms >> 10;
        waiting = sent < (bit<80>)waiting ? waiting - (bit<32>)sent : 0;
        meta.backlog = waiting;
        last_seen.write(port, standard_metadata.ingress_global_timestamp);
        backlog.write(port, waiting + standard_metadata.packet_length);
    }

    table port_rate {
        key = { standard_metadata.egress_spec: exact @name("egress_port"); }
        actions = { set_rate; NoAction; }
        default_action = NoAction();        // a port without a rate has no backlog
        size = 512;
    }

    apply {
        meta.backlog = 0;
        port_rate.apply();
    }
}

// Marks packets that find a long queue. By the tables: marking is on where a port has an entry, and off elsewhere.
control Ecn(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard_metadata) {
    // Packets that were marked, by egress port.
    counter<bit<9>>(PORTS, CounterType.packets) marked;

    bit<32> min_bytes;
    bit<32> max_bytes;
    bit<32> slope;

    // slope: probability of a mark per byte of backlog above `lowest`, in units of 2^-32.
    action set_thresholds(bit<32> lowest, bit<32> highest, bit<32> slope_per_byte) {
        min_bytes = lowest;
        max_bytes = highest;
        slope = slope_per_byte;
    }

    table thresholds {
        key = { standard_metadata.egress_spec: exact @name("egress_port"); }
        actions = { set_thresholds; NoAction; }
        default_action = NoAction();
        size = 512;
    }

    apply {
        thresholds.apply();
        // TODO 1: no entry, no marks, whatever the backlog: what does apply() tell?
        // TODO 2: a packet that finds `max_bytes` or more in front of it is marked: CE, and `marked` counts it.
        //         Mind what RFC 3168 says of packets that are Not-ECT, and leave the DSCP as it is.
        // TODO 3: between `min_bytes` and `max_bytes` it is marked with probability (backlog - min_bytes) * slope.
    }
}

control SwitchIngress(inout headers_t hdr, inout metadata_t meta,
                      inout standard_metadata_t standard_metadata) {
    Queue() queue;
    Ecn() ecn;

    action drop() {
        mark_to_drop(standard_metadata);
    }

    action forward(bit<9> port, bit<48> dst_mac) {
        standard_metadata.egress_spec = port;
        hdr.ethernet.dst_addr = dst_mac;
    }

    table route {
        key = { hdr.ipv6.dst_addr: lpm; }
        actions = { forward; drop; }
        default_action = drop();
        size = 64;
    }

    apply {
        if (!hdr.ipv6.isValid()) {
            drop();
        } else if (route.apply().hit) {
            queue.apply(meta, standard_metadata);
            ecn.apply(hdr, meta, standard_metadata);
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
