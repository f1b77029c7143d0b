; SPDX-License-Identifier: Apache-2.0
; Made of congestion.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 9bd56132a62cde5f981ac22e74fcde5de294e3f5e90184f628a360525623efa3
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
@Nscc__ignore = external constant i64, align 8
@Nscc__received = external constant i64, align 8
@Nscc__achieved = external constant i64, align 8
@Nscc__qa_end_ns = external constant i64, align 8
@Nscc__trigger_qa = external constant i64, align 8
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
@NsccNumbers_qa_threshold = external constant i64, align 8
@NsccNumbers_qa_gate = external constant i64, align 8
@the_int = external constant i64, align 8
@long_digit = external constant i64, align 8
@the_tuple = external constant i64, align 8

define zeroext i1 @tell_controller(ptr %0, i64 %1, i1 zeroext %2, i64 %3, i64 %4, i1 zeroext %5, i64 %6, i64 %7) nounwind {
  %9 = alloca [9 x ptr], align 16
  %10 = load i64, ptr @Destination_controller, align 8
  %11 = call ptr @get(ptr %0, i64 %10)
  %12 = call ptr @type_of(ptr %11)
  %13 = load ptr, ptr @the, align 8
  %14 = load i64, ptr @the_FixedWindow, align 8
  %15 = getelementptr inbounds nuw ptr, ptr %13, i64 %14
  %16 = load ptr, ptr %15, align 8
  %17 = icmp eq ptr %12, %16
  br i1 %17, label %104, label %18

18:
  %19 = call ptr @type_of(ptr %11)
  %20 = load ptr, ptr @the, align 8
  %21 = load i64, ptr @the_Nscc, align 8
  %22 = getelementptr inbounds nuw ptr, ptr %20, i64 %21
  %23 = load ptr, ptr %22, align 8
  %24 = icmp eq ptr %19, %23
  %.not = icmp eq i64 %4, 0
  %or.cond = select i1 %24, i1 %.not, i1 false
  br i1 %or.cond, label %25, label %39

25:
  br i1 %5, label %26, label %30

26:
  %27 = load i64, ptr @Nscc_saved_cwnd, align 8
  %28 = call ptr @get(ptr %11, i64 %27)
  %29 = call i32 @PyObject_IsTrue(ptr %28)
  %.not26 = icmp eq i32 %29, 0
  br i1 %.not26, label %30, label %39

30:
  %31 = load i64, ptr @Destination_inflight, align 8
  %32 = call i64 @get_int(ptr %0, i64 %31)
  %33 = call zeroext i1 @grow(ptr %11, i64 %1, i64 %32, i1 zeroext %2, i64 %3, i64 %6, i64 %7)
  br i1 %33, label %34, label %39

34:
  %35 = load i64, ptr @Destination_window, align 8
  %36 = load i64, ptr @Nscc_cwnd, align 8
  %37 = call double @get_float(ptr %11, i64 %36)
  %38 = fptosi double %37 to i64
  call void @put_int(ptr %0, i64 %35, i64 %38)
  br label %104

39:
  store ptr null, ptr %9, align 8
  %40 = getelementptr inbounds nuw i8, ptr %9, i64 8
  store ptr %0, ptr %40, align 8
  %41 = getelementptr inbounds nuw i8, ptr %9, i64 16
  %42 = call ptr @integer(i64 %1)
  store ptr %42, ptr %41, align 8
  %43 = getelementptr inbounds nuw i8, ptr %9, i64 24
  %44 = load ptr, ptr @the, align 8
  %45 = load i64, ptr @the_True, align 8
  %46 = getelementptr inbounds nuw ptr, ptr %44, i64 %45
  %47 = load ptr, ptr @the, align 8
  %48 = load i64, ptr @the_False, align 8
  %49 = getelementptr inbounds nuw ptr, ptr %47, i64 %48
  %.in = select i1 %2, ptr %46, ptr %49
  %50 = load ptr, ptr %.in, align 8
  store ptr %50, ptr %43, align 8
  %51 = getelementptr inbounds nuw i8, ptr %9, i64 32
  %52 = icmp slt i64 %3, 0
  br i1 %52, label %53, label %59

53:
  %54 = load ptr, ptr @the, align 8
  %55 = load i64, ptr @the_None, align 8
  %56 = getelementptr inbounds nuw ptr, ptr %54, i64 %55
  %57 = load ptr, ptr %56, align 8
  %58 = call ptr @kept(ptr %57)
  br label %61

59:
  %60 = call ptr @integer(i64 %3)
  br label %61

61:
  %62 = phi ptr [ %58, %53 ], [ %60, %59 ]
  store ptr %62, ptr %51, align 8
  %63 = getelementptr inbounds nuw i8, ptr %9, i64 40
  %64 = call ptr @integer(i64 %4)
  store ptr %64, ptr %63, align 8
  %65 = getelementptr inbounds nuw i8, ptr %9, i64 48
  %66 = load ptr, ptr @the, align 8
  %67 = load i64, ptr @the_True, align 8
  %68 = getelementptr inbounds nuw ptr, ptr %66, i64 %67
  %69 = load ptr, ptr @the, align 8
  %70 = load i64, ptr @the_False, align 8
  %71 = getelementptr inbounds nuw ptr, ptr %69, i64 %70
  %.in27 = select i1 %5, ptr %68, ptr %71
  %72 = load ptr, ptr %.in27, align 8
  store ptr %72, ptr %65, align 8
  %73 = getelementptr inbounds nuw i8, ptr %9, i64 56
  %74 = call ptr @integer(i64 %6)
  store ptr %74, ptr %73, align 8
  %75 = getelementptr inbounds nuw i8, ptr %9, i64 64
  %76 = icmp slt i64 %7, 0
  br i1 %76, label %77, label %83

77:
  %78 = load ptr, ptr @the, align 8
  %79 = load i64, ptr @the_None, align 8
  %80 = getelementptr inbounds nuw ptr, ptr %78, i64 %79
  %81 = load ptr, ptr %80, align 8
  %82 = call ptr @kept(ptr %81)
  br label %85

83:
  %84 = call ptr @integer(i64 %7)
  br label %85

85:
  %86 = phi ptr [ %82, %77 ], [ %84, %83 ]
  store ptr %86, ptr %75, align 8
  %87 = load ptr, ptr @the, align 8
  %88 = load i64, ptr @the_tell_controller, align 8
  %89 = getelementptr inbounds nuw ptr, ptr %87, i64 %88
  %90 = load ptr, ptr %89, align 8
  %91 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %92 = call ptr @PyObject_Vectorcall(ptr %90, ptr nonnull %91, i64 -9223372036854775800, ptr null)
  %93 = call zeroext i1 @done(ptr %92)
  %94 = getelementptr inbounds nuw i8, ptr %9, i64 16
  %95 = load ptr, ptr %94, align 16
  call void @Py_DecRef(ptr %95)
  %96 = getelementptr inbounds nuw i8, ptr %9, i64 32
  %97 = load ptr, ptr %96, align 16
  call void @Py_DecRef(ptr %97)
  %98 = getelementptr inbounds nuw i8, ptr %9, i64 40
  %99 = load ptr, ptr %98, align 8
  call void @Py_DecRef(ptr %99)
  %100 = getelementptr inbounds nuw i8, ptr %9, i64 56
  %101 = load ptr, ptr %100, align 8
  call void @Py_DecRef(ptr %101)
  %102 = getelementptr inbounds nuw i8, ptr %9, i64 64
  %103 = load ptr, ptr %102, align 16
  call void @Py_DecRef(ptr %103)
  br label %104

104:
  %.0 = phi i1 [ true, %34 ], [ %93, %85 ], [ true, %8 ]
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

declare i32 @PyObject_IsTrue(ptr)

define internal zeroext i1 @grow(ptr %0, i64 %1, i64 %2, i1 zeroext %3, i64 %4, i64 %5, i64 %6) nounwind {
  %8 = load i64, ptr @Nscc__numbers, align 8
  %9 = call ptr @get(ptr %0, i64 %8)
  %10 = load i64, ptr @Nscc__peaks, align 8
  %11 = call ptr @get(ptr %0, i64 %10)
  %12 = load i64, ptr @Nscc_base_rtt, align 8
  %13 = call i64 @get_int(ptr %0, i64 %12)
  %14 = load i64, ptr @NsccNumbers_target_delay, align 8
  %15 = call i64 @get_int(ptr %9, i64 %14)
  %16 = load i64, ptr @NsccNumbers_base_rtt, align 8
  %17 = call i64 @get_int(ptr %9, i64 %16)
  %18 = sdiv i64 %17, 16
  %.not160 = icmp slt i64 %4, %18
  %19 = load i64, ptr @Nscc__delay, align 8
  %20 = call double @get_float(ptr %0, i64 %19)
  %21 = load i64, ptr @Nscc_cwnd, align 8
  %22 = call double @get_float(ptr %0, i64 %21)
  br i1 %.not160, label %26, label %23

23:
  %24 = sub i64 %4, %13
  %25 = call i64 @most(i64 0, i64 %24)
  br label %28

26:
  %27 = fptosi double %20 to i64
  br label %28

28:
  %29 = phi i64 [ %25, %23 ], [ %27, %26 ]
  %30 = load i64, ptr @Nscc__ignored, align 8
  %31 = call i64 @get_int(ptr %0, i64 %30)
  %32 = add i64 %31, %1
  %33 = load i64, ptr @Nscc__base_ends_ns, align 8
  %34 = call i64 @get_int(ptr %0, i64 %33)
  %.not = icmp slt i64 %5, %34
  br i1 %.not, label %35, label %181

35:
  %36 = icmp sgt i64 %6, -1
  br i1 %36, label %37, label %41

37:
  %38 = load i64, ptr @Nscc__least_ns, align 8
  %39 = call i64 @get_int(ptr %0, i64 %38)
  %40 = icmp slt i64 %6, %39
  br i1 %40, label %181, label %41

41:
  %42 = load i64, ptr @NsccNumbers_disable_qa, align 8
  %43 = call zeroext i1 @is_true(ptr %9, i64 %42)
  br i1 %43, label %181, label %44

44:
  %45 = call zeroext i1 @may_adapt(ptr %0, ptr %9, i64 %1, i64 %29, i64 %5)
  br i1 %45, label %181, label %46

46:
  br i1 %3, label %47, label %54

47:
  %.not154 = icmp slt i64 %29, %15
  br i1 %.not154, label %48, label %181

48:
  %49 = load i64, ptr @Nscc__ignore, align 8
  %50 = call i64 @get_int(ptr %0, i64 %49)
  %51 = icmp slt i64 %32, %50
  %52 = fcmp olt double %22, 1.000000e+00
  %or.cond = select i1 %51, i1 true, i1 %52
  %53 = icmp slt i64 %13, 1
  %or.cond165 = select i1 %or.cond, i1 true, i1 %53
  br i1 %or.cond165, label %181, label %55

54:
  %.old = fcmp olt double %22, 1.000000e+00
  %.old164 = icmp slt i64 %13, 1
  %or.cond166 = select i1 %.old, i1 true, i1 %.old164
  br i1 %or.cond166, label %181, label %55

55:
  %56 = call ptr @PyErr_Occurred()
  %.not155 = icmp eq ptr %56, null
  br i1 %.not155, label %57, label %181

57:
  %58 = load i64, ptr @Nscc__received, align 8
  %59 = call i64 @get_int(ptr %0, i64 %58)
  %60 = add i64 %59, %1
  %61 = load i64, ptr @Nscc__ignored, align 8
  call void @put_int(ptr %0, i64 %61, i64 %32)
  %62 = load i64, ptr @Nscc__achieved, align 8
  call void @add(ptr %0, i64 %62, i64 %1)
  %63 = load i64, ptr @Nscc__qa_end_ns, align 8
  %64 = call i64 @get_int(ptr %0, i64 %63)
  %.not156 = icmp slt i64 %5, %64
  br i1 %.not156, label %77, label %65

65:
  %66 = load i64, ptr @Nscc__trigger_qa, align 8
  %67 = call zeroext i1 @is_true(ptr %0, i64 %66)
  br i1 %67, label %68, label %71

68:
  %69 = load i64, ptr @Nscc__achieved, align 8
  %70 = call i64 @get_int(ptr %0, i64 %69)
  %.not157 = icmp eq i64 %70, 0
  br label %71

71:
  %72 = phi i1 [ false, %65 ], [ %.not157, %68 ]
  call void @put_bool(ptr %0, i64 %66, i1 zeroext %72)
  %73 = load i64, ptr @Nscc__achieved, align 8
  call void @put_int(ptr %0, i64 %73, i64 0)
  %74 = load i64, ptr @Nscc__qa_end_ns, align 8
  %75 = add i64 %5, %13
  %76 = add i64 %75, %15
  call void @put_int(ptr %0, i64 %74, i64 %76)
  br label %77

77:
  %78 = add i64 %2, %1
  %79 = load i64, ptr @Nscc__peak_ns, align 8
  %80 = call i64 @get_int(ptr %0, i64 %79)
  %81 = sub i64 %5, %80
  %82 = call ptr @tuple_item(ptr %11, i64 0)
  %83 = call i64 @value_of(ptr %82)
  %84 = call ptr @tuple_item(ptr %11, i64 1)
  %85 = call i64 @value_of(ptr %84)
  %86 = icmp sgt i64 %81, %13
  %87 = icmp sgt i64 %78, %85
  %or.cond168 = select i1 %86, i1 true, i1 %87
  br i1 %or.cond168, label %88, label %98

88:
  %.not158 = icmp sgt i64 %81, %13
  %89 = shl nuw i64 %13, 1
  %.not159 = icmp sgt i64 %81, %89
  %. = select i1 %.not159, i64 0, i64 %85
  %90 = select i1 %.not158, i64 %., i64 %83
  %91 = call ptr @integer(i64 %90)
  %92 = call ptr @integer(i64 %78)
  %93 = load i64, ptr @Nscc__peaks, align 8
  %94 = call ptr (i64, ...) @PyTuple_Pack(i64 2, ptr %91, ptr %92)
  call void @put(ptr %0, i64 %93, ptr %94)
  call void @Py_DecRef(ptr %91)
  call void @Py_DecRef(ptr %92)
  %95 = icmp sgt i64 %81, %13
  br i1 %95, label %96, label %98

96:
  %97 = load i64, ptr @Nscc__peak_ns, align 8
  call void @put_int(ptr %0, i64 %97, i64 %5)
  br label %98

98:
  br i1 %.not160, label %114, label %99

99:
  %100 = load i64, ptr @Nscc__delay_ns, align 8
  %101 = call i64 @get_int(ptr %0, i64 %100)
  %102 = sub i64 %5, %101
  %103 = call i64 @most(i64 %102, i64 128)
  %104 = sitofp i64 %103 to double
  %105 = sitofp i64 %13 to double
  %106 = fdiv double %104, %105
  %107 = load i64, ptr @Nscc__delay, align 8
  %108 = sitofp i64 %29 to double
  %109 = fsub double %108, %20
  %110 = fcmp olt double %106, 1.000000e+00
  %.169 = select i1 %110, double %106, double 1.000000e+00
  %111 = fmul double %109, %.169
  %112 = fadd double %20, %111
  call void @put_float(ptr %0, i64 %107, double %112)
  %113 = load i64, ptr @Nscc__delay_ns, align 8
  call void @put_int(ptr %0, i64 %113, i64 %5)
  br label %114

114:
  %115 = load i64, ptr @Nscc__increase, align 8
  %116 = call double @get_float(ptr %0, i64 %115)
  %117 = load i64, ptr @Nscc__max_cwnd, align 8
  %118 = call double @get_float(ptr %0, i64 %117)
  %.not161 = icmp slt i64 %29, %15
  %or.cond170 = select i1 %3, i1 true, i1 %.not161
  br i1 %or.cond170, label %125, label %119

119:
  %120 = load i64, ptr @NsccNumbers_fi, align 8
  %121 = call double @get_float(ptr %9, i64 %120)
  %122 = sitofp i64 %1 to double
  %123 = fmul double %121, %122
  %124 = fadd double %116, %123
  br label %157

125:
  br i1 %3, label %157, label %126

126:
  %127 = udiv i64 %13, 12
  %.not162 = icmp sgt i64 %29, %127
  br i1 %.not162, label %.critedge, label %128

128:
  %129 = load i64, ptr @Nscc__fast_bytes, align 8
  %130 = call i64 @get_int(ptr %0, i64 %129)
  %131 = add i64 %130, %1
  call void @put_int(ptr %0, i64 %129, i64 %131)
  %132 = load i64, ptr @Nscc__fast, align 8
  %133 = call zeroext i1 @is_true(ptr %0, i64 %132)
  %134 = sitofp i64 %131 to double
  %135 = fcmp olt double %22, %134
  %136 = select i1 %133, i1 true, i1 %135
  %137 = load i64, ptr @Nscc__fast, align 8
  call void @put_bool(ptr %0, i64 %137, i1 zeroext %136)
  br i1 %136, label %140, label %148

.critedge:
  %138 = load i64, ptr @Nscc__fast, align 8
  call void @put_bool(ptr %0, i64 %138, i1 zeroext false)
  %139 = load i64, ptr @Nscc__fast_bytes, align 8
  call void @put_int(ptr %0, i64 %139, i64 0)
  br label %148

140:
  %141 = sitofp i64 %1 to double
  %142 = load i64, ptr @NsccNumbers_fi_scale, align 8
  %143 = call double @get_float(ptr %9, i64 %142)
  %144 = fmul double %143, %141
  %145 = fadd double %22, %144
  %146 = fcmp olt double %145, %118
  %.171 = select i1 %146, double %145, double %118
  %147 = load i64, ptr @Nscc_cwnd, align 8
  call void @put_float(ptr %0, i64 %147, double %.171)
  br label %157

148:
  %149 = load i64, ptr @NsccNumbers_alpha, align 8
  %150 = call double @get_float(ptr %9, i64 %149)
  %151 = sitofp i64 %1 to double
  %152 = fmul double %150, %151
  %153 = sub i64 %15, %29
  %154 = sitofp i64 %153 to double
  %155 = fmul double %152, %154
  %156 = fadd double %116, %155
  br label %157

157:
  %.0151 = phi double [ %124, %119 ], [ %116, %125 ], [ %116, %140 ], [ %156, %148 ]
  %.0148 = phi double [ %22, %119 ], [ %22, %125 ], [ %.171, %140 ], [ %22, %148 ]
  %158 = load i64, ptr @Nscc__adjusted_ns, align 8
  %159 = call i64 @get_int(ptr %0, i64 %158)
  %160 = sub i64 %5, %159
  %161 = load i64, ptr @NsccNumbers_adjust_period_threshold, align 8
  %162 = call i64 @get_int(ptr %9, i64 %161)
  %.not163 = icmp slt i64 %160, %162
  br i1 %.not163, label %163, label %167

163:
  %164 = load i64, ptr @NsccNumbers_adjust_bytes_threshold, align 8
  %165 = call i64 @get_int(ptr %9, i64 %164)
  %166 = icmp sgt i64 %60, %165
  br i1 %166, label %167, label %178

167:
  %168 = fdiv double %.0151, %.0148
  %169 = fadd double %.0148, %168
  br i1 %.not163, label %175, label %170

170:
  %171 = load i64, ptr @Nscc__adjusted_ns, align 8
  call void @put_int(ptr %0, i64 %171, i64 %5)
  %172 = load i64, ptr @NsccNumbers_eta, align 8
  %173 = call double @get_float(ptr %9, i64 %172)
  %174 = fadd double %169, %173
  br label %175

175:
  %.0 = phi double [ %174, %170 ], [ %169, %167 ]
  %176 = load i64, ptr @Nscc_cwnd, align 8
  %177 = fcmp olt double %.0, %118
  %.0. = select i1 %177, double %.0, double %118
  call void @put_float(ptr %0, i64 %176, double %.0.)
  br label %178

178:
  %.3 = phi double [ 0.000000e+00, %175 ], [ %.0151, %163 ]
  %.0150 = phi i64 [ 0, %175 ], [ %60, %163 ]
  %179 = load i64, ptr @Nscc__increase, align 8
  call void @put_float(ptr %0, i64 %179, double %.3)
  %180 = load i64, ptr @Nscc__received, align 8
  call void @put_int(ptr %0, i64 %180, i64 %.0150)
  br label %181

181:
  %.0147 = phi i1 [ true, %178 ], [ false, %55 ], [ false, %54 ], [ false, %48 ], [ false, %47 ], [ false, %44 ], [ false, %41 ], [ false, %37 ], [ false, %28 ]
  ret i1 %.0147
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

define internal void @put_int(ptr %0, i64 %1, i64 %2) alwaysinline nounwind {
  %4 = call zeroext i1 @is_unboxed(i64 %1)
  br i1 %4, label %5, label %7

5:
  %6 = call ptr @place_of(ptr %0, i64 %1)
  store i64 %2, ptr %6, align 8
  br label %14

7:
  %8 = call ptr @pointer_in(ptr %0, i64 %1)
  %9 = load ptr, ptr %8, align 8
  %.not = icmp eq ptr %9, null
  br i1 %.not, label %12, label %10

10:
  %11 = call zeroext i1 @rewrite(ptr nonnull %9, i64 %2)
  br i1 %11, label %14, label %12

12:
  %13 = call ptr @integer(i64 %2)
  call void @put(ptr %0, i64 %1, ptr %13)
  br label %14

14:
  ret void
}

define internal double @get_float(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = call zeroext i1 @is_unboxed(i64 %1)
  br i1 %3, label %4, label %7

4:
  %5 = call ptr @place_of(ptr %0, i64 %1)
  %6 = load double, ptr %5, align 8
  br label %10

7:
  %8 = call ptr @get(ptr %0, i64 %1)
  %9 = call double @PyFloat_AsDouble(ptr %8)
  br label %10

10:
  %11 = phi double [ %6, %4 ], [ %9, %7 ]
  ret double %11
}

define internal ptr @integer(i64 %0) alwaysinline nounwind {
  %2 = call ptr @PyLong_FromLong(i64 %0)
  ret ptr %2
}

define internal ptr @kept(ptr %0) alwaysinline nounwind {
  call void @Py_IncRef(ptr %0)
  ret ptr %0
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

declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)

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

define internal i64 @most(i64 %0, i64 %1) nounwind {
  %3 = icmp sgt i64 %0, %1
  %. = select i1 %3, i64 %0, i64 %1
  ret i64 %.
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

define internal zeroext i1 @may_adapt(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4) nounwind {
  %6 = load i64, ptr @Nscc__qa_end_ns, align 8
  %7 = call i64 @get_int(ptr %0, i64 %6)
  %8 = load i64, ptr @Nscc__achieved, align 8
  %9 = call i64 @get_int(ptr %0, i64 %8)
  %10 = add i64 %9, %2
  %11 = icmp slt i64 %4, %7
  %.not = icmp eq i64 %7, 0
  %or.cond = or i1 %11, %.not
  br i1 %or.cond, label %31, label %12

12:
  %13 = load i64, ptr @Nscc__trigger_qa, align 8
  %14 = call zeroext i1 @is_true(ptr %0, i64 %13)
  br i1 %14, label %18, label %15

15:
  %16 = load i64, ptr @NsccNumbers_qa_threshold, align 8
  %17 = call i64 @get_int(ptr %1, i64 %16)
  %.not15 = icmp sgt i64 %3, %17
  br i1 %.not15, label %18, label %31

18:
  %19 = load i64, ptr @NsccNumbers_qa_gate, align 8
  %20 = call i64 @get_int(ptr %1, i64 %19)
  %.not16 = icmp ult i64 %20, 32
  br i1 %.not16, label %21, label %31

21:
  %22 = icmp sgt i64 %10, 0
  br i1 %22, label %23, label %31

23:
  %24 = sitofp i64 %10 to double
  %25 = load i64, ptr @Nscc__max_cwnd, align 8
  %26 = call double @get_float(ptr %0, i64 %25)
  %27 = shl nuw nsw i64 1, %20
  %28 = uitofp nneg i64 %27 to double
  %29 = fdiv double %26, %28
  %30 = fcmp ogt double %29, %24
  br label %31

31:
  %.0 = phi i1 [ false, %5 ], [ false, %15 ], [ true, %18 ], [ false, %21 ], [ %30, %23 ]
  ret i1 %.0
}

declare ptr @PyErr_Occurred()

define internal void @add(ptr %0, i64 %1, i64 %2) alwaysinline nounwind {
  %4 = call i64 @get_int(ptr %0, i64 %1)
  %5 = add i64 %4, %2
  call void @put_int(ptr %0, i64 %1, i64 %5)
  ret void
}

define internal void @put_bool(ptr %0, i64 %1, i1 zeroext %2) alwaysinline nounwind {
  %4 = call zeroext i1 @is_unboxed(i64 %1)
  br i1 %4, label %5, label %8

5:
  %6 = call ptr @place_of(ptr %0, i64 %1)
  %7 = zext i1 %2 to i8
  store i8 %7, ptr %6, align 1
  br label %17

8:
  %9 = load ptr, ptr @the, align 8
  %10 = load i64, ptr @the_True, align 8
  %11 = getelementptr inbounds nuw ptr, ptr %9, i64 %10
  %12 = load ptr, ptr @the, align 8
  %13 = load i64, ptr @the_False, align 8
  %14 = getelementptr inbounds nuw ptr, ptr %12, i64 %13
  %.in = select i1 %2, ptr %11, ptr %14
  %15 = load ptr, ptr %.in, align 8
  %16 = call ptr @kept(ptr %15)
  call void @put(ptr %0, i64 %1, ptr %16)
  br label %17

17:
  ret void
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
  %37 = call i64 @zero_or_long(ptr %0)
  br label %38

38:
  %.1 = phi i64 [ %37, %36 ], [ %.012, %35 ]
  ret i64 %.1

39:
  unreachable
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

declare ptr @PyTuple_Pack(i64, ...)

define internal void @put_float(ptr %0, i64 %1, double %2) alwaysinline nounwind {
  %4 = call zeroext i1 @is_unboxed(i64 %1)
  br i1 %4, label %5, label %7

5:
  %6 = call ptr @place_of(ptr %0, i64 %1)
  store double %2, ptr %6, align 8
  br label %9

7:
  %8 = call ptr @PyFloat_FromDouble(double %2)
  call void @put(ptr %0, i64 %1, ptr %8)
  br label %9

9:
  ret void
}

declare zeroext i1 @counts_as_true(ptr)

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

declare ptr @PyTuple_GetItem(ptr, i64)

declare ptr @PyFloat_FromDouble(double)

define internal zeroext i1 @rewrite(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %4 = load i64, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %6 = icmp slt i64 %1, 257
  br i1 %6, label %29, label %7

7:
  %8 = call zeroext i1 @is_held_once(ptr %0)
  br i1 %8, label %9, label %29

9:
  %10 = call ptr @type_of(ptr %0)
  %11 = load ptr, ptr @the, align 8
  %12 = load i64, ptr @the_int, align 8
  %13 = getelementptr inbounds nuw ptr, ptr %11, i64 %12
  %14 = load ptr, ptr %13, align 8
  %.not = icmp eq ptr %10, %14
  br i1 %.not, label %15, label %29

15:
  %16 = load i64, ptr @long_digit, align 8
  %17 = icmp eq i64 %4, %16
  %.not16 = icmp ult i64 %1, 1073741824
  %or.cond = and i1 %17, %.not16
  br i1 %or.cond, label %18, label %20

18:
  %19 = trunc nuw i64 %1 to i32
  store i32 %19, ptr %5, align 4
  br label %29

20:
  %21 = load i64, ptr @long_digit, align 8
  %22 = shl i64 %21, 1
  %.not17 = icmp ne i64 %4, %22
  %.not18 = icmp ult i64 %1, 1073741824
  %or.cond20 = or i1 %.not17, %.not18
  %or.cond20.not = xor i1 %or.cond20, true
  %.not19 = icmp ult i64 %1, 1152921504606846976
  %or.cond21 = and i1 %or.cond20.not, %.not19
  br i1 %or.cond21, label %23, label %29

23:
  %24 = trunc i64 %1 to i32
  %25 = and i32 %24, 1073741823
  store i32 %25, ptr %5, align 4
  %26 = lshr i64 %1, 30
  %27 = trunc nuw i64 %26 to i32
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 28
  store i32 %27, ptr %28, align 4
  br label %29

29:
  %.0 = phi i1 [ true, %18 ], [ false, %2 ], [ true, %23 ], [ false, %9 ], [ false, %7 ], [ false, %20 ]
  ret i1 %.0
}

define internal zeroext i1 @is_held_once(ptr %0) alwaysinline nounwind {
  %2 = load i64, ptr %0, align 8
  %3 = icmp eq i64 %2, 1
  ret i1 %3
}

declare double @PyFloat_AsDouble(ptr)

declare ptr @PyLong_FromLong(i64)

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

declare void @_Py_Dealloc(ptr)
