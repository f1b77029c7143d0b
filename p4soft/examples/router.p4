// SPDX-License-Identifier: Apache-2.0
// A router for IPv4 and IPv6 with VLAN tags, groups of next hops, an access list, policers, a mirror port, counters,
// and a controller that gets what the router does not answer itself. It shows most of what v1model has.
//
//   port -> admit: port, access list, policer -> my MAC? - no --> bridge: learn, forward or flood --------> egress
//                                                        \ yes -> route: ipv4_lpm or ipv6_lpm, next hop -/  VLAN tag
#define V1MODEL_VERSION 20200408
#include <core.p4>
#include <v1model.p4>

typedef bit<48> mac_t;
typedef bit<9>  port_t;
typedef bit<12> vlan_t;

const bit<16> TYPE_VLAN = 0x8100;
const bit<16> TYPE_QINQ = 0x88a8;
const bit<16> TYPE_IPV4 = 0x0800;
const bit<16> TYPE_IPV6 = 0x86dd;
const bit<8>  PROTO_IPV4 = 4;
const bit<8>  PROTO_TCP = 6;
const bit<8>  PROTO_UDP = 17;
const bit<8>  PROTO_IPV6 = 41;

const port_t CPU_PORT = 510;
const bit<32> MIRROR_SESSION = 7;
const int PORTS = 512;
const int MAX_TAGS = 2;

enum bit<8> reason_t {
    NONE = 0,
    CLOSED_PORT = 1,
    DENIED = 2,
    NO_ROUTE = 3,
    TTL_EXPIRED = 4,
    MALFORMED = 5,
    POLICED = 6
}

error { BadIpv4Header }

@controller_header("packet_in")
header packet_in_t {
    port_t   ingress_port;
    bit<7>   pad;
    reason_t reason;
}

@controller_header("packet_out")
header packet_out_t {
    port_t egress_port;
    bit<7> pad;
}

header ethernet_t {
    mac_t   dst;
    mac_t   src;
    bit<16> type;
}

header vlan_tag_t {
    bit<3>  priority;
    bit<1>  drop_eligible;
    vlan_t  vid;
    bit<16> type;
}

header ipv4_t {
    bit<4>  version;
    bit<4>  ihl;
    bit<6>  dscp;
    bit<2>  ecn;
    bit<16> total_length;
    bit<16> identification;
    bit<3>  flags;
    bit<13> fragment_offset;
    bit<8>  ttl;
    bit<8>  protocol;
    bit<16> checksum;
    bit<32> src;
    bit<32> dst;
}

header ipv4_options_t {
    varbit<320> words;
}

header ipv6_t {
    bit<4>   version;
    bit<6>   dscp;
    bit<2>   ecn;
    bit<20>  flow_label;
    bit<16>  payload_length;
    bit<8>   next_header;
    bit<8>   hop_limit;
    bit<128> src;
    bit<128> dst;
}

header ports_t {
    bit<16> src;
    bit<16> dst;
}

struct headers_t {
    packet_in_t            packet_in;
    packet_out_t           packet_out;
    ethernet_t             ethernet;
    vlan_tag_t[MAX_TAGS]   tags;
    ipv4_t                 ipv4;
    ipv4_options_t         ipv4_options;
    ipv6_t                 ipv6;
    ipv4_t                 inner_ipv4;
    ipv6_t                 inner_ipv6;
    ports_t                ports;
}

struct metadata_t {
    bit<32>  src;
    bit<32>  dst;
    bit<8>   protocol;
    bit<16>  src_port;
    bit<16>  dst_port;
    bit<16>  next_hop;
    bit<16>  flow;
    bit<2>   colour;
    bool     routed;
    reason_t reason;
    @field_list(1)
    port_t   arrived_on;
    @field_list(1)
    reason_t copied_for;
}

struct learned_t {
    mac_t  src;
    vlan_t vid;
    port_t port;
}

parser RouterParser(packet_in packet, out headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    state start {
        meta.arrived_on = standard.ingress_port;
        transition select(standard.ingress_port) {
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
            TYPE_VLAN: parse_tag;
            TYPE_QINQ: parse_tag;
            TYPE_IPV4: parse_ipv4;
            TYPE_IPV6: parse_ipv6;
            default: accept;
        }
    }

    state parse_tag {
        packet.extract(hdr.tags.next);
        transition select(hdr.tags.last.type) {
            TYPE_VLAN: parse_tag;
            TYPE_IPV4: parse_ipv4;
            TYPE_IPV6: parse_ipv6;
            default: accept;
        }
    }

    state parse_ipv4 {
        packet.extract(hdr.ipv4);
        verify(hdr.ipv4.version == 4 && hdr.ipv4.ihl >= 5, error.BadIpv4Header);
        packet.extract(hdr.ipv4_options, (bit<32>)(hdr.ipv4.ihl - 5) << 5);
        meta.src = hdr.ipv4.src;
        meta.dst = hdr.ipv4.dst;
        meta.protocol = hdr.ipv4.protocol;
        transition select(hdr.ipv4.fragment_offset, hdr.ipv4.protocol) {
            (0, PROTO_TCP): parse_ports;
            (0, PROTO_UDP): parse_ports;
            (0, PROTO_IPV4): parse_inner_ipv4;
            (0, PROTO_IPV6): parse_inner_ipv6;
            default: accept;
        }
    }

    state parse_ipv6 {
        packet.extract(hdr.ipv6);
        transition select(hdr.ipv6.next_header) {
            PROTO_TCP: parse_ports;
            PROTO_UDP: parse_ports;
            PROTO_IPV4: parse_inner_ipv4;
            PROTO_IPV6: parse_inner_ipv6;
            default: accept;
        }
    }

    state parse_inner_ipv4 {
        packet.extract(hdr.inner_ipv4);
        transition select(hdr.inner_ipv4.ihl, hdr.inner_ipv4.fragment_offset, hdr.inner_ipv4.protocol) {
            (5, 0, PROTO_TCP): parse_ports;
            (5, 0, PROTO_UDP): parse_ports;
            default: accept;
        }
    }

    state parse_inner_ipv6 {
        packet.extract(hdr.inner_ipv6);
        transition select(hdr.inner_ipv6.next_header) {
            PROTO_TCP: parse_ports;
            PROTO_UDP: parse_ports;
            default: accept;
        }
    }

    state parse_ports {
        packet.extract(hdr.ports);
        meta.src_port = hdr.ports.src;
        meta.dst_port = hdr.ports.dst;
        transition accept;
    }
}

control RouterVerifyChecksum(inout headers_t hdr, inout metadata_t meta) {
    apply {
        verify_checksum(hdr.ipv4.isValid() && hdr.ipv4.ihl == 5,
            { hdr.ipv4.version, hdr.ipv4.ihl, hdr.ipv4.dscp, hdr.ipv4.ecn, hdr.ipv4.total_length,
              hdr.ipv4.identification, hdr.ipv4.flags, hdr.ipv4.fragment_offset, hdr.ipv4.ttl, hdr.ipv4.protocol,
              hdr.ipv4.src, hdr.ipv4.dst },
            hdr.ipv4.checksum, HashAlgorithm.csum16);
    }
}

// What may come in: closed ports, broken headers, the access list.
control Admit(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    direct_counter(CounterType.packets_and_bytes) acl_hits;
    direct_meter<bit<2>>(MeterType.bytes) policer;

    action open() {}

    action close() {
        meta.reason = reason_t.CLOSED_PORT;
    }

    table port_admission {
        key = { standard.ingress_port: exact @name("port"); }
        actions = { open; close; }
        const default_action = open();
        size = PORTS;
    }

    action permit() {
        acl_hits.count();
    }

    action deny() {
        acl_hits.count();
        meta.reason = reason_t.DENIED;
    }

    action mirror() {
        acl_hits.count();
        clone_preserving_field_list(CloneType.I2E, MIRROR_SESSION, 1);
    }

    action set_dscp(bit<6> dscp) {
        acl_hits.count();
        if (hdr.ipv4.isValid()) {
            hdr.ipv4.dscp = dscp;
        } else {
            hdr.ipv6.dscp = dscp;
        }
    }

    table acl {
        key = {
            standard.ingress_port: ternary @name("port");
            hdr.ipv4.isValid(): exact @name("is_ipv4");
            meta.src: ternary @name("src");
            meta.dst: ternary @name("dst");
            meta.protocol: optional @name("protocol");
            meta.dst_port: range @name("dst_port");
        }
        actions = { permit; deny; mirror; set_dscp; }
        const default_action = permit();
        counters = acl_hits;
        size = 1024;
    }

    action police() {
        policer.read(meta.colour);
    }

    table policers {
        key = { standard.ingress_port: exact @name("port"); }
        actions = { police; @defaultonly NoAction; }
        const default_action = NoAction();
        meters = policer;
        size = PORTS;
    }

    apply {
        port_admission.apply();
        if (meta.reason == reason_t.NONE) {
            if (standard.parser_error != error.NoError || standard.checksum_error == 1) {
                meta.reason = reason_t.MALFORMED;
            } else {
                acl.apply();
                if (policers.apply().hit && meta.colour == 2) {
                    meta.reason = reason_t.POLICED;
                }
            }
        }
    }
}

// Where a packet goes that is addressed to the router: a route names a next hop, or a group of them.
control Route(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    action_selector(HashAlgorithm.crc32, 1024, 16) next_hops;
    direct_counter(CounterType.packets) ipv4_routed;
    direct_counter(CounterType.packets) ipv6_routed;

    action via(bit<16> next_hop) {
        meta.next_hop = next_hop;
    }

    action no_route() {
        meta.reason = reason_t.NO_ROUTE;
    }

    table ipv4_lpm {
        key = { hdr.ipv4.dst: lpm @name("dst"); }
        actions = { via; no_route; }
        const default_action = no_route();
        counters = ipv4_routed;
        size = 16384;
    }

    table ipv6_lpm {
        key = { hdr.ipv6.dst: lpm @name("dst"); }
        actions = { via; no_route; }
        const default_action = no_route();
        counters = ipv6_routed;
        size = 8192;
    }

    action forward(port_t port, mac_t src, mac_t dst) {
        standard.egress_spec = port;
        hdr.ethernet.src = src;
        hdr.ethernet.dst = dst;
        meta.routed = true;
    }

    table next_hop {
        key = {
            meta.next_hop: exact;
            meta.flow: selector;
        }
        actions = { forward; }
        implementation = next_hops;
        size = 1024;
    }

    // The same flow takes the same member of a group: addresses, and ports where there are any.
    action flow_of(bit<128> src, bit<128> dst) {
        hash(meta.flow, HashAlgorithm.crc16, 16w0, { src, dst, meta.src_port, meta.dst_port }, 32w0x10000);
    }

    apply {
        if (hdr.ipv4.isValid()) {
            flow_of((bit<128>)hdr.ipv4.src, (bit<128>)hdr.ipv4.dst);
            if (hdr.ipv4.ttl <= 1) {
                meta.reason = reason_t.TTL_EXPIRED;
                return;
            }
            ipv4_lpm.apply();
        } else {
            flow_of(hdr.ipv6.src, hdr.ipv6.dst);
            if (hdr.ipv6.hop_limit <= 1) {
                meta.reason = reason_t.TTL_EXPIRED;
                return;
            }
            ipv6_lpm.apply();
        }
        if (meta.reason == reason_t.NONE) {
            next_hop.apply();
        }
        if (meta.routed) {
            if (hdr.ipv4.isValid()) {
                hdr.ipv4.ttl = hdr.ipv4.ttl - 1;
            } else {
                hdr.ipv6.hop_limit = hdr.ipv6.hop_limit |-| 1;
            }
        }
    }
}

// What is not addressed to the router: to the port behind which the address is, or to all of the VLAN.
control Bridge(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    vlan_t vid;

    action learn() {
        digest<learned_t>(1, { hdr.ethernet.src, vid, standard.ingress_port });
    }

    table sources {
        key = {
            hdr.ethernet.src: exact @name("mac");
            vid: exact;
        }
        actions = { learn; NoAction; }
        const default_action = learn();
        support_timeout = true;
        size = 4096;
    }

    action to_port(port_t port) {
        standard.egress_spec = port;
    }

    action flood(bit<16> group) {
        standard.mcast_grp = group;
    }

    table destinations {
        key = {
            hdr.ethernet.dst: ternary @name("mac");
            vid: exact;
        }
        actions = { to_port; flood; @defaultonly NoAction; }
        default_action = NoAction();
        size = 4096;
    }

    apply {
        vid = hdr.tags[0].isValid() ? hdr.tags[0].vid : 1;
        sources.apply();
        if (!destinations.apply().hit) {
            meta.reason = reason_t.NO_ROUTE;
        }
    }
}

control RouterIngress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    counter<bit<8>>(16, CounterType.packets) reasons;

    action mine() {}

    table my_macs {
        key = {
            standard.ingress_port: ternary @name("port");
            hdr.ethernet.dst: exact @name("mac");
        }
        actions = { mine; @defaultonly NoAction; }
        const default_action = NoAction();
        size = 64;
    }

    action to_controller() {
        meta.copied_for = meta.reason;
        standard.egress_spec = CPU_PORT;
    }

    action drop() {
        mark_to_drop(standard);
    }

    table undecided {
        key = { meta.reason: exact @name("reason"); }
        actions = { to_controller; drop; }
        const default_action = drop();
        const entries = {
            reason_t.TTL_EXPIRED: to_controller();
        }
    }

    apply {
        if (hdr.packet_out.isValid()) {
            standard.egress_spec = hdr.packet_out.egress_port;
            hdr.packet_out.setInvalid();
            exit;
        }
        Admit.apply(hdr, meta, standard);
        if (meta.reason == reason_t.NONE) {
            if (my_macs.apply().hit && (hdr.ipv4.isValid() || hdr.ipv6.isValid())) {
                Route.apply(hdr, meta, standard);
            } else {
                Bridge.apply(hdr, meta, standard);
            }
        }
        if (meta.reason != reason_t.NONE) {
            reasons.count(meta.reason);
            undecided.apply();
        }
    }
}

control RouterEgress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    register<bit<32>, port_t>(PORTS) deepest_queue;
    counter<port_t>(PORTS, CounterType.packets_and_bytes) sent;

    action untagged() {
        hdr.ethernet.type = hdr.tags[0].type;
        hdr.tags.pop_front(1);
    }

    action tagged(vlan_t vid) {
        hdr.tags.push_front(1);
        hdr.tags[0] = { 0, 0, vid, hdr.ethernet.type };
        hdr.ethernet.type = TYPE_VLAN;
    }

    table port_vlans {
        key = {
            standard.egress_port: exact @name("port");
            hdr.tags[0].isValid(): exact @name("is_tagged");
        }
        actions = { untagged; tagged; @defaultonly NoAction; }
        const default_action = NoAction();
        size = PORTS;
    }

    action remember_queue() {
        bit<32> before;
        deepest_queue.read(before, standard.egress_port);
        bit<32> now = (bit<32>)standard.deq_qdepth;
        if (now > before) {
            deepest_queue.write(standard.egress_port, now);
        }
    }

    apply {
        if (standard.egress_port == CPU_PORT) {
            hdr.packet_in = { meta.arrived_on, 0, meta.copied_for };
        } else {
            if (standard.instance_type == 5 && standard.egress_port == standard.ingress_port) {
                mark_to_drop(standard); // flooding does not go back where the frame came from
            }
            port_vlans.apply();
        }
        remember_queue();
        sent.count(standard.egress_port);
    }
}

control RouterComputeChecksum(inout headers_t hdr, inout metadata_t meta) {
    apply {
        update_checksum(hdr.ipv4.isValid() && hdr.ipv4.ihl == 5,
            { hdr.ipv4.version, hdr.ipv4.ihl, hdr.ipv4.dscp, hdr.ipv4.ecn, hdr.ipv4.total_length,
              hdr.ipv4.identification, hdr.ipv4.flags, hdr.ipv4.fragment_offset, hdr.ipv4.ttl, hdr.ipv4.protocol,
              hdr.ipv4.src, hdr.ipv4.dst },
            hdr.ipv4.checksum, HashAlgorithm.csum16);
    }
}

control RouterDeparser(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr.packet_in);
        packet.emit(hdr.ethernet);
        packet.emit(hdr.tags);
        packet.emit(hdr.ipv4);
        packet.emit(hdr.ipv4_options);
        packet.emit(hdr.ipv6);
        packet.emit(hdr.inner_ipv4);
        packet.emit(hdr.inner_ipv6);
        packet.emit(hdr.ports);
    }
}

V1Switch(RouterParser(), RouterVerifyChecksum(), RouterIngress(), RouterEgress(), RouterComputeChecksum(),
         RouterDeparser()) main;
