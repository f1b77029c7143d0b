// SPDX-License-Identifier: Apache-2.0
// Lab 05: a switch that trims. Trimmed packets are not yet treated as they must be: look for TODO.
//
//   route ──► classify ──► admit to its queue ──► fits: it leaves
//                                             └─► no: trim it, once ──► admit to the trim queue ──► fits: it leaves
//                                                                                               └─► no: dropped
//
// Queues are a model, as in p4src/: a register holds how many bytes wait in each queue, and they drain with time.

#include <core.p4>
#include <v1model.p4>

typedef bit<9>  port_t;
typedef bit<48> bytes_t;
typedef bit<3>  queue_t;
const bit<16> ETHERTYPE_IPV6 = 0x86DD;
const bit<32> ETHERNET_AND_IPV6 = 54;       // bytes of both headers

header ethernet_t {
    bit<48> dst_addr;
    bit<48> src_addr;
    bit<16> ether_type;
}

header ipv6_t {
    bit<4>   version;
    bit<6>   dscp;
    bit<2>   ecn;
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
    bool    dropped;
    queue_t queue;          // of the egress port; 7 leaves first
    bit<32> length;         // bytes of frame that the packet has, or will have when it is cut
    bool    fits;           // that queue takes it
    bool    is_header;      // it came here trimmed, by a switch before this one
    bool    trimmable;      // the operator allows to trim it
    bool    cut;            // it leaves with its first `length` bytes only
    bit<32> trim_size;
    bit<6>  trim_dscp;
    queue_t trim_queue;
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
    register<bytes_t>(4096) backlog;        // bytes that wait at each port and queue
    register<bit<48>>(4096) drained_at;     // when that was, in us

    action drop() {
        mark_to_drop(standard_metadata);
        meta.dropped = true;
    }

    action forward(port_t port, bit<48> dst_mac) {
        standard_metadata.egress_spec = port;
        hdr.ethernet.dst_addr = dst_mac;
    }

    table route {
        key = { hdr.ipv6.dst_addr: lpm; }
        actions = { forward; drop; }
        default_action = drop();
        size = 64;
    }

    // The queue of a packet, by its DSCP.
    action set_queue(queue_t queue) {
        meta.queue = queue;
    }

    table classify {
        key = { hdr.ipv6.dscp: exact; }
        actions = { set_queue; NoAction; }
        default_action = NoAction();
        size = 64;
    }

    // The DSCPs that say: this packet was trimmed on its way.
    action came_trimmed() {
        meta.is_header = true;
    }

    table trimmed_dscp {
        key = { hdr.ipv6.dscp: exact; }
        actions = { came_trimmed; NoAction; }
        default_action = NoAction();
        size = 64;
    }

    // Sets meta.fits, and takes meta.length bytes into meta.queue if they fit. A rate of 0 blocks the queue.
    action admit(bytes_t limit, bit<48> bytes_per_us) {
        bytes_t waiting;
        bit<48> then;
        bit<32> cell = (bit<32>)(standard_metadata.egress_spec ++ meta.queue);
        backlog.read(waiting, cell);
        drained_at.read(then, cell);
        waiting = waiting |-| (standard_metadata.ingress_global_timestamp - then) * bytes_per_us;
        meta.fits = waiting + (bytes_t)meta.length <= limit;
        backlog.write(cell, meta.fits ? waiting + (bytes_t)meta.length : waiting);
        drained_at.write(cell, standard_metadata.ingress_global_timestamp);
    }

    table data_queues {
        key = { standard_metadata.egress_spec: exact; meta.queue: exact; }
        actions = { admit; NoAction; }
        default_action = NoAction();
        size = 512;
    }

    // The same for trimmed packets: BMv2 allows a table to be applied once on a packet's way.
    table trim_queues {
        key = { standard_metadata.egress_spec: exact; meta.queue: exact; }
        actions = { admit; NoAction; }
        default_action = NoAction();
        size = 512;
    }

    // What the operator allows to trim, by DSCP: to how many bytes of frame, and which DSCP and queue the rest gets.
    action trim_to(bit<32> size, bit<6> dscp, queue_t queue) {
        meta.trimmable = true;
        meta.trim_size = size;
        meta.trim_dscp = dscp;
        meta.trim_queue = queue;
    }

    table trimming {
        key = { hdr.ipv6.dscp: exact; }
        actions = { trim_to; NoAction; }
        default_action = NoAction();
        size = 64;
    }

    apply {
        if (!hdr.ipv6.isValid()) {
            drop();
        } else {
            route.apply();
            if (!meta.dropped) {
                meta.length = standard_metadata.packet_length;
                meta.fits = true;           // a queue without an entry has room for everything
                classify.apply();
                trimmed_dscp.apply();
                data_queues.apply();
                if (!meta.fits) {
                    // As lab 04 left it. TODO 1 to 4, README.md: the queue, the mark, never twice, a full trim queue.
                    trimming.apply();
                    if (!meta.trimmable) {
                        drop();
                    } else {
                        meta.cut = meta.length > meta.trim_size;
                        meta.length = meta.cut ? meta.trim_size : meta.length;
                    }
                }
                standard_metadata.priority = meta.queue;
            }
        }
    }
}

control SwitchEgress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard_metadata) {
    counter(4096, CounterType.packets) sent;        // by port and queue

    apply {
        if (meta.cut) {
            // TODO 5: the length that the IPv6 header states.
            truncate(meta.length);
        }
        sent.count((bit<32>)(standard_metadata.egress_port ++ standard_metadata.priority));
    }
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
