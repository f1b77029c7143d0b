/* SPDX-License-Identifier: Apache-2.0 */
/* The v1model architecture of BMv2's simple_switch, written from the public documents of the behavioral model
 * (simple_switch.md) and of P4Runtime. V1MODEL_VERSION, defined before this file is included, chooses the edition:
 * 20180101 (the default) indexes counters, meters and registers with bit<32>; from 20200408 on their index type is a
 * type parameter. */

#ifndef _V1_MODEL_P4_
#define _V1_MODEL_P4_

#include <core.p4>

#ifndef V1MODEL_VERSION
#define V1MODEL_VERSION 20180101
#endif

const bit<32> __v1model_version = V1MODEL_VERSION;

match_kind {
    range,      /* an interval, low .. high */
    optional,   /* one value, or any */
    selector    /* no part of the match: input of an action selector's hash */
}

#if V1MODEL_VERSION >= 20200408
typedef bit<9> PortId_t;
#define _V1MODEL_PORT PortId_t
#define _V1MODEL_INDEX I
#else
#define _V1MODEL_PORT bit<9>
#define _V1MODEL_INDEX bit<32>
#endif

/* What the switch tells the program about a packet, and the program the switch. The aliases are BMv2's own names. */
@metadata @name("standard_metadata")
struct standard_metadata_t {
    _V1MODEL_PORT ingress_port;     /* port the packet came in on */
    _V1MODEL_PORT egress_spec;      /* written in ingress: port to send to; the drop port drops */
    _V1MODEL_PORT egress_port;      /* read in egress: port the packet goes out of */
    bit<32> instance_type;          /* 0 original, 1 ingress clone, 2 egress clone, 4 recirculated, 5 replicated, 6 resubmitted */
    bit<32> packet_length;          /* bytes */
    /* Times in microseconds, depths in packets. */
    @alias("queueing_metadata.enq_timestamp")
    bit<32> enq_timestamp;
    @alias("queueing_metadata.enq_qdepth")
    bit<19> enq_qdepth;
    @alias("queueing_metadata.deq_timedelta")
    bit<32> deq_timedelta;
    @alias("queueing_metadata.deq_qdepth")
    bit<19> deq_qdepth;
    @alias("intrinsic_metadata.ingress_global_timestamp")
    bit<48> ingress_global_timestamp;
    @alias("intrinsic_metadata.egress_global_timestamp")
    bit<48> egress_global_timestamp;
    @alias("intrinsic_metadata.mcast_grp")
    bit<16> mcast_grp;              /* written in ingress: multicast group, 0 for none */
    @alias("intrinsic_metadata.egress_rid")
    bit<16> egress_rid;             /* replica number within the group */
    bit<1> checksum_error;          /* 1 when verify_checksum found a mismatch */
    error parser_error;             /* how the parser ended */
    @alias("intrinsic_metadata.priority")
    bit<3> priority;                /* written in ingress: queue, with --priority-queues */
}

/* ------------------------------------------------------------------------------------------------ counters, meters */

enum CounterType {
    packets,
    bytes,
    packets_and_bytes
}

/* An array of counters. Counting outside of it does nothing. */
extern counter
#if V1MODEL_VERSION >= 20200408
<I>
#endif
{
    counter(bit<32> size, CounterType type);
    void count(in _V1MODEL_INDEX index);
}

/* A counter per entry of the table that names it in its `counters` property. */
extern direct_counter {
    direct_counter(CounterType type);
    void count();
}

enum MeterType {
    packets,
    bytes
}

#define V1MODEL_METER_COLOR_GREEN  0
#define V1MODEL_METER_COLOR_YELLOW 1
#define V1MODEL_METER_COLOR_RED    2

/* An array of two-rate three-colour meters (RFC 2698); the result is one of the colours above. */
extern meter
#if V1MODEL_VERSION >= 20200408
<I>
#endif
{
    meter(bit<32> size, MeterType type);
    void execute_meter<T>(in _V1MODEL_INDEX index, out T result);
}

/* A meter per entry of the table that names it in its `meters` property. */
extern direct_meter<T> {
    direct_meter(MeterType type);
    void read(out T result);
}

/* ------------------------------------------------------------------------------------------------ registers */

/* An array of values that live longer than a packet; 0 at first. Reading outside of it gives 0. */
#if V1MODEL_VERSION >= 20200408
extern register<T, I>
#else
extern register<T>
#endif
{
    register(bit<32> size);
    @noSideEffects
    void read(out T result, in _V1MODEL_INDEX index);
    void write(in _V1MODEL_INDEX index, in T value);
}

/* ------------------------------------------------------------------------------------------------ table implementations */

/* Action data shared among entries. */
extern action_profile {
    action_profile(bit<32> size);
}

enum HashAlgorithm {
    crc32,
    crc32_custom,
    crc16,
    crc16_custom,
    random,
    identity,
    csum16,
    xor16
}

/* As action_profile, with groups; a hash over the keys of kind selector picks the member. */
extern action_selector {
    action_selector(HashAlgorithm algorithm, bit<32> size, bit<32> outputWidth);
}

/* ------------------------------------------------------------------------------------------------ functions */

/* A random number from lo to hi, both included. */
extern void random<T>(out T result, in T lo, in T hi);

/* Send data to the control plane. */
extern void digest<T>(in bit<32> receiver, in T data);

@deprecated("Please use mark_to_drop(standard_metadata) instead.")
extern void mark_to_drop();

/* Set egress_spec to the drop port and mcast_grp to 0; a later write to either revokes it. */
@pure
extern void mark_to_drop(inout standard_metadata_t standard_metadata);

/* result = base + hash(data) mod max. `data` is a tuple of fields. */
@pure
extern void hash<O, T, D, M>(out O result, in HashAlgorithm algo, in T base, in D data, in M max);

@deprecated("Please use verify_checksum/update_checksum instead.")
extern Checksum16 {
    Checksum16();
    bit<16> get<D>(in D data);
}

/* If `condition`: set checksum_error unless the checksum of `data` is `checksum`. */
extern void verify_checksum<T, O>(in bool condition, in T data, in O checksum, HashAlgorithm algo);

/* If `condition`: write the checksum of `data` to `checksum`. */
@pure
extern void update_checksum<T, O>(in bool condition, in T data, inout O checksum, HashAlgorithm algo);

/* As above, with the packet's unparsed rest appended to `data`. */
extern void verify_checksum_with_payload<T, O>(in bool condition, in T data, in O checksum, HashAlgorithm algo);
@noSideEffects
extern void update_checksum_with_payload<T, O>(in bool condition, in T data, inout O checksum, HashAlgorithm algo);

enum CloneType {
    I2E,    /* from the end of ingress to egress */
    E2E     /* from the end of egress to egress */
}

/* Ask for a copy, sent as the clone session says. Metadata fields marked @field_list(index) keep their value where a
 * field list is given. */
extern void clone(in CloneType type, in bit<32> session);
@deprecated("Please use 'clone_preserving_field_list' instead")
extern void clone3<T>(in CloneType type, in bit<32> session, in T data);
extern void clone_preserving_field_list(in CloneType type, in bit<32> session, bit<8> index);

/* Ask for the original packet to go through ingress again after this ingress. */
@deprecated("Please use 'resubmit_preserving_field_list' instead")
extern void resubmit<T>(in T data);
extern void resubmit_preserving_field_list(bit<8> index);

/* Ask for the packet as deparsed to go through ingress again after this egress. */
@deprecated("Please use 'recirculate_preserving_field_list' instead")
extern void recirculate<T>(in T data);
extern void recirculate_preserving_field_list(bit<8> index);

/* Cut the packet to `length` bytes when it leaves. */
extern void truncate(in bit<32> length);

/* Checked at run time: `assert` states what the program guarantees, `assume` what it relies on. */
extern void assert(in bool check);
extern void assume(in bool check);

/* Write to the switch's log; `{}` in the text stands for the next value of `data`. */
extern void log_msg(string msg);
extern void log_msg<T>(string msg, in T data);

/* ------------------------------------------------------------------------------------------------ the pipeline */

parser Parser<H, M>(packet_in b,
                    out H parsedHdr,
                    inout M meta,
                    inout standard_metadata_t standard_metadata);

/* Only blocks, verify_checksum calls and the like. */
control VerifyChecksum<H, M>(inout H hdr,
                             inout M meta);

@pipeline
control Ingress<H, M>(inout H hdr,
                      inout M meta,
                      inout standard_metadata_t standard_metadata);

@pipeline
control Egress<H, M>(inout H hdr,
                     inout M meta,
                     inout standard_metadata_t standard_metadata);

/* Only blocks, update_checksum calls and the like. */
control ComputeChecksum<H, M>(inout H hdr,
                              inout M meta);

/* Only emit calls. */
@deparser
control Deparser<H>(packet_out b, in H hdr);

package V1Switch<H, M>(Parser<H, M> p,
                       VerifyChecksum<H, M> vr,
                       Ingress<H, M> ig,
                       Egress<H, M> eg,
                       ComputeChecksum<H, M> ck,
                       Deparser<H> dep);

#endif
