// SPDX-License-Identifier: Apache-2.0
// Stage 5: the queue decision. Pass, pass with a CE mark, trim, or drop.
//
//   data queue admits ──► WRED: maybe CE ──────────────────────────────► data queue
//        │ refuses
//        ├── not eligible, or queue does not trim, or port has no trim ─► drop (QUEUE_FULL)
//        └── trim: shorter, other DSCP, other queue
//                 │ trim queue admits ─────────────────────────────────► trim queue
//                 └ refuses ───────────────────────────────────────────► drop (TRIM_QUEUE_FULL)
//
// Each packet passes once, so none is trimmed twice here; a packet trimmed elsewhere carries a DSCP that is not
// eligible. Counters have SAI's meaning: all trim counters stand on the queue that refused the original.

#ifndef MRC_ADMISSION_P4
#define MRC_ADMISSION_P4

#include "../headers.p4"
#include "virtual_queue.p4"

control Admission(inout headers_t hdr,
                  inout metadata_t meta,
                  inout standard_metadata_t standard_metadata) {
    VirtualQueue() data_queue;
    VirtualQueue() trim_queue;

    // SAI_QUEUE_STAT_*; index = egress port (9 bits) ++ queue (3 bits).
    counter<port_queue_t>(PORT_QUEUES, CounterType.packets_and_bytes) queue_packets;
    counter<port_queue_t>(PORT_QUEUES, CounterType.packets_and_bytes) queue_dropped_packets;
    counter<port_queue_t>(PORT_QUEUES, CounterType.packets_and_bytes) queue_wred_ecn_marked_packets;
    counter<port_queue_t>(PORT_QUEUES, CounterType.packets_and_bytes) queue_trim_packets;
    counter<port_queue_t>(PORT_QUEUES, CounterType.packets_and_bytes) queue_tx_trim_packets;
    counter<port_queue_t>(PORT_QUEUES, CounterType.packets_and_bytes) queue_dropped_trim_packets;

    port_queue_t index;

    queue_t trim_queue_index;
    dscp_t  trim_dscp;

    // SWITCH_TRIMMING|GLOBAL resolved for one egress port: FROM_TC and DYNAMIC are worked out by the controller, so
    // that symmetric and asymmetric DSCP, static and dynamic queue are all just values here.
    // size: bytes kept, from the Ethernet header. length_mode: 0 = update the outermost IP length, 1 = preserve.
    action set_trim(bytes_t size, dscp_t dscp, queue_t queue, bit<1> length_mode) {
        meta.trimmed = 1;
        meta.trim_size = size;
        meta.trim_length_mode = length_mode;
        trim_dscp = dscp;
        trim_queue_index = queue;
    }

    table switch_trimming {
        key = { standard_metadata.egress_spec: exact @name("egress_port"); }
        actions = { set_trim; @defaultonly NoAction; }
        const default_action = NoAction();      // the port does not trim
        size = PORTS;
    }

    action use_trim_queue() {
        meta.cut = meta.frame_bytes > meta.trim_size ? 1w1 : 1w0;
        meta.frame_bytes = meta.frame_bytes > meta.trim_size ? meta.trim_size : meta.frame_bytes;
        meta.dscp = trim_dscp;
        meta.queue = trim_queue_index;
    }

    apply {
        trim_queue_index = 0;
        trim_dscp = 0;
        index = standard_metadata.egress_spec ++ meta.queue;
        data_queue.apply(standard_metadata.egress_spec, standard_metadata.ingress_global_timestamp, meta);

        if (meta.admitted == 1) {
            queue_packets.count(index);
            if (meta.ecn_enabled == 1 && meta.ecn != ECN_NOT_ECT && meta.backlog >= meta.ecn_min) {
                bit<16> draw;
                random(draw, 0, 65535);
                bit<64> probability = (bit<64>)(meta.backlog - meta.ecn_min) * (bit<64>)meta.ecn_slope; // in 2^-32
                if (meta.backlog >= meta.ecn_max || (bit<64>)draw << 16 < probability) {
                    meta.ecn = ECN_CE;
                    queue_wred_ecn_marked_packets.count(index);
                }
            }
        } else {
            queue_dropped_packets.count(index);
            if (meta.trim_eligible == 1 && meta.discard_action == DISCARD_DROP_AND_TRIM) {
                switch_trimming.apply();
            }
            if (meta.trimmed == 0) {
                meta.drop_reason = drop_reason_t.QUEUE_FULL;
            } else {
                use_trim_queue();
                queue_trim_packets.count(index);
                trim_queue.apply(standard_metadata.egress_spec, standard_metadata.ingress_global_timestamp, meta);
                if (meta.admitted == 1) {
                    queue_tx_trim_packets.count(index);
                    queue_packets.count(standard_metadata.egress_spec ++ meta.queue);
                } else {
                    queue_dropped_trim_packets.count(index);
                    meta.drop_reason = drop_reason_t.TRIM_QUEUE_FULL;
                }
            }
        }
        standard_metadata.priority = meta.queue;
    }
}

#endif
