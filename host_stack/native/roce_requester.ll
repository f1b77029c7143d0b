; SPDX-License-Identifier: Apache-2.0
; Made of roce_requester.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 c151c40db98b47cf28bef96ca80f45d277f7477ca4037b33a4c721de99faa0a4
%struct.packet_out = type { ptr, %struct.view.27, i64, i64, i64, i64, i8 }
%struct.view.27 = type { ptr, ptr, i64, [7 x i64] }
%struct.content.28 = type { i64, i64, i64, i8, ptr, i64, %struct.payload.29 }
%struct.payload.29 = type { ptr, i64, ptr }

@RoceQueuePair__requester = external constant i64, align 8
@RoceRequester__frames = external constant i64, align 8
@RoceSendRequest_imm = external constant i64, align 8
@RoceQpFrames__classes = external constant i64, align 8
@RoceTrafficClasses_data = external constant i64, align 8
@the = external global ptr, align 8
@the_None = external constant i64, align 8
@RoceSendRequest_lender = external constant i64, align 8
@the_RoceCompletion = external constant i64, align 8
@RoceCompletion_kind = external constant i64, align 8
@RoceCompletion_status = external constant i64, align 8
@the_roce_success = external constant i64, align 8
@RoceCompletion_wr_id = external constant i64, align 8
@RoceCompletion_length = external constant i64, align 8
@RoceCompletion_imm = external constant i64, align 8
@RoceCompletion_time_ns = external constant i64, align 8
@RoceCompletion_qpn = external constant i64, align 8
@RoceQueuePair_qpn = external constant i64, align 8
@RoceQueuePair__completions = external constant i64, align 8
@RoceQueuePair_completion_handler = external constant i64, align 8
@RoceRequester_failure = external constant i64, align 8
@RoceRequester__counters = external constant i64, align 8
@RoceRequester__unacked = external constant i64, align 8
@RoceQpCounters_acks = external constant i64, align 8
@RoceRequester__sent = external constant i64, align 8
@RoceQpCounters_ignored = external constant i64, align 8
@RoceQueuePair_reaction_point = external constant i64, align 8
@RoceReactionPoint_rate_bps = external constant i64, align 8
@RoceRequester__requests = external constant i64, align 8
@RoceRequester__at = external constant i64, align 8
@RoceRequester__mtu = external constant i64, align 8
@RoceSendRequest_operation = external constant i64, align 8
@the_roce_write = external constant i64, align 8
@RoceRequester__next = external constant i64, align 8
@RoceSendRequest_first = external constant i64, align 8
@RoceSendRequest_packets = external constant i64, align 8
@RoceSendRequest_data = external constant i64, align 8
@the_list = external constant i64, align 8
@the_int = external constant i64, align 8
@long_digit = external constant i64, align 8
@RoceSendRequest_address = external constant i64, align 8
@RoceSendRequest_r_key = external constant i64, align 8
@RoceRequester__unasked = external constant i64, align 8
@RoceRequester__ack_every = external constant i64, align 8
@RoceRequester__asked = external constant i64, align 8
@RoceRequester_deadline_ns = external constant i64, align 8
@RoceQpCounters_retransmissions = external constant i64, align 8
@RoceQpCounters_data_packets = external constant i64, align 8
@RoceRequester__first_sent_ns = external constant i64, align 8
@RoceRequester__limits = external constant i64, align 8
@RoceRtsAttributes_timeout = external constant i64, align 8
@RoceQueuePair__pace_ns = external constant i64, align 8
@RoceReactionPoint__limited = external constant i64, align 8
@the_True = external constant i64, align 8
@the_False = external constant i64, align 8
@RoceReactionPoint__p = external constant i64, align 8
@RoceDcqcnParameters_byte_counter = external constant i64, align 8
@RoceReactionPoint__sent = external constant i64, align 8
@RoceReactionPoint__by_bytes = external constant i64, align 8
@RoceDcqcnParameters_increase_timer_ns = external constant i64, align 8
@RoceReactionPoint__timer_ns = external constant i64, align 8
@RoceReactionPoint__by_time = external constant i64, align 8
@RoceDcqcnParameters_fast_recovery = external constant i64, align 8
@RoceReactionPoint_target_bps = external constant i64, align 8
@RoceReactionPoint__line_bps = external constant i64, align 8
@RoceDcqcnParameters_hyper_bps = external constant i64, align 8
@RoceDcqcnParameters_additive_bps = external constant i64, align 8
@the_bytes = external constant i64, align 8
@the_RoceRtsAttributes = external constant i64, align 8
@RoceQpCounters_worst_delivery_ns = external constant i64, align 8
@RoceRequester__retries = external constant i64, align 8
@RoceRtsAttributes_retry_count = external constant i64, align 8
@RoceRequester__rnr_retries = external constant i64, align 8
@RoceRtsAttributes_rnr_retry = external constant i64, align 8
@the_roce_sends_write = external constant i64, align 8
@the_roce_sends_send = external constant i64, align 8
@RoceSendRequest_wr_id = external constant i64, align 8
@the_deque = external constant i64, align 8
@the_dict = external constant i64, align 8

define i32 @send_packet(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = alloca %struct.packet_out, align 8
  %5 = alloca [20 x i8], align 16
  %6 = alloca %struct.content.28, align 8
  %7 = load i64, ptr @RoceQueuePair__requester, align 8
  %8 = call ptr @get(ptr %0, i64 %7)
  %9 = load i64, ptr @RoceRequester__frames, align 8
  %10 = call ptr @get(ptr %8, i64 %9)
  %11 = call zeroext i1 @has_a_rate(ptr %0)
  br i1 %11, label %12, label %14

12:
  %13 = call zeroext i1 @next_packet(ptr %8, ptr nonnull %4)
  br i1 %13, label %17, label %14

14:
  %15 = call ptr @PyErr_Occurred()
  %.not = icmp eq ptr %15, null
  %16 = select i1 %.not, i32 0, i32 2
  br label %66

17:
  %18 = load ptr, ptr %4, align 8
  %19 = load i64, ptr @RoceSendRequest_imm, align 8
  %20 = call ptr @get(ptr %18, i64 %19)
  %21 = load i64, ptr @RoceQpFrames__classes, align 8
  %22 = call ptr @get(ptr %10, i64 %21)
  %23 = load i64, ptr @RoceTrafficClasses_data, align 8
  %24 = call i64 @get_int(ptr %22, i64 %23)
  %25 = shl i64 %24, 2
  %26 = or disjoint i64 %25, 2
  store i64 %26, ptr %6, align 8
  %27 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %28 = load ptr, ptr @the, align 8
  %29 = load i64, ptr @the_None, align 8
  %30 = getelementptr inbounds nuw ptr, ptr %28, i64 %29
  %31 = load ptr, ptr %30, align 8
  %32 = icmp ne ptr %20, %31
  %33 = call i64 @opcode_of(ptr nonnull %4, i1 zeroext %32)
  store i64 %33, ptr %27, align 8
  %34 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %35 = getelementptr inbounds nuw i8, ptr %4, i64 88
  %36 = load i64, ptr %35, align 8
  store i64 %36, ptr %34, align 8
  %37 = getelementptr inbounds nuw i8, ptr %6, i64 24
  store i8 0, ptr %37, align 8
  %38 = getelementptr inbounds nuw i8, ptr %6, i64 25
  call void @llvm.memset.p0.i64(ptr nonnull align 1 dereferenceable(7) %38, i8 0, i64 7, i1 false)
  %39 = getelementptr inbounds nuw i8, ptr %6, i64 32
  store ptr %5, ptr %39, align 8
  %40 = getelementptr inbounds nuw i8, ptr %6, i64 40
  store i64 0, ptr %40, align 8
  %41 = getelementptr inbounds nuw i8, ptr %6, i64 48
  %42 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %43 = load ptr, ptr %42, align 8
  %44 = getelementptr inbounds nuw i8, ptr %4, i64 104
  %45 = load i64, ptr %44, align 8
  %46 = getelementptr inbounds i8, ptr %43, i64 %45
  store ptr %46, ptr %41, align 8
  %47 = getelementptr inbounds nuw i8, ptr %6, i64 56
  %48 = getelementptr inbounds nuw i8, ptr %4, i64 112
  %49 = load i64, ptr %48, align 8
  store i64 %49, ptr %47, align 8
  %50 = getelementptr inbounds nuw i8, ptr %6, i64 64
  %51 = load ptr, ptr %4, align 8
  %52 = load i64, ptr @RoceSendRequest_lender, align 8
  %53 = call ptr @get(ptr %51, i64 %52)
  store ptr %53, ptr %50, align 8
  %54 = call i64 @write_headers(ptr nonnull %5, ptr nonnull %4, ptr %20)
  %55 = getelementptr inbounds nuw i8, ptr %6, i64 40
  store i64 %54, ptr %55, align 8
  %56 = call zeroext i1 @leaves(ptr %8, ptr nonnull %4, i64 %1)
  %57 = getelementptr inbounds nuw i8, ptr %6, i64 24
  %58 = zext i1 %56 to i8
  store i8 %58, ptr %57, align 8
  %59 = call zeroext i1 @make_frame(ptr %10, ptr nonnull %6, ptr %2)
  %60 = getelementptr inbounds nuw i8, ptr %4, i64 8
  call void @PyBuffer_Release(ptr nonnull %60)
  br i1 %59, label %61, label %63

61:
  %62 = call i64 @length_of(ptr %2)
  call void @pace(ptr %0, i64 %62, i64 %1)
  br label %63

63:
  %64 = call ptr @PyErr_Occurred()
  %.not15 = icmp eq ptr %64, null
  %65 = select i1 %.not15, i32 1, i32 2
  br label %66

66:
  %.0 = phi i32 [ %65, %63 ], [ %16, %14 ]
  ret i32 %.0
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

define internal zeroext i1 @has_a_rate(ptr %0) nounwind {
  %2 = load i64, ptr @RoceQueuePair_reaction_point, align 8
  %3 = call ptr @get(ptr %0, i64 %2)
  %4 = load ptr, ptr @the, align 8
  %5 = load i64, ptr @the_None, align 8
  %6 = getelementptr inbounds nuw ptr, ptr %4, i64 %5
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %3, %7
  br i1 %8, label %13, label %9

9:
  %10 = load i64, ptr @RoceReactionPoint_rate_bps, align 8
  %11 = call double @get_float(ptr %3, i64 %10)
  %12 = fcmp oge double %11, 1.000000e+00
  br label %13

13:
  %14 = phi i1 [ true, %1 ], [ %12, %9 ]
  ret i1 %14
}

define internal zeroext i1 @next_packet(ptr %0, ptr %1) nounwind {
  %3 = load i64, ptr @RoceRequester__requests, align 8
  %4 = call ptr @get(ptr %0, i64 %3)
  %5 = load i64, ptr @RoceRequester__at, align 8
  %6 = call i64 @get_int(ptr %0, i64 %5)
  %7 = load i64, ptr @RoceRequester__mtu, align 8
  %8 = call i64 @get_int(ptr %0, i64 %7)
  %9 = load i64, ptr @RoceRequester__frames, align 8
  %10 = call ptr @get(ptr %0, i64 %9)
  %11 = call zeroext i1 @makes_frames(ptr %10)
  br i1 %11, label %12, label %74

12:
  %13 = call zeroext i1 @has_plain_limits(ptr %0)
  %.not41 = xor i1 %13, true
  %14 = icmp slt i64 %6, 0
  %or.cond = select i1 %.not41, i1 true, i1 %14
  br i1 %or.cond, label %74, label %15

15:
  %16 = call i64 @list_size(ptr %4)
  %.not = icmp slt i64 %6, %16
  br i1 %.not, label %17, label %74

17:
  %18 = call ptr @list_item(ptr %4, i64 %6)
  store ptr %18, ptr %1, align 8
  %19 = load i64, ptr @RoceSendRequest_operation, align 8
  %20 = call ptr @get(ptr %18, i64 %19)
  %21 = load ptr, ptr @the, align 8
  %22 = load i64, ptr @the_roce_write, align 8
  %23 = getelementptr inbounds nuw ptr, ptr %21, i64 %22
  %24 = load ptr, ptr %23, align 8
  %.not38 = icmp ne ptr %20, %24
  %25 = icmp slt i64 %8, 1
  %or.cond42 = select i1 %.not38, i1 true, i1 %25
  %26 = icmp sgt i64 %8, 4096
  %or.cond43 = select i1 %or.cond42, i1 true, i1 %26
  br i1 %or.cond43, label %74, label %27

27:
  %28 = load i64, ptr @RoceRequester__next, align 8
  %29 = call i64 @get_int(ptr %0, i64 %28)
  %30 = getelementptr inbounds nuw i8, ptr %1, i64 88
  store i64 %29, ptr %30, align 8
  %31 = load ptr, ptr %1, align 8
  %32 = load i64, ptr @RoceSendRequest_first, align 8
  %33 = call i64 @get_int(ptr %31, i64 %32)
  %34 = sub i64 %29, %33
  %35 = getelementptr inbounds nuw i8, ptr %1, i64 96
  store i64 %34, ptr %35, align 8
  %36 = load ptr, ptr %1, align 8
  %37 = load i64, ptr @RoceSendRequest_packets, align 8
  %38 = call i64 @get_int(ptr %36, i64 %37)
  %39 = getelementptr inbounds nuw i8, ptr %1, i64 96
  %40 = load i64, ptr %39, align 8
  %41 = add i64 %38, -1
  %42 = icmp eq i64 %40, %41
  %43 = getelementptr inbounds nuw i8, ptr %1, i64 120
  %44 = zext i1 %42 to i8
  store i8 %44, ptr %43, align 8
  %45 = getelementptr inbounds nuw i8, ptr %1, i64 96
  %46 = load i64, ptr %45, align 8
  %47 = mul i64 %46, %8
  %48 = getelementptr inbounds nuw i8, ptr %1, i64 104
  store i64 %47, ptr %48, align 8
  %49 = icmp slt i64 %46, 0
  br i1 %49, label %74, label %50

50:
  %51 = getelementptr inbounds nuw i8, ptr %1, i64 96
  %52 = load i64, ptr %51, align 8
  %.not39 = icmp slt i64 %52, %38
  br i1 %.not39, label %53, label %74

53:
  %54 = getelementptr inbounds nuw i8, ptr %1, i64 96
  %55 = load i64, ptr %54, align 8
  %56 = icmp sgt i64 %55, 1073741824
  br i1 %56, label %74, label %57

57:
  %58 = load ptr, ptr %1, align 8
  %59 = load i64, ptr @RoceSendRequest_data, align 8
  %60 = call ptr @get(ptr %58, i64 %59)
  %61 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %62 = call i32 @PyObject_GetBuffer(ptr %60, ptr nonnull %61, i32 0)
  %.not40 = icmp eq i32 %62, 0
  br i1 %.not40, label %63, label %74

63:
  %64 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %65 = load i64, ptr %64, align 8
  %66 = getelementptr inbounds nuw i8, ptr %1, i64 104
  %67 = load i64, ptr %66, align 8
  %68 = sub i64 %65, %67
  %69 = call i64 @least(i64 %68, i64 %8)
  %70 = getelementptr inbounds nuw i8, ptr %1, i64 112
  store i64 %69, ptr %70, align 8
  %71 = icmp sgt i64 %69, -1
  br i1 %71, label %74, label %72

72:
  %73 = getelementptr inbounds nuw i8, ptr %1, i64 8
  call void @PyBuffer_Release(ptr nonnull %73)
  br label %74

74:
  %.0 = phi i1 [ false, %17 ], [ false, %2 ], [ false, %15 ], [ false, %12 ], [ false, %72 ], [ false, %27 ], [ false, %57 ], [ false, %53 ], [ false, %50 ], [ true, %63 ]
  ret i1 %.0
}

declare ptr @PyErr_Occurred()

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

define internal i64 @opcode_of(ptr %0, i1 zeroext %1) nounwind {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %4 = load i8, ptr %3, align 8
  %5 = trunc i8 %4 to i1
  br i1 %5, label %10, label %6

6:
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %8 = load i64, ptr %7, align 8
  %.not = icmp eq i64 %8, 0
  %9 = select i1 %.not, i64 6, i64 7
  br label %16

10:
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %12 = load i64, ptr %11, align 8
  %.not4 = icmp eq i64 %12, 0
  %13 = select i1 %.not4, i64 10, i64 8
  %14 = zext i1 %1 to i64
  %15 = or disjoint i64 %13, %14
  br label %16

16:
  %.0 = phi i64 [ %15, %10 ], [ %9, %6 ]
  ret i64 %.0
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define internal i64 @write_headers(ptr %0, ptr %1, ptr %2) nounwind {
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 96
  %5 = load i64, ptr %4, align 8
  %.not = icmp eq i64 %5, 0
  br i1 %.not, label %6, label %19

6:
  %7 = load ptr, ptr %1, align 8
  %8 = load i64, ptr @RoceSendRequest_address, align 8
  %9 = call ptr @get(ptr %7, i64 %8)
  %10 = call i64 @PyLong_AsUnsignedLongLong(ptr %9)
  %11 = call ptr @write_64(ptr %0, i64 %10)
  %12 = load ptr, ptr %1, align 8
  %13 = load i64, ptr @RoceSendRequest_r_key, align 8
  %14 = call i64 @get_int(ptr %12, i64 %13)
  %15 = call ptr @write_32(ptr %11, i64 %14)
  %16 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %17 = load i64, ptr %16, align 8
  %18 = call ptr @write_32(ptr %15, i64 %17)
  br label %19

19:
  %.0 = phi ptr [ %0, %3 ], [ %18, %6 ]
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 120
  %21 = load i8, ptr %20, align 8
  %22 = trunc i8 %21 to i1
  br i1 %22, label %23, label %31

23:
  %24 = load ptr, ptr @the, align 8
  %25 = load i64, ptr @the_None, align 8
  %26 = getelementptr inbounds nuw ptr, ptr %24, i64 %25
  %27 = load ptr, ptr %26, align 8
  %.not13 = icmp eq ptr %2, %27
  br i1 %.not13, label %31, label %28

28:
  %29 = call i64 @value_of(ptr %2)
  %30 = call ptr @write_32(ptr %.0, i64 %29)
  br label %31

31:
  %.1 = phi ptr [ %30, %28 ], [ %.0, %23 ], [ %.0, %19 ]
  %32 = ptrtoint ptr %.1 to i64
  %33 = ptrtoint ptr %0 to i64
  %34 = sub i64 %32, %33
  ret i64 %34
}

define internal zeroext i1 @leaves(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = load i64, ptr @RoceRequester__counters, align 8
  %5 = call ptr @get(ptr %0, i64 %4)
  %6 = load i64, ptr @RoceRequester__unasked, align 8
  call void @add(ptr %0, i64 %6, i64 1)
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 120
  %8 = load i8, ptr %7, align 8
  %9 = trunc i8 %8 to i1
  br i1 %9, label %16, label %10

10:
  %11 = load i64, ptr @RoceRequester__unasked, align 8
  %12 = call i64 @get_int(ptr %0, i64 %11)
  %13 = load i64, ptr @RoceRequester__ack_every, align 8
  %14 = call i64 @get_int(ptr %0, i64 %13)
  %15 = icmp sge i64 %12, %14
  br label %16

16:
  %17 = phi i1 [ true, %3 ], [ %15, %10 ]
  br i1 %17, label %18, label %28

18:
  %19 = load i64, ptr @RoceRequester__unasked, align 8
  call void @put_int(ptr %0, i64 %19, i64 0)
  %20 = load i64, ptr @RoceRequester__asked, align 8
  %21 = call i64 @time_or_never(ptr %0, i64 %20)
  %22 = getelementptr inbounds nuw i8, ptr %1, i64 88
  %23 = load i64, ptr %22, align 8
  %24 = call i64 @most(i64 %21, i64 %23)
  call void @put_int(ptr %0, i64 %20, i64 %24)
  %25 = load i64, ptr @RoceRequester_deadline_ns, align 8
  %26 = call zeroext i1 @is_none(ptr %0, i64 %25)
  br i1 %26, label %27, label %28

27:
  call void @start_timer(ptr %0, i64 %2)
  br label %28

28:
  %29 = getelementptr inbounds nuw i8, ptr %1, i64 88
  %30 = load i64, ptr %29, align 8
  %31 = load i64, ptr @RoceRequester__sent, align 8
  %32 = call i64 @get_int(ptr %0, i64 %31)
  %33 = icmp slt i64 %30, %32
  br i1 %33, label %34, label %36

34:
  %35 = load i64, ptr @RoceQpCounters_retransmissions, align 8
  call void @add(ptr %5, i64 %35, i64 1)
  br label %45

36:
  %37 = call ptr @integer(i64 %2)
  %38 = load i64, ptr @RoceQpCounters_data_packets, align 8
  call void @add(ptr %5, i64 %38, i64 1)
  %39 = load i64, ptr @RoceRequester__sent, align 8
  call void @add(ptr %0, i64 %39, i64 1)
  %.not = icmp eq ptr %37, null
  br i1 %.not, label %44, label %40

40:
  %41 = load i64, ptr @RoceRequester__first_sent_ns, align 8
  %42 = call ptr @get(ptr %0, i64 %41)
  %43 = call i32 @PyList_Append(ptr %42, ptr nonnull %37)
  br label %44

44:
  call void @Py_DecRef(ptr %37)
  br label %45

45:
  %46 = load i64, ptr @RoceRequester__next, align 8
  call void @add(ptr %0, i64 %46, i64 1)
  %47 = getelementptr inbounds nuw i8, ptr %1, i64 120
  %48 = load i8, ptr %47, align 8
  %49 = trunc i8 %48 to i1
  br i1 %49, label %50, label %52

50:
  %51 = load i64, ptr @RoceRequester__at, align 8
  call void @add(ptr %0, i64 %51, i64 1)
  br label %52

52:
  ret i1 %17
}

declare zeroext i1 @make_frame(ptr, ptr, ptr)

declare void @PyBuffer_Release(ptr)

define internal void @pace(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = load i64, ptr @RoceQueuePair_reaction_point, align 8
  %5 = call ptr @get(ptr %0, i64 %4)
  %6 = load ptr, ptr @the, align 8
  %7 = load i64, ptr @the_None, align 8
  %8 = getelementptr inbounds nuw ptr, ptr %6, i64 %7
  %9 = load ptr, ptr %8, align 8
  %10 = icmp eq ptr %5, %9
  br i1 %10, label %27, label %11

11:
  %12 = call zeroext i1 @is_limited(ptr %5)
  br i1 %12, label %13, label %27

13:
  %14 = add i64 %1, 24
  call void @on_sent(ptr %5, i64 %14, i64 %2)
  %15 = call zeroext i1 @is_limited(ptr %5)
  br i1 %15, label %16, label %27

16:
  %17 = sitofp i64 %14 to double
  %18 = fmul double %17, 8.000000e+09
  %19 = load i64, ptr @RoceReactionPoint_rate_bps, align 8
  %20 = call double @get_float(ptr %5, i64 %19)
  %21 = fdiv double %18, %20
  %22 = fptosi double %21 to i64
  %23 = load i64, ptr @RoceQueuePair__pace_ns, align 8
  %24 = call i64 @get_int(ptr %0, i64 %23)
  %25 = add i64 %24, %22
  %26 = call i64 @most(i64 %25, i64 %2)
  call void @put_int(ptr %0, i64 %23, i64 %26)
  br label %27

27:
  ret void
}

define internal i64 @length_of(ptr %0) nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %3 = load ptr, ptr %2, align 8
  %.not = icmp eq ptr %3, null
  br i1 %.not, label %8, label %4

4:
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %6 = load ptr, ptr %5, align 8
  %7 = call i64 @bytes_size(ptr %6)
  br label %11

8:
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %10 = load i64, ptr %9, align 8
  br label %11

11:
  %12 = phi i64 [ %7, %4 ], [ %10, %8 ]
  ret i64 %12
}

define zeroext i1 @complete_message(ptr %0, i64 %1, ptr %2, i64 %3, ptr %4, i64 %5) nounwind {
  %7 = alloca [2 x ptr], align 16
  %8 = load ptr, ptr @the, align 8
  %9 = load i64, ptr @the_RoceCompletion, align 8
  %10 = getelementptr inbounds nuw ptr, ptr %8, i64 %9
  %11 = load ptr, ptr %10, align 8
  %12 = call ptr @PyType_GenericAlloc(ptr %11, i64 0)
  %.not = icmp eq ptr %12, null
  br i1 %.not, label %59, label %13

13:
  %14 = load i64, ptr @RoceCompletion_kind, align 8
  %15 = load ptr, ptr @the, align 8
  %16 = getelementptr inbounds nuw ptr, ptr %15, i64 %1
  %17 = load ptr, ptr %16, align 8
  %18 = call ptr @kept(ptr %17)
  call void @put(ptr nonnull %12, i64 %14, ptr %18)
  %19 = load i64, ptr @RoceCompletion_status, align 8
  %20 = load ptr, ptr @the, align 8
  %21 = load i64, ptr @the_roce_success, align 8
  %22 = getelementptr inbounds nuw ptr, ptr %20, i64 %21
  %23 = load ptr, ptr %22, align 8
  %24 = call ptr @kept(ptr %23)
  call void @put(ptr nonnull %12, i64 %19, ptr %24)
  %25 = load i64, ptr @RoceCompletion_wr_id, align 8
  %26 = call ptr @kept(ptr %2)
  call void @put(ptr nonnull %12, i64 %25, ptr %26)
  %27 = load i64, ptr @RoceCompletion_length, align 8
  call void @put_int(ptr nonnull %12, i64 %27, i64 %3)
  %28 = load i64, ptr @RoceCompletion_imm, align 8
  %29 = call ptr @kept(ptr %4)
  call void @put(ptr nonnull %12, i64 %28, ptr %29)
  %30 = load i64, ptr @RoceCompletion_time_ns, align 8
  call void @put_int(ptr nonnull %12, i64 %30, i64 %5)
  %31 = load i64, ptr @RoceCompletion_qpn, align 8
  %32 = load i64, ptr @RoceQueuePair_qpn, align 8
  %33 = call ptr @get(ptr %0, i64 %32)
  %34 = call ptr @kept(ptr %33)
  call void @put(ptr nonnull %12, i64 %31, ptr %34)
  %35 = call ptr @PyErr_Occurred()
  %.not25 = icmp eq ptr %35, null
  br i1 %.not25, label %36, label %40

36:
  %37 = load i64, ptr @RoceQueuePair__completions, align 8
  %38 = call ptr @get(ptr %0, i64 %37)
  %39 = call i32 @PyList_Append(ptr %38, ptr nonnull %12)
  %.not26 = icmp eq i32 %39, 0
  br label %40

40:
  %41 = phi i1 [ false, %13 ], [ %.not26, %36 ]
  %42 = load i64, ptr @RoceQueuePair_completion_handler, align 8
  %43 = call ptr @hold(ptr %0, i64 %42)
  store ptr null, ptr %7, align 8
  %44 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %45 = load i64, ptr @RoceCompletion_time_ns, align 8
  %46 = call ptr @hold(ptr nonnull %12, i64 %45)
  store ptr %46, ptr %44, align 8
  br i1 %41, label %47, label %56

47:
  %48 = load ptr, ptr @the, align 8
  %49 = load i64, ptr @the_None, align 8
  %50 = getelementptr inbounds nuw ptr, ptr %48, i64 %49
  %51 = load ptr, ptr %50, align 8
  %.not27 = icmp eq ptr %43, %51
  br i1 %.not27, label %56, label %52

52:
  %53 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %54 = call ptr @PyObject_Vectorcall(ptr %43, ptr nonnull %53, i64 -9223372036854775807, ptr null)
  %55 = call zeroext i1 @done(ptr %54)
  br label %56

56:
  %.024.in = phi i1 [ %55, %52 ], [ %41, %47 ], [ %41, %40 ]
  call void @Py_DecRef(ptr %43)
  %57 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %58 = load ptr, ptr %57, align 8
  call void @Py_DecRef(ptr %58)
  call void @Py_DecRef(ptr nonnull %12)
  br label %59

59:
  %.0 = phi i1 [ %.024.in, %56 ], [ false, %6 ]
  ret i1 %.0
}

declare ptr @PyType_GenericAlloc(ptr, i64)

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

define internal ptr @kept(ptr %0) alwaysinline nounwind {
  call void @Py_IncRef(ptr %0)
  ret ptr %0
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

declare i32 @PyList_Append(ptr, ptr)

define internal ptr @hold(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = call ptr @get(ptr %0, i64 %1)
  %4 = call ptr @kept(ptr %3)
  ret ptr %4
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

declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)

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

define i32 @take_acknowledgement(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = load i64, ptr @RoceQueuePair__requester, align 8
  %5 = call ptr @get(ptr %0, i64 %4)
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %7 = load i64, ptr %6, align 8
  %.not = icmp eq i64 %7, 4
  br i1 %.not, label %8, label %47

8:
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %10 = load ptr, ptr %9, align 8
  %11 = load i8, ptr %10, align 1
  %.not26 = icmp ult i8 %11, 32
  br i1 %.not26, label %12, label %47

12:
  %13 = load ptr, ptr @the, align 8
  %14 = load i64, ptr @the_None, align 8
  %15 = getelementptr inbounds nuw ptr, ptr %13, i64 %14
  %16 = load ptr, ptr %15, align 8
  %17 = icmp eq ptr %5, %16
  br i1 %17, label %47, label %18

18:
  %19 = load i64, ptr @RoceRequester_failure, align 8
  %20 = call zeroext i1 @is_none(ptr %5, i64 %19)
  br i1 %20, label %21, label %47

21:
  %22 = call zeroext i1 @has_plain_limits(ptr %5)
  br i1 %22, label %23, label %47

23:
  %24 = load i64, ptr @RoceRequester__counters, align 8
  %25 = call ptr @get(ptr %5, i64 %24)
  %26 = load i64, ptr @RoceRequester__unacked, align 8
  %27 = call i64 @get_int(ptr %5, i64 %26)
  %28 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %29 = load i64, ptr %28, align 8
  %30 = call i64 @index_of(i64 %29, i64 %27)
  %31 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %32 = load i8, ptr %31, align 8
  %33 = trunc i8 %32 to i1
  br i1 %33, label %34, label %35

34:
  call void @note_mark(ptr %0, i64 %2)
  br label %35

35:
  %36 = load i64, ptr @RoceQpCounters_acks, align 8
  call void @add(ptr %25, i64 %36, i64 1)
  %37 = icmp slt i64 %30, %27
  br i1 %37, label %47, label %38

38:
  %39 = load i64, ptr @RoceRequester__sent, align 8
  %40 = call i64 @get_int(ptr %5, i64 %39)
  %.not27 = icmp slt i64 %30, %40
  br i1 %.not27, label %43, label %41

41:
  %42 = load i64, ptr @RoceQpCounters_ignored, align 8
  call void @add(ptr %25, i64 %42, i64 1)
  br label %47

43:
  call void @Py_IncRef(ptr %5)
  %44 = add i64 %30, 1
  %45 = call zeroext i1 @acknowledged(ptr %0, ptr %5, i64 %44, i64 %2)
  call void @Py_DecRef(ptr %5)
  %46 = select i1 %45, i32 1, i32 2
  br label %47

47:
  %.0 = phi i32 [ 0, %3 ], [ 0, %21 ], [ 0, %18 ], [ 0, %12 ], [ 0, %8 ], [ %46, %43 ], [ 1, %41 ], [ 1, %35 ]
  ret i32 %.0
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

define internal zeroext i1 @has_plain_limits(ptr %0) nounwind {
  %2 = load i64, ptr @RoceRequester__limits, align 8
  %3 = call ptr @get(ptr %0, i64 %2)
  %4 = load i64, ptr @the_RoceRtsAttributes, align 8
  %5 = call zeroext i1 @is_a(ptr %3, i64 %4)
  ret i1 %5
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

declare void @note_mark(ptr, i64)

define internal void @add(ptr %0, i64 %1, i64 %2) alwaysinline nounwind {
  %4 = call i64 @get_int(ptr %0, i64 %1)
  %5 = add i64 %4, %2
  call void @put_int(ptr %0, i64 %1, i64 %5)
  ret void
}

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

define internal zeroext i1 @acknowledged(ptr %0, ptr %1, i64 %2, i64 %3) nounwind {
  %5 = load i64, ptr @RoceRequester__limits, align 8
  %6 = call ptr @get(ptr %1, i64 %5)
  %7 = load i64, ptr @RoceRequester__counters, align 8
  %8 = call ptr @get(ptr %1, i64 %7)
  %9 = load i64, ptr @RoceRequester__first_sent_ns, align 8
  %10 = call ptr @get(ptr %1, i64 %9)
  %11 = call ptr @list_item(ptr %10, i64 0)
  %.not = icmp eq ptr %11, null
  br i1 %.not, label %60, label %12

12:
  %13 = call i64 @value_of(ptr nonnull %11)
  %14 = sub i64 %3, %13
  %15 = load i64, ptr @RoceQpCounters_worst_delivery_ns, align 8
  %16 = call i64 @get_int(ptr %8, i64 %15)
  %17 = icmp sgt i64 %14, %16
  br i1 %17, label %18, label %20

18:
  %19 = load i64, ptr @RoceQpCounters_worst_delivery_ns, align 8
  call void @put_int(ptr %8, i64 %19, i64 %14)
  br label %20

20:
  %21 = load i64, ptr @RoceRequester__unacked, align 8
  %22 = call i64 @get_int(ptr %1, i64 %21)
  %23 = sub i64 %2, %22
  %24 = call i32 @PyList_SetSlice(ptr %10, i64 0, i64 %23, ptr null)
  %.not39 = icmp eq i32 %24, 0
  br i1 %.not39, label %25, label %60

25:
  %26 = load i64, ptr @RoceRequester__unacked, align 8
  call void @put_int(ptr %1, i64 %26, i64 %2)
  %27 = load i64, ptr @RoceRequester__retries, align 8
  %28 = load i64, ptr @RoceRtsAttributes_retry_count, align 8
  %29 = call ptr @get(ptr %6, i64 %28)
  %30 = call ptr @kept(ptr %29)
  call void @put(ptr %1, i64 %27, ptr %30)
  %31 = load i64, ptr @RoceRequester__rnr_retries, align 8
  %32 = load i64, ptr @RoceRtsAttributes_rnr_retry, align 8
  %33 = call ptr @get(ptr %6, i64 %32)
  %34 = call ptr @kept(ptr %33)
  call void @put(ptr %1, i64 %31, ptr %34)
  br label %35

35:
  %.2 = phi i1 [ undef, %25 ], [ %.3, %45 ]
  %36 = load i64, ptr @RoceRequester__requests, align 8
  %37 = call ptr @get(ptr %1, i64 %36)
  %38 = call i64 @list_size(ptr %37)
  %39 = icmp slt i64 %38, 1
  br i1 %39, label %45, label %40

40:
  %41 = call ptr @list_item(ptr %37, i64 0)
  %42 = call i64 @last_of(ptr %41)
  %.not40 = icmp slt i64 %42, %2
  br i1 %.not40, label %43, label %45

43:
  %44 = call zeroext i1 @complete_first(ptr %0, ptr %1, i64 %3)
  %. = select i1 %44, i32 0, i32 1
  %.2. = select i1 %44, i1 %.2, i1 false
  br label %45

45:
  %.038 = phi i32 [ %., %43 ], [ 2, %35 ], [ 2, %40 ]
  %.3 = phi i1 [ %.2., %43 ], [ %.2, %35 ], [ %.2, %40 ]
  switch i32 %.038, label %60 [
    i32 0, label %35
    i32 2, label %46
  ]

46:
  %47 = load i64, ptr @RoceRequester__next, align 8
  %48 = call i64 @get_int(ptr %1, i64 %47)
  %49 = icmp slt i64 %48, %2
  br i1 %49, label %50, label %51

50:
  call void @go_to(ptr %1, i64 %2)
  br label %51

51:
  %52 = load i64, ptr @RoceRequester_deadline_ns, align 8
  call void @put_none(ptr %1, i64 %52)
  %53 = load i64, ptr @RoceRequester__asked, align 8
  %54 = call i64 @time_or_never(ptr %1, i64 %53)
  %.not41 = icmp slt i64 %54, %2
  br i1 %.not41, label %56, label %55

55:
  call void @start_timer(ptr %1, i64 %3)
  br label %58

56:
  %57 = load i64, ptr @RoceRequester__asked, align 8
  call void @put_none(ptr %1, i64 %57)
  br label %58

58:
  %59 = call ptr @PyErr_Occurred()
  %.not42 = icmp eq ptr %59, null
  br label %60

60:
  %.0 = phi i1 [ false, %4 ], [ %.not42, %58 ], [ %.3, %45 ], [ false, %20 ]
  ret i1 %.0
}

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

define internal ptr @type_of(ptr %0) alwaysinline nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %3 = load ptr, ptr %2, align 8
  ret ptr %3
}

define internal double @get_float(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = call zeroext i1 @is_unboxed(i64 %1)
  br i1 %3, label %4, label %7

4:
  %5 = call ptr @place_of(ptr %0, i64 %1)
  %6 = load double, ptr %5, align 8
  br label %10

7:
  %8 = call ptr @get(ptr %0, i64 %1)
  %9 = call double @PyFloat_AsDouble(ptr %8)
  br label %10

10:
  %11 = phi double [ %6, %4 ], [ %9, %7 ]
  ret double %11
}

declare double @PyFloat_AsDouble(ptr)

declare zeroext i1 @makes_frames(ptr)

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

declare i32 @PyObject_GetBuffer(ptr, ptr, i32)

define internal i64 @least(i64 %0, i64 %1) nounwind {
  %3 = icmp slt i64 %0, %1
  %. = select i1 %3, i64 %0, i64 %1
  ret i64 %.
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

declare i64 @PyList_Size(ptr)

declare ptr @PyList_GetItem(ptr, i64)

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

define internal ptr @write_64(ptr %0, i64 %1) nounwind {
  %3 = lshr i64 %1, 32
  %4 = call ptr @write_32(ptr %0, i64 %3)
  %5 = call ptr @write_32(ptr %4, i64 %1)
  ret ptr %5
}

declare i64 @PyLong_AsUnsignedLongLong(ptr)

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

define internal i64 @most(i64 %0, i64 %1) nounwind {
  %3 = icmp sgt i64 %0, %1
  %. = select i1 %3, i64 %0, i64 %1
  ret i64 %.
}

define internal i64 @time_or_never(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = call zeroext i1 @is_none(ptr %0, i64 %1)
  br i1 %3, label %6, label %4

4:
  %5 = call i64 @get_int(ptr %0, i64 %1)
  br label %6

6:
  %7 = phi i64 [ %5, %4 ], [ -1, %2 ]
  ret i64 %7
}

define internal void @start_timer(ptr %0, i64 %1) nounwind {
  %3 = load i64, ptr @RoceRequester__limits, align 8
  %4 = call ptr @get(ptr %0, i64 %3)
  %5 = load i64, ptr @RoceRtsAttributes_timeout, align 8
  %6 = call i64 @get_int(ptr %4, i64 %5)
  %.not = icmp eq i64 %6, 0
  br i1 %.not, label %12, label %7

7:
  %8 = load i64, ptr @RoceRequester_deadline_ns, align 8
  %9 = and i64 %6, 31
  %10 = shl nuw nsw i64 4096, %9
  %11 = add i64 %1, %10
  call void @put_int(ptr %0, i64 %8, i64 %11)
  br label %14

12:
  %13 = load i64, ptr @RoceRequester_deadline_ns, align 8
  call void @put_none(ptr %0, i64 %13)
  br label %14

14:
  ret void
}

define internal ptr @integer(i64 %0) alwaysinline nounwind {
  %2 = call ptr @PyLong_FromLong(i64 %0)
  ret ptr %2
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

declare ptr @PyLong_FromLong(i64)

define internal zeroext i1 @is_limited(ptr %0) nounwind {
  %2 = load i64, ptr @RoceReactionPoint__limited, align 8
  %3 = call zeroext i1 @is_true(ptr %0, i64 %2)
  ret i1 %3
}

define internal void @on_sent(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = load i64, ptr @RoceReactionPoint__p, align 8
  %5 = call ptr @get(ptr %0, i64 %4)
  %6 = load i64, ptr @RoceDcqcnParameters_byte_counter, align 8
  %7 = call i64 @get_int(ptr %5, i64 %6)
  call void @advance(ptr %0, i64 %2)
  %8 = load i64, ptr @RoceReactionPoint__sent, align 8
  call void @add(ptr %0, i64 %8, i64 %1)
  br label %9

9:
  %10 = call zeroext i1 @is_limited(ptr %0)
  %11 = icmp sgt i64 %7, 0
  %or.cond = select i1 %10, i1 %11, i1 false
  br i1 %or.cond, label %12, label %.critedge

12:
  %13 = load i64, ptr @RoceReactionPoint__sent, align 8
  %14 = call i64 @get_int(ptr %0, i64 %13)
  %15 = icmp sge i64 %14, %7
  br i1 %15, label %16, label %.critedge

16:
  %17 = load i64, ptr @RoceReactionPoint__sent, align 8
  %18 = sub i64 0, %7
  call void @add(ptr %0, i64 %17, i64 %18)
  %19 = load i64, ptr @RoceReactionPoint__by_bytes, align 8
  call void @add(ptr %0, i64 %19, i64 1)
  call void @increase(ptr %0)
  br label %9

.critedge:
  ret void
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

declare zeroext i1 @counts_as_true(ptr)

define internal void @advance(ptr %0, i64 %1) nounwind {
  %3 = load i64, ptr @RoceReactionPoint__p, align 8
  %4 = call ptr @get(ptr %0, i64 %3)
  %5 = load i64, ptr @RoceDcqcnParameters_increase_timer_ns, align 8
  %6 = call i64 @get_int(ptr %4, i64 %5)
  %7 = load i64, ptr @RoceReactionPoint__timer_ns, align 8
  %8 = call zeroext i1 @is_none(ptr %0, i64 %7)
  br i1 %8, label %9, label %11

9:
  %10 = load i64, ptr @RoceReactionPoint__timer_ns, align 8
  call void @put_int(ptr %0, i64 %10, i64 %1)
  br label %11

11:
  br label %12

12:
  %13 = call zeroext i1 @is_limited(ptr %0)
  %14 = icmp sgt i64 %6, 0
  %or.cond = select i1 %13, i1 %14, i1 false
  br i1 %or.cond, label %15, label %.critedge

15:
  %16 = load i64, ptr @RoceReactionPoint__timer_ns, align 8
  %17 = call i64 @get_int(ptr %0, i64 %16)
  %18 = sub i64 %1, %17
  %19 = icmp sge i64 %18, %6
  br i1 %19, label %20, label %.critedge

20:
  %21 = load i64, ptr @RoceReactionPoint__timer_ns, align 8
  call void @add(ptr %0, i64 %21, i64 %6)
  %22 = load i64, ptr @RoceReactionPoint__by_time, align 8
  call void @add(ptr %0, i64 %22, i64 1)
  call void @increase(ptr %0)
  br label %12

.critedge:
  ret void
}

define internal void @increase(ptr %0) nounwind {
  %2 = load i64, ptr @RoceReactionPoint__p, align 8
  %3 = call ptr @get(ptr %0, i64 %2)
  %4 = load i64, ptr @RoceReactionPoint__by_time, align 8
  %5 = call i64 @get_int(ptr %0, i64 %4)
  %6 = load i64, ptr @RoceReactionPoint__by_bytes, align 8
  %7 = call i64 @get_int(ptr %0, i64 %6)
  %8 = load i64, ptr @RoceDcqcnParameters_fast_recovery, align 8
  %9 = call i64 @get_int(ptr %3, i64 %8)
  %10 = call i64 @least(i64 %5, i64 %7)
  %11 = sub i64 %10, %9
  %12 = load i64, ptr @RoceReactionPoint_target_bps, align 8
  %13 = call double @get_float(ptr %0, i64 %12)
  %14 = load i64, ptr @RoceReactionPoint__line_bps, align 8
  %15 = call double @get_float(ptr %0, i64 %14)
  %16 = icmp sgt i64 %11, 0
  br i1 %16, label %17, label %23

17:
  %18 = load i64, ptr @RoceDcqcnParameters_hyper_bps, align 8
  %19 = call i64 @get_int(ptr %3, i64 %18)
  %20 = mul i64 %11, %19
  %21 = sitofp i64 %20 to double
  %22 = fadd double %13, %21
  br label %30

23:
  %24 = call i64 @most(i64 %5, i64 %7)
  %.not = icmp slt i64 %24, %9
  br i1 %.not, label %30, label %25

25:
  %26 = load i64, ptr @RoceDcqcnParameters_additive_bps, align 8
  %27 = call i64 @get_int(ptr %3, i64 %26)
  %28 = sitofp i64 %27 to double
  %29 = fadd double %13, %28
  br label %30

30:
  %.030 = phi double [ %22, %17 ], [ %29, %25 ], [ %13, %23 ]
  %31 = fcmp ogt double %.030, %15
  %.2 = select i1 %31, double %15, double %.030
  %32 = load i64, ptr @RoceReactionPoint_rate_bps, align 8
  %33 = call double @get_float(ptr %0, i64 %32)
  %34 = fadd double %.2, %33
  %35 = fmul double %34, 5.000000e-01
  %36 = fmul double %15, 0x3FEFF7CED916872B
  %37 = fcmp ult double %35, %36
  br i1 %37, label %40, label %38

38:
  %39 = load i64, ptr @RoceReactionPoint__limited, align 8
  call void @put_bool(ptr %0, i64 %39, i1 zeroext false)
  br label %40

40:
  %.3 = phi double [ %15, %38 ], [ %.2, %30 ]
  %.0 = phi double [ %15, %38 ], [ %35, %30 ]
  %41 = load i64, ptr @RoceReactionPoint_target_bps, align 8
  call void @put_float(ptr %0, i64 %41, double %.3)
  %42 = load i64, ptr @RoceReactionPoint_rate_bps, align 8
  call void @put_float(ptr %0, i64 %42, double %.0)
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

define internal void @put_float(ptr %0, i64 %1, double %2) alwaysinline nounwind {
  %4 = call zeroext i1 @is_unboxed(i64 %1)
  br i1 %4, label %5, label %7

5:
  %6 = call ptr @place_of(ptr %0, i64 %1)
  store double %2, ptr %6, align 8
  br label %9

7:
  %8 = call ptr @PyFloat_FromDouble(double %2)
  call void @put(ptr %0, i64 %1, ptr %8)
  br label %9

9:
  ret void
}

declare ptr @PyFloat_FromDouble(double)

define internal i64 @bytes_size(ptr %0) alwaysinline nounwind {
  %2 = load i64, ptr @the_bytes, align 8
  %3 = call zeroext i1 @is_a(ptr %0, i64 %2)
  br i1 %3, label %4, label %6

4:
  %5 = call i64 @word_of(ptr %0, i64 2)
  br label %8

6:
  %7 = call i64 @PyBytes_Size(ptr %0)
  br label %8

8:
  %9 = phi i64 [ %5, %4 ], [ %7, %6 ]
  ret i64 %9
}

declare i64 @PyBytes_Size(ptr)

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

define internal zeroext i1 @is_held_once(ptr %0) alwaysinline nounwind {
  %2 = load i64, ptr %0, align 8
  %3 = icmp eq i64 %2, 1
  ret i1 %3
}

declare void @_Py_Dealloc(ptr)

declare i32 @PyList_SetSlice(ptr, i64, i64, ptr)

define internal i64 @last_of(ptr %0) nounwind {
  %2 = load i64, ptr @RoceSendRequest_first, align 8
  %3 = call i64 @get_int(ptr %0, i64 %2)
  %4 = load i64, ptr @RoceSendRequest_packets, align 8
  %5 = call i64 @get_int(ptr %0, i64 %4)
  %6 = add i64 %3, %5
  %7 = add i64 %6, -1
  ret i64 %7
}

define internal zeroext i1 @complete_first(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = load i64, ptr @RoceRequester__requests, align 8
  %5 = call ptr @get(ptr %1, i64 %4)
  %6 = call ptr @list_item(ptr %5, i64 0)
  %7 = call ptr @kept(ptr %6)
  %8 = load i64, ptr @RoceSendRequest_operation, align 8
  %9 = call ptr @get(ptr %7, i64 %8)
  %10 = load ptr, ptr @the, align 8
  %11 = load i64, ptr @the_roce_write, align 8
  %12 = getelementptr inbounds nuw ptr, ptr %10, i64 %11
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %9, %13
  %the_roce_sends_write.the_roce_sends_send = select i1 %14, ptr @the_roce_sends_write, ptr @the_roce_sends_send
  %15 = load i64, ptr %the_roce_sends_write.the_roce_sends_send, align 8
  %16 = load i64, ptr @RoceRequester__at, align 8
  call void @add(ptr %1, i64 %16, i64 -1)
  %17 = call i32 @PyList_SetSlice(ptr %5, i64 0, i64 1, ptr null)
  %.not = icmp eq i32 %17, 0
  br i1 %.not, label %18, label %29

18:
  %19 = load i64, ptr @RoceSendRequest_wr_id, align 8
  %20 = call ptr @get(ptr %7, i64 %19)
  %21 = load i64, ptr @RoceSendRequest_data, align 8
  %22 = call ptr @get(ptr %7, i64 %21)
  %23 = call i64 @size_of(ptr %22)
  %24 = load ptr, ptr @the, align 8
  %25 = load i64, ptr @the_None, align 8
  %26 = getelementptr inbounds nuw ptr, ptr %24, i64 %25
  %27 = load ptr, ptr %26, align 8
  %28 = call zeroext i1 @complete_message(ptr %0, i64 %15, ptr %20, i64 %23, ptr %27, i64 %2)
  br label %29

29:
  %30 = phi i1 [ false, %3 ], [ %28, %18 ]
  call void @Py_DecRef(ptr %7)
  ret i1 %30
}

define internal void @go_to(ptr %0, i64 %1) nounwind {
  %3 = load i64, ptr @RoceRequester__requests, align 8
  %4 = call ptr @get(ptr %0, i64 %3)
  br label %5

5:
  %.0 = phi i64 [ 0, %2 ], [ %13, %12 ]
  %6 = call i64 @list_size(ptr %4)
  %7 = icmp slt i64 %.0, %6
  br i1 %7, label %8, label %.critedge

8:
  %9 = call ptr @list_item(ptr %4, i64 %.0)
  %10 = call i64 @last_of(ptr %9)
  %11 = icmp slt i64 %10, %1
  br i1 %11, label %12, label %.critedge

12:
  %13 = add i64 %.0, 1
  br label %5

.critedge:
  %14 = load i64, ptr @RoceRequester__next, align 8
  call void @put_int(ptr %0, i64 %14, i64 %1)
  %15 = load i64, ptr @RoceRequester__at, align 8
  call void @put_int(ptr %0, i64 %15, i64 %.0)
  ret void
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

declare i64 @PyObject_Size(ptr)
