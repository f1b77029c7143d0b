; SPDX-License-Identifier: Apache-2.0
; Made of hashes.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 652dc4fdd0cc8e53685df37f0029134e6144380293f04e66deaad63bcdf6d9f3
%struct.crc = type { i64, i64, i64, i64, i64, i64, [256 x i64] }
%struct.unaligned = type { i128 }

define i64 @crc_reflected(i64 %0, i64 %1, ptr %2, i64 %3, ptr %4) nounwind {
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i64, align 8
  store i64 %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store ptr %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  store ptr %4, ptr %10, align 8
  %12 = load i64, ptr %7, align 8
  store i64 0, ptr %11, align 8
  br label %13

13:
  %14 = load i64, ptr %11, align 8
  %15 = load i64, ptr %9, align 8
  %16 = icmp ult i64 %14, %15
  br i1 %16, label %18, label %17

17:
  br label %37

18:
  %19 = load ptr, ptr %10, align 8
  %20 = load i64, ptr %6, align 8
  %21 = load ptr, ptr %8, align 8
  %22 = load i64, ptr %11, align 8
  %23 = getelementptr inbounds nuw i8, ptr %21, i64 %22
  %24 = load i8, ptr %23, align 1
  %25 = zext i8 %24 to i64
  %26 = xor i64 %20, %25
  %27 = and i64 %26, 255
  %28 = getelementptr inbounds nuw i32, ptr %19, i64 %27
  %29 = load i32, ptr %28, align 4
  %30 = zext i32 %29 to i64
  %31 = load i64, ptr %6, align 8
  %32 = lshr i64 %31, 8
  %33 = xor i64 %30, %32
  store i64 %33, ptr %6, align 8
  br label %34

34:
  %35 = load i64, ptr %11, align 8
  %36 = add i64 %35, 1
  store i64 %36, ptr %11, align 8
  br label %13

37:
  %38 = load i64, ptr %6, align 8
  ret i64 %38
}

define i64 @crc_forward(i64 %0, i64 %1, ptr %2, i64 %3, ptr %4, i64 %5) nounwind {
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  store i64 %0, ptr %7, align 8
  store i64 %1, ptr %8, align 8
  store ptr %2, ptr %9, align 8
  store i64 %3, ptr %10, align 8
  store ptr %4, ptr %11, align 8
  store i64 %5, ptr %12, align 8
  %14 = load i64, ptr %8, align 8
  store i64 0, ptr %13, align 8
  br label %15

15:
  %16 = load i64, ptr %13, align 8
  %17 = load i64, ptr %10, align 8
  %18 = icmp ult i64 %16, %17
  br i1 %18, label %20, label %19

19:
  br label %46

20:
  %21 = load ptr, ptr %11, align 8
  %22 = load i64, ptr %7, align 8
  %23 = load i64, ptr %12, align 8
  %24 = sub i64 %23, 8
  %25 = lshr i64 %22, %24
  %26 = load ptr, ptr %9, align 8
  %27 = load i64, ptr %13, align 8
  %28 = getelementptr inbounds nuw i8, ptr %26, i64 %27
  %29 = load i8, ptr %28, align 1
  %30 = zext i8 %29 to i64
  %31 = xor i64 %25, %30
  %32 = and i64 %31, 255
  %33 = getelementptr inbounds nuw i32, ptr %21, i64 %32
  %34 = load i32, ptr %33, align 4
  %35 = zext i32 %34 to i64
  %36 = load i64, ptr %7, align 8
  %37 = shl i64 %36, 8
  %38 = load i64, ptr %12, align 8
  %39 = shl i64 1, %38
  %40 = sub i64 %39, 1
  %41 = and i64 %37, %40
  %42 = xor i64 %35, %41
  store i64 %42, ptr %7, align 8
  br label %43

43:
  %44 = load i64, ptr %13, align 8
  %45 = add i64 %44, 1
  store i64 %45, ptr %13, align 8
  br label %15

46:
  %47 = load i64, ptr %7, align 8
  ret i64 %47
}

define i64 @crc_custom(i64 %0, i64 %1, ptr %2, i64 %3, ptr %4) nounwind {
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i64, align 8
  %12 = alloca i8, align 1
  store i64 %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store ptr %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  store ptr %4, ptr %10, align 8
  %13 = load i64, ptr %7, align 8
  %14 = icmp ne i64 %13, 0
  br i1 %14, label %15, label %17

15:
  %16 = load i64, ptr %6, align 8
  br label %21

17:
  %18 = load ptr, ptr %10, align 8
  %19 = getelementptr inbounds nuw %struct.crc, ptr %18, i32 0, i32 2
  %20 = load i64, ptr %19, align 8
  br label %21

21:
  %22 = phi i64 [ %16, %15 ], [ %20, %17 ]
  store i64 %22, ptr %6, align 8
  store i64 0, ptr %11, align 8
  br label %23

23:
  %24 = load i64, ptr %11, align 8
  %25 = load i64, ptr %9, align 8
  %26 = icmp ult i64 %24, %25
  br i1 %26, label %28, label %27

27:
  br label %72

28:
  %29 = load ptr, ptr %10, align 8
  %30 = getelementptr inbounds nuw %struct.crc, ptr %29, i32 0, i32 4
  %31 = load i64, ptr %30, align 8
  %32 = icmp ne i64 %31, 0
  br i1 %32, label %33, label %40

33:
  %34 = load ptr, ptr %8, align 8
  %35 = load i64, ptr %11, align 8
  %36 = getelementptr inbounds nuw i8, ptr %34, i64 %35
  %37 = load i8, ptr %36, align 1
  %38 = call zeroext i8 @reversed_byte(i8 zeroext %37)
  %39 = zext i8 %38 to i32
  br label %46

40:
  %41 = load ptr, ptr %8, align 8
  %42 = load i64, ptr %11, align 8
  %43 = getelementptr inbounds nuw i8, ptr %41, i64 %42
  %44 = load i8, ptr %43, align 1
  %45 = zext i8 %44 to i32
  br label %46

46:
  %47 = phi i32 [ %39, %33 ], [ %45, %40 ]
  %48 = trunc i32 %47 to i8
  store i8 %48, ptr %12, align 1
  %49 = load ptr, ptr %10, align 8
  %50 = getelementptr inbounds nuw %struct.crc, ptr %49, i32 0, i32 6
  %51 = load i64, ptr %6, align 8
  %52 = load ptr, ptr %10, align 8
  %53 = getelementptr inbounds nuw %struct.crc, ptr %52, i32 0, i32 0
  %54 = load i64, ptr %53, align 8
  %55 = lshr i64 %51, %54
  %56 = load i8, ptr %12, align 1
  %57 = zext i8 %56 to i64
  %58 = xor i64 %55, %57
  %59 = and i64 %58, 255
  %60 = getelementptr inbounds nuw [256 x i64], ptr %50, i64 0, i64 %59
  %61 = load i64, ptr %60, align 8
  %62 = load i64, ptr %6, align 8
  %63 = shl i64 %62, 8
  %64 = load ptr, ptr %10, align 8
  %65 = getelementptr inbounds nuw %struct.crc, ptr %64, i32 0, i32 1
  %66 = load i64, ptr %65, align 8
  %67 = and i64 %63, %66
  %68 = xor i64 %61, %67
  store i64 %68, ptr %6, align 8
  br label %69

69:
  %70 = load i64, ptr %11, align 8
  %71 = add i64 %70, 1
  store i64 %71, ptr %11, align 8
  br label %23

72:
  %73 = load i64, ptr %6, align 8
  ret i64 %73
}

define internal zeroext i8 @reversed_byte(i8 zeroext %0) nounwind {
  %2 = alloca i8, align 1
  store i8 %0, ptr %2, align 1
  %3 = load i8, ptr %2, align 1
  %4 = zext i8 %3 to i64
  %5 = call i64 @reversed(i64 %4)
  %6 = lshr i64 %5, 56
  %7 = trunc i64 %6 to i8
  ret i8 %7
}

define i64 @crc_custom_end(i64 %0, i64 %1, ptr %2) nounwind {
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  store i64 %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %7 = load i64, ptr %5, align 8
  %8 = icmp ne i64 %7, 0
  br i1 %8, label %9, label %11

9:
  %10 = load i64, ptr %4, align 8
  br label %15

11:
  %12 = load ptr, ptr %6, align 8
  %13 = getelementptr inbounds nuw %struct.crc, ptr %12, i32 0, i32 2
  %14 = load i64, ptr %13, align 8
  br label %15

15:
  %16 = phi i64 [ %10, %9 ], [ %14, %11 ]
  store i64 %16, ptr %4, align 8
  %17 = load ptr, ptr %6, align 8
  %18 = getelementptr inbounds nuw %struct.crc, ptr %17, i32 0, i32 5
  %19 = load i64, ptr %18, align 8
  %20 = icmp eq i64 %19, 64
  br i1 %20, label %21, label %23

21:
  %22 = load i64, ptr %4, align 8
  br label %30

23:
  %24 = load i64, ptr %4, align 8
  %25 = call i64 @reversed(i64 %24)
  %26 = load ptr, ptr %6, align 8
  %27 = getelementptr inbounds nuw %struct.crc, ptr %26, i32 0, i32 5
  %28 = load i64, ptr %27, align 8
  %29 = lshr i64 %25, %28
  br label %30

30:
  %31 = phi i64 [ %22, %21 ], [ %29, %23 ]
  %32 = load ptr, ptr %6, align 8
  %33 = getelementptr inbounds nuw %struct.crc, ptr %32, i32 0, i32 3
  %34 = load i64, ptr %33, align 8
  %35 = xor i64 %31, %34
  ret i64 %35
}

define internal i64 @reversed(i64 %0) nounwind {
  %2 = alloca i64, align 8
  %3 = alloca i64, align 8
  %4 = alloca i32, align 4
  store i64 %0, ptr %2, align 8
  store i64 0, ptr %3, align 8
  store i32 0, ptr %4, align 4
  br label %5

5:
  %6 = load i32, ptr %4, align 4
  %7 = icmp slt i32 %6, 64
  br i1 %7, label %9, label %8

8:
  br label %24

9:
  %10 = load i64, ptr %2, align 8
  %11 = load i32, ptr %4, align 4
  %12 = zext i32 %11 to i64
  %13 = lshr i64 %10, %12
  %14 = and i64 %13, 1
  %15 = load i32, ptr %4, align 4
  %16 = sub i32 63, %15
  %17 = zext i32 %16 to i64
  %18 = shl i64 %14, %17
  %19 = load i64, ptr %3, align 8
  %20 = or i64 %19, %18
  store i64 %20, ptr %3, align 8
  br label %21

21:
  %22 = load i32, ptr %4, align 4
  %23 = add i32 %22, 1
  store i32 %23, ptr %4, align 4
  br label %5

24:
  %25 = load i64, ptr %3, align 8
  ret i64 %25
}

define i64 @sum16(i64 %0, i64 %1, ptr %2, i64 %3) nounwind {
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  store i64 %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  store i64 0, ptr %9, align 8
  br label %10

10:
  %11 = load i64, ptr %9, align 8
  %12 = load i64, ptr %8, align 8
  %13 = icmp ult i64 %11, %12
  br i1 %13, label %15, label %14

14:
  br label %41

15:
  %16 = load i64, ptr %6, align 8
  %17 = load i64, ptr %9, align 8
  %18 = add i64 %16, %17
  %19 = and i64 %18, 1
  %20 = icmp ne i64 %19, 0
  br i1 %20, label %21, label %27

21:
  %22 = load ptr, ptr %7, align 8
  %23 = load i64, ptr %9, align 8
  %24 = getelementptr inbounds nuw i8, ptr %22, i64 %23
  %25 = load i8, ptr %24, align 1
  %26 = zext i8 %25 to i64
  br label %34

27:
  %28 = load ptr, ptr %7, align 8
  %29 = load i64, ptr %9, align 8
  %30 = getelementptr inbounds nuw i8, ptr %28, i64 %29
  %31 = load i8, ptr %30, align 1
  %32 = zext i8 %31 to i64
  %33 = shl i64 %32, 8
  br label %34

34:
  %35 = phi i64 [ %26, %21 ], [ %33, %27 ]
  %36 = load i64, ptr %5, align 8
  %37 = add i64 %36, %35
  store i64 %37, ptr %5, align 8
  br label %38

38:
  %39 = load i64, ptr %9, align 8
  %40 = add i64 %39, 1
  store i64 %40, ptr %9, align 8
  br label %10

41:
  %42 = load i64, ptr %5, align 8
  ret i64 %42
}

define i64 @folded_sum(i64 %0) alwaysinline nounwind {
  %2 = alloca i64, align 8
  %3 = alloca i32, align 4
  store i64 %0, ptr %2, align 8
  store i32 0, ptr %3, align 4
  br label %4

4:
  %5 = load i32, ptr %3, align 4
  %6 = icmp slt i32 %5, 4
  br i1 %6, label %8, label %7

7:
  br label %17

8:
  %9 = load i64, ptr %2, align 8
  %10 = and i64 %9, 65535
  %11 = load i64, ptr %2, align 8
  %12 = lshr i64 %11, 16
  %13 = add i64 %10, %12
  store i64 %13, ptr %2, align 8
  br label %14

14:
  %15 = load i32, ptr %3, align 4
  %16 = add i32 %15, 1
  store i32 %16, ptr %3, align 4
  br label %4

17:
  %18 = load i64, ptr %2, align 8
  %19 = xor i64 %18, 65535
  ret i64 %19
}

define i64 @xor_words(i64 %0, i64 %1, ptr %2, i64 %3, i64 %4) nounwind {
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  store i64 %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store ptr %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  store i64 %4, ptr %10, align 8
  store i64 0, ptr %11, align 8
  br label %12

12:
  %13 = load i64, ptr %11, align 8
  %14 = load i64, ptr %9, align 8
  %15 = icmp ult i64 %13, %14
  br i1 %15, label %17, label %16

16:
  br label %39

17:
  %18 = load ptr, ptr %8, align 8
  %19 = load i64, ptr %11, align 8
  %20 = getelementptr inbounds nuw i8, ptr %18, i64 %19
  %21 = load i8, ptr %20, align 1
  %22 = zext i8 %21 to i64
  %23 = load i64, ptr %10, align 8
  %24 = sub i64 %23, 1
  %25 = load i64, ptr %7, align 8
  %26 = load i64, ptr %11, align 8
  %27 = add i64 %25, %26
  %28 = load i64, ptr %10, align 8
  %29 = sub i64 %28, 1
  %30 = and i64 %27, %29
  %31 = sub i64 %24, %30
  %32 = mul i64 8, %31
  %33 = shl i64 %22, %32
  %34 = load i64, ptr %6, align 8
  %35 = xor i64 %34, %33
  store i64 %35, ptr %6, align 8
  br label %36

36:
  %37 = load i64, ptr %11, align 8
  %38 = add i64 %37, 1
  store i64 %38, ptr %11, align 8
  br label %12

39:
  %40 = load i64, ptr %6, align 8
  ret i64 %40
}

define i64 @first_bytes(i64 %0, i64 %1, ptr %2, i64 %3) nounwind {
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  store i64 %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  store i64 0, ptr %9, align 8
  br label %10

10:
  %11 = load i64, ptr %9, align 8
  %12 = load i64, ptr %8, align 8
  %13 = icmp ult i64 %11, %12
  br i1 %13, label %14, label %19

14:
  %15 = load i64, ptr %6, align 8
  %16 = load i64, ptr %9, align 8
  %17 = add i64 %15, %16
  %18 = icmp ult i64 %17, 8
  br label %19

19:
  %20 = phi i1 [ false, %10 ], [ %18, %14 ]
  br i1 %20, label %22, label %21

21:
  br label %34

22:
  %23 = load i64, ptr %5, align 8
  %24 = shl i64 %23, 8
  %25 = load ptr, ptr %7, align 8
  %26 = load i64, ptr %9, align 8
  %27 = getelementptr inbounds nuw i8, ptr %25, i64 %26
  %28 = load i8, ptr %27, align 1
  %29 = zext i8 %28 to i64
  %30 = or i64 %24, %29
  store i64 %30, ptr %5, align 8
  br label %31

31:
  %32 = load i64, ptr %9, align 8
  %33 = add i64 %32, 1
  store i64 %33, ptr %9, align 8
  br label %10

34:
  %35 = load i64, ptr %5, align 8
  ret i64 %35
}

define void @append_bits(ptr %0, i64 %1, i64 %2, i64 %3) alwaysinline nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i128, align 16
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  %11 = load ptr, ptr %5, align 8
  %12 = load i64, ptr %6, align 8
  %13 = udiv i64 %12, 8
  %14 = getelementptr inbounds nuw i8, ptr %11, i64 %13
  store ptr %14, ptr %9, align 8
  %15 = load i64, ptr %7, align 8
  %16 = zext i64 %15 to i128
  %17 = load i64, ptr %8, align 8
  %18 = sub i64 128, %17
  %19 = load i64, ptr %6, align 8
  %20 = urem i64 %19, 8
  %21 = sub i64 %18, %20
  %22 = zext i64 %21 to i128
  %23 = shl i128 %16, %22
  store i128 %23, ptr %10, align 16
  %24 = load i128, ptr %10, align 16
  %25 = trunc i128 %24 to i64
  %26 = call i64 @llvm.bswap.i64(i64 %25)
  %27 = zext i64 %26 to i128
  %28 = shl i128 %27, 64
  %29 = load i128, ptr %10, align 16
  %30 = lshr i128 %29, 64
  %31 = trunc i128 %30 to i64
  %32 = call i64 @llvm.bswap.i64(i64 %31)
  %33 = zext i64 %32 to i128
  %34 = or i128 %28, %33
  %35 = load ptr, ptr %9, align 8
  %36 = getelementptr inbounds nuw %struct.unaligned, ptr %35, i32 0, i32 0
  %37 = load i128, ptr %36, align 1
  %38 = or i128 %37, %34
  store i128 %38, ptr %36, align 1
  ret void
}

declare i64 @llvm.bswap.i64(i64)
