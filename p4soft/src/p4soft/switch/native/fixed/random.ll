; SPDX-License-Identifier: Apache-2.0
; Made of random.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 389a08f7e2daf131862f5a12d616530c4b462f926c237f7a74f01fc845c8d978
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
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %struct.twister, ptr %3, i32 0, i32 1
  %5 = load i64, ptr %4, align 8
  %6 = icmp uge i64 %5, 624
  br i1 %6, label %7, label %13

7:
  %8 = load ptr, ptr %2, align 8
  %9 = getelementptr inbounds nuw %struct.twister, ptr %8, i32 0, i32 0
  %10 = getelementptr inbounds [624 x i32], ptr %9, i64 0, i64 0
  call void @twist(ptr %10)
  %11 = load ptr, ptr %2, align 8
  %12 = getelementptr inbounds nuw %struct.twister, ptr %11, i32 0, i32 1
  store i64 0, ptr %12, align 8
  br label %13

13:
  %14 = load ptr, ptr %2, align 8
  %15 = getelementptr inbounds nuw %struct.twister, ptr %14, i32 0, i32 0
  %16 = getelementptr inbounds [624 x i32], ptr %15, i64 0, i64 0
  %17 = load ptr, ptr %2, align 8
  %18 = getelementptr inbounds nuw %struct.twister, ptr %17, i32 0, i32 1
  %19 = load i64, ptr %18, align 8
  %20 = add i64 %19, 1
  store i64 %20, ptr %18, align 8
  %21 = call i32 @tempered(ptr %16, i64 %19)
  ret i32 %21
}

declare i64 @llvm.ctlz.i64(i64, i1)

define internal void @twist(ptr %0) noinline nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store ptr %0, ptr %2, align 8
  store i32 0, ptr %3, align 4
  br label %5

5:
  %6 = load i32, ptr %3, align 4
  %7 = icmp slt i32 %6, 624
  br i1 %7, label %9, label %8

8:
  br label %48

9:
  %10 = load ptr, ptr %2, align 8
  %11 = load i32, ptr %3, align 4
  %12 = sext i32 %11 to i64
  %13 = getelementptr inbounds i32, ptr %10, i64 %12
  %14 = load i32, ptr %13, align 4
  %15 = and i32 %14, -2147483648
  %16 = load ptr, ptr %2, align 8
  %17 = load i32, ptr %3, align 4
  %18 = add i32 %17, 1
  %19 = srem i32 %18, 624
  %20 = sext i32 %19 to i64
  %21 = getelementptr inbounds i32, ptr %16, i64 %20
  %22 = load i32, ptr %21, align 4
  %23 = and i32 %22, 2147483647
  %24 = or i32 %15, %23
  store i32 %24, ptr %4, align 4
  %25 = load ptr, ptr %2, align 8
  %26 = load i32, ptr %3, align 4
  %27 = add i32 %26, 397
  %28 = srem i32 %27, 624
  %29 = sext i32 %28 to i64
  %30 = getelementptr inbounds i32, ptr %25, i64 %29
  %31 = load i32, ptr %30, align 4
  %32 = load i32, ptr %4, align 4
  %33 = lshr i32 %32, 1
  %34 = xor i32 %31, %33
  %35 = load i32, ptr %4, align 4
  %36 = and i32 %35, 1
  %37 = icmp ne i32 %36, 0
  %38 = zext i1 %37 to i64
  %39 = select i1 %37, i32 -1727483681, i32 0
  %40 = xor i32 %34, %39
  %41 = load ptr, ptr %2, align 8
  %42 = load i32, ptr %3, align 4
  %43 = sext i32 %42 to i64
  %44 = getelementptr inbounds i32, ptr %41, i64 %43
  store i32 %40, ptr %44, align 4
  br label %45

45:
  %46 = load i32, ptr %3, align 4
  %47 = add i32 %46, 1
  store i32 %47, ptr %3, align 4
  br label %5

48:
  ret void
}

define internal i32 @tempered(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = load i64, ptr %4, align 8
  %8 = getelementptr inbounds nuw i32, ptr %6, i64 %7
  %9 = load i32, ptr %8, align 4
  store i32 %9, ptr %5, align 4
  %10 = load i32, ptr %5, align 4
  %11 = lshr i32 %10, 11
  %12 = load i32, ptr %5, align 4
  %13 = xor i32 %12, %11
  store i32 %13, ptr %5, align 4
  %14 = load i32, ptr %5, align 4
  %15 = shl i32 %14, 7
  %16 = and i32 %15, -1658038656
  %17 = load i32, ptr %5, align 4
  %18 = xor i32 %17, %16
  store i32 %18, ptr %5, align 4
  %19 = load i32, ptr %5, align 4
  %20 = shl i32 %19, 15
  %21 = and i32 %20, -272236544
  %22 = load i32, ptr %5, align 4
  %23 = xor i32 %22, %21
  store i32 %23, ptr %5, align 4
  %24 = load i32, ptr %5, align 4
  %25 = load i32, ptr %5, align 4
  %26 = lshr i32 %25, 18
  %27 = xor i32 %24, %26
  ret i32 %27
}
