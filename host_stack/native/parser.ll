; SPDX-License-Identifier: Apache-2.0
; Made of parser.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 564cceba9bea75f4be1327b9b1507a877107b4adef7b49b86639172e8cc9972b
%struct.answer = type { i64, i64, ptr }

@dict_version = external constant i64, align 8
@the_dict = external constant i64, align 8
@answers = internal global [1024 x %struct.answer] zeroinitializer, align 16
@checksum = external global ptr, align 8
@the = external global ptr, align 8
@the_packet_types = external constant i64, align 8
@kinds = internal global [256 x ptr] zeroinitializer, align 16
@Nic__parser = external constant i64, align 8
@the_FrameParser = external constant i64, align 8
@Nic__good_pkey = external constant i64, align 8
@FrameParser__labels = external constant i64, align 8
@FrameParser__ev_split = external constant i64, align 8
@the_sport_high = external constant i64, align 8
@Nic_queue_pairs = external constant i64, align 8
@PacketType_recipient = external constant i64, align 8
@the_endpoint_of = external constant i64, align 8
@sought = external global ptr, align 8
@long_digit = external constant i64, align 8
@FrameParser__roles = external constant i64, align 8
@the_trimmed = external constant i64, align 8
@the_trimmed_lasthop = external constant i64, align 8
@FrameParser__address = external constant i64, align 8
@FrameParser__port = external constant i64, align 8
@the_tuple = external constant i64, align 8
@the_bytes = external constant i64, align 8
@the_int = external constant i64, align 8
@the_True = external constant i64, align 8
@the_False = external constant i64, align 8

define ptr @find_again(ptr %0, i64 %1) nounwind {
  %3 = load i64, ptr @dict_version, align 8
  %.not = icmp eq i64 %3, 0
  br i1 %.not, label %7, label %4

4:
  %5 = load i64, ptr @the_dict, align 8
  %6 = call zeroext i1 @is_a(ptr %0, i64 %5)
  br i1 %6, label %9, label %7

7:
  %8 = call ptr @find(ptr %0, i64 %1)
  br label %29

9:
  %10 = load i64, ptr @dict_version, align 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 %10
  %12 = load i64, ptr %11, align 8
  %13 = add i64 %12, %1
  %14 = mul i64 %13, -7046029254386353131
  %15 = lshr i64 %14, 54
  %16 = getelementptr inbounds nuw %struct.answer, ptr @answers, i64 %15
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq i64 %17, %12
  br i1 %18, label %19, label %26

19:
  %20 = getelementptr inbounds nuw i8, ptr %16, i64 8
  %21 = load i64, ptr %20, align 8
  %22 = icmp eq i64 %21, %1
  br i1 %22, label %23, label %26

23:
  %24 = getelementptr inbounds nuw i8, ptr %16, i64 16
  %25 = load ptr, ptr %24, align 8
  br label %29

26:
  %27 = call ptr @find(ptr %0, i64 %1)
  %.not19 = icmp eq ptr %27, null
  br i1 %.not19, label %29, label %28

28:
  store i64 %12, ptr %16, align 8
  %.sroa.2.0..sroa_idx = getelementptr inbounds nuw i8, ptr %16, i64 8
  store i64 %1, ptr %.sroa.2.0..sroa_idx, align 8
  %.sroa.3.0..sroa_idx = getelementptr inbounds nuw i8, ptr %16, i64 16
  store ptr %27, ptr %.sroa.3.0..sroa_idx, align 8
  br label %29

29:
  %.0 = phi ptr [ %8, %7 ], [ %25, %23 ], [ %27, %28 ], [ %27, %26 ]
  ret ptr %.0
}

define internal zeroext i1 @is_a(ptr %0, i64 %1) alwaysinline nounwind {
  %.not = icmp eq ptr %0, null
  br i1 %.not, label %9, label %3

3:
  %4 = call ptr @type_of(ptr nonnull %0)
  %5 = load ptr, ptr @the, align 8
  %6 = getelementptr inbounds nuw ptr, ptr %5, i64 %1
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %4, %7
  br label %9

9:
  %10 = phi i1 [ false, %2 ], [ %8, %3 ]
  ret i1 %10
}

define internal ptr @find(ptr %0, i64 %1) nounwind {
  %3 = call ptr @seek(i64 %1)
  %.not = icmp eq ptr %3, null
  br i1 %.not, label %6, label %4

4:
  %5 = call ptr @PyDict_GetItemWithError(ptr %0, ptr nonnull %3)
  br label %10

6:
  %7 = call ptr @integer(i64 %1)
  %.not10 = icmp eq ptr %7, null
  br i1 %.not10, label %10, label %8

8:
  %9 = call ptr @PyDict_GetItemWithError(ptr %0, ptr nonnull %7)
  call void @Py_DecRef(ptr nonnull %7)
  br label %10

10:
  %.0 = phi ptr [ %5, %4 ], [ %9, %8 ], [ null, %6 ]
  ret ptr %.0
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define i32 @packet_sum(ptr %0, ptr %1) nounwind {
  %3 = alloca [61 x i8], align 16
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 48
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 40
  call void @llvm.memset.p0.i64(ptr nonnull align 16 dereferenceable(12) %3, i8 -1, i64 12, i1 false)
  %6 = getelementptr inbounds nuw i8, ptr %3, i64 8
  store i8 111, ptr %6, align 8
  %7 = getelementptr inbounds nuw i8, ptr %3, i64 12
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 4
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 4 dereferenceable(3) %7, ptr nonnull align 1 dereferenceable(3) %8, i64 3, i1 false)
  %9 = getelementptr inbounds nuw i8, ptr %3, i64 15
  store i8 -1, ptr %9, align 1
  %10 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 8
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 16 dereferenceable(32) %10, ptr nonnull align 1 dereferenceable(32) %11, i64 32, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 16 dereferenceable(6) %4, ptr nonnull align 1 dereferenceable(6) %5, i64 6, i1 false)
  %12 = getelementptr inbounds nuw i8, ptr %3, i64 55
  store i8 -1, ptr %12, align 1
  %13 = getelementptr inbounds nuw i8, ptr %3, i64 54
  store i8 -1, ptr %13, align 1
  %14 = getelementptr inbounds nuw i8, ptr %3, i64 56
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %16 = load i32, ptr %15, align 1
  store i32 %16, ptr %14, align 8
  %17 = getelementptr inbounds nuw i8, ptr %3, i64 60
  store i8 -1, ptr %17, align 1
  %18 = load ptr, ptr @checksum, align 8
  %19 = call i32 %18(i32 0, ptr nonnull %3, i32 61)
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 53
  %21 = ptrtoint ptr %1 to i64
  %22 = ptrtoint ptr %0 to i64
  %23 = sub i64 %21, %22
  %24 = trunc i64 %23 to i32
  %25 = add i32 %24, -53
  %26 = call i32 %18(i32 %19, ptr nonnull %20, i32 %25)
  ret i32 %26
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define void @set_up_kinds() nounwind {
  br label %1

1:
  %.0 = phi i64 [ 0, %0 ], [ %10, %3 ]
  %2 = icmp slt i64 %.0, 256
  br i1 %2, label %3, label %11

3:
  %4 = load ptr, ptr @the, align 8
  %5 = load i64, ptr @the_packet_types, align 8
  %6 = getelementptr inbounds nuw ptr, ptr %4, i64 %5
  %7 = load ptr, ptr %6, align 8
  %8 = call ptr @find(ptr %7, i64 %.0)
  %9 = getelementptr inbounds ptr, ptr @kinds, i64 %.0
  store ptr %8, ptr %9, align 8
  %10 = add i64 %.0, 1
  br label %1

11:
  ret void
}

define ptr @kind_of(i64 %0) nounwind {
  %2 = icmp sgt i64 %0, -1
  %3 = icmp slt i64 %0, 256
  %or.cond = and i1 %2, %3
  br i1 %or.cond, label %4, label %7

4:
  %5 = getelementptr inbounds nuw ptr, ptr @kinds, i64 %0
  %6 = load ptr, ptr %5, align 8
  br label %7

7:
  %8 = phi ptr [ %6, %4 ], [ null, %1 ]
  ret ptr %8
}

define zeroext i1 @is_intact(ptr %0, i64 %1, ptr %2, i64 %3, ptr %4) nounwind {
  %.not = icmp eq ptr %4, null
  br i1 %.not, label %6, label %10

6:
  %7 = getelementptr inbounds i8, ptr %0, i64 %3
  %8 = call i32 @packet_sum(ptr %2, ptr %7)
  %9 = icmp eq i32 %8, 558161692
  br label %23

10:
  %11 = load ptr, ptr %4, align 8
  %12 = icmp eq ptr %11, @fill_frame
  %13 = icmp eq i64 %3, %1
  %or.cond = select i1 %12, i1 %13, i1 false
  br i1 %or.cond, label %14, label %23

14:
  %15 = ptrtoint ptr %2 to i64
  %16 = ptrtoint ptr %0 to i64
  %17 = sub i64 %15, %16
  %18 = getelementptr inbounds nuw i8, ptr %4, i64 32
  %19 = load i64, ptr %18, align 8
  %20 = icmp eq i64 %17, %19
  br i1 %20, label %21, label %23

21:
  %22 = call zeroext i1 @is_as_made(ptr %0, ptr nonnull %4)
  br label %23

23:
  %.0 = phi i1 [ %9, %6 ], [ false, %14 ], [ %22, %21 ], [ false, %10 ]
  ret i1 %.0
}

declare void @fill_frame(ptr, i64, ptr)

declare zeroext i1 @is_as_made(ptr, ptr)

define ptr @payload_of(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %.not = icmp eq ptr %3, null
  br i1 %.not, label %5, label %7

5:
  %6 = getelementptr inbounds i8, ptr %0, i64 %1
  br label %.critedge

7:
  %8 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %9 = load i64, ptr %8, align 8
  %.not13 = icmp slt i64 %9, %1
  br i1 %.not13, label %.critedge, label %10

10:
  %11 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %12 = load i64, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %3, i64 24
  %14 = load i64, ptr %13, align 8
  %15 = add i64 %12, %14
  %16 = add i64 %1, %2
  %17 = icmp eq i64 %15, %16
  br i1 %17, label %18, label %.critedge

18:
  %19 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %20 = load ptr, ptr %19, align 8
  %21 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %22 = load i64, ptr %21, align 8
  %.neg = sub i64 %1, %22
  %23 = getelementptr inbounds i8, ptr %20, i64 %.neg
  br label %.critedge

.critedge:
  %.0 = phi ptr [ %6, %5 ], [ %23, %18 ], [ null, %7 ], [ null, %10 ]
  ret ptr %.0
}

define zeroext i1 @read_packet(ptr %0, ptr %1, i64 %2, ptr %3, ptr %4) nounwind {
  %6 = load i64, ptr @Nic__parser, align 8
  %7 = call ptr @get(ptr %0, i64 %6)
  %8 = icmp slt i64 %2, 118
  br i1 %8, label %121, label %9

9:
  %10 = call ptr @type_of(ptr %7)
  %11 = load ptr, ptr @the, align 8
  %12 = load i64, ptr @the_FrameParser, align 8
  %13 = getelementptr inbounds nuw ptr, ptr %11, i64 %12
  %14 = load ptr, ptr %13, align 8
  %.not = icmp eq ptr %10, %14
  br i1 %.not, label %15, label %121

15:
  %16 = call zeroext i1 @is_for_us(ptr %7, ptr %1, i64 %2)
  br i1 %16, label %17, label %121

17:
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 54
  %19 = getelementptr inbounds nuw i8, ptr %1, i64 94
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 102
  %21 = getelementptr inbounds nuw i8, ptr %1, i64 98
  %22 = call i64 @read_16(ptr nonnull %21)
  %23 = add i64 %22, 94
  %24 = load i8, ptr %20, align 1
  %25 = zext i8 %24 to i64
  %26 = getelementptr inbounds nuw ptr, ptr @kinds, i64 %25
  %27 = load ptr, ptr %26, align 8
  store ptr %27, ptr %4, align 8
  %.not64 = icmp eq ptr %27, null
  br i1 %.not64, label %121, label %28

28:
  %29 = getelementptr inbounds nuw i8, ptr %1, i64 103
  %30 = load i8, ptr %29, align 1
  %31 = and i8 %30, 15
  %.not65 = icmp eq i8 %31, 0
  br i1 %.not65, label %32, label %121

32:
  %33 = getelementptr inbounds nuw i8, ptr %1, i64 104
  %34 = call i64 @read_16(ptr nonnull %33)
  %35 = load i64, ptr @Nic__good_pkey, align 8
  %36 = call i64 @get_int(ptr %0, i64 %35)
  %.not66 = icmp eq i64 %34, %36
  br i1 %.not66, label %37, label %121

37:
  %38 = call zeroext i1 @is_intact(ptr %1, i64 %2, ptr nonnull %18, i64 %23, ptr %3)
  br i1 %38, label %39, label %121

39:
  %40 = call i64 @read_16(ptr nonnull %19)
  %41 = load i64, ptr @FrameParser__labels, align 8
  %42 = call zeroext i1 @is_true(ptr %7, i64 %41)
  br i1 %42, label %43, label %46

43:
  %44 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %45 = call i64 @read_16(ptr nonnull %44)
  br label %46

46:
  %47 = phi i64 [ %45, %43 ], [ 0, %39 ]
  %48 = getelementptr inbounds nuw i8, ptr %1, i64 110
  %49 = load i8, ptr %48, align 1
  %50 = getelementptr inbounds nuw i8, ptr %4, i64 16
  store ptr %1, ptr %50, align 8
  %51 = getelementptr inbounds nuw i8, ptr %4, i64 32
  store ptr %3, ptr %51, align 8
  %52 = getelementptr inbounds nuw i8, ptr %1, i64 62
  %53 = getelementptr inbounds nuw i8, ptr %4, i64 24
  store ptr %52, ptr %53, align 8
  %54 = call zeroext i8 @traffic_class(ptr nonnull %18)
  %55 = and i8 %54, 3
  %56 = icmp eq i8 %55, 3
  br i1 %56, label %62, label %57

57:
  %58 = getelementptr inbounds nuw i8, ptr %1, i64 14
  %59 = call zeroext i8 @traffic_class(ptr nonnull %58)
  %60 = and i8 %59, 3
  %61 = icmp eq i8 %60, 3
  br label %62

62:
  %63 = phi i1 [ true, %46 ], [ %61, %57 ]
  %64 = getelementptr inbounds nuw i8, ptr %4, i64 80
  %65 = zext i1 %63 to i8
  store i8 %65, ptr %64, align 8
  %66 = load i64, ptr @FrameParser__ev_split, align 8
  %67 = call ptr @get(ptr %7, i64 %66)
  %68 = load ptr, ptr @the, align 8
  %69 = load i64, ptr @the_sport_high, align 8
  %70 = getelementptr inbounds nuw ptr, ptr %68, i64 %69
  %71 = load ptr, ptr %70, align 8
  %72 = icmp eq ptr %67, %71
  %73 = shl i64 %40, 16
  %74 = or i64 %73, %47
  %75 = shl i64 %47, 16
  %76 = or i64 %75, %40
  %77 = select i1 %72, i64 %74, i64 %76
  %78 = getelementptr inbounds nuw i8, ptr %4, i64 40
  store i64 %77, ptr %78, align 8
  %79 = getelementptr inbounds nuw i8, ptr %1, i64 98
  %80 = call i64 @read_16(ptr nonnull %79)
  %81 = getelementptr inbounds nuw i8, ptr %4, i64 48
  store i64 %80, ptr %81, align 8
  %82 = getelementptr inbounds nuw i8, ptr %1, i64 103
  %83 = load i8, ptr %82, align 1
  %84 = lshr i8 %83, 4
  %85 = and i8 %84, 3
  %86 = zext nneg i8 %85 to i64
  %87 = getelementptr inbounds nuw i8, ptr %4, i64 56
  store i64 %86, ptr %87, align 8
  %88 = add i64 %22, 90
  %89 = sub i64 %88, %86
  %90 = getelementptr inbounds nuw i8, ptr %4, i64 72
  store i64 %89, ptr %90, align 8
  %91 = getelementptr inbounds nuw i8, ptr %1, i64 110
  %92 = call i64 @read_32(ptr nonnull %91)
  %93 = and i64 %92, 16777215
  %94 = getelementptr inbounds nuw i8, ptr %4, i64 64
  store i64 %93, ptr %94, align 8
  %95 = getelementptr inbounds nuw i8, ptr %4, i64 81
  %.lobit = lshr i8 %49, 7
  store i8 %.lobit, ptr %95, align 1
  %96 = getelementptr inbounds nuw i8, ptr %4, i64 82
  %97 = lshr i8 %49, 5
  %.lobit67 = and i8 %97, 1
  store i8 %.lobit67, ptr %96, align 2
  %98 = getelementptr inbounds nuw i8, ptr %4, i64 83
  %99 = lshr i8 %49, 4
  %.lobit68 = and i8 %99, 1
  store i8 %.lobit68, ptr %98, align 1
  %100 = getelementptr inbounds nuw i8, ptr %1, i64 106
  %101 = call i64 @read_32(ptr nonnull %100)
  %102 = and i64 %101, 16777215
  %103 = icmp eq i64 %102, 2
  br i1 %103, label %.critedge, label %104

104:
  %105 = load i64, ptr @Nic_queue_pairs, align 8
  %106 = call ptr @get(ptr %0, i64 %105)
  %107 = call ptr @find_again(ptr %106, i64 %102)
  %108 = getelementptr inbounds nuw i8, ptr %4, i64 8
  store ptr %107, ptr %108, align 8
  %109 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %110 = load ptr, ptr %109, align 8
  %111 = icmp ne ptr %110, null
  br label %121

.critedge:
  %112 = getelementptr inbounds nuw i8, ptr %4, i64 8
  store ptr null, ptr %112, align 8
  %113 = load ptr, ptr %4, align 8
  %114 = load i64, ptr @PacketType_recipient, align 8
  %115 = call ptr @get(ptr %113, i64 %114)
  %116 = load ptr, ptr @the, align 8
  %117 = load i64, ptr @the_endpoint_of, align 8
  %118 = getelementptr inbounds nuw ptr, ptr %116, i64 %117
  %119 = load ptr, ptr %118, align 8
  %120 = icmp eq ptr %115, %119
  br label %121

121:
  %.0 = phi i1 [ false, %5 ], [ false, %15 ], [ false, %9 ], [ false, %17 ], [ false, %37 ], [ false, %32 ], [ false, %28 ], [ %120, %.critedge ], [ %111, %104 ]
  ret i1 %.0
}

define internal ptr @get(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = call ptr @pointer_in(ptr %0, i64 %1)
  %4 = load ptr, ptr %3, align 8
  %.not = icmp eq ptr %4, null
  %5 = zext i1 %.not to i64
  %6 = call i64 @llvm.expect.i64(i64 %5, i64 0)
  %.not5 = icmp eq i64 %6, 0
  br i1 %.not5, label %8, label %7

7:
  call void @strange(ptr %4, i64 %1)
  unreachable

8:
  ret ptr %4
}

define internal ptr @type_of(ptr %0) alwaysinline nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %3 = load ptr, ptr %2, align 8
  ret ptr %3
}

define internal zeroext i1 @is_for_us(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 14
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 54
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 12
  %7 = call i64 @read_16(ptr nonnull %6)
  %.not = icmp eq i64 %7, 34525
  br i1 %.not, label %8, label %64

8:
  %9 = call zeroext i1 @is_ipv6(ptr nonnull %4, i8 zeroext 41)
  br i1 %9, label %10, label %64

10:
  %11 = call zeroext i1 @is_ipv6(ptr nonnull %5, i8 zeroext 17)
  br i1 %11, label %12, label %64

12:
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 18
  %14 = call i64 @read_16(ptr nonnull %13)
  %15 = add i64 %14, 54
  %16 = getelementptr inbounds nuw i8, ptr %1, i64 98
  %17 = call i64 @read_16(ptr nonnull %16)
  %18 = icmp sgt i64 %15, %2
  %19 = icmp slt i64 %15, 118
  %or.cond = or i1 %18, %19
  %or.cond.not = xor i1 %or.cond, true
  %20 = add nsw i64 %14, -40
  %.not27 = icmp eq i64 %17, %20
  %or.cond31 = select i1 %or.cond.not, i1 %.not27, i1 false
  br i1 %or.cond31, label %21, label %64

21:
  %22 = getelementptr inbounds nuw i8, ptr %1, i64 58
  %23 = call i64 @read_16(ptr nonnull %22)
  %.not28 = icmp eq i64 %23, %17
  br i1 %.not28, label %24, label %64

24:
  %25 = load i64, ptr @FrameParser__roles, align 8
  %26 = call ptr @get(ptr %0, i64 %25)
  %27 = call zeroext i8 @traffic_class(ptr nonnull %4)
  %28 = lshr i8 %27, 2
  %29 = zext nneg i8 %28 to i64
  %30 = call ptr @tuple_item(ptr %26, i64 %29)
  %31 = load ptr, ptr @the, align 8
  %32 = load i64, ptr @the_trimmed, align 8
  %33 = getelementptr inbounds nuw ptr, ptr %31, i64 %32
  %34 = load ptr, ptr %33, align 8
  %35 = icmp eq ptr %30, %34
  br i1 %35, label %64, label %36

36:
  %37 = load ptr, ptr @the, align 8
  %38 = load i64, ptr @the_trimmed_lasthop, align 8
  %39 = getelementptr inbounds nuw ptr, ptr %37, i64 %38
  %40 = load ptr, ptr %39, align 8
  %41 = icmp eq ptr %30, %40
  br i1 %41, label %64, label %42

42:
  %43 = call zeroext i8 @traffic_class(ptr nonnull %5)
  %44 = and i8 %43, 3
  %.not29 = icmp eq i8 %44, 0
  br i1 %.not29, label %45, label %49

45:
  %46 = call zeroext i8 @traffic_class(ptr nonnull %4)
  %47 = and i8 %46, 3
  %48 = icmp eq i8 %47, 3
  br i1 %48, label %64, label %49

49:
  %50 = load i64, ptr @FrameParser__address, align 8
  %51 = call ptr @get(ptr %0, i64 %50)
  %52 = getelementptr inbounds nuw i8, ptr %1, i64 96
  %53 = call i64 @read_16(ptr nonnull %52)
  %54 = load i64, ptr @FrameParser__port, align 8
  %55 = call i64 @get_int(ptr %0, i64 %54)
  %56 = icmp eq i64 %53, %55
  br i1 %56, label %57, label %64

57:
  %58 = call i64 @bytes_size(ptr %51)
  %59 = icmp eq i64 %58, 16
  br i1 %59, label %60, label %64

60:
  %61 = getelementptr inbounds nuw i8, ptr %1, i64 78
  %62 = call ptr @bytes_of(ptr %51)
  %63 = call i32 @memcmp(ptr nonnull dereferenceable(16) %61, ptr nonnull dereferenceable(16) %62, i64 16)
  %.not30 = icmp eq i32 %63, 0
  br label %64

64:
  %.0 = phi i1 [ false, %3 ], [ false, %10 ], [ false, %8 ], [ false, %12 ], [ false, %21 ], [ false, %24 ], [ false, %45 ], [ false, %36 ], [ false, %57 ], [ false, %49 ], [ %.not30, %60 ]
  ret i1 %.0
}

define internal i64 @read_16(ptr %0) nounwind {
  %2 = load i8, ptr %0, align 1
  %3 = zext i8 %2 to i64
  %4 = shl nuw nsw i64 %3, 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 1
  %6 = load i8, ptr %5, align 1
  %7 = zext i8 %6 to i64
  %8 = or disjoint i64 %4, %7
  ret i64 %8
}

define internal i64 @get_int(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = call zeroext i1 @is_unboxed(i64 %1)
  br i1 %3, label %4, label %7

4:
  %5 = call ptr @place_of(ptr %0, i64 %1)
  %6 = load i64, ptr %5, align 8
  br label %10

7:
  %8 = call ptr @get(ptr %0, i64 %1)
  %9 = call i64 @value_of(ptr %8)
  br label %10

10:
  %11 = phi i64 [ %6, %4 ], [ %9, %7 ]
  ret i64 %11
}

define internal zeroext i1 @is_true(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = call zeroext i1 @is_unboxed(i64 %1)
  br i1 %3, label %4, label %8

4:
  %5 = call ptr @place_of(ptr %0, i64 %1)
  %6 = load i8, ptr %5, align 1
  %7 = trunc i8 %6 to i1
  br label %25

8:
  %9 = call ptr @get(ptr %0, i64 %1)
  %10 = load ptr, ptr @the, align 8
  %11 = load i64, ptr @the_True, align 8
  %12 = getelementptr inbounds nuw ptr, ptr %10, i64 %11
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %9, %13
  br i1 %14, label %25, label %15

15:
  %16 = load ptr, ptr @the, align 8
  %17 = load i64, ptr @the_False, align 8
  %18 = getelementptr inbounds nuw ptr, ptr %16, i64 %17
  %19 = load ptr, ptr %18, align 8
  %20 = icmp ne ptr %9, %19
  %21 = zext i1 %20 to i64
  %22 = call i64 @llvm.expect.i64(i64 %21, i64 0)
  %.not = icmp eq i64 %22, 0
  br i1 %.not, label %25, label %23

23:
  %24 = call zeroext i1 @counts_as_true(ptr %9)
  br label %25

25:
  %.0 = phi i1 [ %7, %4 ], [ true, %8 ], [ false, %15 ], [ %24, %23 ]
  ret i1 %.0
}

define internal zeroext i8 @traffic_class(ptr %0) nounwind {
  %2 = load i8, ptr %0, align 1
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 1
  %4 = load i8, ptr %3, align 1
  %5 = call i8 @llvm.fshl.i8(i8 %2, i8 %4, i8 4)
  ret i8 %5
}

define internal i64 @read_32(ptr %0) nounwind {
  %2 = call i64 @read_16(ptr %0)
  %3 = shl i64 %2, 16
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 2
  %5 = call i64 @read_16(ptr nonnull %4)
  %6 = or i64 %3, %5
  ret i64 %6
}

define internal ptr @seek(i64 %0) alwaysinline nounwind {
  %2 = load ptr, ptr @sought, align 8
  %3 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %4 = icmp sge i64 %0, 257
  %.not = icmp ult i64 %0, 1152921504606846976
  %or.cond = and i1 %4, %.not
  br i1 %or.cond, label %5, label %21

5:
  %6 = load ptr, ptr @sought, align 8
  %7 = call zeroext i1 @is_held_once(ptr %6)
  br i1 %7, label %8, label %21

8:
  %.not7 = icmp ult i64 %0, 1073741824
  %9 = load i64, ptr @long_digit, align 8
  %10 = shl i64 %9, 1
  %11 = load i64, ptr @long_digit, align 8
  %12 = select i1 %.not7, i64 %11, i64 %10
  %13 = load ptr, ptr @sought, align 8
  %14 = getelementptr inbounds nuw i8, ptr %13, i64 16
  store i64 %12, ptr %14, align 8
  %15 = trunc i64 %0 to i32
  %16 = and i32 %15, 1073741823
  store i32 %16, ptr %3, align 4
  %17 = lshr i64 %0, 30
  %18 = trunc nuw i64 %17 to i32
  %19 = getelementptr inbounds nuw i8, ptr %2, i64 28
  store i32 %18, ptr %19, align 4
  %20 = load ptr, ptr @sought, align 8
  br label %21

21:
  %.0 = phi ptr [ %20, %8 ], [ null, %5 ], [ null, %1 ]
  ret ptr %.0
}

declare ptr @PyDict_GetItemWithError(ptr, ptr)

define internal ptr @integer(i64 %0) alwaysinline nounwind {
  %2 = call ptr @PyLong_FromLong(i64 %0)
  ret ptr %2
}

define internal void @Py_DecRef(ptr %0) alwaysinline nounwind {
  %.not = icmp eq ptr %0, null
  br i1 %.not, label %9, label %2

2:
  %3 = load i32, ptr %0, align 4
  %4 = icmp sgt i32 %3, -1
  br i1 %4, label %5, label %9

5:
  %6 = load i32, ptr %0, align 4
  %7 = add i32 %6, -1
  store i32 %7, ptr %0, align 4
  %.not5 = icmp eq i32 %7, 0
  br i1 %.not5, label %8, label %9

8:
  call void @_Py_Dealloc(ptr nonnull %0)
  br label %9

9:
  ret void
}

define internal zeroext i1 @is_held_once(ptr %0) alwaysinline nounwind {
  %2 = load i64, ptr %0, align 8
  %3 = icmp eq i64 %2, 1
  ret i1 %3
}

declare ptr @PyLong_FromLong(i64)

declare void @_Py_Dealloc(ptr)

define internal ptr @pointer_in(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = call zeroext i1 @is_unboxed(i64 %1)
  %4 = zext i1 %3 to i64
  %5 = call i64 @llvm.expect.i64(i64 %4, i64 0)
  %.not = icmp eq i64 %5, 0
  br i1 %.not, label %7, label %6

6:
  call void @strange(ptr %0, i64 %1)
  unreachable

7:
  %8 = call ptr @place_of(ptr %0, i64 %1)
  ret ptr %8
}

declare i64 @llvm.expect.i64(i64, i64)

declare void @strange(ptr, i64)

define internal zeroext i1 @is_unboxed(i64 %0) alwaysinline nounwind {
  %2 = and i64 %0, 7
  %3 = icmp ne i64 %2, 0
  ret i1 %3
}

define internal ptr @place_of(ptr %0, i64 %1) alwaysinline nounwind {
  %.not = icmp eq ptr %0, null
  br i1 %.not, label %11, label %3

3:
  %4 = call ptr @type_of(ptr nonnull %0)
  %5 = load ptr, ptr @the, align 8
  %6 = lshr i64 %1, 16
  %7 = getelementptr inbounds nuw ptr, ptr %5, i64 %6
  %8 = load ptr, ptr %7, align 8
  %9 = icmp ne ptr %4, %8
  %10 = zext i1 %9 to i64
  br label %11

11:
  %12 = phi i64 [ 1, %2 ], [ %10, %3 ]
  %13 = call i64 @llvm.expect.i64(i64 %12, i64 0)
  %.not6 = icmp eq i64 %13, 0
  br i1 %.not6, label %15, label %14

14:
  call void @strange(ptr %0, i64 %1)
  unreachable

15:
  %16 = and i64 %1, 65528
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 %16
  ret ptr %17
}

define internal zeroext i1 @is_ipv6(ptr %0, i8 zeroext %1) nounwind {
  %3 = load i8, ptr %0, align 1
  %.mask = and i8 %3, -16
  %4 = icmp eq i8 %.mask, 96
  br i1 %4, label %5, label %9

5:
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 6
  %7 = load i8, ptr %6, align 1
  %8 = icmp eq i8 %7, %1
  br label %9

9:
  %10 = phi i1 [ false, %2 ], [ %8, %5 ]
  ret i1 %10
}

define internal ptr @tuple_item(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = load i64, ptr @the_tuple, align 8
  %4 = call zeroext i1 @is_a(ptr %0, i64 %3)
  %5 = icmp sgt i64 %1, -1
  %or.cond = select i1 %4, i1 %5, i1 false
  br i1 %or.cond, label %6, label %13

6:
  %7 = call i64 @word_of(ptr %0, i64 2)
  %8 = icmp slt i64 %1, %7
  br i1 %8, label %9, label %13

9:
  %10 = getelementptr ptr, ptr %0, i64 %1
  %11 = getelementptr i8, ptr %10, i64 24
  %12 = load ptr, ptr %11, align 8
  br label %15

13:
  %14 = call ptr @PyTuple_GetItem(ptr %0, i64 %1)
  br label %15

15:
  %.0 = phi ptr [ %12, %9 ], [ %14, %13 ]
  ret ptr %.0
}

define internal i64 @bytes_size(ptr %0) alwaysinline nounwind {
  %2 = load i64, ptr @the_bytes, align 8
  %3 = call zeroext i1 @is_a(ptr %0, i64 %2)
  br i1 %3, label %4, label %6

4:
  %5 = call i64 @word_of(ptr %0, i64 2)
  br label %8

6:
  %7 = call i64 @PyBytes_Size(ptr %0)
  br label %8

8:
  %9 = phi i64 [ %5, %4 ], [ %7, %6 ]
  ret i64 %9
}

declare i32 @memcmp(ptr, ptr, i64)

define internal ptr @bytes_of(ptr %0) alwaysinline nounwind {
  %.not = icmp eq ptr %0, null
  br i1 %.not, label %4, label %2

2:
  %3 = call ptr @PyBytes_AsString(ptr nonnull %0)
  br label %4

4:
  %5 = phi ptr [ %3, %2 ], [ null, %1 ]
  %.not5 = icmp eq ptr %5, null
  %6 = zext i1 %.not5 to i64
  %7 = call i64 @llvm.expect.i64(i64 %6, i64 0)
  %.not6 = icmp eq i64 %7, 0
  br i1 %.not6, label %11, label %8

8:
  %9 = load i64, ptr @the_bytes, align 8
  %10 = shl i64 %9, 16
  call void @strange(ptr %0, i64 %10)
  unreachable

11:
  ret ptr %5
}

define internal i64 @word_of(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = getelementptr inbounds nuw i64, ptr %0, i64 %1
  %4 = load i64, ptr %3, align 8
  ret i64 %4
}

declare ptr @PyTuple_GetItem(ptr, i64)

declare i64 @PyBytes_Size(ptr)

declare ptr @PyBytes_AsString(ptr)

define internal i64 @value_of(ptr %0) alwaysinline nounwind {
  %.not = icmp eq ptr %0, null
  %2 = zext i1 %.not to i64
  %3 = call i64 @llvm.expect.i64(i64 %2, i64 0)
  %.not13 = icmp eq i64 %3, 0
  br i1 %.not13, label %7, label %4

4:
  %5 = load i64, ptr @the_int, align 8
  %6 = shl i64 %5, 16
  call void @strange(ptr %0, i64 %6)
  unreachable

7:
  %8 = call ptr @type_of(ptr %0)
  %9 = load ptr, ptr @the, align 8
  %10 = load i64, ptr @the_int, align 8
  %11 = getelementptr inbounds nuw ptr, ptr %9, i64 %10
  %12 = load ptr, ptr %11, align 8
  %13 = icmp eq ptr %8, %12
  br i1 %13, label %14, label %36

14:
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %16 = load i64, ptr %15, align 8
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %18 = load i64, ptr @long_digit, align 8
  %19 = icmp eq i64 %16, %18
  br i1 %19, label %20, label %23

20:
  %21 = load i32, ptr %17, align 4
  %22 = zext i32 %21 to i64
  br label %35

23:
  %24 = load i64, ptr @long_digit, align 8
  %25 = shl i64 %24, 1
  %26 = icmp eq i64 %16, %25
  br i1 %26, label %27, label %35

27:
  %28 = load i32, ptr %17, align 4
  %29 = zext i32 %28 to i64
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %31 = load i32, ptr %30, align 4
  %32 = zext i32 %31 to i64
  %33 = shl nuw nsw i64 %32, 30
  %34 = or i64 %33, %29
  br label %35

35:
  %.012 = phi i64 [ %22, %20 ], [ %34, %27 ], [ undef, %23 ]
  %.0 = phi i1 [ true, %20 ], [ true, %27 ], [ false, %23 ]
  switch i1 %.0, label %39 [
    i1 false, label %36
    i1 true, label %38
  ]

36:
  %37 = call i64 @zero_or_long(ptr %0)
  br label %38

38:
  %.1 = phi i64 [ %37, %36 ], [ %.012, %35 ]
  ret i64 %.1

39:
  unreachable
}

define internal i64 @zero_or_long(ptr %0) noinline nounwind {
  %2 = call zeroext i1 @is_zero(ptr %0)
  br i1 %2, label %5, label %3

3:
  %4 = call i64 @PyLong_AsLong(ptr %0)
  br label %5

5:
  %6 = phi i64 [ %4, %3 ], [ 0, %1 ]
  ret i64 %6
}

define internal zeroext i1 @is_zero(ptr %0) alwaysinline nounwind {
  %2 = call ptr @type_of(ptr %0)
  %3 = load ptr, ptr @the, align 8
  %4 = load i64, ptr @the_int, align 8
  %5 = getelementptr inbounds nuw ptr, ptr %3, i64 %4
  %6 = load ptr, ptr %5, align 8
  %7 = icmp eq ptr %2, %6
  br i1 %7, label %8, label %13

8:
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %10 = load i64, ptr %9, align 8
  %11 = load i64, ptr @long_digit, align 8
  %12 = icmp ult i64 %10, %11
  br label %13

13:
  %14 = phi i1 [ false, %1 ], [ %12, %8 ]
  ret i1 %14
}

declare i64 @PyLong_AsLong(ptr)

declare zeroext i1 @counts_as_true(ptr)

declare i8 @llvm.fshl.i8(i8, i8, i8)
