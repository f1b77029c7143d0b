// SPDX-License-Identifier: Apache-2.0
// Stage 5: the queue decision. Pass, pass with a CE mark, trim, or drop.
//
//   data queue takes it ──► WRED: maybe CE ────────────────────────────► data queue
//        │ refuses
//        ├── not eligible, or queue does not trim, or port has no trim ─► drop (QUEUE_FULL)
//        └── trim: shorter, other DSCP, other queue
//                 │ trim queue takes it ───────────────────────────────► trim queue
//                 └ refuses ───────────────────────────────────────────► drop (TRIM_QUEUE_FULL)
//
// Each packet passes once, so none is trimmed twice here; a packet trimmed elsewhere carries a DSCP that is not
// eligible. Counters have SAI's meaning: all trim counters stand on the queue that refused the original.

#ifndef MRC_ADMISSION_P4
#define MRC_ADMISSION_P4

#include "../metadata.p4"
#include "virtual_queue.p4"

const bit<16> DRAW_MAX = 0xFFFF;        // of the random draw: a probability in units of 2^-16
const bit<8>  DRAW_TO_PROBABILITY = 16; // probabilities are in units of 2^-32

control Admission(inout metadata_t meta,
                  inout standard_metadata_t standard_metadata) {
    VirtualQueue() data_queue;
    VirtualQueue() trim_queue;

    // SAI_QUEUE_STAT_*; index = egress port (9 bits) ++ queue (3 bits).
    @id(0x12000002)
    counter<port_queue_t>(PORT_QUEUES, CounterType.packets_and_bytes) queue_packets;
    @id(0x12000003)
    counter<port_queue_t>(PORT_QUEUES, CounterType.packets_and_bytes) queue_dropped_packets;
    @id(0x12000004)
    counter<port_queue_t>(PORT_QUEUES, CounterType.packets_and_bytes) queue_wred_ecn_marked_packets;
    @id(0x12000005)
    counter<port_queue_t>(PORT_QUEUES, CounterType.packets_and_bytes) queue_trim_packets;
    @id(0x12000006)
    counter<port_queue_t>(PORT_QUEUES, CounterType.packets_and_bytes) queue_tx_trim_packets;
    @id(0x12000007)
    counter<port_queue_t>(PORT_QUEUES, CounterType.packets_and_bytes) queue_dropped_trim_packets;

    port_queue_t index;
    dscp_t       trim_dscp;
    queue_t      trim_queue_index;

    // SWITCH_TRIMMING|GLOBAL resolved for one egress port: FROM_TC and DYNAMIC are worked out by the controller, so
    // that symmetric and asymmetric DSCP, static and dynamic queue are all just values here.
    // size: bytes kept, from the Ethernet header.
    @id(0x0100000E)
    @action_restriction("size >= 128")
    action set_trim(@id(1) bytes_t size,
                    @id(2) dscp_t dscp,
                    @id(3) queue_t queue,
                    @id(4) length_mode_t length_mode) {
        meta.trim.trimmed = true;
        meta.trim.size = size;
        meta.trim.length_mode = length_mode;
        trim_dscp = dscp;
        trim_queue_index = queue;
    }

    @id(0x02000008)
    @entry_restriction("egress_port != 511")
    table switch_trimming {
        key = { standard_metadata.egress_spec: exact @name("egress_port") @id(1); }
        actions = { set_trim; @defaultonly NoAction; }
        const default_action = NoAction();      // the port does not trim
        size = PORTS;
    }

    action use_trim_queue() {
        meta.trim.cut = meta.frame_bytes > meta.trim.size;
        meta.frame_bytes = meta.frame_bytes > meta.trim.size ? meta.trim.size : meta.frame_bytes;
        meta.qos.dscp = trim_dscp;
        meta.qos.queue = trim_queue_index;
    }

    apply {
        trim_queue_index = 0;
        trim_dscp = 0;
        index = standard_metadata.egress_spec ++ meta.qos.queue;
        data_queue.apply(standard_metadata.egress_spec, meta.qos.queue, meta.frame_bytes,
                         standard_metadata.ingress_global_timestamp, meta.verdict);

        if (meta.verdict.fits) {
            queue_packets.count(index);
            if (meta.verdict.ecn_enabled && meta.qos.ecn != ECN_NOT_ECT && meta.verdict.backlog >= meta.verdict.ecn_min) {
                bit<16> draw;
                random(draw, 0, DRAW_MAX);
                bit<64> probability = (bit<64>)(meta.verdict.backlog - meta.verdict.ecn_min) * (bit<64>)meta.verdict.ecn_slope;
                if (meta.verdict.backlog >= meta.verdict.ecn_max || (bit<64>)draw << DRAW_TO_PROBABILITY < probability) {
                    meta.qos.ecn = ECN_CE;
                    queue_wred_ecn_marked_packets.count(index);
                }
            }
        } else {
            queue_dropped_packets.count(index);
            if (meta.qos.trim_eligible && meta.verdict.discard_action == discard_action_t.DROP_AND_TRIM) {
                switch_trimming.apply();
            }
            if (!meta.trim.trimmed) {
                meta.drop_reason = drop_reason_t.QUEUE_FULL;
            } else {
                use_trim_queue();
                queue_trim_packets.count(index);
                trim_queue.apply(standard_metadata.egress_spec, meta.qos.queue, meta.frame_bytes,
                                 standard_metadata.ingress_global_timestamp, meta.verdict);
                if (meta.verdict.fits) {
                    queue_tx_trim_packets.count(index);
                    queue_packets.count(standard_metadata.egress_spec ++ meta.qos.queue);
                } else {
                    queue_dropped_trim_packets.count(index);
                    meta.drop_reason = drop_reason_t.TRIM_QUEUE_FULL;
                }
            }
        }
        standard_metadata.priority = meta.qos.queue;
    }
}

#endif
