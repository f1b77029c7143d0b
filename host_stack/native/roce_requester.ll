; SPDX-License-Identifier: Apache-2.0
; Made of roce_requester.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 e53e94a080703d05d68bad2e43873e7a7c57dd0d255b55d5bde71a72acd84333
%struct.packet_out = type { ptr, %struct.view, i64, i64, i64, i64, i8 }
%struct.view = type { ptr, ptr, i64, [7 x i64] }
%struct.content = type { i64, i64, i64, i8, ptr, ptr, i64, i64 }
%struct.leaving = type { ptr, i64, i64, ptr, i64 }
%struct.arrived = type { ptr, ptr, ptr, i64, i64, i64, i8, i8 }

@RoceQueuePair__requester = external constant i64, align 8
@RoceRequester__frames = external constant i64, align 8
@RoceSendRequest_imm = external constant i64, align 8
@RoceQpFrames__classes = external constant i64, align 8
@RoceTrafficClasses_data = external constant i64, align 8
@the = external global ptr, align 8
@the_None = external constant i64, align 8
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
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca %struct.packet_out, align 8
  %11 = alloca i32, align 4
  %12 = alloca [20 x i8], align 16
  %13 = alloca ptr, align 8
  %14 = alloca %struct.content, align 8
  %15 = alloca i8, align 1
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  %16 = load ptr, ptr %5, align 8
  %17 = load i64, ptr @RoceQueuePair__requester, align 8
  %18 = call ptr @get(ptr %16, i64 %17)
  store ptr %18, ptr %8, align 8
  %19 = load ptr, ptr %8, align 8
  %20 = load i64, ptr @RoceRequester__frames, align 8
  %21 = call ptr @get(ptr %19, i64 %20)
  store ptr %21, ptr %9, align 8
  %22 = load ptr, ptr %5, align 8
  %23 = call zeroext i1 @has_a_rate(ptr %22)
  br i1 %23, label %24, label %27

24:
  %25 = load ptr, ptr %8, align 8
  %26 = call zeroext i1 @next_packet(ptr %25, ptr %10)
  br i1 %26, label %32, label %27

27:
  %28 = call ptr @PyErr_Occurred()
  %29 = icmp ne ptr %28, null
  %30 = zext i1 %29 to i64
  %31 = select i1 %29, i32 2, i32 0
  store i32 %31, ptr %4, align 4
  store i32 1, ptr %11, align 4
  br label %97

32:
  %33 = getelementptr inbounds nuw %struct.packet_out, ptr %10, i32 0, i32 0
  %34 = load ptr, ptr %33, align 8
  %35 = load i64, ptr @RoceSendRequest_imm, align 8
  %36 = call ptr @get(ptr %34, i64 %35)
  store ptr %36, ptr %13, align 8
  %37 = getelementptr inbounds nuw %struct.content, ptr %14, i32 0, i32 0
  %38 = load ptr, ptr %9, align 8
  %39 = load i64, ptr @RoceQpFrames__classes, align 8
  %40 = call ptr @get(ptr %38, i64 %39)
  %41 = load i64, ptr @RoceTrafficClasses_data, align 8
  %42 = call i64 @get_int(ptr %40, i64 %41)
  %43 = shl i64 %42, 2
  %44 = or i64 %43, 2
  store i64 %44, ptr %37, align 8
  %45 = getelementptr inbounds nuw %struct.content, ptr %14, i32 0, i32 1
  %46 = load ptr, ptr %13, align 8
  %47 = load ptr, ptr @the, align 8
  %48 = load i64, ptr @the_None, align 8
  %49 = getelementptr inbounds nuw ptr, ptr %47, i64 %48
  %50 = load ptr, ptr %49, align 8
  %51 = icmp ne ptr %46, %50
  %52 = call i64 @opcode_of(ptr %10, i1 zeroext %51)
  store i64 %52, ptr %45, align 8
  %53 = getelementptr inbounds nuw %struct.content, ptr %14, i32 0, i32 2
  %54 = getelementptr inbounds nuw %struct.packet_out, ptr %10, i32 0, i32 2
  %55 = load i64, ptr %54, align 8
  store i64 %55, ptr %53, align 8
  %56 = getelementptr inbounds nuw %struct.content, ptr %14, i32 0, i32 3
  store i8 0, ptr %56, align 8
  %57 = getelementptr i8, ptr %14, i64 25
  call void @llvm.memset.p0.i64(ptr align 1 %57, i8 0, i64 7, i1 false)
  %58 = getelementptr inbounds nuw %struct.content, ptr %14, i32 0, i32 4
  %59 = getelementptr inbounds [20 x i8], ptr %12, i64 0, i64 0
  store ptr %59, ptr %58, align 8
  %60 = getelementptr inbounds nuw %struct.content, ptr %14, i32 0, i32 5
  %61 = getelementptr inbounds nuw %struct.packet_out, ptr %10, i32 0, i32 1
  %62 = getelementptr inbounds nuw %struct.view, ptr %61, i32 0, i32 0
  %63 = load ptr, ptr %62, align 8
  %64 = getelementptr inbounds nuw %struct.packet_out, ptr %10, i32 0, i32 4
  %65 = load i64, ptr %64, align 8
  %66 = getelementptr inbounds i8, ptr %63, i64 %65
  store ptr %66, ptr %60, align 8
  %67 = getelementptr inbounds nuw %struct.content, ptr %14, i32 0, i32 6
  store i64 0, ptr %67, align 8
  %68 = getelementptr inbounds nuw %struct.content, ptr %14, i32 0, i32 7
  %69 = getelementptr inbounds nuw %struct.packet_out, ptr %10, i32 0, i32 5
  %70 = load i64, ptr %69, align 8
  store i64 %70, ptr %68, align 8
  %71 = getelementptr inbounds [20 x i8], ptr %12, i64 0, i64 0
  %72 = load ptr, ptr %13, align 8
  %73 = call i64 @write_headers(ptr %71, ptr %10, ptr %72)
  %74 = getelementptr inbounds nuw %struct.content, ptr %14, i32 0, i32 6
  store i64 %73, ptr %74, align 8
  %75 = load ptr, ptr %8, align 8
  %76 = load i64, ptr %6, align 8
  %77 = call zeroext i1 @leaves(ptr %75, ptr %10, i64 %76)
  %78 = getelementptr inbounds nuw %struct.content, ptr %14, i32 0, i32 3
  %79 = zext i1 %77 to i8
  store i8 %79, ptr %78, align 8
  %80 = load ptr, ptr %9, align 8
  %81 = load ptr, ptr %7, align 8
  %82 = call zeroext i1 @make_frame(ptr %80, ptr %14, ptr %81)
  %83 = zext i1 %82 to i8
  store i8 %83, ptr %15, align 1
  %84 = getelementptr inbounds nuw %struct.packet_out, ptr %10, i32 0, i32 1
  call void @PyBuffer_Release(ptr %84)
  %85 = load i8, ptr %15, align 1
  %86 = trunc i8 %85 to i1
  br i1 %86, label %87, label %92

87:
  %88 = load ptr, ptr %5, align 8
  %89 = load ptr, ptr %7, align 8
  %90 = call i64 @length_of(ptr %89)
  %91 = load i64, ptr %6, align 8
  call void @pace(ptr %88, i64 %90, i64 %91)
  br label %92

92:
  %93 = call ptr @PyErr_Occurred()
  %94 = icmp ne ptr %93, null
  %95 = zext i1 %94 to i64
  %96 = select i1 %94, i32 2, i32 1
  store i32 %96, ptr %4, align 4
  store i32 1, ptr %11, align 4
  br label %97

97:
  %98 = load i32, ptr %4, align 4
  ret i32 %98
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

define internal zeroext i1 @has_a_rate(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %4 = load ptr, ptr %2, align 8
  %5 = load i64, ptr @RoceQueuePair_reaction_point, align 8
  %6 = call ptr @get(ptr %4, i64 %5)
  store ptr %6, ptr %3, align 8
  %7 = load ptr, ptr %3, align 8
  %8 = load ptr, ptr @the, align 8
  %9 = load i64, ptr @the_None, align 8
  %10 = getelementptr inbounds nuw ptr, ptr %8, i64 %9
  %11 = load ptr, ptr %10, align 8
  %12 = icmp eq ptr %7, %11
  br i1 %12, label %18, label %13

13:
  %14 = load ptr, ptr %3, align 8
  %15 = load i64, ptr @RoceReactionPoint_rate_bps, align 8
  %16 = call double @get_float(ptr %14, i64 %15)
  %17 = fcmp oge double %16, 1.000000e+00
  br label %18

18:
  %19 = phi i1 [ true, %1 ], [ %17, %13 ]
  ret i1 %19
}

define internal zeroext i1 @next_packet(ptr %0, ptr %1) nounwind {
  %3 = alloca i1, align 1
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %11 = load ptr, ptr %4, align 8
  %12 = load i64, ptr @RoceRequester__requests, align 8
  %13 = call ptr @get(ptr %11, i64 %12)
  store ptr %13, ptr %6, align 8
  %14 = load ptr, ptr %4, align 8
  %15 = load i64, ptr @RoceRequester__at, align 8
  %16 = call i64 @get_int(ptr %14, i64 %15)
  store i64 %16, ptr %7, align 8
  %17 = load ptr, ptr %4, align 8
  %18 = load i64, ptr @RoceRequester__mtu, align 8
  %19 = call i64 @get_int(ptr %17, i64 %18)
  store i64 %19, ptr %8, align 8
  %20 = load ptr, ptr %4, align 8
  %21 = load i64, ptr @RoceRequester__frames, align 8
  %22 = call ptr @get(ptr %20, i64 %21)
  %23 = call zeroext i1 @makes_frames(ptr %22)
  br i1 %23, label %24, label %35

24:
  %25 = load ptr, ptr %4, align 8
  %26 = call zeroext i1 @has_plain_limits(ptr %25)
  br i1 %26, label %27, label %35

27:
  %28 = load i64, ptr %7, align 8
  %29 = icmp slt i64 %28, 0
  br i1 %29, label %35, label %30

30:
  %31 = load i64, ptr %7, align 8
  %32 = load ptr, ptr %6, align 8
  %33 = call i64 @list_size(ptr %32)
  %34 = icmp sge i64 %31, %33
  br i1 %34, label %35, label %36

35:
  store i1 false, ptr %3, align 1
  store i32 1, ptr %9, align 4
  br label %145

36:
  %37 = load ptr, ptr %6, align 8
  %38 = load i64, ptr %7, align 8
  %39 = call ptr @list_item(ptr %37, i64 %38)
  %40 = load ptr, ptr %5, align 8
  %41 = getelementptr inbounds nuw %struct.packet_out, ptr %40, i32 0, i32 0
  store ptr %39, ptr %41, align 8
  %42 = load ptr, ptr %5, align 8
  %43 = getelementptr inbounds nuw %struct.packet_out, ptr %42, i32 0, i32 0
  %44 = load ptr, ptr %43, align 8
  %45 = load i64, ptr @RoceSendRequest_operation, align 8
  %46 = call ptr @get(ptr %44, i64 %45)
  %47 = load ptr, ptr @the, align 8
  %48 = load i64, ptr @the_roce_write, align 8
  %49 = getelementptr inbounds nuw ptr, ptr %47, i64 %48
  %50 = load ptr, ptr %49, align 8
  %51 = icmp ne ptr %46, %50
  br i1 %51, label %58, label %52

52:
  %53 = load i64, ptr %8, align 8
  %54 = icmp slt i64 %53, 1
  br i1 %54, label %58, label %55

55:
  %56 = load i64, ptr %8, align 8
  %57 = icmp sgt i64 %56, 4096
  br i1 %57, label %58, label %59

58:
  store i1 false, ptr %3, align 1
  store i32 1, ptr %9, align 4
  br label %145

59:
  %60 = load ptr, ptr %4, align 8
  %61 = load i64, ptr @RoceRequester__next, align 8
  %62 = call i64 @get_int(ptr %60, i64 %61)
  %63 = load ptr, ptr %5, align 8
  %64 = getelementptr inbounds nuw %struct.packet_out, ptr %63, i32 0, i32 2
  store i64 %62, ptr %64, align 8
  %65 = load ptr, ptr %5, align 8
  %66 = getelementptr inbounds nuw %struct.packet_out, ptr %65, i32 0, i32 2
  %67 = load i64, ptr %66, align 8
  %68 = load ptr, ptr %5, align 8
  %69 = getelementptr inbounds nuw %struct.packet_out, ptr %68, i32 0, i32 0
  %70 = load ptr, ptr %69, align 8
  %71 = load i64, ptr @RoceSendRequest_first, align 8
  %72 = call i64 @get_int(ptr %70, i64 %71)
  %73 = sub i64 %67, %72
  %74 = load ptr, ptr %5, align 8
  %75 = getelementptr inbounds nuw %struct.packet_out, ptr %74, i32 0, i32 3
  store i64 %73, ptr %75, align 8
  %76 = load ptr, ptr %5, align 8
  %77 = getelementptr inbounds nuw %struct.packet_out, ptr %76, i32 0, i32 0
  %78 = load ptr, ptr %77, align 8
  %79 = load i64, ptr @RoceSendRequest_packets, align 8
  %80 = call i64 @get_int(ptr %78, i64 %79)
  store i64 %80, ptr %10, align 8
  %81 = load ptr, ptr %5, align 8
  %82 = getelementptr inbounds nuw %struct.packet_out, ptr %81, i32 0, i32 3
  %83 = load i64, ptr %82, align 8
  %84 = load i64, ptr %10, align 8
  %85 = sub i64 %84, 1
  %86 = icmp eq i64 %83, %85
  %87 = load ptr, ptr %5, align 8
  %88 = getelementptr inbounds nuw %struct.packet_out, ptr %87, i32 0, i32 6
  %89 = zext i1 %86 to i8
  store i8 %89, ptr %88, align 8
  %90 = load ptr, ptr %5, align 8
  %91 = getelementptr inbounds nuw %struct.packet_out, ptr %90, i32 0, i32 3
  %92 = load i64, ptr %91, align 8
  %93 = load i64, ptr %8, align 8
  %94 = mul i64 %92, %93
  %95 = load ptr, ptr %5, align 8
  %96 = getelementptr inbounds nuw %struct.packet_out, ptr %95, i32 0, i32 4
  store i64 %94, ptr %96, align 8
  %97 = load ptr, ptr %5, align 8
  %98 = getelementptr inbounds nuw %struct.packet_out, ptr %97, i32 0, i32 3
  %99 = load i64, ptr %98, align 8
  %100 = icmp slt i64 %99, 0
  br i1 %100, label %122, label %101

101:
  %102 = load ptr, ptr %5, align 8
  %103 = getelementptr inbounds nuw %struct.packet_out, ptr %102, i32 0, i32 3
  %104 = load i64, ptr %103, align 8
  %105 = load i64, ptr %10, align 8
  %106 = icmp sge i64 %104, %105
  br i1 %106, label %122, label %107

107:
  %108 = load ptr, ptr %5, align 8
  %109 = getelementptr inbounds nuw %struct.packet_out, ptr %108, i32 0, i32 3
  %110 = load i64, ptr %109, align 8
  %111 = icmp sgt i64 %110, 1073741824
  br i1 %111, label %122, label %112

112:
  %113 = load ptr, ptr %5, align 8
  %114 = getelementptr inbounds nuw %struct.packet_out, ptr %113, i32 0, i32 0
  %115 = load ptr, ptr %114, align 8
  %116 = load i64, ptr @RoceSendRequest_data, align 8
  %117 = call ptr @get(ptr %115, i64 %116)
  %118 = load ptr, ptr %5, align 8
  %119 = getelementptr inbounds nuw %struct.packet_out, ptr %118, i32 0, i32 1
  %120 = call i32 @PyObject_GetBuffer(ptr %117, ptr %119, i32 0)
  %121 = icmp ne i32 %120, 0
  br i1 %121, label %122, label %123

122:
  store i1 false, ptr %3, align 1
  store i32 1, ptr %9, align 4
  br label %144

123:
  %124 = load ptr, ptr %5, align 8
  %125 = getelementptr inbounds nuw %struct.packet_out, ptr %124, i32 0, i32 1
  %126 = getelementptr inbounds nuw %struct.view, ptr %125, i32 0, i32 2
  %127 = load i64, ptr %126, align 8
  %128 = load ptr, ptr %5, align 8
  %129 = getelementptr inbounds nuw %struct.packet_out, ptr %128, i32 0, i32 4
  %130 = load i64, ptr %129, align 8
  %131 = sub i64 %127, %130
  %132 = load i64, ptr %8, align 8
  %133 = call i64 @least(i64 %131, i64 %132)
  %134 = load ptr, ptr %5, align 8
  %135 = getelementptr inbounds nuw %struct.packet_out, ptr %134, i32 0, i32 5
  store i64 %133, ptr %135, align 8
  %136 = load ptr, ptr %5, align 8
  %137 = getelementptr inbounds nuw %struct.packet_out, ptr %136, i32 0, i32 5
  %138 = load i64, ptr %137, align 8
  %139 = icmp sge i64 %138, 0
  br i1 %139, label %140, label %141

140:
  store i1 true, ptr %3, align 1
  store i32 1, ptr %9, align 4
  br label %144

141:
  %142 = load ptr, ptr %5, align 8
  %143 = getelementptr inbounds nuw %struct.packet_out, ptr %142, i32 0, i32 1
  call void @PyBuffer_Release(ptr %143)
  store i1 false, ptr %3, align 1
  store i32 1, ptr %9, align 4
  br label %144

144:
  br label %145

145:
  %146 = load i1, ptr %3, align 1
  ret i1 %146
}

declare ptr @PyErr_Occurred()

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

define internal i64 @opcode_of(ptr %0, i1 zeroext %1) nounwind {
  %3 = alloca i64, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i8, align 1
  store ptr %0, ptr %4, align 8
  %6 = zext i1 %1 to i8
  store i8 %6, ptr %5, align 1
  %7 = load ptr, ptr %4, align 8
  %8 = getelementptr inbounds nuw %struct.packet_out, ptr %7, i32 0, i32 6
  %9 = load i8, ptr %8, align 8
  %10 = trunc i8 %9 to i1
  br i1 %10, label %19, label %11

11:
  %12 = load ptr, ptr %4, align 8
  %13 = getelementptr inbounds nuw %struct.packet_out, ptr %12, i32 0, i32 3
  %14 = load i64, ptr %13, align 8
  %15 = icmp ne i64 %14, 0
  %16 = zext i1 %15 to i64
  %17 = select i1 %15, i32 7, i32 6
  %18 = sext i32 %17 to i64
  store i64 %18, ptr %3, align 8
  br label %31

19:
  %20 = load ptr, ptr %4, align 8
  %21 = getelementptr inbounds nuw %struct.packet_out, ptr %20, i32 0, i32 3
  %22 = load i64, ptr %21, align 8
  %23 = icmp ne i64 %22, 0
  %24 = zext i1 %23 to i64
  %25 = select i1 %23, i32 8, i32 10
  %26 = load i8, ptr %5, align 1
  %27 = trunc i8 %26 to i1
  %28 = zext i1 %27 to i32
  %29 = add i32 %25, %28
  %30 = sext i32 %29 to i64
  store i64 %30, ptr %3, align 8
  br label %31

31:
  %32 = load i64, ptr %3, align 8
  ret i64 %32
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define internal i64 @write_headers(ptr %0, ptr %1, ptr %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %8 = load ptr, ptr %4, align 8
  store ptr %8, ptr %7, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = getelementptr inbounds nuw %struct.packet_out, ptr %9, i32 0, i32 3
  %11 = load i64, ptr %10, align 8
  %12 = icmp ne i64 %11, 0
  br i1 %12, label %34, label %13

13:
  %14 = load ptr, ptr %7, align 8
  %15 = load ptr, ptr %5, align 8
  %16 = getelementptr inbounds nuw %struct.packet_out, ptr %15, i32 0, i32 0
  %17 = load ptr, ptr %16, align 8
  %18 = load i64, ptr @RoceSendRequest_address, align 8
  %19 = call ptr @get(ptr %17, i64 %18)
  %20 = call i64 @PyLong_AsUnsignedLongLong(ptr %19)
  %21 = call ptr @write_64(ptr %14, i64 %20)
  store ptr %21, ptr %7, align 8
  %22 = load ptr, ptr %7, align 8
  %23 = load ptr, ptr %5, align 8
  %24 = getelementptr inbounds nuw %struct.packet_out, ptr %23, i32 0, i32 0
  %25 = load ptr, ptr %24, align 8
  %26 = load i64, ptr @RoceSendRequest_r_key, align 8
  %27 = call i64 @get_int(ptr %25, i64 %26)
  %28 = call ptr @write_32(ptr %22, i64 %27)
  %29 = load ptr, ptr %5, align 8
  %30 = getelementptr inbounds nuw %struct.packet_out, ptr %29, i32 0, i32 1
  %31 = getelementptr inbounds nuw %struct.view, ptr %30, i32 0, i32 2
  %32 = load i64, ptr %31, align 8
  %33 = call ptr @write_32(ptr %28, i64 %32)
  store ptr %33, ptr %7, align 8
  br label %34

34:
  %35 = load ptr, ptr %5, align 8
  %36 = getelementptr inbounds nuw %struct.packet_out, ptr %35, i32 0, i32 6
  %37 = load i8, ptr %36, align 8
  %38 = trunc i8 %37 to i1
  br i1 %38, label %39, label %51

39:
  %40 = load ptr, ptr %6, align 8
  %41 = load ptr, ptr @the, align 8
  %42 = load i64, ptr @the_None, align 8
  %43 = getelementptr inbounds nuw ptr, ptr %41, i64 %42
  %44 = load ptr, ptr %43, align 8
  %45 = icmp ne ptr %40, %44
  br i1 %45, label %46, label %51

46:
  %47 = load ptr, ptr %7, align 8
  %48 = load ptr, ptr %6, align 8
  %49 = call i64 @value_of(ptr %48)
  %50 = call ptr @write_32(ptr %47, i64 %49)
  store ptr %50, ptr %7, align 8
  br label %51

51:
  %52 = load ptr, ptr %7, align 8
  %53 = load ptr, ptr %4, align 8
  %54 = ptrtoint ptr %52 to i64
  %55 = ptrtoint ptr %53 to i64
  %56 = sub i64 %54, %55
  ret i64 %56
}

define internal zeroext i1 @leaves(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i8, align 1
  %9 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %10 = load ptr, ptr %4, align 8
  %11 = load i64, ptr @RoceRequester__counters, align 8
  %12 = call ptr @get(ptr %10, i64 %11)
  store ptr %12, ptr %7, align 8
  %13 = load ptr, ptr %4, align 8
  %14 = load i64, ptr @RoceRequester__unasked, align 8
  call void @add(ptr %13, i64 %14, i64 1)
  %15 = load ptr, ptr %5, align 8
  %16 = getelementptr inbounds nuw %struct.packet_out, ptr %15, i32 0, i32 6
  %17 = load i8, ptr %16, align 8
  %18 = trunc i8 %17 to i1
  br i1 %18, label %27, label %19

19:
  %20 = load ptr, ptr %4, align 8
  %21 = load i64, ptr @RoceRequester__unasked, align 8
  %22 = call i64 @get_int(ptr %20, i64 %21)
  %23 = load ptr, ptr %4, align 8
  %24 = load i64, ptr @RoceRequester__ack_every, align 8
  %25 = call i64 @get_int(ptr %23, i64 %24)
  %26 = icmp sge i64 %22, %25
  br label %27

27:
  %28 = phi i1 [ true, %3 ], [ %26, %19 ]
  %29 = zext i1 %28 to i8
  store i8 %29, ptr %8, align 1
  %30 = load i8, ptr %8, align 1
  %31 = trunc i8 %30 to i1
  br i1 %31, label %32, label %51

32:
  %33 = load ptr, ptr %4, align 8
  %34 = load i64, ptr @RoceRequester__unasked, align 8
  call void @put_int(ptr %33, i64 %34, i64 0)
  %35 = load ptr, ptr %4, align 8
  %36 = load i64, ptr @RoceRequester__asked, align 8
  %37 = load ptr, ptr %4, align 8
  %38 = load i64, ptr @RoceRequester__asked, align 8
  %39 = call i64 @time_or_never(ptr %37, i64 %38)
  %40 = load ptr, ptr %5, align 8
  %41 = getelementptr inbounds nuw %struct.packet_out, ptr %40, i32 0, i32 2
  %42 = load i64, ptr %41, align 8
  %43 = call i64 @most(i64 %39, i64 %42)
  call void @put_int(ptr %35, i64 %36, i64 %43)
  %44 = load ptr, ptr %4, align 8
  %45 = load i64, ptr @RoceRequester_deadline_ns, align 8
  %46 = call zeroext i1 @is_none(ptr %44, i64 %45)
  br i1 %46, label %47, label %50

47:
  %48 = load ptr, ptr %4, align 8
  %49 = load i64, ptr %6, align 8
  call void @start_timer(ptr %48, i64 %49)
  br label %50

50:
  br label %51

51:
  %52 = load ptr, ptr %5, align 8
  %53 = getelementptr inbounds nuw %struct.packet_out, ptr %52, i32 0, i32 2
  %54 = load i64, ptr %53, align 8
  %55 = load ptr, ptr %4, align 8
  %56 = load i64, ptr @RoceRequester__sent, align 8
  %57 = call i64 @get_int(ptr %55, i64 %56)
  %58 = icmp slt i64 %54, %57
  br i1 %58, label %59, label %62

59:
  %60 = load ptr, ptr %7, align 8
  %61 = load i64, ptr @RoceQpCounters_retransmissions, align 8
  call void @add(ptr %60, i64 %61, i64 1)
  br label %79

62:
  %63 = load i64, ptr %6, align 8
  %64 = call ptr @integer(i64 %63)
  store ptr %64, ptr %9, align 8
  %65 = load ptr, ptr %7, align 8
  %66 = load i64, ptr @RoceQpCounters_data_packets, align 8
  call void @add(ptr %65, i64 %66, i64 1)
  %67 = load ptr, ptr %4, align 8
  %68 = load i64, ptr @RoceRequester__sent, align 8
  call void @add(ptr %67, i64 %68, i64 1)
  %69 = load ptr, ptr %9, align 8
  %70 = icmp ne ptr %69, null
  br i1 %70, label %71, label %77

71:
  %72 = load ptr, ptr %4, align 8
  %73 = load i64, ptr @RoceRequester__first_sent_ns, align 8
  %74 = call ptr @get(ptr %72, i64 %73)
  %75 = load ptr, ptr %9, align 8
  %76 = call i32 @PyList_Append(ptr %74, ptr %75)
  br label %77

77:
  %78 = load ptr, ptr %9, align 8
  call void @Py_DecRef(ptr %78)
  br label %79

79:
  %80 = load ptr, ptr %4, align 8
  %81 = load i64, ptr @RoceRequester__next, align 8
  call void @add(ptr %80, i64 %81, i64 1)
  %82 = load ptr, ptr %5, align 8
  %83 = getelementptr inbounds nuw %struct.packet_out, ptr %82, i32 0, i32 6
  %84 = load i8, ptr %83, align 8
  %85 = trunc i8 %84 to i1
  br i1 %85, label %86, label %89

86:
  %87 = load ptr, ptr %4, align 8
  %88 = load i64, ptr @RoceRequester__at, align 8
  call void @add(ptr %87, i64 %88, i64 1)
  br label %89

89:
  %90 = load i8, ptr %8, align 1
  %91 = trunc i8 %90 to i1
  ret i1 %91
}

declare zeroext i1 @make_frame(ptr, ptr, ptr)

declare void @PyBuffer_Release(ptr)

define internal void @pace(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %11 = load ptr, ptr %4, align 8
  %12 = load i64, ptr @RoceQueuePair_reaction_point, align 8
  %13 = call ptr @get(ptr %11, i64 %12)
  store ptr %13, ptr %7, align 8
  %14 = load ptr, ptr %7, align 8
  %15 = load ptr, ptr @the, align 8
  %16 = load i64, ptr @the_None, align 8
  %17 = getelementptr inbounds nuw ptr, ptr %15, i64 %16
  %18 = load ptr, ptr %17, align 8
  %19 = icmp eq ptr %14, %18
  br i1 %19, label %23, label %20

20:
  %21 = load ptr, ptr %7, align 8
  %22 = call zeroext i1 @is_limited(ptr %21)
  br i1 %22, label %24, label %23

23:
  store i32 1, ptr %8, align 4
  br label %51

24:
  %25 = load i64, ptr %5, align 8
  %26 = add i64 %25, 24
  store i64 %26, ptr %9, align 8
  %27 = load ptr, ptr %7, align 8
  %28 = load i64, ptr %9, align 8
  %29 = load i64, ptr %6, align 8
  call void @on_sent(ptr %27, i64 %28, i64 %29)
  %30 = load ptr, ptr %7, align 8
  %31 = call zeroext i1 @is_limited(ptr %30)
  br i1 %31, label %32, label %50

32:
  %33 = load i64, ptr %9, align 8
  %34 = sitofp i64 %33 to double
  %35 = fmul double %34, 8.000000e+09
  %36 = load ptr, ptr %7, align 8
  %37 = load i64, ptr @RoceReactionPoint_rate_bps, align 8
  %38 = call double @get_float(ptr %36, i64 %37)
  %39 = fdiv double %35, %38
  %40 = fptosi double %39 to i64
  store i64 %40, ptr %10, align 8
  %41 = load ptr, ptr %4, align 8
  %42 = load i64, ptr @RoceQueuePair__pace_ns, align 8
  %43 = load ptr, ptr %4, align 8
  %44 = load i64, ptr @RoceQueuePair__pace_ns, align 8
  %45 = call i64 @get_int(ptr %43, i64 %44)
  %46 = load i64, ptr %10, align 8
  %47 = add i64 %45, %46
  %48 = load i64, ptr %6, align 8
  %49 = call i64 @most(i64 %47, i64 %48)
  call void @put_int(ptr %41, i64 %42, i64 %49)
  br label %50

50:
  store i32 0, ptr %8, align 4
  br label %51

51:
  %52 = load i32, ptr %8, align 4
  switch i32 %52, label %54 [
    i32 0, label %53
    i32 1, label %53
  ]

53:
  ret void

54:
  unreachable
}

define internal i64 @length_of(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %struct.leaving, ptr %3, i32 0, i32 3
  %5 = load ptr, ptr %4, align 8
  %6 = icmp ne ptr %5, null
  br i1 %6, label %7, label %12

7:
  %8 = load ptr, ptr %2, align 8
  %9 = getelementptr inbounds nuw %struct.leaving, ptr %8, i32 0, i32 3
  %10 = load ptr, ptr %9, align 8
  %11 = call i64 @bytes_size(ptr %10)
  br label %16

12:
  %13 = load ptr, ptr %2, align 8
  %14 = getelementptr inbounds nuw %struct.leaving, ptr %13, i32 0, i32 2
  %15 = load i64, ptr %14, align 8
  br label %16

16:
  %17 = phi i64 [ %11, %7 ], [ %15, %12 ]
  ret i64 %17
}

define zeroext i1 @complete_message(ptr %0, i64 %1, ptr %2, i64 %3, ptr %4, i64 %5) nounwind {
  %7 = alloca i1, align 1
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i64, align 8
  %12 = alloca ptr, align 8
  %13 = alloca i64, align 8
  %14 = alloca ptr, align 8
  %15 = alloca i32, align 4
  %16 = alloca i8, align 1
  %17 = alloca ptr, align 8
  %18 = alloca [2 x ptr], align 16
  store ptr %0, ptr %8, align 8
  store i64 %1, ptr %9, align 8
  store ptr %2, ptr %10, align 8
  store i64 %3, ptr %11, align 8
  store ptr %4, ptr %12, align 8
  store i64 %5, ptr %13, align 8
  %19 = load ptr, ptr @the, align 8
  %20 = load i64, ptr @the_RoceCompletion, align 8
  %21 = getelementptr inbounds nuw ptr, ptr %19, i64 %20
  %22 = load ptr, ptr %21, align 8
  %23 = call ptr @PyType_GenericAlloc(ptr %22, i64 0)
  store ptr %23, ptr %14, align 8
  %24 = load ptr, ptr %14, align 8
  %25 = icmp ne ptr %24, null
  br i1 %25, label %27, label %26

26:
  store i1 false, ptr %7, align 1
  store i32 1, ptr %15, align 4
  br label %105

27:
  %28 = load ptr, ptr %14, align 8
  %29 = load i64, ptr @RoceCompletion_kind, align 8
  %30 = load ptr, ptr @the, align 8
  %31 = load i64, ptr %9, align 8
  %32 = getelementptr inbounds nuw ptr, ptr %30, i64 %31
  %33 = load ptr, ptr %32, align 8
  %34 = call ptr @kept(ptr %33)
  call void @put(ptr %28, i64 %29, ptr %34)
  %35 = load ptr, ptr %14, align 8
  %36 = load i64, ptr @RoceCompletion_status, align 8
  %37 = load ptr, ptr @the, align 8
  %38 = load i64, ptr @the_roce_success, align 8
  %39 = getelementptr inbounds nuw ptr, ptr %37, i64 %38
  %40 = load ptr, ptr %39, align 8
  %41 = call ptr @kept(ptr %40)
  call void @put(ptr %35, i64 %36, ptr %41)
  %42 = load ptr, ptr %14, align 8
  %43 = load i64, ptr @RoceCompletion_wr_id, align 8
  %44 = load ptr, ptr %10, align 8
  %45 = call ptr @kept(ptr %44)
  call void @put(ptr %42, i64 %43, ptr %45)
  %46 = load ptr, ptr %14, align 8
  %47 = load i64, ptr @RoceCompletion_length, align 8
  %48 = load i64, ptr %11, align 8
  call void @put_int(ptr %46, i64 %47, i64 %48)
  %49 = load ptr, ptr %14, align 8
  %50 = load i64, ptr @RoceCompletion_imm, align 8
  %51 = load ptr, ptr %12, align 8
  %52 = call ptr @kept(ptr %51)
  call void @put(ptr %49, i64 %50, ptr %52)
  %53 = load ptr, ptr %14, align 8
  %54 = load i64, ptr @RoceCompletion_time_ns, align 8
  %55 = load i64, ptr %13, align 8
  call void @put_int(ptr %53, i64 %54, i64 %55)
  %56 = load ptr, ptr %14, align 8
  %57 = load i64, ptr @RoceCompletion_qpn, align 8
  %58 = load ptr, ptr %8, align 8
  %59 = load i64, ptr @RoceQueuePair_qpn, align 8
  %60 = call ptr @get(ptr %58, i64 %59)
  %61 = call ptr @kept(ptr %60)
  call void @put(ptr %56, i64 %57, ptr %61)
  %62 = call ptr @PyErr_Occurred()
  %63 = icmp ne ptr %62, null
  br i1 %63, label %72, label %64

64:
  %65 = load ptr, ptr %8, align 8
  %66 = load i64, ptr @RoceQueuePair__completions, align 8
  %67 = call ptr @get(ptr %65, i64 %66)
  %68 = load ptr, ptr %14, align 8
  %69 = call i32 @PyList_Append(ptr %67, ptr %68)
  %70 = icmp ne i32 %69, 0
  %71 = xor i1 %70, true
  br label %72

72:
  %73 = phi i1 [ false, %27 ], [ %71, %64 ]
  %74 = zext i1 %73 to i8
  store i8 %74, ptr %16, align 1
  %75 = load ptr, ptr %8, align 8
  %76 = load i64, ptr @RoceQueuePair_completion_handler, align 8
  %77 = call ptr @hold(ptr %75, i64 %76)
  store ptr %77, ptr %17, align 8
  store ptr null, ptr %18, align 8
  %78 = getelementptr inbounds ptr, ptr %18, i64 1
  %79 = load ptr, ptr %14, align 8
  %80 = load i64, ptr @RoceCompletion_time_ns, align 8
  %81 = call ptr @hold(ptr %79, i64 %80)
  store ptr %81, ptr %78, align 8
  %82 = load i8, ptr %16, align 1
  %83 = trunc i8 %82 to i1
  br i1 %83, label %84, label %98

84:
  %85 = load ptr, ptr %17, align 8
  %86 = load ptr, ptr @the, align 8
  %87 = load i64, ptr @the_None, align 8
  %88 = getelementptr inbounds nuw ptr, ptr %86, i64 %87
  %89 = load ptr, ptr %88, align 8
  %90 = icmp ne ptr %85, %89
  br i1 %90, label %91, label %98

91:
  %92 = load ptr, ptr %17, align 8
  %93 = getelementptr inbounds [2 x ptr], ptr %18, i64 0, i64 0
  %94 = getelementptr inbounds ptr, ptr %93, i64 1
  %95 = call ptr @PyObject_Vectorcall(ptr %92, ptr %94, i64 -9223372036854775807, ptr null)
  %96 = call zeroext i1 @done(ptr %95)
  %97 = zext i1 %96 to i8
  store i8 %97, ptr %16, align 1
  br label %98

98:
  %99 = load ptr, ptr %17, align 8
  call void @Py_DecRef(ptr %99)
  %100 = getelementptr inbounds [2 x ptr], ptr %18, i64 0, i64 1
  %101 = load ptr, ptr %100, align 8
  call void @Py_DecRef(ptr %101)
  %102 = load ptr, ptr %14, align 8
  call void @Py_DecRef(ptr %102)
  %103 = load i8, ptr %16, align 1
  %104 = trunc i8 %103 to i1
  store i1 %104, ptr %7, align 1
  store i32 1, ptr %15, align 4
  br label %105

105:
  %106 = load i1, ptr %7, align 1
  ret i1 %106
}

declare ptr @PyType_GenericAlloc(ptr, i64)

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

declare i32 @PyList_Append(ptr, ptr)

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

define i32 @take_acknowledgement(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i32, align 4
  %10 = alloca ptr, align 8
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca i8, align 1
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %14 = load ptr, ptr %5, align 8
  %15 = load i64, ptr @RoceQueuePair__requester, align 8
  %16 = call ptr @get(ptr %14, i64 %15)
  store ptr %16, ptr %8, align 8
  %17 = load ptr, ptr %6, align 8
  %18 = getelementptr inbounds nuw %struct.arrived, ptr %17, i32 0, i32 3
  %19 = load i64, ptr %18, align 8
  %20 = icmp ne i64 %19, 4
  br i1 %20, label %44, label %21

21:
  %22 = load ptr, ptr %6, align 8
  %23 = getelementptr inbounds nuw %struct.arrived, ptr %22, i32 0, i32 2
  %24 = load ptr, ptr %23, align 8
  %25 = getelementptr inbounds i8, ptr %24, i64 0
  %26 = load i8, ptr %25, align 1
  %27 = zext i8 %26 to i32
  %28 = and i32 %27, 224
  %29 = icmp ne i32 %28, 0
  br i1 %29, label %44, label %30

30:
  %31 = load ptr, ptr %8, align 8
  %32 = load ptr, ptr @the, align 8
  %33 = load i64, ptr @the_None, align 8
  %34 = getelementptr inbounds nuw ptr, ptr %32, i64 %33
  %35 = load ptr, ptr %34, align 8
  %36 = icmp eq ptr %31, %35
  br i1 %36, label %44, label %37

37:
  %38 = load ptr, ptr %8, align 8
  %39 = load i64, ptr @RoceRequester_failure, align 8
  %40 = call zeroext i1 @is_none(ptr %38, i64 %39)
  br i1 %40, label %41, label %44

41:
  %42 = load ptr, ptr %8, align 8
  %43 = call zeroext i1 @has_plain_limits(ptr %42)
  br i1 %43, label %45, label %44

44:
  store i32 0, ptr %4, align 4
  store i32 1, ptr %9, align 4
  br label %95

45:
  %46 = load ptr, ptr %8, align 8
  %47 = load i64, ptr @RoceRequester__counters, align 8
  %48 = call ptr @get(ptr %46, i64 %47)
  store ptr %48, ptr %10, align 8
  %49 = load ptr, ptr %8, align 8
  %50 = load i64, ptr @RoceRequester__unacked, align 8
  %51 = call i64 @get_int(ptr %49, i64 %50)
  store i64 %51, ptr %11, align 8
  %52 = load ptr, ptr %6, align 8
  %53 = getelementptr inbounds nuw %struct.arrived, ptr %52, i32 0, i32 5
  %54 = load i64, ptr %53, align 8
  %55 = load i64, ptr %11, align 8
  %56 = call i64 @index_of(i64 %54, i64 %55)
  store i64 %56, ptr %12, align 8
  %57 = load ptr, ptr %6, align 8
  %58 = getelementptr inbounds nuw %struct.arrived, ptr %57, i32 0, i32 6
  %59 = load i8, ptr %58, align 8
  %60 = trunc i8 %59 to i1
  br i1 %60, label %61, label %64

61:
  %62 = load ptr, ptr %5, align 8
  %63 = load i64, ptr %7, align 8
  call void @note_mark(ptr %62, i64 %63)
  br label %64

64:
  %65 = load ptr, ptr %10, align 8
  %66 = load i64, ptr @RoceQpCounters_acks, align 8
  call void @add(ptr %65, i64 %66, i64 1)
  %67 = load i64, ptr %12, align 8
  %68 = load i64, ptr %11, align 8
  %69 = icmp slt i64 %67, %68
  br i1 %69, label %70, label %71

70:
  store i32 1, ptr %4, align 4
  store i32 1, ptr %9, align 4
  br label %94

71:
  %72 = load i64, ptr %12, align 8
  %73 = load ptr, ptr %8, align 8
  %74 = load i64, ptr @RoceRequester__sent, align 8
  %75 = call i64 @get_int(ptr %73, i64 %74)
  %76 = icmp sge i64 %72, %75
  br i1 %76, label %77, label %80

77:
  %78 = load ptr, ptr %10, align 8
  %79 = load i64, ptr @RoceQpCounters_ignored, align 8
  call void @add(ptr %78, i64 %79, i64 1)
  store i32 1, ptr %4, align 4
  store i32 1, ptr %9, align 4
  br label %94

80:
  %81 = load ptr, ptr %8, align 8
  call void @Py_IncRef(ptr %81)
  %82 = load ptr, ptr %5, align 8
  %83 = load ptr, ptr %8, align 8
  %84 = load i64, ptr %12, align 8
  %85 = add i64 %84, 1
  %86 = load i64, ptr %7, align 8
  %87 = call zeroext i1 @acknowledged(ptr %82, ptr %83, i64 %85, i64 %86)
  %88 = zext i1 %87 to i8
  store i8 %88, ptr %13, align 1
  %89 = load ptr, ptr %8, align 8
  call void @Py_DecRef(ptr %89)
  %90 = load i8, ptr %13, align 1
  %91 = trunc i8 %90 to i1
  %92 = zext i1 %91 to i64
  %93 = select i1 %91, i32 1, i32 2
  store i32 %93, ptr %4, align 4
  store i32 1, ptr %9, align 4
  br label %94

94:
  br label %95

95:
  %96 = load i32, ptr %4, align 4
  ret i32 %96
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

define internal zeroext i1 @has_plain_limits(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr @RoceRequester__limits, align 8
  %5 = call ptr @get(ptr %3, i64 %4)
  %6 = load i64, ptr @the_RoceRtsAttributes, align 8
  %7 = call zeroext i1 @is_a(ptr %5, i64 %6)
  ret i1 %7
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

declare void @note_mark(ptr, i64)

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

define internal zeroext i1 @acknowledged(ptr %0, ptr %1, i64 %2, i64 %3) nounwind {
  %5 = alloca i1, align 1
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca i32, align 4
  %15 = alloca i64, align 8
  %16 = alloca ptr, align 8
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  %17 = load ptr, ptr %7, align 8
  %18 = load i64, ptr @RoceRequester__limits, align 8
  %19 = call ptr @get(ptr %17, i64 %18)
  store ptr %19, ptr %10, align 8
  %20 = load ptr, ptr %7, align 8
  %21 = load i64, ptr @RoceRequester__counters, align 8
  %22 = call ptr @get(ptr %20, i64 %21)
  store ptr %22, ptr %11, align 8
  %23 = load ptr, ptr %7, align 8
  %24 = load i64, ptr @RoceRequester__first_sent_ns, align 8
  %25 = call ptr @get(ptr %23, i64 %24)
  store ptr %25, ptr %12, align 8
  %26 = load ptr, ptr %12, align 8
  %27 = call ptr @list_item(ptr %26, i64 0)
  store ptr %27, ptr %13, align 8
  %28 = load ptr, ptr %13, align 8
  %29 = icmp ne ptr %28, null
  br i1 %29, label %31, label %30

30:
  store i1 false, ptr %5, align 1
  store i32 1, ptr %14, align 4
  br label %123

31:
  %32 = load i64, ptr %9, align 8
  %33 = load ptr, ptr %13, align 8
  %34 = call i64 @value_of(ptr %33)
  %35 = sub i64 %32, %34
  store i64 %35, ptr %15, align 8
  %36 = load i64, ptr %15, align 8
  %37 = load ptr, ptr %11, align 8
  %38 = load i64, ptr @RoceQpCounters_worst_delivery_ns, align 8
  %39 = call i64 @get_int(ptr %37, i64 %38)
  %40 = icmp sgt i64 %36, %39
  br i1 %40, label %41, label %45

41:
  %42 = load ptr, ptr %11, align 8
  %43 = load i64, ptr @RoceQpCounters_worst_delivery_ns, align 8
  %44 = load i64, ptr %15, align 8
  call void @put_int(ptr %42, i64 %43, i64 %44)
  br label %45

45:
  %46 = load ptr, ptr %12, align 8
  %47 = load i64, ptr %8, align 8
  %48 = load ptr, ptr %7, align 8
  %49 = load i64, ptr @RoceRequester__unacked, align 8
  %50 = call i64 @get_int(ptr %48, i64 %49)
  %51 = sub i64 %47, %50
  %52 = call i32 @PyList_SetSlice(ptr %46, i64 0, i64 %51, ptr null)
  %53 = icmp ne i32 %52, 0
  br i1 %53, label %54, label %55

54:
  store i1 false, ptr %5, align 1
  store i32 1, ptr %14, align 4
  br label %122

55:
  %56 = load ptr, ptr %7, align 8
  %57 = load i64, ptr @RoceRequester__unacked, align 8
  %58 = load i64, ptr %8, align 8
  call void @put_int(ptr %56, i64 %57, i64 %58)
  %59 = load ptr, ptr %7, align 8
  %60 = load i64, ptr @RoceRequester__retries, align 8
  %61 = load ptr, ptr %10, align 8
  %62 = load i64, ptr @RoceRtsAttributes_retry_count, align 8
  %63 = call ptr @get(ptr %61, i64 %62)
  %64 = call ptr @kept(ptr %63)
  call void @put(ptr %59, i64 %60, ptr %64)
  %65 = load ptr, ptr %7, align 8
  %66 = load i64, ptr @RoceRequester__rnr_retries, align 8
  %67 = load ptr, ptr %10, align 8
  %68 = load i64, ptr @RoceRtsAttributes_rnr_retry, align 8
  %69 = call ptr @get(ptr %67, i64 %68)
  %70 = call ptr @kept(ptr %69)
  call void @put(ptr %65, i64 %66, ptr %70)
  br label %71

71:
  %72 = load ptr, ptr %7, align 8
  %73 = load i64, ptr @RoceRequester__requests, align 8
  %74 = call ptr @get(ptr %72, i64 %73)
  store ptr %74, ptr %16, align 8
  %75 = load ptr, ptr %16, align 8
  %76 = call i64 @list_size(ptr %75)
  %77 = icmp slt i64 %76, 1
  br i1 %77, label %84, label %78

78:
  %79 = load ptr, ptr %16, align 8
  %80 = call ptr @list_item(ptr %79, i64 0)
  %81 = call i64 @last_of(ptr %80)
  %82 = load i64, ptr %8, align 8
  %83 = icmp sge i64 %81, %82
  br i1 %83, label %84, label %85

84:
  store i32 2, ptr %14, align 4
  br label %92

85:
  %86 = load ptr, ptr %6, align 8
  %87 = load ptr, ptr %7, align 8
  %88 = load i64, ptr %9, align 8
  %89 = call zeroext i1 @complete_first(ptr %86, ptr %87, i64 %88)
  br i1 %89, label %91, label %90

90:
  store i1 false, ptr %5, align 1
  store i32 1, ptr %14, align 4
  br label %92

91:
  store i32 0, ptr %14, align 4
  br label %92

92:
  %93 = load i32, ptr %14, align 4
  switch i32 %93, label %122 [
    i32 0, label %94
    i32 2, label %95
  ]

94:
  br label %71

95:
  %96 = load ptr, ptr %7, align 8
  %97 = load i64, ptr @RoceRequester__next, align 8
  %98 = call i64 @get_int(ptr %96, i64 %97)
  %99 = load i64, ptr %8, align 8
  %100 = icmp slt i64 %98, %99
  br i1 %100, label %101, label %104

101:
  %102 = load ptr, ptr %7, align 8
  %103 = load i64, ptr %8, align 8
  call void @go_to(ptr %102, i64 %103)
  br label %104

104:
  %105 = load ptr, ptr %7, align 8
  %106 = load i64, ptr @RoceRequester_deadline_ns, align 8
  call void @put_none(ptr %105, i64 %106)
  %107 = load ptr, ptr %7, align 8
  %108 = load i64, ptr @RoceRequester__asked, align 8
  %109 = call i64 @time_or_never(ptr %107, i64 %108)
  %110 = load i64, ptr %8, align 8
  %111 = icmp sge i64 %109, %110
  br i1 %111, label %112, label %115

112:
  %113 = load ptr, ptr %7, align 8
  %114 = load i64, ptr %9, align 8
  call void @start_timer(ptr %113, i64 %114)
  br label %118

115:
  %116 = load ptr, ptr %7, align 8
  %117 = load i64, ptr @RoceRequester__asked, align 8
  call void @put_none(ptr %116, i64 %117)
  br label %118

118:
  %119 = call ptr @PyErr_Occurred()
  %120 = icmp ne ptr %119, null
  %121 = xor i1 %120, true
  store i1 %121, ptr %5, align 1
  store i32 1, ptr %14, align 4
  br label %122

122:
  br label %123

123:
  %124 = load i1, ptr %5, align 1
  ret i1 %124
}

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

define internal ptr @type_of(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds ptr, ptr %3, i64 1
  %5 = load ptr, ptr %4, align 8
  ret ptr %5
}

define internal double @get_float(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = call ptr @get(ptr %5, i64 %6)
  %8 = call double @PyFloat_AsDouble(ptr %7)
  ret double %8
}

declare double @PyFloat_AsDouble(ptr)

declare zeroext i1 @makes_frames(ptr)

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

declare i32 @PyObject_GetBuffer(ptr, ptr, i32)

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

declare i64 @PyList_Size(ptr)

declare ptr @PyList_GetItem(ptr, i64)

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

declare i64 @PyLong_AsLong(ptr)

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

declare i64 @PyLong_AsUnsignedLongLong(ptr)

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

define internal i64 @time_or_never(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = call zeroext i1 @is_none(ptr %5, i64 %6)
  br i1 %7, label %8, label %9

8:
  br label %13

9:
  %10 = load ptr, ptr %3, align 8
  %11 = load i64, ptr %4, align 8
  %12 = call i64 @get_int(ptr %10, i64 %11)
  br label %13

13:
  %14 = phi i64 [ -1, %8 ], [ %12, %9 ]
  ret i64 %14
}

define internal void @start_timer(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = load i64, ptr @RoceRequester__limits, align 8
  %8 = call ptr @get(ptr %6, i64 %7)
  %9 = load i64, ptr @RoceRtsAttributes_timeout, align 8
  %10 = call i64 @get_int(ptr %8, i64 %9)
  store i64 %10, ptr %5, align 8
  %11 = load i64, ptr %5, align 8
  %12 = icmp ne i64 %11, 0
  br i1 %12, label %13, label %21

13:
  %14 = load ptr, ptr %3, align 8
  %15 = load i64, ptr @RoceRequester_deadline_ns, align 8
  %16 = load i64, ptr %4, align 8
  %17 = load i64, ptr %5, align 8
  %18 = and i64 %17, 31
  %19 = shl i64 4096, %18
  %20 = add i64 %16, %19
  call void @put_int(ptr %14, i64 %15, i64 %20)
  br label %24

21:
  %22 = load ptr, ptr %3, align 8
  %23 = load i64, ptr @RoceRequester_deadline_ns, align 8
  call void @put_none(ptr %22, i64 %23)
  br label %24

24:
  ret void
}

define internal ptr @integer(i64 %0) alwaysinline nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = call ptr @PyLong_FromLong(i64 %3)
  ret ptr %4
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

declare ptr @PyLong_FromLong(i64)

define internal zeroext i1 @is_limited(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr @RoceReactionPoint__limited, align 8
  %5 = call zeroext i1 @is_true(ptr %3, i64 %4)
  ret i1 %5
}

define internal void @on_sent(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = load i64, ptr @RoceReactionPoint__p, align 8
  %10 = call ptr @get(ptr %8, i64 %9)
  %11 = load i64, ptr @RoceDcqcnParameters_byte_counter, align 8
  %12 = call i64 @get_int(ptr %10, i64 %11)
  store i64 %12, ptr %7, align 8
  %13 = load ptr, ptr %4, align 8
  %14 = load i64, ptr %6, align 8
  call void @advance(ptr %13, i64 %14)
  %15 = load ptr, ptr %4, align 8
  %16 = load i64, ptr @RoceReactionPoint__sent, align 8
  %17 = load i64, ptr %5, align 8
  call void @add(ptr %15, i64 %16, i64 %17)
  br label %18

18:
  %19 = load ptr, ptr %4, align 8
  %20 = call zeroext i1 @is_limited(ptr %19)
  br i1 %20, label %21, label %30

21:
  %22 = load i64, ptr %7, align 8
  %23 = icmp sgt i64 %22, 0
  br i1 %23, label %24, label %30

24:
  %25 = load ptr, ptr %4, align 8
  %26 = load i64, ptr @RoceReactionPoint__sent, align 8
  %27 = call i64 @get_int(ptr %25, i64 %26)
  %28 = load i64, ptr %7, align 8
  %29 = icmp sge i64 %27, %28
  br label %30

30:
  %31 = phi i1 [ false, %21 ], [ false, %18 ], [ %29, %24 ]
  br i1 %31, label %32, label %40

32:
  %33 = load ptr, ptr %4, align 8
  %34 = load i64, ptr @RoceReactionPoint__sent, align 8
  %35 = load i64, ptr %7, align 8
  %36 = sub i64 0, %35
  call void @add(ptr %33, i64 %34, i64 %36)
  %37 = load ptr, ptr %4, align 8
  %38 = load i64, ptr @RoceReactionPoint__by_bytes, align 8
  call void @add(ptr %37, i64 %38, i64 1)
  %39 = load ptr, ptr %4, align 8
  call void @increase(ptr %39)
  br label %18

40:
  ret void
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

declare zeroext i1 @counts_as_true(ptr)

define internal void @advance(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = load i64, ptr @RoceReactionPoint__p, align 8
  %8 = call ptr @get(ptr %6, i64 %7)
  %9 = load i64, ptr @RoceDcqcnParameters_increase_timer_ns, align 8
  %10 = call i64 @get_int(ptr %8, i64 %9)
  store i64 %10, ptr %5, align 8
  %11 = load ptr, ptr %3, align 8
  %12 = load i64, ptr @RoceReactionPoint__timer_ns, align 8
  %13 = call zeroext i1 @is_none(ptr %11, i64 %12)
  br i1 %13, label %14, label %18

14:
  %15 = load ptr, ptr %3, align 8
  %16 = load i64, ptr @RoceReactionPoint__timer_ns, align 8
  %17 = load i64, ptr %4, align 8
  call void @put_int(ptr %15, i64 %16, i64 %17)
  br label %18

18:
  br label %19

19:
  %20 = load ptr, ptr %3, align 8
  %21 = call zeroext i1 @is_limited(ptr %20)
  br i1 %21, label %22, label %33

22:
  %23 = load i64, ptr %5, align 8
  %24 = icmp sgt i64 %23, 0
  br i1 %24, label %25, label %33

25:
  %26 = load i64, ptr %4, align 8
  %27 = load ptr, ptr %3, align 8
  %28 = load i64, ptr @RoceReactionPoint__timer_ns, align 8
  %29 = call i64 @get_int(ptr %27, i64 %28)
  %30 = sub i64 %26, %29
  %31 = load i64, ptr %5, align 8
  %32 = icmp sge i64 %30, %31
  br label %33

33:
  %34 = phi i1 [ false, %22 ], [ false, %19 ], [ %32, %25 ]
  br i1 %34, label %35, label %42

35:
  %36 = load ptr, ptr %3, align 8
  %37 = load i64, ptr @RoceReactionPoint__timer_ns, align 8
  %38 = load i64, ptr %5, align 8
  call void @add(ptr %36, i64 %37, i64 %38)
  %39 = load ptr, ptr %3, align 8
  %40 = load i64, ptr @RoceReactionPoint__by_time, align 8
  call void @add(ptr %39, i64 %40, i64 1)
  %41 = load ptr, ptr %3, align 8
  call void @increase(ptr %41)
  br label %19

42:
  ret void
}

define internal void @increase(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca double, align 8
  %9 = alloca double, align 8
  %10 = alloca double, align 8
  store ptr %0, ptr %2, align 8
  %11 = load ptr, ptr %2, align 8
  %12 = load i64, ptr @RoceReactionPoint__p, align 8
  %13 = call ptr @get(ptr %11, i64 %12)
  store ptr %13, ptr %3, align 8
  %14 = load ptr, ptr %2, align 8
  %15 = load i64, ptr @RoceReactionPoint__by_time, align 8
  %16 = call i64 @get_int(ptr %14, i64 %15)
  store i64 %16, ptr %4, align 8
  %17 = load ptr, ptr %2, align 8
  %18 = load i64, ptr @RoceReactionPoint__by_bytes, align 8
  %19 = call i64 @get_int(ptr %17, i64 %18)
  store i64 %19, ptr %5, align 8
  %20 = load ptr, ptr %3, align 8
  %21 = load i64, ptr @RoceDcqcnParameters_fast_recovery, align 8
  %22 = call i64 @get_int(ptr %20, i64 %21)
  store i64 %22, ptr %6, align 8
  %23 = load i64, ptr %4, align 8
  %24 = load i64, ptr %5, align 8
  %25 = call i64 @least(i64 %23, i64 %24)
  %26 = load i64, ptr %6, align 8
  %27 = sub i64 %25, %26
  store i64 %27, ptr %7, align 8
  %28 = load ptr, ptr %2, align 8
  %29 = load i64, ptr @RoceReactionPoint_target_bps, align 8
  %30 = call double @get_float(ptr %28, i64 %29)
  store double %30, ptr %8, align 8
  %31 = load ptr, ptr %2, align 8
  %32 = load i64, ptr @RoceReactionPoint__line_bps, align 8
  %33 = call double @get_float(ptr %31, i64 %32)
  store double %33, ptr %9, align 8
  %34 = load i64, ptr %7, align 8
  %35 = icmp sgt i64 %34, 0
  br i1 %35, label %36, label %45

36:
  %37 = load i64, ptr %7, align 8
  %38 = load ptr, ptr %3, align 8
  %39 = load i64, ptr @RoceDcqcnParameters_hyper_bps, align 8
  %40 = call i64 @get_int(ptr %38, i64 %39)
  %41 = mul i64 %37, %40
  %42 = sitofp i64 %41 to double
  %43 = load double, ptr %8, align 8
  %44 = fadd double %43, %42
  store double %44, ptr %8, align 8
  br label %59

45:
  %46 = load i64, ptr %4, align 8
  %47 = load i64, ptr %5, align 8
  %48 = call i64 @most(i64 %46, i64 %47)
  %49 = load i64, ptr %6, align 8
  %50 = icmp sge i64 %48, %49
  br i1 %50, label %51, label %58

51:
  %52 = load ptr, ptr %3, align 8
  %53 = load i64, ptr @RoceDcqcnParameters_additive_bps, align 8
  %54 = call i64 @get_int(ptr %52, i64 %53)
  %55 = sitofp i64 %54 to double
  %56 = load double, ptr %8, align 8
  %57 = fadd double %56, %55
  store double %57, ptr %8, align 8
  br label %58

58:
  br label %59

59:
  %60 = load double, ptr %8, align 8
  %61 = load double, ptr %9, align 8
  %62 = fcmp ogt double %60, %61
  br i1 %62, label %63, label %65

63:
  %64 = load double, ptr %9, align 8
  store double %64, ptr %8, align 8
  br label %65

65:
  %66 = load double, ptr %8, align 8
  %67 = load ptr, ptr %2, align 8
  %68 = load i64, ptr @RoceReactionPoint_rate_bps, align 8
  %69 = call double @get_float(ptr %67, i64 %68)
  %70 = fadd double %66, %69
  %71 = fdiv double %70, 2.000000e+00
  store double %71, ptr %10, align 8
  %72 = load double, ptr %10, align 8
  %73 = load double, ptr %9, align 8
  %74 = fmul double 0x3FEFF7CED916872B, %73
  %75 = fcmp oge double %72, %74
  br i1 %75, label %76, label %80

76:
  %77 = load double, ptr %9, align 8
  store double %77, ptr %8, align 8
  store double %77, ptr %10, align 8
  %78 = load ptr, ptr %2, align 8
  %79 = load i64, ptr @RoceReactionPoint__limited, align 8
  call void @put_bool(ptr %78, i64 %79, i1 zeroext false)
  br label %80

80:
  %81 = load ptr, ptr %2, align 8
  %82 = load i64, ptr @RoceReactionPoint_target_bps, align 8
  %83 = load double, ptr %8, align 8
  call void @put_float(ptr %81, i64 %82, double %83)
  %84 = load ptr, ptr %2, align 8
  %85 = load i64, ptr @RoceReactionPoint_rate_bps, align 8
  %86 = load double, ptr %10, align 8
  call void @put_float(ptr %84, i64 %85, double %86)
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

define internal void @put_float(ptr %0, i64 %1, double %2) alwaysinline nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca double, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store double %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load i64, ptr %5, align 8
  %9 = load double, ptr %6, align 8
  %10 = call ptr @PyFloat_FromDouble(double %9)
  call void @put(ptr %7, i64 %8, ptr %10)
  ret void
}

declare ptr @PyFloat_FromDouble(double)

define internal i64 @bytes_size(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr @the_bytes, align 8
  %5 = call zeroext i1 @is_a(ptr %3, i64 %4)
  br i1 %5, label %6, label %9

6:
  %7 = load ptr, ptr %2, align 8
  %8 = call i64 @word_of(ptr %7, i64 2)
  br label %12

9:
  %10 = load ptr, ptr %2, align 8
  %11 = call i64 @PyBytes_Size(ptr %10)
  br label %12

12:
  %13 = phi i64 [ %8, %6 ], [ %11, %9 ]
  ret i64 %13
}

declare i64 @PyBytes_Size(ptr)

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

declare void @_Py_Dealloc(ptr)

declare i32 @PyList_SetSlice(ptr, i64, i64, ptr)

define internal i64 @last_of(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr @RoceSendRequest_first, align 8
  %5 = call i64 @get_int(ptr %3, i64 %4)
  %6 = load ptr, ptr %2, align 8
  %7 = load i64, ptr @RoceSendRequest_packets, align 8
  %8 = call i64 @get_int(ptr %6, i64 %7)
  %9 = add i64 %5, %8
  %10 = sub i64 %9, 1
  ret i64 %10
}

define internal zeroext i1 @complete_first(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca i8, align 1
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %11 = load ptr, ptr %5, align 8
  %12 = load i64, ptr @RoceRequester__requests, align 8
  %13 = call ptr @get(ptr %11, i64 %12)
  store ptr %13, ptr %7, align 8
  %14 = load ptr, ptr %7, align 8
  %15 = call ptr @list_item(ptr %14, i64 0)
  %16 = call ptr @kept(ptr %15)
  store ptr %16, ptr %8, align 8
  %17 = load ptr, ptr %8, align 8
  %18 = load i64, ptr @RoceSendRequest_operation, align 8
  %19 = call ptr @get(ptr %17, i64 %18)
  %20 = load ptr, ptr @the, align 8
  %21 = load i64, ptr @the_roce_write, align 8
  %22 = getelementptr inbounds nuw ptr, ptr %20, i64 %21
  %23 = load ptr, ptr %22, align 8
  %24 = icmp eq ptr %19, %23
  br i1 %24, label %25, label %27

25:
  %26 = load i64, ptr @the_roce_sends_write, align 8
  br label %29

27:
  %28 = load i64, ptr @the_roce_sends_send, align 8
  br label %29

29:
  %30 = phi i64 [ %26, %25 ], [ %28, %27 ]
  store i64 %30, ptr %9, align 8
  %31 = load ptr, ptr %5, align 8
  %32 = load i64, ptr @RoceRequester__at, align 8
  call void @add(ptr %31, i64 %32, i64 -1)
  %33 = load ptr, ptr %7, align 8
  %34 = call i32 @PyList_SetSlice(ptr %33, i64 0, i64 1, ptr null)
  %35 = icmp ne i32 %34, 0
  br i1 %35, label %52, label %36

36:
  %37 = load ptr, ptr %4, align 8
  %38 = load i64, ptr %9, align 8
  %39 = load ptr, ptr %8, align 8
  %40 = load i64, ptr @RoceSendRequest_wr_id, align 8
  %41 = call ptr @get(ptr %39, i64 %40)
  %42 = load ptr, ptr %8, align 8
  %43 = load i64, ptr @RoceSendRequest_data, align 8
  %44 = call ptr @get(ptr %42, i64 %43)
  %45 = call i64 @size_of(ptr %44)
  %46 = load ptr, ptr @the, align 8
  %47 = load i64, ptr @the_None, align 8
  %48 = getelementptr inbounds nuw ptr, ptr %46, i64 %47
  %49 = load ptr, ptr %48, align 8
  %50 = load i64, ptr %6, align 8
  %51 = call zeroext i1 @complete_message(ptr %37, i64 %38, ptr %41, i64 %45, ptr %49, i64 %50)
  br label %52

52:
  %53 = phi i1 [ false, %29 ], [ %51, %36 ]
  %54 = zext i1 %53 to i8
  store i8 %54, ptr %10, align 1
  %55 = load ptr, ptr %8, align 8
  call void @Py_DecRef(ptr %55)
  %56 = load i8, ptr %10, align 1
  %57 = trunc i8 %56 to i1
  ret i1 %57
}

define internal void @go_to(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %7 = load ptr, ptr %3, align 8
  %8 = load i64, ptr @RoceRequester__requests, align 8
  %9 = call ptr @get(ptr %7, i64 %8)
  store ptr %9, ptr %5, align 8
  store i64 0, ptr %6, align 8
  br label %10

10:
  %11 = load i64, ptr %6, align 8
  %12 = load ptr, ptr %5, align 8
  %13 = call i64 @list_size(ptr %12)
  %14 = icmp slt i64 %11, %13
  br i1 %14, label %15, label %22

15:
  %16 = load ptr, ptr %5, align 8
  %17 = load i64, ptr %6, align 8
  %18 = call ptr @list_item(ptr %16, i64 %17)
  %19 = call i64 @last_of(ptr %18)
  %20 = load i64, ptr %4, align 8
  %21 = icmp slt i64 %19, %20
  br label %22

22:
  %23 = phi i1 [ false, %10 ], [ %21, %15 ]
  br i1 %23, label %24, label %27

24:
  %25 = load i64, ptr %6, align 8
  %26 = add i64 %25, 1
  store i64 %26, ptr %6, align 8
  br label %10

27:
  %28 = load ptr, ptr %3, align 8
  %29 = load i64, ptr @RoceRequester__next, align 8
  %30 = load i64, ptr %4, align 8
  call void @put_int(ptr %28, i64 %29, i64 %30)
  %31 = load ptr, ptr %3, align 8
  %32 = load i64, ptr @RoceRequester__at, align 8
  %33 = load i64, ptr %6, align 8
  call void @put_int(ptr %31, i64 %32, i64 %33)
  ret void
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

declare i64 @PyObject_Size(ptr)
