; SPDX-License-Identifier: Apache-2.0
; Made of exact.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 0ad6afbd7533b5cc40557a409ad5434e741efae395717f44614264e2b0a1b987
%struct.record = type { i64, [0 x i64] }
%struct.block = type { i64, i64, i64, i64, i64, ptr, i64, i64 }
%struct.dimension = type { i32, i32, [0 x i64] }

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

define i32 @short_lookup(ptr %0, ptr %1, i64 %2) alwaysinline nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load i64, ptr %6, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = load ptr, ptr %8, align 8
  %10 = load ptr, ptr %5, align 8
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds nuw i32, ptr %9, i64 %11
  %13 = load i32, ptr %12, align 4
  %14 = sub i32 %13, 1
  ret i32 %14
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
  call void @ask_for_record(ptr %22, i64 %23)
  %24 = load ptr, ptr %8, align 8
  %25 = ptrtoint ptr %24 to i64
  ret i64 %25
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

define internal void @ask_for_record(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  call void @llvm.prefetch.p0(ptr %5, i32 0, i32 3, i32 1)
  %6 = load i64, ptr %4, align 8
  %7 = call i64 @record_size(i64 %6)
  %8 = urem i64 64, %7
  %9 = icmp ne i64 %8, 0
  br i1 %9, label %10, label %16

10:
  %11 = load ptr, ptr %3, align 8
  %12 = load i64, ptr %4, align 8
  %13 = call i64 @record_size(i64 %12)
  %14 = getelementptr inbounds nuw i8, ptr %11, i64 %13
  %15 = getelementptr inbounds i8, ptr %14, i64 -1
  call void @llvm.prefetch.p0(ptr %15, i32 0, i32 3, i32 1)
  br label %16

16:
  ret void
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
  %11 = alloca i64, align 8
  %12 = alloca ptr, align 8
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  %15 = load ptr, ptr %5, align 8
  %16 = load ptr, ptr %7, align 8
  %17 = load i64, ptr %6, align 8
  %18 = call i64 @hash_of(ptr %15, ptr %16, i64 %17)
  store i64 %18, ptr %9, align 8
  store i64 0, ptr %10, align 8
  %19 = load i64, ptr %9, align 8
  %20 = call i64 @filter_bits(i64 %19)
  %21 = load ptr, ptr %5, align 8
  %22 = load i64, ptr %9, align 8
  %23 = call ptr @filter_word(ptr %21, i64 %22)
  %24 = load i64, ptr %23, align 8
  %25 = or i64 %24, %20
  store i64 %25, ptr %23, align 8
  store i64 0, ptr %11, align 8
  br label %26

26:
  %27 = load i64, ptr %11, align 8
  %28 = load ptr, ptr %5, align 8
  %29 = getelementptr inbounds nuw %struct.block, ptr %28, i32 0, i32 7
  %30 = load i64, ptr %29, align 8
  %31 = icmp ult i64 %27, %30
  br i1 %31, label %33, label %32

32:
  br label %65

33:
  %34 = load ptr, ptr %5, align 8
  %35 = load i64, ptr %11, align 8
  %36 = load i64, ptr %6, align 8
  %37 = sub i64 %36, 1
  %38 = call ptr @dimension_of(ptr %34, i64 %35, i64 %37)
  %39 = getelementptr inbounds nuw %struct.dimension, ptr %38, i32 0, i32 0
  %40 = load i32, ptr %39, align 8
  %41 = load ptr, ptr %7, align 8
  %42 = getelementptr inbounds i64, ptr %41, i64 0
  %43 = load i64, ptr %42, align 8
  %44 = call i32 @tag_bit(i64 %43)
  %45 = and i32 %40, %44
  %46 = icmp ne i32 %45, 0
  br i1 %46, label %61, label %47

47:
  %48 = load ptr, ptr %7, align 8
  %49 = getelementptr inbounds i64, ptr %48, i64 0
  %50 = load i64, ptr %49, align 8
  %51 = call i32 @tag_bit(i64 %50)
  %52 = load ptr, ptr %5, align 8
  %53 = load i64, ptr %11, align 8
  %54 = load ptr, ptr %7, align 8
  %55 = getelementptr inbounds i64, ptr %54, i64 1
  %56 = load i64, ptr %6, align 8
  %57 = sub i64 %56, 1
  %58 = call ptr @tags_at(ptr %52, i64 %53, ptr %55, i64 %57)
  %59 = load i32, ptr %58, align 4
  %60 = or i32 %59, %51
  store i32 %60, ptr %58, align 4
  br label %61

61:
  br label %62

62:
  %63 = load i64, ptr %11, align 8
  %64 = add i64 %63, 1
  store i64 %64, ptr %11, align 8
  br label %26

65:
  %66 = load i64, ptr %9, align 8
  %67 = load ptr, ptr %5, align 8
  %68 = getelementptr inbounds nuw %struct.block, ptr %67, i32 0, i32 0
  %69 = load i64, ptr %68, align 8
  %70 = and i64 %66, %69
  store i64 %70, ptr %13, align 8
  br label %71

71:
  %72 = load ptr, ptr %5, align 8
  %73 = load i64, ptr %13, align 8
  %74 = load i64, ptr %6, align 8
  %75 = call ptr @record_at(ptr %72, i64 %73, i64 %74)
  store ptr %75, ptr %12, align 8
  %76 = load ptr, ptr %12, align 8
  %77 = getelementptr inbounds nuw %struct.record, ptr %76, i32 0, i32 0
  %78 = load i64, ptr %77, align 8
  %79 = icmp eq i64 %78, 0
  br i1 %79, label %87, label %80

80:
  %81 = load ptr, ptr %12, align 8
  %82 = getelementptr inbounds nuw %struct.record, ptr %81, i32 0, i32 1
  %83 = getelementptr inbounds [0 x i64], ptr %82, i64 0, i64 0
  %84 = load ptr, ptr %7, align 8
  %85 = load i64, ptr %6, align 8
  %86 = call zeroext i1 @same_words(ptr %83, ptr %84, i64 %85)
  br i1 %86, label %87, label %88

87:
  br label %98

88:
  br label %89

89:
  %90 = load i64, ptr %13, align 8
  %91 = add i64 %90, 1
  %92 = load ptr, ptr %5, align 8
  %93 = getelementptr inbounds nuw %struct.block, ptr %92, i32 0, i32 0
  %94 = load i64, ptr %93, align 8
  %95 = and i64 %91, %94
  store i64 %95, ptr %13, align 8
  %96 = load i64, ptr %10, align 8
  %97 = add i64 %96, 1
  store i64 %97, ptr %10, align 8
  br label %71

98:
  store i64 0, ptr %14, align 8
  br label %99

99:
  %100 = load i64, ptr %14, align 8
  %101 = load i64, ptr %6, align 8
  %102 = icmp ult i64 %100, %101
  br i1 %102, label %104, label %103

103:
  br label %116

104:
  %105 = load ptr, ptr %7, align 8
  %106 = load i64, ptr %14, align 8
  %107 = getelementptr inbounds nuw i64, ptr %105, i64 %106
  %108 = load i64, ptr %107, align 8
  %109 = load ptr, ptr %12, align 8
  %110 = getelementptr inbounds nuw %struct.record, ptr %109, i32 0, i32 1
  %111 = load i64, ptr %14, align 8
  %112 = getelementptr inbounds nuw [0 x i64], ptr %110, i64 0, i64 %111
  store i64 %108, ptr %112, align 8
  br label %113

113:
  %114 = load i64, ptr %14, align 8
  %115 = add i64 %114, 1
  store i64 %115, ptr %14, align 8
  br label %99

116:
  %117 = load i64, ptr %8, align 8
  %118 = load ptr, ptr %12, align 8
  %119 = getelementptr inbounds nuw %struct.record, ptr %118, i32 0, i32 0
  store i64 %117, ptr %119, align 8
  %120 = load i64, ptr %10, align 8
  ret i64 %120
}

define internal i64 @filter_bits(i64 %0) alwaysinline nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = and i64 %3, 63
  %5 = shl i64 1, %4
  %6 = load i64, ptr %2, align 8
  %7 = lshr i64 %6, 6
  %8 = and i64 %7, 63
  %9 = shl i64 1, %8
  %10 = or i64 %5, %9
  %11 = load i64, ptr %2, align 8
  %12 = lshr i64 %11, 12
  %13 = and i64 %12, 63
  %14 = shl i64 1, %13
  %15 = or i64 %10, %14
  ret i64 %15
}

define internal ptr @filter_word(ptr %0, i64 %1) alwaysinline nounwind {
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
  %15 = getelementptr inbounds nuw i64, ptr %9, i64 %14
  ret ptr %15
}

define internal ptr @dimension_of(ptr %0, i64 %1, i64 %2) alwaysinline nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = getelementptr inbounds nuw %struct.block, ptr %8, i32 0, i32 6
  %10 = load i64, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %7, i64 %10
  %12 = load i64, ptr %5, align 8
  %13 = load i64, ptr %6, align 8
  %14 = mul i64 8, %13
  %15 = add i64 8, %14
  %16 = mul i64 %12, %15
  %17 = getelementptr inbounds nuw i8, ptr %11, i64 %16
  ret ptr %17
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

define internal ptr @tags_at(ptr %0, i64 %1, ptr %2, i64 %3) alwaysinline nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = load ptr, ptr %5, align 8
  %11 = load i64, ptr %6, align 8
  %12 = load ptr, ptr %7, align 8
  %13 = load i64, ptr %8, align 8
  %14 = call i64 @place_of(ptr %10, i64 %11, ptr %12, i64 %13)
  %15 = load i64, ptr %8, align 8
  %16 = call ptr @tags_in(ptr %9, i64 %14, i64 %15)
  ret ptr %16
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

define internal i64 @record_size(i64 %0) nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = mul i64 8, %3
  %5 = add i64 8, %4
  ret i64 %5
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

define internal ptr @tags_in(ptr %0, i64 %1, i64 %2) alwaysinline nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = getelementptr inbounds nuw %struct.block, ptr %8, i32 0, i32 7
  %10 = load i64, ptr %9, align 8
  %11 = load i64, ptr %6, align 8
  %12 = call ptr @dimension_of(ptr %7, i64 %10, i64 %11)
  %13 = load i64, ptr %5, align 8
  %14 = getelementptr inbounds nuw i32, ptr %12, i64 %13
  ret ptr %14
}

define internal i64 @place_of(ptr %0, i64 %1, ptr %2, i64 %3) alwaysinline nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  %13 = load ptr, ptr %5, align 8
  %14 = load i64, ptr %6, align 8
  %15 = load i64, ptr %8, align 8
  %16 = call ptr @dimension_of(ptr %13, i64 %14, i64 %15)
  %17 = getelementptr inbounds nuw %struct.dimension, ptr %16, i32 0, i32 2
  %18 = getelementptr inbounds [0 x i64], ptr %17, i64 0, i64 0
  store ptr %18, ptr %9, align 8
  %19 = load ptr, ptr %5, align 8
  %20 = getelementptr inbounds nuw %struct.block, ptr %19, i32 0, i32 1
  %21 = load i64, ptr %20, align 8
  store i64 %21, ptr %10, align 8
  %22 = load ptr, ptr %5, align 8
  %23 = getelementptr inbounds nuw %struct.block, ptr %22, i32 0, i32 0
  %24 = load i64, ptr %23, align 8
  %25 = load ptr, ptr %5, align 8
  %26 = getelementptr inbounds nuw %struct.block, ptr %25, i32 0, i32 7
  %27 = load i64, ptr %26, align 8
  %28 = sub i64 %27, 1
  %29 = lshr i64 %24, %28
  store i64 %29, ptr %11, align 8
  store i64 0, ptr %12, align 8
  br label %30

30:
  %31 = load i64, ptr %12, align 8
  %32 = add i64 %31, 1
  %33 = load i64, ptr %8, align 8
  %34 = icmp ult i64 %32, %33
  br i1 %34, label %36, label %35

35:
  br label %67

36:
  %37 = load i64, ptr %10, align 8
  %38 = load ptr, ptr %7, align 8
  %39 = load i64, ptr %12, align 8
  %40 = getelementptr inbounds nuw i64, ptr %38, i64 %39
  %41 = load i64, ptr %40, align 8
  %42 = load ptr, ptr %9, align 8
  %43 = load i64, ptr %12, align 8
  %44 = getelementptr inbounds nuw i64, ptr %42, i64 %43
  %45 = load i64, ptr %44, align 8
  %46 = and i64 %41, %45
  %47 = xor i64 %37, %46
  %48 = load ptr, ptr %5, align 8
  %49 = getelementptr inbounds nuw %struct.block, ptr %48, i32 0, i32 2
  %50 = load i64, ptr %49, align 8
  %51 = load ptr, ptr %7, align 8
  %52 = load i64, ptr %12, align 8
  %53 = add i64 %52, 1
  %54 = getelementptr inbounds nuw i64, ptr %51, i64 %53
  %55 = load i64, ptr %54, align 8
  %56 = load ptr, ptr %9, align 8
  %57 = load i64, ptr %12, align 8
  %58 = add i64 %57, 1
  %59 = getelementptr inbounds nuw i64, ptr %56, i64 %58
  %60 = load i64, ptr %59, align 8
  %61 = and i64 %55, %60
  %62 = xor i64 %50, %61
  %63 = call i64 @mixed(i64 %47, i64 %62)
  store i64 %63, ptr %10, align 8
  br label %64

64:
  %65 = load i64, ptr %12, align 8
  %66 = add i64 %65, 2
  store i64 %66, ptr %12, align 8
  br label %30

67:
  %68 = load i64, ptr %8, align 8
  %69 = and i64 %68, 1
  %70 = icmp ne i64 %69, 0
  br i1 %70, label %71, label %89

71:
  %72 = load i64, ptr %10, align 8
  %73 = load ptr, ptr %7, align 8
  %74 = load i64, ptr %8, align 8
  %75 = sub i64 %74, 1
  %76 = getelementptr inbounds nuw i64, ptr %73, i64 %75
  %77 = load i64, ptr %76, align 8
  %78 = load ptr, ptr %9, align 8
  %79 = load i64, ptr %8, align 8
  %80 = sub i64 %79, 1
  %81 = getelementptr inbounds nuw i64, ptr %78, i64 %80
  %82 = load i64, ptr %81, align 8
  %83 = and i64 %77, %82
  %84 = xor i64 %72, %83
  %85 = load ptr, ptr %5, align 8
  %86 = getelementptr inbounds nuw %struct.block, ptr %85, i32 0, i32 2
  %87 = load i64, ptr %86, align 8
  %88 = call i64 @mixed(i64 %84, i64 %87)
  store i64 %88, ptr %10, align 8
  br label %89

89:
  %90 = load i64, ptr %6, align 8
  %91 = load i64, ptr %11, align 8
  %92 = add i64 %91, 1
  %93 = mul i64 %90, %92
  %94 = load i64, ptr %10, align 8
  %95 = load i64, ptr %11, align 8
  %96 = and i64 %94, %95
  %97 = add i64 %93, %96
  ret i64 %97
}
