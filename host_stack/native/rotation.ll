; SPDX-License-Identifier: Apache-2.0
; Made of rotation.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 b08f72626b081e2c12d598707ab3e9246d70176ea6cae26c5411c2feab919da5
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
@Rotation__cursor = external constant i64, align 8
@Rotation__skip_timer_ns = external constant i64, align 8
@Rotation__rng = external constant i64, align 8
@EvEntry_skipped_ns = external constant i64, align 8
@the_skip_timer = external constant i64, align 8
@EvEntry_held_until_ns = external constant i64, align 8
@the_visited = external constant i64, align 8
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
  br label %93

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
  br label %87

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
  br i1 %69, label %70, label %85

70:
  %71 = load ptr, ptr %8, align 8
  %72 = load i64, ptr @Rotation__next_plane, align 8
  %73 = load i64, ptr %15, align 8
  %74 = add i64 %73, 1
  %75 = load i64, ptr %10, align 8
  %76 = srem i64 %74, %75
  call void @put_int(ptr %71, i64 %72, i64 %76)
  %77 = load ptr, ptr %17, align 8
  %78 = icmp ne ptr %77, null
  br i1 %78, label %79, label %82

79:
  %80 = load ptr, ptr %17, align 8
  %81 = call ptr @kept(ptr %80)
  br label %83

82:
  br label %83

83:
  %84 = phi ptr [ %81, %79 ], [ null, %82 ]
  store ptr %84, ptr %4, align 8
  store i32 1, ptr %14, align 4
  br label %86

85:
  store i32 0, ptr %14, align 4
  br label %86

86:
  br label %87

87:
  %88 = load i32, ptr %14, align 4
  switch i32 %88, label %93 [
    i32 0, label %89
    i32 4, label %90
  ]

89:
  br label %90

90:
  %91 = load i64, ptr %13, align 8
  %92 = add i64 %91, 1
  store i64 %92, ptr %13, align 8
  br label %38

93:
  %94 = load i32, ptr %14, align 4
  switch i32 %94, label %108 [
    i32 2, label %95
  ]

95:
  %96 = load i64, ptr %12, align 8
  %97 = call ptr @integer(i64 %96)
  store ptr %97, ptr %18, align 8
  %98 = load i64, ptr %7, align 8
  %99 = call ptr @integer(i64 %98)
  store ptr %99, ptr %19, align 8
  %100 = load ptr, ptr %8, align 8
  %101 = load i64, ptr @the__otherwise, align 8
  %102 = load ptr, ptr %18, align 8
  %103 = load ptr, ptr %19, align 8
  %104 = call ptr @method_2(ptr %100, i64 %101, ptr %102, ptr %103)
  store ptr %104, ptr %20, align 8
  %105 = load ptr, ptr %18, align 8
  call void @Py_DecRef(ptr %105)
  %106 = load ptr, ptr %19, align 8
  call void @Py_DecRef(ptr %106)
  %107 = load ptr, ptr %20, align 8
  store ptr %107, ptr %4, align 8
  store i32 1, ptr %14, align 4
  br label %108

108:
  %109 = load ptr, ptr %4, align 8
  ret ptr %109
}

define internal ptr @next_in(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i32, align 4
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  %15 = alloca i8, align 1
  %16 = alloca i64, align 8
  %17 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %18 = load ptr, ptr %5, align 8
  %19 = load i64, ptr @Rotation__rotation, align 8
  %20 = call ptr @get(ptr %18, i64 %19)
  %21 = load ptr, ptr %6, align 8
  %22 = call ptr @PyDict_GetItemWithError(ptr %20, ptr %21)
  store ptr %22, ptr %8, align 8
  store ptr null, ptr %9, align 8
  %23 = load ptr, ptr %5, align 8
  %24 = load i64, ptr @Rotation__cursor, align 8
  %25 = call ptr @get(ptr %23, i64 %24)
  %26 = load ptr, ptr %6, align 8
  %27 = call ptr @PyDict_GetItemWithError(ptr %25, ptr %26)
  store ptr %27, ptr %10, align 8
  %28 = load ptr, ptr %8, align 8
  %29 = icmp ne ptr %28, null
  br i1 %29, label %30, label %33

30:
  %31 = load ptr, ptr %10, align 8
  %32 = icmp ne ptr %31, null
  br i1 %32, label %34, label %33

33:
  store ptr null, ptr %4, align 8
  store i32 1, ptr %11, align 4
  br label %188

34:
  %35 = load ptr, ptr %8, align 8
  %36 = call i64 @list_size(ptr %35)
  store i64 %36, ptr %12, align 8
  %37 = load ptr, ptr %10, align 8
  %38 = call i64 @value_of(ptr %37)
  store i64 %38, ptr %13, align 8
  %39 = load ptr, ptr %5, align 8
  %40 = load i64, ptr @Rotation__skip_timer_ns, align 8
  %41 = call i64 @get_int(ptr %39, i64 %40)
  store i64 %41, ptr %14, align 8
  store i8 0, ptr %15, align 1
  store i64 0, ptr %16, align 8
  br label %42

42:
  %43 = load i64, ptr %16, align 8
  %44 = load i64, ptr %12, align 8
  %45 = mul i64 2, %44
  %46 = icmp slt i64 %43, %45
  br i1 %46, label %48, label %47

47:
  store i32 2, ptr %11, align 4
  br label %152

48:
  %49 = load i64, ptr %13, align 8
  %50 = load i64, ptr %12, align 8
  %51 = icmp sge i64 %49, %50
  br i1 %51, label %52, label %61

52:
  %53 = load i64, ptr %12, align 8
  %54 = icmp sgt i64 %53, 1
  br i1 %54, label %55, label %60

55:
  %56 = load ptr, ptr %5, align 8
  %57 = load i64, ptr @Rotation__rng, align 8
  %58 = call ptr @get(ptr %56, i64 %57)
  %59 = load ptr, ptr %8, align 8
  call void @shuffle(ptr %58, ptr %59)
  br label %60

60:
  store i64 0, ptr %13, align 8
  store i8 1, ptr %15, align 1
  br label %61

61:
  %62 = load ptr, ptr %8, align 8
  %63 = load i64, ptr %13, align 8
  %64 = add i64 %63, 1
  store i64 %64, ptr %13, align 8
  %65 = call ptr @list_item(ptr %62, i64 %63)
  store ptr %65, ptr %17, align 8
  %66 = load ptr, ptr %17, align 8
  %67 = call zeroext i1 @is_left_out(ptr %66)
  br i1 %67, label %68, label %128

68:
  %69 = load i64, ptr %14, align 8
  %70 = icmp ne i64 %69, 0
  br i1 %70, label %71, label %87

71:
  %72 = load i64, ptr %7, align 8
  %73 = load ptr, ptr %17, align 8
  %74 = load i64, ptr @EvEntry_skipped_ns, align 8
  %75 = call i64 @get_int(ptr %73, i64 %74)
  %76 = load i64, ptr %14, align 8
  %77 = add i64 %75, %76
  %78 = icmp sge i64 %72, %77
  br i1 %78, label %79, label %87

79:
  %80 = load ptr, ptr %5, align 8
  %81 = load ptr, ptr %17, align 8
  %82 = load i64, ptr @the_skip_timer, align 8
  %83 = load i64, ptr %7, align 8
  %84 = call zeroext i1 @come_back(ptr %80, ptr %81, i64 %82, i64 %83)
  br i1 %84, label %86, label %85

85:
  store ptr null, ptr %4, align 8
  store i32 1, ptr %11, align 4
  br label %146

86:
  br label %127

87:
  %88 = load ptr, ptr %9, align 8
  %89 = icmp ne ptr %88, null
  br i1 %89, label %90, label %93

90:
  %91 = load ptr, ptr %9, align 8
  %92 = call zeroext i1 @is_left_out(ptr %91)
  br i1 %92, label %93, label %126

93:
  %94 = load i64, ptr %14, align 8
  %95 = icmp ne i64 %94, 0
  br i1 %95, label %111, label %96

96:
  %97 = load i64, ptr %7, align 8
  %98 = load ptr, ptr %17, align 8
  %99 = load i64, ptr @EvEntry_held_until_ns, align 8
  %100 = call i64 @get_int(ptr %98, i64 %99)
  %101 = icmp sge i64 %97, %100
  br i1 %101, label %102, label %111

102:
  %103 = load ptr, ptr %17, align 8
  store ptr %103, ptr %9, align 8
  %104 = load ptr, ptr %5, align 8
  %105 = load ptr, ptr %17, align 8
  %106 = load i64, ptr @the_visited, align 8
  %107 = load i64, ptr %7, align 8
  %108 = call zeroext i1 @come_back(ptr %104, ptr %105, i64 %106, i64 %107)
  br i1 %108, label %110, label %109

109:
  store ptr null, ptr %4, align 8
  store i32 1, ptr %11, align 4
  br label %146

110:
  br label %125

111:
  %112 = load ptr, ptr %9, align 8
  %113 = icmp ne ptr %112, null
  br i1 %113, label %114, label %122

114:
  %115 = load ptr, ptr %17, align 8
  %116 = load i64, ptr @EvEntry_skipped_ns, align 8
  %117 = call i64 @get_int(ptr %115, i64 %116)
  %118 = load ptr, ptr %9, align 8
  %119 = load i64, ptr @EvEntry_skipped_ns, align 8
  %120 = call i64 @get_int(ptr %118, i64 %119)
  %121 = icmp slt i64 %117, %120
  br i1 %121, label %122, label %124

122:
  %123 = load ptr, ptr %17, align 8
  store ptr %123, ptr %9, align 8
  br label %124

124:
  br label %125

125:
  br label %126

126:
  store i32 4, ptr %11, align 4
  br label %146

127:
  br label %128

128:
  %129 = load i8, ptr %15, align 1
  %130 = trunc i8 %129 to i1
  br i1 %130, label %135, label %131

131:
  %132 = load ptr, ptr %17, align 8
  %133 = load ptr, ptr %9, align 8
  %134 = icmp ne ptr %132, %133
  br i1 %134, label %135, label %145

135:
  %136 = load ptr, ptr %5, align 8
  %137 = load ptr, ptr %6, align 8
  %138 = load i64, ptr %13, align 8
  %139 = call zeroext i1 @keep_cursor(ptr %136, ptr %137, i64 %138)
  br i1 %139, label %140, label %142

140:
  %141 = load ptr, ptr %17, align 8
  br label %143

142:
  br label %143

143:
  %144 = phi ptr [ %141, %140 ], [ null, %142 ]
  store ptr %144, ptr %4, align 8
  store i32 1, ptr %11, align 4
  br label %146

145:
  store i32 0, ptr %11, align 4
  br label %146

146:
  %147 = load i32, ptr %11, align 4
  switch i32 %147, label %152 [
    i32 0, label %148
    i32 4, label %149
  ]

148:
  br label %149

149:
  %150 = load i64, ptr %16, align 8
  %151 = add i64 %150, 1
  store i64 %151, ptr %16, align 8
  br label %42

152:
  %153 = load i32, ptr %11, align 4
  switch i32 %153, label %187 [
    i32 2, label %154
  ]

154:
  %155 = load ptr, ptr %5, align 8
  %156 = load ptr, ptr %6, align 8
  %157 = load i64, ptr %13, align 8
  %158 = load i64, ptr %12, align 8
  %159 = call i64 @least(i64 %157, i64 %158)
  %160 = call zeroext i1 @keep_cursor(ptr %155, ptr %156, i64 %159)
  br i1 %160, label %162, label %161

161:
  store ptr null, ptr %4, align 8
  store i32 1, ptr %11, align 4
  br label %187

162:
  %163 = load ptr, ptr %9, align 8
  %164 = icmp ne ptr %163, null
  br i1 %164, label %165, label %175

165:
  %166 = load ptr, ptr %9, align 8
  %167 = call zeroext i1 @is_left_out(ptr %166)
  br i1 %167, label %168, label %175

168:
  %169 = load ptr, ptr %5, align 8
  %170 = load ptr, ptr %9, align 8
  %171 = load i64, ptr @the_visited, align 8
  %172 = load i64, ptr %7, align 8
  %173 = call zeroext i1 @come_back(ptr %169, ptr %170, i64 %171, i64 %172)
  br i1 %173, label %175, label %174

174:
  store ptr null, ptr %4, align 8
  store i32 1, ptr %11, align 4
  br label %187

175:
  %176 = load ptr, ptr %9, align 8
  %177 = icmp ne ptr %176, null
  br i1 %177, label %178, label %180

178:
  %179 = load ptr, ptr %9, align 8
  br label %185

180:
  %181 = load ptr, ptr @the, align 8
  %182 = load i64, ptr @the_None, align 8
  %183 = getelementptr inbounds nuw ptr, ptr %181, i64 %182
  %184 = load ptr, ptr %183, align 8
  br label %185

185:
  %186 = phi ptr [ %179, %178 ], [ %184, %180 ]
  store ptr %186, ptr %4, align 8
  store i32 1, ptr %11, align 4
  br label %187

187:
  br label %188

188:
  %189 = load ptr, ptr %4, align 8
  ret ptr %189
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

define internal ptr @kept(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  call void @Py_IncRef(ptr %3)
  %4 = load ptr, ptr %2, align 8
  ret ptr %4
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

declare i32 @PyDict_SetItem(ptr, ptr, ptr)

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

declare ptr @PyLong_FromLong(i64)

declare ptr @PyObject_VectorcallMethod(ptr, ptr, i64, ptr)

declare void @_Py_Dealloc(ptr)
