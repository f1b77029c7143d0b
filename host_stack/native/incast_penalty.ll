; SPDX-License-Identifier: Apache-2.0
; Made of incast_penalty.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 49e185e42504e67e5ccc0b6b134a4fc5917e5e3e10f72004461acf5a904a12d7
@the = external global ptr, align 8
@the_NoPenalty = external constant i64, align 8
@the_IncastPenalty = external constant i64, align 8
@IncastPenalty__peers = external constant i64, align 8
@IncastPenalty__ends_ns = external constant i64, align 8
@IncastPenalty__planes = external constant i64, align 8
@_Peer_received = external constant i64, align 8
@IncastPenalty__frames = external constant i64, align 8
@IncastPenalty__recent_ns = external constant i64, align 8
@IncastPenalty__delay_ticks = external constant i64, align 8
@IncastPenalty__packets = external constant i64, align 8
@IncastPenalty__senders = external constant i64, align 8
@_Peer_asked = external constant i64, align 8
@the_penalty = external constant i64, align 8
@the_None = external constant i64, align 8
@the_count_data = external constant i64, align 8
@the_int = external constant i64, align 8
@long_digit = external constant i64, align 8
@IncastPenalty__turn = external constant i64, align 8
@the_measure = external constant i64, align 8
@_Peer_silent_rounds = external constant i64, align 8
@IncastPenalty__base_rtt_ns = external constant i64, align 8
@IncastPenalty__began_ns = external constant i64, align 8
@IncastPenalty__delay_ns = external constant i64, align 8
@IncastPenalty__rates = external constant i64, align 8
@IncastPenalty_turns = external constant i64, align 8
@IncastPenalty__full = external constant i64, align 8
@the_dict = external constant i64, align 8
@the_list = external constant i64, align 8
@the_Exception = external constant i64, align 8
@the_True = external constant i64, align 8
@the_False = external constant i64, align 8
@_Peer_level = external constant i64, align 8
@_Peer_surplus = external constant i64, align 8
@_Peer_may_grow = external constant i64, align 8
@_Peer__least_tick = external constant i64, align 8
@the_ask = external constant i64, align 8
@_Peer_penalty = external constant i64, align 8
@IncastPenalty__target_ns = external constant i64, align 8
@the_tuple = external constant i64, align 8

define zeroext i1 @count_data(ptr %0, ptr %1) nounwind {
  %3 = alloca i64, align 8
  %4 = call ptr @type_of(ptr %0)
  %5 = load ptr, ptr @the, align 8
  %6 = load i64, ptr @the_NoPenalty, align 8
  %7 = getelementptr inbounds nuw ptr, ptr %5, i64 %6
  %8 = load ptr, ptr %7, align 8
  %9 = icmp eq ptr %4, %8
  br i1 %9, label %69, label %10

10:
  %11 = call ptr @type_of(ptr %0)
  %12 = load ptr, ptr @the, align 8
  %13 = load i64, ptr @the_IncastPenalty, align 8
  %14 = getelementptr inbounds nuw ptr, ptr %12, i64 %13
  %15 = load ptr, ptr %14, align 8
  %.not = icmp eq ptr %11, %15
  br i1 %.not, label %16, label %20

16:
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %18 = load i64, ptr %17, align 8
  %19 = icmp slt i64 %18, 0
  br i1 %19, label %20, label %22

20:
  %21 = call zeroext i1 @count_in_python(ptr %0, ptr %1)
  br label %69

22:
  %23 = load i64, ptr @IncastPenalty__peers, align 8
  %24 = call ptr @get(ptr %0, i64 %23)
  %25 = load ptr, ptr %1, align 8
  %26 = call ptr @PyDict_GetItemWithError(ptr %24, ptr %25)
  %.not32 = icmp eq ptr %26, null
  br i1 %.not32, label %40, label %27

27:
  %28 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %29 = load i64, ptr %28, align 8
  %30 = load i64, ptr @IncastPenalty__ends_ns, align 8
  %31 = call i64 @get_int(ptr %0, i64 %30)
  %.not33 = icmp slt i64 %29, %31
  br i1 %.not33, label %36, label %32

32:
  %33 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %34 = load i64, ptr %33, align 8
  %35 = call zeroext i1 @next_turn(ptr %0, ptr nonnull %26, i64 %34)
  br i1 %35, label %36, label %40

36:
  %37 = load i64, ptr @IncastPenalty__planes, align 8
  %38 = call ptr @get(ptr %0, i64 %37)
  %39 = call zeroext i1 @narrow(ptr %38, ptr nonnull %3)
  br i1 %39, label %44, label %40

40:
  %41 = call ptr @PyErr_Occurred()
  %.not34 = icmp eq ptr %41, null
  br i1 %.not34, label %42, label %69

42:
  %43 = call zeroext i1 @count_in_python(ptr %0, ptr nonnull %1)
  br label %69

44:
  %45 = load i64, ptr @_Peer_received, align 8
  %46 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %47 = load i64, ptr %46, align 8
  call void @add(ptr nonnull %26, i64 %45, i64 %47)
  %48 = load i64, ptr @IncastPenalty__frames, align 8
  call void @add(ptr %0, i64 %48, i64 1)
  %49 = load i64, ptr @IncastPenalty__planes, align 8
  %50 = load i64, ptr %3, align 8
  %51 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %52 = load i64, ptr %51, align 8
  %53 = shl nuw i64 1, %52
  %54 = or i64 %50, %53
  call void @put_int(ptr %0, i64 %49, i64 %54)
  %55 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %56 = load i64, ptr %55, align 8
  %57 = icmp slt i64 %56, 0
  br i1 %57, label %69, label %58

58:
  %59 = call i64 @delay_ticks(ptr nonnull %26, ptr nonnull %1)
  %60 = load i64, ptr @IncastPenalty__recent_ns, align 8
  %61 = call double @get_float(ptr %0, i64 %60)
  %62 = shl i64 %59, 7
  %63 = sitofp i64 %62 to double
  %64 = fsub double %63, %61
  %65 = fmul double %64, 6.250000e-02
  %66 = fadd double %61, %65
  call void @put_float(ptr %0, i64 %60, double %66)
  %67 = load i64, ptr @IncastPenalty__delay_ticks, align 8
  call void @add(ptr %0, i64 %67, i64 %59)
  %68 = load i64, ptr @IncastPenalty__packets, align 8
  call void @add(ptr %0, i64 %68, i64 1)
  br label %69

69:
  %.0 = phi i1 [ true, %2 ], [ %21, %20 ], [ %43, %42 ], [ true, %58 ], [ false, %40 ], [ true, %44 ]
  ret i1 %.0
}

define internal ptr @type_of(ptr %0) alwaysinline nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %3 = load ptr, ptr %2, align 8
  ret ptr %3
}

define internal zeroext i1 @count_in_python(ptr %0, ptr %1) nounwind {
  %3 = alloca [7 x ptr], align 16
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %5 = load i64, ptr %4, align 8
  %6 = icmp slt i64 %5, 0
  br i1 %6, label %7, label %13

7:
  %8 = load ptr, ptr @the, align 8
  %9 = load i64, ptr @the_None, align 8
  %10 = getelementptr inbounds nuw ptr, ptr %8, i64 %9
  %11 = load ptr, ptr %10, align 8
  %12 = call ptr @kept(ptr %11)
  br label %17

13:
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %15 = load i64, ptr %14, align 8
  %16 = call ptr @integer(i64 %15)
  br label %17

17:
  %18 = phi ptr [ %12, %7 ], [ %16, %13 ]
  %19 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %20 = load i64, ptr %19, align 8
  %21 = call ptr @integer(i64 %20)
  %22 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %23 = load ptr, ptr %22, align 8
  %.not = icmp eq ptr %23, null
  br i1 %.not, label %28, label %24

24:
  %25 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %26 = load ptr, ptr %25, align 8
  %27 = call ptr @kept(ptr %26)
  br label %32

28:
  %29 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %30 = load i64, ptr %29, align 8
  %31 = call ptr @integer(i64 %30)
  br label %32

32:
  %33 = phi ptr [ %27, %24 ], [ %31, %28 ]
  %34 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %35 = load i64, ptr %34, align 8
  %36 = call ptr @integer(i64 %35)
  store ptr null, ptr %3, align 8
  %37 = getelementptr inbounds nuw i8, ptr %3, i64 8
  store ptr %0, ptr %37, align 8
  %38 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %39 = load ptr, ptr %1, align 8
  store ptr %39, ptr %38, align 8
  %40 = getelementptr inbounds nuw i8, ptr %3, i64 24
  store ptr %21, ptr %40, align 8
  %41 = getelementptr inbounds nuw i8, ptr %3, i64 32
  store ptr %33, ptr %41, align 8
  %42 = getelementptr inbounds nuw i8, ptr %3, i64 40
  store ptr %18, ptr %42, align 8
  %43 = getelementptr inbounds nuw i8, ptr %3, i64 48
  store ptr %36, ptr %43, align 8
  %44 = load ptr, ptr @the, align 8
  %45 = load i64, ptr @the_count_data, align 8
  %46 = getelementptr inbounds nuw ptr, ptr %44, i64 %45
  %47 = load ptr, ptr %46, align 8
  %48 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %49 = call ptr @PyObject_Vectorcall(ptr %47, ptr nonnull %48, i64 -9223372036854775802, ptr null)
  %50 = call zeroext i1 @done(ptr %49)
  call void @Py_DecRef(ptr %21)
  call void @Py_DecRef(ptr %33)
  call void @Py_DecRef(ptr %18)
  call void @Py_DecRef(ptr %36)
  ret i1 %50
}

declare ptr @PyDict_GetItemWithError(ptr, ptr)

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

define internal zeroext i1 @next_turn(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca i64, align 8
  %5 = load i64, ptr @IncastPenalty__peers, align 8
  %6 = call ptr @get(ptr %0, i64 %5)
  %7 = call i64 @dict_size(ptr %6)
  %.not = icmp eq i64 %7, 1
  br i1 %.not, label %8, label %100

8:
  %9 = load i64, ptr @IncastPenalty__turn, align 8
  %10 = call ptr @get(ptr %0, i64 %9)
  %11 = load ptr, ptr @the, align 8
  %12 = load i64, ptr @the_measure, align 8
  %13 = getelementptr inbounds nuw ptr, ptr %11, i64 %12
  %14 = load ptr, ptr %13, align 8
  %.not57 = icmp eq ptr %10, %14
  br i1 %.not57, label %15, label %100

15:
  %16 = load i64, ptr @IncastPenalty__planes, align 8
  %17 = call ptr @get(ptr %0, i64 %16)
  %18 = call zeroext i1 @narrow(ptr %17, ptr nonnull %4)
  br i1 %18, label %19, label %100

19:
  %20 = load i64, ptr @_Peer_received, align 8
  %21 = call i64 @get_int(ptr %1, i64 %20)
  %.not58 = icmp eq i64 %21, 0
  br i1 %.not58, label %22, label %26

22:
  %23 = load i64, ptr @_Peer_silent_rounds, align 8
  %24 = call i64 @get_int(ptr %1, i64 %23)
  %25 = add i64 %24, 1
  br label %26

26:
  %27 = phi i64 [ %25, %22 ], [ 0, %19 ]
  %28 = load i64, ptr @IncastPenalty__base_rtt_ns, align 8
  %29 = call i64 @get_int(ptr %0, i64 %28)
  %30 = load i64, ptr @IncastPenalty__ends_ns, align 8
  %31 = call i64 @get_int(ptr %0, i64 %30)
  %32 = load i64, ptr @IncastPenalty__delay_ticks, align 8
  %33 = call i64 @get_int(ptr %0, i64 %32)
  %34 = load i64, ptr @IncastPenalty__packets, align 8
  %35 = call i64 @get_int(ptr %0, i64 %34)
  %36 = load i64, ptr @IncastPenalty__began_ns, align 8
  %37 = call i64 @get_int(ptr %0, i64 %36)
  %38 = sub i64 %2, %37
  %39 = call i64 @most(i64 1, i64 %38)
  %40 = load i64, ptr @IncastPenalty__frames, align 8
  %41 = call i64 @get_int(ptr %0, i64 %40)
  %42 = mul i64 %41, 78
  %43 = add i64 %21, %42
  %44 = load i64, ptr @IncastPenalty__delay_ns, align 8
  %45 = call double @get_float(ptr %0, i64 %44)
  %46 = icmp sgt i64 %27, 3
  %47 = fcmp ult double %45, 0.000000e+00
  %or.cond = select i1 %46, i1 true, i1 %47
  %or.cond.not = xor i1 %or.cond, true
  %48 = fcmp olt double %45, 0x4340000000000000
  %or.cond63 = select i1 %or.cond.not, i1 %48, i1 false
  br i1 %or.cond63, label %49, label %100

49:
  %50 = call zeroext i1 @is_exact(i64 %29)
  br i1 %50, label %51, label %100

51:
  %52 = call zeroext i1 @is_exact(i64 %35)
  %.not59 = icmp ult i64 %33, 70368744177664
  %or.cond64 = select i1 %52, i1 %.not59, i1 false
  br i1 %or.cond64, label %53, label %100

53:
  %54 = call zeroext i1 @is_exact(i64 %43)
  br i1 %54, label %55, label %100

55:
  %56 = call zeroext i1 @is_exact(i64 %21)
  br i1 %56, label %57, label %100

57:
  %58 = load i64, ptr @IncastPenalty__rates, align 8
  %59 = call ptr @get(ptr %0, i64 %58)
  %60 = load i64, ptr %4, align 8
  %61 = call double @capacity_of(ptr %59, i64 %60)
  %62 = fmul double %61, 9.170000e-01
  %63 = sitofp i64 %39 to double
  %64 = fmul double %62, %63
  %65 = call ptr @PyErr_Occurred()
  %.not60 = icmp eq ptr %65, null
  br i1 %.not60, label %68, label %66

66:
  %67 = call zeroext i1 @forget()
  br label %100

68:
  %69 = sub i64 %2, %31
  %70 = fptosi double %45 to i64
  %71 = add i64 %29, %70
  %72 = icmp sgt i64 %69, %71
  %.not61 = icmp eq i64 %35, 0
  %or.cond65 = select i1 %72, i1 true, i1 %.not61
  %73 = shl nuw nsw i64 %33, 7
  %74 = uitofp nneg i64 %73 to double
  %75 = sitofp i64 %35 to double
  %76 = fdiv double %74, %75
  %77 = select i1 %or.cond65, double 0.000000e+00, double %76
  %78 = load i64, ptr @IncastPenalty_turns, align 8
  call void @add(ptr %0, i64 %78, i64 1)
  %79 = load i64, ptr @IncastPenalty__senders, align 8
  %80 = xor i1 %72, true
  %81 = zext i1 %80 to i64
  call void @put_int(ptr %0, i64 %79, i64 %81)
  %82 = load i64, ptr @IncastPenalty__full, align 8
  %83 = sitofp i64 %43 to double
  %84 = fcmp ole double %64, %83
  %85 = select i1 %72, i1 false, i1 %84
  call void @put_bool(ptr %0, i64 %82, i1 zeroext %85)
  %86 = load i64, ptr @IncastPenalty__delay_ns, align 8
  call void @put_float(ptr %0, i64 %86, double %77)
  %87 = load i64, ptr @_Peer_silent_rounds, align 8
  call void @put_int(ptr %1, i64 %87, i64 %27)
  %.not62 = icmp eq i64 %21, 0
  br i1 %.not62, label %89, label %88

88:
  call void @stand_alone(ptr %1)
  br label %89

89:
  %90 = load i64, ptr @IncastPenalty__began_ns, align 8
  call void @put_int(ptr %0, i64 %90, i64 %2)
  %91 = load i64, ptr @IncastPenalty__ends_ns, align 8
  %92 = add i64 %2, %29
  %93 = fptosi double %77 to i64
  %94 = add i64 %92, %93
  call void @put_int(ptr %0, i64 %91, i64 %94)
  %95 = load i64, ptr @_Peer_received, align 8
  call void @put_int(ptr %1, i64 %95, i64 0)
  %96 = load i64, ptr @IncastPenalty__planes, align 8
  call void @put_int(ptr %0, i64 %96, i64 0)
  %97 = load i64, ptr @IncastPenalty__delay_ticks, align 8
  call void @put_int(ptr %0, i64 %97, i64 0)
  %98 = load i64, ptr @IncastPenalty__packets, align 8
  call void @put_int(ptr %0, i64 %98, i64 0)
  %99 = load i64, ptr @IncastPenalty__frames, align 8
  call void @put_int(ptr %0, i64 %99, i64 0)
  br label %100

100:
  %.0 = phi i1 [ false, %3 ], [ false, %15 ], [ false, %8 ], [ false, %26 ], [ false, %55 ], [ false, %53 ], [ false, %51 ], [ false, %49 ], [ %.not60, %89 ], [ %.not60, %66 ]
  ret i1 %.0
}

define internal zeroext i1 @narrow(ptr %0, ptr %1) nounwind {
  %3 = alloca i32, align 4
  %4 = call ptr @type_of(ptr %0)
  %5 = load ptr, ptr @the, align 8
  %6 = load i64, ptr @the_int, align 8
  %7 = getelementptr inbounds nuw ptr, ptr %5, i64 %6
  %8 = load ptr, ptr %7, align 8
  %9 = icmp eq ptr %4, %8
  br i1 %9, label %10, label %17

10:
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %12 = load i64, ptr %11, align 8
  %13 = load i64, ptr @long_digit, align 8
  %14 = shl i64 %13, 1
  %.not = icmp ugt i64 %12, %14
  br i1 %.not, label %17, label %15

15:
  %16 = call i64 @value_of(ptr %0)
  store i64 %16, ptr %1, align 8
  %.not11 = icmp ult i64 %16, 4611686018427387904
  br label %20

17:
  store i32 0, ptr %3, align 4
  %18 = call i64 @PyLong_AsLongAndOverflow(ptr %0, ptr nonnull %3)
  store i64 %18, ptr %1, align 8
  %19 = load i32, ptr %3, align 4
  %.not9 = icmp eq i32 %19, 0
  %.not10 = icmp ult i64 %18, 4611686018427387904
  %spec.select = select i1 %.not9, i1 %.not10, i1 false
  br label %20

20:
  %.0 = phi i1 [ %.not11, %15 ], [ %spec.select, %17 ]
  ret i1 %.0
}

declare ptr @PyErr_Occurred()

define internal void @add(ptr %0, i64 %1, i64 %2) alwaysinline nounwind {
  %4 = call i64 @get_int(ptr %0, i64 %1)
  %5 = add i64 %4, %2
  call void @put_int(ptr %0, i64 %1, i64 %5)
  ret void
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

define internal i64 @delay_ticks(ptr %0, ptr %1) nounwind {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %4 = load i64, ptr %3, align 8
  %5 = sdiv i64 %4, 128
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %7 = load i64, ptr %6, align 8
  %8 = sub i64 %5, %7
  %9 = and i64 %8, 65535
  %10 = load i64, ptr @_Peer__least_tick, align 8
  %11 = call zeroext i1 @is_none(ptr %0, i64 %10)
  br i1 %11, label %15, label %12

12:
  %13 = load i64, ptr @_Peer__least_tick, align 8
  %14 = call i64 @get_int(ptr %0, i64 %13)
  br label %15

15:
  %16 = phi i64 [ %14, %12 ], [ -1, %2 ]
  %17 = icmp sgt i64 %16, -1
  br i1 %17, label %18, label %24

18:
  %19 = sub i64 %8, %16
  %20 = and i64 %19, 32768
  %.not.not = icmp eq i64 %20, 0
  br i1 %.not.not, label %21, label %24

21:
  %22 = sub i64 %8, %16
  %23 = and i64 %22, 65535
  br label %26

24:
  %25 = load i64, ptr @_Peer__least_tick, align 8
  call void @put_int(ptr %0, i64 %25, i64 %9)
  br label %26

26:
  %.0 = phi i64 [ %23, %21 ], [ 0, %24 ]
  ret i64 %.0
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

define zeroext i1 @ask_penalty(ptr %0, ptr %1, i64 %2, ptr %3, ptr %4) nounwind {
  store i64 0, ptr %4, align 8
  store i64 0, ptr %3, align 8
  %6 = call ptr @type_of(ptr %0)
  %7 = load ptr, ptr @the, align 8
  %8 = load i64, ptr @the_NoPenalty, align 8
  %9 = getelementptr inbounds nuw ptr, ptr %7, i64 %8
  %10 = load ptr, ptr %9, align 8
  %11 = icmp eq ptr %6, %10
  br i1 %11, label %44, label %12

12:
  %13 = call ptr @type_of(ptr %0)
  %14 = load ptr, ptr @the, align 8
  %15 = load i64, ptr @the_IncastPenalty, align 8
  %16 = getelementptr inbounds nuw ptr, ptr %14, i64 %15
  %17 = load ptr, ptr %16, align 8
  %18 = icmp eq ptr %13, %17
  br i1 %18, label %19, label %35

19:
  %20 = load i64, ptr @IncastPenalty__peers, align 8
  %21 = call ptr @get(ptr %0, i64 %20)
  %22 = call ptr @PyDict_GetItemWithError(ptr %21, ptr %1)
  %.not24 = icmp eq ptr %22, null
  br i1 %.not24, label %23, label %25

23:
  %24 = call ptr @PyErr_Occurred()
  %.not25 = icmp eq ptr %24, null
  br label %44

25:
  %26 = load i64, ptr @IncastPenalty__senders, align 8
  %27 = call i64 @get_int(ptr %0, i64 %26)
  %28 = icmp slt i64 %27, 2
  br i1 %28, label %29, label %33

29:
  %30 = load i64, ptr @_Peer_asked, align 8
  %31 = call zeroext i1 @is_true(ptr nonnull %22, i64 %30)
  %32 = zext i1 %31 to i64
  store i64 %32, ptr %4, align 8
  br label %44

33:
  %34 = call i64 @part_of(ptr %0, ptr nonnull %22)
  store i64 %34, ptr %3, align 8
  br label %44

35:
  %36 = call ptr @integer(i64 %2)
  %37 = load i64, ptr @the_penalty, align 8
  %38 = call ptr @method_2(ptr %0, i64 %37, ptr %1, ptr %36)
  call void @Py_DecRef(ptr %36)
  %.not = icmp ne ptr %38, null
  br i1 %.not, label %39, label %44

39:
  %40 = call ptr @tuple_item(ptr nonnull %38, i64 0)
  %41 = call i64 @PyLong_AsUnsignedLongLong(ptr %40)
  store i64 %41, ptr %3, align 8
  %42 = call ptr @tuple_item(ptr nonnull %38, i64 1)
  %43 = call i64 @PyLong_AsUnsignedLongLong(ptr %42)
  store i64 %43, ptr %4, align 8
  call void @Py_DecRef(ptr nonnull %38)
  br label %44

44:
  %.0 = phi i1 [ true, %29 ], [ true, %5 ], [ %.not25, %23 ], [ true, %33 ], [ %.not, %35 ], [ %.not, %39 ]
  ret i1 %.0
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

define internal i64 @part_of(ptr %0, ptr %1) nounwind {
  %3 = load i64, ptr @IncastPenalty__turn, align 8
  %4 = call ptr @get(ptr %0, i64 %3)
  %5 = load ptr, ptr @the, align 8
  %6 = load i64, ptr @the_ask, align 8
  %7 = getelementptr inbounds nuw ptr, ptr %5, i64 %6
  %8 = load ptr, ptr %7, align 8
  %9 = icmp eq ptr %4, %8
  br i1 %9, label %10, label %13

10:
  %11 = load i64, ptr @_Peer_penalty, align 8
  %12 = call i64 @get_int(ptr %1, i64 %11)
  br label %13

13:
  %14 = phi i64 [ %12, %10 ], [ 0, %2 ]
  %15 = load i64, ptr @IncastPenalty__recent_ns, align 8
  %16 = call double @get_float(ptr %0, i64 %15)
  %.not = icmp eq i64 %14, 0
  br i1 %.not, label %17, label %29

17:
  %18 = load i64, ptr @IncastPenalty__full, align 8
  %19 = call zeroext i1 @is_true(ptr %0, i64 %18)
  br i1 %19, label %20, label %29

20:
  %21 = load i64, ptr @_Peer_may_grow, align 8
  %22 = call zeroext i1 @is_true(ptr %1, i64 %21)
  br i1 %22, label %23, label %28

23:
  %24 = load i64, ptr @IncastPenalty__target_ns, align 8
  %25 = call i64 @get_int(ptr %0, i64 %24)
  %26 = sitofp i64 %25 to double
  %27 = fcmp ult double %16, %26
  br i1 %27, label %29, label %28

28:
  br label %29

29:
  %.0 = phi i64 [ %14, %13 ], [ 1, %28 ], [ %14, %23 ], [ %14, %17 ]
  %30 = icmp sgt i64 %.0, 0
  br i1 %30, label %31, label %33

31:
  %32 = load i64, ptr @_Peer_asked, align 8
  call void @put_bool(ptr %1, i64 %32, i1 zeroext true)
  br label %33

33:
  ret i64 %.0
}

define internal ptr @integer(i64 %0) alwaysinline nounwind {
  %2 = call ptr @PyLong_FromLong(i64 %0)
  ret ptr %2
}

define internal ptr @method_2(ptr %0, i64 %1, ptr %2, ptr %3) nounwind {
  %5 = alloca [4 x ptr], align 16
  store ptr null, ptr %5, align 8
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 8
  store ptr %0, ptr %6, align 8
  %7 = getelementptr inbounds nuw i8, ptr %5, i64 16
  store ptr %2, ptr %7, align 8
  %8 = getelementptr inbounds nuw i8, ptr %5, i64 24
  store ptr %3, ptr %8, align 8
  %9 = load ptr, ptr @the, align 8
  %10 = getelementptr inbounds nuw ptr, ptr %9, i64 %1
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %13 = call ptr @PyObject_VectorcallMethod(ptr %11, ptr nonnull %12, i64 -9223372036854775805, ptr null)
  ret ptr %13
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

declare i64 @PyLong_AsUnsignedLongLong(ptr)

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

define internal i64 @dict_size(ptr %0) alwaysinline nounwind {
  %2 = load i64, ptr @the_dict, align 8
  %3 = call zeroext i1 @is_a(ptr %0, i64 %2)
  br i1 %3, label %4, label %6

4:
  %5 = call i64 @word_of(ptr %0, i64 2)
  br label %8

6:
  %7 = call i64 @PyDict_Size(ptr %0)
  br label %8

8:
  %9 = phi i64 [ %5, %4 ], [ %7, %6 ]
  ret i64 %9
}

define internal i64 @most(i64 %0, i64 %1) nounwind {
  %3 = icmp sgt i64 %0, %1
  %. = select i1 %3, i64 %0, i64 %1
  ret i64 %.
}

define internal zeroext i1 @is_exact(i64 %0) nounwind {
  %.not = icmp ult i64 %0, 9007199254740992
  ret i1 %.not
}

define internal double @capacity_of(ptr %0, i64 %1) nounwind {
  br label %3

3:
  %.09 = phi double [ 0.000000e+00, %2 ], [ %.1, %14 ]
  %.0 = phi i64 [ 0, %2 ], [ %15, %14 ]
  %4 = call i64 @list_size(ptr %0)
  %5 = icmp slt i64 %.0, %4
  %6 = icmp slt i64 %.0, 62
  %spec.select = select i1 %5, i1 %6, i1 false
  br i1 %spec.select, label %7, label %16

7:
  %8 = shl nuw i64 1, %.0
  %9 = and i64 %1, %8
  %.not = icmp eq i64 %9, 0
  br i1 %.not, label %14, label %10

10:
  %11 = call ptr @list_item(ptr %0, i64 %.0)
  %12 = call double @PyFloat_AsDouble(ptr %11)
  %13 = fadd double %.09, %12
  br label %14

14:
  %.1 = phi double [ %13, %10 ], [ %.09, %7 ]
  %15 = add i64 %.0, 1
  br label %3

16:
  ret double %.09
}

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

define internal void @stand_alone(ptr %0) nounwind {
  %2 = load i64, ptr @_Peer_level, align 8
  %3 = call double @get_float(ptr %0, i64 %2)
  %4 = load i64, ptr @_Peer_surplus, align 8
  %5 = call double @get_float(ptr %0, i64 %4)
  %6 = fmul double %5, 9.843750e-01
  %7 = fadd double %6, 1.000000e+00
  %8 = fadd double %7, -1.000000e+00
  %9 = load i64, ptr @_Peer_level, align 8
  %10 = fcmp oeq double %3, 0.000000e+00
  %11 = fsub double 1.000000e+00, %3
  %12 = fmul double %11, 5.000000e-01
  %13 = fadd double %3, %12
  %14 = select i1 %10, double 1.000000e+00, double %13
  call void @put_float(ptr %0, i64 %9, double %14)
  %15 = fcmp olt double %8, 3.000000e+00
  %16 = select i1 %15, double %8, double 3.000000e+00
  %17 = load i64, ptr @_Peer_surplus, align 8
  %18 = fcmp ogt double %16, -3.000000e+00
  %19 = select i1 %18, double %16, double -3.000000e+00
  call void @put_float(ptr %0, i64 %17, double %19)
  %20 = load i64, ptr @_Peer_may_grow, align 8
  call void @put_bool(ptr %0, i64 %20, i1 zeroext true)
  ret void
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

define internal i64 @word_of(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = getelementptr inbounds nuw i64, ptr %0, i64 %1
  %4 = load i64, ptr %3, align 8
  ret i64 %4
}

declare i64 @PyDict_Size(ptr)

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

declare double @PyFloat_AsDouble(ptr)

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

declare i64 @PyList_Size(ptr)

declare ptr @PyList_GetItem(ptr, i64)

declare i32 @PyErr_ExceptionMatches(ptr)

declare void @PyErr_Clear()

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

declare i64 @PyLong_AsLongAndOverflow(ptr, ptr)

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

define internal zeroext i1 @is_none(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = call ptr @get(ptr %0, i64 %1)
  %4 = load ptr, ptr @the, align 8
  %5 = load i64, ptr @the_None, align 8
  %6 = getelementptr inbounds nuw ptr, ptr %4, i64 %5
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %3, %7
  ret i1 %8
}

declare ptr @PyFloat_FromDouble(double)

declare zeroext i1 @counts_as_true(ptr)

declare ptr @PyLong_FromLong(i64)

declare ptr @PyObject_VectorcallMethod(ptr, ptr, i64, ptr)

declare void @_Py_Dealloc(ptr)

declare ptr @PyTuple_GetItem(ptr, i64)
