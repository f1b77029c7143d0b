; SPDX-License-Identifier: Apache-2.0
; Made of roce_frames.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 a81887a25df1a61cc667195759c1b5d9babed05acfd62fc9658928b3efdc99a0
%struct.arrived = type { ptr, ptr, ptr, i64, i64, i64, i8, i8 }
%struct.packet_start = type { i64, i64, i64, i64, ptr, ptr, i64 }
%struct.content = type { i64, i64, i64, i8, ptr, ptr, i64, i64 }

@RoceNic__parser = external constant i64, align 8
@the = external global ptr, align 8
@the_RoceFrameParser = external constant i64, align 8
@RoceNic_config = external constant i64, align 8
@RoceNicConfig_pkey = external constant i64, align 8
@checksum = external global ptr, align 8
@RoceNic_queue_pairs = external constant i64, align 8
@RoceQpFrames__addresses = external constant i64, align 8
@the_bytes = external constant i64, align 8
@RoceQpFrames__builder = external constant i64, align 8
@RoceFrameBuilder__plain = external constant i64, align 8
@FrameBuilder__hop_limit = external constant i64, align 8
@RoceQpFrames__source_port = external constant i64, align 8
@FrameBuilder__dport = external constant i64, align 8
@RoceQpFrames__peer = external constant i64, align 8
@RoceFrameParser__address = external constant i64, align 8
@the_int = external constant i64, align 8
@long_digit = external constant i64, align 8
@sought = external global ptr, align 8
@the_RoceFrameBuilder = external constant i64, align 8
@RoceQpFrames__port = external constant i64, align 8
@FrameBuilder__links = external constant i64, align 8
@the_list = external constant i64, align 8

define zeroext i1 @read_arrived(ptr %0, ptr %1, i64 %2, ptr %3) nounwind {
  %5 = alloca i1, align 1
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i32, align 4
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca ptr, align 8
  %15 = alloca i64, align 8
  %16 = alloca i64, align 8
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  %17 = load ptr, ptr %6, align 8
  %18 = load i64, ptr @RoceNic__parser, align 8
  %19 = call ptr @get(ptr %17, i64 %18)
  store ptr %19, ptr %10, align 8
  %20 = load i64, ptr %8, align 8
  %21 = icmp slt i64 %20, 78
  br i1 %21, label %35, label %22

22:
  %23 = load ptr, ptr %10, align 8
  %24 = call ptr @type_of(ptr %23)
  %25 = load ptr, ptr @the, align 8
  %26 = load i64, ptr @the_RoceFrameParser, align 8
  %27 = getelementptr inbounds nuw ptr, ptr %25, i64 %26
  %28 = load ptr, ptr %27, align 8
  %29 = icmp ne ptr %24, %28
  br i1 %29, label %35, label %30

30:
  %31 = load ptr, ptr %10, align 8
  %32 = load ptr, ptr %7, align 8
  %33 = load i64, ptr %8, align 8
  %34 = call zeroext i1 @is_for_us(ptr %31, ptr %32, i64 %33)
  br i1 %34, label %36, label %35

35:
  store i1 false, ptr %5, align 1
  store i32 1, ptr %11, align 4
  br label %148

36:
  %37 = load ptr, ptr %7, align 8
  %38 = getelementptr inbounds i8, ptr %37, i64 14
  store ptr %38, ptr %12, align 8
  %39 = load ptr, ptr %7, align 8
  %40 = getelementptr inbounds i8, ptr %39, i64 54
  store ptr %40, ptr %13, align 8
  %41 = load ptr, ptr %7, align 8
  %42 = getelementptr inbounds i8, ptr %41, i64 62
  store ptr %42, ptr %14, align 8
  %43 = load ptr, ptr %13, align 8
  %44 = getelementptr inbounds i8, ptr %43, i64 4
  %45 = call i64 @read_16(ptr %44)
  %46 = add i64 54, %45
  store i64 %46, ptr %15, align 8
  %47 = load ptr, ptr %6, align 8
  %48 = load i64, ptr @RoceNic_config, align 8
  %49 = call ptr @get(ptr %47, i64 %48)
  %50 = load i64, ptr @RoceNicConfig_pkey, align 8
  %51 = call i64 @get_int(ptr %49, i64 %50)
  store i64 %51, ptr %16, align 8
  %52 = load ptr, ptr %14, align 8
  %53 = getelementptr inbounds i8, ptr %52, i64 1
  %54 = load i8, ptr %53, align 1
  %55 = zext i8 %54 to i32
  %56 = and i32 %55, 15
  %57 = icmp ne i32 %56, 0
  br i1 %57, label %81, label %58

58:
  %59 = load ptr, ptr %14, align 8
  %60 = getelementptr inbounds i8, ptr %59, i64 2
  %61 = call i64 @read_16(ptr %60)
  %62 = load i64, ptr %16, align 8
  %63 = icmp ne i64 %61, %62
  br i1 %63, label %81, label %64

64:
  %65 = load i64, ptr %16, align 8
  %66 = and i64 %65, 32768
  %67 = icmp ne i64 %66, 0
  br i1 %67, label %68, label %81

68:
  %69 = load ptr, ptr @checksum, align 8
  %70 = load ptr, ptr %12, align 8
  %71 = load ptr, ptr %13, align 8
  %72 = call i32 @masked_sum(ptr %70, ptr %71)
  %73 = load ptr, ptr %14, align 8
  %74 = getelementptr inbounds i8, ptr %73, i64 5
  %75 = load i64, ptr %15, align 8
  %76 = sub i64 %75, 62
  %77 = sub i64 %76, 5
  %78 = trunc i64 %77 to i32
  %79 = call i32 %69(i32 %72, ptr %74, i32 %78)
  %80 = icmp ne i32 %79, 558161692
  br i1 %80, label %81, label %82

81:
  store i1 false, ptr %5, align 1
  store i32 1, ptr %11, align 4
  br label %147

82:
  %83 = load ptr, ptr %12, align 8
  %84 = getelementptr inbounds i8, ptr %83, i64 8
  %85 = load ptr, ptr %9, align 8
  %86 = getelementptr inbounds nuw %struct.arrived, ptr %85, i32 0, i32 1
  store ptr %84, ptr %86, align 8
  %87 = load ptr, ptr %7, align 8
  %88 = getelementptr inbounds i8, ptr %87, i64 74
  %89 = load ptr, ptr %9, align 8
  %90 = getelementptr inbounds nuw %struct.arrived, ptr %89, i32 0, i32 2
  store ptr %88, ptr %90, align 8
  %91 = load i64, ptr %15, align 8
  %92 = sub i64 %91, 4
  %93 = load ptr, ptr %14, align 8
  %94 = getelementptr inbounds i8, ptr %93, i64 1
  %95 = load i8, ptr %94, align 1
  %96 = zext i8 %95 to i32
  %97 = ashr i32 %96, 4
  %98 = and i32 %97, 3
  %99 = sext i32 %98 to i64
  %100 = sub i64 %92, %99
  %101 = sub i64 %100, 74
  %102 = load ptr, ptr %9, align 8
  %103 = getelementptr inbounds nuw %struct.arrived, ptr %102, i32 0, i32 3
  store i64 %101, ptr %103, align 8
  %104 = load ptr, ptr %14, align 8
  %105 = getelementptr inbounds i8, ptr %104, i64 0
  %106 = load i8, ptr %105, align 1
  %107 = zext i8 %106 to i64
  %108 = load ptr, ptr %9, align 8
  %109 = getelementptr inbounds nuw %struct.arrived, ptr %108, i32 0, i32 4
  store i64 %107, ptr %109, align 8
  %110 = load ptr, ptr %14, align 8
  %111 = getelementptr inbounds i8, ptr %110, i64 8
  %112 = call i64 @read_32(ptr %111)
  %113 = and i64 %112, 16777215
  %114 = load ptr, ptr %9, align 8
  %115 = getelementptr inbounds nuw %struct.arrived, ptr %114, i32 0, i32 5
  store i64 %113, ptr %115, align 8
  %116 = load ptr, ptr %12, align 8
  %117 = call zeroext i8 @traffic_class(ptr %116)
  %118 = zext i8 %117 to i32
  %119 = and i32 %118, 3
  %120 = icmp eq i32 %119, 3
  %121 = load ptr, ptr %9, align 8
  %122 = getelementptr inbounds nuw %struct.arrived, ptr %121, i32 0, i32 6
  %123 = zext i1 %120 to i8
  store i8 %123, ptr %122, align 8
  %124 = load ptr, ptr %14, align 8
  %125 = getelementptr inbounds i8, ptr %124, i64 8
  %126 = load i8, ptr %125, align 1
  %127 = zext i8 %126 to i32
  %128 = ashr i32 %127, 7
  %129 = icmp ne i32 %128, 0
  %130 = load ptr, ptr %9, align 8
  %131 = getelementptr inbounds nuw %struct.arrived, ptr %130, i32 0, i32 7
  %132 = zext i1 %129 to i8
  store i8 %132, ptr %131, align 1
  %133 = load ptr, ptr %6, align 8
  %134 = load i64, ptr @RoceNic_queue_pairs, align 8
  %135 = call ptr @get(ptr %133, i64 %134)
  %136 = load ptr, ptr %14, align 8
  %137 = getelementptr inbounds i8, ptr %136, i64 4
  %138 = call i64 @read_32(ptr %137)
  %139 = and i64 %138, 16777215
  %140 = call ptr @find(ptr %135, i64 %139)
  %141 = load ptr, ptr %9, align 8
  %142 = getelementptr inbounds nuw %struct.arrived, ptr %141, i32 0, i32 0
  store ptr %140, ptr %142, align 8
  %143 = load ptr, ptr %9, align 8
  %144 = getelementptr inbounds nuw %struct.arrived, ptr %143, i32 0, i32 0
  %145 = load ptr, ptr %144, align 8
  %146 = icmp ne ptr %145, null
  store i1 %146, ptr %5, align 1
  store i32 1, ptr %11, align 4
  br label %147

147:
  br label %148

148:
  %149 = load i1, ptr %5, align 1
  ret i1 %149
}

define internal ptr @get(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = load i64, ptr %4, align 8
  %8 = call ptr @place_of(ptr %6, i64 %7)
  %9 = load ptr, ptr %8, align 8
  store ptr %9, ptr %5, align 8
  %10 = load ptr, ptr %5, align 8
  %11 = icmp ne ptr %10, null
  %12 = xor i1 %11, true
  %13 = zext i1 %12 to i32
  %14 = sext i32 %13 to i64
  %15 = call i64 @llvm.expect.i64(i64 %14, i64 0)
  %16 = icmp ne i64 %15, 0
  br i1 %16, label %17, label %20

17:
  %18 = load ptr, ptr %5, align 8
  %19 = load i64, ptr %4, align 8
  call void @strange(ptr %18, i64 %19)
  unreachable

20:
  %21 = load ptr, ptr %5, align 8
  ret ptr %21
}

define internal ptr @type_of(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds ptr, ptr %3, i64 1
  %5 = load ptr, ptr %4, align 8
  ret ptr %5
}

define internal zeroext i1 @is_for_us(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca i1, align 1
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i32, align 4
  %11 = alloca i64, align 8
  %12 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %13 = load ptr, ptr %6, align 8
  %14 = getelementptr inbounds i8, ptr %13, i64 14
  store ptr %14, ptr %8, align 8
  %15 = load ptr, ptr %6, align 8
  %16 = getelementptr inbounds i8, ptr %15, i64 54
  store ptr %16, ptr %9, align 8
  %17 = load ptr, ptr %6, align 8
  %18 = getelementptr inbounds i8, ptr %17, i64 12
  %19 = call i64 @read_16(ptr %18)
  %20 = icmp ne i64 %19, 34525
  br i1 %20, label %24, label %21

21:
  %22 = load ptr, ptr %8, align 8
  %23 = call zeroext i1 @is_ipv6(ptr %22, i8 zeroext 17)
  br i1 %23, label %25, label %24

24:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %10, align 4
  br label %66

25:
  %26 = load ptr, ptr %8, align 8
  %27 = getelementptr inbounds i8, ptr %26, i64 4
  %28 = call i64 @read_16(ptr %27)
  store i64 %28, ptr %11, align 8
  %29 = load i64, ptr %11, align 8
  %30 = add i64 54, %29
  %31 = load i64, ptr %7, align 8
  %32 = icmp sgt i64 %30, %31
  br i1 %32, label %42, label %33

33:
  %34 = load i64, ptr %11, align 8
  %35 = icmp slt i64 %34, 24
  br i1 %35, label %42, label %36

36:
  %37 = load ptr, ptr %9, align 8
  %38 = getelementptr inbounds i8, ptr %37, i64 4
  %39 = call i64 @read_16(ptr %38)
  %40 = load i64, ptr %11, align 8
  %41 = icmp ne i64 %39, %40
  br i1 %41, label %42, label %43

42:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %10, align 4
  br label %65

43:
  %44 = load ptr, ptr %5, align 8
  %45 = load i64, ptr @RoceFrameParser__address, align 8
  %46 = call ptr @get(ptr %44, i64 %45)
  store ptr %46, ptr %12, align 8
  %47 = load ptr, ptr %9, align 8
  %48 = getelementptr inbounds i8, ptr %47, i64 2
  %49 = call i64 @read_16(ptr %48)
  %50 = icmp eq i64 %49, 4791
  br i1 %50, label %51, label %63

51:
  %52 = load ptr, ptr %12, align 8
  %53 = call i64 @bytes_size(ptr %52)
  %54 = icmp eq i64 %53, 16
  br i1 %54, label %55, label %63

55:
  %56 = load ptr, ptr %8, align 8
  %57 = getelementptr inbounds i8, ptr %56, i64 24
  %58 = load ptr, ptr %12, align 8
  %59 = call ptr @bytes_of(ptr %58)
  %60 = call i32 @memcmp(ptr %57, ptr %59, i64 16)
  %61 = icmp ne i32 %60, 0
  %62 = xor i1 %61, true
  br label %63

63:
  %64 = phi i1 [ false, %51 ], [ false, %43 ], [ %62, %55 ]
  store i1 %64, ptr %4, align 1
  store i32 1, ptr %10, align 4
  br label %65

65:
  br label %66

66:
  %67 = load i1, ptr %4, align 1
  ret i1 %67
}

define internal i64 @read_16(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds i8, ptr %3, i64 0
  %5 = load i8, ptr %4, align 1
  %6 = zext i8 %5 to i64
  %7 = shl i64 %6, 8
  %8 = load ptr, ptr %2, align 8
  %9 = getelementptr inbounds i8, ptr %8, i64 1
  %10 = load i8, ptr %9, align 1
  %11 = zext i8 %10 to i64
  %12 = or i64 %7, %11
  ret i64 %12
}

define internal i64 @get_int(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = call ptr @get(ptr %5, i64 %6)
  %8 = call i64 @value_of(ptr %7)
  ret i64 %8
}

declare i32 @masked_sum(ptr, ptr)

define internal i64 @read_32(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i64 @read_16(ptr %3)
  %5 = shl i64 %4, 16
  %6 = load ptr, ptr %2, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 2
  %8 = call i64 @read_16(ptr %7)
  %9 = or i64 %5, %8
  ret i64 %9
}

define internal zeroext i8 @traffic_class(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds i8, ptr %3, i64 0
  %5 = load i8, ptr %4, align 1
  %6 = zext i8 %5 to i32
  %7 = shl i32 %6, 4
  %8 = load ptr, ptr %2, align 8
  %9 = getelementptr inbounds i8, ptr %8, i64 1
  %10 = load i8, ptr %9, align 1
  %11 = zext i8 %10 to i32
  %12 = ashr i32 %11, 4
  %13 = or i32 %7, %12
  %14 = trunc i32 %13 to i8
  ret i8 %14
}

define internal ptr @find(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %9 = load i64, ptr %5, align 8
  %10 = call ptr @seek(i64 %9)
  store ptr %10, ptr %6, align 8
  %11 = load ptr, ptr %6, align 8
  %12 = icmp ne ptr %11, null
  br i1 %12, label %13, label %17

13:
  %14 = load ptr, ptr %4, align 8
  %15 = load ptr, ptr %6, align 8
  %16 = call ptr @PyDict_GetItemWithError(ptr %14, ptr %15)
  store ptr %16, ptr %3, align 8
  store i32 1, ptr %7, align 4
  br label %29

17:
  %18 = load i64, ptr %5, align 8
  %19 = call ptr @integer(i64 %18)
  store ptr %19, ptr %6, align 8
  %20 = load ptr, ptr %6, align 8
  %21 = icmp ne ptr %20, null
  br i1 %21, label %23, label %22

22:
  store ptr null, ptr %3, align 8
  store i32 1, ptr %7, align 4
  br label %29

23:
  %24 = load ptr, ptr %4, align 8
  %25 = load ptr, ptr %6, align 8
  %26 = call ptr @PyDict_GetItemWithError(ptr %24, ptr %25)
  store ptr %26, ptr %8, align 8
  %27 = load ptr, ptr %6, align 8
  call void @Py_DecRef(ptr %27)
  %28 = load ptr, ptr %8, align 8
  store ptr %28, ptr %3, align 8
  store i32 1, ptr %7, align 4
  br label %29

29:
  %30 = load ptr, ptr %3, align 8
  ret ptr %30
}

define zeroext i1 @makes_frames(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %5 = load ptr, ptr %2, align 8
  %6 = load i64, ptr @RoceQpFrames__addresses, align 8
  %7 = call ptr @get(ptr %5, i64 %6)
  store ptr %7, ptr %3, align 8
  %8 = load ptr, ptr %3, align 8
  %9 = call ptr @type_of(ptr %8)
  %10 = load ptr, ptr @the, align 8
  %11 = load i64, ptr @the_bytes, align 8
  %12 = getelementptr inbounds nuw ptr, ptr %10, i64 %11
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %9, %13
  br i1 %14, label %15, label %22

15:
  %16 = load ptr, ptr %3, align 8
  %17 = call i64 @bytes_size(ptr %16)
  %18 = icmp eq i64 %17, 32
  br i1 %18, label %19, label %22

19:
  %20 = load ptr, ptr %2, align 8
  %21 = call ptr @link_of(ptr %20)
  br label %23

22:
  br label %23

23:
  %24 = phi ptr [ %21, %19 ], [ null, %22 ]
  store ptr %24, ptr %4, align 8
  %25 = load ptr, ptr %4, align 8
  %26 = icmp ne ptr %25, null
  br i1 %26, label %27, label %39

27:
  %28 = load ptr, ptr %4, align 8
  %29 = call ptr @type_of(ptr %28)
  %30 = load ptr, ptr @the, align 8
  %31 = load i64, ptr @the_bytes, align 8
  %32 = getelementptr inbounds nuw ptr, ptr %30, i64 %31
  %33 = load ptr, ptr %32, align 8
  %34 = icmp eq ptr %29, %33
  br i1 %34, label %35, label %39

35:
  %36 = load ptr, ptr %4, align 8
  %37 = call i64 @bytes_size(ptr %36)
  %38 = icmp eq i64 %37, 14
  br label %39

39:
  %40 = phi i1 [ false, %27 ], [ false, %23 ], [ %38, %35 ]
  ret i1 %40
}

define internal i64 @bytes_size(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr @the_bytes, align 8
  %5 = call zeroext i1 @is_a(ptr %3, i64 %4)
  br i1 %5, label %6, label %9

6:
  %7 = load ptr, ptr %2, align 8
  %8 = call i64 @word_of(ptr %7, i64 2)
  br label %12

9:
  %10 = load ptr, ptr %2, align 8
  %11 = call i64 @PyBytes_Size(ptr %10)
  br label %12

12:
  %13 = phi i64 [ %8, %6 ], [ %11, %9 ]
  ret i64 %13
}

define internal ptr @link_of(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  %8 = load ptr, ptr %3, align 8
  %9 = load i64, ptr @RoceQpFrames__builder, align 8
  %10 = call ptr @get(ptr %8, i64 %9)
  store ptr %10, ptr %4, align 8
  %11 = load ptr, ptr %4, align 8
  %12 = call ptr @type_of(ptr %11)
  %13 = load ptr, ptr @the, align 8
  %14 = load i64, ptr @the_RoceFrameBuilder, align 8
  %15 = getelementptr inbounds nuw ptr, ptr %13, i64 %14
  %16 = load ptr, ptr %15, align 8
  %17 = icmp ne ptr %12, %16
  br i1 %17, label %18, label %19

18:
  store ptr null, ptr %2, align 8
  store i32 1, ptr %5, align 4
  br label %42

19:
  %20 = load ptr, ptr %3, align 8
  %21 = load i64, ptr @RoceQpFrames__port, align 8
  %22 = call i64 @get_int(ptr %20, i64 %21)
  store i64 %22, ptr %6, align 8
  %23 = load ptr, ptr %4, align 8
  %24 = load i64, ptr @RoceFrameBuilder__plain, align 8
  %25 = call ptr @get(ptr %23, i64 %24)
  %26 = load i64, ptr @FrameBuilder__links, align 8
  %27 = call ptr @get(ptr %25, i64 %26)
  store ptr %27, ptr %7, align 8
  %28 = load i64, ptr %6, align 8
  %29 = icmp slt i64 %28, 0
  br i1 %29, label %35, label %30

30:
  %31 = load i64, ptr %6, align 8
  %32 = load ptr, ptr %7, align 8
  %33 = call i64 @list_size(ptr %32)
  %34 = icmp sge i64 %31, %33
  br i1 %34, label %35, label %36

35:
  br label %40

36:
  %37 = load ptr, ptr %7, align 8
  %38 = load i64, ptr %6, align 8
  %39 = call ptr @list_item(ptr %37, i64 %38)
  br label %40

40:
  %41 = phi ptr [ null, %35 ], [ %39, %36 ]
  store ptr %41, ptr %2, align 8
  store i32 1, ptr %5, align 4
  br label %42

42:
  %43 = load ptr, ptr %2, align 8
  ret ptr %43
}

define zeroext i1 @make_frame(ptr %0, ptr %1, ptr %2) nounwind {
  %4 = alloca i1, align 1
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca %struct.packet_start, align 8
  %14 = alloca i64, align 8
  %15 = alloca ptr, align 8
  %16 = alloca ptr, align 8
  %17 = alloca ptr, align 8
  %18 = alloca ptr, align 8
  %19 = alloca i32, align 4
  %20 = alloca ptr, align 8
  %21 = alloca ptr, align 8
  %22 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  %23 = load ptr, ptr %5, align 8
  %24 = load i64, ptr @RoceQpFrames__builder, align 8
  %25 = call ptr @get(ptr %23, i64 %24)
  %26 = load i64, ptr @RoceFrameBuilder__plain, align 8
  %27 = call ptr @get(ptr %25, i64 %26)
  store ptr %27, ptr %8, align 8
  %28 = load ptr, ptr %5, align 8
  %29 = load i64, ptr @RoceQpFrames__addresses, align 8
  %30 = call ptr @get(ptr %28, i64 %29)
  %31 = call ptr @bytes_of(ptr %30)
  store ptr %31, ptr %9, align 8
  %32 = load ptr, ptr %5, align 8
  %33 = call ptr @link_of(ptr %32)
  %34 = call ptr @bytes_of(ptr %33)
  store ptr %34, ptr %10, align 8
  %35 = load ptr, ptr %6, align 8
  %36 = getelementptr inbounds nuw %struct.content, ptr %35, i32 0, i32 7
  %37 = load i64, ptr %36, align 8
  %38 = sub i64 0, %37
  %39 = and i64 %38, 3
  store i64 %39, ptr %11, align 8
  %40 = load ptr, ptr %6, align 8
  %41 = getelementptr inbounds nuw %struct.content, ptr %40, i32 0, i32 6
  %42 = load i64, ptr %41, align 8
  %43 = add i64 20, %42
  %44 = load ptr, ptr %6, align 8
  %45 = getelementptr inbounds nuw %struct.content, ptr %44, i32 0, i32 7
  %46 = load i64, ptr %45, align 8
  %47 = add i64 %43, %46
  %48 = load i64, ptr %11, align 8
  %49 = add i64 %47, %48
  %50 = add i64 %49, 4
  store i64 %50, ptr %12, align 8
  %51 = getelementptr inbounds nuw %struct.packet_start, ptr %13, i32 0, i32 0
  %52 = load ptr, ptr %6, align 8
  %53 = getelementptr inbounds nuw %struct.content, ptr %52, i32 0, i32 0
  %54 = load i64, ptr %53, align 8
  %55 = shl i64 %54, 20
  %56 = or i64 1610612736, %55
  store i64 %56, ptr %51, align 8
  %57 = getelementptr inbounds nuw %struct.packet_start, ptr %13, i32 0, i32 1
  %58 = load ptr, ptr %8, align 8
  %59 = load i64, ptr @FrameBuilder__hop_limit, align 8
  %60 = call i64 @get_int(ptr %58, i64 %59)
  store i64 %60, ptr %57, align 8
  %61 = getelementptr inbounds nuw %struct.packet_start, ptr %13, i32 0, i32 2
  %62 = load ptr, ptr %5, align 8
  %63 = load i64, ptr @RoceQpFrames__source_port, align 8
  %64 = call i64 @get_int(ptr %62, i64 %63)
  store i64 %64, ptr %61, align 8
  %65 = getelementptr inbounds nuw %struct.packet_start, ptr %13, i32 0, i32 3
  %66 = load ptr, ptr %8, align 8
  %67 = load i64, ptr @FrameBuilder__dport, align 8
  %68 = call i64 @get_int(ptr %66, i64 %67)
  store i64 %68, ptr %65, align 8
  %69 = getelementptr inbounds nuw %struct.packet_start, ptr %13, i32 0, i32 4
  %70 = load ptr, ptr %9, align 8
  store ptr %70, ptr %69, align 8
  %71 = getelementptr inbounds nuw %struct.packet_start, ptr %13, i32 0, i32 5
  %72 = load ptr, ptr %9, align 8
  %73 = getelementptr inbounds i8, ptr %72, i64 16
  store ptr %73, ptr %71, align 8
  %74 = getelementptr inbounds nuw %struct.packet_start, ptr %13, i32 0, i32 6
  %75 = load i64, ptr %12, align 8
  store i64 %75, ptr %74, align 8
  %76 = load ptr, ptr %5, align 8
  %77 = load i64, ptr @RoceQpFrames__peer, align 8
  %78 = call i64 @get_int(ptr %76, i64 %77)
  store i64 %78, ptr %14, align 8
  %79 = load ptr, ptr %7, align 8
  %80 = load i64, ptr %12, align 8
  %81 = add i64 54, %80
  %82 = call ptr @room_for(ptr %79, i64 %81)
  store ptr %82, ptr %15, align 8
  %83 = load ptr, ptr %15, align 8
  %84 = getelementptr inbounds i8, ptr %83, i64 14
  store ptr %84, ptr %16, align 8
  %85 = load ptr, ptr %16, align 8
  %86 = getelementptr inbounds i8, ptr %85, i64 40
  store ptr %86, ptr %17, align 8
  %87 = load ptr, ptr %17, align 8
  %88 = getelementptr inbounds i8, ptr %87, i64 8
  store ptr %88, ptr %18, align 8
  %89 = load ptr, ptr %15, align 8
  %90 = icmp ne ptr %89, null
  br i1 %90, label %92, label %91

91:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %19, align 4
  br label %179

92:
  %93 = load ptr, ptr %15, align 8
  %94 = load ptr, ptr %10, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %93, ptr align 1 %94, i64 14, i1 false)
  %95 = load ptr, ptr %16, align 8
  %96 = call ptr @write_packet_start(ptr %95, ptr %13)
  %97 = load ptr, ptr %6, align 8
  %98 = getelementptr inbounds nuw %struct.content, ptr %97, i32 0, i32 1
  %99 = load i64, ptr %98, align 8
  %100 = trunc i64 %99 to i8
  %101 = load ptr, ptr %18, align 8
  %102 = getelementptr inbounds i8, ptr %101, i64 0
  store i8 %100, ptr %102, align 1
  %103 = load i64, ptr %11, align 8
  %104 = shl i64 %103, 4
  %105 = or i64 64, %104
  %106 = trunc i64 %105 to i8
  %107 = load ptr, ptr %18, align 8
  %108 = getelementptr inbounds i8, ptr %107, i64 1
  store i8 %106, ptr %108, align 1
  %109 = load ptr, ptr %18, align 8
  %110 = getelementptr inbounds i8, ptr %109, i64 2
  %111 = call ptr @write_16(ptr %110, i64 65535)
  %112 = load i64, ptr %14, align 8
  %113 = call ptr @write_32(ptr %111, i64 %112)
  %114 = load ptr, ptr %6, align 8
  %115 = getelementptr inbounds nuw %struct.content, ptr %114, i32 0, i32 3
  %116 = load i8, ptr %115, align 8
  %117 = trunc i8 %116 to i1
  %118 = zext i1 %117 to i64
  %119 = shl i64 %118, 31
  %120 = load ptr, ptr %6, align 8
  %121 = getelementptr inbounds nuw %struct.content, ptr %120, i32 0, i32 2
  %122 = load i64, ptr %121, align 8
  %123 = and i64 %122, 16777215
  %124 = or i64 %119, %123
  %125 = call ptr @write_32(ptr %113, i64 %124)
  store ptr %125, ptr %20, align 8
  %126 = load ptr, ptr %20, align 8
  %127 = load ptr, ptr %6, align 8
  %128 = getelementptr inbounds nuw %struct.content, ptr %127, i32 0, i32 6
  %129 = load i64, ptr %128, align 8
  %130 = getelementptr inbounds i8, ptr %126, i64 %129
  store ptr %130, ptr %21, align 8
  %131 = load ptr, ptr %20, align 8
  %132 = load ptr, ptr %6, align 8
  %133 = getelementptr inbounds nuw %struct.content, ptr %132, i32 0, i32 4
  %134 = load ptr, ptr %133, align 8
  %135 = load ptr, ptr %6, align 8
  %136 = getelementptr inbounds nuw %struct.content, ptr %135, i32 0, i32 6
  %137 = load i64, ptr %136, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %131, ptr align 1 %134, i64 %137, i1 false)
  %138 = load ptr, ptr %6, align 8
  %139 = getelementptr inbounds nuw %struct.content, ptr %138, i32 0, i32 7
  %140 = load i64, ptr %139, align 8
  %141 = icmp ne i64 %140, 0
  br i1 %141, label %142, label %150

142:
  %143 = load ptr, ptr %21, align 8
  %144 = load ptr, ptr %6, align 8
  %145 = getelementptr inbounds nuw %struct.content, ptr %144, i32 0, i32 5
  %146 = load ptr, ptr %145, align 8
  %147 = load ptr, ptr %6, align 8
  %148 = getelementptr inbounds nuw %struct.content, ptr %147, i32 0, i32 7
  %149 = load i64, ptr %148, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %143, ptr align 1 %146, i64 %149, i1 false)
  br label %150

150:
  %151 = load ptr, ptr %21, align 8
  %152 = load ptr, ptr %6, align 8
  %153 = getelementptr inbounds nuw %struct.content, ptr %152, i32 0, i32 7
  %154 = load i64, ptr %153, align 8
  %155 = getelementptr inbounds i8, ptr %151, i64 %154
  %156 = load i64, ptr %11, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %155, i8 0, i64 %156, i1 false)
  %157 = load ptr, ptr %21, align 8
  %158 = load ptr, ptr %6, align 8
  %159 = getelementptr inbounds nuw %struct.content, ptr %158, i32 0, i32 7
  %160 = load i64, ptr %159, align 8
  %161 = getelementptr inbounds i8, ptr %157, i64 %160
  %162 = load i64, ptr %11, align 8
  %163 = getelementptr inbounds i8, ptr %161, i64 %162
  store ptr %163, ptr %22, align 8
  %164 = load ptr, ptr %22, align 8
  %165 = load ptr, ptr @checksum, align 8
  %166 = load ptr, ptr %16, align 8
  %167 = load ptr, ptr %17, align 8
  %168 = call i32 @masked_sum(ptr %166, ptr %167)
  %169 = load ptr, ptr %18, align 8
  %170 = getelementptr inbounds i8, ptr %169, i64 5
  %171 = load ptr, ptr %22, align 8
  %172 = load ptr, ptr %18, align 8
  %173 = ptrtoint ptr %171 to i64
  %174 = ptrtoint ptr %172 to i64
  %175 = sub i64 %173, %174
  %176 = sub i64 %175, 5
  %177 = trunc i64 %176 to i32
  %178 = call i32 %165(i32 %168, ptr %170, i32 %177)
  call void @write_icrc(ptr %164, i32 %178)
  store i1 true, ptr %4, align 1
  store i32 1, ptr %19, align 4
  br label %179

179:
  %180 = load i1, ptr %4, align 1
  ret i1 %180
}

define internal ptr @bytes_of(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %4 = load ptr, ptr %2, align 8
  %5 = icmp ne ptr %4, null
  br i1 %5, label %6, label %9

6:
  %7 = load ptr, ptr %2, align 8
  %8 = call ptr @PyBytes_AsString(ptr %7)
  br label %10

9:
  br label %10

10:
  %11 = phi ptr [ %8, %6 ], [ null, %9 ]
  store ptr %11, ptr %3, align 8
  %12 = load ptr, ptr %3, align 8
  %13 = icmp ne ptr %12, null
  %14 = xor i1 %13, true
  %15 = zext i1 %14 to i32
  %16 = sext i32 %15 to i64
  %17 = call i64 @llvm.expect.i64(i64 %16, i64 0)
  %18 = icmp ne i64 %17, 0
  br i1 %18, label %19, label %23

19:
  %20 = load ptr, ptr %2, align 8
  %21 = load i64, ptr @the_bytes, align 8
  %22 = shl i64 %21, 16
  call void @strange(ptr %20, i64 %22)
  unreachable

23:
  %24 = load ptr, ptr %3, align 8
  ret ptr %24
}

declare ptr @room_for(ptr, i64)

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

declare ptr @write_packet_start(ptr, ptr)

define internal ptr @write_32(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = lshr i64 %6, 16
  %8 = call ptr @write_16(ptr %5, i64 %7)
  %9 = load i64, ptr %4, align 8
  %10 = call ptr @write_16(ptr %8, i64 %9)
  ret ptr %10
}

define internal ptr @write_16(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load i64, ptr %4, align 8
  %6 = lshr i64 %5, 8
  %7 = trunc i64 %6 to i8
  %8 = load ptr, ptr %3, align 8
  %9 = getelementptr inbounds i8, ptr %8, i64 0
  store i8 %7, ptr %9, align 1
  %10 = load i64, ptr %4, align 8
  %11 = trunc i64 %10 to i8
  %12 = load ptr, ptr %3, align 8
  %13 = getelementptr inbounds i8, ptr %12, i64 1
  store i8 %11, ptr %13, align 1
  %14 = load ptr, ptr %3, align 8
  %15 = getelementptr inbounds i8, ptr %14, i64 2
  ret ptr %15
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define internal void @write_icrc(ptr %0, i32 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  store i32 0, ptr %5, align 4
  br label %6

6:
  %7 = load i32, ptr %5, align 4
  %8 = icmp slt i32 %7, 4
  br i1 %8, label %10, label %9

9:
  br label %23

10:
  %11 = load i32, ptr %4, align 4
  %12 = load i32, ptr %5, align 4
  %13 = mul i32 8, %12
  %14 = lshr i32 %11, %13
  %15 = trunc i32 %14 to i8
  %16 = load ptr, ptr %3, align 8
  %17 = load i32, ptr %5, align 4
  %18 = sext i32 %17 to i64
  %19 = getelementptr inbounds i8, ptr %16, i64 %18
  store i8 %15, ptr %19, align 1
  br label %20

20:
  %21 = load i32, ptr %5, align 4
  %22 = add i32 %21, 1
  store i32 %22, ptr %5, align 4
  br label %6

23:
  ret void
}

define internal ptr @place_of(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = icmp ne ptr %5, null
  br i1 %6, label %7, label %16

7:
  %8 = load ptr, ptr %3, align 8
  %9 = call ptr @type_of(ptr %8)
  %10 = load ptr, ptr @the, align 8
  %11 = load i64, ptr %4, align 8
  %12 = lshr i64 %11, 16
  %13 = getelementptr inbounds nuw ptr, ptr %10, i64 %12
  %14 = load ptr, ptr %13, align 8
  %15 = icmp ne ptr %9, %14
  br label %16

16:
  %17 = phi i1 [ true, %2 ], [ %15, %7 ]
  %18 = zext i1 %17 to i32
  %19 = sext i32 %18 to i64
  %20 = call i64 @llvm.expect.i64(i64 %19, i64 0)
  %21 = icmp ne i64 %20, 0
  br i1 %21, label %22, label %25

22:
  %23 = load ptr, ptr %3, align 8
  %24 = load i64, ptr %4, align 8
  call void @strange(ptr %23, i64 %24)
  unreachable

25:
  %26 = load ptr, ptr %3, align 8
  %27 = load i64, ptr %4, align 8
  %28 = and i64 %27, 65535
  %29 = getelementptr inbounds nuw i8, ptr %26, i64 %28
  ret ptr %29
}

declare i64 @llvm.expect.i64(i64, i64)

declare void @strange(ptr, i64)

define internal zeroext i1 @is_ipv6(ptr %0, i8 zeroext %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i8, align 1
  store ptr %0, ptr %3, align 8
  store i8 %1, ptr %4, align 1
  %5 = load ptr, ptr %3, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 0
  %7 = load i8, ptr %6, align 1
  %8 = zext i8 %7 to i32
  %9 = ashr i32 %8, 4
  %10 = icmp eq i32 %9, 6
  br i1 %10, label %11, label %19

11:
  %12 = load ptr, ptr %3, align 8
  %13 = getelementptr inbounds i8, ptr %12, i64 6
  %14 = load i8, ptr %13, align 1
  %15 = zext i8 %14 to i32
  %16 = load i8, ptr %4, align 1
  %17 = zext i8 %16 to i32
  %18 = icmp eq i32 %15, %17
  br label %19

19:
  %20 = phi i1 [ false, %2 ], [ %18, %11 ]
  ret i1 %20
}

declare i32 @memcmp(ptr, ptr, i64)

define internal i64 @value_of(ptr %0) alwaysinline nounwind {
  %2 = alloca i64, align 8
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  %7 = load ptr, ptr %3, align 8
  %8 = icmp ne ptr %7, null
  %9 = xor i1 %8, true
  %10 = zext i1 %9 to i32
  %11 = sext i32 %10 to i64
  %12 = call i64 @llvm.expect.i64(i64 %11, i64 0)
  %13 = icmp ne i64 %12, 0
  br i1 %13, label %14, label %18

14:
  %15 = load ptr, ptr %3, align 8
  %16 = load i64, ptr @the_int, align 8
  %17 = shl i64 %16, 16
  call void @strange(ptr %15, i64 %17)
  unreachable

18:
  %19 = load ptr, ptr %3, align 8
  %20 = call ptr @type_of(ptr %19)
  %21 = load ptr, ptr @the, align 8
  %22 = load i64, ptr @the_int, align 8
  %23 = getelementptr inbounds nuw ptr, ptr %21, i64 %22
  %24 = load ptr, ptr %23, align 8
  %25 = icmp eq ptr %20, %24
  br i1 %25, label %26, label %60

26:
  %27 = load ptr, ptr %3, align 8
  %28 = getelementptr inbounds i64, ptr %27, i64 2
  %29 = load i64, ptr %28, align 8
  store i64 %29, ptr %4, align 8
  %30 = load ptr, ptr %3, align 8
  %31 = getelementptr inbounds i32, ptr %30, i64 6
  store ptr %31, ptr %5, align 8
  %32 = load i64, ptr %4, align 8
  %33 = load i64, ptr @long_digit, align 8
  %34 = icmp eq i64 %32, %33
  br i1 %34, label %35, label %40

35:
  %36 = load ptr, ptr %5, align 8
  %37 = getelementptr inbounds i32, ptr %36, i64 0
  %38 = load i32, ptr %37, align 4
  %39 = zext i32 %38 to i64
  store i64 %39, ptr %2, align 8
  store i32 1, ptr %6, align 4
  br label %57

40:
  %41 = load i64, ptr %4, align 8
  %42 = load i64, ptr @long_digit, align 8
  %43 = mul i64 2, %42
  %44 = icmp eq i64 %41, %43
  br i1 %44, label %45, label %56

45:
  %46 = load ptr, ptr %5, align 8
  %47 = getelementptr inbounds i32, ptr %46, i64 0
  %48 = load i32, ptr %47, align 4
  %49 = zext i32 %48 to i64
  %50 = load ptr, ptr %5, align 8
  %51 = getelementptr inbounds i32, ptr %50, i64 1
  %52 = load i32, ptr %51, align 4
  %53 = zext i32 %52 to i64
  %54 = shl i64 %53, 30
  %55 = or i64 %49, %54
  store i64 %55, ptr %2, align 8
  store i32 1, ptr %6, align 4
  br label %57

56:
  store i32 0, ptr %6, align 4
  br label %57

57:
  %58 = load i32, ptr %6, align 4
  switch i32 %58, label %65 [
    i32 0, label %59
    i32 1, label %63
  ]

59:
  br label %60

60:
  %61 = load ptr, ptr %3, align 8
  %62 = call i64 @PyLong_AsLong(ptr %61)
  store i64 %62, ptr %2, align 8
  br label %63

63:
  %64 = load i64, ptr %2, align 8
  ret i64 %64

65:
  unreachable
}

declare i64 @PyLong_AsLong(ptr)

define internal ptr @seek(i64 %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca i64, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  store i64 %0, ptr %3, align 8
  %6 = load ptr, ptr @sought, align 8
  %7 = getelementptr inbounds i32, ptr %6, i64 6
  store ptr %7, ptr %4, align 8
  %8 = load i64, ptr %3, align 8
  %9 = icmp sle i64 %8, 256
  br i1 %9, label %17, label %10

10:
  %11 = load i64, ptr %3, align 8
  %12 = ashr i64 %11, 60
  %13 = icmp ne i64 %12, 0
  br i1 %13, label %17, label %14

14:
  %15 = load ptr, ptr @sought, align 8
  %16 = call zeroext i1 @is_held_once(ptr %15)
  br i1 %16, label %18, label %17

17:
  store ptr null, ptr %2, align 8
  store i32 1, ptr %5, align 4
  br label %42

18:
  %19 = load i64, ptr %3, align 8
  %20 = ashr i64 %19, 30
  %21 = icmp ne i64 %20, 0
  br i1 %21, label %22, label %25

22:
  %23 = load i64, ptr @long_digit, align 8
  %24 = mul i64 2, %23
  br label %27

25:
  %26 = load i64, ptr @long_digit, align 8
  br label %27

27:
  %28 = phi i64 [ %24, %22 ], [ %26, %25 ]
  %29 = load ptr, ptr @sought, align 8
  %30 = getelementptr inbounds i64, ptr %29, i64 2
  store i64 %28, ptr %30, align 8
  %31 = load i64, ptr %3, align 8
  %32 = trunc i64 %31 to i32
  %33 = and i32 %32, 1073741823
  %34 = load ptr, ptr %4, align 8
  %35 = getelementptr inbounds i32, ptr %34, i64 0
  store i32 %33, ptr %35, align 4
  %36 = load i64, ptr %3, align 8
  %37 = ashr i64 %36, 30
  %38 = trunc i64 %37 to i32
  %39 = load ptr, ptr %4, align 8
  %40 = getelementptr inbounds i32, ptr %39, i64 1
  store i32 %38, ptr %40, align 4
  %41 = load ptr, ptr @sought, align 8
  store ptr %41, ptr %2, align 8
  store i32 1, ptr %5, align 4
  br label %42

42:
  %43 = load ptr, ptr %2, align 8
  ret ptr %43
}

declare ptr @PyDict_GetItemWithError(ptr, ptr)

define internal ptr @integer(i64 %0) alwaysinline nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = call ptr @PyLong_FromLong(i64 %3)
  ret ptr %4
}

define internal void @Py_DecRef(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %4 = load ptr, ptr %2, align 8
  store ptr %4, ptr %3, align 8
  %5 = load ptr, ptr %2, align 8
  %6 = icmp ne ptr %5, null
  br i1 %6, label %7, label %18

7:
  %8 = load ptr, ptr %3, align 8
  %9 = load i32, ptr %8, align 4
  %10 = icmp sge i32 %9, 0
  br i1 %10, label %11, label %18

11:
  %12 = load ptr, ptr %3, align 8
  %13 = load i32, ptr %12, align 4
  %14 = add i32 %13, -1
  store i32 %14, ptr %12, align 4
  %15 = icmp ne i32 %14, 0
  br i1 %15, label %18, label %16

16:
  %17 = load ptr, ptr %2, align 8
  call void @_Py_Dealloc(ptr %17)
  br label %18

18:
  ret void
}

define internal zeroext i1 @is_held_once(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr %3, align 8
  %5 = icmp eq i64 %4, 1
  ret i1 %5
}

declare ptr @PyLong_FromLong(i64)

declare void @_Py_Dealloc(ptr)

define internal zeroext i1 @is_a(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = icmp ne ptr %5, null
  br i1 %6, label %7, label %15

7:
  %8 = load ptr, ptr %3, align 8
  %9 = call ptr @type_of(ptr %8)
  %10 = load ptr, ptr @the, align 8
  %11 = load i64, ptr %4, align 8
  %12 = getelementptr inbounds nuw ptr, ptr %10, i64 %11
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %9, %13
  br label %15

15:
  %16 = phi i1 [ false, %2 ], [ %14, %7 ]
  ret i1 %16
}

define internal i64 @word_of(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = getelementptr inbounds nuw i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8
  ret i64 %8
}

declare i64 @PyBytes_Size(ptr)

define internal i64 @list_size(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr @the_list, align 8
  %5 = call zeroext i1 @is_a(ptr %3, i64 %4)
  br i1 %5, label %6, label %9

6:
  %7 = load ptr, ptr %2, align 8
  %8 = call i64 @word_of(ptr %7, i64 2)
  br label %12

9:
  %10 = load ptr, ptr %2, align 8
  %11 = call i64 @PyList_Size(ptr %10)
  br label %12

12:
  %13 = phi i64 [ %8, %6 ], [ %11, %9 ]
  ret i64 %13
}

define internal ptr @list_item(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = load i64, ptr @the_list, align 8
  %8 = call zeroext i1 @is_a(ptr %6, i64 %7)
  br i1 %8, label %9, label %24

9:
  %10 = load i64, ptr %5, align 8
  %11 = icmp sge i64 %10, 0
  br i1 %11, label %12, label %24

12:
  %13 = load i64, ptr %5, align 8
  %14 = load ptr, ptr %4, align 8
  %15 = call i64 @word_of(ptr %14, i64 2)
  %16 = icmp slt i64 %13, %15
  br i1 %16, label %17, label %24

17:
  %18 = load ptr, ptr %4, align 8
  %19 = call i64 @word_of(ptr %18, i64 3)
  %20 = inttoptr i64 %19 to ptr
  %21 = load i64, ptr %5, align 8
  %22 = getelementptr inbounds ptr, ptr %20, i64 %21
  %23 = load ptr, ptr %22, align 8
  store ptr %23, ptr %3, align 8
  br label %28

24:
  %25 = load ptr, ptr %4, align 8
  %26 = load i64, ptr %5, align 8
  %27 = call ptr @PyList_GetItem(ptr %25, i64 %26)
  store ptr %27, ptr %3, align 8
  br label %28

28:
  %29 = load ptr, ptr %3, align 8
  ret ptr %29
}

declare i64 @PyList_Size(ptr)

declare ptr @PyList_GetItem(ptr, i64)

declare ptr @PyBytes_AsString(ptr)
