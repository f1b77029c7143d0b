; SPDX-License-Identifier: Apache-2.0
; Made of entries.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 641756d5caae839297b3c30e0887bbe17cdc5a0605169e9c10fbbea04e54a1c7
%struct.reader = type { ptr, ptr, i8 }
%struct.update = type { i32, i32, i32, i32 }
%struct.place = type { [9 x i64], [9 x i64], [32 x i64], i64 }
%struct.target = type { ptr, ptr, i64, i64, i64, i64, ptr, i64, i64, i64 }
%struct.shape = type { i32, i32, i32, i32, i32, i32, i32, i32, i32, [0 x %struct.key_field] }
%struct.key_field = type { i32, i32, i32, i32 }
%struct.entry_record = type { i64, i64, i64, i32, i32, i32, i32, [0 x i8] }
%struct.action_use = type { i32, i32, i32, i32 }
%struct.parameter = type { i32, i32, i32, i32 }
%struct.ranked = type { ptr, ptr, ptr, ptr, ptr }
%struct.list = type { i64, i64, [0 x i64] }
%struct.descriptor = type { i64, i64, [0 x i64] }
%struct.node = type { i64, i64, [0 x i64] }

@read_field.tags = internal constant [5 x i8] c"\12\22\1A2:", align 1

define i64 @request_updates(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca %struct.reader, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i64, align 8
  %12 = alloca %struct.reader, align 8
  %13 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  %14 = getelementptr inbounds nuw %struct.reader, ptr %8, i32 0, i32 0
  %15 = load ptr, ptr %5, align 8
  store ptr %15, ptr %14, align 8
  %16 = getelementptr inbounds nuw %struct.reader, ptr %8, i32 0, i32 1
  %17 = load ptr, ptr %5, align 8
  %18 = load i64, ptr %6, align 8
  %19 = getelementptr inbounds nuw i8, ptr %17, i64 %18
  store ptr %19, ptr %16, align 8
  %20 = getelementptr inbounds nuw %struct.reader, ptr %8, i32 0, i32 2
  store i8 0, ptr %20, align 8
  %21 = getelementptr i8, ptr %8, i64 17
  call void @llvm.memset.p0.i64(ptr align 1 %21, i8 0, i64 7, i1 false)
  store i64 0, ptr %9, align 8
  %22 = load i64, ptr %6, align 8
  %23 = load ptr, ptr %7, align 8
  %24 = getelementptr inbounds i64, ptr %23, i64 1
  store i64 %22, ptr %24, align 8
  %25 = load ptr, ptr %7, align 8
  %26 = getelementptr inbounds i64, ptr %25, i64 0
  store i64 %22, ptr %26, align 8
  br label %27

27:
  %28 = getelementptr inbounds nuw %struct.reader, ptr %8, i32 0, i32 0
  %29 = load ptr, ptr %28, align 8
  %30 = getelementptr inbounds nuw %struct.reader, ptr %8, i32 0, i32 1
  %31 = load ptr, ptr %30, align 8
  %32 = icmp ne ptr %29, %31
  br i1 %32, label %33, label %101

33:
  %34 = getelementptr inbounds nuw %struct.reader, ptr %8, i32 0, i32 0
  %35 = load ptr, ptr %34, align 8
  store ptr %35, ptr %10, align 8
  %36 = call i64 @read_number(ptr %8)
  store i64 %36, ptr %11, align 8
  %37 = load i64, ptr %11, align 8
  %38 = and i64 %37, 7
  %39 = icmp eq i64 %38, 0
  br i1 %39, label %40, label %42

40:
  %41 = call i64 @read_number(ptr %8)
  br label %50

42:
  %43 = load i64, ptr %11, align 8
  %44 = and i64 %43, 7
  %45 = icmp eq i64 %44, 2
  br i1 %45, label %46, label %47

46:
  call void @read_message(ptr dead_on_unwind writable sret(%struct.reader) align 8 %12, ptr %8)
  br label %49

47:
  %48 = getelementptr inbounds nuw %struct.reader, ptr %8, i32 0, i32 2
  store i8 1, ptr %48, align 8
  br label %49

49:
  br label %50

50:
  %51 = getelementptr inbounds nuw %struct.reader, ptr %8, i32 0, i32 2
  %52 = load i8, ptr %51, align 8
  %53 = trunc i8 %52 to i1
  br i1 %53, label %57, label %54

54:
  %55 = load i64, ptr %11, align 8
  %56 = icmp ult i64 %55, 8
  br i1 %56, label %57, label %58

57:
  store i64 -1, ptr %4, align 8
  store i32 1, ptr %13, align 4
  br label %98

58:
  %59 = load i64, ptr %11, align 8
  %60 = icmp ne i64 %59, 34
  br i1 %60, label %61, label %62

61:
  store i32 2, ptr %13, align 4
  br label %98

62:
  %63 = load i64, ptr %9, align 8
  %64 = icmp ne i64 %63, 0
  br i1 %64, label %65, label %76

65:
  %66 = load ptr, ptr %7, align 8
  %67 = getelementptr inbounds i64, ptr %66, i64 1
  %68 = load i64, ptr %67, align 8
  %69 = load ptr, ptr %10, align 8
  %70 = load ptr, ptr %5, align 8
  %71 = ptrtoint ptr %69 to i64
  %72 = ptrtoint ptr %70 to i64
  %73 = sub i64 %71, %72
  %74 = icmp ne i64 %68, %73
  br i1 %74, label %75, label %76

75:
  store i64 -1, ptr %4, align 8
  store i32 1, ptr %13, align 4
  br label %98

76:
  %77 = load i64, ptr %9, align 8
  %78 = icmp ne i64 %77, 0
  br i1 %78, label %87, label %79

79:
  %80 = load ptr, ptr %10, align 8
  %81 = load ptr, ptr %5, align 8
  %82 = ptrtoint ptr %80 to i64
  %83 = ptrtoint ptr %81 to i64
  %84 = sub i64 %82, %83
  %85 = load ptr, ptr %7, align 8
  %86 = getelementptr inbounds i64, ptr %85, i64 0
  store i64 %84, ptr %86, align 8
  br label %87

87:
  %88 = getelementptr inbounds nuw %struct.reader, ptr %8, i32 0, i32 0
  %89 = load ptr, ptr %88, align 8
  %90 = load ptr, ptr %5, align 8
  %91 = ptrtoint ptr %89 to i64
  %92 = ptrtoint ptr %90 to i64
  %93 = sub i64 %91, %92
  %94 = load ptr, ptr %7, align 8
  %95 = getelementptr inbounds i64, ptr %94, i64 1
  store i64 %93, ptr %95, align 8
  %96 = load i64, ptr %9, align 8
  %97 = add i64 %96, 1
  store i64 %97, ptr %9, align 8
  store i32 0, ptr %13, align 4
  br label %98

98:
  %99 = load i32, ptr %13, align 4
  switch i32 %99, label %103 [
    i32 0, label %100
    i32 2, label %27
  ]

100:
  br label %27

101:
  %102 = load i64, ptr %9, align 8
  store i64 %102, ptr %4, align 8
  store i32 1, ptr %13, align 4
  br label %103

103:
  %104 = load i64, ptr %4, align 8
  ret i64 %104
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define internal i64 @read_number(ptr %0) alwaysinline nounwind {
  %2 = alloca i64, align 8
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  %6 = alloca i32, align 4
  %7 = alloca i8, align 1
  store ptr %0, ptr %3, align 8
  store i64 0, ptr %4, align 8
  store i64 0, ptr %5, align 8
  br label %8

8:
  %9 = load i64, ptr %5, align 8
  %10 = icmp ult i64 %9, 63
  br i1 %10, label %12, label %11

11:
  store i32 2, ptr %6, align 4
  br label %64

12:
  %13 = load ptr, ptr %3, align 8
  %14 = getelementptr inbounds nuw %struct.reader, ptr %13, i32 0, i32 0
  %15 = load ptr, ptr %14, align 8
  %16 = load ptr, ptr %3, align 8
  %17 = getelementptr inbounds nuw %struct.reader, ptr %16, i32 0, i32 1
  %18 = load ptr, ptr %17, align 8
  %19 = icmp eq ptr %15, %18
  br i1 %19, label %20, label %21

20:
  store i32 2, ptr %6, align 4
  br label %64

21:
  %22 = load ptr, ptr %3, align 8
  %23 = getelementptr inbounds nuw %struct.reader, ptr %22, i32 0, i32 0
  %24 = load ptr, ptr %23, align 8
  %25 = getelementptr inbounds nuw i8, ptr %24, i32 1
  store ptr %25, ptr %23, align 8
  %26 = load i8, ptr %24, align 1
  store i8 %26, ptr %7, align 1
  %27 = load i8, ptr %7, align 1
  %28 = zext i8 %27 to i32
  %29 = and i32 %28, 127
  %30 = sext i32 %29 to i64
  %31 = load i64, ptr %5, align 8
  %32 = shl i64 %30, %31
  %33 = load i64, ptr %4, align 8
  %34 = or i64 %33, %32
  store i64 %34, ptr %4, align 8
  %35 = load i8, ptr %7, align 1
  %36 = zext i8 %35 to i32
  %37 = icmp slt i32 %36, 128
  br i1 %37, label %38, label %57

38:
  %39 = load i8, ptr %7, align 1
  %40 = zext i8 %39 to i32
  %41 = icmp eq i32 %40, 0
  br i1 %41, label %42, label %45

42:
  %43 = load i64, ptr %5, align 8
  %44 = icmp ne i64 %43, 0
  br label %45

45:
  %46 = phi i1 [ false, %38 ], [ %44, %42 ]
  %47 = zext i1 %46 to i32
  %48 = load ptr, ptr %3, align 8
  %49 = getelementptr inbounds nuw %struct.reader, ptr %48, i32 0, i32 2
  %50 = load i8, ptr %49, align 8
  %51 = trunc i8 %50 to i1
  %52 = zext i1 %51 to i32
  %53 = or i32 %52, %47
  %54 = icmp ne i32 %53, 0
  %55 = zext i1 %54 to i8
  store i8 %55, ptr %49, align 8
  %56 = load i64, ptr %4, align 8
  store i64 %56, ptr %2, align 8
  store i32 1, ptr %6, align 4
  br label %58

57:
  store i32 0, ptr %6, align 4
  br label %58

58:
  %59 = load i32, ptr %6, align 4
  switch i32 %59, label %64 [
    i32 0, label %60
  ]

60:
  br label %61

61:
  %62 = load i64, ptr %5, align 8
  %63 = add i64 %62, 7
  store i64 %63, ptr %5, align 8
  br label %8

64:
  %65 = load i32, ptr %6, align 4
  switch i32 %65, label %69 [
    i32 2, label %66
  ]

66:
  %67 = load ptr, ptr %3, align 8
  %68 = getelementptr inbounds nuw %struct.reader, ptr %67, i32 0, i32 2
  store i8 1, ptr %68, align 8
  store i64 0, ptr %2, align 8
  store i32 1, ptr %6, align 4
  br label %69

69:
  %70 = load i64, ptr %2, align 8
  ret i64 %70
}

define internal void @read_message(ptr dead_on_unwind noalias writable sret(%struct.reader) align 8 %0, ptr %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  store ptr %1, ptr %3, align 8
  %4 = load ptr, ptr %3, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = call i64 @read_number(ptr %5)
  call void @read_part(ptr dead_on_unwind writable sret(%struct.reader) align 8 %0, ptr %4, i64 %6)
  ret void
}

define i64 @request_plain(ptr %0, i64 %1, i64 %2, ptr %3, i64 %4) nounwind {
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca %struct.reader, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca i32, align 4
  %15 = alloca %struct.reader, align 8
  %16 = alloca %struct.reader, align 8
  %17 = alloca %struct.update, align 4
  %18 = alloca %struct.reader, align 8
  %19 = alloca %struct.reader, align 8
  %20 = alloca i64, align 8
  %21 = alloca %struct.update, align 4
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  store i64 %4, ptr %10, align 8
  %22 = getelementptr inbounds nuw %struct.reader, ptr %11, i32 0, i32 0
  %23 = load ptr, ptr %6, align 8
  %24 = load i64, ptr %7, align 8
  %25 = getelementptr inbounds nuw i8, ptr %23, i64 %24
  store ptr %25, ptr %22, align 8
  %26 = getelementptr inbounds nuw %struct.reader, ptr %11, i32 0, i32 1
  %27 = load ptr, ptr %6, align 8
  %28 = load i64, ptr %8, align 8
  %29 = getelementptr inbounds nuw i8, ptr %27, i64 %28
  store ptr %29, ptr %26, align 8
  %30 = getelementptr inbounds nuw %struct.reader, ptr %11, i32 0, i32 2
  store i8 0, ptr %30, align 8
  %31 = getelementptr i8, ptr %11, i64 17
  call void @llvm.memset.p0.i64(ptr align 1 %31, i8 0, i64 7, i1 false)
  store i64 0, ptr %12, align 8
  store i64 0, ptr %13, align 8
  br label %32

32:
  %33 = load i64, ptr %13, align 8
  %34 = load i64, ptr %10, align 8
  %35 = icmp ult i64 %33, %34
  br i1 %35, label %36, label %38

36:
  %37 = call zeroext i1 @goes_on_with(ptr %11, i8 zeroext 34)
  br label %38

38:
  %39 = phi i1 [ false, %32 ], [ %37, %36 ]
  br i1 %39, label %41, label %40

40:
  store i32 2, ptr %14, align 4
  br label %118

41:
  call void @read_message(ptr dead_on_unwind writable sret(%struct.reader) align 8 %15, ptr %11)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %16, ptr align 8 %15, i64 24, i1 false)
  %42 = load ptr, ptr %9, align 8
  %43 = load i64, ptr %13, align 8
  %44 = getelementptr inbounds nuw %struct.update, ptr %42, i64 %43
  %45 = getelementptr inbounds nuw %struct.update, ptr %17, i32 0, i32 0
  %46 = getelementptr inbounds nuw %struct.reader, ptr %16, i32 0, i32 0
  %47 = load ptr, ptr %46, align 8
  %48 = load ptr, ptr %6, align 8
  %49 = ptrtoint ptr %47 to i64
  %50 = ptrtoint ptr %48 to i64
  %51 = sub i64 %49, %50
  %52 = trunc i64 %51 to i32
  store i32 %52, ptr %45, align 4
  %53 = getelementptr inbounds nuw %struct.update, ptr %17, i32 0, i32 1
  %54 = getelementptr inbounds nuw %struct.reader, ptr %16, i32 0, i32 1
  %55 = load ptr, ptr %54, align 8
  %56 = load ptr, ptr %6, align 8
  %57 = ptrtoint ptr %55 to i64
  %58 = ptrtoint ptr %56 to i64
  %59 = sub i64 %57, %58
  %60 = trunc i64 %59 to i32
  store i32 %60, ptr %53, align 4
  %61 = getelementptr inbounds nuw %struct.update, ptr %17, i32 0, i32 2
  store i32 0, ptr %61, align 4
  %62 = getelementptr inbounds nuw %struct.update, ptr %17, i32 0, i32 3
  store i32 0, ptr %62, align 4
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %44, ptr align 4 %17, i64 16, i1 false)
  %63 = call zeroext i1 @goes_on_with(ptr %15, i8 zeroext 8)
  br i1 %63, label %64, label %69

64:
  %65 = call i64 @read_number(ptr %15)
  %66 = icmp ne i64 %65, 1
  br i1 %66, label %69, label %67

67:
  %68 = call zeroext i1 @goes_on_with(ptr %15, i8 zeroext 18)
  br i1 %68, label %70, label %69

69:
  store i32 4, ptr %14, align 4
  br label %112

70:
  call void @read_message(ptr dead_on_unwind writable sret(%struct.reader) align 8 %18, ptr %15)
  %71 = call zeroext i1 @is_over(ptr %15)
  br i1 %71, label %72, label %74

72:
  %73 = call zeroext i1 @goes_on_with(ptr %18, i8 zeroext 18)
  br i1 %73, label %75, label %74

74:
  store i32 4, ptr %14, align 4
  br label %111

75:
  call void @read_message(ptr dead_on_unwind writable sret(%struct.reader) align 8 %19, ptr %18)
  %76 = call zeroext i1 @is_over(ptr %18)
  br i1 %76, label %78, label %77

77:
  store i32 4, ptr %14, align 4
  br label %110

78:
  %79 = call i64 @table_of(ptr byval(%struct.reader) align 8 %19)
  store i64 %79, ptr %20, align 8
  %80 = load i64, ptr %20, align 8
  %81 = icmp ne i64 %80, 0
  br i1 %81, label %83, label %82

82:
  store i32 4, ptr %14, align 4
  br label %109

83:
  %84 = load ptr, ptr %9, align 8
  %85 = load i64, ptr %13, align 8
  %86 = getelementptr inbounds nuw %struct.update, ptr %84, i64 %85
  %87 = getelementptr inbounds nuw %struct.update, ptr %21, i32 0, i32 0
  %88 = getelementptr inbounds nuw %struct.reader, ptr %19, i32 0, i32 0
  %89 = load ptr, ptr %88, align 8
  %90 = load ptr, ptr %6, align 8
  %91 = ptrtoint ptr %89 to i64
  %92 = ptrtoint ptr %90 to i64
  %93 = sub i64 %91, %92
  %94 = trunc i64 %93 to i32
  store i32 %94, ptr %87, align 4
  %95 = getelementptr inbounds nuw %struct.update, ptr %21, i32 0, i32 1
  %96 = getelementptr inbounds nuw %struct.reader, ptr %19, i32 0, i32 1
  %97 = load ptr, ptr %96, align 8
  %98 = load ptr, ptr %6, align 8
  %99 = ptrtoint ptr %97 to i64
  %100 = ptrtoint ptr %98 to i64
  %101 = sub i64 %99, %100
  %102 = trunc i64 %101 to i32
  store i32 %102, ptr %95, align 4
  %103 = getelementptr inbounds nuw %struct.update, ptr %21, i32 0, i32 2
  %104 = load i64, ptr %20, align 8
  %105 = trunc i64 %104 to i32
  store i32 %105, ptr %103, align 4
  %106 = getelementptr inbounds nuw %struct.update, ptr %21, i32 0, i32 3
  store i32 0, ptr %106, align 4
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %86, ptr align 4 %21, i64 16, i1 false)
  %107 = load i64, ptr %12, align 8
  %108 = add i64 %107, 1
  store i64 %108, ptr %12, align 8
  store i32 0, ptr %14, align 4
  br label %109

109:
  br label %110

110:
  br label %111

111:
  br label %112

112:
  %113 = load i32, ptr %14, align 4
  switch i32 %113, label %120 [
    i32 0, label %114
    i32 4, label %115
  ]

114:
  br label %115

115:
  %116 = load i64, ptr %13, align 8
  %117 = add i64 %116, 1
  store i64 %117, ptr %13, align 8
  br label %32

118:
  %119 = load i64, ptr %12, align 8
  store i32 1, ptr %14, align 4
  ret i64 %119

120:
  unreachable
}

define internal zeroext i1 @goes_on_with(ptr %0, i8 zeroext %1) alwaysinline nounwind {
  %3 = alloca i1, align 1
  %4 = alloca ptr, align 8
  %5 = alloca i8, align 1
  store ptr %0, ptr %4, align 8
  store i8 %1, ptr %5, align 1
  %6 = load ptr, ptr %4, align 8
  %7 = getelementptr inbounds nuw %struct.reader, ptr %6, i32 0, i32 2
  %8 = load i8, ptr %7, align 8
  %9 = trunc i8 %8 to i1
  br i1 %9, label %27, label %10

10:
  %11 = load ptr, ptr %4, align 8
  %12 = getelementptr inbounds nuw %struct.reader, ptr %11, i32 0, i32 0
  %13 = load ptr, ptr %12, align 8
  %14 = load ptr, ptr %4, align 8
  %15 = getelementptr inbounds nuw %struct.reader, ptr %14, i32 0, i32 1
  %16 = load ptr, ptr %15, align 8
  %17 = icmp eq ptr %13, %16
  br i1 %17, label %27, label %18

18:
  %19 = load ptr, ptr %4, align 8
  %20 = getelementptr inbounds nuw %struct.reader, ptr %19, i32 0, i32 0
  %21 = load ptr, ptr %20, align 8
  %22 = load i8, ptr %21, align 1
  %23 = zext i8 %22 to i32
  %24 = load i8, ptr %5, align 1
  %25 = zext i8 %24 to i32
  %26 = icmp ne i32 %23, %25
  br i1 %26, label %27, label %28

27:
  store i1 false, ptr %3, align 1
  br label %33

28:
  %29 = load ptr, ptr %4, align 8
  %30 = getelementptr inbounds nuw %struct.reader, ptr %29, i32 0, i32 0
  %31 = load ptr, ptr %30, align 8
  %32 = getelementptr inbounds nuw i8, ptr %31, i32 1
  store ptr %32, ptr %30, align 8
  store i1 true, ptr %3, align 1
  br label %33

33:
  %34 = load i1, ptr %3, align 1
  ret i1 %34
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define internal zeroext i1 @is_over(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %struct.reader, ptr %3, i32 0, i32 2
  %5 = load i8, ptr %4, align 8
  %6 = trunc i8 %5 to i1
  br i1 %6, label %15, label %7

7:
  %8 = load ptr, ptr %2, align 8
  %9 = getelementptr inbounds nuw %struct.reader, ptr %8, i32 0, i32 0
  %10 = load ptr, ptr %9, align 8
  %11 = load ptr, ptr %2, align 8
  %12 = getelementptr inbounds nuw %struct.reader, ptr %11, i32 0, i32 1
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %10, %13
  br label %15

15:
  %16 = phi i1 [ false, %1 ], [ %14, %7 ]
  ret i1 %16
}

define internal i64 @table_of(ptr byval(%struct.reader) align 8 %0) alwaysinline nounwind {
  %2 = alloca i64, align 8
  %3 = alloca i64, align 8
  %4 = alloca i32, align 4
  %5 = alloca i64, align 8
  %6 = call zeroext i1 @goes_on_with(ptr %0, i8 zeroext 8)
  br i1 %6, label %8, label %7

7:
  store i64 0, ptr %2, align 8
  br label %48

8:
  %9 = call i64 @read_number(ptr %0)
  store i64 %9, ptr %3, align 8
  br label %10

10:
  %11 = call zeroext i1 @goes_on_with(ptr %0, i8 zeroext 18)
  br i1 %11, label %12, label %16

12:
  %13 = call zeroext i1 @skip_match(ptr %0)
  br i1 %13, label %15, label %14

14:
  store i64 0, ptr %2, align 8
  store i32 1, ptr %4, align 4
  br label %47

15:
  br label %10

16:
  %17 = call zeroext i1 @goes_on_with(ptr %0, i8 zeroext 26)
  br i1 %17, label %18, label %20

18:
  %19 = call zeroext i1 @skip_action(ptr %0)
  br i1 %19, label %21, label %20

20:
  store i64 0, ptr %2, align 8
  store i32 1, ptr %4, align 4
  br label %47

21:
  %22 = call zeroext i1 @goes_on_with(ptr %0, i8 zeroext 32)
  br i1 %22, label %23, label %36

23:
  %24 = call i64 @read_number(ptr %0)
  store i64 %24, ptr %5, align 8
  %25 = load i64, ptr %5, align 8
  %26 = icmp eq i64 %25, 0
  br i1 %26, label %31, label %27

27:
  %28 = load i64, ptr %5, align 8
  %29 = lshr i64 %28, 31
  %30 = icmp ne i64 %29, 0
  br i1 %30, label %31, label %32

31:
  store i64 0, ptr %2, align 8
  store i32 1, ptr %4, align 4
  br label %33

32:
  store i32 0, ptr %4, align 4
  br label %33

33:
  %34 = load i32, ptr %4, align 4
  switch i32 %34, label %47 [
    i32 0, label %35
  ]

35:
  br label %36

36:
  %37 = call zeroext i1 @is_over(ptr %0)
  br i1 %37, label %38, label %44

38:
  %39 = load i64, ptr %3, align 8
  %40 = lshr i64 %39, 32
  %41 = icmp ne i64 %40, 0
  br i1 %41, label %44, label %42

42:
  %43 = load i64, ptr %3, align 8
  br label %45

44:
  br label %45

45:
  %46 = phi i64 [ %43, %42 ], [ 0, %44 ]
  store i64 %46, ptr %2, align 8
  store i32 1, ptr %4, align 4
  br label %47

47:
  br label %48

48:
  %49 = load i64, ptr %2, align 8
  ret i64 %49
}

define i64 @request_run(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %8 = load i64, ptr %5, align 8
  store i64 %8, ptr %7, align 8
  br label %9

9:
  %10 = load i64, ptr %7, align 8
  %11 = load i64, ptr %6, align 8
  %12 = icmp ult i64 %10, %11
  br i1 %12, label %13, label %25

13:
  %14 = load ptr, ptr %4, align 8
  %15 = load i64, ptr %7, align 8
  %16 = getelementptr inbounds nuw %struct.update, ptr %14, i64 %15
  %17 = getelementptr inbounds nuw %struct.update, ptr %16, i32 0, i32 2
  %18 = load i32, ptr %17, align 4
  %19 = load ptr, ptr %4, align 8
  %20 = load i64, ptr %5, align 8
  %21 = getelementptr inbounds nuw %struct.update, ptr %19, i64 %20
  %22 = getelementptr inbounds nuw %struct.update, ptr %21, i32 0, i32 2
  %23 = load i32, ptr %22, align 4
  %24 = icmp eq i32 %18, %23
  br label %25

25:
  %26 = phi i1 [ false, %9 ], [ %24, %13 ]
  br i1 %26, label %27, label %30

27:
  %28 = load i64, ptr %7, align 8
  %29 = add i64 %28, 1
  store i64 %29, ptr %7, align 8
  br label %9

30:
  %31 = load i64, ptr %7, align 8
  %32 = load i64, ptr %5, align 8
  %33 = sub i64 %31, %32
  ret i64 %33
}

define i64 @entries_insert(ptr %0, ptr %1, ptr %2, ptr %3, i64 %4, ptr %5, i64 %6, i64 %7) nounwind {
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
  %21 = alloca %struct.reader, align 8
  %22 = alloca %struct.place, align 8
  %23 = alloca ptr, align 8
  %24 = alloca i64, align 8
  %25 = alloca ptr, align 8
  %26 = alloca i64, align 8
  %27 = alloca i8, align 1
  store ptr %0, ptr %10, align 8
  store ptr %1, ptr %11, align 8
  store ptr %2, ptr %12, align 8
  store ptr %3, ptr %13, align 8
  store i64 %4, ptr %14, align 8
  store ptr %5, ptr %15, align 8
  store i64 %6, ptr %16, align 8
  store i64 %7, ptr %17, align 8
  %28 = load ptr, ptr %11, align 8
  %29 = getelementptr inbounds nuw %struct.target, ptr %28, i32 0, i32 7
  store i64 0, ptr %29, align 8
  %30 = load ptr, ptr %11, align 8
  %31 = getelementptr inbounds nuw %struct.target, ptr %30, i32 0, i32 8
  store i64 0, ptr %31, align 8
  %32 = load ptr, ptr %11, align 8
  %33 = getelementptr inbounds nuw %struct.target, ptr %32, i32 0, i32 9
  store i64 0, ptr %33, align 8
  %34 = load i64, ptr %16, align 8
  store i64 %34, ptr %18, align 8
  br label %35

35:
  %36 = load i64, ptr %18, align 8
  %37 = load i64, ptr %17, align 8
  %38 = icmp ult i64 %36, %37
  br i1 %38, label %40, label %39

39:
  store i32 2, ptr %19, align 4
  br label %255

40:
  %41 = load ptr, ptr %13, align 8
  %42 = load i64, ptr %14, align 8
  %43 = load i64, ptr %18, align 8
  %44 = add i64 %42, %43
  %45 = load i64, ptr %16, align 8
  %46 = sub i64 %44, %45
  %47 = getelementptr inbounds nuw %struct.update, ptr %41, i64 %46
  store ptr %47, ptr %20, align 8
  %48 = load ptr, ptr %20, align 8
  %49 = getelementptr inbounds nuw %struct.update, ptr %48, i32 0, i32 2
  %50 = load i32, ptr %49, align 4
  %51 = load ptr, ptr %10, align 8
  %52 = getelementptr inbounds nuw %struct.shape, ptr %51, i32 0, i32 0
  %53 = load i32, ptr %52, align 4
  %54 = icmp ne i32 %50, %53
  br i1 %54, label %55, label %59

55:
  %56 = load i64, ptr %18, align 8
  %57 = load i64, ptr %16, align 8
  %58 = sub i64 %56, %57
  store i64 %58, ptr %9, align 8
  store i32 1, ptr %19, align 4
  br label %249

59:
  %60 = getelementptr inbounds nuw %struct.reader, ptr %21, i32 0, i32 0
  %61 = load ptr, ptr %12, align 8
  %62 = load ptr, ptr %20, align 8
  %63 = getelementptr inbounds nuw %struct.update, ptr %62, i32 0, i32 0
  %64 = load i32, ptr %63, align 4
  %65 = zext i32 %64 to i64
  %66 = getelementptr inbounds nuw i8, ptr %61, i64 %65
  store ptr %66, ptr %60, align 8
  %67 = getelementptr inbounds nuw %struct.reader, ptr %21, i32 0, i32 1
  %68 = load ptr, ptr %12, align 8
  %69 = load ptr, ptr %20, align 8
  %70 = getelementptr inbounds nuw %struct.update, ptr %69, i32 0, i32 1
  %71 = load i32, ptr %70, align 4
  %72 = zext i32 %71 to i64
  %73 = getelementptr inbounds nuw i8, ptr %68, i64 %72
  store ptr %73, ptr %67, align 8
  %74 = getelementptr inbounds nuw %struct.reader, ptr %21, i32 0, i32 2
  store i8 0, ptr %74, align 8
  %75 = getelementptr i8, ptr %21, i64 17
  call void @llvm.memset.p0.i64(ptr align 1 %75, i8 0, i64 7, i1 false)
  %76 = call zeroext i1 @goes_on_with(ptr %21, i8 zeroext 8)
  %77 = call i64 @read_number(ptr %21)
  %78 = load ptr, ptr %10, align 8
  %79 = call zeroext i1 @read_place(ptr %78, ptr %21, ptr %22)
  br i1 %79, label %84, label %80

80:
  %81 = load i64, ptr %18, align 8
  %82 = load i64, ptr %16, align 8
  %83 = sub i64 %81, %82
  store i64 %83, ptr %9, align 8
  store i32 1, ptr %19, align 4
  br label %248

84:
  %85 = load ptr, ptr %11, align 8
  %86 = getelementptr inbounds nuw %struct.target, ptr %85, i32 0, i32 0
  %87 = load ptr, ptr %86, align 8
  %88 = load ptr, ptr %15, align 8
  %89 = load i64, ptr %18, align 8
  %90 = getelementptr inbounds nuw i32, ptr %88, i64 %89
  %91 = load i32, ptr %90, align 4
  %92 = zext i32 %91 to i64
  %93 = add i64 %92, 1
  %94 = load ptr, ptr %10, align 8
  %95 = getelementptr inbounds nuw %struct.shape, ptr %94, i32 0, i32 3
  %96 = load i32, ptr %95, align 4
  %97 = zext i32 %96 to i64
  %98 = mul i64 %93, %97
  %99 = getelementptr inbounds nuw i8, ptr %87, i64 %98
  store ptr %99, ptr %23, align 8
  store i64 0, ptr %24, align 8
  br label %100

100:
  %101 = load i64, ptr %24, align 8
  %102 = load ptr, ptr %10, align 8
  %103 = getelementptr inbounds nuw %struct.shape, ptr %102, i32 0, i32 3
  %104 = load i32, ptr %103, align 4
  %105 = udiv i32 %104, 8
  %106 = zext i32 %105 to i64
  %107 = icmp ult i64 %101, %106
  br i1 %107, label %109, label %108

108:
  store i32 5, ptr %19, align 4
  br label %116

109:
  %110 = load ptr, ptr %23, align 8
  %111 = load i64, ptr %24, align 8
  %112 = getelementptr inbounds nuw i64, ptr %110, i64 %111
  store i64 0, ptr %112, align 8
  br label %113

113:
  %114 = load i64, ptr %24, align 8
  %115 = add i64 %114, 1
  store i64 %115, ptr %24, align 8
  br label %100

116:
  %117 = load ptr, ptr %23, align 8
  %118 = load ptr, ptr %10, align 8
  %119 = getelementptr inbounds nuw %struct.shape, ptr %118, i32 0, i32 8
  %120 = load i32, ptr %119, align 4
  %121 = zext i32 %120 to i64
  %122 = sub i64 0, %121
  %123 = getelementptr inbounds i8, ptr %117, i64 %122
  store ptr %123, ptr %25, align 8
  %124 = load ptr, ptr %10, align 8
  %125 = getelementptr inbounds nuw %struct.shape, ptr %124, i32 0, i32 8
  %126 = load i32, ptr %125, align 4
  %127 = icmp eq i32 %126, 0
  br i1 %127, label %128, label %134

128:
  %129 = load ptr, ptr %11, align 8
  %130 = getelementptr inbounds nuw %struct.target, ptr %129, i32 0, i32 2
  %131 = load i64, ptr %130, align 8
  %132 = load ptr, ptr %25, align 8
  %133 = getelementptr inbounds nuw %struct.entry_record, ptr %132, i32 0, i32 0
  store i64 %131, ptr %133, align 8
  br label %134

134:
  %135 = load ptr, ptr %10, align 8
  %136 = getelementptr inbounds nuw %struct.shape, ptr %135, i32 0, i32 8
  %137 = load i32, ptr %136, align 4
  %138 = zext i32 %137 to i64
  %139 = icmp ule i64 %138, 24
  br i1 %139, label %140, label %145

140:
  %141 = load ptr, ptr %25, align 8
  %142 = getelementptr inbounds nuw %struct.entry_record, ptr %141, i32 0, i32 4
  store i32 -1, ptr %142, align 4
  %143 = load ptr, ptr %25, align 8
  %144 = getelementptr inbounds nuw %struct.entry_record, ptr %143, i32 0, i32 3
  store i32 -1, ptr %144, align 8
  br label %145

145:
  %146 = load ptr, ptr %25, align 8
  %147 = getelementptr inbounds nuw %struct.entry_record, ptr %146, i32 0, i32 5
  store i32 -1, ptr %147, align 8
  %148 = load ptr, ptr %10, align 8
  %149 = load ptr, ptr %25, align 8
  %150 = call zeroext i1 @read_action(ptr %148, ptr %21, ptr %149)
  br i1 %150, label %155, label %151

151:
  %152 = load i64, ptr %18, align 8
  %153 = load i64, ptr %16, align 8
  %154 = sub i64 %152, %153
  store i64 %154, ptr %9, align 8
  store i32 1, ptr %19, align 4
  br label %247

155:
  %156 = call zeroext i1 @goes_on_with(ptr %21, i8 zeroext 32)
  br i1 %156, label %157, label %159

157:
  %158 = call i64 @read_number(ptr %21)
  br label %160

159:
  br label %160

160:
  %161 = phi i64 [ %158, %157 ], [ 0, %159 ]
  store i64 %161, ptr %26, align 8
  %162 = call zeroext i1 @is_over(ptr %21)
  br i1 %162, label %163, label %171

163:
  %164 = load i64, ptr %26, align 8
  %165 = icmp ne i64 %164, 0
  %166 = zext i1 %165 to i32
  %167 = load ptr, ptr %10, align 8
  %168 = getelementptr inbounds nuw %struct.shape, ptr %167, i32 0, i32 6
  %169 = load i32, ptr %168, align 4
  %170 = icmp ne i32 %166, %169
  br i1 %170, label %171, label %175

171:
  %172 = load i64, ptr %18, align 8
  %173 = load i64, ptr %16, align 8
  %174 = sub i64 %172, %173
  store i64 %174, ptr %9, align 8
  store i32 1, ptr %19, align 4
  br label %246

175:
  %176 = load ptr, ptr %10, align 8
  %177 = getelementptr inbounds nuw %struct.shape, ptr %176, i32 0, i32 2
  %178 = load i32, ptr %177, align 4
  %179 = icmp eq i32 %178, 0
  br i1 %179, label %180, label %190

180:
  %181 = load ptr, ptr %10, align 8
  %182 = load ptr, ptr %11, align 8
  %183 = load ptr, ptr %15, align 8
  %184 = load i64, ptr %18, align 8
  %185 = getelementptr inbounds nuw i32, ptr %183, i64 %184
  %186 = load i32, ptr %185, align 4
  %187 = zext i32 %186 to i64
  %188 = call zeroext i1 @insert_exact(ptr %181, ptr %182, ptr %22, i64 %187)
  %189 = zext i1 %188 to i32
  br label %234

190:
  %191 = load ptr, ptr %10, align 8
  %192 = getelementptr inbounds nuw %struct.shape, ptr %191, i32 0, i32 2
  %193 = load i32, ptr %192, align 4
  %194 = icmp eq i32 %193, 1
  br i1 %194, label %195, label %205

195:
  %196 = load ptr, ptr %10, align 8
  %197 = load ptr, ptr %11, align 8
  %198 = load ptr, ptr %15, align 8
  %199 = load i64, ptr %18, align 8
  %200 = getelementptr inbounds nuw i32, ptr %198, i64 %199
  %201 = load i32, ptr %200, align 4
  %202 = zext i32 %201 to i64
  %203 = call zeroext i1 @insert_prefix(ptr %196, ptr %197, ptr %22, i64 %202)
  %204 = zext i1 %203 to i32
  br label %232

205:
  %206 = load ptr, ptr %10, align 8
  %207 = getelementptr inbounds nuw %struct.shape, ptr %206, i32 0, i32 2
  %208 = load i32, ptr %207, align 4
  %209 = icmp eq i32 %208, 3
  br i1 %209, label %210, label %219

210:
  %211 = load ptr, ptr %11, align 8
  %212 = load ptr, ptr %15, align 8
  %213 = load i64, ptr %18, align 8
  %214 = getelementptr inbounds nuw i32, ptr %212, i64 %213
  %215 = load i32, ptr %214, align 4
  %216 = zext i32 %215 to i64
  %217 = call zeroext i1 @insert_short(ptr %211, ptr %22, i64 %216)
  %218 = zext i1 %217 to i32
  br label %230

219:
  %220 = load ptr, ptr %10, align 8
  %221 = load ptr, ptr %11, align 8
  %222 = load ptr, ptr %15, align 8
  %223 = load i64, ptr %18, align 8
  %224 = getelementptr inbounds nuw i32, ptr %222, i64 %223
  %225 = load i32, ptr %224, align 4
  %226 = zext i32 %225 to i64
  %227 = load i64, ptr %26, align 8
  %228 = call zeroext i1 @insert_ranked(ptr %220, ptr %221, ptr %22, i64 %226, i64 %227)
  %229 = zext i1 %228 to i32
  br label %230

230:
  %231 = phi i32 [ %218, %210 ], [ %229, %219 ]
  br label %232

232:
  %233 = phi i32 [ %204, %195 ], [ %231, %230 ]
  br label %234

234:
  %235 = phi i32 [ %189, %180 ], [ %233, %232 ]
  %236 = icmp ne i32 %235, 0
  %237 = zext i1 %236 to i8
  store i8 %237, ptr %27, align 1
  %238 = load i8, ptr %27, align 1
  %239 = trunc i8 %238 to i1
  br i1 %239, label %244, label %240

240:
  %241 = load i64, ptr %18, align 8
  %242 = load i64, ptr %16, align 8
  %243 = sub i64 %241, %242
  store i64 %243, ptr %9, align 8
  store i32 1, ptr %19, align 4
  br label %245

244:
  store i32 0, ptr %19, align 4
  br label %245

245:
  br label %246

246:
  br label %247

247:
  br label %248

248:
  br label %249

249:
  %250 = load i32, ptr %19, align 4
  switch i32 %250, label %255 [
    i32 0, label %251
  ]

251:
  br label %252

252:
  %253 = load i64, ptr %18, align 8
  %254 = add i64 %253, 1
  store i64 %254, ptr %18, align 8
  br label %35

255:
  %256 = load i32, ptr %19, align 4
  switch i32 %256, label %263 [
    i32 2, label %257
    i32 1, label %261
  ]

257:
  %258 = load i64, ptr %17, align 8
  %259 = load i64, ptr %16, align 8
  %260 = sub i64 %258, %259
  store i64 %260, ptr %9, align 8
  br label %261

261:
  %262 = load i64, ptr %9, align 8
  ret i64 %262

263:
  unreachable
}

define internal zeroext i1 @read_place(ptr %0, ptr %1, ptr %2) alwaysinline nounwind {
  %4 = alloca i1, align 1
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i64, align 8
  %12 = alloca i32, align 4
  %13 = alloca ptr, align 8
  %14 = alloca %struct.reader, align 8
  %15 = alloca %struct.reader, align 8
  %16 = alloca i8, align 1
  %17 = alloca %struct.reader, align 8
  %18 = alloca i64, align 8
  %19 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store i64 0, ptr %8, align 8
  br label %20

20:
  %21 = load i64, ptr %8, align 8
  %22 = load ptr, ptr %5, align 8
  %23 = getelementptr inbounds nuw %struct.shape, ptr %22, i32 0, i32 1
  %24 = load i32, ptr %23, align 4
  %25 = zext i32 %24 to i64
  %26 = icmp ule i64 %21, %25
  br i1 %26, label %28, label %27

27:
  br label %40

28:
  %29 = load ptr, ptr %7, align 8
  %30 = getelementptr inbounds nuw %struct.place, ptr %29, i32 0, i32 1
  %31 = load i64, ptr %8, align 8
  %32 = getelementptr inbounds nuw [9 x i64], ptr %30, i64 0, i64 %31
  store i64 0, ptr %32, align 8
  %33 = load ptr, ptr %7, align 8
  %34 = getelementptr inbounds nuw %struct.place, ptr %33, i32 0, i32 0
  %35 = load i64, ptr %8, align 8
  %36 = getelementptr inbounds nuw [9 x i64], ptr %34, i64 0, i64 %35
  store i64 0, ptr %36, align 8
  br label %37

37:
  %38 = load i64, ptr %8, align 8
  %39 = add i64 %38, 1
  store i64 %39, ptr %8, align 8
  br label %20

40:
  store i64 0, ptr %9, align 8
  br label %41

41:
  %42 = load i64, ptr %9, align 8
  %43 = load ptr, ptr %5, align 8
  %44 = getelementptr inbounds nuw %struct.shape, ptr %43, i32 0, i32 7
  %45 = load i32, ptr %44, align 4
  %46 = zext i32 %45 to i64
  %47 = icmp ult i64 %42, %46
  br i1 %47, label %49, label %48

48:
  br label %57

49:
  %50 = load ptr, ptr %7, align 8
  %51 = getelementptr inbounds nuw %struct.place, ptr %50, i32 0, i32 2
  %52 = load i64, ptr %9, align 8
  %53 = getelementptr inbounds nuw [32 x i64], ptr %51, i64 0, i64 %52
  store i64 0, ptr %53, align 8
  br label %54

54:
  %55 = load i64, ptr %9, align 8
  %56 = add i64 %55, 1
  store i64 %56, ptr %9, align 8
  br label %41

57:
  %58 = load ptr, ptr %5, align 8
  %59 = getelementptr inbounds nuw %struct.shape, ptr %58, i32 0, i32 1
  %60 = load i32, ptr %59, align 4
  %61 = mul i32 64, %60
  %62 = zext i32 %61 to i64
  %63 = load ptr, ptr %7, align 8
  %64 = getelementptr inbounds nuw %struct.place, ptr %63, i32 0, i32 3
  store i64 %62, ptr %64, align 8
  %65 = load ptr, ptr %7, align 8
  %66 = getelementptr inbounds nuw %struct.place, ptr %65, i32 0, i32 2
  %67 = getelementptr inbounds [32 x i64], ptr %66, i64 0, i64 0
  store ptr %67, ptr %10, align 8
  store i64 0, ptr %11, align 8
  br label %68

68:
  %69 = load i64, ptr %11, align 8
  %70 = load ptr, ptr %5, align 8
  %71 = getelementptr inbounds nuw %struct.shape, ptr %70, i32 0, i32 4
  %72 = load i32, ptr %71, align 4
  %73 = zext i32 %72 to i64
  %74 = icmp ult i64 %69, %73
  br i1 %74, label %76, label %75

75:
  store i32 8, ptr %12, align 4
  br label %169

76:
  %77 = load ptr, ptr %5, align 8
  %78 = getelementptr inbounds nuw %struct.shape, ptr %77, i32 0, i32 9
  %79 = load i64, ptr %11, align 8
  %80 = getelementptr inbounds nuw [0 x %struct.key_field], ptr %78, i64 0, i64 %79
  store ptr %80, ptr %13, align 8
  %81 = load ptr, ptr %6, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %14, ptr align 8 %81, i64 24, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %15, ptr align 8 %14, i64 24, i1 false)
  store i8 0, ptr %16, align 1
  %82 = call zeroext i1 @goes_on_with(ptr %14, i8 zeroext 18)
  br i1 %82, label %83, label %95

83:
  call void @read_message(ptr dead_on_unwind writable sret(%struct.reader) align 8 %17, ptr %14)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %15, ptr align 8 %17, i64 24, i1 false)
  %84 = call zeroext i1 @goes_on_with(ptr %15, i8 zeroext 8)
  br i1 %84, label %85, label %92

85:
  %86 = call i64 @read_number(ptr %15)
  %87 = load ptr, ptr %13, align 8
  %88 = getelementptr inbounds nuw %struct.key_field, ptr %87, i32 0, i32 0
  %89 = load i32, ptr %88, align 4
  %90 = zext i32 %89 to i64
  %91 = icmp eq i64 %86, %90
  br label %92

92:
  %93 = phi i1 [ false, %83 ], [ %91, %85 ]
  %94 = zext i1 %93 to i8
  store i8 %94, ptr %16, align 1
  br label %95

95:
  %96 = load i8, ptr %16, align 1
  %97 = trunc i8 %96 to i1
  br i1 %97, label %98, label %106

98:
  %99 = load ptr, ptr %13, align 8
  %100 = load ptr, ptr %10, align 8
  %101 = load ptr, ptr %7, align 8
  %102 = call zeroext i1 @read_field(ptr %99, ptr byval(%struct.reader) align 8 %15, ptr %100, ptr %101)
  br i1 %102, label %104, label %103

103:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %12, align 4
  br label %163

104:
  %105 = load ptr, ptr %6, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %105, ptr align 8 %14, i64 24, i1 false)
  br label %147

106:
  %107 = load ptr, ptr %13, align 8
  %108 = getelementptr inbounds nuw %struct.key_field, ptr %107, i32 0, i32 1
  %109 = load i32, ptr %108, align 4
  %110 = icmp eq i32 %109, 0
  br i1 %110, label %111, label %112

111:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %12, align 4
  br label %163

112:
  %113 = load ptr, ptr %13, align 8
  %114 = getelementptr inbounds nuw %struct.key_field, ptr %113, i32 0, i32 1
  %115 = load i32, ptr %114, align 4
  %116 = icmp eq i32 %115, 1
  br i1 %116, label %117, label %126

117:
  %118 = load ptr, ptr %13, align 8
  %119 = getelementptr inbounds nuw %struct.key_field, ptr %118, i32 0, i32 2
  %120 = load i32, ptr %119, align 4
  %121 = zext i32 %120 to i64
  %122 = load ptr, ptr %7, align 8
  %123 = getelementptr inbounds nuw %struct.place, ptr %122, i32 0, i32 3
  %124 = load i64, ptr %123, align 8
  %125 = sub i64 %124, %121
  store i64 %125, ptr %123, align 8
  br label %145

126:
  %127 = load ptr, ptr %13, align 8
  %128 = getelementptr inbounds nuw %struct.key_field, ptr %127, i32 0, i32 1
  %129 = load i32, ptr %128, align 4
  %130 = icmp eq i32 %129, 3
  br i1 %130, label %131, label %144

131:
  %132 = load ptr, ptr %10, align 8
  %133 = load ptr, ptr %13, align 8
  %134 = getelementptr inbounds nuw %struct.key_field, ptr %133, i32 0, i32 2
  %135 = load i32, ptr %134, align 4
  %136 = add i32 %135, 63
  %137 = udiv i32 %136, 64
  %138 = zext i32 %137 to i64
  %139 = getelementptr inbounds nuw i64, ptr %132, i64 %138
  %140 = load ptr, ptr %13, align 8
  %141 = getelementptr inbounds nuw %struct.key_field, ptr %140, i32 0, i32 2
  %142 = load i32, ptr %141, align 4
  %143 = zext i32 %142 to i64
  call void @put_bits(ptr %139, i64 0, i64 %143, i1 zeroext true)
  br label %144

144:
  br label %145

145:
  br label %146

146:
  br label %147

147:
  %148 = load ptr, ptr %13, align 8
  %149 = getelementptr inbounds nuw %struct.key_field, ptr %148, i32 0, i32 1
  %150 = load i32, ptr %149, align 4
  %151 = icmp eq i32 %150, 3
  br i1 %151, label %152, label %162

152:
  %153 = load ptr, ptr %13, align 8
  %154 = getelementptr inbounds nuw %struct.key_field, ptr %153, i32 0, i32 2
  %155 = load i32, ptr %154, align 4
  %156 = add i32 %155, 63
  %157 = udiv i32 %156, 64
  %158 = mul i32 %157, 2
  %159 = load ptr, ptr %10, align 8
  %160 = zext i32 %158 to i64
  %161 = getelementptr inbounds nuw i64, ptr %159, i64 %160
  store ptr %161, ptr %10, align 8
  br label %162

162:
  store i32 0, ptr %12, align 4
  br label %163

163:
  %164 = load i32, ptr %12, align 4
  switch i32 %164, label %169 [
    i32 0, label %165
  ]

165:
  br label %166

166:
  %167 = load i64, ptr %11, align 8
  %168 = add i64 %167, 1
  store i64 %168, ptr %11, align 8
  br label %68

169:
  %170 = load i32, ptr %12, align 4
  switch i32 %170, label %201 [
    i32 8, label %171
  ]

171:
  store i64 0, ptr %18, align 8
  store i64 0, ptr %19, align 8
  br label %172

172:
  %173 = load i64, ptr %19, align 8
  %174 = load ptr, ptr %5, align 8
  %175 = getelementptr inbounds nuw %struct.shape, ptr %174, i32 0, i32 1
  %176 = load i32, ptr %175, align 4
  %177 = zext i32 %176 to i64
  %178 = icmp ult i64 %173, %177
  br i1 %178, label %180, label %179

179:
  store i32 11, ptr %12, align 4
  br label %198

180:
  %181 = load ptr, ptr %7, align 8
  %182 = getelementptr inbounds nuw %struct.place, ptr %181, i32 0, i32 0
  %183 = load i64, ptr %19, align 8
  %184 = getelementptr inbounds nuw [9 x i64], ptr %182, i64 0, i64 %183
  %185 = load i64, ptr %184, align 8
  %186 = load ptr, ptr %7, align 8
  %187 = getelementptr inbounds nuw %struct.place, ptr %186, i32 0, i32 1
  %188 = load i64, ptr %19, align 8
  %189 = getelementptr inbounds nuw [9 x i64], ptr %187, i64 0, i64 %188
  %190 = load i64, ptr %189, align 8
  %191 = xor i64 %190, -1
  %192 = and i64 %185, %191
  %193 = load i64, ptr %18, align 8
  %194 = or i64 %193, %192
  store i64 %194, ptr %18, align 8
  br label %195

195:
  %196 = load i64, ptr %19, align 8
  %197 = add i64 %196, 1
  store i64 %197, ptr %19, align 8
  br label %172

198:
  %199 = load i64, ptr %18, align 8
  %200 = icmp eq i64 %199, 0
  store i1 %200, ptr %4, align 1
  store i32 1, ptr %12, align 4
  br label %201

201:
  %202 = load i1, ptr %4, align 1
  ret i1 %202
}

define internal zeroext i1 @read_action(ptr %0, ptr %1, ptr %2) alwaysinline nounwind {
  %4 = alloca i1, align 1
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i32, align 4
  %11 = alloca %struct.reader, align 8
  %12 = alloca %struct.reader, align 8
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  %15 = alloca ptr, align 8
  %16 = alloca i64, align 8
  %17 = alloca ptr, align 8
  %18 = alloca %struct.reader, align 8
  %19 = alloca %struct.reader, align 8
  %20 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  %21 = load ptr, ptr %5, align 8
  %22 = getelementptr inbounds nuw %struct.shape, ptr %21, i32 0, i32 9
  %23 = getelementptr inbounds [0 x %struct.key_field], ptr %22, i64 0, i64 0
  %24 = load ptr, ptr %5, align 8
  %25 = getelementptr inbounds nuw %struct.shape, ptr %24, i32 0, i32 4
  %26 = load i32, ptr %25, align 4
  %27 = zext i32 %26 to i64
  %28 = getelementptr inbounds nuw %struct.key_field, ptr %23, i64 %27
  store ptr %28, ptr %8, align 8
  %29 = load ptr, ptr %8, align 8
  %30 = load ptr, ptr %5, align 8
  %31 = getelementptr inbounds nuw %struct.shape, ptr %30, i32 0, i32 5
  %32 = load i32, ptr %31, align 4
  %33 = zext i32 %32 to i64
  %34 = getelementptr inbounds nuw %struct.action_use, ptr %29, i64 %33
  store ptr %34, ptr %9, align 8
  %35 = load ptr, ptr %6, align 8
  %36 = call zeroext i1 @goes_on_with(ptr %35, i8 zeroext 26)
  br i1 %36, label %38, label %37

37:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %10, align 4
  br label %168

38:
  %39 = load ptr, ptr %6, align 8
  call void @read_message(ptr dead_on_unwind writable sret(%struct.reader) align 8 %11, ptr %39)
  %40 = call zeroext i1 @goes_on_with(ptr %11, i8 zeroext 10)
  br i1 %40, label %42, label %41

41:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %10, align 4
  br label %167

42:
  call void @read_message(ptr dead_on_unwind writable sret(%struct.reader) align 8 %12, ptr %11)
  %43 = call zeroext i1 @goes_on_with(ptr %12, i8 zeroext 8)
  br i1 %43, label %45, label %44

44:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %10, align 4
  br label %166

45:
  %46 = call i64 @read_number(ptr %12)
  store i64 %46, ptr %13, align 8
  store i64 0, ptr %14, align 8
  br label %47

47:
  %48 = load i64, ptr %14, align 8
  %49 = load ptr, ptr %5, align 8
  %50 = getelementptr inbounds nuw %struct.shape, ptr %49, i32 0, i32 5
  %51 = load i32, ptr %50, align 4
  %52 = zext i32 %51 to i64
  %53 = icmp ult i64 %48, %52
  br i1 %53, label %54, label %63

54:
  %55 = load ptr, ptr %8, align 8
  %56 = load i64, ptr %14, align 8
  %57 = getelementptr inbounds nuw %struct.action_use, ptr %55, i64 %56
  %58 = getelementptr inbounds nuw %struct.action_use, ptr %57, i32 0, i32 0
  %59 = load i32, ptr %58, align 4
  %60 = zext i32 %59 to i64
  %61 = load i64, ptr %13, align 8
  %62 = icmp ne i64 %60, %61
  br label %63

63:
  %64 = phi i1 [ false, %47 ], [ %62, %54 ]
  br i1 %64, label %65, label %68

65:
  %66 = load i64, ptr %14, align 8
  %67 = add i64 %66, 1
  store i64 %67, ptr %14, align 8
  br label %47

68:
  %69 = load i64, ptr %14, align 8
  %70 = load ptr, ptr %5, align 8
  %71 = getelementptr inbounds nuw %struct.shape, ptr %70, i32 0, i32 5
  %72 = load i32, ptr %71, align 4
  %73 = zext i32 %72 to i64
  %74 = icmp eq i64 %69, %73
  br i1 %74, label %75, label %76

75:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %10, align 4
  br label %165

76:
  %77 = load ptr, ptr %8, align 8
  %78 = load i64, ptr %14, align 8
  %79 = getelementptr inbounds nuw %struct.action_use, ptr %77, i64 %78
  store ptr %79, ptr %15, align 8
  %80 = load ptr, ptr %15, align 8
  %81 = getelementptr inbounds nuw %struct.action_use, ptr %80, i32 0, i32 1
  %82 = load i32, ptr %81, align 4
  %83 = load ptr, ptr %7, align 8
  %84 = getelementptr inbounds nuw %struct.entry_record, ptr %83, i32 0, i32 6
  store i32 %82, ptr %84, align 4
  store i64 0, ptr %16, align 8
  br label %85

85:
  %86 = load i64, ptr %16, align 8
  %87 = load ptr, ptr %15, align 8
  %88 = getelementptr inbounds nuw %struct.action_use, ptr %87, i32 0, i32 3
  %89 = load i32, ptr %88, align 4
  %90 = zext i32 %89 to i64
  %91 = icmp ult i64 %86, %90
  br i1 %91, label %93, label %92

92:
  store i32 4, ptr %10, align 4
  br label %156

93:
  %94 = load ptr, ptr %9, align 8
  %95 = load ptr, ptr %15, align 8
  %96 = getelementptr inbounds nuw %struct.action_use, ptr %95, i32 0, i32 2
  %97 = load i32, ptr %96, align 4
  %98 = zext i32 %97 to i64
  %99 = load i64, ptr %16, align 8
  %100 = add i64 %98, %99
  %101 = getelementptr inbounds nuw %struct.parameter, ptr %94, i64 %100
  store ptr %101, ptr %17, align 8
  %102 = call zeroext i1 @goes_on_with(ptr %12, i8 zeroext 34)
  br i1 %102, label %104, label %103

103:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %10, align 4
  br label %150

104:
  call void @read_message(ptr dead_on_unwind writable sret(%struct.reader) align 8 %18, ptr %12)
  %105 = call zeroext i1 @goes_on_with(ptr %18, i8 zeroext 16)
  br i1 %105, label %106, label %115

106:
  %107 = call i64 @read_number(ptr %18)
  %108 = load ptr, ptr %17, align 8
  %109 = getelementptr inbounds nuw %struct.parameter, ptr %108, i32 0, i32 0
  %110 = load i32, ptr %109, align 4
  %111 = zext i32 %110 to i64
  %112 = icmp ne i64 %107, %111
  br i1 %112, label %115, label %113

113:
  %114 = call zeroext i1 @goes_on_with(ptr %18, i8 zeroext 26)
  br i1 %114, label %116, label %115

115:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %10, align 4
  br label %149

116:
  call void @read_bytes(ptr dead_on_unwind writable sret(%struct.reader) align 8 %19, ptr %18)
  %117 = call zeroext i1 @is_over(ptr %18)
  br i1 %117, label %118, label %124

118:
  %119 = load ptr, ptr %17, align 8
  %120 = getelementptr inbounds nuw %struct.parameter, ptr %119, i32 0, i32 1
  %121 = load i32, ptr %120, align 4
  %122 = zext i32 %121 to i64
  %123 = call zeroext i1 @fits(ptr byval(%struct.reader) align 8 %19, i64 %122)
  br i1 %123, label %125, label %124

124:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %10, align 4
  br label %148

125:
  %126 = load ptr, ptr %7, align 8
  %127 = getelementptr inbounds nuw %struct.entry_record, ptr %126, i32 0, i32 7
  %128 = getelementptr inbounds [0 x i8], ptr %127, i64 0, i64 0
  %129 = load ptr, ptr %17, align 8
  %130 = getelementptr inbounds nuw %struct.parameter, ptr %129, i32 0, i32 2
  %131 = load i32, ptr %130, align 4
  %132 = zext i32 %131 to i64
  %133 = getelementptr inbounds nuw i8, ptr %128, i64 %132
  store ptr %133, ptr %20, align 8
  br label %134

134:
  %135 = getelementptr inbounds nuw %struct.reader, ptr %19, i32 0, i32 1
  %136 = load ptr, ptr %135, align 8
  %137 = getelementptr inbounds nuw %struct.reader, ptr %19, i32 0, i32 0
  %138 = load ptr, ptr %137, align 8
  %139 = icmp ne ptr %136, %138
  br i1 %139, label %140, label %147

140:
  %141 = getelementptr inbounds nuw %struct.reader, ptr %19, i32 0, i32 1
  %142 = load ptr, ptr %141, align 8
  %143 = getelementptr inbounds i8, ptr %142, i32 -1
  store ptr %143, ptr %141, align 8
  %144 = load i8, ptr %143, align 1
  %145 = load ptr, ptr %20, align 8
  %146 = getelementptr inbounds nuw i8, ptr %145, i32 1
  store ptr %146, ptr %20, align 8
  store i8 %144, ptr %145, align 1
  br label %134

147:
  store i32 0, ptr %10, align 4
  br label %148

148:
  br label %149

149:
  br label %150

150:
  %151 = load i32, ptr %10, align 4
  switch i32 %151, label %156 [
    i32 0, label %152
  ]

152:
  br label %153

153:
  %154 = load i64, ptr %16, align 8
  %155 = add i64 %154, 1
  store i64 %155, ptr %16, align 8
  br label %85

156:
  %157 = load i32, ptr %10, align 4
  switch i32 %157, label %164 [
    i32 4, label %158
  ]

158:
  %159 = call zeroext i1 @is_over(ptr %12)
  br i1 %159, label %160, label %162

160:
  %161 = call zeroext i1 @is_over(ptr %11)
  br label %162

162:
  %163 = phi i1 [ false, %158 ], [ %161, %160 ]
  store i1 %163, ptr %4, align 1
  store i32 1, ptr %10, align 4
  br label %164

164:
  br label %165

165:
  br label %166

166:
  br label %167

167:
  br label %168

168:
  %169 = load i1, ptr %4, align 1
  ret i1 %169
}

define internal zeroext i1 @insert_exact(ptr %0, ptr %1, ptr %2, i64 %3) nounwind {
  %5 = alloca i1, align 1
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i32, align 4
  %12 = alloca i64, align 8
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store ptr %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  %13 = load ptr, ptr %7, align 8
  %14 = getelementptr inbounds nuw %struct.target, ptr %13, i32 0, i32 1
  %15 = load ptr, ptr %14, align 8
  %16 = load ptr, ptr %15, align 8
  store ptr %16, ptr %10, align 8
  %17 = load ptr, ptr %10, align 8
  %18 = load ptr, ptr %6, align 8
  %19 = getelementptr inbounds nuw %struct.shape, ptr %18, i32 0, i32 1
  %20 = load i32, ptr %19, align 4
  %21 = zext i32 %20 to i64
  %22 = load ptr, ptr %8, align 8
  %23 = getelementptr inbounds nuw %struct.place, ptr %22, i32 0, i32 0
  %24 = getelementptr inbounds [9 x i64], ptr %23, i64 0, i64 0
  %25 = call ptr @hash_find(ptr %17, i64 %21, ptr %24)
  %26 = icmp ne ptr %25, null
  br i1 %26, label %27, label %28

27:
  store i1 false, ptr %5, align 1
  store i32 1, ptr %11, align 4
  br label %59

28:
  %29 = load ptr, ptr %10, align 8
  %30 = load ptr, ptr %6, align 8
  %31 = getelementptr inbounds nuw %struct.shape, ptr %30, i32 0, i32 1
  %32 = load i32, ptr %31, align 4
  %33 = zext i32 %32 to i64
  %34 = load ptr, ptr %8, align 8
  %35 = getelementptr inbounds nuw %struct.place, ptr %34, i32 0, i32 0
  %36 = getelementptr inbounds [9 x i64], ptr %35, i64 0, i64 0
  %37 = load i64, ptr %9, align 8
  %38 = add i64 %37, 1
  %39 = call i64 @hash_put(ptr %29, i64 %33, ptr %36, i64 %38)
  store i64 %39, ptr %12, align 8
  %40 = load i64, ptr %12, align 8
  %41 = load ptr, ptr %7, align 8
  %42 = getelementptr inbounds nuw %struct.target, ptr %41, i32 0, i32 7
  %43 = load i64, ptr %42, align 8
  %44 = icmp ugt i64 %40, %43
  br i1 %44, label %45, label %47

45:
  %46 = load i64, ptr %12, align 8
  br label %51

47:
  %48 = load ptr, ptr %7, align 8
  %49 = getelementptr inbounds nuw %struct.target, ptr %48, i32 0, i32 7
  %50 = load i64, ptr %49, align 8
  br label %51

51:
  %52 = phi i64 [ %46, %45 ], [ %50, %47 ]
  %53 = load ptr, ptr %7, align 8
  %54 = getelementptr inbounds nuw %struct.target, ptr %53, i32 0, i32 7
  store i64 %52, ptr %54, align 8
  %55 = load ptr, ptr %7, align 8
  %56 = getelementptr inbounds nuw %struct.target, ptr %55, i32 0, i32 8
  %57 = load i64, ptr %56, align 8
  %58 = add i64 %57, 1
  store i64 %58, ptr %56, align 8
  store i1 true, ptr %5, align 1
  store i32 1, ptr %11, align 4
  br label %59

59:
  %60 = load i1, ptr %5, align 1
  ret i1 %60
}

define internal zeroext i1 @insert_prefix(ptr %0, ptr %1, ptr %2, i64 %3) nounwind {
  %5 = alloca i1, align 1
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i32, align 4
  %12 = alloca i64, align 8
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store ptr %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  %13 = load ptr, ptr %7, align 8
  %14 = getelementptr inbounds nuw %struct.target, ptr %13, i32 0, i32 1
  %15 = load ptr, ptr %14, align 8
  %16 = load ptr, ptr %15, align 8
  store ptr %16, ptr %10, align 8
  %17 = load ptr, ptr %10, align 8
  %18 = getelementptr inbounds i64, ptr %17, i64 1
  %19 = load i64, ptr %18, align 8
  %20 = load ptr, ptr %10, align 8
  %21 = getelementptr inbounds i64, ptr %20, i64 0
  %22 = load i64, ptr %21, align 8
  %23 = sub i64 %19, %22
  %24 = load ptr, ptr %7, align 8
  %25 = getelementptr inbounds nuw %struct.target, ptr %24, i32 0, i32 4
  %26 = load i64, ptr %25, align 8
  %27 = icmp ult i64 %23, %26
  br i1 %27, label %28, label %31

28:
  %29 = load ptr, ptr %7, align 8
  %30 = getelementptr inbounds nuw %struct.target, ptr %29, i32 0, i32 9
  store i64 1, ptr %30, align 8
  store i1 false, ptr %5, align 1
  store i32 1, ptr %11, align 4
  br label %76

31:
  %32 = load ptr, ptr %10, align 8
  %33 = load ptr, ptr %6, align 8
  %34 = getelementptr inbounds nuw %struct.shape, ptr %33, i32 0, i32 1
  %35 = load i32, ptr %34, align 4
  %36 = zext i32 %35 to i64
  %37 = load ptr, ptr %8, align 8
  %38 = getelementptr inbounds nuw %struct.place, ptr %37, i32 0, i32 0
  %39 = getelementptr inbounds [9 x i64], ptr %38, i64 0, i64 0
  %40 = load ptr, ptr %8, align 8
  %41 = getelementptr inbounds nuw %struct.place, ptr %40, i32 0, i32 3
  %42 = load i64, ptr %41, align 8
  %43 = load ptr, ptr %7, align 8
  %44 = getelementptr inbounds nuw %struct.target, ptr %43, i32 0, i32 3
  %45 = load i64, ptr %44, align 8
  %46 = load i64, ptr %9, align 8
  %47 = call i64 @trie_put(ptr %32, i64 %36, ptr %39, i64 %42, i64 %45, i64 %46)
  store i64 %47, ptr %12, align 8
  %48 = load i64, ptr %12, align 8
  %49 = icmp ne i64 %48, 0
  br i1 %49, label %50, label %68

50:
  %51 = load ptr, ptr %10, align 8
  %52 = load ptr, ptr %6, align 8
  %53 = getelementptr inbounds nuw %struct.shape, ptr %52, i32 0, i32 1
  %54 = load i32, ptr %53, align 4
  %55 = zext i32 %54 to i64
  %56 = load ptr, ptr %8, align 8
  %57 = getelementptr inbounds nuw %struct.place, ptr %56, i32 0, i32 0
  %58 = getelementptr inbounds [9 x i64], ptr %57, i64 0, i64 0
  %59 = load ptr, ptr %8, align 8
  %60 = getelementptr inbounds nuw %struct.place, ptr %59, i32 0, i32 3
  %61 = load i64, ptr %60, align 8
  %62 = load ptr, ptr %7, align 8
  %63 = getelementptr inbounds nuw %struct.target, ptr %62, i32 0, i32 3
  %64 = load i64, ptr %63, align 8
  %65 = load i64, ptr %12, align 8
  %66 = sub i64 %65, 1
  %67 = call i64 @trie_put(ptr %51, i64 %55, ptr %58, i64 %61, i64 %64, i64 %66)
  br label %73

68:
  %69 = load ptr, ptr %7, align 8
  %70 = getelementptr inbounds nuw %struct.target, ptr %69, i32 0, i32 8
  %71 = load i64, ptr %70, align 8
  %72 = add i64 %71, 1
  store i64 %72, ptr %70, align 8
  br label %73

73:
  %74 = load i64, ptr %12, align 8
  %75 = icmp eq i64 %74, 0
  store i1 %75, ptr %5, align 1
  store i32 1, ptr %11, align 4
  br label %76

76:
  %77 = load i1, ptr %5, align 1
  ret i1 %77
}

define internal zeroext i1 @insert_short(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca i1, align 1
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %10 = load ptr, ptr %5, align 8
  %11 = getelementptr inbounds nuw %struct.target, ptr %10, i32 0, i32 1
  %12 = load ptr, ptr %11, align 8
  %13 = load ptr, ptr %12, align 8
  %14 = load ptr, ptr %6, align 8
  %15 = getelementptr inbounds nuw %struct.place, ptr %14, i32 0, i32 0
  %16 = getelementptr inbounds [9 x i64], ptr %15, i64 0, i64 0
  %17 = load i64, ptr %16, align 8
  %18 = getelementptr inbounds nuw i32, ptr %13, i64 %17
  store ptr %18, ptr %8, align 8
  %19 = load ptr, ptr %8, align 8
  %20 = load i32, ptr %19, align 4
  %21 = icmp ne i32 %20, 0
  br i1 %21, label %22, label %23

22:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %9, align 4
  br label %32

23:
  %24 = load i64, ptr %7, align 8
  %25 = trunc i64 %24 to i32
  %26 = add i32 %25, 1
  %27 = load ptr, ptr %8, align 8
  store i32 %26, ptr %27, align 4
  %28 = load ptr, ptr %5, align 8
  %29 = getelementptr inbounds nuw %struct.target, ptr %28, i32 0, i32 8
  %30 = load i64, ptr %29, align 8
  %31 = add i64 %30, 1
  store i64 %31, ptr %29, align 8
  store i1 true, ptr %4, align 1
  store i32 1, ptr %9, align 4
  br label %32

32:
  %33 = load i1, ptr %4, align 1
  ret i1 %33
}

define internal zeroext i1 @insert_ranked(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4) nounwind {
  %6 = alloca i1, align 1
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca i64, align 8
  %15 = alloca i64, align 8
  %16 = alloca i32, align 4
  %17 = alloca ptr, align 8
  %18 = alloca i64, align 8
  %19 = alloca [9 x i64], align 16
  %20 = alloca i64, align 8
  %21 = alloca ptr, align 8
  %22 = alloca i64, align 8
  %23 = alloca i64, align 8
  %24 = alloca i64, align 8
  store ptr %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store ptr %2, ptr %9, align 8
  store i64 %3, ptr %10, align 8
  store i64 %4, ptr %11, align 8
  %25 = load ptr, ptr %8, align 8
  %26 = getelementptr inbounds nuw %struct.target, ptr %25, i32 0, i32 1
  %27 = load ptr, ptr %26, align 8
  store ptr %27, ptr %12, align 8
  %28 = load ptr, ptr %12, align 8
  %29 = getelementptr inbounds nuw %struct.ranked, ptr %28, i32 0, i32 1
  %30 = load ptr, ptr %29, align 8
  store ptr %30, ptr %13, align 8
  store i64 0, ptr %14, align 8
  %31 = load i64, ptr %11, align 8
  %32 = sub i64 2147483647, %31
  %33 = shl i64 %32, 32
  %34 = load i64, ptr %10, align 8
  %35 = add i64 %34, 1
  %36 = or i64 %33, %35
  store i64 %36, ptr %15, align 8
  br label %37

37:
  %38 = load i64, ptr %14, align 8
  %39 = load ptr, ptr %13, align 8
  %40 = getelementptr inbounds nuw %struct.list, ptr %39, i32 0, i32 0
  %41 = load i64, ptr %40, align 8
  %42 = icmp ult i64 %38, %41
  br i1 %42, label %43, label %62

43:
  %44 = load ptr, ptr %13, align 8
  %45 = load i64, ptr %14, align 8
  %46 = load ptr, ptr %7, align 8
  %47 = getelementptr inbounds nuw %struct.shape, ptr %46, i32 0, i32 1
  %48 = load i32, ptr %47, align 4
  %49 = zext i32 %48 to i64
  %50 = call ptr @descriptor_at(ptr %44, i64 %45, i64 %49)
  %51 = getelementptr inbounds nuw %struct.descriptor, ptr %50, i32 0, i32 2
  %52 = getelementptr inbounds [0 x i64], ptr %51, i64 0, i64 0
  %53 = load ptr, ptr %9, align 8
  %54 = getelementptr inbounds nuw %struct.place, ptr %53, i32 0, i32 1
  %55 = getelementptr inbounds [9 x i64], ptr %54, i64 0, i64 0
  %56 = load ptr, ptr %7, align 8
  %57 = getelementptr inbounds nuw %struct.shape, ptr %56, i32 0, i32 1
  %58 = load i32, ptr %57, align 4
  %59 = zext i32 %58 to i64
  %60 = call zeroext i1 @same_words(ptr %52, ptr %55, i64 %59)
  %61 = xor i1 %60, true
  br label %62

62:
  %63 = phi i1 [ false, %37 ], [ %61, %43 ]
  br i1 %63, label %64, label %67

64:
  %65 = load i64, ptr %14, align 8
  %66 = add i64 %65, 1
  store i64 %66, ptr %14, align 8
  br label %37

67:
  %68 = load i64, ptr %14, align 8
  %69 = load ptr, ptr %13, align 8
  %70 = getelementptr inbounds nuw %struct.list, ptr %69, i32 0, i32 0
  %71 = load i64, ptr %70, align 8
  %72 = icmp eq i64 %68, %71
  br i1 %72, label %73, label %74

73:
  store i1 false, ptr %6, align 1
  store i32 1, ptr %16, align 4
  br label %231

74:
  %75 = load ptr, ptr %13, align 8
  %76 = load i64, ptr %14, align 8
  %77 = load ptr, ptr %7, align 8
  %78 = getelementptr inbounds nuw %struct.shape, ptr %77, i32 0, i32 1
  %79 = load i32, ptr %78, align 4
  %80 = zext i32 %79 to i64
  %81 = call ptr @descriptor_at(ptr %75, i64 %76, i64 %80)
  store ptr %81, ptr %17, align 8
  %82 = load ptr, ptr %17, align 8
  %83 = getelementptr inbounds nuw %struct.descriptor, ptr %82, i32 0, i32 1
  %84 = load i64, ptr %83, align 8
  store i64 %84, ptr %18, align 8
  %85 = load i64, ptr %18, align 8
  %86 = getelementptr inbounds [9 x i64], ptr %19, i64 0, i64 0
  store i64 %85, ptr %86, align 16
  store i64 0, ptr %20, align 8
  br label %87

87:
  %88 = load i64, ptr %20, align 8
  %89 = load ptr, ptr %7, align 8
  %90 = getelementptr inbounds nuw %struct.shape, ptr %89, i32 0, i32 1
  %91 = load i32, ptr %90, align 4
  %92 = zext i32 %91 to i64
  %93 = icmp ult i64 %88, %92
  br i1 %93, label %95, label %94

94:
  store i32 4, ptr %16, align 4
  br label %107

95:
  %96 = load ptr, ptr %9, align 8
  %97 = getelementptr inbounds nuw %struct.place, ptr %96, i32 0, i32 0
  %98 = load i64, ptr %20, align 8
  %99 = getelementptr inbounds nuw [9 x i64], ptr %97, i64 0, i64 %98
  %100 = load i64, ptr %99, align 8
  %101 = load i64, ptr %20, align 8
  %102 = add i64 %101, 1
  %103 = getelementptr inbounds nuw [9 x i64], ptr %19, i64 0, i64 %102
  store i64 %100, ptr %103, align 8
  br label %104

104:
  %105 = load i64, ptr %20, align 8
  %106 = add i64 %105, 1
  store i64 %106, ptr %20, align 8
  br label %87

107:
  %108 = load ptr, ptr %12, align 8
  %109 = getelementptr inbounds nuw %struct.ranked, ptr %108, i32 0, i32 2
  %110 = load ptr, ptr %109, align 8
  store ptr %110, ptr %21, align 8
  %111 = load ptr, ptr %12, align 8
  %112 = getelementptr inbounds nuw %struct.ranked, ptr %111, i32 0, i32 0
  %113 = load ptr, ptr %112, align 8
  %114 = load ptr, ptr %7, align 8
  %115 = getelementptr inbounds nuw %struct.shape, ptr %114, i32 0, i32 1
  %116 = load i32, ptr %115, align 4
  %117 = add i32 %116, 1
  %118 = zext i32 %117 to i64
  %119 = load ptr, ptr %21, align 8
  %120 = load ptr, ptr %8, align 8
  %121 = getelementptr inbounds nuw %struct.target, ptr %120, i32 0, i32 5
  %122 = load i64, ptr %121, align 8
  %123 = getelementptr inbounds [9 x i64], ptr %19, i64 0, i64 0
  %124 = load i64, ptr %15, align 8
  %125 = lshr i64 %124, 32
  %126 = shl i64 %125, 32
  %127 = load ptr, ptr %9, align 8
  %128 = getelementptr inbounds nuw %struct.place, ptr %127, i32 0, i32 2
  %129 = getelementptr inbounds [32 x i64], ptr %128, i64 0, i64 0
  %130 = call i64 @chain_find(ptr %113, i64 %118, ptr %119, i64 %122, ptr %123, i64 %126, ptr %129)
  store i64 %130, ptr %22, align 8
  %131 = load i64, ptr %22, align 8
  %132 = icmp ne i64 %131, 0
  br i1 %132, label %133, label %140

133:
  %134 = load i64, ptr %22, align 8
  %135 = lshr i64 %134, 32
  %136 = load i64, ptr %15, align 8
  %137 = lshr i64 %136, 32
  %138 = icmp eq i64 %135, %137
  br i1 %138, label %139, label %140

139:
  store i1 false, ptr %6, align 1
  store i32 1, ptr %16, align 4
  br label %230

140:
  store i64 0, ptr %23, align 8
  br label %141

141:
  %142 = load i64, ptr %23, align 8
  %143 = load ptr, ptr %7, align 8
  %144 = getelementptr inbounds nuw %struct.shape, ptr %143, i32 0, i32 7
  %145 = load i32, ptr %144, align 4
  %146 = zext i32 %145 to i64
  %147 = icmp ult i64 %142, %146
  br i1 %147, label %149, label %148

148:
  store i32 7, ptr %16, align 4
  br label %168

149:
  %150 = load ptr, ptr %9, align 8
  %151 = getelementptr inbounds nuw %struct.place, ptr %150, i32 0, i32 2
  %152 = load i64, ptr %23, align 8
  %153 = getelementptr inbounds nuw [32 x i64], ptr %151, i64 0, i64 %152
  %154 = load i64, ptr %153, align 8
  %155 = load ptr, ptr %21, align 8
  %156 = load ptr, ptr %8, align 8
  %157 = getelementptr inbounds nuw %struct.target, ptr %156, i32 0, i32 5
  %158 = load i64, ptr %157, align 8
  %159 = load i64, ptr %10, align 8
  %160 = add i64 %159, 1
  %161 = call ptr @node_at(ptr %155, i64 %158, i64 %160)
  %162 = getelementptr inbounds nuw %struct.node, ptr %161, i32 0, i32 2
  %163 = load i64, ptr %23, align 8
  %164 = getelementptr inbounds nuw [0 x i64], ptr %162, i64 0, i64 %163
  store i64 %154, ptr %164, align 8
  br label %165

165:
  %166 = load i64, ptr %23, align 8
  %167 = add i64 %166, 1
  store i64 %167, ptr %23, align 8
  br label %141

168:
  %169 = load ptr, ptr %12, align 8
  %170 = getelementptr inbounds nuw %struct.ranked, ptr %169, i32 0, i32 0
  %171 = load ptr, ptr %170, align 8
  %172 = load ptr, ptr %7, align 8
  %173 = getelementptr inbounds nuw %struct.shape, ptr %172, i32 0, i32 1
  %174 = load i32, ptr %173, align 4
  %175 = add i32 %174, 1
  %176 = zext i32 %175 to i64
  %177 = load ptr, ptr %21, align 8
  %178 = load ptr, ptr %8, align 8
  %179 = getelementptr inbounds nuw %struct.target, ptr %178, i32 0, i32 5
  %180 = load i64, ptr %179, align 8
  %181 = getelementptr inbounds [9 x i64], ptr %19, i64 0, i64 0
  %182 = load i64, ptr %15, align 8
  %183 = call i64 @chain_add(ptr %171, i64 %176, ptr %177, i64 %180, ptr %181, i64 %182)
  store i64 %183, ptr %24, align 8
  %184 = load i64, ptr %24, align 8
  %185 = icmp ne i64 %184, 0
  br i1 %185, label %186, label %208

186:
  %187 = load ptr, ptr %8, align 8
  %188 = getelementptr inbounds nuw %struct.target, ptr %187, i32 0, i32 8
  %189 = load i64, ptr %188, align 8
  %190 = add i64 %189, 1
  store i64 %190, ptr %188, align 8
  %191 = load i64, ptr %24, align 8
  %192 = sub i64 %191, 1
  %193 = load ptr, ptr %8, align 8
  %194 = getelementptr inbounds nuw %struct.target, ptr %193, i32 0, i32 7
  %195 = load i64, ptr %194, align 8
  %196 = icmp ugt i64 %192, %195
  br i1 %196, label %197, label %200

197:
  %198 = load i64, ptr %24, align 8
  %199 = sub i64 %198, 1
  br label %204

200:
  %201 = load ptr, ptr %8, align 8
  %202 = getelementptr inbounds nuw %struct.target, ptr %201, i32 0, i32 7
  %203 = load i64, ptr %202, align 8
  br label %204

204:
  %205 = phi i64 [ %199, %197 ], [ %203, %200 ]
  %206 = load ptr, ptr %8, align 8
  %207 = getelementptr inbounds nuw %struct.target, ptr %206, i32 0, i32 7
  store i64 %205, ptr %207, align 8
  br label %208

208:
  %209 = load ptr, ptr %8, align 8
  %210 = getelementptr inbounds nuw %struct.target, ptr %209, i32 0, i32 6
  %211 = load ptr, ptr %210, align 8
  %212 = load i64, ptr %18, align 8
  %213 = getelementptr inbounds nuw i64, ptr %211, i64 %212
  %214 = load i64, ptr %213, align 8
  %215 = add i64 %214, 1
  store i64 %215, ptr %213, align 8
  %216 = load i64, ptr %15, align 8
  %217 = load ptr, ptr %17, align 8
  %218 = getelementptr inbounds nuw %struct.descriptor, ptr %217, i32 0, i32 0
  %219 = load i64, ptr %218, align 8
  %220 = icmp ult i64 %216, %219
  br i1 %220, label %221, label %229

221:
  %222 = load ptr, ptr %13, align 8
  %223 = load i64, ptr %14, align 8
  %224 = load ptr, ptr %7, align 8
  %225 = getelementptr inbounds nuw %struct.shape, ptr %224, i32 0, i32 1
  %226 = load i32, ptr %225, align 4
  %227 = zext i32 %226 to i64
  %228 = load i64, ptr %15, align 8
  call void @lower(ptr %222, i64 %223, i64 %227, i64 %228)
  br label %229

229:
  store i1 true, ptr %6, align 1
  store i32 1, ptr %16, align 4
  br label %230

230:
  br label %231

231:
  %232 = load i1, ptr %6, align 1
  ret i1 %232
}

define internal void @read_part(ptr dead_on_unwind noalias writable sret(%struct.reader) align 8 %0, ptr %1, i64 %2) alwaysinline nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i8, align 1
  store ptr %1, ptr %4, align 8
  store i64 %2, ptr %5, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = getelementptr inbounds nuw %struct.reader, ptr %7, i32 0, i32 2
  %9 = load i8, ptr %8, align 8
  %10 = trunc i8 %9 to i1
  br i1 %10, label %23, label %11

11:
  %12 = load i64, ptr %5, align 8
  %13 = load ptr, ptr %4, align 8
  %14 = getelementptr inbounds nuw %struct.reader, ptr %13, i32 0, i32 1
  %15 = load ptr, ptr %14, align 8
  %16 = load ptr, ptr %4, align 8
  %17 = getelementptr inbounds nuw %struct.reader, ptr %16, i32 0, i32 0
  %18 = load ptr, ptr %17, align 8
  %19 = ptrtoint ptr %15 to i64
  %20 = ptrtoint ptr %18 to i64
  %21 = sub i64 %19, %20
  %22 = icmp ule i64 %12, %21
  br label %23

23:
  %24 = phi i1 [ false, %3 ], [ %22, %11 ]
  %25 = zext i1 %24 to i8
  store i8 %25, ptr %6, align 1
  %26 = getelementptr inbounds nuw %struct.reader, ptr %0, i32 0, i32 0
  %27 = load ptr, ptr %4, align 8
  %28 = getelementptr inbounds nuw %struct.reader, ptr %27, i32 0, i32 0
  %29 = load ptr, ptr %28, align 8
  store ptr %29, ptr %26, align 8
  %30 = getelementptr inbounds nuw %struct.reader, ptr %0, i32 0, i32 1
  %31 = load i8, ptr %6, align 1
  %32 = trunc i8 %31 to i1
  br i1 %32, label %33, label %39

33:
  %34 = load ptr, ptr %4, align 8
  %35 = getelementptr inbounds nuw %struct.reader, ptr %34, i32 0, i32 0
  %36 = load ptr, ptr %35, align 8
  %37 = load i64, ptr %5, align 8
  %38 = getelementptr inbounds nuw i8, ptr %36, i64 %37
  br label %43

39:
  %40 = load ptr, ptr %4, align 8
  %41 = getelementptr inbounds nuw %struct.reader, ptr %40, i32 0, i32 0
  %42 = load ptr, ptr %41, align 8
  br label %43

43:
  %44 = phi ptr [ %38, %33 ], [ %42, %39 ]
  store ptr %44, ptr %30, align 8
  %45 = getelementptr inbounds nuw %struct.reader, ptr %0, i32 0, i32 2
  %46 = load i8, ptr %6, align 1
  %47 = trunc i8 %46 to i1
  %48 = xor i1 %47, true
  %49 = zext i1 %48 to i8
  store i8 %49, ptr %45, align 8
  %50 = getelementptr i8, ptr %0, i64 17
  call void @llvm.memset.p0.i64(ptr align 1 %50, i8 0, i64 7, i1 false)
  %51 = load i8, ptr %6, align 1
  %52 = trunc i8 %51 to i1
  %53 = xor i1 %52, true
  %54 = load ptr, ptr %4, align 8
  %55 = getelementptr inbounds nuw %struct.reader, ptr %54, i32 0, i32 2
  %56 = zext i1 %53 to i8
  store i8 %56, ptr %55, align 8
  %57 = getelementptr inbounds nuw %struct.reader, ptr %0, i32 0, i32 1
  %58 = load ptr, ptr %57, align 8
  %59 = load ptr, ptr %4, align 8
  %60 = getelementptr inbounds nuw %struct.reader, ptr %59, i32 0, i32 0
  store ptr %58, ptr %60, align 8
  ret void
}

define internal zeroext i1 @skip_match(ptr %0) alwaysinline nounwind {
  %2 = alloca i1, align 1
  %3 = alloca ptr, align 8
  %4 = alloca %struct.reader, align 8
  %5 = alloca i32, align 4
  %6 = alloca i8, align 1
  %7 = alloca %struct.reader, align 8
  %8 = alloca %struct.reader, align 8
  %9 = alloca %struct.reader, align 8
  store ptr %0, ptr %3, align 8
  %10 = load ptr, ptr %3, align 8
  call void @read_message(ptr dead_on_unwind writable sret(%struct.reader) align 8 %4, ptr %10)
  %11 = call zeroext i1 @goes_on_with(ptr %4, i8 zeroext 8)
  br i1 %11, label %12, label %21

12:
  %13 = call i64 @read_number(ptr %4)
  %14 = icmp ne i64 %13, 0
  br i1 %14, label %15, label %21

15:
  %16 = getelementptr inbounds nuw %struct.reader, ptr %4, i32 0, i32 0
  %17 = load ptr, ptr %16, align 8
  %18 = getelementptr inbounds nuw %struct.reader, ptr %4, i32 0, i32 1
  %19 = load ptr, ptr %18, align 8
  %20 = icmp eq ptr %17, %19
  br i1 %20, label %21, label %22

21:
  store i1 false, ptr %2, align 1
  store i32 1, ptr %5, align 4
  br label %68

22:
  %23 = getelementptr inbounds nuw %struct.reader, ptr %4, i32 0, i32 0
  %24 = load ptr, ptr %23, align 8
  %25 = getelementptr inbounds nuw i8, ptr %24, i32 1
  store ptr %25, ptr %23, align 8
  %26 = load i8, ptr %24, align 1
  store i8 %26, ptr %6, align 1
  call void @read_message(ptr dead_on_unwind writable sret(%struct.reader) align 8 %7, ptr %4)
  %27 = call zeroext i1 @is_over(ptr %4)
  br i1 %27, label %28, label %30

28:
  %29 = call zeroext i1 @goes_on_with(ptr %7, i8 zeroext 10)
  br i1 %29, label %31, label %30

30:
  store i1 false, ptr %2, align 1
  store i32 1, ptr %5, align 4
  br label %67

31:
  call void @read_bytes(ptr dead_on_unwind writable sret(%struct.reader) align 8 %8, ptr %7)
  %32 = load i8, ptr %6, align 1
  %33 = zext i8 %32 to i32
  %34 = icmp eq i32 %33, 34
  br i1 %34, label %35, label %42

35:
  %36 = call zeroext i1 @goes_on_with(ptr %7, i8 zeroext 16)
  br i1 %36, label %37, label %40

37:
  %38 = call i64 @read_number(ptr %7)
  %39 = icmp ne i64 %38, 0
  br i1 %39, label %41, label %40

40:
  store i1 false, ptr %2, align 1
  store i32 1, ptr %5, align 4
  br label %67

41:
  br label %65

42:
  %43 = load i8, ptr %6, align 1
  %44 = zext i8 %43 to i32
  %45 = icmp eq i32 %44, 26
  br i1 %45, label %50, label %46

46:
  %47 = load i8, ptr %6, align 1
  %48 = zext i8 %47 to i32
  %49 = icmp eq i32 %48, 50
  br i1 %49, label %50, label %54

50:
  %51 = call zeroext i1 @goes_on_with(ptr %7, i8 zeroext 18)
  br i1 %51, label %53, label %52

52:
  store i1 false, ptr %2, align 1
  store i32 1, ptr %5, align 4
  br label %67

53:
  call void @read_bytes(ptr dead_on_unwind writable sret(%struct.reader) align 8 %9, ptr %7)
  br label %64

54:
  %55 = load i8, ptr %6, align 1
  %56 = zext i8 %55 to i32
  %57 = icmp ne i32 %56, 18
  br i1 %57, label %58, label %63

58:
  %59 = load i8, ptr %6, align 1
  %60 = zext i8 %59 to i32
  %61 = icmp ne i32 %60, 58
  br i1 %61, label %62, label %63

62:
  store i1 false, ptr %2, align 1
  store i32 1, ptr %5, align 4
  br label %67

63:
  br label %64

64:
  br label %65

65:
  %66 = call zeroext i1 @is_over(ptr %7)
  store i1 %66, ptr %2, align 1
  store i32 1, ptr %5, align 4
  br label %67

67:
  br label %68

68:
  %69 = load i1, ptr %2, align 1
  ret i1 %69
}

define internal zeroext i1 @skip_action(ptr %0) alwaysinline nounwind {
  %2 = alloca i1, align 1
  %3 = alloca ptr, align 8
  %4 = alloca %struct.reader, align 8
  %5 = alloca i32, align 4
  %6 = alloca %struct.reader, align 8
  %7 = alloca %struct.reader, align 8
  %8 = alloca %struct.reader, align 8
  store ptr %0, ptr %3, align 8
  %9 = load ptr, ptr %3, align 8
  call void @read_message(ptr dead_on_unwind writable sret(%struct.reader) align 8 %4, ptr %9)
  %10 = call zeroext i1 @goes_on_with(ptr %4, i8 zeroext 10)
  br i1 %10, label %12, label %11

11:
  store i1 false, ptr %2, align 1
  store i32 1, ptr %5, align 4
  br label %41

12:
  call void @read_message(ptr dead_on_unwind writable sret(%struct.reader) align 8 %6, ptr %4)
  %13 = call zeroext i1 @is_over(ptr %4)
  br i1 %13, label %14, label %19

14:
  %15 = call zeroext i1 @goes_on_with(ptr %6, i8 zeroext 8)
  br i1 %15, label %16, label %19

16:
  %17 = call i64 @read_number(ptr %6)
  %18 = icmp ne i64 %17, 0
  br i1 %18, label %20, label %19

19:
  store i1 false, ptr %2, align 1
  store i32 1, ptr %5, align 4
  br label %40

20:
  br label %21

21:
  %22 = call zeroext i1 @goes_on_with(ptr %6, i8 zeroext 34)
  br i1 %22, label %23, label %38

23:
  call void @read_message(ptr dead_on_unwind writable sret(%struct.reader) align 8 %7, ptr %6)
  %24 = call zeroext i1 @goes_on_with(ptr %7, i8 zeroext 16)
  br i1 %24, label %25, label %30

25:
  %26 = call i64 @read_number(ptr %7)
  %27 = icmp ne i64 %26, 0
  br i1 %27, label %28, label %30

28:
  %29 = call zeroext i1 @goes_on_with(ptr %7, i8 zeroext 26)
  br i1 %29, label %31, label %30

30:
  store i1 false, ptr %2, align 1
  store i32 1, ptr %5, align 4
  br label %35

31:
  call void @read_bytes(ptr dead_on_unwind writable sret(%struct.reader) align 8 %8, ptr %7)
  %32 = call zeroext i1 @is_over(ptr %7)
  br i1 %32, label %34, label %33

33:
  store i1 false, ptr %2, align 1
  store i32 1, ptr %5, align 4
  br label %35

34:
  store i32 0, ptr %5, align 4
  br label %35

35:
  %36 = load i32, ptr %5, align 4
  switch i32 %36, label %40 [
    i32 0, label %37
  ]

37:
  br label %21

38:
  %39 = call zeroext i1 @is_over(ptr %6)
  store i1 %39, ptr %2, align 1
  store i32 1, ptr %5, align 4
  br label %40

40:
  br label %41

41:
  %42 = load i1, ptr %2, align 1
  ret i1 %42
}

define internal void @read_bytes(ptr dead_on_unwind noalias writable sret(%struct.reader) align 8 %0, ptr %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  store ptr %1, ptr %3, align 8
  %4 = load ptr, ptr %3, align 8
  call void @read_message(ptr dead_on_unwind writable sret(%struct.reader) align 8 %0, ptr %4)
  %5 = getelementptr inbounds nuw %struct.reader, ptr %0, i32 0, i32 2
  %6 = load i8, ptr %5, align 8
  %7 = trunc i8 %6 to i1
  br i1 %7, label %35, label %8

8:
  %9 = getelementptr inbounds nuw %struct.reader, ptr %0, i32 0, i32 0
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw %struct.reader, ptr %0, i32 0, i32 1
  %12 = load ptr, ptr %11, align 8
  %13 = icmp eq ptr %10, %12
  br i1 %13, label %31, label %14

14:
  %15 = getelementptr inbounds nuw %struct.reader, ptr %0, i32 0, i32 0
  %16 = load ptr, ptr %15, align 8
  %17 = load i8, ptr %16, align 1
  %18 = zext i8 %17 to i32
  %19 = icmp eq i32 %18, 0
  br i1 %19, label %20, label %29

20:
  %21 = getelementptr inbounds nuw %struct.reader, ptr %0, i32 0, i32 1
  %22 = load ptr, ptr %21, align 8
  %23 = getelementptr inbounds nuw %struct.reader, ptr %0, i32 0, i32 0
  %24 = load ptr, ptr %23, align 8
  %25 = ptrtoint ptr %22 to i64
  %26 = ptrtoint ptr %24 to i64
  %27 = sub i64 %25, %26
  %28 = icmp sgt i64 %27, 1
  br label %29

29:
  %30 = phi i1 [ false, %14 ], [ %28, %20 ]
  br label %31

31:
  %32 = phi i1 [ true, %8 ], [ %30, %29 ]
  %33 = getelementptr inbounds nuw %struct.reader, ptr %0, i32 0, i32 2
  %34 = zext i1 %32 to i8
  store i8 %34, ptr %33, align 8
  br label %35

35:
  %36 = getelementptr inbounds nuw %struct.reader, ptr %0, i32 0, i32 2
  %37 = load i8, ptr %36, align 8
  %38 = trunc i8 %37 to i1
  %39 = zext i1 %38 to i32
  %40 = load ptr, ptr %3, align 8
  %41 = getelementptr inbounds nuw %struct.reader, ptr %40, i32 0, i32 2
  %42 = load i8, ptr %41, align 8
  %43 = trunc i8 %42 to i1
  %44 = zext i1 %43 to i32
  %45 = or i32 %44, %39
  %46 = icmp ne i32 %45, 0
  %47 = zext i1 %46 to i8
  store i8 %47, ptr %41, align 8
  ret void
}

define internal zeroext i1 @read_field(ptr %0, ptr byval(%struct.reader) align 8 %1, ptr %2, ptr %3) alwaysinline nounwind {
  %5 = alloca i1, align 1
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca %struct.reader, align 8
  %10 = alloca i32, align 4
  %11 = alloca %struct.reader, align 8
  %12 = alloca %struct.reader, align 8
  %13 = alloca i64, align 8
  %14 = alloca %struct.reader, align 8
  store ptr %0, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %15 = load ptr, ptr %6, align 8
  %16 = getelementptr inbounds nuw %struct.key_field, ptr %15, i32 0, i32 1
  %17 = load i32, ptr %16, align 4
  %18 = zext i32 %17 to i64
  %19 = getelementptr inbounds nuw [5 x i8], ptr @read_field.tags, i64 0, i64 %18
  %20 = load i8, ptr %19, align 1
  %21 = call zeroext i1 @goes_on_with(ptr %1, i8 zeroext %20)
  br i1 %21, label %23, label %22

22:
  store i1 false, ptr %5, align 1
  br label %169

23:
  call void @read_message(ptr dead_on_unwind writable sret(%struct.reader) align 8 %9, ptr %1)
  %24 = call zeroext i1 @goes_on_with(ptr %9, i8 zeroext 10)
  br i1 %24, label %26, label %25

25:
  store i1 false, ptr %5, align 1
  store i32 1, ptr %10, align 4
  br label %168

26:
  call void @read_bytes(ptr dead_on_unwind writable sret(%struct.reader) align 8 %11, ptr %9)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %12, ptr align 8 %11, i64 24, i1 false)
  %27 = getelementptr inbounds nuw %struct.reader, ptr %9, i32 0, i32 2
  %28 = load i8, ptr %27, align 8
  %29 = trunc i8 %28 to i1
  br i1 %29, label %36, label %30

30:
  %31 = load ptr, ptr %6, align 8
  %32 = getelementptr inbounds nuw %struct.key_field, ptr %31, i32 0, i32 2
  %33 = load i32, ptr %32, align 4
  %34 = zext i32 %33 to i64
  %35 = call zeroext i1 @fits(ptr byval(%struct.reader) align 8 %11, i64 %34)
  br i1 %35, label %37, label %36

36:
  store i1 false, ptr %5, align 1
  store i32 1, ptr %10, align 4
  br label %167

37:
  store i64 0, ptr %13, align 8
  %38 = load ptr, ptr %6, align 8
  %39 = getelementptr inbounds nuw %struct.key_field, ptr %38, i32 0, i32 1
  %40 = load i32, ptr %39, align 4
  %41 = icmp eq i32 %40, 1
  br i1 %41, label %42, label %47

42:
  %43 = call zeroext i1 @goes_on_with(ptr %9, i8 zeroext 16)
  br i1 %43, label %45, label %44

44:
  store i1 false, ptr %5, align 1
  store i32 1, ptr %10, align 4
  br label %166

45:
  %46 = call i64 @read_number(ptr %9)
  store i64 %46, ptr %13, align 8
  br label %73

47:
  %48 = load ptr, ptr %6, align 8
  %49 = getelementptr inbounds nuw %struct.key_field, ptr %48, i32 0, i32 1
  %50 = load i32, ptr %49, align 4
  %51 = icmp eq i32 %50, 2
  br i1 %51, label %57, label %52

52:
  %53 = load ptr, ptr %6, align 8
  %54 = getelementptr inbounds nuw %struct.key_field, ptr %53, i32 0, i32 1
  %55 = load i32, ptr %54, align 4
  %56 = icmp eq i32 %55, 3
  br i1 %56, label %57, label %72

57:
  %58 = call zeroext i1 @goes_on_with(ptr %9, i8 zeroext 18)
  br i1 %58, label %60, label %59

59:
  store i1 false, ptr %5, align 1
  store i32 1, ptr %10, align 4
  br label %166

60:
  call void @read_bytes(ptr dead_on_unwind writable sret(%struct.reader) align 8 %14, ptr %9)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %12, ptr align 8 %14, i64 24, i1 false)
  %61 = getelementptr inbounds nuw %struct.reader, ptr %9, i32 0, i32 2
  %62 = load i8, ptr %61, align 8
  %63 = trunc i8 %62 to i1
  br i1 %63, label %70, label %64

64:
  %65 = load ptr, ptr %6, align 8
  %66 = getelementptr inbounds nuw %struct.key_field, ptr %65, i32 0, i32 2
  %67 = load i32, ptr %66, align 4
  %68 = zext i32 %67 to i64
  %69 = call zeroext i1 @fits(ptr byval(%struct.reader) align 8 %12, i64 %68)
  br i1 %69, label %71, label %70

70:
  store i1 false, ptr %5, align 1
  store i32 1, ptr %10, align 4
  br label %166

71:
  br label %72

72:
  br label %73

73:
  %74 = call zeroext i1 @is_over(ptr %9)
  br i1 %74, label %76, label %75

75:
  store i1 false, ptr %5, align 1
  store i32 1, ptr %10, align 4
  br label %166

76:
  %77 = load ptr, ptr %6, align 8
  %78 = getelementptr inbounds nuw %struct.key_field, ptr %77, i32 0, i32 1
  %79 = load i32, ptr %78, align 4
  %80 = icmp eq i32 %79, 3
  br i1 %80, label %81, label %86

81:
  %82 = load ptr, ptr %6, align 8
  %83 = load ptr, ptr %7, align 8
  %84 = load ptr, ptr %8, align 8
  %85 = call zeroext i1 @read_range(ptr %82, ptr byval(%struct.reader) align 8 %11, ptr byval(%struct.reader) align 8 %12, ptr %83, ptr %84)
  store i1 %85, ptr %5, align 1
  store i32 1, ptr %10, align 4
  br label %166

86:
  %87 = load ptr, ptr %8, align 8
  %88 = getelementptr inbounds nuw %struct.place, ptr %87, i32 0, i32 0
  %89 = getelementptr inbounds [9 x i64], ptr %88, i64 0, i64 0
  %90 = load ptr, ptr %6, align 8
  %91 = getelementptr inbounds nuw %struct.key_field, ptr %90, i32 0, i32 3
  %92 = load i32, ptr %91, align 4
  %93 = zext i32 %92 to i64
  call void @put_value(ptr %89, ptr byval(%struct.reader) align 8 %11, i64 %93)
  %94 = load ptr, ptr %6, align 8
  %95 = getelementptr inbounds nuw %struct.key_field, ptr %94, i32 0, i32 1
  %96 = load i32, ptr %95, align 4
  %97 = icmp eq i32 %96, 1
  br i1 %97, label %98, label %134

98:
  %99 = load i64, ptr %13, align 8
  %100 = icmp eq i64 %99, 0
  br i1 %100, label %108, label %101

101:
  %102 = load i64, ptr %13, align 8
  %103 = load ptr, ptr %6, align 8
  %104 = getelementptr inbounds nuw %struct.key_field, ptr %103, i32 0, i32 2
  %105 = load i32, ptr %104, align 4
  %106 = zext i32 %105 to i64
  %107 = icmp ugt i64 %102, %106
  br i1 %107, label %108, label %109

108:
  store i1 false, ptr %5, align 1
  store i32 1, ptr %10, align 4
  br label %166

109:
  %110 = load ptr, ptr %8, align 8
  %111 = getelementptr inbounds nuw %struct.place, ptr %110, i32 0, i32 1
  %112 = getelementptr inbounds [9 x i64], ptr %111, i64 0, i64 0
  %113 = load ptr, ptr %6, align 8
  %114 = getelementptr inbounds nuw %struct.key_field, ptr %113, i32 0, i32 3
  %115 = load i32, ptr %114, align 4
  %116 = load ptr, ptr %6, align 8
  %117 = getelementptr inbounds nuw %struct.key_field, ptr %116, i32 0, i32 2
  %118 = load i32, ptr %117, align 4
  %119 = add i32 %115, %118
  %120 = zext i32 %119 to i64
  %121 = load i64, ptr %13, align 8
  %122 = sub i64 %120, %121
  %123 = load i64, ptr %13, align 8
  call void @put_bits(ptr %112, i64 %122, i64 %123, i1 zeroext true)
  %124 = load ptr, ptr %6, align 8
  %125 = getelementptr inbounds nuw %struct.key_field, ptr %124, i32 0, i32 2
  %126 = load i32, ptr %125, align 4
  %127 = zext i32 %126 to i64
  %128 = load i64, ptr %13, align 8
  %129 = sub i64 %127, %128
  %130 = load ptr, ptr %8, align 8
  %131 = getelementptr inbounds nuw %struct.place, ptr %130, i32 0, i32 3
  %132 = load i64, ptr %131, align 8
  %133 = sub i64 %132, %129
  store i64 %133, ptr %131, align 8
  br label %165

134:
  %135 = load ptr, ptr %6, align 8
  %136 = getelementptr inbounds nuw %struct.key_field, ptr %135, i32 0, i32 1
  %137 = load i32, ptr %136, align 4
  %138 = icmp eq i32 %137, 2
  br i1 %138, label %139, label %152

139:
  %140 = load ptr, ptr %8, align 8
  %141 = getelementptr inbounds nuw %struct.place, ptr %140, i32 0, i32 1
  %142 = getelementptr inbounds [9 x i64], ptr %141, i64 0, i64 0
  %143 = load ptr, ptr %6, align 8
  %144 = getelementptr inbounds nuw %struct.key_field, ptr %143, i32 0, i32 3
  %145 = load i32, ptr %144, align 4
  %146 = zext i32 %145 to i64
  call void @put_value(ptr %142, ptr byval(%struct.reader) align 8 %12, i64 %146)
  %147 = getelementptr inbounds nuw %struct.reader, ptr %12, i32 0, i32 0
  %148 = load ptr, ptr %147, align 8
  %149 = load i8, ptr %148, align 1
  %150 = zext i8 %149 to i32
  %151 = icmp ne i32 %150, 0
  store i1 %151, ptr %5, align 1
  store i32 1, ptr %10, align 4
  br label %166

152:
  %153 = load ptr, ptr %8, align 8
  %154 = getelementptr inbounds nuw %struct.place, ptr %153, i32 0, i32 1
  %155 = getelementptr inbounds [9 x i64], ptr %154, i64 0, i64 0
  %156 = load ptr, ptr %6, align 8
  %157 = getelementptr inbounds nuw %struct.key_field, ptr %156, i32 0, i32 3
  %158 = load i32, ptr %157, align 4
  %159 = zext i32 %158 to i64
  %160 = load ptr, ptr %6, align 8
  %161 = getelementptr inbounds nuw %struct.key_field, ptr %160, i32 0, i32 2
  %162 = load i32, ptr %161, align 4
  %163 = zext i32 %162 to i64
  call void @put_bits(ptr %155, i64 %159, i64 %163, i1 zeroext true)
  br label %164

164:
  br label %165

165:
  store i1 true, ptr %5, align 1
  store i32 1, ptr %10, align 4
  br label %166

166:
  br label %167

167:
  br label %168

168:
  br label %169

169:
  %170 = load i1, ptr %5, align 1
  ret i1 %170
}

define internal void @put_bits(ptr %0, i64 %1, i64 %2, i1 zeroext %3) alwaysinline nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i8, align 1
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %13 = zext i1 %3 to i8
  store i8 %13, ptr %8, align 1
  %14 = load i64, ptr %6, align 8
  %15 = load i64, ptr %7, align 8
  %16 = add i64 %14, %15
  store i64 %16, ptr %9, align 8
  br label %17

17:
  %18 = load i64, ptr %6, align 8
  %19 = load i64, ptr %9, align 8
  %20 = icmp ult i64 %18, %19
  br i1 %20, label %22, label %21

21:
  br label %79

22:
  %23 = load i64, ptr %6, align 8
  %24 = and i64 %23, 63
  store i64 %24, ptr %10, align 8
  %25 = load i64, ptr %10, align 8
  %26 = sub i64 64, %25
  %27 = load i64, ptr %9, align 8
  %28 = load i64, ptr %6, align 8
  %29 = sub i64 %27, %28
  %30 = icmp ult i64 %26, %29
  br i1 %30, label %31, label %34

31:
  %32 = load i64, ptr %10, align 8
  %33 = sub i64 64, %32
  br label %38

34:
  %35 = load i64, ptr %9, align 8
  %36 = load i64, ptr %6, align 8
  %37 = sub i64 %35, %36
  br label %38

38:
  %39 = phi i64 [ %33, %31 ], [ %37, %34 ]
  store i64 %39, ptr %11, align 8
  %40 = load i64, ptr %11, align 8
  %41 = icmp eq i64 %40, 64
  br i1 %41, label %42, label %43

42:
  br label %47

43:
  %44 = load i64, ptr %11, align 8
  %45 = shl i64 1, %44
  %46 = sub i64 %45, 1
  br label %47

47:
  %48 = phi i64 [ -1, %42 ], [ %46, %43 ]
  %49 = load i64, ptr %10, align 8
  %50 = shl i64 %48, %49
  store i64 %50, ptr %12, align 8
  %51 = load i8, ptr %8, align 1
  %52 = trunc i8 %51 to i1
  br i1 %52, label %53, label %61

53:
  %54 = load ptr, ptr %5, align 8
  %55 = load i64, ptr %6, align 8
  %56 = lshr i64 %55, 6
  %57 = getelementptr inbounds nuw i64, ptr %54, i64 %56
  %58 = load i64, ptr %57, align 8
  %59 = load i64, ptr %12, align 8
  %60 = or i64 %58, %59
  br label %70

61:
  %62 = load ptr, ptr %5, align 8
  %63 = load i64, ptr %6, align 8
  %64 = lshr i64 %63, 6
  %65 = getelementptr inbounds nuw i64, ptr %62, i64 %64
  %66 = load i64, ptr %65, align 8
  %67 = load i64, ptr %12, align 8
  %68 = xor i64 %67, -1
  %69 = and i64 %66, %68
  br label %70

70:
  %71 = phi i64 [ %60, %53 ], [ %69, %61 ]
  %72 = load ptr, ptr %5, align 8
  %73 = load i64, ptr %6, align 8
  %74 = lshr i64 %73, 6
  %75 = getelementptr inbounds nuw i64, ptr %72, i64 %74
  store i64 %71, ptr %75, align 8
  %76 = load i64, ptr %11, align 8
  %77 = load i64, ptr %6, align 8
  %78 = add i64 %77, %76
  store i64 %78, ptr %6, align 8
  br label %17

79:
  ret void
}

define internal zeroext i1 @fits(ptr byval(%struct.reader) align 8 %0, i64 %1) alwaysinline nounwind {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i64 %1, ptr %3, align 8
  %5 = getelementptr inbounds nuw %struct.reader, ptr %0, i32 0, i32 1
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw %struct.reader, ptr %0, i32 0, i32 0
  %8 = load ptr, ptr %7, align 8
  %9 = ptrtoint ptr %6 to i64
  %10 = ptrtoint ptr %8 to i64
  %11 = sub i64 %9, %10
  store i64 %11, ptr %4, align 8
  %12 = load i64, ptr %4, align 8
  %13 = sub i64 %12, 1
  %14 = mul i64 %13, 8
  %15 = getelementptr inbounds nuw %struct.reader, ptr %0, i32 0, i32 0
  %16 = load ptr, ptr %15, align 8
  %17 = load i8, ptr %16, align 1
  %18 = zext i8 %17 to i64
  %19 = call i64 @leading_zeros(i64 %18)
  %20 = sub i64 64, %19
  %21 = add i64 %14, %20
  %22 = load i64, ptr %3, align 8
  %23 = icmp ule i64 %21, %22
  ret i1 %23
}

define internal zeroext i1 @read_range(ptr %0, ptr byval(%struct.reader) align 8 %1, ptr byval(%struct.reader) align 8 %2, ptr %3, ptr %4) nounwind {
  %6 = alloca i1, align 1
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca i8, align 1
  %13 = alloca i8, align 1
  %14 = alloca i64, align 8
  %15 = alloca i64, align 8
  %16 = alloca i64, align 8
  %17 = alloca i64, align 8
  %18 = alloca i32, align 4
  store ptr %0, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  store ptr %4, ptr %9, align 8
  %19 = load ptr, ptr %7, align 8
  %20 = getelementptr inbounds nuw %struct.key_field, ptr %19, i32 0, i32 2
  %21 = load i32, ptr %20, align 4
  %22 = add i32 %21, 63
  %23 = udiv i32 %22, 64
  %24 = zext i32 %23 to i64
  store i64 %24, ptr %10, align 8
  store i64 0, ptr %11, align 8
  %25 = load ptr, ptr %8, align 8
  call void @put_value(ptr %25, ptr byval(%struct.reader) align 8 %1, i64 0)
  %26 = load ptr, ptr %8, align 8
  %27 = load i64, ptr %10, align 8
  %28 = getelementptr inbounds nuw i64, ptr %26, i64 %27
  call void @put_value(ptr %28, ptr byval(%struct.reader) align 8 %2, i64 0)
  store i8 0, ptr %12, align 1
  store i8 1, ptr %13, align 1
  store i64 0, ptr %14, align 8
  br label %29

29:
  %30 = load i64, ptr %14, align 8
  %31 = load i64, ptr %10, align 8
  %32 = icmp ult i64 %30, %31
  br i1 %32, label %34, label %33

33:
  br label %95

34:
  %35 = load ptr, ptr %7, align 8
  %36 = getelementptr inbounds nuw %struct.key_field, ptr %35, i32 0, i32 2
  %37 = load i32, ptr %36, align 4
  %38 = zext i32 %37 to i64
  %39 = load i64, ptr %14, align 8
  %40 = mul i64 64, %39
  %41 = sub i64 %38, %40
  store i64 %41, ptr %15, align 8
  %42 = load ptr, ptr %8, align 8
  %43 = load i64, ptr %14, align 8
  %44 = getelementptr inbounds nuw i64, ptr %42, i64 %43
  %45 = load i64, ptr %44, align 8
  store i64 %45, ptr %16, align 8
  %46 = load ptr, ptr %8, align 8
  %47 = load i64, ptr %10, align 8
  %48 = load i64, ptr %14, align 8
  %49 = add i64 %47, %48
  %50 = getelementptr inbounds nuw i64, ptr %46, i64 %49
  %51 = load i64, ptr %50, align 8
  store i64 %51, ptr %17, align 8
  %52 = load i64, ptr %16, align 8
  %53 = load i64, ptr %17, align 8
  %54 = icmp ne i64 %52, %53
  br i1 %54, label %55, label %68

55:
  %56 = load i64, ptr %16, align 8
  %57 = load i64, ptr %17, align 8
  %58 = icmp ugt i64 %56, %57
  %59 = zext i1 %58 to i8
  store i8 %59, ptr %12, align 1
  %60 = load i64, ptr %14, align 8
  %61 = mul i64 64, %60
  %62 = add i64 %61, 64
  %63 = load i64, ptr %16, align 8
  %64 = load i64, ptr %17, align 8
  %65 = xor i64 %63, %64
  %66 = call i64 @leading_zeros(i64 %65)
  %67 = sub i64 %62, %66
  store i64 %67, ptr %11, align 8
  br label %68

68:
  %69 = load i64, ptr %16, align 8
  %70 = icmp eq i64 %69, 0
  br i1 %70, label %71, label %83

71:
  %72 = load i64, ptr %17, align 8
  %73 = load i64, ptr %15, align 8
  %74 = icmp uge i64 %73, 64
  br i1 %74, label %75, label %76

75:
  br label %80

76:
  %77 = load i64, ptr %15, align 8
  %78 = shl i64 1, %77
  %79 = sub i64 %78, 1
  br label %80

80:
  %81 = phi i64 [ -1, %75 ], [ %79, %76 ]
  %82 = icmp eq i64 %72, %81
  br label %83

83:
  %84 = phi i1 [ false, %68 ], [ %82, %80 ]
  %85 = zext i1 %84 to i32
  %86 = load i8, ptr %13, align 1
  %87 = trunc i8 %86 to i1
  %88 = zext i1 %87 to i32
  %89 = and i32 %88, %85
  %90 = icmp ne i32 %89, 0
  %91 = zext i1 %90 to i8
  store i8 %91, ptr %13, align 1
  br label %92

92:
  %93 = load i64, ptr %14, align 8
  %94 = add i64 %93, 1
  store i64 %94, ptr %14, align 8
  br label %29

95:
  %96 = load i8, ptr %12, align 1
  %97 = trunc i8 %96 to i1
  br i1 %97, label %101, label %98

98:
  %99 = load i8, ptr %13, align 1
  %100 = trunc i8 %99 to i1
  br i1 %100, label %101, label %102

101:
  store i1 false, ptr %6, align 1
  store i32 1, ptr %18, align 4
  br label %133

102:
  %103 = load ptr, ptr %9, align 8
  %104 = getelementptr inbounds nuw %struct.place, ptr %103, i32 0, i32 0
  %105 = getelementptr inbounds [9 x i64], ptr %104, i64 0, i64 0
  %106 = load ptr, ptr %7, align 8
  %107 = getelementptr inbounds nuw %struct.key_field, ptr %106, i32 0, i32 3
  %108 = load i32, ptr %107, align 4
  %109 = zext i32 %108 to i64
  call void @put_value(ptr %105, ptr byval(%struct.reader) align 8 %1, i64 %109)
  %110 = load ptr, ptr %9, align 8
  %111 = getelementptr inbounds nuw %struct.place, ptr %110, i32 0, i32 0
  %112 = getelementptr inbounds [9 x i64], ptr %111, i64 0, i64 0
  %113 = load ptr, ptr %7, align 8
  %114 = getelementptr inbounds nuw %struct.key_field, ptr %113, i32 0, i32 3
  %115 = load i32, ptr %114, align 4
  %116 = zext i32 %115 to i64
  %117 = load i64, ptr %11, align 8
  call void @put_bits(ptr %112, i64 %116, i64 %117, i1 zeroext false)
  %118 = load ptr, ptr %9, align 8
  %119 = getelementptr inbounds nuw %struct.place, ptr %118, i32 0, i32 1
  %120 = getelementptr inbounds [9 x i64], ptr %119, i64 0, i64 0
  %121 = load ptr, ptr %7, align 8
  %122 = getelementptr inbounds nuw %struct.key_field, ptr %121, i32 0, i32 3
  %123 = load i32, ptr %122, align 4
  %124 = zext i32 %123 to i64
  %125 = load i64, ptr %11, align 8
  %126 = add i64 %124, %125
  %127 = load ptr, ptr %7, align 8
  %128 = getelementptr inbounds nuw %struct.key_field, ptr %127, i32 0, i32 2
  %129 = load i32, ptr %128, align 4
  %130 = zext i32 %129 to i64
  %131 = load i64, ptr %11, align 8
  %132 = sub i64 %130, %131
  call void @put_bits(ptr %120, i64 %126, i64 %132, i1 zeroext true)
  store i1 true, ptr %6, align 1
  store i32 1, ptr %18, align 4
  br label %133

133:
  %134 = load i1, ptr %6, align 1
  ret i1 %134
}

define internal void @put_value(ptr %0, ptr byval(%struct.reader) align 8 %1, i64 %2) alwaysinline nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %2, ptr %5, align 8
  br label %8

8:
  %9 = getelementptr inbounds nuw %struct.reader, ptr %1, i32 0, i32 1
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw %struct.reader, ptr %1, i32 0, i32 0
  %12 = load ptr, ptr %11, align 8
  %13 = icmp ne ptr %10, %12
  br i1 %13, label %14, label %54

14:
  %15 = getelementptr inbounds nuw %struct.reader, ptr %1, i32 0, i32 1
  %16 = load ptr, ptr %15, align 8
  %17 = getelementptr inbounds i8, ptr %16, i32 -1
  store ptr %17, ptr %15, align 8
  %18 = load i8, ptr %17, align 1
  %19 = zext i8 %18 to i64
  store i64 %19, ptr %6, align 8
  %20 = load i64, ptr %5, align 8
  %21 = and i64 %20, 63
  store i64 %21, ptr %7, align 8
  %22 = load i64, ptr %6, align 8
  %23 = load i64, ptr %7, align 8
  %24 = shl i64 %22, %23
  %25 = load ptr, ptr %4, align 8
  %26 = load i64, ptr %5, align 8
  %27 = lshr i64 %26, 6
  %28 = getelementptr inbounds nuw i64, ptr %25, i64 %27
  %29 = load i64, ptr %28, align 8
  %30 = or i64 %29, %24
  store i64 %30, ptr %28, align 8
  %31 = load i64, ptr %7, align 8
  %32 = icmp ugt i64 %31, 56
  br i1 %32, label %33, label %51

33:
  %34 = load i64, ptr %6, align 8
  %35 = load i64, ptr %7, align 8
  %36 = sub i64 64, %35
  %37 = lshr i64 %34, %36
  %38 = icmp ne i64 %37, 0
  br i1 %38, label %39, label %51

39:
  %40 = load i64, ptr %6, align 8
  %41 = load i64, ptr %7, align 8
  %42 = sub i64 64, %41
  %43 = lshr i64 %40, %42
  %44 = load ptr, ptr %4, align 8
  %45 = load i64, ptr %5, align 8
  %46 = lshr i64 %45, 6
  %47 = add i64 %46, 1
  %48 = getelementptr inbounds nuw i64, ptr %44, i64 %47
  %49 = load i64, ptr %48, align 8
  %50 = or i64 %49, %43
  store i64 %50, ptr %48, align 8
  br label %51

51:
  %52 = load i64, ptr %5, align 8
  %53 = add i64 %52, 8
  store i64 %53, ptr %5, align 8
  br label %8

54:
  ret void
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

declare ptr @hash_find(ptr, i64, ptr)

declare i64 @hash_put(ptr, i64, ptr, i64)

declare i64 @trie_put(ptr, i64, ptr, i64, i64, i64)

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

define internal ptr @descriptor_at(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = getelementptr inbounds nuw %struct.list, ptr %7, i32 0, i32 2
  %9 = getelementptr inbounds [0 x i64], ptr %8, i64 0, i64 0
  %10 = load i64, ptr %5, align 8
  %11 = load i64, ptr %6, align 8
  %12 = mul i64 8, %11
  %13 = add i64 16, %12
  %14 = mul i64 %10, %13
  %15 = getelementptr inbounds nuw i8, ptr %9, i64 %14
  ret ptr %15
}

declare i64 @chain_find(ptr, i64, ptr, i64, ptr, i64, ptr)

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

declare i64 @chain_add(ptr, i64, ptr, i64, ptr, i64)

define internal void @lower(ptr %0, i64 %1, i64 %2, i64 %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i32, align 4
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  %15 = load ptr, ptr %5, align 8
  %16 = load i64, ptr %6, align 8
  %17 = load i64, ptr %7, align 8
  %18 = call ptr @descriptor_at(ptr %15, i64 %16, i64 %17)
  %19 = getelementptr inbounds nuw %struct.descriptor, ptr %18, i32 0, i32 1
  %20 = load i64, ptr %19, align 8
  store i64 %20, ptr %9, align 8
  %21 = load i64, ptr %8, align 8
  %22 = load ptr, ptr %5, align 8
  %23 = load i64, ptr %6, align 8
  %24 = load i64, ptr %7, align 8
  %25 = call ptr @descriptor_at(ptr %22, i64 %23, i64 %24)
  %26 = getelementptr inbounds nuw %struct.descriptor, ptr %25, i32 0, i32 0
  store i64 %21, ptr %26, align 8
  br label %27

27:
  %28 = load i64, ptr %6, align 8
  %29 = icmp ne i64 %28, 0
  br i1 %29, label %30, label %91

30:
  %31 = load ptr, ptr %5, align 8
  %32 = load i64, ptr %6, align 8
  %33 = load i64, ptr %7, align 8
  %34 = call ptr @descriptor_at(ptr %31, i64 %32, i64 %33)
  store ptr %34, ptr %10, align 8
  %35 = load ptr, ptr %5, align 8
  %36 = load i64, ptr %6, align 8
  %37 = sub i64 %36, 1
  %38 = load i64, ptr %7, align 8
  %39 = call ptr @descriptor_at(ptr %35, i64 %37, i64 %38)
  store ptr %39, ptr %11, align 8
  %40 = load ptr, ptr %11, align 8
  %41 = getelementptr inbounds i64, ptr %40, i64 0
  %42 = load i64, ptr %41, align 8
  %43 = load i64, ptr %8, align 8
  %44 = icmp ult i64 %42, %43
  br i1 %44, label %57, label %45

45:
  %46 = load ptr, ptr %11, align 8
  %47 = getelementptr inbounds i64, ptr %46, i64 0
  %48 = load i64, ptr %47, align 8
  %49 = load i64, ptr %8, align 8
  %50 = icmp eq i64 %48, %49
  br i1 %50, label %51, label %58

51:
  %52 = load ptr, ptr %11, align 8
  %53 = getelementptr inbounds i64, ptr %52, i64 1
  %54 = load i64, ptr %53, align 8
  %55 = load i64, ptr %9, align 8
  %56 = icmp ult i64 %54, %55
  br i1 %56, label %57, label %58

57:
  store i32 1, ptr %12, align 4
  br label %85

58:
  store i64 0, ptr %13, align 8
  br label %59

59:
  %60 = load i64, ptr %13, align 8
  %61 = load i64, ptr %7, align 8
  %62 = add i64 2, %61
  %63 = icmp ult i64 %60, %62
  br i1 %63, label %65, label %64

64:
  store i32 5, ptr %12, align 4
  br label %84

65:
  %66 = load ptr, ptr %10, align 8
  %67 = load i64, ptr %13, align 8
  %68 = getelementptr inbounds nuw i64, ptr %66, i64 %67
  %69 = load i64, ptr %68, align 8
  store i64 %69, ptr %14, align 8
  %70 = load ptr, ptr %11, align 8
  %71 = load i64, ptr %13, align 8
  %72 = getelementptr inbounds nuw i64, ptr %70, i64 %71
  %73 = load i64, ptr %72, align 8
  %74 = load ptr, ptr %10, align 8
  %75 = load i64, ptr %13, align 8
  %76 = getelementptr inbounds nuw i64, ptr %74, i64 %75
  store i64 %73, ptr %76, align 8
  %77 = load i64, ptr %14, align 8
  %78 = load ptr, ptr %11, align 8
  %79 = load i64, ptr %13, align 8
  %80 = getelementptr inbounds nuw i64, ptr %78, i64 %79
  store i64 %77, ptr %80, align 8
  br label %81

81:
  %82 = load i64, ptr %13, align 8
  %83 = add i64 %82, 1
  store i64 %83, ptr %13, align 8
  br label %59

84:
  store i32 0, ptr %12, align 4
  br label %85

85:
  %86 = load i32, ptr %12, align 4
  switch i32 %86, label %92 [
    i32 0, label %87
  ]

87:
  br label %88

88:
  %89 = load i64, ptr %6, align 8
  %90 = add i64 %89, -1
  store i64 %90, ptr %6, align 8
  br label %27

91:
  store i32 0, ptr %12, align 4
  br label %92

92:
  %93 = load i32, ptr %12, align 4
  switch i32 %93, label %95 [
    i32 0, label %94
    i32 1, label %94
  ]

94:
  ret void

95:
  unreachable
}
