; SPDX-License-Identifier: Apache-2.0
; Made of rotation.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 9cc1df24ca438a9f7039e6e6f395d9cedbb06d39d857bfd40e554919d67d1e40
@EvSet__rotation = external constant i64, align 8
@Rotation__planes = external constant i64, align 8
@Rotation__next_plane = external constant i64, align 8
@Rotation_closed = external constant i64, align 8
@PlaneTurns_plane = external constant i64, align 8
@PlaneTurns_entries = external constant i64, align 8
@the = external global ptr, align 8
@the_None = external constant i64, align 8
@the__otherwise = external constant i64, align 8
@the_list = external constant i64, align 8
@the_int = external constant i64, align 8
@long_digit = external constant i64, align 8
@the_visited = external constant i64, align 8
@PlaneTurns_cursor = external constant i64, align 8
@Rotation__skip_timer_ns = external constant i64, align 8
@Rotation__rng = external constant i64, align 8
@EvEntry_skipped_ns = external constant i64, align 8
@the_skip_timer = external constant i64, align 8
@EvEntry_held_until_ns = external constant i64, align 8
@EvEntry_state = external constant i64, align 8
@the_skip = external constant i64, align 8
@Rotation__good = external constant i64, align 8

define i64 @next_plane(ptr %0) nounwind {
  %2 = load i64, ptr @EvSet__rotation, align 8
  %3 = call ptr @get(ptr %0, i64 %2)
  %4 = load i64, ptr @Rotation__planes, align 8
  %5 = call ptr @get(ptr %3, i64 %4)
  %6 = call i64 @list_size(ptr %5)
  %7 = load i64, ptr @Rotation__next_plane, align 8
  %8 = call i64 @get_int(ptr %3, i64 %7)
  %9 = load i64, ptr @Rotation_closed, align 8
  %10 = call i64 @get_int(ptr %3, i64 %9)
  br label %11

11:
  %.019 = phi i64 [ 0, %1 ], [ %28, %27 ]
  %.0 = phi i64 [ undef, %1 ], [ %.2, %27 ]
  %12 = icmp slt i64 %.019, %6
  br i1 %12, label %13, label %29

13:
  %14 = add i64 %8, %.019
  %15 = srem i64 %14, %6
  %16 = call ptr @list_item(ptr %5, i64 %15)
  %17 = load i64, ptr @PlaneTurns_plane, align 8
  %18 = call i64 @get_int(ptr %16, i64 %17)
  %19 = load i64, ptr @PlaneTurns_entries, align 8
  %20 = call ptr @get(ptr %16, i64 %19)
  %21 = call i64 @list_size(ptr %20)
  %.not = icmp eq i64 %21, 0
  br i1 %.not, label %26, label %22

22:
  %23 = shl nuw i64 1, %18
  %24 = and i64 %10, %23
  %.not22 = icmp eq i64 %24, 0
  %25 = shl nuw i64 1, %18
  %spec.select24 = select i1 %.not22, i32 1, i32 0
  %spec.select25 = select i1 %.not22, i64 %25, i64 %.0
  br label %26

26:
  %.121 = phi i32 [ 0, %13 ], [ %spec.select24, %22 ]
  %.2 = phi i64 [ %.0, %13 ], [ %spec.select25, %22 ]
  %trunc = trunc nuw i32 %.121 to i1
  %cond23 = icmp eq i1 %trunc, false
  br i1 %cond23, label %27, label %29

27:
  %28 = add i64 %.019, 1
  br label %11

29:
  %.020 = phi i32 [ %.121, %26 ], [ 2, %11 ]
  %.1 = phi i64 [ %.2, %26 ], [ %.0, %11 ]
  %cond = icmp eq i32 %.020, 2
  %spec.select = select i1 %cond, i64 0, i64 %.1
  ret i64 %spec.select
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

define ptr @choose(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = load i64, ptr @EvSet__rotation, align 8
  %5 = call ptr @get(ptr %0, i64 %4)
  %6 = load i64, ptr @Rotation__planes, align 8
  %7 = call ptr @get(ptr %5, i64 %6)
  %8 = call i64 @list_size(ptr %7)
  %9 = load i64, ptr @Rotation__next_plane, align 8
  %10 = call i64 @get_int(ptr %5, i64 %9)
  %11 = load i64, ptr @Rotation_closed, align 8
  %12 = call i64 @get_int(ptr %5, i64 %11)
  %13 = xor i64 %12, -1
  %14 = and i64 %1, %13
  br label %15

15:
  %.035 = phi i64 [ 0, %3 ], [ %38, %37 ]
  %.0 = phi ptr [ undef, %3 ], [ %.2, %37 ]
  %16 = icmp slt i64 %.035, %8
  br i1 %16, label %17, label %39

17:
  %18 = add i64 %10, %.035
  %19 = srem i64 %18, %8
  %20 = call ptr @list_item(ptr %7, i64 %19)
  %21 = load i64, ptr @PlaneTurns_plane, align 8
  %22 = call i64 @get_int(ptr %20, i64 %21)
  %23 = shl nuw i64 1, %22
  %24 = and i64 %14, %23
  %.not = icmp eq i64 %24, 0
  br i1 %.not, label %36, label %25

25:
  %26 = call ptr @next_in(ptr %5, ptr %20, i64 %2)
  %27 = load ptr, ptr @the, align 8
  %28 = load i64, ptr @the_None, align 8
  %29 = getelementptr inbounds nuw ptr, ptr %27, i64 %28
  %30 = load ptr, ptr %29, align 8
  %.not39 = icmp eq ptr %26, %30
  br i1 %.not39, label %35, label %31

31:
  %32 = load i64, ptr @Rotation__next_plane, align 8
  %33 = add i64 %19, 1
  %34 = srem i64 %33, %8
  call void @put_int(ptr %5, i64 %32, i64 %34)
  br label %36

35:
  call void @Py_DecRef(ptr %26)
  br label %36

36:
  %.137 = phi i32 [ 4, %17 ], [ 1, %31 ], [ 0, %35 ]
  %.2 = phi ptr [ %.0, %17 ], [ %26, %31 ], [ %.0, %35 ]
  switch i32 %.137, label %39 [
    i32 0, label %37
    i32 4, label %37
  ]

37:
  %38 = add i64 %.035, 1
  br label %15

39:
  %.036 = phi i32 [ %.137, %36 ], [ 2, %15 ]
  %.1 = phi ptr [ %.2, %36 ], [ %.0, %15 ]
  %cond = icmp eq i32 %.036, 2
  br i1 %cond, label %40, label %45

40:
  %41 = call ptr @integer(i64 %14)
  %42 = call ptr @integer(i64 %2)
  %43 = load i64, ptr @the__otherwise, align 8
  %44 = call ptr @method_2(ptr %5, i64 %43, ptr %41, ptr %42)
  call void @Py_DecRef(ptr %41)
  call void @Py_DecRef(ptr %42)
  br label %45

45:
  %.4 = phi ptr [ %.1, %39 ], [ %44, %40 ]
  ret ptr %.4
}

define internal ptr @next_in(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  store ptr null, ptr %4, align 8
  %5 = call ptr @whose_turn(ptr %0, ptr %1, i64 %2, ptr nonnull %4)
  %6 = load ptr, ptr @the, align 8
  %7 = load i64, ptr @the_None, align 8
  %8 = getelementptr inbounds nuw ptr, ptr %6, i64 %7
  %9 = load ptr, ptr %8, align 8
  %10 = icmp ne ptr %5, %9
  %11 = load ptr, ptr %4, align 8
  %.not = icmp eq ptr %11, null
  %or.cond = select i1 %10, i1 true, i1 %.not
  br i1 %or.cond, label %22, label %12

12:
  call void @Py_DecRef(ptr %5)
  %13 = load ptr, ptr %4, align 8
  %14 = call zeroext i1 @is_left_out(ptr %13)
  br i1 %14, label %15, label %19

15:
  %16 = load ptr, ptr %4, align 8
  %17 = load i64, ptr @the_visited, align 8
  %18 = call zeroext i1 @come_back(ptr %0, ptr %16, i64 %17, i64 %2)
  br i1 %18, label %19, label %22

19:
  %20 = load ptr, ptr %4, align 8
  %21 = call ptr @kept(ptr %20)
  br label %22

22:
  %.0 = phi ptr [ %5, %3 ], [ %21, %19 ], [ null, %15 ]
  %23 = load ptr, ptr %4, align 8
  call void @Py_DecRef(ptr %23)
  ret ptr %.0
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

define internal ptr @integer(i64 %0) alwaysinline nounwind {
  %2 = call ptr @PyLong_FromLong(i64 %0)
  ret ptr %2
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

declare i64 @llvm.expect.i64(i64, i64)

declare void @strange(ptr, i64)

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

define internal ptr @type_of(ptr %0) alwaysinline nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %3 = load ptr, ptr %2, align 8
  ret ptr %3
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

declare ptr @PyList_GetItem(ptr, i64)

define internal ptr @whose_turn(ptr %0, ptr %1, i64 %2, ptr %3) nounwind {
  %5 = load i64, ptr @PlaneTurns_entries, align 8
  %6 = call ptr @get(ptr %1, i64 %5)
  %7 = call i64 @list_size(ptr %6)
  %8 = load i64, ptr @PlaneTurns_cursor, align 8
  %9 = call i64 @get_int(ptr %1, i64 %8)
  %10 = load i64, ptr @Rotation__skip_timer_ns, align 8
  %11 = call i64 @get_int(ptr %0, i64 %10)
  br label %12

12:
  %.064 = phi i64 [ %9, %4 ], [ %22, %69 ]
  %.062.off0 = phi i1 [ false, %4 ], [ %.163.off0, %69 ]
  %.061 = phi i64 [ 0, %4 ], [ %70, %69 ]
  %.057 = phi ptr [ undef, %4 ], [ %.2, %69 ]
  %13 = shl i64 %7, 1
  %14 = icmp slt i64 %.061, %13
  br i1 %14, label %15, label %71

15:
  %.not = icmp slt i64 %.064, %7
  br i1 %.not, label %21, label %16

16:
  %17 = icmp sgt i64 %7, 1
  br i1 %17, label %18, label %21

18:
  %19 = load i64, ptr @Rotation__rng, align 8
  %20 = call ptr @get(ptr %0, i64 %19)
  call void @shuffle(ptr %20, ptr %6)
  br label %21

21:
  %.266 = phi i64 [ %.064, %15 ], [ 0, %18 ], [ 0, %16 ]
  %.163.off0 = phi i1 [ %.062.off0, %15 ], [ true, %18 ], [ true, %16 ]
  %22 = add i64 %.266, 1
  %23 = call ptr @list_item(ptr %6, i64 %.266)
  %24 = call zeroext i1 @is_left_out(ptr %23)
  %25 = call ptr @kept(ptr %23)
  %.not77 = xor i1 %24, true
  %.not68 = icmp eq i64 %11, 0
  %or.cond = select i1 %.not77, i1 true, i1 %.not68
  br i1 %or.cond, label %33, label %26

26:
  %27 = load i64, ptr @EvEntry_skipped_ns, align 8
  %28 = call i64 @get_int(ptr %23, i64 %27)
  %29 = add i64 %28, %11
  %.not69 = icmp slt i64 %2, %29
  br i1 %.not69, label %33, label %30

30:
  %31 = load i64, ptr @the_skip_timer, align 8
  %32 = call zeroext i1 @come_back(ptr %0, ptr %23, i64 %31, i64 %2)
  br label %61

33:
  br i1 %24, label %34, label %61

34:
  %35 = load ptr, ptr %3, align 8
  %.not70 = icmp eq ptr %35, null
  br i1 %.not70, label %39, label %36

36:
  %37 = load ptr, ptr %3, align 8
  %38 = call zeroext i1 @is_left_out(ptr %37)
  br i1 %38, label %39, label %61

39:
  %.not71 = icmp eq i64 %11, 0
  br i1 %.not71, label %40, label %44

40:
  %41 = load i64, ptr @EvEntry_held_until_ns, align 8
  %42 = call i64 @get_int(ptr %23, i64 %41)
  %43 = icmp sge i64 %2, %42
  br label %44

44:
  %45 = phi i1 [ false, %39 ], [ %43, %40 ]
  br i1 %45, label %54, label %46

46:
  %47 = load ptr, ptr %3, align 8
  %.not72 = icmp eq ptr %47, null
  br i1 %.not72, label %54, label %48

48:
  %49 = load i64, ptr @EvEntry_skipped_ns, align 8
  %50 = call i64 @get_int(ptr %23, i64 %49)
  %51 = load ptr, ptr %3, align 8
  %52 = call i64 @get_int(ptr %51, i64 %49)
  %53 = icmp slt i64 %50, %52
  br i1 %53, label %54, label %57

54:
  %55 = load ptr, ptr %3, align 8
  call void @Py_DecRef(ptr %55)
  %56 = call ptr @kept(ptr %23)
  store ptr %56, ptr %3, align 8
  br label %57

57:
  br i1 %45, label %58, label %61

58:
  %59 = load i64, ptr @the_visited, align 8
  %60 = call zeroext i1 @come_back(ptr %0, ptr %23, i64 %59, i64 %2)
  br label %61

61:
  %.056.off0 = phi i1 [ false, %30 ], [ %24, %57 ], [ %24, %58 ], [ %24, %36 ], [ %24, %33 ]
  %.0.off0 = phi i1 [ %32, %30 ], [ true, %33 ], [ true, %36 ], [ true, %57 ], [ %60, %58 ]
  %.0.off0.not = xor i1 %.0.off0, true
  %brmerge = select i1 %.0.off0.not, i1 true, i1 %.056.off0
  br i1 %brmerge, label %67, label %62

62:
  br i1 %.163.off0, label %65, label %63

63:
  %64 = load ptr, ptr %3, align 8
  %.not75 = icmp eq ptr %23, %64
  br i1 %.not75, label %67, label %65

65:
  %66 = load i64, ptr @PlaneTurns_cursor, align 8
  call void @put_int(ptr %1, i64 %66, i64 %22)
  br label %68

67:
  call void @Py_DecRef(ptr %23)
  %. = select i1 %.0.off0, i32 0, i32 1
  %.057. = select i1 %.0.off0, ptr %.057, ptr null
  br label %68

68:
  %.160 = phi i32 [ 1, %65 ], [ %., %67 ]
  %.2 = phi ptr [ %23, %65 ], [ %.057., %67 ]
  %trunc = trunc nuw i32 %.160 to i1
  %cond76 = icmp eq i1 %trunc, false
  br i1 %cond76, label %69, label %71

69:
  %70 = add i64 %.061, 1
  br label %12

71:
  %.165 = phi i64 [ %22, %68 ], [ %.064, %12 ]
  %.059 = phi i32 [ %.160, %68 ], [ 2, %12 ]
  %.158 = phi ptr [ %.2, %68 ], [ %.057, %12 ]
  %cond = icmp eq i32 %.059, 2
  br i1 %cond, label %72, label %80

72:
  %73 = load i64, ptr @PlaneTurns_cursor, align 8
  %74 = call i64 @least(i64 %.165, i64 %7)
  call void @put_int(ptr %1, i64 %73, i64 %74)
  %75 = load ptr, ptr @the, align 8
  %76 = load i64, ptr @the_None, align 8
  %77 = getelementptr inbounds nuw ptr, ptr %75, i64 %76
  %78 = load ptr, ptr %77, align 8
  %79 = call ptr @kept(ptr %78)
  br label %80

80:
  %.3 = phi ptr [ %.158, %71 ], [ %79, %72 ]
  ret ptr %.3
}

define internal zeroext i1 @is_left_out(ptr %0) nounwind {
  %2 = load i64, ptr @EvEntry_state, align 8
  %3 = call ptr @get(ptr %0, i64 %2)
  %4 = load ptr, ptr @the, align 8
  %5 = load i64, ptr @the_skip, align 8
  %6 = getelementptr inbounds nuw ptr, ptr %4, i64 %5
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %3, %7
  ret i1 %8
}

define internal zeroext i1 @come_back(ptr %0, ptr %1, i64 %2, i64 %3) nounwind {
  %5 = alloca [4 x ptr], align 16
  store ptr null, ptr %5, align 8
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 8
  store ptr %1, ptr %6, align 8
  %7 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %8 = load ptr, ptr @the, align 8
  %9 = getelementptr inbounds nuw ptr, ptr %8, i64 %2
  %10 = load ptr, ptr %9, align 8
  store ptr %10, ptr %7, align 8
  %11 = getelementptr inbounds nuw i8, ptr %5, i64 24
  %12 = call ptr @integer(i64 %3)
  store ptr %12, ptr %11, align 8
  %13 = load i64, ptr @Rotation__good, align 8
  %14 = call ptr @get(ptr %0, i64 %13)
  %15 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %16 = call ptr @PyObject_Vectorcall(ptr %14, ptr nonnull %15, i64 -9223372036854775805, ptr null)
  %17 = call zeroext i1 @done(ptr %16)
  %18 = getelementptr inbounds nuw i8, ptr %5, i64 24
  %19 = load ptr, ptr %18, align 8
  call void @Py_DecRef(ptr %19)
  ret i1 %17
}

define internal ptr @kept(ptr %0) alwaysinline nounwind {
  call void @Py_IncRef(ptr %0)
  ret ptr %0
}

declare void @shuffle(ptr, ptr)

define internal i64 @least(i64 %0, i64 %1) nounwind {
  %3 = icmp slt i64 %0, %1
  %. = select i1 %3, i64 %0, i64 %1
  ret i64 %.
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

declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)

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

declare void @_Py_Dealloc(ptr)

declare ptr @PyLong_FromLong(i64)

declare ptr @PyObject_VectorcallMethod(ptr, ptr, i64, ptr)
