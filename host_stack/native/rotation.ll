; SPDX-License-Identifier: Apache-2.0
; Made of rotation.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 2859a0a06e7773d4b39a3f9d82b5f89d47845fbcfdda94b7b2032d2115ebc631
@EvSet__rotation = external constant i64, align 8
@Rotation__planes = external constant i64, align 8
@Rotation__rotation = external constant i64, align 8
@Rotation__next_plane = external constant i64, align 8
@Rotation_closed = external constant i64, align 8
@the_int = external constant i64, align 8
@the = external global ptr, align 8
@the_None = external constant i64, align 8
@the__otherwise = external constant i64, align 8
@the_tuple = external constant i64, align 8
@the_list = external constant i64, align 8
@long_digit = external constant i64, align 8
@the_visited = external constant i64, align 8
@Rotation__cursor = external constant i64, align 8
@Rotation__skip_timer_ns = external constant i64, align 8
@Rotation__rng = external constant i64, align 8
@EvEntry_skipped_ns = external constant i64, align 8
@the_skip_timer = external constant i64, align 8
@EvEntry_held_until_ns = external constant i64, align 8
@EvEntry_state = external constant i64, align 8
@the_skip = external constant i64, align 8
@Rotation__good = external constant i64, align 8

define i64 @next_plane(ptr %0) nounwind {
  %2 = alloca i64, align 8
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca i32, align 4
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  %14 = load ptr, ptr %3, align 8
  %15 = load i64, ptr @EvSet__rotation, align 8
  %16 = call ptr @get(ptr %14, i64 %15)
  store ptr %16, ptr %4, align 8
  %17 = load ptr, ptr %4, align 8
  %18 = load i64, ptr @Rotation__planes, align 8
  %19 = call ptr @get(ptr %17, i64 %18)
  store ptr %19, ptr %5, align 8
  %20 = load ptr, ptr %4, align 8
  %21 = load i64, ptr @Rotation__rotation, align 8
  %22 = call ptr @get(ptr %20, i64 %21)
  store ptr %22, ptr %6, align 8
  %23 = load ptr, ptr %5, align 8
  %24 = call i64 @tuple_size(ptr %23)
  store i64 %24, ptr %7, align 8
  %25 = load ptr, ptr %4, align 8
  %26 = load i64, ptr @Rotation__next_plane, align 8
  %27 = call i64 @get_int(ptr %25, i64 %26)
  store i64 %27, ptr %8, align 8
  %28 = load ptr, ptr %4, align 8
  %29 = load i64, ptr @Rotation_closed, align 8
  %30 = call i64 @get_int(ptr %28, i64 %29)
  store i64 %30, ptr %9, align 8
  store i64 0, ptr %10, align 8
  br label %31

31:
  %32 = load i64, ptr %10, align 8
  %33 = load i64, ptr %7, align 8
  %34 = icmp slt i64 %32, %33
  br i1 %34, label %36, label %35

35:
  store i32 2, ptr %11, align 4
  br label %78

36:
  %37 = load ptr, ptr %5, align 8
  %38 = load i64, ptr %8, align 8
  %39 = load i64, ptr %10, align 8
  %40 = add i64 %38, %39
  %41 = load i64, ptr %7, align 8
  %42 = srem i64 %40, %41
  %43 = call ptr @tuple_item(ptr %37, i64 %42)
  store ptr %43, ptr %12, align 8
  %44 = load ptr, ptr %12, align 8
  %45 = icmp ne ptr %44, null
  br i1 %45, label %50, label %46

46:
  %47 = load ptr, ptr %12, align 8
  %48 = load i64, ptr @the_int, align 8
  %49 = shl i64 %48, 16
  call void @strange(ptr %47, i64 %49)
  unreachable

50:
  %51 = load ptr, ptr %6, align 8
  %52 = load ptr, ptr %12, align 8
  %53 = call ptr @PyDict_GetItemWithError(ptr %51, ptr %52)
  store ptr %53, ptr %13, align 8
  %54 = load ptr, ptr %13, align 8
  %55 = icmp ne ptr %54, null
  br i1 %55, label %56, label %71

56:
  %57 = load ptr, ptr %13, align 8
  %58 = call i64 @list_size(ptr %57)
  %59 = icmp ne i64 %58, 0
  br i1 %59, label %60, label %71

60:
  %61 = load i64, ptr %9, align 8
  %62 = load ptr, ptr %12, align 8
  %63 = call i64 @value_of(ptr %62)
  %64 = ashr i64 %61, %63
  %65 = and i64 %64, 1
  %66 = icmp ne i64 %65, 0
  br i1 %66, label %71, label %67

67:
  %68 = load ptr, ptr %12, align 8
  %69 = call i64 @value_of(ptr %68)
  %70 = shl i64 1, %69
  store i64 %70, ptr %2, align 8
  store i32 1, ptr %11, align 4
  br label %72

71:
  store i32 0, ptr %11, align 4
  br label %72

72:
  %73 = load i32, ptr %11, align 4
  switch i32 %73, label %78 [
    i32 0, label %74
  ]

74:
  br label %75

75:
  %76 = load i64, ptr %10, align 8
  %77 = add i64 %76, 1
  store i64 %77, ptr %10, align 8
  br label %31

78:
  %79 = load i32, ptr %11, align 4
  switch i32 %79, label %81 [
    i32 2, label %80
  ]

80:
  store i64 0, ptr %2, align 8
  store i32 1, ptr %11, align 4
  br label %81

81:
  %82 = load i64, ptr %2, align 8
  ret i64 %82
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

declare void @strange(ptr, i64)

declare ptr @PyDict_GetItemWithError(ptr, ptr)

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

define ptr @choose(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca i32, align 4
  %15 = alloca i64, align 8
  %16 = alloca ptr, align 8
  %17 = alloca ptr, align 8
  %18 = alloca ptr, align 8
  %19 = alloca ptr, align 8
  %20 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %21 = load ptr, ptr %5, align 8
  %22 = load i64, ptr @EvSet__rotation, align 8
  %23 = call ptr @get(ptr %21, i64 %22)
  store ptr %23, ptr %8, align 8
  %24 = load ptr, ptr %8, align 8
  %25 = load i64, ptr @Rotation__planes, align 8
  %26 = call ptr @get(ptr %24, i64 %25)
  store ptr %26, ptr %9, align 8
  %27 = load ptr, ptr %9, align 8
  %28 = call i64 @tuple_size(ptr %27)
  store i64 %28, ptr %10, align 8
  %29 = load ptr, ptr %8, align 8
  %30 = load i64, ptr @Rotation__next_plane, align 8
  %31 = call i64 @get_int(ptr %29, i64 %30)
  store i64 %31, ptr %11, align 8
  %32 = load i64, ptr %6, align 8
  %33 = load ptr, ptr %8, align 8
  %34 = load i64, ptr @Rotation_closed, align 8
  %35 = call i64 @get_int(ptr %33, i64 %34)
  %36 = xor i64 %35, -1
  %37 = and i64 %32, %36
  store i64 %37, ptr %12, align 8
  store i64 0, ptr %13, align 8
  br label %38

38:
  %39 = load i64, ptr %13, align 8
  %40 = load i64, ptr %10, align 8
  %41 = icmp slt i64 %39, %40
  br i1 %41, label %43, label %42

42:
  store i32 2, ptr %14, align 4
  br label %87

43:
  %44 = load i64, ptr %11, align 8
  %45 = load i64, ptr %13, align 8
  %46 = add i64 %44, %45
  %47 = load i64, ptr %10, align 8
  %48 = srem i64 %46, %47
  store i64 %48, ptr %15, align 8
  %49 = load ptr, ptr %9, align 8
  %50 = load i64, ptr %15, align 8
  %51 = call ptr @tuple_item(ptr %49, i64 %50)
  store ptr %51, ptr %16, align 8
  %52 = load i64, ptr %12, align 8
  %53 = load ptr, ptr %16, align 8
  %54 = call i64 @value_of(ptr %53)
  %55 = ashr i64 %52, %54
  %56 = and i64 %55, 1
  %57 = icmp ne i64 %56, 0
  br i1 %57, label %59, label %58

58:
  store i32 4, ptr %14, align 4
  br label %81

59:
  %60 = load ptr, ptr %8, align 8
  %61 = load ptr, ptr %16, align 8
  %62 = load i64, ptr %7, align 8
  %63 = call ptr @next_in(ptr %60, ptr %61, i64 %62)
  store ptr %63, ptr %17, align 8
  %64 = load ptr, ptr %17, align 8
  %65 = load ptr, ptr @the, align 8
  %66 = load i64, ptr @the_None, align 8
  %67 = getelementptr inbounds nuw ptr, ptr %65, i64 %66
  %68 = load ptr, ptr %67, align 8
  %69 = icmp ne ptr %64, %68
  br i1 %69, label %70, label %78

70:
  %71 = load ptr, ptr %8, align 8
  %72 = load i64, ptr @Rotation__next_plane, align 8
  %73 = load i64, ptr %15, align 8
  %74 = add i64 %73, 1
  %75 = load i64, ptr %10, align 8
  %76 = srem i64 %74, %75
  call void @put_int(ptr %71, i64 %72, i64 %76)
  %77 = load ptr, ptr %17, align 8
  store ptr %77, ptr %4, align 8
  store i32 1, ptr %14, align 4
  br label %80

78:
  %79 = load ptr, ptr %17, align 8
  call void @Py_DecRef(ptr %79)
  store i32 0, ptr %14, align 4
  br label %80

80:
  br label %81

81:
  %82 = load i32, ptr %14, align 4
  switch i32 %82, label %87 [
    i32 0, label %83
    i32 4, label %84
  ]

83:
  br label %84

84:
  %85 = load i64, ptr %13, align 8
  %86 = add i64 %85, 1
  store i64 %86, ptr %13, align 8
  br label %38

87:
  %88 = load i32, ptr %14, align 4
  switch i32 %88, label %102 [
    i32 2, label %89
  ]

89:
  %90 = load i64, ptr %12, align 8
  %91 = call ptr @integer(i64 %90)
  store ptr %91, ptr %18, align 8
  %92 = load i64, ptr %7, align 8
  %93 = call ptr @integer(i64 %92)
  store ptr %93, ptr %19, align 8
  %94 = load ptr, ptr %8, align 8
  %95 = load i64, ptr @the__otherwise, align 8
  %96 = load ptr, ptr %18, align 8
  %97 = load ptr, ptr %19, align 8
  %98 = call ptr @method_2(ptr %94, i64 %95, ptr %96, ptr %97)
  store ptr %98, ptr %20, align 8
  %99 = load ptr, ptr %18, align 8
  call void @Py_DecRef(ptr %99)
  %100 = load ptr, ptr %19, align 8
  call void @Py_DecRef(ptr %100)
  %101 = load ptr, ptr %20, align 8
  store ptr %101, ptr %4, align 8
  store i32 1, ptr %14, align 4
  br label %102

102:
  %103 = load ptr, ptr %4, align 8
  ret ptr %103
}

define internal ptr @next_in(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  store ptr null, ptr %7, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = load ptr, ptr %5, align 8
  %11 = load i64, ptr %6, align 8
  %12 = call ptr @whose_turn(ptr %9, ptr %10, i64 %11, ptr %7)
  store ptr %12, ptr %8, align 8
  %13 = load ptr, ptr %8, align 8
  %14 = load ptr, ptr @the, align 8
  %15 = load i64, ptr @the_None, align 8
  %16 = getelementptr inbounds nuw ptr, ptr %14, i64 %15
  %17 = load ptr, ptr %16, align 8
  %18 = icmp eq ptr %13, %17
  br i1 %18, label %19, label %38

19:
  %20 = load ptr, ptr %7, align 8
  %21 = icmp ne ptr %20, null
  br i1 %21, label %22, label %38

22:
  %23 = load ptr, ptr %8, align 8
  call void @Py_DecRef(ptr %23)
  %24 = load ptr, ptr %7, align 8
  %25 = call zeroext i1 @is_left_out(ptr %24)
  br i1 %25, label %26, label %33

26:
  %27 = load ptr, ptr %4, align 8
  %28 = load ptr, ptr %7, align 8
  %29 = load i64, ptr @the_visited, align 8
  %30 = load i64, ptr %6, align 8
  %31 = call zeroext i1 @come_back(ptr %27, ptr %28, i64 %29, i64 %30)
  br i1 %31, label %33, label %32

32:
  br label %36

33:
  %34 = load ptr, ptr %7, align 8
  %35 = call ptr @kept(ptr %34)
  br label %36

36:
  %37 = phi ptr [ null, %32 ], [ %35, %33 ]
  store ptr %37, ptr %8, align 8
  br label %38

38:
  %39 = load ptr, ptr %7, align 8
  call void @Py_DecRef(ptr %39)
  %40 = load ptr, ptr %8, align 8
  ret ptr %40
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

define internal ptr @integer(i64 %0) alwaysinline nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = call ptr @PyLong_FromLong(i64 %3)
  ret ptr %4
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

define internal ptr @type_of(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds ptr, ptr %3, i64 1
  %5 = load ptr, ptr %4, align 8
  ret ptr %5
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

declare ptr @PyTuple_GetItem(ptr, i64)

declare i64 @PyList_Size(ptr)

declare i64 @PyLong_AsLong(ptr)

define internal ptr @whose_turn(ptr %0, ptr %1, i64 %2, ptr %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i32, align 4
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  %15 = alloca i64, align 8
  %16 = alloca i8, align 1
  %17 = alloca i64, align 8
  %18 = alloca ptr, align 8
  %19 = alloca i8, align 1
  %20 = alloca i8, align 1
  %21 = alloca i8, align 1
  %22 = alloca i8, align 1
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  %23 = load ptr, ptr %6, align 8
  %24 = load i64, ptr @Rotation__rotation, align 8
  %25 = call ptr @get(ptr %23, i64 %24)
  %26 = load ptr, ptr %7, align 8
  %27 = call ptr @PyDict_GetItemWithError(ptr %25, ptr %26)
  store ptr %27, ptr %10, align 8
  %28 = load ptr, ptr %6, align 8
  %29 = load i64, ptr @Rotation__cursor, align 8
  %30 = call ptr @get(ptr %28, i64 %29)
  %31 = load ptr, ptr %7, align 8
  %32 = call ptr @PyDict_GetItemWithError(ptr %30, ptr %31)
  store ptr %32, ptr %11, align 8
  %33 = load ptr, ptr %10, align 8
  %34 = icmp ne ptr %33, null
  br i1 %34, label %35, label %38

35:
  %36 = load ptr, ptr %11, align 8
  %37 = icmp ne ptr %36, null
  br i1 %37, label %39, label %38

38:
  store ptr null, ptr %5, align 8
  store i32 1, ptr %12, align 4
  br label %215

39:
  %40 = load ptr, ptr %10, align 8
  %41 = call i64 @list_size(ptr %40)
  store i64 %41, ptr %13, align 8
  %42 = load ptr, ptr %11, align 8
  %43 = call i64 @value_of(ptr %42)
  store i64 %43, ptr %14, align 8
  %44 = load ptr, ptr %6, align 8
  %45 = load i64, ptr @Rotation__skip_timer_ns, align 8
  %46 = call i64 @get_int(ptr %44, i64 %45)
  store i64 %46, ptr %15, align 8
  store i8 0, ptr %16, align 1
  store i64 0, ptr %17, align 8
  br label %47

47:
  %48 = load i64, ptr %17, align 8
  %49 = load i64, ptr %13, align 8
  %50 = mul i64 2, %49
  %51 = icmp slt i64 %48, %50
  br i1 %51, label %53, label %52

52:
  store i32 2, ptr %12, align 4
  br label %196

53:
  %54 = load i64, ptr %14, align 8
  %55 = load i64, ptr %13, align 8
  %56 = icmp sge i64 %54, %55
  br i1 %56, label %57, label %66

57:
  %58 = load i64, ptr %13, align 8
  %59 = icmp sgt i64 %58, 1
  br i1 %59, label %60, label %65

60:
  %61 = load ptr, ptr %6, align 8
  %62 = load i64, ptr @Rotation__rng, align 8
  %63 = call ptr @get(ptr %61, i64 %62)
  %64 = load ptr, ptr %10, align 8
  call void @shuffle(ptr %63, ptr %64)
  br label %65

65:
  store i64 0, ptr %14, align 8
  store i8 1, ptr %16, align 1
  br label %66

66:
  %67 = load ptr, ptr %10, align 8
  %68 = load i64, ptr %14, align 8
  %69 = add i64 %68, 1
  store i64 %69, ptr %14, align 8
  %70 = call ptr @list_item(ptr %67, i64 %68)
  store ptr %70, ptr %18, align 8
  %71 = load ptr, ptr %18, align 8
  %72 = call zeroext i1 @is_left_out(ptr %71)
  %73 = zext i1 %72 to i8
  store i8 %73, ptr %19, align 1
  store i8 1, ptr %20, align 1
  store i8 0, ptr %21, align 1
  %74 = load ptr, ptr %18, align 8
  %75 = call ptr @kept(ptr %74)
  %76 = load i8, ptr %19, align 1
  %77 = trunc i8 %76 to i1
  br i1 %77, label %78, label %96

78:
  %79 = load i64, ptr %15, align 8
  %80 = icmp ne i64 %79, 0
  br i1 %80, label %81, label %96

81:
  %82 = load i64, ptr %8, align 8
  %83 = load ptr, ptr %18, align 8
  %84 = load i64, ptr @EvEntry_skipped_ns, align 8
  %85 = call i64 @get_int(ptr %83, i64 %84)
  %86 = load i64, ptr %15, align 8
  %87 = add i64 %85, %86
  %88 = icmp sge i64 %82, %87
  br i1 %88, label %89, label %96

89:
  %90 = load ptr, ptr %6, align 8
  %91 = load ptr, ptr %18, align 8
  %92 = load i64, ptr @the_skip_timer, align 8
  %93 = load i64, ptr %8, align 8
  %94 = call zeroext i1 @come_back(ptr %90, ptr %91, i64 %92, i64 %93)
  %95 = zext i1 %94 to i8
  store i8 %95, ptr %20, align 1
  store i8 0, ptr %19, align 1
  br label %153

96:
  %97 = load i8, ptr %19, align 1
  %98 = trunc i8 %97 to i1
  br i1 %98, label %99, label %152

99:
  %100 = load ptr, ptr %9, align 8
  %101 = load ptr, ptr %100, align 8
  %102 = icmp ne ptr %101, null
  br i1 %102, label %103, label %107

103:
  %104 = load ptr, ptr %9, align 8
  %105 = load ptr, ptr %104, align 8
  %106 = call zeroext i1 @is_left_out(ptr %105)
  br i1 %106, label %107, label %152

107:
  %108 = load i64, ptr %15, align 8
  %109 = icmp ne i64 %108, 0
  br i1 %109, label %116, label %110

110:
  %111 = load i64, ptr %8, align 8
  %112 = load ptr, ptr %18, align 8
  %113 = load i64, ptr @EvEntry_held_until_ns, align 8
  %114 = call i64 @get_int(ptr %112, i64 %113)
  %115 = icmp sge i64 %111, %114
  br label %116

116:
  %117 = phi i1 [ false, %107 ], [ %115, %110 ]
  %118 = zext i1 %117 to i8
  store i8 %118, ptr %21, align 1
  %119 = load i8, ptr %21, align 1
  %120 = trunc i8 %119 to i1
  br i1 %120, label %134, label %121

121:
  %122 = load ptr, ptr %9, align 8
  %123 = load ptr, ptr %122, align 8
  %124 = icmp ne ptr %123, null
  br i1 %124, label %125, label %134

125:
  %126 = load ptr, ptr %18, align 8
  %127 = load i64, ptr @EvEntry_skipped_ns, align 8
  %128 = call i64 @get_int(ptr %126, i64 %127)
  %129 = load ptr, ptr %9, align 8
  %130 = load ptr, ptr %129, align 8
  %131 = load i64, ptr @EvEntry_skipped_ns, align 8
  %132 = call i64 @get_int(ptr %130, i64 %131)
  %133 = icmp slt i64 %128, %132
  br i1 %133, label %134, label %140

134:
  %135 = load ptr, ptr %9, align 8
  %136 = load ptr, ptr %135, align 8
  call void @Py_DecRef(ptr %136)
  %137 = load ptr, ptr %18, align 8
  %138 = call ptr @kept(ptr %137)
  %139 = load ptr, ptr %9, align 8
  store ptr %138, ptr %139, align 8
  br label %140

140:
  %141 = load i8, ptr %21, align 1
  %142 = trunc i8 %141 to i1
  br i1 %142, label %143, label %149

143:
  %144 = load ptr, ptr %6, align 8
  %145 = load ptr, ptr %18, align 8
  %146 = load i64, ptr @the_visited, align 8
  %147 = load i64, ptr %8, align 8
  %148 = call zeroext i1 @come_back(ptr %144, ptr %145, i64 %146, i64 %147)
  br label %149

149:
  %150 = phi i1 [ true, %140 ], [ %148, %143 ]
  %151 = zext i1 %150 to i8
  store i8 %151, ptr %20, align 1
  br label %152

152:
  br label %153

153:
  %154 = load i8, ptr %20, align 1
  %155 = trunc i8 %154 to i1
  br i1 %155, label %156, label %169

156:
  %157 = load i8, ptr %19, align 1
  %158 = trunc i8 %157 to i1
  br i1 %158, label %169, label %159

159:
  %160 = load i8, ptr %16, align 1
  %161 = trunc i8 %160 to i1
  br i1 %161, label %167, label %162

162:
  %163 = load ptr, ptr %18, align 8
  %164 = load ptr, ptr %9, align 8
  %165 = load ptr, ptr %164, align 8
  %166 = icmp ne ptr %163, %165
  br label %167

167:
  %168 = phi i1 [ true, %159 ], [ %166, %162 ]
  br label %169

169:
  %170 = phi i1 [ false, %156 ], [ false, %153 ], [ %168, %167 ]
  %171 = zext i1 %170 to i8
  store i8 %171, ptr %22, align 1
  %172 = load i8, ptr %22, align 1
  %173 = trunc i8 %172 to i1
  br i1 %173, label %174, label %181

174:
  %175 = load ptr, ptr %6, align 8
  %176 = load ptr, ptr %7, align 8
  %177 = load i64, ptr %14, align 8
  %178 = call zeroext i1 @keep_cursor(ptr %175, ptr %176, i64 %177)
  br i1 %178, label %179, label %181

179:
  %180 = load ptr, ptr %18, align 8
  store ptr %180, ptr %5, align 8
  store i32 1, ptr %12, align 4
  br label %190

181:
  %182 = load ptr, ptr %18, align 8
  call void @Py_DecRef(ptr %182)
  %183 = load i8, ptr %22, align 1
  %184 = trunc i8 %183 to i1
  br i1 %184, label %188, label %185

185:
  %186 = load i8, ptr %20, align 1
  %187 = trunc i8 %186 to i1
  br i1 %187, label %189, label %188

188:
  store ptr null, ptr %5, align 8
  store i32 1, ptr %12, align 4
  br label %190

189:
  store i32 0, ptr %12, align 4
  br label %190

190:
  %191 = load i32, ptr %12, align 4
  switch i32 %191, label %196 [
    i32 0, label %192
  ]

192:
  br label %193

193:
  %194 = load i64, ptr %17, align 8
  %195 = add i64 %194, 1
  store i64 %195, ptr %17, align 8
  br label %47

196:
  %197 = load i32, ptr %12, align 4
  switch i32 %197, label %214 [
    i32 2, label %198
  ]

198:
  %199 = load ptr, ptr %6, align 8
  %200 = load ptr, ptr %7, align 8
  %201 = load i64, ptr %14, align 8
  %202 = load i64, ptr %13, align 8
  %203 = call i64 @least(i64 %201, i64 %202)
  %204 = call zeroext i1 @keep_cursor(ptr %199, ptr %200, i64 %203)
  br i1 %204, label %205, label %211

205:
  %206 = load ptr, ptr @the, align 8
  %207 = load i64, ptr @the_None, align 8
  %208 = getelementptr inbounds nuw ptr, ptr %206, i64 %207
  %209 = load ptr, ptr %208, align 8
  %210 = call ptr @kept(ptr %209)
  br label %212

211:
  br label %212

212:
  %213 = phi ptr [ %210, %205 ], [ null, %211 ]
  store ptr %213, ptr %5, align 8
  store i32 1, ptr %12, align 4
  br label %214

214:
  br label %215

215:
  %216 = load ptr, ptr %5, align 8
  ret ptr %216
}

define internal zeroext i1 @is_left_out(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr @EvEntry_state, align 8
  %5 = call ptr @get(ptr %3, i64 %4)
  %6 = load ptr, ptr @the, align 8
  %7 = load i64, ptr @the_skip, align 8
  %8 = getelementptr inbounds nuw ptr, ptr %6, i64 %7
  %9 = load ptr, ptr %8, align 8
  %10 = icmp eq ptr %5, %9
  ret i1 %10
}

define internal zeroext i1 @come_back(ptr %0, ptr %1, i64 %2, i64 %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca [4 x ptr], align 16
  %10 = alloca i8, align 1
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  store ptr null, ptr %9, align 8
  %11 = getelementptr inbounds ptr, ptr %9, i64 1
  %12 = load ptr, ptr %6, align 8
  store ptr %12, ptr %11, align 8
  %13 = getelementptr inbounds ptr, ptr %9, i64 2
  %14 = load ptr, ptr @the, align 8
  %15 = load i64, ptr %7, align 8
  %16 = getelementptr inbounds nuw ptr, ptr %14, i64 %15
  %17 = load ptr, ptr %16, align 8
  store ptr %17, ptr %13, align 8
  %18 = getelementptr inbounds ptr, ptr %9, i64 3
  %19 = load i64, ptr %8, align 8
  %20 = call ptr @integer(i64 %19)
  store ptr %20, ptr %18, align 8
  %21 = load ptr, ptr %5, align 8
  %22 = load i64, ptr @Rotation__good, align 8
  %23 = call ptr @get(ptr %21, i64 %22)
  %24 = getelementptr inbounds [4 x ptr], ptr %9, i64 0, i64 0
  %25 = getelementptr inbounds ptr, ptr %24, i64 1
  %26 = call ptr @PyObject_Vectorcall(ptr %23, ptr %25, i64 -9223372036854775805, ptr null)
  %27 = call zeroext i1 @done(ptr %26)
  %28 = zext i1 %27 to i8
  store i8 %28, ptr %10, align 1
  %29 = getelementptr inbounds [4 x ptr], ptr %9, i64 0, i64 3
  %30 = load ptr, ptr %29, align 8
  call void @Py_DecRef(ptr %30)
  %31 = load i8, ptr %10, align 1
  %32 = trunc i8 %31 to i1
  ret i1 %32
}

define internal ptr @kept(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  call void @Py_IncRef(ptr %3)
  %4 = load ptr, ptr %2, align 8
  ret ptr %4
}

declare void @shuffle(ptr, ptr)

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

define internal zeroext i1 @keep_cursor(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i8, align 1
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %9 = load i64, ptr %6, align 8
  %10 = call ptr @integer(i64 %9)
  store ptr %10, ptr %7, align 8
  %11 = load ptr, ptr %7, align 8
  %12 = icmp ne ptr %11, null
  br i1 %12, label %13, label %22

13:
  %14 = load ptr, ptr %4, align 8
  %15 = load i64, ptr @Rotation__cursor, align 8
  %16 = call ptr @get(ptr %14, i64 %15)
  %17 = load ptr, ptr %5, align 8
  %18 = load ptr, ptr %7, align 8
  %19 = call i32 @PyDict_SetItem(ptr %16, ptr %17, ptr %18)
  %20 = icmp ne i32 %19, 0
  %21 = xor i1 %20, true
  br label %22

22:
  %23 = phi i1 [ false, %3 ], [ %21, %13 ]
  %24 = zext i1 %23 to i8
  store i8 %24, ptr %8, align 1
  %25 = load ptr, ptr %7, align 8
  call void @Py_DecRef(ptr %25)
  %26 = load i8, ptr %8, align 1
  %27 = trunc i8 %26 to i1
  ret i1 %27
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

declare ptr @PyList_GetItem(ptr, i64)

declare i32 @PyDict_SetItem(ptr, ptr, ptr)

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

declare void @_Py_Dealloc(ptr)

declare ptr @PyLong_FromLong(i64)

declare ptr @PyObject_VectorcallMethod(ptr, ptr, i64, ptr)
