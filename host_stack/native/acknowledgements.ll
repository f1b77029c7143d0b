; SPDX-License-Identifier: Apache-2.0
; Made of acknowledgements.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 10381909fc20ac5e11dd8010aa7b43b6e9271e1b9b49f56abc95aa68eda91f19
%struct.packet = type { ptr, ptr, ptr, ptr, i64, i64, i64, i64, i64, i8, i8, i8, i8 }
%struct.sack = type { i64, i64, i64, i64, i64, i64, i64, i64, i64, i64 }
%struct.sending = type { ptr, ptr, ptr, ptr, ptr }

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
@EvEntry_plane = external constant i64, align 8
@ReverseEvs__doubted = external constant i64, align 8
@EvEntry_state = external constant i64, align 8
@the = external global ptr, align 8
@the_denied = external constant i64, align 8
@ReverseEvs__by_plane = external constant i64, align 8
@ReverseEvs_suspect = external constant i64, align 8
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
@SentPacket_index = external constant i64, align 8
@SentPacket_state = external constant i64, align 8
@the_in_flight = external constant i64, align 8
@SentPacket_silent = external constant i64, align 8
@the__land = external constant i64, align 8
@InFlight_in_flight = external constant i64, align 8
@SentPacket_sends = external constant i64, align 8
@SentPacket_sent_ns = external constant i64, align 8
@InFlight_first_ns = external constant i64, align 8
@InFlight__arrived = external constant i64, align 8
@InFlight__arrived_before = external constant i64, align 8
@SentPacket_first_sent_ns = external constant i64, align 8
@InFlight__reported = external constant i64, align 8
@SentPacket_repeated = external constant i64, align 8
@InFlight_again_ns = external constant i64, align 8
@InFlight_reported_ns = external constant i64, align 8
@SendState_evs = external constant i64, align 8
@SentPacket_entropy = external constant i64, align 8
@EvEntry_told_lately = external constant i64, align 8
@EvEntry_told_back = external constant i64, align 8
@EvEntry_marked_lately = external constant i64, align 8
@EvEntry_proof_ns = external constant i64, align 8
@PlaneHealth_heard_ns = external constant i64, align 8
@PlaneHealth_watched = external constant i64, align 8
@EvSet__proof_ns = external constant i64, align 8
@EvSet__proof = external constant i64, align 8
@the_list = external constant i64, align 8
@SendState_counters = external constant i64, align 8
@QpCounters_worst_delivery_ns = external constant i64, align 8
@SentPacket_size = external constant i64, align 8
@QpCounters_total_delivery_ns = external constant i64, align 8
@SentPacket_given_up = external constant i64, align 8
@QpCounters_deliveries = external constant i64, align 8
@the_True = external constant i64, align 8
@the_False = external constant i64, align 8
@the_dict = external constant i64, align 8
@the_deque = external constant i64, align 8
@sought = external global ptr, align 8
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
@EvEntry_entropy = external constant i64, align 8
@the_on_trip = external constant i64, align 8
@TripTimes__ends_ns = external constant i64, align 8
@TripTimes__worst_ns = external constant i64, align 8
@the_note = external constant i64, align 8
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
@the_tuple = external constant i64, align 8

define void @progress(ptr %0, ptr %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = load i64, ptr @SendState_budget, align 8
  %8 = call ptr @get(ptr %6, i64 %7)
  store ptr %8, ptr %5, align 8
  %9 = load ptr, ptr %3, align 8
  %10 = load i64, ptr @SendState_heard_ns, align 8
  %11 = load ptr, ptr %4, align 8
  %12 = call ptr @kept(ptr %11)
  call void @put(ptr %9, i64 %10, ptr %12)
  %13 = load ptr, ptr %3, align 8
  %14 = load i64, ptr @SendState_probes, align 8
  %15 = call ptr @get(ptr %13, i64 %14)
  %16 = load i64, ptr @ReliabilityProbes_vain, align 8
  call void @put_int(ptr %15, i64 %16, i64 0)
  %17 = load ptr, ptr %5, align 8
  %18 = load i64, ptr @RetryBudget_retries, align 8
  call void @put_int(ptr %17, i64 %18, i64 0)
  %19 = load ptr, ptr %5, align 8
  %20 = load i64, ptr @RetryBudget__round, align 8
  call void @put_int(ptr %19, i64 %20, i64 0)
  %21 = load ptr, ptr %5, align 8
  %22 = load i64, ptr @RetryBudget_since_ns, align 8
  %23 = load ptr, ptr %4, align 8
  %24 = call ptr @kept(ptr %23)
  call void @put(ptr %21, i64 %22, ptr %24)
  ret void
}

define internal ptr @get(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = load i64, ptr %4, align 8
  %8 = call ptr @place_of(ptr %6, i64 %7)
  %9 = load ptr, ptr %8, align 8
  store ptr %9, ptr %5, align 8
  %10 = load ptr, ptr %5, align 8
  %11 = icmp ne ptr %10, null
  %12 = xor i1 %11, true
  %13 = zext i1 %12 to i32
  %14 = sext i32 %13 to i64
  %15 = call i64 @llvm.expect.i64(i64 %14, i64 0)
  %16 = icmp ne i64 %15, 0
  br i1 %16, label %17, label %20

17:
  %18 = load ptr, ptr %5, align 8
  %19 = load i64, ptr %4, align 8
  call void @strange(ptr %18, i64 %19)
  unreachable

20:
  %21 = load ptr, ptr %5, align 8
  ret ptr %21
}

define internal void @put(ptr %0, i64 %1, ptr %2) alwaysinline nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %10 = load ptr, ptr %4, align 8
  %11 = load i64, ptr %5, align 8
  %12 = call ptr @place_of(ptr %10, i64 %11)
  store ptr %12, ptr %7, align 8
  %13 = load ptr, ptr %7, align 8
  %14 = load ptr, ptr %13, align 8
  store ptr %14, ptr %8, align 8
  %15 = load ptr, ptr %6, align 8
  %16 = icmp ne ptr %15, null
  br i1 %16, label %18, label %17

17:
  store i32 1, ptr %9, align 4
  br label %26

18:
  %19 = load ptr, ptr %6, align 8
  %20 = load ptr, ptr %7, align 8
  store ptr %19, ptr %20, align 8
  %21 = load ptr, ptr %8, align 8
  %22 = icmp ne ptr %21, null
  br i1 %22, label %23, label %25

23:
  %24 = load ptr, ptr %8, align 8
  call void @Py_DecRef(ptr %24)
  br label %25

25:
  store i32 0, ptr %9, align 4
  br label %26

26:
  %27 = load i32, ptr %9, align 4
  switch i32 %27, label %29 [
    i32 0, label %28
    i32 1, label %28
  ]

28:
  ret void

29:
  unreachable
}

define internal ptr @kept(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  call void @Py_IncRef(ptr %3)
  %4 = load ptr, ptr %2, align 8
  ret ptr %4
}

define internal void @put_int(ptr %0, i64 %1, i64 %2) alwaysinline nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = load i64, ptr %5, align 8
  %10 = call ptr @place_of(ptr %8, i64 %9)
  %11 = load ptr, ptr %10, align 8
  store ptr %11, ptr %7, align 8
  %12 = load ptr, ptr %7, align 8
  %13 = icmp ne ptr %12, null
  br i1 %13, label %14, label %18

14:
  %15 = load ptr, ptr %7, align 8
  %16 = load i64, ptr %6, align 8
  %17 = call zeroext i1 @rewrite(ptr %15, i64 %16)
  br i1 %17, label %23, label %18

18:
  %19 = load ptr, ptr %4, align 8
  %20 = load i64, ptr %5, align 8
  %21 = load i64, ptr %6, align 8
  %22 = call ptr @integer(i64 %21)
  call void @put(ptr %19, i64 %20, ptr %22)
  br label %23

23:
  ret void
}

define zeroext i1 @deliver_range(ptr %0, i64 %1, i64 %2, ptr %3, ptr %4, ptr %5) nounwind {
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca ptr, align 8
  %15 = alloca i64, align 8
  %16 = alloca i8, align 1
  %17 = alloca i64, align 8
  store ptr %0, ptr %7, align 8
  store i64 %1, ptr %8, align 8
  store i64 %2, ptr %9, align 8
  store ptr %3, ptr %10, align 8
  store ptr %4, ptr %11, align 8
  store ptr %5, ptr %12, align 8
  %18 = load ptr, ptr %7, align 8
  %19 = load i64, ptr @SendState_flight, align 8
  %20 = call ptr @get(ptr %18, i64 %19)
  store ptr %20, ptr %13, align 8
  %21 = call ptr @PyList_New(i64 0)
  store ptr %21, ptr %14, align 8
  %22 = load ptr, ptr %13, align 8
  %23 = load i64, ptr @InFlight_una, align 8
  %24 = call i64 @get_int(ptr %22, i64 %23)
  store i64 %24, ptr %15, align 8
  %25 = load ptr, ptr %14, align 8
  %26 = icmp ne ptr %25, null
  %27 = zext i1 %26 to i8
  store i8 %27, ptr %16, align 1
  %28 = load i64, ptr %8, align 8
  store i64 %28, ptr %17, align 8
  br label %29

29:
  %30 = load i8, ptr %16, align 1
  %31 = trunc i8 %30 to i1
  br i1 %31, label %32, label %36

32:
  %33 = load i64, ptr %17, align 8
  %34 = load i64, ptr %9, align 8
  %35 = icmp sle i64 %33, %34
  br label %36

36:
  %37 = phi i1 [ false, %29 ], [ %35, %32 ]
  br i1 %37, label %39, label %38

38:
  br label %49

39:
  %40 = load ptr, ptr %13, align 8
  %41 = load i64, ptr %17, align 8
  %42 = load ptr, ptr %14, align 8
  %43 = load ptr, ptr %10, align 8
  %44 = call zeroext i1 @deliver(ptr %40, i64 %41, ptr %42, ptr %43)
  %45 = zext i1 %44 to i8
  store i8 %45, ptr %16, align 1
  br label %46

46:
  %47 = load i64, ptr %17, align 8
  %48 = add i64 %47, 1
  store i64 %48, ptr %17, align 8
  br label %29

49:
  %50 = load ptr, ptr %7, align 8
  %51 = load ptr, ptr %14, align 8
  %52 = load i8, ptr %16, align 1
  %53 = trunc i8 %52 to i1
  %54 = load i64, ptr %15, align 8
  %55 = load ptr, ptr %10, align 8
  %56 = load ptr, ptr %11, align 8
  %57 = load ptr, ptr %12, align 8
  %58 = call zeroext i1 @note_found(ptr %50, ptr %51, i1 zeroext %53, i64 %54, ptr %55, ptr %56, ptr %57)
  ret i1 %58
}

declare ptr @PyList_New(i64)

define internal i64 @get_int(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = call ptr @get(ptr %5, i64 %6)
  %8 = call i64 @value_of(ptr %7)
  ret i64 %8
}

define internal zeroext i1 @deliver(ptr %0, i64 %1, ptr %2, ptr %3) nounwind {
  %5 = alloca i1, align 1
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i32, align 4
  %13 = alloca ptr, align 8
  %14 = alloca i8, align 1
  %15 = alloca i64, align 8
  %16 = alloca ptr, align 8
  %17 = alloca [3 x ptr], align 16
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store ptr %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  %18 = load ptr, ptr %6, align 8
  %19 = load i64, ptr @InFlight_records, align 8
  %20 = call ptr @get(ptr %18, i64 %19)
  store ptr %20, ptr %10, align 8
  %21 = load ptr, ptr %10, align 8
  %22 = load i64, ptr %7, align 8
  %23 = call ptr @find(ptr %21, i64 %22)
  store ptr %23, ptr %11, align 8
  %24 = load ptr, ptr %11, align 8
  %25 = icmp ne ptr %24, null
  br i1 %25, label %30, label %26

26:
  %27 = call ptr @PyErr_Occurred()
  %28 = icmp ne ptr %27, null
  %29 = xor i1 %28, true
  store i1 %29, ptr %5, align 1
  store i32 1, ptr %12, align 4
  br label %179

30:
  %31 = load ptr, ptr %11, align 8
  %32 = load i64, ptr @SentPacket_index, align 8
  %33 = call ptr @get(ptr %31, i64 %32)
  %34 = call ptr @kept(ptr %33)
  store ptr %34, ptr %13, align 8
  %35 = load ptr, ptr %8, align 8
  %36 = load ptr, ptr %11, align 8
  %37 = call i32 @PyList_Append(ptr %35, ptr %36)
  %38 = icmp ne i32 %37, 0
  br i1 %38, label %45, label %39

39:
  %40 = load ptr, ptr %10, align 8
  %41 = load ptr, ptr %13, align 8
  %42 = call i32 @PyDict_DelItem(ptr %40, ptr %41)
  %43 = icmp ne i32 %42, 0
  %44 = xor i1 %43, true
  br label %45

45:
  %46 = phi i1 [ false, %30 ], [ %44, %39 ]
  %47 = zext i1 %46 to i8
  store i8 %47, ptr %14, align 1
  %48 = load i8, ptr %14, align 1
  %49 = trunc i8 %48 to i1
  br i1 %49, label %50, label %88

50:
  %51 = load ptr, ptr %11, align 8
  %52 = load i64, ptr @SentPacket_state, align 8
  %53 = call ptr @get(ptr %51, i64 %52)
  %54 = load ptr, ptr @the, align 8
  %55 = load i64, ptr @the_in_flight, align 8
  %56 = getelementptr inbounds nuw ptr, ptr %54, i64 %55
  %57 = load ptr, ptr %56, align 8
  %58 = icmp eq ptr %53, %57
  br i1 %58, label %59, label %88

59:
  %60 = load ptr, ptr %11, align 8
  %61 = load i64, ptr @SentPacket_silent, align 8
  %62 = call zeroext i1 @is_true(ptr %60, i64 %61)
  br i1 %62, label %63, label %70

63:
  %64 = load ptr, ptr %6, align 8
  %65 = load i64, ptr @the__land, align 8
  %66 = load ptr, ptr %11, align 8
  %67 = call ptr @method_1(ptr %64, i64 %65, ptr %66)
  %68 = call zeroext i1 @done(ptr %67)
  %69 = zext i1 %68 to i8
  store i8 %69, ptr %14, align 1
  br label %87

70:
  %71 = load ptr, ptr %6, align 8
  %72 = load i64, ptr @InFlight_in_flight, align 8
  call void @add(ptr %71, i64 %72, i64 -1)
  %73 = load ptr, ptr %11, align 8
  %74 = load i64, ptr @SentPacket_sends, align 8
  %75 = call i64 @get_int(ptr %73, i64 %74)
  %76 = icmp sgt i64 %75, 1
  %77 = zext i1 %76 to i32
  %78 = sext i32 %77 to i64
  store i64 %78, ptr %15, align 8
  %79 = load ptr, ptr %6, align 8
  %80 = load i64, ptr %15, align 8
  %81 = call ptr @order_of(ptr %79, i64 %80)
  %82 = load ptr, ptr %13, align 8
  %83 = call i32 @PyDict_DelItem(ptr %81, ptr %82)
  %84 = icmp ne i32 %83, 0
  %85 = xor i1 %84, true
  %86 = zext i1 %85 to i8
  store i8 %86, ptr %14, align 1
  br label %87

87:
  br label %88

88:
  %89 = load i8, ptr %14, align 1
  %90 = trunc i8 %89 to i1
  br i1 %90, label %91, label %111

91:
  %92 = load ptr, ptr %11, align 8
  %93 = load i64, ptr @SentPacket_sends, align 8
  %94 = call i64 @get_int(ptr %92, i64 %93)
  %95 = icmp eq i64 %94, 1
  br i1 %95, label %96, label %111

96:
  %97 = load ptr, ptr %11, align 8
  %98 = load i64, ptr @SentPacket_sent_ns, align 8
  %99 = call i64 @get_int(ptr %97, i64 %98)
  %100 = load ptr, ptr %6, align 8
  %101 = load i64, ptr @InFlight_first_ns, align 8
  %102 = call i64 @get_int(ptr %100, i64 %101)
  %103 = icmp sgt i64 %99, %102
  br i1 %103, label %104, label %111

104:
  %105 = load ptr, ptr %6, align 8
  %106 = load i64, ptr @InFlight_first_ns, align 8
  %107 = load ptr, ptr %11, align 8
  %108 = load i64, ptr @SentPacket_sent_ns, align 8
  %109 = call ptr @get(ptr %107, i64 %108)
  %110 = call ptr @kept(ptr %109)
  call void @put(ptr %105, i64 %106, ptr %110)
  br label %111

111:
  %112 = load ptr, ptr %6, align 8
  %113 = load i64, ptr @InFlight__arrived, align 8
  %114 = call ptr @get(ptr %112, i64 %113)
  %115 = call i64 @dict_size(ptr %114)
  %116 = icmp sge i64 %115, 256
  br i1 %116, label %117, label %127

117:
  %118 = load ptr, ptr %6, align 8
  %119 = load i64, ptr @InFlight__arrived_before, align 8
  %120 = load ptr, ptr %6, align 8
  %121 = load i64, ptr @InFlight__arrived, align 8
  %122 = call ptr @get(ptr %120, i64 %121)
  %123 = call ptr @kept(ptr %122)
  call void @put(ptr %118, i64 %119, ptr %123)
  %124 = load ptr, ptr %6, align 8
  %125 = load i64, ptr @InFlight__arrived, align 8
  %126 = call ptr @PyDict_New()
  call void @put(ptr %124, i64 %125, ptr %126)
  br label %127

127:
  %128 = load i8, ptr %14, align 1
  %129 = trunc i8 %128 to i1
  br i1 %129, label %130, label %141

130:
  %131 = load ptr, ptr %6, align 8
  %132 = load i64, ptr @InFlight__arrived, align 8
  %133 = call ptr @get(ptr %131, i64 %132)
  %134 = load ptr, ptr %13, align 8
  %135 = load ptr, ptr %11, align 8
  %136 = load i64, ptr @SentPacket_first_sent_ns, align 8
  %137 = call ptr @get(ptr %135, i64 %136)
  %138 = call i32 @PyDict_SetItem(ptr %133, ptr %134, ptr %137)
  %139 = icmp ne i32 %138, 0
  %140 = xor i1 %139, true
  br label %141

141:
  %142 = phi i1 [ false, %127 ], [ %140, %130 ]
  %143 = zext i1 %142 to i8
  store i8 %143, ptr %14, align 1
  %144 = load ptr, ptr %6, align 8
  %145 = load i64, ptr @InFlight__reported, align 8
  %146 = call ptr @get(ptr %144, i64 %145)
  store ptr %146, ptr %16, align 8
  %147 = load i8, ptr %14, align 1
  %148 = trunc i8 %147 to i1
  br i1 %148, label %149, label %175

149:
  %150 = load ptr, ptr %16, align 8
  %151 = load ptr, ptr @the, align 8
  %152 = load i64, ptr @the_None, align 8
  %153 = getelementptr inbounds nuw ptr, ptr %151, i64 %152
  %154 = load ptr, ptr %153, align 8
  %155 = icmp ne ptr %150, %154
  br i1 %155, label %156, label %175

156:
  %157 = load ptr, ptr %11, align 8
  %158 = load i64, ptr @SentPacket_repeated, align 8
  %159 = call zeroext i1 @is_true(ptr %157, i64 %158)
  br i1 %159, label %164, label %160

160:
  %161 = load ptr, ptr %11, align 8
  %162 = load i64, ptr @SentPacket_blamed, align 8
  %163 = call zeroext i1 @is_none(ptr %161, i64 %162)
  br i1 %163, label %175, label %164

164:
  store ptr null, ptr %17, align 8
  %165 = getelementptr inbounds ptr, ptr %17, i64 1
  %166 = load ptr, ptr %11, align 8
  store ptr %166, ptr %165, align 8
  %167 = getelementptr inbounds ptr, ptr %17, i64 2
  %168 = load ptr, ptr %9, align 8
  store ptr %168, ptr %167, align 8
  %169 = load ptr, ptr %16, align 8
  %170 = getelementptr inbounds [3 x ptr], ptr %17, i64 0, i64 0
  %171 = getelementptr inbounds ptr, ptr %170, i64 1
  %172 = call ptr @PyObject_Vectorcall(ptr %169, ptr %171, i64 -9223372036854775806, ptr null)
  %173 = call zeroext i1 @done(ptr %172)
  %174 = zext i1 %173 to i8
  store i8 %174, ptr %14, align 1
  br label %175

175:
  %176 = load ptr, ptr %13, align 8
  call void @Py_DecRef(ptr %176)
  %177 = load i8, ptr %14, align 1
  %178 = trunc i8 %177 to i1
  store i1 %178, ptr %5, align 1
  store i32 1, ptr %12, align 4
  br label %179

179:
  %180 = load i1, ptr %5, align 1
  ret i1 %180
}

define internal zeroext i1 @note_found(ptr %0, ptr %1, i1 zeroext %2, i64 %3, ptr %4, ptr %5, ptr %6) nounwind {
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i8, align 1
  %11 = alloca i64, align 8
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca ptr, align 8
  store ptr %0, ptr %8, align 8
  store ptr %1, ptr %9, align 8
  %15 = zext i1 %2 to i8
  store i8 %15, ptr %10, align 1
  store i64 %3, ptr %11, align 8
  store ptr %4, ptr %12, align 8
  store ptr %5, ptr %13, align 8
  store ptr %6, ptr %14, align 8
  %16 = load i8, ptr %10, align 1
  %17 = trunc i8 %16 to i1
  br i1 %17, label %18, label %26

18:
  %19 = load ptr, ptr %8, align 8
  %20 = load ptr, ptr %9, align 8
  %21 = load i64, ptr %11, align 8
  %22 = load ptr, ptr %12, align 8
  %23 = load ptr, ptr %13, align 8
  %24 = load ptr, ptr %14, align 8
  %25 = call zeroext i1 @tell_found(ptr %19, ptr %20, i64 %21, ptr %22, ptr %23, ptr %24)
  br label %26

26:
  %27 = phi i1 [ false, %7 ], [ %25, %18 ]
  %28 = zext i1 %27 to i8
  store i8 %28, ptr %10, align 1
  %29 = load ptr, ptr %9, align 8
  %30 = icmp ne ptr %29, null
  br i1 %30, label %31, label %33

31:
  %32 = load ptr, ptr %9, align 8
  call void @forget_packets(ptr %32)
  br label %33

33:
  %34 = load i8, ptr %10, align 1
  %35 = trunc i8 %34 to i1
  ret i1 %35
}

define zeroext i1 @heard(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = alloca i1, align 1
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca ptr, align 8
  %13 = alloca i8, align 1
  %14 = alloca i32, align 4
  %15 = alloca i8, align 1
  %16 = alloca i8, align 1
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  %17 = load ptr, ptr %5, align 8
  %18 = load i64, ptr @Account__destination, align 8
  %19 = call ptr @get(ptr %17, i64 %18)
  store ptr %19, ptr %8, align 8
  %20 = load ptr, ptr %8, align 8
  %21 = load i64, ptr @Destination_waiting, align 8
  %22 = call ptr @get(ptr %20, i64 %21)
  store ptr %22, ptr %9, align 8
  %23 = load ptr, ptr %7, align 8
  %24 = call i64 @value_of(ptr %23)
  store i64 %24, ptr %10, align 8
  %25 = load i64, ptr %6, align 8
  %26 = load i64, ptr %10, align 8
  %27 = load i64, ptr %6, align 8
  %28 = sub i64 %26, %27
  %29 = sdiv i64 %28, 2
  %30 = sub i64 %25, %29
  store i64 %30, ptr %11, align 8
  %31 = load ptr, ptr %5, align 8
  %32 = load i64, ptr @Account_aside, align 8
  %33 = call zeroext i1 @is_true(ptr %31, i64 %32)
  br i1 %33, label %43, label %34

34:
  %35 = load i64, ptr %10, align 8
  %36 = load i64, ptr %11, align 8
  %37 = icmp sle i64 %35, %36
  br i1 %37, label %43, label %38

38:
  %39 = load ptr, ptr %9, align 8
  %40 = load ptr, ptr %5, align 8
  %41 = load i64, ptr %11, align 8
  %42 = call zeroext i1 @waits_longer(ptr %39, ptr %40, i64 %41)
  br i1 %42, label %43, label %56

43:
  %44 = load i64, ptr %6, align 8
  %45 = call ptr @integer(i64 %44)
  store ptr %45, ptr %12, align 8
  %46 = load ptr, ptr %5, align 8
  %47 = load i64, ptr @the_heard, align 8
  %48 = load ptr, ptr %12, align 8
  %49 = load ptr, ptr %7, align 8
  %50 = call ptr @method_2(ptr %46, i64 %47, ptr %48, ptr %49)
  %51 = call zeroext i1 @done(ptr %50)
  %52 = zext i1 %51 to i8
  store i8 %52, ptr %13, align 1
  %53 = load ptr, ptr %12, align 8
  call void @Py_DecRef(ptr %53)
  %54 = load i8, ptr %13, align 1
  %55 = trunc i8 %54 to i1
  store i1 %55, ptr %4, align 1
  store i32 1, ptr %14, align 4
  br label %115

56:
  %57 = load ptr, ptr %8, align 8
  %58 = load i64, ptr @Destination_heard_ns, align 8
  %59 = load ptr, ptr %7, align 8
  %60 = call ptr @kept(ptr %59)
  call void @put(ptr %57, i64 %58, ptr %60)
  %61 = load ptr, ptr %8, align 8
  %62 = load i64, ptr @Destination_mute, align 8
  call void @put_bool(ptr %61, i64 %62, i1 zeroext false)
  %63 = load ptr, ptr %5, align 8
  %64 = load i64, ptr @Account__asked_ns, align 8
  %65 = call i64 @get_int(ptr %63, i64 %64)
  %66 = load i64, ptr %6, align 8
  %67 = icmp sgt i64 %65, %66
  br i1 %67, label %68, label %73

68:
  %69 = load ptr, ptr %5, align 8
  %70 = load i64, ptr @Account__share, align 8
  %71 = call i64 @get_int(ptr %69, i64 %70)
  %72 = icmp sgt i64 %71, 0
  br label %73

73:
  %74 = phi i1 [ false, %56 ], [ %72, %68 ]
  %75 = zext i1 %74 to i8
  store i8 %75, ptr %15, align 1
  %76 = load ptr, ptr %9, align 8
  %77 = call i64 @dict_size(ptr %76)
  %78 = icmp ne i64 %77, 0
  br i1 %78, label %79, label %84

79:
  %80 = load ptr, ptr %9, align 8
  %81 = load ptr, ptr %5, align 8
  %82 = call ptr @PyDict_GetItemWithError(ptr %80, ptr %81)
  %83 = icmp ne ptr %82, null
  br label %84

84:
  %85 = phi i1 [ false, %73 ], [ %83, %79 ]
  %86 = zext i1 %85 to i8
  store i8 %86, ptr %16, align 1
  %87 = load i8, ptr %16, align 1
  %88 = trunc i8 %87 to i1
  br i1 %88, label %89, label %102

89:
  %90 = load i8, ptr %15, align 1
  %91 = trunc i8 %90 to i1
  br i1 %91, label %92, label %96

92:
  %93 = load ptr, ptr %9, align 8
  %94 = call i64 @dict_size(ptr %93)
  %95 = icmp eq i64 %94, 1
  br i1 %95, label %102, label %96

96:
  %97 = load ptr, ptr %9, align 8
  %98 = load ptr, ptr %5, align 8
  %99 = call i32 @PyDict_DelItem(ptr %97, ptr %98)
  %100 = icmp ne i32 %99, 0
  br i1 %100, label %101, label %102

101:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %14, align 4
  br label %114

102:
  %103 = load i8, ptr %15, align 1
  %104 = trunc i8 %103 to i1
  br i1 %104, label %105, label %112

105:
  %106 = load ptr, ptr %9, align 8
  %107 = load ptr, ptr %5, align 8
  %108 = load ptr, ptr %7, align 8
  %109 = call i32 @PyDict_SetItem(ptr %106, ptr %107, ptr %108)
  %110 = icmp ne i32 %109, 0
  %111 = xor i1 %110, true
  br label %112

112:
  %113 = phi i1 [ true, %102 ], [ %111, %105 ]
  store i1 %113, ptr %4, align 1
  store i32 1, ptr %14, align 4
  br label %114

114:
  br label %115

115:
  %116 = load i1, ptr %4, align 1
  ret i1 %116
}

define internal i64 @value_of(ptr %0) alwaysinline nounwind {
  %2 = alloca i64, align 8
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  %7 = load ptr, ptr %3, align 8
  %8 = icmp ne ptr %7, null
  %9 = xor i1 %8, true
  %10 = zext i1 %9 to i32
  %11 = sext i32 %10 to i64
  %12 = call i64 @llvm.expect.i64(i64 %11, i64 0)
  %13 = icmp ne i64 %12, 0
  br i1 %13, label %14, label %18

14:
  %15 = load ptr, ptr %3, align 8
  %16 = load i64, ptr @the_int, align 8
  %17 = shl i64 %16, 16
  call void @strange(ptr %15, i64 %17)
  unreachable

18:
  %19 = load ptr, ptr %3, align 8
  %20 = call ptr @type_of(ptr %19)
  %21 = load ptr, ptr @the, align 8
  %22 = load i64, ptr @the_int, align 8
  %23 = getelementptr inbounds nuw ptr, ptr %21, i64 %22
  %24 = load ptr, ptr %23, align 8
  %25 = icmp eq ptr %20, %24
  br i1 %25, label %26, label %60

26:
  %27 = load ptr, ptr %3, align 8
  %28 = getelementptr inbounds i64, ptr %27, i64 2
  %29 = load i64, ptr %28, align 8
  store i64 %29, ptr %4, align 8
  %30 = load ptr, ptr %3, align 8
  %31 = getelementptr inbounds i32, ptr %30, i64 6
  store ptr %31, ptr %5, align 8
  %32 = load i64, ptr %4, align 8
  %33 = load i64, ptr @long_digit, align 8
  %34 = icmp eq i64 %32, %33
  br i1 %34, label %35, label %40

35:
  %36 = load ptr, ptr %5, align 8
  %37 = getelementptr inbounds i32, ptr %36, i64 0
  %38 = load i32, ptr %37, align 4
  %39 = zext i32 %38 to i64
  store i64 %39, ptr %2, align 8
  store i32 1, ptr %6, align 4
  br label %57

40:
  %41 = load i64, ptr %4, align 8
  %42 = load i64, ptr @long_digit, align 8
  %43 = mul i64 2, %42
  %44 = icmp eq i64 %41, %43
  br i1 %44, label %45, label %56

45:
  %46 = load ptr, ptr %5, align 8
  %47 = getelementptr inbounds i32, ptr %46, i64 0
  %48 = load i32, ptr %47, align 4
  %49 = zext i32 %48 to i64
  %50 = load ptr, ptr %5, align 8
  %51 = getelementptr inbounds i32, ptr %50, i64 1
  %52 = load i32, ptr %51, align 4
  %53 = zext i32 %52 to i64
  %54 = shl i64 %53, 30
  %55 = or i64 %49, %54
  store i64 %55, ptr %2, align 8
  store i32 1, ptr %6, align 4
  br label %57

56:
  store i32 0, ptr %6, align 4
  br label %57

57:
  %58 = load i32, ptr %6, align 4
  switch i32 %58, label %65 [
    i32 0, label %59
    i32 1, label %63
  ]

59:
  br label %60

60:
  %61 = load ptr, ptr %3, align 8
  %62 = call i64 @PyLong_AsLong(ptr %61)
  store i64 %62, ptr %2, align 8
  br label %63

63:
  %64 = load i64, ptr %2, align 8
  ret i64 %64

65:
  unreachable
}

define internal zeroext i1 @is_true(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = load i64, ptr %4, align 8
  %8 = call ptr @get(ptr %6, i64 %7)
  store ptr %8, ptr %5, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = load ptr, ptr @the, align 8
  %11 = load i64, ptr @the_True, align 8
  %12 = getelementptr inbounds nuw ptr, ptr %10, i64 %11
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %9, %13
  br i1 %14, label %31, label %15

15:
  %16 = load ptr, ptr %5, align 8
  %17 = load ptr, ptr @the, align 8
  %18 = load i64, ptr @the_False, align 8
  %19 = getelementptr inbounds nuw ptr, ptr %17, i64 %18
  %20 = load ptr, ptr %19, align 8
  %21 = icmp ne ptr %16, %20
  %22 = zext i1 %21 to i32
  %23 = sext i32 %22 to i64
  %24 = call i64 @llvm.expect.i64(i64 %23, i64 0)
  %25 = icmp ne i64 %24, 0
  br i1 %25, label %26, label %29

26:
  %27 = load ptr, ptr %5, align 8
  %28 = call zeroext i1 @counts_as_true(ptr %27)
  br label %29

29:
  %30 = phi i1 [ false, %15 ], [ %28, %26 ]
  br label %31

31:
  %32 = phi i1 [ true, %2 ], [ %30, %29 ]
  ret i1 %32
}

define internal zeroext i1 @waits_longer(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca i1, align 1
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store i64 0, ptr %8, align 8
  br label %12

12:
  %13 = load ptr, ptr %5, align 8
  %14 = call i32 @PyDict_Next(ptr %13, ptr %8, ptr %9, ptr %10)
  %15 = icmp ne i32 %14, 0
  br i1 %15, label %16, label %26

16:
  %17 = load ptr, ptr %9, align 8
  %18 = load ptr, ptr %6, align 8
  %19 = icmp ne ptr %17, %18
  br i1 %19, label %20, label %25

20:
  %21 = load ptr, ptr %10, align 8
  %22 = call i64 @value_of(ptr %21)
  %23 = load i64, ptr %7, align 8
  %24 = icmp sle i64 %22, %23
  store i1 %24, ptr %4, align 1
  store i32 1, ptr %11, align 4
  br label %27

25:
  br label %12

26:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %11, align 4
  br label %27

27:
  %28 = load i1, ptr %4, align 1
  ret i1 %28
}

define internal ptr @integer(i64 %0) alwaysinline nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = call ptr @PyLong_FromLong(i64 %3)
  ret ptr %4
}

define internal zeroext i1 @done(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = icmp ne ptr %3, null
  br i1 %4, label %5, label %7

5:
  %6 = load ptr, ptr %2, align 8
  call void @Py_DecRef(ptr %6)
  br label %7

7:
  %8 = load ptr, ptr %2, align 8
  %9 = icmp ne ptr %8, null
  ret i1 %9
}

define internal ptr @method_2(ptr %0, i64 %1, ptr %2, ptr %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca [4 x ptr], align 16
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  store ptr null, ptr %9, align 8
  %10 = getelementptr inbounds ptr, ptr %9, i64 1
  %11 = load ptr, ptr %5, align 8
  store ptr %11, ptr %10, align 8
  %12 = getelementptr inbounds ptr, ptr %9, i64 2
  %13 = load ptr, ptr %7, align 8
  store ptr %13, ptr %12, align 8
  %14 = getelementptr inbounds ptr, ptr %9, i64 3
  %15 = load ptr, ptr %8, align 8
  store ptr %15, ptr %14, align 8
  %16 = load ptr, ptr @the, align 8
  %17 = load i64, ptr %6, align 8
  %18 = getelementptr inbounds nuw ptr, ptr %16, i64 %17
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds [4 x ptr], ptr %9, i64 0, i64 0
  %21 = getelementptr inbounds ptr, ptr %20, i64 1
  %22 = call ptr @PyObject_VectorcallMethod(ptr %19, ptr %21, i64 -9223372036854775805, ptr null)
  ret ptr %22
}

define internal void @Py_DecRef(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %4 = load ptr, ptr %2, align 8
  store ptr %4, ptr %3, align 8
  %5 = load ptr, ptr %2, align 8
  %6 = icmp ne ptr %5, null
  br i1 %6, label %7, label %18

7:
  %8 = load ptr, ptr %3, align 8
  %9 = load i32, ptr %8, align 4
  %10 = icmp sge i32 %9, 0
  br i1 %10, label %11, label %18

11:
  %12 = load ptr, ptr %3, align 8
  %13 = load i32, ptr %12, align 4
  %14 = add i32 %13, -1
  store i32 %14, ptr %12, align 4
  %15 = icmp ne i32 %14, 0
  br i1 %15, label %18, label %16

16:
  %17 = load ptr, ptr %2, align 8
  call void @_Py_Dealloc(ptr %17)
  br label %18

18:
  ret void
}

define internal void @put_bool(ptr %0, i64 %1, i1 zeroext %2) alwaysinline nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i8, align 1
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %7 = zext i1 %2 to i8
  store i8 %7, ptr %6, align 1
  %8 = load ptr, ptr %4, align 8
  %9 = load i64, ptr %5, align 8
  %10 = load i8, ptr %6, align 1
  %11 = trunc i8 %10 to i1
  br i1 %11, label %12, label %17

12:
  %13 = load ptr, ptr @the, align 8
  %14 = load i64, ptr @the_True, align 8
  %15 = getelementptr inbounds nuw ptr, ptr %13, i64 %14
  %16 = load ptr, ptr %15, align 8
  br label %22

17:
  %18 = load ptr, ptr @the, align 8
  %19 = load i64, ptr @the_False, align 8
  %20 = getelementptr inbounds nuw ptr, ptr %18, i64 %19
  %21 = load ptr, ptr %20, align 8
  br label %22

22:
  %23 = phi ptr [ %16, %12 ], [ %21, %17 ]
  %24 = call ptr @kept(ptr %23)
  call void @put(ptr %8, i64 %9, ptr %24)
  ret void
}

define internal i64 @dict_size(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr @the_dict, align 8
  %5 = call zeroext i1 @is_a(ptr %3, i64 %4)
  br i1 %5, label %6, label %9

6:
  %7 = load ptr, ptr %2, align 8
  %8 = call i64 @word_of(ptr %7, i64 2)
  br label %12

9:
  %10 = load ptr, ptr %2, align 8
  %11 = call i64 @PyDict_Size(ptr %10)
  br label %12

12:
  %13 = phi i64 [ %8, %6 ], [ %11, %9 ]
  ret i64 %13
}

declare ptr @PyDict_GetItemWithError(ptr, ptr)

declare i32 @PyDict_DelItem(ptr, ptr)

declare i32 @PyDict_SetItem(ptr, ptr, ptr)

define void @tell_acknowledged(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = load i64, ptr @Account__share, align 8
  %10 = call i64 @get_int(ptr %8, i64 %9)
  store i64 %10, ptr %7, align 8
  %11 = load ptr, ptr %4, align 8
  %12 = load i64, ptr @Account__books, align 8
  %13 = load i64, ptr %5, align 8
  %14 = sub i64 0, %13
  call void @add(ptr %11, i64 %12, i64 %14)
  %15 = load ptr, ptr %4, align 8
  %16 = load i64, ptr @Account_unreported, align 8
  %17 = load i64, ptr %5, align 8
  %18 = load i64, ptr %6, align 8
  %19 = add i64 %17, %18
  %20 = sub i64 0, %19
  call void @add(ptr %15, i64 %16, i64 %20)
  %21 = load ptr, ptr %4, align 8
  call void @settle(ptr %21)
  %22 = load ptr, ptr %4, align 8
  %23 = load i64, ptr @Account__acknowledged, align 8
  %24 = load i64, ptr %7, align 8
  %25 = load ptr, ptr %4, align 8
  %26 = load i64, ptr @Account__share, align 8
  %27 = call i64 @get_int(ptr %25, i64 %26)
  %28 = sub i64 %24, %27
  %29 = call i64 @most(i64 0, i64 %28)
  call void @add(ptr %22, i64 %23, i64 %29)
  ret void
}

define internal void @add(ptr %0, i64 %1, i64 %2) alwaysinline nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load i64, ptr %5, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = load i64, ptr %5, align 8
  %11 = call i64 @get_int(ptr %9, i64 %10)
  %12 = load i64, ptr %6, align 8
  %13 = add i64 %11, %12
  call void @put_int(ptr %7, i64 %8, i64 %13)
  ret void
}

declare void @settle(ptr)

define internal i64 @most(i64 %0, i64 %1) nounwind {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i64 %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load i64, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = icmp sgt i64 %5, %6
  br i1 %7, label %8, label %10

8:
  %9 = load i64, ptr %3, align 8
  br label %12

10:
  %11 = load i64, ptr %4, align 8
  br label %12

12:
  %13 = phi i64 [ %9, %8 ], [ %11, %10 ]
  ret i64 %13
}

define zeroext i1 @confirm(ptr %0, ptr %1) nounwind {
  %3 = alloca i1, align 1
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = load i64, ptr @EvEntry_plane, align 8
  %11 = call ptr @get(ptr %9, i64 %10)
  store ptr %11, ptr %6, align 8
  %12 = load ptr, ptr %4, align 8
  %13 = load i64, ptr @ReverseEvs__doubted, align 8
  %14 = call ptr @get(ptr %12, i64 %13)
  store ptr %14, ptr %7, align 8
  %15 = load ptr, ptr %5, align 8
  %16 = load i64, ptr @EvEntry_state, align 8
  %17 = call ptr @get(ptr %15, i64 %16)
  %18 = load ptr, ptr @the, align 8
  %19 = load i64, ptr @the_denied, align 8
  %20 = getelementptr inbounds nuw ptr, ptr %18, i64 %19
  %21 = load ptr, ptr %20, align 8
  %22 = icmp eq ptr %17, %21
  br i1 %22, label %23, label %24

23:
  store i1 true, ptr %3, align 1
  store i32 1, ptr %8, align 4
  br label %65

24:
  %25 = load ptr, ptr %4, align 8
  %26 = load i64, ptr @ReverseEvs__by_plane, align 8
  %27 = call ptr @get(ptr %25, i64 %26)
  %28 = load ptr, ptr %6, align 8
  %29 = load ptr, ptr %5, align 8
  %30 = call i32 @PyDict_SetItem(ptr %27, ptr %28, ptr %29)
  %31 = icmp ne i32 %30, 0
  br i1 %31, label %32, label %33

32:
  store i1 false, ptr %3, align 1
  store i32 1, ptr %8, align 4
  br label %65

33:
  %34 = load ptr, ptr %4, align 8
  %35 = load i64, ptr @ReverseEvs_suspect, align 8
  %36 = call ptr @get(ptr %34, i64 %35)
  %37 = call i64 @PySet_Size(ptr %36)
  %38 = icmp ne i64 %37, 0
  br i1 %38, label %39, label %48

39:
  %40 = load ptr, ptr %4, align 8
  %41 = load i64, ptr @ReverseEvs_suspect, align 8
  %42 = call ptr @get(ptr %40, i64 %41)
  %43 = load i64, ptr @the_discard, align 8
  %44 = load ptr, ptr %6, align 8
  %45 = call ptr @method_1(ptr %42, i64 %43, ptr %44)
  %46 = call zeroext i1 @done(ptr %45)
  br i1 %46, label %48, label %47

47:
  store i1 false, ptr %3, align 1
  store i32 1, ptr %8, align 4
  br label %65

48:
  %49 = load ptr, ptr %7, align 8
  %50 = load ptr, ptr @the, align 8
  %51 = load i64, ptr @the_None, align 8
  %52 = getelementptr inbounds nuw ptr, ptr %50, i64 %51
  %53 = load ptr, ptr %52, align 8
  %54 = icmp ne ptr %49, %53
  br i1 %54, label %55, label %64

55:
  %56 = load ptr, ptr %7, align 8
  %57 = call i64 @value_of(ptr %56)
  %58 = load ptr, ptr %6, align 8
  %59 = call i64 @value_of(ptr %58)
  %60 = icmp eq i64 %57, %59
  br i1 %60, label %61, label %64

61:
  %62 = load ptr, ptr %4, align 8
  %63 = load i64, ptr @ReverseEvs__doubted, align 8
  call void @put_none(ptr %62, i64 %63)
  br label %64

64:
  store i1 true, ptr %3, align 1
  store i32 1, ptr %8, align 4
  br label %65

65:
  %66 = load i1, ptr %3, align 1
  ret i1 %66
}

declare i64 @PySet_Size(ptr)

define internal ptr @method_1(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca [3 x ptr], align 16
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  store ptr null, ptr %7, align 8
  %8 = getelementptr inbounds ptr, ptr %7, i64 1
  %9 = load ptr, ptr %4, align 8
  store ptr %9, ptr %8, align 8
  %10 = getelementptr inbounds ptr, ptr %7, i64 2
  %11 = load ptr, ptr %6, align 8
  store ptr %11, ptr %10, align 8
  %12 = load ptr, ptr @the, align 8
  %13 = load i64, ptr %5, align 8
  %14 = getelementptr inbounds nuw ptr, ptr %12, i64 %13
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds [3 x ptr], ptr %7, i64 0, i64 0
  %17 = getelementptr inbounds ptr, ptr %16, i64 1
  %18 = call ptr @PyObject_VectorcallMethod(ptr %15, ptr %17, i64 -9223372036854775806, ptr null)
  ret ptr %18
}

define internal void @put_none(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = load ptr, ptr @the, align 8
  %8 = load i64, ptr @the_None, align 8
  %9 = getelementptr inbounds nuw ptr, ptr %7, i64 %8
  %10 = load ptr, ptr %9, align 8
  %11 = call ptr @kept(ptr %10)
  call void @put(ptr %5, i64 %6, ptr %11)
  ret void
}

define zeroext i1 @after(ptr %0, ptr %1) nounwind {
  %3 = alloca i1, align 1
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i32, align 4
  %10 = alloca ptr, align 8
  %11 = alloca i8, align 1
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %14 = load ptr, ptr %5, align 8
  %15 = load i64, ptr @QueuePair_requestor, align 8
  %16 = call ptr @get(ptr %14, i64 %15)
  store ptr %16, ptr %6, align 8
  %17 = load ptr, ptr %5, align 8
  %18 = load i64, ptr @QueuePair_evs, align 8
  %19 = call ptr @get(ptr %17, i64 %18)
  store ptr %19, ptr %7, align 8
  %20 = load ptr, ptr %4, align 8
  %21 = load i64, ptr @Nic__scheduler, align 8
  %22 = call ptr @get(ptr %20, i64 %21)
  store ptr %22, ptr %8, align 8
  %23 = load ptr, ptr %6, align 8
  %24 = load ptr, ptr @the, align 8
  %25 = load i64, ptr @the_None, align 8
  %26 = getelementptr inbounds nuw ptr, ptr %24, i64 %25
  %27 = load ptr, ptr %26, align 8
  %28 = icmp eq ptr %23, %27
  br i1 %28, label %29, label %30

29:
  store i1 true, ptr %3, align 1
  store i32 1, ptr %9, align 4
  br label %119

30:
  %31 = load ptr, ptr %6, align 8
  %32 = load i64, ptr @Requestor_state, align 8
  %33 = call ptr @get(ptr %31, i64 %32)
  store ptr %33, ptr %10, align 8
  %34 = load ptr, ptr %10, align 8
  %35 = load i64, ptr @SendState_failure, align 8
  %36 = call zeroext i1 @is_none(ptr %34, i64 %35)
  br i1 %36, label %43, label %37

37:
  %38 = load ptr, ptr %4, align 8
  %39 = load i64, ptr @the__after_requestor, align 8
  %40 = load ptr, ptr %5, align 8
  %41 = call ptr @method_1(ptr %38, i64 %39, ptr %40)
  %42 = call zeroext i1 @done(ptr %41)
  store i1 %42, ptr %3, align 1
  store i32 1, ptr %9, align 4
  br label %118

43:
  %44 = load ptr, ptr %6, align 8
  %45 = load i64, ptr @Requestor_probes, align 8
  %46 = call ptr @get(ptr %44, i64 %45)
  %47 = load i64, ptr @ReliabilityProbes_wanted, align 8
  %48 = call zeroext i1 @is_true(ptr %46, i64 %47)
  br i1 %48, label %49, label %52

49:
  %50 = load ptr, ptr %8, align 8
  %51 = load ptr, ptr %5, align 8
  call void @queue_control(ptr %50, ptr %51)
  br label %52

52:
  %53 = load ptr, ptr %10, align 8
  %54 = load i64, ptr @SendState_flight, align 8
  %55 = call ptr @get(ptr %53, i64 %54)
  %56 = load i64, ptr @InFlight_lost, align 8
  %57 = call ptr @get(ptr %55, i64 %56)
  %58 = call i64 @list_size(ptr %57)
  %59 = icmp sgt i64 %58, 0
  %60 = zext i1 %59 to i8
  store i8 %60, ptr %11, align 1
  %61 = load ptr, ptr %5, align 8
  %62 = load i64, ptr @QueuePair_data_queued, align 8
  %63 = call zeroext i1 @is_true(ptr %61, i64 %62)
  br i1 %63, label %89, label %64

64:
  %65 = load i8, ptr %11, align 1
  %66 = trunc i8 %65 to i1
  br i1 %66, label %70, label %67

67:
  %68 = load ptr, ptr %6, align 8
  %69 = call zeroext i1 @has_work(ptr %68)
  br i1 %69, label %70, label %89

70:
  %71 = load i8, ptr %11, align 1
  %72 = trunc i8 %71 to i1
  br i1 %72, label %73, label %79

73:
  %74 = load ptr, ptr %4, align 8
  %75 = load i64, ptr @the__after_requestor, align 8
  %76 = load ptr, ptr %5, align 8
  %77 = call ptr @method_1(ptr %74, i64 %75, ptr %76)
  %78 = call zeroext i1 @done(ptr %77)
  store i1 %78, ptr %3, align 1
  store i32 1, ptr %9, align 4
  br label %117

79:
  %80 = load ptr, ptr %5, align 8
  %81 = load i64, ptr @QueuePair_data_queued, align 8
  call void @put_bool(ptr %80, i64 %81, i1 zeroext true)
  %82 = load ptr, ptr %8, align 8
  %83 = load i64, ptr @Scheduler__data, align 8
  %84 = call ptr @get(ptr %82, i64 %83)
  %85 = load ptr, ptr %5, align 8
  %86 = call zeroext i1 @append_to(ptr %84, ptr %85)
  br i1 %86, label %88, label %87

87:
  store i1 false, ptr %3, align 1
  store i32 1, ptr %9, align 4
  br label %117

88:
  br label %89

89:
  %90 = load ptr, ptr %7, align 8
  %91 = load i64, ptr @EvSet_bad, align 8
  %92 = call ptr @get(ptr %90, i64 %91)
  %93 = load i64, ptr @BadEvs_due_ns, align 8
  %94 = call ptr @get(ptr %92, i64 %93)
  store ptr %94, ptr %12, align 8
  %95 = load ptr, ptr %5, align 8
  %96 = load i64, ptr @QueuePair_ev_probe_ns, align 8
  %97 = call ptr @get(ptr %95, i64 %96)
  store ptr %97, ptr %13, align 8
  %98 = load ptr, ptr %5, align 8
  %99 = load i64, ptr @QueuePair_deadline_ns, align 8
  %100 = call zeroext i1 @is_none(ptr %98, i64 %99)
  br i1 %100, label %109, label %101

101:
  %102 = load ptr, ptr %10, align 8
  %103 = load i64, ptr @SendState_stale, align 8
  %104 = call zeroext i1 @is_true(ptr %102, i64 %103)
  br i1 %104, label %109, label %105

105:
  %106 = load ptr, ptr %12, align 8
  %107 = load ptr, ptr %13, align 8
  %108 = icmp ne ptr %106, %107
  br i1 %108, label %109, label %115

109:
  %110 = load ptr, ptr %4, align 8
  %111 = load i64, ptr @Nic__timers, align 8
  %112 = call ptr @get(ptr %110, i64 %111)
  %113 = load ptr, ptr %5, align 8
  %114 = call zeroext i1 @arm_timers(ptr %112, ptr %113)
  store i1 %114, ptr %3, align 1
  store i32 1, ptr %9, align 4
  br label %116

115:
  store i1 true, ptr %3, align 1
  store i32 1, ptr %9, align 4
  br label %116

116:
  br label %117

117:
  br label %118

118:
  br label %119

119:
  %120 = load i1, ptr %3, align 1
  ret i1 %120
}

define internal zeroext i1 @is_none(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = call ptr @get(ptr %5, i64 %6)
  %8 = load ptr, ptr @the, align 8
  %9 = load i64, ptr @the_None, align 8
  %10 = getelementptr inbounds nuw ptr, ptr %8, i64 %9
  %11 = load ptr, ptr %10, align 8
  %12 = icmp eq ptr %7, %11
  ret i1 %12
}

declare void @queue_control(ptr, ptr)

define internal i64 @list_size(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr @the_list, align 8
  %5 = call zeroext i1 @is_a(ptr %3, i64 %4)
  br i1 %5, label %6, label %9

6:
  %7 = load ptr, ptr %2, align 8
  %8 = call i64 @word_of(ptr %7, i64 2)
  br label %12

9:
  %10 = load ptr, ptr %2, align 8
  %11 = call i64 @PyList_Size(ptr %10)
  br label %12

12:
  %13 = phi i64 [ %8, %6 ], [ %11, %9 ]
  ret i64 %13
}

declare zeroext i1 @has_work(ptr)

declare zeroext i1 @append_to(ptr, ptr)

declare zeroext i1 @arm_timers(ptr, ptr)

define zeroext i1 @after_answer(ptr %0, ptr %1, ptr %2, ptr %3) nounwind {
  %5 = alloca i1, align 1
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i8, align 1
  %13 = alloca i32, align 4
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store ptr %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  %14 = load ptr, ptr %8, align 8
  %15 = load i64, ptr @EvSet_health, align 8
  %16 = call ptr @get(ptr %14, i64 %15)
  store ptr %16, ptr %10, align 8
  %17 = load ptr, ptr %10, align 8
  %18 = load ptr, ptr @the, align 8
  %19 = load i64, ptr @the_None, align 8
  %20 = getelementptr inbounds nuw ptr, ptr %18, i64 %19
  %21 = load ptr, ptr %20, align 8
  %22 = icmp ne ptr %17, %21
  br i1 %22, label %23, label %54

23:
  %24 = load ptr, ptr %10, align 8
  %25 = load i64, ptr @PlaneHealth_suspicious, align 8
  %26 = call zeroext i1 @is_true(ptr %24, i64 %25)
  br i1 %26, label %27, label %54

27:
  %28 = load ptr, ptr %7, align 8
  %29 = getelementptr inbounds nuw %struct.packet, ptr %28, i32 0, i32 3
  %30 = load ptr, ptr %29, align 8
  %31 = call ptr @PyBytes_FromStringAndSize(ptr %30, i64 16)
  store ptr %31, ptr %11, align 8
  %32 = load ptr, ptr %11, align 8
  %33 = icmp ne ptr %32, null
  br i1 %33, label %34, label %43

34:
  %35 = load ptr, ptr %6, align 8
  %36 = load i64, ptr @Nic_ports, align 8
  %37 = call ptr @get(ptr %35, i64 %36)
  %38 = load i64, ptr @the_listen, align 8
  %39 = load ptr, ptr %11, align 8
  %40 = load ptr, ptr %9, align 8
  %41 = call ptr @method_2(ptr %37, i64 %38, ptr %39, ptr %40)
  %42 = call zeroext i1 @done(ptr %41)
  br label %43

43:
  %44 = phi i1 [ false, %27 ], [ %42, %34 ]
  %45 = zext i1 %44 to i8
  store i8 %45, ptr %12, align 1
  %46 = load ptr, ptr %11, align 8
  call void @Py_DecRef(ptr %46)
  %47 = load i8, ptr %12, align 1
  %48 = trunc i8 %47 to i1
  br i1 %48, label %50, label %49

49:
  store i1 false, ptr %5, align 1
  store i32 1, ptr %13, align 4
  br label %51

50:
  store i32 0, ptr %13, align 4
  br label %51

51:
  %52 = load i32, ptr %13, align 4
  switch i32 %52, label %60 [
    i32 0, label %53
  ]

53:
  br label %54

54:
  %55 = load ptr, ptr %6, align 8
  %56 = load ptr, ptr %7, align 8
  %57 = getelementptr inbounds nuw %struct.packet, ptr %56, i32 0, i32 1
  %58 = load ptr, ptr %57, align 8
  %59 = call zeroext i1 @after(ptr %55, ptr %58)
  store i1 %59, ptr %5, align 1
  store i32 1, ptr %13, align 4
  br label %60

60:
  %61 = load i1, ptr %5, align 1
  ret i1 %61
}

declare ptr @PyBytes_FromStringAndSize(ptr, i64)

define i32 @receive_sack(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca %struct.sack, align 8
  %11 = alloca i32, align 4
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca ptr, align 8
  %15 = alloca i64, align 8
  %16 = alloca i64, align 8
  %17 = alloca ptr, align 8
  %18 = alloca ptr, align 8
  %19 = alloca ptr, align 8
  %20 = alloca %struct.sending, align 8
  %21 = alloca i8, align 1
  %22 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %23 = load ptr, ptr %6, align 8
  %24 = getelementptr inbounds nuw %struct.packet, ptr %23, i32 0, i32 1
  %25 = load ptr, ptr %24, align 8
  %26 = load i64, ptr @QueuePair_requestor, align 8
  %27 = call ptr @get(ptr %25, i64 %26)
  store ptr %27, ptr %8, align 8
  %28 = load ptr, ptr %6, align 8
  %29 = getelementptr inbounds nuw %struct.packet, ptr %28, i32 0, i32 1
  %30 = load ptr, ptr %29, align 8
  %31 = load i64, ptr @QueuePair_evs, align 8
  %32 = call ptr @get(ptr %30, i64 %31)
  store ptr %32, ptr %9, align 8
  %33 = load ptr, ptr %8, align 8
  %34 = load ptr, ptr @the, align 8
  %35 = load i64, ptr @the_None, align 8
  %36 = getelementptr inbounds nuw ptr, ptr %34, i64 %35
  %37 = load ptr, ptr %36, align 8
  %38 = icmp eq ptr %33, %37
  br i1 %38, label %68, label %39

39:
  %40 = load ptr, ptr %9, align 8
  %41 = load ptr, ptr @the, align 8
  %42 = load i64, ptr @the_None, align 8
  %43 = getelementptr inbounds nuw ptr, ptr %41, i64 %42
  %44 = load ptr, ptr %43, align 8
  %45 = icmp eq ptr %40, %44
  br i1 %45, label %68, label %46

46:
  %47 = load ptr, ptr %8, align 8
  %48 = call ptr @type_of(ptr %47)
  %49 = load ptr, ptr @the, align 8
  %50 = load i64, ptr @the_Requestor, align 8
  %51 = getelementptr inbounds nuw ptr, ptr %49, i64 %50
  %52 = load ptr, ptr %51, align 8
  %53 = icmp ne ptr %48, %52
  br i1 %53, label %68, label %54

54:
  %55 = load ptr, ptr %6, align 8
  %56 = getelementptr inbounds nuw %struct.packet, ptr %55, i32 0, i32 11
  %57 = load i8, ptr %56, align 2
  %58 = trunc i8 %57 to i1
  br i1 %58, label %68, label %59

59:
  %60 = load ptr, ptr %6, align 8
  %61 = call zeroext i1 @read_sack(ptr %60, ptr %10)
  br i1 %61, label %62, label %68

62:
  %63 = load ptr, ptr %5, align 8
  %64 = load i64, ptr @Nic_ports, align 8
  %65 = call ptr @get(ptr %63, i64 %64)
  %66 = load i64, ptr @PortControl_in_sacks, align 8
  %67 = call zeroext i1 @is_true(ptr %65, i64 %66)
  br i1 %67, label %68, label %69

68:
  store i32 0, ptr %4, align 4
  store i32 1, ptr %11, align 4
  br label %190

69:
  %70 = load ptr, ptr %8, align 8
  %71 = load i64, ptr @Requestor_state, align 8
  %72 = call ptr @get(ptr %70, i64 %71)
  store ptr %72, ptr %12, align 8
  %73 = load ptr, ptr %12, align 8
  %74 = load i64, ptr @SendState_flight, align 8
  %75 = call ptr @get(ptr %73, i64 %74)
  store ptr %75, ptr %13, align 8
  %76 = load ptr, ptr %12, align 8
  %77 = load i64, ptr @SendState_losses, align 8
  %78 = call ptr @get(ptr %76, i64 %77)
  store ptr %78, ptr %14, align 8
  %79 = load ptr, ptr %13, align 8
  %80 = load i64, ptr @InFlight_una, align 8
  %81 = call i64 @get_int(ptr %79, i64 %80)
  store i64 %81, ptr %15, align 8
  %82 = getelementptr inbounds nuw %struct.sack, ptr %10, i32 0, i32 3
  %83 = load i64, ptr %82, align 8
  %84 = load i64, ptr %15, align 8
  %85 = sub i64 %84, 1
  %86 = call i64 @index_of(i64 %83, i64 %85)
  store i64 %86, ptr %16, align 8
  %87 = load i64, ptr %16, align 8
  %88 = load ptr, ptr %13, align 8
  %89 = load i64, ptr @InFlight_next_index, align 8
  %90 = call i64 @get_int(ptr %88, i64 %89)
  %91 = icmp sge i64 %87, %90
  br i1 %91, label %104, label %92

92:
  %93 = load ptr, ptr %12, align 8
  %94 = load i64, ptr @SendState_dynamic, align 8
  %95 = call zeroext i1 @is_true(ptr %93, i64 %94)
  br i1 %95, label %104, label %96

96:
  %97 = load ptr, ptr %14, align 8
  %98 = load i64, ptr @Losses_repeats, align 8
  %99 = call ptr @get(ptr %97, i64 %98)
  %100 = load i64, ptr @Repeats_open, align 8
  %101 = call ptr @get(ptr %99, i64 %100)
  %102 = call i64 @size_of(ptr %101)
  %103 = icmp ne i64 %102, 0
  br i1 %103, label %104, label %105

104:
  store i32 0, ptr %4, align 4
  store i32 1, ptr %11, align 4
  br label %189

105:
  %106 = load ptr, ptr %13, align 8
  %107 = load i64, ptr @InFlight_records, align 8
  %108 = call ptr @get(ptr %106, i64 %107)
  %109 = load i64, ptr %16, align 8
  %110 = getelementptr inbounds nuw %struct.sack, ptr %10, i32 0, i32 1
  %111 = load i64, ptr %110, align 8
  %112 = add i64 %109, %111
  %113 = call ptr @find(ptr %108, i64 %112)
  store ptr %113, ptr %17, align 8
  %114 = load ptr, ptr %17, align 8
  %115 = icmp ne ptr %114, null
  br i1 %115, label %116, label %120

116:
  %117 = load ptr, ptr %17, align 8
  %118 = load i64, ptr @SentPacket_blamed, align 8
  %119 = call zeroext i1 @is_none(ptr %117, i64 %118)
  br i1 %119, label %120, label %123

120:
  %121 = call ptr @PyErr_Occurred()
  %122 = icmp ne ptr %121, null
  br i1 %122, label %123, label %124

123:
  store i32 0, ptr %4, align 4
  store i32 1, ptr %11, align 4
  br label %188

124:
  %125 = load i64, ptr %7, align 8
  %126 = call ptr @integer(i64 %125)
  store ptr %126, ptr %18, align 8
  %127 = load ptr, ptr %6, align 8
  %128 = getelementptr inbounds nuw %struct.packet, ptr %127, i32 0, i32 1
  %129 = load ptr, ptr %128, align 8
  %130 = load i64, ptr @QueuePair_reverse, align 8
  %131 = call ptr @hold(ptr %129, i64 %130)
  store ptr %131, ptr %19, align 8
  %132 = load ptr, ptr %8, align 8
  call void @hold_sending(ptr dead_on_unwind writable sret(%struct.sending) align 8 %20, ptr %132)
  %133 = load ptr, ptr %9, align 8
  %134 = call ptr @kept(ptr %133)
  %135 = load i64, ptr %16, align 8
  %136 = load ptr, ptr %17, align 8
  %137 = load ptr, ptr %18, align 8
  %138 = call zeroext i1 @on_sack(ptr %20, ptr %10, i64 %135, ptr %136, ptr %137)
  %139 = zext i1 %138 to i8
  store i8 %139, ptr %21, align 1
  %140 = load i8, ptr %21, align 1
  %141 = trunc i8 %140 to i1
  br i1 %141, label %142, label %169

142:
  %143 = getelementptr inbounds nuw %struct.sack, ptr %10, i32 0, i32 0
  %144 = load i64, ptr %143, align 8
  %145 = icmp ne i64 %144, 0
  br i1 %145, label %169, label %146

146:
  %147 = load ptr, ptr %19, align 8
  %148 = load ptr, ptr @the, align 8
  %149 = load i64, ptr @the_None, align 8
  %150 = getelementptr inbounds nuw ptr, ptr %148, i64 %149
  %151 = load ptr, ptr %150, align 8
  %152 = icmp ne ptr %147, %151
  br i1 %152, label %153, label %169

153:
  %154 = load ptr, ptr %9, align 8
  %155 = load i64, ptr @EvSet_entries, align 8
  %156 = call ptr @get(ptr %154, i64 %155)
  %157 = getelementptr inbounds nuw %struct.sack, ptr %10, i32 0, i32 2
  %158 = load i64, ptr %157, align 8
  %159 = call ptr @find(ptr %156, i64 %158)
  store ptr %159, ptr %22, align 8
  %160 = load ptr, ptr %22, align 8
  %161 = icmp ne ptr %160, null
  br i1 %161, label %162, label %166

162:
  %163 = load ptr, ptr %19, align 8
  %164 = load ptr, ptr %22, align 8
  %165 = call zeroext i1 @confirm(ptr %163, ptr %164)
  br label %166

166:
  %167 = phi i1 [ true, %153 ], [ %165, %162 ]
  %168 = zext i1 %167 to i8
  store i8 %168, ptr %21, align 1
  br label %169

169:
  %170 = load i8, ptr %21, align 1
  %171 = trunc i8 %170 to i1
  br i1 %171, label %172, label %178

172:
  %173 = load ptr, ptr %5, align 8
  %174 = load ptr, ptr %6, align 8
  %175 = load ptr, ptr %9, align 8
  %176 = load ptr, ptr %18, align 8
  %177 = call zeroext i1 @after_answer(ptr %173, ptr %174, ptr %175, ptr %176)
  br label %178

178:
  %179 = phi i1 [ false, %169 ], [ %177, %172 ]
  %180 = zext i1 %179 to i8
  store i8 %180, ptr %21, align 1
  %181 = load ptr, ptr %9, align 8
  call void @Py_DecRef(ptr %181)
  call void @let_sending_go(ptr %20)
  %182 = load ptr, ptr %19, align 8
  call void @Py_DecRef(ptr %182)
  %183 = load ptr, ptr %18, align 8
  call void @Py_DecRef(ptr %183)
  %184 = load i8, ptr %21, align 1
  %185 = trunc i8 %184 to i1
  %186 = zext i1 %185 to i64
  %187 = select i1 %185, i32 1, i32 2
  store i32 %187, ptr %4, align 4
  store i32 1, ptr %11, align 4
  br label %188

188:
  br label %189

189:
  br label %190

190:
  %191 = load i32, ptr %4, align 4
  ret i32 %191
}

define internal ptr @type_of(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds ptr, ptr %3, i64 1
  %5 = load ptr, ptr %4, align 8
  ret ptr %5
}

define internal zeroext i1 @read_sack(ptr %0, ptr %1) nounwind {
  %3 = alloca i1, align 1
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = getelementptr inbounds nuw %struct.packet, ptr %9, i32 0, i32 2
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds i8, ptr %11, i64 114
  store ptr %12, ptr %6, align 8
  %13 = load ptr, ptr %4, align 8
  %14 = getelementptr inbounds nuw %struct.packet, ptr %13, i32 0, i32 8
  %15 = load i64, ptr %14, align 8
  %16 = sub i64 %15, 114
  %17 = icmp ne i64 %16, 36
  br i1 %17, label %25, label %18

18:
  %19 = load ptr, ptr %6, align 8
  %20 = getelementptr inbounds i8, ptr %19, i64 1
  %21 = load i8, ptr %20, align 1
  %22 = zext i8 %21 to i32
  %23 = and i32 %22, 2
  %24 = icmp ne i32 %23, 0
  br i1 %24, label %25, label %26

25:
  store i1 false, ptr %3, align 1
  store i32 1, ptr %7, align 4
  br label %85

26:
  %27 = load ptr, ptr %6, align 8
  %28 = getelementptr inbounds i8, ptr %27, i64 1
  %29 = load i8, ptr %28, align 1
  %30 = zext i8 %29 to i32
  %31 = ashr i32 %30, 5
  %32 = and i32 %31, 3
  %33 = sext i32 %32 to i64
  %34 = load ptr, ptr %5, align 8
  %35 = getelementptr inbounds nuw %struct.sack, ptr %34, i32 0, i32 0
  store i64 %33, ptr %35, align 8
  %36 = load ptr, ptr %6, align 8
  %37 = getelementptr inbounds i8, ptr %36, i64 2
  %38 = call i64 @read_16(ptr %37)
  %39 = call i64 @signed_16(i64 %38)
  %40 = load ptr, ptr %5, align 8
  %41 = getelementptr inbounds nuw %struct.sack, ptr %40, i32 0, i32 1
  store i64 %39, ptr %41, align 8
  %42 = load ptr, ptr %6, align 8
  %43 = getelementptr inbounds i8, ptr %42, i64 4
  %44 = call i64 @read_32(ptr %43)
  %45 = load ptr, ptr %5, align 8
  %46 = getelementptr inbounds nuw %struct.sack, ptr %45, i32 0, i32 2
  store i64 %44, ptr %46, align 8
  %47 = load ptr, ptr %6, align 8
  %48 = getelementptr inbounds i8, ptr %47, i64 12
  %49 = call i64 @read_32(ptr %48)
  %50 = and i64 %49, 16777215
  %51 = load ptr, ptr %5, align 8
  %52 = getelementptr inbounds nuw %struct.sack, ptr %51, i32 0, i32 3
  store i64 %50, ptr %52, align 8
  %53 = load ptr, ptr %6, align 8
  %54 = getelementptr inbounds i8, ptr %53, i64 18
  %55 = call i64 @read_16(ptr %54)
  %56 = call i64 @signed_16(i64 %55)
  %57 = load ptr, ptr %5, align 8
  %58 = getelementptr inbounds nuw %struct.sack, ptr %57, i32 0, i32 4
  store i64 %56, ptr %58, align 8
  %59 = load ptr, ptr %6, align 8
  %60 = getelementptr inbounds i8, ptr %59, i64 20
  %61 = call i64 @read_64(ptr %60)
  %62 = load ptr, ptr %5, align 8
  %63 = getelementptr inbounds nuw %struct.sack, ptr %62, i32 0, i32 9
  store i64 %61, ptr %63, align 8
  %64 = load ptr, ptr %6, align 8
  %65 = getelementptr inbounds i8, ptr %64, i64 28
  %66 = call i64 @read_16(ptr %65)
  %67 = load ptr, ptr %5, align 8
  %68 = getelementptr inbounds nuw %struct.sack, ptr %67, i32 0, i32 5
  store i64 %66, ptr %68, align 8
  %69 = load ptr, ptr %6, align 8
  %70 = getelementptr inbounds i8, ptr %69, i64 32
  %71 = call i64 @read_32(ptr %70)
  store i64 %71, ptr %8, align 8
  %72 = load i64, ptr %8, align 8
  %73 = lshr i64 %72, 31
  %74 = load ptr, ptr %5, align 8
  %75 = getelementptr inbounds nuw %struct.sack, ptr %74, i32 0, i32 8
  store i64 %73, ptr %75, align 8
  %76 = load i64, ptr %8, align 8
  %77 = lshr i64 %76, 24
  %78 = and i64 %77, 127
  %79 = load ptr, ptr %5, align 8
  %80 = getelementptr inbounds nuw %struct.sack, ptr %79, i32 0, i32 7
  store i64 %78, ptr %80, align 8
  %81 = load i64, ptr %8, align 8
  %82 = and i64 %81, 16777215
  %83 = load ptr, ptr %5, align 8
  %84 = getelementptr inbounds nuw %struct.sack, ptr %83, i32 0, i32 6
  store i64 %82, ptr %84, align 8
  store i1 true, ptr %3, align 1
  store i32 1, ptr %7, align 4
  br label %85

85:
  %86 = load i1, ptr %3, align 1
  ret i1 %86
}

define internal i64 @index_of(i64 %0, i64 %1) nounwind {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  store i64 %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %6 = load i64, ptr %3, align 8
  %7 = load i64, ptr %4, align 8
  %8 = sub i64 %6, %7
  %9 = and i64 %8, 16777215
  store i64 %9, ptr %5, align 8
  %10 = load i64, ptr %5, align 8
  %11 = icmp sge i64 %10, 8388608
  br i1 %11, label %12, label %17

12:
  %13 = load i64, ptr %4, align 8
  %14 = load i64, ptr %5, align 8
  %15 = add i64 %13, %14
  %16 = sub i64 %15, 16777216
  br label %21

17:
  %18 = load i64, ptr %4, align 8
  %19 = load i64, ptr %5, align 8
  %20 = add i64 %18, %19
  br label %21

21:
  %22 = phi i64 [ %16, %12 ], [ %20, %17 ]
  ret i64 %22
}

define internal i64 @size_of(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr @the_deque, align 8
  %5 = call zeroext i1 @is_a(ptr %3, i64 %4)
  br i1 %5, label %10, label %6

6:
  %7 = load ptr, ptr %2, align 8
  %8 = load i64, ptr @the_dict, align 8
  %9 = call zeroext i1 @is_a(ptr %7, i64 %8)
  br i1 %9, label %10, label %13

10:
  %11 = load ptr, ptr %2, align 8
  %12 = call i64 @word_of(ptr %11, i64 2)
  br label %16

13:
  %14 = load ptr, ptr %2, align 8
  %15 = call i64 @PyObject_Size(ptr %14)
  br label %16

16:
  %17 = phi i64 [ %12, %10 ], [ %15, %13 ]
  ret i64 %17
}

define internal ptr @find(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %9 = load i64, ptr %5, align 8
  %10 = call ptr @seek(i64 %9)
  store ptr %10, ptr %6, align 8
  %11 = load ptr, ptr %6, align 8
  %12 = icmp ne ptr %11, null
  br i1 %12, label %13, label %17

13:
  %14 = load ptr, ptr %4, align 8
  %15 = load ptr, ptr %6, align 8
  %16 = call ptr @PyDict_GetItemWithError(ptr %14, ptr %15)
  store ptr %16, ptr %3, align 8
  store i32 1, ptr %7, align 4
  br label %29

17:
  %18 = load i64, ptr %5, align 8
  %19 = call ptr @integer(i64 %18)
  store ptr %19, ptr %6, align 8
  %20 = load ptr, ptr %6, align 8
  %21 = icmp ne ptr %20, null
  br i1 %21, label %23, label %22

22:
  store ptr null, ptr %3, align 8
  store i32 1, ptr %7, align 4
  br label %29

23:
  %24 = load ptr, ptr %4, align 8
  %25 = load ptr, ptr %6, align 8
  %26 = call ptr @PyDict_GetItemWithError(ptr %24, ptr %25)
  store ptr %26, ptr %8, align 8
  %27 = load ptr, ptr %6, align 8
  call void @Py_DecRef(ptr %27)
  %28 = load ptr, ptr %8, align 8
  store ptr %28, ptr %3, align 8
  store i32 1, ptr %7, align 4
  br label %29

29:
  %30 = load ptr, ptr %3, align 8
  ret ptr %30
}

declare ptr @PyErr_Occurred()

define internal ptr @hold(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = call ptr @get(ptr %5, i64 %6)
  %8 = call ptr @kept(ptr %7)
  ret ptr %8
}

declare void @hold_sending(ptr dead_on_unwind writable sret(%struct.sending) align 8, ptr)

define internal zeroext i1 @on_sack(ptr %0, ptr %1, i64 %2, ptr %3, ptr %4) nounwind {
  %6 = alloca i1, align 1
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca ptr, align 8
  %15 = alloca ptr, align 8
  %16 = alloca ptr, align 8
  %17 = alloca i64, align 8
  %18 = alloca i64, align 8
  %19 = alloca i64, align 8
  %20 = alloca i64, align 8
  %21 = alloca i64, align 8
  %22 = alloca i8, align 1
  %23 = alloca i8, align 1
  %24 = alloca i32, align 4
  %25 = alloca i64, align 8
  %26 = alloca i64, align 8
  %27 = alloca i64, align 8
  %28 = alloca i64, align 8
  store ptr %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store i64 %2, ptr %9, align 8
  store ptr %3, ptr %10, align 8
  store ptr %4, ptr %11, align 8
  %29 = load ptr, ptr %7, align 8
  %30 = getelementptr inbounds nuw %struct.sending, ptr %29, i32 0, i32 1
  %31 = load ptr, ptr %30, align 8
  store ptr %31, ptr %12, align 8
  %32 = load ptr, ptr %7, align 8
  %33 = getelementptr inbounds nuw %struct.sending, ptr %32, i32 0, i32 2
  %34 = load ptr, ptr %33, align 8
  store ptr %34, ptr %13, align 8
  %35 = load ptr, ptr %7, align 8
  %36 = getelementptr inbounds nuw %struct.sending, ptr %35, i32 0, i32 3
  %37 = load ptr, ptr %36, align 8
  store ptr %37, ptr %14, align 8
  %38 = load ptr, ptr %7, align 8
  %39 = getelementptr inbounds nuw %struct.sending, ptr %38, i32 0, i32 4
  %40 = load ptr, ptr %39, align 8
  store ptr %40, ptr %15, align 8
  %41 = load ptr, ptr %7, align 8
  %42 = getelementptr inbounds nuw %struct.sending, ptr %41, i32 0, i32 0
  %43 = load ptr, ptr %42, align 8
  %44 = load i64, ptr @Requestor_acknowledgements, align 8
  %45 = call ptr @get(ptr %43, i64 %44)
  store ptr %45, ptr %16, align 8
  %46 = load ptr, ptr %11, align 8
  %47 = call i64 @value_of(ptr %46)
  store i64 %47, ptr %17, align 8
  %48 = load i64, ptr %9, align 8
  %49 = load ptr, ptr %8, align 8
  %50 = getelementptr inbounds nuw %struct.sack, ptr %49, i32 0, i32 1
  %51 = load i64, ptr %50, align 8
  %52 = add i64 %48, %51
  store i64 %52, ptr %18, align 8
  store i64 -1, ptr %19, align 8
  store i64 0, ptr %20, align 8
  %53 = load ptr, ptr %16, align 8
  %54 = load i64, ptr @Acknowledgements__late_bytes, align 8
  %55 = call i64 @get_int(ptr %53, i64 %54)
  store i64 %55, ptr %21, align 8
  %56 = load ptr, ptr %14, align 8
  %57 = load i64, ptr @QpCounters_sacks_received, align 8
  call void @add(ptr %56, i64 %57, i64 1)
  store i8 0, ptr %22, align 1
  %58 = load ptr, ptr %10, align 8
  %59 = icmp ne ptr %58, null
  %60 = zext i1 %59 to i8
  store i8 %60, ptr %23, align 1
  %61 = load i8, ptr %23, align 1
  %62 = trunc i8 %61 to i1
  br i1 %62, label %63, label %75

63:
  %64 = load ptr, ptr %10, align 8
  %65 = load i64, ptr @SentPacket_first_sent_ns, align 8
  %66 = call i64 @get_int(ptr %64, i64 %65)
  store i64 %66, ptr %19, align 8
  %67 = load ptr, ptr %10, align 8
  %68 = load i64, ptr @SentPacket_size, align 8
  %69 = call i64 @get_int(ptr %67, i64 %68)
  %70 = load ptr, ptr %12, align 8
  %71 = load i64, ptr @SendState_full_size, align 8
  %72 = call i64 @get_int(ptr %70, i64 %71)
  %73 = icmp sge i64 %69, %72
  %74 = zext i1 %73 to i8
  store i8 %74, ptr %22, align 1
  br label %75

75:
  %76 = load ptr, ptr %12, align 8
  %77 = load ptr, ptr %8, align 8
  %78 = load i64, ptr %9, align 8
  %79 = load ptr, ptr %11, align 8
  %80 = call zeroext i1 @deliver_all(ptr %76, ptr %77, i64 %78, ptr %79, ptr %20, ptr %21)
  br i1 %80, label %85, label %81

81:
  %82 = load ptr, ptr %16, align 8
  %83 = load i64, ptr @Acknowledgements__late_bytes, align 8
  %84 = load i64, ptr %21, align 8
  call void @put_int(ptr %82, i64 %83, i64 %84)
  store i1 false, ptr %6, align 1
  store i32 1, ptr %24, align 4
  br label %257

85:
  %86 = load ptr, ptr %7, align 8
  %87 = getelementptr inbounds nuw %struct.sending, ptr %86, i32 0, i32 0
  %88 = load ptr, ptr %87, align 8
  %89 = load i64, ptr @Requestor_acknowledgements, align 8
  %90 = call ptr @get(ptr %88, i64 %89)
  store ptr %90, ptr %16, align 8
  %91 = load i64, ptr %21, align 8
  %92 = icmp ne i64 %91, 0
  br i1 %92, label %98, label %93

93:
  %94 = load ptr, ptr %16, align 8
  %95 = load i64, ptr @Acknowledgements__late_bytes, align 8
  %96 = call i64 @get_int(ptr %94, i64 %95)
  %97 = icmp ne i64 %96, 0
  br i1 %97, label %98, label %101

98:
  %99 = load ptr, ptr %16, align 8
  %100 = load i64, ptr @Acknowledgements__late_bytes, align 8
  call void @put_int(ptr %99, i64 %100, i64 0)
  br label %101

101:
  %102 = load i64, ptr %9, align 8
  %103 = load ptr, ptr %13, align 8
  %104 = load i64, ptr @InFlight_una, align 8
  %105 = call i64 @get_int(ptr %103, i64 %104)
  %106 = icmp sge i64 %102, %105
  br i1 %106, label %107, label %112

107:
  %108 = load ptr, ptr %13, align 8
  %109 = load i64, ptr @InFlight_una, align 8
  %110 = load i64, ptr %9, align 8
  %111 = add i64 %110, 1
  call void @put_int(ptr %108, i64 %109, i64 %111)
  br label %112

112:
  %113 = load ptr, ptr %13, align 8
  %114 = load i64, ptr %18, align 8
  %115 = call i64 @own_report(ptr %113, i64 %114)
  store i64 %115, ptr %25, align 8
  %116 = load i8, ptr %23, align 1
  %117 = trunc i8 %116 to i1
  br i1 %117, label %120, label %118

118:
  %119 = load i64, ptr %25, align 8
  store i64 %119, ptr %19, align 8
  br label %120

120:
  %121 = load i64, ptr %19, align 8
  %122 = icmp sge i64 %121, 0
  br i1 %122, label %123, label %144

123:
  %124 = load i64, ptr %19, align 8
  %125 = load ptr, ptr %13, align 8
  %126 = load i64, ptr @InFlight_first_ns, align 8
  %127 = call i64 @get_int(ptr %125, i64 %126)
  %128 = icmp sgt i64 %124, %127
  br i1 %128, label %129, label %133

129:
  %130 = load ptr, ptr %13, align 8
  %131 = load i64, ptr @InFlight_first_ns, align 8
  %132 = load i64, ptr %19, align 8
  call void @put_int(ptr %130, i64 %131, i64 %132)
  br label %133

133:
  %134 = load i64, ptr %19, align 8
  %135 = load ptr, ptr %13, align 8
  %136 = load i64, ptr @InFlight_again_ns, align 8
  %137 = call i64 @get_int(ptr %135, i64 %136)
  %138 = icmp sgt i64 %134, %137
  br i1 %138, label %139, label %143

139:
  %140 = load ptr, ptr %13, align 8
  %141 = load i64, ptr @InFlight_again_ns, align 8
  %142 = load i64, ptr %19, align 8
  call void @put_int(ptr %140, i64 %141, i64 %142)
  br label %143

143:
  br label %144

144:
  %145 = load ptr, ptr %8, align 8
  %146 = getelementptr inbounds nuw %struct.sack, ptr %145, i32 0, i32 0
  %147 = load i64, ptr %146, align 8
  %148 = icmp ne i64 %147, 0
  br i1 %148, label %149, label %161

149:
  %150 = load ptr, ptr %14, align 8
  %151 = load i64, ptr @QpCounters_sacks_marked, align 8
  call void @add(ptr %150, i64 %151, i64 1)
  %152 = load ptr, ptr %12, align 8
  %153 = load i64, ptr @SendState_evs, align 8
  %154 = call ptr @get(ptr %152, i64 %153)
  %155 = load ptr, ptr %8, align 8
  %156 = load i64, ptr %19, align 8
  %157 = load ptr, ptr %11, align 8
  %158 = call zeroext i1 @tell_mark(ptr %154, ptr %155, i64 %156, ptr %157)
  br i1 %158, label %160, label %159

159:
  store i1 false, ptr %6, align 1
  store i32 1, ptr %24, align 4
  br label %256

160:
  br label %161

161:
  store i64 -1, ptr %26, align 8
  store i64 -1, ptr %27, align 8
  %162 = load i64, ptr %19, align 8
  %163 = icmp sge i64 %162, 0
  br i1 %163, label %164, label %217

164:
  store i64 0, ptr %28, align 8
  %165 = load ptr, ptr %12, align 8
  %166 = load i64, ptr @SendState_service_time, align 8
  %167 = call zeroext i1 @is_true(ptr %165, i64 %166)
  br i1 %167, label %168, label %190

168:
  %169 = load ptr, ptr %12, align 8
  %170 = load i64, ptr @SendState_frames, align 8
  %171 = call ptr @get(ptr %169, i64 %170)
  %172 = load i64, ptr @QpFrames_timestamps, align 8
  %173 = call zeroext i1 @is_true(ptr %171, i64 %172)
  br i1 %173, label %174, label %190

174:
  %175 = load ptr, ptr %8, align 8
  %176 = getelementptr inbounds nuw %struct.sack, ptr %175, i32 0, i32 5
  %177 = load i64, ptr %176, align 8
  %178 = load i64, ptr %19, align 8
  %179 = call i64 @tick(i64 %178)
  %180 = sub i64 %177, %179
  %181 = and i64 %180, 65535
  %182 = mul i64 %181, 128
  store i64 %182, ptr %28, align 8
  %183 = load i64, ptr %28, align 8
  %184 = load i64, ptr %17, align 8
  %185 = load i64, ptr %19, align 8
  %186 = sub i64 %184, %185
  %187 = icmp sge i64 %183, %186
  br i1 %187, label %188, label %189

188:
  store i64 -1, ptr %28, align 8
  br label %189

189:
  br label %190

190:
  %191 = load i64, ptr %28, align 8
  %192 = icmp sge i64 %191, 0
  br i1 %192, label %193, label %206

193:
  %194 = load i64, ptr %17, align 8
  %195 = load i64, ptr %19, align 8
  %196 = sub i64 %194, %195
  %197 = load i64, ptr %28, align 8
  %198 = sub i64 %196, %197
  store i64 %198, ptr %26, align 8
  %199 = load ptr, ptr %12, align 8
  %200 = load ptr, ptr %8, align 8
  %201 = load i64, ptr %26, align 8
  %202 = load ptr, ptr %11, align 8
  %203 = call zeroext i1 @note_trip(ptr %199, ptr %200, i64 %201, ptr %202)
  br i1 %203, label %205, label %204

204:
  store i1 false, ptr %6, align 1
  store i32 1, ptr %24, align 4
  br label %214

205:
  br label %206

206:
  %207 = load i8, ptr %22, align 1
  %208 = trunc i8 %207 to i1
  br i1 %208, label %209, label %213

209:
  %210 = load i64, ptr %17, align 8
  %211 = load i64, ptr %19, align 8
  %212 = sub i64 %210, %211
  store i64 %212, ptr %27, align 8
  br label %213

213:
  store i32 0, ptr %24, align 4
  br label %214

214:
  %215 = load i32, ptr %24, align 4
  switch i32 %215, label %255 [
    i32 0, label %216
  ]

216:
  br label %217

217:
  %218 = load ptr, ptr %15, align 8
  %219 = load ptr, ptr %8, align 8
  %220 = load i64, ptr %20, align 8
  %221 = load i64, ptr %21, align 8
  %222 = load i64, ptr %26, align 8
  %223 = load i64, ptr %27, align 8
  %224 = load i64, ptr %17, align 8
  %225 = call zeroext i1 @tell_account(ptr %218, ptr %219, i64 %220, i64 %221, i64 %222, i64 %223, i64 %224)
  br i1 %225, label %226, label %243

226:
  %227 = load i64, ptr %20, align 8
  %228 = icmp ne i64 %227, 0
  br i1 %228, label %232, label %229

229:
  %230 = load i64, ptr %21, align 8
  %231 = icmp ne i64 %230, 0
  br i1 %231, label %232, label %239

232:
  %233 = load ptr, ptr %15, align 8
  %234 = load ptr, ptr %13, align 8
  %235 = load i64, ptr @InFlight_again_ns, align 8
  %236 = call i64 @get_int(ptr %234, i64 %235)
  %237 = load ptr, ptr %11, align 8
  %238 = call zeroext i1 @heard(ptr %233, i64 %236, ptr %237)
  br i1 %238, label %239, label %243

239:
  %240 = load ptr, ptr %12, align 8
  %241 = load ptr, ptr %11, align 8
  %242 = call zeroext i1 @infer(ptr %240, ptr %241)
  br i1 %242, label %244, label %243

243:
  store i1 false, ptr %6, align 1
  store i32 1, ptr %24, align 4
  br label %255

244:
  %245 = load ptr, ptr %12, align 8
  %246 = load i64, ptr @SendState_stale, align 8
  %247 = call zeroext i1 @is_true(ptr %245, i64 %246)
  br i1 %247, label %254, label %248

248:
  %249 = load ptr, ptr %12, align 8
  %250 = call zeroext i1 @stalled(ptr %249)
  br i1 %250, label %251, label %254

251:
  %252 = load ptr, ptr %12, align 8
  %253 = load i64, ptr @SendState_stale, align 8
  call void @put_bool(ptr %252, i64 %253, i1 zeroext true)
  br label %254

254:
  store i1 true, ptr %6, align 1
  store i32 1, ptr %24, align 4
  br label %255

255:
  br label %256

256:
  br label %257

257:
  %258 = load i1, ptr %6, align 1
  ret i1 %258
}

declare void @let_sending_go(ptr)

define internal ptr @place_of(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = icmp ne ptr %5, null
  br i1 %6, label %7, label %16

7:
  %8 = load ptr, ptr %3, align 8
  %9 = call ptr @type_of(ptr %8)
  %10 = load ptr, ptr @the, align 8
  %11 = load i64, ptr %4, align 8
  %12 = lshr i64 %11, 16
  %13 = getelementptr inbounds nuw ptr, ptr %10, i64 %12
  %14 = load ptr, ptr %13, align 8
  %15 = icmp ne ptr %9, %14
  br label %16

16:
  %17 = phi i1 [ true, %2 ], [ %15, %7 ]
  %18 = zext i1 %17 to i32
  %19 = sext i32 %18 to i64
  %20 = call i64 @llvm.expect.i64(i64 %19, i64 0)
  %21 = icmp ne i64 %20, 0
  br i1 %21, label %22, label %25

22:
  %23 = load ptr, ptr %3, align 8
  %24 = load i64, ptr %4, align 8
  call void @strange(ptr %23, i64 %24)
  unreachable

25:
  %26 = load ptr, ptr %3, align 8
  %27 = load i64, ptr %4, align 8
  %28 = and i64 %27, 65535
  %29 = getelementptr inbounds nuw i8, ptr %26, i64 %28
  ret ptr %29
}

declare i64 @llvm.expect.i64(i64, i64)

declare void @strange(ptr, i64)

define internal void @Py_IncRef(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %4 = load ptr, ptr %2, align 8
  store ptr %4, ptr %3, align 8
  %5 = load ptr, ptr %2, align 8
  %6 = icmp ne ptr %5, null
  br i1 %6, label %7, label %15

7:
  %8 = load ptr, ptr %3, align 8
  %9 = load i32, ptr %8, align 4
  %10 = icmp sge i32 %9, 0
  br i1 %10, label %11, label %15

11:
  %12 = load ptr, ptr %3, align 8
  %13 = load i32, ptr %12, align 4
  %14 = add i32 %13, 1
  store i32 %14, ptr %12, align 4
  br label %15

15:
  ret void
}

define internal zeroext i1 @rewrite(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca i1, align 1
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = getelementptr inbounds i64, ptr %9, i64 2
  %11 = load i64, ptr %10, align 8
  store i64 %11, ptr %6, align 8
  %12 = load ptr, ptr %4, align 8
  %13 = getelementptr inbounds i32, ptr %12, i64 6
  store ptr %13, ptr %7, align 8
  %14 = load i64, ptr %5, align 8
  %15 = icmp sle i64 %14, 256
  br i1 %15, label %27, label %16

16:
  %17 = load ptr, ptr %4, align 8
  %18 = call zeroext i1 @is_held_once(ptr %17)
  br i1 %18, label %19, label %27

19:
  %20 = load ptr, ptr %4, align 8
  %21 = call ptr @type_of(ptr %20)
  %22 = load ptr, ptr @the, align 8
  %23 = load i64, ptr @the_int, align 8
  %24 = getelementptr inbounds nuw ptr, ptr %22, i64 %23
  %25 = load ptr, ptr %24, align 8
  %26 = icmp ne ptr %21, %25
  br i1 %26, label %27, label %28

27:
  store i1 false, ptr %3, align 1
  store i32 1, ptr %8, align 4
  br label %66

28:
  %29 = load i64, ptr %6, align 8
  %30 = load i64, ptr @long_digit, align 8
  %31 = icmp eq i64 %29, %30
  br i1 %31, label %32, label %41

32:
  %33 = load i64, ptr %5, align 8
  %34 = ashr i64 %33, 30
  %35 = icmp ne i64 %34, 0
  br i1 %35, label %41, label %36

36:
  %37 = load i64, ptr %5, align 8
  %38 = trunc i64 %37 to i32
  %39 = load ptr, ptr %7, align 8
  %40 = getelementptr inbounds i32, ptr %39, i64 0
  store i32 %38, ptr %40, align 4
  store i1 true, ptr %3, align 1
  store i32 1, ptr %8, align 4
  br label %66

41:
  %42 = load i64, ptr %6, align 8
  %43 = load i64, ptr @long_digit, align 8
  %44 = mul i64 2, %43
  %45 = icmp ne i64 %42, %44
  br i1 %45, label %54, label %46

46:
  %47 = load i64, ptr %5, align 8
  %48 = ashr i64 %47, 30
  %49 = icmp ne i64 %48, 0
  br i1 %49, label %50, label %54

50:
  %51 = load i64, ptr %5, align 8
  %52 = ashr i64 %51, 60
  %53 = icmp ne i64 %52, 0
  br i1 %53, label %54, label %55

54:
  store i1 false, ptr %3, align 1
  store i32 1, ptr %8, align 4
  br label %66

55:
  %56 = load i64, ptr %5, align 8
  %57 = trunc i64 %56 to i32
  %58 = and i32 %57, 1073741823
  %59 = load ptr, ptr %7, align 8
  %60 = getelementptr inbounds i32, ptr %59, i64 0
  store i32 %58, ptr %60, align 4
  %61 = load i64, ptr %5, align 8
  %62 = ashr i64 %61, 30
  %63 = trunc i64 %62 to i32
  %64 = load ptr, ptr %7, align 8
  %65 = getelementptr inbounds i32, ptr %64, i64 1
  store i32 %63, ptr %65, align 4
  store i1 true, ptr %3, align 1
  store i32 1, ptr %8, align 4
  br label %66

66:
  %67 = load i1, ptr %3, align 1
  ret i1 %67
}

define internal zeroext i1 @is_held_once(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr %3, align 8
  %5 = icmp eq i64 %4, 1
  ret i1 %5
}

declare i32 @PyList_Append(ptr, ptr)

declare ptr @order_of(ptr, i64)

declare ptr @PyDict_New()

declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)

define internal zeroext i1 @tell_found(ptr %0, ptr %1, i64 %2, ptr %3, ptr %4, ptr %5) nounwind {
  %7 = alloca i1, align 1
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca ptr, align 8
  %15 = alloca i64, align 8
  %16 = alloca i64, align 8
  %17 = alloca i32, align 4
  store ptr %0, ptr %8, align 8
  store ptr %1, ptr %9, align 8
  store i64 %2, ptr %10, align 8
  store ptr %3, ptr %11, align 8
  store ptr %4, ptr %12, align 8
  store ptr %5, ptr %13, align 8
  %18 = load ptr, ptr %8, align 8
  %19 = load i64, ptr @SendState_flight, align 8
  %20 = call ptr @get(ptr %18, i64 %19)
  store ptr %20, ptr %14, align 8
  %21 = load ptr, ptr %9, align 8
  %22 = call i64 @list_size(ptr %21)
  store i64 %22, ptr %15, align 8
  %23 = load i64, ptr %15, align 8
  %24 = icmp ne i64 %23, 0
  br i1 %24, label %25, label %39

25:
  %26 = load ptr, ptr %14, align 8
  %27 = load i64, ptr @InFlight_again_ns, align 8
  %28 = load ptr, ptr %14, align 8
  %29 = load i64, ptr @InFlight_again_ns, align 8
  %30 = call i64 @get_int(ptr %28, i64 %29)
  %31 = load ptr, ptr %14, align 8
  %32 = load i64, ptr @InFlight_first_ns, align 8
  %33 = call i64 @get_int(ptr %31, i64 %32)
  %34 = call i64 @most(i64 %30, i64 %33)
  call void @put_int(ptr %26, i64 %27, i64 %34)
  %35 = load ptr, ptr %14, align 8
  %36 = load i64, ptr @InFlight_reported_ns, align 8
  %37 = load ptr, ptr %11, align 8
  %38 = call ptr @kept(ptr %37)
  call void @put(ptr %35, i64 %36, ptr %38)
  br label %39

39:
  store i64 0, ptr %16, align 8
  br label %40

40:
  %41 = load i64, ptr %16, align 8
  %42 = load i64, ptr %15, align 8
  %43 = icmp slt i64 %41, %42
  br i1 %43, label %45, label %44

44:
  store i32 2, ptr %17, align 4
  br label %58

45:
  %46 = load ptr, ptr %8, align 8
  %47 = load i64, ptr @SendState_evs, align 8
  %48 = call ptr @get(ptr %46, i64 %47)
  %49 = load ptr, ptr %9, align 8
  %50 = load i64, ptr %16, align 8
  %51 = call ptr @list_item(ptr %49, i64 %50)
  %52 = call zeroext i1 @tell_evs(ptr %48, ptr %51)
  br i1 %52, label %54, label %53

53:
  store i1 false, ptr %7, align 1
  store i32 1, ptr %17, align 4
  br label %58

54:
  br label %55

55:
  %56 = load i64, ptr %16, align 8
  %57 = add i64 %56, 1
  store i64 %57, ptr %16, align 8
  br label %40

58:
  %59 = load i32, ptr %17, align 4
  switch i32 %59, label %67 [
    i32 2, label %60
  ]

60:
  %61 = load ptr, ptr %8, align 8
  %62 = load ptr, ptr %9, align 8
  %63 = load i64, ptr %10, align 8
  %64 = load ptr, ptr %11, align 8
  %65 = load ptr, ptr %12, align 8
  %66 = load ptr, ptr %13, align 8
  call void @count_delivered(ptr %61, ptr %62, i64 %63, ptr %64, ptr %65, ptr %66)
  store i1 true, ptr %7, align 1
  store i32 1, ptr %17, align 4
  br label %67

67:
  %68 = load i1, ptr %7, align 1
  ret i1 %68
}

declare void @forget_packets(ptr)

define internal zeroext i1 @tell_evs(ptr %0, ptr %1) nounwind {
  %3 = alloca i1, align 1
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  %13 = alloca ptr, align 8
  %14 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %15 = load ptr, ptr %5, align 8
  %16 = load i64, ptr @SentPacket_sent_ns, align 8
  %17 = call ptr @get(ptr %15, i64 %16)
  store ptr %17, ptr %6, align 8
  %18 = load ptr, ptr %4, align 8
  %19 = load i64, ptr @EvSet_entries, align 8
  %20 = call ptr @get(ptr %18, i64 %19)
  %21 = load ptr, ptr %5, align 8
  %22 = load i64, ptr @SentPacket_entropy, align 8
  %23 = call ptr @get(ptr %21, i64 %22)
  %24 = call ptr @PyDict_GetItemWithError(ptr %20, ptr %23)
  store ptr %24, ptr %7, align 8
  %25 = load ptr, ptr %6, align 8
  %26 = call i64 @value_of(ptr %25)
  store i64 %26, ptr %8, align 8
  %27 = load ptr, ptr %7, align 8
  %28 = icmp ne ptr %27, null
  br i1 %28, label %29, label %128

29:
  %30 = load ptr, ptr %7, align 8
  %31 = load i64, ptr @EvEntry_told_lately, align 8
  %32 = call i64 @get_int(ptr %30, i64 %31)
  %33 = add i64 %32, 1
  store i64 %33, ptr %9, align 8
  %34 = load ptr, ptr %7, align 8
  %35 = load i64, ptr @EvEntry_told_back, align 8
  call void @add(ptr %34, i64 %35, i64 1)
  %36 = load i64, ptr %9, align 8
  %37 = icmp sge i64 %36, 64
  br i1 %37, label %38, label %47

38:
  %39 = load i64, ptr %9, align 8
  %40 = ashr i64 %39, 1
  store i64 %40, ptr %9, align 8
  %41 = load ptr, ptr %7, align 8
  %42 = load i64, ptr @EvEntry_marked_lately, align 8
  %43 = load ptr, ptr %7, align 8
  %44 = load i64, ptr @EvEntry_marked_lately, align 8
  %45 = call i64 @get_int(ptr %43, i64 %44)
  %46 = ashr i64 %45, 1
  call void @put_int(ptr %41, i64 %42, i64 %46)
  br label %47

47:
  %48 = load ptr, ptr %7, align 8
  %49 = load i64, ptr @EvEntry_told_lately, align 8
  %50 = load i64, ptr %9, align 8
  call void @put_int(ptr %48, i64 %49, i64 %50)
  %51 = load i64, ptr %8, align 8
  %52 = load ptr, ptr %7, align 8
  %53 = load i64, ptr @EvEntry_proof_ns, align 8
  %54 = call i64 @get_int(ptr %52, i64 %53)
  %55 = icmp sgt i64 %51, %54
  br i1 %55, label %56, label %124

56:
  %57 = load ptr, ptr %7, align 8
  %58 = load i64, ptr @EvEntry_proof_ns, align 8
  %59 = load ptr, ptr %6, align 8
  %60 = call ptr @kept(ptr %59)
  call void @put(ptr %57, i64 %58, ptr %60)
  %61 = load ptr, ptr %4, align 8
  %62 = load i64, ptr @EvSet_health, align 8
  %63 = call ptr @get(ptr %61, i64 %62)
  store ptr %63, ptr %10, align 8
  %64 = load ptr, ptr %7, align 8
  %65 = load i64, ptr @EvEntry_plane, align 8
  %66 = call ptr @get(ptr %64, i64 %65)
  store ptr %66, ptr %11, align 8
  %67 = load ptr, ptr %11, align 8
  %68 = call i64 @value_of(ptr %67)
  store i64 %68, ptr %12, align 8
  %69 = load ptr, ptr %10, align 8
  %70 = load ptr, ptr @the, align 8
  %71 = load i64, ptr @the_None, align 8
  %72 = getelementptr inbounds nuw ptr, ptr %70, i64 %71
  %73 = load ptr, ptr %72, align 8
  %74 = icmp eq ptr %69, %73
  br i1 %74, label %75, label %76

75:
  br label %80

76:
  %77 = load ptr, ptr %10, align 8
  %78 = load i64, ptr @PlaneHealth_heard_ns, align 8
  %79 = call ptr @get(ptr %77, i64 %78)
  br label %80

80:
  %81 = phi ptr [ null, %75 ], [ %79, %76 ]
  store ptr %81, ptr %13, align 8
  %82 = load ptr, ptr %13, align 8
  %83 = icmp ne ptr %82, null
  br i1 %83, label %84, label %120

84:
  %85 = load ptr, ptr %5, align 8
  %86 = load i64, ptr @SentPacket_sends, align 8
  %87 = call i64 @get_int(ptr %85, i64 %86)
  %88 = icmp eq i64 %87, 1
  br i1 %88, label %89, label %120

89:
  %90 = load i64, ptr %8, align 8
  %91 = load ptr, ptr %13, align 8
  %92 = load i64, ptr %12, align 8
  %93 = call ptr @list_item(ptr %91, i64 %92)
  %94 = call i64 @value_of(ptr %93)
  %95 = icmp sgt i64 %90, %94
  br i1 %95, label %96, label %120

96:
  %97 = load ptr, ptr %10, align 8
  %98 = load i64, ptr @PlaneHealth_watched, align 8
  %99 = call i64 @get_int(ptr %97, i64 %98)
  %100 = load i64, ptr %12, align 8
  %101 = ashr i64 %99, %100
  %102 = and i64 %101, 1
  %103 = icmp ne i64 %102, 0
  br i1 %103, label %104, label %113

104:
  %105 = load ptr, ptr %10, align 8
  %106 = load i64, ptr @the_heard, align 8
  %107 = load ptr, ptr %11, align 8
  %108 = load ptr, ptr %6, align 8
  %109 = call ptr @method_2(ptr %105, i64 %106, ptr %107, ptr %108)
  %110 = call zeroext i1 @done(ptr %109)
  br i1 %110, label %112, label %111

111:
  store i1 false, ptr %3, align 1
  store i32 1, ptr %14, align 4
  br label %121

112:
  br label %119

113:
  %114 = load ptr, ptr %13, align 8
  %115 = load i64, ptr %12, align 8
  %116 = load ptr, ptr %6, align 8
  %117 = call ptr @kept(ptr %116)
  %118 = call i32 @PyList_SetItem(ptr %114, i64 %115, ptr %117)
  br label %119

119:
  br label %120

120:
  store i32 0, ptr %14, align 4
  br label %121

121:
  %122 = load i32, ptr %14, align 4
  switch i32 %122, label %125 [
    i32 0, label %123
  ]

123:
  br label %124

124:
  store i32 0, ptr %14, align 4
  br label %125

125:
  %126 = load i32, ptr %14, align 4
  switch i32 %126, label %146 [
    i32 0, label %127
  ]

127:
  br label %128

128:
  %129 = load i64, ptr %8, align 8
  %130 = load ptr, ptr %4, align 8
  %131 = load i64, ptr @EvSet__proof_ns, align 8
  %132 = call i64 @get_int(ptr %130, i64 %131)
  %133 = icmp sge i64 %129, %132
  br i1 %133, label %134, label %145

134:
  %135 = load ptr, ptr %4, align 8
  %136 = load i64, ptr @EvSet__proof_ns, align 8
  %137 = load ptr, ptr %6, align 8
  %138 = call ptr @kept(ptr %137)
  call void @put(ptr %135, i64 %136, ptr %138)
  %139 = load ptr, ptr %4, align 8
  %140 = load i64, ptr @EvSet__proof, align 8
  %141 = load ptr, ptr %5, align 8
  %142 = load i64, ptr @SentPacket_entropy, align 8
  %143 = call ptr @get(ptr %141, i64 %142)
  %144 = call ptr @kept(ptr %143)
  call void @put(ptr %139, i64 %140, ptr %144)
  br label %145

145:
  store i1 true, ptr %3, align 1
  store i32 1, ptr %14, align 4
  br label %146

146:
  %147 = load i1, ptr %3, align 1
  ret i1 %147
}

define internal ptr @list_item(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = load i64, ptr @the_list, align 8
  %8 = call zeroext i1 @is_a(ptr %6, i64 %7)
  br i1 %8, label %9, label %24

9:
  %10 = load i64, ptr %5, align 8
  %11 = icmp sge i64 %10, 0
  br i1 %11, label %12, label %24

12:
  %13 = load i64, ptr %5, align 8
  %14 = load ptr, ptr %4, align 8
  %15 = call i64 @word_of(ptr %14, i64 2)
  %16 = icmp slt i64 %13, %15
  br i1 %16, label %17, label %24

17:
  %18 = load ptr, ptr %4, align 8
  %19 = call i64 @word_of(ptr %18, i64 3)
  %20 = inttoptr i64 %19 to ptr
  %21 = load i64, ptr %5, align 8
  %22 = getelementptr inbounds ptr, ptr %20, i64 %21
  %23 = load ptr, ptr %22, align 8
  store ptr %23, ptr %3, align 8
  br label %28

24:
  %25 = load ptr, ptr %4, align 8
  %26 = load i64, ptr %5, align 8
  %27 = call ptr @PyList_GetItem(ptr %25, i64 %26)
  store ptr %27, ptr %3, align 8
  br label %28

28:
  %29 = load ptr, ptr %3, align 8
  ret ptr %29
}

define internal void @count_delivered(ptr %0, ptr %1, i64 %2, ptr %3, ptr %4, ptr %5) nounwind {
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca i64, align 8
  %15 = alloca i64, align 8
  %16 = alloca i64, align 8
  %17 = alloca i8, align 1
  %18 = alloca i64, align 8
  %19 = alloca i64, align 8
  %20 = alloca ptr, align 8
  %21 = alloca i64, align 8
  %22 = alloca i64, align 8
  store ptr %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store i64 %2, ptr %9, align 8
  store ptr %3, ptr %10, align 8
  store ptr %4, ptr %11, align 8
  store ptr %5, ptr %12, align 8
  %23 = load ptr, ptr %7, align 8
  %24 = load i64, ptr @SendState_counters, align 8
  %25 = call ptr @get(ptr %23, i64 %24)
  store ptr %25, ptr %13, align 8
  %26 = load ptr, ptr %10, align 8
  %27 = call i64 @value_of(ptr %26)
  store i64 %27, ptr %14, align 8
  %28 = load ptr, ptr %13, align 8
  %29 = load i64, ptr @QpCounters_worst_delivery_ns, align 8
  %30 = call i64 @get_int(ptr %28, i64 %29)
  store i64 %30, ptr %15, align 8
  store i64 0, ptr %16, align 8
  store i8 0, ptr %17, align 1
  %31 = load ptr, ptr %8, align 8
  %32 = call i64 @list_size(ptr %31)
  store i64 %32, ptr %18, align 8
  store i64 0, ptr %19, align 8
  br label %33

33:
  %34 = load i64, ptr %19, align 8
  %35 = load i64, ptr %18, align 8
  %36 = icmp slt i64 %34, %35
  br i1 %36, label %38, label %37

37:
  br label %102

38:
  %39 = load ptr, ptr %8, align 8
  %40 = load i64, ptr %19, align 8
  %41 = call ptr @list_item(ptr %39, i64 %40)
  store ptr %41, ptr %20, align 8
  %42 = load i64, ptr %14, align 8
  %43 = load ptr, ptr %20, align 8
  %44 = load i64, ptr @SentPacket_first_sent_ns, align 8
  %45 = call i64 @get_int(ptr %43, i64 %44)
  %46 = sub i64 %42, %45
  store i64 %46, ptr %21, align 8
  %47 = load ptr, ptr %20, align 8
  %48 = load i64, ptr @SentPacket_size, align 8
  %49 = call i64 @get_int(ptr %47, i64 %48)
  store i64 %49, ptr %22, align 8
  %50 = load i64, ptr %15, align 8
  %51 = load i64, ptr %21, align 8
  %52 = call i64 @most(i64 %50, i64 %51)
  store i64 %52, ptr %15, align 8
  %53 = load i64, ptr %21, align 8
  %54 = lshr i64 %53, 48
  %55 = icmp ne i64 %54, 0
  br i1 %55, label %56, label %60

56:
  %57 = load ptr, ptr %13, align 8
  %58 = load i64, ptr @QpCounters_total_delivery_ns, align 8
  %59 = load i64, ptr %21, align 8
  call void @add_any(ptr %57, i64 %58, i64 %59)
  br label %64

60:
  %61 = load i64, ptr %21, align 8
  %62 = load i64, ptr %16, align 8
  %63 = add i64 %62, %61
  store i64 %63, ptr %16, align 8
  br label %64

64:
  %65 = load i8, ptr %17, align 1
  %66 = trunc i8 %65 to i1
  br i1 %66, label %73, label %67

67:
  %68 = load ptr, ptr %20, align 8
  %69 = load i64, ptr @SentPacket_index, align 8
  %70 = call i64 @get_int(ptr %68, i64 %69)
  %71 = load i64, ptr %9, align 8
  %72 = icmp sge i64 %70, %71
  br label %73

73:
  %74 = phi i1 [ true, %64 ], [ %72, %67 ]
  %75 = zext i1 %74 to i8
  store i8 %75, ptr %17, align 1
  %76 = load ptr, ptr %20, align 8
  %77 = load i64, ptr @SentPacket_state, align 8
  %78 = call ptr @get(ptr %76, i64 %77)
  %79 = load ptr, ptr @the, align 8
  %80 = load i64, ptr @the_in_flight, align 8
  %81 = getelementptr inbounds nuw ptr, ptr %79, i64 %80
  %82 = load ptr, ptr %81, align 8
  %83 = icmp ne ptr %78, %82
  br i1 %83, label %88, label %84

84:
  %85 = load ptr, ptr %20, align 8
  %86 = load i64, ptr @SentPacket_given_up, align 8
  %87 = call zeroext i1 @is_true(ptr %85, i64 %86)
  br i1 %87, label %88, label %93

88:
  %89 = load i64, ptr %22, align 8
  %90 = load ptr, ptr %12, align 8
  %91 = load i64, ptr %90, align 8
  %92 = add i64 %91, %89
  store i64 %92, ptr %90, align 8
  br label %98

93:
  %94 = load i64, ptr %22, align 8
  %95 = load ptr, ptr %11, align 8
  %96 = load i64, ptr %95, align 8
  %97 = add i64 %96, %94
  store i64 %97, ptr %95, align 8
  br label %98

98:
  br label %99

99:
  %100 = load i64, ptr %19, align 8
  %101 = add i64 %100, 1
  store i64 %101, ptr %19, align 8
  br label %33

102:
  %103 = load i64, ptr %18, align 8
  %104 = icmp ne i64 %103, 0
  br i1 %104, label %105, label %115

105:
  %106 = load ptr, ptr %13, align 8
  %107 = load i64, ptr @QpCounters_worst_delivery_ns, align 8
  %108 = load i64, ptr %15, align 8
  call void @put_int(ptr %106, i64 %107, i64 %108)
  %109 = load ptr, ptr %13, align 8
  %110 = load i64, ptr @QpCounters_total_delivery_ns, align 8
  %111 = load i64, ptr %16, align 8
  call void @add_any(ptr %109, i64 %110, i64 %111)
  %112 = load ptr, ptr %13, align 8
  %113 = load i64, ptr @QpCounters_deliveries, align 8
  %114 = load i64, ptr %18, align 8
  call void @add(ptr %112, i64 %113, i64 %114)
  br label %115

115:
  %116 = load i8, ptr %17, align 1
  %117 = trunc i8 %116 to i1
  br i1 %117, label %118, label %121

118:
  %119 = load ptr, ptr %7, align 8
  %120 = load ptr, ptr %10, align 8
  call void @progress(ptr %119, ptr %120)
  br label %121

121:
  ret void
}

declare i32 @PyList_SetItem(ptr, i64, ptr)

define internal zeroext i1 @is_a(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = icmp ne ptr %5, null
  br i1 %6, label %7, label %15

7:
  %8 = load ptr, ptr %3, align 8
  %9 = call ptr @type_of(ptr %8)
  %10 = load ptr, ptr @the, align 8
  %11 = load i64, ptr %4, align 8
  %12 = getelementptr inbounds nuw ptr, ptr %10, i64 %11
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %9, %13
  br label %15

15:
  %16 = phi i1 [ false, %2 ], [ %14, %7 ]
  ret i1 %16
}

define internal i64 @word_of(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = getelementptr inbounds nuw i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8
  ret i64 %8
}

declare ptr @PyList_GetItem(ptr, i64)

define internal void @add_any(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  %9 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %10 = load ptr, ptr %4, align 8
  %11 = load i64, ptr %5, align 8
  %12 = call ptr @get(ptr %10, i64 %11)
  store ptr %12, ptr %7, align 8
  %13 = load ptr, ptr %7, align 8
  %14 = call ptr @type_of(ptr %13)
  %15 = load ptr, ptr @the, align 8
  %16 = load i64, ptr @the_int, align 8
  %17 = getelementptr inbounds nuw ptr, ptr %15, i64 %16
  %18 = load ptr, ptr %17, align 8
  %19 = icmp eq ptr %14, %18
  br i1 %19, label %20, label %35

20:
  %21 = load ptr, ptr %7, align 8
  %22 = getelementptr inbounds i64, ptr %21, i64 2
  %23 = load i64, ptr %22, align 8
  %24 = load i64, ptr @long_digit, align 8
  %25 = mul i64 2, %24
  %26 = icmp ule i64 %23, %25
  br i1 %26, label %27, label %35

27:
  %28 = load i64, ptr %6, align 8
  %29 = lshr i64 %28, 60
  %30 = icmp ne i64 %29, 0
  br i1 %30, label %35, label %31

31:
  %32 = load ptr, ptr %4, align 8
  %33 = load i64, ptr %5, align 8
  %34 = load i64, ptr %6, align 8
  call void @add(ptr %32, i64 %33, i64 %34)
  store i32 1, ptr %8, align 4
  br label %50

35:
  %36 = load i64, ptr %6, align 8
  %37 = call ptr @integer(i64 %36)
  store ptr %37, ptr %9, align 8
  %38 = load ptr, ptr %4, align 8
  %39 = load i64, ptr %5, align 8
  %40 = load ptr, ptr %9, align 8
  %41 = icmp ne ptr %40, null
  br i1 %41, label %42, label %46

42:
  %43 = load ptr, ptr %7, align 8
  %44 = load ptr, ptr %9, align 8
  %45 = call ptr @PyNumber_Add(ptr %43, ptr %44)
  br label %47

46:
  br label %47

47:
  %48 = phi ptr [ %45, %42 ], [ null, %46 ]
  call void @put(ptr %38, i64 %39, ptr %48)
  %49 = load ptr, ptr %9, align 8
  call void @Py_DecRef(ptr %49)
  store i32 0, ptr %8, align 4
  br label %50

50:
  %51 = load i32, ptr %8, align 4
  switch i32 %51, label %53 [
    i32 0, label %52
    i32 1, label %52
  ]

52:
  ret void

53:
  unreachable
}

declare ptr @PyNumber_Add(ptr, ptr)

declare i64 @PyLong_AsLong(ptr)

declare zeroext i1 @counts_as_true(ptr)

declare i32 @PyDict_Next(ptr, ptr, ptr, ptr)

declare ptr @PyLong_FromLong(i64)

declare ptr @PyObject_VectorcallMethod(ptr, ptr, i64, ptr)

declare void @_Py_Dealloc(ptr)

declare i64 @PyDict_Size(ptr)

declare i64 @PyList_Size(ptr)

define internal i64 @signed_16(i64 %0) nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = and i64 %3, 32768
  %5 = icmp ne i64 %4, 0
  br i1 %5, label %6, label %9

6:
  %7 = load i64, ptr %2, align 8
  %8 = sub i64 %7, 65536
  br label %11

9:
  %10 = load i64, ptr %2, align 8
  br label %11

11:
  %12 = phi i64 [ %8, %6 ], [ %10, %9 ]
  ret i64 %12
}

define internal i64 @read_16(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds i8, ptr %3, i64 0
  %5 = load i8, ptr %4, align 1
  %6 = zext i8 %5 to i64
  %7 = shl i64 %6, 8
  %8 = load ptr, ptr %2, align 8
  %9 = getelementptr inbounds i8, ptr %8, i64 1
  %10 = load i8, ptr %9, align 1
  %11 = zext i8 %10 to i64
  %12 = or i64 %7, %11
  ret i64 %12
}

define internal i64 @read_32(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i64 @read_16(ptr %3)
  %5 = shl i64 %4, 16
  %6 = load ptr, ptr %2, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 2
  %8 = call i64 @read_16(ptr %7)
  %9 = or i64 %5, %8
  ret i64 %9
}

define internal i64 @read_64(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i64 @read_32(ptr %3)
  %5 = shl i64 %4, 32
  %6 = load ptr, ptr %2, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 4
  %8 = call i64 @read_32(ptr %7)
  %9 = or i64 %5, %8
  ret i64 %9
}

declare i64 @PyObject_Size(ptr)

define internal ptr @seek(i64 %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca i64, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  store i64 %0, ptr %3, align 8
  %6 = load ptr, ptr @sought, align 8
  %7 = getelementptr inbounds i32, ptr %6, i64 6
  store ptr %7, ptr %4, align 8
  %8 = load i64, ptr %3, align 8
  %9 = icmp sle i64 %8, 256
  br i1 %9, label %17, label %10

10:
  %11 = load i64, ptr %3, align 8
  %12 = ashr i64 %11, 60
  %13 = icmp ne i64 %12, 0
  br i1 %13, label %17, label %14

14:
  %15 = load ptr, ptr @sought, align 8
  %16 = call zeroext i1 @is_held_once(ptr %15)
  br i1 %16, label %18, label %17

17:
  store ptr null, ptr %2, align 8
  store i32 1, ptr %5, align 4
  br label %42

18:
  %19 = load i64, ptr %3, align 8
  %20 = ashr i64 %19, 30
  %21 = icmp ne i64 %20, 0
  br i1 %21, label %22, label %25

22:
  %23 = load i64, ptr @long_digit, align 8
  %24 = mul i64 2, %23
  br label %27

25:
  %26 = load i64, ptr @long_digit, align 8
  br label %27

27:
  %28 = phi i64 [ %24, %22 ], [ %26, %25 ]
  %29 = load ptr, ptr @sought, align 8
  %30 = getelementptr inbounds i64, ptr %29, i64 2
  store i64 %28, ptr %30, align 8
  %31 = load i64, ptr %3, align 8
  %32 = trunc i64 %31 to i32
  %33 = and i32 %32, 1073741823
  %34 = load ptr, ptr %4, align 8
  %35 = getelementptr inbounds i32, ptr %34, i64 0
  store i32 %33, ptr %35, align 4
  %36 = load i64, ptr %3, align 8
  %37 = ashr i64 %36, 30
  %38 = trunc i64 %37 to i32
  %39 = load ptr, ptr %4, align 8
  %40 = getelementptr inbounds i32, ptr %39, i64 1
  store i32 %38, ptr %40, align 4
  %41 = load ptr, ptr @sought, align 8
  store ptr %41, ptr %2, align 8
  store i32 1, ptr %5, align 4
  br label %42

42:
  %43 = load ptr, ptr %2, align 8
  ret ptr %43
}

define internal zeroext i1 @deliver_all(ptr %0, ptr %1, i64 %2, ptr %3, ptr %4, ptr %5) nounwind {
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca ptr, align 8
  %15 = alloca i64, align 8
  %16 = alloca i64, align 8
  %17 = alloca i8, align 1
  %18 = alloca i64, align 8
  %19 = alloca i64, align 8
  store ptr %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store i64 %2, ptr %9, align 8
  store ptr %3, ptr %10, align 8
  store ptr %4, ptr %11, align 8
  store ptr %5, ptr %12, align 8
  %20 = load ptr, ptr %7, align 8
  %21 = load i64, ptr @SendState_flight, align 8
  %22 = call ptr @get(ptr %20, i64 %21)
  store ptr %22, ptr %13, align 8
  %23 = call ptr @PyList_New(i64 0)
  store ptr %23, ptr %14, align 8
  %24 = load ptr, ptr %13, align 8
  %25 = load i64, ptr @InFlight_una, align 8
  %26 = call i64 @get_int(ptr %24, i64 %25)
  store i64 %26, ptr %15, align 8
  %27 = load i64, ptr %9, align 8
  %28 = load ptr, ptr %8, align 8
  %29 = getelementptr inbounds nuw %struct.sack, ptr %28, i32 0, i32 4
  %30 = load i64, ptr %29, align 8
  %31 = add i64 %27, %30
  store i64 %31, ptr %16, align 8
  %32 = load ptr, ptr %14, align 8
  %33 = icmp ne ptr %32, null
  %34 = zext i1 %33 to i8
  store i8 %34, ptr %17, align 1
  %35 = load i64, ptr %15, align 8
  store i64 %35, ptr %18, align 8
  br label %36

36:
  %37 = load i8, ptr %17, align 1
  %38 = trunc i8 %37 to i1
  br i1 %38, label %39, label %43

39:
  %40 = load i64, ptr %18, align 8
  %41 = load i64, ptr %9, align 8
  %42 = icmp sle i64 %40, %41
  br label %43

43:
  %44 = phi i1 [ false, %36 ], [ %42, %39 ]
  br i1 %44, label %46, label %45

45:
  br label %56

46:
  %47 = load ptr, ptr %13, align 8
  %48 = load i64, ptr %18, align 8
  %49 = load ptr, ptr %14, align 8
  %50 = load ptr, ptr %10, align 8
  %51 = call zeroext i1 @deliver(ptr %47, i64 %48, ptr %49, ptr %50)
  %52 = zext i1 %51 to i8
  store i8 %52, ptr %17, align 1
  br label %53

53:
  %54 = load i64, ptr %18, align 8
  %55 = add i64 %54, 1
  store i64 %55, ptr %18, align 8
  br label %36

56:
  %57 = load ptr, ptr %8, align 8
  %58 = getelementptr inbounds nuw %struct.sack, ptr %57, i32 0, i32 9
  %59 = load i64, ptr %58, align 8
  store i64 %59, ptr %19, align 8
  br label %60

60:
  %61 = load i8, ptr %17, align 1
  %62 = trunc i8 %61 to i1
  br i1 %62, label %63, label %66

63:
  %64 = load i64, ptr %19, align 8
  %65 = icmp ne i64 %64, 0
  br label %66

66:
  %67 = phi i1 [ false, %60 ], [ %65, %63 ]
  br i1 %67, label %69, label %68

68:
  br label %86

69:
  %70 = load ptr, ptr %13, align 8
  %71 = load i64, ptr %16, align 8
  %72 = load i64, ptr %19, align 8
  %73 = call i64 @llvm.cttz.i64(i64 %72, i1 true)
  %74 = trunc i64 %73 to i32
  %75 = sext i32 %74 to i64
  %76 = add i64 %71, %75
  %77 = load ptr, ptr %14, align 8
  %78 = load ptr, ptr %10, align 8
  %79 = call zeroext i1 @deliver(ptr %70, i64 %76, ptr %77, ptr %78)
  %80 = zext i1 %79 to i8
  store i8 %80, ptr %17, align 1
  br label %81

81:
  %82 = load i64, ptr %19, align 8
  %83 = sub i64 %82, 1
  %84 = load i64, ptr %19, align 8
  %85 = and i64 %84, %83
  store i64 %85, ptr %19, align 8
  br label %60

86:
  %87 = load i8, ptr %17, align 1
  %88 = trunc i8 %87 to i1
  br i1 %88, label %89, label %99

89:
  %90 = load ptr, ptr %13, align 8
  %91 = load i64, ptr %9, align 8
  %92 = load ptr, ptr %8, align 8
  %93 = getelementptr inbounds nuw %struct.sack, ptr %92, i32 0, i32 1
  %94 = load i64, ptr %93, align 8
  %95 = add i64 %91, %94
  %96 = load ptr, ptr %14, align 8
  %97 = load ptr, ptr %10, align 8
  %98 = call zeroext i1 @deliver(ptr %90, i64 %95, ptr %96, ptr %97)
  br label %99

99:
  %100 = phi i1 [ false, %86 ], [ %98, %89 ]
  %101 = zext i1 %100 to i8
  store i8 %101, ptr %17, align 1
  %102 = load ptr, ptr %7, align 8
  %103 = load ptr, ptr %14, align 8
  %104 = load i8, ptr %17, align 1
  %105 = trunc i8 %104 to i1
  %106 = load i64, ptr %15, align 8
  %107 = load ptr, ptr %10, align 8
  %108 = load ptr, ptr %11, align 8
  %109 = load ptr, ptr %12, align 8
  %110 = call zeroext i1 @note_found(ptr %102, ptr %103, i1 zeroext %105, i64 %106, ptr %107, ptr %108, ptr %109)
  ret i1 %110
}

define internal i64 @own_report(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %10 = load i64, ptr %4, align 8
  %11 = call ptr @integer(i64 %10)
  store ptr %11, ptr %5, align 8
  store i64 -1, ptr %6, align 8
  store i32 0, ptr %7, align 4
  br label %12

12:
  %13 = load ptr, ptr %5, align 8
  %14 = icmp ne ptr %13, null
  br i1 %14, label %15, label %21

15:
  %16 = load i64, ptr %6, align 8
  %17 = icmp slt i64 %16, 0
  br i1 %17, label %18, label %21

18:
  %19 = load i32, ptr %7, align 4
  %20 = icmp slt i32 %19, 2
  br label %21

21:
  %22 = phi i1 [ false, %15 ], [ false, %12 ], [ %20, %18 ]
  br i1 %22, label %24, label %23

23:
  br label %50

24:
  %25 = load ptr, ptr %3, align 8
  %26 = load i32, ptr %7, align 4
  %27 = icmp ne i32 %26, 0
  br i1 %27, label %28, label %30

28:
  %29 = load i64, ptr @InFlight__arrived_before, align 8
  br label %32

30:
  %31 = load i64, ptr @InFlight__arrived, align 8
  br label %32

32:
  %33 = phi i64 [ %29, %28 ], [ %31, %30 ]
  %34 = call ptr @get(ptr %25, i64 %33)
  store ptr %34, ptr %8, align 8
  %35 = load ptr, ptr %8, align 8
  %36 = load ptr, ptr %5, align 8
  %37 = call ptr @PyDict_GetItemWithError(ptr %35, ptr %36)
  store ptr %37, ptr %9, align 8
  %38 = load ptr, ptr %9, align 8
  %39 = icmp ne ptr %38, null
  br i1 %39, label %40, label %46

40:
  %41 = load ptr, ptr %9, align 8
  %42 = call i64 @PyLong_AsLong(ptr %41)
  store i64 %42, ptr %6, align 8
  %43 = load ptr, ptr %8, align 8
  %44 = load ptr, ptr %5, align 8
  %45 = call i32 @PyDict_DelItem(ptr %43, ptr %44)
  br label %46

46:
  br label %47

47:
  %48 = load i32, ptr %7, align 4
  %49 = add i32 %48, 1
  store i32 %49, ptr %7, align 4
  br label %12

50:
  %51 = load ptr, ptr %5, align 8
  call void @Py_DecRef(ptr %51)
  %52 = load i64, ptr %6, align 8
  ret i64 %52
}

define internal zeroext i1 @tell_mark(ptr %0, ptr %1, i64 %2, ptr %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca [6 x ptr], align 16
  %10 = alloca i8, align 1
  %11 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  store ptr null, ptr %9, align 8
  %12 = getelementptr inbounds ptr, ptr %9, i64 1
  %13 = load ptr, ptr %5, align 8
  store ptr %13, ptr %12, align 8
  %14 = getelementptr inbounds ptr, ptr %9, i64 2
  %15 = load ptr, ptr %6, align 8
  %16 = getelementptr inbounds nuw %struct.sack, ptr %15, i32 0, i32 2
  %17 = load i64, ptr %16, align 8
  %18 = call ptr @integer(i64 %17)
  store ptr %18, ptr %14, align 8
  %19 = getelementptr inbounds ptr, ptr %9, i64 3
  %20 = load ptr, ptr %6, align 8
  %21 = getelementptr inbounds nuw %struct.sack, ptr %20, i32 0, i32 0
  %22 = load i64, ptr %21, align 8
  %23 = call ptr @integer(i64 %22)
  store ptr %23, ptr %19, align 8
  %24 = getelementptr inbounds ptr, ptr %9, i64 4
  %25 = load i64, ptr %7, align 8
  %26 = icmp slt i64 %25, 0
  br i1 %26, label %27, label %33

27:
  %28 = load ptr, ptr @the, align 8
  %29 = load i64, ptr @the_None, align 8
  %30 = getelementptr inbounds nuw ptr, ptr %28, i64 %29
  %31 = load ptr, ptr %30, align 8
  %32 = call ptr @kept(ptr %31)
  br label %36

33:
  %34 = load i64, ptr %7, align 8
  %35 = call ptr @integer(i64 %34)
  br label %36

36:
  %37 = phi ptr [ %32, %27 ], [ %35, %33 ]
  store ptr %37, ptr %24, align 8
  %38 = getelementptr inbounds ptr, ptr %9, i64 5
  %39 = load ptr, ptr %8, align 8
  store ptr %39, ptr %38, align 8
  %40 = load ptr, ptr @the, align 8
  %41 = load i64, ptr @the_on_mark, align 8
  %42 = getelementptr inbounds nuw ptr, ptr %40, i64 %41
  %43 = load ptr, ptr %42, align 8
  %44 = getelementptr inbounds [6 x ptr], ptr %9, i64 0, i64 0
  %45 = getelementptr inbounds ptr, ptr %44, i64 1
  %46 = call ptr @PyObject_VectorcallMethod(ptr %43, ptr %45, i64 -9223372036854775803, ptr null)
  %47 = call zeroext i1 @done(ptr %46)
  %48 = zext i1 %47 to i8
  store i8 %48, ptr %10, align 1
  store i32 2, ptr %11, align 4
  br label %49

49:
  %50 = load i32, ptr %11, align 4
  %51 = icmp slt i32 %50, 5
  br i1 %51, label %53, label %52

52:
  br label %61

53:
  %54 = load i32, ptr %11, align 4
  %55 = sext i32 %54 to i64
  %56 = getelementptr inbounds [6 x ptr], ptr %9, i64 0, i64 %55
  %57 = load ptr, ptr %56, align 8
  call void @Py_DecRef(ptr %57)
  br label %58

58:
  %59 = load i32, ptr %11, align 4
  %60 = add i32 %59, 1
  store i32 %60, ptr %11, align 4
  br label %49

61:
  %62 = load i8, ptr %10, align 1
  %63 = trunc i8 %62 to i1
  ret i1 %63
}

define internal i64 @tick(i64 %0) nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = sdiv i64 %3, 128
  %5 = and i64 %4, 65535
  ret i64 %5
}

define internal zeroext i1 @note_trip(ptr %0, ptr %1, i64 %2, ptr %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca i8, align 1
  %14 = alloca [5 x ptr], align 16
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %15 = load ptr, ptr %5, align 8
  %16 = load i64, ptr @SendState_evs, align 8
  %17 = call ptr @get(ptr %15, i64 %16)
  store ptr %17, ptr %9, align 8
  %18 = load ptr, ptr %5, align 8
  %19 = load i64, ptr @SendState_losses, align 8
  %20 = call ptr @get(ptr %18, i64 %19)
  %21 = load i64, ptr @Losses_trips, align 8
  %22 = call ptr @hold(ptr %20, i64 %21)
  store ptr %22, ptr %10, align 8
  %23 = load ptr, ptr %9, align 8
  %24 = load i64, ptr @EvSet_entries, align 8
  %25 = call ptr @get(ptr %23, i64 %24)
  %26 = load ptr, ptr %6, align 8
  %27 = getelementptr inbounds nuw %struct.sack, ptr %26, i32 0, i32 2
  %28 = load i64, ptr %27, align 8
  %29 = call ptr @find(ptr %25, i64 %28)
  store ptr %29, ptr %11, align 8
  %30 = load i64, ptr %7, align 8
  %31 = call ptr @integer(i64 %30)
  store ptr %31, ptr %12, align 8
  %32 = load ptr, ptr %12, align 8
  %33 = icmp ne ptr %32, null
  %34 = zext i1 %33 to i8
  store i8 %34, ptr %13, align 1
  %35 = load ptr, ptr %11, align 8
  %36 = icmp ne ptr %35, null
  br i1 %36, label %37, label %79

37:
  %38 = load i8, ptr %13, align 1
  %39 = trunc i8 %38 to i1
  br i1 %39, label %40, label %79

40:
  %41 = load ptr, ptr %11, align 8
  %42 = load i64, ptr @EvEntry_rtt_ns, align 8
  %43 = load ptr, ptr %12, align 8
  %44 = call ptr @kept(ptr %43)
  call void @put(ptr %41, i64 %42, ptr %44)
  %45 = load ptr, ptr %6, align 8
  %46 = getelementptr inbounds nuw %struct.sack, ptr %45, i32 0, i32 0
  %47 = load i64, ptr %46, align 8
  %48 = icmp ne i64 %47, 0
  br i1 %48, label %78, label %49

49:
  %50 = load i64, ptr %7, align 8
  %51 = load ptr, ptr %9, align 8
  %52 = load i64, ptr @EvSet__rules, align 8
  %53 = call ptr @get(ptr %51, i64 %52)
  %54 = load i64, ptr @EvRules_base_rtt_ns, align 8
  %55 = call i64 @get_int(ptr %53, i64 %54)
  %56 = mul i64 3, %55
  %57 = icmp sgt i64 %50, %56
  br i1 %57, label %58, label %78

58:
  store ptr null, ptr %14, align 8
  %59 = getelementptr inbounds ptr, ptr %14, i64 1
  %60 = load ptr, ptr %9, align 8
  store ptr %60, ptr %59, align 8
  %61 = getelementptr inbounds ptr, ptr %14, i64 2
  %62 = load ptr, ptr %11, align 8
  %63 = load i64, ptr @EvEntry_entropy, align 8
  %64 = call ptr @get(ptr %62, i64 %63)
  store ptr %64, ptr %61, align 8
  %65 = getelementptr inbounds ptr, ptr %14, i64 3
  %66 = load ptr, ptr %12, align 8
  store ptr %66, ptr %65, align 8
  %67 = getelementptr inbounds ptr, ptr %14, i64 4
  %68 = load ptr, ptr %8, align 8
  store ptr %68, ptr %67, align 8
  %69 = load ptr, ptr @the, align 8
  %70 = load i64, ptr @the_on_trip, align 8
  %71 = getelementptr inbounds nuw ptr, ptr %69, i64 %70
  %72 = load ptr, ptr %71, align 8
  %73 = getelementptr inbounds [5 x ptr], ptr %14, i64 0, i64 0
  %74 = getelementptr inbounds ptr, ptr %73, i64 1
  %75 = call ptr @PyObject_VectorcallMethod(ptr %72, ptr %74, i64 -9223372036854775804, ptr null)
  %76 = call zeroext i1 @done(ptr %75)
  %77 = zext i1 %76 to i8
  store i8 %77, ptr %13, align 1
  br label %78

78:
  br label %79

79:
  %80 = load i8, ptr %13, align 1
  %81 = trunc i8 %80 to i1
  br i1 %81, label %82, label %103

82:
  %83 = load ptr, ptr %8, align 8
  %84 = call i64 @value_of(ptr %83)
  %85 = load ptr, ptr %10, align 8
  %86 = load i64, ptr @TripTimes__ends_ns, align 8
  %87 = call i64 @get_int(ptr %85, i64 %86)
  %88 = icmp sge i64 %84, %87
  br i1 %88, label %95, label %89

89:
  %90 = load i64, ptr %7, align 8
  %91 = load ptr, ptr %10, align 8
  %92 = load i64, ptr @TripTimes__worst_ns, align 8
  %93 = call i64 @get_int(ptr %91, i64 %92)
  %94 = icmp sgt i64 %90, %93
  br i1 %94, label %95, label %103

95:
  %96 = load ptr, ptr %10, align 8
  %97 = load i64, ptr @the_note, align 8
  %98 = load ptr, ptr %12, align 8
  %99 = load ptr, ptr %8, align 8
  %100 = call ptr @method_2(ptr %96, i64 %97, ptr %98, ptr %99)
  %101 = call zeroext i1 @done(ptr %100)
  %102 = zext i1 %101 to i8
  store i8 %102, ptr %13, align 1
  br label %103

103:
  %104 = load ptr, ptr %10, align 8
  call void @Py_DecRef(ptr %104)
  %105 = load ptr, ptr %12, align 8
  call void @Py_DecRef(ptr %105)
  %106 = load i8, ptr %13, align 1
  %107 = trunc i8 %106 to i1
  ret i1 %107
}

define internal zeroext i1 @tell_account(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5, i64 %6) nounwind {
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  %15 = alloca ptr, align 8
  %16 = alloca i64, align 8
  %17 = alloca i64, align 8
  %18 = alloca i64, align 8
  store ptr %0, ptr %8, align 8
  store ptr %1, ptr %9, align 8
  store i64 %2, ptr %10, align 8
  store i64 %3, ptr %11, align 8
  store i64 %4, ptr %12, align 8
  store i64 %5, ptr %13, align 8
  store i64 %6, ptr %14, align 8
  %19 = load ptr, ptr %8, align 8
  %20 = load i64, ptr @Account__destination, align 8
  %21 = call ptr @get(ptr %19, i64 %20)
  store ptr %21, ptr %15, align 8
  %22 = load ptr, ptr %9, align 8
  %23 = getelementptr inbounds nuw %struct.sack, ptr %22, i32 0, i32 6
  %24 = load i64, ptr %23, align 8
  %25 = load ptr, ptr %8, align 8
  %26 = load i64, ptr @Account__rcvd_bytes, align 8
  %27 = call i64 @get_int(ptr %25, i64 %26)
  %28 = sub i64 %24, %27
  %29 = and i64 %28, 16777215
  store i64 %29, ptr %16, align 8
  %30 = load ptr, ptr %8, align 8
  %31 = load i64, ptr @Account__share, align 8
  %32 = call i64 @get_int(ptr %30, i64 %31)
  store i64 %32, ptr %17, align 8
  %33 = load i64, ptr %16, align 8
  %34 = icmp sge i64 %33, 8388608
  br i1 %34, label %35, label %36

35:
  store i64 0, ptr %16, align 8
  br label %42

36:
  %37 = load ptr, ptr %8, align 8
  %38 = load i64, ptr @Account__rcvd_bytes, align 8
  %39 = load ptr, ptr %9, align 8
  %40 = getelementptr inbounds nuw %struct.sack, ptr %39, i32 0, i32 6
  %41 = load i64, ptr %40, align 8
  call void @put_int(ptr %37, i64 %38, i64 %41)
  br label %42

42:
  %43 = load ptr, ptr %8, align 8
  %44 = load i64, ptr @Account__books, align 8
  %45 = load i64, ptr %10, align 8
  %46 = sub i64 0, %45
  call void @add(ptr %43, i64 %44, i64 %46)
  %47 = load ptr, ptr %8, align 8
  %48 = load i64, ptr @Account_unreported, align 8
  %49 = load i64, ptr %16, align 8
  %50 = mul i64 %49, 256
  %51 = load i64, ptr %10, align 8
  %52 = sub i64 %50, %51
  %53 = load i64, ptr %11, align 8
  %54 = sub i64 %52, %53
  call void @add(ptr %47, i64 %48, i64 %54)
  %55 = load ptr, ptr %8, align 8
  call void @settle(ptr %55)
  %56 = load i64, ptr %17, align 8
  %57 = load ptr, ptr %8, align 8
  %58 = load i64, ptr @Account__share, align 8
  %59 = call i64 @get_int(ptr %57, i64 %58)
  %60 = sub i64 %56, %59
  %61 = call i64 @most(i64 0, i64 %60)
  %62 = load ptr, ptr %8, align 8
  %63 = load i64, ptr @Account__acknowledged, align 8
  %64 = call i64 @get_int(ptr %62, i64 %63)
  %65 = add i64 %61, %64
  store i64 %65, ptr %18, align 8
  %66 = load ptr, ptr %8, align 8
  %67 = load i64, ptr @Account__acknowledged, align 8
  call void @put_int(ptr %66, i64 %67, i64 0)
  %68 = load ptr, ptr %15, align 8
  %69 = load i64, ptr %18, align 8
  %70 = load ptr, ptr %9, align 8
  %71 = getelementptr inbounds nuw %struct.sack, ptr %70, i32 0, i32 0
  %72 = load i64, ptr %71, align 8
  %73 = icmp eq i64 %72, 1
  %74 = load i64, ptr %12, align 8
  %75 = load ptr, ptr %9, align 8
  %76 = getelementptr inbounds nuw %struct.sack, ptr %75, i32 0, i32 7
  %77 = load i64, ptr %76, align 8
  %78 = load ptr, ptr %9, align 8
  %79 = getelementptr inbounds nuw %struct.sack, ptr %78, i32 0, i32 8
  %80 = load i64, ptr %79, align 8
  %81 = icmp ne i64 %80, 0
  %82 = load i64, ptr %14, align 8
  %83 = load i64, ptr %13, align 8
  %84 = call zeroext i1 @tell_controller(ptr %68, i64 %69, i1 zeroext %73, i64 %74, i64 %77, i1 zeroext %81, i64 %82, i64 %83)
  ret i1 %84
}

define internal zeroext i1 @infer(ptr %0, ptr %1) nounwind {
  %3 = alloca i1, align 1
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = load i64, ptr @SendState_losses, align 8
  %11 = call ptr @get(ptr %9, i64 %10)
  store ptr %11, ptr %6, align 8
  %12 = load ptr, ptr %4, align 8
  %13 = load i64, ptr @SendState_flight, align 8
  %14 = call ptr @get(ptr %12, i64 %13)
  store ptr %14, ptr %7, align 8
  %15 = load ptr, ptr %6, align 8
  %16 = load i64, ptr @Losses__silent, align 8
  %17 = call ptr @get(ptr %15, i64 %16)
  %18 = call i64 @size_of(ptr %17)
  %19 = icmp ne i64 %18, 0
  br i1 %19, label %26, label %20

20:
  %21 = load ptr, ptr %7, align 8
  %22 = load ptr, ptr %4, align 8
  %23 = load i64, ptr @SendState_options, align 8
  %24 = call ptr @get(ptr %22, i64 %23)
  %25 = call zeroext i1 @somebody_is_late(ptr %21, ptr %24)
  br i1 %25, label %26, label %36

26:
  %27 = load ptr, ptr %6, align 8
  %28 = load i64, ptr @the_infer, align 8
  %29 = load ptr, ptr @the, align 8
  %30 = load i64, ptr @the_None, align 8
  %31 = getelementptr inbounds nuw ptr, ptr %29, i64 %30
  %32 = load ptr, ptr %31, align 8
  %33 = load ptr, ptr %5, align 8
  %34 = call ptr @method_2(ptr %27, i64 %28, ptr %32, ptr %33)
  %35 = call zeroext i1 @done(ptr %34)
  store i1 %35, ptr %3, align 1
  store i32 1, ptr %8, align 4
  br label %58

36:
  %37 = load ptr, ptr %6, align 8
  %38 = load i64, ptr @Losses__doubt, align 8
  %39 = call ptr @get(ptr %37, i64 %38)
  %40 = load i64, ptr @ReverseDoubt_asked_ns, align 8
  call void @put_none(ptr %39, i64 %40)
  %41 = load ptr, ptr %7, align 8
  %42 = call ptr @order_of(ptr %41, i64 1)
  %43 = call i64 @dict_size(ptr %42)
  %44 = icmp ne i64 %43, 0
  br i1 %44, label %45, label %57

45:
  %46 = load ptr, ptr %6, align 8
  %47 = load i64, ptr @Losses_repeats, align 8
  %48 = call ptr @get(ptr %46, i64 %47)
  %49 = load i64, ptr @the_look, align 8
  %50 = load ptr, ptr @the, align 8
  %51 = load i64, ptr @the_None, align 8
  %52 = getelementptr inbounds nuw ptr, ptr %50, i64 %51
  %53 = load ptr, ptr %52, align 8
  %54 = load ptr, ptr %5, align 8
  %55 = call ptr @method_2(ptr %48, i64 %49, ptr %53, ptr %54)
  %56 = call zeroext i1 @done(ptr %55)
  store i1 %56, ptr %3, align 1
  store i32 1, ptr %8, align 4
  br label %58

57:
  store i1 true, ptr %3, align 1
  store i32 1, ptr %8, align 4
  br label %58

58:
  %59 = load i1, ptr %3, align 1
  ret i1 %59
}

declare zeroext i1 @stalled(ptr)

declare i64 @llvm.cttz.i64(i64, i1)

declare zeroext i1 @tell_controller(ptr, i64, i1 zeroext, i64, i64, i1 zeroext, i64, i64)

define internal zeroext i1 @somebody_is_late(ptr %0, ptr %1) nounwind {
  %3 = alloca i1, align 1
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i32, align 4
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %11 = load ptr, ptr %5, align 8
  %12 = load i64, ptr @TransportOptions_base_rtt_ns, align 8
  %13 = call i64 @get_int(ptr %11, i64 %12)
  %14 = load ptr, ptr %5, align 8
  %15 = load i64, ptr @TransportOptions_reorder_ns, align 8
  %16 = call i64 @get_int(ptr %14, i64 %15)
  %17 = call i64 @least(i64 %13, i64 %16)
  store i64 %17, ptr %6, align 8
  store i64 0, ptr %7, align 8
  br label %18

18:
  %19 = load i64, ptr %7, align 8
  %20 = icmp slt i64 %19, 2
  br i1 %20, label %22, label %21

21:
  store i32 2, ptr %8, align 4
  br label %63

22:
  %23 = load ptr, ptr %4, align 8
  %24 = load i64, ptr %7, align 8
  %25 = call ptr @order_of(ptr %23, i64 %24)
  %26 = call ptr @first_value(ptr %25)
  store ptr %26, ptr %9, align 8
  %27 = load ptr, ptr %4, align 8
  %28 = load i64, ptr %7, align 8
  %29 = icmp ne i64 %28, 0
  br i1 %29, label %30, label %32

30:
  %31 = load i64, ptr @InFlight_again_ns, align 8
  br label %34

32:
  %33 = load i64, ptr @InFlight_first_ns, align 8
  br label %34

34:
  %35 = phi i64 [ %31, %30 ], [ %33, %32 ]
  %36 = call i64 @get_int(ptr %27, i64 %35)
  store i64 %36, ptr %10, align 8
  %37 = load ptr, ptr %4, align 8
  %38 = load i64, ptr @InFlight_silent, align 8
  %39 = call ptr @get(ptr %37, i64 %38)
  %40 = load i64, ptr %7, align 8
  %41 = call ptr @tuple_item(ptr %39, i64 %40)
  %42 = call i64 @dict_size(ptr %41)
  %43 = icmp ne i64 %42, 0
  br i1 %43, label %55, label %44

44:
  %45 = load ptr, ptr %9, align 8
  %46 = icmp ne ptr %45, null
  br i1 %46, label %47, label %56

47:
  %48 = load ptr, ptr %9, align 8
  %49 = load i64, ptr @SentPacket_sent_ns, align 8
  %50 = call i64 @get_int(ptr %48, i64 %49)
  %51 = load i64, ptr %10, align 8
  %52 = load i64, ptr %6, align 8
  %53 = sub i64 %51, %52
  %54 = icmp sle i64 %50, %53
  br i1 %54, label %55, label %56

55:
  store i1 true, ptr %3, align 1
  store i32 1, ptr %8, align 4
  br label %57

56:
  store i32 0, ptr %8, align 4
  br label %57

57:
  %58 = load i32, ptr %8, align 4
  switch i32 %58, label %63 [
    i32 0, label %59
  ]

59:
  br label %60

60:
  %61 = load i64, ptr %7, align 8
  %62 = add i64 %61, 1
  store i64 %62, ptr %7, align 8
  br label %18

63:
  %64 = load i32, ptr %8, align 4
  switch i32 %64, label %66 [
    i32 2, label %65
  ]

65:
  store i1 false, ptr %3, align 1
  store i32 1, ptr %8, align 4
  br label %66

66:
  %67 = load i1, ptr %3, align 1
  ret i1 %67
}

define internal i64 @least(i64 %0, i64 %1) nounwind {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i64 %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load i64, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = icmp slt i64 %5, %6
  br i1 %7, label %8, label %10

8:
  %9 = load i64, ptr %3, align 8
  br label %12

10:
  %11 = load i64, ptr %4, align 8
  br label %12

12:
  %13 = phi i64 [ %9, %8 ], [ %11, %10 ]
  ret i64 %13
}

define internal ptr @first_value(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca i64, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  store i64 0, ptr %3, align 8
  %6 = load ptr, ptr %2, align 8
  %7 = call i64 @dict_size(ptr %6)
  %8 = icmp ne i64 %7, 0
  br i1 %8, label %9, label %15

9:
  %10 = load ptr, ptr %2, align 8
  %11 = call i32 @PyDict_Next(ptr %10, ptr %3, ptr %4, ptr %5)
  %12 = icmp ne i32 %11, 0
  br i1 %12, label %13, label %15

13:
  %14 = load ptr, ptr %5, align 8
  br label %16

15:
  br label %16

16:
  %17 = phi ptr [ %14, %13 ], [ null, %15 ]
  ret ptr %17
}

define internal ptr @tuple_item(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = load i64, ptr @the_tuple, align 8
  %8 = call zeroext i1 @is_a(ptr %6, i64 %7)
  br i1 %8, label %9, label %23

9:
  %10 = load i64, ptr %5, align 8
  %11 = icmp sge i64 %10, 0
  br i1 %11, label %12, label %23

12:
  %13 = load i64, ptr %5, align 8
  %14 = load ptr, ptr %4, align 8
  %15 = call i64 @word_of(ptr %14, i64 2)
  %16 = icmp slt i64 %13, %15
  br i1 %16, label %17, label %23

17:
  %18 = load ptr, ptr %4, align 8
  %19 = load i64, ptr %5, align 8
  %20 = add i64 3, %19
  %21 = getelementptr inbounds ptr, ptr %18, i64 %20
  %22 = load ptr, ptr %21, align 8
  store ptr %22, ptr %3, align 8
  br label %27

23:
  %24 = load ptr, ptr %4, align 8
  %25 = load i64, ptr %5, align 8
  %26 = call ptr @PyTuple_GetItem(ptr %24, i64 %25)
  store ptr %26, ptr %3, align 8
  br label %27

27:
  %28 = load ptr, ptr %3, align 8
  ret ptr %28
}

declare ptr @PyTuple_GetItem(ptr, i64)
