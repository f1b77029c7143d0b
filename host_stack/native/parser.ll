; SPDX-License-Identifier: Apache-2.0
; Made of parser.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 a32b533a258ede5e9dfc1a6dec88cd833d1e78351c61bb26f512cc8707bd94b0
%struct.packet = type { ptr, ptr, ptr, ptr, i64, i64, i64, i64, i64, i8, i8, i8, i8 }

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

define void @set_up_kinds() nounwind {
  %1 = alloca i64, align 8
  store i64 0, ptr %1, align 8
  br label %2

2:
  %3 = load i64, ptr %1, align 8
  %4 = icmp slt i64 %3, 256
  br i1 %4, label %6, label %5

5:
  br label %18

6:
  %7 = load ptr, ptr @the, align 8
  %8 = load i64, ptr @the_packet_types, align 8
  %9 = getelementptr inbounds nuw ptr, ptr %7, i64 %8
  %10 = load ptr, ptr %9, align 8
  %11 = load i64, ptr %1, align 8
  %12 = call ptr @find(ptr %10, i64 %11)
  %13 = load i64, ptr %1, align 8
  %14 = getelementptr inbounds [256 x ptr], ptr @kinds, i64 0, i64 %13
  store ptr %12, ptr %14, align 8
  br label %15

15:
  %16 = load i64, ptr %1, align 8
  %17 = add i64 %16, 1
  store i64 %17, ptr %1, align 8
  br label %2

18:
  ret void
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

define ptr @kind_of(i64 %0) nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = icmp sge i64 %3, 0
  br i1 %4, label %5, label %12

5:
  %6 = load i64, ptr %2, align 8
  %7 = icmp slt i64 %6, 256
  br i1 %7, label %8, label %12

8:
  %9 = load i64, ptr %2, align 8
  %10 = getelementptr inbounds [256 x ptr], ptr @kinds, i64 0, i64 %9
  %11 = load ptr, ptr %10, align 8
  br label %13

12:
  br label %13

13:
  %14 = phi ptr [ %11, %8 ], [ null, %12 ]
  ret ptr %14
}

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
  %16 = alloca i64, align 8
  %17 = alloca i64, align 8
  %18 = alloca i64, align 8
  %19 = alloca i64, align 8
  %20 = alloca i8, align 1
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  %21 = load ptr, ptr %6, align 8
  %22 = load i64, ptr @Nic__parser, align 8
  %23 = call ptr @get(ptr %21, i64 %22)
  store ptr %23, ptr %10, align 8
  %24 = load i64, ptr %8, align 8
  %25 = icmp slt i64 %24, 118
  br i1 %25, label %39, label %26

26:
  %27 = load ptr, ptr %10, align 8
  %28 = call ptr @type_of(ptr %27)
  %29 = load ptr, ptr @the, align 8
  %30 = load i64, ptr @the_FrameParser, align 8
  %31 = getelementptr inbounds nuw ptr, ptr %29, i64 %30
  %32 = load ptr, ptr %31, align 8
  %33 = icmp ne ptr %28, %32
  br i1 %33, label %39, label %34

34:
  %35 = load ptr, ptr %10, align 8
  %36 = load ptr, ptr %7, align 8
  %37 = load i64, ptr %8, align 8
  %38 = call zeroext i1 @is_for_us(ptr %35, ptr %36, i64 %37)
  br i1 %38, label %40, label %39

39:
  store i1 false, ptr %5, align 1
  store i32 1, ptr %11, align 4
  br label %249

40:
  %41 = load ptr, ptr %7, align 8
  %42 = getelementptr inbounds i8, ptr %41, i64 14
  %43 = getelementptr inbounds i8, ptr %42, i64 40
  store ptr %43, ptr %12, align 8
  %44 = load ptr, ptr %7, align 8
  %45 = getelementptr inbounds i8, ptr %44, i64 94
  store ptr %45, ptr %13, align 8
  %46 = load ptr, ptr %7, align 8
  %47 = getelementptr inbounds i8, ptr %46, i64 102
  store ptr %47, ptr %14, align 8
  %48 = load ptr, ptr %13, align 8
  %49 = getelementptr inbounds i8, ptr %48, i64 4
  %50 = call i64 @read_16(ptr %49)
  %51 = add i64 94, %50
  store i64 %51, ptr %15, align 8
  %52 = load ptr, ptr %14, align 8
  %53 = getelementptr inbounds i8, ptr %52, i64 0
  %54 = load i8, ptr %53, align 1
  %55 = zext i8 %54 to i64
  %56 = getelementptr inbounds nuw [256 x ptr], ptr @kinds, i64 0, i64 %55
  %57 = load ptr, ptr %56, align 8
  %58 = load ptr, ptr %9, align 8
  %59 = getelementptr inbounds nuw %struct.packet, ptr %58, i32 0, i32 0
  store ptr %57, ptr %59, align 8
  %60 = load ptr, ptr %9, align 8
  %61 = getelementptr inbounds nuw %struct.packet, ptr %60, i32 0, i32 0
  %62 = load ptr, ptr %61, align 8
  %63 = icmp ne ptr %62, null
  br i1 %63, label %64, label %92

64:
  %65 = load ptr, ptr %14, align 8
  %66 = getelementptr inbounds i8, ptr %65, i64 1
  %67 = load i8, ptr %66, align 1
  %68 = zext i8 %67 to i32
  %69 = and i32 %68, 15
  %70 = icmp ne i32 %69, 0
  br i1 %70, label %92, label %71

71:
  %72 = load ptr, ptr %14, align 8
  %73 = getelementptr inbounds i8, ptr %72, i64 2
  %74 = call i64 @read_16(ptr %73)
  %75 = load ptr, ptr %6, align 8
  %76 = load i64, ptr @Nic__good_pkey, align 8
  %77 = call i64 @get_int(ptr %75, i64 %76)
  %78 = icmp ne i64 %74, %77
  br i1 %78, label %92, label %79

79:
  %80 = load ptr, ptr @checksum, align 8
  %81 = load ptr, ptr %12, align 8
  %82 = load ptr, ptr %13, align 8
  %83 = call i32 @masked_sum(ptr %81, ptr %82)
  %84 = load ptr, ptr %14, align 8
  %85 = getelementptr inbounds i8, ptr %84, i64 5
  %86 = load i64, ptr %15, align 8
  %87 = sub i64 %86, 102
  %88 = sub i64 %87, 5
  %89 = trunc i64 %88 to i32
  %90 = call i32 %80(i32 %83, ptr %85, i32 %89)
  %91 = icmp ne i32 %90, 558161692
  br i1 %91, label %92, label %93

92:
  store i1 false, ptr %5, align 1
  store i32 1, ptr %11, align 4
  br label %248

93:
  %94 = load ptr, ptr %13, align 8
  %95 = call i64 @read_16(ptr %94)
  store i64 %95, ptr %16, align 8
  %96 = load ptr, ptr %10, align 8
  %97 = load i64, ptr @FrameParser__labels, align 8
  %98 = call zeroext i1 @is_true(ptr %96, i64 %97)
  br i1 %98, label %99, label %103

99:
  %100 = load ptr, ptr %12, align 8
  %101 = getelementptr inbounds i8, ptr %100, i64 2
  %102 = call i64 @read_16(ptr %101)
  br label %104

103:
  br label %104

104:
  %105 = phi i64 [ %102, %99 ], [ 0, %103 ]
  store i64 %105, ptr %17, align 8
  %106 = load ptr, ptr %14, align 8
  %107 = getelementptr inbounds i8, ptr %106, i64 8
  %108 = load i8, ptr %107, align 1
  %109 = zext i8 %108 to i64
  store i64 %109, ptr %18, align 8
  %110 = load ptr, ptr %7, align 8
  %111 = load ptr, ptr %9, align 8
  %112 = getelementptr inbounds nuw %struct.packet, ptr %111, i32 0, i32 2
  store ptr %110, ptr %112, align 8
  %113 = load ptr, ptr %12, align 8
  %114 = getelementptr inbounds i8, ptr %113, i64 8
  %115 = load ptr, ptr %9, align 8
  %116 = getelementptr inbounds nuw %struct.packet, ptr %115, i32 0, i32 3
  store ptr %114, ptr %116, align 8
  %117 = load ptr, ptr %12, align 8
  %118 = call zeroext i8 @traffic_class(ptr %117)
  %119 = zext i8 %118 to i32
  %120 = and i32 %119, 3
  %121 = icmp eq i32 %120, 3
  br i1 %121, label %129, label %122

122:
  %123 = load ptr, ptr %7, align 8
  %124 = getelementptr inbounds i8, ptr %123, i64 14
  %125 = call zeroext i8 @traffic_class(ptr %124)
  %126 = zext i8 %125 to i32
  %127 = and i32 %126, 3
  %128 = icmp eq i32 %127, 3
  br label %129

129:
  %130 = phi i1 [ true, %104 ], [ %128, %122 ]
  %131 = load ptr, ptr %9, align 8
  %132 = getelementptr inbounds nuw %struct.packet, ptr %131, i32 0, i32 9
  %133 = zext i1 %130 to i8
  store i8 %133, ptr %132, align 8
  %134 = load ptr, ptr %10, align 8
  %135 = load i64, ptr @FrameParser__ev_split, align 8
  %136 = call ptr @get(ptr %134, i64 %135)
  %137 = load ptr, ptr @the, align 8
  %138 = load i64, ptr @the_sport_high, align 8
  %139 = getelementptr inbounds nuw ptr, ptr %137, i64 %138
  %140 = load ptr, ptr %139, align 8
  %141 = icmp eq ptr %136, %140
  br i1 %141, label %142, label %147

142:
  %143 = load i64, ptr %16, align 8
  %144 = shl i64 %143, 16
  %145 = load i64, ptr %17, align 8
  %146 = or i64 %144, %145
  br label %152

147:
  %148 = load i64, ptr %17, align 8
  %149 = shl i64 %148, 16
  %150 = load i64, ptr %16, align 8
  %151 = or i64 %149, %150
  br label %152

152:
  %153 = phi i64 [ %146, %142 ], [ %151, %147 ]
  %154 = load ptr, ptr %9, align 8
  %155 = getelementptr inbounds nuw %struct.packet, ptr %154, i32 0, i32 4
  store i64 %153, ptr %155, align 8
  %156 = load ptr, ptr %13, align 8
  %157 = getelementptr inbounds i8, ptr %156, i64 4
  %158 = call i64 @read_16(ptr %157)
  %159 = load ptr, ptr %9, align 8
  %160 = getelementptr inbounds nuw %struct.packet, ptr %159, i32 0, i32 5
  store i64 %158, ptr %160, align 8
  %161 = load ptr, ptr %14, align 8
  %162 = getelementptr inbounds i8, ptr %161, i64 1
  %163 = load i8, ptr %162, align 1
  %164 = zext i8 %163 to i32
  %165 = ashr i32 %164, 4
  %166 = and i32 %165, 3
  %167 = sext i32 %166 to i64
  %168 = load ptr, ptr %9, align 8
  %169 = getelementptr inbounds nuw %struct.packet, ptr %168, i32 0, i32 6
  store i64 %167, ptr %169, align 8
  %170 = load i64, ptr %15, align 8
  %171 = sub i64 %170, 4
  %172 = load ptr, ptr %9, align 8
  %173 = getelementptr inbounds nuw %struct.packet, ptr %172, i32 0, i32 6
  %174 = load i64, ptr %173, align 8
  %175 = sub i64 %171, %174
  %176 = load ptr, ptr %9, align 8
  %177 = getelementptr inbounds nuw %struct.packet, ptr %176, i32 0, i32 8
  store i64 %175, ptr %177, align 8
  %178 = load ptr, ptr %14, align 8
  %179 = getelementptr inbounds i8, ptr %178, i64 8
  %180 = call i64 @read_32(ptr %179)
  %181 = and i64 %180, 16777215
  %182 = load ptr, ptr %9, align 8
  %183 = getelementptr inbounds nuw %struct.packet, ptr %182, i32 0, i32 7
  store i64 %181, ptr %183, align 8
  %184 = load i64, ptr %18, align 8
  %185 = lshr i64 %184, 7
  %186 = and i64 %185, 1
  %187 = icmp ne i64 %186, 0
  %188 = load ptr, ptr %9, align 8
  %189 = getelementptr inbounds nuw %struct.packet, ptr %188, i32 0, i32 10
  %190 = zext i1 %187 to i8
  store i8 %190, ptr %189, align 1
  %191 = load i64, ptr %18, align 8
  %192 = lshr i64 %191, 5
  %193 = and i64 %192, 1
  %194 = icmp ne i64 %193, 0
  %195 = load ptr, ptr %9, align 8
  %196 = getelementptr inbounds nuw %struct.packet, ptr %195, i32 0, i32 11
  %197 = zext i1 %194 to i8
  store i8 %197, ptr %196, align 2
  %198 = load i64, ptr %18, align 8
  %199 = lshr i64 %198, 4
  %200 = and i64 %199, 1
  %201 = icmp ne i64 %200, 0
  %202 = load ptr, ptr %9, align 8
  %203 = getelementptr inbounds nuw %struct.packet, ptr %202, i32 0, i32 12
  %204 = zext i1 %201 to i8
  store i8 %204, ptr %203, align 1
  %205 = load ptr, ptr %14, align 8
  %206 = getelementptr inbounds i8, ptr %205, i64 4
  %207 = call i64 @read_32(ptr %206)
  %208 = and i64 %207, 16777215
  store i64 %208, ptr %19, align 8
  %209 = load i64, ptr %19, align 8
  %210 = icmp eq i64 %209, 2
  %211 = zext i1 %210 to i8
  store i8 %211, ptr %20, align 1
  %212 = load i8, ptr %20, align 1
  %213 = trunc i8 %212 to i1
  br i1 %213, label %214, label %215

214:
  br label %221

215:
  %216 = load ptr, ptr %6, align 8
  %217 = load i64, ptr @Nic_queue_pairs, align 8
  %218 = call ptr @get(ptr %216, i64 %217)
  %219 = load i64, ptr %19, align 8
  %220 = call ptr @find(ptr %218, i64 %219)
  br label %221

221:
  %222 = phi ptr [ null, %214 ], [ %220, %215 ]
  %223 = load ptr, ptr %9, align 8
  %224 = getelementptr inbounds nuw %struct.packet, ptr %223, i32 0, i32 1
  store ptr %222, ptr %224, align 8
  %225 = load i8, ptr %20, align 1
  %226 = trunc i8 %225 to i1
  br i1 %226, label %227, label %239

227:
  %228 = load ptr, ptr %9, align 8
  %229 = getelementptr inbounds nuw %struct.packet, ptr %228, i32 0, i32 0
  %230 = load ptr, ptr %229, align 8
  %231 = load i64, ptr @PacketType_recipient, align 8
  %232 = call ptr @get(ptr %230, i64 %231)
  %233 = load ptr, ptr @the, align 8
  %234 = load i64, ptr @the_endpoint_of, align 8
  %235 = getelementptr inbounds nuw ptr, ptr %233, i64 %234
  %236 = load ptr, ptr %235, align 8
  %237 = icmp eq ptr %232, %236
  %238 = zext i1 %237 to i32
  br label %245

239:
  %240 = load ptr, ptr %9, align 8
  %241 = getelementptr inbounds nuw %struct.packet, ptr %240, i32 0, i32 1
  %242 = load ptr, ptr %241, align 8
  %243 = icmp ne ptr %242, null
  %244 = zext i1 %243 to i32
  br label %245

245:
  %246 = phi i32 [ %238, %227 ], [ %244, %239 ]
  %247 = icmp ne i32 %246, 0
  store i1 %247, ptr %5, align 1
  store i32 1, ptr %11, align 4
  br label %248

248:
  br label %249

249:
  %250 = load i1, ptr %5, align 1
  ret i1 %250
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

declare zeroext i1 @counts_as_true(ptr)
