// SPDX-License-Identifier: Apache-2.0
// A queue of one egress port, modelled in bytes.
//
// P4 cannot see the real queue, so ingress keeps, per egress port, one backlog per queue and the time it was last
// looked at. Backlogs drain at the port's rate. A packet admitted to queue q also delays every lower queue of the
// port (strict priority), so its bytes are added to queues q, q-1, ... 0: the backlog of a queue is everything that
// leaves before a packet that arrives there now.
//
//   559      512 511    448        127     64 63      0
//   +-----------+----------+------+----------+---------+
//   |  time, us | queue 7  |  ... | queue 1  | queue 0 |      backlog: 34 bits of bytes, 30 of fraction
//   +-----------+----------+------+----------+---------+
//
// Read, drain, compare and write are one action: BMv2 locks registers per action, and nothing else makes it atomic.

#ifndef MRC_VIRTUAL_QUEUE_P4
#define MRC_VIRTUAL_QUEUE_P4

#include "../headers.p4"

// Shared by the data-queue and trim-queue instances below: they are queues of the same port.
register<bit<560>, port_t>(PORTS) port_backlog;

control VirtualQueue(in port_t port, in bit<48> now, inout metadata_t meta) {
    // A profile as SONiC's BUFFER_PROFILE, SCHEDULER and WRED_PROFILE bind it to BUFFER_QUEUE|port|queue.
    // rate: drain rate of the port (rate_t); 0 blocks this queue. All other queues of a port have the port's rate.
    // frame_overhead: bytes that the wire spends on each frame besides its own (preamble, gap and FCS: 24 on Ethernet).
    // limit: bytes ahead of the packet plus its own, overhead included, must not exceed it.
    // packet_discard_action: 1 = DROP_AND_TRIM. ecn: 1 = mark between the thresholds, with probability
    // (backlog - ecn_min_threshold) * ecn_slope_per_byte / 2^32, and always from ecn_max_threshold on.
    action set_queue_profile(rate_t rate, bit<8> frame_overhead, bytes_t limit, bit<1> packet_discard_action,
                             bit<1> ecn, bytes_t ecn_min_threshold, bytes_t ecn_max_threshold,
                             bit<32> ecn_slope_per_byte) {
        meta.queue_rate = rate;
        meta.frame_overhead = frame_overhead;
        meta.queue_limit = limit;
        meta.discard_action = packet_discard_action;
        meta.ecn_enabled = ecn;
        meta.ecn_min = ecn_min_threshold;
        meta.ecn_max = ecn_max_threshold;
        meta.ecn_slope = ecn_slope_per_byte;
    }

    table queue_profile {
        key = {
            port:       exact @name("egress_port");
            meta.queue: exact @name("queue");
        }
        actions = { set_queue_profile; @defaultonly NoAction; }
        const default_action = NoAction();      // no profile: no limit
        size = PORT_QUEUES;
    }

    action admit() {
        bit<560> state;
        port_backlog.read(state, port);

        bit<96> drained = (bit<96>)(now - state[559:512]) * (bit<96>)meta.queue_rate;
        bit<256> half = meta.queue >= 4 ? state[511:256] : state[255:0];        // BMv2 shifts by at most 8 bits
        bit<8> lane = (bit<8>)meta.queue[1:0] << 6;
        bit<96> ahead = (bit<96>)(half >> lane)[63:0] |-| drained;
        bit<96> size = (bit<96>)(meta.frame_bytes + (bit<32>)meta.frame_overhead) << 30;
        meta.admitted = meta.queue_rate != 0 && ahead + size <= (bit<96>)meta.queue_limit << 30 ? 1w1 : 1w0;
        meta.backlog = (ahead + 0x3FFFFFFF)[61:30];                             // rounded up

        bit<96> added = meta.admitted == 1 ? size : 0;
        bit<96> b7 = ((bit<96>)state[511:448] |-| drained) + (meta.queue >= 7 ? added : 0);
        bit<96> b6 = ((bit<96>)state[447:384] |-| drained) + (meta.queue >= 6 ? added : 0);
        bit<96> b5 = ((bit<96>)state[383:320] |-| drained) + (meta.queue >= 5 ? added : 0);
        bit<96> b4 = ((bit<96>)state[319:256] |-| drained) + (meta.queue >= 4 ? added : 0);
        bit<96> b3 = ((bit<96>)state[255:192] |-| drained) + (meta.queue >= 3 ? added : 0);
        bit<96> b2 = ((bit<96>)state[191:128] |-| drained) + (meta.queue >= 2 ? added : 0);
        bit<96> b1 = ((bit<96>)state[127:64]  |-| drained) + (meta.queue >= 1 ? added : 0);
        bit<96> b0 = ((bit<96>)state[63:0]    |-| drained) + added;

        // A blocked queue leaves the port's clock alone: the other queues still have to drain.
        bit<560> next = now ++ b7[63:0] ++ b6[63:0] ++ b5[63:0] ++ b4[63:0]
            ++ b3[63:0] ++ b2[63:0] ++ b1[63:0] ++ b0[63:0];
        port_backlog.write(port, meta.queue_rate == 0 ? state : next);
    }

    apply {
        meta.admitted = 1;
        if (queue_profile.apply().hit) {
            admit();
        }
    }
}

#endif
