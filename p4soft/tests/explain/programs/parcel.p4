// SPDX-License-Identifier: Apache-2.0
// One frame, one construct: the first byte of a parcel says which. The traces of docs/tracing.md come from here.
#define V1MODEL_VERSION 20180101
#include <core.p4>
#include <v1model.p4>

error { BadParcel }

header parcel_t {
    bit<8>  op;
    bit<8>  flags;
    bit<16> value;
    bit<16> checksum;
}

header label_t {
    bit<7> number;
    bit<1> bottom;
}

struct headers_t {
    parcel_t   parcel;
    label_t[2] labels;
}

struct metadata_t {
    @field_list(1)
    bit<8>  trips;
    bit<16> mark;
    bit<2>  colour;
}

struct news_t {
    bit<8>  op;
    bit<16> value;
}

parser ParcelParser(packet_in packet, out headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    value_set<bit<8>>(4) wrapped;

    state start {
        transition select(packet.lookahead<bit<8>>()) {
            wrapped: unwrap;
            default: parcel;
        }
    }

    state unwrap {
        packet.advance(8);
        transition parcel;
    }

    state parcel {
        packet.extract(hdr.parcel);
        verify(hdr.parcel.flags != 0xee, error.BadParcel);
        transition select(hdr.parcel.flags) {
            1 &&& 1: labels;
            default: accept;
        }
    }

    state labels {
        packet.extract(hdr.labels.next);
        transition select(hdr.labels.last.bottom) {
            0: labels;
            default: accept;
        }
    }
}

control ParcelVerify(inout headers_t hdr, inout metadata_t meta) {
    apply {
        verify_checksum(hdr.parcel.checksum != 0, { hdr.parcel.op, hdr.parcel.flags, hdr.parcel.value },
                        hdr.parcel.checksum, HashAlgorithm.csum16);
    }
}

control ParcelIngress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    counter(8, CounterType.packets_and_bytes) seen;
    meter(8, MeterType.packets) limit;
    register<bit<16>>(8) last_value;
    direct_counter(CounterType.packets_and_bytes) dispatched;

    action send(bit<9> port) {
        dispatched.count();
        standard.egress_spec = port;
    }

    action refuse() {
        dispatched.count();
        mark_to_drop(standard);
    }

    action remember() {
        bit<16> before;
        dispatched.count();
        last_value.read(before, (bit<32>)hdr.parcel.flags);
        last_value.write((bit<32>)hdr.parcel.flags, hdr.parcel.value);
        hdr.parcel.value = before;
        seen.count(2);
        limit.execute_meter((bit<32>)3, meta.colour);
    }

    action mix() {
        dispatched.count();
        hash(meta.mark, HashAlgorithm.crc16, 16w0, { hdr.parcel.op, hdr.parcel.value }, 32w8);
        random(hdr.parcel.flags, 8w5, 8w5);
        log_msg("mark {} of {}", { meta.mark, hdr.parcel.op });
    }

    action tell() {
        dispatched.count();
        digest<news_t>(1, { hdr.parcel.op, hdr.parcel.value });
        clone_preserving_field_list(CloneType.I2E, 5, 1);
    }

    action repeat() {
        dispatched.count();
        meta.trips = meta.trips + 1;
        resubmit_preserving_field_list(1);
    }

    action flood() {
        dispatched.count();
        standard.mcast_grp = hdr.parcel.value;
    }

    action insist() {
        dispatched.count();
        assert(hdr.parcel.value != 7);
    }

    action strip() {
        dispatched.count();
        hdr.labels.pop_front(1);
    }

    table dispatch {
        key = { hdr.parcel.op : exact @name("op"); }
        actions = { send; refuse; remember; mix; tell; repeat; flood; insist; strip; }
        default_action = refuse;
        const entries = {
            1 : send(2);
            2 : remember();
            3 : mix();
            4 : tell();
            5 : repeat();
            6 : flood();
            7 : insist();
            8 : strip();
        }
        counters = dispatched;
        size = 16;
    }

    action out_of(bit<9> port) {
        standard.egress_spec = port;
    }

    action_selector(HashAlgorithm.crc16, 8, 16) spread;

    table balance {
        key = {
            hdr.parcel.op    : ternary;
            hdr.parcel.value : selector;
        }
        actions = { out_of; NoAction; }
        implementation = spread;
    }

    apply {
        if (standard.parser_error != error.NoError) {
            mark_to_drop(standard);
        } else if (meta.trips == 1) {
            standard.egress_spec = 3;
        } else if (dispatch.apply().hit) {
            balance.apply();
        }
    }
}

control ParcelEgress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    apply {
        if (hdr.parcel.flags == 4) {
            hdr.parcel.flags = 0;
            recirculate_preserving_field_list(1);
        } else if (hdr.parcel.flags == 8) {
            truncate(4);
        } else if (hdr.parcel.flags == 16) {
            mark_to_drop(standard);
        }
    }
}

control ParcelUpdate(inout headers_t hdr, inout metadata_t meta) {
    apply {
        update_checksum(hdr.parcel.checksum != 0, { hdr.parcel.op, hdr.parcel.flags, hdr.parcel.value },
                        hdr.parcel.checksum, HashAlgorithm.csum16);
    }
}

control ParcelDeparser(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr.parcel);
        packet.emit(hdr.labels);
    }
}

V1Switch(ParcelParser(), ParcelVerify(), ParcelIngress(), ParcelEgress(), ParcelUpdate(), ParcelDeparser()) main;
