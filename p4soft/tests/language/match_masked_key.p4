// SPDX-License-Identifier: Apache-2.0
// A key with a constant mask is compared without the bits that the mask leaves out, and so is an entry's value: BMv2 cuts
// an exact, lpm or ternary value and the low end of a range, not its high end.
// Spec: BMv2's JSON_format.md, `mask` of a table's key; the entries: MatchKeyBuilder in BMv2's match_units.cpp
#include <v1model.p4>

header h_t { bit<8> a; bit<8> exact_; bit<8> ternary_; bit<8> range_; bit<8> lpm_; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    action in_exact(bit<8> v) { hdr.h.exact_ = v; }
    action in_ternary(bit<8> v) { hdr.h.ternary_ = v; }
    action in_range(bit<8> v) { hdr.h.range_ = v; }
    action in_lpm(bit<8> v) { hdr.h.lpm_ = v; }
    table e {
        key = { hdr.h.a & 0xC3 : exact @name("a"); }
        actions = { in_exact; NoAction; }
        const entries = { 0xFF : in_exact(1); }
    }
    table t {
        key = { hdr.h.a & 0xC3 : ternary @name("a"); }
        actions = { in_ternary; NoAction; }
    }
    table r {
        key = { hdr.h.a & 0xC3 : range @name("a"); }
        actions = { in_range; NoAction; }
        const entries = { 4..7 : in_range(1); }
    }
    table l {
        key = { hdr.h.a & 0xC3 : lpm @name("a"); }
        actions = { in_lpm; NoAction; }
    }
    apply { std.egress_spec = 1; e.apply(); t.apply(); r.apply(); l.apply(); }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
