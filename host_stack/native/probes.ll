; SPDX-License-Identifier: Apache-2.0
; Made of probes.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 172ec6cf3419468caf0b0981130c6a9238c5f66b7e8f132c255ba05eb0552680
%struct.start.8 = type { ptr, ptr, ptr, i64, i64, i64, i64, i64, i64, i64 }

@Scheduler__answers_waiting = external constant i64, align 8
@Scheduler__answers = external constant i64, align 8
@Scheduler__counters = external constant i64, align 8
@the = external global ptr, align 8
@the_probe_answer_stale = external constant i64, align 8
@EvProber_waiting_paths = external constant i64, align 8
@EvProber__waiting = external constant i64, align 8
@EvProber__next_ns = external constant i64, align 8
@PacketType_opcode = external constant i64, align 8
@Nic_prober = external constant i64, align 8
@EvProber__builder = external constant i64, align 8
@the_FrameBuilder = external constant i64, align 8
@ProbeSchedule__reverse_probes = external constant i64, align 8
@OpenProbe_answered = external constant i64, align 8
@the_probe_reverse = external constant i64, align 8
@ProbeSchedule_sent_ns = external constant i64, align 8
@ProbeSchedule__interval_ns = external constant i64, align 8
@ProbeSchedule__reverse = external constant i64, align 8
@the_None = external constant i64, align 8
@ProbeSchedule__prober = external constant i64, align 8
@the_list = external constant i64, align 8
@the_deque = external constant i64, align 8
@the_dict = external constant i64, align 8
@the_tuple = external constant i64, align 8
@the_int = external constant i64, align 8
@long_digit = external constant i64, align 8
@the_popitem = external constant i64, align 8
@the_False = external constant i64, align 8
@_PathProbe_asked = external constant i64, align 8
@EvProber__spacing_ns = external constant i64, align 8
@OpenProbe_given_up = external constant i64, align 8
@OpenProbe_purpose = external constant i64, align 8
@the_purpose_revive = external constant i64, align 8
@OpenProbe_entry = external constant i64, align 8
@EvEntry_state = external constant i64, align 8
@the_assumed_bad = external constant i64, align 8
@_PathProbe_entry = external constant i64, align 8
@_PathProbe_peer = external constant i64, align 8
@EvProber__next_id = external constant i64, align 8
@EvProber__address = external constant i64, align 8
@EvEntry_plane = external constant i64, align 8
@EvEntry_entropy = external constant i64, align 8
@the__request = external constant i64, align 8
@EvProber__open = external constant i64, align 8
@OpenProbe_request_id = external constant i64, align 8
@OpenProbe_sent_ns = external constant i64, align 8
@the_purpose_controller = external constant i64, align 8
@EvEntry_probe_open = external constant i64, align 8
@EvProber__counters = external constant i64, align 8
@the_probe_sent = external constant i64, align 8
@the_bytes = external constant i64, align 8
@FrameBuilder_classes = external constant i64, align 8
@the_Exception = external constant i64, align 8
@the_True = external constant i64, align 8
@Nic__counters = external constant i64, align 8
@the_probe_responses = external constant i64, align 8
@Nic__scheduler = external constant i64, align 8
@EvProber__templates = external constant i64, align 8
@the_probe_queue_full = external constant i64, align 8
@Scheduler__patience_ns = external constant i64, align 8
@FrameBuilder__eeth_bits = external constant i64, align 8
@the_bits_3_2 = external constant i64, align 8
@the_probe_answered = external constant i64, align 8
@OpenProbe_answered_ns = external constant i64, align 8
@OpenProbe_answered_port = external constant i64, align 8
@the_purpose_reverse = external constant i64, align 8
@Nic_queue_pairs = external constant i64, align 8
@OpenProbe_qpn = external constant i64, align 8
@QueuePair_probing = external constant i64, align 8
@Nic__timers = external constant i64, align 8
@the_on_answer = external constant i64, align 8
@QueuePair_evs = external constant i64, align 8
@the_arm = external constant i64, align 8
@the_popleft = external constant i64, align 8
@the_deque_popleft = external constant i64, align 8
@ReverseEvs__evs = external constant i64, align 8
@EvSet__planes = external constant i64, align 8
@ReverseEvs__doubted = external constant i64, align 8
@ReverseEvs__looked_at = external constant i64, align 8
@the_candidate = external constant i64, align 8
@EvSet__rotation = external constant i64, align 8
@Rotation_closed = external constant i64, align 8
@EvSet_entries = external constant i64, align 8
@ReverseEvs__rng = external constant i64, align 8
@the_denied = external constant i64, align 8
@the_OpenProbe = external constant i64, align 8
@ProbeSchedule__qpn = external constant i64, align 8
@OpenProbe_peer = external constant i64, align 8
@ProbeSchedule__peer = external constant i64, align 8
@the_append = external constant i64, align 8
@the_deque_append = external constant i64, align 8
@the__PathProbe = external constant i64, align 8

define i32 @send_probe_answer(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = load i64, ptr @Scheduler__answers_waiting, align 8
  %6 = call i64 @get_int(ptr %0, i64 %5)
  %.not = icmp eq i64 %6, 0
  br i1 %.not, label %7, label %10

7:
  %8 = call ptr @PyErr_Occurred()
  %.not39 = icmp eq ptr %8, null
  %9 = select i1 %.not39, i32 1, i32 2
  br label %67

10:
  %11 = load i64, ptr @Scheduler__answers, align 8
  %12 = call ptr @get(ptr %0, i64 %11)
  br label %13

13:
  %.035 = phi i64 [ 0, %10 ], [ %62, %61 ]
  %.1 = phi i32 [ undef, %10 ], [ %.5, %61 ]
  %14 = call i64 @list_size(ptr %12)
  %15 = icmp slt i64 %.035, %14
  br i1 %15, label %16, label %63

16:
  %17 = call ptr @list_item(ptr %12, i64 %.035)
  br label %18

18:
  %.3 = phi i32 [ %.1, %16 ], [ %.4, %60 ]
  %19 = shl nuw i64 1, %.035
  %20 = and i64 %1, %19
  %.not40 = icmp eq i64 %20, 0
  br i1 %.not40, label %.critedge, label %21

21:
  %22 = call i64 @size_of(ptr %17)
  %23 = icmp sgt i64 %22, 0
  br i1 %23, label %24, label %.critedge

24:
  %25 = call ptr @list_item(ptr %17, i64 0)
  %26 = call ptr @kept(ptr %25)
  %.not41 = icmp eq ptr %26, null
  br i1 %.not41, label %29, label %27

27:
  %28 = call ptr @tuple_item(ptr nonnull %26, i64 0)
  br label %29

29:
  %30 = phi ptr [ %28, %27 ], [ null, %24 ]
  %.not42 = icmp eq ptr %30, null
  br i1 %.not42, label %33, label %31

31:
  %32 = call ptr @tuple_item(ptr %26, i64 1)
  br label %33

33:
  %34 = phi ptr [ %32, %31 ], [ null, %29 ]
  %.not43 = icmp eq ptr %34, null
  br i1 %.not43, label %37, label %35

35:
  %36 = call i64 @value_of(ptr %30)
  br label %37

37:
  %38 = phi i64 [ %36, %35 ], [ -1, %33 ]
  %39 = load i64, ptr @Scheduler__answers_waiting, align 8
  call void @add(ptr %0, i64 %39, i64 -1)
  %.not44 = icmp eq ptr %26, null
  br i1 %.not44, label %42, label %40

40:
  %41 = call i32 @PyList_SetSlice(ptr %17, i64 0, i64 1, ptr null)
  %.not45 = icmp eq i32 %41, 0
  %spec.select = select i1 %.not45, ptr %34, ptr null
  br label %42

42:
  %.034 = phi ptr [ %34, %37 ], [ %spec.select, %40 ]
  %.not46 = icmp eq ptr %.034, null
  %.not47 = icmp sgt i64 %2, %38
  %or.cond = select i1 %.not46, i1 true, i1 %.not47
  br i1 %or.cond, label %47, label %43

43:
  %44 = getelementptr inbounds nuw i8, ptr %3, i64 32
  store i64 %.035, ptr %44, align 8
  %45 = call ptr @kept(ptr nonnull %.034)
  %46 = getelementptr inbounds nuw i8, ptr %3, i64 24
  store ptr %45, ptr %46, align 8
  br label %47

47:
  call void @Py_DecRef(ptr %26)
  %.not48 = icmp eq ptr %.034, null
  br i1 %.not48, label %60, label %48

48:
  %49 = call ptr @PyErr_Occurred()
  %.not49 = icmp eq ptr %49, null
  br i1 %.not49, label %50, label %60

50:
  %51 = getelementptr inbounds nuw i8, ptr %3, i64 24
  %52 = load ptr, ptr %51, align 8
  %.not50 = icmp eq ptr %52, null
  br i1 %.not50, label %53, label %60

53:
  %54 = load i64, ptr @Scheduler__counters, align 8
  %55 = call ptr @get(ptr %0, i64 %54)
  %56 = load ptr, ptr @the, align 8
  %57 = load i64, ptr @the_probe_answer_stale, align 8
  %58 = getelementptr inbounds nuw ptr, ptr %56, i64 %57
  %59 = load ptr, ptr %58, align 8
  call void @count(ptr %55, ptr %59)
  br label %60

60:
  %.137 = phi i32 [ 0, %53 ], [ 1, %47 ], [ 1, %48 ], [ 1, %50 ]
  %.4 = phi i32 [ %.3, %53 ], [ 2, %47 ], [ 2, %48 ], [ 1, %50 ]
  %trunc = trunc nuw i32 %.137 to i1
  %cond53 = icmp eq i1 %trunc, false
  br i1 %cond53, label %18, label %.critedge

.critedge:
  %.238 = phi i32 [ %.137, %60 ], [ 0, %18 ], [ 0, %21 ]
  %.5 = phi i32 [ %.4, %60 ], [ %.3, %18 ], [ %.3, %21 ]
  %cond52 = icmp eq i32 %.238, 0
  br i1 %cond52, label %61, label %63

61:
  %62 = add i64 %.035, 1
  br label %13

63:
  %.036 = phi i32 [ %.238, %.critedge ], [ 2, %13 ]
  %.2 = phi i32 [ %.5, %.critedge ], [ %.1, %13 ]
  %cond = icmp eq i32 %.036, 2
  br i1 %cond, label %64, label %67

64:
  %65 = call ptr @PyErr_Occurred()
  %.not51 = icmp eq ptr %65, null
  %66 = select i1 %.not51, i32 1, i32 2
  br label %67

67:
  %.0 = phi i32 [ %9, %7 ], [ %.2, %63 ], [ %66, %64 ]
  ret i32 %.0
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

declare ptr @PyErr_Occurred()

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

define internal ptr @kept(ptr %0) alwaysinline nounwind {
  call void @Py_IncRef(ptr %0)
  ret ptr %0
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

define internal void @add(ptr %0, i64 %1, i64 %2) alwaysinline nounwind {
  %4 = call i64 @get_int(ptr %0, i64 %1)
  %5 = add i64 %4, %2
  call void @put_int(ptr %0, i64 %1, i64 %5)
  ret void
}

declare i32 @PyList_SetSlice(ptr, i64, i64, ptr)

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

define internal void @count(ptr %0, ptr %1) nounwind {
  %3 = call ptr @PyDict_GetItemWithError(ptr %0, ptr %1)
  %.not = icmp eq ptr %3, null
  br i1 %.not, label %7, label %4

4:
  %5 = call i64 @value_of(ptr nonnull %3)
  %6 = add i64 %5, 1
  br label %7

7:
  %8 = phi i64 [ %6, %4 ], [ 1, %2 ]
  %.not13 = icmp eq ptr %3, null
  br i1 %.not13, label %11, label %9

9:
  %10 = call zeroext i1 @rewrite(ptr nonnull %3, i64 %8)
  br i1 %10, label %15, label %11

11:
  %12 = call ptr @integer(i64 %8)
  %.not14 = icmp eq ptr %12, null
  br i1 %.not14, label %15, label %13

13:
  %14 = call i32 @PyDict_SetItem(ptr %0, ptr %1, ptr nonnull %12)
  call void @Py_DecRef(ptr nonnull %12)
  br label %15

15:
  ret void
}

define i32 @send_probe(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = load i64, ptr @EvProber_waiting_paths, align 8
  %6 = call i64 @get_int(ptr %0, i64 %5)
  %.not = icmp eq i64 %6, 0
  br i1 %.not, label %7, label %10

7:
  %8 = call ptr @PyErr_Occurred()
  %.not23 = icmp eq ptr %8, null
  %9 = select i1 %.not23, i32 1, i32 2
  br label %40

10:
  %11 = load i64, ptr @EvProber__waiting, align 8
  %12 = call ptr @get(ptr %0, i64 %11)
  %13 = load i64, ptr @EvProber__next_ns, align 8
  %14 = call ptr @get(ptr %0, i64 %13)
  br label %15

15:
  %.021 = phi i64 [ 0, %10 ], [ %35, %34 ]
  %16 = call i64 @tuple_size(ptr %12)
  %17 = icmp slt i64 %.021, %16
  br i1 %17, label %18, label %36

18:
  %19 = shl nuw i64 1, %.021
  %20 = and i64 %1, %19
  %.not24 = icmp eq i64 %20, 0
  br i1 %.not24, label %34, label %21

21:
  %22 = call ptr @list_item(ptr %14, i64 %.021)
  %23 = call i64 @value_of(ptr %22)
  %24 = icmp sgt i64 %23, %2
  br i1 %24, label %34, label %25

25:
  %26 = call ptr @tuple_item(ptr %12, i64 %.021)
  %27 = getelementptr inbounds nuw i8, ptr %3, i64 24
  %28 = call zeroext i1 @first_wanted(ptr %0, ptr %26, i64 %.021, i64 %2, ptr nonnull %27)
  br i1 %28, label %29, label %36

29:
  %30 = getelementptr inbounds nuw i8, ptr %3, i64 24
  %31 = load ptr, ptr %30, align 8
  %.not25 = icmp eq ptr %31, null
  br i1 %.not25, label %34, label %32

32:
  %33 = getelementptr inbounds nuw i8, ptr %3, i64 32
  store i64 %.021, ptr %33, align 8
  br label %36

34:
  %35 = add i64 %.021, 1
  br label %15

36:
  %.1 = phi i32 [ 1, %32 ], [ undef, %15 ], [ 2, %25 ]
  %.0 = phi i32 [ 1, %32 ], [ 2, %15 ], [ 1, %25 ]
  %cond = icmp eq i32 %.0, 2
  br i1 %cond, label %37, label %40

37:
  %38 = call ptr @PyErr_Occurred()
  %.not26 = icmp eq ptr %38, null
  %39 = select i1 %.not26, i32 1, i32 2
  br label %40

40:
  %.022 = phi i32 [ %9, %7 ], [ %.1, %36 ], [ %39, %37 ]
  ret i32 %.022
}

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

define internal zeroext i1 @first_wanted(ptr %0, ptr %1, i64 %2, i64 %3, ptr %4) nounwind {
  br label %6

6:
  %.031 = phi i1 [ undef, %5 ], [ %.031., %53 ]
  %7 = load ptr, ptr %4, align 8
  %.not = icmp eq ptr %7, null
  br i1 %.not, label %8, label %.critedge

8:
  %9 = call i64 @dict_size(ptr %1)
  %10 = icmp sgt i64 %9, 0
  br i1 %10, label %11, label %.critedge

11:
  %12 = load i64, ptr @the_popitem, align 8
  %13 = load ptr, ptr @the, align 8
  %14 = load i64, ptr @the_False, align 8
  %15 = getelementptr inbounds nuw ptr, ptr %13, i64 %14
  %16 = load ptr, ptr %15, align 8
  %17 = call ptr @method_1(ptr %1, i64 %12, ptr %16)
  %.not34 = icmp eq ptr %17, null
  br i1 %.not34, label %20, label %18

18:
  %19 = call ptr @tuple_item(ptr nonnull %17, i64 1)
  br label %20

20:
  %21 = phi ptr [ %19, %18 ], [ null, %11 ]
  %22 = load i64, ptr @EvProber_waiting_paths, align 8
  call void @add(ptr %0, i64 %22, i64 -1)
  %.not35 = icmp eq ptr %21, null
  br i1 %.not35, label %27, label %23

23:
  %24 = load i64, ptr @_PathProbe_asked, align 8
  %25 = call ptr @get(ptr nonnull %21, i64 %24)
  %26 = call ptr @who_wants(ptr %25)
  br label %27

27:
  %28 = phi ptr [ %26, %23 ], [ null, %20 ]
  %.not36 = icmp eq ptr %28, null
  br i1 %.not36, label %32, label %29

29:
  %30 = call i64 @list_size(ptr nonnull %28)
  %31 = icmp ne i64 %30, 0
  br label %32

32:
  %33 = phi i1 [ false, %27 ], [ %31, %29 ]
  %34 = icmp ne ptr %28, null
  br i1 %34, label %35, label %37

35:
  %36 = load i64, ptr @_PathProbe_asked, align 8
  call void @put(ptr %21, i64 %36, ptr nonnull %28)
  br label %37

37:
  br i1 %33, label %38, label %53

38:
  %39 = load i64, ptr @EvProber__spacing_ns, align 8
  %40 = call ptr @get(ptr %0, i64 %39)
  %41 = call ptr @tuple_item(ptr %40, i64 %2)
  %.not37 = icmp eq ptr %41, null
  br i1 %.not37, label %.critedge40, label %42

42:
  %43 = load i64, ptr @EvProber__next_ns, align 8
  %44 = call ptr @get(ptr %0, i64 %43)
  %45 = call i64 @value_of(ptr nonnull %41)
  %46 = add i64 %3, %45
  %47 = call ptr @integer(i64 %46)
  %48 = call i32 @PyList_SetItem(ptr %44, i64 %2, ptr %47)
  %.not38 = icmp eq i32 %48, 0
  br i1 %.not38, label %49, label %.critedge40

49:
  %50 = call ptr @request(ptr %0, ptr %21, i64 %3)
  br label %.critedge40

.critedge40:
  %51 = phi ptr [ %50, %49 ], [ null, %38 ], [ null, %42 ]
  store ptr %51, ptr %4, align 8
  %52 = icmp ne ptr %51, null
  br label %53

53:
  %.032.in = phi i1 [ %52, %.critedge40 ], [ %34, %37 ]
  call void @Py_DecRef(ptr %17)
  %.031. = select i1 %.032.in, i1 %.031, i1 false
  %.0 = xor i1 %.032.in, true
  switch i1 %.0, label %56 [
    i1 false, label %6
    i1 true, label %55
  ]

.critedge:
  %54 = call ptr @PyErr_Occurred()
  %.not33 = icmp eq ptr %54, null
  br label %55

55:
  %.2 = phi i1 [ %.031., %53 ], [ %.not33, %.critedge ]
  ret i1 %.2

56:
  unreachable
}

define i64 @next_probe_ns(ptr %0, i64 %1) nounwind {
  %3 = load i64, ptr @EvProber_waiting_paths, align 8
  %4 = call i64 @get_int(ptr %0, i64 %3)
  %.not = icmp eq i64 %4, 0
  br i1 %.not, label %26, label %5

5:
  %6 = load i64, ptr @EvProber__waiting, align 8
  %7 = call ptr @get(ptr %0, i64 %6)
  %8 = load i64, ptr @EvProber__next_ns, align 8
  %9 = call ptr @get(ptr %0, i64 %8)
  br label %10

10:
  %.018 = phi i64 [ -1, %5 ], [ %.1, %24 ]
  %.017 = phi i64 [ 0, %5 ], [ %25, %24 ]
  %11 = call i64 @tuple_size(ptr %7)
  %12 = icmp slt i64 %.017, %11
  br i1 %12, label %13, label %26

13:
  %14 = call ptr @list_item(ptr %9, i64 %.017)
  %15 = call i64 @value_of(ptr %14)
  %16 = icmp sgt i64 %15, %1
  br i1 %16, label %17, label %24

17:
  %18 = icmp slt i64 %.018, 0
  %19 = icmp slt i64 %15, %.018
  %or.cond = or i1 %18, %19
  br i1 %or.cond, label %20, label %24

20:
  %21 = call ptr @tuple_item(ptr %7, i64 %.017)
  %22 = call i64 @dict_size(ptr %21)
  %23 = icmp sgt i64 %22, 0
  %spec.select = select i1 %23, i64 %15, i64 %.018
  br label %24

24:
  %.1 = phi i64 [ %.018, %13 ], [ %spec.select, %20 ], [ %.018, %17 ]
  %25 = add i64 %.017, 1
  br label %10

26:
  %.0 = phi i64 [ -1, %2 ], [ %.018, %10 ]
  ret i64 %.0
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

define i32 @receive_endpoint(ptr %0, ptr %1, i64 %2, i64 %3) nounwind {
  %5 = load ptr, ptr %1, align 8
  %6 = load i64, ptr @PacketType_opcode, align 8
  %7 = call i64 @get_int(ptr %5, i64 %6)
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 72
  %9 = load i64, ptr %8, align 8
  %10 = add i64 %9, -114
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %12, i64 114
  %14 = load i64, ptr @Nic_prober, align 8
  %15 = call ptr @get(ptr %0, i64 %14)
  %16 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %17 = load i64, ptr %16, align 8
  %.not = icmp eq i64 %17, 0
  br i1 %.not, label %18, label %47

18:
  %19 = load i64, ptr @EvProber__builder, align 8
  %20 = call ptr @get(ptr %15, i64 %19)
  %21 = call ptr @type_of(ptr %20)
  %22 = load ptr, ptr @the, align 8
  %23 = load i64, ptr @the_FrameBuilder, align 8
  %24 = getelementptr inbounds nuw ptr, ptr %22, i64 %23
  %25 = load ptr, ptr %24, align 8
  %.not20 = icmp eq ptr %21, %25
  br i1 %.not20, label %26, label %47

26:
  %27 = icmp eq i64 %7, 216
  %28 = icmp eq i64 %10, 16
  %or.cond = select i1 %27, i1 %28, i1 false
  br i1 %or.cond, label %29, label %36

29:
  %30 = getelementptr inbounds nuw i8, ptr %12, i64 115
  %31 = load i8, ptr %30, align 1
  %32 = and i8 %31, 3
  %33 = icmp eq i8 %32, 1
  br i1 %33, label %34, label %36

34:
  %35 = call i32 @receive_request(ptr %0, ptr nonnull %1, i64 %3)
  br label %47

36:
  %37 = icmp eq i64 %7, 217
  %38 = icmp eq i64 %10, 36
  %or.cond21 = select i1 %37, i1 %38, i1 false
  br i1 %or.cond21, label %39, label %47

39:
  %40 = call i64 @read_16(ptr nonnull %13)
  %41 = call i64 @op_shift(ptr %15)
  %42 = lshr i64 %40, %41
  %43 = and i64 %42, 3
  %44 = icmp eq i64 %43, 1
  br i1 %44, label %45, label %47

45:
  %46 = call i32 @receive_response(ptr %0, ptr nonnull %1, i64 %2, i64 %3)
  br label %47

47:
  %.0 = phi i32 [ 0, %4 ], [ %35, %34 ], [ %46, %45 ], [ 0, %18 ], [ 0, %39 ], [ 0, %36 ]
  ret i32 %.0
}

define internal ptr @type_of(ptr %0) alwaysinline nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %3 = load ptr, ptr %2, align 8
  ret ptr %3
}

define internal i32 @receive_request(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = load i64, ptr @Nic_prober, align 8
  %5 = call ptr @get(ptr %0, i64 %4)
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %7 = load i64, ptr %6, align 8
  %8 = call i64 @named_plane(i64 %7)
  %9 = load i64, ptr @EvProber__builder, align 8
  %10 = call ptr @get(ptr %5, i64 %9)
  %11 = call ptr @type_of(ptr %10)
  %12 = load ptr, ptr @the, align 8
  %13 = load i64, ptr @the_FrameBuilder, align 8
  %14 = getelementptr inbounds nuw ptr, ptr %12, i64 %13
  %15 = load ptr, ptr %14, align 8
  %.not = icmp eq ptr %11, %15
  br i1 %.not, label %16, label %33

16:
  %17 = load i64, ptr @EvProber__waiting, align 8
  %18 = call ptr @get(ptr %5, i64 %17)
  %19 = call i64 @tuple_size(ptr %18)
  %.not16 = icmp slt i64 %8, %19
  br i1 %.not16, label %20, label %33

20:
  %21 = call ptr @response(ptr %5, ptr %1, i64 %8)
  %.not17 = icmp eq ptr %21, null
  br i1 %.not17, label %33, label %22

22:
  %23 = load i64, ptr @Nic__counters, align 8
  %24 = call ptr @get(ptr %0, i64 %23)
  %25 = load ptr, ptr @the, align 8
  %26 = load i64, ptr @the_probe_responses, align 8
  %27 = getelementptr inbounds nuw ptr, ptr %25, i64 %26
  %28 = load ptr, ptr %27, align 8
  call void @count(ptr %24, ptr %28)
  %29 = load i64, ptr @Nic__scheduler, align 8
  %30 = call ptr @get(ptr %0, i64 %29)
  %31 = call zeroext i1 @queue_answer(ptr %30, i64 %8, ptr nonnull %21, i64 %2)
  call void @Py_DecRef(ptr nonnull %21)
  %32 = select i1 %31, i32 1, i32 2
  br label %33

33:
  %.0 = phi i32 [ 0, %3 ], [ 0, %16 ], [ %32, %22 ], [ 0, %20 ]
  ret i32 %.0
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

define internal i64 @op_shift(ptr %0) nounwind {
  %2 = load i64, ptr @EvProber__builder, align 8
  %3 = call ptr @get(ptr %0, i64 %2)
  %4 = load i64, ptr @FrameBuilder__eeth_bits, align 8
  %5 = call ptr @get(ptr %3, i64 %4)
  %6 = load ptr, ptr @the, align 8
  %7 = load i64, ptr @the_bits_3_2, align 8
  %8 = getelementptr inbounds nuw ptr, ptr %6, i64 %7
  %9 = load ptr, ptr %8, align 8
  %10 = icmp eq ptr %5, %9
  %11 = select i1 %10, i64 2, i64 4
  ret i64 %11
}

define internal i32 @receive_response(ptr %0, ptr %1, i64 %2, i64 %3) nounwind {
  %5 = load i64, ptr @Nic_prober, align 8
  %6 = call ptr @get(ptr %0, i64 %5)
  %7 = load i64, ptr @EvProber__open, align 8
  %8 = call ptr @get(ptr %6, i64 %7)
  %9 = call ptr @PyList_New(i64 0)
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %11 = load i64, ptr %10, align 8
  %12 = and i64 %11, 65535
  %13 = call ptr @integer(i64 %12)
  %.not = icmp eq ptr %13, null
  br i1 %.not, label %16, label %14

14:
  %15 = call ptr @PyDict_GetItemWithError(ptr %8, ptr nonnull %13)
  br label %16

16:
  %17 = phi ptr [ %15, %14 ], [ null, %4 ]
  %.not54 = icmp eq ptr %17, null
  br i1 %.not54, label %21, label %18

18:
  %19 = load i64, ptr @_PathProbe_peer, align 8
  %20 = call ptr @get(ptr nonnull %17, i64 %19)
  br label %21

21:
  %22 = phi ptr [ %20, %18 ], [ null, %16 ]
  %.not55 = icmp eq ptr %17, null
  br i1 %.not55, label %36, label %23

23:
  %24 = call i64 @bytes_size(ptr %22)
  %.not56 = icmp eq i64 %24, 16
  br i1 %.not56, label %25, label %36

25:
  %26 = call ptr @bytes_of(ptr %22)
  %27 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %28 = load ptr, ptr %27, align 8
  %29 = call i32 @memcmp(ptr nonnull dereferenceable(16) %26, ptr nonnull dereferenceable(16) %28, i64 16)
  %.not57 = icmp eq i32 %29, 0
  br i1 %.not57, label %30, label %36

30:
  %31 = load i64, ptr @_PathProbe_asked, align 8
  %32 = call ptr @get(ptr nonnull %17, i64 %31)
  %33 = call zeroext i1 @is_of_queue_pairs(ptr %32)
  br i1 %33, label %34, label %36

34:
  %35 = call ptr @PyErr_Occurred()
  %.not58 = icmp eq ptr %35, null
  br i1 %.not58, label %37, label %36

36:
  call void @Py_DecRef(ptr %9)
  call void @Py_DecRef(ptr %13)
  br label %78

37:
  %38 = load i64, ptr @_PathProbe_asked, align 8
  %39 = call ptr @hold(ptr nonnull %17, i64 %38)
  %40 = call ptr @integer(i64 %3)
  %.not59 = icmp eq ptr %9, null
  br i1 %.not59, label %43, label %41

41:
  %42 = call i32 @PyDict_DelItem(ptr %8, ptr %13)
  %.not60 = icmp eq i32 %42, 0
  br label %43

43:
  %44 = phi i1 [ false, %37 ], [ %.not60, %41 ]
  call void @Py_DecRef(ptr %13)
  br i1 %44, label %45, label %52

45:
  %46 = load i64, ptr @Nic__counters, align 8
  %47 = call ptr @get(ptr %0, i64 %46)
  %48 = load ptr, ptr @the, align 8
  %49 = load i64, ptr @the_probe_answered, align 8
  %50 = getelementptr inbounds nuw ptr, ptr %48, i64 %49
  %51 = load ptr, ptr %50, align 8
  call void @count(ptr %47, ptr %51)
  br label %52

52:
  br label %53

53:
  %.052.off0 = phi i1 [ %44, %52 ], [ %.1.off0, %67 ]
  %.051 = phi i64 [ 0, %52 ], [ %68, %67 ]
  br i1 %.052.off0, label %54, label %.critedge

54:
  %55 = call i64 @list_size(ptr %39)
  %56 = icmp slt i64 %.051, %55
  br i1 %56, label %57, label %.critedge

57:
  %58 = call ptr @list_item(ptr %39, i64 %.051)
  %59 = load i64, ptr @OpenProbe_given_up, align 8
  %60 = call zeroext i1 @is_true(ptr %58, i64 %59)
  br i1 %60, label %67, label %61

61:
  %62 = load i64, ptr @OpenProbe_answered, align 8
  call void @put_bool(ptr %58, i64 %62, i1 zeroext true)
  %63 = load i64, ptr @OpenProbe_answered_ns, align 8
  %64 = call i64 @value_of(ptr %40)
  call void @put_int(ptr %58, i64 %63, i64 %64)
  %65 = load i64, ptr @OpenProbe_answered_port, align 8
  call void @put_int(ptr %58, i64 %65, i64 %2)
  %66 = call i32 @PyList_Append(ptr %9, ptr %58)
  %.not66 = icmp eq i32 %66, 0
  br label %67

67:
  %.1.off0 = phi i1 [ %.not66, %61 ], [ %.052.off0, %57 ]
  %68 = add i64 %.051, 1
  br label %53

.critedge:
  br label %69

69:
  %.2.off0 = phi i1 [ %.052.off0, %.critedge ], [ %75, %73 ]
  %.0 = phi i64 [ 0, %.critedge ], [ %76, %73 ]
  br i1 %.2.off0, label %70, label %.critedge68

70:
  %71 = call i64 @list_size(ptr %9)
  %72 = icmp slt i64 %.0, %71
  br i1 %72, label %73, label %.critedge68

73:
  %74 = call ptr @list_item(ptr %9, i64 %.0)
  %75 = call zeroext i1 @tell_asker(ptr %0, ptr %74, ptr %40)
  %76 = add i64 %.0, 1
  br label %69

.critedge68:
  call void @Py_DecRef(ptr %39)
  call void @Py_DecRef(ptr %9)
  call void @Py_DecRef(ptr %40)
  %77 = select i1 %.2.off0, i32 1, i32 2
  br label %78

78:
  %.050 = phi i32 [ 0, %36 ], [ %77, %.critedge68 ]
  ret i32 %.050
}

define zeroext i1 @probe_way_back(ptr %0, ptr %1) nounwind {
  %3 = load i64, ptr @ProbeSchedule__reverse_probes, align 8
  %4 = call ptr @get(ptr %0, i64 %3)
  %5 = call i64 @size_of(ptr %4)
  %6 = icmp eq i64 %5, 2
  br i1 %6, label %7, label %20

7:
  %8 = call ptr @PySequence_GetItem(ptr %4, i64 0)
  %.not = icmp eq ptr %8, null
  br i1 %.not, label %.critedge, label %9

9:
  %10 = load i64, ptr @OpenProbe_answered, align 8
  %11 = call zeroext i1 @is_true(ptr nonnull %8, i64 %10)
  call void @Py_DecRef(ptr %8)
  br i1 %11, label %16, label %12

.critedge:
  call void @Py_DecRef(ptr %8)
  br label %12

12:
  %13 = load i64, ptr @the_probe_reverse, align 8
  %14 = call ptr @method_1(ptr %0, i64 %13, ptr %1)
  %15 = call zeroext i1 @done(ptr %14)
  br label %19

16:
  %17 = call ptr @pop_first(ptr %4)
  %18 = call zeroext i1 @done(ptr %17)
  %. = select i1 %18, i1 false, i1 true
  %.32 = select i1 %18, i1 undef, i1 false
  br label %19

19:
  %.028 = phi i1 [ true, %12 ], [ %., %16 ]
  %.0 = phi i1 [ %15, %12 ], [ %.32, %16 ]
  %cond = icmp eq i1 %.028, false
  br i1 %cond, label %20, label %55

20:
  %21 = load i64, ptr @ProbeSchedule_sent_ns, align 8
  %22 = call i64 @get_int(ptr %0, i64 %21)
  %23 = call i64 @value_of(ptr %1)
  %24 = load i64, ptr @ProbeSchedule__interval_ns, align 8
  %25 = call i64 @get_int(ptr %0, i64 %24)
  %26 = sub i64 %23, %25
  %27 = icmp sgt i64 %22, %26
  br i1 %27, label %55, label %28

28:
  %29 = load i64, ptr @ProbeSchedule__reverse, align 8
  %30 = call ptr @get(ptr %0, i64 %29)
  %31 = call ptr @candidate(ptr %30)
  %.not29 = icmp eq ptr %31, null
  br i1 %.not29, label %39, label %32

32:
  %33 = load ptr, ptr @the, align 8
  %34 = load i64, ptr @the_None, align 8
  %35 = getelementptr inbounds nuw ptr, ptr %33, i64 %34
  %36 = load ptr, ptr %35, align 8
  %.not30 = icmp eq ptr %31, %36
  br i1 %.not30, label %39, label %37

37:
  %38 = call ptr @reverse_probe(ptr %0, ptr nonnull %31)
  br label %39

39:
  %40 = phi ptr [ %38, %37 ], [ null, %32 ], [ null, %28 ]
  %41 = load ptr, ptr @the, align 8
  %42 = load i64, ptr @the_None, align 8
  %43 = getelementptr inbounds nuw ptr, ptr %41, i64 %42
  %44 = load ptr, ptr %43, align 8
  %45 = icmp eq ptr %31, %44
  br i1 %45, label %53, label %46

46:
  %.not31 = icmp eq ptr %40, null
  br i1 %.not31, label %53, label %47

47:
  %48 = call zeroext i1 @append_to(ptr %4, ptr nonnull %40)
  br i1 %48, label %49, label %53

49:
  %50 = load i64, ptr @ProbeSchedule__prober, align 8
  %51 = call ptr @get(ptr %0, i64 %50)
  %52 = call zeroext i1 @ask(ptr %51, ptr nonnull %40)
  br label %53

53:
  %54 = phi i1 [ true, %39 ], [ false, %47 ], [ false, %46 ], [ %52, %49 ]
  call void @Py_DecRef(ptr %40)
  call void @Py_DecRef(ptr %31)
  br label %55

55:
  %.1 = phi i1 [ %.0, %19 ], [ %54, %53 ], [ true, %20 ]
  ret i1 %.1
}

declare ptr @PySequence_GetItem(ptr, i64)

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

define internal ptr @candidate(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  %3 = load i64, ptr @ReverseEvs__evs, align 8
  %4 = call ptr @get(ptr %0, i64 %3)
  %5 = load i64, ptr @EvSet__planes, align 8
  %6 = call ptr @get(ptr %4, i64 %5)
  %7 = load i64, ptr @ReverseEvs__doubted, align 8
  %8 = call zeroext i1 @is_none(ptr %0, i64 %7)
  br i1 %8, label %9, label %12

9:
  %10 = load i64, ptr @ReverseEvs__looked_at, align 8
  %11 = call zeroext i1 @is_none(ptr %0, i64 %10)
  br i1 %11, label %12, label %15

12:
  %13 = load i64, ptr @the_candidate, align 8
  %14 = call ptr @method(ptr %0, i64 %13)
  br label %60

15:
  %16 = load i64, ptr @EvSet__rotation, align 8
  %17 = call ptr @get(ptr %4, i64 %16)
  %18 = load i64, ptr @Rotation_closed, align 8
  %19 = call i64 @get_int(ptr %17, i64 %18)
  %20 = call i64 @tuple_size(ptr %6)
  %21 = load i64, ptr @ReverseEvs__looked_at, align 8
  %22 = call i64 @get_int(ptr %0, i64 %21)
  br label %23

23:
  %.032 = phi i64 [ 0, %15 ], [ %52, %51 ]
  %.031 = phi i64 [ %22, %15 ], [ %27, %51 ]
  %.1 = phi ptr [ undef, %15 ], [ %.3, %51 ]
  %24 = icmp slt i64 %.032, %20
  br i1 %24, label %25, label %53

25:
  store ptr null, ptr %2, align 8
  %26 = add i64 %.031, 1
  %27 = srem i64 %26, %20
  %28 = load i64, ptr @ReverseEvs__looked_at, align 8
  call void @put_int(ptr %0, i64 %28, i64 %27)
  %29 = call ptr @tuple_item(ptr %6, i64 %27)
  %30 = call i64 @value_of(ptr %29)
  %31 = shl nuw i64 1, %30
  %32 = and i64 %19, %31
  %.not = icmp eq i64 %32, 0
  br i1 %.not, label %33, label %37

33:
  %34 = load i64, ptr @EvSet_entries, align 8
  %35 = call ptr @get(ptr %4, i64 %34)
  %36 = call i64 @in_plane(ptr %35, i64 %30, i64 -1, ptr nonnull %2)
  br label %37

37:
  %38 = phi i64 [ %36, %33 ], [ 0, %25 ]
  %.not33 = icmp eq i64 %38, 0
  br i1 %.not33, label %50, label %39

39:
  %40 = load i64, ptr @ReverseEvs__rng, align 8
  %41 = call ptr @get(ptr %0, i64 %40)
  %42 = call i64 @draw(ptr %41, i64 %38)
  %43 = load i64, ptr @EvSet_entries, align 8
  %44 = call ptr @get(ptr %4, i64 %43)
  %45 = call i64 @in_plane(ptr %44, i64 %30, i64 %42, ptr nonnull %2)
  %46 = load ptr, ptr %2, align 8
  %.not34 = icmp eq ptr %46, null
  br i1 %.not34, label %50, label %47

47:
  %48 = load ptr, ptr %2, align 8
  %49 = call ptr @kept(ptr %48)
  br label %50

50:
  %.130 = phi i32 [ 4, %37 ], [ 1, %39 ], [ 1, %47 ]
  %.3 = phi ptr [ %.1, %37 ], [ %49, %47 ], [ null, %39 ]
  %cond35 = icmp eq i32 %.130, 4
  br i1 %cond35, label %51, label %53

51:
  %52 = add i64 %.032, 1
  br label %23

53:
  %.029 = phi i32 [ %.130, %50 ], [ 2, %23 ]
  %.2 = phi ptr [ %.3, %50 ], [ %.1, %23 ]
  %cond = icmp eq i32 %.029, 2
  br i1 %cond, label %54, label %60

54:
  %55 = load ptr, ptr @the, align 8
  %56 = load i64, ptr @the_None, align 8
  %57 = getelementptr inbounds nuw ptr, ptr %55, i64 %56
  %58 = load ptr, ptr %57, align 8
  %59 = call ptr @kept(ptr %58)
  br label %60

60:
  %.0 = phi ptr [ %14, %12 ], [ %.2, %53 ], [ %59, %54 ]
  ret ptr %.0
}

define internal ptr @reverse_probe(ptr %0, ptr %1) nounwind {
  %3 = load ptr, ptr @the, align 8
  %4 = load i64, ptr @the_OpenProbe, align 8
  %5 = getelementptr inbounds nuw ptr, ptr %3, i64 %4
  %6 = load ptr, ptr %5, align 8
  %7 = call ptr @PyType_GenericAlloc(ptr %6, i64 0)
  %.not = icmp eq ptr %7, null
  br i1 %.not, label %31, label %8

8:
  %9 = load i64, ptr @OpenProbe_qpn, align 8
  %10 = load i64, ptr @ProbeSchedule__qpn, align 8
  %11 = call ptr @get(ptr %0, i64 %10)
  %12 = call ptr @kept(ptr %11)
  call void @put(ptr nonnull %7, i64 %9, ptr %12)
  %13 = load i64, ptr @OpenProbe_peer, align 8
  %14 = load i64, ptr @ProbeSchedule__peer, align 8
  %15 = call ptr @get(ptr %0, i64 %14)
  %16 = call ptr @kept(ptr %15)
  call void @put(ptr nonnull %7, i64 %13, ptr %16)
  %17 = load i64, ptr @OpenProbe_entry, align 8
  %18 = call ptr @kept(ptr %1)
  call void @put(ptr nonnull %7, i64 %17, ptr %18)
  %19 = load i64, ptr @OpenProbe_purpose, align 8
  %20 = load ptr, ptr @the, align 8
  %21 = load i64, ptr @the_purpose_reverse, align 8
  %22 = getelementptr inbounds nuw ptr, ptr %20, i64 %21
  %23 = load ptr, ptr %22, align 8
  %24 = call ptr @kept(ptr %23)
  call void @put(ptr nonnull %7, i64 %19, ptr %24)
  %25 = load i64, ptr @OpenProbe_request_id, align 8
  call void @put_int(ptr nonnull %7, i64 %25, i64 -1)
  %26 = load i64, ptr @OpenProbe_sent_ns, align 8
  call void @put_int(ptr nonnull %7, i64 %26, i64 -1)
  %27 = load i64, ptr @OpenProbe_answered, align 8
  call void @put_bool(ptr nonnull %7, i64 %27, i1 zeroext false)
  %28 = load i64, ptr @OpenProbe_answered_ns, align 8
  call void @put_int(ptr nonnull %7, i64 %28, i64 -1)
  %29 = load i64, ptr @OpenProbe_answered_port, align 8
  call void @put_int(ptr nonnull %7, i64 %29, i64 -1)
  %30 = load i64, ptr @OpenProbe_given_up, align 8
  call void @put_bool(ptr nonnull %7, i64 %30, i1 zeroext false)
  br label %31

31:
  %.0 = phi ptr [ %7, %8 ], [ null, %2 ]
  ret ptr %.0
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

define internal zeroext i1 @ask(ptr %0, ptr %1) nounwind {
  %3 = load i64, ptr @OpenProbe_entry, align 8
  %4 = call ptr @get(ptr %1, i64 %3)
  %5 = load i64, ptr @OpenProbe_peer, align 8
  %6 = call ptr @get(ptr %1, i64 %5)
  %7 = load i64, ptr @EvProber__waiting, align 8
  %8 = call ptr @get(ptr %0, i64 %7)
  %9 = load i64, ptr @EvEntry_plane, align 8
  %10 = call i64 @get_int(ptr %4, i64 %9)
  %11 = call ptr @tuple_item(ptr %8, i64 %10)
  %12 = load i64, ptr @EvEntry_entropy, align 8
  %13 = call i64 @get_int(ptr %4, i64 %12)
  %14 = call ptr @integer(i64 %13)
  %.not = icmp eq ptr %11, null
  %.not33 = icmp eq ptr %14, null
  %or.cond = select i1 %.not, i1 true, i1 %.not33
  br i1 %or.cond, label %17, label %15

15:
  %16 = call ptr (i64, ...) @PyTuple_Pack(i64 2, ptr %6, ptr nonnull %14)
  br label %17

17:
  %18 = phi ptr [ %16, %15 ], [ null, %2 ]
  call void @Py_DecRef(ptr %14)
  %.not34 = icmp eq ptr %18, null
  br i1 %.not34, label %21, label %19

19:
  %20 = call ptr @PyDict_GetItemWithError(ptr %11, ptr nonnull %18)
  br label %21

21:
  %22 = phi ptr [ %20, %19 ], [ null, %17 ]
  %.not35 = icmp eq ptr %18, null
  br i1 %.not35, label %25, label %23

23:
  %24 = call ptr @PyErr_Occurred()
  %.not36 = icmp eq ptr %24, null
  br label %25

25:
  %26 = phi i1 [ false, %21 ], [ %.not36, %23 ]
  %.not37 = icmp eq ptr %22, null
  %or.cond40 = select i1 %26, i1 %.not37, i1 false
  br i1 %or.cond40, label %27, label %44

27:
  %28 = load ptr, ptr @the, align 8
  %29 = load i64, ptr @the__PathProbe, align 8
  %30 = getelementptr inbounds nuw ptr, ptr %28, i64 %29
  %31 = load ptr, ptr %30, align 8
  %32 = call ptr @PyType_GenericAlloc(ptr %31, i64 0)
  %33 = icmp ne ptr %32, null
  br i1 %33, label %34, label %43

34:
  %35 = load i64, ptr @_PathProbe_peer, align 8
  %36 = call ptr @kept(ptr %6)
  call void @put(ptr nonnull %32, i64 %35, ptr %36)
  %37 = load i64, ptr @_PathProbe_entry, align 8
  %38 = call ptr @kept(ptr %4)
  call void @put(ptr nonnull %32, i64 %37, ptr %38)
  %39 = load i64, ptr @_PathProbe_asked, align 8
  %40 = call ptr @PyList_New(i64 0)
  call void @put(ptr nonnull %32, i64 %39, ptr %40)
  %41 = call i32 @PyObject_SetItem(ptr %11, ptr %18, ptr nonnull %32)
  %.not38 = icmp eq i32 %41, 0
  %42 = load i64, ptr @EvProber_waiting_paths, align 8
  call void @add(ptr %0, i64 %42, i64 1)
  br label %43

43:
  %.1.in = phi i1 [ %.not38, %34 ], [ %33, %27 ]
  call void @Py_DecRef(ptr %32)
  br label %44

44:
  %.032.in = phi i1 [ %26, %25 ], [ %.1.in, %43 ]
  %.0 = phi ptr [ %22, %25 ], [ %32, %43 ]
  call void @Py_DecRef(ptr %18)
  br i1 %.032.in, label %45, label %49

45:
  %46 = load i64, ptr @_PathProbe_asked, align 8
  %47 = call ptr @get(ptr %.0, i64 %46)
  %48 = call i32 @PyList_Append(ptr %47, ptr %1)
  %.not39 = icmp eq i32 %48, 0
  br label %49

49:
  %50 = phi i1 [ false, %44 ], [ %.not39, %45 ]
  ret i1 %50
}

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

declare i64 @llvm.expect.i64(i64, i64)

declare void @strange(ptr, i64)

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

declare i64 @PyObject_Size(ptr)

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

declare ptr @PyTuple_GetItem(ptr, i64)

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

declare void @_Py_Dealloc(ptr)

declare ptr @PyDict_GetItemWithError(ptr, ptr)

declare i32 @PyDict_SetItem(ptr, ptr, ptr)

declare i64 @PyTuple_Size(ptr)

define internal ptr @who_wants(ptr %0) nounwind {
  %2 = call ptr @PyList_New(i64 0)
  br label %3

3:
  %.0 = phi i64 [ 0, %1 ], [ %14, %13 ]
  %.not = icmp eq ptr %2, null
  br i1 %.not, label %.critedge, label %4

4:
  %5 = call i64 @list_size(ptr %0)
  %6 = icmp slt i64 %.0, %5
  br i1 %6, label %7, label %.critedge

7:
  %8 = call ptr @list_item(ptr %0, i64 %.0)
  %9 = call zeroext i1 @is_wanted(ptr %8)
  br i1 %9, label %10, label %13

10:
  %11 = call ptr @list_item(ptr %0, i64 %.0)
  %12 = call i32 @PyList_Append(ptr %2, ptr %11)
  br label %13

13:
  %14 = add i64 %.0, 1
  br label %3

.critedge:
  ret ptr %2
}

declare i32 @PyList_SetItem(ptr, i64, ptr)

define internal ptr @request(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca [20 x i8], align 16
  %5 = alloca %struct.start.8, align 8
  %6 = load i64, ptr @_PathProbe_entry, align 8
  %7 = call ptr @get(ptr %1, i64 %6)
  %8 = load i64, ptr @_PathProbe_peer, align 8
  %9 = call ptr @get(ptr %1, i64 %8)
  %10 = load i64, ptr @_PathProbe_asked, align 8
  %11 = call ptr @get(ptr %1, i64 %10)
  %12 = call ptr @integer(i64 %2)
  %13 = load i64, ptr @EvProber__next_id, align 8
  %14 = call i64 @get_int(ptr %0, i64 %13)
  call void @llvm.memset.p0.i64(ptr nonnull align 16 dereferenceable(20) %4, i8 0, i64 20, i1 false)
  %15 = call ptr @write_32(ptr nonnull %4, i64 %14)
  %16 = getelementptr inbounds nuw i8, ptr %4, i64 4
  %17 = call ptr @write_16(ptr nonnull %16, i64 1)
  %18 = getelementptr inbounds nuw i8, ptr %4, i64 16
  %19 = call i64 @tick(i64 %2)
  %20 = call ptr @write_16(ptr nonnull %18, i64 %19)
  %21 = call ptr @write_16(ptr %20, i64 1)
  %22 = call ptr @outer_of(ptr %7)
  store ptr %22, ptr %5, align 8
  %23 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %24 = load i64, ptr @EvProber__address, align 8
  %25 = call ptr @get(ptr %0, i64 %24)
  %26 = call ptr @bytes_of(ptr %25)
  store ptr %26, ptr %23, align 8
  %27 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %28 = call ptr @bytes_of(ptr %9)
  store ptr %28, ptr %27, align 8
  %29 = getelementptr inbounds nuw i8, ptr %5, i64 24
  %30 = load i64, ptr @EvEntry_plane, align 8
  %31 = call i64 @get_int(ptr %7, i64 %30)
  store i64 %31, ptr %29, align 8
  %32 = getelementptr inbounds nuw i8, ptr %5, i64 32
  store i64 0, ptr %32, align 8
  %33 = getelementptr inbounds nuw i8, ptr %5, i64 40
  %34 = load i64, ptr @EvEntry_entropy, align 8
  %35 = call i64 @get_int(ptr %7, i64 %34)
  store i64 %35, ptr %33, align 8
  %36 = getelementptr inbounds nuw i8, ptr %5, i64 48
  store i64 0, ptr %36, align 8
  %37 = getelementptr inbounds nuw i8, ptr %5, i64 56
  store i64 216, ptr %37, align 8
  %38 = getelementptr inbounds nuw i8, ptr %5, i64 64
  store i64 0, ptr %38, align 8
  %39 = getelementptr inbounds nuw i8, ptr %5, i64 72
  store i64 0, ptr %39, align 8
  %40 = call i64 @bytes_size(ptr %9)
  %41 = icmp eq i64 %40, 16
  br i1 %41, label %42, label %44

42:
  %43 = call ptr @endpoint_frame(ptr %0, ptr nonnull %5, ptr nonnull %4, i64 20)
  br label %44

44:
  %.045 = phi ptr [ %43, %42 ], [ null, %3 ]
  %.not = icmp eq ptr %.045, null
  br i1 %.not, label %45, label %52

45:
  %46 = call zeroext i1 @forget()
  br i1 %46, label %47, label %50

47:
  %48 = load i64, ptr @the__request, align 8
  %49 = call ptr @method_2(ptr %0, i64 %48, ptr %1, ptr %12)
  br label %50

50:
  %51 = phi ptr [ %49, %47 ], [ null, %45 ]
  call void @Py_DecRef(ptr %12)
  br label %94

52:
  %53 = call ptr @integer(i64 %14)
  %54 = load i64, ptr @EvProber__next_id, align 8
  %55 = add i64 %14, 1
  %56 = and i64 %55, 65535
  call void @put_int(ptr %0, i64 %54, i64 %56)
  %.not47 = icmp eq ptr %53, null
  br i1 %.not47, label %61, label %57

57:
  %58 = load i64, ptr @EvProber__open, align 8
  %59 = call ptr @get(ptr %0, i64 %58)
  %60 = call i32 @PyDict_SetItem(ptr %59, ptr nonnull %53, ptr %1)
  br label %61

61:
  br label %62

62:
  %.046 = phi i64 [ 0, %61 ], [ %87, %86 ]
  %.not48 = icmp eq ptr %53, null
  br i1 %.not48, label %.critedge, label %63

63:
  %64 = call i64 @list_size(ptr %11)
  %65 = icmp slt i64 %.046, %64
  br i1 %65, label %66, label %.critedge

66:
  %67 = call ptr @list_item(ptr %11, i64 %.046)
  %68 = load i64, ptr @OpenProbe_purpose, align 8
  %69 = call ptr @get(ptr %67, i64 %68)
  %70 = load i64, ptr @OpenProbe_request_id, align 8
  call void @put_int(ptr %67, i64 %70, i64 %14)
  %71 = load i64, ptr @OpenProbe_sent_ns, align 8
  %72 = call i64 @value_of(ptr %12)
  call void @put_int(ptr %67, i64 %71, i64 %72)
  %73 = load ptr, ptr @the, align 8
  %74 = load i64, ptr @the_purpose_controller, align 8
  %75 = getelementptr inbounds nuw ptr, ptr %73, i64 %74
  %76 = load ptr, ptr %75, align 8
  %.not49 = icmp eq ptr %69, %76
  br i1 %.not49, label %86, label %77

77:
  %78 = load i64, ptr @OpenProbe_entry, align 8
  %79 = call ptr @get(ptr %67, i64 %78)
  %80 = load i64, ptr @EvEntry_probe_open, align 8
  %81 = load ptr, ptr @the, align 8
  %82 = load i64, ptr @the_purpose_revive, align 8
  %83 = getelementptr inbounds nuw ptr, ptr %81, i64 %82
  %84 = load ptr, ptr %83, align 8
  %85 = icmp eq ptr %69, %84
  call void @put_bool(ptr %79, i64 %80, i1 zeroext %85)
  br label %86

86:
  %87 = add i64 %.046, 1
  br label %62

.critedge:
  %88 = load i64, ptr @EvProber__counters, align 8
  %89 = call ptr @get(ptr %0, i64 %88)
  %90 = load ptr, ptr @the, align 8
  %91 = load i64, ptr @the_probe_sent, align 8
  %92 = getelementptr inbounds nuw ptr, ptr %90, i64 %91
  %93 = load ptr, ptr %92, align 8
  call void @count(ptr %89, ptr %93)
  call void @Py_DecRef(ptr %53)
  call void @Py_DecRef(ptr %12)
  br label %94

94:
  %.0 = phi ptr [ %.045, %.critedge ], [ %51, %50 ]
  ret ptr %.0
}

declare ptr @PyList_New(i64)

define internal zeroext i1 @is_wanted(ptr %0) nounwind {
  %2 = load i64, ptr @OpenProbe_given_up, align 8
  %3 = call zeroext i1 @is_true(ptr %0, i64 %2)
  br i1 %3, label %21, label %4

4:
  %5 = load i64, ptr @OpenProbe_purpose, align 8
  %6 = call ptr @get(ptr %0, i64 %5)
  %7 = load ptr, ptr @the, align 8
  %8 = load i64, ptr @the_purpose_revive, align 8
  %9 = getelementptr inbounds nuw ptr, ptr %7, i64 %8
  %10 = load ptr, ptr %9, align 8
  %.not = icmp eq ptr %6, %10
  br i1 %.not, label %11, label %21

11:
  %12 = load i64, ptr @OpenProbe_entry, align 8
  %13 = call ptr @get(ptr %0, i64 %12)
  %14 = load i64, ptr @EvEntry_state, align 8
  %15 = call ptr @get(ptr %13, i64 %14)
  %16 = load ptr, ptr @the, align 8
  %17 = load i64, ptr @the_assumed_bad, align 8
  %18 = getelementptr inbounds nuw ptr, ptr %16, i64 %17
  %19 = load ptr, ptr %18, align 8
  %20 = icmp eq ptr %15, %19
  br label %21

21:
  %22 = phi i1 [ false, %1 ], [ true, %4 ], [ %20, %11 ]
  ret i1 %22
}

declare i32 @PyList_Append(ptr, ptr)

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

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

declare ptr @outer_of(ptr)

define internal ptr @bytes_of(ptr %0) alwaysinline nounwind {
  %.not = icmp eq ptr %0, null
  br i1 %.not, label %4, label %2

2:
  %3 = call ptr @PyBytes_AsString(ptr nonnull %0)
  br label %4

4:
  %5 = phi ptr [ %3, %2 ], [ null, %1 ]
  %.not5 = icmp eq ptr %5, null
  %6 = zext i1 %.not5 to i64
  %7 = call i64 @llvm.expect.i64(i64 %6, i64 0)
  %.not6 = icmp eq i64 %7, 0
  br i1 %.not6, label %11, label %8

8:
  %9 = load i64, ptr @the_bytes, align 8
  %10 = shl i64 %9, 16
  call void @strange(ptr %0, i64 %10)
  unreachable

11:
  ret ptr %5
}

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

define internal ptr @endpoint_frame(ptr %0, ptr %1, ptr %2, i64 %3) nounwind {
  %5 = alloca [154 x i8], align 16
  %6 = load i64, ptr @EvProber__builder, align 8
  %7 = call ptr @get(ptr %0, i64 %6)
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %9 = load i64, ptr %8, align 8
  %10 = call ptr @kind_of(i64 %9)
  %11 = call ptr @type_of(ptr %7)
  %12 = load ptr, ptr @the, align 8
  %13 = load i64, ptr @the_FrameBuilder, align 8
  %14 = getelementptr inbounds nuw ptr, ptr %12, i64 %13
  %15 = load ptr, ptr %14, align 8
  %.not = icmp ne ptr %11, %15
  %.not19 = icmp eq ptr %10, null
  %or.cond = select i1 %.not, i1 true, i1 %.not19
  br i1 %or.cond, label %37, label %16

16:
  %17 = add i64 %3, 20
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 48
  store i64 %17, ptr %18, align 8
  %19 = getelementptr inbounds nuw i8, ptr %1, i64 72
  store i64 2, ptr %19, align 8
  %20 = load i64, ptr @FrameBuilder_classes, align 8
  %21 = call ptr @get(ptr %7, i64 %20)
  %22 = call i64 @traffic_class_of(ptr %21, ptr nonnull %10, i1 zeroext false)
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 32
  store i64 %22, ptr %23, align 8
  %24 = load i64, ptr @EvProber__address, align 8
  %25 = call ptr @get(ptr %0, i64 %24)
  %26 = call i64 @bytes_size(ptr %25)
  %.not20 = icmp eq i64 %26, 16
  br i1 %.not20, label %27, label %37

27:
  %28 = call zeroext i1 @write_start(ptr nonnull %5, ptr %7, ptr %1)
  br i1 %28, label %29, label %37

29:
  %30 = getelementptr inbounds nuw i8, ptr %5, i64 110
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 2 %30, ptr align 1 %2, i64 %3, i1 false)
  %31 = getelementptr inbounds nuw i8, ptr %5, i64 110
  %32 = getelementptr inbounds i8, ptr %31, i64 %3
  %33 = getelementptr inbounds nuw i8, ptr %5, i64 54
  %34 = call i32 @packet_sum(ptr nonnull %33, ptr nonnull %32)
  call void @write_icrc(ptr nonnull %32, i32 %34)
  %35 = add i64 %3, 114
  %36 = call ptr @PyBytes_FromStringAndSize(ptr nonnull %5, i64 %35)
  br label %37

37:
  %.0 = phi ptr [ null, %4 ], [ %36, %29 ], [ null, %27 ], [ null, %16 ]
  ret ptr %.0
}

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

declare ptr @PyBytes_AsString(ptr)

declare i64 @PyBytes_Size(ptr)

declare ptr @kind_of(i64)

declare i64 @traffic_class_of(ptr, ptr, i1 zeroext)

declare zeroext i1 @write_start(ptr, ptr, ptr)

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define internal void @write_icrc(ptr %0, i32 %1) nounwind {
  br label %3

3:
  %.0 = phi i32 [ 0, %2 ], [ %11, %5 ]
  %4 = icmp slt i32 %.0, 4
  br i1 %4, label %5, label %12

5:
  %6 = shl i32 %.0, 3
  %7 = lshr i32 %1, %6
  %8 = trunc i32 %7 to i8
  %9 = sext i32 %.0 to i64
  %10 = getelementptr inbounds i8, ptr %0, i64 %9
  store i8 %8, ptr %10, align 1
  %11 = add i32 %.0, 1
  br label %3

12:
  ret void
}

declare i32 @packet_sum(ptr, ptr)

declare ptr @PyBytes_FromStringAndSize(ptr, i64)

declare i32 @PyErr_ExceptionMatches(ptr)

declare void @PyErr_Clear()

declare ptr @PyObject_VectorcallMethod(ptr, ptr, i64, ptr)

declare i64 @PyDict_Size(ptr)

define internal i64 @named_plane(i64 %0) nounwind {
  %2 = lshr i64 %0, 16
  %3 = and i64 %2, 255
  ret i64 %3
}

define internal ptr @response(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca [40 x i8], align 16
  %5 = alloca %struct.start.8, align 8
  call void @llvm.memset.p0.i64(ptr nonnull align 16 dereferenceable(40) %4, i8 0, i64 40, i1 false)
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %7 = load i64, ptr %6, align 8
  %8 = and i64 %7, 65535
  %9 = call ptr @write_32(ptr nonnull %4, i64 %8)
  %10 = getelementptr inbounds nuw i8, ptr %4, i64 4
  %11 = call i64 @op_shift(ptr %0)
  %12 = shl nuw i64 1, %11
  %13 = call ptr @write_16(ptr nonnull %10, i64 %12)
  %14 = getelementptr inbounds nuw i8, ptr %4, i64 32
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %16 = load ptr, ptr %15, align 8
  %17 = getelementptr inbounds nuw i8, ptr %16, i64 126
  %18 = load i16, ptr %17, align 1
  store i16 %18, ptr %14, align 16
  %19 = call ptr @way_back(ptr %0, ptr %1)
  store ptr %19, ptr %5, align 8
  %20 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %21 = load i64, ptr @EvProber__address, align 8
  %22 = call ptr @get(ptr %0, i64 %21)
  %23 = call ptr @bytes_of(ptr %22)
  store ptr %23, ptr %20, align 8
  %24 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %25 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %26 = load ptr, ptr %25, align 8
  store ptr %26, ptr %24, align 8
  %27 = getelementptr inbounds nuw i8, ptr %5, i64 24
  store i64 %2, ptr %27, align 8
  %28 = getelementptr inbounds nuw i8, ptr %5, i64 32
  store i64 0, ptr %28, align 8
  %29 = getelementptr inbounds nuw i8, ptr %5, i64 40
  %30 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %31 = load i64, ptr %30, align 8
  store i64 %31, ptr %29, align 8
  %32 = getelementptr inbounds nuw i8, ptr %5, i64 48
  store i64 0, ptr %32, align 8
  %33 = getelementptr inbounds nuw i8, ptr %5, i64 56
  store i64 217, ptr %33, align 8
  %34 = getelementptr inbounds nuw i8, ptr %5, i64 64
  store i64 0, ptr %34, align 8
  %35 = getelementptr inbounds nuw i8, ptr %5, i64 72
  store i64 0, ptr %35, align 8
  %.not = icmp eq ptr %19, null
  br i1 %.not, label %38, label %36

36:
  %37 = call ptr @endpoint_frame(ptr %0, ptr nonnull %5, ptr nonnull %4, i64 40)
  br label %38

38:
  %39 = phi ptr [ %37, %36 ], [ null, %3 ]
  call void @Py_DecRef(ptr %19)
  ret ptr %39
}

define internal zeroext i1 @queue_answer(ptr %0, i64 %1, ptr %2, i64 %3) nounwind {
  %5 = load i64, ptr @Scheduler__answers, align 8
  %6 = call ptr @get(ptr %0, i64 %5)
  %7 = call ptr @list_item(ptr %6, i64 %1)
  %.not = icmp eq ptr %7, null
  br i1 %.not, label %30, label %8

8:
  %9 = call i64 @size_of(ptr nonnull %7)
  %10 = icmp sgt i64 %9, 255
  br i1 %10, label %11, label %18

11:
  %12 = load i64, ptr @Scheduler__counters, align 8
  %13 = call ptr @get(ptr %0, i64 %12)
  %14 = load ptr, ptr @the, align 8
  %15 = load i64, ptr @the_probe_queue_full, align 8
  %16 = getelementptr inbounds nuw ptr, ptr %14, i64 %15
  %17 = load ptr, ptr %16, align 8
  call void @count(ptr %13, ptr %17)
  br label %30

18:
  %19 = load i64, ptr @Scheduler__patience_ns, align 8
  %20 = call i64 @get_int(ptr %0, i64 %19)
  %21 = add i64 %3, %20
  %22 = call ptr @integer(i64 %21)
  %23 = call ptr (i64, ...) @PyTuple_Pack(i64 2, ptr %22, ptr %2)
  %.not17 = icmp eq ptr %23, null
  br i1 %.not17, label %26, label %24

24:
  %25 = call zeroext i1 @append_to(ptr nonnull %7, ptr nonnull %23)
  br label %26

26:
  %27 = phi i1 [ false, %18 ], [ %25, %24 ]
  call void @Py_DecRef(ptr %22)
  call void @Py_DecRef(ptr %23)
  br i1 %27, label %28, label %30

28:
  %29 = load i64, ptr @Scheduler__answers_waiting, align 8
  call void @add(ptr %0, i64 %29, i64 1)
  br label %30

30:
  %.0 = phi i1 [ true, %11 ], [ false, %4 ], [ %27, %28 ], [ %27, %26 ]
  ret i1 %.0
}

define internal ptr @way_back(ptr %0, ptr %1) nounwind {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %4 = load ptr, ptr %3, align 8
  %5 = call ptr @PyBytes_FromStringAndSize(ptr %4, i64 16)
  %.not = icmp eq ptr %5, null
  br i1 %.not, label %10, label %6

6:
  %7 = load i64, ptr @EvProber__templates, align 8
  %8 = call ptr @get(ptr %0, i64 %7)
  %9 = call ptr @PyDict_GetItemWithError(ptr %8, ptr nonnull %5)
  br label %10

10:
  %11 = phi ptr [ %9, %6 ], [ null, %2 ]
  call void @Py_DecRef(ptr %5)
  %.not9 = icmp eq ptr %11, null
  br i1 %.not9, label %18, label %12

12:
  %13 = load i64, ptr @EvProber__address, align 8
  %14 = call ptr @get(ptr %0, i64 %13)
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %16 = load i64, ptr %15, align 8
  %17 = call ptr @outer_by(ptr nonnull %11, ptr %14, i64 %16)
  br label %18

18:
  %19 = phi ptr [ %17, %12 ], [ null, %10 ]
  ret ptr %19
}

declare ptr @outer_by(ptr, ptr, i64)

declare ptr @PyTuple_Pack(i64, ...)

declare i32 @memcmp(ptr, ptr, i64)

define internal zeroext i1 @is_of_queue_pairs(ptr %0) nounwind {
  br label %2

2:
  %.011 = phi i64 [ 0, %1 ], [ %21, %20 ]
  %.0 = phi i1 [ undef, %1 ], [ %.2, %20 ]
  %3 = call i64 @list_size(ptr %0)
  %4 = icmp slt i64 %.011, %3
  br i1 %4, label %5, label %22

5:
  %6 = call ptr @list_item(ptr %0, i64 %.011)
  %7 = load i64, ptr @OpenProbe_purpose, align 8
  %8 = call ptr @get(ptr %6, i64 %7)
  %9 = load ptr, ptr @the, align 8
  %10 = load i64, ptr @the_purpose_revive, align 8
  %11 = getelementptr inbounds nuw ptr, ptr %9, i64 %10
  %12 = load ptr, ptr %11, align 8
  %.not = icmp eq ptr %8, %12
  br i1 %.not, label %18, label %13

13:
  %14 = load ptr, ptr @the, align 8
  %15 = load i64, ptr @the_purpose_reverse, align 8
  %16 = getelementptr inbounds nuw ptr, ptr %14, i64 %15
  %17 = load ptr, ptr %16, align 8
  %.not12 = icmp eq ptr %8, %17
  br i1 %.not12, label %18, label %19

18:
  br label %19

19:
  %.110 = phi i32 [ 0, %18 ], [ 1, %13 ]
  %.2 = phi i1 [ %.0, %18 ], [ false, %13 ]
  %trunc = trunc nuw i32 %.110 to i1
  %cond = icmp eq i1 %trunc, false
  br i1 %cond, label %20, label %22

20:
  %21 = add i64 %.011, 1
  br label %2

22:
  %.09 = phi i32 [ %.110, %19 ], [ 2, %2 ]
  %.1 = phi i1 [ %.2, %19 ], [ %.0, %2 ]
  switch i32 %.09, label %25 [
    i32 2, label %23
    i32 1, label %24
  ]

23:
  br label %24

24:
  %.3 = phi i1 [ true, %23 ], [ %.1, %22 ]
  ret i1 %.3

25:
  unreachable
}

define internal ptr @hold(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = call ptr @get(ptr %0, i64 %1)
  %4 = call ptr @kept(ptr %3)
  ret ptr %4
}

declare i32 @PyDict_DelItem(ptr, ptr)

define internal zeroext i1 @tell_asker(ptr %0, ptr %1, ptr %2) nounwind {
  %4 = load i64, ptr @Nic_queue_pairs, align 8
  %5 = call ptr @get(ptr %0, i64 %4)
  %6 = load i64, ptr @OpenProbe_qpn, align 8
  %7 = call ptr @get(ptr %1, i64 %6)
  %8 = call ptr @PyDict_GetItemWithError(ptr %5, ptr %7)
  %.not = icmp eq ptr %8, null
  br i1 %.not, label %12, label %9

9:
  %10 = load i64, ptr @QueuePair_probing, align 8
  %11 = call zeroext i1 @is_none(ptr nonnull %8, i64 %10)
  br i1 %11, label %12, label %14

12:
  %13 = call ptr @PyErr_Occurred()
  %.not22 = icmp eq ptr %13, null
  br label %47

14:
  call void @Py_IncRef(ptr nonnull %8)
  %15 = load i64, ptr @QueuePair_probing, align 8
  %16 = call ptr @get(ptr nonnull %8, i64 %15)
  %17 = load i64, ptr @Nic__timers, align 8
  %18 = call ptr @get(ptr %0, i64 %17)
  %19 = load i64, ptr @OpenProbe_purpose, align 8
  %20 = call ptr @get(ptr %1, i64 %19)
  %21 = load ptr, ptr @the, align 8
  %22 = load i64, ptr @the_purpose_reverse, align 8
  %23 = getelementptr inbounds nuw ptr, ptr %21, i64 %22
  %24 = load ptr, ptr %23, align 8
  %25 = icmp eq ptr %20, %24
  br i1 %25, label %26, label %32

26:
  %27 = load i64, ptr @ProbeSchedule__reverse, align 8
  %28 = call ptr @get(ptr %16, i64 %27)
  %29 = load i64, ptr @OpenProbe_entry, align 8
  %30 = call ptr @get(ptr %1, i64 %29)
  %31 = call zeroext i1 @confirm(ptr %28, ptr %30)
  br label %36

32:
  %33 = load i64, ptr @the_on_answer, align 8
  %34 = call ptr @method_2(ptr %16, i64 %33, ptr %1, ptr %2)
  %35 = call zeroext i1 @done(ptr %34)
  br label %36

36:
  %.0.in = phi i1 [ %31, %26 ], [ %35, %32 ]
  br i1 %.0.in, label %37, label %46

37:
  %38 = load i64, ptr @QueuePair_evs, align 8
  %39 = call zeroext i1 @is_none(ptr nonnull %8, i64 %38)
  br i1 %39, label %40, label %44

40:
  %41 = load i64, ptr @the_arm, align 8
  %42 = call ptr @method_1(ptr %18, i64 %41, ptr nonnull %8)
  %43 = call zeroext i1 @done(ptr %42)
  br label %46

44:
  %45 = call zeroext i1 @arm_timers(ptr %18, ptr nonnull %8)
  br label %46

46:
  %.1.in = phi i1 [ %.0.in, %36 ], [ %43, %40 ], [ %45, %44 ]
  call void @Py_DecRef(ptr nonnull %8)
  br label %47

47:
  %.021 = phi i1 [ %.not22, %12 ], [ %.1.in, %46 ]
  ret i1 %.021
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

declare zeroext i1 @confirm(ptr, ptr)

declare zeroext i1 @arm_timers(ptr, ptr)

declare zeroext i1 @counts_as_true(ptr)

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

define internal i64 @in_plane(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  store i64 0, ptr %5, align 8
  br label %8

8:
  %.0 = phi i64 [ 0, %4 ], [ %.1, %29 ]
  %9 = call i32 @PyDict_Next(ptr %0, ptr nonnull %5, ptr nonnull %6, ptr nonnull %7)
  %.not = icmp eq i32 %9, 0
  br i1 %.not, label %30, label %10

10:
  %11 = load ptr, ptr %7, align 8
  %12 = load i64, ptr @EvEntry_plane, align 8
  %13 = call i64 @get_int(ptr %11, i64 %12)
  %14 = icmp eq i64 %13, %1
  br i1 %14, label %15, label %29

15:
  %16 = load ptr, ptr %7, align 8
  %17 = load i64, ptr @EvEntry_state, align 8
  %18 = call ptr @get(ptr %16, i64 %17)
  %19 = load ptr, ptr @the, align 8
  %20 = load i64, ptr @the_denied, align 8
  %21 = getelementptr inbounds nuw ptr, ptr %19, i64 %20
  %22 = load ptr, ptr %21, align 8
  %.not6 = icmp eq ptr %18, %22
  br i1 %.not6, label %29, label %23

23:
  %24 = icmp eq i64 %.0, %2
  br i1 %24, label %25, label %27

25:
  %26 = load ptr, ptr %7, align 8
  store ptr %26, ptr %3, align 8
  br label %27

27:
  %28 = add i64 %.0, 1
  br label %29

29:
  %.1 = phi i64 [ %28, %27 ], [ %.0, %15 ], [ %.0, %10 ]
  br label %8

30:
  ret i64 %.0
}

declare i64 @draw(ptr, i64)

declare i32 @PyDict_Next(ptr, ptr, ptr, ptr)

declare ptr @PyType_GenericAlloc(ptr, i64)

declare i32 @PyObject_SetItem(ptr, ptr, ptr)
