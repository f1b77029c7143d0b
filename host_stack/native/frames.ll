; SPDX-License-Identifier: Apache-2.0
; Made of frames.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 c5542627dfa0ab543fabb461eeb45a3df80fa06a1c88becfec2a004dd826e446
%struct.packet_start = type { i64, i64, i64, i64, ptr, ptr, i64 }
%struct.start = type { ptr, ptr, ptr, i64, i64, i64, i64, i64, i64, i64 }

@PacketType_data = external constant i64, align 8
@TrafficClasses__again = external constant i64, align 8
@TrafficClasses__first = external constant i64, align 8
@PacketType_service = external constant i64, align 8
@the = external global ptr, align 8
@the_service_probe = external constant i64, align 8
@TrafficClasses__probe = external constant i64, align 8
@TrafficClasses__control = external constant i64, align 8
@FrameBuilder__links = external constant i64, align 8
@FrameBuilder__ev_split = external constant i64, align 8
@the_sport_high = external constant i64, align 8
@FrameBuilder__hop_limit = external constant i64, align 8
@FrameBuilder__dport = external constant i64, align 8
@FrameBuilder_pkey = external constant i64, align 8
@the_PathTemplate = external constant i64, align 8
@PathTemplate_format = external constant i64, align 8
@the_PlaneUplink = external constant i64, align 8
@the_bytes = external constant i64, align 8
@PathTemplate__plane_flips = external constant i64, align 8
@PathTemplate__uplink_flips = external constant i64, align 8
@PathTemplate_base = external constant i64, align 8
@EvEntry__outer = external constant i64, align 8
@the_Outer = external constant i64, align 8
@Outer_template = external constant i64, align 8
@Outer_source = external constant i64, align 8
@EvEntry_entropy = external constant i64, align 8
@the_outer_addresses = external constant i64, align 8
@checksum = external global ptr, align 8
@the_Random = external constant i64, align 8
@the_getrandbits = external constant i64, align 8
@the_True = external constant i64, align 8
@the_False = external constant i64, align 8
@the_int = external constant i64, align 8
@long_digit = external constant i64, align 8
@the_tuple = external constant i64, align 8
@QpFrames__fast = external constant i64, align 8
@QpFrames__inner = external constant i64, align 8
@QpFrames__classes = external constant i64, align 8
@FrameBuilder_classes = external constant i64, align 8
@EvEntry_plane = external constant i64, align 8
@QpFrames_dest_qpn = external constant i64, align 8
@_Beginning_head = external constant i64, align 8
@_Beginning_running = external constant i64, align 8
@QpFrames__begun = external constant i64, align 8
@_Beginning_entry = external constant i64, align 8
@the__begin = external constant i64, align 8
@the_Exception = external constant i64, align 8
@sought = external global ptr, align 8
@the_list = external constant i64, align 8

define i64 @traffic_class_of(ptr %0, ptr %1, i1 zeroext %2) nounwind {
  %4 = load i64, ptr @PacketType_data, align 8
  %5 = call zeroext i1 @is_true(ptr %1, i64 %4)
  br i1 %5, label %6, label %9

6:
  %TrafficClasses__again.TrafficClasses__first = select i1 %2, ptr @TrafficClasses__again, ptr @TrafficClasses__first
  %7 = load i64, ptr %TrafficClasses__again.TrafficClasses__first, align 8
  %8 = call i64 @get_int(ptr %0, i64 %7)
  br label %19

9:
  %10 = load i64, ptr @PacketType_service, align 8
  %11 = call ptr @get(ptr %1, i64 %10)
  %12 = load ptr, ptr @the, align 8
  %13 = load i64, ptr @the_service_probe, align 8
  %14 = getelementptr inbounds nuw ptr, ptr %12, i64 %13
  %15 = load ptr, ptr %14, align 8
  %16 = icmp eq ptr %11, %15
  %TrafficClasses__probe.TrafficClasses__control = select i1 %16, ptr @TrafficClasses__probe, ptr @TrafficClasses__control
  %17 = load i64, ptr %TrafficClasses__probe.TrafficClasses__control, align 8
  %18 = call i64 @get_int(ptr %0, i64 %17)
  br label %19

19:
  %.0 = phi i64 [ %8, %6 ], [ %18, %9 ]
  ret i64 %.0
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

define ptr @write_packet_start(ptr %0, ptr %1) nounwind {
  %3 = load i64, ptr %1, align 8
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %5 = load i64, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %7 = load i64, ptr %6, align 8
  %8 = call ptr @write_ipv6(ptr %0, i64 %3, i64 %5, i8 zeroext 17, i64 %7)
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %10 = load ptr, ptr %9, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 1 dereferenceable(16) %8, ptr nonnull align 1 dereferenceable(16) %10, i64 16, i1 false)
  %11 = getelementptr inbounds nuw i8, ptr %8, i64 16
  %12 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %13 = load ptr, ptr %12, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 1 dereferenceable(16) %11, ptr nonnull align 1 dereferenceable(16) %13, i64 16, i1 false)
  %14 = getelementptr inbounds nuw i8, ptr %8, i64 32
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %16 = load i64, ptr %15, align 8
  %17 = call ptr @write_16(ptr nonnull %14, i64 %16)
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %19 = load i64, ptr %18, align 8
  %20 = call ptr @write_16(ptr %17, i64 %19)
  %21 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %22 = load i64, ptr %21, align 8
  %23 = call ptr @write_16(ptr %20, i64 %22)
  %24 = call ptr @write_16(ptr %23, i64 0)
  ret ptr %24
}

define internal ptr @write_ipv6(ptr %0, i64 %1, i64 %2, i8 zeroext %3, i64 %4) nounwind {
  %6 = call ptr @write_32(ptr %0, i64 %1)
  %7 = call ptr @write_16(ptr %6, i64 %2)
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 1
  store i8 %3, ptr %7, align 1
  %9 = trunc i64 %4 to i8
  %10 = getelementptr inbounds nuw i8, ptr %7, i64 2
  store i8 %9, ptr %8, align 1
  ret ptr %10
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

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

define zeroext i1 @write_start(ptr %0, ptr %1, ptr %2) nounwind {
  %4 = alloca %struct.packet_start, align 8
  %5 = load i64, ptr @FrameBuilder__links, align 8
  %6 = call ptr @get(ptr %1, i64 %5)
  %7 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %8 = load i64, ptr %7, align 8
  %9 = call ptr @tuple_item(ptr %6, i64 %8)
  %.not = icmp eq ptr %9, null
  br i1 %.not, label %.critedge, label %10

10:
  %11 = call i64 @bytes_size(ptr nonnull %9)
  %12 = icmp eq i64 %11, 14
  br i1 %12, label %13, label %.critedge

13:
  %14 = load ptr, ptr %2, align 8
  %.not38 = icmp eq ptr %14, null
  br i1 %.not38, label %.critedge, label %15

15:
  %16 = load ptr, ptr %2, align 8
  %17 = call i64 @bytes_size(ptr %16)
  %18 = icmp eq i64 %17, 32
  br i1 %18, label %19, label %.critedge

19:
  %20 = load i64, ptr @FrameBuilder__ev_split, align 8
  %21 = call ptr @get(ptr %1, i64 %20)
  %22 = load ptr, ptr @the, align 8
  %23 = load i64, ptr @the_sport_high, align 8
  %24 = getelementptr inbounds nuw ptr, ptr %22, i64 %23
  %25 = load ptr, ptr %24, align 8
  %26 = icmp eq ptr %21, %25
  %27 = getelementptr inbounds nuw i8, ptr %2, i64 40
  %28 = load i64, ptr %27, align 8
  %29 = lshr i64 %28, 16
  %30 = and i64 %28, 65535
  %31 = load i64, ptr @FrameBuilder__hop_limit, align 8
  %32 = call i64 @get_int(ptr %1, i64 %31)
  %33 = getelementptr inbounds nuw i8, ptr %2, i64 32
  %34 = load i64, ptr %33, align 8
  %35 = shl i64 %34, 20
  %. = select i1 %26, i64 %30, i64 %29
  %36 = or i64 %35, %.
  %37 = or i64 %36, 1610612736
  store i64 %37, ptr %4, align 8
  %38 = getelementptr inbounds nuw i8, ptr %4, i64 8
  store i64 %32, ptr %38, align 8
  %39 = getelementptr inbounds nuw i8, ptr %4, i64 16
  %40 = select i1 %26, i64 %29, i64 %30
  store i64 %40, ptr %39, align 8
  %41 = getelementptr inbounds nuw i8, ptr %4, i64 24
  %42 = load i64, ptr @FrameBuilder__dport, align 8
  %43 = call i64 @get_int(ptr %1, i64 %42)
  store i64 %43, ptr %41, align 8
  %44 = getelementptr inbounds nuw i8, ptr %4, i64 32
  %45 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %46 = load ptr, ptr %45, align 8
  store ptr %46, ptr %44, align 8
  %47 = getelementptr inbounds nuw i8, ptr %4, i64 40
  %48 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %49 = load ptr, ptr %48, align 8
  store ptr %49, ptr %47, align 8
  %50 = getelementptr inbounds nuw i8, ptr %4, i64 48
  %51 = getelementptr inbounds nuw i8, ptr %2, i64 48
  %52 = load i64, ptr %51, align 8
  store i64 %52, ptr %50, align 8
  %53 = call ptr @bytes_of(ptr %9)
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 1 dereferenceable(14) %0, ptr nonnull align 1 dereferenceable(14) %53, i64 14, i1 false)
  %54 = getelementptr inbounds nuw i8, ptr %0, i64 14
  %55 = load i64, ptr %4, align 8
  %56 = getelementptr inbounds nuw i8, ptr %2, i64 48
  %57 = load i64, ptr %56, align 8
  %58 = add i64 %57, 40
  %59 = call ptr @write_ipv6(ptr nonnull %54, i64 %55, i64 %58, i8 zeroext 41, i64 %32)
  %60 = load ptr, ptr %2, align 8
  %61 = call ptr @bytes_of(ptr %60)
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 1 dereferenceable(32) %59, ptr nonnull align 1 dereferenceable(32) %61, i64 32, i1 false)
  %62 = getelementptr inbounds nuw i8, ptr %0, i64 54
  %63 = call ptr @write_packet_start(ptr nonnull %62, ptr nonnull %4)
  %64 = getelementptr inbounds nuw i8, ptr %2, i64 56
  %65 = load i64, ptr %64, align 8
  %66 = trunc i64 %65 to i8
  %67 = getelementptr inbounds nuw i8, ptr %63, i64 1
  store i8 %66, ptr %63, align 1
  %68 = getelementptr inbounds nuw i8, ptr %2, i64 64
  %69 = load i64, ptr %68, align 8
  %.tr = trunc i64 %69 to i8
  %70 = shl i8 %.tr, 4
  %71 = getelementptr inbounds nuw i8, ptr %63, i64 2
  store i8 %70, ptr %67, align 1
  %72 = load i64, ptr @FrameBuilder_pkey, align 8
  %73 = call i64 @get_int(ptr %1, i64 %72)
  %74 = call ptr @write_16(ptr nonnull %71, i64 %73)
  %75 = getelementptr inbounds nuw i8, ptr %2, i64 72
  %76 = load i64, ptr %75, align 8
  %77 = call ptr @write_32(ptr %74, i64 %76)
  %78 = call ptr @PyErr_Occurred()
  %.not39 = icmp eq ptr %78, null
  br label %.critedge

.critedge:
  %79 = phi i1 [ false, %13 ], [ %.not39, %19 ], [ false, %15 ], [ false, %3 ], [ false, %10 ]
  ret i1 %79
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

define internal ptr @write_32(ptr %0, i64 %1) nounwind {
  %3 = lshr i64 %1, 16
  %4 = call ptr @write_16(ptr %0, i64 %3)
  %5 = call ptr @write_16(ptr %4, i64 %1)
  ret ptr %5
}

declare ptr @PyErr_Occurred()

define ptr @outer_by(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca i128, align 16
  %5 = alloca i128, align 16
  %6 = alloca i128, align 16
  %7 = call ptr @type_of(ptr %0)
  %8 = load ptr, ptr @the, align 8
  %9 = load i64, ptr @the_PathTemplate, align 8
  %10 = getelementptr inbounds nuw ptr, ptr %8, i64 %9
  %11 = load ptr, ptr %10, align 8
  %.not = icmp eq ptr %7, %11
  br i1 %.not, label %12, label %63

12:
  %13 = load i64, ptr @PathTemplate_format, align 8
  %14 = call ptr @get(ptr %0, i64 %13)
  %15 = call ptr @type_of(ptr %14)
  %16 = load ptr, ptr @the, align 8
  %17 = load i64, ptr @the_PlaneUplink, align 8
  %18 = getelementptr inbounds nuw ptr, ptr %16, i64 %17
  %19 = load ptr, ptr %18, align 8
  %.not25 = icmp eq ptr %15, %19
  br i1 %.not25, label %20, label %63

20:
  %21 = load i64, ptr @the_bytes, align 8
  %22 = call zeroext i1 @is_a(ptr %1, i64 %21)
  br i1 %22, label %23, label %63

23:
  %24 = call i64 @bytes_size(ptr %1)
  %.not26 = icmp eq i64 %24, 16
  br i1 %.not26, label %25, label %63

25:
  %26 = load i64, ptr @PathTemplate__plane_flips, align 8
  %27 = call ptr @get(ptr %0, i64 %26)
  %28 = load i64, ptr @PathTemplate__uplink_flips, align 8
  %29 = call ptr @get(ptr %0, i64 %28)
  %30 = call i64 @named_plane(i64 %2)
  %31 = and i64 %2, 65535
  %.mask = and i64 %2, -16777216
  %.not27 = icmp eq i64 %.mask, 3221225472
  br i1 %.not27, label %32, label %63

32:
  %33 = call i64 @tuple_size(ptr %27)
  %.not28 = icmp slt i64 %30, %33
  br i1 %.not28, label %34, label %63

34:
  %35 = call i64 @tuple_size(ptr %29)
  %.not29 = icmp slt i64 %31, %35
  br i1 %.not29, label %36, label %63

36:
  %37 = load i64, ptr @PathTemplate_base, align 8
  %38 = call ptr @get(ptr %0, i64 %37)
  %39 = call zeroext i1 @read_wide(ptr %38, ptr nonnull %4)
  br i1 %39, label %40, label %63

40:
  %41 = call ptr @tuple_item(ptr %27, i64 %30)
  %42 = call zeroext i1 @read_wide(ptr %41, ptr nonnull %5)
  br i1 %42, label %43, label %63

43:
  %44 = call ptr @tuple_item(ptr %29, i64 %31)
  %45 = call zeroext i1 @read_wide(ptr %44, ptr nonnull %6)
  br i1 %45, label %46, label %63

46:
  %47 = call ptr @PyBytes_FromStringAndSize(ptr null, i64 32)
  %.not30 = icmp eq ptr %47, null
  br i1 %.not30, label %63, label %48

48:
  %49 = load i128, ptr %4, align 16
  %50 = load i128, ptr %5, align 16
  %51 = xor i128 %49, %50
  %52 = load i128, ptr %6, align 16
  %53 = xor i128 %51, %52
  %54 = call ptr @bytes_of(ptr nonnull %47)
  %55 = call ptr @bytes_of(ptr %1)
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 1 dereferenceable(16) %54, ptr nonnull align 1 dereferenceable(16) %55, i64 16, i1 false)
  %56 = call ptr @bytes_of(ptr nonnull %47)
  %57 = getelementptr inbounds nuw i8, ptr %56, i64 16
  %58 = lshr i128 %53, 64
  %59 = trunc nuw i128 %58 to i64
  %60 = call ptr @write_64(ptr nonnull %57, i64 %59)
  %61 = trunc i128 %53 to i64
  %62 = call ptr @write_64(ptr %60, i64 %61)
  br label %63

63:
  %.0 = phi ptr [ null, %3 ], [ null, %23 ], [ null, %20 ], [ null, %12 ], [ null, %25 ], [ null, %43 ], [ null, %40 ], [ null, %36 ], [ null, %34 ], [ null, %32 ], [ %47, %48 ], [ %47, %46 ]
  ret ptr %.0
}

define internal ptr @type_of(ptr %0) alwaysinline nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %3 = load ptr, ptr %2, align 8
  ret ptr %3
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

define internal i64 @named_plane(i64 %0) nounwind {
  %2 = lshr i64 %0, 16
  %3 = and i64 %2, 255
  ret i64 %3
}

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

define internal zeroext i1 @read_wide(ptr %0, ptr %1) nounwind {
  %3 = load i64, ptr @the_int, align 8
  %4 = call zeroext i1 @is_a(ptr %0, i64 %3)
  br i1 %4, label %5, label %7

5:
  %6 = call i64 @word_of(ptr %0, i64 2)
  br label %7

7:
  %8 = phi i64 [ %6, %5 ], [ 0, %2 ]
  %9 = load i64, ptr @long_digit, align 8
  %10 = udiv i64 %8, %9
  %11 = load i64, ptr @the_int, align 8
  %12 = call zeroext i1 @is_a(ptr %0, i64 %11)
  %.not21 = xor i1 %12, true
  %13 = icmp ugt i64 %10, 5
  %or.cond = select i1 %.not21, i1 true, i1 %13
  br i1 %or.cond, label %34, label %14

14:
  %.not = icmp ugt i64 %9, %8
  br i1 %.not, label %18, label %15

15:
  %16 = load i64, ptr @long_digit, align 8
  %17 = urem i64 %8, %16
  %.not18 = icmp eq i64 %17, 0
  br i1 %.not18, label %18, label %34

18:
  %19 = icmp eq i64 %10, 5
  br i1 %19, label %20, label %23

20:
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %22 = load i32, ptr %21, align 4
  %.not19 = icmp ult i32 %22, 256
  br i1 %.not19, label %23, label %34

23:
  store i128 0, ptr %1, align 16
  br label %24

24:
  %.017 = phi i64 [ %10, %23 ], [ %33, %25 ]
  %.not20 = icmp eq i64 %.017, 0
  br i1 %.not20, label %34, label %25

25:
  %26 = load i128, ptr %1, align 16
  %27 = shl i128 %26, 30
  %28 = getelementptr i8, ptr %0, i64 20
  %29 = getelementptr i32, ptr %28, i64 %.017
  %30 = load i32, ptr %29, align 4
  %31 = zext i32 %30 to i128
  %32 = or i128 %27, %31
  store i128 %32, ptr %1, align 16
  %33 = add i64 %.017, -1
  br label %24

34:
  %.0 = phi i1 [ false, %7 ], [ false, %20 ], [ false, %15 ], [ true, %24 ]
  ret i1 %.0
}

declare ptr @PyBytes_FromStringAndSize(ptr, i64)

define internal ptr @write_64(ptr %0, i64 %1) nounwind {
  %3 = lshr i64 %1, 32
  %4 = call ptr @write_32(ptr %0, i64 %3)
  %5 = call ptr @write_32(ptr %4, i64 %1)
  ret ptr %5
}

define ptr @outer_of(ptr %0) nounwind {
  %2 = load i64, ptr @EvEntry__outer, align 8
  %3 = call ptr @get(ptr %0, i64 %2)
  %4 = load i64, ptr @the_bytes, align 8
  %5 = call zeroext i1 @is_a(ptr %3, i64 %4)
  br i1 %5, label %31, label %6

6:
  %7 = load i64, ptr @the_Outer, align 8
  %8 = call zeroext i1 @is_a(ptr %3, i64 %7)
  br i1 %8, label %9, label %17

9:
  %10 = load i64, ptr @Outer_template, align 8
  %11 = call ptr @get(ptr %3, i64 %10)
  %12 = load i64, ptr @Outer_source, align 8
  %13 = call ptr @get(ptr %3, i64 %12)
  %14 = load i64, ptr @EvEntry_entropy, align 8
  %15 = call i64 @get_int(ptr %0, i64 %14)
  %16 = call ptr @outer_by(ptr %11, ptr %13, i64 %15)
  br label %17

17:
  %.014 = phi ptr [ %16, %9 ], [ null, %6 ]
  %18 = load i64, ptr @EvEntry__outer, align 8
  call void @put(ptr %0, i64 %18, ptr %.014)
  %.not = icmp eq ptr %.014, null
  br i1 %.not, label %19, label %31

19:
  %20 = call ptr @PyErr_Occurred()
  %.not15 = icmp eq ptr %20, null
  br i1 %.not15, label %21, label %31

21:
  %22 = load ptr, ptr @the, align 8
  %23 = load i64, ptr @the_outer_addresses, align 8
  %24 = getelementptr inbounds nuw ptr, ptr %22, i64 %23
  %25 = load ptr, ptr %24, align 8
  %26 = call ptr @PyObject_GetAttr(ptr %0, ptr %25)
  %27 = call zeroext i1 @done(ptr %26)
  br i1 %27, label %28, label %31

28:
  %29 = load i64, ptr @EvEntry__outer, align 8
  %30 = call ptr @get(ptr %0, i64 %29)
  br label %31

31:
  %.0 = phi ptr [ %.014, %17 ], [ %3, %1 ], [ %.014, %19 ], [ %30, %28 ], [ null, %21 ]
  ret ptr %.0
}

define internal void @put(ptr %0, i64 %1, ptr %2) alwaysinline nounwind {
  %4 = call ptr @pointer_in(ptr %0, i64 %1)
  %5 = load ptr, ptr %4, align 8
  %.not = icmp eq ptr %2, null
  br i1 %.not, label %8, label %6

6:
  store ptr %2, ptr %4, align 8
  %.not8 = icmp eq ptr %5, null
  br i1 %.not8, label %8, label %7

7:
  call void @Py_DecRef(ptr nonnull %5)
  br label %8

8:
  ret void
}

define internal zeroext i1 @done(ptr %0) nounwind {
  %.not = icmp eq ptr %0, null
  br i1 %.not, label %3, label %2

2:
  call void @Py_DecRef(ptr nonnull %0)
  br label %3

3:
  %4 = icmp ne ptr %0, null
  ret i1 %4
}

declare ptr @PyObject_GetAttr(ptr, ptr)

define ptr @room_for(ptr %0, i64 %1) nounwind {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %4 = load i64, ptr %3, align 8
  %.not = icmp sgt i64 %1, %4
  br i1 %.not, label %8, label %5

5:
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 16
  store i64 %1, ptr %6, align 8
  %7 = load ptr, ptr %0, align 8
  br label %15

8:
  %9 = call ptr @PyBytes_FromStringAndSize(ptr null, i64 %1)
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 24
  store ptr %9, ptr %10, align 8
  %.not9 = icmp eq ptr %9, null
  br i1 %.not9, label %15, label %11

11:
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %13 = load ptr, ptr %12, align 8
  %14 = call ptr @bytes_of(ptr %13)
  br label %15

15:
  %.0 = phi ptr [ %7, %5 ], [ %14, %11 ], [ null, %8 ]
  ret ptr %.0
}

define void @fill_frame(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = getelementptr inbounds i8, ptr %0, i64 %1
  %5 = getelementptr inbounds i8, ptr %4, i64 -4
  %6 = call ptr @made_packet(ptr %0, ptr %2)
  %7 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds i8, ptr %6, i64 %8
  %10 = getelementptr inbounds nuw i8, ptr %2, i64 32
  %11 = load i64, ptr %10, align 8
  %12 = sub i64 0, %11
  %13 = getelementptr inbounds i8, ptr %9, i64 %12
  %14 = call i32 @packet_sum(ptr %6, ptr %13)
  %15 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %16 = load i64, ptr %15, align 8
  %17 = getelementptr inbounds i8, ptr %0, i64 %16
  %18 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %21 = load i64, ptr %20, align 8
  call void @write_payload(ptr %17, ptr %19, i64 %21, ptr nonnull %5)
  %22 = load ptr, ptr @checksum, align 8
  %23 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %24 = load i64, ptr %23, align 8
  %25 = getelementptr inbounds i8, ptr %0, i64 %24
  %26 = add i64 %1, 4294967292
  %27 = sub i64 %26, %24
  %28 = trunc i64 %27 to i32
  %29 = call i32 %22(i32 %14, ptr %25, i32 %28)
  call void @write_icrc(ptr nonnull %5, i32 %29)
  ret void
}

define internal ptr @made_packet(ptr %0, ptr %1) nounwind {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %4 = load i64, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  ret ptr %5
}

declare i32 @packet_sum(ptr, ptr)

define internal void @write_payload(ptr %0, ptr %1, i64 %2, ptr %3) nounwind {
  %.not = icmp eq i64 %2, 0
  br i1 %.not, label %6, label %5

5:
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %0, ptr align 1 %1, i64 %2, i1 false)
  br label %6

6:
  %7 = getelementptr inbounds i8, ptr %0, i64 %2
  %8 = ptrtoint ptr %3 to i64
  %9 = ptrtoint ptr %0 to i64
  %10 = add i64 %2, %9
  %11 = sub i64 %8, %10
  call void @llvm.memset.p0.i64(ptr align 1 %7, i8 0, i64 %11, i1 false)
  ret void
}

define internal void @write_icrc(ptr %0, i32 %1) nounwind {
  br label %3

3:
  %.0 = phi i32 [ 0, %2 ], [ %11, %5 ]
  %4 = icmp slt i32 %.0, 4
  br i1 %4, label %5, label %12

5:
  %6 = shl i32 %.0, 3
  %7 = lshr i32 %1, %6
  %8 = trunc i32 %7 to i8
  %9 = sext i32 %.0 to i64
  %10 = getelementptr inbounds i8, ptr %0, i64 %9
  store i8 %8, ptr %10, align 1
  %11 = add i32 %.0, 1
  br label %3

12:
  ret void
}

define zeroext i1 @is_as_made(ptr %0, ptr %1) nounwind {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %4 = load i64, ptr %3, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = call ptr @made_packet(ptr %0, ptr %1)
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %10 = load i64, ptr %9, align 8
  %11 = sub i64 %8, %10
  %12 = add i64 %11, -53
  %13 = getelementptr inbounds nuw i8, ptr %5, i64 4
  %14 = getelementptr inbounds nuw i8, ptr %6, i64 4
  %15 = call i32 @memcmp(ptr nonnull dereferenceable(3) %13, ptr nonnull dereferenceable(3) %14, i64 3)
  %.not = icmp eq i32 %15, 0
  br i1 %.not, label %16, label %28

16:
  %17 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %18 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %19 = call i32 @memcmp(ptr nonnull dereferenceable(38) %17, ptr nonnull dereferenceable(38) %18, i64 38)
  %.not14 = icmp eq i32 %19, 0
  br i1 %.not14, label %20, label %28

20:
  %21 = getelementptr inbounds nuw i8, ptr %5, i64 48
  %22 = getelementptr inbounds nuw i8, ptr %6, i64 48
  %23 = call i32 @memcmp(ptr nonnull dereferenceable(4) %21, ptr nonnull dereferenceable(4) %22, i64 4)
  %.not15 = icmp eq i32 %23, 0
  br i1 %.not15, label %24, label %28

24:
  %25 = getelementptr inbounds nuw i8, ptr %5, i64 53
  %26 = getelementptr inbounds nuw i8, ptr %6, i64 53
  %27 = call i32 @memcmp(ptr nonnull %25, ptr nonnull %26, i64 %12)
  %.not16 = icmp eq i32 %27, 0
  br label %28

28:
  %29 = phi i1 [ false, %20 ], [ false, %16 ], [ false, %2 ], [ %.not16, %24 ]
  ret i1 %29
}

declare i32 @memcmp(ptr, ptr, i64)

define void @end_frame(ptr %0, i64 %1, ptr %2, i64 %3, i64 %4, ptr %5) nounwind {
  %7 = call i64 @most(i64 256, i64 %3)
  %8 = sub i64 %7, %3
  %9 = call zeroext i1 @is_lent(ptr %2, i64 %7, ptr %5)
  br i1 %9, label %19, label %10

10:
  %11 = getelementptr inbounds i8, ptr %0, i64 %1
  %12 = getelementptr inbounds i8, ptr %11, i64 -4
  %13 = getelementptr inbounds i8, ptr %0, i64 %3
  %14 = load ptr, ptr %2, align 8
  %15 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %16 = load i64, ptr %15, align 8
  call void @write_payload(ptr %13, ptr %14, i64 %16, ptr nonnull %12)
  %17 = getelementptr inbounds i8, ptr %0, i64 %4
  %18 = call i32 @packet_sum(ptr %17, ptr nonnull %12)
  call void @write_icrc(ptr nonnull %12, i32 %18)
  br label %38

19:
  %20 = load ptr, ptr %2, align 8
  %21 = getelementptr inbounds i8, ptr %20, i64 %8
  %22 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %23 = load i64, ptr %22, align 8
  %24 = sub i64 %23, %8
  %.not = icmp eq i64 %7, %3
  br i1 %.not, label %28, label %25

25:
  %26 = getelementptr inbounds i8, ptr %0, i64 %3
  %27 = load ptr, ptr %2, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %26, ptr align 1 %27, i64 %8, i1 false)
  br label %28

28:
  %29 = getelementptr inbounds i8, ptr %0, i64 %7
  %30 = getelementptr inbounds i8, ptr %0, i64 %4
  %31 = sub i64 %7, %4
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %29, ptr align 1 %30, i64 %31, i1 false)
  %32 = getelementptr inbounds nuw i8, ptr %5, i64 40
  %33 = load ptr, ptr %32, align 8
  store ptr @fill_frame, ptr %33, align 8
  %.sroa.2.0..sroa_idx = getelementptr inbounds nuw i8, ptr %33, i64 8
  store ptr %21, ptr %.sroa.2.0..sroa_idx, align 8
  %.sroa.3.0..sroa_idx = getelementptr inbounds nuw i8, ptr %33, i64 16
  store i64 %7, ptr %.sroa.3.0..sroa_idx, align 8
  %.sroa.4.0..sroa_idx = getelementptr inbounds nuw i8, ptr %33, i64 24
  store i64 %24, ptr %.sroa.4.0..sroa_idx, align 8
  %.sroa.5.0..sroa_idx = getelementptr inbounds nuw i8, ptr %33, i64 32
  store i64 %4, ptr %.sroa.5.0..sroa_idx, align 8
  %34 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %35 = load ptr, ptr %34, align 8
  %36 = call ptr @kept(ptr %35)
  %37 = getelementptr inbounds nuw i8, ptr %5, i64 48
  store ptr %36, ptr %37, align 8
  br label %38

38:
  ret void
}

define internal i64 @most(i64 %0, i64 %1) nounwind {
  %3 = icmp sgt i64 %0, %1
  %. = select i1 %3, i64 %0, i64 %1
  ret i64 %.
}

define internal zeroext i1 @is_lent(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = getelementptr inbounds nuw i8, ptr %2, i64 40
  %5 = load ptr, ptr %4, align 8
  %.not = icmp eq ptr %5, null
  br i1 %.not, label %38, label %6

6:
  %7 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %8 = load ptr, ptr %7, align 8
  %.not13 = icmp eq ptr %8, null
  br i1 %.not13, label %9, label %38

9:
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %11 = load i64, ptr %10, align 8
  %12 = icmp slt i64 %11, 256
  br i1 %12, label %38, label %13

13:
  %14 = shl i64 %1, 1
  %15 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %16 = load i64, ptr %15, align 8
  %17 = icmp sgt i64 %14, %16
  br i1 %17, label %38, label %18

18:
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %20 = load ptr, ptr %19, align 8
  %21 = load i64, ptr @the_bytes, align 8
  %22 = call zeroext i1 @is_a(ptr %20, i64 %21)
  br i1 %22, label %23, label %38

23:
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %25 = load ptr, ptr %24, align 8
  %26 = call ptr @bytes_of(ptr %25)
  %27 = load ptr, ptr %0, align 8
  %.not14 = icmp ult ptr %27, %26
  br i1 %.not14, label %38, label %28

28:
  %29 = load ptr, ptr %0, align 8
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %31 = load i64, ptr %30, align 8
  %32 = getelementptr inbounds i8, ptr %29, i64 %31
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %34 = load ptr, ptr %33, align 8
  %35 = call i64 @bytes_size(ptr %34)
  %36 = getelementptr inbounds i8, ptr %26, i64 %35
  %37 = icmp ule ptr %32, %36
  br label %38

38:
  %.0 = phi i1 [ false, %3 ], [ false, %18 ], [ false, %13 ], [ false, %9 ], [ false, %6 ], [ false, %23 ], [ %37, %28 ]
  ret i1 %.0
}

define internal ptr @kept(ptr %0) alwaysinline nounwind {
  call void @Py_IncRef(ptr %0)
  ret ptr %0
}

define zeroext i1 @frame_of(ptr %0, ptr %1, i64 %2, ptr %3, ptr %4) nounwind {
  %6 = alloca [110 x i8], align 16
  %7 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %8 = load i64, ptr %7, align 8
  %9 = sub i64 0, %8
  %10 = and i64 %9, 3
  %11 = add i64 %2, %8
  %12 = add i64 %11, %10
  %13 = add i64 %12, 20
  %14 = call zeroext i1 @begin(ptr %0, i64 %10, i64 %13, ptr nonnull %6)
  br i1 %14, label %17, label %15

15:
  %16 = call zeroext i1 @frame_by_python(ptr %0, ptr %1, i64 %2, ptr %3, ptr %4)
  br label %24

17:
  %18 = add i64 %12, 114
  %19 = call ptr @room_for(ptr %4, i64 %18)
  %.not = icmp ne ptr %19, null
  br i1 %.not, label %20, label %24

20:
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 1 dereferenceable(110) %19, ptr nonnull align 16 dereferenceable(110) %6, i64 110, i1 false)
  %21 = getelementptr inbounds nuw i8, ptr %19, i64 110
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 1 %21, ptr align 1 %1, i64 %2, i1 false)
  %22 = add i64 %12, 114
  %23 = add i64 %2, 110
  call void @end_frame(ptr nonnull %19, i64 %22, ptr %3, i64 %23, i64 54, ptr %4)
  br label %24

24:
  %.0 = phi i1 [ %16, %15 ], [ %.not, %17 ], [ %.not, %20 ]
  ret i1 %.0
}

define internal zeroext i1 @begin(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = alloca %struct.start, align 8
  %6 = load ptr, ptr %0, align 8
  %7 = load i64, ptr @QpFrames__fast, align 8
  %8 = call ptr @get(ptr %6, i64 %7)
  %9 = load i64, ptr @QpFrames__inner, align 8
  %10 = call ptr @get(ptr %6, i64 %9)
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %12 = load i64, ptr %11, align 8
  %13 = call ptr @kind_of(i64 %12)
  %.not = icmp eq ptr %13, null
  br i1 %.not, label %59, label %14

14:
  %15 = call i64 @bytes_size(ptr %10)
  %.not23 = icmp eq i64 %15, 32
  br i1 %.not23, label %16, label %59

16:
  %17 = load i64, ptr @PacketType_data, align 8
  %18 = call zeroext i1 @is_true(ptr nonnull %13, i64 %17)
  br i1 %18, label %19, label %22

19:
  %20 = load i64, ptr @QpFrames__classes, align 8
  %21 = call ptr @get(ptr %6, i64 %20)
  br label %25

22:
  %23 = load i64, ptr @FrameBuilder_classes, align 8
  %24 = call ptr @get(ptr %8, i64 %23)
  br label %25

25:
  %26 = phi ptr [ %21, %19 ], [ %24, %22 ]
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %28 = load ptr, ptr %27, align 8
  %29 = call ptr @outer_of(ptr %28)
  store ptr %29, ptr %5, align 8
  %30 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %31 = call ptr @bytes_of(ptr %10)
  store ptr %31, ptr %30, align 8
  %32 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %33 = call ptr @bytes_of(ptr %10)
  %34 = getelementptr inbounds nuw i8, ptr %33, i64 16
  store ptr %34, ptr %32, align 8
  %35 = getelementptr inbounds nuw i8, ptr %5, i64 24
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %37 = load ptr, ptr %36, align 8
  %38 = load i64, ptr @EvEntry_plane, align 8
  %39 = call i64 @get_int(ptr %37, i64 %38)
  store i64 %39, ptr %35, align 8
  %40 = getelementptr inbounds nuw i8, ptr %5, i64 32
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %42 = load i8, ptr %41, align 8
  %43 = trunc i8 %42 to i1
  %44 = call i64 @traffic_class_of(ptr %26, ptr nonnull %13, i1 zeroext %43)
  store i64 %44, ptr %40, align 8
  %45 = getelementptr inbounds nuw i8, ptr %5, i64 40
  %46 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %47 = load ptr, ptr %46, align 8
  %48 = load i64, ptr @EvEntry_entropy, align 8
  %49 = call i64 @get_int(ptr %47, i64 %48)
  store i64 %49, ptr %45, align 8
  %50 = getelementptr inbounds nuw i8, ptr %5, i64 48
  store i64 %2, ptr %50, align 8
  %51 = getelementptr inbounds nuw i8, ptr %5, i64 56
  %52 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %53 = load i64, ptr %52, align 8
  store i64 %53, ptr %51, align 8
  %54 = getelementptr inbounds nuw i8, ptr %5, i64 64
  store i64 %1, ptr %54, align 8
  %55 = getelementptr inbounds nuw i8, ptr %5, i64 72
  %56 = load i64, ptr @QpFrames_dest_qpn, align 8
  %57 = call i64 @get_int(ptr %6, i64 %56)
  store i64 %57, ptr %55, align 8
  %58 = call zeroext i1 @write_start(ptr %3, ptr %8, ptr nonnull %5)
  br label %59

59:
  %.0 = phi i1 [ %58, %25 ], [ false, %14 ], [ false, %4 ]
  ret i1 %.0
}

define internal zeroext i1 @frame_by_python(ptr %0, ptr %1, i64 %2, ptr %3, ptr %4) nounwind {
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %9 = load i64, ptr %8, align 8
  %10 = sub i64 0, %9
  %11 = and i64 %10, 3
  %12 = add i64 %2, %9
  %13 = add i64 %12, %11
  %14 = add i64 %13, 4
  %15 = add i64 %13, 20
  %16 = call ptr @beginning(ptr %0, i64 %11, i64 %15)
  %.not = icmp eq ptr %16, null
  br i1 %.not, label %.critedge, label %17

17:
  %18 = load i64, ptr @_Beginning_head, align 8
  %19 = call ptr @get(ptr nonnull %16, i64 %18)
  %20 = call i32 @PyBytes_AsStringAndSize(ptr %19, ptr nonnull %6, ptr nonnull %7)
  %.not31 = icmp eq i32 %20, 0
  br i1 %.not31, label %21, label %.critedge

21:
  %22 = load i64, ptr %7, align 8
  %23 = add i64 %22, %14
  %24 = call ptr @room_for(ptr %4, i64 %23)
  br label %.critedge

.critedge:
  %25 = phi ptr [ %24, %21 ], [ null, %5 ], [ null, %17 ]
  %.not32 = icmp eq ptr %25, null
  br i1 %.not32, label %41, label %26

26:
  %27 = load i64, ptr %7, align 8
  %28 = getelementptr inbounds i8, ptr %25, i64 %27
  %29 = getelementptr inbounds i8, ptr %28, i64 %13
  %30 = load ptr, ptr %6, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 1 %25, ptr align 1 %30, i64 %27, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 1 %28, ptr align 1 %1, i64 %2, i1 false)
  %31 = getelementptr inbounds i8, ptr %28, i64 %2
  %32 = load ptr, ptr %3, align 8
  %33 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %34 = load i64, ptr %33, align 8
  call void @write_payload(ptr nonnull %31, ptr %32, i64 %34, ptr nonnull %29)
  %35 = load ptr, ptr @checksum, align 8
  %36 = load i64, ptr @_Beginning_running, align 8
  %37 = call i64 @get_int(ptr %16, i64 %36)
  %38 = trunc i64 %37 to i32
  %39 = trunc i64 %13 to i32
  %40 = call i32 %35(i32 %38, ptr nonnull %28, i32 %39)
  call void @write_icrc(ptr nonnull %29, i32 %40)
  br label %41

41:
  call void @Py_DecRef(ptr %16)
  %42 = icmp ne ptr %25, null
  ret i1 %42
}

define i64 @draw(ptr %0, i64 %1) nounwind {
  %3 = call i64 @leading_zeros(i64 %1)
  %4 = sub i64 64, %3
  %5 = load i64, ptr @the_Random, align 8
  %6 = call zeroext i1 @is_a(ptr %0, i64 %5)
  %7 = icmp slt i64 %4, 33
  %spec.select = select i1 %6, i1 %7, i1 false
  br label %8

8:
  %.0 = phi i64 [ %1, %2 ], [ %25, %24 ]
  %.not = icmp slt i64 %.0, %1
  br i1 %.not, label %26, label %9

9:
  br i1 %spec.select, label %12, label %10

10:
  %11 = call ptr @integer(i64 %4)
  br label %12

12:
  %13 = phi ptr [ %11, %10 ], [ null, %9 ]
  %.not18 = icmp eq ptr %13, null
  br i1 %.not18, label %17, label %14

14:
  %15 = load i64, ptr @the_getrandbits, align 8
  %16 = call ptr @method_1(ptr %0, i64 %15, ptr nonnull %13)
  br label %17

17:
  %18 = phi ptr [ %16, %14 ], [ null, %12 ]
  call void @Py_DecRef(ptr %13)
  br i1 %spec.select, label %19, label %21

19:
  %20 = call i64 @next_bits(ptr %0, i64 %4)
  br label %24

21:
  %.not19 = icmp eq ptr %18, null
  br i1 %.not19, label %24, label %22

22:
  %23 = call i64 @PyLong_AsLong(ptr nonnull %18)
  br label %24

24:
  %25 = phi i64 [ %20, %19 ], [ %23, %22 ], [ -1, %21 ]
  call void @Py_DecRef(ptr %18)
  br label %8

26:
  ret i64 %.0
}

define internal i64 @leading_zeros(i64 %0) nounwind {
  %.not = icmp eq i64 %0, 0
  %2 = call range(i64 0, 65) i64 @llvm.ctlz.i64(i64 %0, i1 true)
  %3 = select i1 %.not, i64 64, i64 %2
  ret i64 %3
}

define internal ptr @integer(i64 %0) alwaysinline nounwind {
  %2 = call ptr @PyLong_FromLong(i64 %0)
  ret ptr %2
}

define internal ptr @method_1(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = alloca [3 x ptr], align 16
  store ptr null, ptr %4, align 8
  %5 = getelementptr inbounds nuw i8, ptr %4, i64 8
  store ptr %0, ptr %5, align 8
  %6 = getelementptr inbounds nuw i8, ptr %4, i64 16
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr @the, align 8
  %8 = getelementptr inbounds nuw ptr, ptr %7, i64 %1
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %11 = call ptr @PyObject_VectorcallMethod(ptr %9, ptr nonnull %10, i64 -9223372036854775806, ptr null)
  ret ptr %11
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

define internal i64 @next_bits(ptr %0, i64 %1) nounwind {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %4 = load i32, ptr %3, align 8
  %5 = icmp sgt i32 %4, 623
  br i1 %5, label %6, label %9

6:
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 20
  call void @twist(ptr nonnull %7)
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 16
  store i32 0, ptr %8, align 8
  br label %9

9:
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 20
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %12 = load i32, ptr %11, align 8
  %13 = add i32 %12, 1
  store i32 %13, ptr %11, align 8
  %14 = sext i32 %12 to i64
  %15 = call i32 @tempered(ptr nonnull %10, i64 %14)
  %16 = trunc i64 %1 to i32
  %17 = sub i32 32, %16
  %18 = lshr i32 %15, %17
  %19 = zext i32 %18 to i64
  ret i64 %19
}

declare i64 @PyLong_AsLong(ptr)

define void @shuffle(ptr %0, ptr %1) nounwind {
  %3 = call i64 @list_size(ptr %1)
  br label %4

4:
  %.0.in = phi i64 [ %3, %2 ], [ %.0, %17 ]
  %.0 = add i64 %.0.in, -1
  %5 = icmp sgt i64 %.0, 0
  br i1 %5, label %6, label %18

6:
  %7 = call i64 @draw(ptr %0, i64 %.0.in)
  %8 = icmp slt i64 %7, 0
  br i1 %8, label %17, label %9

9:
  %10 = call ptr @list_item(ptr %1, i64 %.0)
  %11 = call ptr @list_item(ptr %1, i64 %7)
  %.not = icmp eq ptr %10, null
  %.not21 = icmp eq ptr %11, null
  %or.cond = select i1 %.not, i1 true, i1 %.not21
  br i1 %or.cond, label %17, label %12

12:
  %13 = call i64 @word_of(ptr %1, i64 3)
  %14 = inttoptr i64 %13 to ptr
  %15 = getelementptr inbounds nuw ptr, ptr %14, i64 %.0
  store ptr %11, ptr %15, align 8
  %16 = getelementptr inbounds nuw ptr, ptr %14, i64 %7
  store ptr %10, ptr %16, align 8
  br label %17

17:
  %.1 = phi i32 [ 1, %6 ], [ 0, %12 ], [ 1, %9 ]
  %cond = icmp eq i32 %.1, 0
  br i1 %cond, label %4, label %18

18:
  ret void
}

define internal i64 @list_size(ptr %0) alwaysinline nounwind {
  %2 = load i64, ptr @the_list, align 8
  %3 = call zeroext i1 @is_a(ptr %0, i64 %2)
  br i1 %3, label %4, label %6

4:
  %5 = call i64 @word_of(ptr %0, i64 2)
  br label %8

6:
  %7 = call i64 @PyList_Size(ptr %0)
  br label %8

8:
  %9 = phi i64 [ %5, %4 ], [ %7, %6 ]
  ret i64 %9
}

define internal ptr @list_item(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = load i64, ptr @the_list, align 8
  %4 = call zeroext i1 @is_a(ptr %0, i64 %3)
  %5 = icmp sgt i64 %1, -1
  %or.cond = select i1 %4, i1 %5, i1 false
  br i1 %or.cond, label %6, label %14

6:
  %7 = call i64 @word_of(ptr %0, i64 2)
  %8 = icmp slt i64 %1, %7
  br i1 %8, label %9, label %14

9:
  %10 = call i64 @word_of(ptr %0, i64 3)
  %11 = inttoptr i64 %10 to ptr
  %12 = getelementptr inbounds nuw ptr, ptr %11, i64 %1
  %13 = load ptr, ptr %12, align 8
  br label %16

14:
  %15 = call ptr @PyList_GetItem(ptr %0, i64 %1)
  br label %16

16:
  %.0 = phi ptr [ %13, %9 ], [ %15, %14 ]
  ret ptr %.0
}

define internal i64 @word_of(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = getelementptr inbounds nuw i64, ptr %0, i64 %1
  %4 = load i64, ptr %3, align 8
  ret i64 %4
}

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

declare i64 @llvm.expect.i64(i64, i64)

declare zeroext i1 @counts_as_true(ptr)

declare void @strange(ptr, i64)

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

declare ptr @PyTuple_GetItem(ptr, i64)

declare i64 @PyBytes_Size(ptr)

declare ptr @PyBytes_AsString(ptr)

declare i64 @PyTuple_Size(ptr)

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define internal void @Py_IncRef(ptr %0) alwaysinline nounwind {
  %.not = icmp eq ptr %0, null
  br i1 %.not, label %8, label %2

2:
  %3 = load i32, ptr %0, align 4
  %4 = icmp sgt i32 %3, -1
  br i1 %4, label %5, label %8

5:
  %6 = load i32, ptr %0, align 4
  %7 = add i32 %6, 1
  store i32 %7, ptr %0, align 4
  br label %8

8:
  ret void
}

declare ptr @kind_of(i64)

define internal ptr @beginning(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = alloca [7 x ptr], align 16
  %5 = call zeroext i1 @forget()
  br i1 %5, label %6, label %74

6:
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %8 = load ptr, ptr %7, align 8
  %9 = load i64, ptr @EvEntry_entropy, align 8
  %10 = call i64 @get_int(ptr %8, i64 %9)
  %11 = shl i64 %2, 32
  %12 = or i64 %10, %11
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %14 = load i64, ptr %13, align 8
  %15 = shl i64 %14, 48
  %16 = or i64 %12, %15
  %17 = shl i64 %1, 56
  %18 = or i64 %16, %17
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %20 = load i8, ptr %19, align 8
  %21 = and i8 %20, 1
  %22 = zext nneg i8 %21 to i64
  %23 = shl nuw nsw i64 %22, 58
  %24 = or i64 %18, %23
  %25 = load ptr, ptr %0, align 8
  %26 = load i64, ptr @QpFrames__begun, align 8
  %27 = call ptr @get(ptr %25, i64 %26)
  %28 = call ptr @find(ptr %27, i64 %24)
  %.not = icmp eq ptr %28, null
  br i1 %.not, label %37, label %29

29:
  %30 = load i64, ptr @_Beginning_entry, align 8
  %31 = call ptr @get(ptr nonnull %28, i64 %30)
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %33 = load ptr, ptr %32, align 8
  %34 = icmp eq ptr %31, %33
  br i1 %34, label %35, label %37

35:
  %36 = call ptr @kept(ptr nonnull %28)
  br label %74

37:
  store ptr null, ptr %4, align 8
  %38 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %39 = load ptr, ptr %0, align 8
  store ptr %39, ptr %38, align 8
  %40 = getelementptr inbounds nuw i8, ptr %4, i64 16
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %42 = load ptr, ptr %41, align 8
  store ptr %42, ptr %40, align 8
  %43 = getelementptr inbounds nuw i8, ptr %4, i64 24
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %45 = load i64, ptr %44, align 8
  %46 = call ptr @integer(i64 %45)
  store ptr %46, ptr %43, align 8
  %47 = getelementptr inbounds nuw i8, ptr %4, i64 32
  %48 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %49 = load i8, ptr %48, align 8
  %50 = trunc i8 %49 to i1
  %51 = load ptr, ptr @the, align 8
  %52 = load i64, ptr @the_True, align 8
  %53 = getelementptr inbounds nuw ptr, ptr %51, i64 %52
  %54 = load ptr, ptr @the, align 8
  %55 = load i64, ptr @the_False, align 8
  %56 = getelementptr inbounds nuw ptr, ptr %54, i64 %55
  %.in = select i1 %50, ptr %53, ptr %56
  %57 = load ptr, ptr %.in, align 8
  store ptr %57, ptr %47, align 8
  %58 = getelementptr inbounds nuw i8, ptr %4, i64 40
  %59 = call ptr @integer(i64 %1)
  store ptr %59, ptr %58, align 8
  %60 = getelementptr inbounds nuw i8, ptr %4, i64 48
  %61 = call ptr @integer(i64 %2)
  store ptr %61, ptr %60, align 8
  %62 = load ptr, ptr @the, align 8
  %63 = load i64, ptr @the__begin, align 8
  %64 = getelementptr inbounds nuw ptr, ptr %62, i64 %63
  %65 = load ptr, ptr %64, align 8
  %66 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %67 = call ptr @PyObject_VectorcallMethod(ptr %65, ptr nonnull %66, i64 -9223372036854775802, ptr null)
  %68 = getelementptr inbounds nuw i8, ptr %4, i64 24
  %69 = load ptr, ptr %68, align 8
  call void @Py_DecRef(ptr %69)
  %70 = getelementptr inbounds nuw i8, ptr %4, i64 40
  %71 = load ptr, ptr %70, align 8
  call void @Py_DecRef(ptr %71)
  %72 = getelementptr inbounds nuw i8, ptr %4, i64 48
  %73 = load ptr, ptr %72, align 16
  call void @Py_DecRef(ptr %73)
  br label %74

74:
  %.0 = phi ptr [ null, %3 ], [ %36, %35 ], [ %67, %37 ]
  ret ptr %.0
}

declare i32 @PyBytes_AsStringAndSize(ptr, ptr, ptr)

define internal zeroext i1 @forget() nounwind {
  %1 = call ptr @PyErr_Occurred()
  %.not = icmp eq ptr %1, null
  br i1 %.not, label %8, label %2

2:
  %3 = load ptr, ptr @the, align 8
  %4 = load i64, ptr @the_Exception, align 8
  %5 = getelementptr inbounds nuw ptr, ptr %3, i64 %4
  %6 = load ptr, ptr %5, align 8
  %7 = call i32 @PyErr_ExceptionMatches(ptr %6)
  %.not1 = icmp eq i32 %7, 0
  br i1 %.not1, label %9, label %8

8:
  call void @PyErr_Clear()
  br label %9

9:
  %.0 = phi i1 [ true, %8 ], [ false, %2 ]
  ret i1 %.0
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

declare ptr @PyObject_VectorcallMethod(ptr, ptr, i64, ptr)

declare i32 @PyErr_ExceptionMatches(ptr)

declare void @PyErr_Clear()

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

define internal zeroext i1 @is_held_once(ptr %0) alwaysinline nounwind {
  %2 = load i64, ptr %0, align 8
  %3 = icmp eq i64 %2, 1
  ret i1 %3
}

declare i64 @llvm.ctlz.i64(i64, i1)

declare ptr @PyLong_FromLong(i64)

declare void @_Py_Dealloc(ptr)

define internal void @twist(ptr %0) noinline nounwind {
  br label %2

2:
  %.0 = phi i32 [ 0, %1 ], [ %28, %4 ]
  %3 = icmp slt i32 %.0, 624
  br i1 %3, label %4, label %29

4:
  %5 = sext i32 %.0 to i64
  %6 = getelementptr inbounds i32, ptr %0, i64 %5
  %7 = load i32, ptr %6, align 4
  %8 = and i32 %7, -2147483648
  %9 = add i32 %.0, 1
  %10 = srem i32 %9, 624
  %11 = sext i32 %10 to i64
  %12 = getelementptr inbounds i32, ptr %0, i64 %11
  %13 = load i32, ptr %12, align 4
  %14 = and i32 %13, 2147483646
  %15 = or disjoint i32 %8, %14
  %16 = add i32 %.0, 397
  %17 = srem i32 %16, 624
  %18 = sext i32 %17 to i64
  %19 = getelementptr inbounds i32, ptr %0, i64 %18
  %20 = load i32, ptr %19, align 4
  %21 = lshr exact i32 %15, 1
  %22 = xor i32 %20, %21
  %23 = and i32 %13, 1
  %.not = icmp eq i32 %23, 0
  %24 = select i1 %.not, i32 0, i32 -1727483681
  %25 = xor i32 %22, %24
  %26 = sext i32 %.0 to i64
  %27 = getelementptr inbounds i32, ptr %0, i64 %26
  store i32 %25, ptr %27, align 4
  %28 = add i32 %.0, 1
  br label %2

29:
  ret void
}

define internal i32 @tempered(ptr %0, i64 %1) nounwind {
  %3 = getelementptr inbounds nuw i32, ptr %0, i64 %1
  %4 = load i32, ptr %3, align 4
  %5 = lshr i32 %4, 11
  %6 = xor i32 %4, %5
  %7 = shl i32 %6, 7
  %8 = and i32 %7, -1658038656
  %9 = xor i32 %6, %8
  %10 = shl i32 %9, 15
  %11 = and i32 %10, -272236544
  %12 = xor i32 %9, %11
  %13 = lshr i32 %12, 18
  %14 = xor i32 %12, %13
  ret i32 %14
}

declare i64 @PyList_Size(ptr)

declare ptr @PyList_GetItem(ptr, i64)
