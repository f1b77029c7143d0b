; SPDX-License-Identifier: Apache-2.0
; Made of receiver.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 4d29108d7673f5a032cc21f5ca250318c884467025a15d130f17216a69afc8cb
%struct.view = type { ptr, ptr, i64, [7 x i64] }
%struct.receiving = type { ptr, ptr, ptr, ptr, ptr }
%struct.part = type { i64, i64, i64, i64, i64, i64, ptr, i64, i64, i8, i8 }
%struct.framing.11 = type { ptr, ptr, i64, i8 }
%struct.payload.12 = type { ptr, i64, ptr }
%struct.counted = type { ptr, ptr, i64, i64, i64, i64 }
%struct.early = type { i64, i64, i32, i32, i16, i16, i8, i8 }

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
@the_True = external constant i64, align 8
@the_False = external constant i64, align 8
@the_int = external constant i64, align 8
@long_digit = external constant i64, align 8
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
@Responder__peer = external constant i64, align 8
@Responder__flow_control = external constant i64, align 8
@Reception_bytes_since_sack = external constant i64, align 8
@QpCounters_marked_received = external constant i64, align 8
@Responder__options = external constant i64, align 8
@TransportOptions_sack_threshold_bytes = external constant i64, align 8
@the_skip_once = external constant i64, align 8
@the_unmarked = external constant i64, align 8
@the_make_room = external constant i64, align 8
@MessageRules__waiting = external constant i64, align 8
@MessageRules__early = external constant i64, align 8
@the_bytearray = external constant i64, align 8
@Responder__format = external constant i64, align 8
@the_PlaneUplink = external constant i64, align 8
@the_plane = external constant i64, align 8
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
@the_deque = external constant i64, align 8
@the_append = external constant i64, align 8
@the_deque_append = external constant i64, align 8
@ProbeSchedule_received_ns = external constant i64, align 8
@ReverseEvs_turned = external constant i64, align 8
@QueuePair_reverse_ns = external constant i64, align 8
@the_heard = external constant i64, align 8
@Nic__timers = external constant i64, align 8
@QueuePair_control_queued = external constant i64, align 8
@Nic__scheduler = external constant i64, align 8
@the_list = external constant i64, align 8
@ReverseEvs__evs = external constant i64, align 8
@EvSet__planes = external constant i64, align 8
@ReverseEvs__order = external constant i64, align 8
@ReverseEvs__rng = external constant i64, align 8
@ReverseEvs__by_plane = external constant i64, align 8
@EvEntry_state = external constant i64, align 8
@the_assumed_bad = external constant i64, align 8
@the_denied = external constant i64, align 8
@the__replace = external constant i64, align 8
@EvSet__rotation = external constant i64, align 8
@Rotation__planes = external constant i64, align 8
@ReverseEvs_suspect = external constant i64, align 8
@PlaneTurns_entries = external constant i64, align 8
@PlaneTurns_backups = external constant i64, align 8
@PlaneTurns_plane = external constant i64, align 8
@Rotation_closed = external constant i64, align 8
@Answers__reception = external constant i64, align 8
@Answers__options = external constant i64, align 8
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
@the_popleft = external constant i64, align 8
@the_deque_popleft = external constant i64, align 8
@the_bit_count = external constant i64, align 8

define ptr @writable_region(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4) nounwind {
  %6 = alloca i32, align 4
  %7 = load i64, ptr @MemoryTable__regions, align 8
  %8 = call ptr @get(ptr %0, i64 %7)
  %9 = call ptr @find_again(ptr %8, i64 %2)
  %.not = icmp eq ptr %9, null
  br i1 %.not, label %30, label %10

10:
  %11 = load i64, ptr @MemoryRegion_domain, align 8
  %12 = call ptr @get(ptr nonnull %9, i64 %11)
  %.not18 = icmp eq ptr %12, %1
  br i1 %.not18, label %13, label %30

13:
  %14 = load i64, ptr @MemoryRegion_writable, align 8
  %15 = call zeroext i1 @is_true(ptr nonnull %9, i64 %14)
  br i1 %15, label %16, label %30

16:
  store i32 0, ptr %6, align 4
  %17 = load i64, ptr @MemoryRegion_address, align 8
  %18 = call ptr @get(ptr nonnull %9, i64 %17)
  %19 = call i64 @PyLong_AsLongAndOverflow(ptr %18, ptr nonnull %6)
  %20 = load i64, ptr @MemoryRegion_length, align 8
  %21 = call i64 @get_int(ptr nonnull %9, i64 %20)
  %22 = sub i64 %3, %19
  %23 = load i32, ptr %6, align 4
  %.not19 = icmp ne i32 %23, 0
  %24 = icmp slt i64 %19, 0
  %or.cond = select i1 %.not19, i1 true, i1 %24
  %25 = icmp slt i64 %22, 0
  %or.cond20 = select i1 %or.cond, i1 true, i1 %25
  %26 = icmp sgt i64 %22, %21
  %or.cond21 = select i1 %or.cond20, i1 true, i1 %26
  %27 = sub i64 %21, %22
  %28 = icmp sgt i64 %4, %27
  %or.cond23 = select i1 %or.cond21, i1 true, i1 %28
  %29 = select i1 %or.cond23, ptr null, ptr %9
  br label %30

30:
  %.0 = phi ptr [ %29, %16 ], [ null, %13 ], [ null, %10 ], [ null, %5 ]
  ret ptr %.0
}

declare ptr @find_again(ptr, i64)

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

declare i64 @PyLong_AsLongAndOverflow(ptr, ptr)

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

define zeroext i1 @write_region(ptr %0, i64 %1, ptr %2, i64 %3) nounwind {
  %5 = alloca %struct.view, align 8
  %6 = load i64, ptr @MemoryRegion__view, align 8
  %7 = call ptr @get(ptr %0, i64 %6)
  %8 = call i32 @PyObject_GetBuffer(ptr %7, ptr nonnull %5, i32 1)
  %.not = icmp eq i32 %8, 0
  br i1 %.not, label %9, label %21

9:
  %10 = load i64, ptr @MemoryRegion_address, align 8
  %11 = call i64 @get_int(ptr %0, i64 %10)
  %12 = sub i64 %1, %11
  %13 = add i64 %12, %3
  %14 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %15 = load i64, ptr %14, align 8
  %.not10 = icmp sgt i64 %13, %15
  br i1 %.not10, label %19, label %16

16:
  %17 = load ptr, ptr %5, align 8
  %18 = getelementptr inbounds i8, ptr %17, i64 %12
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %18, ptr align 1 %2, i64 %3, i1 false)
  br label %19

19:
  call void @PyBuffer_Release(ptr nonnull %5)
  %20 = load i64, ptr @MemoryRegion_bytes_placed, align 8
  call void @add(ptr %0, i64 %20, i64 %3)
  br label %21

21:
  ret i1 %.not
}

declare i32 @PyObject_GetBuffer(ptr, ptr, i32)

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

declare void @PyBuffer_Release(ptr)

define internal void @add(ptr %0, i64 %1, i64 %2) alwaysinline nounwind {
  %4 = call i64 @get_int(ptr %0, i64 %1)
  %5 = add i64 %4, %2
  call void @put_int(ptr %0, i64 %1, i64 %5)
  ret void
}

define i32 @receive_data(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca %struct.receiving, align 8
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %6 = load ptr, ptr %5, align 8
  %7 = load i64, ptr @QueuePair_responder, align 8
  %8 = call ptr @get(ptr %6, i64 %7)
  %9 = call ptr @type_of(ptr %8)
  %10 = load ptr, ptr @the, align 8
  %11 = load i64, ptr @the_Responder, align 8
  %12 = getelementptr inbounds nuw ptr, ptr %10, i64 %11
  %13 = load ptr, ptr %12, align 8
  %.not = icmp eq ptr %9, %13
  br i1 %.not, label %14, label %38

14:
  %15 = call ptr @kept(ptr %8)
  store ptr %15, ptr %4, align 8
  %16 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %17 = load i64, ptr @Responder__counters, align 8
  %18 = call ptr @hold(ptr %8, i64 %17)
  store ptr %18, ptr %16, align 8
  %19 = getelementptr inbounds nuw i8, ptr %4, i64 16
  %20 = load i64, ptr @Responder_reception, align 8
  %21 = call ptr @hold(ptr %8, i64 %20)
  store ptr %21, ptr %19, align 8
  %22 = getelementptr inbounds nuw i8, ptr %4, i64 24
  %23 = call ptr @get(ptr %8, i64 %20)
  %24 = load i64, ptr @Reception_window, align 8
  %25 = call ptr @hold(ptr %23, i64 %24)
  store ptr %25, ptr %22, align 8
  %26 = getelementptr inbounds nuw i8, ptr %4, i64 32
  %27 = load i64, ptr @Responder__rules, align 8
  %28 = call ptr @hold(ptr %8, i64 %27)
  store ptr %28, ptr %26, align 8
  %29 = call i32 @on_data(ptr %0, ptr %1, ptr nonnull %4, i64 %2)
  %30 = getelementptr inbounds nuw i8, ptr %4, i64 32
  %31 = load ptr, ptr %30, align 8
  call void @Py_DecRef(ptr %31)
  %32 = getelementptr inbounds nuw i8, ptr %4, i64 24
  %33 = load ptr, ptr %32, align 8
  call void @Py_DecRef(ptr %33)
  %34 = getelementptr inbounds nuw i8, ptr %4, i64 16
  %35 = load ptr, ptr %34, align 8
  call void @Py_DecRef(ptr %35)
  %36 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %37 = load ptr, ptr %36, align 8
  call void @Py_DecRef(ptr %37)
  call void @Py_DecRef(ptr %8)
  br label %38

38:
  %.0 = phi i32 [ %29, %14 ], [ 0, %3 ]
  ret i32 %.0
}

define internal ptr @type_of(ptr %0) alwaysinline nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %3 = load ptr, ptr %2, align 8
  ret ptr %3
}

define internal ptr @kept(ptr %0) alwaysinline nounwind {
  call void @Py_IncRef(ptr %0)
  ret ptr %0
}

define internal ptr @hold(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = call ptr @get(ptr %0, i64 %1)
  %4 = call ptr @kept(ptr %3)
  ret ptr %4
}

define internal i32 @on_data(ptr %0, ptr %1, ptr %2, i64 %3) nounwind {
  %5 = alloca %struct.part, align 8
  %6 = load ptr, ptr %2, align 8
  %7 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %2, i64 32
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %12 = load ptr, ptr %11, align 8
  %13 = load i64, ptr @QueuePair_probing, align 8
  %14 = call zeroext i1 @is_none(ptr %12, i64 %13)
  br i1 %14, label %74, label %15

15:
  %16 = load i64, ptr @Responder_failed, align 8
  %17 = call zeroext i1 @is_true(ptr %6, i64 %16)
  br i1 %17, label %74, label %18

18:
  %19 = load i64, ptr @Responder__refused, align 8
  %20 = call zeroext i1 @is_none(ptr %6, i64 %19)
  br i1 %20, label %21, label %74

21:
  %22 = call zeroext i1 @read_part(ptr %1, ptr nonnull %5)
  br i1 %22, label %23, label %74

23:
  %24 = call zeroext i1 @is_beyond_limit(ptr %6, ptr nonnull %5)
  br i1 %24, label %74, label %25

25:
  %26 = call zeroext i1 @repeats_a_nack(ptr %6, i64 %3)
  br i1 %26, label %74, label %27

27:
  %28 = load i64, ptr @Responder__resources, align 8
  %29 = call ptr @get(ptr %6, i64 %28)
  %30 = load i64, ptr @ReceiveResources_limited, align 8
  %31 = call zeroext i1 @is_true(ptr %29, i64 %30)
  br i1 %31, label %74, label %32

32:
  %33 = load i64, ptr @Responder__ports, align 8
  %34 = call ptr @get(ptr %6, i64 %33)
  %35 = load i64, ptr @Ports_leaving, align 8
  %36 = call i64 @get_int(ptr %34, i64 %35)
  %.not = icmp eq i64 %36, 0
  br i1 %.not, label %37, label %74

37:
  %38 = load i64, ptr @ReceiveWindow_cack, align 8
  %39 = call i64 @get_int(ptr %8, i64 %38)
  %40 = add i64 %39, 1
  %41 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %42 = load i64, ptr %41, align 8
  %43 = call i64 @index_of(i64 %42, i64 %40)
  %44 = call zeroext i1 @is_new(ptr %8, i64 %43)
  br i1 %44, label %45, label %74

45:
  %46 = call zeroext i1 @alone(ptr %10, ptr nonnull %5)
  br i1 %46, label %47, label %74

47:
  %48 = icmp eq i64 %43, %40
  br i1 %48, label %49, label %51

49:
  %50 = call zeroext i1 @follows(ptr %10, ptr nonnull %5, i1 zeroext false)
  br i1 %50, label %51, label %74

51:
  %52 = call ptr @region_of(ptr %6, ptr nonnull %5)
  %.not38 = icmp eq ptr %52, null
  br i1 %.not38, label %74, label %53

53:
  %54 = call ptr @PyErr_Occurred()
  %.not39 = icmp eq ptr %54, null
  br i1 %.not39, label %55, label %74

55:
  %56 = load i64, ptr @Responder__asked, align 8
  call void @put_int(ptr %6, i64 %56, i64 0)
  %57 = getelementptr inbounds nuw i8, ptr %1, i64 82
  %58 = load i8, ptr %57, align 2
  %59 = trunc i8 %58 to i1
  br i1 %59, label %60, label %64

60:
  %61 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %62 = load ptr, ptr %61, align 8
  %63 = load i64, ptr @QpCounters_retransmissions_received, align 8
  call void @add(ptr %62, i64 %63, i64 1)
  br label %64

64:
  %65 = call ptr @kept(ptr nonnull %52)
  %66 = call zeroext i1 @take(ptr nonnull %2, ptr %1, ptr nonnull %5, ptr nonnull %52, i64 %43, i64 %3)
  br i1 %66, label %67, label %72

67:
  %68 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %69 = load ptr, ptr %68, align 8
  %70 = call zeroext i1 @follow_data(ptr %0, ptr %69, ptr %6, i64 %3)
  %71 = select i1 %70, i32 1, i32 2
  br label %72

72:
  %73 = phi i32 [ 2, %64 ], [ %71, %67 ]
  call void @Py_DecRef(ptr nonnull %52)
  br label %74

74:
  %.0 = phi i32 [ 0, %25 ], [ 0, %4 ], [ 0, %23 ], [ 0, %21 ], [ 0, %18 ], [ 0, %15 ], [ 0, %32 ], [ 0, %27 ], [ 0, %37 ], [ 0, %49 ], [ 0, %45 ], [ %73, %72 ], [ 0, %53 ], [ 0, %51 ]
  ret i32 %.0
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

define zeroext i1 @is_plain_answer(ptr %0) nounwind {
  %2 = load i64, ptr @QueuePair_responder, align 8
  %3 = call ptr @get(ptr %0, i64 %2)
  %4 = load i64, ptr @QueuePair_requestor, align 8
  %5 = call ptr @get(ptr %0, i64 %4)
  %6 = call ptr @type_of(ptr %3)
  %7 = load ptr, ptr @the, align 8
  %8 = load i64, ptr @the_Responder, align 8
  %9 = getelementptr inbounds nuw ptr, ptr %7, i64 %8
  %10 = load ptr, ptr %9, align 8
  %.not = icmp eq ptr %6, %10
  br i1 %.not, label %11, label %54

11:
  %12 = load i64, ptr @QueuePair_reverse, align 8
  %13 = call zeroext i1 @is_none(ptr %0, i64 %12)
  br i1 %13, label %54, label %14

14:
  %15 = load i64, ptr @Responder_failed, align 8
  %16 = call zeroext i1 @is_true(ptr %3, i64 %15)
  br i1 %16, label %54, label %17

17:
  %18 = load i64, ptr @Responder_answers, align 8
  %19 = call ptr @get(ptr %3, i64 %18)
  %20 = load i64, ptr @Answers__jobs, align 8
  %21 = call ptr @get(ptr %19, i64 %20)
  %22 = call i64 @size_of(ptr %21)
  %.not18 = icmp eq i64 %22, 0
  br i1 %.not18, label %54, label %23

23:
  %24 = load i64, ptr @Answers__frames, align 8
  %25 = call ptr @get(ptr %19, i64 %24)
  %26 = load i64, ptr @QpFrames__fast, align 8
  %27 = call zeroext i1 @is_none(ptr %25, i64 %26)
  br i1 %27, label %54, label %28

28:
  %29 = load ptr, ptr @the, align 8
  %30 = load i64, ptr @the_None, align 8
  %31 = getelementptr inbounds nuw ptr, ptr %29, i64 %30
  %32 = load ptr, ptr %31, align 8
  %.not19 = icmp eq ptr %5, %32
  br i1 %.not19, label %38, label %33

33:
  %34 = load i64, ptr @Requestor_probes, align 8
  %35 = call ptr @get(ptr %5, i64 %34)
  %36 = load i64, ptr @ReliabilityProbes_wanted, align 8
  %37 = call zeroext i1 @is_true(ptr %35, i64 %36)
  br i1 %37, label %54, label %38

38:
  %39 = call ptr @PySequence_GetItem(ptr %21, i64 0)
  %.not20 = icmp eq ptr %39, null
  br i1 %.not20, label %52, label %40

40:
  %41 = call ptr @type_of(ptr nonnull %39)
  %42 = load ptr, ptr @the, align 8
  %43 = load i64, ptr @the_SackJob, align 8
  %44 = getelementptr inbounds nuw ptr, ptr %42, i64 %43
  %45 = load ptr, ptr %44, align 8
  %46 = icmp eq ptr %41, %45
  br i1 %46, label %47, label %50

47:
  %48 = load i64, ptr @SackJob_probe, align 8
  %49 = call zeroext i1 @is_none(ptr nonnull %39, i64 %48)
  br label %52

50:
  %51 = call zeroext i1 @is_ack(ptr nonnull %39)
  br label %52

52:
  %53 = phi i1 [ false, %38 ], [ %49, %47 ], [ %51, %50 ]
  call void @Py_DecRef(ptr %39)
  br label %54

54:
  %.0 = phi i1 [ false, %1 ], [ false, %14 ], [ false, %11 ], [ %53, %52 ], [ false, %17 ], [ false, %23 ], [ false, %33 ]
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

declare ptr @PySequence_GetItem(ptr, i64)

declare zeroext i1 @is_ack(ptr)

define zeroext i1 @send_answer(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, ptr %5) nounwind {
  %7 = load i64, ptr @Scheduler__busy_until_ns, align 8
  %8 = call ptr @get(ptr %0, i64 %7)
  %9 = load i64, ptr @QueuePair_reverse, align 8
  %10 = call ptr @hold(ptr %1, i64 %9)
  br label %11

11:
  %.036 = phi i64 [ 0, %6 ], [ %21, %14 ]
  %.0 = phi i64 [ 0, %6 ], [ %.1, %14 ]
  %12 = call i64 @list_size(ptr %8)
  %13 = icmp slt i64 %.036, %12
  br i1 %13, label %14, label %22

14:
  %15 = call ptr @list_item(ptr %8, i64 %.036)
  %16 = call i64 @value_of(ptr %15)
  %17 = add i64 %16, 100
  %18 = icmp sgt i64 %17, %4
  %19 = shl nuw i64 1, %.036
  %20 = or i64 %.0, %19
  %.1 = select i1 %18, i64 %20, i64 %.0
  %21 = add i64 %.036, 1
  br label %11

22:
  %23 = call ptr @choose_reverse(ptr %10, i64 %3, i64 %.0)
  call void @Py_DecRef(ptr %10)
  %24 = load i64, ptr @Answers__jobs, align 8
  %25 = call ptr @get(ptr %2, i64 %24)
  %26 = icmp ne ptr %23, null
  br i1 %26, label %27, label %47

27:
  %28 = load ptr, ptr @the, align 8
  %29 = load i64, ptr @the_None, align 8
  %30 = getelementptr inbounds nuw ptr, ptr %28, i64 %29
  %31 = load ptr, ptr %30, align 8
  %.not = icmp eq ptr %23, %31
  br i1 %.not, label %47, label %32

32:
  %33 = call i64 @size_of(ptr %25)
  %.not37 = icmp eq i64 %33, 0
  br i1 %.not37, label %47, label %34

34:
  %35 = call ptr @PySequence_GetItem(ptr %25, i64 0)
  %.not38 = icmp eq ptr %35, null
  br i1 %.not38, label %42, label %36

36:
  %37 = call zeroext i1 @is_ack(ptr nonnull %35)
  br i1 %37, label %38, label %40

38:
  %39 = call zeroext i1 @ack_frame(ptr %2, ptr nonnull %35, ptr nonnull %23, ptr %5)
  br label %42

40:
  %41 = call zeroext i1 @sack_frame(ptr %2, ptr nonnull %35, ptr nonnull %23, i64 %4, ptr %5)
  br label %42

42:
  %43 = phi i1 [ false, %34 ], [ %39, %38 ], [ %41, %40 ]
  call void @Py_DecRef(ptr %35)
  %44 = load i64, ptr @EvEntry_plane, align 8
  %45 = call i64 @get_int(ptr nonnull %23, i64 %44)
  %46 = getelementptr inbounds nuw i8, ptr %5, i64 32
  store i64 %45, ptr %46, align 8
  br label %47

47:
  %.035.in = phi i1 [ %43, %42 ], [ %26, %32 ], [ %26, %27 ], [ %26, %22 ]
  call void @Py_DecRef(ptr %23)
  br i1 %.035.in, label %48, label %50

48:
  %49 = call ptr @PyErr_Occurred()
  %.not39 = icmp eq ptr %49, null
  br label %50

50:
  %51 = phi i1 [ false, %47 ], [ %.not39, %48 ]
  ret i1 %51
}

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

define internal ptr @choose_reverse(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = load i64, ptr @ReverseEvs__evs, align 8
  %5 = call ptr @get(ptr %0, i64 %4)
  %6 = load i64, ptr @EvSet__planes, align 8
  %7 = call ptr @get(ptr %5, i64 %6)
  %8 = call i64 @good_planes(ptr %0)
  %9 = or i64 %1, %2
  %.not = icmp eq i64 %8, 0
  %10 = and i64 %9, %8
  %spec.select = select i1 %.not, i64 %9, i64 %10
  %11 = load i64, ptr @ReverseEvs__order, align 8
  %12 = call ptr @hold(ptr %0, i64 %11)
  %13 = call i64 @in_turn(ptr %12, i64 %spec.select)
  %.not68 = icmp eq i64 %13, 0
  br i1 %.not68, label %14, label %28

14:
  call void @Py_DecRef(ptr %12)
  %15 = call ptr @PyList_New(i64 0)
  %.not69 = icmp eq ptr %15, null
  br i1 %.not69, label %100, label %16

16:
  %.063 = phi i64 [ %22, %19 ], [ 0, %14 ]
  %17 = call i64 @tuple_size(ptr %7)
  %18 = icmp slt i64 %.063, %17
  br i1 %18, label %19, label %23

19:
  %20 = call ptr @tuple_item(ptr %7, i64 %.063)
  %21 = call i32 @PyList_Append(ptr nonnull %15, ptr %20)
  %22 = add i64 %.063, 1
  br label %16

23:
  %24 = load i64, ptr @ReverseEvs__order, align 8
  %25 = call ptr @kept(ptr nonnull %15)
  call void @put(ptr %0, i64 %24, ptr %25)
  %26 = load i64, ptr @ReverseEvs__rng, align 8
  %27 = call ptr @get(ptr %0, i64 %26)
  call void @shuffle(ptr %27, ptr nonnull %15)
  br label %28

28:
  %.062 = phi ptr [ %12, %3 ], [ %15, %23 ]
  %29 = and i64 %1, %spec.select
  br label %30

30:
  %.060 = phi i64 [ 0, %28 ], [ %.161, %93 ], [ %.161, %93 ]
  %.1 = phi ptr [ undef, %28 ], [ %.3, %93 ], [ %.3, %93 ]
  %.not70 = icmp eq i64 %29, 0
  br i1 %.not70, label %.critedge, label %31

31:
  %32 = call i64 @list_size(ptr %.062)
  %33 = icmp slt i64 %.060, %32
  br i1 %33, label %34, label %.critedge

34:
  %35 = call ptr @list_item(ptr %.062, i64 %.060)
  %36 = call i64 @value_of(ptr %35)
  %37 = shl nuw i64 1, %36
  %38 = and i64 %29, %37
  %.not71 = icmp eq i64 %38, 0
  br i1 %.not71, label %39, label %41

39:
  %40 = add i64 %.060, 1
  br label %93

41:
  call void @Py_IncRef(ptr %35)
  %42 = add i64 %.060, 1
  %43 = call i32 @PyList_SetSlice(ptr %.062, i64 %.060, i64 %42, ptr null)
  %44 = load i64, ptr @ReverseEvs__by_plane, align 8
  %45 = call ptr @get(ptr %0, i64 %44)
  %46 = call i64 @value_of(ptr %35)
  %47 = call ptr @list_item(ptr %45, i64 %46)
  %.not72 = icmp eq ptr %47, null
  br i1 %.not72, label %48, label %49

48:
  call void @Py_DecRef(ptr %35)
  call void @Py_DecRef(ptr %.062)
  br label %93

49:
  %50 = load ptr, ptr @the, align 8
  %51 = load i64, ptr @the_None, align 8
  %52 = getelementptr inbounds nuw ptr, ptr %50, i64 %51
  %53 = load ptr, ptr %52, align 8
  %54 = icmp eq ptr %47, %53
  br i1 %54, label %55, label %60

55:
  %56 = load ptr, ptr @the, align 8
  %57 = load i64, ptr @the_None, align 8
  %58 = getelementptr inbounds nuw ptr, ptr %56, i64 %57
  %59 = load ptr, ptr %58, align 8
  br label %63

60:
  %61 = load i64, ptr @EvEntry_state, align 8
  %62 = call ptr @get(ptr nonnull %47, i64 %61)
  br label %63

63:
  %64 = phi ptr [ %59, %55 ], [ %62, %60 ]
  %65 = load ptr, ptr @the, align 8
  %66 = load i64, ptr @the_None, align 8
  %67 = getelementptr inbounds nuw ptr, ptr %65, i64 %66
  %68 = load ptr, ptr %67, align 8
  %69 = icmp eq ptr %64, %68
  br i1 %69, label %82, label %70

70:
  %71 = load ptr, ptr @the, align 8
  %72 = load i64, ptr @the_assumed_bad, align 8
  %73 = getelementptr inbounds nuw ptr, ptr %71, i64 %72
  %74 = load ptr, ptr %73, align 8
  %75 = icmp eq ptr %64, %74
  br i1 %75, label %82, label %76

76:
  %77 = load ptr, ptr @the, align 8
  %78 = load i64, ptr @the_denied, align 8
  %79 = getelementptr inbounds nuw ptr, ptr %77, i64 %78
  %80 = load ptr, ptr %79, align 8
  %81 = icmp eq ptr %64, %80
  br i1 %81, label %82, label %85

82:
  %83 = load i64, ptr @the__replace, align 8
  %84 = call ptr @method_1(ptr %0, i64 %83, ptr %35)
  br label %86

85:
  call void @Py_IncRef(ptr nonnull %47)
  br label %86

86:
  %.058 = phi ptr [ %84, %82 ], [ %47, %85 ]
  call void @Py_DecRef(ptr %35)
  %87 = load ptr, ptr @the, align 8
  %88 = load i64, ptr @the_None, align 8
  %89 = getelementptr inbounds nuw ptr, ptr %87, i64 %88
  %90 = load ptr, ptr %89, align 8
  %.not73 = icmp eq ptr %.058, %90
  br i1 %.not73, label %92, label %91

91:
  call void @Py_DecRef(ptr %.062)
  br label %93

92:
  call void @Py_DecRef(ptr %.058)
  br label %93

93:
  %.165 = phi i32 [ 6, %39 ], [ 1, %48 ], [ 1, %91 ], [ 0, %92 ]
  %.161 = phi i64 [ %40, %39 ], [ %.060, %91 ], [ %.060, %92 ], [ %.060, %48 ]
  %.3 = phi ptr [ %.1, %39 ], [ null, %48 ], [ %.058, %91 ], [ %.1, %92 ]
  switch i32 %.165, label %.critedge [
    i32 0, label %30
    i32 6, label %30
  ]

.critedge:
  %.064 = phi i32 [ %.165, %93 ], [ 5, %31 ], [ 5, %30 ]
  %.2 = phi ptr [ %.3, %93 ], [ %.1, %31 ], [ %.1, %30 ]
  %cond = icmp eq i32 %.064, 5
  br i1 %cond, label %94, label %100

94:
  call void @Py_DecRef(ptr %.062)
  %95 = load ptr, ptr @the, align 8
  %96 = load i64, ptr @the_None, align 8
  %97 = getelementptr inbounds nuw ptr, ptr %95, i64 %96
  %98 = load ptr, ptr %97, align 8
  %99 = call ptr @kept(ptr %98)
  br label %100

100:
  %.0 = phi ptr [ null, %14 ], [ %.2, %.critedge ], [ %99, %94 ]
  ret ptr %.0
}

declare zeroext i1 @ack_frame(ptr, ptr, ptr, ptr)

define internal zeroext i1 @sack_frame(ptr %0, ptr %1, ptr %2, i64 %3, ptr %4) nounwind {
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i8, align 1
  %11 = alloca [40 x i8], align 16
  %12 = alloca %struct.framing.11, align 8
  %13 = alloca %struct.payload.12, align 8
  %14 = load i64, ptr @Answers__reception, align 8
  %15 = call ptr @get(ptr %0, i64 %14)
  %16 = load i64, ptr @Reception_window, align 8
  %17 = call ptr @get(ptr %15, i64 %16)
  %18 = load i64, ptr @Answers__frames, align 8
  %19 = call ptr @get(ptr %0, i64 %18)
  %20 = load i64, ptr @Answers__options, align 8
  %21 = call ptr @get(ptr %0, i64 %20)
  store i64 0, ptr %6, align 8
  %22 = load i64, ptr @ReceiveWindow_cack, align 8
  %23 = call i64 @get_int(ptr %17, i64 %22)
  %24 = load i64, ptr @SackJob_index, align 8
  %25 = call i64 @get_int(ptr %1, i64 %24)
  store i64 0, ptr %7, align 8
  %26 = call zeroext i1 @report(ptr %17, ptr nonnull %6, ptr nonnull %7, ptr nonnull %10)
  br i1 %26, label %27, label %122

27:
  %28 = load i64, ptr @Answers__jobs, align 8
  %29 = call ptr @get(ptr %0, i64 %28)
  %30 = call ptr @pop_first(ptr %29)
  %31 = call zeroext i1 @done(ptr %30)
  br i1 %31, label %32, label %122

32:
  %33 = load i8, ptr %10, align 1
  %34 = trunc i8 %33 to i1
  br i1 %34, label %35, label %39

35:
  %36 = load i64, ptr @Reception_bytes_since_sack, align 8
  %37 = load i64, ptr @TransportOptions_sack_threshold_bytes, align 8
  %38 = call i64 @get_int(ptr %21, i64 %37)
  call void @put_int(ptr %15, i64 %36, i64 %38)
  br label %39

39:
  %40 = load i64, ptr @Answers__counters, align 8
  %41 = call ptr @get(ptr %0, i64 %40)
  %42 = load i64, ptr @QpCounters_sacks_sent, align 8
  call void @add(ptr %41, i64 %42, i64 1)
  %43 = load i64, ptr @SackJob_timestamp, align 8
  %44 = call i64 @get_int(ptr %1, i64 %43)
  %45 = and i64 %23, 16777215
  %46 = load i64, ptr @Answers__service_time, align 8
  %47 = call zeroext i1 @is_true(ptr %0, i64 %46)
  br i1 %47, label %48, label %55

48:
  %49 = load i64, ptr @SackJob_arrived_ns, align 8
  %50 = call i64 @get_int(ptr %1, i64 %49)
  %51 = sub i64 %3, %50
  %52 = lshr i64 %51, 7
  %53 = add i64 %44, %52
  %54 = and i64 %53, 65535
  br label %55

55:
  %.056 = phi i64 [ %54, %48 ], [ %44, %39 ]
  %56 = load i64, ptr @Answers__flow_control, align 8
  %57 = call ptr @get(ptr %0, i64 %56)
  %58 = load i64, ptr @Answers__peer, align 8
  %59 = call ptr @get(ptr %0, i64 %58)
  %60 = call zeroext i1 @ask_penalty(ptr %57, ptr %59, i64 %3, ptr nonnull %8, ptr nonnull %9)
  br i1 %60, label %61, label %122

61:
  %62 = call i64 @held(ptr %17)
  %63 = load i64, ptr @SackJob_rtx, align 8
  %64 = call zeroext i1 @is_true(ptr %1, i64 %63)
  %65 = select i1 %64, i64 536870912, i64 0
  %66 = or disjoint i64 %65, %45
  %67 = call ptr @write_32(ptr nonnull %11, i64 %66)
  %68 = load i64, ptr @SackJob_mark, align 8
  %69 = call i64 @get_int(ptr %1, i64 %68)
  %70 = shl i64 %69, 5
  %71 = call ptr @write_16(ptr %67, i64 %70)
  %72 = sub i64 %25, %23
  %73 = call i64 @most(i64 %72, i64 -32768)
  %74 = call ptr @write_16(ptr %71, i64 %73)
  %75 = load i64, ptr @SackJob_entropy, align 8
  %76 = call i64 @get_int(ptr %1, i64 %75)
  %77 = call ptr @write_32(ptr %74, i64 %76)
  %78 = load i64, ptr @QpFrames_qpn, align 8
  %79 = call i64 @get_int(ptr %19, i64 %78)
  %80 = call ptr @write_16(ptr %77, i64 %79)
  %81 = load i64, ptr @QpFrames_dest_qpn, align 8
  %82 = call i64 @get_int(ptr %19, i64 %81)
  %83 = call ptr @write_16(ptr %80, i64 %82)
  %84 = load i64, ptr @Answers__ports, align 8
  %85 = call ptr @get(ptr %0, i64 %84)
  %86 = load i64, ptr @Ports_sack_mask, align 8
  %87 = call i64 @get_int(ptr %85, i64 %86)
  %88 = shl i64 %87, 24
  %89 = or disjoint i64 %88, %45
  %90 = call ptr @write_32(ptr %83, i64 %89)
  %91 = getelementptr inbounds nuw i8, ptr %90, i64 1
  store i8 0, ptr %90, align 1
  %92 = load i64, ptr @Reception_mpr, align 8
  %93 = call i64 @get_int(ptr %15, i64 %92)
  %94 = trunc i64 %93 to i8
  %95 = getelementptr inbounds nuw i8, ptr %90, i64 2
  store i8 %94, ptr %91, align 1
  %96 = load i64, ptr %6, align 8
  %97 = sub i64 %96, %23
  %98 = call ptr @write_16(ptr nonnull %95, i64 %97)
  %99 = load i64, ptr %7, align 8
  %100 = call ptr @write_64(ptr %98, i64 %99)
  %101 = call ptr @write_16(ptr %100, i64 %.056)
  %102 = call i64 @least(i64 %62, i64 32767)
  %103 = call ptr @write_16(ptr %101, i64 %102)
  %104 = load i64, ptr @Reception_rcvd_bytes, align 8
  %105 = call i64 @get_int(ptr %15, i64 %104)
  %106 = add i64 %105, 255
  %107 = lshr i64 %106, 8
  %108 = and i64 %107, 16777215
  %109 = load i64, ptr %9, align 8
  %110 = shl i64 %109, 31
  %111 = load i64, ptr %8, align 8
  %112 = shl i64 %111, 24
  %113 = or i64 %110, %112
  %114 = or disjoint i64 %113, %108
  %115 = call ptr @write_32(ptr %103, i64 %114)
  store ptr %19, ptr %12, align 8
  %116 = getelementptr inbounds nuw i8, ptr %12, i64 8
  store ptr %2, ptr %116, align 8
  %117 = getelementptr inbounds nuw i8, ptr %12, i64 16
  store i64 220, ptr %117, align 8
  %118 = getelementptr inbounds nuw i8, ptr %12, i64 24
  %119 = zext i1 %64 to i8
  store i8 %119, ptr %118, align 8
  %120 = getelementptr inbounds nuw i8, ptr %12, i64 25
  call void @llvm.memset.p0.i64(ptr nonnull align 1 dereferenceable(7) %120, i8 0, i64 7, i1 false)
  call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(24) %13, i8 0, i64 24, i1 false)
  %121 = call zeroext i1 @frame_of(ptr nonnull %12, ptr nonnull %11, i64 40, ptr nonnull %13, ptr %4)
  br label %122

122:
  %.0 = phi i1 [ false, %5 ], [ false, %27 ], [ %121, %61 ], [ false, %55 ]
  ret i1 %.0
}

declare ptr @PyErr_Occurred()

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

declare zeroext i1 @counts_as_true(ptr)

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

define internal ptr @integer(i64 %0) alwaysinline nounwind {
  %2 = call ptr @PyLong_FromLong(i64 %0)
  ret ptr %2
}

define internal zeroext i1 @is_held_once(ptr %0) alwaysinline nounwind {
  %2 = load i64, ptr %0, align 8
  %3 = icmp eq i64 %2, 1
  ret i1 %3
}

declare ptr @PyLong_FromLong(i64)

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

define internal zeroext i1 @read_part(ptr %0, ptr %1) nounwind {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %4, i64 114
  %6 = load ptr, ptr %0, align 8
  %7 = load i64, ptr @PacketType_immediate, align 8
  %8 = call zeroext i1 @is_true(ptr %6, i64 %7)
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 83
  %10 = load i8, ptr %9, align 1
  %11 = trunc i8 %10 to i1
  %12 = select i1 %11, i64 138, i64 134
  %13 = select i1 %8, i64 4, i64 0
  %14 = add nuw nsw i64 %12, %13
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %16 = load i64, ptr %15, align 8
  %17 = icmp sgt i64 %14, %16
  br i1 %17, label %81, label %18

18:
  %19 = call i64 @read_16(ptr nonnull %5)
  store i64 %19, ptr %1, align 8
  %20 = getelementptr inbounds nuw i8, ptr %4, i64 116
  %21 = call i64 @read_16(ptr nonnull %20)
  %22 = getelementptr inbounds nuw i8, ptr %1, i64 8
  store i64 %21, ptr %22, align 8
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 83
  %24 = load i8, ptr %23, align 1
  %25 = trunc i8 %24 to i1
  br i1 %25, label %26, label %29

26:
  %27 = getelementptr inbounds nuw i8, ptr %4, i64 118
  %28 = call i64 @read_16(ptr nonnull %27)
  br label %29

29:
  %30 = phi i64 [ %28, %26 ], [ 0, %18 ]
  %31 = getelementptr inbounds nuw i8, ptr %1, i64 40
  store i64 %30, ptr %31, align 8
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 83
  %33 = load i8, ptr %32, align 1
  %34 = trunc i8 %33 to i1
  %35 = select i1 %34, i64 8, i64 4
  %36 = getelementptr inbounds nuw i8, ptr %5, i64 %35
  %37 = call i64 @read_64(ptr nonnull %36)
  %38 = getelementptr inbounds nuw i8, ptr %1, i64 16
  store i64 %37, ptr %38, align 8
  %39 = getelementptr inbounds nuw i8, ptr %36, i64 8
  %40 = call i64 @read_32(ptr nonnull %39)
  %41 = getelementptr inbounds nuw i8, ptr %1, i64 24
  store i64 %40, ptr %41, align 8
  %42 = getelementptr inbounds nuw i8, ptr %36, i64 12
  %43 = call i64 @read_32(ptr nonnull %42)
  %44 = getelementptr inbounds nuw i8, ptr %1, i64 32
  store i64 %43, ptr %44, align 8
  br i1 %8, label %45, label %48

45:
  %46 = getelementptr inbounds nuw i8, ptr %36, i64 16
  %47 = call i64 @read_32(ptr nonnull %46)
  br label %48

48:
  %49 = phi i64 [ %47, %45 ], [ -1, %29 ]
  %50 = getelementptr inbounds nuw i8, ptr %1, i64 64
  store i64 %49, ptr %50, align 8
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %52 = load i64, ptr %51, align 8
  %53 = sub i64 %52, %14
  %54 = getelementptr inbounds nuw i8, ptr %1, i64 56
  store i64 %53, ptr %54, align 8
  %55 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %56 = load ptr, ptr %55, align 8
  %57 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %58 = load ptr, ptr %57, align 8
  %59 = call ptr @payload_of(ptr %56, i64 %14, i64 %53, ptr %58)
  %60 = getelementptr inbounds nuw i8, ptr %1, i64 48
  store ptr %59, ptr %60, align 8
  %61 = load ptr, ptr %0, align 8
  %62 = load i64, ptr @PacketType_first, align 8
  %63 = call zeroext i1 @is_true(ptr %61, i64 %62)
  %64 = getelementptr inbounds nuw i8, ptr %1, i64 72
  %65 = zext i1 %63 to i8
  store i8 %65, ptr %64, align 8
  %66 = load ptr, ptr %0, align 8
  %67 = load i64, ptr @PacketType_last, align 8
  %68 = call zeroext i1 @is_true(ptr %66, i64 %67)
  %69 = getelementptr inbounds nuw i8, ptr %1, i64 73
  %70 = zext i1 %68 to i8
  store i8 %70, ptr %69, align 1
  %71 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %72 = load ptr, ptr %71, align 8
  %.not = icmp eq ptr %72, null
  br i1 %.not, label %81, label %73

73:
  %74 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %75 = load i64, ptr %74, align 8
  %76 = icmp sgt i64 %75, -1
  br i1 %76, label %77, label %81

77:
  %78 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %79 = load i64, ptr %78, align 8
  %80 = icmp slt i64 %79, 4611686018427387904
  br label %81

81:
  %.0 = phi i1 [ false, %2 ], [ false, %73 ], [ false, %48 ], [ %80, %77 ]
  ret i1 %.0
}

define internal zeroext i1 @is_beyond_limit(ptr %0, ptr %1) nounwind {
  %3 = load i64, ptr @Responder__limits, align 8
  %4 = call ptr @get(ptr %0, i64 %3)
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %6 = load i64, ptr %5, align 8
  %7 = icmp sgt i64 %6, -1
  br i1 %7, label %8, label %17

8:
  %9 = load i64, ptr @the_RtrAttributes, align 8
  %10 = call zeroext i1 @is_a(ptr %4, i64 %9)
  br i1 %10, label %11, label %17

11:
  %12 = load i64, ptr @Responder__stashed, align 8
  %13 = call i64 @get_int(ptr %0, i64 %12)
  %14 = load i64, ptr @RtrAttributes_max_immediates, align 8
  %15 = call i64 @get_int(ptr %4, i64 %14)
  %16 = icmp sge i64 %13, %15
  br label %17

17:
  %18 = phi i1 [ false, %2 ], [ true, %8 ], [ %16, %11 ]
  ret i1 %18
}

define internal zeroext i1 @repeats_a_nack(ptr %0, i64 %1) nounwind {
  %3 = load i64, ptr @Responder__repeats, align 8
  %4 = call ptr @get(ptr %0, i64 %3)
  %5 = load i64, ptr @TrimRepeats_waiting, align 8
  %6 = call ptr @get(ptr %4, i64 %5)
  %7 = call ptr @first_value(ptr %6)
  %.not = icmp eq ptr %7, null
  br i1 %.not, label %12, label %8

8:
  %9 = call ptr @tuple_item(ptr nonnull %7, i64 0)
  %10 = call i64 @value_of(ptr %9)
  %11 = icmp sle i64 %10, %1
  br label %12

12:
  %13 = phi i1 [ false, %2 ], [ %11, %8 ]
  ret i1 %13
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

define internal zeroext i1 @is_new(ptr %0, i64 %1) nounwind {
  %3 = alloca i64, align 8
  %4 = load i64, ptr @ReceiveWindow_cack, align 8
  %5 = call i64 @get_int(ptr %0, i64 %4)
  %6 = xor i64 %5, -1
  %7 = add i64 %1, %6
  %8 = icmp slt i64 %7, 0
  br i1 %8, label %32, label %9

9:
  %10 = load i64, ptr @ReceiveWindow_edge, align 8
  %11 = call i64 @get_int(ptr %0, i64 %10)
  %12 = icmp sgt i64 %1, %11
  br i1 %12, label %32, label %13

13:
  %14 = load i64, ptr @ReceiveWindow__received, align 8
  %15 = call ptr @get(ptr %0, i64 %14)
  %16 = call zeroext i1 @narrow(ptr %15, ptr nonnull %3)
  br i1 %16, label %17, label %23

17:
  %18 = icmp sgt i64 %7, 61
  %19 = load i64, ptr %3, align 8
  %20 = shl nuw i64 1, %7
  %21 = and i64 %19, %20
  %.not = icmp eq i64 %21, 0
  %22 = select i1 %18, i1 true, i1 %.not
  br label %32

23:
  %24 = call ptr @integer(i64 %1)
  %25 = load i64, ptr @the_classify, align 8
  %26 = call ptr @method_1(ptr %0, i64 %25, ptr %24)
  call void @Py_DecRef(ptr %24)
  call void @Py_DecRef(ptr %26)
  %27 = load ptr, ptr @the, align 8
  %28 = load i64, ptr @the_new, align 8
  %29 = getelementptr inbounds nuw ptr, ptr %27, i64 %28
  %30 = load ptr, ptr %29, align 8
  %31 = icmp eq ptr %26, %30
  br label %32

32:
  %.0 = phi i1 [ false, %2 ], [ false, %9 ], [ %22, %17 ], [ %31, %23 ]
  ret i1 %.0
}

define internal zeroext i1 @alone(ptr %0, ptr %1) nounwind {
  %3 = load i64, ptr @MessageRules__mtu, align 8
  %4 = call i64 @get_int(ptr %0, i64 %3)
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 73
  %6 = load i8, ptr %5, align 1
  %7 = trunc i8 %6 to i1
  br i1 %7, label %21, label %8

8:
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %10 = load i64, ptr %9, align 8
  %11 = icmp eq i64 %10, %4
  br i1 %11, label %12, label %48

12:
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %14 = load i64, ptr %13, align 8
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 72
  %16 = load i8, ptr %15, align 8
  %17 = trunc i8 %16 to i1
  %18 = shl i64 %4, 1
  %19 = select i1 %17, i64 %4, i64 %18
  %20 = icmp sgt i64 %14, %19
  br label %48

21:
  %22 = getelementptr inbounds nuw i8, ptr %1, i64 72
  %23 = load i8, ptr %22, align 8
  %24 = trunc i8 %23 to i1
  br i1 %24, label %25, label %35

25:
  %26 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %27 = load i64, ptr %26, align 8
  %28 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %29 = load i64, ptr %28, align 8
  %30 = icmp eq i64 %27, %29
  br i1 %30, label %31, label %48

31:
  %32 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %33 = load i64, ptr %32, align 8
  %34 = icmp sle i64 %33, %4
  br label %48

35:
  %36 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %37 = load i64, ptr %36, align 8
  %38 = icmp sgt i64 %37, %4
  br i1 %38, label %39, label %48

39:
  %40 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %41 = load i64, ptr %40, align 8
  %42 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %43 = load i64, ptr %42, align 8
  %44 = add i64 %43, -1
  %45 = srem i64 %44, %4
  %46 = add i64 %45, 1
  %47 = icmp eq i64 %41, %46
  br label %48

48:
  %.0 = phi i1 [ %20, %12 ], [ %34, %31 ], [ false, %8 ], [ false, %25 ], [ false, %35 ], [ %47, %39 ]
  ret i1 %.0
}

define internal zeroext i1 @follows(ptr %0, ptr %1, i1 zeroext %2) nounwind {
  %4 = load i64, ptr @MessageRules__judge_msn, align 8
  %5 = call zeroext i1 @is_true(ptr %0, i64 %4)
  br i1 %2, label %53, label %6

6:
  %7 = load i64, ptr @MessageRules__msn, align 8
  %8 = call i64 @get_int(ptr %0, i64 %7)
  %9 = icmp sgt i64 %8, -1
  %or.cond = select i1 %5, i1 %9, i1 false
  br i1 %or.cond, label %10, label %19

10:
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %12 = load i64, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 72
  %14 = load i8, ptr %13, align 8
  %15 = trunc i8 %14 to i1
  %16 = add nuw i64 %8, 1
  %17 = and i64 %16, 65535
  %18 = select i1 %15, i64 %17, i64 %8
  %.not = icmp eq i64 %12, %18
  br i1 %.not, label %19, label %90

19:
  %20 = load i64, ptr @MessageRules__left, align 8
  %21 = call i64 @get_int(ptr %0, i64 %20)
  %22 = getelementptr inbounds nuw i8, ptr %1, i64 72
  %23 = load i8, ptr %22, align 8
  %24 = trunc i8 %23 to i1
  br i1 %24, label %25, label %26

25:
  %.not39 = icmp eq i64 %21, 0
  br label %90

26:
  %27 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %28 = load i64, ptr %27, align 8
  %29 = sub i64 %21, %28
  %30 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %31 = load i64, ptr %30, align 8
  %32 = load i64, ptr @MessageRules__address, align 8
  %33 = call i64 @get_int(ptr %0, i64 %32)
  %34 = icmp eq i64 %31, %33
  br i1 %34, label %35, label %90

35:
  %36 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %37 = load i64, ptr %36, align 8
  %38 = load i64, ptr @MessageRules__r_key, align 8
  %39 = call i64 @get_int(ptr %0, i64 %38)
  %40 = icmp eq i64 %37, %39
  br i1 %40, label %41, label %90

41:
  %42 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %43 = load i64, ptr %42, align 8
  %44 = load i64, ptr @MessageRules__length, align 8
  %45 = call i64 @get_int(ptr %0, i64 %44)
  %46 = icmp eq i64 %43, %45
  br i1 %46, label %47, label %90

47:
  %48 = getelementptr inbounds nuw i8, ptr %1, i64 73
  %49 = load i8, ptr %48, align 1
  %50 = trunc i8 %49 to i1
  %51 = icmp eq i64 %21, %28
  %52 = icmp sgt i64 %29, 0
  %.in = select i1 %50, i1 %51, i1 %52
  br label %90

53:
  br i1 %5, label %54, label %58

54:
  %55 = load i64, ptr @MessageRules__msn, align 8
  %56 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %57 = load i64, ptr %56, align 8
  call void @put_int(ptr %0, i64 %55, i64 %57)
  br label %58

58:
  %59 = load i64, ptr @MessageRules__left, align 8
  %60 = getelementptr inbounds nuw i8, ptr %1, i64 72
  %61 = load i8, ptr %60, align 8
  %62 = trunc i8 %61 to i1
  br i1 %62, label %63, label %66

63:
  %64 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %65 = load i64, ptr %64, align 8
  br label %69

66:
  %67 = load i64, ptr @MessageRules__left, align 8
  %68 = call i64 @get_int(ptr %0, i64 %67)
  br label %69

69:
  %70 = phi i64 [ %65, %63 ], [ %68, %66 ]
  %71 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %72 = load i64, ptr %71, align 8
  %73 = sub i64 %70, %72
  call void @put_int(ptr %0, i64 %59, i64 %73)
  %74 = load i64, ptr @MessageRules__address, align 8
  %75 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %76 = load i64, ptr %75, align 8
  %77 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %78 = load i64, ptr %77, align 8
  %79 = add i64 %76, %78
  call void @put_int(ptr %0, i64 %74, i64 %79)
  %80 = getelementptr inbounds nuw i8, ptr %1, i64 72
  %81 = load i8, ptr %80, align 8
  %82 = trunc i8 %81 to i1
  br i1 %82, label %83, label %90

83:
  %84 = load i64, ptr @MessageRules__r_key, align 8
  %85 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %86 = load i64, ptr %85, align 8
  call void @put_int(ptr %0, i64 %84, i64 %86)
  %87 = load i64, ptr @MessageRules__length, align 8
  %88 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %89 = load i64, ptr %88, align 8
  call void @put_int(ptr %0, i64 %87, i64 %89)
  br label %90

90:
  %.2 = phi i1 [ %.in, %47 ], [ false, %10 ], [ %.not39, %25 ], [ false, %41 ], [ false, %35 ], [ false, %26 ], [ true, %83 ], [ true, %69 ]
  ret i1 %.2
}

define internal ptr @region_of(ptr %0, ptr %1) nounwind {
  %3 = load i64, ptr @Responder__domain, align 8
  %4 = call ptr @get(ptr %0, i64 %3)
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %6 = load i64, ptr %5, align 8
  %.not = icmp eq i64 %6, 0
  br i1 %.not, label %23, label %7

7:
  %8 = load ptr, ptr @the, align 8
  %9 = load i64, ptr @the_None, align 8
  %10 = getelementptr inbounds nuw ptr, ptr %8, i64 %9
  %11 = load ptr, ptr %10, align 8
  %12 = icmp eq ptr %4, %11
  br i1 %12, label %23, label %13

13:
  %14 = load i64, ptr @Responder__memory, align 8
  %15 = call ptr @get(ptr %0, i64 %14)
  %16 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %17 = load i64, ptr %16, align 8
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %19 = load i64, ptr %18, align 8
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %21 = load i64, ptr %20, align 8
  %22 = call ptr @writable_region(ptr %15, ptr %4, i64 %17, i64 %19, i64 %21)
  br label %23

23:
  %.0 = phi ptr [ %22, %13 ], [ null, %7 ], [ null, %2 ]
  ret ptr %.0
}

define internal zeroext i1 @take(ptr %0, ptr %1, ptr %2, ptr %3, i64 %4, i64 %5) nounwind {
  %7 = alloca %struct.counted, align 8
  %8 = load ptr, ptr %0, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %16 = load ptr, ptr %15, align 8
  %17 = load i64, ptr @ReceiveWindow_cack, align 8
  %18 = call i64 @get_int(ptr %14, i64 %17)
  %19 = add i64 %18, 1
  %20 = icmp eq i64 %4, %19
  br i1 %20, label %21, label %23

21:
  %22 = call zeroext i1 @follows(ptr %16, ptr %2, i1 zeroext true)
  br label %25

23:
  %24 = call zeroext i1 @keep_part(ptr %16, i64 %4, ptr %2)
  br i1 %24, label %25, label %166

25:
  %26 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %27 = load i64, ptr %26, align 8
  %28 = getelementptr inbounds nuw i8, ptr %2, i64 48
  %29 = load ptr, ptr %28, align 8
  %30 = getelementptr inbounds nuw i8, ptr %2, i64 56
  %31 = load i64, ptr %30, align 8
  %32 = call zeroext i1 @write_region(ptr %3, i64 %27, ptr %29, i64 %31)
  br i1 %32, label %33, label %166

33:
  %34 = load i64, ptr @QpCounters_packets_placed, align 8
  call void @add(ptr %10, i64 %34, i64 1)
  %35 = load i64, ptr @QpCounters_bytes_placed, align 8
  %36 = getelementptr inbounds nuw i8, ptr %2, i64 56
  %37 = load i64, ptr %36, align 8
  call void @add(ptr %10, i64 %35, i64 %37)
  br i1 %20, label %40, label %38

38:
  %39 = load i64, ptr @QpCounters_out_of_order, align 8
  call void @add(ptr %10, i64 %39, i64 1)
  br label %40

40:
  %41 = getelementptr inbounds nuw i8, ptr %1, i64 83
  %42 = load i8, ptr %41, align 1
  %43 = trunc i8 %42 to i1
  br i1 %43, label %44, label %56

44:
  %45 = sdiv i64 %5, 128
  %46 = getelementptr inbounds nuw i8, ptr %2, i64 40
  %47 = load i64, ptr %46, align 8
  %48 = sub i64 %45, %47
  %49 = shl i64 %48, 7
  %50 = and i64 %49, 8388480
  %51 = load i64, ptr @QpCounters_worst_one_way_ns, align 8
  %52 = call i64 @get_int(ptr %10, i64 %51)
  %53 = icmp sgt i64 %50, %52
  br i1 %53, label %54, label %56

54:
  %55 = load i64, ptr @QpCounters_worst_one_way_ns, align 8
  call void @put_int(ptr %10, i64 %55, i64 %50)
  br label %56

56:
  %57 = getelementptr inbounds nuw i8, ptr %2, i64 56
  %58 = load i64, ptr %57, align 8
  %59 = call i64 @most(i64 %58, i64 1024)
  %60 = load i64, ptr @Responder__counts_nominal, align 8
  %61 = call zeroext i1 @is_true(ptr %8, i64 %60)
  br i1 %61, label %62, label %66

62:
  %63 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %64 = load i64, ptr %63, align 8
  %65 = add i64 %64, 40
  br label %66

66:
  %67 = phi i64 [ %65, %62 ], [ %59, %56 ]
  %68 = load i64, ptr @Reception_rcvd_bytes, align 8
  call void @add(ptr %12, i64 %68, i64 %67)
  store ptr null, ptr %7, align 8
  %69 = getelementptr inbounds nuw i8, ptr %7, i64 8
  store ptr null, ptr %69, align 8
  %70 = getelementptr inbounds nuw i8, ptr %7, i64 16
  store i64 %67, ptr %70, align 8
  %71 = getelementptr inbounds nuw i8, ptr %7, i64 24
  store i64 0, ptr %71, align 8
  %72 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %73 = getelementptr inbounds nuw i8, ptr %1, i64 83
  %74 = load i8, ptr %73, align 1
  %75 = trunc i8 %74 to i1
  br i1 %75, label %76, label %79

76:
  %77 = getelementptr inbounds nuw i8, ptr %2, i64 40
  %78 = load i64, ptr %77, align 8
  br label %79

79:
  %80 = phi i64 [ %78, %76 ], [ -1, %66 ]
  store i64 %80, ptr %72, align 8
  %81 = getelementptr inbounds nuw i8, ptr %7, i64 40
  store i64 %5, ptr %81, align 8
  %82 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %83 = load i64, ptr %82, align 8
  %84 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %85 = call i64 @plane_of(ptr %8, i64 %83, ptr nonnull %84)
  %86 = getelementptr inbounds nuw i8, ptr %7, i64 24
  store i64 %85, ptr %86, align 8
  %87 = load i64, ptr @Responder__peer, align 8
  %88 = call ptr @get(ptr %8, i64 %87)
  store ptr %88, ptr %7, align 8
  %89 = getelementptr inbounds nuw i8, ptr %7, i64 24
  %90 = load i64, ptr %89, align 8
  %91 = icmp sle i64 %90, -1
  %92 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %93 = load ptr, ptr %92, align 8
  %.not = icmp eq ptr %93, null
  %or.cond = select i1 %91, i1 %.not, i1 false
  br i1 %or.cond, label %.critedge, label %94

94:
  %95 = load i64, ptr @Responder__flow_control, align 8
  %96 = call ptr @get(ptr %8, i64 %95)
  %97 = call zeroext i1 @count_data(ptr %96, ptr nonnull %7)
  %98 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %99 = load ptr, ptr %98, align 8
  call void @Py_DecRef(ptr %99)
  br i1 %97, label %100, label %166

100:
  %101 = getelementptr inbounds nuw i8, ptr %2, i64 73
  %102 = load i8, ptr %101, align 1
  %103 = trunc i8 %102 to i1
  br i1 %103, label %104, label %108

104:
  %105 = call zeroext i1 @note_end(ptr %8, i64 %4, ptr %2)
  br i1 %105, label %108, label %166

.critedge:
  %106 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %107 = load ptr, ptr %106, align 8
  call void @Py_DecRef(ptr %107)
  br label %166

108:
  %109 = call i32 @accept(ptr %14, i64 %4)
  %110 = icmp slt i32 %109, 0
  br i1 %110, label %166, label %111

111:
  %.not85 = icmp eq i32 %109, 0
  br i1 %.not85, label %117, label %112

112:
  %113 = add i64 %4, 1
  %114 = load i64, ptr @ReceiveWindow_cack, align 8
  %115 = call i64 @get_int(ptr %14, i64 %114)
  %116 = call zeroext i1 @settle_early(ptr %8, ptr %16, i64 %113, i64 %115)
  br i1 %116, label %117, label %166

117:
  %118 = load i64, ptr @Reception_bytes_since_sack, align 8
  %119 = call i64 @get_int(ptr %12, i64 %118)
  %120 = add i64 %119, %59
  call void @put_int(ptr %12, i64 %118, i64 %120)
  %121 = getelementptr inbounds nuw i8, ptr %1, i64 80
  %122 = load i8, ptr %121, align 8
  %123 = trunc i8 %122 to i1
  br i1 %123, label %124, label %126

124:
  %125 = load i64, ptr @QpCounters_marked_received, align 8
  call void @add(ptr %10, i64 %125, i64 1)
  br label %126

126:
  %127 = load i64, ptr @Responder__options, align 8
  %128 = call ptr @get(ptr %8, i64 %127)
  %129 = load i64, ptr @TransportOptions_sack_threshold_bytes, align 8
  %130 = call i64 @get_int(ptr %128, i64 %129)
  %131 = getelementptr inbounds nuw i8, ptr %1, i64 80
  %132 = load i8, ptr %131, align 8
  %133 = trunc i8 %132 to i1
  br i1 %133, label %143, label %134

134:
  %135 = getelementptr inbounds nuw i8, ptr %1, i64 81
  %136 = load i8, ptr %135, align 1
  %137 = trunc i8 %136 to i1
  br i1 %137, label %143, label %138

138:
  %139 = getelementptr inbounds nuw i8, ptr %1, i64 82
  %140 = load i8, ptr %139, align 2
  %141 = trunc i8 %140 to i1
  %142 = icmp sgt i64 %120, %130
  %or.cond89 = select i1 %141, i1 true, i1 %142
  br i1 %or.cond89, label %143, label %160

143:
  %144 = load ptr, ptr @the, align 8
  %145 = getelementptr inbounds nuw i8, ptr %1, i64 80
  %146 = load i8, ptr %145, align 8
  %147 = trunc i8 %146 to i1
  %the_skip_once.the_unmarked = select i1 %147, ptr @the_skip_once, ptr @the_unmarked
  %148 = load i64, ptr %the_skip_once.the_unmarked, align 8
  %149 = getelementptr inbounds nuw ptr, ptr %144, i64 %148
  %150 = load ptr, ptr %149, align 8
  %151 = getelementptr inbounds nuw i8, ptr %2, i64 40
  %152 = load i64, ptr %151, align 8
  %153 = call ptr @sack_job(ptr %1, i64 %4, ptr %150, i64 %152, i64 %5)
  %.not86 = icmp eq ptr %153, null
  br i1 %.not86, label %158, label %154

154:
  %155 = load i64, ptr @Responder_answers, align 8
  %156 = call ptr @get(ptr %8, i64 %155)
  %157 = call zeroext i1 @queue_sack(ptr %156, ptr %12, ptr nonnull %153)
  br label %158

158:
  %159 = phi i1 [ false, %143 ], [ %157, %154 ]
  call void @Py_DecRef(ptr %153)
  br label %160

160:
  %.084.in = phi i1 [ %159, %158 ], [ %97, %138 ]
  br i1 %.084.in, label %161, label %166

161:
  %.not87 = icmp eq i32 %109, 0
  br i1 %.not87, label %166, label %162

162:
  %163 = load i64, ptr @ReceiveWindow_cack, align 8
  %164 = call i64 @get_int(ptr %14, i64 %163)
  %165 = call zeroext i1 @complete_messages(ptr %8, i64 %164, i64 %5)
  br label %166

166:
  %.0 = phi i1 [ false, %25 ], [ false, %23 ], [ false, %94 ], [ false, %.critedge ], [ false, %104 ], [ false, %108 ], [ false, %112 ], [ false, %160 ], [ true, %161 ], [ %165, %162 ]
  ret i1 %.0
}

define internal zeroext i1 @follow_data(ptr %0, ptr %1, ptr %2, i64 %3) nounwind {
  %5 = load i64, ptr @QueuePair_responder, align 8
  %6 = call ptr @get(ptr %1, i64 %5)
  %.not = icmp eq ptr %6, %2
  br i1 %.not, label %7, label %59

7:
  %8 = load i64, ptr @QueuePair_reverse, align 8
  %9 = call ptr @get(ptr %1, i64 %8)
  %10 = load i64, ptr @QueuePair_probing, align 8
  %11 = call ptr @get(ptr %1, i64 %10)
  %12 = load i64, ptr @ProbeSchedule_received_ns, align 8
  call void @put_int(ptr %11, i64 %12, i64 %3)
  %13 = load ptr, ptr @the, align 8
  %14 = load i64, ptr @the_None, align 8
  %15 = getelementptr inbounds nuw ptr, ptr %13, i64 %14
  %16 = load ptr, ptr %15, align 8
  %.not30 = icmp eq ptr %9, %16
  br i1 %.not30, label %21, label %17

17:
  %18 = load i64, ptr @ReverseEvs_turned, align 8
  %19 = call zeroext i1 @is_none(ptr %9, i64 %18)
  %20 = xor i1 %19, true
  br label %21

21:
  %22 = phi i1 [ false, %7 ], [ %20, %17 ]
  br i1 %22, label %26, label %23

23:
  %24 = load i64, ptr @QueuePair_reverse_ns, align 8
  %25 = call zeroext i1 @is_none(ptr %1, i64 %24)
  br i1 %25, label %26, label %46

26:
  %27 = call ptr @integer(i64 %3)
  %.not31 = icmp eq ptr %27, null
  %.not33 = xor i1 %22, true
  %brmerge = or i1 %.not31, %.not33
  %.mux = select i1 %.not31, i1 false, i1 true
  br i1 %brmerge, label %32, label %28

28:
  %29 = load i64, ptr @the_heard, align 8
  %30 = call ptr @method_1(ptr %9, i64 %29, ptr nonnull %27)
  %31 = call zeroext i1 @done(ptr %30)
  br label %32

32:
  %33 = phi i1 [ %.mux, %26 ], [ %31, %28 ]
  br i1 %33, label %34, label %45

34:
  %35 = load i64, ptr @QueuePair_reverse_ns, align 8
  %36 = call zeroext i1 @is_none(ptr %1, i64 %35)
  br i1 %36, label %37, label %45

37:
  %38 = load i64, ptr @QueuePair_responder, align 8
  %39 = call ptr @get(ptr %1, i64 %38)
  %40 = icmp eq ptr %39, %2
  br i1 %40, label %41, label %45

41:
  %42 = load i64, ptr @Nic__timers, align 8
  %43 = call ptr @get(ptr %0, i64 %42)
  %44 = call zeroext i1 @probe_later(ptr %43, ptr %1, ptr %27)
  br label %45

45:
  %.1.in = phi i1 [ %44, %41 ], [ %33, %37 ], [ %33, %34 ], [ %33, %32 ]
  call void @Py_DecRef(ptr %27)
  br label %46

46:
  %.029.off0 = phi i1 [ %.1.in, %45 ], [ true, %23 ]
  %47 = load i64, ptr @Responder_answers, align 8
  %48 = call ptr @get(ptr %2, i64 %47)
  br i1 %.029.off0, label %49, label %59

49:
  %50 = load i64, ptr @QueuePair_control_queued, align 8
  %51 = call zeroext i1 @is_true(ptr %1, i64 %50)
  br i1 %51, label %59, label %52

52:
  %53 = load i64, ptr @Answers__jobs, align 8
  %54 = call ptr @get(ptr %48, i64 %53)
  %55 = call i64 @size_of(ptr %54)
  %.not32 = icmp eq i64 %55, 0
  br i1 %.not32, label %59, label %56

56:
  %57 = load i64, ptr @Nic__scheduler, align 8
  %58 = call ptr @get(ptr %0, i64 %57)
  call void @queue_control(ptr %58, ptr %1)
  br label %59

59:
  %.0 = phi i1 [ true, %4 ], [ %.029.off0, %56 ], [ %.029.off0, %52 ], [ %.029.off0, %49 ], [ %.029.off0, %46 ]
  ret i1 %.0
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

define internal i64 @read_64(ptr %0) nounwind {
  %2 = call i64 @read_32(ptr %0)
  %3 = shl i64 %2, 32
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 4
  %5 = call i64 @read_32(ptr nonnull %4)
  %6 = or i64 %3, %5
  ret i64 %6
}

define internal i64 @read_32(ptr %0) nounwind {
  %2 = call i64 @read_16(ptr %0)
  %3 = shl i64 %2, 16
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 2
  %5 = call i64 @read_16(ptr nonnull %4)
  %6 = or i64 %3, %5
  ret i64 %6
}

declare ptr @payload_of(ptr, i64, i64, ptr)

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

declare i32 @PyDict_Next(ptr, ptr, ptr, ptr)

define internal i64 @word_of(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = getelementptr inbounds nuw i64, ptr %0, i64 %1
  %4 = load i64, ptr %3, align 8
  ret i64 %4
}

declare i64 @PyDict_Size(ptr)

declare ptr @PyTuple_GetItem(ptr, i64)

define internal zeroext i1 @narrow(ptr %0, ptr %1) nounwind {
  %3 = alloca i32, align 4
  %4 = call ptr @type_of(ptr %0)
  %5 = load ptr, ptr @the, align 8
  %6 = load i64, ptr @the_int, align 8
  %7 = getelementptr inbounds nuw ptr, ptr %5, i64 %6
  %8 = load ptr, ptr %7, align 8
  %9 = icmp eq ptr %4, %8
  br i1 %9, label %10, label %17

10:
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %12 = load i64, ptr %11, align 8
  %13 = load i64, ptr @long_digit, align 8
  %14 = shl i64 %13, 1
  %.not = icmp ugt i64 %12, %14
  br i1 %.not, label %17, label %15

15:
  %16 = call i64 @value_of(ptr %0)
  store i64 %16, ptr %1, align 8
  %.not11 = icmp ult i64 %16, 4611686018427387904
  br label %20

17:
  store i32 0, ptr %3, align 4
  %18 = call i64 @PyLong_AsLongAndOverflow(ptr %0, ptr nonnull %3)
  store i64 %18, ptr %1, align 8
  %19 = load i32, ptr %3, align 4
  %.not9 = icmp eq i32 %19, 0
  %.not10 = icmp ult i64 %18, 4611686018427387904
  %spec.select = select i1 %.not9, i1 %.not10, i1 false
  br label %20

20:
  %.0 = phi i1 [ %.not11, %15 ], [ %spec.select, %17 ]
  ret i1 %.0
}

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

declare ptr @PyObject_VectorcallMethod(ptr, ptr, i64, ptr)

define internal zeroext i1 @keep_part(ptr %0, i64 %1, ptr %2) nounwind {
  %.sroa.9 = alloca [2 x i8], align 2
  br label %4

4:
  %5 = call ptr @early_at(ptr %0, i64 %1)
  %.not = icmp eq ptr %5, null
  br i1 %.not, label %14, label %6

6:
  %7 = load i64, ptr %5, align 8
  %.not21 = icmp eq i64 %7, 0
  br i1 %.not21, label %14, label %8

8:
  %9 = load i64, ptr %5, align 8
  %.not22 = icmp eq i64 %9, %1
  br i1 %.not22, label %14, label %10

10:
  %11 = load i64, ptr %5, align 8
  %12 = call ptr @early_at(ptr %0, i64 %11)
  %13 = icmp eq ptr %12, %5
  br label %14

14:
  %15 = phi i1 [ true, %4 ], [ false, %8 ], [ false, %6 ], [ %13, %10 ]
  br i1 %15, label %16, label %20

16:
  %17 = load i64, ptr @the_make_room, align 8
  %18 = call ptr @method(ptr %0, i64 %17)
  %19 = call zeroext i1 @done(ptr %18)
  br i1 %19, label %4, label %46

20:
  %21 = load i64, ptr @MessageRules__waiting, align 8
  %22 = load i64, ptr %5, align 8
  %23 = icmp ne i64 %22, %1
  %24 = zext i1 %23 to i64
  call void @add(ptr %0, i64 %21, i64 %24)
  %25 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %26 = load i64, ptr %25, align 8
  %27 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %28 = load i64, ptr %27, align 8
  %29 = trunc i64 %28 to i32
  %30 = getelementptr inbounds nuw i8, ptr %2, i64 32
  %31 = load i64, ptr %30, align 8
  %32 = trunc i64 %31 to i32
  %33 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %34 = load i64, ptr %33, align 8
  %35 = trunc i64 %34 to i16
  %36 = getelementptr inbounds nuw i8, ptr %2, i64 56
  %37 = load i64, ptr %36, align 8
  %38 = trunc i64 %37 to i16
  %39 = getelementptr inbounds nuw i8, ptr %2, i64 72
  %40 = load i8, ptr %39, align 8
  %41 = and i8 %40, 1
  %42 = getelementptr inbounds nuw i8, ptr %2, i64 73
  %43 = load i8, ptr %42, align 1
  %44 = and i8 %43, 1
  store i16 0, ptr %.sroa.9, align 2
  store i64 %1, ptr %5, align 8
  %.sroa.2.0..sroa_idx = getelementptr inbounds nuw i8, ptr %5, i64 8
  store i64 %26, ptr %.sroa.2.0..sroa_idx, align 8
  %.sroa.3.0..sroa_idx = getelementptr inbounds nuw i8, ptr %5, i64 16
  store i32 %29, ptr %.sroa.3.0..sroa_idx, align 8
  %.sroa.4.0..sroa_idx = getelementptr inbounds nuw i8, ptr %5, i64 20
  store i32 %32, ptr %.sroa.4.0..sroa_idx, align 4
  %.sroa.5.0..sroa_idx = getelementptr inbounds nuw i8, ptr %5, i64 24
  store i16 %35, ptr %.sroa.5.0..sroa_idx, align 8
  %.sroa.6.0..sroa_idx = getelementptr inbounds nuw i8, ptr %5, i64 26
  store i16 %38, ptr %.sroa.6.0..sroa_idx, align 2
  %.sroa.7.0..sroa_idx = getelementptr inbounds nuw i8, ptr %5, i64 28
  store i8 %41, ptr %.sroa.7.0..sroa_idx, align 4
  %.sroa.8.0..sroa_idx = getelementptr inbounds nuw i8, ptr %5, i64 29
  store i8 %44, ptr %.sroa.8.0..sroa_idx, align 1
  %.sroa.9.0..sroa_idx = getelementptr inbounds nuw i8, ptr %5, i64 30
  %45 = load i16, ptr %.sroa.9, align 2
  store i16 %45, ptr %.sroa.9.0..sroa_idx, align 2
  br label %46

46:
  %.0 = xor i1 %15, true
  ret i1 %.0
}

define internal i64 @most(i64 %0, i64 %1) nounwind {
  %3 = icmp sgt i64 %0, %1
  %. = select i1 %3, i64 %0, i64 %1
  ret i64 %.
}

define internal i64 @plane_of(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = alloca i32, align 4
  %5 = load i64, ptr @Responder__format, align 8
  %6 = call ptr @get(ptr %0, i64 %5)
  %7 = call ptr @type_of(ptr %6)
  %8 = load ptr, ptr @the, align 8
  %9 = load i64, ptr @the_PlaneUplink, align 8
  %10 = getelementptr inbounds nuw ptr, ptr %8, i64 %9
  %11 = load ptr, ptr %10, align 8
  %12 = icmp eq ptr %7, %11
  br i1 %12, label %13, label %21

13:
  %14 = call i64 @named_plane(i64 %1)
  %15 = icmp slt i64 %14, 62
  br i1 %15, label %18, label %16

16:
  %17 = call ptr @integer(i64 %14)
  br label %18

18:
  %19 = phi ptr [ %17, %16 ], [ null, %13 ]
  store ptr %19, ptr %2, align 8
  %20 = icmp slt i64 %14, 62
  %. = select i1 %20, i64 %14, i64 -1
  br label %35

21:
  %22 = call ptr @integer(i64 %1)
  %23 = load i64, ptr @the_plane, align 8
  %24 = call ptr @method_1(ptr %6, i64 %23, ptr %22)
  store i32 0, ptr %4, align 4
  %25 = load i64, ptr @the_int, align 8
  %26 = call zeroext i1 @is_a(ptr %24, i64 %25)
  br i1 %26, label %27, label %29

27:
  %28 = call i64 @PyLong_AsLongAndOverflow(ptr %24, ptr nonnull %4)
  br label %29

29:
  %30 = phi i64 [ %28, %27 ], [ -1, %21 ]
  call void @Py_DecRef(ptr %22)
  %31 = icmp slt i64 %30, 0
  %32 = icmp sgt i64 %30, 61
  %or.cond = or i1 %31, %32
  br i1 %or.cond, label %33, label %34

33:
  store ptr %24, ptr %2, align 8
  br label %35

34:
  call void @Py_DecRef(ptr %24)
  br label %35

35:
  %.0 = phi i64 [ %., %18 ], [ -1, %33 ], [ %30, %34 ]
  ret i64 %.0
}

declare zeroext i1 @count_data(ptr, ptr)

define internal zeroext i1 @note_end(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = alloca [3 x ptr], align 16
  %5 = call ptr @integer(i64 %1)
  %6 = getelementptr inbounds nuw i8, ptr %2, i64 32
  %7 = load i64, ptr %6, align 8
  %8 = call ptr @integer(i64 %7)
  %9 = getelementptr inbounds nuw i8, ptr %2, i64 64
  %10 = load i64, ptr %9, align 8
  %11 = icmp slt i64 %10, 0
  br i1 %11, label %12, label %18

12:
  %13 = load ptr, ptr @the, align 8
  %14 = load i64, ptr @the_None, align 8
  %15 = getelementptr inbounds nuw ptr, ptr %13, i64 %14
  %16 = load ptr, ptr %15, align 8
  %17 = call ptr @kept(ptr %16)
  br label %22

18:
  %19 = getelementptr inbounds nuw i8, ptr %2, i64 64
  %20 = load i64, ptr %19, align 8
  %21 = call ptr @integer(i64 %20)
  br label %22

22:
  %23 = phi ptr [ %17, %12 ], [ %21, %18 ]
  %24 = call ptr (i64, ...) @PyTuple_Pack(i64 3, ptr %5, ptr %23, ptr %8)
  store ptr null, ptr %4, align 8
  %25 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %26 = load i64, ptr @Responder__ends, align 8
  %27 = call ptr @get(ptr %0, i64 %26)
  store ptr %27, ptr %25, align 8
  %28 = getelementptr inbounds nuw i8, ptr %4, i64 16
  store ptr %24, ptr %28, align 8
  %29 = getelementptr inbounds nuw i8, ptr %2, i64 64
  %30 = load i64, ptr %29, align 8
  %31 = icmp sgt i64 %30, -1
  br i1 %31, label %32, label %34

32:
  %33 = load i64, ptr @Responder__stashed, align 8
  call void @add(ptr %0, i64 %33, i64 1)
  br label %34

34:
  %.not = icmp eq ptr %24, null
  br i1 %.not, label %43, label %35

35:
  %36 = load ptr, ptr @the, align 8
  %37 = load i64, ptr @the_heappush, align 8
  %38 = getelementptr inbounds nuw ptr, ptr %36, i64 %37
  %39 = load ptr, ptr %38, align 8
  %40 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %41 = call ptr @PyObject_Vectorcall(ptr %39, ptr nonnull %40, i64 -9223372036854775806, ptr null)
  %42 = call zeroext i1 @done(ptr %41)
  br label %43

43:
  %44 = phi i1 [ false, %34 ], [ %42, %35 ]
  call void @Py_DecRef(ptr %5)
  call void @Py_DecRef(ptr %8)
  call void @Py_DecRef(ptr %23)
  call void @Py_DecRef(ptr %24)
  ret i1 %44
}

define internal i32 @accept(ptr %0, i64 %1) nounwind {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  %5 = load i64, ptr @ReceiveWindow_cack, align 8
  %6 = call i64 @get_int(ptr %0, i64 %5)
  %7 = xor i64 %6, -1
  %8 = add i64 %1, %7
  %9 = load i64, ptr @ReceiveWindow__received, align 8
  %10 = call ptr @get(ptr %0, i64 %9)
  %11 = call zeroext i1 @narrow(ptr %10, ptr nonnull %3)
  %12 = load i64, ptr @ReceiveWindow__unreported, align 8
  %13 = call ptr @get(ptr %0, i64 %12)
  %14 = call zeroext i1 @narrow(ptr %13, ptr nonnull %4)
  %.not36 = xor i1 %14, true
  %.not37 = xor i1 %11, true
  %brmerge = select i1 %.not36, i1 true, i1 %.not37
  %15 = icmp ugt i64 %8, 61
  %or.cond = select i1 %brmerge, i1 true, i1 %15
  br i1 %or.cond, label %16, label %28

16:
  %17 = call ptr @integer(i64 %1)
  %18 = load i64, ptr @the_accept, align 8
  %19 = call ptr @method_1(ptr %0, i64 %18, ptr %17)
  call void @Py_DecRef(ptr %17)
  %20 = load ptr, ptr @the, align 8
  %21 = load i64, ptr @the_True, align 8
  %22 = getelementptr inbounds nuw ptr, ptr %20, i64 %21
  %23 = load ptr, ptr %22, align 8
  %24 = call zeroext i1 @done(ptr %19)
  %25 = icmp eq ptr %19, %23
  %26 = zext i1 %25 to i32
  %27 = select i1 %24, i32 %26, i32 -1
  br label %64

28:
  %29 = shl nuw i64 1, %8
  %30 = load i64, ptr %3, align 8
  %31 = or i64 %30, %29
  store i64 %31, ptr %3, align 8
  %32 = shl nuw i64 1, %8
  %33 = load i64, ptr %4, align 8
  %34 = or i64 %33, %32
  store i64 %34, ptr %4, align 8
  %35 = load i64, ptr @ReceiveWindow_max_received, align 8
  %36 = call i64 @get_int(ptr %0, i64 %35)
  %37 = icmp sgt i64 %1, %36
  br i1 %37, label %38, label %40

38:
  %39 = load i64, ptr @ReceiveWindow_max_received, align 8
  call void @put_int(ptr %0, i64 %39, i64 %1)
  br label %40

40:
  %41 = load i64, ptr %3, align 8
  %42 = and i64 %41, 1
  %.not = icmp eq i64 %42, 0
  %43 = load i64, ptr %3, align 8
  %44 = xor i64 %43, -1
  %45 = call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %44, i1 true)
  %46 = select i1 %.not, i64 0, i64 %45
  %47 = load i64, ptr @ReceiveWindow__received, align 8
  %48 = load i64, ptr %3, align 8
  %49 = lshr i64 %48, %46
  call void @put_int(ptr %0, i64 %47, i64 %49)
  %50 = load i64, ptr @ReceiveWindow__unreported, align 8
  %51 = load i64, ptr %4, align 8
  %52 = lshr i64 %51, %46
  call void @put_int(ptr %0, i64 %50, i64 %52)
  %.not35 = icmp eq i64 %46, 0
  br i1 %.not35, label %64, label %53

53:
  %54 = add i64 %6, %46
  %55 = load i64, ptr @ReceiveWindow_cack, align 8
  call void @put_int(ptr %0, i64 %55, i64 %54)
  %56 = load i64, ptr @ReceiveWindow__size, align 8
  %57 = call i64 @get_int(ptr %0, i64 %56)
  %58 = add i64 %54, %57
  %59 = load i64, ptr @ReceiveWindow_edge, align 8
  %60 = call i64 @get_int(ptr %0, i64 %59)
  %61 = icmp sgt i64 %58, %60
  br i1 %61, label %62, label %64

62:
  %63 = load i64, ptr @ReceiveWindow_edge, align 8
  call void @put_int(ptr %0, i64 %63, i64 %58)
  br label %64

64:
  %.0 = phi i32 [ %27, %16 ], [ 0, %40 ], [ 1, %62 ], [ 1, %53 ]
  ret i32 %.0
}

define internal zeroext i1 @settle_early(ptr %0, ptr %1, i64 %2, i64 %3) nounwind {
  %5 = alloca %struct.part, align 8
  br label %6

6:
  %.030 = phi i64 [ %2, %4 ], [ %71, %70 ]
  %.0 = phi i1 [ undef, %4 ], [ %.1, %70 ]
  %.not = icmp sgt i64 %.030, %3
  br i1 %.not, label %.critedge, label %7

7:
  %8 = load i64, ptr @MessageRules__waiting, align 8
  %9 = call i64 @get_int(ptr %1, i64 %8)
  %10 = icmp ne i64 %9, 0
  br i1 %10, label %11, label %.critedge

11:
  %12 = call ptr @early_at(ptr %1, i64 %.030)
  %.not33 = icmp eq ptr %12, null
  br i1 %.not33, label %69, label %13

13:
  %14 = load i64, ptr %12, align 8
  %.not34 = icmp eq i64 %14, %.030
  br i1 %.not34, label %15, label %69

15:
  store i64 0, ptr %5, align 8
  %16 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %17 = getelementptr inbounds nuw i8, ptr %12, i64 24
  %18 = load i16, ptr %17, align 8
  %19 = zext i16 %18 to i64
  store i64 %19, ptr %16, align 8
  %20 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %21 = getelementptr inbounds nuw i8, ptr %12, i64 8
  %22 = load i64, ptr %21, align 8
  store i64 %22, ptr %20, align 8
  %23 = getelementptr inbounds nuw i8, ptr %5, i64 24
  %24 = getelementptr inbounds nuw i8, ptr %12, i64 16
  %25 = load i32, ptr %24, align 8
  %26 = zext i32 %25 to i64
  store i64 %26, ptr %23, align 8
  %27 = getelementptr inbounds nuw i8, ptr %5, i64 32
  %28 = getelementptr inbounds nuw i8, ptr %12, i64 20
  %29 = load i32, ptr %28, align 4
  %30 = zext i32 %29 to i64
  store i64 %30, ptr %27, align 8
  %31 = getelementptr inbounds nuw i8, ptr %5, i64 40
  store i64 0, ptr %31, align 8
  %32 = getelementptr inbounds nuw i8, ptr %5, i64 48
  store ptr null, ptr %32, align 8
  %33 = getelementptr inbounds nuw i8, ptr %5, i64 56
  %34 = getelementptr inbounds nuw i8, ptr %12, i64 26
  %35 = load i16, ptr %34, align 2
  %36 = zext i16 %35 to i64
  store i64 %36, ptr %33, align 8
  %37 = getelementptr inbounds nuw i8, ptr %5, i64 64
  store i64 0, ptr %37, align 8
  %38 = getelementptr inbounds nuw i8, ptr %5, i64 72
  %39 = getelementptr inbounds nuw i8, ptr %12, i64 28
  %40 = load i8, ptr %39, align 4
  %41 = and i8 %40, 1
  store i8 %41, ptr %38, align 8
  %42 = getelementptr inbounds nuw i8, ptr %5, i64 73
  %43 = getelementptr inbounds nuw i8, ptr %12, i64 29
  %44 = load i8, ptr %43, align 1
  %45 = and i8 %44, 1
  store i8 %45, ptr %42, align 1
  %46 = getelementptr inbounds nuw i8, ptr %5, i64 74
  call void @llvm.memset.p0.i64(ptr nonnull align 2 dereferenceable(6) %46, i8 0, i64 6, i1 false)
  %47 = getelementptr inbounds nuw i8, ptr %12, i64 8
  %48 = load i64, ptr %47, align 8
  %49 = icmp slt i64 %48, 0
  br i1 %49, label %.critedge38, label %50

50:
  %51 = getelementptr inbounds nuw i8, ptr %12, i64 8
  %52 = load i64, ptr %51, align 8
  %53 = icmp sgt i64 %52, 4611686018427387903
  br i1 %53, label %.critedge38, label %54

54:
  %55 = call zeroext i1 @follows(ptr %1, ptr nonnull %5, i1 zeroext false)
  br i1 %55, label %56, label %.critedge38

56:
  %57 = call ptr @PyErr_Occurred()
  %.not35 = icmp eq ptr %57, null
  br i1 %.not35, label %66, label %.critedge38

.critedge38:
  %58 = call ptr @integer(i64 %.030)
  %59 = call zeroext i1 @forget()
  %.not39 = xor i1 %59, true
  %.not36 = icmp eq ptr %58, null
  %or.cond = select i1 %.not39, i1 true, i1 %.not36
  br i1 %or.cond, label %64, label %60

60:
  %61 = load i64, ptr @the__settle, align 8
  %62 = call ptr @method_1(ptr %0, i64 %61, ptr nonnull %58)
  %63 = call zeroext i1 @done(ptr %62)
  br label %64

64:
  %65 = phi i1 [ %63, %60 ], [ false, %.critedge38 ]
  call void @Py_DecRef(ptr %58)
  br label %69

66:
  %67 = call zeroext i1 @follows(ptr %1, ptr nonnull %5, i1 zeroext true)
  store i64 0, ptr %12, align 8
  %68 = load i64, ptr @MessageRules__waiting, align 8
  call void @add(ptr %1, i64 %68, i64 -1)
  br label %69

69:
  %.031 = phi i32 [ 4, %11 ], [ 4, %13 ], [ 1, %64 ], [ 0, %66 ]
  %.1 = phi i1 [ %.0, %11 ], [ %.0, %13 ], [ %65, %64 ], [ %.0, %66 ]
  switch i32 %.031, label %72 [
    i32 0, label %70
    i32 4, label %70
    i32 1, label %.critedge
  ]

70:
  %71 = add i64 %.030, 1
  br label %6

.critedge:
  %.3 = phi i1 [ %.1, %69 ], [ true, %6 ], [ true, %7 ]
  ret i1 %.3

72:
  unreachable
}

define internal ptr @sack_job(ptr %0, i64 %1, ptr %2, i64 %3, i64 %4) nounwind {
  %6 = load ptr, ptr @the, align 8
  %7 = load i64, ptr @the_SackJob, align 8
  %8 = getelementptr inbounds nuw ptr, ptr %6, i64 %7
  %9 = load ptr, ptr %8, align 8
  %10 = call ptr @PyType_GenericAlloc(ptr %9, i64 0)
  %.not = icmp eq ptr %10, null
  br i1 %.not, label %25, label %11

11:
  %12 = load i64, ptr @SackJob_index, align 8
  call void @put_int(ptr nonnull %10, i64 %12, i64 %1)
  %13 = load i64, ptr @SackJob_mark, align 8
  %14 = call ptr @kept(ptr %2)
  call void @put(ptr nonnull %10, i64 %13, ptr %14)
  %15 = load i64, ptr @SackJob_entropy, align 8
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %17 = load i64, ptr %16, align 8
  call void @put_int(ptr nonnull %10, i64 %15, i64 %17)
  %18 = load i64, ptr @SackJob_timestamp, align 8
  call void @put_int(ptr nonnull %10, i64 %18, i64 %3)
  %19 = load i64, ptr @SackJob_rtx, align 8
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 82
  %21 = load i8, ptr %20, align 2
  %22 = trunc i8 %21 to i1
  call void @put_bool(ptr nonnull %10, i64 %19, i1 zeroext %22)
  %23 = load i64, ptr @SackJob_arrived_ns, align 8
  call void @put_int(ptr nonnull %10, i64 %23, i64 %4)
  %24 = load i64, ptr @SackJob_probe, align 8
  call void @put_none(ptr nonnull %10, i64 %24)
  br label %25

25:
  %.0 = phi ptr [ %10, %11 ], [ null, %5 ]
  ret ptr %.0
}

define internal zeroext i1 @queue_sack(ptr %0, ptr %1, ptr %2) nounwind {
  %4 = load i64, ptr @Answers__jobs, align 8
  %5 = call ptr @get(ptr %0, i64 %4)
  %6 = load i64, ptr @Reception_bytes_since_sack, align 8
  call void @put_int(ptr %1, i64 %6, i64 0)
  %7 = call i64 @size_of(ptr %5)
  %.not = icmp eq i64 %7, 0
  br i1 %.not, label %19, label %8

8:
  %9 = call zeroext i1 @is_plain(ptr %2)
  br i1 %9, label %10, label %19

10:
  %11 = call ptr @PySequence_GetItem(ptr %5, i64 -1)
  %.not19 = icmp eq ptr %11, null
  br i1 %.not19, label %14, label %12

12:
  %13 = call zeroext i1 @is_plain(ptr nonnull %11)
  br label %14

14:
  %15 = phi i1 [ false, %10 ], [ %13, %12 ]
  call void @Py_DecRef(ptr %11)
  br i1 %15, label %16, label %18

16:
  %17 = call i32 @PySequence_SetItem(ptr %5, i64 -1, ptr %2)
  %.not20 = icmp eq i32 %17, 0
  br label %18

18:
  %.018 = phi i1 [ %.not20, %16 ], [ undef, %14 ]
  %cond = icmp eq i1 %15, false
  br i1 %cond, label %19, label %28

19:
  %20 = load i64, ptr @Answers_limit, align 8
  %21 = call i64 @get_int(ptr %0, i64 %20)
  %.not21 = icmp slt i64 %7, %21
  br i1 %.not21, label %26, label %22

22:
  %23 = load i64, ptr @Answers__counters, align 8
  %24 = call ptr @get(ptr %0, i64 %23)
  %25 = load i64, ptr @QpCounters_answers_refused, align 8
  call void @add(ptr %24, i64 %25, i64 1)
  br label %28

26:
  %27 = call zeroext i1 @append_to(ptr %5, ptr %2)
  br label %28

28:
  %.1 = phi i1 [ %.018, %18 ], [ true, %22 ], [ %27, %26 ]
  ret i1 %.1
}

declare zeroext i1 @complete_messages(ptr, i64, i64)

define internal ptr @early_at(ptr %0, i64 %1) nounwind {
  %3 = load i64, ptr @MessageRules__early, align 8
  %4 = call ptr @get(ptr %0, i64 %3)
  %5 = load i64, ptr @the_bytearray, align 8
  %6 = call zeroext i1 @is_a(ptr %4, i64 %5)
  br i1 %6, label %10, label %7

7:
  %8 = load i64, ptr @the_bytearray, align 8
  %9 = shl i64 %8, 16
  call void @strange(ptr %4, i64 %9)
  unreachable

10:
  %11 = call i64 @word_of(ptr %4, i64 2)
  %12 = lshr i64 %11, 5
  %.not = icmp eq i64 %12, 0
  br i1 %.not, label %17, label %13

13:
  %14 = call ptr @PyByteArray_AsString(ptr %4)
  %15 = urem i64 %1, %12
  %16 = getelementptr inbounds nuw %struct.early, ptr %14, i64 %15
  br label %17

17:
  %18 = phi ptr [ %16, %13 ], [ null, %10 ]
  ret ptr %18
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

define internal ptr @method(ptr %0, i64 %1) nounwind {
  %3 = alloca [2 x ptr], align 16
  store ptr null, ptr %3, align 8
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 8
  store ptr %0, ptr %4, align 8
  %5 = load ptr, ptr @the, align 8
  %6 = getelementptr inbounds nuw ptr, ptr %5, i64 %1
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %9 = call ptr @PyObject_VectorcallMethod(ptr %7, ptr nonnull %8, i64 -9223372036854775807, ptr null)
  ret ptr %9
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

declare ptr @PyByteArray_AsString(ptr)

define internal i64 @named_plane(i64 %0) nounwind {
  %2 = lshr i64 %0, 16
  %3 = and i64 %2, 255
  ret i64 %3
}

declare ptr @PyTuple_Pack(i64, ...)

declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)

declare i64 @llvm.cttz.i64(i64, i1)

define internal zeroext i1 @forget() nounwind {
  %1 = call ptr @PyErr_Occurred()
  %.not = icmp eq ptr %1, null
  br i1 %.not, label %8, label %2

2:
  %3 = load ptr, ptr @the, align 8
  %4 = load i64, ptr @the_Exception, align 8
  %5 = getelementptr inbounds nuw ptr, ptr %3, i64 %4
  %6 = load ptr, ptr %5, align 8
  %7 = call i32 @PyErr_ExceptionMatches(ptr %6)
  %.not1 = icmp eq i32 %7, 0
  br i1 %.not1, label %9, label %8

8:
  call void @PyErr_Clear()
  br label %9

9:
  %.0 = phi i1 [ true, %8 ], [ false, %2 ]
  ret i1 %.0
}

declare i32 @PyErr_ExceptionMatches(ptr)

declare void @PyErr_Clear()

declare ptr @PyType_GenericAlloc(ptr, i64)

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

define internal void @put_none(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = load ptr, ptr @the, align 8
  %4 = load i64, ptr @the_None, align 8
  %5 = getelementptr inbounds nuw ptr, ptr %3, i64 %4
  %6 = load ptr, ptr %5, align 8
  %7 = call ptr @kept(ptr %6)
  call void @put(ptr %0, i64 %1, ptr %7)
  ret void
}

define internal zeroext i1 @is_plain(ptr %0) nounwind {
  %2 = call ptr @type_of(ptr %0)
  %3 = load ptr, ptr @the, align 8
  %4 = load i64, ptr @the_SackJob, align 8
  %5 = getelementptr inbounds nuw ptr, ptr %3, i64 %4
  %6 = load ptr, ptr %5, align 8
  %7 = icmp eq ptr %2, %6
  br i1 %7, label %8, label %22

8:
  %9 = load i64, ptr @SackJob_mark, align 8
  %10 = call ptr @get(ptr %0, i64 %9)
  %11 = load ptr, ptr @the, align 8
  %12 = load i64, ptr @the_unmarked, align 8
  %13 = getelementptr inbounds nuw ptr, ptr %11, i64 %12
  %14 = load ptr, ptr %13, align 8
  %15 = icmp eq ptr %10, %14
  br i1 %15, label %16, label %22

16:
  %17 = load i64, ptr @SackJob_rtx, align 8
  %18 = call zeroext i1 @is_true(ptr %0, i64 %17)
  br i1 %18, label %22, label %19

19:
  %20 = load i64, ptr @SackJob_probe, align 8
  %21 = call zeroext i1 @is_none(ptr %0, i64 %20)
  br label %22

22:
  %23 = phi i1 [ false, %16 ], [ false, %8 ], [ false, %1 ], [ %21, %19 ]
  ret i1 %23
}

declare i32 @PySequence_SetItem(ptr, i64, ptr)

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

declare zeroext i1 @probe_later(ptr, ptr, ptr)

declare void @queue_control(ptr, ptr)

declare void @_Py_Dealloc(ptr)

declare i64 @PyObject_Size(ptr)

declare i64 @PyList_Size(ptr)

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

declare ptr @PyList_GetItem(ptr, i64)

define internal i64 @good_planes(ptr %0) nounwind {
  %2 = load i64, ptr @ReverseEvs__evs, align 8
  %3 = call ptr @get(ptr %0, i64 %2)
  %4 = load i64, ptr @EvSet__rotation, align 8
  %5 = call ptr @get(ptr %3, i64 %4)
  %6 = load i64, ptr @Rotation__planes, align 8
  %7 = call ptr @get(ptr %5, i64 %6)
  %8 = load i64, ptr @ReverseEvs_suspect, align 8
  %9 = call ptr @get(ptr %0, i64 %8)
  br label %10

10:
  %.027 = phi i64 [ 0, %1 ], [ %28, %27 ]
  %.026 = phi i64 [ 0, %1 ], [ %.1, %27 ]
  %11 = call i64 @list_size(ptr %7)
  %12 = icmp slt i64 %.027, %11
  br i1 %12, label %13, label %29

13:
  %14 = call ptr @list_item(ptr %7, i64 %.027)
  %15 = load i64, ptr @PlaneTurns_entries, align 8
  %16 = call ptr @get(ptr %14, i64 %15)
  %17 = call i64 @list_size(ptr %16)
  %.not30 = icmp eq i64 %17, 0
  br i1 %.not30, label %18, label %22

18:
  %19 = load i64, ptr @PlaneTurns_backups, align 8
  %20 = call ptr @get(ptr %14, i64 %19)
  %21 = call i64 @list_size(ptr %20)
  %.not31 = icmp eq i64 %21, 0
  br i1 %.not31, label %27, label %22

22:
  %23 = load i64, ptr @PlaneTurns_plane, align 8
  %24 = call i64 @get_int(ptr %14, i64 %23)
  %25 = shl nuw i64 1, %24
  %26 = or i64 %.026, %25
  br label %27

27:
  %.1 = phi i64 [ %26, %22 ], [ %.026, %18 ]
  %28 = add i64 %.027, 1
  br label %10

29:
  %30 = call i64 @PySet_Size(ptr %9)
  %.not = icmp eq i64 %30, 0
  br i1 %.not, label %34, label %31

31:
  %32 = load i64, ptr @EvSet__planes, align 8
  %33 = call ptr @get(ptr %3, i64 %32)
  br label %34

34:
  %35 = phi ptr [ %33, %31 ], [ null, %29 ]
  br label %36

36:
  %.2 = phi i64 [ %.026, %34 ], [ %.3, %49 ]
  %.0 = phi i64 [ 0, %34 ], [ %50, %49 ]
  %.not28 = icmp eq ptr %35, null
  br i1 %.not28, label %.critedge, label %37

37:
  %38 = call i64 @tuple_size(ptr nonnull %35)
  %39 = icmp slt i64 %.0, %38
  br i1 %39, label %40, label %.critedge

40:
  %41 = call ptr @tuple_item(ptr %35, i64 %.0)
  %42 = call i32 @PySet_Contains(ptr %9, ptr %41)
  %.not29 = icmp eq i32 %42, 0
  br i1 %.not29, label %49, label %43

43:
  %44 = call ptr @tuple_item(ptr %35, i64 %.0)
  %45 = call i64 @value_of(ptr %44)
  %46 = shl nuw i64 1, %45
  %47 = xor i64 %46, -1
  %48 = and i64 %.2, %47
  br label %49

49:
  %.3 = phi i64 [ %48, %43 ], [ %.2, %40 ]
  %50 = add i64 %.0, 1
  br label %36

.critedge:
  %51 = load i64, ptr @Rotation_closed, align 8
  %52 = call i64 @get_int(ptr %5, i64 %51)
  %53 = xor i64 %52, -1
  %54 = and i64 %.2, %53
  ret i64 %54
}

define internal i64 @in_turn(ptr %0, i64 %1) nounwind {
  br label %3

3:
  %.07 = phi i64 [ 0, %2 ], [ %11, %6 ]
  %.0 = phi i64 [ 0, %2 ], [ %12, %6 ]
  %4 = call i64 @list_size(ptr %0)
  %5 = icmp slt i64 %.0, %4
  br i1 %5, label %6, label %13

6:
  %7 = call ptr @list_item(ptr %0, i64 %.0)
  %8 = call i64 @value_of(ptr %7)
  %9 = shl nuw i64 1, %8
  %10 = and i64 %9, %1
  %11 = or i64 %.07, %10
  %12 = add i64 %.0, 1
  br label %3

13:
  ret i64 %.07
}

declare ptr @PyList_New(i64)

define internal i64 @tuple_size(ptr %0) alwaysinline nounwind {
  %2 = load i64, ptr @the_tuple, align 8
  %3 = call zeroext i1 @is_a(ptr %0, i64 %2)
  br i1 %3, label %4, label %6

4:
  %5 = call i64 @word_of(ptr %0, i64 2)
  br label %8

6:
  %7 = call i64 @PyTuple_Size(ptr %0)
  br label %8

8:
  %9 = phi i64 [ %5, %4 ], [ %7, %6 ]
  ret i64 %9
}

declare i32 @PyList_Append(ptr, ptr)

declare void @shuffle(ptr, ptr)

declare i32 @PyList_SetSlice(ptr, i64, i64, ptr)

declare i64 @PySet_Size(ptr)

declare i32 @PySet_Contains(ptr, ptr)

declare i64 @PyTuple_Size(ptr)

define internal zeroext i1 @report(ptr %0, ptr %1, ptr %2, ptr %3) nounwind {
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = load i64, ptr @ReceiveWindow__received, align 8
  %8 = call ptr @get(ptr %0, i64 %7)
  %9 = call zeroext i1 @narrow(ptr %8, ptr nonnull %5)
  %10 = load i64, ptr @ReceiveWindow_cack, align 8
  %11 = call i64 @get_int(ptr %0, i64 %10)
  %12 = add i64 %11, 1
  %13 = load i64, ptr @ReceiveWindow_max_received, align 8
  %14 = call i64 @get_int(ptr %0, i64 %13)
  %15 = load i64, ptr @ReceiveWindow__unreported, align 8
  %16 = call ptr @get(ptr %0, i64 %15)
  %17 = call zeroext i1 @narrow(ptr %16, ptr nonnull %6)
  %.not29 = xor i1 %17, true
  %.not30 = xor i1 %9, true
  %brmerge = select i1 %.not29, i1 true, i1 %.not30
  br i1 %brmerge, label %18, label %32

18:
  %19 = load i64, ptr @the_report, align 8
  %20 = call ptr @method(ptr %0, i64 %19)
  %.not = icmp eq ptr %20, null
  br i1 %.not, label %51, label %21

21:
  %22 = call ptr @tuple_item(ptr nonnull %20, i64 0)
  %23 = call i64 @value_of(ptr %22)
  store i64 %23, ptr %1, align 8
  %24 = call ptr @tuple_item(ptr nonnull %20, i64 1)
  %25 = call i64 @PyLong_AsUnsignedLongLong(ptr %24)
  store i64 %25, ptr %2, align 8
  call void @Py_DecRef(ptr nonnull %20)
  %26 = load i64, ptr @ReceiveWindow__unreported, align 8
  %27 = call ptr @get(ptr %0, i64 %26)
  %28 = call i32 @PyObject_IsTrue(ptr %27)
  %29 = icmp ne i32 %28, 0
  %30 = zext i1 %29 to i8
  store i8 %30, ptr %3, align 1
  %31 = call ptr @PyErr_Occurred()
  %.not27 = icmp eq ptr %31, null
  br label %51

32:
  %33 = load i64, ptr %6, align 8
  %.not28 = icmp eq i64 %33, 0
  %34 = load i64, ptr %6, align 8
  %35 = call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %34, i1 true)
  %36 = add i64 %12, %35
  %37 = select i1 %.not28, i64 %14, i64 %36
  %38 = add i64 %14, -63
  %39 = call i64 @least(i64 %37, i64 %38)
  %40 = call i64 @most(i64 %12, i64 %39)
  store i64 %40, ptr %1, align 8
  %41 = sub i64 %40, %12
  %42 = load i64, ptr %5, align 8
  %43 = lshr i64 %42, %41
  store i64 %43, ptr %2, align 8
  %notmask = shl nsw i64 -1, %41
  %44 = xor i64 %notmask, -1
  %45 = load i64, ptr %6, align 8
  %46 = and i64 %45, %44
  store i64 %46, ptr %6, align 8
  %47 = load i64, ptr @ReceiveWindow__unreported, align 8
  call void @put_int(ptr %0, i64 %47, i64 %46)
  %48 = load i64, ptr %6, align 8
  %49 = icmp ne i64 %48, 0
  %50 = zext i1 %49 to i8
  store i8 %50, ptr %3, align 1
  br label %51

51:
  %.1 = phi i1 [ true, %32 ], [ %.not27, %21 ], [ false, %18 ]
  ret i1 %.1
}

define internal ptr @pop_first(ptr %0) nounwind {
  %2 = alloca [2 x ptr], align 16
  store ptr null, ptr %2, align 8
  %3 = getelementptr inbounds nuw i8, ptr %2, i64 8
  store ptr %0, ptr %3, align 8
  %4 = load i64, ptr @the_deque, align 8
  %5 = call zeroext i1 @is_a(ptr %0, i64 %4)
  br i1 %5, label %9, label %6

6:
  %7 = load i64, ptr @the_popleft, align 8
  %8 = call ptr @method(ptr %0, i64 %7)
  br label %16

9:
  %10 = load ptr, ptr @the, align 8
  %11 = load i64, ptr @the_deque_popleft, align 8
  %12 = getelementptr inbounds nuw ptr, ptr %10, i64 %11
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %15 = call ptr @PyObject_Vectorcall(ptr %13, ptr nonnull %14, i64 -9223372036854775807, ptr null)
  br label %16

16:
  %.0 = phi ptr [ %15, %9 ], [ %8, %6 ]
  ret ptr %.0
}

declare zeroext i1 @ask_penalty(ptr, ptr, i64, ptr, ptr)

define internal i64 @held(ptr %0) nounwind {
  %2 = alloca i64, align 8
  %3 = load i64, ptr @ReceiveWindow__received, align 8
  %4 = call ptr @get(ptr %0, i64 %3)
  %5 = call zeroext i1 @narrow(ptr %4, ptr nonnull %2)
  br i1 %5, label %6, label %9

6:
  %7 = load i64, ptr %2, align 8
  %8 = call i64 @ones(i64 %7)
  br label %18

9:
  %10 = load i64, ptr @ReceiveWindow__received, align 8
  %11 = call ptr @get(ptr %0, i64 %10)
  %12 = load i64, ptr @the_bit_count, align 8
  %13 = call ptr @method(ptr %11, i64 %12)
  %.not = icmp eq ptr %13, null
  br i1 %.not, label %16, label %14

14:
  %15 = call i64 @PyLong_AsLong(ptr nonnull %13)
  br label %16

16:
  %17 = phi i64 [ %15, %14 ], [ -1, %9 ]
  call void @Py_DecRef(ptr %13)
  br label %18

18:
  %.0 = phi i64 [ %8, %6 ], [ %17, %16 ]
  ret i64 %.0
}

define internal ptr @write_32(ptr %0, i64 %1) nounwind {
  %3 = lshr i64 %1, 16
  %4 = call ptr @write_16(ptr %0, i64 %3)
  %5 = call ptr @write_16(ptr %4, i64 %1)
  ret ptr %5
}

define internal ptr @write_16(ptr %0, i64 %1) nounwind {
  %3 = lshr i64 %1, 8
  %4 = trunc i64 %3 to i8
  store i8 %4, ptr %0, align 1
  %5 = trunc i64 %1 to i8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 1
  store i8 %5, ptr %6, align 1
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 2
  ret ptr %7
}

define internal ptr @write_64(ptr %0, i64 %1) nounwind {
  %3 = lshr i64 %1, 32
  %4 = call ptr @write_32(ptr %0, i64 %3)
  %5 = call ptr @write_32(ptr %4, i64 %1)
  ret ptr %5
}

define internal i64 @least(i64 %0, i64 %1) nounwind {
  %3 = icmp slt i64 %0, %1
  %. = select i1 %3, i64 %0, i64 %1
  ret i64 %.
}

declare zeroext i1 @frame_of(ptr, ptr, i64, ptr, ptr)

declare i64 @PyLong_AsUnsignedLongLong(ptr)

declare i32 @PyObject_IsTrue(ptr)

define internal i64 @ones(i64 %0) nounwind {
  %2 = call range(i64 0, 65) i64 @llvm.ctpop.i64(i64 %0)
  ret i64 %2
}

declare i64 @llvm.ctpop.i64(i64)
