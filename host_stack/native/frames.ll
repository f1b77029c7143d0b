; SPDX-License-Identifier: Apache-2.0
; Made of frames.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 0f5a8770cddc5755f2bb976f521dbe5a6d7d5179b8fef473aaf787a3851f9b1d
@EvEntry_entropy = external constant i64, align 8
@QpFrames__begun = external constant i64, align 8
@_Beginning_entry = external constant i64, align 8
@the = external global ptr, align 8
@the_True = external constant i64, align 8
@the_False = external constant i64, align 8
@the__begin = external constant i64, align 8
@_Beginning_head = external constant i64, align 8
@_Beginning_running = external constant i64, align 8
@checksum = external global ptr, align 8
@the_int = external constant i64, align 8
@long_digit = external constant i64, align 8
@sought = external global ptr, align 8
@the_bytes = external constant i64, align 8
@the_getrandbits = external constant i64, align 8

define ptr @beginning(ptr %0, ptr %1, i64 %2, i1 zeroext %3, i64 %4, i64 %5) nounwind {
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i8, align 1
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  %15 = alloca i64, align 8
  %16 = alloca ptr, align 8
  %17 = alloca i32, align 4
  %18 = alloca [7 x ptr], align 16
  %19 = alloca ptr, align 8
  store ptr %0, ptr %8, align 8
  store ptr %1, ptr %9, align 8
  store i64 %2, ptr %10, align 8
  %20 = zext i1 %3 to i8
  store i8 %20, ptr %11, align 1
  store i64 %4, ptr %12, align 8
  store i64 %5, ptr %13, align 8
  %21 = load ptr, ptr %9, align 8
  %22 = load i64, ptr @EvEntry_entropy, align 8
  %23 = call i64 @get_int(ptr %21, i64 %22)
  store i64 %23, ptr %14, align 8
  %24 = load i64, ptr %14, align 8
  %25 = load i64, ptr %13, align 8
  %26 = shl i64 %25, 32
  %27 = or i64 %24, %26
  %28 = load i64, ptr %10, align 8
  %29 = shl i64 %28, 48
  %30 = or i64 %27, %29
  %31 = load i64, ptr %12, align 8
  %32 = shl i64 %31, 56
  %33 = or i64 %30, %32
  %34 = load i8, ptr %11, align 1
  %35 = trunc i8 %34 to i1
  %36 = zext i1 %35 to i64
  %37 = shl i64 %36, 58
  %38 = or i64 %33, %37
  store i64 %38, ptr %15, align 8
  %39 = load ptr, ptr %8, align 8
  %40 = load i64, ptr @QpFrames__begun, align 8
  %41 = call ptr @get(ptr %39, i64 %40)
  %42 = load i64, ptr %15, align 8
  %43 = call ptr @find(ptr %41, i64 %42)
  store ptr %43, ptr %16, align 8
  %44 = load ptr, ptr %16, align 8
  %45 = icmp ne ptr %44, null
  br i1 %45, label %46, label %55

46:
  %47 = load ptr, ptr %16, align 8
  %48 = load i64, ptr @_Beginning_entry, align 8
  %49 = call ptr @get(ptr %47, i64 %48)
  %50 = load ptr, ptr %9, align 8
  %51 = icmp eq ptr %49, %50
  br i1 %51, label %52, label %55

52:
  %53 = load ptr, ptr %16, align 8
  %54 = call ptr @kept(ptr %53)
  store ptr %54, ptr %7, align 8
  store i32 1, ptr %17, align 4
  br label %98

55:
  store ptr null, ptr %18, align 8
  %56 = getelementptr inbounds ptr, ptr %18, i64 1
  %57 = load ptr, ptr %8, align 8
  store ptr %57, ptr %56, align 8
  %58 = getelementptr inbounds ptr, ptr %18, i64 2
  %59 = load ptr, ptr %9, align 8
  store ptr %59, ptr %58, align 8
  %60 = getelementptr inbounds ptr, ptr %18, i64 3
  %61 = load i64, ptr %10, align 8
  %62 = call ptr @integer(i64 %61)
  store ptr %62, ptr %60, align 8
  %63 = getelementptr inbounds ptr, ptr %18, i64 4
  %64 = load i8, ptr %11, align 1
  %65 = trunc i8 %64 to i1
  br i1 %65, label %66, label %71

66:
  %67 = load ptr, ptr @the, align 8
  %68 = load i64, ptr @the_True, align 8
  %69 = getelementptr inbounds nuw ptr, ptr %67, i64 %68
  %70 = load ptr, ptr %69, align 8
  br label %76

71:
  %72 = load ptr, ptr @the, align 8
  %73 = load i64, ptr @the_False, align 8
  %74 = getelementptr inbounds nuw ptr, ptr %72, i64 %73
  %75 = load ptr, ptr %74, align 8
  br label %76

76:
  %77 = phi ptr [ %70, %66 ], [ %75, %71 ]
  store ptr %77, ptr %63, align 8
  %78 = getelementptr inbounds ptr, ptr %18, i64 5
  %79 = load i64, ptr %12, align 8
  %80 = call ptr @integer(i64 %79)
  store ptr %80, ptr %78, align 8
  %81 = getelementptr inbounds ptr, ptr %18, i64 6
  %82 = load i64, ptr %13, align 8
  %83 = call ptr @integer(i64 %82)
  store ptr %83, ptr %81, align 8
  %84 = load ptr, ptr @the, align 8
  %85 = load i64, ptr @the__begin, align 8
  %86 = getelementptr inbounds nuw ptr, ptr %84, i64 %85
  %87 = load ptr, ptr %86, align 8
  %88 = getelementptr inbounds [7 x ptr], ptr %18, i64 0, i64 0
  %89 = getelementptr inbounds ptr, ptr %88, i64 1
  %90 = call ptr @PyObject_VectorcallMethod(ptr %87, ptr %89, i64 -9223372036854775802, ptr null)
  store ptr %90, ptr %19, align 8
  %91 = getelementptr inbounds [7 x ptr], ptr %18, i64 0, i64 3
  %92 = load ptr, ptr %91, align 8
  call void @Py_DecRef(ptr %92)
  %93 = getelementptr inbounds [7 x ptr], ptr %18, i64 0, i64 5
  %94 = load ptr, ptr %93, align 8
  call void @Py_DecRef(ptr %94)
  %95 = getelementptr inbounds [7 x ptr], ptr %18, i64 0, i64 6
  %96 = load ptr, ptr %95, align 16
  call void @Py_DecRef(ptr %96)
  %97 = load ptr, ptr %19, align 8
  store ptr %97, ptr %7, align 8
  store i32 1, ptr %17, align 4
  br label %98

98:
  %99 = load ptr, ptr %7, align 8
  ret ptr %99
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

define internal ptr @find(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %9 = load i64, ptr %5, align 8
  %10 = call ptr @seek(i64 %9)
  store ptr %10, ptr %6, align 8
  %11 = load ptr, ptr %6, align 8
  %12 = icmp ne ptr %11, null
  br i1 %12, label %13, label %17

13:
  %14 = load ptr, ptr %4, align 8
  %15 = load ptr, ptr %6, align 8
  %16 = call ptr @PyDict_GetItemWithError(ptr %14, ptr %15)
  store ptr %16, ptr %3, align 8
  store i32 1, ptr %7, align 4
  br label %29

17:
  %18 = load i64, ptr %5, align 8
  %19 = call ptr @integer(i64 %18)
  store ptr %19, ptr %6, align 8
  %20 = load ptr, ptr %6, align 8
  %21 = icmp ne ptr %20, null
  br i1 %21, label %23, label %22

22:
  store ptr null, ptr %3, align 8
  store i32 1, ptr %7, align 4
  br label %29

23:
  %24 = load ptr, ptr %4, align 8
  %25 = load ptr, ptr %6, align 8
  %26 = call ptr @PyDict_GetItemWithError(ptr %24, ptr %25)
  store ptr %26, ptr %8, align 8
  %27 = load ptr, ptr %6, align 8
  call void @Py_DecRef(ptr %27)
  %28 = load ptr, ptr %8, align 8
  store ptr %28, ptr %3, align 8
  store i32 1, ptr %7, align 4
  br label %29

29:
  %30 = load ptr, ptr %3, align 8
  ret ptr %30
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

declare ptr @PyObject_VectorcallMethod(ptr, ptr, i64, ptr)

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

define ptr @frame_of(ptr %0, ptr %1, i64 %2, ptr %3, i64 %4) nounwind {
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i64, align 8
  %12 = alloca ptr, align 8
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  %15 = alloca ptr, align 8
  %16 = alloca i32, align 4
  %17 = alloca ptr, align 8
  %18 = alloca ptr, align 8
  %19 = alloca ptr, align 8
  %20 = alloca i32, align 4
  %21 = alloca ptr, align 8
  store ptr %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store i64 %2, ptr %9, align 8
  store ptr %3, ptr %10, align 8
  store i64 %4, ptr %11, align 8
  %22 = load i64, ptr %11, align 8
  %23 = sub i64 0, %22
  %24 = and i64 %23, 3
  store i64 %24, ptr %14, align 8
  %25 = load ptr, ptr %7, align 8
  %26 = load i64, ptr @_Beginning_head, align 8
  %27 = call ptr @get(ptr %25, i64 %26)
  store ptr %27, ptr %15, align 8
  %28 = load ptr, ptr %15, align 8
  %29 = call i32 @PyBytes_AsStringAndSize(ptr %28, ptr %12, ptr %13)
  %30 = icmp ne i32 %29, 0
  br i1 %30, label %31, label %32

31:
  store ptr null, ptr %6, align 8
  store i32 1, ptr %16, align 4
  br label %114

32:
  %33 = load i64, ptr %13, align 8
  %34 = load i64, ptr %9, align 8
  %35 = add i64 %33, %34
  %36 = load i64, ptr %11, align 8
  %37 = add i64 %35, %36
  %38 = load i64, ptr %14, align 8
  %39 = add i64 %37, %38
  %40 = add i64 %39, 4
  %41 = call ptr @PyBytes_FromStringAndSize(ptr null, i64 %40)
  store ptr %41, ptr %17, align 8
  %42 = load ptr, ptr %17, align 8
  %43 = icmp ne ptr %42, null
  br i1 %43, label %45, label %44

44:
  store ptr null, ptr %6, align 8
  store i32 1, ptr %16, align 4
  br label %113

45:
  %46 = load ptr, ptr %17, align 8
  %47 = call ptr @bytes_of(ptr %46)
  store ptr %47, ptr %18, align 8
  %48 = load ptr, ptr %18, align 8
  %49 = load i64, ptr %13, align 8
  %50 = getelementptr inbounds i8, ptr %48, i64 %49
  store ptr %50, ptr %19, align 8
  %51 = load ptr, ptr %18, align 8
  %52 = load ptr, ptr %12, align 8
  %53 = load i64, ptr %13, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %51, ptr align 1 %52, i64 %53, i1 false)
  %54 = load ptr, ptr %19, align 8
  %55 = load ptr, ptr %8, align 8
  %56 = load i64, ptr %9, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %54, ptr align 1 %55, i64 %56, i1 false)
  %57 = load i64, ptr %11, align 8
  %58 = icmp ne i64 %57, 0
  br i1 %58, label %59, label %65

59:
  %60 = load ptr, ptr %19, align 8
  %61 = load i64, ptr %9, align 8
  %62 = getelementptr inbounds i8, ptr %60, i64 %61
  %63 = load ptr, ptr %10, align 8
  %64 = load i64, ptr %11, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %62, ptr align 1 %63, i64 %64, i1 false)
  br label %65

65:
  %66 = load ptr, ptr %19, align 8
  %67 = load i64, ptr %9, align 8
  %68 = getelementptr inbounds i8, ptr %66, i64 %67
  %69 = load i64, ptr %11, align 8
  %70 = getelementptr inbounds i8, ptr %68, i64 %69
  %71 = load i64, ptr %14, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %70, i8 0, i64 %71, i1 false)
  %72 = load ptr, ptr %7, align 8
  %73 = load i64, ptr @_Beginning_running, align 8
  %74 = call i64 @get_int(ptr %72, i64 %73)
  %75 = trunc i64 %74 to i32
  store i32 %75, ptr %20, align 4
  %76 = load ptr, ptr @checksum, align 8
  %77 = load i32, ptr %20, align 4
  %78 = load ptr, ptr %19, align 8
  %79 = load i64, ptr %9, align 8
  %80 = load i64, ptr %11, align 8
  %81 = add i64 %79, %80
  %82 = load i64, ptr %14, align 8
  %83 = add i64 %81, %82
  %84 = trunc i64 %83 to i32
  %85 = call i32 %76(i32 %77, ptr %78, i32 %84)
  store i32 %85, ptr %20, align 4
  %86 = load ptr, ptr %19, align 8
  %87 = load i64, ptr %9, align 8
  %88 = getelementptr inbounds i8, ptr %86, i64 %87
  %89 = load i64, ptr %11, align 8
  %90 = getelementptr inbounds i8, ptr %88, i64 %89
  %91 = load i64, ptr %14, align 8
  %92 = getelementptr inbounds i8, ptr %90, i64 %91
  store ptr %92, ptr %21, align 8
  %93 = load i32, ptr %20, align 4
  %94 = trunc i32 %93 to i8
  %95 = load ptr, ptr %21, align 8
  %96 = getelementptr inbounds i8, ptr %95, i64 0
  store i8 %94, ptr %96, align 1
  %97 = load i32, ptr %20, align 4
  %98 = lshr i32 %97, 8
  %99 = trunc i32 %98 to i8
  %100 = load ptr, ptr %21, align 8
  %101 = getelementptr inbounds i8, ptr %100, i64 1
  store i8 %99, ptr %101, align 1
  %102 = load i32, ptr %20, align 4
  %103 = lshr i32 %102, 16
  %104 = trunc i32 %103 to i8
  %105 = load ptr, ptr %21, align 8
  %106 = getelementptr inbounds i8, ptr %105, i64 2
  store i8 %104, ptr %106, align 1
  %107 = load i32, ptr %20, align 4
  %108 = lshr i32 %107, 24
  %109 = trunc i32 %108 to i8
  %110 = load ptr, ptr %21, align 8
  %111 = getelementptr inbounds i8, ptr %110, i64 3
  store i8 %109, ptr %111, align 1
  %112 = load ptr, ptr %17, align 8
  store ptr %112, ptr %6, align 8
  store i32 1, ptr %16, align 4
  br label %113

113:
  br label %114

114:
  %115 = load ptr, ptr %6, align 8
  ret ptr %115
}

declare i32 @PyBytes_AsStringAndSize(ptr, ptr, ptr)

declare ptr @PyBytes_FromStringAndSize(ptr, i64)

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

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define void @shuffle(ptr %0, ptr %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i32, align 4
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %10 = load ptr, ptr %4, align 8
  %11 = call i64 @PyList_Size(ptr %10)
  %12 = sub i64 %11, 1
  store i64 %12, ptr %5, align 8
  br label %13

13:
  %14 = load i64, ptr %5, align 8
  %15 = icmp sgt i64 %14, 0
  br i1 %15, label %17, label %16

16:
  store i32 2, ptr %6, align 4
  br label %48

17:
  %18 = load ptr, ptr %3, align 8
  %19 = load i64, ptr %5, align 8
  %20 = add i64 %19, 1
  %21 = call i64 @draw(ptr %18, i64 %20)
  store i64 %21, ptr %7, align 8
  %22 = load i64, ptr %7, align 8
  %23 = icmp slt i64 %22, 0
  br i1 %23, label %24, label %25

24:
  store i32 1, ptr %6, align 4
  br label %42

25:
  %26 = load ptr, ptr %4, align 8
  %27 = load i64, ptr %5, align 8
  %28 = call ptr @PyList_GetItem(ptr %26, i64 %27)
  %29 = call ptr @kept(ptr %28)
  store ptr %29, ptr %8, align 8
  %30 = load ptr, ptr %4, align 8
  %31 = load i64, ptr %7, align 8
  %32 = call ptr @PyList_GetItem(ptr %30, i64 %31)
  %33 = call ptr @kept(ptr %32)
  store ptr %33, ptr %9, align 8
  %34 = load ptr, ptr %4, align 8
  %35 = load i64, ptr %5, align 8
  %36 = load ptr, ptr %9, align 8
  %37 = call i32 @PyList_SetItem(ptr %34, i64 %35, ptr %36)
  %38 = load ptr, ptr %4, align 8
  %39 = load i64, ptr %7, align 8
  %40 = load ptr, ptr %8, align 8
  %41 = call i32 @PyList_SetItem(ptr %38, i64 %39, ptr %40)
  store i32 0, ptr %6, align 4
  br label %42

42:
  %43 = load i32, ptr %6, align 4
  switch i32 %43, label %48 [
    i32 0, label %44
  ]

44:
  br label %45

45:
  %46 = load i64, ptr %5, align 8
  %47 = add i64 %46, -1
  store i64 %47, ptr %5, align 8
  br label %13

48:
  %49 = load i32, ptr %6, align 4
  switch i32 %49, label %51 [
    i32 2, label %50
    i32 1, label %50
  ]

50:
  ret void

51:
  unreachable
}

declare i64 @PyList_Size(ptr)

define internal i64 @draw(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %9 = load i64, ptr %4, align 8
  %10 = call i64 @leading_zeros(i64 %9)
  %11 = sub i64 64, %10
  %12 = call ptr @integer(i64 %11)
  store ptr %12, ptr %5, align 8
  %13 = load ptr, ptr %5, align 8
  %14 = icmp ne ptr %13, null
  br i1 %14, label %15, label %17

15:
  %16 = load i64, ptr %4, align 8
  br label %18

17:
  br label %18

18:
  %19 = phi i64 [ %16, %15 ], [ -1, %17 ]
  store i64 %19, ptr %6, align 8
  br label %20

20:
  %21 = load i64, ptr %6, align 8
  %22 = load i64, ptr %4, align 8
  %23 = icmp sge i64 %21, %22
  br i1 %23, label %24, label %39

24:
  %25 = load ptr, ptr %3, align 8
  %26 = load i64, ptr @the_getrandbits, align 8
  %27 = load ptr, ptr %5, align 8
  %28 = call ptr @method_1(ptr %25, i64 %26, ptr %27)
  store ptr %28, ptr %7, align 8
  %29 = load ptr, ptr %7, align 8
  %30 = icmp ne ptr %29, null
  br i1 %30, label %32, label %31

31:
  store i64 -1, ptr %6, align 8
  store i32 3, ptr %8, align 4
  br label %36

32:
  %33 = load ptr, ptr %7, align 8
  %34 = call i64 @PyLong_AsLong(ptr %33)
  store i64 %34, ptr %6, align 8
  %35 = load ptr, ptr %7, align 8
  call void @Py_DecRef(ptr %35)
  store i32 0, ptr %8, align 4
  br label %36

36:
  %37 = load i32, ptr %8, align 4
  switch i32 %37, label %42 [
    i32 0, label %38
    i32 3, label %39
  ]

38:
  br label %20

39:
  %40 = load ptr, ptr %5, align 8
  call void @Py_DecRef(ptr %40)
  %41 = load i64, ptr %6, align 8
  store i32 1, ptr %8, align 4
  ret i64 %41

42:
  unreachable
}

declare ptr @PyList_GetItem(ptr, i64)

declare i32 @PyList_SetItem(ptr, i64, ptr)

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

declare i64 @llvm.expect.i64(i64, i64)

declare void @strange(ptr, i64)

define internal ptr @type_of(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds ptr, ptr %3, i64 1
  %5 = load ptr, ptr %4, align 8
  ret ptr %5
}

declare i64 @PyLong_AsLong(ptr)

define internal ptr @seek(i64 %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca i64, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  store i64 %0, ptr %3, align 8
  %6 = load ptr, ptr @sought, align 8
  %7 = getelementptr inbounds i32, ptr %6, i64 6
  store ptr %7, ptr %4, align 8
  %8 = load i64, ptr %3, align 8
  %9 = icmp sle i64 %8, 256
  br i1 %9, label %17, label %10

10:
  %11 = load i64, ptr %3, align 8
  %12 = ashr i64 %11, 60
  %13 = icmp ne i64 %12, 0
  br i1 %13, label %17, label %14

14:
  %15 = load ptr, ptr @sought, align 8
  %16 = call zeroext i1 @is_held_once(ptr %15)
  br i1 %16, label %18, label %17

17:
  store ptr null, ptr %2, align 8
  store i32 1, ptr %5, align 4
  br label %42

18:
  %19 = load i64, ptr %3, align 8
  %20 = ashr i64 %19, 30
  %21 = icmp ne i64 %20, 0
  br i1 %21, label %22, label %25

22:
  %23 = load i64, ptr @long_digit, align 8
  %24 = mul i64 2, %23
  br label %27

25:
  %26 = load i64, ptr @long_digit, align 8
  br label %27

27:
  %28 = phi i64 [ %24, %22 ], [ %26, %25 ]
  %29 = load ptr, ptr @sought, align 8
  %30 = getelementptr inbounds i64, ptr %29, i64 2
  store i64 %28, ptr %30, align 8
  %31 = load i64, ptr %3, align 8
  %32 = trunc i64 %31 to i32
  %33 = and i32 %32, 1073741823
  %34 = load ptr, ptr %4, align 8
  %35 = getelementptr inbounds i32, ptr %34, i64 0
  store i32 %33, ptr %35, align 4
  %36 = load i64, ptr %3, align 8
  %37 = ashr i64 %36, 30
  %38 = trunc i64 %37 to i32
  %39 = load ptr, ptr %4, align 8
  %40 = getelementptr inbounds i32, ptr %39, i64 1
  store i32 %38, ptr %40, align 4
  %41 = load ptr, ptr @sought, align 8
  store ptr %41, ptr %2, align 8
  store i32 1, ptr %5, align 4
  br label %42

42:
  %43 = load ptr, ptr %2, align 8
  ret ptr %43
}

declare ptr @PyDict_GetItemWithError(ptr, ptr)

define internal zeroext i1 @is_held_once(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr %3, align 8
  %5 = icmp eq i64 %4, 1
  ret i1 %5
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

declare void @_Py_Dealloc(ptr)

declare ptr @PyBytes_AsString(ptr)

define internal i64 @leading_zeros(i64 %0) nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = icmp ne i64 %3, 0
  br i1 %4, label %5, label %10

5:
  %6 = load i64, ptr %2, align 8
  %7 = call i64 @llvm.ctlz.i64(i64 %6, i1 true)
  %8 = trunc i64 %7 to i32
  %9 = sext i32 %8 to i64
  br label %11

10:
  br label %11

11:
  %12 = phi i64 [ %9, %5 ], [ 64, %10 ]
  ret i64 %12
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

declare i64 @llvm.ctlz.i64(i64, i1)
