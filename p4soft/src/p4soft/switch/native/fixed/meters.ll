; SPDX-License-Identifier: Apache-2.0
; Made of meters.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 8461f81e4d6eaee8529dc911dcfa91bbabb9713d3d4eb64a70826e149e35577d
%struct.meter = type { i64, i64, %struct.bucket, %struct.bucket }
%struct.bucket = type { i64, i64, i64, double }

define i64 @meter_colour(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca double, align 8
  %10 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %11 = load ptr, ptr %5, align 8
  %12 = getelementptr inbounds nuw %struct.meter, ptr %11, i32 0, i32 0
  %13 = load i64, ptr %12, align 8
  %14 = icmp ne i64 %13, 0
  br i1 %14, label %16, label %15

15:
  store i64 0, ptr %4, align 8
  br label %46

16:
  %17 = load i64, ptr %6, align 8
  %18 = load ptr, ptr %5, align 8
  %19 = getelementptr inbounds nuw %struct.meter, ptr %18, i32 0, i32 1
  %20 = load i64, ptr %19, align 8
  %21 = sub i64 %17, %20
  store i64 %21, ptr %8, align 8
  %22 = load i64, ptr %8, align 8
  %23 = icmp slt i64 %22, 0
  br i1 %23, label %24, label %25

24:
  br label %27

25:
  %26 = load i64, ptr %8, align 8
  br label %27

27:
  %28 = phi i64 [ 0, %24 ], [ %26, %25 ]
  %29 = sitofp i64 %28 to double
  store double %29, ptr %9, align 8
  %30 = load ptr, ptr %5, align 8
  %31 = getelementptr inbounds nuw %struct.meter, ptr %30, i32 0, i32 2
  %32 = load double, ptr %9, align 8
  %33 = load i64, ptr %7, align 8
  %34 = call zeroext i1 @takes(ptr %31, double %32, i64 %33)
  br i1 %34, label %36, label %35

35:
  store i64 2, ptr %4, align 8
  store i32 1, ptr %10, align 4
  br label %45

36:
  %37 = load ptr, ptr %5, align 8
  %38 = getelementptr inbounds nuw %struct.meter, ptr %37, i32 0, i32 3
  %39 = load double, ptr %9, align 8
  %40 = load i64, ptr %7, align 8
  %41 = call zeroext i1 @takes(ptr %38, double %39, i64 %40)
  %42 = zext i1 %41 to i64
  %43 = select i1 %41, i32 0, i32 1
  %44 = sext i32 %43 to i64
  store i64 %44, ptr %4, align 8
  store i32 1, ptr %10, align 4
  br label %45

45:
  br label %46

46:
  %47 = load i64, ptr %4, align 8
  ret i64 %47
}

define internal zeroext i1 @takes(ptr %0, double %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca double, align 8
  %6 = alloca i64, align 8
  %7 = alloca double, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca i8, align 1
  store ptr %0, ptr %4, align 8
  store double %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %12 = load double, ptr %5, align 8
  %13 = load ptr, ptr %4, align 8
  %14 = getelementptr inbounds nuw %struct.bucket, ptr %13, i32 0, i32 3
  %15 = load double, ptr %14, align 8
  %16 = fmul double %12, %15
  store double %16, ptr %7, align 8
  %17 = load double, ptr %7, align 8
  %18 = fcmp oge double %17, 0x43C0000000000000
  br i1 %18, label %19, label %20

19:
  br label %23

20:
  %21 = load double, ptr %7, align 8
  %22 = fptosi double %21 to i64
  br label %23

23:
  %24 = phi i64 [ 2305843009213693952, %19 ], [ %22, %20 ]
  store i64 %24, ptr %8, align 8
  %25 = load ptr, ptr %4, align 8
  %26 = getelementptr inbounds nuw %struct.bucket, ptr %25, i32 0, i32 0
  %27 = load i64, ptr %26, align 8
  %28 = load i64, ptr %8, align 8
  %29 = add i64 %27, %28
  %30 = load ptr, ptr %4, align 8
  %31 = getelementptr inbounds nuw %struct.bucket, ptr %30, i32 0, i32 1
  %32 = load i64, ptr %31, align 8
  %33 = sub i64 %29, %32
  store i64 %33, ptr %9, align 8
  %34 = load i64, ptr %9, align 8
  %35 = load ptr, ptr %4, align 8
  %36 = getelementptr inbounds nuw %struct.bucket, ptr %35, i32 0, i32 2
  %37 = load i64, ptr %36, align 8
  %38 = icmp slt i64 %34, %37
  br i1 %38, label %39, label %41

39:
  %40 = load i64, ptr %9, align 8
  br label %45

41:
  %42 = load ptr, ptr %4, align 8
  %43 = getelementptr inbounds nuw %struct.bucket, ptr %42, i32 0, i32 2
  %44 = load i64, ptr %43, align 8
  br label %45

45:
  %46 = phi i64 [ %40, %39 ], [ %44, %41 ]
  store i64 %46, ptr %10, align 8
  %47 = load i64, ptr %10, align 8
  %48 = load i64, ptr %6, align 8
  %49 = icmp sge i64 %47, %48
  %50 = zext i1 %49 to i8
  store i8 %50, ptr %11, align 1
  %51 = load i8, ptr %11, align 1
  %52 = trunc i8 %51 to i1
  br i1 %52, label %53, label %57

53:
  %54 = load i64, ptr %10, align 8
  %55 = load i64, ptr %6, align 8
  %56 = sub i64 %54, %55
  br label %59

57:
  %58 = load i64, ptr %10, align 8
  br label %59

59:
  %60 = phi i64 [ %56, %53 ], [ %58, %57 ]
  %61 = load ptr, ptr %4, align 8
  %62 = getelementptr inbounds nuw %struct.bucket, ptr %61, i32 0, i32 0
  store i64 %60, ptr %62, align 8
  %63 = load i64, ptr %8, align 8
  %64 = load ptr, ptr %4, align 8
  %65 = getelementptr inbounds nuw %struct.bucket, ptr %64, i32 0, i32 1
  store i64 %63, ptr %65, align 8
  %66 = load i8, ptr %11, align 1
  %67 = trunc i8 %66 to i1
  ret i1 %67
}
