; SPDX-License-Identifier: Apache-2.0
; Made of acknowledgements.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 4623cb8049f57f49579b23f5b628727c67daf1fac1acd0ccc9941080cc8bee53
%struct.delivery.19 = type { ptr, [16 x ptr], i64, i64 }
%struct.sack = type { i64, i64, i64, i64, i64, i64, i64, i64, i64, i64 }
%struct.sending.21 = type { ptr, ptr, ptr, ptr, ptr }

@SendState_budget = external constant i64, align 8
@SendState_heard_ns = external constant i64, align 8
@SendState_probes = external constant i64, align 8
@ReliabilityProbes_vain = external constant i64, align 8
@RetryBudget_retries = external constant i64, align 8
@RetryBudget__round = external constant i64, align 8
@RetryBudget_since_ns = external constant i64, align 8
@SendState_flight = external constant i64, align 8
@InFlight_una = external constant i64, align 8
@Account__destination = external constant i64, align 8
@Destination_waiting = external constant i64, align 8
@Account_aside = external constant i64, align 8
@the_heard = external constant i64, align 8
@Destination_heard_ns = external constant i64, align 8
@Destination_mute = external constant i64, align 8
@Account__asked_ns = external constant i64, align 8
@Account__share = external constant i64, align 8
@Account__books = external constant i64, align 8
@Account_unreported = external constant i64, align 8
@Account__acknowledged = external constant i64, align 8
@EvEntry_state = external constant i64, align 8
@the = external global ptr, align 8
@the_denied = external constant i64, align 8
@EvEntry_plane = external constant i64, align 8
@ReverseEvs_suspect = external constant i64, align 8
@ReverseEvs__doubted = external constant i64, align 8
@ReverseEvs__by_plane = external constant i64, align 8
@the_discard = external constant i64, align 8
@the_None = external constant i64, align 8
@QueuePair_requestor = external constant i64, align 8
@QueuePair_evs = external constant i64, align 8
@Nic__scheduler = external constant i64, align 8
@Requestor_state = external constant i64, align 8
@SendState_failure = external constant i64, align 8
@the__after_requestor = external constant i64, align 8
@Requestor_probes = external constant i64, align 8
@ReliabilityProbes_wanted = external constant i64, align 8
@InFlight_lost = external constant i64, align 8
@QueuePair_data_queued = external constant i64, align 8
@Scheduler__data = external constant i64, align 8
@EvSet_bad = external constant i64, align 8
@BadEvs_due_ns = external constant i64, align 8
@QueuePair_ev_probe_ns = external constant i64, align 8
@QueuePair_deadline_ns = external constant i64, align 8
@SendState_stale = external constant i64, align 8
@Nic__timers = external constant i64, align 8
@EvSet_health = external constant i64, align 8
@PlaneHealth_suspicious = external constant i64, align 8
@Nic_ports = external constant i64, align 8
@the_listen = external constant i64, align 8
@the_Requestor = external constant i64, align 8
@PortControl_in_sacks = external constant i64, align 8
@SendState_losses = external constant i64, align 8
@InFlight_next_index = external constant i64, align 8
@SendState_dynamic = external constant i64, align 8
@Losses_repeats = external constant i64, align 8
@Repeats_open = external constant i64, align 8
@InFlight_records = external constant i64, align 8
@SentPacket_blamed = external constant i64, align 8
@QueuePair_reverse = external constant i64, align 8
@EvSet_entries = external constant i64, align 8
@the_int = external constant i64, align 8
@long_digit = external constant i64, align 8
@SentPacket_state = external constant i64, align 8
@the_in_flight = external constant i64, align 8
@SentPacket_silent = external constant i64, align 8
@the__land = external constant i64, align 8
@InFlight_in_flight = external constant i64, align 8
@SentPacket_sends = external constant i64, align 8
@InFlight_again = external constant i64, align 8
@SentPacket_sent_ns = external constant i64, align 8
@InFlight_first_ns = external constant i64, align 8
@InFlight__arrived = external constant i64, align 8
@InFlight__arrived_before = external constant i64, align 8
@SentPacket_first_sent_ns = external constant i64, align 8
@InFlight__reported = external constant i64, align 8
@SentPacket_repeated = external constant i64, align 8
@PacketRing__count = external constant i64, align 8
@PacketRing__places = external constant i64, align 8
@the_list = external constant i64, align 8
@InFlight_again_ns = external constant i64, align 8
@InFlight_reported_ns = external constant i64, align 8
@SendState_evs = external constant i64, align 8
@SentPacket_entry = external constant i64, align 8
@EvEntry_told_lately = external constant i64, align 8
@EvEntry_told_back = external constant i64, align 8
@EvEntry_marked_lately = external constant i64, align 8
@EvEntry_proof_ns = external constant i64, align 8
@PlaneHealth_heard_ns = external constant i64, align 8
@PlaneHealth_watched = external constant i64, align 8
@EvSet__proof_ns = external constant i64, align 8
@EvSet__proof = external constant i64, align 8
@SentPacket_entropy = external constant i64, align 8
@SendState_counters = external constant i64, align 8
@QpCounters_worst_delivery_ns = external constant i64, align 8
@SentPacket_size = external constant i64, align 8
@QpCounters_total_delivery_ns = external constant i64, align 8
@SentPacket_index = external constant i64, align 8
@SentPacket_given_up = external constant i64, align 8
@QpCounters_deliveries = external constant i64, align 8
@the_True = external constant i64, align 8
@the_False = external constant i64, align 8
@the_dict = external constant i64, align 8
@the_deque = external constant i64, align 8
@the_append = external constant i64, align 8
@the_deque_append = external constant i64, align 8
@Requestor_acknowledgements = external constant i64, align 8
@Acknowledgements__late_bytes = external constant i64, align 8
@QpCounters_sacks_received = external constant i64, align 8
@SendState_full_size = external constant i64, align 8
@QpCounters_sacks_marked = external constant i64, align 8
@SendState_service_time = external constant i64, align 8
@SendState_frames = external constant i64, align 8
@QpFrames_timestamps = external constant i64, align 8
@the_on_mark = external constant i64, align 8
@Losses_trips = external constant i64, align 8
@EvEntry_rtt_ns = external constant i64, align 8
@EvSet__rules = external constant i64, align 8
@EvRules_base_rtt_ns = external constant i64, align 8
@TripTimes__ends_ns = external constant i64, align 8
@TripTimes__worst_ns = external constant i64, align 8
@the_note = external constant i64, align 8
@the_on_trip = external constant i64, align 8
@Account__rcvd_bytes = external constant i64, align 8
@Losses__silent = external constant i64, align 8
@SendState_options = external constant i64, align 8
@the_infer = external constant i64, align 8
@Losses__doubt = external constant i64, align 8
@ReverseDoubt_asked_ns = external constant i64, align 8
@the_look = external constant i64, align 8
@TransportOptions_base_rtt_ns = external constant i64, align 8
@TransportOptions_reorder_ns = external constant i64, align 8
@InFlight_silent = external constant i64, align 8
@InFlight__oldest = external constant i64, align 8
@the_tuple = external constant i64, align 8
@sought = external global ptr, align 8

define void @progress(ptr %0, i64 %1) nounwind {
  %3 = load i64, ptr @SendState_budget, align 8
  %4 = call ptr @get(ptr %0, i64 %3)
  %5 = load i64, ptr @SendState_heard_ns, align 8
  call void @put_int(ptr %0, i64 %5, i64 %1)
  %6 = load i64, ptr @SendState_probes, align 8
  %7 = call ptr @get(ptr %0, i64 %6)
  %8 = load i64, ptr @ReliabilityProbes_vain, align 8
  call void @put_int(ptr %7, i64 %8, i64 0)
  %9 = load i64, ptr @RetryBudget_retries, align 8
  call void @put_int(ptr %4, i64 %9, i64 0)
  %10 = load i64, ptr @RetryBudget__round, align 8
  call void @put_int(ptr %4, i64 %10, i64 0)
  %11 = load i64, ptr @RetryBudget_since_ns, align 8
  call void @put_int(ptr %4, i64 %11, i64 %1)
  ret void
}

define internal ptr @get(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = call ptr @pointer_in(ptr %0, i64 %1)
  %4 = load ptr, ptr %3, align 8
  %.not = icmp eq ptr %4, null
  %5 = zext i1 %.not to i64
  %6 = call i64 @llvm.expect.i64(i64 %5, i64 0)
  %.not5 = icmp eq i64 %6, 0
  br i1 %.not5, label %8, label %7

7:
  call void @strange(ptr %4, i64 %1)
  unreachable

8:
  ret ptr %4
}

define internal void @put_int(ptr %0, i64 %1, i64 %2) alwaysinline nounwind {
  %4 = call zeroext i1 @is_unboxed(i64 %1)
  br i1 %4, label %5, label %7

5:
  %6 = call ptr @place_of(ptr %0, i64 %1)
  store i64 %2, ptr %6, align 8
  br label %14

7:
  %8 = call ptr @pointer_in(ptr %0, i64 %1)
  %9 = load ptr, ptr %8, align 8
  %.not = icmp eq ptr %9, null
  br i1 %.not, label %12, label %10

10:
  %11 = call zeroext i1 @rewrite(ptr nonnull %9, i64 %2)
  br i1 %11, label %14, label %12

12:
  %13 = call ptr @integer(i64 %2)
  call void @put(ptr %0, i64 %1, ptr %13)
  br label %14

14:
  ret void
}

define zeroext i1 @deliver_range(ptr %0, i64 %1, i64 %2, ptr %3, ptr %4, ptr %5) nounwind {
  %7 = alloca %struct.delivery.19, align 8
  %8 = load i64, ptr @SendState_flight, align 8
  %9 = call ptr @get(ptr %0, i64 %8)
  call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(152) %7, i8 0, i64 152, i1 false)
  %10 = load i64, ptr @InFlight_una, align 8
  %11 = call i64 @get_int(ptr %9, i64 %10)
  br label %12

12:
  %.015.off0 = phi i1 [ true, %6 ], [ %15, %14 ]
  %.0 = phi i64 [ %1, %6 ], [ %16, %14 ]
  %13 = icmp sle i64 %.0, %2
  %spec.select = select i1 %.015.off0, i1 %13, i1 false
  br i1 %spec.select, label %14, label %17

14:
  %15 = call zeroext i1 @deliver(ptr %9, i64 %.0, ptr nonnull %7, i64 -1, ptr %3)
  %16 = add i64 %.0, 1
  br label %12

17:
  %18 = call zeroext i1 @note_found(ptr %0, ptr nonnull %7, i1 zeroext %.015.off0, i64 %11, ptr %3, ptr %4, ptr %5)
  ret i1 %18
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define internal i64 @get_int(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = call zeroext i1 @is_unboxed(i64 %1)
  br i1 %3, label %4, label %7

4:
  %5 = call ptr @place_of(ptr %0, i64 %1)
  %6 = load i64, ptr %5, align 8
  br label %10

7:
  %8 = call ptr @get(ptr %0, i64 %1)
  %9 = call i64 @value_of(ptr %8)
  br label %10

10:
  %11 = phi i64 [ %6, %4 ], [ %9, %7 ]
  ret i64 %11
}

define internal zeroext i1 @deliver(ptr %0, i64 %1, ptr %2, i64 %3, ptr %4) nounwind {
  %6 = alloca [3 x ptr], align 16
  %7 = load i64, ptr @InFlight_records, align 8
  %8 = call ptr @get(ptr %0, i64 %7)
  %9 = call ptr @take(ptr %8, i64 %1, ptr %2)
  %.not = icmp eq ptr %9, null
  br i1 %.not, label %10, label %12

10:
  %11 = call ptr @PyErr_Occurred()
  %.not49 = icmp eq ptr %11, null
  br label %100

12:
  %13 = call ptr @integer(i64 %1)
  %14 = icmp ne ptr %13, null
  br i1 %14, label %15, label %39

15:
  %16 = load i64, ptr @SentPacket_state, align 8
  %17 = call ptr @get(ptr nonnull %9, i64 %16)
  %18 = load ptr, ptr @the, align 8
  %19 = load i64, ptr @the_in_flight, align 8
  %20 = getelementptr inbounds nuw ptr, ptr %18, i64 %19
  %21 = load ptr, ptr %20, align 8
  %22 = icmp eq ptr %17, %21
  br i1 %22, label %23, label %39

23:
  %24 = load i64, ptr @SentPacket_silent, align 8
  %25 = call zeroext i1 @is_true(ptr nonnull %9, i64 %24)
  br i1 %25, label %26, label %30

26:
  %27 = load i64, ptr @the__land, align 8
  %28 = call ptr @method_1(ptr %0, i64 %27, ptr nonnull %9)
  %29 = call zeroext i1 @done(ptr %28)
  br label %39

30:
  %31 = load i64, ptr @InFlight_in_flight, align 8
  call void @add(ptr %0, i64 %31, i64 -1)
  %32 = load i64, ptr @SentPacket_sends, align 8
  %33 = call i64 @get_int(ptr nonnull %9, i64 %32)
  %34 = icmp slt i64 %33, 2
  br i1 %34, label %39, label %35

35:
  %36 = load i64, ptr @InFlight_again, align 8
  %37 = call ptr @get(ptr %0, i64 %36)
  %38 = call i32 @PyDict_DelItem(ptr %37, ptr nonnull %13)
  %.not50 = icmp eq i32 %38, 0
  br label %39

39:
  %.048.in = phi i1 [ %14, %12 ], [ %14, %15 ], [ %29, %26 ], [ true, %30 ], [ %.not50, %35 ]
  br i1 %.048.in, label %40, label %54

40:
  %41 = load i64, ptr @SentPacket_sends, align 8
  %42 = call i64 @get_int(ptr nonnull %9, i64 %41)
  %43 = icmp eq i64 %42, 1
  br i1 %43, label %44, label %54

44:
  %45 = load i64, ptr @SentPacket_sent_ns, align 8
  %46 = call i64 @get_int(ptr nonnull %9, i64 %45)
  %47 = load i64, ptr @InFlight_first_ns, align 8
  %48 = call i64 @get_int(ptr %0, i64 %47)
  %49 = icmp sgt i64 %46, %48
  br i1 %49, label %50, label %54

50:
  %51 = load i64, ptr @InFlight_first_ns, align 8
  %52 = load i64, ptr @SentPacket_sent_ns, align 8
  %53 = call i64 @get_int(ptr nonnull %9, i64 %52)
  call void @put_int(ptr %0, i64 %51, i64 %53)
  br label %54

54:
  %55 = load i64, ptr @InFlight__arrived, align 8
  %56 = call ptr @get(ptr %0, i64 %55)
  %57 = call i64 @dict_size(ptr %56)
  %58 = icmp sgt i64 %57, 255
  br i1 %58, label %59, label %65

59:
  %60 = load i64, ptr @InFlight__arrived_before, align 8
  %61 = load i64, ptr @InFlight__arrived, align 8
  %62 = call ptr @get(ptr %0, i64 %61)
  %63 = call ptr @kept(ptr %62)
  call void @put(ptr %0, i64 %60, ptr %63)
  %64 = call ptr @PyDict_New()
  call void @put(ptr %0, i64 %61, ptr %64)
  br label %65

65:
  %66 = load i64, ptr @InFlight__arrived, align 8
  %67 = call ptr @get(ptr %0, i64 %66)
  %.048.in.not = xor i1 %.048.in, true
  %.not51 = icmp eq i64 %1, %3
  %or.cond = select i1 %.048.in.not, i1 true, i1 %.not51
  br i1 %or.cond, label %72, label %68

68:
  %69 = load i64, ptr @SentPacket_first_sent_ns, align 8
  %70 = call i64 @get_int(ptr nonnull %9, i64 %69)
  %71 = call zeroext i1 @note_number(ptr %67, ptr %13, i64 %70)
  br label %79

72:
  br i1 %.048.in, label %73, label %79

73:
  %74 = call i64 @dict_size(ptr %67)
  %.not52 = icmp eq i64 %74, 0
  br i1 %.not52, label %79, label %75

75:
  %76 = call ptr @PyDict_GetItemWithError(ptr %67, ptr %13)
  %.not53 = icmp eq ptr %76, null
  br i1 %.not53, label %79, label %77

77:
  %78 = call i32 @PyDict_DelItem(ptr %67, ptr %13)
  %.not54 = icmp eq i32 %78, 0
  br label %79

79:
  %.2.in = phi i1 [ %71, %68 ], [ %.not54, %77 ], [ %.048.in, %75 ], [ %.048.in, %73 ], [ %.048.in, %72 ]
  %80 = load i64, ptr @InFlight__reported, align 8
  %81 = call ptr @get(ptr %0, i64 %80)
  br i1 %.2.in, label %82, label %99

82:
  %83 = load ptr, ptr @the, align 8
  %84 = load i64, ptr @the_None, align 8
  %85 = getelementptr inbounds nuw ptr, ptr %83, i64 %84
  %86 = load ptr, ptr %85, align 8
  %.not55 = icmp eq ptr %81, %86
  br i1 %.not55, label %99, label %87

87:
  %88 = load i64, ptr @SentPacket_repeated, align 8
  %89 = call zeroext i1 @is_true(ptr nonnull %9, i64 %88)
  br i1 %89, label %93, label %90

90:
  %91 = load i64, ptr @SentPacket_blamed, align 8
  %92 = call zeroext i1 @is_none(ptr nonnull %9, i64 %91)
  br i1 %92, label %99, label %93

93:
  store ptr null, ptr %6, align 8
  %94 = getelementptr inbounds nuw i8, ptr %6, i64 8
  store ptr %9, ptr %94, align 8
  %95 = getelementptr inbounds nuw i8, ptr %6, i64 16
  store ptr %4, ptr %95, align 8
  %96 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %97 = call ptr @PyObject_Vectorcall(ptr %81, ptr nonnull %96, i64 -9223372036854775806, ptr null)
  %98 = call zeroext i1 @done(ptr %97)
  br label %99

99:
  %.4.in = phi i1 [ %98, %93 ], [ %.2.in, %90 ], [ %.2.in, %82 ], [ %.2.in, %79 ]
  call void @Py_DecRef(ptr %13)
  br label %100

100:
  %.0 = phi i1 [ %.4.in, %99 ], [ %.not49, %10 ]
  ret i1 %.0
}

define internal zeroext i1 @note_found(ptr %0, ptr %1, i1 zeroext %2, i64 %3, ptr %4, ptr %5, ptr %6) nounwind {
  br i1 %2, label %8, label %11

8:
  %9 = call i64 @value_of(ptr %4)
  %10 = call zeroext i1 @tell_found(ptr %0, ptr %1, i64 %3, i64 %9, ptr %5, ptr %6)
  br label %11

11:
  %12 = phi i1 [ false, %7 ], [ %10, %8 ]
  call void @forget_packets(ptr %1)
  ret i1 %12
}

define zeroext i1 @heard(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = load i64, ptr @Account__destination, align 8
  %5 = call ptr @get(ptr %0, i64 %4)
  %6 = load i64, ptr @Destination_waiting, align 8
  %7 = call ptr @get(ptr %5, i64 %6)
  %8 = call i64 @value_of(ptr %2)
  %9 = sub i64 %8, %1
  %.neg = sdiv i64 %9, -2
  %10 = add i64 %.neg, %1
  %11 = load i64, ptr @Account_aside, align 8
  %12 = call zeroext i1 @is_true(ptr %0, i64 %11)
  %.not39 = xor i1 %12, true
  %.not = icmp sgt i64 %8, %10
  %or.cond = select i1 %.not39, i1 %.not, i1 false
  br i1 %or.cond, label %13, label %15

13:
  %14 = call zeroext i1 @waits_longer(ptr %7, ptr %0, i64 %10)
  br i1 %14, label %15, label %20

15:
  %16 = call ptr @integer(i64 %1)
  %17 = load i64, ptr @the_heard, align 8
  %18 = call ptr @method_2(ptr %0, i64 %17, ptr %16, ptr %2)
  %19 = call zeroext i1 @done(ptr %18)
  call void @Py_DecRef(ptr %16)
  br label %44

20:
  %21 = load i64, ptr @Destination_heard_ns, align 8
  call void @put_int(ptr %5, i64 %21, i64 %8)
  %22 = load i64, ptr @Destination_mute, align 8
  call void @put_bool(ptr %5, i64 %22, i1 zeroext false)
  %23 = load i64, ptr @Account__asked_ns, align 8
  %24 = call i64 @get_int(ptr %0, i64 %23)
  %25 = icmp sgt i64 %24, %1
  br i1 %25, label %26, label %30

26:
  %27 = load i64, ptr @Account__share, align 8
  %28 = call i64 @get_int(ptr %0, i64 %27)
  %29 = icmp sgt i64 %28, 0
  br label %30

30:
  %31 = phi i1 [ false, %20 ], [ %29, %26 ]
  %32 = call i64 @dict_size(ptr %7)
  %.not36 = icmp eq i64 %32, 0
  br i1 %.not36, label %.critedge, label %33

33:
  %34 = call ptr @PyDict_GetItemWithError(ptr %7, ptr %0)
  %35 = icmp ne ptr %34, null
  br i1 %35, label %36, label %.critedge

36:
  br i1 %31, label %37, label %40

37:
  %38 = call i64 @dict_size(ptr %7)
  %39 = icmp eq i64 %38, 1
  br i1 %39, label %.critedge, label %40

40:
  %41 = call i32 @PyDict_DelItem(ptr %7, ptr %0)
  %.not37 = icmp eq i32 %41, 0
  %.not37.not = xor i1 %.not37, true
  %.not40 = xor i1 %31, true
  %brmerge = select i1 %.not37.not, i1 true, i1 %.not40
  %.mux = select i1 %.not37.not, i1 false, i1 true
  br i1 %brmerge, label %44, label %42

.critedge:
  br i1 %31, label %42, label %44

42:
  %43 = call i32 @PyDict_SetItem(ptr %7, ptr %0, ptr %2)
  %.not38 = icmp eq i32 %43, 0
  br label %44

44:
  %.0 = phi i1 [ %19, %15 ], [ %.mux, %40 ], [ true, %.critedge ], [ %.not38, %42 ]
  ret i1 %.0
}

define internal i64 @value_of(ptr %0) alwaysinline nounwind {
  %.not = icmp eq ptr %0, null
  %2 = zext i1 %.not to i64
  %3 = call i64 @llvm.expect.i64(i64 %2, i64 0)
  %.not13 = icmp eq i64 %3, 0
  br i1 %.not13, label %7, label %4

4:
  %5 = load i64, ptr @the_int, align 8
  %6 = shl i64 %5, 16
  call void @strange(ptr %0, i64 %6)
  unreachable

7:
  %8 = call ptr @type_of(ptr %0)
  %9 = load ptr, ptr @the, align 8
  %10 = load i64, ptr @the_int, align 8
  %11 = getelementptr inbounds nuw ptr, ptr %9, i64 %10
  %12 = load ptr, ptr %11, align 8
  %13 = icmp eq ptr %8, %12
  br i1 %13, label %14, label %36

14:
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %16 = load i64, ptr %15, align 8
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %18 = load i64, ptr @long_digit, align 8
  %19 = icmp eq i64 %16, %18
  br i1 %19, label %20, label %23

20:
  %21 = load i32, ptr %17, align 4
  %22 = zext i32 %21 to i64
  br label %35

23:
  %24 = load i64, ptr @long_digit, align 8
  %25 = shl i64 %24, 1
  %26 = icmp eq i64 %16, %25
  br i1 %26, label %27, label %35

27:
  %28 = load i32, ptr %17, align 4
  %29 = zext i32 %28 to i64
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %31 = load i32, ptr %30, align 4
  %32 = zext i32 %31 to i64
  %33 = shl nuw nsw i64 %32, 30
  %34 = or i64 %33, %29
  br label %35

35:
  %.012 = phi i64 [ %22, %20 ], [ %34, %27 ], [ undef, %23 ]
  %.0 = phi i1 [ true, %20 ], [ true, %27 ], [ false, %23 ]
  switch i1 %.0, label %39 [
    i1 false, label %36
    i1 true, label %38
  ]

36:
  %37 = call i64 @zero_or_long(ptr %0)
  br label %38

38:
  %.1 = phi i64 [ %37, %36 ], [ %.012, %35 ]
  ret i64 %.1

39:
  unreachable
}

define internal zeroext i1 @is_true(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = call zeroext i1 @is_unboxed(i64 %1)
  br i1 %3, label %4, label %8

4:
  %5 = call ptr @place_of(ptr %0, i64 %1)
  %6 = load i8, ptr %5, align 1
  %7 = trunc i8 %6 to i1
  br label %25

8:
  %9 = call ptr @get(ptr %0, i64 %1)
  %10 = load ptr, ptr @the, align 8
  %11 = load i64, ptr @the_True, align 8
  %12 = getelementptr inbounds nuw ptr, ptr %10, i64 %11
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %9, %13
  br i1 %14, label %25, label %15

15:
  %16 = load ptr, ptr @the, align 8
  %17 = load i64, ptr @the_False, align 8
  %18 = getelementptr inbounds nuw ptr, ptr %16, i64 %17
  %19 = load ptr, ptr %18, align 8
  %20 = icmp ne ptr %9, %19
  %21 = zext i1 %20 to i64
  %22 = call i64 @llvm.expect.i64(i64 %21, i64 0)
  %.not = icmp eq i64 %22, 0
  br i1 %.not, label %25, label %23

23:
  %24 = call zeroext i1 @counts_as_true(ptr %9)
  br label %25

25:
  %.0 = phi i1 [ %7, %4 ], [ true, %8 ], [ false, %15 ], [ %24, %23 ]
  ret i1 %.0
}

define internal zeroext i1 @waits_longer(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store i64 0, ptr %4, align 8
  br label %7

7:
  %8 = call i32 @PyDict_Next(ptr %0, ptr nonnull %4, ptr nonnull %5, ptr nonnull %6)
  %.not = icmp eq i32 %8, 0
  br i1 %.not, label %15, label %9

9:
  %10 = load ptr, ptr %5, align 8
  %.not3 = icmp eq ptr %10, %1
  br i1 %.not3, label %7, label %11

11:
  %12 = load ptr, ptr %6, align 8
  %13 = call i64 @value_of(ptr %12)
  %14 = icmp sle i64 %13, %2
  br label %15

15:
  %.0 = phi i1 [ %14, %11 ], [ false, %7 ]
  ret i1 %.0
}

define internal ptr @integer(i64 %0) alwaysinline nounwind {
  %2 = call ptr @PyLong_FromLong(i64 %0)
  ret ptr %2
}

define internal zeroext i1 @done(ptr %0) nounwind {
  %.not = icmp eq ptr %0, null
  br i1 %.not, label %3, label %2

2:
  call void @Py_DecRef(ptr nonnull %0)
  br label %3

3:
  %4 = icmp ne ptr %0, null
  ret i1 %4
}

define internal ptr @method_2(ptr %0, i64 %1, ptr %2, ptr %3) nounwind {
  %5 = alloca [4 x ptr], align 16
  store ptr null, ptr %5, align 8
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 8
  store ptr %0, ptr %6, align 8
  %7 = getelementptr inbounds nuw i8, ptr %5, i64 16
  store ptr %2, ptr %7, align 8
  %8 = getelementptr inbounds nuw i8, ptr %5, i64 24
  store ptr %3, ptr %8, align 8
  %9 = load ptr, ptr @the, align 8
  %10 = getelementptr inbounds nuw ptr, ptr %9, i64 %1
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %13 = call ptr @PyObject_VectorcallMethod(ptr %11, ptr nonnull %12, i64 -9223372036854775805, ptr null)
  ret ptr %13
}

define internal void @Py_DecRef(ptr %0) alwaysinline nounwind {
  %.not = icmp eq ptr %0, null
  br i1 %.not, label %9, label %2

2:
  %3 = load i32, ptr %0, align 4
  %4 = icmp sgt i32 %3, -1
  br i1 %4, label %5, label %9

5:
  %6 = load i32, ptr %0, align 4
  %7 = add i32 %6, -1
  store i32 %7, ptr %0, align 4
  %.not5 = icmp eq i32 %7, 0
  br i1 %.not5, label %8, label %9

8:
  call void @_Py_Dealloc(ptr nonnull %0)
  br label %9

9:
  ret void
}

define internal void @put_bool(ptr %0, i64 %1, i1 zeroext %2) alwaysinline nounwind {
  %4 = call zeroext i1 @is_unboxed(i64 %1)
  br i1 %4, label %5, label %8

5:
  %6 = call ptr @place_of(ptr %0, i64 %1)
  %7 = zext i1 %2 to i8
  store i8 %7, ptr %6, align 1
  br label %17

8:
  %9 = load ptr, ptr @the, align 8
  %10 = load i64, ptr @the_True, align 8
  %11 = getelementptr inbounds nuw ptr, ptr %9, i64 %10
  %12 = load ptr, ptr @the, align 8
  %13 = load i64, ptr @the_False, align 8
  %14 = getelementptr inbounds nuw ptr, ptr %12, i64 %13
  %.in = select i1 %2, ptr %11, ptr %14
  %15 = load ptr, ptr %.in, align 8
  %16 = call ptr @kept(ptr %15)
  call void @put(ptr %0, i64 %1, ptr %16)
  br label %17

17:
  ret void
}

define internal i64 @dict_size(ptr %0) alwaysinline nounwind {
  %2 = load i64, ptr @the_dict, align 8
  %3 = call zeroext i1 @is_a(ptr %0, i64 %2)
  br i1 %3, label %4, label %6

4:
  %5 = call i64 @word_of(ptr %0, i64 2)
  br label %8

6:
  %7 = call i64 @PyDict_Size(ptr %0)
  br label %8

8:
  %9 = phi i64 [ %5, %4 ], [ %7, %6 ]
  ret i64 %9
}

declare ptr @PyDict_GetItemWithError(ptr, ptr)

declare i32 @PyDict_DelItem(ptr, ptr)

declare i32 @PyDict_SetItem(ptr, ptr, ptr)

define void @tell_acknowledged(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = load i64, ptr @Account__share, align 8
  %5 = call i64 @get_int(ptr %0, i64 %4)
  %6 = load i64, ptr @Account__books, align 8
  %7 = sub i64 0, %1
  call void @add(ptr %0, i64 %6, i64 %7)
  %8 = load i64, ptr @Account_unreported, align 8
  %9 = add i64 %1, %2
  %10 = sub i64 0, %9
  call void @add(ptr %0, i64 %8, i64 %10)
  call void @settle(ptr %0)
  %11 = load i64, ptr @Account__acknowledged, align 8
  %12 = load i64, ptr @Account__share, align 8
  %13 = call i64 @get_int(ptr %0, i64 %12)
  %14 = sub i64 %5, %13
  %15 = call i64 @most(i64 0, i64 %14)
  call void @add(ptr %0, i64 %11, i64 %15)
  ret void
}

define internal void @add(ptr %0, i64 %1, i64 %2) alwaysinline nounwind {
  %4 = call i64 @get_int(ptr %0, i64 %1)
  %5 = add i64 %4, %2
  call void @put_int(ptr %0, i64 %1, i64 %5)
  ret void
}

declare void @settle(ptr)

define internal i64 @most(i64 %0, i64 %1) nounwind {
  %3 = icmp sgt i64 %0, %1
  %. = select i1 %3, i64 %0, i64 %1
  ret i64 %.
}

define zeroext i1 @confirm(ptr %0, ptr %1) nounwind {
  %3 = load i64, ptr @EvEntry_state, align 8
  %4 = call ptr @get(ptr %1, i64 %3)
  %5 = load ptr, ptr @the, align 8
  %6 = load i64, ptr @the_denied, align 8
  %7 = getelementptr inbounds nuw ptr, ptr %5, i64 %6
  %8 = load ptr, ptr %7, align 8
  %9 = icmp eq ptr %4, %8
  br i1 %9, label %42, label %10

10:
  %11 = load i64, ptr @EvEntry_plane, align 8
  %12 = call i64 @get_int(ptr %1, i64 %11)
  %13 = load i64, ptr @ReverseEvs_suspect, align 8
  %14 = call ptr @get(ptr %0, i64 %13)
  %15 = load i64, ptr @ReverseEvs__doubted, align 8
  %16 = call ptr @get(ptr %0, i64 %15)
  %17 = load i64, ptr @ReverseEvs__by_plane, align 8
  %18 = call ptr @get(ptr %0, i64 %17)
  %19 = call ptr @kept(ptr %1)
  %20 = call i32 @PyList_SetItem(ptr %18, i64 %12, ptr %19)
  %.not = icmp eq i32 %20, 0
  br i1 %.not, label %21, label %31

21:
  %22 = call i64 @PySet_Size(ptr %14)
  %.not21 = icmp eq i64 %22, 0
  br i1 %.not21, label %31, label %23

23:
  %24 = call ptr @integer(i64 %12)
  %.not22 = icmp eq ptr %24, null
  br i1 %.not22, label %29, label %25

25:
  %26 = load i64, ptr @the_discard, align 8
  %27 = call ptr @method_1(ptr %14, i64 %26, ptr nonnull %24)
  %28 = call zeroext i1 @done(ptr %27)
  br label %29

29:
  %30 = phi i1 [ false, %23 ], [ %28, %25 ]
  call void @Py_DecRef(ptr %24)
  br label %31

31:
  %.020.in = phi i1 [ %30, %29 ], [ %.not, %21 ], [ %.not, %10 ]
  br i1 %.020.in, label %32, label %42

32:
  %33 = load ptr, ptr @the, align 8
  %34 = load i64, ptr @the_None, align 8
  %35 = getelementptr inbounds nuw ptr, ptr %33, i64 %34
  %36 = load ptr, ptr %35, align 8
  %.not23 = icmp eq ptr %16, %36
  br i1 %.not23, label %42, label %37

37:
  %38 = call i64 @value_of(ptr %16)
  %39 = icmp eq i64 %38, %12
  br i1 %39, label %40, label %42

40:
  %41 = load i64, ptr @ReverseEvs__doubted, align 8
  call void @put_none(ptr %0, i64 %41)
  br label %42

42:
  %.0 = phi i1 [ true, %2 ], [ %.020.in, %40 ], [ %.020.in, %37 ], [ %.020.in, %32 ], [ %.020.in, %31 ]
  ret i1 %.0
}

declare i32 @PyList_SetItem(ptr, i64, ptr)

define internal ptr @kept(ptr %0) alwaysinline nounwind {
  call void @Py_IncRef(ptr %0)
  ret ptr %0
}

declare i64 @PySet_Size(ptr)

define internal ptr @method_1(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = alloca [3 x ptr], align 16
  store ptr null, ptr %4, align 8
  %5 = getelementptr inbounds nuw i8, ptr %4, i64 8
  store ptr %0, ptr %5, align 8
  %6 = getelementptr inbounds nuw i8, ptr %4, i64 16
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr @the, align 8
  %8 = getelementptr inbounds nuw ptr, ptr %7, i64 %1
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %11 = call ptr @PyObject_VectorcallMethod(ptr %9, ptr nonnull %10, i64 -9223372036854775806, ptr null)
  ret ptr %11
}

define internal void @put_none(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = load ptr, ptr @the, align 8
  %4 = load i64, ptr @the_None, align 8
  %5 = getelementptr inbounds nuw ptr, ptr %3, i64 %4
  %6 = load ptr, ptr %5, align 8
  %7 = call ptr @kept(ptr %6)
  call void @put(ptr %0, i64 %1, ptr %7)
  ret void
}

define zeroext i1 @after(ptr %0, ptr %1) nounwind {
  %3 = load i64, ptr @QueuePair_requestor, align 8
  %4 = call ptr @get(ptr %1, i64 %3)
  %5 = load i64, ptr @QueuePair_evs, align 8
  %6 = call ptr @get(ptr %1, i64 %5)
  %7 = load i64, ptr @Nic__scheduler, align 8
  %8 = call ptr @get(ptr %0, i64 %7)
  %9 = load ptr, ptr @the, align 8
  %10 = load i64, ptr @the_None, align 8
  %11 = getelementptr inbounds nuw ptr, ptr %9, i64 %10
  %12 = load ptr, ptr %11, align 8
  %13 = icmp eq ptr %4, %12
  br i1 %13, label %66, label %14

14:
  %15 = load i64, ptr @Requestor_state, align 8
  %16 = call ptr @get(ptr %4, i64 %15)
  %17 = load i64, ptr @SendState_failure, align 8
  %18 = call zeroext i1 @is_none(ptr %16, i64 %17)
  br i1 %18, label %23, label %19

19:
  %20 = load i64, ptr @the__after_requestor, align 8
  %21 = call ptr @method_1(ptr %0, i64 %20, ptr %1)
  %22 = call zeroext i1 @done(ptr %21)
  br label %66

23:
  %24 = load i64, ptr @Requestor_probes, align 8
  %25 = call ptr @get(ptr %4, i64 %24)
  %26 = load i64, ptr @ReliabilityProbes_wanted, align 8
  %27 = call zeroext i1 @is_true(ptr %25, i64 %26)
  br i1 %27, label %28, label %29

28:
  call void @queue_control(ptr %8, ptr %1)
  br label %29

29:
  %30 = load i64, ptr @SendState_flight, align 8
  %31 = call ptr @get(ptr %16, i64 %30)
  %32 = load i64, ptr @InFlight_lost, align 8
  %33 = call ptr @get(ptr %31, i64 %32)
  %34 = call i64 @list_size(ptr %33)
  %35 = icmp sgt i64 %34, 0
  %36 = load i64, ptr @QueuePair_data_queued, align 8
  %37 = call zeroext i1 @is_true(ptr %1, i64 %36)
  br i1 %37, label %50, label %38

38:
  br i1 %35, label %.critedge, label %39

39:
  %40 = call zeroext i1 @has_work(ptr %4)
  br i1 %40, label %41, label %50

41:
  br i1 %35, label %.critedge, label %45

.critedge:
  %42 = load i64, ptr @the__after_requestor, align 8
  %43 = call ptr @method_1(ptr %0, i64 %42, ptr %1)
  %44 = call zeroext i1 @done(ptr %43)
  br label %66

45:
  %46 = load i64, ptr @QueuePair_data_queued, align 8
  call void @put_bool(ptr %1, i64 %46, i1 zeroext true)
  %47 = load i64, ptr @Scheduler__data, align 8
  %48 = call ptr @get(ptr %8, i64 %47)
  %49 = call zeroext i1 @append_to(ptr %48, ptr %1)
  br i1 %49, label %50, label %66

50:
  %51 = load i64, ptr @EvSet_bad, align 8
  %52 = call ptr @get(ptr %6, i64 %51)
  %53 = load i64, ptr @BadEvs_due_ns, align 8
  %54 = call ptr @get(ptr %52, i64 %53)
  %55 = load i64, ptr @QueuePair_ev_probe_ns, align 8
  %56 = call ptr @get(ptr %1, i64 %55)
  %57 = load i64, ptr @QueuePair_deadline_ns, align 8
  %58 = call zeroext i1 @is_none(ptr %1, i64 %57)
  br i1 %58, label %62, label %59

59:
  %60 = load i64, ptr @SendState_stale, align 8
  %61 = call zeroext i1 @is_true(ptr %16, i64 %60)
  %.not29 = xor i1 %61, true
  %.not = icmp eq ptr %54, %56
  %or.cond = select i1 %.not29, i1 %.not, i1 false
  br i1 %or.cond, label %66, label %62

62:
  %63 = load i64, ptr @Nic__timers, align 8
  %64 = call ptr @get(ptr %0, i64 %63)
  %65 = call zeroext i1 @arm_timers(ptr %64, ptr %1)
  br label %66

66:
  %.0 = phi i1 [ true, %2 ], [ %22, %19 ], [ false, %45 ], [ %44, %.critedge ], [ %65, %62 ], [ true, %59 ]
  ret i1 %.0
}

define internal zeroext i1 @is_none(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = call ptr @get(ptr %0, i64 %1)
  %4 = load ptr, ptr @the, align 8
  %5 = load i64, ptr @the_None, align 8
  %6 = getelementptr inbounds nuw ptr, ptr %4, i64 %5
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %3, %7
  ret i1 %8
}

declare void @queue_control(ptr, ptr)

define internal i64 @list_size(ptr %0) alwaysinline nounwind {
  %2 = load i64, ptr @the_list, align 8
  %3 = call zeroext i1 @is_a(ptr %0, i64 %2)
  br i1 %3, label %4, label %6

4:
  %5 = call i64 @word_of(ptr %0, i64 2)
  br label %8

6:
  %7 = call i64 @PyList_Size(ptr %0)
  br label %8

8:
  %9 = phi i64 [ %5, %4 ], [ %7, %6 ]
  ret i64 %9
}

declare zeroext i1 @has_work(ptr)

define internal zeroext i1 @append_to(ptr %0, ptr %1) nounwind {
  %3 = alloca [3 x ptr], align 16
  store ptr null, ptr %3, align 8
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 8
  store ptr %0, ptr %4, align 8
  %5 = getelementptr inbounds nuw i8, ptr %3, i64 16
  store ptr %1, ptr %5, align 8
  %6 = load i64, ptr @the_deque, align 8
  %7 = call zeroext i1 @is_a(ptr %0, i64 %6)
  br i1 %7, label %12, label %8

8:
  %9 = load i64, ptr @the_append, align 8
  %10 = call ptr @method_1(ptr %0, i64 %9, ptr %1)
  %11 = call zeroext i1 @done(ptr %10)
  br label %20

12:
  %13 = load ptr, ptr @the, align 8
  %14 = load i64, ptr @the_deque_append, align 8
  %15 = getelementptr inbounds nuw ptr, ptr %13, i64 %14
  %16 = load ptr, ptr %15, align 8
  %17 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %18 = call ptr @PyObject_Vectorcall(ptr %16, ptr nonnull %17, i64 -9223372036854775806, ptr null)
  %19 = call zeroext i1 @done(ptr %18)
  br label %20

20:
  %.0 = phi i1 [ %19, %12 ], [ %11, %8 ]
  ret i1 %.0
}

declare zeroext i1 @arm_timers(ptr, ptr)

define zeroext i1 @after_answer(ptr %0, ptr %1, ptr %2, ptr %3) nounwind {
  %5 = load i64, ptr @EvSet_health, align 8
  %6 = call ptr @get(ptr %2, i64 %5)
  %7 = load ptr, ptr @the, align 8
  %8 = load i64, ptr @the_None, align 8
  %9 = getelementptr inbounds nuw ptr, ptr %7, i64 %8
  %10 = load ptr, ptr %9, align 8
  %.not = icmp eq ptr %6, %10
  br i1 %.not, label %26, label %11

11:
  %12 = load i64, ptr @PlaneHealth_suspicious, align 8
  %13 = call zeroext i1 @is_true(ptr %6, i64 %12)
  br i1 %13, label %14, label %26

14:
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %16 = load ptr, ptr %15, align 8
  %17 = call ptr @PyBytes_FromStringAndSize(ptr %16, i64 16)
  %.not14 = icmp eq ptr %17, null
  br i1 %.not14, label %24, label %18

18:
  %19 = load i64, ptr @Nic_ports, align 8
  %20 = call ptr @get(ptr %0, i64 %19)
  %21 = load i64, ptr @the_listen, align 8
  %22 = call ptr @method_2(ptr %20, i64 %21, ptr nonnull %17, ptr %3)
  %23 = call zeroext i1 @done(ptr %22)
  br label %24

24:
  %25 = phi i1 [ false, %14 ], [ %23, %18 ]
  call void @Py_DecRef(ptr %17)
  %.0 = xor i1 %25, true
  %cond = icmp eq i1 %.0, false
  br i1 %cond, label %26, label %30

26:
  %27 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %28 = load ptr, ptr %27, align 8
  %29 = call zeroext i1 @after(ptr %0, ptr %28)
  br label %30

30:
  %.1 = phi i1 [ false, %24 ], [ %29, %26 ]
  ret i1 %.1
}

declare ptr @PyBytes_FromStringAndSize(ptr, i64)

define i32 @receive_sack(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca %struct.sack, align 8
  %5 = alloca %struct.sending.21, align 8
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %7 = load ptr, ptr %6, align 8
  %8 = load i64, ptr @QueuePair_requestor, align 8
  %9 = call ptr @get(ptr %7, i64 %8)
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %11 = load ptr, ptr %10, align 8
  %12 = load i64, ptr @QueuePair_evs, align 8
  %13 = call ptr @get(ptr %11, i64 %12)
  %14 = load ptr, ptr @the, align 8
  %15 = load i64, ptr @the_None, align 8
  %16 = getelementptr inbounds nuw ptr, ptr %14, i64 %15
  %17 = load ptr, ptr %16, align 8
  %18 = icmp eq ptr %9, %17
  br i1 %18, label %105, label %19

19:
  %20 = load ptr, ptr @the, align 8
  %21 = load i64, ptr @the_None, align 8
  %22 = getelementptr inbounds nuw ptr, ptr %20, i64 %21
  %23 = load ptr, ptr %22, align 8
  %24 = icmp eq ptr %13, %23
  br i1 %24, label %105, label %25

25:
  %26 = call ptr @type_of(ptr %9)
  %27 = load ptr, ptr @the, align 8
  %28 = load i64, ptr @the_Requestor, align 8
  %29 = getelementptr inbounds nuw ptr, ptr %27, i64 %28
  %30 = load ptr, ptr %29, align 8
  %.not = icmp eq ptr %26, %30
  br i1 %.not, label %31, label %105

31:
  %32 = getelementptr inbounds nuw i8, ptr %1, i64 82
  %33 = load i8, ptr %32, align 2
  %34 = trunc i8 %33 to i1
  br i1 %34, label %105, label %35

35:
  %36 = call zeroext i1 @read_sack(ptr %1, ptr nonnull %4)
  br i1 %36, label %37, label %105

37:
  %38 = load i64, ptr @Nic_ports, align 8
  %39 = call ptr @get(ptr %0, i64 %38)
  %40 = load i64, ptr @PortControl_in_sacks, align 8
  %41 = call zeroext i1 @is_true(ptr %39, i64 %40)
  br i1 %41, label %105, label %42

42:
  %43 = load i64, ptr @Requestor_state, align 8
  %44 = call ptr @get(ptr %9, i64 %43)
  %45 = load i64, ptr @SendState_flight, align 8
  %46 = call ptr @get(ptr %44, i64 %45)
  %47 = load i64, ptr @SendState_losses, align 8
  %48 = call ptr @get(ptr %44, i64 %47)
  %49 = load i64, ptr @InFlight_una, align 8
  %50 = call i64 @get_int(ptr %46, i64 %49)
  %51 = getelementptr inbounds nuw i8, ptr %4, i64 24
  %52 = load i64, ptr %51, align 8
  %53 = add i64 %50, -1
  %54 = call i64 @index_of(i64 %52, i64 %53)
  %55 = load i64, ptr @InFlight_next_index, align 8
  %56 = call i64 @get_int(ptr %46, i64 %55)
  %.not44 = icmp slt i64 %54, %56
  br i1 %.not44, label %57, label %105

57:
  %58 = load i64, ptr @SendState_dynamic, align 8
  %59 = call zeroext i1 @is_true(ptr %44, i64 %58)
  br i1 %59, label %105, label %60

60:
  %61 = load i64, ptr @Losses_repeats, align 8
  %62 = call ptr @get(ptr %48, i64 %61)
  %63 = load i64, ptr @Repeats_open, align 8
  %64 = call ptr @get(ptr %62, i64 %63)
  %65 = call i64 @size_of(ptr %64)
  %.not45 = icmp eq i64 %65, 0
  br i1 %.not45, label %66, label %105

66:
  %67 = load i64, ptr @InFlight_records, align 8
  %68 = call ptr @get(ptr %46, i64 %67)
  %69 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %70 = load i64, ptr %69, align 8
  %71 = add i64 %54, %70
  %72 = call ptr @packet_at(ptr %68, i64 %71)
  %.not46 = icmp eq ptr %72, null
  br i1 %.not46, label %76, label %73

73:
  %74 = load i64, ptr @SentPacket_blamed, align 8
  %75 = call zeroext i1 @is_none(ptr nonnull %72, i64 %74)
  br i1 %75, label %76, label %105

76:
  %77 = call ptr @PyErr_Occurred()
  %.not47 = icmp eq ptr %77, null
  br i1 %.not47, label %78, label %105

78:
  %79 = call ptr @integer(i64 %2)
  %80 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %81 = load ptr, ptr %80, align 8
  %82 = load i64, ptr @QueuePair_reverse, align 8
  %83 = call ptr @hold(ptr %81, i64 %82)
  call void @hold_sending(ptr dead_on_unwind nonnull writable sret(%struct.sending.21) align 8 %5, ptr %9)
  %84 = call ptr @kept(ptr %13)
  %85 = call zeroext i1 @on_sack(ptr nonnull %5, ptr nonnull %4, i64 %54, ptr %72, ptr %79)
  %86 = load i64, ptr %4, align 8
  %.not48 = icmp eq i64 %86, 0
  %or.cond = select i1 %85, i1 %.not48, i1 false
  br i1 %or.cond, label %87, label %100

87:
  %88 = load ptr, ptr @the, align 8
  %89 = load i64, ptr @the_None, align 8
  %90 = getelementptr inbounds nuw ptr, ptr %88, i64 %89
  %91 = load ptr, ptr %90, align 8
  %.not49 = icmp eq ptr %83, %91
  br i1 %.not49, label %100, label %92

92:
  %93 = load i64, ptr @EvSet_entries, align 8
  %94 = call ptr @get(ptr %13, i64 %93)
  %95 = getelementptr inbounds nuw i8, ptr %4, i64 16
  %96 = load i64, ptr %95, align 8
  %97 = call ptr @find(ptr %94, i64 %96)
  %.not50 = icmp eq ptr %97, null
  br i1 %.not50, label %.critedge, label %98

98:
  %99 = call zeroext i1 @confirm(ptr %83, ptr nonnull %97)
  br label %100

100:
  %.043.in = phi i1 [ %85, %78 ], [ %85, %87 ], [ %99, %98 ]
  br i1 %.043.in, label %.critedge, label %103

.critedge:
  %101 = call zeroext i1 @after_answer(ptr %0, ptr %1, ptr %13, ptr %79)
  %102 = select i1 %101, i32 1, i32 2
  br label %103

103:
  %104 = phi i32 [ 2, %100 ], [ %102, %.critedge ]
  call void @Py_DecRef(ptr %13)
  call void @let_sending_go(ptr nonnull %5)
  call void @Py_DecRef(ptr %83)
  call void @Py_DecRef(ptr %79)
  br label %105

105:
  %.0 = phi i32 [ 0, %3 ], [ 0, %37 ], [ 0, %35 ], [ 0, %31 ], [ 0, %25 ], [ 0, %19 ], [ 0, %42 ], [ 0, %60 ], [ 0, %57 ], [ %104, %103 ], [ 0, %76 ], [ 0, %73 ]
  ret i32 %.0
}

define internal ptr @type_of(ptr %0) alwaysinline nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %3 = load ptr, ptr %2, align 8
  ret ptr %3
}

define internal zeroext i1 @read_sack(ptr %0, ptr %1) nounwind {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %6 = load i64, ptr %5, align 8
  %.not = icmp eq i64 %6, 150
  br i1 %.not, label %7, label %47

7:
  %8 = getelementptr inbounds nuw i8, ptr %4, i64 115
  %9 = load i8, ptr %8, align 1
  %10 = and i8 %9, 2
  %.not24 = icmp eq i8 %10, 0
  br i1 %.not24, label %11, label %47

11:
  %12 = getelementptr inbounds nuw i8, ptr %4, i64 115
  %13 = load i8, ptr %12, align 1
  %14 = lshr i8 %13, 5
  %15 = and i8 %14, 3
  %16 = zext nneg i8 %15 to i64
  store i64 %16, ptr %1, align 8
  %17 = getelementptr inbounds nuw i8, ptr %4, i64 116
  %18 = call i64 @read_16(ptr nonnull %17)
  %19 = call i64 @signed_16(i64 %18)
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 8
  store i64 %19, ptr %20, align 8
  %21 = getelementptr inbounds nuw i8, ptr %4, i64 118
  %22 = call i64 @read_32(ptr nonnull %21)
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 16
  store i64 %22, ptr %23, align 8
  %24 = getelementptr inbounds nuw i8, ptr %4, i64 126
  %25 = call i64 @read_32(ptr nonnull %24)
  %26 = and i64 %25, 16777215
  %27 = getelementptr inbounds nuw i8, ptr %1, i64 24
  store i64 %26, ptr %27, align 8
  %28 = getelementptr inbounds nuw i8, ptr %4, i64 132
  %29 = call i64 @read_16(ptr nonnull %28)
  %30 = call i64 @signed_16(i64 %29)
  %31 = getelementptr inbounds nuw i8, ptr %1, i64 32
  store i64 %30, ptr %31, align 8
  %32 = getelementptr inbounds nuw i8, ptr %4, i64 134
  %33 = call i64 @read_64(ptr nonnull %32)
  %34 = getelementptr inbounds nuw i8, ptr %1, i64 72
  store i64 %33, ptr %34, align 8
  %35 = getelementptr inbounds nuw i8, ptr %4, i64 142
  %36 = call i64 @read_16(ptr nonnull %35)
  %37 = getelementptr inbounds nuw i8, ptr %1, i64 40
  store i64 %36, ptr %37, align 8
  %38 = getelementptr inbounds nuw i8, ptr %4, i64 146
  %39 = call i64 @read_32(ptr nonnull %38)
  %40 = lshr i64 %39, 31
  %41 = getelementptr inbounds nuw i8, ptr %1, i64 64
  store i64 %40, ptr %41, align 8
  %42 = lshr i64 %39, 24
  %43 = and i64 %42, 127
  %44 = getelementptr inbounds nuw i8, ptr %1, i64 56
  store i64 %43, ptr %44, align 8
  %45 = and i64 %39, 16777215
  %46 = getelementptr inbounds nuw i8, ptr %1, i64 48
  store i64 %45, ptr %46, align 8
  br label %47

47:
  %.0 = phi i1 [ true, %11 ], [ false, %7 ], [ false, %2 ]
  ret i1 %.0
}

define internal i64 @index_of(i64 %0, i64 %1) nounwind {
  %3 = sub i64 %0, %1
  %4 = and i64 %3, 16777215
  %5 = icmp samesign ugt i64 %4, 8388607
  %6 = add i64 %1, %4
  %7 = add i64 %6, -16777216
  %8 = add i64 %1, %4
  %9 = select i1 %5, i64 %7, i64 %8
  ret i64 %9
}

define internal i64 @size_of(ptr %0) alwaysinline nounwind {
  %2 = load i64, ptr @the_deque, align 8
  %3 = call zeroext i1 @is_a(ptr %0, i64 %2)
  br i1 %3, label %7, label %4

4:
  %5 = load i64, ptr @the_dict, align 8
  %6 = call zeroext i1 @is_a(ptr %0, i64 %5)
  br i1 %6, label %7, label %9

7:
  %8 = call i64 @word_of(ptr %0, i64 2)
  br label %11

9:
  %10 = call i64 @PyObject_Size(ptr %0)
  br label %11

11:
  %12 = phi i64 [ %8, %7 ], [ %10, %9 ]
  ret i64 %12
}

define internal ptr @packet_at(ptr %0, i64 %1) nounwind {
  %3 = call ptr @place_in(ptr %0, i64 %1)
  %4 = load ptr, ptr %3, align 8
  %5 = load ptr, ptr @the, align 8
  %6 = load i64, ptr @the_None, align 8
  %7 = getelementptr inbounds nuw ptr, ptr %5, i64 %6
  %8 = load ptr, ptr %7, align 8
  %.not = icmp eq ptr %4, %8
  br i1 %.not, label %13, label %9

9:
  %10 = load i64, ptr @SentPacket_index, align 8
  %11 = call i64 @get_int(ptr %4, i64 %10)
  %12 = icmp eq i64 %11, %1
  br i1 %12, label %14, label %13

13:
  br label %14

14:
  %15 = phi ptr [ null, %13 ], [ %4, %9 ]
  ret ptr %15
}

declare ptr @PyErr_Occurred()

define internal ptr @hold(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = call ptr @get(ptr %0, i64 %1)
  %4 = call ptr @kept(ptr %3)
  ret ptr %4
}

declare void @hold_sending(ptr dead_on_unwind writable sret(%struct.sending.21) align 8, ptr)

define internal zeroext i1 @on_sack(ptr %0, ptr %1, i64 %2, ptr %3, ptr %4) nounwind {
  %6 = load ptr, ptr %0, align 8
  %7 = load i64, ptr @Requestor_acknowledgements, align 8
  %8 = call ptr @hold(ptr %6, i64 %7)
  %9 = call zeroext i1 @note_sack(ptr nonnull %0, ptr %8, ptr %1, i64 %2, ptr %3, ptr %4)
  call void @Py_DecRef(ptr %8)
  ret i1 %9
}

define internal ptr @find(ptr %0, i64 %1) nounwind {
  %3 = call ptr @seek(i64 %1)
  %.not = icmp eq ptr %3, null
  br i1 %.not, label %6, label %4

4:
  %5 = call ptr @PyDict_GetItemWithError(ptr %0, ptr nonnull %3)
  br label %10

6:
  %7 = call ptr @integer(i64 %1)
  %.not10 = icmp eq ptr %7, null
  br i1 %.not10, label %10, label %8

8:
  %9 = call ptr @PyDict_GetItemWithError(ptr %0, ptr nonnull %7)
  call void @Py_DecRef(ptr nonnull %7)
  br label %10

10:
  %.0 = phi ptr [ %5, %4 ], [ %9, %8 ], [ null, %6 ]
  ret ptr %.0
}

declare void @let_sending_go(ptr)

define internal ptr @pointer_in(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = call zeroext i1 @is_unboxed(i64 %1)
  %4 = zext i1 %3 to i64
  %5 = call i64 @llvm.expect.i64(i64 %4, i64 0)
  %.not = icmp eq i64 %5, 0
  br i1 %.not, label %7, label %6

6:
  call void @strange(ptr %0, i64 %1)
  unreachable

7:
  %8 = call ptr @place_of(ptr %0, i64 %1)
  ret ptr %8
}

declare i64 @llvm.expect.i64(i64, i64)

declare void @strange(ptr, i64)

define internal zeroext i1 @is_unboxed(i64 %0) alwaysinline nounwind {
  %2 = and i64 %0, 7
  %3 = icmp ne i64 %2, 0
  ret i1 %3
}

define internal ptr @place_of(ptr %0, i64 %1) alwaysinline nounwind {
  %.not = icmp eq ptr %0, null
  br i1 %.not, label %11, label %3

3:
  %4 = call ptr @type_of(ptr nonnull %0)
  %5 = load ptr, ptr @the, align 8
  %6 = lshr i64 %1, 16
  %7 = getelementptr inbounds nuw ptr, ptr %5, i64 %6
  %8 = load ptr, ptr %7, align 8
  %9 = icmp ne ptr %4, %8
  %10 = zext i1 %9 to i64
  br label %11

11:
  %12 = phi i64 [ 1, %2 ], [ %10, %3 ]
  %13 = call i64 @llvm.expect.i64(i64 %12, i64 0)
  %.not6 = icmp eq i64 %13, 0
  br i1 %.not6, label %15, label %14

14:
  call void @strange(ptr %0, i64 %1)
  unreachable

15:
  %16 = and i64 %1, 65528
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 %16
  ret ptr %17
}

define internal zeroext i1 @rewrite(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %4 = load i64, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %6 = icmp slt i64 %1, 257
  br i1 %6, label %29, label %7

7:
  %8 = call zeroext i1 @is_held_once(ptr %0)
  br i1 %8, label %9, label %29

9:
  %10 = call ptr @type_of(ptr %0)
  %11 = load ptr, ptr @the, align 8
  %12 = load i64, ptr @the_int, align 8
  %13 = getelementptr inbounds nuw ptr, ptr %11, i64 %12
  %14 = load ptr, ptr %13, align 8
  %.not = icmp eq ptr %10, %14
  br i1 %.not, label %15, label %29

15:
  %16 = load i64, ptr @long_digit, align 8
  %17 = icmp eq i64 %4, %16
  %.not16 = icmp ult i64 %1, 1073741824
  %or.cond = and i1 %17, %.not16
  br i1 %or.cond, label %18, label %20

18:
  %19 = trunc nuw i64 %1 to i32
  store i32 %19, ptr %5, align 4
  br label %29

20:
  %21 = load i64, ptr @long_digit, align 8
  %22 = shl i64 %21, 1
  %.not17 = icmp ne i64 %4, %22
  %.not18 = icmp ult i64 %1, 1073741824
  %or.cond20 = or i1 %.not17, %.not18
  %or.cond20.not = xor i1 %or.cond20, true
  %.not19 = icmp ult i64 %1, 1152921504606846976
  %or.cond21 = and i1 %or.cond20.not, %.not19
  br i1 %or.cond21, label %23, label %29

23:
  %24 = trunc i64 %1 to i32
  %25 = and i32 %24, 1073741823
  store i32 %25, ptr %5, align 4
  %26 = lshr i64 %1, 30
  %27 = trunc nuw i64 %26 to i32
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 28
  store i32 %27, ptr %28, align 4
  br label %29

29:
  %.0 = phi i1 [ true, %18 ], [ false, %2 ], [ true, %23 ], [ false, %9 ], [ false, %7 ], [ false, %20 ]
  ret i1 %.0
}

define internal void @put(ptr %0, i64 %1, ptr %2) alwaysinline nounwind {
  %4 = call ptr @pointer_in(ptr %0, i64 %1)
  %5 = load ptr, ptr %4, align 8
  %.not = icmp eq ptr %2, null
  br i1 %.not, label %8, label %6

6:
  store ptr %2, ptr %4, align 8
  %.not8 = icmp eq ptr %5, null
  br i1 %.not8, label %8, label %7

7:
  call void @Py_DecRef(ptr nonnull %5)
  br label %8

8:
  ret void
}

define internal zeroext i1 @is_held_once(ptr %0) alwaysinline nounwind {
  %2 = load i64, ptr %0, align 8
  %3 = icmp eq i64 %2, 1
  ret i1 %3
}

define internal ptr @take(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = call ptr @packet_at(ptr %0, i64 %1)
  %.not = icmp eq ptr %4, null
  br i1 %.not, label %15, label %5

5:
  %6 = call zeroext i1 @add_packet(ptr %2, ptr nonnull %4)
  br i1 %6, label %7, label %15

7:
  %8 = load ptr, ptr @the, align 8
  %9 = load i64, ptr @the_None, align 8
  %10 = getelementptr inbounds nuw ptr, ptr %8, i64 %9
  %11 = load ptr, ptr %10, align 8
  %12 = call ptr @kept(ptr %11)
  %13 = call ptr @place_in(ptr %0, i64 %1)
  store ptr %12, ptr %13, align 8
  call void @Py_DecRef(ptr nonnull %4)
  %14 = load i64, ptr @PacketRing__count, align 8
  call void @add(ptr %0, i64 %14, i64 -1)
  br label %15

15:
  %.0 = phi ptr [ %4, %7 ], [ null, %5 ], [ null, %3 ]
  ret ptr %.0
}

declare ptr @PyDict_New()

define internal zeroext i1 @note_number(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = call ptr @integer(i64 %2)
  %.not = icmp eq ptr %4, null
  br i1 %.not, label %7, label %5

5:
  %6 = call i32 @PyDict_SetItem(ptr %0, ptr %1, ptr nonnull %4)
  %.not6 = icmp eq i32 %6, 0
  br label %7

7:
  %8 = phi i1 [ false, %3 ], [ %.not6, %5 ]
  call void @Py_DecRef(ptr %4)
  ret i1 %8
}

declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)

declare zeroext i1 @add_packet(ptr, ptr)

define internal ptr @place_in(ptr %0, i64 %1) nounwind {
  %3 = load i64, ptr @PacketRing__places, align 8
  %4 = call ptr @get(ptr %0, i64 %3)
  %5 = load i64, ptr @the_list, align 8
  %6 = call zeroext i1 @is_a(ptr %4, i64 %5)
  br i1 %6, label %7, label %9

7:
  %8 = call i64 @word_of(ptr %4, i64 2)
  br label %9

9:
  %10 = phi i64 [ %8, %7 ], [ 0, %2 ]
  %11 = icmp slt i64 %10, 1
  br i1 %11, label %12, label %15

12:
  %13 = load i64, ptr @the_list, align 8
  %14 = shl i64 %13, 16
  call void @strange(ptr %4, i64 %14)
  unreachable

15:
  %16 = call i64 @word_of(ptr %4, i64 3)
  %17 = inttoptr i64 %16 to ptr
  %18 = add nsw i64 %10, -1
  %19 = and i64 %1, %18
  %20 = getelementptr inbounds ptr, ptr %17, i64 %19
  ret ptr %20
}

define internal zeroext i1 @is_a(ptr %0, i64 %1) alwaysinline nounwind {
  %.not = icmp eq ptr %0, null
  br i1 %.not, label %9, label %3

3:
  %4 = call ptr @type_of(ptr nonnull %0)
  %5 = load ptr, ptr @the, align 8
  %6 = getelementptr inbounds nuw ptr, ptr %5, i64 %1
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %4, %7
  br label %9

9:
  %10 = phi i1 [ false, %2 ], [ %8, %3 ]
  ret i1 %10
}

define internal i64 @word_of(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = getelementptr inbounds nuw i64, ptr %0, i64 %1
  %4 = load i64, ptr %3, align 8
  ret i64 %4
}

define internal zeroext i1 @tell_found(ptr %0, ptr %1, i64 %2, i64 %3, ptr %4, ptr %5) nounwind {
  %7 = load i64, ptr @SendState_flight, align 8
  %8 = call ptr @get(ptr %0, i64 %7)
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 136
  %10 = load i64, ptr %9, align 8
  %.not = icmp eq i64 %10, 0
  br i1 %.not, label %18, label %11

11:
  %12 = load i64, ptr @InFlight_again_ns, align 8
  %13 = call i64 @get_int(ptr %8, i64 %12)
  %14 = load i64, ptr @InFlight_first_ns, align 8
  %15 = call i64 @get_int(ptr %8, i64 %14)
  %16 = call i64 @most(i64 %13, i64 %15)
  call void @put_int(ptr %8, i64 %12, i64 %16)
  %17 = load i64, ptr @InFlight_reported_ns, align 8
  call void @put_int(ptr %8, i64 %17, i64 %3)
  br label %18

18:
  br label %19

19:
  %.020 = phi i64 [ 0, %18 ], [ %31, %30 ]
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 136
  %21 = load i64, ptr %20, align 8
  %22 = icmp slt i64 %.020, %21
  br i1 %22, label %23, label %32

23:
  %24 = load i64, ptr @SendState_evs, align 8
  %25 = call ptr @get(ptr %0, i64 %24)
  %26 = load ptr, ptr %1, align 8
  %27 = getelementptr inbounds ptr, ptr %26, i64 %.020
  %28 = load ptr, ptr %27, align 8
  %29 = call zeroext i1 @tell_evs(ptr %25, ptr %28)
  br i1 %29, label %30, label %32

30:
  %31 = add i64 %.020, 1
  br label %19

32:
  %.0 = phi i32 [ 2, %19 ], [ 1, %23 ]
  %cond = icmp eq i32 %.0, 2
  br i1 %cond, label %33, label %34

33:
  call void @count_delivered(ptr %0, ptr %1, i64 %2, i64 %3, ptr %4, ptr %5)
  br label %34

34:
  %.1 = phi i1 [ false, %32 ], [ true, %33 ]
  ret i1 %.1
}

declare void @forget_packets(ptr)

define internal zeroext i1 @tell_evs(ptr %0, ptr %1) nounwind {
  %3 = load i64, ptr @SentPacket_sent_ns, align 8
  %4 = call i64 @get_int(ptr %1, i64 %3)
  %5 = load i64, ptr @SentPacket_entry, align 8
  %6 = call ptr @get(ptr %1, i64 %5)
  %7 = load ptr, ptr @the, align 8
  %8 = load i64, ptr @the_None, align 8
  %9 = getelementptr inbounds nuw ptr, ptr %7, i64 %8
  %10 = load ptr, ptr %9, align 8
  %.not = icmp eq ptr %6, %10
  br i1 %.not, label %63, label %11

11:
  %12 = load i64, ptr @EvEntry_told_lately, align 8
  %13 = call i64 @get_int(ptr %6, i64 %12)
  %14 = add i64 %13, 1
  %15 = load i64, ptr @EvEntry_told_back, align 8
  call void @add(ptr %6, i64 %15, i64 1)
  %16 = icmp sgt i64 %14, 63
  br i1 %16, label %17, label %22

17:
  %18 = lshr i64 %14, 1
  %19 = load i64, ptr @EvEntry_marked_lately, align 8
  %20 = call i64 @get_int(ptr %6, i64 %19)
  %21 = ashr i64 %20, 1
  call void @put_int(ptr %6, i64 %19, i64 %21)
  br label %22

22:
  %.042 = phi i64 [ %18, %17 ], [ %14, %11 ]
  %23 = load i64, ptr @EvEntry_told_lately, align 8
  call void @put_int(ptr %6, i64 %23, i64 %.042)
  %24 = load i64, ptr @EvEntry_proof_ns, align 8
  %25 = call i64 @get_int(ptr %6, i64 %24)
  %26 = icmp sgt i64 %4, %25
  br i1 %26, label %27, label %61

27:
  %28 = load i64, ptr @EvEntry_proof_ns, align 8
  call void @put_int(ptr %6, i64 %28, i64 %4)
  %29 = load i64, ptr @EvSet_health, align 8
  %30 = call ptr @get(ptr %0, i64 %29)
  %31 = load i64, ptr @EvEntry_plane, align 8
  %32 = call i64 @get_int(ptr %6, i64 %31)
  %33 = load ptr, ptr @the, align 8
  %34 = load i64, ptr @the_None, align 8
  %35 = getelementptr inbounds nuw ptr, ptr %33, i64 %34
  %36 = load ptr, ptr %35, align 8
  %37 = icmp eq ptr %30, %36
  br i1 %37, label %41, label %38

38:
  %39 = load i64, ptr @PlaneHealth_heard_ns, align 8
  %40 = call ptr @get(ptr %30, i64 %39)
  br label %41

41:
  %42 = phi ptr [ %40, %38 ], [ null, %27 ]
  %.not43 = icmp eq ptr %42, null
  br i1 %.not43, label %59, label %43

43:
  %44 = load i64, ptr @SentPacket_sends, align 8
  %45 = call i64 @get_int(ptr %1, i64 %44)
  %46 = icmp eq i64 %45, 1
  br i1 %46, label %47, label %59

47:
  %48 = call ptr @list_item(ptr nonnull %42, i64 %32)
  %49 = call i64 @value_of(ptr %48)
  %50 = icmp sgt i64 %4, %49
  br i1 %50, label %51, label %59

51:
  %52 = load i64, ptr @PlaneHealth_watched, align 8
  %53 = call i64 @get_int(ptr %30, i64 %52)
  %54 = shl nuw i64 1, %32
  %55 = and i64 %53, %54
  %.not44 = icmp eq i64 %55, 0
  br i1 %.not44, label %56, label %57

56:
  call void @put_number(ptr nonnull %42, i64 %32, i64 %4)
  br label %59

57:
  %58 = call zeroext i1 @tell_health(ptr %30, i64 %32, i64 %4)
  br i1 %58, label %59, label %60

59:
  br label %60

60:
  %.0 = phi i32 [ 0, %59 ], [ 1, %57 ]
  %trunc = trunc nuw i32 %.0 to i1
  %cond46 = icmp eq i1 %trunc, false
  br i1 %cond46, label %61, label %62

61:
  br label %62

62:
  %.1 = phi i32 [ %.0, %60 ], [ 0, %61 ]
  %cond = icmp eq i32 %.1, 0
  br i1 %cond, label %63, label %71

63:
  %64 = load i64, ptr @EvSet__proof_ns, align 8
  %65 = call i64 @get_int(ptr %0, i64 %64)
  %.not45 = icmp slt i64 %4, %65
  br i1 %.not45, label %71, label %66

66:
  %67 = load i64, ptr @EvSet__proof_ns, align 8
  call void @put_int(ptr %0, i64 %67, i64 %4)
  %68 = load i64, ptr @EvSet__proof, align 8
  %69 = load i64, ptr @SentPacket_entropy, align 8
  %70 = call i64 @get_int(ptr %1, i64 %69)
  call void @put_int(ptr %0, i64 %68, i64 %70)
  br label %71

71:
  %.3 = phi i1 [ false, %62 ], [ true, %66 ], [ true, %63 ]
  ret i1 %.3
}

define internal void @count_delivered(ptr %0, ptr %1, i64 %2, i64 %3, ptr %4, ptr %5) nounwind {
  %7 = load i64, ptr @SendState_counters, align 8
  %8 = call ptr @get(ptr %0, i64 %7)
  %9 = load i64, ptr @QpCounters_worst_delivery_ns, align 8
  %10 = call i64 @get_int(ptr %8, i64 %9)
  br label %11

11:
  %.037 = phi i64 [ 0, %6 ], [ %52, %51 ]
  %.036.off0 = phi i1 [ false, %6 ], [ %35, %51 ]
  %.035 = phi i64 [ 0, %6 ], [ %.1, %51 ]
  %.0 = phi i64 [ %10, %6 ], [ %24, %51 ]
  %12 = getelementptr inbounds nuw i8, ptr %1, i64 136
  %13 = load i64, ptr %12, align 8
  %14 = icmp slt i64 %.037, %13
  br i1 %14, label %15, label %53

15:
  %16 = load ptr, ptr %1, align 8
  %17 = getelementptr inbounds ptr, ptr %16, i64 %.037
  %18 = load ptr, ptr %17, align 8
  %19 = load i64, ptr @SentPacket_first_sent_ns, align 8
  %20 = call i64 @get_int(ptr %18, i64 %19)
  %21 = sub i64 %3, %20
  %22 = load i64, ptr @SentPacket_size, align 8
  %23 = call i64 @get_int(ptr %18, i64 %22)
  %24 = call i64 @most(i64 %.0, i64 %21)
  %.not38 = icmp ult i64 %21, 281474976710656
  br i1 %.not38, label %27, label %25

25:
  %26 = load i64, ptr @QpCounters_total_delivery_ns, align 8
  call void @add_any(ptr %8, i64 %26, i64 %21)
  br label %29

27:
  %28 = add i64 %.035, %21
  br label %29

29:
  %.1 = phi i64 [ %.035, %25 ], [ %28, %27 ]
  br i1 %.036.off0, label %34, label %30

30:
  %31 = load i64, ptr @SentPacket_index, align 8
  %32 = call i64 @get_int(ptr %18, i64 %31)
  %33 = icmp sge i64 %32, %2
  br label %34

34:
  %35 = phi i1 [ true, %29 ], [ %33, %30 ]
  %36 = load i64, ptr @SentPacket_state, align 8
  %37 = call ptr @get(ptr %18, i64 %36)
  %38 = load ptr, ptr @the, align 8
  %39 = load i64, ptr @the_in_flight, align 8
  %40 = getelementptr inbounds nuw ptr, ptr %38, i64 %39
  %41 = load ptr, ptr %40, align 8
  %.not39 = icmp eq ptr %37, %41
  br i1 %.not39, label %42, label %45

42:
  %43 = load i64, ptr @SentPacket_given_up, align 8
  %44 = call zeroext i1 @is_true(ptr %18, i64 %43)
  br i1 %44, label %45, label %48

45:
  %46 = load i64, ptr %5, align 8
  %47 = add i64 %46, %23
  store i64 %47, ptr %5, align 8
  br label %51

48:
  %49 = load i64, ptr %4, align 8
  %50 = add i64 %49, %23
  store i64 %50, ptr %4, align 8
  br label %51

51:
  %52 = add i64 %.037, 1
  br label %11

53:
  %54 = getelementptr inbounds nuw i8, ptr %1, i64 136
  %55 = load i64, ptr %54, align 8
  %.not = icmp eq i64 %55, 0
  br i1 %.not, label %62, label %56

56:
  %57 = load i64, ptr @QpCounters_worst_delivery_ns, align 8
  call void @put_int(ptr %8, i64 %57, i64 %.0)
  %58 = load i64, ptr @QpCounters_total_delivery_ns, align 8
  call void @add_any(ptr %8, i64 %58, i64 %.035)
  %59 = load i64, ptr @QpCounters_deliveries, align 8
  %60 = getelementptr inbounds nuw i8, ptr %1, i64 136
  %61 = load i64, ptr %60, align 8
  call void @add(ptr %8, i64 %59, i64 %61)
  br label %62

62:
  br i1 %.036.off0, label %63, label %64

63:
  call void @progress(ptr %0, i64 %3)
  br label %64

64:
  ret void
}

define internal ptr @list_item(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = load i64, ptr @the_list, align 8
  %4 = call zeroext i1 @is_a(ptr %0, i64 %3)
  %5 = icmp sgt i64 %1, -1
  %or.cond = select i1 %4, i1 %5, i1 false
  br i1 %or.cond, label %6, label %14

6:
  %7 = call i64 @word_of(ptr %0, i64 2)
  %8 = icmp slt i64 %1, %7
  br i1 %8, label %9, label %14

9:
  %10 = call i64 @word_of(ptr %0, i64 3)
  %11 = inttoptr i64 %10 to ptr
  %12 = getelementptr inbounds nuw ptr, ptr %11, i64 %1
  %13 = load ptr, ptr %12, align 8
  br label %16

14:
  %15 = call ptr @PyList_GetItem(ptr %0, i64 %1)
  br label %16

16:
  %.0 = phi ptr [ %13, %9 ], [ %15, %14 ]
  ret ptr %.0
}

define internal void @put_number(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = call ptr @list_item(ptr %0, i64 %1)
  %.not = icmp eq ptr %4, null
  br i1 %.not, label %10, label %5

5:
  %6 = call zeroext i1 @rewrite(ptr nonnull %4, i64 %2)
  br i1 %6, label %10, label %7

7:
  %8 = call ptr @integer(i64 %2)
  %9 = call i32 @PyList_SetItem(ptr %0, i64 %1, ptr %8)
  br label %10

10:
  ret void
}

define internal zeroext i1 @tell_health(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = call ptr @integer(i64 %1)
  %5 = call ptr @integer(i64 %2)
  %6 = load i64, ptr @the_heard, align 8
  %7 = call ptr @method_2(ptr %0, i64 %6, ptr %4, ptr %5)
  %8 = call zeroext i1 @done(ptr %7)
  call void @Py_DecRef(ptr %4)
  call void @Py_DecRef(ptr %5)
  ret i1 %8
}

declare ptr @PyList_GetItem(ptr, i64)

define internal void @add_any(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = call zeroext i1 @is_unboxed(i64 %1)
  br i1 %4, label %5, label %6

5:
  call void @add(ptr %0, i64 %1, i64 %2)
  br label %26

6:
  %7 = call ptr @get(ptr %0, i64 %1)
  %8 = call ptr @type_of(ptr %7)
  %9 = load ptr, ptr @the, align 8
  %10 = load i64, ptr @the_int, align 8
  %11 = getelementptr inbounds nuw ptr, ptr %9, i64 %10
  %12 = load ptr, ptr %11, align 8
  %13 = icmp eq ptr %8, %12
  br i1 %13, label %14, label %20

14:
  %15 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %16 = load i64, ptr %15, align 8
  %17 = load i64, ptr @long_digit, align 8
  %18 = shl i64 %17, 1
  %.not = icmp ule i64 %16, %18
  %.not19 = icmp ult i64 %2, 1152921504606846976
  %or.cond = select i1 %.not, i1 %.not19, i1 false
  br i1 %or.cond, label %19, label %20

19:
  call void @add(ptr %0, i64 %1, i64 %2)
  br label %26

20:
  %21 = call ptr @integer(i64 %2)
  %.not20 = icmp eq ptr %21, null
  br i1 %.not20, label %24, label %22

22:
  %23 = call ptr @PyNumber_Add(ptr %7, ptr nonnull %21)
  br label %24

24:
  %25 = phi ptr [ %23, %22 ], [ null, %20 ]
  call void @put(ptr %0, i64 %1, ptr %25)
  call void @Py_DecRef(ptr %21)
  br label %26

26:
  ret void
}

declare ptr @PyNumber_Add(ptr, ptr)

define internal i64 @zero_or_long(ptr %0) noinline nounwind {
  %2 = call zeroext i1 @is_zero(ptr %0)
  br i1 %2, label %5, label %3

3:
  %4 = call i64 @PyLong_AsLong(ptr %0)
  br label %5

5:
  %6 = phi i64 [ %4, %3 ], [ 0, %1 ]
  ret i64 %6
}

define internal zeroext i1 @is_zero(ptr %0) alwaysinline nounwind {
  %2 = call ptr @type_of(ptr %0)
  %3 = load ptr, ptr @the, align 8
  %4 = load i64, ptr @the_int, align 8
  %5 = getelementptr inbounds nuw ptr, ptr %3, i64 %4
  %6 = load ptr, ptr %5, align 8
  %7 = icmp eq ptr %2, %6
  br i1 %7, label %8, label %13

8:
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %10 = load i64, ptr %9, align 8
  %11 = load i64, ptr @long_digit, align 8
  %12 = icmp ult i64 %10, %11
  br label %13

13:
  %14 = phi i1 [ false, %1 ], [ %12, %8 ]
  ret i1 %14
}

declare i64 @PyLong_AsLong(ptr)

declare zeroext i1 @counts_as_true(ptr)

declare i32 @PyDict_Next(ptr, ptr, ptr, ptr)

declare ptr @PyLong_FromLong(i64)

declare ptr @PyObject_VectorcallMethod(ptr, ptr, i64, ptr)

declare void @_Py_Dealloc(ptr)

declare i64 @PyDict_Size(ptr)

define internal void @Py_IncRef(ptr %0) alwaysinline nounwind {
  %.not = icmp eq ptr %0, null
  br i1 %.not, label %8, label %2

2:
  %3 = load i32, ptr %0, align 4
  %4 = icmp sgt i32 %3, -1
  br i1 %4, label %5, label %8

5:
  %6 = load i32, ptr %0, align 4
  %7 = add i32 %6, 1
  store i32 %7, ptr %0, align 4
  br label %8

8:
  ret void
}

declare i64 @PyList_Size(ptr)

define internal i64 @signed_16(i64 %0) nounwind {
  %2 = and i64 %0, 32768
  %.not = icmp eq i64 %2, 0
  %3 = add i64 %0, -65536
  %4 = select i1 %.not, i64 %0, i64 %3
  ret i64 %4
}

define internal i64 @read_16(ptr %0) nounwind {
  %2 = load i8, ptr %0, align 1
  %3 = zext i8 %2 to i64
  %4 = shl nuw nsw i64 %3, 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 1
  %6 = load i8, ptr %5, align 1
  %7 = zext i8 %6 to i64
  %8 = or disjoint i64 %4, %7
  ret i64 %8
}

define internal i64 @read_32(ptr %0) nounwind {
  %2 = call i64 @read_16(ptr %0)
  %3 = shl i64 %2, 16
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 2
  %5 = call i64 @read_16(ptr nonnull %4)
  %6 = or i64 %3, %5
  ret i64 %6
}

define internal i64 @read_64(ptr %0) nounwind {
  %2 = call i64 @read_32(ptr %0)
  %3 = shl i64 %2, 32
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 4
  %5 = call i64 @read_32(ptr nonnull %4)
  %6 = or i64 %3, %5
  ret i64 %6
}

declare i64 @PyObject_Size(ptr)

define internal zeroext i1 @note_sack(ptr %0, ptr %1, ptr %2, i64 %3, ptr %4, ptr %5) nounwind {
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %16 = load ptr, ptr %15, align 8
  %17 = call i64 @value_of(ptr %5)
  %18 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %19 = load i64, ptr %18, align 8
  %20 = add i64 %3, %19
  store i64 0, ptr %7, align 8
  %21 = load i64, ptr @Acknowledgements__late_bytes, align 8
  %22 = call i64 @get_int(ptr %1, i64 %21)
  store i64 %22, ptr %8, align 8
  %23 = load i64, ptr @QpCounters_sacks_received, align 8
  call void @add(ptr %14, i64 %23, i64 1)
  %.not90 = icmp eq ptr %4, null
  br i1 %.not90, label %32, label %24

24:
  %25 = load i64, ptr @SentPacket_first_sent_ns, align 8
  %26 = call i64 @get_int(ptr nonnull %4, i64 %25)
  %27 = load i64, ptr @SentPacket_size, align 8
  %28 = call i64 @get_int(ptr nonnull %4, i64 %27)
  %29 = load i64, ptr @SendState_full_size, align 8
  %30 = call i64 @get_int(ptr %10, i64 %29)
  %31 = icmp sge i64 %28, %30
  br label %32

32:
  %.088.off0 = phi i1 [ %31, %24 ], [ false, %6 ]
  %.086 = phi i64 [ %26, %24 ], [ -1, %6 ]
  %33 = call zeroext i1 @deliver_all(ptr %10, ptr %2, i64 %3, ptr %5, ptr nonnull %7, ptr nonnull %8)
  %34 = load i64, ptr %8, align 8
  %.not = icmp eq i64 %34, 0
  br i1 %.not, label %38, label %35

35:
  %36 = load i64, ptr @Acknowledgements__late_bytes, align 8
  %37 = load i64, ptr %8, align 8
  call void @put_int(ptr %1, i64 %36, i64 %37)
  br label %38

38:
  br i1 %33, label %39, label %121

39:
  %40 = load i64, ptr @InFlight_una, align 8
  %41 = call i64 @get_int(ptr %12, i64 %40)
  %.not89 = icmp slt i64 %3, %41
  br i1 %.not89, label %45, label %42

42:
  %43 = load i64, ptr @InFlight_una, align 8
  %44 = add i64 %3, 1
  call void @put_int(ptr %12, i64 %43, i64 %44)
  br label %45

45:
  br i1 %.not90, label %46, label %48

46:
  %47 = call i64 @own_report(ptr %12, i64 %20)
  br label %48

48:
  %.187 = phi i64 [ %.086, %45 ], [ %47, %46 ]
  %49 = icmp sgt i64 %.187, -1
  br i1 %49, label %50, label %62

50:
  %51 = load i64, ptr @InFlight_first_ns, align 8
  %52 = call i64 @get_int(ptr %12, i64 %51)
  %53 = icmp sgt i64 %.187, %52
  br i1 %53, label %54, label %56

54:
  %55 = load i64, ptr @InFlight_first_ns, align 8
  call void @put_int(ptr %12, i64 %55, i64 %.187)
  br label %56

56:
  %57 = load i64, ptr @InFlight_again_ns, align 8
  %58 = call i64 @get_int(ptr %12, i64 %57)
  %59 = icmp sgt i64 %.187, %58
  br i1 %59, label %60, label %62

60:
  %61 = load i64, ptr @InFlight_again_ns, align 8
  call void @put_int(ptr %12, i64 %61, i64 %.187)
  br label %62

62:
  %63 = load i64, ptr %2, align 8
  %.not91 = icmp eq i64 %63, 0
  br i1 %.not91, label %69, label %64

64:
  %65 = load i64, ptr @QpCounters_sacks_marked, align 8
  call void @add(ptr %14, i64 %65, i64 1)
  %66 = load i64, ptr @SendState_evs, align 8
  %67 = call ptr @get(ptr %10, i64 %66)
  %68 = call zeroext i1 @tell_mark(ptr %67, ptr nonnull %2, i64 %.187, ptr %5)
  br i1 %68, label %69, label %121

69:
  %70 = icmp sgt i64 %.187, -1
  br i1 %70, label %71, label %96

71:
  %72 = load i64, ptr @SendState_service_time, align 8
  %73 = call zeroext i1 @is_true(ptr %10, i64 %72)
  br i1 %73, label %74, label %87

74:
  %75 = load i64, ptr @SendState_frames, align 8
  %76 = call ptr @get(ptr %10, i64 %75)
  %77 = load i64, ptr @QpFrames_timestamps, align 8
  %78 = call zeroext i1 @is_true(ptr %76, i64 %77)
  br i1 %78, label %79, label %87

79:
  %80 = getelementptr inbounds nuw i8, ptr %2, i64 40
  %81 = load i64, ptr %80, align 8
  %82 = call i64 @tick(i64 %.187)
  %83 = sub i64 %81, %82
  %84 = shl i64 %83, 7
  %85 = and i64 %84, 8388480
  %86 = sub i64 %17, %.187
  %.not92 = icmp slt i64 %85, %86
  %spec.select = select i1 %.not92, i64 %85, i64 -1
  br label %87

87:
  %.0 = phi i64 [ %spec.select, %79 ], [ 0, %74 ], [ 0, %71 ]
  %88 = icmp sgt i64 %.0, -1
  br i1 %88, label %89, label %93

89:
  %90 = add nuw i64 %.187, %.0
  %91 = sub i64 %17, %90
  %92 = call zeroext i1 @note_trip(ptr %10, ptr nonnull %2, i64 %91, ptr %5)
  br i1 %92, label %93, label %95

93:
  %.180 = phi i64 [ -1, %87 ], [ %91, %89 ]
  %94 = sub i64 %17, %.187
  %spec.select96 = select i1 %.088.off0, i64 %94, i64 -1
  br label %95

95:
  %.082 = phi i1 [ false, %93 ], [ true, %89 ]
  %.281 = phi i64 [ %.180, %93 ], [ %91, %89 ]
  %.178 = phi i64 [ %spec.select96, %93 ], [ -1, %89 ]
  %cond = icmp eq i1 %.082, false
  br i1 %cond, label %96, label %121

96:
  %.079 = phi i64 [ -1, %69 ], [ %.281, %95 ]
  %.077 = phi i64 [ -1, %69 ], [ %.178, %95 ]
  %97 = load i64, ptr @Acknowledgements__late_bytes, align 8
  %98 = call i64 @get_int(ptr %1, i64 %97)
  store i64 %98, ptr %8, align 8
  %.not93 = icmp eq i64 %98, 0
  br i1 %.not93, label %101, label %99

99:
  %100 = load i64, ptr @Acknowledgements__late_bytes, align 8
  call void @put_int(ptr %1, i64 %100, i64 0)
  br label %101

101:
  %102 = load i64, ptr %7, align 8
  %103 = load i64, ptr %8, align 8
  %104 = call zeroext i1 @tell_account(ptr %16, ptr nonnull %2, i64 %102, i64 %103, i64 %.079, i64 %.077, i64 %17)
  br i1 %104, label %105, label %121

105:
  %106 = load i64, ptr %7, align 8
  %.not94 = icmp eq i64 %106, 0
  %107 = load i64, ptr %8, align 8
  %.not95 = icmp eq i64 %107, 0
  %or.cond = select i1 %.not94, i1 %.not95, i1 false
  br i1 %or.cond, label %112, label %108

108:
  %109 = load i64, ptr @InFlight_again_ns, align 8
  %110 = call i64 @get_int(ptr %12, i64 %109)
  %111 = call zeroext i1 @heard(ptr %16, i64 %110, ptr %5)
  br i1 %111, label %112, label %121

112:
  %113 = call zeroext i1 @infer(ptr %10, ptr %5)
  br i1 %113, label %114, label %121

114:
  %115 = load i64, ptr @SendState_stale, align 8
  %116 = call zeroext i1 @is_true(ptr %10, i64 %115)
  br i1 %116, label %121, label %117

117:
  %118 = call zeroext i1 @stalled(ptr %10)
  br i1 %118, label %119, label %121

119:
  %120 = load i64, ptr @SendState_stale, align 8
  call void @put_bool(ptr %10, i64 %120, i1 zeroext true)
  br label %121

121:
  %.083 = phi i1 [ false, %64 ], [ false, %38 ], [ false, %95 ], [ false, %101 ], [ false, %112 ], [ false, %108 ], [ true, %119 ], [ true, %117 ], [ true, %114 ]
  ret i1 %.083
}

define internal zeroext i1 @deliver_all(ptr %0, ptr %1, i64 %2, ptr %3, ptr %4, ptr %5) nounwind {
  %7 = alloca %struct.delivery.19, align 8
  %8 = load i64, ptr @SendState_flight, align 8
  %9 = call ptr @get(ptr %0, i64 %8)
  call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(152) %7, i8 0, i64 152, i1 false)
  %10 = load i64, ptr @InFlight_una, align 8
  %11 = call i64 @get_int(ptr %9, i64 %10)
  %12 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %13 = load i64, ptr %12, align 8
  %14 = add i64 %2, %13
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %16 = load i64, ptr %15, align 8
  %17 = add i64 %2, %16
  br label %18

18:
  %.036.off0 = phi i1 [ true, %6 ], [ %21, %20 ]
  %.035 = phi i64 [ %11, %6 ], [ %22, %20 ]
  %19 = icmp sle i64 %.035, %2
  %spec.select = select i1 %.036.off0, i1 %19, i1 false
  br i1 %spec.select, label %20, label %23

20:
  %21 = call zeroext i1 @deliver(ptr %9, i64 %.035, ptr nonnull %7, i64 %17, ptr %3)
  %22 = add i64 %.035, 1
  br label %18

23:
  %24 = getelementptr inbounds nuw i8, ptr %1, i64 72
  %25 = load i64, ptr %24, align 8
  br label %26

26:
  %.1.off0 = phi i1 [ %.036.off0, %23 ], [ %31, %28 ]
  %.0 = phi i64 [ %25, %23 ], [ %33, %28 ]
  %27 = icmp ne i64 %.0, 0
  %spec.select39 = select i1 %.1.off0, i1 %27, i1 false
  br i1 %spec.select39, label %28, label %34

28:
  %29 = call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %.0, i1 true)
  %30 = add i64 %14, %29
  %31 = call zeroext i1 @deliver(ptr %9, i64 %30, ptr nonnull %7, i64 %17, ptr %3)
  %32 = add i64 %.0, -1
  %33 = and i64 %.0, %32
  br label %26

34:
  br i1 %.1.off0, label %35, label %37

35:
  %36 = call zeroext i1 @deliver(ptr %9, i64 %17, ptr nonnull %7, i64 %17, ptr %3)
  br label %37

37:
  %38 = phi i1 [ false, %34 ], [ %36, %35 ]
  %39 = call zeroext i1 @note_found(ptr %0, ptr nonnull %7, i1 zeroext %38, i64 %11, ptr %3, ptr %4, ptr %5)
  ret i1 %39
}

define internal i64 @own_report(ptr %0, i64 %1) nounwind {
  %3 = call ptr @integer(i64 %1)
  br label %4

4:
  %.014 = phi i32 [ 0, %2 ], [ %15, %14 ]
  %.0 = phi i64 [ -1, %2 ], [ %.1, %14 ]
  %.not = icmp ne ptr %3, null
  %5 = icmp slt i64 %.0, 0
  %or.cond = select i1 %.not, i1 %5, i1 false
  %6 = icmp slt i32 %.014, 2
  %or.cond17 = select i1 %or.cond, i1 %6, i1 false
  br i1 %or.cond17, label %7, label %.critedge

7:
  %.not15 = icmp eq i32 %.014, 0
  %InFlight__arrived.InFlight__arrived_before = select i1 %.not15, ptr @InFlight__arrived, ptr @InFlight__arrived_before
  %8 = load i64, ptr %InFlight__arrived.InFlight__arrived_before, align 8
  %9 = call ptr @get(ptr %0, i64 %8)
  %10 = call ptr @PyDict_GetItemWithError(ptr %9, ptr %3)
  %.not16 = icmp eq ptr %10, null
  br i1 %.not16, label %14, label %11

11:
  %12 = call i64 @PyLong_AsLong(ptr nonnull %10)
  %13 = call i32 @PyDict_DelItem(ptr %9, ptr %3)
  br label %14

14:
  %.1 = phi i64 [ %12, %11 ], [ %.0, %7 ]
  %15 = add i32 %.014, 1
  br label %4

.critedge:
  call void @Py_DecRef(ptr %3)
  ret i64 %.0
}

define internal zeroext i1 @tell_mark(ptr %0, ptr %1, i64 %2, ptr %3) nounwind {
  %5 = alloca [6 x ptr], align 16
  store ptr null, ptr %5, align 8
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 8
  store ptr %0, ptr %6, align 8
  %7 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %9 = load i64, ptr %8, align 8
  %10 = call ptr @integer(i64 %9)
  store ptr %10, ptr %7, align 8
  %11 = getelementptr inbounds nuw i8, ptr %5, i64 24
  %12 = load i64, ptr %1, align 8
  %13 = call ptr @integer(i64 %12)
  store ptr %13, ptr %11, align 8
  %14 = getelementptr inbounds nuw i8, ptr %5, i64 32
  %15 = icmp slt i64 %2, 0
  br i1 %15, label %16, label %22

16:
  %17 = load ptr, ptr @the, align 8
  %18 = load i64, ptr @the_None, align 8
  %19 = getelementptr inbounds nuw ptr, ptr %17, i64 %18
  %20 = load ptr, ptr %19, align 8
  %21 = call ptr @kept(ptr %20)
  br label %24

22:
  %23 = call ptr @integer(i64 %2)
  br label %24

24:
  %25 = phi ptr [ %21, %16 ], [ %23, %22 ]
  store ptr %25, ptr %14, align 8
  %26 = getelementptr inbounds nuw i8, ptr %5, i64 40
  store ptr %3, ptr %26, align 8
  %27 = load ptr, ptr @the, align 8
  %28 = load i64, ptr @the_on_mark, align 8
  %29 = getelementptr inbounds nuw ptr, ptr %27, i64 %28
  %30 = load ptr, ptr %29, align 8
  %31 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %32 = call ptr @PyObject_VectorcallMethod(ptr %30, ptr nonnull %31, i64 -9223372036854775803, ptr null)
  %33 = call zeroext i1 @done(ptr %32)
  br label %34

34:
  %.0 = phi i32 [ 2, %24 ], [ %40, %36 ]
  %35 = icmp slt i32 %.0, 5
  br i1 %35, label %36, label %41

36:
  %37 = sext i32 %.0 to i64
  %38 = getelementptr inbounds ptr, ptr %5, i64 %37
  %39 = load ptr, ptr %38, align 8
  call void @Py_DecRef(ptr %39)
  %40 = add i32 %.0, 1
  br label %34

41:
  ret i1 %33
}

define internal i64 @tick(i64 %0) nounwind {
  %2 = sdiv i64 %0, 128
  %3 = and i64 %2, 65535
  ret i64 %3
}

define internal zeroext i1 @note_trip(ptr %0, ptr %1, i64 %2, ptr %3) nounwind {
  %5 = load i64, ptr @SendState_evs, align 8
  %6 = call ptr @get(ptr %0, i64 %5)
  %7 = load i64, ptr @SendState_losses, align 8
  %8 = call ptr @get(ptr %0, i64 %7)
  %9 = load i64, ptr @Losses_trips, align 8
  %10 = call ptr @hold(ptr %8, i64 %9)
  %11 = load i64, ptr @EvSet_entries, align 8
  %12 = call ptr @get(ptr %6, i64 %11)
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %14 = load i64, ptr %13, align 8
  %15 = call ptr @find(ptr %12, i64 %14)
  %.not = icmp eq ptr %15, null
  br i1 %.not, label %.critedge, label %16

16:
  %17 = load i64, ptr @EvEntry_rtt_ns, align 8
  call void @put_int(ptr nonnull %15, i64 %17, i64 %2)
  %18 = load i64, ptr %1, align 8
  %.not25 = icmp eq i64 %18, 0
  br i1 %.not25, label %19, label %.critedge

19:
  %20 = load i64, ptr @EvSet__rules, align 8
  %21 = call ptr @get(ptr %6, i64 %20)
  %22 = load i64, ptr @EvRules_base_rtt_ns, align 8
  %23 = call i64 @get_int(ptr %21, i64 %22)
  %24 = mul i64 %23, 3
  %.not26 = icmp sgt i64 %2, %24
  br i1 %.not26, label %25, label %.critedge

25:
  %26 = call zeroext i1 @tell_trip(ptr %6, ptr nonnull %1, i64 %2, ptr %3)
  br i1 %26, label %.critedge, label %39

.critedge:
  %27 = call i64 @value_of(ptr %3)
  %28 = load i64, ptr @TripTimes__ends_ns, align 8
  %29 = call i64 @get_int(ptr %10, i64 %28)
  %.not30 = icmp slt i64 %27, %29
  br i1 %.not30, label %30, label %34

30:
  %31 = load i64, ptr @TripTimes__worst_ns, align 8
  %32 = call i64 @get_int(ptr %10, i64 %31)
  %33 = icmp sgt i64 %2, %32
  br i1 %33, label %34, label %39

34:
  %35 = call ptr @integer(i64 %2)
  %36 = load i64, ptr @the_note, align 8
  %37 = call ptr @method_2(ptr %10, i64 %36, ptr %35, ptr %3)
  %38 = call zeroext i1 @done(ptr %37)
  call void @Py_DecRef(ptr %35)
  br label %39

39:
  %.1.off0 = phi i1 [ %38, %34 ], [ true, %30 ], [ false, %25 ]
  call void @Py_DecRef(ptr %10)
  ret i1 %.1.off0
}

define internal zeroext i1 @tell_account(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5, i64 %6) nounwind {
  %8 = load i64, ptr @Account__destination, align 8
  %9 = call ptr @get(ptr %0, i64 %8)
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %11 = load i64, ptr %10, align 8
  %12 = load i64, ptr @Account__rcvd_bytes, align 8
  %13 = call i64 @get_int(ptr %0, i64 %12)
  %14 = sub i64 %11, %13
  %15 = and i64 %14, 16777215
  %16 = load i64, ptr @Account__share, align 8
  %17 = call i64 @get_int(ptr %0, i64 %16)
  %18 = icmp samesign ugt i64 %15, 8388607
  br i1 %18, label %24, label %19

19:
  %20 = load i64, ptr @Account__rcvd_bytes, align 8
  %21 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %22 = load i64, ptr %21, align 8
  call void @put_int(ptr %0, i64 %20, i64 %22)
  %23 = shl nuw nsw i64 %15, 8
  br label %24

24:
  %.0 = phi i64 [ %23, %19 ], [ 0, %7 ]
  %25 = load i64, ptr @Account__books, align 8
  %26 = sub i64 0, %2
  call void @add(ptr %0, i64 %25, i64 %26)
  %27 = load i64, ptr @Account_unreported, align 8
  %28 = add i64 %2, %3
  %29 = sub i64 %.0, %28
  call void @add(ptr %0, i64 %27, i64 %29)
  call void @settle(ptr %0)
  %30 = load i64, ptr @Account__share, align 8
  %31 = call i64 @get_int(ptr %0, i64 %30)
  %32 = sub i64 %17, %31
  %33 = call i64 @most(i64 0, i64 %32)
  %34 = load i64, ptr @Account__acknowledged, align 8
  %35 = call i64 @get_int(ptr %0, i64 %34)
  %36 = add i64 %33, %35
  call void @put_int(ptr %0, i64 %34, i64 0)
  %37 = load i64, ptr %1, align 8
  %38 = icmp eq i64 %37, 1
  %39 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %40 = load i64, ptr %39, align 8
  %41 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %42 = load i64, ptr %41, align 8
  %43 = icmp ne i64 %42, 0
  %44 = call zeroext i1 @tell_controller(ptr %9, i64 %36, i1 zeroext %38, i64 %4, i64 %40, i1 zeroext %43, i64 %6, i64 %5)
  ret i1 %44
}

define internal zeroext i1 @infer(ptr %0, ptr %1) nounwind {
  %3 = load i64, ptr @SendState_losses, align 8
  %4 = call ptr @get(ptr %0, i64 %3)
  %5 = load i64, ptr @SendState_flight, align 8
  %6 = call ptr @get(ptr %0, i64 %5)
  %7 = load i64, ptr @Losses__silent, align 8
  %8 = call ptr @get(ptr %4, i64 %7)
  %9 = call i64 @size_of(ptr %8)
  %.not = icmp eq i64 %9, 0
  br i1 %.not, label %10, label %14

10:
  %11 = load i64, ptr @SendState_options, align 8
  %12 = call ptr @get(ptr %0, i64 %11)
  %13 = call zeroext i1 @somebody_is_late(ptr %6, ptr %12)
  br i1 %13, label %14, label %22

14:
  %15 = load i64, ptr @the_infer, align 8
  %16 = load ptr, ptr @the, align 8
  %17 = load i64, ptr @the_None, align 8
  %18 = getelementptr inbounds nuw ptr, ptr %16, i64 %17
  %19 = load ptr, ptr %18, align 8
  %20 = call ptr @method_2(ptr %4, i64 %15, ptr %19, ptr %1)
  %21 = call zeroext i1 @done(ptr %20)
  br label %39

22:
  %23 = load i64, ptr @Losses__doubt, align 8
  %24 = call ptr @get(ptr %4, i64 %23)
  %25 = load i64, ptr @ReverseDoubt_asked_ns, align 8
  call void @put_none(ptr %24, i64 %25)
  %26 = load i64, ptr @InFlight_again, align 8
  %27 = call ptr @get(ptr %6, i64 %26)
  %28 = call i64 @dict_size(ptr %27)
  %.not12 = icmp eq i64 %28, 0
  br i1 %.not12, label %39, label %29

29:
  %30 = load i64, ptr @Losses_repeats, align 8
  %31 = call ptr @get(ptr %4, i64 %30)
  %32 = load i64, ptr @the_look, align 8
  %33 = load ptr, ptr @the, align 8
  %34 = load i64, ptr @the_None, align 8
  %35 = getelementptr inbounds nuw ptr, ptr %33, i64 %34
  %36 = load ptr, ptr %35, align 8
  %37 = call ptr @method_2(ptr %31, i64 %32, ptr %36, ptr %1)
  %38 = call zeroext i1 @done(ptr %37)
  br label %39

39:
  %.0 = phi i1 [ %21, %14 ], [ %38, %29 ], [ true, %22 ]
  ret i1 %.0
}

declare zeroext i1 @stalled(ptr)

declare i64 @llvm.cttz.i64(i64, i1)

define internal zeroext i1 @tell_trip(ptr %0, ptr %1, i64 %2, ptr %3) nounwind {
  %5 = alloca [5 x ptr], align 16
  store ptr null, ptr %5, align 8
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 8
  store ptr %0, ptr %6, align 8
  %7 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %9 = load i64, ptr %8, align 8
  %10 = call ptr @integer(i64 %9)
  store ptr %10, ptr %7, align 8
  %11 = getelementptr inbounds nuw i8, ptr %5, i64 24
  %12 = call ptr @integer(i64 %2)
  store ptr %12, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %5, i64 32
  store ptr %3, ptr %13, align 8
  %14 = load ptr, ptr @the, align 8
  %15 = load i64, ptr @the_on_trip, align 8
  %16 = getelementptr inbounds nuw ptr, ptr %14, i64 %15
  %17 = load ptr, ptr %16, align 8
  %18 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %19 = call ptr @PyObject_VectorcallMethod(ptr %17, ptr nonnull %18, i64 -9223372036854775804, ptr null)
  %20 = call zeroext i1 @done(ptr %19)
  %21 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %22 = load ptr, ptr %21, align 16
  call void @Py_DecRef(ptr %22)
  %23 = getelementptr inbounds nuw i8, ptr %5, i64 24
  %24 = load ptr, ptr %23, align 8
  call void @Py_DecRef(ptr %24)
  ret i1 %20
}

declare zeroext i1 @tell_controller(ptr, i64, i1 zeroext, i64, i64, i1 zeroext, i64, i64)

define internal zeroext i1 @somebody_is_late(ptr %0, ptr %1) nounwind {
  %3 = load i64, ptr @TransportOptions_base_rtt_ns, align 8
  %4 = call i64 @get_int(ptr %1, i64 %3)
  %5 = load i64, ptr @TransportOptions_reorder_ns, align 8
  %6 = call i64 @get_int(ptr %1, i64 %5)
  %7 = call i64 @least(i64 %4, i64 %6)
  br label %8

8:
  %.017 = phi i64 [ 0, %2 ], [ %33, %32 ]
  %.0 = phi i1 [ undef, %2 ], [ %.2, %32 ]
  %9 = icmp slt i64 %.017, 2
  br i1 %9, label %10, label %34

10:
  %.not = icmp eq i64 %.017, 0
  br i1 %.not, label %15, label %11

11:
  %12 = load i64, ptr @InFlight_again, align 8
  %13 = call ptr @get(ptr %0, i64 %12)
  %14 = call ptr @first_value(ptr %13)
  br label %17

15:
  %16 = call ptr @oldest_first(ptr %0)
  br label %17

17:
  %18 = phi ptr [ %14, %11 ], [ %16, %15 ]
  %.not20 = icmp eq i64 %.017, 0
  %InFlight_first_ns.InFlight_again_ns = select i1 %.not20, ptr @InFlight_first_ns, ptr @InFlight_again_ns
  %19 = load i64, ptr %InFlight_first_ns.InFlight_again_ns, align 8
  %20 = call i64 @get_int(ptr %0, i64 %19)
  %21 = load i64, ptr @InFlight_silent, align 8
  %22 = call ptr @get(ptr %0, i64 %21)
  %23 = call ptr @tuple_item(ptr %22, i64 %.017)
  %24 = call i64 @dict_size(ptr %23)
  %.not21 = icmp eq i64 %24, 0
  br i1 %.not21, label %25, label %31

25:
  %.not22 = icmp eq ptr %18, null
  br i1 %.not22, label %30, label %26

26:
  %27 = load i64, ptr @SentPacket_sent_ns, align 8
  %28 = call i64 @get_int(ptr nonnull %18, i64 %27)
  %29 = sub i64 %20, %7
  %.not23 = icmp sgt i64 %28, %29
  br i1 %.not23, label %30, label %31

30:
  br label %31

31:
  %.119 = phi i32 [ 0, %30 ], [ 1, %26 ], [ 1, %17 ]
  %.2 = phi i1 [ %.0, %30 ], [ true, %26 ], [ true, %17 ]
  %trunc = trunc nuw i32 %.119 to i1
  %cond24 = icmp eq i1 %trunc, false
  br i1 %cond24, label %32, label %34

32:
  %33 = add i64 %.017, 1
  br label %8

34:
  %.018 = phi i32 [ %.119, %31 ], [ 2, %8 ]
  %.1 = phi i1 [ %.2, %31 ], [ %.0, %8 ]
  %cond = icmp eq i32 %.018, 2
  %spec.select = select i1 %cond, i1 false, i1 %.1
  ret i1 %spec.select
}

define internal i64 @least(i64 %0, i64 %1) nounwind {
  %3 = icmp slt i64 %0, %1
  %. = select i1 %3, i64 %0, i64 %1
  ret i64 %.
}

define internal ptr @first_value(ptr %0) nounwind {
  %2 = alloca i64, align 8
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store i64 0, ptr %2, align 8
  %5 = call i64 @dict_size(ptr %0)
  %.not = icmp eq i64 %5, 0
  br i1 %.not, label %9, label %6

6:
  %7 = call i32 @PyDict_Next(ptr %0, ptr nonnull %2, ptr nonnull %3, ptr nonnull %4)
  %.not2 = icmp eq i32 %7, 0
  %8 = load ptr, ptr %4, align 8
  %spec.select = select i1 %.not2, ptr null, ptr %8
  br label %9

9:
  %10 = phi ptr [ null, %1 ], [ %spec.select, %6 ]
  ret ptr %10
}

define internal ptr @oldest_first(ptr %0) nounwind {
  %2 = load i64, ptr @InFlight_records, align 8
  %3 = call ptr @get(ptr %0, i64 %2)
  %4 = load i64, ptr @InFlight__oldest, align 8
  %5 = call i64 @get_int(ptr %0, i64 %4)
  %6 = load i64, ptr @InFlight_next_index, align 8
  %7 = call i64 @get_int(ptr %0, i64 %6)
  br label %8

8:
  %.018 = phi i64 [ %5, %1 ], [ %28, %27 ]
  %.0 = phi ptr [ null, %1 ], [ %.1, %27 ]
  %.not = icmp eq ptr %.0, null
  %9 = icmp slt i64 %.018, %7
  %spec.select = select i1 %.not, i1 %9, i1 false
  br i1 %spec.select, label %10, label %29

10:
  %11 = call ptr @packet_at(ptr %3, i64 %.018)
  %.not20 = icmp eq ptr %11, null
  br i1 %.not20, label %27, label %12

12:
  %13 = load i64, ptr @SentPacket_state, align 8
  %14 = call ptr @get(ptr nonnull %11, i64 %13)
  %15 = load ptr, ptr @the, align 8
  %16 = load i64, ptr @the_in_flight, align 8
  %17 = getelementptr inbounds nuw ptr, ptr %15, i64 %16
  %18 = load ptr, ptr %17, align 8
  %19 = icmp eq ptr %14, %18
  br i1 %19, label %20, label %27

20:
  %21 = load i64, ptr @SentPacket_sends, align 8
  %22 = call i64 @get_int(ptr nonnull %11, i64 %21)
  %23 = icmp eq i64 %22, 1
  br i1 %23, label %24, label %27

24:
  %25 = load i64, ptr @SentPacket_silent, align 8
  %26 = call zeroext i1 @is_true(ptr nonnull %11, i64 %25)
  %spec.select21 = select i1 %26, ptr %.0, ptr %11
  br label %27

27:
  %.1 = phi ptr [ %spec.select21, %24 ], [ %.0, %10 ], [ %.0, %20 ], [ %.0, %12 ]
  %28 = add i64 %.018, 1
  br label %8

29:
  %30 = load i64, ptr @InFlight__oldest, align 8
  %.not19 = icmp eq ptr %.0, null
  %31 = add i64 %.018, -1
  %32 = select i1 %.not19, i64 %.018, i64 %31
  call void @put_int(ptr %0, i64 %30, i64 %32)
  ret ptr %.0
}

define internal ptr @tuple_item(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = load i64, ptr @the_tuple, align 8
  %4 = call zeroext i1 @is_a(ptr %0, i64 %3)
  %5 = icmp sgt i64 %1, -1
  %or.cond = select i1 %4, i1 %5, i1 false
  br i1 %or.cond, label %6, label %13

6:
  %7 = call i64 @word_of(ptr %0, i64 2)
  %8 = icmp slt i64 %1, %7
  br i1 %8, label %9, label %13

9:
  %10 = getelementptr ptr, ptr %0, i64 %1
  %11 = getelementptr i8, ptr %10, i64 24
  %12 = load ptr, ptr %11, align 8
  br label %15

13:
  %14 = call ptr @PyTuple_GetItem(ptr %0, i64 %1)
  br label %15

15:
  %.0 = phi ptr [ %12, %9 ], [ %14, %13 ]
  ret ptr %.0
}

declare ptr @PyTuple_GetItem(ptr, i64)

define internal ptr @seek(i64 %0) alwaysinline nounwind {
  %2 = load ptr, ptr @sought, align 8
  %3 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %4 = icmp sge i64 %0, 257
  %.not = icmp ult i64 %0, 1152921504606846976
  %or.cond = and i1 %4, %.not
  br i1 %or.cond, label %5, label %21

5:
  %6 = load ptr, ptr @sought, align 8
  %7 = call zeroext i1 @is_held_once(ptr %6)
  br i1 %7, label %8, label %21

8:
  %.not7 = icmp ult i64 %0, 1073741824
  %9 = load i64, ptr @long_digit, align 8
  %10 = shl i64 %9, 1
  %11 = load i64, ptr @long_digit, align 8
  %12 = select i1 %.not7, i64 %11, i64 %10
  %13 = load ptr, ptr @sought, align 8
  %14 = getelementptr inbounds nuw i8, ptr %13, i64 16
  store i64 %12, ptr %14, align 8
  %15 = trunc i64 %0 to i32
  %16 = and i32 %15, 1073741823
  store i32 %16, ptr %3, align 4
  %17 = lshr i64 %0, 30
  %18 = trunc nuw i64 %17 to i32
  %19 = getelementptr inbounds nuw i8, ptr %2, i64 28
  store i32 %18, ptr %19, align 4
  %20 = load ptr, ptr @sought, align 8
  br label %21

21:
  %.0 = phi ptr [ %20, %8 ], [ null, %5 ], [ null, %1 ]
  ret ptr %.0
}
