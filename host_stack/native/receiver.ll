; SPDX-License-Identifier: Apache-2.0
; Made of receiver.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 66b2ee449c8aa91ae972b98e3b4889a3970b974939087c3f9c7f8f952ba48050
%struct.view = type { ptr, ptr, i64, [7 x i64] }
%struct.receiving = type { ptr, ptr, ptr, ptr, ptr }
%struct.packet = type { ptr, ptr, ptr, ptr, i64, i64, i64, i64, i64, i8, i8, i8, i8 }
%struct.part = type { i64, i64, i64, i64, i64, i64, ptr, i64, i64, i8, i8 }
%struct.leaving = type { ptr, i64, i64, ptr, i64 }
%struct.framing = type { ptr, ptr, i64, i8 }

@MemoryTable__regions = external constant i64, align 8
@MemoryRegion_domain = external constant i64, align 8
@MemoryRegion_writable = external constant i64, align 8
@MemoryRegion_address = external constant i64, align 8
@MemoryRegion_length = external constant i64, align 8
@MemoryRegion__view = external constant i64, align 8
@MemoryRegion_bytes_placed = external constant i64, align 8
@QueuePair_responder = external constant i64, align 8
@the = external global ptr, align 8
@the_Responder = external constant i64, align 8
@Responder__counters = external constant i64, align 8
@Responder_reception = external constant i64, align 8
@Reception_window = external constant i64, align 8
@Responder__rules = external constant i64, align 8
@QueuePair_requestor = external constant i64, align 8
@QueuePair_reverse = external constant i64, align 8
@Responder_failed = external constant i64, align 8
@Responder_answers = external constant i64, align 8
@Answers__jobs = external constant i64, align 8
@Answers__frames = external constant i64, align 8
@QpFrames__fast = external constant i64, align 8
@the_None = external constant i64, align 8
@Requestor_probes = external constant i64, align 8
@ReliabilityProbes_wanted = external constant i64, align 8
@the_SackJob = external constant i64, align 8
@SackJob_probe = external constant i64, align 8
@Scheduler__busy_until_ns = external constant i64, align 8
@EvEntry_plane = external constant i64, align 8
@sought = external global ptr, align 8
@long_digit = external constant i64, align 8
@the_True = external constant i64, align 8
@the_False = external constant i64, align 8
@the_int = external constant i64, align 8
@QueuePair_probing = external constant i64, align 8
@Responder__refused = external constant i64, align 8
@Responder__resources = external constant i64, align 8
@ReceiveResources_limited = external constant i64, align 8
@Responder__ports = external constant i64, align 8
@Ports_leaving = external constant i64, align 8
@ReceiveWindow_cack = external constant i64, align 8
@Responder__asked = external constant i64, align 8
@QpCounters_retransmissions_received = external constant i64, align 8
@PacketType_immediate = external constant i64, align 8
@PacketType_first = external constant i64, align 8
@PacketType_last = external constant i64, align 8
@Responder__limits = external constant i64, align 8
@the_RtrAttributes = external constant i64, align 8
@Responder__stashed = external constant i64, align 8
@RtrAttributes_max_immediates = external constant i64, align 8
@Responder__repeats = external constant i64, align 8
@TrimRepeats_waiting = external constant i64, align 8
@the_dict = external constant i64, align 8
@the_tuple = external constant i64, align 8
@ReceiveWindow_edge = external constant i64, align 8
@ReceiveWindow__received = external constant i64, align 8
@the_classify = external constant i64, align 8
@the_new = external constant i64, align 8
@MessageRules__mtu = external constant i64, align 8
@MessageRules__judge_msn = external constant i64, align 8
@MessageRules__msn = external constant i64, align 8
@MessageRules__left = external constant i64, align 8
@MessageRules__address = external constant i64, align 8
@MessageRules__r_key = external constant i64, align 8
@MessageRules__length = external constant i64, align 8
@Responder__domain = external constant i64, align 8
@Responder__memory = external constant i64, align 8
@QpCounters_packets_placed = external constant i64, align 8
@QpCounters_bytes_placed = external constant i64, align 8
@QpCounters_out_of_order = external constant i64, align 8
@QpCounters_worst_one_way_ns = external constant i64, align 8
@Responder__counts_nominal = external constant i64, align 8
@Reception_rcvd_bytes = external constant i64, align 8
@Responder__flow_control = external constant i64, align 8
@Reception_bytes_since_sack = external constant i64, align 8
@QpCounters_marked_received = external constant i64, align 8
@Responder__options = external constant i64, align 8
@TransportOptions_sack_threshold_bytes = external constant i64, align 8
@the_skip_once = external constant i64, align 8
@the_unmarked = external constant i64, align 8
@MessageRules__early = external constant i64, align 8
@Responder__planes = external constant i64, align 8
@the__plane = external constant i64, align 8
@the_NoPenalty = external constant i64, align 8
@the_IncastPenalty = external constant i64, align 8
@IncastPenalty__ends_ns = external constant i64, align 8
@IncastPenalty__planes = external constant i64, align 8
@IncastPenalty__peers = external constant i64, align 8
@Responder__peer = external constant i64, align 8
@the_count_data = external constant i64, align 8
@_Peer_received = external constant i64, align 8
@IncastPenalty__frames = external constant i64, align 8
@_Peer__least_tick = external constant i64, align 8
@IncastPenalty__recent_ns = external constant i64, align 8
@IncastPenalty__delay_ticks = external constant i64, align 8
@IncastPenalty__packets = external constant i64, align 8
@Responder__ends = external constant i64, align 8
@the_heappush = external constant i64, align 8
@ReceiveWindow__unreported = external constant i64, align 8
@the_accept = external constant i64, align 8
@ReceiveWindow_max_received = external constant i64, align 8
@ReceiveWindow__size = external constant i64, align 8
@the__settle = external constant i64, align 8
@the_Exception = external constant i64, align 8
@SackJob_index = external constant i64, align 8
@SackJob_mark = external constant i64, align 8
@SackJob_entropy = external constant i64, align 8
@SackJob_timestamp = external constant i64, align 8
@SackJob_rtx = external constant i64, align 8
@SackJob_arrived_ns = external constant i64, align 8
@Answers_limit = external constant i64, align 8
@Answers__counters = external constant i64, align 8
@QpCounters_answers_refused = external constant i64, align 8
@the_append = external constant i64, align 8
@ProbeSchedule_received_ns = external constant i64, align 8
@ReverseEvs_turned = external constant i64, align 8
@the_heard = external constant i64, align 8
@QueuePair_reverse_ns = external constant i64, align 8
@Nic__timers = external constant i64, align 8
@QueuePair_control_queued = external constant i64, align 8
@Nic__scheduler = external constant i64, align 8
@the_deque = external constant i64, align 8
@the_list = external constant i64, align 8
@ReverseEvs__evs = external constant i64, align 8
@EvSet__planes = external constant i64, align 8
@EvSet__rotation = external constant i64, align 8
@ReverseEvs_suspect = external constant i64, align 8
@Rotation_closed = external constant i64, align 8
@Rotation__rotation = external constant i64, align 8
@Rotation__backups = external constant i64, align 8
@ReverseEvs__order = external constant i64, align 8
@ReverseEvs__rng = external constant i64, align 8
@ReverseEvs__by_plane = external constant i64, align 8
@EvEntry_state = external constant i64, align 8
@the_assumed_bad = external constant i64, align 8
@the_denied = external constant i64, align 8
@the__replace = external constant i64, align 8
@Answers__reception = external constant i64, align 8
@Answers__options = external constant i64, align 8
@the_popleft = external constant i64, align 8
@QpCounters_sacks_sent = external constant i64, align 8
@Answers__service_time = external constant i64, align 8
@Answers__flow_control = external constant i64, align 8
@Answers__peer = external constant i64, align 8
@QpFrames_qpn = external constant i64, align 8
@QpFrames_dest_qpn = external constant i64, align 8
@Answers__ports = external constant i64, align 8
@Ports_sack_mask = external constant i64, align 8
@Reception_mpr = external constant i64, align 8
@the_report = external constant i64, align 8
@IncastPenalty__senders = external constant i64, align 8
@_Peer_asked = external constant i64, align 8
@the_penalty = external constant i64, align 8
@the_bit_count = external constant i64, align 8

define ptr @writable_region(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4) nounwind {
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca ptr, align 8
  %13 = alloca i32, align 4
  %14 = alloca i32, align 4
  %15 = alloca i64, align 8
  %16 = alloca i64, align 8
  %17 = alloca i64, align 8
  store ptr %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store i64 %2, ptr %9, align 8
  store i64 %3, ptr %10, align 8
  store i64 %4, ptr %11, align 8
  %18 = load ptr, ptr %7, align 8
  %19 = load i64, ptr @MemoryTable__regions, align 8
  %20 = call ptr @get(ptr %18, i64 %19)
  %21 = load i64, ptr %9, align 8
  %22 = call ptr @find(ptr %20, i64 %21)
  store ptr %22, ptr %12, align 8
  %23 = load ptr, ptr %12, align 8
  %24 = icmp ne ptr %23, null
  br i1 %24, label %25, label %35

25:
  %26 = load ptr, ptr %12, align 8
  %27 = load i64, ptr @MemoryRegion_domain, align 8
  %28 = call ptr @get(ptr %26, i64 %27)
  %29 = load ptr, ptr %8, align 8
  %30 = icmp ne ptr %28, %29
  br i1 %30, label %35, label %31

31:
  %32 = load ptr, ptr %12, align 8
  %33 = load i64, ptr @MemoryRegion_writable, align 8
  %34 = call zeroext i1 @is_true(ptr %32, i64 %33)
  br i1 %34, label %36, label %35

35:
  store ptr null, ptr %6, align 8
  store i32 1, ptr %13, align 4
  br label %70

36:
  store i32 0, ptr %14, align 4
  %37 = load ptr, ptr %12, align 8
  %38 = load i64, ptr @MemoryRegion_address, align 8
  %39 = call ptr @get(ptr %37, i64 %38)
  %40 = call i64 @PyLong_AsLongAndOverflow(ptr %39, ptr %14)
  store i64 %40, ptr %15, align 8
  %41 = load ptr, ptr %12, align 8
  %42 = load i64, ptr @MemoryRegion_length, align 8
  %43 = call i64 @get_int(ptr %41, i64 %42)
  store i64 %43, ptr %16, align 8
  %44 = load i64, ptr %10, align 8
  %45 = load i64, ptr %15, align 8
  %46 = sub i64 %44, %45
  store i64 %46, ptr %17, align 8
  %47 = load i32, ptr %14, align 4
  %48 = icmp ne i32 %47, 0
  br i1 %48, label %65, label %49

49:
  %50 = load i64, ptr %15, align 8
  %51 = icmp slt i64 %50, 0
  br i1 %51, label %65, label %52

52:
  %53 = load i64, ptr %17, align 8
  %54 = icmp slt i64 %53, 0
  br i1 %54, label %65, label %55

55:
  %56 = load i64, ptr %17, align 8
  %57 = load i64, ptr %16, align 8
  %58 = icmp sgt i64 %56, %57
  br i1 %58, label %65, label %59

59:
  %60 = load i64, ptr %11, align 8
  %61 = load i64, ptr %16, align 8
  %62 = load i64, ptr %17, align 8
  %63 = sub i64 %61, %62
  %64 = icmp sgt i64 %60, %63
  br i1 %64, label %65, label %66

65:
  br label %68

66:
  %67 = load ptr, ptr %12, align 8
  br label %68

68:
  %69 = phi ptr [ null, %65 ], [ %67, %66 ]
  store ptr %69, ptr %6, align 8
  store i32 1, ptr %13, align 4
  br label %70

70:
  %71 = load ptr, ptr %6, align 8
  ret ptr %71
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

declare i64 @PyLong_AsLongAndOverflow(ptr, ptr)

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

define zeroext i1 @write_region(ptr %0, i64 %1, ptr %2, i64 %3) nounwind {
  %5 = alloca i1, align 1
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca %struct.view, align 8
  %11 = alloca i32, align 4
  %12 = alloca i64, align 8
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store ptr %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  %13 = load ptr, ptr %6, align 8
  %14 = load i64, ptr @MemoryRegion__view, align 8
  %15 = call ptr @get(ptr %13, i64 %14)
  %16 = call i32 @PyObject_GetBuffer(ptr %15, ptr %10, i32 1)
  %17 = icmp ne i32 %16, 0
  br i1 %17, label %18, label %19

18:
  store i1 false, ptr %5, align 1
  store i32 1, ptr %11, align 4
  br label %42

19:
  %20 = load i64, ptr %7, align 8
  %21 = load ptr, ptr %6, align 8
  %22 = load i64, ptr @MemoryRegion_address, align 8
  %23 = call i64 @get_int(ptr %21, i64 %22)
  %24 = sub i64 %20, %23
  store i64 %24, ptr %12, align 8
  %25 = load i64, ptr %12, align 8
  %26 = load i64, ptr %9, align 8
  %27 = add i64 %25, %26
  %28 = getelementptr inbounds nuw %struct.view, ptr %10, i32 0, i32 2
  %29 = load i64, ptr %28, align 8
  %30 = icmp sle i64 %27, %29
  br i1 %30, label %31, label %38

31:
  %32 = getelementptr inbounds nuw %struct.view, ptr %10, i32 0, i32 0
  %33 = load ptr, ptr %32, align 8
  %34 = load i64, ptr %12, align 8
  %35 = getelementptr inbounds i8, ptr %33, i64 %34
  %36 = load ptr, ptr %8, align 8
  %37 = load i64, ptr %9, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %35, ptr align 1 %36, i64 %37, i1 false)
  br label %38

38:
  call void @PyBuffer_Release(ptr %10)
  %39 = load ptr, ptr %6, align 8
  %40 = load i64, ptr @MemoryRegion_bytes_placed, align 8
  %41 = load i64, ptr %9, align 8
  call void @add(ptr %39, i64 %40, i64 %41)
  store i1 true, ptr %5, align 1
  store i32 1, ptr %11, align 4
  br label %42

42:
  %43 = load i1, ptr %5, align 1
  ret i1 %43
}

declare i32 @PyObject_GetBuffer(ptr, ptr, i32)

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

declare void @PyBuffer_Release(ptr)

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

define i32 @receive_data(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.receiving, align 8
  %11 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %12 = load ptr, ptr %6, align 8
  %13 = getelementptr inbounds nuw %struct.packet, ptr %12, i32 0, i32 1
  %14 = load ptr, ptr %13, align 8
  %15 = load i64, ptr @QueuePair_responder, align 8
  %16 = call ptr @get(ptr %14, i64 %15)
  store ptr %16, ptr %8, align 8
  %17 = load ptr, ptr %8, align 8
  %18 = call ptr @type_of(ptr %17)
  %19 = load ptr, ptr @the, align 8
  %20 = load i64, ptr @the_Responder, align 8
  %21 = getelementptr inbounds nuw ptr, ptr %19, i64 %20
  %22 = load ptr, ptr %21, align 8
  %23 = icmp ne ptr %18, %22
  br i1 %23, label %24, label %25

24:
  store i32 0, ptr %4, align 4
  store i32 1, ptr %9, align 4
  br label %61

25:
  %26 = getelementptr inbounds nuw %struct.receiving, ptr %10, i32 0, i32 0
  %27 = load ptr, ptr %8, align 8
  %28 = call ptr @kept(ptr %27)
  store ptr %28, ptr %26, align 8
  %29 = getelementptr inbounds nuw %struct.receiving, ptr %10, i32 0, i32 1
  %30 = load ptr, ptr %8, align 8
  %31 = load i64, ptr @Responder__counters, align 8
  %32 = call ptr @hold(ptr %30, i64 %31)
  store ptr %32, ptr %29, align 8
  %33 = getelementptr inbounds nuw %struct.receiving, ptr %10, i32 0, i32 2
  %34 = load ptr, ptr %8, align 8
  %35 = load i64, ptr @Responder_reception, align 8
  %36 = call ptr @hold(ptr %34, i64 %35)
  store ptr %36, ptr %33, align 8
  %37 = getelementptr inbounds nuw %struct.receiving, ptr %10, i32 0, i32 3
  %38 = load ptr, ptr %8, align 8
  %39 = load i64, ptr @Responder_reception, align 8
  %40 = call ptr @get(ptr %38, i64 %39)
  %41 = load i64, ptr @Reception_window, align 8
  %42 = call ptr @hold(ptr %40, i64 %41)
  store ptr %42, ptr %37, align 8
  %43 = getelementptr inbounds nuw %struct.receiving, ptr %10, i32 0, i32 4
  %44 = load ptr, ptr %8, align 8
  %45 = load i64, ptr @Responder__rules, align 8
  %46 = call ptr @hold(ptr %44, i64 %45)
  store ptr %46, ptr %43, align 8
  %47 = load ptr, ptr %5, align 8
  %48 = load ptr, ptr %6, align 8
  %49 = load i64, ptr %7, align 8
  %50 = call i32 @on_data(ptr %47, ptr %48, ptr %10, i64 %49)
  store i32 %50, ptr %11, align 4
  %51 = getelementptr inbounds nuw %struct.receiving, ptr %10, i32 0, i32 4
  %52 = load ptr, ptr %51, align 8
  call void @Py_DecRef(ptr %52)
  %53 = getelementptr inbounds nuw %struct.receiving, ptr %10, i32 0, i32 3
  %54 = load ptr, ptr %53, align 8
  call void @Py_DecRef(ptr %54)
  %55 = getelementptr inbounds nuw %struct.receiving, ptr %10, i32 0, i32 2
  %56 = load ptr, ptr %55, align 8
  call void @Py_DecRef(ptr %56)
  %57 = getelementptr inbounds nuw %struct.receiving, ptr %10, i32 0, i32 1
  %58 = load ptr, ptr %57, align 8
  call void @Py_DecRef(ptr %58)
  %59 = load ptr, ptr %8, align 8
  call void @Py_DecRef(ptr %59)
  %60 = load i32, ptr %11, align 4
  store i32 %60, ptr %4, align 4
  store i32 1, ptr %9, align 4
  br label %61

61:
  %62 = load i32, ptr %4, align 4
  ret i32 %62
}

define internal ptr @type_of(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds ptr, ptr %3, i64 1
  %5 = load ptr, ptr %4, align 8
  ret ptr %5
}

define internal ptr @kept(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  call void @Py_IncRef(ptr %3)
  %4 = load ptr, ptr %2, align 8
  ret ptr %4
}

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

define internal i32 @on_data(ptr %0, ptr %1, ptr %2, i64 %3) nounwind {
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca %struct.part, align 8
  %14 = alloca i32, align 4
  %15 = alloca i64, align 8
  %16 = alloca i64, align 8
  %17 = alloca ptr, align 8
  %18 = alloca i8, align 1
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store ptr %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  %19 = load ptr, ptr %8, align 8
  %20 = getelementptr inbounds nuw %struct.receiving, ptr %19, i32 0, i32 0
  %21 = load ptr, ptr %20, align 8
  store ptr %21, ptr %10, align 8
  %22 = load ptr, ptr %8, align 8
  %23 = getelementptr inbounds nuw %struct.receiving, ptr %22, i32 0, i32 3
  %24 = load ptr, ptr %23, align 8
  store ptr %24, ptr %11, align 8
  %25 = load ptr, ptr %8, align 8
  %26 = getelementptr inbounds nuw %struct.receiving, ptr %25, i32 0, i32 4
  %27 = load ptr, ptr %26, align 8
  store ptr %27, ptr %12, align 8
  %28 = load ptr, ptr %7, align 8
  %29 = getelementptr inbounds nuw %struct.packet, ptr %28, i32 0, i32 1
  %30 = load ptr, ptr %29, align 8
  %31 = load i64, ptr @QueuePair_probing, align 8
  %32 = call zeroext i1 @is_none(ptr %30, i64 %31)
  br i1 %32, label %47, label %33

33:
  %34 = load ptr, ptr %10, align 8
  %35 = load i64, ptr @Responder_failed, align 8
  %36 = call zeroext i1 @is_true(ptr %34, i64 %35)
  br i1 %36, label %47, label %37

37:
  %38 = load ptr, ptr %10, align 8
  %39 = load i64, ptr @Responder__refused, align 8
  %40 = call zeroext i1 @is_none(ptr %38, i64 %39)
  br i1 %40, label %41, label %47

41:
  %42 = load ptr, ptr %7, align 8
  %43 = call zeroext i1 @read_part(ptr %42, ptr %13)
  br i1 %43, label %44, label %47

44:
  %45 = load ptr, ptr %10, align 8
  %46 = call zeroext i1 @is_beyond_limit(ptr %45, ptr %13)
  br i1 %46, label %47, label %48

47:
  store i32 0, ptr %5, align 4
  store i32 1, ptr %14, align 4
  br label %138

48:
  %49 = load ptr, ptr %10, align 8
  %50 = load i64, ptr %9, align 8
  %51 = call zeroext i1 @repeats_a_nack(ptr %49, i64 %50)
  br i1 %51, label %65, label %52

52:
  %53 = load ptr, ptr %10, align 8
  %54 = load i64, ptr @Responder__resources, align 8
  %55 = call ptr @get(ptr %53, i64 %54)
  %56 = load i64, ptr @ReceiveResources_limited, align 8
  %57 = call zeroext i1 @is_true(ptr %55, i64 %56)
  br i1 %57, label %65, label %58

58:
  %59 = load ptr, ptr %10, align 8
  %60 = load i64, ptr @Responder__ports, align 8
  %61 = call ptr @get(ptr %59, i64 %60)
  %62 = load i64, ptr @Ports_leaving, align 8
  %63 = call i64 @get_int(ptr %61, i64 %62)
  %64 = icmp ne i64 %63, 0
  br i1 %64, label %65, label %66

65:
  store i32 0, ptr %5, align 4
  store i32 1, ptr %14, align 4
  br label %138

66:
  %67 = load ptr, ptr %11, align 8
  %68 = load i64, ptr @ReceiveWindow_cack, align 8
  %69 = call i64 @get_int(ptr %67, i64 %68)
  %70 = add i64 %69, 1
  store i64 %70, ptr %15, align 8
  %71 = load ptr, ptr %7, align 8
  %72 = getelementptr inbounds nuw %struct.packet, ptr %71, i32 0, i32 7
  %73 = load i64, ptr %72, align 8
  %74 = load i64, ptr %15, align 8
  %75 = call i64 @index_of(i64 %73, i64 %74)
  store i64 %75, ptr %16, align 8
  %76 = load ptr, ptr %11, align 8
  %77 = load i64, ptr %16, align 8
  %78 = call zeroext i1 @is_new(ptr %76, i64 %77)
  br i1 %78, label %79, label %89

79:
  %80 = load ptr, ptr %12, align 8
  %81 = call zeroext i1 @alone(ptr %80, ptr %13)
  br i1 %81, label %82, label %89

82:
  %83 = load i64, ptr %16, align 8
  %84 = load i64, ptr %15, align 8
  %85 = icmp eq i64 %83, %84
  br i1 %85, label %86, label %90

86:
  %87 = load ptr, ptr %12, align 8
  %88 = call zeroext i1 @follows(ptr %87, ptr %13, i1 zeroext false)
  br i1 %88, label %90, label %89

89:
  store i32 0, ptr %5, align 4
  store i32 1, ptr %14, align 4
  br label %137

90:
  %91 = load ptr, ptr %10, align 8
  %92 = call ptr @region_of(ptr %91, ptr %13)
  store ptr %92, ptr %17, align 8
  %93 = load ptr, ptr %17, align 8
  %94 = icmp ne ptr %93, null
  br i1 %94, label %95, label %98

95:
  %96 = call ptr @PyErr_Occurred()
  %97 = icmp ne ptr %96, null
  br i1 %97, label %98, label %99

98:
  store i32 0, ptr %5, align 4
  store i32 1, ptr %14, align 4
  br label %136

99:
  %100 = load ptr, ptr %10, align 8
  %101 = load i64, ptr @Responder__asked, align 8
  call void @put_int(ptr %100, i64 %101, i64 0)
  %102 = load ptr, ptr %7, align 8
  %103 = getelementptr inbounds nuw %struct.packet, ptr %102, i32 0, i32 11
  %104 = load i8, ptr %103, align 2
  %105 = trunc i8 %104 to i1
  br i1 %105, label %106, label %111

106:
  %107 = load ptr, ptr %8, align 8
  %108 = getelementptr inbounds nuw %struct.receiving, ptr %107, i32 0, i32 1
  %109 = load ptr, ptr %108, align 8
  %110 = load i64, ptr @QpCounters_retransmissions_received, align 8
  call void @add(ptr %109, i64 %110, i64 1)
  br label %111

111:
  %112 = load ptr, ptr %17, align 8
  %113 = call ptr @kept(ptr %112)
  %114 = load ptr, ptr %8, align 8
  %115 = load ptr, ptr %7, align 8
  %116 = load ptr, ptr %17, align 8
  %117 = load i64, ptr %16, align 8
  %118 = load i64, ptr %9, align 8
  %119 = call zeroext i1 @take(ptr %114, ptr %115, ptr %13, ptr %116, i64 %117, i64 %118)
  br i1 %119, label %120, label %128

120:
  %121 = load ptr, ptr %6, align 8
  %122 = load ptr, ptr %7, align 8
  %123 = getelementptr inbounds nuw %struct.packet, ptr %122, i32 0, i32 1
  %124 = load ptr, ptr %123, align 8
  %125 = load ptr, ptr %10, align 8
  %126 = load i64, ptr %9, align 8
  %127 = call zeroext i1 @follow_data(ptr %121, ptr %124, ptr %125, i64 %126)
  br label %128

128:
  %129 = phi i1 [ false, %111 ], [ %127, %120 ]
  %130 = zext i1 %129 to i8
  store i8 %130, ptr %18, align 1
  %131 = load ptr, ptr %17, align 8
  call void @Py_DecRef(ptr %131)
  %132 = load i8, ptr %18, align 1
  %133 = trunc i8 %132 to i1
  %134 = zext i1 %133 to i64
  %135 = select i1 %133, i32 1, i32 2
  store i32 %135, ptr %5, align 4
  store i32 1, ptr %14, align 4
  br label %136

136:
  br label %137

137:
  br label %138

138:
  %139 = load i32, ptr %5, align 4
  ret i32 %139
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

define zeroext i1 @is_plain_answer(ptr %0) nounwind {
  %2 = alloca i1, align 1
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i8, align 1
  store ptr %0, ptr %3, align 8
  %11 = load ptr, ptr %3, align 8
  %12 = load i64, ptr @QueuePair_responder, align 8
  %13 = call ptr @get(ptr %11, i64 %12)
  store ptr %13, ptr %4, align 8
  %14 = load ptr, ptr %3, align 8
  %15 = load i64, ptr @QueuePair_requestor, align 8
  %16 = call ptr @get(ptr %14, i64 %15)
  store ptr %16, ptr %5, align 8
  %17 = load ptr, ptr %4, align 8
  %18 = call ptr @type_of(ptr %17)
  %19 = load ptr, ptr @the, align 8
  %20 = load i64, ptr @the_Responder, align 8
  %21 = getelementptr inbounds nuw ptr, ptr %19, i64 %20
  %22 = load ptr, ptr %21, align 8
  %23 = icmp ne ptr %18, %22
  br i1 %23, label %32, label %24

24:
  %25 = load ptr, ptr %3, align 8
  %26 = load i64, ptr @QueuePair_reverse, align 8
  %27 = call zeroext i1 @is_none(ptr %25, i64 %26)
  br i1 %27, label %32, label %28

28:
  %29 = load ptr, ptr %4, align 8
  %30 = load i64, ptr @Responder_failed, align 8
  %31 = call zeroext i1 @is_true(ptr %29, i64 %30)
  br i1 %31, label %32, label %33

32:
  store i1 false, ptr %2, align 1
  store i32 1, ptr %6, align 4
  br label %96

33:
  %34 = load ptr, ptr %4, align 8
  %35 = load i64, ptr @Responder_answers, align 8
  %36 = call ptr @get(ptr %34, i64 %35)
  store ptr %36, ptr %7, align 8
  %37 = load ptr, ptr %7, align 8
  %38 = load i64, ptr @Answers__jobs, align 8
  %39 = call ptr @get(ptr %37, i64 %38)
  store ptr %39, ptr %8, align 8
  %40 = load ptr, ptr %8, align 8
  %41 = call i64 @size_of(ptr %40)
  %42 = icmp ne i64 %41, 0
  br i1 %42, label %43, label %49

43:
  %44 = load ptr, ptr %7, align 8
  %45 = load i64, ptr @Answers__frames, align 8
  %46 = call ptr @get(ptr %44, i64 %45)
  %47 = load i64, ptr @QpFrames__fast, align 8
  %48 = call zeroext i1 @is_none(ptr %46, i64 %47)
  br i1 %48, label %49, label %50

49:
  store i1 false, ptr %2, align 1
  store i32 1, ptr %6, align 4
  br label %95

50:
  %51 = load ptr, ptr %5, align 8
  %52 = load ptr, ptr @the, align 8
  %53 = load i64, ptr @the_None, align 8
  %54 = getelementptr inbounds nuw ptr, ptr %52, i64 %53
  %55 = load ptr, ptr %54, align 8
  %56 = icmp ne ptr %51, %55
  br i1 %56, label %57, label %64

57:
  %58 = load ptr, ptr %5, align 8
  %59 = load i64, ptr @Requestor_probes, align 8
  %60 = call ptr @get(ptr %58, i64 %59)
  %61 = load i64, ptr @ReliabilityProbes_wanted, align 8
  %62 = call zeroext i1 @is_true(ptr %60, i64 %61)
  br i1 %62, label %63, label %64

63:
  store i1 false, ptr %2, align 1
  store i32 1, ptr %6, align 4
  br label %95

64:
  %65 = load ptr, ptr %8, align 8
  %66 = call ptr @PySequence_GetItem(ptr %65, i64 0)
  store ptr %66, ptr %9, align 8
  %67 = load ptr, ptr %9, align 8
  %68 = icmp ne ptr %67, null
  br i1 %68, label %69, label %89

69:
  %70 = load ptr, ptr %9, align 8
  %71 = call ptr @type_of(ptr %70)
  %72 = load ptr, ptr @the, align 8
  %73 = load i64, ptr @the_SackJob, align 8
  %74 = getelementptr inbounds nuw ptr, ptr %72, i64 %73
  %75 = load ptr, ptr %74, align 8
  %76 = icmp eq ptr %71, %75
  br i1 %76, label %77, label %82

77:
  %78 = load ptr, ptr %9, align 8
  %79 = load i64, ptr @SackJob_probe, align 8
  %80 = call zeroext i1 @is_none(ptr %78, i64 %79)
  %81 = zext i1 %80 to i32
  br label %86

82:
  %83 = load ptr, ptr %9, align 8
  %84 = call zeroext i1 @is_ack(ptr %83)
  %85 = zext i1 %84 to i32
  br label %86

86:
  %87 = phi i32 [ %81, %77 ], [ %85, %82 ]
  %88 = icmp ne i32 %87, 0
  br label %89

89:
  %90 = phi i1 [ false, %64 ], [ %88, %86 ]
  %91 = zext i1 %90 to i8
  store i8 %91, ptr %10, align 1
  %92 = load ptr, ptr %9, align 8
  call void @Py_DecRef(ptr %92)
  %93 = load i8, ptr %10, align 1
  %94 = trunc i8 %93 to i1
  store i1 %94, ptr %2, align 1
  store i32 1, ptr %6, align 4
  br label %95

95:
  br label %96

96:
  %97 = load i1, ptr %2, align 1
  ret i1 %97
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

declare ptr @PySequence_GetItem(ptr, i64)

declare zeroext i1 @is_ack(ptr)

define zeroext i1 @send_answer(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, ptr %5) nounwind {
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca ptr, align 8
  %15 = alloca i64, align 8
  %16 = alloca i64, align 8
  %17 = alloca ptr, align 8
  %18 = alloca ptr, align 8
  %19 = alloca i8, align 1
  %20 = alloca ptr, align 8
  store ptr %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store ptr %2, ptr %9, align 8
  store i64 %3, ptr %10, align 8
  store i64 %4, ptr %11, align 8
  store ptr %5, ptr %12, align 8
  %21 = load ptr, ptr %7, align 8
  %22 = load i64, ptr @Scheduler__busy_until_ns, align 8
  %23 = call ptr @get(ptr %21, i64 %22)
  store ptr %23, ptr %13, align 8
  %24 = load ptr, ptr %8, align 8
  %25 = load i64, ptr @QueuePair_reverse, align 8
  %26 = call ptr @hold(ptr %24, i64 %25)
  store ptr %26, ptr %14, align 8
  store i64 0, ptr %15, align 8
  store i64 0, ptr %16, align 8
  br label %27

27:
  %28 = load i64, ptr %16, align 8
  %29 = load ptr, ptr %13, align 8
  %30 = call i64 @list_size(ptr %29)
  %31 = icmp slt i64 %28, %30
  br i1 %31, label %33, label %32

32:
  br label %50

33:
  %34 = load ptr, ptr %13, align 8
  %35 = load i64, ptr %16, align 8
  %36 = call ptr @list_item(ptr %34, i64 %35)
  %37 = call i64 @value_of(ptr %36)
  %38 = add i64 %37, 100
  %39 = load i64, ptr %11, align 8
  %40 = icmp sgt i64 %38, %39
  br i1 %40, label %41, label %46

41:
  %42 = load i64, ptr %16, align 8
  %43 = shl i64 1, %42
  %44 = load i64, ptr %15, align 8
  %45 = or i64 %44, %43
  store i64 %45, ptr %15, align 8
  br label %46

46:
  br label %47

47:
  %48 = load i64, ptr %16, align 8
  %49 = add i64 %48, 1
  store i64 %49, ptr %16, align 8
  br label %27

50:
  %51 = load ptr, ptr %14, align 8
  %52 = load i64, ptr %10, align 8
  %53 = load i64, ptr %15, align 8
  %54 = call ptr @choose_reverse(ptr %51, i64 %52, i64 %53)
  store ptr %54, ptr %17, align 8
  %55 = load ptr, ptr %14, align 8
  call void @Py_DecRef(ptr %55)
  %56 = load ptr, ptr %9, align 8
  %57 = load i64, ptr @Answers__jobs, align 8
  %58 = call ptr @get(ptr %56, i64 %57)
  store ptr %58, ptr %18, align 8
  %59 = load ptr, ptr %17, align 8
  %60 = icmp ne ptr %59, null
  %61 = zext i1 %60 to i8
  store i8 %61, ptr %19, align 1
  %62 = load i8, ptr %19, align 1
  %63 = trunc i8 %62 to i1
  br i1 %63, label %64, label %110

64:
  %65 = load ptr, ptr %17, align 8
  %66 = load ptr, ptr @the, align 8
  %67 = load i64, ptr @the_None, align 8
  %68 = getelementptr inbounds nuw ptr, ptr %66, i64 %67
  %69 = load ptr, ptr %68, align 8
  %70 = icmp ne ptr %65, %69
  br i1 %70, label %71, label %110

71:
  %72 = load ptr, ptr %18, align 8
  %73 = call i64 @size_of(ptr %72)
  %74 = icmp ne i64 %73, 0
  br i1 %74, label %75, label %110

75:
  %76 = load ptr, ptr %18, align 8
  %77 = call ptr @PySequence_GetItem(ptr %76, i64 0)
  store ptr %77, ptr %20, align 8
  %78 = load ptr, ptr %20, align 8
  %79 = icmp ne ptr %78, null
  br i1 %79, label %80, label %101

80:
  %81 = load ptr, ptr %20, align 8
  %82 = call zeroext i1 @is_ack(ptr %81)
  br i1 %82, label %83, label %90

83:
  %84 = load ptr, ptr %9, align 8
  %85 = load ptr, ptr %20, align 8
  %86 = load ptr, ptr %17, align 8
  %87 = load ptr, ptr %12, align 8
  %88 = call zeroext i1 @ack_frame(ptr %84, ptr %85, ptr %86, ptr %87)
  %89 = zext i1 %88 to i32
  br label %98

90:
  %91 = load ptr, ptr %9, align 8
  %92 = load ptr, ptr %20, align 8
  %93 = load ptr, ptr %17, align 8
  %94 = load i64, ptr %11, align 8
  %95 = load ptr, ptr %12, align 8
  %96 = call zeroext i1 @sack_frame(ptr %91, ptr %92, ptr %93, i64 %94, ptr %95)
  %97 = zext i1 %96 to i32
  br label %98

98:
  %99 = phi i32 [ %89, %83 ], [ %97, %90 ]
  %100 = icmp ne i32 %99, 0
  br label %101

101:
  %102 = phi i1 [ false, %75 ], [ %100, %98 ]
  %103 = zext i1 %102 to i8
  store i8 %103, ptr %19, align 1
  %104 = load ptr, ptr %20, align 8
  call void @Py_DecRef(ptr %104)
  %105 = load ptr, ptr %17, align 8
  %106 = load i64, ptr @EvEntry_plane, align 8
  %107 = call i64 @get_int(ptr %105, i64 %106)
  %108 = load ptr, ptr %12, align 8
  %109 = getelementptr inbounds nuw %struct.leaving, ptr %108, i32 0, i32 4
  store i64 %107, ptr %109, align 8
  br label %110

110:
  %111 = load ptr, ptr %17, align 8
  call void @Py_DecRef(ptr %111)
  %112 = load i8, ptr %19, align 1
  %113 = trunc i8 %112 to i1
  br i1 %113, label %114, label %118

114:
  %115 = call ptr @PyErr_Occurred()
  %116 = icmp ne ptr %115, null
  %117 = xor i1 %116, true
  br label %118

118:
  %119 = phi i1 [ false, %110 ], [ %117, %114 ]
  ret i1 %119
}

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

define internal ptr @choose_reverse(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  %15 = alloca i64, align 8
  %16 = alloca i32, align 4
  %17 = alloca ptr, align 8
  %18 = alloca i64, align 8
  %19 = alloca ptr, align 8
  %20 = alloca i64, align 8
  %21 = alloca i64, align 8
  %22 = alloca i64, align 8
  %23 = alloca ptr, align 8
  %24 = alloca ptr, align 8
  %25 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %26 = load ptr, ptr %5, align 8
  %27 = load i64, ptr @ReverseEvs__evs, align 8
  %28 = call ptr @get(ptr %26, i64 %27)
  store ptr %28, ptr %8, align 8
  %29 = load ptr, ptr %8, align 8
  %30 = load i64, ptr @EvSet__planes, align 8
  %31 = call ptr @get(ptr %29, i64 %30)
  store ptr %31, ptr %9, align 8
  %32 = load ptr, ptr %8, align 8
  %33 = load i64, ptr @EvSet__rotation, align 8
  %34 = call ptr @get(ptr %32, i64 %33)
  store ptr %34, ptr %10, align 8
  %35 = load ptr, ptr %5, align 8
  %36 = load i64, ptr @ReverseEvs_suspect, align 8
  %37 = call ptr @get(ptr %35, i64 %36)
  store ptr %37, ptr %11, align 8
  %38 = load ptr, ptr %10, align 8
  %39 = load i64, ptr @Rotation_closed, align 8
  %40 = call i64 @get_int(ptr %38, i64 %39)
  store i64 %40, ptr %12, align 8
  store i64 0, ptr %13, align 8
  %41 = load i64, ptr %6, align 8
  %42 = load i64, ptr %7, align 8
  %43 = or i64 %41, %42
  store i64 %43, ptr %14, align 8
  store i64 0, ptr %15, align 8
  br label %44

44:
  %45 = load i64, ptr %15, align 8
  %46 = load ptr, ptr %9, align 8
  %47 = call i64 @tuple_size(ptr %46)
  %48 = icmp slt i64 %45, %47
  br i1 %48, label %50, label %49

49:
  store i32 2, ptr %16, align 4
  br label %95

50:
  %51 = load ptr, ptr %9, align 8
  %52 = load i64, ptr %15, align 8
  %53 = call ptr @tuple_item(ptr %51, i64 %52)
  store ptr %53, ptr %17, align 8
  %54 = load ptr, ptr %17, align 8
  %55 = call i64 @value_of(ptr %54)
  store i64 %55, ptr %18, align 8
  %56 = load ptr, ptr %11, align 8
  %57 = call i64 @PySet_Size(ptr %56)
  %58 = icmp ne i64 %57, 0
  br i1 %58, label %59, label %64

59:
  %60 = load ptr, ptr %11, align 8
  %61 = load ptr, ptr %17, align 8
  %62 = call i32 @PySet_Contains(ptr %60, ptr %61)
  %63 = icmp ne i32 %62, 0
  br i1 %63, label %70, label %64

64:
  %65 = load i64, ptr %12, align 8
  %66 = load i64, ptr %18, align 8
  %67 = lshr i64 %65, %66
  %68 = and i64 %67, 1
  %69 = icmp ne i64 %68, 0
  br i1 %69, label %70, label %71

70:
  store i32 4, ptr %16, align 4
  br label %89

71:
  %72 = load ptr, ptr %10, align 8
  %73 = load i64, ptr @Rotation__rotation, align 8
  %74 = call ptr @get(ptr %72, i64 %73)
  %75 = load i64, ptr %18, align 8
  %76 = call zeroext i1 @has_entries(ptr %74, i64 %75)
  br i1 %76, label %83, label %77

77:
  %78 = load ptr, ptr %10, align 8
  %79 = load i64, ptr @Rotation__backups, align 8
  %80 = call ptr @get(ptr %78, i64 %79)
  %81 = load i64, ptr %18, align 8
  %82 = call zeroext i1 @has_entries(ptr %80, i64 %81)
  br i1 %82, label %83, label %88

83:
  %84 = load i64, ptr %18, align 8
  %85 = shl i64 1, %84
  %86 = load i64, ptr %13, align 8
  %87 = or i64 %86, %85
  store i64 %87, ptr %13, align 8
  br label %88

88:
  store i32 0, ptr %16, align 4
  br label %89

89:
  %90 = load i32, ptr %16, align 4
  switch i32 %90, label %242 [
    i32 0, label %91
    i32 4, label %92
  ]

91:
  br label %92

92:
  %93 = load i64, ptr %15, align 8
  %94 = add i64 %93, 1
  store i64 %94, ptr %15, align 8
  br label %44

95:
  %96 = load i64, ptr %13, align 8
  %97 = icmp ne i64 %96, 0
  br i1 %97, label %98, label %102

98:
  %99 = load i64, ptr %13, align 8
  %100 = load i64, ptr %14, align 8
  %101 = and i64 %100, %99
  store i64 %101, ptr %14, align 8
  br label %102

102:
  %103 = load ptr, ptr %5, align 8
  %104 = load i64, ptr @ReverseEvs__order, align 8
  %105 = call ptr @hold(ptr %103, i64 %104)
  store ptr %105, ptr %19, align 8
  %106 = load ptr, ptr %19, align 8
  %107 = load i64, ptr %14, align 8
  %108 = call i64 @in_turn(ptr %106, i64 %107)
  %109 = icmp ne i64 %108, 0
  br i1 %109, label %141, label %110

110:
  %111 = load ptr, ptr %19, align 8
  call void @Py_DecRef(ptr %111)
  %112 = call ptr @PyList_New(i64 0)
  store ptr %112, ptr %19, align 8
  %113 = load ptr, ptr %19, align 8
  %114 = icmp ne ptr %113, null
  br i1 %114, label %116, label %115

115:
  store ptr null, ptr %4, align 8
  store i32 1, ptr %16, align 4
  br label %240

116:
  store i64 0, ptr %20, align 8
  br label %117

117:
  %118 = load i64, ptr %20, align 8
  %119 = load ptr, ptr %9, align 8
  %120 = call i64 @tuple_size(ptr %119)
  %121 = icmp slt i64 %118, %120
  br i1 %121, label %123, label %122

122:
  store i32 5, ptr %16, align 4
  br label %132

123:
  %124 = load ptr, ptr %19, align 8
  %125 = load ptr, ptr %9, align 8
  %126 = load i64, ptr %20, align 8
  %127 = call ptr @tuple_item(ptr %125, i64 %126)
  %128 = call i32 @PyList_Append(ptr %124, ptr %127)
  br label %129

129:
  %130 = load i64, ptr %20, align 8
  %131 = add i64 %130, 1
  store i64 %131, ptr %20, align 8
  br label %117

132:
  %133 = load ptr, ptr %5, align 8
  %134 = load i64, ptr @ReverseEvs__order, align 8
  %135 = load ptr, ptr %19, align 8
  %136 = call ptr @kept(ptr %135)
  call void @put(ptr %133, i64 %134, ptr %136)
  %137 = load ptr, ptr %5, align 8
  %138 = load i64, ptr @ReverseEvs__rng, align 8
  %139 = call ptr @get(ptr %137, i64 %138)
  %140 = load ptr, ptr %19, align 8
  call void @shuffle(ptr %139, ptr %140)
  br label %141

141:
  %142 = load i64, ptr %6, align 8
  %143 = load i64, ptr %14, align 8
  %144 = and i64 %142, %143
  store i64 %144, ptr %21, align 8
  store i64 0, ptr %22, align 8
  br label %145

145:
  %146 = load i64, ptr %21, align 8
  %147 = icmp ne i64 %146, 0
  br i1 %147, label %148, label %153

148:
  %149 = load i64, ptr %22, align 8
  %150 = load ptr, ptr %19, align 8
  %151 = call i64 @list_size(ptr %150)
  %152 = icmp slt i64 %149, %151
  br label %153

153:
  %154 = phi i1 [ false, %145 ], [ %152, %148 ]
  br i1 %154, label %156, label %155

155:
  store i32 8, ptr %16, align 4
  br label %230

156:
  %157 = load ptr, ptr %19, align 8
  %158 = load i64, ptr %22, align 8
  %159 = call ptr @list_item(ptr %157, i64 %158)
  store ptr %159, ptr %23, align 8
  %160 = load i64, ptr %21, align 8
  %161 = load ptr, ptr %23, align 8
  %162 = call i64 @value_of(ptr %161)
  %163 = lshr i64 %160, %162
  %164 = and i64 %163, 1
  %165 = icmp ne i64 %164, 0
  br i1 %165, label %169, label %166

166:
  %167 = load i64, ptr %22, align 8
  %168 = add i64 %167, 1
  store i64 %168, ptr %22, align 8
  store i32 9, ptr %16, align 4
  br label %227

169:
  %170 = load ptr, ptr %23, align 8
  call void @Py_IncRef(ptr %170)
  %171 = load ptr, ptr %19, align 8
  %172 = load i64, ptr %22, align 8
  %173 = load i64, ptr %22, align 8
  %174 = add i64 %173, 1
  %175 = call i32 @PyList_SetSlice(ptr %171, i64 %172, i64 %174, ptr null)
  %176 = load ptr, ptr %5, align 8
  %177 = load i64, ptr @ReverseEvs__by_plane, align 8
  %178 = call ptr @get(ptr %176, i64 %177)
  %179 = load ptr, ptr %23, align 8
  %180 = call ptr @PyDict_GetItemWithError(ptr %178, ptr %179)
  store ptr %180, ptr %24, align 8
  %181 = load ptr, ptr %24, align 8
  %182 = icmp ne ptr %181, null
  br i1 %182, label %183, label %187

183:
  %184 = load ptr, ptr %24, align 8
  %185 = load i64, ptr @EvEntry_state, align 8
  %186 = call ptr @get(ptr %184, i64 %185)
  br label %188

187:
  br label %188

188:
  %189 = phi ptr [ %186, %183 ], [ null, %187 ]
  store ptr %189, ptr %25, align 8
  %190 = load ptr, ptr %24, align 8
  %191 = icmp ne ptr %190, null
  br i1 %191, label %192, label %206

192:
  %193 = load ptr, ptr %25, align 8
  %194 = load ptr, ptr @the, align 8
  %195 = load i64, ptr @the_assumed_bad, align 8
  %196 = getelementptr inbounds nuw ptr, ptr %194, i64 %195
  %197 = load ptr, ptr %196, align 8
  %198 = icmp eq ptr %193, %197
  br i1 %198, label %206, label %199

199:
  %200 = load ptr, ptr %25, align 8
  %201 = load ptr, ptr @the, align 8
  %202 = load i64, ptr @the_denied, align 8
  %203 = getelementptr inbounds nuw ptr, ptr %201, i64 %202
  %204 = load ptr, ptr %203, align 8
  %205 = icmp eq ptr %200, %204
  br i1 %205, label %206, label %211

206:
  %207 = load ptr, ptr %5, align 8
  %208 = load i64, ptr @the__replace, align 8
  %209 = load ptr, ptr %23, align 8
  %210 = call ptr @method_1(ptr %207, i64 %208, ptr %209)
  store ptr %210, ptr %24, align 8
  br label %213

211:
  %212 = load ptr, ptr %24, align 8
  call void @Py_IncRef(ptr %212)
  br label %213

213:
  %214 = load ptr, ptr %23, align 8
  call void @Py_DecRef(ptr %214)
  %215 = load ptr, ptr %24, align 8
  %216 = load ptr, ptr @the, align 8
  %217 = load i64, ptr @the_None, align 8
  %218 = getelementptr inbounds nuw ptr, ptr %216, i64 %217
  %219 = load ptr, ptr %218, align 8
  %220 = icmp ne ptr %215, %219
  br i1 %220, label %221, label %224

221:
  %222 = load ptr, ptr %19, align 8
  call void @Py_DecRef(ptr %222)
  %223 = load ptr, ptr %24, align 8
  store ptr %223, ptr %4, align 8
  store i32 1, ptr %16, align 4
  br label %226

224:
  %225 = load ptr, ptr %24, align 8
  call void @Py_DecRef(ptr %225)
  store i32 0, ptr %16, align 4
  br label %226

226:
  br label %227

227:
  %228 = load i32, ptr %16, align 4
  switch i32 %228, label %230 [
    i32 0, label %229
    i32 9, label %145
  ]

229:
  br label %145

230:
  %231 = load i32, ptr %16, align 4
  switch i32 %231, label %239 [
    i32 8, label %232
  ]

232:
  %233 = load ptr, ptr %19, align 8
  call void @Py_DecRef(ptr %233)
  %234 = load ptr, ptr @the, align 8
  %235 = load i64, ptr @the_None, align 8
  %236 = getelementptr inbounds nuw ptr, ptr %234, i64 %235
  %237 = load ptr, ptr %236, align 8
  %238 = call ptr @kept(ptr %237)
  store ptr %238, ptr %4, align 8
  store i32 1, ptr %16, align 4
  br label %239

239:
  br label %240

240:
  %241 = load ptr, ptr %4, align 8
  ret ptr %241

242:
  unreachable
}

declare zeroext i1 @ack_frame(ptr, ptr, ptr, ptr)

define internal zeroext i1 @sack_frame(ptr %0, ptr %1, ptr %2, i64 %3, ptr %4) nounwind {
  %6 = alloca i1, align 1
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca ptr, align 8
  %15 = alloca ptr, align 8
  %16 = alloca i64, align 8
  %17 = alloca i64, align 8
  %18 = alloca i64, align 8
  %19 = alloca i64, align 8
  %20 = alloca i64, align 8
  %21 = alloca i64, align 8
  %22 = alloca i8, align 1
  %23 = alloca i32, align 4
  %24 = alloca i64, align 8
  %25 = alloca i64, align 8
  %26 = alloca i64, align 8
  %27 = alloca i8, align 1
  %28 = alloca [40 x i8], align 16
  %29 = alloca ptr, align 8
  %30 = alloca i64, align 8
  %31 = alloca %struct.framing, align 8
  store ptr %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store ptr %2, ptr %9, align 8
  store i64 %3, ptr %10, align 8
  store ptr %4, ptr %11, align 8
  %32 = load ptr, ptr %7, align 8
  %33 = load i64, ptr @Answers__reception, align 8
  %34 = call ptr @get(ptr %32, i64 %33)
  store ptr %34, ptr %12, align 8
  %35 = load ptr, ptr %12, align 8
  %36 = load i64, ptr @Reception_window, align 8
  %37 = call ptr @get(ptr %35, i64 %36)
  store ptr %37, ptr %13, align 8
  %38 = load ptr, ptr %7, align 8
  %39 = load i64, ptr @Answers__frames, align 8
  %40 = call ptr @get(ptr %38, i64 %39)
  store ptr %40, ptr %14, align 8
  %41 = load ptr, ptr %7, align 8
  %42 = load i64, ptr @Answers__options, align 8
  %43 = call ptr @get(ptr %41, i64 %42)
  store ptr %43, ptr %15, align 8
  store i64 0, ptr %16, align 8
  %44 = load ptr, ptr %13, align 8
  %45 = load i64, ptr @ReceiveWindow_cack, align 8
  %46 = call i64 @get_int(ptr %44, i64 %45)
  store i64 %46, ptr %17, align 8
  %47 = load ptr, ptr %8, align 8
  %48 = load i64, ptr @SackJob_index, align 8
  %49 = call i64 @get_int(ptr %47, i64 %48)
  store i64 %49, ptr %18, align 8
  store i64 0, ptr %19, align 8
  %50 = load ptr, ptr %13, align 8
  %51 = call zeroext i1 @report(ptr %50, ptr %16, ptr %19, ptr %22)
  br i1 %51, label %52, label %59

52:
  %53 = load ptr, ptr %7, align 8
  %54 = load i64, ptr @Answers__jobs, align 8
  %55 = call ptr @get(ptr %53, i64 %54)
  %56 = load i64, ptr @the_popleft, align 8
  %57 = call ptr @method(ptr %55, i64 %56)
  %58 = call zeroext i1 @done(ptr %57)
  br i1 %58, label %60, label %59

59:
  store i1 false, ptr %6, align 1
  store i32 1, ptr %23, align 4
  br label %208

60:
  %61 = load i8, ptr %22, align 1
  %62 = trunc i8 %61 to i1
  br i1 %62, label %63, label %69

63:
  %64 = load ptr, ptr %12, align 8
  %65 = load i64, ptr @Reception_bytes_since_sack, align 8
  %66 = load ptr, ptr %15, align 8
  %67 = load i64, ptr @TransportOptions_sack_threshold_bytes, align 8
  %68 = call i64 @get_int(ptr %66, i64 %67)
  call void @put_int(ptr %64, i64 %65, i64 %68)
  br label %69

69:
  %70 = load ptr, ptr %7, align 8
  %71 = load i64, ptr @Answers__counters, align 8
  %72 = call ptr @get(ptr %70, i64 %71)
  %73 = load i64, ptr @QpCounters_sacks_sent, align 8
  call void @add(ptr %72, i64 %73, i64 1)
  %74 = load ptr, ptr %8, align 8
  %75 = load i64, ptr @SackJob_timestamp, align 8
  %76 = call i64 @get_int(ptr %74, i64 %75)
  store i64 %76, ptr %24, align 8
  %77 = load i64, ptr %17, align 8
  %78 = and i64 %77, 16777215
  store i64 %78, ptr %25, align 8
  %79 = load ptr, ptr %7, align 8
  %80 = load i64, ptr @Answers__service_time, align 8
  %81 = call zeroext i1 @is_true(ptr %79, i64 %80)
  br i1 %81, label %82, label %92

82:
  %83 = load i64, ptr %24, align 8
  %84 = load i64, ptr %10, align 8
  %85 = load ptr, ptr %8, align 8
  %86 = load i64, ptr @SackJob_arrived_ns, align 8
  %87 = call i64 @get_int(ptr %85, i64 %86)
  %88 = sub i64 %84, %87
  %89 = ashr i64 %88, 7
  %90 = add i64 %83, %89
  %91 = and i64 %90, 65535
  store i64 %91, ptr %24, align 8
  br label %92

92:
  %93 = load ptr, ptr %7, align 8
  %94 = load i64, ptr @Answers__flow_control, align 8
  %95 = call ptr @get(ptr %93, i64 %94)
  %96 = load ptr, ptr %7, align 8
  %97 = load i64, ptr @Answers__peer, align 8
  %98 = call ptr @get(ptr %96, i64 %97)
  %99 = load i64, ptr %10, align 8
  %100 = call zeroext i1 @ask_penalty(ptr %95, ptr %98, i64 %99, ptr %20, ptr %21)
  br i1 %100, label %102, label %101

101:
  store i1 false, ptr %6, align 1
  store i32 1, ptr %23, align 4
  br label %207

102:
  %103 = load ptr, ptr %13, align 8
  %104 = call i64 @held(ptr %103)
  store i64 %104, ptr %26, align 8
  %105 = load ptr, ptr %8, align 8
  %106 = load i64, ptr @SackJob_rtx, align 8
  %107 = call zeroext i1 @is_true(ptr %105, i64 %106)
  %108 = zext i1 %107 to i8
  store i8 %108, ptr %27, align 1
  %109 = getelementptr inbounds [40 x i8], ptr %28, i64 0, i64 0
  store ptr %109, ptr %29, align 8
  %110 = load ptr, ptr %29, align 8
  %111 = load i8, ptr %27, align 1
  %112 = trunc i8 %111 to i1
  %113 = zext i1 %112 to i64
  %114 = select i1 %112, i32 536870912, i32 0
  %115 = zext i32 %114 to i64
  %116 = load i64, ptr %25, align 8
  %117 = or i64 %115, %116
  %118 = call ptr @write_32(ptr %110, i64 %117)
  store ptr %118, ptr %29, align 8
  %119 = load ptr, ptr %29, align 8
  %120 = load ptr, ptr %8, align 8
  %121 = load i64, ptr @SackJob_mark, align 8
  %122 = call i64 @get_int(ptr %120, i64 %121)
  %123 = shl i64 %122, 5
  %124 = call ptr @write_16(ptr %119, i64 %123)
  store ptr %124, ptr %29, align 8
  %125 = load ptr, ptr %29, align 8
  %126 = load i64, ptr %18, align 8
  %127 = load i64, ptr %17, align 8
  %128 = sub i64 %126, %127
  %129 = call i64 @most(i64 %128, i64 -32768)
  %130 = call ptr @write_16(ptr %125, i64 %129)
  store ptr %130, ptr %29, align 8
  %131 = load ptr, ptr %29, align 8
  %132 = load ptr, ptr %8, align 8
  %133 = load i64, ptr @SackJob_entropy, align 8
  %134 = call i64 @get_int(ptr %132, i64 %133)
  %135 = call ptr @write_32(ptr %131, i64 %134)
  store ptr %135, ptr %29, align 8
  %136 = load ptr, ptr %29, align 8
  %137 = load ptr, ptr %14, align 8
  %138 = load i64, ptr @QpFrames_qpn, align 8
  %139 = call i64 @get_int(ptr %137, i64 %138)
  %140 = call ptr @write_16(ptr %136, i64 %139)
  store ptr %140, ptr %29, align 8
  %141 = load ptr, ptr %29, align 8
  %142 = load ptr, ptr %14, align 8
  %143 = load i64, ptr @QpFrames_dest_qpn, align 8
  %144 = call i64 @get_int(ptr %142, i64 %143)
  %145 = call ptr @write_16(ptr %141, i64 %144)
  store ptr %145, ptr %29, align 8
  %146 = load ptr, ptr %29, align 8
  %147 = load ptr, ptr %7, align 8
  %148 = load i64, ptr @Answers__ports, align 8
  %149 = call ptr @get(ptr %147, i64 %148)
  %150 = load i64, ptr @Ports_sack_mask, align 8
  %151 = call i64 @get_int(ptr %149, i64 %150)
  %152 = shl i64 %151, 24
  %153 = load i64, ptr %25, align 8
  %154 = or i64 %152, %153
  %155 = call ptr @write_32(ptr %146, i64 %154)
  store ptr %155, ptr %29, align 8
  %156 = load ptr, ptr %29, align 8
  %157 = getelementptr inbounds nuw i8, ptr %156, i32 1
  store ptr %157, ptr %29, align 8
  store i8 0, ptr %156, align 1
  %158 = load ptr, ptr %12, align 8
  %159 = load i64, ptr @Reception_mpr, align 8
  %160 = call i64 @get_int(ptr %158, i64 %159)
  %161 = trunc i64 %160 to i8
  %162 = load ptr, ptr %29, align 8
  %163 = getelementptr inbounds nuw i8, ptr %162, i32 1
  store ptr %163, ptr %29, align 8
  store i8 %161, ptr %162, align 1
  %164 = load ptr, ptr %29, align 8
  %165 = load i64, ptr %16, align 8
  %166 = load i64, ptr %17, align 8
  %167 = sub i64 %165, %166
  %168 = call ptr @write_16(ptr %164, i64 %167)
  store ptr %168, ptr %29, align 8
  %169 = load ptr, ptr %29, align 8
  %170 = load i64, ptr %19, align 8
  %171 = call ptr @write_64(ptr %169, i64 %170)
  store ptr %171, ptr %29, align 8
  %172 = load ptr, ptr %29, align 8
  %173 = load i64, ptr %24, align 8
  %174 = call ptr @write_16(ptr %172, i64 %173)
  store ptr %174, ptr %29, align 8
  %175 = load ptr, ptr %29, align 8
  %176 = load i64, ptr %26, align 8
  %177 = call i64 @least(i64 %176, i64 32767)
  %178 = call ptr @write_16(ptr %175, i64 %177)
  store ptr %178, ptr %29, align 8
  %179 = load ptr, ptr %12, align 8
  %180 = load i64, ptr @Reception_rcvd_bytes, align 8
  %181 = call i64 @get_int(ptr %179, i64 %180)
  %182 = add i64 %181, 255
  %183 = lshr i64 %182, 8
  %184 = and i64 %183, 16777215
  store i64 %184, ptr %30, align 8
  %185 = load ptr, ptr %29, align 8
  %186 = load i64, ptr %21, align 8
  %187 = shl i64 %186, 31
  %188 = load i64, ptr %20, align 8
  %189 = shl i64 %188, 24
  %190 = or i64 %187, %189
  %191 = load i64, ptr %30, align 8
  %192 = or i64 %190, %191
  %193 = call ptr @write_32(ptr %185, i64 %192)
  %194 = getelementptr inbounds nuw %struct.framing, ptr %31, i32 0, i32 0
  %195 = load ptr, ptr %14, align 8
  store ptr %195, ptr %194, align 8
  %196 = getelementptr inbounds nuw %struct.framing, ptr %31, i32 0, i32 1
  %197 = load ptr, ptr %9, align 8
  store ptr %197, ptr %196, align 8
  %198 = getelementptr inbounds nuw %struct.framing, ptr %31, i32 0, i32 2
  store i64 220, ptr %198, align 8
  %199 = getelementptr inbounds nuw %struct.framing, ptr %31, i32 0, i32 3
  %200 = load i8, ptr %27, align 1
  %201 = trunc i8 %200 to i1
  %202 = zext i1 %201 to i8
  store i8 %202, ptr %199, align 8
  %203 = getelementptr i8, ptr %31, i64 25
  call void @llvm.memset.p0.i64(ptr align 1 %203, i8 0, i64 7, i1 false)
  %204 = getelementptr inbounds [40 x i8], ptr %28, i64 0, i64 0
  %205 = load ptr, ptr %11, align 8
  %206 = call zeroext i1 @frame_of(ptr %31, ptr %204, i64 40, ptr null, i64 0, ptr %205)
  store i1 %206, ptr %6, align 1
  store i32 1, ptr %23, align 4
  br label %207

207:
  br label %208

208:
  %209 = load i1, ptr %6, align 1
  ret i1 %209
}

declare ptr @PyErr_Occurred()

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

declare ptr @PyDict_GetItemWithError(ptr, ptr)

define internal ptr @integer(i64 %0) alwaysinline nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = call ptr @PyLong_FromLong(i64 %3)
  ret ptr %4
}

define internal zeroext i1 @is_held_once(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr %3, align 8
  %5 = icmp eq i64 %4, 1
  ret i1 %5
}

declare ptr @PyLong_FromLong(i64)

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

declare zeroext i1 @counts_as_true(ptr)

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

define internal zeroext i1 @read_part(ptr %0, ptr %1) nounwind {
  %3 = alloca i1, align 1
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i8, align 1
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %10 = load ptr, ptr %4, align 8
  %11 = getelementptr inbounds nuw %struct.packet, ptr %10, i32 0, i32 2
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds i8, ptr %12, i64 114
  store ptr %13, ptr %6, align 8
  %14 = load ptr, ptr %4, align 8
  %15 = getelementptr inbounds nuw %struct.packet, ptr %14, i32 0, i32 0
  %16 = load ptr, ptr %15, align 8
  %17 = load i64, ptr @PacketType_immediate, align 8
  %18 = call zeroext i1 @is_true(ptr %16, i64 %17)
  %19 = zext i1 %18 to i8
  store i8 %19, ptr %7, align 1
  %20 = load ptr, ptr %4, align 8
  %21 = getelementptr inbounds nuw %struct.packet, ptr %20, i32 0, i32 12
  %22 = load i8, ptr %21, align 1
  %23 = trunc i8 %22 to i1
  %24 = zext i1 %23 to i64
  %25 = select i1 %23, i32 4, i32 0
  %26 = add i32 118, %25
  %27 = add i32 %26, 16
  %28 = load i8, ptr %7, align 1
  %29 = trunc i8 %28 to i1
  %30 = zext i1 %29 to i64
  %31 = select i1 %29, i32 4, i32 0
  %32 = add i32 %27, %31
  %33 = sext i32 %32 to i64
  store i64 %33, ptr %8, align 8
  %34 = load i64, ptr %8, align 8
  %35 = load ptr, ptr %4, align 8
  %36 = getelementptr inbounds nuw %struct.packet, ptr %35, i32 0, i32 8
  %37 = load i64, ptr %36, align 8
  %38 = icmp sgt i64 %34, %37
  br i1 %38, label %39, label %40

39:
  store i1 false, ptr %3, align 1
  store i32 1, ptr %9, align 4
  br label %138

40:
  %41 = load ptr, ptr %6, align 8
  %42 = call i64 @read_16(ptr %41)
  %43 = load ptr, ptr %5, align 8
  %44 = getelementptr inbounds nuw %struct.part, ptr %43, i32 0, i32 0
  store i64 %42, ptr %44, align 8
  %45 = load ptr, ptr %6, align 8
  %46 = getelementptr inbounds i8, ptr %45, i64 2
  %47 = call i64 @read_16(ptr %46)
  %48 = load ptr, ptr %5, align 8
  %49 = getelementptr inbounds nuw %struct.part, ptr %48, i32 0, i32 1
  store i64 %47, ptr %49, align 8
  %50 = load ptr, ptr %4, align 8
  %51 = getelementptr inbounds nuw %struct.packet, ptr %50, i32 0, i32 12
  %52 = load i8, ptr %51, align 1
  %53 = trunc i8 %52 to i1
  br i1 %53, label %54, label %58

54:
  %55 = load ptr, ptr %6, align 8
  %56 = getelementptr inbounds i8, ptr %55, i64 4
  %57 = call i64 @read_16(ptr %56)
  br label %59

58:
  br label %59

59:
  %60 = phi i64 [ %57, %54 ], [ 0, %58 ]
  %61 = load ptr, ptr %5, align 8
  %62 = getelementptr inbounds nuw %struct.part, ptr %61, i32 0, i32 5
  store i64 %60, ptr %62, align 8
  %63 = load ptr, ptr %4, align 8
  %64 = getelementptr inbounds nuw %struct.packet, ptr %63, i32 0, i32 12
  %65 = load i8, ptr %64, align 1
  %66 = trunc i8 %65 to i1
  %67 = zext i1 %66 to i64
  %68 = select i1 %66, i32 8, i32 4
  %69 = load ptr, ptr %6, align 8
  %70 = sext i32 %68 to i64
  %71 = getelementptr inbounds i8, ptr %69, i64 %70
  store ptr %71, ptr %6, align 8
  %72 = load ptr, ptr %6, align 8
  %73 = call i64 @read_64(ptr %72)
  %74 = load ptr, ptr %5, align 8
  %75 = getelementptr inbounds nuw %struct.part, ptr %74, i32 0, i32 2
  store i64 %73, ptr %75, align 8
  %76 = load ptr, ptr %6, align 8
  %77 = getelementptr inbounds i8, ptr %76, i64 8
  %78 = call i64 @read_32(ptr %77)
  %79 = load ptr, ptr %5, align 8
  %80 = getelementptr inbounds nuw %struct.part, ptr %79, i32 0, i32 3
  store i64 %78, ptr %80, align 8
  %81 = load ptr, ptr %6, align 8
  %82 = getelementptr inbounds i8, ptr %81, i64 12
  %83 = call i64 @read_32(ptr %82)
  %84 = load ptr, ptr %5, align 8
  %85 = getelementptr inbounds nuw %struct.part, ptr %84, i32 0, i32 4
  store i64 %83, ptr %85, align 8
  %86 = load i8, ptr %7, align 1
  %87 = trunc i8 %86 to i1
  br i1 %87, label %88, label %92

88:
  %89 = load ptr, ptr %6, align 8
  %90 = getelementptr inbounds i8, ptr %89, i64 16
  %91 = call i64 @read_32(ptr %90)
  br label %93

92:
  br label %93

93:
  %94 = phi i64 [ %91, %88 ], [ -1, %92 ]
  %95 = load ptr, ptr %5, align 8
  %96 = getelementptr inbounds nuw %struct.part, ptr %95, i32 0, i32 8
  store i64 %94, ptr %96, align 8
  %97 = load ptr, ptr %4, align 8
  %98 = getelementptr inbounds nuw %struct.packet, ptr %97, i32 0, i32 2
  %99 = load ptr, ptr %98, align 8
  %100 = load i64, ptr %8, align 8
  %101 = getelementptr inbounds i8, ptr %99, i64 %100
  %102 = load ptr, ptr %5, align 8
  %103 = getelementptr inbounds nuw %struct.part, ptr %102, i32 0, i32 6
  store ptr %101, ptr %103, align 8
  %104 = load ptr, ptr %4, align 8
  %105 = getelementptr inbounds nuw %struct.packet, ptr %104, i32 0, i32 8
  %106 = load i64, ptr %105, align 8
  %107 = load i64, ptr %8, align 8
  %108 = sub i64 %106, %107
  %109 = load ptr, ptr %5, align 8
  %110 = getelementptr inbounds nuw %struct.part, ptr %109, i32 0, i32 7
  store i64 %108, ptr %110, align 8
  %111 = load ptr, ptr %4, align 8
  %112 = getelementptr inbounds nuw %struct.packet, ptr %111, i32 0, i32 0
  %113 = load ptr, ptr %112, align 8
  %114 = load i64, ptr @PacketType_first, align 8
  %115 = call zeroext i1 @is_true(ptr %113, i64 %114)
  %116 = load ptr, ptr %5, align 8
  %117 = getelementptr inbounds nuw %struct.part, ptr %116, i32 0, i32 9
  %118 = zext i1 %115 to i8
  store i8 %118, ptr %117, align 8
  %119 = load ptr, ptr %4, align 8
  %120 = getelementptr inbounds nuw %struct.packet, ptr %119, i32 0, i32 0
  %121 = load ptr, ptr %120, align 8
  %122 = load i64, ptr @PacketType_last, align 8
  %123 = call zeroext i1 @is_true(ptr %121, i64 %122)
  %124 = load ptr, ptr %5, align 8
  %125 = getelementptr inbounds nuw %struct.part, ptr %124, i32 0, i32 10
  %126 = zext i1 %123 to i8
  store i8 %126, ptr %125, align 1
  %127 = load ptr, ptr %5, align 8
  %128 = getelementptr inbounds nuw %struct.part, ptr %127, i32 0, i32 2
  %129 = load i64, ptr %128, align 8
  %130 = icmp sge i64 %129, 0
  br i1 %130, label %131, label %136

131:
  %132 = load ptr, ptr %5, align 8
  %133 = getelementptr inbounds nuw %struct.part, ptr %132, i32 0, i32 2
  %134 = load i64, ptr %133, align 8
  %135 = icmp slt i64 %134, 4611686018427387904
  br label %136

136:
  %137 = phi i1 [ false, %93 ], [ %135, %131 ]
  store i1 %137, ptr %3, align 1
  store i32 1, ptr %9, align 4
  br label %138

138:
  %139 = load i1, ptr %3, align 1
  ret i1 %139
}

define internal zeroext i1 @is_beyond_limit(ptr %0, ptr %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = load i64, ptr @Responder__limits, align 8
  %8 = call ptr @get(ptr %6, i64 %7)
  store ptr %8, ptr %5, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = getelementptr inbounds nuw %struct.part, ptr %9, i32 0, i32 8
  %11 = load i64, ptr %10, align 8
  %12 = icmp sge i64 %11, 0
  br i1 %12, label %13, label %27

13:
  %14 = load ptr, ptr %5, align 8
  %15 = load i64, ptr @the_RtrAttributes, align 8
  %16 = call zeroext i1 @is_a(ptr %14, i64 %15)
  br i1 %16, label %17, label %25

17:
  %18 = load ptr, ptr %3, align 8
  %19 = load i64, ptr @Responder__stashed, align 8
  %20 = call i64 @get_int(ptr %18, i64 %19)
  %21 = load ptr, ptr %5, align 8
  %22 = load i64, ptr @RtrAttributes_max_immediates, align 8
  %23 = call i64 @get_int(ptr %21, i64 %22)
  %24 = icmp sge i64 %20, %23
  br label %25

25:
  %26 = phi i1 [ true, %13 ], [ %24, %17 ]
  br label %27

27:
  %28 = phi i1 [ false, %2 ], [ %26, %25 ]
  ret i1 %28
}

define internal zeroext i1 @repeats_a_nack(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = load i64, ptr @Responder__repeats, align 8
  %8 = call ptr @get(ptr %6, i64 %7)
  %9 = load i64, ptr @TrimRepeats_waiting, align 8
  %10 = call ptr @get(ptr %8, i64 %9)
  %11 = call ptr @first_value(ptr %10)
  store ptr %11, ptr %5, align 8
  %12 = load ptr, ptr %5, align 8
  %13 = icmp ne ptr %12, null
  br i1 %13, label %14, label %20

14:
  %15 = load ptr, ptr %5, align 8
  %16 = call ptr @tuple_item(ptr %15, i64 0)
  %17 = call i64 @value_of(ptr %16)
  %18 = load i64, ptr %4, align 8
  %19 = icmp sle i64 %17, %18
  br label %20

20:
  %21 = phi i1 [ false, %2 ], [ %19, %14 ]
  ret i1 %21
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

define internal zeroext i1 @is_new(ptr %0, i64 %1) nounwind {
  %3 = alloca i1, align 1
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca i32, align 4
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %11 = load i64, ptr %5, align 8
  %12 = load ptr, ptr %4, align 8
  %13 = load i64, ptr @ReceiveWindow_cack, align 8
  %14 = call i64 @get_int(ptr %12, i64 %13)
  %15 = sub i64 %11, %14
  %16 = sub i64 %15, 1
  store i64 %16, ptr %6, align 8
  %17 = load i64, ptr %6, align 8
  %18 = icmp slt i64 %17, 0
  br i1 %18, label %25, label %19

19:
  %20 = load i64, ptr %5, align 8
  %21 = load ptr, ptr %4, align 8
  %22 = load i64, ptr @ReceiveWindow_edge, align 8
  %23 = call i64 @get_int(ptr %21, i64 %22)
  %24 = icmp sgt i64 %20, %23
  br i1 %24, label %25, label %26

25:
  store i1 false, ptr %3, align 1
  store i32 1, ptr %7, align 4
  br label %59

26:
  %27 = load ptr, ptr %4, align 8
  %28 = load i64, ptr @ReceiveWindow__received, align 8
  %29 = call ptr @get(ptr %27, i64 %28)
  %30 = call zeroext i1 @narrow(ptr %29, ptr %8)
  br i1 %30, label %31, label %43

31:
  %32 = load i64, ptr %6, align 8
  %33 = icmp sge i64 %32, 62
  br i1 %33, label %41, label %34

34:
  %35 = load i64, ptr %8, align 8
  %36 = load i64, ptr %6, align 8
  %37 = lshr i64 %35, %36
  %38 = and i64 %37, 1
  %39 = icmp ne i64 %38, 0
  %40 = xor i1 %39, true
  br label %41

41:
  %42 = phi i1 [ true, %31 ], [ %40, %34 ]
  store i1 %42, ptr %3, align 1
  store i32 1, ptr %7, align 4
  br label %58

43:
  %44 = load i64, ptr %5, align 8
  %45 = call ptr @integer(i64 %44)
  store ptr %45, ptr %9, align 8
  %46 = load ptr, ptr %4, align 8
  %47 = load i64, ptr @the_classify, align 8
  %48 = load ptr, ptr %9, align 8
  %49 = call ptr @method_1(ptr %46, i64 %47, ptr %48)
  store ptr %49, ptr %10, align 8
  %50 = load ptr, ptr %9, align 8
  call void @Py_DecRef(ptr %50)
  %51 = load ptr, ptr %10, align 8
  call void @Py_DecRef(ptr %51)
  %52 = load ptr, ptr %10, align 8
  %53 = load ptr, ptr @the, align 8
  %54 = load i64, ptr @the_new, align 8
  %55 = getelementptr inbounds nuw ptr, ptr %53, i64 %54
  %56 = load ptr, ptr %55, align 8
  %57 = icmp eq ptr %52, %56
  store i1 %57, ptr %3, align 1
  store i32 1, ptr %7, align 4
  br label %58

58:
  br label %59

59:
  %60 = load i1, ptr %3, align 1
  ret i1 %60
}

define internal zeroext i1 @alone(ptr %0, ptr %1) nounwind {
  %3 = alloca i1, align 1
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = load i64, ptr @MessageRules__mtu, align 8
  %10 = call i64 @get_int(ptr %8, i64 %9)
  store i64 %10, ptr %6, align 8
  %11 = load ptr, ptr %5, align 8
  %12 = getelementptr inbounds nuw %struct.part, ptr %11, i32 0, i32 10
  %13 = load i8, ptr %12, align 1
  %14 = trunc i8 %13 to i1
  br i1 %14, label %39, label %15

15:
  %16 = load ptr, ptr %5, align 8
  %17 = getelementptr inbounds nuw %struct.part, ptr %16, i32 0, i32 7
  %18 = load i64, ptr %17, align 8
  %19 = load i64, ptr %6, align 8
  %20 = icmp eq i64 %18, %19
  br i1 %20, label %21, label %37

21:
  %22 = load ptr, ptr %5, align 8
  %23 = getelementptr inbounds nuw %struct.part, ptr %22, i32 0, i32 4
  %24 = load i64, ptr %23, align 8
  %25 = load ptr, ptr %5, align 8
  %26 = getelementptr inbounds nuw %struct.part, ptr %25, i32 0, i32 9
  %27 = load i8, ptr %26, align 8
  %28 = trunc i8 %27 to i1
  br i1 %28, label %29, label %31

29:
  %30 = load i64, ptr %6, align 8
  br label %34

31:
  %32 = load i64, ptr %6, align 8
  %33 = mul i64 2, %32
  br label %34

34:
  %35 = phi i64 [ %30, %29 ], [ %33, %31 ]
  %36 = icmp sgt i64 %24, %35
  br label %37

37:
  %38 = phi i1 [ false, %15 ], [ %36, %34 ]
  store i1 %38, ptr %3, align 1
  store i32 1, ptr %7, align 4
  br label %80

39:
  %40 = load ptr, ptr %5, align 8
  %41 = getelementptr inbounds nuw %struct.part, ptr %40, i32 0, i32 9
  %42 = load i8, ptr %41, align 8
  %43 = trunc i8 %42 to i1
  br i1 %43, label %44, label %60

44:
  %45 = load ptr, ptr %5, align 8
  %46 = getelementptr inbounds nuw %struct.part, ptr %45, i32 0, i32 7
  %47 = load i64, ptr %46, align 8
  %48 = load ptr, ptr %5, align 8
  %49 = getelementptr inbounds nuw %struct.part, ptr %48, i32 0, i32 4
  %50 = load i64, ptr %49, align 8
  %51 = icmp eq i64 %47, %50
  br i1 %51, label %52, label %58

52:
  %53 = load ptr, ptr %5, align 8
  %54 = getelementptr inbounds nuw %struct.part, ptr %53, i32 0, i32 7
  %55 = load i64, ptr %54, align 8
  %56 = load i64, ptr %6, align 8
  %57 = icmp sle i64 %55, %56
  br label %58

58:
  %59 = phi i1 [ false, %44 ], [ %57, %52 ]
  store i1 %59, ptr %3, align 1
  store i32 1, ptr %7, align 4
  br label %80

60:
  %61 = load ptr, ptr %5, align 8
  %62 = getelementptr inbounds nuw %struct.part, ptr %61, i32 0, i32 4
  %63 = load i64, ptr %62, align 8
  %64 = load i64, ptr %6, align 8
  %65 = icmp sgt i64 %63, %64
  br i1 %65, label %66, label %78

66:
  %67 = load ptr, ptr %5, align 8
  %68 = getelementptr inbounds nuw %struct.part, ptr %67, i32 0, i32 7
  %69 = load i64, ptr %68, align 8
  %70 = load ptr, ptr %5, align 8
  %71 = getelementptr inbounds nuw %struct.part, ptr %70, i32 0, i32 4
  %72 = load i64, ptr %71, align 8
  %73 = sub i64 %72, 1
  %74 = load i64, ptr %6, align 8
  %75 = srem i64 %73, %74
  %76 = add i64 %75, 1
  %77 = icmp eq i64 %69, %76
  br label %78

78:
  %79 = phi i1 [ false, %60 ], [ %77, %66 ]
  store i1 %79, ptr %3, align 1
  store i32 1, ptr %7, align 4
  br label %80

80:
  %81 = load i1, ptr %3, align 1
  ret i1 %81
}

define internal zeroext i1 @follows(ptr %0, ptr %1, i1 zeroext %2) nounwind {
  %4 = alloca i1, align 1
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i8, align 1
  %8 = alloca i8, align 1
  %9 = alloca i64, align 8
  %10 = alloca i32, align 4
  %11 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  %12 = zext i1 %2 to i8
  store i8 %12, ptr %7, align 1
  %13 = load ptr, ptr %5, align 8
  %14 = load i64, ptr @MessageRules__judge_msn, align 8
  %15 = call zeroext i1 @is_true(ptr %13, i64 %14)
  %16 = zext i1 %15 to i8
  store i8 %16, ptr %8, align 1
  %17 = load i8, ptr %7, align 1
  %18 = trunc i8 %17 to i1
  br i1 %18, label %111, label %19

19:
  %20 = load i8, ptr %8, align 1
  %21 = trunc i8 %20 to i1
  br i1 %21, label %22, label %51

22:
  %23 = load ptr, ptr %5, align 8
  %24 = load i64, ptr @MessageRules__msn, align 8
  %25 = call zeroext i1 @is_none(ptr %23, i64 %24)
  br i1 %25, label %51, label %26

26:
  %27 = load ptr, ptr %5, align 8
  %28 = load i64, ptr @MessageRules__msn, align 8
  %29 = call i64 @get_int(ptr %27, i64 %28)
  store i64 %29, ptr %9, align 8
  %30 = load ptr, ptr %6, align 8
  %31 = getelementptr inbounds nuw %struct.part, ptr %30, i32 0, i32 1
  %32 = load i64, ptr %31, align 8
  %33 = load ptr, ptr %6, align 8
  %34 = getelementptr inbounds nuw %struct.part, ptr %33, i32 0, i32 9
  %35 = load i8, ptr %34, align 8
  %36 = trunc i8 %35 to i1
  br i1 %36, label %37, label %41

37:
  %38 = load i64, ptr %9, align 8
  %39 = add i64 %38, 1
  %40 = and i64 %39, 65535
  br label %43

41:
  %42 = load i64, ptr %9, align 8
  br label %43

43:
  %44 = phi i64 [ %40, %37 ], [ %42, %41 ]
  %45 = icmp ne i64 %32, %44
  br i1 %45, label %46, label %47

46:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %10, align 4
  br label %48

47:
  store i32 0, ptr %10, align 4
  br label %48

48:
  %49 = load i32, ptr %10, align 4
  switch i32 %49, label %166 [
    i32 0, label %50
  ]

50:
  br label %51

51:
  %52 = load ptr, ptr %5, align 8
  %53 = load i64, ptr @MessageRules__left, align 8
  %54 = call i64 @get_int(ptr %52, i64 %53)
  store i64 %54, ptr %11, align 8
  %55 = load ptr, ptr %6, align 8
  %56 = getelementptr inbounds nuw %struct.part, ptr %55, i32 0, i32 9
  %57 = load i8, ptr %56, align 8
  %58 = trunc i8 %57 to i1
  br i1 %58, label %59, label %63

59:
  %60 = load i64, ptr %11, align 8
  %61 = icmp ne i64 %60, 0
  %62 = xor i1 %61, true
  store i1 %62, ptr %4, align 1
  store i32 1, ptr %10, align 4
  br label %110

63:
  %64 = load ptr, ptr %6, align 8
  %65 = getelementptr inbounds nuw %struct.part, ptr %64, i32 0, i32 7
  %66 = load i64, ptr %65, align 8
  %67 = load i64, ptr %11, align 8
  %68 = sub i64 %67, %66
  store i64 %68, ptr %11, align 8
  %69 = load ptr, ptr %6, align 8
  %70 = getelementptr inbounds nuw %struct.part, ptr %69, i32 0, i32 2
  %71 = load i64, ptr %70, align 8
  %72 = load ptr, ptr %5, align 8
  %73 = load i64, ptr @MessageRules__address, align 8
  %74 = call i64 @get_int(ptr %72, i64 %73)
  %75 = icmp eq i64 %71, %74
  br i1 %75, label %76, label %108

76:
  %77 = load ptr, ptr %6, align 8
  %78 = getelementptr inbounds nuw %struct.part, ptr %77, i32 0, i32 3
  %79 = load i64, ptr %78, align 8
  %80 = load ptr, ptr %5, align 8
  %81 = load i64, ptr @MessageRules__r_key, align 8
  %82 = call i64 @get_int(ptr %80, i64 %81)
  %83 = icmp eq i64 %79, %82
  br i1 %83, label %84, label %108

84:
  %85 = load ptr, ptr %6, align 8
  %86 = getelementptr inbounds nuw %struct.part, ptr %85, i32 0, i32 4
  %87 = load i64, ptr %86, align 8
  %88 = load ptr, ptr %5, align 8
  %89 = load i64, ptr @MessageRules__length, align 8
  %90 = call i64 @get_int(ptr %88, i64 %89)
  %91 = icmp eq i64 %87, %90
  br i1 %91, label %92, label %108

92:
  %93 = load ptr, ptr %6, align 8
  %94 = getelementptr inbounds nuw %struct.part, ptr %93, i32 0, i32 10
  %95 = load i8, ptr %94, align 1
  %96 = trunc i8 %95 to i1
  br i1 %96, label %97, label %101

97:
  %98 = load i64, ptr %11, align 8
  %99 = icmp eq i64 %98, 0
  %100 = zext i1 %99 to i32
  br label %105

101:
  %102 = load i64, ptr %11, align 8
  %103 = icmp sgt i64 %102, 0
  %104 = zext i1 %103 to i32
  br label %105

105:
  %106 = phi i32 [ %100, %97 ], [ %104, %101 ]
  %107 = icmp ne i32 %106, 0
  br label %108

108:
  %109 = phi i1 [ false, %84 ], [ false, %76 ], [ false, %63 ], [ %107, %105 ]
  store i1 %109, ptr %4, align 1
  store i32 1, ptr %10, align 4
  br label %110

110:
  br label %166

111:
  %112 = load i8, ptr %8, align 1
  %113 = trunc i8 %112 to i1
  br i1 %113, label %114, label %120

114:
  %115 = load ptr, ptr %5, align 8
  %116 = load i64, ptr @MessageRules__msn, align 8
  %117 = load ptr, ptr %6, align 8
  %118 = getelementptr inbounds nuw %struct.part, ptr %117, i32 0, i32 1
  %119 = load i64, ptr %118, align 8
  call void @put_int(ptr %115, i64 %116, i64 %119)
  br label %120

120:
  %121 = load ptr, ptr %5, align 8
  %122 = load i64, ptr @MessageRules__left, align 8
  %123 = load ptr, ptr %6, align 8
  %124 = getelementptr inbounds nuw %struct.part, ptr %123, i32 0, i32 9
  %125 = load i8, ptr %124, align 8
  %126 = trunc i8 %125 to i1
  br i1 %126, label %127, label %131

127:
  %128 = load ptr, ptr %6, align 8
  %129 = getelementptr inbounds nuw %struct.part, ptr %128, i32 0, i32 4
  %130 = load i64, ptr %129, align 8
  br label %135

131:
  %132 = load ptr, ptr %5, align 8
  %133 = load i64, ptr @MessageRules__left, align 8
  %134 = call i64 @get_int(ptr %132, i64 %133)
  br label %135

135:
  %136 = phi i64 [ %130, %127 ], [ %134, %131 ]
  %137 = load ptr, ptr %6, align 8
  %138 = getelementptr inbounds nuw %struct.part, ptr %137, i32 0, i32 7
  %139 = load i64, ptr %138, align 8
  %140 = sub i64 %136, %139
  call void @put_int(ptr %121, i64 %122, i64 %140)
  %141 = load ptr, ptr %5, align 8
  %142 = load i64, ptr @MessageRules__address, align 8
  %143 = load ptr, ptr %6, align 8
  %144 = getelementptr inbounds nuw %struct.part, ptr %143, i32 0, i32 2
  %145 = load i64, ptr %144, align 8
  %146 = load ptr, ptr %6, align 8
  %147 = getelementptr inbounds nuw %struct.part, ptr %146, i32 0, i32 7
  %148 = load i64, ptr %147, align 8
  %149 = add i64 %145, %148
  call void @put_int(ptr %141, i64 %142, i64 %149)
  %150 = load ptr, ptr %6, align 8
  %151 = getelementptr inbounds nuw %struct.part, ptr %150, i32 0, i32 9
  %152 = load i8, ptr %151, align 8
  %153 = trunc i8 %152 to i1
  br i1 %153, label %154, label %165

154:
  %155 = load ptr, ptr %5, align 8
  %156 = load i64, ptr @MessageRules__r_key, align 8
  %157 = load ptr, ptr %6, align 8
  %158 = getelementptr inbounds nuw %struct.part, ptr %157, i32 0, i32 3
  %159 = load i64, ptr %158, align 8
  call void @put_int(ptr %155, i64 %156, i64 %159)
  %160 = load ptr, ptr %5, align 8
  %161 = load i64, ptr @MessageRules__length, align 8
  %162 = load ptr, ptr %6, align 8
  %163 = getelementptr inbounds nuw %struct.part, ptr %162, i32 0, i32 4
  %164 = load i64, ptr %163, align 8
  call void @put_int(ptr %160, i64 %161, i64 %164)
  br label %165

165:
  store i1 true, ptr %4, align 1
  store i32 1, ptr %10, align 4
  br label %166

166:
  %167 = load i1, ptr %4, align 1
  ret i1 %167
}

define internal ptr @region_of(ptr %0, ptr %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = load i64, ptr @Responder__domain, align 8
  %10 = call ptr @get(ptr %8, i64 %9)
  store ptr %10, ptr %6, align 8
  %11 = load ptr, ptr %5, align 8
  %12 = getelementptr inbounds nuw %struct.part, ptr %11, i32 0, i32 7
  %13 = load i64, ptr %12, align 8
  %14 = icmp ne i64 %13, 0
  br i1 %14, label %15, label %22

15:
  %16 = load ptr, ptr %6, align 8
  %17 = load ptr, ptr @the, align 8
  %18 = load i64, ptr @the_None, align 8
  %19 = getelementptr inbounds nuw ptr, ptr %17, i64 %18
  %20 = load ptr, ptr %19, align 8
  %21 = icmp eq ptr %16, %20
  br i1 %21, label %22, label %23

22:
  store ptr null, ptr %3, align 8
  store i32 1, ptr %7, align 4
  br label %38

23:
  %24 = load ptr, ptr %4, align 8
  %25 = load i64, ptr @Responder__memory, align 8
  %26 = call ptr @get(ptr %24, i64 %25)
  %27 = load ptr, ptr %6, align 8
  %28 = load ptr, ptr %5, align 8
  %29 = getelementptr inbounds nuw %struct.part, ptr %28, i32 0, i32 3
  %30 = load i64, ptr %29, align 8
  %31 = load ptr, ptr %5, align 8
  %32 = getelementptr inbounds nuw %struct.part, ptr %31, i32 0, i32 2
  %33 = load i64, ptr %32, align 8
  %34 = load ptr, ptr %5, align 8
  %35 = getelementptr inbounds nuw %struct.part, ptr %34, i32 0, i32 7
  %36 = load i64, ptr %35, align 8
  %37 = call ptr @writable_region(ptr %26, ptr %27, i64 %30, i64 %33, i64 %36)
  store ptr %37, ptr %3, align 8
  store i32 1, ptr %7, align 4
  br label %38

38:
  %39 = load ptr, ptr %3, align 8
  ret ptr %39
}

define internal zeroext i1 @take(ptr %0, ptr %1, ptr %2, ptr %3, i64 %4, i64 %5) nounwind {
  %7 = alloca i1, align 1
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca ptr, align 8
  %15 = alloca ptr, align 8
  %16 = alloca ptr, align 8
  %17 = alloca ptr, align 8
  %18 = alloca ptr, align 8
  %19 = alloca i8, align 1
  %20 = alloca i32, align 4
  %21 = alloca i64, align 8
  %22 = alloca i64, align 8
  %23 = alloca i64, align 8
  %24 = alloca ptr, align 8
  %25 = alloca ptr, align 8
  %26 = alloca i8, align 1
  %27 = alloca i32, align 4
  %28 = alloca i64, align 8
  %29 = alloca i64, align 8
  %30 = alloca ptr, align 8
  %31 = alloca ptr, align 8
  store ptr %0, ptr %8, align 8
  store ptr %1, ptr %9, align 8
  store ptr %2, ptr %10, align 8
  store ptr %3, ptr %11, align 8
  store i64 %4, ptr %12, align 8
  store i64 %5, ptr %13, align 8
  %32 = load ptr, ptr %8, align 8
  %33 = getelementptr inbounds nuw %struct.receiving, ptr %32, i32 0, i32 0
  %34 = load ptr, ptr %33, align 8
  store ptr %34, ptr %14, align 8
  %35 = load ptr, ptr %8, align 8
  %36 = getelementptr inbounds nuw %struct.receiving, ptr %35, i32 0, i32 1
  %37 = load ptr, ptr %36, align 8
  store ptr %37, ptr %15, align 8
  %38 = load ptr, ptr %8, align 8
  %39 = getelementptr inbounds nuw %struct.receiving, ptr %38, i32 0, i32 2
  %40 = load ptr, ptr %39, align 8
  store ptr %40, ptr %16, align 8
  %41 = load ptr, ptr %8, align 8
  %42 = getelementptr inbounds nuw %struct.receiving, ptr %41, i32 0, i32 3
  %43 = load ptr, ptr %42, align 8
  store ptr %43, ptr %17, align 8
  %44 = load ptr, ptr %8, align 8
  %45 = getelementptr inbounds nuw %struct.receiving, ptr %44, i32 0, i32 4
  %46 = load ptr, ptr %45, align 8
  store ptr %46, ptr %18, align 8
  %47 = load i64, ptr %12, align 8
  %48 = load ptr, ptr %17, align 8
  %49 = load i64, ptr @ReceiveWindow_cack, align 8
  %50 = call i64 @get_int(ptr %48, i64 %49)
  %51 = add i64 %50, 1
  %52 = icmp eq i64 %47, %51
  %53 = zext i1 %52 to i8
  store i8 %53, ptr %19, align 1
  %54 = load i8, ptr %19, align 1
  %55 = trunc i8 %54 to i1
  br i1 %55, label %56, label %60

56:
  %57 = load ptr, ptr %18, align 8
  %58 = load ptr, ptr %10, align 8
  %59 = call zeroext i1 @follows(ptr %57, ptr %58, i1 zeroext true)
  br label %65

60:
  %61 = load ptr, ptr %18, align 8
  %62 = load ptr, ptr %9, align 8
  %63 = load i64, ptr %12, align 8
  %64 = load ptr, ptr %10, align 8
  call void @keep_part(ptr %61, ptr %62, i64 %63, ptr %64)
  br label %65

65:
  %66 = load ptr, ptr %11, align 8
  %67 = load ptr, ptr %10, align 8
  %68 = getelementptr inbounds nuw %struct.part, ptr %67, i32 0, i32 2
  %69 = load i64, ptr %68, align 8
  %70 = load ptr, ptr %10, align 8
  %71 = getelementptr inbounds nuw %struct.part, ptr %70, i32 0, i32 6
  %72 = load ptr, ptr %71, align 8
  %73 = load ptr, ptr %10, align 8
  %74 = getelementptr inbounds nuw %struct.part, ptr %73, i32 0, i32 7
  %75 = load i64, ptr %74, align 8
  %76 = call zeroext i1 @write_region(ptr %66, i64 %69, ptr %72, i64 %75)
  br i1 %76, label %78, label %77

77:
  store i1 false, ptr %7, align 1
  store i32 1, ptr %20, align 4
  br label %292

78:
  %79 = load ptr, ptr %15, align 8
  %80 = load i64, ptr @QpCounters_packets_placed, align 8
  call void @add(ptr %79, i64 %80, i64 1)
  %81 = load ptr, ptr %15, align 8
  %82 = load i64, ptr @QpCounters_bytes_placed, align 8
  %83 = load ptr, ptr %10, align 8
  %84 = getelementptr inbounds nuw %struct.part, ptr %83, i32 0, i32 7
  %85 = load i64, ptr %84, align 8
  call void @add(ptr %81, i64 %82, i64 %85)
  %86 = load i8, ptr %19, align 1
  %87 = trunc i8 %86 to i1
  br i1 %87, label %91, label %88

88:
  %89 = load ptr, ptr %15, align 8
  %90 = load i64, ptr @QpCounters_out_of_order, align 8
  call void @add(ptr %89, i64 %90, i64 1)
  br label %91

91:
  %92 = load ptr, ptr %9, align 8
  %93 = getelementptr inbounds nuw %struct.packet, ptr %92, i32 0, i32 12
  %94 = load i8, ptr %93, align 1
  %95 = trunc i8 %94 to i1
  br i1 %95, label %96, label %115

96:
  %97 = load i64, ptr %13, align 8
  %98 = sdiv i64 %97, 128
  %99 = load ptr, ptr %10, align 8
  %100 = getelementptr inbounds nuw %struct.part, ptr %99, i32 0, i32 5
  %101 = load i64, ptr %100, align 8
  %102 = sub i64 %98, %101
  %103 = and i64 %102, 65535
  %104 = mul i64 %103, 128
  store i64 %104, ptr %21, align 8
  %105 = load i64, ptr %21, align 8
  %106 = load ptr, ptr %15, align 8
  %107 = load i64, ptr @QpCounters_worst_one_way_ns, align 8
  %108 = call i64 @get_int(ptr %106, i64 %107)
  %109 = icmp sgt i64 %105, %108
  br i1 %109, label %110, label %114

110:
  %111 = load ptr, ptr %15, align 8
  %112 = load i64, ptr @QpCounters_worst_one_way_ns, align 8
  %113 = load i64, ptr %21, align 8
  call void @put_int(ptr %111, i64 %112, i64 %113)
  br label %114

114:
  br label %115

115:
  %116 = load ptr, ptr %10, align 8
  %117 = getelementptr inbounds nuw %struct.part, ptr %116, i32 0, i32 7
  %118 = load i64, ptr %117, align 8
  %119 = call i64 @most(i64 %118, i64 1024)
  store i64 %119, ptr %22, align 8
  %120 = load ptr, ptr %14, align 8
  %121 = load i64, ptr @Responder__counts_nominal, align 8
  %122 = call zeroext i1 @is_true(ptr %120, i64 %121)
  br i1 %122, label %123, label %128

123:
  %124 = load ptr, ptr %9, align 8
  %125 = getelementptr inbounds nuw %struct.packet, ptr %124, i32 0, i32 5
  %126 = load i64, ptr %125, align 8
  %127 = add i64 %126, 40
  br label %130

128:
  %129 = load i64, ptr %22, align 8
  br label %130

130:
  %131 = phi i64 [ %127, %123 ], [ %129, %128 ]
  store i64 %131, ptr %23, align 8
  %132 = load ptr, ptr %16, align 8
  %133 = load i64, ptr @Reception_rcvd_bytes, align 8
  %134 = load i64, ptr %23, align 8
  call void @add(ptr %132, i64 %133, i64 %134)
  %135 = load ptr, ptr %9, align 8
  %136 = getelementptr inbounds nuw %struct.packet, ptr %135, i32 0, i32 4
  %137 = load i64, ptr %136, align 8
  %138 = call ptr @integer(i64 %137)
  store ptr %138, ptr %24, align 8
  %139 = load ptr, ptr %24, align 8
  %140 = icmp ne ptr %139, null
  br i1 %140, label %141, label %145

141:
  %142 = load ptr, ptr %14, align 8
  %143 = load ptr, ptr %24, align 8
  %144 = call ptr @plane_of(ptr %142, ptr %143)
  br label %146

145:
  br label %146

146:
  %147 = phi ptr [ %144, %141 ], [ null, %145 ]
  store ptr %147, ptr %25, align 8
  %148 = load ptr, ptr %25, align 8
  %149 = icmp ne ptr %148, null
  br i1 %149, label %150, label %161

150:
  %151 = load ptr, ptr %14, align 8
  %152 = load ptr, ptr %14, align 8
  %153 = load i64, ptr @Responder__flow_control, align 8
  %154 = call ptr @get(ptr %152, i64 %153)
  %155 = load i64, ptr %23, align 8
  %156 = load ptr, ptr %25, align 8
  %157 = load ptr, ptr %9, align 8
  %158 = load ptr, ptr %10, align 8
  %159 = load i64, ptr %13, align 8
  %160 = call zeroext i1 @count_data(ptr %151, ptr %154, i64 %155, ptr %156, ptr %157, ptr %158, i64 %159)
  br label %161

161:
  %162 = phi i1 [ false, %146 ], [ %160, %150 ]
  %163 = zext i1 %162 to i8
  store i8 %163, ptr %26, align 1
  %164 = load ptr, ptr %25, align 8
  call void @Py_DecRef(ptr %164)
  %165 = load ptr, ptr %24, align 8
  call void @Py_DecRef(ptr %165)
  %166 = load i8, ptr %26, align 1
  %167 = trunc i8 %166 to i1
  br i1 %167, label %168, label %178

168:
  %169 = load ptr, ptr %10, align 8
  %170 = getelementptr inbounds nuw %struct.part, ptr %169, i32 0, i32 10
  %171 = load i8, ptr %170, align 1
  %172 = trunc i8 %171 to i1
  br i1 %172, label %173, label %179

173:
  %174 = load ptr, ptr %14, align 8
  %175 = load i64, ptr %12, align 8
  %176 = load ptr, ptr %10, align 8
  %177 = call zeroext i1 @note_end(ptr %174, i64 %175, ptr %176)
  br i1 %177, label %179, label %178

178:
  store i1 false, ptr %7, align 1
  store i32 1, ptr %20, align 4
  br label %291

179:
  %180 = load ptr, ptr %17, align 8
  %181 = load i64, ptr %12, align 8
  %182 = call i32 @accept(ptr %180, i64 %181)
  store i32 %182, ptr %27, align 4
  %183 = load i32, ptr %27, align 4
  %184 = icmp slt i32 %183, 0
  br i1 %184, label %197, label %185

185:
  %186 = load i32, ptr %27, align 4
  %187 = icmp ne i32 %186, 0
  br i1 %187, label %188, label %198

188:
  %189 = load ptr, ptr %14, align 8
  %190 = load ptr, ptr %18, align 8
  %191 = load i64, ptr %12, align 8
  %192 = add i64 %191, 1
  %193 = load ptr, ptr %17, align 8
  %194 = load i64, ptr @ReceiveWindow_cack, align 8
  %195 = call i64 @get_int(ptr %193, i64 %194)
  %196 = call zeroext i1 @settle_early(ptr %189, ptr %190, i64 %192, i64 %195)
  br i1 %196, label %198, label %197

197:
  store i1 false, ptr %7, align 1
  store i32 1, ptr %20, align 4
  br label %290

198:
  %199 = load ptr, ptr %16, align 8
  %200 = load i64, ptr @Reception_bytes_since_sack, align 8
  %201 = call i64 @get_int(ptr %199, i64 %200)
  %202 = load i64, ptr %22, align 8
  %203 = add i64 %201, %202
  store i64 %203, ptr %28, align 8
  %204 = load ptr, ptr %16, align 8
  %205 = load i64, ptr @Reception_bytes_since_sack, align 8
  %206 = load i64, ptr %28, align 8
  call void @put_int(ptr %204, i64 %205, i64 %206)
  %207 = load ptr, ptr %9, align 8
  %208 = getelementptr inbounds nuw %struct.packet, ptr %207, i32 0, i32 9
  %209 = load i8, ptr %208, align 8
  %210 = trunc i8 %209 to i1
  br i1 %210, label %211, label %214

211:
  %212 = load ptr, ptr %15, align 8
  %213 = load i64, ptr @QpCounters_marked_received, align 8
  call void @add(ptr %212, i64 %213, i64 1)
  br label %214

214:
  %215 = load ptr, ptr %14, align 8
  %216 = load i64, ptr @Responder__options, align 8
  %217 = call ptr @get(ptr %215, i64 %216)
  %218 = load i64, ptr @TransportOptions_sack_threshold_bytes, align 8
  %219 = call i64 @get_int(ptr %217, i64 %218)
  store i64 %219, ptr %29, align 8
  %220 = load ptr, ptr %9, align 8
  %221 = getelementptr inbounds nuw %struct.packet, ptr %220, i32 0, i32 9
  %222 = load i8, ptr %221, align 8
  %223 = trunc i8 %222 to i1
  br i1 %223, label %238, label %224

224:
  %225 = load ptr, ptr %9, align 8
  %226 = getelementptr inbounds nuw %struct.packet, ptr %225, i32 0, i32 10
  %227 = load i8, ptr %226, align 1
  %228 = trunc i8 %227 to i1
  br i1 %228, label %238, label %229

229:
  %230 = load ptr, ptr %9, align 8
  %231 = getelementptr inbounds nuw %struct.packet, ptr %230, i32 0, i32 11
  %232 = load i8, ptr %231, align 2
  %233 = trunc i8 %232 to i1
  br i1 %233, label %238, label %234

234:
  %235 = load i64, ptr %28, align 8
  %236 = load i64, ptr %29, align 8
  %237 = icmp sgt i64 %235, %236
  br i1 %237, label %238, label %273

238:
  %239 = load ptr, ptr @the, align 8
  %240 = load ptr, ptr %9, align 8
  %241 = getelementptr inbounds nuw %struct.packet, ptr %240, i32 0, i32 9
  %242 = load i8, ptr %241, align 8
  %243 = trunc i8 %242 to i1
  br i1 %243, label %244, label %246

244:
  %245 = load i64, ptr @the_skip_once, align 8
  br label %248

246:
  %247 = load i64, ptr @the_unmarked, align 8
  br label %248

248:
  %249 = phi i64 [ %245, %244 ], [ %247, %246 ]
  %250 = getelementptr inbounds nuw ptr, ptr %239, i64 %249
  %251 = load ptr, ptr %250, align 8
  store ptr %251, ptr %30, align 8
  %252 = load ptr, ptr %9, align 8
  %253 = load i64, ptr %12, align 8
  %254 = load ptr, ptr %30, align 8
  %255 = load ptr, ptr %10, align 8
  %256 = getelementptr inbounds nuw %struct.part, ptr %255, i32 0, i32 5
  %257 = load i64, ptr %256, align 8
  %258 = load i64, ptr %13, align 8
  %259 = call ptr @sack_job(ptr %252, i64 %253, ptr %254, i64 %257, i64 %258)
  store ptr %259, ptr %31, align 8
  %260 = load ptr, ptr %31, align 8
  %261 = icmp ne ptr %260, null
  br i1 %261, label %262, label %269

262:
  %263 = load ptr, ptr %14, align 8
  %264 = load i64, ptr @Responder_answers, align 8
  %265 = call ptr @get(ptr %263, i64 %264)
  %266 = load ptr, ptr %16, align 8
  %267 = load ptr, ptr %31, align 8
  %268 = call zeroext i1 @queue_sack(ptr %265, ptr %266, ptr %267)
  br label %269

269:
  %270 = phi i1 [ false, %248 ], [ %268, %262 ]
  %271 = zext i1 %270 to i8
  store i8 %271, ptr %26, align 1
  %272 = load ptr, ptr %31, align 8
  call void @Py_DecRef(ptr %272)
  br label %273

273:
  %274 = load i8, ptr %26, align 1
  %275 = trunc i8 %274 to i1
  br i1 %275, label %276, label %288

276:
  %277 = load i32, ptr %27, align 4
  %278 = icmp ne i32 %277, 0
  br i1 %278, label %279, label %286

279:
  %280 = load ptr, ptr %14, align 8
  %281 = load ptr, ptr %17, align 8
  %282 = load i64, ptr @ReceiveWindow_cack, align 8
  %283 = call i64 @get_int(ptr %281, i64 %282)
  %284 = load i64, ptr %13, align 8
  %285 = call zeroext i1 @complete_messages(ptr %280, i64 %283, i64 %284)
  br label %286

286:
  %287 = phi i1 [ true, %276 ], [ %285, %279 ]
  br label %288

288:
  %289 = phi i1 [ false, %273 ], [ %287, %286 ]
  store i1 %289, ptr %7, align 1
  store i32 1, ptr %20, align 4
  br label %290

290:
  br label %291

291:
  br label %292

292:
  %293 = load i1, ptr %7, align 1
  ret i1 %293
}

define internal zeroext i1 @follow_data(ptr %0, ptr %1, ptr %2, i64 %3) nounwind {
  %5 = alloca i1, align 1
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i8, align 1
  %13 = alloca ptr, align 8
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store ptr %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  %14 = load ptr, ptr %7, align 8
  %15 = load i64, ptr @QueuePair_responder, align 8
  %16 = call ptr @get(ptr %14, i64 %15)
  %17 = load ptr, ptr %8, align 8
  %18 = icmp ne ptr %16, %17
  br i1 %18, label %19, label %20

19:
  store i1 true, ptr %5, align 1
  br label %96

20:
  %21 = load ptr, ptr %7, align 8
  %22 = load i64, ptr @QueuePair_reverse, align 8
  %23 = call ptr @get(ptr %21, i64 %22)
  store ptr %23, ptr %10, align 8
  %24 = load i64, ptr %9, align 8
  %25 = call ptr @integer(i64 %24)
  store ptr %25, ptr %11, align 8
  %26 = load ptr, ptr %7, align 8
  %27 = load i64, ptr @QueuePair_probing, align 8
  %28 = call ptr @get(ptr %26, i64 %27)
  %29 = load i64, ptr @ProbeSchedule_received_ns, align 8
  %30 = load ptr, ptr %11, align 8
  %31 = call ptr @kept(ptr %30)
  call void @put(ptr %28, i64 %29, ptr %31)
  %32 = load ptr, ptr %10, align 8
  %33 = load ptr, ptr @the, align 8
  %34 = load i64, ptr @the_None, align 8
  %35 = getelementptr inbounds nuw ptr, ptr %33, i64 %34
  %36 = load ptr, ptr %35, align 8
  %37 = icmp eq ptr %32, %36
  br i1 %37, label %48, label %38

38:
  %39 = load ptr, ptr %10, align 8
  %40 = load i64, ptr @ReverseEvs_turned, align 8
  %41 = call zeroext i1 @is_none(ptr %39, i64 %40)
  br i1 %41, label %48, label %42

42:
  %43 = load ptr, ptr %10, align 8
  %44 = load i64, ptr @the_heard, align 8
  %45 = load ptr, ptr %11, align 8
  %46 = call ptr @method_1(ptr %43, i64 %44, ptr %45)
  %47 = call zeroext i1 @done(ptr %46)
  br label %48

48:
  %49 = phi i1 [ true, %38 ], [ true, %20 ], [ %47, %42 ]
  %50 = zext i1 %49 to i8
  store i8 %50, ptr %12, align 1
  %51 = load i8, ptr %12, align 1
  %52 = trunc i8 %51 to i1
  br i1 %52, label %53, label %71

53:
  %54 = load ptr, ptr %7, align 8
  %55 = load i64, ptr @QueuePair_reverse_ns, align 8
  %56 = call zeroext i1 @is_none(ptr %54, i64 %55)
  br i1 %56, label %57, label %71

57:
  %58 = load ptr, ptr %7, align 8
  %59 = load i64, ptr @QueuePair_responder, align 8
  %60 = call ptr @get(ptr %58, i64 %59)
  %61 = load ptr, ptr %8, align 8
  %62 = icmp eq ptr %60, %61
  br i1 %62, label %63, label %71

63:
  %64 = load ptr, ptr %6, align 8
  %65 = load i64, ptr @Nic__timers, align 8
  %66 = call ptr @get(ptr %64, i64 %65)
  %67 = load ptr, ptr %7, align 8
  %68 = load ptr, ptr %11, align 8
  %69 = call zeroext i1 @probe_later(ptr %66, ptr %67, ptr %68)
  %70 = zext i1 %69 to i8
  store i8 %70, ptr %12, align 1
  br label %71

71:
  %72 = load ptr, ptr %11, align 8
  call void @Py_DecRef(ptr %72)
  %73 = load ptr, ptr %8, align 8
  %74 = load i64, ptr @Responder_answers, align 8
  %75 = call ptr @get(ptr %73, i64 %74)
  store ptr %75, ptr %13, align 8
  %76 = load i8, ptr %12, align 1
  %77 = trunc i8 %76 to i1
  br i1 %77, label %78, label %93

78:
  %79 = load ptr, ptr %7, align 8
  %80 = load i64, ptr @QueuePair_control_queued, align 8
  %81 = call zeroext i1 @is_true(ptr %79, i64 %80)
  br i1 %81, label %93, label %82

82:
  %83 = load ptr, ptr %13, align 8
  %84 = load i64, ptr @Answers__jobs, align 8
  %85 = call ptr @get(ptr %83, i64 %84)
  %86 = call i64 @size_of(ptr %85)
  %87 = icmp ne i64 %86, 0
  br i1 %87, label %88, label %93

88:
  %89 = load ptr, ptr %6, align 8
  %90 = load i64, ptr @Nic__scheduler, align 8
  %91 = call ptr @get(ptr %89, i64 %90)
  %92 = load ptr, ptr %7, align 8
  call void @queue_control(ptr %91, ptr %92)
  br label %93

93:
  %94 = load i8, ptr %12, align 1
  %95 = trunc i8 %94 to i1
  store i1 %95, ptr %5, align 1
  br label %96

96:
  %97 = load i1, ptr %5, align 1
  ret i1 %97
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

declare i32 @PyDict_Next(ptr, ptr, ptr, ptr)

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

declare i64 @PyDict_Size(ptr)

declare ptr @PyTuple_GetItem(ptr, i64)

define internal zeroext i1 @narrow(ptr %0, ptr %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  store i32 0, ptr %5, align 4
  %7 = load ptr, ptr %3, align 8
  %8 = call i64 @PyLong_AsLongAndOverflow(ptr %7, ptr %5)
  store i64 %8, ptr %6, align 8
  %9 = load i64, ptr %6, align 8
  %10 = load ptr, ptr %4, align 8
  store i64 %9, ptr %10, align 8
  %11 = load i32, ptr %5, align 4
  %12 = icmp ne i32 %11, 0
  br i1 %12, label %18, label %13

13:
  %14 = load i64, ptr %6, align 8
  %15 = lshr i64 %14, 62
  %16 = icmp ne i64 %15, 0
  %17 = xor i1 %16, true
  br label %18

18:
  %19 = phi i1 [ false, %2 ], [ %17, %13 ]
  ret i1 %19
}

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

declare ptr @PyObject_VectorcallMethod(ptr, ptr, i64, ptr)

define internal void @keep_part(ptr %0, ptr %1, i64 %2, ptr %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca [5 x ptr], align 16
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %13 = load ptr, ptr %8, align 8
  %14 = getelementptr inbounds nuw %struct.part, ptr %13, i32 0, i32 1
  %15 = load i64, ptr %14, align 8
  %16 = call ptr @integer(i64 %15)
  store ptr %16, ptr %9, align 8
  %17 = getelementptr inbounds ptr, ptr %9, i64 1
  %18 = load ptr, ptr %8, align 8
  %19 = getelementptr inbounds nuw %struct.part, ptr %18, i32 0, i32 2
  %20 = load i64, ptr %19, align 8
  %21 = call ptr @integer(i64 %20)
  store ptr %21, ptr %17, align 8
  %22 = getelementptr inbounds ptr, ptr %9, i64 2
  %23 = load ptr, ptr %8, align 8
  %24 = getelementptr inbounds nuw %struct.part, ptr %23, i32 0, i32 3
  %25 = load i64, ptr %24, align 8
  %26 = call ptr @integer(i64 %25)
  store ptr %26, ptr %22, align 8
  %27 = getelementptr inbounds ptr, ptr %9, i64 3
  %28 = load ptr, ptr %8, align 8
  %29 = getelementptr inbounds nuw %struct.part, ptr %28, i32 0, i32 4
  %30 = load i64, ptr %29, align 8
  %31 = call ptr @integer(i64 %30)
  store ptr %31, ptr %27, align 8
  %32 = getelementptr inbounds ptr, ptr %9, i64 4
  %33 = load ptr, ptr %8, align 8
  %34 = getelementptr inbounds nuw %struct.part, ptr %33, i32 0, i32 7
  %35 = load i64, ptr %34, align 8
  %36 = call ptr @integer(i64 %35)
  store ptr %36, ptr %32, align 8
  %37 = load ptr, ptr %6, align 8
  %38 = getelementptr inbounds nuw %struct.packet, ptr %37, i32 0, i32 0
  %39 = load ptr, ptr %38, align 8
  %40 = getelementptr inbounds [5 x ptr], ptr %9, i64 0, i64 0
  %41 = load ptr, ptr %40, align 16
  %42 = getelementptr inbounds [5 x ptr], ptr %9, i64 0, i64 1
  %43 = load ptr, ptr %42, align 8
  %44 = getelementptr inbounds [5 x ptr], ptr %9, i64 0, i64 2
  %45 = load ptr, ptr %44, align 16
  %46 = getelementptr inbounds [5 x ptr], ptr %9, i64 0, i64 3
  %47 = load ptr, ptr %46, align 8
  %48 = getelementptr inbounds [5 x ptr], ptr %9, i64 0, i64 4
  %49 = load ptr, ptr %48, align 16
  %50 = call ptr (i64, ...) @PyTuple_Pack(i64 6, ptr %39, ptr %41, ptr %43, ptr %45, ptr %47, ptr %49)
  store ptr %50, ptr %10, align 8
  %51 = load i64, ptr %7, align 8
  %52 = call ptr @integer(i64 %51)
  store ptr %52, ptr %11, align 8
  %53 = load ptr, ptr %10, align 8
  %54 = icmp ne ptr %53, null
  br i1 %54, label %55, label %65

55:
  %56 = load ptr, ptr %11, align 8
  %57 = icmp ne ptr %56, null
  br i1 %57, label %58, label %65

58:
  %59 = load ptr, ptr %5, align 8
  %60 = load i64, ptr @MessageRules__early, align 8
  %61 = call ptr @get(ptr %59, i64 %60)
  %62 = load ptr, ptr %11, align 8
  %63 = load ptr, ptr %10, align 8
  %64 = call i32 @PyDict_SetItem(ptr %61, ptr %62, ptr %63)
  br label %65

65:
  store i32 0, ptr %12, align 4
  br label %66

66:
  %67 = load i32, ptr %12, align 4
  %68 = icmp slt i32 %67, 5
  br i1 %68, label %70, label %69

69:
  br label %78

70:
  %71 = load i32, ptr %12, align 4
  %72 = sext i32 %71 to i64
  %73 = getelementptr inbounds [5 x ptr], ptr %9, i64 0, i64 %72
  %74 = load ptr, ptr %73, align 8
  call void @Py_DecRef(ptr %74)
  br label %75

75:
  %76 = load i32, ptr %12, align 4
  %77 = add i32 %76, 1
  store i32 %77, ptr %12, align 4
  br label %66

78:
  %79 = load ptr, ptr %10, align 8
  call void @Py_DecRef(ptr %79)
  %80 = load ptr, ptr %11, align 8
  call void @Py_DecRef(ptr %80)
  ret void
}

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

define internal ptr @plane_of(ptr %0, ptr %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = load i64, ptr @Responder__planes, align 8
  %8 = call ptr @get(ptr %6, i64 %7)
  %9 = load ptr, ptr %4, align 8
  %10 = call ptr @PyDict_GetItemWithError(ptr %8, ptr %9)
  store ptr %10, ptr %5, align 8
  %11 = load ptr, ptr %5, align 8
  %12 = icmp ne ptr %11, null
  br i1 %12, label %13, label %16

13:
  %14 = load ptr, ptr %5, align 8
  %15 = call ptr @kept(ptr %14)
  br label %21

16:
  %17 = load ptr, ptr %3, align 8
  %18 = load i64, ptr @the__plane, align 8
  %19 = load ptr, ptr %4, align 8
  %20 = call ptr @method_1(ptr %17, i64 %18, ptr %19)
  br label %21

21:
  %22 = phi ptr [ %15, %13 ], [ %20, %16 ]
  ret ptr %22
}

define internal zeroext i1 @count_data(ptr %0, ptr %1, i64 %2, ptr %3, ptr %4, ptr %5, i64 %6) nounwind {
  %8 = alloca i1, align 1
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i64, align 8
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca ptr, align 8
  %15 = alloca i64, align 8
  %16 = alloca ptr, align 8
  %17 = alloca i64, align 8
  %18 = alloca i64, align 8
  %19 = alloca ptr, align 8
  %20 = alloca [7 x ptr], align 16
  %21 = alloca i8, align 1
  %22 = alloca i32, align 4
  %23 = alloca i64, align 8
  %24 = alloca i64, align 8
  %25 = alloca i64, align 8
  %26 = alloca double, align 8
  store ptr %0, ptr %9, align 8
  store ptr %1, ptr %10, align 8
  store i64 %2, ptr %11, align 8
  store ptr %3, ptr %12, align 8
  store ptr %4, ptr %13, align 8
  store ptr %5, ptr %14, align 8
  store i64 %6, ptr %15, align 8
  %27 = load ptr, ptr %10, align 8
  %28 = call ptr @type_of(ptr %27)
  %29 = load ptr, ptr @the, align 8
  %30 = load i64, ptr @the_NoPenalty, align 8
  %31 = getelementptr inbounds nuw ptr, ptr %29, i64 %30
  %32 = load ptr, ptr %31, align 8
  %33 = icmp eq ptr %28, %32
  br i1 %33, label %34, label %35

34:
  store i1 true, ptr %8, align 1
  br label %194

35:
  store ptr null, ptr %16, align 8
  store i64 0, ptr %17, align 8
  %36 = load ptr, ptr %12, align 8
  %37 = call i64 @value_of(ptr %36)
  store i64 %37, ptr %18, align 8
  %38 = load ptr, ptr %10, align 8
  %39 = call ptr @type_of(ptr %38)
  %40 = load ptr, ptr @the, align 8
  %41 = load i64, ptr @the_IncastPenalty, align 8
  %42 = getelementptr inbounds nuw ptr, ptr %40, i64 %41
  %43 = load ptr, ptr %42, align 8
  %44 = icmp eq ptr %39, %43
  br i1 %44, label %45, label %67

45:
  %46 = load i64, ptr %15, align 8
  %47 = load ptr, ptr %10, align 8
  %48 = load i64, ptr @IncastPenalty__ends_ns, align 8
  %49 = call i64 @get_int(ptr %47, i64 %48)
  %50 = icmp slt i64 %46, %49
  br i1 %50, label %51, label %67

51:
  %52 = load i64, ptr %18, align 8
  %53 = icmp ult i64 %52, 62
  br i1 %53, label %54, label %67

54:
  %55 = load ptr, ptr %10, align 8
  %56 = load i64, ptr @IncastPenalty__planes, align 8
  %57 = call ptr @get(ptr %55, i64 %56)
  %58 = call zeroext i1 @narrow(ptr %57, ptr %17)
  br i1 %58, label %59, label %67

59:
  %60 = load ptr, ptr %10, align 8
  %61 = load i64, ptr @IncastPenalty__peers, align 8
  %62 = call ptr @get(ptr %60, i64 %61)
  %63 = load ptr, ptr %9, align 8
  %64 = load i64, ptr @Responder__peer, align 8
  %65 = call ptr @get(ptr %63, i64 %64)
  %66 = call ptr @PyDict_GetItemWithError(ptr %62, ptr %65)
  store ptr %66, ptr %16, align 8
  br label %67

67:
  %68 = load ptr, ptr %16, align 8
  %69 = icmp ne ptr %68, null
  br i1 %69, label %120, label %70

70:
  %71 = load ptr, ptr %13, align 8
  %72 = getelementptr inbounds nuw %struct.packet, ptr %71, i32 0, i32 12
  %73 = load i8, ptr %72, align 1
  %74 = trunc i8 %73 to i1
  br i1 %74, label %75, label %80

75:
  %76 = load ptr, ptr %14, align 8
  %77 = getelementptr inbounds nuw %struct.part, ptr %76, i32 0, i32 5
  %78 = load i64, ptr %77, align 8
  %79 = call ptr @integer(i64 %78)
  br label %86

80:
  %81 = load ptr, ptr @the, align 8
  %82 = load i64, ptr @the_None, align 8
  %83 = getelementptr inbounds nuw ptr, ptr %81, i64 %82
  %84 = load ptr, ptr %83, align 8
  %85 = call ptr @kept(ptr %84)
  br label %86

86:
  %87 = phi ptr [ %79, %75 ], [ %85, %80 ]
  store ptr %87, ptr %19, align 8
  store ptr null, ptr %20, align 8
  %88 = getelementptr inbounds ptr, ptr %20, i64 1
  %89 = load ptr, ptr %10, align 8
  store ptr %89, ptr %88, align 8
  %90 = getelementptr inbounds ptr, ptr %20, i64 2
  %91 = load ptr, ptr %9, align 8
  %92 = load i64, ptr @Responder__peer, align 8
  %93 = call ptr @get(ptr %91, i64 %92)
  store ptr %93, ptr %90, align 8
  %94 = getelementptr inbounds ptr, ptr %20, i64 3
  %95 = load i64, ptr %11, align 8
  %96 = call ptr @integer(i64 %95)
  store ptr %96, ptr %94, align 8
  %97 = getelementptr inbounds ptr, ptr %20, i64 4
  %98 = load ptr, ptr %12, align 8
  store ptr %98, ptr %97, align 8
  %99 = getelementptr inbounds ptr, ptr %20, i64 5
  %100 = load ptr, ptr %19, align 8
  store ptr %100, ptr %99, align 8
  %101 = getelementptr inbounds ptr, ptr %20, i64 6
  %102 = load i64, ptr %15, align 8
  %103 = call ptr @integer(i64 %102)
  store ptr %103, ptr %101, align 8
  %104 = load ptr, ptr @the, align 8
  %105 = load i64, ptr @the_count_data, align 8
  %106 = getelementptr inbounds nuw ptr, ptr %104, i64 %105
  %107 = load ptr, ptr %106, align 8
  %108 = getelementptr inbounds [7 x ptr], ptr %20, i64 0, i64 0
  %109 = getelementptr inbounds ptr, ptr %108, i64 1
  %110 = call ptr @PyObject_Vectorcall(ptr %107, ptr %109, i64 -9223372036854775802, ptr null)
  %111 = call zeroext i1 @done(ptr %110)
  %112 = zext i1 %111 to i8
  store i8 %112, ptr %21, align 1
  %113 = getelementptr inbounds [7 x ptr], ptr %20, i64 0, i64 3
  %114 = load ptr, ptr %113, align 8
  call void @Py_DecRef(ptr %114)
  %115 = load ptr, ptr %19, align 8
  call void @Py_DecRef(ptr %115)
  %116 = getelementptr inbounds [7 x ptr], ptr %20, i64 0, i64 6
  %117 = load ptr, ptr %116, align 16
  call void @Py_DecRef(ptr %117)
  %118 = load i8, ptr %21, align 1
  %119 = trunc i8 %118 to i1
  store i1 %119, ptr %8, align 1
  store i32 1, ptr %22, align 4
  br label %193

120:
  %121 = load ptr, ptr %16, align 8
  %122 = load i64, ptr @_Peer_received, align 8
  %123 = load i64, ptr %11, align 8
  call void @add(ptr %121, i64 %122, i64 %123)
  %124 = load ptr, ptr %10, align 8
  %125 = load i64, ptr @IncastPenalty__frames, align 8
  call void @add(ptr %124, i64 %125, i64 1)
  %126 = load ptr, ptr %10, align 8
  %127 = load i64, ptr @IncastPenalty__planes, align 8
  %128 = load i64, ptr %17, align 8
  %129 = load i64, ptr %18, align 8
  %130 = shl i64 1, %129
  %131 = or i64 %128, %130
  call void @put_int(ptr %126, i64 %127, i64 %131)
  %132 = load ptr, ptr %13, align 8
  %133 = getelementptr inbounds nuw %struct.packet, ptr %132, i32 0, i32 12
  %134 = load i8, ptr %133, align 1
  %135 = trunc i8 %134 to i1
  br i1 %135, label %137, label %136

136:
  store i1 true, ptr %8, align 1
  store i32 1, ptr %22, align 4
  br label %193

137:
  %138 = load i64, ptr %15, align 8
  %139 = sdiv i64 %138, 128
  %140 = load ptr, ptr %14, align 8
  %141 = getelementptr inbounds nuw %struct.part, ptr %140, i32 0, i32 5
  %142 = load i64, ptr %141, align 8
  %143 = sub i64 %139, %142
  %144 = and i64 %143, 65535
  store i64 %144, ptr %23, align 8
  store i64 0, ptr %24, align 8
  %145 = load ptr, ptr %16, align 8
  %146 = load i64, ptr @_Peer__least_tick, align 8
  %147 = call zeroext i1 @is_none(ptr %145, i64 %146)
  br i1 %147, label %148, label %149

148:
  br label %153

149:
  %150 = load ptr, ptr %16, align 8
  %151 = load i64, ptr @_Peer__least_tick, align 8
  %152 = call i64 @get_int(ptr %150, i64 %151)
  br label %153

153:
  %154 = phi i64 [ -1, %148 ], [ %152, %149 ]
  store i64 %154, ptr %25, align 8
  %155 = load i64, ptr %25, align 8
  %156 = icmp slt i64 %155, 0
  br i1 %156, label %163, label %157

157:
  %158 = load i64, ptr %23, align 8
  %159 = load i64, ptr %25, align 8
  %160 = sub i64 %158, %159
  %161 = and i64 %160, 65535
  %162 = icmp sge i64 %161, 32768
  br i1 %162, label %163, label %167

163:
  %164 = load ptr, ptr %16, align 8
  %165 = load i64, ptr @_Peer__least_tick, align 8
  %166 = load i64, ptr %23, align 8
  call void @put_int(ptr %164, i64 %165, i64 %166)
  br label %172

167:
  %168 = load i64, ptr %23, align 8
  %169 = load i64, ptr %25, align 8
  %170 = sub i64 %168, %169
  %171 = and i64 %170, 65535
  store i64 %171, ptr %24, align 8
  br label %172

172:
  %173 = load ptr, ptr %10, align 8
  %174 = load i64, ptr @IncastPenalty__recent_ns, align 8
  %175 = call ptr @get(ptr %173, i64 %174)
  %176 = call double @PyFloat_AsDouble(ptr %175)
  store double %176, ptr %26, align 8
  %177 = load ptr, ptr %10, align 8
  %178 = load i64, ptr @IncastPenalty__recent_ns, align 8
  %179 = load double, ptr %26, align 8
  %180 = load i64, ptr %24, align 8
  %181 = mul i64 %180, 128
  %182 = sitofp i64 %181 to double
  %183 = load double, ptr %26, align 8
  %184 = fsub double %182, %183
  %185 = fdiv double %184, 1.600000e+01
  %186 = fadd double %179, %185
  %187 = call ptr @PyFloat_FromDouble(double %186)
  call void @put(ptr %177, i64 %178, ptr %187)
  %188 = load ptr, ptr %10, align 8
  %189 = load i64, ptr @IncastPenalty__delay_ticks, align 8
  %190 = load i64, ptr %24, align 8
  call void @add(ptr %188, i64 %189, i64 %190)
  %191 = load ptr, ptr %10, align 8
  %192 = load i64, ptr @IncastPenalty__packets, align 8
  call void @add(ptr %191, i64 %192, i64 1)
  store i1 true, ptr %8, align 1
  store i32 1, ptr %22, align 4
  br label %193

193:
  br label %194

194:
  %195 = load i1, ptr %8, align 1
  ret i1 %195
}

define internal zeroext i1 @note_end(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca [3 x ptr], align 16
  %12 = alloca i8, align 1
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %13 = load i64, ptr %5, align 8
  %14 = call ptr @integer(i64 %13)
  store ptr %14, ptr %7, align 8
  %15 = load ptr, ptr %6, align 8
  %16 = getelementptr inbounds nuw %struct.part, ptr %15, i32 0, i32 4
  %17 = load i64, ptr %16, align 8
  %18 = call ptr @integer(i64 %17)
  store ptr %18, ptr %8, align 8
  %19 = load ptr, ptr %6, align 8
  %20 = getelementptr inbounds nuw %struct.part, ptr %19, i32 0, i32 8
  %21 = load i64, ptr %20, align 8
  %22 = icmp slt i64 %21, 0
  br i1 %22, label %23, label %29

23:
  %24 = load ptr, ptr @the, align 8
  %25 = load i64, ptr @the_None, align 8
  %26 = getelementptr inbounds nuw ptr, ptr %24, i64 %25
  %27 = load ptr, ptr %26, align 8
  %28 = call ptr @kept(ptr %27)
  br label %34

29:
  %30 = load ptr, ptr %6, align 8
  %31 = getelementptr inbounds nuw %struct.part, ptr %30, i32 0, i32 8
  %32 = load i64, ptr %31, align 8
  %33 = call ptr @integer(i64 %32)
  br label %34

34:
  %35 = phi ptr [ %28, %23 ], [ %33, %29 ]
  store ptr %35, ptr %9, align 8
  %36 = load ptr, ptr %7, align 8
  %37 = load ptr, ptr %9, align 8
  %38 = load ptr, ptr %8, align 8
  %39 = call ptr (i64, ...) @PyTuple_Pack(i64 3, ptr %36, ptr %37, ptr %38)
  store ptr %39, ptr %10, align 8
  store ptr null, ptr %11, align 8
  %40 = getelementptr inbounds ptr, ptr %11, i64 1
  %41 = load ptr, ptr %4, align 8
  %42 = load i64, ptr @Responder__ends, align 8
  %43 = call ptr @get(ptr %41, i64 %42)
  store ptr %43, ptr %40, align 8
  %44 = getelementptr inbounds ptr, ptr %11, i64 2
  %45 = load ptr, ptr %10, align 8
  store ptr %45, ptr %44, align 8
  %46 = load ptr, ptr %6, align 8
  %47 = getelementptr inbounds nuw %struct.part, ptr %46, i32 0, i32 8
  %48 = load i64, ptr %47, align 8
  %49 = icmp sge i64 %48, 0
  br i1 %49, label %50, label %53

50:
  %51 = load ptr, ptr %4, align 8
  %52 = load i64, ptr @Responder__stashed, align 8
  call void @add(ptr %51, i64 %52, i64 1)
  br label %53

53:
  %54 = load ptr, ptr %10, align 8
  %55 = icmp ne ptr %54, null
  br i1 %55, label %56, label %65

56:
  %57 = load ptr, ptr @the, align 8
  %58 = load i64, ptr @the_heappush, align 8
  %59 = getelementptr inbounds nuw ptr, ptr %57, i64 %58
  %60 = load ptr, ptr %59, align 8
  %61 = getelementptr inbounds [3 x ptr], ptr %11, i64 0, i64 0
  %62 = getelementptr inbounds ptr, ptr %61, i64 1
  %63 = call ptr @PyObject_Vectorcall(ptr %60, ptr %62, i64 -9223372036854775806, ptr null)
  %64 = call zeroext i1 @done(ptr %63)
  br label %65

65:
  %66 = phi i1 [ false, %53 ], [ %64, %56 ]
  %67 = zext i1 %66 to i8
  store i8 %67, ptr %12, align 1
  %68 = load ptr, ptr %7, align 8
  call void @Py_DecRef(ptr %68)
  %69 = load ptr, ptr %8, align 8
  call void @Py_DecRef(ptr %69)
  %70 = load ptr, ptr %9, align 8
  call void @Py_DecRef(ptr %70)
  %71 = load ptr, ptr %10, align 8
  call void @Py_DecRef(ptr %71)
  %72 = load i8, ptr %12, align 1
  %73 = trunc i8 %72 to i1
  ret i1 %73
}

define internal i32 @accept(ptr %0, i64 %1) nounwind {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i8, align 1
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca i8, align 1
  %14 = alloca i32, align 4
  %15 = alloca i64, align 8
  %16 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %17 = load ptr, ptr %4, align 8
  %18 = load i64, ptr @ReceiveWindow_cack, align 8
  %19 = call i64 @get_int(ptr %17, i64 %18)
  store i64 %19, ptr %6, align 8
  %20 = load i64, ptr %5, align 8
  %21 = load i64, ptr %6, align 8
  %22 = sub i64 %20, %21
  %23 = sub i64 %22, 1
  store i64 %23, ptr %7, align 8
  %24 = load ptr, ptr %4, align 8
  %25 = load i64, ptr @ReceiveWindow__received, align 8
  %26 = call ptr @get(ptr %24, i64 %25)
  %27 = call zeroext i1 @narrow(ptr %26, ptr %8)
  %28 = zext i1 %27 to i8
  store i8 %28, ptr %10, align 1
  %29 = load ptr, ptr %4, align 8
  %30 = load i64, ptr @ReceiveWindow__unreported, align 8
  %31 = call ptr @get(ptr %29, i64 %30)
  %32 = call zeroext i1 @narrow(ptr %31, ptr %9)
  br i1 %32, label %33, label %39

33:
  %34 = load i8, ptr %10, align 1
  %35 = trunc i8 %34 to i1
  br i1 %35, label %36, label %39

36:
  %37 = load i64, ptr %7, align 8
  %38 = icmp uge i64 %37, 62
  br i1 %38, label %39, label %63

39:
  %40 = load i64, ptr %5, align 8
  %41 = call ptr @integer(i64 %40)
  store ptr %41, ptr %11, align 8
  %42 = load ptr, ptr %4, align 8
  %43 = load i64, ptr @the_accept, align 8
  %44 = load ptr, ptr %11, align 8
  %45 = call ptr @method_1(ptr %42, i64 %43, ptr %44)
  store ptr %45, ptr %12, align 8
  %46 = load ptr, ptr %11, align 8
  call void @Py_DecRef(ptr %46)
  %47 = load ptr, ptr %12, align 8
  %48 = load ptr, ptr @the, align 8
  %49 = load i64, ptr @the_True, align 8
  %50 = getelementptr inbounds nuw ptr, ptr %48, i64 %49
  %51 = load ptr, ptr %50, align 8
  %52 = icmp eq ptr %47, %51
  %53 = zext i1 %52 to i8
  store i8 %53, ptr %13, align 1
  %54 = load ptr, ptr %12, align 8
  %55 = call zeroext i1 @done(ptr %54)
  br i1 %55, label %56, label %60

56:
  %57 = load i8, ptr %13, align 1
  %58 = trunc i8 %57 to i1
  %59 = zext i1 %58 to i32
  br label %61

60:
  br label %61

61:
  %62 = phi i32 [ %59, %56 ], [ -1, %60 ]
  store i32 %62, ptr %3, align 4
  store i32 1, ptr %14, align 4
  br label %130

63:
  %64 = load i64, ptr %7, align 8
  %65 = shl i64 1, %64
  %66 = load i64, ptr %8, align 8
  %67 = or i64 %66, %65
  store i64 %67, ptr %8, align 8
  %68 = load i64, ptr %7, align 8
  %69 = shl i64 1, %68
  %70 = load i64, ptr %9, align 8
  %71 = or i64 %70, %69
  store i64 %71, ptr %9, align 8
  %72 = load i64, ptr %5, align 8
  %73 = load ptr, ptr %4, align 8
  %74 = load i64, ptr @ReceiveWindow_max_received, align 8
  %75 = call i64 @get_int(ptr %73, i64 %74)
  %76 = icmp sgt i64 %72, %75
  br i1 %76, label %77, label %81

77:
  %78 = load ptr, ptr %4, align 8
  %79 = load i64, ptr @ReceiveWindow_max_received, align 8
  %80 = load i64, ptr %5, align 8
  call void @put_int(ptr %78, i64 %79, i64 %80)
  br label %81

81:
  %82 = load i64, ptr %8, align 8
  %83 = and i64 %82, 1
  %84 = icmp ne i64 %83, 0
  br i1 %84, label %85, label %91

85:
  %86 = load i64, ptr %8, align 8
  %87 = xor i64 %86, -1
  %88 = call i64 @llvm.cttz.i64(i64 %87, i1 true)
  %89 = trunc i64 %88 to i32
  %90 = sext i32 %89 to i64
  br label %92

91:
  br label %92

92:
  %93 = phi i64 [ %90, %85 ], [ 0, %91 ]
  store i64 %93, ptr %15, align 8
  %94 = load ptr, ptr %4, align 8
  %95 = load i64, ptr @ReceiveWindow__received, align 8
  %96 = load i64, ptr %8, align 8
  %97 = load i64, ptr %15, align 8
  %98 = lshr i64 %96, %97
  call void @put_int(ptr %94, i64 %95, i64 %98)
  %99 = load ptr, ptr %4, align 8
  %100 = load i64, ptr @ReceiveWindow__unreported, align 8
  %101 = load i64, ptr %9, align 8
  %102 = load i64, ptr %15, align 8
  %103 = lshr i64 %101, %102
  call void @put_int(ptr %99, i64 %100, i64 %103)
  %104 = load i64, ptr %15, align 8
  %105 = icmp ne i64 %104, 0
  br i1 %105, label %107, label %106

106:
  store i32 0, ptr %3, align 4
  store i32 1, ptr %14, align 4
  br label %129

107:
  %108 = load i64, ptr %15, align 8
  %109 = load i64, ptr %6, align 8
  %110 = add i64 %109, %108
  store i64 %110, ptr %6, align 8
  %111 = load ptr, ptr %4, align 8
  %112 = load i64, ptr @ReceiveWindow_cack, align 8
  %113 = load i64, ptr %6, align 8
  call void @put_int(ptr %111, i64 %112, i64 %113)
  %114 = load i64, ptr %6, align 8
  %115 = load ptr, ptr %4, align 8
  %116 = load i64, ptr @ReceiveWindow__size, align 8
  %117 = call i64 @get_int(ptr %115, i64 %116)
  %118 = add i64 %114, %117
  store i64 %118, ptr %16, align 8
  %119 = load i64, ptr %16, align 8
  %120 = load ptr, ptr %4, align 8
  %121 = load i64, ptr @ReceiveWindow_edge, align 8
  %122 = call i64 @get_int(ptr %120, i64 %121)
  %123 = icmp sgt i64 %119, %122
  br i1 %123, label %124, label %128

124:
  %125 = load ptr, ptr %4, align 8
  %126 = load i64, ptr @ReceiveWindow_edge, align 8
  %127 = load i64, ptr %16, align 8
  call void @put_int(ptr %125, i64 %126, i64 %127)
  br label %128

128:
  store i32 1, ptr %3, align 4
  store i32 1, ptr %14, align 4
  br label %129

129:
  br label %130

130:
  %131 = load i32, ptr %3, align 4
  ret i32 %131
}

define internal zeroext i1 @settle_early(ptr %0, ptr %1, i64 %2, i64 %3) nounwind {
  %5 = alloca i1, align 1
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca i8, align 1
  %14 = alloca ptr, align 8
  %15 = alloca [5 x i64], align 16
  %16 = alloca i64, align 8
  %17 = alloca %struct.part, align 8
  %18 = alloca i32, align 4
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  %19 = load ptr, ptr %7, align 8
  %20 = load i64, ptr @MessageRules__early, align 8
  %21 = call ptr @get(ptr %19, i64 %20)
  store ptr %21, ptr %10, align 8
  br label %22

22:
  %23 = load i64, ptr %8, align 8
  %24 = load i64, ptr %9, align 8
  %25 = icmp sle i64 %23, %24
  br i1 %25, label %26, label %30

26:
  %27 = load ptr, ptr %10, align 8
  %28 = call i64 @dict_size(ptr %27)
  %29 = icmp ne i64 %28, 0
  br label %30

30:
  %31 = phi i1 [ false, %22 ], [ %29, %26 ]
  br i1 %31, label %32, label %141

32:
  %33 = load i64, ptr %8, align 8
  %34 = call ptr @integer(i64 %33)
  store ptr %34, ptr %11, align 8
  %35 = load ptr, ptr %11, align 8
  %36 = icmp ne ptr %35, null
  br i1 %36, label %37, label %41

37:
  %38 = load ptr, ptr %10, align 8
  %39 = load ptr, ptr %11, align 8
  %40 = call ptr @PyDict_GetItemWithError(ptr %38, ptr %39)
  br label %42

41:
  br label %42

42:
  %43 = phi ptr [ %40, %37 ], [ null, %41 ]
  store ptr %43, ptr %12, align 8
  %44 = load ptr, ptr %11, align 8
  %45 = icmp ne ptr %44, null
  %46 = zext i1 %45 to i8
  store i8 %46, ptr %13, align 1
  %47 = load ptr, ptr %12, align 8
  %48 = icmp ne ptr %47, null
  br i1 %48, label %49, label %129

49:
  %50 = load ptr, ptr %12, align 8
  %51 = call ptr @tuple_item(ptr %50, i64 0)
  store ptr %51, ptr %14, align 8
  store i64 0, ptr %16, align 8
  br label %52

52:
  %53 = load i64, ptr %16, align 8
  %54 = icmp slt i64 %53, 5
  br i1 %54, label %56, label %55

55:
  br label %67

56:
  %57 = load ptr, ptr %12, align 8
  %58 = load i64, ptr %16, align 8
  %59 = add i64 %58, 1
  %60 = call ptr @tuple_item(ptr %57, i64 %59)
  %61 = call i64 @value_of(ptr %60)
  %62 = load i64, ptr %16, align 8
  %63 = getelementptr inbounds [5 x i64], ptr %15, i64 0, i64 %62
  store i64 %61, ptr %63, align 8
  br label %64

64:
  %65 = load i64, ptr %16, align 8
  %66 = add i64 %65, 1
  store i64 %66, ptr %16, align 8
  br label %52

67:
  %68 = getelementptr inbounds nuw %struct.part, ptr %17, i32 0, i32 0
  store i64 0, ptr %68, align 8
  %69 = getelementptr inbounds nuw %struct.part, ptr %17, i32 0, i32 1
  %70 = getelementptr inbounds [5 x i64], ptr %15, i64 0, i64 0
  %71 = load i64, ptr %70, align 16
  store i64 %71, ptr %69, align 8
  %72 = getelementptr inbounds nuw %struct.part, ptr %17, i32 0, i32 2
  %73 = getelementptr inbounds [5 x i64], ptr %15, i64 0, i64 1
  %74 = load i64, ptr %73, align 8
  store i64 %74, ptr %72, align 8
  %75 = getelementptr inbounds nuw %struct.part, ptr %17, i32 0, i32 3
  %76 = getelementptr inbounds [5 x i64], ptr %15, i64 0, i64 2
  %77 = load i64, ptr %76, align 16
  store i64 %77, ptr %75, align 8
  %78 = getelementptr inbounds nuw %struct.part, ptr %17, i32 0, i32 4
  %79 = getelementptr inbounds [5 x i64], ptr %15, i64 0, i64 3
  %80 = load i64, ptr %79, align 8
  store i64 %80, ptr %78, align 8
  %81 = getelementptr inbounds nuw %struct.part, ptr %17, i32 0, i32 5
  store i64 0, ptr %81, align 8
  %82 = getelementptr inbounds nuw %struct.part, ptr %17, i32 0, i32 6
  store ptr null, ptr %82, align 8
  %83 = getelementptr inbounds nuw %struct.part, ptr %17, i32 0, i32 7
  %84 = getelementptr inbounds [5 x i64], ptr %15, i64 0, i64 4
  %85 = load i64, ptr %84, align 16
  store i64 %85, ptr %83, align 8
  %86 = getelementptr inbounds nuw %struct.part, ptr %17, i32 0, i32 8
  store i64 0, ptr %86, align 8
  %87 = getelementptr inbounds nuw %struct.part, ptr %17, i32 0, i32 9
  %88 = load ptr, ptr %14, align 8
  %89 = load i64, ptr @PacketType_first, align 8
  %90 = call zeroext i1 @is_true(ptr %88, i64 %89)
  %91 = zext i1 %90 to i8
  store i8 %91, ptr %87, align 8
  %92 = getelementptr inbounds nuw %struct.part, ptr %17, i32 0, i32 10
  %93 = load ptr, ptr %14, align 8
  %94 = load i64, ptr @PacketType_last, align 8
  %95 = call zeroext i1 @is_true(ptr %93, i64 %94)
  %96 = zext i1 %95 to i8
  store i8 %96, ptr %92, align 1
  %97 = getelementptr i8, ptr %17, i64 74
  call void @llvm.memset.p0.i64(ptr align 2 %97, i8 0, i64 6, i1 false)
  %98 = load ptr, ptr %7, align 8
  %99 = call zeroext i1 @follows(ptr %98, ptr %17, i1 zeroext false)
  br i1 %99, label %100, label %103

100:
  %101 = call ptr @PyErr_Occurred()
  %102 = icmp ne ptr %101, null
  br i1 %102, label %103, label %117

103:
  %104 = call zeroext i1 @forget()
  br i1 %104, label %105, label %111

105:
  %106 = load ptr, ptr %6, align 8
  %107 = load i64, ptr @the__settle, align 8
  %108 = load ptr, ptr %11, align 8
  %109 = call ptr @method_1(ptr %106, i64 %107, ptr %108)
  %110 = call zeroext i1 @done(ptr %109)
  br label %111

111:
  %112 = phi i1 [ false, %103 ], [ %110, %105 ]
  %113 = zext i1 %112 to i8
  store i8 %113, ptr %13, align 1
  %114 = load ptr, ptr %11, align 8
  call void @Py_DecRef(ptr %114)
  %115 = load i8, ptr %13, align 1
  %116 = trunc i8 %115 to i1
  store i1 %116, ptr %5, align 1
  store i32 1, ptr %18, align 4
  br label %126

117:
  %118 = load ptr, ptr %7, align 8
  %119 = call zeroext i1 @follows(ptr %118, ptr %17, i1 zeroext true)
  %120 = load ptr, ptr %10, align 8
  %121 = load ptr, ptr %11, align 8
  %122 = call i32 @PyDict_DelItem(ptr %120, ptr %121)
  %123 = icmp ne i32 %122, 0
  %124 = xor i1 %123, true
  %125 = zext i1 %124 to i8
  store i8 %125, ptr %13, align 1
  store i32 0, ptr %18, align 4
  br label %126

126:
  %127 = load i32, ptr %18, align 4
  switch i32 %127, label %135 [
    i32 0, label %128
  ]

128:
  br label %129

129:
  %130 = load ptr, ptr %11, align 8
  call void @Py_DecRef(ptr %130)
  %131 = load i8, ptr %13, align 1
  %132 = trunc i8 %131 to i1
  br i1 %132, label %134, label %133

133:
  store i1 false, ptr %5, align 1
  store i32 1, ptr %18, align 4
  br label %135

134:
  store i32 0, ptr %18, align 4
  br label %135

135:
  %136 = load i32, ptr %18, align 4
  switch i32 %136, label %142 [
    i32 0, label %137
  ]

137:
  br label %138

138:
  %139 = load i64, ptr %8, align 8
  %140 = add i64 %139, 1
  store i64 %140, ptr %8, align 8
  br label %22

141:
  store i1 true, ptr %5, align 1
  store i32 1, ptr %18, align 4
  br label %142

142:
  %143 = load i1, ptr %5, align 1
  ret i1 %143
}

define internal ptr @sack_job(ptr %0, i64 %1, ptr %2, i64 %3, i64 %4) nounwind {
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca ptr, align 8
  %13 = alloca i32, align 4
  store ptr %0, ptr %7, align 8
  store i64 %1, ptr %8, align 8
  store ptr %2, ptr %9, align 8
  store i64 %3, ptr %10, align 8
  store i64 %4, ptr %11, align 8
  %14 = load ptr, ptr @the, align 8
  %15 = load i64, ptr @the_SackJob, align 8
  %16 = getelementptr inbounds nuw ptr, ptr %14, i64 %15
  %17 = load ptr, ptr %16, align 8
  %18 = call ptr @PyType_GenericAlloc(ptr %17, i64 0)
  store ptr %18, ptr %12, align 8
  %19 = load ptr, ptr %12, align 8
  %20 = icmp ne ptr %19, null
  br i1 %20, label %22, label %21

21:
  store ptr null, ptr %6, align 8
  store i32 1, ptr %13, align 4
  br label %50

22:
  %23 = load ptr, ptr %12, align 8
  %24 = load i64, ptr @SackJob_index, align 8
  %25 = load i64, ptr %8, align 8
  call void @put_int(ptr %23, i64 %24, i64 %25)
  %26 = load ptr, ptr %12, align 8
  %27 = load i64, ptr @SackJob_mark, align 8
  %28 = load ptr, ptr %9, align 8
  %29 = call ptr @kept(ptr %28)
  call void @put(ptr %26, i64 %27, ptr %29)
  %30 = load ptr, ptr %12, align 8
  %31 = load i64, ptr @SackJob_entropy, align 8
  %32 = load ptr, ptr %7, align 8
  %33 = getelementptr inbounds nuw %struct.packet, ptr %32, i32 0, i32 4
  %34 = load i64, ptr %33, align 8
  call void @put_int(ptr %30, i64 %31, i64 %34)
  %35 = load ptr, ptr %12, align 8
  %36 = load i64, ptr @SackJob_timestamp, align 8
  %37 = load i64, ptr %10, align 8
  call void @put_int(ptr %35, i64 %36, i64 %37)
  %38 = load ptr, ptr %12, align 8
  %39 = load i64, ptr @SackJob_rtx, align 8
  %40 = load ptr, ptr %7, align 8
  %41 = getelementptr inbounds nuw %struct.packet, ptr %40, i32 0, i32 11
  %42 = load i8, ptr %41, align 2
  %43 = trunc i8 %42 to i1
  call void @put_bool(ptr %38, i64 %39, i1 zeroext %43)
  %44 = load ptr, ptr %12, align 8
  %45 = load i64, ptr @SackJob_arrived_ns, align 8
  %46 = load i64, ptr %11, align 8
  call void @put_int(ptr %44, i64 %45, i64 %46)
  %47 = load ptr, ptr %12, align 8
  %48 = load i64, ptr @SackJob_probe, align 8
  call void @put_none(ptr %47, i64 %48)
  %49 = load ptr, ptr %12, align 8
  store ptr %49, ptr %6, align 8
  store i32 1, ptr %13, align 4
  br label %50

50:
  %51 = load ptr, ptr %6, align 8
  ret ptr %51
}

define internal zeroext i1 @queue_sack(ptr %0, ptr %1, ptr %2) nounwind {
  %4 = alloca i1, align 1
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i8, align 1
  %12 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  %13 = load ptr, ptr %5, align 8
  %14 = load i64, ptr @Answers__jobs, align 8
  %15 = call ptr @get(ptr %13, i64 %14)
  store ptr %15, ptr %8, align 8
  %16 = load ptr, ptr %6, align 8
  %17 = load i64, ptr @Reception_bytes_since_sack, align 8
  call void @put_int(ptr %16, i64 %17, i64 0)
  %18 = load ptr, ptr %8, align 8
  %19 = call i64 @size_of(ptr %18)
  store i64 %19, ptr %9, align 8
  %20 = load i64, ptr %9, align 8
  %21 = icmp ne i64 %20, 0
  br i1 %21, label %22, label %49

22:
  %23 = load ptr, ptr %7, align 8
  %24 = call zeroext i1 @is_plain(ptr %23)
  br i1 %24, label %25, label %49

25:
  %26 = load ptr, ptr %8, align 8
  %27 = call ptr @PySequence_GetItem(ptr %26, i64 -1)
  store ptr %27, ptr %10, align 8
  %28 = load ptr, ptr %10, align 8
  %29 = icmp ne ptr %28, null
  br i1 %29, label %30, label %33

30:
  %31 = load ptr, ptr %10, align 8
  %32 = call zeroext i1 @is_plain(ptr %31)
  br label %33

33:
  %34 = phi i1 [ false, %25 ], [ %32, %30 ]
  %35 = zext i1 %34 to i8
  store i8 %35, ptr %11, align 1
  %36 = load ptr, ptr %10, align 8
  call void @Py_DecRef(ptr %36)
  %37 = load i8, ptr %11, align 1
  %38 = trunc i8 %37 to i1
  br i1 %38, label %39, label %45

39:
  %40 = load ptr, ptr %8, align 8
  %41 = load ptr, ptr %7, align 8
  %42 = call i32 @PySequence_SetItem(ptr %40, i64 -1, ptr %41)
  %43 = icmp ne i32 %42, 0
  %44 = xor i1 %43, true
  store i1 %44, ptr %4, align 1
  store i32 1, ptr %12, align 4
  br label %46

45:
  store i32 0, ptr %12, align 4
  br label %46

46:
  %47 = load i32, ptr %12, align 4
  switch i32 %47, label %64 [
    i32 0, label %48
  ]

48:
  br label %49

49:
  %50 = load i64, ptr %9, align 8
  %51 = load ptr, ptr %5, align 8
  %52 = load i64, ptr @Answers_limit, align 8
  %53 = call i64 @get_int(ptr %51, i64 %52)
  %54 = icmp sge i64 %50, %53
  br i1 %54, label %55, label %60

55:
  %56 = load ptr, ptr %5, align 8
  %57 = load i64, ptr @Answers__counters, align 8
  %58 = call ptr @get(ptr %56, i64 %57)
  %59 = load i64, ptr @QpCounters_answers_refused, align 8
  call void @add(ptr %58, i64 %59, i64 1)
  store i1 true, ptr %4, align 1
  store i32 1, ptr %12, align 4
  br label %64

60:
  %61 = load ptr, ptr %8, align 8
  %62 = load ptr, ptr %7, align 8
  %63 = call zeroext i1 @append(ptr %61, ptr %62)
  store i1 %63, ptr %4, align 1
  store i32 1, ptr %12, align 4
  br label %64

64:
  %65 = load i1, ptr %4, align 1
  ret i1 %65
}

declare zeroext i1 @complete_messages(ptr, i64, i64)

declare ptr @PyTuple_Pack(i64, ...)

declare i32 @PyDict_SetItem(ptr, ptr, ptr)

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

declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)

declare double @PyFloat_AsDouble(ptr)

declare ptr @PyFloat_FromDouble(double)

declare i64 @llvm.cttz.i64(i64, i1)

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define internal zeroext i1 @forget() nounwind {
  %1 = alloca i1, align 1
  %2 = call ptr @PyErr_Occurred()
  %3 = icmp ne ptr %2, null
  br i1 %3, label %4, label %12

4:
  %5 = load ptr, ptr @the, align 8
  %6 = load i64, ptr @the_Exception, align 8
  %7 = getelementptr inbounds nuw ptr, ptr %5, i64 %6
  %8 = load ptr, ptr %7, align 8
  %9 = call i32 @PyErr_ExceptionMatches(ptr %8)
  %10 = icmp ne i32 %9, 0
  br i1 %10, label %12, label %11

11:
  store i1 false, ptr %1, align 1
  br label %13

12:
  call void @PyErr_Clear()
  store i1 true, ptr %1, align 1
  br label %13

13:
  %14 = load i1, ptr %1, align 1
  ret i1 %14
}

declare i32 @PyDict_DelItem(ptr, ptr)

declare i32 @PyErr_ExceptionMatches(ptr)

declare void @PyErr_Clear()

declare ptr @PyType_GenericAlloc(ptr, i64)

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

define internal zeroext i1 @is_plain(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call ptr @type_of(ptr %3)
  %5 = load ptr, ptr @the, align 8
  %6 = load i64, ptr @the_SackJob, align 8
  %7 = getelementptr inbounds nuw ptr, ptr %5, i64 %6
  %8 = load ptr, ptr %7, align 8
  %9 = icmp eq ptr %4, %8
  br i1 %9, label %10, label %32

10:
  %11 = load ptr, ptr %2, align 8
  %12 = load i64, ptr @SackJob_mark, align 8
  %13 = call ptr @get(ptr %11, i64 %12)
  %14 = load ptr, ptr @the, align 8
  %15 = load i64, ptr @the_unmarked, align 8
  %16 = getelementptr inbounds nuw ptr, ptr %14, i64 %15
  %17 = load ptr, ptr %16, align 8
  %18 = icmp eq ptr %13, %17
  br i1 %18, label %19, label %32

19:
  %20 = load ptr, ptr %2, align 8
  %21 = load i64, ptr @SackJob_rtx, align 8
  %22 = call ptr @get(ptr %20, i64 %21)
  %23 = load ptr, ptr @the, align 8
  %24 = load i64, ptr @the_False, align 8
  %25 = getelementptr inbounds nuw ptr, ptr %23, i64 %24
  %26 = load ptr, ptr %25, align 8
  %27 = icmp eq ptr %22, %26
  br i1 %27, label %28, label %32

28:
  %29 = load ptr, ptr %2, align 8
  %30 = load i64, ptr @SackJob_probe, align 8
  %31 = call zeroext i1 @is_none(ptr %29, i64 %30)
  br label %32

32:
  %33 = phi i1 [ false, %19 ], [ false, %10 ], [ false, %1 ], [ %31, %28 ]
  ret i1 %33
}

declare i32 @PySequence_SetItem(ptr, i64, ptr)

define internal zeroext i1 @append(ptr %0, ptr %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr @the_append, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = call ptr @method_1(ptr %5, i64 %6, ptr %7)
  %9 = call zeroext i1 @done(ptr %8)
  ret i1 %9
}

declare zeroext i1 @probe_later(ptr, ptr, ptr)

declare void @queue_control(ptr, ptr)

declare void @_Py_Dealloc(ptr)

declare i64 @PyObject_Size(ptr)

declare i64 @PyList_Size(ptr)

declare i64 @PyLong_AsLong(ptr)

declare ptr @PyList_GetItem(ptr, i64)

define internal i64 @tuple_size(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr @the_tuple, align 8
  %5 = call zeroext i1 @is_a(ptr %3, i64 %4)
  br i1 %5, label %6, label %9

6:
  %7 = load ptr, ptr %2, align 8
  %8 = call i64 @word_of(ptr %7, i64 2)
  br label %12

9:
  %10 = load ptr, ptr %2, align 8
  %11 = call i64 @PyTuple_Size(ptr %10)
  br label %12

12:
  %13 = phi i64 [ %8, %6 ], [ %11, %9 ]
  ret i64 %13
}

declare i64 @PySet_Size(ptr)

declare i32 @PySet_Contains(ptr, ptr)

define internal zeroext i1 @has_entries(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = load i64, ptr %4, align 8
  %8 = call ptr @find(ptr %6, i64 %7)
  store ptr %8, ptr %5, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = icmp ne ptr %9, null
  br i1 %10, label %11, label %15

11:
  %12 = load ptr, ptr %5, align 8
  %13 = call i64 @list_size(ptr %12)
  %14 = icmp ne i64 %13, 0
  br label %15

15:
  %16 = phi i1 [ false, %2 ], [ %14, %11 ]
  ret i1 %16
}

define internal i64 @in_turn(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  store i64 0, ptr %5, align 8
  store i64 0, ptr %6, align 8
  br label %7

7:
  %8 = load i64, ptr %6, align 8
  %9 = load ptr, ptr %3, align 8
  %10 = call i64 @list_size(ptr %9)
  %11 = icmp slt i64 %8, %10
  br i1 %11, label %13, label %12

12:
  br label %26

13:
  %14 = load ptr, ptr %3, align 8
  %15 = load i64, ptr %6, align 8
  %16 = call ptr @list_item(ptr %14, i64 %15)
  %17 = call i64 @value_of(ptr %16)
  %18 = shl i64 1, %17
  %19 = load i64, ptr %4, align 8
  %20 = and i64 %18, %19
  %21 = load i64, ptr %5, align 8
  %22 = or i64 %21, %20
  store i64 %22, ptr %5, align 8
  br label %23

23:
  %24 = load i64, ptr %6, align 8
  %25 = add i64 %24, 1
  store i64 %25, ptr %6, align 8
  br label %7

26:
  %27 = load i64, ptr %5, align 8
  ret i64 %27
}

declare ptr @PyList_New(i64)

declare i32 @PyList_Append(ptr, ptr)

declare void @shuffle(ptr, ptr)

declare i32 @PyList_SetSlice(ptr, i64, i64, ptr)

declare i64 @PyTuple_Size(ptr)

define internal zeroext i1 @report(ptr %0, ptr %1, ptr %2, ptr %3) nounwind {
  %5 = alloca i1, align 1
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca i8, align 1
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  %15 = alloca ptr, align 8
  %16 = alloca i32, align 4
  %17 = alloca i64, align 8
  %18 = alloca i64, align 8
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store ptr %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  %19 = load ptr, ptr %6, align 8
  %20 = load i64, ptr @ReceiveWindow__received, align 8
  %21 = call ptr @get(ptr %19, i64 %20)
  %22 = call zeroext i1 @narrow(ptr %21, ptr %10)
  %23 = zext i1 %22 to i8
  store i8 %23, ptr %12, align 1
  %24 = load ptr, ptr %6, align 8
  %25 = load i64, ptr @ReceiveWindow_cack, align 8
  %26 = call i64 @get_int(ptr %24, i64 %25)
  %27 = add i64 %26, 1
  store i64 %27, ptr %13, align 8
  %28 = load ptr, ptr %6, align 8
  %29 = load i64, ptr @ReceiveWindow_max_received, align 8
  %30 = call i64 @get_int(ptr %28, i64 %29)
  store i64 %30, ptr %14, align 8
  %31 = load ptr, ptr %6, align 8
  %32 = load i64, ptr @ReceiveWindow__unreported, align 8
  %33 = call ptr @get(ptr %31, i64 %32)
  %34 = call zeroext i1 @narrow(ptr %33, ptr %11)
  br i1 %34, label %35, label %38

35:
  %36 = load i8, ptr %12, align 1
  %37 = trunc i8 %36 to i1
  br i1 %37, label %66, label %38

38:
  %39 = load ptr, ptr %6, align 8
  %40 = load i64, ptr @the_report, align 8
  %41 = call ptr @method(ptr %39, i64 %40)
  store ptr %41, ptr %15, align 8
  %42 = load ptr, ptr %15, align 8
  %43 = icmp ne ptr %42, null
  br i1 %43, label %45, label %44

44:
  store i1 false, ptr %5, align 1
  store i32 1, ptr %16, align 4
  br label %65

45:
  %46 = load ptr, ptr %15, align 8
  %47 = call ptr @tuple_item(ptr %46, i64 0)
  %48 = call i64 @value_of(ptr %47)
  %49 = load ptr, ptr %7, align 8
  store i64 %48, ptr %49, align 8
  %50 = load ptr, ptr %15, align 8
  %51 = call ptr @tuple_item(ptr %50, i64 1)
  %52 = call i64 @PyLong_AsUnsignedLongLong(ptr %51)
  %53 = load ptr, ptr %8, align 8
  store i64 %52, ptr %53, align 8
  %54 = load ptr, ptr %15, align 8
  call void @Py_DecRef(ptr %54)
  %55 = load ptr, ptr %6, align 8
  %56 = load i64, ptr @ReceiveWindow__unreported, align 8
  %57 = call ptr @get(ptr %55, i64 %56)
  %58 = call i32 @PyObject_IsTrue(ptr %57)
  %59 = icmp ne i32 %58, 0
  %60 = load ptr, ptr %9, align 8
  %61 = zext i1 %59 to i8
  store i8 %61, ptr %60, align 1
  %62 = call ptr @PyErr_Occurred()
  %63 = icmp ne ptr %62, null
  %64 = xor i1 %63, true
  store i1 %64, ptr %5, align 1
  store i32 1, ptr %16, align 4
  br label %65

65:
  br label %108

66:
  %67 = load i64, ptr %11, align 8
  %68 = icmp ne i64 %67, 0
  br i1 %68, label %69, label %76

69:
  %70 = load i64, ptr %13, align 8
  %71 = load i64, ptr %11, align 8
  %72 = call i64 @llvm.cttz.i64(i64 %71, i1 true)
  %73 = trunc i64 %72 to i32
  %74 = sext i32 %73 to i64
  %75 = add i64 %70, %74
  br label %78

76:
  %77 = load i64, ptr %14, align 8
  br label %78

78:
  %79 = phi i64 [ %75, %69 ], [ %77, %76 ]
  store i64 %79, ptr %17, align 8
  %80 = load i64, ptr %13, align 8
  %81 = load i64, ptr %17, align 8
  %82 = load i64, ptr %14, align 8
  %83 = sub i64 %82, 64
  %84 = add i64 %83, 1
  %85 = call i64 @least(i64 %81, i64 %84)
  %86 = call i64 @most(i64 %80, i64 %85)
  %87 = load ptr, ptr %7, align 8
  store i64 %86, ptr %87, align 8
  %88 = load ptr, ptr %7, align 8
  %89 = load i64, ptr %88, align 8
  %90 = load i64, ptr %13, align 8
  %91 = sub i64 %89, %90
  store i64 %91, ptr %18, align 8
  %92 = load i64, ptr %10, align 8
  %93 = load i64, ptr %18, align 8
  %94 = lshr i64 %92, %93
  %95 = load ptr, ptr %8, align 8
  store i64 %94, ptr %95, align 8
  %96 = load i64, ptr %18, align 8
  %97 = shl i64 1, %96
  %98 = sub i64 %97, 1
  %99 = load i64, ptr %11, align 8
  %100 = and i64 %99, %98
  store i64 %100, ptr %11, align 8
  %101 = load ptr, ptr %6, align 8
  %102 = load i64, ptr @ReceiveWindow__unreported, align 8
  %103 = load i64, ptr %11, align 8
  call void @put_int(ptr %101, i64 %102, i64 %103)
  %104 = load i64, ptr %11, align 8
  %105 = icmp ne i64 %104, 0
  %106 = load ptr, ptr %9, align 8
  %107 = zext i1 %105 to i8
  store i8 %107, ptr %106, align 1
  store i1 true, ptr %5, align 1
  store i32 1, ptr %16, align 4
  br label %108

108:
  %109 = load i1, ptr %5, align 1
  ret i1 %109
}

define internal ptr @method(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca [2 x ptr], align 16
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  store ptr null, ptr %5, align 8
  %6 = getelementptr inbounds ptr, ptr %5, i64 1
  %7 = load ptr, ptr %3, align 8
  store ptr %7, ptr %6, align 8
  %8 = load ptr, ptr @the, align 8
  %9 = load i64, ptr %4, align 8
  %10 = getelementptr inbounds nuw ptr, ptr %8, i64 %9
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds [2 x ptr], ptr %5, i64 0, i64 0
  %13 = getelementptr inbounds ptr, ptr %12, i64 1
  %14 = call ptr @PyObject_VectorcallMethod(ptr %11, ptr %13, i64 -9223372036854775807, ptr null)
  ret ptr %14
}

define internal zeroext i1 @ask_penalty(ptr %0, ptr %1, i64 %2, ptr %3, ptr %4) nounwind {
  %6 = alloca i1, align 1
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca i32, align 4
  %14 = alloca ptr, align 8
  %15 = alloca ptr, align 8
  store ptr %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store i64 %2, ptr %9, align 8
  store ptr %3, ptr %10, align 8
  store ptr %4, ptr %11, align 8
  %16 = load ptr, ptr %11, align 8
  store i64 0, ptr %16, align 8
  %17 = load ptr, ptr %10, align 8
  store i64 0, ptr %17, align 8
  %18 = load ptr, ptr %7, align 8
  %19 = call ptr @type_of(ptr %18)
  %20 = load ptr, ptr @the, align 8
  %21 = load i64, ptr @the_NoPenalty, align 8
  %22 = getelementptr inbounds nuw ptr, ptr %20, i64 %21
  %23 = load ptr, ptr %22, align 8
  %24 = icmp eq ptr %19, %23
  br i1 %24, label %25, label %26

25:
  store i1 true, ptr %6, align 1
  br label %81

26:
  %27 = load ptr, ptr %7, align 8
  %28 = call ptr @type_of(ptr %27)
  %29 = load ptr, ptr @the, align 8
  %30 = load i64, ptr @the_IncastPenalty, align 8
  %31 = getelementptr inbounds nuw ptr, ptr %29, i64 %30
  %32 = load ptr, ptr %31, align 8
  %33 = icmp eq ptr %28, %32
  br i1 %33, label %34, label %58

34:
  %35 = load ptr, ptr %7, align 8
  %36 = load i64, ptr @IncastPenalty__peers, align 8
  %37 = call ptr @get(ptr %35, i64 %36)
  %38 = load ptr, ptr %8, align 8
  %39 = call ptr @PyDict_GetItemWithError(ptr %37, ptr %38)
  store ptr %39, ptr %12, align 8
  %40 = load ptr, ptr %12, align 8
  %41 = icmp ne ptr %40, null
  br i1 %41, label %43, label %42

42:
  store i1 true, ptr %6, align 1
  store i32 1, ptr %13, align 4
  br label %55

43:
  %44 = load ptr, ptr %7, align 8
  %45 = load i64, ptr @IncastPenalty__senders, align 8
  %46 = call i64 @get_int(ptr %44, i64 %45)
  %47 = icmp slt i64 %46, 2
  br i1 %47, label %48, label %54

48:
  %49 = load ptr, ptr %12, align 8
  %50 = load i64, ptr @_Peer_asked, align 8
  %51 = call zeroext i1 @is_true(ptr %49, i64 %50)
  %52 = zext i1 %51 to i64
  %53 = load ptr, ptr %11, align 8
  store i64 %52, ptr %53, align 8
  store i1 true, ptr %6, align 1
  store i32 1, ptr %13, align 4
  br label %55

54:
  store i32 0, ptr %13, align 4
  br label %55

55:
  %56 = load i32, ptr %13, align 4
  switch i32 %56, label %83 [
    i32 0, label %57
    i32 1, label %81
  ]

57:
  br label %58

58:
  %59 = load i64, ptr %9, align 8
  %60 = call ptr @integer(i64 %59)
  store ptr %60, ptr %14, align 8
  %61 = load ptr, ptr %7, align 8
  %62 = load i64, ptr @the_penalty, align 8
  %63 = load ptr, ptr %8, align 8
  %64 = load ptr, ptr %14, align 8
  %65 = call ptr @method_2(ptr %61, i64 %62, ptr %63, ptr %64)
  store ptr %65, ptr %15, align 8
  %66 = load ptr, ptr %14, align 8
  call void @Py_DecRef(ptr %66)
  %67 = load ptr, ptr %15, align 8
  %68 = icmp ne ptr %67, null
  br i1 %68, label %70, label %69

69:
  store i1 false, ptr %6, align 1
  store i32 1, ptr %13, align 4
  br label %80

70:
  %71 = load ptr, ptr %15, align 8
  %72 = call ptr @tuple_item(ptr %71, i64 0)
  %73 = call i64 @PyLong_AsUnsignedLongLong(ptr %72)
  %74 = load ptr, ptr %10, align 8
  store i64 %73, ptr %74, align 8
  %75 = load ptr, ptr %15, align 8
  %76 = call ptr @tuple_item(ptr %75, i64 1)
  %77 = call i64 @PyLong_AsUnsignedLongLong(ptr %76)
  %78 = load ptr, ptr %11, align 8
  store i64 %77, ptr %78, align 8
  %79 = load ptr, ptr %15, align 8
  call void @Py_DecRef(ptr %79)
  store i1 true, ptr %6, align 1
  store i32 1, ptr %13, align 4
  br label %80

80:
  br label %81

81:
  %82 = load i1, ptr %6, align 1
  ret i1 %82

83:
  unreachable
}

define internal i64 @held(ptr %0) nounwind {
  %2 = alloca i64, align 8
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  %8 = load ptr, ptr %3, align 8
  %9 = load i64, ptr @ReceiveWindow__received, align 8
  %10 = call ptr @get(ptr %8, i64 %9)
  %11 = call zeroext i1 @narrow(ptr %10, ptr %4)
  br i1 %11, label %12, label %15

12:
  %13 = load i64, ptr %4, align 8
  %14 = call i64 @ones(i64 %13)
  store i64 %14, ptr %2, align 8
  store i32 1, ptr %5, align 4
  br label %31

15:
  %16 = load ptr, ptr %3, align 8
  %17 = load i64, ptr @ReceiveWindow__received, align 8
  %18 = call ptr @get(ptr %16, i64 %17)
  %19 = load i64, ptr @the_bit_count, align 8
  %20 = call ptr @method(ptr %18, i64 %19)
  store ptr %20, ptr %6, align 8
  %21 = load ptr, ptr %6, align 8
  %22 = icmp ne ptr %21, null
  br i1 %22, label %23, label %26

23:
  %24 = load ptr, ptr %6, align 8
  %25 = call i64 @PyLong_AsLong(ptr %24)
  br label %27

26:
  br label %27

27:
  %28 = phi i64 [ %25, %23 ], [ -1, %26 ]
  store i64 %28, ptr %7, align 8
  %29 = load ptr, ptr %6, align 8
  call void @Py_DecRef(ptr %29)
  %30 = load i64, ptr %7, align 8
  store i64 %30, ptr %2, align 8
  store i32 1, ptr %5, align 4
  br label %31

31:
  %32 = load i64, ptr %2, align 8
  ret i64 %32
}

define internal ptr @write_32(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = lshr i64 %6, 16
  %8 = call ptr @write_16(ptr %5, i64 %7)
  %9 = load i64, ptr %4, align 8
  %10 = call ptr @write_16(ptr %8, i64 %9)
  ret ptr %10
}

define internal ptr @write_16(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load i64, ptr %4, align 8
  %6 = lshr i64 %5, 8
  %7 = trunc i64 %6 to i8
  %8 = load ptr, ptr %3, align 8
  %9 = getelementptr inbounds i8, ptr %8, i64 0
  store i8 %7, ptr %9, align 1
  %10 = load i64, ptr %4, align 8
  %11 = trunc i64 %10 to i8
  %12 = load ptr, ptr %3, align 8
  %13 = getelementptr inbounds i8, ptr %12, i64 1
  store i8 %11, ptr %13, align 1
  %14 = load ptr, ptr %3, align 8
  %15 = getelementptr inbounds i8, ptr %14, i64 2
  ret ptr %15
}

define internal ptr @write_64(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = lshr i64 %6, 32
  %8 = call ptr @write_32(ptr %5, i64 %7)
  %9 = load i64, ptr %4, align 8
  %10 = call ptr @write_32(ptr %8, i64 %9)
  ret ptr %10
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

declare zeroext i1 @frame_of(ptr, ptr, i64, ptr, i64, ptr)

declare i64 @PyLong_AsUnsignedLongLong(ptr)

declare i32 @PyObject_IsTrue(ptr)

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

define internal i64 @ones(i64 %0) nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = call i64 @llvm.ctpop.i64(i64 %3)
  %5 = trunc i64 %4 to i32
  %6 = sext i32 %5 to i64
  ret i64 %6
}

declare i64 @llvm.ctpop.i64(i64)
