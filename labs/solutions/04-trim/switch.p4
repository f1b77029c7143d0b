// SPDX-License-Identifier: Apache-2.0
// Lab 04, the solution: a switch with a queue in bytes for each port.
//
//   route ──► admit: does the packet fit the port's queue? ──► yes: it leaves
//                                                          └─► no:  trimmed, or dropped
//
// The queue is a model, as in p4src/: a register holds how many bytes wait at the port, and they drain with time.

#include <core.p4>
#include <v1model.p4>

typedef bit<9>  port_t;
typedef bit<48> bytes_t;
const bit<16> ETHERTYPE_IPV6 = 0x86DD;
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
    bool    fits;           // the queue of the egress port takes the whole packet
    bool    trimmable;      // the operator allows to trim it
    bool    cut;            // it leaves with its first `size` bytes only
    bit<32> size;
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
    register<bytes_t>(512) backlog;         // bytes that wait at each port
    register<bit<48>>(512) drained_at;      // when that was, in us

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

    // Sets meta.fits, and takes the packet's bytes into the queue if they fit. A rate of 0 blocks the queue.
    action admit(bytes_t limit, bit<48> bytes_per_us) {
        bytes_t waiting;
        bit<48> then;
        bit<32> port = (bit<32>)standard_metadata.egress_spec;
        bytes_t length = (bytes_t)standard_metadata.packet_length;
        backlog.read(waiting, port);
        drained_at.read(then, port);
        waiting = waiting |-| (standard_metadata.ingress_global_timestamp - then) * bytes_per_us;
        meta.fits = waiting + length <= limit;
        backlog.write(port, meta.fits ? waiting + length : waiting);
        drained_at.write(port, standard_metadata.ingress_global_timestamp);
    }

    table port_queue {
        key = { standard_metadata.egress_spec: exact; }
        actions = { admit; NoAction; }
        default_action = NoAction();
        size = 512;
    }

    // What the operator allows to trim, by DSCP, and to how many bytes of frame, Ethernet included.
    action trim_to(bit<32> size) {
        meta.trimmable = true;
        meta.size = size;
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
                meta.fits = true;           // a port without a queue has room for everything
                port_queue.apply();
                if (!meta.fits) {
                    trimming.apply();
                    if (!meta.trimmable) {
                        drop();
                    } else {
                        meta.cut = standard_metadata.packet_length > meta.size;
                    }
                }
            }
        }
    }
}

control SwitchEgress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard_metadata) {
    apply {
        if (meta.cut) {
            truncate(meta.size);
        }
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
