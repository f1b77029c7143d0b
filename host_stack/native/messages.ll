; SPDX-License-Identifier: Apache-2.0
; Made of messages.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 0ab1c989d4869ed00dc5a8138ace0d5e558fa5cd64498b9720d3cd4e7ef05efd
%struct.framing = type { ptr, ptr, i64, i8 }
%struct.sending = type { ptr, ptr, ptr, ptr, ptr }
%struct.packet = type { ptr, ptr, ptr, ptr, i64, i64, i64, i64, i64, i8, i8, i8, i8 }

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
@the_popleft = external constant i64, align 8
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
@the_int = external constant i64, align 8
@long_digit = external constant i64, align 8
@the_list = external constant i64, align 8
@the_tuple = external constant i64, align 8
@Responder_reception = external constant i64, align 8
@Responder__counters = external constant i64, align 8
@the_heappop = external constant i64, align 8
@QpCounters_messages_received = external constant i64, align 8
@Responder__stashed = external constant i64, align 8
@QpCounters_immediates = external constant i64, align 8
@Responder__completions = external constant i64, align 8
@the_recv_imm = external constant i64, align 8
@Responder__qpn = external constant i64, align 8
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
@SendState__completions = external constant i64, align 8
@the_write = external constant i64, align 8
@WorkRequest_wr_id = external constant i64, align 8
@SendState_frames = external constant i64, align 8
@QpFrames_qpn = external constant i64, align 8

define ptr @waiting_write(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i8, align 1
  store ptr %0, ptr %2, align 8
  %6 = load ptr, ptr %2, align 8
  %7 = load i64, ptr @SendQueue_pending, align 8
  %8 = call ptr @get(ptr %6, i64 %7)
  store ptr %8, ptr %3, align 8
  %9 = load ptr, ptr %3, align 8
  %10 = call i64 @size_of(ptr %9)
  %11 = icmp sgt i64 %10, 0
  br i1 %11, label %12, label %15

12:
  %13 = load ptr, ptr %3, align 8
  %14 = call ptr @PySequence_GetItem(ptr %13, i64 0)
  br label %16

15:
  br label %16

16:
  %17 = phi ptr [ %14, %12 ], [ null, %15 ]
  store ptr %17, ptr %4, align 8
  %18 = load ptr, ptr %4, align 8
  call void @Py_DecRef(ptr %18)
  %19 = load ptr, ptr %4, align 8
  %20 = icmp ne ptr %19, null
  br i1 %20, label %21, label %33

21:
  %22 = load ptr, ptr %4, align 8
  %23 = load i64, ptr @WorkRequest_imm, align 8
  %24 = call zeroext i1 @is_none(ptr %22, i64 %23)
  br i1 %24, label %33, label %25

25:
  %26 = load ptr, ptr %2, align 8
  %27 = load i64, ptr @SendQueue__imms_open, align 8
  %28 = call i64 @get_int(ptr %26, i64 %27)
  %29 = load ptr, ptr %2, align 8
  %30 = load i64, ptr @SendQueue__max_immediates, align 8
  %31 = call i64 @get_int(ptr %29, i64 %30)
  %32 = icmp sge i64 %28, %31
  br label %33

33:
  %34 = phi i1 [ false, %21 ], [ false, %16 ], [ %32, %25 ]
  %35 = zext i1 %34 to i8
  store i8 %35, ptr %5, align 1
  %36 = load i8, ptr %5, align 1
  %37 = trunc i8 %36 to i1
  br i1 %37, label %38, label %39

38:
  br label %41

39:
  %40 = load ptr, ptr %4, align 8
  br label %41

41:
  %42 = phi ptr [ null, %38 ], [ %40, %39 ]
  ret ptr %42
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

define zeroext i1 @start_write(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca i1, align 1
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca ptr, align 8
  %13 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %14 = load ptr, ptr %5, align 8
  %15 = load i64, ptr @SendState_queue, align 8
  %16 = call ptr @get(ptr %14, i64 %15)
  store ptr %16, ptr %8, align 8
  %17 = load ptr, ptr %8, align 8
  %18 = load i64, ptr @SendQueue_begun, align 8
  %19 = call ptr @get(ptr %17, i64 %18)
  store ptr %19, ptr %9, align 8
  %20 = load ptr, ptr %5, align 8
  %21 = load i64, ptr @SendState_flight, align 8
  %22 = call ptr @get(ptr %20, i64 %21)
  %23 = load i64, ptr @InFlight_next_index, align 8
  %24 = call i64 @get_int(ptr %22, i64 %23)
  store i64 %24, ptr %10, align 8
  %25 = load ptr, ptr %6, align 8
  %26 = load i64, ptr @WorkRequest_mtu, align 8
  %27 = call i64 @get_int(ptr %25, i64 %26)
  store i64 %27, ptr %11, align 8
  %28 = load ptr, ptr %9, align 8
  %29 = call i64 @size_of(ptr %28)
  %30 = icmp ne i64 %29, 0
  br i1 %30, label %39, label %31

31:
  %32 = load i64, ptr %7, align 8
  %33 = call ptr @integer(i64 %32)
  store ptr %33, ptr %12, align 8
  %34 = load ptr, ptr %5, align 8
  %35 = load ptr, ptr %12, align 8
  call void @progress(ptr %34, ptr %35)
  %36 = load ptr, ptr %12, align 8
  call void @Py_DecRef(ptr %36)
  %37 = load ptr, ptr %5, align 8
  %38 = load i64, ptr @SendState_stale, align 8
  call void @put_bool(ptr %37, i64 %38, i1 zeroext true)
  br label %39

39:
  %40 = load i64, ptr %11, align 8
  %41 = icmp slt i64 %40, 1
  br i1 %41, label %42, label %49

42:
  %43 = load ptr, ptr @the, align 8
  %44 = load i64, ptr @the_TypeError, align 8
  %45 = getelementptr inbounds nuw ptr, ptr %43, i64 %44
  %46 = load ptr, ptr %45, align 8
  %47 = load i64, ptr %11, align 8
  %48 = call ptr (ptr, ptr, ...) @PyErr_Format(ptr %46, ptr @.str, i64 %47)
  br label %49

49:
  %50 = call ptr @PyErr_Occurred()
  %51 = icmp ne ptr %50, null
  br i1 %51, label %59, label %52

52:
  %53 = load ptr, ptr %8, align 8
  %54 = load i64, ptr @SendQueue_pending, align 8
  %55 = call ptr @get(ptr %53, i64 %54)
  %56 = load i64, ptr @the_popleft, align 8
  %57 = call ptr @method(ptr %55, i64 %56)
  %58 = call zeroext i1 @done(ptr %57)
  br i1 %58, label %60, label %59

59:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %13, align 4
  br label %108

60:
  %61 = load ptr, ptr %8, align 8
  %62 = load i64, ptr @SendQueue_current, align 8
  %63 = load ptr, ptr %6, align 8
  %64 = call ptr @kept(ptr %63)
  call void @put(ptr %61, i64 %62, ptr %64)
  %65 = load ptr, ptr %8, align 8
  %66 = load i64, ptr @SendQueue__started, align 8
  call void @add(ptr %65, i64 %66, i64 1)
  %67 = load ptr, ptr %6, align 8
  %68 = load i64, ptr @WorkRequest_number, align 8
  %69 = load ptr, ptr %8, align 8
  %70 = load i64, ptr @SendQueue__started, align 8
  %71 = call ptr @get(ptr %69, i64 %70)
  %72 = call ptr @kept(ptr %71)
  call void @put(ptr %67, i64 %68, ptr %72)
  %73 = load ptr, ptr %6, align 8
  %74 = load i64, ptr @WorkRequest_imm, align 8
  %75 = call zeroext i1 @is_none(ptr %73, i64 %74)
  br i1 %75, label %87, label %76

76:
  %77 = load ptr, ptr %8, align 8
  %78 = load i64, ptr @SendQueue__imms_started, align 8
  call void @add(ptr %77, i64 %78, i64 1)
  %79 = load ptr, ptr %8, align 8
  %80 = load i64, ptr @SendQueue__imms_open, align 8
  call void @add(ptr %79, i64 %80, i64 1)
  %81 = load ptr, ptr %6, align 8
  %82 = load i64, ptr @WorkRequest_rqmsn, align 8
  %83 = load ptr, ptr %8, align 8
  %84 = load i64, ptr @SendQueue__imms_started, align 8
  %85 = call i64 @get_int(ptr %83, i64 %84)
  %86 = and i64 %85, 65535
  call void @put_int(ptr %81, i64 %82, i64 %86)
  br label %87

87:
  %88 = load ptr, ptr %6, align 8
  %89 = load i64, ptr @WorkRequest_first_index, align 8
  %90 = load i64, ptr %10, align 8
  call void @put_int(ptr %88, i64 %89, i64 %90)
  %91 = load ptr, ptr %6, align 8
  %92 = load i64, ptr @WorkRequest_last_index, align 8
  %93 = load i64, ptr %10, align 8
  %94 = load ptr, ptr %6, align 8
  %95 = load i64, ptr @WorkRequest_length, align 8
  %96 = call i64 @get_int(ptr %94, i64 %95)
  %97 = load i64, ptr %11, align 8
  %98 = add i64 %96, %97
  %99 = sub i64 %98, 1
  %100 = load i64, ptr %11, align 8
  %101 = sdiv i64 %99, %100
  %102 = call i64 @most(i64 1, i64 %101)
  %103 = add i64 %93, %102
  %104 = sub i64 %103, 1
  call void @put_int(ptr %91, i64 %92, i64 %104)
  %105 = load ptr, ptr %9, align 8
  %106 = load ptr, ptr %6, align 8
  %107 = call zeroext i1 @append_to(ptr %105, ptr %106)
  store i1 %107, ptr %4, align 1
  store i32 1, ptr %13, align 4
  br label %108

108:
  %109 = load i1, ptr %4, align 1
  ret i1 %109
}

define internal ptr @integer(i64 %0) alwaysinline nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = call ptr @PyLong_FromLong(i64 %3)
  ret ptr %4
}

declare void @progress(ptr, ptr)

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

declare ptr @PyErr_Format(ptr, ptr, ...)

declare ptr @PyErr_Occurred()

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

declare zeroext i1 @append_to(ptr, ptr)

define zeroext i1 @complete_messages(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = alloca i1, align 1
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i8, align 1
  %11 = alloca i8, align 1
  %12 = alloca i8, align 1
  %13 = alloca i32, align 4
  %14 = alloca ptr, align 8
  %15 = alloca ptr, align 8
  %16 = alloca i8, align 1
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %17 = load ptr, ptr %5, align 8
  %18 = load i64, ptr @Responder__ends, align 8
  %19 = call ptr @get(ptr %17, i64 %18)
  store ptr %19, ptr %8, align 8
  %20 = load ptr, ptr %5, align 8
  %21 = load i64, ptr @Responder__refused, align 8
  %22 = call zeroext i1 @is_none(ptr %20, i64 %21)
  %23 = xor i1 %22, true
  %24 = zext i1 %23 to i8
  store i8 %24, ptr %10, align 1
  store i8 1, ptr %11, align 1
  store i8 0, ptr %12, align 1
  %25 = load i8, ptr %10, align 1
  %26 = trunc i8 %25 to i1
  br i1 %26, label %32, label %27

27:
  %28 = load ptr, ptr %8, align 8
  %29 = call i64 @list_size(ptr %28)
  %30 = icmp ne i64 %29, 0
  br i1 %30, label %32, label %31

31:
  store i1 true, ptr %4, align 1
  store i32 1, ptr %13, align 4
  br label %129

32:
  %33 = load i8, ptr %10, align 1
  %34 = trunc i8 %33 to i1
  br i1 %34, label %43, label %35

35:
  %36 = load ptr, ptr %8, align 8
  %37 = call ptr @list_item(ptr %36, i64 0)
  %38 = call ptr @tuple_item(ptr %37, i64 0)
  %39 = call i64 @value_of(ptr %38)
  %40 = load i64, ptr %6, align 8
  %41 = icmp sgt i64 %39, %40
  br i1 %41, label %42, label %43

42:
  store i1 true, ptr %4, align 1
  store i32 1, ptr %13, align 4
  br label %129

43:
  %44 = load i64, ptr %7, align 8
  %45 = call ptr @integer(i64 %44)
  store ptr %45, ptr %9, align 8
  %46 = load i8, ptr %10, align 1
  %47 = trunc i8 %46 to i1
  br i1 %47, label %54, label %48

48:
  %49 = load ptr, ptr %5, align 8
  %50 = load i64, ptr @Responder__receives, align 8
  %51 = call ptr @get(ptr %49, i64 %50)
  %52 = load i64, ptr @ReceiveQueue_depth, align 8
  %53 = call zeroext i1 @is_none(ptr %51, i64 %52)
  br i1 %53, label %64, label %54

54:
  %55 = load ptr, ptr %5, align 8
  %56 = load i64, ptr @the__complete, align 8
  %57 = load ptr, ptr %9, align 8
  %58 = call ptr @method_1(ptr %55, i64 %56, ptr %57)
  %59 = call zeroext i1 @done(ptr %58)
  %60 = zext i1 %59 to i8
  store i8 %60, ptr %11, align 1
  %61 = load ptr, ptr %9, align 8
  call void @Py_DecRef(ptr %61)
  %62 = load i8, ptr %11, align 1
  %63 = trunc i8 %62 to i1
  store i1 %63, ptr %4, align 1
  store i32 1, ptr %13, align 4
  br label %129

64:
  br label %65

65:
  %66 = load i8, ptr %11, align 1
  %67 = trunc i8 %66 to i1
  br i1 %67, label %68, label %72

68:
  %69 = load ptr, ptr %8, align 8
  %70 = call i64 @list_size(ptr %69)
  %71 = icmp sgt i64 %70, 0
  br label %72

72:
  %73 = phi i1 [ false, %65 ], [ %71, %68 ]
  br i1 %73, label %74, label %113

74:
  %75 = load ptr, ptr %8, align 8
  %76 = call ptr @list_item(ptr %75, i64 0)
  %77 = call ptr @kept(ptr %76)
  store ptr %77, ptr %14, align 8
  %78 = load ptr, ptr %14, align 8
  %79 = call ptr @tuple_item(ptr %78, i64 0)
  store ptr %79, ptr %15, align 8
  %80 = load ptr, ptr %15, align 8
  %81 = icmp ne ptr %80, null
  br i1 %81, label %82, label %87

82:
  %83 = load ptr, ptr %15, align 8
  %84 = call i64 @value_of(ptr %83)
  %85 = load i64, ptr %6, align 8
  %86 = icmp sle i64 %84, %85
  br label %87

87:
  %88 = phi i1 [ false, %74 ], [ %86, %82 ]
  %89 = zext i1 %88 to i8
  store i8 %89, ptr %16, align 1
  %90 = load ptr, ptr %15, align 8
  %91 = icmp ne ptr %90, null
  br i1 %91, label %92, label %102

92:
  %93 = load i8, ptr %16, align 1
  %94 = trunc i8 %93 to i1
  br i1 %94, label %95, label %100

95:
  %96 = load ptr, ptr %5, align 8
  %97 = load ptr, ptr %14, align 8
  %98 = load ptr, ptr %9, align 8
  %99 = call zeroext i1 @complete_first(ptr %96, ptr %97, ptr %98)
  br label %100

100:
  %101 = phi i1 [ true, %92 ], [ %99, %95 ]
  br label %102

102:
  %103 = phi i1 [ false, %87 ], [ %101, %100 ]
  %104 = zext i1 %103 to i8
  store i8 %104, ptr %11, align 1
  %105 = load ptr, ptr %14, align 8
  call void @Py_DecRef(ptr %105)
  %106 = load i8, ptr %16, align 1
  %107 = trunc i8 %106 to i1
  br i1 %107, label %109, label %108

108:
  store i32 3, ptr %13, align 4
  br label %110

109:
  store i8 1, ptr %12, align 1
  store i32 0, ptr %13, align 4
  br label %110

110:
  %111 = load i32, ptr %13, align 4
  switch i32 %111, label %131 [
    i32 0, label %112
    i32 3, label %113
  ]

112:
  br label %65

113:
  %114 = load ptr, ptr %9, align 8
  call void @Py_DecRef(ptr %114)
  %115 = load i8, ptr %11, align 1
  %116 = trunc i8 %115 to i1
  br i1 %116, label %117, label %127

117:
  %118 = load i8, ptr %12, align 1
  %119 = trunc i8 %118 to i1
  br i1 %119, label %120, label %125

120:
  %121 = load ptr, ptr %5, align 8
  %122 = load i64, ptr @Responder_answers, align 8
  %123 = call ptr @get(ptr %121, i64 %122)
  %124 = call zeroext i1 @queue_ack(ptr %123)
  br label %125

125:
  %126 = phi i1 [ true, %117 ], [ %124, %120 ]
  br label %127

127:
  %128 = phi i1 [ false, %113 ], [ %126, %125 ]
  store i1 %128, ptr %4, align 1
  store i32 1, ptr %13, align 4
  br label %129

129:
  %130 = load i1, ptr %4, align 1
  ret i1 %130

131:
  unreachable
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

define internal zeroext i1 @complete_first(ptr %0, ptr %1, ptr %2) nounwind {
  %4 = alloca i1, align 1
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca [2 x ptr], align 16
  %13 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  %14 = load ptr, ptr %5, align 8
  %15 = load i64, ptr @Responder_reception, align 8
  %16 = call ptr @get(ptr %14, i64 %15)
  store ptr %16, ptr %8, align 8
  %17 = load ptr, ptr %5, align 8
  %18 = load i64, ptr @Responder__counters, align 8
  %19 = call ptr @get(ptr %17, i64 %18)
  store ptr %19, ptr %9, align 8
  %20 = load ptr, ptr %5, align 8
  %21 = load i64, ptr @Responder__ends, align 8
  %22 = call ptr @get(ptr %20, i64 %21)
  store ptr %22, ptr %10, align 8
  %23 = load ptr, ptr %6, align 8
  %24 = call ptr @tuple_item(ptr %23, i64 1)
  store ptr %24, ptr %11, align 8
  store ptr null, ptr %12, align 8
  %25 = getelementptr inbounds ptr, ptr %12, i64 1
  %26 = load ptr, ptr %10, align 8
  store ptr %26, ptr %25, align 8
  %27 = load ptr, ptr %11, align 8
  %28 = icmp ne ptr %27, null
  br i1 %28, label %29, label %42

29:
  %30 = load ptr, ptr %6, align 8
  %31 = call ptr @tuple_item(ptr %30, i64 2)
  %32 = icmp ne ptr %31, null
  br i1 %32, label %33, label %42

33:
  %34 = load ptr, ptr @the, align 8
  %35 = load i64, ptr @the_heappop, align 8
  %36 = getelementptr inbounds nuw ptr, ptr %34, i64 %35
  %37 = load ptr, ptr %36, align 8
  %38 = getelementptr inbounds [2 x ptr], ptr %12, i64 0, i64 0
  %39 = getelementptr inbounds ptr, ptr %38, i64 1
  %40 = call ptr @PyObject_Vectorcall(ptr %37, ptr %39, i64 -9223372036854775807, ptr null)
  %41 = call zeroext i1 @done(ptr %40)
  br i1 %41, label %43, label %42

42:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %13, align 4
  br label %80

43:
  %44 = load ptr, ptr %8, align 8
  %45 = load i64, ptr @Reception_messages, align 8
  call void @add(ptr %44, i64 %45, i64 1)
  %46 = load ptr, ptr %8, align 8
  %47 = load i64, ptr @Reception_completed_index, align 8
  %48 = load ptr, ptr %6, align 8
  %49 = call ptr @tuple_item(ptr %48, i64 0)
  %50 = call ptr @kept(ptr %49)
  call void @put(ptr %46, i64 %47, ptr %50)
  %51 = load ptr, ptr %9, align 8
  %52 = load i64, ptr @QpCounters_messages_received, align 8
  call void @add(ptr %51, i64 %52, i64 1)
  %53 = load ptr, ptr %11, align 8
  %54 = load ptr, ptr @the, align 8
  %55 = load i64, ptr @the_None, align 8
  %56 = getelementptr inbounds nuw ptr, ptr %54, i64 %55
  %57 = load ptr, ptr %56, align 8
  %58 = icmp eq ptr %53, %57
  br i1 %58, label %59, label %60

59:
  store i1 true, ptr %4, align 1
  store i32 1, ptr %13, align 4
  br label %80

60:
  %61 = load ptr, ptr %5, align 8
  %62 = load i64, ptr @Responder__stashed, align 8
  call void @add(ptr %61, i64 %62, i64 -1)
  %63 = load ptr, ptr %9, align 8
  %64 = load i64, ptr @QpCounters_immediates, align 8
  call void @add(ptr %63, i64 %64, i64 1)
  %65 = load ptr, ptr %5, align 8
  %66 = load i64, ptr @Responder__completions, align 8
  %67 = call ptr @get(ptr %65, i64 %66)
  %68 = load i64, ptr @the_recv_imm, align 8
  %69 = load ptr, ptr %8, align 8
  %70 = load i64, ptr @Reception_messages, align 8
  %71 = call ptr @get(ptr %69, i64 %70)
  %72 = load ptr, ptr %6, align 8
  %73 = call ptr @tuple_item(ptr %72, i64 2)
  %74 = load ptr, ptr %11, align 8
  %75 = load ptr, ptr %7, align 8
  %76 = load ptr, ptr %5, align 8
  %77 = load i64, ptr @Responder__qpn, align 8
  %78 = call ptr @get(ptr %76, i64 %77)
  %79 = call zeroext i1 @complete(ptr %67, i64 %68, ptr %71, ptr %73, ptr %74, ptr %75, ptr %78)
  store i1 %79, ptr %4, align 1
  store i32 1, ptr %13, align 4
  br label %80

80:
  %81 = load i1, ptr %4, align 1
  ret i1 %81
}

define internal zeroext i1 @queue_ack(ptr %0) nounwind {
  %2 = alloca i1, align 1
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca i8, align 1
  store ptr %0, ptr %3, align 8
  %8 = load ptr, ptr %3, align 8
  %9 = load i64, ptr @Answers__jobs, align 8
  %10 = call ptr @get(ptr %8, i64 %9)
  store ptr %10, ptr %4, align 8
  %11 = load ptr, ptr %3, align 8
  %12 = load i64, ptr @Answers__ack, align 8
  %13 = call zeroext i1 @is_none(ptr %11, i64 %12)
  br i1 %13, label %15, label %14

14:
  store i1 true, ptr %2, align 1
  store i32 1, ptr %5, align 4
  br label %58

15:
  %16 = load ptr, ptr %4, align 8
  %17 = call i64 @size_of(ptr %16)
  %18 = load ptr, ptr %3, align 8
  %19 = load i64, ptr @Answers_limit, align 8
  %20 = call i64 @get_int(ptr %18, i64 %19)
  %21 = icmp sge i64 %17, %20
  br i1 %21, label %22, label %27

22:
  %23 = load ptr, ptr %3, align 8
  %24 = load i64, ptr @Answers__counters, align 8
  %25 = call ptr @get(ptr %23, i64 %24)
  %26 = load i64, ptr @QpCounters_answers_refused, align 8
  call void @add(ptr %25, i64 %26, i64 1)
  store i1 true, ptr %2, align 1
  store i32 1, ptr %5, align 4
  br label %58

27:
  %28 = load ptr, ptr @the, align 8
  %29 = load i64, ptr @the_AckJob, align 8
  %30 = getelementptr inbounds nuw ptr, ptr %28, i64 %29
  %31 = load ptr, ptr %30, align 8
  %32 = call ptr @PyType_GenericAlloc(ptr %31, i64 0)
  store ptr %32, ptr %6, align 8
  %33 = load ptr, ptr %6, align 8
  %34 = icmp ne ptr %33, null
  br i1 %34, label %36, label %35

35:
  store i1 false, ptr %2, align 1
  store i32 1, ptr %5, align 4
  br label %57

36:
  %37 = load ptr, ptr %6, align 8
  %38 = load i64, ptr @AckJob_index, align 8
  call void @put_int(ptr %37, i64 %38, i64 -1)
  %39 = load ptr, ptr %6, align 8
  %40 = load i64, ptr @AckJob_syndrome, align 8
  %41 = load ptr, ptr @the, align 8
  %42 = load i64, ptr @the_acknowledged, align 8
  %43 = getelementptr inbounds nuw ptr, ptr %41, i64 %42
  %44 = load ptr, ptr %43, align 8
  %45 = call ptr @kept(ptr %44)
  call void @put(ptr %39, i64 %40, ptr %45)
  %46 = load ptr, ptr %3, align 8
  %47 = load i64, ptr @Answers__ack, align 8
  %48 = load ptr, ptr %6, align 8
  %49 = call ptr @kept(ptr %48)
  call void @put(ptr %46, i64 %47, ptr %49)
  %50 = load ptr, ptr %4, align 8
  %51 = load ptr, ptr %6, align 8
  %52 = call zeroext i1 @append_to(ptr %50, ptr %51)
  %53 = zext i1 %52 to i8
  store i8 %53, ptr %7, align 1
  %54 = load ptr, ptr %6, align 8
  call void @Py_DecRef(ptr %54)
  %55 = load i8, ptr %7, align 1
  %56 = trunc i8 %55 to i1
  store i1 %56, ptr %2, align 1
  store i32 1, ptr %5, align 4
  br label %57

57:
  br label %58

58:
  %59 = load i1, ptr %2, align 1
  ret i1 %59
}

define zeroext i1 @is_ack(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call ptr @type_of(ptr %3)
  %5 = load ptr, ptr @the, align 8
  %6 = load i64, ptr @the_AckJob, align 8
  %7 = getelementptr inbounds nuw ptr, ptr %5, i64 %6
  %8 = load ptr, ptr %7, align 8
  %9 = icmp eq ptr %4, %8
  br i1 %9, label %10, label %19

10:
  %11 = load ptr, ptr %2, align 8
  %12 = load i64, ptr @AckJob_syndrome, align 8
  %13 = call ptr @get(ptr %11, i64 %12)
  %14 = load ptr, ptr @the, align 8
  %15 = load i64, ptr @the_acknowledged, align 8
  %16 = getelementptr inbounds nuw ptr, ptr %14, i64 %15
  %17 = load ptr, ptr %16, align 8
  %18 = icmp eq ptr %13, %17
  br label %19

19:
  %20 = phi i1 [ false, %1 ], [ %18, %10 ]
  ret i1 %20
}

define internal ptr @type_of(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds ptr, ptr %3, i64 1
  %5 = load ptr, ptr %4, align 8
  ret ptr %5
}

define zeroext i1 @ack_frame(ptr %0, ptr %1, ptr %2, ptr %3) nounwind {
  %5 = alloca i1, align 1
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i32, align 4
  %13 = alloca i8, align 1
  %14 = alloca i64, align 8
  %15 = alloca [8 x i8], align 1
  %16 = alloca i64, align 8
  %17 = alloca %struct.framing, align 8
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store ptr %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  %18 = load ptr, ptr %6, align 8
  %19 = load i64, ptr @Answers__reception, align 8
  %20 = call ptr @get(ptr %18, i64 %19)
  store ptr %20, ptr %10, align 8
  %21 = load ptr, ptr %6, align 8
  %22 = load i64, ptr @Answers__frames, align 8
  %23 = call ptr @get(ptr %21, i64 %22)
  store ptr %23, ptr %11, align 8
  %24 = load ptr, ptr %6, align 8
  %25 = load i64, ptr @Answers__jobs, align 8
  %26 = call ptr @get(ptr %24, i64 %25)
  %27 = load i64, ptr @the_popleft, align 8
  %28 = call ptr @method(ptr %26, i64 %27)
  %29 = call zeroext i1 @done(ptr %28)
  br i1 %29, label %31, label %30

30:
  store i1 false, ptr %5, align 1
  store i32 1, ptr %12, align 4
  br label %75

31:
  %32 = load ptr, ptr %6, align 8
  %33 = load i64, ptr @Answers__ack, align 8
  call void @put_none(ptr %32, i64 %33)
  %34 = load ptr, ptr %6, align 8
  %35 = load i64, ptr @Answers__counters, align 8
  %36 = call ptr @get(ptr %34, i64 %35)
  %37 = load i64, ptr @QpCounters_acks_sent, align 8
  call void @add(ptr %36, i64 %37, i64 1)
  %38 = load ptr, ptr %10, align 8
  %39 = load i64, ptr @Reception_completed_index, align 8
  %40 = call zeroext i1 @is_none(ptr %38, i64 %39)
  %41 = zext i1 %40 to i8
  store i8 %41, ptr %13, align 1
  %42 = load i8, ptr %13, align 1
  %43 = trunc i8 %42 to i1
  br i1 %43, label %44, label %48

44:
  %45 = load ptr, ptr %7, align 8
  %46 = load i64, ptr @AckJob_index, align 8
  %47 = call i64 @get_int(ptr %45, i64 %46)
  br label %52

48:
  %49 = load ptr, ptr %10, align 8
  %50 = load i64, ptr @Reception_completed_index, align 8
  %51 = call i64 @get_int(ptr %49, i64 %50)
  br label %52

52:
  %53 = phi i64 [ %47, %44 ], [ %51, %48 ]
  store i64 %53, ptr %14, align 8
  %54 = load ptr, ptr %10, align 8
  %55 = load i64, ptr @Reception_messages, align 8
  %56 = call i64 @get_int(ptr %54, i64 %55)
  %57 = and i64 %56, 16777215
  store i64 %57, ptr %16, align 8
  %58 = getelementptr inbounds [8 x i8], ptr %15, i64 0, i64 0
  %59 = load i64, ptr %14, align 8
  %60 = and i64 %59, 16777215
  %61 = call ptr @write_32(ptr %58, i64 %60)
  %62 = load i64, ptr %16, align 8
  %63 = or i64 520093696, %62
  %64 = call ptr @write_32(ptr %61, i64 %63)
  %65 = getelementptr inbounds nuw %struct.framing, ptr %17, i32 0, i32 0
  %66 = load ptr, ptr %11, align 8
  store ptr %66, ptr %65, align 8
  %67 = getelementptr inbounds nuw %struct.framing, ptr %17, i32 0, i32 1
  %68 = load ptr, ptr %8, align 8
  store ptr %68, ptr %67, align 8
  %69 = getelementptr inbounds nuw %struct.framing, ptr %17, i32 0, i32 2
  store i64 209, ptr %69, align 8
  %70 = getelementptr inbounds nuw %struct.framing, ptr %17, i32 0, i32 3
  store i8 0, ptr %70, align 8
  %71 = getelementptr i8, ptr %17, i64 25
  call void @llvm.memset.p0.i64(ptr align 1 %71, i8 0, i64 7, i1 false)
  %72 = getelementptr inbounds [8 x i8], ptr %15, i64 0, i64 0
  %73 = load ptr, ptr %9, align 8
  %74 = call zeroext i1 @frame_of(ptr %17, ptr %72, i64 8, ptr null, i64 0, ptr %73)
  store i1 %74, ptr %5, align 1
  store i32 1, ptr %12, align 4
  br label %75

75:
  %76 = load i1, ptr %5, align 1
  ret i1 %76
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

declare zeroext i1 @frame_of(ptr, ptr, i64, ptr, i64, ptr)

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define i32 @receive_ack(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i32, align 4
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  %13 = alloca ptr, align 8
  %14 = alloca %struct.sending, align 8
  %15 = alloca i8, align 1
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %16 = load ptr, ptr %6, align 8
  %17 = getelementptr inbounds nuw %struct.packet, ptr %16, i32 0, i32 1
  %18 = load ptr, ptr %17, align 8
  %19 = load i64, ptr @QueuePair_requestor, align 8
  %20 = call ptr @get(ptr %18, i64 %19)
  store ptr %20, ptr %8, align 8
  %21 = load ptr, ptr %6, align 8
  %22 = getelementptr inbounds nuw %struct.packet, ptr %21, i32 0, i32 1
  %23 = load ptr, ptr %22, align 8
  %24 = load i64, ptr @QueuePair_evs, align 8
  %25 = call ptr @get(ptr %23, i64 %24)
  store ptr %25, ptr %9, align 8
  %26 = load ptr, ptr %8, align 8
  %27 = load ptr, ptr @the, align 8
  %28 = load i64, ptr @the_None, align 8
  %29 = getelementptr inbounds nuw ptr, ptr %27, i64 %28
  %30 = load ptr, ptr %29, align 8
  %31 = icmp eq ptr %26, %30
  br i1 %31, label %62, label %32

32:
  %33 = load ptr, ptr %9, align 8
  %34 = load ptr, ptr @the, align 8
  %35 = load i64, ptr @the_None, align 8
  %36 = getelementptr inbounds nuw ptr, ptr %34, i64 %35
  %37 = load ptr, ptr %36, align 8
  %38 = icmp eq ptr %33, %37
  br i1 %38, label %62, label %39

39:
  %40 = load ptr, ptr %8, align 8
  %41 = call ptr @type_of(ptr %40)
  %42 = load ptr, ptr @the, align 8
  %43 = load i64, ptr @the_Requestor, align 8
  %44 = getelementptr inbounds nuw ptr, ptr %42, i64 %43
  %45 = load ptr, ptr %44, align 8
  %46 = icmp ne ptr %41, %45
  br i1 %46, label %62, label %47

47:
  %48 = load ptr, ptr %6, align 8
  %49 = getelementptr inbounds nuw %struct.packet, ptr %48, i32 0, i32 8
  %50 = load i64, ptr %49, align 8
  %51 = sub i64 %50, 114
  %52 = icmp ne i64 %51, 4
  br i1 %52, label %62, label %53

53:
  %54 = load ptr, ptr %6, align 8
  %55 = getelementptr inbounds nuw %struct.packet, ptr %54, i32 0, i32 2
  %56 = load ptr, ptr %55, align 8
  %57 = getelementptr inbounds i8, ptr %56, i64 114
  %58 = load i8, ptr %57, align 1
  %59 = zext i8 %58 to i32
  %60 = and i32 %59, 96
  %61 = icmp ne i32 %60, 0
  br i1 %61, label %62, label %63

62:
  store i32 0, ptr %4, align 4
  store i32 1, ptr %10, align 4
  br label %111

63:
  %64 = load ptr, ptr %8, align 8
  %65 = load i64, ptr @Requestor_state, align 8
  %66 = call ptr @get(ptr %64, i64 %65)
  %67 = load i64, ptr @SendState_flight, align 8
  %68 = call ptr @get(ptr %66, i64 %67)
  store ptr %68, ptr %11, align 8
  %69 = load ptr, ptr %6, align 8
  %70 = getelementptr inbounds nuw %struct.packet, ptr %69, i32 0, i32 7
  %71 = load i64, ptr %70, align 8
  %72 = load ptr, ptr %11, align 8
  %73 = load i64, ptr @InFlight_una, align 8
  %74 = call i64 @get_int(ptr %72, i64 %73)
  %75 = sub i64 %74, 1
  %76 = call i64 @index_of(i64 %71, i64 %75)
  store i64 %76, ptr %12, align 8
  %77 = load i64, ptr %12, align 8
  %78 = load ptr, ptr %11, align 8
  %79 = load i64, ptr @InFlight_next_index, align 8
  %80 = call i64 @get_int(ptr %78, i64 %79)
  %81 = icmp sge i64 %77, %80
  br i1 %81, label %85, label %82

82:
  %83 = call ptr @PyErr_Occurred()
  %84 = icmp ne ptr %83, null
  br i1 %84, label %85, label %86

85:
  store i32 0, ptr %4, align 4
  store i32 1, ptr %10, align 4
  br label %110

86:
  %87 = load i64, ptr %7, align 8
  %88 = call ptr @integer(i64 %87)
  store ptr %88, ptr %13, align 8
  %89 = load ptr, ptr %8, align 8
  call void @hold_sending(ptr dead_on_unwind writable sret(%struct.sending) align 8 %14, ptr %89)
  %90 = load ptr, ptr %9, align 8
  %91 = call ptr @kept(ptr %90)
  %92 = load i64, ptr %12, align 8
  %93 = load ptr, ptr %13, align 8
  %94 = call zeroext i1 @on_ack(ptr %14, i64 %92, ptr %93)
  br i1 %94, label %95, label %101

95:
  %96 = load ptr, ptr %5, align 8
  %97 = load ptr, ptr %6, align 8
  %98 = load ptr, ptr %9, align 8
  %99 = load ptr, ptr %13, align 8
  %100 = call zeroext i1 @after_answer(ptr %96, ptr %97, ptr %98, ptr %99)
  br label %101

101:
  %102 = phi i1 [ false, %86 ], [ %100, %95 ]
  %103 = zext i1 %102 to i8
  store i8 %103, ptr %15, align 1
  %104 = load ptr, ptr %9, align 8
  call void @Py_DecRef(ptr %104)
  call void @let_sending_go(ptr %14)
  %105 = load ptr, ptr %13, align 8
  call void @Py_DecRef(ptr %105)
  %106 = load i8, ptr %15, align 1
  %107 = trunc i8 %106 to i1
  %108 = zext i1 %107 to i64
  %109 = select i1 %107, i32 1, i32 2
  store i32 %109, ptr %4, align 4
  store i32 1, ptr %10, align 4
  br label %110

110:
  br label %111

111:
  %112 = load i32, ptr %4, align 4
  ret i32 %112
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

declare void @hold_sending(ptr dead_on_unwind writable sret(%struct.sending) align 8, ptr)

define internal zeroext i1 @on_ack(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = alloca i1, align 1
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  %15 = alloca i64, align 8
  %16 = alloca i8, align 1
  %17 = alloca i8, align 1
  %18 = alloca ptr, align 8
  %19 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  %20 = load ptr, ptr %5, align 8
  %21 = getelementptr inbounds nuw %struct.sending, ptr %20, i32 0, i32 1
  %22 = load ptr, ptr %21, align 8
  store ptr %22, ptr %8, align 8
  %23 = load ptr, ptr %5, align 8
  %24 = getelementptr inbounds nuw %struct.sending, ptr %23, i32 0, i32 2
  %25 = load ptr, ptr %24, align 8
  store ptr %25, ptr %9, align 8
  %26 = load ptr, ptr %5, align 8
  %27 = getelementptr inbounds nuw %struct.sending, ptr %26, i32 0, i32 4
  %28 = load ptr, ptr %27, align 8
  store ptr %28, ptr %10, align 8
  %29 = load ptr, ptr %5, align 8
  %30 = getelementptr inbounds nuw %struct.sending, ptr %29, i32 0, i32 0
  %31 = load ptr, ptr %30, align 8
  %32 = load i64, ptr @Requestor_acknowledgements, align 8
  %33 = call ptr @hold(ptr %31, i64 %32)
  store ptr %33, ptr %11, align 8
  %34 = load ptr, ptr %8, align 8
  %35 = load i64, ptr @SendState_queue, align 8
  %36 = call ptr @get(ptr %34, i64 %35)
  %37 = load i64, ptr @SendQueue_begun, align 8
  %38 = call ptr @hold(ptr %36, i64 %37)
  store ptr %38, ptr %12, align 8
  store i64 0, ptr %13, align 8
  %39 = load ptr, ptr %11, align 8
  %40 = load i64, ptr @Acknowledgements__late_bytes, align 8
  %41 = call i64 @get_int(ptr %39, i64 %40)
  store i64 %41, ptr %14, align 8
  %42 = load ptr, ptr %9, align 8
  %43 = load i64, ptr @InFlight_una, align 8
  %44 = call i64 @get_int(ptr %42, i64 %43)
  store i64 %44, ptr %15, align 8
  %45 = load ptr, ptr %8, align 8
  %46 = load i64, ptr %15, align 8
  %47 = load i64, ptr %6, align 8
  %48 = load ptr, ptr %7, align 8
  %49 = call zeroext i1 @deliver_range(ptr %45, i64 %46, i64 %47, ptr %48, ptr %13, ptr %14)
  %50 = zext i1 %49 to i8
  store i8 %50, ptr %16, align 1
  %51 = load i8, ptr %16, align 1
  %52 = trunc i8 %51 to i1
  %53 = zext i1 %52 to i8
  store i8 %53, ptr %17, align 1
  %54 = load i8, ptr %16, align 1
  %55 = trunc i8 %54 to i1
  br i1 %55, label %56, label %65

56:
  %57 = load i64, ptr %6, align 8
  %58 = load i64, ptr %15, align 8
  %59 = icmp sge i64 %57, %58
  br i1 %59, label %60, label %65

60:
  %61 = load ptr, ptr %9, align 8
  %62 = load i64, ptr @InFlight_una, align 8
  %63 = load i64, ptr %6, align 8
  %64 = add i64 %63, 1
  call void @put_int(ptr %61, i64 %62, i64 %64)
  br label %65

65:
  br label %66

66:
  %67 = load i8, ptr %17, align 1
  %68 = trunc i8 %67 to i1
  br i1 %68, label %69, label %73

69:
  %70 = load ptr, ptr %12, align 8
  %71 = call i64 @size_of(ptr %70)
  %72 = icmp sgt i64 %71, 0
  br label %73

73:
  %74 = phi i1 [ false, %66 ], [ %72, %69 ]
  br i1 %74, label %75, label %113

75:
  %76 = load ptr, ptr %12, align 8
  %77 = call ptr @PySequence_GetItem(ptr %76, i64 0)
  store ptr %77, ptr %18, align 8
  %78 = load ptr, ptr %18, align 8
  %79 = icmp ne ptr %78, null
  br i1 %79, label %80, label %86

80:
  %81 = load ptr, ptr %18, align 8
  %82 = load i64, ptr @WorkRequest_last_index, align 8
  %83 = call i64 @get_int(ptr %81, i64 %82)
  %84 = load i64, ptr %6, align 8
  %85 = icmp sle i64 %83, %84
  br label %86

86:
  %87 = phi i1 [ false, %75 ], [ %85, %80 ]
  %88 = zext i1 %87 to i8
  store i8 %88, ptr %17, align 1
  %89 = load ptr, ptr %18, align 8
  %90 = icmp ne ptr %89, null
  br i1 %90, label %91, label %101

91:
  %92 = load i8, ptr %17, align 1
  %93 = trunc i8 %92 to i1
  br i1 %93, label %94, label %99

94:
  %95 = load ptr, ptr %8, align 8
  %96 = load ptr, ptr %18, align 8
  %97 = load ptr, ptr %7, align 8
  %98 = call zeroext i1 @finish_write(ptr %95, ptr %96, ptr %97, ptr %13, ptr %14)
  br label %99

99:
  %100 = phi i1 [ true, %91 ], [ %98, %94 ]
  br label %101

101:
  %102 = phi i1 [ false, %86 ], [ %100, %99 ]
  %103 = zext i1 %102 to i8
  store i8 %103, ptr %16, align 1
  %104 = load i8, ptr %17, align 1
  %105 = trunc i8 %104 to i1
  br i1 %105, label %106, label %109

106:
  %107 = load i8, ptr %16, align 1
  %108 = trunc i8 %107 to i1
  br label %109

109:
  %110 = phi i1 [ false, %101 ], [ %108, %106 ]
  %111 = zext i1 %110 to i8
  store i8 %111, ptr %17, align 1
  %112 = load ptr, ptr %18, align 8
  call void @Py_DecRef(ptr %112)
  br label %66

113:
  %114 = load ptr, ptr %11, align 8
  %115 = load i64, ptr @Acknowledgements__late_bytes, align 8
  %116 = load i8, ptr %16, align 1
  %117 = trunc i8 %116 to i1
  br i1 %117, label %118, label %119

118:
  br label %121

119:
  %120 = load i64, ptr %14, align 8
  br label %121

121:
  %122 = phi i64 [ 0, %118 ], [ %120, %119 ]
  call void @put_int(ptr %114, i64 %115, i64 %122)
  %123 = load ptr, ptr %12, align 8
  call void @Py_DecRef(ptr %123)
  %124 = load ptr, ptr %11, align 8
  call void @Py_DecRef(ptr %124)
  %125 = load i8, ptr %16, align 1
  %126 = trunc i8 %125 to i1
  br i1 %126, label %128, label %127

127:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %19, align 4
  br label %145

128:
  %129 = load i64, ptr %13, align 8
  %130 = icmp ne i64 %129, 0
  br i1 %130, label %135, label %131

131:
  %132 = load i64, ptr %14, align 8
  %133 = icmp ne i64 %132, 0
  br i1 %133, label %135, label %134

134:
  store i1 true, ptr %4, align 1
  store i32 1, ptr %19, align 4
  br label %145

135:
  %136 = load ptr, ptr %10, align 8
  %137 = load i64, ptr %13, align 8
  %138 = load i64, ptr %14, align 8
  call void @tell_acknowledged(ptr %136, i64 %137, i64 %138)
  %139 = load ptr, ptr %10, align 8
  %140 = load ptr, ptr %9, align 8
  %141 = load i64, ptr @InFlight_again_ns, align 8
  %142 = call i64 @get_int(ptr %140, i64 %141)
  %143 = load ptr, ptr %7, align 8
  %144 = call zeroext i1 @heard(ptr %139, i64 %142, ptr %143)
  store i1 %144, ptr %4, align 1
  store i32 1, ptr %19, align 4
  br label %145

145:
  %146 = load i1, ptr %4, align 1
  ret i1 %146
}

declare zeroext i1 @after_answer(ptr, ptr, ptr, ptr)

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

declare i64 @PyObject_Size(ptr)

declare void @_Py_Dealloc(ptr)

declare ptr @PyLong_FromLong(i64)

declare ptr @PyObject_VectorcallMethod(ptr, ptr, i64, ptr)

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

declare i64 @PyList_Size(ptr)

declare i64 @PyLong_AsLong(ptr)

declare ptr @PyTuple_GetItem(ptr, i64)

declare ptr @PyList_GetItem(ptr, i64)

declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)

define internal zeroext i1 @complete(ptr %0, i64 %1, ptr %2, ptr %3, ptr %4, ptr %5, ptr %6) nounwind {
  %8 = alloca i1, align 1
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca ptr, align 8
  %15 = alloca ptr, align 8
  %16 = alloca ptr, align 8
  %17 = alloca i32, align 4
  %18 = alloca i8, align 1
  store ptr %0, ptr %9, align 8
  store i64 %1, ptr %10, align 8
  store ptr %2, ptr %11, align 8
  store ptr %3, ptr %12, align 8
  store ptr %4, ptr %13, align 8
  store ptr %5, ptr %14, align 8
  store ptr %6, ptr %15, align 8
  %19 = load ptr, ptr %11, align 8
  %20 = call ptr @kept(ptr %19)
  %21 = load ptr, ptr @the, align 8
  %22 = load i64, ptr @the_Completion, align 8
  %23 = getelementptr inbounds nuw ptr, ptr %21, i64 %22
  %24 = load ptr, ptr %23, align 8
  %25 = call ptr @PyType_GenericAlloc(ptr %24, i64 0)
  store ptr %25, ptr %16, align 8
  %26 = load ptr, ptr %16, align 8
  %27 = icmp ne ptr %26, null
  br i1 %27, label %28, label %34

28:
  %29 = load ptr, ptr %11, align 8
  %30 = icmp ne ptr %29, null
  br i1 %30, label %31, label %34

31:
  %32 = load ptr, ptr %14, align 8
  %33 = icmp ne ptr %32, null
  br i1 %33, label %36, label %34

34:
  %35 = load ptr, ptr %11, align 8
  call void @Py_DecRef(ptr %35)
  store i1 false, ptr %8, align 1
  store i32 1, ptr %17, align 4
  br label %77

36:
  %37 = load ptr, ptr %16, align 8
  %38 = load i64, ptr @Completion_kind, align 8
  %39 = load ptr, ptr @the, align 8
  %40 = load i64, ptr %10, align 8
  %41 = getelementptr inbounds nuw ptr, ptr %39, i64 %40
  %42 = load ptr, ptr %41, align 8
  %43 = call ptr @kept(ptr %42)
  call void @put(ptr %37, i64 %38, ptr %43)
  %44 = load ptr, ptr %16, align 8
  %45 = load i64, ptr @Completion_status, align 8
  %46 = load ptr, ptr @the, align 8
  %47 = load i64, ptr @the_success, align 8
  %48 = getelementptr inbounds nuw ptr, ptr %46, i64 %47
  %49 = load ptr, ptr %48, align 8
  %50 = call ptr @kept(ptr %49)
  call void @put(ptr %44, i64 %45, ptr %50)
  %51 = load ptr, ptr %16, align 8
  %52 = load i64, ptr @Completion_wr_id, align 8
  %53 = load ptr, ptr %11, align 8
  call void @put(ptr %51, i64 %52, ptr %53)
  %54 = load ptr, ptr %16, align 8
  %55 = load i64, ptr @Completion_length, align 8
  %56 = load ptr, ptr %12, align 8
  %57 = call ptr @kept(ptr %56)
  call void @put(ptr %54, i64 %55, ptr %57)
  %58 = load ptr, ptr %16, align 8
  %59 = load i64, ptr @Completion_imm, align 8
  %60 = load ptr, ptr %13, align 8
  %61 = call ptr @kept(ptr %60)
  call void @put(ptr %58, i64 %59, ptr %61)
  %62 = load ptr, ptr %16, align 8
  %63 = load i64, ptr @Completion_time_ns, align 8
  %64 = load ptr, ptr %14, align 8
  %65 = call ptr @kept(ptr %64)
  call void @put(ptr %62, i64 %63, ptr %65)
  %66 = load ptr, ptr %16, align 8
  %67 = load i64, ptr @Completion_qpn, align 8
  %68 = load ptr, ptr %15, align 8
  %69 = call ptr @kept(ptr %68)
  call void @put(ptr %66, i64 %67, ptr %69)
  %70 = load ptr, ptr %9, align 8
  %71 = load ptr, ptr %16, align 8
  %72 = call zeroext i1 @push(ptr %70, ptr %71)
  %73 = zext i1 %72 to i8
  store i8 %73, ptr %18, align 1
  %74 = load ptr, ptr %16, align 8
  call void @Py_DecRef(ptr %74)
  %75 = load i8, ptr %18, align 1
  %76 = trunc i8 %75 to i1
  store i1 %76, ptr %8, align 1
  store i32 1, ptr %17, align 4
  br label %77

77:
  %78 = load i1, ptr %8, align 1
  ret i1 %78
}

declare ptr @PyType_GenericAlloc(ptr, i64)

define internal zeroext i1 @push(ptr %0, ptr %1) nounwind {
  %3 = alloca i1, align 1
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca [2 x ptr], align 16
  %8 = alloca i8, align 1
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = load i64, ptr @CompletionQueue__armed, align 8
  %11 = call zeroext i1 @is_true(ptr %9, i64 %10)
  br i1 %11, label %26, label %12

12:
  %13 = load ptr, ptr %4, align 8
  %14 = load i64, ptr @CompletionQueue_overruns, align 8
  %15 = call i64 @get_int(ptr %13, i64 %14)
  %16 = icmp ne i64 %15, 0
  br i1 %16, label %26, label %17

17:
  %18 = load ptr, ptr %4, align 8
  %19 = load i64, ptr @CompletionQueue__completions, align 8
  %20 = call ptr @get(ptr %18, i64 %19)
  %21 = call i64 @size_of(ptr %20)
  %22 = load ptr, ptr %4, align 8
  %23 = load i64, ptr @CompletionQueue_depth, align 8
  %24 = call i64 @get_int(ptr %22, i64 %23)
  %25 = icmp sge i64 %21, %24
  br i1 %25, label %26, label %32

26:
  %27 = load ptr, ptr %4, align 8
  %28 = load i64, ptr @the_push, align 8
  %29 = load ptr, ptr %5, align 8
  %30 = call ptr @method_1(ptr %27, i64 %28, ptr %29)
  %31 = call zeroext i1 @done(ptr %30)
  store i1 %31, ptr %3, align 1
  br label %65

32:
  %33 = load ptr, ptr %4, align 8
  %34 = load i64, ptr @CompletionQueue__completions, align 8
  %35 = call ptr @get(ptr %33, i64 %34)
  %36 = load ptr, ptr %5, align 8
  %37 = call zeroext i1 @append_to(ptr %35, ptr %36)
  br i1 %37, label %39, label %38

38:
  store i1 false, ptr %3, align 1
  br label %65

39:
  %40 = load ptr, ptr %4, align 8
  %41 = load i64, ptr @CompletionQueue_handler, align 8
  %42 = call ptr @hold(ptr %40, i64 %41)
  store ptr %42, ptr %6, align 8
  store ptr null, ptr %7, align 8
  %43 = getelementptr inbounds ptr, ptr %7, i64 1
  %44 = load ptr, ptr %5, align 8
  %45 = load i64, ptr @Completion_time_ns, align 8
  %46 = call ptr @get(ptr %44, i64 %45)
  store ptr %46, ptr %43, align 8
  %47 = load ptr, ptr %6, align 8
  %48 = load ptr, ptr @the, align 8
  %49 = load i64, ptr @the_None, align 8
  %50 = getelementptr inbounds nuw ptr, ptr %48, i64 %49
  %51 = load ptr, ptr %50, align 8
  %52 = icmp eq ptr %47, %51
  br i1 %52, label %59, label %53

53:
  %54 = load ptr, ptr %6, align 8
  %55 = getelementptr inbounds [2 x ptr], ptr %7, i64 0, i64 0
  %56 = getelementptr inbounds ptr, ptr %55, i64 1
  %57 = call ptr @PyObject_Vectorcall(ptr %54, ptr %56, i64 -9223372036854775807, ptr null)
  %58 = call zeroext i1 @done(ptr %57)
  br label %59

59:
  %60 = phi i1 [ true, %39 ], [ %58, %53 ]
  %61 = zext i1 %60 to i8
  store i8 %61, ptr %8, align 1
  %62 = load ptr, ptr %6, align 8
  call void @Py_DecRef(ptr %62)
  %63 = load i8, ptr %8, align 1
  %64 = trunc i8 %63 to i1
  store i1 %64, ptr %3, align 1
  br label %65

65:
  %66 = load i1, ptr %3, align 1
  ret i1 %66
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

declare zeroext i1 @counts_as_true(ptr)

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

declare zeroext i1 @deliver_range(ptr, i64, i64, ptr, ptr, ptr)

define internal zeroext i1 @finish_write(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4) nounwind {
  %6 = alloca i1, align 1
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca i32, align 4
  %14 = alloca i64, align 8
  store ptr %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store ptr %2, ptr %9, align 8
  store ptr %3, ptr %10, align 8
  store ptr %4, ptr %11, align 8
  %15 = load ptr, ptr %7, align 8
  %16 = load i64, ptr @SendState_queue, align 8
  %17 = call ptr @get(ptr %15, i64 %16)
  store ptr %17, ptr %12, align 8
  %18 = load ptr, ptr %12, align 8
  %19 = load i64, ptr @SendQueue_begun, align 8
  %20 = call ptr @get(ptr %18, i64 %19)
  %21 = load i64, ptr @the_popleft, align 8
  %22 = call ptr @method(ptr %20, i64 %21)
  %23 = call zeroext i1 @done(ptr %22)
  br i1 %23, label %25, label %24

24:
  store i1 false, ptr %6, align 1
  store i32 1, ptr %13, align 4
  br label %77

25:
  %26 = load ptr, ptr %8, align 8
  %27 = load i64, ptr @WorkRequest_imm, align 8
  %28 = call zeroext i1 @is_none(ptr %26, i64 %27)
  br i1 %28, label %32, label %29

29:
  %30 = load ptr, ptr %12, align 8
  %31 = load i64, ptr @SendQueue__imms_open, align 8
  call void @add(ptr %30, i64 %31, i64 -1)
  br label %32

32:
  %33 = load ptr, ptr %8, align 8
  %34 = load i64, ptr @WorkRequest_last_index, align 8
  %35 = call i64 @get_int(ptr %33, i64 %34)
  store i64 %35, ptr %14, align 8
  %36 = load ptr, ptr %7, align 8
  %37 = load i64, ptr %14, align 8
  %38 = load i64, ptr %14, align 8
  %39 = load ptr, ptr %9, align 8
  %40 = load ptr, ptr %10, align 8
  %41 = load ptr, ptr %11, align 8
  %42 = call zeroext i1 @deliver_range(ptr %36, i64 %37, i64 %38, ptr %39, ptr %40, ptr %41)
  br i1 %42, label %44, label %43

43:
  store i1 false, ptr %6, align 1
  store i32 1, ptr %13, align 4
  br label %76

44:
  %45 = load ptr, ptr %7, align 8
  %46 = load i64, ptr @SendState_counters, align 8
  %47 = call ptr @get(ptr %45, i64 %46)
  %48 = load i64, ptr @QpCounters_messages_completed, align 8
  call void @add(ptr %47, i64 %48, i64 1)
  %49 = load ptr, ptr %7, align 8
  %50 = load ptr, ptr %9, align 8
  call void @progress(ptr %49, ptr %50)
  %51 = load ptr, ptr %8, align 8
  %52 = load i64, ptr @WorkRequest_signalled, align 8
  %53 = call zeroext i1 @is_true(ptr %51, i64 %52)
  br i1 %53, label %55, label %54

54:
  store i1 true, ptr %6, align 1
  store i32 1, ptr %13, align 4
  br label %76

55:
  %56 = load ptr, ptr %7, align 8
  %57 = load i64, ptr @SendState__completions, align 8
  %58 = call ptr @get(ptr %56, i64 %57)
  %59 = load i64, ptr @the_write, align 8
  %60 = load ptr, ptr %8, align 8
  %61 = load i64, ptr @WorkRequest_wr_id, align 8
  %62 = call ptr @get(ptr %60, i64 %61)
  %63 = load ptr, ptr %8, align 8
  %64 = load i64, ptr @WorkRequest_length, align 8
  %65 = call ptr @get(ptr %63, i64 %64)
  %66 = load ptr, ptr %8, align 8
  %67 = load i64, ptr @WorkRequest_imm, align 8
  %68 = call ptr @get(ptr %66, i64 %67)
  %69 = load ptr, ptr %9, align 8
  %70 = load ptr, ptr %7, align 8
  %71 = load i64, ptr @SendState_frames, align 8
  %72 = call ptr @get(ptr %70, i64 %71)
  %73 = load i64, ptr @QpFrames_qpn, align 8
  %74 = call ptr @get(ptr %72, i64 %73)
  %75 = call zeroext i1 @complete(ptr %58, i64 %59, ptr %62, ptr %65, ptr %68, ptr %69, ptr %74)
  store i1 %75, ptr %6, align 1
  store i32 1, ptr %13, align 4
  br label %76

76:
  br label %77

77:
  %78 = load i1, ptr %6, align 1
  ret i1 %78
}

declare void @tell_acknowledged(ptr, i64, i64)

declare zeroext i1 @heard(ptr, i64, ptr)
