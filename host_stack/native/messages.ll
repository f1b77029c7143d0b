; SPDX-License-Identifier: Apache-2.0
; Made of messages.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 252b89925c512baeedae657e88cd4f67ea74a401044b874d70b82a967d9d95cd
%struct.completed = type { ptr, ptr, i64, i64 }
%struct.framing.2 = type { ptr, ptr, i64, i8 }
%struct.payload.3 = type { ptr, i64, ptr }
%struct.sending = type { ptr, ptr, ptr, ptr, ptr }

@SendQueue_pending = external constant i64, align 8
@WorkRequest_imm = external constant i64, align 8
@SendQueue__imms_open = external constant i64, align 8
@SendQueue__max_immediates = external constant i64, align 8
@SendState_queue = external constant i64, align 8
@SendQueue_begun = external constant i64, align 8
@SendState_flight = external constant i64, align 8
@InFlight_next_index = external constant i64, align 8
@WorkRequest_mtu = external constant i64, align 8
@SendState_stale = external constant i64, align 8
@the = external global ptr, align 8
@the_TypeError = external constant i64, align 8
@.str = private unnamed_addr constant [18 x i8] c"a path MTU of %zd\00", align 1
@SendQueue_current = external constant i64, align 8
@SendQueue__started = external constant i64, align 8
@WorkRequest_number = external constant i64, align 8
@SendQueue__imms_started = external constant i64, align 8
@WorkRequest_rqmsn = external constant i64, align 8
@WorkRequest_first_index = external constant i64, align 8
@WorkRequest_last_index = external constant i64, align 8
@WorkRequest_length = external constant i64, align 8
@Responder__ends = external constant i64, align 8
@Responder__refused = external constant i64, align 8
@Responder__receives = external constant i64, align 8
@ReceiveQueue_depth = external constant i64, align 8
@the__complete = external constant i64, align 8
@Responder_answers = external constant i64, align 8
@the_AckJob = external constant i64, align 8
@AckJob_syndrome = external constant i64, align 8
@the_acknowledged = external constant i64, align 8
@Answers__reception = external constant i64, align 8
@Answers__frames = external constant i64, align 8
@Answers__jobs = external constant i64, align 8
@Answers__ack = external constant i64, align 8
@Answers__counters = external constant i64, align 8
@QpCounters_acks_sent = external constant i64, align 8
@Reception_completed_index = external constant i64, align 8
@AckJob_index = external constant i64, align 8
@Reception_messages = external constant i64, align 8
@QueuePair_requestor = external constant i64, align 8
@QueuePair_evs = external constant i64, align 8
@the_None = external constant i64, align 8
@the_Requestor = external constant i64, align 8
@Requestor_state = external constant i64, align 8
@InFlight_una = external constant i64, align 8
@the_deque = external constant i64, align 8
@the_dict = external constant i64, align 8
@the_True = external constant i64, align 8
@the_False = external constant i64, align 8
@the_popleft = external constant i64, align 8
@the_deque_popleft = external constant i64, align 8
@the_int = external constant i64, align 8
@long_digit = external constant i64, align 8
@the_append = external constant i64, align 8
@the_deque_append = external constant i64, align 8
@the_list = external constant i64, align 8
@the_tuple = external constant i64, align 8
@Responder_reception = external constant i64, align 8
@Responder__counters = external constant i64, align 8
@the_heappop = external constant i64, align 8
@QpCounters_messages_received = external constant i64, align 8
@Responder__stashed = external constant i64, align 8
@QpCounters_immediates = external constant i64, align 8
@Responder__qpn = external constant i64, align 8
@Responder__completions = external constant i64, align 8
@the_recv_imm = external constant i64, align 8
@the_Completion = external constant i64, align 8
@Completion_kind = external constant i64, align 8
@Completion_status = external constant i64, align 8
@the_success = external constant i64, align 8
@Completion_wr_id = external constant i64, align 8
@Completion_length = external constant i64, align 8
@Completion_imm = external constant i64, align 8
@Completion_time_ns = external constant i64, align 8
@Completion_qpn = external constant i64, align 8
@CompletionQueue__armed = external constant i64, align 8
@CompletionQueue_overruns = external constant i64, align 8
@CompletionQueue__completions = external constant i64, align 8
@CompletionQueue_depth = external constant i64, align 8
@the_push = external constant i64, align 8
@CompletionQueue_handler = external constant i64, align 8
@Answers_limit = external constant i64, align 8
@QpCounters_answers_refused = external constant i64, align 8
@Requestor_acknowledgements = external constant i64, align 8
@Acknowledgements__late_bytes = external constant i64, align 8
@InFlight_again_ns = external constant i64, align 8
@SendState_counters = external constant i64, align 8
@QpCounters_messages_completed = external constant i64, align 8
@WorkRequest_signalled = external constant i64, align 8
@WorkRequest_wr_id = external constant i64, align 8
@SendState_frames = external constant i64, align 8
@QpFrames_qpn = external constant i64, align 8
@SendState__completions = external constant i64, align 8
@the_write = external constant i64, align 8

define ptr @waiting_write(ptr %0) nounwind {
  %2 = load i64, ptr @SendQueue_pending, align 8
  %3 = call ptr @get(ptr %0, i64 %2)
  %4 = call i64 @size_of(ptr %3)
  %5 = icmp sgt i64 %4, 0
  br i1 %5, label %6, label %8

6:
  %7 = call ptr @PySequence_GetItem(ptr %3, i64 0)
  br label %8

8:
  %9 = phi ptr [ %7, %6 ], [ null, %1 ]
  call void @Py_DecRef(ptr %9)
  %.not = icmp eq ptr %9, null
  br i1 %.not, label %19, label %10

10:
  %11 = load i64, ptr @WorkRequest_imm, align 8
  %12 = call zeroext i1 @is_none(ptr nonnull %9, i64 %11)
  br i1 %12, label %19, label %13

13:
  %14 = load i64, ptr @SendQueue__imms_open, align 8
  %15 = call i64 @get_int(ptr %0, i64 %14)
  %16 = load i64, ptr @SendQueue__max_immediates, align 8
  %17 = call i64 @get_int(ptr %0, i64 %16)
  %18 = icmp sge i64 %15, %17
  br label %19

19:
  %20 = phi i1 [ false, %10 ], [ false, %8 ], [ %18, %13 ]
  %. = select i1 %20, ptr null, ptr %9
  ret ptr %.
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

define internal zeroext i1 @is_none(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = call ptr @get(ptr %0, i64 %1)
  %4 = load ptr, ptr @the, align 8
  %5 = load i64, ptr @the_None, align 8
  %6 = getelementptr inbounds nuw ptr, ptr %4, i64 %5
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %3, %7
  ret i1 %8
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

define zeroext i1 @start_write(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = load i64, ptr @SendState_queue, align 8
  %5 = call ptr @get(ptr %0, i64 %4)
  %6 = load i64, ptr @SendQueue_begun, align 8
  %7 = call ptr @get(ptr %5, i64 %6)
  %8 = load i64, ptr @SendState_flight, align 8
  %9 = call ptr @get(ptr %0, i64 %8)
  %10 = load i64, ptr @InFlight_next_index, align 8
  %11 = call i64 @get_int(ptr %9, i64 %10)
  %12 = load i64, ptr @WorkRequest_mtu, align 8
  %13 = call i64 @get_int(ptr %1, i64 %12)
  %14 = call i64 @size_of(ptr %7)
  %.not = icmp eq i64 %14, 0
  br i1 %.not, label %15, label %17

15:
  call void @progress(ptr %0, i64 %2)
  %16 = load i64, ptr @SendState_stale, align 8
  call void @put_bool(ptr %0, i64 %16, i1 zeroext true)
  br label %17

17:
  %18 = icmp slt i64 %13, 1
  br i1 %18, label %19, label %25

19:
  %20 = load ptr, ptr @the, align 8
  %21 = load i64, ptr @the_TypeError, align 8
  %22 = getelementptr inbounds nuw ptr, ptr %20, i64 %21
  %23 = load ptr, ptr %22, align 8
  %24 = call ptr (ptr, ptr, ...) @PyErr_Format(ptr %23, ptr nonnull @.str, i64 %13)
  br label %25

25:
  %26 = call ptr @PyErr_Occurred()
  %.not30 = icmp eq ptr %26, null
  br i1 %.not30, label %27, label %58

27:
  %28 = load i64, ptr @SendQueue_pending, align 8
  %29 = call ptr @get(ptr %5, i64 %28)
  %30 = call ptr @pop_first(ptr %29)
  %31 = call zeroext i1 @done(ptr %30)
  br i1 %31, label %32, label %58

32:
  %33 = load i64, ptr @SendQueue_current, align 8
  %34 = call ptr @kept(ptr %1)
  call void @put(ptr %5, i64 %33, ptr %34)
  %35 = load i64, ptr @SendQueue__started, align 8
  call void @add(ptr %5, i64 %35, i64 1)
  %36 = load i64, ptr @WorkRequest_number, align 8
  %37 = call i64 @get_int(ptr %5, i64 %35)
  call void @put_int(ptr %1, i64 %36, i64 %37)
  %38 = load i64, ptr @WorkRequest_imm, align 8
  %39 = call zeroext i1 @is_none(ptr %1, i64 %38)
  br i1 %39, label %46, label %40

40:
  %41 = load i64, ptr @SendQueue__imms_started, align 8
  call void @add(ptr %5, i64 %41, i64 1)
  %42 = load i64, ptr @SendQueue__imms_open, align 8
  call void @add(ptr %5, i64 %42, i64 1)
  %43 = load i64, ptr @WorkRequest_rqmsn, align 8
  %44 = call i64 @get_int(ptr %5, i64 %41)
  %45 = and i64 %44, 65535
  call void @put_int(ptr %1, i64 %43, i64 %45)
  br label %46

46:
  %47 = load i64, ptr @WorkRequest_first_index, align 8
  call void @put_int(ptr %1, i64 %47, i64 %11)
  %48 = load i64, ptr @WorkRequest_last_index, align 8
  %49 = load i64, ptr @WorkRequest_length, align 8
  %50 = call i64 @get_int(ptr %1, i64 %49)
  %51 = add i64 %50, %13
  %52 = add i64 %51, -1
  %53 = sdiv i64 %52, %13
  %54 = call i64 @most(i64 1, i64 %53)
  %55 = add i64 %11, %54
  %56 = add i64 %55, -1
  call void @put_int(ptr %1, i64 %48, i64 %56)
  %57 = call zeroext i1 @append_to(ptr %7, ptr %1)
  br label %58

58:
  %.0 = phi i1 [ %57, %46 ], [ false, %27 ], [ false, %25 ]
  ret i1 %.0
}

declare void @progress(ptr, i64)

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

declare ptr @PyErr_Format(ptr, ptr, ...)

declare ptr @PyErr_Occurred()

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

define internal void @add(ptr %0, i64 %1, i64 %2) alwaysinline nounwind {
  %4 = call i64 @get_int(ptr %0, i64 %1)
  %5 = add i64 %4, %2
  call void @put_int(ptr %0, i64 %1, i64 %5)
  ret void
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

define internal i64 @most(i64 %0, i64 %1) nounwind {
  %3 = icmp sgt i64 %0, %1
  %. = select i1 %3, i64 %0, i64 %1
  ret i64 %.
}

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

define zeroext i1 @complete_messages(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = load i64, ptr @Responder__ends, align 8
  %5 = call ptr @get(ptr %0, i64 %4)
  %6 = load i64, ptr @Responder__refused, align 8
  %7 = call zeroext i1 @is_none(ptr %0, i64 %6)
  br i1 %7, label %8, label %.critedge

8:
  %9 = call i64 @list_size(ptr %5)
  %.not = icmp eq i64 %9, 0
  br i1 %.not, label %47, label %10

10:
  br i1 %7, label %11, label %.critedge

11:
  %12 = call ptr @list_item(ptr %5, i64 0)
  %13 = call ptr @tuple_item(ptr %12, i64 0)
  %14 = call i64 @value_of(ptr %13)
  %15 = icmp sgt i64 %14, %1
  br i1 %15, label %47, label %.critedge

.critedge:
  %16 = call ptr @integer(i64 %2)
  br i1 %7, label %17, label %22

17:
  %18 = load i64, ptr @Responder__receives, align 8
  %19 = call ptr @get(ptr %0, i64 %18)
  %20 = load i64, ptr @ReceiveQueue_depth, align 8
  %21 = call zeroext i1 @is_none(ptr %19, i64 %20)
  br i1 %21, label %26, label %22

22:
  %23 = load i64, ptr @the__complete, align 8
  %24 = call ptr @method_1(ptr %0, i64 %23, ptr %16)
  %25 = call zeroext i1 @done(ptr %24)
  call void @Py_DecRef(ptr %16)
  br label %47

26:
  %.034.off0 = phi i1 [ false, %17 ], [ %..034.off0, %41 ]
  %.033.off0 = phi i1 [ true, %17 ], [ %42, %41 ]
  br i1 %.033.off0, label %27, label %.critedge45

27:
  %28 = call i64 @list_size(ptr %5)
  %29 = icmp sgt i64 %28, 0
  br i1 %29, label %30, label %.critedge45

30:
  %31 = call ptr @list_item(ptr %5, i64 0)
  %32 = call ptr @kept(ptr %31)
  %33 = call ptr @tuple_item(ptr %32, i64 0)
  %.not42 = icmp eq ptr %33, null
  br i1 %.not42, label %37, label %34

34:
  %35 = call i64 @value_of(ptr nonnull %33)
  %36 = icmp sle i64 %35, %1
  br label %37

37:
  %38 = phi i1 [ false, %30 ], [ %36, %34 ]
  %.not43 = icmp eq ptr %33, null
  %.not46 = xor i1 %38, true
  %brmerge = select i1 %.not43, i1 true, i1 %.not46
  %.mux = select i1 %.not43, i1 false, i1 true
  br i1 %brmerge, label %41, label %39

39:
  %40 = call zeroext i1 @complete_first(ptr %0, ptr %32, ptr %16)
  br label %41

41:
  %42 = phi i1 [ %.mux, %37 ], [ %40, %39 ]
  call void @Py_DecRef(ptr %32)
  %..034.off0 = select i1 %38, i1 true, i1 %.034.off0
  br i1 %38, label %26, label %.critedge45

.critedge45:
  %.135.off0 = phi i1 [ %..034.off0, %41 ], [ %.034.off0, %27 ], [ %.034.off0, %26 ]
  %.1.off0 = phi i1 [ %42, %41 ], [ %.033.off0, %27 ], [ %.033.off0, %26 ]
  call void @Py_DecRef(ptr %16)
  %.1.off0.not = xor i1 %.1.off0, true
  %.135.off0.not = xor i1 %.135.off0, true
  %brmerge47 = select i1 %.1.off0.not, i1 true, i1 %.135.off0.not
  %.mux48 = select i1 %.1.off0.not, i1 false, i1 true
  br i1 %brmerge47, label %47, label %43

43:
  %44 = load i64, ptr @Responder_answers, align 8
  %45 = call ptr @get(ptr %0, i64 %44)
  %46 = call zeroext i1 @queue_ack(ptr %45)
  br label %47

47:
  %.0 = phi i1 [ %25, %22 ], [ true, %11 ], [ true, %8 ], [ %.mux48, %.critedge45 ], [ %46, %43 ]
  ret i1 %.0
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

define internal ptr @integer(i64 %0) alwaysinline nounwind {
  %2 = call ptr @PyLong_FromLong(i64 %0)
  ret ptr %2
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

define internal zeroext i1 @complete_first(ptr %0, ptr %1, ptr %2) nounwind {
  %4 = alloca [2 x ptr], align 16
  %5 = alloca %struct.completed, align 8
  %6 = load i64, ptr @Responder_reception, align 8
  %7 = call ptr @get(ptr %0, i64 %6)
  %8 = load i64, ptr @Responder__counters, align 8
  %9 = call ptr @get(ptr %0, i64 %8)
  %10 = load i64, ptr @Responder__ends, align 8
  %11 = call ptr @get(ptr %0, i64 %10)
  %12 = call ptr @tuple_item(ptr %1, i64 1)
  store ptr null, ptr %4, align 8
  %13 = getelementptr inbounds nuw i8, ptr %4, i64 8
  store ptr %11, ptr %13, align 8
  %.not = icmp eq ptr %12, null
  br i1 %.not, label %53, label %14

14:
  %15 = call ptr @tuple_item(ptr %1, i64 2)
  %.not21 = icmp eq ptr %15, null
  br i1 %.not21, label %53, label %16

16:
  %17 = load ptr, ptr @the, align 8
  %18 = load i64, ptr @the_heappop, align 8
  %19 = getelementptr inbounds nuw ptr, ptr %17, i64 %18
  %20 = load ptr, ptr %19, align 8
  %21 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %22 = call ptr @PyObject_Vectorcall(ptr %20, ptr nonnull %21, i64 -9223372036854775807, ptr null)
  %23 = call zeroext i1 @done(ptr %22)
  br i1 %23, label %24, label %53

24:
  %25 = load i64, ptr @Reception_messages, align 8
  call void @add(ptr %7, i64 %25, i64 1)
  %26 = load i64, ptr @Reception_completed_index, align 8
  %27 = call ptr @tuple_item(ptr %1, i64 0)
  %28 = call ptr @kept(ptr %27)
  call void @put(ptr %7, i64 %26, ptr %28)
  %29 = load i64, ptr @QpCounters_messages_received, align 8
  call void @add(ptr %9, i64 %29, i64 1)
  %30 = load ptr, ptr @the, align 8
  %31 = load i64, ptr @the_None, align 8
  %32 = getelementptr inbounds nuw ptr, ptr %30, i64 %31
  %33 = load ptr, ptr %32, align 8
  %34 = icmp eq ptr %12, %33
  br i1 %34, label %53, label %35

35:
  %36 = load i64, ptr @Responder__stashed, align 8
  call void @add(ptr %0, i64 %36, i64 -1)
  %37 = load i64, ptr @QpCounters_immediates, align 8
  call void @add(ptr %9, i64 %37, i64 1)
  %38 = load i64, ptr @Reception_messages, align 8
  %39 = call i64 @get_int(ptr %7, i64 %38)
  %40 = call ptr @integer(i64 %39)
  store ptr %40, ptr %5, align 8
  %41 = getelementptr inbounds nuw i8, ptr %5, i64 8
  store ptr %12, ptr %41, align 8
  %42 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %43 = call ptr @tuple_item(ptr %1, i64 2)
  %44 = call i64 @value_of(ptr %43)
  store i64 %44, ptr %42, align 8
  %45 = getelementptr inbounds nuw i8, ptr %5, i64 24
  %46 = load i64, ptr @Responder__qpn, align 8
  %47 = call i64 @get_int(ptr %0, i64 %46)
  store i64 %47, ptr %45, align 8
  %48 = load i64, ptr @Responder__completions, align 8
  %49 = call ptr @get(ptr %0, i64 %48)
  %50 = load i64, ptr @the_recv_imm, align 8
  %51 = call zeroext i1 @complete(ptr %49, i64 %50, ptr nonnull %5, ptr %2)
  %52 = load ptr, ptr %5, align 8
  call void @Py_DecRef(ptr %52)
  br label %53

53:
  %.0 = phi i1 [ false, %3 ], [ %51, %35 ], [ false, %16 ], [ false, %14 ], [ true, %24 ]
  ret i1 %.0
}

define internal zeroext i1 @queue_ack(ptr %0) nounwind {
  %2 = load i64, ptr @Answers__jobs, align 8
  %3 = call ptr @get(ptr %0, i64 %2)
  %4 = load i64, ptr @Answers__ack, align 8
  %5 = call zeroext i1 @is_none(ptr %0, i64 %4)
  br i1 %5, label %6, label %31

6:
  %7 = call i64 @size_of(ptr %3)
  %8 = load i64, ptr @Answers_limit, align 8
  %9 = call i64 @get_int(ptr %0, i64 %8)
  %.not = icmp slt i64 %7, %9
  br i1 %.not, label %14, label %10

10:
  %11 = load i64, ptr @Answers__counters, align 8
  %12 = call ptr @get(ptr %0, i64 %11)
  %13 = load i64, ptr @QpCounters_answers_refused, align 8
  call void @add(ptr %12, i64 %13, i64 1)
  br label %31

14:
  %15 = load ptr, ptr @the, align 8
  %16 = load i64, ptr @the_AckJob, align 8
  %17 = getelementptr inbounds nuw ptr, ptr %15, i64 %16
  %18 = load ptr, ptr %17, align 8
  %19 = call ptr @PyType_GenericAlloc(ptr %18, i64 0)
  %.not14 = icmp eq ptr %19, null
  br i1 %.not14, label %31, label %20

20:
  %21 = load i64, ptr @AckJob_index, align 8
  call void @put_int(ptr nonnull %19, i64 %21, i64 -1)
  %22 = load i64, ptr @AckJob_syndrome, align 8
  %23 = load ptr, ptr @the, align 8
  %24 = load i64, ptr @the_acknowledged, align 8
  %25 = getelementptr inbounds nuw ptr, ptr %23, i64 %24
  %26 = load ptr, ptr %25, align 8
  %27 = call ptr @kept(ptr %26)
  call void @put(ptr nonnull %19, i64 %22, ptr %27)
  %28 = load i64, ptr @Answers__ack, align 8
  %29 = call ptr @kept(ptr nonnull %19)
  call void @put(ptr %0, i64 %28, ptr %29)
  %30 = call zeroext i1 @append_to(ptr %3, ptr nonnull %19)
  call void @Py_DecRef(ptr nonnull %19)
  br label %31

31:
  %.0 = phi i1 [ true, %10 ], [ true, %1 ], [ %30, %20 ], [ false, %14 ]
  ret i1 %.0
}

define zeroext i1 @is_ack(ptr %0) nounwind {
  %2 = call ptr @type_of(ptr %0)
  %3 = load ptr, ptr @the, align 8
  %4 = load i64, ptr @the_AckJob, align 8
  %5 = getelementptr inbounds nuw ptr, ptr %3, i64 %4
  %6 = load ptr, ptr %5, align 8
  %7 = icmp eq ptr %2, %6
  br i1 %7, label %8, label %16

8:
  %9 = load i64, ptr @AckJob_syndrome, align 8
  %10 = call ptr @get(ptr %0, i64 %9)
  %11 = load ptr, ptr @the, align 8
  %12 = load i64, ptr @the_acknowledged, align 8
  %13 = getelementptr inbounds nuw ptr, ptr %11, i64 %12
  %14 = load ptr, ptr %13, align 8
  %15 = icmp eq ptr %10, %14
  br label %16

16:
  %17 = phi i1 [ false, %1 ], [ %15, %8 ]
  ret i1 %17
}

define internal ptr @type_of(ptr %0) alwaysinline nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %3 = load ptr, ptr %2, align 8
  ret ptr %3
}

define zeroext i1 @ack_frame(ptr %0, ptr %1, ptr %2, ptr %3) nounwind {
  %5 = alloca [8 x i8], align 1
  %6 = alloca %struct.framing.2, align 8
  %7 = alloca %struct.payload.3, align 8
  %8 = load i64, ptr @Answers__reception, align 8
  %9 = call ptr @get(ptr %0, i64 %8)
  %10 = load i64, ptr @Answers__frames, align 8
  %11 = call ptr @get(ptr %0, i64 %10)
  %12 = load i64, ptr @Answers__jobs, align 8
  %13 = call ptr @get(ptr %0, i64 %12)
  %14 = call ptr @pop_first(ptr %13)
  %15 = call zeroext i1 @done(ptr %14)
  br i1 %15, label %16, label %43

16:
  %17 = load i64, ptr @Answers__ack, align 8
  call void @put_none(ptr %0, i64 %17)
  %18 = load i64, ptr @Answers__counters, align 8
  %19 = call ptr @get(ptr %0, i64 %18)
  %20 = load i64, ptr @QpCounters_acks_sent, align 8
  call void @add(ptr %19, i64 %20, i64 1)
  %21 = load i64, ptr @Reception_completed_index, align 8
  %22 = call zeroext i1 @is_none(ptr %9, i64 %21)
  br i1 %22, label %23, label %26

23:
  %24 = load i64, ptr @AckJob_index, align 8
  %25 = call i64 @get_int(ptr %1, i64 %24)
  br label %29

26:
  %27 = load i64, ptr @Reception_completed_index, align 8
  %28 = call i64 @get_int(ptr %9, i64 %27)
  br label %29

29:
  %30 = phi i64 [ %25, %23 ], [ %28, %26 ]
  %31 = load i64, ptr @Reception_messages, align 8
  %32 = call i64 @get_int(ptr %9, i64 %31)
  %33 = and i64 %32, 16777215
  %34 = and i64 %30, 16777215
  %35 = call ptr @write_32(ptr nonnull %5, i64 %34)
  %36 = or disjoint i64 %33, 520093696
  %37 = call ptr @write_32(ptr %35, i64 %36)
  store ptr %11, ptr %6, align 8
  %38 = getelementptr inbounds nuw i8, ptr %6, i64 8
  store ptr %2, ptr %38, align 8
  %39 = getelementptr inbounds nuw i8, ptr %6, i64 16
  store i64 209, ptr %39, align 8
  %40 = getelementptr inbounds nuw i8, ptr %6, i64 24
  store i8 0, ptr %40, align 8
  %41 = getelementptr inbounds nuw i8, ptr %6, i64 25
  call void @llvm.memset.p0.i64(ptr nonnull align 1 dereferenceable(7) %41, i8 0, i64 7, i1 false)
  call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(24) %7, i8 0, i64 24, i1 false)
  %42 = call zeroext i1 @frame_of(ptr nonnull %6, ptr nonnull %5, i64 8, ptr nonnull %7, ptr %3)
  br label %43

43:
  %.0 = phi i1 [ %42, %29 ], [ false, %4 ]
  ret i1 %.0
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

define internal ptr @write_32(ptr %0, i64 %1) nounwind {
  %3 = lshr i64 %1, 16
  %4 = call ptr @write_16(ptr %0, i64 %3)
  %5 = call ptr @write_16(ptr %4, i64 %1)
  ret ptr %5
}

declare zeroext i1 @frame_of(ptr, ptr, i64, ptr, ptr)

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define i32 @receive_ack(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca %struct.sending, align 8
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %6 = load ptr, ptr %5, align 8
  %7 = load i64, ptr @QueuePair_requestor, align 8
  %8 = call ptr @get(ptr %6, i64 %7)
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %10 = load ptr, ptr %9, align 8
  %11 = load i64, ptr @QueuePair_evs, align 8
  %12 = call ptr @get(ptr %10, i64 %11)
  %13 = load ptr, ptr @the, align 8
  %14 = load i64, ptr @the_None, align 8
  %15 = getelementptr inbounds nuw ptr, ptr %13, i64 %14
  %16 = load ptr, ptr %15, align 8
  %17 = icmp eq ptr %8, %16
  br i1 %17, label %63, label %18

18:
  %19 = load ptr, ptr @the, align 8
  %20 = load i64, ptr @the_None, align 8
  %21 = getelementptr inbounds nuw ptr, ptr %19, i64 %20
  %22 = load ptr, ptr %21, align 8
  %23 = icmp eq ptr %12, %22
  br i1 %23, label %63, label %24

24:
  %25 = call ptr @type_of(ptr %8)
  %26 = load ptr, ptr @the, align 8
  %27 = load i64, ptr @the_Requestor, align 8
  %28 = getelementptr inbounds nuw ptr, ptr %26, i64 %27
  %29 = load ptr, ptr %28, align 8
  %.not = icmp eq ptr %25, %29
  br i1 %.not, label %30, label %63

30:
  %31 = getelementptr inbounds nuw i8, ptr %1, i64 72
  %32 = load i64, ptr %31, align 8
  %.not24 = icmp eq i64 %32, 118
  br i1 %.not24, label %33, label %63

33:
  %34 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %35 = load ptr, ptr %34, align 8
  %36 = getelementptr inbounds nuw i8, ptr %35, i64 114
  %37 = load i8, ptr %36, align 1
  %38 = and i8 %37, 96
  %.not25 = icmp eq i8 %38, 0
  br i1 %.not25, label %39, label %63

39:
  %40 = load i64, ptr @Requestor_state, align 8
  %41 = call ptr @get(ptr %8, i64 %40)
  %42 = load i64, ptr @SendState_flight, align 8
  %43 = call ptr @get(ptr %41, i64 %42)
  %44 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %45 = load i64, ptr %44, align 8
  %46 = load i64, ptr @InFlight_una, align 8
  %47 = call i64 @get_int(ptr %43, i64 %46)
  %48 = add i64 %47, -1
  %49 = call i64 @index_of(i64 %45, i64 %48)
  %50 = load i64, ptr @InFlight_next_index, align 8
  %51 = call i64 @get_int(ptr %43, i64 %50)
  %.not26 = icmp slt i64 %49, %51
  br i1 %.not26, label %52, label %63

52:
  %53 = call ptr @PyErr_Occurred()
  %.not27 = icmp eq ptr %53, null
  br i1 %.not27, label %54, label %63

54:
  %55 = call ptr @integer(i64 %2)
  call void @hold_sending(ptr dead_on_unwind nonnull writable sret(%struct.sending) align 8 %4, ptr %8)
  %56 = call ptr @kept(ptr %12)
  %57 = call zeroext i1 @on_ack(ptr nonnull %4, i64 %49, ptr %55)
  br i1 %57, label %58, label %61

58:
  %59 = call zeroext i1 @after_answer(ptr %0, ptr %1, ptr %12, ptr %55)
  %60 = select i1 %59, i32 1, i32 2
  br label %61

61:
  %62 = phi i32 [ 2, %54 ], [ %60, %58 ]
  call void @Py_DecRef(ptr %12)
  call void @let_sending_go(ptr nonnull %4)
  call void @Py_DecRef(ptr %55)
  br label %63

63:
  %.0 = phi i32 [ 0, %3 ], [ 0, %33 ], [ 0, %30 ], [ 0, %24 ], [ 0, %18 ], [ %62, %61 ], [ 0, %52 ], [ 0, %39 ]
  ret i32 %.0
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

declare void @hold_sending(ptr dead_on_unwind writable sret(%struct.sending) align 8, ptr)

define internal zeroext i1 @on_ack(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %11 = load ptr, ptr %10, align 8
  %12 = load ptr, ptr %0, align 8
  %13 = load i64, ptr @Requestor_acknowledgements, align 8
  %14 = call ptr @hold(ptr %12, i64 %13)
  %15 = load i64, ptr @SendState_queue, align 8
  %16 = call ptr @get(ptr %7, i64 %15)
  %17 = load i64, ptr @SendQueue_begun, align 8
  %18 = call ptr @hold(ptr %16, i64 %17)
  store i64 0, ptr %4, align 8
  %19 = load i64, ptr @Acknowledgements__late_bytes, align 8
  %20 = call i64 @get_int(ptr %14, i64 %19)
  store i64 %20, ptr %5, align 8
  %21 = load i64, ptr @InFlight_una, align 8
  %22 = call i64 @get_int(ptr %9, i64 %21)
  %23 = call zeroext i1 @deliver_range(ptr %7, i64 %22, i64 %1, ptr %2, ptr nonnull %4, ptr nonnull %5)
  %.not47 = xor i1 %23, true
  %.not = icmp slt i64 %1, %22
  %or.cond = select i1 %.not47, i1 true, i1 %.not
  br i1 %or.cond, label %27, label %24

24:
  %25 = load i64, ptr @InFlight_una, align 8
  %26 = add i64 %1, 1
  call void @put_int(ptr %9, i64 %25, i64 %26)
  br label %27

27:
  br label %28

28:
  %.041.off0 = phi i1 [ %23, %27 ], [ %43, %42 ]
  %.040.in = phi i1 [ %23, %27 ], [ %spec.select, %42 ]
  br i1 %.040.in, label %29, label %.critedge

29:
  %30 = call i64 @size_of(ptr %18)
  %31 = icmp sgt i64 %30, 0
  br i1 %31, label %32, label %.critedge

32:
  %33 = call ptr @PySequence_GetItem(ptr %18, i64 0)
  %.not45 = icmp eq ptr %33, null
  br i1 %.not45, label %38, label %34

34:
  %35 = load i64, ptr @WorkRequest_last_index, align 8
  %36 = call i64 @get_int(ptr nonnull %33, i64 %35)
  %37 = icmp sle i64 %36, %1
  br label %38

38:
  %39 = phi i1 [ false, %32 ], [ %37, %34 ]
  %.not46 = icmp eq ptr %33, null
  %.not49 = xor i1 %39, true
  %brmerge = select i1 %.not46, i1 true, i1 %.not49
  %.mux = select i1 %.not46, i1 false, i1 true
  br i1 %brmerge, label %42, label %40

40:
  %41 = call zeroext i1 @finish_write(ptr %7, ptr nonnull %33, ptr %2, ptr nonnull %4, ptr nonnull %5)
  br label %42

42:
  %43 = phi i1 [ %.mux, %38 ], [ %41, %40 ]
  %spec.select = select i1 %39, i1 %43, i1 false
  call void @Py_DecRef(ptr %33)
  br label %28

.critedge:
  %44 = load i64, ptr @Acknowledgements__late_bytes, align 8
  %45 = load i64, ptr %5, align 8
  %46 = select i1 %.041.off0, i64 0, i64 %45
  call void @put_int(ptr %14, i64 %44, i64 %46)
  call void @Py_DecRef(ptr %18)
  call void @Py_DecRef(ptr %14)
  br i1 %.041.off0, label %47, label %56

47:
  %48 = load i64, ptr %4, align 8
  %.not43 = icmp eq i64 %48, 0
  %49 = load i64, ptr %5, align 8
  %.not44 = icmp eq i64 %49, 0
  %or.cond48 = select i1 %.not43, i1 %.not44, i1 false
  br i1 %or.cond48, label %56, label %50

50:
  %51 = load i64, ptr %4, align 8
  %52 = load i64, ptr %5, align 8
  call void @tell_acknowledged(ptr %11, i64 %51, i64 %52)
  %53 = load i64, ptr @InFlight_again_ns, align 8
  %54 = call i64 @get_int(ptr %9, i64 %53)
  %55 = call zeroext i1 @heard(ptr %11, i64 %54, ptr %2)
  br label %56

56:
  %.0 = phi i1 [ %55, %50 ], [ false, %.critedge ], [ true, %47 ]
  ret i1 %.0
}

declare zeroext i1 @after_answer(ptr, ptr, ptr, ptr)

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

declare void @_Py_Dealloc(ptr)

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

declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)

declare ptr @PyObject_VectorcallMethod(ptr, ptr, i64, ptr)

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

declare ptr @PyTuple_GetItem(ptr, i64)

declare ptr @PyList_GetItem(ptr, i64)

declare ptr @PyLong_FromLong(i64)

define internal zeroext i1 @complete(ptr %0, i64 %1, ptr %2, ptr %3) nounwind {
  %5 = load ptr, ptr %2, align 8
  %6 = call ptr @kept(ptr %5)
  %7 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %8 = load ptr, ptr %7, align 8
  %9 = call ptr @kept(ptr %8)
  %10 = load ptr, ptr @the, align 8
  %11 = load i64, ptr @the_Completion, align 8
  %12 = getelementptr inbounds nuw ptr, ptr %10, i64 %11
  %13 = load ptr, ptr %12, align 8
  %14 = call ptr @PyType_GenericAlloc(ptr %13, i64 0)
  %.not = icmp eq ptr %14, null
  %.not25 = icmp eq ptr %6, null
  %or.cond = select i1 %.not, i1 true, i1 %.not25
  %.not26 = icmp eq ptr %3, null
  %or.cond27 = select i1 %or.cond, i1 true, i1 %.not26
  br i1 %or.cond27, label %15, label %16

15:
  call void @Py_DecRef(ptr %6)
  call void @Py_DecRef(ptr %9)
  call void @Py_DecRef(ptr %14)
  br label %41

16:
  %17 = load i64, ptr @Completion_kind, align 8
  %18 = load ptr, ptr @the, align 8
  %19 = getelementptr inbounds nuw ptr, ptr %18, i64 %1
  %20 = load ptr, ptr %19, align 8
  %21 = call ptr @kept(ptr %20)
  call void @put(ptr nonnull %14, i64 %17, ptr %21)
  %22 = load i64, ptr @Completion_status, align 8
  %23 = load ptr, ptr @the, align 8
  %24 = load i64, ptr @the_success, align 8
  %25 = getelementptr inbounds nuw ptr, ptr %23, i64 %24
  %26 = load ptr, ptr %25, align 8
  %27 = call ptr @kept(ptr %26)
  call void @put(ptr nonnull %14, i64 %22, ptr %27)
  %28 = load i64, ptr @Completion_wr_id, align 8
  call void @put(ptr nonnull %14, i64 %28, ptr nonnull %6)
  %29 = load i64, ptr @Completion_length, align 8
  %30 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %31 = load i64, ptr %30, align 8
  %32 = call ptr @integer(i64 %31)
  call void @put(ptr nonnull %14, i64 %29, ptr %32)
  %33 = load i64, ptr @Completion_imm, align 8
  call void @put(ptr nonnull %14, i64 %33, ptr %9)
  %34 = load i64, ptr @Completion_time_ns, align 8
  %35 = call ptr @kept(ptr nonnull %3)
  call void @put(ptr nonnull %14, i64 %34, ptr %35)
  %36 = load i64, ptr @Completion_qpn, align 8
  %37 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %38 = load i64, ptr %37, align 8
  %39 = call ptr @integer(i64 %38)
  call void @put(ptr nonnull %14, i64 %36, ptr %39)
  %40 = call zeroext i1 @push(ptr %0, ptr nonnull %14)
  call void @Py_DecRef(ptr nonnull %14)
  br label %41

41:
  %.0 = phi i1 [ %40, %16 ], [ false, %15 ]
  ret i1 %.0
}

declare ptr @PyType_GenericAlloc(ptr, i64)

define internal zeroext i1 @push(ptr %0, ptr %1) nounwind {
  %3 = alloca [2 x ptr], align 16
  %4 = load i64, ptr @CompletionQueue__armed, align 8
  %5 = call zeroext i1 @is_true(ptr %0, i64 %4)
  br i1 %5, label %15, label %6

6:
  %7 = load i64, ptr @CompletionQueue_overruns, align 8
  %8 = call i64 @get_int(ptr %0, i64 %7)
  %.not = icmp eq i64 %8, 0
  br i1 %.not, label %9, label %15

9:
  %10 = load i64, ptr @CompletionQueue__completions, align 8
  %11 = call ptr @get(ptr %0, i64 %10)
  %12 = call i64 @size_of(ptr %11)
  %13 = load i64, ptr @CompletionQueue_depth, align 8
  %14 = call i64 @get_int(ptr %0, i64 %13)
  %.not14 = icmp slt i64 %12, %14
  br i1 %.not14, label %19, label %15

15:
  %16 = load i64, ptr @the_push, align 8
  %17 = call ptr @method_1(ptr %0, i64 %16, ptr %1)
  %18 = call zeroext i1 @done(ptr %17)
  br label %40

19:
  %20 = load i64, ptr @CompletionQueue__completions, align 8
  %21 = call ptr @get(ptr %0, i64 %20)
  %22 = call zeroext i1 @append_to(ptr %21, ptr %1)
  br i1 %22, label %23, label %40

23:
  %24 = load i64, ptr @CompletionQueue_handler, align 8
  %25 = call ptr @hold(ptr %0, i64 %24)
  store ptr null, ptr %3, align 8
  %26 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %27 = load i64, ptr @Completion_time_ns, align 8
  %28 = call ptr @get(ptr %1, i64 %27)
  store ptr %28, ptr %26, align 8
  %29 = load ptr, ptr @the, align 8
  %30 = load i64, ptr @the_None, align 8
  %31 = getelementptr inbounds nuw ptr, ptr %29, i64 %30
  %32 = load ptr, ptr %31, align 8
  %33 = icmp eq ptr %25, %32
  br i1 %33, label %38, label %34

34:
  %35 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %36 = call ptr @PyObject_Vectorcall(ptr %25, ptr nonnull %35, i64 -9223372036854775807, ptr null)
  %37 = call zeroext i1 @done(ptr %36)
  br label %38

38:
  %39 = phi i1 [ true, %23 ], [ %37, %34 ]
  call void @Py_DecRef(ptr %25)
  br label %40

40:
  %.0 = phi i1 [ %18, %15 ], [ %39, %38 ], [ false, %19 ]
  ret i1 %.0
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

define internal ptr @hold(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = call ptr @get(ptr %0, i64 %1)
  %4 = call ptr @kept(ptr %3)
  ret ptr %4
}

declare zeroext i1 @counts_as_true(ptr)

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

declare zeroext i1 @deliver_range(ptr, i64, i64, ptr, ptr, ptr)

define internal zeroext i1 @finish_write(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4) nounwind {
  %6 = alloca %struct.completed, align 8
  %7 = load i64, ptr @SendState_queue, align 8
  %8 = call ptr @get(ptr %0, i64 %7)
  %9 = load i64, ptr @SendQueue_begun, align 8
  %10 = call ptr @get(ptr %8, i64 %9)
  %11 = call ptr @pop_first(ptr %10)
  %12 = call zeroext i1 @done(ptr %11)
  br i1 %12, label %13, label %47

13:
  %14 = load i64, ptr @WorkRequest_imm, align 8
  %15 = call zeroext i1 @is_none(ptr %1, i64 %14)
  br i1 %15, label %18, label %16

16:
  %17 = load i64, ptr @SendQueue__imms_open, align 8
  call void @add(ptr %8, i64 %17, i64 -1)
  br label %18

18:
  %19 = load i64, ptr @WorkRequest_last_index, align 8
  %20 = call i64 @get_int(ptr %1, i64 %19)
  %21 = call zeroext i1 @deliver_range(ptr %0, i64 %20, i64 %20, ptr %2, ptr %3, ptr %4)
  br i1 %21, label %22, label %47

22:
  %23 = load i64, ptr @SendState_counters, align 8
  %24 = call ptr @get(ptr %0, i64 %23)
  %25 = load i64, ptr @QpCounters_messages_completed, align 8
  call void @add(ptr %24, i64 %25, i64 1)
  %26 = call i64 @value_of(ptr %2)
  call void @progress(ptr %0, i64 %26)
  %27 = load i64, ptr @WorkRequest_signalled, align 8
  %28 = call zeroext i1 @is_true(ptr %1, i64 %27)
  br i1 %28, label %29, label %47

29:
  %30 = load i64, ptr @WorkRequest_wr_id, align 8
  %31 = call ptr @get(ptr %1, i64 %30)
  store ptr %31, ptr %6, align 8
  %32 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %33 = load i64, ptr @WorkRequest_imm, align 8
  %34 = call ptr @get(ptr %1, i64 %33)
  store ptr %34, ptr %32, align 8
  %35 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %36 = load i64, ptr @WorkRequest_length, align 8
  %37 = call i64 @get_int(ptr %1, i64 %36)
  store i64 %37, ptr %35, align 8
  %38 = getelementptr inbounds nuw i8, ptr %6, i64 24
  %39 = load i64, ptr @SendState_frames, align 8
  %40 = call ptr @get(ptr %0, i64 %39)
  %41 = load i64, ptr @QpFrames_qpn, align 8
  %42 = call i64 @get_int(ptr %40, i64 %41)
  store i64 %42, ptr %38, align 8
  %43 = load i64, ptr @SendState__completions, align 8
  %44 = call ptr @get(ptr %0, i64 %43)
  %45 = load i64, ptr @the_write, align 8
  %46 = call zeroext i1 @complete(ptr %44, i64 %45, ptr nonnull %6, ptr %2)
  br label %47

47:
  %.0 = phi i1 [ false, %5 ], [ %46, %29 ], [ false, %18 ], [ true, %22 ]
  ret i1 %.0
}

declare void @tell_acknowledged(ptr, i64, i64)

declare zeroext i1 @heard(ptr, i64, ptr)
