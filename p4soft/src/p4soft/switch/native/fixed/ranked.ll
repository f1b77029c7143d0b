; SPDX-License-Identifier: Apache-2.0
; Made of ranked.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 adeef2856b3c57ea765fcb8031869082bf566cafbf6b452273e9073952383a8a
%struct.ranked = type { ptr, ptr, ptr, ptr, ptr }
%struct.list = type { i64, i64, [0 x i64] }
%struct.row = type { i64, [0 x i64] }
%struct.block = type { i64, i64, i64, i64, i64, ptr, i64, i64 }
%struct.descriptor = type { i64, i64, [0 x i64] }
%struct.dimension = type { i32, i32, [0 x i64] }
%struct.record = type { i64, [0 x i64] }
%struct.range_field = type { i32, i32 }
%struct.node = type { i64, i64, [0 x i64] }

define i32 @ranked_lookup(ptr %0, ptr %1, ptr %2, i64 %3, ptr %4, i64 %5) alwaysinline nounwind {
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i64, align 8
  %12 = alloca ptr, align 8
  %13 = alloca i64, align 8
  store ptr %0, ptr %8, align 8
  store ptr %1, ptr %9, align 8
  store ptr %2, ptr %10, align 8
  store i64 %3, ptr %11, align 8
  store ptr %4, ptr %12, align 8
  store i64 %5, ptr %13, align 8
  %14 = load ptr, ptr %8, align 8
  %15 = getelementptr inbounds nuw %struct.ranked, ptr %14, i32 0, i32 3
  %16 = load ptr, ptr %15, align 8
  %17 = icmp ne ptr %16, null
  br i1 %17, label %18, label %27

18:
  %19 = load ptr, ptr %8, align 8
  %20 = getelementptr inbounds nuw %struct.ranked, ptr %19, i32 0, i32 3
  %21 = load ptr, ptr %20, align 8
  %22 = load ptr, ptr %9, align 8
  %23 = load i64, ptr %11, align 8
  %24 = load ptr, ptr %12, align 8
  %25 = load i64, ptr %13, align 8
  %26 = call i32 @first_row(ptr %21, ptr %22, i64 %23, ptr %24, i64 %25)
  store i32 %26, ptr %7, align 4
  br label %35

27:
  %28 = load ptr, ptr %8, align 8
  %29 = load ptr, ptr %9, align 8
  %30 = load ptr, ptr %10, align 8
  %31 = load i64, ptr %11, align 8
  %32 = load ptr, ptr %12, align 8
  %33 = load i64, ptr %13, align 8
  %34 = call i32 @best_tuple(ptr %28, ptr %29, ptr %30, i64 %31, ptr %32, i64 %33)
  store i32 %34, ptr %7, align 4
  br label %35

35:
  %36 = load i32, ptr %7, align 4
  ret i32 %36
}

define internal i32 @first_row(ptr %0, ptr %1, i64 %2, ptr %3, i64 %4) alwaysinline nounwind {
  %6 = alloca i32, align 4
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca ptr, align 8
  %14 = alloca ptr, align 8
  %15 = alloca ptr, align 8
  %16 = alloca i64, align 8
  %17 = alloca i64, align 8
  %18 = alloca i32, align 4
  store ptr %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store i64 %2, ptr %9, align 8
  store ptr %3, ptr %10, align 8
  store i64 %4, ptr %11, align 8
  %19 = load i64, ptr %9, align 8
  %20 = mul i64 16, %19
  %21 = add i64 8, %20
  %22 = load ptr, ptr %10, align 8
  %23 = load i64, ptr %11, align 8
  %24 = call i64 @limits_size(ptr %22, i64 %23)
  %25 = add i64 %21, %24
  store i64 %25, ptr %12, align 8
  %26 = load ptr, ptr %7, align 8
  %27 = getelementptr inbounds nuw %struct.list, ptr %26, i32 0, i32 2
  %28 = getelementptr inbounds [0 x i64], ptr %27, i64 0, i64 0
  store ptr %28, ptr %13, align 8
  %29 = load ptr, ptr %13, align 8
  %30 = load ptr, ptr %7, align 8
  %31 = getelementptr inbounds nuw %struct.list, ptr %30, i32 0, i32 0
  %32 = load i64, ptr %31, align 8
  %33 = load i64, ptr %12, align 8
  %34 = mul i64 %32, %33
  %35 = getelementptr inbounds nuw i8, ptr %29, i64 %34
  store ptr %35, ptr %14, align 8
  br label %36

36:
  %37 = load ptr, ptr %13, align 8
  %38 = load ptr, ptr %14, align 8
  %39 = icmp ult ptr %37, %38
  br i1 %39, label %40, label %99

40:
  %41 = load ptr, ptr %13, align 8
  store ptr %41, ptr %15, align 8
  store i64 0, ptr %16, align 8
  store i64 0, ptr %17, align 8
  br label %42

42:
  %43 = load i64, ptr %17, align 8
  %44 = load i64, ptr %9, align 8
  %45 = icmp ult i64 %43, %44
  br i1 %45, label %47, label %46

46:
  br label %71

47:
  %48 = load ptr, ptr %8, align 8
  %49 = load i64, ptr %17, align 8
  %50 = getelementptr inbounds nuw i64, ptr %48, i64 %49
  %51 = load i64, ptr %50, align 8
  %52 = load ptr, ptr %15, align 8
  %53 = getelementptr inbounds nuw %struct.row, ptr %52, i32 0, i32 1
  %54 = load i64, ptr %9, align 8
  %55 = load i64, ptr %17, align 8
  %56 = add i64 %54, %55
  %57 = getelementptr inbounds nuw [0 x i64], ptr %53, i64 0, i64 %56
  %58 = load i64, ptr %57, align 8
  %59 = and i64 %51, %58
  %60 = load ptr, ptr %15, align 8
  %61 = getelementptr inbounds nuw %struct.row, ptr %60, i32 0, i32 1
  %62 = load i64, ptr %17, align 8
  %63 = getelementptr inbounds nuw [0 x i64], ptr %61, i64 0, i64 %62
  %64 = load i64, ptr %63, align 8
  %65 = xor i64 %59, %64
  %66 = load i64, ptr %16, align 8
  %67 = or i64 %66, %65
  store i64 %67, ptr %16, align 8
  br label %68

68:
  %69 = load i64, ptr %17, align 8
  %70 = add i64 %69, 1
  store i64 %70, ptr %17, align 8
  br label %42

71:
  %72 = load i64, ptr %16, align 8
  %73 = icmp eq i64 %72, 0
  br i1 %73, label %74, label %91

74:
  %75 = load ptr, ptr %8, align 8
  %76 = load ptr, ptr %10, align 8
  %77 = load i64, ptr %11, align 8
  %78 = load ptr, ptr %15, align 8
  %79 = getelementptr inbounds nuw %struct.row, ptr %78, i32 0, i32 1
  %80 = getelementptr inbounds [0 x i64], ptr %79, i64 0, i64 0
  %81 = load i64, ptr %9, align 8
  %82 = mul i64 2, %81
  %83 = getelementptr inbounds nuw i64, ptr %80, i64 %82
  %84 = call zeroext i1 @all_within(ptr %75, ptr %76, i64 %77, ptr %83)
  br i1 %84, label %85, label %91

85:
  %86 = load ptr, ptr %15, align 8
  %87 = getelementptr inbounds nuw %struct.row, ptr %86, i32 0, i32 0
  %88 = load i64, ptr %87, align 8
  %89 = trunc i64 %88 to i32
  %90 = sub i32 %89, 1
  store i32 %90, ptr %6, align 4
  store i32 1, ptr %18, align 4
  br label %92

91:
  store i32 0, ptr %18, align 4
  br label %92

92:
  %93 = load i32, ptr %18, align 4
  switch i32 %93, label %100 [
    i32 0, label %94
  ]

94:
  br label %95

95:
  %96 = load i64, ptr %12, align 8
  %97 = load ptr, ptr %13, align 8
  %98 = getelementptr inbounds nuw i8, ptr %97, i64 %96
  store ptr %98, ptr %13, align 8
  br label %36

99:
  store i32 -1, ptr %6, align 4
  store i32 1, ptr %18, align 4
  br label %100

100:
  %101 = load i32, ptr %6, align 4
  ret i32 %101
}

define internal i32 @best_tuple(ptr %0, ptr %1, ptr %2, i64 %3, ptr %4, i64 %5) alwaysinline nounwind {
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  %15 = alloca ptr, align 8
  %16 = alloca ptr, align 8
  %17 = alloca ptr, align 8
  %18 = alloca ptr, align 8
  %19 = alloca i32, align 4
  %20 = alloca ptr, align 8
  %21 = alloca i32, align 4
  store ptr %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store ptr %2, ptr %9, align 8
  store i64 %3, ptr %10, align 8
  store ptr %4, ptr %11, align 8
  store i64 %5, ptr %12, align 8
  %22 = load i64, ptr %10, align 8
  %23 = mul i64 8, %22
  %24 = add i64 16, %23
  store i64 %24, ptr %13, align 8
  store i64 -4294967296, ptr %14, align 8
  %25 = load ptr, ptr %7, align 8
  %26 = getelementptr inbounds nuw %struct.ranked, ptr %25, i32 0, i32 0
  %27 = load ptr, ptr %26, align 8
  store ptr %27, ptr %15, align 8
  %28 = load ptr, ptr %15, align 8
  %29 = getelementptr inbounds nuw %struct.block, ptr %28, i32 0, i32 5
  %30 = load ptr, ptr %29, align 8
  store ptr %30, ptr %16, align 8
  %31 = load ptr, ptr %7, align 8
  %32 = getelementptr inbounds nuw %struct.ranked, ptr %31, i32 0, i32 1
  %33 = load ptr, ptr %32, align 8
  %34 = getelementptr inbounds nuw %struct.list, ptr %33, i32 0, i32 2
  %35 = getelementptr inbounds [0 x i64], ptr %34, i64 0, i64 0
  store ptr %35, ptr %17, align 8
  %36 = load ptr, ptr %17, align 8
  %37 = load ptr, ptr %7, align 8
  %38 = getelementptr inbounds nuw %struct.ranked, ptr %37, i32 0, i32 1
  %39 = load ptr, ptr %38, align 8
  %40 = getelementptr inbounds nuw %struct.list, ptr %39, i32 0, i32 0
  %41 = load i64, ptr %40, align 8
  %42 = load i64, ptr %13, align 8
  %43 = mul i64 %41, %42
  %44 = getelementptr inbounds nuw i8, ptr %36, i64 %43
  store ptr %44, ptr %18, align 8
  %45 = load ptr, ptr %15, align 8
  %46 = load ptr, ptr %8, align 8
  %47 = load i64, ptr %10, align 8
  %48 = call i32 @tags_for(ptr %45, ptr %46, i64 %47)
  store i32 %48, ptr %19, align 4
  %49 = load ptr, ptr %16, align 8
  %50 = icmp ne ptr %49, null
  br i1 %50, label %51, label %58

51:
  %52 = load ptr, ptr %16, align 8
  %53 = load ptr, ptr %8, align 8
  %54 = load i64, ptr %10, align 8
  %55 = call i32 @tags_for(ptr %52, ptr %53, i64 %54)
  %56 = load i32, ptr %19, align 4
  %57 = or i32 %56, %55
  store i32 %57, ptr %19, align 4
  br label %58

58:
  br label %59

59:
  %60 = load ptr, ptr %17, align 8
  %61 = load ptr, ptr %18, align 8
  %62 = icmp ult ptr %60, %61
  br i1 %62, label %63, label %119

63:
  %64 = load ptr, ptr %17, align 8
  store ptr %64, ptr %20, align 8
  %65 = load ptr, ptr %20, align 8
  %66 = getelementptr inbounds nuw %struct.descriptor, ptr %65, i32 0, i32 0
  %67 = load i64, ptr %66, align 8
  %68 = load i64, ptr %14, align 8
  %69 = icmp ugt i64 %67, %68
  br i1 %69, label %70, label %71

70:
  store i32 2, ptr %21, align 4
  br label %112

71:
  %72 = load i32, ptr %19, align 4
  %73 = load ptr, ptr %20, align 8
  %74 = getelementptr inbounds nuw %struct.descriptor, ptr %73, i32 0, i32 1
  %75 = load i64, ptr %74, align 8
  %76 = call i32 @tag_bit(i64 %75)
  %77 = and i32 %72, %76
  %78 = icmp ne i32 %77, 0
  br i1 %78, label %80, label %79

79:
  store i32 4, ptr %21, align 4
  br label %112

80:
  %81 = load ptr, ptr %9, align 8
  %82 = load ptr, ptr %8, align 8
  %83 = load ptr, ptr %20, align 8
  %84 = getelementptr inbounds nuw %struct.descriptor, ptr %83, i32 0, i32 1
  %85 = load i64, ptr %84, align 8
  %86 = load ptr, ptr %20, align 8
  %87 = getelementptr inbounds nuw %struct.descriptor, ptr %86, i32 0, i32 2
  %88 = getelementptr inbounds [0 x i64], ptr %87, i64 0, i64 0
  %89 = load i64, ptr %10, align 8
  call void @mask_key(ptr %81, ptr %82, i64 %85, ptr %88, i64 %89)
  %90 = load ptr, ptr %7, align 8
  %91 = load ptr, ptr %15, align 8
  %92 = load ptr, ptr %9, align 8
  %93 = load ptr, ptr %8, align 8
  %94 = load i64, ptr %10, align 8
  %95 = load ptr, ptr %11, align 8
  %96 = load i64, ptr %12, align 8
  %97 = load i64, ptr %14, align 8
  %98 = call i64 @best_of_block(ptr %90, ptr %91, ptr %92, ptr %93, i64 %94, ptr %95, i64 %96, i64 %97)
  store i64 %98, ptr %14, align 8
  %99 = load ptr, ptr %16, align 8
  %100 = icmp ne ptr %99, null
  br i1 %100, label %101, label %111

101:
  %102 = load ptr, ptr %7, align 8
  %103 = load ptr, ptr %16, align 8
  %104 = load ptr, ptr %9, align 8
  %105 = load ptr, ptr %8, align 8
  %106 = load i64, ptr %10, align 8
  %107 = load ptr, ptr %11, align 8
  %108 = load i64, ptr %12, align 8
  %109 = load i64, ptr %14, align 8
  %110 = call i64 @best_of_block(ptr %102, ptr %103, ptr %104, ptr %105, i64 %106, ptr %107, i64 %108, i64 %109)
  store i64 %110, ptr %14, align 8
  br label %111

111:
  store i32 0, ptr %21, align 4
  br label %112

112:
  %113 = load i32, ptr %21, align 4
  switch i32 %113, label %123 [
    i32 0, label %114
    i32 2, label %119
    i32 4, label %115
  ]

114:
  br label %115

115:
  %116 = load i64, ptr %13, align 8
  %117 = load ptr, ptr %17, align 8
  %118 = getelementptr inbounds nuw i8, ptr %117, i64 %116
  store ptr %118, ptr %17, align 8
  br label %59

119:
  %120 = load i64, ptr %14, align 8
  %121 = trunc i64 %120 to i32
  %122 = sub i32 %121, 1
  store i32 1, ptr %21, align 4
  ret i32 %122

123:
  unreachable
}

define i64 @ranked_locate(ptr %0, ptr %1, i64 %2) alwaysinline nounwind {
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i32, align 4
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %13 = load ptr, ptr %5, align 8
  %14 = getelementptr inbounds nuw %struct.ranked, ptr %13, i32 0, i32 0
  %15 = load ptr, ptr %14, align 8
  store ptr %15, ptr %8, align 8
  %16 = load ptr, ptr %5, align 8
  %17 = getelementptr inbounds nuw %struct.ranked, ptr %16, i32 0, i32 3
  %18 = load ptr, ptr %17, align 8
  %19 = icmp ne ptr %18, null
  br i1 %19, label %38, label %20

20:
  %21 = load ptr, ptr %8, align 8
  %22 = getelementptr inbounds nuw %struct.block, ptr %21, i32 0, i32 5
  %23 = load ptr, ptr %22, align 8
  %24 = icmp ne ptr %23, null
  br i1 %24, label %38, label %25

25:
  %26 = load ptr, ptr %5, align 8
  %27 = getelementptr inbounds nuw %struct.ranked, ptr %26, i32 0, i32 1
  %28 = load ptr, ptr %27, align 8
  %29 = getelementptr inbounds nuw %struct.list, ptr %28, i32 0, i32 1
  %30 = load i64, ptr %29, align 8
  %31 = icmp ugt i64 %30, 60
  br i1 %31, label %38, label %32

32:
  %33 = load ptr, ptr %8, align 8
  %34 = getelementptr inbounds nuw %struct.block, ptr %33, i32 0, i32 0
  %35 = load i64, ptr %34, align 8
  %36 = lshr i64 %35, 30
  %37 = icmp ne i64 %36, 0
  br i1 %37, label %38, label %39

38:
  store i64 0, ptr %4, align 8
  store i32 1, ptr %9, align 4
  br label %68

39:
  store i64 -8070450532247928832, ptr %10, align 8
  store i64 0, ptr %11, align 8
  br label %40

40:
  %41 = load i64, ptr %11, align 8
  %42 = load ptr, ptr %8, align 8
  %43 = getelementptr inbounds nuw %struct.block, ptr %42, i32 0, i32 7
  %44 = load i64, ptr %43, align 8
  %45 = icmp ult i64 %41, %44
  br i1 %45, label %47, label %46

46:
  store i32 2, ptr %9, align 4
  br label %66

47:
  %48 = load ptr, ptr %8, align 8
  %49 = load i64, ptr %11, align 8
  %50 = load ptr, ptr %6, align 8
  %51 = load i64, ptr %7, align 8
  %52 = call i64 @place_of(ptr %48, i64 %49, ptr %50, i64 %51)
  store i64 %52, ptr %12, align 8
  %53 = load ptr, ptr %8, align 8
  %54 = load i64, ptr %12, align 8
  %55 = load i64, ptr %7, align 8
  %56 = call ptr @tags_in(ptr %53, i64 %54, i64 %55)
  call void @llvm.prefetch.p0(ptr %56, i32 0, i32 3, i32 1)
  %57 = load i64, ptr %12, align 8
  %58 = load i64, ptr %11, align 8
  %59 = mul i64 %58, 30
  %60 = shl i64 %57, %59
  %61 = load i64, ptr %10, align 8
  %62 = or i64 %61, %60
  store i64 %62, ptr %10, align 8
  br label %63

63:
  %64 = load i64, ptr %11, align 8
  %65 = add i64 %64, 1
  store i64 %65, ptr %11, align 8
  br label %40

66:
  %67 = load i64, ptr %10, align 8
  store i64 %67, ptr %4, align 8
  store i32 1, ptr %9, align 4
  br label %68

68:
  %69 = load i64, ptr %4, align 8
  ret i64 %69
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

declare void @llvm.prefetch.p0(ptr, i32, i32, i32)

define i64 @ranked_follow(ptr %0, ptr %1, ptr %2, i64 %3, ptr %4, i64 %5, i64 %6) alwaysinline nounwind {
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  %13 = alloca ptr, align 8
  %14 = alloca i64, align 8
  %15 = alloca i64, align 8
  %16 = alloca i64, align 8
  %17 = alloca i32, align 4
  %18 = alloca i64, align 8
  %19 = alloca i64, align 8
  %20 = alloca ptr, align 8
  store ptr %0, ptr %9, align 8
  store ptr %1, ptr %10, align 8
  store ptr %2, ptr %11, align 8
  store i64 %3, ptr %12, align 8
  store ptr %4, ptr %13, align 8
  store i64 %5, ptr %14, align 8
  store i64 %6, ptr %15, align 8
  %21 = load ptr, ptr %13, align 8
  %22 = load i64, ptr %14, align 8
  %23 = call i64 @limits_size(ptr %21, i64 %22)
  %24 = add i64 16, %23
  store i64 %24, ptr %16, align 8
  %25 = load i64, ptr %15, align 8
  %26 = and i64 %25, 1152921504606846976
  %27 = icmp ne i64 %26, 0
  br i1 %27, label %28, label %35

28:
  %29 = load ptr, ptr %9, align 8
  %30 = load ptr, ptr %10, align 8
  %31 = load ptr, ptr %11, align 8
  %32 = load i64, ptr %12, align 8
  %33 = load i64, ptr %15, align 8
  %34 = call i64 @records_of(ptr %29, ptr %30, ptr %31, i64 %32, i64 %33)
  store i64 %34, ptr %8, align 8
  store i32 1, ptr %17, align 4
  br label %111

35:
  %36 = load i64, ptr %15, align 8
  %37 = and i64 %36, 4611686018427387904
  %38 = icmp ne i64 %37, 0
  br i1 %38, label %39, label %60

39:
  %40 = load ptr, ptr %9, align 8
  %41 = load ptr, ptr %10, align 8
  %42 = load ptr, ptr %11, align 8
  %43 = load i64, ptr %12, align 8
  %44 = load i64, ptr %15, align 8
  %45 = call i64 @only(ptr %40, ptr %41, ptr %42, i64 %43, i64 %44)
  %46 = call i64 @number_of(i64 %45)
  store i64 %46, ptr %18, align 8
  %47 = load i64, ptr %18, align 8
  %48 = icmp ne i64 %47, 0
  br i1 %48, label %49, label %57

49:
  %50 = load ptr, ptr %9, align 8
  %51 = getelementptr inbounds nuw %struct.ranked, ptr %50, i32 0, i32 2
  %52 = load ptr, ptr %51, align 8
  %53 = load i64, ptr %16, align 8
  %54 = load i64, ptr %18, align 8
  %55 = call ptr @node_at(ptr %52, i64 %53, i64 %54)
  %56 = load i64, ptr %16, align 8
  call void @ask_for(ptr %55, i64 %56)
  br label %57

57:
  %58 = load i64, ptr %18, align 8
  %59 = or i64 -6917529027641081856, %58
  store i64 %59, ptr %8, align 8
  store i32 1, ptr %17, align 4
  br label %111

60:
  %61 = load i64, ptr %15, align 8
  %62 = and i64 %61, 9223372036854775807
  store i64 %62, ptr %19, align 8
  br label %63

63:
  %64 = load i64, ptr %19, align 8
  %65 = icmp ne i64 %64, 0
  br i1 %65, label %67, label %66

66:
  store i32 2, ptr %17, align 4
  br label %109

67:
  %68 = load ptr, ptr %11, align 8
  %69 = load ptr, ptr %10, align 8
  %70 = load ptr, ptr %9, align 8
  %71 = load i64, ptr %19, align 8
  %72 = call i64 @llvm.cttz.i64(i64 %71, i1 true)
  %73 = trunc i64 %72 to i32
  %74 = sext i32 %73 to i64
  %75 = load i64, ptr %12, align 8
  call void @mask_for(ptr %68, ptr %69, ptr %70, i64 %74, i64 %75)
  %76 = load ptr, ptr %9, align 8
  %77 = getelementptr inbounds nuw %struct.ranked, ptr %76, i32 0, i32 0
  %78 = load ptr, ptr %77, align 8
  %79 = load ptr, ptr %9, align 8
  %80 = getelementptr inbounds nuw %struct.ranked, ptr %79, i32 0, i32 0
  %81 = load ptr, ptr %80, align 8
  %82 = load ptr, ptr %11, align 8
  %83 = load i64, ptr %12, align 8
  %84 = add i64 %83, 1
  %85 = call i64 @hash_of(ptr %81, ptr %82, i64 %84)
  %86 = load ptr, ptr %11, align 8
  %87 = load i64, ptr %12, align 8
  %88 = add i64 %87, 1
  %89 = call ptr @search(ptr %78, i64 %85, ptr %86, i64 %88)
  store ptr %89, ptr %20, align 8
  %90 = load ptr, ptr %20, align 8
  %91 = icmp ne ptr %90, null
  br i1 %91, label %92, label %103

92:
  %93 = load ptr, ptr %9, align 8
  %94 = getelementptr inbounds nuw %struct.ranked, ptr %93, i32 0, i32 2
  %95 = load ptr, ptr %94, align 8
  %96 = load i64, ptr %16, align 8
  %97 = load ptr, ptr %20, align 8
  %98 = getelementptr inbounds nuw %struct.record, ptr %97, i32 0, i32 0
  %99 = load i64, ptr %98, align 8
  %100 = call i64 @number_of(i64 %99)
  %101 = call ptr @node_at(ptr %95, i64 %96, i64 %100)
  %102 = load i64, ptr %16, align 8
  call void @ask_for(ptr %101, i64 %102)
  br label %103

103:
  br label %104

104:
  %105 = load i64, ptr %19, align 8
  %106 = sub i64 %105, 1
  %107 = load i64, ptr %19, align 8
  %108 = and i64 %107, %106
  store i64 %108, ptr %19, align 8
  br label %63

109:
  %110 = load i64, ptr %15, align 8
  store i64 %110, ptr %8, align 8
  store i32 1, ptr %17, align 4
  br label %111

111:
  %112 = load i64, ptr %8, align 8
  ret i64 %112
}

define internal i64 @limits_size(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  store i64 0, ptr %5, align 8
  store i64 0, ptr %6, align 8
  br label %7

7:
  %8 = load i64, ptr %6, align 8
  %9 = load i64, ptr %4, align 8
  %10 = icmp ult i64 %8, %9
  br i1 %10, label %12, label %11

11:
  br label %24

12:
  %13 = load ptr, ptr %3, align 8
  %14 = load i64, ptr %6, align 8
  %15 = getelementptr inbounds nuw %struct.range_field, ptr %13, i64 %14
  %16 = load i64, ptr %15, align 4
  %17 = call i64 @limit_words(i64 %16)
  %18 = mul i64 16, %17
  %19 = load i64, ptr %5, align 8
  %20 = add i64 %19, %18
  store i64 %20, ptr %5, align 8
  br label %21

21:
  %22 = load i64, ptr %6, align 8
  %23 = add i64 %22, 1
  store i64 %23, ptr %6, align 8
  br label %7

24:
  %25 = load i64, ptr %5, align 8
  ret i64 %25
}

define internal i64 @records_of(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4) alwaysinline nounwind {
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca ptr, align 8
  %13 = alloca i64, align 8
  %14 = alloca [60 x i64], align 16
  %15 = alloca i64, align 8
  %16 = alloca i64, align 8
  %17 = alloca i64, align 8
  %18 = alloca i64, align 8
  %19 = alloca i64, align 8
  %20 = alloca i32, align 4
  %21 = alloca i64, align 8
  %22 = alloca i64, align 8
  %23 = alloca i64, align 8
  %24 = alloca i64, align 8
  %25 = alloca i64, align 8
  store ptr %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store ptr %2, ptr %9, align 8
  store i64 %3, ptr %10, align 8
  store i64 %4, ptr %11, align 8
  %26 = load ptr, ptr %7, align 8
  %27 = getelementptr inbounds nuw %struct.ranked, ptr %26, i32 0, i32 0
  %28 = load ptr, ptr %27, align 8
  store ptr %28, ptr %12, align 8
  store i64 0, ptr %13, align 8
  store i64 4294967295, ptr %15, align 8
  store i64 1073741823, ptr %16, align 8
  store i64 0, ptr %17, align 8
  br label %29

29:
  %30 = load i64, ptr %17, align 8
  %31 = load ptr, ptr %12, align 8
  %32 = getelementptr inbounds nuw %struct.block, ptr %31, i32 0, i32 7
  %33 = load i64, ptr %32, align 8
  %34 = icmp ult i64 %30, %33
  br i1 %34, label %36, label %35

35:
  br label %61

36:
  %37 = load i64, ptr %11, align 8
  %38 = load i64, ptr %17, align 8
  %39 = mul i64 %38, 30
  %40 = lshr i64 %37, %39
  %41 = load i64, ptr %16, align 8
  %42 = and i64 %40, %41
  store i64 %42, ptr %18, align 8
  %43 = load ptr, ptr %12, align 8
  %44 = load i64, ptr %18, align 8
  %45 = load i64, ptr %10, align 8
  %46 = call ptr @tags_in(ptr %43, i64 %44, i64 %45)
  %47 = load i32, ptr %46, align 4
  %48 = load ptr, ptr %12, align 8
  %49 = load i64, ptr %17, align 8
  %50 = load i64, ptr %10, align 8
  %51 = call ptr @dimension_of(ptr %48, i64 %49, i64 %50)
  %52 = getelementptr inbounds nuw %struct.dimension, ptr %51, i32 0, i32 0
  %53 = load i32, ptr %52, align 8
  %54 = or i32 %47, %53
  %55 = zext i32 %54 to i64
  %56 = load i64, ptr %15, align 8
  %57 = and i64 %56, %55
  store i64 %57, ptr %15, align 8
  br label %58

58:
  %59 = load i64, ptr %17, align 8
  %60 = add i64 %59, 1
  store i64 %60, ptr %17, align 8
  br label %29

61:
  %62 = load i64, ptr %15, align 8
  %63 = load i64, ptr %15, align 8
  %64 = shl i64 %63, 32
  %65 = or i64 %62, %64
  %66 = load ptr, ptr %7, align 8
  %67 = getelementptr inbounds nuw %struct.ranked, ptr %66, i32 0, i32 1
  %68 = load ptr, ptr %67, align 8
  %69 = getelementptr inbounds nuw %struct.list, ptr %68, i32 0, i32 1
  %70 = load i64, ptr %69, align 8
  %71 = shl i64 1, %70
  %72 = sub i64 %71, 1
  %73 = and i64 %65, %72
  store i64 %73, ptr %19, align 8
  %74 = load i64, ptr %19, align 8
  %75 = icmp eq i64 %74, 0
  br i1 %75, label %76, label %77

76:
  store i64 -9223372036854775808, ptr %6, align 8
  store i32 1, ptr %20, align 4
  br label %202

77:
  %78 = load i64, ptr %19, align 8
  %79 = load i64, ptr %19, align 8
  %80 = sub i64 %79, 1
  %81 = and i64 %78, %80
  %82 = icmp eq i64 %81, 0
  br i1 %82, label %83, label %114

83:
  %84 = load i64, ptr %19, align 8
  %85 = call i64 @llvm.cttz.i64(i64 %84, i1 true)
  %86 = trunc i64 %85 to i32
  %87 = sext i32 %86 to i64
  store i64 %87, ptr %21, align 8
  %88 = load ptr, ptr %9, align 8
  %89 = load ptr, ptr %8, align 8
  %90 = load ptr, ptr %7, align 8
  %91 = load i64, ptr %21, align 8
  %92 = load i64, ptr %10, align 8
  call void @mask_for(ptr %88, ptr %89, ptr %90, i64 %91, i64 %92)
  %93 = load ptr, ptr %12, align 8
  %94 = load ptr, ptr %9, align 8
  %95 = load i64, ptr %10, align 8
  %96 = add i64 %95, 1
  %97 = call i64 @hash_of(ptr %93, ptr %94, i64 %96)
  %98 = load ptr, ptr %12, align 8
  %99 = getelementptr inbounds nuw %struct.block, ptr %98, i32 0, i32 0
  %100 = load i64, ptr %99, align 8
  %101 = and i64 %97, %100
  store i64 %101, ptr %22, align 8
  %102 = load ptr, ptr %12, align 8
  %103 = load i64, ptr %22, align 8
  %104 = load i64, ptr %10, align 8
  %105 = add i64 %104, 1
  %106 = call ptr @record_at(ptr %102, i64 %103, i64 %105)
  %107 = load i64, ptr %10, align 8
  %108 = add i64 %107, 1
  call void @ask_for_record(ptr %106, i64 %108)
  %109 = load i64, ptr %21, align 8
  %110 = shl i64 %109, 32
  %111 = or i64 -4611686018427387904, %110
  %112 = load i64, ptr %22, align 8
  %113 = or i64 %111, %112
  store i64 %113, ptr %6, align 8
  store i32 1, ptr %20, align 4
  br label %202

114:
  br label %115

115:
  %116 = load i64, ptr %19, align 8
  %117 = icmp ne i64 %116, 0
  br i1 %117, label %118, label %147

118:
  %119 = load i64, ptr %19, align 8
  %120 = call i64 @llvm.cttz.i64(i64 %119, i1 true)
  %121 = trunc i64 %120 to i32
  %122 = sext i32 %121 to i64
  store i64 %122, ptr %23, align 8
  %123 = load ptr, ptr %9, align 8
  %124 = load ptr, ptr %8, align 8
  %125 = load ptr, ptr %7, align 8
  %126 = load i64, ptr %23, align 8
  %127 = load i64, ptr %10, align 8
  call void @mask_for(ptr %123, ptr %124, ptr %125, i64 %126, i64 %127)
  %128 = load ptr, ptr %12, align 8
  %129 = load ptr, ptr %9, align 8
  %130 = load i64, ptr %10, align 8
  %131 = add i64 %130, 1
  %132 = call i64 @hash_of(ptr %128, ptr %129, i64 %131)
  %133 = load i64, ptr %23, align 8
  %134 = getelementptr inbounds nuw [60 x i64], ptr %14, i64 0, i64 %133
  store i64 %132, ptr %134, align 8
  store i64 %132, ptr %24, align 8
  %135 = load ptr, ptr %12, align 8
  %136 = load i64, ptr %24, align 8
  %137 = call i64 @may_have(ptr %135, i64 %136)
  %138 = load i64, ptr %23, align 8
  %139 = shl i64 %137, %138
  %140 = load i64, ptr %13, align 8
  %141 = or i64 %140, %139
  store i64 %141, ptr %13, align 8
  br label %142

142:
  %143 = load i64, ptr %19, align 8
  %144 = sub i64 %143, 1
  %145 = load i64, ptr %19, align 8
  %146 = and i64 %145, %144
  store i64 %146, ptr %19, align 8
  br label %115

147:
  %148 = load i64, ptr %13, align 8
  store i64 %148, ptr %19, align 8
  br label %149

149:
  %150 = load i64, ptr %19, align 8
  %151 = icmp ne i64 %150, 0
  br i1 %151, label %152, label %174

152:
  %153 = load ptr, ptr %12, align 8
  %154 = load i64, ptr %19, align 8
  %155 = call i64 @llvm.cttz.i64(i64 %154, i1 true)
  %156 = trunc i64 %155 to i32
  %157 = sext i32 %156 to i64
  %158 = getelementptr inbounds [60 x i64], ptr %14, i64 0, i64 %157
  %159 = load i64, ptr %158, align 8
  %160 = load ptr, ptr %12, align 8
  %161 = getelementptr inbounds nuw %struct.block, ptr %160, i32 0, i32 0
  %162 = load i64, ptr %161, align 8
  %163 = and i64 %159, %162
  %164 = load i64, ptr %10, align 8
  %165 = add i64 %164, 1
  %166 = call ptr @record_at(ptr %153, i64 %163, i64 %165)
  %167 = load i64, ptr %10, align 8
  %168 = add i64 %167, 1
  call void @ask_for_record(ptr %166, i64 %168)
  br label %169

169:
  %170 = load i64, ptr %19, align 8
  %171 = sub i64 %170, 1
  %172 = load i64, ptr %19, align 8
  %173 = and i64 %172, %171
  store i64 %173, ptr %19, align 8
  br label %149

174:
  %175 = load i64, ptr %13, align 8
  %176 = icmp eq i64 %175, 0
  br i1 %176, label %183, label %177

177:
  %178 = load i64, ptr %13, align 8
  %179 = load i64, ptr %13, align 8
  %180 = sub i64 %179, 1
  %181 = and i64 %178, %180
  %182 = icmp ne i64 %181, 0
  br i1 %182, label %183, label %186

183:
  %184 = load i64, ptr %13, align 8
  %185 = or i64 -9223372036854775808, %184
  store i64 %185, ptr %6, align 8
  store i32 1, ptr %20, align 4
  br label %202

186:
  %187 = load i64, ptr %13, align 8
  %188 = call i64 @llvm.cttz.i64(i64 %187, i1 true)
  %189 = trunc i64 %188 to i32
  %190 = sext i32 %189 to i64
  store i64 %190, ptr %25, align 8
  %191 = load i64, ptr %25, align 8
  %192 = shl i64 %191, 32
  %193 = or i64 -4611686018427387904, %192
  %194 = load i64, ptr %25, align 8
  %195 = getelementptr inbounds nuw [60 x i64], ptr %14, i64 0, i64 %194
  %196 = load i64, ptr %195, align 8
  %197 = load ptr, ptr %12, align 8
  %198 = getelementptr inbounds nuw %struct.block, ptr %197, i32 0, i32 0
  %199 = load i64, ptr %198, align 8
  %200 = and i64 %196, %199
  %201 = or i64 %193, %200
  store i64 %201, ptr %6, align 8
  store i32 1, ptr %20, align 4
  br label %202

202:
  %203 = load i64, ptr %6, align 8
  ret i64 %203
}

define internal i64 @number_of(i64 %0) nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = and i64 %3, 4294967295
  ret i64 %4
}

define internal i64 @only(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4) alwaysinline nounwind {
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store ptr %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  store i64 %4, ptr %10, align 8
  %12 = load ptr, ptr %8, align 8
  %13 = load ptr, ptr %7, align 8
  %14 = load ptr, ptr %6, align 8
  %15 = load i64, ptr %10, align 8
  %16 = lshr i64 %15, 32
  %17 = and i64 %16, 63
  %18 = load i64, ptr %9, align 8
  call void @mask_for(ptr %12, ptr %13, ptr %14, i64 %17, i64 %18)
  %19 = load ptr, ptr %6, align 8
  %20 = getelementptr inbounds nuw %struct.ranked, ptr %19, i32 0, i32 0
  %21 = load ptr, ptr %20, align 8
  %22 = load i64, ptr %10, align 8
  %23 = call i64 @number_of(i64 %22)
  %24 = load ptr, ptr %8, align 8
  %25 = load i64, ptr %9, align 8
  %26 = add i64 %25, 1
  %27 = call ptr @search(ptr %21, i64 %23, ptr %24, i64 %26)
  store ptr %27, ptr %11, align 8
  %28 = load ptr, ptr %11, align 8
  %29 = icmp ne ptr %28, null
  br i1 %29, label %30, label %34

30:
  %31 = load ptr, ptr %11, align 8
  %32 = getelementptr inbounds nuw %struct.record, ptr %31, i32 0, i32 0
  %33 = load i64, ptr %32, align 8
  br label %35

34:
  br label %35

35:
  %36 = phi i64 [ %33, %30 ], [ 0, %34 ]
  ret i64 %36
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

define internal ptr @node_at(ptr %0, i64 %1, i64 %2) alwaysinline nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load i64, ptr %6, align 8
  %9 = sub i64 %8, 1
  %10 = load i64, ptr %5, align 8
  %11 = mul i64 %9, %10
  %12 = getelementptr inbounds nuw i8, ptr %7, i64 %11
  ret ptr %12
}

define internal void @mask_for(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4) alwaysinline nounwind {
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store ptr %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  store i64 %4, ptr %10, align 8
  %11 = load ptr, ptr %6, align 8
  %12 = load ptr, ptr %7, align 8
  %13 = load i64, ptr %9, align 8
  %14 = load ptr, ptr %8, align 8
  %15 = getelementptr inbounds nuw %struct.ranked, ptr %14, i32 0, i32 4
  %16 = load ptr, ptr %15, align 8
  %17 = load i64, ptr %9, align 8
  %18 = load i64, ptr %10, align 8
  %19 = mul i64 %17, %18
  %20 = getelementptr inbounds nuw i64, ptr %16, i64 %19
  %21 = load i64, ptr %10, align 8
  call void @mask_key(ptr %11, ptr %12, i64 %13, ptr %20, i64 %21)
  ret void
}

declare i64 @llvm.cttz.i64(i64, i1)

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

define i32 @ranked_take(ptr %0, ptr %1, ptr %2, i64 %3, ptr %4, i64 %5, i64 %6) alwaysinline nounwind {
  %8 = alloca i32, align 4
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  %13 = alloca ptr, align 8
  %14 = alloca i64, align 8
  %15 = alloca i64, align 8
  %16 = alloca i64, align 8
  %17 = alloca i32, align 4
  %18 = alloca i64, align 8
  %19 = alloca ptr, align 8
  store ptr %0, ptr %9, align 8
  store ptr %1, ptr %10, align 8
  store ptr %2, ptr %11, align 8
  store i64 %3, ptr %12, align 8
  store ptr %4, ptr %13, align 8
  store i64 %5, ptr %14, align 8
  store i64 %6, ptr %15, align 8
  %20 = load i64, ptr %15, align 8
  %21 = icmp ne i64 %20, 0
  br i1 %21, label %30, label %22

22:
  %23 = load ptr, ptr %9, align 8
  %24 = load ptr, ptr %10, align 8
  %25 = load ptr, ptr %11, align 8
  %26 = load i64, ptr %12, align 8
  %27 = load ptr, ptr %13, align 8
  %28 = load i64, ptr %14, align 8
  %29 = call i32 @ranked_lookup(ptr %23, ptr %24, ptr %25, i64 %26, ptr %27, i64 %28)
  store i32 %29, ptr %8, align 4
  br label %127

30:
  store i64 -4294967296, ptr %16, align 8
  %31 = load i64, ptr %15, align 8
  %32 = and i64 %31, 2305843009213693952
  %33 = icmp ne i64 %32, 0
  br i1 %33, label %34, label %44

34:
  %35 = load ptr, ptr %9, align 8
  %36 = load ptr, ptr %10, align 8
  %37 = load ptr, ptr %13, align 8
  %38 = load i64, ptr %14, align 8
  %39 = load i64, ptr %15, align 8
  %40 = load i64, ptr %16, align 8
  %41 = call i64 @best_of_chain(ptr %35, ptr %36, ptr %37, i64 %38, i64 %39, i64 %40)
  %42 = trunc i64 %41 to i32
  %43 = sub i32 %42, 1
  store i32 %43, ptr %8, align 4
  store i32 1, ptr %17, align 4
  br label %126

44:
  %45 = load i64, ptr %15, align 8
  %46 = and i64 %45, 4611686018427387904
  %47 = icmp ne i64 %46, 0
  br i1 %47, label %48, label %57

48:
  %49 = load ptr, ptr %9, align 8
  %50 = load ptr, ptr %10, align 8
  %51 = load ptr, ptr %11, align 8
  %52 = load i64, ptr %12, align 8
  %53 = load i64, ptr %15, align 8
  %54 = call i64 @only(ptr %49, ptr %50, ptr %51, i64 %52, i64 %53)
  %55 = trunc i64 %54 to i32
  %56 = sub i32 %55, 1
  store i32 %56, ptr %8, align 4
  store i32 1, ptr %17, align 4
  br label %126

57:
  %58 = load i64, ptr %15, align 8
  %59 = and i64 %58, 9223372036854775807
  store i64 %59, ptr %18, align 8
  br label %60

60:
  %61 = load i64, ptr %18, align 8
  %62 = icmp ne i64 %61, 0
  br i1 %62, label %64, label %63

63:
  store i32 2, ptr %17, align 4
  br label %122

64:
  %65 = load ptr, ptr %11, align 8
  %66 = load ptr, ptr %10, align 8
  %67 = load ptr, ptr %9, align 8
  %68 = load i64, ptr %18, align 8
  %69 = call i64 @llvm.cttz.i64(i64 %68, i1 true)
  %70 = trunc i64 %69 to i32
  %71 = sext i32 %70 to i64
  %72 = load i64, ptr %12, align 8
  call void @mask_for(ptr %65, ptr %66, ptr %67, i64 %71, i64 %72)
  %73 = load ptr, ptr %9, align 8
  %74 = getelementptr inbounds nuw %struct.ranked, ptr %73, i32 0, i32 0
  %75 = load ptr, ptr %74, align 8
  %76 = load ptr, ptr %9, align 8
  %77 = getelementptr inbounds nuw %struct.ranked, ptr %76, i32 0, i32 0
  %78 = load ptr, ptr %77, align 8
  %79 = load ptr, ptr %11, align 8
  %80 = load i64, ptr %12, align 8
  %81 = add i64 %80, 1
  %82 = call i64 @hash_of(ptr %78, ptr %79, i64 %81)
  %83 = load ptr, ptr %11, align 8
  %84 = load i64, ptr %12, align 8
  %85 = add i64 %84, 1
  %86 = call ptr @search(ptr %75, i64 %82, ptr %83, i64 %85)
  store ptr %86, ptr %19, align 8
  %87 = load ptr, ptr %19, align 8
  %88 = icmp ne ptr %87, null
  br i1 %88, label %89, label %102

89:
  %90 = load i64, ptr %14, align 8
  %91 = icmp ne i64 %90, 0
  br i1 %91, label %92, label %102

92:
  %93 = load ptr, ptr %9, align 8
  %94 = load ptr, ptr %10, align 8
  %95 = load ptr, ptr %13, align 8
  %96 = load i64, ptr %14, align 8
  %97 = load ptr, ptr %19, align 8
  %98 = getelementptr inbounds nuw %struct.record, ptr %97, i32 0, i32 0
  %99 = load i64, ptr %98, align 8
  %100 = load i64, ptr %16, align 8
  %101 = call i64 @best_of_chain(ptr %93, ptr %94, ptr %95, i64 %96, i64 %99, i64 %100)
  store i64 %101, ptr %16, align 8
  br label %116

102:
  %103 = load ptr, ptr %19, align 8
  %104 = icmp ne ptr %103, null
  br i1 %104, label %105, label %115

105:
  %106 = load ptr, ptr %19, align 8
  %107 = getelementptr inbounds nuw %struct.record, ptr %106, i32 0, i32 0
  %108 = load i64, ptr %107, align 8
  %109 = load i64, ptr %16, align 8
  %110 = icmp ult i64 %108, %109
  br i1 %110, label %111, label %115

111:
  %112 = load ptr, ptr %19, align 8
  %113 = getelementptr inbounds nuw %struct.record, ptr %112, i32 0, i32 0
  %114 = load i64, ptr %113, align 8
  store i64 %114, ptr %16, align 8
  br label %115

115:
  br label %116

116:
  br label %117

117:
  %118 = load i64, ptr %18, align 8
  %119 = sub i64 %118, 1
  %120 = load i64, ptr %18, align 8
  %121 = and i64 %120, %119
  store i64 %121, ptr %18, align 8
  br label %60

122:
  %123 = load i64, ptr %16, align 8
  %124 = trunc i64 %123 to i32
  %125 = sub i32 %124, 1
  store i32 %125, ptr %8, align 4
  store i32 1, ptr %17, align 4
  br label %126

126:
  br label %127

127:
  %128 = load i32, ptr %8, align 4
  ret i32 %128
}

define internal i64 @best_of_chain(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5) alwaysinline nounwind {
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  %15 = alloca i64, align 8
  %16 = alloca i32, align 4
  %17 = alloca ptr, align 8
  store ptr %0, ptr %8, align 8
  store ptr %1, ptr %9, align 8
  store ptr %2, ptr %10, align 8
  store i64 %3, ptr %11, align 8
  store i64 %4, ptr %12, align 8
  store i64 %5, ptr %13, align 8
  %18 = load ptr, ptr %10, align 8
  %19 = load i64, ptr %11, align 8
  %20 = call i64 @limits_size(ptr %18, i64 %19)
  %21 = add i64 16, %20
  store i64 %21, ptr %14, align 8
  %22 = load i64, ptr %12, align 8
  %23 = call i64 @number_of(i64 %22)
  store i64 %23, ptr %15, align 8
  br label %24

24:
  %25 = load i64, ptr %15, align 8
  %26 = icmp ne i64 %25, 0
  br i1 %26, label %28, label %27

27:
  store i32 2, ptr %16, align 4
  br label %60

28:
  %29 = load ptr, ptr %8, align 8
  %30 = getelementptr inbounds nuw %struct.ranked, ptr %29, i32 0, i32 2
  %31 = load ptr, ptr %30, align 8
  %32 = load i64, ptr %14, align 8
  %33 = load i64, ptr %15, align 8
  %34 = call ptr @node_at(ptr %31, i64 %32, i64 %33)
  store ptr %34, ptr %17, align 8
  %35 = load ptr, ptr %17, align 8
  %36 = getelementptr inbounds nuw %struct.node, ptr %35, i32 0, i32 0
  %37 = load i64, ptr %36, align 8
  %38 = load i64, ptr %13, align 8
  %39 = icmp ugt i64 %37, %38
  br i1 %39, label %40, label %41

40:
  store i32 2, ptr %16, align 4
  br label %57

41:
  %42 = load ptr, ptr %9, align 8
  %43 = load ptr, ptr %10, align 8
  %44 = load i64, ptr %11, align 8
  %45 = load ptr, ptr %17, align 8
  %46 = getelementptr inbounds nuw %struct.node, ptr %45, i32 0, i32 2
  %47 = getelementptr inbounds [0 x i64], ptr %46, i64 0, i64 0
  %48 = call zeroext i1 @all_within(ptr %42, ptr %43, i64 %44, ptr %47)
  br i1 %48, label %49, label %53

49:
  %50 = load ptr, ptr %17, align 8
  %51 = getelementptr inbounds nuw %struct.node, ptr %50, i32 0, i32 0
  %52 = load i64, ptr %51, align 8
  store i64 %52, ptr %7, align 8
  store i32 1, ptr %16, align 4
  br label %57

53:
  %54 = load ptr, ptr %17, align 8
  %55 = getelementptr inbounds nuw %struct.node, ptr %54, i32 0, i32 1
  %56 = load i64, ptr %55, align 8
  store i64 %56, ptr %15, align 8
  store i32 0, ptr %16, align 4
  br label %57

57:
  %58 = load i32, ptr %16, align 4
  switch i32 %58, label %60 [
    i32 0, label %59
  ]

59:
  br label %24

60:
  %61 = load i32, ptr %16, align 4
  switch i32 %61, label %64 [
    i32 2, label %62
  ]

62:
  %63 = load i64, ptr %13, align 8
  store i64 %63, ptr %7, align 8
  store i32 1, ptr %16, align 4
  br label %64

64:
  %65 = load i64, ptr %7, align 8
  ret i64 %65
}

define i64 @chain_add(ptr %0, i64 %1, ptr %2, i64 %3, ptr %4, i64 %5) nounwind {
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i64, align 8
  %12 = alloca ptr, align 8
  %13 = alloca i64, align 8
  %14 = alloca ptr, align 8
  %15 = alloca ptr, align 8
  %16 = alloca i32, align 4
  %17 = alloca ptr, align 8
  store ptr %0, ptr %8, align 8
  store i64 %1, ptr %9, align 8
  store ptr %2, ptr %10, align 8
  store i64 %3, ptr %11, align 8
  store ptr %4, ptr %12, align 8
  store i64 %5, ptr %13, align 8
  %18 = load ptr, ptr %10, align 8
  %19 = load i64, ptr %11, align 8
  %20 = load i64, ptr %13, align 8
  %21 = call i64 @number_of(i64 %20)
  %22 = call ptr @node_at(ptr %18, i64 %19, i64 %21)
  store ptr %22, ptr %14, align 8
  %23 = load i64, ptr %13, align 8
  %24 = load ptr, ptr %14, align 8
  %25 = getelementptr inbounds nuw %struct.node, ptr %24, i32 0, i32 0
  store i64 %23, ptr %25, align 8
  %26 = load ptr, ptr %8, align 8
  %27 = load i64, ptr %9, align 8
  %28 = load ptr, ptr %12, align 8
  %29 = call ptr @hash_find(ptr %26, i64 %27, ptr %28)
  store ptr %29, ptr %15, align 8
  %30 = load ptr, ptr %15, align 8
  %31 = icmp ne ptr %30, null
  br i1 %31, label %41, label %32

32:
  %33 = load ptr, ptr %14, align 8
  %34 = getelementptr inbounds nuw %struct.node, ptr %33, i32 0, i32 1
  store i64 0, ptr %34, align 8
  %35 = load ptr, ptr %8, align 8
  %36 = load i64, ptr %9, align 8
  %37 = load ptr, ptr %12, align 8
  %38 = load i64, ptr %13, align 8
  %39 = call i64 @hash_put(ptr %35, i64 %36, ptr %37, i64 %38)
  %40 = add i64 %39, 1
  store i64 %40, ptr %7, align 8
  store i32 1, ptr %16, align 4
  br label %100

41:
  %42 = load i64, ptr %13, align 8
  %43 = load ptr, ptr %15, align 8
  %44 = getelementptr inbounds nuw %struct.record, ptr %43, i32 0, i32 0
  %45 = load i64, ptr %44, align 8
  %46 = icmp ult i64 %42, %45
  br i1 %46, label %47, label %57

47:
  %48 = load ptr, ptr %15, align 8
  %49 = getelementptr inbounds nuw %struct.record, ptr %48, i32 0, i32 0
  %50 = load i64, ptr %49, align 8
  %51 = call i64 @number_of(i64 %50)
  %52 = load ptr, ptr %14, align 8
  %53 = getelementptr inbounds nuw %struct.node, ptr %52, i32 0, i32 1
  store i64 %51, ptr %53, align 8
  %54 = load i64, ptr %13, align 8
  %55 = load ptr, ptr %15, align 8
  %56 = getelementptr inbounds nuw %struct.record, ptr %55, i32 0, i32 0
  store i64 %54, ptr %56, align 8
  store i64 0, ptr %7, align 8
  store i32 1, ptr %16, align 4
  br label %100

57:
  %58 = load ptr, ptr %10, align 8
  %59 = load i64, ptr %11, align 8
  %60 = load ptr, ptr %15, align 8
  %61 = getelementptr inbounds nuw %struct.record, ptr %60, i32 0, i32 0
  %62 = load i64, ptr %61, align 8
  %63 = call i64 @number_of(i64 %62)
  %64 = call ptr @node_at(ptr %58, i64 %59, i64 %63)
  store ptr %64, ptr %17, align 8
  br label %65

65:
  %66 = load ptr, ptr %17, align 8
  %67 = getelementptr inbounds nuw %struct.node, ptr %66, i32 0, i32 1
  %68 = load i64, ptr %67, align 8
  %69 = icmp ne i64 %68, 0
  br i1 %69, label %70, label %81

70:
  %71 = load ptr, ptr %10, align 8
  %72 = load i64, ptr %11, align 8
  %73 = load ptr, ptr %17, align 8
  %74 = getelementptr inbounds nuw %struct.node, ptr %73, i32 0, i32 1
  %75 = load i64, ptr %74, align 8
  %76 = call ptr @node_at(ptr %71, i64 %72, i64 %75)
  %77 = getelementptr inbounds nuw %struct.node, ptr %76, i32 0, i32 0
  %78 = load i64, ptr %77, align 8
  %79 = load i64, ptr %13, align 8
  %80 = icmp ule i64 %78, %79
  br label %81

81:
  %82 = phi i1 [ false, %65 ], [ %80, %70 ]
  br i1 %82, label %83, label %90

83:
  %84 = load ptr, ptr %10, align 8
  %85 = load i64, ptr %11, align 8
  %86 = load ptr, ptr %17, align 8
  %87 = getelementptr inbounds nuw %struct.node, ptr %86, i32 0, i32 1
  %88 = load i64, ptr %87, align 8
  %89 = call ptr @node_at(ptr %84, i64 %85, i64 %88)
  store ptr %89, ptr %17, align 8
  br label %65

90:
  %91 = load ptr, ptr %17, align 8
  %92 = getelementptr inbounds nuw %struct.node, ptr %91, i32 0, i32 1
  %93 = load i64, ptr %92, align 8
  %94 = load ptr, ptr %14, align 8
  %95 = getelementptr inbounds nuw %struct.node, ptr %94, i32 0, i32 1
  store i64 %93, ptr %95, align 8
  %96 = load i64, ptr %13, align 8
  %97 = call i64 @number_of(i64 %96)
  %98 = load ptr, ptr %17, align 8
  %99 = getelementptr inbounds nuw %struct.node, ptr %98, i32 0, i32 1
  store i64 %97, ptr %99, align 8
  store i64 0, ptr %7, align 8
  store i32 1, ptr %16, align 4
  br label %100

100:
  %101 = load i64, ptr %7, align 8
  ret i64 %101
}

declare ptr @hash_find(ptr, i64, ptr)

declare i64 @hash_put(ptr, i64, ptr, i64)

define i64 @chain_remove(ptr %0, i64 %1, ptr %2, i64 %3, ptr %4, i64 %5) nounwind {
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i64, align 8
  %12 = alloca ptr, align 8
  %13 = alloca i64, align 8
  %14 = alloca ptr, align 8
  %15 = alloca i32, align 4
  %16 = alloca i64, align 8
  %17 = alloca i64, align 8
  %18 = alloca ptr, align 8
  store ptr %0, ptr %8, align 8
  store i64 %1, ptr %9, align 8
  store ptr %2, ptr %10, align 8
  store i64 %3, ptr %11, align 8
  store ptr %4, ptr %12, align 8
  store i64 %5, ptr %13, align 8
  %19 = load ptr, ptr %8, align 8
  %20 = load i64, ptr %9, align 8
  %21 = load ptr, ptr %12, align 8
  %22 = call ptr @hash_find(ptr %19, i64 %20, ptr %21)
  store ptr %22, ptr %14, align 8
  %23 = load ptr, ptr %14, align 8
  %24 = icmp ne ptr %23, null
  br i1 %24, label %26, label %25

25:
  store i64 0, ptr %7, align 8
  store i32 1, ptr %15, align 4
  br label %89

26:
  %27 = load i64, ptr %13, align 8
  %28 = call i64 @number_of(i64 %27)
  store i64 %28, ptr %16, align 8
  %29 = load ptr, ptr %10, align 8
  %30 = load i64, ptr %11, align 8
  %31 = load i64, ptr %16, align 8
  %32 = call ptr @node_at(ptr %29, i64 %30, i64 %31)
  %33 = getelementptr inbounds nuw %struct.node, ptr %32, i32 0, i32 1
  %34 = load i64, ptr %33, align 8
  store i64 %34, ptr %17, align 8
  %35 = load ptr, ptr %14, align 8
  %36 = getelementptr inbounds nuw %struct.record, ptr %35, i32 0, i32 0
  %37 = load i64, ptr %36, align 8
  %38 = load i64, ptr %13, align 8
  %39 = icmp eq i64 %37, %38
  br i1 %39, label %40, label %56

40:
  %41 = load i64, ptr %17, align 8
  %42 = icmp ne i64 %41, 0
  br i1 %42, label %47, label %43

43:
  %44 = load ptr, ptr %8, align 8
  %45 = load i64, ptr %9, align 8
  %46 = load ptr, ptr %14, align 8
  call void @hash_erase(ptr %44, i64 %45, ptr %46)
  store i64 1, ptr %7, align 8
  store i32 1, ptr %15, align 4
  br label %88

47:
  %48 = load ptr, ptr %10, align 8
  %49 = load i64, ptr %11, align 8
  %50 = load i64, ptr %17, align 8
  %51 = call ptr @node_at(ptr %48, i64 %49, i64 %50)
  %52 = getelementptr inbounds nuw %struct.node, ptr %51, i32 0, i32 0
  %53 = load i64, ptr %52, align 8
  %54 = load ptr, ptr %14, align 8
  %55 = getelementptr inbounds nuw %struct.record, ptr %54, i32 0, i32 0
  store i64 %53, ptr %55, align 8
  store i64 0, ptr %7, align 8
  store i32 1, ptr %15, align 4
  br label %88

56:
  %57 = load ptr, ptr %10, align 8
  %58 = load i64, ptr %11, align 8
  %59 = load ptr, ptr %14, align 8
  %60 = getelementptr inbounds nuw %struct.record, ptr %59, i32 0, i32 0
  %61 = load i64, ptr %60, align 8
  %62 = call i64 @number_of(i64 %61)
  %63 = call ptr @node_at(ptr %57, i64 %58, i64 %62)
  store ptr %63, ptr %18, align 8
  br label %64

64:
  %65 = load ptr, ptr %18, align 8
  %66 = getelementptr inbounds nuw %struct.node, ptr %65, i32 0, i32 1
  %67 = load i64, ptr %66, align 8
  %68 = load i64, ptr %16, align 8
  %69 = icmp ne i64 %67, %68
  br i1 %69, label %70, label %83

70:
  %71 = load ptr, ptr %18, align 8
  %72 = getelementptr inbounds nuw %struct.node, ptr %71, i32 0, i32 1
  %73 = load i64, ptr %72, align 8
  %74 = icmp ne i64 %73, 0
  br i1 %74, label %76, label %75

75:
  store i64 0, ptr %7, align 8
  store i32 1, ptr %15, align 4
  br label %87

76:
  %77 = load ptr, ptr %10, align 8
  %78 = load i64, ptr %11, align 8
  %79 = load ptr, ptr %18, align 8
  %80 = getelementptr inbounds nuw %struct.node, ptr %79, i32 0, i32 1
  %81 = load i64, ptr %80, align 8
  %82 = call ptr @node_at(ptr %77, i64 %78, i64 %81)
  store ptr %82, ptr %18, align 8
  br label %64

83:
  %84 = load i64, ptr %17, align 8
  %85 = load ptr, ptr %18, align 8
  %86 = getelementptr inbounds nuw %struct.node, ptr %85, i32 0, i32 1
  store i64 %84, ptr %86, align 8
  store i64 0, ptr %7, align 8
  store i32 1, ptr %15, align 4
  br label %87

87:
  br label %88

88:
  br label %89

89:
  %90 = load i64, ptr %7, align 8
  ret i64 %90
}

declare void @hash_erase(ptr, i64, ptr)

define i64 @chain_find(ptr %0, i64 %1, ptr %2, i64 %3, ptr %4, i64 %5, ptr %6) nounwind {
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  %13 = alloca ptr, align 8
  %14 = alloca i64, align 8
  %15 = alloca ptr, align 8
  %16 = alloca ptr, align 8
  %17 = alloca i32, align 4
  %18 = alloca i64, align 8
  %19 = alloca ptr, align 8
  %20 = alloca i64, align 8
  %21 = alloca i64, align 8
  store ptr %0, ptr %9, align 8
  store i64 %1, ptr %10, align 8
  store ptr %2, ptr %11, align 8
  store i64 %3, ptr %12, align 8
  store ptr %4, ptr %13, align 8
  store i64 %5, ptr %14, align 8
  store ptr %6, ptr %15, align 8
  %22 = load ptr, ptr %9, align 8
  %23 = load i64, ptr %10, align 8
  %24 = load ptr, ptr %13, align 8
  %25 = call ptr @hash_find(ptr %22, i64 %23, ptr %24)
  store ptr %25, ptr %16, align 8
  %26 = load ptr, ptr %16, align 8
  %27 = icmp ne ptr %26, null
  br i1 %27, label %29, label %28

28:
  store i64 0, ptr %8, align 8
  store i32 1, ptr %17, align 4
  br label %89

29:
  %30 = load ptr, ptr %16, align 8
  %31 = getelementptr inbounds nuw %struct.record, ptr %30, i32 0, i32 0
  %32 = load i64, ptr %31, align 8
  %33 = call i64 @number_of(i64 %32)
  store i64 %33, ptr %18, align 8
  br label %34

34:
  %35 = load i64, ptr %18, align 8
  %36 = icmp ne i64 %35, 0
  br i1 %36, label %38, label %37

37:
  store i32 2, ptr %17, align 4
  br label %86

38:
  %39 = load ptr, ptr %11, align 8
  %40 = load i64, ptr %12, align 8
  %41 = load i64, ptr %18, align 8
  %42 = call ptr @node_at(ptr %39, i64 %40, i64 %41)
  store ptr %42, ptr %19, align 8
  store i64 0, ptr %20, align 8
  store i64 0, ptr %21, align 8
  br label %43

43:
  %44 = load i64, ptr %21, align 8
  %45 = load i64, ptr %12, align 8
  %46 = sub i64 %45, 16
  %47 = udiv i64 %46, 8
  %48 = icmp ult i64 %44, %47
  br i1 %48, label %50, label %49

49:
  store i32 4, ptr %17, align 4
  br label %66

50:
  %51 = load ptr, ptr %19, align 8
  %52 = getelementptr inbounds nuw %struct.node, ptr %51, i32 0, i32 2
  %53 = load i64, ptr %21, align 8
  %54 = getelementptr inbounds nuw [0 x i64], ptr %52, i64 0, i64 %53
  %55 = load i64, ptr %54, align 8
  %56 = load ptr, ptr %15, align 8
  %57 = load i64, ptr %21, align 8
  %58 = getelementptr inbounds nuw i64, ptr %56, i64 %57
  %59 = load i64, ptr %58, align 8
  %60 = xor i64 %55, %59
  %61 = load i64, ptr %20, align 8
  %62 = or i64 %61, %60
  store i64 %62, ptr %20, align 8
  br label %63

63:
  %64 = load i64, ptr %21, align 8
  %65 = add i64 %64, 1
  store i64 %65, ptr %21, align 8
  br label %43

66:
  %67 = load ptr, ptr %19, align 8
  %68 = getelementptr inbounds nuw %struct.node, ptr %67, i32 0, i32 0
  %69 = load i64, ptr %68, align 8
  %70 = load i64, ptr %14, align 8
  %71 = icmp uge i64 %69, %70
  br i1 %71, label %72, label %79

72:
  %73 = load i64, ptr %20, align 8
  %74 = icmp eq i64 %73, 0
  br i1 %74, label %75, label %79

75:
  %76 = load ptr, ptr %19, align 8
  %77 = getelementptr inbounds nuw %struct.node, ptr %76, i32 0, i32 0
  %78 = load i64, ptr %77, align 8
  store i64 %78, ptr %8, align 8
  store i32 1, ptr %17, align 4
  br label %83

79:
  %80 = load ptr, ptr %19, align 8
  %81 = getelementptr inbounds nuw %struct.node, ptr %80, i32 0, i32 1
  %82 = load i64, ptr %81, align 8
  store i64 %82, ptr %18, align 8
  store i32 0, ptr %17, align 4
  br label %83

83:
  %84 = load i32, ptr %17, align 4
  switch i32 %84, label %86 [
    i32 0, label %85
  ]

85:
  br label %34

86:
  %87 = load i32, ptr %17, align 4
  switch i32 %87, label %89 [
    i32 2, label %88
  ]

88:
  store i64 0, ptr %8, align 8
  store i32 1, ptr %17, align 4
  br label %89

89:
  %90 = load i64, ptr %8, align 8
  ret i64 %90
}

define void @chain_bounds(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %11 = load ptr, ptr %4, align 8
  store ptr %11, ptr %7, align 8
  br label %12

12:
  %13 = load ptr, ptr %7, align 8
  %14 = icmp ne ptr %13, null
  br i1 %14, label %16, label %15

15:
  store i32 2, ptr %8, align 4
  br label %64

16:
  store i64 0, ptr %9, align 8
  br label %17

17:
  %18 = load i64, ptr %9, align 8
  %19 = load ptr, ptr %7, align 8
  %20 = getelementptr inbounds nuw %struct.block, ptr %19, i32 0, i32 0
  %21 = load i64, ptr %20, align 8
  %22 = icmp ule i64 %18, %21
  br i1 %22, label %24, label %23

23:
  store i32 5, ptr %8, align 4
  br label %59

24:
  %25 = load ptr, ptr %7, align 8
  %26 = load i64, ptr %9, align 8
  %27 = load i64, ptr %5, align 8
  %28 = call ptr @record_at(ptr %25, i64 %26, i64 %27)
  store ptr %28, ptr %10, align 8
  %29 = load ptr, ptr %10, align 8
  %30 = getelementptr inbounds nuw %struct.record, ptr %29, i32 0, i32 0
  %31 = load i64, ptr %30, align 8
  %32 = icmp ne i64 %31, 0
  br i1 %32, label %33, label %55

33:
  %34 = load ptr, ptr %10, align 8
  %35 = getelementptr inbounds nuw %struct.record, ptr %34, i32 0, i32 0
  %36 = load i64, ptr %35, align 8
  %37 = load ptr, ptr %6, align 8
  %38 = load ptr, ptr %10, align 8
  %39 = getelementptr inbounds nuw %struct.record, ptr %38, i32 0, i32 1
  %40 = getelementptr inbounds [0 x i64], ptr %39, i64 0, i64 0
  %41 = load i64, ptr %40, align 8
  %42 = getelementptr inbounds nuw i64, ptr %37, i64 %41
  %43 = load i64, ptr %42, align 8
  %44 = icmp ult i64 %36, %43
  br i1 %44, label %45, label %55

45:
  %46 = load ptr, ptr %10, align 8
  %47 = getelementptr inbounds nuw %struct.record, ptr %46, i32 0, i32 0
  %48 = load i64, ptr %47, align 8
  %49 = load ptr, ptr %6, align 8
  %50 = load ptr, ptr %10, align 8
  %51 = getelementptr inbounds nuw %struct.record, ptr %50, i32 0, i32 1
  %52 = getelementptr inbounds [0 x i64], ptr %51, i64 0, i64 0
  %53 = load i64, ptr %52, align 8
  %54 = getelementptr inbounds nuw i64, ptr %49, i64 %53
  store i64 %48, ptr %54, align 8
  br label %55

55:
  br label %56

56:
  %57 = load i64, ptr %9, align 8
  %58 = add i64 %57, 1
  store i64 %58, ptr %9, align 8
  br label %17

59:
  br label %60

60:
  %61 = load ptr, ptr %7, align 8
  %62 = getelementptr inbounds nuw %struct.block, ptr %61, i32 0, i32 5
  %63 = load ptr, ptr %62, align 8
  store ptr %63, ptr %7, align 8
  br label %12

64:
  ret void
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

define internal zeroext i1 @all_within(ptr %0, ptr %1, i64 %2, ptr %3) alwaysinline nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i8, align 1
  %10 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  store i8 1, ptr %9, align 1
  store i64 0, ptr %10, align 8
  br label %11

11:
  %12 = load i64, ptr %10, align 8
  %13 = load i64, ptr %7, align 8
  %14 = icmp ult i64 %12, %13
  br i1 %14, label %16, label %15

15:
  br label %42

16:
  %17 = load ptr, ptr %5, align 8
  %18 = load ptr, ptr %6, align 8
  %19 = load i64, ptr %10, align 8
  %20 = getelementptr inbounds nuw %struct.range_field, ptr %18, i64 %19
  %21 = load ptr, ptr %8, align 8
  %22 = load i64, ptr %20, align 4
  %23 = call zeroext i1 @within(ptr %17, i64 %22, ptr %21)
  %24 = zext i1 %23 to i32
  %25 = load i8, ptr %9, align 1
  %26 = trunc i8 %25 to i1
  %27 = zext i1 %26 to i32
  %28 = and i32 %27, %24
  %29 = icmp ne i32 %28, 0
  %30 = zext i1 %29 to i8
  store i8 %30, ptr %9, align 1
  %31 = load ptr, ptr %6, align 8
  %32 = load i64, ptr %10, align 8
  %33 = getelementptr inbounds nuw %struct.range_field, ptr %31, i64 %32
  %34 = load i64, ptr %33, align 4
  %35 = call i64 @limit_words(i64 %34)
  %36 = mul i64 2, %35
  %37 = load ptr, ptr %8, align 8
  %38 = getelementptr inbounds nuw i64, ptr %37, i64 %36
  store ptr %38, ptr %8, align 8
  br label %39

39:
  %40 = load i64, ptr %10, align 8
  %41 = add i64 %40, 1
  store i64 %41, ptr %10, align 8
  br label %11

42:
  %43 = load i8, ptr %9, align 1
  %44 = trunc i8 %43 to i1
  ret i1 %44
}

define internal zeroext i1 @within(ptr %0, i64 %1, ptr %2) alwaysinline nounwind {
  %4 = alloca %struct.range_field, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i8, align 1
  %9 = alloca i8, align 1
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  store i64 %1, ptr %4, align 4
  store ptr %0, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %14 = load i64, ptr %4, align 4
  %15 = call i64 @limit_words(i64 %14)
  store i64 %15, ptr %7, align 8
  store i8 1, ptr %8, align 1
  store i8 1, ptr %9, align 1
  store i64 0, ptr %10, align 8
  br label %16

16:
  %17 = load i64, ptr %10, align 8
  %18 = load i64, ptr %7, align 8
  %19 = icmp ult i64 %17, %18
  br i1 %19, label %21, label %20

20:
  br label %69

21:
  %22 = load ptr, ptr %5, align 8
  %23 = load i64, ptr %10, align 8
  %24 = load i64, ptr %4, align 4
  %25 = call i64 @field_word(ptr %22, i64 %24, i64 %23)
  store i64 %25, ptr %11, align 8
  %26 = load ptr, ptr %6, align 8
  %27 = load i64, ptr %10, align 8
  %28 = getelementptr inbounds nuw i64, ptr %26, i64 %27
  %29 = load i64, ptr %28, align 8
  store i64 %29, ptr %12, align 8
  %30 = load ptr, ptr %6, align 8
  %31 = load i64, ptr %7, align 8
  %32 = load i64, ptr %10, align 8
  %33 = add i64 %31, %32
  %34 = getelementptr inbounds nuw i64, ptr %30, i64 %33
  %35 = load i64, ptr %34, align 8
  store i64 %35, ptr %13, align 8
  %36 = load i64, ptr %11, align 8
  %37 = load i64, ptr %12, align 8
  %38 = icmp ugt i64 %36, %37
  br i1 %38, label %48, label %39

39:
  %40 = load i64, ptr %11, align 8
  %41 = load i64, ptr %12, align 8
  %42 = icmp eq i64 %40, %41
  br i1 %42, label %43, label %46

43:
  %44 = load i8, ptr %8, align 1
  %45 = trunc i8 %44 to i1
  br label %46

46:
  %47 = phi i1 [ false, %39 ], [ %45, %43 ]
  br label %48

48:
  %49 = phi i1 [ true, %21 ], [ %47, %46 ]
  %50 = zext i1 %49 to i8
  store i8 %50, ptr %8, align 1
  %51 = load i64, ptr %11, align 8
  %52 = load i64, ptr %13, align 8
  %53 = icmp ult i64 %51, %52
  br i1 %53, label %63, label %54

54:
  %55 = load i64, ptr %11, align 8
  %56 = load i64, ptr %13, align 8
  %57 = icmp eq i64 %55, %56
  br i1 %57, label %58, label %61

58:
  %59 = load i8, ptr %9, align 1
  %60 = trunc i8 %59 to i1
  br label %61

61:
  %62 = phi i1 [ false, %54 ], [ %60, %58 ]
  br label %63

63:
  %64 = phi i1 [ true, %48 ], [ %62, %61 ]
  %65 = zext i1 %64 to i8
  store i8 %65, ptr %9, align 1
  br label %66

66:
  %67 = load i64, ptr %10, align 8
  %68 = add i64 %67, 1
  store i64 %68, ptr %10, align 8
  br label %16

69:
  %70 = load i8, ptr %8, align 1
  %71 = trunc i8 %70 to i1
  %72 = zext i1 %71 to i32
  %73 = load i8, ptr %9, align 1
  %74 = trunc i8 %73 to i1
  %75 = zext i1 %74 to i32
  %76 = and i32 %72, %75
  %77 = icmp ne i32 %76, 0
  ret i1 %77
}

define internal i64 @limit_words(i64 %0) alwaysinline nounwind {
  %2 = alloca %struct.range_field, align 4
  store i64 %0, ptr %2, align 4
  %3 = getelementptr inbounds nuw %struct.range_field, ptr %2, i32 0, i32 1
  %4 = load i32, ptr %3, align 4
  %5 = icmp ule i32 %4, 64
  br i1 %5, label %6, label %7

6:
  br label %12

7:
  %8 = getelementptr inbounds nuw %struct.range_field, ptr %2, i32 0, i32 1
  %9 = load i32, ptr %8, align 4
  %10 = add i32 %9, 63
  %11 = udiv i32 %10, 64
  br label %12

12:
  %13 = phi i32 [ 1, %6 ], [ %11, %7 ]
  %14 = zext i32 %13 to i64
  ret i64 %14
}

define internal i64 @field_word(ptr %0, i64 %1, i64 %2) alwaysinline nounwind {
  %4 = alloca i64, align 8
  %5 = alloca %struct.range_field, align 4
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca i32, align 4
  %12 = alloca i64, align 8
  store i64 %1, ptr %5, align 4
  store ptr %0, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %13 = getelementptr inbounds nuw %struct.range_field, ptr %5, i32 0, i32 0
  %14 = load i32, ptr %13, align 4
  %15 = zext i32 %14 to i64
  %16 = load i64, ptr %7, align 8
  %17 = mul i64 64, %16
  %18 = add i64 %15, %17
  store i64 %18, ptr %8, align 8
  %19 = getelementptr inbounds nuw %struct.range_field, ptr %5, i32 0, i32 1
  %20 = load i32, ptr %19, align 4
  %21 = zext i32 %20 to i64
  %22 = load i64, ptr %7, align 8
  %23 = mul i64 64, %22
  %24 = sub i64 %21, %23
  store i64 %24, ptr %9, align 8
  %25 = load i64, ptr %8, align 8
  %26 = and i64 %25, 63
  store i64 %26, ptr %10, align 8
  %27 = getelementptr inbounds nuw %struct.range_field, ptr %5, i32 0, i32 1
  %28 = load i32, ptr %27, align 4
  %29 = icmp eq i32 %28, 0
  br i1 %29, label %30, label %31

30:
  store i64 0, ptr %4, align 8
  store i32 1, ptr %11, align 4
  br label %77

31:
  %32 = load ptr, ptr %6, align 8
  %33 = load i64, ptr %8, align 8
  %34 = lshr i64 %33, 6
  %35 = getelementptr inbounds nuw i64, ptr %32, i64 %34
  %36 = load i64, ptr %35, align 8
  %37 = load i64, ptr %10, align 8
  %38 = lshr i64 %36, %37
  store i64 %38, ptr %12, align 8
  %39 = load i64, ptr %10, align 8
  %40 = icmp ne i64 %39, 0
  br i1 %40, label %41, label %64

41:
  %42 = load i64, ptr %10, align 8
  %43 = load i64, ptr %9, align 8
  %44 = icmp ult i64 %43, 64
  br i1 %44, label %45, label %47

45:
  %46 = load i64, ptr %9, align 8
  br label %48

47:
  br label %48

48:
  %49 = phi i64 [ %46, %45 ], [ 64, %47 ]
  %50 = add i64 %42, %49
  %51 = icmp ugt i64 %50, 64
  br i1 %51, label %52, label %64

52:
  %53 = load ptr, ptr %6, align 8
  %54 = load i64, ptr %8, align 8
  %55 = lshr i64 %54, 6
  %56 = add i64 %55, 1
  %57 = getelementptr inbounds nuw i64, ptr %53, i64 %56
  %58 = load i64, ptr %57, align 8
  %59 = load i64, ptr %10, align 8
  %60 = sub i64 64, %59
  %61 = shl i64 %58, %60
  %62 = load i64, ptr %12, align 8
  %63 = or i64 %62, %61
  store i64 %63, ptr %12, align 8
  br label %64

64:
  %65 = load i64, ptr %9, align 8
  %66 = icmp ult i64 %65, 64
  br i1 %66, label %67, label %73

67:
  %68 = load i64, ptr %12, align 8
  %69 = load i64, ptr %9, align 8
  %70 = shl i64 1, %69
  %71 = sub i64 %70, 1
  %72 = and i64 %68, %71
  br label %75

73:
  %74 = load i64, ptr %12, align 8
  br label %75

75:
  %76 = phi i64 [ %72, %67 ], [ %74, %73 ]
  store i64 %76, ptr %4, align 8
  store i32 1, ptr %11, align 4
  br label %77

77:
  %78 = load i64, ptr %4, align 8
  ret i64 %78
}

define internal i32 @tags_for(ptr %0, ptr %1, i64 %2) alwaysinline nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i32, align 4
  %8 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  store i32 -1, ptr %7, align 4
  store i64 0, ptr %8, align 8
  br label %9

9:
  %10 = load i64, ptr %8, align 8
  %11 = load ptr, ptr %4, align 8
  %12 = getelementptr inbounds nuw %struct.block, ptr %11, i32 0, i32 7
  %13 = load i64, ptr %12, align 8
  %14 = icmp ult i64 %10, %13
  br i1 %14, label %16, label %15

15:
  br label %35

16:
  %17 = load ptr, ptr %4, align 8
  %18 = load i64, ptr %8, align 8
  %19 = load ptr, ptr %5, align 8
  %20 = load i64, ptr %6, align 8
  %21 = call ptr @tags_at(ptr %17, i64 %18, ptr %19, i64 %20)
  %22 = load i32, ptr %21, align 4
  %23 = load ptr, ptr %4, align 8
  %24 = load i64, ptr %8, align 8
  %25 = load i64, ptr %6, align 8
  %26 = call ptr @dimension_of(ptr %23, i64 %24, i64 %25)
  %27 = getelementptr inbounds nuw %struct.dimension, ptr %26, i32 0, i32 0
  %28 = load i32, ptr %27, align 8
  %29 = or i32 %22, %28
  %30 = load i32, ptr %7, align 4
  %31 = and i32 %30, %29
  store i32 %31, ptr %7, align 4
  br label %32

32:
  %33 = load i64, ptr %8, align 8
  %34 = add i64 %33, 1
  store i64 %34, ptr %8, align 8
  br label %9

35:
  %36 = load i32, ptr %7, align 4
  ret i32 %36
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

define internal void @mask_key(ptr %0, ptr %1, i64 %2, ptr %3, i64 %4) alwaysinline nounwind {
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  store i64 %4, ptr %10, align 8
  %12 = load i64, ptr %8, align 8
  %13 = load ptr, ptr %6, align 8
  %14 = getelementptr inbounds i64, ptr %13, i64 0
  store i64 %12, ptr %14, align 8
  store i64 0, ptr %11, align 8
  br label %15

15:
  %16 = load i64, ptr %11, align 8
  %17 = load i64, ptr %10, align 8
  %18 = icmp ult i64 %16, %17
  br i1 %18, label %20, label %19

19:
  br label %37

20:
  %21 = load ptr, ptr %7, align 8
  %22 = load i64, ptr %11, align 8
  %23 = getelementptr inbounds nuw i64, ptr %21, i64 %22
  %24 = load i64, ptr %23, align 8
  %25 = load ptr, ptr %9, align 8
  %26 = load i64, ptr %11, align 8
  %27 = getelementptr inbounds nuw i64, ptr %25, i64 %26
  %28 = load i64, ptr %27, align 8
  %29 = and i64 %24, %28
  %30 = load ptr, ptr %6, align 8
  %31 = load i64, ptr %11, align 8
  %32 = add i64 %31, 1
  %33 = getelementptr inbounds nuw i64, ptr %30, i64 %32
  store i64 %29, ptr %33, align 8
  br label %34

34:
  %35 = load i64, ptr %11, align 8
  %36 = add i64 %35, 1
  store i64 %36, ptr %11, align 8
  br label %15

37:
  ret void
}

define internal i64 @best_of_block(ptr %0, ptr %1, ptr %2, ptr %3, i64 %4, ptr %5, i64 %6, i64 %7) alwaysinline nounwind {
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca i64, align 8
  %15 = alloca ptr, align 8
  %16 = alloca i64, align 8
  %17 = alloca i64, align 8
  %18 = alloca i64, align 8
  %19 = alloca i32, align 4
  %20 = alloca ptr, align 8
  store ptr %0, ptr %10, align 8
  store ptr %1, ptr %11, align 8
  store ptr %2, ptr %12, align 8
  store ptr %3, ptr %13, align 8
  store i64 %4, ptr %14, align 8
  store ptr %5, ptr %15, align 8
  store i64 %6, ptr %16, align 8
  store i64 %7, ptr %17, align 8
  %21 = load ptr, ptr %11, align 8
  %22 = load ptr, ptr %12, align 8
  %23 = load i64, ptr %14, align 8
  %24 = add i64 %23, 1
  %25 = call i64 @hash_of(ptr %21, ptr %22, i64 %24)
  store i64 %25, ptr %18, align 8
  %26 = load ptr, ptr %11, align 8
  %27 = load i64, ptr %18, align 8
  %28 = call i64 @may_have(ptr %26, i64 %27)
  %29 = icmp ne i64 %28, 0
  br i1 %29, label %32, label %30

30:
  %31 = load i64, ptr %17, align 8
  store i64 %31, ptr %9, align 8
  store i32 1, ptr %19, align 4
  br label %71

32:
  %33 = load ptr, ptr %11, align 8
  %34 = load i64, ptr %18, align 8
  %35 = load ptr, ptr %12, align 8
  %36 = load i64, ptr %14, align 8
  %37 = add i64 %36, 1
  %38 = call ptr @search(ptr %33, i64 %34, ptr %35, i64 %37)
  store ptr %38, ptr %20, align 8
  %39 = load ptr, ptr %20, align 8
  %40 = icmp ne ptr %39, null
  br i1 %40, label %43, label %41

41:
  %42 = load i64, ptr %17, align 8
  store i64 %42, ptr %9, align 8
  store i32 1, ptr %19, align 4
  br label %70

43:
  %44 = load i64, ptr %16, align 8
  %45 = icmp ne i64 %44, 0
  br i1 %45, label %46, label %56

46:
  %47 = load ptr, ptr %10, align 8
  %48 = load ptr, ptr %13, align 8
  %49 = load ptr, ptr %15, align 8
  %50 = load i64, ptr %16, align 8
  %51 = load ptr, ptr %20, align 8
  %52 = getelementptr inbounds nuw %struct.record, ptr %51, i32 0, i32 0
  %53 = load i64, ptr %52, align 8
  %54 = load i64, ptr %17, align 8
  %55 = call i64 @best_of_chain(ptr %47, ptr %48, ptr %49, i64 %50, i64 %53, i64 %54)
  store i64 %55, ptr %9, align 8
  store i32 1, ptr %19, align 4
  br label %70

56:
  %57 = load ptr, ptr %20, align 8
  %58 = getelementptr inbounds nuw %struct.record, ptr %57, i32 0, i32 0
  %59 = load i64, ptr %58, align 8
  %60 = load i64, ptr %17, align 8
  %61 = icmp ult i64 %59, %60
  br i1 %61, label %62, label %66

62:
  %63 = load ptr, ptr %20, align 8
  %64 = getelementptr inbounds nuw %struct.record, ptr %63, i32 0, i32 0
  %65 = load i64, ptr %64, align 8
  br label %68

66:
  %67 = load i64, ptr %17, align 8
  br label %68

68:
  %69 = phi i64 [ %65, %62 ], [ %67, %66 ]
  store i64 %69, ptr %9, align 8
  store i32 1, ptr %19, align 4
  br label %70

70:
  br label %71

71:
  %72 = load i64, ptr %9, align 8
  ret i64 %72
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

define internal i64 @may_have(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = load i64, ptr %4, align 8
  %8 = call ptr @filter_word(ptr %6, i64 %7)
  %9 = load i64, ptr %8, align 8
  store i64 %9, ptr %5, align 8
  %10 = load i64, ptr %5, align 8
  %11 = load i64, ptr %4, align 8
  %12 = and i64 %11, 63
  %13 = lshr i64 %10, %12
  %14 = load i64, ptr %5, align 8
  %15 = load i64, ptr %4, align 8
  %16 = lshr i64 %15, 6
  %17 = and i64 %16, 63
  %18 = lshr i64 %14, %17
  %19 = and i64 %13, %18
  %20 = load i64, ptr %5, align 8
  %21 = load i64, ptr %4, align 8
  %22 = lshr i64 %21, 12
  %23 = and i64 %22, 63
  %24 = lshr i64 %20, %23
  %25 = and i64 %19, %24
  %26 = and i64 %25, 1
  ret i64 %26
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

define internal i64 @record_size(i64 %0) nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = mul i64 8, %3
  %5 = add i64 8, %4
  ret i64 %5
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
