; SPDX-License-Identifier: Apache-2.0
; Made of bursts.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 0b95fa1094373dfd57b0527513f4aacfcd05ca8f997ae6bdaf94f4d11efb5f63
%struct.message = type { ptr, i32, i32, ptr, i64, ptr, i64, i32, i32, i32, i32 }
%struct.vector = type { ptr, i64 }
%struct.frame = type { i32, i32, ptr, i64 }
%struct.link_address = type { i16, i16, i32, i16, i8, [13 x i8] }
%struct.auxiliary = type { i64, i32, i32, i32, i32, i32, i16, i16, i16, i16, i32 }
%struct.ring = type { ptr, i64, i64, i64, i64, i64 }
%struct.slot = type { i32, i32, i32, i16, i16, i32, i32, i16, i16, i32, %struct.link_address }
%struct.burst = type { ptr, ptr, ptr, ptr, ptr, ptr, ptr, i64, i64 }
%struct.sent = type { i32, i32, i32, i32 }
%struct.way = type { ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, i64, ptr, ptr, i64, i64, i64, i64, i64, i64, i64, i64 }
%struct.outgoing = type { ptr, i64, i64, ptr, i64, i64, i64 }
%struct.send_ring = type { %struct.ring, i64, i64, i64 }

define i64 @receive(i64 %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5) nounwind {
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca i32, align 4
  %15 = alloca i32, align 4
  %16 = alloca i32, align 4
  %17 = alloca i64, align 8
  %18 = alloca i64, align 8
  %19 = alloca i32, align 4
  %20 = alloca ptr, align 8
  %21 = alloca i64, align 8
  %22 = alloca ptr, align 8
  %23 = alloca ptr, align 8
  store i64 %0, ptr %8, align 8
  store ptr %1, ptr %9, align 8
  store ptr %2, ptr %10, align 8
  store i64 %3, ptr %11, align 8
  store i64 %4, ptr %12, align 8
  store i64 %5, ptr %13, align 8
  store i32 0, ptr %14, align 4
  br label %24

24:
  %25 = load i32, ptr %14, align 4
  %26 = icmp slt i32 %25, 64
  br i1 %26, label %28, label %27

27:
  br label %42

28:
  %29 = load ptr, ptr %9, align 8
  %30 = load i32, ptr %14, align 4
  %31 = sext i32 %30 to i64
  %32 = getelementptr inbounds %struct.message, ptr %29, i64 %31
  %33 = getelementptr inbounds nuw %struct.message, ptr %32, i32 0, i32 1
  store i32 24, ptr %33, align 8
  %34 = load ptr, ptr %9, align 8
  %35 = load i32, ptr %14, align 4
  %36 = sext i32 %35 to i64
  %37 = getelementptr inbounds %struct.message, ptr %34, i64 %36
  %38 = getelementptr inbounds nuw %struct.message, ptr %37, i32 0, i32 6
  store i64 40, ptr %38, align 8
  br label %39

39:
  %40 = load i32, ptr %14, align 4
  %41 = add i32 %40, 1
  store i32 %41, ptr %14, align 4
  br label %24

42:
  %43 = load i64, ptr %8, align 8
  %44 = trunc i64 %43 to i32
  %45 = load ptr, ptr %9, align 8
  %46 = call i32 @recvmmsg(i32 %44, ptr %45, i32 64, i32 64, ptr null)
  store i32 %46, ptr %15, align 4
  %47 = load i32, ptr %15, align 4
  %48 = icmp slt i32 %47, 0
  br i1 %48, label %49, label %54

49:
  %50 = call ptr @__errno_location()
  %51 = load i32, ptr %50, align 4
  %52 = sext i32 %51 to i64
  %53 = sub i64 0, %52
  store i64 %53, ptr %7, align 8
  store i32 1, ptr %16, align 4
  br label %130

54:
  store i64 0, ptr %17, align 8
  store i64 0, ptr %18, align 8
  store i32 0, ptr %19, align 4
  br label %55

55:
  %56 = load i32, ptr %19, align 4
  %57 = load i32, ptr %15, align 4
  %58 = icmp slt i32 %56, %57
  br i1 %58, label %60, label %59

59:
  store i32 5, ptr %16, align 4
  br label %126

60:
  %61 = load ptr, ptr %9, align 8
  %62 = load i32, ptr %19, align 4
  %63 = sext i32 %62 to i64
  %64 = getelementptr inbounds %struct.message, ptr %61, i64 %63
  store ptr %64, ptr %20, align 8
  %65 = load ptr, ptr %20, align 8
  %66 = getelementptr inbounds nuw %struct.message, ptr %65, i32 0, i32 9
  %67 = load i32, ptr %66, align 8
  %68 = zext i32 %67 to i64
  store i64 %68, ptr %21, align 8
  %69 = load ptr, ptr %20, align 8
  %70 = getelementptr inbounds nuw %struct.message, ptr %69, i32 0, i32 3
  %71 = load ptr, ptr %70, align 8
  %72 = getelementptr inbounds nuw %struct.vector, ptr %71, i32 0, i32 0
  %73 = load ptr, ptr %72, align 8
  store ptr %73, ptr %22, align 8
  %74 = load i64, ptr %21, align 8
  %75 = icmp eq i64 %74, 0
  br i1 %75, label %76, label %77

76:
  store i64 4294967296, ptr %18, align 8
  store i32 7, ptr %16, align 4
  br label %120

77:
  %78 = load ptr, ptr %20, align 8
  %79 = call zeroext i1 @is_ours(ptr %78)
  br i1 %79, label %80, label %81

80:
  store i32 7, ptr %16, align 4
  br label %120

81:
  %82 = load ptr, ptr %20, align 8
  %83 = load ptr, ptr %22, align 8
  %84 = load i64, ptr %21, align 8
  %85 = call zeroext i1 @restore_tag_of(ptr %82, ptr %83, i64 %84)
  br i1 %85, label %86, label %91

86:
  %87 = load ptr, ptr %22, align 8
  %88 = getelementptr inbounds i8, ptr %87, i64 -4
  store ptr %88, ptr %22, align 8
  %89 = load i64, ptr %21, align 8
  %90 = add i64 %89, 4
  store i64 %90, ptr %21, align 8
  br label %91

91:
  %92 = load i64, ptr %21, align 8
  %93 = icmp uge i64 %92, 65536
  br i1 %93, label %94, label %95

94:
  store i32 7, ptr %16, align 4
  br label %120

95:
  %96 = load ptr, ptr %10, align 8
  %97 = load i64, ptr %17, align 8
  %98 = add i64 %97, 1
  store i64 %98, ptr %17, align 8
  %99 = getelementptr inbounds nuw %struct.frame, ptr %96, i64 %97
  store ptr %99, ptr %23, align 8
  %100 = load i64, ptr %11, align 8
  %101 = trunc i64 %100 to i32
  %102 = load ptr, ptr %23, align 8
  %103 = getelementptr inbounds nuw %struct.frame, ptr %102, i32 0, i32 0
  store i32 %101, ptr %103, align 8
  %104 = load i64, ptr %21, align 8
  %105 = trunc i64 %104 to i32
  %106 = load ptr, ptr %23, align 8
  %107 = getelementptr inbounds nuw %struct.frame, ptr %106, i32 0, i32 1
  store i32 %105, ptr %107, align 4
  %108 = load ptr, ptr %22, align 8
  %109 = load ptr, ptr %23, align 8
  %110 = getelementptr inbounds nuw %struct.frame, ptr %109, i32 0, i32 2
  store ptr %108, ptr %110, align 8
  %111 = load i64, ptr %12, align 8
  %112 = load i64, ptr %13, align 8
  %113 = load i32, ptr %19, align 4
  %114 = sext i32 %113 to i64
  %115 = load i32, ptr %15, align 4
  %116 = sext i32 %115 to i64
  %117 = call i64 @when(i64 %111, i64 %112, i64 %114, i64 %116)
  %118 = load ptr, ptr %23, align 8
  %119 = getelementptr inbounds nuw %struct.frame, ptr %118, i32 0, i32 3
  store i64 %117, ptr %119, align 8
  store i32 0, ptr %16, align 4
  br label %120

120:
  %121 = load i32, ptr %16, align 4
  switch i32 %121, label %132 [
    i32 0, label %122
    i32 7, label %123
  ]

122:
  br label %123

123:
  %124 = load i32, ptr %19, align 4
  %125 = add i32 %124, 1
  store i32 %125, ptr %19, align 4
  br label %55

126:
  %127 = load i64, ptr %17, align 8
  %128 = load i64, ptr %18, align 8
  %129 = or i64 %127, %128
  store i64 %129, ptr %7, align 8
  store i32 1, ptr %16, align 4
  br label %130

130:
  %131 = load i64, ptr %7, align 8
  ret i64 %131

132:
  unreachable
}

declare i32 @recvmmsg(i32, ptr, i32, i32, ptr)

declare ptr @__errno_location()

define internal zeroext i1 @is_ours(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %struct.message, ptr %3, i32 0, i32 1
  %5 = load i32, ptr %4, align 8
  %6 = zext i32 %5 to i64
  %7 = icmp uge i64 %6, 11
  br i1 %7, label %8, label %16

8:
  %9 = load ptr, ptr %2, align 8
  %10 = getelementptr inbounds nuw %struct.message, ptr %9, i32 0, i32 0
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw %struct.link_address, ptr %11, i32 0, i32 4
  %13 = load i8, ptr %12, align 2
  %14 = zext i8 %13 to i32
  %15 = icmp eq i32 %14, 4
  br label %16

16:
  %17 = phi i1 [ false, %1 ], [ %15, %8 ]
  ret i1 %17
}

define internal zeroext i1 @restore_tag_of(ptr %0, ptr %1, i64 %2) nounwind {
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
  %11 = getelementptr inbounds nuw %struct.message, ptr %10, i32 0, i32 5
  %12 = load ptr, ptr %11, align 8
  store ptr %12, ptr %8, align 8
  %13 = load ptr, ptr %5, align 8
  %14 = getelementptr inbounds nuw %struct.message, ptr %13, i32 0, i32 6
  %15 = load i64, ptr %14, align 8
  %16 = icmp ult i64 %15, 36
  br i1 %16, label %17, label %18

17:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %9, align 4
  br label %42

18:
  %19 = load ptr, ptr %8, align 8
  %20 = getelementptr inbounds nuw %struct.auxiliary, ptr %19, i32 0, i32 1
  %21 = load i32, ptr %20, align 8
  %22 = icmp ne i32 %21, 263
  br i1 %22, label %28, label %23

23:
  %24 = load ptr, ptr %8, align 8
  %25 = getelementptr inbounds nuw %struct.auxiliary, ptr %24, i32 0, i32 2
  %26 = load i32, ptr %25, align 4
  %27 = icmp ne i32 %26, 8
  br i1 %27, label %28, label %29

28:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %9, align 4
  br label %42

29:
  %30 = load ptr, ptr %6, align 8
  %31 = load i64, ptr %7, align 8
  %32 = load ptr, ptr %8, align 8
  %33 = getelementptr inbounds nuw %struct.auxiliary, ptr %32, i32 0, i32 3
  %34 = load i32, ptr %33, align 8
  %35 = load ptr, ptr %8, align 8
  %36 = getelementptr inbounds nuw %struct.auxiliary, ptr %35, i32 0, i32 8
  %37 = load i16, ptr %36, align 8
  %38 = load ptr, ptr %8, align 8
  %39 = getelementptr inbounds nuw %struct.auxiliary, ptr %38, i32 0, i32 9
  %40 = load i16, ptr %39, align 2
  %41 = call zeroext i1 @restore_tag(ptr %30, i64 %31, i32 %34, i16 zeroext %37, i16 zeroext %40)
  store i1 %41, ptr %4, align 1
  store i32 1, ptr %9, align 4
  br label %42

42:
  %43 = load i1, ptr %4, align 1
  ret i1 %43
}

define internal i64 @when(i64 %0, i64 %1, i64 %2, i64 %3) nounwind {
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  store i64 %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  %9 = load i64, ptr %5, align 8
  %10 = load i64, ptr %6, align 8
  %11 = load i64, ptr %5, align 8
  %12 = sub i64 %10, %11
  %13 = load i64, ptr %7, align 8
  %14 = add i64 %13, 1
  %15 = mul i64 %12, %14
  %16 = load i64, ptr %8, align 8
  %17 = udiv i64 %15, %16
  %18 = add i64 %9, %17
  ret i64 %18
}

define i64 @take(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4) nounwind {
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca i32, align 4
  %15 = alloca ptr, align 8
  %16 = alloca i32, align 4
  %17 = alloca i64, align 8
  %18 = alloca ptr, align 8
  %19 = alloca ptr, align 8
  %20 = alloca i64, align 8
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  store i64 %4, ptr %10, align 8
  store i64 0, ptr %11, align 8
  store i64 0, ptr %12, align 8
  %21 = load ptr, ptr %6, align 8
  %22 = getelementptr inbounds nuw %struct.ring, ptr %21, i32 0, i32 4
  %23 = load i64, ptr %22, align 8
  store i64 %23, ptr %13, align 8
  br label %24

24:
  %25 = load ptr, ptr %6, align 8
  %26 = getelementptr inbounds nuw %struct.ring, ptr %25, i32 0, i32 5
  %27 = load i64, ptr %26, align 8
  %28 = icmp ult i64 %27, 64
  br i1 %28, label %30, label %29

29:
  store i32 2, ptr %14, align 4
  br label %124

30:
  %31 = load ptr, ptr %6, align 8
  %32 = load i64, ptr %13, align 8
  %33 = call ptr @slot_at(ptr %31, i64 %32)
  store ptr %33, ptr %15, align 8
  %34 = load ptr, ptr %15, align 8
  %35 = getelementptr inbounds nuw %struct.slot, ptr %34, i32 0, i32 0
  %36 = load atomic i32, ptr %35 acquire, align 4
  store i32 %36, ptr %16, align 4
  %37 = load i32, ptr %16, align 4
  %38 = and i32 %37, 1
  %39 = icmp ne i32 %38, 0
  br i1 %39, label %41, label %40

40:
  store i32 2, ptr %14, align 4
  br label %113

41:
  %42 = load ptr, ptr %6, align 8
  %43 = load i64, ptr %13, align 8
  call void @ask_for_slot(ptr %42, i64 %43)
  %44 = load ptr, ptr %15, align 8
  %45 = getelementptr inbounds nuw %struct.slot, ptr %44, i32 0, i32 1
  %46 = load i32, ptr %45, align 4
  %47 = zext i32 %46 to i64
  store i64 %47, ptr %17, align 8
  %48 = load i64, ptr %17, align 8
  %49 = load ptr, ptr %15, align 8
  %50 = getelementptr inbounds nuw %struct.slot, ptr %49, i32 0, i32 2
  %51 = load i32, ptr %50, align 4
  %52 = zext i32 %51 to i64
  %53 = icmp ugt i64 %48, %52
  br i1 %53, label %54, label %55

54:
  store i64 8589934592, ptr %12, align 8
  store i32 2, ptr %14, align 4
  br label %112

55:
  %56 = load ptr, ptr %15, align 8
  %57 = load ptr, ptr %15, align 8
  %58 = getelementptr inbounds nuw %struct.slot, ptr %57, i32 0, i32 3
  %59 = load i16, ptr %58, align 4
  %60 = zext i16 %59 to i32
  %61 = sext i32 %60 to i64
  %62 = getelementptr inbounds i8, ptr %56, i64 %61
  store ptr %62, ptr %18, align 8
  %63 = load i64, ptr %17, align 8
  %64 = icmp ne i64 %63, 0
  br i1 %64, label %65, label %72

65:
  %66 = load ptr, ptr %15, align 8
  %67 = getelementptr inbounds nuw %struct.slot, ptr %66, i32 0, i32 10
  %68 = getelementptr inbounds nuw %struct.link_address, ptr %67, i32 0, i32 4
  %69 = load i8, ptr %68, align 2
  %70 = zext i8 %69 to i32
  %71 = icmp eq i32 %70, 4
  br i1 %71, label %72, label %73

72:
  store i32 4, ptr %14, align 4
  br label %111

73:
  %74 = load ptr, ptr %18, align 8
  %75 = load i64, ptr %17, align 8
  %76 = load ptr, ptr %15, align 8
  %77 = getelementptr inbounds nuw %struct.slot, ptr %76, i32 0, i32 0
  %78 = load i32, ptr %77, align 4
  %79 = load ptr, ptr %15, align 8
  %80 = getelementptr inbounds nuw %struct.slot, ptr %79, i32 0, i32 7
  %81 = load i16, ptr %80, align 4
  %82 = load ptr, ptr %15, align 8
  %83 = getelementptr inbounds nuw %struct.slot, ptr %82, i32 0, i32 8
  %84 = load i16, ptr %83, align 2
  %85 = call zeroext i1 @restore_tag(ptr %74, i64 %75, i32 %78, i16 zeroext %81, i16 zeroext %84)
  br i1 %85, label %86, label %91

86:
  %87 = load ptr, ptr %18, align 8
  %88 = getelementptr inbounds i8, ptr %87, i64 -4
  store ptr %88, ptr %18, align 8
  %89 = load i64, ptr %17, align 8
  %90 = add i64 %89, 4
  store i64 %90, ptr %17, align 8
  br label %91

91:
  %92 = load i64, ptr %17, align 8
  %93 = icmp uge i64 %92, 65536
  br i1 %93, label %94, label %95

94:
  store i32 4, ptr %14, align 4
  br label %111

95:
  %96 = load ptr, ptr %7, align 8
  %97 = load i64, ptr %11, align 8
  %98 = add i64 %97, 1
  store i64 %98, ptr %11, align 8
  %99 = getelementptr inbounds nuw %struct.frame, ptr %96, i64 %97
  store ptr %99, ptr %19, align 8
  %100 = load i64, ptr %8, align 8
  %101 = trunc i64 %100 to i32
  %102 = load ptr, ptr %19, align 8
  %103 = getelementptr inbounds nuw %struct.frame, ptr %102, i32 0, i32 0
  store i32 %101, ptr %103, align 8
  %104 = load i64, ptr %17, align 8
  %105 = trunc i64 %104 to i32
  %106 = load ptr, ptr %19, align 8
  %107 = getelementptr inbounds nuw %struct.frame, ptr %106, i32 0, i32 1
  store i32 %105, ptr %107, align 4
  %108 = load ptr, ptr %18, align 8
  %109 = load ptr, ptr %19, align 8
  %110 = getelementptr inbounds nuw %struct.frame, ptr %109, i32 0, i32 2
  store ptr %108, ptr %110, align 8
  store i32 0, ptr %14, align 4
  br label %111

111:
  br label %112

112:
  br label %113

113:
  %114 = load i32, ptr %14, align 4
  switch i32 %114, label %124 [
    i32 0, label %115
    i32 4, label %116
  ]

115:
  br label %116

116:
  %117 = load ptr, ptr %6, align 8
  %118 = load i64, ptr %13, align 8
  %119 = call i64 @after(ptr %117, i64 %118)
  store i64 %119, ptr %13, align 8
  %120 = load ptr, ptr %6, align 8
  %121 = getelementptr inbounds nuw %struct.ring, ptr %120, i32 0, i32 5
  %122 = load i64, ptr %121, align 8
  %123 = add i64 %122, 1
  store i64 %123, ptr %121, align 8
  br label %24

124:
  br label %125

125:
  store i64 0, ptr %20, align 8
  br label %126

126:
  %127 = load i64, ptr %20, align 8
  %128 = load i64, ptr %11, align 8
  %129 = icmp ult i64 %127, %128
  br i1 %129, label %131, label %130

130:
  store i32 5, ptr %14, align 4
  br label %144

131:
  %132 = load i64, ptr %9, align 8
  %133 = load i64, ptr %10, align 8
  %134 = load i64, ptr %20, align 8
  %135 = load i64, ptr %11, align 8
  %136 = call i64 @when(i64 %132, i64 %133, i64 %134, i64 %135)
  %137 = load ptr, ptr %7, align 8
  %138 = load i64, ptr %20, align 8
  %139 = getelementptr inbounds nuw %struct.frame, ptr %137, i64 %138
  %140 = getelementptr inbounds nuw %struct.frame, ptr %139, i32 0, i32 3
  store i64 %136, ptr %140, align 8
  br label %141

141:
  %142 = load i64, ptr %20, align 8
  %143 = add i64 %142, 1
  store i64 %143, ptr %20, align 8
  br label %126

144:
  %145 = load i64, ptr %11, align 8
  %146 = load i64, ptr %12, align 8
  %147 = or i64 %145, %146
  store i32 1, ptr %14, align 4
  ret i64 %147
}

define internal ptr @slot_at(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = getelementptr inbounds nuw %struct.ring, ptr %5, i32 0, i32 0
  %7 = load ptr, ptr %6, align 8
  %8 = load i64, ptr %4, align 8
  %9 = getelementptr inbounds nuw i8, ptr %7, i64 %8
  ret ptr %9
}

define internal void @ask_for_slot(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  store i64 0, ptr %5, align 8
  br label %6

6:
  %7 = load i64, ptr %5, align 8
  %8 = icmp ult i64 %7, 5
  br i1 %8, label %10, label %9

9:
  br label %22

10:
  %11 = load ptr, ptr %3, align 8
  %12 = getelementptr inbounds nuw %struct.ring, ptr %11, i32 0, i32 0
  %13 = load ptr, ptr %12, align 8
  %14 = load i64, ptr %4, align 8
  %15 = getelementptr inbounds nuw i8, ptr %13, i64 %14
  %16 = load i64, ptr %5, align 8
  %17 = mul i64 %16, 64
  %18 = getelementptr inbounds nuw i8, ptr %15, i64 %17
  call void @llvm.prefetch.p0(ptr %18, i32 0, i32 3, i32 1)
  br label %19

19:
  %20 = load i64, ptr %5, align 8
  %21 = add i64 %20, 1
  store i64 %21, ptr %5, align 8
  br label %6

22:
  ret void
}

define internal zeroext i1 @restore_tag(ptr %0, i64 %1, i32 %2, i16 zeroext %3, i16 zeroext %4) nounwind {
  %6 = alloca i1, align 1
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca i16, align 2
  %11 = alloca i16, align 2
  store ptr %0, ptr %7, align 8
  store i64 %1, ptr %8, align 8
  store i32 %2, ptr %9, align 4
  store i16 %3, ptr %10, align 2
  store i16 %4, ptr %11, align 2
  %12 = load i32, ptr %9, align 4
  %13 = and i32 %12, 16
  %14 = icmp ne i32 %13, 0
  br i1 %14, label %15, label %18

15:
  %16 = load i64, ptr %8, align 8
  %17 = icmp ult i64 %16, 12
  br i1 %17, label %18, label %19

18:
  store i1 false, ptr %6, align 1
  br label %41

19:
  %20 = load ptr, ptr %7, align 8
  %21 = getelementptr inbounds i8, ptr %20, i64 -4
  %22 = load ptr, ptr %7, align 8
  call void @llvm.memmove.p0.p0.i64(ptr align 1 %21, ptr align 1 %22, i64 12, i1 false)
  %23 = load ptr, ptr %7, align 8
  %24 = getelementptr inbounds i8, ptr %23, i64 12
  %25 = getelementptr inbounds i8, ptr %24, i64 -4
  %26 = load i32, ptr %9, align 4
  %27 = and i32 %26, 64
  %28 = icmp ne i32 %27, 0
  br i1 %28, label %29, label %32

29:
  %30 = load i16, ptr %11, align 2
  %31 = zext i16 %30 to i32
  br label %33

32:
  br label %33

33:
  %34 = phi i32 [ %31, %29 ], [ 33024, %32 ]
  call void @put_half(ptr %25, i32 %34)
  %35 = load ptr, ptr %7, align 8
  %36 = getelementptr inbounds i8, ptr %35, i64 12
  %37 = getelementptr inbounds i8, ptr %36, i64 -4
  %38 = getelementptr inbounds i8, ptr %37, i64 2
  %39 = load i16, ptr %10, align 2
  %40 = zext i16 %39 to i32
  call void @put_half(ptr %38, i32 %40)
  store i1 true, ptr %6, align 1
  br label %41

41:
  %42 = load i1, ptr %6, align 1
  ret i1 %42
}

define internal i64 @after(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = getelementptr inbounds nuw %struct.ring, ptr %5, i32 0, i32 3
  %7 = load i64, ptr %6, align 8
  %8 = load i64, ptr %4, align 8
  %9 = add i64 %8, %7
  store i64 %9, ptr %4, align 8
  %10 = load i64, ptr %4, align 8
  %11 = load ptr, ptr %3, align 8
  %12 = getelementptr inbounds nuw %struct.ring, ptr %11, i32 0, i32 2
  %13 = load i64, ptr %12, align 8
  %14 = urem i64 %10, %13
  %15 = load ptr, ptr %3, align 8
  %16 = getelementptr inbounds nuw %struct.ring, ptr %15, i32 0, i32 3
  %17 = load i64, ptr %16, align 8
  %18 = add i64 %14, %17
  %19 = load ptr, ptr %3, align 8
  %20 = getelementptr inbounds nuw %struct.ring, ptr %19, i32 0, i32 2
  %21 = load i64, ptr %20, align 8
  %22 = icmp ugt i64 %18, %21
  br i1 %22, label %23, label %35

23:
  %24 = load ptr, ptr %3, align 8
  %25 = getelementptr inbounds nuw %struct.ring, ptr %24, i32 0, i32 2
  %26 = load i64, ptr %25, align 8
  %27 = load i64, ptr %4, align 8
  %28 = load ptr, ptr %3, align 8
  %29 = getelementptr inbounds nuw %struct.ring, ptr %28, i32 0, i32 2
  %30 = load i64, ptr %29, align 8
  %31 = urem i64 %27, %30
  %32 = sub i64 %26, %31
  %33 = load i64, ptr %4, align 8
  %34 = add i64 %33, %32
  store i64 %34, ptr %4, align 8
  br label %35

35:
  %36 = load i64, ptr %4, align 8
  %37 = load ptr, ptr %3, align 8
  %38 = getelementptr inbounds nuw %struct.ring, ptr %37, i32 0, i32 1
  %39 = load i64, ptr %38, align 8
  %40 = icmp uge i64 %36, %39
  br i1 %40, label %41, label %42

41:
  br label %44

42:
  %43 = load i64, ptr %4, align 8
  br label %44

44:
  %45 = phi i64 [ 0, %41 ], [ %43, %42 ]
  ret i64 %45
}

define i64 @give_back(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %7 = load ptr, ptr %3, align 8
  %8 = getelementptr inbounds nuw %struct.ring, ptr %7, i32 0, i32 5
  %9 = load i64, ptr %8, align 8
  %10 = load i64, ptr %4, align 8
  %11 = add i64 %9, %10
  store i64 %11, ptr %5, align 8
  br label %12

12:
  %13 = load i64, ptr %5, align 8
  %14 = icmp ne i64 %13, 0
  br i1 %14, label %16, label %15

15:
  br label %34

16:
  %17 = load ptr, ptr %3, align 8
  %18 = load ptr, ptr %3, align 8
  %19 = getelementptr inbounds nuw %struct.ring, ptr %18, i32 0, i32 4
  %20 = load i64, ptr %19, align 8
  %21 = call ptr @slot_at(ptr %17, i64 %20)
  %22 = getelementptr inbounds nuw %struct.slot, ptr %21, i32 0, i32 0
  store i32 0, ptr %6, align 4
  %23 = load i32, ptr %6, align 4
  store atomic i32 %23, ptr %22 release, align 4
  br label %24

24:
  %25 = load i64, ptr %5, align 8
  %26 = add i64 %25, -1
  store i64 %26, ptr %5, align 8
  %27 = load ptr, ptr %3, align 8
  %28 = load ptr, ptr %3, align 8
  %29 = getelementptr inbounds nuw %struct.ring, ptr %28, i32 0, i32 4
  %30 = load i64, ptr %29, align 8
  %31 = call i64 @after(ptr %27, i64 %30)
  %32 = load ptr, ptr %3, align 8
  %33 = getelementptr inbounds nuw %struct.ring, ptr %32, i32 0, i32 4
  store i64 %31, ptr %33, align 8
  br label %12

34:
  %35 = load ptr, ptr %3, align 8
  %36 = getelementptr inbounds nuw %struct.ring, ptr %35, i32 0, i32 5
  store i64 0, ptr %36, align 8
  ret i64 0
}

define i64 @send(ptr %0, i64 %1, ptr %2, ptr %3, ptr %4, i64 %5, ptr %6, ptr %7) nounwind {
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca i64, align 8
  %15 = alloca ptr, align 8
  %16 = alloca ptr, align 8
  %17 = alloca %struct.burst, align 8
  store ptr %0, ptr %9, align 8
  store i64 %1, ptr %10, align 8
  store ptr %2, ptr %11, align 8
  store ptr %3, ptr %12, align 8
  store ptr %4, ptr %13, align 8
  store i64 %5, ptr %14, align 8
  store ptr %6, ptr %15, align 8
  store ptr %7, ptr %16, align 8
  %18 = getelementptr inbounds nuw %struct.burst, ptr %17, i32 0, i32 0
  %19 = load ptr, ptr %9, align 8
  store ptr %19, ptr %18, align 8
  %20 = getelementptr inbounds nuw %struct.burst, ptr %17, i32 0, i32 1
  %21 = load ptr, ptr %11, align 8
  store ptr %21, ptr %20, align 8
  %22 = getelementptr inbounds nuw %struct.burst, ptr %17, i32 0, i32 2
  %23 = load ptr, ptr %12, align 8
  store ptr %23, ptr %22, align 8
  %24 = getelementptr inbounds nuw %struct.burst, ptr %17, i32 0, i32 3
  %25 = load ptr, ptr %13, align 8
  store ptr %25, ptr %24, align 8
  %26 = getelementptr inbounds nuw %struct.burst, ptr %17, i32 0, i32 4
  %27 = load ptr, ptr %16, align 8
  store ptr %27, ptr %26, align 8
  %28 = getelementptr inbounds nuw %struct.burst, ptr %17, i32 0, i32 5
  store ptr null, ptr %28, align 8
  %29 = getelementptr inbounds nuw %struct.burst, ptr %17, i32 0, i32 6
  store ptr null, ptr %29, align 8
  %30 = getelementptr inbounds nuw %struct.burst, ptr %17, i32 0, i32 7
  store i64 0, ptr %30, align 8
  %31 = getelementptr inbounds nuw %struct.burst, ptr %17, i32 0, i32 8
  store i64 0, ptr %31, align 8
  %32 = load i64, ptr %10, align 8
  %33 = load i64, ptr %14, align 8
  %34 = load ptr, ptr %15, align 8
  call void @send_burst(ptr %17, i64 %32, i64 %33, ptr %34)
  %35 = getelementptr inbounds nuw %struct.burst, ptr %17, i32 0, i32 7
  %36 = load i64, ptr %35, align 8
  ret i64 %36
}

define internal void @send_burst(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  %13 = alloca i32, align 4
  %14 = alloca i32, align 4
  %15 = alloca i32, align 4
  %16 = alloca i64, align 8
  %17 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %18 = load ptr, ptr %8, align 8
  store ptr %18, ptr %9, align 8
  %19 = load ptr, ptr %9, align 8
  %20 = load i64, ptr %7, align 8
  %21 = getelementptr inbounds nuw i32, ptr %19, i64 %20
  store ptr %21, ptr %10, align 8
  %22 = load ptr, ptr %10, align 8
  %23 = load i64, ptr %7, align 8
  %24 = getelementptr inbounds nuw i32, ptr %22, i64 %23
  %25 = load i64, ptr %6, align 8
  %26 = getelementptr inbounds nuw i32, ptr %24, i64 %25
  store ptr %26, ptr %11, align 8
  %27 = load ptr, ptr %10, align 8
  %28 = load i64, ptr %7, align 8
  %29 = getelementptr inbounds nuw i32, ptr %27, i64 %28
  %30 = load ptr, ptr %5, align 8
  %31 = getelementptr inbounds nuw %struct.burst, ptr %30, i32 0, i32 5
  store ptr %29, ptr %31, align 8
  %32 = load ptr, ptr %11, align 8
  %33 = load i64, ptr %6, align 8
  %34 = getelementptr inbounds nuw i32, ptr %32, i64 %33
  %35 = load ptr, ptr %5, align 8
  %36 = getelementptr inbounds nuw %struct.burst, ptr %35, i32 0, i32 6
  store ptr %34, ptr %36, align 8
  %37 = load ptr, ptr %5, align 8
  %38 = getelementptr inbounds nuw %struct.burst, ptr %37, i32 0, i32 8
  store i64 0, ptr %38, align 8
  %39 = load ptr, ptr %5, align 8
  %40 = getelementptr inbounds nuw %struct.burst, ptr %39, i32 0, i32 7
  store i64 0, ptr %40, align 8
  store i64 0, ptr %12, align 8
  store i32 0, ptr %13, align 4
  br label %41

41:
  %42 = load i32, ptr %13, align 4
  %43 = zext i32 %42 to i64
  %44 = load i64, ptr %6, align 8
  %45 = icmp ult i64 %43, %44
  br i1 %45, label %47, label %46

46:
  store i32 2, ptr %14, align 4
  br label %144

47:
  %48 = load ptr, ptr %5, align 8
  %49 = getelementptr inbounds nuw %struct.burst, ptr %48, i32 0, i32 0
  %50 = load ptr, ptr %49, align 8
  %51 = load i32, ptr %13, align 4
  %52 = zext i32 %51 to i64
  %53 = getelementptr inbounds nuw %struct.sent, ptr %50, i64 %52
  %54 = getelementptr inbounds nuw %struct.sent, ptr %53, i32 0, i32 0
  %55 = load i32, ptr %54, align 4
  store i32 %55, ptr %15, align 4
  %56 = load i32, ptr %15, align 4
  %57 = zext i32 %56 to i64
  %58 = load i64, ptr %7, align 8
  %59 = icmp uge i64 %57, %58
  br i1 %59, label %79, label %60

60:
  %61 = load ptr, ptr %5, align 8
  %62 = getelementptr inbounds nuw %struct.burst, ptr %61, i32 0, i32 0
  %63 = load ptr, ptr %62, align 8
  %64 = load i32, ptr %13, align 4
  %65 = zext i32 %64 to i64
  %66 = getelementptr inbounds nuw %struct.sent, ptr %63, i64 %65
  %67 = getelementptr inbounds nuw %struct.sent, ptr %66, i32 0, i32 3
  %68 = load i32, ptr %67, align 4
  %69 = icmp ne i32 %68, 0
  br i1 %69, label %70, label %79

70:
  %71 = load ptr, ptr %5, align 8
  %72 = getelementptr inbounds nuw %struct.burst, ptr %71, i32 0, i32 2
  %73 = load ptr, ptr %72, align 8
  %74 = load i32, ptr %15, align 4
  %75 = zext i32 %74 to i64
  %76 = getelementptr inbounds nuw i32, ptr %73, i64 %75
  %77 = load i32, ptr %76, align 4
  %78 = icmp eq i32 %77, -1
  br i1 %78, label %79, label %82

79:
  %80 = load ptr, ptr %5, align 8
  %81 = load i32, ptr %13, align 4
  call void @leave(ptr %80, i32 %81)
  store i32 4, ptr %14, align 4
  br label %138

82:
  store i64 0, ptr %16, align 8
  br label %83

83:
  %84 = load i64, ptr %16, align 8
  %85 = load i64, ptr %12, align 8
  %86 = icmp ult i64 %84, %85
  br i1 %86, label %87, label %94

87:
  %88 = load ptr, ptr %11, align 8
  %89 = load i64, ptr %16, align 8
  %90 = getelementptr inbounds nuw i32, ptr %88, i64 %89
  %91 = load i32, ptr %90, align 4
  %92 = load i32, ptr %15, align 4
  %93 = icmp ne i32 %91, %92
  br label %94

94:
  %95 = phi i1 [ false, %83 ], [ %93, %87 ]
  br i1 %95, label %96, label %99

96:
  %97 = load i64, ptr %16, align 8
  %98 = add i64 %97, 1
  store i64 %98, ptr %16, align 8
  br label %83

99:
  %100 = load ptr, ptr %5, align 8
  %101 = getelementptr inbounds nuw %struct.burst, ptr %100, i32 0, i32 5
  %102 = load ptr, ptr %101, align 8
  %103 = load i32, ptr %13, align 4
  %104 = zext i32 %103 to i64
  %105 = getelementptr inbounds nuw i32, ptr %102, i64 %104
  store i32 -1, ptr %105, align 4
  %106 = load i64, ptr %16, align 8
  %107 = load i64, ptr %12, align 8
  %108 = icmp ult i64 %106, %107
  br i1 %108, label %109, label %121

109:
  %110 = load i32, ptr %13, align 4
  %111 = load ptr, ptr %5, align 8
  %112 = getelementptr inbounds nuw %struct.burst, ptr %111, i32 0, i32 5
  %113 = load ptr, ptr %112, align 8
  %114 = load ptr, ptr %10, align 8
  %115 = load i32, ptr %15, align 4
  %116 = zext i32 %115 to i64
  %117 = getelementptr inbounds nuw i32, ptr %114, i64 %116
  %118 = load i32, ptr %117, align 4
  %119 = zext i32 %118 to i64
  %120 = getelementptr inbounds nuw i32, ptr %113, i64 %119
  store i32 %110, ptr %120, align 4
  br label %132

121:
  %122 = load i32, ptr %13, align 4
  %123 = load ptr, ptr %9, align 8
  %124 = load i32, ptr %15, align 4
  %125 = zext i32 %124 to i64
  %126 = getelementptr inbounds nuw i32, ptr %123, i64 %125
  store i32 %122, ptr %126, align 4
  %127 = load i32, ptr %15, align 4
  %128 = load ptr, ptr %11, align 8
  %129 = load i64, ptr %12, align 8
  %130 = add i64 %129, 1
  store i64 %130, ptr %12, align 8
  %131 = getelementptr inbounds nuw i32, ptr %128, i64 %129
  store i32 %127, ptr %131, align 4
  br label %132

132:
  %133 = load i32, ptr %13, align 4
  %134 = load ptr, ptr %10, align 8
  %135 = load i32, ptr %15, align 4
  %136 = zext i32 %135 to i64
  %137 = getelementptr inbounds nuw i32, ptr %134, i64 %136
  store i32 %133, ptr %137, align 4
  store i32 0, ptr %14, align 4
  br label %138

138:
  %139 = load i32, ptr %14, align 4
  switch i32 %139, label %171 [
    i32 0, label %140
    i32 4, label %141
  ]

140:
  br label %141

141:
  %142 = load i32, ptr %13, align 4
  %143 = add i32 %142, 1
  store i32 %143, ptr %13, align 4
  br label %41

144:
  store i64 0, ptr %17, align 8
  br label %145

145:
  %146 = load i64, ptr %17, align 8
  %147 = load i64, ptr %12, align 8
  %148 = icmp ult i64 %146, %147
  br i1 %148, label %150, label %149

149:
  store i32 7, ptr %14, align 4
  br label %170

150:
  %151 = load ptr, ptr %5, align 8
  %152 = load ptr, ptr %11, align 8
  %153 = load i64, ptr %17, align 8
  %154 = getelementptr inbounds nuw i32, ptr %152, i64 %153
  %155 = load i32, ptr %154, align 4
  %156 = load ptr, ptr %9, align 8
  %157 = load ptr, ptr %11, align 8
  %158 = load i64, ptr %17, align 8
  %159 = getelementptr inbounds nuw i32, ptr %157, i64 %158
  %160 = load i32, ptr %159, align 4
  %161 = zext i32 %160 to i64
  %162 = getelementptr inbounds nuw i32, ptr %156, i64 %161
  %163 = load i32, ptr %162, align 4
  %164 = load i64, ptr %6, align 8
  %165 = load i64, ptr %12, align 8
  %166 = udiv i64 %164, %165
  call void @send_to(ptr %151, i32 %155, i32 %163, i64 %166)
  br label %167

167:
  %168 = load i64, ptr %17, align 8
  %169 = add i64 %168, 1
  store i64 %169, ptr %17, align 8
  br label %145

170:
  ret void

171:
  unreachable
}

define i64 @forward_bursts(ptr %0, i64 %1, i64 %2, i64 %3) nounwind {
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca i32, align 4
  %12 = alloca i64, align 8
  %13 = alloca ptr, align 8
  %14 = alloca %struct.burst, align 8
  %15 = alloca i8, align 1
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  %16 = load ptr, ptr %6, align 8
  %17 = getelementptr inbounds nuw %struct.way, ptr %16, i32 0, i32 18
  store i64 0, ptr %17, align 8
  %18 = load ptr, ptr %6, align 8
  %19 = getelementptr inbounds nuw %struct.way, ptr %18, i32 0, i32 14
  store i64 0, ptr %19, align 8
  store i64 0, ptr %10, align 8
  br label %20

20:
  %21 = load i64, ptr %10, align 8
  %22 = load i64, ptr %7, align 8
  %23 = icmp ult i64 %21, %22
  br i1 %23, label %25, label %24

24:
  store i32 2, ptr %11, align 4
  br label %203

25:
  %26 = load i64, ptr %10, align 8
  %27 = icmp ne i64 %26, 0
  br i1 %27, label %28, label %55

28:
  %29 = load i64, ptr %9, align 8
  store i64 %29, ptr %8, align 8
  %30 = load ptr, ptr %6, align 8
  %31 = call i64 @switch_time(ptr %30)
  store i64 %31, ptr %12, align 8
  %32 = load i64, ptr %12, align 8
  %33 = load i64, ptr %9, align 8
  %34 = icmp sgt i64 %32, %33
  br i1 %34, label %35, label %37

35:
  %36 = load i64, ptr %12, align 8
  br label %39

37:
  %38 = load i64, ptr %9, align 8
  br label %39

39:
  %40 = phi i64 [ %36, %35 ], [ %38, %37 ]
  store i64 %40, ptr %9, align 8
  %41 = load i64, ptr %8, align 8
  %42 = load i64, ptr %9, align 8
  %43 = load ptr, ptr %6, align 8
  %44 = getelementptr inbounds nuw %struct.way, ptr %43, i32 0, i32 12
  %45 = load i64, ptr %44, align 8
  %46 = sub i64 %42, %45
  %47 = icmp slt i64 %41, %46
  br i1 %47, label %48, label %54

48:
  %49 = load i64, ptr %9, align 8
  %50 = load ptr, ptr %6, align 8
  %51 = getelementptr inbounds nuw %struct.way, ptr %50, i32 0, i32 12
  %52 = load i64, ptr %51, align 8
  %53 = sub i64 %49, %52
  store i64 %53, ptr %8, align 8
  br label %54

54:
  br label %55

55:
  %56 = load ptr, ptr %6, align 8
  %57 = getelementptr inbounds nuw %struct.way, ptr %56, i32 0, i32 4
  %58 = load ptr, ptr %57, align 8
  %59 = load ptr, ptr %6, align 8
  %60 = getelementptr inbounds nuw %struct.way, ptr %59, i32 0, i32 5
  %61 = load ptr, ptr %60, align 8
  %62 = load ptr, ptr %6, align 8
  %63 = getelementptr inbounds nuw %struct.way, ptr %62, i32 0, i32 13
  %64 = load i64, ptr %63, align 8
  %65 = load i64, ptr %8, align 8
  %66 = load i64, ptr %9, align 8
  %67 = call i64 @take(ptr %58, ptr %61, i64 %64, i64 %65, i64 %66)
  %68 = and i64 %67, 8589934591
  %69 = load ptr, ptr %6, align 8
  %70 = getelementptr inbounds nuw %struct.way, ptr %69, i32 0, i32 15
  store i64 %68, ptr %70, align 8
  %71 = load ptr, ptr %6, align 8
  %72 = getelementptr inbounds nuw %struct.way, ptr %71, i32 0, i32 15
  %73 = load i64, ptr %72, align 8
  %74 = load ptr, ptr %6, align 8
  %75 = getelementptr inbounds nuw %struct.way, ptr %74, i32 0, i32 14
  %76 = load i64, ptr %75, align 8
  %77 = add i64 %76, %73
  store i64 %77, ptr %75, align 8
  %78 = load ptr, ptr %6, align 8
  %79 = getelementptr inbounds nuw %struct.way, ptr %78, i32 0, i32 15
  %80 = load i64, ptr %79, align 8
  %81 = icmp ne i64 %80, 0
  br i1 %81, label %82, label %181

82:
  %83 = load ptr, ptr %6, align 8
  %84 = getelementptr inbounds nuw %struct.way, ptr %83, i32 0, i32 0
  %85 = load ptr, ptr %84, align 8
  %86 = load ptr, ptr %6, align 8
  %87 = getelementptr inbounds nuw %struct.way, ptr %86, i32 0, i32 1
  %88 = load ptr, ptr %87, align 8
  %89 = load ptr, ptr %6, align 8
  %90 = getelementptr inbounds nuw %struct.way, ptr %89, i32 0, i32 15
  %91 = load i64, ptr %90, align 8
  %92 = load ptr, ptr %6, align 8
  %93 = getelementptr inbounds nuw %struct.way, ptr %92, i32 0, i32 5
  %94 = load ptr, ptr %93, align 8
  %95 = load ptr, ptr %6, align 8
  %96 = getelementptr inbounds nuw %struct.way, ptr %95, i32 0, i32 3
  %97 = load ptr, ptr %96, align 8
  %98 = call i64 %85(ptr %88, i64 %91, ptr %94, ptr %97)
  %99 = load ptr, ptr %6, align 8
  %100 = getelementptr inbounds nuw %struct.way, ptr %99, i32 0, i32 16
  store i64 %98, ptr %100, align 8
  %101 = load ptr, ptr %6, align 8
  %102 = getelementptr inbounds nuw %struct.way, ptr %101, i32 0, i32 16
  %103 = load i64, ptr %102, align 8
  %104 = lshr i64 %103, 32
  %105 = icmp ne i64 %104, 0
  br i1 %105, label %112, label %106

106:
  %107 = load ptr, ptr %6, align 8
  %108 = getelementptr inbounds nuw %struct.way, ptr %107, i32 0, i32 2
  %109 = load ptr, ptr %108, align 8
  %110 = load i64, ptr %109, align 8
  %111 = icmp ne i64 %110, 0
  br i1 %111, label %112, label %113

112:
  store i64 1, ptr %5, align 8
  store i32 1, ptr %11, align 4
  br label %203

113:
  %114 = load ptr, ptr %6, align 8
  %115 = getelementptr inbounds nuw %struct.way, ptr %114, i32 0, i32 3
  %116 = load ptr, ptr %115, align 8
  store ptr %116, ptr %13, align 8
  %117 = getelementptr inbounds nuw %struct.burst, ptr %14, i32 0, i32 0
  %118 = load ptr, ptr %13, align 8
  %119 = getelementptr inbounds nuw %struct.outgoing, ptr %118, i32 0, i32 0
  %120 = load ptr, ptr %119, align 8
  store ptr %120, ptr %117, align 8
  %121 = getelementptr inbounds nuw %struct.burst, ptr %14, i32 0, i32 1
  %122 = load ptr, ptr %13, align 8
  %123 = getelementptr inbounds nuw %struct.outgoing, ptr %122, i32 0, i32 3
  %124 = load ptr, ptr %123, align 8
  store ptr %124, ptr %121, align 8
  %125 = getelementptr inbounds nuw %struct.burst, ptr %14, i32 0, i32 2
  %126 = load ptr, ptr %6, align 8
  %127 = getelementptr inbounds nuw %struct.way, ptr %126, i32 0, i32 6
  %128 = load ptr, ptr %127, align 8
  store ptr %128, ptr %125, align 8
  %129 = getelementptr inbounds nuw %struct.burst, ptr %14, i32 0, i32 3
  %130 = load ptr, ptr %6, align 8
  %131 = getelementptr inbounds nuw %struct.way, ptr %130, i32 0, i32 7
  %132 = load ptr, ptr %131, align 8
  store ptr %132, ptr %129, align 8
  %133 = getelementptr inbounds nuw %struct.burst, ptr %14, i32 0, i32 4
  %134 = load ptr, ptr %6, align 8
  %135 = getelementptr inbounds nuw %struct.way, ptr %134, i32 0, i32 10
  %136 = load ptr, ptr %135, align 8
  store ptr %136, ptr %133, align 8
  %137 = getelementptr inbounds nuw %struct.burst, ptr %14, i32 0, i32 5
  store ptr null, ptr %137, align 8
  %138 = getelementptr inbounds nuw %struct.burst, ptr %14, i32 0, i32 6
  store ptr null, ptr %138, align 8
  %139 = getelementptr inbounds nuw %struct.burst, ptr %14, i32 0, i32 7
  store i64 0, ptr %139, align 8
  %140 = getelementptr inbounds nuw %struct.burst, ptr %14, i32 0, i32 8
  store i64 0, ptr %140, align 8
  %141 = load ptr, ptr %13, align 8
  %142 = getelementptr inbounds nuw %struct.outgoing, ptr %141, i32 0, i32 2
  %143 = load i64, ptr %142, align 8
  %144 = load ptr, ptr %6, align 8
  %145 = getelementptr inbounds nuw %struct.way, ptr %144, i32 0, i32 8
  %146 = load i64, ptr %145, align 8
  %147 = load ptr, ptr %6, align 8
  %148 = getelementptr inbounds nuw %struct.way, ptr %147, i32 0, i32 9
  %149 = load ptr, ptr %148, align 8
  call void @send_burst(ptr %14, i64 %143, i64 %146, ptr %149)
  %150 = getelementptr inbounds nuw %struct.burst, ptr %14, i32 0, i32 7
  %151 = load i64, ptr %150, align 8
  %152 = load ptr, ptr %6, align 8
  %153 = getelementptr inbounds nuw %struct.way, ptr %152, i32 0, i32 17
  store i64 %151, ptr %153, align 8
  %154 = getelementptr inbounds nuw %struct.burst, ptr %14, i32 0, i32 8
  %155 = load i64, ptr %154, align 8
  %156 = icmp ne i64 %155, 0
  br i1 %156, label %157, label %160

157:
  %158 = getelementptr inbounds nuw %struct.burst, ptr %14, i32 0, i32 8
  %159 = load i64, ptr %158, align 8
  br label %164

160:
  %161 = load ptr, ptr %6, align 8
  %162 = getelementptr inbounds nuw %struct.way, ptr %161, i32 0, i32 18
  %163 = load i64, ptr %162, align 8
  br label %164

164:
  %165 = phi i64 [ %159, %157 ], [ %163, %160 ]
  %166 = load ptr, ptr %6, align 8
  %167 = getelementptr inbounds nuw %struct.way, ptr %166, i32 0, i32 18
  store i64 %165, ptr %167, align 8
  %168 = load ptr, ptr %6, align 8
  %169 = getelementptr inbounds nuw %struct.way, ptr %168, i32 0, i32 17
  %170 = load i64, ptr %169, align 8
  %171 = icmp ne i64 %170, 0
  br i1 %171, label %172, label %173

172:
  store i64 2, ptr %5, align 8
  store i32 1, ptr %11, align 4
  br label %178

173:
  %174 = load ptr, ptr %13, align 8
  %175 = getelementptr inbounds nuw %struct.outgoing, ptr %174, i32 0, i32 5
  store i64 0, ptr %175, align 8
  %176 = load ptr, ptr %13, align 8
  %177 = getelementptr inbounds nuw %struct.outgoing, ptr %176, i32 0, i32 2
  store i64 0, ptr %177, align 8
  store i32 0, ptr %11, align 4
  br label %178

178:
  %179 = load i32, ptr %11, align 4
  switch i32 %179, label %203 [
    i32 0, label %180
  ]

180:
  br label %181

181:
  %182 = load ptr, ptr %6, align 8
  %183 = getelementptr inbounds nuw %struct.way, ptr %182, i32 0, i32 4
  %184 = load ptr, ptr %183, align 8
  %185 = getelementptr inbounds nuw %struct.ring, ptr %184, i32 0, i32 5
  %186 = load i64, ptr %185, align 8
  %187 = icmp eq i64 %186, 64
  %188 = zext i1 %187 to i8
  store i8 %188, ptr %15, align 1
  %189 = load ptr, ptr %6, align 8
  %190 = getelementptr inbounds nuw %struct.way, ptr %189, i32 0, i32 4
  %191 = load ptr, ptr %190, align 8
  %192 = call i64 @give_back(ptr %191, i64 0)
  %193 = load i8, ptr %15, align 1
  %194 = trunc i8 %193 to i1
  br i1 %194, label %196, label %195

195:
  store i32 2, ptr %11, align 4
  br label %197

196:
  store i32 0, ptr %11, align 4
  br label %197

197:
  %198 = load i32, ptr %11, align 4
  switch i32 %198, label %203 [
    i32 0, label %199
  ]

199:
  br label %200

200:
  %201 = load i64, ptr %10, align 8
  %202 = add i64 %201, 1
  store i64 %202, ptr %10, align 8
  br label %20

203:
  %204 = load i32, ptr %11, align 4
  switch i32 %204, label %208 [
    i32 2, label %205
    i32 1, label %206
  ]

205:
  store i64 0, ptr %5, align 8
  br label %206

206:
  %207 = load i64, ptr %5, align 8
  ret i64 %207

208:
  unreachable
}

define internal i64 @switch_time(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca [2 x i64], align 16
  store ptr %0, ptr %2, align 8
  call void @llvm.memset.p0.i64(ptr align 16 %3, i8 0, i64 16, i1 false)
  %4 = getelementptr inbounds [2 x i64], ptr %3, i64 0, i64 0
  %5 = call i32 @clock_gettime(i32 1, ptr %4)
  %6 = getelementptr inbounds [2 x i64], ptr %3, i64 0, i64 0
  %7 = load i64, ptr %6, align 16
  %8 = mul i64 %7, 1000000000
  %9 = getelementptr inbounds [2 x i64], ptr %3, i64 0, i64 1
  %10 = load i64, ptr %9, align 8
  %11 = add i64 %8, %10
  %12 = load ptr, ptr %2, align 8
  %13 = getelementptr inbounds nuw %struct.way, ptr %12, i32 0, i32 11
  %14 = load i64, ptr %13, align 8
  %15 = sub i64 %11, %14
  %16 = sdiv i64 %15, 1000
  ret i64 %16
}

declare void @llvm.prefetch.p0(ptr, i32, i32, i32)

declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)

define internal void @put_half(ptr %0, i32 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load i32, ptr %4, align 4
  %6 = lshr i32 %5, 8
  %7 = trunc i32 %6 to i8
  %8 = load ptr, ptr %3, align 8
  %9 = getelementptr inbounds i8, ptr %8, i64 0
  store i8 %7, ptr %9, align 1
  %10 = load i32, ptr %4, align 4
  %11 = trunc i32 %10 to i8
  %12 = load ptr, ptr %3, align 8
  %13 = getelementptr inbounds i8, ptr %12, i64 1
  store i8 %11, ptr %13, align 1
  ret void
}

define internal void @leave(ptr %0, i32 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load i32, ptr %4, align 4
  %6 = load ptr, ptr %3, align 8
  %7 = getelementptr inbounds nuw %struct.burst, ptr %6, i32 0, i32 6
  %8 = load ptr, ptr %7, align 8
  %9 = load ptr, ptr %3, align 8
  %10 = getelementptr inbounds nuw %struct.burst, ptr %9, i32 0, i32 7
  %11 = load i64, ptr %10, align 8
  %12 = add i64 %11, 1
  store i64 %12, ptr %10, align 8
  %13 = getelementptr inbounds nuw i32, ptr %8, i64 %11
  store i32 %5, ptr %13, align 4
  ret void
}

define internal void @send_to(ptr %0, i32 %1, i32 %2, i64 %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store i32 %1, ptr %6, align 4
  store i32 %2, ptr %7, align 4
  store i64 %3, ptr %8, align 8
  %10 = load ptr, ptr %5, align 8
  %11 = getelementptr inbounds nuw %struct.burst, ptr %10, i32 0, i32 3
  %12 = load ptr, ptr %11, align 8
  %13 = load i32, ptr %6, align 4
  %14 = zext i32 %13 to i64
  %15 = getelementptr inbounds nuw ptr, ptr %12, i64 %14
  %16 = load ptr, ptr %15, align 8
  store ptr %16, ptr %9, align 8
  %17 = load ptr, ptr %9, align 8
  %18 = icmp ne ptr %17, null
  br i1 %18, label %19, label %24

19:
  %20 = load ptr, ptr %5, align 8
  %21 = load ptr, ptr %9, align 8
  %22 = load i32, ptr %7, align 4
  %23 = call i32 @send_by_ring(ptr %20, ptr %21, i32 %22)
  store i32 %23, ptr %7, align 4
  br label %34

24:
  %25 = load i64, ptr %8, align 8
  %26 = icmp uge i64 %25, 16
  br i1 %26, label %27, label %33

27:
  %28 = load i32, ptr %6, align 4
  %29 = add i32 %28, 1
  %30 = zext i32 %29 to i64
  %31 = load ptr, ptr %5, align 8
  %32 = getelementptr inbounds nuw %struct.burst, ptr %31, i32 0, i32 8
  store i64 %30, ptr %32, align 8
  br label %33

33:
  br label %34

34:
  %35 = load ptr, ptr %5, align 8
  %36 = load ptr, ptr %5, align 8
  %37 = getelementptr inbounds nuw %struct.burst, ptr %36, i32 0, i32 2
  %38 = load ptr, ptr %37, align 8
  %39 = load i32, ptr %6, align 4
  %40 = zext i32 %39 to i64
  %41 = getelementptr inbounds nuw i32, ptr %38, i64 %40
  %42 = load i32, ptr %41, align 4
  %43 = load i32, ptr %7, align 4
  call void @send_chain(ptr %35, i32 %42, i32 %43)
  ret void
}

define internal i32 @send_by_ring(ptr %0, ptr %1, i32 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca i32, align 4
  %15 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %16 = load ptr, ptr %5, align 8
  %17 = getelementptr inbounds nuw %struct.send_ring, ptr %16, i32 0, i32 0
  store ptr %17, ptr %7, align 8
  br label %18

18:
  %19 = load i32, ptr %6, align 4
  %20 = icmp ne i32 %19, -1
  br i1 %20, label %21, label %29

21:
  %22 = load ptr, ptr %7, align 8
  %23 = load ptr, ptr %5, align 8
  %24 = getelementptr inbounds nuw %struct.send_ring, ptr %23, i32 0, i32 1
  %25 = load i64, ptr %24, align 8
  %26 = call ptr @slot_at(ptr %22, i64 %25)
  %27 = call i32 @status_of(ptr %26)
  %28 = icmp eq i32 %27, 0
  br label %29

29:
  %30 = phi i1 [ false, %18 ], [ %28, %21 ]
  br i1 %30, label %31, label %137

31:
  %32 = load ptr, ptr %7, align 8
  %33 = getelementptr inbounds nuw %struct.ring, ptr %32, i32 0, i32 4
  %34 = load i64, ptr %33, align 8
  store i64 %34, ptr %8, align 8
  store i32 0, ptr %9, align 4
  %35 = load i32, ptr %6, align 4
  store i32 %35, ptr %10, align 4
  br label %36

36:
  %37 = load i32, ptr %10, align 4
  %38 = icmp ne i32 %37, -1
  br i1 %38, label %39, label %42

39:
  %40 = load i32, ptr %9, align 4
  %41 = icmp ult i32 %40, 64
  br label %42

42:
  %43 = phi i1 [ false, %36 ], [ %41, %39 ]
  br i1 %43, label %45, label %44

44:
  store i32 4, ptr %11, align 4
  br label %97

45:
  %46 = load ptr, ptr %4, align 8
  %47 = getelementptr inbounds nuw %struct.burst, ptr %46, i32 0, i32 0
  %48 = load ptr, ptr %47, align 8
  %49 = load i32, ptr %10, align 4
  %50 = zext i32 %49 to i64
  %51 = getelementptr inbounds nuw %struct.sent, ptr %48, i64 %50
  store ptr %51, ptr %12, align 8
  %52 = load ptr, ptr %7, align 8
  %53 = load i64, ptr %8, align 8
  %54 = call ptr @slot_at(ptr %52, i64 %53)
  store ptr %54, ptr %13, align 8
  %55 = load ptr, ptr %12, align 8
  %56 = getelementptr inbounds nuw %struct.sent, ptr %55, i32 0, i32 3
  %57 = load i32, ptr %56, align 4
  %58 = zext i32 %57 to i64
  %59 = load ptr, ptr %5, align 8
  %60 = getelementptr inbounds nuw %struct.send_ring, ptr %59, i32 0, i32 2
  %61 = load i64, ptr %60, align 8
  %62 = icmp ugt i64 %58, %61
  br i1 %62, label %67, label %63

63:
  %64 = load ptr, ptr %13, align 8
  %65 = call i32 @status_of(ptr %64)
  %66 = icmp ne i32 %65, 0
  br i1 %66, label %67, label %68

67:
  store i32 4, ptr %11, align 4
  br label %84

68:
  %69 = load ptr, ptr %13, align 8
  %70 = load ptr, ptr %4, align 8
  %71 = getelementptr inbounds nuw %struct.burst, ptr %70, i32 0, i32 1
  %72 = load ptr, ptr %71, align 8
  %73 = load ptr, ptr %12, align 8
  %74 = getelementptr inbounds nuw %struct.sent, ptr %73, i32 0, i32 2
  %75 = load i32, ptr %74, align 4
  %76 = zext i32 %75 to i64
  %77 = getelementptr inbounds nuw i8, ptr %72, i64 %76
  %78 = load ptr, ptr %12, align 8
  %79 = getelementptr inbounds nuw %struct.sent, ptr %78, i32 0, i32 3
  %80 = load i32, ptr %79, align 4
  call void @fill(ptr %69, ptr %77, i32 %80)
  %81 = load ptr, ptr %7, align 8
  %82 = load i64, ptr %8, align 8
  %83 = call i64 @after(ptr %81, i64 %82)
  store i64 %83, ptr %8, align 8
  store i32 0, ptr %11, align 4
  br label %84

84:
  %85 = load i32, ptr %11, align 4
  switch i32 %85, label %97 [
    i32 0, label %86
  ]

86:
  br label %87

87:
  %88 = load ptr, ptr %4, align 8
  %89 = getelementptr inbounds nuw %struct.burst, ptr %88, i32 0, i32 5
  %90 = load ptr, ptr %89, align 8
  %91 = load i32, ptr %10, align 4
  %92 = zext i32 %91 to i64
  %93 = getelementptr inbounds nuw i32, ptr %90, i64 %92
  %94 = load i32, ptr %93, align 4
  store i32 %94, ptr %10, align 4
  %95 = load i32, ptr %9, align 4
  %96 = add i32 %95, 1
  store i32 %96, ptr %9, align 4
  br label %36

97:
  br label %98

98:
  %99 = load i32, ptr %9, align 4
  %100 = icmp ne i32 %99, 0
  br i1 %100, label %102, label %101

101:
  store i32 3, ptr %11, align 4
  br label %134

102:
  %103 = load ptr, ptr %5, align 8
  %104 = getelementptr inbounds nuw %struct.send_ring, ptr %103, i32 0, i32 3
  %105 = load i64, ptr %104, align 8
  %106 = trunc i64 %105 to i32
  %107 = call i64 @sendto(i32 %106, ptr null, i64 0, i32 64, ptr null, i32 0)
  %108 = load ptr, ptr %5, align 8
  %109 = load i32, ptr %9, align 4
  %110 = call i32 @sent_of(ptr %108, i32 %109)
  store i32 %110, ptr %14, align 4
  store i32 0, ptr %15, align 4
  br label %111

111:
  %112 = load i32, ptr %15, align 4
  %113 = load i32, ptr %14, align 4
  %114 = icmp ult i32 %112, %113
  br i1 %114, label %116, label %115

115:
  store i32 7, ptr %11, align 4
  br label %127

116:
  %117 = load ptr, ptr %4, align 8
  %118 = getelementptr inbounds nuw %struct.burst, ptr %117, i32 0, i32 5
  %119 = load ptr, ptr %118, align 8
  %120 = load i32, ptr %6, align 4
  %121 = zext i32 %120 to i64
  %122 = getelementptr inbounds nuw i32, ptr %119, i64 %121
  %123 = load i32, ptr %122, align 4
  store i32 %123, ptr %6, align 4
  br label %124

124:
  %125 = load i32, ptr %15, align 4
  %126 = add i32 %125, 1
  store i32 %126, ptr %15, align 4
  br label %111

127:
  %128 = load i32, ptr %14, align 4
  %129 = load i32, ptr %9, align 4
  %130 = icmp ult i32 %128, %129
  br i1 %130, label %131, label %132

131:
  store i32 3, ptr %11, align 4
  br label %133

132:
  store i32 0, ptr %11, align 4
  br label %133

133:
  br label %134

134:
  %135 = load i32, ptr %11, align 4
  switch i32 %135, label %139 [
    i32 0, label %136
    i32 3, label %137
  ]

136:
  br label %18

137:
  %138 = load i32, ptr %6, align 4
  store i32 1, ptr %11, align 4
  ret i32 %138

139:
  unreachable
}

define internal void @send_chain(ptr %0, i32 %1, i32 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = alloca ptr, align 8
  %11 = alloca i32, align 4
  %12 = alloca i32, align 4
  %13 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  store i32 %2, ptr %6, align 4
  %14 = load i32, ptr %6, align 4
  store i32 %14, ptr %7, align 4
  %15 = load i32, ptr %6, align 4
  store i32 %15, ptr %8, align 4
  br label %16

16:
  %17 = load i32, ptr %8, align 4
  %18 = icmp ne i32 %17, -1
  br i1 %18, label %19, label %111

19:
  store i32 0, ptr %9, align 4
  %20 = load i32, ptr %8, align 4
  store i32 %20, ptr %7, align 4
  br label %21

21:
  %22 = load i32, ptr %8, align 4
  %23 = icmp ne i32 %22, -1
  br i1 %23, label %24, label %27

24:
  %25 = load i32, ptr %9, align 4
  %26 = icmp ult i32 %25, 64
  br label %27

27:
  %28 = phi i1 [ false, %21 ], [ %26, %24 ]
  br i1 %28, label %29, label %74

29:
  %30 = load ptr, ptr %4, align 8
  %31 = getelementptr inbounds nuw %struct.burst, ptr %30, i32 0, i32 4
  %32 = load ptr, ptr %31, align 8
  %33 = load i32, ptr %9, align 4
  %34 = zext i32 %33 to i64
  %35 = getelementptr inbounds nuw %struct.message, ptr %32, i64 %34
  %36 = getelementptr inbounds nuw %struct.message, ptr %35, i32 0, i32 3
  %37 = load ptr, ptr %36, align 8
  store ptr %37, ptr %10, align 8
  %38 = load ptr, ptr %4, align 8
  %39 = getelementptr inbounds nuw %struct.burst, ptr %38, i32 0, i32 1
  %40 = load ptr, ptr %39, align 8
  %41 = load ptr, ptr %4, align 8
  %42 = getelementptr inbounds nuw %struct.burst, ptr %41, i32 0, i32 0
  %43 = load ptr, ptr %42, align 8
  %44 = load i32, ptr %8, align 4
  %45 = zext i32 %44 to i64
  %46 = getelementptr inbounds nuw %struct.sent, ptr %43, i64 %45
  %47 = getelementptr inbounds nuw %struct.sent, ptr %46, i32 0, i32 2
  %48 = load i32, ptr %47, align 4
  %49 = zext i32 %48 to i64
  %50 = getelementptr inbounds nuw i8, ptr %40, i64 %49
  %51 = load ptr, ptr %10, align 8
  %52 = getelementptr inbounds nuw %struct.vector, ptr %51, i32 0, i32 0
  store ptr %50, ptr %52, align 8
  %53 = load ptr, ptr %4, align 8
  %54 = getelementptr inbounds nuw %struct.burst, ptr %53, i32 0, i32 0
  %55 = load ptr, ptr %54, align 8
  %56 = load i32, ptr %8, align 4
  %57 = zext i32 %56 to i64
  %58 = getelementptr inbounds nuw %struct.sent, ptr %55, i64 %57
  %59 = getelementptr inbounds nuw %struct.sent, ptr %58, i32 0, i32 3
  %60 = load i32, ptr %59, align 4
  %61 = zext i32 %60 to i64
  %62 = load ptr, ptr %10, align 8
  %63 = getelementptr inbounds nuw %struct.vector, ptr %62, i32 0, i32 1
  store i64 %61, ptr %63, align 8
  br label %64

64:
  %65 = load ptr, ptr %4, align 8
  %66 = getelementptr inbounds nuw %struct.burst, ptr %65, i32 0, i32 5
  %67 = load ptr, ptr %66, align 8
  %68 = load i32, ptr %8, align 4
  %69 = zext i32 %68 to i64
  %70 = getelementptr inbounds nuw i32, ptr %67, i64 %69
  %71 = load i32, ptr %70, align 4
  store i32 %71, ptr %8, align 4
  %72 = load i32, ptr %9, align 4
  %73 = add i32 %72, 1
  store i32 %73, ptr %9, align 4
  br label %21

74:
  %75 = load i32, ptr %5, align 4
  %76 = load ptr, ptr %4, align 8
  %77 = getelementptr inbounds nuw %struct.burst, ptr %76, i32 0, i32 4
  %78 = load ptr, ptr %77, align 8
  %79 = load i32, ptr %9, align 4
  %80 = call i32 @sendmmsg(i32 %75, ptr %78, i32 %79, i32 64)
  store i32 %80, ptr %11, align 4
  %81 = load i32, ptr %11, align 4
  %82 = load i32, ptr %9, align 4
  %83 = icmp sge i32 %81, %82
  br i1 %83, label %84, label %85

84:
  store i32 2, ptr %12, align 4
  br label %109

85:
  store i32 0, ptr %13, align 4
  br label %86

86:
  %87 = load i32, ptr %7, align 4
  %88 = icmp ne i32 %87, -1
  br i1 %88, label %90, label %89

89:
  store i32 7, ptr %12, align 4
  br label %108

90:
  %91 = load i32, ptr %13, align 4
  %92 = load i32, ptr %11, align 4
  %93 = icmp sge i32 %91, %92
  br i1 %93, label %94, label %97

94:
  %95 = load ptr, ptr %4, align 8
  %96 = load i32, ptr %7, align 4
  call void @leave(ptr %95, i32 %96)
  br label %97

97:
  br label %98

98:
  %99 = load ptr, ptr %4, align 8
  %100 = getelementptr inbounds nuw %struct.burst, ptr %99, i32 0, i32 5
  %101 = load ptr, ptr %100, align 8
  %102 = load i32, ptr %7, align 4
  %103 = zext i32 %102 to i64
  %104 = getelementptr inbounds nuw i32, ptr %101, i64 %103
  %105 = load i32, ptr %104, align 4
  store i32 %105, ptr %7, align 4
  %106 = load i32, ptr %13, align 4
  %107 = add i32 %106, 1
  store i32 %107, ptr %13, align 4
  br label %86

108:
  store i32 1, ptr %12, align 4
  br label %109

109:
  %110 = load i32, ptr %12, align 4
  switch i32 %110, label %112 [
    i32 2, label %16
  ]

111:
  store i32 0, ptr %12, align 4
  br label %112

112:
  %113 = load i32, ptr %12, align 4
  switch i32 %113, label %115 [
    i32 0, label %114
    i32 1, label %114
  ]

114:
  ret void

115:
  unreachable
}

define internal i32 @status_of(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca i32, align 4
  store ptr %0, ptr %2, align 8
  %4 = load ptr, ptr %2, align 8
  %5 = getelementptr inbounds nuw %struct.slot, ptr %4, i32 0, i32 0
  %6 = load atomic i32, ptr %5 acquire, align 4
  store i32 %6, ptr %3, align 4
  %7 = load i32, ptr %3, align 4
  ret i32 %7
}

define internal void @fill(ptr %0, ptr %1, i32 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca ptr, align 8
  %8 = alloca i16, align 2
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %9 = load ptr, ptr %4, align 8
  %10 = getelementptr inbounds i8, ptr %9, i64 32
  store ptr %10, ptr %7, align 8
  %11 = load ptr, ptr %7, align 8
  %12 = getelementptr inbounds i8, ptr %11, i64 2
  %13 = load i32, ptr %6, align 4
  %14 = trunc i32 %13 to i16
  store i16 %14, ptr %8, align 2
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %12, ptr align 2 %8, i64 2, i1 false)
  %15 = load ptr, ptr %7, align 8
  %16 = getelementptr inbounds i8, ptr %15, i64 10
  %17 = load ptr, ptr %5, align 8
  %18 = load i32, ptr %6, align 4
  %19 = zext i32 %18 to i64
  call void @llvm.memmove.p0.p0.i64(ptr align 1 %16, ptr align 1 %17, i64 %19, i1 false)
  %20 = load i32, ptr %6, align 4
  %21 = add i32 %20, 10
  %22 = load ptr, ptr %4, align 8
  %23 = getelementptr inbounds nuw %struct.slot, ptr %22, i32 0, i32 1
  store i32 %21, ptr %23, align 4
  %24 = load ptr, ptr %4, align 8
  call void @set_status(ptr %24, i32 1)
  ret void
}

declare i64 @sendto(i32, ptr, i64, i32, ptr, i32)

define internal i32 @sent_of(ptr %0, i32 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca i64, align 8
  %8 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %9 = load ptr, ptr %3, align 8
  %10 = getelementptr inbounds nuw %struct.send_ring, ptr %9, i32 0, i32 0
  store ptr %10, ptr %5, align 8
  store i32 0, ptr %6, align 4
  br label %11

11:
  %12 = load i32, ptr %6, align 4
  %13 = load i32, ptr %4, align 4
  %14 = icmp ult i32 %12, %13
  br i1 %14, label %15, label %41

15:
  %16 = load ptr, ptr %5, align 8
  %17 = load ptr, ptr %5, align 8
  %18 = getelementptr inbounds nuw %struct.ring, ptr %17, i32 0, i32 4
  %19 = load i64, ptr %18, align 8
  %20 = call ptr @slot_at(ptr %16, i64 %19)
  %21 = call i32 @status_of(ptr %20)
  %22 = and i32 %21, 5
  %23 = icmp ne i32 %22, 0
  br i1 %23, label %24, label %25

24:
  br label %41

25:
  %26 = load ptr, ptr %5, align 8
  %27 = getelementptr inbounds nuw %struct.ring, ptr %26, i32 0, i32 4
  %28 = load i64, ptr %27, align 8
  %29 = load ptr, ptr %3, align 8
  %30 = getelementptr inbounds nuw %struct.send_ring, ptr %29, i32 0, i32 1
  store i64 %28, ptr %30, align 8
  br label %31

31:
  %32 = load i32, ptr %6, align 4
  %33 = add i32 %32, 1
  store i32 %33, ptr %6, align 4
  %34 = load ptr, ptr %5, align 8
  %35 = load ptr, ptr %5, align 8
  %36 = getelementptr inbounds nuw %struct.ring, ptr %35, i32 0, i32 4
  %37 = load i64, ptr %36, align 8
  %38 = call i64 @after(ptr %34, i64 %37)
  %39 = load ptr, ptr %5, align 8
  %40 = getelementptr inbounds nuw %struct.ring, ptr %39, i32 0, i32 4
  store i64 %38, ptr %40, align 8
  br label %11

41:
  %42 = load ptr, ptr %5, align 8
  %43 = getelementptr inbounds nuw %struct.ring, ptr %42, i32 0, i32 4
  %44 = load i64, ptr %43, align 8
  store i64 %44, ptr %7, align 8
  %45 = load i32, ptr %6, align 4
  store i32 %45, ptr %8, align 4
  br label %46

46:
  %47 = load i32, ptr %8, align 4
  %48 = load i32, ptr %4, align 4
  %49 = icmp ult i32 %47, %48
  br i1 %49, label %51, label %50

50:
  br label %61

51:
  %52 = load ptr, ptr %5, align 8
  %53 = load i64, ptr %7, align 8
  %54 = call ptr @slot_at(ptr %52, i64 %53)
  call void @set_status(ptr %54, i32 0)
  br label %55

55:
  %56 = load i32, ptr %8, align 4
  %57 = add i32 %56, 1
  store i32 %57, ptr %8, align 4
  %58 = load ptr, ptr %5, align 8
  %59 = load i64, ptr %7, align 8
  %60 = call i64 @after(ptr %58, i64 %59)
  store i64 %60, ptr %7, align 8
  br label %46

61:
  %62 = load i32, ptr %6, align 4
  ret i32 %62
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define internal void @set_status(ptr %0, i32 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %6 = load ptr, ptr %3, align 8
  %7 = getelementptr inbounds nuw %struct.slot, ptr %6, i32 0, i32 0
  %8 = load i32, ptr %4, align 4
  store i32 %8, ptr %5, align 4
  %9 = load i32, ptr %5, align 4
  store atomic i32 %9, ptr %7 release, align 4
  ret void
}

declare i32 @sendmmsg(i32, ptr, i32, i32)

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

declare i32 @clock_gettime(i32, ptr)
