; SPDX-License-Identifier: Apache-2.0
; Made of random.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 1afeebe25c314563cd620535f8be7f4611f42ad06d8151ff31e25a188fa87822
%struct.twister = type { [624 x i32], i64 }

define i64 @random_between(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca i128, align 16
  %8 = alloca i128, align 16
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %11 = load i64, ptr %6, align 8
  %12 = load i64, ptr %5, align 8
  %13 = sub i64 %11, %12
  %14 = zext i64 %13 to i128
  %15 = add i128 %14, 1
  store i128 %15, ptr %7, align 16
  %16 = load i128, ptr %7, align 16
  %17 = lshr i128 %16, 64
  %18 = icmp ne i128 %17, 0
  br i1 %18, label %19, label %20

19:
  br label %25

20:
  %21 = load i128, ptr %7, align 16
  %22 = trunc i128 %21 to i64
  %23 = call i64 @leading_zeros(i64 %22)
  %24 = sub i64 64, %23
  br label %25

25:
  %26 = phi i64 [ 65, %19 ], [ %24, %20 ]
  store i64 %26, ptr %9, align 8
  br label %27

27:
  store i128 0, ptr %8, align 16
  store i64 0, ptr %10, align 8
  br label %28

28:
  %29 = load i64, ptr %10, align 8
  %30 = load i64, ptr %9, align 8
  %31 = icmp ult i64 %29, %30
  br i1 %31, label %33, label %32

32:
  br label %59

33:
  %34 = load ptr, ptr %4, align 8
  %35 = call i32 @draw(ptr %34)
  %36 = load i64, ptr %9, align 8
  %37 = load i64, ptr %10, align 8
  %38 = sub i64 %36, %37
  %39 = icmp ult i64 %38, 32
  br i1 %39, label %40, label %45

40:
  %41 = load i64, ptr %9, align 8
  %42 = load i64, ptr %10, align 8
  %43 = sub i64 %41, %42
  %44 = sub i64 32, %43
  br label %46

45:
  br label %46

46:
  %47 = phi i64 [ %44, %40 ], [ 0, %45 ]
  %48 = trunc i64 %47 to i32
  %49 = lshr i32 %35, %48
  %50 = zext i32 %49 to i128
  %51 = load i64, ptr %10, align 8
  %52 = zext i64 %51 to i128
  %53 = shl i128 %50, %52
  %54 = load i128, ptr %8, align 16
  %55 = or i128 %54, %53
  store i128 %55, ptr %8, align 16
  br label %56

56:
  %57 = load i64, ptr %10, align 8
  %58 = add i64 %57, 32
  store i64 %58, ptr %10, align 8
  br label %28

59:
  br label %60

60:
  %61 = load i128, ptr %8, align 16
  %62 = load i128, ptr %7, align 16
  %63 = icmp uge i128 %61, %62
  br i1 %63, label %27, label %64

64:
  %65 = load i64, ptr %5, align 8
  %66 = load i128, ptr %8, align 16
  %67 = trunc i128 %66 to i64
  %68 = add i64 %65, %67
  ret i64 %68
}

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

define internal i32 @draw(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca i32, align 4
  store ptr %0, ptr %2, align 8
  %4 = load ptr, ptr %2, align 8
  %5 = getelementptr inbounds nuw %struct.twister, ptr %4, i32 0, i32 1
  %6 = load i64, ptr %5, align 8
  %7 = icmp uge i64 %6, 624
  br i1 %7, label %8, label %10

8:
  %9 = load ptr, ptr %2, align 8
  call void @renew(ptr %9)
  br label %10

10:
  %11 = load ptr, ptr %2, align 8
  %12 = getelementptr inbounds nuw %struct.twister, ptr %11, i32 0, i32 0
  %13 = load ptr, ptr %2, align 8
  %14 = getelementptr inbounds nuw %struct.twister, ptr %13, i32 0, i32 1
  %15 = load i64, ptr %14, align 8
  %16 = add i64 %15, 1
  store i64 %16, ptr %14, align 8
  %17 = getelementptr inbounds nuw [624 x i32], ptr %12, i64 0, i64 %15
  %18 = load i32, ptr %17, align 4
  store i32 %18, ptr %3, align 4
  %19 = load i32, ptr %3, align 4
  %20 = lshr i32 %19, 11
  %21 = load i32, ptr %3, align 4
  %22 = xor i32 %21, %20
  store i32 %22, ptr %3, align 4
  %23 = load i32, ptr %3, align 4
  %24 = shl i32 %23, 7
  %25 = and i32 %24, -1658038656
  %26 = load i32, ptr %3, align 4
  %27 = xor i32 %26, %25
  store i32 %27, ptr %3, align 4
  %28 = load i32, ptr %3, align 4
  %29 = shl i32 %28, 15
  %30 = and i32 %29, -272236544
  %31 = load i32, ptr %3, align 4
  %32 = xor i32 %31, %30
  store i32 %32, ptr %3, align 4
  %33 = load i32, ptr %3, align 4
  %34 = load i32, ptr %3, align 4
  %35 = lshr i32 %34, 18
  %36 = xor i32 %33, %35
  ret i32 %36
}

declare i64 @llvm.ctlz.i64(i64, i1)

define internal void @renew(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  store ptr %0, ptr %2, align 8
  %6 = load ptr, ptr %2, align 8
  %7 = getelementptr inbounds nuw %struct.twister, ptr %6, i32 0, i32 0
  %8 = getelementptr inbounds [624 x i32], ptr %7, i64 0, i64 0
  store ptr %8, ptr %3, align 8
  store i32 0, ptr %4, align 4
  br label %9

9:
  %10 = load i32, ptr %4, align 4
  %11 = icmp slt i32 %10, 624
  br i1 %11, label %13, label %12

12:
  br label %52

13:
  %14 = load ptr, ptr %3, align 8
  %15 = load i32, ptr %4, align 4
  %16 = sext i32 %15 to i64
  %17 = getelementptr inbounds i32, ptr %14, i64 %16
  %18 = load i32, ptr %17, align 4
  %19 = and i32 %18, -2147483648
  %20 = load ptr, ptr %3, align 8
  %21 = load i32, ptr %4, align 4
  %22 = add i32 %21, 1
  %23 = srem i32 %22, 624
  %24 = sext i32 %23 to i64
  %25 = getelementptr inbounds i32, ptr %20, i64 %24
  %26 = load i32, ptr %25, align 4
  %27 = and i32 %26, 2147483647
  %28 = or i32 %19, %27
  store i32 %28, ptr %5, align 4
  %29 = load ptr, ptr %3, align 8
  %30 = load i32, ptr %4, align 4
  %31 = add i32 %30, 397
  %32 = srem i32 %31, 624
  %33 = sext i32 %32 to i64
  %34 = getelementptr inbounds i32, ptr %29, i64 %33
  %35 = load i32, ptr %34, align 4
  %36 = load i32, ptr %5, align 4
  %37 = lshr i32 %36, 1
  %38 = xor i32 %35, %37
  %39 = load i32, ptr %5, align 4
  %40 = and i32 %39, 1
  %41 = icmp ne i32 %40, 0
  %42 = zext i1 %41 to i64
  %43 = select i1 %41, i32 -1727483681, i32 0
  %44 = xor i32 %38, %43
  %45 = load ptr, ptr %3, align 8
  %46 = load i32, ptr %4, align 4
  %47 = sext i32 %46 to i64
  %48 = getelementptr inbounds i32, ptr %45, i64 %47
  store i32 %44, ptr %48, align 4
  br label %49

49:
  %50 = load i32, ptr %4, align 4
  %51 = add i32 %50, 1
  store i32 %51, ptr %4, align 4
  br label %9

52:
  %53 = load ptr, ptr %2, align 8
  %54 = getelementptr inbounds nuw %struct.twister, ptr %53, i32 0, i32 1
  store i64 0, ptr %54, align 8
  ret void
}
