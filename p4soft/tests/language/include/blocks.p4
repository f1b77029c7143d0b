// SPDX-License-Identifier: Apache-2.0
// The blocks of v1model that a program here does not need, after it has declared `headers` and `metadata`.
#ifndef LANGUAGE_BLOCKS
#define LANGUAGE_BLOCKS
control NoVerify(inout headers hdr, inout metadata meta) { apply {} }
control NoUpdate(inout headers hdr, inout metadata meta) { apply {} }
control NoEgress(inout headers hdr, inout metadata meta, inout standard_metadata_t std) { apply {} }
control ToPortOne(inout headers hdr, inout metadata meta, inout standard_metadata_t std) {
    apply { std.egress_spec = 1; }
}
control EmitAll(packet_out packet, in headers hdr) { apply { packet.emit(hdr); } }
#endif
