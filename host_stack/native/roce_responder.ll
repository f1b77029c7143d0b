; SPDX-License-Identifier: Apache-2.0
; Made of roce_responder.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 36a921c2f7d8f0257db325667afc02d3b450726e27e6bcf3427ed55e6d35f2d6
%struct.part = type { ptr, i64, i64, i64, i64, i64, i8, i8 }
%struct.arrived = type { ptr, ptr, ptr, i64, i64, i64, i8, i8 }
%struct.content = type { i64, i64, i64, i8, ptr, ptr, i64, i64 }

@RoceQueuePair_counters = external constant i64, align 8
@RoceQpCounters_marked = external constant i64, align 8
@RoceQueuePair__notification_point = external constant i64, align 8
@the = external global ptr, align 8
@the_None = external constant i64, align 8
@RoceQueuePair_cnp_due = external constant i64, align 8
@RoceNotificationPoint_again = external constant i64, align 8
@RoceNotificationPoint__ends_ns = external constant i64, align 8
@RoceQueuePair__responder = external constant i64, align 8
@RoceQueuePair_state = external constant i64, align 8
@RoceResponder__ack_due = external constant i64, align 8
@RoceResponder__nak = external constant i64, align 8
@the_rtr = external constant i64, align 8
@the_rts = external constant i64, align 8
@RoceQueuePair__last_words = external constant i64, align 8
@RoceResponder__frames = external constant i64, align 8
@RoceResponder__messages = external constant i64, align 8
@RoceQpFrames__classes = external constant i64, align 8
@RoceTrafficClasses_data = external constant i64, align 8
@RoceResponder__expected = external constant i64, align 8
@the_int = external constant i64, align 8
@long_digit = external constant i64, align 8
@RoceNotificationPoint__remembers = external constant i64, align 8
@RoceNotificationPoint__interval_ns = external constant i64, align 8
@the_True = external constant i64, align 8
@the_False = external constant i64, align 8
@RoceResponder_failed = external constant i64, align 8
@RoceResponder__complained = external constant i64, align 8
@RoceResponder__message = external constant i64, align 8
@RoceResponder__counters = external constant i64, align 8
@RoceQpCounters_out_of_sequence = external constant i64, align 8
@RoceQpCounters_duplicates = external constant i64, align 8
@RoceResponder__mtu = external constant i64, align 8
@RoceResponder__memory = external constant i64, align 8
@RoceResponder__domain = external constant i64, align 8
@RoceMessage_operation = external constant i64, align 8
@the_roce_write = external constant i64, align 8
@RoceMessage_address = external constant i64, align 8
@RoceMessage_r_key = external constant i64, align 8
@RoceMessage_left = external constant i64, align 8
@RoceResponder_receives = external constant i64, align 8
@the_list = external constant i64, align 8
@RoceQpCounters_bytes_placed = external constant i64, align 8
@RoceMessage_done = external constant i64, align 8
@the_RoceMessage = external constant i64, align 8
@RoceMessage_receive = external constant i64, align 8
@the_roce_receives_imm = external constant i64, align 8
@RoceReceive_wr_id = external constant i64, align 8
@RoceNic_now_ns = external constant i64, align 8

define void @note_mark(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = load i64, ptr @RoceQueuePair_counters, align 8
  %8 = call ptr @get(ptr %6, i64 %7)
  %9 = load i64, ptr @RoceQpCounters_marked, align 8
  call void @add(ptr %8, i64 %9, i64 1)
  %10 = load ptr, ptr %3, align 8
  %11 = load i64, ptr @RoceQueuePair__notification_point, align 8
  %12 = call ptr @get(ptr %10, i64 %11)
  store ptr %12, ptr %5, align 8
  %13 = load ptr, ptr %5, align 8
  %14 = load ptr, ptr @the, align 8
  %15 = load i64, ptr @the_None, align 8
  %16 = getelementptr inbounds nuw ptr, ptr %14, i64 %15
  %17 = load ptr, ptr %16, align 8
  %18 = icmp ne ptr %13, %17
  br i1 %18, label %19, label %26

19:
  %20 = load ptr, ptr %5, align 8
  %21 = load i64, ptr %4, align 8
  %22 = call zeroext i1 @on_marked(ptr %20, i64 %21)
  br i1 %22, label %23, label %26

23:
  %24 = load ptr, ptr %3, align 8
  %25 = load i64, ptr @RoceQueuePair_cnp_due, align 8
  call void @put_bool(ptr %24, i64 %25, i1 zeroext true)
  br label %26

26:
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

define internal zeroext i1 @on_marked(ptr %0, i64 %1) nounwind {
  %3 = alloca i1, align 1
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = load i64, ptr @RoceNotificationPoint__ends_ns, align 8
  %8 = call zeroext i1 @is_none(ptr %6, i64 %7)
  br i1 %8, label %21, label %9

9:
  %10 = load i64, ptr %5, align 8
  %11 = load ptr, ptr %4, align 8
  %12 = load i64, ptr @RoceNotificationPoint__ends_ns, align 8
  %13 = call i64 @get_int(ptr %11, i64 %12)
  %14 = icmp slt i64 %10, %13
  br i1 %14, label %15, label %21

15:
  %16 = load ptr, ptr %4, align 8
  %17 = load i64, ptr @RoceNotificationPoint_again, align 8
  %18 = load ptr, ptr %4, align 8
  %19 = load i64, ptr @RoceNotificationPoint__remembers, align 8
  %20 = call zeroext i1 @is_true(ptr %18, i64 %19)
  call void @put_bool(ptr %16, i64 %17, i1 zeroext %20)
  store i1 false, ptr %3, align 1
  br label %31

21:
  %22 = load ptr, ptr %4, align 8
  %23 = load i64, ptr @RoceNotificationPoint_again, align 8
  call void @put_bool(ptr %22, i64 %23, i1 zeroext false)
  %24 = load ptr, ptr %4, align 8
  %25 = load i64, ptr @RoceNotificationPoint__ends_ns, align 8
  %26 = load i64, ptr %5, align 8
  %27 = load ptr, ptr %4, align 8
  %28 = load i64, ptr @RoceNotificationPoint__interval_ns, align 8
  %29 = call i64 @get_int(ptr %27, i64 %28)
  %30 = add i64 %26, %29
  call void @put_int(ptr %24, i64 %25, i64 %30)
  store i1 true, ptr %3, align 1
  br label %31

31:
  %32 = load i1, ptr %3, align 1
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

define zeroext i1 @interval_ends(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr @RoceNotificationPoint_again, align 8
  %7 = call zeroext i1 @is_true(ptr %5, i64 %6)
  br i1 %7, label %8, label %22

8:
  %9 = load ptr, ptr %3, align 8
  %10 = load i64, ptr @RoceNotificationPoint__ends_ns, align 8
  %11 = call zeroext i1 @is_none(ptr %9, i64 %10)
  br i1 %11, label %22, label %12

12:
  %13 = load i64, ptr %4, align 8
  %14 = load ptr, ptr %3, align 8
  %15 = load i64, ptr @RoceNotificationPoint__ends_ns, align 8
  %16 = call i64 @get_int(ptr %14, i64 %15)
  %17 = icmp sge i64 %13, %16
  br i1 %17, label %18, label %22

18:
  %19 = load ptr, ptr %3, align 8
  %20 = load i64, ptr %4, align 8
  %21 = call zeroext i1 @on_marked(ptr %19, i64 %20)
  br label %22

22:
  %23 = phi i1 [ false, %12 ], [ false, %8 ], [ false, %2 ], [ %21, %18 ]
  ret i1 %23
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

define i32 @take_request(ptr %0, ptr %1, ptr %2, i64 %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  %11 = load ptr, ptr %6, align 8
  %12 = load i64, ptr @RoceQueuePair__responder, align 8
  %13 = call ptr @hold(ptr %11, i64 %12)
  store ptr %13, ptr %9, align 8
  %14 = load ptr, ptr %5, align 8
  %15 = load ptr, ptr %6, align 8
  %16 = load ptr, ptr %9, align 8
  %17 = load ptr, ptr %7, align 8
  %18 = load i64, ptr %8, align 8
  %19 = call i32 @on_request(ptr %14, ptr %15, ptr %16, ptr %17, i64 %18)
  store i32 %19, ptr %10, align 4
  %20 = load ptr, ptr %9, align 8
  call void @Py_DecRef(ptr %20)
  %21 = load i32, ptr %10, align 4
  ret i32 %21
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

define internal i32 @on_request(ptr %0, ptr %1, ptr %2, ptr %3, i64 %4) nounwind {
  %6 = alloca i32, align 4
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i64, align 8
  %12 = alloca ptr, align 8
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  %15 = alloca %struct.part, align 8
  %16 = alloca i32, align 4
  %17 = alloca i32, align 4
  store ptr %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store ptr %2, ptr %9, align 8
  store ptr %3, ptr %10, align 8
  store i64 %4, ptr %11, align 8
  store ptr null, ptr %12, align 8
  %18 = load ptr, ptr %9, align 8
  %19 = load i64, ptr @RoceResponder__expected, align 8
  %20 = call i64 @get_int(ptr %18, i64 %19)
  store i64 %20, ptr %13, align 8
  %21 = load ptr, ptr %10, align 8
  %22 = getelementptr inbounds nuw %struct.arrived, ptr %21, i32 0, i32 5
  %23 = load i64, ptr %22, align 8
  %24 = load i64, ptr %13, align 8
  %25 = call i64 @index_of(i64 %23, i64 %24)
  store i64 %25, ptr %14, align 8
  %26 = load ptr, ptr %9, align 8
  %27 = load i64, ptr @RoceResponder_failed, align 8
  %28 = call zeroext i1 @is_true(ptr %26, i64 %27)
  br i1 %28, label %32, label %29

29:
  %30 = load ptr, ptr %10, align 8
  %31 = call zeroext i1 @is_whole_write(ptr %30)
  br i1 %31, label %33, label %32

32:
  store i32 0, ptr %6, align 4
  store i32 1, ptr %16, align 4
  br label %104

33:
  %34 = load i64, ptr %14, align 8
  %35 = load i64, ptr %13, align 8
  %36 = icmp ne i64 %34, %35
  br i1 %36, label %37, label %56

37:
  %38 = load ptr, ptr %9, align 8
  %39 = load ptr, ptr %10, align 8
  %40 = load i64, ptr %14, align 8
  %41 = load i64, ptr %13, align 8
  %42 = sub i64 %40, %41
  %43 = call i32 @out_of_order(ptr %38, ptr %39, i64 %42)
  store i32 %43, ptr %17, align 4
  %44 = load i32, ptr %17, align 4
  %45 = icmp eq i32 %44, 1
  br i1 %45, label %46, label %54

46:
  %47 = load ptr, ptr %10, align 8
  %48 = getelementptr inbounds nuw %struct.arrived, ptr %47, i32 0, i32 6
  %49 = load i8, ptr %48, align 8
  %50 = trunc i8 %49 to i1
  br i1 %50, label %51, label %54

51:
  %52 = load ptr, ptr %8, align 8
  %53 = load i64, ptr %11, align 8
  call void @note_mark(ptr %52, i64 %53)
  br label %54

54:
  %55 = load i32, ptr %17, align 4
  store i32 %55, ptr %6, align 4
  store i32 1, ptr %16, align 4
  br label %104

56:
  %57 = load ptr, ptr %9, align 8
  %58 = load ptr, ptr %10, align 8
  %59 = call zeroext i1 @is_next(ptr %57, ptr %58, ptr %15)
  br i1 %59, label %60, label %64

60:
  %61 = load ptr, ptr %9, align 8
  %62 = load ptr, ptr %10, align 8
  %63 = call zeroext i1 @may_write(ptr %61, ptr %62, ptr %15, ptr %12)
  br i1 %63, label %65, label %64

64:
  store i32 0, ptr %6, align 4
  store i32 1, ptr %16, align 4
  br label %104

65:
  %66 = load ptr, ptr %10, align 8
  %67 = getelementptr inbounds nuw %struct.arrived, ptr %66, i32 0, i32 6
  %68 = load i8, ptr %67, align 8
  %69 = trunc i8 %68 to i1
  br i1 %69, label %70, label %73

70:
  %71 = load ptr, ptr %8, align 8
  %72 = load i64, ptr %11, align 8
  call void @note_mark(ptr %71, i64 %72)
  br label %73

73:
  %74 = load ptr, ptr %7, align 8
  %75 = load ptr, ptr %8, align 8
  %76 = load ptr, ptr %9, align 8
  %77 = load ptr, ptr %12, align 8
  %78 = call zeroext i1 @place(ptr %74, ptr %75, ptr %76, ptr %15, ptr %77)
  br i1 %78, label %80, label %79

79:
  store i32 2, ptr %6, align 4
  store i32 1, ptr %16, align 4
  br label %104

80:
  %81 = load ptr, ptr %9, align 8
  %82 = load i64, ptr @RoceResponder__expected, align 8
  call void @add(ptr %81, i64 %82, i64 1)
  %83 = load ptr, ptr %9, align 8
  %84 = load i64, ptr @RoceResponder__complained, align 8
  call void @put_bool(ptr %83, i64 %84, i1 zeroext false)
  %85 = load ptr, ptr %9, align 8
  %86 = load i64, ptr @RoceResponder__nak, align 8
  call void @put_none(ptr %85, i64 %86)
  %87 = getelementptr inbounds nuw %struct.part, ptr %15, i32 0, i32 7
  %88 = load i8, ptr %87, align 1
  %89 = trunc i8 %88 to i1
  br i1 %89, label %90, label %95

90:
  %91 = load ptr, ptr %9, align 8
  %92 = load i64, ptr @RoceResponder__messages, align 8
  call void @add(ptr %91, i64 %92, i64 1)
  %93 = load ptr, ptr %9, align 8
  %94 = load i64, ptr @RoceResponder__message, align 8
  call void @put_none(ptr %93, i64 %94)
  br label %95

95:
  %96 = load ptr, ptr %10, align 8
  %97 = getelementptr inbounds nuw %struct.arrived, ptr %96, i32 0, i32 7
  %98 = load i8, ptr %97, align 1
  %99 = trunc i8 %98 to i1
  br i1 %99, label %100, label %103

100:
  %101 = load ptr, ptr %9, align 8
  %102 = load i64, ptr @RoceResponder__ack_due, align 8
  call void @put_bool(ptr %101, i64 %102, i1 zeroext true)
  br label %103

103:
  store i32 1, ptr %6, align 4
  store i32 1, ptr %16, align 4
  br label %104

104:
  %105 = load i32, ptr %6, align 4
  ret i32 %105
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

define zeroext i1 @has_acknowledgement(ptr %0) nounwind {
  %2 = alloca i1, align 1
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  %7 = load ptr, ptr %3, align 8
  %8 = load i64, ptr @RoceQueuePair__responder, align 8
  %9 = call ptr @get(ptr %7, i64 %8)
  store ptr %9, ptr %4, align 8
  %10 = load ptr, ptr %3, align 8
  %11 = load i64, ptr @RoceQueuePair_state, align 8
  %12 = call ptr @get(ptr %10, i64 %11)
  store ptr %12, ptr %5, align 8
  %13 = load ptr, ptr %4, align 8
  %14 = load ptr, ptr @the, align 8
  %15 = load i64, ptr @the_None, align 8
  %16 = getelementptr inbounds nuw ptr, ptr %14, i64 %15
  %17 = load ptr, ptr %16, align 8
  %18 = icmp eq ptr %13, %17
  br i1 %18, label %27, label %19

19:
  %20 = load ptr, ptr %4, align 8
  %21 = load i64, ptr @RoceResponder__ack_due, align 8
  %22 = call zeroext i1 @is_true(ptr %20, i64 %21)
  br i1 %22, label %28, label %23

23:
  %24 = load ptr, ptr %4, align 8
  %25 = load i64, ptr @RoceResponder__nak, align 8
  %26 = call zeroext i1 @is_none(ptr %24, i64 %25)
  br i1 %26, label %27, label %28

27:
  store i1 false, ptr %2, align 1
  store i32 1, ptr %6, align 4
  br label %48

28:
  %29 = load ptr, ptr %5, align 8
  %30 = load ptr, ptr @the, align 8
  %31 = load i64, ptr @the_rtr, align 8
  %32 = getelementptr inbounds nuw ptr, ptr %30, i64 %31
  %33 = load ptr, ptr %32, align 8
  %34 = icmp eq ptr %29, %33
  br i1 %34, label %46, label %35

35:
  %36 = load ptr, ptr %5, align 8
  %37 = load ptr, ptr @the, align 8
  %38 = load i64, ptr @the_rts, align 8
  %39 = getelementptr inbounds nuw ptr, ptr %37, i64 %38
  %40 = load ptr, ptr %39, align 8
  %41 = icmp eq ptr %36, %40
  br i1 %41, label %46, label %42

42:
  %43 = load ptr, ptr %3, align 8
  %44 = load i64, ptr @RoceQueuePair__last_words, align 8
  %45 = call zeroext i1 @is_true(ptr %43, i64 %44)
  br label %46

46:
  %47 = phi i1 [ true, %35 ], [ true, %28 ], [ %45, %42 ]
  store i1 %47, ptr %2, align 1
  store i32 1, ptr %6, align 4
  br label %48

48:
  %49 = load i1, ptr %2, align 1
  ret i1 %49
}

define i32 @send_acknowledgement(ptr %0, ptr %1) nounwind {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  %9 = alloca [4 x i8], align 1
  %10 = alloca %struct.content, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %11 = load ptr, ptr %4, align 8
  %12 = load i64, ptr @RoceQueuePair__responder, align 8
  %13 = call ptr @get(ptr %11, i64 %12)
  store ptr %13, ptr %6, align 8
  %14 = load ptr, ptr %6, align 8
  %15 = load i64, ptr @RoceResponder__frames, align 8
  %16 = call ptr @get(ptr %14, i64 %15)
  store ptr %16, ptr %7, align 8
  %17 = load ptr, ptr %6, align 8
  %18 = load i64, ptr @RoceResponder__nak, align 8
  %19 = call zeroext i1 @is_none(ptr %17, i64 %18)
  br i1 %19, label %20, label %23

20:
  %21 = load ptr, ptr %7, align 8
  %22 = call zeroext i1 @makes_frames(ptr %21)
  br i1 %22, label %24, label %23

23:
  store i32 0, ptr %3, align 4
  store i32 1, ptr %8, align 4
  br label %61

24:
  %25 = getelementptr inbounds [4 x i8], ptr %9, i64 0, i64 0
  %26 = load ptr, ptr %6, align 8
  %27 = load i64, ptr @RoceResponder__messages, align 8
  %28 = call i64 @get_int(ptr %26, i64 %27)
  %29 = and i64 %28, 16777215
  %30 = or i64 520093696, %29
  %31 = call ptr @write_32(ptr %25, i64 %30)
  %32 = getelementptr inbounds nuw %struct.content, ptr %10, i32 0, i32 0
  %33 = load ptr, ptr %7, align 8
  %34 = load i64, ptr @RoceQpFrames__classes, align 8
  %35 = call ptr @get(ptr %33, i64 %34)
  %36 = load i64, ptr @RoceTrafficClasses_data, align 8
  %37 = call i64 @get_int(ptr %35, i64 %36)
  %38 = shl i64 %37, 2
  store i64 %38, ptr %32, align 8
  %39 = getelementptr inbounds nuw %struct.content, ptr %10, i32 0, i32 1
  store i64 17, ptr %39, align 8
  %40 = getelementptr inbounds nuw %struct.content, ptr %10, i32 0, i32 2
  %41 = load ptr, ptr %6, align 8
  %42 = load i64, ptr @RoceResponder__expected, align 8
  %43 = call i64 @get_int(ptr %41, i64 %42)
  %44 = sub i64 %43, 1
  store i64 %44, ptr %40, align 8
  %45 = getelementptr inbounds nuw %struct.content, ptr %10, i32 0, i32 3
  store i8 0, ptr %45, align 8
  %46 = getelementptr i8, ptr %10, i64 25
  call void @llvm.memset.p0.i64(ptr align 1 %46, i8 0, i64 7, i1 false)
  %47 = getelementptr inbounds nuw %struct.content, ptr %10, i32 0, i32 4
  %48 = getelementptr inbounds [4 x i8], ptr %9, i64 0, i64 0
  store ptr %48, ptr %47, align 8
  %49 = getelementptr inbounds nuw %struct.content, ptr %10, i32 0, i32 5
  store ptr null, ptr %49, align 8
  %50 = getelementptr inbounds nuw %struct.content, ptr %10, i32 0, i32 6
  store i64 4, ptr %50, align 8
  %51 = getelementptr inbounds nuw %struct.content, ptr %10, i32 0, i32 7
  store i64 0, ptr %51, align 8
  %52 = load ptr, ptr %4, align 8
  %53 = load i64, ptr @RoceQueuePair__last_words, align 8
  call void @put_bool(ptr %52, i64 %53, i1 zeroext false)
  %54 = load ptr, ptr %6, align 8
  %55 = load i64, ptr @RoceResponder__ack_due, align 8
  call void @put_bool(ptr %54, i64 %55, i1 zeroext false)
  %56 = load ptr, ptr %7, align 8
  %57 = load ptr, ptr %5, align 8
  %58 = call zeroext i1 @make_frame(ptr %56, ptr %10, ptr %57)
  %59 = zext i1 %58 to i64
  %60 = select i1 %58, i32 1, i32 2
  store i32 %60, ptr %3, align 4
  store i32 1, ptr %8, align 4
  br label %61

61:
  %62 = load i32, ptr %3, align 4
  ret i32 %62
}

declare zeroext i1 @makes_frames(ptr)

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

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

declare zeroext i1 @make_frame(ptr, ptr, ptr)

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

define internal ptr @integer(i64 %0) alwaysinline nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = call ptr @PyLong_FromLong(i64 %3)
  ret ptr %4
}

define internal ptr @type_of(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds ptr, ptr %3, i64 1
  %5 = load ptr, ptr %4, align 8
  ret ptr %5
}

declare i64 @llvm.expect.i64(i64, i64)

declare void @strange(ptr, i64)

define internal zeroext i1 @is_held_once(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr %3, align 8
  %5 = icmp eq i64 %4, 1
  ret i1 %5
}

declare ptr @PyLong_FromLong(i64)

define internal ptr @kept(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  call void @Py_IncRef(ptr %3)
  %4 = load ptr, ptr %2, align 8
  ret ptr %4
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

declare zeroext i1 @counts_as_true(ptr)

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

declare i64 @PyLong_AsLong(ptr)

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

define internal zeroext i1 @is_whole_write(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %2, align 8
  %5 = load ptr, ptr %2, align 8
  %6 = getelementptr inbounds nuw %struct.arrived, ptr %5, i32 0, i32 4
  %7 = load i64, ptr %6, align 8
  store i64 %7, ptr %3, align 8
  %8 = load i64, ptr %3, align 8
  %9 = call zeroext i1 @is_first(i64 %8)
  %10 = zext i1 %9 to i64
  %11 = select i1 %9, i32 16, i32 0
  %12 = load i64, ptr %3, align 8
  %13 = call zeroext i1 @has_immediate(i64 %12)
  %14 = zext i1 %13 to i64
  %15 = select i1 %13, i32 4, i32 0
  %16 = add i32 %11, %15
  %17 = sext i32 %16 to i64
  store i64 %17, ptr %4, align 8
  %18 = load i64, ptr %3, align 8
  %19 = icmp sge i64 %18, 6
  br i1 %19, label %20, label %29

20:
  %21 = load i64, ptr %3, align 8
  %22 = icmp sle i64 %21, 11
  br i1 %22, label %23, label %29

23:
  %24 = load ptr, ptr %2, align 8
  %25 = getelementptr inbounds nuw %struct.arrived, ptr %24, i32 0, i32 3
  %26 = load i64, ptr %25, align 8
  %27 = load i64, ptr %4, align 8
  %28 = icmp sge i64 %26, %27
  br label %29

29:
  %30 = phi i1 [ false, %20 ], [ false, %1 ], [ %28, %23 ]
  ret i1 %30
}

define internal i32 @out_of_order(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %10 = load ptr, ptr %5, align 8
  %11 = load i64, ptr @RoceResponder__counters, align 8
  %12 = call ptr @get(ptr %10, i64 %11)
  store ptr %12, ptr %8, align 8
  %13 = load i64, ptr %7, align 8
  %14 = icmp sgt i64 %13, 0
  br i1 %14, label %15, label %20

15:
  %16 = load ptr, ptr %5, align 8
  %17 = load i64, ptr @RoceResponder__complained, align 8
  %18 = call zeroext i1 @is_true(ptr %16, i64 %17)
  br i1 %18, label %20, label %19

19:
  store i32 0, ptr %4, align 4
  store i32 1, ptr %9, align 4
  br label %41

20:
  %21 = load ptr, ptr %8, align 8
  %22 = load i64, ptr %7, align 8
  %23 = icmp sgt i64 %22, 0
  br i1 %23, label %24, label %26

24:
  %25 = load i64, ptr @RoceQpCounters_out_of_sequence, align 8
  br label %28

26:
  %27 = load i64, ptr @RoceQpCounters_duplicates, align 8
  br label %28

28:
  %29 = phi i64 [ %25, %24 ], [ %27, %26 ]
  call void @add(ptr %21, i64 %29, i64 1)
  %30 = load i64, ptr %7, align 8
  %31 = icmp slt i64 %30, 0
  br i1 %31, label %32, label %40

32:
  %33 = load ptr, ptr %6, align 8
  %34 = getelementptr inbounds nuw %struct.arrived, ptr %33, i32 0, i32 7
  %35 = load i8, ptr %34, align 1
  %36 = trunc i8 %35 to i1
  br i1 %36, label %37, label %40

37:
  %38 = load ptr, ptr %5, align 8
  %39 = load i64, ptr @RoceResponder__ack_due, align 8
  call void @put_bool(ptr %38, i64 %39, i1 zeroext true)
  br label %40

40:
  store i32 1, ptr %4, align 4
  store i32 1, ptr %9, align 4
  br label %41

41:
  %42 = load i32, ptr %4, align 4
  ret i32 %42
}

define internal zeroext i1 @is_next(ptr %0, ptr %1, ptr %2) nounwind {
  %4 = alloca i1, align 1
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  %12 = load ptr, ptr %5, align 8
  %13 = load i64, ptr @RoceResponder__message, align 8
  %14 = call ptr @get(ptr %12, i64 %13)
  store ptr %14, ptr %8, align 8
  %15 = load ptr, ptr %6, align 8
  %16 = getelementptr inbounds nuw %struct.arrived, ptr %15, i32 0, i32 4
  %17 = load i64, ptr %16, align 8
  store i64 %17, ptr %9, align 8
  %18 = load ptr, ptr %5, align 8
  %19 = load i64, ptr @RoceResponder__mtu, align 8
  %20 = call i64 @get_int(ptr %18, i64 %19)
  store i64 %20, ptr %10, align 8
  %21 = load i64, ptr %9, align 8
  %22 = call zeroext i1 @is_first(i64 %21)
  %23 = load ptr, ptr %7, align 8
  %24 = getelementptr inbounds nuw %struct.part, ptr %23, i32 0, i32 6
  %25 = zext i1 %22 to i8
  store i8 %25, ptr %24, align 8
  %26 = load i64, ptr %9, align 8
  %27 = icmp sge i64 %26, 8
  %28 = load ptr, ptr %7, align 8
  %29 = getelementptr inbounds nuw %struct.part, ptr %28, i32 0, i32 7
  %30 = zext i1 %27 to i8
  store i8 %30, ptr %29, align 1
  %31 = load ptr, ptr %6, align 8
  %32 = getelementptr inbounds nuw %struct.arrived, ptr %31, i32 0, i32 2
  %33 = load ptr, ptr %32, align 8
  %34 = load ptr, ptr %7, align 8
  %35 = getelementptr inbounds nuw %struct.part, ptr %34, i32 0, i32 6
  %36 = load i8, ptr %35, align 8
  %37 = trunc i8 %36 to i1
  %38 = zext i1 %37 to i64
  %39 = select i1 %37, i32 16, i32 0
  %40 = sext i32 %39 to i64
  %41 = getelementptr inbounds i8, ptr %33, i64 %40
  %42 = load i64, ptr %9, align 8
  %43 = call zeroext i1 @has_immediate(i64 %42)
  %44 = zext i1 %43 to i64
  %45 = select i1 %43, i32 4, i32 0
  %46 = sext i32 %45 to i64
  %47 = getelementptr inbounds i8, ptr %41, i64 %46
  %48 = load ptr, ptr %7, align 8
  %49 = getelementptr inbounds nuw %struct.part, ptr %48, i32 0, i32 0
  store ptr %47, ptr %49, align 8
  %50 = load ptr, ptr %6, align 8
  %51 = getelementptr inbounds nuw %struct.arrived, ptr %50, i32 0, i32 3
  %52 = load i64, ptr %51, align 8
  %53 = load ptr, ptr %7, align 8
  %54 = getelementptr inbounds nuw %struct.part, ptr %53, i32 0, i32 0
  %55 = load ptr, ptr %54, align 8
  %56 = load ptr, ptr %6, align 8
  %57 = getelementptr inbounds nuw %struct.arrived, ptr %56, i32 0, i32 2
  %58 = load ptr, ptr %57, align 8
  %59 = ptrtoint ptr %55 to i64
  %60 = ptrtoint ptr %58 to i64
  %61 = sub i64 %59, %60
  %62 = sub i64 %52, %61
  %63 = load ptr, ptr %7, align 8
  %64 = getelementptr inbounds nuw %struct.part, ptr %63, i32 0, i32 1
  store i64 %62, ptr %64, align 8
  %65 = load i64, ptr %9, align 8
  %66 = call zeroext i1 @has_immediate(i64 %65)
  br i1 %66, label %67, label %73

67:
  %68 = load ptr, ptr %7, align 8
  %69 = getelementptr inbounds nuw %struct.part, ptr %68, i32 0, i32 0
  %70 = load ptr, ptr %69, align 8
  %71 = getelementptr inbounds i8, ptr %70, i64 -4
  %72 = call i64 @read_32(ptr %71)
  br label %74

73:
  br label %74

74:
  %75 = phi i64 [ %72, %67 ], [ -1, %73 ]
  %76 = load ptr, ptr %7, align 8
  %77 = getelementptr inbounds nuw %struct.part, ptr %76, i32 0, i32 5
  store i64 %75, ptr %77, align 8
  %78 = load ptr, ptr %7, align 8
  %79 = getelementptr inbounds nuw %struct.part, ptr %78, i32 0, i32 6
  %80 = load i8, ptr %79, align 8
  %81 = trunc i8 %80 to i1
  %82 = zext i1 %81 to i32
  %83 = load ptr, ptr %8, align 8
  %84 = load ptr, ptr @the, align 8
  %85 = load i64, ptr @the_None, align 8
  %86 = getelementptr inbounds nuw ptr, ptr %84, i64 %85
  %87 = load ptr, ptr %86, align 8
  %88 = icmp eq ptr %83, %87
  %89 = zext i1 %88 to i32
  %90 = icmp ne i32 %82, %89
  br i1 %90, label %91, label %92

91:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %11, align 4
  br label %128

92:
  %93 = load ptr, ptr %7, align 8
  %94 = getelementptr inbounds nuw %struct.part, ptr %93, i32 0, i32 7
  %95 = load i8, ptr %94, align 1
  %96 = trunc i8 %95 to i1
  br i1 %96, label %97, label %118

97:
  %98 = load ptr, ptr %7, align 8
  %99 = getelementptr inbounds nuw %struct.part, ptr %98, i32 0, i32 1
  %100 = load i64, ptr %99, align 8
  %101 = load i64, ptr %10, align 8
  %102 = icmp sle i64 %100, %101
  br i1 %102, label %103, label %115

103:
  %104 = load ptr, ptr %7, align 8
  %105 = getelementptr inbounds nuw %struct.part, ptr %104, i32 0, i32 6
  %106 = load i8, ptr %105, align 8
  %107 = trunc i8 %106 to i1
  br i1 %107, label %113, label %108

108:
  %109 = load ptr, ptr %7, align 8
  %110 = getelementptr inbounds nuw %struct.part, ptr %109, i32 0, i32 1
  %111 = load i64, ptr %110, align 8
  %112 = icmp ne i64 %111, 0
  br label %113

113:
  %114 = phi i1 [ true, %103 ], [ %112, %108 ]
  br label %115

115:
  %116 = phi i1 [ false, %97 ], [ %114, %113 ]
  %117 = zext i1 %116 to i32
  br label %125

118:
  %119 = load ptr, ptr %7, align 8
  %120 = getelementptr inbounds nuw %struct.part, ptr %119, i32 0, i32 1
  %121 = load i64, ptr %120, align 8
  %122 = load i64, ptr %10, align 8
  %123 = icmp eq i64 %121, %122
  %124 = zext i1 %123 to i32
  br label %125

125:
  %126 = phi i32 [ %117, %115 ], [ %124, %118 ]
  %127 = icmp ne i32 %126, 0
  store i1 %127, ptr %4, align 1
  store i32 1, ptr %11, align 4
  br label %128

128:
  %129 = load i1, ptr %4, align 1
  ret i1 %129
}

define internal zeroext i1 @may_write(ptr %0, ptr %1, ptr %2, ptr %3) nounwind {
  %5 = alloca i1, align 1
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca i32, align 4
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store ptr %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  %14 = load ptr, ptr %6, align 8
  %15 = load i64, ptr @RoceResponder__message, align 8
  %16 = call ptr @get(ptr %14, i64 %15)
  store ptr %16, ptr %10, align 8
  %17 = load ptr, ptr %6, align 8
  %18 = load i64, ptr @RoceResponder__memory, align 8
  %19 = call ptr @get(ptr %17, i64 %18)
  store ptr %19, ptr %11, align 8
  %20 = load ptr, ptr %6, align 8
  %21 = load i64, ptr @RoceResponder__domain, align 8
  %22 = call ptr @get(ptr %20, i64 %21)
  store ptr %22, ptr %12, align 8
  %23 = load ptr, ptr %8, align 8
  %24 = getelementptr inbounds nuw %struct.part, ptr %23, i32 0, i32 6
  %25 = load i8, ptr %24, align 8
  %26 = trunc i8 %25 to i1
  br i1 %26, label %27, label %48

27:
  %28 = load ptr, ptr %7, align 8
  %29 = getelementptr inbounds nuw %struct.arrived, ptr %28, i32 0, i32 2
  %30 = load ptr, ptr %29, align 8
  %31 = call i64 @read_64(ptr %30)
  %32 = load ptr, ptr %8, align 8
  %33 = getelementptr inbounds nuw %struct.part, ptr %32, i32 0, i32 2
  store i64 %31, ptr %33, align 8
  %34 = load ptr, ptr %7, align 8
  %35 = getelementptr inbounds nuw %struct.arrived, ptr %34, i32 0, i32 2
  %36 = load ptr, ptr %35, align 8
  %37 = getelementptr inbounds i8, ptr %36, i64 8
  %38 = call i64 @read_32(ptr %37)
  %39 = load ptr, ptr %8, align 8
  %40 = getelementptr inbounds nuw %struct.part, ptr %39, i32 0, i32 3
  store i64 %38, ptr %40, align 8
  %41 = load ptr, ptr %7, align 8
  %42 = getelementptr inbounds nuw %struct.arrived, ptr %41, i32 0, i32 2
  %43 = load ptr, ptr %42, align 8
  %44 = getelementptr inbounds i8, ptr %43, i64 12
  %45 = call i64 @read_32(ptr %44)
  %46 = load ptr, ptr %8, align 8
  %47 = getelementptr inbounds nuw %struct.part, ptr %46, i32 0, i32 4
  store i64 %45, ptr %47, align 8
  br label %74

48:
  %49 = load ptr, ptr %10, align 8
  %50 = load i64, ptr @RoceMessage_operation, align 8
  %51 = call ptr @get(ptr %49, i64 %50)
  %52 = load ptr, ptr @the, align 8
  %53 = load i64, ptr @the_roce_write, align 8
  %54 = getelementptr inbounds nuw ptr, ptr %52, i64 %53
  %55 = load ptr, ptr %54, align 8
  %56 = icmp ne ptr %51, %55
  br i1 %56, label %57, label %58

57:
  store i1 false, ptr %5, align 1
  store i32 1, ptr %13, align 4
  br label %163

58:
  %59 = load ptr, ptr %10, align 8
  %60 = load i64, ptr @RoceMessage_address, align 8
  %61 = call i64 @get_int(ptr %59, i64 %60)
  %62 = load ptr, ptr %8, align 8
  %63 = getelementptr inbounds nuw %struct.part, ptr %62, i32 0, i32 2
  store i64 %61, ptr %63, align 8
  %64 = load ptr, ptr %10, align 8
  %65 = load i64, ptr @RoceMessage_r_key, align 8
  %66 = call i64 @get_int(ptr %64, i64 %65)
  %67 = load ptr, ptr %8, align 8
  %68 = getelementptr inbounds nuw %struct.part, ptr %67, i32 0, i32 3
  store i64 %66, ptr %68, align 8
  %69 = load ptr, ptr %10, align 8
  %70 = load i64, ptr @RoceMessage_left, align 8
  %71 = call i64 @get_int(ptr %69, i64 %70)
  %72 = load ptr, ptr %8, align 8
  %73 = getelementptr inbounds nuw %struct.part, ptr %72, i32 0, i32 4
  store i64 %71, ptr %73, align 8
  br label %74

74:
  %75 = load ptr, ptr %8, align 8
  %76 = getelementptr inbounds nuw %struct.part, ptr %75, i32 0, i32 2
  %77 = load i64, ptr %76, align 8
  %78 = icmp slt i64 %77, 0
  br i1 %78, label %84, label %79

79:
  %80 = load ptr, ptr %8, align 8
  %81 = getelementptr inbounds nuw %struct.part, ptr %80, i32 0, i32 2
  %82 = load i64, ptr %81, align 8
  %83 = icmp sge i64 %82, 4611686018427387904
  br i1 %83, label %84, label %85

84:
  store i1 false, ptr %5, align 1
  store i32 1, ptr %13, align 4
  br label %163

85:
  %86 = load ptr, ptr %8, align 8
  %87 = getelementptr inbounds nuw %struct.part, ptr %86, i32 0, i32 1
  %88 = load i64, ptr %87, align 8
  %89 = load ptr, ptr %8, align 8
  %90 = getelementptr inbounds nuw %struct.part, ptr %89, i32 0, i32 4
  %91 = load i64, ptr %90, align 8
  %92 = icmp sgt i64 %88, %91
  br i1 %92, label %106, label %93

93:
  %94 = load ptr, ptr %8, align 8
  %95 = getelementptr inbounds nuw %struct.part, ptr %94, i32 0, i32 7
  %96 = load i8, ptr %95, align 1
  %97 = trunc i8 %96 to i1
  br i1 %97, label %98, label %107

98:
  %99 = load ptr, ptr %8, align 8
  %100 = getelementptr inbounds nuw %struct.part, ptr %99, i32 0, i32 1
  %101 = load i64, ptr %100, align 8
  %102 = load ptr, ptr %8, align 8
  %103 = getelementptr inbounds nuw %struct.part, ptr %102, i32 0, i32 4
  %104 = load i64, ptr %103, align 8
  %105 = icmp ne i64 %101, %104
  br i1 %105, label %106, label %107

106:
  store i1 false, ptr %5, align 1
  store i32 1, ptr %13, align 4
  br label %163

107:
  %108 = load ptr, ptr %8, align 8
  %109 = getelementptr inbounds nuw %struct.part, ptr %108, i32 0, i32 5
  %110 = load i64, ptr %109, align 8
  %111 = icmp sge i64 %110, 0
  br i1 %111, label %112, label %119

112:
  %113 = load ptr, ptr %6, align 8
  %114 = load i64, ptr @RoceResponder_receives, align 8
  %115 = call ptr @get(ptr %113, i64 %114)
  %116 = call i64 @list_size(ptr %115)
  %117 = icmp ne i64 %116, 0
  br i1 %117, label %119, label %118

118:
  store i1 false, ptr %5, align 1
  store i32 1, ptr %13, align 4
  br label %163

119:
  %120 = load ptr, ptr %8, align 8
  %121 = getelementptr inbounds nuw %struct.part, ptr %120, i32 0, i32 1
  %122 = load i64, ptr %121, align 8
  %123 = icmp ne i64 %122, 0
  br i1 %123, label %124, label %148

124:
  %125 = load ptr, ptr %11, align 8
  %126 = load ptr, ptr %12, align 8
  %127 = load ptr, ptr %8, align 8
  %128 = getelementptr inbounds nuw %struct.part, ptr %127, i32 0, i32 3
  %129 = load i64, ptr %128, align 8
  %130 = load ptr, ptr %8, align 8
  %131 = getelementptr inbounds nuw %struct.part, ptr %130, i32 0, i32 2
  %132 = load i64, ptr %131, align 8
  %133 = load ptr, ptr %8, align 8
  %134 = getelementptr inbounds nuw %struct.part, ptr %133, i32 0, i32 6
  %135 = load i8, ptr %134, align 8
  %136 = trunc i8 %135 to i1
  br i1 %136, label %137, label %141

137:
  %138 = load ptr, ptr %8, align 8
  %139 = getelementptr inbounds nuw %struct.part, ptr %138, i32 0, i32 4
  %140 = load i64, ptr %139, align 8
  br label %145

141:
  %142 = load ptr, ptr %8, align 8
  %143 = getelementptr inbounds nuw %struct.part, ptr %142, i32 0, i32 1
  %144 = load i64, ptr %143, align 8
  br label %145

145:
  %146 = phi i64 [ %140, %137 ], [ %144, %141 ]
  %147 = call ptr @writable_region(ptr %125, ptr %126, i64 %129, i64 %132, i64 %146)
  br label %149

148:
  br label %149

149:
  %150 = phi ptr [ %147, %145 ], [ null, %148 ]
  %151 = load ptr, ptr %9, align 8
  store ptr %150, ptr %151, align 8
  %152 = load ptr, ptr %9, align 8
  %153 = load ptr, ptr %152, align 8
  %154 = icmp ne ptr %153, null
  br i1 %154, label %161, label %155

155:
  %156 = load ptr, ptr %8, align 8
  %157 = getelementptr inbounds nuw %struct.part, ptr %156, i32 0, i32 1
  %158 = load i64, ptr %157, align 8
  %159 = icmp ne i64 %158, 0
  %160 = xor i1 %159, true
  br label %161

161:
  %162 = phi i1 [ true, %149 ], [ %160, %155 ]
  store i1 %162, ptr %5, align 1
  store i32 1, ptr %13, align 4
  br label %163

163:
  %164 = load i1, ptr %5, align 1
  ret i1 %164
}

define internal zeroext i1 @place(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4) nounwind {
  %6 = alloca i1, align 1
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca i32, align 4
  %14 = alloca i8, align 1
  store ptr %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store ptr %2, ptr %9, align 8
  store ptr %3, ptr %10, align 8
  store ptr %4, ptr %11, align 8
  %15 = load ptr, ptr %10, align 8
  %16 = getelementptr inbounds nuw %struct.part, ptr %15, i32 0, i32 1
  %17 = load i64, ptr %16, align 8
  %18 = icmp ne i64 %17, 0
  br i1 %18, label %19, label %32

19:
  %20 = load ptr, ptr %11, align 8
  %21 = load ptr, ptr %10, align 8
  %22 = getelementptr inbounds nuw %struct.part, ptr %21, i32 0, i32 2
  %23 = load i64, ptr %22, align 8
  %24 = load ptr, ptr %10, align 8
  %25 = getelementptr inbounds nuw %struct.part, ptr %24, i32 0, i32 0
  %26 = load ptr, ptr %25, align 8
  %27 = load ptr, ptr %10, align 8
  %28 = getelementptr inbounds nuw %struct.part, ptr %27, i32 0, i32 1
  %29 = load i64, ptr %28, align 8
  %30 = call zeroext i1 @write_region(ptr %20, i64 %23, ptr %26, i64 %29)
  br i1 %30, label %32, label %31

31:
  store i1 false, ptr %6, align 1
  br label %117

32:
  %33 = load ptr, ptr %10, align 8
  %34 = getelementptr inbounds nuw %struct.part, ptr %33, i32 0, i32 6
  %35 = load i8, ptr %34, align 8
  %36 = trunc i8 %35 to i1
  br i1 %36, label %37, label %55

37:
  %38 = load ptr, ptr %10, align 8
  %39 = getelementptr inbounds nuw %struct.part, ptr %38, i32 0, i32 7
  %40 = load i8, ptr %39, align 1
  %41 = trunc i8 %40 to i1
  br i1 %41, label %42, label %55

42:
  %43 = load ptr, ptr %10, align 8
  %44 = getelementptr inbounds nuw %struct.part, ptr %43, i32 0, i32 5
  %45 = load i64, ptr %44, align 8
  %46 = icmp slt i64 %45, 0
  br i1 %46, label %47, label %55

47:
  %48 = load ptr, ptr %9, align 8
  %49 = load i64, ptr @RoceResponder__counters, align 8
  %50 = call ptr @get(ptr %48, i64 %49)
  %51 = load i64, ptr @RoceQpCounters_bytes_placed, align 8
  %52 = load ptr, ptr %10, align 8
  %53 = getelementptr inbounds nuw %struct.part, ptr %52, i32 0, i32 1
  %54 = load i64, ptr %53, align 8
  call void @add(ptr %50, i64 %51, i64 %54)
  store i1 true, ptr %6, align 1
  br label %117

55:
  %56 = load ptr, ptr %9, align 8
  %57 = load ptr, ptr %10, align 8
  %58 = call ptr @message_of(ptr %56, ptr %57)
  store ptr %58, ptr %12, align 8
  %59 = load ptr, ptr %12, align 8
  %60 = icmp ne ptr %59, null
  br i1 %60, label %62, label %61

61:
  store i1 false, ptr %6, align 1
  store i32 1, ptr %13, align 4
  br label %116

62:
  %63 = load ptr, ptr %12, align 8
  %64 = load i64, ptr @RoceMessage_address, align 8
  %65 = load ptr, ptr %10, align 8
  %66 = getelementptr inbounds nuw %struct.part, ptr %65, i32 0, i32 2
  %67 = load i64, ptr %66, align 8
  %68 = load ptr, ptr %10, align 8
  %69 = getelementptr inbounds nuw %struct.part, ptr %68, i32 0, i32 1
  %70 = load i64, ptr %69, align 8
  %71 = add i64 %67, %70
  call void @put_int(ptr %63, i64 %64, i64 %71)
  %72 = load ptr, ptr %12, align 8
  %73 = load i64, ptr @RoceMessage_left, align 8
  %74 = load ptr, ptr %10, align 8
  %75 = getelementptr inbounds nuw %struct.part, ptr %74, i32 0, i32 4
  %76 = load i64, ptr %75, align 8
  %77 = load ptr, ptr %10, align 8
  %78 = getelementptr inbounds nuw %struct.part, ptr %77, i32 0, i32 1
  %79 = load i64, ptr %78, align 8
  %80 = sub i64 %76, %79
  call void @put_int(ptr %72, i64 %73, i64 %80)
  %81 = load ptr, ptr %12, align 8
  %82 = load i64, ptr @RoceMessage_done, align 8
  %83 = load ptr, ptr %10, align 8
  %84 = getelementptr inbounds nuw %struct.part, ptr %83, i32 0, i32 1
  %85 = load i64, ptr %84, align 8
  call void @add(ptr %81, i64 %82, i64 %85)
  %86 = load ptr, ptr %9, align 8
  %87 = load i64, ptr @RoceResponder__message, align 8
  %88 = load ptr, ptr %12, align 8
  %89 = call ptr @kept(ptr %88)
  call void @put(ptr %86, i64 %87, ptr %89)
  %90 = load ptr, ptr %9, align 8
  %91 = load i64, ptr @RoceResponder__counters, align 8
  %92 = call ptr @get(ptr %90, i64 %91)
  %93 = load i64, ptr @RoceQpCounters_bytes_placed, align 8
  %94 = load ptr, ptr %10, align 8
  %95 = getelementptr inbounds nuw %struct.part, ptr %94, i32 0, i32 1
  %96 = load i64, ptr %95, align 8
  call void @add(ptr %92, i64 %93, i64 %96)
  %97 = load ptr, ptr %10, align 8
  %98 = getelementptr inbounds nuw %struct.part, ptr %97, i32 0, i32 5
  %99 = load i64, ptr %98, align 8
  %100 = icmp slt i64 %99, 0
  br i1 %100, label %110, label %101

101:
  %102 = load ptr, ptr %7, align 8
  %103 = load ptr, ptr %8, align 8
  %104 = load ptr, ptr %9, align 8
  %105 = load ptr, ptr %12, align 8
  %106 = load ptr, ptr %10, align 8
  %107 = getelementptr inbounds nuw %struct.part, ptr %106, i32 0, i32 5
  %108 = load i64, ptr %107, align 8
  %109 = call zeroext i1 @immediate(ptr %102, ptr %103, ptr %104, ptr %105, i64 %108)
  br label %110

110:
  %111 = phi i1 [ true, %62 ], [ %109, %101 ]
  %112 = zext i1 %111 to i8
  store i8 %112, ptr %14, align 1
  %113 = load ptr, ptr %12, align 8
  call void @Py_DecRef(ptr %113)
  %114 = load i8, ptr %14, align 1
  %115 = trunc i8 %114 to i1
  store i1 %115, ptr %6, align 1
  store i32 1, ptr %13, align 4
  br label %116

116:
  br label %117

117:
  %118 = load i1, ptr %6, align 1
  ret i1 %118
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

define internal zeroext i1 @is_first(i64 %0) nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = icmp eq i64 %3, 6
  br i1 %4, label %8, label %5

5:
  %6 = load i64, ptr %2, align 8
  %7 = icmp sge i64 %6, 10
  br label %8

8:
  %9 = phi i1 [ true, %1 ], [ %7, %5 ]
  ret i1 %9
}

define internal zeroext i1 @has_immediate(i64 %0) nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = icmp eq i64 %3, 9
  br i1 %4, label %8, label %5

5:
  %6 = load i64, ptr %2, align 8
  %7 = icmp eq i64 %6, 11
  br label %8

8:
  %9 = phi i1 [ true, %1 ], [ %7, %5 ]
  ret i1 %9
}

define internal i64 @read_32(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i64 @read_16(ptr %3)
  %5 = shl i64 %4, 16
  %6 = load ptr, ptr %2, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 2
  %8 = call i64 @read_16(ptr %7)
  %9 = or i64 %5, %8
  ret i64 %9
}

define internal i64 @read_16(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds i8, ptr %3, i64 0
  %5 = load i8, ptr %4, align 1
  %6 = zext i8 %5 to i64
  %7 = shl i64 %6, 8
  %8 = load ptr, ptr %2, align 8
  %9 = getelementptr inbounds i8, ptr %8, i64 1
  %10 = load i8, ptr %9, align 1
  %11 = zext i8 %10 to i64
  %12 = or i64 %7, %11
  ret i64 %12
}

define internal i64 @read_64(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i64 @read_32(ptr %3)
  %5 = shl i64 %4, 32
  %6 = load ptr, ptr %2, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 4
  %8 = call i64 @read_32(ptr %7)
  %9 = or i64 %5, %8
  ret i64 %9
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

declare ptr @writable_region(ptr, ptr, i64, i64, i64)

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

declare zeroext i1 @write_region(ptr, i64, ptr, i64)

define internal ptr @message_of(ptr %0, ptr %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = load i64, ptr @RoceResponder__message, align 8
  %11 = call ptr @get(ptr %9, i64 %10)
  store ptr %11, ptr %6, align 8
  %12 = load ptr, ptr %5, align 8
  %13 = getelementptr inbounds nuw %struct.part, ptr %12, i32 0, i32 6
  %14 = load i8, ptr %13, align 8
  %15 = trunc i8 %14 to i1
  br i1 %15, label %19, label %16

16:
  %17 = load ptr, ptr %6, align 8
  %18 = call ptr @kept(ptr %17)
  store ptr %18, ptr %3, align 8
  store i32 1, ptr %7, align 4
  br label %56

19:
  %20 = load ptr, ptr @the, align 8
  %21 = load i64, ptr @the_RoceMessage, align 8
  %22 = getelementptr inbounds nuw ptr, ptr %20, i64 %21
  %23 = load ptr, ptr %22, align 8
  %24 = call ptr @PyType_GenericAlloc(ptr %23, i64 0)
  store ptr %24, ptr %8, align 8
  %25 = load ptr, ptr %8, align 8
  %26 = icmp ne ptr %25, null
  br i1 %26, label %27, label %54

27:
  %28 = load ptr, ptr %8, align 8
  %29 = load i64, ptr @RoceMessage_operation, align 8
  %30 = load ptr, ptr @the, align 8
  %31 = load i64, ptr @the_roce_write, align 8
  %32 = getelementptr inbounds nuw ptr, ptr %30, i64 %31
  %33 = load ptr, ptr %32, align 8
  %34 = call ptr @kept(ptr %33)
  call void @put(ptr %28, i64 %29, ptr %34)
  %35 = load ptr, ptr %8, align 8
  %36 = load i64, ptr @RoceMessage_address, align 8
  %37 = load ptr, ptr %5, align 8
  %38 = getelementptr inbounds nuw %struct.part, ptr %37, i32 0, i32 2
  %39 = load i64, ptr %38, align 8
  call void @put_int(ptr %35, i64 %36, i64 %39)
  %40 = load ptr, ptr %8, align 8
  %41 = load i64, ptr @RoceMessage_r_key, align 8
  %42 = load ptr, ptr %5, align 8
  %43 = getelementptr inbounds nuw %struct.part, ptr %42, i32 0, i32 3
  %44 = load i64, ptr %43, align 8
  call void @put_int(ptr %40, i64 %41, i64 %44)
  %45 = load ptr, ptr %8, align 8
  %46 = load i64, ptr @RoceMessage_left, align 8
  %47 = load ptr, ptr %5, align 8
  %48 = getelementptr inbounds nuw %struct.part, ptr %47, i32 0, i32 4
  %49 = load i64, ptr %48, align 8
  call void @put_int(ptr %45, i64 %46, i64 %49)
  %50 = load ptr, ptr %8, align 8
  %51 = load i64, ptr @RoceMessage_done, align 8
  call void @put_int(ptr %50, i64 %51, i64 0)
  %52 = load ptr, ptr %8, align 8
  %53 = load i64, ptr @RoceMessage_receive, align 8
  call void @put_none(ptr %52, i64 %53)
  br label %54

54:
  %55 = load ptr, ptr %8, align 8
  store ptr %55, ptr %3, align 8
  store i32 1, ptr %7, align 4
  br label %56

56:
  %57 = load ptr, ptr %3, align 8
  ret ptr %57
}

define internal zeroext i1 @immediate(ptr %0, ptr %1, ptr %2, ptr %3, i64 %4) nounwind {
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca i8, align 1
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store ptr %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  store i64 %4, ptr %10, align 8
  %15 = load ptr, ptr %8, align 8
  %16 = load i64, ptr @RoceResponder_receives, align 8
  %17 = call ptr @get(ptr %15, i64 %16)
  store ptr %17, ptr %11, align 8
  %18 = load ptr, ptr %11, align 8
  %19 = call ptr @list_item(ptr %18, i64 0)
  %20 = call ptr @kept(ptr %19)
  store ptr %20, ptr %12, align 8
  %21 = load i64, ptr %10, align 8
  %22 = call ptr @integer(i64 %21)
  store ptr %22, ptr %13, align 8
  %23 = load ptr, ptr %12, align 8
  %24 = icmp ne ptr %23, null
  br i1 %24, label %25, label %46

25:
  %26 = load ptr, ptr %13, align 8
  %27 = icmp ne ptr %26, null
  br i1 %27, label %28, label %46

28:
  %29 = load ptr, ptr %11, align 8
  %30 = call i32 @PyList_SetSlice(ptr %29, i64 0, i64 1, ptr null)
  %31 = icmp ne i32 %30, 0
  br i1 %31, label %46, label %32

32:
  %33 = load ptr, ptr %7, align 8
  %34 = load i64, ptr @the_roce_receives_imm, align 8
  %35 = load ptr, ptr %12, align 8
  %36 = load i64, ptr @RoceReceive_wr_id, align 8
  %37 = call ptr @get(ptr %35, i64 %36)
  %38 = load ptr, ptr %9, align 8
  %39 = load i64, ptr @RoceMessage_done, align 8
  %40 = call i64 @get_int(ptr %38, i64 %39)
  %41 = load ptr, ptr %13, align 8
  %42 = load ptr, ptr %6, align 8
  %43 = load i64, ptr @RoceNic_now_ns, align 8
  %44 = call i64 @get_int(ptr %42, i64 %43)
  %45 = call zeroext i1 @complete_message(ptr %33, i64 %34, ptr %37, i64 %40, ptr %41, i64 %44)
  br label %46

46:
  %47 = phi i1 [ false, %28 ], [ false, %25 ], [ false, %5 ], [ %45, %32 ]
  %48 = zext i1 %47 to i8
  store i8 %48, ptr %14, align 1
  %49 = load ptr, ptr %12, align 8
  call void @Py_DecRef(ptr %49)
  %50 = load ptr, ptr %13, align 8
  call void @Py_DecRef(ptr %50)
  %51 = load i8, ptr %14, align 1
  %52 = trunc i8 %51 to i1
  ret i1 %52
}

declare ptr @PyType_GenericAlloc(ptr, i64)

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

declare i32 @PyList_SetSlice(ptr, i64, i64, ptr)

declare zeroext i1 @complete_message(ptr, i64, ptr, i64, ptr, i64)

declare ptr @PyList_GetItem(ptr, i64)

declare void @_Py_Dealloc(ptr)

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
