; SPDX-License-Identifier: Apache-2.0
; Made of ranked.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 739b289e50b3b573fe7c3d91addcf5957e2f62ab849d4b178ce618fa1279194c
%struct.ranked = type { ptr, ptr, ptr, ptr }
%struct.list = type { i64, i64, [0 x i64] }
%struct.row = type { i64, [0 x i64] }
%struct.block = type { i64, i64, i64, i64, i64, ptr, [2 x i64] }
%struct.descriptor = type { i64, i64, [0 x i64] }
%struct.node = type { i64, i64, [0 x i64] }
%struct.record = type { i64, [0 x i64] }
%struct.range_field = type { i32, i32 }

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
  %19 = alloca ptr, align 8
  %20 = alloca i32, align 4
  %21 = alloca i64, align 8
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
  br label %45

45:
  %46 = load ptr, ptr %17, align 8
  %47 = load ptr, ptr %18, align 8
  %48 = icmp ult ptr %46, %47
  br i1 %48, label %49, label %116

49:
  %50 = load ptr, ptr %17, align 8
  store ptr %50, ptr %19, align 8
  %51 = load ptr, ptr %19, align 8
  %52 = getelementptr inbounds nuw %struct.descriptor, ptr %51, i32 0, i32 0
  %53 = load i64, ptr %52, align 8
  %54 = load i64, ptr %14, align 8
  %55 = icmp ugt i64 %53, %54
  br i1 %55, label %56, label %57

56:
  store i32 2, ptr %20, align 4
  br label %109

57:
  %58 = load ptr, ptr %19, align 8
  %59 = getelementptr inbounds nuw %struct.descriptor, ptr %58, i32 0, i32 1
  %60 = load i64, ptr %59, align 8
  %61 = load ptr, ptr %9, align 8
  %62 = getelementptr inbounds i64, ptr %61, i64 0
  store i64 %60, ptr %62, align 8
  store i64 0, ptr %21, align 8
  br label %63

63:
  %64 = load i64, ptr %21, align 8
  %65 = load i64, ptr %10, align 8
  %66 = icmp ult i64 %64, %65
  br i1 %66, label %68, label %67

67:
  store i32 5, ptr %20, align 4
  br label %86

68:
  %69 = load ptr, ptr %8, align 8
  %70 = load i64, ptr %21, align 8
  %71 = getelementptr inbounds nuw i64, ptr %69, i64 %70
  %72 = load i64, ptr %71, align 8
  %73 = load ptr, ptr %19, align 8
  %74 = getelementptr inbounds nuw %struct.descriptor, ptr %73, i32 0, i32 2
  %75 = load i64, ptr %21, align 8
  %76 = getelementptr inbounds nuw [0 x i64], ptr %74, i64 0, i64 %75
  %77 = load i64, ptr %76, align 8
  %78 = and i64 %72, %77
  %79 = load ptr, ptr %9, align 8
  %80 = load i64, ptr %21, align 8
  %81 = add i64 %80, 1
  %82 = getelementptr inbounds nuw i64, ptr %79, i64 %81
  store i64 %78, ptr %82, align 8
  br label %83

83:
  %84 = load i64, ptr %21, align 8
  %85 = add i64 %84, 1
  store i64 %85, ptr %21, align 8
  br label %63

86:
  %87 = load ptr, ptr %7, align 8
  %88 = load ptr, ptr %15, align 8
  %89 = load ptr, ptr %9, align 8
  %90 = load ptr, ptr %8, align 8
  %91 = load i64, ptr %10, align 8
  %92 = load ptr, ptr %11, align 8
  %93 = load i64, ptr %12, align 8
  %94 = load i64, ptr %14, align 8
  %95 = call i64 @best_of_block(ptr %87, ptr %88, ptr %89, ptr %90, i64 %91, ptr %92, i64 %93, i64 %94)
  store i64 %95, ptr %14, align 8
  %96 = load ptr, ptr %16, align 8
  %97 = icmp ne ptr %96, null
  br i1 %97, label %98, label %108

98:
  %99 = load ptr, ptr %7, align 8
  %100 = load ptr, ptr %16, align 8
  %101 = load ptr, ptr %9, align 8
  %102 = load ptr, ptr %8, align 8
  %103 = load i64, ptr %10, align 8
  %104 = load ptr, ptr %11, align 8
  %105 = load i64, ptr %12, align 8
  %106 = load i64, ptr %14, align 8
  %107 = call i64 @best_of_block(ptr %99, ptr %100, ptr %101, ptr %102, i64 %103, ptr %104, i64 %105, i64 %106)
  store i64 %107, ptr %14, align 8
  br label %108

108:
  store i32 0, ptr %20, align 4
  br label %109

109:
  %110 = load i32, ptr %20, align 4
  switch i32 %110, label %120 [
    i32 0, label %111
    i32 2, label %116
  ]

111:
  br label %112

112:
  %113 = load i64, ptr %13, align 8
  %114 = load ptr, ptr %17, align 8
  %115 = getelementptr inbounds nuw i8, ptr %114, i64 %113
  store ptr %115, ptr %17, align 8
  br label %45

116:
  %117 = load i64, ptr %14, align 8
  %118 = trunc i64 %117 to i32
  %119 = sub i32 %118, 1
  store i32 1, ptr %20, align 4
  ret i32 %119

120:
  unreachable
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

define internal i64 @number_of(i64 %0) nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = and i64 %3, 4294967295
  ret i64 %4
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
  %28 = call ptr @filter_byte(ptr %26, i64 %27)
  %29 = load i8, ptr %28, align 1
  %30 = zext i8 %29 to i32
  %31 = load ptr, ptr %11, align 8
  %32 = load i64, ptr %18, align 8
  %33 = call zeroext i8 @filter_bit(ptr %31, i64 %32)
  %34 = zext i8 %33 to i32
  %35 = and i32 %30, %34
  %36 = icmp ne i32 %35, 0
  br i1 %36, label %39, label %37

37:
  %38 = load i64, ptr %17, align 8
  store i64 %38, ptr %9, align 8
  store i32 1, ptr %19, align 4
  br label %78

39:
  %40 = load ptr, ptr %11, align 8
  %41 = load i64, ptr %18, align 8
  %42 = load ptr, ptr %12, align 8
  %43 = load i64, ptr %14, align 8
  %44 = add i64 %43, 1
  %45 = call ptr @search(ptr %40, i64 %41, ptr %42, i64 %44)
  store ptr %45, ptr %20, align 8
  %46 = load ptr, ptr %20, align 8
  %47 = icmp ne ptr %46, null
  br i1 %47, label %50, label %48

48:
  %49 = load i64, ptr %17, align 8
  store i64 %49, ptr %9, align 8
  store i32 1, ptr %19, align 4
  br label %77

50:
  %51 = load i64, ptr %16, align 8
  %52 = icmp ne i64 %51, 0
  br i1 %52, label %53, label %63

53:
  %54 = load ptr, ptr %10, align 8
  %55 = load ptr, ptr %13, align 8
  %56 = load ptr, ptr %15, align 8
  %57 = load i64, ptr %16, align 8
  %58 = load ptr, ptr %20, align 8
  %59 = getelementptr inbounds nuw %struct.record, ptr %58, i32 0, i32 0
  %60 = load i64, ptr %59, align 8
  %61 = load i64, ptr %17, align 8
  %62 = call i64 @best_of_chain(ptr %54, ptr %55, ptr %56, i64 %57, i64 %60, i64 %61)
  store i64 %62, ptr %9, align 8
  store i32 1, ptr %19, align 4
  br label %77

63:
  %64 = load ptr, ptr %20, align 8
  %65 = getelementptr inbounds nuw %struct.record, ptr %64, i32 0, i32 0
  %66 = load i64, ptr %65, align 8
  %67 = load i64, ptr %17, align 8
  %68 = icmp ult i64 %66, %67
  br i1 %68, label %69, label %73

69:
  %70 = load ptr, ptr %20, align 8
  %71 = getelementptr inbounds nuw %struct.record, ptr %70, i32 0, i32 0
  %72 = load i64, ptr %71, align 8
  br label %75

73:
  %74 = load i64, ptr %17, align 8
  br label %75

75:
  %76 = phi i64 [ %72, %69 ], [ %74, %73 ]
  store i64 %76, ptr %9, align 8
  store i32 1, ptr %19, align 4
  br label %77

77:
  br label %78

78:
  %79 = load i64, ptr %9, align 8
  ret i64 %79
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
  %14 = load i64, ptr %6, align 8
  %15 = icmp ult i64 %13, %14
  br i1 %15, label %17, label %16

16:
  br label %30

17:
  %18 = load i64, ptr %7, align 8
  %19 = load ptr, ptr %5, align 8
  %20 = load i64, ptr %8, align 8
  %21 = getelementptr inbounds nuw i64, ptr %19, i64 %20
  %22 = load i64, ptr %21, align 8
  %23 = load ptr, ptr %4, align 8
  %24 = getelementptr inbounds nuw %struct.block, ptr %23, i32 0, i32 2
  %25 = load i64, ptr %24, align 8
  %26 = call i64 @mixed(i64 %18, i64 %22, i64 %25)
  store i64 %26, ptr %7, align 8
  br label %27

27:
  %28 = load i64, ptr %8, align 8
  %29 = add i64 %28, 1
  store i64 %29, ptr %8, align 8
  br label %12

30:
  %31 = load i64, ptr %7, align 8
  ret i64 %31
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

define internal i64 @mixed(i64 %0, i64 %1, i64 %2) alwaysinline nounwind {
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca i128, align 16
  store i64 %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %8 = load i64, ptr %4, align 8
  %9 = load i64, ptr %5, align 8
  %10 = xor i64 %8, %9
  %11 = zext i64 %10 to i128
  %12 = load i64, ptr %6, align 8
  %13 = zext i64 %12 to i128
  %14 = mul i128 %11, %13
  store i128 %14, ptr %7, align 16
  %15 = load i128, ptr %7, align 16
  %16 = trunc i128 %15 to i64
  %17 = load i128, ptr %7, align 16
  %18 = lshr i128 %17, 64
  %19 = trunc i128 %18 to i64
  %20 = xor i64 %16, %19
  ret i64 %20
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

define internal i64 @record_size(i64 %0) nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = mul i64 8, %3
  %5 = add i64 8, %4
  ret i64 %5
}
