// SPDX-License-Identifier: Apache-2.0
// Every place where a type translated for the control plane can appear.
#include <core.p4>
#include <v1model.p4>

@p4runtime_translation("", string) type bit<9> port_name_t;
@p4runtime_translation("", string) type bit<16> vrf_t;
@p4runtime_translation("example.org/number", 32) type bit<9> port_number_t;

@controller_header("packet_in")
header packet_in_t {
    port_name_t ingress_port;
    port_number_t same_port;
    bit<6> pad;
}
@controller_header("packet_out")
header packet_out_t {
    port_name_t egress_port;
    bit<7> pad;
}
header tag_t { bit<8> tag; }
struct headers_t { packet_in_t packet_in; packet_out_t packet_out; tag_t tag; }
struct metadata_t { port_name_t ingress; port_number_t number; vrf_t vrf; }
struct learned_t { port_name_t port; bit<8> tag; }

parser P(packet_in p, out headers_t h, inout metadata_t m, inout standard_metadata_t s) {
    state start {
        m.ingress = (port_name_t) s.ingress_port;
        m.number = (port_number_t) s.ingress_port;
        transition select(s.ingress_port) { 255: cpu; default: rest; }
    }
    state cpu { p.extract(h.packet_out); transition rest; }
    state rest { p.extract(h.tag); transition accept; }
}
control V(inout headers_t h, inout metadata_t m) { apply { } }
control I(inout headers_t h, inout metadata_t m, inout standard_metadata_t s) {
    register<vrf_t>(2) last_vrf;
    action forward(port_name_t port) { s.egress_spec = (bit<9>) port; }
    action to_number(port_number_t port) { s.egress_spec = (bit<9>) port; }
    action set_vrf(vrf_t vrf) { m.vrf = vrf; last_vrf.write(0, vrf); }
    action punt() { s.egress_spec = 255; digest<learned_t>(1, { m.ingress, h.tag.tag }); }
    table vrf { key = { m.ingress: exact; } actions = { set_vrf; NoAction; } default_action = NoAction; }
    table route {
        key = { m.vrf: optional; m.number: exact; h.tag.tag: exact; }
        actions = { forward; to_number; punt; NoAction; }
        default_action = NoAction;
    }
    table by_port { key = { m.ingress: ternary; } actions = { forward; NoAction; } default_action = NoAction; }
    apply {
        if (h.packet_out.isValid()) {
            s.egress_spec = (bit<9>) h.packet_out.egress_port;
        } else {
            vrf.apply();
            if (by_port.apply().miss) {
                route.apply();
            }
        }
    }
}
control E(inout headers_t h, inout metadata_t m, inout standard_metadata_t s) {
    apply {
        h.packet_out.setInvalid();
        if (s.egress_port == 255) {
            h.packet_in.setValid();
            h.packet_in = { m.ingress, m.number, 0 };
        }
    }
}
control U(inout headers_t h, inout metadata_t m) { apply { } }
control D(packet_out p, in headers_t h) { apply { p.emit(h); } }
V1Switch(P(), V(), I(), E(), U(), D()) main;
