; SPDX-License-Identifier: Apache-2.0
; Made of timers.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 22aba4538c9cd734ab9f9701e0f339e15c0d4a03862ea2c87a3919043ffbdaef
@the = external global ptr, align 8
@the_heappop = external constant i64, align 8
@Timers__settled = external constant i64, align 8
@Timers__looked = external constant i64, align 8
@Timers__wake_ns = external constant i64, align 8
@QueuePair_requestor = external constant i64, align 8
@QueuePair_evs = external constant i64, align 8
@EvSet_bad = external constant i64, align 8
@BadEvs_due_ns = external constant i64, align 8
@the_None = external constant i64, align 8
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
  %2 = alloca [2 x ptr], align 16
  store ptr null, ptr %2, align 8
  %3 = getelementptr inbounds nuw i8, ptr %2, i64 8
  store ptr %0, ptr %3, align 8
  %4 = load ptr, ptr @the, align 8
  %5 = load i64, ptr @the_heappop, align 8
  %6 = getelementptr inbounds nuw ptr, ptr %4, i64 %5
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %9 = call ptr @PyObject_Vectorcall(ptr %7, ptr nonnull %8, i64 -9223372036854775807, ptr null)
  ret ptr %9
}

declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)

define i64 @earliest(ptr %0) nounwind {
  %2 = load i64, ptr @Timers__settled, align 8
  %3 = call zeroext i1 @is_true(ptr %0, i64 %2)
  br i1 %3, label %16, label %4

4:
  %5 = call ptr @look(ptr %0)
  %.not = icmp eq ptr %5, null
  br i1 %.not, label %8, label %6

6:
  %7 = call i64 @number_in(ptr nonnull %5, i64 0)
  br label %8

8:
  %9 = phi i64 [ %7, %6 ], [ 9223372036854775807, %4 ]
  %10 = call ptr @PyErr_Occurred()
  %.not11 = icmp ne ptr %10, null
  br i1 %.not11, label %15, label %11

11:
  %12 = load i64, ptr @Timers__looked, align 8
  %13 = call i64 @least(i64 %9, i64 9223372036854775807)
  call void @put_int(ptr %0, i64 %12, i64 %13)
  %14 = load i64, ptr @Timers__settled, align 8
  call void @put_bool(ptr %0, i64 %14, i1 zeroext true)
  br label %15

15:
  switch i1 %.not11, label %23 [
    i1 false, label %16
    i1 true, label %22
  ]

16:
  %17 = load i64, ptr @Timers__looked, align 8
  %18 = call i64 @get_int(ptr %0, i64 %17)
  %19 = load i64, ptr @Timers__wake_ns, align 8
  %20 = call i64 @get_int(ptr %0, i64 %19)
  %21 = call i64 @least(i64 %18, i64 %20)
  br label %22

22:
  %.1 = phi i64 [ %21, %16 ], [ -1, %15 ]
  ret i64 %.1

23:
  unreachable
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

define internal ptr @look(ptr %0) nounwind {
  %2 = load i64, ptr @Timers__heap, align 8
  %3 = call ptr @get(ptr %0, i64 %2)
  %4 = load i64, ptr @Timers__deadlines, align 8
  %5 = call ptr @get(ptr %0, i64 %4)
  br label %6

6:
  %.014 = phi ptr [ undef, %1 ], [ %.1, %25 ]
  %7 = call i64 @list_size(ptr %3)
  %8 = icmp sgt i64 %7, 0
  br i1 %8, label %9, label %26

9:
  %10 = call ptr @list_item(ptr %3, i64 0)
  %11 = call ptr @tuple_item(ptr %10, i64 2)
  %.not = icmp eq ptr %11, null
  br i1 %.not, label %14, label %12

12:
  %13 = call ptr @PyDict_GetItemWithError(ptr %5, ptr nonnull %11)
  br label %14

14:
  %15 = phi ptr [ %13, %12 ], [ null, %9 ]
  %.not15 = icmp eq ptr %15, null
  br i1 %.not15, label %20, label %16

16:
  %17 = call i64 @number_in(ptr nonnull %15, i64 1)
  %18 = call i64 @number_in(ptr %10, i64 1)
  %19 = icmp eq i64 %17, %18
  br i1 %19, label %25, label %20

20:
  %21 = call ptr @PyErr_Occurred()
  %.not16 = icmp eq ptr %21, null
  br i1 %.not16, label %22, label %25

22:
  %23 = call ptr @pop(ptr %3)
  %24 = call zeroext i1 @done(ptr %23)
  %spec.select = select i1 %24, ptr %.014, ptr null
  %spec.select17 = select i1 %24, i1 false, i1 true
  br label %25

25:
  %.1 = phi ptr [ null, %20 ], [ %10, %16 ], [ %spec.select, %22 ]
  %.0 = phi i1 [ true, %20 ], [ true, %16 ], [ %spec.select17, %22 ]
  %cond = icmp eq i1 %.0, false
  br i1 %cond, label %6, label %26

26:
  %.2 = phi ptr [ %.1, %25 ], [ null, %6 ]
  ret ptr %.2
}

define internal i64 @number_in(ptr %0, i64 %1) nounwind {
  %3 = call ptr @tuple_item(ptr %0, i64 %1)
  %4 = call i64 @value_of(ptr %3)
  ret i64 %4
}

declare ptr @PyErr_Occurred()

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

define internal i64 @least(i64 %0, i64 %1) nounwind {
  %3 = icmp slt i64 %0, %1
  %. = select i1 %3, i64 %0, i64 %1
  ret i64 %.
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

define zeroext i1 @arm_timers(ptr %0, ptr %1) nounwind {
  %3 = load i64, ptr @QueuePair_requestor, align 8
  %4 = call ptr @get(ptr %1, i64 %3)
  %5 = load i64, ptr @QueuePair_evs, align 8
  %6 = call ptr @get(ptr %1, i64 %5)
  %7 = load i64, ptr @EvSet_bad, align 8
  %8 = call ptr @get(ptr %6, i64 %7)
  %9 = load i64, ptr @BadEvs_due_ns, align 8
  %10 = call ptr @get(ptr %8, i64 %9)
  %11 = load ptr, ptr @the, align 8
  %12 = load i64, ptr @the_None, align 8
  %13 = getelementptr inbounds nuw ptr, ptr %11, i64 %12
  %14 = load ptr, ptr %13, align 8
  %15 = icmp eq ptr %4, %14
  br i1 %15, label %24, label %16

16:
  %17 = load ptr, ptr @the, align 8
  %18 = load i64, ptr @the_None, align 8
  %19 = getelementptr inbounds nuw ptr, ptr %17, i64 %18
  %20 = load ptr, ptr %19, align 8
  %.not = icmp eq ptr %10, %20
  br i1 %.not, label %28, label %21

21:
  %22 = load i64, ptr @QueuePair_ev_probe_ns, align 8
  %23 = call ptr @get(ptr %1, i64 %22)
  %.not31 = icmp eq ptr %10, %23
  br i1 %.not31, label %28, label %24

24:
  %25 = load i64, ptr @the_arm, align 8
  %26 = call ptr @method_1(ptr %0, i64 %25, ptr %1)
  %27 = call zeroext i1 @done(ptr %26)
  br label %64

28:
  %29 = load i64, ptr @Requestor_state, align 8
  %30 = call ptr @get(ptr %4, i64 %29)
  %31 = load i64, ptr @QueuePair_deadline_ns, align 8
  %32 = call zeroext i1 @is_none(ptr %1, i64 %31)
  br i1 %32, label %36, label %33

33:
  %34 = load i64, ptr @SendState_stale, align 8
  %35 = call zeroext i1 @is_true(ptr %30, i64 %34)
  br i1 %35, label %36, label %64

36:
  %37 = call i64 @deadline(ptr %30)
  %cond = icmp eq i64 %37, -2
  br i1 %cond, label %38, label %46

38:
  %39 = call zeroext i1 @forget()
  br i1 %39, label %40, label %64

40:
  %41 = icmp eq i64 %37, -2
  br i1 %41, label %42, label %46

42:
  %43 = load i64, ptr @the_arm, align 8
  %44 = call ptr @method_1(ptr %0, i64 %43, ptr %1)
  %45 = call zeroext i1 @done(ptr %44)
  br label %64

46:
  %47 = load i64, ptr @SendState_stale, align 8
  call void @put_bool(ptr %30, i64 %47, i1 zeroext false)
  %48 = icmp eq i64 %37, -1
  br i1 %48, label %64, label %49

49:
  br i1 %32, label %53, label %50

50:
  %51 = load i64, ptr @QueuePair_deadline_ns, align 8
  %52 = call i64 @get_int(ptr %1, i64 %51)
  %.not32 = icmp slt i64 %37, %52
  br i1 %.not32, label %53, label %64

53:
  %54 = call ptr @integer(i64 %37)
  %55 = load i64, ptr @QueuePair_deadline_ns, align 8
  %56 = call ptr @kept(ptr %54)
  call void @put(ptr %1, i64 %55, ptr %56)
  %.not33 = icmp eq ptr %54, null
  br i1 %.not33, label %62, label %57

57:
  %58 = load i64, ptr @QueuePair_qpn, align 8
  %59 = call i64 @get_int(ptr %1, i64 %58)
  %60 = shl i64 %59, 3
  %61 = call zeroext i1 @set_timer(ptr %0, i64 %60, ptr nonnull %54)
  br label %62

62:
  %63 = phi i1 [ false, %53 ], [ %61, %57 ]
  call void @Py_DecRef(ptr %54)
  br label %64

64:
  %.0 = phi i1 [ %27, %24 ], [ true, %33 ], [ %45, %42 ], [ false, %38 ], [ %63, %62 ], [ true, %50 ], [ true, %46 ]
  ret i1 %.0
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

define internal zeroext i1 @is_none(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = call ptr @get(ptr %0, i64 %1)
  %4 = load ptr, ptr @the, align 8
  %5 = load i64, ptr @the_None, align 8
  %6 = getelementptr inbounds nuw ptr, ptr %4, i64 %5
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %3, %7
  ret i1 %8
}

define internal i64 @deadline(ptr %0) nounwind {
  %2 = load i64, ptr @SendState_budget, align 8
  %3 = call ptr @get(ptr %0, i64 %2)
  %4 = load i64, ptr @SendState_queue, align 8
  %5 = call ptr @get(ptr %0, i64 %4)
  %6 = load i64, ptr @SendState_cc, align 8
  %7 = call ptr @get(ptr %0, i64 %6)
  %8 = load i64, ptr @SendState_flight, align 8
  %9 = call ptr @get(ptr %0, i64 %8)
  %10 = load i64, ptr @SendState_losses, align 8
  %11 = call ptr @get(ptr %0, i64 %10)
  %12 = load i64, ptr @SendState_probes, align 8
  %13 = call ptr @get(ptr %0, i64 %12)
  %14 = load i64, ptr @Account__destination, align 8
  %15 = call ptr @get(ptr %7, i64 %14)
  %16 = load i64, ptr @ReliabilityProbes_vain, align 8
  %17 = call i64 @get_int(ptr %13, i64 %16)
  %18 = load i64, ptr @RetryBudget__limits, align 8
  %19 = call ptr @get(ptr %3, i64 %18)
  %20 = load i64, ptr @the_RtsAttributes, align 8
  %21 = call zeroext i1 @is_a(ptr %19, i64 %20)
  %.not61 = xor i1 %21, true
  %22 = icmp sgt i64 %17, 16
  %or.cond = select i1 %.not61, i1 true, i1 %22
  br i1 %or.cond, label %121, label %23

23:
  %24 = load i64, ptr @RetryBudget_retries, align 8
  %25 = call i64 @get_int(ptr %3, i64 %24)
  %26 = load i64, ptr @RtsAttributes_linear_retries, align 8
  %27 = call i64 @get_int(ptr %19, i64 %26)
  %28 = icmp sgt i64 %25, %27
  br i1 %28, label %121, label %29

29:
  %30 = load i64, ptr @InFlight__delayed, align 8
  %31 = call ptr @get(ptr %9, i64 %30)
  %32 = call i64 @list_size(ptr %31)
  %.not = icmp eq i64 %32, 0
  br i1 %.not, label %33, label %121

33:
  %34 = load i64, ptr @Losses__planes, align 8
  %35 = call ptr @get(ptr %11, i64 %34)
  %36 = load i64, ptr @PlaneLosses__waiting, align 8
  %37 = call ptr @get(ptr %35, i64 %36)
  %38 = call i64 @list_size(ptr %37)
  %.not56 = icmp eq i64 %38, 0
  br i1 %.not56, label %39, label %121

39:
  %40 = load i64, ptr @SendQueue_begun, align 8
  %41 = call ptr @get(ptr %5, i64 %40)
  %42 = call i64 @size_of(ptr %41)
  %43 = icmp sgt i64 %42, 0
  br i1 %43, label %48, label %44

44:
  %45 = load i64, ptr @SendQueue_pending, align 8
  %46 = call ptr @get(ptr %5, i64 %45)
  %47 = call i64 @size_of(ptr %46)
  %.not57 = icmp eq i64 %47, 0
  br i1 %.not57, label %121, label %48

48:
  %49 = load i64, ptr @RetryBudget_since_ns, align 8
  %50 = call i64 @get_int(ptr %3, i64 %49)
  %51 = load i64, ptr @RtsAttributes_ack_timeout, align 8
  %52 = call i64 @get_int(ptr %19, i64 %51)
  %53 = call i64 @least(i64 24, i64 %52)
  %54 = shl i64 1024, %53
  %55 = add i64 %50, %54
  %56 = load i64, ptr @ReliabilityProbes__interval_ns, align 8
  %57 = call i64 @get_int(ptr %13, i64 %56)
  %58 = sdiv i64 %57, 2
  %59 = call i64 @most(i64 1, i64 %58)
  %60 = load i64, ptr @ReliabilityProbes__last_ns, align 8
  %61 = call i64 @get_int(ptr %13, i64 %60)
  %62 = load i64, ptr @SendState_heard_ns, align 8
  %63 = call i64 @get_int(ptr %0, i64 %62)
  br i1 %43, label %64, label %69

64:
  %65 = add i64 %63, %57
  %66 = add i64 %61, %59
  %67 = call i64 @most(i64 %65, i64 %66)
  %68 = call i64 @least(i64 %55, i64 %67)
  br label %69

69:
  %.054 = phi i64 [ %68, %64 ], [ %55, %48 ]
  %70 = call zeroext i1 @stalled(ptr %0)
  br i1 %70, label %71, label %98

71:
  %72 = load i64, ptr @Losses_trips, align 8
  %73 = call ptr @get(ptr %11, i64 %72)
  %74 = load i64, ptr @TripTimes_patience_ns, align 8
  %75 = call i64 @get_int(ptr %73, i64 %74)
  %76 = load i64, ptr @SendState_options, align 8
  %77 = call ptr @get(ptr %0, i64 %76)
  %78 = load i64, ptr @TransportOptions_base_rtt_ns, align 8
  %79 = call i64 @get_int(ptr %77, i64 %78)
  %80 = ashr i64 %79, 1
  %81 = add i64 %75, %80
  %82 = load i64, ptr @InFlight_in_flight, align 8
  %83 = call i64 @get_int(ptr %9, i64 %82)
  %.not58 = icmp eq i64 %83, 0
  br i1 %.not58, label %87, label %84

84:
  %85 = load i64, ptr @InFlight_last_sent_ns, align 8
  %86 = call i64 @get_int(ptr %9, i64 %85)
  br label %87

87:
  %88 = phi i64 [ %86, %84 ], [ %63, %71 ]
  %89 = add i64 %17, -2
  %90 = call i64 @most(i64 0, i64 %89)
  %91 = call i64 @least(i64 %90, i64 8)
  %92 = shl i64 %81, %91
  %93 = add i64 %88, %81
  %94 = call i64 @least(i64 %92, i64 %59)
  %95 = add i64 %61, %94
  %96 = call i64 @most(i64 %93, i64 %95)
  %97 = call i64 @least(i64 %.054, i64 %96)
  br label %98

98:
  %.155 = phi i64 [ %97, %87 ], [ %.054, %69 ]
  %99 = load i64, ptr @Destination_accounts, align 8
  %100 = call i64 @get_int(ptr %15, i64 %99)
  %101 = icmp sgt i64 %100, 1
  br i1 %101, label %102, label %106

102:
  %103 = load i64, ptr @Destination_waiting, align 8
  %104 = call ptr @get(ptr %15, i64 %103)
  %105 = call ptr @PyDict_GetItemWithError(ptr %104, ptr %7)
  br label %106

106:
  %107 = phi ptr [ %105, %102 ], [ null, %98 ]
  %.not59 = icmp eq ptr %107, null
  br i1 %.not59, label %119, label %108

108:
  %109 = call i64 @value_of(ptr nonnull %107)
  %110 = load i64, ptr @Destination_heard_ns, align 8
  %111 = call i64 @get_int(ptr %15, i64 %110)
  %112 = call i64 @most(i64 %109, i64 %111)
  %113 = load i64, ptr @Destination_patience_ns, align 8
  %114 = call i64 @get_int(ptr %15, i64 %113)
  %115 = mul i64 %114, 3
  %116 = sdiv i64 %115, 2
  %117 = add i64 %112, %116
  %118 = call i64 @least(i64 %.155, i64 %117)
  br label %119

119:
  %.2 = phi i64 [ %118, %108 ], [ %.155, %106 ]
  %120 = call ptr @PyErr_Occurred()
  %.not60 = icmp eq ptr %120, null
  %.2. = select i1 %.not60, i64 %.2, i64 -2
  br label %121

121:
  %.0 = phi i64 [ -2, %1 ], [ -2, %33 ], [ -2, %29 ], [ -2, %23 ], [ %.2., %119 ], [ -1, %44 ]
  ret i64 %.0
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

define internal ptr @integer(i64 %0) alwaysinline nounwind {
  %2 = call ptr @PyLong_FromLong(i64 %0)
  ret ptr %2
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

define internal zeroext i1 @set_timer(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = alloca [3 x ptr], align 16
  %5 = load i64, ptr @Timers__heap, align 8
  %6 = call ptr @get(ptr %0, i64 %5)
  %7 = load i64, ptr @Timers__deadlines, align 8
  %8 = call ptr @get(ptr %0, i64 %7)
  %9 = call ptr @integer(i64 %1)
  %.not = icmp eq ptr %9, null
  br i1 %.not, label %12, label %10

10:
  %11 = call ptr @PyDict_GetItemWithError(ptr %8, ptr nonnull %9)
  br label %12

12:
  %13 = phi ptr [ %11, %10 ], [ null, %3 ]
  %.not45 = icmp eq ptr %13, null
  br i1 %.not45, label %18, label %14

14:
  %15 = call i64 @number_in(ptr nonnull %13, i64 0)
  %16 = call i64 @value_of(ptr %2)
  %17 = icmp eq i64 %15, %16
  br label %18

18:
  %19 = phi i1 [ false, %12 ], [ %17, %14 ]
  br i1 %19, label %22, label %20

20:
  %21 = call ptr @PyErr_Occurred()
  %.not46 = icmp eq ptr %21, null
  br i1 %.not46, label %23, label %22

22:
  call void @Py_DecRef(ptr %9)
  br label %73

23:
  %.not47 = icmp eq ptr %13, null
  br i1 %.not47, label %26, label %24

24:
  %25 = load i64, ptr @Timers__settled, align 8
  call void @put_bool(ptr %0, i64 %25, i1 zeroext false)
  br label %37

26:
  %27 = load i64, ptr @Timers__settled, align 8
  %28 = call zeroext i1 @is_true(ptr %0, i64 %27)
  br i1 %28, label %29, label %37

29:
  %30 = call i64 @value_of(ptr %2)
  %31 = load i64, ptr @Timers__looked, align 8
  %32 = call i64 @get_int(ptr %0, i64 %31)
  %33 = icmp slt i64 %30, %32
  br i1 %33, label %34, label %37

34:
  %35 = load i64, ptr @Timers__looked, align 8
  %36 = call i64 @value_of(ptr %2)
  call void @put_int(ptr %0, i64 %35, i64 %36)
  br label %37

37:
  %38 = load i64, ptr @Timers__order, align 8
  call void @add(ptr %0, i64 %38, i64 1)
  %39 = call i64 @get_int(ptr %0, i64 %38)
  %40 = call ptr @integer(i64 %39)
  %.not48 = icmp eq ptr %40, null
  br i1 %.not48, label %43, label %41

41:
  %42 = call ptr (i64, ...) @PyTuple_Pack(i64 2, ptr %2, ptr nonnull %40)
  br label %43

43:
  %44 = phi ptr [ %42, %41 ], [ null, %37 ]
  %.not49 = icmp eq ptr %9, null
  %.not50 = icmp eq ptr %40, null
  %or.cond = or i1 %.not49, %.not50
  br i1 %or.cond, label %47, label %45

45:
  %46 = call ptr (i64, ...) @PyTuple_Pack(i64 3, ptr %2, ptr nonnull %40, ptr nonnull %9)
  br label %47

47:
  %48 = phi ptr [ %46, %45 ], [ null, %43 ]
  store ptr null, ptr %4, align 8
  %49 = getelementptr inbounds nuw i8, ptr %4, i64 8
  store ptr %6, ptr %49, align 8
  %50 = getelementptr inbounds nuw i8, ptr %4, i64 16
  store ptr %48, ptr %50, align 8
  %.not51 = icmp eq ptr %44, null
  %.not52 = icmp eq ptr %48, null
  %or.cond54 = select i1 %.not51, i1 true, i1 %.not52
  br i1 %or.cond54, label %61, label %51

51:
  %52 = call i32 @PyDict_SetItem(ptr %8, ptr %9, ptr nonnull %44)
  %.not53 = icmp eq i32 %52, 0
  br i1 %.not53, label %53, label %61

53:
  %54 = load ptr, ptr @the, align 8
  %55 = load i64, ptr @the_heappush, align 8
  %56 = getelementptr inbounds nuw ptr, ptr %54, i64 %55
  %57 = load ptr, ptr %56, align 8
  %58 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %59 = call ptr @PyObject_Vectorcall(ptr %57, ptr nonnull %58, i64 -9223372036854775806, ptr null)
  %60 = call zeroext i1 @done(ptr %59)
  br label %61

61:
  %62 = phi i1 [ false, %51 ], [ %60, %53 ], [ false, %47 ]
  call void @Py_DecRef(ptr %9)
  call void @Py_DecRef(ptr %40)
  call void @Py_DecRef(ptr %44)
  call void @Py_DecRef(ptr %48)
  br i1 %62, label %63, label %73

63:
  %64 = call i64 @list_size(ptr %6)
  %65 = call i64 @dict_size(ptr %8)
  %66 = shl i64 %65, 2
  %67 = add i64 %66, 64
  %68 = icmp sgt i64 %64, %67
  br i1 %68, label %69, label %73

69:
  %70 = load i64, ptr @the__compact, align 8
  %71 = call ptr @method(ptr %0, i64 %70)
  %72 = call zeroext i1 @done(ptr %71)
  br label %73

73:
  %.0 = phi i1 [ %19, %22 ], [ %72, %69 ], [ %62, %63 ], [ %62, %61 ]
  ret i1 %.0
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

define zeroext i1 @probe_later(ptr %0, ptr %1, ptr %2) nounwind {
  %4 = load i64, ptr @QueuePair_probing, align 8
  %5 = call ptr @get(ptr %1, i64 %4)
  %6 = call i64 @value_of(ptr %2)
  %7 = load i64, ptr @ProbeSchedule__interval_ns, align 8
  %8 = call i64 @get_int(ptr %5, i64 %7)
  %9 = add i64 %6, %8
  %10 = call ptr @integer(i64 %9)
  %11 = load i64, ptr @ProbeSchedule__interval_since_ns, align 8
  %12 = call i64 @value_of(ptr %2)
  call void @put_int(ptr %5, i64 %11, i64 %12)
  %13 = load i64, ptr @QueuePair_reverse_ns, align 8
  %14 = call ptr @kept(ptr %10)
  call void @put(ptr %1, i64 %13, ptr %14)
  %.not = icmp eq ptr %10, null
  br i1 %.not, label %21, label %15

15:
  %16 = load i64, ptr @QueuePair_qpn, align 8
  %17 = call i64 @get_int(ptr %1, i64 %16)
  %18 = shl i64 %17, 3
  %19 = or disjoint i64 %18, 2
  %20 = call zeroext i1 @set_timer(ptr %0, i64 %19, ptr nonnull %10)
  br label %21

21:
  %22 = phi i1 [ false, %3 ], [ %20, %15 ]
  call void @Py_DecRef(ptr %10)
  ret i1 %22
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

define zeroext i1 @run_timers(ptr %0, ptr %1) nounwind {
  %3 = alloca i64, align 8
  %4 = load i64, ptr @Nic__timers, align 8
  %5 = call ptr @get(ptr %0, i64 %4)
  store i64 0, ptr %3, align 8
  %6 = call i64 @value_of(ptr %1)
  call void @Py_IncRef(ptr %1)
  br label %7

7:
  %.020.off0 = phi i1 [ true, %2 ], [ %.4.off0, %37 ]
  br i1 %.020.off0, label %8, label %13

8:
  %9 = call zeroext i1 @pop_due(ptr %5, i64 %6, ptr nonnull %3)
  br i1 %9, label %10, label %13

10:
  %11 = load i64, ptr %3, align 8
  %12 = icmp sgt i64 %11, -1
  br label %13

13:
  %.121.off0 = phi i1 [ true, %10 ], [ false, %8 ], [ false, %7 ]
  %14 = phi i1 [ %12, %10 ], [ false, %8 ], [ false, %7 ]
  br i1 %14, label %15, label %38

15:
  %16 = load i64, ptr %3, align 8
  %17 = and i64 %16, 7
  switch i64 %17, label %28 [
    i64 3, label %18
    i64 4, label %22
  ]

18:
  %19 = load i64, ptr @the__end_overrun, align 8
  %20 = call ptr @method(ptr %0, i64 %19)
  %21 = call zeroext i1 @done(ptr %20)
  br label %34

22:
  %23 = load i64, ptr @Nic_ports, align 8
  %24 = call ptr @get(ptr %0, i64 %23)
  %25 = load i64, ptr @the_run, align 8
  %26 = call ptr @method_1(ptr %24, i64 %25, ptr %1)
  %27 = call zeroext i1 @done(ptr %26)
  br label %34

28:
  %29 = load i64, ptr @Nic_queue_pairs, align 8
  %30 = call ptr @get(ptr %0, i64 %29)
  %31 = load i64, ptr %3, align 8
  %32 = ashr i64 %31, 3
  %33 = call ptr @find(ptr %30, i64 %32)
  br label %34

34:
  %.2.off0 = phi i1 [ %21, %18 ], [ %27, %22 ], [ %.121.off0, %28 ]
  %.0 = phi ptr [ null, %18 ], [ null, %22 ], [ %33, %28 ]
  %.not31 = icmp eq ptr %.0, null
  br i1 %.not31, label %37, label %35

35:
  call void @Py_IncRef(ptr nonnull %.0)
  %36 = call zeroext i1 @run_timer(ptr %0, ptr nonnull %.0, i64 %17, ptr %1)
  call void @Py_DecRef(ptr nonnull %.0)
  br label %37

37:
  %.4.off0 = phi i1 [ %36, %35 ], [ %.2.off0, %34 ]
  br label %7

38:
  call void @Py_DecRef(ptr %1)
  br i1 %.121.off0, label %39, label %41

39:
  %40 = call ptr @PyErr_Occurred()
  %.not = icmp eq ptr %40, null
  br label %41

41:
  %42 = phi i1 [ false, %38 ], [ %.not, %39 ]
  ret i1 %42
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

define internal zeroext i1 @pop_due(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = call i64 @earliest(ptr %0)
  %5 = load i64, ptr @Timers__wake_ns, align 8
  %6 = call i64 @get_int(ptr %0, i64 %5)
  store i64 -1, ptr %2, align 8
  %7 = icmp sgt i64 %4, %1
  br i1 %7, label %10, label %8

8:
  %9 = call ptr @PyErr_Occurred()
  %.not = icmp eq ptr %9, null
  br i1 %.not, label %12, label %10

10:
  %11 = icmp sgt i64 %4, %1
  br label %51

12:
  %13 = call ptr @look(ptr %0)
  %.not31 = icmp eq ptr %13, null
  br i1 %.not31, label %17, label %14

14:
  %15 = call i64 @number_in(ptr nonnull %13, i64 0)
  %16 = sub i64 %6, %15
  br label %17

17:
  %18 = phi i64 [ %16, %14 ], [ -1, %12 ]
  %.not32 = icmp eq i64 %6, 9223372036854775807
  br i1 %.not32, label %27, label %19

19:
  %20 = icmp slt i64 %18, 0
  br i1 %20, label %27, label %21

21:
  %.not33 = icmp eq i64 %18, 0
  br i1 %.not33, label %22, label %27

22:
  %23 = load i64, ptr @Timers__wake_order, align 8
  %24 = call i64 @get_int(ptr %0, i64 %23)
  %25 = call i64 @number_in(ptr %13, i64 1)
  %26 = icmp slt i64 %24, %25
  br label %27

27:
  %28 = phi i1 [ false, %17 ], [ true, %19 ], [ false, %21 ], [ %26, %22 ]
  %29 = call ptr @PyErr_Occurred()
  %.not34 = icmp eq ptr %29, null
  br i1 %.not34, label %30, label %51

30:
  br i1 %28, label %31, label %33

31:
  store i64 3, ptr %2, align 8
  %32 = load i64, ptr @Timers__wake_ns, align 8
  call void @put_int(ptr %0, i64 %32, i64 9223372036854775807)
  br label %51

33:
  %34 = load i64, ptr @Timers__heap, align 8
  %35 = call ptr @get(ptr %0, i64 %34)
  %36 = call ptr @pop(ptr %35)
  %.not35 = icmp eq ptr %36, null
  br i1 %.not35, label %39, label %37

37:
  %38 = call ptr @tuple_item(ptr nonnull %36, i64 2)
  br label %39

39:
  %40 = phi ptr [ %38, %37 ], [ null, %33 ]
  %.not36 = icmp eq ptr %40, null
  br i1 %.not36, label %45, label %41

41:
  %42 = load i64, ptr @Timers__deadlines, align 8
  %43 = call ptr @get(ptr %0, i64 %42)
  %44 = call i32 @PyDict_DelItem(ptr %43, ptr nonnull %40)
  %.not37 = icmp eq i32 %44, 0
  br label %45

45:
  %46 = phi i1 [ false, %39 ], [ %.not37, %41 ]
  br i1 %46, label %47, label %49

47:
  %48 = call i64 @value_of(ptr %40)
  store i64 %48, ptr %2, align 8
  br label %49

49:
  call void @Py_DecRef(ptr %36)
  %50 = load i64, ptr @Timers__settled, align 8
  call void @put_bool(ptr %0, i64 %50, i1 zeroext false)
  br label %51

51:
  %.0 = phi i1 [ %11, %10 ], [ %46, %49 ], [ true, %31 ], [ false, %27 ]
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

define internal ptr @find(ptr %0, i64 %1) nounwind {
  %3 = call ptr @seek(i64 %1)
  %.not = icmp eq ptr %3, null
  br i1 %.not, label %6, label %4

4:
  %5 = call ptr @PyDict_GetItemWithError(ptr %0, ptr nonnull %3)
  br label %10

6:
  %7 = call ptr @integer(i64 %1)
  %.not10 = icmp eq ptr %7, null
  br i1 %.not10, label %10, label %8

8:
  %9 = call ptr @PyDict_GetItemWithError(ptr %0, ptr nonnull %7)
  call void @Py_DecRef(ptr nonnull %7)
  br label %10

10:
  %.0 = phi ptr [ %5, %4 ], [ %9, %8 ], [ null, %6 ]
  ret ptr %.0
}

define internal zeroext i1 @run_timer(ptr %0, ptr %1, i64 %2, ptr %3) nounwind {
  switch i64 %2, label %11 [
    i64 0, label %5
    i64 1, label %7
    i64 2, label %9
  ]

5:
  %6 = load i64, ptr @QueuePair_deadline_ns, align 8
  call void @put_none(ptr %1, i64 %6)
  br label %11

7:
  %8 = load i64, ptr @QueuePair_ev_probe_ns, align 8
  call void @put_none(ptr %1, i64 %8)
  br label %11

9:
  %10 = load i64, ptr @QueuePair_reverse_ns, align 8
  call void @put_none(ptr %1, i64 %10)
  br label %11

11:
  %12 = load i64, ptr @QueuePair_state, align 8
  %13 = call ptr @get(ptr %1, i64 %12)
  %14 = load ptr, ptr @the, align 8
  %15 = load i64, ptr @the_rts, align 8
  %16 = getelementptr inbounds nuw ptr, ptr %14, i64 %15
  %17 = load ptr, ptr %16, align 8
  %.not = icmp eq ptr %13, %17
  br i1 %.not, label %24, label %18

18:
  %19 = load ptr, ptr @the, align 8
  %20 = load i64, ptr @the_rtr, align 8
  %21 = getelementptr inbounds nuw ptr, ptr %19, i64 %20
  %22 = load ptr, ptr %21, align 8
  %.not13 = icmp ne ptr %13, %22
  %23 = icmp sgt i64 %2, 2
  %or.cond = or i1 %.not13, %23
  br i1 %or.cond, label %27, label %25

24:
  %.old = icmp sgt i64 %2, 2
  br i1 %.old, label %27, label %25

25:
  %26 = call zeroext i1 @run(ptr %0, ptr %1, i64 %2, ptr %3)
  br label %27

27:
  %28 = phi i1 [ true, %24 ], [ true, %18 ], [ %26, %25 ]
  ret i1 %28
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

declare zeroext i1 @counts_as_true(ptr)

define internal ptr @type_of(ptr %0) alwaysinline nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %3 = load ptr, ptr %2, align 8
  ret ptr %3
}

declare void @strange(ptr, i64)

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

declare ptr @PyDict_GetItemWithError(ptr, ptr)

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

declare ptr @PyTuple_GetItem(ptr, i64)

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

declare ptr @PyObject_VectorcallMethod(ptr, ptr, i64, ptr)

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

define internal i64 @most(i64 %0, i64 %1) nounwind {
  %3 = icmp sgt i64 %0, %1
  %. = select i1 %3, i64 %0, i64 %1
  ret i64 %.
}

declare zeroext i1 @stalled(ptr)

declare i64 @PyObject_Size(ptr)

declare i32 @PyErr_ExceptionMatches(ptr)

declare void @PyErr_Clear()

declare ptr @PyLong_FromLong(i64)

define internal void @add(ptr %0, i64 %1, i64 %2) alwaysinline nounwind {
  %4 = call i64 @get_int(ptr %0, i64 %1)
  %5 = add i64 %4, %2
  call void @put_int(ptr %0, i64 %1, i64 %5)
  ret void
}

declare ptr @PyTuple_Pack(i64, ...)

declare i32 @PyDict_SetItem(ptr, ptr, ptr)

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

declare i64 @PyDict_Size(ptr)

declare void @_Py_Dealloc(ptr)

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

declare i32 @PyDict_DelItem(ptr, ptr)

define internal ptr @seek(i64 %0) alwaysinline nounwind {
  %2 = load ptr, ptr @sought, align 8
  %3 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %4 = icmp sge i64 %0, 257
  %.not = icmp ult i64 %0, 1152921504606846976
  %or.cond = and i1 %4, %.not
  br i1 %or.cond, label %5, label %21

5:
  %6 = load ptr, ptr @sought, align 8
  %7 = call zeroext i1 @is_held_once(ptr %6)
  br i1 %7, label %8, label %21

8:
  %.not7 = icmp ult i64 %0, 1073741824
  %9 = load i64, ptr @long_digit, align 8
  %10 = shl i64 %9, 1
  %11 = load i64, ptr @long_digit, align 8
  %12 = select i1 %.not7, i64 %11, i64 %10
  %13 = load ptr, ptr @sought, align 8
  %14 = getelementptr inbounds nuw i8, ptr %13, i64 16
  store i64 %12, ptr %14, align 8
  %15 = trunc i64 %0 to i32
  %16 = and i32 %15, 1073741823
  store i32 %16, ptr %3, align 4
  %17 = lshr i64 %0, 30
  %18 = trunc nuw i64 %17 to i32
  %19 = getelementptr inbounds nuw i8, ptr %2, i64 28
  store i32 %18, ptr %19, align 4
  %20 = load ptr, ptr @sought, align 8
  br label %21

21:
  %.0 = phi ptr [ %20, %8 ], [ null, %5 ], [ null, %1 ]
  ret ptr %.0
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

define internal zeroext i1 @run(ptr %0, ptr %1, i64 %2, ptr %3) nounwind {
  %5 = load i64, ptr @QueuePair_probing, align 8
  %6 = call ptr @get(ptr %1, i64 %5)
  %7 = load i64, ptr @Nic__timers, align 8
  %8 = call ptr @get(ptr %0, i64 %7)
  %9 = icmp eq i64 %2, 0
  br i1 %9, label %10, label %12

10:
  %11 = call zeroext i1 @run_requestor(ptr %0, ptr %1, ptr %3)
  br label %43

12:
  %13 = load ptr, ptr @the, align 8
  %14 = load i64, ptr @the_None, align 8
  %15 = getelementptr inbounds nuw ptr, ptr %13, i64 %14
  %16 = load ptr, ptr %15, align 8
  %17 = icmp eq ptr %6, %16
  br i1 %17, label %43, label %18

18:
  %19 = icmp eq i64 %2, 1
  br i1 %19, label %20, label %28

20:
  %21 = load i64, ptr @the_revive, align 8
  %22 = call ptr @method_1(ptr %6, i64 %21, ptr %3)
  %23 = call zeroext i1 @done(ptr %22)
  br i1 %23, label %24, label %43

24:
  %25 = load i64, ptr @the_arm, align 8
  %26 = call ptr @method_1(ptr %8, i64 %25, ptr %1)
  %27 = call zeroext i1 @done(ptr %26)
  br label %43

28:
  %29 = load i64, ptr @ProbeSchedule_received_ns, align 8
  %30 = call i64 @get_int(ptr %6, i64 %29)
  %31 = load i64, ptr @ProbeSchedule__interval_since_ns, align 8
  %32 = call i64 @get_int(ptr %6, i64 %31)
  %33 = icmp slt i64 %30, %32
  br i1 %33, label %34, label %36

34:
  %35 = call ptr @PyErr_Occurred()
  %.not = icmp eq ptr %35, null
  br label %43

36:
  %37 = call ptr @kept(ptr %6)
  %38 = call zeroext i1 @probe_later(ptr %8, ptr %1, ptr %3)
  br i1 %38, label %39, label %41

39:
  %40 = call zeroext i1 @probe_way_back(ptr %6, ptr %3)
  br label %41

41:
  %42 = phi i1 [ false, %36 ], [ %40, %39 ]
  call void @Py_DecRef(ptr %6)
  br label %43

43:
  %.0 = phi i1 [ %11, %10 ], [ %42, %41 ], [ true, %12 ], [ %.not, %34 ], [ false, %20 ], [ %27, %24 ]
  ret i1 %.0
}

define internal zeroext i1 @run_requestor(ptr %0, ptr %1, ptr %2) nounwind {
  %4 = load i64, ptr @QueuePair_requestor, align 8
  %5 = call ptr @get(ptr %1, i64 %4)
  %6 = load ptr, ptr @the, align 8
  %7 = load i64, ptr @the_None, align 8
  %8 = getelementptr inbounds nuw ptr, ptr %6, i64 %7
  %9 = load ptr, ptr %8, align 8
  %10 = icmp eq ptr %5, %9
  br i1 %10, label %36, label %11

11:
  %12 = load i64, ptr @QueuePair_evs, align 8
  %13 = call zeroext i1 @is_none(ptr %1, i64 %12)
  br i1 %13, label %18, label %14

14:
  %15 = load i64, ptr @Requestor_state, align 8
  %16 = call ptr @get(ptr %5, i64 %15)
  %17 = call i64 @deadline(ptr %16)
  br label %18

18:
  %19 = phi i64 [ %17, %14 ], [ -2, %11 ]
  %20 = call zeroext i1 @forget()
  br i1 %20, label %21, label %36

21:
  %22 = icmp eq i64 %19, -1
  br i1 %22, label %26, label %23

23:
  %24 = call i64 @value_of(ptr %2)
  %25 = icmp sgt i64 %19, %24
  br i1 %25, label %26, label %28

26:
  %27 = call zeroext i1 @after(ptr %0, ptr %1)
  br label %36

28:
  %29 = load i64, ptr @the_on_timer, align 8
  %30 = call ptr @method_1(ptr %5, i64 %29, ptr %2)
  %31 = call zeroext i1 @done(ptr %30)
  br i1 %31, label %32, label %36

32:
  %33 = load i64, ptr @the__after_requestor, align 8
  %34 = call ptr @method_1(ptr %0, i64 %33, ptr %1)
  %35 = call zeroext i1 @done(ptr %34)
  br label %36

36:
  %.0 = phi i1 [ true, %3 ], [ %27, %26 ], [ false, %18 ], [ false, %28 ], [ %35, %32 ]
  ret i1 %.0
}

declare zeroext i1 @probe_way_back(ptr, ptr)

declare zeroext i1 @after(ptr, ptr)
