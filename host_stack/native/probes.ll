; SPDX-License-Identifier: Apache-2.0
; Made of probes.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 3fb9c534113f24670956d84570d04a607c5516584c32afa6963b29209491d105
%struct.leaving = type { ptr, i64, i64, ptr, i64 }
%struct.packet = type { ptr, ptr, ptr, ptr, i64, i64, i64, i64, i64, i8, i8, i8, i8 }
%struct.start = type { ptr, ptr, ptr, i64, i64, i64, i64, i64, i64, i64 }

@Scheduler__answers_waiting = external constant i64, align 8
@Scheduler__answers = external constant i64, align 8
@Scheduler__counters = external constant i64, align 8
@the = external global ptr, align 8
@the_probe_answer_stale = external constant i64, align 8
@EvProber_waiting_paths = external constant i64, align 8
@EvProber__waiting = external constant i64, align 8
@EvProber__next_ns = external constant i64, align 8
@PacketType_opcode = external constant i64, align 8
@Nic_prober = external constant i64, align 8
@EvProber__builder = external constant i64, align 8
@the_FrameBuilder = external constant i64, align 8
@ProbeSchedule__reverse_probes = external constant i64, align 8
@OpenProbe_answered = external constant i64, align 8
@the_probe_reverse = external constant i64, align 8
@the_popleft = external constant i64, align 8
@ProbeSchedule_sent_ns = external constant i64, align 8
@ProbeSchedule__interval_ns = external constant i64, align 8
@ProbeSchedule__reverse = external constant i64, align 8
@the_None = external constant i64, align 8
@ProbeSchedule__prober = external constant i64, align 8
@the_list = external constant i64, align 8
@the_deque = external constant i64, align 8
@the_dict = external constant i64, align 8
@the_tuple = external constant i64, align 8
@the_int = external constant i64, align 8
@long_digit = external constant i64, align 8
@the_popitem = external constant i64, align 8
@the_False = external constant i64, align 8
@_PathProbe_asked = external constant i64, align 8
@EvProber__spacing_ns = external constant i64, align 8
@OpenProbe_given_up = external constant i64, align 8
@OpenProbe_purpose = external constant i64, align 8
@the_purpose_revive = external constant i64, align 8
@OpenProbe_entry = external constant i64, align 8
@EvEntry_state = external constant i64, align 8
@the_assumed_bad = external constant i64, align 8
@_PathProbe_entry = external constant i64, align 8
@_PathProbe_peer = external constant i64, align 8
@EvProber__next_id = external constant i64, align 8
@EvProber__address = external constant i64, align 8
@EvEntry_plane = external constant i64, align 8
@EvEntry_entropy = external constant i64, align 8
@the__request = external constant i64, align 8
@EvProber__open = external constant i64, align 8
@OpenProbe_request_id = external constant i64, align 8
@OpenProbe_sent_ns = external constant i64, align 8
@the_purpose_controller = external constant i64, align 8
@EvEntry_probe_open = external constant i64, align 8
@EvProber__counters = external constant i64, align 8
@the_probe_sent = external constant i64, align 8
@the_bytes = external constant i64, align 8
@FrameBuilder_classes = external constant i64, align 8
@checksum = external global ptr, align 8
@the_Exception = external constant i64, align 8
@the_True = external constant i64, align 8
@Nic__counters = external constant i64, align 8
@the_probe_responses = external constant i64, align 8
@Nic__scheduler = external constant i64, align 8
@EvProber__templates = external constant i64, align 8
@the_PathTemplate = external constant i64, align 8
@PathTemplate_format = external constant i64, align 8
@the_PlaneUplink = external constant i64, align 8
@the_outer = external constant i64, align 8
@the_probe_queue_full = external constant i64, align 8
@Scheduler__patience_ns = external constant i64, align 8
@FrameBuilder__eeth_bits = external constant i64, align 8
@the_bits_3_2 = external constant i64, align 8
@the_probe_answered = external constant i64, align 8
@OpenProbe_answered_ns = external constant i64, align 8
@OpenProbe_answered_port = external constant i64, align 8
@the_purpose_reverse = external constant i64, align 8
@Nic_queue_pairs = external constant i64, align 8
@OpenProbe_qpn = external constant i64, align 8
@QueuePair_probing = external constant i64, align 8
@Nic__timers = external constant i64, align 8
@the_on_answer = external constant i64, align 8
@QueuePair_evs = external constant i64, align 8
@the_arm = external constant i64, align 8
@ReverseEvs__evs = external constant i64, align 8
@EvSet__planes = external constant i64, align 8
@ReverseEvs__doubted = external constant i64, align 8
@ReverseEvs__looked_at = external constant i64, align 8
@the_candidate = external constant i64, align 8
@EvSet__rotation = external constant i64, align 8
@Rotation_closed = external constant i64, align 8
@EvSet_entries = external constant i64, align 8
@ReverseEvs__rng = external constant i64, align 8
@the_denied = external constant i64, align 8
@the_OpenProbe = external constant i64, align 8
@ProbeSchedule__qpn = external constant i64, align 8
@OpenProbe_peer = external constant i64, align 8
@ProbeSchedule__peer = external constant i64, align 8
@the__PathProbe = external constant i64, align 8

define i32 @send_probe_answer(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i64, align 8
  %12 = alloca i32, align 4
  %13 = alloca ptr, align 8
  %14 = alloca ptr, align 8
  %15 = alloca ptr, align 8
  %16 = alloca ptr, align 8
  %17 = alloca i64, align 8
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  %18 = load ptr, ptr %6, align 8
  %19 = load i64, ptr @Scheduler__answers_waiting, align 8
  %20 = call i64 @get_int(ptr %18, i64 %19)
  %21 = icmp ne i64 %20, 0
  br i1 %21, label %27, label %22

22:
  %23 = call ptr @PyErr_Occurred()
  %24 = icmp ne ptr %23, null
  %25 = zext i1 %24 to i64
  %26 = select i1 %24, i32 2, i32 1
  store i32 %26, ptr %5, align 4
  br label %145

27:
  %28 = load ptr, ptr %6, align 8
  %29 = load i64, ptr @Scheduler__answers, align 8
  %30 = call ptr @get(ptr %28, i64 %29)
  store ptr %30, ptr %10, align 8
  store i64 0, ptr %11, align 8
  br label %31

31:
  %32 = load i64, ptr %11, align 8
  %33 = load ptr, ptr %10, align 8
  %34 = call i64 @list_size(ptr %33)
  %35 = icmp slt i64 %32, %34
  br i1 %35, label %37, label %36

36:
  store i32 2, ptr %12, align 4
  br label %137

37:
  %38 = load ptr, ptr %10, align 8
  %39 = load i64, ptr %11, align 8
  %40 = call ptr @list_item(ptr %38, i64 %39)
  store ptr %40, ptr %13, align 8
  br label %41

41:
  %42 = load i64, ptr %7, align 8
  %43 = load i64, ptr %11, align 8
  %44 = ashr i64 %42, %43
  %45 = and i64 %44, 1
  %46 = icmp ne i64 %45, 0
  br i1 %46, label %47, label %51

47:
  %48 = load ptr, ptr %13, align 8
  %49 = call i64 @size_of(ptr %48)
  %50 = icmp sgt i64 %49, 0
  br label %51

51:
  %52 = phi i1 [ false, %41 ], [ %50, %47 ]
  br i1 %52, label %53, label %130

53:
  %54 = load ptr, ptr %13, align 8
  %55 = call ptr @list_item(ptr %54, i64 0)
  %56 = call ptr @kept(ptr %55)
  store ptr %56, ptr %14, align 8
  %57 = load ptr, ptr %14, align 8
  %58 = icmp ne ptr %57, null
  br i1 %58, label %59, label %62

59:
  %60 = load ptr, ptr %14, align 8
  %61 = call ptr @tuple_item(ptr %60, i64 0)
  br label %63

62:
  br label %63

63:
  %64 = phi ptr [ %61, %59 ], [ null, %62 ]
  store ptr %64, ptr %15, align 8
  %65 = load ptr, ptr %15, align 8
  %66 = icmp ne ptr %65, null
  br i1 %66, label %67, label %70

67:
  %68 = load ptr, ptr %14, align 8
  %69 = call ptr @tuple_item(ptr %68, i64 1)
  br label %71

70:
  br label %71

71:
  %72 = phi ptr [ %69, %67 ], [ null, %70 ]
  store ptr %72, ptr %16, align 8
  %73 = load ptr, ptr %16, align 8
  %74 = icmp ne ptr %73, null
  br i1 %74, label %75, label %78

75:
  %76 = load ptr, ptr %15, align 8
  %77 = call i64 @value_of(ptr %76)
  br label %79

78:
  br label %79

79:
  %80 = phi i64 [ %77, %75 ], [ -1, %78 ]
  store i64 %80, ptr %17, align 8
  %81 = load ptr, ptr %6, align 8
  %82 = load i64, ptr @Scheduler__answers_waiting, align 8
  call void @add(ptr %81, i64 %82, i64 -1)
  %83 = load ptr, ptr %14, align 8
  %84 = icmp ne ptr %83, null
  br i1 %84, label %85, label %90

85:
  %86 = load ptr, ptr %13, align 8
  %87 = call i32 @PyList_SetSlice(ptr %86, i64 0, i64 1, ptr null)
  %88 = icmp ne i32 %87, 0
  br i1 %88, label %89, label %90

89:
  store ptr null, ptr %16, align 8
  br label %90

90:
  %91 = load ptr, ptr %16, align 8
  %92 = icmp ne ptr %91, null
  br i1 %92, label %93, label %105

93:
  %94 = load i64, ptr %8, align 8
  %95 = load i64, ptr %17, align 8
  %96 = icmp sle i64 %94, %95
  br i1 %96, label %97, label %105

97:
  %98 = load i64, ptr %11, align 8
  %99 = load ptr, ptr %9, align 8
  %100 = getelementptr inbounds nuw %struct.leaving, ptr %99, i32 0, i32 4
  store i64 %98, ptr %100, align 8
  %101 = load ptr, ptr %16, align 8
  %102 = call ptr @kept(ptr %101)
  %103 = load ptr, ptr %9, align 8
  %104 = getelementptr inbounds nuw %struct.leaving, ptr %103, i32 0, i32 3
  store ptr %102, ptr %104, align 8
  br label %105

105:
  %106 = load ptr, ptr %14, align 8
  call void @Py_DecRef(ptr %106)
  %107 = load ptr, ptr %16, align 8
  %108 = icmp ne ptr %107, null
  br i1 %108, label %109, label %112

109:
  %110 = call ptr @PyErr_Occurred()
  %111 = icmp ne ptr %110, null
  br i1 %111, label %112, label %113

112:
  store i32 2, ptr %5, align 4
  store i32 1, ptr %12, align 4
  br label %127

113:
  %114 = load ptr, ptr %9, align 8
  %115 = getelementptr inbounds nuw %struct.leaving, ptr %114, i32 0, i32 3
  %116 = load ptr, ptr %115, align 8
  %117 = icmp ne ptr %116, null
  br i1 %117, label %118, label %119

118:
  store i32 1, ptr %5, align 4
  store i32 1, ptr %12, align 4
  br label %127

119:
  %120 = load ptr, ptr %6, align 8
  %121 = load i64, ptr @Scheduler__counters, align 8
  %122 = call ptr @get(ptr %120, i64 %121)
  %123 = load ptr, ptr @the, align 8
  %124 = load i64, ptr @the_probe_answer_stale, align 8
  %125 = getelementptr inbounds nuw ptr, ptr %123, i64 %124
  %126 = load ptr, ptr %125, align 8
  call void @count(ptr %122, ptr %126)
  store i32 0, ptr %12, align 4
  br label %127

127:
  %128 = load i32, ptr %12, align 4
  switch i32 %128, label %131 [
    i32 0, label %129
  ]

129:
  br label %41

130:
  store i32 0, ptr %12, align 4
  br label %131

131:
  %132 = load i32, ptr %12, align 4
  switch i32 %132, label %137 [
    i32 0, label %133
  ]

133:
  br label %134

134:
  %135 = load i64, ptr %11, align 8
  %136 = add i64 %135, 1
  store i64 %136, ptr %11, align 8
  br label %31

137:
  %138 = load i32, ptr %12, align 4
  switch i32 %138, label %144 [
    i32 2, label %139
  ]

139:
  %140 = call ptr @PyErr_Occurred()
  %141 = icmp ne ptr %140, null
  %142 = zext i1 %141 to i64
  %143 = select i1 %141, i32 2, i32 1
  store i32 %143, ptr %5, align 4
  store i32 1, ptr %12, align 4
  br label %144

144:
  br label %145

145:
  %146 = load i32, ptr %5, align 4
  ret i32 %146
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

declare ptr @PyErr_Occurred()

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

define internal i64 @size_of(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr @the_deque, align 8
  %5 = call zeroext i1 @is_a(ptr %3, i64 %4)
  br i1 %5, label %10, label %6

6:
  %7 = load ptr, ptr %2, align 8
  %8 = load i64, ptr @the_dict, align 8
  %9 = call zeroext i1 @is_a(ptr %7, i64 %8)
  br i1 %9, label %10, label %13

10:
  %11 = load ptr, ptr %2, align 8
  %12 = call i64 @word_of(ptr %11, i64 2)
  br label %16

13:
  %14 = load ptr, ptr %2, align 8
  %15 = call i64 @PyObject_Size(ptr %14)
  br label %16

16:
  %17 = phi i64 [ %12, %10 ], [ %15, %13 ]
  ret i64 %17
}

define internal ptr @kept(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  call void @Py_IncRef(ptr %3)
  %4 = load ptr, ptr %2, align 8
  ret ptr %4
}

define internal ptr @tuple_item(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = load i64, ptr @the_tuple, align 8
  %8 = call zeroext i1 @is_a(ptr %6, i64 %7)
  br i1 %8, label %9, label %23

9:
  %10 = load i64, ptr %5, align 8
  %11 = icmp sge i64 %10, 0
  br i1 %11, label %12, label %23

12:
  %13 = load i64, ptr %5, align 8
  %14 = load ptr, ptr %4, align 8
  %15 = call i64 @word_of(ptr %14, i64 2)
  %16 = icmp slt i64 %13, %15
  br i1 %16, label %17, label %23

17:
  %18 = load ptr, ptr %4, align 8
  %19 = load i64, ptr %5, align 8
  %20 = add i64 3, %19
  %21 = getelementptr inbounds ptr, ptr %18, i64 %20
  %22 = load ptr, ptr %21, align 8
  store ptr %22, ptr %3, align 8
  br label %27

23:
  %24 = load ptr, ptr %4, align 8
  %25 = load i64, ptr %5, align 8
  %26 = call ptr @PyTuple_GetItem(ptr %24, i64 %25)
  store ptr %26, ptr %3, align 8
  br label %27

27:
  %28 = load ptr, ptr %3, align 8
  ret ptr %28
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

define internal void @add(ptr %0, i64 %1, i64 %2) alwaysinline nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load i64, ptr %5, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = load i64, ptr %5, align 8
  %11 = call i64 @get_int(ptr %9, i64 %10)
  %12 = load i64, ptr %6, align 8
  %13 = add i64 %11, %12
  call void @put_int(ptr %7, i64 %8, i64 %13)
  ret void
}

declare i32 @PyList_SetSlice(ptr, i64, i64, ptr)

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

define internal void @count(ptr %0, ptr %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %9 = load ptr, ptr %3, align 8
  %10 = load ptr, ptr %4, align 8
  %11 = call ptr @PyDict_GetItemWithError(ptr %9, ptr %10)
  store ptr %11, ptr %5, align 8
  %12 = load ptr, ptr %5, align 8
  %13 = icmp ne ptr %12, null
  br i1 %13, label %14, label %17

14:
  %15 = load ptr, ptr %5, align 8
  %16 = call i64 @value_of(ptr %15)
  br label %18

17:
  br label %18

18:
  %19 = phi i64 [ %16, %14 ], [ 0, %17 ]
  %20 = add i64 %19, 1
  store i64 %20, ptr %6, align 8
  %21 = load ptr, ptr %5, align 8
  %22 = icmp ne ptr %21, null
  br i1 %22, label %23, label %28

23:
  %24 = load ptr, ptr %5, align 8
  %25 = load i64, ptr %6, align 8
  %26 = call zeroext i1 @rewrite(ptr %24, i64 %25)
  br i1 %26, label %27, label %28

27:
  store i32 1, ptr %7, align 4
  br label %40

28:
  %29 = load i64, ptr %6, align 8
  %30 = call ptr @integer(i64 %29)
  store ptr %30, ptr %8, align 8
  %31 = load ptr, ptr %8, align 8
  %32 = icmp ne ptr %31, null
  br i1 %32, label %33, label %39

33:
  %34 = load ptr, ptr %3, align 8
  %35 = load ptr, ptr %4, align 8
  %36 = load ptr, ptr %8, align 8
  %37 = call i32 @PyDict_SetItem(ptr %34, ptr %35, ptr %36)
  %38 = load ptr, ptr %8, align 8
  call void @Py_DecRef(ptr %38)
  br label %39

39:
  store i32 0, ptr %7, align 4
  br label %40

40:
  %41 = load i32, ptr %7, align 4
  switch i32 %41, label %43 [
    i32 0, label %42
    i32 1, label %42
  ]

42:
  ret void

43:
  unreachable
}

define i32 @send_probe(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  %13 = alloca i32, align 4
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  %14 = load ptr, ptr %6, align 8
  %15 = load i64, ptr @EvProber_waiting_paths, align 8
  %16 = call i64 @get_int(ptr %14, i64 %15)
  %17 = icmp ne i64 %16, 0
  br i1 %17, label %23, label %18

18:
  %19 = call ptr @PyErr_Occurred()
  %20 = icmp ne ptr %19, null
  %21 = zext i1 %20 to i64
  %22 = select i1 %20, i32 2, i32 1
  store i32 %22, ptr %5, align 4
  br label %82

23:
  %24 = load ptr, ptr %6, align 8
  %25 = load i64, ptr @EvProber__waiting, align 8
  %26 = call ptr @get(ptr %24, i64 %25)
  store ptr %26, ptr %10, align 8
  %27 = load ptr, ptr %6, align 8
  %28 = load i64, ptr @EvProber__next_ns, align 8
  %29 = call ptr @get(ptr %27, i64 %28)
  store ptr %29, ptr %11, align 8
  store i64 0, ptr %12, align 8
  br label %30

30:
  %31 = load i64, ptr %12, align 8
  %32 = load ptr, ptr %10, align 8
  %33 = call i64 @tuple_size(ptr %32)
  %34 = icmp slt i64 %31, %33
  br i1 %34, label %36, label %35

35:
  store i32 2, ptr %13, align 4
  br label %74

36:
  %37 = load i64, ptr %7, align 8
  %38 = load i64, ptr %12, align 8
  %39 = ashr i64 %37, %38
  %40 = and i64 %39, 1
  %41 = icmp ne i64 %40, 0
  br i1 %41, label %42, label %49

42:
  %43 = load ptr, ptr %11, align 8
  %44 = load i64, ptr %12, align 8
  %45 = call ptr @list_item(ptr %43, i64 %44)
  %46 = call i64 @value_of(ptr %45)
  %47 = load i64, ptr %8, align 8
  %48 = icmp sgt i64 %46, %47
  br i1 %48, label %49, label %50

49:
  br label %71

50:
  %51 = load ptr, ptr %6, align 8
  %52 = load ptr, ptr %10, align 8
  %53 = load i64, ptr %12, align 8
  %54 = call ptr @tuple_item(ptr %52, i64 %53)
  %55 = load i64, ptr %12, align 8
  %56 = load i64, ptr %8, align 8
  %57 = load ptr, ptr %9, align 8
  %58 = getelementptr inbounds nuw %struct.leaving, ptr %57, i32 0, i32 3
  %59 = call zeroext i1 @first_wanted(ptr %51, ptr %54, i64 %55, i64 %56, ptr %58)
  br i1 %59, label %61, label %60

60:
  store i32 2, ptr %5, align 4
  store i32 1, ptr %13, align 4
  br label %74

61:
  %62 = load ptr, ptr %9, align 8
  %63 = getelementptr inbounds nuw %struct.leaving, ptr %62, i32 0, i32 3
  %64 = load ptr, ptr %63, align 8
  %65 = icmp ne ptr %64, null
  br i1 %65, label %66, label %70

66:
  %67 = load i64, ptr %12, align 8
  %68 = load ptr, ptr %9, align 8
  %69 = getelementptr inbounds nuw %struct.leaving, ptr %68, i32 0, i32 4
  store i64 %67, ptr %69, align 8
  store i32 1, ptr %5, align 4
  store i32 1, ptr %13, align 4
  br label %74

70:
  br label %71

71:
  %72 = load i64, ptr %12, align 8
  %73 = add i64 %72, 1
  store i64 %73, ptr %12, align 8
  br label %30

74:
  %75 = load i32, ptr %13, align 4
  switch i32 %75, label %81 [
    i32 2, label %76
  ]

76:
  %77 = call ptr @PyErr_Occurred()
  %78 = icmp ne ptr %77, null
  %79 = zext i1 %78 to i64
  %80 = select i1 %78, i32 2, i32 1
  store i32 %80, ptr %5, align 4
  store i32 1, ptr %13, align 4
  br label %81

81:
  br label %82

82:
  %83 = load i32, ptr %5, align 4
  ret i32 %83
}

define internal i64 @tuple_size(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr @the_tuple, align 8
  %5 = call zeroext i1 @is_a(ptr %3, i64 %4)
  br i1 %5, label %6, label %9

6:
  %7 = load ptr, ptr %2, align 8
  %8 = call i64 @word_of(ptr %7, i64 2)
  br label %12

9:
  %10 = load ptr, ptr %2, align 8
  %11 = call i64 @PyTuple_Size(ptr %10)
  br label %12

12:
  %13 = phi i64 [ %8, %6 ], [ %11, %9 ]
  ret i64 %13
}

define internal zeroext i1 @first_wanted(ptr %0, ptr %1, i64 %2, i64 %3, ptr %4) nounwind {
  %6 = alloca i1, align 1
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca ptr, align 8
  %15 = alloca i8, align 1
  %16 = alloca i8, align 1
  %17 = alloca ptr, align 8
  %18 = alloca i32, align 4
  store ptr %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store i64 %2, ptr %9, align 8
  store i64 %3, ptr %10, align 8
  store ptr %4, ptr %11, align 8
  br label %19

19:
  %20 = load ptr, ptr %11, align 8
  %21 = load ptr, ptr %20, align 8
  %22 = icmp ne ptr %21, null
  br i1 %22, label %27, label %23

23:
  %24 = load ptr, ptr %8, align 8
  %25 = call i64 @dict_size(ptr %24)
  %26 = icmp sgt i64 %25, 0
  br label %27

27:
  %28 = phi i1 [ false, %19 ], [ %26, %23 ]
  br i1 %28, label %29, label %126

29:
  %30 = load ptr, ptr %8, align 8
  %31 = load i64, ptr @the_popitem, align 8
  %32 = load ptr, ptr @the, align 8
  %33 = load i64, ptr @the_False, align 8
  %34 = getelementptr inbounds nuw ptr, ptr %32, i64 %33
  %35 = load ptr, ptr %34, align 8
  %36 = call ptr @method_1(ptr %30, i64 %31, ptr %35)
  store ptr %36, ptr %12, align 8
  %37 = load ptr, ptr %12, align 8
  %38 = icmp ne ptr %37, null
  br i1 %38, label %39, label %42

39:
  %40 = load ptr, ptr %12, align 8
  %41 = call ptr @tuple_item(ptr %40, i64 1)
  br label %43

42:
  br label %43

43:
  %44 = phi ptr [ %41, %39 ], [ null, %42 ]
  store ptr %44, ptr %13, align 8
  %45 = load ptr, ptr %7, align 8
  %46 = load i64, ptr @EvProber_waiting_paths, align 8
  call void @add(ptr %45, i64 %46, i64 -1)
  %47 = load ptr, ptr %13, align 8
  %48 = icmp ne ptr %47, null
  br i1 %48, label %49, label %54

49:
  %50 = load ptr, ptr %13, align 8
  %51 = load i64, ptr @_PathProbe_asked, align 8
  %52 = call ptr @get(ptr %50, i64 %51)
  %53 = call ptr @who_wants(ptr %52)
  br label %55

54:
  br label %55

55:
  %56 = phi ptr [ %53, %49 ], [ null, %54 ]
  store ptr %56, ptr %14, align 8
  %57 = load ptr, ptr %14, align 8
  %58 = icmp ne ptr %57, null
  br i1 %58, label %59, label %63

59:
  %60 = load ptr, ptr %14, align 8
  %61 = call i64 @list_size(ptr %60)
  %62 = icmp ne i64 %61, 0
  br label %63

63:
  %64 = phi i1 [ false, %55 ], [ %62, %59 ]
  %65 = zext i1 %64 to i8
  store i8 %65, ptr %15, align 1
  %66 = load ptr, ptr %14, align 8
  %67 = icmp ne ptr %66, null
  %68 = zext i1 %67 to i8
  store i8 %68, ptr %16, align 1
  %69 = load i8, ptr %16, align 1
  %70 = trunc i8 %69 to i1
  br i1 %70, label %71, label %75

71:
  %72 = load ptr, ptr %13, align 8
  %73 = load i64, ptr @_PathProbe_asked, align 8
  %74 = load ptr, ptr %14, align 8
  call void @put(ptr %72, i64 %73, ptr %74)
  br label %75

75:
  %76 = load i8, ptr %15, align 1
  %77 = trunc i8 %76 to i1
  br i1 %77, label %78, label %117

78:
  %79 = load ptr, ptr %7, align 8
  %80 = load i64, ptr @EvProber__spacing_ns, align 8
  %81 = call ptr @get(ptr %79, i64 %80)
  %82 = load i64, ptr %9, align 8
  %83 = call ptr @tuple_item(ptr %81, i64 %82)
  store ptr %83, ptr %17, align 8
  %84 = load ptr, ptr %17, align 8
  %85 = icmp ne ptr %84, null
  br i1 %85, label %86, label %99

86:
  %87 = load ptr, ptr %7, align 8
  %88 = load i64, ptr @EvProber__next_ns, align 8
  %89 = call ptr @get(ptr %87, i64 %88)
  %90 = load i64, ptr %9, align 8
  %91 = load i64, ptr %10, align 8
  %92 = load ptr, ptr %17, align 8
  %93 = call i64 @value_of(ptr %92)
  %94 = add i64 %91, %93
  %95 = call ptr @integer(i64 %94)
  %96 = call i32 @PyList_SetItem(ptr %89, i64 %90, ptr %95)
  %97 = icmp ne i32 %96, 0
  %98 = xor i1 %97, true
  br label %99

99:
  %100 = phi i1 [ false, %78 ], [ %98, %86 ]
  %101 = zext i1 %100 to i8
  store i8 %101, ptr %16, align 1
  %102 = load i8, ptr %16, align 1
  %103 = trunc i8 %102 to i1
  br i1 %103, label %104, label %109

104:
  %105 = load ptr, ptr %7, align 8
  %106 = load ptr, ptr %13, align 8
  %107 = load i64, ptr %10, align 8
  %108 = call ptr @request(ptr %105, ptr %106, i64 %107)
  br label %110

109:
  br label %110

110:
  %111 = phi ptr [ %108, %104 ], [ null, %109 ]
  %112 = load ptr, ptr %11, align 8
  store ptr %111, ptr %112, align 8
  %113 = load ptr, ptr %11, align 8
  %114 = load ptr, ptr %113, align 8
  %115 = icmp ne ptr %114, null
  %116 = zext i1 %115 to i8
  store i8 %116, ptr %16, align 1
  br label %117

117:
  %118 = load ptr, ptr %12, align 8
  call void @Py_DecRef(ptr %118)
  %119 = load i8, ptr %16, align 1
  %120 = trunc i8 %119 to i1
  br i1 %120, label %122, label %121

121:
  store i1 false, ptr %6, align 1
  store i32 1, ptr %18, align 4
  br label %123

122:
  store i32 0, ptr %18, align 4
  br label %123

123:
  %124 = load i32, ptr %18, align 4
  switch i32 %124, label %132 [
    i32 0, label %125
    i32 1, label %130
  ]

125:
  br label %19

126:
  %127 = call ptr @PyErr_Occurred()
  %128 = icmp ne ptr %127, null
  %129 = xor i1 %128, true
  store i1 %129, ptr %6, align 1
  br label %130

130:
  %131 = load i1, ptr %6, align 1
  ret i1 %131

132:
  unreachable
}

define i64 @next_probe_ns(ptr %0, i64 %1) nounwind {
  %3 = alloca i64, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %11 = load ptr, ptr %4, align 8
  %12 = load i64, ptr @EvProber_waiting_paths, align 8
  %13 = call i64 @get_int(ptr %11, i64 %12)
  %14 = icmp ne i64 %13, 0
  br i1 %14, label %16, label %15

15:
  store i64 -1, ptr %3, align 8
  br label %58

16:
  %17 = load ptr, ptr %4, align 8
  %18 = load i64, ptr @EvProber__waiting, align 8
  %19 = call ptr @get(ptr %17, i64 %18)
  store ptr %19, ptr %6, align 8
  %20 = load ptr, ptr %4, align 8
  %21 = load i64, ptr @EvProber__next_ns, align 8
  %22 = call ptr @get(ptr %20, i64 %21)
  store ptr %22, ptr %7, align 8
  store i64 -1, ptr %8, align 8
  store i64 0, ptr %9, align 8
  br label %23

23:
  %24 = load i64, ptr %9, align 8
  %25 = load ptr, ptr %6, align 8
  %26 = call i64 @tuple_size(ptr %25)
  %27 = icmp slt i64 %24, %26
  br i1 %27, label %29, label %28

28:
  br label %56

29:
  %30 = load ptr, ptr %7, align 8
  %31 = load i64, ptr %9, align 8
  %32 = call ptr @list_item(ptr %30, i64 %31)
  %33 = call i64 @value_of(ptr %32)
  store i64 %33, ptr %10, align 8
  %34 = load i64, ptr %10, align 8
  %35 = load i64, ptr %5, align 8
  %36 = icmp sgt i64 %34, %35
  br i1 %36, label %37, label %52

37:
  %38 = load i64, ptr %8, align 8
  %39 = icmp slt i64 %38, 0
  br i1 %39, label %44, label %40

40:
  %41 = load i64, ptr %10, align 8
  %42 = load i64, ptr %8, align 8
  %43 = icmp slt i64 %41, %42
  br i1 %43, label %44, label %52

44:
  %45 = load ptr, ptr %6, align 8
  %46 = load i64, ptr %9, align 8
  %47 = call ptr @tuple_item(ptr %45, i64 %46)
  %48 = call i64 @dict_size(ptr %47)
  %49 = icmp sgt i64 %48, 0
  br i1 %49, label %50, label %52

50:
  %51 = load i64, ptr %10, align 8
  store i64 %51, ptr %8, align 8
  br label %52

52:
  br label %53

53:
  %54 = load i64, ptr %9, align 8
  %55 = add i64 %54, 1
  store i64 %55, ptr %9, align 8
  br label %23

56:
  %57 = load i64, ptr %8, align 8
  store i64 %57, ptr %3, align 8
  br label %58

58:
  %59 = load i64, ptr %3, align 8
  ret i64 %59
}

define internal i64 @dict_size(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr @the_dict, align 8
  %5 = call zeroext i1 @is_a(ptr %3, i64 %4)
  br i1 %5, label %6, label %9

6:
  %7 = load ptr, ptr %2, align 8
  %8 = call i64 @word_of(ptr %7, i64 2)
  br label %12

9:
  %10 = load ptr, ptr %2, align 8
  %11 = call i64 @PyDict_Size(ptr %10)
  br label %12

12:
  %13 = phi i64 [ %8, %6 ], [ %11, %9 ]
  ret i64 %13
}

define i32 @receive_endpoint(ptr %0, ptr %1, i64 %2, i64 %3) nounwind {
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca i32, align 4
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  %15 = load ptr, ptr %7, align 8
  %16 = getelementptr inbounds nuw %struct.packet, ptr %15, i32 0, i32 0
  %17 = load ptr, ptr %16, align 8
  %18 = load i64, ptr @PacketType_opcode, align 8
  %19 = call i64 @get_int(ptr %17, i64 %18)
  store i64 %19, ptr %10, align 8
  %20 = load ptr, ptr %7, align 8
  %21 = getelementptr inbounds nuw %struct.packet, ptr %20, i32 0, i32 8
  %22 = load i64, ptr %21, align 8
  %23 = sub i64 %22, 114
  store i64 %23, ptr %11, align 8
  %24 = load ptr, ptr %7, align 8
  %25 = getelementptr inbounds nuw %struct.packet, ptr %24, i32 0, i32 2
  %26 = load ptr, ptr %25, align 8
  %27 = getelementptr inbounds i8, ptr %26, i64 114
  store ptr %27, ptr %12, align 8
  %28 = load ptr, ptr %6, align 8
  %29 = load i64, ptr @Nic_prober, align 8
  %30 = call ptr @get(ptr %28, i64 %29)
  store ptr %30, ptr %13, align 8
  %31 = load ptr, ptr %7, align 8
  %32 = getelementptr inbounds nuw %struct.packet, ptr %31, i32 0, i32 6
  %33 = load i64, ptr %32, align 8
  %34 = icmp ne i64 %33, 0
  br i1 %34, label %45, label %35

35:
  %36 = load ptr, ptr %13, align 8
  %37 = load i64, ptr @EvProber__builder, align 8
  %38 = call ptr @get(ptr %36, i64 %37)
  %39 = call ptr @type_of(ptr %38)
  %40 = load ptr, ptr @the, align 8
  %41 = load i64, ptr @the_FrameBuilder, align 8
  %42 = getelementptr inbounds nuw ptr, ptr %40, i64 %41
  %43 = load ptr, ptr %42, align 8
  %44 = icmp ne ptr %39, %43
  br i1 %44, label %45, label %46

45:
  store i32 0, ptr %5, align 4
  store i32 1, ptr %14, align 4
  br label %85

46:
  %47 = load i64, ptr %10, align 8
  %48 = icmp eq i64 %47, 216
  br i1 %48, label %49, label %64

49:
  %50 = load i64, ptr %11, align 8
  %51 = icmp eq i64 %50, 16
  br i1 %51, label %52, label %64

52:
  %53 = load ptr, ptr %12, align 8
  %54 = getelementptr inbounds i8, ptr %53, i64 1
  %55 = load i8, ptr %54, align 1
  %56 = zext i8 %55 to i32
  %57 = and i32 %56, 3
  %58 = icmp eq i32 %57, 1
  br i1 %58, label %59, label %64

59:
  %60 = load ptr, ptr %6, align 8
  %61 = load ptr, ptr %7, align 8
  %62 = load i64, ptr %9, align 8
  %63 = call i32 @receive_request(ptr %60, ptr %61, i64 %62)
  store i32 %63, ptr %5, align 4
  store i32 1, ptr %14, align 4
  br label %85

64:
  %65 = load i64, ptr %10, align 8
  %66 = icmp eq i64 %65, 217
  br i1 %66, label %67, label %84

67:
  %68 = load i64, ptr %11, align 8
  %69 = icmp eq i64 %68, 36
  br i1 %69, label %70, label %84

70:
  %71 = load ptr, ptr %12, align 8
  %72 = call i64 @read_16(ptr %71)
  %73 = load ptr, ptr %13, align 8
  %74 = call i64 @op_shift(ptr %73)
  %75 = lshr i64 %72, %74
  %76 = and i64 %75, 3
  %77 = icmp eq i64 %76, 1
  br i1 %77, label %78, label %84

78:
  %79 = load ptr, ptr %6, align 8
  %80 = load ptr, ptr %7, align 8
  %81 = load i64, ptr %8, align 8
  %82 = load i64, ptr %9, align 8
  %83 = call i32 @receive_response(ptr %79, ptr %80, i64 %81, i64 %82)
  store i32 %83, ptr %5, align 4
  store i32 1, ptr %14, align 4
  br label %85

84:
  store i32 0, ptr %5, align 4
  store i32 1, ptr %14, align 4
  br label %85

85:
  %86 = load i32, ptr %5, align 4
  ret i32 %86
}

define internal ptr @type_of(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds ptr, ptr %3, i64 1
  %5 = load ptr, ptr %4, align 8
  ret ptr %5
}

define internal i32 @receive_request(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca i32, align 4
  %11 = alloca ptr, align 8
  %12 = alloca i8, align 1
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %13 = load ptr, ptr %5, align 8
  %14 = load i64, ptr @Nic_prober, align 8
  %15 = call ptr @get(ptr %13, i64 %14)
  store ptr %15, ptr %8, align 8
  %16 = load ptr, ptr %6, align 8
  %17 = getelementptr inbounds nuw %struct.packet, ptr %16, i32 0, i32 4
  %18 = load i64, ptr %17, align 8
  %19 = ashr i64 %18, 16
  %20 = and i64 %19, 255
  store i64 %20, ptr %9, align 8
  %21 = load ptr, ptr %8, align 8
  %22 = load i64, ptr @EvProber__builder, align 8
  %23 = call ptr @get(ptr %21, i64 %22)
  %24 = call ptr @type_of(ptr %23)
  %25 = load ptr, ptr @the, align 8
  %26 = load i64, ptr @the_FrameBuilder, align 8
  %27 = getelementptr inbounds nuw ptr, ptr %25, i64 %26
  %28 = load ptr, ptr %27, align 8
  %29 = icmp ne ptr %24, %28
  br i1 %29, label %37, label %30

30:
  %31 = load i64, ptr %9, align 8
  %32 = load ptr, ptr %8, align 8
  %33 = load i64, ptr @EvProber__waiting, align 8
  %34 = call ptr @get(ptr %32, i64 %33)
  %35 = call i64 @tuple_size(ptr %34)
  %36 = icmp sge i64 %31, %35
  br i1 %36, label %37, label %38

37:
  store i32 0, ptr %4, align 4
  store i32 1, ptr %10, align 4
  br label %68

38:
  %39 = load ptr, ptr %8, align 8
  %40 = load ptr, ptr %6, align 8
  %41 = load i64, ptr %9, align 8
  %42 = call ptr @response(ptr %39, ptr %40, i64 %41)
  store ptr %42, ptr %11, align 8
  %43 = load ptr, ptr %11, align 8
  %44 = icmp ne ptr %43, null
  br i1 %44, label %46, label %45

45:
  store i32 0, ptr %4, align 4
  store i32 1, ptr %10, align 4
  br label %67

46:
  %47 = load ptr, ptr %5, align 8
  %48 = load i64, ptr @Nic__counters, align 8
  %49 = call ptr @get(ptr %47, i64 %48)
  %50 = load ptr, ptr @the, align 8
  %51 = load i64, ptr @the_probe_responses, align 8
  %52 = getelementptr inbounds nuw ptr, ptr %50, i64 %51
  %53 = load ptr, ptr %52, align 8
  call void @count(ptr %49, ptr %53)
  %54 = load ptr, ptr %5, align 8
  %55 = load i64, ptr @Nic__scheduler, align 8
  %56 = call ptr @get(ptr %54, i64 %55)
  %57 = load i64, ptr %9, align 8
  %58 = load ptr, ptr %11, align 8
  %59 = load i64, ptr %7, align 8
  %60 = call zeroext i1 @queue_answer(ptr %56, i64 %57, ptr %58, i64 %59)
  %61 = zext i1 %60 to i8
  store i8 %61, ptr %12, align 1
  %62 = load ptr, ptr %11, align 8
  call void @Py_DecRef(ptr %62)
  %63 = load i8, ptr %12, align 1
  %64 = trunc i8 %63 to i1
  %65 = zext i1 %64 to i64
  %66 = select i1 %64, i32 1, i32 2
  store i32 %66, ptr %4, align 4
  store i32 1, ptr %10, align 4
  br label %67

67:
  br label %68

68:
  %69 = load i32, ptr %4, align 4
  ret i32 %69
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

define internal i64 @op_shift(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %4 = load ptr, ptr %2, align 8
  %5 = load i64, ptr @EvProber__builder, align 8
  %6 = call ptr @get(ptr %4, i64 %5)
  store ptr %6, ptr %3, align 8
  %7 = load ptr, ptr %3, align 8
  %8 = load i64, ptr @FrameBuilder__eeth_bits, align 8
  %9 = call ptr @get(ptr %7, i64 %8)
  %10 = load ptr, ptr @the, align 8
  %11 = load i64, ptr @the_bits_3_2, align 8
  %12 = getelementptr inbounds nuw ptr, ptr %10, i64 %11
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %9, %13
  %15 = zext i1 %14 to i64
  %16 = select i1 %14, i32 2, i32 4
  %17 = sext i32 %16 to i64
  ret i64 %17
}

define internal i32 @receive_response(ptr %0, ptr %1, i64 %2, i64 %3) nounwind {
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
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
  %18 = alloca ptr, align 8
  %19 = alloca i8, align 1
  %20 = alloca i64, align 8
  %21 = alloca ptr, align 8
  %22 = alloca i64, align 8
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  %23 = load ptr, ptr %6, align 8
  %24 = load i64, ptr @Nic_prober, align 8
  %25 = call ptr @get(ptr %23, i64 %24)
  store ptr %25, ptr %10, align 8
  %26 = load ptr, ptr %10, align 8
  %27 = load i64, ptr @EvProber__open, align 8
  %28 = call ptr @get(ptr %26, i64 %27)
  store ptr %28, ptr %11, align 8
  %29 = call ptr @PyList_New(i64 0)
  store ptr %29, ptr %12, align 8
  %30 = load ptr, ptr %7, align 8
  %31 = getelementptr inbounds nuw %struct.packet, ptr %30, i32 0, i32 7
  %32 = load i64, ptr %31, align 8
  %33 = and i64 %32, 65535
  %34 = call ptr @integer(i64 %33)
  store ptr %34, ptr %13, align 8
  %35 = load ptr, ptr %13, align 8
  %36 = icmp ne ptr %35, null
  br i1 %36, label %37, label %41

37:
  %38 = load ptr, ptr %11, align 8
  %39 = load ptr, ptr %13, align 8
  %40 = call ptr @PyDict_GetItemWithError(ptr %38, ptr %39)
  br label %42

41:
  br label %42

42:
  %43 = phi ptr [ %40, %37 ], [ null, %41 ]
  store ptr %43, ptr %14, align 8
  %44 = load ptr, ptr %14, align 8
  %45 = icmp ne ptr %44, null
  br i1 %45, label %46, label %50

46:
  %47 = load ptr, ptr %14, align 8
  %48 = load i64, ptr @_PathProbe_peer, align 8
  %49 = call ptr @get(ptr %47, i64 %48)
  br label %51

50:
  br label %51

51:
  %52 = phi ptr [ %49, %46 ], [ null, %50 ]
  store ptr %52, ptr %15, align 8
  %53 = load ptr, ptr %14, align 8
  %54 = icmp ne ptr %53, null
  br i1 %54, label %55, label %75

55:
  %56 = load ptr, ptr %15, align 8
  %57 = call i64 @bytes_size(ptr %56)
  %58 = icmp ne i64 %57, 16
  br i1 %58, label %75, label %59

59:
  %60 = load ptr, ptr %15, align 8
  %61 = call ptr @bytes_of(ptr %60)
  %62 = load ptr, ptr %7, align 8
  %63 = getelementptr inbounds nuw %struct.packet, ptr %62, i32 0, i32 3
  %64 = load ptr, ptr %63, align 8
  %65 = call i32 @memcmp(ptr %61, ptr %64, i64 16)
  %66 = icmp ne i32 %65, 0
  br i1 %66, label %75, label %67

67:
  %68 = load ptr, ptr %14, align 8
  %69 = load i64, ptr @_PathProbe_asked, align 8
  %70 = call ptr @get(ptr %68, i64 %69)
  %71 = call zeroext i1 @is_of_queue_pairs(ptr %70)
  br i1 %71, label %72, label %75

72:
  %73 = call ptr @PyErr_Occurred()
  %74 = icmp ne ptr %73, null
  br i1 %74, label %75, label %78

75:
  %76 = load ptr, ptr %12, align 8
  call void @Py_DecRef(ptr %76)
  %77 = load ptr, ptr %13, align 8
  call void @Py_DecRef(ptr %77)
  store i32 0, ptr %5, align 4
  store i32 1, ptr %16, align 4
  br label %179

78:
  %79 = load ptr, ptr %14, align 8
  %80 = load i64, ptr @_PathProbe_asked, align 8
  %81 = call ptr @hold(ptr %79, i64 %80)
  store ptr %81, ptr %17, align 8
  %82 = load i64, ptr %9, align 8
  %83 = call ptr @integer(i64 %82)
  store ptr %83, ptr %18, align 8
  %84 = load ptr, ptr %12, align 8
  %85 = icmp ne ptr %84, null
  br i1 %85, label %86, label %92

86:
  %87 = load ptr, ptr %11, align 8
  %88 = load ptr, ptr %13, align 8
  %89 = call i32 @PyDict_DelItem(ptr %87, ptr %88)
  %90 = icmp ne i32 %89, 0
  %91 = xor i1 %90, true
  br label %92

92:
  %93 = phi i1 [ false, %78 ], [ %91, %86 ]
  %94 = zext i1 %93 to i8
  store i8 %94, ptr %19, align 1
  %95 = load ptr, ptr %13, align 8
  call void @Py_DecRef(ptr %95)
  %96 = load i8, ptr %19, align 1
  %97 = trunc i8 %96 to i1
  br i1 %97, label %98, label %106

98:
  %99 = load ptr, ptr %6, align 8
  %100 = load i64, ptr @Nic__counters, align 8
  %101 = call ptr @get(ptr %99, i64 %100)
  %102 = load ptr, ptr @the, align 8
  %103 = load i64, ptr @the_probe_answered, align 8
  %104 = getelementptr inbounds nuw ptr, ptr %102, i64 %103
  %105 = load ptr, ptr %104, align 8
  call void @count(ptr %101, ptr %105)
  br label %106

106:
  store i64 0, ptr %20, align 8
  br label %107

107:
  %108 = load i8, ptr %19, align 1
  %109 = trunc i8 %108 to i1
  br i1 %109, label %110, label %115

110:
  %111 = load i64, ptr %20, align 8
  %112 = load ptr, ptr %17, align 8
  %113 = call i64 @list_size(ptr %112)
  %114 = icmp slt i64 %111, %113
  br label %115

115:
  %116 = phi i1 [ false, %107 ], [ %114, %110 ]
  br i1 %116, label %118, label %117

117:
  store i32 2, ptr %16, align 4
  br label %148

118:
  %119 = load ptr, ptr %17, align 8
  %120 = load i64, ptr %20, align 8
  %121 = call ptr @list_item(ptr %119, i64 %120)
  store ptr %121, ptr %21, align 8
  %122 = load ptr, ptr %21, align 8
  %123 = load i64, ptr @OpenProbe_given_up, align 8
  %124 = call zeroext i1 @is_true(ptr %122, i64 %123)
  br i1 %124, label %125, label %126

125:
  store i32 4, ptr %16, align 4
  br label %142

126:
  %127 = load ptr, ptr %21, align 8
  %128 = load i64, ptr @OpenProbe_answered, align 8
  call void @put_bool(ptr %127, i64 %128, i1 zeroext true)
  %129 = load ptr, ptr %21, align 8
  %130 = load i64, ptr @OpenProbe_answered_ns, align 8
  %131 = load ptr, ptr %18, align 8
  %132 = call ptr @kept(ptr %131)
  call void @put(ptr %129, i64 %130, ptr %132)
  %133 = load ptr, ptr %21, align 8
  %134 = load i64, ptr @OpenProbe_answered_port, align 8
  %135 = load i64, ptr %8, align 8
  call void @put_int(ptr %133, i64 %134, i64 %135)
  %136 = load ptr, ptr %12, align 8
  %137 = load ptr, ptr %21, align 8
  %138 = call i32 @PyList_Append(ptr %136, ptr %137)
  %139 = icmp ne i32 %138, 0
  %140 = xor i1 %139, true
  %141 = zext i1 %140 to i8
  store i8 %141, ptr %19, align 1
  store i32 0, ptr %16, align 4
  br label %142

142:
  %143 = load i32, ptr %16, align 4
  switch i32 %143, label %181 [
    i32 0, label %144
    i32 4, label %145
  ]

144:
  br label %145

145:
  %146 = load i64, ptr %20, align 8
  %147 = add i64 %146, 1
  store i64 %147, ptr %20, align 8
  br label %107

148:
  store i64 0, ptr %22, align 8
  br label %149

149:
  %150 = load i8, ptr %19, align 1
  %151 = trunc i8 %150 to i1
  br i1 %151, label %152, label %157

152:
  %153 = load i64, ptr %22, align 8
  %154 = load ptr, ptr %12, align 8
  %155 = call i64 @list_size(ptr %154)
  %156 = icmp slt i64 %153, %155
  br label %157

157:
  %158 = phi i1 [ false, %149 ], [ %156, %152 ]
  br i1 %158, label %160, label %159

159:
  store i32 5, ptr %16, align 4
  br label %171

160:
  %161 = load ptr, ptr %6, align 8
  %162 = load ptr, ptr %12, align 8
  %163 = load i64, ptr %22, align 8
  %164 = call ptr @list_item(ptr %162, i64 %163)
  %165 = load ptr, ptr %18, align 8
  %166 = call zeroext i1 @tell_asker(ptr %161, ptr %164, ptr %165)
  %167 = zext i1 %166 to i8
  store i8 %167, ptr %19, align 1
  br label %168

168:
  %169 = load i64, ptr %22, align 8
  %170 = add i64 %169, 1
  store i64 %170, ptr %22, align 8
  br label %149

171:
  %172 = load ptr, ptr %17, align 8
  call void @Py_DecRef(ptr %172)
  %173 = load ptr, ptr %12, align 8
  call void @Py_DecRef(ptr %173)
  %174 = load ptr, ptr %18, align 8
  call void @Py_DecRef(ptr %174)
  %175 = load i8, ptr %19, align 1
  %176 = trunc i8 %175 to i1
  %177 = zext i1 %176 to i64
  %178 = select i1 %176, i32 1, i32 2
  store i32 %178, ptr %5, align 4
  store i32 1, ptr %16, align 4
  br label %179

179:
  %180 = load i32, ptr %5, align 4
  ret i32 %180

181:
  unreachable
}

define zeroext i1 @probe_way_back(ptr %0, ptr %1) nounwind {
  %3 = alloca i1, align 1
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i8, align 1
  %9 = alloca i32, align 4
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i8, align 1
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %13 = load ptr, ptr %4, align 8
  %14 = load i64, ptr @ProbeSchedule__reverse_probes, align 8
  %15 = call ptr @get(ptr %13, i64 %14)
  store ptr %15, ptr %6, align 8
  %16 = load ptr, ptr %6, align 8
  %17 = call i64 @size_of(ptr %16)
  %18 = icmp eq i64 %17, 2
  br i1 %18, label %19, label %50

19:
  %20 = load ptr, ptr %6, align 8
  %21 = call ptr @PySequence_GetItem(ptr %20, i64 0)
  store ptr %21, ptr %7, align 8
  %22 = load ptr, ptr %7, align 8
  %23 = icmp ne ptr %22, null
  br i1 %23, label %24, label %28

24:
  %25 = load ptr, ptr %7, align 8
  %26 = load i64, ptr @OpenProbe_answered, align 8
  %27 = call zeroext i1 @is_true(ptr %25, i64 %26)
  br label %28

28:
  %29 = phi i1 [ false, %19 ], [ %27, %24 ]
  %30 = zext i1 %29 to i8
  store i8 %30, ptr %8, align 1
  %31 = load ptr, ptr %7, align 8
  call void @Py_DecRef(ptr %31)
  %32 = load i8, ptr %8, align 1
  %33 = trunc i8 %32 to i1
  br i1 %33, label %40, label %34

34:
  %35 = load ptr, ptr %4, align 8
  %36 = load i64, ptr @the_probe_reverse, align 8
  %37 = load ptr, ptr %5, align 8
  %38 = call ptr @method_1(ptr %35, i64 %36, ptr %37)
  %39 = call zeroext i1 @done(ptr %38)
  store i1 %39, ptr %3, align 1
  store i32 1, ptr %9, align 4
  br label %47

40:
  %41 = load ptr, ptr %6, align 8
  %42 = load i64, ptr @the_popleft, align 8
  %43 = call ptr @method(ptr %41, i64 %42)
  %44 = call zeroext i1 @done(ptr %43)
  br i1 %44, label %46, label %45

45:
  store i1 false, ptr %3, align 1
  store i32 1, ptr %9, align 4
  br label %47

46:
  store i32 0, ptr %9, align 4
  br label %47

47:
  %48 = load i32, ptr %9, align 4
  switch i32 %48, label %111 [
    i32 0, label %49
  ]

49:
  br label %50

50:
  %51 = load ptr, ptr %4, align 8
  %52 = load i64, ptr @ProbeSchedule_sent_ns, align 8
  %53 = call i64 @get_int(ptr %51, i64 %52)
  %54 = load ptr, ptr %5, align 8
  %55 = call i64 @value_of(ptr %54)
  %56 = load ptr, ptr %4, align 8
  %57 = load i64, ptr @ProbeSchedule__interval_ns, align 8
  %58 = call i64 @get_int(ptr %56, i64 %57)
  %59 = sub i64 %55, %58
  %60 = icmp sgt i64 %53, %59
  br i1 %60, label %61, label %62

61:
  store i1 true, ptr %3, align 1
  store i32 1, ptr %9, align 4
  br label %111

62:
  %63 = load ptr, ptr %4, align 8
  %64 = load i64, ptr @ProbeSchedule__reverse, align 8
  %65 = call ptr @get(ptr %63, i64 %64)
  %66 = call ptr @candidate(ptr %65)
  store ptr %66, ptr %10, align 8
  %67 = load ptr, ptr %10, align 8
  %68 = icmp ne ptr %67, null
  br i1 %68, label %69, label %80

69:
  %70 = load ptr, ptr %10, align 8
  %71 = load ptr, ptr @the, align 8
  %72 = load i64, ptr @the_None, align 8
  %73 = getelementptr inbounds nuw ptr, ptr %71, i64 %72
  %74 = load ptr, ptr %73, align 8
  %75 = icmp ne ptr %70, %74
  br i1 %75, label %76, label %80

76:
  %77 = load ptr, ptr %4, align 8
  %78 = load ptr, ptr %10, align 8
  %79 = call ptr @reverse_probe(ptr %77, ptr %78)
  br label %81

80:
  br label %81

81:
  %82 = phi ptr [ %79, %76 ], [ null, %80 ]
  store ptr %82, ptr %11, align 8
  %83 = load ptr, ptr %10, align 8
  %84 = load ptr, ptr @the, align 8
  %85 = load i64, ptr @the_None, align 8
  %86 = getelementptr inbounds nuw ptr, ptr %84, i64 %85
  %87 = load ptr, ptr %86, align 8
  %88 = icmp eq ptr %83, %87
  br i1 %88, label %104, label %89

89:
  %90 = load ptr, ptr %11, align 8
  %91 = icmp ne ptr %90, null
  br i1 %91, label %92, label %102

92:
  %93 = load ptr, ptr %6, align 8
  %94 = load ptr, ptr %11, align 8
  %95 = call zeroext i1 @append_to(ptr %93, ptr %94)
  br i1 %95, label %96, label %102

96:
  %97 = load ptr, ptr %4, align 8
  %98 = load i64, ptr @ProbeSchedule__prober, align 8
  %99 = call ptr @get(ptr %97, i64 %98)
  %100 = load ptr, ptr %11, align 8
  %101 = call zeroext i1 @ask(ptr %99, ptr %100)
  br label %102

102:
  %103 = phi i1 [ false, %92 ], [ false, %89 ], [ %101, %96 ]
  br label %104

104:
  %105 = phi i1 [ true, %81 ], [ %103, %102 ]
  %106 = zext i1 %105 to i8
  store i8 %106, ptr %12, align 1
  %107 = load ptr, ptr %11, align 8
  call void @Py_DecRef(ptr %107)
  %108 = load ptr, ptr %10, align 8
  call void @Py_DecRef(ptr %108)
  %109 = load i8, ptr %12, align 1
  %110 = trunc i8 %109 to i1
  store i1 %110, ptr %3, align 1
  store i32 1, ptr %9, align 4
  br label %111

111:
  %112 = load i1, ptr %3, align 1
  ret i1 %112
}

declare ptr @PySequence_GetItem(ptr, i64)

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

define internal ptr @method(ptr %0, i64 %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca [2 x ptr], align 16
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  store ptr null, ptr %5, align 8
  %6 = getelementptr inbounds ptr, ptr %5, i64 1
  %7 = load ptr, ptr %3, align 8
  store ptr %7, ptr %6, align 8
  %8 = load ptr, ptr @the, align 8
  %9 = load i64, ptr %4, align 8
  %10 = getelementptr inbounds nuw ptr, ptr %8, i64 %9
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds [2 x ptr], ptr %5, i64 0, i64 0
  %13 = getelementptr inbounds ptr, ptr %12, i64 1
  %14 = call ptr @PyObject_VectorcallMethod(ptr %11, ptr %13, i64 -9223372036854775807, ptr null)
  ret ptr %14
}

define internal ptr @candidate(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  %15 = load ptr, ptr %3, align 8
  %16 = load i64, ptr @ReverseEvs__evs, align 8
  %17 = call ptr @get(ptr %15, i64 %16)
  store ptr %17, ptr %4, align 8
  %18 = load ptr, ptr %4, align 8
  %19 = load i64, ptr @EvSet__planes, align 8
  %20 = call ptr @get(ptr %18, i64 %19)
  store ptr %20, ptr %5, align 8
  %21 = load ptr, ptr %3, align 8
  %22 = load i64, ptr @ReverseEvs__doubted, align 8
  %23 = call zeroext i1 @is_none(ptr %21, i64 %22)
  br i1 %23, label %24, label %28

24:
  %25 = load ptr, ptr %3, align 8
  %26 = load i64, ptr @ReverseEvs__looked_at, align 8
  %27 = call zeroext i1 @is_none(ptr %25, i64 %26)
  br i1 %27, label %28, label %32

28:
  %29 = load ptr, ptr %3, align 8
  %30 = load i64, ptr @the_candidate, align 8
  %31 = call ptr @method(ptr %29, i64 %30)
  store ptr %31, ptr %2, align 8
  store i32 1, ptr %6, align 4
  br label %111

32:
  %33 = load ptr, ptr %4, align 8
  %34 = load i64, ptr @EvSet__rotation, align 8
  %35 = call ptr @get(ptr %33, i64 %34)
  %36 = load i64, ptr @Rotation_closed, align 8
  %37 = call i64 @get_int(ptr %35, i64 %36)
  store i64 %37, ptr %7, align 8
  %38 = load ptr, ptr %5, align 8
  %39 = call i64 @tuple_size(ptr %38)
  store i64 %39, ptr %8, align 8
  %40 = load ptr, ptr %3, align 8
  %41 = load i64, ptr @ReverseEvs__looked_at, align 8
  %42 = call i64 @get_int(ptr %40, i64 %41)
  store i64 %42, ptr %9, align 8
  store i64 0, ptr %10, align 8
  br label %43

43:
  %44 = load i64, ptr %10, align 8
  %45 = load i64, ptr %8, align 8
  %46 = icmp slt i64 %44, %45
  br i1 %46, label %48, label %47

47:
  store i32 2, ptr %6, align 4
  br label %102

48:
  store ptr null, ptr %11, align 8
  %49 = load i64, ptr %9, align 8
  %50 = add i64 %49, 1
  %51 = load i64, ptr %8, align 8
  %52 = srem i64 %50, %51
  store i64 %52, ptr %9, align 8
  %53 = load ptr, ptr %3, align 8
  %54 = load i64, ptr @ReverseEvs__looked_at, align 8
  %55 = load i64, ptr %9, align 8
  call void @put_int(ptr %53, i64 %54, i64 %55)
  %56 = load ptr, ptr %5, align 8
  %57 = load i64, ptr %9, align 8
  %58 = call ptr @tuple_item(ptr %56, i64 %57)
  %59 = call i64 @value_of(ptr %58)
  store i64 %59, ptr %12, align 8
  %60 = load i64, ptr %7, align 8
  %61 = load i64, ptr %12, align 8
  %62 = ashr i64 %60, %61
  %63 = and i64 %62, 1
  %64 = icmp ne i64 %63, 0
  br i1 %64, label %65, label %66

65:
  br label %72

66:
  %67 = load ptr, ptr %4, align 8
  %68 = load i64, ptr @EvSet_entries, align 8
  %69 = call ptr @get(ptr %67, i64 %68)
  %70 = load i64, ptr %12, align 8
  %71 = call i64 @in_plane(ptr %69, i64 %70, i64 -1, ptr %11)
  br label %72

72:
  %73 = phi i64 [ 0, %65 ], [ %71, %66 ]
  store i64 %73, ptr %13, align 8
  %74 = load i64, ptr %13, align 8
  %75 = icmp ne i64 %74, 0
  br i1 %75, label %77, label %76

76:
  store i32 4, ptr %6, align 4
  br label %97

77:
  %78 = load ptr, ptr %3, align 8
  %79 = load i64, ptr @ReverseEvs__rng, align 8
  %80 = call ptr @get(ptr %78, i64 %79)
  %81 = load i64, ptr %13, align 8
  %82 = call i64 @draw(ptr %80, i64 %81)
  store i64 %82, ptr %14, align 8
  %83 = load ptr, ptr %4, align 8
  %84 = load i64, ptr @EvSet_entries, align 8
  %85 = call ptr @get(ptr %83, i64 %84)
  %86 = load i64, ptr %12, align 8
  %87 = load i64, ptr %14, align 8
  %88 = call i64 @in_plane(ptr %85, i64 %86, i64 %87, ptr %11)
  %89 = load ptr, ptr %11, align 8
  %90 = icmp ne ptr %89, null
  br i1 %90, label %91, label %94

91:
  %92 = load ptr, ptr %11, align 8
  %93 = call ptr @kept(ptr %92)
  br label %95

94:
  br label %95

95:
  %96 = phi ptr [ %93, %91 ], [ null, %94 ]
  store ptr %96, ptr %2, align 8
  store i32 1, ptr %6, align 4
  br label %97

97:
  %98 = load i32, ptr %6, align 4
  switch i32 %98, label %102 [
    i32 4, label %99
  ]

99:
  %100 = load i64, ptr %10, align 8
  %101 = add i64 %100, 1
  store i64 %101, ptr %10, align 8
  br label %43

102:
  %103 = load i32, ptr %6, align 4
  switch i32 %103, label %110 [
    i32 2, label %104
  ]

104:
  %105 = load ptr, ptr @the, align 8
  %106 = load i64, ptr @the_None, align 8
  %107 = getelementptr inbounds nuw ptr, ptr %105, i64 %106
  %108 = load ptr, ptr %107, align 8
  %109 = call ptr @kept(ptr %108)
  store ptr %109, ptr %2, align 8
  store i32 1, ptr %6, align 4
  br label %110

110:
  br label %111

111:
  %112 = load ptr, ptr %2, align 8
  ret ptr %112
}

define internal ptr @reverse_probe(ptr %0, ptr %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %8 = load ptr, ptr @the, align 8
  %9 = load i64, ptr @the_OpenProbe, align 8
  %10 = getelementptr inbounds nuw ptr, ptr %8, i64 %9
  %11 = load ptr, ptr %10, align 8
  %12 = call ptr @PyType_GenericAlloc(ptr %11, i64 0)
  store ptr %12, ptr %6, align 8
  %13 = load ptr, ptr %6, align 8
  %14 = icmp ne ptr %13, null
  br i1 %14, label %16, label %15

15:
  store ptr null, ptr %3, align 8
  store i32 1, ptr %7, align 4
  br label %53

16:
  %17 = load ptr, ptr %6, align 8
  %18 = load i64, ptr @OpenProbe_qpn, align 8
  %19 = load ptr, ptr %4, align 8
  %20 = load i64, ptr @ProbeSchedule__qpn, align 8
  %21 = call ptr @get(ptr %19, i64 %20)
  %22 = call ptr @kept(ptr %21)
  call void @put(ptr %17, i64 %18, ptr %22)
  %23 = load ptr, ptr %6, align 8
  %24 = load i64, ptr @OpenProbe_peer, align 8
  %25 = load ptr, ptr %4, align 8
  %26 = load i64, ptr @ProbeSchedule__peer, align 8
  %27 = call ptr @get(ptr %25, i64 %26)
  %28 = call ptr @kept(ptr %27)
  call void @put(ptr %23, i64 %24, ptr %28)
  %29 = load ptr, ptr %6, align 8
  %30 = load i64, ptr @OpenProbe_entry, align 8
  %31 = load ptr, ptr %5, align 8
  %32 = call ptr @kept(ptr %31)
  call void @put(ptr %29, i64 %30, ptr %32)
  %33 = load ptr, ptr %6, align 8
  %34 = load i64, ptr @OpenProbe_purpose, align 8
  %35 = load ptr, ptr @the, align 8
  %36 = load i64, ptr @the_purpose_reverse, align 8
  %37 = getelementptr inbounds nuw ptr, ptr %35, i64 %36
  %38 = load ptr, ptr %37, align 8
  %39 = call ptr @kept(ptr %38)
  call void @put(ptr %33, i64 %34, ptr %39)
  %40 = load ptr, ptr %6, align 8
  %41 = load i64, ptr @OpenProbe_request_id, align 8
  call void @put_int(ptr %40, i64 %41, i64 -1)
  %42 = load ptr, ptr %6, align 8
  %43 = load i64, ptr @OpenProbe_sent_ns, align 8
  call void @put_int(ptr %42, i64 %43, i64 -1)
  %44 = load ptr, ptr %6, align 8
  %45 = load i64, ptr @OpenProbe_answered, align 8
  call void @put_bool(ptr %44, i64 %45, i1 zeroext false)
  %46 = load ptr, ptr %6, align 8
  %47 = load i64, ptr @OpenProbe_answered_ns, align 8
  call void @put_int(ptr %46, i64 %47, i64 -1)
  %48 = load ptr, ptr %6, align 8
  %49 = load i64, ptr @OpenProbe_answered_port, align 8
  call void @put_int(ptr %48, i64 %49, i64 -1)
  %50 = load ptr, ptr %6, align 8
  %51 = load i64, ptr @OpenProbe_given_up, align 8
  call void @put_bool(ptr %50, i64 %51, i1 zeroext false)
  %52 = load ptr, ptr %6, align 8
  store ptr %52, ptr %3, align 8
  store i32 1, ptr %7, align 4
  br label %53

53:
  %54 = load ptr, ptr %3, align 8
  ret ptr %54
}

declare zeroext i1 @append_to(ptr, ptr)

define internal zeroext i1 @ask(ptr %0, ptr %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i8, align 1
  %11 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %12 = load ptr, ptr %4, align 8
  %13 = load i64, ptr @OpenProbe_entry, align 8
  %14 = call ptr @get(ptr %12, i64 %13)
  store ptr %14, ptr %5, align 8
  %15 = load ptr, ptr %4, align 8
  %16 = load i64, ptr @OpenProbe_peer, align 8
  %17 = call ptr @get(ptr %15, i64 %16)
  store ptr %17, ptr %6, align 8
  %18 = load ptr, ptr %3, align 8
  %19 = load i64, ptr @EvProber__waiting, align 8
  %20 = call ptr @get(ptr %18, i64 %19)
  %21 = load ptr, ptr %5, align 8
  %22 = load i64, ptr @EvEntry_plane, align 8
  %23 = call i64 @get_int(ptr %21, i64 %22)
  %24 = call ptr @tuple_item(ptr %20, i64 %23)
  store ptr %24, ptr %7, align 8
  %25 = load ptr, ptr %7, align 8
  %26 = icmp ne ptr %25, null
  br i1 %26, label %27, label %33

27:
  %28 = load ptr, ptr %6, align 8
  %29 = load ptr, ptr %5, align 8
  %30 = load i64, ptr @EvEntry_entropy, align 8
  %31 = call ptr @get(ptr %29, i64 %30)
  %32 = call ptr (i64, ...) @PyTuple_Pack(i64 2, ptr %28, ptr %31)
  br label %34

33:
  br label %34

34:
  %35 = phi ptr [ %32, %27 ], [ null, %33 ]
  store ptr %35, ptr %8, align 8
  %36 = load ptr, ptr %8, align 8
  %37 = icmp ne ptr %36, null
  br i1 %37, label %38, label %42

38:
  %39 = load ptr, ptr %7, align 8
  %40 = load ptr, ptr %8, align 8
  %41 = call ptr @PyDict_GetItemWithError(ptr %39, ptr %40)
  br label %43

42:
  br label %43

43:
  %44 = phi ptr [ %41, %38 ], [ null, %42 ]
  store ptr %44, ptr %9, align 8
  %45 = load ptr, ptr %8, align 8
  %46 = icmp ne ptr %45, null
  br i1 %46, label %47, label %51

47:
  %48 = call ptr @PyErr_Occurred()
  %49 = icmp ne ptr %48, null
  %50 = xor i1 %49, true
  br label %51

51:
  %52 = phi i1 [ false, %43 ], [ %50, %47 ]
  %53 = zext i1 %52 to i8
  store i8 %53, ptr %10, align 1
  %54 = load i8, ptr %10, align 1
  %55 = trunc i8 %54 to i1
  br i1 %55, label %56, label %94

56:
  %57 = load ptr, ptr %9, align 8
  %58 = icmp ne ptr %57, null
  br i1 %58, label %94, label %59

59:
  %60 = load ptr, ptr @the, align 8
  %61 = load i64, ptr @the__PathProbe, align 8
  %62 = getelementptr inbounds nuw ptr, ptr %60, i64 %61
  %63 = load ptr, ptr %62, align 8
  %64 = call ptr @PyType_GenericAlloc(ptr %63, i64 0)
  store ptr %64, ptr %11, align 8
  %65 = load ptr, ptr %11, align 8
  %66 = icmp ne ptr %65, null
  %67 = zext i1 %66 to i8
  store i8 %67, ptr %10, align 1
  %68 = load i8, ptr %10, align 1
  %69 = trunc i8 %68 to i1
  br i1 %69, label %70, label %91

70:
  %71 = load ptr, ptr %11, align 8
  %72 = load i64, ptr @_PathProbe_peer, align 8
  %73 = load ptr, ptr %6, align 8
  %74 = call ptr @kept(ptr %73)
  call void @put(ptr %71, i64 %72, ptr %74)
  %75 = load ptr, ptr %11, align 8
  %76 = load i64, ptr @_PathProbe_entry, align 8
  %77 = load ptr, ptr %5, align 8
  %78 = call ptr @kept(ptr %77)
  call void @put(ptr %75, i64 %76, ptr %78)
  %79 = load ptr, ptr %11, align 8
  %80 = load i64, ptr @_PathProbe_asked, align 8
  %81 = call ptr @PyList_New(i64 0)
  call void @put(ptr %79, i64 %80, ptr %81)
  %82 = load ptr, ptr %7, align 8
  %83 = load ptr, ptr %8, align 8
  %84 = load ptr, ptr %11, align 8
  %85 = call i32 @PyObject_SetItem(ptr %82, ptr %83, ptr %84)
  %86 = icmp ne i32 %85, 0
  %87 = xor i1 %86, true
  %88 = zext i1 %87 to i8
  store i8 %88, ptr %10, align 1
  %89 = load ptr, ptr %3, align 8
  %90 = load i64, ptr @EvProber_waiting_paths, align 8
  call void @add(ptr %89, i64 %90, i64 1)
  br label %91

91:
  %92 = load ptr, ptr %11, align 8
  store ptr %92, ptr %9, align 8
  %93 = load ptr, ptr %11, align 8
  call void @Py_DecRef(ptr %93)
  br label %94

94:
  %95 = load ptr, ptr %8, align 8
  call void @Py_DecRef(ptr %95)
  %96 = load i8, ptr %10, align 1
  %97 = trunc i8 %96 to i1
  br i1 %97, label %98, label %106

98:
  %99 = load ptr, ptr %9, align 8
  %100 = load i64, ptr @_PathProbe_asked, align 8
  %101 = call ptr @get(ptr %99, i64 %100)
  %102 = load ptr, ptr %4, align 8
  %103 = call i32 @PyList_Append(ptr %101, ptr %102)
  %104 = icmp ne i32 %103, 0
  %105 = xor i1 %104, true
  br label %106

106:
  %107 = phi i1 [ false, %94 ], [ %105, %98 ]
  ret i1 %107
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

declare i64 @PyList_Size(ptr)

declare ptr @PyList_GetItem(ptr, i64)

declare i64 @PyObject_Size(ptr)

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

declare ptr @PyTuple_GetItem(ptr, i64)

declare i64 @PyLong_AsLong(ptr)

define internal void @put_int(ptr %0, i64 %1, i64 %2) alwaysinline nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = load i64, ptr %5, align 8
  %10 = call ptr @place_of(ptr %8, i64 %9)
  %11 = load ptr, ptr %10, align 8
  store ptr %11, ptr %7, align 8
  %12 = load ptr, ptr %7, align 8
  %13 = icmp ne ptr %12, null
  br i1 %13, label %14, label %18

14:
  %15 = load ptr, ptr %7, align 8
  %16 = load i64, ptr %6, align 8
  %17 = call zeroext i1 @rewrite(ptr %15, i64 %16)
  br i1 %17, label %23, label %18

18:
  %19 = load ptr, ptr %4, align 8
  %20 = load i64, ptr %5, align 8
  %21 = load i64, ptr %6, align 8
  %22 = call ptr @integer(i64 %21)
  call void @put(ptr %19, i64 %20, ptr %22)
  br label %23

23:
  ret void
}

define internal zeroext i1 @rewrite(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca i1, align 1
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = getelementptr inbounds i64, ptr %9, i64 2
  %11 = load i64, ptr %10, align 8
  store i64 %11, ptr %6, align 8
  %12 = load ptr, ptr %4, align 8
  %13 = getelementptr inbounds i32, ptr %12, i64 6
  store ptr %13, ptr %7, align 8
  %14 = load i64, ptr %5, align 8
  %15 = icmp sle i64 %14, 256
  br i1 %15, label %27, label %16

16:
  %17 = load ptr, ptr %4, align 8
  %18 = call zeroext i1 @is_held_once(ptr %17)
  br i1 %18, label %19, label %27

19:
  %20 = load ptr, ptr %4, align 8
  %21 = call ptr @type_of(ptr %20)
  %22 = load ptr, ptr @the, align 8
  %23 = load i64, ptr @the_int, align 8
  %24 = getelementptr inbounds nuw ptr, ptr %22, i64 %23
  %25 = load ptr, ptr %24, align 8
  %26 = icmp ne ptr %21, %25
  br i1 %26, label %27, label %28

27:
  store i1 false, ptr %3, align 1
  store i32 1, ptr %8, align 4
  br label %66

28:
  %29 = load i64, ptr %6, align 8
  %30 = load i64, ptr @long_digit, align 8
  %31 = icmp eq i64 %29, %30
  br i1 %31, label %32, label %41

32:
  %33 = load i64, ptr %5, align 8
  %34 = ashr i64 %33, 30
  %35 = icmp ne i64 %34, 0
  br i1 %35, label %41, label %36

36:
  %37 = load i64, ptr %5, align 8
  %38 = trunc i64 %37 to i32
  %39 = load ptr, ptr %7, align 8
  %40 = getelementptr inbounds i32, ptr %39, i64 0
  store i32 %38, ptr %40, align 4
  store i1 true, ptr %3, align 1
  store i32 1, ptr %8, align 4
  br label %66

41:
  %42 = load i64, ptr %6, align 8
  %43 = load i64, ptr @long_digit, align 8
  %44 = mul i64 2, %43
  %45 = icmp ne i64 %42, %44
  br i1 %45, label %54, label %46

46:
  %47 = load i64, ptr %5, align 8
  %48 = ashr i64 %47, 30
  %49 = icmp ne i64 %48, 0
  br i1 %49, label %50, label %54

50:
  %51 = load i64, ptr %5, align 8
  %52 = ashr i64 %51, 60
  %53 = icmp ne i64 %52, 0
  br i1 %53, label %54, label %55

54:
  store i1 false, ptr %3, align 1
  store i32 1, ptr %8, align 4
  br label %66

55:
  %56 = load i64, ptr %5, align 8
  %57 = trunc i64 %56 to i32
  %58 = and i32 %57, 1073741823
  %59 = load ptr, ptr %7, align 8
  %60 = getelementptr inbounds i32, ptr %59, i64 0
  store i32 %58, ptr %60, align 4
  %61 = load i64, ptr %5, align 8
  %62 = ashr i64 %61, 30
  %63 = trunc i64 %62 to i32
  %64 = load ptr, ptr %7, align 8
  %65 = getelementptr inbounds i32, ptr %64, i64 1
  store i32 %63, ptr %65, align 4
  store i1 true, ptr %3, align 1
  store i32 1, ptr %8, align 4
  br label %66

66:
  %67 = load i1, ptr %3, align 1
  ret i1 %67
}

define internal void @put(ptr %0, i64 %1, ptr %2) alwaysinline nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %10 = load ptr, ptr %4, align 8
  %11 = load i64, ptr %5, align 8
  %12 = call ptr @place_of(ptr %10, i64 %11)
  store ptr %12, ptr %7, align 8
  %13 = load ptr, ptr %7, align 8
  %14 = load ptr, ptr %13, align 8
  store ptr %14, ptr %8, align 8
  %15 = load ptr, ptr %6, align 8
  %16 = icmp ne ptr %15, null
  br i1 %16, label %18, label %17

17:
  store i32 1, ptr %9, align 4
  br label %26

18:
  %19 = load ptr, ptr %6, align 8
  %20 = load ptr, ptr %7, align 8
  store ptr %19, ptr %20, align 8
  %21 = load ptr, ptr %8, align 8
  %22 = icmp ne ptr %21, null
  br i1 %22, label %23, label %25

23:
  %24 = load ptr, ptr %8, align 8
  call void @Py_DecRef(ptr %24)
  br label %25

25:
  store i32 0, ptr %9, align 4
  br label %26

26:
  %27 = load i32, ptr %9, align 4
  switch i32 %27, label %29 [
    i32 0, label %28
    i32 1, label %28
  ]

28:
  ret void

29:
  unreachable
}

define internal ptr @integer(i64 %0) alwaysinline nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = call ptr @PyLong_FromLong(i64 %3)
  ret ptr %4
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

declare ptr @PyDict_GetItemWithError(ptr, ptr)

declare i32 @PyDict_SetItem(ptr, ptr, ptr)

declare i64 @PyTuple_Size(ptr)

define internal ptr @who_wants(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %2, align 8
  %5 = call ptr @PyList_New(i64 0)
  store ptr %5, ptr %3, align 8
  store i64 0, ptr %4, align 8
  br label %6

6:
  %7 = load ptr, ptr %3, align 8
  %8 = icmp ne ptr %7, null
  br i1 %8, label %9, label %14

9:
  %10 = load i64, ptr %4, align 8
  %11 = load ptr, ptr %2, align 8
  %12 = call i64 @list_size(ptr %11)
  %13 = icmp slt i64 %10, %12
  br label %14

14:
  %15 = phi i1 [ false, %6 ], [ %13, %9 ]
  br i1 %15, label %17, label %16

16:
  br label %32

17:
  %18 = load ptr, ptr %2, align 8
  %19 = load i64, ptr %4, align 8
  %20 = call ptr @list_item(ptr %18, i64 %19)
  %21 = call zeroext i1 @is_wanted(ptr %20)
  br i1 %21, label %22, label %28

22:
  %23 = load ptr, ptr %3, align 8
  %24 = load ptr, ptr %2, align 8
  %25 = load i64, ptr %4, align 8
  %26 = call ptr @list_item(ptr %24, i64 %25)
  %27 = call i32 @PyList_Append(ptr %23, ptr %26)
  br label %28

28:
  br label %29

29:
  %30 = load i64, ptr %4, align 8
  %31 = add i64 %30, 1
  store i64 %31, ptr %4, align 8
  br label %6

32:
  %33 = load ptr, ptr %3, align 8
  ret ptr %33
}

declare i32 @PyList_SetItem(ptr, i64, ptr)

define internal ptr @request(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca i64, align 8
  %14 = alloca [20 x i8], align 16
  %15 = alloca %struct.start, align 8
  %16 = alloca i32, align 4
  %17 = alloca ptr, align 8
  %18 = alloca i64, align 8
  %19 = alloca ptr, align 8
  %20 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %21 = load ptr, ptr %6, align 8
  %22 = load i64, ptr @_PathProbe_entry, align 8
  %23 = call ptr @get(ptr %21, i64 %22)
  store ptr %23, ptr %8, align 8
  %24 = load ptr, ptr %6, align 8
  %25 = load i64, ptr @_PathProbe_peer, align 8
  %26 = call ptr @get(ptr %24, i64 %25)
  store ptr %26, ptr %9, align 8
  %27 = load ptr, ptr %6, align 8
  %28 = load i64, ptr @_PathProbe_asked, align 8
  %29 = call ptr @get(ptr %27, i64 %28)
  store ptr %29, ptr %10, align 8
  %30 = load i64, ptr %7, align 8
  %31 = call ptr @integer(i64 %30)
  store ptr %31, ptr %11, align 8
  store ptr null, ptr %12, align 8
  %32 = load ptr, ptr %5, align 8
  %33 = load i64, ptr @EvProber__next_id, align 8
  %34 = call i64 @get_int(ptr %32, i64 %33)
  store i64 %34, ptr %13, align 8
  call void @llvm.memset.p0.i64(ptr align 16 %14, i8 0, i64 20, i1 false)
  %35 = getelementptr inbounds [20 x i8], ptr %14, i64 0, i64 0
  %36 = load i64, ptr %13, align 8
  %37 = call ptr @write_32(ptr %35, i64 %36)
  %38 = getelementptr inbounds [20 x i8], ptr %14, i64 0, i64 0
  %39 = getelementptr inbounds i8, ptr %38, i64 4
  %40 = call ptr @write_16(ptr %39, i64 1)
  %41 = getelementptr inbounds [20 x i8], ptr %14, i64 0, i64 0
  %42 = getelementptr inbounds i8, ptr %41, i64 4
  %43 = getelementptr inbounds i8, ptr %42, i64 12
  %44 = load i64, ptr %7, align 8
  %45 = call i64 @tick(i64 %44)
  %46 = call ptr @write_16(ptr %43, i64 %45)
  %47 = call ptr @write_16(ptr %46, i64 1)
  %48 = getelementptr inbounds nuw %struct.start, ptr %15, i32 0, i32 0
  %49 = load ptr, ptr %8, align 8
  %50 = call ptr @outer_of(ptr %49)
  store ptr %50, ptr %48, align 8
  %51 = getelementptr inbounds nuw %struct.start, ptr %15, i32 0, i32 1
  %52 = load ptr, ptr %5, align 8
  %53 = load i64, ptr @EvProber__address, align 8
  %54 = call ptr @get(ptr %52, i64 %53)
  %55 = call ptr @bytes_of(ptr %54)
  store ptr %55, ptr %51, align 8
  %56 = getelementptr inbounds nuw %struct.start, ptr %15, i32 0, i32 2
  %57 = load ptr, ptr %9, align 8
  %58 = call ptr @bytes_of(ptr %57)
  store ptr %58, ptr %56, align 8
  %59 = getelementptr inbounds nuw %struct.start, ptr %15, i32 0, i32 3
  %60 = load ptr, ptr %8, align 8
  %61 = load i64, ptr @EvEntry_plane, align 8
  %62 = call i64 @get_int(ptr %60, i64 %61)
  store i64 %62, ptr %59, align 8
  %63 = getelementptr inbounds nuw %struct.start, ptr %15, i32 0, i32 4
  store i64 0, ptr %63, align 8
  %64 = getelementptr inbounds nuw %struct.start, ptr %15, i32 0, i32 5
  %65 = load ptr, ptr %8, align 8
  %66 = load i64, ptr @EvEntry_entropy, align 8
  %67 = call i64 @get_int(ptr %65, i64 %66)
  store i64 %67, ptr %64, align 8
  %68 = getelementptr inbounds nuw %struct.start, ptr %15, i32 0, i32 6
  store i64 0, ptr %68, align 8
  %69 = getelementptr inbounds nuw %struct.start, ptr %15, i32 0, i32 7
  store i64 216, ptr %69, align 8
  %70 = getelementptr inbounds nuw %struct.start, ptr %15, i32 0, i32 8
  store i64 0, ptr %70, align 8
  %71 = getelementptr inbounds nuw %struct.start, ptr %15, i32 0, i32 9
  store i64 0, ptr %71, align 8
  %72 = load ptr, ptr %9, align 8
  %73 = call i64 @bytes_size(ptr %72)
  %74 = icmp eq i64 %73, 16
  br i1 %74, label %75, label %79

75:
  %76 = load ptr, ptr %5, align 8
  %77 = getelementptr inbounds [20 x i8], ptr %14, i64 0, i64 0
  %78 = call ptr @endpoint_frame(ptr %76, ptr %15, ptr %77, i64 20)
  store ptr %78, ptr %12, align 8
  br label %79

79:
  %80 = load ptr, ptr %12, align 8
  %81 = icmp ne ptr %80, null
  br i1 %81, label %95, label %82

82:
  %83 = call zeroext i1 @forget()
  br i1 %83, label %84, label %90

84:
  %85 = load ptr, ptr %5, align 8
  %86 = load i64, ptr @the__request, align 8
  %87 = load ptr, ptr %6, align 8
  %88 = load ptr, ptr %11, align 8
  %89 = call ptr @method_2(ptr %85, i64 %86, ptr %87, ptr %88)
  br label %91

90:
  br label %91

91:
  %92 = phi ptr [ %89, %84 ], [ null, %90 ]
  store ptr %92, ptr %12, align 8
  %93 = load ptr, ptr %11, align 8
  call void @Py_DecRef(ptr %93)
  %94 = load ptr, ptr %12, align 8
  store ptr %94, ptr %4, align 8
  store i32 1, ptr %16, align 4
  br label %171

95:
  %96 = load i64, ptr %13, align 8
  %97 = call ptr @integer(i64 %96)
  store ptr %97, ptr %17, align 8
  %98 = load ptr, ptr %5, align 8
  %99 = load i64, ptr @EvProber__next_id, align 8
  %100 = load i64, ptr %13, align 8
  %101 = add i64 %100, 1
  %102 = and i64 %101, 65535
  call void @put_int(ptr %98, i64 %99, i64 %102)
  %103 = load ptr, ptr %17, align 8
  %104 = icmp ne ptr %103, null
  br i1 %104, label %105, label %112

105:
  %106 = load ptr, ptr %5, align 8
  %107 = load i64, ptr @EvProber__open, align 8
  %108 = call ptr @get(ptr %106, i64 %107)
  %109 = load ptr, ptr %17, align 8
  %110 = load ptr, ptr %6, align 8
  %111 = call i32 @PyDict_SetItem(ptr %108, ptr %109, ptr %110)
  br label %112

112:
  store i64 0, ptr %18, align 8
  br label %113

113:
  %114 = load ptr, ptr %17, align 8
  %115 = icmp ne ptr %114, null
  br i1 %115, label %116, label %121

116:
  %117 = load i64, ptr %18, align 8
  %118 = load ptr, ptr %10, align 8
  %119 = call i64 @list_size(ptr %118)
  %120 = icmp slt i64 %117, %119
  br label %121

121:
  %122 = phi i1 [ false, %113 ], [ %120, %116 ]
  br i1 %122, label %124, label %123

123:
  store i32 2, ptr %16, align 4
  br label %160

124:
  %125 = load ptr, ptr %10, align 8
  %126 = load i64, ptr %18, align 8
  %127 = call ptr @list_item(ptr %125, i64 %126)
  store ptr %127, ptr %19, align 8
  %128 = load ptr, ptr %19, align 8
  %129 = load i64, ptr @OpenProbe_purpose, align 8
  %130 = call ptr @get(ptr %128, i64 %129)
  store ptr %130, ptr %20, align 8
  %131 = load ptr, ptr %19, align 8
  %132 = load i64, ptr @OpenProbe_request_id, align 8
  %133 = load ptr, ptr %17, align 8
  %134 = call ptr @kept(ptr %133)
  call void @put(ptr %131, i64 %132, ptr %134)
  %135 = load ptr, ptr %19, align 8
  %136 = load i64, ptr @OpenProbe_sent_ns, align 8
  %137 = load ptr, ptr %11, align 8
  %138 = call ptr @kept(ptr %137)
  call void @put(ptr %135, i64 %136, ptr %138)
  %139 = load ptr, ptr %20, align 8
  %140 = load ptr, ptr @the, align 8
  %141 = load i64, ptr @the_purpose_controller, align 8
  %142 = getelementptr inbounds nuw ptr, ptr %140, i64 %141
  %143 = load ptr, ptr %142, align 8
  %144 = icmp ne ptr %139, %143
  br i1 %144, label %145, label %156

145:
  %146 = load ptr, ptr %19, align 8
  %147 = load i64, ptr @OpenProbe_entry, align 8
  %148 = call ptr @get(ptr %146, i64 %147)
  %149 = load i64, ptr @EvEntry_probe_open, align 8
  %150 = load ptr, ptr %20, align 8
  %151 = load ptr, ptr @the, align 8
  %152 = load i64, ptr @the_purpose_revive, align 8
  %153 = getelementptr inbounds nuw ptr, ptr %151, i64 %152
  %154 = load ptr, ptr %153, align 8
  %155 = icmp eq ptr %150, %154
  call void @put_bool(ptr %148, i64 %149, i1 zeroext %155)
  br label %156

156:
  br label %157

157:
  %158 = load i64, ptr %18, align 8
  %159 = add i64 %158, 1
  store i64 %159, ptr %18, align 8
  br label %113

160:
  %161 = load ptr, ptr %5, align 8
  %162 = load i64, ptr @EvProber__counters, align 8
  %163 = call ptr @get(ptr %161, i64 %162)
  %164 = load ptr, ptr @the, align 8
  %165 = load i64, ptr @the_probe_sent, align 8
  %166 = getelementptr inbounds nuw ptr, ptr %164, i64 %165
  %167 = load ptr, ptr %166, align 8
  call void @count(ptr %163, ptr %167)
  %168 = load ptr, ptr %17, align 8
  call void @Py_DecRef(ptr %168)
  %169 = load ptr, ptr %11, align 8
  call void @Py_DecRef(ptr %169)
  %170 = load ptr, ptr %12, align 8
  store ptr %170, ptr %4, align 8
  store i32 1, ptr %16, align 4
  br label %171

171:
  %172 = load ptr, ptr %4, align 8
  ret ptr %172
}

declare ptr @PyList_New(i64)

define internal zeroext i1 @is_wanted(ptr %0) nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr @OpenProbe_given_up, align 8
  %5 = call zeroext i1 @is_true(ptr %3, i64 %4)
  br i1 %5, label %28, label %6

6:
  %7 = load ptr, ptr %2, align 8
  %8 = load i64, ptr @OpenProbe_purpose, align 8
  %9 = call ptr @get(ptr %7, i64 %8)
  %10 = load ptr, ptr @the, align 8
  %11 = load i64, ptr @the_purpose_revive, align 8
  %12 = getelementptr inbounds nuw ptr, ptr %10, i64 %11
  %13 = load ptr, ptr %12, align 8
  %14 = icmp ne ptr %9, %13
  br i1 %14, label %26, label %15

15:
  %16 = load ptr, ptr %2, align 8
  %17 = load i64, ptr @OpenProbe_entry, align 8
  %18 = call ptr @get(ptr %16, i64 %17)
  %19 = load i64, ptr @EvEntry_state, align 8
  %20 = call ptr @get(ptr %18, i64 %19)
  %21 = load ptr, ptr @the, align 8
  %22 = load i64, ptr @the_assumed_bad, align 8
  %23 = getelementptr inbounds nuw ptr, ptr %21, i64 %22
  %24 = load ptr, ptr %23, align 8
  %25 = icmp eq ptr %20, %24
  br label %26

26:
  %27 = phi i1 [ true, %6 ], [ %25, %15 ]
  br label %28

28:
  %29 = phi i1 [ false, %1 ], [ %27, %26 ]
  ret i1 %29
}

declare i32 @PyList_Append(ptr, ptr)

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

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

define internal i64 @tick(i64 %0) nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = sdiv i64 %3, 128
  %5 = and i64 %4, 65535
  ret i64 %5
}

declare ptr @outer_of(ptr)

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

define internal ptr @endpoint_frame(ptr %0, ptr %1, ptr %2, i64 %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i32, align 4
  %12 = alloca [154 x i8], align 16
  %13 = alloca i32, align 4
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store ptr %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  %14 = load ptr, ptr %6, align 8
  %15 = load i64, ptr @EvProber__builder, align 8
  %16 = call ptr @get(ptr %14, i64 %15)
  store ptr %16, ptr %10, align 8
  %17 = load ptr, ptr %10, align 8
  %18 = call ptr @type_of(ptr %17)
  %19 = load ptr, ptr @the, align 8
  %20 = load i64, ptr @the_FrameBuilder, align 8
  %21 = getelementptr inbounds nuw ptr, ptr %19, i64 %20
  %22 = load ptr, ptr %21, align 8
  %23 = icmp ne ptr %18, %22
  br i1 %23, label %24, label %25

24:
  store ptr null, ptr %5, align 8
  store i32 1, ptr %11, align 4
  br label %74

25:
  %26 = load i64, ptr %9, align 8
  %27 = add i64 16, %26
  %28 = add i64 %27, 4
  %29 = load ptr, ptr %7, align 8
  %30 = getelementptr inbounds nuw %struct.start, ptr %29, i32 0, i32 6
  store i64 %28, ptr %30, align 8
  %31 = load ptr, ptr %7, align 8
  %32 = getelementptr inbounds nuw %struct.start, ptr %31, i32 0, i32 9
  store i64 2, ptr %32, align 8
  %33 = load ptr, ptr %10, align 8
  %34 = load i64, ptr @FrameBuilder_classes, align 8
  %35 = call ptr @get(ptr %33, i64 %34)
  %36 = load ptr, ptr %7, align 8
  %37 = getelementptr inbounds nuw %struct.start, ptr %36, i32 0, i32 7
  %38 = load i64, ptr %37, align 8
  %39 = call i64 @traffic_class_of(ptr %35, i64 %38, i1 zeroext false)
  %40 = load ptr, ptr %7, align 8
  %41 = getelementptr inbounds nuw %struct.start, ptr %40, i32 0, i32 4
  store i64 %39, ptr %41, align 8
  %42 = load ptr, ptr %6, align 8
  %43 = load i64, ptr @EvProber__address, align 8
  %44 = call ptr @get(ptr %42, i64 %43)
  %45 = call i64 @bytes_size(ptr %44)
  %46 = icmp ne i64 %45, 16
  br i1 %46, label %52, label %47

47:
  %48 = getelementptr inbounds [154 x i8], ptr %12, i64 0, i64 0
  %49 = load ptr, ptr %10, align 8
  %50 = load ptr, ptr %7, align 8
  %51 = call zeroext i1 @write_start(ptr %48, ptr %49, ptr %50, ptr %13)
  br i1 %51, label %53, label %52

52:
  store ptr null, ptr %5, align 8
  store i32 1, ptr %11, align 4
  br label %73

53:
  %54 = getelementptr inbounds [154 x i8], ptr %12, i64 0, i64 0
  %55 = getelementptr inbounds i8, ptr %54, i64 110
  %56 = load ptr, ptr %8, align 8
  %57 = load i64, ptr %9, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 2 %55, ptr align 1 %56, i64 %57, i1 false)
  %58 = getelementptr inbounds [154 x i8], ptr %12, i64 0, i64 0
  %59 = getelementptr inbounds i8, ptr %58, i64 110
  %60 = load i64, ptr %9, align 8
  %61 = getelementptr inbounds i8, ptr %59, i64 %60
  %62 = load ptr, ptr @checksum, align 8
  %63 = load i32, ptr %13, align 4
  %64 = load ptr, ptr %8, align 8
  %65 = load i64, ptr %9, align 8
  %66 = trunc i64 %65 to i32
  %67 = call i32 %62(i32 %63, ptr %64, i32 %66)
  call void @write_icrc(ptr %61, i32 %67)
  %68 = getelementptr inbounds [154 x i8], ptr %12, i64 0, i64 0
  %69 = load i64, ptr %9, align 8
  %70 = add i64 110, %69
  %71 = add i64 %70, 4
  %72 = call ptr @PyBytes_FromStringAndSize(ptr %68, i64 %71)
  store ptr %72, ptr %5, align 8
  store i32 1, ptr %11, align 4
  br label %73

73:
  br label %74

74:
  %75 = load ptr, ptr %5, align 8
  ret ptr %75
}

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

define internal ptr @method_2(ptr %0, i64 %1, ptr %2, ptr %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca [4 x ptr], align 16
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  store ptr null, ptr %9, align 8
  %10 = getelementptr inbounds ptr, ptr %9, i64 1
  %11 = load ptr, ptr %5, align 8
  store ptr %11, ptr %10, align 8
  %12 = getelementptr inbounds ptr, ptr %9, i64 2
  %13 = load ptr, ptr %7, align 8
  store ptr %13, ptr %12, align 8
  %14 = getelementptr inbounds ptr, ptr %9, i64 3
  %15 = load ptr, ptr %8, align 8
  store ptr %15, ptr %14, align 8
  %16 = load ptr, ptr @the, align 8
  %17 = load i64, ptr %6, align 8
  %18 = getelementptr inbounds nuw ptr, ptr %16, i64 %17
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds [4 x ptr], ptr %9, i64 0, i64 0
  %21 = getelementptr inbounds ptr, ptr %20, i64 1
  %22 = call ptr @PyObject_VectorcallMethod(ptr %19, ptr %21, i64 -9223372036854775805, ptr null)
  ret ptr %22
}

define internal void @put_bool(ptr %0, i64 %1, i1 zeroext %2) alwaysinline nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i8, align 1
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %7 = zext i1 %2 to i8
  store i8 %7, ptr %6, align 1
  %8 = load ptr, ptr %4, align 8
  %9 = load i64, ptr %5, align 8
  %10 = load i8, ptr %6, align 1
  %11 = trunc i8 %10 to i1
  br i1 %11, label %12, label %17

12:
  %13 = load ptr, ptr @the, align 8
  %14 = load i64, ptr @the_True, align 8
  %15 = getelementptr inbounds nuw ptr, ptr %13, i64 %14
  %16 = load ptr, ptr %15, align 8
  br label %22

17:
  %18 = load ptr, ptr @the, align 8
  %19 = load i64, ptr @the_False, align 8
  %20 = getelementptr inbounds nuw ptr, ptr %18, i64 %19
  %21 = load ptr, ptr %20, align 8
  br label %22

22:
  %23 = phi ptr [ %16, %12 ], [ %21, %17 ]
  %24 = call ptr @kept(ptr %23)
  call void @put(ptr %8, i64 %9, ptr %24)
  ret void
}

declare ptr @PyBytes_AsString(ptr)

declare i64 @PyBytes_Size(ptr)

declare i64 @traffic_class_of(ptr, i64, i1 zeroext)

declare zeroext i1 @write_start(ptr, ptr, ptr, ptr)

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

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

declare ptr @PyBytes_FromStringAndSize(ptr, i64)

declare i32 @PyErr_ExceptionMatches(ptr)

declare void @PyErr_Clear()

declare ptr @PyObject_VectorcallMethod(ptr, ptr, i64, ptr)

declare i64 @PyDict_Size(ptr)

define internal ptr @response(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca [40 x i8], align 16
  %8 = alloca ptr, align 8
  %9 = alloca %struct.start, align 8
  %10 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  call void @llvm.memset.p0.i64(ptr align 16 %7, i8 0, i64 40, i1 false)
  %11 = getelementptr inbounds [40 x i8], ptr %7, i64 0, i64 0
  %12 = load ptr, ptr %5, align 8
  %13 = getelementptr inbounds nuw %struct.packet, ptr %12, i32 0, i32 7
  %14 = load i64, ptr %13, align 8
  %15 = and i64 %14, 65535
  %16 = call ptr @write_32(ptr %11, i64 %15)
  %17 = getelementptr inbounds [40 x i8], ptr %7, i64 0, i64 0
  %18 = getelementptr inbounds i8, ptr %17, i64 4
  %19 = load ptr, ptr %4, align 8
  %20 = call i64 @op_shift(ptr %19)
  %21 = shl i64 1, %20
  %22 = call ptr @write_16(ptr %18, i64 %21)
  %23 = getelementptr inbounds [40 x i8], ptr %7, i64 0, i64 0
  %24 = getelementptr inbounds i8, ptr %23, i64 4
  %25 = getelementptr inbounds i8, ptr %24, i64 28
  %26 = load ptr, ptr %5, align 8
  %27 = getelementptr inbounds nuw %struct.packet, ptr %26, i32 0, i32 2
  %28 = load ptr, ptr %27, align 8
  %29 = getelementptr inbounds i8, ptr %28, i64 114
  %30 = getelementptr inbounds i8, ptr %29, i64 12
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %25, ptr align 1 %30, i64 2, i1 false)
  %31 = load ptr, ptr %4, align 8
  %32 = load ptr, ptr %5, align 8
  %33 = call ptr @way_back(ptr %31, ptr %32)
  store ptr %33, ptr %8, align 8
  %34 = getelementptr inbounds nuw %struct.start, ptr %9, i32 0, i32 0
  %35 = load ptr, ptr %8, align 8
  store ptr %35, ptr %34, align 8
  %36 = getelementptr inbounds nuw %struct.start, ptr %9, i32 0, i32 1
  %37 = load ptr, ptr %4, align 8
  %38 = load i64, ptr @EvProber__address, align 8
  %39 = call ptr @get(ptr %37, i64 %38)
  %40 = call ptr @bytes_of(ptr %39)
  store ptr %40, ptr %36, align 8
  %41 = getelementptr inbounds nuw %struct.start, ptr %9, i32 0, i32 2
  %42 = load ptr, ptr %5, align 8
  %43 = getelementptr inbounds nuw %struct.packet, ptr %42, i32 0, i32 3
  %44 = load ptr, ptr %43, align 8
  store ptr %44, ptr %41, align 8
  %45 = getelementptr inbounds nuw %struct.start, ptr %9, i32 0, i32 3
  %46 = load i64, ptr %6, align 8
  store i64 %46, ptr %45, align 8
  %47 = getelementptr inbounds nuw %struct.start, ptr %9, i32 0, i32 4
  store i64 0, ptr %47, align 8
  %48 = getelementptr inbounds nuw %struct.start, ptr %9, i32 0, i32 5
  %49 = load ptr, ptr %5, align 8
  %50 = getelementptr inbounds nuw %struct.packet, ptr %49, i32 0, i32 4
  %51 = load i64, ptr %50, align 8
  store i64 %51, ptr %48, align 8
  %52 = getelementptr inbounds nuw %struct.start, ptr %9, i32 0, i32 6
  store i64 0, ptr %52, align 8
  %53 = getelementptr inbounds nuw %struct.start, ptr %9, i32 0, i32 7
  store i64 217, ptr %53, align 8
  %54 = getelementptr inbounds nuw %struct.start, ptr %9, i32 0, i32 8
  store i64 0, ptr %54, align 8
  %55 = getelementptr inbounds nuw %struct.start, ptr %9, i32 0, i32 9
  store i64 0, ptr %55, align 8
  %56 = load ptr, ptr %8, align 8
  %57 = icmp ne ptr %56, null
  br i1 %57, label %58, label %62

58:
  %59 = load ptr, ptr %4, align 8
  %60 = getelementptr inbounds [40 x i8], ptr %7, i64 0, i64 0
  %61 = call ptr @endpoint_frame(ptr %59, ptr %9, ptr %60, i64 40)
  br label %63

62:
  br label %63

63:
  %64 = phi ptr [ %61, %58 ], [ null, %62 ]
  store ptr %64, ptr %10, align 8
  %65 = load ptr, ptr %8, align 8
  call void @Py_DecRef(ptr %65)
  %66 = load ptr, ptr %10, align 8
  ret ptr %66
}

define internal zeroext i1 @queue_answer(ptr %0, i64 %1, ptr %2, i64 %3) nounwind {
  %5 = alloca i1, align 1
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i32, align 4
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca i8, align 1
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store ptr %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  %15 = load ptr, ptr %6, align 8
  %16 = load i64, ptr @Scheduler__answers, align 8
  %17 = call ptr @get(ptr %15, i64 %16)
  %18 = load i64, ptr %7, align 8
  %19 = call ptr @list_item(ptr %17, i64 %18)
  store ptr %19, ptr %10, align 8
  %20 = load ptr, ptr %10, align 8
  %21 = icmp ne ptr %20, null
  br i1 %21, label %23, label %22

22:
  store i1 false, ptr %5, align 1
  store i32 1, ptr %11, align 4
  br label %64

23:
  %24 = load ptr, ptr %10, align 8
  %25 = call i64 @size_of(ptr %24)
  %26 = icmp sge i64 %25, 256
  br i1 %26, label %27, label %35

27:
  %28 = load ptr, ptr %6, align 8
  %29 = load i64, ptr @Scheduler__counters, align 8
  %30 = call ptr @get(ptr %28, i64 %29)
  %31 = load ptr, ptr @the, align 8
  %32 = load i64, ptr @the_probe_queue_full, align 8
  %33 = getelementptr inbounds nuw ptr, ptr %31, i64 %32
  %34 = load ptr, ptr %33, align 8
  call void @count(ptr %30, ptr %34)
  store i1 true, ptr %5, align 1
  store i32 1, ptr %11, align 4
  br label %64

35:
  %36 = load i64, ptr %9, align 8
  %37 = load ptr, ptr %6, align 8
  %38 = load i64, ptr @Scheduler__patience_ns, align 8
  %39 = call i64 @get_int(ptr %37, i64 %38)
  %40 = add i64 %36, %39
  %41 = call ptr @integer(i64 %40)
  store ptr %41, ptr %12, align 8
  %42 = load ptr, ptr %12, align 8
  %43 = load ptr, ptr %8, align 8
  %44 = call ptr (i64, ...) @PyTuple_Pack(i64 2, ptr %42, ptr %43)
  store ptr %44, ptr %13, align 8
  %45 = load ptr, ptr %13, align 8
  %46 = icmp ne ptr %45, null
  br i1 %46, label %47, label %51

47:
  %48 = load ptr, ptr %10, align 8
  %49 = load ptr, ptr %13, align 8
  %50 = call zeroext i1 @append_to(ptr %48, ptr %49)
  br label %51

51:
  %52 = phi i1 [ false, %35 ], [ %50, %47 ]
  %53 = zext i1 %52 to i8
  store i8 %53, ptr %14, align 1
  %54 = load ptr, ptr %12, align 8
  call void @Py_DecRef(ptr %54)
  %55 = load ptr, ptr %13, align 8
  call void @Py_DecRef(ptr %55)
  %56 = load i8, ptr %14, align 1
  %57 = trunc i8 %56 to i1
  br i1 %57, label %58, label %61

58:
  %59 = load ptr, ptr %6, align 8
  %60 = load i64, ptr @Scheduler__answers_waiting, align 8
  call void @add(ptr %59, i64 %60, i64 1)
  br label %61

61:
  %62 = load i8, ptr %14, align 1
  %63 = trunc i8 %62 to i1
  store i1 %63, ptr %5, align 1
  store i32 1, ptr %11, align 4
  br label %64

64:
  %65 = load i1, ptr %5, align 1
  ret i1 %65
}

define internal ptr @way_back(ptr %0, ptr %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %11 = load ptr, ptr %5, align 8
  %12 = getelementptr inbounds nuw %struct.packet, ptr %11, i32 0, i32 3
  %13 = load ptr, ptr %12, align 8
  %14 = call ptr @PyBytes_FromStringAndSize(ptr %13, i64 16)
  store ptr %14, ptr %6, align 8
  %15 = load ptr, ptr %6, align 8
  %16 = icmp ne ptr %15, null
  br i1 %16, label %17, label %23

17:
  %18 = load ptr, ptr %4, align 8
  %19 = load i64, ptr @EvProber__templates, align 8
  %20 = call ptr @get(ptr %18, i64 %19)
  %21 = load ptr, ptr %6, align 8
  %22 = call ptr @PyDict_GetItemWithError(ptr %20, ptr %21)
  br label %24

23:
  br label %24

24:
  %25 = phi ptr [ %22, %17 ], [ null, %23 ]
  store ptr %25, ptr %7, align 8
  %26 = load ptr, ptr %6, align 8
  call void @Py_DecRef(ptr %26)
  %27 = load ptr, ptr %7, align 8
  %28 = icmp ne ptr %27, null
  br i1 %28, label %29, label %47

29:
  %30 = load ptr, ptr %7, align 8
  %31 = call ptr @type_of(ptr %30)
  %32 = load ptr, ptr @the, align 8
  %33 = load i64, ptr @the_PathTemplate, align 8
  %34 = getelementptr inbounds nuw ptr, ptr %32, i64 %33
  %35 = load ptr, ptr %34, align 8
  %36 = icmp ne ptr %31, %35
  br i1 %36, label %47, label %37

37:
  %38 = load ptr, ptr %7, align 8
  %39 = load i64, ptr @PathTemplate_format, align 8
  %40 = call ptr @get(ptr %38, i64 %39)
  %41 = call ptr @type_of(ptr %40)
  %42 = load ptr, ptr @the, align 8
  %43 = load i64, ptr @the_PlaneUplink, align 8
  %44 = getelementptr inbounds nuw ptr, ptr %42, i64 %43
  %45 = load ptr, ptr %44, align 8
  %46 = icmp ne ptr %41, %45
  br i1 %46, label %47, label %48

47:
  store ptr null, ptr %3, align 8
  store i32 1, ptr %8, align 4
  br label %62

48:
  %49 = load ptr, ptr %5, align 8
  %50 = getelementptr inbounds nuw %struct.packet, ptr %49, i32 0, i32 4
  %51 = load i64, ptr %50, align 8
  %52 = call ptr @integer(i64 %51)
  store ptr %52, ptr %9, align 8
  %53 = load ptr, ptr %7, align 8
  %54 = load i64, ptr @the_outer, align 8
  %55 = load ptr, ptr %4, align 8
  %56 = load i64, ptr @EvProber__address, align 8
  %57 = call ptr @get(ptr %55, i64 %56)
  %58 = load ptr, ptr %9, align 8
  %59 = call ptr @method_2(ptr %53, i64 %54, ptr %57, ptr %58)
  store ptr %59, ptr %10, align 8
  %60 = load ptr, ptr %9, align 8
  call void @Py_DecRef(ptr %60)
  %61 = load ptr, ptr %10, align 8
  store ptr %61, ptr %3, align 8
  store i32 1, ptr %8, align 4
  br label %62

62:
  %63 = load ptr, ptr %3, align 8
  ret ptr %63
}

declare ptr @PyTuple_Pack(i64, ...)

declare i32 @memcmp(ptr, ptr, i64)

define internal zeroext i1 @is_of_queue_pairs(ptr %0) nounwind {
  %2 = alloca i1, align 1
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store i64 0, ptr %4, align 8
  br label %7

7:
  %8 = load i64, ptr %4, align 8
  %9 = load ptr, ptr %3, align 8
  %10 = call i64 @list_size(ptr %9)
  %11 = icmp slt i64 %8, %10
  br i1 %11, label %13, label %12

12:
  store i32 2, ptr %5, align 4
  br label %40

13:
  %14 = load ptr, ptr %3, align 8
  %15 = load i64, ptr %4, align 8
  %16 = call ptr @list_item(ptr %14, i64 %15)
  %17 = load i64, ptr @OpenProbe_purpose, align 8
  %18 = call ptr @get(ptr %16, i64 %17)
  store ptr %18, ptr %6, align 8
  %19 = load ptr, ptr %6, align 8
  %20 = load ptr, ptr @the, align 8
  %21 = load i64, ptr @the_purpose_revive, align 8
  %22 = getelementptr inbounds nuw ptr, ptr %20, i64 %21
  %23 = load ptr, ptr %22, align 8
  %24 = icmp ne ptr %19, %23
  br i1 %24, label %25, label %33

25:
  %26 = load ptr, ptr %6, align 8
  %27 = load ptr, ptr @the, align 8
  %28 = load i64, ptr @the_purpose_reverse, align 8
  %29 = getelementptr inbounds nuw ptr, ptr %27, i64 %28
  %30 = load ptr, ptr %29, align 8
  %31 = icmp ne ptr %26, %30
  br i1 %31, label %32, label %33

32:
  store i1 false, ptr %2, align 1
  store i32 1, ptr %5, align 4
  br label %34

33:
  store i32 0, ptr %5, align 4
  br label %34

34:
  %35 = load i32, ptr %5, align 4
  switch i32 %35, label %40 [
    i32 0, label %36
  ]

36:
  br label %37

37:
  %38 = load i64, ptr %4, align 8
  %39 = add i64 %38, 1
  store i64 %39, ptr %4, align 8
  br label %7

40:
  %41 = load i32, ptr %5, align 4
  switch i32 %41, label %45 [
    i32 2, label %42
    i32 1, label %43
  ]

42:
  store i1 true, ptr %2, align 1
  br label %43

43:
  %44 = load i1, ptr %2, align 1
  ret i1 %44

45:
  unreachable
}

define internal ptr @hold(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = call ptr @get(ptr %5, i64 %6)
  %8 = call ptr @kept(ptr %7)
  ret ptr %8
}

declare i32 @PyDict_DelItem(ptr, ptr)

define internal zeroext i1 @tell_asker(ptr %0, ptr %1, ptr %2) nounwind {
  %4 = alloca i1, align 1
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i32, align 4
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i8, align 1
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  %13 = load ptr, ptr %5, align 8
  %14 = load i64, ptr @Nic_queue_pairs, align 8
  %15 = call ptr @get(ptr %13, i64 %14)
  %16 = load ptr, ptr %6, align 8
  %17 = load i64, ptr @OpenProbe_qpn, align 8
  %18 = call ptr @get(ptr %16, i64 %17)
  %19 = call ptr @PyDict_GetItemWithError(ptr %15, ptr %18)
  store ptr %19, ptr %8, align 8
  %20 = load ptr, ptr %8, align 8
  %21 = icmp ne ptr %20, null
  br i1 %21, label %22, label %26

22:
  %23 = load ptr, ptr %8, align 8
  %24 = load i64, ptr @QueuePair_probing, align 8
  %25 = call zeroext i1 @is_none(ptr %23, i64 %24)
  br i1 %25, label %26, label %30

26:
  %27 = call ptr @PyErr_Occurred()
  %28 = icmp ne ptr %27, null
  %29 = xor i1 %28, true
  store i1 %29, ptr %4, align 1
  store i32 1, ptr %9, align 4
  br label %90

30:
  %31 = load ptr, ptr %8, align 8
  call void @Py_IncRef(ptr %31)
  %32 = load ptr, ptr %8, align 8
  %33 = load i64, ptr @QueuePair_probing, align 8
  %34 = call ptr @get(ptr %32, i64 %33)
  store ptr %34, ptr %10, align 8
  %35 = load ptr, ptr %5, align 8
  %36 = load i64, ptr @Nic__timers, align 8
  %37 = call ptr @get(ptr %35, i64 %36)
  store ptr %37, ptr %11, align 8
  %38 = load ptr, ptr %6, align 8
  %39 = load i64, ptr @OpenProbe_purpose, align 8
  %40 = call ptr @get(ptr %38, i64 %39)
  %41 = load ptr, ptr @the, align 8
  %42 = load i64, ptr @the_purpose_reverse, align 8
  %43 = getelementptr inbounds nuw ptr, ptr %41, i64 %42
  %44 = load ptr, ptr %43, align 8
  %45 = icmp eq ptr %40, %44
  br i1 %45, label %46, label %55

46:
  %47 = load ptr, ptr %10, align 8
  %48 = load i64, ptr @ProbeSchedule__reverse, align 8
  %49 = call ptr @get(ptr %47, i64 %48)
  %50 = load ptr, ptr %6, align 8
  %51 = load i64, ptr @OpenProbe_entry, align 8
  %52 = call ptr @get(ptr %50, i64 %51)
  %53 = call zeroext i1 @confirm(ptr %49, ptr %52)
  %54 = zext i1 %53 to i8
  store i8 %54, ptr %12, align 1
  br label %63

55:
  %56 = load ptr, ptr %10, align 8
  %57 = load i64, ptr @the_on_answer, align 8
  %58 = load ptr, ptr %6, align 8
  %59 = load ptr, ptr %7, align 8
  %60 = call ptr @method_2(ptr %56, i64 %57, ptr %58, ptr %59)
  %61 = call zeroext i1 @done(ptr %60)
  %62 = zext i1 %61 to i8
  store i8 %62, ptr %12, align 1
  br label %63

63:
  %64 = load i8, ptr %12, align 1
  %65 = trunc i8 %64 to i1
  br i1 %65, label %66, label %86

66:
  %67 = load ptr, ptr %8, align 8
  %68 = load i64, ptr @QueuePair_evs, align 8
  %69 = call zeroext i1 @is_none(ptr %67, i64 %68)
  br i1 %69, label %70, label %77

70:
  %71 = load ptr, ptr %11, align 8
  %72 = load i64, ptr @the_arm, align 8
  %73 = load ptr, ptr %8, align 8
  %74 = call ptr @method_1(ptr %71, i64 %72, ptr %73)
  %75 = call zeroext i1 @done(ptr %74)
  %76 = zext i1 %75 to i32
  br label %82

77:
  %78 = load ptr, ptr %11, align 8
  %79 = load ptr, ptr %8, align 8
  %80 = call zeroext i1 @arm_timers(ptr %78, ptr %79)
  %81 = zext i1 %80 to i32
  br label %82

82:
  %83 = phi i32 [ %76, %70 ], [ %81, %77 ]
  %84 = icmp ne i32 %83, 0
  %85 = zext i1 %84 to i8
  store i8 %85, ptr %12, align 1
  br label %86

86:
  %87 = load ptr, ptr %8, align 8
  call void @Py_DecRef(ptr %87)
  %88 = load i8, ptr %12, align 1
  %89 = trunc i8 %88 to i1
  store i1 %89, ptr %4, align 1
  store i32 1, ptr %9, align 4
  br label %90

90:
  %91 = load i1, ptr %4, align 1
  ret i1 %91
}

define internal zeroext i1 @is_none(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = call ptr @get(ptr %5, i64 %6)
  %8 = load ptr, ptr @the, align 8
  %9 = load i64, ptr @the_None, align 8
  %10 = getelementptr inbounds nuw ptr, ptr %8, i64 %9
  %11 = load ptr, ptr %10, align 8
  %12 = icmp eq ptr %7, %11
  ret i1 %12
}

declare zeroext i1 @confirm(ptr, ptr)

declare zeroext i1 @arm_timers(ptr, ptr)

declare zeroext i1 @counts_as_true(ptr)

define internal i64 @in_plane(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  store i64 0, ptr %9, align 8
  store i64 0, ptr %10, align 8
  br label %13

13:
  %14 = load ptr, ptr %5, align 8
  %15 = call i32 @PyDict_Next(ptr %14, ptr %9, ptr %11, ptr %12)
  %16 = icmp ne i32 %15, 0
  br i1 %16, label %17, label %43

17:
  %18 = load ptr, ptr %12, align 8
  %19 = load i64, ptr @EvEntry_plane, align 8
  %20 = call i64 @get_int(ptr %18, i64 %19)
  %21 = load i64, ptr %6, align 8
  %22 = icmp eq i64 %20, %21
  br i1 %22, label %23, label %42

23:
  %24 = load ptr, ptr %12, align 8
  %25 = load i64, ptr @EvEntry_state, align 8
  %26 = call ptr @get(ptr %24, i64 %25)
  %27 = load ptr, ptr @the, align 8
  %28 = load i64, ptr @the_denied, align 8
  %29 = getelementptr inbounds nuw ptr, ptr %27, i64 %28
  %30 = load ptr, ptr %29, align 8
  %31 = icmp ne ptr %26, %30
  br i1 %31, label %32, label %42

32:
  %33 = load i64, ptr %10, align 8
  %34 = load i64, ptr %7, align 8
  %35 = icmp eq i64 %33, %34
  br i1 %35, label %36, label %39

36:
  %37 = load ptr, ptr %12, align 8
  %38 = load ptr, ptr %8, align 8
  store ptr %37, ptr %38, align 8
  br label %39

39:
  %40 = load i64, ptr %10, align 8
  %41 = add i64 %40, 1
  store i64 %41, ptr %10, align 8
  br label %42

42:
  br label %13

43:
  %44 = load i64, ptr %10, align 8
  ret i64 %44
}

declare i64 @draw(ptr, i64)

declare i32 @PyDict_Next(ptr, ptr, ptr, ptr)

declare ptr @PyType_GenericAlloc(ptr, i64)

declare i32 @PyObject_SetItem(ptr, ptr, ptr)
