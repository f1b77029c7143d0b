; SPDX-License-Identifier: Apache-2.0
; Made of frames.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 5cc2522ce3708f7bfcad5a6925a5db451f515f74367a6febde3a6e756abe54d0
%struct.packet_start = type { i64, i64, i64, i64, ptr, ptr, i64 }
%struct.lack.1 = type { ptr, ptr, i64, i64, i64 }
%struct.start = type { ptr, ptr, ptr, i64, i64, i64, i64, i64, i64, i64 }

@TrafficClasses__again = external constant i64, align 8
@TrafficClasses__first = external constant i64, align 8
@FrameBuilder__links = external constant i64, align 8
@FrameBuilder__ev_split = external constant i64, align 8
@the = external global ptr, align 8
@the_sport_high = external constant i64, align 8
@FrameBuilder__hop_limit = external constant i64, align 8
@FrameBuilder__dport = external constant i64, align 8
@FrameBuilder_pkey = external constant i64, align 8
@checksum = external global ptr, align 8
@EvEntry__outer = external constant i64, align 8
@the_bytes = external constant i64, align 8
@the_outer_addresses = external constant i64, align 8
@_Beginning_head = external constant i64, align 8
@_Beginning_running = external constant i64, align 8
@the_Random = external constant i64, align 8
@the_getrandbits = external constant i64, align 8
@sought = external global ptr, align 8
@long_digit = external constant i64, align 8
@the_int = external constant i64, align 8
@QpFrames__fast = external constant i64, align 8
@QpFrames__inner = external constant i64, align 8
@PacketType_data = external constant i64, align 8
@QpFrames__classes = external constant i64, align 8
@FrameBuilder_classes = external constant i64, align 8
@EvEntry_plane = external constant i64, align 8
@EvEntry_entropy = external constant i64, align 8
@QpFrames_dest_qpn = external constant i64, align 8
@the_True = external constant i64, align 8
@the_False = external constant i64, align 8
@QpFrames__begun = external constant i64, align 8
@_Beginning_entry = external constant i64, align 8
@the__begin = external constant i64, align 8
@the_Exception = external constant i64, align 8
@the_list = external constant i64, align 8

define i64 @traffic_class_of(ptr %0, i64 %1, i1 zeroext %2) nounwind {
  %TrafficClasses__again.TrafficClasses__first = select i1 %2, ptr @TrafficClasses__again, ptr @TrafficClasses__first
  %4 = load i64, ptr %TrafficClasses__again.TrafficClasses__first, align 8
  %5 = call ptr @get(ptr %0, i64 %4)
  %6 = call ptr @find(ptr %5, i64 %1)
  %.not = icmp eq ptr %6, null
  br i1 %.not, label %9, label %7

7:
  %8 = call i64 @value_of(ptr nonnull %6)
  br label %9

9:
  %10 = phi i64 [ %8, %7 ], [ -1, %3 ]
  ret i64 %10
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
  %37 = call i64 @PyLong_AsLong(ptr %0)
  br label %38

38:
  %.1 = phi i64 [ %37, %36 ], [ %.012, %35 ]
  ret i64 %.1

39:
  unreachable
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

define zeroext i1 @write_start(ptr %0, ptr %1, ptr %2, ptr %3) nounwind {
  %5 = alloca %struct.packet_start, align 8
  %6 = load i64, ptr @FrameBuilder__links, align 8
  %7 = call ptr @get(ptr %1, i64 %6)
  %8 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %9 = load i64, ptr %8, align 8
  %10 = call ptr @PySequence_GetItem(ptr %7, i64 %9)
  %.not = icmp eq ptr %10, null
  br i1 %.not, label %.critedge, label %11

11:
  %12 = call i64 @bytes_size(ptr nonnull %10)
  %13 = icmp eq i64 %12, 14
  br i1 %13, label %14, label %.critedge

14:
  %15 = load ptr, ptr %2, align 8
  %.not46 = icmp eq ptr %15, null
  br i1 %.not46, label %.critedge, label %16

16:
  %17 = load ptr, ptr %2, align 8
  %18 = call i64 @bytes_size(ptr %17)
  %19 = icmp eq i64 %18, 32
  br i1 %19, label %20, label %.critedge

20:
  %21 = load i64, ptr @FrameBuilder__ev_split, align 8
  %22 = call ptr @get(ptr %1, i64 %21)
  %23 = load ptr, ptr @the, align 8
  %24 = load i64, ptr @the_sport_high, align 8
  %25 = getelementptr inbounds nuw ptr, ptr %23, i64 %24
  %26 = load ptr, ptr %25, align 8
  %27 = icmp eq ptr %22, %26
  %28 = getelementptr inbounds nuw i8, ptr %2, i64 40
  %29 = load i64, ptr %28, align 8
  %30 = lshr i64 %29, 16
  %31 = and i64 %29, 65535
  %32 = load i64, ptr @FrameBuilder__hop_limit, align 8
  %33 = call i64 @get_int(ptr %1, i64 %32)
  %34 = getelementptr inbounds nuw i8, ptr %2, i64 32
  %35 = load i64, ptr %34, align 8
  %36 = shl i64 %35, 20
  %. = select i1 %27, i64 %31, i64 %30
  %37 = or i64 %36, %.
  %38 = or i64 %37, 1610612736
  store i64 %38, ptr %5, align 8
  %39 = getelementptr inbounds nuw i8, ptr %5, i64 8
  store i64 %33, ptr %39, align 8
  %40 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %41 = select i1 %27, i64 %30, i64 %31
  store i64 %41, ptr %40, align 8
  %42 = getelementptr inbounds nuw i8, ptr %5, i64 24
  %43 = load i64, ptr @FrameBuilder__dport, align 8
  %44 = call i64 @get_int(ptr %1, i64 %43)
  store i64 %44, ptr %42, align 8
  %45 = getelementptr inbounds nuw i8, ptr %5, i64 32
  %46 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %47 = load ptr, ptr %46, align 8
  store ptr %47, ptr %45, align 8
  %48 = getelementptr inbounds nuw i8, ptr %5, i64 40
  %49 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %50 = load ptr, ptr %49, align 8
  store ptr %50, ptr %48, align 8
  %51 = getelementptr inbounds nuw i8, ptr %5, i64 48
  %52 = getelementptr inbounds nuw i8, ptr %2, i64 48
  %53 = load i64, ptr %52, align 8
  store i64 %53, ptr %51, align 8
  %54 = call ptr @bytes_of(ptr %10)
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 1 dereferenceable(14) %0, ptr nonnull align 1 dereferenceable(14) %54, i64 14, i1 false)
  %55 = getelementptr inbounds nuw i8, ptr %0, i64 14
  %56 = getelementptr inbounds nuw i8, ptr %0, i64 54
  %57 = getelementptr inbounds nuw i8, ptr %0, i64 94
  %58 = load i64, ptr %5, align 8
  %59 = getelementptr inbounds nuw i8, ptr %2, i64 48
  %60 = load i64, ptr %59, align 8
  %61 = add i64 %60, 40
  %62 = call ptr @write_ipv6(ptr nonnull %55, i64 %58, i64 %61, i8 zeroext 41, i64 %33)
  %63 = load ptr, ptr %2, align 8
  %64 = call ptr @bytes_of(ptr %63)
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 1 dereferenceable(32) %62, ptr nonnull align 1 dereferenceable(32) %64, i64 32, i1 false)
  %65 = call ptr @write_packet_start(ptr nonnull %56, ptr nonnull %5)
  %66 = getelementptr inbounds nuw i8, ptr %2, i64 56
  %67 = load i64, ptr %66, align 8
  %68 = trunc i64 %67 to i8
  %69 = getelementptr inbounds nuw i8, ptr %65, i64 1
  store i8 %68, ptr %65, align 1
  %70 = getelementptr inbounds nuw i8, ptr %2, i64 64
  %71 = load i64, ptr %70, align 8
  %.tr = trunc i64 %71 to i8
  %72 = shl i8 %.tr, 4
  %73 = getelementptr inbounds nuw i8, ptr %65, i64 2
  store i8 %72, ptr %69, align 1
  %74 = load i64, ptr @FrameBuilder_pkey, align 8
  %75 = call i64 @get_int(ptr %1, i64 %74)
  %76 = call ptr @write_16(ptr nonnull %73, i64 %75)
  %77 = getelementptr inbounds nuw i8, ptr %2, i64 72
  %78 = load i64, ptr %77, align 8
  %79 = call ptr @write_32(ptr %76, i64 %78)
  %80 = load ptr, ptr @checksum, align 8
  %81 = call i32 @masked_sum(ptr nonnull %56, ptr nonnull %57)
  %82 = getelementptr inbounds nuw i8, ptr %0, i64 107
  %83 = call i32 %80(i32 %81, ptr nonnull %82, i32 3)
  store i32 %83, ptr %3, align 4
  call void @Py_DecRef(ptr %10)
  %84 = getelementptr inbounds nuw i8, ptr %2, i64 32
  %85 = load i64, ptr %84, align 8
  %86 = icmp sgt i64 %85, -1
  br i1 %86, label %87, label %89

87:
  %88 = call ptr @PyErr_Occurred()
  %.not47 = icmp eq ptr %88, null
  br label %89

.critedge:
  call void @Py_DecRef(ptr %10)
  br label %89

89:
  %90 = phi i1 [ false, %20 ], [ false, %.critedge ], [ %.not47, %87 ]
  ret i1 %90
}

declare ptr @PySequence_GetItem(ptr, i64)

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

declare i32 @masked_sum(ptr, ptr)

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

declare ptr @PyErr_Occurred()

define ptr @outer_of(ptr %0) nounwind {
  %2 = load i64, ptr @EvEntry__outer, align 8
  %3 = call ptr @get(ptr %0, i64 %2)
  %4 = call ptr @type_of(ptr %3)
  %5 = load ptr, ptr @the, align 8
  %6 = load i64, ptr @the_bytes, align 8
  %7 = getelementptr inbounds nuw ptr, ptr %5, i64 %6
  %8 = load ptr, ptr %7, align 8
  %9 = icmp eq ptr %4, %8
  br i1 %9, label %10, label %13

10:
  %11 = load i64, ptr @EvEntry__outer, align 8
  %12 = call ptr @get(ptr %0, i64 %11)
  br label %23

13:
  %14 = load ptr, ptr @the, align 8
  %15 = load i64, ptr @the_outer_addresses, align 8
  %16 = getelementptr inbounds nuw ptr, ptr %14, i64 %15
  %17 = load ptr, ptr %16, align 8
  %18 = call ptr @PyObject_GetAttr(ptr %0, ptr %17)
  %19 = call zeroext i1 @done(ptr %18)
  br i1 %19, label %20, label %23

20:
  %21 = load i64, ptr @EvEntry__outer, align 8
  %22 = call ptr @get(ptr %0, i64 %21)
  br label %23

23:
  %.0 = phi ptr [ %12, %10 ], [ %22, %20 ], [ null, %13 ]
  ret ptr %.0
}

define internal ptr @type_of(ptr %0) alwaysinline nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %3 = load ptr, ptr %2, align 8
  ret ptr %3
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

declare ptr @PyBytes_FromStringAndSize(ptr, i64)

define void @fill_frame(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %5 = load i64, ptr %4, align 8
  %6 = getelementptr inbounds i8, ptr %0, i64 %5
  %7 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %8 = load i64, ptr %7, align 8
  %.not = icmp eq i64 %8, 0
  br i1 %.not, label %14, label %9

9:
  %10 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %13 = load i64, ptr %12, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %6, ptr align 1 %11, i64 %13, i1 false)
  br label %14

14:
  %15 = add nsw i64 %1, -4
  %16 = getelementptr inbounds i8, ptr %0, i64 %15
  %17 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %18 = load i64, ptr %17, align 8
  %19 = getelementptr inbounds i8, ptr %6, i64 %18
  %20 = add i64 %5, %18
  %21 = sub i64 %15, %20
  call void @llvm.memset.p0.i64(ptr align 1 %19, i8 0, i64 %21, i1 false)
  %22 = load ptr, ptr @checksum, align 8
  %23 = getelementptr inbounds nuw i8, ptr %2, i64 32
  %24 = load i64, ptr %23, align 8
  %25 = trunc i64 %24 to i32
  %gepdiff = sub nsw i64 %15, %5
  %26 = trunc i64 %gepdiff to i32
  %27 = call i32 %22(i32 %25, ptr %6, i32 %26)
  call void @write_icrc(ptr %16, i32 %27)
  ret void
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

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

define void @end_frame(ptr %0, i64 %1, ptr %2, i64 %3, i32 %4, i64 %5, ptr %6) nounwind {
  %8 = alloca %struct.lack.1, align 8
  %9 = call zeroext i1 @is_lent(ptr %2, ptr %6)
  br i1 %9, label %10, label %13

10:
  %11 = sub i64 256, %3
  %12 = call i64 @most(i64 %11, i64 0)
  br label %13

13:
  %14 = phi i64 [ %12, %10 ], [ 0, %7 ]
  %.not = icmp eq i64 %14, 0
  br i1 %.not, label %18, label %15

15:
  %16 = getelementptr inbounds i8, ptr %0, i64 %3
  %17 = load ptr, ptr %2, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %16, ptr align 1 %17, i64 %14, i1 false)
  br label %18

18:
  store ptr @fill_frame, ptr %8, align 8
  %19 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %20 = load ptr, ptr %2, align 8
  %21 = getelementptr inbounds i8, ptr %20, i64 %14
  store ptr %21, ptr %19, align 8
  %22 = getelementptr inbounds nuw i8, ptr %8, i64 16
  %23 = add i64 %3, %14
  store i64 %23, ptr %22, align 8
  %24 = getelementptr inbounds nuw i8, ptr %8, i64 24
  %25 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %26 = load i64, ptr %25, align 8
  %27 = sub i64 %26, %14
  store i64 %27, ptr %24, align 8
  %28 = getelementptr inbounds nuw i8, ptr %8, i64 32
  %29 = load ptr, ptr @checksum, align 8
  %30 = getelementptr inbounds i8, ptr %0, i64 %5
  %31 = add i64 %3, %14
  %32 = sub i64 %31, %5
  %33 = trunc i64 %32 to i32
  %34 = call i32 %29(i32 %4, ptr %30, i32 %33)
  %35 = zext i32 %34 to i64
  store i64 %35, ptr %28, align 8
  br i1 %9, label %36, label %43

36:
  %37 = getelementptr inbounds nuw i8, ptr %6, i64 40
  %38 = load ptr, ptr %37, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 dereferenceable(40) %38, ptr nonnull align 8 dereferenceable(40) %8, i64 40, i1 false)
  %39 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %40 = load ptr, ptr %39, align 8
  %41 = call ptr @kept(ptr %40)
  %42 = getelementptr inbounds nuw i8, ptr %6, i64 48
  store ptr %41, ptr %42, align 8
  br label %44

43:
  call void @fill_frame(ptr %0, i64 %1, ptr nonnull %8)
  br label %44

44:
  ret void
}

define internal zeroext i1 @is_lent(ptr %0, ptr %1) nounwind {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %4 = load ptr, ptr %3, align 8
  %.not = icmp eq ptr %4, null
  br i1 %.not, label %32, label %5

5:
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %7 = load ptr, ptr %6, align 8
  %.not12 = icmp eq ptr %7, null
  br i1 %.not12, label %8, label %32

8:
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %10 = load i64, ptr %9, align 8
  %11 = icmp slt i64 %10, 256
  br i1 %11, label %32, label %12

12:
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %14 = load ptr, ptr %13, align 8
  %15 = load i64, ptr @the_bytes, align 8
  %16 = call zeroext i1 @is_a(ptr %14, i64 %15)
  br i1 %16, label %17, label %32

17:
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %19 = load ptr, ptr %18, align 8
  %20 = call ptr @bytes_of(ptr %19)
  %21 = load ptr, ptr %0, align 8
  %.not13 = icmp ult ptr %21, %20
  br i1 %.not13, label %32, label %22

22:
  %23 = load ptr, ptr %0, align 8
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %25 = load i64, ptr %24, align 8
  %26 = getelementptr inbounds i8, ptr %23, i64 %25
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %28 = load ptr, ptr %27, align 8
  %29 = call i64 @bytes_size(ptr %28)
  %30 = getelementptr inbounds i8, ptr %20, i64 %29
  %31 = icmp ule ptr %26, %30
  br label %32

32:
  %.0 = phi i1 [ false, %2 ], [ false, %12 ], [ false, %8 ], [ false, %5 ], [ false, %17 ], [ %31, %22 ]
  ret i1 %.0
}

define internal i64 @most(i64 %0, i64 %1) nounwind {
  %3 = icmp sgt i64 %0, %1
  %. = select i1 %3, i64 %0, i64 %1
  ret i64 %.
}

define internal ptr @kept(ptr %0) alwaysinline nounwind {
  call void @Py_IncRef(ptr %0)
  ret ptr %0
}

define zeroext i1 @frame_of(ptr %0, ptr %1, i64 %2, ptr %3, ptr %4) nounwind {
  %6 = alloca [110 x i8], align 16
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  %9 = alloca i64, align 8
  store ptr %6, ptr %7, align 8
  %10 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %11 = load i64, ptr %10, align 8
  %12 = sub i64 0, %11
  %13 = and i64 %12, 3
  %14 = add i64 %2, %11
  %15 = add i64 %14, %13
  %16 = add i64 %15, 4
  store i64 110, ptr %9, align 8
  %17 = add i64 %15, 20
  %18 = call zeroext i1 @begin(ptr %0, i64 %13, i64 %17, ptr nonnull %6, ptr nonnull %8)
  br i1 %18, label %34, label %19

19:
  %20 = add i64 %15, 20
  %21 = call ptr @beginning(ptr %0, i64 %13, i64 %20)
  %.not = icmp eq ptr %21, null
  br i1 %.not, label %26, label %22

22:
  %23 = load i64, ptr @_Beginning_head, align 8
  %24 = call ptr @get(ptr nonnull %21, i64 %23)
  %25 = call i32 @PyBytes_AsStringAndSize(ptr %24, ptr nonnull %7, ptr nonnull %9)
  %.not29 = icmp eq i32 %25, 0
  br label %26

26:
  %27 = phi i1 [ false, %19 ], [ %.not29, %22 ]
  br i1 %27, label %28, label %32

28:
  %29 = load i64, ptr @_Beginning_running, align 8
  %30 = call i64 @get_int(ptr %21, i64 %29)
  %31 = trunc i64 %30 to i32
  br label %32

32:
  %33 = phi i32 [ %31, %28 ], [ 0, %26 ]
  store i32 %33, ptr %8, align 4
  br label %34

34:
  %.028.off0 = phi i1 [ true, %5 ], [ %27, %32 ]
  %.0 = phi ptr [ null, %5 ], [ %21, %32 ]
  br i1 %.028.off0, label %35, label %39

35:
  %36 = load i64, ptr %9, align 8
  %37 = add i64 %36, %16
  %38 = call ptr @room_for(ptr %4, i64 %37)
  br label %39

39:
  %40 = phi ptr [ %38, %35 ], [ null, %34 ]
  %.not30 = icmp eq ptr %40, null
  br i1 %.not30, label %50, label %41

41:
  %42 = load ptr, ptr %7, align 8
  %43 = load i64, ptr %9, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 1 %40, ptr align 1 %42, i64 %43, i1 false)
  %44 = load i64, ptr %9, align 8
  %45 = getelementptr inbounds i8, ptr %40, i64 %44
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 1 %45, ptr align 1 %1, i64 %2, i1 false)
  %46 = load i64, ptr %9, align 8
  %47 = add i64 %46, %16
  %48 = add i64 %46, %2
  %49 = load i32, ptr %8, align 4
  call void @end_frame(ptr nonnull %40, i64 %47, ptr %3, i64 %48, i32 %49, i64 %46, ptr %4)
  br label %50

50:
  call void @Py_DecRef(ptr %.0)
  %51 = icmp ne ptr %40, null
  ret i1 %51
}

define internal zeroext i1 @begin(ptr %0, i64 %1, i64 %2, ptr %3, ptr %4) nounwind {
  %6 = alloca %struct.start, align 8
  %7 = load ptr, ptr %0, align 8
  %8 = load i64, ptr @QpFrames__fast, align 8
  %9 = call ptr @get(ptr %7, i64 %8)
  %10 = load i64, ptr @QpFrames__inner, align 8
  %11 = call ptr @get(ptr %7, i64 %10)
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %13 = load i64, ptr %12, align 8
  %14 = call ptr @kind_of(i64 %13)
  %.not = icmp eq ptr %14, null
  br i1 %.not, label %62, label %15

15:
  %16 = call i64 @bytes_size(ptr %11)
  %.not24 = icmp eq i64 %16, 32
  br i1 %.not24, label %17, label %62

17:
  %18 = load i64, ptr @PacketType_data, align 8
  %19 = call zeroext i1 @is_true(ptr nonnull %14, i64 %18)
  br i1 %19, label %20, label %23

20:
  %21 = load i64, ptr @QpFrames__classes, align 8
  %22 = call ptr @get(ptr %7, i64 %21)
  br label %26

23:
  %24 = load i64, ptr @FrameBuilder_classes, align 8
  %25 = call ptr @get(ptr %9, i64 %24)
  br label %26

26:
  %27 = phi ptr [ %22, %20 ], [ %25, %23 ]
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %29 = load ptr, ptr %28, align 8
  %30 = call ptr @outer_of(ptr %29)
  store ptr %30, ptr %6, align 8
  %31 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %32 = call ptr @bytes_of(ptr %11)
  store ptr %32, ptr %31, align 8
  %33 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %34 = call ptr @bytes_of(ptr %11)
  %35 = getelementptr inbounds nuw i8, ptr %34, i64 16
  store ptr %35, ptr %33, align 8
  %36 = getelementptr inbounds nuw i8, ptr %6, i64 24
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %38 = load ptr, ptr %37, align 8
  %39 = load i64, ptr @EvEntry_plane, align 8
  %40 = call i64 @get_int(ptr %38, i64 %39)
  store i64 %40, ptr %36, align 8
  %41 = getelementptr inbounds nuw i8, ptr %6, i64 32
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %43 = load i64, ptr %42, align 8
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %45 = load i8, ptr %44, align 8
  %46 = trunc i8 %45 to i1
  %47 = call i64 @traffic_class_of(ptr %27, i64 %43, i1 zeroext %46)
  store i64 %47, ptr %41, align 8
  %48 = getelementptr inbounds nuw i8, ptr %6, i64 40
  %49 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %50 = load ptr, ptr %49, align 8
  %51 = load i64, ptr @EvEntry_entropy, align 8
  %52 = call i64 @get_int(ptr %50, i64 %51)
  store i64 %52, ptr %48, align 8
  %53 = getelementptr inbounds nuw i8, ptr %6, i64 48
  store i64 %2, ptr %53, align 8
  %54 = getelementptr inbounds nuw i8, ptr %6, i64 56
  %55 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %56 = load i64, ptr %55, align 8
  store i64 %56, ptr %54, align 8
  %57 = getelementptr inbounds nuw i8, ptr %6, i64 64
  store i64 %1, ptr %57, align 8
  %58 = getelementptr inbounds nuw i8, ptr %6, i64 72
  %59 = load i64, ptr @QpFrames_dest_qpn, align 8
  %60 = call i64 @get_int(ptr %7, i64 %59)
  store i64 %60, ptr %58, align 8
  %61 = call zeroext i1 @write_start(ptr %3, ptr %9, ptr nonnull %6, ptr %4)
  br label %62

62:
  %.0 = phi i1 [ %61, %26 ], [ false, %15 ], [ false, %5 ]
  ret i1 %.0
}

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
  %.0.in = phi i64 [ %3, %2 ], [ %.0, %16 ]
  %.0 = add i64 %.0.in, -1
  %5 = icmp sgt i64 %.0, 0
  br i1 %5, label %6, label %17

6:
  %7 = call i64 @draw(ptr %0, i64 %.0.in)
  %8 = icmp slt i64 %7, 0
  br i1 %8, label %16, label %9

9:
  %10 = call ptr @list_item(ptr %1, i64 %.0)
  %11 = call ptr @kept(ptr %10)
  %12 = call ptr @list_item(ptr %1, i64 %7)
  %13 = call ptr @kept(ptr %12)
  %14 = call i32 @PyList_SetItem(ptr %1, i64 %.0, ptr %13)
  %15 = call i32 @PyList_SetItem(ptr %1, i64 %7, ptr %11)
  br label %16

16:
  %.1 = phi i32 [ 0, %9 ], [ 1, %6 ]
  %trunc = trunc nuw i32 %.1 to i1
  %cond = icmp eq i1 %trunc, false
  br i1 %cond, label %4, label %17

17:
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

declare i32 @PyList_SetItem(ptr, i64, ptr)

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

define internal i64 @word_of(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = getelementptr inbounds nuw i64, ptr %0, i64 %1
  %4 = load i64, ptr %3, align 8
  ret i64 %4
}

declare i64 @PyBytes_Size(ptr)

declare ptr @PyBytes_AsString(ptr)

declare void @_Py_Dealloc(ptr)

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

declare zeroext i1 @counts_as_true(ptr)

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

declare ptr @PyObject_VectorcallMethod(ptr, ptr, i64, ptr)

declare i32 @PyErr_ExceptionMatches(ptr)

declare void @PyErr_Clear()

declare i64 @llvm.ctlz.i64(i64, i1)

declare ptr @PyLong_FromLong(i64)

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
