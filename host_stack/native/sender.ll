; SPDX-License-Identifier: Apache-2.0
; Made of sender.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 eaeeebffd5a7603cebc29ebd243fcfd270ad226b5bf19db4c935bf5a3b02282a
%struct.sending.14 = type { ptr, ptr, ptr, ptr, ptr }
%struct.view.16 = type { ptr, ptr, i64, [7 x i64] }
%struct.framing.17 = type { ptr, ptr, i64, i8 }
%struct.payload.18 = type { ptr, i64, ptr }

@Requestor_state = external constant i64, align 8
@SendState_flight = external constant i64, align 8
@SendState_counters = external constant i64, align 8
@SendState_cc = external constant i64, align 8
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
@SentPacket_entry = external constant i64, align 8
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
@the_dict = external constant i64, align 8
@PacketRing__count = external constant i64, align 8
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
@Destination_accounts = external constant i64, align 8
@EvEntry_packets = external constant i64, align 8
@QpCounters_plane_packets = external constant i64, align 8
@SendState_bytes_since_ack_req = external constant i64, align 8
@SendState_stale = external constant i64, align 8
@SentPacket_entropy = external constant i64, align 8
@EvEntry_entropy = external constant i64, align 8
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
@InFlight__oldest = external constant i64, align 8
@the_SentPacket = external constant i64, align 8
@the_put = external constant i64, align 8
@PacketRing__places = external constant i64, align 8
@Destination_waiting = external constant i64, align 8
@Account__asked_ns = external constant i64, align 8
@WorkRequest_rqmsn = external constant i64, align 8
@WorkRequest_number = external constant i64, align 8
@WorkRequest_remote_address = external constant i64, align 8
@WorkRequest_r_key = external constant i64, align 8
@WorkRequest_data = external constant i64, align 8
@the_TypeError = external constant i64, align 8
@.str = private unnamed_addr constant [29 x i8] c"a payload has become shorter\00", align 1
@WorkRequest_lender = external constant i64, align 8

define void @hold_sending(ptr dead_on_unwind noalias writable sret(%struct.sending.14) align 8 %0, ptr %1) nounwind {
  %3 = load i64, ptr @Requestor_state, align 8
  %4 = call ptr @get(ptr %1, i64 %3)
  %5 = call ptr @kept(ptr %1)
  store ptr %5, ptr %0, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %7 = call ptr @kept(ptr %4)
  store ptr %7, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %9 = load i64, ptr @SendState_flight, align 8
  %10 = call ptr @hold(ptr %4, i64 %9)
  store ptr %10, ptr %8, align 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %12 = load i64, ptr @SendState_counters, align 8
  %13 = call ptr @hold(ptr %4, i64 %12)
  store ptr %13, ptr %11, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %15 = load i64, ptr @SendState_cc, align 8
  %16 = call ptr @hold(ptr %4, i64 %15)
  store ptr %16, ptr %14, align 8
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

define internal ptr @kept(ptr %0) alwaysinline nounwind {
  call void @Py_IncRef(ptr %0)
  ret ptr %0
}

define internal ptr @hold(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = call ptr @get(ptr %0, i64 %1)
  %4 = call ptr @kept(ptr %3)
  ret ptr %4
}

define void @let_sending_go(ptr %0) nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %3 = load ptr, ptr %2, align 8
  call void @Py_DecRef(ptr %3)
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %5 = load ptr, ptr %4, align 8
  call void @Py_DecRef(ptr %5)
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %7 = load ptr, ptr %6, align 8
  call void @Py_DecRef(ptr %7)
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %9 = load ptr, ptr %8, align 8
  call void @Py_DecRef(ptr %9)
  %10 = load ptr, ptr %0, align 8
  call void @Py_DecRef(ptr %10)
  ret void
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

define void @settle(ptr %0) nounwind {
  %2 = load i64, ptr @Account__destination, align 8
  %3 = call ptr @get(ptr %0, i64 %2)
  %4 = load i64, ptr @Account__books, align 8
  %5 = call i64 @get_int(ptr %0, i64 %4)
  %6 = load i64, ptr @Account_unreported, align 8
  %7 = call i64 @get_int(ptr %0, i64 %6)
  %8 = icmp slt i64 %5, 1
  br i1 %8, label %9, label %15

9:
  %.not = icmp eq i64 %5, 0
  br i1 %.not, label %12, label %10

10:
  %11 = load i64, ptr @Account__books, align 8
  call void @put_int(ptr %0, i64 %11, i64 0)
  br label %12

12:
  %.not31 = icmp eq i64 %7, 0
  br i1 %.not31, label %19, label %13

13:
  %14 = load i64, ptr @Account_unreported, align 8
  call void @put_int(ptr %0, i64 %14, i64 0)
  br label %19

15:
  %16 = icmp sgt i64 %7, %5
  br i1 %16, label %17, label %19

17:
  %18 = load i64, ptr @Account_unreported, align 8
  call void @put_int(ptr %0, i64 %18, i64 %5)
  br label %19

19:
  %.030 = phi i64 [ 0, %12 ], [ 0, %13 ], [ %5, %17 ], [ %7, %15 ]
  %.0 = phi i64 [ 0, %12 ], [ 0, %13 ], [ %5, %17 ], [ %5, %15 ]
  %20 = icmp sgt i64 %.030, 0
  %21 = sub nsw i64 %.0, %.030
  %22 = select i1 %20, i64 %21, i64 %.0
  %23 = load i64, ptr @Account__share, align 8
  %24 = call i64 @get_int(ptr %0, i64 %23)
  %25 = load i64, ptr @Account_aside, align 8
  %26 = call zeroext i1 @is_true(ptr %0, i64 %25)
  br i1 %26, label %27, label %30

27:
  %28 = load i64, ptr @Destination_aside, align 8
  %29 = sub i64 %22, %24
  call void @add(ptr %3, i64 %28, i64 %29)
  br label %38

30:
  %31 = load i64, ptr @Destination_inflight, align 8
  %32 = sub i64 %22, %24
  call void @add(ptr %3, i64 %31, i64 %32)
  %33 = icmp sgt i64 %22, 0
  %34 = icmp slt i64 %24, 1
  %.not32 = xor i1 %33, %34
  br i1 %.not32, label %38, label %35

35:
  %36 = load i64, ptr @Destination_sharing, align 8
  %.inv = icmp slt i64 %22, 1
  %37 = select i1 %.inv, i64 -1, i64 1
  call void @add(ptr %3, i64 %36, i64 %37)
  br label %38

38:
  %39 = load i64, ptr @Account__share, align 8
  call void @put_int(ptr %0, i64 %39, i64 %22)
  ret void
}

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

define internal void @add(ptr %0, i64 %1, i64 %2) alwaysinline nounwind {
  %4 = call i64 @get_int(ptr %0, i64 %1)
  %5 = add i64 %4, %2
  call void @put_int(ptr %0, i64 %1, i64 %5)
  ret void
}

define zeroext i1 @stalled(ptr %0) nounwind {
  %2 = load i64, ptr @SendState_flight, align 8
  %3 = call ptr @get(ptr %0, i64 %2)
  %4 = load i64, ptr @SendState_queue, align 8
  %5 = call ptr @get(ptr %0, i64 %4)
  %6 = load i64, ptr @InFlight_in_flight, align 8
  %7 = call i64 @get_int(ptr %3, i64 %6)
  %.not = icmp eq i64 %7, 0
  br i1 %.not, label %10, label %8

8:
  %9 = call zeroext i1 @spent(ptr %0)
  br label %20

10:
  %11 = load i64, ptr @SendQueue_begun, align 8
  %12 = call ptr @get(ptr %5, i64 %11)
  %13 = call i64 @size_of(ptr %12)
  %.not8 = icmp eq i64 %13, 0
  br i1 %.not8, label %20, label %14

14:
  %15 = load i64, ptr @InFlight_records, align 8
  %16 = call ptr @get(ptr %3, i64 %15)
  %17 = call i64 @packets_in(ptr %16)
  %.not9 = icmp eq i64 %17, 0
  br i1 %.not9, label %18, label %20

18:
  %19 = call zeroext i1 @queue_is_empty(ptr %5)
  br label %20

20:
  %.0 = phi i1 [ %9, %8 ], [ false, %14 ], [ false, %10 ], [ %19, %18 ]
  ret i1 %.0
}

define internal zeroext i1 @spent(ptr %0) nounwind {
  %2 = load i64, ptr @SendState_flight, align 8
  %3 = call ptr @get(ptr %0, i64 %2)
  %4 = load i64, ptr @SendState_queue, align 8
  %5 = call ptr @get(ptr %0, i64 %4)
  %6 = call zeroext i1 @queue_is_empty(ptr %5)
  br i1 %6, label %22, label %7

7:
  %8 = load i64, ptr @InFlight_next_index, align 8
  %9 = call i64 @get_int(ptr %3, i64 %8)
  %10 = load i64, ptr @InFlight_una, align 8
  %11 = call i64 @get_int(ptr %3, i64 %10)
  %12 = sub i64 %9, %11
  %13 = load i64, ptr @SendState_window, align 8
  %14 = call i64 @get_int(ptr %0, i64 %13)
  %.not = icmp slt i64 %12, %14
  br i1 %.not, label %15, label %22

15:
  %16 = load i64, ptr @SendState_cc, align 8
  %17 = call ptr @get(ptr %0, i64 %16)
  %18 = load i64, ptr @SendState_full_size, align 8
  %19 = call i64 @get_int(ptr %0, i64 %18)
  %20 = call zeroext i1 @can_send(ptr %17, i64 %19)
  %21 = xor i1 %20, true
  br label %22

22:
  %23 = phi i1 [ true, %7 ], [ true, %1 ], [ %21, %15 ]
  ret i1 %23
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

define internal i64 @packets_in(ptr %0) nounwind {
  %2 = load i64, ptr @PacketRing__count, align 8
  %3 = call i64 @get_int(ptr %0, i64 %2)
  ret i64 %3
}

define internal zeroext i1 @queue_is_empty(ptr %0) nounwind {
  %2 = load i64, ptr @SendQueue_current, align 8
  %3 = call zeroext i1 @is_none(ptr %0, i64 %2)
  br i1 %3, label %4, label %8

4:
  %5 = load i64, ptr @SendQueue_pending, align 8
  %6 = call ptr @get(ptr %0, i64 %5)
  %7 = call i64 @size_of(ptr %6)
  %.not = icmp eq i64 %7, 0
  br label %8

8:
  %9 = phi i1 [ false, %1 ], [ %.not, %4 ]
  ret i1 %9
}

define zeroext i1 @something_is_lost(ptr %0) nounwind {
  %2 = load i64, ptr @Requestor_state, align 8
  %3 = call ptr @get(ptr %0, i64 %2)
  %4 = load i64, ptr @SendState_flight, align 8
  %5 = call ptr @get(ptr %3, i64 %4)
  %6 = load i64, ptr @InFlight_lost, align 8
  %7 = call ptr @get(ptr %5, i64 %6)
  %8 = call i64 @list_size(ptr %7)
  %9 = icmp sgt i64 %8, 0
  ret i1 %9
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

define zeroext i1 @has_work(ptr %0) nounwind {
  %2 = load i64, ptr @Requestor_state, align 8
  %3 = call ptr @get(ptr %0, i64 %2)
  %4 = load i64, ptr @SendState_queue, align 8
  %5 = call ptr @get(ptr %3, i64 %4)
  %6 = call zeroext i1 @queue_is_empty(ptr %5)
  %7 = xor i1 %6, true
  ret i1 %7
}

define zeroext i1 @add_packet(ptr %0, ptr %1) nounwind {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %4 = load i64, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %6 = load i64, ptr %5, align 8
  %7 = icmp eq i64 %4, %6
  br i1 %7, label %8, label %41

8:
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %10 = load i64, ptr %9, align 8
  %.not = icmp eq i64 %10, 0
  br i1 %.not, label %15, label %11

11:
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %13 = load i64, ptr %12, align 8
  %14 = shl i64 %13, 1
  br label %15

15:
  %16 = phi i64 [ %14, %11 ], [ 16, %8 ]
  br i1 %.not, label %17, label %19

17:
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 8
  br label %29

19:
  %20 = load ptr, ptr %0, align 8
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %22 = icmp eq ptr %20, %21
  br i1 %22, label %25, label %23

23:
  %24 = load ptr, ptr %0, align 8
  br label %25

25:
  %26 = phi ptr [ %24, %23 ], [ null, %19 ]
  %27 = shl i64 %16, 3
  %28 = call ptr @PyMem_Realloc(ptr %26, i64 %27)
  br label %29

29:
  %30 = phi ptr [ %18, %17 ], [ %28, %25 ]
  %.not24 = icmp eq ptr %30, null
  br i1 %.not24, label %31, label %34

31:
  %32 = call ptr @PyErr_NoMemory()
  %33 = icmp ne ptr %32, null
  br label %40

34:
  %35 = icmp eq i64 %16, 32
  br i1 %35, label %36, label %38

36:
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 8
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 dereferenceable(128) %30, ptr nonnull align 8 dereferenceable(128) %37, i64 128, i1 false)
  br label %38

38:
  store ptr %30, ptr %0, align 8
  %39 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %16, ptr %39, align 8
  br label %40

40:
  %.023 = phi i1 [ undef, %38 ], [ %33, %31 ]
  switch i1 %.not24, label %49 [
    i1 false, label %41
    i1 true, label %48
  ]

41:
  %42 = call ptr @kept(ptr %1)
  %43 = load ptr, ptr %0, align 8
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %45 = load i64, ptr %44, align 8
  %46 = add i64 %45, 1
  store i64 %46, ptr %44, align 8
  %47 = getelementptr inbounds ptr, ptr %43, i64 %45
  store ptr %42, ptr %47, align 8
  br label %48

48:
  %.1 = phi i1 [ true, %41 ], [ %.023, %40 ]
  ret i1 %.1

49:
  unreachable
}

declare ptr @PyMem_Realloc(ptr, i64)

declare ptr @PyErr_NoMemory()

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define void @forget_packets(ptr %0) nounwind {
  br label %2

2:
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %4 = load i64, ptr %3, align 8
  %5 = icmp sgt i64 %4, 0
  br i1 %5, label %6, label %24

6:
  %7 = load ptr, ptr %0, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %9 = load i64, ptr %8, align 8
  %10 = add i64 %9, -1
  store i64 %10, ptr %8, align 8
  %11 = getelementptr inbounds ptr, ptr %7, i64 %10
  %12 = load ptr, ptr %11, align 8
  %13 = call zeroext i1 @is_held_once(ptr %12)
  br i1 %13, label %14, label %.critedge

14:
  %15 = load i64, ptr @SentPacket_work, align 8
  call void @put_none(ptr %12, i64 %15)
  %16 = load i64, ptr @SentPacket_entry, align 8
  call void @put_none(ptr %12, i64 %16)
  %17 = load i64, ptr @spares, align 8
  %18 = icmp slt i64 %17, 1024
  %or.cond = select i1 %13, i1 %18, i1 false
  br i1 %or.cond, label %19, label %.critedge

19:
  %20 = load i64, ptr @spares, align 8
  %21 = add i64 %20, 1
  store i64 %21, ptr @spares, align 8
  %22 = getelementptr inbounds ptr, ptr @spare, i64 %20
  store ptr %12, ptr %22, align 8
  br label %23

.critedge:
  call void @Py_DecRef(ptr %12)
  br label %23

23:
  br label %2

24:
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %26 = load i64, ptr %25, align 8
  %27 = icmp sgt i64 %26, 16
  br i1 %27, label %28, label %30

28:
  %29 = load ptr, ptr %0, align 8
  call void @PyMem_Free(ptr %29)
  br label %30

30:
  ret void
}

define internal zeroext i1 @is_held_once(ptr %0) alwaysinline nounwind {
  %2 = load i64, ptr %0, align 8
  %3 = icmp eq i64 %2, 1
  ret i1 %3
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

declare void @PyMem_Free(ptr)

define i32 @may_send_new(ptr %0) nounwind {
  %2 = call ptr @next_new(ptr %0)
  %3 = call ptr @PyErr_Occurred()
  %.not = icmp eq ptr %3, null
  br i1 %.not, label %4, label %7

4:
  %5 = icmp ne ptr %2, null
  %6 = zext i1 %5 to i32
  br label %22

7:
  %8 = call zeroext i1 @forget()
  br i1 %8, label %9, label %22

9:
  %10 = load i64, ptr @the_next_new, align 8
  %11 = call ptr @method(ptr %0, i64 %10)
  %.not7 = icmp eq ptr %11, null
  br i1 %.not7, label %19, label %12

12:
  %13 = load ptr, ptr @the, align 8
  %14 = load i64, ptr @the_None, align 8
  %15 = getelementptr inbounds nuw ptr, ptr %13, i64 %14
  %16 = load ptr, ptr %15, align 8
  %17 = icmp ne ptr %11, %16
  %18 = zext i1 %17 to i32
  br label %19

19:
  %20 = phi i32 [ 0, %9 ], [ %18, %12 ]
  %21 = call zeroext i1 @done(ptr %11)
  %. = select i1 %21, i32 %20, i32 -1
  br label %22

22:
  %.0 = phi i32 [ %., %19 ], [ %6, %4 ], [ -1, %7 ]
  ret i32 %.0
}

define internal ptr @next_new(ptr %0) nounwind {
  %2 = load i64, ptr @Requestor_state, align 8
  %3 = call ptr @get(ptr %0, i64 %2)
  %4 = load i64, ptr @SendState_flight, align 8
  %5 = call ptr @get(ptr %3, i64 %4)
  %6 = load i64, ptr @SendState_cc, align 8
  %7 = call ptr @get(ptr %3, i64 %6)
  %8 = load i64, ptr @InFlight_next_index, align 8
  %9 = call i64 @get_int(ptr %5, i64 %8)
  %10 = load i64, ptr @InFlight_una, align 8
  %11 = call i64 @get_int(ptr %5, i64 %10)
  %12 = sub i64 %9, %11
  %13 = load i64, ptr @SendState_window, align 8
  %14 = call i64 @get_int(ptr %3, i64 %13)
  %.not = icmp slt i64 %12, %14
  br i1 %.not, label %15, label %52

15:
  %16 = load i64, ptr @Account_aside, align 8
  %17 = call zeroext i1 @is_true(ptr %7, i64 %16)
  br i1 %17, label %18, label %22

18:
  %19 = load i64, ptr @InFlight_records, align 8
  %20 = call ptr @get(ptr %5, i64 %19)
  %21 = call i64 @packets_in(ptr %20)
  %.not27 = icmp eq i64 %21, 0
  br i1 %.not27, label %22, label %52

22:
  %23 = load i64, ptr @SendState_queue, align 8
  %24 = call ptr @get(ptr %3, i64 %23)
  %25 = load i64, ptr @SendQueue_current, align 8
  %26 = call ptr @get(ptr %24, i64 %25)
  %27 = load ptr, ptr @the, align 8
  %28 = load i64, ptr @the_None, align 8
  %29 = getelementptr inbounds nuw ptr, ptr %27, i64 %28
  %30 = load ptr, ptr %29, align 8
  %31 = icmp eq ptr %26, %30
  br i1 %31, label %32, label %34

32:
  %33 = call ptr @waiting_write(ptr %24)
  br label %34

34:
  %.026 = phi ptr [ %33, %32 ], [ %26, %22 ]
  %.not28 = icmp eq ptr %.026, null
  br i1 %.not28, label %52, label %35

35:
  br i1 %31, label %41, label %36

36:
  %37 = load i64, ptr @InFlight_next_index, align 8
  %38 = call i64 @get_int(ptr %5, i64 %37)
  %39 = load i64, ptr @WorkRequest_first_index, align 8
  %40 = call i64 @get_int(ptr nonnull %.026, i64 %39)
  %.neg = sub i64 %40, %38
  br label %41

41:
  %.neg29 = phi i64 [ %.neg, %36 ], [ 0, %35 ]
  %42 = load i64, ptr @WorkRequest_mtu, align 8
  %43 = call i64 @get_int(ptr nonnull %.026, i64 %42)
  %44 = load i64, ptr @WorkRequest_length, align 8
  %45 = call i64 @get_int(ptr nonnull %.026, i64 %44)
  %.neg30 = mul i64 %.neg29, %43
  %46 = add i64 %.neg30, %45
  %47 = call i64 @least(i64 %46, i64 %43)
  %48 = load i64, ptr @SendState_frames, align 8
  %49 = call ptr @get(ptr %3, i64 %48)
  %50 = call i64 @nominal_size(ptr %49, i64 %47)
  %51 = call zeroext i1 @can_send(ptr %7, i64 %50)
  %.026. = select i1 %51, ptr %.026, ptr null
  br label %52

52:
  %.0 = phi ptr [ null, %1 ], [ null, %18 ], [ %.026., %41 ], [ null, %34 ]
  ret ptr %.0
}

declare ptr @PyErr_Occurred()

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

define i32 @send_data(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = alloca %struct.sending.14, align 8
  %6 = load i64, ptr @QueuePair_requestor, align 8
  %7 = call ptr @get(ptr %0, i64 %6)
  %8 = load i64, ptr @QueuePair_evs, align 8
  %9 = call ptr @get(ptr %0, i64 %8)
  %10 = load ptr, ptr @the, align 8
  %11 = load i64, ptr @the_None, align 8
  %12 = getelementptr inbounds nuw ptr, ptr %10, i64 %11
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %7, %13
  br i1 %14, label %68, label %15

15:
  %16 = load ptr, ptr @the, align 8
  %17 = load i64, ptr @the_None, align 8
  %18 = getelementptr inbounds nuw ptr, ptr %16, i64 %17
  %19 = load ptr, ptr %18, align 8
  %20 = icmp eq ptr %9, %19
  br i1 %20, label %68, label %21

21:
  %22 = call ptr @type_of(ptr %7)
  %23 = load ptr, ptr @the, align 8
  %24 = load i64, ptr @the_Requestor, align 8
  %25 = getelementptr inbounds nuw ptr, ptr %23, i64 %24
  %26 = load ptr, ptr %25, align 8
  %.not = icmp eq ptr %22, %26
  br i1 %.not, label %27, label %68

27:
  %28 = load i64, ptr @Requestor_state, align 8
  %29 = call ptr @get(ptr %7, i64 %28)
  %30 = load i64, ptr @SendState_frames, align 8
  %31 = call ptr @get(ptr %29, i64 %30)
  %32 = load i64, ptr @QpFrames__fast, align 8
  %33 = call zeroext i1 @is_none(ptr %31, i64 %32)
  br i1 %33, label %68, label %34

34:
  %35 = call ptr @next_new(ptr %7)
  %36 = call ptr @PyErr_Occurred()
  %.not32 = icmp eq ptr %36, null
  br i1 %.not32, label %37, label %68

37:
  %.not33 = icmp eq ptr %35, null
  br i1 %.not33, label %68, label %38

38:
  call void @hold_sending(ptr dead_on_unwind nonnull writable sret(%struct.sending.14) align 8 %5, ptr %7)
  %39 = call ptr @kept(ptr %9)
  %40 = call ptr @kept(ptr nonnull %35)
  %41 = call ptr @choose(ptr %9, i64 %1, i64 %2)
  %42 = icmp ne ptr %41, null
  br i1 %42, label %43, label %66

43:
  %44 = load ptr, ptr @the, align 8
  %45 = load i64, ptr @the_None, align 8
  %46 = getelementptr inbounds nuw ptr, ptr %44, i64 %45
  %47 = load ptr, ptr %46, align 8
  %.not34 = icmp eq ptr %41, %47
  br i1 %.not34, label %66, label %48

48:
  %49 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %50 = load ptr, ptr %49, align 8
  %51 = load i64, ptr @SendState_queue, align 8
  %52 = call ptr @get(ptr %50, i64 %51)
  %53 = load i64, ptr @SendQueue_current, align 8
  %54 = call ptr @get(ptr %52, i64 %53)
  %55 = icmp eq ptr %35, %54
  br i1 %55, label %.critedge, label %56

56:
  %57 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %58 = load ptr, ptr %57, align 8
  %59 = call zeroext i1 @start_write(ptr %58, ptr nonnull %35, i64 %2)
  br i1 %59, label %.critedge, label %61

.critedge:
  %60 = call zeroext i1 @send_new(ptr nonnull %5, ptr nonnull %35, ptr nonnull %41, i64 %2, ptr %3)
  br label %61

61:
  %62 = phi i1 [ false, %56 ], [ %60, %.critedge ]
  %63 = load i64, ptr @EvEntry_plane, align 8
  %64 = call i64 @get_int(ptr nonnull %41, i64 %63)
  %65 = getelementptr inbounds nuw i8, ptr %3, i64 32
  store i64 %64, ptr %65, align 8
  br label %66

66:
  %.0.in = phi i1 [ %62, %61 ], [ %42, %43 ], [ %42, %38 ]
  call void @Py_DecRef(ptr %41)
  call void @Py_DecRef(ptr nonnull %35)
  call void @Py_DecRef(ptr %9)
  call void @let_sending_go(ptr nonnull %5)
  %67 = select i1 %.0.in, i32 1, i32 2
  br label %68

68:
  %.031 = phi i32 [ 0, %27 ], [ 0, %4 ], [ 0, %21 ], [ 0, %15 ], [ 0, %34 ], [ %67, %66 ], [ 1, %37 ]
  ret i32 %.031
}

define internal ptr @type_of(ptr %0) alwaysinline nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %3 = load ptr, ptr %2, align 8
  ret ptr %3
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

declare ptr @choose(ptr, i64, i64)

declare zeroext i1 @start_write(ptr, ptr, i64)

define internal zeroext i1 @send_new(ptr %0, ptr %1, ptr %2, i64 %3, ptr %4) nounwind {
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %13 = load ptr, ptr %12, align 8
  %14 = load i64, ptr @InFlight_next_index, align 8
  %15 = call i64 @get_int(ptr %9, i64 %14)
  %16 = load i64, ptr @WorkRequest_mtu, align 8
  %17 = call i64 @get_int(ptr %1, i64 %16)
  %18 = load i64, ptr @WorkRequest_first_index, align 8
  %19 = call i64 @get_int(ptr %1, i64 %18)
  %.neg = sub i64 %19, %15
  %.neg68 = mul i64 %.neg, %17
  %20 = load i64, ptr @WorkRequest_length, align 8
  %21 = call i64 @get_int(ptr %1, i64 %20)
  %22 = add i64 %.neg68, %21
  %23 = call i64 @least(i64 %22, i64 %17)
  %24 = load i64, ptr @WorkRequest_last_index, align 8
  %25 = call i64 @get_int(ptr %1, i64 %24)
  %26 = icmp eq i64 %15, %25
  br i1 %26, label %27, label %31

27:
  %28 = load i64, ptr @WorkRequest_imm, align 8
  %29 = call zeroext i1 @is_none(ptr %1, i64 %28)
  %30 = select i1 %29, i64 0, i64 4
  br label %31

31:
  %32 = phi i64 [ 0, %5 ], [ %30, %27 ]
  %33 = load i64, ptr @SendState_frames, align 8
  %34 = call ptr @get(ptr %7, i64 %33)
  %35 = call i64 @nominal_size(ptr %34, i64 %23)
  %36 = add i64 %35, %32
  %37 = load i64, ptr @InFlight_next_index, align 8
  %38 = add i64 %15, 1
  call void @put_int(ptr %9, i64 %37, i64 %38)
  call void @Py_IncRef(ptr %1)
  br i1 %26, label %39, label %43

39:
  %40 = load i64, ptr @SendState_queue, align 8
  %41 = call ptr @get(ptr %7, i64 %40)
  %42 = load i64, ptr @SendQueue_current, align 8
  call void @put_none(ptr %41, i64 %42)
  br label %43

43:
  %44 = load i64, ptr @QpCounters_data_packets, align 8
  call void @add(ptr %13, i64 %44, i64 1)
  %45 = load i64, ptr @QpCounters_data_bytes, align 8
  call void @add(ptr %13, i64 %45, i64 %23)
  %46 = call ptr @note_sent(ptr %9, ptr %1, i64 %15, i64 %36, ptr %2, i64 %3)
  call void @Py_DecRef(ptr %46)
  %47 = load i64, ptr @Account__share, align 8
  %48 = call i64 @get_int(ptr %11, i64 %47)
  %49 = icmp slt i64 %48, 1
  br i1 %49, label %50, label %56

50:
  %51 = load i64, ptr @Account__destination, align 8
  %52 = call ptr @get(ptr %11, i64 %51)
  %53 = load i64, ptr @Destination_accounts, align 8
  %54 = call i64 @get_int(ptr %52, i64 %53)
  %55 = icmp sgt i64 %54, 1
  br label %56

56:
  %57 = phi i1 [ false, %43 ], [ %55, %50 ]
  %58 = load i64, ptr @Account__books, align 8
  call void @add(ptr %11, i64 %58, i64 %36)
  call void @settle(ptr %11)
  %59 = load i64, ptr @EvEntry_packets, align 8
  call void @add(ptr %2, i64 %59, i64 1)
  %60 = load i64, ptr @QpCounters_plane_packets, align 8
  %61 = call ptr @get(ptr %13, i64 %60)
  %62 = load i64, ptr @EvEntry_plane, align 8
  %63 = call i64 @get_int(ptr %2, i64 %62)
  call void @count_in(ptr %61, i64 %63)
  %64 = load i64, ptr @SendState_bytes_since_ack_req, align 8
  %65 = call i64 @get_int(ptr %7, i64 %64)
  %66 = add i64 %65, %36
  br i1 %26, label %70, label %67

67:
  %68 = call i64 @ack_req_bytes(ptr %11)
  %69 = icmp sgt i64 %66, %68
  br label %70

70:
  %71 = phi i1 [ true, %56 ], [ %69, %67 ]
  %72 = load i64, ptr @SendState_bytes_since_ack_req, align 8
  %. = select i1 %71, i64 0, i64 %66
  call void @put_int(ptr %7, i64 %72, i64 %.)
  %.not = icmp eq ptr %46, null
  br i1 %.not, label %78, label %73

73:
  %74 = call ptr @PyErr_Occurred()
  %.not69 = icmp eq ptr %74, null
  br i1 %.not69, label %75, label %78

75:
  %brmerge = select i1 %71, i1 true, i1 %57
  br i1 %brmerge, label %76, label %78

76:
  %77 = call zeroext i1 @asked(ptr %11, i64 %3)
  br label %78

78:
  %79 = phi i1 [ false, %73 ], [ false, %70 ], [ true, %75 ], [ %77, %76 ]
  %80 = load i64, ptr @SendState_stale, align 8
  %81 = call zeroext i1 @is_true(ptr %7, i64 %80)
  br i1 %81, label %86, label %82

82:
  %83 = call zeroext i1 @spent(ptr %7)
  br i1 %83, label %84, label %86

84:
  %85 = load i64, ptr @SendState_stale, align 8
  call void @put_bool(ptr %7, i64 %85, i1 zeroext true)
  br label %86

86:
  br i1 %79, label %87, label %91

87:
  %88 = load i64, ptr @SendState_frames, align 8
  %89 = call ptr @get(ptr %7, i64 %88)
  %spec.select = select i1 %71, i1 true, i1 %57
  %90 = call zeroext i1 @data_frame(ptr %89, ptr %2, ptr %1, i64 %15, i1 zeroext %spec.select, i64 %3, ptr %4)
  br label %91

91:
  %92 = phi i1 [ false, %86 ], [ %90, %87 ]
  call void @Py_DecRef(ptr %1)
  ret i1 %92
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

declare void @_Py_Dealloc(ptr)

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

declare ptr @PyLong_FromLong(i64)

declare zeroext i1 @counts_as_true(ptr)

define internal zeroext i1 @can_send(ptr %0, i64 %1) nounwind {
  %3 = load i64, ptr @Account__destination, align 8
  %4 = call ptr @get(ptr %0, i64 %3)
  %5 = load i64, ptr @Destination_inflight, align 8
  %6 = call i64 @get_int(ptr %4, i64 %5)
  %7 = load i64, ptr @Destination_window, align 8
  %8 = call i64 @get_int(ptr %4, i64 %7)
  %9 = load i64, ptr @Account_aside, align 8
  %10 = call zeroext i1 @is_true(ptr %0, i64 %9)
  br i1 %10, label %11, label %21

11:
  %12 = icmp slt i64 %6, 1
  br i1 %12, label %13, label %.critedge

13:
  %14 = load i64, ptr @Destination_aside, align 8
  %15 = call i64 @get_int(ptr %4, i64 %14)
  %16 = add i64 %15, %1
  %17 = icmp sle i64 %16, %8
  br i1 %17, label %35, label %.critedge

.critedge:
  %18 = load i64, ptr @Account__share, align 8
  %19 = call i64 @get_int(ptr %0, i64 %18)
  %20 = icmp slt i64 %19, 1
  br label %35

21:
  %22 = load i64, ptr @Destination_mute, align 8
  %23 = call zeroext i1 @is_true(ptr %4, i64 %22)
  br i1 %23, label %24, label %32

24:
  %25 = load i64, ptr @Account__share, align 8
  %26 = call i64 @get_int(ptr %0, i64 %25)
  %27 = icmp sgt i64 %26, 0
  br i1 %27, label %28, label %32

28:
  %29 = load i64, ptr @Destination_aside, align 8
  %30 = call i64 @get_int(ptr %4, i64 %29)
  %31 = add i64 %6, %30
  br label %32

32:
  %.018 = phi i64 [ %31, %28 ], [ %6, %24 ], [ %6, %21 ]
  %33 = add i64 %.018, %1
  %.not = icmp sgt i64 %33, %8
  %34 = icmp slt i64 %.018, 1
  %spec.select = select i1 %.not, i1 %34, i1 true
  br label %35

35:
  %.0 = phi i1 [ %spec.select, %32 ], [ true, %13 ], [ %20, %.critedge ]
  ret i1 %.0
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

declare i64 @PyObject_Size(ptr)

declare i64 @PyList_Size(ptr)

declare ptr @waiting_write(ptr)

define internal i64 @least(i64 %0, i64 %1) nounwind {
  %3 = icmp slt i64 %0, %1
  %. = select i1 %3, i64 %0, i64 %1
  ret i64 %.
}

define internal i64 @nominal_size(ptr %0, i64 %1) nounwind {
  %3 = load i64, ptr @QpFrames_timestamps, align 8
  %4 = call zeroext i1 @is_true(ptr %0, i64 %3)
  %5 = select i1 %4, i64 88, i64 84
  %6 = add i64 %5, %1
  %7 = sub i64 0, %1
  %8 = and i64 %7, 3
  %9 = add i64 %6, %8
  ret i64 %9
}

declare i32 @PyErr_ExceptionMatches(ptr)

declare void @PyErr_Clear()

declare ptr @PyObject_VectorcallMethod(ptr, ptr, i64, ptr)

define internal ptr @note_sent(ptr %0, ptr %1, i64 %2, i64 %3, ptr %4, i64 %5) nounwind {
  %7 = call ptr @spare_packet()
  %.not = icmp eq ptr %7, null
  br i1 %.not, label %53, label %8

8:
  %9 = load i64, ptr @SentPacket_entropy, align 8
  %10 = load i64, ptr @EvEntry_entropy, align 8
  %11 = call i64 @get_int(ptr %4, i64 %10)
  call void @put_int(ptr nonnull %7, i64 %9, i64 %11)
  %12 = load i64, ptr @SentPacket_entry, align 8
  %13 = call ptr @kept(ptr %4)
  call void @put(ptr nonnull %7, i64 %12, ptr %13)
  %14 = load i64, ptr @SentPacket_sent_ns, align 8
  call void @put_int(ptr nonnull %7, i64 %14, i64 %5)
  %15 = load i64, ptr @SentPacket_sends, align 8
  call void @put_int(ptr nonnull %7, i64 %15, i64 1)
  %16 = load i64, ptr @SentPacket_index, align 8
  call void @put_int(ptr nonnull %7, i64 %16, i64 %2)
  %17 = load i64, ptr @SentPacket_work, align 8
  %18 = call ptr @kept(ptr %1)
  call void @put(ptr nonnull %7, i64 %17, ptr %18)
  %19 = load i64, ptr @SentPacket_size, align 8
  call void @put_int(ptr nonnull %7, i64 %19, i64 %3)
  %20 = load i64, ptr @SentPacket_state, align 8
  %21 = load ptr, ptr @the, align 8
  %22 = load i64, ptr @the_in_flight, align 8
  %23 = getelementptr inbounds nuw ptr, ptr %21, i64 %22
  %24 = load ptr, ptr %23, align 8
  %25 = call ptr @kept(ptr %24)
  call void @put(ptr nonnull %7, i64 %20, ptr %25)
  %26 = load i64, ptr @SentPacket_first_sent_ns, align 8
  call void @put_int(ptr nonnull %7, i64 %26, i64 %5)
  %27 = load i64, ptr @SentPacket_ahead, align 8
  %28 = load i64, ptr @InFlight_una, align 8
  %29 = call i64 @get_int(ptr %0, i64 %28)
  %30 = sub i64 %2, %29
  call void @put_int(ptr nonnull %7, i64 %27, i64 %30)
  %31 = load i64, ptr @SentPacket_refused, align 8
  call void @put_int(ptr nonnull %7, i64 %31, i64 0)
  %32 = load i64, ptr @SentPacket_silent, align 8
  call void @put_bool(ptr nonnull %7, i64 %32, i1 zeroext false)
  %33 = load i64, ptr @SentPacket_avoid, align 8
  call void @put_none(ptr nonnull %7, i64 %33)
  %34 = load i64, ptr @SentPacket_avoid_until_ns, align 8
  call void @put_int(ptr nonnull %7, i64 %34, i64 0)
  %35 = load i64, ptr @SentPacket_blamed, align 8
  call void @put_none(ptr nonnull %7, i64 %35)
  %36 = load i64, ptr @SentPacket_repeated, align 8
  call void @put_bool(ptr nonnull %7, i64 %36, i1 zeroext false)
  %37 = load i64, ptr @SentPacket_given_up, align 8
  call void @put_bool(ptr nonnull %7, i64 %37, i1 zeroext false)
  %38 = load i64, ptr @SentPacket_why, align 8
  %39 = load ptr, ptr @the, align 8
  %40 = load i64, ptr @the_missing, align 8
  %41 = getelementptr inbounds nuw ptr, ptr %39, i64 %40
  %42 = load ptr, ptr %41, align 8
  %43 = call ptr @kept(ptr %42)
  call void @put(ptr nonnull %7, i64 %38, ptr %43)
  %44 = load i64, ptr @InFlight_in_flight, align 8
  call void @add(ptr %0, i64 %44, i64 1)
  %45 = load i64, ptr @InFlight_last_sent_ns, align 8
  call void @put_int(ptr %0, i64 %45, i64 %5)
  %46 = load i64, ptr @InFlight_records, align 8
  %47 = call ptr @get(ptr %0, i64 %46)
  call void @put_packet(ptr %47, ptr nonnull %7, i64 %2)
  %48 = load i64, ptr @InFlight__oldest, align 8
  %49 = call i64 @get_int(ptr %0, i64 %48)
  %50 = icmp slt i64 %2, %49
  br i1 %50, label %51, label %53

51:
  %52 = load i64, ptr @InFlight__oldest, align 8
  call void @put_int(ptr %0, i64 %52, i64 %2)
  br label %53

53:
  %.0 = phi ptr [ null, %6 ], [ %7, %51 ], [ %7, %8 ]
  ret ptr %.0
}

define internal void @count_in(ptr %0, i64 %1) nounwind {
  %3 = call ptr @list_item(ptr %0, i64 %1)
  %4 = call i64 @value_of(ptr %3)
  %5 = add i64 %4, 1
  call void @put_number(ptr %0, i64 %1, i64 %5)
  ret void
}

define internal i64 @ack_req_bytes(ptr %0) nounwind {
  %2 = load i64, ptr @Account__destination, align 8
  %3 = call ptr @get(ptr %0, i64 %2)
  %4 = load i64, ptr @Destination_sharing, align 8
  %5 = call i64 @get_int(ptr %3, i64 %4)
  %6 = load i64, ptr @Destination_mute, align 8
  %7 = call zeroext i1 @is_true(ptr %3, i64 %6)
  br i1 %7, label %20, label %8

8:
  %9 = load i64, ptr @Account_aside, align 8
  %10 = call zeroext i1 @is_true(ptr %0, i64 %9)
  br i1 %10, label %20, label %11

11:
  %12 = load i64, ptr @Destination_window, align 8
  %13 = call i64 @get_int(ptr %3, i64 %12)
  %14 = icmp sgt i64 %5, 1
  br i1 %14, label %15, label %18

15:
  %16 = sdiv i64 %13, %5
  %17 = sdiv i64 %16, 3
  br label %20

18:
  %19 = sdiv i64 %13, 2
  br label %20

20:
  %.0 = phi i64 [ 0, %1 ], [ 0, %8 ], [ %17, %15 ], [ %19, %18 ]
  ret i64 %.0
}

define internal zeroext i1 @asked(ptr %0, i64 %1) nounwind {
  %3 = load i64, ptr @Account__destination, align 8
  %4 = call ptr @get(ptr %0, i64 %3)
  %5 = load i64, ptr @Destination_waiting, align 8
  %6 = call ptr @get(ptr %4, i64 %5)
  %7 = load i64, ptr @Account__asked_ns, align 8
  call void @put_int(ptr %0, i64 %7, i64 %1)
  %8 = load i64, ptr @Account_aside, align 8
  %9 = call zeroext i1 @is_true(ptr %0, i64 %8)
  br i1 %9, label %14, label %10

10:
  %11 = call ptr @PyDict_GetItemWithError(ptr %6, ptr %0)
  %.not = icmp eq ptr %11, null
  br i1 %.not, label %12, label %14

12:
  %13 = call zeroext i1 @note_number(ptr %6, ptr %0, i64 %1)
  br label %14

14:
  %15 = phi i1 [ true, %10 ], [ true, %2 ], [ %13, %12 ]
  ret i1 %15
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

define internal zeroext i1 @data_frame(ptr %0, ptr %1, ptr %2, i64 %3, i1 zeroext %4, i64 %5, ptr %6) nounwind {
  %8 = alloca [40 x i8], align 16
  %9 = alloca %struct.view.16, align 8
  %10 = alloca %struct.framing.17, align 8
  %11 = alloca %struct.payload.18, align 8
  %12 = load i64, ptr @WorkRequest_first_index, align 8
  %13 = call i64 @get_int(ptr %2, i64 %12)
  %14 = icmp eq i64 %3, %13
  %15 = load i64, ptr @WorkRequest_last_index, align 8
  %16 = call i64 @get_int(ptr %2, i64 %15)
  %17 = icmp eq i64 %3, %16
  %18 = load i64, ptr @QpFrames_timestamps, align 8
  %19 = call zeroext i1 @is_true(ptr %0, i64 %18)
  br i1 %17, label %20, label %24

20:
  %21 = load i64, ptr @WorkRequest_imm, align 8
  %22 = call zeroext i1 @is_none(ptr %2, i64 %21)
  %23 = xor i1 %22, true
  br label %24

24:
  %25 = phi i1 [ false, %7 ], [ %23, %20 ]
  %26 = load i64, ptr @WorkRequest_mtu, align 8
  %27 = call i64 @get_int(ptr %2, i64 %26)
  %28 = load i64, ptr @WorkRequest_first_index, align 8
  %29 = call i64 @get_int(ptr %2, i64 %28)
  %30 = sub i64 %3, %29
  %31 = mul i64 %30, %27
  %32 = load i64, ptr @WorkRequest_length, align 8
  %33 = call i64 @get_int(ptr %2, i64 %32)
  %34 = sub i64 %33, %31
  %35 = call i64 @least(i64 %34, i64 %27)
  %36 = call i64 @opcode_of(i1 zeroext %14, i1 zeroext %17, i1 zeroext %25)
  %37 = select i1 %4, i64 2147483648, i64 0
  %38 = select i1 %19, i64 268435456, i64 0
  %39 = or disjoint i64 %37, %38
  %40 = and i64 %3, 16777215
  %41 = or disjoint i64 %39, %40
  %42 = call ptr @write_32(ptr nonnull %8, i64 %41)
  %43 = load i64, ptr @WorkRequest_rqmsn, align 8
  %44 = call i64 @get_int(ptr %2, i64 %43)
  %45 = call ptr @write_16(ptr %42, i64 %44)
  %46 = load i64, ptr @WorkRequest_number, align 8
  %47 = call i64 @get_int(ptr %2, i64 %46)
  %48 = call ptr @write_16(ptr %45, i64 %47)
  br i1 %19, label %49, label %53

49:
  %50 = call i64 @tick(i64 %5)
  %51 = call ptr @write_16(ptr %48, i64 %50)
  %52 = call ptr @write_16(ptr %51, i64 1)
  br label %53

53:
  %.054 = phi ptr [ %52, %49 ], [ %48, %24 ]
  %54 = load i64, ptr @WorkRequest_remote_address, align 8
  %55 = call ptr @get(ptr %2, i64 %54)
  %56 = call i64 @address_of(ptr %55)
  %57 = add i64 %56, %31
  %58 = call ptr @write_64(ptr %.054, i64 %57)
  %59 = load i64, ptr @WorkRequest_r_key, align 8
  %60 = call i64 @get_int(ptr %2, i64 %59)
  %61 = call ptr @write_32(ptr %58, i64 %60)
  %62 = call ptr @write_32(ptr %61, i64 %33)
  br i1 %25, label %63, label %67

63:
  %64 = load i64, ptr @WorkRequest_imm, align 8
  %65 = call i64 @get_int(ptr %2, i64 %64)
  %66 = call ptr @write_32(ptr %62, i64 %65)
  br label %67

67:
  %.1 = phi ptr [ %66, %63 ], [ %62, %53 ]
  %68 = load i64, ptr @WorkRequest_data, align 8
  %69 = call ptr @get(ptr %2, i64 %68)
  %70 = call i32 @PyObject_GetBuffer(ptr %69, ptr nonnull %9, i32 0)
  %.not = icmp eq i32 %70, 0
  br i1 %.not, label %71, label %99

71:
  %72 = add i64 %31, %35
  %73 = getelementptr inbounds nuw i8, ptr %9, i64 16
  %74 = load i64, ptr %73, align 8
  %.not55 = icmp sgt i64 %72, %74
  br i1 %.not55, label %75, label %81

75:
  %76 = load ptr, ptr @the, align 8
  %77 = load i64, ptr @the_TypeError, align 8
  %78 = getelementptr inbounds nuw ptr, ptr %76, i64 %77
  %79 = load ptr, ptr %78, align 8
  %80 = call ptr (ptr, ptr, ...) @PyErr_Format(ptr %79, ptr nonnull @.str)
  br label %81

81:
  store ptr %0, ptr %10, align 8
  %82 = getelementptr inbounds nuw i8, ptr %10, i64 8
  store ptr %1, ptr %82, align 8
  %83 = getelementptr inbounds nuw i8, ptr %10, i64 16
  store i64 %36, ptr %83, align 8
  %84 = getelementptr inbounds nuw i8, ptr %10, i64 24
  store i8 0, ptr %84, align 8
  %85 = getelementptr inbounds nuw i8, ptr %10, i64 25
  call void @llvm.memset.p0.i64(ptr nonnull align 1 dereferenceable(7) %85, i8 0, i64 7, i1 false)
  %86 = load ptr, ptr %9, align 8
  %87 = getelementptr inbounds i8, ptr %86, i64 %31
  store ptr %87, ptr %11, align 8
  %88 = getelementptr inbounds nuw i8, ptr %11, i64 8
  store i64 %35, ptr %88, align 8
  %89 = getelementptr inbounds nuw i8, ptr %11, i64 16
  %90 = load i64, ptr @WorkRequest_lender, align 8
  %91 = call ptr @get(ptr %2, i64 %90)
  store ptr %91, ptr %89, align 8
  br i1 %.not55, label %97, label %92

92:
  %93 = ptrtoint ptr %.1 to i64
  %94 = ptrtoint ptr %8 to i64
  %95 = sub i64 %93, %94
  %96 = call zeroext i1 @frame_of(ptr nonnull %10, ptr nonnull %8, i64 %95, ptr nonnull %11, ptr %6)
  br label %97

97:
  %98 = phi i1 [ false, %81 ], [ %96, %92 ]
  call void @PyBuffer_Release(ptr nonnull %9)
  br label %99

99:
  %.0 = phi i1 [ %98, %97 ], [ false, %67 ]
  ret i1 %.0
}

define internal ptr @spare_packet() nounwind {
  %1 = load i64, ptr @spares, align 8
  %.not = icmp eq i64 %1, 0
  br i1 %.not, label %7, label %2

2:
  %3 = load i64, ptr @spares, align 8
  %4 = add i64 %3, -1
  store i64 %4, ptr @spares, align 8
  %5 = getelementptr inbounds ptr, ptr @spare, i64 %4
  %6 = load ptr, ptr %5, align 8
  br label %13

7:
  %8 = load ptr, ptr @the, align 8
  %9 = load i64, ptr @the_SentPacket, align 8
  %10 = getelementptr inbounds nuw ptr, ptr %8, i64 %9
  %11 = load ptr, ptr %10, align 8
  %12 = call ptr @PyType_GenericAlloc(ptr %11, i64 0)
  br label %13

13:
  %14 = phi ptr [ %6, %2 ], [ %12, %7 ]
  ret ptr %14
}

define internal void @put_packet(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = call ptr @place_in(ptr %0, i64 %2)
  %5 = load ptr, ptr %4, align 8
  %6 = load ptr, ptr @the, align 8
  %7 = load i64, ptr @the_None, align 8
  %8 = getelementptr inbounds nuw ptr, ptr %6, i64 %7
  %9 = load ptr, ptr %8, align 8
  %.not = icmp ne ptr %5, %9
  br i1 %.not, label %10, label %14

10:
  %11 = load i64, ptr @the_put, align 8
  %12 = call ptr @method_1(ptr %0, i64 %11, ptr %1)
  %13 = call zeroext i1 @done(ptr %12)
  br label %21

14:
  %15 = call ptr @kept(ptr %1)
  store ptr %15, ptr %4, align 8
  %16 = load ptr, ptr @the, align 8
  %17 = load i64, ptr @the_None, align 8
  %18 = getelementptr inbounds nuw ptr, ptr %16, i64 %17
  %19 = load ptr, ptr %18, align 8
  call void @Py_DecRef(ptr %19)
  %20 = load i64, ptr @PacketRing__count, align 8
  call void @add(ptr %0, i64 %20, i64 1)
  br label %21

21:
  ret void
}

declare ptr @PyType_GenericAlloc(ptr, i64)

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

declare i32 @PyList_SetItem(ptr, i64, ptr)

declare ptr @PyList_GetItem(ptr, i64)

declare ptr @PyDict_GetItemWithError(ptr, ptr)

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

declare i32 @PyDict_SetItem(ptr, ptr, ptr)

define internal i64 @opcode_of(i1 zeroext %0, i1 zeroext %1, i1 zeroext %2) nounwind {
  %4 = select i1 %0, i64 202, i64 200
  %5 = zext i1 %2 to i64
  %6 = or disjoint i64 %4, %5
  %7 = select i1 %0, i64 198, i64 199
  %.0 = select i1 %1, i64 %6, i64 %7
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

define internal i64 @tick(i64 %0) nounwind {
  %2 = sdiv i64 %0, 128
  %3 = and i64 %2, 65535
  ret i64 %3
}

define internal ptr @write_64(ptr %0, i64 %1) nounwind {
  %3 = lshr i64 %1, 32
  %4 = call ptr @write_32(ptr %0, i64 %3)
  %5 = call ptr @write_32(ptr %4, i64 %1)
  ret ptr %5
}

define internal i64 @address_of(ptr %0) nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %3 = call ptr @type_of(ptr %0)
  %4 = load ptr, ptr @the, align 8
  %5 = load i64, ptr @the_int, align 8
  %6 = getelementptr inbounds nuw ptr, ptr %4, i64 %5
  %7 = load ptr, ptr %6, align 8
  %.not = icmp eq ptr %3, %7
  br i1 %.not, label %8, label %16

8:
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %10 = load i64, ptr %9, align 8
  %11 = load i64, ptr @long_digit, align 8
  %12 = mul i64 %11, 3
  %.not8 = icmp eq i64 %10, %12
  br i1 %.not8, label %13, label %16

13:
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %15 = load i32, ptr %14, align 4
  %.not9 = icmp ult i32 %15, 16
  br i1 %.not9, label %18, label %16

16:
  %17 = call i64 @PyLong_AsUnsignedLongLong(ptr %0)
  br label %31

18:
  %19 = load i32, ptr %2, align 4
  %20 = zext i32 %19 to i64
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %22 = load i32, ptr %21, align 4
  %23 = zext i32 %22 to i64
  %24 = shl nuw nsw i64 %23, 30
  %25 = or i64 %24, %20
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %27 = load i32, ptr %26, align 4
  %28 = zext i32 %27 to i64
  %29 = shl i64 %28, 60
  %30 = or i64 %25, %29
  br label %31

31:
  %.0 = phi i64 [ %17, %16 ], [ %30, %18 ]
  ret i64 %.0
}

declare i32 @PyObject_GetBuffer(ptr, ptr, i32)

declare ptr @PyErr_Format(ptr, ptr, ...)

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

declare zeroext i1 @frame_of(ptr, ptr, i64, ptr, ptr)

declare void @PyBuffer_Release(ptr)

declare i64 @PyLong_AsUnsignedLongLong(ptr)
