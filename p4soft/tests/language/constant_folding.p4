// SPDX-License-Identifier: Apache-2.0
// A constant expression of type int has no width: no intermediate result is cut; / and % work there.
// Spec: P4_16 §8.9 Operations on arbitrary-precision integers, §6.4.3.2 Integer literals
#include <v1model.p4>

const int BIG = 1 << 100;
const int SMALL = (BIG * BIG + 12345 * BIG) / BIG - BIG; // 12345
const bit<16> FOLDED = SMALL % 10000;                    // 2345 = 0x929
const bit<8> WIDTH = 3 * 2 + 2;
header h_t { bit<16> a; bit<16> b; bit<WIDTH> c; bit<8> d; bit<8> e; bit<8> f; }
#include "include/one_header.p4"

control MyIngress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        hdr.h.a = SMALL;
        hdr.h.b = FOLDED;
        hdr.h.c = 8w0b1111_0000 | 0o17;
        hdr.h.d = 8w255 + 8w2;            // has a width: 257 - 256
        hdr.h.e = (bit<8>) (-(7 / 2) + 10); // / rounds toward zero: 3
        hdr.h.f = (bit<8>) ((1 << 8 | 0x42) >> 1);
    }
}
V1Switch(Extract(), NoVerify(), MyIngress(), NoEgress(), NoUpdate(), EmitAll()) main;
