; SPDX-License-Identifier: Apache-2.0
; Made of trie.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 c878145751035384c9f6dcdc2636444865847f4495f211f8afa37dc656947bae
%struct.node = type { i64, i64, i64, i32, i32, i32, i32, [0 x i64] }
%struct.leaf = type { i32, i32, [0 x i64] }
%struct.pool = type { i64, i64, i64, i64, [0 x i32] }

@PREFIXES_OF = internal constant [64 x i64] [i64 4295033110, i64 4295033110, i64 8590000406, i64 8590000406, i64 17180000534, i64 17180000534, i64 34359869718, i64 34359869718, i64 68719739414, i64 68719739414, i64 137439216150, i64 137439216150, i64 274878431766, i64 274878431766, i64 549756338710, i64 549756338710, i64 1099512677414, i64 1099512677414, i64 2199024305190, i64 2199024305190, i64 4398048609318, i64 4398048609318, i64 8796095120422, i64 8796095120422, i64 17592190240806, i64 17592190240806, i64 35184376285222, i64 35184376285222, i64 70368752568358, i64 70368752568358, i64 140737496746022, i64 140737496746022, i64 281474993492042, i64 281474993492042, i64 562949970202698, i64 562949970202698, i64 1125899940401226, i64 1125899940401226, i64 2251799847243850, i64 2251799847243850, i64 4503599694487626, i64 4503599694487626, i64 9007199321858122, i64 9007199321858122, i64 18014398643707978, i64 18014398643707978, i64 36028797153189962, i64 36028797153189962, i64 72057594306379914, i64 72057594306379914, i64 144115188344307850, i64 144115188344307850, i64 288230376688599178, i64 288230376688599178, i64 576460752840310922, i64 576460752840310922, i64 1152921505680621706, i64 1152921505680621706, i64 2305843010287468682, i64 2305843010287468682, i64 4611686020574904458, i64 4611686020574904458, i64 -9223372034707259254, i64 -9223372034707259254], align 16

define i32 @trie_lookup(ptr %0, ptr %1, i64 %2) alwaysinline nounwind {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i64, align 8
  %12 = alloca ptr, align 8
  %13 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %14 = load ptr, ptr %5, align 8
  %15 = load ptr, ptr %14, align 8
  store ptr %15, ptr %8, align 8
  %16 = load ptr, ptr %8, align 8
  %17 = load i64, ptr %7, align 8
  %18 = call ptr @root_of(ptr %16, i64 %17)
  store ptr %18, ptr %9, align 8
  %19 = load ptr, ptr %9, align 8
  store ptr %19, ptr %10, align 8
  br label %20

20:
  %21 = load ptr, ptr %6, align 8
  %22 = load i64, ptr %7, align 8
  %23 = load ptr, ptr %10, align 8
  %24 = getelementptr inbounds nuw %struct.node, ptr %23, i32 0, i32 6
  %25 = load i32, ptr %24, align 4
  %26 = zext i32 %25 to i64
  %27 = call i64 @chunk(ptr %21, i64 %22, i64 %26)
  store i64 %27, ptr %11, align 8
  %28 = load ptr, ptr %10, align 8
  %29 = getelementptr inbounds nuw %struct.node, ptr %28, i32 0, i32 1
  %30 = load i64, ptr %29, align 8
  %31 = load i64, ptr %11, align 8
  %32 = call zeroext i1 @has(i64 %30, i64 %31)
  br i1 %32, label %33, label %55

33:
  %34 = load ptr, ptr %8, align 8
  %35 = load ptr, ptr %10, align 8
  %36 = load i64, ptr %11, align 8
  %37 = load i64, ptr %7, align 8
  %38 = call ptr @leaf_at(ptr %34, ptr %35, i64 %36, i64 %37)
  store ptr %38, ptr %12, align 8
  %39 = load ptr, ptr %6, align 8
  %40 = load ptr, ptr %12, align 8
  %41 = getelementptr inbounds nuw %struct.leaf, ptr %40, i32 0, i32 2
  %42 = getelementptr inbounds [0 x i64], ptr %41, i64 0, i64 0
  %43 = load ptr, ptr %12, align 8
  %44 = getelementptr inbounds nuw %struct.leaf, ptr %43, i32 0, i32 1
  %45 = load i32, ptr %44, align 4
  %46 = zext i32 %45 to i64
  %47 = load i64, ptr %7, align 8
  %48 = call zeroext i1 @differs(ptr %39, ptr %42, i64 %46, i64 %47)
  br i1 %48, label %49, label %50

49:
  store i32 2, ptr %13, align 4
  br label %54

50:
  %51 = load ptr, ptr %12, align 8
  %52 = getelementptr inbounds nuw %struct.leaf, ptr %51, i32 0, i32 0
  %53 = load i32, ptr %52, align 8
  store i32 %53, ptr %4, align 4
  store i32 1, ptr %13, align 4
  br label %54

54:
  br label %68

55:
  %56 = load ptr, ptr %10, align 8
  %57 = getelementptr inbounds nuw %struct.node, ptr %56, i32 0, i32 0
  %58 = load i64, ptr %57, align 8
  %59 = load i64, ptr %11, align 8
  %60 = call zeroext i1 @has(i64 %58, i64 %59)
  br i1 %60, label %62, label %61

61:
  store i32 2, ptr %13, align 4
  br label %68

62:
  %63 = load ptr, ptr %8, align 8
  %64 = load ptr, ptr %10, align 8
  %65 = load i64, ptr %11, align 8
  %66 = load i64, ptr %7, align 8
  %67 = call ptr @child_at(ptr %63, ptr %64, i64 %65, i64 %66)
  store ptr %67, ptr %10, align 8
  store i32 0, ptr %13, align 4
  br label %68

68:
  %69 = load i32, ptr %13, align 4
  switch i32 %69, label %111 [
    i32 0, label %70
    i32 2, label %71
  ]

70:
  br label %20

71:
  %72 = load ptr, ptr %10, align 8
  %73 = load ptr, ptr %9, align 8
  %74 = icmp eq ptr %72, %73
  br i1 %74, label %75, label %81

75:
  %76 = load ptr, ptr %9, align 8
  %77 = getelementptr inbounds nuw %struct.node, ptr %76, i32 0, i32 2
  %78 = load i64, ptr %77, align 8
  %79 = icmp eq i64 %78, 0
  br i1 %79, label %80, label %81

80:
  store i32 -1, ptr %4, align 4
  store i32 1, ptr %13, align 4
  br label %111

81:
  %82 = load i64, ptr %7, align 8
  %83 = icmp eq i64 %82, 1
  br i1 %83, label %84, label %90

84:
  %85 = load ptr, ptr %5, align 8
  %86 = load ptr, ptr %6, align 8
  %87 = getelementptr inbounds i64, ptr %86, i64 0
  %88 = load i64, ptr %87, align 8
  %89 = call i32 @search_1(ptr %85, i64 %88)
  br label %109

90:
  %91 = load i64, ptr %7, align 8
  %92 = icmp eq i64 %91, 2
  br i1 %92, label %93, label %102

93:
  %94 = load ptr, ptr %5, align 8
  %95 = load ptr, ptr %6, align 8
  %96 = getelementptr inbounds i64, ptr %95, i64 0
  %97 = load i64, ptr %96, align 8
  %98 = load ptr, ptr %6, align 8
  %99 = getelementptr inbounds i64, ptr %98, i64 1
  %100 = load i64, ptr %99, align 8
  %101 = call i32 @search_2(ptr %94, i64 %97, i64 %100)
  br label %107

102:
  %103 = load ptr, ptr %5, align 8
  %104 = load ptr, ptr %6, align 8
  %105 = load i64, ptr %7, align 8
  %106 = call i32 @search_long(ptr %103, ptr %104, i64 %105)
  br label %107

107:
  %108 = phi i32 [ %101, %93 ], [ %106, %102 ]
  br label %109

109:
  %110 = phi i32 [ %89, %84 ], [ %108, %107 ]
  store i32 %110, ptr %4, align 4
  store i32 1, ptr %13, align 4
  br label %111

111:
  %112 = load i32, ptr %4, align 4
  ret i32 %112
}

define internal ptr @root_of(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %6 = load i64, ptr %4, align 8
  %7 = call i64 @node_size(i64 %6)
  %8 = mul i64 64, %7
  %9 = udiv i64 %8, 16
  store i64 %9, ptr %5, align 8
  %10 = load ptr, ptr %3, align 8
  %11 = load i64, ptr %5, align 8
  %12 = add i64 %11, 1
  %13 = mul i64 4, %12
  %14 = add i64 32, %13
  %15 = add i64 %14, 16
  %16 = sub i64 %15, 1
  %17 = udiv i64 %16, 16
  %18 = call ptr @at_unit(ptr %10, i64 %17)
  ret ptr %18
}

define internal i64 @chunk(ptr %0, i64 %1, i64 %2) alwaysinline nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %10 = load ptr, ptr %4, align 8
  %11 = getelementptr inbounds i64, ptr %10, i64 0
  %12 = load i64, ptr %11, align 8
  store i64 %12, ptr %7, align 8
  %13 = load ptr, ptr %4, align 8
  %14 = load i64, ptr %5, align 8
  %15 = sub i64 %14, 1
  %16 = getelementptr inbounds nuw i64, ptr %13, i64 %15
  %17 = load i64, ptr %16, align 8
  store i64 %17, ptr %8, align 8
  %18 = load i64, ptr %5, align 8
  %19 = icmp ugt i64 %18, 2
  br i1 %19, label %20, label %29

20:
  %21 = load ptr, ptr %4, align 8
  %22 = load i64, ptr %5, align 8
  %23 = sub i64 %22, 1
  %24 = load i64, ptr %6, align 8
  %25 = lshr i64 %24, 6
  %26 = sub i64 %23, %25
  %27 = getelementptr inbounds nuw i64, ptr %21, i64 %26
  %28 = load i64, ptr %27, align 8
  br label %39

29:
  %30 = load i64, ptr %6, align 8
  %31 = and i64 %30, 64
  %32 = icmp ne i64 %31, 0
  br i1 %32, label %33, label %35

33:
  %34 = load i64, ptr %7, align 8
  br label %37

35:
  %36 = load i64, ptr %8, align 8
  br label %37

37:
  %38 = phi i64 [ %34, %33 ], [ %36, %35 ]
  br label %39

39:
  %40 = phi i64 [ %28, %20 ], [ %38, %37 ]
  store i64 %40, ptr %9, align 8
  %41 = load i64, ptr %9, align 8
  %42 = load i64, ptr %6, align 8
  %43 = and i64 %42, 63
  %44 = shl i64 %41, %43
  %45 = lshr i64 %44, 58
  ret i64 %45
}

define internal zeroext i1 @has(i64 %0, i64 %1) alwaysinline nounwind {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i64 %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load i64, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = lshr i64 %5, %6
  %8 = and i64 %7, 1
  %9 = icmp ne i64 %8, 0
  ret i1 %9
}

define internal ptr @leaf_at(ptr %0, ptr %1, i64 %2, i64 %3) alwaysinline nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = load ptr, ptr %6, align 8
  %11 = getelementptr inbounds nuw %struct.node, ptr %10, i32 0, i32 4
  %12 = load i32, ptr %11, align 4
  %13 = zext i32 %12 to i64
  %14 = call ptr @at_unit(ptr %9, i64 %13)
  %15 = load ptr, ptr %6, align 8
  %16 = getelementptr inbounds nuw %struct.node, ptr %15, i32 0, i32 1
  %17 = load i64, ptr %16, align 8
  %18 = load i64, ptr %7, align 8
  %19 = call i64 @rank_of(i64 %17, i64 %18)
  %20 = load i64, ptr %8, align 8
  %21 = call i64 @leaf_size(i64 %20)
  %22 = mul i64 %19, %21
  %23 = getelementptr inbounds nuw i8, ptr %14, i64 %22
  ret ptr %23
}

define internal zeroext i1 @differs(ptr %0, ptr %1, i64 %2, i64 %3) alwaysinline nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  %15 = load i64, ptr %7, align 8
  %16 = lshr i64 %15, 6
  store i64 %16, ptr %9, align 8
  %17 = load i64, ptr %7, align 8
  %18 = and i64 %17, 63
  store i64 %18, ptr %10, align 8
  store i64 0, ptr %11, align 8
  store i64 0, ptr %12, align 8
  br label %19

19:
  %20 = load i64, ptr %12, align 8
  %21 = load i64, ptr %8, align 8
  %22 = icmp ult i64 %20, %21
  br i1 %22, label %24, label %23

23:
  br label %66

24:
  %25 = load ptr, ptr %5, align 8
  %26 = load i64, ptr %8, align 8
  %27 = sub i64 %26, 1
  %28 = load i64, ptr %12, align 8
  %29 = sub i64 %27, %28
  %30 = getelementptr inbounds nuw i64, ptr %25, i64 %29
  %31 = load i64, ptr %30, align 8
  %32 = load ptr, ptr %6, align 8
  %33 = load i64, ptr %8, align 8
  %34 = sub i64 %33, 1
  %35 = load i64, ptr %12, align 8
  %36 = sub i64 %34, %35
  %37 = getelementptr inbounds nuw i64, ptr %32, i64 %36
  %38 = load i64, ptr %37, align 8
  %39 = xor i64 %31, %38
  store i64 %39, ptr %13, align 8
  %40 = load i64, ptr %13, align 8
  %41 = lshr i64 %40, 1
  %42 = load i64, ptr %10, align 8
  %43 = sub i64 63, %42
  %44 = lshr i64 %41, %43
  store i64 %44, ptr %14, align 8
  %45 = load i64, ptr %12, align 8
  %46 = load i64, ptr %9, align 8
  %47 = icmp ult i64 %45, %46
  br i1 %47, label %48, label %50

48:
  %49 = load i64, ptr %13, align 8
  br label %59

50:
  %51 = load i64, ptr %12, align 8
  %52 = load i64, ptr %9, align 8
  %53 = icmp eq i64 %51, %52
  br i1 %53, label %54, label %56

54:
  %55 = load i64, ptr %14, align 8
  br label %57

56:
  br label %57

57:
  %58 = phi i64 [ %55, %54 ], [ 0, %56 ]
  br label %59

59:
  %60 = phi i64 [ %49, %48 ], [ %58, %57 ]
  %61 = load i64, ptr %11, align 8
  %62 = or i64 %61, %60
  store i64 %62, ptr %11, align 8
  br label %63

63:
  %64 = load i64, ptr %12, align 8
  %65 = add i64 %64, 1
  store i64 %65, ptr %12, align 8
  br label %19

66:
  %67 = load i64, ptr %11, align 8
  %68 = icmp ne i64 %67, 0
  ret i1 %68
}

define internal ptr @child_at(ptr %0, ptr %1, i64 %2, i64 %3) alwaysinline nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = load ptr, ptr %6, align 8
  %11 = getelementptr inbounds nuw %struct.node, ptr %10, i32 0, i32 3
  %12 = load i32, ptr %11, align 8
  %13 = zext i32 %12 to i64
  %14 = call ptr @at_unit(ptr %9, i64 %13)
  %15 = load ptr, ptr %6, align 8
  %16 = getelementptr inbounds nuw %struct.node, ptr %15, i32 0, i32 0
  %17 = load i64, ptr %16, align 8
  %18 = load i64, ptr %7, align 8
  %19 = call i64 @rank_of(i64 %17, i64 %18)
  %20 = load i64, ptr %8, align 8
  %21 = call i64 @node_size(i64 %20)
  %22 = mul i64 %19, %21
  %23 = getelementptr inbounds nuw i8, ptr %14, i64 %22
  ret ptr %23
}

define internal i32 @search_1(ptr %0, i64 %1) noinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = call i32 @search_all(ptr %5, ptr %4, i64 1)
  ret i32 %6
}

define internal i32 @search_2(ptr %0, i64 %1, i64 %2) noinline nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca [2 x i64], align 16
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %8 = load i64, ptr %5, align 8
  store i64 %8, ptr %7, align 8
  %9 = getelementptr inbounds i64, ptr %7, i64 1
  %10 = load i64, ptr %6, align 8
  store i64 %10, ptr %9, align 8
  %11 = load ptr, ptr %4, align 8
  %12 = getelementptr inbounds [2 x i64], ptr %7, i64 0, i64 0
  %13 = call i32 @search_all(ptr %11, ptr %12, i64 2)
  ret i32 %13
}

define internal i32 @search_long(ptr %0, ptr %1, i64 %2) noinline nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i64, ptr %6, align 8
  %10 = call i32 @search_all(ptr %7, ptr %8, i64 %9)
  ret i32 %10
}

define i64 @trie_locate(ptr %0, ptr %1, i64 %2) alwaysinline nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %7, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = load ptr, ptr %9, align 8
  %11 = load i64, ptr %6, align 8
  %12 = call ptr @root_of(ptr %10, i64 %11)
  %13 = load ptr, ptr %5, align 8
  %14 = load i64, ptr %6, align 8
  %15 = call i64 @below(ptr %8, ptr %12, ptr %13, i64 %14)
  ret i64 %15
}

define internal i64 @below(ptr %0, ptr %1, ptr %2, i64 %3) alwaysinline nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  %15 = load ptr, ptr %7, align 8
  %16 = load i64, ptr %8, align 8
  %17 = load ptr, ptr %6, align 8
  %18 = getelementptr inbounds nuw %struct.node, ptr %17, i32 0, i32 6
  %19 = load i32, ptr %18, align 4
  %20 = zext i32 %19 to i64
  %21 = call i64 @chunk(ptr %15, i64 %16, i64 %20)
  store i64 %21, ptr %9, align 8
  %22 = load ptr, ptr %6, align 8
  %23 = getelementptr inbounds nuw %struct.node, ptr %22, i32 0, i32 1
  %24 = load i64, ptr %23, align 8
  %25 = load i64, ptr %9, align 8
  %26 = lshr i64 %24, %25
  %27 = and i64 %26, 1
  store i64 %27, ptr %10, align 8
  %28 = load i64, ptr %10, align 8
  %29 = icmp ne i64 %28, 0
  br i1 %29, label %30, label %34

30:
  %31 = load ptr, ptr %6, align 8
  %32 = getelementptr inbounds nuw %struct.node, ptr %31, i32 0, i32 1
  %33 = load i64, ptr %32, align 8
  br label %38

34:
  %35 = load ptr, ptr %6, align 8
  %36 = getelementptr inbounds nuw %struct.node, ptr %35, i32 0, i32 0
  %37 = load i64, ptr %36, align 8
  br label %38

38:
  %39 = phi i64 [ %33, %30 ], [ %37, %34 ]
  store i64 %39, ptr %11, align 8
  %40 = load ptr, ptr %6, align 8
  %41 = getelementptr inbounds nuw %struct.node, ptr %40, i32 0, i32 3
  %42 = load i64, ptr %10, align 8
  %43 = getelementptr inbounds nuw i32, ptr %41, i64 %42
  %44 = load i32, ptr %43, align 4
  %45 = zext i32 %44 to i64
  store i64 %45, ptr %12, align 8
  %46 = load i64, ptr %11, align 8
  %47 = load i64, ptr %9, align 8
  %48 = call i64 @rank_of(i64 %46, i64 %47)
  store i64 %48, ptr %13, align 8
  %49 = load ptr, ptr %5, align 8
  %50 = ptrtoint ptr %49 to i64
  %51 = load i64, ptr %12, align 8
  %52 = mul i64 %51, 16
  %53 = add i64 %50, %52
  %54 = load i64, ptr %10, align 8
  %55 = icmp ne i64 %54, 0
  br i1 %55, label %56, label %61

56:
  %57 = load i64, ptr %13, align 8
  %58 = load i64, ptr %8, align 8
  %59 = call i64 @leaf_size(i64 %58)
  %60 = mul i64 %57, %59
  br label %66

61:
  %62 = load i64, ptr %13, align 8
  %63 = load i64, ptr %8, align 8
  %64 = call i64 @node_size(i64 %63)
  %65 = mul i64 %62, %64
  br label %66

66:
  %67 = phi i64 [ %60, %56 ], [ %65, %61 ]
  %68 = add i64 %53, %67
  store i64 %68, ptr %14, align 8
  %69 = load i64, ptr %14, align 8
  %70 = inttoptr i64 %69 to ptr
  call void @ask_for(ptr %70, i64 40)
  %71 = load i64, ptr %11, align 8
  %72 = load i64, ptr %9, align 8
  %73 = call zeroext i1 @has(i64 %71, i64 %72)
  br i1 %73, label %74, label %78

74:
  %75 = load i64, ptr %14, align 8
  %76 = load i64, ptr %10, align 8
  %77 = add i64 %75, %76
  br label %79

78:
  br label %79

79:
  %80 = phi i64 [ %77, %74 ], [ 0, %78 ]
  ret i64 %80
}

define i64 @trie_follow(ptr %0, ptr %1, i64 %2, i64 %3) alwaysinline nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  %9 = load i64, ptr %7, align 8
  %10 = icmp eq i64 %9, 0
  br i1 %10, label %15, label %11

11:
  %12 = load i64, ptr %7, align 8
  %13 = and i64 %12, 1
  %14 = icmp ne i64 %13, 0
  br i1 %14, label %15, label %17

15:
  %16 = load i64, ptr %7, align 8
  br label %25

17:
  %18 = load ptr, ptr %5, align 8
  %19 = load ptr, ptr %18, align 8
  %20 = load i64, ptr %7, align 8
  %21 = inttoptr i64 %20 to ptr
  %22 = load ptr, ptr %6, align 8
  %23 = load i64, ptr %8, align 8
  %24 = call i64 @below(ptr %19, ptr %21, ptr %22, i64 %23)
  br label %25

25:
  %26 = phi i64 [ %16, %15 ], [ %24, %17 ]
  ret i64 %26
}

define i32 @trie_take(ptr %0, ptr %1, i64 %2, i64 %3) alwaysinline nounwind {
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
  %13 = and i64 %12, 1
  %14 = icmp ne i64 %13, 0
  br i1 %14, label %15, label %37

15:
  %16 = load i64, ptr %8, align 8
  %17 = sub i64 %16, 1
  %18 = inttoptr i64 %17 to ptr
  store ptr %18, ptr %10, align 8
  %19 = load ptr, ptr %7, align 8
  %20 = load ptr, ptr %10, align 8
  %21 = getelementptr inbounds nuw %struct.leaf, ptr %20, i32 0, i32 2
  %22 = getelementptr inbounds [0 x i64], ptr %21, i64 0, i64 0
  %23 = load ptr, ptr %10, align 8
  %24 = getelementptr inbounds nuw %struct.leaf, ptr %23, i32 0, i32 1
  %25 = load i32, ptr %24, align 4
  %26 = zext i32 %25 to i64
  %27 = load i64, ptr %9, align 8
  %28 = call zeroext i1 @differs(ptr %19, ptr %22, i64 %26, i64 %27)
  br i1 %28, label %33, label %29

29:
  %30 = load ptr, ptr %10, align 8
  %31 = getelementptr inbounds nuw %struct.leaf, ptr %30, i32 0, i32 0
  %32 = load i32, ptr %31, align 8
  store i32 %32, ptr %5, align 4
  store i32 1, ptr %11, align 4
  br label %34

33:
  store i32 0, ptr %11, align 4
  br label %34

34:
  %35 = load i32, ptr %11, align 4
  switch i32 %35, label %44 [
    i32 0, label %36
    i32 1, label %42
  ]

36:
  br label %37

37:
  %38 = load ptr, ptr %6, align 8
  %39 = load ptr, ptr %7, align 8
  %40 = load i64, ptr %9, align 8
  %41 = call i32 @trie_lookup(ptr %38, ptr %39, i64 %40)
  store i32 %41, ptr %5, align 4
  br label %42

42:
  %43 = load i32, ptr %5, align 4
  ret i32 %43

44:
  unreachable
}

define i64 @trie_find(ptr %0, i64 %1, ptr %2, i64 %3, i64 %4) nounwind {
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca i32, align 4
  %15 = alloca i32, align 4
  %16 = alloca ptr, align 8
  store ptr %0, ptr %7, align 8
  store i64 %1, ptr %8, align 8
  store ptr %2, ptr %9, align 8
  store i64 %3, ptr %10, align 8
  store i64 %4, ptr %11, align 8
  %17 = load ptr, ptr %7, align 8
  %18 = load i64, ptr %8, align 8
  %19 = load ptr, ptr %9, align 8
  %20 = load i64, ptr %10, align 8
  %21 = load ptr, ptr %7, align 8
  %22 = load i64, ptr %11, align 8
  %23 = call ptr @at_unit(ptr %21, i64 %22)
  %24 = call i32 @reach(ptr %17, i64 %18, ptr %19, i64 %20, ptr %23, ptr %12, ptr %13)
  store i32 %24, ptr %14, align 4
  %25 = load i32, ptr %14, align 4
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %27, label %28

27:
  store i64 0, ptr %6, align 8
  store i32 1, ptr %15, align 4
  br label %79

28:
  %29 = load i32, ptr %14, align 4
  %30 = icmp eq i32 %29, 1
  br i1 %30, label %31, label %47

31:
  %32 = load ptr, ptr %7, align 8
  %33 = load ptr, ptr %12, align 8
  %34 = load ptr, ptr %9, align 8
  %35 = load i64, ptr %8, align 8
  %36 = load ptr, ptr %12, align 8
  %37 = getelementptr inbounds nuw %struct.node, ptr %36, i32 0, i32 6
  %38 = load i32, ptr %37, align 4
  %39 = zext i32 %38 to i64
  %40 = call i64 @chunk(ptr %34, i64 %35, i64 %39)
  %41 = load i64, ptr %8, align 8
  %42 = call ptr @leaf_at(ptr %32, ptr %33, i64 %40, i64 %41)
  %43 = getelementptr inbounds nuw %struct.leaf, ptr %42, i32 0, i32 0
  %44 = load i32, ptr %43, align 8
  %45 = zext i32 %44 to i64
  %46 = add i64 %45, 1
  store i64 %46, ptr %6, align 8
  store i32 1, ptr %15, align 4
  br label %79

47:
  %48 = load ptr, ptr %12, align 8
  %49 = getelementptr inbounds nuw %struct.node, ptr %48, i32 0, i32 2
  %50 = load i64, ptr %49, align 8
  %51 = call i64 @ones(i64 %50)
  %52 = icmp eq i64 %51, 1
  br i1 %52, label %53, label %59

53:
  %54 = load ptr, ptr %12, align 8
  %55 = getelementptr inbounds nuw %struct.node, ptr %54, i32 0, i32 5
  %56 = load i32, ptr %55, align 8
  %57 = zext i32 %56 to i64
  %58 = add i64 %57, 1
  store i64 %58, ptr %6, align 8
  store i32 1, ptr %15, align 4
  br label %79

59:
  %60 = load ptr, ptr %7, align 8
  %61 = load ptr, ptr %12, align 8
  %62 = getelementptr inbounds nuw %struct.node, ptr %61, i32 0, i32 5
  %63 = load i32, ptr %62, align 8
  %64 = zext i32 %63 to i64
  %65 = call ptr @at_unit(ptr %60, i64 %64)
  store ptr %65, ptr %16, align 8
  %66 = load ptr, ptr %16, align 8
  %67 = load ptr, ptr %12, align 8
  %68 = getelementptr inbounds nuw %struct.node, ptr %67, i32 0, i32 2
  %69 = load i64, ptr %68, align 8
  %70 = load ptr, ptr %9, align 8
  %71 = load i64, ptr %10, align 8
  %72 = load i64, ptr %8, align 8
  %73 = call i64 @place_of(ptr %70, i64 %71, i64 %72)
  %74 = call i64 @rank_of(i64 %69, i64 %73)
  %75 = getelementptr inbounds nuw i32, ptr %66, i64 %74
  %76 = load i32, ptr %75, align 4
  %77 = zext i32 %76 to i64
  %78 = add i64 %77, 1
  store i64 %78, ptr %6, align 8
  store i32 1, ptr %15, align 4
  br label %79

79:
  %80 = load i64, ptr %6, align 8
  ret i64 %80
}

define internal i32 @reach(ptr %0, i64 %1, ptr %2, i64 %3, ptr %4, ptr %5, ptr %6) nounwind {
  %8 = alloca i32, align 4
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  %13 = alloca ptr, align 8
  %14 = alloca ptr, align 8
  %15 = alloca ptr, align 8
  %16 = alloca i64, align 8
  %17 = alloca ptr, align 8
  %18 = alloca ptr, align 8
  %19 = alloca i64, align 8
  %20 = alloca ptr, align 8
  %21 = alloca i8, align 1
  %22 = alloca i32, align 4
  %23 = alloca i8, align 1
  store ptr %0, ptr %9, align 8
  store i64 %1, ptr %10, align 8
  store ptr %2, ptr %11, align 8
  store i64 %3, ptr %12, align 8
  store ptr %4, ptr %13, align 8
  store ptr %5, ptr %14, align 8
  store ptr %6, ptr %15, align 8
  %24 = load i64, ptr %12, align 8
  %25 = call i64 @depth_of(i64 %24)
  store i64 %25, ptr %16, align 8
  %26 = load ptr, ptr %13, align 8
  store ptr %26, ptr %17, align 8
  store ptr null, ptr %18, align 8
  br label %27

27:
  %28 = load ptr, ptr %17, align 8
  %29 = getelementptr inbounds nuw %struct.node, ptr %28, i32 0, i32 6
  %30 = load i32, ptr %29, align 4
  %31 = zext i32 %30 to i64
  %32 = load i64, ptr %16, align 8
  %33 = icmp ult i64 %31, %32
  br i1 %33, label %34, label %104

34:
  %35 = load ptr, ptr %11, align 8
  %36 = load i64, ptr %10, align 8
  %37 = load ptr, ptr %17, align 8
  %38 = getelementptr inbounds nuw %struct.node, ptr %37, i32 0, i32 6
  %39 = load i32, ptr %38, align 4
  %40 = zext i32 %39 to i64
  %41 = call i64 @chunk(ptr %35, i64 %36, i64 %40)
  store i64 %41, ptr %19, align 8
  %42 = load ptr, ptr %17, align 8
  %43 = load ptr, ptr %14, align 8
  store ptr %42, ptr %43, align 8
  %44 = load ptr, ptr %18, align 8
  %45 = load ptr, ptr %15, align 8
  store ptr %44, ptr %45, align 8
  %46 = load ptr, ptr %17, align 8
  %47 = getelementptr inbounds nuw %struct.node, ptr %46, i32 0, i32 1
  %48 = load i64, ptr %47, align 8
  %49 = load i64, ptr %19, align 8
  %50 = call zeroext i1 @has(i64 %48, i64 %49)
  br i1 %50, label %51, label %80

51:
  %52 = load ptr, ptr %9, align 8
  %53 = load ptr, ptr %17, align 8
  %54 = load i64, ptr %19, align 8
  %55 = load i64, ptr %10, align 8
  %56 = call ptr @leaf_at(ptr %52, ptr %53, i64 %54, i64 %55)
  store ptr %56, ptr %20, align 8
  %57 = load ptr, ptr %11, align 8
  %58 = load ptr, ptr %20, align 8
  %59 = getelementptr inbounds nuw %struct.leaf, ptr %58, i32 0, i32 2
  %60 = getelementptr inbounds [0 x i64], ptr %59, i64 0, i64 0
  %61 = load i64, ptr %10, align 8
  %62 = call i64 @differing(ptr %57, ptr %60, i64 %61)
  %63 = load i64, ptr %10, align 8
  %64 = mul i64 %63, 64
  %65 = icmp eq i64 %62, %64
  br i1 %65, label %66, label %73

66:
  %67 = load ptr, ptr %20, align 8
  %68 = getelementptr inbounds nuw %struct.leaf, ptr %67, i32 0, i32 1
  %69 = load i32, ptr %68, align 4
  %70 = zext i32 %69 to i64
  %71 = load i64, ptr %12, align 8
  %72 = icmp eq i64 %70, %71
  br label %73

73:
  %74 = phi i1 [ false, %51 ], [ %72, %66 ]
  %75 = zext i1 %74 to i8
  store i8 %75, ptr %21, align 1
  %76 = load i8, ptr %21, align 1
  %77 = trunc i8 %76 to i1
  %78 = zext i1 %77 to i64
  %79 = select i1 %77, i32 1, i32 0
  store i32 %79, ptr %8, align 4
  store i32 1, ptr %22, align 4
  br label %88

80:
  %81 = load ptr, ptr %17, align 8
  %82 = getelementptr inbounds nuw %struct.node, ptr %81, i32 0, i32 0
  %83 = load i64, ptr %82, align 8
  %84 = load i64, ptr %19, align 8
  %85 = call zeroext i1 @has(i64 %83, i64 %84)
  br i1 %85, label %87, label %86

86:
  store i32 0, ptr %8, align 4
  store i32 1, ptr %22, align 4
  br label %88

87:
  store i32 0, ptr %22, align 4
  br label %88

88:
  %89 = load i32, ptr %22, align 4
  switch i32 %89, label %142 [
    i32 0, label %90
  ]

90:
  br label %91

91:
  %92 = load ptr, ptr %17, align 8
  store ptr %92, ptr %18, align 8
  %93 = load ptr, ptr %9, align 8
  %94 = load ptr, ptr %17, align 8
  %95 = load ptr, ptr %11, align 8
  %96 = load i64, ptr %10, align 8
  %97 = load ptr, ptr %17, align 8
  %98 = getelementptr inbounds nuw %struct.node, ptr %97, i32 0, i32 6
  %99 = load i32, ptr %98, align 4
  %100 = zext i32 %99 to i64
  %101 = call i64 @chunk(ptr %95, i64 %96, i64 %100)
  %102 = load i64, ptr %10, align 8
  %103 = call ptr @child_at(ptr %93, ptr %94, i64 %101, i64 %102)
  store ptr %103, ptr %17, align 8
  br label %27

104:
  %105 = load ptr, ptr %17, align 8
  %106 = load ptr, ptr %14, align 8
  store ptr %105, ptr %106, align 8
  %107 = load ptr, ptr %18, align 8
  %108 = load ptr, ptr %15, align 8
  store ptr %107, ptr %108, align 8
  %109 = load ptr, ptr %17, align 8
  %110 = getelementptr inbounds nuw %struct.node, ptr %109, i32 0, i32 6
  %111 = load i32, ptr %110, align 4
  %112 = zext i32 %111 to i64
  %113 = load i64, ptr %16, align 8
  %114 = icmp eq i64 %112, %113
  br i1 %114, label %115, label %124

115:
  %116 = load ptr, ptr %17, align 8
  %117 = getelementptr inbounds nuw %struct.node, ptr %116, i32 0, i32 2
  %118 = load i64, ptr %117, align 8
  %119 = load ptr, ptr %11, align 8
  %120 = load i64, ptr %12, align 8
  %121 = load i64, ptr %10, align 8
  %122 = call i64 @place_of(ptr %119, i64 %120, i64 %121)
  %123 = call zeroext i1 @has(i64 %118, i64 %122)
  br label %124

124:
  %125 = phi i1 [ false, %104 ], [ %123, %115 ]
  %126 = zext i1 %125 to i8
  store i8 %126, ptr %23, align 1
  %127 = load i8, ptr %23, align 1
  %128 = trunc i8 %127 to i1
  br i1 %128, label %129, label %138

129:
  %130 = load ptr, ptr %11, align 8
  %131 = load ptr, ptr %17, align 8
  %132 = getelementptr inbounds nuw %struct.node, ptr %131, i32 0, i32 7
  %133 = getelementptr inbounds [0 x i64], ptr %132, i64 0, i64 0
  %134 = load i64, ptr %10, align 8
  %135 = call i64 @differing(ptr %130, ptr %133, i64 %134)
  %136 = load i64, ptr %16, align 8
  %137 = icmp uge i64 %135, %136
  br label %138

138:
  %139 = phi i1 [ false, %124 ], [ %137, %129 ]
  %140 = zext i1 %139 to i64
  %141 = select i1 %139, i32 2, i32 0
  store i32 %141, ptr %8, align 4
  store i32 1, ptr %22, align 4
  br label %142

142:
  %143 = load i32, ptr %8, align 4
  ret i32 %143
}

define internal ptr @at_unit(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = mul i64 %6, 16
  %8 = getelementptr inbounds nuw i8, ptr %5, i64 %7
  ret ptr %8
}

define internal i64 @ones(i64 %0) nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = call i64 @llvm.ctpop.i64(i64 %3)
  %5 = trunc i64 %4 to i32
  %6 = sext i32 %5 to i64
  ret i64 %6
}

define internal i64 @rank_of(i64 %0, i64 %1) alwaysinline nounwind {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i64 %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load i64, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = shl i64 1, %6
  %8 = sub i64 %7, 1
  %9 = and i64 %5, %8
  %10 = call i64 @ones(i64 %9)
  ret i64 %10
}

define internal i64 @place_of(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %9 = load i64, ptr %5, align 8
  %10 = call i64 @depth_of(i64 %9)
  store i64 %10, ptr %7, align 8
  %11 = load i64, ptr %5, align 8
  %12 = load i64, ptr %7, align 8
  %13 = sub i64 %11, %12
  store i64 %13, ptr %8, align 8
  %14 = load i64, ptr %8, align 8
  %15 = shl i64 1, %14
  %16 = load ptr, ptr %4, align 8
  %17 = load i64, ptr %6, align 8
  %18 = load i64, ptr %7, align 8
  %19 = call i64 @chunk(ptr %16, i64 %17, i64 %18)
  %20 = load i64, ptr %8, align 8
  %21 = sub i64 6, %20
  %22 = lshr i64 %19, %21
  %23 = or i64 %15, %22
  ret i64 %23
}

define i64 @trie_put(ptr %0, i64 %1, ptr %2, i64 %3, i64 %4, i64 %5) nounwind {
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  %15 = alloca ptr, align 8
  %16 = alloca i64, align 8
  %17 = alloca i64, align 8
  %18 = alloca i32, align 4
  %19 = alloca i64, align 8
  %20 = alloca ptr, align 8
  %21 = alloca i64, align 8
  %22 = alloca i64, align 8
  %23 = alloca i64, align 8
  %24 = alloca i64, align 8
  %25 = alloca ptr, align 8
  store ptr %0, ptr %8, align 8
  store i64 %1, ptr %9, align 8
  store ptr %2, ptr %10, align 8
  store i64 %3, ptr %11, align 8
  store i64 %4, ptr %12, align 8
  store i64 %5, ptr %13, align 8
  %26 = load i64, ptr %11, align 8
  %27 = call i64 @depth_of(i64 %26)
  store i64 %27, ptr %14, align 8
  %28 = load ptr, ptr %8, align 8
  %29 = load i64, ptr %12, align 8
  %30 = call ptr @at_unit(ptr %28, i64 %29)
  store ptr %30, ptr %15, align 8
  br label %31

31:
  %32 = load ptr, ptr %15, align 8
  %33 = getelementptr inbounds nuw %struct.node, ptr %32, i32 0, i32 6
  %34 = load i32, ptr %33, align 4
  %35 = zext i32 %34 to i64
  store i64 %35, ptr %16, align 8
  %36 = load ptr, ptr %10, align 8
  %37 = load ptr, ptr %15, align 8
  %38 = getelementptr inbounds nuw %struct.node, ptr %37, i32 0, i32 7
  %39 = getelementptr inbounds [0 x i64], ptr %38, i64 0, i64 0
  %40 = load i64, ptr %9, align 8
  %41 = call i64 @differing(ptr %36, ptr %39, i64 %40)
  store i64 %41, ptr %17, align 8
  %42 = load i64, ptr %17, align 8
  %43 = load i64, ptr %16, align 8
  %44 = icmp ult i64 %42, %43
  br i1 %44, label %45, label %63

45:
  %46 = load i64, ptr %17, align 8
  %47 = load i64, ptr %14, align 8
  %48 = icmp ult i64 %46, %47
  br i1 %48, label %49, label %63

49:
  %50 = load ptr, ptr %8, align 8
  %51 = load ptr, ptr %15, align 8
  %52 = load i64, ptr %17, align 8
  %53 = call i64 @level_of(i64 %52)
  %54 = load ptr, ptr %10, align 8
  %55 = load i64, ptr %9, align 8
  call void @part(ptr %50, ptr %51, i64 %53, ptr %54, i64 %55)
  %56 = load ptr, ptr %8, align 8
  %57 = load i64, ptr %9, align 8
  %58 = load ptr, ptr %15, align 8
  %59 = load ptr, ptr %10, align 8
  %60 = load i64, ptr %11, align 8
  %61 = load i64, ptr %13, align 8
  %62 = call i64 @insert(ptr %56, i64 %57, ptr %58, ptr %59, i64 %60, i64 %61)
  store i64 %62, ptr %7, align 8
  store i32 1, ptr %18, align 4
  br label %188

63:
  %64 = load i64, ptr %14, align 8
  %65 = load i64, ptr %16, align 8
  %66 = icmp ult i64 %64, %65
  br i1 %66, label %67, label %73

67:
  %68 = load ptr, ptr %8, align 8
  %69 = load ptr, ptr %15, align 8
  %70 = load i64, ptr %14, align 8
  %71 = load ptr, ptr %10, align 8
  %72 = load i64, ptr %9, align 8
  call void @part(ptr %68, ptr %69, i64 %70, ptr %71, i64 %72)
  br label %73

73:
  %74 = load i64, ptr %14, align 8
  %75 = load i64, ptr %16, align 8
  %76 = icmp ule i64 %74, %75
  br i1 %76, label %77, label %86

77:
  %78 = load ptr, ptr %8, align 8
  %79 = load ptr, ptr %15, align 8
  %80 = load ptr, ptr %10, align 8
  %81 = load i64, ptr %11, align 8
  %82 = load i64, ptr %9, align 8
  %83 = call i64 @place_of(ptr %80, i64 %81, i64 %82)
  %84 = load i64, ptr %13, align 8
  %85 = call i64 @set_entry(ptr %78, ptr %79, i64 %83, i64 %84)
  store i64 %85, ptr %7, align 8
  store i32 1, ptr %18, align 4
  br label %188

86:
  %87 = load ptr, ptr %10, align 8
  %88 = load i64, ptr %9, align 8
  %89 = load i64, ptr %16, align 8
  %90 = call i64 @chunk(ptr %87, i64 %88, i64 %89)
  store i64 %90, ptr %19, align 8
  %91 = load ptr, ptr %15, align 8
  %92 = getelementptr inbounds nuw %struct.node, ptr %91, i32 0, i32 1
  %93 = load i64, ptr %92, align 8
  %94 = load i64, ptr %19, align 8
  %95 = call zeroext i1 @has(i64 %93, i64 %94)
  br i1 %95, label %96, label %167

96:
  %97 = load ptr, ptr %8, align 8
  %98 = load ptr, ptr %15, align 8
  %99 = load i64, ptr %19, align 8
  %100 = load i64, ptr %9, align 8
  %101 = call ptr @leaf_at(ptr %97, ptr %98, i64 %99, i64 %100)
  store ptr %101, ptr %20, align 8
  %102 = load ptr, ptr %20, align 8
  %103 = getelementptr inbounds nuw %struct.leaf, ptr %102, i32 0, i32 1
  %104 = load i32, ptr %103, align 4
  %105 = zext i32 %104 to i64
  store i64 %105, ptr %21, align 8
  %106 = load ptr, ptr %10, align 8
  %107 = load ptr, ptr %20, align 8
  %108 = getelementptr inbounds nuw %struct.leaf, ptr %107, i32 0, i32 2
  %109 = getelementptr inbounds [0 x i64], ptr %108, i64 0, i64 0
  %110 = load i64, ptr %9, align 8
  %111 = call i64 @differing(ptr %106, ptr %109, i64 %110)
  store i64 %111, ptr %22, align 8
  %112 = load ptr, ptr %20, align 8
  %113 = getelementptr inbounds nuw %struct.leaf, ptr %112, i32 0, i32 0
  %114 = load i32, ptr %113, align 8
  %115 = zext i32 %114 to i64
  store i64 %115, ptr %23, align 8
  %116 = load i64, ptr %22, align 8
  %117 = load i64, ptr %9, align 8
  %118 = mul i64 %117, 64
  %119 = icmp eq i64 %116, %118
  br i1 %119, label %120, label %131

120:
  %121 = load i64, ptr %21, align 8
  %122 = load i64, ptr %11, align 8
  %123 = icmp eq i64 %121, %122
  br i1 %123, label %124, label %131

124:
  %125 = load i64, ptr %13, align 8
  %126 = trunc i64 %125 to i32
  %127 = load ptr, ptr %20, align 8
  %128 = getelementptr inbounds nuw %struct.leaf, ptr %127, i32 0, i32 0
  store i32 %126, ptr %128, align 8
  %129 = load i64, ptr %23, align 8
  %130 = add i64 %129, 1
  store i64 %130, ptr %7, align 8
  store i32 1, ptr %18, align 4
  br label %166

131:
  %132 = load i64, ptr %14, align 8
  %133 = load i64, ptr %21, align 8
  %134 = call i64 @depth_of(i64 %133)
  %135 = call i64 @min(i64 %132, i64 %134)
  %136 = load i64, ptr %22, align 8
  %137 = call i64 @level_of(i64 %136)
  %138 = call i64 @min(i64 %135, i64 %137)
  store i64 %138, ptr %24, align 8
  %139 = load ptr, ptr %8, align 8
  %140 = load ptr, ptr %15, align 8
  %141 = load i64, ptr %19, align 8
  %142 = load i64, ptr %24, align 8
  %143 = load ptr, ptr %10, align 8
  %144 = load i64, ptr %9, align 8
  %145 = call ptr @add_child(ptr %139, ptr %140, i64 %141, i64 %142, ptr %143, i64 %144)
  store ptr %145, ptr %25, align 8
  %146 = load ptr, ptr %8, align 8
  %147 = load i64, ptr %9, align 8
  %148 = load ptr, ptr %25, align 8
  %149 = load ptr, ptr %20, align 8
  %150 = getelementptr inbounds nuw %struct.leaf, ptr %149, i32 0, i32 2
  %151 = getelementptr inbounds [0 x i64], ptr %150, i64 0, i64 0
  %152 = load i64, ptr %21, align 8
  %153 = load i64, ptr %23, align 8
  %154 = call i64 @insert(ptr %146, i64 %147, ptr %148, ptr %151, i64 %152, i64 %153)
  %155 = load ptr, ptr %8, align 8
  %156 = load i64, ptr %9, align 8
  %157 = load ptr, ptr %25, align 8
  %158 = load ptr, ptr %10, align 8
  %159 = load i64, ptr %11, align 8
  %160 = load i64, ptr %13, align 8
  %161 = call i64 @insert(ptr %155, i64 %156, ptr %157, ptr %158, i64 %159, i64 %160)
  %162 = load ptr, ptr %8, align 8
  %163 = load ptr, ptr %15, align 8
  %164 = load i64, ptr %19, align 8
  %165 = load i64, ptr %9, align 8
  call void @drop_leaf(ptr %162, ptr %163, i64 %164, i64 %165)
  store i64 0, ptr %7, align 8
  store i32 1, ptr %18, align 4
  br label %166

166:
  br label %187

167:
  %168 = load ptr, ptr %15, align 8
  %169 = getelementptr inbounds nuw %struct.node, ptr %168, i32 0, i32 0
  %170 = load i64, ptr %169, align 8
  %171 = load i64, ptr %19, align 8
  %172 = call zeroext i1 @has(i64 %170, i64 %171)
  br i1 %172, label %181, label %173

173:
  %174 = load ptr, ptr %8, align 8
  %175 = load i64, ptr %9, align 8
  %176 = load ptr, ptr %15, align 8
  %177 = load ptr, ptr %10, align 8
  %178 = load i64, ptr %11, align 8
  %179 = load i64, ptr %13, align 8
  %180 = call i64 @insert(ptr %174, i64 %175, ptr %176, ptr %177, i64 %178, i64 %179)
  store i64 %180, ptr %7, align 8
  store i32 1, ptr %18, align 4
  br label %187

181:
  %182 = load ptr, ptr %8, align 8
  %183 = load ptr, ptr %15, align 8
  %184 = load i64, ptr %19, align 8
  %185 = load i64, ptr %9, align 8
  %186 = call ptr @child_at(ptr %182, ptr %183, i64 %184, i64 %185)
  store ptr %186, ptr %15, align 8
  store i32 0, ptr %18, align 4
  br label %187

187:
  br label %188

188:
  %189 = load i32, ptr %18, align 4
  switch i32 %189, label %191 [
    i32 0, label %190
  ]

190:
  br label %31

191:
  %192 = load i64, ptr %7, align 8
  ret i64 %192
}

define internal i64 @depth_of(i64 %0) nounwind {
  %2 = alloca i64, align 8
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  store i64 %0, ptr %3, align 8
  %6 = load i64, ptr %3, align 8
  %7 = icmp eq i64 %6, 0
  br i1 %7, label %8, label %9

8:
  store i64 0, ptr %2, align 8
  br label %28

9:
  %10 = load i64, ptr %3, align 8
  %11 = sub i64 %10, 1
  %12 = and i64 %11, 63
  %13 = add i64 %12, 1
  store i64 %13, ptr %4, align 8
  %14 = load i64, ptr %4, align 8
  %15 = udiv i64 %14, 6
  %16 = mul i64 %15, 6
  store i64 %16, ptr %5, align 8
  %17 = load i64, ptr %3, align 8
  %18 = sub i64 %17, 1
  %19 = and i64 %18, -64
  %20 = load i64, ptr %5, align 8
  %21 = icmp ugt i64 %20, 60
  br i1 %21, label %22, label %23

22:
  br label %25

23:
  %24 = load i64, ptr %5, align 8
  br label %25

25:
  %26 = phi i64 [ 60, %22 ], [ %24, %23 ]
  %27 = add i64 %19, %26
  store i64 %27, ptr %2, align 8
  br label %28

28:
  %29 = load i64, ptr %2, align 8
  ret i64 %29
}

define internal i64 @differing(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %10 = load i64, ptr %7, align 8
  store i64 %10, ptr %8, align 8
  br label %11

11:
  %12 = load i64, ptr %8, align 8
  %13 = add i64 %12, -1
  store i64 %13, ptr %8, align 8
  %14 = icmp ne i64 %12, 0
  br i1 %14, label %16, label %15

15:
  store i32 2, ptr %9, align 4
  br label %44

16:
  %17 = load ptr, ptr %5, align 8
  %18 = load i64, ptr %8, align 8
  %19 = getelementptr inbounds nuw i64, ptr %17, i64 %18
  %20 = load i64, ptr %19, align 8
  %21 = load ptr, ptr %6, align 8
  %22 = load i64, ptr %8, align 8
  %23 = getelementptr inbounds nuw i64, ptr %21, i64 %22
  %24 = load i64, ptr %23, align 8
  %25 = icmp ne i64 %20, %24
  br i1 %25, label %26, label %43

26:
  %27 = load i64, ptr %7, align 8
  %28 = sub i64 %27, 1
  %29 = load i64, ptr %8, align 8
  %30 = sub i64 %28, %29
  %31 = mul i64 %30, 64
  %32 = load ptr, ptr %5, align 8
  %33 = load i64, ptr %8, align 8
  %34 = getelementptr inbounds nuw i64, ptr %32, i64 %33
  %35 = load i64, ptr %34, align 8
  %36 = load ptr, ptr %6, align 8
  %37 = load i64, ptr %8, align 8
  %38 = getelementptr inbounds nuw i64, ptr %36, i64 %37
  %39 = load i64, ptr %38, align 8
  %40 = xor i64 %35, %39
  %41 = call i64 @leading_zeros(i64 %40)
  %42 = add i64 %31, %41
  store i64 %42, ptr %4, align 8
  store i32 1, ptr %9, align 4
  br label %44

43:
  br label %11

44:
  %45 = load i32, ptr %9, align 4
  switch i32 %45, label %51 [
    i32 2, label %46
    i32 1, label %49
  ]

46:
  %47 = load i64, ptr %7, align 8
  %48 = mul i64 %47, 64
  store i64 %48, ptr %4, align 8
  br label %49

49:
  %50 = load i64, ptr %4, align 8
  ret i64 %50

51:
  unreachable
}

define internal void @part(ptr %0, ptr %1, i64 %2, ptr %3, i64 %4) nounwind {
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca ptr, align 8
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  store i64 %4, ptr %10, align 8
  %13 = load ptr, ptr %6, align 8
  %14 = load i64, ptr %10, align 8
  %15 = call i64 @node_size(i64 %14)
  %16 = call i64 @units_of(i64 1, i64 %15)
  %17 = call i64 @take(ptr %13, i64 %16)
  store i64 %17, ptr %11, align 8
  %18 = load ptr, ptr %6, align 8
  %19 = load i64, ptr %11, align 8
  %20 = call ptr @at_unit(ptr %18, i64 %19)
  store ptr %20, ptr %12, align 8
  %21 = load ptr, ptr %12, align 8
  %22 = load ptr, ptr %7, align 8
  %23 = load i64, ptr %10, align 8
  %24 = call i64 @node_size(i64 %23)
  call void @llvm.memmove.p0.p0.i64(ptr align 8 %21, ptr align 8 %22, i64 %24, i1 false)
  %25 = load ptr, ptr %7, align 8
  %26 = load i64, ptr %8, align 8
  %27 = load ptr, ptr %9, align 8
  %28 = load i64, ptr %10, align 8
  call void @clear_node(ptr %25, i64 %26, ptr %27, i64 %28)
  %29 = load ptr, ptr %12, align 8
  %30 = getelementptr inbounds nuw %struct.node, ptr %29, i32 0, i32 7
  %31 = getelementptr inbounds [0 x i64], ptr %30, i64 0, i64 0
  %32 = load i64, ptr %10, align 8
  %33 = load i64, ptr %8, align 8
  %34 = call i64 @chunk(ptr %31, i64 %32, i64 %33)
  %35 = shl i64 1, %34
  %36 = load ptr, ptr %7, align 8
  %37 = getelementptr inbounds nuw %struct.node, ptr %36, i32 0, i32 0
  store i64 %35, ptr %37, align 8
  %38 = load i64, ptr %11, align 8
  %39 = trunc i64 %38 to i32
  %40 = load ptr, ptr %7, align 8
  %41 = getelementptr inbounds nuw %struct.node, ptr %40, i32 0, i32 3
  store i32 %39, ptr %41, align 8
  ret void
}

define internal i64 @level_of(i64 %0) nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = and i64 %3, -64
  %5 = load i64, ptr %2, align 8
  %6 = and i64 %5, 63
  %7 = udiv i64 %6, 6
  %8 = mul i64 %7, 6
  %9 = add i64 %4, %8
  ret i64 %9
}

define internal i64 @insert(ptr %0, i64 %1, ptr %2, ptr %3, i64 %4, i64 %5) nounwind {
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca ptr, align 8
  store ptr %0, ptr %8, align 8
  store i64 %1, ptr %9, align 8
  store ptr %2, ptr %10, align 8
  store ptr %3, ptr %11, align 8
  store i64 %4, ptr %12, align 8
  store i64 %5, ptr %13, align 8
  %15 = load ptr, ptr %10, align 8
  %16 = getelementptr inbounds nuw %struct.node, ptr %15, i32 0, i32 6
  %17 = load i32, ptr %16, align 4
  %18 = zext i32 %17 to i64
  %19 = load i64, ptr %12, align 8
  %20 = call i64 @depth_of(i64 %19)
  %21 = icmp eq i64 %18, %20
  br i1 %21, label %22, label %31

22:
  %23 = load ptr, ptr %8, align 8
  %24 = load ptr, ptr %10, align 8
  %25 = load ptr, ptr %11, align 8
  %26 = load i64, ptr %12, align 8
  %27 = load i64, ptr %9, align 8
  %28 = call i64 @place_of(ptr %25, i64 %26, i64 %27)
  %29 = load i64, ptr %13, align 8
  %30 = call i64 @set_entry(ptr %23, ptr %24, i64 %28, i64 %29)
  store i64 %30, ptr %7, align 8
  br label %57

31:
  %32 = load ptr, ptr %8, align 8
  %33 = load ptr, ptr %10, align 8
  %34 = load ptr, ptr %11, align 8
  %35 = load i64, ptr %9, align 8
  %36 = load ptr, ptr %10, align 8
  %37 = getelementptr inbounds nuw %struct.node, ptr %36, i32 0, i32 6
  %38 = load i32, ptr %37, align 4
  %39 = zext i32 %38 to i64
  %40 = call i64 @chunk(ptr %34, i64 %35, i64 %39)
  %41 = load i64, ptr %9, align 8
  %42 = call ptr @add_leaf(ptr %32, ptr %33, i64 %40, i64 %41)
  store ptr %42, ptr %14, align 8
  %43 = load i64, ptr %13, align 8
  %44 = trunc i64 %43 to i32
  %45 = load ptr, ptr %14, align 8
  %46 = getelementptr inbounds nuw %struct.leaf, ptr %45, i32 0, i32 0
  store i32 %44, ptr %46, align 8
  %47 = load i64, ptr %12, align 8
  %48 = trunc i64 %47 to i32
  %49 = load ptr, ptr %14, align 8
  %50 = getelementptr inbounds nuw %struct.leaf, ptr %49, i32 0, i32 1
  store i32 %48, ptr %50, align 4
  %51 = load ptr, ptr %14, align 8
  %52 = getelementptr inbounds nuw %struct.leaf, ptr %51, i32 0, i32 2
  %53 = getelementptr inbounds [0 x i64], ptr %52, i64 0, i64 0
  %54 = load ptr, ptr %11, align 8
  %55 = load i64, ptr %9, align 8
  %56 = mul i64 8, %55
  call void @llvm.memmove.p0.p0.i64(ptr align 8 %53, ptr align 8 %54, i64 %56, i1 false)
  store i64 0, ptr %7, align 8
  br label %57

57:
  %58 = load i64, ptr %7, align 8
  ret i64 %58
}

define internal i64 @set_entry(ptr %0, ptr %1, i64 %2, i64 %3) nounwind {
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  %15 = alloca i32, align 4
  %16 = alloca i64, align 8
  %17 = alloca i64, align 8
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  %18 = load i64, ptr %8, align 8
  %19 = shl i64 1, %18
  store i64 %19, ptr %10, align 8
  %20 = load ptr, ptr %7, align 8
  %21 = getelementptr inbounds nuw %struct.node, ptr %20, i32 0, i32 2
  %22 = load i64, ptr %21, align 8
  store i64 %22, ptr %11, align 8
  %23 = load i64, ptr %11, align 8
  %24 = call i64 @ones(i64 %23)
  store i64 %24, ptr %12, align 8
  %25 = load i64, ptr %11, align 8
  %26 = load i64, ptr %8, align 8
  %27 = call i64 @rank_of(i64 %25, i64 %26)
  store i64 %27, ptr %13, align 8
  %28 = load i64, ptr %11, align 8
  %29 = load i64, ptr %10, align 8
  %30 = or i64 %28, %29
  %31 = load i64, ptr %10, align 8
  %32 = icmp eq i64 %30, %31
  br i1 %32, label %33, label %53

33:
  %34 = load i64, ptr %11, align 8
  %35 = icmp ne i64 %34, 0
  br i1 %35, label %36, label %42

36:
  %37 = load ptr, ptr %7, align 8
  %38 = getelementptr inbounds nuw %struct.node, ptr %37, i32 0, i32 5
  %39 = load i32, ptr %38, align 8
  %40 = zext i32 %39 to i64
  %41 = add i64 %40, 1
  br label %43

42:
  br label %43

43:
  %44 = phi i64 [ %41, %36 ], [ 0, %42 ]
  store i64 %44, ptr %14, align 8
  %45 = load i64, ptr %9, align 8
  %46 = trunc i64 %45 to i32
  %47 = load ptr, ptr %7, align 8
  %48 = getelementptr inbounds nuw %struct.node, ptr %47, i32 0, i32 5
  store i32 %46, ptr %48, align 8
  %49 = load i64, ptr %10, align 8
  %50 = load ptr, ptr %7, align 8
  %51 = getelementptr inbounds nuw %struct.node, ptr %50, i32 0, i32 2
  store i64 %49, ptr %51, align 8
  %52 = load i64, ptr %14, align 8
  store i64 %52, ptr %5, align 8
  store i32 1, ptr %15, align 4
  br label %107

53:
  %54 = load ptr, ptr %7, align 8
  %55 = getelementptr inbounds nuw %struct.node, ptr %54, i32 0, i32 5
  %56 = load i32, ptr %55, align 8
  %57 = zext i32 %56 to i64
  store i64 %57, ptr %16, align 8
  store i64 0, ptr %17, align 8
  %58 = load i64, ptr %12, align 8
  %59 = icmp eq i64 %58, 1
  br i1 %59, label %60, label %70

60:
  %61 = load ptr, ptr %6, align 8
  %62 = call i64 @units_of(i64 1, i64 4)
  %63 = call i64 @take(ptr %61, i64 %62)
  store i64 %63, ptr %16, align 8
  %64 = load ptr, ptr %7, align 8
  %65 = getelementptr inbounds nuw %struct.node, ptr %64, i32 0, i32 5
  %66 = load i32, ptr %65, align 8
  %67 = load ptr, ptr %6, align 8
  %68 = load i64, ptr %16, align 8
  %69 = call ptr @at_unit(ptr %67, i64 %68)
  store i32 %66, ptr %69, align 4
  br label %70

70:
  %71 = load i64, ptr %11, align 8
  %72 = load i64, ptr %8, align 8
  %73 = call zeroext i1 @has(i64 %71, i64 %72)
  br i1 %73, label %74, label %83

74:
  %75 = load ptr, ptr %6, align 8
  %76 = load i64, ptr %16, align 8
  %77 = call ptr @at_unit(ptr %75, i64 %76)
  %78 = load i64, ptr %13, align 8
  %79 = getelementptr inbounds nuw i32, ptr %77, i64 %78
  %80 = load i32, ptr %79, align 4
  %81 = zext i32 %80 to i64
  %82 = add i64 %81, 1
  store i64 %82, ptr %17, align 8
  br label %89

83:
  %84 = load ptr, ptr %6, align 8
  %85 = load i64, ptr %16, align 8
  %86 = load i64, ptr %12, align 8
  %87 = load i64, ptr %13, align 8
  %88 = call i64 @widen(ptr %84, i64 %85, i64 %86, i64 4, i64 %87)
  store i64 %88, ptr %16, align 8
  br label %89

89:
  %90 = load i64, ptr %9, align 8
  %91 = trunc i64 %90 to i32
  %92 = load ptr, ptr %6, align 8
  %93 = load i64, ptr %16, align 8
  %94 = call ptr @at_unit(ptr %92, i64 %93)
  %95 = load i64, ptr %13, align 8
  %96 = getelementptr inbounds nuw i32, ptr %94, i64 %95
  store i32 %91, ptr %96, align 4
  %97 = load i64, ptr %16, align 8
  %98 = trunc i64 %97 to i32
  %99 = load ptr, ptr %7, align 8
  %100 = getelementptr inbounds nuw %struct.node, ptr %99, i32 0, i32 5
  store i32 %98, ptr %100, align 8
  %101 = load i64, ptr %11, align 8
  %102 = load i64, ptr %10, align 8
  %103 = or i64 %101, %102
  %104 = load ptr, ptr %7, align 8
  %105 = getelementptr inbounds nuw %struct.node, ptr %104, i32 0, i32 2
  store i64 %103, ptr %105, align 8
  %106 = load i64, ptr %17, align 8
  store i64 %106, ptr %5, align 8
  store i32 1, ptr %15, align 4
  br label %107

107:
  %108 = load i64, ptr %5, align 8
  ret i64 %108
}

define internal i64 @min(i64 %0, i64 %1) nounwind {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i64 %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load i64, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = icmp ult i64 %5, %6
  br i1 %7, label %8, label %10

8:
  %9 = load i64, ptr %3, align 8
  br label %12

10:
  %11 = load i64, ptr %4, align 8
  br label %12

12:
  %13 = phi i64 [ %9, %8 ], [ %11, %10 ]
  ret i64 %13
}

define internal ptr @add_child(ptr %0, ptr %1, i64 %2, i64 %3, ptr %4, i64 %5) nounwind {
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  %15 = alloca ptr, align 8
  store ptr %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store i64 %2, ptr %9, align 8
  store i64 %3, ptr %10, align 8
  store ptr %4, ptr %11, align 8
  store i64 %5, ptr %12, align 8
  %16 = load ptr, ptr %8, align 8
  %17 = getelementptr inbounds nuw %struct.node, ptr %16, i32 0, i32 0
  %18 = load i64, ptr %17, align 8
  %19 = load i64, ptr %9, align 8
  %20 = call i64 @rank_of(i64 %18, i64 %19)
  store i64 %20, ptr %13, align 8
  %21 = load i64, ptr %12, align 8
  %22 = call i64 @node_size(i64 %21)
  store i64 %22, ptr %14, align 8
  %23 = load ptr, ptr %7, align 8
  %24 = load ptr, ptr %8, align 8
  %25 = getelementptr inbounds nuw %struct.node, ptr %24, i32 0, i32 3
  %26 = load i32, ptr %25, align 8
  %27 = zext i32 %26 to i64
  %28 = load ptr, ptr %8, align 8
  %29 = getelementptr inbounds nuw %struct.node, ptr %28, i32 0, i32 0
  %30 = load i64, ptr %29, align 8
  %31 = call i64 @ones(i64 %30)
  %32 = load i64, ptr %14, align 8
  %33 = load i64, ptr %13, align 8
  %34 = call i64 @widen(ptr %23, i64 %27, i64 %31, i64 %32, i64 %33)
  %35 = trunc i64 %34 to i32
  %36 = load ptr, ptr %8, align 8
  %37 = getelementptr inbounds nuw %struct.node, ptr %36, i32 0, i32 3
  store i32 %35, ptr %37, align 8
  %38 = load i64, ptr %9, align 8
  %39 = shl i64 1, %38
  %40 = load ptr, ptr %8, align 8
  %41 = getelementptr inbounds nuw %struct.node, ptr %40, i32 0, i32 0
  %42 = load i64, ptr %41, align 8
  %43 = or i64 %42, %39
  store i64 %43, ptr %41, align 8
  %44 = load ptr, ptr %7, align 8
  %45 = load ptr, ptr %8, align 8
  %46 = getelementptr inbounds nuw %struct.node, ptr %45, i32 0, i32 3
  %47 = load i32, ptr %46, align 8
  %48 = zext i32 %47 to i64
  %49 = call ptr @at_unit(ptr %44, i64 %48)
  %50 = load i64, ptr %13, align 8
  %51 = load i64, ptr %14, align 8
  %52 = mul i64 %50, %51
  %53 = getelementptr inbounds nuw i8, ptr %49, i64 %52
  store ptr %53, ptr %15, align 8
  %54 = load ptr, ptr %15, align 8
  %55 = load i64, ptr %10, align 8
  %56 = load ptr, ptr %11, align 8
  %57 = load i64, ptr %12, align 8
  call void @clear_node(ptr %54, i64 %55, ptr %56, i64 %57)
  %58 = load ptr, ptr %15, align 8
  ret ptr %58
}

define internal void @drop_leaf(ptr %0, ptr %1, i64 %2, i64 %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  %10 = load ptr, ptr %6, align 8
  %11 = getelementptr inbounds nuw %struct.node, ptr %10, i32 0, i32 1
  %12 = load i64, ptr %11, align 8
  store i64 %12, ptr %9, align 8
  %13 = load ptr, ptr %5, align 8
  %14 = load ptr, ptr %6, align 8
  %15 = getelementptr inbounds nuw %struct.node, ptr %14, i32 0, i32 4
  %16 = load i32, ptr %15, align 4
  %17 = zext i32 %16 to i64
  %18 = load i64, ptr %9, align 8
  %19 = call i64 @ones(i64 %18)
  %20 = load i64, ptr %8, align 8
  %21 = call i64 @leaf_size(i64 %20)
  %22 = load i64, ptr %9, align 8
  %23 = load i64, ptr %7, align 8
  %24 = call i64 @rank_of(i64 %22, i64 %23)
  %25 = call i64 @narrow(ptr %13, i64 %17, i64 %19, i64 %21, i64 %24)
  %26 = trunc i64 %25 to i32
  %27 = load ptr, ptr %6, align 8
  %28 = getelementptr inbounds nuw %struct.node, ptr %27, i32 0, i32 4
  store i32 %26, ptr %28, align 4
  %29 = load i64, ptr %7, align 8
  %30 = shl i64 1, %29
  %31 = load ptr, ptr %6, align 8
  %32 = getelementptr inbounds nuw %struct.node, ptr %31, i32 0, i32 1
  %33 = load i64, ptr %32, align 8
  %34 = xor i64 %33, %30
  store i64 %34, ptr %32, align 8
  ret void
}

define void @trie_drop(ptr %0, i64 %1, ptr %2, i64 %3, i64 %4) nounwind {
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca i32, align 4
  %14 = alloca i32, align 4
  %15 = alloca i64, align 8
  %16 = alloca i64, align 8
  %17 = alloca i64, align 8
  %18 = alloca i64, align 8
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store ptr %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  store i64 %4, ptr %10, align 8
  %19 = load ptr, ptr %6, align 8
  %20 = load i64, ptr %7, align 8
  %21 = load ptr, ptr %8, align 8
  %22 = load i64, ptr %9, align 8
  %23 = load ptr, ptr %6, align 8
  %24 = load i64, ptr %10, align 8
  %25 = call ptr @at_unit(ptr %23, i64 %24)
  %26 = call i32 @reach(ptr %19, i64 %20, ptr %21, i64 %22, ptr %25, ptr %11, ptr %12)
  store i32 %26, ptr %13, align 4
  %27 = load i32, ptr %13, align 4
  %28 = icmp eq i32 %27, 0
  br i1 %28, label %29, label %30

29:
  store i32 1, ptr %14, align 4
  br label %97

30:
  %31 = load i32, ptr %13, align 4
  %32 = icmp eq i32 %31, 1
  br i1 %32, label %33, label %44

33:
  %34 = load ptr, ptr %6, align 8
  %35 = load ptr, ptr %11, align 8
  %36 = load ptr, ptr %8, align 8
  %37 = load i64, ptr %7, align 8
  %38 = load ptr, ptr %11, align 8
  %39 = getelementptr inbounds nuw %struct.node, ptr %38, i32 0, i32 6
  %40 = load i32, ptr %39, align 4
  %41 = zext i32 %40 to i64
  %42 = call i64 @chunk(ptr %36, i64 %37, i64 %41)
  %43 = load i64, ptr %7, align 8
  call void @drop_leaf(ptr %34, ptr %35, i64 %42, i64 %43)
  br label %92

44:
  %45 = load ptr, ptr %8, align 8
  %46 = load i64, ptr %9, align 8
  %47 = load i64, ptr %7, align 8
  %48 = call i64 @place_of(ptr %45, i64 %46, i64 %47)
  store i64 %48, ptr %15, align 8
  %49 = load ptr, ptr %11, align 8
  %50 = getelementptr inbounds nuw %struct.node, ptr %49, i32 0, i32 2
  %51 = load i64, ptr %50, align 8
  %52 = call i64 @ones(i64 %51)
  store i64 %52, ptr %16, align 8
  %53 = load i64, ptr %16, align 8
  %54 = icmp ugt i64 %53, 1
  br i1 %54, label %55, label %85

55:
  %56 = load ptr, ptr %6, align 8
  %57 = load ptr, ptr %11, align 8
  %58 = getelementptr inbounds nuw %struct.node, ptr %57, i32 0, i32 5
  %59 = load i32, ptr %58, align 8
  %60 = zext i32 %59 to i64
  %61 = load i64, ptr %16, align 8
  %62 = load ptr, ptr %11, align 8
  %63 = getelementptr inbounds nuw %struct.node, ptr %62, i32 0, i32 2
  %64 = load i64, ptr %63, align 8
  %65 = load i64, ptr %15, align 8
  %66 = call i64 @rank_of(i64 %64, i64 %65)
  %67 = call i64 @narrow(ptr %56, i64 %60, i64 %61, i64 4, i64 %66)
  store i64 %67, ptr %17, align 8
  %68 = load i64, ptr %16, align 8
  %69 = icmp eq i64 %68, 2
  br i1 %69, label %70, label %80

70:
  %71 = load ptr, ptr %6, align 8
  %72 = load i64, ptr %17, align 8
  %73 = call ptr @at_unit(ptr %71, i64 %72)
  %74 = load i32, ptr %73, align 4
  %75 = zext i32 %74 to i64
  store i64 %75, ptr %18, align 8
  %76 = load ptr, ptr %6, align 8
  %77 = load i64, ptr %17, align 8
  %78 = call i64 @units_of(i64 1, i64 4)
  call void @give(ptr %76, i64 %77, i64 %78)
  %79 = load i64, ptr %18, align 8
  store i64 %79, ptr %17, align 8
  br label %80

80:
  %81 = load i64, ptr %17, align 8
  %82 = trunc i64 %81 to i32
  %83 = load ptr, ptr %11, align 8
  %84 = getelementptr inbounds nuw %struct.node, ptr %83, i32 0, i32 5
  store i32 %82, ptr %84, align 8
  br label %85

85:
  %86 = load i64, ptr %15, align 8
  %87 = shl i64 1, %86
  %88 = load ptr, ptr %11, align 8
  %89 = getelementptr inbounds nuw %struct.node, ptr %88, i32 0, i32 2
  %90 = load i64, ptr %89, align 8
  %91 = xor i64 %90, %87
  store i64 %91, ptr %89, align 8
  br label %92

92:
  %93 = load ptr, ptr %6, align 8
  %94 = load i64, ptr %7, align 8
  %95 = load ptr, ptr %11, align 8
  %96 = load ptr, ptr %12, align 8
  call void @tidy(ptr %93, i64 %94, ptr %95, ptr %96)
  store i32 0, ptr %14, align 4
  br label %97

97:
  %98 = load i32, ptr %14, align 4
  switch i32 %98, label %100 [
    i32 0, label %99
    i32 1, label %99
  ]

99:
  ret void

100:
  unreachable
}

define internal i64 @narrow(ptr %0, i64 %1, i64 %2, i64 %3, i64 %4) nounwind {
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca i32, align 4
  %14 = alloca ptr, align 8
  %15 = alloca i64, align 8
  store ptr %0, ptr %7, align 8
  store i64 %1, ptr %8, align 8
  store i64 %2, ptr %9, align 8
  store i64 %3, ptr %10, align 8
  store i64 %4, ptr %11, align 8
  %16 = load i64, ptr %9, align 8
  %17 = load i64, ptr %10, align 8
  %18 = call i64 @units_of(i64 %16, i64 %17)
  store i64 %18, ptr %12, align 8
  %19 = load i64, ptr %9, align 8
  %20 = icmp eq i64 %19, 1
  br i1 %20, label %21, label %25

21:
  %22 = load ptr, ptr %7, align 8
  %23 = load i64, ptr %8, align 8
  %24 = load i64, ptr %12, align 8
  call void @give(ptr %22, i64 %23, i64 %24)
  store i64 0, ptr %6, align 8
  store i32 1, ptr %13, align 4
  br label %60

25:
  %26 = load ptr, ptr %7, align 8
  %27 = load i64, ptr %8, align 8
  %28 = call ptr @at_unit(ptr %26, i64 %27)
  %29 = load i64, ptr %11, align 8
  %30 = load i64, ptr %10, align 8
  %31 = mul i64 %29, %30
  %32 = getelementptr inbounds nuw i8, ptr %28, i64 %31
  store ptr %32, ptr %14, align 8
  %33 = load ptr, ptr %14, align 8
  %34 = load ptr, ptr %14, align 8
  %35 = load i64, ptr %10, align 8
  %36 = getelementptr inbounds nuw i8, ptr %34, i64 %35
  %37 = load i64, ptr %9, align 8
  %38 = sub i64 %37, 1
  %39 = load i64, ptr %11, align 8
  %40 = sub i64 %38, %39
  %41 = load i64, ptr %10, align 8
  %42 = mul i64 %40, %41
  call void @llvm.memmove.p0.p0.i64(ptr align 1 %33, ptr align 1 %36, i64 %42, i1 false)
  %43 = load i64, ptr %9, align 8
  %44 = sub i64 %43, 1
  %45 = load i64, ptr %10, align 8
  %46 = call i64 @units_of(i64 %44, i64 %45)
  store i64 %46, ptr %15, align 8
  %47 = load i64, ptr %12, align 8
  %48 = load i64, ptr %15, align 8
  %49 = icmp ne i64 %47, %48
  br i1 %49, label %50, label %58

50:
  %51 = load ptr, ptr %7, align 8
  %52 = load i64, ptr %8, align 8
  %53 = load i64, ptr %15, align 8
  %54 = add i64 %52, %53
  %55 = load i64, ptr %12, align 8
  %56 = load i64, ptr %15, align 8
  %57 = sub i64 %55, %56
  call void @give(ptr %51, i64 %54, i64 %57)
  br label %58

58:
  %59 = load i64, ptr %8, align 8
  store i64 %59, ptr %6, align 8
  store i32 1, ptr %13, align 4
  br label %60

60:
  %61 = load i64, ptr %6, align 8
  ret i64 %61
}

define internal void @give(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load i64, ptr %6, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = getelementptr inbounds nuw %struct.pool, ptr %8, i32 0, i32 2
  %10 = load i64, ptr %9, align 8
  %11 = sub i64 %10, %7
  store i64 %11, ptr %9, align 8
  %12 = load ptr, ptr %4, align 8
  %13 = getelementptr inbounds nuw %struct.pool, ptr %12, i32 0, i32 4
  %14 = load i64, ptr %6, align 8
  %15 = getelementptr inbounds nuw [0 x i32], ptr %13, i64 0, i64 %14
  %16 = load i32, ptr %15, align 4
  %17 = load ptr, ptr %4, align 8
  %18 = load i64, ptr %5, align 8
  %19 = call ptr @at_unit(ptr %17, i64 %18)
  store i32 %16, ptr %19, align 4
  %20 = load i64, ptr %5, align 8
  %21 = trunc i64 %20 to i32
  %22 = load ptr, ptr %4, align 8
  %23 = getelementptr inbounds nuw %struct.pool, ptr %22, i32 0, i32 4
  %24 = load i64, ptr %6, align 8
  %25 = getelementptr inbounds nuw [0 x i32], ptr %23, i64 0, i64 %24
  store i32 %21, ptr %25, align 4
  ret void
}

define internal i64 @units_of(i64 %0, i64 %1) nounwind {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  store i64 %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %8 = load i64, ptr %3, align 8
  %9 = sub i64 %8, 1
  %10 = call i64 @leading_zeros(i64 %9)
  %11 = sub i64 64, %10
  %12 = shl i64 1, %11
  store i64 %12, ptr %5, align 8
  %13 = load i64, ptr %5, align 8
  %14 = load i64, ptr %5, align 8
  %15 = lshr i64 %14, 2
  %16 = sub i64 %13, %15
  store i64 %16, ptr %6, align 8
  %17 = load i64, ptr %5, align 8
  %18 = icmp ugt i64 %17, 2
  br i1 %18, label %19, label %25

19:
  %20 = load i64, ptr %3, align 8
  %21 = load i64, ptr %6, align 8
  %22 = icmp ule i64 %20, %21
  br i1 %22, label %23, label %25

23:
  %24 = load i64, ptr %6, align 8
  br label %27

25:
  %26 = load i64, ptr %5, align 8
  br label %27

27:
  %28 = phi i64 [ %24, %23 ], [ %26, %25 ]
  store i64 %28, ptr %7, align 8
  %29 = load i64, ptr %7, align 8
  %30 = load i64, ptr %4, align 8
  %31 = mul i64 %29, %30
  %32 = add i64 %31, 16
  %33 = sub i64 %32, 1
  %34 = udiv i64 %33, 16
  ret i64 %34
}

define internal void @tidy(ptr %0, i64 %1, ptr %2, ptr %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca i32, align 4
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  %15 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %16 = load ptr, ptr %7, align 8
  %17 = getelementptr inbounds nuw %struct.node, ptr %16, i32 0, i32 0
  %18 = load i64, ptr %17, align 8
  %19 = call i64 @ones(i64 %18)
  store i64 %19, ptr %9, align 8
  %20 = load ptr, ptr %7, align 8
  %21 = getelementptr inbounds nuw %struct.node, ptr %20, i32 0, i32 1
  %22 = load i64, ptr %21, align 8
  %23 = call i64 @ones(i64 %22)
  store i64 %23, ptr %10, align 8
  %24 = load ptr, ptr %7, align 8
  %25 = getelementptr inbounds nuw %struct.node, ptr %24, i32 0, i32 2
  %26 = load i64, ptr %25, align 8
  %27 = call i64 @ones(i64 %26)
  store i64 %27, ptr %11, align 8
  %28 = load ptr, ptr %8, align 8
  %29 = icmp ne ptr %28, null
  br i1 %29, label %30, label %37

30:
  %31 = load i64, ptr %9, align 8
  %32 = load i64, ptr %10, align 8
  %33 = add i64 %31, %32
  %34 = load i64, ptr %11, align 8
  %35 = add i64 %33, %34
  %36 = icmp ugt i64 %35, 1
  br i1 %36, label %37, label %38

37:
  store i32 1, ptr %12, align 4
  br label %128

38:
  %39 = load ptr, ptr %7, align 8
  %40 = getelementptr inbounds nuw %struct.node, ptr %39, i32 0, i32 7
  %41 = getelementptr inbounds [0 x i64], ptr %40, i64 0, i64 0
  %42 = load i64, ptr %6, align 8
  %43 = load ptr, ptr %8, align 8
  %44 = getelementptr inbounds nuw %struct.node, ptr %43, i32 0, i32 6
  %45 = load i32, ptr %44, align 4
  %46 = zext i32 %45 to i64
  %47 = call i64 @chunk(ptr %41, i64 %42, i64 %46)
  store i64 %47, ptr %13, align 8
  %48 = load i64, ptr %9, align 8
  %49 = load i64, ptr %10, align 8
  %50 = add i64 %48, %49
  %51 = load i64, ptr %11, align 8
  %52 = add i64 %50, %51
  %53 = icmp eq i64 %52, 0
  br i1 %53, label %54, label %59

54:
  %55 = load ptr, ptr %5, align 8
  %56 = load ptr, ptr %8, align 8
  %57 = load i64, ptr %13, align 8
  %58 = load i64, ptr %6, align 8
  call void @drop_child(ptr %55, ptr %56, i64 %57, i64 %58)
  store i32 1, ptr %12, align 4
  br label %127

59:
  %60 = load i64, ptr %9, align 8
  %61 = icmp ne i64 %60, 0
  br i1 %61, label %62, label %78

62:
  %63 = load ptr, ptr %7, align 8
  %64 = getelementptr inbounds nuw %struct.node, ptr %63, i32 0, i32 3
  %65 = load i32, ptr %64, align 8
  %66 = zext i32 %65 to i64
  store i64 %66, ptr %14, align 8
  %67 = load ptr, ptr %7, align 8
  %68 = load ptr, ptr %5, align 8
  %69 = load i64, ptr %14, align 8
  %70 = call ptr @at_unit(ptr %68, i64 %69)
  %71 = load i64, ptr %6, align 8
  %72 = call i64 @node_size(i64 %71)
  call void @llvm.memmove.p0.p0.i64(ptr align 8 %67, ptr align 1 %70, i64 %72, i1 false)
  %73 = load ptr, ptr %5, align 8
  %74 = load i64, ptr %14, align 8
  %75 = load i64, ptr %6, align 8
  %76 = call i64 @node_size(i64 %75)
  %77 = call i64 @units_of(i64 1, i64 %76)
  call void @give(ptr %73, i64 %74, i64 %77)
  store i32 1, ptr %12, align 4
  br label %127

78:
  %79 = load ptr, ptr %5, align 8
  %80 = getelementptr inbounds nuw %struct.pool, ptr %79, i32 0, i32 0
  %81 = load i64, ptr %80, align 8
  %82 = load i64, ptr %6, align 8
  %83 = call i64 @leaf_size(i64 %82)
  %84 = mul i64 %83, 64
  %85 = udiv i64 %84, 16
  %86 = add i64 %81, %85
  %87 = load ptr, ptr %5, align 8
  %88 = getelementptr inbounds nuw %struct.pool, ptr %87, i32 0, i32 1
  %89 = load i64, ptr %88, align 8
  %90 = icmp ugt i64 %86, %89
  br i1 %90, label %91, label %92

91:
  store i32 1, ptr %12, align 4
  br label %127

92:
  %93 = load ptr, ptr %5, align 8
  %94 = load ptr, ptr %8, align 8
  %95 = load i64, ptr %13, align 8
  %96 = load i64, ptr %6, align 8
  %97 = call ptr @add_leaf(ptr %93, ptr %94, i64 %95, i64 %96)
  store ptr %97, ptr %15, align 8
  %98 = load i64, ptr %10, align 8
  %99 = icmp ne i64 %98, 0
  br i1 %99, label %100, label %118

100:
  %101 = load ptr, ptr %15, align 8
  %102 = load ptr, ptr %5, align 8
  %103 = load ptr, ptr %7, align 8
  %104 = getelementptr inbounds nuw %struct.node, ptr %103, i32 0, i32 4
  %105 = load i32, ptr %104, align 4
  %106 = zext i32 %105 to i64
  %107 = call ptr @at_unit(ptr %102, i64 %106)
  %108 = load i64, ptr %6, align 8
  %109 = call i64 @leaf_size(i64 %108)
  call void @llvm.memmove.p0.p0.i64(ptr align 8 %101, ptr align 1 %107, i64 %109, i1 false)
  %110 = load ptr, ptr %5, align 8
  %111 = load ptr, ptr %7, align 8
  %112 = getelementptr inbounds nuw %struct.node, ptr %111, i32 0, i32 4
  %113 = load i32, ptr %112, align 4
  %114 = zext i32 %113 to i64
  %115 = load i64, ptr %6, align 8
  %116 = call i64 @leaf_size(i64 %115)
  %117 = call i64 @units_of(i64 1, i64 %116)
  call void @give(ptr %110, i64 %114, i64 %117)
  br label %122

118:
  %119 = load ptr, ptr %15, align 8
  %120 = load ptr, ptr %7, align 8
  %121 = load i64, ptr %6, align 8
  call void @leaf_of_prefix(ptr %119, ptr %120, i64 %121)
  br label %122

122:
  %123 = load ptr, ptr %5, align 8
  %124 = load ptr, ptr %8, align 8
  %125 = load i64, ptr %13, align 8
  %126 = load i64, ptr %6, align 8
  call void @drop_child(ptr %123, ptr %124, i64 %125, i64 %126)
  store i32 0, ptr %12, align 4
  br label %127

127:
  br label %128

128:
  %129 = load i32, ptr %12, align 4
  switch i32 %129, label %131 [
    i32 0, label %130
    i32 1, label %130
  ]

130:
  ret void

131:
  unreachable
}

define void @trie_copy(ptr %0, ptr %1, i64 %2, i64 %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  %9 = load ptr, ptr %6, align 8
  %10 = load i64, ptr %8, align 8
  %11 = call ptr @at_unit(ptr %9, i64 %10)
  %12 = load ptr, ptr %5, align 8
  %13 = load i64, ptr %8, align 8
  %14 = call ptr @at_unit(ptr %12, i64 %13)
  %15 = load i64, ptr %7, align 8
  %16 = call i64 @node_size(i64 %15)
  call void @llvm.memmove.p0.p0.i64(ptr align 1 %11, ptr align 1 %14, i64 %16, i1 false)
  %17 = load ptr, ptr %5, align 8
  %18 = load ptr, ptr %6, align 8
  %19 = load i64, ptr %7, align 8
  %20 = load ptr, ptr %6, align 8
  %21 = load i64, ptr %8, align 8
  %22 = call ptr @at_unit(ptr %20, i64 %21)
  call void @copy_below(ptr %17, ptr %18, i64 %19, ptr %22)
  ret void
}

define internal i64 @node_size(i64 %0) alwaysinline nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = mul i64 8, %3
  %5 = add i64 40, %4
  %6 = add i64 %5, 16
  %7 = sub i64 %6, 1
  %8 = udiv i64 %7, 16
  %9 = mul i64 %8, 16
  ret i64 %9
}

declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)

define internal void @copy_below(ptr %0, ptr %1, i64 %2, ptr %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %13 = load ptr, ptr %8, align 8
  %14 = getelementptr inbounds nuw %struct.node, ptr %13, i32 0, i32 0
  %15 = load i64, ptr %14, align 8
  %16 = call i64 @ones(i64 %15)
  store i64 %16, ptr %9, align 8
  %17 = load ptr, ptr %8, align 8
  %18 = getelementptr inbounds nuw %struct.node, ptr %17, i32 0, i32 1
  %19 = load i64, ptr %18, align 8
  %20 = call i64 @ones(i64 %19)
  store i64 %20, ptr %10, align 8
  %21 = load ptr, ptr %8, align 8
  %22 = getelementptr inbounds nuw %struct.node, ptr %21, i32 0, i32 2
  %23 = load i64, ptr %22, align 8
  %24 = call i64 @ones(i64 %23)
  store i64 %24, ptr %11, align 8
  %25 = load i64, ptr %11, align 8
  %26 = icmp ugt i64 %25, 1
  br i1 %26, label %27, label %37

27:
  %28 = load ptr, ptr %5, align 8
  %29 = load ptr, ptr %6, align 8
  %30 = load ptr, ptr %8, align 8
  %31 = getelementptr inbounds nuw %struct.node, ptr %30, i32 0, i32 5
  %32 = load i32, ptr %31, align 8
  %33 = load i64, ptr %11, align 8
  %34 = call i32 @copied(ptr %28, ptr %29, i32 %32, i64 %33, i64 4)
  %35 = load ptr, ptr %8, align 8
  %36 = getelementptr inbounds nuw %struct.node, ptr %35, i32 0, i32 5
  store i32 %34, ptr %36, align 8
  br label %37

37:
  %38 = load i64, ptr %10, align 8
  %39 = icmp ne i64 %38, 0
  br i1 %39, label %40, label %52

40:
  %41 = load ptr, ptr %5, align 8
  %42 = load ptr, ptr %6, align 8
  %43 = load ptr, ptr %8, align 8
  %44 = getelementptr inbounds nuw %struct.node, ptr %43, i32 0, i32 4
  %45 = load i32, ptr %44, align 4
  %46 = load i64, ptr %10, align 8
  %47 = load i64, ptr %7, align 8
  %48 = call i64 @leaf_size(i64 %47)
  %49 = call i32 @copied(ptr %41, ptr %42, i32 %45, i64 %46, i64 %48)
  %50 = load ptr, ptr %8, align 8
  %51 = getelementptr inbounds nuw %struct.node, ptr %50, i32 0, i32 4
  store i32 %49, ptr %51, align 4
  br label %52

52:
  %53 = load i64, ptr %9, align 8
  %54 = icmp ne i64 %53, 0
  br i1 %54, label %55, label %91

55:
  %56 = load ptr, ptr %5, align 8
  %57 = load ptr, ptr %6, align 8
  %58 = load ptr, ptr %8, align 8
  %59 = getelementptr inbounds nuw %struct.node, ptr %58, i32 0, i32 3
  %60 = load i32, ptr %59, align 8
  %61 = load i64, ptr %9, align 8
  %62 = load i64, ptr %7, align 8
  %63 = call i64 @node_size(i64 %62)
  %64 = call i32 @copied(ptr %56, ptr %57, i32 %60, i64 %61, i64 %63)
  %65 = load ptr, ptr %8, align 8
  %66 = getelementptr inbounds nuw %struct.node, ptr %65, i32 0, i32 3
  store i32 %64, ptr %66, align 8
  store i64 0, ptr %12, align 8
  br label %67

67:
  %68 = load i64, ptr %12, align 8
  %69 = load i64, ptr %9, align 8
  %70 = icmp ult i64 %68, %69
  br i1 %70, label %72, label %71

71:
  br label %90

72:
  %73 = load ptr, ptr %5, align 8
  %74 = load ptr, ptr %6, align 8
  %75 = load i64, ptr %7, align 8
  %76 = load ptr, ptr %6, align 8
  %77 = load ptr, ptr %8, align 8
  %78 = getelementptr inbounds nuw %struct.node, ptr %77, i32 0, i32 3
  %79 = load i32, ptr %78, align 8
  %80 = zext i32 %79 to i64
  %81 = call ptr @at_unit(ptr %76, i64 %80)
  %82 = load i64, ptr %12, align 8
  %83 = load i64, ptr %7, align 8
  %84 = call i64 @node_size(i64 %83)
  %85 = mul i64 %82, %84
  %86 = getelementptr inbounds nuw i8, ptr %81, i64 %85
  call void @copy_below(ptr %73, ptr %74, i64 %75, ptr %86)
  br label %87

87:
  %88 = load i64, ptr %12, align 8
  %89 = add i64 %88, 1
  store i64 %89, ptr %12, align 8
  br label %67

90:
  br label %91

91:
  ret void
}

define internal i64 @leaf_size(i64 %0) alwaysinline nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = mul i64 8, %3
  %5 = add i64 8, %4
  ret i64 %5
}

define internal i32 @search_all(ptr %0, ptr %1, i64 %2) alwaysinline nounwind {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca ptr, align 8
  %15 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %16 = load ptr, ptr %5, align 8
  %17 = load ptr, ptr %16, align 8
  store ptr %17, ptr %8, align 8
  %18 = load ptr, ptr %8, align 8
  %19 = load i64, ptr %7, align 8
  %20 = call ptr @root_of(ptr %18, i64 %19)
  store ptr %20, ptr %9, align 8
  store ptr null, ptr %10, align 8
  store i64 0, ptr %11, align 8
  br label %21

21:
  %22 = load ptr, ptr %6, align 8
  %23 = load ptr, ptr %9, align 8
  %24 = getelementptr inbounds nuw %struct.node, ptr %23, i32 0, i32 7
  %25 = getelementptr inbounds [0 x i64], ptr %24, i64 0, i64 0
  %26 = load ptr, ptr %9, align 8
  %27 = getelementptr inbounds nuw %struct.node, ptr %26, i32 0, i32 6
  %28 = load i32, ptr %27, align 4
  %29 = zext i32 %28 to i64
  %30 = load i64, ptr %7, align 8
  %31 = call zeroext i1 @differs(ptr %22, ptr %25, i64 %29, i64 %30)
  br i1 %31, label %32, label %33

32:
  br label %107

33:
  %34 = load ptr, ptr %6, align 8
  %35 = load i64, ptr %7, align 8
  %36 = load ptr, ptr %9, align 8
  %37 = getelementptr inbounds nuw %struct.node, ptr %36, i32 0, i32 6
  %38 = load i32, ptr %37, align 4
  %39 = zext i32 %38 to i64
  %40 = call i64 @chunk(ptr %34, i64 %35, i64 %39)
  store i64 %40, ptr %12, align 8
  %41 = load ptr, ptr %9, align 8
  %42 = getelementptr inbounds nuw %struct.node, ptr %41, i32 0, i32 2
  %43 = load i64, ptr %42, align 8
  %44 = load i64, ptr %12, align 8
  %45 = getelementptr inbounds nuw [64 x i64], ptr @PREFIXES_OF, i64 0, i64 %44
  %46 = load i64, ptr %45, align 8
  %47 = and i64 %43, %46
  store i64 %47, ptr %13, align 8
  %48 = load i64, ptr %13, align 8
  %49 = icmp ne i64 %48, 0
  br i1 %49, label %50, label %52

50:
  %51 = load ptr, ptr %9, align 8
  br label %54

52:
  %53 = load ptr, ptr %10, align 8
  br label %54

54:
  %55 = phi ptr [ %51, %50 ], [ %53, %52 ]
  store ptr %55, ptr %10, align 8
  %56 = load i64, ptr %13, align 8
  %57 = icmp ne i64 %56, 0
  br i1 %57, label %58, label %60

58:
  %59 = load i64, ptr %13, align 8
  br label %62

60:
  %61 = load i64, ptr %11, align 8
  br label %62

62:
  %63 = phi i64 [ %59, %58 ], [ %61, %60 ]
  store i64 %63, ptr %11, align 8
  %64 = load ptr, ptr %9, align 8
  %65 = getelementptr inbounds nuw %struct.node, ptr %64, i32 0, i32 1
  %66 = load i64, ptr %65, align 8
  %67 = load i64, ptr %12, align 8
  %68 = call zeroext i1 @has(i64 %66, i64 %67)
  br i1 %68, label %69, label %91

69:
  %70 = load ptr, ptr %8, align 8
  %71 = load ptr, ptr %9, align 8
  %72 = load i64, ptr %12, align 8
  %73 = load i64, ptr %7, align 8
  %74 = call ptr @leaf_at(ptr %70, ptr %71, i64 %72, i64 %73)
  store ptr %74, ptr %14, align 8
  %75 = load ptr, ptr %6, align 8
  %76 = load ptr, ptr %14, align 8
  %77 = getelementptr inbounds nuw %struct.leaf, ptr %76, i32 0, i32 2
  %78 = getelementptr inbounds [0 x i64], ptr %77, i64 0, i64 0
  %79 = load ptr, ptr %14, align 8
  %80 = getelementptr inbounds nuw %struct.leaf, ptr %79, i32 0, i32 1
  %81 = load i32, ptr %80, align 4
  %82 = zext i32 %81 to i64
  %83 = load i64, ptr %7, align 8
  %84 = call zeroext i1 @differs(ptr %75, ptr %78, i64 %82, i64 %83)
  br i1 %84, label %89, label %85

85:
  %86 = load ptr, ptr %14, align 8
  %87 = getelementptr inbounds nuw %struct.leaf, ptr %86, i32 0, i32 0
  %88 = load i32, ptr %87, align 8
  store i32 %88, ptr %4, align 4
  store i32 1, ptr %15, align 4
  br label %90

89:
  store i32 2, ptr %15, align 4
  br label %90

90:
  br label %104

91:
  %92 = load ptr, ptr %9, align 8
  %93 = getelementptr inbounds nuw %struct.node, ptr %92, i32 0, i32 0
  %94 = load i64, ptr %93, align 8
  %95 = load i64, ptr %12, align 8
  %96 = call zeroext i1 @has(i64 %94, i64 %95)
  br i1 %96, label %98, label %97

97:
  store i32 2, ptr %15, align 4
  br label %104

98:
  %99 = load ptr, ptr %8, align 8
  %100 = load ptr, ptr %9, align 8
  %101 = load i64, ptr %12, align 8
  %102 = load i64, ptr %7, align 8
  %103 = call ptr @child_at(ptr %99, ptr %100, i64 %101, i64 %102)
  store ptr %103, ptr %9, align 8
  store i32 0, ptr %15, align 4
  br label %104

104:
  %105 = load i32, ptr %15, align 4
  switch i32 %105, label %141 [
    i32 0, label %106
    i32 2, label %107
  ]

106:
  br label %21

107:
  %108 = load ptr, ptr %10, align 8
  %109 = icmp ne ptr %108, null
  br i1 %109, label %111, label %110

110:
  store i32 -1, ptr %4, align 4
  store i32 1, ptr %15, align 4
  br label %141

111:
  %112 = load ptr, ptr %10, align 8
  %113 = getelementptr inbounds nuw %struct.node, ptr %112, i32 0, i32 2
  %114 = load i64, ptr %113, align 8
  %115 = load ptr, ptr %10, align 8
  %116 = getelementptr inbounds nuw %struct.node, ptr %115, i32 0, i32 2
  %117 = load i64, ptr %116, align 8
  %118 = sub i64 %117, 1
  %119 = and i64 %114, %118
  %120 = icmp eq i64 %119, 0
  br i1 %120, label %121, label %125

121:
  %122 = load ptr, ptr %10, align 8
  %123 = getelementptr inbounds nuw %struct.node, ptr %122, i32 0, i32 5
  %124 = load i32, ptr %123, align 8
  store i32 %124, ptr %4, align 4
  store i32 1, ptr %15, align 4
  br label %141

125:
  %126 = load ptr, ptr %8, align 8
  %127 = load ptr, ptr %10, align 8
  %128 = getelementptr inbounds nuw %struct.node, ptr %127, i32 0, i32 5
  %129 = load i32, ptr %128, align 8
  %130 = zext i32 %129 to i64
  %131 = call ptr @at_unit(ptr %126, i64 %130)
  %132 = load ptr, ptr %10, align 8
  %133 = getelementptr inbounds nuw %struct.node, ptr %132, i32 0, i32 2
  %134 = load i64, ptr %133, align 8
  %135 = load i64, ptr %11, align 8
  %136 = call i64 @leading_zeros(i64 %135)
  %137 = sub i64 63, %136
  %138 = call i64 @rank_of(i64 %134, i64 %137)
  %139 = getelementptr inbounds nuw i32, ptr %131, i64 %138
  %140 = load i32, ptr %139, align 4
  store i32 %140, ptr %4, align 4
  store i32 1, ptr %15, align 4
  br label %141

141:
  %142 = load i32, ptr %4, align 4
  ret i32 %142
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

declare i64 @llvm.ctlz.i64(i64, i1)

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

declare void @llvm.prefetch.p0(ptr, i32, i32, i32)

declare i64 @llvm.ctpop.i64(i64)

define internal i64 @take(ptr %0, i64 %1) nounwind {
  %3 = alloca i64, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca i32, align 4
  %8 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %9 = load i64, ptr %5, align 8
  %10 = load ptr, ptr %4, align 8
  %11 = getelementptr inbounds nuw %struct.pool, ptr %10, i32 0, i32 2
  %12 = load i64, ptr %11, align 8
  %13 = add i64 %12, %9
  store i64 %13, ptr %11, align 8
  %14 = load ptr, ptr %4, align 8
  %15 = getelementptr inbounds nuw %struct.pool, ptr %14, i32 0, i32 4
  %16 = load i64, ptr %5, align 8
  %17 = getelementptr inbounds nuw [0 x i32], ptr %15, i64 0, i64 %16
  %18 = load i32, ptr %17, align 4
  %19 = zext i32 %18 to i64
  store i64 %19, ptr %6, align 8
  %20 = load i64, ptr %6, align 8
  %21 = icmp ne i64 %20, 0
  br i1 %21, label %22, label %32

22:
  %23 = load ptr, ptr %4, align 8
  %24 = load i64, ptr %6, align 8
  %25 = call ptr @at_unit(ptr %23, i64 %24)
  %26 = load i32, ptr %25, align 4
  %27 = load ptr, ptr %4, align 8
  %28 = getelementptr inbounds nuw %struct.pool, ptr %27, i32 0, i32 4
  %29 = load i64, ptr %5, align 8
  %30 = getelementptr inbounds nuw [0 x i32], ptr %28, i64 0, i64 %29
  store i32 %26, ptr %30, align 4
  %31 = load i64, ptr %6, align 8
  store i64 %31, ptr %3, align 8
  store i32 1, ptr %7, align 4
  br label %42

32:
  %33 = load ptr, ptr %4, align 8
  %34 = getelementptr inbounds nuw %struct.pool, ptr %33, i32 0, i32 0
  %35 = load i64, ptr %34, align 8
  store i64 %35, ptr %8, align 8
  %36 = load i64, ptr %5, align 8
  %37 = load ptr, ptr %4, align 8
  %38 = getelementptr inbounds nuw %struct.pool, ptr %37, i32 0, i32 0
  %39 = load i64, ptr %38, align 8
  %40 = add i64 %39, %36
  store i64 %40, ptr %38, align 8
  %41 = load i64, ptr %8, align 8
  store i64 %41, ptr %3, align 8
  store i32 1, ptr %7, align 4
  br label %42

42:
  %43 = load i64, ptr %3, align 8
  ret i64 %43
}

define internal void @clear_node(ptr %0, i64 %1, ptr %2, i64 %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = getelementptr inbounds nuw %struct.node, ptr %9, i32 0, i32 2
  store i64 0, ptr %10, align 8
  %11 = load ptr, ptr %5, align 8
  %12 = getelementptr inbounds nuw %struct.node, ptr %11, i32 0, i32 1
  store i64 0, ptr %12, align 8
  %13 = load ptr, ptr %5, align 8
  %14 = getelementptr inbounds nuw %struct.node, ptr %13, i32 0, i32 0
  store i64 0, ptr %14, align 8
  %15 = load ptr, ptr %5, align 8
  %16 = getelementptr inbounds nuw %struct.node, ptr %15, i32 0, i32 5
  store i32 0, ptr %16, align 8
  %17 = load ptr, ptr %5, align 8
  %18 = getelementptr inbounds nuw %struct.node, ptr %17, i32 0, i32 4
  store i32 0, ptr %18, align 4
  %19 = load ptr, ptr %5, align 8
  %20 = getelementptr inbounds nuw %struct.node, ptr %19, i32 0, i32 3
  store i32 0, ptr %20, align 8
  %21 = load i64, ptr %6, align 8
  %22 = trunc i64 %21 to i32
  %23 = load ptr, ptr %5, align 8
  %24 = getelementptr inbounds nuw %struct.node, ptr %23, i32 0, i32 6
  store i32 %22, ptr %24, align 4
  %25 = load ptr, ptr %5, align 8
  %26 = getelementptr inbounds nuw %struct.node, ptr %25, i32 0, i32 7
  %27 = getelementptr inbounds [0 x i64], ptr %26, i64 0, i64 0
  %28 = load ptr, ptr %7, align 8
  %29 = load i64, ptr %8, align 8
  %30 = mul i64 8, %29
  call void @llvm.memmove.p0.p0.i64(ptr align 8 %27, ptr align 8 %28, i64 %30, i1 false)
  ret void
}

define internal ptr @add_leaf(ptr %0, ptr %1, i64 %2, i64 %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  %11 = load ptr, ptr %6, align 8
  %12 = getelementptr inbounds nuw %struct.node, ptr %11, i32 0, i32 1
  %13 = load i64, ptr %12, align 8
  %14 = load i64, ptr %7, align 8
  %15 = call i64 @rank_of(i64 %13, i64 %14)
  store i64 %15, ptr %9, align 8
  %16 = load i64, ptr %8, align 8
  %17 = call i64 @leaf_size(i64 %16)
  store i64 %17, ptr %10, align 8
  %18 = load ptr, ptr %5, align 8
  %19 = load ptr, ptr %6, align 8
  %20 = getelementptr inbounds nuw %struct.node, ptr %19, i32 0, i32 4
  %21 = load i32, ptr %20, align 4
  %22 = zext i32 %21 to i64
  %23 = load ptr, ptr %6, align 8
  %24 = getelementptr inbounds nuw %struct.node, ptr %23, i32 0, i32 1
  %25 = load i64, ptr %24, align 8
  %26 = call i64 @ones(i64 %25)
  %27 = load i64, ptr %10, align 8
  %28 = load i64, ptr %9, align 8
  %29 = call i64 @widen(ptr %18, i64 %22, i64 %26, i64 %27, i64 %28)
  %30 = trunc i64 %29 to i32
  %31 = load ptr, ptr %6, align 8
  %32 = getelementptr inbounds nuw %struct.node, ptr %31, i32 0, i32 4
  store i32 %30, ptr %32, align 4
  %33 = load i64, ptr %7, align 8
  %34 = shl i64 1, %33
  %35 = load ptr, ptr %6, align 8
  %36 = getelementptr inbounds nuw %struct.node, ptr %35, i32 0, i32 1
  %37 = load i64, ptr %36, align 8
  %38 = or i64 %37, %34
  store i64 %38, ptr %36, align 8
  %39 = load ptr, ptr %5, align 8
  %40 = load ptr, ptr %6, align 8
  %41 = getelementptr inbounds nuw %struct.node, ptr %40, i32 0, i32 4
  %42 = load i32, ptr %41, align 4
  %43 = zext i32 %42 to i64
  %44 = call ptr @at_unit(ptr %39, i64 %43)
  %45 = load i64, ptr %9, align 8
  %46 = load i64, ptr %10, align 8
  %47 = mul i64 %45, %46
  %48 = getelementptr inbounds nuw i8, ptr %44, i64 %47
  ret ptr %48
}

define internal i64 @widen(ptr %0, i64 %1, i64 %2, i64 %3, i64 %4) nounwind {
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  %15 = alloca i64, align 8
  %16 = alloca ptr, align 8
  %17 = alloca i32, align 4
  %18 = alloca i64, align 8
  %19 = alloca ptr, align 8
  store ptr %0, ptr %7, align 8
  store i64 %1, ptr %8, align 8
  store i64 %2, ptr %9, align 8
  store i64 %3, ptr %10, align 8
  store i64 %4, ptr %11, align 8
  %20 = load i64, ptr %9, align 8
  %21 = icmp ne i64 %20, 0
  br i1 %21, label %22, label %26

22:
  %23 = load i64, ptr %9, align 8
  %24 = load i64, ptr %10, align 8
  %25 = call i64 @units_of(i64 %23, i64 %24)
  br label %27

26:
  br label %27

27:
  %28 = phi i64 [ %25, %22 ], [ 0, %26 ]
  store i64 %28, ptr %12, align 8
  %29 = load i64, ptr %9, align 8
  %30 = add i64 %29, 1
  %31 = load i64, ptr %10, align 8
  %32 = call i64 @units_of(i64 %30, i64 %31)
  store i64 %32, ptr %13, align 8
  %33 = load i64, ptr %11, align 8
  %34 = load i64, ptr %10, align 8
  %35 = mul i64 %33, %34
  store i64 %35, ptr %14, align 8
  %36 = load i64, ptr %9, align 8
  %37 = load i64, ptr %11, align 8
  %38 = sub i64 %36, %37
  %39 = load i64, ptr %10, align 8
  %40 = mul i64 %38, %39
  store i64 %40, ptr %15, align 8
  %41 = load ptr, ptr %7, align 8
  %42 = load i64, ptr %8, align 8
  %43 = call ptr @at_unit(ptr %41, i64 %42)
  store ptr %43, ptr %16, align 8
  %44 = load i64, ptr %12, align 8
  %45 = load i64, ptr %13, align 8
  %46 = icmp eq i64 %44, %45
  br i1 %46, label %47, label %58

47:
  %48 = load ptr, ptr %16, align 8
  %49 = load i64, ptr %14, align 8
  %50 = getelementptr inbounds nuw i8, ptr %48, i64 %49
  %51 = load i64, ptr %10, align 8
  %52 = getelementptr inbounds nuw i8, ptr %50, i64 %51
  %53 = load ptr, ptr %16, align 8
  %54 = load i64, ptr %14, align 8
  %55 = getelementptr inbounds nuw i8, ptr %53, i64 %54
  %56 = load i64, ptr %15, align 8
  call void @llvm.memmove.p0.p0.i64(ptr align 1 %52, ptr align 1 %55, i64 %56, i1 false)
  %57 = load i64, ptr %8, align 8
  store i64 %57, ptr %6, align 8
  store i32 1, ptr %17, align 4
  br label %85

58:
  %59 = load ptr, ptr %7, align 8
  %60 = load i64, ptr %13, align 8
  %61 = call i64 @take(ptr %59, i64 %60)
  store i64 %61, ptr %18, align 8
  %62 = load i64, ptr %9, align 8
  %63 = icmp ne i64 %62, 0
  br i1 %63, label %64, label %83

64:
  %65 = load ptr, ptr %7, align 8
  %66 = load i64, ptr %18, align 8
  %67 = call ptr @at_unit(ptr %65, i64 %66)
  store ptr %67, ptr %19, align 8
  %68 = load ptr, ptr %19, align 8
  %69 = load ptr, ptr %16, align 8
  %70 = load i64, ptr %14, align 8
  call void @llvm.memmove.p0.p0.i64(ptr align 1 %68, ptr align 1 %69, i64 %70, i1 false)
  %71 = load ptr, ptr %19, align 8
  %72 = load i64, ptr %14, align 8
  %73 = getelementptr inbounds nuw i8, ptr %71, i64 %72
  %74 = load i64, ptr %10, align 8
  %75 = getelementptr inbounds nuw i8, ptr %73, i64 %74
  %76 = load ptr, ptr %16, align 8
  %77 = load i64, ptr %14, align 8
  %78 = getelementptr inbounds nuw i8, ptr %76, i64 %77
  %79 = load i64, ptr %15, align 8
  call void @llvm.memmove.p0.p0.i64(ptr align 1 %75, ptr align 1 %78, i64 %79, i1 false)
  %80 = load ptr, ptr %7, align 8
  %81 = load i64, ptr %8, align 8
  %82 = load i64, ptr %12, align 8
  call void @give(ptr %80, i64 %81, i64 %82)
  br label %83

83:
  %84 = load i64, ptr %18, align 8
  store i64 %84, ptr %6, align 8
  store i32 1, ptr %17, align 4
  br label %85

85:
  %86 = load i64, ptr %6, align 8
  ret i64 %86
}

define internal void @drop_child(ptr %0, ptr %1, i64 %2, i64 %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  %10 = load ptr, ptr %6, align 8
  %11 = getelementptr inbounds nuw %struct.node, ptr %10, i32 0, i32 0
  %12 = load i64, ptr %11, align 8
  store i64 %12, ptr %9, align 8
  %13 = load ptr, ptr %5, align 8
  %14 = load ptr, ptr %6, align 8
  %15 = getelementptr inbounds nuw %struct.node, ptr %14, i32 0, i32 3
  %16 = load i32, ptr %15, align 8
  %17 = zext i32 %16 to i64
  %18 = load i64, ptr %9, align 8
  %19 = call i64 @ones(i64 %18)
  %20 = load i64, ptr %8, align 8
  %21 = call i64 @node_size(i64 %20)
  %22 = load i64, ptr %9, align 8
  %23 = load i64, ptr %7, align 8
  %24 = call i64 @rank_of(i64 %22, i64 %23)
  %25 = call i64 @narrow(ptr %13, i64 %17, i64 %19, i64 %21, i64 %24)
  %26 = trunc i64 %25 to i32
  %27 = load ptr, ptr %6, align 8
  %28 = getelementptr inbounds nuw %struct.node, ptr %27, i32 0, i32 3
  store i32 %26, ptr %28, align 8
  %29 = load i64, ptr %7, align 8
  %30 = shl i64 1, %29
  %31 = load ptr, ptr %6, align 8
  %32 = getelementptr inbounds nuw %struct.node, ptr %31, i32 0, i32 0
  %33 = load i64, ptr %32, align 8
  %34 = xor i64 %33, %30
  store i64 %34, ptr %32, align 8
  ret void
}

define internal void @leaf_of_prefix(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  %15 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %16 = load ptr, ptr %5, align 8
  %17 = getelementptr inbounds nuw %struct.node, ptr %16, i32 0, i32 6
  %18 = load i32, ptr %17, align 4
  %19 = zext i32 %18 to i64
  store i64 %19, ptr %7, align 8
  %20 = load ptr, ptr %5, align 8
  %21 = getelementptr inbounds nuw %struct.node, ptr %20, i32 0, i32 2
  %22 = load i64, ptr %21, align 8
  %23 = call i64 @leading_zeros(i64 %22)
  %24 = sub i64 63, %23
  store i64 %24, ptr %8, align 8
  %25 = load i64, ptr %8, align 8
  %26 = call i64 @leading_zeros(i64 %25)
  %27 = sub i64 63, %26
  store i64 %27, ptr %9, align 8
  %28 = load i64, ptr %8, align 8
  %29 = load i64, ptr %9, align 8
  %30 = shl i64 1, %29
  %31 = xor i64 %28, %30
  store i64 %31, ptr %10, align 8
  %32 = load i64, ptr %7, align 8
  %33 = and i64 %32, 63
  store i64 %33, ptr %11, align 8
  %34 = load i64, ptr %6, align 8
  %35 = sub i64 %34, 1
  %36 = load i64, ptr %7, align 8
  %37 = lshr i64 %36, 6
  %38 = sub i64 %35, %37
  store i64 %38, ptr %12, align 8
  %39 = load ptr, ptr %5, align 8
  %40 = getelementptr inbounds nuw %struct.node, ptr %39, i32 0, i32 5
  %41 = load i32, ptr %40, align 8
  %42 = load ptr, ptr %4, align 8
  %43 = getelementptr inbounds nuw %struct.leaf, ptr %42, i32 0, i32 0
  store i32 %41, ptr %43, align 8
  %44 = load i64, ptr %7, align 8
  %45 = load i64, ptr %9, align 8
  %46 = add i64 %44, %45
  %47 = trunc i64 %46 to i32
  %48 = load ptr, ptr %4, align 8
  %49 = getelementptr inbounds nuw %struct.leaf, ptr %48, i32 0, i32 1
  store i32 %47, ptr %49, align 4
  store i64 0, ptr %13, align 8
  br label %50

50:
  %51 = load i64, ptr %13, align 8
  %52 = load i64, ptr %6, align 8
  %53 = icmp ult i64 %51, %52
  br i1 %53, label %55, label %54

54:
  br label %107

55:
  %56 = load ptr, ptr %5, align 8
  %57 = getelementptr inbounds nuw %struct.node, ptr %56, i32 0, i32 7
  %58 = load i64, ptr %13, align 8
  %59 = getelementptr inbounds nuw [0 x i64], ptr %57, i64 0, i64 %58
  %60 = load i64, ptr %59, align 8
  %61 = load i64, ptr %11, align 8
  %62 = lshr i64 -1, %61
  %63 = xor i64 %62, -1
  %64 = and i64 %60, %63
  store i64 %64, ptr %14, align 8
  %65 = load i64, ptr %10, align 8
  %66 = icmp ne i64 %65, 0
  br i1 %66, label %67, label %75

67:
  %68 = load i64, ptr %10, align 8
  %69 = load i64, ptr %11, align 8
  %70 = sub i64 64, %69
  %71 = load i64, ptr %9, align 8
  %72 = sub i64 %70, %71
  %73 = and i64 %72, 63
  %74 = shl i64 %68, %73
  br label %76

75:
  br label %76

76:
  %77 = phi i64 [ %74, %67 ], [ 0, %75 ]
  store i64 %77, ptr %15, align 8
  %78 = load i64, ptr %13, align 8
  %79 = load i64, ptr %12, align 8
  %80 = icmp ugt i64 %78, %79
  br i1 %80, label %81, label %87

81:
  %82 = load ptr, ptr %5, align 8
  %83 = getelementptr inbounds nuw %struct.node, ptr %82, i32 0, i32 7
  %84 = load i64, ptr %13, align 8
  %85 = getelementptr inbounds nuw [0 x i64], ptr %83, i64 0, i64 %84
  %86 = load i64, ptr %85, align 8
  br label %98

87:
  %88 = load i64, ptr %13, align 8
  %89 = load i64, ptr %12, align 8
  %90 = icmp eq i64 %88, %89
  br i1 %90, label %91, label %95

91:
  %92 = load i64, ptr %14, align 8
  %93 = load i64, ptr %15, align 8
  %94 = or i64 %92, %93
  br label %96

95:
  br label %96

96:
  %97 = phi i64 [ %94, %91 ], [ 0, %95 ]
  br label %98

98:
  %99 = phi i64 [ %86, %81 ], [ %97, %96 ]
  %100 = load ptr, ptr %4, align 8
  %101 = getelementptr inbounds nuw %struct.leaf, ptr %100, i32 0, i32 2
  %102 = load i64, ptr %13, align 8
  %103 = getelementptr inbounds nuw [0 x i64], ptr %101, i64 0, i64 %102
  store i64 %99, ptr %103, align 8
  br label %104

104:
  %105 = load i64, ptr %13, align 8
  %106 = add i64 %105, 1
  store i64 %106, ptr %13, align 8
  br label %50

107:
  ret void
}

define internal i32 @copied(ptr %0, ptr %1, i32 %2, i64 %3, i64 %4) nounwind {
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca i32, align 4
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store i32 %2, ptr %8, align 4
  store i64 %3, ptr %9, align 8
  store i64 %4, ptr %10, align 8
  %12 = load ptr, ptr %7, align 8
  %13 = load i64, ptr %9, align 8
  %14 = load i64, ptr %10, align 8
  %15 = call i64 @units_of(i64 %13, i64 %14)
  %16 = call i64 @take(ptr %12, i64 %15)
  %17 = trunc i64 %16 to i32
  store i32 %17, ptr %11, align 4
  %18 = load ptr, ptr %7, align 8
  %19 = load i32, ptr %11, align 4
  %20 = zext i32 %19 to i64
  %21 = call ptr @at_unit(ptr %18, i64 %20)
  %22 = load ptr, ptr %6, align 8
  %23 = load i32, ptr %8, align 4
  %24 = zext i32 %23 to i64
  %25 = call ptr @at_unit(ptr %22, i64 %24)
  %26 = load i64, ptr %9, align 8
  %27 = load i64, ptr %10, align 8
  %28 = mul i64 %26, %27
  call void @llvm.memmove.p0.p0.i64(ptr align 1 %21, ptr align 1 %25, i64 %28, i1 false)
  %29 = load i32, ptr %11, align 4
  ret i32 %29
}
