; SPDX-License-Identifier: Apache-2.0
; Made of timers.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 8943ef197d1fc599423f9b9111e0bbeee6ee8de487b3e39c72cc1cda2f1c5b1d
@the = external global ptr, align 8
@the_heappop = external constant i64, align 8
@Timers__settled = external constant i64, align 8
@the_None = external constant i64, align 8
@Timers__looked = external constant i64, align 8
@Timers__wake_ns = external constant i64, align 8
@QueuePair_requestor = external constant i64, align 8
@QueuePair_evs = external constant i64, align 8
@EvSet_bad = external constant i64, align 8
@BadEvs_due_ns = external constant i64, align 8
@QueuePair_ev_probe_ns = external constant i64, align 8
@the_arm = external constant i64, align 8
@Requestor_state = external constant i64, align 8
@QueuePair_deadline_ns = external constant i64, align 8
@SendState_stale = external constant i64, align 8
@QueuePair_qpn = external constant i64, align 8
@QueuePair_probing = external constant i64, align 8
@ProbeSchedule__interval_ns = external constant i64, align 8
@ProbeSchedule__interval_since_ns = external constant i64, align 8
@QueuePair_reverse_ns = external constant i64, align 8
@Nic__timers = external constant i64, align 8
@the__end_overrun = external constant i64, align 8
@Nic_ports = external constant i64, align 8
@the_run = external constant i64, align 8
@Nic_queue_pairs = external constant i64, align 8
@the_True = external constant i64, align 8
@the_False = external constant i64, align 8
@Timers__heap = external constant i64, align 8
@Timers__deadlines = external constant i64, align 8
@the_list = external constant i64, align 8
@the_tuple = external constant i64, align 8
@the_int = external constant i64, align 8
@long_digit = external constant i64, align 8
@SendState_budget = external constant i64, align 8
@SendState_queue = external constant i64, align 8
@SendState_cc = external constant i64, align 8
@SendState_flight = external constant i64, align 8
@SendState_losses = external constant i64, align 8
@SendState_probes = external constant i64, align 8
@Account__destination = external constant i64, align 8
@ReliabilityProbes_vain = external constant i64, align 8
@RetryBudget__limits = external constant i64, align 8
@the_RtsAttributes = external constant i64, align 8
@RetryBudget_retries = external constant i64, align 8
@RtsAttributes_linear_retries = external constant i64, align 8
@InFlight__delayed = external constant i64, align 8
@Losses__planes = external constant i64, align 8
@PlaneLosses__waiting = external constant i64, align 8
@SendQueue_begun = external constant i64, align 8
@SendQueue_pending = external constant i64, align 8
@RetryBudget_since_ns = external constant i64, align 8
@RtsAttributes_ack_timeout = external constant i64, align 8
@ReliabilityProbes__interval_ns = external constant i64, align 8
@ReliabilityProbes__last_ns = external constant i64, align 8
@SendState_heard_ns = external constant i64, align 8
@Losses_trips = external constant i64, align 8
@TripTimes_patience_ns = external constant i64, align 8
@SendState_options = external constant i64, align 8
@TransportOptions_base_rtt_ns = external constant i64, align 8
@InFlight_in_flight = external constant i64, align 8
@InFlight_last_sent_ns = external constant i64, align 8
@Destination_accounts = external constant i64, align 8
@Destination_waiting = external constant i64, align 8
@Destination_heard_ns = external constant i64, align 8
@Destination_patience_ns = external constant i64, align 8
@the_deque = external constant i64, align 8
@the_dict = external constant i64, align 8
@the_Exception = external constant i64, align 8
@Timers__order = external constant i64, align 8
@the_heappush = external constant i64, align 8
@the__compact = external constant i64, align 8
@Timers__wake_order = external constant i64, align 8
@sought = external global ptr, align 8
@QueuePair_state = external constant i64, align 8
@the_rts = external constant i64, align 8
@the_rtr = external constant i64, align 8
@the_revive = external constant i64, align 8
@ProbeSchedule_received_ns = external constant i64, align 8
@the_on_timer = external constant i64, align 8
@the__after_requestor = external constant i64, align 8

define ptr @pop(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca [2 x ptr], align 16
  store ptr %0, ptr %2, align 8
  store ptr null, ptr %3, align 8
  %4 = getelementptr inbounds ptr, ptr %3, i64 1
  %5 = load ptr, ptr %2, align 8
  store ptr %5, ptr %4, align 8
  %6 = load ptr, ptr @the, align 8
  %7 = load i64, ptr @the_heappop, align 8
  %8 = getelementptr inbounds nuw ptr, ptr %6, i64 %7
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds [2 x ptr], ptr %3, i64 0, i64 0
  %11 = getelementptr inbounds ptr, ptr %10, i64 1
  %12 = call ptr @PyObject_Vectorcall(ptr %9, ptr %11, i64 -9223372036854775807, ptr null)
  ret ptr %12
}

declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)

define ptr @earliest(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  %9 = load ptr, ptr %3, align 8
  %10 = load i64, ptr @Timers__settled, align 8
  %11 = call zeroext i1 @is_true(ptr %9, i64 %10)
  br i1 %11, label %40, label %12

12:
  %13 = load ptr, ptr %3, align 8
  %14 = call ptr @look(ptr %13)
  store ptr %14, ptr %4, align 8
  %15 = load ptr, ptr %4, align 8
  %16 = icmp ne ptr %15, null
  br i1 %16, label %17, label %20

17:
  %18 = load ptr, ptr %4, align 8
  %19 = call ptr @tuple_item(ptr %18, i64 0)
  br label %25

20:
  %21 = load ptr, ptr @the, align 8
  %22 = load i64, ptr @the_None, align 8
  %23 = getelementptr inbounds nuw ptr, ptr %21, i64 %22
  %24 = load ptr, ptr %23, align 8
  br label %25

25:
  %26 = phi ptr [ %19, %17 ], [ %24, %20 ]
  store ptr %26, ptr %5, align 8
  %27 = call ptr @PyErr_Occurred()
  %28 = icmp ne ptr %27, null
  br i1 %28, label %29, label %30

29:
  store ptr null, ptr %2, align 8
  store i32 1, ptr %6, align 4
  br label %37

30:
  %31 = load ptr, ptr %3, align 8
  %32 = load i64, ptr @Timers__looked, align 8
  %33 = load ptr, ptr %5, align 8
  %34 = call ptr @kept(ptr %33)
  call void @put(ptr %31, i64 %32, ptr %34)
  %35 = load ptr, ptr %3, align 8
  %36 = load i64, ptr @Timers__settled, align 8
  call void @put_bool(ptr %35, i64 %36, i1 zeroext true)
  store i32 0, ptr %6, align 4
  br label %37

37:
  %38 = load i32, ptr %6, align 4
  switch i32 %38, label %73 [
    i32 0, label %39
    i32 1, label %71
  ]

39:
  br label %40

40:
  %41 = load ptr, ptr %3, align 8
  %42 = load i64, ptr @Timers__looked, align 8
  %43 = call ptr @get(ptr %41, i64 %42)
  store ptr %43, ptr %7, align 8
  %44 = load ptr, ptr %3, align 8
  %45 = load i64, ptr @Timers__wake_ns, align 8
  %46 = call ptr @get(ptr %44, i64 %45)
  store ptr %46, ptr %8, align 8
  %47 = load ptr, ptr %7, align 8
  %48 = load ptr, ptr @the, align 8
  %49 = load i64, ptr @the_None, align 8
  %50 = getelementptr inbounds nuw ptr, ptr %48, i64 %49
  %51 = load ptr, ptr %50, align 8
  %52 = icmp eq ptr %47, %51
  br i1 %52, label %66, label %53

53:
  %54 = load ptr, ptr %8, align 8
  %55 = load ptr, ptr @the, align 8
  %56 = load i64, ptr @the_None, align 8
  %57 = getelementptr inbounds nuw ptr, ptr %55, i64 %56
  %58 = load ptr, ptr %57, align 8
  %59 = icmp ne ptr %54, %58
  br i1 %59, label %60, label %68

60:
  %61 = load ptr, ptr %8, align 8
  %62 = call i64 @value_of(ptr %61)
  %63 = load ptr, ptr %7, align 8
  %64 = call i64 @value_of(ptr %63)
  %65 = icmp slt i64 %62, %64
  br i1 %65, label %66, label %68

66:
  %67 = load ptr, ptr %8, align 8
  store ptr %67, ptr %7, align 8
  br label %68

68:
  %69 = load ptr, ptr %7, align 8
  %70 = call ptr @kept(ptr %69)
  store ptr %70, ptr %2, align 8
  store i32 1, ptr %6, align 4
  br label %71

71:
  %72 = load ptr, ptr %2, align 8
  ret ptr %72

73:
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

define internal ptr @look(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  %10 = load ptr, ptr %3, align 8
  %11 = load i64, ptr @Timers__heap, align 8
  %12 = call ptr @get(ptr %10, i64 %11)
  store ptr %12, ptr %4, align 8
  %13 = load ptr, ptr %3, align 8
  %14 = load i64, ptr @Timers__deadlines, align 8
  %15 = call ptr @get(ptr %13, i64 %14)
  store ptr %15, ptr %5, align 8
  br label %16

16:
  %17 = load ptr, ptr %4, align 8
  %18 = call i64 @list_size(ptr %17)
  %19 = icmp sgt i64 %18, 0
  br i1 %19, label %20, label %56

20:
  %21 = load ptr, ptr %4, align 8
  %22 = call ptr @list_item(ptr %21, i64 0)
  store ptr %22, ptr %6, align 8
  %23 = load ptr, ptr %6, align 8
  %24 = call ptr @tuple_item(ptr %23, i64 2)
  store ptr %24, ptr %7, align 8
  %25 = load ptr, ptr %7, align 8
  %26 = icmp ne ptr %25, null
  br i1 %26, label %27, label %31

27:
  %28 = load ptr, ptr %5, align 8
  %29 = load ptr, ptr %7, align 8
  %30 = call ptr @PyDict_GetItemWithError(ptr %28, ptr %29)
  br label %32

31:
  br label %32

32:
  %33 = phi ptr [ %30, %27 ], [ null, %31 ]
  store ptr %33, ptr %8, align 8
  %34 = load ptr, ptr %8, align 8
  %35 = icmp ne ptr %34, null
  br i1 %35, label %36, label %44

36:
  %37 = load ptr, ptr %8, align 8
  %38 = call i64 @number_in(ptr %37, i64 1)
  %39 = load ptr, ptr %6, align 8
  %40 = call i64 @number_in(ptr %39, i64 1)
  %41 = icmp eq i64 %38, %40
  br i1 %41, label %42, label %44

42:
  %43 = load ptr, ptr %6, align 8
  store ptr %43, ptr %2, align 8
  store i32 1, ptr %9, align 4
  br label %53

44:
  %45 = call ptr @PyErr_Occurred()
  %46 = icmp ne ptr %45, null
  br i1 %46, label %51, label %47

47:
  %48 = load ptr, ptr %4, align 8
  %49 = call ptr @pop(ptr %48)
  %50 = call zeroext i1 @done(ptr %49)
  br i1 %50, label %52, label %51

51:
  store ptr null, ptr %2, align 8
  store i32 1, ptr %9, align 4
  br label %53

52:
  store i32 0, ptr %9, align 4
  br label %53

53:
  %54 = load i32, ptr %9, align 4
  switch i32 %54, label %57 [
    i32 0, label %55
  ]

55:
  br label %16

56:
  store ptr null, ptr %2, align 8
  store i32 1, ptr %9, align 4
  br label %57

57:
  %58 = load ptr, ptr %2, align 8
  ret ptr %58
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

declare ptr @PyErr_Occurred()

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

define zeroext i1 @arm_timers(ptr %0, ptr %1) nounwind {
  %3 = alloca i1, align 1
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  %9 = alloca ptr, align 8
  %10 = alloca i8, align 1
  %11 = alloca i64, align 8
  %12 = alloca ptr, align 8
  %13 = alloca i8, align 1
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %14 = load ptr, ptr %5, align 8
  %15 = load i64, ptr @QueuePair_requestor, align 8
  %16 = call ptr @get(ptr %14, i64 %15)
  store ptr %16, ptr %6, align 8
  %17 = load ptr, ptr %5, align 8
  %18 = load i64, ptr @QueuePair_evs, align 8
  %19 = call ptr @get(ptr %17, i64 %18)
  %20 = load i64, ptr @EvSet_bad, align 8
  %21 = call ptr @get(ptr %19, i64 %20)
  %22 = load i64, ptr @BadEvs_due_ns, align 8
  %23 = call ptr @get(ptr %21, i64 %22)
  store ptr %23, ptr %7, align 8
  %24 = load ptr, ptr %6, align 8
  %25 = load ptr, ptr @the, align 8
  %26 = load i64, ptr @the_None, align 8
  %27 = getelementptr inbounds nuw ptr, ptr %25, i64 %26
  %28 = load ptr, ptr %27, align 8
  %29 = icmp eq ptr %24, %28
  br i1 %29, label %43, label %30

30:
  %31 = load ptr, ptr %7, align 8
  %32 = load ptr, ptr @the, align 8
  %33 = load i64, ptr @the_None, align 8
  %34 = getelementptr inbounds nuw ptr, ptr %32, i64 %33
  %35 = load ptr, ptr %34, align 8
  %36 = icmp ne ptr %31, %35
  br i1 %36, label %37, label %49

37:
  %38 = load ptr, ptr %7, align 8
  %39 = load ptr, ptr %5, align 8
  %40 = load i64, ptr @QueuePair_ev_probe_ns, align 8
  %41 = call ptr @get(ptr %39, i64 %40)
  %42 = icmp ne ptr %38, %41
  br i1 %42, label %43, label %49

43:
  %44 = load ptr, ptr %4, align 8
  %45 = load i64, ptr @the_arm, align 8
  %46 = load ptr, ptr %5, align 8
  %47 = call ptr @method_1(ptr %44, i64 %45, ptr %46)
  %48 = call zeroext i1 @done(ptr %47)
  store i1 %48, ptr %3, align 1
  store i32 1, ptr %8, align 4
  br label %123

49:
  %50 = load ptr, ptr %6, align 8
  %51 = load i64, ptr @Requestor_state, align 8
  %52 = call ptr @get(ptr %50, i64 %51)
  store ptr %52, ptr %9, align 8
  %53 = load ptr, ptr %5, align 8
  %54 = load i64, ptr @QueuePair_deadline_ns, align 8
  %55 = call zeroext i1 @is_none(ptr %53, i64 %54)
  %56 = xor i1 %55, true
  %57 = zext i1 %56 to i8
  store i8 %57, ptr %10, align 1
  %58 = load i8, ptr %10, align 1
  %59 = trunc i8 %58 to i1
  br i1 %59, label %60, label %65

60:
  %61 = load ptr, ptr %9, align 8
  %62 = load i64, ptr @SendState_stale, align 8
  %63 = call zeroext i1 @is_true(ptr %61, i64 %62)
  br i1 %63, label %65, label %64

64:
  store i1 true, ptr %3, align 1
  store i32 1, ptr %8, align 4
  br label %122

65:
  %66 = load ptr, ptr %9, align 8
  %67 = call i64 @deadline(ptr %66)
  store i64 %67, ptr %11, align 8
  %68 = load i64, ptr %11, align 8
  %69 = icmp eq i64 %68, -2
  br i1 %69, label %70, label %73

70:
  %71 = call zeroext i1 @forget()
  br i1 %71, label %73, label %72

72:
  store i1 false, ptr %3, align 1
  store i32 1, ptr %8, align 4
  br label %121

73:
  %74 = load i64, ptr %11, align 8
  %75 = icmp eq i64 %74, -2
  br i1 %75, label %76, label %82

76:
  %77 = load ptr, ptr %4, align 8
  %78 = load i64, ptr @the_arm, align 8
  %79 = load ptr, ptr %5, align 8
  %80 = call ptr @method_1(ptr %77, i64 %78, ptr %79)
  %81 = call zeroext i1 @done(ptr %80)
  store i1 %81, ptr %3, align 1
  store i32 1, ptr %8, align 4
  br label %121

82:
  %83 = load ptr, ptr %9, align 8
  %84 = load i64, ptr @SendState_stale, align 8
  call void @put_bool(ptr %83, i64 %84, i1 zeroext false)
  %85 = load i64, ptr %11, align 8
  %86 = icmp eq i64 %85, -1
  br i1 %86, label %96, label %87

87:
  %88 = load i8, ptr %10, align 1
  %89 = trunc i8 %88 to i1
  br i1 %89, label %90, label %97

90:
  %91 = load i64, ptr %11, align 8
  %92 = load ptr, ptr %5, align 8
  %93 = load i64, ptr @QueuePair_deadline_ns, align 8
  %94 = call i64 @get_int(ptr %92, i64 %93)
  %95 = icmp sge i64 %91, %94
  br i1 %95, label %96, label %97

96:
  store i1 true, ptr %3, align 1
  store i32 1, ptr %8, align 4
  br label %121

97:
  %98 = load i64, ptr %11, align 8
  %99 = call ptr @integer(i64 %98)
  store ptr %99, ptr %12, align 8
  %100 = load ptr, ptr %5, align 8
  %101 = load i64, ptr @QueuePair_deadline_ns, align 8
  %102 = load ptr, ptr %12, align 8
  %103 = call ptr @kept(ptr %102)
  call void @put(ptr %100, i64 %101, ptr %103)
  %104 = load ptr, ptr %12, align 8
  %105 = icmp ne ptr %104, null
  br i1 %105, label %106, label %115

106:
  %107 = load ptr, ptr %4, align 8
  %108 = load ptr, ptr %5, align 8
  %109 = load i64, ptr @QueuePair_qpn, align 8
  %110 = call i64 @get_int(ptr %108, i64 %109)
  %111 = shl i64 %110, 3
  %112 = or i64 %111, 0
  %113 = load ptr, ptr %12, align 8
  %114 = call zeroext i1 @set_timer(ptr %107, i64 %112, ptr %113)
  br label %115

115:
  %116 = phi i1 [ false, %97 ], [ %114, %106 ]
  %117 = zext i1 %116 to i8
  store i8 %117, ptr %13, align 1
  %118 = load ptr, ptr %12, align 8
  call void @Py_DecRef(ptr %118)
  %119 = load i8, ptr %13, align 1
  %120 = trunc i8 %119 to i1
  store i1 %120, ptr %3, align 1
  store i32 1, ptr %8, align 4
  br label %121

121:
  br label %122

122:
  br label %123

123:
  %124 = load i1, ptr %3, align 1
  ret i1 %124
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

define internal i64 @deadline(ptr %0) nounwind {
  %2 = alloca i64, align 8
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  %13 = alloca i32, align 4
  %14 = alloca i8, align 1
  %15 = alloca i64, align 8
  %16 = alloca i64, align 8
  %17 = alloca i64, align 8
  %18 = alloca i64, align 8
  %19 = alloca i64, align 8
  %20 = alloca i64, align 8
  %21 = alloca i64, align 8
  %22 = alloca i64, align 8
  %23 = alloca ptr, align 8
  %24 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  %25 = load ptr, ptr %3, align 8
  %26 = load i64, ptr @SendState_budget, align 8
  %27 = call ptr @get(ptr %25, i64 %26)
  store ptr %27, ptr %4, align 8
  %28 = load ptr, ptr %3, align 8
  %29 = load i64, ptr @SendState_queue, align 8
  %30 = call ptr @get(ptr %28, i64 %29)
  store ptr %30, ptr %5, align 8
  %31 = load ptr, ptr %3, align 8
  %32 = load i64, ptr @SendState_cc, align 8
  %33 = call ptr @get(ptr %31, i64 %32)
  store ptr %33, ptr %6, align 8
  %34 = load ptr, ptr %3, align 8
  %35 = load i64, ptr @SendState_flight, align 8
  %36 = call ptr @get(ptr %34, i64 %35)
  store ptr %36, ptr %7, align 8
  %37 = load ptr, ptr %3, align 8
  %38 = load i64, ptr @SendState_losses, align 8
  %39 = call ptr @get(ptr %37, i64 %38)
  store ptr %39, ptr %8, align 8
  %40 = load ptr, ptr %3, align 8
  %41 = load i64, ptr @SendState_probes, align 8
  %42 = call ptr @get(ptr %40, i64 %41)
  store ptr %42, ptr %10, align 8
  %43 = load ptr, ptr %6, align 8
  %44 = load i64, ptr @Account__destination, align 8
  %45 = call ptr @get(ptr %43, i64 %44)
  store ptr %45, ptr %11, align 8
  %46 = load ptr, ptr %10, align 8
  %47 = load i64, ptr @ReliabilityProbes_vain, align 8
  %48 = call i64 @get_int(ptr %46, i64 %47)
  store i64 %48, ptr %12, align 8
  %49 = load ptr, ptr %4, align 8
  %50 = load i64, ptr @RetryBudget__limits, align 8
  %51 = call ptr @get(ptr %49, i64 %50)
  store ptr %51, ptr %9, align 8
  %52 = load ptr, ptr %9, align 8
  %53 = load i64, ptr @the_RtsAttributes, align 8
  %54 = call zeroext i1 @is_a(ptr %52, i64 %53)
  br i1 %54, label %55, label %80

55:
  %56 = load i64, ptr %12, align 8
  %57 = icmp sgt i64 %56, 16
  br i1 %57, label %80, label %58

58:
  %59 = load ptr, ptr %4, align 8
  %60 = load i64, ptr @RetryBudget_retries, align 8
  %61 = call i64 @get_int(ptr %59, i64 %60)
  %62 = load ptr, ptr %9, align 8
  %63 = load i64, ptr @RtsAttributes_linear_retries, align 8
  %64 = call i64 @get_int(ptr %62, i64 %63)
  %65 = icmp sgt i64 %61, %64
  br i1 %65, label %80, label %66

66:
  %67 = load ptr, ptr %7, align 8
  %68 = load i64, ptr @InFlight__delayed, align 8
  %69 = call ptr @get(ptr %67, i64 %68)
  %70 = call i64 @list_size(ptr %69)
  %71 = icmp ne i64 %70, 0
  br i1 %71, label %80, label %72

72:
  %73 = load ptr, ptr %8, align 8
  %74 = load i64, ptr @Losses__planes, align 8
  %75 = call ptr @get(ptr %73, i64 %74)
  %76 = load i64, ptr @PlaneLosses__waiting, align 8
  %77 = call ptr @get(ptr %75, i64 %76)
  %78 = call i64 @list_size(ptr %77)
  %79 = icmp ne i64 %78, 0
  br i1 %79, label %80, label %81

80:
  store i64 -2, ptr %2, align 8
  store i32 1, ptr %13, align 4
  br label %217

81:
  %82 = load ptr, ptr %5, align 8
  %83 = load i64, ptr @SendQueue_begun, align 8
  %84 = call ptr @get(ptr %82, i64 %83)
  %85 = call i64 @size_of(ptr %84)
  %86 = icmp sgt i64 %85, 0
  %87 = zext i1 %86 to i8
  store i8 %87, ptr %14, align 1
  %88 = load i8, ptr %14, align 1
  %89 = trunc i8 %88 to i1
  br i1 %89, label %97, label %90

90:
  %91 = load ptr, ptr %5, align 8
  %92 = load i64, ptr @SendQueue_pending, align 8
  %93 = call ptr @get(ptr %91, i64 %92)
  %94 = call i64 @size_of(ptr %93)
  %95 = icmp ne i64 %94, 0
  br i1 %95, label %97, label %96

96:
  store i64 -1, ptr %2, align 8
  store i32 1, ptr %13, align 4
  br label %216

97:
  %98 = load ptr, ptr %4, align 8
  %99 = load i64, ptr @RetryBudget_since_ns, align 8
  %100 = call i64 @get_int(ptr %98, i64 %99)
  %101 = load ptr, ptr %9, align 8
  %102 = load i64, ptr @RtsAttributes_ack_timeout, align 8
  %103 = call i64 @get_int(ptr %101, i64 %102)
  %104 = call i64 @least(i64 24, i64 %103)
  %105 = shl i64 1024, %104
  %106 = add i64 %100, %105
  store i64 %106, ptr %15, align 8
  %107 = load ptr, ptr %10, align 8
  %108 = load i64, ptr @ReliabilityProbes__interval_ns, align 8
  %109 = call i64 @get_int(ptr %107, i64 %108)
  store i64 %109, ptr %16, align 8
  %110 = load i64, ptr %16, align 8
  %111 = sdiv i64 %110, 2
  %112 = call i64 @most(i64 1, i64 %111)
  store i64 %112, ptr %17, align 8
  %113 = load ptr, ptr %10, align 8
  %114 = load i64, ptr @ReliabilityProbes__last_ns, align 8
  %115 = call i64 @get_int(ptr %113, i64 %114)
  store i64 %115, ptr %18, align 8
  %116 = load ptr, ptr %3, align 8
  %117 = load i64, ptr @SendState_heard_ns, align 8
  %118 = call i64 @get_int(ptr %116, i64 %117)
  store i64 %118, ptr %19, align 8
  %119 = load i8, ptr %14, align 1
  %120 = trunc i8 %119 to i1
  br i1 %120, label %121, label %131

121:
  %122 = load i64, ptr %15, align 8
  %123 = load i64, ptr %19, align 8
  %124 = load i64, ptr %16, align 8
  %125 = add i64 %123, %124
  %126 = load i64, ptr %18, align 8
  %127 = load i64, ptr %17, align 8
  %128 = add i64 %126, %127
  %129 = call i64 @most(i64 %125, i64 %128)
  %130 = call i64 @least(i64 %122, i64 %129)
  store i64 %130, ptr %15, align 8
  br label %131

131:
  %132 = load ptr, ptr %3, align 8
  %133 = call zeroext i1 @stalled(ptr %132)
  br i1 %133, label %134, label %176

134:
  %135 = load ptr, ptr %8, align 8
  %136 = load i64, ptr @Losses_trips, align 8
  %137 = call ptr @get(ptr %135, i64 %136)
  %138 = load i64, ptr @TripTimes_patience_ns, align 8
  %139 = call i64 @get_int(ptr %137, i64 %138)
  %140 = load ptr, ptr %3, align 8
  %141 = load i64, ptr @SendState_options, align 8
  %142 = call ptr @get(ptr %140, i64 %141)
  %143 = load i64, ptr @TransportOptions_base_rtt_ns, align 8
  %144 = call i64 @get_int(ptr %142, i64 %143)
  %145 = ashr i64 %144, 1
  %146 = add i64 %139, %145
  store i64 %146, ptr %20, align 8
  %147 = load ptr, ptr %7, align 8
  %148 = load i64, ptr @InFlight_in_flight, align 8
  %149 = call i64 @get_int(ptr %147, i64 %148)
  %150 = icmp ne i64 %149, 0
  br i1 %150, label %151, label %155

151:
  %152 = load ptr, ptr %7, align 8
  %153 = load i64, ptr @InFlight_last_sent_ns, align 8
  %154 = call i64 @get_int(ptr %152, i64 %153)
  br label %157

155:
  %156 = load i64, ptr %19, align 8
  br label %157

157:
  %158 = phi i64 [ %154, %151 ], [ %156, %155 ]
  store i64 %158, ptr %21, align 8
  %159 = load i64, ptr %20, align 8
  %160 = load i64, ptr %12, align 8
  %161 = sub i64 %160, 2
  %162 = call i64 @most(i64 0, i64 %161)
  %163 = call i64 @least(i64 %162, i64 8)
  %164 = shl i64 %159, %163
  store i64 %164, ptr %22, align 8
  %165 = load i64, ptr %15, align 8
  %166 = load i64, ptr %21, align 8
  %167 = load i64, ptr %20, align 8
  %168 = add i64 %166, %167
  %169 = load i64, ptr %18, align 8
  %170 = load i64, ptr %22, align 8
  %171 = load i64, ptr %17, align 8
  %172 = call i64 @least(i64 %170, i64 %171)
  %173 = add i64 %169, %172
  %174 = call i64 @most(i64 %168, i64 %173)
  %175 = call i64 @least(i64 %165, i64 %174)
  store i64 %175, ptr %15, align 8
  br label %176

176:
  %177 = load ptr, ptr %11, align 8
  %178 = load i64, ptr @Destination_accounts, align 8
  %179 = call i64 @get_int(ptr %177, i64 %178)
  %180 = icmp sgt i64 %179, 1
  br i1 %180, label %181, label %187

181:
  %182 = load ptr, ptr %11, align 8
  %183 = load i64, ptr @Destination_waiting, align 8
  %184 = call ptr @get(ptr %182, i64 %183)
  %185 = load ptr, ptr %6, align 8
  %186 = call ptr @PyDict_GetItemWithError(ptr %184, ptr %185)
  br label %188

187:
  br label %188

188:
  %189 = phi ptr [ %186, %181 ], [ null, %187 ]
  store ptr %189, ptr %23, align 8
  %190 = load ptr, ptr %23, align 8
  %191 = icmp ne ptr %190, null
  br i1 %191, label %192, label %208

192:
  %193 = load ptr, ptr %23, align 8
  %194 = call i64 @value_of(ptr %193)
  %195 = load ptr, ptr %11, align 8
  %196 = load i64, ptr @Destination_heard_ns, align 8
  %197 = call i64 @get_int(ptr %195, i64 %196)
  %198 = call i64 @most(i64 %194, i64 %197)
  store i64 %198, ptr %24, align 8
  %199 = load i64, ptr %15, align 8
  %200 = load i64, ptr %24, align 8
  %201 = load ptr, ptr %11, align 8
  %202 = load i64, ptr @Destination_patience_ns, align 8
  %203 = call i64 @get_int(ptr %201, i64 %202)
  %204 = mul i64 %203, 3
  %205 = sdiv i64 %204, 2
  %206 = add i64 %200, %205
  %207 = call i64 @least(i64 %199, i64 %206)
  store i64 %207, ptr %15, align 8
  br label %208

208:
  %209 = call ptr @PyErr_Occurred()
  %210 = icmp ne ptr %209, null
  br i1 %210, label %211, label %212

211:
  br label %214

212:
  %213 = load i64, ptr %15, align 8
  br label %214

214:
  %215 = phi i64 [ -2, %211 ], [ %213, %212 ]
  store i64 %215, ptr %2, align 8
  store i32 1, ptr %13, align 4
  br label %216

216:
  br label %217

217:
  %218 = load i64, ptr %2, align 8
  ret i64 %218
}

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

define internal ptr @integer(i64 %0) alwaysinline nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = call ptr @PyLong_FromLong(i64 %3)
  ret ptr %4
}

define internal zeroext i1 @set_timer(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = alloca i1, align 1
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca i8, align 1
  %14 = alloca i32, align 4
  %15 = alloca ptr, align 8
  %16 = alloca ptr, align 8
  %17 = alloca ptr, align 8
  %18 = alloca [3 x ptr], align 16
  %19 = alloca i8, align 1
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  %20 = load ptr, ptr %5, align 8
  %21 = load i64, ptr @Timers__heap, align 8
  %22 = call ptr @get(ptr %20, i64 %21)
  store ptr %22, ptr %8, align 8
  %23 = load ptr, ptr %5, align 8
  %24 = load i64, ptr @Timers__deadlines, align 8
  %25 = call ptr @get(ptr %23, i64 %24)
  store ptr %25, ptr %9, align 8
  %26 = load i64, ptr %6, align 8
  %27 = call ptr @integer(i64 %26)
  store ptr %27, ptr %10, align 8
  %28 = load ptr, ptr %10, align 8
  %29 = icmp ne ptr %28, null
  br i1 %29, label %30, label %34

30:
  %31 = load ptr, ptr %9, align 8
  %32 = load ptr, ptr %10, align 8
  %33 = call ptr @PyDict_GetItemWithError(ptr %31, ptr %32)
  br label %35

34:
  br label %35

35:
  %36 = phi ptr [ %33, %30 ], [ null, %34 ]
  store ptr %36, ptr %11, align 8
  %37 = load ptr, ptr %5, align 8
  %38 = load i64, ptr @Timers__looked, align 8
  %39 = call ptr @get(ptr %37, i64 %38)
  store ptr %39, ptr %12, align 8
  %40 = load ptr, ptr %11, align 8
  %41 = icmp ne ptr %40, null
  br i1 %41, label %42, label %48

42:
  %43 = load ptr, ptr %11, align 8
  %44 = call i64 @number_in(ptr %43, i64 0)
  %45 = load ptr, ptr %7, align 8
  %46 = call i64 @value_of(ptr %45)
  %47 = icmp eq i64 %44, %46
  br label %48

48:
  %49 = phi i1 [ false, %35 ], [ %47, %42 ]
  %50 = zext i1 %49 to i8
  store i8 %50, ptr %13, align 1
  %51 = load i8, ptr %13, align 1
  %52 = trunc i8 %51 to i1
  br i1 %52, label %56, label %53

53:
  %54 = call ptr @PyErr_Occurred()
  %55 = icmp ne ptr %54, null
  br i1 %55, label %56, label %60

56:
  %57 = load ptr, ptr %10, align 8
  call void @Py_DecRef(ptr %57)
  %58 = load i8, ptr %13, align 1
  %59 = trunc i8 %58 to i1
  store i1 %59, ptr %4, align 1
  store i32 1, ptr %14, align 4
  br label %158

60:
  %61 = load ptr, ptr %11, align 8
  %62 = icmp ne ptr %61, null
  br i1 %62, label %63, label %66

63:
  %64 = load ptr, ptr %5, align 8
  %65 = load i64, ptr @Timers__settled, align 8
  call void @put_bool(ptr %64, i64 %65, i1 zeroext false)
  br label %89

66:
  %67 = load ptr, ptr %5, align 8
  %68 = load i64, ptr @Timers__settled, align 8
  %69 = call zeroext i1 @is_true(ptr %67, i64 %68)
  br i1 %69, label %70, label %88

70:
  %71 = load ptr, ptr %12, align 8
  %72 = load ptr, ptr @the, align 8
  %73 = load i64, ptr @the_None, align 8
  %74 = getelementptr inbounds nuw ptr, ptr %72, i64 %73
  %75 = load ptr, ptr %74, align 8
  %76 = icmp eq ptr %71, %75
  br i1 %76, label %83, label %77

77:
  %78 = load ptr, ptr %7, align 8
  %79 = call i64 @value_of(ptr %78)
  %80 = load ptr, ptr %12, align 8
  %81 = call i64 @value_of(ptr %80)
  %82 = icmp slt i64 %79, %81
  br i1 %82, label %83, label %88

83:
  %84 = load ptr, ptr %5, align 8
  %85 = load i64, ptr @Timers__looked, align 8
  %86 = load ptr, ptr %7, align 8
  %87 = call ptr @kept(ptr %86)
  call void @put(ptr %84, i64 %85, ptr %87)
  br label %88

88:
  br label %89

89:
  %90 = load ptr, ptr %5, align 8
  %91 = load i64, ptr @Timers__order, align 8
  call void @add(ptr %90, i64 %91, i64 1)
  %92 = load ptr, ptr %5, align 8
  %93 = load i64, ptr @Timers__order, align 8
  %94 = call ptr @hold(ptr %92, i64 %93)
  store ptr %94, ptr %15, align 8
  %95 = load ptr, ptr %7, align 8
  %96 = load ptr, ptr %15, align 8
  %97 = call ptr (i64, ...) @PyTuple_Pack(i64 2, ptr %95, ptr %96)
  store ptr %97, ptr %16, align 8
  %98 = load ptr, ptr %10, align 8
  %99 = icmp ne ptr %98, null
  br i1 %99, label %100, label %105

100:
  %101 = load ptr, ptr %7, align 8
  %102 = load ptr, ptr %15, align 8
  %103 = load ptr, ptr %10, align 8
  %104 = call ptr (i64, ...) @PyTuple_Pack(i64 3, ptr %101, ptr %102, ptr %103)
  br label %106

105:
  br label %106

106:
  %107 = phi ptr [ %104, %100 ], [ null, %105 ]
  store ptr %107, ptr %17, align 8
  store ptr null, ptr %18, align 8
  %108 = getelementptr inbounds ptr, ptr %18, i64 1
  %109 = load ptr, ptr %8, align 8
  store ptr %109, ptr %108, align 8
  %110 = getelementptr inbounds ptr, ptr %18, i64 2
  %111 = load ptr, ptr %17, align 8
  store ptr %111, ptr %110, align 8
  %112 = load ptr, ptr %16, align 8
  %113 = icmp ne ptr %112, null
  br i1 %113, label %114, label %132

114:
  %115 = load ptr, ptr %17, align 8
  %116 = icmp ne ptr %115, null
  br i1 %116, label %117, label %132

117:
  %118 = load ptr, ptr %9, align 8
  %119 = load ptr, ptr %10, align 8
  %120 = load ptr, ptr %16, align 8
  %121 = call i32 @PyDict_SetItem(ptr %118, ptr %119, ptr %120)
  %122 = icmp ne i32 %121, 0
  br i1 %122, label %132, label %123

123:
  %124 = load ptr, ptr @the, align 8
  %125 = load i64, ptr @the_heappush, align 8
  %126 = getelementptr inbounds nuw ptr, ptr %124, i64 %125
  %127 = load ptr, ptr %126, align 8
  %128 = getelementptr inbounds [3 x ptr], ptr %18, i64 0, i64 0
  %129 = getelementptr inbounds ptr, ptr %128, i64 1
  %130 = call ptr @PyObject_Vectorcall(ptr %127, ptr %129, i64 -9223372036854775806, ptr null)
  %131 = call zeroext i1 @done(ptr %130)
  br label %132

132:
  %133 = phi i1 [ false, %117 ], [ false, %114 ], [ false, %106 ], [ %131, %123 ]
  %134 = zext i1 %133 to i8
  store i8 %134, ptr %19, align 1
  %135 = load ptr, ptr %10, align 8
  call void @Py_DecRef(ptr %135)
  %136 = load ptr, ptr %15, align 8
  call void @Py_DecRef(ptr %136)
  %137 = load ptr, ptr %16, align 8
  call void @Py_DecRef(ptr %137)
  %138 = load ptr, ptr %17, align 8
  call void @Py_DecRef(ptr %138)
  %139 = load i8, ptr %19, align 1
  %140 = trunc i8 %139 to i1
  br i1 %140, label %141, label %154

141:
  %142 = load ptr, ptr %8, align 8
  %143 = call i64 @list_size(ptr %142)
  %144 = load ptr, ptr %9, align 8
  %145 = call i64 @dict_size(ptr %144)
  %146 = mul i64 4, %145
  %147 = add i64 %146, 64
  %148 = icmp sgt i64 %143, %147
  br i1 %148, label %149, label %154

149:
  %150 = load ptr, ptr %5, align 8
  %151 = load i64, ptr @the__compact, align 8
  %152 = call ptr @method(ptr %150, i64 %151)
  %153 = call zeroext i1 @done(ptr %152)
  store i1 %153, ptr %4, align 1
  store i32 1, ptr %14, align 4
  br label %157

154:
  %155 = load i8, ptr %19, align 1
  %156 = trunc i8 %155 to i1
  store i1 %156, ptr %4, align 1
  store i32 1, ptr %14, align 4
  br label %157

157:
  br label %158

158:
  %159 = load i1, ptr %4, align 1
  ret i1 %159
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

define zeroext i1 @probe_later(ptr %0, ptr %1, ptr %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i8, align 1
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %10 = load ptr, ptr %5, align 8
  %11 = load i64, ptr @QueuePair_probing, align 8
  %12 = call ptr @get(ptr %10, i64 %11)
  store ptr %12, ptr %7, align 8
  %13 = load ptr, ptr %6, align 8
  %14 = call i64 @value_of(ptr %13)
  %15 = load ptr, ptr %7, align 8
  %16 = load i64, ptr @ProbeSchedule__interval_ns, align 8
  %17 = call i64 @get_int(ptr %15, i64 %16)
  %18 = add i64 %14, %17
  %19 = call ptr @integer(i64 %18)
  store ptr %19, ptr %8, align 8
  %20 = load ptr, ptr %7, align 8
  %21 = load i64, ptr @ProbeSchedule__interval_since_ns, align 8
  %22 = load ptr, ptr %6, align 8
  %23 = call ptr @kept(ptr %22)
  call void @put(ptr %20, i64 %21, ptr %23)
  %24 = load ptr, ptr %5, align 8
  %25 = load i64, ptr @QueuePair_reverse_ns, align 8
  %26 = load ptr, ptr %8, align 8
  %27 = call ptr @kept(ptr %26)
  call void @put(ptr %24, i64 %25, ptr %27)
  %28 = load ptr, ptr %8, align 8
  %29 = icmp ne ptr %28, null
  br i1 %29, label %30, label %39

30:
  %31 = load ptr, ptr %4, align 8
  %32 = load ptr, ptr %5, align 8
  %33 = load i64, ptr @QueuePair_qpn, align 8
  %34 = call i64 @get_int(ptr %32, i64 %33)
  %35 = shl i64 %34, 3
  %36 = or i64 %35, 2
  %37 = load ptr, ptr %8, align 8
  %38 = call zeroext i1 @set_timer(ptr %31, i64 %36, ptr %37)
  br label %39

39:
  %40 = phi i1 [ false, %3 ], [ %38, %30 ]
  %41 = zext i1 %40 to i8
  store i8 %41, ptr %9, align 1
  %42 = load ptr, ptr %8, align 8
  call void @Py_DecRef(ptr %42)
  %43 = load i8, ptr %9, align 1
  %44 = trunc i8 %43 to i1
  ret i1 %44
}

define zeroext i1 @run_timers(ptr %0, ptr %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i8, align 1
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %11 = load ptr, ptr %3, align 8
  %12 = load i64, ptr @Nic__timers, align 8
  %13 = call ptr @get(ptr %11, i64 %12)
  store ptr %13, ptr %5, align 8
  store i64 0, ptr %6, align 8
  %14 = load ptr, ptr %4, align 8
  %15 = call i64 @value_of(ptr %14)
  store i64 %15, ptr %7, align 8
  store i8 1, ptr %8, align 1
  %16 = load ptr, ptr %4, align 8
  call void @Py_IncRef(ptr %16)
  br label %17

17:
  %18 = load i8, ptr %8, align 1
  %19 = trunc i8 %18 to i1
  br i1 %19, label %20, label %28

20:
  %21 = load ptr, ptr %5, align 8
  %22 = load i64, ptr %7, align 8
  %23 = call zeroext i1 @pop_due(ptr %21, i64 %22, ptr %6)
  %24 = zext i1 %23 to i8
  store i8 %24, ptr %8, align 1
  br i1 %23, label %25, label %28

25:
  %26 = load i64, ptr %6, align 8
  %27 = icmp sge i64 %26, 0
  br label %28

28:
  %29 = phi i1 [ false, %20 ], [ false, %17 ], [ %27, %25 ]
  br i1 %29, label %30, label %74

30:
  %31 = load i64, ptr %6, align 8
  %32 = and i64 %31, 7
  store i64 %32, ptr %9, align 8
  store ptr null, ptr %10, align 8
  %33 = load i64, ptr %9, align 8
  %34 = icmp eq i64 %33, 3
  br i1 %34, label %35, label %41

35:
  %36 = load ptr, ptr %3, align 8
  %37 = load i64, ptr @the__end_overrun, align 8
  %38 = call ptr @method(ptr %36, i64 %37)
  %39 = call zeroext i1 @done(ptr %38)
  %40 = zext i1 %39 to i8
  store i8 %40, ptr %8, align 1
  br label %61

41:
  %42 = load i64, ptr %9, align 8
  %43 = icmp eq i64 %42, 4
  br i1 %43, label %44, label %53

44:
  %45 = load ptr, ptr %3, align 8
  %46 = load i64, ptr @Nic_ports, align 8
  %47 = call ptr @get(ptr %45, i64 %46)
  %48 = load i64, ptr @the_run, align 8
  %49 = load ptr, ptr %4, align 8
  %50 = call ptr @method_1(ptr %47, i64 %48, ptr %49)
  %51 = call zeroext i1 @done(ptr %50)
  %52 = zext i1 %51 to i8
  store i8 %52, ptr %8, align 1
  br label %60

53:
  %54 = load ptr, ptr %3, align 8
  %55 = load i64, ptr @Nic_queue_pairs, align 8
  %56 = call ptr @get(ptr %54, i64 %55)
  %57 = load i64, ptr %6, align 8
  %58 = ashr i64 %57, 3
  %59 = call ptr @find(ptr %56, i64 %58)
  store ptr %59, ptr %10, align 8
  br label %60

60:
  br label %61

61:
  %62 = load ptr, ptr %10, align 8
  %63 = icmp ne ptr %62, null
  br i1 %63, label %64, label %73

64:
  %65 = load ptr, ptr %10, align 8
  call void @Py_IncRef(ptr %65)
  %66 = load ptr, ptr %3, align 8
  %67 = load ptr, ptr %10, align 8
  %68 = load i64, ptr %9, align 8
  %69 = load ptr, ptr %4, align 8
  %70 = call zeroext i1 @run_timer(ptr %66, ptr %67, i64 %68, ptr %69)
  %71 = zext i1 %70 to i8
  store i8 %71, ptr %8, align 1
  %72 = load ptr, ptr %10, align 8
  call void @Py_DecRef(ptr %72)
  br label %73

73:
  br label %17

74:
  %75 = load ptr, ptr %4, align 8
  call void @Py_DecRef(ptr %75)
  %76 = load i8, ptr %8, align 1
  %77 = trunc i8 %76 to i1
  br i1 %77, label %78, label %82

78:
  %79 = call ptr @PyErr_Occurred()
  %80 = icmp ne ptr %79, null
  %81 = xor i1 %80, true
  br label %82

82:
  %83 = phi i1 [ false, %74 ], [ %81, %78 ]
  ret i1 %83
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

define internal zeroext i1 @pop_due(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = alloca i1, align 1
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i8, align 1
  %11 = alloca i8, align 1
  %12 = alloca i32, align 4
  %13 = alloca ptr, align 8
  %14 = alloca i64, align 8
  %15 = alloca i8, align 1
  %16 = alloca ptr, align 8
  %17 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  %18 = load ptr, ptr %5, align 8
  %19 = call ptr @earliest(ptr %18)
  store ptr %19, ptr %8, align 8
  %20 = load ptr, ptr %7, align 8
  store i64 -1, ptr %20, align 8
  %21 = load ptr, ptr %8, align 8
  %22 = icmp ne ptr %21, null
  br i1 %22, label %23, label %35

23:
  %24 = load ptr, ptr %8, align 8
  %25 = load ptr, ptr @the, align 8
  %26 = load i64, ptr @the_None, align 8
  %27 = getelementptr inbounds nuw ptr, ptr %25, i64 %26
  %28 = load ptr, ptr %27, align 8
  %29 = icmp ne ptr %24, %28
  br i1 %29, label %30, label %35

30:
  %31 = load ptr, ptr %8, align 8
  %32 = call i64 @value_of(ptr %31)
  %33 = load i64, ptr %6, align 8
  %34 = icmp sle i64 %32, %33
  br label %35

35:
  %36 = phi i1 [ false, %23 ], [ false, %3 ], [ %34, %30 ]
  %37 = zext i1 %36 to i8
  store i8 %37, ptr %10, align 1
  %38 = load ptr, ptr %8, align 8
  %39 = icmp ne ptr %38, null
  %40 = zext i1 %39 to i8
  store i8 %40, ptr %11, align 1
  %41 = load ptr, ptr %8, align 8
  call void @Py_DecRef(ptr %41)
  %42 = load i8, ptr %10, align 1
  %43 = trunc i8 %42 to i1
  br i1 %43, label %47, label %44

44:
  %45 = load i8, ptr %11, align 1
  %46 = trunc i8 %45 to i1
  store i1 %46, ptr %4, align 1
  store i32 1, ptr %12, align 4
  br label %149

47:
  %48 = load ptr, ptr %5, align 8
  %49 = call ptr @look(ptr %48)
  store ptr %49, ptr %13, align 8
  %50 = load ptr, ptr %5, align 8
  %51 = load i64, ptr @Timers__wake_ns, align 8
  %52 = call ptr @get(ptr %50, i64 %51)
  store ptr %52, ptr %9, align 8
  %53 = load ptr, ptr %9, align 8
  %54 = load ptr, ptr @the, align 8
  %55 = load i64, ptr @the_None, align 8
  %56 = getelementptr inbounds nuw ptr, ptr %54, i64 %55
  %57 = load ptr, ptr %56, align 8
  %58 = icmp eq ptr %53, %57
  br i1 %58, label %62, label %59

59:
  %60 = load ptr, ptr %13, align 8
  %61 = icmp ne ptr %60, null
  br i1 %61, label %63, label %62

62:
  br label %69

63:
  %64 = load ptr, ptr %9, align 8
  %65 = call i64 @value_of(ptr %64)
  %66 = load ptr, ptr %13, align 8
  %67 = call i64 @number_in(ptr %66, i64 0)
  %68 = sub i64 %65, %67
  br label %69

69:
  %70 = phi i64 [ 0, %62 ], [ %68, %63 ]
  store i64 %70, ptr %14, align 8
  %71 = load ptr, ptr %9, align 8
  %72 = load ptr, ptr @the, align 8
  %73 = load i64, ptr @the_None, align 8
  %74 = getelementptr inbounds nuw ptr, ptr %72, i64 %73
  %75 = load ptr, ptr %74, align 8
  %76 = icmp ne ptr %71, %75
  br i1 %76, label %77, label %97

77:
  %78 = load ptr, ptr %13, align 8
  %79 = icmp ne ptr %78, null
  br i1 %79, label %80, label %95

80:
  %81 = load i64, ptr %14, align 8
  %82 = icmp slt i64 %81, 0
  br i1 %82, label %95, label %83

83:
  %84 = load i64, ptr %14, align 8
  %85 = icmp ne i64 %84, 0
  br i1 %85, label %93, label %86

86:
  %87 = load ptr, ptr %5, align 8
  %88 = load i64, ptr @Timers__wake_order, align 8
  %89 = call i64 @get_int(ptr %87, i64 %88)
  %90 = load ptr, ptr %13, align 8
  %91 = call i64 @number_in(ptr %90, i64 1)
  %92 = icmp slt i64 %89, %91
  br label %93

93:
  %94 = phi i1 [ false, %83 ], [ %92, %86 ]
  br label %95

95:
  %96 = phi i1 [ true, %80 ], [ true, %77 ], [ %94, %93 ]
  br label %97

97:
  %98 = phi i1 [ false, %69 ], [ %96, %95 ]
  %99 = zext i1 %98 to i8
  store i8 %99, ptr %15, align 1
  %100 = call ptr @PyErr_Occurred()
  %101 = icmp ne ptr %100, null
  br i1 %101, label %102, label %103

102:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %12, align 4
  br label %148

103:
  %104 = load i8, ptr %15, align 1
  %105 = trunc i8 %104 to i1
  br i1 %105, label %106, label %110

106:
  %107 = load ptr, ptr %7, align 8
  store i64 3, ptr %107, align 8
  %108 = load ptr, ptr %5, align 8
  %109 = load i64, ptr @Timers__wake_ns, align 8
  call void @put_none(ptr %108, i64 %109)
  store i1 true, ptr %4, align 1
  store i32 1, ptr %12, align 4
  br label %148

110:
  %111 = load ptr, ptr %5, align 8
  %112 = load i64, ptr @Timers__heap, align 8
  %113 = call ptr @get(ptr %111, i64 %112)
  %114 = call ptr @pop(ptr %113)
  store ptr %114, ptr %16, align 8
  %115 = load ptr, ptr %16, align 8
  %116 = icmp ne ptr %115, null
  br i1 %116, label %117, label %120

117:
  %118 = load ptr, ptr %16, align 8
  %119 = call ptr @tuple_item(ptr %118, i64 2)
  br label %121

120:
  br label %121

121:
  %122 = phi ptr [ %119, %117 ], [ null, %120 ]
  store ptr %122, ptr %17, align 8
  %123 = load ptr, ptr %17, align 8
  %124 = icmp ne ptr %123, null
  br i1 %124, label %125, label %133

125:
  %126 = load ptr, ptr %5, align 8
  %127 = load i64, ptr @Timers__deadlines, align 8
  %128 = call ptr @get(ptr %126, i64 %127)
  %129 = load ptr, ptr %17, align 8
  %130 = call i32 @PyDict_DelItem(ptr %128, ptr %129)
  %131 = icmp ne i32 %130, 0
  %132 = xor i1 %131, true
  br label %133

133:
  %134 = phi i1 [ false, %121 ], [ %132, %125 ]
  %135 = zext i1 %134 to i8
  store i8 %135, ptr %11, align 1
  %136 = load i8, ptr %11, align 1
  %137 = trunc i8 %136 to i1
  br i1 %137, label %138, label %142

138:
  %139 = load ptr, ptr %17, align 8
  %140 = call i64 @value_of(ptr %139)
  %141 = load ptr, ptr %7, align 8
  store i64 %140, ptr %141, align 8
  br label %142

142:
  %143 = load ptr, ptr %16, align 8
  call void @Py_DecRef(ptr %143)
  %144 = load ptr, ptr %5, align 8
  %145 = load i64, ptr @Timers__settled, align 8
  call void @put_bool(ptr %144, i64 %145, i1 zeroext false)
  %146 = load i8, ptr %11, align 1
  %147 = trunc i8 %146 to i1
  store i1 %147, ptr %4, align 1
  store i32 1, ptr %12, align 4
  br label %148

148:
  br label %149

149:
  %150 = load i1, ptr %4, align 1
  ret i1 %150
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

define internal zeroext i1 @run_timer(ptr %0, ptr %1, i64 %2, ptr %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %10 = load i64, ptr %7, align 8
  %11 = icmp eq i64 %10, 0
  br i1 %11, label %12, label %15

12:
  %13 = load ptr, ptr %6, align 8
  %14 = load i64, ptr @QueuePair_deadline_ns, align 8
  call void @put_none(ptr %13, i64 %14)
  br label %29

15:
  %16 = load i64, ptr %7, align 8
  %17 = icmp eq i64 %16, 1
  br i1 %17, label %18, label %21

18:
  %19 = load ptr, ptr %6, align 8
  %20 = load i64, ptr @QueuePair_ev_probe_ns, align 8
  call void @put_none(ptr %19, i64 %20)
  br label %28

21:
  %22 = load i64, ptr %7, align 8
  %23 = icmp eq i64 %22, 2
  br i1 %23, label %24, label %27

24:
  %25 = load ptr, ptr %6, align 8
  %26 = load i64, ptr @QueuePair_reverse_ns, align 8
  call void @put_none(ptr %25, i64 %26)
  br label %27

27:
  br label %28

28:
  br label %29

29:
  %30 = load ptr, ptr %6, align 8
  %31 = load i64, ptr @QueuePair_state, align 8
  %32 = call ptr @get(ptr %30, i64 %31)
  store ptr %32, ptr %9, align 8
  %33 = load ptr, ptr %9, align 8
  %34 = load ptr, ptr @the, align 8
  %35 = load i64, ptr @the_rts, align 8
  %36 = getelementptr inbounds nuw ptr, ptr %34, i64 %35
  %37 = load ptr, ptr %36, align 8
  %38 = icmp ne ptr %33, %37
  br i1 %38, label %39, label %46

39:
  %40 = load ptr, ptr %9, align 8
  %41 = load ptr, ptr @the, align 8
  %42 = load i64, ptr @the_rtr, align 8
  %43 = getelementptr inbounds nuw ptr, ptr %41, i64 %42
  %44 = load ptr, ptr %43, align 8
  %45 = icmp ne ptr %40, %44
  br i1 %45, label %55, label %46

46:
  %47 = load i64, ptr %7, align 8
  %48 = icmp sgt i64 %47, 2
  br i1 %48, label %55, label %49

49:
  %50 = load ptr, ptr %5, align 8
  %51 = load ptr, ptr %6, align 8
  %52 = load i64, ptr %7, align 8
  %53 = load ptr, ptr %8, align 8
  %54 = call zeroext i1 @run(ptr %50, ptr %51, i64 %52, ptr %53)
  br label %55

55:
  %56 = phi i1 [ true, %46 ], [ true, %39 ], [ %54, %49 ]
  ret i1 %56
}

declare i64 @llvm.expect.i64(i64, i64)

declare zeroext i1 @counts_as_true(ptr)

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

declare ptr @PyDict_GetItemWithError(ptr, ptr)

define internal i64 @number_in(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = call ptr @tuple_item(ptr %5, i64 %6)
  %8 = call i64 @value_of(ptr %7)
  ret i64 %8
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

define internal ptr @type_of(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds ptr, ptr %3, i64 1
  %5 = load ptr, ptr %4, align 8
  ret ptr %5
}

declare ptr @PyList_GetItem(ptr, i64)

declare ptr @PyTuple_GetItem(ptr, i64)

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

declare void @strange(ptr, i64)

declare i64 @PyLong_AsLong(ptr)

declare ptr @PyObject_VectorcallMethod(ptr, ptr, i64, ptr)

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

declare zeroext i1 @stalled(ptr)

declare i64 @PyObject_Size(ptr)

declare i32 @PyErr_ExceptionMatches(ptr)

declare void @PyErr_Clear()

declare ptr @PyLong_FromLong(i64)

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

declare ptr @PyTuple_Pack(i64, ...)

declare i32 @PyDict_SetItem(ptr, ptr, ptr)

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

define internal zeroext i1 @is_held_once(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr %3, align 8
  %5 = icmp eq i64 %4, 1
  ret i1 %5
}

declare i64 @PyDict_Size(ptr)

declare void @_Py_Dealloc(ptr)

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

declare i32 @PyDict_DelItem(ptr, ptr)

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

define internal zeroext i1 @run(ptr %0, ptr %1, i64 %2, ptr %3) nounwind {
  %5 = alloca i1, align 1
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i32, align 4
  %13 = alloca i8, align 1
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  %14 = load ptr, ptr %7, align 8
  %15 = load i64, ptr @QueuePair_probing, align 8
  %16 = call ptr @get(ptr %14, i64 %15)
  store ptr %16, ptr %10, align 8
  %17 = load ptr, ptr %6, align 8
  %18 = load i64, ptr @Nic__timers, align 8
  %19 = call ptr @get(ptr %17, i64 %18)
  store ptr %19, ptr %11, align 8
  %20 = load i64, ptr %8, align 8
  %21 = icmp eq i64 %20, 0
  br i1 %21, label %22, label %27

22:
  %23 = load ptr, ptr %6, align 8
  %24 = load ptr, ptr %7, align 8
  %25 = load ptr, ptr %9, align 8
  %26 = call zeroext i1 @run_requestor(ptr %23, ptr %24, ptr %25)
  store i1 %26, ptr %5, align 1
  store i32 1, ptr %12, align 4
  br label %81

27:
  %28 = load ptr, ptr %10, align 8
  %29 = load ptr, ptr @the, align 8
  %30 = load i64, ptr @the_None, align 8
  %31 = getelementptr inbounds nuw ptr, ptr %29, i64 %30
  %32 = load ptr, ptr %31, align 8
  %33 = icmp eq ptr %28, %32
  br i1 %33, label %34, label %35

34:
  store i1 true, ptr %5, align 1
  store i32 1, ptr %12, align 4
  br label %81

35:
  %36 = load i64, ptr %8, align 8
  %37 = icmp eq i64 %36, 1
  br i1 %37, label %38, label %52

38:
  %39 = load ptr, ptr %10, align 8
  %40 = load i64, ptr @the_revive, align 8
  %41 = load ptr, ptr %9, align 8
  %42 = call ptr @method_1(ptr %39, i64 %40, ptr %41)
  %43 = call zeroext i1 @done(ptr %42)
  br i1 %43, label %44, label %50

44:
  %45 = load ptr, ptr %11, align 8
  %46 = load i64, ptr @the_arm, align 8
  %47 = load ptr, ptr %7, align 8
  %48 = call ptr @method_1(ptr %45, i64 %46, ptr %47)
  %49 = call zeroext i1 @done(ptr %48)
  br label %50

50:
  %51 = phi i1 [ false, %38 ], [ %49, %44 ]
  store i1 %51, ptr %5, align 1
  store i32 1, ptr %12, align 4
  br label %81

52:
  %53 = load ptr, ptr %10, align 8
  %54 = load i64, ptr @ProbeSchedule_received_ns, align 8
  %55 = call i64 @get_int(ptr %53, i64 %54)
  %56 = load ptr, ptr %10, align 8
  %57 = load i64, ptr @ProbeSchedule__interval_since_ns, align 8
  %58 = call i64 @get_int(ptr %56, i64 %57)
  %59 = icmp slt i64 %55, %58
  br i1 %59, label %60, label %64

60:
  %61 = call ptr @PyErr_Occurred()
  %62 = icmp ne ptr %61, null
  %63 = xor i1 %62, true
  store i1 %63, ptr %5, align 1
  store i32 1, ptr %12, align 4
  br label %81

64:
  %65 = load ptr, ptr %10, align 8
  %66 = call ptr @kept(ptr %65)
  %67 = load ptr, ptr %11, align 8
  %68 = load ptr, ptr %7, align 8
  %69 = load ptr, ptr %9, align 8
  %70 = call zeroext i1 @probe_later(ptr %67, ptr %68, ptr %69)
  br i1 %70, label %71, label %75

71:
  %72 = load ptr, ptr %10, align 8
  %73 = load ptr, ptr %9, align 8
  %74 = call zeroext i1 @probe_way_back(ptr %72, ptr %73)
  br label %75

75:
  %76 = phi i1 [ false, %64 ], [ %74, %71 ]
  %77 = zext i1 %76 to i8
  store i8 %77, ptr %13, align 1
  %78 = load ptr, ptr %10, align 8
  call void @Py_DecRef(ptr %78)
  %79 = load i8, ptr %13, align 1
  %80 = trunc i8 %79 to i1
  store i1 %80, ptr %5, align 1
  store i32 1, ptr %12, align 4
  br label %81

81:
  %82 = load i1, ptr %5, align 1
  ret i1 %82
}

define internal zeroext i1 @run_requestor(ptr %0, ptr %1, ptr %2) nounwind {
  %4 = alloca i1, align 1
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i32, align 4
  %10 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  %11 = load ptr, ptr %6, align 8
  %12 = load i64, ptr @QueuePair_requestor, align 8
  %13 = call ptr @get(ptr %11, i64 %12)
  store ptr %13, ptr %8, align 8
  %14 = load ptr, ptr %8, align 8
  %15 = load ptr, ptr @the, align 8
  %16 = load i64, ptr @the_None, align 8
  %17 = getelementptr inbounds nuw ptr, ptr %15, i64 %16
  %18 = load ptr, ptr %17, align 8
  %19 = icmp eq ptr %14, %18
  br i1 %19, label %20, label %21

20:
  store i1 true, ptr %4, align 1
  store i32 1, ptr %9, align 4
  br label %62

21:
  %22 = load ptr, ptr %6, align 8
  %23 = load i64, ptr @QueuePair_evs, align 8
  %24 = call zeroext i1 @is_none(ptr %22, i64 %23)
  br i1 %24, label %25, label %26

25:
  br label %31

26:
  %27 = load ptr, ptr %8, align 8
  %28 = load i64, ptr @Requestor_state, align 8
  %29 = call ptr @get(ptr %27, i64 %28)
  %30 = call i64 @deadline(ptr %29)
  br label %31

31:
  %32 = phi i64 [ -2, %25 ], [ %30, %26 ]
  store i64 %32, ptr %10, align 8
  %33 = call zeroext i1 @forget()
  br i1 %33, label %35, label %34

34:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %9, align 4
  br label %61

35:
  %36 = load i64, ptr %10, align 8
  %37 = icmp eq i64 %36, -1
  br i1 %37, label %43, label %38

38:
  %39 = load i64, ptr %10, align 8
  %40 = load ptr, ptr %7, align 8
  %41 = call i64 @value_of(ptr %40)
  %42 = icmp sgt i64 %39, %41
  br i1 %42, label %43, label %47

43:
  %44 = load ptr, ptr %5, align 8
  %45 = load ptr, ptr %6, align 8
  %46 = call zeroext i1 @after(ptr %44, ptr %45)
  store i1 %46, ptr %4, align 1
  store i32 1, ptr %9, align 4
  br label %61

47:
  %48 = load ptr, ptr %8, align 8
  %49 = load i64, ptr @the_on_timer, align 8
  %50 = load ptr, ptr %7, align 8
  %51 = call ptr @method_1(ptr %48, i64 %49, ptr %50)
  %52 = call zeroext i1 @done(ptr %51)
  br i1 %52, label %53, label %59

53:
  %54 = load ptr, ptr %5, align 8
  %55 = load i64, ptr @the__after_requestor, align 8
  %56 = load ptr, ptr %6, align 8
  %57 = call ptr @method_1(ptr %54, i64 %55, ptr %56)
  %58 = call zeroext i1 @done(ptr %57)
  br label %59

59:
  %60 = phi i1 [ false, %47 ], [ %58, %53 ]
  store i1 %60, ptr %4, align 1
  store i32 1, ptr %9, align 4
  br label %61

61:
  br label %62

62:
  %63 = load i1, ptr %4, align 1
  ret i1 %63
}

declare zeroext i1 @probe_way_back(ptr, ptr)

declare zeroext i1 @after(ptr, ptr)
