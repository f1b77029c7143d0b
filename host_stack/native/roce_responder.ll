; SPDX-License-Identifier: Apache-2.0
; Made of roce_responder.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 fadde7e2be34338bc91774dc9ff5eef9c77325cb8185d347ef5cffffa0f161ca
%struct.part.32 = type { ptr, i64, i64, i64, i64, i64, i8, i8 }
%struct.content.34 = type { i64, i64, i64, i8, ptr, i64, %struct.payload.35 }
%struct.payload.35 = type { ptr, i64, ptr }

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
  %3 = load i64, ptr @RoceQueuePair_counters, align 8
  %4 = call ptr @get(ptr %0, i64 %3)
  %5 = load i64, ptr @RoceQpCounters_marked, align 8
  call void @add(ptr %4, i64 %5, i64 1)
  %6 = load i64, ptr @RoceQueuePair__notification_point, align 8
  %7 = call ptr @get(ptr %0, i64 %6)
  %8 = load ptr, ptr @the, align 8
  %9 = load i64, ptr @the_None, align 8
  %10 = getelementptr inbounds nuw ptr, ptr %8, i64 %9
  %11 = load ptr, ptr %10, align 8
  %.not = icmp eq ptr %7, %11
  br i1 %.not, label %16, label %12

12:
  %13 = call zeroext i1 @on_marked(ptr %7, i64 %1)
  br i1 %13, label %14, label %16

14:
  %15 = load i64, ptr @RoceQueuePair_cnp_due, align 8
  call void @put_bool(ptr %0, i64 %15, i1 zeroext true)
  br label %16

16:
  ret void
}

define internal void @add(ptr %0, i64 %1, i64 %2) alwaysinline nounwind {
  %4 = call i64 @get_int(ptr %0, i64 %1)
  %5 = add i64 %4, %2
  call void @put_int(ptr %0, i64 %1, i64 %5)
  ret void
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

define internal zeroext i1 @on_marked(ptr %0, i64 %1) nounwind {
  %3 = load i64, ptr @RoceNotificationPoint__ends_ns, align 8
  %4 = call zeroext i1 @is_none(ptr %0, i64 %3)
  br i1 %4, label %13, label %5

5:
  %6 = load i64, ptr @RoceNotificationPoint__ends_ns, align 8
  %7 = call i64 @get_int(ptr %0, i64 %6)
  %8 = icmp slt i64 %1, %7
  br i1 %8, label %9, label %13

9:
  %10 = load i64, ptr @RoceNotificationPoint_again, align 8
  %11 = load i64, ptr @RoceNotificationPoint__remembers, align 8
  %12 = call zeroext i1 @is_true(ptr %0, i64 %11)
  call void @put_bool(ptr %0, i64 %10, i1 zeroext %12)
  br label %19

13:
  %14 = load i64, ptr @RoceNotificationPoint_again, align 8
  call void @put_bool(ptr %0, i64 %14, i1 zeroext false)
  %15 = load i64, ptr @RoceNotificationPoint__ends_ns, align 8
  %16 = load i64, ptr @RoceNotificationPoint__interval_ns, align 8
  %17 = call i64 @get_int(ptr %0, i64 %16)
  %18 = add i64 %1, %17
  call void @put_int(ptr %0, i64 %15, i64 %18)
  br label %19

19:
  %.0 = phi i1 [ true, %13 ], [ false, %9 ]
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

define zeroext i1 @interval_ends(ptr %0, i64 %1) nounwind {
  %3 = load i64, ptr @RoceNotificationPoint_again, align 8
  %4 = call zeroext i1 @is_true(ptr %0, i64 %3)
  br i1 %4, label %5, label %13

5:
  %6 = load i64, ptr @RoceNotificationPoint__ends_ns, align 8
  %7 = call zeroext i1 @is_none(ptr %0, i64 %6)
  br i1 %7, label %13, label %8

8:
  %9 = load i64, ptr @RoceNotificationPoint__ends_ns, align 8
  %10 = call i64 @get_int(ptr %0, i64 %9)
  %.not = icmp slt i64 %1, %10
  br i1 %.not, label %13, label %11

11:
  %12 = call zeroext i1 @on_marked(ptr %0, i64 %1)
  br label %13

13:
  %14 = phi i1 [ false, %8 ], [ false, %5 ], [ false, %2 ], [ %12, %11 ]
  ret i1 %14
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

define i32 @take_request(ptr %0, ptr %1, ptr %2, i64 %3) nounwind {
  %5 = load i64, ptr @RoceQueuePair__responder, align 8
  %6 = call ptr @hold(ptr %1, i64 %5)
  %7 = call i32 @on_request(ptr %0, ptr %1, ptr %6, ptr %2, i64 %3)
  call void @Py_DecRef(ptr %6)
  ret i32 %7
}

define internal ptr @hold(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = call ptr @get(ptr %0, i64 %1)
  %4 = call ptr @kept(ptr %3)
  ret ptr %4
}

define internal i32 @on_request(ptr %0, ptr %1, ptr %2, ptr %3, i64 %4) nounwind {
  %6 = alloca ptr, align 8
  %7 = alloca %struct.part.32, align 8
  store ptr null, ptr %6, align 8
  %8 = load i64, ptr @RoceResponder__expected, align 8
  %9 = call i64 @get_int(ptr %2, i64 %8)
  %10 = getelementptr inbounds nuw i8, ptr %3, i64 56
  %11 = load i64, ptr %10, align 8
  %12 = call i64 @index_of(i64 %11, i64 %9)
  %13 = load i64, ptr @RoceResponder_failed, align 8
  %14 = call zeroext i1 @is_true(ptr %2, i64 %13)
  br i1 %14, label %55, label %15

15:
  %16 = call zeroext i1 @is_whole_write(ptr %3)
  br i1 %16, label %17, label %55

17:
  %.not = icmp eq i64 %12, %9
  br i1 %.not, label %27, label %18

18:
  %19 = sub i64 %12, %9
  %20 = call i32 @out_of_order(ptr %2, ptr %3, i64 %19)
  %21 = icmp eq i32 %20, 1
  br i1 %21, label %22, label %55

22:
  %23 = getelementptr inbounds nuw i8, ptr %3, i64 64
  %24 = load i8, ptr %23, align 8
  %25 = trunc i8 %24 to i1
  br i1 %25, label %26, label %55

26:
  call void @note_mark(ptr %1, i64 %4)
  br label %55

27:
  %28 = call zeroext i1 @is_next(ptr %2, ptr %3, ptr nonnull %7)
  br i1 %28, label %29, label %55

29:
  %30 = call zeroext i1 @may_write(ptr %2, ptr %3, ptr nonnull %7, ptr nonnull %6)
  br i1 %30, label %31, label %55

31:
  %32 = getelementptr inbounds nuw i8, ptr %3, i64 64
  %33 = load i8, ptr %32, align 8
  %34 = trunc i8 %33 to i1
  br i1 %34, label %35, label %36

35:
  call void @note_mark(ptr %1, i64 %4)
  br label %36

36:
  %37 = load ptr, ptr %6, align 8
  %38 = call zeroext i1 @place(ptr %0, ptr %1, ptr %2, ptr nonnull %7, ptr %37)
  br i1 %38, label %39, label %55

39:
  %40 = load i64, ptr @RoceResponder__expected, align 8
  call void @add(ptr %2, i64 %40, i64 1)
  %41 = load i64, ptr @RoceResponder__complained, align 8
  call void @put_bool(ptr %2, i64 %41, i1 zeroext false)
  %42 = load i64, ptr @RoceResponder__nak, align 8
  call void @put_none(ptr %2, i64 %42)
  %43 = getelementptr inbounds nuw i8, ptr %7, i64 49
  %44 = load i8, ptr %43, align 1
  %45 = trunc i8 %44 to i1
  br i1 %45, label %46, label %49

46:
  %47 = load i64, ptr @RoceResponder__messages, align 8
  call void @add(ptr %2, i64 %47, i64 1)
  %48 = load i64, ptr @RoceResponder__message, align 8
  call void @put_none(ptr %2, i64 %48)
  br label %49

49:
  %50 = getelementptr inbounds nuw i8, ptr %3, i64 65
  %51 = load i8, ptr %50, align 1
  %52 = trunc i8 %51 to i1
  br i1 %52, label %53, label %55

53:
  %54 = load i64, ptr @RoceResponder__ack_due, align 8
  call void @put_bool(ptr %2, i64 %54, i1 zeroext true)
  br label %55

55:
  %.0 = phi i32 [ %20, %18 ], [ 0, %5 ], [ 2, %36 ], [ 0, %27 ], [ 0, %15 ], [ %20, %26 ], [ %20, %22 ], [ 0, %29 ], [ 1, %53 ], [ 1, %49 ]
  ret i32 %.0
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

define zeroext i1 @has_acknowledgement(ptr %0) nounwind {
  %2 = load i64, ptr @RoceQueuePair__responder, align 8
  %3 = call ptr @get(ptr %0, i64 %2)
  %4 = load i64, ptr @RoceQueuePair_state, align 8
  %5 = call ptr @get(ptr %0, i64 %4)
  %6 = load ptr, ptr @the, align 8
  %7 = load i64, ptr @the_None, align 8
  %8 = getelementptr inbounds nuw ptr, ptr %6, i64 %7
  %9 = load ptr, ptr %8, align 8
  %10 = icmp eq ptr %3, %9
  br i1 %10, label %32, label %11

11:
  %12 = load i64, ptr @RoceResponder__ack_due, align 8
  %13 = call zeroext i1 @is_true(ptr %3, i64 %12)
  br i1 %13, label %17, label %14

14:
  %15 = load i64, ptr @RoceResponder__nak, align 8
  %16 = call zeroext i1 @is_none(ptr %3, i64 %15)
  br i1 %16, label %32, label %17

17:
  %18 = load ptr, ptr @the, align 8
  %19 = load i64, ptr @the_rtr, align 8
  %20 = getelementptr inbounds nuw ptr, ptr %18, i64 %19
  %21 = load ptr, ptr %20, align 8
  %22 = icmp eq ptr %5, %21
  br i1 %22, label %32, label %23

23:
  %24 = load ptr, ptr @the, align 8
  %25 = load i64, ptr @the_rts, align 8
  %26 = getelementptr inbounds nuw ptr, ptr %24, i64 %25
  %27 = load ptr, ptr %26, align 8
  %28 = icmp eq ptr %5, %27
  br i1 %28, label %32, label %29

29:
  %30 = load i64, ptr @RoceQueuePair__last_words, align 8
  %31 = call zeroext i1 @is_true(ptr %0, i64 %30)
  br label %32

32:
  %.0 = phi i1 [ false, %1 ], [ false, %14 ], [ true, %23 ], [ true, %17 ], [ %31, %29 ]
  ret i1 %.0
}

define i32 @send_acknowledgement(ptr %0, ptr %1) nounwind {
  %3 = alloca [4 x i8], align 1
  %4 = alloca %struct.content.34, align 8
  %5 = load i64, ptr @RoceQueuePair__responder, align 8
  %6 = call ptr @get(ptr %0, i64 %5)
  %7 = load i64, ptr @RoceResponder__frames, align 8
  %8 = call ptr @get(ptr %6, i64 %7)
  %9 = load i64, ptr @RoceResponder__nak, align 8
  %10 = call zeroext i1 @is_none(ptr %6, i64 %9)
  br i1 %10, label %11, label %38

11:
  %12 = call zeroext i1 @makes_frames(ptr %8)
  br i1 %12, label %13, label %38

13:
  %14 = load i64, ptr @RoceResponder__messages, align 8
  %15 = call i64 @get_int(ptr %6, i64 %14)
  %16 = and i64 %15, 16777215
  %17 = or disjoint i64 %16, 520093696
  %18 = call ptr @write_32(ptr nonnull %3, i64 %17)
  %19 = load i64, ptr @RoceQpFrames__classes, align 8
  %20 = call ptr @get(ptr %8, i64 %19)
  %21 = load i64, ptr @RoceTrafficClasses_data, align 8
  %22 = call i64 @get_int(ptr %20, i64 %21)
  %23 = shl i64 %22, 2
  store i64 %23, ptr %4, align 8
  %24 = getelementptr inbounds nuw i8, ptr %4, i64 8
  store i64 17, ptr %24, align 8
  %25 = getelementptr inbounds nuw i8, ptr %4, i64 16
  %26 = load i64, ptr @RoceResponder__expected, align 8
  %27 = call i64 @get_int(ptr %6, i64 %26)
  %28 = add i64 %27, -1
  store i64 %28, ptr %25, align 8
  %29 = getelementptr inbounds nuw i8, ptr %4, i64 24
  store i8 0, ptr %29, align 8
  %30 = getelementptr inbounds nuw i8, ptr %4, i64 25
  call void @llvm.memset.p0.i64(ptr nonnull align 1 dereferenceable(7) %30, i8 0, i64 7, i1 false)
  %31 = getelementptr inbounds nuw i8, ptr %4, i64 32
  store ptr %3, ptr %31, align 8
  %32 = getelementptr inbounds nuw i8, ptr %4, i64 40
  store i64 4, ptr %32, align 8
  %33 = getelementptr inbounds nuw i8, ptr %4, i64 48
  call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(24) %33, i8 0, i64 24, i1 false)
  %34 = load i64, ptr @RoceQueuePair__last_words, align 8
  call void @put_bool(ptr %0, i64 %34, i1 zeroext false)
  %35 = load i64, ptr @RoceResponder__ack_due, align 8
  call void @put_bool(ptr %6, i64 %35, i1 zeroext false)
  %36 = call zeroext i1 @make_frame(ptr %8, ptr nonnull %4, ptr %1)
  %37 = select i1 %36, i32 1, i32 2
  br label %38

38:
  %.0 = phi i32 [ %37, %13 ], [ 0, %11 ], [ 0, %2 ]
  ret i32 %.0
}

declare zeroext i1 @makes_frames(ptr)

define internal ptr @write_32(ptr %0, i64 %1) nounwind {
  %3 = lshr i64 %1, 16
  %4 = call ptr @write_16(ptr %0, i64 %3)
  %5 = call ptr @write_16(ptr %4, i64 %1)
  ret ptr %5
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

declare zeroext i1 @make_frame(ptr, ptr, ptr)

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

define internal ptr @integer(i64 %0) alwaysinline nounwind {
  %2 = call ptr @PyLong_FromLong(i64 %0)
  ret ptr %2
}

define internal ptr @type_of(ptr %0) alwaysinline nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %3 = load ptr, ptr %2, align 8
  ret ptr %3
}

declare i64 @llvm.expect.i64(i64, i64)

declare void @strange(ptr, i64)

define internal zeroext i1 @is_held_once(ptr %0) alwaysinline nounwind {
  %2 = load i64, ptr %0, align 8
  %3 = icmp eq i64 %2, 1
  ret i1 %3
}

declare ptr @PyLong_FromLong(i64)

define internal ptr @kept(ptr %0) alwaysinline nounwind {
  call void @Py_IncRef(ptr %0)
  ret ptr %0
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

declare zeroext i1 @counts_as_true(ptr)

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

declare i64 @PyLong_AsLong(ptr)

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

define internal zeroext i1 @is_whole_write(ptr %0) nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %3 = load i64, ptr %2, align 8
  %4 = call zeroext i1 @is_first(i64 %3)
  %5 = select i1 %4, i64 16, i64 0
  %6 = call zeroext i1 @has_immediate(i64 %3)
  %7 = select i1 %6, i64 4, i64 0
  %8 = or disjoint i64 %5, %7
  %9 = icmp sgt i64 %3, 5
  %10 = icmp slt i64 %3, 12
  %or.cond = and i1 %9, %10
  br i1 %or.cond, label %11, label %15

11:
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %13 = load i64, ptr %12, align 8
  %14 = icmp sge i64 %13, %8
  br label %15

15:
  %16 = phi i1 [ %14, %11 ], [ false, %1 ]
  ret i1 %16
}

define internal i32 @out_of_order(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = load i64, ptr @RoceResponder__counters, align 8
  %5 = call ptr @get(ptr %0, i64 %4)
  %6 = icmp sgt i64 %2, 0
  br i1 %6, label %7, label %10

7:
  %8 = load i64, ptr @RoceResponder__complained, align 8
  %9 = call zeroext i1 @is_true(ptr %0, i64 %8)
  br i1 %9, label %10, label %20

10:
  %11 = icmp sgt i64 %2, 0
  %RoceQpCounters_out_of_sequence.RoceQpCounters_duplicates = select i1 %11, ptr @RoceQpCounters_out_of_sequence, ptr @RoceQpCounters_duplicates
  %12 = load i64, ptr %RoceQpCounters_out_of_sequence.RoceQpCounters_duplicates, align 8
  call void @add(ptr %5, i64 %12, i64 1)
  %13 = icmp slt i64 %2, 0
  br i1 %13, label %14, label %20

14:
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 65
  %16 = load i8, ptr %15, align 1
  %17 = trunc i8 %16 to i1
  br i1 %17, label %18, label %20

18:
  %19 = load i64, ptr @RoceResponder__ack_due, align 8
  call void @put_bool(ptr %0, i64 %19, i1 zeroext true)
  br label %20

20:
  %.0 = phi i32 [ 0, %7 ], [ 1, %18 ], [ 1, %14 ], [ 1, %10 ]
  ret i32 %.0
}

define internal zeroext i1 @is_next(ptr %0, ptr %1, ptr %2) nounwind {
  %4 = load i64, ptr @RoceResponder__message, align 8
  %5 = call ptr @get(ptr %0, i64 %4)
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %7 = load i64, ptr %6, align 8
  %8 = load i64, ptr @RoceResponder__mtu, align 8
  %9 = call i64 @get_int(ptr %0, i64 %8)
  %10 = call zeroext i1 @is_first(i64 %7)
  %11 = getelementptr inbounds nuw i8, ptr %2, i64 48
  %12 = zext i1 %10 to i8
  store i8 %12, ptr %11, align 8
  %13 = icmp sgt i64 %7, 7
  %14 = getelementptr inbounds nuw i8, ptr %2, i64 49
  %15 = zext i1 %13 to i8
  store i8 %15, ptr %14, align 1
  %16 = select i1 %10, i64 16, i64 0
  %17 = call zeroext i1 @has_immediate(i64 %7)
  %18 = select i1 %17, i64 4, i64 0
  %19 = or disjoint i64 %16, %18
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %21 = load i64, ptr %20, align 8
  %22 = sub i64 %21, %19
  %23 = getelementptr inbounds nuw i8, ptr %2, i64 8
  store i64 %22, ptr %23, align 8
  %24 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %25 = load ptr, ptr %24, align 8
  %26 = or disjoint i64 %19, 74
  %27 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %28 = load ptr, ptr %27, align 8
  %29 = call ptr @payload_of(ptr %25, i64 %26, i64 %22, ptr %28)
  store ptr %29, ptr %2, align 8
  %30 = call zeroext i1 @has_immediate(i64 %7)
  br i1 %30, label %31, label %37

31:
  %32 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %33 = load ptr, ptr %32, align 8
  %34 = getelementptr inbounds nuw i8, ptr %33, i64 %19
  %35 = getelementptr inbounds i8, ptr %34, i64 -4
  %36 = call i64 @read_32(ptr nonnull %35)
  br label %37

37:
  %38 = phi i64 [ %36, %31 ], [ -1, %3 ]
  %39 = getelementptr inbounds nuw i8, ptr %2, i64 40
  store i64 %38, ptr %39, align 8
  %40 = load ptr, ptr %2, align 8
  %.not = icmp eq ptr %40, null
  br i1 %.not, label %69, label %41

41:
  %42 = getelementptr inbounds nuw i8, ptr %2, i64 48
  %43 = load i8, ptr %42, align 8
  %44 = load ptr, ptr @the, align 8
  %45 = load i64, ptr @the_None, align 8
  %46 = getelementptr inbounds nuw ptr, ptr %44, i64 %45
  %47 = load ptr, ptr %46, align 8
  %48 = trunc i8 %43 to i1
  %49 = icmp ne ptr %5, %47
  %.not31 = xor i1 %49, %48
  br i1 %.not31, label %50, label %69

50:
  %51 = getelementptr inbounds nuw i8, ptr %2, i64 49
  %52 = load i8, ptr %51, align 1
  %53 = trunc i8 %52 to i1
  br i1 %53, label %54, label %65

54:
  %55 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %56 = load i64, ptr %55, align 8
  %.not32 = icmp sgt i64 %56, %9
  br i1 %.not32, label %69, label %57

57:
  %58 = getelementptr inbounds nuw i8, ptr %2, i64 48
  %59 = load i8, ptr %58, align 8
  %60 = trunc i8 %59 to i1
  br i1 %60, label %69, label %61

61:
  %62 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %63 = load i64, ptr %62, align 8
  %64 = icmp ne i64 %63, 0
  br label %69

65:
  %66 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %67 = load i64, ptr %66, align 8
  %68 = icmp eq i64 %67, %9
  br label %69

69:
  %.0 = phi i1 [ false, %37 ], [ false, %41 ], [ %68, %65 ], [ false, %54 ], [ true, %57 ], [ %64, %61 ]
  ret i1 %.0
}

define internal zeroext i1 @may_write(ptr %0, ptr %1, ptr %2, ptr %3) nounwind {
  %5 = load i64, ptr @RoceResponder__message, align 8
  %6 = call ptr @get(ptr %0, i64 %5)
  %7 = load i64, ptr @RoceResponder__memory, align 8
  %8 = call ptr @get(ptr %0, i64 %7)
  %9 = load i64, ptr @RoceResponder__domain, align 8
  %10 = call ptr @get(ptr %0, i64 %9)
  %11 = getelementptr inbounds nuw i8, ptr %2, i64 48
  %12 = load i8, ptr %11, align 8
  %13 = trunc i8 %12 to i1
  br i1 %13, label %14, label %29

14:
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %16 = load ptr, ptr %15, align 8
  %17 = call i64 @read_64(ptr %16)
  %18 = getelementptr inbounds nuw i8, ptr %2, i64 16
  store i64 %17, ptr %18, align 8
  %19 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %20 = load ptr, ptr %19, align 8
  %21 = getelementptr inbounds nuw i8, ptr %20, i64 8
  %22 = call i64 @read_32(ptr nonnull %21)
  %23 = getelementptr inbounds nuw i8, ptr %2, i64 24
  store i64 %22, ptr %23, align 8
  %24 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %25 = load ptr, ptr %24, align 8
  %26 = getelementptr inbounds nuw i8, ptr %25, i64 12
  %27 = call i64 @read_32(ptr nonnull %26)
  %28 = getelementptr inbounds nuw i8, ptr %2, i64 32
  store i64 %27, ptr %28, align 8
  br label %46

29:
  %30 = load i64, ptr @RoceMessage_operation, align 8
  %31 = call ptr @get(ptr %6, i64 %30)
  %32 = load ptr, ptr @the, align 8
  %33 = load i64, ptr @the_roce_write, align 8
  %34 = getelementptr inbounds nuw ptr, ptr %32, i64 %33
  %35 = load ptr, ptr %34, align 8
  %.not = icmp eq ptr %31, %35
  br i1 %.not, label %36, label %97

36:
  %37 = load i64, ptr @RoceMessage_address, align 8
  %38 = call i64 @get_int(ptr %6, i64 %37)
  %39 = getelementptr inbounds nuw i8, ptr %2, i64 16
  store i64 %38, ptr %39, align 8
  %40 = load i64, ptr @RoceMessage_r_key, align 8
  %41 = call i64 @get_int(ptr %6, i64 %40)
  %42 = getelementptr inbounds nuw i8, ptr %2, i64 24
  store i64 %41, ptr %42, align 8
  %43 = load i64, ptr @RoceMessage_left, align 8
  %44 = call i64 @get_int(ptr %6, i64 %43)
  %45 = getelementptr inbounds nuw i8, ptr %2, i64 32
  store i64 %44, ptr %45, align 8
  br label %46

46:
  %47 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %48 = load i64, ptr %47, align 8
  %49 = icmp slt i64 %48, 0
  br i1 %49, label %97, label %50

50:
  %51 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %52 = load i64, ptr %51, align 8
  %53 = icmp sgt i64 %52, 4611686018427387903
  br i1 %53, label %97, label %54

54:
  %55 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %56 = load i64, ptr %55, align 8
  %57 = getelementptr inbounds nuw i8, ptr %2, i64 32
  %58 = load i64, ptr %57, align 8
  %59 = icmp sgt i64 %56, %58
  br i1 %59, label %97, label %60

60:
  %61 = getelementptr inbounds nuw i8, ptr %2, i64 49
  %62 = load i8, ptr %61, align 1
  %63 = trunc i8 %62 to i1
  br i1 %63, label %64, label %69

64:
  %65 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %66 = load i64, ptr %65, align 8
  %67 = getelementptr inbounds nuw i8, ptr %2, i64 32
  %68 = load i64, ptr %67, align 8
  %.not38 = icmp eq i64 %66, %68
  br i1 %.not38, label %69, label %97

69:
  %70 = getelementptr inbounds nuw i8, ptr %2, i64 40
  %71 = load i64, ptr %70, align 8
  %72 = icmp sgt i64 %71, -1
  br i1 %72, label %73, label %77

73:
  %74 = load i64, ptr @RoceResponder_receives, align 8
  %75 = call ptr @get(ptr %0, i64 %74)
  %76 = call i64 @list_size(ptr %75)
  %.not39 = icmp eq i64 %76, 0
  br i1 %.not39, label %97, label %77

77:
  %78 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %79 = load i64, ptr %78, align 8
  %.not40 = icmp eq i64 %79, 0
  br i1 %.not40, label %92, label %80

80:
  %81 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %82 = load i64, ptr %81, align 8
  %83 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %84 = load i64, ptr %83, align 8
  %85 = getelementptr inbounds nuw i8, ptr %2, i64 48
  %86 = load i8, ptr %85, align 8
  %87 = trunc i8 %86 to i1
  %88 = getelementptr inbounds nuw i8, ptr %2, i64 32
  %89 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %.in = select i1 %87, ptr %88, ptr %89
  %90 = load i64, ptr %.in, align 8
  %91 = call ptr @writable_region(ptr %8, ptr %10, i64 %82, i64 %84, i64 %90)
  br label %92

92:
  %93 = phi ptr [ %91, %80 ], [ null, %77 ]
  store ptr %93, ptr %3, align 8
  %.not41 = icmp eq ptr %93, null
  br i1 %.not41, label %94, label %97

94:
  %95 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %96 = load i64, ptr %95, align 8
  %.not42 = icmp eq i64 %96, 0
  br label %97

97:
  %.0 = phi i1 [ false, %29 ], [ false, %46 ], [ false, %73 ], [ false, %54 ], [ false, %50 ], [ false, %64 ], [ true, %92 ], [ %.not42, %94 ]
  ret i1 %.0
}

define internal zeroext i1 @place(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4) nounwind {
  %6 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8
  %.not = icmp eq i64 %7, 0
  br i1 %.not, label %15, label %8

8:
  %9 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %10 = load i64, ptr %9, align 8
  %11 = load ptr, ptr %3, align 8
  %12 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %13 = load i64, ptr %12, align 8
  %14 = call zeroext i1 @write_region(ptr %4, i64 %10, ptr %11, i64 %13)
  br i1 %14, label %15, label %67

15:
  %16 = getelementptr inbounds nuw i8, ptr %3, i64 48
  %17 = load i8, ptr %16, align 8
  %18 = trunc i8 %17 to i1
  br i1 %18, label %19, label %33

19:
  %20 = getelementptr inbounds nuw i8, ptr %3, i64 49
  %21 = load i8, ptr %20, align 1
  %22 = trunc i8 %21 to i1
  br i1 %22, label %23, label %33

23:
  %24 = getelementptr inbounds nuw i8, ptr %3, i64 40
  %25 = load i64, ptr %24, align 8
  %26 = icmp slt i64 %25, 0
  br i1 %26, label %27, label %33

27:
  %28 = load i64, ptr @RoceResponder__counters, align 8
  %29 = call ptr @get(ptr %2, i64 %28)
  %30 = load i64, ptr @RoceQpCounters_bytes_placed, align 8
  %31 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %32 = load i64, ptr %31, align 8
  call void @add(ptr %29, i64 %30, i64 %32)
  br label %67

33:
  %34 = call ptr @message_of(ptr %2, ptr %3)
  %.not33 = icmp eq ptr %34, null
  br i1 %.not33, label %67, label %35

35:
  %36 = load i64, ptr @RoceMessage_address, align 8
  %37 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %38 = load i64, ptr %37, align 8
  %39 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %40 = load i64, ptr %39, align 8
  %41 = add i64 %38, %40
  call void @put_int(ptr nonnull %34, i64 %36, i64 %41)
  %42 = load i64, ptr @RoceMessage_left, align 8
  %43 = getelementptr inbounds nuw i8, ptr %3, i64 32
  %44 = load i64, ptr %43, align 8
  %45 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %46 = load i64, ptr %45, align 8
  %47 = sub i64 %44, %46
  call void @put_int(ptr nonnull %34, i64 %42, i64 %47)
  %48 = load i64, ptr @RoceMessage_done, align 8
  %49 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %50 = load i64, ptr %49, align 8
  call void @add(ptr nonnull %34, i64 %48, i64 %50)
  %51 = load i64, ptr @RoceResponder__message, align 8
  %52 = call ptr @kept(ptr nonnull %34)
  call void @put(ptr %2, i64 %51, ptr %52)
  %53 = load i64, ptr @RoceResponder__counters, align 8
  %54 = call ptr @get(ptr %2, i64 %53)
  %55 = load i64, ptr @RoceQpCounters_bytes_placed, align 8
  %56 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %57 = load i64, ptr %56, align 8
  call void @add(ptr %54, i64 %55, i64 %57)
  %58 = getelementptr inbounds nuw i8, ptr %3, i64 40
  %59 = load i64, ptr %58, align 8
  %60 = icmp slt i64 %59, 0
  br i1 %60, label %65, label %61

61:
  %62 = getelementptr inbounds nuw i8, ptr %3, i64 40
  %63 = load i64, ptr %62, align 8
  %64 = call zeroext i1 @immediate(ptr %0, ptr %1, ptr %2, ptr nonnull %34, i64 %63)
  br label %65

65:
  %66 = phi i1 [ true, %35 ], [ %64, %61 ]
  call void @Py_DecRef(ptr nonnull %34)
  br label %67

67:
  %.0 = phi i1 [ true, %27 ], [ false, %8 ], [ %66, %65 ], [ false, %33 ]
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

define internal zeroext i1 @is_first(i64 %0) nounwind {
  %2 = icmp eq i64 %0, 6
  %3 = icmp sgt i64 %0, 9
  %spec.select = select i1 %2, i1 true, i1 %3
  ret i1 %spec.select
}

define internal zeroext i1 @has_immediate(i64 %0) nounwind {
  %2 = icmp eq i64 %0, 9
  %3 = icmp eq i64 %0, 11
  %spec.select = select i1 %2, i1 true, i1 %3
  ret i1 %spec.select
}

declare ptr @payload_of(ptr, i64, i64, ptr)

define internal i64 @read_32(ptr %0) nounwind {
  %2 = call i64 @read_16(ptr %0)
  %3 = shl i64 %2, 16
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 2
  %5 = call i64 @read_16(ptr nonnull %4)
  %6 = or i64 %3, %5
  ret i64 %6
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

define internal i64 @read_64(ptr %0) nounwind {
  %2 = call i64 @read_32(ptr %0)
  %3 = shl i64 %2, 32
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 4
  %5 = call i64 @read_32(ptr nonnull %4)
  %6 = or i64 %3, %5
  ret i64 %6
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

declare ptr @writable_region(ptr, ptr, i64, i64, i64)

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

declare zeroext i1 @write_region(ptr, i64, ptr, i64)

define internal ptr @message_of(ptr %0, ptr %1) nounwind {
  %3 = load i64, ptr @RoceResponder__message, align 8
  %4 = call ptr @get(ptr %0, i64 %3)
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %6 = load i8, ptr %5, align 8
  %7 = trunc i8 %6 to i1
  br i1 %7, label %10, label %8

8:
  %9 = call ptr @kept(ptr %4)
  br label %34

10:
  %11 = load ptr, ptr @the, align 8
  %12 = load i64, ptr @the_RoceMessage, align 8
  %13 = getelementptr inbounds nuw ptr, ptr %11, i64 %12
  %14 = load ptr, ptr %13, align 8
  %15 = call ptr @PyType_GenericAlloc(ptr %14, i64 0)
  %.not = icmp eq ptr %15, null
  br i1 %.not, label %34, label %16

16:
  %17 = load i64, ptr @RoceMessage_operation, align 8
  %18 = load ptr, ptr @the, align 8
  %19 = load i64, ptr @the_roce_write, align 8
  %20 = getelementptr inbounds nuw ptr, ptr %18, i64 %19
  %21 = load ptr, ptr %20, align 8
  %22 = call ptr @kept(ptr %21)
  call void @put(ptr nonnull %15, i64 %17, ptr %22)
  %23 = load i64, ptr @RoceMessage_address, align 8
  %24 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %25 = load i64, ptr %24, align 8
  call void @put_int(ptr nonnull %15, i64 %23, i64 %25)
  %26 = load i64, ptr @RoceMessage_r_key, align 8
  %27 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %28 = load i64, ptr %27, align 8
  call void @put_int(ptr nonnull %15, i64 %26, i64 %28)
  %29 = load i64, ptr @RoceMessage_left, align 8
  %30 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %31 = load i64, ptr %30, align 8
  call void @put_int(ptr nonnull %15, i64 %29, i64 %31)
  %32 = load i64, ptr @RoceMessage_done, align 8
  call void @put_int(ptr nonnull %15, i64 %32, i64 0)
  %33 = load i64, ptr @RoceMessage_receive, align 8
  call void @put_none(ptr nonnull %15, i64 %33)
  br label %34

34:
  %.0 = phi ptr [ %9, %8 ], [ %15, %16 ], [ %15, %10 ]
  ret ptr %.0
}

define internal zeroext i1 @immediate(ptr %0, ptr %1, ptr %2, ptr %3, i64 %4) nounwind {
  %6 = load i64, ptr @RoceResponder_receives, align 8
  %7 = call ptr @get(ptr %2, i64 %6)
  %8 = call ptr @list_item(ptr %7, i64 0)
  %9 = call ptr @kept(ptr %8)
  %10 = call ptr @integer(i64 %4)
  %.not = icmp eq ptr %9, null
  %.not13 = icmp eq ptr %10, null
  %or.cond = select i1 %.not, i1 true, i1 %.not13
  br i1 %or.cond, label %22, label %11

11:
  %12 = call i32 @PyList_SetSlice(ptr %7, i64 0, i64 1, ptr null)
  %.not14 = icmp eq i32 %12, 0
  br i1 %.not14, label %13, label %22

13:
  %14 = load i64, ptr @the_roce_receives_imm, align 8
  %15 = load i64, ptr @RoceReceive_wr_id, align 8
  %16 = call ptr @get(ptr nonnull %9, i64 %15)
  %17 = load i64, ptr @RoceMessage_done, align 8
  %18 = call i64 @get_int(ptr %3, i64 %17)
  %19 = load i64, ptr @RoceNic_now_ns, align 8
  %20 = call i64 @get_int(ptr %0, i64 %19)
  %21 = call zeroext i1 @complete_message(ptr %1, i64 %14, ptr %16, i64 %18, ptr nonnull %10, i64 %20)
  br label %22

22:
  %23 = phi i1 [ false, %11 ], [ %21, %13 ], [ false, %5 ]
  call void @Py_DecRef(ptr %9)
  call void @Py_DecRef(ptr %10)
  ret i1 %23
}

declare ptr @PyType_GenericAlloc(ptr, i64)

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

declare i32 @PyList_SetSlice(ptr, i64, i64, ptr)

declare zeroext i1 @complete_message(ptr, i64, ptr, i64, ptr, i64)

declare ptr @PyList_GetItem(ptr, i64)

declare void @_Py_Dealloc(ptr)

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
