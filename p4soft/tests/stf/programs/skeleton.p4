// SPDX-License-Identifier: Apache-2.0
// What the small programs here share: nothing to verify, update or do in egress.
#include <core.p4>
#include <v1model.p4>

#define NO_METADATA struct metadata_t {}
#define NO_VERIFY control Verify(inout headers_t hdr, inout metadata_t meta) { apply {} }
#define NO_EGRESS control MyEgress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t sm) { apply {} }
#define NO_UPDATE control Update(inout headers_t hdr, inout metadata_t meta) { apply {} }
#define EMIT_ALL control Emit(packet_out packet, in headers_t hdr) { apply { packet.emit(hdr); } }
#define EXTRACT_DATA parser Parse(packet_in packet, out headers_t hdr, inout metadata_t meta, inout standard_metadata_t sm) { \
    state start { packet.extract(hdr.data); transition accept; } }

// One byte to say what to do, then values to work with.
header data_t {
    bit<8>  kind;
    bit<8>  index;
    bit<16> value;
    bit<32> address;
}
