// SPDX-License-Identifier: Apache-2.0
// The RoCE NIC: the slots of its classes, whose names begin with Roce here, and what the parts of its C say to each other.
#pragma once

#include "packets.h"

extern const word RoceNic__asked, RoceNic__carriers, RoceNic__parser, RoceNic__pauses, RoceNic__scheduler,
    RoceNic_config, RoceNic_counters, RoceNic_now_ns, RoceNic_queue_pairs;
extern const word RoceNicConfig_cnp_priority, RoceNicConfig_data_priority, RoceNicConfig_pkey, RoceNicConfig_ports;
extern const word RoceScheduler__armed, RoceScheduler__heap, RoceScheduler__ports, RoceTurns_answers, RoceTurns_cnps,
    RoceTurns_data, RocePauses__until_ns, RocePauses_last_ns;
extern const word RoceQueuePair__completions, RoceQueuePair__last_words, RoceQueuePair__notification_point,
    RoceQueuePair__pace_ns, RoceQueuePair__peer, RoceQueuePair__requester, RoceQueuePair__responder,
    RoceQueuePair_answer_queued, RoceQueuePair_cnp_due, RoceQueuePair_cnp_queued, RoceQueuePair_completion_handler,
    RoceQueuePair_counters, RoceQueuePair_data_queued, RoceQueuePair_port, RoceQueuePair_qpn,
    RoceQueuePair_reaction_point, RoceQueuePair_state;
extern const word RoceRequester__ack_every, RoceRequester__asked, RoceRequester__at, RoceRequester__counters,
    RoceRequester__end, RoceRequester__first_sent_ns, RoceRequester__frames, RoceRequester__limits,
    RoceRequester__mtu, RoceRequester__next, RoceRequester__requests, RoceRequester__retries,
    RoceRequester__rnr_retries, RoceRequester__sent, RoceRequester__unacked, RoceRequester__unasked,
    RoceRequester_deadline_ns, RoceRequester_failure, RoceRequester_hold_until_ns;
extern const word RoceRtsAttributes_retry_count, RoceRtsAttributes_rnr_retry, RoceRtsAttributes_timeout;
extern const word RoceSendRequest_address, RoceSendRequest_data, RoceSendRequest_first, RoceSendRequest_imm,
    RoceSendRequest_lender, RoceSendRequest_operation, RoceSendRequest_packets, RoceSendRequest_r_key, RoceSendRequest_wr_id,
    RoceReceive_wr_id;
extern const word RoceResponder__ack_due, RoceResponder__complained, RoceResponder__counters, RoceResponder__domain,
    RoceResponder__expected, RoceResponder__frames, RoceResponder__memory, RoceResponder__message,
    RoceResponder__messages, RoceResponder__mtu, RoceResponder__nak, RoceResponder_failed, RoceResponder_receives;
extern const word RoceMessage_address, RoceMessage_done, RoceMessage_left, RoceMessage_operation, RoceMessage_r_key,
    RoceMessage_receive;
extern const word RoceCompletion_imm, RoceCompletion_kind, RoceCompletion_length, RoceCompletion_qpn,
    RoceCompletion_status, RoceCompletion_time_ns, RoceCompletion_wr_id;
extern const word RoceQpCounters_acks, RoceQpCounters_bytes_placed, RoceQpCounters_data_packets,
    RoceQpCounters_duplicates, RoceQpCounters_ignored, RoceQpCounters_marked, RoceQpCounters_out_of_sequence,
    RoceQpCounters_retransmissions, RoceQpCounters_worst_delivery_ns;
extern const word RoceFrameParser__address, RoceFrameBuilder__plain, RoceQpFrames__addresses, RoceQpFrames__builder,
    RoceQpFrames__classes, RoceQpFrames__peer, RoceQpFrames__port, RoceQpFrames__source_port, RoceTrafficClasses_data;
extern const word RoceDcqcnParameters_additive_bps, RoceDcqcnParameters_byte_counter,
    RoceDcqcnParameters_fast_recovery, RoceDcqcnParameters_hyper_bps, RoceDcqcnParameters_increase_timer_ns;
extern const word RoceReactionPoint__by_bytes, RoceReactionPoint__by_time, RoceReactionPoint__limited,
    RoceReactionPoint__line_bps, RoceReactionPoint__p, RoceReactionPoint__sent, RoceReactionPoint__timer_ns,
    RoceReactionPoint_rate_bps, RoceReactionPoint_target_bps;
extern const word RoceNotificationPoint__ends_ns, RoceNotificationPoint__interval_ns,
    RoceNotificationPoint__remembers, RoceNotificationPoint_again;
// Objects.
extern const word the_RoceCompletion, the_RoceFrameBuilder, the_RoceFrameParser, the_RoceMessage,
    the_RoceRtsAttributes, the_roce_write, the_roce_sends_write, the_roce_sends_send, the_roce_receives_imm,
    the_roce_success, the_roce_received_frames, the_roce_sent_frames, the_roce_receive, the_roce_transmit, the_roce_next_wakeup;
// Names of methods.
extern const word the_next_cnp, the_next_answer, the_next_data;

enum {
    ROCE_UDP_AT = ETHERNET + IPV6,
    ROCE_BTH_AT = ROCE_UDP_AT + UDP,
    ROCE_BODY_AT = ROCE_BTH_AT + BTH,
    RETH = 16,
    IMMDT = 4,
    AETH = 4,
};
enum { WRITE_FIRST = 0x06, WRITE_MIDDLE, WRITE_LAST, WRITE_LAST_IMM, WRITE_ONLY, WRITE_ONLY_IMM, ACKNOWLEDGE = 0x11 };
#define NEVER_NS (-1) // times are not negative

// A frame that has arrived, whole and for a queue pair of this NIC; `length`: bytes between BTH and padding.
typedef struct arrived {
    object *qp;
    const byte *source, *body, *frame;
    const lack *lack; // what the frame's bytes lack; NULL: nothing
    sword length, opcode, psn;
    bool marked, ack_req;
} arrived;

// What a frame of a queue pair is made of; `rest`: the headers behind the BTH, packed.
typedef struct content {
    sword traffic_class, opcode, psn;
    bool ack_req;
    const byte *rest;
    sword rest_length;
    payload payload;
} content;

// roce_frames.c
bool read_arrived(object *nic, const byte *frame, sword length, const lack *lack, arrived *to);
bool makes_frames(const object *frames);
bool make_frame(object *frames, const content *of, leaving *to);

// roce_requester.c
enum end take_acknowledgement(object *qp, const arrived *it, sword now);
enum end send_packet(object *qp, sword now, leaving *to);
bool complete_message(object *qp, word kind, object *wr_id, sword length, object *imm, sword now);

// roce_responder.c
enum end take_request(object *nic, object *qp, const arrived *it, sword now);
bool has_acknowledgement(const object *qp);
enum end send_acknowledgement(object *qp, leaving *to);
void note_mark(object *qp, sword now);
bool interval_ends(object *point, sword now);

static ALWAYS_INLINE sword time_or_never(const object *of, word slot)
{
    return is_none(of, slot) ? NEVER_NS : get_int(of, slot);
}

static ALWAYS_INLINE sword earlier(sword one, sword other)
{
    return one < 0 || other < 0 ? most(one, other) : least(one, other);
}
