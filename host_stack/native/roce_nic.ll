; SPDX-License-Identifier: Apache-2.0
; Made of roce_nic.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 6770c390353942815c7a99bb03f6caea74d7d7c41e3b13ab0ee7ea111ff705ea
%struct.landing = type { [64 x i64], ptr, i64 }
%struct.arrived = type { ptr, ptr, ptr, i64, i64, i64, i8, i8 }
%struct.leaving = type { ptr, i64, i64, ptr, i64 }

@innermost = external global ptr, align 8
@the_roce_receive = external constant i64, align 8
@the_roce_transmit = external constant i64, align 8
@the_roce_next_wakeup = external constant i64, align 8
@RoceNic_config = external constant i64, align 8
@RoceNicConfig_ports = external constant i64, align 8
@RoceQueuePair_state = external constant i64, align 8
@RoceQueuePair__peer = external constant i64, align 8
@the = external global ptr, align 8
@the_rts = external constant i64, align 8
@the_rtr = external constant i64, align 8
@RoceQueuePair__responder = external constant i64, align 8
@the_None = external constant i64, align 8
@RoceNic__scheduler = external constant i64, align 8
@RoceNic_now_ns = external constant i64, align 8
@RoceNic_counters = external constant i64, align 8
@the_roce_received_frames = external constant i64, align 8
@the_tuple = external constant i64, align 8
@the_bytes = external constant i64, align 8
@the_int = external constant i64, align 8
@long_digit = external constant i64, align 8
@RoceQueuePair_data_queued = external constant i64, align 8
@RoceTurns_data = external constant i64, align 8
@the_True = external constant i64, align 8
@the_False = external constant i64, align 8
@RoceQueuePair__requester = external constant i64, align 8
@RoceRequester__next = external constant i64, align 8
@RoceRequester__end = external constant i64, align 8
@RoceRequester__unacked = external constant i64, align 8
@RoceRequester_hold_until_ns = external constant i64, align 8
@RoceQueuePair__pace_ns = external constant i64, align 8
@RoceScheduler__ports = external constant i64, align 8
@RoceQueuePair_port = external constant i64, align 8
@the_list = external constant i64, align 8
@RoceQueuePair_cnp_due = external constant i64, align 8
@RoceQueuePair_cnp_queued = external constant i64, align 8
@RoceTurns_cnps = external constant i64, align 8
@RoceQueuePair_answer_queued = external constant i64, align 8
@RoceTurns_answers = external constant i64, align 8
@RoceQueuePair_qpn = external constant i64, align 8
@RoceScheduler__armed = external constant i64, align 8
@RoceScheduler__heap = external constant i64, align 8
@the_heappush = external constant i64, align 8
@RoceQueuePair__notification_point = external constant i64, align 8
@RoceRequester_deadline_ns = external constant i64, align 8
@RoceNotificationPoint_again = external constant i64, align 8
@RoceNotificationPoint__ends_ns = external constant i64, align 8
@RoceNic__pauses = external constant i64, align 8
@RoceNic__asked = external constant i64, align 8
@RoceNic__carriers = external constant i64, align 8
@RocePauses_last_ns = external constant i64, align 8
@RoceNicConfig_data_priority = external constant i64, align 8
@RoceNicConfig_cnp_priority = external constant i64, align 8
@the_roce_sent_frames = external constant i64, align 8
@RoceNic_queue_pairs = external constant i64, align 8
@the_run = external constant i64, align 8
@RocePauses__until_ns = external constant i64, align 8
@the_next_cnp = external constant i64, align 8
@the_deque = external constant i64, align 8
@the_dict = external constant i64, align 8
@the_popleft = external constant i64, align 8
@the_next_answer = external constant i64, align 8
@the_next_data = external constant i64, align 8

define i64 @roce_take(ptr %0, i64 %1, ptr %2, i64 %3, i64 %4) nounwind {
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca %struct.landing, align 8
  %13 = alloca i32, align 4
  %14 = alloca i64, align 8
  store ptr %0, ptr %7, align 8
  store i64 %1, ptr %8, align 8
  store ptr %2, ptr %9, align 8
  store i64 %3, ptr %10, align 8
  store i64 %4, ptr %11, align 8
  %15 = load i64, ptr %8, align 8
  %16 = icmp slt i64 %15, 0
  br i1 %16, label %20, label %17

17:
  %18 = load i64, ptr %11, align 8
  %19 = call zeroext i1 @is_time(i64 %18)
  br i1 %19, label %21, label %20

20:
  store i64 0, ptr %6, align 8
  store i32 1, ptr %13, align 4
  br label %42

21:
  %22 = call i64 @PyThread_get_thread_ident()
  %23 = getelementptr inbounds nuw %struct.landing, ptr %12, i32 0, i32 2
  store i64 %22, ptr %23, align 8
  %24 = load ptr, ptr @innermost, align 8
  %25 = getelementptr inbounds nuw %struct.landing, ptr %12, i32 0, i32 1
  store ptr %24, ptr %25, align 8
  store ptr %12, ptr @innermost, align 8
  %26 = getelementptr inbounds nuw %struct.landing, ptr %12, i32 0, i32 0
  %27 = getelementptr inbounds [64 x i64], ptr %26, i64 0, i64 0
  %28 = call i32 @_setjmp(ptr %27)
  %29 = icmp ne i32 %28, 0
  br i1 %29, label %30, label %31

30:
  br label %39

31:
  %32 = load ptr, ptr %7, align 8
  %33 = load i64, ptr %8, align 8
  %34 = load ptr, ptr %9, align 8
  %35 = load i64, ptr %10, align 8
  %36 = load i64, ptr %11, align 8
  %37 = call i32 @take(ptr %32, i64 %33, ptr %34, i64 %35, i64 %36)
  %38 = call i64 @finished(i32 %37)
  br label %39

39:
  %40 = phi i64 [ 2, %30 ], [ %38, %31 ]
  store i64 %40, ptr %14, align 8
  call void @leave_landing(ptr %12)
  %41 = load i64, ptr %14, align 8
  store i64 %41, ptr %6, align 8
  store i32 1, ptr %13, align 4
  br label %42

42:
  %43 = load i64, ptr %6, align 8
  ret i64 %43
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

declare i64 @PyThread_get_thread_ident()

declare i32 @_setjmp(ptr)

declare i64 @finished(i32)

define internal i32 @take(ptr %0, i64 %1, ptr %2, i64 %3, i64 %4) nounwind {
  %6 = alloca i32, align 4
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca %struct.arrived, align 8
  %13 = alloca i32, align 4
  %14 = alloca ptr, align 8
  %15 = alloca ptr, align 8
  %16 = alloca ptr, align 8
  %17 = alloca i8, align 1
  %18 = alloca ptr, align 8
  %19 = alloca i32, align 4
  store ptr %0, ptr %7, align 8
  store i64 %1, ptr %8, align 8
  store ptr %2, ptr %9, align 8
  store i64 %3, ptr %10, align 8
  store i64 %4, ptr %11, align 8
  %20 = load i64, ptr %8, align 8
  %21 = load ptr, ptr %7, align 8
  %22 = load i64, ptr @RoceNic_config, align 8
  %23 = call ptr @get(ptr %21, i64 %22)
  %24 = load i64, ptr @RoceNicConfig_ports, align 8
  %25 = call ptr @get(ptr %23, i64 %24)
  %26 = call i64 @tuple_size(ptr %25)
  %27 = icmp sge i64 %20, %26
  br i1 %27, label %33, label %28

28:
  %29 = load ptr, ptr %7, align 8
  %30 = load ptr, ptr %9, align 8
  %31 = load i64, ptr %10, align 8
  %32 = call zeroext i1 @read_arrived(ptr %29, ptr %30, i64 %31, ptr %12)
  br i1 %32, label %34, label %33

33:
  store i32 0, ptr %6, align 4
  store i32 1, ptr %13, align 4
  br label %154

34:
  %35 = getelementptr inbounds nuw %struct.arrived, ptr %12, i32 0, i32 0
  %36 = load ptr, ptr %35, align 8
  %37 = load i64, ptr @RoceQueuePair_state, align 8
  %38 = call ptr @get(ptr %36, i64 %37)
  store ptr %38, ptr %14, align 8
  %39 = getelementptr inbounds nuw %struct.arrived, ptr %12, i32 0, i32 0
  %40 = load ptr, ptr %39, align 8
  %41 = load i64, ptr @RoceQueuePair__peer, align 8
  %42 = call ptr @get(ptr %40, i64 %41)
  store ptr %42, ptr %15, align 8
  %43 = load ptr, ptr %14, align 8
  %44 = load ptr, ptr @the, align 8
  %45 = load i64, ptr @the_rts, align 8
  %46 = getelementptr inbounds nuw ptr, ptr %44, i64 %45
  %47 = load ptr, ptr %46, align 8
  %48 = icmp ne ptr %43, %47
  br i1 %48, label %49, label %56

49:
  %50 = load ptr, ptr %14, align 8
  %51 = load ptr, ptr @the, align 8
  %52 = load i64, ptr @the_rtr, align 8
  %53 = getelementptr inbounds nuw ptr, ptr %51, i64 %52
  %54 = load ptr, ptr %53, align 8
  %55 = icmp ne ptr %50, %54
  br i1 %55, label %77, label %56

56:
  %57 = getelementptr inbounds nuw %struct.arrived, ptr %12, i32 0, i32 0
  %58 = load ptr, ptr %57, align 8
  %59 = load i64, ptr @RoceQueuePair__responder, align 8
  %60 = call ptr @get(ptr %58, i64 %59)
  %61 = load ptr, ptr @the, align 8
  %62 = load i64, ptr @the_None, align 8
  %63 = getelementptr inbounds nuw ptr, ptr %61, i64 %62
  %64 = load ptr, ptr %63, align 8
  %65 = icmp eq ptr %60, %64
  br i1 %65, label %77, label %66

66:
  %67 = load ptr, ptr %15, align 8
  %68 = call i64 @bytes_size(ptr %67)
  %69 = icmp ne i64 %68, 16
  br i1 %69, label %77, label %70

70:
  %71 = load ptr, ptr %15, align 8
  %72 = call ptr @bytes_of(ptr %71)
  %73 = getelementptr inbounds nuw %struct.arrived, ptr %12, i32 0, i32 1
  %74 = load ptr, ptr %73, align 8
  %75 = call i32 @memcmp(ptr %72, ptr %74, i64 16)
  %76 = icmp ne i32 %75, 0
  br i1 %76, label %77, label %78

77:
  store i32 0, ptr %6, align 4
  store i32 1, ptr %13, align 4
  br label %153

78:
  %79 = getelementptr inbounds nuw %struct.arrived, ptr %12, i32 0, i32 0
  %80 = load ptr, ptr %79, align 8
  call void @Py_IncRef(ptr %80)
  %81 = load ptr, ptr %7, align 8
  %82 = load i64, ptr @RoceNic__scheduler, align 8
  %83 = call ptr @hold(ptr %81, i64 %82)
  store ptr %83, ptr %16, align 8
  %84 = load ptr, ptr %7, align 8
  %85 = load i64, ptr @RoceNic_now_ns, align 8
  %86 = load i64, ptr %11, align 8
  call void @put_int(ptr %84, i64 %85, i64 %86)
  %87 = getelementptr inbounds nuw %struct.arrived, ptr %12, i32 0, i32 4
  %88 = load i64, ptr %87, align 8
  %89 = icmp eq i64 %88, 17
  %90 = zext i1 %89 to i8
  store i8 %90, ptr %17, align 1
  %91 = load ptr, ptr %7, align 8
  %92 = load i64, ptr @RoceNic_counters, align 8
  %93 = call ptr @get(ptr %91, i64 %92)
  store ptr %93, ptr %18, align 8
  %94 = load ptr, ptr %18, align 8
  %95 = load ptr, ptr @the, align 8
  %96 = load i64, ptr @the_roce_received_frames, align 8
  %97 = getelementptr inbounds nuw ptr, ptr %95, i64 %96
  %98 = load ptr, ptr %97, align 8
  call void @count(ptr %94, ptr %98)
  %99 = load i8, ptr %17, align 1
  %100 = trunc i8 %99 to i1
  br i1 %100, label %101, label %106

101:
  %102 = getelementptr inbounds nuw %struct.arrived, ptr %12, i32 0, i32 0
  %103 = load ptr, ptr %102, align 8
  %104 = load i64, ptr %11, align 8
  %105 = call i32 @take_acknowledgement(ptr %103, ptr %12, i64 %104)
  br label %112

106:
  %107 = load ptr, ptr %7, align 8
  %108 = getelementptr inbounds nuw %struct.arrived, ptr %12, i32 0, i32 0
  %109 = load ptr, ptr %108, align 8
  %110 = load i64, ptr %11, align 8
  %111 = call i32 @take_request(ptr %107, ptr %109, ptr %12, i64 %110)
  br label %112

112:
  %113 = phi i32 [ %105, %101 ], [ %111, %106 ]
  store i32 %113, ptr %19, align 4
  %114 = load i32, ptr %19, align 4
  %115 = icmp eq i32 %114, 0
  br i1 %115, label %116, label %122

116:
  %117 = load ptr, ptr %18, align 8
  %118 = load ptr, ptr @the, align 8
  %119 = load i64, ptr @the_roce_received_frames, align 8
  %120 = getelementptr inbounds nuw ptr, ptr %118, i64 %119
  %121 = load ptr, ptr %120, align 8
  call void @count_back(ptr %117, ptr %121)
  br label %122

122:
  %123 = load i32, ptr %19, align 4
  %124 = icmp eq i32 %123, 1
  br i1 %124, label %125, label %148

125:
  %126 = load i8, ptr %17, align 1
  %127 = trunc i8 %126 to i1
  br i1 %127, label %128, label %134

128:
  %129 = load ptr, ptr %16, align 8
  %130 = getelementptr inbounds nuw %struct.arrived, ptr %12, i32 0, i32 0
  %131 = load ptr, ptr %130, align 8
  %132 = load i64, ptr %11, align 8
  %133 = call zeroext i1 @look_at(ptr %129, ptr %131, i64 %132)
  br i1 %133, label %148, label %147

134:
  %135 = load ptr, ptr %16, align 8
  %136 = getelementptr inbounds nuw %struct.arrived, ptr %12, i32 0, i32 0
  %137 = load ptr, ptr %136, align 8
  %138 = call zeroext i1 @queue_answers(ptr %135, ptr %137)
  br i1 %138, label %139, label %147

139:
  %140 = load ptr, ptr %16, align 8
  %141 = getelementptr inbounds nuw %struct.arrived, ptr %12, i32 0, i32 0
  %142 = load ptr, ptr %141, align 8
  %143 = getelementptr inbounds nuw %struct.arrived, ptr %12, i32 0, i32 0
  %144 = load ptr, ptr %143, align 8
  %145 = call i64 @next_ns(ptr %144)
  %146 = call zeroext i1 @remember(ptr %140, ptr %142, i64 %145)
  br i1 %146, label %148, label %147

147:
  store i32 2, ptr %19, align 4
  br label %148

148:
  %149 = load ptr, ptr %16, align 8
  call void @Py_DecRef(ptr %149)
  %150 = getelementptr inbounds nuw %struct.arrived, ptr %12, i32 0, i32 0
  %151 = load ptr, ptr %150, align 8
  call void @Py_DecRef(ptr %151)
  %152 = load i32, ptr %19, align 4
  store i32 %152, ptr %6, align 4
  store i32 1, ptr %13, align 4
  br label %153

153:
  br label %154

154:
  %155 = load i32, ptr %6, align 4
  ret i32 %155
}

declare void @leave_landing(ptr)

define i64 @roce_give(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca %struct.landing, align 8
  %11 = alloca i32, align 4
  %12 = alloca i64, align 8
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  %13 = load i64, ptr %7, align 8
  %14 = icmp slt i64 %13, 0
  br i1 %14, label %18, label %15

15:
  %16 = load i64, ptr %8, align 8
  %17 = call zeroext i1 @is_time(i64 %16)
  br i1 %17, label %19, label %18

18:
  store i64 0, ptr %5, align 8
  store i32 1, ptr %11, align 4
  br label %39

19:
  %20 = call i64 @PyThread_get_thread_ident()
  %21 = getelementptr inbounds nuw %struct.landing, ptr %10, i32 0, i32 2
  store i64 %20, ptr %21, align 8
  %22 = load ptr, ptr @innermost, align 8
  %23 = getelementptr inbounds nuw %struct.landing, ptr %10, i32 0, i32 1
  store ptr %22, ptr %23, align 8
  store ptr %10, ptr @innermost, align 8
  %24 = getelementptr inbounds nuw %struct.landing, ptr %10, i32 0, i32 0
  %25 = getelementptr inbounds [64 x i64], ptr %24, i64 0, i64 0
  %26 = call i32 @_setjmp(ptr %25)
  %27 = icmp ne i32 %26, 0
  br i1 %27, label %28, label %29

28:
  br label %36

29:
  %30 = load ptr, ptr %6, align 8
  %31 = load i64, ptr %7, align 8
  %32 = load i64, ptr %8, align 8
  %33 = load ptr, ptr %9, align 8
  %34 = call i32 @give(ptr %30, i64 %31, i64 %32, ptr %33)
  %35 = call i64 @finished(i32 %34)
  br label %36

36:
  %37 = phi i64 [ 2, %28 ], [ %35, %29 ]
  store i64 %37, ptr %12, align 8
  call void @leave_landing(ptr %10)
  %38 = load i64, ptr %12, align 8
  store i64 %38, ptr %5, align 8
  store i32 1, ptr %11, align 4
  br label %39

39:
  %40 = load i64, ptr %5, align 8
  ret i64 %40
}

define internal i32 @give(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %11 = load ptr, ptr %5, align 8
  %12 = load i64, ptr @RoceNic__scheduler, align 8
  %13 = call ptr @hold(ptr %11, i64 %12)
  store ptr %13, ptr %9, align 8
  %14 = load ptr, ptr %5, align 8
  %15 = load ptr, ptr %9, align 8
  %16 = load i64, ptr %6, align 8
  %17 = load i64, ptr %7, align 8
  %18 = load ptr, ptr %8, align 8
  %19 = call i32 @give_next(ptr %14, ptr %15, i64 %16, i64 %17, ptr %18)
  store i32 %19, ptr %10, align 4
  %20 = load ptr, ptr %9, align 8
  call void @Py_DecRef(ptr %20)
  %21 = load i32, ptr %10, align 4
  ret i32 %21
}

define i64 @roce_wake(ptr %0, ptr %1) nounwind {
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
  %7 = alloca i64, align 8
  %8 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = load i64, ptr @RoceNic__pauses, align 8
  %11 = call ptr @get(ptr %9, i64 %10)
  store ptr %11, ptr %6, align 8
  %12 = load ptr, ptr %4, align 8
  %13 = load i64, ptr @RoceNic_now_ns, align 8
  %14 = call i64 @get_int(ptr %12, i64 %13)
  store i64 %14, ptr %7, align 8
  %15 = load i64, ptr %7, align 8
  %16 = load ptr, ptr %5, align 8
  store i64 %15, ptr %16, align 8
  %17 = load ptr, ptr %4, align 8
  %18 = load i64, ptr @RoceNic__asked, align 8
  %19 = call zeroext i1 @is_true(ptr %17, i64 %18)
  br i1 %19, label %20, label %21

20:
  store i32 1, ptr %3, align 4
  store i32 1, ptr %8, align 4
  br label %43

21:
  %22 = load ptr, ptr %4, align 8
  %23 = load i64, ptr @RoceNic__scheduler, align 8
  %24 = call ptr @get(ptr %22, i64 %23)
  %25 = load ptr, ptr %5, align 8
  %26 = call zeroext i1 @earliest_due(ptr %24, ptr %25)
  br i1 %26, label %28, label %27

27:
  store i32 0, ptr %3, align 4
  store i32 1, ptr %8, align 4
  br label %43

28:
  %29 = load ptr, ptr %6, align 8
  %30 = load i64, ptr @RocePauses_last_ns, align 8
  %31 = call i64 @get_int(ptr %29, i64 %30)
  %32 = load i64, ptr %7, align 8
  %33 = icmp sgt i64 %31, %32
  br i1 %33, label %34, label %42

34:
  %35 = load ptr, ptr %5, align 8
  %36 = load i64, ptr %35, align 8
  %37 = load ptr, ptr %6, align 8
  %38 = load i64, ptr %7, align 8
  %39 = call i64 @next_end(ptr %37, i64 %38)
  %40 = call i64 @earlier(i64 %36, i64 %39)
  %41 = load ptr, ptr %5, align 8
  store i64 %40, ptr %41, align 8
  br label %42

42:
  store i32 1, ptr %3, align 4
  store i32 1, ptr %8, align 4
  br label %43

43:
  %44 = load i32, ptr %3, align 4
  ret i32 %44
}

define ptr @roce_receive(ptr %0, ptr %1, i64 %2, ptr %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %9 = load i64, ptr @the_roce_receive, align 8
  %10 = load ptr, ptr %5, align 8
  %11 = load ptr, ptr %6, align 8
  %12 = load i64, ptr %7, align 8
  %13 = load ptr, ptr %8, align 8
  %14 = call ptr @receive_by(ptr @roce_take, i64 %9, ptr %10, ptr %11, i64 %12, ptr %13)
  ret ptr %14
}

declare ptr @receive_by(ptr, i64, ptr, ptr, i64, ptr)

define ptr @roce_transmit(ptr %0, ptr %1, i64 %2, ptr %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %9 = load i64, ptr @the_roce_transmit, align 8
  %10 = load ptr, ptr %5, align 8
  %11 = load ptr, ptr %6, align 8
  %12 = load i64, ptr %7, align 8
  %13 = load ptr, ptr %8, align 8
  %14 = call ptr @transmit_by(ptr @roce_give, i64 %9, ptr %10, ptr %11, i64 %12, ptr %13)
  ret ptr %14
}

declare ptr @transmit_by(ptr, i64, ptr, ptr, i64, ptr)

define ptr @roce_next_wakeup(ptr %0, ptr %1, i64 %2, ptr %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %9 = load i64, ptr @the_roce_next_wakeup, align 8
  %10 = load ptr, ptr %5, align 8
  %11 = load ptr, ptr %6, align 8
  %12 = load i64, ptr %7, align 8
  %13 = load ptr, ptr %8, align 8
  %14 = call ptr @wakeup_by(ptr @roce_wake, i64 %9, ptr %10, ptr %11, i64 %12, ptr %13)
  ret ptr %14
}

declare ptr @wakeup_by(ptr, i64, ptr, ptr, i64, ptr)

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

declare zeroext i1 @read_arrived(ptr, ptr, i64, ptr)

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

declare i32 @take_acknowledgement(ptr, ptr, i64)

declare i32 @take_request(ptr, ptr, ptr, i64)

define internal void @count_back(ptr %0, ptr %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %7 = load ptr, ptr %3, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = call ptr @PyDict_GetItemWithError(ptr %7, ptr %8)
  store ptr %9, ptr %5, align 8
  %10 = load ptr, ptr %5, align 8
  %11 = icmp ne ptr %10, null
  br i1 %11, label %12, label %17

12:
  %13 = load ptr, ptr %5, align 8
  %14 = call i64 @value_of(ptr %13)
  %15 = sub i64 %14, 1
  %16 = call ptr @integer(i64 %15)
  br label %18

17:
  br label %18

18:
  %19 = phi ptr [ %16, %12 ], [ null, %17 ]
  store ptr %19, ptr %6, align 8
  %20 = load ptr, ptr %6, align 8
  %21 = icmp ne ptr %20, null
  br i1 %21, label %22, label %27

22:
  %23 = load ptr, ptr %3, align 8
  %24 = load ptr, ptr %4, align 8
  %25 = load ptr, ptr %6, align 8
  %26 = call i32 @PyDict_SetItem(ptr %23, ptr %24, ptr %25)
  br label %27

27:
  %28 = load ptr, ptr %6, align 8
  call void @Py_DecRef(ptr %28)
  ret void
}

define internal zeroext i1 @look_at(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = call zeroext i1 @queue_answers(ptr %7, ptr %8)
  br i1 %9, label %10, label %15

10:
  %11 = load ptr, ptr %4, align 8
  %12 = load ptr, ptr %5, align 8
  %13 = load i64, ptr %6, align 8
  %14 = call zeroext i1 @look_at_data(ptr %11, ptr %12, i64 %13)
  br label %15

15:
  %16 = phi i1 [ false, %3 ], [ %14, %10 ]
  ret i1 %16
}

define internal zeroext i1 @queue_answers(ptr %0, ptr %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i8, align 1
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = load i64, ptr @RoceQueuePair_cnp_due, align 8
  %8 = call zeroext i1 @is_true(ptr %6, i64 %7)
  br i1 %8, label %9, label %15

9:
  %10 = load ptr, ptr %3, align 8
  %11 = load ptr, ptr %4, align 8
  %12 = load i64, ptr @RoceQueuePair_cnp_queued, align 8
  %13 = load i64, ptr @RoceTurns_cnps, align 8
  %14 = call zeroext i1 @line_up(ptr %10, ptr %11, i64 %12, i64 %13)
  br label %15

15:
  %16 = phi i1 [ true, %2 ], [ %14, %9 ]
  %17 = zext i1 %16 to i8
  store i8 %17, ptr %5, align 1
  %18 = load i8, ptr %5, align 1
  %19 = trunc i8 %18 to i1
  br i1 %19, label %20, label %31

20:
  %21 = load ptr, ptr %4, align 8
  %22 = call zeroext i1 @has_acknowledgement(ptr %21)
  br i1 %22, label %23, label %29

23:
  %24 = load ptr, ptr %3, align 8
  %25 = load ptr, ptr %4, align 8
  %26 = load i64, ptr @RoceQueuePair_answer_queued, align 8
  %27 = load i64, ptr @RoceTurns_answers, align 8
  %28 = call zeroext i1 @line_up(ptr %24, ptr %25, i64 %26, i64 %27)
  br label %29

29:
  %30 = phi i1 [ true, %20 ], [ %28, %23 ]
  br label %31

31:
  %32 = phi i1 [ false, %15 ], [ %30, %29 ]
  ret i1 %32
}

define internal zeroext i1 @remember(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca i1, align 1
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i32, align 4
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca [3 x ptr], align 16
  %15 = alloca i8, align 1
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %16 = load ptr, ptr %6, align 8
  %17 = load i64, ptr @RoceQueuePair_qpn, align 8
  %18 = call ptr @get(ptr %16, i64 %17)
  store ptr %18, ptr %8, align 8
  %19 = load ptr, ptr %5, align 8
  %20 = load i64, ptr @RoceScheduler__armed, align 8
  %21 = call ptr @get(ptr %19, i64 %20)
  store ptr %21, ptr %9, align 8
  %22 = load i64, ptr %7, align 8
  %23 = icmp slt i64 %22, 0
  br i1 %23, label %24, label %25

24:
  br label %29

25:
  %26 = load ptr, ptr %9, align 8
  %27 = load ptr, ptr %8, align 8
  %28 = call ptr @PyDict_GetItemWithError(ptr %26, ptr %27)
  br label %29

29:
  %30 = phi ptr [ null, %24 ], [ %28, %25 ]
  store ptr %30, ptr %10, align 8
  %31 = load i64, ptr %7, align 8
  %32 = icmp slt i64 %31, 0
  br i1 %32, label %44, label %33

33:
  %34 = call ptr @PyErr_Occurred()
  %35 = icmp ne ptr %34, null
  br i1 %35, label %44, label %36

36:
  %37 = load ptr, ptr %10, align 8
  %38 = icmp ne ptr %37, null
  br i1 %38, label %39, label %48

39:
  %40 = load ptr, ptr %10, align 8
  %41 = call i64 @value_of(ptr %40)
  %42 = load i64, ptr %7, align 8
  %43 = icmp sle i64 %41, %42
  br i1 %43, label %44, label %48

44:
  %45 = call ptr @PyErr_Occurred()
  %46 = icmp ne ptr %45, null
  %47 = xor i1 %46, true
  store i1 %47, ptr %4, align 1
  store i32 1, ptr %11, align 4
  br label %90

48:
  %49 = load i64, ptr %7, align 8
  %50 = call ptr @integer(i64 %49)
  store ptr %50, ptr %12, align 8
  %51 = load ptr, ptr %12, align 8
  %52 = icmp ne ptr %51, null
  br i1 %52, label %53, label %57

53:
  %54 = load ptr, ptr %12, align 8
  %55 = load ptr, ptr %8, align 8
  %56 = call ptr (i64, ...) @PyTuple_Pack(i64 2, ptr %54, ptr %55)
  br label %58

57:
  br label %58

58:
  %59 = phi ptr [ %56, %53 ], [ null, %57 ]
  store ptr %59, ptr %13, align 8
  store ptr null, ptr %14, align 8
  %60 = getelementptr inbounds ptr, ptr %14, i64 1
  %61 = load ptr, ptr %5, align 8
  %62 = load i64, ptr @RoceScheduler__heap, align 8
  %63 = call ptr @get(ptr %61, i64 %62)
  store ptr %63, ptr %60, align 8
  %64 = getelementptr inbounds ptr, ptr %14, i64 2
  %65 = load ptr, ptr %13, align 8
  store ptr %65, ptr %64, align 8
  %66 = load ptr, ptr %13, align 8
  %67 = icmp ne ptr %66, null
  br i1 %67, label %68, label %83

68:
  %69 = load ptr, ptr %9, align 8
  %70 = load ptr, ptr %8, align 8
  %71 = load ptr, ptr %12, align 8
  %72 = call i32 @PyDict_SetItem(ptr %69, ptr %70, ptr %71)
  %73 = icmp ne i32 %72, 0
  br i1 %73, label %83, label %74

74:
  %75 = load ptr, ptr @the, align 8
  %76 = load i64, ptr @the_heappush, align 8
  %77 = getelementptr inbounds nuw ptr, ptr %75, i64 %76
  %78 = load ptr, ptr %77, align 8
  %79 = getelementptr inbounds [3 x ptr], ptr %14, i64 0, i64 0
  %80 = getelementptr inbounds ptr, ptr %79, i64 1
  %81 = call ptr @PyObject_Vectorcall(ptr %78, ptr %80, i64 -9223372036854775806, ptr null)
  %82 = call zeroext i1 @done(ptr %81)
  br label %83

83:
  %84 = phi i1 [ false, %68 ], [ false, %58 ], [ %82, %74 ]
  %85 = zext i1 %84 to i8
  store i8 %85, ptr %15, align 1
  %86 = load ptr, ptr %12, align 8
  call void @Py_DecRef(ptr %86)
  %87 = load ptr, ptr %13, align 8
  call void @Py_DecRef(ptr %87)
  %88 = load i8, ptr %15, align 1
  %89 = trunc i8 %88 to i1
  store i1 %89, ptr %4, align 1
  store i32 1, ptr %11, align 4
  br label %90

90:
  %91 = load i1, ptr %4, align 1
  ret i1 %91
}

define internal i64 @next_ns(ptr %0) nounwind {
  %2 = alloca i64, align 8
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  %8 = load ptr, ptr %3, align 8
  %9 = load i64, ptr @RoceQueuePair__notification_point, align 8
  %10 = call ptr @get(ptr %8, i64 %9)
  store ptr %10, ptr %4, align 8
  %11 = load ptr, ptr %3, align 8
  %12 = load i64, ptr @RoceQueuePair__requester, align 8
  %13 = call ptr @get(ptr %11, i64 %12)
  store ptr %13, ptr %5, align 8
  %14 = load ptr, ptr %5, align 8
  %15 = load ptr, ptr @the, align 8
  %16 = load i64, ptr @the_None, align 8
  %17 = getelementptr inbounds nuw ptr, ptr %15, i64 %16
  %18 = load ptr, ptr %17, align 8
  %19 = icmp eq ptr %14, %18
  br i1 %19, label %20, label %21

20:
  br label %25

21:
  %22 = load ptr, ptr %5, align 8
  %23 = load i64, ptr @RoceRequester_deadline_ns, align 8
  %24 = call i64 @time_or_never(ptr %22, i64 %23)
  br label %25

25:
  %26 = phi i64 [ -1, %20 ], [ %24, %21 ]
  store i64 %26, ptr %6, align 8
  %27 = load ptr, ptr %4, align 8
  %28 = load ptr, ptr @the, align 8
  %29 = load i64, ptr @the_None, align 8
  %30 = getelementptr inbounds nuw ptr, ptr %28, i64 %29
  %31 = load ptr, ptr %30, align 8
  %32 = icmp eq ptr %27, %31
  br i1 %32, label %37, label %33

33:
  %34 = load ptr, ptr %4, align 8
  %35 = load i64, ptr @RoceNotificationPoint_again, align 8
  %36 = call zeroext i1 @is_true(ptr %34, i64 %35)
  br i1 %36, label %39, label %37

37:
  %38 = load i64, ptr %6, align 8
  store i64 %38, ptr %2, align 8
  store i32 1, ptr %7, align 4
  br label %45

39:
  %40 = load i64, ptr %6, align 8
  %41 = load ptr, ptr %4, align 8
  %42 = load i64, ptr @RoceNotificationPoint__ends_ns, align 8
  %43 = call i64 @time_or_never(ptr %41, i64 %42)
  %44 = call i64 @earlier(i64 %40, i64 %43)
  store i64 %44, ptr %2, align 8
  store i32 1, ptr %7, align 4
  br label %45

45:
  %46 = load i64, ptr %2, align 8
  ret i64 %46
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

declare i64 @PyTuple_Size(ptr)

define internal ptr @type_of(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds ptr, ptr %3, i64 1
  %5 = load ptr, ptr %4, align 8
  ret ptr %5
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

declare void @strange(ptr, i64)

declare i64 @PyBytes_Size(ptr)

declare ptr @PyBytes_AsString(ptr)

define internal ptr @kept(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  call void @Py_IncRef(ptr %3)
  %4 = load ptr, ptr %2, align 8
  ret ptr %4
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

define internal ptr @integer(i64 %0) alwaysinline nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = call ptr @PyLong_FromLong(i64 %3)
  ret ptr %4
}

define internal zeroext i1 @is_held_once(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr %3, align 8
  %5 = icmp eq i64 %4, 1
  ret i1 %5
}

declare ptr @PyLong_FromLong(i64)

declare ptr @PyDict_GetItemWithError(ptr, ptr)

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

declare i32 @PyDict_SetItem(ptr, ptr, ptr)

declare i64 @PyLong_AsLong(ptr)

define internal zeroext i1 @look_at_data(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca i1, align 1
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %11 = load ptr, ptr %6, align 8
  %12 = call i64 @next_ns(ptr %11)
  store i64 %12, ptr %8, align 8
  %13 = load ptr, ptr %6, align 8
  %14 = load i64, ptr @RoceQueuePair_data_queued, align 8
  %15 = call zeroext i1 @is_true(ptr %13, i64 %14)
  br i1 %15, label %16, label %17

16:
  br label %20

17:
  %18 = load ptr, ptr %6, align 8
  %19 = call i64 @data_ns(ptr %18)
  br label %20

20:
  %21 = phi i64 [ -1, %16 ], [ %19, %17 ]
  store i64 %21, ptr %9, align 8
  %22 = load i64, ptr %9, align 8
  %23 = load i64, ptr %7, align 8
  %24 = icmp sgt i64 %22, %23
  br i1 %24, label %25, label %29

25:
  %26 = load i64, ptr %8, align 8
  %27 = load i64, ptr %9, align 8
  %28 = call i64 @earlier(i64 %26, i64 %27)
  store i64 %28, ptr %8, align 8
  br label %40

29:
  %30 = load i64, ptr %9, align 8
  %31 = icmp sge i64 %30, 0
  br i1 %31, label %32, label %39

32:
  %33 = load ptr, ptr %5, align 8
  %34 = load ptr, ptr %6, align 8
  %35 = load i64, ptr @RoceQueuePair_data_queued, align 8
  %36 = load i64, ptr @RoceTurns_data, align 8
  %37 = call zeroext i1 @line_up(ptr %33, ptr %34, i64 %35, i64 %36)
  br i1 %37, label %39, label %38

38:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %10, align 4
  br label %45

39:
  br label %40

40:
  %41 = load ptr, ptr %5, align 8
  %42 = load ptr, ptr %6, align 8
  %43 = load i64, ptr %8, align 8
  %44 = call zeroext i1 @remember(ptr %41, ptr %42, i64 %43)
  store i1 %44, ptr %4, align 1
  store i32 1, ptr %10, align 4
  br label %45

45:
  %46 = load i1, ptr %4, align 1
  ret i1 %46
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

define internal i64 @data_ns(ptr %0) nounwind {
  %2 = alloca i64, align 8
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  %7 = load ptr, ptr %3, align 8
  %8 = load i64, ptr @RoceQueuePair__requester, align 8
  %9 = call ptr @get(ptr %7, i64 %8)
  store ptr %9, ptr %4, align 8
  %10 = load ptr, ptr %4, align 8
  %11 = load ptr, ptr @the, align 8
  %12 = load i64, ptr @the_None, align 8
  %13 = getelementptr inbounds nuw ptr, ptr %11, i64 %12
  %14 = load ptr, ptr %13, align 8
  %15 = icmp eq ptr %10, %14
  br i1 %15, label %16, label %17

16:
  store i64 -1, ptr %2, align 8
  store i32 1, ptr %5, align 4
  br label %43

17:
  %18 = load ptr, ptr %4, align 8
  %19 = load i64, ptr @RoceRequester__next, align 8
  %20 = call i64 @get_int(ptr %18, i64 %19)
  store i64 %20, ptr %6, align 8
  %21 = load i64, ptr %6, align 8
  %22 = load ptr, ptr %4, align 8
  %23 = load i64, ptr @RoceRequester__end, align 8
  %24 = call i64 @get_int(ptr %22, i64 %23)
  %25 = icmp sge i64 %21, %24
  br i1 %25, label %33, label %26

26:
  %27 = load i64, ptr %6, align 8
  %28 = load ptr, ptr %4, align 8
  %29 = load i64, ptr @RoceRequester__unacked, align 8
  %30 = call i64 @get_int(ptr %28, i64 %29)
  %31 = sub i64 %27, %30
  %32 = icmp sge i64 %31, 8388608
  br i1 %32, label %33, label %34

33:
  store i64 -1, ptr %2, align 8
  store i32 1, ptr %5, align 4
  br label %42

34:
  %35 = load ptr, ptr %4, align 8
  %36 = load i64, ptr @RoceRequester_hold_until_ns, align 8
  %37 = call i64 @get_int(ptr %35, i64 %36)
  %38 = load ptr, ptr %3, align 8
  %39 = load i64, ptr @RoceQueuePair__pace_ns, align 8
  %40 = call i64 @get_int(ptr %38, i64 %39)
  %41 = call i64 @most(i64 %37, i64 %40)
  store i64 %41, ptr %2, align 8
  store i32 1, ptr %5, align 4
  br label %42

42:
  br label %43

43:
  %44 = load i64, ptr %2, align 8
  ret i64 %44
}

define internal i64 @earlier(i64 %0, i64 %1) alwaysinline nounwind {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i64 %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load i64, ptr %3, align 8
  %6 = icmp slt i64 %5, 0
  br i1 %6, label %10, label %7

7:
  %8 = load i64, ptr %4, align 8
  %9 = icmp slt i64 %8, 0
  br i1 %9, label %10, label %14

10:
  %11 = load i64, ptr %3, align 8
  %12 = load i64, ptr %4, align 8
  %13 = call i64 @most(i64 %11, i64 %12)
  br label %18

14:
  %15 = load i64, ptr %3, align 8
  %16 = load i64, ptr %4, align 8
  %17 = call i64 @least(i64 %15, i64 %16)
  br label %18

18:
  %19 = phi i64 [ %13, %10 ], [ %17, %14 ]
  ret i64 %19
}

define internal zeroext i1 @line_up(ptr %0, ptr %1, i64 %2, i64 %3) nounwind {
  %5 = alloca i1, align 1
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i32, align 4
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  %12 = load ptr, ptr %7, align 8
  %13 = load i64, ptr %8, align 8
  %14 = call zeroext i1 @is_true(ptr %12, i64 %13)
  br i1 %14, label %15, label %16

15:
  store i1 true, ptr %5, align 1
  br label %36

16:
  %17 = load ptr, ptr %6, align 8
  %18 = load i64, ptr @RoceScheduler__ports, align 8
  %19 = call ptr @get(ptr %17, i64 %18)
  %20 = load ptr, ptr %7, align 8
  %21 = load i64, ptr @RoceQueuePair_port, align 8
  %22 = call i64 @get_int(ptr %20, i64 %21)
  %23 = call ptr @list_item(ptr %19, i64 %22)
  store ptr %23, ptr %10, align 8
  %24 = load ptr, ptr %10, align 8
  %25 = icmp ne ptr %24, null
  br i1 %25, label %27, label %26

26:
  store i1 false, ptr %5, align 1
  store i32 1, ptr %11, align 4
  br label %35

27:
  %28 = load ptr, ptr %7, align 8
  %29 = load i64, ptr %8, align 8
  call void @put_bool(ptr %28, i64 %29, i1 zeroext true)
  %30 = load ptr, ptr %10, align 8
  %31 = load i64, ptr %9, align 8
  %32 = call ptr @get(ptr %30, i64 %31)
  %33 = load ptr, ptr %7, align 8
  %34 = call zeroext i1 @append_to(ptr %32, ptr %33)
  store i1 %34, ptr %5, align 1
  store i32 1, ptr %11, align 4
  br label %35

35:
  br label %36

36:
  %37 = load i1, ptr %5, align 1
  ret i1 %37
}

declare zeroext i1 @counts_as_true(ptr)

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

declare zeroext i1 @append_to(ptr, ptr)

declare ptr @PyList_GetItem(ptr, i64)

declare zeroext i1 @has_acknowledgement(ptr)

declare ptr @PyErr_Occurred()

declare ptr @PyTuple_Pack(i64, ...)

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

declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)

define internal i64 @time_or_never(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = call zeroext i1 @is_none(ptr %5, i64 %6)
  br i1 %7, label %8, label %9

8:
  br label %13

9:
  %10 = load ptr, ptr %3, align 8
  %11 = load i64, ptr %4, align 8
  %12 = call i64 @get_int(ptr %10, i64 %11)
  br label %13

13:
  %14 = phi i64 [ -1, %8 ], [ %12, %9 ]
  ret i64 %14
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

declare void @_Py_Dealloc(ptr)

define internal i32 @give_next(ptr %0, ptr %1, i64 %2, i64 %3, ptr %4) nounwind {
  %6 = alloca i32, align 4
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca i32, align 4
  %15 = alloca i64, align 8
  %16 = alloca i64, align 8
  %17 = alloca i32, align 4
  store ptr %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store i64 %2, ptr %9, align 8
  store i64 %3, ptr %10, align 8
  store ptr %4, ptr %11, align 8
  %18 = load ptr, ptr %7, align 8
  %19 = load i64, ptr @RoceNic__pauses, align 8
  %20 = call ptr @get(ptr %18, i64 %19)
  store ptr %20, ptr %12, align 8
  %21 = load ptr, ptr %7, align 8
  %22 = load i64, ptr @RoceNic_config, align 8
  %23 = call ptr @get(ptr %21, i64 %22)
  store ptr %23, ptr %13, align 8
  %24 = load ptr, ptr %7, align 8
  %25 = load i64, ptr @RoceNic_now_ns, align 8
  %26 = load i64, ptr %10, align 8
  call void @put_int(ptr %24, i64 %25, i64 %26)
  %27 = load ptr, ptr %7, align 8
  %28 = load i64, ptr @RoceNic__asked, align 8
  call void @put_bool(ptr %27, i64 %28, i1 zeroext false)
  %29 = load ptr, ptr %7, align 8
  %30 = load ptr, ptr %8, align 8
  %31 = load i64, ptr %10, align 8
  %32 = call zeroext i1 @run_due(ptr %29, ptr %30, i64 %31)
  br i1 %32, label %34, label %33

33:
  store i32 2, ptr %6, align 4
  store i32 1, ptr %14, align 4
  br label %99

34:
  %35 = load i64, ptr %9, align 8
  %36 = load ptr, ptr %7, align 8
  %37 = load i64, ptr @RoceNic__carriers, align 8
  %38 = call i64 @get_int(ptr %36, i64 %37)
  %39 = and i64 %35, %38
  store i64 %39, ptr %15, align 8
  %40 = load i64, ptr %15, align 8
  store i64 %40, ptr %16, align 8
  %41 = load ptr, ptr %12, align 8
  %42 = load i64, ptr @RocePauses_last_ns, align 8
  %43 = call i64 @get_int(ptr %41, i64 %42)
  %44 = load i64, ptr %10, align 8
  %45 = icmp sgt i64 %43, %44
  br i1 %45, label %46, label %65

46:
  %47 = load ptr, ptr %12, align 8
  %48 = load ptr, ptr %13, align 8
  %49 = load i64, ptr @RoceNicConfig_data_priority, align 8
  %50 = call i64 @get_int(ptr %48, i64 %49)
  %51 = load i64, ptr %10, align 8
  %52 = call i64 @paused(ptr %47, i64 %50, i64 %51)
  %53 = xor i64 %52, -1
  %54 = load i64, ptr %15, align 8
  %55 = and i64 %54, %53
  store i64 %55, ptr %15, align 8
  %56 = load ptr, ptr %12, align 8
  %57 = load ptr, ptr %13, align 8
  %58 = load i64, ptr @RoceNicConfig_cnp_priority, align 8
  %59 = call i64 @get_int(ptr %57, i64 %58)
  %60 = load i64, ptr %10, align 8
  %61 = call i64 @paused(ptr %56, i64 %59, i64 %60)
  %62 = xor i64 %61, -1
  %63 = load i64, ptr %16, align 8
  %64 = and i64 %63, %62
  store i64 %64, ptr %16, align 8
  br label %65

65:
  %66 = load ptr, ptr %8, align 8
  %67 = load i64, ptr %15, align 8
  %68 = load i64, ptr %16, align 8
  %69 = load i64, ptr %10, align 8
  %70 = load ptr, ptr %11, align 8
  %71 = call i32 @next_frame(ptr %66, i64 %67, i64 %68, i64 %69, ptr %70)
  store i32 %71, ptr %17, align 4
  %72 = load i32, ptr %17, align 4
  %73 = icmp eq i32 %72, 1
  br i1 %73, label %74, label %85

74:
  %75 = load ptr, ptr %11, align 8
  %76 = call zeroext i1 @has_frame(ptr %75)
  br i1 %76, label %77, label %85

77:
  %78 = load ptr, ptr %7, align 8
  %79 = load i64, ptr @RoceNic_counters, align 8
  %80 = call ptr @get(ptr %78, i64 %79)
  %81 = load ptr, ptr @the, align 8
  %82 = load i64, ptr @the_roce_sent_frames, align 8
  %83 = getelementptr inbounds nuw ptr, ptr %81, i64 %82
  %84 = load ptr, ptr %83, align 8
  call void @count(ptr %80, ptr %84)
  br label %85

85:
  %86 = load i32, ptr %17, align 4
  %87 = icmp eq i32 %86, 1
  br i1 %87, label %88, label %92

88:
  %89 = call ptr @PyErr_Occurred()
  %90 = icmp ne ptr %89, null
  br i1 %90, label %92, label %91

91:
  store i32 1, ptr %6, align 4
  store i32 1, ptr %14, align 4
  br label %98

92:
  %93 = load ptr, ptr %11, align 8
  %94 = getelementptr inbounds nuw %struct.leaving, ptr %93, i32 0, i32 3
  %95 = load ptr, ptr %94, align 8
  call void @Py_DecRef(ptr %95)
  %96 = load ptr, ptr %11, align 8
  %97 = getelementptr inbounds nuw %struct.leaving, ptr %96, i32 0, i32 3
  store ptr null, ptr %97, align 8
  store i32 2, ptr %6, align 4
  store i32 1, ptr %14, align 4
  br label %98

98:
  br label %99

99:
  %100 = load i32, ptr %6, align 4
  ret i32 %100
}

define internal zeroext i1 @run_due(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca i1, align 1
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i32, align 4
  %10 = alloca ptr, align 8
  %11 = alloca i8, align 1
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  br label %12

12:
  %13 = load ptr, ptr %6, align 8
  %14 = load i64, ptr %7, align 8
  %15 = call zeroext i1 @pop_due(ptr %13, i64 %14, ptr %8)
  br i1 %15, label %17, label %16

16:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %9, align 4
  br label %52

17:
  %18 = load ptr, ptr %8, align 8
  %19 = icmp ne ptr %18, null
  br i1 %19, label %21, label %20

20:
  store i1 true, ptr %4, align 1
  store i32 1, ptr %9, align 4
  br label %52

21:
  %22 = load ptr, ptr %5, align 8
  %23 = load i64, ptr @RoceNic_queue_pairs, align 8
  %24 = call ptr @get(ptr %22, i64 %23)
  %25 = load ptr, ptr %8, align 8
  %26 = call ptr @PyDict_GetItemWithError(ptr %24, ptr %25)
  %27 = call ptr @kept(ptr %26)
  store ptr %27, ptr %10, align 8
  %28 = load ptr, ptr %10, align 8
  %29 = icmp ne ptr %28, null
  br i1 %29, label %30, label %36

30:
  %31 = load ptr, ptr %6, align 8
  %32 = load ptr, ptr %10, align 8
  %33 = load i64, ptr %7, align 8
  %34 = call zeroext i1 @run(ptr %31, ptr %32, i64 %33)
  %35 = zext i1 %34 to i32
  br label %41

36:
  %37 = call ptr @PyErr_Occurred()
  %38 = icmp ne ptr %37, null
  %39 = xor i1 %38, true
  %40 = zext i1 %39 to i32
  br label %41

41:
  %42 = phi i32 [ %35, %30 ], [ %40, %36 ]
  %43 = icmp ne i32 %42, 0
  %44 = zext i1 %43 to i8
  store i8 %44, ptr %11, align 1
  %45 = load ptr, ptr %10, align 8
  call void @Py_DecRef(ptr %45)
  %46 = load ptr, ptr %8, align 8
  call void @Py_DecRef(ptr %46)
  %47 = load i8, ptr %11, align 1
  %48 = trunc i8 %47 to i1
  br i1 %48, label %50, label %49

49:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %9, align 4
  br label %51

50:
  store i32 0, ptr %9, align 4
  br label %51

51:
  br label %52

52:
  %53 = load i32, ptr %9, align 4
  switch i32 %53, label %57 [
    i32 0, label %54
    i32 1, label %55
  ]

54:
  br label %12

55:
  %56 = load i1, ptr %4, align 1
  ret i1 %56

57:
  unreachable
}

define internal i64 @paused(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %10 = load ptr, ptr %4, align 8
  %11 = load i64, ptr @RocePauses__until_ns, align 8
  %12 = call ptr @get(ptr %10, i64 %11)
  store ptr %12, ptr %7, align 8
  store i64 0, ptr %8, align 8
  store i64 0, ptr %9, align 8
  br label %13

13:
  %14 = load i64, ptr %9, align 8
  %15 = load ptr, ptr %7, align 8
  %16 = call i64 @list_size(ptr %15)
  %17 = icmp slt i64 %14, %16
  br i1 %17, label %19, label %18

18:
  br label %37

19:
  %20 = load ptr, ptr %7, align 8
  %21 = load i64, ptr %9, align 8
  %22 = call ptr @list_item(ptr %20, i64 %21)
  %23 = load i64, ptr %5, align 8
  %24 = call ptr @list_item(ptr %22, i64 %23)
  %25 = call i64 @value_of(ptr %24)
  %26 = load i64, ptr %6, align 8
  %27 = icmp sgt i64 %25, %26
  br i1 %27, label %28, label %33

28:
  %29 = load i64, ptr %9, align 8
  %30 = shl i64 1, %29
  %31 = load i64, ptr %8, align 8
  %32 = or i64 %31, %30
  store i64 %32, ptr %8, align 8
  br label %33

33:
  br label %34

34:
  %35 = load i64, ptr %9, align 8
  %36 = add i64 %35, 1
  store i64 %36, ptr %9, align 8
  br label %13

37:
  %38 = load i64, ptr %8, align 8
  ret i64 %38
}

define internal i32 @next_frame(ptr %0, i64 %1, i64 %2, i64 %3, ptr %4) nounwind {
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i32, align 4
  %13 = alloca ptr, align 8
  %14 = alloca i32, align 4
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  store ptr %4, ptr %10, align 8
  %15 = load ptr, ptr %6, align 8
  %16 = load i64, ptr @RoceScheduler__ports, align 8
  %17 = call ptr @get(ptr %15, i64 %16)
  store ptr %17, ptr %11, align 8
  store i32 1, ptr %12, align 4
  %18 = load ptr, ptr %10, align 8
  %19 = getelementptr inbounds nuw %struct.leaving, ptr %18, i32 0, i32 4
  store i64 0, ptr %19, align 8
  br label %20

20:
  %21 = load ptr, ptr %10, align 8
  %22 = getelementptr inbounds nuw %struct.leaving, ptr %21, i32 0, i32 4
  %23 = load i64, ptr %22, align 8
  %24 = load ptr, ptr %11, align 8
  %25 = call i64 @list_size(ptr %24)
  %26 = icmp slt i64 %23, %25
  br i1 %26, label %27, label %96

27:
  %28 = load ptr, ptr %11, align 8
  %29 = load ptr, ptr %10, align 8
  %30 = getelementptr inbounds nuw %struct.leaving, ptr %29, i32 0, i32 4
  %31 = load i64, ptr %30, align 8
  %32 = call ptr @list_item(ptr %28, i64 %31)
  store ptr %32, ptr %13, align 8
  %33 = load i64, ptr %8, align 8
  %34 = load ptr, ptr %10, align 8
  %35 = getelementptr inbounds nuw %struct.leaving, ptr %34, i32 0, i32 4
  %36 = load i64, ptr %35, align 8
  %37 = ashr i64 %33, %36
  %38 = and i64 %37, 1
  %39 = icmp ne i64 %38, 0
  br i1 %39, label %40, label %46

40:
  %41 = load ptr, ptr %13, align 8
  %42 = load i64, ptr @RoceTurns_cnps, align 8
  %43 = call ptr @get(ptr %41, i64 %42)
  %44 = load ptr, ptr %10, align 8
  %45 = call i32 @next_cnp(ptr %43, ptr %44)
  store i32 %45, ptr %12, align 4
  br label %46

46:
  %47 = load i32, ptr %12, align 4
  %48 = icmp eq i32 %47, 1
  br i1 %48, label %49, label %80

49:
  %50 = load ptr, ptr %10, align 8
  %51 = call zeroext i1 @has_frame(ptr %50)
  br i1 %51, label %80, label %52

52:
  %53 = load i64, ptr %7, align 8
  %54 = load ptr, ptr %10, align 8
  %55 = getelementptr inbounds nuw %struct.leaving, ptr %54, i32 0, i32 4
  %56 = load i64, ptr %55, align 8
  %57 = ashr i64 %53, %56
  %58 = and i64 %57, 1
  %59 = icmp ne i64 %58, 0
  br i1 %59, label %60, label %80

60:
  %61 = load ptr, ptr %13, align 8
  %62 = load i64, ptr @RoceTurns_answers, align 8
  %63 = call ptr @get(ptr %61, i64 %62)
  %64 = load ptr, ptr %10, align 8
  %65 = call i32 @next_answer(ptr %63, ptr %64)
  store i32 %65, ptr %12, align 4
  %66 = load i32, ptr %12, align 4
  %67 = icmp eq i32 %66, 1
  br i1 %67, label %68, label %79

68:
  %69 = load ptr, ptr %10, align 8
  %70 = call zeroext i1 @has_frame(ptr %69)
  br i1 %70, label %79, label %71

71:
  %72 = load ptr, ptr %6, align 8
  %73 = load ptr, ptr %13, align 8
  %74 = load i64, ptr @RoceTurns_data, align 8
  %75 = call ptr @get(ptr %73, i64 %74)
  %76 = load i64, ptr %9, align 8
  %77 = load ptr, ptr %10, align 8
  %78 = call i32 @next_data(ptr %72, ptr %75, i64 %76, ptr %77)
  store i32 %78, ptr %12, align 4
  br label %79

79:
  br label %80

80:
  %81 = load i32, ptr %12, align 4
  %82 = icmp ne i32 %81, 1
  br i1 %82, label %86, label %83

83:
  %84 = load ptr, ptr %10, align 8
  %85 = call zeroext i1 @has_frame(ptr %84)
  br i1 %85, label %86, label %87

86:
  store i32 2, ptr %14, align 4
  br label %88

87:
  store i32 0, ptr %14, align 4
  br label %88

88:
  %89 = load i32, ptr %14, align 4
  switch i32 %89, label %98 [
    i32 0, label %90
    i32 2, label %96
  ]

90:
  br label %91

91:
  %92 = load ptr, ptr %10, align 8
  %93 = getelementptr inbounds nuw %struct.leaving, ptr %92, i32 0, i32 4
  %94 = load i64, ptr %93, align 8
  %95 = add i64 %94, 1
  store i64 %95, ptr %93, align 8
  br label %20

96:
  %97 = load i32, ptr %12, align 4
  store i32 1, ptr %14, align 4
  ret i32 %97

98:
  unreachable
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

define internal zeroext i1 @pop_due(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = alloca i1, align 1
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  %12 = load ptr, ptr %5, align 8
  %13 = load i64, ptr @RoceScheduler__heap, align 8
  %14 = call ptr @get(ptr %12, i64 %13)
  store ptr %14, ptr %8, align 8
  %15 = load ptr, ptr %5, align 8
  %16 = load i64, ptr @RoceScheduler__armed, align 8
  %17 = call ptr @get(ptr %15, i64 %16)
  store ptr %17, ptr %9, align 8
  %18 = load ptr, ptr %7, align 8
  store ptr null, ptr %18, align 8
  br label %19

19:
  %20 = load ptr, ptr %7, align 8
  %21 = load ptr, ptr %20, align 8
  %22 = icmp ne ptr %21, null
  br i1 %22, label %34, label %23

23:
  %24 = load ptr, ptr %8, align 8
  %25 = call i64 @list_size(ptr %24)
  %26 = icmp sgt i64 %25, 0
  br i1 %26, label %27, label %34

27:
  %28 = load ptr, ptr %8, align 8
  %29 = call ptr @list_item(ptr %28, i64 0)
  %30 = call ptr @tuple_item(ptr %29, i64 0)
  %31 = call i64 @value_of(ptr %30)
  %32 = load i64, ptr %6, align 8
  %33 = icmp sle i64 %31, %32
  br label %34

34:
  %35 = phi i1 [ false, %23 ], [ false, %19 ], [ %33, %27 ]
  br i1 %35, label %36, label %62

36:
  %37 = call ptr @PyErr_Occurred()
  %38 = icmp ne ptr %37, null
  br i1 %38, label %39, label %40

39:
  br label %43

40:
  %41 = load ptr, ptr %8, align 8
  %42 = call ptr @pop(ptr %41)
  br label %43

43:
  %44 = phi ptr [ null, %39 ], [ %42, %40 ]
  store ptr %44, ptr %10, align 8
  %45 = load ptr, ptr %10, align 8
  %46 = icmp ne ptr %45, null
  br i1 %46, label %48, label %47

47:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %11, align 4
  br label %59

48:
  %49 = load ptr, ptr %9, align 8
  %50 = load ptr, ptr %10, align 8
  %51 = call zeroext i1 @holds(ptr %49, ptr %50)
  br i1 %51, label %52, label %57

52:
  %53 = load ptr, ptr %10, align 8
  %54 = call ptr @tuple_item(ptr %53, i64 1)
  %55 = call ptr @kept(ptr %54)
  %56 = load ptr, ptr %7, align 8
  store ptr %55, ptr %56, align 8
  br label %57

57:
  %58 = load ptr, ptr %10, align 8
  call void @Py_DecRef(ptr %58)
  store i32 0, ptr %11, align 4
  br label %59

59:
  %60 = load i32, ptr %11, align 4
  switch i32 %60, label %80 [
    i32 0, label %61
  ]

61:
  br label %19

62:
  %63 = call ptr @PyErr_Occurred()
  %64 = icmp ne ptr %63, null
  br i1 %64, label %78, label %65

65:
  %66 = load ptr, ptr %7, align 8
  %67 = load ptr, ptr %66, align 8
  %68 = icmp ne ptr %67, null
  br i1 %68, label %69, label %76

69:
  %70 = load ptr, ptr %9, align 8
  %71 = load ptr, ptr %7, align 8
  %72 = load ptr, ptr %71, align 8
  %73 = call i32 @PyDict_DelItem(ptr %70, ptr %72)
  %74 = icmp ne i32 %73, 0
  %75 = xor i1 %74, true
  br label %76

76:
  %77 = phi i1 [ true, %65 ], [ %75, %69 ]
  br label %78

78:
  %79 = phi i1 [ false, %62 ], [ %77, %76 ]
  store i1 %79, ptr %4, align 1
  store i32 1, ptr %11, align 4
  br label %80

80:
  %81 = load i1, ptr %4, align 1
  ret i1 %81
}

define internal zeroext i1 @run(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca i1, align 1
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i8, align 1
  %13 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %14 = load ptr, ptr %6, align 8
  %15 = load i64, ptr @RoceQueuePair__requester, align 8
  %16 = call ptr @get(ptr %14, i64 %15)
  store ptr %16, ptr %8, align 8
  %17 = load ptr, ptr %6, align 8
  %18 = load i64, ptr @RoceQueuePair__notification_point, align 8
  %19 = call ptr @get(ptr %17, i64 %18)
  store ptr %19, ptr %9, align 8
  %20 = load ptr, ptr %8, align 8
  %21 = load ptr, ptr @the, align 8
  %22 = load i64, ptr @the_None, align 8
  %23 = getelementptr inbounds nuw ptr, ptr %21, i64 %22
  %24 = load ptr, ptr %23, align 8
  %25 = icmp eq ptr %20, %24
  br i1 %25, label %26, label %27

26:
  br label %31

27:
  %28 = load ptr, ptr %8, align 8
  %29 = load i64, ptr @RoceRequester_deadline_ns, align 8
  %30 = call i64 @time_or_never(ptr %28, i64 %29)
  br label %31

31:
  %32 = phi i64 [ -1, %26 ], [ %30, %27 ]
  store i64 %32, ptr %10, align 8
  %33 = load i64, ptr %10, align 8
  %34 = icmp sge i64 %33, 0
  br i1 %34, label %35, label %61

35:
  %36 = load i64, ptr %10, align 8
  %37 = load i64, ptr %7, align 8
  %38 = icmp sle i64 %36, %37
  br i1 %38, label %39, label %61

39:
  %40 = load i64, ptr %7, align 8
  %41 = call ptr @integer(i64 %40)
  store ptr %41, ptr %11, align 8
  %42 = load ptr, ptr %11, align 8
  %43 = icmp ne ptr %42, null
  br i1 %43, label %44, label %50

44:
  %45 = load ptr, ptr %6, align 8
  %46 = load i64, ptr @the_run, align 8
  %47 = load ptr, ptr %11, align 8
  %48 = call ptr @method_1(ptr %45, i64 %46, ptr %47)
  %49 = call zeroext i1 @done(ptr %48)
  br label %50

50:
  %51 = phi i1 [ false, %39 ], [ %49, %44 ]
  %52 = zext i1 %51 to i8
  store i8 %52, ptr %12, align 1
  %53 = load ptr, ptr %11, align 8
  call void @Py_DecRef(ptr %53)
  %54 = load i8, ptr %12, align 1
  %55 = trunc i8 %54 to i1
  br i1 %55, label %57, label %56

56:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %13, align 4
  br label %58

57:
  store i32 0, ptr %13, align 4
  br label %58

58:
  %59 = load i32, ptr %13, align 4
  switch i32 %59, label %81 [
    i32 0, label %60
  ]

60:
  br label %76

61:
  %62 = load ptr, ptr %9, align 8
  %63 = load ptr, ptr @the, align 8
  %64 = load i64, ptr @the_None, align 8
  %65 = getelementptr inbounds nuw ptr, ptr %63, i64 %64
  %66 = load ptr, ptr %65, align 8
  %67 = icmp ne ptr %62, %66
  br i1 %67, label %68, label %75

68:
  %69 = load ptr, ptr %9, align 8
  %70 = load i64, ptr %7, align 8
  %71 = call zeroext i1 @interval_ends(ptr %69, i64 %70)
  br i1 %71, label %72, label %75

72:
  %73 = load ptr, ptr %6, align 8
  %74 = load i64, ptr @RoceQueuePair_cnp_due, align 8
  call void @put_bool(ptr %73, i64 %74, i1 zeroext true)
  br label %75

75:
  br label %76

76:
  %77 = load ptr, ptr %5, align 8
  %78 = load ptr, ptr %6, align 8
  %79 = load i64, ptr %7, align 8
  %80 = call zeroext i1 @look_at(ptr %77, ptr %78, i64 %79)
  store i1 %80, ptr %4, align 1
  store i32 1, ptr %13, align 4
  br label %81

81:
  %82 = load i1, ptr %4, align 1
  ret i1 %82
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

declare ptr @pop(ptr)

define internal zeroext i1 @holds(ptr %0, ptr %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = call ptr @tuple_item(ptr %7, i64 1)
  store ptr %8, ptr %5, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = icmp ne ptr %9, null
  br i1 %10, label %11, label %15

11:
  %12 = load ptr, ptr %3, align 8
  %13 = load ptr, ptr %5, align 8
  %14 = call ptr @PyDict_GetItemWithError(ptr %12, ptr %13)
  br label %16

15:
  br label %16

16:
  %17 = phi ptr [ %14, %11 ], [ null, %15 ]
  store ptr %17, ptr %6, align 8
  %18 = load ptr, ptr %6, align 8
  %19 = icmp ne ptr %18, null
  br i1 %19, label %20, label %27

20:
  %21 = load ptr, ptr %6, align 8
  %22 = call i64 @value_of(ptr %21)
  %23 = load ptr, ptr %4, align 8
  %24 = call ptr @tuple_item(ptr %23, i64 0)
  %25 = call i64 @value_of(ptr %24)
  %26 = icmp eq i64 %22, %25
  br label %27

27:
  %28 = phi i1 [ false, %16 ], [ %26, %20 ]
  ret i1 %28
}

declare i32 @PyDict_DelItem(ptr, ptr)

declare i64 @PyList_Size(ptr)

declare ptr @PyTuple_GetItem(ptr, i64)

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

declare zeroext i1 @interval_ends(ptr, i64)

declare ptr @PyObject_VectorcallMethod(ptr, ptr, i64, ptr)

define internal i32 @next_cnp(ptr %0, ptr %1) nounwind {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 1, ptr %6, align 4
  br label %9

9:
  %10 = load i32, ptr %6, align 4
  %11 = icmp eq i32 %10, 1
  br i1 %11, label %12, label %19

12:
  %13 = load ptr, ptr %5, align 8
  %14 = call zeroext i1 @has_frame(ptr %13)
  br i1 %14, label %19, label %15

15:
  %16 = load ptr, ptr %4, align 8
  %17 = call i64 @size_of(ptr %16)
  %18 = icmp sgt i64 %17, 0
  br label %19

19:
  %20 = phi i1 [ false, %12 ], [ false, %9 ], [ %18, %15 ]
  br i1 %20, label %21, label %42

21:
  %22 = load ptr, ptr %4, align 8
  %23 = load i64, ptr @RoceQueuePair_cnp_queued, align 8
  %24 = call ptr @take_first(ptr %22, i64 %23)
  store ptr %24, ptr %7, align 8
  %25 = load ptr, ptr %7, align 8
  %26 = icmp ne ptr %25, null
  br i1 %26, label %28, label %27

27:
  store i32 2, ptr %3, align 4
  store i32 1, ptr %8, align 4
  br label %39

28:
  %29 = load ptr, ptr %7, align 8
  %30 = load i64, ptr @RoceQueuePair_cnp_due, align 8
  %31 = call zeroext i1 @is_true(ptr %29, i64 %30)
  br i1 %31, label %32, label %37

32:
  %33 = load ptr, ptr %7, align 8
  %34 = load i64, ptr @the_next_cnp, align 8
  %35 = load ptr, ptr %5, align 8
  %36 = call i32 @made_by_python(ptr %33, i64 %34, ptr null, ptr %35)
  store i32 %36, ptr %6, align 4
  br label %37

37:
  %38 = load ptr, ptr %7, align 8
  call void @Py_DecRef(ptr %38)
  store i32 0, ptr %8, align 4
  br label %39

39:
  %40 = load i32, ptr %8, align 4
  switch i32 %40, label %44 [
    i32 0, label %41
  ]

41:
  br label %9

42:
  %43 = load i32, ptr %6, align 4
  store i32 %43, ptr %3, align 4
  store i32 1, ptr %8, align 4
  br label %44

44:
  %45 = load i32, ptr %3, align 4
  ret i32 %45
}

define internal i32 @next_answer(ptr %0, ptr %1) nounwind {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 1, ptr %6, align 4
  br label %9

9:
  %10 = load i32, ptr %6, align 4
  %11 = icmp eq i32 %10, 1
  br i1 %11, label %12, label %19

12:
  %13 = load ptr, ptr %5, align 8
  %14 = call zeroext i1 @has_frame(ptr %13)
  br i1 %14, label %19, label %15

15:
  %16 = load ptr, ptr %4, align 8
  %17 = call i64 @size_of(ptr %16)
  %18 = icmp sgt i64 %17, 0
  br label %19

19:
  %20 = phi i1 [ false, %12 ], [ false, %9 ], [ %18, %15 ]
  br i1 %20, label %21, label %48

21:
  %22 = load ptr, ptr %4, align 8
  %23 = load i64, ptr @RoceQueuePair_answer_queued, align 8
  %24 = call ptr @take_first(ptr %22, i64 %23)
  store ptr %24, ptr %7, align 8
  %25 = load ptr, ptr %7, align 8
  %26 = icmp ne ptr %25, null
  br i1 %26, label %28, label %27

27:
  store i32 2, ptr %3, align 4
  store i32 1, ptr %8, align 4
  br label %45

28:
  %29 = load ptr, ptr %7, align 8
  %30 = call zeroext i1 @has_acknowledgement(ptr %29)
  br i1 %30, label %31, label %43

31:
  %32 = load ptr, ptr %7, align 8
  %33 = load ptr, ptr %5, align 8
  %34 = call i32 @send_acknowledgement(ptr %32, ptr %33)
  store i32 %34, ptr %6, align 4
  %35 = load i32, ptr %6, align 4
  %36 = icmp eq i32 %35, 0
  br i1 %36, label %37, label %42

37:
  %38 = load ptr, ptr %7, align 8
  %39 = load i64, ptr @the_next_answer, align 8
  %40 = load ptr, ptr %5, align 8
  %41 = call i32 @made_by_python(ptr %38, i64 %39, ptr null, ptr %40)
  store i32 %41, ptr %6, align 4
  br label %42

42:
  br label %43

43:
  %44 = load ptr, ptr %7, align 8
  call void @Py_DecRef(ptr %44)
  store i32 0, ptr %8, align 4
  br label %45

45:
  %46 = load i32, ptr %8, align 4
  switch i32 %46, label %50 [
    i32 0, label %47
  ]

47:
  br label %9

48:
  %49 = load i32, ptr %6, align 4
  store i32 %49, ptr %3, align 4
  store i32 1, ptr %8, align 4
  br label %50

50:
  %51 = load i32, ptr %3, align 4
  ret i32 %51
}

define internal i32 @next_data(ptr %0, ptr %1, i64 %2, ptr %3) nounwind {
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i32, align 4
  %11 = alloca i64, align 8
  %12 = alloca i32, align 4
  %13 = alloca ptr, align 8
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  store i32 1, ptr %10, align 4
  %14 = load ptr, ptr %7, align 8
  %15 = call i64 @size_of(ptr %14)
  store i64 %15, ptr %11, align 8
  br label %16

16:
  %17 = load i32, ptr %10, align 4
  %18 = icmp eq i32 %17, 1
  br i1 %18, label %19, label %25

19:
  %20 = load ptr, ptr %9, align 8
  %21 = call zeroext i1 @has_frame(ptr %20)
  br i1 %21, label %25, label %22

22:
  %23 = load i64, ptr %11, align 8
  %24 = icmp sgt i64 %23, 0
  br label %25

25:
  %26 = phi i1 [ false, %19 ], [ false, %16 ], [ %24, %22 ]
  br i1 %26, label %28, label %27

27:
  store i32 2, ptr %12, align 4
  br label %48

28:
  %29 = load ptr, ptr %7, align 8
  %30 = load i64, ptr @RoceQueuePair_data_queued, align 8
  %31 = call ptr @take_first(ptr %29, i64 %30)
  store ptr %31, ptr %13, align 8
  %32 = load ptr, ptr %13, align 8
  %33 = icmp ne ptr %32, null
  br i1 %33, label %35, label %34

34:
  store i32 2, ptr %5, align 4
  store i32 1, ptr %12, align 4
  br label %42

35:
  %36 = load ptr, ptr %6, align 8
  %37 = load ptr, ptr %13, align 8
  %38 = load i64, ptr %8, align 8
  %39 = load ptr, ptr %9, align 8
  %40 = call i32 @turn(ptr %36, ptr %37, i64 %38, ptr %39)
  store i32 %40, ptr %10, align 4
  %41 = load ptr, ptr %13, align 8
  call void @Py_DecRef(ptr %41)
  store i32 0, ptr %12, align 4
  br label %42

42:
  %43 = load i32, ptr %12, align 4
  switch i32 %43, label %48 [
    i32 0, label %44
  ]

44:
  br label %45

45:
  %46 = load i64, ptr %11, align 8
  %47 = add i64 %46, -1
  store i64 %47, ptr %11, align 8
  br label %16

48:
  %49 = load i32, ptr %12, align 4
  switch i32 %49, label %52 [
    i32 2, label %50
  ]

50:
  %51 = load i32, ptr %10, align 4
  store i32 %51, ptr %5, align 4
  store i32 1, ptr %12, align 4
  br label %52

52:
  %53 = load i32, ptr %5, align 4
  ret i32 %53
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

define internal ptr @take_first(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = load i64, ptr @the_popleft, align 8
  %8 = call ptr @method(ptr %6, i64 %7)
  store ptr %8, ptr %5, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = icmp ne ptr %9, null
  br i1 %10, label %11, label %14

11:
  %12 = load ptr, ptr %5, align 8
  %13 = load i64, ptr %4, align 8
  call void @put_bool(ptr %12, i64 %13, i1 zeroext false)
  br label %14

14:
  %15 = load ptr, ptr %5, align 8
  ret ptr %15
}

define internal i32 @made_by_python(ptr %0, i64 %1, ptr %2, ptr %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %9 = load ptr, ptr %7, align 8
  %10 = icmp ne ptr %9, null
  br i1 %10, label %11, label %16

11:
  %12 = load ptr, ptr %5, align 8
  %13 = load i64, ptr %6, align 8
  %14 = load ptr, ptr %7, align 8
  %15 = call ptr @method_1(ptr %12, i64 %13, ptr %14)
  br label %20

16:
  %17 = load ptr, ptr %5, align 8
  %18 = load i64, ptr %6, align 8
  %19 = call ptr @method(ptr %17, i64 %18)
  br label %20

20:
  %21 = phi ptr [ %15, %11 ], [ %19, %16 ]
  %22 = load ptr, ptr %8, align 8
  %23 = getelementptr inbounds nuw %struct.leaving, ptr %22, i32 0, i32 3
  store ptr %21, ptr %23, align 8
  %24 = load ptr, ptr %8, align 8
  %25 = getelementptr inbounds nuw %struct.leaving, ptr %24, i32 0, i32 3
  %26 = load ptr, ptr %25, align 8
  %27 = icmp ne ptr %26, null
  %28 = zext i1 %27 to i64
  %29 = select i1 %27, i32 1, i32 2
  ret i32 %29
}

declare i64 @PyObject_Size(ptr)

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

declare i32 @send_acknowledgement(ptr, ptr)

define internal i32 @turn(ptr %0, ptr %1, i64 %2, ptr %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca i32, align 4
  %11 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %12 = load ptr, ptr %6, align 8
  %13 = call i64 @data_ns(ptr %12)
  store i64 %13, ptr %9, align 8
  %14 = load i64, ptr %9, align 8
  %15 = icmp sge i64 %14, 0
  br i1 %15, label %16, label %25

16:
  %17 = load i64, ptr %9, align 8
  %18 = load i64, ptr %7, align 8
  %19 = icmp sle i64 %17, %18
  br i1 %19, label %20, label %25

20:
  %21 = load ptr, ptr %6, align 8
  %22 = load i64, ptr %7, align 8
  %23 = load ptr, ptr %8, align 8
  %24 = call i32 @send_packet(ptr %21, i64 %22, ptr %23)
  br label %26

25:
  br label %26

26:
  %27 = phi i32 [ %24, %20 ], [ 1, %25 ]
  store i32 %27, ptr %10, align 4
  %28 = load i32, ptr %10, align 4
  %29 = icmp eq i32 %28, 0
  br i1 %29, label %30, label %45

30:
  %31 = load i64, ptr %7, align 8
  %32 = call ptr @integer(i64 %31)
  store ptr %32, ptr %11, align 8
  %33 = load ptr, ptr %11, align 8
  %34 = icmp ne ptr %33, null
  br i1 %34, label %35, label %41

35:
  %36 = load ptr, ptr %6, align 8
  %37 = load i64, ptr @the_next_data, align 8
  %38 = load ptr, ptr %11, align 8
  %39 = load ptr, ptr %8, align 8
  %40 = call i32 @made_by_python(ptr %36, i64 %37, ptr %38, ptr %39)
  br label %42

41:
  br label %42

42:
  %43 = phi i32 [ %40, %35 ], [ 2, %41 ]
  store i32 %43, ptr %10, align 4
  %44 = load ptr, ptr %11, align 8
  call void @Py_DecRef(ptr %44)
  br label %45

45:
  %46 = load i32, ptr %10, align 4
  %47 = icmp eq i32 %46, 1
  br i1 %47, label %48, label %54

48:
  %49 = load ptr, ptr %5, align 8
  %50 = load ptr, ptr %6, align 8
  %51 = load i64, ptr %7, align 8
  %52 = call zeroext i1 @look_at_data(ptr %49, ptr %50, i64 %51)
  br i1 %52, label %54, label %53

53:
  br label %56

54:
  %55 = load i32, ptr %10, align 4
  br label %56

56:
  %57 = phi i32 [ 2, %53 ], [ %55, %54 ]
  ret i32 %57
}

declare i32 @send_packet(ptr, i64, ptr)

define internal zeroext i1 @earliest_due(ptr %0, ptr %1) nounwind {
  %3 = alloca i1, align 1
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = load i64, ptr @RoceScheduler__heap, align 8
  %11 = call ptr @get(ptr %9, i64 %10)
  store ptr %11, ptr %6, align 8
  %12 = load ptr, ptr %4, align 8
  %13 = load i64, ptr @RoceScheduler__armed, align 8
  %14 = call ptr @get(ptr %12, i64 %13)
  store ptr %14, ptr %7, align 8
  %15 = load ptr, ptr %5, align 8
  store i64 -1, ptr %15, align 8
  br label %16

16:
  %17 = load ptr, ptr %6, align 8
  %18 = call i64 @list_size(ptr %17)
  %19 = icmp sgt i64 %18, 0
  br i1 %19, label %20, label %40

20:
  %21 = load ptr, ptr %7, align 8
  %22 = load ptr, ptr %6, align 8
  %23 = call ptr @list_item(ptr %22, i64 0)
  %24 = call zeroext i1 @holds(ptr %21, ptr %23)
  br i1 %24, label %25, label %31

25:
  %26 = load ptr, ptr %6, align 8
  %27 = call ptr @list_item(ptr %26, i64 0)
  %28 = call ptr @tuple_item(ptr %27, i64 0)
  %29 = call i64 @value_of(ptr %28)
  %30 = load ptr, ptr %5, align 8
  store i64 %29, ptr %30, align 8
  br label %40

31:
  %32 = call ptr @PyErr_Occurred()
  %33 = icmp ne ptr %32, null
  br i1 %33, label %38, label %34

34:
  %35 = load ptr, ptr %6, align 8
  %36 = call ptr @pop(ptr %35)
  %37 = call zeroext i1 @done(ptr %36)
  br i1 %37, label %39, label %38

38:
  store i1 false, ptr %3, align 1
  store i32 1, ptr %8, align 4
  br label %44

39:
  br label %16

40:
  %41 = call ptr @PyErr_Occurred()
  %42 = icmp ne ptr %41, null
  %43 = xor i1 %42, true
  store i1 %43, ptr %3, align 1
  store i32 1, ptr %8, align 4
  br label %44

44:
  %45 = load i1, ptr %3, align 1
  ret i1 %45
}

define internal i64 @next_end(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i32, align 4
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %12 = load ptr, ptr %3, align 8
  %13 = load i64, ptr @RocePauses__until_ns, align 8
  %14 = call ptr @get(ptr %12, i64 %13)
  store ptr %14, ptr %5, align 8
  store i64 -1, ptr %6, align 8
  store i64 0, ptr %7, align 8
  br label %15

15:
  %16 = load i64, ptr %7, align 8
  %17 = load ptr, ptr %5, align 8
  %18 = call i64 @list_size(ptr %17)
  %19 = icmp slt i64 %16, %18
  br i1 %19, label %21, label %20

20:
  store i32 2, ptr %8, align 4
  br label %51

21:
  %22 = load ptr, ptr %5, align 8
  %23 = load i64, ptr %7, align 8
  %24 = call ptr @list_item(ptr %22, i64 %23)
  store ptr %24, ptr %9, align 8
  store i64 0, ptr %10, align 8
  br label %25

25:
  %26 = load i64, ptr %10, align 8
  %27 = load ptr, ptr %9, align 8
  %28 = call i64 @list_size(ptr %27)
  %29 = icmp slt i64 %26, %28
  br i1 %29, label %31, label %30

30:
  store i32 5, ptr %8, align 4
  br label %47

31:
  %32 = load ptr, ptr %9, align 8
  %33 = load i64, ptr %10, align 8
  %34 = call ptr @list_item(ptr %32, i64 %33)
  %35 = call i64 @value_of(ptr %34)
  store i64 %35, ptr %11, align 8
  %36 = load i64, ptr %11, align 8
  %37 = load i64, ptr %4, align 8
  %38 = icmp sgt i64 %36, %37
  br i1 %38, label %39, label %43

39:
  %40 = load i64, ptr %6, align 8
  %41 = load i64, ptr %11, align 8
  %42 = call i64 @earlier(i64 %40, i64 %41)
  store i64 %42, ptr %6, align 8
  br label %43

43:
  br label %44

44:
  %45 = load i64, ptr %10, align 8
  %46 = add i64 %45, 1
  store i64 %46, ptr %10, align 8
  br label %25

47:
  br label %48

48:
  %49 = load i64, ptr %7, align 8
  %50 = add i64 %49, 1
  store i64 %50, ptr %7, align 8
  br label %15

51:
  %52 = load i64, ptr %6, align 8
  store i32 1, ptr %8, align 4
  ret i64 %52
}
