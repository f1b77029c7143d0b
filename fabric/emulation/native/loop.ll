; SPDX-License-Identifier: Apache-2.0
; Made of loop.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 8d69c8f720b3f80a2b7c21e6cfd2b14bff109cbeec5ad583a25744ebc4a2b263
%struct.core = type { i64, i64, i64, i64, i64, ptr, ptr, ptr, i64, ptr, ptr, i64, i64, i64, i64, ptr, i64, ptr, i64, i64, ptr, i64, i64, i64, i64, i64, ptr, ptr, ptr, i64, ptr, i64, i64, [0 x i64] }
%struct.wire = type { i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, ptr, i64, i64, i64, ptr, [8 x ptr], [8 x ptr] }
%struct.frame = type { ptr, i64, i64, ptr, ptr, i64, i64, i64, i64, [0 x i64] }
%struct.buffer = type { i64, i64, i64, i64, i64, i64, i64, double, i64, i64, i64, i64, [0 x %struct.account] }
%struct.account = type { i64, i64, i64 }
%struct.nic = type { i64, i64, i64, i64, i64, ptr, ptr, ptr, ptr, ptr, i64, ptr, ptr, ptr, ptr }
%struct.event = type { i64, i64 }
%struct.queue = type { i64, i64, [64 x i64], [4096 x i32], ptr, i64, i64, ptr, i64, i64, i64 }
%struct.late = type { i64, i64, %struct.event }
%struct.node = type { ptr, ptr, i64, i64, i64, i64, i64, i64, i64, i64, ptr, i64, ptr, ptr }
%struct.soon = type { %struct.event, i64 }
%struct.leaving = type { ptr, i64, i64, ptr, i64 }
%struct.use = type { i64, i64, i64, i64, i64, i64, [0 x i64] }

@is_pause.head = internal constant [6 x i8] c"\01\80\C2\00\00\01", align 1
@is_pause.kind = internal constant [4 x i8] c"\88\08\01\01", align 1

define void @lose_queued(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = getelementptr inbounds nuw %struct.core, ptr %6, i32 0, i32 6
  %8 = load ptr, ptr %7, align 8
  %9 = load i64, ptr %4, align 8
  %10 = getelementptr inbounds nuw %struct.wire, ptr %8, i64 %9
  store ptr %10, ptr %5, align 8
  br label %11

11:
  %12 = load ptr, ptr %5, align 8
  %13 = getelementptr inbounds nuw %struct.wire, ptr %12, i32 0, i32 19
  %14 = load i64, ptr %13, align 8
  %15 = icmp ne i64 %14, 0
  br i1 %15, label %16, label %27

16:
  %17 = load ptr, ptr %5, align 8
  %18 = getelementptr inbounds nuw %struct.wire, ptr %17, i32 0, i32 16
  %19 = load i64, ptr %18, align 8
  %20 = add i64 %19, 1
  store i64 %20, ptr %18, align 8
  %21 = load ptr, ptr %3, align 8
  %22 = load ptr, ptr %5, align 8
  %23 = load ptr, ptr %5, align 8
  %24 = getelementptr inbounds nuw %struct.wire, ptr %23, i32 0, i32 19
  %25 = load i64, ptr %24, align 8
  %26 = call ptr @take(ptr %22, i64 %25)
  call void @give_back(ptr %21, ptr %26)
  br label %11

27:
  ret void
}

define internal void @give_back(ptr %0, ptr %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds nuw %struct.frame, ptr %5, i32 0, i32 4
  %7 = load ptr, ptr %6, align 8
  %8 = icmp ne ptr %7, null
  br i1 %8, label %9, label %15

9:
  %10 = load ptr, ptr %4, align 8
  %11 = getelementptr inbounds nuw %struct.frame, ptr %10, i32 0, i32 4
  %12 = load ptr, ptr %11, align 8
  call void @Py_DecRef(ptr %12)
  %13 = load ptr, ptr %4, align 8
  %14 = getelementptr inbounds nuw %struct.frame, ptr %13, i32 0, i32 4
  store ptr null, ptr %14, align 8
  br label %15

15:
  %16 = load ptr, ptr %4, align 8
  %17 = getelementptr inbounds nuw %struct.frame, ptr %16, i32 0, i32 2
  %18 = load i64, ptr %17, align 8
  %19 = icmp ne i64 %18, 0
  br i1 %19, label %22, label %20

20:
  %21 = load ptr, ptr %4, align 8
  call void @free(ptr %21)
  br label %31

22:
  %23 = load ptr, ptr %3, align 8
  %24 = getelementptr inbounds nuw %struct.core, ptr %23, i32 0, i32 27
  %25 = load ptr, ptr %24, align 8
  %26 = load ptr, ptr %4, align 8
  %27 = getelementptr inbounds nuw %struct.frame, ptr %26, i32 0, i32 0
  store ptr %25, ptr %27, align 8
  %28 = load ptr, ptr %4, align 8
  %29 = load ptr, ptr %3, align 8
  %30 = getelementptr inbounds nuw %struct.core, ptr %29, i32 0, i32 27
  store ptr %28, ptr %30, align 8
  br label %31

31:
  ret void
}

define internal ptr @take(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %7 = load i64, ptr %4, align 8
  %8 = call i64 @leading_zeros(i64 %7)
  %9 = sub i64 63, %8
  store i64 %9, ptr %5, align 8
  %10 = load ptr, ptr %3, align 8
  %11 = getelementptr inbounds nuw %struct.wire, ptr %10, i32 0, i32 29
  %12 = load i64, ptr %5, align 8
  %13 = getelementptr inbounds nuw [8 x ptr], ptr %11, i64 0, i64 %12
  %14 = load ptr, ptr %13, align 8
  store ptr %14, ptr %6, align 8
  %15 = load ptr, ptr %6, align 8
  %16 = getelementptr inbounds nuw %struct.frame, ptr %15, i32 0, i32 0
  %17 = load ptr, ptr %16, align 8
  %18 = load ptr, ptr %3, align 8
  %19 = getelementptr inbounds nuw %struct.wire, ptr %18, i32 0, i32 29
  %20 = load i64, ptr %5, align 8
  %21 = getelementptr inbounds nuw [8 x ptr], ptr %19, i64 0, i64 %20
  store ptr %17, ptr %21, align 8
  %22 = load ptr, ptr %6, align 8
  %23 = getelementptr inbounds nuw %struct.frame, ptr %22, i32 0, i32 0
  %24 = load ptr, ptr %23, align 8
  %25 = icmp ne ptr %24, null
  br i1 %25, label %34, label %26

26:
  %27 = load i64, ptr %5, align 8
  %28 = shl i64 1, %27
  %29 = xor i64 %28, -1
  %30 = load ptr, ptr %3, align 8
  %31 = getelementptr inbounds nuw %struct.wire, ptr %30, i32 0, i32 19
  %32 = load i64, ptr %31, align 8
  %33 = and i64 %32, %29
  store i64 %33, ptr %31, align 8
  br label %34

34:
  %35 = load ptr, ptr %6, align 8
  %36 = getelementptr inbounds nuw %struct.frame, ptr %35, i32 0, i32 1
  %37 = load i64, ptr %36, align 8
  %38 = load ptr, ptr %3, align 8
  %39 = getelementptr inbounds nuw %struct.wire, ptr %38, i32 0, i32 9
  %40 = load i64, ptr %39, align 8
  %41 = sub i64 %40, %37
  store i64 %41, ptr %39, align 8
  %42 = load ptr, ptr %6, align 8
  ret ptr %42
}

define void @forget_queued(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %9 = load ptr, ptr %3, align 8
  %10 = getelementptr inbounds nuw %struct.core, ptr %9, i32 0, i32 6
  %11 = load ptr, ptr %10, align 8
  %12 = load i64, ptr %4, align 8
  %13 = getelementptr inbounds nuw %struct.wire, ptr %11, i64 %12
  store ptr %13, ptr %5, align 8
  store i64 0, ptr %6, align 8
  br label %14

14:
  %15 = load i64, ptr %6, align 8
  %16 = icmp ult i64 %15, 8
  br i1 %16, label %18, label %17

17:
  store i32 2, ptr %7, align 4
  br label %59

18:
  %19 = load ptr, ptr %5, align 8
  %20 = getelementptr inbounds nuw %struct.wire, ptr %19, i32 0, i32 19
  %21 = load i64, ptr %20, align 8
  %22 = load i64, ptr %6, align 8
  %23 = lshr i64 %21, %22
  %24 = and i64 %23, 1
  %25 = icmp ne i64 %24, 0
  br i1 %25, label %26, label %32

26:
  %27 = load ptr, ptr %5, align 8
  %28 = getelementptr inbounds nuw %struct.wire, ptr %27, i32 0, i32 29
  %29 = load i64, ptr %6, align 8
  %30 = getelementptr inbounds nuw [8 x ptr], ptr %28, i64 0, i64 %29
  %31 = load ptr, ptr %30, align 8
  br label %33

32:
  br label %33

33:
  %34 = phi ptr [ %31, %26 ], [ null, %32 ]
  store ptr %34, ptr %8, align 8
  br label %35

35:
  %36 = load ptr, ptr %8, align 8
  %37 = icmp ne ptr %36, null
  br i1 %37, label %39, label %38

38:
  store i32 5, ptr %7, align 4
  br label %55

39:
  %40 = load ptr, ptr %8, align 8
  %41 = getelementptr inbounds nuw %struct.frame, ptr %40, i32 0, i32 5
  %42 = load i64, ptr %41, align 8
  %43 = icmp ne i64 %42, 0
  br i1 %43, label %44, label %50

44:
  %45 = load ptr, ptr %3, align 8
  %46 = load ptr, ptr %5, align 8
  %47 = getelementptr inbounds nuw %struct.wire, ptr %46, i32 0, i32 28
  %48 = load ptr, ptr %47, align 8
  %49 = load ptr, ptr %8, align 8
  call void @release(ptr %45, ptr %48, ptr %49)
  br label %50

50:
  br label %51

51:
  %52 = load ptr, ptr %8, align 8
  %53 = getelementptr inbounds nuw %struct.frame, ptr %52, i32 0, i32 0
  %54 = load ptr, ptr %53, align 8
  store ptr %54, ptr %8, align 8
  br label %35

55:
  br label %56

56:
  %57 = load i64, ptr %6, align 8
  %58 = add i64 %57, 1
  store i64 %58, ptr %6, align 8
  br label %14

59:
  ret void
}

define internal void @release(ptr %0, ptr %1, ptr %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %11 = load ptr, ptr %6, align 8
  %12 = getelementptr inbounds nuw %struct.frame, ptr %11, i32 0, i32 5
  %13 = load i64, ptr %12, align 8
  %14 = sub i64 %13, 1
  store i64 %14, ptr %7, align 8
  %15 = load ptr, ptr %6, align 8
  %16 = getelementptr inbounds nuw %struct.frame, ptr %15, i32 0, i32 1
  %17 = load i64, ptr %16, align 8
  store i64 %17, ptr %8, align 8
  %18 = load ptr, ptr %5, align 8
  %19 = getelementptr inbounds nuw %struct.buffer, ptr %18, i32 0, i32 12
  %20 = load i64, ptr %7, align 8
  %21 = getelementptr inbounds nuw [0 x %struct.account], ptr %19, i64 0, i64 %20
  store ptr %21, ptr %9, align 8
  %22 = load ptr, ptr %9, align 8
  %23 = getelementptr inbounds nuw %struct.account, ptr %22, i32 0, i32 1
  %24 = load i64, ptr %23, align 8
  %25 = load i64, ptr %8, align 8
  %26 = icmp ult i64 %24, %25
  br i1 %26, label %27, label %31

27:
  %28 = load ptr, ptr %9, align 8
  %29 = getelementptr inbounds nuw %struct.account, ptr %28, i32 0, i32 1
  %30 = load i64, ptr %29, align 8
  br label %33

31:
  %32 = load i64, ptr %8, align 8
  br label %33

33:
  %34 = phi i64 [ %30, %27 ], [ %32, %31 ]
  store i64 %34, ptr %10, align 8
  %35 = load ptr, ptr %6, align 8
  %36 = getelementptr inbounds nuw %struct.frame, ptr %35, i32 0, i32 5
  store i64 0, ptr %36, align 8
  %37 = load i64, ptr %10, align 8
  %38 = load ptr, ptr %9, align 8
  %39 = getelementptr inbounds nuw %struct.account, ptr %38, i32 0, i32 1
  %40 = load i64, ptr %39, align 8
  %41 = sub i64 %40, %37
  store i64 %41, ptr %39, align 8
  %42 = load i64, ptr %8, align 8
  %43 = load i64, ptr %10, align 8
  %44 = sub i64 %42, %43
  %45 = load ptr, ptr %9, align 8
  %46 = getelementptr inbounds nuw %struct.account, ptr %45, i32 0, i32 0
  %47 = load i64, ptr %46, align 8
  %48 = sub i64 %47, %44
  store i64 %48, ptr %46, align 8
  %49 = load i64, ptr %8, align 8
  %50 = load i64, ptr %10, align 8
  %51 = sub i64 %49, %50
  %52 = load ptr, ptr %5, align 8
  %53 = getelementptr inbounds nuw %struct.buffer, ptr %52, i32 0, i32 9
  %54 = load i64, ptr %53, align 8
  %55 = sub i64 %54, %51
  store i64 %55, ptr %53, align 8
  %56 = load ptr, ptr %9, align 8
  %57 = getelementptr inbounds nuw %struct.account, ptr %56, i32 0, i32 2
  %58 = load i64, ptr %57, align 8
  %59 = icmp ne i64 %58, 0
  br i1 %59, label %60, label %83

60:
  %61 = load ptr, ptr %9, align 8
  %62 = getelementptr inbounds nuw %struct.account, ptr %61, i32 0, i32 1
  %63 = load i64, ptr %62, align 8
  %64 = icmp ne i64 %63, 0
  br i1 %64, label %83, label %65

65:
  %66 = load ptr, ptr %9, align 8
  %67 = getelementptr inbounds nuw %struct.account, ptr %66, i32 0, i32 0
  %68 = load i64, ptr %67, align 8
  %69 = load ptr, ptr %5, align 8
  %70 = call i64 @xon_of(ptr %69)
  %71 = icmp sle i64 %68, %70
  br i1 %71, label %72, label %83

72:
  %73 = load ptr, ptr %9, align 8
  %74 = getelementptr inbounds nuw %struct.account, ptr %73, i32 0, i32 2
  store i64 0, ptr %74, align 8
  %75 = load ptr, ptr %4, align 8
  %76 = getelementptr inbounds nuw %struct.core, ptr %75, i32 0, i32 9
  %77 = load ptr, ptr %76, align 8
  %78 = load ptr, ptr %5, align 8
  %79 = getelementptr inbounds nuw %struct.buffer, ptr %78, i32 0, i32 0
  %80 = load i64, ptr %79, align 8
  %81 = load i64, ptr %7, align 8
  %82 = call i64 %77(i64 7, i64 %80, i64 %81)
  br label %83

83:
  ret void
}

define void @inject(ptr %0, i64 %1, i64 %2, ptr %3, i64 %4, ptr %5) nounwind {
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i64, align 8
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca i32, align 4
  store ptr %0, ptr %7, align 8
  store i64 %1, ptr %8, align 8
  store i64 %2, ptr %9, align 8
  store ptr %3, ptr %10, align 8
  store i64 %4, ptr %11, align 8
  store ptr %5, ptr %12, align 8
  %15 = load ptr, ptr %7, align 8
  %16 = call ptr @new_frame(ptr %15, i64 0)
  store ptr %16, ptr %13, align 8
  %17 = load ptr, ptr %13, align 8
  %18 = icmp ne ptr %17, null
  br i1 %18, label %22, label %19

19:
  %20 = load ptr, ptr %7, align 8
  %21 = getelementptr inbounds nuw %struct.core, ptr %20, i32 0, i32 3
  store i64 1, ptr %21, align 8
  store i32 1, ptr %14, align 4
  br label %37

22:
  %23 = load i64, ptr %11, align 8
  %24 = load ptr, ptr %13, align 8
  %25 = getelementptr inbounds nuw %struct.frame, ptr %24, i32 0, i32 1
  store i64 %23, ptr %25, align 8
  %26 = load ptr, ptr %10, align 8
  %27 = load ptr, ptr %13, align 8
  %28 = getelementptr inbounds nuw %struct.frame, ptr %27, i32 0, i32 3
  store ptr %26, ptr %28, align 8
  %29 = load ptr, ptr %12, align 8
  %30 = load ptr, ptr %13, align 8
  %31 = getelementptr inbounds nuw %struct.frame, ptr %30, i32 0, i32 4
  store ptr %29, ptr %31, align 8
  %32 = load ptr, ptr %12, align 8
  call void @Py_IncRef(ptr %32)
  %33 = load ptr, ptr %7, align 8
  %34 = load i64, ptr %8, align 8
  %35 = load i64, ptr %9, align 8
  %36 = load ptr, ptr %13, align 8
  call void @put_out(ptr %33, i64 %34, i64 %35, ptr %36)
  store i32 0, ptr %14, align 4
  br label %37

37:
  %38 = load i32, ptr %14, align 4
  switch i32 %38, label %40 [
    i32 0, label %39
    i32 1, label %39
  ]

39:
  ret void

40:
  unreachable
}

define internal ptr @new_frame(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = getelementptr inbounds nuw %struct.core, ptr %9, i32 0, i32 27
  %11 = load ptr, ptr %10, align 8
  store ptr %11, ptr %6, align 8
  %12 = load i64, ptr %5, align 8
  %13 = icmp ule i64 %12, 5120
  br i1 %13, label %14, label %36

14:
  %15 = load ptr, ptr %6, align 8
  %16 = icmp ne ptr %15, null
  br i1 %16, label %17, label %36

17:
  %18 = load ptr, ptr %6, align 8
  %19 = getelementptr inbounds nuw %struct.frame, ptr %18, i32 0, i32 0
  %20 = load ptr, ptr %19, align 8
  %21 = load ptr, ptr %4, align 8
  %22 = getelementptr inbounds nuw %struct.core, ptr %21, i32 0, i32 27
  store ptr %20, ptr %22, align 8
  %23 = load i64, ptr %5, align 8
  %24 = load ptr, ptr %6, align 8
  %25 = getelementptr inbounds nuw %struct.frame, ptr %24, i32 0, i32 1
  store i64 %23, ptr %25, align 8
  %26 = load ptr, ptr %6, align 8
  %27 = load ptr, ptr %4, align 8
  %28 = getelementptr inbounds nuw %struct.core, ptr %27, i32 0, i32 8
  %29 = load i64, ptr %28, align 8
  %30 = getelementptr inbounds nuw i8, ptr %26, i64 %29
  %31 = load ptr, ptr %6, align 8
  %32 = getelementptr inbounds nuw %struct.frame, ptr %31, i32 0, i32 3
  store ptr %30, ptr %32, align 8
  %33 = load ptr, ptr %6, align 8
  %34 = getelementptr inbounds nuw %struct.frame, ptr %33, i32 0, i32 5
  store i64 0, ptr %34, align 8
  %35 = load ptr, ptr %6, align 8
  store ptr %35, ptr %3, align 8
  store i32 1, ptr %7, align 4
  br label %78

36:
  %37 = load i64, ptr %5, align 8
  %38 = icmp ule i64 %37, 5120
  %39 = zext i1 %38 to i64
  %40 = select i1 %38, i32 5120, i32 0
  %41 = sext i32 %40 to i64
  store i64 %41, ptr %8, align 8
  %42 = load ptr, ptr %4, align 8
  %43 = getelementptr inbounds nuw %struct.core, ptr %42, i32 0, i32 8
  %44 = load i64, ptr %43, align 8
  %45 = load i64, ptr %8, align 8
  %46 = icmp ne i64 %45, 0
  br i1 %46, label %47, label %49

47:
  %48 = load i64, ptr %8, align 8
  br label %51

49:
  %50 = load i64, ptr %5, align 8
  br label %51

51:
  %52 = phi i64 [ %48, %47 ], [ %50, %49 ]
  %53 = add i64 %44, %52
  %54 = add i64 %53, 8
  %55 = call ptr @malloc(i64 %54)
  store ptr %55, ptr %6, align 8
  %56 = load ptr, ptr %6, align 8
  %57 = icmp ne ptr %56, null
  br i1 %57, label %58, label %76

58:
  %59 = load i64, ptr %5, align 8
  %60 = load ptr, ptr %6, align 8
  %61 = getelementptr inbounds nuw %struct.frame, ptr %60, i32 0, i32 1
  store i64 %59, ptr %61, align 8
  %62 = load i64, ptr %8, align 8
  %63 = load ptr, ptr %6, align 8
  %64 = getelementptr inbounds nuw %struct.frame, ptr %63, i32 0, i32 2
  store i64 %62, ptr %64, align 8
  %65 = load ptr, ptr %6, align 8
  %66 = load ptr, ptr %4, align 8
  %67 = getelementptr inbounds nuw %struct.core, ptr %66, i32 0, i32 8
  %68 = load i64, ptr %67, align 8
  %69 = getelementptr inbounds nuw i8, ptr %65, i64 %68
  %70 = load ptr, ptr %6, align 8
  %71 = getelementptr inbounds nuw %struct.frame, ptr %70, i32 0, i32 3
  store ptr %69, ptr %71, align 8
  %72 = load ptr, ptr %6, align 8
  %73 = getelementptr inbounds nuw %struct.frame, ptr %72, i32 0, i32 4
  store ptr null, ptr %73, align 8
  %74 = load ptr, ptr %6, align 8
  %75 = getelementptr inbounds nuw %struct.frame, ptr %74, i32 0, i32 5
  store i64 0, ptr %75, align 8
  br label %76

76:
  %77 = load ptr, ptr %6, align 8
  store ptr %77, ptr %3, align 8
  store i32 1, ptr %7, align 4
  br label %78

78:
  %79 = load ptr, ptr %3, align 8
  ret ptr %79
}

declare void @Py_IncRef(ptr)

define internal void @put_out(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw %struct.frame, ptr %9, i32 0, i32 8
  %11 = load ptr, ptr %5, align 8
  %12 = getelementptr inbounds nuw %struct.core, ptr %11, i32 0, i32 8
  %13 = load i64, ptr %12, align 8
  %14 = sub i64 %13, 64
  call void @llvm.memset.p0.i64(ptr align 8 %10, i8 0, i64 %14, i1 false)
  %15 = load i64, ptr %7, align 8
  %16 = load ptr, ptr %8, align 8
  %17 = getelementptr inbounds nuw %struct.frame, ptr %16, i32 0, i32 6
  store i64 %15, ptr %17, align 8
  %18 = load ptr, ptr %5, align 8
  %19 = getelementptr inbounds nuw %struct.core, ptr %18, i32 0, i32 0
  %20 = load i64, ptr %19, align 8
  %21 = load ptr, ptr %8, align 8
  %22 = getelementptr inbounds nuw %struct.frame, ptr %21, i32 0, i32 7
  store i64 %20, ptr %22, align 8
  %23 = load ptr, ptr %5, align 8
  %24 = load i64, ptr %6, align 8
  %25 = load ptr, ptr %8, align 8
  call void @send(ptr %23, i64 %24, ptr %25, i64 0)
  ret void
}

define void @arm(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  %9 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %10 = load ptr, ptr %4, align 8
  %11 = getelementptr inbounds nuw %struct.core, ptr %10, i32 0, i32 26
  %12 = load ptr, ptr %11, align 8
  %13 = load i64, ptr %5, align 8
  %14 = getelementptr inbounds nuw %struct.nic, ptr %12, i64 %13
  store ptr %14, ptr %7, align 8
  %15 = load i64, ptr %6, align 8
  %16 = icmp eq i64 %15, -1
  br i1 %16, label %17, label %20

17:
  %18 = load ptr, ptr %7, align 8
  %19 = getelementptr inbounds nuw %struct.nic, ptr %18, i32 0, i32 4
  store i64 0, ptr %19, align 8
  store i32 1, ptr %8, align 4
  br label %67

20:
  %21 = load i64, ptr %6, align 8
  %22 = load ptr, ptr %4, align 8
  %23 = getelementptr inbounds nuw %struct.core, ptr %22, i32 0, i32 0
  %24 = load i64, ptr %23, align 8
  %25 = icmp ugt i64 %21, %24
  br i1 %25, label %26, label %28

26:
  %27 = load i64, ptr %6, align 8
  br label %33

28:
  %29 = load ptr, ptr %4, align 8
  %30 = getelementptr inbounds nuw %struct.core, ptr %29, i32 0, i32 0
  %31 = load i64, ptr %30, align 8
  %32 = add i64 %31, 100
  br label %33

33:
  %34 = phi i64 [ %27, %26 ], [ %32, %28 ]
  store i64 %34, ptr %9, align 8
  %35 = load ptr, ptr %7, align 8
  %36 = getelementptr inbounds nuw %struct.nic, ptr %35, i32 0, i32 4
  %37 = load i64, ptr %36, align 8
  %38 = icmp ne i64 %37, 0
  br i1 %38, label %39, label %55

39:
  %40 = load i64, ptr %9, align 8
  %41 = add i64 %40, 1
  %42 = load ptr, ptr %7, align 8
  %43 = getelementptr inbounds nuw %struct.nic, ptr %42, i32 0, i32 4
  %44 = load i64, ptr %43, align 8
  %45 = icmp ult i64 %41, %44
  br i1 %45, label %55, label %46

46:
  %47 = load ptr, ptr %7, align 8
  %48 = getelementptr inbounds nuw %struct.nic, ptr %47, i32 0, i32 4
  %49 = load i64, ptr %48, align 8
  %50 = load ptr, ptr %4, align 8
  %51 = getelementptr inbounds nuw %struct.core, ptr %50, i32 0, i32 0
  %52 = load i64, ptr %51, align 8
  %53 = add i64 %52, 1
  %54 = icmp ule i64 %49, %53
  br i1 %54, label %55, label %66

55:
  %56 = load i64, ptr %9, align 8
  %57 = add i64 %56, 1
  %58 = load ptr, ptr %7, align 8
  %59 = getelementptr inbounds nuw %struct.nic, ptr %58, i32 0, i32 4
  store i64 %57, ptr %59, align 8
  %60 = load ptr, ptr %4, align 8
  %61 = load i64, ptr %9, align 8
  %62 = load i64, ptr %5, align 8
  %63 = shl i64 %62, 2
  %64 = or i64 %63, 3
  %65 = load i64, ptr %9, align 8
  call void @push(ptr %60, i64 %61, i64 %64, i64 %65)
  br label %66

66:
  store i32 0, ptr %8, align 4
  br label %67

67:
  %68 = load i32, ptr %8, align 4
  switch i32 %68, label %70 [
    i32 0, label %69
    i32 1, label %69
  ]

69:
  ret void

70:
  unreachable
}

define internal void @push(ptr %0, i64 %1, i64 %2, i64 %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca %struct.event, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  %10 = load ptr, ptr %5, align 8
  %11 = getelementptr inbounds nuw %struct.core, ptr %10, i32 0, i32 5
  %12 = load ptr, ptr %11, align 8
  %13 = icmp ne ptr %12, null
  br i1 %13, label %18, label %14

14:
  %15 = call ptr @new_queue()
  %16 = load ptr, ptr %5, align 8
  %17 = getelementptr inbounds nuw %struct.core, ptr %16, i32 0, i32 5
  store ptr %15, ptr %17, align 8
  br label %18

18:
  %19 = load ptr, ptr %5, align 8
  %20 = getelementptr inbounds nuw %struct.core, ptr %19, i32 0, i32 5
  %21 = load ptr, ptr %20, align 8
  %22 = icmp ne ptr %21, null
  br i1 %22, label %23, label %42

23:
  %24 = load ptr, ptr %5, align 8
  %25 = getelementptr inbounds nuw %struct.core, ptr %24, i32 0, i32 5
  %26 = load ptr, ptr %25, align 8
  %27 = load i64, ptr %6, align 8
  %28 = getelementptr inbounds nuw %struct.event, ptr %9, i32 0, i32 0
  %29 = load i64, ptr %7, align 8
  store i64 %29, ptr %28, align 8
  %30 = getelementptr inbounds nuw %struct.event, ptr %9, i32 0, i32 1
  %31 = load i64, ptr %8, align 8
  store i64 %31, ptr %30, align 8
  %32 = getelementptr inbounds nuw { i64, i64 }, ptr %9, i32 0, i32 0
  %33 = load i64, ptr %32, align 8
  %34 = getelementptr inbounds nuw { i64, i64 }, ptr %9, i32 0, i32 1
  %35 = load i64, ptr %34, align 8
  %36 = call zeroext i1 @push_event(ptr %26, i64 %27, i64 %33, i64 %35)
  br i1 %36, label %37, label %42

37:
  %38 = load ptr, ptr %5, align 8
  %39 = getelementptr inbounds nuw %struct.core, ptr %38, i32 0, i32 4
  %40 = load i64, ptr %39, align 8
  %41 = add i64 %40, 1
  store i64 %41, ptr %39, align 8
  br label %45

42:
  %43 = load ptr, ptr %5, align 8
  %44 = getelementptr inbounds nuw %struct.core, ptr %43, i32 0, i32 3
  store i64 1, ptr %44, align 8
  br label %45

45:
  ret void
}

define i64 @pump(ptr %0, i64 %1) nounwind {
  %3 = alloca i64, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = alloca i8, align 1
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %11 = load ptr, ptr %4, align 8
  %12 = getelementptr inbounds nuw %struct.core, ptr %11, i32 0, i32 26
  %13 = load ptr, ptr %12, align 8
  %14 = load i64, ptr %5, align 8
  %15 = getelementptr inbounds nuw %struct.nic, ptr %13, i64 %14
  store ptr %15, ptr %6, align 8
  store i64 -1, ptr %7, align 8
  %16 = load ptr, ptr %6, align 8
  %17 = getelementptr inbounds nuw %struct.nic, ptr %16, i32 0, i32 3
  %18 = load i64, ptr %17, align 8
  %19 = icmp ne i64 %18, 0
  br i1 %19, label %20, label %21

20:
  store i64 0, ptr %3, align 8
  store i32 1, ptr %8, align 4
  br label %71

21:
  %22 = load ptr, ptr %6, align 8
  %23 = getelementptr inbounds nuw %struct.nic, ptr %22, i32 0, i32 3
  store i64 1, ptr %23, align 8
  %24 = load ptr, ptr %4, align 8
  %25 = load i64, ptr %5, align 8
  %26 = call i32 @pull(ptr %24, i64 %25, i1 zeroext false)
  store i32 %26, ptr %9, align 4
  %27 = load i32, ptr %9, align 4
  %28 = icmp eq i32 %27, 2
  br i1 %28, label %33, label %29

29:
  %30 = load ptr, ptr %4, align 8
  %31 = load ptr, ptr %6, align 8
  %32 = call zeroext i1 @ask_wakeup(ptr %30, ptr %31, ptr %7)
  br label %33

33:
  %34 = phi i1 [ true, %21 ], [ %32, %29 ]
  %35 = zext i1 %34 to i8
  store i8 %35, ptr %10, align 1
  %36 = load i8, ptr %10, align 1
  %37 = trunc i8 %36 to i1
  br i1 %37, label %60, label %38

38:
  %39 = load i32, ptr %9, align 4
  %40 = icmp eq i32 %39, 0
  br i1 %40, label %41, label %60

41:
  %42 = load i64, ptr %7, align 8
  %43 = load ptr, ptr %4, align 8
  %44 = getelementptr inbounds nuw %struct.core, ptr %43, i32 0, i32 0
  %45 = load i64, ptr %44, align 8
  %46 = icmp ule i64 %42, %45
  br i1 %46, label %47, label %60

47:
  %48 = load ptr, ptr %4, align 8
  %49 = load i64, ptr %5, align 8
  %50 = call i32 @pull(ptr %48, i64 %49, i1 zeroext true)
  store i32 %50, ptr %9, align 4
  %51 = load i32, ptr %9, align 4
  %52 = icmp eq i32 %51, 2
  br i1 %52, label %57, label %53

53:
  %54 = load ptr, ptr %4, align 8
  %55 = load ptr, ptr %6, align 8
  %56 = call zeroext i1 @ask_wakeup(ptr %54, ptr %55, ptr %7)
  br label %57

57:
  %58 = phi i1 [ true, %47 ], [ %56, %53 ]
  %59 = zext i1 %58 to i8
  store i8 %59, ptr %10, align 1
  br label %60

60:
  %61 = load i8, ptr %10, align 1
  %62 = trunc i8 %61 to i1
  br i1 %62, label %63, label %64

63:
  store i64 9, ptr %3, align 8
  store i32 1, ptr %8, align 4
  br label %70

64:
  %65 = load ptr, ptr %6, align 8
  %66 = getelementptr inbounds nuw %struct.nic, ptr %65, i32 0, i32 3
  store i64 0, ptr %66, align 8
  %67 = load ptr, ptr %4, align 8
  %68 = load i64, ptr %5, align 8
  %69 = load i64, ptr %7, align 8
  call void @arm(ptr %67, i64 %68, i64 %69)
  store i64 0, ptr %3, align 8
  store i32 1, ptr %8, align 4
  br label %70

70:
  br label %71

71:
  %72 = load i64, ptr %3, align 8
  ret i64 %72
}

define internal i32 @pull(ptr %0, i64 %1, i1 zeroext %2) nounwind {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i8, align 1
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  %12 = zext i1 %2 to i8
  store i8 %12, ptr %7, align 1
  %13 = load ptr, ptr %5, align 8
  %14 = getelementptr inbounds nuw %struct.core, ptr %13, i32 0, i32 26
  %15 = load ptr, ptr %14, align 8
  %16 = load i64, ptr %6, align 8
  %17 = getelementptr inbounds nuw %struct.nic, ptr %15, i64 %16
  store ptr %17, ptr %8, align 8
  br label %18

18:
  %19 = load ptr, ptr %8, align 8
  %20 = getelementptr inbounds nuw %struct.nic, ptr %19, i32 0, i32 0
  %21 = load i64, ptr %20, align 8
  %22 = load ptr, ptr %8, align 8
  %23 = getelementptr inbounds nuw %struct.nic, ptr %22, i32 0, i32 1
  %24 = load i64, ptr %23, align 8
  %25 = and i64 %21, %24
  store i64 %25, ptr %9, align 8
  %26 = icmp ne i64 %25, 0
  br i1 %26, label %30, label %27

27:
  %28 = load i8, ptr %7, align 1
  %29 = trunc i8 %28 to i1
  br label %30

30:
  %31 = phi i1 [ true, %18 ], [ %29, %27 ]
  br i1 %31, label %32, label %45

32:
  %33 = load ptr, ptr %5, align 8
  %34 = load i64, ptr %6, align 8
  %35 = load i64, ptr %9, align 8
  %36 = call i32 @pull_one(ptr %33, i64 %34, i64 %35)
  store i32 %36, ptr %10, align 4
  %37 = load i32, ptr %10, align 4
  %38 = icmp ne i32 %37, 0
  br i1 %38, label %39, label %41

39:
  %40 = load i32, ptr %10, align 4
  store i32 %40, ptr %4, align 4
  store i32 1, ptr %11, align 4
  br label %42

41:
  store i8 0, ptr %7, align 1
  store i32 0, ptr %11, align 4
  br label %42

42:
  %43 = load i32, ptr %11, align 4
  switch i32 %43, label %46 [
    i32 0, label %44
  ]

44:
  br label %18

45:
  store i32 0, ptr %4, align 4
  store i32 1, ptr %11, align 4
  br label %46

46:
  %47 = load i32, ptr %4, align 4
  ret i32 %47
}

define internal zeroext i1 @ask_wakeup(ptr %0, ptr %1, ptr %2) nounwind {
  %4 = alloca i1, align 1
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i32, align 4
  %11 = alloca [1 x ptr], align 8
  %12 = alloca ptr, align 8
  %13 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store i64 -1, ptr %8, align 8
  %14 = load ptr, ptr %6, align 8
  %15 = getelementptr inbounds nuw %struct.nic, ptr %14, i32 0, i32 11
  %16 = load ptr, ptr %15, align 8
  %17 = icmp ne ptr %16, null
  br i1 %17, label %18, label %26

18:
  %19 = load ptr, ptr %6, align 8
  %20 = getelementptr inbounds nuw %struct.nic, ptr %19, i32 0, i32 14
  %21 = load ptr, ptr %20, align 8
  %22 = load ptr, ptr %6, align 8
  %23 = getelementptr inbounds nuw %struct.nic, ptr %22, i32 0, i32 11
  %24 = load ptr, ptr %23, align 8
  %25 = call i64 %21(ptr %24, ptr %8)
  br label %27

26:
  br label %27

27:
  %28 = phi i64 [ %25, %18 ], [ 0, %26 ]
  store i64 %28, ptr %9, align 8
  %29 = load i64, ptr %9, align 8
  %30 = icmp ne i64 %29, 0
  br i1 %30, label %31, label %42

31:
  %32 = load i64, ptr %8, align 8
  %33 = icmp slt i64 %32, 0
  br i1 %33, label %34, label %35

34:
  br label %37

35:
  %36 = load i64, ptr %8, align 8
  br label %37

37:
  %38 = phi i64 [ -1, %34 ], [ %36, %35 ]
  %39 = load ptr, ptr %7, align 8
  store i64 %38, ptr %39, align 8
  %40 = load i64, ptr %9, align 8
  %41 = icmp eq i64 %40, 2
  store i1 %41, ptr %4, align 1
  store i32 1, ptr %10, align 4
  br label %80

42:
  call void @llvm.memset.p0.i64(ptr align 8 %11, i8 0, i64 8, i1 false)
  %43 = load ptr, ptr %6, align 8
  %44 = getelementptr inbounds nuw %struct.nic, ptr %43, i32 0, i32 7
  %45 = load ptr, ptr %44, align 8
  %46 = getelementptr inbounds [1 x ptr], ptr %11, i64 0, i64 0
  %47 = call ptr @call(ptr %45, ptr %46, i64 0)
  store ptr %47, ptr %12, align 8
  %48 = load ptr, ptr %12, align 8
  %49 = icmp ne ptr %48, null
  br i1 %49, label %51, label %50

50:
  store i1 true, ptr %4, align 1
  store i32 1, ptr %10, align 4
  br label %79

51:
  %52 = load ptr, ptr %12, align 8
  %53 = load ptr, ptr %5, align 8
  %54 = getelementptr inbounds nuw %struct.core, ptr %53, i32 0, i32 28
  %55 = load ptr, ptr %54, align 8
  %56 = icmp eq ptr %52, %55
  br i1 %56, label %57, label %60

57:
  %58 = load ptr, ptr %7, align 8
  store i64 -1, ptr %58, align 8
  %59 = load ptr, ptr %12, align 8
  call void @Py_DecRef(ptr %59)
  store i1 false, ptr %4, align 1
  store i32 1, ptr %10, align 4
  br label %79

60:
  %61 = load ptr, ptr %12, align 8
  %62 = call i64 @PyLong_AsLongLong(ptr %61)
  store i64 %62, ptr %13, align 8
  %63 = load ptr, ptr %12, align 8
  call void @Py_DecRef(ptr %63)
  %64 = load i64, ptr %13, align 8
  %65 = icmp slt i64 %64, 0
  br i1 %65, label %66, label %67

66:
  br label %69

67:
  %68 = load i64, ptr %13, align 8
  br label %69

69:
  %70 = phi i64 [ 0, %66 ], [ %68, %67 ]
  %71 = load ptr, ptr %7, align 8
  store i64 %70, ptr %71, align 8
  %72 = load i64, ptr %13, align 8
  %73 = icmp eq i64 %72, -1
  br i1 %73, label %74, label %77

74:
  %75 = call ptr @PyErr_Occurred()
  %76 = icmp ne ptr %75, null
  br label %77

77:
  %78 = phi i1 [ false, %69 ], [ %76, %74 ]
  store i1 %78, ptr %4, align 1
  store i32 1, ptr %10, align 4
  br label %79

79:
  br label %80

80:
  %81 = load i1, ptr %4, align 1
  ret i1 %81
}

define i64 @run(ptr %0, i64 %1) nounwind {
  %3 = alloca i64, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i64, align 8
  %9 = alloca %struct.event, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i32 0, ptr %6, align 4
  %12 = load ptr, ptr %4, align 8
  call void @give_back_held(ptr %12)
  br label %13

13:
  %14 = load i32, ptr %6, align 4
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %16, label %112

16:
  %17 = load ptr, ptr %4, align 8
  %18 = getelementptr inbounds nuw %struct.core, ptr %17, i32 0, i32 3
  %19 = load i64, ptr %18, align 8
  %20 = icmp eq i64 %19, 1
  br i1 %20, label %21, label %22

21:
  store i64 4, ptr %3, align 8
  store i32 1, ptr %7, align 4
  br label %115

22:
  %23 = load ptr, ptr %4, align 8
  %24 = getelementptr inbounds nuw %struct.core, ptr %23, i32 0, i32 2
  %25 = load i64, ptr %24, align 8
  %26 = icmp eq i64 %25, 0
  br i1 %26, label %27, label %28

27:
  store i64 3, ptr %3, align 8
  store i32 1, ptr %7, align 4
  br label %115

28:
  %29 = load ptr, ptr %4, align 8
  %30 = getelementptr inbounds nuw %struct.core, ptr %29, i32 0, i32 4
  %31 = load i64, ptr %30, align 8
  %32 = icmp eq i64 %31, 0
  br i1 %32, label %33, label %34

33:
  store i64 1, ptr %3, align 8
  store i32 1, ptr %7, align 4
  br label %115

34:
  %35 = load ptr, ptr %4, align 8
  %36 = getelementptr inbounds nuw %struct.core, ptr %35, i32 0, i32 5
  %37 = load ptr, ptr %36, align 8
  %38 = call i64 @first_event(ptr %37)
  store i64 %38, ptr %8, align 8
  %39 = load i64, ptr %8, align 8
  %40 = load i64, ptr %5, align 8
  %41 = icmp ugt i64 %39, %40
  br i1 %41, label %42, label %46

42:
  %43 = load i64, ptr %5, align 8
  %44 = load ptr, ptr %4, align 8
  %45 = getelementptr inbounds nuw %struct.core, ptr %44, i32 0, i32 0
  store i64 %43, ptr %45, align 8
  store i64 2, ptr %3, align 8
  store i32 1, ptr %7, align 4
  br label %109

46:
  %47 = load ptr, ptr %4, align 8
  %48 = getelementptr inbounds nuw %struct.core, ptr %47, i32 0, i32 5
  %49 = load ptr, ptr %48, align 8
  %50 = load i64, ptr %8, align 8
  %51 = call { i64, i64 } @take_event(ptr %49, i64 %50)
  %52 = getelementptr inbounds nuw { i64, i64 }, ptr %9, i32 0, i32 0
  %53 = extractvalue { i64, i64 } %51, 0
  store i64 %53, ptr %52, align 8
  %54 = getelementptr inbounds nuw { i64, i64 }, ptr %9, i32 0, i32 1
  %55 = extractvalue { i64, i64 } %51, 1
  store i64 %55, ptr %54, align 8
  %56 = load ptr, ptr %4, align 8
  %57 = getelementptr inbounds nuw %struct.core, ptr %56, i32 0, i32 4
  %58 = load i64, ptr %57, align 8
  %59 = add i64 %58, -1
  store i64 %59, ptr %57, align 8
  %60 = load i64, ptr %8, align 8
  %61 = load ptr, ptr %4, align 8
  %62 = getelementptr inbounds nuw %struct.core, ptr %61, i32 0, i32 0
  store i64 %60, ptr %62, align 8
  %63 = load ptr, ptr %4, align 8
  %64 = getelementptr inbounds nuw %struct.core, ptr %63, i32 0, i32 5
  %65 = load ptr, ptr %64, align 8
  call void @expect(ptr %65)
  %66 = load ptr, ptr %4, align 8
  %67 = getelementptr inbounds nuw %struct.core, ptr %66, i32 0, i32 1
  %68 = load i64, ptr %67, align 8
  %69 = add i64 %68, 1
  store i64 %69, ptr %67, align 8
  %70 = load ptr, ptr %4, align 8
  %71 = getelementptr inbounds nuw %struct.core, ptr %70, i32 0, i32 2
  %72 = load i64, ptr %71, align 8
  %73 = add i64 %72, -1
  store i64 %73, ptr %71, align 8
  %74 = getelementptr inbounds nuw %struct.event, ptr %9, i32 0, i32 0
  %75 = load i64, ptr %74, align 8
  %76 = lshr i64 %75, 2
  %77 = and i64 %76, 1073741823
  store i64 %77, ptr %10, align 8
  %78 = getelementptr inbounds nuw %struct.event, ptr %9, i32 0, i32 0
  %79 = load i64, ptr %78, align 8
  %80 = lshr i64 %79, 32
  store i64 %80, ptr %11, align 8
  %81 = getelementptr inbounds nuw %struct.event, ptr %9, i32 0, i32 0
  %82 = load i64, ptr %81, align 8
  %83 = and i64 %82, 3
  switch i64 %83, label %108 [
    i64 0, label %84
    i64 1, label %89
    i64 2, label %97
    i64 3, label %102
  ]

84:
  %85 = load ptr, ptr %4, align 8
  %86 = load i64, ptr %10, align 8
  %87 = load i64, ptr %11, align 8
  %88 = call i32 @sent(ptr %85, i64 %86, i64 %87)
  store i32 %88, ptr %6, align 4
  br label %108

89:
  %90 = load ptr, ptr %4, align 8
  %91 = load i64, ptr %10, align 8
  %92 = load i64, ptr %11, align 8
  %93 = getelementptr inbounds nuw %struct.event, ptr %9, i32 0, i32 1
  %94 = load i64, ptr %93, align 8
  %95 = inttoptr i64 %94 to ptr
  %96 = call i32 @arrived(ptr %90, i64 %91, i64 %92, ptr %95)
  store i32 %96, ptr %6, align 4
  br label %108

97:
  %98 = getelementptr inbounds nuw %struct.event, ptr %9, i32 0, i32 1
  %99 = load i64, ptr %98, align 8
  %100 = load ptr, ptr %4, align 8
  %101 = getelementptr inbounds nuw %struct.core, ptr %100, i32 0, i32 11
  store i64 %99, ptr %101, align 8
  store i32 5, ptr %6, align 4
  br label %108

102:
  %103 = load ptr, ptr %4, align 8
  %104 = load i64, ptr %10, align 8
  %105 = getelementptr inbounds nuw %struct.event, ptr %9, i32 0, i32 1
  %106 = load i64, ptr %105, align 8
  %107 = call i32 @woken(ptr %103, i64 %104, i64 %106)
  store i32 %107, ptr %6, align 4
  br label %108

108:
  store i32 0, ptr %7, align 4
  br label %109

109:
  %110 = load i32, ptr %7, align 4
  switch i32 %110, label %115 [
    i32 0, label %111
  ]

111:
  br label %13

112:
  %113 = load i32, ptr %6, align 4
  %114 = zext i32 %113 to i64
  store i64 %114, ptr %3, align 8
  store i32 1, ptr %7, align 4
  br label %115

115:
  %116 = load i64, ptr %3, align 8
  ret i64 %116
}

define internal void @give_back_held(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %struct.core, ptr %3, i32 0, i32 10
  %5 = load ptr, ptr %4, align 8
  %6 = icmp ne ptr %5, null
  br i1 %6, label %7, label %12

7:
  %8 = load ptr, ptr %2, align 8
  %9 = load ptr, ptr %2, align 8
  %10 = getelementptr inbounds nuw %struct.core, ptr %9, i32 0, i32 10
  %11 = load ptr, ptr %10, align 8
  call void @give_back(ptr %8, ptr %11)
  br label %12

12:
  %13 = load ptr, ptr %2, align 8
  %14 = getelementptr inbounds nuw %struct.core, ptr %13, i32 0, i32 10
  store ptr null, ptr %14, align 8
  ret void
}

define internal i64 @first_event(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca i64, align 8
  store ptr %0, ptr %2, align 8
  %4 = load ptr, ptr %2, align 8
  %5 = call i64 @first_soon(ptr %4)
  store i64 %5, ptr %3, align 8
  %6 = load ptr, ptr %2, align 8
  %7 = getelementptr inbounds nuw %struct.queue, ptr %6, i32 0, i32 8
  %8 = load i64, ptr %7, align 8
  %9 = icmp ne i64 %8, 0
  br i1 %9, label %10, label %24

10:
  %11 = load ptr, ptr %2, align 8
  %12 = getelementptr inbounds nuw %struct.queue, ptr %11, i32 0, i32 7
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw %struct.late, ptr %13, i32 0, i32 0
  %15 = load i64, ptr %14, align 8
  %16 = load i64, ptr %3, align 8
  %17 = icmp ult i64 %15, %16
  br i1 %17, label %18, label %24

18:
  %19 = load ptr, ptr %2, align 8
  %20 = getelementptr inbounds nuw %struct.queue, ptr %19, i32 0, i32 7
  %21 = load ptr, ptr %20, align 8
  %22 = getelementptr inbounds nuw %struct.late, ptr %21, i32 0, i32 0
  %23 = load i64, ptr %22, align 8
  br label %26

24:
  %25 = load i64, ptr %3, align 8
  br label %26

26:
  %27 = phi i64 [ %23, %18 ], [ %25, %24 ]
  ret i64 %27
}

define internal { i64, i64 } @take_event(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca %struct.event, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i8, align 1
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = getelementptr inbounds nuw %struct.queue, ptr %7, i32 0, i32 8
  %9 = load i64, ptr %8, align 8
  %10 = icmp ne i64 %9, 0
  br i1 %10, label %11, label %19

11:
  %12 = load ptr, ptr %4, align 8
  %13 = getelementptr inbounds nuw %struct.queue, ptr %12, i32 0, i32 7
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds nuw %struct.late, ptr %14, i32 0, i32 0
  %16 = load i64, ptr %15, align 8
  %17 = load i64, ptr %5, align 8
  %18 = icmp eq i64 %16, %17
  br label %19

19:
  %20 = phi i1 [ false, %2 ], [ %18, %11 ]
  %21 = zext i1 %20 to i8
  store i8 %21, ptr %6, align 1
  %22 = load i64, ptr %5, align 8
  %23 = load ptr, ptr %4, align 8
  %24 = getelementptr inbounds nuw %struct.queue, ptr %23, i32 0, i32 0
  %25 = load i64, ptr %24, align 8
  %26 = icmp ugt i64 %22, %25
  br i1 %26, label %27, label %31

27:
  %28 = load i64, ptr %5, align 8
  %29 = load ptr, ptr %4, align 8
  %30 = getelementptr inbounds nuw %struct.queue, ptr %29, i32 0, i32 0
  store i64 %28, ptr %30, align 8
  br label %31

31:
  %32 = load i8, ptr %6, align 1
  %33 = trunc i8 %32 to i1
  br i1 %33, label %34, label %41

34:
  %35 = load ptr, ptr %4, align 8
  %36 = call { i64, i64 } @take_late(ptr %35)
  %37 = getelementptr inbounds nuw { i64, i64 }, ptr %3, i32 0, i32 0
  %38 = extractvalue { i64, i64 } %36, 0
  store i64 %38, ptr %37, align 8
  %39 = getelementptr inbounds nuw { i64, i64 }, ptr %3, i32 0, i32 1
  %40 = extractvalue { i64, i64 } %36, 1
  store i64 %40, ptr %39, align 8
  br label %49

41:
  %42 = load ptr, ptr %4, align 8
  %43 = load i64, ptr %5, align 8
  %44 = call { i64, i64 } @take_soon(ptr %42, i64 %43)
  %45 = getelementptr inbounds nuw { i64, i64 }, ptr %3, i32 0, i32 0
  %46 = extractvalue { i64, i64 } %44, 0
  store i64 %46, ptr %45, align 8
  %47 = getelementptr inbounds nuw { i64, i64 }, ptr %3, i32 0, i32 1
  %48 = extractvalue { i64, i64 } %44, 1
  store i64 %48, ptr %47, align 8
  br label %49

49:
  %50 = load { i64, i64 }, ptr %3, align 8
  ret { i64, i64 } %50
}

define internal void @expect(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca i64, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  store ptr %0, ptr %2, align 8
  %6 = load ptr, ptr %2, align 8
  %7 = call i64 @first_event(ptr %6)
  store i64 %7, ptr %3, align 8
  %8 = load i64, ptr %3, align 8
  %9 = icmp eq i64 %8, -1
  br i1 %9, label %10, label %11

10:
  br label %15

11:
  %12 = load ptr, ptr %2, align 8
  %13 = load i64, ptr %3, align 8
  %14 = call ptr @event_at(ptr %12, i64 %13)
  br label %15

15:
  %16 = phi ptr [ null, %10 ], [ %14, %11 ]
  store ptr %16, ptr %4, align 8
  %17 = load ptr, ptr %4, align 8
  %18 = icmp ne ptr %17, null
  br i1 %18, label %19, label %41

19:
  %20 = load ptr, ptr %4, align 8
  %21 = getelementptr inbounds nuw %struct.event, ptr %20, i32 0, i32 0
  %22 = load i64, ptr %21, align 8
  %23 = and i64 %22, 3
  %24 = icmp eq i64 %23, 1
  br i1 %24, label %25, label %41

25:
  store i64 0, ptr %5, align 8
  br label %26

26:
  %27 = load i64, ptr %5, align 8
  %28 = icmp ult i64 %27, 256
  br i1 %28, label %30, label %29

29:
  br label %40

30:
  %31 = load ptr, ptr %4, align 8
  %32 = getelementptr inbounds nuw %struct.event, ptr %31, i32 0, i32 1
  %33 = load i64, ptr %32, align 8
  %34 = inttoptr i64 %33 to ptr
  %35 = load i64, ptr %5, align 8
  %36 = getelementptr inbounds nuw i8, ptr %34, i64 %35
  call void @llvm.prefetch.p0(ptr %36, i32 0, i32 3, i32 1)
  br label %37

37:
  %38 = load i64, ptr %5, align 8
  %39 = add i64 %38, 64
  store i64 %39, ptr %5, align 8
  br label %26

40:
  br label %41

41:
  ret void
}

define internal i32 @sent(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = getelementptr inbounds nuw %struct.core, ptr %7, i32 0, i32 6
  %9 = load ptr, ptr %8, align 8
  %10 = load i64, ptr %5, align 8
  %11 = getelementptr inbounds nuw %struct.wire, ptr %9, i64 %10
  %12 = getelementptr inbounds nuw %struct.wire, ptr %11, i32 0, i32 3
  %13 = load i64, ptr %12, align 8
  %14 = load i64, ptr %6, align 8
  %15 = icmp eq i64 %13, %14
  br i1 %15, label %16, label %20

16:
  %17 = load ptr, ptr %4, align 8
  %18 = load i64, ptr %5, align 8
  %19 = call i32 @go_on(ptr %17, i64 %18)
  br label %21

20:
  br label %21

21:
  %22 = phi i32 [ %19, %16 ], [ 0, %20 ]
  ret i32 %22
}

define internal i32 @arrived(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
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
  %13 = getelementptr inbounds nuw %struct.core, ptr %12, i32 0, i32 6
  %14 = load ptr, ptr %13, align 8
  %15 = load i64, ptr %7, align 8
  %16 = getelementptr inbounds nuw %struct.wire, ptr %14, i64 %15
  store ptr %16, ptr %10, align 8
  %17 = load ptr, ptr %10, align 8
  %18 = getelementptr inbounds nuw %struct.wire, ptr %17, i32 0, i32 3
  %19 = load i64, ptr %18, align 8
  %20 = load i64, ptr %8, align 8
  %21 = icmp ne i64 %19, %20
  br i1 %21, label %22, label %29

22:
  %23 = load ptr, ptr %10, align 8
  %24 = getelementptr inbounds nuw %struct.wire, ptr %23, i32 0, i32 16
  %25 = load i64, ptr %24, align 8
  %26 = add i64 %25, 1
  store i64 %26, ptr %24, align 8
  %27 = load ptr, ptr %6, align 8
  %28 = load ptr, ptr %9, align 8
  call void @give_back(ptr %27, ptr %28)
  store i32 0, ptr %5, align 4
  store i32 1, ptr %11, align 4
  br label %67

29:
  %30 = load ptr, ptr %10, align 8
  %31 = getelementptr inbounds nuw %struct.wire, ptr %30, i32 0, i32 13
  %32 = load i64, ptr %31, align 8
  %33 = add i64 %32, 1
  store i64 %33, ptr %31, align 8
  %34 = load ptr, ptr %9, align 8
  %35 = getelementptr inbounds nuw %struct.frame, ptr %34, i32 0, i32 1
  %36 = load i64, ptr %35, align 8
  %37 = load ptr, ptr %10, align 8
  %38 = getelementptr inbounds nuw %struct.wire, ptr %37, i32 0, i32 14
  %39 = load i64, ptr %38, align 8
  %40 = add i64 %39, %36
  store i64 %40, ptr %38, align 8
  %41 = load ptr, ptr %10, align 8
  %42 = getelementptr inbounds nuw %struct.wire, ptr %41, i32 0, i32 20
  %43 = load i64, ptr %42, align 8
  %44 = icmp ne i64 %43, 0
  br i1 %44, label %45, label %55

45:
  %46 = load ptr, ptr %6, align 8
  %47 = load ptr, ptr %10, align 8
  %48 = getelementptr inbounds nuw %struct.wire, ptr %47, i32 0, i32 21
  %49 = load i64, ptr %48, align 8
  %50 = load ptr, ptr %10, align 8
  %51 = getelementptr inbounds nuw %struct.wire, ptr %50, i32 0, i32 22
  %52 = load i64, ptr %51, align 8
  %53 = load ptr, ptr %9, align 8
  %54 = call i32 @deliver(ptr %46, i64 %49, i64 %52, ptr %53)
  br label %65

55:
  %56 = load ptr, ptr %6, align 8
  %57 = load ptr, ptr %10, align 8
  %58 = getelementptr inbounds nuw %struct.wire, ptr %57, i32 0, i32 21
  %59 = load i64, ptr %58, align 8
  %60 = load ptr, ptr %10, align 8
  %61 = getelementptr inbounds nuw %struct.wire, ptr %60, i32 0, i32 22
  %62 = load i64, ptr %61, align 8
  %63 = load ptr, ptr %9, align 8
  %64 = call i32 @pass(ptr %56, i64 %59, i64 %62, ptr %63)
  br label %65

65:
  %66 = phi i32 [ %54, %45 ], [ %64, %55 ]
  store i32 %66, ptr %5, align 4
  store i32 1, ptr %11, align 4
  br label %67

67:
  %68 = load i32, ptr %5, align 4
  ret i32 %68
}

define internal i32 @woken(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %10 = load ptr, ptr %5, align 8
  %11 = getelementptr inbounds nuw %struct.core, ptr %10, i32 0, i32 26
  %12 = load ptr, ptr %11, align 8
  %13 = load i64, ptr %6, align 8
  %14 = getelementptr inbounds nuw %struct.nic, ptr %12, i64 %13
  store ptr %14, ptr %8, align 8
  %15 = load ptr, ptr %8, align 8
  %16 = getelementptr inbounds nuw %struct.nic, ptr %15, i32 0, i32 4
  %17 = load i64, ptr %16, align 8
  %18 = load i64, ptr %7, align 8
  %19 = add i64 %18, 1
  %20 = icmp ne i64 %17, %19
  br i1 %20, label %21, label %22

21:
  store i32 0, ptr %4, align 4
  store i32 1, ptr %9, align 4
  br label %28

22:
  %23 = load ptr, ptr %8, align 8
  %24 = getelementptr inbounds nuw %struct.nic, ptr %23, i32 0, i32 4
  store i64 0, ptr %24, align 8
  %25 = load ptr, ptr %5, align 8
  %26 = load i64, ptr %6, align 8
  %27 = call i32 @ask(ptr %25, i64 %26)
  store i32 %27, ptr %4, align 4
  store i32 1, ptr %9, align 4
  br label %28

28:
  %29 = load i32, ptr %4, align 4
  ret i32 %29
}

define void @forward(ptr %0, i64 %1, i64 %2, i64 %3, ptr %4, i64 %5) nounwind {
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  %13 = alloca ptr, align 8
  %14 = alloca i32, align 4
  store ptr %0, ptr %7, align 8
  store i64 %1, ptr %8, align 8
  store i64 %2, ptr %9, align 8
  store i64 %3, ptr %10, align 8
  store ptr %4, ptr %11, align 8
  store i64 %5, ptr %12, align 8
  %15 = load ptr, ptr %7, align 8
  %16 = load ptr, ptr %11, align 8
  %17 = load i64, ptr %12, align 8
  %18 = call ptr @made_of(ptr %15, ptr %16, i64 %17)
  store ptr %18, ptr %13, align 8
  %19 = load ptr, ptr %13, align 8
  %20 = icmp ne ptr %19, null
  br i1 %20, label %22, label %21

21:
  store i32 1, ptr %14, align 4
  br label %38

22:
  %23 = load ptr, ptr %7, align 8
  %24 = load ptr, ptr %7, align 8
  %25 = getelementptr inbounds nuw %struct.core, ptr %24, i32 0, i32 10
  %26 = load ptr, ptr %25, align 8
  %27 = load ptr, ptr %13, align 8
  call void @copy_header(ptr %23, ptr %26, ptr %27)
  %28 = load ptr, ptr %7, align 8
  %29 = load i64, ptr %8, align 8
  %30 = load ptr, ptr %13, align 8
  %31 = load ptr, ptr %7, align 8
  %32 = getelementptr inbounds nuw %struct.core, ptr %31, i32 0, i32 10
  %33 = load ptr, ptr %32, align 8
  %34 = getelementptr inbounds nuw %struct.frame, ptr %33, i32 0, i32 1
  %35 = load i64, ptr %34, align 8
  %36 = load i64, ptr %9, align 8
  %37 = load i64, ptr %10, align 8
  call void @output(ptr %28, i64 %29, ptr %30, i64 %35, i64 %36, i64 %37)
  store i32 0, ptr %14, align 4
  br label %38

38:
  %39 = load i32, ptr %14, align 4
  switch i32 %39, label %41 [
    i32 0, label %40
    i32 1, label %40
  ]

40:
  ret void

41:
  unreachable
}

define internal ptr @made_of(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = load i64, ptr %6, align 8
  %10 = call ptr @new_frame(ptr %8, i64 %9)
  store ptr %10, ptr %7, align 8
  %11 = load ptr, ptr %7, align 8
  %12 = icmp ne ptr %11, null
  br i1 %12, label %13, label %19

13:
  %14 = load ptr, ptr %7, align 8
  %15 = getelementptr inbounds nuw %struct.frame, ptr %14, i32 0, i32 3
  %16 = load ptr, ptr %15, align 8
  %17 = load ptr, ptr %5, align 8
  %18 = load i64, ptr %6, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %16, ptr align 1 %17, i64 %18, i1 false)
  br label %22

19:
  %20 = load ptr, ptr %4, align 8
  %21 = getelementptr inbounds nuw %struct.core, ptr %20, i32 0, i32 3
  store i64 1, ptr %21, align 8
  br label %22

22:
  %23 = load ptr, ptr %7, align 8
  ret ptr %23
}

define internal void @copy_header(ptr %0, ptr %1, ptr %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  store i64 48, ptr %7, align 8
  %8 = load ptr, ptr %6, align 8
  %9 = load i64, ptr %7, align 8
  %10 = getelementptr inbounds nuw i8, ptr %8, i64 %9
  %11 = load ptr, ptr %5, align 8
  %12 = load i64, ptr %7, align 8
  %13 = getelementptr inbounds nuw i8, ptr %11, i64 %12
  %14 = load ptr, ptr %4, align 8
  %15 = getelementptr inbounds nuw %struct.core, ptr %14, i32 0, i32 8
  %16 = load i64, ptr %15, align 8
  %17 = load i64, ptr %7, align 8
  %18 = sub i64 %16, %17
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %10, ptr align 1 %13, i64 %18, i1 false)
  ret void
}

define internal void @output(ptr %0, i64 %1, ptr %2, i64 %3, i64 %4, i64 %5) nounwind {
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca ptr, align 8
  %14 = alloca i64, align 8
  %15 = alloca i32, align 4
  store ptr %0, ptr %7, align 8
  store i64 %1, ptr %8, align 8
  store ptr %2, ptr %9, align 8
  store i64 %3, ptr %10, align 8
  store i64 %4, ptr %11, align 8
  store i64 %5, ptr %12, align 8
  %16 = load ptr, ptr %7, align 8
  %17 = getelementptr inbounds nuw %struct.core, ptr %16, i32 0, i32 7
  %18 = load ptr, ptr %17, align 8
  %19 = load i64, ptr %8, align 8
  %20 = getelementptr inbounds nuw %struct.node, ptr %18, i64 %19
  store ptr %20, ptr %13, align 8
  %21 = load i64, ptr %11, align 8
  %22 = load ptr, ptr %13, align 8
  %23 = getelementptr inbounds nuw %struct.node, ptr %22, i32 0, i32 11
  %24 = load i64, ptr %23, align 8
  %25 = icmp ult i64 %21, %24
  br i1 %25, label %26, label %33

26:
  %27 = load ptr, ptr %13, align 8
  %28 = getelementptr inbounds nuw %struct.node, ptr %27, i32 0, i32 10
  %29 = load ptr, ptr %28, align 8
  %30 = load i64, ptr %11, align 8
  %31 = getelementptr inbounds nuw i64, ptr %29, i64 %30
  %32 = load i64, ptr %31, align 8
  br label %34

33:
  br label %34

34:
  %35 = phi i64 [ %32, %26 ], [ 0, %33 ]
  store i64 %35, ptr %14, align 8
  %36 = load ptr, ptr %13, align 8
  %37 = getelementptr inbounds nuw %struct.node, ptr %36, i32 0, i32 5
  %38 = load i64, ptr %37, align 8
  %39 = add i64 %38, 1
  store i64 %39, ptr %37, align 8
  %40 = load i64, ptr %14, align 8
  %41 = icmp ne i64 %40, 0
  br i1 %41, label %49, label %42

42:
  %43 = load ptr, ptr %13, align 8
  %44 = getelementptr inbounds nuw %struct.node, ptr %43, i32 0, i32 9
  %45 = load i64, ptr %44, align 8
  %46 = add i64 %45, 1
  store i64 %46, ptr %44, align 8
  %47 = load ptr, ptr %7, align 8
  %48 = load ptr, ptr %9, align 8
  call void @give_back(ptr %47, ptr %48)
  store i32 1, ptr %15, align 4
  br label %87

49:
  %50 = load i64, ptr %8, align 8
  %51 = and i64 %50, 63
  %52 = shl i64 1, %51
  %53 = load ptr, ptr %9, align 8
  %54 = getelementptr inbounds nuw %struct.frame, ptr %53, i32 0, i32 9
  %55 = load i64, ptr %8, align 8
  %56 = lshr i64 %55, 6
  %57 = getelementptr inbounds nuw [0 x i64], ptr %54, i64 0, i64 %56
  %58 = load i64, ptr %57, align 8
  %59 = or i64 %58, %52
  store i64 %59, ptr %57, align 8
  %60 = load ptr, ptr %9, align 8
  %61 = getelementptr inbounds nuw %struct.frame, ptr %60, i32 0, i32 1
  %62 = load i64, ptr %61, align 8
  %63 = load i64, ptr %10, align 8
  %64 = icmp ult i64 %62, %63
  br i1 %64, label %65, label %81

65:
  %66 = load ptr, ptr %9, align 8
  %67 = getelementptr inbounds nuw %struct.frame, ptr %66, i32 0, i32 8
  store i64 1, ptr %67, align 8
  %68 = load ptr, ptr %13, align 8
  %69 = getelementptr inbounds nuw %struct.node, ptr %68, i32 0, i32 6
  %70 = load i64, ptr %69, align 8
  %71 = add i64 %70, 1
  store i64 %71, ptr %69, align 8
  %72 = load ptr, ptr %7, align 8
  %73 = getelementptr inbounds nuw %struct.core, ptr %72, i32 0, i32 6
  %74 = load ptr, ptr %73, align 8
  %75 = load i64, ptr %14, align 8
  %76 = sub i64 %75, 1
  %77 = getelementptr inbounds nuw %struct.wire, ptr %74, i64 %76
  %78 = getelementptr inbounds nuw %struct.wire, ptr %77, i32 0, i32 18
  %79 = load i64, ptr %78, align 8
  %80 = add i64 %79, 1
  store i64 %80, ptr %78, align 8
  br label %81

81:
  %82 = load ptr, ptr %7, align 8
  %83 = load i64, ptr %14, align 8
  %84 = sub i64 %83, 1
  %85 = load ptr, ptr %9, align 8
  %86 = load i64, ptr %12, align 8
  call void @send(ptr %82, i64 %84, ptr %85, i64 %86)
  store i32 0, ptr %15, align 4
  br label %87

87:
  %88 = load i32, ptr %15, align 4
  switch i32 %88, label %90 [
    i32 0, label %89
    i32 1, label %89
  ]

89:
  ret void

90:
  unreachable
}

define void @emit(ptr %0, i64 %1, i64 %2, i64 %3, ptr %4, i64 %5) nounwind {
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  %13 = alloca ptr, align 8
  store ptr %0, ptr %7, align 8
  store i64 %1, ptr %8, align 8
  store i64 %2, ptr %9, align 8
  store i64 %3, ptr %10, align 8
  store ptr %4, ptr %11, align 8
  store i64 %5, ptr %12, align 8
  %14 = load ptr, ptr %7, align 8
  %15 = load ptr, ptr %11, align 8
  %16 = load i64, ptr %12, align 8
  %17 = call ptr @made_of_none(ptr %14, ptr %15, i64 %16)
  store ptr %17, ptr %13, align 8
  %18 = load ptr, ptr %13, align 8
  %19 = icmp ne ptr %18, null
  br i1 %19, label %20, label %26

20:
  %21 = load ptr, ptr %7, align 8
  %22 = load i64, ptr %8, align 8
  %23 = load ptr, ptr %13, align 8
  %24 = load i64, ptr %9, align 8
  %25 = load i64, ptr %10, align 8
  call void @output(ptr %21, i64 %22, ptr %23, i64 0, i64 %24, i64 %25)
  br label %26

26:
  ret void
}

define internal ptr @made_of_none(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = load i64, ptr %6, align 8
  %11 = call ptr @made_of(ptr %8, ptr %9, i64 %10)
  store ptr %11, ptr %7, align 8
  %12 = load ptr, ptr %7, align 8
  %13 = icmp ne ptr %12, null
  br i1 %13, label %14, label %28

14:
  %15 = load ptr, ptr %7, align 8
  %16 = getelementptr inbounds nuw %struct.frame, ptr %15, i32 0, i32 8
  %17 = load ptr, ptr %4, align 8
  %18 = getelementptr inbounds nuw %struct.core, ptr %17, i32 0, i32 8
  %19 = load i64, ptr %18, align 8
  %20 = sub i64 %19, 64
  call void @llvm.memset.p0.i64(ptr align 8 %16, i8 0, i64 %20, i1 false)
  %21 = load ptr, ptr %7, align 8
  %22 = getelementptr inbounds nuw %struct.frame, ptr %21, i32 0, i32 6
  store i64 -1, ptr %22, align 8
  %23 = load ptr, ptr %4, align 8
  %24 = getelementptr inbounds nuw %struct.core, ptr %23, i32 0, i32 0
  %25 = load i64, ptr %24, align 8
  %26 = load ptr, ptr %7, align 8
  %27 = getelementptr inbounds nuw %struct.frame, ptr %26, i32 0, i32 7
  store i64 %25, ptr %27, align 8
  br label %28

28:
  %29 = load ptr, ptr %7, align 8
  ret ptr %29
}

define void @send_first(ptr %0, i64 %1, ptr %2, i64 %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i32, align 4
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  %14 = load ptr, ptr %5, align 8
  %15 = getelementptr inbounds nuw %struct.core, ptr %14, i32 0, i32 6
  %16 = load ptr, ptr %15, align 8
  %17 = load i64, ptr %6, align 8
  %18 = getelementptr inbounds nuw %struct.wire, ptr %16, i64 %17
  store ptr %18, ptr %9, align 8
  %19 = load ptr, ptr %9, align 8
  %20 = getelementptr inbounds nuw %struct.wire, ptr %19, i32 0, i32 4
  %21 = load i64, ptr %20, align 8
  %22 = icmp ne i64 %21, 0
  br i1 %22, label %23, label %28

23:
  %24 = load ptr, ptr %5, align 8
  %25 = load ptr, ptr %7, align 8
  %26 = load i64, ptr %8, align 8
  %27 = call ptr @made_of_none(ptr %24, ptr %25, i64 %26)
  br label %29

28:
  br label %29

29:
  %30 = phi ptr [ %27, %23 ], [ null, %28 ]
  store ptr %30, ptr %10, align 8
  %31 = load ptr, ptr %10, align 8
  %32 = icmp ne ptr %31, null
  br i1 %32, label %45, label %33

33:
  %34 = load ptr, ptr %9, align 8
  %35 = getelementptr inbounds nuw %struct.wire, ptr %34, i32 0, i32 4
  %36 = load i64, ptr %35, align 8
  %37 = icmp ne i64 %36, 0
  %38 = xor i1 %37, true
  %39 = zext i1 %38 to i32
  %40 = sext i32 %39 to i64
  %41 = load ptr, ptr %9, align 8
  %42 = getelementptr inbounds nuw %struct.wire, ptr %41, i32 0, i32 16
  %43 = load i64, ptr %42, align 8
  %44 = add i64 %43, %40
  store i64 %44, ptr %42, align 8
  store i32 1, ptr %11, align 4
  br label %99

45:
  %46 = load ptr, ptr %9, align 8
  %47 = getelementptr inbounds nuw %struct.wire, ptr %46, i32 0, i32 5
  %48 = load i64, ptr %47, align 8
  %49 = icmp ne i64 %48, 0
  br i1 %49, label %54, label %50

50:
  %51 = load ptr, ptr %5, align 8
  %52 = load i64, ptr %6, align 8
  %53 = load ptr, ptr %10, align 8
  call void @start(ptr %51, i64 %52, ptr %53)
  store i32 1, ptr %11, align 4
  br label %99

54:
  store i64 7, ptr %12, align 8
  %55 = load ptr, ptr %9, align 8
  %56 = getelementptr inbounds nuw %struct.wire, ptr %55, i32 0, i32 19
  %57 = load i64, ptr %56, align 8
  %58 = load i64, ptr %12, align 8
  %59 = lshr i64 %57, %58
  %60 = and i64 %59, 1
  store i64 %60, ptr %13, align 8
  %61 = load i64, ptr %13, align 8
  %62 = icmp ne i64 %61, 0
  br i1 %62, label %63, label %69

63:
  %64 = load ptr, ptr %9, align 8
  %65 = getelementptr inbounds nuw %struct.wire, ptr %64, i32 0, i32 29
  %66 = load i64, ptr %12, align 8
  %67 = getelementptr inbounds nuw [8 x ptr], ptr %65, i64 0, i64 %66
  %68 = load ptr, ptr %67, align 8
  br label %70

69:
  br label %70

70:
  %71 = phi ptr [ %68, %63 ], [ null, %69 ]
  %72 = load ptr, ptr %10, align 8
  %73 = getelementptr inbounds nuw %struct.frame, ptr %72, i32 0, i32 0
  store ptr %71, ptr %73, align 8
  %74 = load ptr, ptr %10, align 8
  %75 = load ptr, ptr %9, align 8
  %76 = getelementptr inbounds nuw %struct.wire, ptr %75, i32 0, i32 29
  %77 = load i64, ptr %12, align 8
  %78 = getelementptr inbounds nuw [8 x ptr], ptr %76, i64 0, i64 %77
  store ptr %74, ptr %78, align 8
  %79 = load i64, ptr %13, align 8
  %80 = icmp ne i64 %79, 0
  br i1 %80, label %87, label %81

81:
  %82 = load ptr, ptr %10, align 8
  %83 = load ptr, ptr %9, align 8
  %84 = getelementptr inbounds nuw %struct.wire, ptr %83, i32 0, i32 30
  %85 = load i64, ptr %12, align 8
  %86 = getelementptr inbounds nuw [8 x ptr], ptr %84, i64 0, i64 %85
  store ptr %82, ptr %86, align 8
  br label %87

87:
  %88 = load i64, ptr %12, align 8
  %89 = shl i64 1, %88
  %90 = load ptr, ptr %9, align 8
  %91 = getelementptr inbounds nuw %struct.wire, ptr %90, i32 0, i32 19
  %92 = load i64, ptr %91, align 8
  %93 = or i64 %92, %89
  store i64 %93, ptr %91, align 8
  %94 = load i64, ptr %8, align 8
  %95 = load ptr, ptr %9, align 8
  %96 = getelementptr inbounds nuw %struct.wire, ptr %95, i32 0, i32 9
  %97 = load i64, ptr %96, align 8
  %98 = add i64 %97, %94
  store i64 %98, ptr %96, align 8
  store i32 0, ptr %11, align 4
  br label %99

99:
  %100 = load i32, ptr %11, align 4
  switch i32 %100, label %102 [
    i32 0, label %101
    i32 1, label %101
  ]

101:
  ret void

102:
  unreachable
}

define internal void @start(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %12 = load ptr, ptr %4, align 8
  %13 = getelementptr inbounds nuw %struct.core, ptr %12, i32 0, i32 6
  %14 = load ptr, ptr %13, align 8
  %15 = load i64, ptr %5, align 8
  %16 = getelementptr inbounds nuw %struct.wire, ptr %14, i64 %15
  store ptr %16, ptr %7, align 8
  %17 = load ptr, ptr %6, align 8
  %18 = getelementptr inbounds nuw %struct.frame, ptr %17, i32 0, i32 1
  %19 = load i64, ptr %18, align 8
  store i64 %19, ptr %8, align 8
  %20 = load ptr, ptr %6, align 8
  %21 = getelementptr inbounds nuw %struct.frame, ptr %20, i32 0, i32 5
  %22 = load i64, ptr %21, align 8
  %23 = icmp ne i64 %22, 0
  br i1 %23, label %24, label %30

24:
  %25 = load ptr, ptr %4, align 8
  %26 = load ptr, ptr %7, align 8
  %27 = getelementptr inbounds nuw %struct.wire, ptr %26, i32 0, i32 28
  %28 = load ptr, ptr %27, align 8
  %29 = load ptr, ptr %6, align 8
  call void @release(ptr %25, ptr %28, ptr %29)
  br label %30

30:
  %31 = load ptr, ptr %7, align 8
  %32 = getelementptr inbounds nuw %struct.wire, ptr %31, i32 0, i32 5
  store i64 1, ptr %32, align 8
  %33 = load ptr, ptr %7, align 8
  call void @set_free(ptr %33, i1 zeroext false)
  %34 = load ptr, ptr %7, align 8
  %35 = getelementptr inbounds nuw %struct.wire, ptr %34, i32 0, i32 11
  %36 = load i64, ptr %35, align 8
  %37 = add i64 %36, 1
  store i64 %37, ptr %35, align 8
  %38 = load i64, ptr %8, align 8
  %39 = load ptr, ptr %7, align 8
  %40 = getelementptr inbounds nuw %struct.wire, ptr %39, i32 0, i32 12
  %41 = load i64, ptr %40, align 8
  %42 = add i64 %41, %38
  store i64 %42, ptr %40, align 8
  %43 = load i64, ptr %8, align 8
  %44 = icmp ugt i64 %43, 60
  br i1 %44, label %45, label %47

45:
  %46 = load i64, ptr %8, align 8
  br label %48

47:
  br label %48

48:
  %49 = phi i64 [ %46, %45 ], [ 60, %47 ]
  %50 = add i64 %49, 24
  %51 = mul i64 %50, 8000000000
  %52 = load ptr, ptr %7, align 8
  %53 = getelementptr inbounds nuw %struct.wire, ptr %52, i32 0, i32 2
  %54 = load i64, ptr %53, align 8
  %55 = add i64 %51, %54
  store i64 %55, ptr %9, align 8
  %56 = load i64, ptr %9, align 8
  %57 = load ptr, ptr %7, align 8
  %58 = getelementptr inbounds nuw %struct.wire, ptr %57, i32 0, i32 0
  %59 = load i64, ptr %58, align 8
  %60 = urem i64 %56, %59
  %61 = load ptr, ptr %7, align 8
  %62 = getelementptr inbounds nuw %struct.wire, ptr %61, i32 0, i32 2
  store i64 %60, ptr %62, align 8
  %63 = load ptr, ptr %4, align 8
  %64 = getelementptr inbounds nuw %struct.core, ptr %63, i32 0, i32 0
  %65 = load i64, ptr %64, align 8
  %66 = load i64, ptr %9, align 8
  %67 = load ptr, ptr %7, align 8
  %68 = getelementptr inbounds nuw %struct.wire, ptr %67, i32 0, i32 0
  %69 = load i64, ptr %68, align 8
  %70 = udiv i64 %66, %69
  %71 = add i64 %65, %70
  store i64 %71, ptr %10, align 8
  %72 = load ptr, ptr %7, align 8
  %73 = getelementptr inbounds nuw %struct.wire, ptr %72, i32 0, i32 7
  %74 = load i64, ptr %73, align 8
  %75 = icmp ne i64 %74, 0
  br i1 %75, label %76, label %84

76:
  %77 = load ptr, ptr %4, align 8
  %78 = getelementptr inbounds nuw %struct.core, ptr %77, i32 0, i32 9
  %79 = load ptr, ptr %78, align 8
  %80 = load i64, ptr %5, align 8
  %81 = load ptr, ptr %6, align 8
  %82 = ptrtoint ptr %81 to i64
  %83 = call i64 %79(i64 0, i64 %80, i64 %82)
  br label %84

84:
  %85 = load i64, ptr %5, align 8
  %86 = shl i64 %85, 2
  %87 = load ptr, ptr %7, align 8
  %88 = getelementptr inbounds nuw %struct.wire, ptr %87, i32 0, i32 3
  %89 = load i64, ptr %88, align 8
  %90 = shl i64 %89, 32
  %91 = or i64 %86, %90
  store i64 %91, ptr %11, align 8
  %92 = load ptr, ptr %4, align 8
  %93 = load i64, ptr %10, align 8
  %94 = load i64, ptr %11, align 8
  %95 = or i64 %94, 0
  call void @push(ptr %92, i64 %93, i64 %95, i64 0)
  %96 = load ptr, ptr %7, align 8
  %97 = getelementptr inbounds nuw %struct.wire, ptr %96, i32 0, i32 6
  %98 = load i64, ptr %97, align 8
  %99 = icmp ne i64 %98, 0
  br i1 %99, label %100, label %116

100:
  %101 = load ptr, ptr %4, align 8
  %102 = getelementptr inbounds nuw %struct.core, ptr %101, i32 0, i32 9
  %103 = load ptr, ptr %102, align 8
  %104 = load i64, ptr %5, align 8
  %105 = load ptr, ptr %6, align 8
  %106 = ptrtoint ptr %105 to i64
  %107 = call i64 %103(i64 1, i64 %104, i64 %106)
  %108 = icmp ne i64 %107, 0
  br i1 %108, label %109, label %116

109:
  %110 = load ptr, ptr %7, align 8
  %111 = getelementptr inbounds nuw %struct.wire, ptr %110, i32 0, i32 15
  %112 = load i64, ptr %111, align 8
  %113 = add i64 %112, 1
  store i64 %113, ptr %111, align 8
  %114 = load ptr, ptr %4, align 8
  %115 = load ptr, ptr %6, align 8
  call void @give_back(ptr %114, ptr %115)
  br label %127

116:
  %117 = load ptr, ptr %4, align 8
  %118 = load i64, ptr %10, align 8
  %119 = load ptr, ptr %7, align 8
  %120 = getelementptr inbounds nuw %struct.wire, ptr %119, i32 0, i32 1
  %121 = load i64, ptr %120, align 8
  %122 = add i64 %118, %121
  %123 = load i64, ptr %11, align 8
  %124 = or i64 %123, 1
  %125 = load ptr, ptr %6, align 8
  %126 = ptrtoint ptr %125 to i64
  call void @push(ptr %117, i64 %122, i64 %124, i64 %126)
  br label %127

127:
  ret void
}

define void @let_go(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = getelementptr inbounds nuw %struct.core, ptr %5, i32 0, i32 6
  %7 = load ptr, ptr %6, align 8
  %8 = load i64, ptr %4, align 8
  %9 = getelementptr inbounds nuw %struct.wire, ptr %7, i64 %8
  %10 = getelementptr inbounds nuw %struct.wire, ptr %9, i32 0, i32 4
  %11 = load i64, ptr %10, align 8
  %12 = icmp ne i64 %11, 0
  br i1 %12, label %13, label %26

13:
  %14 = load ptr, ptr %3, align 8
  %15 = getelementptr inbounds nuw %struct.core, ptr %14, i32 0, i32 6
  %16 = load ptr, ptr %15, align 8
  %17 = load i64, ptr %4, align 8
  %18 = getelementptr inbounds nuw %struct.wire, ptr %16, i64 %17
  %19 = getelementptr inbounds nuw %struct.wire, ptr %18, i32 0, i32 5
  %20 = load i64, ptr %19, align 8
  %21 = icmp ne i64 %20, 0
  br i1 %21, label %26, label %22

22:
  %23 = load ptr, ptr %3, align 8
  %24 = load i64, ptr %4, align 8
  %25 = call i32 @go_on(ptr %23, i64 %24)
  br label %26

26:
  ret void
}

define internal i32 @go_on(ptr %0, i64 %1) nounwind {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = getelementptr inbounds nuw %struct.core, ptr %9, i32 0, i32 6
  %11 = load ptr, ptr %10, align 8
  %12 = load i64, ptr %5, align 8
  %13 = getelementptr inbounds nuw %struct.wire, ptr %11, i64 %12
  store ptr %13, ptr %6, align 8
  %14 = load ptr, ptr %6, align 8
  %15 = getelementptr inbounds nuw %struct.wire, ptr %14, i32 0, i32 19
  %16 = load i64, ptr %15, align 8
  %17 = load ptr, ptr %6, align 8
  %18 = getelementptr inbounds nuw %struct.wire, ptr %17, i32 0, i32 26
  %19 = load i64, ptr %18, align 8
  %20 = xor i64 %19, -1
  %21 = and i64 %16, %20
  store i64 %21, ptr %7, align 8
  %22 = load i64, ptr %7, align 8
  %23 = icmp ne i64 %22, 0
  br i1 %23, label %24, label %30

24:
  %25 = load ptr, ptr %4, align 8
  %26 = load i64, ptr %5, align 8
  %27 = load ptr, ptr %6, align 8
  %28 = load i64, ptr %7, align 8
  %29 = call ptr @take(ptr %27, i64 %28)
  call void @start(ptr %25, i64 %26, ptr %29)
  store i32 0, ptr %3, align 4
  store i32 1, ptr %8, align 4
  br label %48

30:
  %31 = load ptr, ptr %6, align 8
  %32 = getelementptr inbounds nuw %struct.wire, ptr %31, i32 0, i32 5
  store i64 0, ptr %32, align 8
  %33 = load ptr, ptr %6, align 8
  %34 = getelementptr inbounds nuw %struct.wire, ptr %33, i32 0, i32 2
  store i64 0, ptr %34, align 8
  %35 = load ptr, ptr %6, align 8
  %36 = getelementptr inbounds nuw %struct.wire, ptr %35, i32 0, i32 23
  %37 = load i64, ptr %36, align 8
  %38 = icmp ne i64 %37, 0
  br i1 %38, label %40, label %39

39:
  store i32 0, ptr %3, align 4
  store i32 1, ptr %8, align 4
  br label %48

40:
  %41 = load ptr, ptr %6, align 8
  call void @set_free(ptr %41, i1 zeroext true)
  %42 = load ptr, ptr %4, align 8
  %43 = load ptr, ptr %6, align 8
  %44 = getelementptr inbounds nuw %struct.wire, ptr %43, i32 0, i32 23
  %45 = load i64, ptr %44, align 8
  %46 = sub i64 %45, 1
  %47 = call i32 @ask(ptr %42, i64 %46)
  store i32 %47, ptr %3, align 4
  store i32 1, ptr %8, align 4
  br label %48

48:
  %49 = load i32, ptr %3, align 4
  ret i32 %49
}

define void @call_later(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load i64, ptr %5, align 8
  %9 = load i64, ptr %6, align 8
  call void @push(ptr %7, i64 %8, i64 2, i64 %9)
  ret void
}

define void @clear(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  %6 = alloca %struct.event, align 8
  %7 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %8 = load ptr, ptr %3, align 8
  call void @give_back_held(ptr %8)
  br label %9

9:
  %10 = load i64, ptr %4, align 8
  %11 = add i64 %10, -1
  store i64 %11, ptr %4, align 8
  %12 = icmp ne i64 %10, 0
  br i1 %12, label %13, label %33

13:
  %14 = load ptr, ptr %3, align 8
  %15 = getelementptr inbounds nuw %struct.core, ptr %14, i32 0, i32 6
  %16 = load ptr, ptr %15, align 8
  %17 = load i64, ptr %4, align 8
  %18 = getelementptr inbounds nuw %struct.wire, ptr %16, i64 %17
  store ptr %18, ptr %5, align 8
  br label %19

19:
  %20 = load ptr, ptr %5, align 8
  %21 = getelementptr inbounds nuw %struct.wire, ptr %20, i32 0, i32 19
  %22 = load i64, ptr %21, align 8
  %23 = icmp ne i64 %22, 0
  br i1 %23, label %25, label %24

24:
  br label %32

25:
  %26 = load ptr, ptr %3, align 8
  %27 = load ptr, ptr %5, align 8
  %28 = load ptr, ptr %5, align 8
  %29 = getelementptr inbounds nuw %struct.wire, ptr %28, i32 0, i32 19
  %30 = load i64, ptr %29, align 8
  %31 = call ptr @take(ptr %27, i64 %30)
  call void @give_back(ptr %26, ptr %31)
  br label %19

32:
  br label %9

33:
  br label %34

34:
  %35 = load ptr, ptr %3, align 8
  %36 = getelementptr inbounds nuw %struct.core, ptr %35, i32 0, i32 5
  %37 = load ptr, ptr %36, align 8
  %38 = icmp ne ptr %37, null
  br i1 %38, label %39, label %44

39:
  %40 = load ptr, ptr %3, align 8
  %41 = getelementptr inbounds nuw %struct.core, ptr %40, i32 0, i32 5
  %42 = load ptr, ptr %41, align 8
  %43 = call zeroext i1 @take_any(ptr %42, ptr %6)
  br label %44

44:
  %45 = phi i1 [ false, %34 ], [ %43, %39 ]
  br i1 %45, label %47, label %46

46:
  br label %58

47:
  %48 = getelementptr inbounds nuw %struct.event, ptr %6, i32 0, i32 0
  %49 = load i64, ptr %48, align 8
  %50 = and i64 %49, 3
  %51 = icmp eq i64 %50, 1
  br i1 %51, label %52, label %57

52:
  %53 = load ptr, ptr %3, align 8
  %54 = getelementptr inbounds nuw %struct.event, ptr %6, i32 0, i32 1
  %55 = load i64, ptr %54, align 8
  %56 = inttoptr i64 %55 to ptr
  call void @give_back(ptr %53, ptr %56)
  br label %57

57:
  br label %34

58:
  br label %59

59:
  %60 = load ptr, ptr %3, align 8
  %61 = getelementptr inbounds nuw %struct.core, ptr %60, i32 0, i32 27
  %62 = load ptr, ptr %61, align 8
  store ptr %62, ptr %7, align 8
  %63 = icmp ne ptr %62, null
  br i1 %63, label %65, label %64

64:
  br label %72

65:
  %66 = load ptr, ptr %7, align 8
  %67 = getelementptr inbounds nuw %struct.frame, ptr %66, i32 0, i32 0
  %68 = load ptr, ptr %67, align 8
  %69 = load ptr, ptr %3, align 8
  %70 = getelementptr inbounds nuw %struct.core, ptr %69, i32 0, i32 27
  store ptr %68, ptr %70, align 8
  %71 = load ptr, ptr %7, align 8
  call void @free(ptr %71)
  br label %59

72:
  %73 = load ptr, ptr %3, align 8
  %74 = getelementptr inbounds nuw %struct.core, ptr %73, i32 0, i32 5
  %75 = load ptr, ptr %74, align 8
  call void @end_queue(ptr %75)
  %76 = load ptr, ptr %3, align 8
  %77 = getelementptr inbounds nuw %struct.core, ptr %76, i32 0, i32 30
  %78 = load ptr, ptr %77, align 8
  call void @free(ptr %78)
  %79 = load ptr, ptr %3, align 8
  %80 = getelementptr inbounds nuw %struct.core, ptr %79, i32 0, i32 31
  store i64 0, ptr %80, align 8
  %81 = load ptr, ptr %3, align 8
  %82 = getelementptr inbounds nuw %struct.core, ptr %81, i32 0, i32 4
  store i64 0, ptr %82, align 8
  %83 = load ptr, ptr %3, align 8
  %84 = getelementptr inbounds nuw %struct.core, ptr %83, i32 0, i32 5
  store ptr null, ptr %84, align 8
  %85 = load ptr, ptr %3, align 8
  %86 = getelementptr inbounds nuw %struct.core, ptr %85, i32 0, i32 30
  store ptr null, ptr %86, align 8
  ret void
}

define internal zeroext i1 @take_any(ptr %0, ptr %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca %struct.event, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %7 = load ptr, ptr %3, align 8
  %8 = call i64 @first_event(ptr %7)
  store i64 %8, ptr %5, align 8
  %9 = load i64, ptr %5, align 8
  %10 = icmp ne i64 %9, -1
  br i1 %10, label %11, label %20

11:
  %12 = load ptr, ptr %4, align 8
  %13 = load ptr, ptr %3, align 8
  %14 = load i64, ptr %5, align 8
  %15 = call { i64, i64 } @take_event(ptr %13, i64 %14)
  %16 = getelementptr inbounds nuw { i64, i64 }, ptr %6, i32 0, i32 0
  %17 = extractvalue { i64, i64 } %15, 0
  store i64 %17, ptr %16, align 8
  %18 = getelementptr inbounds nuw { i64, i64 }, ptr %6, i32 0, i32 1
  %19 = extractvalue { i64, i64 } %15, 1
  store i64 %19, ptr %18, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %12, ptr align 8 %6, i64 16, i1 false)
  br label %20

20:
  %21 = load i64, ptr %5, align 8
  %22 = icmp ne i64 %21, -1
  ret i1 %22
}

declare void @free(ptr)

define internal void @end_queue(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = icmp ne ptr %3, null
  br i1 %4, label %5, label %12

5:
  %6 = load ptr, ptr %2, align 8
  %7 = getelementptr inbounds nuw %struct.queue, ptr %6, i32 0, i32 4
  %8 = load ptr, ptr %7, align 8
  call void @free(ptr %8)
  %9 = load ptr, ptr %2, align 8
  %10 = getelementptr inbounds nuw %struct.queue, ptr %9, i32 0, i32 7
  %11 = load ptr, ptr %10, align 8
  call void @free(ptr %11)
  br label %12

12:
  %13 = load ptr, ptr %2, align 8
  call void @free(ptr %13)
  ret void
}

declare void @Py_DecRef(ptr)

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

declare i64 @llvm.ctlz.i64(i64, i1)

define internal i64 @xon_of(ptr %0) nounwind {
  %2 = alloca i64, align 8
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = getelementptr inbounds nuw %struct.buffer, ptr %5, i32 0, i32 6
  %7 = load i64, ptr %6, align 8
  %8 = icmp ne i64 %7, 0
  br i1 %8, label %13, label %9

9:
  %10 = load ptr, ptr %3, align 8
  %11 = getelementptr inbounds nuw %struct.buffer, ptr %10, i32 0, i32 5
  %12 = load i64, ptr %11, align 8
  store i64 %12, ptr %2, align 8
  br label %27

13:
  %14 = load ptr, ptr %3, align 8
  %15 = call i64 @xoff_of(ptr %14)
  %16 = load ptr, ptr %3, align 8
  %17 = getelementptr inbounds nuw %struct.buffer, ptr %16, i32 0, i32 8
  %18 = load i64, ptr %17, align 8
  %19 = sub i64 %15, %18
  store i64 %19, ptr %4, align 8
  %20 = load i64, ptr %4, align 8
  %21 = icmp sgt i64 %20, 0
  br i1 %21, label %22, label %24

22:
  %23 = load i64, ptr %4, align 8
  br label %25

24:
  br label %25

25:
  %26 = phi i64 [ %23, %22 ], [ 0, %24 ]
  store i64 %26, ptr %2, align 8
  br label %27

27:
  %28 = load i64, ptr %2, align 8
  ret i64 %28
}

define internal i64 @xoff_of(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %struct.buffer, ptr %3, i32 0, i32 6
  %5 = load i64, ptr %4, align 8
  %6 = icmp ne i64 %5, 0
  br i1 %6, label %7, label %21

7:
  %8 = load ptr, ptr %2, align 8
  %9 = getelementptr inbounds nuw %struct.buffer, ptr %8, i32 0, i32 7
  %10 = load double, ptr %9, align 8
  %11 = load ptr, ptr %2, align 8
  %12 = getelementptr inbounds nuw %struct.buffer, ptr %11, i32 0, i32 6
  %13 = load i64, ptr %12, align 8
  %14 = load ptr, ptr %2, align 8
  %15 = getelementptr inbounds nuw %struct.buffer, ptr %14, i32 0, i32 9
  %16 = load i64, ptr %15, align 8
  %17 = sub i64 %13, %16
  %18 = sitofp i64 %17 to double
  %19 = fmul double %10, %18
  %20 = fptosi double %19 to i64
  br label %25

21:
  %22 = load ptr, ptr %2, align 8
  %23 = getelementptr inbounds nuw %struct.buffer, ptr %22, i32 0, i32 4
  %24 = load i64, ptr %23, align 8
  br label %25

25:
  %26 = phi i64 [ %20, %7 ], [ %24, %21 ]
  ret i64 %26
}

declare ptr @malloc(i64)

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define internal void @send(ptr %0, i64 %1, ptr %2, i64 %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i32, align 4
  %12 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  %13 = load ptr, ptr %5, align 8
  %14 = getelementptr inbounds nuw %struct.core, ptr %13, i32 0, i32 6
  %15 = load ptr, ptr %14, align 8
  %16 = load i64, ptr %6, align 8
  %17 = getelementptr inbounds nuw %struct.wire, ptr %15, i64 %16
  store ptr %17, ptr %9, align 8
  %18 = load i64, ptr %8, align 8
  %19 = icmp ult i64 %18, 8
  br i1 %19, label %20, label %22

20:
  %21 = load i64, ptr %8, align 8
  br label %23

22:
  br label %23

23:
  %24 = phi i64 [ %21, %20 ], [ 7, %22 ]
  store i64 %24, ptr %10, align 8
  %25 = load ptr, ptr %9, align 8
  %26 = getelementptr inbounds nuw %struct.wire, ptr %25, i32 0, i32 28
  %27 = load ptr, ptr %26, align 8
  %28 = icmp ne ptr %27, null
  br i1 %28, label %29, label %42

29:
  %30 = load ptr, ptr %5, align 8
  %31 = load i64, ptr %6, align 8
  %32 = load ptr, ptr %7, align 8
  %33 = load i64, ptr %10, align 8
  %34 = call zeroext i1 @admit(ptr %30, i64 %31, ptr %32, i64 %33)
  br i1 %34, label %42, label %35

35:
  %36 = load ptr, ptr %9, align 8
  %37 = getelementptr inbounds nuw %struct.wire, ptr %36, i32 0, i32 17
  %38 = load i64, ptr %37, align 8
  %39 = add i64 %38, 1
  store i64 %39, ptr %37, align 8
  %40 = load ptr, ptr %5, align 8
  %41 = load ptr, ptr %7, align 8
  call void @give_back(ptr %40, ptr %41)
  store i32 1, ptr %11, align 4
  br label %148

42:
  %43 = load ptr, ptr %9, align 8
  %44 = getelementptr inbounds nuw %struct.wire, ptr %43, i32 0, i32 4
  %45 = load i64, ptr %44, align 8
  %46 = icmp ne i64 %45, 0
  br i1 %46, label %61, label %47

47:
  %48 = load ptr, ptr %9, align 8
  %49 = getelementptr inbounds nuw %struct.wire, ptr %48, i32 0, i32 16
  %50 = load i64, ptr %49, align 8
  %51 = add i64 %50, 1
  store i64 %51, ptr %49, align 8
  %52 = load ptr, ptr %5, align 8
  %53 = getelementptr inbounds nuw %struct.core, ptr %52, i32 0, i32 9
  %54 = load ptr, ptr %53, align 8
  %55 = load i64, ptr %6, align 8
  %56 = load ptr, ptr %7, align 8
  %57 = ptrtoint ptr %56 to i64
  %58 = call i64 %54(i64 4, i64 %55, i64 %57)
  %59 = load ptr, ptr %5, align 8
  %60 = load ptr, ptr %7, align 8
  call void @give_back(ptr %59, ptr %60)
  store i32 1, ptr %11, align 4
  br label %148

61:
  %62 = load ptr, ptr %9, align 8
  %63 = getelementptr inbounds nuw %struct.wire, ptr %62, i32 0, i32 5
  %64 = load i64, ptr %63, align 8
  %65 = icmp ne i64 %64, 0
  br i1 %65, label %78, label %66

66:
  %67 = load ptr, ptr %9, align 8
  %68 = getelementptr inbounds nuw %struct.wire, ptr %67, i32 0, i32 26
  %69 = load i64, ptr %68, align 8
  %70 = load i64, ptr %10, align 8
  %71 = lshr i64 %69, %70
  %72 = and i64 %71, 1
  %73 = icmp ne i64 %72, 0
  br i1 %73, label %78, label %74

74:
  %75 = load ptr, ptr %5, align 8
  %76 = load i64, ptr %6, align 8
  %77 = load ptr, ptr %7, align 8
  call void @start(ptr %75, i64 %76, ptr %77)
  store i32 1, ptr %11, align 4
  br label %148

78:
  %79 = load ptr, ptr %9, align 8
  %80 = getelementptr inbounds nuw %struct.wire, ptr %79, i32 0, i32 9
  %81 = load i64, ptr %80, align 8
  %82 = load ptr, ptr %7, align 8
  %83 = getelementptr inbounds nuw %struct.frame, ptr %82, i32 0, i32 1
  %84 = load i64, ptr %83, align 8
  %85 = add i64 %81, %84
  store i64 %85, ptr %12, align 8
  %86 = load i64, ptr %12, align 8
  %87 = load ptr, ptr %9, align 8
  %88 = getelementptr inbounds nuw %struct.wire, ptr %87, i32 0, i32 8
  %89 = load i64, ptr %88, align 8
  %90 = icmp ugt i64 %86, %89
  br i1 %90, label %91, label %98

91:
  %92 = load ptr, ptr %9, align 8
  %93 = getelementptr inbounds nuw %struct.wire, ptr %92, i32 0, i32 17
  %94 = load i64, ptr %93, align 8
  %95 = add i64 %94, 1
  store i64 %95, ptr %93, align 8
  %96 = load ptr, ptr %5, align 8
  %97 = load ptr, ptr %7, align 8
  call void @give_back(ptr %96, ptr %97)
  store i32 1, ptr %11, align 4
  br label %147

98:
  %99 = load ptr, ptr %7, align 8
  %100 = getelementptr inbounds nuw %struct.frame, ptr %99, i32 0, i32 0
  store ptr null, ptr %100, align 8
  %101 = load ptr, ptr %9, align 8
  %102 = getelementptr inbounds nuw %struct.wire, ptr %101, i32 0, i32 19
  %103 = load i64, ptr %102, align 8
  %104 = load i64, ptr %10, align 8
  %105 = lshr i64 %103, %104
  %106 = and i64 %105, 1
  %107 = icmp ne i64 %106, 0
  br i1 %107, label %108, label %116

108:
  %109 = load ptr, ptr %7, align 8
  %110 = load ptr, ptr %9, align 8
  %111 = getelementptr inbounds nuw %struct.wire, ptr %110, i32 0, i32 30
  %112 = load i64, ptr %10, align 8
  %113 = getelementptr inbounds nuw [8 x ptr], ptr %111, i64 0, i64 %112
  %114 = load ptr, ptr %113, align 8
  %115 = getelementptr inbounds nuw %struct.frame, ptr %114, i32 0, i32 0
  store ptr %109, ptr %115, align 8
  br label %122

116:
  %117 = load ptr, ptr %7, align 8
  %118 = load ptr, ptr %9, align 8
  %119 = getelementptr inbounds nuw %struct.wire, ptr %118, i32 0, i32 29
  %120 = load i64, ptr %10, align 8
  %121 = getelementptr inbounds nuw [8 x ptr], ptr %119, i64 0, i64 %120
  store ptr %117, ptr %121, align 8
  br label %122

122:
  %123 = load ptr, ptr %7, align 8
  %124 = load ptr, ptr %9, align 8
  %125 = getelementptr inbounds nuw %struct.wire, ptr %124, i32 0, i32 30
  %126 = load i64, ptr %10, align 8
  %127 = getelementptr inbounds nuw [8 x ptr], ptr %125, i64 0, i64 %126
  store ptr %123, ptr %127, align 8
  %128 = load i64, ptr %10, align 8
  %129 = shl i64 1, %128
  %130 = load ptr, ptr %9, align 8
  %131 = getelementptr inbounds nuw %struct.wire, ptr %130, i32 0, i32 19
  %132 = load i64, ptr %131, align 8
  %133 = or i64 %132, %129
  store i64 %133, ptr %131, align 8
  %134 = load i64, ptr %12, align 8
  %135 = load ptr, ptr %9, align 8
  %136 = getelementptr inbounds nuw %struct.wire, ptr %135, i32 0, i32 9
  store i64 %134, ptr %136, align 8
  %137 = load i64, ptr %12, align 8
  %138 = load ptr, ptr %9, align 8
  %139 = getelementptr inbounds nuw %struct.wire, ptr %138, i32 0, i32 10
  %140 = load i64, ptr %139, align 8
  %141 = icmp ugt i64 %137, %140
  br i1 %141, label %142, label %146

142:
  %143 = load i64, ptr %12, align 8
  %144 = load ptr, ptr %9, align 8
  %145 = getelementptr inbounds nuw %struct.wire, ptr %144, i32 0, i32 10
  store i64 %143, ptr %145, align 8
  br label %146

146:
  store i32 0, ptr %11, align 4
  br label %147

147:
  br label %148

148:
  %149 = load i32, ptr %11, align 4
  switch i32 %149, label %151 [
    i32 0, label %150
    i32 1, label %150
  ]

150:
  ret void

151:
  unreachable
}

define internal zeroext i1 @admit(ptr %0, i64 %1, ptr %2, i64 %3) nounwind {
  %5 = alloca i1, align 1
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i32, align 4
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store ptr %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  %12 = load ptr, ptr %6, align 8
  %13 = getelementptr inbounds nuw %struct.core, ptr %12, i32 0, i32 6
  %14 = load ptr, ptr %13, align 8
  %15 = load i64, ptr %7, align 8
  %16 = getelementptr inbounds nuw %struct.wire, ptr %14, i64 %15
  store ptr %16, ptr %10, align 8
  %17 = load ptr, ptr %10, align 8
  %18 = getelementptr inbounds nuw %struct.wire, ptr %17, i32 0, i32 4
  %19 = load i64, ptr %18, align 8
  %20 = icmp ne i64 %19, 0
  br i1 %20, label %21, label %30

21:
  %22 = load ptr, ptr %6, align 8
  %23 = load ptr, ptr %10, align 8
  %24 = getelementptr inbounds nuw %struct.wire, ptr %23, i32 0, i32 28
  %25 = load ptr, ptr %24, align 8
  %26 = load ptr, ptr %8, align 8
  %27 = load i64, ptr %9, align 8
  %28 = call zeroext i1 @charge(ptr %22, ptr %25, ptr %26, i64 %27)
  br i1 %28, label %30, label %29

29:
  store i1 false, ptr %5, align 1
  store i32 1, ptr %11, align 4
  br label %64

30:
  %31 = load ptr, ptr %10, align 8
  %32 = getelementptr inbounds nuw %struct.wire, ptr %31, i32 0, i32 27
  %33 = load i64, ptr %32, align 8
  %34 = icmp ne i64 %33, 0
  br i1 %34, label %35, label %41

35:
  %36 = load ptr, ptr %10, align 8
  %37 = getelementptr inbounds nuw %struct.wire, ptr %36, i32 0, i32 28
  %38 = load ptr, ptr %37, align 8
  %39 = load i64, ptr %9, align 8
  %40 = call zeroext i1 @is_lossless(ptr %38, i64 %39)
  br i1 %40, label %42, label %41

41:
  store i1 true, ptr %5, align 1
  store i32 1, ptr %11, align 4
  br label %64

42:
  %43 = load ptr, ptr %10, align 8
  %44 = getelementptr inbounds nuw %struct.wire, ptr %43, i32 0, i32 9
  %45 = load i64, ptr %44, align 8
  %46 = icmp ne i64 %45, 0
  br i1 %46, label %52, label %47

47:
  %48 = load ptr, ptr %10, align 8
  %49 = getelementptr inbounds nuw %struct.wire, ptr %48, i32 0, i32 26
  %50 = load i64, ptr %49, align 8
  %51 = icmp ne i64 %50, 0
  br i1 %51, label %52, label %60

52:
  %53 = load ptr, ptr %6, align 8
  %54 = getelementptr inbounds nuw %struct.core, ptr %53, i32 0, i32 9
  %55 = load ptr, ptr %54, align 8
  %56 = load i64, ptr %7, align 8
  %57 = load ptr, ptr %8, align 8
  %58 = ptrtoint ptr %57 to i64
  %59 = call i64 %55(i64 9, i64 %56, i64 %58)
  br label %63

60:
  %61 = load ptr, ptr %10, align 8
  %62 = getelementptr inbounds nuw %struct.wire, ptr %61, i32 0, i32 27
  store i64 0, ptr %62, align 8
  br label %63

63:
  store i1 true, ptr %5, align 1
  store i32 1, ptr %11, align 4
  br label %64

64:
  %65 = load i1, ptr %5, align 1
  ret i1 %65
}

define internal zeroext i1 @charge(ptr %0, ptr %1, ptr %2, i64 %3) nounwind {
  %5 = alloca i1, align 1
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca ptr, align 8
  %13 = alloca i32, align 4
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store ptr %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  %14 = load ptr, ptr %7, align 8
  %15 = load i64, ptr %9, align 8
  %16 = call zeroext i1 @is_lossless(ptr %14, i64 %15)
  br i1 %16, label %17, label %25

17:
  %18 = load ptr, ptr %7, align 8
  %19 = getelementptr inbounds nuw %struct.buffer, ptr %18, i32 0, i32 10
  %20 = load i64, ptr %19, align 8
  %21 = load ptr, ptr %7, align 8
  %22 = getelementptr inbounds nuw %struct.buffer, ptr %21, i32 0, i32 1
  %23 = load i64, ptr %22, align 8
  %24 = icmp uge i64 %20, %23
  br i1 %24, label %25, label %26

25:
  store i1 true, ptr %5, align 1
  br label %125

26:
  %27 = load ptr, ptr %7, align 8
  %28 = getelementptr inbounds nuw %struct.buffer, ptr %27, i32 0, i32 10
  %29 = load i64, ptr %28, align 8
  %30 = mul i64 %29, 8
  %31 = load i64, ptr %9, align 8
  %32 = add i64 %30, %31
  store i64 %32, ptr %10, align 8
  %33 = load ptr, ptr %8, align 8
  %34 = getelementptr inbounds nuw %struct.frame, ptr %33, i32 0, i32 1
  %35 = load i64, ptr %34, align 8
  store i64 %35, ptr %11, align 8
  %36 = load ptr, ptr %7, align 8
  %37 = getelementptr inbounds nuw %struct.buffer, ptr %36, i32 0, i32 12
  %38 = load i64, ptr %10, align 8
  %39 = getelementptr inbounds nuw [0 x %struct.account], ptr %37, i64 0, i64 %38
  store ptr %39, ptr %12, align 8
  %40 = load ptr, ptr %12, align 8
  %41 = getelementptr inbounds nuw %struct.account, ptr %40, i32 0, i32 0
  %42 = load i64, ptr %41, align 8
  %43 = load ptr, ptr %12, align 8
  %44 = getelementptr inbounds nuw %struct.account, ptr %43, i32 0, i32 1
  %45 = load i64, ptr %44, align 8
  %46 = add i64 %42, %45
  %47 = load i64, ptr %11, align 8
  %48 = add i64 %46, %47
  %49 = load ptr, ptr %7, align 8
  %50 = call i64 @xoff_of(ptr %49)
  %51 = icmp sle i64 %48, %50
  br i1 %51, label %52, label %63

52:
  %53 = load i64, ptr %11, align 8
  %54 = load ptr, ptr %12, align 8
  %55 = getelementptr inbounds nuw %struct.account, ptr %54, i32 0, i32 0
  %56 = load i64, ptr %55, align 8
  %57 = add i64 %56, %53
  store i64 %57, ptr %55, align 8
  %58 = load i64, ptr %11, align 8
  %59 = load ptr, ptr %7, align 8
  %60 = getelementptr inbounds nuw %struct.buffer, ptr %59, i32 0, i32 9
  %61 = load i64, ptr %60, align 8
  %62 = add i64 %61, %58
  store i64 %62, ptr %60, align 8
  br label %97

63:
  %64 = load ptr, ptr %12, align 8
  %65 = getelementptr inbounds nuw %struct.account, ptr %64, i32 0, i32 1
  %66 = load i64, ptr %65, align 8
  %67 = load i64, ptr %11, align 8
  %68 = add i64 %66, %67
  %69 = load ptr, ptr %7, align 8
  %70 = getelementptr inbounds nuw %struct.buffer, ptr %69, i32 0, i32 3
  %71 = load i64, ptr %70, align 8
  %72 = icmp ugt i64 %68, %71
  br i1 %72, label %73, label %74

73:
  store i1 false, ptr %5, align 1
  store i32 1, ptr %13, align 4
  br label %124

74:
  %75 = load i64, ptr %11, align 8
  %76 = load ptr, ptr %12, align 8
  %77 = getelementptr inbounds nuw %struct.account, ptr %76, i32 0, i32 1
  %78 = load i64, ptr %77, align 8
  %79 = add i64 %78, %75
  store i64 %79, ptr %77, align 8
  %80 = load ptr, ptr %12, align 8
  %81 = getelementptr inbounds nuw %struct.account, ptr %80, i32 0, i32 2
  %82 = load i64, ptr %81, align 8
  %83 = icmp ne i64 %82, 0
  br i1 %83, label %95, label %84

84:
  %85 = load ptr, ptr %12, align 8
  %86 = getelementptr inbounds nuw %struct.account, ptr %85, i32 0, i32 2
  store i64 1, ptr %86, align 8
  %87 = load ptr, ptr %6, align 8
  %88 = getelementptr inbounds nuw %struct.core, ptr %87, i32 0, i32 9
  %89 = load ptr, ptr %88, align 8
  %90 = load ptr, ptr %7, align 8
  %91 = getelementptr inbounds nuw %struct.buffer, ptr %90, i32 0, i32 0
  %92 = load i64, ptr %91, align 8
  %93 = load i64, ptr %10, align 8
  %94 = call i64 %89(i64 6, i64 %92, i64 %93)
  br label %95

95:
  br label %96

96:
  br label %97

97:
  %98 = load i64, ptr %10, align 8
  %99 = add i64 %98, 1
  %100 = load ptr, ptr %8, align 8
  %101 = getelementptr inbounds nuw %struct.frame, ptr %100, i32 0, i32 5
  store i64 %99, ptr %101, align 8
  %102 = load ptr, ptr %12, align 8
  %103 = getelementptr inbounds nuw %struct.account, ptr %102, i32 0, i32 0
  %104 = load i64, ptr %103, align 8
  %105 = load ptr, ptr %12, align 8
  %106 = getelementptr inbounds nuw %struct.account, ptr %105, i32 0, i32 1
  %107 = load i64, ptr %106, align 8
  %108 = add i64 %104, %107
  %109 = load ptr, ptr %7, align 8
  %110 = getelementptr inbounds nuw %struct.buffer, ptr %109, i32 0, i32 11
  %111 = load i64, ptr %110, align 8
  %112 = icmp ugt i64 %108, %111
  br i1 %112, label %113, label %123

113:
  %114 = load ptr, ptr %12, align 8
  %115 = getelementptr inbounds nuw %struct.account, ptr %114, i32 0, i32 0
  %116 = load i64, ptr %115, align 8
  %117 = load ptr, ptr %12, align 8
  %118 = getelementptr inbounds nuw %struct.account, ptr %117, i32 0, i32 1
  %119 = load i64, ptr %118, align 8
  %120 = add i64 %116, %119
  %121 = load ptr, ptr %7, align 8
  %122 = getelementptr inbounds nuw %struct.buffer, ptr %121, i32 0, i32 11
  store i64 %120, ptr %122, align 8
  br label %123

123:
  store i1 true, ptr %5, align 1
  store i32 1, ptr %13, align 4
  br label %124

124:
  br label %125

125:
  %126 = load i1, ptr %5, align 1
  ret i1 %126
}

define internal zeroext i1 @is_lossless(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = getelementptr inbounds nuw %struct.buffer, ptr %5, i32 0, i32 2
  %7 = load i64, ptr %6, align 8
  %8 = load i64, ptr %4, align 8
  %9 = lshr i64 %7, %8
  %10 = and i64 %9, 1
  %11 = icmp ne i64 %10, 0
  ret i1 %11
}

define internal ptr @new_queue() nounwind {
  %1 = call ptr @calloc(i64 1, i64 16968)
  ret ptr %1
}

define internal zeroext i1 @push_event(ptr %0, i64 %1, i64 %2, i64 %3) alwaysinline nounwind {
  %5 = alloca %struct.event, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = getelementptr inbounds nuw { i64, i64 }, ptr %5, i32 0, i32 0
  store i64 %2, ptr %8, align 8
  %9 = getelementptr inbounds nuw { i64, i64 }, ptr %5, i32 0, i32 1
  store i64 %3, ptr %9, align 8
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  %10 = load i64, ptr %7, align 8
  %11 = load ptr, ptr %6, align 8
  %12 = getelementptr inbounds nuw %struct.queue, ptr %11, i32 0, i32 0
  %13 = load i64, ptr %12, align 8
  %14 = sub i64 %10, %13
  %15 = icmp ult i64 %14, 4096
  br i1 %15, label %16, label %25

16:
  %17 = load ptr, ptr %6, align 8
  %18 = load i64, ptr %7, align 8
  %19 = getelementptr inbounds nuw { i64, i64 }, ptr %5, i32 0, i32 0
  %20 = load i64, ptr %19, align 8
  %21 = getelementptr inbounds nuw { i64, i64 }, ptr %5, i32 0, i32 1
  %22 = load i64, ptr %21, align 8
  %23 = call zeroext i1 @push_soon(ptr %17, i64 %18, i64 %20, i64 %22)
  %24 = zext i1 %23 to i32
  br label %34

25:
  %26 = load ptr, ptr %6, align 8
  %27 = load i64, ptr %7, align 8
  %28 = getelementptr inbounds nuw { i64, i64 }, ptr %5, i32 0, i32 0
  %29 = load i64, ptr %28, align 8
  %30 = getelementptr inbounds nuw { i64, i64 }, ptr %5, i32 0, i32 1
  %31 = load i64, ptr %30, align 8
  %32 = call zeroext i1 @push_late(ptr %26, i64 %27, i64 %29, i64 %31)
  %33 = zext i1 %32 to i32
  br label %34

34:
  %35 = phi i32 [ %24, %16 ], [ %33, %25 ]
  %36 = icmp ne i32 %35, 0
  ret i1 %36
}

declare ptr @calloc(i64, i64)

define internal zeroext i1 @push_soon(ptr %0, i64 %1, i64 %2, i64 %3) nounwind {
  %5 = alloca i1, align 1
  %6 = alloca %struct.event, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  %13 = alloca ptr, align 8
  %14 = alloca ptr, align 8
  %15 = getelementptr inbounds nuw { i64, i64 }, ptr %6, i32 0, i32 0
  store i64 %2, ptr %15, align 8
  %16 = getelementptr inbounds nuw { i64, i64 }, ptr %6, i32 0, i32 1
  store i64 %3, ptr %16, align 8
  store ptr %0, ptr %7, align 8
  store i64 %1, ptr %8, align 8
  %17 = load ptr, ptr %7, align 8
  %18 = getelementptr inbounds nuw %struct.queue, ptr %17, i32 0, i32 6
  %19 = load i64, ptr %18, align 8
  %20 = icmp ne i64 %19, 0
  br i1 %20, label %25, label %21

21:
  %22 = load ptr, ptr %7, align 8
  %23 = call zeroext i1 @more_soon(ptr %22)
  br i1 %23, label %25, label %24

24:
  store i1 false, ptr %5, align 1
  br label %98

25:
  %26 = load i64, ptr %8, align 8
  %27 = urem i64 %26, 4096
  store i64 %27, ptr %9, align 8
  %28 = load ptr, ptr %7, align 8
  %29 = getelementptr inbounds nuw %struct.queue, ptr %28, i32 0, i32 6
  %30 = load i64, ptr %29, align 8
  %31 = sub i64 %30, 1
  store i64 %31, ptr %10, align 8
  %32 = load ptr, ptr %7, align 8
  %33 = getelementptr inbounds nuw %struct.queue, ptr %32, i32 0, i32 2
  %34 = load i64, ptr %9, align 8
  %35 = udiv i64 %34, 64
  %36 = getelementptr inbounds nuw [64 x i64], ptr %33, i64 0, i64 %35
  store ptr %36, ptr %11, align 8
  %37 = load i64, ptr %9, align 8
  %38 = urem i64 %37, 64
  %39 = shl i64 1, %38
  store i64 %39, ptr %12, align 8
  %40 = load ptr, ptr %7, align 8
  %41 = getelementptr inbounds nuw %struct.queue, ptr %40, i32 0, i32 4
  %42 = load ptr, ptr %41, align 8
  %43 = load i64, ptr %10, align 8
  %44 = getelementptr inbounds nuw %struct.soon, ptr %42, i64 %43
  store ptr %44, ptr %13, align 8
  %45 = load ptr, ptr %13, align 8
  %46 = getelementptr inbounds nuw %struct.soon, ptr %45, i32 0, i32 1
  %47 = load i64, ptr %46, align 8
  %48 = load ptr, ptr %7, align 8
  %49 = getelementptr inbounds nuw %struct.queue, ptr %48, i32 0, i32 6
  store i64 %47, ptr %49, align 8
  %50 = load ptr, ptr %13, align 8
  %51 = getelementptr inbounds nuw %struct.soon, ptr %50, i32 0, i32 0
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %51, ptr align 8 %6, i64 16, i1 false)
  %52 = load ptr, ptr %11, align 8
  %53 = load i64, ptr %52, align 8
  %54 = load i64, ptr %12, align 8
  %55 = and i64 %53, %54
  %56 = icmp ne i64 %55, 0
  br i1 %56, label %57, label %76

57:
  %58 = load ptr, ptr %7, align 8
  %59 = getelementptr inbounds nuw %struct.queue, ptr %58, i32 0, i32 4
  %60 = load ptr, ptr %59, align 8
  %61 = load ptr, ptr %7, align 8
  %62 = getelementptr inbounds nuw %struct.queue, ptr %61, i32 0, i32 3
  %63 = load i64, ptr %9, align 8
  %64 = getelementptr inbounds nuw [4096 x i32], ptr %62, i64 0, i64 %63
  %65 = load i32, ptr %64, align 4
  %66 = zext i32 %65 to i64
  %67 = getelementptr inbounds nuw %struct.soon, ptr %60, i64 %66
  store ptr %67, ptr %14, align 8
  %68 = load ptr, ptr %14, align 8
  %69 = getelementptr inbounds nuw %struct.soon, ptr %68, i32 0, i32 1
  %70 = load i64, ptr %69, align 8
  %71 = load ptr, ptr %13, align 8
  %72 = getelementptr inbounds nuw %struct.soon, ptr %71, i32 0, i32 1
  store i64 %70, ptr %72, align 8
  %73 = load i64, ptr %10, align 8
  %74 = load ptr, ptr %14, align 8
  %75 = getelementptr inbounds nuw %struct.soon, ptr %74, i32 0, i32 1
  store i64 %73, ptr %75, align 8
  br label %91

76:
  %77 = load i64, ptr %10, align 8
  %78 = load ptr, ptr %13, align 8
  %79 = getelementptr inbounds nuw %struct.soon, ptr %78, i32 0, i32 1
  store i64 %77, ptr %79, align 8
  %80 = load i64, ptr %12, align 8
  %81 = load ptr, ptr %11, align 8
  %82 = load i64, ptr %81, align 8
  %83 = or i64 %82, %80
  store i64 %83, ptr %81, align 8
  %84 = load i64, ptr %9, align 8
  %85 = udiv i64 %84, 64
  %86 = shl i64 1, %85
  %87 = load ptr, ptr %7, align 8
  %88 = getelementptr inbounds nuw %struct.queue, ptr %87, i32 0, i32 1
  %89 = load i64, ptr %88, align 8
  %90 = or i64 %89, %86
  store i64 %90, ptr %88, align 8
  br label %91

91:
  %92 = load i64, ptr %10, align 8
  %93 = trunc i64 %92 to i32
  %94 = load ptr, ptr %7, align 8
  %95 = getelementptr inbounds nuw %struct.queue, ptr %94, i32 0, i32 3
  %96 = load i64, ptr %9, align 8
  %97 = getelementptr inbounds nuw [4096 x i32], ptr %95, i64 0, i64 %96
  store i32 %93, ptr %97, align 4
  store i1 true, ptr %5, align 1
  br label %98

98:
  %99 = load i1, ptr %5, align 1
  ret i1 %99
}

define internal zeroext i1 @push_late(ptr %0, i64 %1, i64 %2, i64 %3) nounwind {
  %5 = alloca i1, align 1
  %6 = alloca %struct.event, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i32, align 4
  %12 = alloca ptr, align 8
  %13 = alloca %struct.late, align 8
  %14 = alloca i64, align 8
  %15 = alloca i64, align 8
  %16 = getelementptr inbounds nuw { i64, i64 }, ptr %6, i32 0, i32 0
  store i64 %2, ptr %16, align 8
  %17 = getelementptr inbounds nuw { i64, i64 }, ptr %6, i32 0, i32 1
  store i64 %3, ptr %17, align 8
  store ptr %0, ptr %7, align 8
  store i64 %1, ptr %8, align 8
  %18 = load ptr, ptr %7, align 8
  %19 = getelementptr inbounds nuw %struct.queue, ptr %18, i32 0, i32 8
  %20 = load i64, ptr %19, align 8
  %21 = load ptr, ptr %7, align 8
  %22 = getelementptr inbounds nuw %struct.queue, ptr %21, i32 0, i32 9
  %23 = load i64, ptr %22, align 8
  %24 = icmp eq i64 %20, %23
  br i1 %24, label %25, label %57

25:
  %26 = load ptr, ptr %7, align 8
  %27 = getelementptr inbounds nuw %struct.queue, ptr %26, i32 0, i32 9
  %28 = load i64, ptr %27, align 8
  %29 = icmp ne i64 %28, 0
  br i1 %29, label %30, label %35

30:
  %31 = load ptr, ptr %7, align 8
  %32 = getelementptr inbounds nuw %struct.queue, ptr %31, i32 0, i32 9
  %33 = load i64, ptr %32, align 8
  %34 = mul i64 %33, 2
  br label %36

35:
  br label %36

36:
  %37 = phi i64 [ %34, %30 ], [ 1024, %35 ]
  store i64 %37, ptr %9, align 8
  %38 = load ptr, ptr %7, align 8
  %39 = getelementptr inbounds nuw %struct.queue, ptr %38, i32 0, i32 7
  %40 = load ptr, ptr %39, align 8
  %41 = load i64, ptr %9, align 8
  %42 = mul i64 %41, 32
  %43 = call ptr @realloc(ptr %40, i64 %42)
  store ptr %43, ptr %10, align 8
  %44 = load ptr, ptr %10, align 8
  %45 = icmp ne ptr %44, null
  br i1 %45, label %47, label %46

46:
  store i1 false, ptr %5, align 1
  store i32 1, ptr %11, align 4
  br label %54

47:
  %48 = load ptr, ptr %10, align 8
  %49 = load ptr, ptr %7, align 8
  %50 = getelementptr inbounds nuw %struct.queue, ptr %49, i32 0, i32 7
  store ptr %48, ptr %50, align 8
  %51 = load i64, ptr %9, align 8
  %52 = load ptr, ptr %7, align 8
  %53 = getelementptr inbounds nuw %struct.queue, ptr %52, i32 0, i32 9
  store i64 %51, ptr %53, align 8
  store i32 0, ptr %11, align 4
  br label %54

54:
  %55 = load i32, ptr %11, align 4
  switch i32 %55, label %105 [
    i32 0, label %56
    i32 1, label %103
  ]

56:
  br label %57

57:
  %58 = load ptr, ptr %7, align 8
  %59 = getelementptr inbounds nuw %struct.queue, ptr %58, i32 0, i32 7
  %60 = load ptr, ptr %59, align 8
  store ptr %60, ptr %12, align 8
  %61 = getelementptr inbounds nuw %struct.late, ptr %13, i32 0, i32 0
  %62 = load i64, ptr %8, align 8
  store i64 %62, ptr %61, align 8
  %63 = getelementptr inbounds nuw %struct.late, ptr %13, i32 0, i32 1
  %64 = load ptr, ptr %7, align 8
  %65 = getelementptr inbounds nuw %struct.queue, ptr %64, i32 0, i32 10
  %66 = load i64, ptr %65, align 8
  %67 = add i64 %66, 1
  store i64 %67, ptr %65, align 8
  store i64 %67, ptr %63, align 8
  %68 = getelementptr inbounds nuw %struct.late, ptr %13, i32 0, i32 2
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %68, ptr align 8 %6, i64 16, i1 false)
  %69 = load ptr, ptr %7, align 8
  %70 = getelementptr inbounds nuw %struct.queue, ptr %69, i32 0, i32 8
  %71 = load i64, ptr %70, align 8
  %72 = add i64 %71, 1
  store i64 %72, ptr %70, align 8
  store i64 %71, ptr %14, align 8
  br label %73

73:
  %74 = load i64, ptr %14, align 8
  %75 = icmp ne i64 %74, 0
  br i1 %75, label %76, label %99

76:
  %77 = load i64, ptr %14, align 8
  %78 = sub i64 %77, 1
  %79 = udiv i64 %78, 2
  store i64 %79, ptr %15, align 8
  %80 = load ptr, ptr %12, align 8
  %81 = load i64, ptr %15, align 8
  %82 = getelementptr inbounds nuw %struct.late, ptr %80, i64 %81
  %83 = getelementptr inbounds nuw %struct.late, ptr %82, i32 0, i32 0
  %84 = load i64, ptr %83, align 8
  %85 = load i64, ptr %8, align 8
  %86 = icmp ule i64 %84, %85
  br i1 %86, label %87, label %88

87:
  store i32 3, ptr %11, align 4
  br label %96

88:
  %89 = load ptr, ptr %12, align 8
  %90 = load i64, ptr %14, align 8
  %91 = getelementptr inbounds nuw %struct.late, ptr %89, i64 %90
  %92 = load ptr, ptr %12, align 8
  %93 = load i64, ptr %15, align 8
  %94 = getelementptr inbounds nuw %struct.late, ptr %92, i64 %93
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %91, ptr align 8 %94, i64 32, i1 false)
  %95 = load i64, ptr %15, align 8
  store i64 %95, ptr %14, align 8
  store i32 0, ptr %11, align 4
  br label %96

96:
  %97 = load i32, ptr %11, align 4
  switch i32 %97, label %105 [
    i32 0, label %98
    i32 3, label %99
  ]

98:
  br label %73

99:
  %100 = load ptr, ptr %12, align 8
  %101 = load i64, ptr %14, align 8
  %102 = getelementptr inbounds nuw %struct.late, ptr %100, i64 %101
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %102, ptr align 8 %13, i64 32, i1 false)
  store i1 true, ptr %5, align 1
  store i32 1, ptr %11, align 4
  br label %103

103:
  %104 = load i1, ptr %5, align 1
  ret i1 %104

105:
  unreachable
}

define internal zeroext i1 @more_soon(ptr %0) nounwind {
  %2 = alloca i1, align 1
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  %8 = load ptr, ptr %3, align 8
  %9 = getelementptr inbounds nuw %struct.queue, ptr %8, i32 0, i32 5
  %10 = load i64, ptr %9, align 8
  %11 = icmp ne i64 %10, 0
  br i1 %11, label %12, label %17

12:
  %13 = load ptr, ptr %3, align 8
  %14 = getelementptr inbounds nuw %struct.queue, ptr %13, i32 0, i32 5
  %15 = load i64, ptr %14, align 8
  %16 = mul i64 %15, 2
  br label %18

17:
  br label %18

18:
  %19 = phi i64 [ %16, %12 ], [ 1024, %17 ]
  store i64 %19, ptr %4, align 8
  %20 = load ptr, ptr %3, align 8
  %21 = getelementptr inbounds nuw %struct.queue, ptr %20, i32 0, i32 4
  %22 = load ptr, ptr %21, align 8
  %23 = load i64, ptr %4, align 8
  %24 = mul i64 %23, 24
  %25 = call ptr @realloc(ptr %22, i64 %24)
  store ptr %25, ptr %5, align 8
  %26 = load ptr, ptr %5, align 8
  %27 = icmp ne ptr %26, null
  br i1 %27, label %29, label %28

28:
  store i1 false, ptr %2, align 1
  store i32 1, ptr %6, align 4
  br label %58

29:
  %30 = load i64, ptr %4, align 8
  store i64 %30, ptr %7, align 8
  br label %31

31:
  %32 = load i64, ptr %7, align 8
  %33 = add i64 %32, -1
  store i64 %33, ptr %7, align 8
  %34 = load ptr, ptr %3, align 8
  %35 = getelementptr inbounds nuw %struct.queue, ptr %34, i32 0, i32 5
  %36 = load i64, ptr %35, align 8
  %37 = icmp ugt i64 %32, %36
  br i1 %37, label %39, label %38

38:
  store i32 2, ptr %6, align 4
  br label %51

39:
  %40 = load ptr, ptr %3, align 8
  %41 = getelementptr inbounds nuw %struct.queue, ptr %40, i32 0, i32 6
  %42 = load i64, ptr %41, align 8
  %43 = load ptr, ptr %5, align 8
  %44 = load i64, ptr %7, align 8
  %45 = getelementptr inbounds nuw %struct.soon, ptr %43, i64 %44
  %46 = getelementptr inbounds nuw %struct.soon, ptr %45, i32 0, i32 1
  store i64 %42, ptr %46, align 8
  %47 = load i64, ptr %7, align 8
  %48 = add i64 %47, 1
  %49 = load ptr, ptr %3, align 8
  %50 = getelementptr inbounds nuw %struct.queue, ptr %49, i32 0, i32 6
  store i64 %48, ptr %50, align 8
  br label %31

51:
  %52 = load ptr, ptr %5, align 8
  %53 = load ptr, ptr %3, align 8
  %54 = getelementptr inbounds nuw %struct.queue, ptr %53, i32 0, i32 4
  store ptr %52, ptr %54, align 8
  %55 = load i64, ptr %4, align 8
  %56 = load ptr, ptr %3, align 8
  %57 = getelementptr inbounds nuw %struct.queue, ptr %56, i32 0, i32 5
  store i64 %55, ptr %57, align 8
  store i1 true, ptr %2, align 1
  store i32 1, ptr %6, align 4
  br label %58

58:
  %59 = load i1, ptr %2, align 1
  ret i1 %59
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

declare ptr @realloc(ptr, i64)

define internal i32 @pull_one(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %10 = load ptr, ptr %5, align 8
  %11 = getelementptr inbounds nuw %struct.core, ptr %10, i32 0, i32 26
  %12 = load ptr, ptr %11, align 8
  %13 = load i64, ptr %6, align 8
  %14 = getelementptr inbounds nuw %struct.nic, ptr %12, i64 %13
  %15 = getelementptr inbounds nuw %struct.nic, ptr %14, i32 0, i32 11
  %16 = load ptr, ptr %15, align 8
  %17 = icmp ne ptr %16, null
  br i1 %17, label %23, label %18

18:
  %19 = load ptr, ptr %5, align 8
  %20 = load i64, ptr %6, align 8
  %21 = load i64, ptr %7, align 8
  %22 = call i32 @ask_python(ptr %19, i64 %20, i64 %21)
  store i32 %22, ptr %4, align 4
  br label %38

23:
  %24 = load ptr, ptr %5, align 8
  %25 = call ptr @new_frame(ptr %24, i64 5120)
  store ptr %25, ptr %8, align 8
  %26 = load ptr, ptr %8, align 8
  %27 = icmp ne ptr %26, null
  br i1 %27, label %28, label %34

28:
  %29 = load ptr, ptr %5, align 8
  %30 = load i64, ptr %6, align 8
  %31 = load i64, ptr %7, align 8
  %32 = load ptr, ptr %8, align 8
  %33 = call i32 @pull_into(ptr %29, i64 %30, i64 %31, ptr %32)
  store i32 %33, ptr %4, align 4
  store i32 1, ptr %9, align 4
  br label %37

34:
  %35 = load ptr, ptr %5, align 8
  %36 = getelementptr inbounds nuw %struct.core, ptr %35, i32 0, i32 3
  store i64 1, ptr %36, align 8
  store i32 1, ptr %4, align 4
  store i32 1, ptr %9, align 4
  br label %37

37:
  br label %38

38:
  %39 = load i32, ptr %4, align 4
  ret i32 %39
}

define internal i32 @ask_python(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca [3 x ptr], align 16
  %11 = alloca ptr, align 8
  %12 = alloca i32, align 4
  %13 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %14 = load i64, ptr %7, align 8
  %15 = call ptr @PyLong_FromLongLong(i64 %14)
  store ptr %15, ptr %8, align 8
  %16 = load ptr, ptr %5, align 8
  %17 = getelementptr inbounds nuw %struct.core, ptr %16, i32 0, i32 0
  %18 = load i64, ptr %17, align 8
  %19 = call ptr @PyLong_FromLongLong(i64 %18)
  store ptr %19, ptr %9, align 8
  store ptr null, ptr %10, align 8
  %20 = getelementptr inbounds ptr, ptr %10, i64 1
  %21 = load ptr, ptr %8, align 8
  store ptr %21, ptr %20, align 8
  %22 = getelementptr inbounds ptr, ptr %10, i64 2
  %23 = load ptr, ptr %9, align 8
  store ptr %23, ptr %22, align 8
  %24 = load ptr, ptr %5, align 8
  %25 = getelementptr inbounds nuw %struct.core, ptr %24, i32 0, i32 26
  %26 = load ptr, ptr %25, align 8
  %27 = load i64, ptr %6, align 8
  %28 = getelementptr inbounds nuw %struct.nic, ptr %26, i64 %27
  %29 = getelementptr inbounds nuw %struct.nic, ptr %28, i32 0, i32 5
  %30 = load ptr, ptr %29, align 8
  %31 = getelementptr inbounds [3 x ptr], ptr %10, i64 0, i64 0
  %32 = call ptr @call(ptr %30, ptr %31, i64 2)
  store ptr %32, ptr %11, align 8
  %33 = load ptr, ptr %8, align 8
  call void @Py_DecRef(ptr %33)
  %34 = load ptr, ptr %9, align 8
  call void @Py_DecRef(ptr %34)
  %35 = load ptr, ptr %11, align 8
  %36 = icmp ne ptr %35, null
  br i1 %36, label %38, label %37

37:
  store i32 2, ptr %4, align 4
  store i32 1, ptr %12, align 4
  br label %54

38:
  %39 = load ptr, ptr %11, align 8
  %40 = load ptr, ptr %5, align 8
  %41 = getelementptr inbounds nuw %struct.core, ptr %40, i32 0, i32 28
  %42 = load ptr, ptr %41, align 8
  %43 = icmp eq ptr %39, %42
  br i1 %43, label %44, label %45

44:
  br label %50

45:
  %46 = load ptr, ptr %5, align 8
  %47 = load i64, ptr %6, align 8
  %48 = load ptr, ptr %11, align 8
  %49 = call i32 @send_of_nic(ptr %46, i64 %47, ptr %48)
  br label %50

50:
  %51 = phi i32 [ 1, %44 ], [ %49, %45 ]
  store i32 %51, ptr %13, align 4
  %52 = load ptr, ptr %11, align 8
  call void @Py_DecRef(ptr %52)
  %53 = load i32, ptr %13, align 4
  store i32 %53, ptr %4, align 4
  store i32 1, ptr %12, align 4
  br label %54

54:
  %55 = load i32, ptr %4, align 4
  ret i32 %55
}

define internal i32 @pull_into(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca %struct.leaving, align 8
  %12 = alloca i64, align 8
  %13 = alloca i32, align 4
  %14 = alloca i32, align 4
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  %15 = load ptr, ptr %6, align 8
  %16 = getelementptr inbounds nuw %struct.core, ptr %15, i32 0, i32 26
  %17 = load ptr, ptr %16, align 8
  %18 = load i64, ptr %7, align 8
  %19 = getelementptr inbounds nuw %struct.nic, ptr %17, i64 %18
  store ptr %19, ptr %10, align 8
  %20 = getelementptr inbounds nuw %struct.leaving, ptr %11, i32 0, i32 0
  %21 = load ptr, ptr %9, align 8
  %22 = getelementptr inbounds nuw %struct.frame, ptr %21, i32 0, i32 3
  %23 = load ptr, ptr %22, align 8
  store ptr %23, ptr %20, align 8
  %24 = getelementptr inbounds nuw %struct.leaving, ptr %11, i32 0, i32 1
  store i64 5120, ptr %24, align 8
  %25 = getelementptr inbounds nuw %struct.leaving, ptr %11, i32 0, i32 2
  store i64 0, ptr %25, align 8
  %26 = getelementptr inbounds nuw %struct.leaving, ptr %11, i32 0, i32 3
  store ptr null, ptr %26, align 8
  %27 = getelementptr inbounds nuw %struct.leaving, ptr %11, i32 0, i32 4
  store i64 0, ptr %27, align 8
  %28 = load ptr, ptr %10, align 8
  %29 = getelementptr inbounds nuw %struct.nic, ptr %28, i32 0, i32 13
  %30 = load ptr, ptr %29, align 8
  %31 = load ptr, ptr %10, align 8
  %32 = getelementptr inbounds nuw %struct.nic, ptr %31, i32 0, i32 11
  %33 = load ptr, ptr %32, align 8
  %34 = load i64, ptr %8, align 8
  %35 = load ptr, ptr %6, align 8
  %36 = getelementptr inbounds nuw %struct.core, ptr %35, i32 0, i32 0
  %37 = load i64, ptr %36, align 8
  %38 = call i64 %30(ptr %33, i64 %34, i64 %37, ptr %11)
  store i64 %38, ptr %12, align 8
  %39 = load i64, ptr %12, align 8
  %40 = icmp eq i64 %39, 2
  %41 = zext i1 %40 to i64
  %42 = select i1 %40, i32 2, i32 1
  store i32 %42, ptr %13, align 4
  %43 = load i64, ptr %12, align 8
  %44 = icmp eq i64 %43, 1
  br i1 %44, label %45, label %70

45:
  %46 = getelementptr inbounds nuw %struct.leaving, ptr %11, i32 0, i32 2
  %47 = load i64, ptr %46, align 8
  %48 = icmp ne i64 %47, 0
  br i1 %48, label %49, label %70

49:
  %50 = load ptr, ptr %6, align 8
  %51 = load i64, ptr %7, align 8
  %52 = getelementptr inbounds nuw %struct.leaving, ptr %11, i32 0, i32 4
  %53 = load i64, ptr %52, align 8
  %54 = call zeroext i1 @has_port(ptr %50, i64 %51, i64 %53)
  br i1 %54, label %55, label %70

55:
  %56 = getelementptr inbounds nuw %struct.leaving, ptr %11, i32 0, i32 2
  %57 = load i64, ptr %56, align 8
  %58 = load ptr, ptr %9, align 8
  %59 = getelementptr inbounds nuw %struct.frame, ptr %58, i32 0, i32 1
  store i64 %57, ptr %59, align 8
  %60 = load ptr, ptr %6, align 8
  %61 = load ptr, ptr %10, align 8
  %62 = getelementptr inbounds nuw %struct.nic, ptr %61, i32 0, i32 9
  %63 = load ptr, ptr %62, align 8
  %64 = getelementptr inbounds nuw %struct.leaving, ptr %11, i32 0, i32 4
  %65 = load i64, ptr %64, align 8
  %66 = getelementptr inbounds i64, ptr %63, i64 %65
  %67 = load i64, ptr %66, align 8
  %68 = load i64, ptr %7, align 8
  %69 = load ptr, ptr %9, align 8
  call void @put_out(ptr %60, i64 %67, i64 %68, ptr %69)
  store i32 0, ptr %5, align 4
  store i32 1, ptr %14, align 4
  br label %99

70:
  %71 = load ptr, ptr %6, align 8
  %72 = load ptr, ptr %9, align 8
  call void @give_back(ptr %71, ptr %72)
  %73 = load i64, ptr %12, align 8
  %74 = icmp eq i64 %73, 0
  br i1 %74, label %75, label %80

75:
  %76 = load ptr, ptr %6, align 8
  %77 = load i64, ptr %7, align 8
  %78 = load i64, ptr %8, align 8
  %79 = call i32 @ask_python(ptr %76, i64 %77, i64 %78)
  store i32 %79, ptr %5, align 4
  store i32 1, ptr %14, align 4
  br label %99

80:
  %81 = load i64, ptr %12, align 8
  %82 = icmp eq i64 %81, 1
  br i1 %82, label %83, label %97

83:
  %84 = getelementptr inbounds nuw %struct.leaving, ptr %11, i32 0, i32 3
  %85 = load ptr, ptr %84, align 8
  %86 = icmp ne ptr %85, null
  br i1 %86, label %87, label %97

87:
  %88 = load ptr, ptr %6, align 8
  %89 = load i64, ptr %7, align 8
  %90 = getelementptr inbounds nuw %struct.leaving, ptr %11, i32 0, i32 4
  %91 = load i64, ptr %90, align 8
  %92 = getelementptr inbounds nuw %struct.leaving, ptr %11, i32 0, i32 3
  %93 = load ptr, ptr %92, align 8
  %94 = call i32 @send_by(ptr %88, i64 %89, i64 %91, ptr %93)
  store i32 %94, ptr %13, align 4
  %95 = getelementptr inbounds nuw %struct.leaving, ptr %11, i32 0, i32 3
  %96 = load ptr, ptr %95, align 8
  call void @Py_DecRef(ptr %96)
  br label %97

97:
  %98 = load i32, ptr %13, align 4
  store i32 %98, ptr %5, align 4
  store i32 1, ptr %14, align 4
  br label %99

99:
  %100 = load i32, ptr %5, align 4
  ret i32 %100
}

declare ptr @PyLong_FromLongLong(i64)

define internal ptr @call(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = getelementptr inbounds ptr, ptr %8, i64 1
  %10 = load i64, ptr %6, align 8
  %11 = or i64 %10, -9223372036854775808
  %12 = call ptr @PyObject_Vectorcall(ptr %7, ptr %9, i64 %11, ptr null)
  ret ptr %12
}

define internal i32 @send_of_nic(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  %12 = load ptr, ptr %7, align 8
  %13 = call ptr @PyTuple_GetItem(ptr %12, i64 0)
  store ptr %13, ptr %8, align 8
  %14 = load ptr, ptr %8, align 8
  %15 = icmp ne ptr %14, null
  br i1 %15, label %16, label %19

16:
  %17 = load ptr, ptr %7, align 8
  %18 = call ptr @PyTuple_GetItem(ptr %17, i64 1)
  br label %20

19:
  br label %20

20:
  %21 = phi ptr [ %18, %16 ], [ null, %19 ]
  store ptr %21, ptr %9, align 8
  %22 = load ptr, ptr %9, align 8
  %23 = icmp ne ptr %22, null
  br i1 %23, label %24, label %27

24:
  %25 = load ptr, ptr %8, align 8
  %26 = call i64 @PyLong_AsLongLong(ptr %25)
  br label %28

27:
  br label %28

28:
  %29 = phi i64 [ %26, %24 ], [ 0, %27 ]
  store i64 %29, ptr %10, align 8
  %30 = load ptr, ptr %9, align 8
  %31 = icmp ne ptr %30, null
  br i1 %31, label %32, label %38

32:
  %33 = load i64, ptr %10, align 8
  %34 = icmp eq i64 %33, -1
  br i1 %34, label %35, label %39

35:
  %36 = call ptr @PyErr_Occurred()
  %37 = icmp ne ptr %36, null
  br i1 %37, label %38, label %39

38:
  store i32 2, ptr %4, align 4
  store i32 1, ptr %11, align 4
  br label %45

39:
  %40 = load ptr, ptr %5, align 8
  %41 = load i64, ptr %6, align 8
  %42 = load i64, ptr %10, align 8
  %43 = load ptr, ptr %9, align 8
  %44 = call i32 @send_by(ptr %40, i64 %41, i64 %42, ptr %43)
  store i32 %44, ptr %4, align 4
  store i32 1, ptr %11, align 4
  br label %45

45:
  %46 = load i32, ptr %4, align 4
  ret i32 %46
}

declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)

declare ptr @PyTuple_GetItem(ptr, i64)

declare i64 @PyLong_AsLongLong(ptr)

declare ptr @PyErr_Occurred()

define internal i32 @send_by(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  %13 = alloca i32, align 4
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  %14 = load ptr, ptr %6, align 8
  %15 = getelementptr inbounds nuw %struct.core, ptr %14, i32 0, i32 26
  %16 = load ptr, ptr %15, align 8
  %17 = load i64, ptr %7, align 8
  %18 = getelementptr inbounds nuw %struct.nic, ptr %16, i64 %17
  store ptr %18, ptr %10, align 8
  %19 = load ptr, ptr %9, align 8
  %20 = call i32 @PyBytes_AsStringAndSize(ptr %19, ptr %11, ptr %12)
  %21 = icmp ne i32 %20, 0
  br i1 %21, label %22, label %23

22:
  store i32 2, ptr %5, align 4
  store i32 1, ptr %13, align 4
  br label %41

23:
  %24 = load ptr, ptr %6, align 8
  %25 = load i64, ptr %7, align 8
  %26 = load i64, ptr %8, align 8
  %27 = call zeroext i1 @has_port(ptr %24, i64 %25, i64 %26)
  br i1 %27, label %29, label %28

28:
  store i32 1, ptr %5, align 4
  store i32 1, ptr %13, align 4
  br label %41

29:
  %30 = load ptr, ptr %6, align 8
  %31 = load ptr, ptr %10, align 8
  %32 = getelementptr inbounds nuw %struct.nic, ptr %31, i32 0, i32 9
  %33 = load ptr, ptr %32, align 8
  %34 = load i64, ptr %8, align 8
  %35 = getelementptr inbounds nuw i64, ptr %33, i64 %34
  %36 = load i64, ptr %35, align 8
  %37 = load i64, ptr %7, align 8
  %38 = load ptr, ptr %11, align 8
  %39 = load i64, ptr %12, align 8
  %40 = load ptr, ptr %9, align 8
  call void @inject(ptr %30, i64 %36, i64 %37, ptr %38, i64 %39, ptr %40)
  store i32 0, ptr %5, align 4
  store i32 1, ptr %13, align 4
  br label %41

41:
  %42 = load i32, ptr %5, align 4
  ret i32 %42
}

declare i32 @PyBytes_AsStringAndSize(ptr, ptr, ptr)

define internal zeroext i1 @has_port(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca i8, align 1
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %8 = load i64, ptr %6, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = getelementptr inbounds nuw %struct.core, ptr %9, i32 0, i32 26
  %11 = load ptr, ptr %10, align 8
  %12 = load i64, ptr %5, align 8
  %13 = getelementptr inbounds nuw %struct.nic, ptr %11, i64 %12
  %14 = getelementptr inbounds nuw %struct.nic, ptr %13, i32 0, i32 10
  %15 = load i64, ptr %14, align 8
  %16 = icmp ult i64 %8, %15
  %17 = zext i1 %16 to i8
  store i8 %17, ptr %7, align 1
  %18 = load i8, ptr %7, align 1
  %19 = trunc i8 %18 to i1
  br i1 %19, label %27, label %20

20:
  %21 = load ptr, ptr %4, align 8
  %22 = getelementptr inbounds nuw %struct.core, ptr %21, i32 0, i32 9
  %23 = load ptr, ptr %22, align 8
  %24 = load i64, ptr %5, align 8
  %25 = load i64, ptr %6, align 8
  %26 = call i64 %23(i64 3, i64 %24, i64 %25)
  br label %27

27:
  %28 = load i8, ptr %7, align 1
  %29 = trunc i8 %28 to i1
  ret i1 %29
}

define internal i64 @first_soon(ptr %0) alwaysinline nounwind {
  %2 = alloca i64, align 8
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca i32, align 4
  %8 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  %9 = load ptr, ptr %3, align 8
  %10 = getelementptr inbounds nuw %struct.queue, ptr %9, i32 0, i32 0
  %11 = load i64, ptr %10, align 8
  %12 = urem i64 %11, 4096
  store i64 %12, ptr %4, align 8
  %13 = load i64, ptr %4, align 8
  %14 = udiv i64 %13, 64
  store i64 %14, ptr %5, align 8
  %15 = load ptr, ptr %3, align 8
  %16 = getelementptr inbounds nuw %struct.queue, ptr %15, i32 0, i32 2
  %17 = load i64, ptr %5, align 8
  %18 = getelementptr inbounds nuw [64 x i64], ptr %16, i64 0, i64 %17
  %19 = load i64, ptr %18, align 8
  %20 = load i64, ptr %4, align 8
  %21 = urem i64 %20, 64
  %22 = lshr i64 %19, %21
  store i64 %22, ptr %6, align 8
  %23 = load i64, ptr %6, align 8
  %24 = icmp ne i64 %23, 0
  br i1 %24, label %25, label %34

25:
  %26 = load ptr, ptr %3, align 8
  %27 = getelementptr inbounds nuw %struct.queue, ptr %26, i32 0, i32 0
  %28 = load i64, ptr %27, align 8
  %29 = load i64, ptr %6, align 8
  %30 = call i64 @llvm.cttz.i64(i64 %29, i1 true)
  %31 = trunc i64 %30 to i32
  %32 = sext i32 %31 to i64
  %33 = add i64 %28, %32
  store i64 %33, ptr %2, align 8
  store i32 1, ptr %7, align 4
  br label %80

34:
  %35 = load ptr, ptr %3, align 8
  %36 = getelementptr inbounds nuw %struct.queue, ptr %35, i32 0, i32 1
  %37 = load i64, ptr %36, align 8
  %38 = icmp ne i64 %37, 0
  br i1 %38, label %40, label %39

39:
  store i64 -1, ptr %2, align 8
  store i32 1, ptr %7, align 4
  br label %80

40:
  %41 = load ptr, ptr %3, align 8
  %42 = getelementptr inbounds nuw %struct.queue, ptr %41, i32 0, i32 1
  %43 = load i64, ptr %42, align 8
  %44 = load i64, ptr %5, align 8
  %45 = shl i64 2, %44
  %46 = sub i64 %45, 1
  %47 = xor i64 %46, -1
  %48 = and i64 %43, %47
  store i64 %48, ptr %8, align 8
  %49 = load i64, ptr %8, align 8
  %50 = icmp ne i64 %49, 0
  br i1 %50, label %51, label %53

51:
  %52 = load i64, ptr %8, align 8
  br label %57

53:
  %54 = load ptr, ptr %3, align 8
  %55 = getelementptr inbounds nuw %struct.queue, ptr %54, i32 0, i32 1
  %56 = load i64, ptr %55, align 8
  br label %57

57:
  %58 = phi i64 [ %52, %51 ], [ %56, %53 ]
  %59 = call i64 @llvm.cttz.i64(i64 %58, i1 true)
  %60 = trunc i64 %59 to i32
  %61 = sext i32 %60 to i64
  store i64 %61, ptr %5, align 8
  %62 = load ptr, ptr %3, align 8
  %63 = getelementptr inbounds nuw %struct.queue, ptr %62, i32 0, i32 0
  %64 = load i64, ptr %63, align 8
  %65 = load i64, ptr %5, align 8
  %66 = mul i64 %65, 64
  %67 = load ptr, ptr %3, align 8
  %68 = getelementptr inbounds nuw %struct.queue, ptr %67, i32 0, i32 2
  %69 = load i64, ptr %5, align 8
  %70 = getelementptr inbounds nuw [64 x i64], ptr %68, i64 0, i64 %69
  %71 = load i64, ptr %70, align 8
  %72 = call i64 @llvm.cttz.i64(i64 %71, i1 true)
  %73 = trunc i64 %72 to i32
  %74 = sext i32 %73 to i64
  %75 = add i64 %66, %74
  %76 = load i64, ptr %4, align 8
  %77 = sub i64 %75, %76
  %78 = urem i64 %77, 4096
  %79 = add i64 %64, %78
  store i64 %79, ptr %2, align 8
  store i32 1, ptr %7, align 4
  br label %80

80:
  %81 = load i64, ptr %2, align 8
  ret i64 %81
}

declare i64 @llvm.cttz.i64(i64, i1)

define internal { i64, i64 } @take_late(ptr %0) nounwind {
  %2 = alloca %struct.event, align 8
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca %struct.late, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  %10 = load ptr, ptr %3, align 8
  %11 = getelementptr inbounds nuw %struct.queue, ptr %10, i32 0, i32 7
  %12 = load ptr, ptr %11, align 8
  store ptr %12, ptr %4, align 8
  %13 = load ptr, ptr %4, align 8
  %14 = load ptr, ptr %3, align 8
  %15 = getelementptr inbounds nuw %struct.queue, ptr %14, i32 0, i32 8
  %16 = load i64, ptr %15, align 8
  %17 = add i64 %16, -1
  store i64 %17, ptr %15, align 8
  %18 = getelementptr inbounds nuw %struct.late, ptr %13, i64 %17
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %5, ptr align 8 %18, i64 32, i1 false)
  %19 = load ptr, ptr %4, align 8
  %20 = getelementptr inbounds %struct.late, ptr %19, i64 0
  %21 = getelementptr inbounds nuw %struct.late, ptr %20, i32 0, i32 2
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %2, ptr align 8 %21, i64 16, i1 false)
  %22 = load ptr, ptr %3, align 8
  %23 = getelementptr inbounds nuw %struct.queue, ptr %22, i32 0, i32 8
  %24 = load i64, ptr %23, align 8
  store i64 %24, ptr %6, align 8
  store i64 0, ptr %7, align 8
  br label %25

25:
  %26 = load i64, ptr %7, align 8
  %27 = mul i64 2, %26
  %28 = add i64 %27, 1
  store i64 %28, ptr %8, align 8
  %29 = load i64, ptr %6, align 8
  %30 = icmp ult i64 %28, %29
  br i1 %30, label %32, label %31

31:
  store i32 2, ptr %9, align 4
  br label %65

32:
  %33 = load i64, ptr %8, align 8
  %34 = add i64 %33, 1
  %35 = load i64, ptr %6, align 8
  %36 = icmp ult i64 %34, %35
  %37 = zext i1 %36 to i32
  %38 = sext i32 %37 to i64
  %39 = load ptr, ptr %4, align 8
  %40 = load i64, ptr %8, align 8
  %41 = add i64 %40, 1
  %42 = getelementptr inbounds nuw %struct.late, ptr %39, i64 %41
  %43 = load ptr, ptr %4, align 8
  %44 = load i64, ptr %8, align 8
  %45 = getelementptr inbounds nuw %struct.late, ptr %43, i64 %44
  %46 = call zeroext i1 @earlier(ptr %42, ptr %45)
  %47 = zext i1 %46 to i64
  %48 = and i64 %38, %47
  %49 = load i64, ptr %8, align 8
  %50 = add i64 %49, %48
  store i64 %50, ptr %8, align 8
  %51 = load ptr, ptr %4, align 8
  %52 = load i64, ptr %8, align 8
  %53 = getelementptr inbounds nuw %struct.late, ptr %51, i64 %52
  %54 = call zeroext i1 @earlier(ptr %5, ptr %53)
  br i1 %54, label %55, label %56

55:
  store i32 2, ptr %9, align 4
  br label %65

56:
  %57 = load ptr, ptr %4, align 8
  %58 = load i64, ptr %7, align 8
  %59 = getelementptr inbounds nuw %struct.late, ptr %57, i64 %58
  %60 = load ptr, ptr %4, align 8
  %61 = load i64, ptr %8, align 8
  %62 = getelementptr inbounds nuw %struct.late, ptr %60, i64 %61
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %59, ptr align 8 %62, i64 32, i1 false)
  br label %63

63:
  %64 = load i64, ptr %8, align 8
  store i64 %64, ptr %7, align 8
  br label %25

65:
  br label %66

66:
  %67 = load ptr, ptr %4, align 8
  %68 = load i64, ptr %7, align 8
  %69 = getelementptr inbounds nuw %struct.late, ptr %67, i64 %68
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %69, ptr align 8 %5, i64 32, i1 false)
  store i32 1, ptr %9, align 4
  %70 = load { i64, i64 }, ptr %2, align 8
  ret { i64, i64 } %70
}

define internal { i64, i64 } @take_soon(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca %struct.event, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %11 = load i64, ptr %5, align 8
  %12 = urem i64 %11, 4096
  store i64 %12, ptr %6, align 8
  %13 = load ptr, ptr %4, align 8
  %14 = getelementptr inbounds nuw %struct.queue, ptr %13, i32 0, i32 3
  %15 = load i64, ptr %6, align 8
  %16 = getelementptr inbounds nuw [4096 x i32], ptr %14, i64 0, i64 %15
  %17 = load i32, ptr %16, align 4
  %18 = zext i32 %17 to i64
  store i64 %18, ptr %7, align 8
  %19 = load ptr, ptr %4, align 8
  %20 = getelementptr inbounds nuw %struct.queue, ptr %19, i32 0, i32 4
  %21 = load ptr, ptr %20, align 8
  %22 = load i64, ptr %7, align 8
  %23 = getelementptr inbounds nuw %struct.soon, ptr %21, i64 %22
  %24 = getelementptr inbounds nuw %struct.soon, ptr %23, i32 0, i32 1
  %25 = load i64, ptr %24, align 8
  store i64 %25, ptr %8, align 8
  %26 = load ptr, ptr %4, align 8
  %27 = getelementptr inbounds nuw %struct.queue, ptr %26, i32 0, i32 4
  %28 = load ptr, ptr %27, align 8
  %29 = load i64, ptr %8, align 8
  %30 = getelementptr inbounds nuw %struct.soon, ptr %28, i64 %29
  store ptr %30, ptr %9, align 8
  %31 = load i64, ptr %8, align 8
  %32 = load i64, ptr %7, align 8
  %33 = icmp ne i64 %31, %32
  br i1 %33, label %34, label %44

34:
  %35 = load ptr, ptr %9, align 8
  %36 = getelementptr inbounds nuw %struct.soon, ptr %35, i32 0, i32 1
  %37 = load i64, ptr %36, align 8
  %38 = load ptr, ptr %4, align 8
  %39 = getelementptr inbounds nuw %struct.queue, ptr %38, i32 0, i32 4
  %40 = load ptr, ptr %39, align 8
  %41 = load i64, ptr %7, align 8
  %42 = getelementptr inbounds nuw %struct.soon, ptr %40, i64 %41
  %43 = getelementptr inbounds nuw %struct.soon, ptr %42, i32 0, i32 1
  store i64 %37, ptr %43, align 8
  br label %71

44:
  %45 = load ptr, ptr %4, align 8
  %46 = getelementptr inbounds nuw %struct.queue, ptr %45, i32 0, i32 2
  %47 = load i64, ptr %6, align 8
  %48 = udiv i64 %47, 64
  %49 = getelementptr inbounds nuw [64 x i64], ptr %46, i64 0, i64 %48
  store ptr %49, ptr %10, align 8
  %50 = load i64, ptr %6, align 8
  %51 = urem i64 %50, 64
  %52 = shl i64 1, %51
  %53 = xor i64 %52, -1
  %54 = load ptr, ptr %10, align 8
  %55 = load i64, ptr %54, align 8
  %56 = and i64 %55, %53
  store i64 %56, ptr %54, align 8
  %57 = load ptr, ptr %10, align 8
  %58 = load i64, ptr %57, align 8
  %59 = icmp ne i64 %58, 0
  %60 = xor i1 %59, true
  %61 = zext i1 %60 to i32
  %62 = sext i32 %61 to i64
  %63 = load i64, ptr %6, align 8
  %64 = udiv i64 %63, 64
  %65 = shl i64 %62, %64
  %66 = xor i64 %65, -1
  %67 = load ptr, ptr %4, align 8
  %68 = getelementptr inbounds nuw %struct.queue, ptr %67, i32 0, i32 1
  %69 = load i64, ptr %68, align 8
  %70 = and i64 %69, %66
  store i64 %70, ptr %68, align 8
  br label %71

71:
  %72 = load ptr, ptr %4, align 8
  %73 = getelementptr inbounds nuw %struct.queue, ptr %72, i32 0, i32 6
  %74 = load i64, ptr %73, align 8
  %75 = load ptr, ptr %9, align 8
  %76 = getelementptr inbounds nuw %struct.soon, ptr %75, i32 0, i32 1
  store i64 %74, ptr %76, align 8
  %77 = load i64, ptr %8, align 8
  %78 = add i64 %77, 1
  %79 = load ptr, ptr %4, align 8
  %80 = getelementptr inbounds nuw %struct.queue, ptr %79, i32 0, i32 6
  store i64 %78, ptr %80, align 8
  %81 = load ptr, ptr %9, align 8
  %82 = getelementptr inbounds nuw %struct.soon, ptr %81, i32 0, i32 0
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %3, ptr align 8 %82, i64 16, i1 false)
  %83 = load { i64, i64 }, ptr %3, align 8
  ret { i64, i64 } %83
}

define internal zeroext i1 @earlier(ptr %0, ptr %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = call i128 @key_of(ptr %5)
  %7 = load ptr, ptr %4, align 8
  %8 = call i128 @key_of(ptr %7)
  %9 = icmp ult i128 %6, %8
  ret i1 %9
}

define internal i128 @key_of(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %struct.late, ptr %3, i32 0, i32 0
  %5 = load i64, ptr %4, align 8
  %6 = zext i64 %5 to i128
  %7 = shl i128 %6, 64
  %8 = load ptr, ptr %2, align 8
  %9 = getelementptr inbounds nuw %struct.late, ptr %8, i32 0, i32 1
  %10 = load i64, ptr %9, align 8
  %11 = zext i64 %10 to i128
  %12 = or i128 %7, %11
  ret i128 %12
}

define internal ptr @event_at(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = getelementptr inbounds nuw %struct.queue, ptr %6, i32 0, i32 8
  %8 = load i64, ptr %7, align 8
  %9 = icmp ne i64 %8, 0
  br i1 %9, label %10, label %23

10:
  %11 = load ptr, ptr %4, align 8
  %12 = getelementptr inbounds nuw %struct.queue, ptr %11, i32 0, i32 7
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw %struct.late, ptr %13, i32 0, i32 0
  %15 = load i64, ptr %14, align 8
  %16 = load i64, ptr %5, align 8
  %17 = icmp eq i64 %15, %16
  br i1 %17, label %18, label %23

18:
  %19 = load ptr, ptr %4, align 8
  %20 = getelementptr inbounds nuw %struct.queue, ptr %19, i32 0, i32 7
  %21 = load ptr, ptr %20, align 8
  %22 = getelementptr inbounds nuw %struct.late, ptr %21, i32 0, i32 2
  store ptr %22, ptr %3, align 8
  br label %42

23:
  %24 = load ptr, ptr %4, align 8
  %25 = getelementptr inbounds nuw %struct.queue, ptr %24, i32 0, i32 4
  %26 = load ptr, ptr %25, align 8
  %27 = load ptr, ptr %4, align 8
  %28 = getelementptr inbounds nuw %struct.queue, ptr %27, i32 0, i32 4
  %29 = load ptr, ptr %28, align 8
  %30 = load ptr, ptr %4, align 8
  %31 = getelementptr inbounds nuw %struct.queue, ptr %30, i32 0, i32 3
  %32 = load i64, ptr %5, align 8
  %33 = urem i64 %32, 4096
  %34 = getelementptr inbounds nuw [4096 x i32], ptr %31, i64 0, i64 %33
  %35 = load i32, ptr %34, align 4
  %36 = zext i32 %35 to i64
  %37 = getelementptr inbounds nuw %struct.soon, ptr %29, i64 %36
  %38 = getelementptr inbounds nuw %struct.soon, ptr %37, i32 0, i32 1
  %39 = load i64, ptr %38, align 8
  %40 = getelementptr inbounds nuw %struct.soon, ptr %26, i64 %39
  %41 = getelementptr inbounds nuw %struct.soon, ptr %40, i32 0, i32 0
  store ptr %41, ptr %3, align 8
  br label %42

42:
  %43 = load ptr, ptr %3, align 8
  ret ptr %43
}

declare void @llvm.prefetch.p0(ptr, i32, i32, i32)

define internal i32 @deliver(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i32, align 4
  %12 = alloca i64, align 8
  %13 = alloca ptr, align 8
  %14 = alloca ptr, align 8
  %15 = alloca ptr, align 8
  %16 = alloca [2 x ptr], align 16
  %17 = alloca [4 x ptr], align 16
  %18 = alloca i8, align 1
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  %19 = load ptr, ptr %6, align 8
  %20 = getelementptr inbounds nuw %struct.core, ptr %19, i32 0, i32 26
  %21 = load ptr, ptr %20, align 8
  %22 = load i64, ptr %7, align 8
  %23 = getelementptr inbounds nuw %struct.nic, ptr %21, i64 %22
  store ptr %23, ptr %10, align 8
  %24 = load ptr, ptr %6, align 8
  %25 = getelementptr inbounds nuw %struct.core, ptr %24, i32 0, i32 29
  %26 = load i64, ptr %25, align 8
  %27 = icmp ne i64 %26, 0
  br i1 %27, label %28, label %32

28:
  %29 = load ptr, ptr %6, align 8
  %30 = load i64, ptr %7, align 8
  %31 = load ptr, ptr %9, align 8
  call void @count(ptr %29, i64 %30, ptr %31)
  br label %32

32:
  %33 = load ptr, ptr %10, align 8
  %34 = getelementptr inbounds nuw %struct.nic, ptr %33, i32 0, i32 2
  %35 = load i64, ptr %34, align 8
  %36 = icmp ne i64 %35, 0
  br i1 %36, label %42, label %37

37:
  %38 = load ptr, ptr %10, align 8
  %39 = getelementptr inbounds nuw %struct.nic, ptr %38, i32 0, i32 8
  %40 = load ptr, ptr %39, align 8
  %41 = icmp ne ptr %40, null
  br i1 %41, label %42, label %51

42:
  %43 = load i64, ptr %7, align 8
  %44 = load ptr, ptr %6, align 8
  %45 = getelementptr inbounds nuw %struct.core, ptr %44, i32 0, i32 11
  store i64 %43, ptr %45, align 8
  %46 = load i64, ptr %8, align 8
  %47 = load ptr, ptr %6, align 8
  %48 = getelementptr inbounds nuw %struct.core, ptr %47, i32 0, i32 12
  store i64 %46, ptr %48, align 8
  %49 = load ptr, ptr %6, align 8
  %50 = load ptr, ptr %9, align 8
  call void @show(ptr %49, ptr %50)
  br label %51

51:
  %52 = load ptr, ptr %10, align 8
  %53 = getelementptr inbounds nuw %struct.nic, ptr %52, i32 0, i32 2
  %54 = load i64, ptr %53, align 8
  %55 = icmp ne i64 %54, 0
  br i1 %55, label %56, label %60

56:
  %57 = load ptr, ptr %9, align 8
  %58 = load ptr, ptr %6, align 8
  %59 = getelementptr inbounds nuw %struct.core, ptr %58, i32 0, i32 10
  store ptr %57, ptr %59, align 8
  store i32 7, ptr %5, align 4
  store i32 1, ptr %11, align 4
  br label %170

60:
  %61 = load ptr, ptr %10, align 8
  %62 = getelementptr inbounds nuw %struct.nic, ptr %61, i32 0, i32 11
  %63 = load ptr, ptr %62, align 8
  %64 = icmp ne ptr %63, null
  br i1 %64, label %65, label %107

65:
  %66 = load ptr, ptr %10, align 8
  %67 = getelementptr inbounds nuw %struct.nic, ptr %66, i32 0, i32 8
  %68 = load ptr, ptr %67, align 8
  %69 = icmp ne ptr %68, null
  br i1 %69, label %107, label %70

70:
  %71 = load ptr, ptr %10, align 8
  %72 = getelementptr inbounds nuw %struct.nic, ptr %71, i32 0, i32 12
  %73 = load ptr, ptr %72, align 8
  %74 = load ptr, ptr %10, align 8
  %75 = getelementptr inbounds nuw %struct.nic, ptr %74, i32 0, i32 11
  %76 = load ptr, ptr %75, align 8
  %77 = load i64, ptr %8, align 8
  %78 = load ptr, ptr %9, align 8
  %79 = getelementptr inbounds nuw %struct.frame, ptr %78, i32 0, i32 3
  %80 = load ptr, ptr %79, align 8
  %81 = load ptr, ptr %9, align 8
  %82 = getelementptr inbounds nuw %struct.frame, ptr %81, i32 0, i32 1
  %83 = load i64, ptr %82, align 8
  %84 = load ptr, ptr %6, align 8
  %85 = getelementptr inbounds nuw %struct.core, ptr %84, i32 0, i32 0
  %86 = load i64, ptr %85, align 8
  %87 = call i64 %73(ptr %76, i64 %77, ptr %80, i64 %83, i64 %86)
  store i64 %87, ptr %12, align 8
  %88 = load i64, ptr %12, align 8
  %89 = icmp ne i64 %88, 0
  br i1 %89, label %90, label %103

90:
  %91 = load ptr, ptr %6, align 8
  %92 = load ptr, ptr %9, align 8
  call void @give_back(ptr %91, ptr %92)
  %93 = load i64, ptr %12, align 8
  %94 = icmp eq i64 %93, 1
  br i1 %94, label %95, label %100

95:
  %96 = load ptr, ptr %6, align 8
  %97 = load i64, ptr %7, align 8
  %98 = call i64 @pump(ptr %96, i64 %97)
  %99 = trunc i64 %98 to i32
  br label %101

100:
  br label %101

101:
  %102 = phi i32 [ %99, %95 ], [ 9, %100 ]
  store i32 %102, ptr %5, align 4
  store i32 1, ptr %11, align 4
  br label %104

103:
  store i32 0, ptr %11, align 4
  br label %104

104:
  %105 = load i32, ptr %11, align 4
  switch i32 %105, label %170 [
    i32 0, label %106
  ]

106:
  br label %107

107:
  %108 = load ptr, ptr %9, align 8
  %109 = getelementptr inbounds nuw %struct.frame, ptr %108, i32 0, i32 3
  %110 = load ptr, ptr %109, align 8
  %111 = load ptr, ptr %9, align 8
  %112 = getelementptr inbounds nuw %struct.frame, ptr %111, i32 0, i32 1
  %113 = load i64, ptr %112, align 8
  %114 = call ptr @PyBytes_FromStringAndSize(ptr %110, i64 %113)
  store ptr %114, ptr %13, align 8
  %115 = load ptr, ptr %6, align 8
  %116 = load ptr, ptr %9, align 8
  call void @give_back(ptr %115, ptr %116)
  %117 = load ptr, ptr %13, align 8
  %118 = icmp ne ptr %117, null
  br i1 %118, label %120, label %119

119:
  store i32 9, ptr %5, align 4
  store i32 1, ptr %11, align 4
  br label %169

120:
  %121 = load i64, ptr %8, align 8
  %122 = call ptr @PyLong_FromLongLong(i64 %121)
  store ptr %122, ptr %14, align 8
  %123 = load ptr, ptr %6, align 8
  %124 = getelementptr inbounds nuw %struct.core, ptr %123, i32 0, i32 0
  %125 = load i64, ptr %124, align 8
  %126 = call ptr @PyLong_FromLongLong(i64 %125)
  store ptr %126, ptr %15, align 8
  store ptr null, ptr %16, align 8
  %127 = getelementptr inbounds ptr, ptr %16, i64 1
  %128 = load ptr, ptr %13, align 8
  store ptr %128, ptr %127, align 8
  store ptr null, ptr %17, align 8
  %129 = getelementptr inbounds ptr, ptr %17, i64 1
  %130 = load ptr, ptr %14, align 8
  store ptr %130, ptr %129, align 8
  %131 = getelementptr inbounds ptr, ptr %17, i64 2
  %132 = load ptr, ptr %13, align 8
  store ptr %132, ptr %131, align 8
  %133 = getelementptr inbounds ptr, ptr %17, i64 3
  %134 = load ptr, ptr %15, align 8
  store ptr %134, ptr %133, align 8
  %135 = load ptr, ptr %10, align 8
  %136 = getelementptr inbounds nuw %struct.nic, ptr %135, i32 0, i32 8
  %137 = load ptr, ptr %136, align 8
  %138 = icmp ne ptr %137, null
  br i1 %138, label %139, label %146

139:
  %140 = load ptr, ptr %10, align 8
  %141 = getelementptr inbounds nuw %struct.nic, ptr %140, i32 0, i32 8
  %142 = load ptr, ptr %141, align 8
  %143 = getelementptr inbounds [2 x ptr], ptr %16, i64 0, i64 0
  %144 = call ptr @call(ptr %142, ptr %143, i64 1)
  %145 = call zeroext i1 @done(ptr %144)
  br i1 %145, label %146, label %153

146:
  %147 = load ptr, ptr %10, align 8
  %148 = getelementptr inbounds nuw %struct.nic, ptr %147, i32 0, i32 6
  %149 = load ptr, ptr %148, align 8
  %150 = getelementptr inbounds [4 x ptr], ptr %17, i64 0, i64 0
  %151 = call ptr @call(ptr %149, ptr %150, i64 3)
  %152 = call zeroext i1 @done(ptr %151)
  br label %153

153:
  %154 = phi i1 [ false, %139 ], [ %152, %146 ]
  %155 = zext i1 %154 to i8
  store i8 %155, ptr %18, align 1
  %156 = load ptr, ptr %13, align 8
  call void @Py_DecRef(ptr %156)
  %157 = load ptr, ptr %14, align 8
  call void @Py_DecRef(ptr %157)
  %158 = load ptr, ptr %15, align 8
  call void @Py_DecRef(ptr %158)
  %159 = load i8, ptr %18, align 1
  %160 = trunc i8 %159 to i1
  br i1 %160, label %161, label %166

161:
  %162 = load ptr, ptr %6, align 8
  %163 = load i64, ptr %7, align 8
  %164 = call i64 @pump(ptr %162, i64 %163)
  %165 = trunc i64 %164 to i32
  br label %167

166:
  br label %167

167:
  %168 = phi i32 [ %165, %161 ], [ 9, %166 ]
  store i32 %168, ptr %5, align 4
  store i32 1, ptr %11, align 4
  br label %169

169:
  br label %170

170:
  %171 = load i32, ptr %5, align 4
  ret i32 %171
}

define internal i32 @pass(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
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
  %13 = getelementptr inbounds nuw %struct.core, ptr %12, i32 0, i32 7
  %14 = load ptr, ptr %13, align 8
  %15 = load i64, ptr %7, align 8
  %16 = getelementptr inbounds nuw %struct.node, ptr %14, i64 %15
  store ptr %16, ptr %10, align 8
  %17 = load ptr, ptr %10, align 8
  %18 = getelementptr inbounds nuw %struct.node, ptr %17, i32 0, i32 13
  %19 = load ptr, ptr %18, align 8
  %20 = icmp ne ptr %19, null
  br i1 %20, label %21, label %37

21:
  %22 = load ptr, ptr %9, align 8
  %23 = call zeroext i1 @is_pause(ptr %22)
  br i1 %23, label %24, label %37

24:
  %25 = load i64, ptr %8, align 8
  %26 = load ptr, ptr %6, align 8
  %27 = getelementptr inbounds nuw %struct.core, ptr %26, i32 0, i32 12
  store i64 %25, ptr %27, align 8
  %28 = load ptr, ptr %6, align 8
  %29 = getelementptr inbounds nuw %struct.core, ptr %28, i32 0, i32 9
  %30 = load ptr, ptr %29, align 8
  %31 = load i64, ptr %7, align 8
  %32 = load ptr, ptr %9, align 8
  %33 = ptrtoint ptr %32 to i64
  %34 = call i64 %30(i64 8, i64 %31, i64 %33)
  %35 = load ptr, ptr %6, align 8
  %36 = load ptr, ptr %9, align 8
  call void @give_back(ptr %35, ptr %36)
  store i32 0, ptr %5, align 4
  store i32 1, ptr %11, align 4
  br label %97

37:
  %38 = load ptr, ptr %10, align 8
  %39 = getelementptr inbounds nuw %struct.node, ptr %38, i32 0, i32 13
  %40 = load ptr, ptr %39, align 8
  %41 = icmp ne ptr %40, null
  br i1 %41, label %42, label %48

42:
  %43 = load i64, ptr %8, align 8
  %44 = load ptr, ptr %10, align 8
  %45 = getelementptr inbounds nuw %struct.node, ptr %44, i32 0, i32 13
  %46 = load ptr, ptr %45, align 8
  %47 = getelementptr inbounds nuw %struct.buffer, ptr %46, i32 0, i32 10
  store i64 %43, ptr %47, align 8
  br label %48

48:
  %49 = load ptr, ptr %10, align 8
  %50 = getelementptr inbounds nuw %struct.node, ptr %49, i32 0, i32 4
  %51 = load i64, ptr %50, align 8
  %52 = add i64 %51, 1
  store i64 %52, ptr %50, align 8
  %53 = load ptr, ptr %10, align 8
  %54 = getelementptr inbounds nuw %struct.node, ptr %53, i32 0, i32 3
  %55 = load i64, ptr %54, align 8
  %56 = icmp ne i64 %55, 0
  br i1 %56, label %57, label %71

57:
  %58 = load ptr, ptr %10, align 8
  %59 = getelementptr inbounds nuw %struct.node, ptr %58, i32 0, i32 8
  %60 = load i64, ptr %59, align 8
  %61 = add i64 %60, 1
  store i64 %61, ptr %59, align 8
  %62 = load ptr, ptr %6, align 8
  %63 = getelementptr inbounds nuw %struct.core, ptr %62, i32 0, i32 9
  %64 = load ptr, ptr %63, align 8
  %65 = load i64, ptr %7, align 8
  %66 = load ptr, ptr %9, align 8
  %67 = ptrtoint ptr %66 to i64
  %68 = call i64 %64(i64 5, i64 %65, i64 %67)
  %69 = load ptr, ptr %6, align 8
  %70 = load ptr, ptr %9, align 8
  call void @give_back(ptr %69, ptr %70)
  store i32 0, ptr %5, align 4
  store i32 1, ptr %11, align 4
  br label %97

71:
  %72 = load ptr, ptr %6, align 8
  %73 = getelementptr inbounds nuw %struct.core, ptr %72, i32 0, i32 13
  store i64 0, ptr %73, align 8
  %74 = load ptr, ptr %10, align 8
  %75 = getelementptr inbounds nuw %struct.node, ptr %74, i32 0, i32 0
  %76 = load ptr, ptr %75, align 8
  %77 = icmp ne ptr %76, null
  br i1 %77, label %78, label %85

78:
  %79 = load ptr, ptr %6, align 8
  %80 = load i64, ptr %7, align 8
  %81 = load i64, ptr %8, align 8
  %82 = load ptr, ptr %9, align 8
  %83 = call zeroext i1 @passed(ptr %79, i64 %80, i64 %81, ptr %82)
  br i1 %83, label %84, label %85

84:
  store i32 0, ptr %5, align 4
  store i32 1, ptr %11, align 4
  br label %97

85:
  %86 = load i64, ptr %7, align 8
  %87 = load ptr, ptr %6, align 8
  %88 = getelementptr inbounds nuw %struct.core, ptr %87, i32 0, i32 11
  store i64 %86, ptr %88, align 8
  %89 = load i64, ptr %8, align 8
  %90 = load ptr, ptr %6, align 8
  %91 = getelementptr inbounds nuw %struct.core, ptr %90, i32 0, i32 12
  store i64 %89, ptr %91, align 8
  %92 = load ptr, ptr %9, align 8
  %93 = load ptr, ptr %6, align 8
  %94 = getelementptr inbounds nuw %struct.core, ptr %93, i32 0, i32 10
  store ptr %92, ptr %94, align 8
  %95 = load ptr, ptr %6, align 8
  %96 = load ptr, ptr %9, align 8
  call void @show(ptr %95, ptr %96)
  store i32 8, ptr %5, align 4
  store i32 1, ptr %11, align 4
  br label %97

97:
  %98 = load i32, ptr %5, align 4
  ret i32 %98
}

define internal void @count(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = getelementptr inbounds nuw %struct.core, ptr %9, i32 0, i32 32
  %11 = load i64, ptr %10, align 8
  %12 = mul i64 %11, 2
  %13 = load ptr, ptr %4, align 8
  %14 = getelementptr inbounds nuw %struct.core, ptr %13, i32 0, i32 31
  %15 = load i64, ptr %14, align 8
  %16 = icmp uge i64 %12, %15
  br i1 %16, label %17, label %23

17:
  %18 = load ptr, ptr %4, align 8
  %19 = call zeroext i1 @grow(ptr %18)
  br i1 %19, label %23, label %20

20:
  %21 = load ptr, ptr %4, align 8
  %22 = getelementptr inbounds nuw %struct.core, ptr %21, i32 0, i32 3
  store i64 1, ptr %22, align 8
  br label %97

23:
  %24 = load ptr, ptr %4, align 8
  %25 = load ptr, ptr %6, align 8
  %26 = getelementptr inbounds nuw %struct.frame, ptr %25, i32 0, i32 6
  %27 = load i64, ptr %26, align 8
  %28 = add i64 %27, 2
  %29 = load i64, ptr %5, align 8
  %30 = load ptr, ptr %6, align 8
  %31 = getelementptr inbounds nuw %struct.frame, ptr %30, i32 0, i32 9
  %32 = getelementptr inbounds [0 x i64], ptr %31, i64 0, i64 0
  %33 = call ptr @find(ptr %24, i64 %28, i64 %29, ptr %32)
  store ptr %33, ptr %7, align 8
  %34 = load ptr, ptr %7, align 8
  %35 = getelementptr inbounds nuw %struct.use, ptr %34, i32 0, i32 0
  %36 = load i64, ptr %35, align 8
  %37 = icmp ne i64 %36, 0
  br i1 %37, label %61, label %38

38:
  %39 = load ptr, ptr %6, align 8
  %40 = getelementptr inbounds nuw %struct.frame, ptr %39, i32 0, i32 6
  %41 = load i64, ptr %40, align 8
  %42 = add i64 %41, 2
  %43 = load ptr, ptr %7, align 8
  %44 = getelementptr inbounds nuw %struct.use, ptr %43, i32 0, i32 0
  store i64 %42, ptr %44, align 8
  %45 = load i64, ptr %5, align 8
  %46 = load ptr, ptr %7, align 8
  %47 = getelementptr inbounds nuw %struct.use, ptr %46, i32 0, i32 1
  store i64 %45, ptr %47, align 8
  %48 = load ptr, ptr %7, align 8
  %49 = getelementptr inbounds nuw %struct.use, ptr %48, i32 0, i32 6
  %50 = getelementptr inbounds [0 x i64], ptr %49, i64 0, i64 0
  %51 = load ptr, ptr %6, align 8
  %52 = getelementptr inbounds nuw %struct.frame, ptr %51, i32 0, i32 9
  %53 = getelementptr inbounds [0 x i64], ptr %52, i64 0, i64 0
  %54 = load ptr, ptr %4, align 8
  %55 = call i64 @trail_words(ptr %54)
  %56 = mul i64 8, %55
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %50, ptr align 8 %53, i64 %56, i1 false)
  %57 = load ptr, ptr %4, align 8
  %58 = getelementptr inbounds nuw %struct.core, ptr %57, i32 0, i32 32
  %59 = load i64, ptr %58, align 8
  %60 = add i64 %59, 1
  store i64 %60, ptr %58, align 8
  br label %61

61:
  %62 = load ptr, ptr %7, align 8
  %63 = getelementptr inbounds nuw %struct.use, ptr %62, i32 0, i32 2
  %64 = load i64, ptr %63, align 8
  %65 = add i64 %64, 1
  store i64 %65, ptr %63, align 8
  %66 = load ptr, ptr %6, align 8
  %67 = getelementptr inbounds nuw %struct.frame, ptr %66, i32 0, i32 1
  %68 = load i64, ptr %67, align 8
  %69 = load ptr, ptr %7, align 8
  %70 = getelementptr inbounds nuw %struct.use, ptr %69, i32 0, i32 3
  %71 = load i64, ptr %70, align 8
  %72 = add i64 %71, %68
  store i64 %72, ptr %70, align 8
  %73 = load ptr, ptr %6, align 8
  %74 = getelementptr inbounds nuw %struct.frame, ptr %73, i32 0, i32 8
  %75 = load i64, ptr %74, align 8
  %76 = load ptr, ptr %7, align 8
  %77 = getelementptr inbounds nuw %struct.use, ptr %76, i32 0, i32 4
  %78 = load i64, ptr %77, align 8
  %79 = add i64 %78, %75
  store i64 %79, ptr %77, align 8
  %80 = load ptr, ptr %4, align 8
  %81 = getelementptr inbounds nuw %struct.core, ptr %80, i32 0, i32 0
  %82 = load i64, ptr %81, align 8
  %83 = load ptr, ptr %6, align 8
  %84 = getelementptr inbounds nuw %struct.frame, ptr %83, i32 0, i32 7
  %85 = load i64, ptr %84, align 8
  %86 = sub i64 %82, %85
  store i64 %86, ptr %8, align 8
  %87 = load i64, ptr %8, align 8
  %88 = load ptr, ptr %7, align 8
  %89 = getelementptr inbounds nuw %struct.use, ptr %88, i32 0, i32 5
  %90 = load i64, ptr %89, align 8
  %91 = icmp ugt i64 %87, %90
  br i1 %91, label %92, label %96

92:
  %93 = load i64, ptr %8, align 8
  %94 = load ptr, ptr %7, align 8
  %95 = getelementptr inbounds nuw %struct.use, ptr %94, i32 0, i32 5
  store i64 %93, ptr %95, align 8
  br label %96

96:
  br label %97

97:
  ret void
}

define internal void @show(ptr %0, ptr %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = getelementptr inbounds nuw %struct.core, ptr %5, i32 0, i32 33
  %7 = getelementptr inbounds [0 x i64], ptr %6, i64 0, i64 0
  %8 = load ptr, ptr %4, align 8
  %9 = load ptr, ptr %3, align 8
  %10 = getelementptr inbounds nuw %struct.core, ptr %9, i32 0, i32 8
  %11 = load i64, ptr %10, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %7, ptr align 8 %8, i64 %11, i1 false)
  ret void
}

declare ptr @PyBytes_FromStringAndSize(ptr, i64)

define internal zeroext i1 @done(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  call void @Py_DecRef(ptr %3)
  %4 = load ptr, ptr %2, align 8
  %5 = icmp ne ptr %4, null
  ret i1 %5
}

define internal zeroext i1 @grow(ptr %0) nounwind {
  %2 = alloca i1, align 1
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  %9 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  %10 = load ptr, ptr %3, align 8
  %11 = getelementptr inbounds nuw %struct.core, ptr %10, i32 0, i32 30
  %12 = load ptr, ptr %11, align 8
  store ptr %12, ptr %4, align 8
  %13 = load ptr, ptr %3, align 8
  %14 = getelementptr inbounds nuw %struct.core, ptr %13, i32 0, i32 31
  %15 = load i64, ptr %14, align 8
  store i64 %15, ptr %5, align 8
  %16 = load ptr, ptr %3, align 8
  %17 = call i64 @trail_words(ptr %16)
  %18 = mul i64 8, %17
  %19 = add i64 48, %18
  store i64 %19, ptr %6, align 8
  %20 = load i64, ptr %5, align 8
  %21 = icmp ne i64 %20, 0
  br i1 %21, label %22, label %25

22:
  %23 = load i64, ptr %5, align 8
  %24 = mul i64 2, %23
  br label %26

25:
  br label %26

26:
  %27 = phi i64 [ %24, %22 ], [ 256, %25 ]
  %28 = load i64, ptr %6, align 8
  %29 = call ptr @calloc(i64 %27, i64 %28)
  store ptr %29, ptr %7, align 8
  %30 = load ptr, ptr %7, align 8
  %31 = icmp ne ptr %30, null
  br i1 %31, label %33, label %32

32:
  store i1 false, ptr %2, align 1
  store i32 1, ptr %8, align 4
  br label %77

33:
  %34 = load ptr, ptr %7, align 8
  %35 = load ptr, ptr %3, align 8
  %36 = getelementptr inbounds nuw %struct.core, ptr %35, i32 0, i32 30
  store ptr %34, ptr %36, align 8
  %37 = load i64, ptr %5, align 8
  %38 = icmp ne i64 %37, 0
  br i1 %38, label %39, label %42

39:
  %40 = load i64, ptr %5, align 8
  %41 = mul i64 2, %40
  br label %43

42:
  br label %43

43:
  %44 = phi i64 [ %41, %39 ], [ 256, %42 ]
  %45 = load ptr, ptr %3, align 8
  %46 = getelementptr inbounds nuw %struct.core, ptr %45, i32 0, i32 31
  store i64 %44, ptr %46, align 8
  br label %47

47:
  %48 = load i64, ptr %5, align 8
  %49 = add i64 %48, -1
  store i64 %49, ptr %5, align 8
  %50 = icmp ne i64 %48, 0
  br i1 %50, label %51, label %75

51:
  %52 = load ptr, ptr %3, align 8
  %53 = load ptr, ptr %4, align 8
  %54 = load i64, ptr %5, align 8
  %55 = call ptr @record_at(ptr %52, ptr %53, i64 %54)
  store ptr %55, ptr %9, align 8
  %56 = load ptr, ptr %9, align 8
  %57 = getelementptr inbounds nuw %struct.use, ptr %56, i32 0, i32 0
  %58 = load i64, ptr %57, align 8
  %59 = icmp ne i64 %58, 0
  br i1 %59, label %60, label %74

60:
  %61 = load ptr, ptr %3, align 8
  %62 = load ptr, ptr %9, align 8
  %63 = getelementptr inbounds nuw %struct.use, ptr %62, i32 0, i32 0
  %64 = load i64, ptr %63, align 8
  %65 = load ptr, ptr %9, align 8
  %66 = getelementptr inbounds nuw %struct.use, ptr %65, i32 0, i32 1
  %67 = load i64, ptr %66, align 8
  %68 = load ptr, ptr %9, align 8
  %69 = getelementptr inbounds nuw %struct.use, ptr %68, i32 0, i32 6
  %70 = getelementptr inbounds [0 x i64], ptr %69, i64 0, i64 0
  %71 = call ptr @find(ptr %61, i64 %64, i64 %67, ptr %70)
  %72 = load ptr, ptr %9, align 8
  %73 = load i64, ptr %6, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %71, ptr align 8 %72, i64 %73, i1 false)
  br label %74

74:
  br label %47

75:
  %76 = load ptr, ptr %4, align 8
  call void @free(ptr %76)
  store i1 true, ptr %2, align 1
  store i32 1, ptr %8, align 4
  br label %77

77:
  %78 = load i1, ptr %2, align 1
  ret i1 %78
}

define internal ptr @find(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  %15 = alloca ptr, align 8
  %16 = alloca i32, align 4
  %17 = alloca i64, align 8
  %18 = alloca i64, align 8
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  %19 = load i64, ptr %7, align 8
  %20 = mul i64 %19, -7046029254386353131
  %21 = load i64, ptr %8, align 8
  %22 = xor i64 %20, %21
  store i64 %22, ptr %10, align 8
  %23 = load ptr, ptr %6, align 8
  %24 = call i64 @trail_words(ptr %23)
  store i64 %24, ptr %11, align 8
  store i64 0, ptr %12, align 8
  br label %25

25:
  %26 = load i64, ptr %12, align 8
  %27 = load i64, ptr %11, align 8
  %28 = icmp ult i64 %26, %27
  br i1 %28, label %30, label %29

29:
  br label %45

30:
  %31 = load i64, ptr %10, align 8
  %32 = mul i64 %31, -7046029254386353131
  store i64 %32, ptr %13, align 8
  %33 = load i64, ptr %13, align 8
  %34 = load i64, ptr %13, align 8
  %35 = lshr i64 %34, 32
  %36 = xor i64 %33, %35
  %37 = load ptr, ptr %9, align 8
  %38 = load i64, ptr %12, align 8
  %39 = getelementptr inbounds nuw i64, ptr %37, i64 %38
  %40 = load i64, ptr %39, align 8
  %41 = xor i64 %36, %40
  store i64 %41, ptr %10, align 8
  br label %42

42:
  %43 = load i64, ptr %12, align 8
  %44 = add i64 %43, 1
  store i64 %44, ptr %12, align 8
  br label %25

45:
  %46 = load i64, ptr %10, align 8
  %47 = mul i64 %46, -7046029254386353131
  %48 = lshr i64 %47, 32
  store i64 %48, ptr %14, align 8
  br label %49

49:
  %50 = load ptr, ptr %6, align 8
  %51 = load ptr, ptr %6, align 8
  %52 = getelementptr inbounds nuw %struct.core, ptr %51, i32 0, i32 30
  %53 = load ptr, ptr %52, align 8
  %54 = load i64, ptr %14, align 8
  %55 = load ptr, ptr %6, align 8
  %56 = getelementptr inbounds nuw %struct.core, ptr %55, i32 0, i32 31
  %57 = load i64, ptr %56, align 8
  %58 = sub i64 %57, 1
  %59 = and i64 %54, %58
  %60 = call ptr @record_at(ptr %50, ptr %53, i64 %59)
  store ptr %60, ptr %15, align 8
  %61 = load ptr, ptr %15, align 8
  %62 = getelementptr inbounds nuw %struct.use, ptr %61, i32 0, i32 0
  %63 = load i64, ptr %62, align 8
  %64 = icmp ne i64 %63, 0
  br i1 %64, label %67, label %65

65:
  %66 = load ptr, ptr %15, align 8
  store ptr %66, ptr %5, align 8
  store i32 1, ptr %16, align 4
  br label %109

67:
  %68 = load ptr, ptr %15, align 8
  %69 = getelementptr inbounds nuw %struct.use, ptr %68, i32 0, i32 0
  %70 = load i64, ptr %69, align 8
  %71 = load i64, ptr %7, align 8
  %72 = icmp ne i64 %70, %71
  br i1 %72, label %79, label %73

73:
  %74 = load ptr, ptr %15, align 8
  %75 = getelementptr inbounds nuw %struct.use, ptr %74, i32 0, i32 1
  %76 = load i64, ptr %75, align 8
  %77 = load i64, ptr %8, align 8
  %78 = icmp ne i64 %76, %77
  br i1 %78, label %79, label %80

79:
  store i32 7, ptr %16, align 4
  br label %109

80:
  store i64 0, ptr %17, align 8
  store i64 0, ptr %18, align 8
  br label %81

81:
  %82 = load i64, ptr %18, align 8
  %83 = load i64, ptr %11, align 8
  %84 = icmp ult i64 %82, %83
  br i1 %84, label %86, label %85

85:
  store i32 8, ptr %16, align 4
  br label %102

86:
  %87 = load ptr, ptr %15, align 8
  %88 = getelementptr inbounds nuw %struct.use, ptr %87, i32 0, i32 6
  %89 = load i64, ptr %18, align 8
  %90 = getelementptr inbounds nuw [0 x i64], ptr %88, i64 0, i64 %89
  %91 = load i64, ptr %90, align 8
  %92 = load ptr, ptr %9, align 8
  %93 = load i64, ptr %18, align 8
  %94 = getelementptr inbounds nuw i64, ptr %92, i64 %93
  %95 = load i64, ptr %94, align 8
  %96 = xor i64 %91, %95
  %97 = load i64, ptr %17, align 8
  %98 = or i64 %97, %96
  store i64 %98, ptr %17, align 8
  br label %99

99:
  %100 = load i64, ptr %18, align 8
  %101 = add i64 %100, 1
  store i64 %101, ptr %18, align 8
  br label %81

102:
  %103 = load i64, ptr %17, align 8
  %104 = icmp ne i64 %103, 0
  br i1 %104, label %107, label %105

105:
  %106 = load ptr, ptr %15, align 8
  store ptr %106, ptr %5, align 8
  store i32 1, ptr %16, align 4
  br label %108

107:
  store i32 0, ptr %16, align 4
  br label %108

108:
  br label %109

109:
  %110 = load i32, ptr %16, align 4
  switch i32 %110, label %115 [
    i32 0, label %111
    i32 7, label %112
  ]

111:
  br label %112

112:
  %113 = load i64, ptr %14, align 8
  %114 = add i64 %113, 1
  store i64 %114, ptr %14, align 8
  br label %49

115:
  %116 = load ptr, ptr %5, align 8
  ret ptr %116
}

define internal i64 @trail_words(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %struct.core, ptr %3, i32 0, i32 8
  %5 = load i64, ptr %4, align 8
  %6 = sub i64 %5, 72
  %7 = udiv i64 %6, 8
  ret i64 %7
}

define internal ptr @record_at(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %5, align 8
  %8 = load i64, ptr %6, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = call i64 @trail_words(ptr %9)
  %11 = mul i64 8, %10
  %12 = add i64 48, %11
  %13 = mul i64 %8, %12
  %14 = getelementptr inbounds nuw i8, ptr %7, i64 %13
  ret ptr %14
}

define internal zeroext i1 @is_pause(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %struct.frame, ptr %3, i32 0, i32 1
  %5 = load i64, ptr %4, align 8
  %6 = icmp uge i64 %5, 34
  br i1 %6, label %7, label %21

7:
  %8 = load ptr, ptr %2, align 8
  %9 = getelementptr inbounds nuw %struct.frame, ptr %8, i32 0, i32 3
  %10 = load ptr, ptr %9, align 8
  %11 = call i32 @memcmp(ptr %10, ptr @is_pause.head, i64 6)
  %12 = icmp ne i32 %11, 0
  br i1 %12, label %21, label %13

13:
  %14 = load ptr, ptr %2, align 8
  %15 = getelementptr inbounds nuw %struct.frame, ptr %14, i32 0, i32 3
  %16 = load ptr, ptr %15, align 8
  %17 = getelementptr inbounds nuw i8, ptr %16, i64 12
  %18 = call i32 @memcmp(ptr %17, ptr @is_pause.kind, i64 4)
  %19 = icmp ne i32 %18, 0
  %20 = xor i1 %19, true
  br label %21

21:
  %22 = phi i1 [ false, %7 ], [ false, %1 ], [ %20, %13 ]
  ret i1 %22
}

define internal zeroext i1 @passed(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = alloca i1, align 1
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca ptr, align 8
  %14 = alloca i32, align 4
  %15 = alloca i64, align 8
  %16 = alloca ptr, align 8
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  %17 = load ptr, ptr %6, align 8
  %18 = getelementptr inbounds nuw %struct.core, ptr %17, i32 0, i32 7
  %19 = load ptr, ptr %18, align 8
  %20 = load i64, ptr %7, align 8
  %21 = getelementptr inbounds nuw %struct.node, ptr %19, i64 %20
  store ptr %21, ptr %10, align 8
  %22 = load ptr, ptr %9, align 8
  %23 = getelementptr inbounds nuw %struct.frame, ptr %22, i32 0, i32 1
  %24 = load i64, ptr %23, align 8
  store i64 %24, ptr %11, align 8
  %25 = load i64, ptr %11, align 8
  %26 = load ptr, ptr %10, align 8
  %27 = getelementptr inbounds nuw %struct.node, ptr %26, i32 0, i32 2
  %28 = load i64, ptr %27, align 8
  %29 = add i64 %25, %28
  store i64 %29, ptr %12, align 8
  %30 = load ptr, ptr %6, align 8
  %31 = load i64, ptr %12, align 8
  %32 = call ptr @new_frame(ptr %30, i64 %31)
  store ptr %32, ptr %13, align 8
  %33 = load ptr, ptr %13, align 8
  %34 = icmp ne ptr %33, null
  br i1 %34, label %40, label %35

35:
  %36 = load ptr, ptr %6, align 8
  %37 = getelementptr inbounds nuw %struct.core, ptr %36, i32 0, i32 3
  store i64 1, ptr %37, align 8
  %38 = load ptr, ptr %6, align 8
  %39 = load ptr, ptr %9, align 8
  call void @give_back(ptr %38, ptr %39)
  store i1 true, ptr %5, align 1
  store i32 1, ptr %14, align 4
  br label %162

40:
  %41 = load i64, ptr %8, align 8
  %42 = load i64, ptr %11, align 8
  %43 = shl i64 %42, 32
  %44 = or i64 %41, %43
  %45 = load ptr, ptr %6, align 8
  %46 = getelementptr inbounds nuw %struct.core, ptr %45, i32 0, i32 14
  store i64 %44, ptr %46, align 8
  %47 = load ptr, ptr %9, align 8
  %48 = getelementptr inbounds nuw %struct.frame, ptr %47, i32 0, i32 3
  %49 = load ptr, ptr %48, align 8
  %50 = load ptr, ptr %6, align 8
  %51 = getelementptr inbounds nuw %struct.core, ptr %50, i32 0, i32 15
  store ptr %49, ptr %51, align 8
  %52 = load ptr, ptr %6, align 8
  %53 = getelementptr inbounds nuw %struct.core, ptr %52, i32 0, i32 0
  %54 = load i64, ptr %53, align 8
  %55 = udiv i64 %54, 1000
  %56 = load ptr, ptr %6, align 8
  %57 = getelementptr inbounds nuw %struct.core, ptr %56, i32 0, i32 16
  store i64 %55, ptr %57, align 8
  %58 = load ptr, ptr %6, align 8
  %59 = getelementptr inbounds nuw %struct.core, ptr %58, i32 0, i32 24
  %60 = load ptr, ptr %6, align 8
  %61 = getelementptr inbounds nuw %struct.core, ptr %60, i32 0, i32 17
  store ptr %59, ptr %61, align 8
  %62 = load ptr, ptr %6, align 8
  %63 = getelementptr inbounds nuw %struct.core, ptr %62, i32 0, i32 18
  store i64 1, ptr %63, align 8
  %64 = load ptr, ptr %6, align 8
  %65 = getelementptr inbounds nuw %struct.core, ptr %64, i32 0, i32 19
  store i64 0, ptr %65, align 8
  %66 = load ptr, ptr %13, align 8
  %67 = getelementptr inbounds nuw %struct.frame, ptr %66, i32 0, i32 3
  %68 = load ptr, ptr %67, align 8
  %69 = load ptr, ptr %6, align 8
  %70 = getelementptr inbounds nuw %struct.core, ptr %69, i32 0, i32 20
  store ptr %68, ptr %70, align 8
  %71 = load i64, ptr %12, align 8
  %72 = load ptr, ptr %6, align 8
  %73 = getelementptr inbounds nuw %struct.core, ptr %72, i32 0, i32 21
  store i64 %71, ptr %73, align 8
  %74 = load ptr, ptr %6, align 8
  %75 = getelementptr inbounds nuw %struct.core, ptr %74, i32 0, i32 22
  store i64 0, ptr %75, align 8
  %76 = load ptr, ptr %6, align 8
  %77 = getelementptr inbounds nuw %struct.core, ptr %76, i32 0, i32 23
  store i64 1, ptr %77, align 8
  %78 = load ptr, ptr %10, align 8
  %79 = getelementptr inbounds nuw %struct.node, ptr %78, i32 0, i32 0
  %80 = load ptr, ptr %79, align 8
  %81 = load ptr, ptr %10, align 8
  %82 = getelementptr inbounds nuw %struct.node, ptr %81, i32 0, i32 1
  %83 = load ptr, ptr %82, align 8
  %84 = load ptr, ptr %6, align 8
  %85 = getelementptr inbounds nuw %struct.core, ptr %84, i32 0, i32 14
  %86 = load ptr, ptr %6, align 8
  %87 = getelementptr inbounds nuw %struct.core, ptr %86, i32 0, i32 17
  %88 = call i64 %80(ptr %83, i64 1, ptr %85, ptr %87)
  store i64 %88, ptr %15, align 8
  %89 = load ptr, ptr %10, align 8
  %90 = getelementptr inbounds nuw %struct.node, ptr %89, i32 0, i32 12
  %91 = load ptr, ptr %90, align 8
  %92 = load i64, ptr %91, align 8
  %93 = icmp ne i64 %92, 0
  br i1 %93, label %94, label %101

94:
  %95 = load ptr, ptr %6, align 8
  %96 = getelementptr inbounds nuw %struct.core, ptr %95, i32 0, i32 9
  %97 = load ptr, ptr %96, align 8
  %98 = load i64, ptr %7, align 8
  %99 = load i64, ptr %15, align 8
  %100 = call i64 %97(i64 2, i64 %98, i64 %99)
  br label %101

101:
  %102 = load i64, ptr %15, align 8
  %103 = icmp ne i64 %102, 1
  br i1 %103, label %104, label %110

104:
  %105 = load ptr, ptr %6, align 8
  %106 = load ptr, ptr %13, align 8
  call void @give_back(ptr %105, ptr %106)
  %107 = load i64, ptr %15, align 8
  %108 = load ptr, ptr %6, align 8
  %109 = getelementptr inbounds nuw %struct.core, ptr %108, i32 0, i32 13
  store i64 %107, ptr %109, align 8
  store i1 false, ptr %5, align 1
  store i32 1, ptr %14, align 4
  br label %161

110:
  %111 = load ptr, ptr %6, align 8
  %112 = getelementptr inbounds nuw %struct.core, ptr %111, i32 0, i32 19
  %113 = load i64, ptr %112, align 8
  %114 = icmp ne i64 %113, 0
  br i1 %114, label %124, label %115

115:
  %116 = load ptr, ptr %10, align 8
  %117 = getelementptr inbounds nuw %struct.node, ptr %116, i32 0, i32 7
  %118 = load i64, ptr %117, align 8
  %119 = add i64 %118, 1
  store i64 %119, ptr %117, align 8
  %120 = load ptr, ptr %6, align 8
  %121 = load ptr, ptr %13, align 8
  call void @give_back(ptr %120, ptr %121)
  %122 = load ptr, ptr %6, align 8
  %123 = load ptr, ptr %9, align 8
  call void @give_back(ptr %122, ptr %123)
  store i1 true, ptr %5, align 1
  store i32 1, ptr %14, align 4
  br label %161

124:
  %125 = load ptr, ptr %6, align 8
  %126 = load ptr, ptr %9, align 8
  %127 = load ptr, ptr %13, align 8
  %128 = load ptr, ptr %6, align 8
  %129 = getelementptr inbounds nuw %struct.core, ptr %128, i32 0, i32 22
  %130 = load i64, ptr %129, align 8
  %131 = load ptr, ptr %6, align 8
  %132 = getelementptr inbounds nuw %struct.core, ptr %131, i32 0, i32 23
  %133 = load i64, ptr %132, align 8
  %134 = sub i64 %130, %133
  %135 = load ptr, ptr %6, align 8
  %136 = getelementptr inbounds nuw %struct.core, ptr %135, i32 0, i32 23
  %137 = load i64, ptr %136, align 8
  %138 = call ptr @joined(ptr %125, ptr %126, ptr %127, i64 %134, i64 %137)
  store ptr %138, ptr %16, align 8
  %139 = load ptr, ptr %6, align 8
  %140 = load ptr, ptr %16, align 8
  %141 = load ptr, ptr %9, align 8
  %142 = icmp eq ptr %140, %141
  br i1 %142, label %143, label %145

143:
  %144 = load ptr, ptr %13, align 8
  br label %147

145:
  %146 = load ptr, ptr %9, align 8
  br label %147

147:
  %148 = phi ptr [ %144, %143 ], [ %146, %145 ]
  call void @give_back(ptr %139, ptr %148)
  %149 = load ptr, ptr %6, align 8
  %150 = load i64, ptr %7, align 8
  %151 = load ptr, ptr %16, align 8
  %152 = load i64, ptr %11, align 8
  %153 = load ptr, ptr %6, align 8
  %154 = getelementptr inbounds nuw %struct.core, ptr %153, i32 0, i32 24
  %155 = load i64, ptr %154, align 8
  %156 = and i64 %155, 4294967295
  %157 = load ptr, ptr %6, align 8
  %158 = getelementptr inbounds nuw %struct.core, ptr %157, i32 0, i32 24
  %159 = load i64, ptr %158, align 8
  %160 = lshr i64 %159, 32
  call void @output(ptr %149, i64 %150, ptr %151, i64 %152, i64 %156, i64 %160)
  store i1 true, ptr %5, align 1
  store i32 1, ptr %14, align 4
  br label %161

161:
  br label %162

162:
  %163 = load i1, ptr %5, align 1
  ret i1 %163
}

declare i32 @memcmp(ptr, ptr, i64)

define internal ptr @joined(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4) nounwind {
  %6 = alloca ptr, align 8
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
  %12 = load i64, ptr %11, align 8
  %13 = icmp ne i64 %12, 0
  br i1 %13, label %14, label %34

14:
  %15 = load i64, ptr %10, align 8
  %16 = load i64, ptr %11, align 8
  %17 = add i64 %15, %16
  %18 = load ptr, ptr %8, align 8
  %19 = getelementptr inbounds nuw %struct.frame, ptr %18, i32 0, i32 1
  %20 = load i64, ptr %19, align 8
  %21 = icmp eq i64 %17, %20
  br i1 %21, label %22, label %34

22:
  %23 = load ptr, ptr %8, align 8
  %24 = call zeroext i1 @is_alone(ptr %23)
  br i1 %24, label %25, label %34

25:
  %26 = load ptr, ptr %8, align 8
  %27 = getelementptr inbounds nuw %struct.frame, ptr %26, i32 0, i32 3
  %28 = load ptr, ptr %27, align 8
  %29 = load ptr, ptr %9, align 8
  %30 = getelementptr inbounds nuw %struct.frame, ptr %29, i32 0, i32 3
  %31 = load ptr, ptr %30, align 8
  %32 = load i64, ptr %10, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %28, ptr align 1 %31, i64 %32, i1 false)
  %33 = load ptr, ptr %8, align 8
  store ptr %33, ptr %6, align 8
  br label %60

34:
  %35 = load ptr, ptr %9, align 8
  %36 = getelementptr inbounds nuw %struct.frame, ptr %35, i32 0, i32 3
  %37 = load ptr, ptr %36, align 8
  %38 = load i64, ptr %10, align 8
  %39 = getelementptr inbounds nuw i8, ptr %37, i64 %38
  %40 = load ptr, ptr %8, align 8
  %41 = getelementptr inbounds nuw %struct.frame, ptr %40, i32 0, i32 3
  %42 = load ptr, ptr %41, align 8
  %43 = load ptr, ptr %8, align 8
  %44 = getelementptr inbounds nuw %struct.frame, ptr %43, i32 0, i32 1
  %45 = load i64, ptr %44, align 8
  %46 = getelementptr inbounds nuw i8, ptr %42, i64 %45
  %47 = load i64, ptr %11, align 8
  %48 = sub i64 0, %47
  %49 = getelementptr inbounds i8, ptr %46, i64 %48
  %50 = load i64, ptr %11, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %39, ptr align 1 %49, i64 %50, i1 false)
  %51 = load ptr, ptr %7, align 8
  %52 = load ptr, ptr %8, align 8
  %53 = load ptr, ptr %9, align 8
  call void @copy_header(ptr %51, ptr %52, ptr %53)
  %54 = load i64, ptr %10, align 8
  %55 = load i64, ptr %11, align 8
  %56 = add i64 %54, %55
  %57 = load ptr, ptr %9, align 8
  %58 = getelementptr inbounds nuw %struct.frame, ptr %57, i32 0, i32 1
  store i64 %56, ptr %58, align 8
  %59 = load ptr, ptr %9, align 8
  store ptr %59, ptr %6, align 8
  br label %60

60:
  %61 = load ptr, ptr %6, align 8
  ret ptr %61
}

define internal zeroext i1 @is_alone(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %struct.frame, ptr %3, i32 0, i32 4
  %5 = load ptr, ptr %4, align 8
  %6 = icmp ne ptr %5, null
  br i1 %6, label %7, label %13

7:
  %8 = load ptr, ptr %2, align 8
  %9 = getelementptr inbounds nuw %struct.frame, ptr %8, i32 0, i32 4
  %10 = load ptr, ptr %9, align 8
  %11 = load i64, ptr %10, align 8
  %12 = icmp eq i64 %11, 1
  br label %13

13:
  %14 = phi i1 [ true, %1 ], [ %12, %7 ]
  ret i1 %14
}

define internal i32 @ask(ptr %0, i64 %1) nounwind {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = getelementptr inbounds nuw %struct.core, ptr %6, i32 0, i32 26
  %8 = load ptr, ptr %7, align 8
  %9 = load i64, ptr %5, align 8
  %10 = getelementptr inbounds nuw %struct.nic, ptr %8, i64 %9
  %11 = getelementptr inbounds nuw %struct.nic, ptr %10, i32 0, i32 2
  %12 = load i64, ptr %11, align 8
  %13 = icmp ne i64 %12, 0
  br i1 %13, label %19, label %14

14:
  %15 = load ptr, ptr %4, align 8
  %16 = load i64, ptr %5, align 8
  %17 = call i64 @pump(ptr %15, i64 %16)
  %18 = trunc i64 %17 to i32
  store i32 %18, ptr %3, align 4
  br label %23

19:
  %20 = load i64, ptr %5, align 8
  %21 = load ptr, ptr %4, align 8
  %22 = getelementptr inbounds nuw %struct.core, ptr %21, i32 0, i32 11
  store i64 %20, ptr %22, align 8
  store i32 6, ptr %3, align 4
  br label %23

23:
  %24 = load i32, ptr %3, align 4
  ret i32 %24
}

define internal void @set_free(ptr %0, i1 zeroext %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i8, align 1
  store ptr %0, ptr %3, align 8
  %5 = zext i1 %1 to i8
  store i8 %5, ptr %4, align 1
  %6 = load ptr, ptr %3, align 8
  %7 = getelementptr inbounds nuw %struct.wire, ptr %6, i32 0, i32 24
  %8 = load ptr, ptr %7, align 8
  %9 = icmp ne ptr %8, null
  br i1 %9, label %10, label %37

10:
  %11 = load i8, ptr %4, align 1
  %12 = trunc i8 %11 to i1
  br i1 %12, label %13, label %22

13:
  %14 = load ptr, ptr %3, align 8
  %15 = getelementptr inbounds nuw %struct.wire, ptr %14, i32 0, i32 24
  %16 = load ptr, ptr %15, align 8
  %17 = load i64, ptr %16, align 8
  %18 = load ptr, ptr %3, align 8
  %19 = getelementptr inbounds nuw %struct.wire, ptr %18, i32 0, i32 25
  %20 = load i64, ptr %19, align 8
  %21 = or i64 %17, %20
  br label %32

22:
  %23 = load ptr, ptr %3, align 8
  %24 = getelementptr inbounds nuw %struct.wire, ptr %23, i32 0, i32 24
  %25 = load ptr, ptr %24, align 8
  %26 = load i64, ptr %25, align 8
  %27 = load ptr, ptr %3, align 8
  %28 = getelementptr inbounds nuw %struct.wire, ptr %27, i32 0, i32 25
  %29 = load i64, ptr %28, align 8
  %30 = xor i64 %29, -1
  %31 = and i64 %26, %30
  br label %32

32:
  %33 = phi i64 [ %21, %13 ], [ %31, %22 ]
  %34 = load ptr, ptr %3, align 8
  %35 = getelementptr inbounds nuw %struct.wire, ptr %34, i32 0, i32 24
  %36 = load ptr, ptr %35, align 8
  store i64 %33, ptr %36, align 8
  br label %37

37:
  ret void
}
