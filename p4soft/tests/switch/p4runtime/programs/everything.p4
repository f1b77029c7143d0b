// SPDX-License-Identifier: Apache-2.0
// One of every object that P4Runtime can read or write. The tests use the compiled everything.json and
// everything.p4info.txtpb beside this file; both are p4c's, the JSON without source_info and with its
// lines folded; test_p4runtime_programs.py checks that they belong to this source.
#include <core.p4>
#include <v1model.p4>

@controller_header("packet_in")
header packet_in_t {
    bit<9> ingress_port;
    bit<7> reason;
}

@controller_header("packet_out")
header packet_out_t {
    bit<9> egress_port;
    bit<7> unused;
}

header ethernet_t {
    bit<48> dst;
    bit<48> src;
    bit<16> type;
}

header probe_t {
    bit<8>  a;
    bit<16> b;
    bit<32> c;
    bit<12> d;
    bit<4>  e;
}

struct headers_t {
    packet_in_t  packet_in;
    packet_out_t packet_out;
    ethernet_t   ethernet;
    probe_t      probe;
}

struct metadata_t {
    bit<2> color;
}

struct mac_learn_t {
    bit<48> src;
    bit<9>  port;
}

const bit<9> CPU_PORT = 255;

parser MyParser(packet_in packet, out headers_t hdr, inout metadata_t meta, inout standard_metadata_t std) {
    value_set<bit<16>>(4) probe_types;

    state start {
        transition select(std.ingress_port) {
            CPU_PORT: parse_packet_out;
            default: parse_ethernet;
        }
    }
    state parse_packet_out {
        packet.extract(hdr.packet_out);
        transition parse_ethernet;
    }
    state parse_ethernet {
        packet.extract(hdr.ethernet);
        transition select(hdr.ethernet.type) {
            0x88b5: parse_probe;
            probe_types: parse_probe;
            default: accept;
        }
    }
    state parse_probe {
        packet.extract(hdr.probe);
        transition accept;
    }
}

control MyVerify(inout headers_t hdr, inout metadata_t meta) { apply { } }

control MyIngress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t std) {
    direct_counter(CounterType.packets_and_bytes) exact_counter;
    direct_meter<bit<2>>(MeterType.packets) ternary_meter;
    counter(16, CounterType.packets_and_bytes) port_counter;
    meter(8, MeterType.bytes) port_meter;
    register<bit<20>>(4) cells;
    action_selector(HashAlgorithm.crc16, 16, 14) ecmp;

    action drop() { mark_to_drop(std); }
    action forward(bit<9> port) { std.egress_spec = port; }
    action rewrite(bit<9> port, bit<48> dst, bit<4> e) {
        std.egress_spec = port;
        hdr.ethernet.dst = dst;
        hdr.probe.e = e;
    }
    action metered(bit<9> port) {
        ternary_meter.read(meta.color);
        std.egress_spec = port;
    }
    action to_cpu() { std.egress_spec = CPU_PORT; }
    action flood(bit<16> group) { std.mcast_grp = group; }
    action mirror() { clone(CloneType.I2E, 7); }
    action learn() { digest<mac_learn_t>(1, { hdr.ethernet.src, std.ingress_port }); }
    @defaultonly action miss() { mark_to_drop(std); }

    table exact_t {
        key = { hdr.ethernet.dst: exact; }
        actions = { forward; rewrite; to_cpu; flood; mirror; learn; @defaultonly miss; @tableonly drop; }
        default_action = miss;
        counters = exact_counter;
        size = 2048;
    }
    table lpm_t {
        key = { hdr.probe.a: exact; hdr.probe.c: lpm; }
        actions = { forward; drop; NoAction; }
        const default_action = NoAction;
        size = 8;
    }
    table ternary_t {
        key = { hdr.probe.b: ternary; hdr.probe.d: optional; std.ingress_port: exact; }
        actions = { metered; NoAction; }
        default_action = NoAction;
        meters = ternary_meter;
        size = 64;
    }
    table range_t {
        key = { hdr.probe.b: range; hdr.probe.isValid(): exact; }
        actions = { forward; NoAction; }
        default_action = NoAction;
        size = 64;
    }
    table const_t {
        key = { hdr.probe.e: exact; hdr.probe.a: ternary; }
        actions = { forward; NoAction; }
        default_action = NoAction;
        const entries = {
            (1, 0x10 &&& 0xf0) : forward(1);
            (2, _) : forward(2);
        }
    }
    table selector_t {
        key = { hdr.probe.d: exact; hdr.probe.c: selector; }
        actions = { forward; rewrite; NoAction; }
        implementation = ecmp;
        size = 32;
    }
    table idle_t {
        key = { hdr.ethernet.src: exact; }
        actions = { NoAction; }
        default_action = NoAction;
        support_timeout = true;
        size = 16;
    }
    table keyless_t {
        actions = { forward; NoAction; }
        default_action = NoAction;
    }

    apply {
        if (hdr.packet_out.isValid()) {
            std.egress_spec = hdr.packet_out.egress_port;
            hdr.packet_out.setInvalid();
            exit;
        }
        bit<32> index = (bit<32>)std.ingress_port & 7;
        port_counter.count(index);
        port_meter.execute_meter(index, meta.color);
        bit<20> cell;
        cells.read(cell, index & 3);
        cells.write(index & 3, cell + 1);
        idle_t.apply();
        exact_t.apply();
        if (hdr.probe.isValid()) {
            keyless_t.apply();
            lpm_t.apply();
            ternary_t.apply();
            const_t.apply();
            selector_t.apply();
        }
        range_t.apply();
    }
}

control MyEgress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t std) {
    apply {
        if (std.egress_port == CPU_PORT) {
            hdr.packet_in.setValid();
            hdr.packet_in.ingress_port = std.ingress_port;
            hdr.packet_in.reason = 5;
        }
    }
}

control MyCompute(inout headers_t hdr, inout metadata_t meta) { apply { } }

control MyDeparser(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr.packet_in);
        packet.emit(hdr.ethernet);
        packet.emit(hdr.probe);
    }
}

V1Switch(MyParser(), MyVerify(), MyIngress(), MyEgress(), MyCompute(), MyDeparser()) main;
