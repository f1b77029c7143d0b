; SPDX-License-Identifier: Apache-2.0
; Made of queues.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 d5d89a6471a8c65ab60ff49970343e3ea49767e8f6abcdd3a3d11d71251cc474
%struct.queue = type { i64, i64, i64, i64 }

define i64 @queue_passes(ptr %0, i64 %1, i64 %2, i64 %3, i64 %4, i64 %5) alwaysinline nounwind {
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca ptr, align 8
  %15 = alloca i32, align 4
  store ptr %0, ptr %8, align 8
  store i64 %1, ptr %9, align 8
  store i64 %2, ptr %10, align 8
  store i64 %3, ptr %11, align 8
  store i64 %4, ptr %12, align 8
  store i64 %5, ptr %13, align 8
  %16 = load i64, ptr %11, align 8
  %17 = load i64, ptr %9, align 8
  %18 = icmp uge i64 %16, %17
  br i1 %18, label %29, label %19

19:
  %20 = load i64, ptr %12, align 8
  %21 = load i64, ptr %10, align 8
  %22 = icmp uge i64 %20, %21
  br i1 %22, label %29, label %23

23:
  %24 = load ptr, ptr %8, align 8
  %25 = load i64, ptr %11, align 8
  %26 = getelementptr inbounds nuw ptr, ptr %24, i64 %25
  %27 = load ptr, ptr %26, align 8
  %28 = icmp ne ptr %27, null
  br i1 %28, label %30, label %29

29:
  store i64 0, ptr %7, align 8
  br label %62

30:
  %31 = load ptr, ptr %8, align 8
  %32 = load i64, ptr %11, align 8
  %33 = getelementptr inbounds nuw ptr, ptr %31, i64 %32
  %34 = load ptr, ptr %33, align 8
  %35 = load i64, ptr %12, align 8
  %36 = getelementptr inbounds nuw %struct.queue, ptr %34, i64 %35
  store ptr %36, ptr %14, align 8
  %37 = load ptr, ptr %14, align 8
  %38 = getelementptr inbounds nuw %struct.queue, ptr %37, i32 0, i32 0
  %39 = load i64, ptr %38, align 8
  %40 = load ptr, ptr %14, align 8
  %41 = getelementptr inbounds nuw %struct.queue, ptr %40, i32 0, i32 1
  %42 = load i64, ptr %41, align 8
  %43 = add i64 %39, %42
  %44 = load i64, ptr %13, align 8
  %45 = icmp sgt i64 %43, %44
  br i1 %45, label %56, label %46

46:
  %47 = load ptr, ptr %14, align 8
  %48 = getelementptr inbounds nuw %struct.queue, ptr %47, i32 0, i32 2
  %49 = load i64, ptr %48, align 8
  %50 = icmp ne i64 %49, 0
  br i1 %50, label %56, label %51

51:
  %52 = load ptr, ptr %14, align 8
  %53 = getelementptr inbounds nuw %struct.queue, ptr %52, i32 0, i32 3
  %54 = load i64, ptr %53, align 8
  %55 = icmp ne i64 %54, 0
  br i1 %55, label %57, label %56

56:
  store i64 0, ptr %7, align 8
  store i32 1, ptr %15, align 4
  br label %61

57:
  %58 = load i64, ptr %13, align 8
  %59 = load ptr, ptr %14, align 8
  %60 = getelementptr inbounds nuw %struct.queue, ptr %59, i32 0, i32 0
  store i64 %58, ptr %60, align 8
  store i64 1, ptr %7, align 8
  store i32 1, ptr %15, align 4
  br label %61

61:
  br label %62

62:
  %63 = load i64, ptr %7, align 8
  ret i64 %63
}
