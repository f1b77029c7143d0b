; SPDX-License-Identifier: Apache-2.0
; Made of frames.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 99e58d48f9909626eb0c5d168e7b3b080925dad463a47f01ade6bdc4693b375b
%struct.packet_start = type { i64, i64, i64, i64, ptr, ptr, i64 }
%struct.start = type { ptr, ptr, ptr, i64, i64, i64, i64, i64, i64, i64 }
%struct.leaving = type { ptr, i64, i64, ptr, i64 }
%struct.parts = type { ptr, ptr, ptr, i64, i64, i64 }
%struct.framing = type { ptr, ptr, i64, i8 }

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
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i8, align 1
  %7 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %8 = zext i1 %2 to i8
  store i8 %8, ptr %6, align 1
  %9 = load ptr, ptr %4, align 8
  %10 = load i8, ptr %6, align 1
  %11 = trunc i8 %10 to i1
  br i1 %11, label %12, label %14

12:
  %13 = load i64, ptr @TrafficClasses__again, align 8
  br label %16

14:
  %15 = load i64, ptr @TrafficClasses__first, align 8
  br label %16

16:
  %17 = phi i64 [ %13, %12 ], [ %15, %14 ]
  %18 = call ptr @get(ptr %9, i64 %17)
  %19 = load i64, ptr %5, align 8
  %20 = call ptr @find(ptr %18, i64 %19)
  store ptr %20, ptr %7, align 8
  %21 = load ptr, ptr %7, align 8
  %22 = icmp ne ptr %21, null
  br i1 %22, label %23, label %26

23:
  %24 = load ptr, ptr %7, align 8
  %25 = call i64 @value_of(ptr %24)
  br label %27

26:
  br label %27

27:
  %28 = phi i64 [ %25, %23 ], [ -1, %26 ]
  ret i64 %28
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

define ptr @write_packet_start(ptr %0, ptr %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %7 = load ptr, ptr %3, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = getelementptr inbounds nuw %struct.packet_start, ptr %8, i32 0, i32 0
  %10 = load i64, ptr %9, align 8
  %11 = load ptr, ptr %4, align 8
  %12 = getelementptr inbounds nuw %struct.packet_start, ptr %11, i32 0, i32 6
  %13 = load i64, ptr %12, align 8
  %14 = load ptr, ptr %4, align 8
  %15 = getelementptr inbounds nuw %struct.packet_start, ptr %14, i32 0, i32 1
  %16 = load i64, ptr %15, align 8
  %17 = call ptr @write_ipv6(ptr %7, i64 %10, i64 %13, i8 zeroext 17, i64 %16)
  store ptr %17, ptr %5, align 8
  %18 = load ptr, ptr %5, align 8
  %19 = load ptr, ptr %4, align 8
  %20 = getelementptr inbounds nuw %struct.packet_start, ptr %19, i32 0, i32 4
  %21 = load ptr, ptr %20, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %18, ptr align 1 %21, i64 16, i1 false)
  %22 = load ptr, ptr %5, align 8
  %23 = getelementptr inbounds i8, ptr %22, i64 16
  %24 = load ptr, ptr %4, align 8
  %25 = getelementptr inbounds nuw %struct.packet_start, ptr %24, i32 0, i32 5
  %26 = load ptr, ptr %25, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %23, ptr align 1 %26, i64 16, i1 false)
  %27 = load ptr, ptr %5, align 8
  %28 = getelementptr inbounds i8, ptr %27, i64 32
  %29 = load ptr, ptr %4, align 8
  %30 = getelementptr inbounds nuw %struct.packet_start, ptr %29, i32 0, i32 2
  %31 = load i64, ptr %30, align 8
  %32 = call ptr @write_16(ptr %28, i64 %31)
  %33 = load ptr, ptr %4, align 8
  %34 = getelementptr inbounds nuw %struct.packet_start, ptr %33, i32 0, i32 3
  %35 = load i64, ptr %34, align 8
  %36 = call ptr @write_16(ptr %32, i64 %35)
  store ptr %36, ptr %6, align 8
  %37 = load ptr, ptr %6, align 8
  %38 = load ptr, ptr %4, align 8
  %39 = getelementptr inbounds nuw %struct.packet_start, ptr %38, i32 0, i32 6
  %40 = load i64, ptr %39, align 8
  %41 = call ptr @write_16(ptr %37, i64 %40)
  %42 = call ptr @write_16(ptr %41, i64 0)
  ret ptr %42
}

define internal ptr @write_ipv6(ptr %0, i64 %1, i64 %2, i8 zeroext %3, i64 %4) nounwind {
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i8, align 1
  %10 = alloca i64, align 8
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store i8 %3, ptr %9, align 1
  store i64 %4, ptr %10, align 8
  %11 = load ptr, ptr %6, align 8
  %12 = load i64, ptr %7, align 8
  %13 = call ptr @write_32(ptr %11, i64 %12)
  %14 = load i64, ptr %8, align 8
  %15 = call ptr @write_16(ptr %13, i64 %14)
  store ptr %15, ptr %6, align 8
  %16 = load i8, ptr %9, align 1
  %17 = load ptr, ptr %6, align 8
  %18 = getelementptr inbounds nuw i8, ptr %17, i32 1
  store ptr %18, ptr %6, align 8
  store i8 %16, ptr %17, align 1
  %19 = load i64, ptr %10, align 8
  %20 = trunc i64 %19 to i8
  %21 = load ptr, ptr %6, align 8
  %22 = getelementptr inbounds nuw i8, ptr %21, i32 1
  store ptr %22, ptr %6, align 8
  store i8 %20, ptr %21, align 1
  %23 = load ptr, ptr %6, align 8
  ret ptr %23
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

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

define zeroext i1 @write_start(ptr %0, ptr %1, ptr %2, ptr %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i8, align 1
  %11 = alloca i8, align 1
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  %15 = alloca %struct.packet_start, align 8
  %16 = alloca ptr, align 8
  %17 = alloca ptr, align 8
  %18 = alloca ptr, align 8
  %19 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %20 = load ptr, ptr %6, align 8
  %21 = load i64, ptr @FrameBuilder__links, align 8
  %22 = call ptr @get(ptr %20, i64 %21)
  %23 = load ptr, ptr %7, align 8
  %24 = getelementptr inbounds nuw %struct.start, ptr %23, i32 0, i32 3
  %25 = load i64, ptr %24, align 8
  %26 = call ptr @PySequence_GetItem(ptr %22, i64 %25)
  store ptr %26, ptr %9, align 8
  %27 = load ptr, ptr %9, align 8
  %28 = icmp ne ptr %27, null
  br i1 %28, label %29, label %44

29:
  %30 = load ptr, ptr %9, align 8
  %31 = call i64 @bytes_size(ptr %30)
  %32 = icmp eq i64 %31, 14
  br i1 %32, label %33, label %44

33:
  %34 = load ptr, ptr %7, align 8
  %35 = getelementptr inbounds nuw %struct.start, ptr %34, i32 0, i32 0
  %36 = load ptr, ptr %35, align 8
  %37 = icmp ne ptr %36, null
  br i1 %37, label %38, label %44

38:
  %39 = load ptr, ptr %7, align 8
  %40 = getelementptr inbounds nuw %struct.start, ptr %39, i32 0, i32 0
  %41 = load ptr, ptr %40, align 8
  %42 = call i64 @bytes_size(ptr %41)
  %43 = icmp eq i64 %42, 32
  br label %44

44:
  %45 = phi i1 [ false, %33 ], [ false, %29 ], [ false, %4 ], [ %43, %38 ]
  %46 = zext i1 %45 to i8
  store i8 %46, ptr %10, align 1
  %47 = load i8, ptr %10, align 1
  %48 = trunc i8 %47 to i1
  br i1 %48, label %49, label %167

49:
  %50 = load ptr, ptr %6, align 8
  %51 = load i64, ptr @FrameBuilder__ev_split, align 8
  %52 = call ptr @get(ptr %50, i64 %51)
  %53 = load ptr, ptr @the, align 8
  %54 = load i64, ptr @the_sport_high, align 8
  %55 = getelementptr inbounds nuw ptr, ptr %53, i64 %54
  %56 = load ptr, ptr %55, align 8
  %57 = icmp eq ptr %52, %56
  %58 = zext i1 %57 to i8
  store i8 %58, ptr %11, align 1
  %59 = load ptr, ptr %7, align 8
  %60 = getelementptr inbounds nuw %struct.start, ptr %59, i32 0, i32 5
  %61 = load i64, ptr %60, align 8
  %62 = lshr i64 %61, 16
  store i64 %62, ptr %12, align 8
  %63 = load ptr, ptr %7, align 8
  %64 = getelementptr inbounds nuw %struct.start, ptr %63, i32 0, i32 5
  %65 = load i64, ptr %64, align 8
  %66 = and i64 %65, 65535
  store i64 %66, ptr %13, align 8
  %67 = load ptr, ptr %6, align 8
  %68 = load i64, ptr @FrameBuilder__hop_limit, align 8
  %69 = call i64 @get_int(ptr %67, i64 %68)
  store i64 %69, ptr %14, align 8
  %70 = getelementptr inbounds nuw %struct.packet_start, ptr %15, i32 0, i32 0
  %71 = load ptr, ptr %7, align 8
  %72 = getelementptr inbounds nuw %struct.start, ptr %71, i32 0, i32 4
  %73 = load i64, ptr %72, align 8
  %74 = shl i64 %73, 20
  %75 = or i64 1610612736, %74
  %76 = load i8, ptr %11, align 1
  %77 = trunc i8 %76 to i1
  br i1 %77, label %78, label %80

78:
  %79 = load i64, ptr %13, align 8
  br label %82

80:
  %81 = load i64, ptr %12, align 8
  br label %82

82:
  %83 = phi i64 [ %79, %78 ], [ %81, %80 ]
  %84 = or i64 %75, %83
  store i64 %84, ptr %70, align 8
  %85 = getelementptr inbounds nuw %struct.packet_start, ptr %15, i32 0, i32 1
  %86 = load i64, ptr %14, align 8
  store i64 %86, ptr %85, align 8
  %87 = getelementptr inbounds nuw %struct.packet_start, ptr %15, i32 0, i32 2
  %88 = load i8, ptr %11, align 1
  %89 = trunc i8 %88 to i1
  br i1 %89, label %90, label %92

90:
  %91 = load i64, ptr %12, align 8
  br label %94

92:
  %93 = load i64, ptr %13, align 8
  br label %94

94:
  %95 = phi i64 [ %91, %90 ], [ %93, %92 ]
  store i64 %95, ptr %87, align 8
  %96 = getelementptr inbounds nuw %struct.packet_start, ptr %15, i32 0, i32 3
  %97 = load ptr, ptr %6, align 8
  %98 = load i64, ptr @FrameBuilder__dport, align 8
  %99 = call i64 @get_int(ptr %97, i64 %98)
  store i64 %99, ptr %96, align 8
  %100 = getelementptr inbounds nuw %struct.packet_start, ptr %15, i32 0, i32 4
  %101 = load ptr, ptr %7, align 8
  %102 = getelementptr inbounds nuw %struct.start, ptr %101, i32 0, i32 1
  %103 = load ptr, ptr %102, align 8
  store ptr %103, ptr %100, align 8
  %104 = getelementptr inbounds nuw %struct.packet_start, ptr %15, i32 0, i32 5
  %105 = load ptr, ptr %7, align 8
  %106 = getelementptr inbounds nuw %struct.start, ptr %105, i32 0, i32 2
  %107 = load ptr, ptr %106, align 8
  store ptr %107, ptr %104, align 8
  %108 = getelementptr inbounds nuw %struct.packet_start, ptr %15, i32 0, i32 6
  %109 = load ptr, ptr %7, align 8
  %110 = getelementptr inbounds nuw %struct.start, ptr %109, i32 0, i32 6
  %111 = load i64, ptr %110, align 8
  store i64 %111, ptr %108, align 8
  %112 = load ptr, ptr %5, align 8
  %113 = load ptr, ptr %9, align 8
  %114 = call ptr @bytes_of(ptr %113)
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %112, ptr align 1 %114, i64 14, i1 false)
  %115 = load ptr, ptr %5, align 8
  %116 = getelementptr inbounds i8, ptr %115, i64 14
  store ptr %116, ptr %16, align 8
  %117 = load ptr, ptr %16, align 8
  %118 = getelementptr inbounds i8, ptr %117, i64 40
  store ptr %118, ptr %17, align 8
  %119 = load ptr, ptr %17, align 8
  %120 = getelementptr inbounds i8, ptr %119, i64 40
  store ptr %120, ptr %18, align 8
  %121 = load ptr, ptr %16, align 8
  %122 = getelementptr inbounds nuw %struct.packet_start, ptr %15, i32 0, i32 0
  %123 = load i64, ptr %122, align 8
  %124 = load ptr, ptr %7, align 8
  %125 = getelementptr inbounds nuw %struct.start, ptr %124, i32 0, i32 6
  %126 = load i64, ptr %125, align 8
  %127 = add i64 40, %126
  %128 = load i64, ptr %14, align 8
  %129 = call ptr @write_ipv6(ptr %121, i64 %123, i64 %127, i8 zeroext 41, i64 %128)
  %130 = load ptr, ptr %7, align 8
  %131 = getelementptr inbounds nuw %struct.start, ptr %130, i32 0, i32 0
  %132 = load ptr, ptr %131, align 8
  %133 = call ptr @bytes_of(ptr %132)
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %129, ptr align 1 %133, i64 32, i1 false)
  %134 = load ptr, ptr %17, align 8
  %135 = call ptr @write_packet_start(ptr %134, ptr %15)
  store ptr %135, ptr %19, align 8
  %136 = load ptr, ptr %7, align 8
  %137 = getelementptr inbounds nuw %struct.start, ptr %136, i32 0, i32 7
  %138 = load i64, ptr %137, align 8
  %139 = trunc i64 %138 to i8
  %140 = load ptr, ptr %19, align 8
  %141 = getelementptr inbounds nuw i8, ptr %140, i32 1
  store ptr %141, ptr %19, align 8
  store i8 %139, ptr %140, align 1
  %142 = load ptr, ptr %7, align 8
  %143 = getelementptr inbounds nuw %struct.start, ptr %142, i32 0, i32 8
  %144 = load i64, ptr %143, align 8
  %145 = shl i64 %144, 4
  %146 = trunc i64 %145 to i8
  %147 = load ptr, ptr %19, align 8
  %148 = getelementptr inbounds nuw i8, ptr %147, i32 1
  store ptr %148, ptr %19, align 8
  store i8 %146, ptr %147, align 1
  %149 = load ptr, ptr %19, align 8
  %150 = load ptr, ptr %6, align 8
  %151 = load i64, ptr @FrameBuilder_pkey, align 8
  %152 = call i64 @get_int(ptr %150, i64 %151)
  %153 = call ptr @write_16(ptr %149, i64 %152)
  %154 = load ptr, ptr %7, align 8
  %155 = getelementptr inbounds nuw %struct.start, ptr %154, i32 0, i32 9
  %156 = load i64, ptr %155, align 8
  %157 = call ptr @write_32(ptr %153, i64 %156)
  %158 = load ptr, ptr @checksum, align 8
  %159 = load ptr, ptr %17, align 8
  %160 = load ptr, ptr %18, align 8
  %161 = call i32 @masked_sum(ptr %159, ptr %160)
  %162 = load ptr, ptr %18, align 8
  %163 = getelementptr inbounds i8, ptr %162, i64 8
  %164 = getelementptr inbounds i8, ptr %163, i64 5
  %165 = call i32 %158(i32 %161, ptr %164, i32 3)
  %166 = load ptr, ptr %8, align 8
  store i32 %165, ptr %166, align 4
  br label %167

167:
  %168 = load ptr, ptr %9, align 8
  call void @Py_DecRef(ptr %168)
  %169 = load i8, ptr %10, align 1
  %170 = trunc i8 %169 to i1
  br i1 %170, label %171, label %180

171:
  %172 = load ptr, ptr %7, align 8
  %173 = getelementptr inbounds nuw %struct.start, ptr %172, i32 0, i32 4
  %174 = load i64, ptr %173, align 8
  %175 = icmp sge i64 %174, 0
  br i1 %175, label %176, label %180

176:
  %177 = call ptr @PyErr_Occurred()
  %178 = icmp ne ptr %177, null
  %179 = xor i1 %178, true
  br label %180

180:
  %181 = phi i1 [ false, %171 ], [ false, %167 ], [ %179, %176 ]
  ret i1 %181
}

declare ptr @PySequence_GetItem(ptr, i64)

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

declare i32 @masked_sum(ptr, ptr)

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

declare ptr @PyErr_Occurred()

define ptr @outer_of(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  %4 = alloca i8, align 1
  store ptr %0, ptr %3, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr @EvEntry__outer, align 8
  %7 = call ptr @get(ptr %5, i64 %6)
  %8 = call ptr @type_of(ptr %7)
  %9 = load ptr, ptr @the, align 8
  %10 = load i64, ptr @the_bytes, align 8
  %11 = getelementptr inbounds nuw ptr, ptr %9, i64 %10
  %12 = load ptr, ptr %11, align 8
  %13 = icmp eq ptr %8, %12
  br i1 %13, label %14, label %18

14:
  %15 = load ptr, ptr %3, align 8
  %16 = load i64, ptr @EvEntry__outer, align 8
  %17 = call ptr @get(ptr %15, i64 %16)
  store ptr %17, ptr %2, align 8
  br label %36

18:
  %19 = load ptr, ptr %3, align 8
  %20 = load ptr, ptr @the, align 8
  %21 = load i64, ptr @the_outer_addresses, align 8
  %22 = getelementptr inbounds nuw ptr, ptr %20, i64 %21
  %23 = load ptr, ptr %22, align 8
  %24 = call ptr @PyObject_GetAttr(ptr %19, ptr %23)
  %25 = call zeroext i1 @done(ptr %24)
  %26 = zext i1 %25 to i8
  store i8 %26, ptr %4, align 1
  %27 = load i8, ptr %4, align 1
  %28 = trunc i8 %27 to i1
  br i1 %28, label %29, label %33

29:
  %30 = load ptr, ptr %3, align 8
  %31 = load i64, ptr @EvEntry__outer, align 8
  %32 = call ptr @get(ptr %30, i64 %31)
  br label %34

33:
  br label %34

34:
  %35 = phi ptr [ %32, %29 ], [ null, %33 ]
  store ptr %35, ptr %2, align 8
  br label %36

36:
  %37 = load ptr, ptr %2, align 8
  ret ptr %37
}

define internal ptr @type_of(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds ptr, ptr %3, i64 1
  %5 = load ptr, ptr %4, align 8
  ret ptr %5
}

define internal zeroext i1 @done(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = icmp ne ptr %3, null
  br i1 %4, label %5, label %7

5:
  %6 = load ptr, ptr %2, align 8
  call void @Py_DecRef(ptr %6)
  br label %7

7:
  %8 = load ptr, ptr %2, align 8
  %9 = icmp ne ptr %8, null
  ret i1 %9
}

declare ptr @PyObject_GetAttr(ptr, ptr)

define ptr @room_for(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %6 = load i64, ptr %5, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = getelementptr inbounds nuw %struct.leaving, ptr %7, i32 0, i32 1
  %9 = load i64, ptr %8, align 8
  %10 = icmp sle i64 %6, %9
  br i1 %10, label %11, label %18

11:
  %12 = load i64, ptr %5, align 8
  %13 = load ptr, ptr %4, align 8
  %14 = getelementptr inbounds nuw %struct.leaving, ptr %13, i32 0, i32 2
  store i64 %12, ptr %14, align 8
  %15 = load ptr, ptr %4, align 8
  %16 = getelementptr inbounds nuw %struct.leaving, ptr %15, i32 0, i32 0
  %17 = load ptr, ptr %16, align 8
  store ptr %17, ptr %3, align 8
  br label %35

18:
  %19 = load i64, ptr %5, align 8
  %20 = call ptr @PyBytes_FromStringAndSize(ptr null, i64 %19)
  %21 = load ptr, ptr %4, align 8
  %22 = getelementptr inbounds nuw %struct.leaving, ptr %21, i32 0, i32 3
  store ptr %20, ptr %22, align 8
  %23 = load ptr, ptr %4, align 8
  %24 = getelementptr inbounds nuw %struct.leaving, ptr %23, i32 0, i32 3
  %25 = load ptr, ptr %24, align 8
  %26 = icmp ne ptr %25, null
  br i1 %26, label %27, label %32

27:
  %28 = load ptr, ptr %4, align 8
  %29 = getelementptr inbounds nuw %struct.leaving, ptr %28, i32 0, i32 3
  %30 = load ptr, ptr %29, align 8
  %31 = call ptr @bytes_of(ptr %30)
  br label %33

32:
  br label %33

33:
  %34 = phi ptr [ %31, %27 ], [ null, %32 ]
  store ptr %34, ptr %3, align 8
  br label %35

35:
  %36 = load ptr, ptr %3, align 8
  ret ptr %36
}

declare ptr @PyBytes_FromStringAndSize(ptr, i64)

define zeroext i1 @frame_of(ptr %0, ptr %1, i64 %2, ptr %3, i64 %4, ptr %5) nounwind {
  %7 = alloca i1, align 1
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  %13 = alloca ptr, align 8
  %14 = alloca [110 x i8], align 16
  %15 = alloca ptr, align 8
  %16 = alloca i32, align 4
  %17 = alloca i64, align 8
  %18 = alloca i64, align 8
  %19 = alloca %struct.parts, align 8
  %20 = alloca ptr, align 8
  %21 = alloca i32, align 4
  %22 = alloca i8, align 1
  store ptr %0, ptr %8, align 8
  store ptr %1, ptr %9, align 8
  store i64 %2, ptr %10, align 8
  store ptr %3, ptr %11, align 8
  store i64 %4, ptr %12, align 8
  store ptr %5, ptr %13, align 8
  %23 = getelementptr inbounds [110 x i8], ptr %14, i64 0, i64 0
  store ptr %23, ptr %15, align 8
  %24 = load i64, ptr %12, align 8
  %25 = sub i64 0, %24
  %26 = and i64 %25, 3
  store i64 %26, ptr %17, align 8
  %27 = load i64, ptr %10, align 8
  %28 = add i64 16, %27
  %29 = load i64, ptr %12, align 8
  %30 = add i64 %28, %29
  %31 = load i64, ptr %17, align 8
  %32 = add i64 %30, %31
  %33 = add i64 %32, 4
  store i64 %33, ptr %18, align 8
  %34 = getelementptr inbounds nuw %struct.parts, ptr %19, i32 0, i32 0
  store ptr null, ptr %34, align 8
  %35 = getelementptr inbounds nuw %struct.parts, ptr %19, i32 0, i32 1
  %36 = load ptr, ptr %9, align 8
  store ptr %36, ptr %35, align 8
  %37 = getelementptr inbounds nuw %struct.parts, ptr %19, i32 0, i32 2
  %38 = load ptr, ptr %11, align 8
  store ptr %38, ptr %37, align 8
  %39 = getelementptr inbounds nuw %struct.parts, ptr %19, i32 0, i32 3
  store i64 110, ptr %39, align 8
  %40 = getelementptr inbounds nuw %struct.parts, ptr %19, i32 0, i32 4
  %41 = load i64, ptr %10, align 8
  store i64 %41, ptr %40, align 8
  %42 = getelementptr inbounds nuw %struct.parts, ptr %19, i32 0, i32 5
  %43 = load i64, ptr %12, align 8
  store i64 %43, ptr %42, align 8
  store ptr null, ptr %20, align 8
  %44 = load ptr, ptr %8, align 8
  %45 = load i64, ptr %17, align 8
  %46 = load i64, ptr %18, align 8
  %47 = getelementptr inbounds [110 x i8], ptr %14, i64 0, i64 0
  %48 = call zeroext i1 @begin(ptr %44, i64 %45, i64 %46, ptr %47, ptr %16)
  br i1 %48, label %70, label %49

49:
  %50 = load ptr, ptr %8, align 8
  %51 = load i64, ptr %17, align 8
  %52 = load i64, ptr %18, align 8
  %53 = call ptr @beginning(ptr %50, i64 %51, i64 %52)
  store ptr %53, ptr %20, align 8
  %54 = load ptr, ptr %20, align 8
  %55 = icmp ne ptr %54, null
  br i1 %55, label %56, label %63

56:
  %57 = load ptr, ptr %20, align 8
  %58 = load i64, ptr @_Beginning_head, align 8
  %59 = call ptr @get(ptr %57, i64 %58)
  %60 = getelementptr inbounds nuw %struct.parts, ptr %19, i32 0, i32 3
  %61 = call i32 @PyBytes_AsStringAndSize(ptr %59, ptr %15, ptr %60)
  %62 = icmp ne i32 %61, 0
  br i1 %62, label %63, label %65

63:
  %64 = load ptr, ptr %20, align 8
  call void @Py_DecRef(ptr %64)
  store i1 false, ptr %7, align 1
  store i32 1, ptr %21, align 4
  br label %80

65:
  %66 = load ptr, ptr %20, align 8
  %67 = load i64, ptr @_Beginning_running, align 8
  %68 = call i64 @get_int(ptr %66, i64 %67)
  %69 = trunc i64 %68 to i32
  store i32 %69, ptr %16, align 4
  br label %70

70:
  %71 = load ptr, ptr %15, align 8
  %72 = getelementptr inbounds nuw %struct.parts, ptr %19, i32 0, i32 0
  store ptr %71, ptr %72, align 8
  %73 = load i32, ptr %16, align 4
  %74 = load ptr, ptr %13, align 8
  %75 = call zeroext i1 @write_frame(ptr %19, i32 %73, ptr %74)
  %76 = zext i1 %75 to i8
  store i8 %76, ptr %22, align 1
  %77 = load ptr, ptr %20, align 8
  call void @Py_DecRef(ptr %77)
  %78 = load i8, ptr %22, align 1
  %79 = trunc i8 %78 to i1
  store i1 %79, ptr %7, align 1
  store i32 1, ptr %21, align 4
  br label %80

80:
  %81 = load i1, ptr %7, align 1
  ret i1 %81
}

define internal zeroext i1 @begin(ptr %0, i64 %1, i64 %2, ptr %3, ptr %4) nounwind {
  %6 = alloca i1, align 1
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca ptr, align 8
  %15 = alloca ptr, align 8
  %16 = alloca i32, align 4
  %17 = alloca ptr, align 8
  %18 = alloca %struct.start, align 8
  store ptr %0, ptr %7, align 8
  store i64 %1, ptr %8, align 8
  store i64 %2, ptr %9, align 8
  store ptr %3, ptr %10, align 8
  store ptr %4, ptr %11, align 8
  %19 = load ptr, ptr %7, align 8
  %20 = getelementptr inbounds nuw %struct.framing, ptr %19, i32 0, i32 0
  %21 = load ptr, ptr %20, align 8
  store ptr %21, ptr %12, align 8
  %22 = load ptr, ptr %12, align 8
  %23 = load i64, ptr @QpFrames__fast, align 8
  %24 = call ptr @get(ptr %22, i64 %23)
  store ptr %24, ptr %13, align 8
  %25 = load ptr, ptr %12, align 8
  %26 = load i64, ptr @QpFrames__inner, align 8
  %27 = call ptr @get(ptr %25, i64 %26)
  store ptr %27, ptr %14, align 8
  %28 = load ptr, ptr %7, align 8
  %29 = getelementptr inbounds nuw %struct.framing, ptr %28, i32 0, i32 2
  %30 = load i64, ptr %29, align 8
  %31 = call ptr @kind_of(i64 %30)
  store ptr %31, ptr %15, align 8
  %32 = load ptr, ptr %15, align 8
  %33 = icmp ne ptr %32, null
  br i1 %33, label %34, label %38

34:
  %35 = load ptr, ptr %14, align 8
  %36 = call i64 @bytes_size(ptr %35)
  %37 = icmp ne i64 %36, 32
  br i1 %37, label %38, label %39

38:
  store i1 false, ptr %6, align 1
  store i32 1, ptr %16, align 4
  br label %103

39:
  %40 = load ptr, ptr %15, align 8
  %41 = load i64, ptr @PacketType_data, align 8
  %42 = call zeroext i1 @is_true(ptr %40, i64 %41)
  br i1 %42, label %43, label %47

43:
  %44 = load ptr, ptr %12, align 8
  %45 = load i64, ptr @QpFrames__classes, align 8
  %46 = call ptr @get(ptr %44, i64 %45)
  br label %51

47:
  %48 = load ptr, ptr %13, align 8
  %49 = load i64, ptr @FrameBuilder_classes, align 8
  %50 = call ptr @get(ptr %48, i64 %49)
  br label %51

51:
  %52 = phi ptr [ %46, %43 ], [ %50, %47 ]
  store ptr %52, ptr %17, align 8
  %53 = getelementptr inbounds nuw %struct.start, ptr %18, i32 0, i32 0
  %54 = load ptr, ptr %7, align 8
  %55 = getelementptr inbounds nuw %struct.framing, ptr %54, i32 0, i32 1
  %56 = load ptr, ptr %55, align 8
  %57 = call ptr @outer_of(ptr %56)
  store ptr %57, ptr %53, align 8
  %58 = getelementptr inbounds nuw %struct.start, ptr %18, i32 0, i32 1
  %59 = load ptr, ptr %14, align 8
  %60 = call ptr @bytes_of(ptr %59)
  store ptr %60, ptr %58, align 8
  %61 = getelementptr inbounds nuw %struct.start, ptr %18, i32 0, i32 2
  %62 = load ptr, ptr %14, align 8
  %63 = call ptr @bytes_of(ptr %62)
  %64 = getelementptr inbounds i8, ptr %63, i64 16
  store ptr %64, ptr %61, align 8
  %65 = getelementptr inbounds nuw %struct.start, ptr %18, i32 0, i32 3
  %66 = load ptr, ptr %7, align 8
  %67 = getelementptr inbounds nuw %struct.framing, ptr %66, i32 0, i32 1
  %68 = load ptr, ptr %67, align 8
  %69 = load i64, ptr @EvEntry_plane, align 8
  %70 = call i64 @get_int(ptr %68, i64 %69)
  store i64 %70, ptr %65, align 8
  %71 = getelementptr inbounds nuw %struct.start, ptr %18, i32 0, i32 4
  %72 = load ptr, ptr %17, align 8
  %73 = load ptr, ptr %7, align 8
  %74 = getelementptr inbounds nuw %struct.framing, ptr %73, i32 0, i32 2
  %75 = load i64, ptr %74, align 8
  %76 = load ptr, ptr %7, align 8
  %77 = getelementptr inbounds nuw %struct.framing, ptr %76, i32 0, i32 3
  %78 = load i8, ptr %77, align 8
  %79 = trunc i8 %78 to i1
  %80 = call i64 @traffic_class_of(ptr %72, i64 %75, i1 zeroext %79)
  store i64 %80, ptr %71, align 8
  %81 = getelementptr inbounds nuw %struct.start, ptr %18, i32 0, i32 5
  %82 = load ptr, ptr %7, align 8
  %83 = getelementptr inbounds nuw %struct.framing, ptr %82, i32 0, i32 1
  %84 = load ptr, ptr %83, align 8
  %85 = load i64, ptr @EvEntry_entropy, align 8
  %86 = call i64 @get_int(ptr %84, i64 %85)
  store i64 %86, ptr %81, align 8
  %87 = getelementptr inbounds nuw %struct.start, ptr %18, i32 0, i32 6
  %88 = load i64, ptr %9, align 8
  store i64 %88, ptr %87, align 8
  %89 = getelementptr inbounds nuw %struct.start, ptr %18, i32 0, i32 7
  %90 = load ptr, ptr %7, align 8
  %91 = getelementptr inbounds nuw %struct.framing, ptr %90, i32 0, i32 2
  %92 = load i64, ptr %91, align 8
  store i64 %92, ptr %89, align 8
  %93 = getelementptr inbounds nuw %struct.start, ptr %18, i32 0, i32 8
  %94 = load i64, ptr %8, align 8
  store i64 %94, ptr %93, align 8
  %95 = getelementptr inbounds nuw %struct.start, ptr %18, i32 0, i32 9
  %96 = load ptr, ptr %12, align 8
  %97 = load i64, ptr @QpFrames_dest_qpn, align 8
  %98 = call i64 @get_int(ptr %96, i64 %97)
  store i64 %98, ptr %95, align 8
  %99 = load ptr, ptr %10, align 8
  %100 = load ptr, ptr %13, align 8
  %101 = load ptr, ptr %11, align 8
  %102 = call zeroext i1 @write_start(ptr %99, ptr %100, ptr %18, ptr %101)
  store i1 %102, ptr %6, align 1
  store i32 1, ptr %16, align 4
  br label %103

103:
  %104 = load i1, ptr %6, align 1
  ret i1 %104
}

define internal ptr @beginning(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i32, align 4
  %12 = alloca [7 x ptr], align 16
  %13 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %14 = call zeroext i1 @forget()
  br i1 %14, label %16, label %15

15:
  store ptr null, ptr %4, align 8
  br label %113

16:
  %17 = load ptr, ptr %5, align 8
  %18 = getelementptr inbounds nuw %struct.framing, ptr %17, i32 0, i32 1
  %19 = load ptr, ptr %18, align 8
  %20 = load i64, ptr @EvEntry_entropy, align 8
  %21 = call i64 @get_int(ptr %19, i64 %20)
  store i64 %21, ptr %8, align 8
  %22 = load i64, ptr %8, align 8
  %23 = load i64, ptr %7, align 8
  %24 = shl i64 %23, 32
  %25 = or i64 %22, %24
  %26 = load ptr, ptr %5, align 8
  %27 = getelementptr inbounds nuw %struct.framing, ptr %26, i32 0, i32 2
  %28 = load i64, ptr %27, align 8
  %29 = shl i64 %28, 48
  %30 = or i64 %25, %29
  %31 = load i64, ptr %6, align 8
  %32 = shl i64 %31, 56
  %33 = or i64 %30, %32
  %34 = load ptr, ptr %5, align 8
  %35 = getelementptr inbounds nuw %struct.framing, ptr %34, i32 0, i32 3
  %36 = load i8, ptr %35, align 8
  %37 = trunc i8 %36 to i1
  %38 = zext i1 %37 to i64
  %39 = shl i64 %38, 58
  %40 = or i64 %33, %39
  store i64 %40, ptr %9, align 8
  %41 = load ptr, ptr %5, align 8
  %42 = getelementptr inbounds nuw %struct.framing, ptr %41, i32 0, i32 0
  %43 = load ptr, ptr %42, align 8
  %44 = load i64, ptr @QpFrames__begun, align 8
  %45 = call ptr @get(ptr %43, i64 %44)
  %46 = load i64, ptr %9, align 8
  %47 = call ptr @find(ptr %45, i64 %46)
  store ptr %47, ptr %10, align 8
  %48 = load ptr, ptr %10, align 8
  %49 = icmp ne ptr %48, null
  br i1 %49, label %50, label %61

50:
  %51 = load ptr, ptr %10, align 8
  %52 = load i64, ptr @_Beginning_entry, align 8
  %53 = call ptr @get(ptr %51, i64 %52)
  %54 = load ptr, ptr %5, align 8
  %55 = getelementptr inbounds nuw %struct.framing, ptr %54, i32 0, i32 1
  %56 = load ptr, ptr %55, align 8
  %57 = icmp eq ptr %53, %56
  br i1 %57, label %58, label %61

58:
  %59 = load ptr, ptr %10, align 8
  %60 = call ptr @kept(ptr %59)
  store ptr %60, ptr %4, align 8
  store i32 1, ptr %11, align 4
  br label %112

61:
  store ptr null, ptr %12, align 8
  %62 = getelementptr inbounds ptr, ptr %12, i64 1
  %63 = load ptr, ptr %5, align 8
  %64 = getelementptr inbounds nuw %struct.framing, ptr %63, i32 0, i32 0
  %65 = load ptr, ptr %64, align 8
  store ptr %65, ptr %62, align 8
  %66 = getelementptr inbounds ptr, ptr %12, i64 2
  %67 = load ptr, ptr %5, align 8
  %68 = getelementptr inbounds nuw %struct.framing, ptr %67, i32 0, i32 1
  %69 = load ptr, ptr %68, align 8
  store ptr %69, ptr %66, align 8
  %70 = getelementptr inbounds ptr, ptr %12, i64 3
  %71 = load ptr, ptr %5, align 8
  %72 = getelementptr inbounds nuw %struct.framing, ptr %71, i32 0, i32 2
  %73 = load i64, ptr %72, align 8
  %74 = call ptr @integer(i64 %73)
  store ptr %74, ptr %70, align 8
  %75 = getelementptr inbounds ptr, ptr %12, i64 4
  %76 = load ptr, ptr %5, align 8
  %77 = getelementptr inbounds nuw %struct.framing, ptr %76, i32 0, i32 3
  %78 = load i8, ptr %77, align 8
  %79 = trunc i8 %78 to i1
  br i1 %79, label %80, label %85

80:
  %81 = load ptr, ptr @the, align 8
  %82 = load i64, ptr @the_True, align 8
  %83 = getelementptr inbounds nuw ptr, ptr %81, i64 %82
  %84 = load ptr, ptr %83, align 8
  br label %90

85:
  %86 = load ptr, ptr @the, align 8
  %87 = load i64, ptr @the_False, align 8
  %88 = getelementptr inbounds nuw ptr, ptr %86, i64 %87
  %89 = load ptr, ptr %88, align 8
  br label %90

90:
  %91 = phi ptr [ %84, %80 ], [ %89, %85 ]
  store ptr %91, ptr %75, align 8
  %92 = getelementptr inbounds ptr, ptr %12, i64 5
  %93 = load i64, ptr %6, align 8
  %94 = call ptr @integer(i64 %93)
  store ptr %94, ptr %92, align 8
  %95 = getelementptr inbounds ptr, ptr %12, i64 6
  %96 = load i64, ptr %7, align 8
  %97 = call ptr @integer(i64 %96)
  store ptr %97, ptr %95, align 8
  %98 = load ptr, ptr @the, align 8
  %99 = load i64, ptr @the__begin, align 8
  %100 = getelementptr inbounds nuw ptr, ptr %98, i64 %99
  %101 = load ptr, ptr %100, align 8
  %102 = getelementptr inbounds [7 x ptr], ptr %12, i64 0, i64 0
  %103 = getelementptr inbounds ptr, ptr %102, i64 1
  %104 = call ptr @PyObject_VectorcallMethod(ptr %101, ptr %103, i64 -9223372036854775802, ptr null)
  store ptr %104, ptr %13, align 8
  %105 = getelementptr inbounds [7 x ptr], ptr %12, i64 0, i64 3
  %106 = load ptr, ptr %105, align 8
  call void @Py_DecRef(ptr %106)
  %107 = getelementptr inbounds [7 x ptr], ptr %12, i64 0, i64 5
  %108 = load ptr, ptr %107, align 8
  call void @Py_DecRef(ptr %108)
  %109 = getelementptr inbounds [7 x ptr], ptr %12, i64 0, i64 6
  %110 = load ptr, ptr %109, align 16
  call void @Py_DecRef(ptr %110)
  %111 = load ptr, ptr %13, align 8
  store ptr %111, ptr %4, align 8
  store i32 1, ptr %11, align 4
  br label %112

112:
  br label %113

113:
  %114 = load ptr, ptr %4, align 8
  ret ptr %114
}

declare i32 @PyBytes_AsStringAndSize(ptr, ptr, ptr)

define internal zeroext i1 @write_frame(ptr %0, i32 %1, ptr %2) nounwind {
  %4 = alloca i1, align 1
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store i32 %1, ptr %6, align 4
  store ptr %2, ptr %7, align 8
  %13 = load ptr, ptr %5, align 8
  %14 = getelementptr inbounds nuw %struct.parts, ptr %13, i32 0, i32 5
  %15 = load i64, ptr %14, align 8
  %16 = sub i64 0, %15
  %17 = and i64 %16, 3
  store i64 %17, ptr %8, align 8
  %18 = load ptr, ptr %5, align 8
  %19 = getelementptr inbounds nuw %struct.parts, ptr %18, i32 0, i32 4
  %20 = load i64, ptr %19, align 8
  %21 = load ptr, ptr %5, align 8
  %22 = getelementptr inbounds nuw %struct.parts, ptr %21, i32 0, i32 5
  %23 = load i64, ptr %22, align 8
  %24 = add i64 %20, %23
  %25 = load i64, ptr %8, align 8
  %26 = add i64 %24, %25
  store i64 %26, ptr %9, align 8
  %27 = load ptr, ptr %7, align 8
  %28 = load ptr, ptr %5, align 8
  %29 = getelementptr inbounds nuw %struct.parts, ptr %28, i32 0, i32 3
  %30 = load i64, ptr %29, align 8
  %31 = load i64, ptr %9, align 8
  %32 = add i64 %30, %31
  %33 = add i64 %32, 4
  %34 = call ptr @room_for(ptr %27, i64 %33)
  store ptr %34, ptr %10, align 8
  %35 = load ptr, ptr %10, align 8
  %36 = load ptr, ptr %5, align 8
  %37 = getelementptr inbounds nuw %struct.parts, ptr %36, i32 0, i32 3
  %38 = load i64, ptr %37, align 8
  %39 = getelementptr inbounds i8, ptr %35, i64 %38
  store ptr %39, ptr %11, align 8
  %40 = load ptr, ptr %10, align 8
  %41 = icmp ne ptr %40, null
  br i1 %41, label %43, label %42

42:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %12, align 4
  br label %91

43:
  %44 = load ptr, ptr %10, align 8
  %45 = load ptr, ptr %5, align 8
  %46 = getelementptr inbounds nuw %struct.parts, ptr %45, i32 0, i32 0
  %47 = load ptr, ptr %46, align 8
  %48 = load ptr, ptr %5, align 8
  %49 = getelementptr inbounds nuw %struct.parts, ptr %48, i32 0, i32 3
  %50 = load i64, ptr %49, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %44, ptr align 1 %47, i64 %50, i1 false)
  %51 = load ptr, ptr %11, align 8
  %52 = load ptr, ptr %5, align 8
  %53 = getelementptr inbounds nuw %struct.parts, ptr %52, i32 0, i32 1
  %54 = load ptr, ptr %53, align 8
  %55 = load ptr, ptr %5, align 8
  %56 = getelementptr inbounds nuw %struct.parts, ptr %55, i32 0, i32 4
  %57 = load i64, ptr %56, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %51, ptr align 1 %54, i64 %57, i1 false)
  %58 = load ptr, ptr %5, align 8
  %59 = getelementptr inbounds nuw %struct.parts, ptr %58, i32 0, i32 5
  %60 = load i64, ptr %59, align 8
  %61 = icmp ne i64 %60, 0
  br i1 %61, label %62, label %74

62:
  %63 = load ptr, ptr %11, align 8
  %64 = load ptr, ptr %5, align 8
  %65 = getelementptr inbounds nuw %struct.parts, ptr %64, i32 0, i32 4
  %66 = load i64, ptr %65, align 8
  %67 = getelementptr inbounds i8, ptr %63, i64 %66
  %68 = load ptr, ptr %5, align 8
  %69 = getelementptr inbounds nuw %struct.parts, ptr %68, i32 0, i32 2
  %70 = load ptr, ptr %69, align 8
  %71 = load ptr, ptr %5, align 8
  %72 = getelementptr inbounds nuw %struct.parts, ptr %71, i32 0, i32 5
  %73 = load i64, ptr %72, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %67, ptr align 1 %70, i64 %73, i1 false)
  br label %74

74:
  %75 = load ptr, ptr %11, align 8
  %76 = load i64, ptr %9, align 8
  %77 = getelementptr inbounds i8, ptr %75, i64 %76
  %78 = load i64, ptr %8, align 8
  %79 = sub i64 0, %78
  %80 = getelementptr inbounds i8, ptr %77, i64 %79
  %81 = load i64, ptr %8, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %80, i8 0, i64 %81, i1 false)
  %82 = load ptr, ptr %11, align 8
  %83 = load i64, ptr %9, align 8
  %84 = getelementptr inbounds i8, ptr %82, i64 %83
  %85 = load ptr, ptr @checksum, align 8
  %86 = load i32, ptr %6, align 4
  %87 = load ptr, ptr %11, align 8
  %88 = load i64, ptr %9, align 8
  %89 = trunc i64 %88 to i32
  %90 = call i32 %85(i32 %86, ptr %87, i32 %89)
  call void @write_icrc(ptr %84, i32 %90)
  store i1 true, ptr %4, align 1
  store i32 1, ptr %12, align 4
  br label %91

91:
  %92 = load i1, ptr %4, align 1
  ret i1 %92
}

define i64 @draw(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %9 = load i64, ptr %4, align 8
  %10 = call i64 @leading_zeros(i64 %9)
  %11 = sub i64 64, %10
  %12 = call ptr @integer(i64 %11)
  store ptr %12, ptr %5, align 8
  %13 = load ptr, ptr %5, align 8
  %14 = icmp ne ptr %13, null
  br i1 %14, label %15, label %17

15:
  %16 = load i64, ptr %4, align 8
  br label %18

17:
  br label %18

18:
  %19 = phi i64 [ %16, %15 ], [ -1, %17 ]
  store i64 %19, ptr %6, align 8
  br label %20

20:
  %21 = load i64, ptr %6, align 8
  %22 = load i64, ptr %4, align 8
  %23 = icmp sge i64 %21, %22
  br i1 %23, label %24, label %39

24:
  %25 = load ptr, ptr %3, align 8
  %26 = load i64, ptr @the_getrandbits, align 8
  %27 = load ptr, ptr %5, align 8
  %28 = call ptr @method_1(ptr %25, i64 %26, ptr %27)
  store ptr %28, ptr %7, align 8
  %29 = load ptr, ptr %7, align 8
  %30 = icmp ne ptr %29, null
  br i1 %30, label %32, label %31

31:
  store i64 -1, ptr %6, align 8
  store i32 3, ptr %8, align 4
  br label %36

32:
  %33 = load ptr, ptr %7, align 8
  %34 = call i64 @PyLong_AsLong(ptr %33)
  store i64 %34, ptr %6, align 8
  %35 = load ptr, ptr %7, align 8
  call void @Py_DecRef(ptr %35)
  store i32 0, ptr %8, align 4
  br label %36

36:
  %37 = load i32, ptr %8, align 4
  switch i32 %37, label %42 [
    i32 0, label %38
    i32 3, label %39
  ]

38:
  br label %20

39:
  %40 = load ptr, ptr %5, align 8
  call void @Py_DecRef(ptr %40)
  %41 = load i64, ptr %6, align 8
  store i32 1, ptr %8, align 4
  ret i64 %41

42:
  unreachable
}

define internal ptr @integer(i64 %0) alwaysinline nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = call ptr @PyLong_FromLong(i64 %3)
  ret ptr %4
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

define internal ptr @method_1(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca [3 x ptr], align 16
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  store ptr null, ptr %7, align 8
  %8 = getelementptr inbounds ptr, ptr %7, i64 1
  %9 = load ptr, ptr %4, align 8
  store ptr %9, ptr %8, align 8
  %10 = getelementptr inbounds ptr, ptr %7, i64 2
  %11 = load ptr, ptr %6, align 8
  store ptr %11, ptr %10, align 8
  %12 = load ptr, ptr @the, align 8
  %13 = load i64, ptr %5, align 8
  %14 = getelementptr inbounds nuw ptr, ptr %12, i64 %13
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds [3 x ptr], ptr %7, i64 0, i64 0
  %17 = getelementptr inbounds ptr, ptr %16, i64 1
  %18 = call ptr @PyObject_VectorcallMethod(ptr %15, ptr %17, i64 -9223372036854775806, ptr null)
  ret ptr %18
}

declare i64 @PyLong_AsLong(ptr)

define void @shuffle(ptr %0, ptr %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i32, align 4
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %10 = load ptr, ptr %4, align 8
  %11 = call i64 @list_size(ptr %10)
  %12 = sub i64 %11, 1
  store i64 %12, ptr %5, align 8
  br label %13

13:
  %14 = load i64, ptr %5, align 8
  %15 = icmp sgt i64 %14, 0
  br i1 %15, label %17, label %16

16:
  store i32 2, ptr %6, align 4
  br label %48

17:
  %18 = load ptr, ptr %3, align 8
  %19 = load i64, ptr %5, align 8
  %20 = add i64 %19, 1
  %21 = call i64 @draw(ptr %18, i64 %20)
  store i64 %21, ptr %7, align 8
  %22 = load i64, ptr %7, align 8
  %23 = icmp slt i64 %22, 0
  br i1 %23, label %24, label %25

24:
  store i32 1, ptr %6, align 4
  br label %42

25:
  %26 = load ptr, ptr %4, align 8
  %27 = load i64, ptr %5, align 8
  %28 = call ptr @list_item(ptr %26, i64 %27)
  %29 = call ptr @kept(ptr %28)
  store ptr %29, ptr %8, align 8
  %30 = load ptr, ptr %4, align 8
  %31 = load i64, ptr %7, align 8
  %32 = call ptr @list_item(ptr %30, i64 %31)
  %33 = call ptr @kept(ptr %32)
  store ptr %33, ptr %9, align 8
  %34 = load ptr, ptr %4, align 8
  %35 = load i64, ptr %5, align 8
  %36 = load ptr, ptr %9, align 8
  %37 = call i32 @PyList_SetItem(ptr %34, i64 %35, ptr %36)
  %38 = load ptr, ptr %4, align 8
  %39 = load i64, ptr %7, align 8
  %40 = load ptr, ptr %8, align 8
  %41 = call i32 @PyList_SetItem(ptr %38, i64 %39, ptr %40)
  store i32 0, ptr %6, align 4
  br label %42

42:
  %43 = load i32, ptr %6, align 4
  switch i32 %43, label %48 [
    i32 0, label %44
  ]

44:
  br label %45

45:
  %46 = load i64, ptr %5, align 8
  %47 = add i64 %46, -1
  store i64 %47, ptr %5, align 8
  br label %13

48:
  %49 = load i32, ptr %6, align 4
  switch i32 %49, label %51 [
    i32 2, label %50
    i32 1, label %50
  ]

50:
  ret void

51:
  unreachable
}

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

define internal ptr @kept(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  call void @Py_IncRef(ptr %3)
  %4 = load ptr, ptr %2, align 8
  ret ptr %4
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

declare i32 @PyList_SetItem(ptr, i64, ptr)

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

define internal zeroext i1 @is_held_once(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr %3, align 8
  %5 = icmp eq i64 %4, 1
  ret i1 %5
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

declare ptr @PyBytes_AsString(ptr)

declare void @_Py_Dealloc(ptr)

declare ptr @kind_of(i64)

define internal zeroext i1 @is_true(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = load i64, ptr %4, align 8
  %8 = call ptr @get(ptr %6, i64 %7)
  store ptr %8, ptr %5, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = load ptr, ptr @the, align 8
  %11 = load i64, ptr @the_True, align 8
  %12 = getelementptr inbounds nuw ptr, ptr %10, i64 %11
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %9, %13
  br i1 %14, label %31, label %15

15:
  %16 = load ptr, ptr %5, align 8
  %17 = load ptr, ptr @the, align 8
  %18 = load i64, ptr @the_False, align 8
  %19 = getelementptr inbounds nuw ptr, ptr %17, i64 %18
  %20 = load ptr, ptr %19, align 8
  %21 = icmp ne ptr %16, %20
  %22 = zext i1 %21 to i32
  %23 = sext i32 %22 to i64
  %24 = call i64 @llvm.expect.i64(i64 %23, i64 0)
  %25 = icmp ne i64 %24, 0
  br i1 %25, label %26, label %29

26:
  %27 = load ptr, ptr %5, align 8
  %28 = call zeroext i1 @counts_as_true(ptr %27)
  br label %29

29:
  %30 = phi i1 [ false, %15 ], [ %28, %26 ]
  br label %31

31:
  %32 = phi i1 [ true, %2 ], [ %30, %29 ]
  ret i1 %32
}

declare zeroext i1 @counts_as_true(ptr)

define internal zeroext i1 @forget() nounwind {
  %1 = alloca i1, align 1
  %2 = call ptr @PyErr_Occurred()
  %3 = icmp ne ptr %2, null
  br i1 %3, label %4, label %12

4:
  %5 = load ptr, ptr @the, align 8
  %6 = load i64, ptr @the_Exception, align 8
  %7 = getelementptr inbounds nuw ptr, ptr %5, i64 %6
  %8 = load ptr, ptr %7, align 8
  %9 = call i32 @PyErr_ExceptionMatches(ptr %8)
  %10 = icmp ne i32 %9, 0
  br i1 %10, label %12, label %11

11:
  store i1 false, ptr %1, align 1
  br label %13

12:
  call void @PyErr_Clear()
  store i1 true, ptr %1, align 1
  br label %13

13:
  %14 = load i1, ptr %1, align 1
  ret i1 %14
}

declare ptr @PyObject_VectorcallMethod(ptr, ptr, i64, ptr)

declare i32 @PyErr_ExceptionMatches(ptr)

declare void @PyErr_Clear()

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

declare ptr @PyLong_FromLong(i64)

declare i64 @llvm.ctlz.i64(i64, i1)

declare i64 @PyList_Size(ptr)

define internal void @Py_IncRef(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %4 = load ptr, ptr %2, align 8
  store ptr %4, ptr %3, align 8
  %5 = load ptr, ptr %2, align 8
  %6 = icmp ne ptr %5, null
  br i1 %6, label %7, label %15

7:
  %8 = load ptr, ptr %3, align 8
  %9 = load i32, ptr %8, align 4
  %10 = icmp sge i32 %9, 0
  br i1 %10, label %11, label %15

11:
  %12 = load ptr, ptr %3, align 8
  %13 = load i32, ptr %12, align 4
  %14 = add i32 %13, 1
  store i32 %14, ptr %12, align 4
  br label %15

15:
  ret void
}

declare ptr @PyList_GetItem(ptr, i64)
