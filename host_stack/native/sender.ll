; SPDX-License-Identifier: Apache-2.0
; Made of sender.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 614e2c73a6d5c728c63d10276f12533919484bcf7dd0b2df97b8c0bdb9768d41
%struct.sending = type { ptr, ptr, ptr, ptr, ptr }
%struct.leaving = type { ptr, i64, i64, ptr, i64 }
%struct.view = type { ptr, ptr, i64, [7 x i64] }
%struct.framing = type { ptr, ptr, i64, i8 }

@Requestor_state = external constant i64, align 8
@SendState_flight = external constant i64, align 8
@SendState_counters = external constant i64, align 8
@SendState_cc = external constant i64, align 8
@InFlight_orders = external constant i64, align 8
@the_dict = external constant i64, align 8
@Account__destination = external constant i64, align 8
@Account__books = external constant i64, align 8
@Account_unreported = external constant i64, align 8
@Account__share = external constant i64, align 8
@Account_aside = external constant i64, align 8
@Destination_aside = external constant i64, align 8
@Destination_inflight = external constant i64, align 8
@Destination_sharing = external constant i64, align 8
@SendState_queue = external constant i64, align 8
@InFlight_in_flight = external constant i64, align 8
@SendQueue_begun = external constant i64, align 8
@InFlight_records = external constant i64, align 8
@InFlight_lost = external constant i64, align 8
@SentPacket_work = external constant i64, align 8
@spares = internal global i64 0, align 8
@spare = internal global [1024 x ptr] zeroinitializer, align 16
@the_next_new = external constant i64, align 8
@the = external global ptr, align 8
@the_None = external constant i64, align 8
@QueuePair_requestor = external constant i64, align 8
@QueuePair_evs = external constant i64, align 8
@the_Requestor = external constant i64, align 8
@SendState_frames = external constant i64, align 8
@QpFrames__fast = external constant i64, align 8
@SendQueue_current = external constant i64, align 8
@EvEntry_plane = external constant i64, align 8
@the_tuple = external constant i64, align 8
@the_int = external constant i64, align 8
@long_digit = external constant i64, align 8
@the_True = external constant i64, align 8
@the_False = external constant i64, align 8
@InFlight_next_index = external constant i64, align 8
@InFlight_una = external constant i64, align 8
@SendState_window = external constant i64, align 8
@SendState_full_size = external constant i64, align 8
@Destination_window = external constant i64, align 8
@Destination_mute = external constant i64, align 8
@the_deque = external constant i64, align 8
@SendQueue_pending = external constant i64, align 8
@the_list = external constant i64, align 8
@WorkRequest_first_index = external constant i64, align 8
@WorkRequest_mtu = external constant i64, align 8
@WorkRequest_length = external constant i64, align 8
@QpFrames_timestamps = external constant i64, align 8
@the_Exception = external constant i64, align 8
@WorkRequest_last_index = external constant i64, align 8
@WorkRequest_imm = external constant i64, align 8
@QpCounters_data_packets = external constant i64, align 8
@QpCounters_data_bytes = external constant i64, align 8
@EvEntry_entropy = external constant i64, align 8
@Destination_accounts = external constant i64, align 8
@QpCounters_ev_packets = external constant i64, align 8
@QpCounters_plane_packets = external constant i64, align 8
@SendState_bytes_since_ack_req = external constant i64, align 8
@SendState_stale = external constant i64, align 8
@SentPacket_entropy = external constant i64, align 8
@SentPacket_sent_ns = external constant i64, align 8
@SentPacket_sends = external constant i64, align 8
@SentPacket_index = external constant i64, align 8
@SentPacket_size = external constant i64, align 8
@SentPacket_state = external constant i64, align 8
@the_in_flight = external constant i64, align 8
@SentPacket_first_sent_ns = external constant i64, align 8
@SentPacket_ahead = external constant i64, align 8
@SentPacket_refused = external constant i64, align 8
@SentPacket_silent = external constant i64, align 8
@SentPacket_avoid = external constant i64, align 8
@SentPacket_avoid_until_ns = external constant i64, align 8
@SentPacket_blamed = external constant i64, align 8
@SentPacket_repeated = external constant i64, align 8
@SentPacket_given_up = external constant i64, align 8
@SentPacket_why = external constant i64, align 8
@the_missing = external constant i64, align 8
@InFlight_last_sent_ns = external constant i64, align 8
@the_SentPacket = external constant i64, align 8
@Destination_waiting = external constant i64, align 8
@Account__asked_ns = external constant i64, align 8
@WorkRequest_rqmsn = external constant i64, align 8
@WorkRequest_number = external constant i64, align 8
@WorkRequest_remote_address = external constant i64, align 8
@WorkRequest_r_key = external constant i64, align 8
@WorkRequest_data = external constant i64, align 8
@the_TypeError = external constant i64, align 8
@.str = private unnamed_addr constant [29 x i8] c"a payload has become shorter\00", align 1

define void @hold_sending(ptr dead_on_unwind noalias writable sret(%struct.sending) align 8 %0, ptr %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %1, ptr %3, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr @Requestor_state, align 8
  %7 = call ptr @get(ptr %5, i64 %6)
  store ptr %7, ptr %4, align 8
  %8 = getelementptr inbounds nuw %struct.sending, ptr %0, i32 0, i32 0
  %9 = load ptr, ptr %3, align 8
  %10 = call ptr @kept(ptr %9)
  store ptr %10, ptr %8, align 8
  %11 = getelementptr inbounds nuw %struct.sending, ptr %0, i32 0, i32 1
  %12 = load ptr, ptr %4, align 8
  %13 = call ptr @kept(ptr %12)
  store ptr %13, ptr %11, align 8
  %14 = getelementptr inbounds nuw %struct.sending, ptr %0, i32 0, i32 2
  %15 = load ptr, ptr %4, align 8
  %16 = load i64, ptr @SendState_flight, align 8
  %17 = call ptr @hold(ptr %15, i64 %16)
  store ptr %17, ptr %14, align 8
  %18 = getelementptr inbounds nuw %struct.sending, ptr %0, i32 0, i32 3
  %19 = load ptr, ptr %4, align 8
  %20 = load i64, ptr @SendState_counters, align 8
  %21 = call ptr @hold(ptr %19, i64 %20)
  store ptr %21, ptr %18, align 8
  %22 = getelementptr inbounds nuw %struct.sending, ptr %0, i32 0, i32 4
  %23 = load ptr, ptr %4, align 8
  %24 = load i64, ptr @SendState_cc, align 8
  %25 = call ptr @hold(ptr %23, i64 %24)
  store ptr %25, ptr %22, align 8
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

define void @let_sending_go(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %struct.sending, ptr %3, i32 0, i32 4
  %5 = load ptr, ptr %4, align 8
  call void @Py_DecRef(ptr %5)
  %6 = load ptr, ptr %2, align 8
  %7 = getelementptr inbounds nuw %struct.sending, ptr %6, i32 0, i32 3
  %8 = load ptr, ptr %7, align 8
  call void @Py_DecRef(ptr %8)
  %9 = load ptr, ptr %2, align 8
  %10 = getelementptr inbounds nuw %struct.sending, ptr %9, i32 0, i32 2
  %11 = load ptr, ptr %10, align 8
  call void @Py_DecRef(ptr %11)
  %12 = load ptr, ptr %2, align 8
  %13 = getelementptr inbounds nuw %struct.sending, ptr %12, i32 0, i32 1
  %14 = load ptr, ptr %13, align 8
  call void @Py_DecRef(ptr %14)
  %15 = load ptr, ptr %2, align 8
  %16 = getelementptr inbounds nuw %struct.sending, ptr %15, i32 0, i32 0
  %17 = load ptr, ptr %16, align 8
  call void @Py_DecRef(ptr %17)
  ret void
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

define ptr @order_of(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = load i64, ptr @InFlight_orders, align 8
  %8 = call ptr @get(ptr %6, i64 %7)
  %9 = load i64, ptr %4, align 8
  %10 = call ptr @tuple_item(ptr %8, i64 %9)
  store ptr %10, ptr %5, align 8
  %11 = load ptr, ptr %5, align 8
  %12 = icmp ne ptr %11, null
  br i1 %12, label %17, label %13

13:
  %14 = load ptr, ptr %5, align 8
  %15 = load i64, ptr @the_dict, align 8
  %16 = shl i64 %15, 16
  call void @strange(ptr %14, i64 %16)
  unreachable

17:
  %18 = load ptr, ptr %5, align 8
  ret ptr %18
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

declare void @strange(ptr, i64)

define void @settle(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  store ptr %0, ptr %2, align 8
  %8 = load ptr, ptr %2, align 8
  %9 = load i64, ptr @Account__destination, align 8
  %10 = call ptr @get(ptr %8, i64 %9)
  store ptr %10, ptr %3, align 8
  %11 = load ptr, ptr %2, align 8
  %12 = load i64, ptr @Account__books, align 8
  %13 = call i64 @get_int(ptr %11, i64 %12)
  store i64 %13, ptr %4, align 8
  %14 = load ptr, ptr %2, align 8
  %15 = load i64, ptr @Account_unreported, align 8
  %16 = call i64 @get_int(ptr %14, i64 %15)
  store i64 %16, ptr %5, align 8
  %17 = load i64, ptr %4, align 8
  %18 = icmp sle i64 %17, 0
  br i1 %18, label %19, label %32

19:
  %20 = load i64, ptr %4, align 8
  %21 = icmp ne i64 %20, 0
  br i1 %21, label %22, label %25

22:
  %23 = load ptr, ptr %2, align 8
  %24 = load i64, ptr @Account__books, align 8
  call void @put_int(ptr %23, i64 %24, i64 0)
  br label %25

25:
  %26 = load i64, ptr %5, align 8
  %27 = icmp ne i64 %26, 0
  br i1 %27, label %28, label %31

28:
  %29 = load ptr, ptr %2, align 8
  %30 = load i64, ptr @Account_unreported, align 8
  call void @put_int(ptr %29, i64 %30, i64 0)
  br label %31

31:
  store i64 0, ptr %5, align 8
  store i64 0, ptr %4, align 8
  br label %42

32:
  %33 = load i64, ptr %5, align 8
  %34 = load i64, ptr %4, align 8
  %35 = icmp sgt i64 %33, %34
  br i1 %35, label %36, label %41

36:
  %37 = load i64, ptr %4, align 8
  store i64 %37, ptr %5, align 8
  %38 = load ptr, ptr %2, align 8
  %39 = load i64, ptr @Account_unreported, align 8
  %40 = load i64, ptr %4, align 8
  call void @put_int(ptr %38, i64 %39, i64 %40)
  br label %41

41:
  br label %42

42:
  %43 = load i64, ptr %5, align 8
  %44 = icmp sgt i64 %43, 0
  br i1 %44, label %45, label %49

45:
  %46 = load i64, ptr %4, align 8
  %47 = load i64, ptr %5, align 8
  %48 = sub i64 %46, %47
  br label %51

49:
  %50 = load i64, ptr %4, align 8
  br label %51

51:
  %52 = phi i64 [ %48, %45 ], [ %50, %49 ]
  store i64 %52, ptr %6, align 8
  %53 = load ptr, ptr %2, align 8
  %54 = load i64, ptr @Account__share, align 8
  %55 = call i64 @get_int(ptr %53, i64 %54)
  store i64 %55, ptr %7, align 8
  %56 = load ptr, ptr %2, align 8
  %57 = load i64, ptr @Account_aside, align 8
  %58 = call zeroext i1 @is_true(ptr %56, i64 %57)
  br i1 %58, label %59, label %65

59:
  %60 = load ptr, ptr %3, align 8
  %61 = load i64, ptr @Destination_aside, align 8
  %62 = load i64, ptr %6, align 8
  %63 = load i64, ptr %7, align 8
  %64 = sub i64 %62, %63
  call void @add(ptr %60, i64 %61, i64 %64)
  br label %87

65:
  %66 = load ptr, ptr %3, align 8
  %67 = load i64, ptr @Destination_inflight, align 8
  %68 = load i64, ptr %6, align 8
  %69 = load i64, ptr %7, align 8
  %70 = sub i64 %68, %69
  call void @add(ptr %66, i64 %67, i64 %70)
  %71 = load i64, ptr %6, align 8
  %72 = icmp sgt i64 %71, 0
  %73 = zext i1 %72 to i32
  %74 = load i64, ptr %7, align 8
  %75 = icmp sgt i64 %74, 0
  %76 = zext i1 %75 to i32
  %77 = icmp ne i32 %73, %76
  br i1 %77, label %78, label %86

78:
  %79 = load ptr, ptr %3, align 8
  %80 = load i64, ptr @Destination_sharing, align 8
  %81 = load i64, ptr %6, align 8
  %82 = icmp sgt i64 %81, 0
  %83 = zext i1 %82 to i64
  %84 = select i1 %82, i32 1, i32 -1
  %85 = sext i32 %84 to i64
  call void @add(ptr %79, i64 %80, i64 %85)
  br label %86

86:
  br label %87

87:
  %88 = load ptr, ptr %2, align 8
  %89 = load i64, ptr @Account__share, align 8
  %90 = load i64, ptr %6, align 8
  call void @put_int(ptr %88, i64 %89, i64 %90)
  ret void
}

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

define zeroext i1 @stalled(ptr %0) nounwind {
  %2 = alloca i1, align 1
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  %7 = load ptr, ptr %3, align 8
  %8 = load i64, ptr @SendState_flight, align 8
  %9 = call ptr @get(ptr %7, i64 %8)
  store ptr %9, ptr %4, align 8
  %10 = load ptr, ptr %3, align 8
  %11 = load i64, ptr @SendState_queue, align 8
  %12 = call ptr @get(ptr %10, i64 %11)
  store ptr %12, ptr %5, align 8
  %13 = load ptr, ptr %4, align 8
  %14 = load i64, ptr @InFlight_in_flight, align 8
  %15 = call i64 @get_int(ptr %13, i64 %14)
  %16 = icmp ne i64 %15, 0
  br i1 %16, label %17, label %20

17:
  %18 = load ptr, ptr %3, align 8
  %19 = call zeroext i1 @spent(ptr %18)
  store i1 %19, ptr %2, align 1
  store i32 1, ptr %6, align 4
  br label %37

20:
  %21 = load ptr, ptr %5, align 8
  %22 = load i64, ptr @SendQueue_begun, align 8
  %23 = call ptr @get(ptr %21, i64 %22)
  %24 = call i64 @size_of(ptr %23)
  %25 = icmp ne i64 %24, 0
  br i1 %25, label %26, label %35

26:
  %27 = load ptr, ptr %4, align 8
  %28 = load i64, ptr @InFlight_records, align 8
  %29 = call ptr @get(ptr %27, i64 %28)
  %30 = call i64 @dict_size(ptr %29)
  %31 = icmp ne i64 %30, 0
  br i1 %31, label %35, label %32

32:
  %33 = load ptr, ptr %5, align 8
  %34 = call zeroext i1 @queue_is_empty(ptr %33)
  br label %35

35:
  %36 = phi i1 [ false, %26 ], [ false, %20 ], [ %34, %32 ]
  store i1 %36, ptr %2, align 1
  store i32 1, ptr %6, align 4
  br label %37

37:
  %38 = load i1, ptr %2, align 1
  ret i1 %38
}

define internal zeroext i1 @spent(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %4 = load ptr, ptr %2, align 8
  %5 = load i64, ptr @SendState_flight, align 8
  %6 = call ptr @get(ptr %4, i64 %5)
  store ptr %6, ptr %3, align 8
  %7 = load ptr, ptr %2, align 8
  %8 = load i64, ptr @SendState_queue, align 8
  %9 = call ptr @get(ptr %7, i64 %8)
  %10 = call zeroext i1 @queue_is_empty(ptr %9)
  br i1 %10, label %32, label %11

11:
  %12 = load ptr, ptr %3, align 8
  %13 = load i64, ptr @InFlight_next_index, align 8
  %14 = call i64 @get_int(ptr %12, i64 %13)
  %15 = load ptr, ptr %3, align 8
  %16 = load i64, ptr @InFlight_una, align 8
  %17 = call i64 @get_int(ptr %15, i64 %16)
  %18 = sub i64 %14, %17
  %19 = load ptr, ptr %2, align 8
  %20 = load i64, ptr @SendState_window, align 8
  %21 = call i64 @get_int(ptr %19, i64 %20)
  %22 = icmp sge i64 %18, %21
  br i1 %22, label %32, label %23

23:
  %24 = load ptr, ptr %2, align 8
  %25 = load i64, ptr @SendState_cc, align 8
  %26 = call ptr @get(ptr %24, i64 %25)
  %27 = load ptr, ptr %2, align 8
  %28 = load i64, ptr @SendState_full_size, align 8
  %29 = call i64 @get_int(ptr %27, i64 %28)
  %30 = call zeroext i1 @can_send(ptr %26, i64 %29)
  %31 = xor i1 %30, true
  br label %32

32:
  %33 = phi i1 [ true, %11 ], [ true, %1 ], [ %31, %23 ]
  ret i1 %33
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

define internal zeroext i1 @queue_is_empty(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr @SendQueue_current, align 8
  %5 = call zeroext i1 @is_none(ptr %3, i64 %4)
  br i1 %5, label %6, label %13

6:
  %7 = load ptr, ptr %2, align 8
  %8 = load i64, ptr @SendQueue_pending, align 8
  %9 = call ptr @get(ptr %7, i64 %8)
  %10 = call i64 @size_of(ptr %9)
  %11 = icmp ne i64 %10, 0
  %12 = xor i1 %11, true
  br label %13

13:
  %14 = phi i1 [ false, %1 ], [ %12, %6 ]
  ret i1 %14
}

define zeroext i1 @something_is_lost(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr @Requestor_state, align 8
  %5 = call ptr @get(ptr %3, i64 %4)
  %6 = load i64, ptr @SendState_flight, align 8
  %7 = call ptr @get(ptr %5, i64 %6)
  %8 = load i64, ptr @InFlight_lost, align 8
  %9 = call ptr @get(ptr %7, i64 %8)
  %10 = call i64 @list_size(ptr %9)
  %11 = icmp sgt i64 %10, 0
  ret i1 %11
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

define zeroext i1 @has_work(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr @Requestor_state, align 8
  %5 = call ptr @get(ptr %3, i64 %4)
  %6 = load i64, ptr @SendState_queue, align 8
  %7 = call ptr @get(ptr %5, i64 %6)
  %8 = call zeroext i1 @queue_is_empty(ptr %7)
  %9 = xor i1 %8, true
  ret i1 %9
}

define void @forget_packets(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca i64, align 8
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %6 = load ptr, ptr %2, align 8
  %7 = call i64 @list_size(ptr %6)
  store i64 %7, ptr %3, align 8
  br label %8

8:
  %9 = load i64, ptr %3, align 8
  %10 = add i64 %9, -1
  store i64 %10, ptr %3, align 8
  %11 = icmp sgt i64 %9, 0
  br i1 %11, label %13, label %12

12:
  store i32 2, ptr %4, align 4
  br label %35

13:
  %14 = load ptr, ptr %2, align 8
  %15 = load i64, ptr %3, align 8
  %16 = call ptr @list_item(ptr %14, i64 %15)
  store ptr %16, ptr %5, align 8
  %17 = load ptr, ptr %5, align 8
  %18 = call zeroext i1 @is_held_once(ptr %17)
  br i1 %18, label %20, label %19

19:
  store i32 3, ptr %4, align 4
  br label %32

20:
  %21 = load ptr, ptr %5, align 8
  %22 = load i64, ptr @SentPacket_work, align 8
  call void @put_none(ptr %21, i64 %22)
  %23 = load i64, ptr @spares, align 8
  %24 = icmp slt i64 %23, 1024
  br i1 %24, label %25, label %31

25:
  %26 = load ptr, ptr %5, align 8
  %27 = call ptr @kept(ptr %26)
  %28 = load i64, ptr @spares, align 8
  %29 = add i64 %28, 1
  store i64 %29, ptr @spares, align 8
  %30 = getelementptr inbounds [1024 x ptr], ptr @spare, i64 0, i64 %28
  store ptr %27, ptr %30, align 8
  br label %31

31:
  store i32 0, ptr %4, align 4
  br label %32

32:
  %33 = load i32, ptr %4, align 4
  switch i32 %33, label %37 [
    i32 0, label %34
    i32 3, label %8
  ]

34:
  br label %8

35:
  %36 = load ptr, ptr %2, align 8
  call void @Py_DecRef(ptr %36)
  ret void

37:
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

define internal zeroext i1 @is_held_once(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr %3, align 8
  %5 = icmp eq i64 %4, 1
  ret i1 %5
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

define i32 @may_send_new(ptr %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca i8, align 1
  store ptr %0, ptr %3, align 8
  %8 = load ptr, ptr %3, align 8
  %9 = call ptr @next_new(ptr %8)
  store ptr %9, ptr %4, align 8
  %10 = call ptr @PyErr_Occurred()
  %11 = icmp ne ptr %10, null
  br i1 %11, label %16, label %12

12:
  %13 = load ptr, ptr %4, align 8
  %14 = icmp ne ptr %13, null
  %15 = zext i1 %14 to i32
  store i32 %15, ptr %2, align 4
  store i32 1, ptr %5, align 4
  br label %44

16:
  %17 = call zeroext i1 @forget()
  br i1 %17, label %19, label %18

18:
  store i32 -1, ptr %2, align 4
  store i32 1, ptr %5, align 4
  br label %44

19:
  %20 = load ptr, ptr %3, align 8
  %21 = load i64, ptr @the_next_new, align 8
  %22 = call ptr @method(ptr %20, i64 %21)
  store ptr %22, ptr %6, align 8
  %23 = load ptr, ptr %6, align 8
  %24 = icmp ne ptr %23, null
  br i1 %24, label %25, label %32

25:
  %26 = load ptr, ptr %6, align 8
  %27 = load ptr, ptr @the, align 8
  %28 = load i64, ptr @the_None, align 8
  %29 = getelementptr inbounds nuw ptr, ptr %27, i64 %28
  %30 = load ptr, ptr %29, align 8
  %31 = icmp ne ptr %26, %30
  br label %32

32:
  %33 = phi i1 [ false, %19 ], [ %31, %25 ]
  %34 = zext i1 %33 to i8
  store i8 %34, ptr %7, align 1
  %35 = load ptr, ptr %6, align 8
  %36 = call zeroext i1 @done(ptr %35)
  br i1 %36, label %37, label %41

37:
  %38 = load i8, ptr %7, align 1
  %39 = trunc i8 %38 to i1
  %40 = zext i1 %39 to i32
  br label %42

41:
  br label %42

42:
  %43 = phi i32 [ %40, %37 ], [ -1, %41 ]
  store i32 %43, ptr %2, align 4
  store i32 1, ptr %5, align 4
  br label %44

44:
  %45 = load i32, ptr %2, align 4
  ret i32 %45
}

define internal ptr @next_new(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i8, align 1
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  %14 = load ptr, ptr %3, align 8
  %15 = load i64, ptr @Requestor_state, align 8
  %16 = call ptr @get(ptr %14, i64 %15)
  store ptr %16, ptr %4, align 8
  %17 = load ptr, ptr %4, align 8
  %18 = load i64, ptr @SendState_flight, align 8
  %19 = call ptr @get(ptr %17, i64 %18)
  store ptr %19, ptr %5, align 8
  %20 = load ptr, ptr %4, align 8
  %21 = load i64, ptr @SendState_cc, align 8
  %22 = call ptr @get(ptr %20, i64 %21)
  store ptr %22, ptr %6, align 8
  %23 = load ptr, ptr %5, align 8
  %24 = load i64, ptr @InFlight_next_index, align 8
  %25 = call i64 @get_int(ptr %23, i64 %24)
  %26 = load ptr, ptr %5, align 8
  %27 = load i64, ptr @InFlight_una, align 8
  %28 = call i64 @get_int(ptr %26, i64 %27)
  %29 = sub i64 %25, %28
  %30 = load ptr, ptr %4, align 8
  %31 = load i64, ptr @SendState_window, align 8
  %32 = call i64 @get_int(ptr %30, i64 %31)
  %33 = icmp sge i64 %29, %32
  br i1 %33, label %44, label %34

34:
  %35 = load ptr, ptr %6, align 8
  %36 = load i64, ptr @Account_aside, align 8
  %37 = call zeroext i1 @is_true(ptr %35, i64 %36)
  br i1 %37, label %38, label %45

38:
  %39 = load ptr, ptr %5, align 8
  %40 = load i64, ptr @InFlight_records, align 8
  %41 = call ptr @get(ptr %39, i64 %40)
  %42 = call i64 @dict_size(ptr %41)
  %43 = icmp ne i64 %42, 0
  br i1 %43, label %44, label %45

44:
  store ptr null, ptr %2, align 8
  store i32 1, ptr %7, align 4
  br label %107

45:
  %46 = load ptr, ptr %4, align 8
  %47 = load i64, ptr @SendState_queue, align 8
  %48 = call ptr @get(ptr %46, i64 %47)
  store ptr %48, ptr %8, align 8
  %49 = load ptr, ptr %8, align 8
  %50 = load i64, ptr @SendQueue_current, align 8
  %51 = call ptr @get(ptr %49, i64 %50)
  store ptr %51, ptr %9, align 8
  %52 = load ptr, ptr %9, align 8
  %53 = load ptr, ptr @the, align 8
  %54 = load i64, ptr @the_None, align 8
  %55 = getelementptr inbounds nuw ptr, ptr %53, i64 %54
  %56 = load ptr, ptr %55, align 8
  %57 = icmp eq ptr %52, %56
  %58 = zext i1 %57 to i8
  store i8 %58, ptr %10, align 1
  %59 = load i8, ptr %10, align 1
  %60 = trunc i8 %59 to i1
  br i1 %60, label %61, label %64

61:
  %62 = load ptr, ptr %8, align 8
  %63 = call ptr @waiting_write(ptr %62)
  store ptr %63, ptr %9, align 8
  br label %64

64:
  %65 = load ptr, ptr %9, align 8
  %66 = icmp ne ptr %65, null
  br i1 %66, label %68, label %67

67:
  store ptr null, ptr %2, align 8
  store i32 1, ptr %7, align 4
  br label %106

68:
  %69 = load i8, ptr %10, align 1
  %70 = trunc i8 %69 to i1
  br i1 %70, label %71, label %72

71:
  br label %80

72:
  %73 = load ptr, ptr %5, align 8
  %74 = load i64, ptr @InFlight_next_index, align 8
  %75 = call i64 @get_int(ptr %73, i64 %74)
  %76 = load ptr, ptr %9, align 8
  %77 = load i64, ptr @WorkRequest_first_index, align 8
  %78 = call i64 @get_int(ptr %76, i64 %77)
  %79 = sub i64 %75, %78
  br label %80

80:
  %81 = phi i64 [ 0, %71 ], [ %79, %72 ]
  store i64 %81, ptr %11, align 8
  %82 = load ptr, ptr %9, align 8
  %83 = load i64, ptr @WorkRequest_mtu, align 8
  %84 = call i64 @get_int(ptr %82, i64 %83)
  store i64 %84, ptr %12, align 8
  %85 = load ptr, ptr %9, align 8
  %86 = load i64, ptr @WorkRequest_length, align 8
  %87 = call i64 @get_int(ptr %85, i64 %86)
  %88 = load i64, ptr %11, align 8
  %89 = load i64, ptr %12, align 8
  %90 = mul i64 %88, %89
  %91 = sub i64 %87, %90
  %92 = load i64, ptr %12, align 8
  %93 = call i64 @least(i64 %91, i64 %92)
  store i64 %93, ptr %13, align 8
  %94 = load ptr, ptr %6, align 8
  %95 = load ptr, ptr %4, align 8
  %96 = load i64, ptr @SendState_frames, align 8
  %97 = call ptr @get(ptr %95, i64 %96)
  %98 = load i64, ptr %13, align 8
  %99 = call i64 @nominal_size(ptr %97, i64 %98)
  %100 = call zeroext i1 @can_send(ptr %94, i64 %99)
  br i1 %100, label %101, label %103

101:
  %102 = load ptr, ptr %9, align 8
  br label %104

103:
  br label %104

104:
  %105 = phi ptr [ %102, %101 ], [ null, %103 ]
  store ptr %105, ptr %2, align 8
  store i32 1, ptr %7, align 4
  br label %106

106:
  br label %107

107:
  %108 = load ptr, ptr %2, align 8
  ret ptr %108
}

declare ptr @PyErr_Occurred()

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

define i32 @send_data(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i32, align 4
  %13 = alloca ptr, align 8
  %14 = alloca %struct.sending, align 8
  %15 = alloca ptr, align 8
  %16 = alloca i8, align 1
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  %17 = load ptr, ptr %6, align 8
  %18 = load i64, ptr @QueuePair_requestor, align 8
  %19 = call ptr @get(ptr %17, i64 %18)
  store ptr %19, ptr %10, align 8
  %20 = load ptr, ptr %6, align 8
  %21 = load i64, ptr @QueuePair_evs, align 8
  %22 = call ptr @get(ptr %20, i64 %21)
  store ptr %22, ptr %11, align 8
  %23 = load ptr, ptr %10, align 8
  %24 = load ptr, ptr @the, align 8
  %25 = load i64, ptr @the_None, align 8
  %26 = getelementptr inbounds nuw ptr, ptr %24, i64 %25
  %27 = load ptr, ptr %26, align 8
  %28 = icmp eq ptr %23, %27
  br i1 %28, label %44, label %29

29:
  %30 = load ptr, ptr %11, align 8
  %31 = load ptr, ptr @the, align 8
  %32 = load i64, ptr @the_None, align 8
  %33 = getelementptr inbounds nuw ptr, ptr %31, i64 %32
  %34 = load ptr, ptr %33, align 8
  %35 = icmp eq ptr %30, %34
  br i1 %35, label %44, label %36

36:
  %37 = load ptr, ptr %10, align 8
  %38 = call ptr @type_of(ptr %37)
  %39 = load ptr, ptr @the, align 8
  %40 = load i64, ptr @the_Requestor, align 8
  %41 = getelementptr inbounds nuw ptr, ptr %39, i64 %40
  %42 = load ptr, ptr %41, align 8
  %43 = icmp ne ptr %38, %42
  br i1 %43, label %44, label %45

44:
  store i32 0, ptr %5, align 4
  store i32 1, ptr %12, align 4
  br label %129

45:
  %46 = load ptr, ptr %10, align 8
  %47 = load i64, ptr @Requestor_state, align 8
  %48 = call ptr @get(ptr %46, i64 %47)
  %49 = load i64, ptr @SendState_frames, align 8
  %50 = call ptr @get(ptr %48, i64 %49)
  %51 = load i64, ptr @QpFrames__fast, align 8
  %52 = call zeroext i1 @is_none(ptr %50, i64 %51)
  br i1 %52, label %53, label %54

53:
  store i32 0, ptr %5, align 4
  store i32 1, ptr %12, align 4
  br label %129

54:
  %55 = load ptr, ptr %10, align 8
  %56 = call ptr @next_new(ptr %55)
  store ptr %56, ptr %13, align 8
  %57 = call ptr @PyErr_Occurred()
  %58 = icmp ne ptr %57, null
  br i1 %58, label %59, label %60

59:
  store i32 0, ptr %5, align 4
  store i32 1, ptr %12, align 4
  br label %128

60:
  %61 = load ptr, ptr %13, align 8
  %62 = icmp ne ptr %61, null
  br i1 %62, label %64, label %63

63:
  store i32 1, ptr %5, align 4
  store i32 1, ptr %12, align 4
  br label %128

64:
  %65 = load ptr, ptr %10, align 8
  call void @hold_sending(ptr dead_on_unwind writable sret(%struct.sending) align 8 %14, ptr %65)
  %66 = load ptr, ptr %11, align 8
  %67 = call ptr @kept(ptr %66)
  %68 = load ptr, ptr %13, align 8
  %69 = call ptr @kept(ptr %68)
  %70 = load ptr, ptr %11, align 8
  %71 = load i64, ptr %7, align 8
  %72 = load i64, ptr %8, align 8
  %73 = call ptr @choose(ptr %70, i64 %71, i64 %72)
  store ptr %73, ptr %15, align 8
  %74 = load ptr, ptr %15, align 8
  %75 = icmp ne ptr %74, null
  %76 = zext i1 %75 to i8
  store i8 %76, ptr %16, align 1
  %77 = load i8, ptr %16, align 1
  %78 = trunc i8 %77 to i1
  br i1 %78, label %79, label %120

79:
  %80 = load ptr, ptr %15, align 8
  %81 = load ptr, ptr @the, align 8
  %82 = load i64, ptr @the_None, align 8
  %83 = getelementptr inbounds nuw ptr, ptr %81, i64 %82
  %84 = load ptr, ptr %83, align 8
  %85 = icmp ne ptr %80, %84
  br i1 %85, label %86, label %120

86:
  %87 = load ptr, ptr %13, align 8
  %88 = getelementptr inbounds nuw %struct.sending, ptr %14, i32 0, i32 1
  %89 = load ptr, ptr %88, align 8
  %90 = load i64, ptr @SendState_queue, align 8
  %91 = call ptr @get(ptr %89, i64 %90)
  %92 = load i64, ptr @SendQueue_current, align 8
  %93 = call ptr @get(ptr %91, i64 %92)
  %94 = icmp eq ptr %87, %93
  br i1 %94, label %101, label %95

95:
  %96 = getelementptr inbounds nuw %struct.sending, ptr %14, i32 0, i32 1
  %97 = load ptr, ptr %96, align 8
  %98 = load ptr, ptr %13, align 8
  %99 = load i64, ptr %8, align 8
  %100 = call zeroext i1 @start_write(ptr %97, ptr %98, i64 %99)
  br label %101

101:
  %102 = phi i1 [ true, %86 ], [ %100, %95 ]
  %103 = zext i1 %102 to i8
  store i8 %103, ptr %16, align 1
  %104 = load i8, ptr %16, align 1
  %105 = trunc i8 %104 to i1
  br i1 %105, label %106, label %112

106:
  %107 = load ptr, ptr %13, align 8
  %108 = load ptr, ptr %15, align 8
  %109 = load i64, ptr %8, align 8
  %110 = load ptr, ptr %9, align 8
  %111 = call zeroext i1 @send_new(ptr %14, ptr %107, ptr %108, i64 %109, ptr %110)
  br label %112

112:
  %113 = phi i1 [ false, %101 ], [ %111, %106 ]
  %114 = zext i1 %113 to i8
  store i8 %114, ptr %16, align 1
  %115 = load ptr, ptr %15, align 8
  %116 = load i64, ptr @EvEntry_plane, align 8
  %117 = call i64 @get_int(ptr %115, i64 %116)
  %118 = load ptr, ptr %9, align 8
  %119 = getelementptr inbounds nuw %struct.leaving, ptr %118, i32 0, i32 4
  store i64 %117, ptr %119, align 8
  br label %120

120:
  %121 = load ptr, ptr %15, align 8
  call void @Py_DecRef(ptr %121)
  %122 = load ptr, ptr %13, align 8
  call void @Py_DecRef(ptr %122)
  %123 = load ptr, ptr %11, align 8
  call void @Py_DecRef(ptr %123)
  call void @let_sending_go(ptr %14)
  %124 = load i8, ptr %16, align 1
  %125 = trunc i8 %124 to i1
  %126 = zext i1 %125 to i64
  %127 = select i1 %125, i32 1, i32 2
  store i32 %127, ptr %5, align 4
  store i32 1, ptr %12, align 4
  br label %128

128:
  br label %129

129:
  %130 = load i32, ptr %5, align 4
  ret i32 %130
}

define internal ptr @type_of(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds ptr, ptr %3, i64 1
  %5 = load ptr, ptr %4, align 8
  ret ptr %5
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

declare ptr @choose(ptr, i64, i64)

declare zeroext i1 @start_write(ptr, ptr, i64)

define internal zeroext i1 @send_new(ptr %0, ptr %1, ptr %2, i64 %3, ptr %4) nounwind {
  %6 = alloca ptr, align 8
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
  %17 = alloca i64, align 8
  %18 = alloca i64, align 8
  %19 = alloca i8, align 1
  %20 = alloca i8, align 1
  %21 = alloca i64, align 8
  %22 = alloca ptr, align 8
  %23 = alloca ptr, align 8
  %24 = alloca i8, align 1
  %25 = alloca i64, align 8
  %26 = alloca i8, align 1
  %27 = alloca i8, align 1
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store ptr %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  store ptr %4, ptr %10, align 8
  %28 = load ptr, ptr %6, align 8
  %29 = getelementptr inbounds nuw %struct.sending, ptr %28, i32 0, i32 1
  %30 = load ptr, ptr %29, align 8
  store ptr %30, ptr %11, align 8
  %31 = load ptr, ptr %6, align 8
  %32 = getelementptr inbounds nuw %struct.sending, ptr %31, i32 0, i32 2
  %33 = load ptr, ptr %32, align 8
  store ptr %33, ptr %12, align 8
  %34 = load ptr, ptr %6, align 8
  %35 = getelementptr inbounds nuw %struct.sending, ptr %34, i32 0, i32 4
  %36 = load ptr, ptr %35, align 8
  store ptr %36, ptr %13, align 8
  %37 = load ptr, ptr %6, align 8
  %38 = getelementptr inbounds nuw %struct.sending, ptr %37, i32 0, i32 3
  %39 = load ptr, ptr %38, align 8
  store ptr %39, ptr %14, align 8
  %40 = load ptr, ptr %12, align 8
  %41 = load i64, ptr @InFlight_next_index, align 8
  %42 = call i64 @get_int(ptr %40, i64 %41)
  store i64 %42, ptr %15, align 8
  %43 = load ptr, ptr %7, align 8
  %44 = load i64, ptr @WorkRequest_mtu, align 8
  %45 = call i64 @get_int(ptr %43, i64 %44)
  store i64 %45, ptr %16, align 8
  %46 = load i64, ptr %15, align 8
  %47 = load ptr, ptr %7, align 8
  %48 = load i64, ptr @WorkRequest_first_index, align 8
  %49 = call i64 @get_int(ptr %47, i64 %48)
  %50 = sub i64 %46, %49
  %51 = load i64, ptr %16, align 8
  %52 = mul i64 %50, %51
  store i64 %52, ptr %17, align 8
  %53 = load ptr, ptr %7, align 8
  %54 = load i64, ptr @WorkRequest_length, align 8
  %55 = call i64 @get_int(ptr %53, i64 %54)
  %56 = load i64, ptr %17, align 8
  %57 = sub i64 %55, %56
  %58 = load i64, ptr %16, align 8
  %59 = call i64 @least(i64 %57, i64 %58)
  store i64 %59, ptr %18, align 8
  %60 = load i64, ptr %15, align 8
  %61 = load ptr, ptr %7, align 8
  %62 = load i64, ptr @WorkRequest_last_index, align 8
  %63 = call i64 @get_int(ptr %61, i64 %62)
  %64 = icmp eq i64 %60, %63
  %65 = zext i1 %64 to i8
  store i8 %65, ptr %19, align 1
  %66 = load i8, ptr %19, align 1
  %67 = trunc i8 %66 to i1
  br i1 %67, label %68, label %73

68:
  %69 = load ptr, ptr %7, align 8
  %70 = load i64, ptr @WorkRequest_imm, align 8
  %71 = call zeroext i1 @is_none(ptr %69, i64 %70)
  %72 = xor i1 %71, true
  br label %73

73:
  %74 = phi i1 [ false, %5 ], [ %72, %68 ]
  %75 = zext i1 %74 to i8
  store i8 %75, ptr %20, align 1
  %76 = load ptr, ptr %11, align 8
  %77 = load i64, ptr @SendState_frames, align 8
  %78 = call ptr @get(ptr %76, i64 %77)
  %79 = load i64, ptr %18, align 8
  %80 = call i64 @nominal_size(ptr %78, i64 %79)
  %81 = load i8, ptr %20, align 1
  %82 = trunc i8 %81 to i1
  %83 = zext i1 %82 to i64
  %84 = select i1 %82, i32 4, i32 0
  %85 = sext i32 %84 to i64
  %86 = add i64 %80, %85
  store i64 %86, ptr %21, align 8
  %87 = load ptr, ptr %12, align 8
  %88 = load i64, ptr @InFlight_next_index, align 8
  %89 = load i64, ptr %15, align 8
  %90 = add i64 %89, 1
  call void @put_int(ptr %87, i64 %88, i64 %90)
  %91 = load ptr, ptr %7, align 8
  call void @Py_IncRef(ptr %91)
  %92 = load i8, ptr %19, align 1
  %93 = trunc i8 %92 to i1
  br i1 %93, label %94, label %99

94:
  %95 = load ptr, ptr %11, align 8
  %96 = load i64, ptr @SendState_queue, align 8
  %97 = call ptr @get(ptr %95, i64 %96)
  %98 = load i64, ptr @SendQueue_current, align 8
  call void @put_none(ptr %97, i64 %98)
  br label %99

99:
  %100 = load ptr, ptr %14, align 8
  %101 = load i64, ptr @QpCounters_data_packets, align 8
  call void @add(ptr %100, i64 %101, i64 1)
  %102 = load ptr, ptr %14, align 8
  %103 = load i64, ptr @QpCounters_data_bytes, align 8
  %104 = load i64, ptr %18, align 8
  call void @add(ptr %102, i64 %103, i64 %104)
  %105 = load i64, ptr %9, align 8
  %106 = call ptr @integer(i64 %105)
  store ptr %106, ptr %22, align 8
  %107 = load ptr, ptr %12, align 8
  %108 = load ptr, ptr %7, align 8
  %109 = load i64, ptr %15, align 8
  %110 = load i64, ptr %21, align 8
  %111 = load ptr, ptr %8, align 8
  %112 = load i64, ptr @EvEntry_entropy, align 8
  %113 = call ptr @get(ptr %111, i64 %112)
  %114 = load ptr, ptr %22, align 8
  %115 = call ptr @note_sent(ptr %107, ptr %108, i64 %109, i64 %110, ptr %113, ptr %114)
  store ptr %115, ptr %23, align 8
  %116 = load ptr, ptr %22, align 8
  call void @Py_DecRef(ptr %116)
  %117 = load ptr, ptr %23, align 8
  call void @Py_DecRef(ptr %117)
  %118 = load ptr, ptr %13, align 8
  %119 = load i64, ptr @Account__share, align 8
  %120 = call i64 @get_int(ptr %118, i64 %119)
  %121 = icmp sle i64 %120, 0
  br i1 %121, label %122, label %129

122:
  %123 = load ptr, ptr %13, align 8
  %124 = load i64, ptr @Account__destination, align 8
  %125 = call ptr @get(ptr %123, i64 %124)
  %126 = load i64, ptr @Destination_accounts, align 8
  %127 = call i64 @get_int(ptr %125, i64 %126)
  %128 = icmp sgt i64 %127, 1
  br label %129

129:
  %130 = phi i1 [ false, %99 ], [ %128, %122 ]
  %131 = zext i1 %130 to i8
  store i8 %131, ptr %24, align 1
  %132 = load ptr, ptr %13, align 8
  %133 = load i64, ptr @Account__books, align 8
  %134 = load i64, ptr %21, align 8
  call void @add(ptr %132, i64 %133, i64 %134)
  %135 = load ptr, ptr %13, align 8
  call void @settle(ptr %135)
  %136 = load ptr, ptr %14, align 8
  %137 = load i64, ptr @QpCounters_ev_packets, align 8
  %138 = call ptr @get(ptr %136, i64 %137)
  %139 = load ptr, ptr %8, align 8
  %140 = load i64, ptr @EvEntry_entropy, align 8
  %141 = call ptr @get(ptr %139, i64 %140)
  call void @count(ptr %138, ptr %141)
  %142 = load ptr, ptr %14, align 8
  %143 = load i64, ptr @QpCounters_plane_packets, align 8
  %144 = call ptr @get(ptr %142, i64 %143)
  %145 = load ptr, ptr %8, align 8
  %146 = load i64, ptr @EvEntry_plane, align 8
  %147 = call ptr @get(ptr %145, i64 %146)
  call void @count(ptr %144, ptr %147)
  %148 = load ptr, ptr %11, align 8
  %149 = load i64, ptr @SendState_bytes_since_ack_req, align 8
  %150 = call i64 @get_int(ptr %148, i64 %149)
  %151 = load i64, ptr %21, align 8
  %152 = add i64 %150, %151
  store i64 %152, ptr %25, align 8
  %153 = load i8, ptr %19, align 1
  %154 = trunc i8 %153 to i1
  br i1 %154, label %160, label %155

155:
  %156 = load i64, ptr %25, align 8
  %157 = load ptr, ptr %13, align 8
  %158 = call i64 @ack_req_bytes(ptr %157)
  %159 = icmp sgt i64 %156, %158
  br label %160

160:
  %161 = phi i1 [ true, %129 ], [ %159, %155 ]
  %162 = zext i1 %161 to i8
  store i8 %162, ptr %26, align 1
  %163 = load ptr, ptr %11, align 8
  %164 = load i64, ptr @SendState_bytes_since_ack_req, align 8
  %165 = load i8, ptr %26, align 1
  %166 = trunc i8 %165 to i1
  br i1 %166, label %167, label %168

167:
  br label %170

168:
  %169 = load i64, ptr %25, align 8
  br label %170

170:
  %171 = phi i64 [ 0, %167 ], [ %169, %168 ]
  call void @put_int(ptr %163, i64 %164, i64 %171)
  %172 = load ptr, ptr %23, align 8
  %173 = icmp ne ptr %172, null
  br i1 %173, label %174, label %189

174:
  %175 = call ptr @PyErr_Occurred()
  %176 = icmp ne ptr %175, null
  br i1 %176, label %189, label %177

177:
  %178 = load i8, ptr %26, align 1
  %179 = trunc i8 %178 to i1
  br i1 %179, label %183, label %180

180:
  %181 = load i8, ptr %24, align 1
  %182 = trunc i8 %181 to i1
  br i1 %182, label %183, label %187

183:
  %184 = load ptr, ptr %13, align 8
  %185 = load i64, ptr %9, align 8
  %186 = call zeroext i1 @asked(ptr %184, i64 %185)
  br label %187

187:
  %188 = phi i1 [ true, %180 ], [ %186, %183 ]
  br label %189

189:
  %190 = phi i1 [ false, %174 ], [ false, %170 ], [ %188, %187 ]
  %191 = zext i1 %190 to i8
  store i8 %191, ptr %27, align 1
  %192 = load ptr, ptr %11, align 8
  %193 = load i64, ptr @SendState_stale, align 8
  %194 = call zeroext i1 @is_true(ptr %192, i64 %193)
  br i1 %194, label %201, label %195

195:
  %196 = load ptr, ptr %11, align 8
  %197 = call zeroext i1 @spent(ptr %196)
  br i1 %197, label %198, label %201

198:
  %199 = load ptr, ptr %11, align 8
  %200 = load i64, ptr @SendState_stale, align 8
  call void @put_bool(ptr %199, i64 %200, i1 zeroext true)
  br label %201

201:
  %202 = load i8, ptr %27, align 1
  %203 = trunc i8 %202 to i1
  br i1 %203, label %204, label %221

204:
  %205 = load ptr, ptr %11, align 8
  %206 = load i64, ptr @SendState_frames, align 8
  %207 = call ptr @get(ptr %205, i64 %206)
  %208 = load ptr, ptr %8, align 8
  %209 = load ptr, ptr %7, align 8
  %210 = load i64, ptr %15, align 8
  %211 = load i8, ptr %26, align 1
  %212 = trunc i8 %211 to i1
  br i1 %212, label %216, label %213

213:
  %214 = load i8, ptr %24, align 1
  %215 = trunc i8 %214 to i1
  br label %216

216:
  %217 = phi i1 [ true, %204 ], [ %215, %213 ]
  %218 = load i64, ptr %9, align 8
  %219 = load ptr, ptr %10, align 8
  %220 = call zeroext i1 @data_frame(ptr %207, ptr %208, ptr %209, i64 %210, i1 zeroext %217, i64 %218, ptr %219)
  br label %221

221:
  %222 = phi i1 [ false, %201 ], [ %220, %216 ]
  %223 = zext i1 %222 to i8
  store i8 %223, ptr %27, align 1
  %224 = load ptr, ptr %7, align 8
  call void @Py_DecRef(ptr %224)
  %225 = load i8, ptr %27, align 1
  %226 = trunc i8 %225 to i1
  ret i1 %226
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

declare void @_Py_Dealloc(ptr)

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

declare ptr @PyTuple_GetItem(ptr, i64)

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

define internal ptr @integer(i64 %0) alwaysinline nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = call ptr @PyLong_FromLong(i64 %3)
  ret ptr %4
}

declare ptr @PyLong_FromLong(i64)

declare zeroext i1 @counts_as_true(ptr)

define internal zeroext i1 @can_send(ptr %0, i64 %1) nounwind {
  %3 = alloca i1, align 1
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i8, align 1
  %10 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %11 = load ptr, ptr %4, align 8
  %12 = load i64, ptr @Account__destination, align 8
  %13 = call ptr @get(ptr %11, i64 %12)
  store ptr %13, ptr %6, align 8
  %14 = load ptr, ptr %6, align 8
  %15 = load i64, ptr @Destination_inflight, align 8
  %16 = call i64 @get_int(ptr %14, i64 %15)
  store i64 %16, ptr %7, align 8
  %17 = load ptr, ptr %6, align 8
  %18 = load i64, ptr @Destination_window, align 8
  %19 = call i64 @get_int(ptr %17, i64 %18)
  store i64 %19, ptr %8, align 8
  %20 = load ptr, ptr %4, align 8
  %21 = load i64, ptr @Account_aside, align 8
  %22 = call zeroext i1 @is_true(ptr %20, i64 %21)
  br i1 %22, label %23, label %46

23:
  %24 = load i64, ptr %7, align 8
  %25 = icmp sle i64 %24, 0
  br i1 %25, label %26, label %34

26:
  %27 = load ptr, ptr %6, align 8
  %28 = load i64, ptr @Destination_aside, align 8
  %29 = call i64 @get_int(ptr %27, i64 %28)
  %30 = load i64, ptr %5, align 8
  %31 = add i64 %29, %30
  %32 = load i64, ptr %8, align 8
  %33 = icmp sle i64 %31, %32
  br label %34

34:
  %35 = phi i1 [ false, %23 ], [ %33, %26 ]
  %36 = zext i1 %35 to i8
  store i8 %36, ptr %9, align 1
  %37 = load i8, ptr %9, align 1
  %38 = trunc i8 %37 to i1
  br i1 %38, label %44, label %39

39:
  %40 = load ptr, ptr %4, align 8
  %41 = load i64, ptr @Account__share, align 8
  %42 = call i64 @get_int(ptr %40, i64 %41)
  %43 = icmp sle i64 %42, 0
  br label %44

44:
  %45 = phi i1 [ true, %34 ], [ %43, %39 ]
  store i1 %45, ptr %3, align 1
  store i32 1, ptr %10, align 4
  br label %72

46:
  %47 = load ptr, ptr %6, align 8
  %48 = load i64, ptr @Destination_mute, align 8
  %49 = call zeroext i1 @is_true(ptr %47, i64 %48)
  br i1 %49, label %50, label %61

50:
  %51 = load ptr, ptr %4, align 8
  %52 = load i64, ptr @Account__share, align 8
  %53 = call i64 @get_int(ptr %51, i64 %52)
  %54 = icmp sgt i64 %53, 0
  br i1 %54, label %55, label %61

55:
  %56 = load ptr, ptr %6, align 8
  %57 = load i64, ptr @Destination_aside, align 8
  %58 = call i64 @get_int(ptr %56, i64 %57)
  %59 = load i64, ptr %7, align 8
  %60 = add i64 %59, %58
  store i64 %60, ptr %7, align 8
  br label %61

61:
  %62 = load i64, ptr %7, align 8
  %63 = load i64, ptr %5, align 8
  %64 = add i64 %62, %63
  %65 = load i64, ptr %8, align 8
  %66 = icmp sle i64 %64, %65
  br i1 %66, label %70, label %67

67:
  %68 = load i64, ptr %7, align 8
  %69 = icmp sle i64 %68, 0
  br label %70

70:
  %71 = phi i1 [ true, %61 ], [ %69, %67 ]
  store i1 %71, ptr %3, align 1
  store i32 1, ptr %10, align 4
  br label %72

72:
  %73 = load i1, ptr %3, align 1
  ret i1 %73
}

declare i64 @PyObject_Size(ptr)

declare i64 @PyDict_Size(ptr)

declare i64 @PyList_Size(ptr)

declare ptr @PyList_GetItem(ptr, i64)

declare ptr @waiting_write(ptr)

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

define internal i64 @nominal_size(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = load i64, ptr @QpFrames_timestamps, align 8
  %8 = call zeroext i1 @is_true(ptr %6, i64 %7)
  %9 = zext i1 %8 to i64
  %10 = select i1 %8, i32 4, i32 0
  %11 = add i32 84, %10
  %12 = sext i32 %11 to i64
  store i64 %12, ptr %5, align 8
  %13 = load i64, ptr %5, align 8
  %14 = load i64, ptr %4, align 8
  %15 = add i64 %13, %14
  %16 = load i64, ptr %4, align 8
  %17 = sub i64 0, %16
  %18 = and i64 %17, 3
  %19 = add i64 %15, %18
  ret i64 %19
}

declare i32 @PyErr_ExceptionMatches(ptr)

declare void @PyErr_Clear()

declare ptr @PyObject_VectorcallMethod(ptr, ptr, i64, ptr)

define internal ptr @note_sent(ptr %0, ptr %1, i64 %2, i64 %3, ptr %4, ptr %5) nounwind {
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca ptr, align 8
  %15 = alloca ptr, align 8
  %16 = alloca i32, align 4
  store ptr %0, ptr %8, align 8
  store ptr %1, ptr %9, align 8
  store i64 %2, ptr %10, align 8
  store i64 %3, ptr %11, align 8
  store ptr %4, ptr %12, align 8
  store ptr %5, ptr %13, align 8
  %17 = call ptr @spare_packet()
  store ptr %17, ptr %14, align 8
  %18 = load i64, ptr %10, align 8
  %19 = call ptr @integer(i64 %18)
  store ptr %19, ptr %15, align 8
  %20 = load ptr, ptr %14, align 8
  %21 = icmp ne ptr %20, null
  br i1 %21, label %22, label %25

22:
  %23 = load ptr, ptr %15, align 8
  %24 = icmp ne ptr %23, null
  br i1 %24, label %26, label %25

25:
  store ptr null, ptr %7, align 8
  store i32 1, ptr %16, align 4
  br label %106

26:
  %27 = load ptr, ptr %14, align 8
  %28 = load i64, ptr @SentPacket_entropy, align 8
  %29 = load ptr, ptr %12, align 8
  %30 = call ptr @kept(ptr %29)
  call void @put(ptr %27, i64 %28, ptr %30)
  %31 = load ptr, ptr %14, align 8
  %32 = load i64, ptr @SentPacket_sent_ns, align 8
  %33 = load ptr, ptr %13, align 8
  %34 = call ptr @kept(ptr %33)
  call void @put(ptr %31, i64 %32, ptr %34)
  %35 = load ptr, ptr %14, align 8
  %36 = load i64, ptr @SentPacket_sends, align 8
  call void @put_int(ptr %35, i64 %36, i64 1)
  %37 = load ptr, ptr %14, align 8
  %38 = load i64, ptr @SentPacket_index, align 8
  %39 = load ptr, ptr %15, align 8
  %40 = call ptr @kept(ptr %39)
  call void @put(ptr %37, i64 %38, ptr %40)
  %41 = load ptr, ptr %14, align 8
  %42 = load i64, ptr @SentPacket_work, align 8
  %43 = load ptr, ptr %9, align 8
  %44 = call ptr @kept(ptr %43)
  call void @put(ptr %41, i64 %42, ptr %44)
  %45 = load ptr, ptr %14, align 8
  %46 = load i64, ptr @SentPacket_size, align 8
  %47 = load i64, ptr %11, align 8
  call void @put_int(ptr %45, i64 %46, i64 %47)
  %48 = load ptr, ptr %14, align 8
  %49 = load i64, ptr @SentPacket_state, align 8
  %50 = load ptr, ptr @the, align 8
  %51 = load i64, ptr @the_in_flight, align 8
  %52 = getelementptr inbounds nuw ptr, ptr %50, i64 %51
  %53 = load ptr, ptr %52, align 8
  %54 = call ptr @kept(ptr %53)
  call void @put(ptr %48, i64 %49, ptr %54)
  %55 = load ptr, ptr %14, align 8
  %56 = load i64, ptr @SentPacket_first_sent_ns, align 8
  %57 = load ptr, ptr %13, align 8
  %58 = call ptr @kept(ptr %57)
  call void @put(ptr %55, i64 %56, ptr %58)
  %59 = load ptr, ptr %14, align 8
  %60 = load i64, ptr @SentPacket_ahead, align 8
  %61 = load i64, ptr %10, align 8
  %62 = load ptr, ptr %8, align 8
  %63 = load i64, ptr @InFlight_una, align 8
  %64 = call i64 @get_int(ptr %62, i64 %63)
  %65 = sub i64 %61, %64
  call void @put_int(ptr %59, i64 %60, i64 %65)
  %66 = load ptr, ptr %14, align 8
  %67 = load i64, ptr @SentPacket_refused, align 8
  call void @put_int(ptr %66, i64 %67, i64 0)
  %68 = load ptr, ptr %14, align 8
  %69 = load i64, ptr @SentPacket_silent, align 8
  call void @put_bool(ptr %68, i64 %69, i1 zeroext false)
  %70 = load ptr, ptr %14, align 8
  %71 = load i64, ptr @SentPacket_avoid, align 8
  call void @put_none(ptr %70, i64 %71)
  %72 = load ptr, ptr %14, align 8
  %73 = load i64, ptr @SentPacket_avoid_until_ns, align 8
  call void @put_int(ptr %72, i64 %73, i64 0)
  %74 = load ptr, ptr %14, align 8
  %75 = load i64, ptr @SentPacket_blamed, align 8
  call void @put_none(ptr %74, i64 %75)
  %76 = load ptr, ptr %14, align 8
  %77 = load i64, ptr @SentPacket_repeated, align 8
  call void @put_bool(ptr %76, i64 %77, i1 zeroext false)
  %78 = load ptr, ptr %14, align 8
  %79 = load i64, ptr @SentPacket_given_up, align 8
  call void @put_bool(ptr %78, i64 %79, i1 zeroext false)
  %80 = load ptr, ptr %14, align 8
  %81 = load i64, ptr @SentPacket_why, align 8
  %82 = load ptr, ptr @the, align 8
  %83 = load i64, ptr @the_missing, align 8
  %84 = getelementptr inbounds nuw ptr, ptr %82, i64 %83
  %85 = load ptr, ptr %84, align 8
  %86 = call ptr @kept(ptr %85)
  call void @put(ptr %80, i64 %81, ptr %86)
  %87 = load ptr, ptr %8, align 8
  %88 = load i64, ptr @InFlight_in_flight, align 8
  call void @add(ptr %87, i64 %88, i64 1)
  %89 = load ptr, ptr %8, align 8
  %90 = load i64, ptr @InFlight_last_sent_ns, align 8
  %91 = load ptr, ptr %13, align 8
  %92 = call ptr @kept(ptr %91)
  call void @put(ptr %89, i64 %90, ptr %92)
  %93 = load ptr, ptr %8, align 8
  %94 = load i64, ptr @InFlight_records, align 8
  %95 = call ptr @get(ptr %93, i64 %94)
  %96 = load ptr, ptr %15, align 8
  %97 = load ptr, ptr %14, align 8
  %98 = call i32 @PyDict_SetItem(ptr %95, ptr %96, ptr %97)
  %99 = load ptr, ptr %8, align 8
  %100 = call ptr @order_of(ptr %99, i64 0)
  %101 = load ptr, ptr %15, align 8
  %102 = load ptr, ptr %14, align 8
  %103 = call i32 @PyDict_SetItem(ptr %100, ptr %101, ptr %102)
  %104 = load ptr, ptr %15, align 8
  call void @Py_DecRef(ptr %104)
  %105 = load ptr, ptr %14, align 8
  store ptr %105, ptr %7, align 8
  store i32 1, ptr %16, align 4
  br label %106

106:
  %107 = load ptr, ptr %7, align 8
  ret ptr %107
}

define internal void @count(ptr %0, ptr %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %9 = load ptr, ptr %3, align 8
  %10 = load ptr, ptr %4, align 8
  %11 = call ptr @PyDict_GetItemWithError(ptr %9, ptr %10)
  store ptr %11, ptr %5, align 8
  %12 = load ptr, ptr %5, align 8
  %13 = icmp ne ptr %12, null
  br i1 %13, label %14, label %17

14:
  %15 = load ptr, ptr %5, align 8
  %16 = call i64 @value_of(ptr %15)
  br label %18

17:
  br label %18

18:
  %19 = phi i64 [ %16, %14 ], [ 0, %17 ]
  %20 = add i64 %19, 1
  store i64 %20, ptr %6, align 8
  %21 = load ptr, ptr %5, align 8
  %22 = icmp ne ptr %21, null
  br i1 %22, label %23, label %28

23:
  %24 = load ptr, ptr %5, align 8
  %25 = load i64, ptr %6, align 8
  %26 = call zeroext i1 @rewrite(ptr %24, i64 %25)
  br i1 %26, label %27, label %28

27:
  store i32 1, ptr %7, align 4
  br label %40

28:
  %29 = load i64, ptr %6, align 8
  %30 = call ptr @integer(i64 %29)
  store ptr %30, ptr %8, align 8
  %31 = load ptr, ptr %8, align 8
  %32 = icmp ne ptr %31, null
  br i1 %32, label %33, label %39

33:
  %34 = load ptr, ptr %3, align 8
  %35 = load ptr, ptr %4, align 8
  %36 = load ptr, ptr %8, align 8
  %37 = call i32 @PyDict_SetItem(ptr %34, ptr %35, ptr %36)
  %38 = load ptr, ptr %8, align 8
  call void @Py_DecRef(ptr %38)
  br label %39

39:
  store i32 0, ptr %7, align 4
  br label %40

40:
  %41 = load i32, ptr %7, align 4
  switch i32 %41, label %43 [
    i32 0, label %42
    i32 1, label %42
  ]

42:
  ret void

43:
  unreachable
}

define internal i64 @ack_req_bytes(ptr %0) nounwind {
  %2 = alloca i64, align 8
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i32, align 4
  %7 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  %8 = load ptr, ptr %3, align 8
  %9 = load i64, ptr @Account__destination, align 8
  %10 = call ptr @get(ptr %8, i64 %9)
  store ptr %10, ptr %4, align 8
  %11 = load ptr, ptr %4, align 8
  %12 = load i64, ptr @Destination_sharing, align 8
  %13 = call i64 @get_int(ptr %11, i64 %12)
  store i64 %13, ptr %5, align 8
  %14 = load ptr, ptr %4, align 8
  %15 = load i64, ptr @Destination_mute, align 8
  %16 = call zeroext i1 @is_true(ptr %14, i64 %15)
  br i1 %16, label %21, label %17

17:
  %18 = load ptr, ptr %3, align 8
  %19 = load i64, ptr @Account_aside, align 8
  %20 = call zeroext i1 @is_true(ptr %18, i64 %19)
  br i1 %20, label %21, label %22

21:
  store i64 0, ptr %2, align 8
  store i32 1, ptr %6, align 4
  br label %38

22:
  %23 = load ptr, ptr %4, align 8
  %24 = load i64, ptr @Destination_window, align 8
  %25 = call i64 @get_int(ptr %23, i64 %24)
  store i64 %25, ptr %7, align 8
  %26 = load i64, ptr %5, align 8
  %27 = icmp sgt i64 %26, 1
  br i1 %27, label %28, label %33

28:
  %29 = load i64, ptr %7, align 8
  %30 = load i64, ptr %5, align 8
  %31 = sdiv i64 %29, %30
  %32 = sdiv i64 %31, 3
  br label %36

33:
  %34 = load i64, ptr %7, align 8
  %35 = sdiv i64 %34, 2
  br label %36

36:
  %37 = phi i64 [ %32, %28 ], [ %35, %33 ]
  store i64 %37, ptr %2, align 8
  store i32 1, ptr %6, align 4
  br label %38

38:
  %39 = load i64, ptr %2, align 8
  ret i64 %39
}

define internal zeroext i1 @asked(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i8, align 1
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %8 = load i64, ptr %4, align 8
  %9 = call ptr @integer(i64 %8)
  store ptr %9, ptr %5, align 8
  %10 = load ptr, ptr %3, align 8
  %11 = load i64, ptr @Account__destination, align 8
  %12 = call ptr @get(ptr %10, i64 %11)
  %13 = load i64, ptr @Destination_waiting, align 8
  %14 = call ptr @get(ptr %12, i64 %13)
  store ptr %14, ptr %6, align 8
  %15 = load ptr, ptr %5, align 8
  %16 = icmp ne ptr %15, null
  %17 = zext i1 %16 to i8
  store i8 %17, ptr %7, align 1
  %18 = load ptr, ptr %3, align 8
  %19 = load i64, ptr @Account__asked_ns, align 8
  %20 = load ptr, ptr %5, align 8
  %21 = call ptr @kept(ptr %20)
  call void @put(ptr %18, i64 %19, ptr %21)
  %22 = load i8, ptr %7, align 1
  %23 = trunc i8 %22 to i1
  br i1 %23, label %24, label %41

24:
  %25 = load ptr, ptr %3, align 8
  %26 = load i64, ptr @Account_aside, align 8
  %27 = call zeroext i1 @is_true(ptr %25, i64 %26)
  br i1 %27, label %41, label %28

28:
  %29 = load ptr, ptr %6, align 8
  %30 = load ptr, ptr %3, align 8
  %31 = call ptr @PyDict_GetItemWithError(ptr %29, ptr %30)
  %32 = icmp ne ptr %31, null
  br i1 %32, label %41, label %33

33:
  %34 = load ptr, ptr %6, align 8
  %35 = load ptr, ptr %3, align 8
  %36 = load ptr, ptr %5, align 8
  %37 = call i32 @PyDict_SetItem(ptr %34, ptr %35, ptr %36)
  %38 = icmp ne i32 %37, 0
  %39 = xor i1 %38, true
  %40 = zext i1 %39 to i8
  store i8 %40, ptr %7, align 1
  br label %41

41:
  %42 = load ptr, ptr %5, align 8
  call void @Py_DecRef(ptr %42)
  %43 = load i8, ptr %7, align 1
  %44 = trunc i8 %43 to i1
  ret i1 %44
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

define internal zeroext i1 @data_frame(ptr %0, ptr %1, ptr %2, i64 %3, i1 zeroext %4, i64 %5, ptr %6) nounwind {
  %8 = alloca i1, align 1
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  %13 = alloca i8, align 1
  %14 = alloca i64, align 8
  %15 = alloca ptr, align 8
  %16 = alloca i8, align 1
  %17 = alloca i8, align 1
  %18 = alloca i8, align 1
  %19 = alloca i8, align 1
  %20 = alloca i64, align 8
  %21 = alloca i64, align 8
  %22 = alloca i64, align 8
  %23 = alloca i64, align 8
  %24 = alloca i64, align 8
  %25 = alloca [40 x i8], align 16
  %26 = alloca ptr, align 8
  %27 = alloca %struct.view, align 8
  %28 = alloca i32, align 4
  %29 = alloca i8, align 1
  %30 = alloca %struct.framing, align 8
  %31 = alloca i8, align 1
  store ptr %0, ptr %9, align 8
  store ptr %1, ptr %10, align 8
  store ptr %2, ptr %11, align 8
  store i64 %3, ptr %12, align 8
  %32 = zext i1 %4 to i8
  store i8 %32, ptr %13, align 1
  store i64 %5, ptr %14, align 8
  store ptr %6, ptr %15, align 8
  %33 = load i64, ptr %12, align 8
  %34 = load ptr, ptr %11, align 8
  %35 = load i64, ptr @WorkRequest_first_index, align 8
  %36 = call i64 @get_int(ptr %34, i64 %35)
  %37 = icmp eq i64 %33, %36
  %38 = zext i1 %37 to i8
  store i8 %38, ptr %16, align 1
  %39 = load i64, ptr %12, align 8
  %40 = load ptr, ptr %11, align 8
  %41 = load i64, ptr @WorkRequest_last_index, align 8
  %42 = call i64 @get_int(ptr %40, i64 %41)
  %43 = icmp eq i64 %39, %42
  %44 = zext i1 %43 to i8
  store i8 %44, ptr %17, align 1
  %45 = load ptr, ptr %9, align 8
  %46 = load i64, ptr @QpFrames_timestamps, align 8
  %47 = call zeroext i1 @is_true(ptr %45, i64 %46)
  %48 = zext i1 %47 to i8
  store i8 %48, ptr %18, align 1
  %49 = load i8, ptr %17, align 1
  %50 = trunc i8 %49 to i1
  br i1 %50, label %51, label %56

51:
  %52 = load ptr, ptr %11, align 8
  %53 = load i64, ptr @WorkRequest_imm, align 8
  %54 = call zeroext i1 @is_none(ptr %52, i64 %53)
  %55 = xor i1 %54, true
  br label %56

56:
  %57 = phi i1 [ false, %7 ], [ %55, %51 ]
  %58 = zext i1 %57 to i8
  store i8 %58, ptr %19, align 1
  %59 = load ptr, ptr %11, align 8
  %60 = load i64, ptr @WorkRequest_mtu, align 8
  %61 = call i64 @get_int(ptr %59, i64 %60)
  store i64 %61, ptr %20, align 8
  %62 = load i64, ptr %12, align 8
  %63 = load ptr, ptr %11, align 8
  %64 = load i64, ptr @WorkRequest_first_index, align 8
  %65 = call i64 @get_int(ptr %63, i64 %64)
  %66 = sub i64 %62, %65
  %67 = load i64, ptr %20, align 8
  %68 = mul i64 %66, %67
  store i64 %68, ptr %21, align 8
  %69 = load ptr, ptr %11, align 8
  %70 = load i64, ptr @WorkRequest_length, align 8
  %71 = call i64 @get_int(ptr %69, i64 %70)
  store i64 %71, ptr %22, align 8
  %72 = load i64, ptr %22, align 8
  %73 = load i64, ptr %21, align 8
  %74 = sub i64 %72, %73
  %75 = load i64, ptr %20, align 8
  %76 = call i64 @least(i64 %74, i64 %75)
  store i64 %76, ptr %23, align 8
  %77 = load i8, ptr %16, align 1
  %78 = trunc i8 %77 to i1
  %79 = load i8, ptr %17, align 1
  %80 = trunc i8 %79 to i1
  %81 = load i8, ptr %19, align 1
  %82 = trunc i8 %81 to i1
  %83 = call i64 @opcode_of(i1 zeroext %78, i1 zeroext %80, i1 zeroext %82)
  store i64 %83, ptr %24, align 8
  %84 = getelementptr inbounds [40 x i8], ptr %25, i64 0, i64 0
  store ptr %84, ptr %26, align 8
  %85 = load ptr, ptr %26, align 8
  %86 = load i8, ptr %13, align 1
  %87 = trunc i8 %86 to i1
  %88 = zext i1 %87 to i64
  %89 = select i1 %87, i32 -2147483648, i32 0
  %90 = load i8, ptr %18, align 1
  %91 = trunc i8 %90 to i1
  %92 = zext i1 %91 to i64
  %93 = select i1 %91, i32 268435456, i32 0
  %94 = or i32 %89, %93
  %95 = zext i32 %94 to i64
  %96 = load i64, ptr %12, align 8
  %97 = and i64 %96, 16777215
  %98 = or i64 %95, %97
  %99 = call ptr @write_32(ptr %85, i64 %98)
  store ptr %99, ptr %26, align 8
  %100 = load ptr, ptr %26, align 8
  %101 = load ptr, ptr %11, align 8
  %102 = load i64, ptr @WorkRequest_rqmsn, align 8
  %103 = call i64 @get_int(ptr %101, i64 %102)
  %104 = call ptr @write_16(ptr %100, i64 %103)
  store ptr %104, ptr %26, align 8
  %105 = load ptr, ptr %26, align 8
  %106 = load ptr, ptr %11, align 8
  %107 = load i64, ptr @WorkRequest_number, align 8
  %108 = call i64 @get_int(ptr %106, i64 %107)
  %109 = call ptr @write_16(ptr %105, i64 %108)
  store ptr %109, ptr %26, align 8
  %110 = load i8, ptr %18, align 1
  %111 = trunc i8 %110 to i1
  br i1 %111, label %112, label %119

112:
  %113 = load ptr, ptr %26, align 8
  %114 = load i64, ptr %14, align 8
  %115 = call i64 @tick(i64 %114)
  %116 = call ptr @write_16(ptr %113, i64 %115)
  store ptr %116, ptr %26, align 8
  %117 = load ptr, ptr %26, align 8
  %118 = call ptr @write_16(ptr %117, i64 1)
  store ptr %118, ptr %26, align 8
  br label %119

119:
  %120 = load ptr, ptr %26, align 8
  %121 = load ptr, ptr %11, align 8
  %122 = load i64, ptr @WorkRequest_remote_address, align 8
  %123 = call ptr @get(ptr %121, i64 %122)
  %124 = call i64 @PyLong_AsUnsignedLongLong(ptr %123)
  %125 = load i64, ptr %21, align 8
  %126 = add i64 %124, %125
  %127 = call ptr @write_64(ptr %120, i64 %126)
  store ptr %127, ptr %26, align 8
  %128 = load ptr, ptr %26, align 8
  %129 = load ptr, ptr %11, align 8
  %130 = load i64, ptr @WorkRequest_r_key, align 8
  %131 = call i64 @get_int(ptr %129, i64 %130)
  %132 = call ptr @write_32(ptr %128, i64 %131)
  store ptr %132, ptr %26, align 8
  %133 = load ptr, ptr %26, align 8
  %134 = load i64, ptr %22, align 8
  %135 = call ptr @write_32(ptr %133, i64 %134)
  store ptr %135, ptr %26, align 8
  %136 = load i8, ptr %19, align 1
  %137 = trunc i8 %136 to i1
  br i1 %137, label %138, label %144

138:
  %139 = load ptr, ptr %26, align 8
  %140 = load ptr, ptr %11, align 8
  %141 = load i64, ptr @WorkRequest_imm, align 8
  %142 = call i64 @get_int(ptr %140, i64 %141)
  %143 = call ptr @write_32(ptr %139, i64 %142)
  store ptr %143, ptr %26, align 8
  br label %144

144:
  %145 = load ptr, ptr %11, align 8
  %146 = load i64, ptr @WorkRequest_data, align 8
  %147 = call ptr @get(ptr %145, i64 %146)
  %148 = call i32 @PyObject_GetBuffer(ptr %147, ptr %27, i32 0)
  %149 = icmp ne i32 %148, 0
  br i1 %149, label %150, label %151

150:
  store i1 false, ptr %8, align 1
  store i32 1, ptr %28, align 4
  br label %197

151:
  %152 = load i64, ptr %21, align 8
  %153 = load i64, ptr %23, align 8
  %154 = add i64 %152, %153
  %155 = getelementptr inbounds nuw %struct.view, ptr %27, i32 0, i32 2
  %156 = load i64, ptr %155, align 8
  %157 = icmp sle i64 %154, %156
  %158 = zext i1 %157 to i8
  store i8 %158, ptr %29, align 1
  %159 = load i8, ptr %29, align 1
  %160 = trunc i8 %159 to i1
  br i1 %160, label %167, label %161

161:
  %162 = load ptr, ptr @the, align 8
  %163 = load i64, ptr @the_TypeError, align 8
  %164 = getelementptr inbounds nuw ptr, ptr %162, i64 %163
  %165 = load ptr, ptr %164, align 8
  %166 = call ptr (ptr, ptr, ...) @PyErr_Format(ptr %165, ptr @.str)
  br label %167

167:
  %168 = getelementptr inbounds nuw %struct.framing, ptr %30, i32 0, i32 0
  %169 = load ptr, ptr %9, align 8
  store ptr %169, ptr %168, align 8
  %170 = getelementptr inbounds nuw %struct.framing, ptr %30, i32 0, i32 1
  %171 = load ptr, ptr %10, align 8
  store ptr %171, ptr %170, align 8
  %172 = getelementptr inbounds nuw %struct.framing, ptr %30, i32 0, i32 2
  %173 = load i64, ptr %24, align 8
  store i64 %173, ptr %172, align 8
  %174 = getelementptr inbounds nuw %struct.framing, ptr %30, i32 0, i32 3
  store i8 0, ptr %174, align 8
  %175 = getelementptr i8, ptr %30, i64 25
  call void @llvm.memset.p0.i64(ptr align 1 %175, i8 0, i64 7, i1 false)
  %176 = load i8, ptr %29, align 1
  %177 = trunc i8 %176 to i1
  br i1 %177, label %178, label %192

178:
  %179 = getelementptr inbounds [40 x i8], ptr %25, i64 0, i64 0
  %180 = load ptr, ptr %26, align 8
  %181 = getelementptr inbounds [40 x i8], ptr %25, i64 0, i64 0
  %182 = ptrtoint ptr %180 to i64
  %183 = ptrtoint ptr %181 to i64
  %184 = sub i64 %182, %183
  %185 = getelementptr inbounds nuw %struct.view, ptr %27, i32 0, i32 0
  %186 = load ptr, ptr %185, align 8
  %187 = load i64, ptr %21, align 8
  %188 = getelementptr inbounds i8, ptr %186, i64 %187
  %189 = load i64, ptr %23, align 8
  %190 = load ptr, ptr %15, align 8
  %191 = call zeroext i1 @frame_of(ptr %30, ptr %179, i64 %184, ptr %188, i64 %189, ptr %190)
  br label %192

192:
  %193 = phi i1 [ false, %167 ], [ %191, %178 ]
  %194 = zext i1 %193 to i8
  store i8 %194, ptr %31, align 1
  call void @PyBuffer_Release(ptr %27)
  %195 = load i8, ptr %31, align 1
  %196 = trunc i8 %195 to i1
  store i1 %196, ptr %8, align 1
  store i32 1, ptr %28, align 4
  br label %197

197:
  %198 = load i1, ptr %8, align 1
  ret i1 %198
}

define internal ptr @spare_packet() nounwind {
  %1 = load i64, ptr @spares, align 8
  %2 = icmp ne i64 %1, 0
  br i1 %2, label %3, label %8

3:
  %4 = load i64, ptr @spares, align 8
  %5 = add i64 %4, -1
  store i64 %5, ptr @spares, align 8
  %6 = getelementptr inbounds [1024 x ptr], ptr @spare, i64 0, i64 %5
  %7 = load ptr, ptr %6, align 8
  br label %14

8:
  %9 = load ptr, ptr @the, align 8
  %10 = load i64, ptr @the_SentPacket, align 8
  %11 = getelementptr inbounds nuw ptr, ptr %9, i64 %10
  %12 = load ptr, ptr %11, align 8
  %13 = call ptr @PyType_GenericAlloc(ptr %12, i64 0)
  br label %14

14:
  %15 = phi ptr [ %7, %3 ], [ %13, %8 ]
  ret ptr %15
}

declare i32 @PyDict_SetItem(ptr, ptr, ptr)

declare ptr @PyType_GenericAlloc(ptr, i64)

declare ptr @PyDict_GetItemWithError(ptr, ptr)

define internal i64 @opcode_of(i1 zeroext %0, i1 zeroext %1, i1 zeroext %2) nounwind {
  %4 = alloca i64, align 8
  %5 = alloca i8, align 1
  %6 = alloca i8, align 1
  %7 = alloca i8, align 1
  %8 = zext i1 %0 to i8
  store i8 %8, ptr %5, align 1
  %9 = zext i1 %1 to i8
  store i8 %9, ptr %6, align 1
  %10 = zext i1 %2 to i8
  store i8 %10, ptr %7, align 1
  %11 = load i8, ptr %6, align 1
  %12 = trunc i8 %11 to i1
  br i1 %12, label %13, label %24

13:
  %14 = load i8, ptr %5, align 1
  %15 = trunc i8 %14 to i1
  %16 = zext i1 %15 to i64
  %17 = select i1 %15, i32 202, i32 200
  %18 = load i8, ptr %7, align 1
  %19 = trunc i8 %18 to i1
  %20 = zext i1 %19 to i64
  %21 = select i1 %19, i32 1, i32 0
  %22 = add i32 %17, %21
  %23 = sext i32 %22 to i64
  store i64 %23, ptr %4, align 8
  br label %30

24:
  %25 = load i8, ptr %5, align 1
  %26 = trunc i8 %25 to i1
  %27 = zext i1 %26 to i64
  %28 = select i1 %26, i32 198, i32 199
  %29 = sext i32 %28 to i64
  store i64 %29, ptr %4, align 8
  br label %30

30:
  %31 = load i64, ptr %4, align 8
  ret i64 %31
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

define internal i64 @tick(i64 %0) nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = sdiv i64 %3, 128
  %5 = and i64 %4, 65535
  ret i64 %5
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

declare i64 @PyLong_AsUnsignedLongLong(ptr)

declare i32 @PyObject_GetBuffer(ptr, ptr, i32)

declare ptr @PyErr_Format(ptr, ptr, ...)

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

declare zeroext i1 @frame_of(ptr, ptr, i64, ptr, i64, ptr)

declare void @PyBuffer_Release(ptr)
