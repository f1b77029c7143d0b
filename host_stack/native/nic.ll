; SPDX-License-Identifier: Apache-2.0
; Made of nic.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 40211df4de88b8d64b4c4dca7d0f1cc3f9cf3be785aac72010a114f7bf204749
%struct.landing = type { [64 x i64], ptr, i64 }
%struct.packet = type { ptr, ptr, ptr, ptr, i64, i64, i64, i64, i64, i8, i8, i8, i8 }
%struct.leaving = type { ptr, i64, i64, ptr, i64 }

@the = global ptr null, align 8
@the_TypeError = external constant i64, align 8
@.str = private unnamed_addr constant [56 x i8] c"%R where a %R belongs; MRC_NIC=python takes it in a NIC\00", align 1
@the_None = external constant i64, align 8
@innermost = global ptr null, align 8
@checksum = global ptr null, align 8
@sought = global ptr null, align 8
@the_append = external constant i64, align 8
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
@Nic__timers = external constant i64, align 8
@Nic_ports = external constant i64, align 8
@PortControl_pending = external constant i64, align 8
@Nic__masks = external constant i64, align 8
@Ports_up = external constant i64, align 8
@Nic__scheduler = external constant i64, align 8
@the__settle = external constant i64, align 8
@the_deque = external constant i64, align 8
@the_dict = external constant i64, align 8
@Scheduler__answered = external constant i64, align 8
@Scheduler__probes = external constant i64, align 8
@the__turn_of_control = external constant i64, align 8
@QueuePair_responder = external constant i64, align 8
@Responder_answers = external constant i64, align 8
@Answers__jobs = external constant i64, align 8
@the_popleft = external constant i64, align 8
@the_rotate = external constant i64, align 8
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

define void @strange(ptr %0, i64 %1) cold noinline noreturn nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %7 = call ptr @PyErr_Occurred()
  %8 = icmp ne ptr %7, null
  br i1 %8, label %32, label %9

9:
  %10 = load ptr, ptr @the, align 8
  %11 = load i64, ptr @the_TypeError, align 8
  %12 = getelementptr inbounds nuw ptr, ptr %10, i64 %11
  %13 = load ptr, ptr %12, align 8
  %14 = load ptr, ptr %3, align 8
  %15 = icmp ne ptr %14, null
  br i1 %15, label %16, label %19

16:
  %17 = load ptr, ptr %3, align 8
  %18 = call ptr @type_of(ptr %17)
  br label %24

19:
  %20 = load ptr, ptr @the, align 8
  %21 = load i64, ptr @the_None, align 8
  %22 = getelementptr inbounds nuw ptr, ptr %20, i64 %21
  %23 = load ptr, ptr %22, align 8
  br label %24

24:
  %25 = phi ptr [ %18, %16 ], [ %23, %19 ]
  %26 = load ptr, ptr @the, align 8
  %27 = load i64, ptr %4, align 8
  %28 = lshr i64 %27, 16
  %29 = getelementptr inbounds nuw ptr, ptr %26, i64 %28
  %30 = load ptr, ptr %29, align 8
  %31 = call ptr (ptr, ptr, ...) @PyErr_Format(ptr %13, ptr @.str, ptr %25, ptr %30)
  br label %32

32:
  %33 = load ptr, ptr @innermost, align 8
  store ptr %33, ptr %5, align 8
  %34 = call i64 @PyThread_get_thread_ident()
  store i64 %34, ptr %6, align 8
  br label %35

35:
  %36 = load ptr, ptr %5, align 8
  %37 = getelementptr inbounds nuw %struct.landing, ptr %36, i32 0, i32 2
  %38 = load i64, ptr %37, align 8
  %39 = load i64, ptr %6, align 8
  %40 = icmp ne i64 %38, %39
  br i1 %40, label %42, label %41

41:
  br label %46

42:
  %43 = load ptr, ptr %5, align 8
  %44 = getelementptr inbounds nuw %struct.landing, ptr %43, i32 0, i32 1
  %45 = load ptr, ptr %44, align 8
  store ptr %45, ptr %5, align 8
  br label %35

46:
  %47 = load ptr, ptr %5, align 8
  %48 = getelementptr inbounds nuw %struct.landing, ptr %47, i32 0, i32 0
  %49 = getelementptr inbounds [64 x i64], ptr %48, i64 0, i64 0
  call void @longjmp(ptr %49, i32 1)
  unreachable
}

declare ptr @PyErr_Occurred()

declare ptr @PyErr_Format(ptr, ptr, ...)

define internal ptr @type_of(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds ptr, ptr %3, i64 1
  %5 = load ptr, ptr %4, align 8
  ret ptr %5
}

declare i64 @PyThread_get_thread_ident()

declare void @longjmp(ptr, i32)

define zeroext i1 @counts_as_true(ptr %0) cold noinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @PyObject_IsTrue(ptr %3)
  %5 = icmp sgt i32 %4, 0
  ret i1 %5
}

declare i32 @PyObject_IsTrue(ptr)

define void @leave_landing(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  store ptr @innermost, ptr %3, align 8
  br label %4

4:
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %5, align 8
  %7 = load ptr, ptr %2, align 8
  %8 = icmp ne ptr %6, %7
  br i1 %8, label %9, label %13

9:
  %10 = load ptr, ptr %3, align 8
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw %struct.landing, ptr %11, i32 0, i32 1
  store ptr %12, ptr %3, align 8
  br label %4

13:
  %14 = load ptr, ptr %2, align 8
  %15 = getelementptr inbounds nuw %struct.landing, ptr %14, i32 0, i32 1
  %16 = load ptr, ptr %15, align 8
  %17 = load ptr, ptr %3, align 8
  store ptr %16, ptr %17, align 8
  ret void
}

define void @set_up_nics(ptr %0, ptr %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  store ptr %5, ptr @the, align 8
  %6 = load ptr, ptr %4, align 8
  store ptr %6, ptr @checksum, align 8
  %7 = call ptr @integer(i64 1073741824)
  store ptr %7, ptr @sought, align 8
  call void @set_up_kinds()
  ret void
}

define internal ptr @integer(i64 %0) alwaysinline nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = call ptr @PyLong_FromLong(i64 %3)
  ret ptr %4
}

declare void @set_up_kinds()

define zeroext i1 @append_to(ptr %0, ptr %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr @the_append, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = call ptr @method_1(ptr %5, i64 %6, ptr %7)
  %9 = call zeroext i1 @done(ptr %8)
  ret i1 %9
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

define i64 @finished(i32 %0) nounwind {
  %2 = alloca i64, align 8
  %3 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  %4 = load i32, ptr %3, align 4
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %6, label %11

6:
  %7 = call zeroext i1 @forget()
  %8 = zext i1 %7 to i64
  %9 = select i1 %7, i32 0, i32 2
  %10 = sext i32 %9 to i64
  store i64 %10, ptr %2, align 8
  br label %20

11:
  %12 = call ptr @PyErr_Occurred()
  %13 = icmp ne ptr %12, null
  br i1 %13, label %14, label %15

14:
  br label %17

15:
  %16 = load i32, ptr %3, align 4
  br label %17

17:
  %18 = phi i32 [ 2, %14 ], [ %16, %15 ]
  %19 = zext i32 %18 to i64
  store i64 %19, ptr %2, align 8
  br label %20

20:
  %21 = load i64, ptr %2, align 8
  ret i64 %21
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

define i64 @nic_take(ptr %0, i64 %1, ptr %2, i64 %3, i64 %4) nounwind {
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca %struct.landing, align 8
  %12 = alloca i64, align 8
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store ptr %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  store i64 %4, ptr %10, align 8
  %13 = call i64 @PyThread_get_thread_ident()
  %14 = getelementptr inbounds nuw %struct.landing, ptr %11, i32 0, i32 2
  store i64 %13, ptr %14, align 8
  %15 = load ptr, ptr @innermost, align 8
  %16 = getelementptr inbounds nuw %struct.landing, ptr %11, i32 0, i32 1
  store ptr %15, ptr %16, align 8
  store ptr %11, ptr @innermost, align 8
  %17 = getelementptr inbounds nuw %struct.landing, ptr %11, i32 0, i32 0
  %18 = getelementptr inbounds [64 x i64], ptr %17, i64 0, i64 0
  %19 = call i32 @_setjmp(ptr %18)
  %20 = icmp ne i32 %19, 0
  br i1 %20, label %21, label %22

21:
  br label %30

22:
  %23 = load ptr, ptr %6, align 8
  %24 = load i64, ptr %7, align 8
  %25 = load ptr, ptr %8, align 8
  %26 = load i64, ptr %9, align 8
  %27 = load i64, ptr %10, align 8
  %28 = call i32 @take(ptr %23, i64 %24, ptr %25, i64 %26, i64 %27)
  %29 = call i64 @finished(i32 %28)
  br label %30

30:
  %31 = phi i64 [ 2, %21 ], [ %29, %22 ]
  store i64 %31, ptr %12, align 8
  call void @leave_landing(ptr %11)
  %32 = load i64, ptr %12, align 8
  ret i64 %32
}

declare i32 @_setjmp(ptr)

define internal i32 @take(ptr %0, i64 %1, ptr %2, i64 %3, i64 %4) nounwind {
  %6 = alloca i32, align 4
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca %struct.packet, align 8
  %13 = alloca ptr, align 8
  %14 = alloca i32, align 4
  %15 = alloca i64, align 8
  %16 = alloca i32, align 4
  store ptr %0, ptr %7, align 8
  store i64 %1, ptr %8, align 8
  store ptr %2, ptr %9, align 8
  store i64 %3, ptr %10, align 8
  store i64 %4, ptr %11, align 8
  %17 = load ptr, ptr %7, align 8
  %18 = load i64, ptr @Nic__macs, align 8
  %19 = call ptr @get(ptr %17, i64 %18)
  store ptr %19, ptr %13, align 8
  %20 = load ptr, ptr %7, align 8
  %21 = load i64, ptr @Nic_journal, align 8
  %22 = call zeroext i1 @is_none(ptr %20, i64 %21)
  br i1 %22, label %23, label %47

23:
  %24 = load i64, ptr %11, align 8
  %25 = call zeroext i1 @is_time(i64 %24)
  br i1 %25, label %26, label %47

26:
  %27 = load i64, ptr %8, align 8
  %28 = icmp slt i64 %27, 0
  br i1 %28, label %47, label %29

29:
  %30 = load i64, ptr %8, align 8
  %31 = load ptr, ptr %13, align 8
  %32 = call i64 @list_size(ptr %31)
  %33 = icmp sge i64 %30, %32
  br i1 %33, label %47, label %34

34:
  %35 = load ptr, ptr %7, align 8
  %36 = load ptr, ptr %9, align 8
  %37 = load i64, ptr %10, align 8
  %38 = call zeroext i1 @read_packet(ptr %35, ptr %36, i64 %37, ptr %12)
  br i1 %38, label %39, label %47

39:
  %40 = load ptr, ptr %9, align 8
  %41 = load ptr, ptr %13, align 8
  %42 = load i64, ptr %8, align 8
  %43 = call ptr @list_item(ptr %41, i64 %42)
  %44 = call ptr @bytes_of(ptr %43)
  %45 = call i32 @memcmp(ptr %40, ptr %44, i64 6)
  %46 = icmp ne i32 %45, 0
  br i1 %46, label %47, label %48

47:
  store i32 0, ptr %6, align 4
  store i32 1, ptr %14, align 4
  br label %81

48:
  %49 = getelementptr inbounds nuw %struct.packet, ptr %12, i32 0, i32 0
  %50 = load ptr, ptr %49, align 8
  %51 = load i64, ptr @PacketType_opcode, align 8
  %52 = call i64 @get_int(ptr %50, i64 %51)
  store i64 %52, ptr %15, align 8
  %53 = getelementptr inbounds nuw %struct.packet, ptr %12, i32 0, i32 1
  %54 = load ptr, ptr %53, align 8
  %55 = icmp ne ptr %54, null
  br i1 %55, label %56, label %60

56:
  %57 = load i64, ptr %15, align 8
  %58 = call zeroext i1 @is_common(ptr %12, i64 %57)
  br i1 %58, label %60, label %59

59:
  store i32 0, ptr %6, align 4
  store i32 1, ptr %14, align 4
  br label %80

60:
  %61 = load ptr, ptr %7, align 8
  %62 = load i64, ptr @Nic_now_ns, align 8
  %63 = load i64, ptr %11, align 8
  call void @put_int(ptr %61, i64 %62, i64 %63)
  %64 = load ptr, ptr %7, align 8
  %65 = load i64, ptr @Nic__settled, align 8
  call void @put_bool(ptr %64, i64 %65, i1 zeroext false)
  %66 = load ptr, ptr %7, align 8
  %67 = load i64, ptr @Nic__received, align 8
  call void @add(ptr %66, i64 %67, i64 1)
  %68 = load ptr, ptr %7, align 8
  %69 = load i64, ptr %8, align 8
  %70 = load i64, ptr %15, align 8
  %71 = load i64, ptr %11, align 8
  %72 = call i32 @take_packet(ptr %68, ptr %12, i64 %69, i64 %70, i64 %71)
  store i32 %72, ptr %16, align 4
  %73 = load i32, ptr %16, align 4
  %74 = icmp eq i32 %73, 0
  br i1 %74, label %75, label %78

75:
  %76 = load ptr, ptr %7, align 8
  %77 = load i64, ptr @Nic__received, align 8
  call void @add(ptr %76, i64 %77, i64 -1)
  br label %78

78:
  %79 = load i32, ptr %16, align 4
  store i32 %79, ptr %6, align 4
  store i32 1, ptr %14, align 4
  br label %80

80:
  br label %81

81:
  %82 = load i32, ptr %6, align 4
  ret i32 %82
}

define void @queue_control(ptr %0, ptr %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %4, align 8
  %6 = load i64, ptr @QueuePair_control_queued, align 8
  %7 = call zeroext i1 @is_true(ptr %5, i64 %6)
  br i1 %7, label %8, label %9

8:
  br label %17

9:
  %10 = load ptr, ptr %4, align 8
  %11 = load i64, ptr @QueuePair_control_queued, align 8
  call void @put_bool(ptr %10, i64 %11, i1 zeroext true)
  %12 = load ptr, ptr %3, align 8
  %13 = load i64, ptr @Scheduler__control, align 8
  %14 = call ptr @get(ptr %12, i64 %13)
  %15 = load ptr, ptr %4, align 8
  %16 = call zeroext i1 @append_to(ptr %14, ptr %15)
  br label %17

17:
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

define i64 @nic_give(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca %struct.landing, align 8
  %10 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %11 = call i64 @PyThread_get_thread_ident()
  %12 = getelementptr inbounds nuw %struct.landing, ptr %9, i32 0, i32 2
  store i64 %11, ptr %12, align 8
  %13 = load ptr, ptr @innermost, align 8
  %14 = getelementptr inbounds nuw %struct.landing, ptr %9, i32 0, i32 1
  store ptr %13, ptr %14, align 8
  store ptr %9, ptr @innermost, align 8
  %15 = getelementptr inbounds nuw %struct.landing, ptr %9, i32 0, i32 0
  %16 = getelementptr inbounds [64 x i64], ptr %15, i64 0, i64 0
  %17 = call i32 @_setjmp(ptr %16)
  %18 = icmp ne i32 %17, 0
  br i1 %18, label %19, label %20

19:
  br label %27

20:
  %21 = load ptr, ptr %5, align 8
  %22 = load i64, ptr %6, align 8
  %23 = load i64, ptr %7, align 8
  %24 = load ptr, ptr %8, align 8
  %25 = call i32 @give(ptr %21, i64 %22, i64 %23, ptr %24)
  %26 = call i64 @finished(i32 %25)
  br label %27

27:
  %28 = phi i64 [ 2, %19 ], [ %26, %20 ]
  store i64 %28, ptr %10, align 8
  call void @leave_landing(ptr %9)
  %29 = load i64, ptr %10, align 8
  ret i64 %29
}

define internal i32 @give(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i32, align 4
  %12 = alloca i8, align 1
  %13 = alloca i64, align 8
  %14 = alloca ptr, align 8
  %15 = alloca i32, align 4
  %16 = alloca i8, align 1
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  %17 = load i64, ptr %8, align 8
  %18 = call zeroext i1 @is_time(i64 %17)
  br i1 %18, label %19, label %26

19:
  %20 = load i64, ptr %7, align 8
  %21 = icmp slt i64 %20, 0
  br i1 %21, label %26, label %22

22:
  %23 = load ptr, ptr %6, align 8
  %24 = load i64, ptr @Nic_journal, align 8
  %25 = call zeroext i1 @is_none(ptr %23, i64 %24)
  br i1 %25, label %27, label %26

26:
  store i32 0, ptr %5, align 4
  br label %149

27:
  %28 = load ptr, ptr %6, align 8
  %29 = load i64, ptr @Nic_now_ns, align 8
  %30 = load i64, ptr %8, align 8
  call void @put_int(ptr %28, i64 %29, i64 %30)
  %31 = load ptr, ptr %6, align 8
  %32 = load i64, ptr @Nic__timers, align 8
  %33 = call ptr @get(ptr %31, i64 %32)
  %34 = call ptr @earliest(ptr %33)
  store ptr %34, ptr %10, align 8
  %35 = load ptr, ptr %10, align 8
  %36 = icmp ne ptr %35, null
  br i1 %36, label %38, label %37

37:
  store i32 2, ptr %5, align 4
  store i32 1, ptr %11, align 4
  br label %148

38:
  %39 = load ptr, ptr %10, align 8
  %40 = load ptr, ptr @the, align 8
  %41 = load i64, ptr @the_None, align 8
  %42 = getelementptr inbounds nuw ptr, ptr %40, i64 %41
  %43 = load ptr, ptr %42, align 8
  %44 = icmp ne ptr %39, %43
  br i1 %44, label %45, label %50

45:
  %46 = load ptr, ptr %10, align 8
  %47 = call i64 @value_of(ptr %46)
  %48 = load i64, ptr %8, align 8
  %49 = icmp sle i64 %47, %48
  br label %50

50:
  %51 = phi i1 [ false, %38 ], [ %49, %45 ]
  %52 = zext i1 %51 to i8
  store i8 %52, ptr %12, align 1
  %53 = load ptr, ptr %10, align 8
  call void @Py_DecRef(ptr %53)
  %54 = load i8, ptr %12, align 1
  %55 = trunc i8 %54 to i1
  br i1 %55, label %56, label %63

56:
  %57 = load ptr, ptr %6, align 8
  %58 = load ptr, ptr %6, align 8
  %59 = load i64, ptr @Nic_now_ns, align 8
  %60 = call ptr @get(ptr %58, i64 %59)
  %61 = call zeroext i1 @run_timers(ptr %57, ptr %60)
  br i1 %61, label %63, label %62

62:
  store i32 2, ptr %5, align 4
  store i32 1, ptr %11, align 4
  br label %147

63:
  %64 = load ptr, ptr %6, align 8
  %65 = load i64, ptr @Nic_ports, align 8
  %66 = call ptr @get(ptr %64, i64 %65)
  %67 = load i64, ptr @PortControl_pending, align 8
  %68 = call ptr @get(ptr %66, i64 %67)
  %69 = call i64 @size_of(ptr %68)
  %70 = icmp ne i64 %69, 0
  br i1 %70, label %71, label %72

71:
  store i32 0, ptr %5, align 4
  store i32 1, ptr %11, align 4
  br label %147

72:
  %73 = load i64, ptr %7, align 8
  %74 = load ptr, ptr %6, align 8
  %75 = load i64, ptr @Nic__masks, align 8
  %76 = call ptr @get(ptr %74, i64 %75)
  %77 = load i64, ptr @Ports_up, align 8
  %78 = call i64 @get_int(ptr %76, i64 %77)
  %79 = and i64 %73, %78
  store i64 %79, ptr %13, align 8
  %80 = load ptr, ptr %6, align 8
  %81 = load i64, ptr @Nic__scheduler, align 8
  %82 = call ptr @hold(ptr %80, i64 %81)
  store ptr %82, ptr %14, align 8
  %83 = load i64, ptr %13, align 8
  %84 = icmp ne i64 %83, 0
  br i1 %84, label %85, label %92

85:
  %86 = load ptr, ptr %6, align 8
  %87 = load ptr, ptr %14, align 8
  %88 = load i64, ptr %13, align 8
  %89 = load i64, ptr %8, align 8
  %90 = load ptr, ptr %9, align 8
  %91 = call i32 @next_frame(ptr %86, ptr %87, i64 %88, i64 %89, ptr %90)
  br label %93

92:
  br label %93

93:
  %94 = phi i32 [ %91, %85 ], [ 1, %92 ]
  store i32 %94, ptr %15, align 4
  %95 = load i32, ptr %15, align 4
  %96 = icmp eq i32 %95, 1
  br i1 %96, label %97, label %105

97:
  %98 = load ptr, ptr %9, align 8
  %99 = call zeroext i1 @has_frame(ptr %98)
  br i1 %99, label %100, label %105

100:
  %101 = load ptr, ptr %6, align 8
  %102 = load ptr, ptr %14, align 8
  %103 = load ptr, ptr %9, align 8
  %104 = load i64, ptr %8, align 8
  call void @note_left(ptr %101, ptr %102, ptr %103, i64 %104)
  br label %105

105:
  %106 = load ptr, ptr %14, align 8
  call void @Py_DecRef(ptr %106)
  %107 = load i32, ptr %15, align 4
  %108 = icmp ne i32 %107, 1
  br i1 %108, label %112, label %109

109:
  %110 = call ptr @PyErr_Occurred()
  %111 = icmp ne ptr %110, null
  br i1 %111, label %112, label %118

112:
  %113 = load ptr, ptr %9, align 8
  %114 = getelementptr inbounds nuw %struct.leaving, ptr %113, i32 0, i32 3
  %115 = load ptr, ptr %114, align 8
  call void @Py_DecRef(ptr %115)
  %116 = load ptr, ptr %9, align 8
  %117 = getelementptr inbounds nuw %struct.leaving, ptr %116, i32 0, i32 3
  store ptr null, ptr %117, align 8
  store i32 2, ptr %5, align 4
  store i32 1, ptr %11, align 4
  br label %146

118:
  %119 = load ptr, ptr %9, align 8
  %120 = call zeroext i1 @has_frame(ptr %119)
  br i1 %120, label %121, label %122

121:
  store i32 1, ptr %5, align 4
  store i32 1, ptr %11, align 4
  br label %146

122:
  %123 = load ptr, ptr %6, align 8
  %124 = load i64, ptr %8, align 8
  %125 = call zeroext i1 @settled(ptr %123, i64 %124)
  br i1 %125, label %139, label %126

126:
  %127 = call ptr @PyErr_Occurred()
  %128 = icmp ne ptr %127, null
  br i1 %128, label %137, label %129

129:
  %130 = load ptr, ptr %6, align 8
  %131 = load i64, ptr @the__settle, align 8
  %132 = load ptr, ptr %6, align 8
  %133 = load i64, ptr @Nic_now_ns, align 8
  %134 = call ptr @get(ptr %132, i64 %133)
  %135 = call ptr @method_1(ptr %130, i64 %131, ptr %134)
  %136 = call zeroext i1 @done(ptr %135)
  br label %137

137:
  %138 = phi i1 [ false, %126 ], [ %136, %129 ]
  br label %139

139:
  %140 = phi i1 [ true, %122 ], [ %138, %137 ]
  %141 = zext i1 %140 to i8
  store i8 %141, ptr %16, align 1
  %142 = load i8, ptr %16, align 1
  %143 = trunc i8 %142 to i1
  %144 = zext i1 %143 to i64
  %145 = select i1 %143, i32 1, i32 2
  store i32 %145, ptr %5, align 4
  store i32 1, ptr %11, align 4
  br label %146

146:
  br label %147

147:
  br label %148

148:
  br label %149

149:
  %150 = load i32, ptr %5, align 4
  ret i32 %150
}

define i64 @nic_wake(ptr %0, ptr %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca %struct.landing, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %7 = call i64 @PyThread_get_thread_ident()
  %8 = getelementptr inbounds nuw %struct.landing, ptr %5, i32 0, i32 2
  store i64 %7, ptr %8, align 8
  %9 = load ptr, ptr @innermost, align 8
  %10 = getelementptr inbounds nuw %struct.landing, ptr %5, i32 0, i32 1
  store ptr %9, ptr %10, align 8
  store ptr %5, ptr @innermost, align 8
  %11 = getelementptr inbounds nuw %struct.landing, ptr %5, i32 0, i32 0
  %12 = getelementptr inbounds [64 x i64], ptr %11, i64 0, i64 0
  %13 = call i32 @_setjmp(ptr %12)
  %14 = icmp ne i32 %13, 0
  br i1 %14, label %15, label %16

15:
  br label %20

16:
  %17 = load ptr, ptr %3, align 8
  %18 = load ptr, ptr %4, align 8
  %19 = call i32 @wake_at(ptr %17, ptr %18)
  br label %20

20:
  %21 = phi i32 [ 0, %15 ], [ %19, %16 ]
  store i32 %21, ptr %6, align 4
  call void @leave_landing(ptr %5)
  %22 = load i32, ptr %6, align 4
  %23 = call i64 @finished(i32 %22)
  ret i64 %23
}

define internal i32 @wake_at(ptr %0, ptr %1) nounwind {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %10 = load ptr, ptr %4, align 8
  %11 = load i64, ptr @Nic__timers, align 8
  %12 = call ptr @get(ptr %10, i64 %11)
  store ptr %12, ptr %6, align 8
  %13 = load ptr, ptr %6, align 8
  %14 = call ptr @earliest(ptr %13)
  store ptr %14, ptr %7, align 8
  %15 = load ptr, ptr %4, align 8
  %16 = load i64, ptr @Nic_now_ns, align 8
  %17 = call i64 @get_int(ptr %15, i64 %16)
  store i64 %17, ptr %8, align 8
  %18 = load ptr, ptr %7, align 8
  %19 = icmp ne ptr %18, null
  br i1 %19, label %20, label %45

20:
  %21 = load ptr, ptr %4, align 8
  %22 = load i64, ptr @Nic__settled, align 8
  %23 = call zeroext i1 @is_true(ptr %21, i64 %22)
  br i1 %23, label %45, label %24

24:
  %25 = load ptr, ptr %7, align 8
  %26 = load ptr, ptr @the, align 8
  %27 = load i64, ptr @the_None, align 8
  %28 = getelementptr inbounds nuw ptr, ptr %26, i64 %27
  %29 = load ptr, ptr %28, align 8
  %30 = icmp eq ptr %25, %29
  br i1 %30, label %36, label %31

31:
  %32 = load ptr, ptr %7, align 8
  %33 = call i64 @value_of(ptr %32)
  %34 = load i64, ptr %8, align 8
  %35 = icmp sgt i64 %33, %34
  br i1 %35, label %36, label %45

36:
  %37 = load ptr, ptr %7, align 8
  call void @Py_DecRef(ptr %37)
  %38 = load ptr, ptr %4, align 8
  %39 = load i64, ptr %8, align 8
  %40 = call zeroext i1 @settled(ptr %38, i64 %39)
  br i1 %40, label %42, label %41

41:
  store i32 0, ptr %3, align 4
  store i32 1, ptr %9, align 4
  br label %73

42:
  %43 = load ptr, ptr %6, align 8
  %44 = call ptr @earliest(ptr %43)
  store ptr %44, ptr %7, align 8
  br label %45

45:
  %46 = load ptr, ptr %7, align 8
  %47 = icmp ne ptr %46, null
  br i1 %47, label %48, label %55

48:
  %49 = load ptr, ptr %7, align 8
  %50 = load ptr, ptr @the, align 8
  %51 = load i64, ptr @the_None, align 8
  %52 = getelementptr inbounds nuw ptr, ptr %50, i64 %51
  %53 = load ptr, ptr %52, align 8
  %54 = icmp eq ptr %49, %53
  br i1 %54, label %55, label %56

55:
  br label %59

56:
  %57 = load ptr, ptr %7, align 8
  %58 = call i64 @value_of(ptr %57)
  br label %59

59:
  %60 = phi i64 [ -1, %55 ], [ %58, %56 ]
  %61 = load ptr, ptr %5, align 8
  store i64 %60, ptr %61, align 8
  %62 = load ptr, ptr %7, align 8
  call void @Py_DecRef(ptr %62)
  %63 = load ptr, ptr %7, align 8
  %64 = icmp ne ptr %63, null
  br i1 %64, label %65, label %69

65:
  %66 = call ptr @PyErr_Occurred()
  %67 = icmp ne ptr %66, null
  %68 = xor i1 %67, true
  br label %69

69:
  %70 = phi i1 [ false, %59 ], [ %68, %65 ]
  %71 = zext i1 %70 to i64
  %72 = select i1 %70, i32 1, i32 0
  store i32 %72, ptr %3, align 4
  store i32 1, ptr %9, align 4
  br label %73

73:
  %74 = load i32, ptr %3, align 4
  ret i32 %74
}

define ptr @receive_by(ptr %0, i64 %1, ptr %2, ptr %3, i64 %4, ptr %5) nounwind {
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  %13 = alloca ptr, align 8
  %14 = alloca ptr, align 8
  %15 = alloca i64, align 8
  %16 = alloca i32, align 4
  %17 = alloca i32, align 4
  store ptr %0, ptr %8, align 8
  store i64 %1, ptr %9, align 8
  store ptr %2, ptr %10, align 8
  store ptr %3, ptr %11, align 8
  store i64 %4, ptr %12, align 8
  store ptr %5, ptr %13, align 8
  store i32 0, ptr %16, align 4
  %18 = load i64, ptr %12, align 8
  %19 = icmp eq i64 %18, 3
  br i1 %19, label %20, label %44

20:
  %21 = load ptr, ptr %13, align 8
  %22 = icmp ne ptr %21, null
  br i1 %22, label %44, label %23

23:
  %24 = load ptr, ptr %11, align 8
  %25 = getelementptr inbounds ptr, ptr %24, i64 1
  %26 = load ptr, ptr %25, align 8
  %27 = call i32 @PyBytes_AsStringAndSize(ptr %26, ptr %14, ptr %15)
  %28 = icmp ne i32 %27, 0
  br i1 %28, label %44, label %29

29:
  %30 = load ptr, ptr %8, align 8
  %31 = load ptr, ptr %10, align 8
  %32 = load ptr, ptr %11, align 8
  %33 = getelementptr inbounds ptr, ptr %32, i64 0
  %34 = load ptr, ptr %33, align 8
  %35 = call i64 @PyLong_AsLong(ptr %34)
  %36 = load ptr, ptr %14, align 8
  %37 = load i64, ptr %15, align 8
  %38 = load ptr, ptr %11, align 8
  %39 = getelementptr inbounds ptr, ptr %38, i64 2
  %40 = load ptr, ptr %39, align 8
  %41 = call i64 @PyLong_AsLong(ptr %40)
  %42 = call i64 %30(ptr %31, i64 %35, ptr %36, i64 %37, i64 %41)
  %43 = trunc i64 %42 to i32
  store i32 %43, ptr %16, align 4
  br label %44

44:
  %45 = load i32, ptr %16, align 4
  %46 = icmp eq i32 %45, 1
  br i1 %46, label %47, label %53

47:
  %48 = load ptr, ptr @the, align 8
  %49 = load i64, ptr @the_None, align 8
  %50 = getelementptr inbounds nuw ptr, ptr %48, i64 %49
  %51 = load ptr, ptr %50, align 8
  %52 = call ptr @kept(ptr %51)
  store ptr %52, ptr %7, align 8
  store i32 1, ptr %17, align 4
  br label %69

53:
  %54 = load i32, ptr %16, align 4
  %55 = icmp eq i32 %54, 2
  br i1 %55, label %56, label %57

56:
  store ptr null, ptr %7, align 8
  store i32 1, ptr %17, align 4
  br label %69

57:
  %58 = call zeroext i1 @forget()
  br i1 %58, label %59, label %66

59:
  %60 = load i64, ptr %9, align 8
  %61 = load ptr, ptr %10, align 8
  %62 = load ptr, ptr %11, align 8
  %63 = load i64, ptr %12, align 8
  %64 = load ptr, ptr %13, align 8
  %65 = call ptr @in_python(i64 %60, ptr %61, ptr %62, i64 %63, ptr %64)
  br label %67

66:
  br label %67

67:
  %68 = phi ptr [ %65, %59 ], [ null, %66 ]
  store ptr %68, ptr %7, align 8
  store i32 1, ptr %17, align 4
  br label %69

69:
  %70 = load ptr, ptr %7, align 8
  ret ptr %70
}

declare i32 @PyBytes_AsStringAndSize(ptr, ptr, ptr)

declare i64 @PyLong_AsLong(ptr)

define internal ptr @kept(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  call void @Py_IncRef(ptr %3)
  %4 = load ptr, ptr %2, align 8
  ret ptr %4
}

define internal ptr @in_python(i64 %0, ptr %1, ptr %2, i64 %3, ptr %4) nounwind {
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca [6 x ptr], align 16
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  store i64 %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store ptr %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  store ptr %4, ptr %10, align 8
  call void @llvm.memset.p0.i64(ptr align 16 %11, i8 0, i64 48, i1 false)
  %14 = getelementptr inbounds ptr, ptr %11, i64 1
  %15 = load ptr, ptr %7, align 8
  store ptr %15, ptr %14, align 8
  %16 = load i64, ptr %9, align 8
  %17 = load ptr, ptr %10, align 8
  %18 = icmp ne ptr %17, null
  br i1 %18, label %19, label %22

19:
  %20 = load ptr, ptr %10, align 8
  %21 = call i64 @tuple_size(ptr %20)
  br label %23

22:
  br label %23

23:
  %24 = phi i64 [ %21, %19 ], [ 0, %22 ]
  %25 = add i64 %16, %24
  store i64 %25, ptr %12, align 8
  %26 = load i64, ptr %12, align 8
  %27 = icmp sgt i64 %26, 4
  br i1 %27, label %28, label %29

28:
  store i64 4, ptr %9, align 8
  store i64 4, ptr %12, align 8
  store ptr null, ptr %10, align 8
  br label %29

29:
  store i64 0, ptr %13, align 8
  br label %30

30:
  %31 = load i64, ptr %13, align 8
  %32 = load i64, ptr %12, align 8
  %33 = icmp slt i64 %31, %32
  br i1 %33, label %35, label %34

34:
  br label %46

35:
  %36 = load ptr, ptr %8, align 8
  %37 = load i64, ptr %13, align 8
  %38 = getelementptr inbounds ptr, ptr %36, i64 %37
  %39 = load ptr, ptr %38, align 8
  %40 = load i64, ptr %13, align 8
  %41 = add i64 2, %40
  %42 = getelementptr inbounds [6 x ptr], ptr %11, i64 0, i64 %41
  store ptr %39, ptr %42, align 8
  br label %43

43:
  %44 = load i64, ptr %13, align 8
  %45 = add i64 %44, 1
  store i64 %45, ptr %13, align 8
  br label %30

46:
  %47 = load ptr, ptr @the, align 8
  %48 = load i64, ptr %6, align 8
  %49 = getelementptr inbounds nuw ptr, ptr %47, i64 %48
  %50 = load ptr, ptr %49, align 8
  %51 = getelementptr inbounds [6 x ptr], ptr %11, i64 0, i64 0
  %52 = getelementptr inbounds ptr, ptr %51, i64 1
  %53 = load i64, ptr %9, align 8
  %54 = add i64 %53, 1
  %55 = or i64 %54, -9223372036854775808
  %56 = load ptr, ptr %10, align 8
  %57 = call ptr @PyObject_Vectorcall(ptr %50, ptr %52, i64 %55, ptr %56)
  ret ptr %57
}

define ptr @transmit_by(ptr %0, i64 %1, ptr %2, ptr %3, i64 %4, ptr %5) nounwind {
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  %13 = alloca ptr, align 8
  %14 = alloca %struct.leaving, align 8
  %15 = alloca i32, align 4
  %16 = alloca i32, align 4
  %17 = alloca ptr, align 8
  %18 = alloca ptr, align 8
  store ptr %0, ptr %8, align 8
  store i64 %1, ptr %9, align 8
  store ptr %2, ptr %10, align 8
  store ptr %3, ptr %11, align 8
  store i64 %4, ptr %12, align 8
  store ptr %5, ptr %13, align 8
  call void @llvm.memset.p0.i64(ptr align 8 %14, i8 0, i64 40, i1 false)
  %19 = getelementptr inbounds %struct.leaving, ptr %14, i32 0, i32 4
  store i64 -1, ptr %19, align 8
  store i32 0, ptr %15, align 4
  %20 = load i64, ptr %12, align 8
  %21 = icmp eq i64 %20, 2
  br i1 %21, label %22, label %38

22:
  %23 = load ptr, ptr %13, align 8
  %24 = icmp ne ptr %23, null
  br i1 %24, label %38, label %25

25:
  %26 = load ptr, ptr %8, align 8
  %27 = load ptr, ptr %10, align 8
  %28 = load ptr, ptr %11, align 8
  %29 = getelementptr inbounds ptr, ptr %28, i64 0
  %30 = load ptr, ptr %29, align 8
  %31 = call i64 @PyLong_AsLong(ptr %30)
  %32 = load ptr, ptr %11, align 8
  %33 = getelementptr inbounds ptr, ptr %32, i64 1
  %34 = load ptr, ptr %33, align 8
  %35 = call i64 @PyLong_AsLong(ptr %34)
  %36 = call i64 %26(ptr %27, i64 %31, i64 %35, ptr %14)
  %37 = trunc i64 %36 to i32
  store i32 %37, ptr %15, align 4
  br label %38

38:
  %39 = load i32, ptr %15, align 4
  %40 = icmp eq i32 %39, 2
  br i1 %40, label %41, label %42

41:
  store ptr null, ptr %7, align 8
  store i32 1, ptr %16, align 4
  br label %88

42:
  %43 = load i32, ptr %15, align 4
  %44 = icmp eq i32 %43, 1
  br i1 %44, label %45, label %76

45:
  %46 = getelementptr inbounds nuw %struct.leaving, ptr %14, i32 0, i32 3
  %47 = load ptr, ptr %46, align 8
  %48 = icmp ne ptr %47, null
  br i1 %48, label %49, label %53

49:
  %50 = getelementptr inbounds nuw %struct.leaving, ptr %14, i32 0, i32 4
  %51 = load i64, ptr %50, align 8
  %52 = call ptr @integer(i64 %51)
  br label %54

53:
  br label %54

54:
  %55 = phi ptr [ %52, %49 ], [ null, %53 ]
  store ptr %55, ptr %17, align 8
  %56 = getelementptr inbounds nuw %struct.leaving, ptr %14, i32 0, i32 3
  %57 = load ptr, ptr %56, align 8
  %58 = icmp ne ptr %57, null
  br i1 %58, label %59, label %64

59:
  %60 = load ptr, ptr %17, align 8
  %61 = getelementptr inbounds nuw %struct.leaving, ptr %14, i32 0, i32 3
  %62 = load ptr, ptr %61, align 8
  %63 = call ptr (i64, ...) @PyTuple_Pack(i64 2, ptr %60, ptr %62)
  br label %70

64:
  %65 = load ptr, ptr @the, align 8
  %66 = load i64, ptr @the_None, align 8
  %67 = getelementptr inbounds nuw ptr, ptr %65, i64 %66
  %68 = load ptr, ptr %67, align 8
  %69 = call ptr @kept(ptr %68)
  br label %70

70:
  %71 = phi ptr [ %63, %59 ], [ %69, %64 ]
  store ptr %71, ptr %18, align 8
  %72 = load ptr, ptr %17, align 8
  call void @Py_DecRef(ptr %72)
  %73 = getelementptr inbounds nuw %struct.leaving, ptr %14, i32 0, i32 3
  %74 = load ptr, ptr %73, align 8
  call void @Py_DecRef(ptr %74)
  %75 = load ptr, ptr %18, align 8
  store ptr %75, ptr %7, align 8
  store i32 1, ptr %16, align 4
  br label %88

76:
  %77 = call zeroext i1 @forget()
  br i1 %77, label %78, label %85

78:
  %79 = load i64, ptr %9, align 8
  %80 = load ptr, ptr %10, align 8
  %81 = load ptr, ptr %11, align 8
  %82 = load i64, ptr %12, align 8
  %83 = load ptr, ptr %13, align 8
  %84 = call ptr @in_python(i64 %79, ptr %80, ptr %81, i64 %82, ptr %83)
  br label %86

85:
  br label %86

86:
  %87 = phi ptr [ %84, %78 ], [ null, %85 ]
  store ptr %87, ptr %7, align 8
  store i32 1, ptr %16, align 4
  br label %88

88:
  %89 = load ptr, ptr %7, align 8
  ret ptr %89
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

declare ptr @PyTuple_Pack(i64, ...)

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

define ptr @wakeup_by(ptr %0, i64 %1, ptr %2, ptr %3, i64 %4, ptr %5) nounwind {
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  %13 = alloca ptr, align 8
  %14 = alloca i64, align 8
  %15 = alloca i32, align 4
  %16 = alloca i32, align 4
  store ptr %0, ptr %8, align 8
  store i64 %1, ptr %9, align 8
  store ptr %2, ptr %10, align 8
  store ptr %3, ptr %11, align 8
  store i64 %4, ptr %12, align 8
  store ptr %5, ptr %13, align 8
  store i64 -1, ptr %14, align 8
  %17 = load i64, ptr %12, align 8
  %18 = icmp ne i64 %17, 0
  br i1 %18, label %22, label %19

19:
  %20 = load ptr, ptr %13, align 8
  %21 = icmp ne ptr %20, null
  br i1 %21, label %22, label %23

22:
  br label %27

23:
  %24 = load ptr, ptr %8, align 8
  %25 = load ptr, ptr %10, align 8
  %26 = call i64 %24(ptr %25, ptr %14)
  br label %27

27:
  %28 = phi i64 [ 0, %22 ], [ %26, %23 ]
  %29 = trunc i64 %28 to i32
  store i32 %29, ptr %15, align 4
  %30 = load i32, ptr %15, align 4
  %31 = icmp eq i32 %30, 1
  br i1 %31, label %32, label %46

32:
  %33 = load i64, ptr %14, align 8
  %34 = icmp slt i64 %33, 0
  br i1 %34, label %35, label %41

35:
  %36 = load ptr, ptr @the, align 8
  %37 = load i64, ptr @the_None, align 8
  %38 = getelementptr inbounds nuw ptr, ptr %36, i64 %37
  %39 = load ptr, ptr %38, align 8
  %40 = call ptr @kept(ptr %39)
  br label %44

41:
  %42 = load i64, ptr %14, align 8
  %43 = call ptr @integer(i64 %42)
  br label %44

44:
  %45 = phi ptr [ %40, %35 ], [ %43, %41 ]
  store ptr %45, ptr %7, align 8
  store i32 1, ptr %16, align 4
  br label %57

46:
  %47 = load i32, ptr %15, align 4
  %48 = icmp eq i32 %47, 2
  br i1 %48, label %49, label %50

49:
  store ptr null, ptr %7, align 8
  store i32 1, ptr %16, align 4
  br label %57

50:
  %51 = load i64, ptr %9, align 8
  %52 = load ptr, ptr %10, align 8
  %53 = load ptr, ptr %11, align 8
  %54 = load i64, ptr %12, align 8
  %55 = load ptr, ptr %13, align 8
  %56 = call ptr @in_python(i64 %51, ptr %52, ptr %53, i64 %54, ptr %55)
  store ptr %56, ptr %7, align 8
  store i32 1, ptr %16, align 4
  br label %57

57:
  %58 = load ptr, ptr %7, align 8
  ret ptr %58
}

define ptr @nic_receive(ptr %0, ptr %1, i64 %2, ptr %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %9 = load i64, ptr @the_receive, align 8
  %10 = load ptr, ptr %5, align 8
  %11 = load ptr, ptr %6, align 8
  %12 = load i64, ptr %7, align 8
  %13 = load ptr, ptr %8, align 8
  %14 = call ptr @receive_by(ptr @nic_take, i64 %9, ptr %10, ptr %11, i64 %12, ptr %13)
  ret ptr %14
}

define ptr @nic_transmit(ptr %0, ptr %1, i64 %2, ptr %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %9 = load i64, ptr @the_transmit, align 8
  %10 = load ptr, ptr %5, align 8
  %11 = load ptr, ptr %6, align 8
  %12 = load i64, ptr %7, align 8
  %13 = load ptr, ptr %8, align 8
  %14 = call ptr @transmit_by(ptr @nic_give, i64 %9, ptr %10, ptr %11, i64 %12, ptr %13)
  ret ptr %14
}

define ptr @nic_next_wakeup(ptr %0, ptr %1, i64 %2, ptr %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %9 = load i64, ptr @the_next_wakeup, align 8
  %10 = load ptr, ptr %5, align 8
  %11 = load ptr, ptr %6, align 8
  %12 = load i64, ptr %7, align 8
  %13 = load ptr, ptr %8, align 8
  %14 = call ptr @wakeup_by(ptr @nic_wake, i64 %9, ptr %10, ptr %11, i64 %12, ptr %13)
  ret ptr %14
}

declare ptr @PyLong_FromLong(i64)

declare ptr @PyObject_VectorcallMethod(ptr, ptr, i64, ptr)

declare i32 @PyErr_ExceptionMatches(ptr)

declare void @PyErr_Clear()

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

define internal zeroext i1 @is_time(i64 %0) alwaysinline nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = lshr i64 %3, 62
  %5 = icmp ne i64 %4, 0
  %6 = xor i1 %5, true
  ret i1 %6
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

declare zeroext i1 @read_packet(ptr, ptr, i64, ptr)

declare i32 @memcmp(ptr, ptr, i64)

define internal ptr @bytes_of(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %4 = load ptr, ptr %2, align 8
  %5 = icmp ne ptr %4, null
  br i1 %5, label %6, label %9

6:
  %7 = load ptr, ptr %2, align 8
  %8 = call ptr @PyBytes_AsString(ptr %7)
  br label %10

9:
  br label %10

10:
  %11 = phi ptr [ %8, %6 ], [ null, %9 ]
  store ptr %11, ptr %3, align 8
  %12 = load ptr, ptr %3, align 8
  %13 = icmp ne ptr %12, null
  %14 = xor i1 %13, true
  %15 = zext i1 %14 to i32
  %16 = sext i32 %15 to i64
  %17 = call i64 @llvm.expect.i64(i64 %16, i64 0)
  %18 = icmp ne i64 %17, 0
  br i1 %18, label %19, label %23

19:
  %20 = load ptr, ptr %2, align 8
  %21 = load i64, ptr @the_bytes, align 8
  %22 = shl i64 %21, 16
  call void @strange(ptr %20, i64 %22)
  unreachable

23:
  %24 = load ptr, ptr %3, align 8
  ret ptr %24
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

define internal zeroext i1 @is_common(ptr %0, i64 %1) nounwind {
  %3 = alloca i1, align 1
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = getelementptr inbounds nuw %struct.packet, ptr %9, i32 0, i32 1
  %11 = load ptr, ptr %10, align 8
  %12 = load i64, ptr @QueuePair_state, align 8
  %13 = call ptr @get(ptr %11, i64 %12)
  store ptr %13, ptr %6, align 8
  %14 = load ptr, ptr %4, align 8
  %15 = getelementptr inbounds nuw %struct.packet, ptr %14, i32 0, i32 0
  %16 = load ptr, ptr %15, align 8
  %17 = load i64, ptr @PacketType_recipient, align 8
  %18 = call ptr @get(ptr %16, i64 %17)
  store ptr %18, ptr %7, align 8
  %19 = load ptr, ptr %6, align 8
  %20 = load ptr, ptr @the, align 8
  %21 = load i64, ptr @the_rts, align 8
  %22 = getelementptr inbounds nuw ptr, ptr %20, i64 %21
  %23 = load ptr, ptr %22, align 8
  %24 = icmp ne ptr %19, %23
  br i1 %24, label %25, label %32

25:
  %26 = load ptr, ptr %6, align 8
  %27 = load ptr, ptr @the, align 8
  %28 = load i64, ptr @the_rtr, align 8
  %29 = getelementptr inbounds nuw ptr, ptr %27, i64 %28
  %30 = load ptr, ptr %29, align 8
  %31 = icmp ne ptr %26, %30
  br i1 %31, label %35, label %32

32:
  %33 = load ptr, ptr %4, align 8
  %34 = call zeroext i1 @is_of_peer(ptr %33)
  br i1 %34, label %36, label %35

35:
  store i1 false, ptr %3, align 1
  store i32 1, ptr %8, align 4
  br label %65

36:
  %37 = load ptr, ptr %4, align 8
  %38 = getelementptr inbounds nuw %struct.packet, ptr %37, i32 0, i32 0
  %39 = load ptr, ptr %38, align 8
  %40 = load i64, ptr @PacketType_data, align 8
  %41 = call zeroext i1 @is_true(ptr %39, i64 %40)
  br i1 %41, label %63, label %42

42:
  %43 = load ptr, ptr %7, align 8
  %44 = load ptr, ptr @the, align 8
  %45 = load i64, ptr @the_requestor_of, align 8
  %46 = getelementptr inbounds nuw ptr, ptr %44, i64 %45
  %47 = load ptr, ptr %46, align 8
  %48 = icmp eq ptr %43, %47
  br i1 %48, label %49, label %61

49:
  %50 = load i64, ptr %5, align 8
  %51 = icmp eq i64 %50, 220
  br i1 %51, label %55, label %52

52:
  %53 = load i64, ptr %5, align 8
  %54 = icmp eq i64 %53, 209
  br i1 %54, label %55, label %61

55:
  %56 = load ptr, ptr %4, align 8
  %57 = getelementptr inbounds nuw %struct.packet, ptr %56, i32 0, i32 6
  %58 = load i64, ptr %57, align 8
  %59 = icmp ne i64 %58, 0
  %60 = xor i1 %59, true
  br label %61

61:
  %62 = phi i1 [ false, %52 ], [ false, %42 ], [ %60, %55 ]
  br label %63

63:
  %64 = phi i1 [ true, %36 ], [ %62, %61 ]
  store i1 %64, ptr %3, align 1
  store i32 1, ptr %8, align 4
  br label %65

65:
  %66 = load i1, ptr %3, align 1
  ret i1 %66
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

define internal i32 @take_packet(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4) nounwind {
  %6 = alloca i32, align 4
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca i32, align 4
  store ptr %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store i64 %2, ptr %9, align 8
  store i64 %3, ptr %10, align 8
  store i64 %4, ptr %11, align 8
  %13 = load ptr, ptr %8, align 8
  %14 = getelementptr inbounds nuw %struct.packet, ptr %13, i32 0, i32 1
  %15 = load ptr, ptr %14, align 8
  %16 = icmp ne ptr %15, null
  br i1 %16, label %23, label %17

17:
  %18 = load ptr, ptr %7, align 8
  %19 = load ptr, ptr %8, align 8
  %20 = load i64, ptr %9, align 8
  %21 = load i64, ptr %11, align 8
  %22 = call i32 @receive_endpoint(ptr %18, ptr %19, i64 %20, i64 %21)
  store i32 %22, ptr %6, align 4
  br label %58

23:
  %24 = load ptr, ptr %8, align 8
  %25 = getelementptr inbounds nuw %struct.packet, ptr %24, i32 0, i32 1
  %26 = load ptr, ptr %25, align 8
  call void @Py_IncRef(ptr %26)
  %27 = load ptr, ptr %8, align 8
  %28 = getelementptr inbounds nuw %struct.packet, ptr %27, i32 0, i32 0
  %29 = load ptr, ptr %28, align 8
  %30 = load i64, ptr @PacketType_data, align 8
  %31 = call zeroext i1 @is_true(ptr %29, i64 %30)
  br i1 %31, label %32, label %37

32:
  %33 = load ptr, ptr %7, align 8
  %34 = load ptr, ptr %8, align 8
  %35 = load i64, ptr %11, align 8
  %36 = call i32 @receive_data(ptr %33, ptr %34, i64 %35)
  br label %52

37:
  %38 = load i64, ptr %10, align 8
  %39 = icmp eq i64 %38, 220
  br i1 %39, label %40, label %45

40:
  %41 = load ptr, ptr %7, align 8
  %42 = load ptr, ptr %8, align 8
  %43 = load i64, ptr %11, align 8
  %44 = call i32 @receive_sack(ptr %41, ptr %42, i64 %43)
  br label %50

45:
  %46 = load ptr, ptr %7, align 8
  %47 = load ptr, ptr %8, align 8
  %48 = load i64, ptr %11, align 8
  %49 = call i32 @receive_ack(ptr %46, ptr %47, i64 %48)
  br label %50

50:
  %51 = phi i32 [ %44, %40 ], [ %49, %45 ]
  br label %52

52:
  %53 = phi i32 [ %36, %32 ], [ %51, %50 ]
  store i32 %53, ptr %12, align 4
  %54 = load ptr, ptr %8, align 8
  %55 = getelementptr inbounds nuw %struct.packet, ptr %54, i32 0, i32 1
  %56 = load ptr, ptr %55, align 8
  call void @Py_DecRef(ptr %56)
  %57 = load i32, ptr %12, align 4
  store i32 %57, ptr %6, align 4
  br label %58

58:
  %59 = load i32, ptr %6, align 4
  ret i32 %59
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

declare ptr @PyBytes_AsString(ptr)

declare i64 @llvm.expect.i64(i64, i64)

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

define internal zeroext i1 @is_of_peer(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %4 = load ptr, ptr %2, align 8
  %5 = getelementptr inbounds nuw %struct.packet, ptr %4, i32 0, i32 1
  %6 = load ptr, ptr %5, align 8
  %7 = load i64, ptr @QueuePair_peer_address, align 8
  %8 = call ptr @get(ptr %6, i64 %7)
  store ptr %8, ptr %3, align 8
  %9 = load ptr, ptr %3, align 8
  %10 = call i64 @bytes_size(ptr %9)
  %11 = icmp eq i64 %10, 16
  br i1 %11, label %12, label %21

12:
  %13 = load ptr, ptr %3, align 8
  %14 = call ptr @bytes_of(ptr %13)
  %15 = load ptr, ptr %2, align 8
  %16 = getelementptr inbounds nuw %struct.packet, ptr %15, i32 0, i32 3
  %17 = load ptr, ptr %16, align 8
  %18 = call i32 @memcmp(ptr %14, ptr %17, i64 16)
  %19 = icmp ne i32 %18, 0
  %20 = xor i1 %19, true
  br label %21

21:
  %22 = phi i1 [ false, %1 ], [ %20, %12 ]
  ret i1 %22
}

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

define internal zeroext i1 @is_held_once(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr %3, align 8
  %5 = icmp eq i64 %4, 1
  ret i1 %5
}

declare i32 @receive_endpoint(ptr, ptr, i64, i64)

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

declare i32 @receive_data(ptr, ptr, i64)

declare i32 @receive_sack(ptr, ptr, i64)

declare i32 @receive_ack(ptr, ptr, i64)

declare ptr @earliest(ptr)

declare zeroext i1 @run_timers(ptr, ptr)

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

define internal i32 @next_frame(ptr %0, ptr %1, i64 %2, i64 %3, ptr %4) nounwind {
  %6 = alloca i32, align 4
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  %13 = alloca i32, align 4
  %14 = alloca i32, align 4
  store ptr %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store i64 %2, ptr %9, align 8
  store i64 %3, ptr %10, align 8
  store ptr %4, ptr %11, align 8
  %15 = load ptr, ptr %8, align 8
  %16 = load i64, ptr @Scheduler__answered, align 8
  %17 = call i64 @get_int(ptr %15, i64 %16)
  store i64 %17, ptr %12, align 8
  %18 = load ptr, ptr %8, align 8
  %19 = load i64, ptr @Scheduler__probes, align 8
  %20 = call ptr @get(ptr %18, i64 %19)
  %21 = load i64, ptr %9, align 8
  %22 = load i64, ptr %10, align 8
  %23 = load ptr, ptr %11, align 8
  %24 = call i32 @send_probe(ptr %20, i64 %21, i64 %22, ptr %23)
  store i32 %24, ptr %13, align 4
  %25 = load i32, ptr %13, align 4
  %26 = icmp ne i32 %25, 1
  br i1 %26, label %30, label %27

27:
  %28 = load ptr, ptr %11, align 8
  %29 = call zeroext i1 @has_frame(ptr %28)
  br i1 %29, label %30, label %32

30:
  %31 = load i32, ptr %13, align 4
  store i32 %31, ptr %6, align 4
  store i32 1, ptr %14, align 4
  br label %108

32:
  %33 = load ptr, ptr %8, align 8
  %34 = load i64, ptr %9, align 8
  %35 = load i64, ptr %12, align 8
  %36 = xor i64 %35, -1
  %37 = and i64 %34, %36
  %38 = load i64, ptr %10, align 8
  %39 = load ptr, ptr %11, align 8
  %40 = call i32 @send_probe_answer(ptr %33, i64 %37, i64 %38, ptr %39)
  store i32 %40, ptr %13, align 4
  %41 = load i32, ptr %13, align 4
  %42 = icmp eq i32 %41, 1
  br i1 %42, label %43, label %55

43:
  %44 = load ptr, ptr %11, align 8
  %45 = call zeroext i1 @has_frame(ptr %44)
  br i1 %45, label %46, label %55

46:
  %47 = load ptr, ptr %8, align 8
  %48 = load i64, ptr @Scheduler__answered, align 8
  %49 = load i64, ptr %12, align 8
  %50 = load ptr, ptr %11, align 8
  %51 = getelementptr inbounds nuw %struct.leaving, ptr %50, i32 0, i32 4
  %52 = load i64, ptr %51, align 8
  %53 = shl i64 1, %52
  %54 = or i64 %49, %53
  call void @put_int(ptr %47, i64 %48, i64 %54)
  br label %55

55:
  %56 = load i32, ptr %13, align 4
  %57 = icmp ne i32 %56, 1
  br i1 %57, label %61, label %58

58:
  %59 = load ptr, ptr %11, align 8
  %60 = call zeroext i1 @has_frame(ptr %59)
  br i1 %60, label %61, label %63

61:
  %62 = load i32, ptr %13, align 4
  store i32 %62, ptr %6, align 4
  store i32 1, ptr %14, align 4
  br label %108

63:
  %64 = load ptr, ptr %8, align 8
  %65 = load i64, ptr %9, align 8
  %66 = load i64, ptr %10, align 8
  %67 = load ptr, ptr %11, align 8
  %68 = call i32 @next_control(ptr %64, i64 %65, i64 %66, ptr %67)
  store i32 %68, ptr %13, align 4
  %69 = load i32, ptr %13, align 4
  %70 = icmp eq i32 %69, 1
  br i1 %70, label %71, label %81

71:
  %72 = load ptr, ptr %11, align 8
  %73 = call zeroext i1 @has_frame(ptr %72)
  br i1 %73, label %81, label %74

74:
  %75 = load ptr, ptr %7, align 8
  %76 = load ptr, ptr %8, align 8
  %77 = load i64, ptr %9, align 8
  %78 = load i64, ptr %10, align 8
  %79 = load ptr, ptr %11, align 8
  %80 = call i32 @next_data(ptr %75, ptr %76, i64 %77, i64 %78, ptr %79)
  store i32 %80, ptr %13, align 4
  br label %81

81:
  %82 = load i32, ptr %13, align 4
  %83 = icmp eq i32 %82, 1
  br i1 %83, label %84, label %93

84:
  %85 = load ptr, ptr %11, align 8
  %86 = call zeroext i1 @has_frame(ptr %85)
  br i1 %86, label %93, label %87

87:
  %88 = load ptr, ptr %8, align 8
  %89 = load i64, ptr %9, align 8
  %90 = load i64, ptr %10, align 8
  %91 = load ptr, ptr %11, align 8
  %92 = call i32 @send_probe_answer(ptr %88, i64 %89, i64 %90, ptr %91)
  store i32 %92, ptr %6, align 4
  store i32 1, ptr %14, align 4
  br label %108

93:
  %94 = load i32, ptr %13, align 4
  %95 = icmp eq i32 %94, 1
  br i1 %95, label %96, label %106

96:
  %97 = load ptr, ptr %8, align 8
  %98 = load i64, ptr @Scheduler__answered, align 8
  %99 = load i64, ptr %12, align 8
  %100 = load ptr, ptr %11, align 8
  %101 = getelementptr inbounds nuw %struct.leaving, ptr %100, i32 0, i32 4
  %102 = load i64, ptr %101, align 8
  %103 = shl i64 1, %102
  %104 = xor i64 %103, -1
  %105 = and i64 %99, %104
  call void @put_int(ptr %97, i64 %98, i64 %105)
  br label %106

106:
  %107 = load i32, ptr %13, align 4
  store i32 %107, ptr %6, align 4
  store i32 1, ptr %14, align 4
  br label %108

108:
  %109 = load i32, ptr %6, align 4
  ret i32 %109
}

define internal zeroext i1 @has_frame(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %struct.leaving, ptr %3, i32 0, i32 2
  %5 = load i64, ptr %4, align 8
  %6 = icmp ne i64 %5, 0
  br i1 %6, label %12, label %7

7:
  %8 = load ptr, ptr %2, align 8
  %9 = getelementptr inbounds nuw %struct.leaving, ptr %8, i32 0, i32 3
  %10 = load ptr, ptr %9, align 8
  %11 = icmp ne ptr %10, null
  br label %12

12:
  %13 = phi i1 [ true, %1 ], [ %11, %7 ]
  ret i1 %13
}

define internal void @note_left(ptr %0, ptr %1, ptr %2, i64 %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  %12 = load ptr, ptr %7, align 8
  %13 = getelementptr inbounds nuw %struct.leaving, ptr %12, i32 0, i32 4
  %14 = load i64, ptr %13, align 8
  store i64 %14, ptr %9, align 8
  %15 = load ptr, ptr %7, align 8
  %16 = call i64 @length_of(ptr %15)
  %17 = add i64 %16, 24
  %18 = mul i64 %17, 8
  store i64 %18, ptr %10, align 8
  %19 = load ptr, ptr %6, align 8
  %20 = load i64, ptr @Scheduler__rates_bps, align 8
  %21 = call ptr @get(ptr %19, i64 %20)
  %22 = load i64, ptr %9, align 8
  %23 = call ptr @tuple_item(ptr %21, i64 %22)
  store ptr %23, ptr %11, align 8
  %24 = load ptr, ptr %11, align 8
  %25 = icmp ne ptr %24, null
  br i1 %25, label %26, label %37

26:
  %27 = load ptr, ptr %11, align 8
  %28 = call i64 @value_of(ptr %27)
  %29 = icmp ne i64 %28, 0
  br i1 %29, label %37, label %30

30:
  %31 = load ptr, ptr @the, align 8
  %32 = load i64, ptr @the_TypeError, align 8
  %33 = getelementptr inbounds nuw ptr, ptr %31, i64 %32
  %34 = load ptr, ptr %33, align 8
  %35 = load i64, ptr %9, align 8
  %36 = call ptr (ptr, ptr, ...) @PyErr_Format(ptr %34, ptr @.str.1, i64 %35)
  br label %55

37:
  %38 = load ptr, ptr %11, align 8
  %39 = icmp ne ptr %38, null
  br i1 %39, label %40, label %54

40:
  %41 = load ptr, ptr %6, align 8
  %42 = load i64, ptr @Scheduler__busy_until_ns, align 8
  %43 = call ptr @get(ptr %41, i64 %42)
  %44 = load i64, ptr %9, align 8
  %45 = load i64, ptr %8, align 8
  %46 = load i64, ptr %10, align 8
  %47 = mul i64 %46, 1000000000
  %48 = load ptr, ptr %11, align 8
  %49 = call i64 @value_of(ptr %48)
  %50 = sdiv i64 %47, %49
  %51 = add i64 %45, %50
  %52 = call ptr @integer(i64 %51)
  %53 = call i32 @PyList_SetItem(ptr %43, i64 %44, ptr %52)
  br label %54

54:
  br label %55

55:
  %56 = load ptr, ptr %5, align 8
  %57 = load i64, ptr @Nic__settled, align 8
  call void @put_bool(ptr %56, i64 %57, i1 zeroext false)
  %58 = load ptr, ptr %5, align 8
  %59 = load i64, ptr @Nic__sent, align 8
  call void @add(ptr %58, i64 %59, i64 1)
  ret void
}

define internal zeroext i1 @settled(ptr %0, i64 %1) nounwind {
  %3 = alloca i1, align 1
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i32, align 4
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %13 = load ptr, ptr %4, align 8
  %14 = load i64, ptr @Nic__scheduler, align 8
  %15 = call ptr @get(ptr %13, i64 %14)
  store ptr %15, ptr %6, align 8
  %16 = load ptr, ptr %4, align 8
  %17 = load i64, ptr @Nic__timers, align 8
  %18 = call ptr @get(ptr %16, i64 %17)
  store ptr %18, ptr %7, align 8
  %19 = load ptr, ptr %6, align 8
  %20 = load i64, ptr @Scheduler__control, align 8
  %21 = call ptr @get(ptr %19, i64 %20)
  store ptr %21, ptr %8, align 8
  %22 = load ptr, ptr %4, align 8
  %23 = load i64, ptr @Nic_prober, align 8
  %24 = call ptr @get(ptr %22, i64 %23)
  store ptr %24, ptr %9, align 8
  %25 = load ptr, ptr %8, align 8
  %26 = call zeroext i1 @all_are_plain(ptr %25)
  br i1 %26, label %28, label %27

27:
  store i1 false, ptr %3, align 1
  store i32 1, ptr %10, align 4
  br label %93

28:
  %29 = load ptr, ptr %8, align 8
  %30 = call i64 @size_of(ptr %29)
  %31 = icmp ne i64 %30, 0
  br i1 %31, label %32, label %36

32:
  %33 = load ptr, ptr %6, align 8
  %34 = load i64, ptr %5, align 8
  %35 = call i64 @next_free(ptr %33, i64 %34)
  br label %37

36:
  br label %37

37:
  %38 = phi i64 [ %35, %32 ], [ -1, %36 ]
  store i64 %38, ptr %11, align 8
  %39 = load ptr, ptr %9, align 8
  %40 = load i64, ptr %5, align 8
  %41 = call i64 @next_probe_ns(ptr %39, i64 %40)
  store i64 %41, ptr %12, align 8
  %42 = load i64, ptr %12, align 8
  %43 = icmp sge i64 %42, 0
  br i1 %43, label %44, label %55

44:
  %45 = load i64, ptr %11, align 8
  %46 = icmp slt i64 %45, 0
  br i1 %46, label %47, label %49

47:
  %48 = load i64, ptr %12, align 8
  br label %53

49:
  %50 = load i64, ptr %11, align 8
  %51 = load i64, ptr %12, align 8
  %52 = call i64 @least(i64 %50, i64 %51)
  br label %53

53:
  %54 = phi i64 [ %48, %47 ], [ %52, %49 ]
  store i64 %54, ptr %11, align 8
  br label %55

55:
  %56 = call ptr @PyErr_Occurred()
  %57 = icmp ne ptr %56, null
  br i1 %57, label %58, label %60

58:
  %59 = call zeroext i1 @forget()
  store i1 false, ptr %3, align 1
  store i32 1, ptr %10, align 4
  br label %92

60:
  %61 = load i64, ptr %11, align 8
  %62 = icmp slt i64 %61, 0
  br i1 %62, label %63, label %66

63:
  %64 = load ptr, ptr %7, align 8
  %65 = load i64, ptr @Timers__wake_ns, align 8
  call void @put_none(ptr %64, i64 %65)
  br label %89

66:
  %67 = load ptr, ptr %7, align 8
  %68 = load i64, ptr @Timers__wake_ns, align 8
  %69 = call zeroext i1 @is_none(ptr %67, i64 %68)
  br i1 %69, label %76, label %70

70:
  %71 = load ptr, ptr %7, align 8
  %72 = load i64, ptr @Timers__wake_ns, align 8
  %73 = call i64 @get_int(ptr %71, i64 %72)
  %74 = load i64, ptr %11, align 8
  %75 = icmp ne i64 %73, %74
  br i1 %75, label %76, label %88

76:
  %77 = load ptr, ptr %7, align 8
  %78 = load i64, ptr @Timers__order, align 8
  call void @add(ptr %77, i64 %78, i64 1)
  %79 = load ptr, ptr %7, align 8
  %80 = load i64, ptr @Timers__wake_order, align 8
  %81 = load ptr, ptr %7, align 8
  %82 = load i64, ptr @Timers__order, align 8
  %83 = call ptr @get(ptr %81, i64 %82)
  %84 = call ptr @kept(ptr %83)
  call void @put(ptr %79, i64 %80, ptr %84)
  %85 = load ptr, ptr %7, align 8
  %86 = load i64, ptr @Timers__wake_ns, align 8
  %87 = load i64, ptr %11, align 8
  call void @put_int(ptr %85, i64 %86, i64 %87)
  br label %88

88:
  br label %89

89:
  %90 = load ptr, ptr %4, align 8
  %91 = load i64, ptr @Nic__settled, align 8
  call void @put_bool(ptr %90, i64 %91, i1 zeroext true)
  store i1 true, ptr %3, align 1
  store i32 1, ptr %10, align 4
  br label %92

92:
  br label %93

93:
  %94 = load i1, ptr %3, align 1
  ret i1 %94
}

declare i64 @PyObject_Size(ptr)

declare i32 @send_probe(ptr, i64, i64, ptr)

declare i32 @send_probe_answer(ptr, i64, i64, ptr)

define internal i32 @next_control(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i32, align 4
  %11 = alloca i64, align 8
  %12 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %13 = load ptr, ptr %5, align 8
  %14 = load i64, ptr @Scheduler__control, align 8
  %15 = call ptr @hold(ptr %13, i64 %14)
  store ptr %15, ptr %9, align 8
  store i32 1, ptr %10, align 4
  %16 = load ptr, ptr %9, align 8
  %17 = call i64 @size_of(ptr %16)
  store i64 %17, ptr %11, align 8
  br label %18

18:
  %19 = load i32, ptr %10, align 4
  %20 = icmp eq i32 %19, 1
  br i1 %20, label %21, label %27

21:
  %22 = load ptr, ptr %8, align 8
  %23 = call zeroext i1 @has_frame(ptr %22)
  br i1 %23, label %27, label %24

24:
  %25 = load i64, ptr %11, align 8
  %26 = icmp ne i64 %25, 0
  br label %27

27:
  %28 = phi i1 [ false, %21 ], [ false, %18 ], [ %26, %24 ]
  br i1 %28, label %30, label %29

29:
  br label %64

30:
  %31 = load ptr, ptr %9, align 8
  %32 = call ptr @PySequence_GetItem(ptr %31, i64 0)
  store ptr %32, ptr %12, align 8
  %33 = load ptr, ptr %12, align 8
  %34 = icmp ne ptr %33, null
  br i1 %34, label %35, label %46

35:
  %36 = load ptr, ptr %12, align 8
  %37 = call zeroext i1 @is_plain_answer(ptr %36)
  br i1 %37, label %38, label %46

38:
  %39 = load ptr, ptr %5, align 8
  %40 = load ptr, ptr %9, align 8
  %41 = load ptr, ptr %12, align 8
  %42 = load i64, ptr %6, align 8
  %43 = load i64, ptr %7, align 8
  %44 = load ptr, ptr %8, align 8
  %45 = call i32 @answer(ptr %39, ptr %40, ptr %41, i64 %42, i64 %43, ptr %44)
  store i32 %45, ptr %10, align 4
  br label %59

46:
  %47 = load ptr, ptr %12, align 8
  %48 = icmp ne ptr %47, null
  br i1 %48, label %49, label %56

49:
  %50 = load ptr, ptr %5, align 8
  %51 = load i64, ptr @the__turn_of_control, align 8
  %52 = load i64, ptr %6, align 8
  %53 = load i64, ptr %7, align 8
  %54 = load ptr, ptr %8, align 8
  %55 = call i32 @asked_of(ptr %50, i64 %51, i64 %52, i64 %53, ptr %54)
  br label %57

56:
  br label %57

57:
  %58 = phi i32 [ %55, %49 ], [ 2, %56 ]
  store i32 %58, ptr %10, align 4
  br label %59

59:
  %60 = load ptr, ptr %12, align 8
  call void @Py_DecRef(ptr %60)
  br label %61

61:
  %62 = load i64, ptr %11, align 8
  %63 = add i64 %62, -1
  store i64 %63, ptr %11, align 8
  br label %18

64:
  %65 = load ptr, ptr %9, align 8
  call void @Py_DecRef(ptr %65)
  %66 = load i32, ptr %10, align 4
  ret i32 %66
}

define internal i32 @next_data(ptr %0, ptr %1, i64 %2, i64 %3, ptr %4) nounwind {
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i32, align 4
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  store ptr %4, ptr %10, align 8
  %13 = load ptr, ptr %7, align 8
  %14 = load i64, ptr @Scheduler__data, align 8
  %15 = call ptr @hold(ptr %13, i64 %14)
  store ptr %15, ptr %11, align 8
  %16 = load ptr, ptr %11, align 8
  %17 = call i64 @size_of(ptr %16)
  %18 = icmp sgt i64 %17, 1
  br i1 %18, label %19, label %27

19:
  %20 = load ptr, ptr %6, align 8
  %21 = load ptr, ptr %7, align 8
  %22 = load ptr, ptr %11, align 8
  %23 = load i64, ptr %8, align 8
  %24 = load i64, ptr %9, align 8
  %25 = load ptr, ptr %10, align 8
  %26 = call i32 @on_their_planes(ptr %20, ptr %21, ptr %22, i64 %23, i64 %24, ptr %25)
  br label %28

27:
  br label %28

28:
  %29 = phi i32 [ %26, %19 ], [ 1, %27 ]
  store i32 %29, ptr %12, align 4
  %30 = load i32, ptr %12, align 4
  %31 = icmp eq i32 %30, 1
  br i1 %31, label %32, label %42

32:
  %33 = load ptr, ptr %10, align 8
  %34 = call zeroext i1 @has_frame(ptr %33)
  br i1 %34, label %42, label %35

35:
  %36 = load ptr, ptr %6, align 8
  %37 = load ptr, ptr %11, align 8
  %38 = load i64, ptr %8, align 8
  %39 = load i64, ptr %9, align 8
  %40 = load ptr, ptr %10, align 8
  %41 = call i32 @in_turn(ptr %36, ptr %37, i64 %38, i64 %39, ptr %40)
  store i32 %41, ptr %12, align 4
  br label %42

42:
  %43 = load ptr, ptr %11, align 8
  call void @Py_DecRef(ptr %43)
  %44 = load i32, ptr %12, align 4
  ret i32 %44
}

declare ptr @PySequence_GetItem(ptr, i64)

declare zeroext i1 @is_plain_answer(ptr)

define internal i32 @answer(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, ptr %5) nounwind {
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca ptr, align 8
  %14 = alloca ptr, align 8
  %15 = alloca ptr, align 8
  %16 = alloca i8, align 1
  %17 = alloca i8, align 1
  %18 = alloca i32, align 4
  store ptr %0, ptr %8, align 8
  store ptr %1, ptr %9, align 8
  store ptr %2, ptr %10, align 8
  store i64 %3, ptr %11, align 8
  store i64 %4, ptr %12, align 8
  store ptr %5, ptr %13, align 8
  %19 = load ptr, ptr %10, align 8
  %20 = load i64, ptr @QueuePair_responder, align 8
  %21 = call ptr @hold(ptr %19, i64 %20)
  store ptr %21, ptr %14, align 8
  %22 = load ptr, ptr %14, align 8
  %23 = load i64, ptr @Responder_answers, align 8
  %24 = call ptr @get(ptr %22, i64 %23)
  store ptr %24, ptr %15, align 8
  %25 = load ptr, ptr %8, align 8
  %26 = load ptr, ptr %10, align 8
  %27 = load ptr, ptr %15, align 8
  %28 = load i64, ptr %11, align 8
  %29 = load i64, ptr %12, align 8
  %30 = load ptr, ptr %13, align 8
  %31 = call zeroext i1 @send_answer(ptr %25, ptr %26, ptr %27, i64 %28, i64 %29, ptr %30)
  %32 = zext i1 %31 to i8
  store i8 %32, ptr %16, align 1
  %33 = load ptr, ptr %15, align 8
  %34 = load i64, ptr @Answers__jobs, align 8
  %35 = call ptr @get(ptr %33, i64 %34)
  %36 = call i64 @size_of(ptr %35)
  %37 = icmp sgt i64 %36, 0
  %38 = zext i1 %37 to i8
  store i8 %38, ptr %17, align 1
  %39 = load ptr, ptr %14, align 8
  call void @Py_DecRef(ptr %39)
  %40 = load i8, ptr %16, align 1
  %41 = trunc i8 %40 to i1
  br i1 %41, label %42, label %46

42:
  %43 = load ptr, ptr %9, align 8
  %44 = load ptr, ptr %10, align 8
  %45 = call zeroext i1 @is_at(ptr %43, i64 0, ptr %44)
  br i1 %45, label %57, label %46

46:
  %47 = load i8, ptr %16, align 1
  %48 = trunc i8 %47 to i1
  br i1 %48, label %49, label %53

49:
  %50 = call ptr @PyErr_Occurred()
  %51 = icmp ne ptr %50, null
  %52 = xor i1 %51, true
  br label %53

53:
  %54 = phi i1 [ false, %46 ], [ %52, %49 ]
  %55 = zext i1 %54 to i64
  %56 = select i1 %54, i32 1, i32 2
  store i32 %56, ptr %7, align 4
  store i32 1, ptr %18, align 4
  br label %79

57:
  %58 = load i8, ptr %17, align 1
  %59 = trunc i8 %58 to i1
  br i1 %59, label %60, label %70

60:
  %61 = load ptr, ptr %9, align 8
  %62 = call i64 @size_of(ptr %61)
  %63 = icmp sgt i64 %62, 1
  br i1 %63, label %64, label %67

64:
  %65 = load ptr, ptr %9, align 8
  %66 = call i32 @rotate(ptr %65)
  br label %68

67:
  br label %68

68:
  %69 = phi i32 [ %66, %64 ], [ 1, %67 ]
  store i32 %69, ptr %7, align 4
  store i32 1, ptr %18, align 4
  br label %79

70:
  %71 = load ptr, ptr %10, align 8
  %72 = load i64, ptr @QueuePair_control_queued, align 8
  call void @put_bool(ptr %71, i64 %72, i1 zeroext false)
  %73 = load ptr, ptr %9, align 8
  %74 = load i64, ptr @the_popleft, align 8
  %75 = call ptr @method(ptr %73, i64 %74)
  %76 = call zeroext i1 @done(ptr %75)
  %77 = zext i1 %76 to i64
  %78 = select i1 %76, i32 1, i32 2
  store i32 %78, ptr %7, align 4
  store i32 1, ptr %18, align 4
  br label %79

79:
  %80 = load i32, ptr %7, align 4
  ret i32 %80
}

define internal i32 @asked_of(ptr %0, i64 %1, i64 %2, i64 %3, ptr %4) nounwind {
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca i8, align 1
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  store ptr %4, ptr %10, align 8
  %14 = load i64, ptr %8, align 8
  %15 = call ptr @integer(i64 %14)
  store ptr %15, ptr %11, align 8
  %16 = load i64, ptr %9, align 8
  %17 = call ptr @integer(i64 %16)
  store ptr %17, ptr %12, align 8
  %18 = load ptr, ptr %6, align 8
  %19 = load i64, ptr %7, align 8
  %20 = load ptr, ptr %11, align 8
  %21 = load ptr, ptr %12, align 8
  %22 = call ptr @method_2(ptr %18, i64 %19, ptr %20, ptr %21)
  %23 = load ptr, ptr %10, align 8
  %24 = call zeroext i1 @said_by_python(ptr %22, ptr %23)
  %25 = zext i1 %24 to i8
  store i8 %25, ptr %13, align 1
  %26 = load ptr, ptr %11, align 8
  call void @Py_DecRef(ptr %26)
  %27 = load ptr, ptr %12, align 8
  call void @Py_DecRef(ptr %27)
  %28 = load i8, ptr %13, align 1
  %29 = trunc i8 %28 to i1
  %30 = zext i1 %29 to i64
  %31 = select i1 %29, i32 1, i32 2
  ret i32 %31
}

declare zeroext i1 @send_answer(ptr, ptr, ptr, i64, i64, ptr)

define internal zeroext i1 @is_at(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = load i64, ptr %5, align 8
  %10 = call ptr @PySequence_GetItem(ptr %8, i64 %9)
  store ptr %10, ptr %7, align 8
  %11 = load ptr, ptr %7, align 8
  %12 = icmp ne ptr %11, null
  br i1 %12, label %15, label %13

13:
  %14 = call zeroext i1 @forget()
  br label %15

15:
  %16 = load ptr, ptr %7, align 8
  call void @Py_DecRef(ptr %16)
  %17 = load ptr, ptr %7, align 8
  %18 = load ptr, ptr %6, align 8
  %19 = icmp eq ptr %17, %18
  ret i1 %19
}

define internal i32 @rotate(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  %4 = alloca i8, align 1
  store ptr %0, ptr %2, align 8
  %5 = call ptr @integer(i64 -1)
  store ptr %5, ptr %3, align 8
  %6 = load ptr, ptr %2, align 8
  %7 = load i64, ptr @the_rotate, align 8
  %8 = load ptr, ptr %3, align 8
  %9 = call ptr @method_1(ptr %6, i64 %7, ptr %8)
  %10 = call zeroext i1 @done(ptr %9)
  %11 = zext i1 %10 to i8
  store i8 %11, ptr %4, align 1
  %12 = load ptr, ptr %3, align 8
  call void @Py_DecRef(ptr %12)
  %13 = load i8, ptr %4, align 1
  %14 = trunc i8 %13 to i1
  %15 = zext i1 %14 to i64
  %16 = select i1 %14, i32 1, i32 2
  ret i32 %16
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

define internal zeroext i1 @said_by_python(ptr %0, ptr %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %7 = load ptr, ptr %3, align 8
  %8 = icmp ne ptr %7, null
  br i1 %8, label %9, label %48

9:
  %10 = load ptr, ptr %3, align 8
  %11 = load ptr, ptr @the, align 8
  %12 = load i64, ptr @the_None, align 8
  %13 = getelementptr inbounds nuw ptr, ptr %11, i64 %12
  %14 = load ptr, ptr %13, align 8
  %15 = icmp ne ptr %10, %14
  br i1 %15, label %16, label %48

16:
  %17 = load ptr, ptr %3, align 8
  %18 = call ptr @tuple_item(ptr %17, i64 0)
  store ptr %18, ptr %5, align 8
  %19 = load ptr, ptr %5, align 8
  %20 = icmp ne ptr %19, null
  br i1 %20, label %21, label %24

21:
  %22 = load ptr, ptr %3, align 8
  %23 = call ptr @tuple_item(ptr %22, i64 1)
  br label %25

24:
  br label %25

25:
  %26 = phi ptr [ %23, %21 ], [ null, %24 ]
  store ptr %26, ptr %6, align 8
  %27 = load ptr, ptr %6, align 8
  %28 = icmp ne ptr %27, null
  br i1 %28, label %29, label %32

29:
  %30 = load ptr, ptr %5, align 8
  %31 = call i64 @PyLong_AsLong(ptr %30)
  br label %33

32:
  br label %33

33:
  %34 = phi i64 [ %31, %29 ], [ -1, %32 ]
  %35 = load ptr, ptr %4, align 8
  %36 = getelementptr inbounds nuw %struct.leaving, ptr %35, i32 0, i32 4
  store i64 %34, ptr %36, align 8
  %37 = load ptr, ptr %6, align 8
  %38 = icmp ne ptr %37, null
  br i1 %38, label %39, label %47

39:
  %40 = call ptr @PyErr_Occurred()
  %41 = icmp ne ptr %40, null
  br i1 %41, label %47, label %42

42:
  %43 = load ptr, ptr %6, align 8
  %44 = call ptr @kept(ptr %43)
  %45 = load ptr, ptr %4, align 8
  %46 = getelementptr inbounds nuw %struct.leaving, ptr %45, i32 0, i32 3
  store ptr %44, ptr %46, align 8
  br label %47

47:
  br label %48

48:
  %49 = load ptr, ptr %3, align 8
  %50 = call zeroext i1 @done(ptr %49)
  br i1 %50, label %51, label %55

51:
  %52 = call ptr @PyErr_Occurred()
  %53 = icmp ne ptr %52, null
  %54 = xor i1 %53, true
  br label %55

55:
  %56 = phi i1 [ false, %48 ], [ %54, %51 ]
  ret i1 %56
}

define internal ptr @method_2(ptr %0, i64 %1, ptr %2, ptr %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca [4 x ptr], align 16
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  store ptr null, ptr %9, align 8
  %10 = getelementptr inbounds ptr, ptr %9, i64 1
  %11 = load ptr, ptr %5, align 8
  store ptr %11, ptr %10, align 8
  %12 = getelementptr inbounds ptr, ptr %9, i64 2
  %13 = load ptr, ptr %7, align 8
  store ptr %13, ptr %12, align 8
  %14 = getelementptr inbounds ptr, ptr %9, i64 3
  %15 = load ptr, ptr %8, align 8
  store ptr %15, ptr %14, align 8
  %16 = load ptr, ptr @the, align 8
  %17 = load i64, ptr %6, align 8
  %18 = getelementptr inbounds nuw ptr, ptr %16, i64 %17
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds [4 x ptr], ptr %9, i64 0, i64 0
  %21 = getelementptr inbounds ptr, ptr %20, i64 1
  %22 = call ptr @PyObject_VectorcallMethod(ptr %19, ptr %21, i64 -9223372036854775805, ptr null)
  ret ptr %22
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

declare ptr @PyTuple_GetItem(ptr, i64)

define internal i32 @on_their_planes(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, ptr %5) nounwind {
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca i64, align 8
  %15 = alloca i32, align 4
  %16 = alloca i64, align 8
  %17 = alloca ptr, align 8
  store ptr %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store ptr %2, ptr %9, align 8
  store i64 %3, ptr %10, align 8
  store i64 %4, ptr %11, align 8
  store ptr %5, ptr %12, align 8
  %18 = call ptr @PySet_New(ptr null)
  store ptr %18, ptr %13, align 8
  %19 = load ptr, ptr %8, align 8
  %20 = load i64, ptr %11, align 8
  %21 = call i64 @come_free(ptr %19, i64 %20)
  store i64 %21, ptr %14, align 8
  %22 = load ptr, ptr %13, align 8
  %23 = icmp ne ptr %22, null
  %24 = zext i1 %23 to i64
  %25 = select i1 %23, i32 1, i32 2
  store i32 %25, ptr %15, align 4
  store i64 0, ptr %16, align 8
  br label %26

26:
  %27 = load i32, ptr %15, align 4
  %28 = icmp eq i32 %27, 1
  br i1 %28, label %29, label %37

29:
  %30 = load ptr, ptr %12, align 8
  %31 = call zeroext i1 @has_frame(ptr %30)
  br i1 %31, label %37, label %32

32:
  %33 = load i64, ptr %16, align 8
  %34 = load ptr, ptr %9, align 8
  %35 = call i64 @size_of(ptr %34)
  %36 = icmp slt i64 %33, %35
  br label %37

37:
  %38 = phi i1 [ false, %29 ], [ false, %26 ], [ %36, %32 ]
  br i1 %38, label %40, label %39

39:
  br label %75

40:
  %41 = load ptr, ptr %9, align 8
  %42 = load i64, ptr %16, align 8
  %43 = call ptr @PySequence_GetItem(ptr %41, i64 %42)
  store ptr %43, ptr %17, align 8
  %44 = load ptr, ptr %17, align 8
  %45 = icmp ne ptr %44, null
  br i1 %45, label %46, label %54

46:
  %47 = load ptr, ptr %17, align 8
  %48 = load i64, ptr %10, align 8
  %49 = load i64, ptr %14, align 8
  %50 = load i64, ptr %11, align 8
  %51 = load ptr, ptr %13, align 8
  %52 = load ptr, ptr %12, align 8
  %53 = call i32 @on_its_plane(ptr %47, i64 %48, i64 %49, i64 %50, ptr %51, ptr %52)
  br label %55

54:
  br label %55

55:
  %56 = phi i32 [ %53, %46 ], [ 2, %54 ]
  store i32 %56, ptr %15, align 4
  %57 = load i32, ptr %15, align 4
  %58 = icmp eq i32 %57, 1
  br i1 %58, label %59, label %70

59:
  %60 = load ptr, ptr %12, align 8
  %61 = call zeroext i1 @has_frame(ptr %60)
  br i1 %61, label %62, label %70

62:
  %63 = load ptr, ptr %7, align 8
  %64 = load ptr, ptr %9, align 8
  %65 = load ptr, ptr %17, align 8
  %66 = load i64, ptr %16, align 8
  %67 = load i64, ptr %11, align 8
  %68 = call zeroext i1 @left(ptr %63, ptr %64, ptr %65, i64 %66, i64 %67)
  br i1 %68, label %70, label %69

69:
  store i32 2, ptr %15, align 4
  br label %70

70:
  %71 = load ptr, ptr %17, align 8
  call void @Py_DecRef(ptr %71)
  br label %72

72:
  %73 = load i64, ptr %16, align 8
  %74 = add i64 %73, 1
  store i64 %74, ptr %16, align 8
  br label %26

75:
  %76 = load ptr, ptr %13, align 8
  call void @Py_DecRef(ptr %76)
  %77 = load i32, ptr %15, align 4
  ret i32 %77
}

define internal i32 @in_turn(ptr %0, ptr %1, i64 %2, i64 %3, ptr %4) nounwind {
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i32, align 4
  %12 = alloca i64, align 8
  %13 = alloca ptr, align 8
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  store ptr %4, ptr %10, align 8
  store i32 1, ptr %11, align 4
  %14 = load ptr, ptr %7, align 8
  %15 = call i64 @size_of(ptr %14)
  store i64 %15, ptr %12, align 8
  br label %16

16:
  %17 = load i32, ptr %11, align 4
  %18 = icmp eq i32 %17, 1
  br i1 %18, label %19, label %25

19:
  %20 = load ptr, ptr %10, align 8
  %21 = call zeroext i1 @has_frame(ptr %20)
  br i1 %21, label %25, label %22

22:
  %23 = load i64, ptr %12, align 8
  %24 = icmp ne i64 %23, 0
  br label %25

25:
  %26 = phi i1 [ false, %19 ], [ false, %16 ], [ %24, %22 ]
  br i1 %26, label %28, label %27

27:
  br label %75

28:
  %29 = load ptr, ptr %7, align 8
  %30 = call ptr @PySequence_GetItem(ptr %29, i64 0)
  store ptr %30, ptr %13, align 8
  %31 = load ptr, ptr %13, align 8
  %32 = icmp ne ptr %31, null
  br i1 %32, label %33, label %39

33:
  %34 = load ptr, ptr %13, align 8
  %35 = load i64, ptr %8, align 8
  %36 = load i64, ptr %9, align 8
  %37 = load ptr, ptr %10, align 8
  %38 = call i32 @retransmission_of(ptr %34, i64 %35, i64 %36, ptr %37)
  br label %40

39:
  br label %40

40:
  %41 = phi i32 [ %38, %33 ], [ 2, %39 ]
  store i32 %41, ptr %11, align 4
  %42 = load i32, ptr %11, align 4
  %43 = icmp eq i32 %42, 1
  br i1 %43, label %44, label %53

44:
  %45 = load ptr, ptr %10, align 8
  %46 = call zeroext i1 @has_frame(ptr %45)
  br i1 %46, label %53, label %47

47:
  %48 = load ptr, ptr %13, align 8
  %49 = load i64, ptr %8, align 8
  %50 = load i64, ptr %9, align 8
  %51 = load ptr, ptr %10, align 8
  %52 = call i32 @new_of(ptr %48, i64 %49, i64 %50, ptr %51)
  store i32 %52, ptr %11, align 4
  br label %53

53:
  %54 = load i32, ptr %11, align 4
  %55 = icmp eq i32 %54, 1
  br i1 %55, label %56, label %70

56:
  %57 = load ptr, ptr %10, align 8
  %58 = call zeroext i1 @has_frame(ptr %57)
  br i1 %58, label %59, label %65

59:
  %60 = load ptr, ptr %6, align 8
  %61 = load ptr, ptr %7, align 8
  %62 = load ptr, ptr %13, align 8
  %63 = load i64, ptr %9, align 8
  %64 = call zeroext i1 @left(ptr %60, ptr %61, ptr %62, i64 0, i64 %63)
  br i1 %64, label %70, label %69

65:
  %66 = load ptr, ptr %7, align 8
  %67 = load ptr, ptr %13, align 8
  %68 = call zeroext i1 @line_up(ptr %66, ptr %67, i64 0)
  br i1 %68, label %70, label %69

69:
  store i32 2, ptr %11, align 4
  br label %70

70:
  %71 = load ptr, ptr %13, align 8
  call void @Py_DecRef(ptr %71)
  br label %72

72:
  %73 = load i64, ptr %12, align 8
  %74 = add i64 %73, -1
  store i64 %74, ptr %12, align 8
  br label %16

75:
  %76 = load i32, ptr %11, align 4
  ret i32 %76
}

declare ptr @PySet_New(ptr)

define internal i64 @come_free(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %8 = load ptr, ptr %3, align 8
  %9 = load i64, ptr @Scheduler__busy_until_ns, align 8
  %10 = call ptr @get(ptr %8, i64 %9)
  store ptr %10, ptr %5, align 8
  store i64 0, ptr %6, align 8
  store i64 0, ptr %7, align 8
  br label %11

11:
  %12 = load i64, ptr %7, align 8
  %13 = load ptr, ptr %5, align 8
  %14 = call i64 @list_size(ptr %13)
  %15 = icmp slt i64 %12, %14
  br i1 %15, label %17, label %16

16:
  br label %34

17:
  %18 = load ptr, ptr %5, align 8
  %19 = load i64, ptr %7, align 8
  %20 = call ptr @list_item(ptr %18, i64 %19)
  %21 = call i64 @value_of(ptr %20)
  %22 = add i64 %21, 100
  %23 = load i64, ptr %4, align 8
  %24 = icmp sgt i64 %22, %23
  br i1 %24, label %25, label %30

25:
  %26 = load i64, ptr %7, align 8
  %27 = shl i64 1, %26
  %28 = load i64, ptr %6, align 8
  %29 = or i64 %28, %27
  store i64 %29, ptr %6, align 8
  br label %30

30:
  br label %31

31:
  %32 = load i64, ptr %7, align 8
  %33 = add i64 %32, 1
  store i64 %33, ptr %7, align 8
  br label %11

34:
  %35 = load i64, ptr %6, align 8
  ret i64 %35
}

define internal i32 @on_its_plane(ptr %0, i64 %1, i64 %2, i64 %3, ptr %4, ptr %5) nounwind {
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca i32, align 4
  %15 = alloca i32, align 4
  %16 = alloca ptr, align 8
  %17 = alloca ptr, align 8
  %18 = alloca i32, align 4
  %19 = alloca i64, align 8
  %20 = alloca i32, align 4
  store ptr %0, ptr %8, align 8
  store i64 %1, ptr %9, align 8
  store i64 %2, ptr %10, align 8
  store i64 %3, ptr %11, align 8
  store ptr %4, ptr %12, align 8
  store ptr %5, ptr %13, align 8
  %21 = load ptr, ptr %8, align 8
  %22 = load i64, ptr @QueuePair_requestor, align 8
  %23 = call zeroext i1 @is_none(ptr %21, i64 %22)
  br i1 %23, label %28, label %24

24:
  %25 = load ptr, ptr %8, align 8
  %26 = load i64, ptr @QueuePair_evs, align 8
  %27 = call zeroext i1 @is_none(ptr %25, i64 %26)
  br i1 %27, label %28, label %29

28:
  store i32 1, ptr %7, align 4
  br label %128

29:
  %30 = load ptr, ptr %8, align 8
  %31 = load i64, ptr %9, align 8
  %32 = load i64, ptr %11, align 8
  %33 = load ptr, ptr %13, align 8
  %34 = call i32 @retransmission_of(ptr %30, i64 %31, i64 %32, ptr %33)
  store i32 %34, ptr %14, align 4
  %35 = load i32, ptr %14, align 4
  %36 = icmp ne i32 %35, 1
  br i1 %36, label %40, label %37

37:
  %38 = load ptr, ptr %13, align 8
  %39 = call zeroext i1 @has_frame(ptr %38)
  br i1 %39, label %40, label %42

40:
  %41 = load i32, ptr %14, align 4
  store i32 %41, ptr %7, align 4
  store i32 1, ptr %15, align 4
  br label %127

42:
  %43 = load ptr, ptr %8, align 8
  %44 = load i64, ptr @QueuePair_requestor, align 8
  %45 = call ptr @get(ptr %43, i64 %44)
  store ptr %45, ptr %16, align 8
  %46 = load ptr, ptr %8, align 8
  %47 = load i64, ptr @QueuePair_evs, align 8
  %48 = call ptr @get(ptr %46, i64 %47)
  store ptr %48, ptr %17, align 8
  %49 = load ptr, ptr %16, align 8
  %50 = load ptr, ptr @the, align 8
  %51 = load i64, ptr @the_None, align 8
  %52 = getelementptr inbounds nuw ptr, ptr %50, i64 %51
  %53 = load ptr, ptr %52, align 8
  %54 = icmp eq ptr %49, %53
  br i1 %54, label %62, label %55

55:
  %56 = load ptr, ptr %17, align 8
  %57 = load ptr, ptr @the, align 8
  %58 = load i64, ptr @the_None, align 8
  %59 = getelementptr inbounds nuw ptr, ptr %57, i64 %58
  %60 = load ptr, ptr %59, align 8
  %61 = icmp eq ptr %56, %60
  br i1 %61, label %62, label %63

62:
  store i32 1, ptr %7, align 4
  store i32 1, ptr %15, align 4
  br label %126

63:
  %64 = load ptr, ptr %12, align 8
  %65 = load ptr, ptr %8, align 8
  %66 = load i64, ptr @QueuePair_peer_address, align 8
  %67 = call ptr @get(ptr %65, i64 %66)
  %68 = call i32 @PySet_Contains(ptr %64, ptr %67)
  store i32 %68, ptr %18, align 4
  %69 = load i32, ptr %18, align 4
  %70 = icmp ne i32 %69, 0
  br i1 %70, label %71, label %76

71:
  %72 = load i32, ptr %18, align 4
  %73 = icmp slt i32 %72, 0
  %74 = zext i1 %73 to i64
  %75 = select i1 %73, i32 2, i32 1
  store i32 %75, ptr %7, align 4
  store i32 1, ptr %15, align 4
  br label %125

76:
  %77 = load ptr, ptr %17, align 8
  %78 = call i64 @next_plane(ptr %77)
  store i64 %78, ptr %19, align 8
  %79 = load i64, ptr %19, align 8
  %80 = load i64, ptr %10, align 8
  %81 = and i64 %79, %80
  %82 = load i64, ptr %9, align 8
  %83 = xor i64 %82, -1
  %84 = and i64 %81, %83
  %85 = icmp ne i64 %84, 0
  br i1 %85, label %103, label %86

86:
  %87 = load ptr, ptr %8, align 8
  %88 = load i64, ptr %19, align 8
  %89 = load i64, ptr %9, align 8
  %90 = and i64 %88, %89
  %91 = icmp ne i64 %90, 0
  br i1 %91, label %92, label %96

92:
  %93 = load i64, ptr %19, align 8
  %94 = load i64, ptr %9, align 8
  %95 = and i64 %93, %94
  br label %98

96:
  %97 = load i64, ptr %9, align 8
  br label %98

98:
  %99 = phi i64 [ %95, %92 ], [ %97, %96 ]
  %100 = load i64, ptr %11, align 8
  %101 = load ptr, ptr %13, align 8
  %102 = call i32 @new_of(ptr %87, i64 %99, i64 %100, ptr %101)
  store i32 %102, ptr %7, align 4
  store i32 1, ptr %15, align 4
  br label %124

103:
  %104 = load ptr, ptr %16, align 8
  %105 = call i32 @may_send_new(ptr %104)
  store i32 %105, ptr %20, align 4
  %106 = load i32, ptr %20, align 4
  %107 = icmp slt i32 %106, 0
  br i1 %107, label %120, label %108

108:
  %109 = load i32, ptr %20, align 4
  %110 = icmp ne i32 %109, 0
  br i1 %110, label %111, label %118

111:
  %112 = load ptr, ptr %12, align 8
  %113 = load ptr, ptr %8, align 8
  %114 = load i64, ptr @QueuePair_peer_address, align 8
  %115 = call ptr @get(ptr %113, i64 %114)
  %116 = call i32 @PySet_Add(ptr %112, ptr %115)
  %117 = icmp ne i32 %116, 0
  br label %118

118:
  %119 = phi i1 [ false, %108 ], [ %117, %111 ]
  br label %120

120:
  %121 = phi i1 [ true, %103 ], [ %119, %118 ]
  %122 = zext i1 %121 to i64
  %123 = select i1 %121, i32 2, i32 1
  store i32 %123, ptr %7, align 4
  store i32 1, ptr %15, align 4
  br label %124

124:
  br label %125

125:
  br label %126

126:
  br label %127

127:
  br label %128

128:
  %129 = load i32, ptr %7, align 4
  ret i32 %129
}

define internal zeroext i1 @left(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4) nounwind {
  %6 = alloca i1, align 1
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  store ptr %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store ptr %2, ptr %9, align 8
  store i64 %3, ptr %10, align 8
  store i64 %4, ptr %11, align 8
  %12 = load ptr, ptr %8, align 8
  %13 = load ptr, ptr %9, align 8
  %14 = load i64, ptr %10, align 8
  %15 = call zeroext i1 @line_up(ptr %12, ptr %13, i64 %14)
  br i1 %15, label %17, label %16

16:
  store i1 false, ptr %6, align 1
  br label %39

17:
  %18 = load ptr, ptr %9, align 8
  %19 = load i64, ptr @QueuePair_probing, align 8
  %20 = call zeroext i1 @is_none(ptr %18, i64 %19)
  br i1 %20, label %27, label %21

21:
  %22 = load ptr, ptr %9, align 8
  %23 = load i64, ptr @QueuePair_probing, align 8
  %24 = call ptr @get(ptr %22, i64 %23)
  %25 = load i64, ptr @ProbeSchedule_sent_ns, align 8
  %26 = load i64, ptr %11, align 8
  call void @put_int(ptr %24, i64 %25, i64 %26)
  br label %27

27:
  %28 = load ptr, ptr %9, align 8
  %29 = load i64, ptr @QueuePair_evs, align 8
  %30 = call zeroext i1 @is_none(ptr %28, i64 %29)
  br i1 %30, label %37, label %31

31:
  %32 = load ptr, ptr %7, align 8
  %33 = load i64, ptr @Nic__timers, align 8
  %34 = call ptr @get(ptr %32, i64 %33)
  %35 = load ptr, ptr %9, align 8
  %36 = call zeroext i1 @arm_timers(ptr %34, ptr %35)
  br label %37

37:
  %38 = phi i1 [ true, %27 ], [ %36, %31 ]
  store i1 %38, ptr %6, align 1
  br label %39

39:
  %40 = load i1, ptr %6, align 1
  ret i1 %40
}

define internal i32 @retransmission_of(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i32, align 4
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  %12 = load ptr, ptr %6, align 8
  %13 = load i64, ptr @QueuePair_requestor, align 8
  %14 = call ptr @get(ptr %12, i64 %13)
  store ptr %14, ptr %10, align 8
  %15 = load ptr, ptr %10, align 8
  %16 = load ptr, ptr @the, align 8
  %17 = load i64, ptr @the_None, align 8
  %18 = getelementptr inbounds nuw ptr, ptr %16, i64 %17
  %19 = load ptr, ptr %18, align 8
  %20 = icmp eq ptr %15, %19
  br i1 %20, label %28, label %21

21:
  %22 = load ptr, ptr %6, align 8
  %23 = load i64, ptr @QueuePair_evs, align 8
  %24 = call zeroext i1 @is_none(ptr %22, i64 %23)
  br i1 %24, label %28, label %25

25:
  %26 = load ptr, ptr %10, align 8
  %27 = call zeroext i1 @something_is_lost(ptr %26)
  br i1 %27, label %29, label %28

28:
  store i32 1, ptr %5, align 4
  store i32 1, ptr %11, align 4
  br label %36

29:
  %30 = load i64, ptr @the_retransmission_of, align 8
  %31 = load ptr, ptr %6, align 8
  %32 = load i64, ptr %7, align 8
  %33 = load i64, ptr %8, align 8
  %34 = load ptr, ptr %9, align 8
  %35 = call i32 @by_python(i64 %30, ptr %31, i64 %32, i64 %33, ptr %34)
  store i32 %35, ptr %5, align 4
  store i32 1, ptr %11, align 4
  br label %36

36:
  %37 = load i32, ptr %5, align 4
  ret i32 %37
}

declare i32 @PySet_Contains(ptr, ptr)

declare i64 @next_plane(ptr)

define internal i32 @new_of(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %10 = load ptr, ptr %5, align 8
  %11 = load i64, ptr %6, align 8
  %12 = load i64, ptr %7, align 8
  %13 = load ptr, ptr %8, align 8
  %14 = call i32 @send_data(ptr %10, i64 %11, i64 %12, ptr %13)
  store i32 %14, ptr %9, align 4
  %15 = load i32, ptr %9, align 4
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %17, label %24

17:
  %18 = load i64, ptr @the_new_of, align 8
  %19 = load ptr, ptr %5, align 8
  %20 = load i64, ptr %6, align 8
  %21 = load i64, ptr %7, align 8
  %22 = load ptr, ptr %8, align 8
  %23 = call i32 @by_python(i64 %18, ptr %19, i64 %20, i64 %21, ptr %22)
  br label %26

24:
  %25 = load i32, ptr %9, align 4
  br label %26

26:
  %27 = phi i32 [ %23, %17 ], [ %25, %24 ]
  ret i32 %27
}

declare i32 @may_send_new(ptr)

declare i32 @PySet_Add(ptr, ptr)

declare zeroext i1 @something_is_lost(ptr)

define internal i32 @by_python(i64 %0, ptr %1, i64 %2, i64 %3, ptr %4) nounwind {
  %6 = alloca i32, align 4
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  %12 = alloca [4 x ptr], align 16
  %13 = alloca ptr, align 8
  store i64 %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store i64 %2, ptr %9, align 8
  store i64 %3, ptr %10, align 8
  store ptr %4, ptr %11, align 8
  %14 = call zeroext i1 @forget()
  br i1 %14, label %16, label %15

15:
  store i32 2, ptr %6, align 4
  br label %41

16:
  store ptr null, ptr %12, align 8
  %17 = getelementptr inbounds ptr, ptr %12, i64 1
  %18 = load ptr, ptr %8, align 8
  store ptr %18, ptr %17, align 8
  %19 = getelementptr inbounds ptr, ptr %12, i64 2
  %20 = load i64, ptr %9, align 8
  %21 = call ptr @integer(i64 %20)
  store ptr %21, ptr %19, align 8
  %22 = getelementptr inbounds ptr, ptr %12, i64 3
  %23 = load i64, ptr %10, align 8
  %24 = call ptr @integer(i64 %23)
  store ptr %24, ptr %22, align 8
  %25 = load ptr, ptr @the, align 8
  %26 = load i64, ptr %7, align 8
  %27 = getelementptr inbounds nuw ptr, ptr %25, i64 %26
  %28 = load ptr, ptr %27, align 8
  %29 = getelementptr inbounds [4 x ptr], ptr %12, i64 0, i64 0
  %30 = getelementptr inbounds ptr, ptr %29, i64 1
  %31 = call ptr @PyObject_Vectorcall(ptr %28, ptr %30, i64 -9223372036854775805, ptr null)
  store ptr %31, ptr %13, align 8
  %32 = getelementptr inbounds [4 x ptr], ptr %12, i64 0, i64 2
  %33 = load ptr, ptr %32, align 16
  call void @Py_DecRef(ptr %33)
  %34 = getelementptr inbounds [4 x ptr], ptr %12, i64 0, i64 3
  %35 = load ptr, ptr %34, align 8
  call void @Py_DecRef(ptr %35)
  %36 = load ptr, ptr %13, align 8
  %37 = load ptr, ptr %11, align 8
  %38 = call zeroext i1 @said_by_python(ptr %36, ptr %37)
  %39 = zext i1 %38 to i64
  %40 = select i1 %38, i32 1, i32 2
  store i32 %40, ptr %6, align 4
  br label %41

41:
  %42 = load i32, ptr %6, align 4
  ret i32 %42
}

declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)

declare i32 @send_data(ptr, i64, i64, ptr)

define internal zeroext i1 @line_up(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca i1, align 1
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %10 = load ptr, ptr %6, align 8
  %11 = load i64, ptr @QueuePair_requestor, align 8
  %12 = call ptr @get(ptr %10, i64 %11)
  %13 = call i32 @has_more(ptr %12)
  store i32 %13, ptr %8, align 4
  %14 = load i32, ptr %8, align 4
  %15 = icmp slt i32 %14, 0
  br i1 %15, label %16, label %17

16:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %9, align 4
  br label %66

17:
  %18 = load ptr, ptr %5, align 8
  %19 = load i64, ptr %7, align 8
  %20 = load ptr, ptr %6, align 8
  %21 = call zeroext i1 @is_at(ptr %18, i64 %19, ptr %20)
  br i1 %21, label %32, label %22

22:
  %23 = load ptr, ptr %6, align 8
  %24 = load i64, ptr @QueuePair_data_queued, align 8
  %25 = load ptr, ptr %5, align 8
  %26 = load ptr, ptr %6, align 8
  %27 = call i32 @PySequence_Contains(ptr %25, ptr %26)
  %28 = icmp sgt i32 %27, 0
  call void @put_bool(ptr %23, i64 %24, i1 zeroext %28)
  %29 = call ptr @PyErr_Occurred()
  %30 = icmp ne ptr %29, null
  %31 = xor i1 %30, true
  store i1 %31, ptr %4, align 1
  store i32 1, ptr %9, align 4
  br label %66

32:
  %33 = load i32, ptr %8, align 4
  %34 = icmp ne i32 %33, 0
  br i1 %34, label %35, label %40

35:
  %36 = load ptr, ptr %5, align 8
  %37 = call i64 @size_of(ptr %36)
  %38 = icmp eq i64 %37, 1
  br i1 %38, label %39, label %40

39:
  store i1 true, ptr %4, align 1
  store i32 1, ptr %9, align 4
  br label %66

40:
  %41 = load i32, ptr %8, align 4
  %42 = icmp ne i32 %41, 0
  br i1 %42, label %43, label %50

43:
  %44 = load i64, ptr %7, align 8
  %45 = icmp ne i64 %44, 0
  br i1 %45, label %50, label %46

46:
  %47 = load ptr, ptr %5, align 8
  %48 = call i32 @rotate(ptr %47)
  %49 = icmp eq i32 %48, 1
  store i1 %49, ptr %4, align 1
  store i32 1, ptr %9, align 4
  br label %66

50:
  %51 = load ptr, ptr %5, align 8
  %52 = load i64, ptr %7, align 8
  %53 = call i32 @PySequence_DelItem(ptr %51, i64 %52)
  %54 = icmp ne i32 %53, 0
  br i1 %54, label %55, label %56

55:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %9, align 4
  br label %66

56:
  %57 = load i32, ptr %8, align 4
  %58 = icmp ne i32 %57, 0
  br i1 %58, label %59, label %63

59:
  %60 = load ptr, ptr %5, align 8
  %61 = load ptr, ptr %6, align 8
  %62 = call zeroext i1 @append_to(ptr %60, ptr %61)
  store i1 %62, ptr %4, align 1
  store i32 1, ptr %9, align 4
  br label %66

63:
  %64 = load ptr, ptr %6, align 8
  %65 = load i64, ptr @QueuePair_data_queued, align 8
  call void @put_bool(ptr %64, i64 %65, i1 zeroext false)
  store i1 true, ptr %4, align 1
  store i32 1, ptr %9, align 4
  br label %66

66:
  %67 = load i1, ptr %4, align 1
  ret i1 %67
}

declare zeroext i1 @arm_timers(ptr, ptr)

define internal i32 @has_more(ptr %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i8, align 1
  store ptr %0, ptr %3, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = load ptr, ptr @the, align 8
  %8 = load i64, ptr @the_None, align 8
  %9 = getelementptr inbounds nuw ptr, ptr %7, i64 %8
  %10 = load ptr, ptr %9, align 8
  %11 = icmp eq ptr %6, %10
  br i1 %11, label %12, label %13

12:
  store i32 0, ptr %2, align 4
  br label %44

13:
  %14 = load ptr, ptr %3, align 8
  %15 = call zeroext i1 @has_work(ptr %14)
  br i1 %15, label %16, label %17

16:
  store i32 1, ptr %2, align 4
  br label %44

17:
  %18 = load ptr, ptr %3, align 8
  %19 = call zeroext i1 @something_is_lost(ptr %18)
  br i1 %19, label %21, label %20

20:
  store i32 0, ptr %2, align 4
  br label %44

21:
  %22 = load ptr, ptr %3, align 8
  %23 = load ptr, ptr @the, align 8
  %24 = load i64, ptr @the_has_work, align 8
  %25 = getelementptr inbounds nuw ptr, ptr %23, i64 %24
  %26 = load ptr, ptr %25, align 8
  %27 = call ptr @PyObject_GetAttr(ptr %22, ptr %26)
  store ptr %27, ptr %4, align 8
  %28 = load ptr, ptr %4, align 8
  %29 = load ptr, ptr @the, align 8
  %30 = load i64, ptr @the_True, align 8
  %31 = getelementptr inbounds nuw ptr, ptr %29, i64 %30
  %32 = load ptr, ptr %31, align 8
  %33 = icmp eq ptr %28, %32
  %34 = zext i1 %33 to i8
  store i8 %34, ptr %5, align 1
  %35 = load ptr, ptr %4, align 8
  %36 = call zeroext i1 @done(ptr %35)
  br i1 %36, label %37, label %41

37:
  %38 = load i8, ptr %5, align 1
  %39 = trunc i8 %38 to i1
  %40 = zext i1 %39 to i32
  br label %42

41:
  br label %42

42:
  %43 = phi i32 [ %40, %37 ], [ -1, %41 ]
  store i32 %43, ptr %2, align 4
  br label %44

44:
  %45 = load i32, ptr %2, align 4
  ret i32 %45
}

declare i32 @PySequence_Contains(ptr, ptr)

declare i32 @PySequence_DelItem(ptr, i64)

declare zeroext i1 @has_work(ptr)

declare ptr @PyObject_GetAttr(ptr, ptr)

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

declare i32 @PyList_SetItem(ptr, i64, ptr)

define internal zeroext i1 @all_are_plain(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca i8, align 1
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  store i8 1, ptr %3, align 1
  store i64 0, ptr %4, align 8
  br label %6

6:
  %7 = load i8, ptr %3, align 1
  %8 = trunc i8 %7 to i1
  br i1 %8, label %9, label %14

9:
  %10 = load i64, ptr %4, align 8
  %11 = load ptr, ptr %2, align 8
  %12 = call i64 @size_of(ptr %11)
  %13 = icmp slt i64 %10, %12
  br label %14

14:
  %15 = phi i1 [ false, %6 ], [ %13, %9 ]
  br i1 %15, label %17, label %16

16:
  br label %33

17:
  %18 = load ptr, ptr %2, align 8
  %19 = load i64, ptr %4, align 8
  %20 = call ptr @PySequence_GetItem(ptr %18, i64 %19)
  store ptr %20, ptr %5, align 8
  %21 = load ptr, ptr %5, align 8
  %22 = icmp ne ptr %21, null
  br i1 %22, label %23, label %26

23:
  %24 = load ptr, ptr %5, align 8
  %25 = call zeroext i1 @is_plain_answer(ptr %24)
  br label %26

26:
  %27 = phi i1 [ false, %17 ], [ %25, %23 ]
  %28 = zext i1 %27 to i8
  store i8 %28, ptr %3, align 1
  %29 = load ptr, ptr %5, align 8
  call void @Py_DecRef(ptr %29)
  br label %30

30:
  %31 = load i64, ptr %4, align 8
  %32 = add i64 %31, 1
  store i64 %32, ptr %4, align 8
  br label %6

33:
  %34 = load i8, ptr %3, align 1
  %35 = trunc i8 %34 to i1
  ret i1 %35
}

define internal i64 @next_free(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %9 = load ptr, ptr %3, align 8
  %10 = load i64, ptr @Scheduler__busy_until_ns, align 8
  %11 = call ptr @get(ptr %9, i64 %10)
  store ptr %11, ptr %5, align 8
  store i64 -1, ptr %6, align 8
  store i64 0, ptr %7, align 8
  br label %12

12:
  %13 = load i64, ptr %7, align 8
  %14 = load ptr, ptr %5, align 8
  %15 = call i64 @list_size(ptr %14)
  %16 = icmp slt i64 %13, %15
  br i1 %16, label %18, label %17

17:
  br label %40

18:
  %19 = load ptr, ptr %5, align 8
  %20 = load i64, ptr %7, align 8
  %21 = call ptr @list_item(ptr %19, i64 %20)
  %22 = call i64 @value_of(ptr %21)
  %23 = add i64 %22, 100
  store i64 %23, ptr %8, align 8
  %24 = load i64, ptr %8, align 8
  %25 = load i64, ptr %4, align 8
  %26 = icmp sgt i64 %24, %25
  br i1 %26, label %27, label %36

27:
  %28 = load i64, ptr %6, align 8
  %29 = icmp slt i64 %28, 0
  br i1 %29, label %34, label %30

30:
  %31 = load i64, ptr %8, align 8
  %32 = load i64, ptr %6, align 8
  %33 = icmp slt i64 %31, %32
  br i1 %33, label %34, label %36

34:
  %35 = load i64, ptr %8, align 8
  store i64 %35, ptr %6, align 8
  br label %36

36:
  br label %37

37:
  %38 = load i64, ptr %7, align 8
  %39 = add i64 %38, 1
  store i64 %39, ptr %7, align 8
  br label %12

40:
  %41 = load i64, ptr %6, align 8
  ret i64 %41
}

declare i64 @next_probe_ns(ptr, i64)

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

define internal i64 @tuple_size(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr @the_tuple, align 8
  %5 = call zeroext i1 @is_a(ptr %3, i64 %4)
  br i1 %5, label %6, label %9

6:
  %7 = load ptr, ptr %2, align 8
  %8 = call i64 @word_of(ptr %7, i64 2)
  br label %12

9:
  %10 = load ptr, ptr %2, align 8
  %11 = call i64 @PyTuple_Size(ptr %10)
  br label %12

12:
  %13 = phi i64 [ %8, %6 ], [ %11, %9 ]
  ret i64 %13
}

declare i64 @PyTuple_Size(ptr)

declare void @_Py_Dealloc(ptr)
