; SPDX-License-Identifier: Apache-2.0
; Made of bounds.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 741d39bf0baf87ffb944fdda21cef21d3c741afefe0703d1215b18a8ae316527
%struct.process = type { %struct.objects, %struct.objects, ptr, ptr }
%struct.objects = type { i64, ptr, ptr }

@state = internal global ptr null, align 8

define void @bounds_attach(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  store ptr %3, ptr @state, align 8
  ret void
}

define ptr @bounds_spare() nounwind {
  %1 = load ptr, ptr @state, align 8
  %2 = getelementptr inbounds nuw %struct.process, ptr %1, i32 0, i32 3
  %3 = load ptr, ptr %2, align 8
  ret ptr %3
}

define i64 @bounds_inside(i64 %0, i64 %1, i64 %2, ptr %3) noinline nounwind {
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca [2 x i64], align 16
  %11 = alloca [2 x ptr], align 16
  %12 = alloca i64, align 8
  %13 = alloca i32, align 4
  %14 = alloca ptr, align 8
  %15 = alloca i64, align 8
  %16 = alloca i8, align 1
  %17 = alloca i64, align 8
  store i64 %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  %18 = load i64, ptr %6, align 8
  store i64 %18, ptr %10, align 8
  %19 = getelementptr inbounds i64, ptr %10, i64 1
  %20 = load i64, ptr %7, align 8
  store i64 %20, ptr %19, align 8
  %21 = load ptr, ptr @state, align 8
  %22 = getelementptr inbounds nuw %struct.process, ptr %21, i32 0, i32 0
  store ptr %22, ptr %11, align 8
  %23 = getelementptr inbounds ptr, ptr %11, i64 1
  %24 = load ptr, ptr @state, align 8
  %25 = getelementptr inbounds nuw %struct.process, ptr %24, i32 0, i32 1
  store ptr %25, ptr %23, align 8
  store i64 0, ptr %12, align 8
  br label %26

26:
  %27 = load i64, ptr %12, align 8
  %28 = icmp ult i64 %27, 4
  br i1 %28, label %30, label %29

29:
  store i32 2, ptr %13, align 4
  br label %80

30:
  %31 = load i64, ptr %12, align 8
  %32 = and i64 %31, 1
  %33 = getelementptr inbounds nuw [2 x ptr], ptr %11, i64 0, i64 %32
  %34 = load ptr, ptr %33, align 8
  store ptr %34, ptr %14, align 8
  %35 = load ptr, ptr %14, align 8
  %36 = load i64, ptr %12, align 8
  %37 = lshr i64 %36, 1
  %38 = getelementptr inbounds nuw [2 x i64], ptr %10, i64 0, i64 %37
  %39 = load i64, ptr %38, align 8
  %40 = call i64 @object_of(ptr %35, i64 %39)
  store i64 %40, ptr %15, align 8
  %41 = load i64, ptr %15, align 8
  %42 = icmp ne i64 %41, 0
  br i1 %42, label %43, label %73

43:
  %44 = load ptr, ptr %14, align 8
  %45 = getelementptr inbounds nuw %struct.objects, ptr %44, i32 0, i32 1
  %46 = load ptr, ptr %45, align 8
  %47 = load i64, ptr %15, align 8
  %48 = sub i64 %47, 1
  %49 = getelementptr inbounds nuw i64, ptr %46, i64 %48
  %50 = load i64, ptr %49, align 8
  %51 = load ptr, ptr %14, align 8
  %52 = getelementptr inbounds nuw %struct.objects, ptr %51, i32 0, i32 2
  %53 = load ptr, ptr %52, align 8
  %54 = load i64, ptr %15, align 8
  %55 = sub i64 %54, 1
  %56 = getelementptr inbounds nuw i64, ptr %53, i64 %55
  %57 = load i64, ptr %56, align 8
  %58 = load i64, ptr %7, align 8
  %59 = load i64, ptr %8, align 8
  %60 = call zeroext i1 @holds(i64 %50, i64 %57, i64 %58, i64 %59)
  %61 = zext i1 %60 to i8
  store i8 %61, ptr %16, align 1
  %62 = load i8, ptr %16, align 1
  %63 = trunc i8 %62 to i1
  br i1 %63, label %64, label %65

64:
  br label %71

65:
  %66 = load ptr, ptr %9, align 8
  %67 = load i64, ptr %6, align 8
  %68 = load i64, ptr %7, align 8
  %69 = load i64, ptr %8, align 8
  %70 = call i64 @report(ptr %66, i64 %67, i64 %68, i64 %69)
  br label %71

71:
  %72 = phi i64 [ 1, %64 ], [ %70, %65 ]
  store i64 %72, ptr %5, align 8
  store i32 1, ptr %13, align 4
  br label %74

73:
  store i32 0, ptr %13, align 4
  br label %74

74:
  %75 = load i32, ptr %13, align 4
  switch i32 %75, label %80 [
    i32 0, label %76
  ]

76:
  br label %77

77:
  %78 = load i64, ptr %12, align 8
  %79 = add i64 %78, 1
  store i64 %79, ptr %12, align 8
  br label %26

80:
  %81 = load i32, ptr %13, align 4
  switch i32 %81, label %100 [
    i32 2, label %82
  ]

82:
  %83 = call ptr @llvm.frameaddress.p0(i32 0)
  %84 = ptrtoint ptr %83 to i64
  store i64 %84, ptr %17, align 8
  %85 = load i64, ptr %17, align 8
  %86 = load i64, ptr %17, align 8
  %87 = add i64 %86, 1048576
  %88 = load i64, ptr %7, align 8
  %89 = load i64, ptr %8, align 8
  %90 = call zeroext i1 @holds(i64 %85, i64 %87, i64 %88, i64 %89)
  br i1 %90, label %91, label %92

91:
  br label %98

92:
  %93 = load ptr, ptr %9, align 8
  %94 = load i64, ptr %6, align 8
  %95 = load i64, ptr %7, align 8
  %96 = load i64, ptr %8, align 8
  %97 = call i64 @report(ptr %93, i64 %94, i64 %95, i64 %96)
  br label %98

98:
  %99 = phi i64 [ 1, %91 ], [ %97, %92 ]
  store i64 %99, ptr %5, align 8
  store i32 1, ptr %13, align 4
  br label %100

100:
  %101 = load i64, ptr %5, align 8
  ret i64 %101
}

define internal i64 @object_of(ptr %0, i64 %1) nounwind {
  %3 = alloca i64, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i64 0, ptr %6, align 8
  %10 = load ptr, ptr %4, align 8
  %11 = getelementptr inbounds nuw %struct.objects, ptr %10, i32 0, i32 0
  %12 = load i64, ptr %11, align 8
  store i64 %12, ptr %7, align 8
  br label %13

13:
  %14 = load i64, ptr %6, align 8
  %15 = load i64, ptr %7, align 8
  %16 = icmp ult i64 %14, %15
  br i1 %16, label %17, label %36

17:
  %18 = load i64, ptr %6, align 8
  %19 = load i64, ptr %7, align 8
  %20 = add i64 %18, %19
  %21 = udiv i64 %20, 2
  store i64 %21, ptr %8, align 8
  %22 = load ptr, ptr %4, align 8
  %23 = getelementptr inbounds nuw %struct.objects, ptr %22, i32 0, i32 1
  %24 = load ptr, ptr %23, align 8
  %25 = load i64, ptr %8, align 8
  %26 = getelementptr inbounds nuw i64, ptr %24, i64 %25
  %27 = load i64, ptr %26, align 8
  %28 = load i64, ptr %5, align 8
  %29 = icmp ugt i64 %27, %28
  br i1 %29, label %30, label %32

30:
  %31 = load i64, ptr %8, align 8
  store i64 %31, ptr %7, align 8
  br label %35

32:
  %33 = load i64, ptr %8, align 8
  %34 = add i64 %33, 1
  store i64 %34, ptr %6, align 8
  br label %35

35:
  br label %13

36:
  %37 = load i64, ptr %6, align 8
  %38 = icmp eq i64 %37, 0
  br i1 %38, label %39, label %40

39:
  store i64 0, ptr %3, align 8
  store i32 1, ptr %9, align 4
  br label %65

40:
  %41 = load i64, ptr %5, align 8
  %42 = load ptr, ptr %4, align 8
  %43 = getelementptr inbounds nuw %struct.objects, ptr %42, i32 0, i32 2
  %44 = load ptr, ptr %43, align 8
  %45 = load i64, ptr %6, align 8
  %46 = sub i64 %45, 1
  %47 = getelementptr inbounds nuw i64, ptr %44, i64 %46
  %48 = load i64, ptr %47, align 8
  %49 = icmp ult i64 %41, %48
  br i1 %49, label %60, label %50

50:
  %51 = load i64, ptr %5, align 8
  %52 = load ptr, ptr %4, align 8
  %53 = getelementptr inbounds nuw %struct.objects, ptr %52, i32 0, i32 1
  %54 = load ptr, ptr %53, align 8
  %55 = load i64, ptr %6, align 8
  %56 = sub i64 %55, 1
  %57 = getelementptr inbounds nuw i64, ptr %54, i64 %56
  %58 = load i64, ptr %57, align 8
  %59 = icmp eq i64 %51, %58
  br i1 %59, label %60, label %62

60:
  %61 = load i64, ptr %6, align 8
  br label %63

62:
  br label %63

63:
  %64 = phi i64 [ %61, %60 ], [ 0, %62 ]
  store i64 %64, ptr %3, align 8
  store i32 1, ptr %9, align 4
  br label %65

65:
  %66 = load i64, ptr %3, align 8
  ret i64 %66
}

define internal zeroext i1 @holds(i64 %0, i64 %1, i64 %2, i64 %3) nounwind {
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  store i64 %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  %9 = load i64, ptr %7, align 8
  %10 = load i64, ptr %5, align 8
  %11 = icmp uge i64 %9, %10
  br i1 %11, label %12, label %22

12:
  %13 = load i64, ptr %7, align 8
  %14 = load i64, ptr %6, align 8
  %15 = icmp ule i64 %13, %14
  br i1 %15, label %16, label %22

16:
  %17 = load i64, ptr %8, align 8
  %18 = load i64, ptr %6, align 8
  %19 = load i64, ptr %7, align 8
  %20 = sub i64 %18, %19
  %21 = icmp ule i64 %17, %20
  br label %22

22:
  %23 = phi i1 [ false, %12 ], [ false, %4 ], [ %21, %16 ]
  ret i1 %23
}

define internal i64 @report(ptr %0, i64 %1, i64 %2, i64 %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  %9 = load ptr, ptr @state, align 8
  %10 = getelementptr inbounds nuw %struct.process, ptr %9, i32 0, i32 2
  %11 = load ptr, ptr %10, align 8
  %12 = load ptr, ptr %5, align 8
  %13 = load i64, ptr %6, align 8
  %14 = load i64, ptr %7, align 8
  %15 = load i64, ptr %8, align 8
  call void %11(ptr %12, i64 %13, i64 %14, i64 %15)
  ret i64 0
}

declare ptr @llvm.frameaddress.p0(i32)

define i64 @bounds_within(i64 %0, i64 %1, i64 %2, i64 %3, ptr %4) noinline nounwind {
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  store i64 %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  store ptr %4, ptr %10, align 8
  %11 = load i64, ptr %6, align 8
  %12 = load i64, ptr %6, align 8
  %13 = load i64, ptr %7, align 8
  %14 = add i64 %12, %13
  %15 = load i64, ptr %8, align 8
  %16 = load i64, ptr %9, align 8
  %17 = call zeroext i1 @holds(i64 %11, i64 %14, i64 %15, i64 %16)
  br i1 %17, label %18, label %19

18:
  br label %25

19:
  %20 = load ptr, ptr %10, align 8
  %21 = load i64, ptr %6, align 8
  %22 = load i64, ptr %8, align 8
  %23 = load i64, ptr %9, align 8
  %24 = call i64 @report(ptr %20, i64 %21, i64 %22, i64 %23)
  br label %25

25:
  %26 = phi i64 [ 1, %18 ], [ %24, %19 ]
  ret i64 %26
}

define ptr @bounds_inside_or_spare(i64 %0, i64 %1, i64 %2, ptr %3) noinline nounwind {
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  store i64 %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %9 = load i64, ptr %5, align 8
  %10 = load i64, ptr %6, align 8
  %11 = load i64, ptr %7, align 8
  %12 = load ptr, ptr %8, align 8
  %13 = call i64 @bounds_inside(i64 %9, i64 %10, i64 %11, ptr %12)
  %14 = icmp ne i64 %13, 0
  br i1 %14, label %15, label %18

15:
  %16 = load i64, ptr %6, align 8
  %17 = inttoptr i64 %16 to ptr
  br label %22

18:
  %19 = load ptr, ptr @state, align 8
  %20 = getelementptr inbounds nuw %struct.process, ptr %19, i32 0, i32 3
  %21 = load ptr, ptr %20, align 8
  br label %22

22:
  %23 = phi ptr [ %17, %15 ], [ %21, %18 ]
  ret ptr %23
}

define ptr @bounds_within_or_spare(i64 %0, i64 %1, i64 %2, i64 %3, ptr %4) noinline nounwind {
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  store i64 %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  store ptr %4, ptr %10, align 8
  %11 = load i64, ptr %6, align 8
  %12 = load i64, ptr %7, align 8
  %13 = load i64, ptr %8, align 8
  %14 = load i64, ptr %9, align 8
  %15 = load ptr, ptr %10, align 8
  %16 = call i64 @bounds_within(i64 %11, i64 %12, i64 %13, i64 %14, ptr %15)
  %17 = icmp ne i64 %16, 0
  br i1 %17, label %18, label %21

18:
  %19 = load i64, ptr %8, align 8
  %20 = inttoptr i64 %19 to ptr
  br label %25

21:
  %22 = load ptr, ptr @state, align 8
  %23 = getelementptr inbounds nuw %struct.process, ptr %22, i32 0, i32 3
  %24 = load ptr, ptr %23, align 8
  br label %25

25:
  %26 = phi ptr [ %20, %18 ], [ %24, %21 ]
  ret ptr %26
}

define i64 @bounds_copy(i64 %0, i64 %1, i64 %2, i64 %3, i64 %4, ptr %5) noinline nounwind {
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca ptr, align 8
  %13 = alloca i64, align 8
  store i64 %0, ptr %7, align 8
  store i64 %1, ptr %8, align 8
  store i64 %2, ptr %9, align 8
  store i64 %3, ptr %10, align 8
  store i64 %4, ptr %11, align 8
  store ptr %5, ptr %12, align 8
  %14 = load i64, ptr %7, align 8
  %15 = load i64, ptr %8, align 8
  %16 = load i64, ptr %11, align 8
  %17 = load ptr, ptr %12, align 8
  %18 = call i64 @bounds_inside(i64 %14, i64 %15, i64 %16, ptr %17)
  store i64 %18, ptr %13, align 8
  %19 = load i64, ptr %9, align 8
  %20 = load i64, ptr %10, align 8
  %21 = load i64, ptr %11, align 8
  %22 = load ptr, ptr %12, align 8
  %23 = call i64 @bounds_inside(i64 %19, i64 %20, i64 %21, ptr %22)
  %24 = load i64, ptr %13, align 8
  %25 = and i64 %23, %24
  %26 = icmp ne i64 %25, 0
  br i1 %26, label %27, label %29

27:
  %28 = load i64, ptr %11, align 8
  br label %30

29:
  br label %30

30:
  %31 = phi i64 [ %28, %27 ], [ 0, %29 ]
  ret i64 %31
}
