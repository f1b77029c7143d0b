// SPDX-License-Identifier: Apache-2.0
// The slots that the NIC's C reads and writes, by class and attribute: bytes from the beginning of an object.
#pragma once

#include "objects.h"

extern const word Nic__counters, Nic__macs, Nic__masks, Nic__parser, Nic__good_pkey, Nic__received, Nic__sent,
    Nic__settled, Nic__scheduler, Nic__timers, Nic_journal, Nic_now_ns, Nic_ports, Nic_prober, Nic_queue_pairs;
extern const word Ports_leaving, Ports_sack_mask, Ports_up, PortControl_in_sacks, PortControl_pending;
extern const word EvProber__address, EvProber__builder, EvProber__counters, EvProber__next_id, EvProber__next_ns,
    EvProber__open, EvProber__spacing_ns, EvProber__templates, EvProber__waiting, EvProber_waiting_paths;
extern const word OpenProbe_answered, OpenProbe_answered_ns, OpenProbe_answered_port, OpenProbe_entry,
    OpenProbe_given_up, OpenProbe_peer, OpenProbe_purpose, OpenProbe_qpn, OpenProbe_request_id, OpenProbe_sent_ns,
    _PathProbe_asked, _PathProbe_entry, _PathProbe_peer, PathTemplate__plane_flips,
    PathTemplate__uplink_flips, PathTemplate_base, PathTemplate_format;
extern const word QueuePair_control_queued, QueuePair_data_queued, QueuePair_deadline_ns, QueuePair_ev_probe_ns,
    QueuePair_evs, QueuePair_peer_address, QueuePair_probing, QueuePair_qpn, QueuePair_requestor, QueuePair_responder,
    QueuePair_reverse, QueuePair_reverse_ns, QueuePair_state;
extern const word ProbeSchedule__interval_ns, ProbeSchedule__interval_since_ns, ProbeSchedule__peer,
    ProbeSchedule__prober, ProbeSchedule__qpn, ProbeSchedule__reverse, ProbeSchedule__reverse_probes,
    ProbeSchedule_received_ns, ProbeSchedule_sent_ns;
extern const word Scheduler__answered, Scheduler__answers, Scheduler__answers_waiting, Scheduler__busy_until_ns,
    Scheduler__control, Scheduler__counters, Scheduler__data, Scheduler__patience_ns, Scheduler__rates_bps,
    Scheduler__probes;
extern const word Timers__deadlines, Timers__heap, Timers__looked, Timers__order, Timers__settled, Timers__wake_ns,
    Timers__wake_order;
// Frames that arrive.
extern const word FrameParser__address, FrameParser__ev_split, FrameParser__labels, FrameParser__port,
    FrameParser__roles;
extern const word PacketType_data, PacketType_first, PacketType_immediate, PacketType_last, PacketType_opcode,
    PacketType_recipient, PacketType_service;
// The responder.
extern const word Responder__asked, Responder__completions, Responder__counters, Responder__counts_nominal,
    Responder__domain, Responder__ends, Responder__flow_control, Responder__format, Responder__limits, Responder__memory,
    Responder__options, Responder__peer, Responder__ports, Responder__refused, Responder__repeats,
    Responder__resources, Responder__rules, Responder__stashed, Responder_answers, Responder_failed,
    Responder_reception;
extern const word Reception_bytes_since_sack, Reception_completed_index, Reception_messages, Reception_mpr,
    Reception_rcvd_bytes, Reception_window;
extern const word ReceiveWindow__received, ReceiveWindow__size, ReceiveWindow__unreported, ReceiveWindow_cack,
    ReceiveWindow_edge, ReceiveWindow_max_received;
extern const word ReceiveResources_limited, TrimRepeats_waiting, TransportOptions_sack_threshold_bytes,
    TransportOptions_reorder_ns, TransportOptions_base_rtt_ns;
extern const word MessageRules__address, MessageRules__early, MessageRules__judge_msn, MessageRules__left,
    MessageRules__length, MessageRules__msn, MessageRules__mtu, MessageRules__r_key, MessageRules__waiting;
extern const word MemoryTable__regions, MemoryRegion__view, MemoryRegion_address, MemoryRegion_bytes_placed,
    MemoryRegion_domain, MemoryRegion_length, MemoryRegion_writable;
extern const word IncastPenalty__base_rtt_ns, IncastPenalty__began_ns, IncastPenalty__delay_ns,
    IncastPenalty__delay_ticks, IncastPenalty__ends_ns, IncastPenalty__frames, IncastPenalty__full,
    IncastPenalty__packets, IncastPenalty__peers, IncastPenalty__planes, IncastPenalty__rates,
    IncastPenalty__recent_ns, IncastPenalty__senders, IncastPenalty__target_ns, IncastPenalty__turn,
    IncastPenalty_turns, _Peer__least_tick, _Peer_asked, _Peer_level, _Peer_may_grow, _Peer_penalty, _Peer_received,
    _Peer_silent_rounds, _Peer_surplus;
extern const word Answers__counters, Answers__flow_control, Answers__frames, Answers__jobs, Answers__options,
    Answers__peer, Answers__ports, Answers__reception, Answers__service_time, Answers_limit;
extern const word SackJob_arrived_ns, SackJob_entropy, SackJob_index, SackJob_mark, SackJob_probe, SackJob_rtx,
    SackJob_timestamp;
extern const word ReverseEvs__by_plane, ReverseEvs__doubted, ReverseEvs__evs, ReverseEvs__looked_at,
    ReverseEvs__order, ReverseEvs__rng, ReverseEvs_suspect, ReverseEvs_turned;
extern const word AckJob_index, AckJob_syndrome, Answers__ack, Responder__qpn, Responder__receives,
    ReceiveQueue_depth;
extern const word CompletionQueue__armed, CompletionQueue__completions, CompletionQueue_depth,
    CompletionQueue_handler, CompletionQueue_overruns, Completion_imm, Completion_kind, Completion_length,
    Completion_qpn, Completion_status, Completion_time_ns, Completion_wr_id;
// The requestor.
extern const word Requestor_acknowledgements, Requestor_probes, Requestor_state;
extern const word Acknowledgements__late_bytes;
extern const word SendState__completions, SendState_budget, SendState_bytes_since_ack_req, SendState_cc,
    SendState_counters, SendState_dynamic, SendState_evs, SendState_failure, SendState_flight, SendState_frames,
    SendState_full_size, SendState_heard_ns, SendState_losses, SendState_options, SendState_probes, SendState_queue,
    SendState_service_time, SendState_stale, SendState_window;
extern const word InFlight__arrived, InFlight__arrived_before, InFlight__delayed, InFlight__oldest, InFlight__reported,
    InFlight_again, InFlight_again_ns, InFlight_first_ns, InFlight_in_flight, InFlight_last_sent_ns, InFlight_lost,
    InFlight_next_index, InFlight_records, InFlight_reported_ns, InFlight_silent, InFlight_una;
extern const word PacketRing__count, PacketRing__places;
extern const word SentPacket_ahead, SentPacket_avoid, SentPacket_avoid_until_ns, SentPacket_blamed,
    SentPacket_first_sent_ns, SentPacket_given_up, SentPacket_index, SentPacket_refused, SentPacket_repeated,
    SentPacket_silent, SentPacket_size, SentPacket_state, SentPacket_why, SentPacket_work, SentPacket_entropy,
    SentPacket_entry, SentPacket_sends, SentPacket_sent_ns;
extern const word Losses__doubt, Losses__silent, Losses_repeats, Losses_trips, ReverseDoubt_asked_ns, Repeats_open,
    TripTimes__ends_ns, TripTimes__worst_ns, TripTimes_patience_ns, Losses__planes, PlaneLosses__waiting,
    RtrAttributes_max_immediates, RtsAttributes_ack_timeout, RtsAttributes_linear_retries;
extern const word RetryBudget__limits, RetryBudget__round, RetryBudget_retries, RetryBudget_since_ns,
    ReliabilityProbes__interval_ns, ReliabilityProbes__last_ns, ReliabilityProbes_vain, ReliabilityProbes_wanted;
extern const word SendQueue__imms_open, SendQueue__imms_started, SendQueue__max_immediates, SendQueue__started,
    SendQueue_begun, SendQueue_current, SendQueue_pending;
extern const word WorkRequest_data, WorkRequest_first_index, WorkRequest_imm, WorkRequest_last_index,
    WorkRequest_lender, WorkRequest_length, WorkRequest_mtu, WorkRequest_number, WorkRequest_r_key,
    WorkRequest_remote_address, WorkRequest_rqmsn, WorkRequest_signalled, WorkRequest_wr_id;
extern const word FrameBuilder__dport, FrameBuilder__eeth_bits, FrameBuilder__ev_split, FrameBuilder__hop_limit,
    FrameBuilder__links, FrameBuilder_classes, FrameBuilder_pkey, TrafficClasses__again, TrafficClasses__control,
    TrafficClasses__first, TrafficClasses__probe;
extern const word QpFrames__begun, QpFrames__classes, QpFrames__fast, QpFrames__inner, QpFrames_dest_qpn,
    QpFrames_qpn, QpFrames_timestamps, _Beginning_entry, _Beginning_head, _Beginning_running;
extern const word Account__acknowledged, Account__asked_ns, Account__books, Account__destination, Account__rcvd_bytes,
    Account__share, Account_aside, Account_unreported;
extern const word Destination_accounts, Destination_aside, Destination_controller, Destination_heard_ns,
    Destination_inflight, Destination_mute, Destination_patience_ns, Destination_sharing, Destination_waiting,
    Destination_window;
extern const word Nscc__achieved, Nscc__adjusted_ns, Nscc__base_ends_ns, Nscc__delay, Nscc__delay_ns, Nscc__fast,
    Nscc__fast_bytes, Nscc__ignore, Nscc__ignored, Nscc__increase, Nscc__least_ns, Nscc__max_cwnd, Nscc__numbers,
    Nscc__peak_ns, Nscc__peaks, Nscc__qa_end_ns, Nscc__received, Nscc__trigger_qa, Nscc_base_rtt, Nscc_cwnd,
    Nscc_saved_cwnd;
extern const word NsccNumbers_adjust_bytes_threshold, NsccNumbers_adjust_period_threshold, NsccNumbers_alpha,
    NsccNumbers_base_rtt, NsccNumbers_disable_qa, NsccNumbers_eta, NsccNumbers_fi, NsccNumbers_fi_scale,
    NsccNumbers_qa_gate, NsccNumbers_qa_threshold, NsccNumbers_target_delay;
// Paths.
extern const word EvSet__proof, EvSet__proof_ns, EvSet__rotation, EvSet__rules, EvSet_bad, EvSet_entries,
    EvSet_health, EvSet__planes, EvRules_base_rtt_ns, BadEvs_due_ns, PlaneHealth_heard_ns, PlaneHealth_suspicious,
    PlaneHealth_watched;
extern const word PlaneTurns_backups, PlaneTurns_cursor, PlaneTurns_entries, PlaneTurns_plane;
extern const word Rotation__good, Rotation__next_plane, Rotation__planes, Rotation__rng, Rotation__skip_timer_ns,
    Rotation_closed;
extern const word EvEntry_entropy, EvEntry_held_until_ns, EvEntry__outer, EvEntry_packets, EvEntry_plane,
    EvEntry_probe_open, EvEntry_proof_ns, EvEntry_rtt_ns, EvEntry_skipped_ns, EvEntry_state, EvEntry_told_back,
    EvEntry_told_lately, EvEntry_marked_lately, Outer_source, Outer_template;
// What is counted.
extern const word QpCounters_acks_sent, QpCounters_answers_refused, QpCounters_bytes_placed, QpCounters_immediates,
    QpCounters_messages_completed, QpCounters_messages_received, QpCounters_data_bytes, QpCounters_data_packets,
    QpCounters_deliveries, QpCounters_marked_received, QpCounters_out_of_order,
    QpCounters_packets_placed, QpCounters_plane_packets, QpCounters_retransmissions_received, QpCounters_sacks_marked,
    QpCounters_sacks_received, QpCounters_sacks_sent, QpCounters_total_delivery_ns, QpCounters_worst_delivery_ns,
    QpCounters_worst_one_way_ns;
