; SPDX-License-Identifier: Apache-2.0
; Made of nic.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 b9f914bc575c0cb7cb73bffbca4aeca06e0d83493b2d6f0b0ee37c8da2c901ae
%struct.landing = type { [64 x i64], ptr, i64 }
%struct.packet.22 = type { ptr, ptr, ptr, ptr, ptr, i64, i64, i64, i64, i64, i8, i8, i8, i8 }
%struct.leaving.24 = type { ptr, i64, i64, ptr, i64, ptr, ptr }

@the = global ptr null, align 8
@the_TypeError = external constant i64, align 8
@.str = private unnamed_addr constant [56 x i8] c"%R where a %R belongs; MRC_NIC=python takes it in a NIC\00", align 1
@the_None = external constant i64, align 8
@innermost = global ptr null, align 8
@checksum = global ptr null, align 8
@sought = global ptr null, align 8
@QueuePair_control_queued = external constant i64, align 8
@Scheduler__control = external constant i64, align 8
@the_receive = external constant i64, align 8
@the_transmit = external constant i64, align 8
@the_next_wakeup = external constant i64, align 8
@the_Exception = external constant i64, align 8
@Nic__macs = external constant i64, align 8
@Nic_journal = external constant i64, align 8
@PacketType_opcode = external constant i64, align 8
@Nic_now_ns = external constant i64, align 8
@Nic__settled = external constant i64, align 8
@Nic__received = external constant i64, align 8
@the_list = external constant i64, align 8
@the_bytes = external constant i64, align 8
@the_int = external constant i64, align 8
@long_digit = external constant i64, align 8
@QueuePair_state = external constant i64, align 8
@PacketType_recipient = external constant i64, align 8
@the_rts = external constant i64, align 8
@the_rtr = external constant i64, align 8
@PacketType_data = external constant i64, align 8
@the_requestor_of = external constant i64, align 8
@QueuePair_peer_address = external constant i64, align 8
@the_True = external constant i64, align 8
@the_False = external constant i64, align 8
@the_deque = external constant i64, align 8
@the_append = external constant i64, align 8
@the_deque_append = external constant i64, align 8
@Nic__timers = external constant i64, align 8
@Nic_ports = external constant i64, align 8
@PortControl_pending = external constant i64, align 8
@Nic__masks = external constant i64, align 8
@Ports_up = external constant i64, align 8
@Nic__scheduler = external constant i64, align 8
@the_dict = external constant i64, align 8
@Scheduler__answered = external constant i64, align 8
@Scheduler__probes = external constant i64, align 8
@the__turn_of_control = external constant i64, align 8
@QueuePair_responder = external constant i64, align 8
@Responder_answers = external constant i64, align 8
@Answers__jobs = external constant i64, align 8
@the_rotate = external constant i64, align 8
@the_popleft = external constant i64, align 8
@the_deque_popleft = external constant i64, align 8
@the_tuple = external constant i64, align 8
@Scheduler__data = external constant i64, align 8
@Scheduler__busy_until_ns = external constant i64, align 8
@QueuePair_requestor = external constant i64, align 8
@QueuePair_evs = external constant i64, align 8
@the_retransmission_of = external constant i64, align 8
@the_new_of = external constant i64, align 8
@QueuePair_probing = external constant i64, align 8
@ProbeSchedule_sent_ns = external constant i64, align 8
@QueuePair_data_queued = external constant i64, align 8
@the_has_work = external constant i64, align 8
@Scheduler__rates_bps = external constant i64, align 8
@.str.1 = private unnamed_addr constant [21 x i8] c"port %zd has 0 bit/s\00", align 1
@Nic__sent = external constant i64, align 8
@Nic_prober = external constant i64, align 8
@Timers__wake_ns = external constant i64, align 8
@Timers__order = external constant i64, align 8
@Timers__wake_order = external constant i64, align 8
@the__settle = external constant i64, align 8

define void @strange(ptr %0, i64 %1) cold noinline noreturn nounwind {
  %3 = call ptr @PyErr_Occurred()
  %.not = icmp eq ptr %3, null
  br i1 %.not, label %4, label %23

4:
  %5 = load ptr, ptr @the, align 8
  %6 = load i64, ptr @the_TypeError, align 8
  %7 = getelementptr inbounds nuw ptr, ptr %5, i64 %6
  %8 = load ptr, ptr %7, align 8
  %.not6 = icmp eq ptr %0, null
  br i1 %.not6, label %11, label %9

9:
  %10 = call ptr @type_of(ptr nonnull %0)
  br label %16

11:
  %12 = load ptr, ptr @the, align 8
  %13 = load i64, ptr @the_None, align 8
  %14 = getelementptr inbounds nuw ptr, ptr %12, i64 %13
  %15 = load ptr, ptr %14, align 8
  br label %16

16:
  %17 = phi ptr [ %10, %9 ], [ %15, %11 ]
  %18 = load ptr, ptr @the, align 8
  %19 = lshr i64 %1, 16
  %20 = getelementptr inbounds nuw ptr, ptr %18, i64 %19
  %21 = load ptr, ptr %20, align 8
  %22 = call ptr (ptr, ptr, ...) @PyErr_Format(ptr %8, ptr nonnull @.str, ptr %17, ptr %21)
  br label %23

23:
  %24 = load ptr, ptr @innermost, align 8
  %25 = call i64 @PyThread_get_thread_ident()
  br label %26

26:
  %.0 = phi ptr [ %24, %23 ], [ %31, %29 ]
  %27 = getelementptr inbounds nuw i8, ptr %.0, i64 520
  %28 = load i64, ptr %27, align 8
  %.not7 = icmp eq i64 %28, %25
  br i1 %.not7, label %32, label %29

29:
  %30 = getelementptr inbounds nuw i8, ptr %.0, i64 512
  %31 = load ptr, ptr %30, align 8
  br label %26

32:
  call void @longjmp(ptr %.0, i32 1)
  unreachable
}

declare ptr @PyErr_Occurred()

declare ptr @PyErr_Format(ptr, ptr, ...)

define internal ptr @type_of(ptr %0) alwaysinline nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %3 = load ptr, ptr %2, align 8
  ret ptr %3
}

declare i64 @PyThread_get_thread_ident()

declare void @longjmp(ptr, i32)

define zeroext i1 @counts_as_true(ptr %0) cold noinline nounwind {
  %2 = call i32 @PyObject_IsTrue(ptr %0)
  %3 = icmp sgt i32 %2, 0
  ret i1 %3
}

declare i32 @PyObject_IsTrue(ptr)

define void @leave_landing(ptr %0) nounwind {
  br label %2

2:
  %.0 = phi ptr [ @innermost, %1 ], [ %6, %4 ]
  %3 = load ptr, ptr %.0, align 8
  %.not = icmp eq ptr %3, %0
  br i1 %.not, label %7, label %4

4:
  %5 = load ptr, ptr %.0, align 8
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 512
  br label %2

7:
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 512
  %9 = load ptr, ptr %8, align 8
  store ptr %9, ptr %.0, align 8
  ret void
}

define void @set_up_nics(ptr %0, ptr %1) nounwind {
  store ptr %0, ptr @the, align 8
  store ptr %1, ptr @checksum, align 8
  %3 = call ptr @integer(i64 1073741824)
  store ptr %3, ptr @sought, align 8
  call void @set_up_kinds()
  ret void
}

define internal ptr @integer(i64 %0) alwaysinline nounwind {
  %2 = call ptr @PyLong_FromLong(i64 %0)
  ret ptr %2
}

declare void @set_up_kinds()

define i64 @finished(i32 %0) nounwind {
  %2 = icmp eq i32 %0, 0
  br i1 %2, label %3, label %6

3:
  %4 = call zeroext i1 @forget()
  %5 = select i1 %4, i64 0, i64 2
  br label %10

6:
  %7 = call ptr @PyErr_Occurred()
  %.not = icmp eq ptr %7, null
  %8 = zext i32 %0 to i64
  %9 = select i1 %.not, i64 %8, i64 2
  br label %10

10:
  %.0 = phi i64 [ %5, %3 ], [ %9, %6 ]
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

define i64 @nic_take(ptr %0, i64 %1, ptr %2, i64 %3, ptr %4, i64 %5) nounwind {
  %7 = alloca %struct.landing, align 8
  %8 = call i64 @PyThread_get_thread_ident()
  %9 = getelementptr inbounds nuw i8, ptr %7, i64 520
  store i64 %8, ptr %9, align 8
  %10 = load ptr, ptr @innermost, align 8
  %11 = getelementptr inbounds nuw i8, ptr %7, i64 512
  store ptr %10, ptr %11, align 8
  store ptr %7, ptr @innermost, align 8
  %12 = call i32 @_setjmp(ptr nonnull %7)
  %.not = icmp eq i32 %12, 0
  br i1 %.not, label %13, label %16

13:
  %14 = call i32 @take(ptr %0, i64 %1, ptr %2, i64 %3, ptr %4, i64 %5)
  %15 = call i64 @finished(i32 %14)
  br label %16

16:
  %17 = phi i64 [ %15, %13 ], [ 2, %6 ]
  call void @leave_landing(ptr nonnull %7)
  ret i64 %17
}

declare i32 @_setjmp(ptr)

define internal i32 @take(ptr %0, i64 %1, ptr %2, i64 %3, ptr %4, i64 %5) nounwind {
  %7 = alloca %struct.packet.22, align 8
  %8 = load i64, ptr @Nic__macs, align 8
  %9 = call ptr @get(ptr %0, i64 %8)
  %10 = load i64, ptr @Nic_journal, align 8
  %11 = call zeroext i1 @is_none(ptr %0, i64 %10)
  br i1 %11, label %12, label %44

12:
  %13 = call zeroext i1 @is_time(i64 %5)
  %.not31 = xor i1 %13, true
  %14 = icmp slt i64 %1, 0
  %or.cond = select i1 %.not31, i1 true, i1 %14
  br i1 %or.cond, label %44, label %15

15:
  %16 = call i64 @list_size(ptr %9)
  %.not = icmp slt i64 %1, %16
  br i1 %.not, label %17, label %44

17:
  %.not27 = icmp eq ptr %4, null
  br i1 %.not27, label %20, label %18

18:
  %19 = load ptr, ptr %4, align 8
  %.not28 = icmp eq ptr %19, null
  br i1 %.not28, label %20, label %21

20:
  br label %21

21:
  %22 = phi ptr [ null, %20 ], [ %4, %18 ]
  %23 = call zeroext i1 @read_packet(ptr %0, ptr %2, i64 %3, ptr %22, ptr nonnull %7)
  br i1 %23, label %24, label %44

24:
  %25 = call ptr @list_item(ptr %9, i64 %1)
  %26 = call ptr @bytes_of(ptr %25)
  %27 = call i32 @memcmp(ptr nonnull dereferenceable(6) %2, ptr nonnull dereferenceable(6) %26, i64 6)
  %.not29 = icmp eq i32 %27, 0
  br i1 %.not29, label %28, label %44

28:
  %29 = load ptr, ptr %7, align 8
  %30 = load i64, ptr @PacketType_opcode, align 8
  %31 = call i64 @get_int(ptr %29, i64 %30)
  %32 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %33 = load ptr, ptr %32, align 8
  %.not30 = icmp eq ptr %33, null
  br i1 %.not30, label %36, label %34

34:
  %35 = call zeroext i1 @is_common(ptr nonnull %7, i64 %31)
  br i1 %35, label %36, label %44

36:
  %37 = load i64, ptr @Nic_now_ns, align 8
  call void @put_int(ptr %0, i64 %37, i64 %5)
  %38 = load i64, ptr @Nic__settled, align 8
  call void @put_bool(ptr %0, i64 %38, i1 zeroext false)
  %39 = load i64, ptr @Nic__received, align 8
  call void @add(ptr %0, i64 %39, i64 1)
  %40 = call i32 @take_packet(ptr %0, ptr nonnull %7, i64 %1, i64 %31, i64 %5)
  %41 = icmp eq i32 %40, 0
  br i1 %41, label %42, label %44

42:
  %43 = load i64, ptr @Nic__received, align 8
  call void @add(ptr %0, i64 %43, i64 -1)
  br label %44

44:
  %.0 = phi i32 [ 0, %6 ], [ 0, %24 ], [ 0, %21 ], [ 0, %15 ], [ 0, %12 ], [ 0, %34 ], [ %40, %42 ], [ %40, %36 ]
  ret i32 %.0
}

define void @queue_control(ptr %0, ptr %1) nounwind {
  %3 = load i64, ptr @QueuePair_control_queued, align 8
  %4 = call zeroext i1 @is_true(ptr %1, i64 %3)
  br i1 %4, label %10, label %5

5:
  %6 = load i64, ptr @QueuePair_control_queued, align 8
  call void @put_bool(ptr %1, i64 %6, i1 zeroext true)
  %7 = load i64, ptr @Scheduler__control, align 8
  %8 = call ptr @get(ptr %0, i64 %7)
  %9 = call zeroext i1 @append_to(ptr %8, ptr %1)
  br label %10

10:
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

define i64 @nic_give(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = alloca %struct.landing, align 8
  %6 = call i64 @PyThread_get_thread_ident()
  %7 = getelementptr inbounds nuw i8, ptr %5, i64 520
  store i64 %6, ptr %7, align 8
  %8 = load ptr, ptr @innermost, align 8
  %9 = getelementptr inbounds nuw i8, ptr %5, i64 512
  store ptr %8, ptr %9, align 8
  store ptr %5, ptr @innermost, align 8
  %10 = call i32 @_setjmp(ptr nonnull %5)
  %.not = icmp eq i32 %10, 0
  br i1 %.not, label %11, label %14

11:
  %12 = call i32 @give(ptr %0, i64 %1, i64 %2, ptr %3)
  %13 = call i64 @finished(i32 %12)
  br label %14

14:
  %15 = phi i64 [ %13, %11 ], [ 2, %4 ]
  call void @leave_landing(ptr nonnull %5)
  ret i64 %15
}

define internal i32 @give(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = call zeroext i1 @is_time(i64 %2)
  %.not42 = xor i1 %5, true
  %6 = icmp slt i64 %1, 0
  %or.cond = select i1 %.not42, i1 true, i1 %6
  br i1 %or.cond, label %57, label %7

7:
  %8 = load i64, ptr @Nic_journal, align 8
  %9 = call zeroext i1 @is_none(ptr %0, i64 %8)
  br i1 %9, label %10, label %57

10:
  %11 = load i64, ptr @Nic_now_ns, align 8
  call void @put_int(ptr %0, i64 %11, i64 %2)
  %12 = load i64, ptr @Nic__timers, align 8
  %13 = call ptr @get(ptr %0, i64 %12)
  %14 = call i64 @earliest(ptr %13)
  %.not = icmp sgt i64 %14, %2
  br i1 %.not, label %19, label %15

15:
  %16 = call ptr @PyErr_Occurred()
  %.not36 = icmp eq ptr %16, null
  br i1 %.not36, label %17, label %57

17:
  %18 = call zeroext i1 @by_time(ptr nonnull @run_timers, ptr %0, i64 %2)
  br i1 %18, label %19, label %57

19:
  %20 = load i64, ptr @Nic_ports, align 8
  %21 = call ptr @get(ptr %0, i64 %20)
  %22 = load i64, ptr @PortControl_pending, align 8
  %23 = call ptr @get(ptr %21, i64 %22)
  %24 = call i64 @size_of(ptr %23)
  %.not37 = icmp eq i64 %24, 0
  br i1 %.not37, label %25, label %57

25:
  %26 = load i64, ptr @Nic__masks, align 8
  %27 = call ptr @get(ptr %0, i64 %26)
  %28 = load i64, ptr @Ports_up, align 8
  %29 = call i64 @get_int(ptr %27, i64 %28)
  %30 = and i64 %1, %29
  %31 = load i64, ptr @Nic__scheduler, align 8
  %32 = call ptr @hold(ptr %0, i64 %31)
  %.not38 = icmp eq i64 %30, 0
  br i1 %.not38, label %36, label %33

33:
  %34 = call i32 @next_frame(ptr %0, ptr %32, i64 %30, i64 %2, ptr %3)
  %35 = icmp eq i32 %34, 1
  br label %36

36:
  %37 = phi i1 [ %35, %33 ], [ true, %25 ]
  br i1 %37, label %38, label %.critedge

38:
  %39 = call zeroext i1 @has_frame(ptr %3)
  br i1 %39, label %40, label %41

40:
  call void @note_left(ptr %0, ptr %32, ptr %3, i64 %2)
  br label %41

41:
  call void @Py_DecRef(ptr %32)
  br i1 %37, label %42, label %44

42:
  %43 = call ptr @PyErr_Occurred()
  %.not40 = icmp eq ptr %43, null
  br i1 %.not40, label %48, label %44

.critedge:
  call void @Py_DecRef(ptr %32)
  br label %44

44:
  %45 = getelementptr inbounds nuw i8, ptr %3, i64 24
  %46 = load ptr, ptr %45, align 8
  call void @Py_DecRef(ptr %46)
  %47 = getelementptr inbounds nuw i8, ptr %3, i64 24
  store ptr null, ptr %47, align 8
  br label %57

48:
  %49 = call zeroext i1 @has_frame(ptr %3)
  br i1 %49, label %57, label %50

50:
  %51 = call zeroext i1 @settled(ptr %0, i64 %2)
  br i1 %51, label %57, label %52

52:
  %53 = call ptr @PyErr_Occurred()
  %.not41 = icmp eq ptr %53, null
  br i1 %.not41, label %54, label %57

54:
  %55 = call zeroext i1 @by_time(ptr nonnull @settle_in_python, ptr %0, i64 %2)
  %56 = select i1 %55, i32 1, i32 2
  br label %57

57:
  %.0 = phi i32 [ 0, %4 ], [ 0, %7 ], [ 0, %19 ], [ 2, %15 ], [ 2, %17 ], [ 2, %44 ], [ 1, %48 ], [ 1, %50 ], [ 2, %52 ], [ %56, %54 ]
  ret i32 %.0
}

define i64 @nic_wake(ptr %0, ptr %1) nounwind {
  %3 = alloca %struct.landing, align 8
  %4 = call i64 @PyThread_get_thread_ident()
  %5 = getelementptr inbounds nuw i8, ptr %3, i64 520
  store i64 %4, ptr %5, align 8
  %6 = load ptr, ptr @innermost, align 8
  %7 = getelementptr inbounds nuw i8, ptr %3, i64 512
  store ptr %6, ptr %7, align 8
  store ptr %3, ptr @innermost, align 8
  %8 = call i32 @_setjmp(ptr nonnull %3)
  %.not = icmp eq i32 %8, 0
  br i1 %.not, label %9, label %11

9:
  %10 = call i32 @wake_at(ptr %0, ptr %1)
  br label %11

11:
  %12 = phi i32 [ %10, %9 ], [ 0, %2 ]
  call void @leave_landing(ptr nonnull %3)
  %13 = call i64 @finished(i32 %12)
  ret i64 %13
}

define internal i32 @wake_at(ptr %0, ptr %1) nounwind {
  %3 = load i64, ptr @Nic__timers, align 8
  %4 = call ptr @get(ptr %0, i64 %3)
  %5 = call i64 @earliest(ptr %4)
  %6 = load i64, ptr @Nic_now_ns, align 8
  %7 = call i64 @get_int(ptr %0, i64 %6)
  %8 = icmp sgt i64 %5, %7
  br i1 %8, label %9, label %16

9:
  %10 = load i64, ptr @Nic__settled, align 8
  %11 = call zeroext i1 @is_true(ptr %0, i64 %10)
  br i1 %11, label %16, label %12

12:
  %13 = call zeroext i1 @settled(ptr %0, i64 %7)
  br i1 %13, label %14, label %20

14:
  %15 = call i64 @earliest(ptr %4)
  br label %16

16:
  %.013 = phi i64 [ %5, %9 ], [ %15, %14 ], [ %5, %2 ]
  %17 = icmp eq i64 %.013, 9223372036854775807
  %..013 = select i1 %17, i64 -1, i64 %.013
  store i64 %..013, ptr %1, align 8
  %18 = icmp sgt i64 %.013, -1
  %19 = zext i1 %18 to i32
  br label %20

20:
  %.0 = phi i32 [ %19, %16 ], [ 0, %12 ]
  ret i32 %.0
}

define ptr @receive_by(ptr %0, i64 %1, ptr %2, ptr %3, i64 %4, ptr %5) nounwind {
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = icmp eq i64 %4, 3
  %.not = icmp eq ptr %5, null
  %or.cond = select i1 %9, i1 %.not, i1 false
  br i1 %or.cond, label %10, label %24

10:
  %11 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %12 = load ptr, ptr %11, align 8
  %13 = call i32 @PyBytes_AsStringAndSize(ptr %12, ptr nonnull %7, ptr nonnull %8)
  %.not15 = icmp eq i32 %13, 0
  br i1 %.not15, label %14, label %24

14:
  %15 = load ptr, ptr %3, align 8
  %16 = call i64 @PyLong_AsLong(ptr %15)
  %17 = load ptr, ptr %7, align 8
  %18 = load i64, ptr %8, align 8
  %19 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %20 = load ptr, ptr %19, align 8
  %21 = call i64 @PyLong_AsLong(ptr %20)
  %22 = call i64 %0(ptr %2, i64 %16, ptr %17, i64 %18, ptr null, i64 %21)
  %23 = trunc i64 %22 to i32
  br label %24

24:
  %.0 = phi i32 [ 0, %6 ], [ 0, %10 ], [ %23, %14 ]
  switch i32 %.0, label %31 [
    i32 1, label %25
    i32 2, label %35
  ]

25:
  %26 = load ptr, ptr @the, align 8
  %27 = load i64, ptr @the_None, align 8
  %28 = getelementptr inbounds nuw ptr, ptr %26, i64 %27
  %29 = load ptr, ptr %28, align 8
  %30 = call ptr @kept(ptr %29)
  br label %35

31:
  %32 = call zeroext i1 @forget()
  br i1 %32, label %33, label %35

33:
  %34 = call ptr @in_python(i64 %1, ptr %2, ptr %3, i64 %4, ptr %5)
  br label %35

35:
  %.014 = phi ptr [ %30, %25 ], [ null, %24 ], [ %34, %33 ], [ null, %31 ]
  ret ptr %.014
}

declare i32 @PyBytes_AsStringAndSize(ptr, ptr, ptr)

declare i64 @PyLong_AsLong(ptr)

define internal ptr @kept(ptr %0) alwaysinline nounwind {
  call void @Py_IncRef(ptr %0)
  ret ptr %0
}

define internal ptr @in_python(i64 %0, ptr %1, ptr %2, i64 %3, ptr %4) nounwind {
  %6 = alloca [6 x ptr], align 16
  call void @llvm.memset.p0.i64(ptr nonnull align 16 dereferenceable(48) %6, i8 0, i64 48, i1 false)
  %7 = getelementptr inbounds nuw i8, ptr %6, i64 8
  store ptr %1, ptr %7, align 8
  %.not = icmp eq ptr %4, null
  br i1 %.not, label %10, label %8

8:
  %9 = call i64 @tuple_size(ptr nonnull %4)
  br label %10

10:
  %11 = phi i64 [ %9, %8 ], [ 0, %5 ]
  %12 = add i64 %3, %11
  %13 = icmp sgt i64 %12, 4
  %.015 = select i1 %13, i64 4, i64 %3
  %.014 = select i1 %13, ptr null, ptr %4
  %.013 = select i1 %13, i64 4, i64 %12
  br label %14

14:
  %.0 = phi i64 [ 0, %10 ], [ %21, %16 ]
  %15 = icmp slt i64 %.0, %.013
  br i1 %15, label %16, label %22

16:
  %17 = getelementptr inbounds ptr, ptr %2, i64 %.0
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr ptr, ptr %6, i64 %.0
  %20 = getelementptr i8, ptr %19, i64 16
  store ptr %18, ptr %20, align 8
  %21 = add i64 %.0, 1
  br label %14

22:
  %23 = load ptr, ptr @the, align 8
  %24 = getelementptr inbounds nuw ptr, ptr %23, i64 %0
  %25 = load ptr, ptr %24, align 8
  %26 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %27 = add i64 %.015, 1
  %28 = or i64 %27, -9223372036854775808
  %29 = call ptr @PyObject_Vectorcall(ptr %25, ptr nonnull %26, i64 %28, ptr %.014)
  ret ptr %29
}

define ptr @transmit_by(ptr %0, i64 %1, ptr %2, ptr %3, i64 %4, ptr %5) nounwind {
  %7 = alloca %struct.leaving.24, align 8
  call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(56) %7, i8 0, i64 56, i1 false)
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 32
  store i64 -1, ptr %8, align 8
  %9 = icmp eq i64 %4, 2
  %.not = icmp eq ptr %5, null
  %or.cond = select i1 %9, i1 %.not, i1 false
  br i1 %or.cond, label %10, label %18

10:
  %11 = load ptr, ptr %3, align 8
  %12 = call i64 @PyLong_AsLong(ptr %11)
  %13 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %14 = load ptr, ptr %13, align 8
  %15 = call i64 @PyLong_AsLong(ptr %14)
  %16 = call i64 %0(ptr %2, i64 %12, i64 %15, ptr nonnull %7)
  %17 = trunc i64 %16 to i32
  br label %18

18:
  %.016 = phi i32 [ 0, %6 ], [ %17, %10 ]
  switch i32 %.016, label %44 [
    i32 2, label %48
    i32 1, label %19
  ]

19:
  %20 = getelementptr inbounds nuw i8, ptr %7, i64 24
  %21 = load ptr, ptr %20, align 8
  %.not17 = icmp eq ptr %21, null
  br i1 %.not17, label %26, label %22

22:
  %23 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %24 = load i64, ptr %23, align 8
  %25 = call ptr @integer(i64 %24)
  br label %26

26:
  %27 = phi ptr [ %25, %22 ], [ null, %19 ]
  %28 = getelementptr inbounds nuw i8, ptr %7, i64 24
  %29 = load ptr, ptr %28, align 8
  %.not18 = icmp eq ptr %29, null
  br i1 %.not18, label %34, label %30

30:
  %31 = getelementptr inbounds nuw i8, ptr %7, i64 24
  %32 = load ptr, ptr %31, align 8
  %33 = call ptr (i64, ...) @PyTuple_Pack(i64 2, ptr %27, ptr %32)
  br label %40

34:
  %35 = load ptr, ptr @the, align 8
  %36 = load i64, ptr @the_None, align 8
  %37 = getelementptr inbounds nuw ptr, ptr %35, i64 %36
  %38 = load ptr, ptr %37, align 8
  %39 = call ptr @kept(ptr %38)
  br label %40

40:
  %41 = phi ptr [ %33, %30 ], [ %39, %34 ]
  call void @Py_DecRef(ptr %27)
  %42 = getelementptr inbounds nuw i8, ptr %7, i64 24
  %43 = load ptr, ptr %42, align 8
  call void @Py_DecRef(ptr %43)
  br label %48

44:
  %45 = call zeroext i1 @forget()
  br i1 %45, label %46, label %48

46:
  %47 = call ptr @in_python(i64 %1, ptr %2, ptr %3, i64 %4, ptr %5)
  br label %48

48:
  %.0 = phi ptr [ null, %18 ], [ %41, %40 ], [ %47, %46 ], [ null, %44 ]
  ret ptr %.0
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

declare ptr @PyTuple_Pack(i64, ...)

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

define ptr @wakeup_by(ptr %0, i64 %1, ptr %2, ptr %3, i64 %4, ptr %5) nounwind {
  %7 = alloca i64, align 8
  store i64 -1, ptr %7, align 8
  %.not = icmp eq i64 %4, 0
  %.not11 = icmp eq ptr %5, null
  %or.cond = select i1 %.not, i1 %.not11, i1 false
  br i1 %or.cond, label %8, label %11

8:
  %9 = call i64 %0(ptr %2, ptr nonnull %7)
  %10 = trunc i64 %9 to i32
  br label %11

11:
  %12 = phi i32 [ %10, %8 ], [ 0, %6 ]
  switch i32 %12, label %25 [
    i32 1, label %13
    i32 2, label %27
  ]

13:
  %14 = load i64, ptr %7, align 8
  %15 = icmp slt i64 %14, 0
  br i1 %15, label %16, label %22

16:
  %17 = load ptr, ptr @the, align 8
  %18 = load i64, ptr @the_None, align 8
  %19 = getelementptr inbounds nuw ptr, ptr %17, i64 %18
  %20 = load ptr, ptr %19, align 8
  %21 = call ptr @kept(ptr %20)
  br label %27

22:
  %23 = load i64, ptr %7, align 8
  %24 = call ptr @integer(i64 %23)
  br label %27

25:
  %26 = call ptr @in_python(i64 %1, ptr %2, ptr %3, i64 %4, ptr %5)
  br label %27

27:
  %.0 = phi ptr [ %26, %25 ], [ %24, %22 ], [ %21, %16 ], [ null, %11 ]
  ret ptr %.0
}

define ptr @nic_receive(ptr %0, ptr %1, i64 %2, ptr %3) nounwind {
  %5 = load i64, ptr @the_receive, align 8
  %6 = call ptr @receive_by(ptr nonnull @nic_take, i64 %5, ptr %0, ptr %1, i64 %2, ptr %3)
  ret ptr %6
}

define ptr @nic_transmit(ptr %0, ptr %1, i64 %2, ptr %3) nounwind {
  %5 = load i64, ptr @the_transmit, align 8
  %6 = call ptr @transmit_by(ptr nonnull @nic_give, i64 %5, ptr %0, ptr %1, i64 %2, ptr %3)
  ret ptr %6
}

define ptr @nic_next_wakeup(ptr %0, ptr %1, i64 %2, ptr %3) nounwind {
  %5 = load i64, ptr @the_next_wakeup, align 8
  %6 = call ptr @wakeup_by(ptr nonnull @nic_wake, i64 %5, ptr %0, ptr %1, i64 %2, ptr %3)
  ret ptr %6
}

declare ptr @PyLong_FromLong(i64)

declare i32 @PyErr_ExceptionMatches(ptr)

declare void @PyErr_Clear()

define internal zeroext i1 @is_none(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = call ptr @get(ptr %0, i64 %1)
  %4 = load ptr, ptr @the, align 8
  %5 = load i64, ptr @the_None, align 8
  %6 = getelementptr inbounds nuw ptr, ptr %4, i64 %5
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %3, %7
  ret i1 %8
}

define internal zeroext i1 @is_time(i64 %0) alwaysinline nounwind {
  %.not = icmp ult i64 %0, 4611686018427387904
  ret i1 %.not
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

declare zeroext i1 @read_packet(ptr, ptr, i64, ptr, ptr)

declare i32 @memcmp(ptr, ptr, i64)

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

define internal zeroext i1 @is_common(ptr %0, i64 %1) nounwind {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %4 = load ptr, ptr %3, align 8
  %5 = load i64, ptr @QueuePair_state, align 8
  %6 = call ptr @get(ptr %4, i64 %5)
  %7 = load ptr, ptr %0, align 8
  %8 = load i64, ptr @PacketType_recipient, align 8
  %9 = call ptr @get(ptr %7, i64 %8)
  %10 = load ptr, ptr @the, align 8
  %11 = load i64, ptr @the_rts, align 8
  %12 = getelementptr inbounds nuw ptr, ptr %10, i64 %11
  %13 = load ptr, ptr %12, align 8
  %.not = icmp eq ptr %6, %13
  br i1 %.not, label %19, label %14

14:
  %15 = load ptr, ptr @the, align 8
  %16 = load i64, ptr @the_rtr, align 8
  %17 = getelementptr inbounds nuw ptr, ptr %15, i64 %16
  %18 = load ptr, ptr %17, align 8
  %.not10 = icmp eq ptr %6, %18
  br i1 %.not10, label %19, label %35

19:
  %20 = call zeroext i1 @is_of_peer(ptr nonnull %0)
  br i1 %20, label %21, label %35

21:
  %22 = load ptr, ptr %0, align 8
  %23 = load i64, ptr @PacketType_data, align 8
  %24 = call zeroext i1 @is_true(ptr %22, i64 %23)
  br i1 %24, label %35, label %25

25:
  %26 = load ptr, ptr @the, align 8
  %27 = load i64, ptr @the_requestor_of, align 8
  %28 = getelementptr inbounds nuw ptr, ptr %26, i64 %27
  %29 = load ptr, ptr %28, align 8
  %30 = icmp eq ptr %9, %29
  br i1 %30, label %31, label %35

31:
  switch i64 %1, label %35 [
    i64 220, label %32
    i64 209, label %32
  ]

32:
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %34 = load i64, ptr %33, align 8
  %.not11 = icmp eq i64 %34, 0
  br label %35

35:
  %.0 = phi i1 [ false, %14 ], [ false, %19 ], [ true, %21 ], [ false, %31 ], [ false, %25 ], [ %.not11, %32 ]
  ret i1 %.0
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

define internal void @add(ptr %0, i64 %1, i64 %2) alwaysinline nounwind {
  %4 = call i64 @get_int(ptr %0, i64 %1)
  %5 = add i64 %4, %2
  call void @put_int(ptr %0, i64 %1, i64 %5)
  ret void
}

define internal i32 @take_packet(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4) nounwind {
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %7 = load ptr, ptr %6, align 8
  %.not = icmp eq ptr %7, null
  br i1 %.not, label %8, label %10

8:
  %9 = call i32 @receive_endpoint(ptr %0, ptr %1, i64 %2, i64 %4)
  br label %28

10:
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %12 = load ptr, ptr %11, align 8
  call void @Py_IncRef(ptr %12)
  %13 = load ptr, ptr %1, align 8
  %14 = load i64, ptr @PacketType_data, align 8
  %15 = call zeroext i1 @is_true(ptr %13, i64 %14)
  br i1 %15, label %16, label %18

16:
  %17 = call i32 @receive_data(ptr %0, ptr nonnull %1, i64 %4)
  br label %24

18:
  %19 = icmp eq i64 %3, 220
  br i1 %19, label %20, label %22

20:
  %21 = call i32 @receive_sack(ptr %0, ptr nonnull %1, i64 %4)
  br label %24

22:
  %23 = call i32 @receive_ack(ptr %0, ptr nonnull %1, i64 %4)
  br label %24

24:
  %25 = phi i32 [ %17, %16 ], [ %21, %20 ], [ %23, %22 ]
  %26 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %27 = load ptr, ptr %26, align 8
  call void @Py_DecRef(ptr %27)
  br label %28

28:
  %.0 = phi i32 [ %25, %24 ], [ %9, %8 ]
  ret i32 %.0
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

declare ptr @PyBytes_AsString(ptr)

declare i64 @llvm.expect.i64(i64, i64)

declare ptr @PyList_GetItem(ptr, i64)

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

define internal zeroext i1 @is_of_peer(ptr %0) nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr @QueuePair_peer_address, align 8
  %5 = call ptr @get(ptr %3, i64 %4)
  %6 = call i64 @bytes_size(ptr %5)
  %7 = icmp eq i64 %6, 16
  br i1 %7, label %8, label %13

8:
  %9 = call ptr @bytes_of(ptr %5)
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %11 = load ptr, ptr %10, align 8
  %12 = call i32 @memcmp(ptr nonnull dereferenceable(16) %9, ptr nonnull dereferenceable(16) %11, i64 16)
  %.not = icmp eq i32 %12, 0
  br label %13

13:
  %14 = phi i1 [ false, %1 ], [ %.not, %8 ]
  ret i1 %14
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

declare i64 @PyBytes_Size(ptr)

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

define internal zeroext i1 @is_held_once(ptr %0) alwaysinline nounwind {
  %2 = load i64, ptr %0, align 8
  %3 = icmp eq i64 %2, 1
  ret i1 %3
}

declare i32 @receive_endpoint(ptr, ptr, i64, i64)

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

declare i32 @receive_data(ptr, ptr, i64)

declare i32 @receive_sack(ptr, ptr, i64)

declare i32 @receive_ack(ptr, ptr, i64)

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

declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)

declare ptr @PyObject_VectorcallMethod(ptr, ptr, i64, ptr)

declare i64 @earliest(ptr)

define internal zeroext i1 @by_time(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = call ptr @integer(i64 %2)
  %.not = icmp eq ptr %4, null
  br i1 %.not, label %7, label %5

5:
  %6 = call zeroext i1 %0(ptr %1, ptr nonnull %4)
  br label %7

7:
  %8 = phi i1 [ false, %3 ], [ %6, %5 ]
  call void @Py_DecRef(ptr %4)
  ret i1 %8
}

declare zeroext i1 @run_timers(ptr, ptr)

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

define internal ptr @hold(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = call ptr @get(ptr %0, i64 %1)
  %4 = call ptr @kept(ptr %3)
  ret ptr %4
}

define internal i32 @next_frame(ptr %0, ptr %1, i64 %2, i64 %3, ptr %4) nounwind {
  %6 = load i64, ptr @Scheduler__answered, align 8
  %7 = call i64 @get_int(ptr %1, i64 %6)
  %8 = load i64, ptr @Scheduler__probes, align 8
  %9 = call ptr @get(ptr %1, i64 %8)
  %10 = call i32 @send_probe(ptr %9, i64 %2, i64 %3, ptr %4)
  %.not = icmp eq i32 %10, 1
  br i1 %.not, label %11, label %49

11:
  %12 = call zeroext i1 @has_frame(ptr %4)
  br i1 %12, label %49, label %13

13:
  %14 = xor i64 %7, -1
  %15 = and i64 %2, %14
  %16 = call i32 @send_probe_answer(ptr %1, i64 %15, i64 %3, ptr %4)
  %cond = icmp eq i32 %16, 1
  br i1 %cond, label %17, label %49

17:
  %18 = call zeroext i1 @has_frame(ptr %4)
  br i1 %18, label %19, label %25

19:
  %20 = load i64, ptr @Scheduler__answered, align 8
  %21 = getelementptr inbounds nuw i8, ptr %4, i64 32
  %22 = load i64, ptr %21, align 8
  %23 = shl nuw i64 1, %22
  %24 = or i64 %7, %23
  call void @put_int(ptr %1, i64 %20, i64 %24)
  br label %25

25:
  %.not44 = icmp eq i32 %16, 1
  br i1 %.not44, label %26, label %49

26:
  %27 = call zeroext i1 @has_frame(ptr %4)
  br i1 %27, label %49, label %28

28:
  %29 = call i32 @next_control(ptr %1, i64 %2, i64 %3, ptr %4)
  %30 = icmp eq i32 %29, 1
  br i1 %30, label %31, label %35

31:
  %32 = call zeroext i1 @has_frame(ptr %4)
  br i1 %32, label %35, label %33

33:
  %34 = call i32 @next_data(ptr %0, ptr %1, i64 %2, i64 %3, ptr %4)
  br label %35

35:
  %.0 = phi i32 [ %29, %31 ], [ %34, %33 ], [ %29, %28 ]
  %cond45 = icmp eq i32 %.0, 1
  br i1 %cond45, label %36, label %49

36:
  %37 = call zeroext i1 @has_frame(ptr %4)
  br i1 %37, label %40, label %38

38:
  %39 = call i32 @send_probe_answer(ptr %1, i64 %2, i64 %3, ptr %4)
  br label %49

40:
  %41 = icmp eq i32 %.0, 1
  br i1 %41, label %42, label %49

42:
  %43 = load i64, ptr @Scheduler__answered, align 8
  %44 = getelementptr inbounds nuw i8, ptr %4, i64 32
  %45 = load i64, ptr %44, align 8
  %46 = shl nuw i64 1, %45
  %47 = xor i64 %46, -1
  %48 = and i64 %7, %47
  call void @put_int(ptr %1, i64 %43, i64 %48)
  br label %49

49:
  %.043 = phi i32 [ %39, %38 ], [ %10, %5 ], [ %16, %25 ], [ %10, %11 ], [ %16, %13 ], [ %16, %26 ], [ %.0, %35 ], [ %.0, %42 ], [ %.0, %40 ]
  ret i32 %.043
}

define internal zeroext i1 @has_frame(ptr %0) nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %3 = load i64, ptr %2, align 8
  %.not = icmp eq i64 %3, 0
  br i1 %.not, label %4, label %8

4:
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %6 = load ptr, ptr %5, align 8
  %7 = icmp ne ptr %6, null
  br label %8

8:
  %9 = phi i1 [ true, %1 ], [ %7, %4 ]
  ret i1 %9
}

define internal void @note_left(ptr %0, ptr %1, ptr %2, i64 %3) nounwind {
  %5 = getelementptr inbounds nuw i8, ptr %2, i64 32
  %6 = load i64, ptr %5, align 8
  %7 = call i64 @length_of(ptr %2)
  %8 = load i64, ptr @Scheduler__rates_bps, align 8
  %9 = call ptr @get(ptr %1, i64 %8)
  %10 = call ptr @tuple_item(ptr %9, i64 %6)
  %magicptr = ptrtoint ptr %10 to i64
  %cond = icmp eq i64 %magicptr, 0
  br i1 %cond, label %28, label %11

11:
  %12 = call i64 @value_of(ptr nonnull %10)
  %.not14 = icmp eq i64 %12, 0
  br i1 %.not14, label %13, label %19

13:
  %14 = load ptr, ptr @the, align 8
  %15 = load i64, ptr @the_TypeError, align 8
  %16 = getelementptr inbounds nuw ptr, ptr %14, i64 %15
  %17 = load ptr, ptr %16, align 8
  %18 = call ptr (ptr, ptr, ...) @PyErr_Format(ptr %17, ptr nonnull @.str.1, i64 %6)
  br label %28

19:
  %.not15 = icmp eq ptr %10, null
  br i1 %.not15, label %28, label %20

20:
  %21 = load i64, ptr @Scheduler__busy_until_ns, align 8
  %22 = call ptr @get(ptr %1, i64 %21)
  %23 = mul i64 %7, 8000000000
  %24 = add i64 %23, 192000000000
  %25 = call i64 @value_of(ptr nonnull %10)
  %26 = sdiv i64 %24, %25
  %27 = add i64 %3, %26
  call void @put_number(ptr %22, i64 %6, i64 %27)
  br label %28

28:
  %29 = load i64, ptr @Nic__settled, align 8
  call void @put_bool(ptr %0, i64 %29, i1 zeroext false)
  %30 = load i64, ptr @Nic__sent, align 8
  call void @add(ptr %0, i64 %30, i64 1)
  ret void
}

define internal zeroext i1 @settled(ptr %0, i64 %1) nounwind {
  %3 = load i64, ptr @Nic__scheduler, align 8
  %4 = call ptr @get(ptr %0, i64 %3)
  %5 = load i64, ptr @Nic__timers, align 8
  %6 = call ptr @get(ptr %0, i64 %5)
  %7 = load i64, ptr @Scheduler__control, align 8
  %8 = call ptr @get(ptr %4, i64 %7)
  %9 = load i64, ptr @Nic_prober, align 8
  %10 = call ptr @get(ptr %0, i64 %9)
  %11 = call zeroext i1 @all_are_plain(ptr %8)
  br i1 %11, label %12, label %45

12:
  %13 = call i64 @size_of(ptr %8)
  %.not = icmp eq i64 %13, 0
  br i1 %.not, label %16, label %14

14:
  %15 = call i64 @next_free(ptr %4, i64 %1)
  br label %16

16:
  %17 = phi i64 [ %15, %14 ], [ -1, %12 ]
  %18 = call i64 @next_probe_ns(ptr %10, i64 %1)
  %19 = icmp sgt i64 %18, -1
  br i1 %19, label %20, label %24

20:
  %21 = icmp slt i64 %17, 0
  br i1 %21, label %24, label %22

22:
  %23 = call i64 @least(i64 %17, i64 %18)
  br label %24

24:
  %.025 = phi i64 [ %17, %16 ], [ %23, %22 ], [ %18, %20 ]
  %25 = call ptr @PyErr_Occurred()
  %.not26 = icmp eq ptr %25, null
  br i1 %.not26, label %28, label %26

26:
  %27 = call zeroext i1 @forget()
  br label %45

28:
  %29 = icmp sgt i64 %.025, -1
  br i1 %29, label %30, label %37

30:
  %31 = load i64, ptr @Timers__wake_ns, align 8
  %32 = call i64 @get_int(ptr %6, i64 %31)
  %.not27 = icmp eq i64 %32, %.025
  br i1 %.not27, label %37, label %33

33:
  %34 = load i64, ptr @Timers__order, align 8
  call void @add(ptr %6, i64 %34, i64 1)
  %35 = load i64, ptr @Timers__wake_order, align 8
  %36 = call i64 @get_int(ptr %6, i64 %34)
  call void @put_int(ptr %6, i64 %35, i64 %36)
  br label %37

37:
  %38 = load i64, ptr @Timers__wake_ns, align 8
  %39 = icmp slt i64 %.025, 0
  br i1 %39, label %42, label %40

40:
  %41 = call i64 @least(i64 %.025, i64 9223372036854775807)
  br label %42

42:
  %43 = phi i64 [ %41, %40 ], [ 9223372036854775807, %37 ]
  call void @put_int(ptr %6, i64 %38, i64 %43)
  %44 = load i64, ptr @Nic__settled, align 8
  call void @put_bool(ptr %0, i64 %44, i1 zeroext true)
  br label %45

45:
  %.0 = phi i1 [ false, %2 ], [ %.not26, %42 ], [ %.not26, %26 ]
  ret i1 %.0
}

define internal zeroext i1 @settle_in_python(ptr %0, ptr %1) nounwind {
  %3 = load i64, ptr @the__settle, align 8
  %4 = call ptr @method_1(ptr %0, i64 %3, ptr %1)
  %5 = call zeroext i1 @done(ptr %4)
  ret i1 %5
}

declare i64 @PyObject_Size(ptr)

declare i32 @send_probe(ptr, i64, i64, ptr)

declare i32 @send_probe_answer(ptr, i64, i64, ptr)

define internal i32 @next_control(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = load i64, ptr @Scheduler__control, align 8
  %6 = call ptr @hold(ptr %0, i64 %5)
  %7 = call i64 @size_of(ptr %6)
  br label %8

8:
  %.022 = phi i64 [ %7, %4 ], [ %24, %23 ]
  %.0 = phi i32 [ 1, %4 ], [ %.1, %23 ]
  %9 = icmp eq i32 %.0, 1
  br i1 %9, label %10, label %.critedge

10:
  %11 = call zeroext i1 @has_frame(ptr %3)
  %12 = icmp ne i64 %.022, 0
  %spec.select = select i1 %11, i1 false, i1 %12
  br i1 %spec.select, label %13, label %.critedge

13:
  %14 = call ptr @PySequence_GetItem(ptr %6, i64 0)
  %magicptr = ptrtoint ptr %14 to i64
  %cond = icmp eq i64 %magicptr, 0
  br i1 %cond, label %23, label %15

15:
  %16 = call zeroext i1 @is_plain_answer(ptr nonnull %14)
  br i1 %16, label %17, label %19

17:
  %18 = call i32 @answer(ptr %0, ptr %6, ptr nonnull %14, i64 %1, i64 %2, ptr %3)
  br label %23

19:
  %.not23 = icmp eq ptr %14, null
  br i1 %.not23, label %23, label %20

20:
  %21 = load i64, ptr @the__turn_of_control, align 8
  %22 = call i32 @asked_of(ptr %0, i64 %21, i64 %1, i64 %2, ptr %3)
  br label %23

23:
  %.1 = phi i32 [ %18, %17 ], [ %22, %20 ], [ 2, %13 ], [ 2, %19 ]
  call void @Py_DecRef(ptr %14)
  %24 = add i64 %.022, -1
  br label %8

.critedge:
  call void @Py_DecRef(ptr %6)
  ret i32 %.0
}

define internal i32 @next_data(ptr %0, ptr %1, i64 %2, i64 %3, ptr %4) nounwind {
  %6 = load i64, ptr @Scheduler__data, align 8
  %7 = call ptr @hold(ptr %1, i64 %6)
  %8 = call i64 @size_of(ptr %7)
  %9 = icmp sgt i64 %8, 1
  br i1 %9, label %10, label %12

10:
  %11 = call i32 @on_their_planes(ptr %0, ptr %1, ptr %7, i64 %2, i64 %3, ptr %4)
  br label %12

12:
  %13 = phi i32 [ %11, %10 ], [ 1, %5 ]
  %14 = icmp eq i32 %13, 1
  br i1 %14, label %15, label %19

15:
  %16 = call zeroext i1 @has_frame(ptr %4)
  br i1 %16, label %19, label %17

17:
  %18 = call i32 @in_turn(ptr %0, ptr %7, i64 %2, i64 %3, ptr %4)
  br label %19

19:
  %.0 = phi i32 [ %13, %15 ], [ %18, %17 ], [ %13, %12 ]
  call void @Py_DecRef(ptr %7)
  ret i32 %.0
}

declare ptr @PySequence_GetItem(ptr, i64)

declare zeroext i1 @is_plain_answer(ptr)

define internal i32 @answer(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, ptr %5) nounwind {
  %7 = load i64, ptr @QueuePair_responder, align 8
  %8 = call ptr @hold(ptr %2, i64 %7)
  %9 = load i64, ptr @Responder_answers, align 8
  %10 = call ptr @hold(ptr %8, i64 %9)
  %11 = call zeroext i1 @send_answer(ptr %0, ptr %2, ptr %10, i64 %3, i64 %4, ptr %5)
  call void @Py_DecRef(ptr %10)
  %12 = call ptr @get(ptr %8, i64 %9)
  %13 = load i64, ptr @Answers__jobs, align 8
  %14 = call ptr @get(ptr %12, i64 %13)
  %15 = call i64 @size_of(ptr %14)
  %16 = icmp sgt i64 %15, 0
  call void @Py_DecRef(ptr %8)
  br i1 %11, label %17, label %.critedge

17:
  %18 = call zeroext i1 @is_at(ptr %1, i64 0, ptr %2)
  br i1 %18, label %23, label %19

19:
  br i1 %11, label %20, label %.critedge

20:
  %21 = call ptr @PyErr_Occurred()
  %.not = icmp eq ptr %21, null
  %22 = select i1 %.not, i32 1, i32 2
  br label %.critedge

23:
  br i1 %16, label %24, label %29

24:
  %25 = call i64 @size_of(ptr %1)
  %26 = icmp sgt i64 %25, 1
  br i1 %26, label %27, label %.critedge

27:
  %28 = call i32 @rotate(ptr %1)
  br label %.critedge

29:
  %30 = load i64, ptr @QueuePair_control_queued, align 8
  call void @put_bool(ptr %2, i64 %30, i1 zeroext false)
  %31 = call ptr @pop_first(ptr %1)
  %32 = call zeroext i1 @done(ptr %31)
  %33 = select i1 %32, i32 1, i32 2
  br label %.critedge

.critedge:
  %.0 = phi i32 [ 2, %6 ], [ %33, %29 ], [ 2, %19 ], [ %22, %20 ], [ %28, %27 ], [ 1, %24 ]
  ret i32 %.0
}

define internal i32 @asked_of(ptr %0, i64 %1, i64 %2, i64 %3, ptr %4) nounwind {
  %6 = call ptr @integer(i64 %2)
  %7 = call ptr @integer(i64 %3)
  %8 = call ptr @method_2(ptr %0, i64 %1, ptr %6, ptr %7)
  %9 = call zeroext i1 @said_by_python(ptr %8, ptr %4)
  call void @Py_DecRef(ptr %6)
  call void @Py_DecRef(ptr %7)
  %10 = select i1 %9, i32 1, i32 2
  ret i32 %10
}

declare zeroext i1 @send_answer(ptr, ptr, ptr, i64, i64, ptr)

define internal zeroext i1 @is_at(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = call ptr @PySequence_GetItem(ptr %0, i64 %1)
  %.not = icmp eq ptr %4, null
  br i1 %.not, label %5, label %7

5:
  %6 = call zeroext i1 @forget()
  br label %7

7:
  call void @Py_DecRef(ptr %4)
  %8 = icmp eq ptr %4, %2
  ret i1 %8
}

define internal i32 @rotate(ptr %0) nounwind {
  %2 = call ptr @integer(i64 -1)
  %3 = load i64, ptr @the_rotate, align 8
  %4 = call ptr @method_1(ptr %0, i64 %3, ptr %2)
  %5 = call zeroext i1 @done(ptr %4)
  call void @Py_DecRef(ptr %2)
  %6 = select i1 %5, i32 1, i32 2
  ret i32 %6
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

define internal zeroext i1 @said_by_python(ptr %0, ptr %1) nounwind {
  %.not = icmp eq ptr %0, null
  br i1 %.not, label %24, label %3

3:
  %4 = load ptr, ptr @the, align 8
  %5 = load i64, ptr @the_None, align 8
  %6 = getelementptr inbounds nuw ptr, ptr %4, i64 %5
  %7 = load ptr, ptr %6, align 8
  %.not12 = icmp eq ptr %0, %7
  br i1 %.not12, label %24, label %8

8:
  %9 = call ptr @tuple_item(ptr nonnull %0, i64 0)
  %.not13 = icmp eq ptr %9, null
  br i1 %.not13, label %12, label %10

10:
  %11 = call ptr @tuple_item(ptr nonnull %0, i64 1)
  br label %12

12:
  %13 = phi ptr [ %11, %10 ], [ null, %8 ]
  %.not14 = icmp eq ptr %13, null
  br i1 %.not14, label %16, label %14

14:
  %15 = call i64 @PyLong_AsLong(ptr %9)
  br label %16

16:
  %17 = phi i64 [ %15, %14 ], [ -1, %12 ]
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 32
  store i64 %17, ptr %18, align 8
  %.not15 = icmp eq ptr %13, null
  br i1 %.not15, label %24, label %19

19:
  %20 = call ptr @PyErr_Occurred()
  %.not16 = icmp eq ptr %20, null
  br i1 %.not16, label %21, label %24

21:
  %22 = call ptr @kept(ptr nonnull %13)
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 24
  store ptr %22, ptr %23, align 8
  br label %24

24:
  %25 = call zeroext i1 @done(ptr %0)
  br i1 %25, label %26, label %28

26:
  %27 = call ptr @PyErr_Occurred()
  %.not17 = icmp eq ptr %27, null
  br label %28

28:
  %29 = phi i1 [ false, %24 ], [ %.not17, %26 ]
  ret i1 %29
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

declare ptr @PyTuple_GetItem(ptr, i64)

define internal i32 @on_their_planes(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, ptr %5) nounwind {
  %7 = call ptr @PySet_New(ptr null)
  %8 = call i64 @come_free(ptr %1, i64 %4)
  %.not = icmp eq ptr %7, null
  %9 = select i1 %.not, i32 2, i32 1
  br label %10

10:
  %.026 = phi i64 [ 0, %6 ], [ %29, %28 ]
  %.0 = phi i32 [ %9, %6 ], [ %.1, %28 ]
  %11 = icmp eq i32 %.0, 1
  br i1 %11, label %12, label %.critedge

12:
  %13 = call zeroext i1 @has_frame(ptr %5)
  br i1 %13, label %.critedge, label %14

14:
  %15 = call i64 @size_of(ptr %2)
  %16 = icmp slt i64 %.026, %15
  br i1 %16, label %17, label %.critedge

17:
  %18 = call ptr @PySequence_GetItem(ptr %2, i64 %.026)
  %.not27 = icmp eq ptr %18, null
  br i1 %.not27, label %21, label %19

19:
  %20 = call i32 @on_its_plane(ptr nonnull %18, i64 %3, i64 %8, i64 %4, ptr %7, ptr %5)
  br label %21

21:
  %22 = phi i32 [ %20, %19 ], [ 2, %17 ]
  %23 = icmp eq i32 %22, 1
  br i1 %23, label %24, label %28

24:
  %25 = call zeroext i1 @has_frame(ptr %5)
  br i1 %25, label %26, label %28

26:
  %27 = call zeroext i1 @left(ptr %0, ptr %2, ptr %18, i64 %.026, i64 %4)
  %spec.select = select i1 %27, i32 %22, i32 2
  br label %28

28:
  %.1 = phi i32 [ %spec.select, %26 ], [ %22, %21 ], [ %22, %24 ]
  call void @Py_DecRef(ptr %18)
  %29 = add i64 %.026, 1
  br label %10

.critedge:
  call void @Py_DecRef(ptr %7)
  ret i32 %.0
}

define internal i32 @in_turn(ptr %0, ptr %1, i64 %2, i64 %3, ptr %4) nounwind {
  %6 = call i64 @size_of(ptr %1)
  br label %7

7:
  %.026 = phi i64 [ %6, %5 ], [ %33, %32 ]
  %.0 = phi i32 [ 1, %5 ], [ %.2, %32 ]
  %8 = icmp eq i32 %.0, 1
  br i1 %8, label %9, label %.critedge

9:
  %10 = call zeroext i1 @has_frame(ptr %4)
  %11 = icmp ne i64 %.026, 0
  %spec.select = select i1 %10, i1 false, i1 %11
  br i1 %spec.select, label %12, label %.critedge

12:
  %13 = call ptr @PySequence_GetItem(ptr %1, i64 0)
  %.not = icmp eq ptr %13, null
  br i1 %.not, label %16, label %14

14:
  %15 = call i32 @retransmission_of(ptr nonnull %13, i64 %2, i64 %3, ptr %4)
  br label %16

16:
  %17 = phi i32 [ %15, %14 ], [ 2, %12 ]
  %18 = icmp eq i32 %17, 1
  br i1 %18, label %19, label %23

19:
  %20 = call zeroext i1 @has_frame(ptr %4)
  br i1 %20, label %23, label %21

21:
  %22 = call i32 @new_of(ptr %13, i64 %2, i64 %3, ptr %4)
  br label %23

23:
  %.1 = phi i32 [ %17, %19 ], [ %22, %21 ], [ %17, %16 ]
  %24 = icmp eq i32 %.1, 1
  br i1 %24, label %25, label %32

25:
  %26 = call zeroext i1 @has_frame(ptr %4)
  br i1 %26, label %27, label %29

27:
  %28 = call zeroext i1 @left(ptr %0, ptr %1, ptr %13, i64 0, i64 %3)
  br i1 %28, label %32, label %31

29:
  %30 = call zeroext i1 @line_up(ptr %1, ptr %13, i64 0)
  br i1 %30, label %32, label %31

31:
  br label %32

32:
  %.2 = phi i32 [ %.1, %27 ], [ 2, %31 ], [ %.1, %29 ], [ %.1, %23 ]
  call void @Py_DecRef(ptr %13)
  %33 = add i64 %.026, -1
  br label %7

.critedge:
  ret i32 %.0
}

declare ptr @PySet_New(ptr)

define internal i64 @come_free(ptr %0, i64 %1) nounwind {
  %3 = load i64, ptr @Scheduler__busy_until_ns, align 8
  %4 = call ptr @get(ptr %0, i64 %3)
  br label %5

5:
  %.09 = phi i64 [ 0, %2 ], [ %.1, %8 ]
  %.0 = phi i64 [ 0, %2 ], [ %15, %8 ]
  %6 = call i64 @list_size(ptr %4)
  %7 = icmp slt i64 %.0, %6
  br i1 %7, label %8, label %16

8:
  %9 = call ptr @list_item(ptr %4, i64 %.0)
  %10 = call i64 @value_of(ptr %9)
  %11 = add i64 %10, 100
  %12 = icmp sgt i64 %11, %1
  %13 = shl nuw i64 1, %.0
  %14 = or i64 %.09, %13
  %.1 = select i1 %12, i64 %14, i64 %.09
  %15 = add i64 %.0, 1
  br label %5

16:
  ret i64 %.09
}

define internal i32 @on_its_plane(ptr %0, i64 %1, i64 %2, i64 %3, ptr %4, ptr %5) nounwind {
  %7 = load i64, ptr @QueuePair_requestor, align 8
  %8 = call zeroext i1 @is_none(ptr %0, i64 %7)
  br i1 %8, label %58, label %9

9:
  %10 = load i64, ptr @QueuePair_evs, align 8
  %11 = call zeroext i1 @is_none(ptr %0, i64 %10)
  br i1 %11, label %58, label %12

12:
  %13 = call i32 @retransmission_of(ptr %0, i64 %1, i64 %3, ptr %5)
  %.not = icmp eq i32 %13, 1
  br i1 %.not, label %14, label %58

14:
  %15 = call zeroext i1 @has_frame(ptr %5)
  br i1 %15, label %58, label %16

16:
  %17 = load i64, ptr @QueuePair_requestor, align 8
  %18 = call ptr @get(ptr %0, i64 %17)
  %19 = load i64, ptr @QueuePair_evs, align 8
  %20 = call ptr @get(ptr %0, i64 %19)
  %21 = load ptr, ptr @the, align 8
  %22 = load i64, ptr @the_None, align 8
  %23 = getelementptr inbounds nuw ptr, ptr %21, i64 %22
  %24 = load ptr, ptr %23, align 8
  %25 = icmp eq ptr %18, %24
  br i1 %25, label %58, label %26

26:
  %27 = load ptr, ptr @the, align 8
  %28 = load i64, ptr @the_None, align 8
  %29 = getelementptr inbounds nuw ptr, ptr %27, i64 %28
  %30 = load ptr, ptr %29, align 8
  %31 = icmp eq ptr %20, %30
  br i1 %31, label %58, label %32

32:
  %33 = load i64, ptr @QueuePair_peer_address, align 8
  %34 = call ptr @get(ptr %0, i64 %33)
  %35 = call i32 @PySet_Contains(ptr %4, ptr %34)
  %.not34 = icmp eq i32 %35, 0
  br i1 %.not34, label %39, label %36

36:
  %37 = icmp slt i32 %35, 0
  %38 = select i1 %37, i32 2, i32 1
  br label %58

39:
  %40 = call i64 @next_plane(ptr %20)
  %41 = xor i64 %1, -1
  %42 = and i64 %2, %41
  %43 = and i64 %42, %40
  %.not35 = icmp eq i64 %43, 0
  br i1 %.not35, label %44, label %49

44:
  %45 = and i64 %40, %1
  %.not36 = icmp eq i64 %45, 0
  %46 = and i64 %40, %1
  %47 = select i1 %.not36, i64 %1, i64 %46
  %48 = call i32 @new_of(ptr %0, i64 %47, i64 %3, ptr %5)
  br label %58

49:
  %50 = call i32 @may_send_new(ptr %18)
  %51 = icmp slt i32 %50, 0
  br i1 %51, label %58, label %52

52:
  %.not37 = icmp eq i32 %50, 0
  br i1 %.not37, label %58, label %53

53:
  %54 = load i64, ptr @QueuePair_peer_address, align 8
  %55 = call ptr @get(ptr %0, i64 %54)
  %56 = call i32 @PySet_Add(ptr %4, ptr %55)
  %.not38 = icmp eq i32 %56, 0
  %57 = select i1 %.not38, i32 1, i32 2
  br label %58

58:
  %.0 = phi i32 [ 1, %6 ], [ 1, %9 ], [ %13, %12 ], [ %13, %14 ], [ 1, %16 ], [ 1, %26 ], [ %38, %36 ], [ %48, %44 ], [ 2, %49 ], [ 1, %52 ], [ %57, %53 ]
  ret i32 %.0
}

define internal zeroext i1 @left(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4) nounwind {
  %6 = call zeroext i1 @line_up(ptr %1, ptr %2, i64 %3)
  br i1 %6, label %7, label %21

7:
  %8 = load i64, ptr @QueuePair_probing, align 8
  %9 = call zeroext i1 @is_none(ptr %2, i64 %8)
  br i1 %9, label %14, label %10

10:
  %11 = load i64, ptr @QueuePair_probing, align 8
  %12 = call ptr @get(ptr %2, i64 %11)
  %13 = load i64, ptr @ProbeSchedule_sent_ns, align 8
  call void @put_int(ptr %12, i64 %13, i64 %4)
  br label %14

14:
  %15 = load i64, ptr @QueuePair_evs, align 8
  %16 = call zeroext i1 @is_none(ptr %2, i64 %15)
  br i1 %16, label %21, label %17

17:
  %18 = load i64, ptr @Nic__timers, align 8
  %19 = call ptr @get(ptr %0, i64 %18)
  %20 = call zeroext i1 @arm_timers(ptr %19, ptr %2)
  br label %21

21:
  %.0 = phi i1 [ false, %5 ], [ true, %14 ], [ %20, %17 ]
  ret i1 %.0
}

define internal i32 @retransmission_of(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = load i64, ptr @QueuePair_requestor, align 8
  %6 = call ptr @get(ptr %0, i64 %5)
  %7 = load ptr, ptr @the, align 8
  %8 = load i64, ptr @the_None, align 8
  %9 = getelementptr inbounds nuw ptr, ptr %7, i64 %8
  %10 = load ptr, ptr %9, align 8
  %11 = icmp eq ptr %6, %10
  br i1 %11, label %20, label %12

12:
  %13 = load i64, ptr @QueuePair_evs, align 8
  %14 = call zeroext i1 @is_none(ptr %0, i64 %13)
  br i1 %14, label %20, label %15

15:
  %16 = call zeroext i1 @something_is_lost(ptr %6)
  br i1 %16, label %17, label %20

17:
  %18 = load i64, ptr @the_retransmission_of, align 8
  %19 = call i32 @by_python(i64 %18, ptr %0, i64 %1, i64 %2, ptr %3)
  br label %20

20:
  %.0 = phi i32 [ %19, %17 ], [ 1, %15 ], [ 1, %12 ], [ 1, %4 ]
  ret i32 %.0
}

declare i32 @PySet_Contains(ptr, ptr)

declare i64 @next_plane(ptr)

define internal i32 @new_of(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = call i32 @send_data(ptr %0, i64 %1, i64 %2, ptr %3)
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %7, label %10

7:
  %8 = load i64, ptr @the_new_of, align 8
  %9 = call i32 @by_python(i64 %8, ptr %0, i64 %1, i64 %2, ptr %3)
  br label %10

10:
  %11 = phi i32 [ %9, %7 ], [ %5, %4 ]
  ret i32 %11
}

declare i32 @may_send_new(ptr)

declare i32 @PySet_Add(ptr, ptr)

declare zeroext i1 @something_is_lost(ptr)

define internal i32 @by_python(i64 %0, ptr %1, i64 %2, i64 %3, ptr %4) nounwind {
  %6 = alloca [4 x ptr], align 16
  %7 = call zeroext i1 @forget()
  br i1 %7, label %8, label %25

8:
  store ptr null, ptr %6, align 8
  %9 = getelementptr inbounds nuw i8, ptr %6, i64 8
  store ptr %1, ptr %9, align 8
  %10 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %11 = call ptr @integer(i64 %2)
  store ptr %11, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %6, i64 24
  %13 = call ptr @integer(i64 %3)
  store ptr %13, ptr %12, align 8
  %14 = load ptr, ptr @the, align 8
  %15 = getelementptr inbounds nuw ptr, ptr %14, i64 %0
  %16 = load ptr, ptr %15, align 8
  %17 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %18 = call ptr @PyObject_Vectorcall(ptr %16, ptr nonnull %17, i64 -9223372036854775805, ptr null)
  %19 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %20 = load ptr, ptr %19, align 16
  call void @Py_DecRef(ptr %20)
  %21 = getelementptr inbounds nuw i8, ptr %6, i64 24
  %22 = load ptr, ptr %21, align 8
  call void @Py_DecRef(ptr %22)
  %23 = call zeroext i1 @said_by_python(ptr %18, ptr %4)
  %24 = select i1 %23, i32 1, i32 2
  br label %25

25:
  %.0 = phi i32 [ %24, %8 ], [ 2, %5 ]
  ret i32 %.0
}

declare i32 @send_data(ptr, i64, i64, ptr)

define internal zeroext i1 @line_up(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = load i64, ptr @QueuePair_requestor, align 8
  %5 = call ptr @get(ptr %1, i64 %4)
  %6 = call i32 @has_more(ptr %5)
  %7 = icmp slt i32 %6, 0
  br i1 %7, label %30, label %8

8:
  %9 = call zeroext i1 @is_at(ptr %0, i64 %2, ptr %1)
  br i1 %9, label %15, label %10

10:
  %11 = load i64, ptr @QueuePair_data_queued, align 8
  %12 = call i32 @PySequence_Contains(ptr %0, ptr %1)
  %13 = icmp sgt i32 %12, 0
  call void @put_bool(ptr %1, i64 %11, i1 zeroext %13)
  %14 = call ptr @PyErr_Occurred()
  %.not = icmp eq ptr %14, null
  br label %30

15:
  %cond = icmp eq i32 %6, 0
  br i1 %cond, label %23, label %16

16:
  %17 = call i64 @size_of(ptr %0)
  %18 = icmp eq i64 %17, 1
  br i1 %18, label %30, label %19

19:
  %.not20 = icmp ne i32 %6, 0
  %.not21 = icmp eq i64 %2, 0
  %or.cond = select i1 %.not20, i1 %.not21, i1 false
  br i1 %or.cond, label %20, label %23

20:
  %21 = call i32 @rotate(ptr %0)
  %22 = icmp eq i32 %21, 1
  br label %30

23:
  %24 = call i32 @PySequence_DelItem(ptr %0, i64 %2)
  %.not22 = icmp eq i32 %24, 0
  br i1 %.not22, label %25, label %30

25:
  %.not23 = icmp eq i32 %6, 0
  br i1 %.not23, label %28, label %26

26:
  %27 = call zeroext i1 @append_to(ptr %0, ptr %1)
  br label %30

28:
  %29 = load i64, ptr @QueuePair_data_queued, align 8
  call void @put_bool(ptr %1, i64 %29, i1 zeroext false)
  br label %30

30:
  %.0 = phi i1 [ %.not, %10 ], [ false, %3 ], [ true, %16 ], [ %27, %26 ], [ true, %28 ], [ %22, %20 ], [ false, %23 ]
  ret i1 %.0
}

declare zeroext i1 @arm_timers(ptr, ptr)

define internal i32 @has_more(ptr %0) nounwind {
  %2 = load ptr, ptr @the, align 8
  %3 = load i64, ptr @the_None, align 8
  %4 = getelementptr inbounds nuw ptr, ptr %2, i64 %3
  %5 = load ptr, ptr %4, align 8
  %6 = icmp eq ptr %0, %5
  br i1 %6, label %25, label %7

7:
  %8 = call zeroext i1 @has_work(ptr %0)
  br i1 %8, label %25, label %9

9:
  %10 = call zeroext i1 @something_is_lost(ptr %0)
  br i1 %10, label %11, label %25

11:
  %12 = load ptr, ptr @the, align 8
  %13 = load i64, ptr @the_has_work, align 8
  %14 = getelementptr inbounds nuw ptr, ptr %12, i64 %13
  %15 = load ptr, ptr %14, align 8
  %16 = call ptr @PyObject_GetAttr(ptr %0, ptr %15)
  %17 = load ptr, ptr @the, align 8
  %18 = load i64, ptr @the_True, align 8
  %19 = getelementptr inbounds nuw ptr, ptr %17, i64 %18
  %20 = load ptr, ptr %19, align 8
  %21 = call zeroext i1 @done(ptr %16)
  %22 = icmp eq ptr %16, %20
  %23 = zext i1 %22 to i32
  %24 = select i1 %21, i32 %23, i32 -1
  br label %25

25:
  %.0 = phi i32 [ 1, %7 ], [ 0, %1 ], [ %24, %11 ], [ 0, %9 ]
  ret i32 %.0
}

declare i32 @PySequence_Contains(ptr, ptr)

declare i32 @PySequence_DelItem(ptr, i64)

declare zeroext i1 @has_work(ptr)

declare ptr @PyObject_GetAttr(ptr, ptr)

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

declare i32 @PyList_SetItem(ptr, i64, ptr)

define internal zeroext i1 @all_are_plain(ptr %0) nounwind {
  br label %2

2:
  %.09 = phi i64 [ 0, %1 ], [ %12, %10 ]
  %.0.off0 = phi i1 [ true, %1 ], [ %11, %10 ]
  br i1 %.0.off0, label %3, label %.critedge

3:
  %4 = call i64 @size_of(ptr %0)
  %5 = icmp slt i64 %.09, %4
  br i1 %5, label %6, label %.critedge

6:
  %7 = call ptr @PySequence_GetItem(ptr %0, i64 %.09)
  %.not = icmp eq ptr %7, null
  br i1 %.not, label %10, label %8

8:
  %9 = call zeroext i1 @is_plain_answer(ptr nonnull %7)
  br label %10

10:
  %11 = phi i1 [ false, %6 ], [ %9, %8 ]
  call void @Py_DecRef(ptr %7)
  %12 = add i64 %.09, 1
  br label %2

.critedge:
  ret i1 %.0.off0
}

define internal i64 @next_free(ptr %0, i64 %1) nounwind {
  %3 = load i64, ptr @Scheduler__busy_until_ns, align 8
  %4 = call ptr @get(ptr %0, i64 %3)
  br label %5

5:
  %.012 = phi i64 [ 0, %2 ], [ %15, %8 ]
  %.0 = phi i64 [ -1, %2 ], [ %.1, %8 ]
  %6 = call i64 @list_size(ptr %4)
  %7 = icmp slt i64 %.012, %6
  br i1 %7, label %8, label %16

8:
  %9 = call ptr @list_item(ptr %4, i64 %.012)
  %10 = call i64 @value_of(ptr %9)
  %11 = add i64 %10, 100
  %12 = icmp sgt i64 %11, %1
  %13 = icmp slt i64 %.0, 0
  %14 = icmp slt i64 %11, %.0
  %or.cond = or i1 %13, %14
  %spec.select = select i1 %or.cond, i64 %11, i64 %.0
  %.1 = select i1 %12, i64 %spec.select, i64 %.0
  %15 = add i64 %.012, 1
  br label %5

16:
  ret i64 %.0
}

declare i64 @next_probe_ns(ptr, i64)

define internal i64 @least(i64 %0, i64 %1) nounwind {
  %3 = icmp slt i64 %0, %1
  %. = select i1 %3, i64 %0, i64 %1
  ret i64 %.
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

declare i64 @PyTuple_Size(ptr)

declare void @_Py_Dealloc(ptr)
