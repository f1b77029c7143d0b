// SPDX-License-Identifier: Apache-2.0
// A MODEL of the queues of one egress port, in bytes. Not an ASIC idiom: an ASIC asks its buffer manager, and has no
// register that holds eight backlogs, no 96-bit adders and no multiplication by a rate. Where a target can tell whether
// a queue is full, that answer goes in place of this control, and the rest of the program stays.
//
// P4 on BMv2 cannot see the real queue, so ingress keeps, per egress port, one backlog per queue and the time it was
// last looked at. Backlogs drain at the port's rate. A packet that queue q takes also delays every lower queue of the
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

#include "../metadata.p4"

typedef bit<560> port_state_t;
typedef bit<96>  fraction_t;                    // bytes in units of 2^-30, with room for a 48-bit time by a 48-bit rate

const bit<8>     FRACTION_BITS = 30;
const fraction_t ROUND_UP      = 0x3FFFFFFF;    // 2^30 - 1

// Shared by the data-queue and trim-queue instances: they are queues of the same port.
register<port_state_t, port_t>(PORTS) port_backlog;

// Reads the queue's profile and the packet's length, reads and writes the backlogs of the port, and gives a verdict.
control VirtualQueue(in port_t port,
                     in queue_t queue,
                     in bytes_t frame_bytes,
                     in time_us_t now,
                     inout queue_verdict_t verdict) {
    action offer(in rate_t drain_rate, in bit<8> overhead, in bytes_t size_limit) {
        port_state_t state;
        port_backlog.read(state, port);

        fraction_t drained = (fraction_t)(now - state[559:512]) * (fraction_t)drain_rate;
        bit<256> half = queue >= 4 ? state[511:256] : state[255:0];             // BMv2 shifts by at most 8 bits
        bit<8> lane = (bit<8>)queue[1:0] << 6;
        fraction_t ahead = (fraction_t)(half >> lane)[63:0] |-| drained;
        fraction_t size = (fraction_t)(frame_bytes + (bytes_t)overhead) << FRACTION_BITS;
        verdict.fits = drain_rate != 0 && ahead + size <= (fraction_t)size_limit << FRACTION_BITS;
        verdict.backlog = (ahead + ROUND_UP)[61:30];

        fraction_t added = verdict.fits ? size : 0;
        fraction_t b7 = ((fraction_t)state[511:448] |-| drained) + (queue >= 7 ? added : 0);
        fraction_t b6 = ((fraction_t)state[447:384] |-| drained) + (queue >= 6 ? added : 0);
        fraction_t b5 = ((fraction_t)state[383:320] |-| drained) + (queue >= 5 ? added : 0);
        fraction_t b4 = ((fraction_t)state[319:256] |-| drained) + (queue >= 4 ? added : 0);
        fraction_t b3 = ((fraction_t)state[255:192] |-| drained) + (queue >= 3 ? added : 0);
        fraction_t b2 = ((fraction_t)state[191:128] |-| drained) + (queue >= 2 ? added : 0);
        fraction_t b1 = ((fraction_t)state[127:64]  |-| drained) + (queue >= 1 ? added : 0);
        fraction_t b0 = ((fraction_t)state[63:0]    |-| drained) + added;

        // A blocked queue leaves the port's clock alone: the other queues still have to drain.
        port_state_t next = now ++ b7[63:0] ++ b6[63:0] ++ b5[63:0] ++ b4[63:0]
            ++ b3[63:0] ++ b2[63:0] ++ b1[63:0] ++ b0[63:0];
        port_backlog.write(port, drain_rate == 0 ? state : next);
    }

    // A profile as SONiC's BUFFER_PROFILE, SCHEDULER and WRED_PROFILE bind it to BUFFER_QUEUE|port|queue.
    // rate: drain rate of the port (rate_t); 0 blocks this queue. All other queues of a port have the port's rate.
    // frame_overhead: bytes that the wire spends on each frame besides its own (preamble, gap and FCS: 24 on Ethernet).
    // limit: bytes ahead of the packet plus its own, overhead included, must not exceed it.
    // ecn: 1 = mark between the thresholds, with probability (backlog - ecn_min_threshold) * ecn_slope_per_byte / 2^32,
    // and always from ecn_max_threshold on.
    @action_restriction("ecn == 1 -> ecn_min_threshold <= ecn_max_threshold")
    action set_queue_profile(@id(1) rate_t rate,
                             @id(2) bit<8> frame_overhead,
                             @id(3) bytes_t limit,
                             @id(4) discard_action_t packet_discard_action,
                             @id(5) bit<1> ecn,
                             @id(6) bytes_t ecn_min_threshold,
                             @id(7) bytes_t ecn_max_threshold,
                             @id(8) bit<32> ecn_slope_per_byte) {
        verdict.discard_action = packet_discard_action;
        verdict.ecn_enabled = ecn == 1;
        verdict.ecn_min = ecn_min_threshold;
        verdict.ecn_max = ecn_max_threshold;
        verdict.ecn_slope = ecn_slope_per_byte;
        offer(rate, frame_overhead, limit);
    }

    @entry_restriction("egress_port != 511")
    table queue_profile {
        key = {
            port:  exact @name("egress_port") @id(1);
            queue: exact @name("queue") @id(2);
        }
        actions = { set_queue_profile; @defaultonly NoAction; }
        const default_action = NoAction();      // no profile: no limit
        size = PORT_QUEUES;
    }

    apply {
        verdict.fits = true;            // where the queue has no profile; the rest of the verdict has no meaning then
        verdict.ecn_enabled = false;
        queue_profile.apply();
    }
}

#endif
