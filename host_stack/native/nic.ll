; SPDX-License-Identifier: Apache-2.0
; Made of nic.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 b3cc8ddbcf10bf801e098e972c5ef37a1c0f9ed90a961a82474f6bf9f845feac
%struct.sent = type { ptr, i64 }
%struct.landing = type { [64 x i64], ptr, i64 }
%struct.packet = type { ptr, ptr, ptr, ptr, i64, i64, i64, i64, i64, i8, i8, i8, i8 }

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
@Nic_now_ns = external constant i64, align 8
@QueuePair_state = external constant i64, align 8
@PacketType_recipient = external constant i64, align 8
@the_rts = external constant i64, align 8
@the_rtr = external constant i64, align 8
@PacketType_data = external constant i64, align 8
@PacketType_opcode = external constant i64, align 8
@the_requestor_of = external constant i64, align 8
@the_list = external constant i64, align 8
@the_bytes = external constant i64, align 8
@the_int = external constant i64, align 8
@long_digit = external constant i64, align 8
@Nic__settled = external constant i64, align 8
@Nic__received = external constant i64, align 8
@QueuePair_peer_address = external constant i64, align 8
@the_True = external constant i64, align 8
@the_False = external constant i64, align 8
@Nic__scheduler = external constant i64, align 8
@Nic__timers = external constant i64, align 8
@Nic_ports = external constant i64, align 8
@PortControl_pending = external constant i64, align 8
@Nic__masks = external constant i64, align 8
@Ports_up = external constant i64, align 8
@__const.give.to = private unnamed_addr constant %struct.sent { ptr null, i64 -1 }, align 8
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
@EvEntry_plane = external constant i64, align 8
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
  ret void
}

define internal ptr @integer(i64 %0) alwaysinline nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = call ptr @PyLong_FromLong(i64 %3)
  ret ptr %4
}

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
  %15 = alloca i32, align 4
  %16 = alloca ptr, align 8
  %17 = alloca ptr, align 8
  %18 = alloca i8, align 1
  %19 = alloca i64, align 8
  %20 = alloca i32, align 4
  store ptr %0, ptr %7, align 8
  store i64 %1, ptr %8, align 8
  store ptr %2, ptr %9, align 8
  store i64 %3, ptr %10, align 8
  store i64 %4, ptr %11, align 8
  %21 = load ptr, ptr %7, align 8
  %22 = load i64, ptr @Nic__macs, align 8
  %23 = call ptr @get(ptr %21, i64 %22)
  store ptr %23, ptr %13, align 8
  %24 = load ptr, ptr %7, align 8
  %25 = load i64, ptr @Nic_journal, align 8
  %26 = call zeroext i1 @is_none(ptr %24, i64 %25)
  br i1 %26, label %27, label %51

27:
  %28 = load i64, ptr %11, align 8
  %29 = icmp slt i64 %28, 0
  br i1 %29, label %51, label %30

30:
  %31 = load i64, ptr %8, align 8
  %32 = icmp slt i64 %31, 0
  br i1 %32, label %51, label %33

33:
  %34 = load i64, ptr %8, align 8
  %35 = load ptr, ptr %13, align 8
  %36 = call i64 @list_size(ptr %35)
  %37 = icmp sge i64 %34, %36
  br i1 %37, label %51, label %38

38:
  %39 = load ptr, ptr %7, align 8
  %40 = load ptr, ptr %9, align 8
  %41 = load i64, ptr %10, align 8
  %42 = call zeroext i1 @read_packet(ptr %39, ptr %40, i64 %41, ptr %12)
  br i1 %42, label %43, label %51

43:
  %44 = load ptr, ptr %9, align 8
  %45 = load ptr, ptr %13, align 8
  %46 = load i64, ptr %8, align 8
  %47 = call ptr @list_item(ptr %45, i64 %46)
  %48 = call ptr @bytes_of(ptr %47)
  %49 = call i32 @memcmp(ptr %44, ptr %48, i64 6)
  %50 = icmp ne i32 %49, 0
  br i1 %50, label %51, label %52

51:
  store i32 0, ptr %6, align 4
  store i32 1, ptr %14, align 4
  br label %168

52:
  %53 = getelementptr inbounds nuw %struct.packet, ptr %12, i32 0, i32 1
  %54 = load ptr, ptr %53, align 8
  %55 = icmp ne ptr %54, null
  br i1 %55, label %73, label %56

56:
  %57 = load ptr, ptr %7, align 8
  %58 = load i64, ptr @Nic_now_ns, align 8
  %59 = load i64, ptr %11, align 8
  call void @put_int(ptr %57, i64 %58, i64 %59)
  %60 = load ptr, ptr %7, align 8
  %61 = load i64, ptr %8, align 8
  %62 = load i64, ptr %11, align 8
  %63 = call i32 @receive_endpoint(ptr %60, ptr %12, i64 %61, i64 %62)
  store i32 %63, ptr %15, align 4
  %64 = load i32, ptr %15, align 4
  %65 = icmp eq i32 %64, 1
  br i1 %65, label %66, label %69

66:
  %67 = load ptr, ptr %7, align 8
  %68 = call i32 @received(ptr %67)
  br label %71

69:
  %70 = load i32, ptr %15, align 4
  br label %71

71:
  %72 = phi i32 [ %68, %66 ], [ %70, %69 ]
  store i32 %72, ptr %6, align 4
  store i32 1, ptr %14, align 4
  br label %168

73:
  %74 = getelementptr inbounds nuw %struct.packet, ptr %12, i32 0, i32 1
  %75 = load ptr, ptr %74, align 8
  %76 = load i64, ptr @QueuePair_state, align 8
  %77 = call ptr @get(ptr %75, i64 %76)
  store ptr %77, ptr %16, align 8
  %78 = getelementptr inbounds nuw %struct.packet, ptr %12, i32 0, i32 0
  %79 = load ptr, ptr %78, align 8
  %80 = load i64, ptr @PacketType_recipient, align 8
  %81 = call ptr @get(ptr %79, i64 %80)
  store ptr %81, ptr %17, align 8
  %82 = load ptr, ptr %16, align 8
  %83 = load ptr, ptr @the, align 8
  %84 = load i64, ptr @the_rts, align 8
  %85 = getelementptr inbounds nuw ptr, ptr %83, i64 %84
  %86 = load ptr, ptr %85, align 8
  %87 = icmp ne ptr %82, %86
  br i1 %87, label %88, label %95

88:
  %89 = load ptr, ptr %16, align 8
  %90 = load ptr, ptr @the, align 8
  %91 = load i64, ptr @the_rtr, align 8
  %92 = getelementptr inbounds nuw ptr, ptr %90, i64 %91
  %93 = load ptr, ptr %92, align 8
  %94 = icmp ne ptr %89, %93
  br i1 %94, label %97, label %95

95:
  %96 = call zeroext i1 @is_of_peer(ptr %12)
  br i1 %96, label %98, label %97

97:
  store i32 0, ptr %6, align 4
  store i32 1, ptr %14, align 4
  br label %167

98:
  %99 = getelementptr inbounds nuw %struct.packet, ptr %12, i32 0, i32 0
  %100 = load ptr, ptr %99, align 8
  %101 = load i64, ptr @PacketType_data, align 8
  %102 = call zeroext i1 @is_true(ptr %100, i64 %101)
  %103 = zext i1 %102 to i8
  store i8 %103, ptr %18, align 1
  %104 = getelementptr inbounds nuw %struct.packet, ptr %12, i32 0, i32 0
  %105 = load ptr, ptr %104, align 8
  %106 = load i64, ptr @PacketType_opcode, align 8
  %107 = call i64 @get_int(ptr %105, i64 %106)
  store i64 %107, ptr %19, align 8
  %108 = load i8, ptr %18, align 1
  %109 = trunc i8 %108 to i1
  br i1 %109, label %128, label %110

110:
  %111 = load ptr, ptr %17, align 8
  %112 = load ptr, ptr @the, align 8
  %113 = load i64, ptr @the_requestor_of, align 8
  %114 = getelementptr inbounds nuw ptr, ptr %112, i64 %113
  %115 = load ptr, ptr %114, align 8
  %116 = icmp ne ptr %111, %115
  br i1 %116, label %127, label %117

117:
  %118 = load i64, ptr %19, align 8
  %119 = icmp ne i64 %118, 220
  br i1 %119, label %120, label %123

120:
  %121 = load i64, ptr %19, align 8
  %122 = icmp ne i64 %121, 209
  br i1 %122, label %127, label %123

123:
  %124 = getelementptr inbounds nuw %struct.packet, ptr %12, i32 0, i32 6
  %125 = load i64, ptr %124, align 8
  %126 = icmp ne i64 %125, 0
  br i1 %126, label %127, label %128

127:
  store i32 0, ptr %6, align 4
  store i32 1, ptr %14, align 4
  br label %166

128:
  %129 = load ptr, ptr %7, align 8
  %130 = load i64, ptr @Nic_now_ns, align 8
  %131 = load i64, ptr %11, align 8
  call void @put_int(ptr %129, i64 %130, i64 %131)
  %132 = getelementptr inbounds nuw %struct.packet, ptr %12, i32 0, i32 1
  %133 = load ptr, ptr %132, align 8
  call void @Py_IncRef(ptr %133)
  %134 = load i8, ptr %18, align 1
  %135 = trunc i8 %134 to i1
  br i1 %135, label %136, label %140

136:
  %137 = load ptr, ptr %7, align 8
  %138 = load i64, ptr %11, align 8
  %139 = call i32 @receive_data(ptr %137, ptr %12, i64 %138)
  br label %153

140:
  %141 = load i64, ptr %19, align 8
  %142 = icmp eq i64 %141, 220
  br i1 %142, label %143, label %147

143:
  %144 = load ptr, ptr %7, align 8
  %145 = load i64, ptr %11, align 8
  %146 = call i32 @receive_sack(ptr %144, ptr %12, i64 %145)
  br label %151

147:
  %148 = load ptr, ptr %7, align 8
  %149 = load i64, ptr %11, align 8
  %150 = call i32 @receive_ack(ptr %148, ptr %12, i64 %149)
  br label %151

151:
  %152 = phi i32 [ %146, %143 ], [ %150, %147 ]
  br label %153

153:
  %154 = phi i32 [ %139, %136 ], [ %152, %151 ]
  store i32 %154, ptr %20, align 4
  %155 = getelementptr inbounds nuw %struct.packet, ptr %12, i32 0, i32 1
  %156 = load ptr, ptr %155, align 8
  call void @Py_DecRef(ptr %156)
  %157 = load i32, ptr %20, align 4
  %158 = icmp eq i32 %157, 1
  br i1 %158, label %159, label %162

159:
  %160 = load ptr, ptr %7, align 8
  %161 = call i32 @received(ptr %160)
  br label %164

162:
  %163 = load i32, ptr %20, align 4
  br label %164

164:
  %165 = phi i32 [ %161, %159 ], [ %163, %162 ]
  store i32 %165, ptr %6, align 4
  store i32 1, ptr %14, align 4
  br label %166

166:
  br label %167

167:
  br label %168

168:
  %169 = load i32, ptr %6, align 4
  ret i32 %169
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
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = call ptr @get(ptr %5, i64 %6)
  %8 = load ptr, ptr @the, align 8
  %9 = load i64, ptr @the_True, align 8
  %10 = getelementptr inbounds nuw ptr, ptr %8, i64 %9
  %11 = load ptr, ptr %10, align 8
  %12 = icmp eq ptr %7, %11
  ret i1 %12
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

define i64 @nic_give(ptr %0, i64 %1, i64 %2, ptr %3, ptr %4) nounwind {
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca %struct.landing, align 8
  %12 = alloca i64, align 8
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  store ptr %4, ptr %10, align 8
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
  %25 = load i64, ptr %8, align 8
  %26 = load ptr, ptr %9, align 8
  %27 = load ptr, ptr %10, align 8
  %28 = call i32 @give(ptr %23, i64 %24, i64 %25, ptr %26, ptr %27)
  %29 = call i64 @finished(i32 %28)
  br label %30

30:
  %31 = phi i64 [ 2, %21 ], [ %29, %22 ]
  store i64 %31, ptr %12, align 8
  call void @leave_landing(ptr %11)
  %32 = load i64, ptr %12, align 8
  ret i64 %32
}

define internal i32 @give(ptr %0, i64 %1, i64 %2, ptr %3, ptr %4) nounwind {
  %6 = alloca i32, align 4
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca ptr, align 8
  %15 = alloca i32, align 4
  %16 = alloca ptr, align 8
  %17 = alloca i8, align 1
  %18 = alloca i64, align 8
  %19 = alloca %struct.sent, align 8
  %20 = alloca i32, align 4
  %21 = alloca i8, align 1
  store ptr %0, ptr %7, align 8
  store i64 %1, ptr %8, align 8
  store i64 %2, ptr %9, align 8
  store ptr %3, ptr %10, align 8
  store ptr %4, ptr %11, align 8
  %22 = load ptr, ptr %7, align 8
  %23 = load i64, ptr @Nic__scheduler, align 8
  %24 = call ptr @get(ptr %22, i64 %23)
  store ptr %24, ptr %12, align 8
  %25 = load ptr, ptr %7, align 8
  %26 = load i64, ptr @Nic__timers, align 8
  %27 = call ptr @get(ptr %25, i64 %26)
  store ptr %27, ptr %13, align 8
  %28 = load ptr, ptr %7, align 8
  %29 = load i64, ptr @Nic_ports, align 8
  %30 = call ptr @get(ptr %28, i64 %29)
  store ptr %30, ptr %14, align 8
  %31 = load ptr, ptr %11, align 8
  store ptr null, ptr %31, align 8
  %32 = load i64, ptr %9, align 8
  %33 = icmp slt i64 %32, 0
  br i1 %33, label %41, label %34

34:
  %35 = load i64, ptr %8, align 8
  %36 = icmp slt i64 %35, 0
  br i1 %36, label %41, label %37

37:
  %38 = load ptr, ptr %7, align 8
  %39 = load i64, ptr @Nic_journal, align 8
  %40 = call zeroext i1 @is_none(ptr %38, i64 %39)
  br i1 %40, label %42, label %41

41:
  store i32 0, ptr %6, align 4
  store i32 1, ptr %15, align 4
  br label %163

42:
  %43 = load ptr, ptr %7, align 8
  %44 = load i64, ptr @Nic_now_ns, align 8
  %45 = load i64, ptr %9, align 8
  call void @put_int(ptr %43, i64 %44, i64 %45)
  %46 = load ptr, ptr %13, align 8
  %47 = call ptr @earliest(ptr %46)
  store ptr %47, ptr %16, align 8
  %48 = load ptr, ptr %16, align 8
  %49 = icmp ne ptr %48, null
  br i1 %49, label %51, label %50

50:
  store i32 2, ptr %6, align 4
  store i32 1, ptr %15, align 4
  br label %162

51:
  %52 = load ptr, ptr %16, align 8
  %53 = load ptr, ptr @the, align 8
  %54 = load i64, ptr @the_None, align 8
  %55 = getelementptr inbounds nuw ptr, ptr %53, i64 %54
  %56 = load ptr, ptr %55, align 8
  %57 = icmp ne ptr %52, %56
  br i1 %57, label %58, label %63

58:
  %59 = load ptr, ptr %16, align 8
  %60 = call i64 @value_of(ptr %59)
  %61 = load i64, ptr %9, align 8
  %62 = icmp sle i64 %60, %61
  br label %63

63:
  %64 = phi i1 [ false, %51 ], [ %62, %58 ]
  %65 = zext i1 %64 to i8
  store i8 %65, ptr %17, align 1
  %66 = load ptr, ptr %16, align 8
  call void @Py_DecRef(ptr %66)
  %67 = load i8, ptr %17, align 1
  %68 = trunc i8 %67 to i1
  br i1 %68, label %69, label %76

69:
  %70 = load ptr, ptr %7, align 8
  %71 = load ptr, ptr %7, align 8
  %72 = load i64, ptr @Nic_now_ns, align 8
  %73 = call ptr @get(ptr %71, i64 %72)
  %74 = call zeroext i1 @run_timers(ptr %70, ptr %73)
  br i1 %74, label %76, label %75

75:
  store i32 2, ptr %6, align 4
  store i32 1, ptr %15, align 4
  br label %161

76:
  %77 = load ptr, ptr %14, align 8
  %78 = load i64, ptr @PortControl_pending, align 8
  %79 = call ptr @get(ptr %77, i64 %78)
  %80 = call i64 @size_of(ptr %79)
  %81 = icmp ne i64 %80, 0
  br i1 %81, label %82, label %83

82:
  store i32 0, ptr %6, align 4
  store i32 1, ptr %15, align 4
  br label %161

83:
  %84 = load i64, ptr %8, align 8
  %85 = load ptr, ptr %7, align 8
  %86 = load i64, ptr @Nic__masks, align 8
  %87 = call ptr @get(ptr %85, i64 %86)
  %88 = load i64, ptr @Ports_up, align 8
  %89 = call i64 @get_int(ptr %87, i64 %88)
  %90 = and i64 %84, %89
  store i64 %90, ptr %18, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %19, ptr align 8 @__const.give.to, i64 16, i1 false)
  %91 = load i64, ptr %18, align 8
  %92 = icmp ne i64 %91, 0
  br i1 %92, label %93, label %99

93:
  %94 = load ptr, ptr %7, align 8
  %95 = load ptr, ptr %12, align 8
  %96 = load i64, ptr %18, align 8
  %97 = load i64, ptr %9, align 8
  %98 = call i32 @next_frame(ptr %94, ptr %95, i64 %96, i64 %97, ptr %19)
  br label %100

99:
  br label %100

100:
  %101 = phi i32 [ %98, %93 ], [ 1, %99 ]
  store i32 %101, ptr %20, align 4
  %102 = load i32, ptr %20, align 4
  %103 = icmp eq i32 %102, 1
  br i1 %103, label %104, label %116

104:
  %105 = getelementptr inbounds nuw %struct.sent, ptr %19, i32 0, i32 0
  %106 = load ptr, ptr %105, align 8
  %107 = icmp ne ptr %106, null
  br i1 %107, label %108, label %116

108:
  %109 = load ptr, ptr %7, align 8
  %110 = load ptr, ptr %12, align 8
  %111 = getelementptr inbounds nuw %struct.sent, ptr %19, i32 0, i32 0
  %112 = load ptr, ptr %111, align 8
  %113 = getelementptr inbounds nuw %struct.sent, ptr %19, i32 0, i32 1
  %114 = load i64, ptr %113, align 8
  %115 = load i64, ptr %9, align 8
  call void @note_left(ptr %109, ptr %110, ptr %112, i64 %114, i64 %115)
  br label %116

116:
  %117 = load i32, ptr %20, align 4
  %118 = icmp ne i32 %117, 1
  br i1 %118, label %122, label %119

119:
  %120 = call ptr @PyErr_Occurred()
  %121 = icmp ne ptr %120, null
  br i1 %121, label %122, label %125

122:
  %123 = getelementptr inbounds nuw %struct.sent, ptr %19, i32 0, i32 0
  %124 = load ptr, ptr %123, align 8
  call void @Py_DecRef(ptr %124)
  store i32 2, ptr %6, align 4
  store i32 1, ptr %15, align 4
  br label %160

125:
  %126 = getelementptr inbounds nuw %struct.sent, ptr %19, i32 0, i32 0
  %127 = load ptr, ptr %126, align 8
  %128 = icmp ne ptr %127, null
  br i1 %128, label %129, label %136

129:
  %130 = getelementptr inbounds nuw %struct.sent, ptr %19, i32 0, i32 1
  %131 = load i64, ptr %130, align 8
  %132 = load ptr, ptr %10, align 8
  store i64 %131, ptr %132, align 8
  %133 = getelementptr inbounds nuw %struct.sent, ptr %19, i32 0, i32 0
  %134 = load ptr, ptr %133, align 8
  %135 = load ptr, ptr %11, align 8
  store ptr %134, ptr %135, align 8
  store i32 1, ptr %6, align 4
  store i32 1, ptr %15, align 4
  br label %160

136:
  %137 = load ptr, ptr %7, align 8
  %138 = load i64, ptr %9, align 8
  %139 = call zeroext i1 @settled(ptr %137, i64 %138)
  br i1 %139, label %153, label %140

140:
  %141 = call ptr @PyErr_Occurred()
  %142 = icmp ne ptr %141, null
  br i1 %142, label %151, label %143

143:
  %144 = load ptr, ptr %7, align 8
  %145 = load i64, ptr @the__settle, align 8
  %146 = load ptr, ptr %7, align 8
  %147 = load i64, ptr @Nic_now_ns, align 8
  %148 = call ptr @get(ptr %146, i64 %147)
  %149 = call ptr @method_1(ptr %144, i64 %145, ptr %148)
  %150 = call zeroext i1 @done(ptr %149)
  br label %151

151:
  %152 = phi i1 [ false, %140 ], [ %150, %143 ]
  br label %153

153:
  %154 = phi i1 [ true, %136 ], [ %152, %151 ]
  %155 = zext i1 %154 to i8
  store i8 %155, ptr %21, align 1
  %156 = load i8, ptr %21, align 1
  %157 = trunc i8 %156 to i1
  %158 = zext i1 %157 to i64
  %159 = select i1 %157, i32 1, i32 2
  store i32 %159, ptr %6, align 4
  store i32 1, ptr %15, align 4
  br label %160

160:
  br label %161

161:
  br label %162

162:
  br label %163

163:
  %164 = load i32, ptr %6, align 4
  ret i32 %164
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

define ptr @receive_by(ptr %0, i64 %1, ptr %2, ptr %3, i64 %4) nounwind {
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i64, align 8
  %12 = alloca ptr, align 8
  %13 = alloca i64, align 8
  %14 = alloca i32, align 4
  %15 = alloca i32, align 4
  store ptr %0, ptr %7, align 8
  store i64 %1, ptr %8, align 8
  store ptr %2, ptr %9, align 8
  store ptr %3, ptr %10, align 8
  store i64 %4, ptr %11, align 8
  store i32 0, ptr %14, align 4
  %16 = load i64, ptr %11, align 8
  %17 = icmp eq i64 %16, 3
  br i1 %17, label %18, label %39

18:
  %19 = load ptr, ptr %10, align 8
  %20 = getelementptr inbounds ptr, ptr %19, i64 1
  %21 = load ptr, ptr %20, align 8
  %22 = call i32 @PyBytes_AsStringAndSize(ptr %21, ptr %12, ptr %13)
  %23 = icmp ne i32 %22, 0
  br i1 %23, label %39, label %24

24:
  %25 = load ptr, ptr %7, align 8
  %26 = load ptr, ptr %9, align 8
  %27 = load ptr, ptr %10, align 8
  %28 = getelementptr inbounds ptr, ptr %27, i64 0
  %29 = load ptr, ptr %28, align 8
  %30 = call i64 @PyLong_AsLong(ptr %29)
  %31 = load ptr, ptr %12, align 8
  %32 = load i64, ptr %13, align 8
  %33 = load ptr, ptr %10, align 8
  %34 = getelementptr inbounds ptr, ptr %33, i64 2
  %35 = load ptr, ptr %34, align 8
  %36 = call i64 @PyLong_AsLong(ptr %35)
  %37 = call i64 %25(ptr %26, i64 %30, ptr %31, i64 %32, i64 %36)
  %38 = trunc i64 %37 to i32
  store i32 %38, ptr %14, align 4
  br label %39

39:
  %40 = load i32, ptr %14, align 4
  %41 = icmp eq i32 %40, 1
  br i1 %41, label %42, label %48

42:
  %43 = load ptr, ptr @the, align 8
  %44 = load i64, ptr @the_None, align 8
  %45 = getelementptr inbounds nuw ptr, ptr %43, i64 %44
  %46 = load ptr, ptr %45, align 8
  %47 = call ptr @kept(ptr %46)
  store ptr %47, ptr %6, align 8
  store i32 1, ptr %15, align 4
  br label %63

48:
  %49 = load i32, ptr %14, align 4
  %50 = icmp eq i32 %49, 2
  br i1 %50, label %51, label %52

51:
  store ptr null, ptr %6, align 8
  store i32 1, ptr %15, align 4
  br label %63

52:
  %53 = call zeroext i1 @forget()
  br i1 %53, label %54, label %60

54:
  %55 = load i64, ptr %8, align 8
  %56 = load ptr, ptr %9, align 8
  %57 = load ptr, ptr %10, align 8
  %58 = load i64, ptr %11, align 8
  %59 = call ptr @in_python(i64 %55, ptr %56, ptr %57, i64 %58)
  br label %61

60:
  br label %61

61:
  %62 = phi ptr [ %59, %54 ], [ null, %60 ]
  store ptr %62, ptr %6, align 8
  store i32 1, ptr %15, align 4
  br label %63

63:
  %64 = load ptr, ptr %6, align 8
  ret ptr %64
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

define internal ptr @in_python(i64 %0, ptr %1, ptr %2, i64 %3) nounwind {
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca [5 x ptr], align 16
  %10 = alloca i64, align 8
  store i64 %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  call void @llvm.memset.p0.i64(ptr align 16 %9, i8 0, i64 40, i1 false)
  %11 = getelementptr inbounds ptr, ptr %9, i64 1
  %12 = load ptr, ptr %6, align 8
  store ptr %12, ptr %11, align 8
  %13 = load i64, ptr %8, align 8
  %14 = icmp sgt i64 %13, 3
  br i1 %14, label %15, label %16

15:
  store i64 3, ptr %8, align 8
  br label %16

16:
  store i64 0, ptr %10, align 8
  br label %17

17:
  %18 = load i64, ptr %10, align 8
  %19 = load i64, ptr %8, align 8
  %20 = icmp slt i64 %18, %19
  br i1 %20, label %22, label %21

21:
  br label %33

22:
  %23 = load ptr, ptr %7, align 8
  %24 = load i64, ptr %10, align 8
  %25 = getelementptr inbounds ptr, ptr %23, i64 %24
  %26 = load ptr, ptr %25, align 8
  %27 = load i64, ptr %10, align 8
  %28 = add i64 2, %27
  %29 = getelementptr inbounds [5 x ptr], ptr %9, i64 0, i64 %28
  store ptr %26, ptr %29, align 8
  br label %30

30:
  %31 = load i64, ptr %10, align 8
  %32 = add i64 %31, 1
  store i64 %32, ptr %10, align 8
  br label %17

33:
  %34 = load ptr, ptr @the, align 8
  %35 = load i64, ptr %5, align 8
  %36 = getelementptr inbounds nuw ptr, ptr %34, i64 %35
  %37 = load ptr, ptr %36, align 8
  %38 = getelementptr inbounds [5 x ptr], ptr %9, i64 0, i64 0
  %39 = getelementptr inbounds ptr, ptr %38, i64 1
  %40 = load i64, ptr %8, align 8
  %41 = add i64 %40, 1
  %42 = or i64 %41, -9223372036854775808
  %43 = call ptr @PyObject_Vectorcall(ptr %37, ptr %39, i64 %42, ptr null)
  ret ptr %43
}

define ptr @transmit_by(ptr %0, i64 %1, ptr %2, ptr %3, i64 %4) nounwind {
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca ptr, align 8
  %14 = alloca i32, align 4
  %15 = alloca i32, align 4
  %16 = alloca ptr, align 8
  %17 = alloca ptr, align 8
  store ptr %0, ptr %7, align 8
  store i64 %1, ptr %8, align 8
  store ptr %2, ptr %9, align 8
  store ptr %3, ptr %10, align 8
  store i64 %4, ptr %11, align 8
  %18 = load i64, ptr %11, align 8
  %19 = icmp eq i64 %18, 2
  br i1 %19, label %20, label %32

20:
  %21 = load ptr, ptr %7, align 8
  %22 = load ptr, ptr %9, align 8
  %23 = load ptr, ptr %10, align 8
  %24 = getelementptr inbounds ptr, ptr %23, i64 0
  %25 = load ptr, ptr %24, align 8
  %26 = call i64 @PyLong_AsLong(ptr %25)
  %27 = load ptr, ptr %10, align 8
  %28 = getelementptr inbounds ptr, ptr %27, i64 1
  %29 = load ptr, ptr %28, align 8
  %30 = call i64 @PyLong_AsLong(ptr %29)
  %31 = call i64 %21(ptr %22, i64 %26, i64 %30, ptr %12, ptr %13)
  br label %33

32:
  br label %33

33:
  %34 = phi i64 [ %31, %20 ], [ 0, %32 ]
  %35 = trunc i64 %34 to i32
  store i32 %35, ptr %14, align 4
  %36 = load i32, ptr %14, align 4
  %37 = icmp eq i32 %36, 2
  br i1 %37, label %38, label %39

38:
  store ptr null, ptr %6, align 8
  store i32 1, ptr %15, align 4
  br label %79

39:
  %40 = load i32, ptr %14, align 4
  %41 = icmp eq i32 %40, 1
  br i1 %41, label %42, label %68

42:
  %43 = load ptr, ptr %13, align 8
  %44 = icmp ne ptr %43, null
  br i1 %44, label %45, label %48

45:
  %46 = load i64, ptr %12, align 8
  %47 = call ptr @integer(i64 %46)
  br label %49

48:
  br label %49

49:
  %50 = phi ptr [ %47, %45 ], [ null, %48 ]
  store ptr %50, ptr %16, align 8
  %51 = load ptr, ptr %13, align 8
  %52 = icmp ne ptr %51, null
  br i1 %52, label %53, label %57

53:
  %54 = load ptr, ptr %16, align 8
  %55 = load ptr, ptr %13, align 8
  %56 = call ptr (i64, ...) @PyTuple_Pack(i64 2, ptr %54, ptr %55)
  br label %63

57:
  %58 = load ptr, ptr @the, align 8
  %59 = load i64, ptr @the_None, align 8
  %60 = getelementptr inbounds nuw ptr, ptr %58, i64 %59
  %61 = load ptr, ptr %60, align 8
  %62 = call ptr @kept(ptr %61)
  br label %63

63:
  %64 = phi ptr [ %56, %53 ], [ %62, %57 ]
  store ptr %64, ptr %17, align 8
  %65 = load ptr, ptr %16, align 8
  call void @Py_DecRef(ptr %65)
  %66 = load ptr, ptr %13, align 8
  call void @Py_DecRef(ptr %66)
  %67 = load ptr, ptr %17, align 8
  store ptr %67, ptr %6, align 8
  store i32 1, ptr %15, align 4
  br label %79

68:
  %69 = call zeroext i1 @forget()
  br i1 %69, label %70, label %76

70:
  %71 = load i64, ptr %8, align 8
  %72 = load ptr, ptr %9, align 8
  %73 = load ptr, ptr %10, align 8
  %74 = load i64, ptr %11, align 8
  %75 = call ptr @in_python(i64 %71, ptr %72, ptr %73, i64 %74)
  br label %77

76:
  br label %77

77:
  %78 = phi ptr [ %75, %70 ], [ null, %76 ]
  store ptr %78, ptr %6, align 8
  store i32 1, ptr %15, align 4
  br label %79

79:
  %80 = load ptr, ptr %6, align 8
  ret ptr %80
}

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

define ptr @wakeup_by(ptr %0, i64 %1, ptr %2, ptr %3, i64 %4) nounwind {
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca i32, align 4
  %14 = alloca i32, align 4
  store ptr %0, ptr %7, align 8
  store i64 %1, ptr %8, align 8
  store ptr %2, ptr %9, align 8
  store ptr %3, ptr %10, align 8
  store i64 %4, ptr %11, align 8
  store i64 -1, ptr %12, align 8
  %15 = load i64, ptr %11, align 8
  %16 = icmp ne i64 %15, 0
  br i1 %16, label %17, label %18

17:
  br label %22

18:
  %19 = load ptr, ptr %7, align 8
  %20 = load ptr, ptr %9, align 8
  %21 = call i64 %19(ptr %20, ptr %12)
  br label %22

22:
  %23 = phi i64 [ 0, %17 ], [ %21, %18 ]
  %24 = trunc i64 %23 to i32
  store i32 %24, ptr %13, align 4
  %25 = load i32, ptr %13, align 4
  %26 = icmp eq i32 %25, 1
  br i1 %26, label %27, label %41

27:
  %28 = load i64, ptr %12, align 8
  %29 = icmp slt i64 %28, 0
  br i1 %29, label %30, label %36

30:
  %31 = load ptr, ptr @the, align 8
  %32 = load i64, ptr @the_None, align 8
  %33 = getelementptr inbounds nuw ptr, ptr %31, i64 %32
  %34 = load ptr, ptr %33, align 8
  %35 = call ptr @kept(ptr %34)
  br label %39

36:
  %37 = load i64, ptr %12, align 8
  %38 = call ptr @integer(i64 %37)
  br label %39

39:
  %40 = phi ptr [ %35, %30 ], [ %38, %36 ]
  store ptr %40, ptr %6, align 8
  store i32 1, ptr %14, align 4
  br label %51

41:
  %42 = load i32, ptr %13, align 4
  %43 = icmp eq i32 %42, 2
  br i1 %43, label %44, label %45

44:
  store ptr null, ptr %6, align 8
  store i32 1, ptr %14, align 4
  br label %51

45:
  %46 = load i64, ptr %8, align 8
  %47 = load ptr, ptr %9, align 8
  %48 = load ptr, ptr %10, align 8
  %49 = load i64, ptr %11, align 8
  %50 = call ptr @in_python(i64 %46, ptr %47, ptr %48, i64 %49)
  store ptr %50, ptr %6, align 8
  store i32 1, ptr %14, align 4
  br label %51

51:
  %52 = load ptr, ptr %6, align 8
  ret ptr %52
}

define ptr @nic_receive(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load i64, ptr @the_receive, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = load i64, ptr %6, align 8
  %11 = call ptr @receive_by(ptr @nic_take, i64 %7, ptr %8, ptr %9, i64 %10)
  ret ptr %11
}

define ptr @nic_transmit(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load i64, ptr @the_transmit, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = load i64, ptr %6, align 8
  %11 = call ptr @transmit_by(ptr @nic_give, i64 %7, ptr %8, ptr %9, i64 %10)
  ret ptr %11
}

define ptr @nic_next_wakeup(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load i64, ptr @the_next_wakeup, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = load i64, ptr %6, align 8
  %11 = call ptr @wakeup_by(ptr @nic_wake, i64 %7, ptr %8, ptr %9, i64 %10)
  ret ptr %11
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

declare i32 @receive_endpoint(ptr, ptr, i64, i64)

define internal i32 @received(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr @Nic__settled, align 8
  call void @put_bool(ptr %3, i64 %4, i1 zeroext false)
  %5 = load ptr, ptr %2, align 8
  %6 = load i64, ptr @Nic__received, align 8
  call void @add(ptr %5, i64 %6, i64 1)
  %7 = call ptr @PyErr_Occurred()
  %8 = icmp ne ptr %7, null
  %9 = zext i1 %8 to i64
  %10 = select i1 %8, i32 2, i32 1
  ret i32 %10
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

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

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
  %24 = getelementptr inbounds nuw %struct.sent, ptr %23, i32 0, i32 1
  %25 = load ptr, ptr %11, align 8
  %26 = getelementptr inbounds nuw %struct.sent, ptr %25, i32 0, i32 0
  %27 = call i32 @send_probe(ptr %20, i64 %21, i64 %22, ptr %24, ptr %26)
  store i32 %27, ptr %13, align 4
  %28 = load i32, ptr %13, align 4
  %29 = icmp ne i32 %28, 1
  br i1 %29, label %35, label %30

30:
  %31 = load ptr, ptr %11, align 8
  %32 = getelementptr inbounds nuw %struct.sent, ptr %31, i32 0, i32 0
  %33 = load ptr, ptr %32, align 8
  %34 = icmp ne ptr %33, null
  br i1 %34, label %35, label %37

35:
  %36 = load i32, ptr %13, align 4
  store i32 %36, ptr %6, align 4
  store i32 1, ptr %14, align 4
  br label %127

37:
  %38 = load ptr, ptr %8, align 8
  %39 = load i64, ptr %9, align 8
  %40 = load i64, ptr %12, align 8
  %41 = xor i64 %40, -1
  %42 = and i64 %39, %41
  %43 = load i64, ptr %10, align 8
  %44 = load ptr, ptr %11, align 8
  %45 = getelementptr inbounds nuw %struct.sent, ptr %44, i32 0, i32 1
  %46 = load ptr, ptr %11, align 8
  %47 = getelementptr inbounds nuw %struct.sent, ptr %46, i32 0, i32 0
  %48 = call i32 @send_probe_answer(ptr %38, i64 %42, i64 %43, ptr %45, ptr %47)
  store i32 %48, ptr %13, align 4
  %49 = load i32, ptr %13, align 4
  %50 = icmp eq i32 %49, 1
  br i1 %50, label %51, label %65

51:
  %52 = load ptr, ptr %11, align 8
  %53 = getelementptr inbounds nuw %struct.sent, ptr %52, i32 0, i32 0
  %54 = load ptr, ptr %53, align 8
  %55 = icmp ne ptr %54, null
  br i1 %55, label %56, label %65

56:
  %57 = load ptr, ptr %8, align 8
  %58 = load i64, ptr @Scheduler__answered, align 8
  %59 = load i64, ptr %12, align 8
  %60 = load ptr, ptr %11, align 8
  %61 = getelementptr inbounds nuw %struct.sent, ptr %60, i32 0, i32 1
  %62 = load i64, ptr %61, align 8
  %63 = shl i64 1, %62
  %64 = or i64 %59, %63
  call void @put_int(ptr %57, i64 %58, i64 %64)
  br label %65

65:
  %66 = load i32, ptr %13, align 4
  %67 = icmp ne i32 %66, 1
  br i1 %67, label %73, label %68

68:
  %69 = load ptr, ptr %11, align 8
  %70 = getelementptr inbounds nuw %struct.sent, ptr %69, i32 0, i32 0
  %71 = load ptr, ptr %70, align 8
  %72 = icmp ne ptr %71, null
  br i1 %72, label %73, label %75

73:
  %74 = load i32, ptr %13, align 4
  store i32 %74, ptr %6, align 4
  store i32 1, ptr %14, align 4
  br label %127

75:
  %76 = load ptr, ptr %8, align 8
  %77 = load i64, ptr %9, align 8
  %78 = load i64, ptr %10, align 8
  %79 = load ptr, ptr %11, align 8
  %80 = call i32 @next_control(ptr %76, i64 %77, i64 %78, ptr %79)
  store i32 %80, ptr %13, align 4
  %81 = load i32, ptr %13, align 4
  %82 = icmp eq i32 %81, 1
  br i1 %82, label %83, label %95

83:
  %84 = load ptr, ptr %11, align 8
  %85 = getelementptr inbounds nuw %struct.sent, ptr %84, i32 0, i32 0
  %86 = load ptr, ptr %85, align 8
  %87 = icmp ne ptr %86, null
  br i1 %87, label %95, label %88

88:
  %89 = load ptr, ptr %7, align 8
  %90 = load ptr, ptr %8, align 8
  %91 = load i64, ptr %9, align 8
  %92 = load i64, ptr %10, align 8
  %93 = load ptr, ptr %11, align 8
  %94 = call i32 @next_data(ptr %89, ptr %90, i64 %91, i64 %92, ptr %93)
  store i32 %94, ptr %13, align 4
  br label %95

95:
  %96 = load i32, ptr %13, align 4
  %97 = icmp eq i32 %96, 1
  br i1 %97, label %98, label %112

98:
  %99 = load ptr, ptr %11, align 8
  %100 = getelementptr inbounds nuw %struct.sent, ptr %99, i32 0, i32 0
  %101 = load ptr, ptr %100, align 8
  %102 = icmp ne ptr %101, null
  br i1 %102, label %112, label %103

103:
  %104 = load ptr, ptr %8, align 8
  %105 = load i64, ptr %9, align 8
  %106 = load i64, ptr %10, align 8
  %107 = load ptr, ptr %11, align 8
  %108 = getelementptr inbounds nuw %struct.sent, ptr %107, i32 0, i32 1
  %109 = load ptr, ptr %11, align 8
  %110 = getelementptr inbounds nuw %struct.sent, ptr %109, i32 0, i32 0
  %111 = call i32 @send_probe_answer(ptr %104, i64 %105, i64 %106, ptr %108, ptr %110)
  store i32 %111, ptr %6, align 4
  store i32 1, ptr %14, align 4
  br label %127

112:
  %113 = load i32, ptr %13, align 4
  %114 = icmp eq i32 %113, 1
  br i1 %114, label %115, label %125

115:
  %116 = load ptr, ptr %8, align 8
  %117 = load i64, ptr @Scheduler__answered, align 8
  %118 = load i64, ptr %12, align 8
  %119 = load ptr, ptr %11, align 8
  %120 = getelementptr inbounds nuw %struct.sent, ptr %119, i32 0, i32 1
  %121 = load i64, ptr %120, align 8
  %122 = shl i64 1, %121
  %123 = xor i64 %122, -1
  %124 = and i64 %118, %123
  call void @put_int(ptr %116, i64 %117, i64 %124)
  br label %125

125:
  %126 = load i32, ptr %13, align 4
  store i32 %126, ptr %6, align 4
  store i32 1, ptr %14, align 4
  br label %127

127:
  %128 = load i32, ptr %6, align 4
  ret i32 %128
}

define internal void @note_left(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4) nounwind {
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca ptr, align 8
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store ptr %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  store i64 %4, ptr %10, align 8
  %13 = load ptr, ptr %8, align 8
  %14 = call i64 @bytes_size(ptr %13)
  %15 = add i64 %14, 24
  %16 = mul i64 %15, 8
  store i64 %16, ptr %11, align 8
  %17 = load ptr, ptr %7, align 8
  %18 = load i64, ptr @Scheduler__rates_bps, align 8
  %19 = call ptr @get(ptr %17, i64 %18)
  %20 = load i64, ptr %9, align 8
  %21 = call ptr @tuple_item(ptr %19, i64 %20)
  store ptr %21, ptr %12, align 8
  %22 = load ptr, ptr %12, align 8
  %23 = icmp ne ptr %22, null
  br i1 %23, label %24, label %35

24:
  %25 = load ptr, ptr %12, align 8
  %26 = call i64 @value_of(ptr %25)
  %27 = icmp ne i64 %26, 0
  br i1 %27, label %35, label %28

28:
  %29 = load ptr, ptr @the, align 8
  %30 = load i64, ptr @the_TypeError, align 8
  %31 = getelementptr inbounds nuw ptr, ptr %29, i64 %30
  %32 = load ptr, ptr %31, align 8
  %33 = load i64, ptr %9, align 8
  %34 = call ptr (ptr, ptr, ...) @PyErr_Format(ptr %32, ptr @.str.1, i64 %33)
  br label %53

35:
  %36 = load ptr, ptr %12, align 8
  %37 = icmp ne ptr %36, null
  br i1 %37, label %38, label %52

38:
  %39 = load ptr, ptr %7, align 8
  %40 = load i64, ptr @Scheduler__busy_until_ns, align 8
  %41 = call ptr @get(ptr %39, i64 %40)
  %42 = load i64, ptr %9, align 8
  %43 = load i64, ptr %10, align 8
  %44 = load i64, ptr %11, align 8
  %45 = mul i64 %44, 1000000000
  %46 = load ptr, ptr %12, align 8
  %47 = call i64 @value_of(ptr %46)
  %48 = sdiv i64 %45, %47
  %49 = add i64 %43, %48
  %50 = call ptr @integer(i64 %49)
  %51 = call i32 @PyList_SetItem(ptr %41, i64 %42, ptr %50)
  br label %52

52:
  br label %53

53:
  %54 = load ptr, ptr %6, align 8
  %55 = load i64, ptr @Nic__settled, align 8
  call void @put_bool(ptr %54, i64 %55, i1 zeroext false)
  %56 = load ptr, ptr %6, align 8
  %57 = load i64, ptr @Nic__sent, align 8
  call void @add(ptr %56, i64 %57, i64 1)
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

declare i32 @send_probe(ptr, i64, i64, ptr, ptr)

declare i32 @send_probe_answer(ptr, i64, i64, ptr, ptr)

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
  %15 = call ptr @get(ptr %13, i64 %14)
  store ptr %15, ptr %9, align 8
  store i32 1, ptr %10, align 4
  %16 = load ptr, ptr %9, align 8
  %17 = call i64 @size_of(ptr %16)
  store i64 %17, ptr %11, align 8
  br label %18

18:
  %19 = load i32, ptr %10, align 4
  %20 = icmp eq i32 %19, 1
  br i1 %20, label %21, label %29

21:
  %22 = load ptr, ptr %8, align 8
  %23 = getelementptr inbounds nuw %struct.sent, ptr %22, i32 0, i32 0
  %24 = load ptr, ptr %23, align 8
  %25 = icmp ne ptr %24, null
  br i1 %25, label %29, label %26

26:
  %27 = load i64, ptr %11, align 8
  %28 = icmp ne i64 %27, 0
  br label %29

29:
  %30 = phi i1 [ false, %21 ], [ false, %18 ], [ %28, %26 ]
  br i1 %30, label %32, label %31

31:
  br label %66

32:
  %33 = load ptr, ptr %9, align 8
  %34 = call ptr @PySequence_GetItem(ptr %33, i64 0)
  store ptr %34, ptr %12, align 8
  %35 = load ptr, ptr %12, align 8
  %36 = icmp ne ptr %35, null
  br i1 %36, label %37, label %48

37:
  %38 = load ptr, ptr %12, align 8
  %39 = call zeroext i1 @is_plain_answer(ptr %38)
  br i1 %39, label %40, label %48

40:
  %41 = load ptr, ptr %5, align 8
  %42 = load ptr, ptr %9, align 8
  %43 = load ptr, ptr %12, align 8
  %44 = load i64, ptr %6, align 8
  %45 = load i64, ptr %7, align 8
  %46 = load ptr, ptr %8, align 8
  %47 = call i32 @answer(ptr %41, ptr %42, ptr %43, i64 %44, i64 %45, ptr %46)
  store i32 %47, ptr %10, align 4
  br label %61

48:
  %49 = load ptr, ptr %12, align 8
  %50 = icmp ne ptr %49, null
  br i1 %50, label %51, label %58

51:
  %52 = load ptr, ptr %5, align 8
  %53 = load i64, ptr @the__turn_of_control, align 8
  %54 = load i64, ptr %6, align 8
  %55 = load i64, ptr %7, align 8
  %56 = load ptr, ptr %8, align 8
  %57 = call i32 @asked_of(ptr %52, i64 %53, i64 %54, i64 %55, ptr %56)
  br label %59

58:
  br label %59

59:
  %60 = phi i32 [ %57, %51 ], [ 2, %58 ]
  store i32 %60, ptr %10, align 4
  br label %61

61:
  %62 = load ptr, ptr %12, align 8
  call void @Py_DecRef(ptr %62)
  br label %63

63:
  %64 = load i64, ptr %11, align 8
  %65 = add i64 %64, -1
  store i64 %65, ptr %11, align 8
  br label %18

66:
  %67 = load i32, ptr %10, align 4
  ret i32 %67
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
  %15 = call ptr @get(ptr %13, i64 %14)
  store ptr %15, ptr %11, align 8
  %16 = load ptr, ptr %11, align 8
  %17 = call i64 @size_of(ptr %16)
  %18 = icmp sgt i64 %17, 1
  br i1 %18, label %19, label %26

19:
  %20 = load ptr, ptr %6, align 8
  %21 = load ptr, ptr %7, align 8
  %22 = load i64, ptr %8, align 8
  %23 = load i64, ptr %9, align 8
  %24 = load ptr, ptr %10, align 8
  %25 = call i32 @on_their_planes(ptr %20, ptr %21, i64 %22, i64 %23, ptr %24)
  br label %27

26:
  br label %27

27:
  %28 = phi i32 [ %25, %19 ], [ 1, %26 ]
  store i32 %28, ptr %12, align 4
  %29 = load i32, ptr %12, align 4
  %30 = icmp eq i32 %29, 1
  br i1 %30, label %31, label %43

31:
  %32 = load ptr, ptr %10, align 8
  %33 = getelementptr inbounds nuw %struct.sent, ptr %32, i32 0, i32 0
  %34 = load ptr, ptr %33, align 8
  %35 = icmp ne ptr %34, null
  br i1 %35, label %43, label %36

36:
  %37 = load ptr, ptr %6, align 8
  %38 = load ptr, ptr %11, align 8
  %39 = load i64, ptr %8, align 8
  %40 = load i64, ptr %9, align 8
  %41 = load ptr, ptr %10, align 8
  %42 = call i32 @in_turn(ptr %37, ptr %38, i64 %39, i64 %40, ptr %41)
  br label %45

43:
  %44 = load i32, ptr %12, align 4
  br label %45

45:
  %46 = phi i32 [ %42, %36 ], [ %44, %43 ]
  ret i32 %46
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
  %17 = alloca i32, align 4
  store ptr %0, ptr %8, align 8
  store ptr %1, ptr %9, align 8
  store ptr %2, ptr %10, align 8
  store i64 %3, ptr %11, align 8
  store i64 %4, ptr %12, align 8
  store ptr %5, ptr %13, align 8
  store ptr null, ptr %14, align 8
  store ptr null, ptr %15, align 8
  %18 = load ptr, ptr %8, align 8
  %19 = load ptr, ptr %10, align 8
  %20 = load i64, ptr %11, align 8
  %21 = load i64, ptr %12, align 8
  %22 = call zeroext i1 @send_answer(ptr %18, ptr %19, i64 %20, i64 %21, ptr %14, ptr %15)
  %23 = zext i1 %22 to i8
  store i8 %23, ptr %16, align 1
  %24 = load ptr, ptr %13, align 8
  %25 = load ptr, ptr %14, align 8
  %26 = load ptr, ptr %15, align 8
  call void @leaves_by(ptr %24, ptr %25, ptr %26)
  %27 = load i8, ptr %16, align 1
  %28 = trunc i8 %27 to i1
  br i1 %28, label %30, label %29

29:
  store i32 2, ptr %7, align 4
  store i32 1, ptr %17, align 4
  br label %59

30:
  %31 = load ptr, ptr %10, align 8
  %32 = load i64, ptr @QueuePair_responder, align 8
  %33 = call ptr @get(ptr %31, i64 %32)
  %34 = load i64, ptr @Responder_answers, align 8
  %35 = call ptr @get(ptr %33, i64 %34)
  %36 = load i64, ptr @Answers__jobs, align 8
  %37 = call ptr @get(ptr %35, i64 %36)
  %38 = call i64 @size_of(ptr %37)
  %39 = icmp ne i64 %38, 0
  br i1 %39, label %40, label %50

40:
  %41 = load ptr, ptr %9, align 8
  %42 = call i64 @size_of(ptr %41)
  %43 = icmp sgt i64 %42, 1
  br i1 %43, label %44, label %47

44:
  %45 = load ptr, ptr %9, align 8
  %46 = call i32 @rotate(ptr %45)
  br label %48

47:
  br label %48

48:
  %49 = phi i32 [ %46, %44 ], [ 1, %47 ]
  store i32 %49, ptr %7, align 4
  store i32 1, ptr %17, align 4
  br label %59

50:
  %51 = load ptr, ptr %10, align 8
  %52 = load i64, ptr @QueuePair_control_queued, align 8
  call void @put_bool(ptr %51, i64 %52, i1 zeroext false)
  %53 = load ptr, ptr %9, align 8
  %54 = load i64, ptr @the_popleft, align 8
  %55 = call ptr @method(ptr %53, i64 %54)
  %56 = call zeroext i1 @done(ptr %55)
  %57 = zext i1 %56 to i64
  %58 = select i1 %56, i32 1, i32 2
  store i32 %58, ptr %7, align 4
  store i32 1, ptr %17, align 4
  br label %59

59:
  %60 = load i32, ptr %7, align 4
  ret i32 %60
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

declare zeroext i1 @send_answer(ptr, ptr, i64, i64, ptr, ptr)

define internal void @leaves_by(ptr %0, ptr %1, ptr %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr %6, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = getelementptr inbounds nuw %struct.sent, ptr %8, i32 0, i32 0
  store ptr %7, ptr %9, align 8
  %10 = load ptr, ptr %5, align 8
  %11 = icmp ne ptr %10, null
  br i1 %11, label %12, label %19

12:
  %13 = load ptr, ptr %5, align 8
  %14 = load i64, ptr @EvEntry_plane, align 8
  %15 = call i64 @get_int(ptr %13, i64 %14)
  %16 = load ptr, ptr %4, align 8
  %17 = getelementptr inbounds nuw %struct.sent, ptr %16, i32 0, i32 1
  store i64 %15, ptr %17, align 8
  %18 = load ptr, ptr %5, align 8
  call void @Py_DecRef(ptr %18)
  br label %19

19:
  ret void
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
  %36 = getelementptr inbounds nuw %struct.sent, ptr %35, i32 0, i32 1
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
  %46 = getelementptr inbounds nuw %struct.sent, ptr %45, i32 0, i32 0
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

define internal i32 @on_their_planes(ptr %0, ptr %1, i64 %2, i64 %3, ptr %4) nounwind {
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca i64, align 8
  %14 = alloca i32, align 4
  %15 = alloca i64, align 8
  %16 = alloca ptr, align 8
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  store ptr %4, ptr %10, align 8
  %17 = load ptr, ptr %7, align 8
  %18 = load i64, ptr @Scheduler__data, align 8
  %19 = call ptr @get(ptr %17, i64 %18)
  store ptr %19, ptr %11, align 8
  %20 = call ptr @PySet_New(ptr null)
  store ptr %20, ptr %12, align 8
  %21 = load ptr, ptr %7, align 8
  %22 = load i64, ptr %9, align 8
  %23 = call i64 @come_free(ptr %21, i64 %22)
  store i64 %23, ptr %13, align 8
  %24 = load ptr, ptr %12, align 8
  %25 = icmp ne ptr %24, null
  %26 = zext i1 %25 to i64
  %27 = select i1 %25, i32 1, i32 2
  store i32 %27, ptr %14, align 4
  store i64 0, ptr %15, align 8
  br label %28

28:
  %29 = load i32, ptr %14, align 4
  %30 = icmp eq i32 %29, 1
  br i1 %30, label %31, label %41

31:
  %32 = load ptr, ptr %10, align 8
  %33 = getelementptr inbounds nuw %struct.sent, ptr %32, i32 0, i32 0
  %34 = load ptr, ptr %33, align 8
  %35 = icmp ne ptr %34, null
  br i1 %35, label %41, label %36

36:
  %37 = load i64, ptr %15, align 8
  %38 = load ptr, ptr %11, align 8
  %39 = call i64 @size_of(ptr %38)
  %40 = icmp slt i64 %37, %39
  br label %41

41:
  %42 = phi i1 [ false, %31 ], [ false, %28 ], [ %40, %36 ]
  br i1 %42, label %44, label %43

43:
  br label %81

44:
  %45 = load ptr, ptr %11, align 8
  %46 = load i64, ptr %15, align 8
  %47 = call ptr @PySequence_GetItem(ptr %45, i64 %46)
  store ptr %47, ptr %16, align 8
  %48 = load ptr, ptr %16, align 8
  %49 = icmp ne ptr %48, null
  br i1 %49, label %50, label %58

50:
  %51 = load ptr, ptr %16, align 8
  %52 = load i64, ptr %8, align 8
  %53 = load i64, ptr %13, align 8
  %54 = load i64, ptr %9, align 8
  %55 = load ptr, ptr %12, align 8
  %56 = load ptr, ptr %10, align 8
  %57 = call i32 @on_its_plane(ptr %51, i64 %52, i64 %53, i64 %54, ptr %55, ptr %56)
  br label %59

58:
  br label %59

59:
  %60 = phi i32 [ %57, %50 ], [ 2, %58 ]
  store i32 %60, ptr %14, align 4
  %61 = load i32, ptr %14, align 4
  %62 = icmp eq i32 %61, 1
  br i1 %62, label %63, label %76

63:
  %64 = load ptr, ptr %10, align 8
  %65 = getelementptr inbounds nuw %struct.sent, ptr %64, i32 0, i32 0
  %66 = load ptr, ptr %65, align 8
  %67 = icmp ne ptr %66, null
  br i1 %67, label %68, label %76

68:
  %69 = load ptr, ptr %6, align 8
  %70 = load ptr, ptr %11, align 8
  %71 = load ptr, ptr %16, align 8
  %72 = load i64, ptr %15, align 8
  %73 = load i64, ptr %9, align 8
  %74 = call zeroext i1 @left(ptr %69, ptr %70, ptr %71, i64 %72, i64 %73)
  br i1 %74, label %76, label %75

75:
  store i32 2, ptr %14, align 4
  br label %76

76:
  %77 = load ptr, ptr %16, align 8
  call void @Py_DecRef(ptr %77)
  br label %78

78:
  %79 = load i64, ptr %15, align 8
  %80 = add i64 %79, 1
  store i64 %80, ptr %15, align 8
  br label %28

81:
  %82 = load ptr, ptr %12, align 8
  call void @Py_DecRef(ptr %82)
  %83 = load i32, ptr %14, align 4
  ret i32 %83
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
  br i1 %18, label %19, label %27

19:
  %20 = load ptr, ptr %10, align 8
  %21 = getelementptr inbounds nuw %struct.sent, ptr %20, i32 0, i32 0
  %22 = load ptr, ptr %21, align 8
  %23 = icmp ne ptr %22, null
  br i1 %23, label %27, label %24

24:
  %25 = load i64, ptr %12, align 8
  %26 = icmp ne i64 %25, 0
  br label %27

27:
  %28 = phi i1 [ false, %19 ], [ false, %16 ], [ %26, %24 ]
  br i1 %28, label %30, label %29

29:
  br label %81

30:
  %31 = load ptr, ptr %7, align 8
  %32 = call ptr @PySequence_GetItem(ptr %31, i64 0)
  store ptr %32, ptr %13, align 8
  %33 = load ptr, ptr %13, align 8
  %34 = icmp ne ptr %33, null
  br i1 %34, label %35, label %41

35:
  %36 = load ptr, ptr %13, align 8
  %37 = load i64, ptr %8, align 8
  %38 = load i64, ptr %9, align 8
  %39 = load ptr, ptr %10, align 8
  %40 = call i32 @retransmission_of(ptr %36, i64 %37, i64 %38, ptr %39)
  br label %42

41:
  br label %42

42:
  %43 = phi i32 [ %40, %35 ], [ 2, %41 ]
  store i32 %43, ptr %11, align 4
  %44 = load i32, ptr %11, align 4
  %45 = icmp eq i32 %44, 1
  br i1 %45, label %46, label %57

46:
  %47 = load ptr, ptr %10, align 8
  %48 = getelementptr inbounds nuw %struct.sent, ptr %47, i32 0, i32 0
  %49 = load ptr, ptr %48, align 8
  %50 = icmp ne ptr %49, null
  br i1 %50, label %57, label %51

51:
  %52 = load ptr, ptr %13, align 8
  %53 = load i64, ptr %8, align 8
  %54 = load i64, ptr %9, align 8
  %55 = load ptr, ptr %10, align 8
  %56 = call i32 @new_of(ptr %52, i64 %53, i64 %54, ptr %55)
  store i32 %56, ptr %11, align 4
  br label %57

57:
  %58 = load i32, ptr %11, align 4
  %59 = icmp eq i32 %58, 1
  br i1 %59, label %60, label %76

60:
  %61 = load ptr, ptr %10, align 8
  %62 = getelementptr inbounds nuw %struct.sent, ptr %61, i32 0, i32 0
  %63 = load ptr, ptr %62, align 8
  %64 = icmp ne ptr %63, null
  br i1 %64, label %65, label %71

65:
  %66 = load ptr, ptr %6, align 8
  %67 = load ptr, ptr %7, align 8
  %68 = load ptr, ptr %13, align 8
  %69 = load i64, ptr %9, align 8
  %70 = call zeroext i1 @left(ptr %66, ptr %67, ptr %68, i64 0, i64 %69)
  br i1 %70, label %76, label %75

71:
  %72 = load ptr, ptr %7, align 8
  %73 = load ptr, ptr %13, align 8
  %74 = call zeroext i1 @line_up(ptr %72, ptr %73, i64 0)
  br i1 %74, label %76, label %75

75:
  store i32 2, ptr %11, align 4
  br label %76

76:
  %77 = load ptr, ptr %13, align 8
  call void @Py_DecRef(ptr %77)
  br label %78

78:
  %79 = load i64, ptr %12, align 8
  %80 = add i64 %79, -1
  store i64 %80, ptr %12, align 8
  br label %16

81:
  %82 = load i32, ptr %11, align 4
  ret i32 %82
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
  br label %130

29:
  %30 = load ptr, ptr %8, align 8
  %31 = load i64, ptr %9, align 8
  %32 = load i64, ptr %11, align 8
  %33 = load ptr, ptr %13, align 8
  %34 = call i32 @retransmission_of(ptr %30, i64 %31, i64 %32, ptr %33)
  store i32 %34, ptr %14, align 4
  %35 = load i32, ptr %14, align 4
  %36 = icmp ne i32 %35, 1
  br i1 %36, label %42, label %37

37:
  %38 = load ptr, ptr %13, align 8
  %39 = getelementptr inbounds nuw %struct.sent, ptr %38, i32 0, i32 0
  %40 = load ptr, ptr %39, align 8
  %41 = icmp ne ptr %40, null
  br i1 %41, label %42, label %44

42:
  %43 = load i32, ptr %14, align 4
  store i32 %43, ptr %7, align 4
  store i32 1, ptr %15, align 4
  br label %129

44:
  %45 = load ptr, ptr %8, align 8
  %46 = load i64, ptr @QueuePair_requestor, align 8
  %47 = call ptr @get(ptr %45, i64 %46)
  store ptr %47, ptr %16, align 8
  %48 = load ptr, ptr %8, align 8
  %49 = load i64, ptr @QueuePair_evs, align 8
  %50 = call ptr @get(ptr %48, i64 %49)
  store ptr %50, ptr %17, align 8
  %51 = load ptr, ptr %16, align 8
  %52 = load ptr, ptr @the, align 8
  %53 = load i64, ptr @the_None, align 8
  %54 = getelementptr inbounds nuw ptr, ptr %52, i64 %53
  %55 = load ptr, ptr %54, align 8
  %56 = icmp eq ptr %51, %55
  br i1 %56, label %64, label %57

57:
  %58 = load ptr, ptr %17, align 8
  %59 = load ptr, ptr @the, align 8
  %60 = load i64, ptr @the_None, align 8
  %61 = getelementptr inbounds nuw ptr, ptr %59, i64 %60
  %62 = load ptr, ptr %61, align 8
  %63 = icmp eq ptr %58, %62
  br i1 %63, label %64, label %65

64:
  store i32 1, ptr %7, align 4
  store i32 1, ptr %15, align 4
  br label %128

65:
  %66 = load ptr, ptr %12, align 8
  %67 = load ptr, ptr %8, align 8
  %68 = load i64, ptr @QueuePair_peer_address, align 8
  %69 = call ptr @get(ptr %67, i64 %68)
  %70 = call i32 @PySet_Contains(ptr %66, ptr %69)
  store i32 %70, ptr %18, align 4
  %71 = load i32, ptr %18, align 4
  %72 = icmp ne i32 %71, 0
  br i1 %72, label %73, label %78

73:
  %74 = load i32, ptr %18, align 4
  %75 = icmp slt i32 %74, 0
  %76 = zext i1 %75 to i64
  %77 = select i1 %75, i32 2, i32 1
  store i32 %77, ptr %7, align 4
  store i32 1, ptr %15, align 4
  br label %127

78:
  %79 = load ptr, ptr %17, align 8
  %80 = call i64 @next_plane(ptr %79)
  store i64 %80, ptr %19, align 8
  %81 = load i64, ptr %19, align 8
  %82 = load i64, ptr %10, align 8
  %83 = and i64 %81, %82
  %84 = load i64, ptr %9, align 8
  %85 = xor i64 %84, -1
  %86 = and i64 %83, %85
  %87 = icmp ne i64 %86, 0
  br i1 %87, label %105, label %88

88:
  %89 = load ptr, ptr %8, align 8
  %90 = load i64, ptr %19, align 8
  %91 = load i64, ptr %9, align 8
  %92 = and i64 %90, %91
  %93 = icmp ne i64 %92, 0
  br i1 %93, label %94, label %98

94:
  %95 = load i64, ptr %19, align 8
  %96 = load i64, ptr %9, align 8
  %97 = and i64 %95, %96
  br label %100

98:
  %99 = load i64, ptr %9, align 8
  br label %100

100:
  %101 = phi i64 [ %97, %94 ], [ %99, %98 ]
  %102 = load i64, ptr %11, align 8
  %103 = load ptr, ptr %13, align 8
  %104 = call i32 @new_of(ptr %89, i64 %101, i64 %102, ptr %103)
  store i32 %104, ptr %7, align 4
  store i32 1, ptr %15, align 4
  br label %126

105:
  %106 = load ptr, ptr %16, align 8
  %107 = call i32 @may_send_new(ptr %106)
  store i32 %107, ptr %20, align 4
  %108 = load i32, ptr %20, align 4
  %109 = icmp slt i32 %108, 0
  br i1 %109, label %122, label %110

110:
  %111 = load i32, ptr %20, align 4
  %112 = icmp ne i32 %111, 0
  br i1 %112, label %113, label %120

113:
  %114 = load ptr, ptr %12, align 8
  %115 = load ptr, ptr %8, align 8
  %116 = load i64, ptr @QueuePair_peer_address, align 8
  %117 = call ptr @get(ptr %115, i64 %116)
  %118 = call i32 @PySet_Add(ptr %114, ptr %117)
  %119 = icmp ne i32 %118, 0
  br label %120

120:
  %121 = phi i1 [ false, %110 ], [ %119, %113 ]
  br label %122

122:
  %123 = phi i1 [ true, %105 ], [ %121, %120 ]
  %124 = zext i1 %123 to i64
  %125 = select i1 %123, i32 2, i32 1
  store i32 %125, ptr %7, align 4
  store i32 1, ptr %15, align 4
  br label %126

126:
  br label %127

127:
  br label %128

128:
  br label %129

129:
  br label %130

130:
  %131 = load i32, ptr %7, align 4
  ret i32 %131
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
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i32, align 4
  %13 = alloca i32, align 4
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  %14 = load ptr, ptr %6, align 8
  %15 = load i64, ptr %7, align 8
  %16 = load i64, ptr %8, align 8
  %17 = call i32 @send_data(ptr %14, i64 %15, i64 %16, ptr %10, ptr %11)
  store i32 %17, ptr %12, align 4
  %18 = load i32, ptr %12, align 4
  %19 = icmp eq i32 %18, 0
  br i1 %19, label %20, label %27

20:
  %21 = load i64, ptr @the_new_of, align 8
  %22 = load ptr, ptr %6, align 8
  %23 = load i64, ptr %7, align 8
  %24 = load i64, ptr %8, align 8
  %25 = load ptr, ptr %9, align 8
  %26 = call i32 @by_python(i64 %21, ptr %22, i64 %23, i64 %24, ptr %25)
  store i32 %26, ptr %5, align 4
  store i32 1, ptr %13, align 4
  br label %32

27:
  %28 = load ptr, ptr %9, align 8
  %29 = load ptr, ptr %10, align 8
  %30 = load ptr, ptr %11, align 8
  call void @leaves_by(ptr %28, ptr %29, ptr %30)
  %31 = load i32, ptr %12, align 4
  store i32 %31, ptr %5, align 4
  store i32 1, ptr %13, align 4
  br label %32

32:
  %33 = load i32, ptr %5, align 4
  ret i32 %33
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

declare i32 @send_data(ptr, i64, i64, ptr, ptr)

define internal zeroext i1 @line_up(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca i1, align 1
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %12 = load ptr, ptr %5, align 8
  %13 = load i64, ptr %7, align 8
  %14 = call ptr @PySequence_GetItem(ptr %12, i64 %13)
  store ptr %14, ptr %8, align 8
  %15 = load ptr, ptr %8, align 8
  %16 = icmp ne ptr %15, null
  br i1 %16, label %20, label %17

17:
  %18 = call zeroext i1 @forget()
  br i1 %18, label %20, label %19

19:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %9, align 4
  br label %76

20:
  %21 = load ptr, ptr %8, align 8
  call void @Py_DecRef(ptr %21)
  %22 = load ptr, ptr %8, align 8
  %23 = load ptr, ptr %6, align 8
  %24 = icmp eq ptr %22, %23
  br i1 %24, label %25, label %30

25:
  %26 = load ptr, ptr %6, align 8
  %27 = load i64, ptr @QueuePair_requestor, align 8
  %28 = call ptr @get(ptr %26, i64 %27)
  %29 = call i32 @has_more(ptr %28)
  br label %31

30:
  br label %31

31:
  %32 = phi i32 [ %29, %25 ], [ 0, %30 ]
  store i32 %32, ptr %10, align 4
  %33 = load ptr, ptr %5, align 8
  %34 = call i64 @size_of(ptr %33)
  store i64 %34, ptr %11, align 8
  %35 = load i32, ptr %10, align 4
  %36 = icmp slt i32 %35, 0
  br i1 %36, label %37, label %38

37:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %9, align 4
  br label %75

38:
  %39 = load i32, ptr %10, align 4
  %40 = icmp ne i32 %39, 0
  br i1 %40, label %41, label %45

41:
  %42 = load i64, ptr %11, align 8
  %43 = icmp eq i64 %42, 1
  br i1 %43, label %44, label %45

44:
  store i1 true, ptr %4, align 1
  store i32 1, ptr %9, align 4
  br label %75

45:
  %46 = load i32, ptr %10, align 4
  %47 = icmp ne i32 %46, 0
  br i1 %47, label %48, label %55

48:
  %49 = load i64, ptr %7, align 8
  %50 = icmp ne i64 %49, 0
  br i1 %50, label %55, label %51

51:
  %52 = load ptr, ptr %5, align 8
  %53 = call i32 @rotate(ptr %52)
  %54 = icmp eq i32 %53, 1
  store i1 %54, ptr %4, align 1
  store i32 1, ptr %9, align 4
  br label %75

55:
  %56 = load ptr, ptr %8, align 8
  %57 = load ptr, ptr %6, align 8
  %58 = icmp eq ptr %56, %57
  br i1 %58, label %59, label %65

59:
  %60 = load ptr, ptr %5, align 8
  %61 = load i64, ptr %7, align 8
  %62 = call i32 @PySequence_DelItem(ptr %60, i64 %61)
  %63 = icmp ne i32 %62, 0
  br i1 %63, label %64, label %65

64:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %9, align 4
  br label %75

65:
  %66 = load i32, ptr %10, align 4
  %67 = icmp ne i32 %66, 0
  br i1 %67, label %68, label %72

68:
  %69 = load ptr, ptr %5, align 8
  %70 = load ptr, ptr %6, align 8
  %71 = call zeroext i1 @append_to(ptr %69, ptr %70)
  store i1 %71, ptr %4, align 1
  store i32 1, ptr %9, align 4
  br label %75

72:
  %73 = load ptr, ptr %6, align 8
  %74 = load i64, ptr @QueuePair_data_queued, align 8
  call void @put_bool(ptr %73, i64 %74, i1 zeroext false)
  store i1 true, ptr %4, align 1
  store i32 1, ptr %9, align 4
  br label %75

75:
  br label %76

76:
  %77 = load i1, ptr %4, align 1
  ret i1 %77
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

declare i32 @PySequence_DelItem(ptr, i64)

declare zeroext i1 @has_work(ptr)

declare ptr @PyObject_GetAttr(ptr, ptr)

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

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

declare void @_Py_Dealloc(ptr)
