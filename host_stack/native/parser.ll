; SPDX-License-Identifier: Apache-2.0
; Made of parser.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 f1ca3d41806665963460dabd586fd59e9d1857fbc8764c8174baf1e8612e8dd7
%struct.packet = type { ptr, ptr, ptr, ptr, i64, i64, i64, i64, i64, i8, i8, i8, i8 }

@checksum = external global ptr, align 8
@Nic__parser = external constant i64, align 8
@the = external global ptr, align 8
@the_FrameParser = external constant i64, align 8
@the_packet_types = external constant i64, align 8
@Nic__good_pkey = external constant i64, align 8
@FrameParser__labels = external constant i64, align 8
@FrameParser__ev_split = external constant i64, align 8
@the_sport_high = external constant i64, align 8
@Nic_queue_pairs = external constant i64, align 8
@PacketType_recipient = external constant i64, align 8
@the_endpoint_of = external constant i64, align 8
@FrameParser__roles = external constant i64, align 8
@the_trimmed = external constant i64, align 8
@the_trimmed_lasthop = external constant i64, align 8
@FrameParser__address = external constant i64, align 8
@FrameParser__port = external constant i64, align 8
@the_tuple = external constant i64, align 8
@the_bytes = external constant i64, align 8
@the_int = external constant i64, align 8
@long_digit = external constant i64, align 8
@the_True = external constant i64, align 8
@sought = external global ptr, align 8

define i32 @masked_sum(ptr %0, ptr %1) nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca [61 x i8], align 16
  %6 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %7 = getelementptr inbounds [61 x i8], ptr %5, i64 0, i64 0
  %8 = getelementptr inbounds i8, ptr %7, i64 48
  store ptr %8, ptr %6, align 8
  %9 = getelementptr inbounds [61 x i8], ptr %5, i64 0, i64 0
  call void @llvm.memset.p0.i64(ptr align 16 %9, i8 -1, i64 12, i1 false)
  %10 = getelementptr inbounds [61 x i8], ptr %5, i64 0, i64 8
  store i8 111, ptr %10, align 8
  %11 = getelementptr inbounds [61 x i8], ptr %5, i64 0, i64 0
  %12 = getelementptr inbounds i8, ptr %11, i64 12
  %13 = load ptr, ptr %3, align 8
  %14 = getelementptr inbounds i8, ptr %13, i64 4
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %12, ptr align 1 %14, i64 3, i1 false)
  %15 = getelementptr inbounds [61 x i8], ptr %5, i64 0, i64 15
  store i8 -1, ptr %15, align 1
  %16 = getelementptr inbounds [61 x i8], ptr %5, i64 0, i64 0
  %17 = getelementptr inbounds i8, ptr %16, i64 16
  %18 = load ptr, ptr %3, align 8
  %19 = getelementptr inbounds i8, ptr %18, i64 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %17, ptr align 1 %19, i64 32, i1 false)
  %20 = load ptr, ptr %6, align 8
  %21 = load ptr, ptr %4, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %20, ptr align 1 %21, i64 6, i1 false)
  %22 = load ptr, ptr %6, align 8
  %23 = getelementptr inbounds i8, ptr %22, i64 7
  store i8 -1, ptr %23, align 1
  %24 = load ptr, ptr %6, align 8
  %25 = getelementptr inbounds i8, ptr %24, i64 6
  store i8 -1, ptr %25, align 1
  %26 = load ptr, ptr %6, align 8
  %27 = getelementptr inbounds i8, ptr %26, i64 8
  %28 = load ptr, ptr %4, align 8
  %29 = getelementptr inbounds i8, ptr %28, i64 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %27, ptr align 1 %29, i64 4, i1 false)
  %30 = load ptr, ptr %6, align 8
  %31 = getelementptr inbounds i8, ptr %30, i64 12
  store i8 -1, ptr %31, align 1
  %32 = load ptr, ptr @checksum, align 8
  %33 = getelementptr inbounds [61 x i8], ptr %5, i64 0, i64 0
  %34 = call i32 %32(i32 0, ptr %33, i32 61)
  ret i32 %34
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define zeroext i1 @read_packet(ptr %0, ptr %1, i64 %2, ptr %3) nounwind {
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
  %16 = alloca ptr, align 8
  %17 = alloca i64, align 8
  %18 = alloca i64, align 8
  %19 = alloca i64, align 8
  %20 = alloca i64, align 8
  %21 = alloca i8, align 1
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  %22 = load ptr, ptr %6, align 8
  %23 = load i64, ptr @Nic__parser, align 8
  %24 = call ptr @get(ptr %22, i64 %23)
  store ptr %24, ptr %10, align 8
  %25 = load i64, ptr %8, align 8
  %26 = icmp slt i64 %25, 118
  br i1 %26, label %40, label %27

27:
  %28 = load ptr, ptr %10, align 8
  %29 = call ptr @type_of(ptr %28)
  %30 = load ptr, ptr @the, align 8
  %31 = load i64, ptr @the_FrameParser, align 8
  %32 = getelementptr inbounds nuw ptr, ptr %30, i64 %31
  %33 = load ptr, ptr %32, align 8
  %34 = icmp ne ptr %29, %33
  br i1 %34, label %40, label %35

35:
  %36 = load ptr, ptr %10, align 8
  %37 = load ptr, ptr %7, align 8
  %38 = load i64, ptr %8, align 8
  %39 = call zeroext i1 @is_for_us(ptr %36, ptr %37, i64 %38)
  br i1 %39, label %41, label %40

40:
  store i1 false, ptr %5, align 1
  store i32 1, ptr %11, align 4
  br label %262

41:
  %42 = load ptr, ptr %7, align 8
  %43 = getelementptr inbounds i8, ptr %42, i64 14
  %44 = getelementptr inbounds i8, ptr %43, i64 40
  store ptr %44, ptr %12, align 8
  %45 = load ptr, ptr %7, align 8
  %46 = getelementptr inbounds i8, ptr %45, i64 94
  store ptr %46, ptr %13, align 8
  %47 = load ptr, ptr %7, align 8
  %48 = getelementptr inbounds i8, ptr %47, i64 102
  store ptr %48, ptr %14, align 8
  %49 = load ptr, ptr %13, align 8
  %50 = getelementptr inbounds i8, ptr %49, i64 4
  %51 = call i64 @read_16(ptr %50)
  %52 = add i64 94, %51
  store i64 %52, ptr %15, align 8
  %53 = load ptr, ptr %14, align 8
  %54 = getelementptr inbounds i8, ptr %53, i64 0
  %55 = load i8, ptr %54, align 1
  %56 = zext i8 %55 to i64
  %57 = call ptr @integer(i64 %56)
  store ptr %57, ptr %16, align 8
  %58 = load ptr, ptr %16, align 8
  %59 = icmp ne ptr %58, null
  br i1 %59, label %60, label %67

60:
  %61 = load ptr, ptr @the, align 8
  %62 = load i64, ptr @the_packet_types, align 8
  %63 = getelementptr inbounds nuw ptr, ptr %61, i64 %62
  %64 = load ptr, ptr %63, align 8
  %65 = load ptr, ptr %16, align 8
  %66 = call ptr @PyDict_GetItemWithError(ptr %64, ptr %65)
  br label %68

67:
  br label %68

68:
  %69 = phi ptr [ %66, %60 ], [ null, %67 ]
  %70 = load ptr, ptr %9, align 8
  %71 = getelementptr inbounds nuw %struct.packet, ptr %70, i32 0, i32 0
  store ptr %69, ptr %71, align 8
  %72 = load ptr, ptr %16, align 8
  call void @Py_DecRef(ptr %72)
  %73 = load ptr, ptr %9, align 8
  %74 = getelementptr inbounds nuw %struct.packet, ptr %73, i32 0, i32 0
  %75 = load ptr, ptr %74, align 8
  %76 = icmp ne ptr %75, null
  br i1 %76, label %77, label %105

77:
  %78 = load ptr, ptr %14, align 8
  %79 = getelementptr inbounds i8, ptr %78, i64 1
  %80 = load i8, ptr %79, align 1
  %81 = zext i8 %80 to i32
  %82 = and i32 %81, 15
  %83 = icmp ne i32 %82, 0
  br i1 %83, label %105, label %84

84:
  %85 = load ptr, ptr %14, align 8
  %86 = getelementptr inbounds i8, ptr %85, i64 2
  %87 = call i64 @read_16(ptr %86)
  %88 = load ptr, ptr %6, align 8
  %89 = load i64, ptr @Nic__good_pkey, align 8
  %90 = call i64 @get_int(ptr %88, i64 %89)
  %91 = icmp ne i64 %87, %90
  br i1 %91, label %105, label %92

92:
  %93 = load ptr, ptr @checksum, align 8
  %94 = load ptr, ptr %12, align 8
  %95 = load ptr, ptr %13, align 8
  %96 = call i32 @masked_sum(ptr %94, ptr %95)
  %97 = load ptr, ptr %14, align 8
  %98 = getelementptr inbounds i8, ptr %97, i64 5
  %99 = load i64, ptr %15, align 8
  %100 = sub i64 %99, 102
  %101 = sub i64 %100, 5
  %102 = trunc i64 %101 to i32
  %103 = call i32 %93(i32 %96, ptr %98, i32 %102)
  %104 = icmp ne i32 %103, 558161692
  br i1 %104, label %105, label %106

105:
  store i1 false, ptr %5, align 1
  store i32 1, ptr %11, align 4
  br label %261

106:
  %107 = load ptr, ptr %13, align 8
  %108 = call i64 @read_16(ptr %107)
  store i64 %108, ptr %17, align 8
  %109 = load ptr, ptr %10, align 8
  %110 = load i64, ptr @FrameParser__labels, align 8
  %111 = call zeroext i1 @is_true(ptr %109, i64 %110)
  br i1 %111, label %112, label %116

112:
  %113 = load ptr, ptr %12, align 8
  %114 = getelementptr inbounds i8, ptr %113, i64 2
  %115 = call i64 @read_16(ptr %114)
  br label %117

116:
  br label %117

117:
  %118 = phi i64 [ %115, %112 ], [ 0, %116 ]
  store i64 %118, ptr %18, align 8
  %119 = load ptr, ptr %14, align 8
  %120 = getelementptr inbounds i8, ptr %119, i64 8
  %121 = load i8, ptr %120, align 1
  %122 = zext i8 %121 to i64
  store i64 %122, ptr %19, align 8
  %123 = load ptr, ptr %7, align 8
  %124 = load ptr, ptr %9, align 8
  %125 = getelementptr inbounds nuw %struct.packet, ptr %124, i32 0, i32 2
  store ptr %123, ptr %125, align 8
  %126 = load ptr, ptr %12, align 8
  %127 = getelementptr inbounds i8, ptr %126, i64 8
  %128 = load ptr, ptr %9, align 8
  %129 = getelementptr inbounds nuw %struct.packet, ptr %128, i32 0, i32 3
  store ptr %127, ptr %129, align 8
  %130 = load ptr, ptr %12, align 8
  %131 = call zeroext i8 @traffic_class(ptr %130)
  %132 = zext i8 %131 to i32
  %133 = and i32 %132, 3
  %134 = icmp eq i32 %133, 3
  br i1 %134, label %142, label %135

135:
  %136 = load ptr, ptr %7, align 8
  %137 = getelementptr inbounds i8, ptr %136, i64 14
  %138 = call zeroext i8 @traffic_class(ptr %137)
  %139 = zext i8 %138 to i32
  %140 = and i32 %139, 3
  %141 = icmp eq i32 %140, 3
  br label %142

142:
  %143 = phi i1 [ true, %117 ], [ %141, %135 ]
  %144 = load ptr, ptr %9, align 8
  %145 = getelementptr inbounds nuw %struct.packet, ptr %144, i32 0, i32 9
  %146 = zext i1 %143 to i8
  store i8 %146, ptr %145, align 8
  %147 = load ptr, ptr %10, align 8
  %148 = load i64, ptr @FrameParser__ev_split, align 8
  %149 = call ptr @get(ptr %147, i64 %148)
  %150 = load ptr, ptr @the, align 8
  %151 = load i64, ptr @the_sport_high, align 8
  %152 = getelementptr inbounds nuw ptr, ptr %150, i64 %151
  %153 = load ptr, ptr %152, align 8
  %154 = icmp eq ptr %149, %153
  br i1 %154, label %155, label %160

155:
  %156 = load i64, ptr %17, align 8
  %157 = shl i64 %156, 16
  %158 = load i64, ptr %18, align 8
  %159 = or i64 %157, %158
  br label %165

160:
  %161 = load i64, ptr %18, align 8
  %162 = shl i64 %161, 16
  %163 = load i64, ptr %17, align 8
  %164 = or i64 %162, %163
  br label %165

165:
  %166 = phi i64 [ %159, %155 ], [ %164, %160 ]
  %167 = load ptr, ptr %9, align 8
  %168 = getelementptr inbounds nuw %struct.packet, ptr %167, i32 0, i32 4
  store i64 %166, ptr %168, align 8
  %169 = load ptr, ptr %13, align 8
  %170 = getelementptr inbounds i8, ptr %169, i64 4
  %171 = call i64 @read_16(ptr %170)
  %172 = load ptr, ptr %9, align 8
  %173 = getelementptr inbounds nuw %struct.packet, ptr %172, i32 0, i32 5
  store i64 %171, ptr %173, align 8
  %174 = load ptr, ptr %14, align 8
  %175 = getelementptr inbounds i8, ptr %174, i64 1
  %176 = load i8, ptr %175, align 1
  %177 = zext i8 %176 to i32
  %178 = ashr i32 %177, 4
  %179 = and i32 %178, 3
  %180 = sext i32 %179 to i64
  %181 = load ptr, ptr %9, align 8
  %182 = getelementptr inbounds nuw %struct.packet, ptr %181, i32 0, i32 6
  store i64 %180, ptr %182, align 8
  %183 = load i64, ptr %15, align 8
  %184 = sub i64 %183, 4
  %185 = load ptr, ptr %9, align 8
  %186 = getelementptr inbounds nuw %struct.packet, ptr %185, i32 0, i32 6
  %187 = load i64, ptr %186, align 8
  %188 = sub i64 %184, %187
  %189 = load ptr, ptr %9, align 8
  %190 = getelementptr inbounds nuw %struct.packet, ptr %189, i32 0, i32 8
  store i64 %188, ptr %190, align 8
  %191 = load ptr, ptr %14, align 8
  %192 = getelementptr inbounds i8, ptr %191, i64 8
  %193 = call i64 @read_32(ptr %192)
  %194 = and i64 %193, 16777215
  %195 = load ptr, ptr %9, align 8
  %196 = getelementptr inbounds nuw %struct.packet, ptr %195, i32 0, i32 7
  store i64 %194, ptr %196, align 8
  %197 = load i64, ptr %19, align 8
  %198 = lshr i64 %197, 7
  %199 = and i64 %198, 1
  %200 = icmp ne i64 %199, 0
  %201 = load ptr, ptr %9, align 8
  %202 = getelementptr inbounds nuw %struct.packet, ptr %201, i32 0, i32 10
  %203 = zext i1 %200 to i8
  store i8 %203, ptr %202, align 1
  %204 = load i64, ptr %19, align 8
  %205 = lshr i64 %204, 5
  %206 = and i64 %205, 1
  %207 = icmp ne i64 %206, 0
  %208 = load ptr, ptr %9, align 8
  %209 = getelementptr inbounds nuw %struct.packet, ptr %208, i32 0, i32 11
  %210 = zext i1 %207 to i8
  store i8 %210, ptr %209, align 2
  %211 = load i64, ptr %19, align 8
  %212 = lshr i64 %211, 4
  %213 = and i64 %212, 1
  %214 = icmp ne i64 %213, 0
  %215 = load ptr, ptr %9, align 8
  %216 = getelementptr inbounds nuw %struct.packet, ptr %215, i32 0, i32 12
  %217 = zext i1 %214 to i8
  store i8 %217, ptr %216, align 1
  %218 = load ptr, ptr %14, align 8
  %219 = getelementptr inbounds i8, ptr %218, i64 4
  %220 = call i64 @read_32(ptr %219)
  %221 = and i64 %220, 16777215
  store i64 %221, ptr %20, align 8
  %222 = load i64, ptr %20, align 8
  %223 = icmp eq i64 %222, 2
  %224 = zext i1 %223 to i8
  store i8 %224, ptr %21, align 1
  %225 = load i8, ptr %21, align 1
  %226 = trunc i8 %225 to i1
  br i1 %226, label %227, label %228

227:
  br label %234

228:
  %229 = load ptr, ptr %6, align 8
  %230 = load i64, ptr @Nic_queue_pairs, align 8
  %231 = call ptr @get(ptr %229, i64 %230)
  %232 = load i64, ptr %20, align 8
  %233 = call ptr @find(ptr %231, i64 %232)
  br label %234

234:
  %235 = phi ptr [ null, %227 ], [ %233, %228 ]
  %236 = load ptr, ptr %9, align 8
  %237 = getelementptr inbounds nuw %struct.packet, ptr %236, i32 0, i32 1
  store ptr %235, ptr %237, align 8
  %238 = load i8, ptr %21, align 1
  %239 = trunc i8 %238 to i1
  br i1 %239, label %240, label %252

240:
  %241 = load ptr, ptr %9, align 8
  %242 = getelementptr inbounds nuw %struct.packet, ptr %241, i32 0, i32 0
  %243 = load ptr, ptr %242, align 8
  %244 = load i64, ptr @PacketType_recipient, align 8
  %245 = call ptr @get(ptr %243, i64 %244)
  %246 = load ptr, ptr @the, align 8
  %247 = load i64, ptr @the_endpoint_of, align 8
  %248 = getelementptr inbounds nuw ptr, ptr %246, i64 %247
  %249 = load ptr, ptr %248, align 8
  %250 = icmp eq ptr %245, %249
  %251 = zext i1 %250 to i32
  br label %258

252:
  %253 = load ptr, ptr %9, align 8
  %254 = getelementptr inbounds nuw %struct.packet, ptr %253, i32 0, i32 1
  %255 = load ptr, ptr %254, align 8
  %256 = icmp ne ptr %255, null
  %257 = zext i1 %256 to i32
  br label %258

258:
  %259 = phi i32 [ %251, %240 ], [ %257, %252 ]
  %260 = icmp ne i32 %259, 0
  store i1 %260, ptr %5, align 1
  store i32 1, ptr %11, align 4
  br label %261

261:
  br label %262

262:
  %263 = load i1, ptr %5, align 1
  ret i1 %263
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
  %10 = alloca ptr, align 8
  %11 = alloca i32, align 4
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca ptr, align 8
  %15 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %16 = load ptr, ptr %6, align 8
  %17 = getelementptr inbounds i8, ptr %16, i64 14
  store ptr %17, ptr %8, align 8
  %18 = load ptr, ptr %8, align 8
  %19 = getelementptr inbounds i8, ptr %18, i64 40
  store ptr %19, ptr %9, align 8
  %20 = load ptr, ptr %6, align 8
  %21 = getelementptr inbounds i8, ptr %20, i64 94
  store ptr %21, ptr %10, align 8
  %22 = load ptr, ptr %6, align 8
  %23 = getelementptr inbounds i8, ptr %22, i64 12
  %24 = call i64 @read_16(ptr %23)
  %25 = icmp ne i64 %24, 34525
  br i1 %25, label %32, label %26

26:
  %27 = load ptr, ptr %8, align 8
  %28 = call zeroext i1 @is_ipv6(ptr %27, i8 zeroext 41)
  br i1 %28, label %29, label %32

29:
  %30 = load ptr, ptr %9, align 8
  %31 = call zeroext i1 @is_ipv6(ptr %30, i8 zeroext 17)
  br i1 %31, label %33, label %32

32:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %11, align 4
  br label %123

33:
  %34 = load ptr, ptr %8, align 8
  %35 = getelementptr inbounds i8, ptr %34, i64 4
  %36 = call i64 @read_16(ptr %35)
  %37 = add i64 54, %36
  store i64 %37, ptr %12, align 8
  %38 = load ptr, ptr %10, align 8
  %39 = getelementptr inbounds i8, ptr %38, i64 4
  %40 = call i64 @read_16(ptr %39)
  store i64 %40, ptr %13, align 8
  %41 = load i64, ptr %12, align 8
  %42 = load i64, ptr %7, align 8
  %43 = icmp sgt i64 %41, %42
  br i1 %43, label %58, label %44

44:
  %45 = load i64, ptr %12, align 8
  %46 = icmp slt i64 %45, 118
  br i1 %46, label %58, label %47

47:
  %48 = load i64, ptr %13, align 8
  %49 = load i64, ptr %12, align 8
  %50 = sub i64 %49, 94
  %51 = icmp ne i64 %48, %50
  br i1 %51, label %58, label %52

52:
  %53 = load ptr, ptr %9, align 8
  %54 = getelementptr inbounds i8, ptr %53, i64 4
  %55 = call i64 @read_16(ptr %54)
  %56 = load i64, ptr %13, align 8
  %57 = icmp ne i64 %55, %56
  br i1 %57, label %58, label %59

58:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %11, align 4
  br label %122

59:
  %60 = load ptr, ptr %5, align 8
  %61 = load i64, ptr @FrameParser__roles, align 8
  %62 = call ptr @get(ptr %60, i64 %61)
  %63 = load ptr, ptr %8, align 8
  %64 = call zeroext i8 @traffic_class(ptr %63)
  %65 = zext i8 %64 to i32
  %66 = ashr i32 %65, 2
  %67 = sext i32 %66 to i64
  %68 = call ptr @tuple_item(ptr %62, i64 %67)
  store ptr %68, ptr %14, align 8
  %69 = load ptr, ptr %14, align 8
  %70 = load ptr, ptr @the, align 8
  %71 = load i64, ptr @the_trimmed, align 8
  %72 = getelementptr inbounds nuw ptr, ptr %70, i64 %71
  %73 = load ptr, ptr %72, align 8
  %74 = icmp eq ptr %69, %73
  br i1 %74, label %82, label %75

75:
  %76 = load ptr, ptr %14, align 8
  %77 = load ptr, ptr @the, align 8
  %78 = load i64, ptr @the_trimmed_lasthop, align 8
  %79 = getelementptr inbounds nuw ptr, ptr %77, i64 %78
  %80 = load ptr, ptr %79, align 8
  %81 = icmp eq ptr %76, %80
  br i1 %81, label %82, label %83

82:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %11, align 4
  br label %121

83:
  %84 = load ptr, ptr %9, align 8
  %85 = call zeroext i8 @traffic_class(ptr %84)
  %86 = zext i8 %85 to i32
  %87 = and i32 %86, 3
  %88 = icmp ne i32 %87, 0
  br i1 %88, label %96, label %89

89:
  %90 = load ptr, ptr %8, align 8
  %91 = call zeroext i8 @traffic_class(ptr %90)
  %92 = zext i8 %91 to i32
  %93 = and i32 %92, 3
  %94 = icmp eq i32 %93, 3
  br i1 %94, label %95, label %96

95:
  store i1 false, ptr %4, align 1
  store i32 1, ptr %11, align 4
  br label %121

96:
  %97 = load ptr, ptr %5, align 8
  %98 = load i64, ptr @FrameParser__address, align 8
  %99 = call ptr @get(ptr %97, i64 %98)
  store ptr %99, ptr %15, align 8
  %100 = load ptr, ptr %10, align 8
  %101 = getelementptr inbounds i8, ptr %100, i64 2
  %102 = call i64 @read_16(ptr %101)
  %103 = load ptr, ptr %5, align 8
  %104 = load i64, ptr @FrameParser__port, align 8
  %105 = call i64 @get_int(ptr %103, i64 %104)
  %106 = icmp eq i64 %102, %105
  br i1 %106, label %107, label %119

107:
  %108 = load ptr, ptr %15, align 8
  %109 = call i64 @bytes_size(ptr %108)
  %110 = icmp eq i64 %109, 16
  br i1 %110, label %111, label %119

111:
  %112 = load ptr, ptr %9, align 8
  %113 = getelementptr inbounds i8, ptr %112, i64 24
  %114 = load ptr, ptr %15, align 8
  %115 = call ptr @bytes_of(ptr %114)
  %116 = call i32 @memcmp(ptr %113, ptr %115, i64 16)
  %117 = icmp ne i32 %116, 0
  %118 = xor i1 %117, true
  br label %119

119:
  %120 = phi i1 [ false, %107 ], [ false, %96 ], [ %118, %111 ]
  store i1 %120, ptr %4, align 1
  store i32 1, ptr %11, align 4
  br label %121

121:
  br label %122

122:
  br label %123

123:
  %124 = load i1, ptr %4, align 1
  ret i1 %124
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

define internal ptr @integer(i64 %0) alwaysinline nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = call ptr @PyLong_FromLong(i64 %3)
  ret ptr %4
}

declare ptr @PyDict_GetItemWithError(ptr, ptr)

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

define internal zeroext i1 @is_true(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = call ptr @get(ptr %5, i64 %6)
  %8 = load ptr, ptr @the, align 8
  %9 = load i64, ptr @the_True, align 8
  %10 = getelementptr inbounds nuw ptr, ptr %8, i64 %9
  %11 = load ptr, ptr %10, align 8
  %12 = icmp eq ptr %7, %11
  ret i1 %12
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

declare i32 @memcmp(ptr, ptr, i64)

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

declare ptr @PyTuple_GetItem(ptr, i64)

declare i64 @PyBytes_Size(ptr)

declare ptr @PyBytes_AsString(ptr)

declare ptr @PyLong_FromLong(i64)

declare void @_Py_Dealloc(ptr)

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

define internal zeroext i1 @is_held_once(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr %3, align 8
  %5 = icmp eq i64 %4, 1
  ret i1 %5
}
