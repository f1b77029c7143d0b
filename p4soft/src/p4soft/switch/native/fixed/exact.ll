; SPDX-License-Identifier: Apache-2.0
; Made of exact.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 fe0e2fccee20895b11d24dec73d8b001514ea48a3f3693159b89902504392216
%struct.record = type { i64, [0 x i64] }
%struct.block = type { i64, i64, i64, i64, i64, ptr, i64, i64 }

define i32 @exact_lookup(ptr %0, ptr %1, i64 %2) alwaysinline nounwind {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i32, align 4
  %10 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %11 = load ptr, ptr %5, align 8
  %12 = load ptr, ptr %11, align 8
  store ptr %12, ptr %8, align 8
  br label %13

13:
  %14 = load ptr, ptr %8, align 8
  %15 = icmp ne ptr %14, null
  br i1 %15, label %17, label %16

16:
  store i32 2, ptr %9, align 4
  br label %42

17:
  %18 = load ptr, ptr %8, align 8
  %19 = load ptr, ptr %8, align 8
  %20 = load ptr, ptr %6, align 8
  %21 = load i64, ptr %7, align 8
  %22 = call i64 @hash_of(ptr %19, ptr %20, i64 %21)
  %23 = load ptr, ptr %6, align 8
  %24 = load i64, ptr %7, align 8
  %25 = call ptr @search(ptr %18, i64 %22, ptr %23, i64 %24)
  store ptr %25, ptr %10, align 8
  %26 = load ptr, ptr %10, align 8
  %27 = icmp ne ptr %26, null
  br i1 %27, label %28, label %34

28:
  %29 = load ptr, ptr %10, align 8
  %30 = getelementptr inbounds nuw %struct.record, ptr %29, i32 0, i32 0
  %31 = load i64, ptr %30, align 8
  %32 = trunc i64 %31 to i32
  %33 = sub i32 %32, 1
  store i32 %33, ptr %4, align 4
  store i32 1, ptr %9, align 4
  br label %35

34:
  store i32 0, ptr %9, align 4
  br label %35

35:
  %36 = load i32, ptr %9, align 4
  switch i32 %36, label %42 [
    i32 0, label %37
  ]

37:
  br label %38

38:
  %39 = load ptr, ptr %8, align 8
  %40 = getelementptr inbounds nuw %struct.block, ptr %39, i32 0, i32 5
  %41 = load ptr, ptr %40, align 8
  store ptr %41, ptr %8, align 8
  br label %13

42:
  %43 = load i32, ptr %9, align 4
  switch i32 %43, label %47 [
    i32 2, label %44
    i32 1, label %45
  ]

44:
  store i32 -1, ptr %4, align 4
  br label %45

45:
  %46 = load i32, ptr %4, align 4
  ret i32 %46

47:
  unreachable
}

define internal ptr @search(ptr %0, i64 %1, ptr %2, i64 %3) alwaysinline nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i32, align 4
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store ptr %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  %13 = load i64, ptr %7, align 8
  %14 = load ptr, ptr %6, align 8
  %15 = getelementptr inbounds nuw %struct.block, ptr %14, i32 0, i32 0
  %16 = load i64, ptr %15, align 8
  %17 = and i64 %13, %16
  store i64 %17, ptr %10, align 8
  br label %18

18:
  %19 = load ptr, ptr %6, align 8
  %20 = load i64, ptr %10, align 8
  %21 = load i64, ptr %9, align 8
  %22 = call ptr @record_at(ptr %19, i64 %20, i64 %21)
  store ptr %22, ptr %11, align 8
  %23 = load ptr, ptr %11, align 8
  %24 = getelementptr inbounds nuw %struct.record, ptr %23, i32 0, i32 0
  %25 = load i64, ptr %24, align 8
  %26 = icmp eq i64 %25, 0
  br i1 %26, label %27, label %28

27:
  store ptr null, ptr %5, align 8
  store i32 1, ptr %12, align 4
  br label %38

28:
  %29 = load ptr, ptr %11, align 8
  %30 = getelementptr inbounds nuw %struct.record, ptr %29, i32 0, i32 1
  %31 = getelementptr inbounds [0 x i64], ptr %30, i64 0, i64 0
  %32 = load ptr, ptr %8, align 8
  %33 = load i64, ptr %9, align 8
  %34 = call zeroext i1 @same_words(ptr %31, ptr %32, i64 %33)
  br i1 %34, label %35, label %37

35:
  %36 = load ptr, ptr %11, align 8
  store ptr %36, ptr %5, align 8
  store i32 1, ptr %12, align 4
  br label %38

37:
  store i32 0, ptr %12, align 4
  br label %38

38:
  %39 = load i32, ptr %12, align 4
  switch i32 %39, label %48 [
    i32 0, label %40
  ]

40:
  br label %41

41:
  %42 = load i64, ptr %10, align 8
  %43 = add i64 %42, 1
  %44 = load ptr, ptr %6, align 8
  %45 = getelementptr inbounds nuw %struct.block, ptr %44, i32 0, i32 0
  %46 = load i64, ptr %45, align 8
  %47 = and i64 %43, %46
  store i64 %47, ptr %10, align 8
  br label %18

48:
  %49 = load ptr, ptr %5, align 8
  ret ptr %49
}

define internal i64 @hash_of(ptr %0, ptr %1, i64 %2) alwaysinline nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = getelementptr inbounds nuw %struct.block, ptr %9, i32 0, i32 1
  %11 = load i64, ptr %10, align 8
  store i64 %11, ptr %7, align 8
  store i64 0, ptr %8, align 8
  br label %12

12:
  %13 = load i64, ptr %8, align 8
  %14 = add i64 %13, 1
  %15 = load i64, ptr %6, align 8
  %16 = icmp ult i64 %14, %15
  br i1 %16, label %18, label %17

17:
  br label %38

18:
  %19 = load i64, ptr %7, align 8
  %20 = load ptr, ptr %5, align 8
  %21 = load i64, ptr %8, align 8
  %22 = getelementptr inbounds nuw i64, ptr %20, i64 %21
  %23 = load i64, ptr %22, align 8
  %24 = xor i64 %19, %23
  %25 = load ptr, ptr %4, align 8
  %26 = getelementptr inbounds nuw %struct.block, ptr %25, i32 0, i32 2
  %27 = load i64, ptr %26, align 8
  %28 = load ptr, ptr %5, align 8
  %29 = load i64, ptr %8, align 8
  %30 = add i64 %29, 1
  %31 = getelementptr inbounds nuw i64, ptr %28, i64 %30
  %32 = load i64, ptr %31, align 8
  %33 = xor i64 %27, %32
  %34 = call i64 @mixed(i64 %24, i64 %33)
  store i64 %34, ptr %7, align 8
  br label %35

35:
  %36 = load i64, ptr %8, align 8
  %37 = add i64 %36, 2
  store i64 %37, ptr %8, align 8
  br label %12

38:
  %39 = load i64, ptr %6, align 8
  %40 = and i64 %39, 1
  %41 = icmp ne i64 %40, 0
  br i1 %41, label %42, label %54

42:
  %43 = load i64, ptr %7, align 8
  %44 = load ptr, ptr %5, align 8
  %45 = load i64, ptr %6, align 8
  %46 = sub i64 %45, 1
  %47 = getelementptr inbounds nuw i64, ptr %44, i64 %46
  %48 = load i64, ptr %47, align 8
  %49 = xor i64 %43, %48
  %50 = load ptr, ptr %4, align 8
  %51 = getelementptr inbounds nuw %struct.block, ptr %50, i32 0, i32 2
  %52 = load i64, ptr %51, align 8
  %53 = call i64 @mixed(i64 %49, i64 %52)
  br label %56

54:
  %55 = load i64, ptr %7, align 8
  br label %56

56:
  %57 = phi i64 [ %53, %42 ], [ %55, %54 ]
  ret i64 %57
}

define i64 @exact_locate(ptr %0, ptr %1, i64 %2) alwaysinline nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = load ptr, ptr %9, align 8
  store ptr %10, ptr %7, align 8
  %11 = load ptr, ptr %7, align 8
  %12 = load ptr, ptr %7, align 8
  %13 = load ptr, ptr %5, align 8
  %14 = load i64, ptr %6, align 8
  %15 = call i64 @hash_of(ptr %12, ptr %13, i64 %14)
  %16 = load ptr, ptr %7, align 8
  %17 = getelementptr inbounds nuw %struct.block, ptr %16, i32 0, i32 0
  %18 = load i64, ptr %17, align 8
  %19 = and i64 %15, %18
  %20 = load i64, ptr %6, align 8
  %21 = call ptr @record_at(ptr %11, i64 %19, i64 %20)
  store ptr %21, ptr %8, align 8
  %22 = load ptr, ptr %8, align 8
  %23 = load i64, ptr %6, align 8
  %24 = call i64 @record_size(i64 %23)
  call void @ask_for(ptr %22, i64 %24)
  %25 = load ptr, ptr %8, align 8
  %26 = ptrtoint ptr %25 to i64
  ret i64 %26
}

define internal ptr @record_at(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 64
  %9 = load i64, ptr %5, align 8
  %10 = load i64, ptr %6, align 8
  %11 = call i64 @record_size(i64 %10)
  %12 = mul i64 %9, %11
  %13 = getelementptr inbounds nuw i8, ptr %8, i64 %12
  ret ptr %13
}

define internal void @ask_for(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  call void @llvm.prefetch.p0(ptr %5, i32 0, i32 3, i32 1)
  %6 = load ptr, ptr %3, align 8
  %7 = load i64, ptr %4, align 8
  %8 = getelementptr inbounds nuw i8, ptr %6, i64 %7
  %9 = getelementptr inbounds i8, ptr %8, i64 -1
  call void @llvm.prefetch.p0(ptr %9, i32 0, i32 3, i32 1)
  ret void
}

define internal i64 @record_size(i64 %0) nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = mul i64 8, %3
  %5 = add i64 8, %4
  ret i64 %5
}

define i32 @exact_take(ptr %0, ptr %1, i64 %2, i64 %3) alwaysinline nounwind {
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i32, align 4
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  %12 = load i64, ptr %8, align 8
  %13 = inttoptr i64 %12 to ptr
  store ptr %13, ptr %10, align 8
  %14 = load ptr, ptr %10, align 8
  %15 = getelementptr inbounds nuw %struct.record, ptr %14, i32 0, i32 0
  %16 = load i64, ptr %15, align 8
  %17 = icmp ne i64 %16, 0
  br i1 %17, label %18, label %31

18:
  %19 = load ptr, ptr %10, align 8
  %20 = getelementptr inbounds nuw %struct.record, ptr %19, i32 0, i32 1
  %21 = getelementptr inbounds [0 x i64], ptr %20, i64 0, i64 0
  %22 = load ptr, ptr %7, align 8
  %23 = load i64, ptr %9, align 8
  %24 = call zeroext i1 @same_words(ptr %21, ptr %22, i64 %23)
  br i1 %24, label %25, label %31

25:
  %26 = load ptr, ptr %10, align 8
  %27 = getelementptr inbounds nuw %struct.record, ptr %26, i32 0, i32 0
  %28 = load i64, ptr %27, align 8
  %29 = trunc i64 %28 to i32
  %30 = sub i32 %29, 1
  store i32 %30, ptr %5, align 4
  store i32 1, ptr %11, align 4
  br label %36

31:
  %32 = load ptr, ptr %6, align 8
  %33 = load ptr, ptr %7, align 8
  %34 = load i64, ptr %9, align 8
  %35 = call i32 @exact_lookup(ptr %32, ptr %33, i64 %34)
  store i32 %35, ptr %5, align 4
  store i32 1, ptr %11, align 4
  br label %36

36:
  %37 = load i32, ptr %5, align 4
  ret i32 %37
}

define internal zeroext i1 @same_words(ptr %0, ptr %1, i64 %2) alwaysinline nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  store i64 0, ptr %7, align 8
  store i64 0, ptr %8, align 8
  br label %9

9:
  %10 = load i64, ptr %8, align 8
  %11 = load i64, ptr %6, align 8
  %12 = icmp ult i64 %10, %11
  br i1 %12, label %14, label %13

13:
  br label %29

14:
  %15 = load ptr, ptr %4, align 8
  %16 = load i64, ptr %8, align 8
  %17 = getelementptr inbounds nuw i64, ptr %15, i64 %16
  %18 = load i64, ptr %17, align 8
  %19 = load ptr, ptr %5, align 8
  %20 = load i64, ptr %8, align 8
  %21 = getelementptr inbounds nuw i64, ptr %19, i64 %20
  %22 = load i64, ptr %21, align 8
  %23 = xor i64 %18, %22
  %24 = load i64, ptr %7, align 8
  %25 = or i64 %24, %23
  store i64 %25, ptr %7, align 8
  br label %26

26:
  %27 = load i64, ptr %8, align 8
  %28 = add i64 %27, 1
  store i64 %28, ptr %8, align 8
  br label %9

29:
  %30 = load i64, ptr %7, align 8
  %31 = icmp eq i64 %30, 0
  ret i1 %31
}

define ptr @hash_find(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i32, align 4
  %10 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  %11 = load ptr, ptr %5, align 8
  store ptr %11, ptr %8, align 8
  br label %12

12:
  %13 = load ptr, ptr %8, align 8
  %14 = icmp ne ptr %13, null
  br i1 %14, label %16, label %15

15:
  store i32 2, ptr %9, align 4
  br label %37

16:
  %17 = load ptr, ptr %8, align 8
  %18 = load ptr, ptr %8, align 8
  %19 = load ptr, ptr %7, align 8
  %20 = load i64, ptr %6, align 8
  %21 = call i64 @hash_of(ptr %18, ptr %19, i64 %20)
  %22 = load ptr, ptr %7, align 8
  %23 = load i64, ptr %6, align 8
  %24 = call ptr @search(ptr %17, i64 %21, ptr %22, i64 %23)
  store ptr %24, ptr %10, align 8
  %25 = load ptr, ptr %10, align 8
  %26 = icmp ne ptr %25, null
  br i1 %26, label %27, label %29

27:
  %28 = load ptr, ptr %10, align 8
  store ptr %28, ptr %4, align 8
  store i32 1, ptr %9, align 4
  br label %30

29:
  store i32 0, ptr %9, align 4
  br label %30

30:
  %31 = load i32, ptr %9, align 4
  switch i32 %31, label %37 [
    i32 0, label %32
  ]

32:
  br label %33

33:
  %34 = load ptr, ptr %8, align 8
  %35 = getelementptr inbounds nuw %struct.block, ptr %34, i32 0, i32 5
  %36 = load ptr, ptr %35, align 8
  store ptr %36, ptr %8, align 8
  br label %12

37:
  %38 = load i32, ptr %9, align 4
  switch i32 %38, label %42 [
    i32 2, label %39
    i32 1, label %40
  ]

39:
  store ptr null, ptr %4, align 8
  br label %40

40:
  %41 = load ptr, ptr %4, align 8
  ret ptr %41

42:
  unreachable
}

define i64 @hash_put(ptr %0, i64 %1, ptr %2, i64 %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  %14 = load ptr, ptr %5, align 8
  %15 = load ptr, ptr %7, align 8
  %16 = load i64, ptr %6, align 8
  %17 = call i64 @hash_of(ptr %14, ptr %15, i64 %16)
  store i64 %17, ptr %9, align 8
  store i64 0, ptr %10, align 8
  %18 = load ptr, ptr %5, align 8
  %19 = load i64, ptr %9, align 8
  %20 = call zeroext i8 @filter_bit(ptr %18, i64 %19)
  %21 = zext i8 %20 to i32
  %22 = load ptr, ptr %5, align 8
  %23 = load i64, ptr %9, align 8
  %24 = call ptr @filter_byte(ptr %22, i64 %23)
  %25 = load i8, ptr %24, align 1
  %26 = zext i8 %25 to i32
  %27 = or i32 %26, %21
  %28 = trunc i32 %27 to i8
  store i8 %28, ptr %24, align 1
  %29 = load ptr, ptr %5, align 8
  %30 = getelementptr inbounds nuw %struct.block, ptr %29, i32 0, i32 6
  %31 = load i64, ptr %30, align 8
  %32 = icmp ne i64 %31, 0
  br i1 %32, label %33, label %46

33:
  %34 = load ptr, ptr %7, align 8
  %35 = getelementptr inbounds i64, ptr %34, i64 0
  %36 = load i64, ptr %35, align 8
  %37 = call i32 @tag_bit(i64 %36)
  %38 = load ptr, ptr %5, align 8
  %39 = load ptr, ptr %7, align 8
  %40 = getelementptr inbounds i64, ptr %39, i64 1
  %41 = load i64, ptr %6, align 8
  %42 = sub i64 %41, 1
  %43 = call ptr @tags_of(ptr %38, ptr %40, i64 %42)
  %44 = load i32, ptr %43, align 4
  %45 = or i32 %44, %37
  store i32 %45, ptr %43, align 4
  br label %46

46:
  %47 = load i64, ptr %9, align 8
  %48 = load ptr, ptr %5, align 8
  %49 = getelementptr inbounds nuw %struct.block, ptr %48, i32 0, i32 0
  %50 = load i64, ptr %49, align 8
  %51 = and i64 %47, %50
  store i64 %51, ptr %12, align 8
  br label %52

52:
  %53 = load ptr, ptr %5, align 8
  %54 = load i64, ptr %12, align 8
  %55 = load i64, ptr %6, align 8
  %56 = call ptr @record_at(ptr %53, i64 %54, i64 %55)
  store ptr %56, ptr %11, align 8
  %57 = load ptr, ptr %11, align 8
  %58 = getelementptr inbounds nuw %struct.record, ptr %57, i32 0, i32 0
  %59 = load i64, ptr %58, align 8
  %60 = icmp eq i64 %59, 0
  br i1 %60, label %68, label %61

61:
  %62 = load ptr, ptr %11, align 8
  %63 = getelementptr inbounds nuw %struct.record, ptr %62, i32 0, i32 1
  %64 = getelementptr inbounds [0 x i64], ptr %63, i64 0, i64 0
  %65 = load ptr, ptr %7, align 8
  %66 = load i64, ptr %6, align 8
  %67 = call zeroext i1 @same_words(ptr %64, ptr %65, i64 %66)
  br i1 %67, label %68, label %69

68:
  br label %79

69:
  br label %70

70:
  %71 = load i64, ptr %12, align 8
  %72 = add i64 %71, 1
  %73 = load ptr, ptr %5, align 8
  %74 = getelementptr inbounds nuw %struct.block, ptr %73, i32 0, i32 0
  %75 = load i64, ptr %74, align 8
  %76 = and i64 %72, %75
  store i64 %76, ptr %12, align 8
  %77 = load i64, ptr %10, align 8
  %78 = add i64 %77, 1
  store i64 %78, ptr %10, align 8
  br label %52

79:
  store i64 0, ptr %13, align 8
  br label %80

80:
  %81 = load i64, ptr %13, align 8
  %82 = load i64, ptr %6, align 8
  %83 = icmp ult i64 %81, %82
  br i1 %83, label %85, label %84

84:
  br label %97

85:
  %86 = load ptr, ptr %7, align 8
  %87 = load i64, ptr %13, align 8
  %88 = getelementptr inbounds nuw i64, ptr %86, i64 %87
  %89 = load i64, ptr %88, align 8
  %90 = load ptr, ptr %11, align 8
  %91 = getelementptr inbounds nuw %struct.record, ptr %90, i32 0, i32 1
  %92 = load i64, ptr %13, align 8
  %93 = getelementptr inbounds nuw [0 x i64], ptr %91, i64 0, i64 %92
  store i64 %89, ptr %93, align 8
  br label %94

94:
  %95 = load i64, ptr %13, align 8
  %96 = add i64 %95, 1
  store i64 %96, ptr %13, align 8
  br label %80

97:
  %98 = load i64, ptr %8, align 8
  %99 = load ptr, ptr %11, align 8
  %100 = getelementptr inbounds nuw %struct.record, ptr %99, i32 0, i32 0
  store i64 %98, ptr %100, align 8
  %101 = load i64, ptr %10, align 8
  ret i64 %101
}

define internal zeroext i8 @filter_bit(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load i64, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = getelementptr inbounds nuw %struct.block, ptr %6, i32 0, i32 3
  %8 = load i64, ptr %7, align 8
  %9 = lshr i64 %5, %8
  %10 = and i64 %9, 7
  %11 = trunc i64 %10 to i32
  %12 = shl i32 1, %11
  %13 = trunc i32 %12 to i8
  ret i8 %13
}

define internal ptr @filter_byte(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = getelementptr inbounds nuw %struct.block, ptr %6, i32 0, i32 4
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %5, i64 %8
  %10 = load i64, ptr %4, align 8
  %11 = load ptr, ptr %3, align 8
  %12 = getelementptr inbounds nuw %struct.block, ptr %11, i32 0, i32 3
  %13 = load i64, ptr %12, align 8
  %14 = lshr i64 %10, %13
  %15 = lshr i64 %14, 3
  %16 = getelementptr inbounds nuw i8, ptr %9, i64 %15
  ret ptr %16
}

define internal i32 @tag_bit(i64 %0) alwaysinline nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = and i64 %3, 31
  %5 = trunc i64 %4 to i32
  %6 = shl i32 1, %5
  ret i32 %6
}

define internal ptr @tags_of(ptr %0, ptr %1, i64 %2) alwaysinline nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %10 = load ptr, ptr %4, align 8
  %11 = load ptr, ptr %4, align 8
  %12 = getelementptr inbounds nuw %struct.block, ptr %11, i32 0, i32 6
  %13 = load i64, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %10, i64 %13
  store ptr %14, ptr %7, align 8
  %15 = load ptr, ptr %4, align 8
  %16 = getelementptr inbounds nuw %struct.block, ptr %15, i32 0, i32 1
  %17 = load i64, ptr %16, align 8
  store i64 %17, ptr %8, align 8
  store i64 0, ptr %9, align 8
  br label %18

18:
  %19 = load i64, ptr %9, align 8
  %20 = load i64, ptr %6, align 8
  %21 = icmp ult i64 %19, %20
  br i1 %21, label %23, label %22

22:
  br label %42

23:
  %24 = load i64, ptr %8, align 8
  %25 = load ptr, ptr %5, align 8
  %26 = load i64, ptr %9, align 8
  %27 = getelementptr inbounds nuw i64, ptr %25, i64 %26
  %28 = load i64, ptr %27, align 8
  %29 = load ptr, ptr %7, align 8
  %30 = load i64, ptr %9, align 8
  %31 = getelementptr inbounds nuw i64, ptr %29, i64 %30
  %32 = load i64, ptr %31, align 8
  %33 = and i64 %28, %32
  %34 = xor i64 %24, %33
  %35 = load ptr, ptr %4, align 8
  %36 = getelementptr inbounds nuw %struct.block, ptr %35, i32 0, i32 2
  %37 = load i64, ptr %36, align 8
  %38 = call i64 @mixed(i64 %34, i64 %37)
  store i64 %38, ptr %8, align 8
  br label %39

39:
  %40 = load i64, ptr %9, align 8
  %41 = add i64 %40, 1
  store i64 %41, ptr %9, align 8
  br label %18

42:
  %43 = load ptr, ptr %7, align 8
  %44 = load i64, ptr %6, align 8
  %45 = getelementptr inbounds nuw i64, ptr %43, i64 %44
  %46 = load i64, ptr %8, align 8
  %47 = load ptr, ptr %4, align 8
  %48 = getelementptr inbounds nuw %struct.block, ptr %47, i32 0, i32 0
  %49 = load i64, ptr %48, align 8
  %50 = and i64 %46, %49
  %51 = getelementptr inbounds nuw i32, ptr %45, i64 %50
  ret ptr %51
}

define void @hash_erase(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca ptr, align 8
  %13 = alloca i32, align 4
  %14 = alloca i64, align 8
  %15 = alloca ptr, align 8
  %16 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %17 = load i64, ptr %5, align 8
  %18 = call i64 @record_size(i64 %17)
  store i64 %18, ptr %7, align 8
  %19 = load ptr, ptr %4, align 8
  %20 = getelementptr inbounds nuw %struct.block, ptr %19, i32 0, i32 0
  %21 = load i64, ptr %20, align 8
  %22 = add i64 %21, 1
  %23 = load i64, ptr %7, align 8
  %24 = mul i64 %22, %23
  %25 = add i64 64, %24
  store i64 %25, ptr %8, align 8
  %26 = load ptr, ptr %6, align 8
  %27 = ptrtoint ptr %26 to i64
  %28 = load ptr, ptr %4, align 8
  %29 = ptrtoint ptr %28 to i64
  %30 = sub i64 %27, %29
  %31 = load i64, ptr %8, align 8
  %32 = icmp ult i64 %30, %31
  br i1 %32, label %33, label %35

33:
  %34 = load ptr, ptr %4, align 8
  br label %39

35:
  %36 = load ptr, ptr %4, align 8
  %37 = getelementptr inbounds nuw %struct.block, ptr %36, i32 0, i32 5
  %38 = load ptr, ptr %37, align 8
  br label %39

39:
  %40 = phi ptr [ %34, %33 ], [ %38, %35 ]
  store ptr %40, ptr %9, align 8
  %41 = load ptr, ptr %6, align 8
  %42 = ptrtoint ptr %41 to i64
  %43 = load ptr, ptr %9, align 8
  %44 = ptrtoint ptr %43 to i64
  %45 = sub i64 %42, %44
  %46 = sub i64 %45, 64
  %47 = load i64, ptr %7, align 8
  %48 = udiv i64 %46, %47
  store i64 %48, ptr %10, align 8
  %49 = load i64, ptr %10, align 8
  %50 = add i64 %49, 1
  %51 = load ptr, ptr %9, align 8
  %52 = getelementptr inbounds nuw %struct.block, ptr %51, i32 0, i32 0
  %53 = load i64, ptr %52, align 8
  %54 = and i64 %50, %53
  store i64 %54, ptr %11, align 8
  br label %55

55:
  %56 = load ptr, ptr %9, align 8
  %57 = load i64, ptr %11, align 8
  %58 = load i64, ptr %5, align 8
  %59 = call ptr @record_at(ptr %56, i64 %57, i64 %58)
  store ptr %59, ptr %12, align 8
  %60 = load ptr, ptr %12, align 8
  %61 = getelementptr inbounds nuw %struct.record, ptr %60, i32 0, i32 0
  %62 = load i64, ptr %61, align 8
  %63 = icmp eq i64 %62, 0
  br i1 %63, label %64, label %65

64:
  store i32 2, ptr %13, align 4
  br label %122

65:
  %66 = load ptr, ptr %9, align 8
  %67 = load ptr, ptr %12, align 8
  %68 = getelementptr inbounds nuw %struct.record, ptr %67, i32 0, i32 1
  %69 = getelementptr inbounds [0 x i64], ptr %68, i64 0, i64 0
  %70 = load i64, ptr %5, align 8
  %71 = call i64 @hash_of(ptr %66, ptr %69, i64 %70)
  %72 = load ptr, ptr %9, align 8
  %73 = getelementptr inbounds nuw %struct.block, ptr %72, i32 0, i32 0
  %74 = load i64, ptr %73, align 8
  %75 = and i64 %71, %74
  store i64 %75, ptr %14, align 8
  %76 = load i64, ptr %11, align 8
  %77 = load i64, ptr %14, align 8
  %78 = sub i64 %76, %77
  %79 = load ptr, ptr %9, align 8
  %80 = getelementptr inbounds nuw %struct.block, ptr %79, i32 0, i32 0
  %81 = load i64, ptr %80, align 8
  %82 = and i64 %78, %81
  %83 = load i64, ptr %11, align 8
  %84 = load i64, ptr %10, align 8
  %85 = sub i64 %83, %84
  %86 = load ptr, ptr %9, align 8
  %87 = getelementptr inbounds nuw %struct.block, ptr %86, i32 0, i32 0
  %88 = load i64, ptr %87, align 8
  %89 = and i64 %85, %88
  %90 = icmp uge i64 %82, %89
  br i1 %90, label %91, label %121

91:
  %92 = load ptr, ptr %9, align 8
  %93 = load i64, ptr %10, align 8
  %94 = load i64, ptr %5, align 8
  %95 = call ptr @record_at(ptr %92, i64 %93, i64 %94)
  store ptr %95, ptr %15, align 8
  %96 = load ptr, ptr %12, align 8
  %97 = getelementptr inbounds nuw %struct.record, ptr %96, i32 0, i32 0
  %98 = load i64, ptr %97, align 8
  %99 = load ptr, ptr %15, align 8
  %100 = getelementptr inbounds nuw %struct.record, ptr %99, i32 0, i32 0
  store i64 %98, ptr %100, align 8
  store i64 0, ptr %16, align 8
  br label %101

101:
  %102 = load i64, ptr %16, align 8
  %103 = load i64, ptr %5, align 8
  %104 = icmp ult i64 %102, %103
  br i1 %104, label %106, label %105

105:
  store i32 5, ptr %13, align 4
  br label %119

106:
  %107 = load ptr, ptr %12, align 8
  %108 = getelementptr inbounds nuw %struct.record, ptr %107, i32 0, i32 1
  %109 = load i64, ptr %16, align 8
  %110 = getelementptr inbounds nuw [0 x i64], ptr %108, i64 0, i64 %109
  %111 = load i64, ptr %110, align 8
  %112 = load ptr, ptr %15, align 8
  %113 = getelementptr inbounds nuw %struct.record, ptr %112, i32 0, i32 1
  %114 = load i64, ptr %16, align 8
  %115 = getelementptr inbounds nuw [0 x i64], ptr %113, i64 0, i64 %114
  store i64 %111, ptr %115, align 8
  br label %116

116:
  %117 = load i64, ptr %16, align 8
  %118 = add i64 %117, 1
  store i64 %118, ptr %16, align 8
  br label %101

119:
  %120 = load i64, ptr %11, align 8
  store i64 %120, ptr %10, align 8
  br label %121

121:
  store i32 0, ptr %13, align 4
  br label %122

122:
  %123 = load i32, ptr %13, align 4
  switch i32 %123, label %132 [
    i32 0, label %124
  ]

124:
  br label %125

125:
  %126 = load i64, ptr %11, align 8
  %127 = add i64 %126, 1
  %128 = load ptr, ptr %9, align 8
  %129 = getelementptr inbounds nuw %struct.block, ptr %128, i32 0, i32 0
  %130 = load i64, ptr %129, align 8
  %131 = and i64 %127, %130
  store i64 %131, ptr %11, align 8
  br label %55

132:
  br label %133

133:
  %134 = load ptr, ptr %9, align 8
  %135 = load i64, ptr %10, align 8
  %136 = load i64, ptr %5, align 8
  %137 = call ptr @record_at(ptr %134, i64 %135, i64 %136)
  %138 = getelementptr inbounds nuw %struct.record, ptr %137, i32 0, i32 0
  store i64 0, ptr %138, align 8
  ret void
}

define i64 @hash_move(ptr %0, i64 %1, i64 %2, i64 %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  %13 = load ptr, ptr %5, align 8
  %14 = getelementptr inbounds nuw %struct.block, ptr %13, i32 0, i32 5
  %15 = load ptr, ptr %14, align 8
  store ptr %15, ptr %9, align 8
  %16 = load ptr, ptr %9, align 8
  %17 = getelementptr inbounds nuw %struct.block, ptr %16, i32 0, i32 0
  %18 = load i64, ptr %17, align 8
  %19 = add i64 %18, 1
  store i64 %19, ptr %10, align 8
  %20 = load i64, ptr %10, align 8
  %21 = load i64, ptr %7, align 8
  %22 = sub i64 %20, %21
  %23 = load i64, ptr %8, align 8
  %24 = icmp ult i64 %22, %23
  br i1 %24, label %25, label %27

25:
  %26 = load i64, ptr %10, align 8
  br label %31

27:
  %28 = load i64, ptr %7, align 8
  %29 = load i64, ptr %8, align 8
  %30 = add i64 %28, %29
  br label %31

31:
  %32 = phi i64 [ %26, %25 ], [ %30, %27 ]
  store i64 %32, ptr %11, align 8
  br label %33

33:
  %34 = load i64, ptr %7, align 8
  %35 = load i64, ptr %11, align 8
  %36 = icmp ult i64 %34, %35
  br i1 %36, label %37, label %64

37:
  %38 = load ptr, ptr %9, align 8
  %39 = load i64, ptr %7, align 8
  %40 = load i64, ptr %6, align 8
  %41 = call ptr @record_at(ptr %38, i64 %39, i64 %40)
  store ptr %41, ptr %12, align 8
  br label %42

42:
  %43 = load ptr, ptr %12, align 8
  %44 = getelementptr inbounds nuw %struct.record, ptr %43, i32 0, i32 0
  %45 = load i64, ptr %44, align 8
  %46 = icmp ne i64 %45, 0
  br i1 %46, label %47, label %60

47:
  %48 = load ptr, ptr %5, align 8
  %49 = load i64, ptr %6, align 8
  %50 = load ptr, ptr %12, align 8
  %51 = getelementptr inbounds nuw %struct.record, ptr %50, i32 0, i32 1
  %52 = getelementptr inbounds [0 x i64], ptr %51, i64 0, i64 0
  %53 = load ptr, ptr %12, align 8
  %54 = getelementptr inbounds nuw %struct.record, ptr %53, i32 0, i32 0
  %55 = load i64, ptr %54, align 8
  %56 = call i64 @hash_put(ptr %48, i64 %49, ptr %52, i64 %55)
  %57 = load ptr, ptr %9, align 8
  %58 = load i64, ptr %6, align 8
  %59 = load ptr, ptr %12, align 8
  call void @hash_erase(ptr %57, i64 %58, ptr %59)
  br label %42

60:
  br label %61

61:
  %62 = load i64, ptr %7, align 8
  %63 = add i64 %62, 1
  store i64 %63, ptr %7, align 8
  br label %33

64:
  %65 = load i64, ptr %11, align 8
  ret i64 %65
}

define internal i64 @mixed(i64 %0, i64 %1) alwaysinline nounwind {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  %5 = alloca i128, align 16
  store i64 %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %6 = load i64, ptr %3, align 8
  %7 = zext i64 %6 to i128
  %8 = load i64, ptr %4, align 8
  %9 = zext i64 %8 to i128
  %10 = mul i128 %7, %9
  store i128 %10, ptr %5, align 16
  %11 = load i128, ptr %5, align 16
  %12 = trunc i128 %11 to i64
  %13 = load i128, ptr %5, align 16
  %14 = lshr i128 %13, 64
  %15 = trunc i128 %14 to i64
  %16 = xor i64 %12, %15
  ret i64 %16
}

declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
