; SPDX-License-Identifier: Apache-2.0
; Made of roce_frames.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 d4f20a9c2f4e44dbfbd7da2e064f60c55666479bc7a5d1b77ae6590574ab312e
%struct.packet_start.25 = type { i64, i64, i64, i64, ptr, ptr, i64 }

@RoceNic__parser = external constant i64, align 8
@the = external global ptr, align 8
@the_RoceFrameParser = external constant i64, align 8
@RoceNic_config = external constant i64, align 8
@RoceNicConfig_pkey = external constant i64, align 8
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
@the_RoceFrameBuilder = external constant i64, align 8
@RoceQpFrames__port = external constant i64, align 8
@FrameBuilder__links = external constant i64, align 8
@the_tuple = external constant i64, align 8

define zeroext i1 @read_arrived(ptr %0, ptr %1, i64 %2, ptr %3, ptr %4) nounwind {
  %6 = load i64, ptr @RoceNic__parser, align 8
  %7 = call ptr @get(ptr %0, i64 %6)
  %8 = icmp slt i64 %2, 78
  br i1 %8, label %74, label %9

9:
  %10 = call ptr @type_of(ptr %7)
  %11 = load ptr, ptr @the, align 8
  %12 = load i64, ptr @the_RoceFrameParser, align 8
  %13 = getelementptr inbounds nuw ptr, ptr %11, i64 %12
  %14 = load ptr, ptr %13, align 8
  %.not = icmp eq ptr %10, %14
  br i1 %.not, label %15, label %74

15:
  %16 = call zeroext i1 @is_for_us(ptr %7, ptr %1, i64 %2)
  br i1 %16, label %17, label %74

17:
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 14
  %19 = getelementptr inbounds nuw i8, ptr %1, i64 62
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 58
  %21 = call i64 @read_16(ptr nonnull %20)
  %22 = add i64 %21, 54
  %23 = load i64, ptr @RoceNic_config, align 8
  %24 = call ptr @get(ptr %0, i64 %23)
  %25 = load i64, ptr @RoceNicConfig_pkey, align 8
  %26 = call i64 @get_int(ptr %24, i64 %25)
  %27 = getelementptr inbounds nuw i8, ptr %1, i64 63
  %28 = load i8, ptr %27, align 1
  %29 = and i8 %28, 15
  %.not43 = icmp eq i8 %29, 0
  br i1 %.not43, label %30, label %74

30:
  %31 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %32 = call i64 @read_16(ptr nonnull %31)
  %.not44 = icmp ne i64 %32, %26
  %33 = and i64 %26, 32768
  %.not45 = icmp eq i64 %33, 0
  %or.cond = or i1 %.not44, %.not45
  br i1 %or.cond, label %74, label %34

34:
  %35 = call zeroext i1 @is_intact(ptr %1, i64 %2, ptr nonnull %18, i64 %22, ptr %3)
  br i1 %35, label %36, label %74

36:
  %37 = getelementptr inbounds nuw i8, ptr %4, i64 24
  store ptr %1, ptr %37, align 8
  %38 = getelementptr inbounds nuw i8, ptr %4, i64 32
  store ptr %3, ptr %38, align 8
  %39 = getelementptr inbounds nuw i8, ptr %1, i64 22
  %40 = getelementptr inbounds nuw i8, ptr %4, i64 8
  store ptr %39, ptr %40, align 8
  %41 = getelementptr inbounds nuw i8, ptr %1, i64 74
  %42 = getelementptr inbounds nuw i8, ptr %4, i64 16
  store ptr %41, ptr %42, align 8
  %43 = add i64 %21, 50
  %44 = getelementptr inbounds nuw i8, ptr %1, i64 63
  %45 = load i8, ptr %44, align 1
  %46 = lshr i8 %45, 4
  %47 = and i8 %46, 3
  %48 = zext nneg i8 %47 to i64
  %49 = sub i64 %43, %48
  %50 = add i64 %49, -74
  %51 = getelementptr inbounds nuw i8, ptr %4, i64 40
  store i64 %50, ptr %51, align 8
  %52 = load i8, ptr %19, align 1
  %53 = zext i8 %52 to i64
  %54 = getelementptr inbounds nuw i8, ptr %4, i64 48
  store i64 %53, ptr %54, align 8
  %55 = getelementptr inbounds nuw i8, ptr %1, i64 70
  %56 = call i64 @read_32(ptr nonnull %55)
  %57 = and i64 %56, 16777215
  %58 = getelementptr inbounds nuw i8, ptr %4, i64 56
  store i64 %57, ptr %58, align 8
  %59 = call zeroext i8 @traffic_class(ptr nonnull %18)
  %60 = and i8 %59, 3
  %61 = icmp eq i8 %60, 3
  %62 = getelementptr inbounds nuw i8, ptr %4, i64 64
  %63 = zext i1 %61 to i8
  store i8 %63, ptr %62, align 8
  %64 = getelementptr inbounds nuw i8, ptr %1, i64 70
  %65 = load i8, ptr %64, align 1
  %66 = getelementptr inbounds nuw i8, ptr %4, i64 65
  %.lobit = lshr i8 %65, 7
  store i8 %.lobit, ptr %66, align 1
  %67 = load i64, ptr @RoceNic_queue_pairs, align 8
  %68 = call ptr @get(ptr %0, i64 %67)
  %69 = getelementptr inbounds nuw i8, ptr %1, i64 66
  %70 = call i64 @read_32(ptr nonnull %69)
  %71 = and i64 %70, 16777215
  %72 = call ptr @find_again(ptr %68, i64 %71)
  store ptr %72, ptr %4, align 8
  %73 = icmp ne ptr %72, null
  br label %74

74:
  %.0 = phi i1 [ false, %5 ], [ false, %15 ], [ false, %9 ], [ %73, %36 ], [ false, %34 ], [ false, %30 ], [ false, %17 ]
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
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 12
  %5 = call i64 @read_16(ptr nonnull %4)
  %.not = icmp eq i64 %5, 34525
  br i1 %.not, label %6, label %31

6:
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 14
  %8 = call zeroext i1 @is_ipv6(ptr nonnull %7, i8 zeroext 17)
  br i1 %8, label %9, label %31

9:
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 18
  %11 = call i64 @read_16(ptr nonnull %10)
  %12 = add i64 %11, 54
  %13 = icmp sgt i64 %12, %2
  %14 = icmp slt i64 %11, 24
  %or.cond = or i1 %13, %14
  br i1 %or.cond, label %31, label %15

15:
  %16 = getelementptr inbounds nuw i8, ptr %1, i64 58
  %17 = call i64 @read_16(ptr nonnull %16)
  %.not15 = icmp eq i64 %17, %11
  br i1 %.not15, label %18, label %31

18:
  %19 = load i64, ptr @RoceFrameParser__address, align 8
  %20 = call ptr @get(ptr %0, i64 %19)
  %21 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %22 = call i64 @read_16(ptr nonnull %21)
  %23 = icmp eq i64 %22, 4791
  br i1 %23, label %24, label %31

24:
  %25 = call i64 @bytes_size(ptr %20)
  %26 = icmp eq i64 %25, 16
  br i1 %26, label %27, label %31

27:
  %28 = getelementptr inbounds nuw i8, ptr %1, i64 38
  %29 = call ptr @bytes_of(ptr %20)
  %30 = call i32 @memcmp(ptr nonnull dereferenceable(16) %28, ptr nonnull dereferenceable(16) %29, i64 16)
  %.not16 = icmp eq i32 %30, 0
  br label %31

31:
  %.0 = phi i1 [ false, %3 ], [ false, %6 ], [ false, %9 ], [ false, %15 ], [ false, %24 ], [ false, %18 ], [ %.not16, %27 ]
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

declare zeroext i1 @is_intact(ptr, i64, ptr, i64, ptr)

define internal i64 @read_32(ptr %0) nounwind {
  %2 = call i64 @read_16(ptr %0)
  %3 = shl i64 %2, 16
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 2
  %5 = call i64 @read_16(ptr nonnull %4)
  %6 = or i64 %3, %5
  ret i64 %6
}

define internal zeroext i8 @traffic_class(ptr %0) nounwind {
  %2 = load i8, ptr %0, align 1
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 1
  %4 = load i8, ptr %3, align 1
  %5 = call i8 @llvm.fshl.i8(i8 %2, i8 %4, i8 4)
  ret i8 %5
}

declare ptr @find_again(ptr, i64)

define zeroext i1 @makes_frames(ptr %0) nounwind {
  %2 = load i64, ptr @RoceQpFrames__addresses, align 8
  %3 = call ptr @get(ptr %0, i64 %2)
  %4 = call ptr @type_of(ptr %3)
  %5 = load ptr, ptr @the, align 8
  %6 = load i64, ptr @the_bytes, align 8
  %7 = getelementptr inbounds nuw ptr, ptr %5, i64 %6
  %8 = load ptr, ptr %7, align 8
  %9 = icmp eq ptr %4, %8
  br i1 %9, label %10, label %15

10:
  %11 = call i64 @bytes_size(ptr %3)
  %12 = icmp eq i64 %11, 32
  br i1 %12, label %13, label %15

13:
  %14 = call ptr @link_of(ptr %0)
  br label %15

15:
  %16 = phi ptr [ %14, %13 ], [ null, %10 ], [ null, %1 ]
  %.not = icmp eq ptr %16, null
  br i1 %.not, label %27, label %17

17:
  %18 = call ptr @type_of(ptr nonnull %16)
  %19 = load ptr, ptr @the, align 8
  %20 = load i64, ptr @the_bytes, align 8
  %21 = getelementptr inbounds nuw ptr, ptr %19, i64 %20
  %22 = load ptr, ptr %21, align 8
  %23 = icmp eq ptr %18, %22
  br i1 %23, label %24, label %27

24:
  %25 = call i64 @bytes_size(ptr nonnull %16)
  %26 = icmp eq i64 %25, 14
  br label %27

27:
  %28 = phi i1 [ false, %17 ], [ false, %15 ], [ %26, %24 ]
  ret i1 %28
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

define internal ptr @link_of(ptr %0) nounwind {
  %2 = load i64, ptr @RoceQpFrames__builder, align 8
  %3 = call ptr @get(ptr %0, i64 %2)
  %4 = call ptr @type_of(ptr %3)
  %5 = load ptr, ptr @the, align 8
  %6 = load i64, ptr @the_RoceFrameBuilder, align 8
  %7 = getelementptr inbounds nuw ptr, ptr %5, i64 %6
  %8 = load ptr, ptr %7, align 8
  %.not = icmp eq ptr %4, %8
  br i1 %.not, label %9, label %21

9:
  %10 = load i64, ptr @RoceQpFrames__port, align 8
  %11 = call i64 @get_int(ptr %0, i64 %10)
  %12 = load i64, ptr @RoceFrameBuilder__plain, align 8
  %13 = call ptr @get(ptr %3, i64 %12)
  %14 = load i64, ptr @FrameBuilder__links, align 8
  %15 = call ptr @get(ptr %13, i64 %14)
  %16 = icmp slt i64 %11, 0
  br i1 %16, label %21, label %17

17:
  %18 = call i64 @tuple_size(ptr %15)
  %.not9 = icmp slt i64 %11, %18
  br i1 %.not9, label %19, label %21

19:
  %20 = call ptr @tuple_item(ptr %15, i64 %11)
  br label %21

21:
  %.0 = phi ptr [ null, %1 ], [ %20, %19 ], [ null, %17 ], [ null, %9 ]
  ret ptr %.0
}

define zeroext i1 @make_frame(ptr %0, ptr %1, ptr %2) nounwind {
  %4 = alloca %struct.packet_start.25, align 8
  %5 = load i64, ptr @RoceQpFrames__builder, align 8
  %6 = call ptr @get(ptr %0, i64 %5)
  %7 = load i64, ptr @RoceFrameBuilder__plain, align 8
  %8 = call ptr @get(ptr %6, i64 %7)
  %9 = load i64, ptr @RoceQpFrames__addresses, align 8
  %10 = call ptr @get(ptr %0, i64 %9)
  %11 = call ptr @bytes_of(ptr %10)
  %12 = call ptr @link_of(ptr %0)
  %13 = call ptr @bytes_of(ptr %12)
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %15 = load i64, ptr %14, align 8
  %16 = sub i64 0, %15
  %17 = and i64 %16, 3
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %19 = load i64, ptr %18, align 8
  %20 = add i64 %19, 20
  %21 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %22 = load i64, ptr %21, align 8
  %23 = add i64 %20, %22
  %24 = add i64 %23, %17
  %25 = add i64 %24, 4
  %26 = load i64, ptr %1, align 8
  %27 = shl i64 %26, 20
  %28 = or i64 %27, 1610612736
  store i64 %28, ptr %4, align 8
  %29 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %30 = load i64, ptr @FrameBuilder__hop_limit, align 8
  %31 = call i64 @get_int(ptr %8, i64 %30)
  store i64 %31, ptr %29, align 8
  %32 = getelementptr inbounds nuw i8, ptr %4, i64 16
  %33 = load i64, ptr @RoceQpFrames__source_port, align 8
  %34 = call i64 @get_int(ptr %0, i64 %33)
  store i64 %34, ptr %32, align 8
  %35 = getelementptr inbounds nuw i8, ptr %4, i64 24
  %36 = load i64, ptr @FrameBuilder__dport, align 8
  %37 = call i64 @get_int(ptr %8, i64 %36)
  store i64 %37, ptr %35, align 8
  %38 = getelementptr inbounds nuw i8, ptr %4, i64 32
  store ptr %11, ptr %38, align 8
  %39 = getelementptr inbounds nuw i8, ptr %4, i64 40
  %40 = getelementptr inbounds nuw i8, ptr %11, i64 16
  store ptr %40, ptr %39, align 8
  %41 = getelementptr inbounds nuw i8, ptr %4, i64 48
  store i64 %25, ptr %41, align 8
  %42 = load i64, ptr @RoceQpFrames__peer, align 8
  %43 = call i64 @get_int(ptr %0, i64 %42)
  %44 = add i64 %24, 58
  %45 = call ptr @room_for(ptr %2, i64 %44)
  %.not = icmp ne ptr %45, null
  br i1 %.not, label %46, label %81

46:
  %47 = getelementptr inbounds nuw i8, ptr %45, i64 62
  %48 = getelementptr inbounds nuw i8, ptr %45, i64 14
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 1 dereferenceable(14) %45, ptr nonnull align 1 dereferenceable(14) %13, i64 14, i1 false)
  %49 = call ptr @write_packet_start(ptr nonnull %48, ptr nonnull %4)
  %50 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %51 = load i64, ptr %50, align 8
  %52 = trunc i64 %51 to i8
  store i8 %52, ptr %47, align 1
  %.tr = trunc nuw nsw i64 %17 to i8
  %53 = shl nuw nsw i8 %.tr, 4
  %54 = or disjoint i8 %53, 64
  %55 = getelementptr inbounds nuw i8, ptr %45, i64 63
  store i8 %54, ptr %55, align 1
  %56 = getelementptr inbounds nuw i8, ptr %45, i64 64
  %57 = call ptr @write_16(ptr nonnull %56, i64 65535)
  %58 = call ptr @write_32(ptr %57, i64 %43)
  %59 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %60 = load i8, ptr %59, align 8
  %61 = and i8 %60, 1
  %62 = zext nneg i8 %61 to i64
  %63 = shl nuw nsw i64 %62, 31
  %64 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %65 = load i64, ptr %64, align 8
  %66 = and i64 %65, 16777215
  %67 = or disjoint i64 %63, %66
  %68 = call ptr @write_32(ptr %58, i64 %67)
  %69 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %70 = load ptr, ptr %69, align 8
  %71 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %72 = load i64, ptr %71, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %68, ptr align 1 %70, i64 %72, i1 false)
  %73 = add i64 %24, 58
  %74 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %75 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %76 = load i64, ptr %75, align 8
  %77 = getelementptr inbounds i8, ptr %68, i64 %76
  %78 = ptrtoint ptr %77 to i64
  %79 = ptrtoint ptr %45 to i64
  %80 = sub i64 %78, %79
  call void @end_frame(ptr nonnull %45, i64 %73, ptr nonnull %74, i64 %80, i64 14, ptr %2)
  br label %81

81:
  ret i1 %.not
}

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

declare ptr @room_for(ptr, i64)

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

declare ptr @write_packet_start(ptr, ptr)

define internal ptr @write_32(ptr %0, i64 %1) nounwind {
  %3 = lshr i64 %1, 16
  %4 = call ptr @write_16(ptr %0, i64 %3)
  %5 = call ptr @write_16(ptr %4, i64 %1)
  ret ptr %5
}

define internal ptr @write_16(ptr %0, i64 %1) nounwind {
  %3 = lshr i64 %1, 8
  %4 = trunc i64 %3 to i8
  store i8 %4, ptr %0, align 1
  %5 = trunc i64 %1 to i8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 1
  store i8 %5, ptr %6, align 1
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 2
  ret ptr %7
}

declare void @end_frame(ptr, i64, ptr, i64, i64, ptr)

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

declare i32 @memcmp(ptr, ptr, i64)

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

define internal i64 @word_of(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = getelementptr inbounds nuw i64, ptr %0, i64 %1
  %4 = load i64, ptr %3, align 8
  ret i64 %4
}

declare i64 @PyBytes_Size(ptr)

define internal i64 @tuple_size(ptr %0) alwaysinline nounwind {
  %2 = load i64, ptr @the_tuple, align 8
  %3 = call zeroext i1 @is_a(ptr %0, i64 %2)
  br i1 %3, label %4, label %6

4:
  %5 = call i64 @word_of(ptr %0, i64 2)
  br label %8

6:
  %7 = call i64 @PyTuple_Size(ptr %0)
  br label %8

8:
  %9 = phi i64 [ %5, %4 ], [ %7, %6 ]
  ret i64 %9
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

declare i64 @PyTuple_Size(ptr)

declare ptr @PyTuple_GetItem(ptr, i64)

declare ptr @PyBytes_AsString(ptr)

declare i8 @llvm.fshl.i8(i8, i8, i8)
