; SPDX-License-Identifier: Apache-2.0
; Made of congestion.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 a0b2a5048510f3f85b3df3fb246908b7659fb22b6cb50ea4e6f5df4c7614d2c3
@Destination_controller = external constant i64, align 8
@the = external global ptr, align 8
@the_FixedWindow = external constant i64, align 8
@the_Nscc = external constant i64, align 8
@Nscc_saved_cwnd = external constant i64, align 8
@Destination_inflight = external constant i64, align 8
@Destination_window = external constant i64, align 8
@Nscc_cwnd = external constant i64, align 8
@the_True = external constant i64, align 8
@the_False = external constant i64, align 8
@the_None = external constant i64, align 8
@the_tell_controller = external constant i64, align 8
@Nscc__numbers = external constant i64, align 8
@Nscc__peaks = external constant i64, align 8
@Nscc_base_rtt = external constant i64, align 8
@NsccNumbers_target_delay = external constant i64, align 8
@NsccNumbers_base_rtt = external constant i64, align 8
@Nscc__delay = external constant i64, align 8
@Nscc__ignored = external constant i64, align 8
@Nscc__base_ends_ns = external constant i64, align 8
@Nscc__least_ns = external constant i64, align 8
@NsccNumbers_disable_qa = external constant i64, align 8
@Nscc__qa_end_ns = external constant i64, align 8
@Nscc__ignore = external constant i64, align 8
@Nscc__received = external constant i64, align 8
@Nscc__achieved = external constant i64, align 8
@Nscc__peak_ns = external constant i64, align 8
@Nscc__delay_ns = external constant i64, align 8
@Nscc__increase = external constant i64, align 8
@Nscc__max_cwnd = external constant i64, align 8
@NsccNumbers_fi = external constant i64, align 8
@Nscc__fast_bytes = external constant i64, align 8
@Nscc__fast = external constant i64, align 8
@NsccNumbers_fi_scale = external constant i64, align 8
@NsccNumbers_alpha = external constant i64, align 8
@Nscc__adjusted_ns = external constant i64, align 8
@NsccNumbers_adjust_period_threshold = external constant i64, align 8
@NsccNumbers_adjust_bytes_threshold = external constant i64, align 8
@NsccNumbers_eta = external constant i64, align 8
@the_int = external constant i64, align 8
@long_digit = external constant i64, align 8
@the_tuple = external constant i64, align 8

define zeroext i1 @tell_controller(ptr %0, i64 %1, i1 zeroext %2, i64 %3, i64 %4, i1 zeroext %5, i64 %6, i64 %7) nounwind {
  %9 = alloca i1, align 1
  %10 = alloca ptr, align 8
  %11 = alloca i64, align 8
  %12 = alloca i8, align 1
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  %15 = alloca i8, align 1
  %16 = alloca i64, align 8
  %17 = alloca i64, align 8
  %18 = alloca ptr, align 8
  %19 = alloca i32, align 4
  %20 = alloca [9 x ptr], align 16
  %21 = alloca i8, align 1
  store ptr %0, ptr %10, align 8
  store i64 %1, ptr %11, align 8
  %22 = zext i1 %2 to i8
  store i8 %22, ptr %12, align 1
  store i64 %3, ptr %13, align 8
  store i64 %4, ptr %14, align 8
  %23 = zext i1 %5 to i8
  store i8 %23, ptr %15, align 1
  store i64 %6, ptr %16, align 8
  store i64 %7, ptr %17, align 8
  %24 = load ptr, ptr %10, align 8
  %25 = load i64, ptr @Destination_controller, align 8
  %26 = call ptr @get(ptr %24, i64 %25)
  store ptr %26, ptr %18, align 8
  %27 = load ptr, ptr %18, align 8
  %28 = call ptr @type_of(ptr %27)
  %29 = load ptr, ptr @the, align 8
  %30 = load i64, ptr @the_FixedWindow, align 8
  %31 = getelementptr inbounds nuw ptr, ptr %29, i64 %30
  %32 = load ptr, ptr %31, align 8
  %33 = icmp eq ptr %28, %32
  br i1 %33, label %34, label %35

34:
  store i1 true, ptr %9, align 1
  store i32 1, ptr %19, align 4
  br label %165

35:
  %36 = load ptr, ptr %18, align 8
  %37 = call ptr @type_of(ptr %36)
  %38 = load ptr, ptr @the, align 8
  %39 = load i64, ptr @the_Nscc, align 8
  %40 = getelementptr inbounds nuw ptr, ptr %38, i64 %39
  %41 = load ptr, ptr %40, align 8
  %42 = icmp eq ptr %37, %41
  br i1 %42, label %43, label %74

43:
  %44 = load i64, ptr %14, align 8
  %45 = icmp ne i64 %44, 0
  br i1 %45, label %74, label %46

46:
  %47 = load i8, ptr %15, align 1
  %48 = trunc i8 %47 to i1
  br i1 %48, label %49, label %55

49:
  %50 = load ptr, ptr %18, align 8
  %51 = load i64, ptr @Nscc_saved_cwnd, align 8
  %52 = call ptr @get(ptr %50, i64 %51)
  %53 = call i32 @PyObject_IsTrue(ptr %52)
  %54 = icmp ne i32 %53, 0
  br i1 %54, label %74, label %55

55:
  %56 = load ptr, ptr %18, align 8
  %57 = load i64, ptr %11, align 8
  %58 = load ptr, ptr %10, align 8
  %59 = load i64, ptr @Destination_inflight, align 8
  %60 = call i64 @get_int(ptr %58, i64 %59)
  %61 = load i8, ptr %12, align 1
  %62 = trunc i8 %61 to i1
  %63 = load i64, ptr %13, align 8
  %64 = load i64, ptr %16, align 8
  %65 = load i64, ptr %17, align 8
  %66 = call zeroext i1 @grow(ptr %56, i64 %57, i64 %60, i1 zeroext %62, i64 %63, i64 %64, i64 %65)
  br i1 %66, label %67, label %74

67:
  %68 = load ptr, ptr %10, align 8
  %69 = load i64, ptr @Destination_window, align 8
  %70 = load ptr, ptr %18, align 8
  %71 = load i64, ptr @Nscc_cwnd, align 8
  %72 = call double @get_float(ptr %70, i64 %71)
  %73 = fptosi double %72 to i64
  call void @put_int(ptr %68, i64 %69, i64 %73)
  store i1 true, ptr %9, align 1
  store i32 1, ptr %19, align 4
  br label %165

74:
  store ptr null, ptr %20, align 8
  %75 = getelementptr inbounds ptr, ptr %20, i64 1
  %76 = load ptr, ptr %10, align 8
  store ptr %76, ptr %75, align 8
  %77 = getelementptr inbounds ptr, ptr %20, i64 2
  %78 = load i64, ptr %11, align 8
  %79 = call ptr @integer(i64 %78)
  store ptr %79, ptr %77, align 8
  %80 = getelementptr inbounds ptr, ptr %20, i64 3
  %81 = load i8, ptr %12, align 1
  %82 = trunc i8 %81 to i1
  br i1 %82, label %83, label %88

83:
  %84 = load ptr, ptr @the, align 8
  %85 = load i64, ptr @the_True, align 8
  %86 = getelementptr inbounds nuw ptr, ptr %84, i64 %85
  %87 = load ptr, ptr %86, align 8
  br label %93

88:
  %89 = load ptr, ptr @the, align 8
  %90 = load i64, ptr @the_False, align 8
  %91 = getelementptr inbounds nuw ptr, ptr %89, i64 %90
  %92 = load ptr, ptr %91, align 8
  br label %93

93:
  %94 = phi ptr [ %87, %83 ], [ %92, %88 ]
  store ptr %94, ptr %80, align 8
  %95 = getelementptr inbounds ptr, ptr %20, i64 4
  %96 = load i64, ptr %13, align 8
  %97 = icmp slt i64 %96, 0
  br i1 %97, label %98, label %104

98:
  %99 = load ptr, ptr @the, align 8
  %100 = load i64, ptr @the_None, align 8
  %101 = getelementptr inbounds nuw ptr, ptr %99, i64 %100
  %102 = load ptr, ptr %101, align 8
  %103 = call ptr @kept(ptr %102)
  br label %107

104:
  %105 = load i64, ptr %13, align 8
  %106 = call ptr @integer(i64 %105)
  br label %107

107:
  %108 = phi ptr [ %103, %98 ], [ %106, %104 ]
  store ptr %108, ptr %95, align 8
  %109 = getelementptr inbounds ptr, ptr %20, i64 5
  %110 = load i64, ptr %14, align 8
  %111 = call ptr @integer(i64 %110)
  store ptr %111, ptr %109, align 8
  %112 = getelementptr inbounds ptr, ptr %20, i64 6
  %113 = load i8, ptr %15, align 1
  %114 = trunc i8 %113 to i1
  br i1 %114, label %115, label %120

115:
  %116 = load ptr, ptr @the, align 8
  %117 = load i64, ptr @the_True, align 8
  %118 = getelementptr inbounds nuw ptr, ptr %116, i64 %117
  %119 = load ptr, ptr %118, align 8
  br label %125

120:
  %121 = load ptr, ptr @the, align 8
  %122 = load i64, ptr @the_False, align 8
  %123 = getelementptr inbounds nuw ptr, ptr %121, i64 %122
  %124 = load ptr, ptr %123, align 8
  br label %125

125:
  %126 = phi ptr [ %119, %115 ], [ %124, %120 ]
  store ptr %126, ptr %112, align 8
  %127 = getelementptr inbounds ptr, ptr %20, i64 7
  %128 = load i64, ptr %16, align 8
  %129 = call ptr @integer(i64 %128)
  store ptr %129, ptr %127, align 8
  %130 = getelementptr inbounds ptr, ptr %20, i64 8
  %131 = load i64, ptr %17, align 8
  %132 = icmp slt i64 %131, 0
  br i1 %132, label %133, label %139

133:
  %134 = load ptr, ptr @the, align 8
  %135 = load i64, ptr @the_None, align 8
  %136 = getelementptr inbounds nuw ptr, ptr %134, i64 %135
  %137 = load ptr, ptr %136, align 8
  %138 = call ptr @kept(ptr %137)
  br label %142

139:
  %140 = load i64, ptr %17, align 8
  %141 = call ptr @integer(i64 %140)
  br label %142

142:
  %143 = phi ptr [ %138, %133 ], [ %141, %139 ]
  store ptr %143, ptr %130, align 8
  %144 = load ptr, ptr @the, align 8
  %145 = load i64, ptr @the_tell_controller, align 8
  %146 = getelementptr inbounds nuw ptr, ptr %144, i64 %145
  %147 = load ptr, ptr %146, align 8
  %148 = getelementptr inbounds [9 x ptr], ptr %20, i64 0, i64 0
  %149 = getelementptr inbounds ptr, ptr %148, i64 1
  %150 = call ptr @PyObject_Vectorcall(ptr %147, ptr %149, i64 -9223372036854775800, ptr null)
  %151 = call zeroext i1 @done(ptr %150)
  %152 = zext i1 %151 to i8
  store i8 %152, ptr %21, align 1
  %153 = getelementptr inbounds [9 x ptr], ptr %20, i64 0, i64 2
  %154 = load ptr, ptr %153, align 16
  call void @Py_DecRef(ptr %154)
  %155 = getelementptr inbounds [9 x ptr], ptr %20, i64 0, i64 4
  %156 = load ptr, ptr %155, align 16
  call void @Py_DecRef(ptr %156)
  %157 = getelementptr inbounds [9 x ptr], ptr %20, i64 0, i64 5
  %158 = load ptr, ptr %157, align 8
  call void @Py_DecRef(ptr %158)
  %159 = getelementptr inbounds [9 x ptr], ptr %20, i64 0, i64 7
  %160 = load ptr, ptr %159, align 8
  call void @Py_DecRef(ptr %160)
  %161 = getelementptr inbounds [9 x ptr], ptr %20, i64 0, i64 8
  %162 = load ptr, ptr %161, align 16
  call void @Py_DecRef(ptr %162)
  %163 = load i8, ptr %21, align 1
  %164 = trunc i8 %163 to i1
  store i1 %164, ptr %9, align 1
  store i32 1, ptr %19, align 4
  br label %165

165:
  %166 = load i1, ptr %9, align 1
  ret i1 %166
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

declare i32 @PyObject_IsTrue(ptr)

define internal zeroext i1 @grow(ptr %0, i64 %1, i64 %2, i1 zeroext %3, i64 %4, i64 %5, i64 %6) nounwind {
  %8 = alloca i1, align 1
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca i8, align 1
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  %15 = alloca i64, align 8
  %16 = alloca ptr, align 8
  %17 = alloca ptr, align 8
  %18 = alloca i64, align 8
  %19 = alloca i64, align 8
  %20 = alloca i8, align 1
  %21 = alloca double, align 8
  %22 = alloca double, align 8
  %23 = alloca i64, align 8
  %24 = alloca i64, align 8
  %25 = alloca i32, align 4
  %26 = alloca i64, align 8
  %27 = alloca i64, align 8
  %28 = alloca i64, align 8
  %29 = alloca i64, align 8
  %30 = alloca i64, align 8
  %31 = alloca i64, align 8
  %32 = alloca ptr, align 8
  %33 = alloca ptr, align 8
  %34 = alloca double, align 8
  %35 = alloca double, align 8
  %36 = alloca double, align 8
  %37 = alloca i8, align 1
  %38 = alloca i64, align 8
  %39 = alloca double, align 8
  %40 = alloca i8, align 1
  %41 = alloca double, align 8
  store ptr %0, ptr %9, align 8
  store i64 %1, ptr %10, align 8
  store i64 %2, ptr %11, align 8
  %42 = zext i1 %3 to i8
  store i8 %42, ptr %12, align 1
  store i64 %4, ptr %13, align 8
  store i64 %5, ptr %14, align 8
  store i64 %6, ptr %15, align 8
  %43 = load ptr, ptr %9, align 8
  %44 = load i64, ptr @Nscc__numbers, align 8
  %45 = call ptr @get(ptr %43, i64 %44)
  store ptr %45, ptr %16, align 8
  %46 = load ptr, ptr %9, align 8
  %47 = load i64, ptr @Nscc__peaks, align 8
  %48 = call ptr @get(ptr %46, i64 %47)
  store ptr %48, ptr %17, align 8
  %49 = load ptr, ptr %9, align 8
  %50 = load i64, ptr @Nscc_base_rtt, align 8
  %51 = call i64 @get_int(ptr %49, i64 %50)
  store i64 %51, ptr %18, align 8
  %52 = load ptr, ptr %16, align 8
  %53 = load i64, ptr @NsccNumbers_target_delay, align 8
  %54 = call i64 @get_int(ptr %52, i64 %53)
  store i64 %54, ptr %19, align 8
  %55 = load i64, ptr %13, align 8
  %56 = load ptr, ptr %16, align 8
  %57 = load i64, ptr @NsccNumbers_base_rtt, align 8
  %58 = call i64 @get_int(ptr %56, i64 %57)
  %59 = sdiv i64 %58, 16
  %60 = icmp sge i64 %55, %59
  %61 = zext i1 %60 to i8
  store i8 %61, ptr %20, align 1
  %62 = load ptr, ptr %9, align 8
  %63 = load i64, ptr @Nscc__delay, align 8
  %64 = call double @get_float(ptr %62, i64 %63)
  store double %64, ptr %21, align 8
  %65 = load ptr, ptr %9, align 8
  %66 = load i64, ptr @Nscc_cwnd, align 8
  %67 = call double @get_float(ptr %65, i64 %66)
  store double %67, ptr %22, align 8
  %68 = load i8, ptr %20, align 1
  %69 = trunc i8 %68 to i1
  br i1 %69, label %70, label %75

70:
  %71 = load i64, ptr %13, align 8
  %72 = load i64, ptr %18, align 8
  %73 = sub i64 %71, %72
  %74 = call i64 @most(i64 0, i64 %73)
  br label %78

75:
  %76 = load double, ptr %21, align 8
  %77 = fptosi double %76 to i64
  br label %78

78:
  %79 = phi i64 [ %74, %70 ], [ %77, %75 ]
  store i64 %79, ptr %23, align 8
  %80 = load ptr, ptr %9, align 8
  %81 = load i64, ptr @Nscc__ignored, align 8
  %82 = call i64 @get_int(ptr %80, i64 %81)
  %83 = load i64, ptr %10, align 8
  %84 = add i64 %82, %83
  store i64 %84, ptr %24, align 8
  %85 = load i64, ptr %14, align 8
  %86 = load ptr, ptr %9, align 8
  %87 = load i64, ptr @Nscc__base_ends_ns, align 8
  %88 = call i64 @get_int(ptr %86, i64 %87)
  %89 = icmp sge i64 %85, %88
  br i1 %89, label %131, label %90

90:
  %91 = load i64, ptr %15, align 8
  %92 = icmp sge i64 %91, 0
  br i1 %92, label %93, label %99

93:
  %94 = load i64, ptr %15, align 8
  %95 = load ptr, ptr %9, align 8
  %96 = load i64, ptr @Nscc__least_ns, align 8
  %97 = call i64 @get_int(ptr %95, i64 %96)
  %98 = icmp slt i64 %94, %97
  br i1 %98, label %131, label %99

99:
  %100 = load ptr, ptr %16, align 8
  %101 = load i64, ptr @NsccNumbers_disable_qa, align 8
  %102 = call zeroext i1 @is_true(ptr %100, i64 %101)
  br i1 %102, label %131, label %103

103:
  %104 = load i64, ptr %14, align 8
  %105 = load ptr, ptr %9, align 8
  %106 = load i64, ptr @Nscc__qa_end_ns, align 8
  %107 = call i64 @get_int(ptr %105, i64 %106)
  %108 = icmp sge i64 %104, %107
  br i1 %108, label %131, label %109

109:
  %110 = load i8, ptr %12, align 1
  %111 = trunc i8 %110 to i1
  br i1 %111, label %112, label %122

112:
  %113 = load i64, ptr %23, align 8
  %114 = load i64, ptr %19, align 8
  %115 = icmp sge i64 %113, %114
  br i1 %115, label %131, label %116

116:
  %117 = load i64, ptr %24, align 8
  %118 = load ptr, ptr %9, align 8
  %119 = load i64, ptr @Nscc__ignore, align 8
  %120 = call i64 @get_int(ptr %118, i64 %119)
  %121 = icmp slt i64 %117, %120
  br i1 %121, label %131, label %122

122:
  %123 = load double, ptr %22, align 8
  %124 = fcmp olt double %123, 1.000000e+00
  br i1 %124, label %131, label %125

125:
  %126 = load i64, ptr %18, align 8
  %127 = icmp slt i64 %126, 1
  br i1 %127, label %131, label %128

128:
  %129 = call ptr @PyErr_Occurred()
  %130 = icmp ne ptr %129, null
  br i1 %130, label %131, label %132

131:
  store i1 false, ptr %8, align 1
  store i32 1, ptr %25, align 4
  br label %389

132:
  %133 = load ptr, ptr %9, align 8
  %134 = load i64, ptr @Nscc__received, align 8
  %135 = call i64 @get_int(ptr %133, i64 %134)
  %136 = load i64, ptr %10, align 8
  %137 = add i64 %135, %136
  store i64 %137, ptr %26, align 8
  %138 = load ptr, ptr %9, align 8
  %139 = load i64, ptr @Nscc__ignored, align 8
  %140 = load i64, ptr %24, align 8
  call void @put_int(ptr %138, i64 %139, i64 %140)
  %141 = load ptr, ptr %9, align 8
  %142 = load i64, ptr @Nscc__achieved, align 8
  %143 = load i64, ptr %10, align 8
  call void @add(ptr %141, i64 %142, i64 %143)
  %144 = load i64, ptr %11, align 8
  %145 = load i64, ptr %10, align 8
  %146 = add i64 %144, %145
  store i64 %146, ptr %27, align 8
  %147 = load i64, ptr %14, align 8
  %148 = load ptr, ptr %9, align 8
  %149 = load i64, ptr @Nscc__peak_ns, align 8
  %150 = call i64 @get_int(ptr %148, i64 %149)
  %151 = sub i64 %147, %150
  store i64 %151, ptr %28, align 8
  %152 = load ptr, ptr %17, align 8
  %153 = call ptr @tuple_item(ptr %152, i64 0)
  %154 = call i64 @value_of(ptr %153)
  store i64 %154, ptr %29, align 8
  %155 = load ptr, ptr %17, align 8
  %156 = call ptr @tuple_item(ptr %155, i64 1)
  %157 = call i64 @value_of(ptr %156)
  store i64 %157, ptr %30, align 8
  %158 = load i64, ptr %28, align 8
  %159 = load i64, ptr %18, align 8
  %160 = icmp sgt i64 %158, %159
  br i1 %160, label %165, label %161

161:
  %162 = load i64, ptr %27, align 8
  %163 = load i64, ptr %30, align 8
  %164 = icmp sgt i64 %162, %163
  br i1 %164, label %165, label %202

165:
  %166 = load i64, ptr %28, align 8
  %167 = load i64, ptr %18, align 8
  %168 = icmp sle i64 %166, %167
  br i1 %168, label %169, label %171

169:
  %170 = load i64, ptr %29, align 8
  br label %181

171:
  %172 = load i64, ptr %28, align 8
  %173 = load i64, ptr %18, align 8
  %174 = mul i64 2, %173
  %175 = icmp sle i64 %172, %174
  br i1 %175, label %176, label %178

176:
  %177 = load i64, ptr %30, align 8
  br label %179

178:
  br label %179

179:
  %180 = phi i64 [ %177, %176 ], [ 0, %178 ]
  br label %181

181:
  %182 = phi i64 [ %170, %169 ], [ %180, %179 ]
  store i64 %182, ptr %31, align 8
  %183 = load i64, ptr %31, align 8
  %184 = call ptr @integer(i64 %183)
  store ptr %184, ptr %32, align 8
  %185 = load i64, ptr %27, align 8
  %186 = call ptr @integer(i64 %185)
  store ptr %186, ptr %33, align 8
  %187 = load ptr, ptr %9, align 8
  %188 = load i64, ptr @Nscc__peaks, align 8
  %189 = load ptr, ptr %32, align 8
  %190 = load ptr, ptr %33, align 8
  %191 = call ptr (i64, ...) @PyTuple_Pack(i64 2, ptr %189, ptr %190)
  call void @put(ptr %187, i64 %188, ptr %191)
  %192 = load ptr, ptr %32, align 8
  call void @Py_DecRef(ptr %192)
  %193 = load ptr, ptr %33, align 8
  call void @Py_DecRef(ptr %193)
  %194 = load i64, ptr %28, align 8
  %195 = load i64, ptr %18, align 8
  %196 = icmp sgt i64 %194, %195
  br i1 %196, label %197, label %201

197:
  %198 = load ptr, ptr %9, align 8
  %199 = load i64, ptr @Nscc__peak_ns, align 8
  %200 = load i64, ptr %14, align 8
  call void @put_int(ptr %198, i64 %199, i64 %200)
  br label %201

201:
  br label %202

202:
  %203 = load i8, ptr %20, align 1
  %204 = trunc i8 %203 to i1
  br i1 %204, label %205, label %235

205:
  %206 = load i64, ptr %14, align 8
  %207 = load ptr, ptr %9, align 8
  %208 = load i64, ptr @Nscc__delay_ns, align 8
  %209 = call i64 @get_int(ptr %207, i64 %208)
  %210 = sub i64 %206, %209
  %211 = call i64 @most(i64 %210, i64 128)
  %212 = sitofp i64 %211 to double
  %213 = load i64, ptr %18, align 8
  %214 = sitofp i64 %213 to double
  %215 = fdiv double %212, %214
  store double %215, ptr %34, align 8
  %216 = load ptr, ptr %9, align 8
  %217 = load i64, ptr @Nscc__delay, align 8
  %218 = load double, ptr %21, align 8
  %219 = load i64, ptr %23, align 8
  %220 = sitofp i64 %219 to double
  %221 = load double, ptr %21, align 8
  %222 = fsub double %220, %221
  %223 = load double, ptr %34, align 8
  %224 = fcmp olt double %223, 1.000000e+00
  br i1 %224, label %225, label %227

225:
  %226 = load double, ptr %34, align 8
  br label %228

227:
  br label %228

228:
  %229 = phi double [ %226, %225 ], [ 1.000000e+00, %227 ]
  %230 = fmul double %222, %229
  %231 = fadd double %218, %230
  call void @put_float(ptr %216, i64 %217, double %231)
  %232 = load ptr, ptr %9, align 8
  %233 = load i64, ptr @Nscc__delay_ns, align 8
  %234 = load i64, ptr %14, align 8
  call void @put_int(ptr %232, i64 %233, i64 %234)
  br label %235

235:
  %236 = load ptr, ptr %9, align 8
  %237 = load i64, ptr @Nscc__increase, align 8
  %238 = call double @get_float(ptr %236, i64 %237)
  store double %238, ptr %35, align 8
  %239 = load ptr, ptr %9, align 8
  %240 = load i64, ptr @Nscc__max_cwnd, align 8
  %241 = call double @get_float(ptr %239, i64 %240)
  store double %241, ptr %36, align 8
  store i8 0, ptr %37, align 1
  %242 = load i8, ptr %12, align 1
  %243 = trunc i8 %242 to i1
  br i1 %243, label %257, label %244

244:
  %245 = load i64, ptr %23, align 8
  %246 = load i64, ptr %19, align 8
  %247 = icmp sge i64 %245, %246
  br i1 %247, label %248, label %257

248:
  %249 = load ptr, ptr %16, align 8
  %250 = load i64, ptr @NsccNumbers_fi, align 8
  %251 = call double @get_float(ptr %249, i64 %250)
  %252 = load i64, ptr %10, align 8
  %253 = sitofp i64 %252 to double
  %254 = fmul double %251, %253
  %255 = load double, ptr %35, align 8
  %256 = fadd double %255, %254
  store double %256, ptr %35, align 8
  br label %334

257:
  %258 = load i8, ptr %12, align 1
  %259 = trunc i8 %258 to i1
  br i1 %259, label %333, label %260

260:
  %261 = load i64, ptr %23, align 8
  %262 = load i64, ptr %18, align 8
  %263 = sdiv i64 %262, 12
  %264 = icmp sle i64 %261, %263
  br i1 %264, label %265, label %289

265:
  %266 = load ptr, ptr %9, align 8
  %267 = load i64, ptr @Nscc__fast_bytes, align 8
  %268 = call i64 @get_int(ptr %266, i64 %267)
  %269 = load i64, ptr %10, align 8
  %270 = add i64 %268, %269
  store i64 %270, ptr %38, align 8
  %271 = load ptr, ptr %9, align 8
  %272 = load i64, ptr @Nscc__fast_bytes, align 8
  %273 = load i64, ptr %38, align 8
  call void @put_int(ptr %271, i64 %272, i64 %273)
  %274 = load ptr, ptr %9, align 8
  %275 = load i64, ptr @Nscc__fast, align 8
  %276 = call zeroext i1 @is_true(ptr %274, i64 %275)
  br i1 %276, label %282, label %277

277:
  %278 = load i64, ptr %38, align 8
  %279 = sitofp i64 %278 to double
  %280 = load double, ptr %22, align 8
  %281 = fcmp ogt double %279, %280
  br label %282

282:
  %283 = phi i1 [ true, %265 ], [ %281, %277 ]
  %284 = zext i1 %283 to i8
  store i8 %284, ptr %37, align 1
  %285 = load ptr, ptr %9, align 8
  %286 = load i64, ptr @Nscc__fast, align 8
  %287 = load i8, ptr %37, align 1
  %288 = trunc i8 %287 to i1
  call void @put_bool(ptr %285, i64 %286, i1 zeroext %288)
  br label %294

289:
  %290 = load ptr, ptr %9, align 8
  %291 = load i64, ptr @Nscc__fast, align 8
  call void @put_bool(ptr %290, i64 %291, i1 zeroext false)
  %292 = load ptr, ptr %9, align 8
  %293 = load i64, ptr @Nscc__fast_bytes, align 8
  call void @put_int(ptr %292, i64 %293, i64 0)
  br label %294

294:
  %295 = load i8, ptr %37, align 1
  %296 = trunc i8 %295 to i1
  br i1 %296, label %297, label %318

297:
  %298 = load double, ptr %22, align 8
  %299 = load i64, ptr %10, align 8
  %300 = sitofp i64 %299 to double
  %301 = load ptr, ptr %16, align 8
  %302 = load i64, ptr @NsccNumbers_fi_scale, align 8
  %303 = call double @get_float(ptr %301, i64 %302)
  %304 = fmul double %300, %303
  %305 = fadd double %298, %304
  store double %305, ptr %39, align 8
  %306 = load double, ptr %39, align 8
  %307 = load double, ptr %36, align 8
  %308 = fcmp olt double %306, %307
  br i1 %308, label %309, label %311

309:
  %310 = load double, ptr %39, align 8
  br label %313

311:
  %312 = load double, ptr %36, align 8
  br label %313

313:
  %314 = phi double [ %310, %309 ], [ %312, %311 ]
  store double %314, ptr %22, align 8
  %315 = load ptr, ptr %9, align 8
  %316 = load i64, ptr @Nscc_cwnd, align 8
  %317 = load double, ptr %22, align 8
  call void @put_float(ptr %315, i64 %316, double %317)
  br label %332

318:
  %319 = load ptr, ptr %16, align 8
  %320 = load i64, ptr @NsccNumbers_alpha, align 8
  %321 = call double @get_float(ptr %319, i64 %320)
  %322 = load i64, ptr %10, align 8
  %323 = sitofp i64 %322 to double
  %324 = fmul double %321, %323
  %325 = load i64, ptr %19, align 8
  %326 = load i64, ptr %23, align 8
  %327 = sub i64 %325, %326
  %328 = sitofp i64 %327 to double
  %329 = fmul double %324, %328
  %330 = load double, ptr %35, align 8
  %331 = fadd double %330, %329
  store double %331, ptr %35, align 8
  br label %332

332:
  br label %333

333:
  br label %334

334:
  %335 = load i64, ptr %14, align 8
  %336 = load ptr, ptr %9, align 8
  %337 = load i64, ptr @Nscc__adjusted_ns, align 8
  %338 = call i64 @get_int(ptr %336, i64 %337)
  %339 = sub i64 %335, %338
  %340 = load ptr, ptr %16, align 8
  %341 = load i64, ptr @NsccNumbers_adjust_period_threshold, align 8
  %342 = call i64 @get_int(ptr %340, i64 %341)
  %343 = icmp sge i64 %339, %342
  %344 = zext i1 %343 to i8
  store i8 %344, ptr %40, align 1
  %345 = load i8, ptr %40, align 1
  %346 = trunc i8 %345 to i1
  br i1 %346, label %353, label %347

347:
  %348 = load i64, ptr %26, align 8
  %349 = load ptr, ptr %16, align 8
  %350 = load i64, ptr @NsccNumbers_adjust_bytes_threshold, align 8
  %351 = call i64 @get_int(ptr %349, i64 %350)
  %352 = icmp sgt i64 %348, %351
  br i1 %352, label %353, label %382

353:
  %354 = load double, ptr %22, align 8
  %355 = load double, ptr %35, align 8
  %356 = load double, ptr %22, align 8
  %357 = fdiv double %355, %356
  %358 = fadd double %354, %357
  store double %358, ptr %41, align 8
  %359 = load i8, ptr %40, align 1
  %360 = trunc i8 %359 to i1
  br i1 %360, label %361, label %370

361:
  %362 = load ptr, ptr %9, align 8
  %363 = load i64, ptr @Nscc__adjusted_ns, align 8
  %364 = load i64, ptr %14, align 8
  call void @put_int(ptr %362, i64 %363, i64 %364)
  %365 = load ptr, ptr %16, align 8
  %366 = load i64, ptr @NsccNumbers_eta, align 8
  %367 = call double @get_float(ptr %365, i64 %366)
  %368 = load double, ptr %41, align 8
  %369 = fadd double %368, %367
  store double %369, ptr %41, align 8
  br label %370

370:
  %371 = load ptr, ptr %9, align 8
  %372 = load i64, ptr @Nscc_cwnd, align 8
  %373 = load double, ptr %41, align 8
  %374 = load double, ptr %36, align 8
  %375 = fcmp olt double %373, %374
  br i1 %375, label %376, label %378

376:
  %377 = load double, ptr %41, align 8
  br label %380

378:
  %379 = load double, ptr %36, align 8
  br label %380

380:
  %381 = phi double [ %377, %376 ], [ %379, %378 ]
  call void @put_float(ptr %371, i64 %372, double %381)
  store double 0.000000e+00, ptr %35, align 8
  store i64 0, ptr %26, align 8
  br label %382

382:
  %383 = load ptr, ptr %9, align 8
  %384 = load i64, ptr @Nscc__increase, align 8
  %385 = load double, ptr %35, align 8
  call void @put_float(ptr %383, i64 %384, double %385)
  %386 = load ptr, ptr %9, align 8
  %387 = load i64, ptr @Nscc__received, align 8
  %388 = load i64, ptr %26, align 8
  call void @put_int(ptr %386, i64 %387, i64 %388)
  store i1 true, ptr %8, align 1
  store i32 1, ptr %25, align 4
  br label %389

389:
  %390 = load i1, ptr %8, align 1
  ret i1 %390
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

define internal double @get_float(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = call ptr @get(ptr %5, i64 %6)
  %8 = call double @PyFloat_AsDouble(ptr %7)
  ret double %8
}

define internal ptr @integer(i64 %0) alwaysinline nounwind {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = call ptr @PyLong_FromLong(i64 %3)
  ret ptr %4
}

define internal ptr @kept(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  call void @Py_IncRef(ptr %3)
  %4 = load ptr, ptr %2, align 8
  ret ptr %4
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

declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)

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

define internal i64 @most(i64 %0, i64 %1) nounwind {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i64 %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load i64, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = icmp sgt i64 %5, %6
  br i1 %7, label %8, label %10

8:
  %9 = load i64, ptr %3, align 8
  br label %12

10:
  %11 = load i64, ptr %4, align 8
  br label %12

12:
  %13 = phi i64 [ %9, %8 ], [ %11, %10 ]
  ret i64 %13
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

declare ptr @PyErr_Occurred()

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

declare ptr @PyTuple_Pack(i64, ...)

define internal void @put_float(ptr %0, i64 %1, double %2) alwaysinline nounwind {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca double, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store double %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load i64, ptr %5, align 8
  %9 = load double, ptr %6, align 8
  %10 = call ptr @PyFloat_FromDouble(double %9)
  call void @put(ptr %7, i64 %8, ptr %10)
  ret void
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

declare zeroext i1 @counts_as_true(ptr)

declare i64 @PyLong_AsLong(ptr)

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

declare ptr @PyFloat_FromDouble(double)

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

define internal zeroext i1 @is_held_once(ptr %0) alwaysinline nounwind {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr %3, align 8
  %5 = icmp eq i64 %4, 1
  ret i1 %5
}

declare double @PyFloat_AsDouble(ptr)

declare ptr @PyLong_FromLong(i64)

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

declare void @_Py_Dealloc(ptr)
