; SPDX-License-Identifier: Apache-2.0
; Made of loop.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 36e082f93a7f71668d33a420fe6f104a8b54c942ac0b169f719c14a8bc1c37a8
%struct.wire = type { i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, ptr, i64, i64, i64, ptr, [8 x ptr], [8 x ptr] }
%struct.account = type { i64, i64, i64 }
%struct.nic = type { i64, i64, i64, i64, i64, ptr, ptr, ptr, ptr, ptr, i64, ptr, ptr, ptr, ptr }
%struct.node = type { ptr, ptr, i64, i64, i64, i64, i64, i64, i64, i64, i64, ptr, i64, ptr, ptr }
%struct.event = type { i64, i64 }
%struct.soon = type { %struct.event, i64 }
%struct.late = type { i64, i64, %struct.event }
%struct.leaving = type { ptr, i64, i64, ptr, i64, ptr, ptr }

@is_pause.head = internal constant [6 x i8] c"\01\80\C2\00\00\01", align 1
@is_pause.kind = internal constant [4 x i8] c"\88\08\01\01", align 1

define void @give_back_held(ptr %0) nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %3 = load ptr, ptr %2, align 8
  %.not = icmp eq ptr %3, null
  br i1 %.not, label %7, label %4

4:
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %6 = load ptr, ptr %5, align 8
  call void @give_back(ptr %0, ptr %6)
  br label %7

7:
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 80
  store ptr null, ptr %8, align 8
  ret void
}

define internal void @give_back(ptr %0, ptr %1) nounwind {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %4 = load ptr, ptr %3, align 8
  %.not = icmp eq ptr %4, null
  br i1 %.not, label %9, label %5

5:
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %7 = load ptr, ptr %6, align 8
  call void @Py_DecRef(ptr %7)
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 32
  store ptr null, ptr %8, align 8
  br label %9

9:
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %11 = load i64, ptr %10, align 8
  %.not9 = icmp eq i64 %11, 0
  br i1 %.not9, label %12, label %13

12:
  call void @free(ptr %1)
  br label %17

13:
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 216
  %15 = load ptr, ptr %14, align 8
  store ptr %15, ptr %1, align 8
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 216
  store ptr %1, ptr %16, align 8
  br label %17

17:
  ret void
}

define void @lose_queued(ptr %0, i64 %1) nounwind {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds nuw %struct.wire, ptr %4, i64 %1
  br label %6

6:
  %7 = getelementptr inbounds nuw i8, ptr %5, i64 152
  %8 = load i64, ptr %7, align 8
  %.not = icmp eq i64 %8, 0
  br i1 %.not, label %16, label %9

9:
  %10 = getelementptr inbounds nuw i8, ptr %5, i64 128
  %11 = load i64, ptr %10, align 8
  %12 = add i64 %11, 1
  store i64 %12, ptr %10, align 8
  %13 = getelementptr inbounds nuw i8, ptr %5, i64 152
  %14 = load i64, ptr %13, align 8
  %15 = call ptr @take(ptr %5, i64 %14)
  call void @give_back(ptr %0, ptr %15)
  br label %6

16:
  ret void
}

define internal ptr @take(ptr %0, i64 %1) nounwind {
  %3 = call i64 @leading_zeros(i64 %1)
  %4 = sub i64 63, %3
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %6 = getelementptr inbounds nuw ptr, ptr %5, i64 %4
  %7 = load ptr, ptr %6, align 8
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %10 = getelementptr inbounds nuw ptr, ptr %9, i64 %4
  store ptr %8, ptr %10, align 8
  %11 = load ptr, ptr %7, align 8
  %.not = icmp eq ptr %11, null
  br i1 %.not, label %12, label %18

12:
  %13 = lshr exact i64 -9223372036854775808, %3
  %14 = xor i64 %13, -1
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %16 = load i64, ptr %15, align 8
  %17 = and i64 %16, %14
  store i64 %17, ptr %15, align 8
  br label %18

18:
  %19 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %20 = load i64, ptr %19, align 8
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %22 = load i64, ptr %21, align 8
  %23 = sub i64 %22, %20
  store i64 %23, ptr %21, align 8
  ret ptr %7
}

define void @forget_queued(ptr %0, i64 %1) nounwind {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds nuw %struct.wire, ptr %4, i64 %1
  br label %6

6:
  %.013 = phi i64 [ 0, %2 ], [ %29, %28 ]
  %7 = icmp samesign ult i64 %.013, 8
  br i1 %7, label %8, label %30

8:
  %9 = getelementptr inbounds nuw i8, ptr %5, i64 152
  %10 = load i64, ptr %9, align 8
  %11 = shl nuw nsw i64 1, %.013
  %12 = and i64 %10, %11
  %.not = icmp eq i64 %12, 0
  br i1 %.not, label %17, label %13

13:
  %14 = getelementptr inbounds nuw i8, ptr %5, i64 232
  %15 = getelementptr inbounds nuw ptr, ptr %14, i64 %.013
  %16 = load ptr, ptr %15, align 8
  br label %17

17:
  %18 = phi ptr [ %16, %13 ], [ null, %8 ]
  br label %19

19:
  %.0 = phi ptr [ %18, %17 ], [ %27, %26 ]
  %.not14 = icmp eq ptr %.0, null
  br i1 %.not14, label %28, label %20

20:
  %21 = getelementptr inbounds nuw i8, ptr %.0, i64 40
  %22 = load i64, ptr %21, align 8
  %.not15 = icmp eq i64 %22, 0
  br i1 %.not15, label %26, label %23

23:
  %24 = getelementptr inbounds nuw i8, ptr %5, i64 224
  %25 = load ptr, ptr %24, align 8
  call void @release(ptr %0, ptr %25, ptr nonnull %.0)
  br label %26

26:
  %27 = load ptr, ptr %.0, align 8
  br label %19

28:
  %29 = add nuw nsw i64 %.013, 1
  br label %6

30:
  ret void
}

define internal void @release(ptr %0, ptr %1, ptr %2) nounwind {
  %4 = getelementptr inbounds nuw i8, ptr %2, i64 40
  %5 = load i64, ptr %4, align 8
  %6 = add i64 %5, -1
  %7 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 96
  %10 = getelementptr inbounds nuw %struct.account, ptr %9, i64 %6
  %11 = getelementptr inbounds nuw i8, ptr %10, i64 8
  %12 = load i64, ptr %11, align 8
  %13 = icmp ult i64 %12, %8
  br i1 %13, label %14, label %17

14:
  %15 = getelementptr inbounds nuw i8, ptr %10, i64 8
  %16 = load i64, ptr %15, align 8
  br label %17

17:
  %18 = phi i64 [ %16, %14 ], [ %8, %3 ]
  %19 = getelementptr inbounds nuw i8, ptr %2, i64 40
  store i64 0, ptr %19, align 8
  %20 = getelementptr inbounds nuw i8, ptr %10, i64 8
  %21 = load i64, ptr %20, align 8
  %22 = sub i64 %21, %18
  store i64 %22, ptr %20, align 8
  %.neg = sub i64 %18, %8
  %23 = load i64, ptr %10, align 8
  %24 = add i64 %.neg, %23
  store i64 %24, ptr %10, align 8
  %.neg24 = sub i64 %18, %8
  %25 = getelementptr inbounds nuw i8, ptr %1, i64 72
  %26 = load i64, ptr %25, align 8
  %27 = add i64 %.neg24, %26
  store i64 %27, ptr %25, align 8
  %28 = getelementptr inbounds nuw i8, ptr %10, i64 16
  %29 = load i64, ptr %28, align 8
  %.not = icmp eq i64 %29, 0
  br i1 %.not, label %42, label %30

30:
  %31 = getelementptr inbounds nuw i8, ptr %10, i64 8
  %32 = load i64, ptr %31, align 8
  %.not25 = icmp eq i64 %32, 0
  br i1 %.not25, label %33, label %42

33:
  %34 = load i64, ptr %10, align 8
  %35 = call i64 @xon_of(ptr %1)
  %.not26 = icmp sgt i64 %34, %35
  br i1 %.not26, label %42, label %36

36:
  %37 = getelementptr inbounds nuw i8, ptr %10, i64 16
  store i64 0, ptr %37, align 8
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %39 = load ptr, ptr %38, align 8
  %40 = load i64, ptr %1, align 8
  %41 = call i64 %39(i64 7, i64 %40, i64 %6)
  br label %42

42:
  ret void
}

define void @inject(ptr %0, i64 %1, i64 %2, ptr %3, i64 %4, ptr %5) nounwind {
  %7 = call ptr @new_frame(ptr %0, i64 0)
  %.not = icmp eq ptr %7, null
  br i1 %.not, label %8, label %10

8:
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 24
  store i64 1, ptr %9, align 8
  br label %14

10:
  %11 = getelementptr inbounds nuw i8, ptr %7, i64 8
  store i64 %4, ptr %11, align 8
  %12 = getelementptr inbounds nuw i8, ptr %7, i64 24
  store ptr %3, ptr %12, align 8
  %13 = getelementptr inbounds nuw i8, ptr %7, i64 32
  store ptr %5, ptr %13, align 8
  call void @Py_IncRef(ptr %5)
  call void @put_out(ptr %0, i64 %1, i64 %2, ptr nonnull %7)
  br label %14

14:
  ret void
}

define internal ptr @new_frame(ptr %0, i64 %1) nounwind {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 216
  %4 = load ptr, ptr %3, align 8
  %5 = icmp uge i64 %1, 5121
  %.not = icmp eq ptr %4, null
  %or.cond = select i1 %5, i1 true, i1 %.not
  br i1 %or.cond, label %16, label %6

6:
  %7 = load ptr, ptr %4, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 216
  store ptr %7, ptr %8, align 8
  %9 = getelementptr inbounds nuw i8, ptr %4, i64 8
  store i64 %1, ptr %9, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %4, i64 %11
  %13 = getelementptr inbounds nuw i8, ptr %4, i64 24
  store ptr %12, ptr %13, align 8
  %14 = getelementptr inbounds nuw i8, ptr %4, i64 40
  store i64 0, ptr %14, align 8
  %15 = getelementptr inbounds nuw i8, ptr %4, i64 48
  store ptr null, ptr %15, align 8
  br label %33

16:
  %.inv = icmp ugt i64 %1, 5120
  %17 = select i1 %.inv, i64 0, i64 5120
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %19 = load i64, ptr %18, align 8
  %. = select i1 %.inv, i64 %1, i64 %17
  %20 = add i64 %19, %.
  %21 = add i64 %20, 8
  %22 = call ptr @malloc(i64 %21)
  %.not31 = icmp eq ptr %22, null
  br i1 %.not31, label %33, label %23

23:
  %24 = getelementptr inbounds nuw i8, ptr %22, i64 8
  store i64 %1, ptr %24, align 8
  %25 = getelementptr inbounds nuw i8, ptr %22, i64 16
  store i64 %17, ptr %25, align 8
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %27 = load i64, ptr %26, align 8
  %28 = getelementptr inbounds nuw i8, ptr %22, i64 %27
  %29 = getelementptr inbounds nuw i8, ptr %22, i64 24
  store ptr %28, ptr %29, align 8
  %30 = getelementptr inbounds nuw i8, ptr %22, i64 32
  store ptr null, ptr %30, align 8
  %31 = getelementptr inbounds nuw i8, ptr %22, i64 40
  store i64 0, ptr %31, align 8
  %32 = getelementptr inbounds nuw i8, ptr %22, i64 48
  store ptr null, ptr %32, align 8
  br label %33

33:
  %.0 = phi ptr [ %4, %6 ], [ %22, %23 ], [ %22, %16 ]
  ret ptr %.0
}

declare void @Py_IncRef(ptr)

define internal void @put_out(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = getelementptr inbounds nuw i8, ptr %3, i64 104
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %7 = load i64, ptr %6, align 8
  %8 = add i64 %7, -104
  call void @llvm.memset.p0.i64(ptr nonnull align 8 %5, i8 0, i64 %8, i1 false)
  %9 = getelementptr inbounds nuw i8, ptr %3, i64 88
  store i64 %2, ptr %9, align 8
  %10 = load i64, ptr %0, align 8
  %11 = getelementptr inbounds nuw i8, ptr %3, i64 96
  store i64 %10, ptr %11, align 8
  call void @send(ptr nonnull %0, i64 %1, ptr %3, i64 0)
  ret void
}

define void @arm(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds nuw %struct.nic, ptr %5, i64 %1
  %7 = icmp eq i64 %2, -1
  br i1 %7, label %8, label %10

8:
  %9 = getelementptr inbounds nuw i8, ptr %6, i64 32
  store i64 0, ptr %9, align 8
  br label %35

10:
  %11 = load i64, ptr %0, align 8
  %12 = icmp ugt i64 %2, %11
  br i1 %12, label %16, label %13

13:
  %14 = load i64, ptr %0, align 8
  %15 = add i64 %14, 100
  br label %16

16:
  %17 = phi i64 [ %15, %13 ], [ %2, %10 ]
  %18 = getelementptr inbounds nuw i8, ptr %6, i64 32
  %19 = load i64, ptr %18, align 8
  %.not = icmp eq i64 %19, 0
  br i1 %.not, label %30, label %20

20:
  %21 = add i64 %17, 1
  %22 = getelementptr inbounds nuw i8, ptr %6, i64 32
  %23 = load i64, ptr %22, align 8
  %24 = icmp ult i64 %21, %23
  br i1 %24, label %30, label %25

25:
  %26 = getelementptr inbounds nuw i8, ptr %6, i64 32
  %27 = load i64, ptr %26, align 8
  %28 = load i64, ptr %0, align 8
  %29 = add i64 %28, 1
  %.not19 = icmp ugt i64 %27, %29
  br i1 %.not19, label %35, label %30

30:
  %31 = add i64 %17, 1
  %32 = getelementptr inbounds nuw i8, ptr %6, i64 32
  store i64 %31, ptr %32, align 8
  %33 = shl i64 %1, 2
  %34 = or disjoint i64 %33, 3
  call void @push(ptr nonnull %0, i64 %17, i64 %34, i64 %17)
  br label %35

35:
  ret void
}

define internal void @push(ptr %0, i64 %1, i64 %2, i64 %3) nounwind {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %6 = load ptr, ptr %5, align 8
  %.not = icmp eq ptr %6, null
  br i1 %.not, label %7, label %10

7:
  %8 = call ptr @new_queue()
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 40
  store ptr %8, ptr %9, align 8
  br label %10

10:
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %12 = load ptr, ptr %11, align 8
  %.not8 = icmp eq ptr %12, null
  br i1 %.not8, label %21, label %13

13:
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %15 = load ptr, ptr %14, align 8
  %16 = call zeroext i1 @push_event(ptr %15, i64 %1, i64 %2, i64 %3)
  br i1 %16, label %17, label %21

17:
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %19 = load i64, ptr %18, align 8
  %20 = add i64 %19, 1
  store i64 %20, ptr %18, align 8
  br label %23

21:
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 24
  store i64 1, ptr %22, align 8
  br label %23

23:
  ret void
}

define i64 @pump(ptr %0, i64 %1) nounwind {
  %3 = alloca i64, align 8
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds nuw %struct.nic, ptr %5, i64 %1
  store i64 -1, ptr %3, align 8
  %7 = getelementptr inbounds nuw i8, ptr %6, i64 24
  %8 = load i64, ptr %7, align 8
  %.not = icmp eq i64 %8, 0
  br i1 %.not, label %9, label %36

9:
  %10 = getelementptr inbounds nuw i8, ptr %6, i64 24
  store i64 1, ptr %10, align 8
  %11 = call i32 @pull(ptr %0, i64 %1, i1 zeroext false)
  %12 = icmp eq i32 %11, 2
  br i1 %12, label %15, label %13

13:
  %14 = call zeroext i1 @ask_wakeup(ptr %0, ptr %6, ptr nonnull %3)
  br label %15

15:
  %16 = phi i1 [ true, %9 ], [ %14, %13 ]
  %.not28 = xor i1 %16, true
  %17 = icmp eq i32 %11, 0
  %or.cond = and i1 %.not28, %17
  br i1 %or.cond, label %18, label %26

18:
  %19 = load i64, ptr %3, align 8
  %20 = load i64, ptr %0, align 8
  %.not26 = icmp ugt i64 %19, %20
  br i1 %.not26, label %26, label %21

21:
  %22 = call i32 @pull(ptr nonnull %0, i64 %1, i1 zeroext true)
  %23 = icmp eq i32 %22, 2
  br i1 %23, label %.critedge, label %24

24:
  %25 = call zeroext i1 @ask_wakeup(ptr nonnull %0, ptr %6, ptr nonnull %3)
  br label %26

26:
  %.0.in = phi i1 [ %16, %15 ], [ %16, %18 ], [ %25, %24 ]
  %27 = getelementptr inbounds nuw i8, ptr %6, i64 24
  store i64 0, ptr %27, align 8
  br i1 %.0.in, label %29, label %32

.critedge:
  %28 = getelementptr inbounds nuw i8, ptr %6, i64 24
  store i64 0, ptr %28, align 8
  br label %29

29:
  %30 = call i32 @raised(ptr %0, i64 %1)
  %31 = zext i32 %30 to i64
  br label %36

32:
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %34 = load i64, ptr %33, align 8
  %.not27 = icmp eq i64 %34, 0
  %. = select i1 %.not27, ptr %3, ptr %0
  %35 = load i64, ptr %., align 8
  call void @arm(ptr %0, i64 %1, i64 %35)
  br label %36

36:
  %.025 = phi i64 [ 0, %2 ], [ %31, %29 ], [ 0, %32 ]
  ret i64 %.025
}

define internal i32 @pull(ptr %0, i64 %1, i1 zeroext %2) nounwind {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds nuw %struct.nic, ptr %5, i64 %1
  br label %7

7:
  %.012.off0 = phi i1 [ %2, %3 ], [ %.012.off0., %12 ]
  %.011 = phi i32 [ undef, %3 ], [ %..011, %12 ]
  %8 = load i64, ptr %6, align 8
  %9 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %10 = load i64, ptr %9, align 8
  %11 = and i64 %8, %10
  %.not = icmp eq i64 %11, 0
  %spec.select = select i1 %.not, i1 %.012.off0, i1 true
  br i1 %spec.select, label %12, label %14

12:
  %13 = call i32 @pull_one(ptr %0, i64 %1, i64 %11)
  %.not16 = icmp ne i32 %13, 0
  %.012.off0. = select i1 %.not16, i1 %.012.off0, i1 false
  %..011 = select i1 %.not16, i32 %13, i32 %.011
  %cond = icmp eq i1 %.not16, false
  br i1 %cond, label %7, label %14

14:
  %.2 = phi i32 [ %..011, %12 ], [ 0, %7 ]
  ret i32 %.2
}

define internal zeroext i1 @ask_wakeup(ptr %0, ptr %1, ptr %2) nounwind {
  %4 = alloca i64, align 8
  %5 = alloca [1 x ptr], align 8
  store i64 -1, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 88
  %7 = load ptr, ptr %6, align 8
  %.not = icmp eq ptr %7, null
  br i1 %.not, label %14, label %8

8:
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 112
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 88
  %12 = load ptr, ptr %11, align 8
  %13 = call i64 %10(ptr %12, ptr nonnull %4)
  br label %14

14:
  %15 = phi i64 [ %13, %8 ], [ 0, %3 ]
  %.not18 = icmp eq i64 %15, 0
  br i1 %.not18, label %22, label %16

16:
  %17 = load i64, ptr %4, align 8
  %18 = icmp slt i64 %17, 0
  %19 = load i64, ptr %4, align 8
  %20 = select i1 %18, i64 -1, i64 %19
  store i64 %20, ptr %2, align 8
  %21 = icmp eq i64 %15, 2
  br label %38

22:
  store i64 0, ptr %5, align 8
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %24 = load ptr, ptr %23, align 8
  %25 = call ptr @call(ptr %24, ptr nonnull %5, i64 0)
  %.not19 = icmp eq ptr %25, null
  br i1 %.not19, label %38, label %26

26:
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %28 = load ptr, ptr %27, align 8
  %29 = icmp eq ptr %25, %28
  br i1 %29, label %30, label %31

30:
  store i64 -1, ptr %2, align 8
  call void @Py_DecRef(ptr nonnull %25)
  br label %38

31:
  %32 = call i64 @PyLong_AsLongLong(ptr nonnull %25)
  call void @Py_DecRef(ptr nonnull %25)
  %33 = icmp slt i64 %32, 0
  %. = select i1 %33, i64 0, i64 %32
  store i64 %., ptr %2, align 8
  %34 = icmp eq i64 %32, -1
  br i1 %34, label %35, label %38

35:
  %36 = call ptr @PyErr_Occurred()
  %37 = icmp ne ptr %36, null
  br label %38

38:
  %.0 = phi i1 [ %21, %16 ], [ false, %30 ], [ true, %22 ], [ false, %31 ], [ %37, %35 ]
  ret i1 %.0
}

define internal i32 @raised(ptr %0, i64 %1) nounwind {
  %3 = load i64, ptr %0, align 8
  call void @arm(ptr nonnull %0, i64 %1, i64 %3)
  ret i32 9
}

define i64 @run(ptr %0, i64 %1) nounwind {
  call void @give_back_held(ptr %0)
  br label %3

3:
  %.033 = phi i32 [ 0, %2 ], [ %.134, %53 ]
  %.0 = phi i64 [ undef, %2 ], [ %.2, %53 ]
  %4 = icmp eq i32 %.033, 0
  br i1 %4, label %5, label %54

5:
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %7 = load i64, ptr %6, align 8
  %8 = icmp eq i64 %7, 1
  br i1 %8, label %56, label %9

9:
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %11 = load i64, ptr %10, align 8
  %12 = icmp eq i64 %11, 0
  br i1 %12, label %56, label %13

13:
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %15 = load i64, ptr %14, align 8
  %16 = icmp eq i64 %15, 0
  br i1 %16, label %56, label %17

17:
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %19 = load ptr, ptr %18, align 8
  %20 = call i64 @first_event(ptr %19)
  %21 = icmp ugt i64 %20, %1
  br i1 %21, label %22, label %23

22:
  store i64 %1, ptr %0, align 8
  br label %53

23:
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %25 = load ptr, ptr %24, align 8
  %26 = call { i64, i64 } @take_event(ptr %25, i64 %20)
  %27 = extractvalue { i64, i64 } %26, 0
  %28 = extractvalue { i64, i64 } %26, 1
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %30 = load i64, ptr %29, align 8
  %31 = add i64 %30, -1
  store i64 %31, ptr %29, align 8
  store i64 %20, ptr %0, align 8
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %33 = load ptr, ptr %32, align 8
  call void @expect(ptr %33)
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %35 = load i64, ptr %34, align 8
  %36 = add i64 %35, 1
  store i64 %36, ptr %34, align 8
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %38 = load i64, ptr %37, align 8
  %39 = add i64 %38, -1
  store i64 %39, ptr %37, align 8
  %40 = lshr i64 %27, 2
  %41 = and i64 %40, 1073741823
  %42 = lshr i64 %27, 32
  %43 = and i64 %27, 3
  switch i64 %43, label %.unreachabledefault [
    i64 0, label %44
    i64 1, label %46
    i64 2, label %49
    i64 3, label %51
  ]

44:
  %45 = call i32 @sent(ptr nonnull %0, i64 %41, i64 %42)
  br label %53

46:
  %47 = inttoptr i64 %28 to ptr
  %48 = call i32 @arrived(ptr nonnull %0, i64 %41, i64 %42, ptr %47)
  br label %53

49:
  %50 = getelementptr inbounds nuw i8, ptr %0, i64 88
  store i64 %28, ptr %50, align 8
  br label %53

51:
  %52 = call i32 @woken(ptr nonnull %0, i64 %41, i64 %28)
  br label %53

.unreachabledefault:
  unreachable

53:
  %.134 = phi i32 [ %.033, %22 ], [ %52, %51 ], [ %45, %44 ], [ %48, %46 ], [ 5, %49 ]
  %.2 = phi i64 [ 2, %22 ], [ %.0, %51 ], [ %.0, %49 ], [ %.0, %46 ], [ %.0, %44 ]
  %cond = icmp eq i1 %21, false
  br i1 %cond, label %3, label %56

54:
  %55 = zext i32 %.033 to i64
  br label %56

56:
  %.1 = phi i64 [ %55, %54 ], [ 4, %5 ], [ 3, %9 ], [ %.2, %53 ], [ 1, %13 ]
  ret i64 %.1
}

define internal i64 @first_event(ptr %0) alwaysinline nounwind {
  %2 = call i64 @first_soon(ptr %0)
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 16944
  %4 = load i64, ptr %3, align 8
  %.not = icmp eq i64 %4, 0
  br i1 %.not, label %14, label %5

5:
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 16936
  %7 = load ptr, ptr %6, align 8
  %8 = load i64, ptr %7, align 8
  %9 = icmp ult i64 %8, %2
  br i1 %9, label %10, label %14

10:
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 16936
  %12 = load ptr, ptr %11, align 8
  %13 = load i64, ptr %12, align 8
  br label %14

14:
  %15 = phi i64 [ %13, %10 ], [ %2, %5 ], [ %2, %1 ]
  ret i64 %15
}

define internal { i64, i64 } @take_event(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 16944
  %4 = load i64, ptr %3, align 8
  %.not = icmp eq i64 %4, 0
  br i1 %.not, label %10, label %5

5:
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 16936
  %7 = load ptr, ptr %6, align 8
  %8 = load i64, ptr %7, align 8
  %9 = icmp eq i64 %8, %1
  br label %10

10:
  %11 = phi i1 [ false, %2 ], [ %9, %5 ]
  %12 = load i64, ptr %0, align 8
  %13 = icmp ugt i64 %1, %12
  br i1 %13, label %14, label %15

14:
  store i64 %1, ptr %0, align 8
  br label %15

15:
  br i1 %11, label %16, label %18

16:
  %17 = call { i64, i64 } @take_late(ptr nonnull %0)
  br label %20

18:
  %19 = call { i64, i64 } @take_soon(ptr nonnull %0, i64 %1)
  br label %20

20:
  %.pn = phi { i64, i64 } [ %17, %16 ], [ %19, %18 ]
  ret { i64, i64 } %.pn
}

define internal void @expect(ptr %0) alwaysinline nounwind {
  %2 = call i64 @first_event(ptr %0)
  %3 = icmp eq i64 %2, -1
  br i1 %3, label %6, label %4

4:
  %5 = call ptr @event_at(ptr %0, i64 %2)
  br label %6

6:
  %7 = phi ptr [ %5, %4 ], [ null, %1 ]
  %.not = icmp eq ptr %7, null
  br i1 %.not, label %20, label %8

8:
  %9 = load i64, ptr %7, align 8
  %10 = and i64 %9, 3
  %11 = icmp eq i64 %10, 1
  br i1 %11, label %12, label %20

12:
  %.0 = phi i64 [ %19, %14 ], [ 0, %8 ]
  %13 = icmp samesign ult i64 %.0, 256
  br i1 %13, label %14, label %20

14:
  %15 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %16 = load i64, ptr %15, align 8
  %17 = inttoptr i64 %16 to ptr
  %18 = getelementptr inbounds nuw i8, ptr %17, i64 %.0
  call void @llvm.prefetch.p0(ptr %18, i32 0, i32 3, i32 1)
  %19 = add nuw nsw i64 %.0, 64
  br label %12

20:
  ret void
}

define internal i32 @sent(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds nuw %struct.wire, ptr %5, i64 %1
  %7 = getelementptr inbounds nuw i8, ptr %6, i64 24
  %8 = load i64, ptr %7, align 8
  %9 = icmp eq i64 %8, %2
  br i1 %9, label %10, label %12

10:
  %11 = call i32 @go_on(ptr %0, i64 %1)
  br label %12

12:
  %13 = phi i32 [ %11, %10 ], [ 0, %3 ]
  ret i32 %13
}

define internal i32 @arrived(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw %struct.wire, ptr %6, i64 %1
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 24
  %9 = load i64, ptr %8, align 8
  %.not = icmp eq i64 %9, %2
  br i1 %.not, label %14, label %10

10:
  %11 = getelementptr inbounds nuw i8, ptr %7, i64 128
  %12 = load i64, ptr %11, align 8
  %13 = add i64 %12, 1
  store i64 %13, ptr %11, align 8
  call void @give_back(ptr %0, ptr %3)
  br label %37

14:
  %15 = getelementptr inbounds nuw i8, ptr %7, i64 104
  %16 = load i64, ptr %15, align 8
  %17 = add i64 %16, 1
  store i64 %17, ptr %15, align 8
  %18 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %19 = load i64, ptr %18, align 8
  %20 = getelementptr inbounds nuw i8, ptr %7, i64 112
  %21 = load i64, ptr %20, align 8
  %22 = add i64 %21, %19
  store i64 %22, ptr %20, align 8
  %23 = getelementptr inbounds nuw i8, ptr %7, i64 160
  %24 = load i64, ptr %23, align 8
  %.not19 = icmp eq i64 %24, 0
  br i1 %.not19, label %31, label %25

25:
  %26 = getelementptr inbounds nuw i8, ptr %7, i64 168
  %27 = load i64, ptr %26, align 8
  %28 = getelementptr inbounds nuw i8, ptr %7, i64 176
  %29 = load i64, ptr %28, align 8
  %30 = call i32 @deliver(ptr %0, i64 %27, i64 %29, ptr %3)
  br label %37

31:
  %32 = getelementptr inbounds nuw i8, ptr %7, i64 168
  %33 = load i64, ptr %32, align 8
  %34 = getelementptr inbounds nuw i8, ptr %7, i64 176
  %35 = load i64, ptr %34, align 8
  %36 = call i32 @pass(ptr %0, i64 %33, i64 %35, ptr %3)
  br label %37

37:
  %.0 = phi i32 [ 0, %10 ], [ %30, %25 ], [ %36, %31 ]
  ret i32 %.0
}

define internal i32 @woken(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds nuw %struct.nic, ptr %5, i64 %1
  %7 = getelementptr inbounds nuw i8, ptr %6, i64 32
  %8 = load i64, ptr %7, align 8
  %9 = add i64 %2, 1
  %.not = icmp eq i64 %8, %9
  br i1 %.not, label %10, label %13

10:
  %11 = getelementptr inbounds nuw i8, ptr %6, i64 32
  store i64 0, ptr %11, align 8
  %12 = call i32 @ask(ptr %0, i64 %1)
  br label %13

13:
  %.0 = phi i32 [ %12, %10 ], [ 0, %3 ]
  ret i32 %.0
}

define void @forward(ptr %0, i64 %1, i64 %2, i64 %3, ptr %4, i64 %5) nounwind {
  %7 = call ptr @made_of(ptr %0, ptr %4, i64 %5)
  %.not = icmp eq ptr %7, null
  br i1 %.not, label %15, label %8

8:
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %10 = load ptr, ptr %9, align 8
  call void @copy_header(ptr %0, ptr %10, ptr nonnull %7)
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %12, i64 8
  %14 = load i64, ptr %13, align 8
  call void @output(ptr %0, i64 %1, ptr nonnull %7, i64 %14, i64 %2, i64 %3)
  br label %15

15:
  ret void
}

define internal ptr @made_of(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = call ptr @new_frame(ptr %0, i64 %2)
  %.not = icmp eq ptr %4, null
  br i1 %.not, label %8, label %5

5:
  %6 = getelementptr inbounds nuw i8, ptr %4, i64 24
  %7 = load ptr, ptr %6, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %7, ptr align 1 %1, i64 %2, i1 false)
  br label %10

8:
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 24
  store i64 1, ptr %9, align 8
  br label %10

10:
  ret ptr %4
}

define internal void @copy_header(ptr %0, ptr %1, ptr %2) nounwind {
  %4 = getelementptr inbounds nuw i8, ptr %2, i64 88
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 88
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %7 = load i64, ptr %6, align 8
  %8 = add i64 %7, -88
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 1 %4, ptr nonnull align 1 %5, i64 %8, i1 false)
  ret void
}

define internal void @output(ptr %0, i64 %1, ptr %2, i64 %3, i64 %4, i64 %5) nounwind {
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw %struct.node, ptr %8, i64 %1
  %10 = getelementptr inbounds nuw i8, ptr %9, i64 96
  %11 = load i64, ptr %10, align 8
  %12 = icmp ult i64 %4, %11
  br i1 %12, label %13, label %18

13:
  %14 = getelementptr inbounds nuw i8, ptr %9, i64 88
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds nuw i64, ptr %15, i64 %4
  %17 = load i64, ptr %16, align 8
  br label %18

18:
  %19 = phi i64 [ %17, %13 ], [ 0, %6 ]
  %20 = getelementptr inbounds nuw i8, ptr %9, i64 48
  %21 = load i64, ptr %20, align 8
  %22 = add i64 %21, 1
  store i64 %22, ptr %20, align 8
  %.not = icmp eq i64 %19, 0
  br i1 %.not, label %23, label %27

23:
  %24 = getelementptr inbounds nuw i8, ptr %9, i64 80
  %25 = load i64, ptr %24, align 8
  %26 = add i64 %25, 1
  store i64 %26, ptr %24, align 8
  call void @give_back(ptr %0, ptr %2)
  br label %51

27:
  %28 = and i64 %1, 63
  %29 = shl nuw i64 1, %28
  %30 = getelementptr inbounds nuw i8, ptr %2, i64 112
  %31 = lshr i64 %1, 6
  %32 = getelementptr inbounds nuw i64, ptr %30, i64 %31
  %33 = load i64, ptr %32, align 8
  %34 = or i64 %33, %29
  store i64 %34, ptr %32, align 8
  %35 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %36 = load i64, ptr %35, align 8
  %37 = icmp ult i64 %36, %3
  br i1 %37, label %38, label %49

38:
  %39 = getelementptr inbounds nuw i8, ptr %2, i64 104
  store i64 1, ptr %39, align 8
  %40 = getelementptr inbounds nuw i8, ptr %9, i64 56
  %41 = load i64, ptr %40, align 8
  %42 = add i64 %41, 1
  store i64 %42, ptr %40, align 8
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %44 = load ptr, ptr %43, align 8
  %45 = getelementptr %struct.wire, ptr %44, i64 %19
  %46 = getelementptr i8, ptr %45, i64 -216
  %47 = load i64, ptr %46, align 8
  %48 = add i64 %47, 1
  store i64 %48, ptr %46, align 8
  br label %49

49:
  %50 = add i64 %19, -1
  call void @send(ptr %0, i64 %50, ptr %2, i64 %5)
  br label %51

51:
  ret void
}

define void @emit(ptr %0, i64 %1, i64 %2, i64 %3, ptr %4, i64 %5) nounwind {
  %7 = call ptr @made_of_none(ptr %0, ptr %4, i64 %5)
  %.not = icmp eq ptr %7, null
  br i1 %.not, label %9, label %8

8:
  call void @output(ptr %0, i64 %1, ptr nonnull %7, i64 0, i64 %2, i64 %3)
  br label %9

9:
  ret void
}

define internal ptr @made_of_none(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = call ptr @made_of(ptr %0, ptr %1, i64 %2)
  %.not = icmp eq ptr %4, null
  br i1 %.not, label %13, label %5

5:
  %6 = getelementptr inbounds nuw i8, ptr %4, i64 104
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %8 = load i64, ptr %7, align 8
  %9 = add i64 %8, -104
  call void @llvm.memset.p0.i64(ptr nonnull align 8 %6, i8 0, i64 %9, i1 false)
  %10 = getelementptr inbounds nuw i8, ptr %4, i64 88
  store i64 -1, ptr %10, align 8
  %11 = load i64, ptr %0, align 8
  %12 = getelementptr inbounds nuw i8, ptr %4, i64 96
  store i64 %11, ptr %12, align 8
  br label %13

13:
  ret ptr %4
}

define void @send_first(ptr %0, i64 %1, ptr %2, i64 %3) nounwind {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw %struct.wire, ptr %6, i64 %1
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %9 = load i64, ptr %8, align 8
  %.not = icmp eq i64 %9, 0
  br i1 %.not, label %12, label %10

10:
  %11 = call ptr @made_of_none(ptr %0, ptr %2, i64 %3)
  br label %12

12:
  %13 = phi ptr [ %11, %10 ], [ null, %4 ]
  %.not30 = icmp eq ptr %13, null
  br i1 %.not30, label %14, label %21

14:
  %15 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %16 = load i64, ptr %15, align 8
  %.not31 = icmp eq i64 %16, 0
  %17 = zext i1 %.not31 to i64
  %18 = getelementptr inbounds nuw i8, ptr %7, i64 128
  %19 = load i64, ptr %18, align 8
  %20 = add i64 %19, %17
  store i64 %20, ptr %18, align 8
  br label %45

21:
  %22 = getelementptr inbounds nuw i8, ptr %7, i64 40
  %23 = load i64, ptr %22, align 8
  %.not32 = icmp eq i64 %23, 0
  br i1 %.not32, label %24, label %25

24:
  call void @start(ptr %0, i64 %1, ptr nonnull %13)
  br label %45

25:
  %26 = getelementptr inbounds nuw i8, ptr %7, i64 152
  %27 = load i64, ptr %26, align 8
  %28 = lshr i64 %27, 7
  %29 = and i64 %28, 1
  %.not33 = icmp eq i64 %29, 0
  br i1 %.not33, label %33, label %30

30:
  %31 = getelementptr inbounds nuw i8, ptr %7, i64 288
  %32 = load ptr, ptr %31, align 8
  br label %33

33:
  %34 = phi ptr [ %32, %30 ], [ null, %25 ]
  store ptr %34, ptr %13, align 8
  %35 = getelementptr inbounds nuw i8, ptr %7, i64 288
  store ptr %13, ptr %35, align 8
  %.not34 = icmp eq i64 %29, 0
  br i1 %.not34, label %36, label %38

36:
  %37 = getelementptr inbounds nuw i8, ptr %7, i64 352
  store ptr %13, ptr %37, align 8
  br label %38

38:
  %39 = getelementptr inbounds nuw i8, ptr %7, i64 152
  %40 = load i64, ptr %39, align 8
  %41 = or i64 %40, 128
  store i64 %41, ptr %39, align 8
  %42 = getelementptr inbounds nuw i8, ptr %7, i64 72
  %43 = load i64, ptr %42, align 8
  %44 = add i64 %43, %3
  store i64 %44, ptr %42, align 8
  br label %45

45:
  ret void
}

define internal void @start(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds nuw %struct.wire, ptr %5, i64 %1
  %7 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %2, i64 40
  %10 = load i64, ptr %9, align 8
  %.not = icmp eq i64 %10, 0
  br i1 %.not, label %14, label %11

11:
  %12 = getelementptr inbounds nuw i8, ptr %6, i64 224
  %13 = load ptr, ptr %12, align 8
  call void @release(ptr %0, ptr %13, ptr %2)
  br label %14

14:
  %15 = getelementptr inbounds nuw i8, ptr %6, i64 40
  store i64 1, ptr %15, align 8
  call void @set_free(ptr %6, i1 zeroext false)
  %16 = getelementptr inbounds nuw i8, ptr %6, i64 88
  %17 = load i64, ptr %16, align 8
  %18 = add i64 %17, 1
  store i64 %18, ptr %16, align 8
  %19 = getelementptr inbounds nuw i8, ptr %6, i64 96
  %20 = load i64, ptr %19, align 8
  %21 = add i64 %20, %8
  store i64 %21, ptr %19, align 8
  %22 = icmp ugt i64 %8, 60
  %23 = mul i64 %8, 8000000000
  %24 = add i64 %23, 192000000000
  %25 = select i1 %22, i64 %24, i64 672000000000
  %26 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %27 = load i64, ptr %26, align 8
  %28 = add i64 %25, %27
  %29 = load i64, ptr %6, align 8
  %30 = urem i64 %28, %29
  %31 = getelementptr inbounds nuw i8, ptr %6, i64 16
  store i64 %30, ptr %31, align 8
  %32 = load i64, ptr %0, align 8
  %33 = udiv i64 %28, %29
  %34 = add i64 %32, %33
  %35 = getelementptr inbounds nuw i8, ptr %6, i64 56
  %36 = load i64, ptr %35, align 8
  %.not42 = icmp eq i64 %36, 0
  br i1 %.not42, label %39, label %37

37:
  %38 = call i64 @asked_about(ptr nonnull %0, i64 0, i64 %1, ptr %2)
  br label %39

39:
  %40 = shl i64 %1, 2
  %41 = getelementptr inbounds nuw i8, ptr %6, i64 24
  %42 = load i64, ptr %41, align 8
  %43 = shl i64 %42, 32
  %44 = or i64 %40, %43
  call void @push(ptr nonnull %0, i64 %34, i64 %44, i64 0)
  %45 = getelementptr inbounds nuw i8, ptr %6, i64 48
  %46 = load i64, ptr %45, align 8
  %.not43 = icmp eq i64 %46, 0
  br i1 %.not43, label %57, label %47

47:
  %48 = getelementptr inbounds nuw i8, ptr %6, i64 48
  %49 = load i64, ptr %48, align 8
  %50 = add i64 %49, -1
  store i64 %50, ptr %48, align 8
  %.not44 = icmp eq i64 %50, 0
  br i1 %.not44, label %51, label %57

51:
  %52 = call i64 @asked_about(ptr nonnull %0, i64 1, i64 %1, ptr %2)
  %.not45 = icmp eq i64 %52, 0
  br i1 %.not45, label %57, label %53

53:
  %54 = getelementptr inbounds nuw i8, ptr %6, i64 120
  %55 = load i64, ptr %54, align 8
  %56 = add i64 %55, 1
  store i64 %56, ptr %54, align 8
  call void @give_back(ptr nonnull %0, ptr %2)
  br label %63

57:
  %58 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %59 = load i64, ptr %58, align 8
  %60 = add i64 %34, %59
  %61 = or disjoint i64 %44, 1
  %62 = ptrtoint ptr %2 to i64
  call void @push(ptr nonnull %0, i64 %60, i64 %61, i64 %62)
  br label %63

63:
  ret void
}

define void @let_go(ptr %0, i64 %1) nounwind {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds nuw %struct.wire, ptr %4, i64 %1
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 32
  %7 = load i64, ptr %6, align 8
  %.not = icmp eq i64 %7, 0
  br i1 %.not, label %16, label %8

8:
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw %struct.wire, ptr %10, i64 %1
  %12 = getelementptr inbounds nuw i8, ptr %11, i64 40
  %13 = load i64, ptr %12, align 8
  %.not5 = icmp eq i64 %13, 0
  br i1 %.not5, label %14, label %16

14:
  %15 = call i32 @go_on(ptr %0, i64 %1)
  br label %16

16:
  ret void
}

define internal i32 @go_on(ptr %0, i64 %1) nounwind {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds nuw %struct.wire, ptr %4, i64 %1
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 152
  %7 = load i64, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %5, i64 208
  %9 = load i64, ptr %8, align 8
  %10 = xor i64 %9, -1
  %11 = and i64 %7, %10
  %.not = icmp eq i64 %11, 0
  br i1 %.not, label %14, label %12

12:
  %13 = call ptr @take(ptr %5, i64 %11)
  call void @start(ptr %0, i64 %1, ptr %13)
  br label %24

14:
  %15 = getelementptr inbounds nuw i8, ptr %5, i64 40
  store i64 0, ptr %15, align 8
  %16 = getelementptr inbounds nuw i8, ptr %5, i64 16
  store i64 0, ptr %16, align 8
  %17 = getelementptr inbounds nuw i8, ptr %5, i64 184
  %18 = load i64, ptr %17, align 8
  %.not15 = icmp eq i64 %18, 0
  br i1 %.not15, label %24, label %19

19:
  call void @set_free(ptr %5, i1 zeroext true)
  %20 = getelementptr inbounds nuw i8, ptr %5, i64 184
  %21 = load i64, ptr %20, align 8
  %22 = add i64 %21, -1
  %23 = call i32 @ask(ptr %0, i64 %22)
  br label %24

24:
  %.0 = phi i32 [ 0, %12 ], [ %23, %19 ], [ 0, %14 ]
  ret i32 %.0
}

define void @call_later(ptr %0, i64 %1, i64 %2) nounwind {
  call void @push(ptr %0, i64 %1, i64 2, i64 %2)
  ret void
}

define void @clear(ptr %0, i64 %1) nounwind {
  %3 = alloca %struct.event, align 8
  call void @give_back_held(ptr %0)
  br label %4

4:
  %.0 = phi i64 [ %1, %2 ], [ %5, %10 ]
  %5 = add i64 %.0, -1
  %.not = icmp eq i64 %.0, 0
  br i1 %.not, label %17, label %6

6:
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw %struct.wire, ptr %8, i64 %5
  br label %10

10:
  %11 = getelementptr inbounds nuw i8, ptr %9, i64 152
  %12 = load i64, ptr %11, align 8
  %.not22 = icmp eq i64 %12, 0
  br i1 %.not22, label %4, label %13

13:
  %14 = getelementptr inbounds nuw i8, ptr %9, i64 152
  %15 = load i64, ptr %14, align 8
  %16 = call ptr @take(ptr %9, i64 %15)
  call void @give_back(ptr %0, ptr %16)
  br label %10

17:
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %19 = load ptr, ptr %18, align 8
  %.not20 = icmp eq ptr %19, null
  br i1 %.not20, label %.critedge, label %20

20:
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %22 = load ptr, ptr %21, align 8
  %23 = call zeroext i1 @take_any(ptr %22, ptr nonnull %3)
  br i1 %23, label %24, label %.critedge

24:
  %25 = load i64, ptr %3, align 8
  %26 = and i64 %25, 3
  %27 = icmp eq i64 %26, 1
  br i1 %27, label %28, label %32

28:
  %29 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %30 = load i64, ptr %29, align 8
  %31 = inttoptr i64 %30 to ptr
  call void @give_back(ptr %0, ptr %31)
  br label %32

32:
  br label %17

.critedge:
  br label %33

33:
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 216
  %35 = load ptr, ptr %34, align 8
  %.not21 = icmp eq ptr %35, null
  br i1 %.not21, label %39, label %36

36:
  %37 = load ptr, ptr %35, align 8
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 216
  store ptr %37, ptr %38, align 8
  call void @free(ptr nonnull %35)
  br label %33

39:
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %41 = load ptr, ptr %40, align 8
  call void @end_queue(ptr %41)
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %43 = load ptr, ptr %42, align 8
  call void @free(ptr %43)
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 248
  store i64 0, ptr %44, align 8
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 32
  store i64 0, ptr %45, align 8
  %46 = getelementptr inbounds nuw i8, ptr %0, i64 40
  store ptr null, ptr %46, align 8
  %47 = getelementptr inbounds nuw i8, ptr %0, i64 240
  store ptr null, ptr %47, align 8
  ret void
}

define internal zeroext i1 @take_any(ptr %0, ptr %1) nounwind {
  %3 = call i64 @first_event(ptr %0)
  %.not = icmp eq i64 %3, -1
  br i1 %.not, label %8, label %4

4:
  %5 = call { i64, i64 } @take_event(ptr %0, i64 %3)
  %6 = extractvalue { i64, i64 } %5, 0
  %7 = extractvalue { i64, i64 } %5, 1
  store i64 %6, ptr %1, align 8
  %.sroa.2.0..sroa_idx = getelementptr inbounds nuw i8, ptr %1, i64 8
  store i64 %7, ptr %.sroa.2.0..sroa_idx, align 8
  br label %8

8:
  %9 = icmp ne i64 %3, -1
  ret i1 %9
}

declare void @free(ptr)

define internal void @end_queue(ptr %0) nounwind {
  %.not = icmp eq ptr %0, null
  br i1 %.not, label %7, label %2

2:
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 16912
  %4 = load ptr, ptr %3, align 8
  call void @free(ptr %4)
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 16936
  %6 = load ptr, ptr %5, align 8
  call void @free(ptr %6)
  br label %7

7:
  call void @free(ptr %0)
  ret void
}

declare void @Py_DecRef(ptr)

define internal i64 @leading_zeros(i64 %0) nounwind {
  %.not = icmp eq i64 %0, 0
  %2 = call range(i64 0, 65) i64 @llvm.ctlz.i64(i64 %0, i1 true)
  %3 = select i1 %.not, i64 64, i64 %2
  ret i64 %3
}

declare i64 @llvm.ctlz.i64(i64, i1)

define internal i64 @xon_of(ptr %0) nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %3 = load i64, ptr %2, align 8
  %.not = icmp eq i64 %3, 0
  br i1 %.not, label %4, label %7

4:
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %6 = load i64, ptr %5, align 8
  br label %13

7:
  %8 = call i64 @xoff_of(ptr %0)
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %10 = load i64, ptr %9, align 8
  %11 = sub i64 %8, %10
  %12 = icmp sgt i64 %11, 0
  %. = select i1 %12, i64 %11, i64 0
  br label %13

13:
  %.0 = phi i64 [ %., %7 ], [ %6, %4 ]
  ret i64 %.0
}

define internal i64 @xoff_of(ptr %0) nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %3 = load i64, ptr %2, align 8
  %.not = icmp eq i64 %3, 0
  br i1 %.not, label %15, label %4

4:
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %6 = load double, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %10 = load i64, ptr %9, align 8
  %11 = sub i64 %8, %10
  %12 = sitofp i64 %11 to double
  %13 = fmul double %6, %12
  %14 = fptosi double %13 to i64
  br label %18

15:
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %17 = load i64, ptr %16, align 8
  br label %18

18:
  %19 = phi i64 [ %14, %4 ], [ %17, %15 ]
  ret i64 %19
}

declare ptr @malloc(i64)

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define internal void @send(ptr %0, i64 %1, ptr %2, i64 %3) nounwind {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw %struct.wire, ptr %6, i64 %1
  %8 = icmp ult i64 %3, 8
  %. = select i1 %8, i64 %3, i64 7
  %9 = getelementptr inbounds nuw i8, ptr %7, i64 224
  %10 = load ptr, ptr %9, align 8
  %.not = icmp eq ptr %10, null
  br i1 %.not, label %17, label %11

11:
  %12 = call zeroext i1 @admit(ptr %0, i64 %1, ptr %2, i64 %.)
  br i1 %12, label %17, label %13

13:
  %14 = getelementptr inbounds nuw i8, ptr %7, i64 136
  %15 = load i64, ptr %14, align 8
  %16 = add i64 %15, 1
  store i64 %16, ptr %14, align 8
  call void @give_back(ptr %0, ptr %2)
  br label %72

17:
  %18 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %19 = load i64, ptr %18, align 8
  %.not52 = icmp eq i64 %19, 0
  br i1 %.not52, label %20, label %25

20:
  %21 = getelementptr inbounds nuw i8, ptr %7, i64 128
  %22 = load i64, ptr %21, align 8
  %23 = add i64 %22, 1
  store i64 %23, ptr %21, align 8
  %24 = call i64 @asked_about(ptr %0, i64 4, i64 %1, ptr %2)
  call void @give_back(ptr %0, ptr %2)
  br label %72

25:
  %26 = getelementptr inbounds nuw i8, ptr %7, i64 40
  %27 = load i64, ptr %26, align 8
  %.not53 = icmp eq i64 %27, 0
  br i1 %.not53, label %28, label %34

28:
  %29 = getelementptr inbounds nuw i8, ptr %7, i64 208
  %30 = load i64, ptr %29, align 8
  %31 = shl nuw nsw i64 1, %.
  %32 = and i64 %30, %31
  %.not54 = icmp eq i64 %32, 0
  br i1 %.not54, label %33, label %34

33:
  call void @start(ptr %0, i64 %1, ptr %2)
  br label %72

34:
  %35 = getelementptr inbounds nuw i8, ptr %7, i64 72
  %36 = load i64, ptr %35, align 8
  %37 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %38 = load i64, ptr %37, align 8
  %39 = add i64 %36, %38
  %40 = getelementptr inbounds nuw i8, ptr %7, i64 64
  %41 = load i64, ptr %40, align 8
  %42 = icmp ugt i64 %39, %41
  br i1 %42, label %43, label %47

43:
  %44 = getelementptr inbounds nuw i8, ptr %7, i64 136
  %45 = load i64, ptr %44, align 8
  %46 = add i64 %45, 1
  store i64 %46, ptr %44, align 8
  call void @give_back(ptr %0, ptr %2)
  br label %72

47:
  store ptr null, ptr %2, align 8
  %48 = getelementptr inbounds nuw i8, ptr %7, i64 152
  %49 = load i64, ptr %48, align 8
  %50 = shl nuw nsw i64 1, %.
  %51 = and i64 %49, %50
  %.not55 = icmp eq i64 %51, 0
  br i1 %.not55, label %56, label %52

52:
  %53 = getelementptr inbounds nuw i8, ptr %7, i64 296
  %54 = getelementptr inbounds nuw ptr, ptr %53, i64 %.
  %55 = load ptr, ptr %54, align 8
  store ptr %2, ptr %55, align 8
  br label %59

56:
  %57 = getelementptr inbounds nuw i8, ptr %7, i64 232
  %58 = getelementptr inbounds nuw ptr, ptr %57, i64 %.
  store ptr %2, ptr %58, align 8
  br label %59

59:
  %60 = getelementptr inbounds nuw i8, ptr %7, i64 296
  %61 = getelementptr inbounds nuw ptr, ptr %60, i64 %.
  store ptr %2, ptr %61, align 8
  %62 = shl nuw nsw i64 1, %.
  %63 = getelementptr inbounds nuw i8, ptr %7, i64 152
  %64 = load i64, ptr %63, align 8
  %65 = or i64 %64, %62
  store i64 %65, ptr %63, align 8
  %66 = getelementptr inbounds nuw i8, ptr %7, i64 72
  store i64 %39, ptr %66, align 8
  %67 = getelementptr inbounds nuw i8, ptr %7, i64 80
  %68 = load i64, ptr %67, align 8
  %69 = icmp ugt i64 %39, %68
  br i1 %69, label %70, label %72

70:
  %71 = getelementptr inbounds nuw i8, ptr %7, i64 80
  store i64 %39, ptr %71, align 8
  br label %72

72:
  ret void
}

define internal zeroext i1 @admit(ptr %0, i64 %1, ptr %2, i64 %3) nounwind {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw %struct.wire, ptr %6, i64 %1
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %9 = load i64, ptr %8, align 8
  %.not = icmp eq i64 %9, 0
  br i1 %.not, label %14, label %10

10:
  %11 = getelementptr inbounds nuw i8, ptr %7, i64 224
  %12 = load ptr, ptr %11, align 8
  %13 = call zeroext i1 @charge(ptr %0, ptr %12, ptr %2, i64 %3)
  br i1 %13, label %14, label %31

14:
  %15 = getelementptr inbounds nuw i8, ptr %7, i64 216
  %16 = load i64, ptr %15, align 8
  %.not16 = icmp eq i64 %16, 0
  br i1 %.not16, label %31, label %17

17:
  %18 = getelementptr inbounds nuw i8, ptr %7, i64 224
  %19 = load ptr, ptr %18, align 8
  %20 = call zeroext i1 @is_lossless(ptr %19, i64 %3)
  br i1 %20, label %21, label %31

21:
  %22 = getelementptr inbounds nuw i8, ptr %7, i64 72
  %23 = load i64, ptr %22, align 8
  %.not17 = icmp eq i64 %23, 0
  br i1 %.not17, label %24, label %27

24:
  %25 = getelementptr inbounds nuw i8, ptr %7, i64 208
  %26 = load i64, ptr %25, align 8
  %.not18 = icmp eq i64 %26, 0
  br i1 %.not18, label %29, label %27

27:
  %28 = call i64 @asked_about(ptr %0, i64 9, i64 %1, ptr %2)
  br label %31

29:
  %30 = getelementptr inbounds nuw i8, ptr %7, i64 216
  store i64 0, ptr %30, align 8
  br label %31

31:
  %.0 = phi i1 [ true, %14 ], [ false, %10 ], [ true, %17 ], [ true, %29 ], [ true, %27 ]
  ret i1 %.0
}

define internal i64 @asked_about(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  call void @complete(ptr %3)
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %6 = load ptr, ptr %5, align 8
  %7 = ptrtoint ptr %3 to i64
  %8 = call i64 %6(i64 %1, i64 %2, i64 %7)
  ret i64 %8
}

define internal zeroext i1 @charge(ptr %0, ptr %1, ptr %2, i64 %3) nounwind {
  %5 = call zeroext i1 @is_lossless(ptr %1, i64 %3)
  br i1 %5, label %6, label %67

6:
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 80
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %10 = load i64, ptr %9, align 8
  %.not = icmp ult i64 %8, %10
  br i1 %.not, label %11, label %67

11:
  %12 = getelementptr inbounds nuw i8, ptr %1, i64 80
  %13 = load i64, ptr %12, align 8
  %14 = shl i64 %13, 3
  %15 = add i64 %14, %3
  %16 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %17 = load i64, ptr %16, align 8
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 96
  %19 = getelementptr inbounds nuw %struct.account, ptr %18, i64 %15
  %20 = load i64, ptr %19, align 8
  %21 = getelementptr inbounds nuw i8, ptr %19, i64 8
  %22 = load i64, ptr %21, align 8
  %23 = add i64 %20, %22
  %24 = add i64 %23, %17
  %25 = call i64 @xoff_of(ptr %1)
  %.not35 = icmp sgt i64 %24, %25
  br i1 %.not35, label %32, label %26

26:
  %27 = load i64, ptr %19, align 8
  %28 = add i64 %27, %17
  store i64 %28, ptr %19, align 8
  %29 = getelementptr inbounds nuw i8, ptr %1, i64 72
  %30 = load i64, ptr %29, align 8
  %31 = add i64 %30, %17
  store i64 %31, ptr %29, align 8
  br label %51

32:
  %33 = getelementptr inbounds nuw i8, ptr %19, i64 8
  %34 = load i64, ptr %33, align 8
  %35 = add i64 %34, %17
  %36 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %37 = load i64, ptr %36, align 8
  %38 = icmp ugt i64 %35, %37
  br i1 %38, label %67, label %39

39:
  %40 = getelementptr inbounds nuw i8, ptr %19, i64 8
  %41 = load i64, ptr %40, align 8
  %42 = add i64 %41, %17
  store i64 %42, ptr %40, align 8
  %43 = getelementptr inbounds nuw i8, ptr %19, i64 16
  %44 = load i64, ptr %43, align 8
  %.not36 = icmp eq i64 %44, 0
  br i1 %.not36, label %45, label %51

45:
  %46 = getelementptr inbounds nuw i8, ptr %19, i64 16
  store i64 1, ptr %46, align 8
  %47 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %48 = load ptr, ptr %47, align 8
  %49 = load i64, ptr %1, align 8
  %50 = call i64 %48(i64 6, i64 %49, i64 %15)
  br label %51

51:
  %52 = add i64 %15, 1
  %53 = getelementptr inbounds nuw i8, ptr %2, i64 40
  store i64 %52, ptr %53, align 8
  %54 = load i64, ptr %19, align 8
  %55 = getelementptr inbounds nuw i8, ptr %19, i64 8
  %56 = load i64, ptr %55, align 8
  %57 = add i64 %54, %56
  %58 = getelementptr inbounds nuw i8, ptr %1, i64 88
  %59 = load i64, ptr %58, align 8
  %60 = icmp ugt i64 %57, %59
  br i1 %60, label %61, label %67

61:
  %62 = load i64, ptr %19, align 8
  %63 = getelementptr inbounds nuw i8, ptr %19, i64 8
  %64 = load i64, ptr %63, align 8
  %65 = add i64 %62, %64
  %66 = getelementptr inbounds nuw i8, ptr %1, i64 88
  store i64 %65, ptr %66, align 8
  br label %67

67:
  %.0 = phi i1 [ true, %4 ], [ true, %6 ], [ false, %32 ], [ true, %61 ], [ true, %51 ]
  ret i1 %.0
}

define internal zeroext i1 @is_lossless(ptr %0, i64 %1) nounwind {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %4 = load i64, ptr %3, align 8
  %5 = shl nuw i64 1, %1
  %6 = and i64 %4, %5
  %7 = icmp ne i64 %6, 0
  ret i1 %7
}

define internal void @complete(ptr %0) nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %3 = load ptr, ptr %2, align 8
  %.not = icmp eq ptr %3, null
  br i1 %.not, label %16, label %4

4:
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %10 = load i64, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 48
  call void %6(ptr %8, i64 %10, ptr nonnull %11)
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 48
  store ptr null, ptr %12, align 8
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %14 = load ptr, ptr %13, align 8
  call void @Py_DecRef(ptr %14)
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 32
  store ptr null, ptr %15, align 8
  br label %16

16:
  ret void
}

define internal ptr @new_queue() nounwind {
  %1 = call ptr @calloc(i64 1, i64 16968)
  ret ptr %1
}

define internal zeroext i1 @push_event(ptr %0, i64 %1, i64 %2, i64 %3) alwaysinline nounwind {
  %5 = load i64, ptr %0, align 8
  %6 = sub i64 %1, %5
  %7 = icmp ult i64 %6, 4096
  br i1 %7, label %8, label %10

8:
  %9 = call zeroext i1 @push_soon(ptr nonnull %0, i64 %1, i64 %2, i64 %3)
  br label %12

10:
  %11 = call zeroext i1 @push_late(ptr nonnull %0, i64 %1, i64 %2, i64 %3)
  br label %12

12:
  %.in = phi i1 [ %9, %8 ], [ %11, %10 ]
  ret i1 %.in
}

declare ptr @calloc(i64, i64)

define internal zeroext i1 @push_soon(ptr %0, i64 %1, i64 %2, i64 %3) nounwind {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 16928
  %6 = load i64, ptr %5, align 8
  %.not = icmp eq i64 %6, 0
  br i1 %.not, label %7, label %9

7:
  %8 = call zeroext i1 @more_soon(ptr %0)
  br i1 %8, label %9, label %52

9:
  %10 = and i64 %1, 4095
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 16928
  %12 = load i64, ptr %11, align 8
  %13 = add i64 %12, -1
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %15 = lshr i64 %10, 6
  %16 = getelementptr inbounds nuw i64, ptr %14, i64 %15
  %17 = and i64 %1, 63
  %18 = shl nuw i64 1, %17
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 16912
  %20 = load ptr, ptr %19, align 8
  %21 = getelementptr inbounds nuw %struct.soon, ptr %20, i64 %13
  %22 = getelementptr inbounds nuw i8, ptr %21, i64 16
  %23 = load i64, ptr %22, align 8
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 16928
  store i64 %23, ptr %24, align 8
  store i64 %2, ptr %21, align 8
  %.sroa.2.0..sroa_idx = getelementptr inbounds nuw i8, ptr %21, i64 8
  store i64 %3, ptr %.sroa.2.0..sroa_idx, align 8
  %25 = load i64, ptr %16, align 8
  %26 = and i64 %25, %18
  %.not30 = icmp eq i64 %26, 0
  br i1 %.not30, label %39, label %27

27:
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 16912
  %29 = load ptr, ptr %28, align 8
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 528
  %31 = getelementptr inbounds nuw i32, ptr %30, i64 %10
  %32 = load i32, ptr %31, align 4
  %33 = zext i32 %32 to i64
  %34 = getelementptr inbounds nuw %struct.soon, ptr %29, i64 %33
  %35 = getelementptr inbounds nuw i8, ptr %34, i64 16
  %36 = load i64, ptr %35, align 8
  %37 = getelementptr inbounds nuw i8, ptr %21, i64 16
  store i64 %36, ptr %37, align 8
  %38 = getelementptr inbounds nuw i8, ptr %34, i64 16
  store i64 %13, ptr %38, align 8
  br label %48

39:
  %40 = getelementptr inbounds nuw i8, ptr %21, i64 16
  store i64 %13, ptr %40, align 8
  %41 = load i64, ptr %16, align 8
  %42 = or i64 %41, %18
  store i64 %42, ptr %16, align 8
  %43 = lshr i64 %10, 6
  %44 = shl nuw i64 1, %43
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %46 = load i64, ptr %45, align 8
  %47 = or i64 %46, %44
  store i64 %47, ptr %45, align 8
  br label %48

48:
  %49 = trunc i64 %13 to i32
  %50 = getelementptr inbounds nuw i8, ptr %0, i64 528
  %51 = getelementptr inbounds nuw i32, ptr %50, i64 %10
  store i32 %49, ptr %51, align 4
  br label %52

52:
  %.0 = phi i1 [ true, %48 ], [ false, %7 ]
  ret i1 %.0
}

define internal zeroext i1 @push_late(ptr %0, i64 %1, i64 %2, i64 %3) nounwind {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 16944
  %6 = load i64, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 16952
  %8 = load i64, ptr %7, align 8
  %9 = icmp eq i64 %6, %8
  br i1 %9, label %10, label %27

10:
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 16952
  %12 = load i64, ptr %11, align 8
  %.not = icmp eq i64 %12, 0
  br i1 %.not, label %17, label %13

13:
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 16952
  %15 = load i64, ptr %14, align 8
  %16 = shl i64 %15, 1
  br label %17

17:
  %18 = phi i64 [ %16, %13 ], [ 1024, %10 ]
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 16936
  %20 = load ptr, ptr %19, align 8
  %21 = shl i64 %18, 5
  %22 = call ptr @realloc(ptr %20, i64 %21)
  %.not35 = icmp eq ptr %22, null
  br i1 %.not35, label %26, label %23

23:
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 16936
  store ptr %22, ptr %24, align 8
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 16952
  store i64 %18, ptr %25, align 8
  br label %26

26:
  switch i1 %.not35, label %49 [
    i1 false, label %27
    i1 true, label %48
  ]

27:
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 16936
  %29 = load ptr, ptr %28, align 8
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 16960
  %31 = load i64, ptr %30, align 8
  %32 = add i64 %31, 1
  store i64 %32, ptr %30, align 8
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 16944
  %34 = load i64, ptr %33, align 8
  %35 = add i64 %34, 1
  store i64 %35, ptr %33, align 8
  br label %36

36:
  %.031 = phi i64 [ %34, %27 ], [ %.2, %45 ]
  %.not36 = icmp eq i64 %.031, 0
  br i1 %.not36, label %46, label %37

37:
  %38 = add i64 %.031, -1
  %39 = lshr i64 %38, 1
  %40 = getelementptr inbounds nuw %struct.late, ptr %29, i64 %39
  %41 = load i64, ptr %40, align 8
  %.not37 = icmp ugt i64 %41, %1
  br i1 %.not37, label %42, label %45

42:
  %43 = getelementptr inbounds nuw %struct.late, ptr %29, i64 %.031
  %44 = getelementptr inbounds nuw %struct.late, ptr %29, i64 %39
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 dereferenceable(32) %43, ptr nonnull align 8 dereferenceable(32) %44, i64 32, i1 false)
  br label %45

45:
  %.134 = phi i32 [ 0, %42 ], [ 3, %37 ]
  %.2 = phi i64 [ %39, %42 ], [ %.031, %37 ]
  switch i32 %.134, label %49 [
    i32 0, label %36
    i32 3, label %46
  ]

46:
  %.132 = phi i64 [ %.2, %45 ], [ %.031, %36 ]
  %47 = getelementptr inbounds nuw %struct.late, ptr %29, i64 %.132
  store i64 %1, ptr %47, align 8
  %.sroa.2.0..sroa_idx = getelementptr inbounds nuw i8, ptr %47, i64 8
  store i64 %32, ptr %.sroa.2.0..sroa_idx, align 8
  %.sroa.3.0..sroa_idx = getelementptr inbounds nuw i8, ptr %47, i64 16
  store i64 %2, ptr %.sroa.3.0..sroa_idx, align 8
  %.sroa.3.sroa.2.0..sroa.3.0..sroa_idx.sroa_idx = getelementptr inbounds nuw i8, ptr %47, i64 24
  store i64 %3, ptr %.sroa.3.sroa.2.0..sroa.3.0..sroa_idx.sroa_idx, align 8
  br label %48

48:
  %.1 = phi i1 [ true, %46 ], [ false, %26 ]
  ret i1 %.1

49:
  unreachable
}

define internal zeroext i1 @more_soon(ptr %0) nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 16920
  %3 = load i64, ptr %2, align 8
  %.not = icmp eq i64 %3, 0
  br i1 %.not, label %8, label %4

4:
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 16920
  %6 = load i64, ptr %5, align 8
  %7 = shl i64 %6, 1
  br label %8

8:
  %9 = phi i64 [ %7, %4 ], [ 1024, %1 ]
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 16912
  %11 = load ptr, ptr %10, align 8
  %12 = mul i64 %9, 24
  %13 = call ptr @realloc(ptr %11, i64 %12)
  %.not18 = icmp ne ptr %13, null
  br i1 %.not18, label %14, label %28

14:
  %.0 = phi i64 [ %19, %18 ], [ %9, %8 ]
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 16920
  %16 = load i64, ptr %15, align 8
  %17 = icmp ugt i64 %.0, %16
  br i1 %17, label %18, label %25

18:
  %19 = add i64 %.0, -1
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 16928
  %21 = load i64, ptr %20, align 8
  %22 = getelementptr inbounds nuw %struct.soon, ptr %13, i64 %19
  %23 = getelementptr inbounds nuw i8, ptr %22, i64 16
  store i64 %21, ptr %23, align 8
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 16928
  store i64 %.0, ptr %24, align 8
  br label %14

25:
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 16912
  store ptr %13, ptr %26, align 8
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 16920
  store i64 %9, ptr %27, align 8
  br label %28

28:
  ret i1 %.not18
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

declare ptr @realloc(ptr, i64)

define internal i32 @pull_one(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds nuw %struct.nic, ptr %5, i64 %1
  %7 = getelementptr inbounds nuw i8, ptr %6, i64 88
  %8 = load ptr, ptr %7, align 8
  %.not = icmp eq ptr %8, null
  br i1 %.not, label %9, label %11

9:
  %10 = call i32 @ask_python(ptr %0, i64 %1, i64 %2)
  br label %17

11:
  %12 = call ptr @new_frame(ptr %0, i64 5120)
  %.not12 = icmp eq ptr %12, null
  br i1 %.not12, label %15, label %13

13:
  %14 = call i32 @pull_into(ptr %0, i64 %1, i64 %2, ptr nonnull %12)
  br label %17

15:
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 24
  store i64 1, ptr %16, align 8
  br label %17

17:
  %.0 = phi i32 [ %10, %9 ], [ %14, %13 ], [ 1, %15 ]
  ret i32 %.0
}

define internal i32 @ask_python(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = alloca [3 x ptr], align 16
  %5 = call ptr @PyLong_FromLongLong(i64 %2)
  %6 = load i64, ptr %0, align 8
  %7 = call ptr @PyLong_FromLongLong(i64 %6)
  store ptr null, ptr %4, align 8
  %8 = getelementptr inbounds nuw i8, ptr %4, i64 8
  store ptr %5, ptr %8, align 8
  %9 = getelementptr inbounds nuw i8, ptr %4, i64 16
  store ptr %7, ptr %9, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw %struct.nic, ptr %11, i64 %1
  %13 = getelementptr inbounds nuw i8, ptr %12, i64 40
  %14 = load ptr, ptr %13, align 8
  %15 = call ptr @call(ptr %14, ptr nonnull %4, i64 2)
  call void @Py_DecRef(ptr %5)
  call void @Py_DecRef(ptr %7)
  %.not = icmp eq ptr %15, null
  br i1 %.not, label %24, label %16

16:
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %18 = load ptr, ptr %17, align 8
  %19 = icmp eq ptr %15, %18
  br i1 %19, label %22, label %20

20:
  %21 = call i32 @send_of_nic(ptr nonnull %0, i64 %1, ptr nonnull %15)
  br label %22

22:
  %23 = phi i32 [ %21, %20 ], [ 1, %16 ]
  call void @Py_DecRef(ptr nonnull %15)
  br label %24

24:
  %.0 = phi i32 [ %23, %22 ], [ 2, %3 ]
  ret i32 %.0
}

define internal i32 @pull_into(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = alloca %struct.leaving, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw %struct.nic, ptr %7, i64 %1
  %9 = getelementptr inbounds nuw i8, ptr %3, i64 24
  %10 = load ptr, ptr %9, align 8
  store ptr %10, ptr %5, align 8
  %11 = getelementptr inbounds nuw i8, ptr %5, i64 8
  store i64 5120, ptr %11, align 8
  %12 = getelementptr inbounds nuw i8, ptr %5, i64 16
  store i64 0, ptr %12, align 8
  %13 = getelementptr inbounds nuw i8, ptr %5, i64 24
  store ptr null, ptr %13, align 8
  %14 = getelementptr inbounds nuw i8, ptr %5, i64 32
  store i64 0, ptr %14, align 8
  %15 = getelementptr inbounds nuw i8, ptr %5, i64 40
  %16 = getelementptr inbounds nuw i8, ptr %3, i64 48
  store ptr %16, ptr %15, align 8
  %17 = getelementptr inbounds nuw i8, ptr %5, i64 48
  store ptr null, ptr %17, align 8
  %18 = getelementptr inbounds nuw i8, ptr %8, i64 104
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds nuw i8, ptr %8, i64 88
  %21 = load ptr, ptr %20, align 8
  %22 = load i64, ptr %0, align 8
  %23 = call i64 %19(ptr %21, i64 %2, i64 %22, ptr nonnull %5)
  %24 = getelementptr inbounds nuw i8, ptr %5, i64 48
  %25 = load ptr, ptr %24, align 8
  %26 = getelementptr inbounds nuw i8, ptr %3, i64 32
  store ptr %25, ptr %26, align 8
  %27 = icmp eq i64 %23, 2
  %28 = select i1 %27, i32 2, i32 1
  %29 = icmp ne i64 %23, 1
  %30 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %31 = load i64, ptr %30, align 8
  %.not = icmp eq i64 %31, 0
  %or.cond = select i1 %29, i1 true, i1 %.not
  br i1 %or.cond, label %46, label %32

32:
  %33 = getelementptr inbounds nuw i8, ptr %5, i64 32
  %34 = load i64, ptr %33, align 8
  %35 = call zeroext i1 @has_port(ptr nonnull %0, i64 %1, i64 %34)
  br i1 %35, label %36, label %46

36:
  %37 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %38 = load i64, ptr %37, align 8
  %39 = getelementptr inbounds nuw i8, ptr %3, i64 8
  store i64 %38, ptr %39, align 8
  %40 = getelementptr inbounds nuw i8, ptr %8, i64 72
  %41 = load ptr, ptr %40, align 8
  %42 = getelementptr inbounds nuw i8, ptr %5, i64 32
  %43 = load i64, ptr %42, align 8
  %44 = getelementptr inbounds i64, ptr %41, i64 %43
  %45 = load i64, ptr %44, align 8
  call void @put_out(ptr nonnull %0, i64 %45, i64 %1, ptr %3)
  br label %60

46:
  call void @give_back(ptr nonnull %0, ptr %3)
  switch i64 %23, label %60 [
    i64 0, label %47
    i64 1, label %49
  ]

47:
  %48 = call i32 @ask_python(ptr nonnull %0, i64 %1, i64 %2)
  br label %60

49:
  %50 = getelementptr inbounds nuw i8, ptr %5, i64 24
  %51 = load ptr, ptr %50, align 8
  %.not29 = icmp eq ptr %51, null
  br i1 %.not29, label %60, label %52

52:
  %53 = getelementptr inbounds nuw i8, ptr %5, i64 32
  %54 = load i64, ptr %53, align 8
  %55 = getelementptr inbounds nuw i8, ptr %5, i64 24
  %56 = load ptr, ptr %55, align 8
  %57 = call i32 @send_by(ptr nonnull %0, i64 %1, i64 %54, ptr %56)
  %58 = getelementptr inbounds nuw i8, ptr %5, i64 24
  %59 = load ptr, ptr %58, align 8
  call void @Py_DecRef(ptr %59)
  br label %60

60:
  %.028 = phi i32 [ 0, %36 ], [ %48, %47 ], [ %57, %52 ], [ %28, %49 ], [ %28, %46 ]
  ret i32 %.028
}

declare ptr @PyLong_FromLongLong(i64)

define internal ptr @call(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %5 = or i64 %2, -9223372036854775808
  %6 = call ptr @PyObject_Vectorcall(ptr %0, ptr nonnull %4, i64 %5, ptr null)
  ret ptr %6
}

define internal i32 @send_of_nic(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = call ptr @PyTuple_GetItem(ptr %2, i64 0)
  %.not = icmp eq ptr %4, null
  br i1 %.not, label %7, label %5

5:
  %6 = call ptr @PyTuple_GetItem(ptr %2, i64 1)
  br label %7

7:
  %8 = phi ptr [ %6, %5 ], [ null, %3 ]
  %.not11 = icmp eq ptr %8, null
  br i1 %.not11, label %11, label %9

9:
  %10 = call i64 @PyLong_AsLongLong(ptr %4)
  br label %11

11:
  %12 = phi i64 [ %10, %9 ], [ 0, %7 ]
  %.not12 = icmp eq ptr %8, null
  br i1 %.not12, label %19, label %13

13:
  %14 = icmp eq i64 %12, -1
  br i1 %14, label %15, label %17

15:
  %16 = call ptr @PyErr_Occurred()
  %.not13 = icmp eq ptr %16, null
  br i1 %.not13, label %17, label %19

17:
  %18 = call i32 @send_by(ptr %0, i64 %1, i64 %12, ptr nonnull %8)
  br label %19

19:
  %.0 = phi i32 [ %18, %17 ], [ 2, %15 ], [ 2, %11 ]
  ret i32 %.0
}

declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)

declare ptr @PyTuple_GetItem(ptr, i64)

declare i64 @PyLong_AsLongLong(ptr)

declare ptr @PyErr_Occurred()

define internal i32 @send_by(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw %struct.nic, ptr %8, i64 %1
  %10 = call i32 @PyBytes_AsStringAndSize(ptr %3, ptr nonnull %5, ptr nonnull %6)
  %.not = icmp eq i32 %10, 0
  br i1 %.not, label %11, label %20

11:
  %12 = call zeroext i1 @has_port(ptr %0, i64 %1, i64 %2)
  br i1 %12, label %13, label %20

13:
  %14 = getelementptr inbounds nuw i8, ptr %9, i64 72
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds nuw i64, ptr %15, i64 %2
  %17 = load i64, ptr %16, align 8
  %18 = load ptr, ptr %5, align 8
  %19 = load i64, ptr %6, align 8
  call void @inject(ptr %0, i64 %17, i64 %1, ptr %18, i64 %19, ptr %3)
  br label %20

20:
  %.0 = phi i32 [ 2, %4 ], [ 0, %13 ], [ 1, %11 ]
  ret i32 %.0
}

declare i32 @PyBytes_AsStringAndSize(ptr, ptr, ptr)

define internal zeroext i1 @has_port(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds nuw %struct.nic, ptr %5, i64 %1
  %7 = getelementptr inbounds nuw i8, ptr %6, i64 80
  %8 = load i64, ptr %7, align 8
  %9 = icmp ult i64 %2, %8
  br i1 %9, label %14, label %10

10:
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %12 = load ptr, ptr %11, align 8
  %13 = call i64 %12(i64 3, i64 %1, i64 %2)
  br label %14

14:
  ret i1 %9
}

define internal i64 @first_soon(ptr %0) alwaysinline nounwind {
  %2 = load i64, ptr %0, align 8
  %3 = lshr i64 %2, 6
  %4 = and i64 %3, 63
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %6 = getelementptr inbounds nuw i64, ptr %5, i64 %4
  %7 = load i64, ptr %6, align 8
  %8 = and i64 %2, 63
  %9 = lshr i64 %7, %8
  %.not = icmp eq i64 %9, 0
  br i1 %.not, label %14, label %10

10:
  %11 = load i64, ptr %0, align 8
  %12 = call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %9, i1 true)
  %13 = add i64 %11, %12
  br label %37

14:
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %16 = load i64, ptr %15, align 8
  %.not19 = icmp eq i64 %16, 0
  br i1 %.not19, label %37, label %17

17:
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %19 = load i64, ptr %18, align 8
  %.neg = shl i64 -2, %4
  %20 = and i64 %19, %.neg
  %.not20 = icmp eq i64 %20, 0
  br i1 %.not20, label %21, label %24

21:
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %23 = load i64, ptr %22, align 8
  br label %24

24:
  %25 = phi i64 [ %23, %21 ], [ %20, %17 ]
  %26 = call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %25, i1 true)
  %27 = load i64, ptr %0, align 8
  %28 = shl nuw nsw i64 %26, 6
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %30 = getelementptr inbounds nuw i64, ptr %29, i64 %26
  %31 = load i64, ptr %30, align 8
  %32 = call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %31, i1 true)
  %33 = or disjoint i64 %28, %32
  %34 = sub i64 %33, %2
  %35 = and i64 %34, 4095
  %36 = add i64 %27, %35
  br label %37

37:
  %.0 = phi i64 [ %13, %10 ], [ %36, %24 ], [ -1, %14 ]
  ret i64 %.0
}

declare i64 @llvm.cttz.i64(i64, i1)

define internal { i64, i64 } @take_late(ptr %0) nounwind {
  %2 = alloca %struct.late, align 8
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 16936
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 16944
  %6 = load i64, ptr %5, align 8
  %7 = add i64 %6, -1
  store i64 %7, ptr %5, align 8
  %8 = getelementptr inbounds nuw %struct.late, ptr %4, i64 %7
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 dereferenceable(32) %2, ptr nonnull align 8 dereferenceable(32) %8, i64 32, i1 false)
  %9 = getelementptr inbounds nuw i8, ptr %4, i64 16
  %.sroa.0.0.copyload = load i64, ptr %9, align 8
  %.sroa.2.0..sroa_idx = getelementptr inbounds nuw i8, ptr %4, i64 24
  %.sroa.2.0.copyload = load i64, ptr %.sroa.2.0..sroa_idx, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 16944
  %11 = load i64, ptr %10, align 8
  br label %12

12:
  %.0 = phi i64 [ 0, %1 ], [ %25, %28 ]
  %13 = shl i64 %.0, 1
  %14 = or disjoint i64 %13, 1
  %15 = icmp ult i64 %14, %11
  br i1 %15, label %16, label %31

16:
  %17 = add i64 %13, 2
  %18 = icmp ult i64 %17, %11
  %19 = getelementptr %struct.late, ptr %4, i64 %13
  %20 = getelementptr i8, ptr %19, i64 64
  %21 = getelementptr inbounds nuw %struct.late, ptr %4, i64 %14
  %22 = call zeroext i1 @earlier(ptr %20, ptr nonnull %21)
  %23 = and i1 %18, %22
  %24 = zext i1 %23 to i64
  %25 = add i64 %14, %24
  %26 = getelementptr inbounds nuw %struct.late, ptr %4, i64 %25
  %27 = call zeroext i1 @earlier(ptr nonnull %2, ptr %26)
  br i1 %27, label %31, label %28

28:
  %29 = getelementptr inbounds nuw %struct.late, ptr %4, i64 %.0
  %30 = getelementptr inbounds nuw %struct.late, ptr %4, i64 %25
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 dereferenceable(32) %29, ptr nonnull align 8 dereferenceable(32) %30, i64 32, i1 false)
  br label %12

31:
  %32 = getelementptr inbounds nuw %struct.late, ptr %4, i64 %.0
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 dereferenceable(32) %32, ptr nonnull align 8 dereferenceable(32) %2, i64 32, i1 false)
  %.fca.0.insert = insertvalue { i64, i64 } poison, i64 %.sroa.0.0.copyload, 0
  %.fca.1.insert = insertvalue { i64, i64 } %.fca.0.insert, i64 %.sroa.2.0.copyload, 1
  ret { i64, i64 } %.fca.1.insert
}

define internal { i64, i64 } @take_soon(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = and i64 %1, 4095
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 528
  %5 = getelementptr inbounds nuw i32, ptr %4, i64 %3
  %6 = load i32, ptr %5, align 4
  %7 = zext i32 %6 to i64
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 16912
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw %struct.soon, ptr %9, i64 %7
  %11 = getelementptr inbounds nuw i8, ptr %10, i64 16
  %12 = load i64, ptr %11, align 8
  %13 = getelementptr inbounds nuw %struct.soon, ptr %9, i64 %12
  %.not = icmp eq i64 %12, %7
  br i1 %.not, label %21, label %14

14:
  %15 = getelementptr inbounds nuw i8, ptr %13, i64 16
  %16 = load i64, ptr %15, align 8
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 16912
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds nuw %struct.soon, ptr %18, i64 %7
  %20 = getelementptr inbounds nuw i8, ptr %19, i64 16
  store i64 %16, ptr %20, align 8
  br label %37

21:
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %23 = lshr i64 %3, 6
  %24 = getelementptr inbounds nuw i64, ptr %22, i64 %23
  %25 = and i64 %1, 63
  %26 = shl nuw i64 1, %25
  %27 = xor i64 %26, -1
  %28 = load i64, ptr %24, align 8
  %29 = and i64 %28, %27
  store i64 %29, ptr %24, align 8
  %.not23 = icmp eq i64 %29, 0
  %30 = zext i1 %.not23 to i64
  %31 = lshr i64 %3, 6
  %32 = shl nuw i64 %30, %31
  %33 = xor i64 %32, -1
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %35 = load i64, ptr %34, align 8
  %36 = and i64 %35, %33
  store i64 %36, ptr %34, align 8
  br label %37

37:
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 16928
  %39 = load i64, ptr %38, align 8
  %40 = getelementptr inbounds nuw i8, ptr %13, i64 16
  store i64 %39, ptr %40, align 8
  %41 = add i64 %12, 1
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 16928
  store i64 %41, ptr %42, align 8
  %.sroa.0.0.copyload = load i64, ptr %13, align 8
  %.sroa.2.0..sroa_idx = getelementptr inbounds nuw i8, ptr %13, i64 8
  %.sroa.2.0.copyload = load i64, ptr %.sroa.2.0..sroa_idx, align 8
  %.fca.0.insert = insertvalue { i64, i64 } poison, i64 %.sroa.0.0.copyload, 0
  %.fca.1.insert = insertvalue { i64, i64 } %.fca.0.insert, i64 %.sroa.2.0.copyload, 1
  ret { i64, i64 } %.fca.1.insert
}

define internal zeroext i1 @earlier(ptr %0, ptr %1) nounwind {
  %3 = call i128 @key_of(ptr %0)
  %4 = call i128 @key_of(ptr %1)
  %5 = icmp ult i128 %3, %4
  ret i1 %5
}

define internal i128 @key_of(ptr %0) nounwind {
  %2 = load i64, ptr %0, align 8
  %3 = zext i64 %2 to i128
  %4 = shl nuw i128 %3, 64
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %6 = load i64, ptr %5, align 8
  %7 = zext i64 %6 to i128
  %8 = or disjoint i128 %4, %7
  ret i128 %8
}

define internal ptr @event_at(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 16944
  %4 = load i64, ptr %3, align 8
  %.not = icmp eq i64 %4, 0
  br i1 %.not, label %14, label %5

5:
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 16936
  %7 = load ptr, ptr %6, align 8
  %8 = load i64, ptr %7, align 8
  %9 = icmp eq i64 %8, %1
  br i1 %9, label %10, label %14

10:
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 16936
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %12, i64 16
  br label %26

14:
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 16912
  %16 = load ptr, ptr %15, align 8
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 528
  %18 = and i64 %1, 4095
  %19 = getelementptr inbounds nuw i32, ptr %17, i64 %18
  %20 = load i32, ptr %19, align 4
  %21 = zext i32 %20 to i64
  %22 = getelementptr inbounds nuw %struct.soon, ptr %16, i64 %21
  %23 = getelementptr inbounds nuw i8, ptr %22, i64 16
  %24 = load i64, ptr %23, align 8
  %25 = getelementptr inbounds nuw %struct.soon, ptr %16, i64 %24
  br label %26

26:
  %.0 = phi ptr [ %13, %10 ], [ %25, %14 ]
  ret ptr %.0
}

declare void @llvm.prefetch.p0(ptr, i32, i32, i32)

define internal i32 @deliver(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = alloca [2 x ptr], align 16
  %6 = alloca [4 x ptr], align 16
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw %struct.nic, ptr %8, i64 %1
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %11 = load i64, ptr %10, align 8
  %.not = icmp eq i64 %11, 0
  br i1 %.not, label %13, label %12

12:
  call void @count(ptr %0, i64 %1, ptr %3)
  br label %13

13:
  %14 = getelementptr inbounds nuw i8, ptr %9, i64 16
  %15 = load i64, ptr %14, align 8
  %.not59 = icmp eq i64 %15, 0
  br i1 %.not59, label %16, label %19

16:
  %17 = getelementptr inbounds nuw i8, ptr %9, i64 64
  %18 = load ptr, ptr %17, align 8
  %.not60 = icmp eq ptr %18, null
  br i1 %.not60, label %22, label %19

19:
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 88
  store i64 %1, ptr %20, align 8
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 96
  store i64 %2, ptr %21, align 8
  call void @show(ptr %0, ptr %3)
  br label %22

22:
  %23 = getelementptr inbounds nuw i8, ptr %9, i64 16
  %24 = load i64, ptr %23, align 8
  %.not61 = icmp eq i64 %24, 0
  br i1 %.not61, label %27, label %25

25:
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 80
  store ptr %3, ptr %26, align 8
  br label %84

27:
  %28 = getelementptr inbounds nuw i8, ptr %9, i64 88
  %29 = load ptr, ptr %28, align 8
  %.not62 = icmp eq ptr %29, null
  br i1 %.not62, label %53, label %30

30:
  %31 = getelementptr inbounds nuw i8, ptr %9, i64 64
  %32 = load ptr, ptr %31, align 8
  %.not63 = icmp eq ptr %32, null
  br i1 %.not63, label %33, label %53

33:
  %34 = getelementptr inbounds nuw i8, ptr %9, i64 96
  %35 = load ptr, ptr %34, align 8
  %36 = getelementptr inbounds nuw i8, ptr %9, i64 88
  %37 = load ptr, ptr %36, align 8
  %38 = getelementptr inbounds nuw i8, ptr %3, i64 24
  %39 = load ptr, ptr %38, align 8
  %40 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %41 = load i64, ptr %40, align 8
  %42 = getelementptr inbounds nuw i8, ptr %3, i64 48
  %43 = load i64, ptr %0, align 8
  %44 = call i64 %35(ptr %37, i64 %2, ptr %39, i64 %41, ptr nonnull %42, i64 %43)
  %.not64 = icmp ne i64 %44, 0
  br i1 %.not64, label %45, label %52

45:
  call void @give_back(ptr nonnull %0, ptr %3)
  %46 = icmp eq i64 %44, 1
  br i1 %46, label %47, label %50

47:
  %48 = call i64 @pump(ptr nonnull %0, i64 %1)
  %49 = trunc i64 %48 to i32
  br label %52

50:
  %51 = call i32 @raised(ptr nonnull %0, i64 %1)
  br label %52

52:
  %.1 = phi i32 [ %51, %50 ], [ %49, %47 ], [ undef, %33 ]
  %cond = icmp eq i1 %.not64, false
  br i1 %cond, label %53, label %84

53:
  call void @complete(ptr %3)
  %54 = getelementptr inbounds nuw i8, ptr %3, i64 24
  %55 = load ptr, ptr %54, align 8
  %56 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %57 = load i64, ptr %56, align 8
  %58 = call ptr @PyBytes_FromStringAndSize(ptr %55, i64 %57)
  call void @give_back(ptr %0, ptr %3)
  %.not65 = icmp eq ptr %58, null
  br i1 %.not65, label %84, label %59

59:
  %60 = call ptr @PyLong_FromLongLong(i64 %2)
  %61 = load i64, ptr %0, align 8
  %62 = call ptr @PyLong_FromLongLong(i64 %61)
  store ptr null, ptr %5, align 8
  %63 = getelementptr inbounds nuw i8, ptr %5, i64 8
  store ptr %58, ptr %63, align 8
  store ptr null, ptr %6, align 8
  %64 = getelementptr inbounds nuw i8, ptr %6, i64 8
  store ptr %60, ptr %64, align 8
  %65 = getelementptr inbounds nuw i8, ptr %6, i64 16
  store ptr %58, ptr %65, align 8
  %66 = getelementptr inbounds nuw i8, ptr %6, i64 24
  store ptr %62, ptr %66, align 8
  %67 = getelementptr inbounds nuw i8, ptr %9, i64 64
  %68 = load ptr, ptr %67, align 8
  %.not66 = icmp eq ptr %68, null
  br i1 %.not66, label %74, label %69

69:
  %70 = getelementptr inbounds nuw i8, ptr %9, i64 64
  %71 = load ptr, ptr %70, align 8
  %72 = call ptr @call(ptr %71, ptr nonnull %5, i64 1)
  %73 = call zeroext i1 @done(ptr %72)
  br i1 %73, label %74, label %.critedge

74:
  %75 = getelementptr inbounds nuw i8, ptr %9, i64 48
  %76 = load ptr, ptr %75, align 8
  %77 = call ptr @call(ptr %76, ptr nonnull %6, i64 3)
  %78 = call zeroext i1 @done(ptr %77)
  call void @Py_DecRef(ptr nonnull %58)
  call void @Py_DecRef(ptr %60)
  call void @Py_DecRef(ptr %62)
  br i1 %78, label %79, label %82

79:
  %80 = call i64 @pump(ptr nonnull %0, i64 %1)
  %81 = trunc i64 %80 to i32
  br label %84

.critedge:
  call void @Py_DecRef(ptr nonnull %58)
  call void @Py_DecRef(ptr %60)
  call void @Py_DecRef(ptr %62)
  br label %82

82:
  %83 = call i32 @raised(ptr nonnull %0, i64 %1)
  br label %84

84:
  %.0 = phi i32 [ 7, %25 ], [ %.1, %52 ], [ 9, %53 ], [ %81, %79 ], [ %83, %82 ]
  ret i32 %.0
}

define internal i32 @pass(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw %struct.node, ptr %6, i64 %1
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 112
  %9 = load ptr, ptr %8, align 8
  %.not = icmp eq ptr %9, null
  br i1 %.not, label %15, label %10

10:
  %11 = call zeroext i1 @is_pause(ptr %3)
  br i1 %11, label %12, label %15

12:
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 96
  store i64 %2, ptr %13, align 8
  %14 = call i64 @asked_about(ptr %0, i64 8, i64 %1, ptr %3)
  call void @give_back(ptr %0, ptr %3)
  br label %42

15:
  %16 = getelementptr inbounds nuw i8, ptr %7, i64 112
  %17 = load ptr, ptr %16, align 8
  %.not36 = icmp eq ptr %17, null
  br i1 %.not36, label %22, label %18

18:
  %19 = getelementptr inbounds nuw i8, ptr %7, i64 112
  %20 = load ptr, ptr %19, align 8
  %21 = getelementptr inbounds nuw i8, ptr %20, i64 80
  store i64 %2, ptr %21, align 8
  br label %22

22:
  %23 = getelementptr inbounds nuw i8, ptr %7, i64 40
  %24 = load i64, ptr %23, align 8
  %25 = add i64 %24, 1
  store i64 %25, ptr %23, align 8
  %26 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %27 = load i64, ptr %26, align 8
  %.not37 = icmp eq i64 %27, 0
  br i1 %.not37, label %33, label %28

28:
  %29 = getelementptr inbounds nuw i8, ptr %7, i64 72
  %30 = load i64, ptr %29, align 8
  %31 = add i64 %30, 1
  store i64 %31, ptr %29, align 8
  %32 = call i64 @asked_about(ptr %0, i64 5, i64 %1, ptr %3)
  call void @give_back(ptr %0, ptr %3)
  br label %42

33:
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 104
  store i64 0, ptr %34, align 8
  %35 = load ptr, ptr %7, align 8
  %.not38 = icmp eq ptr %35, null
  br i1 %.not38, label %38, label %36

36:
  %37 = call zeroext i1 @passed(ptr %0, i64 %1, i64 %2, ptr %3)
  br i1 %37, label %42, label %38

38:
  %39 = getelementptr inbounds nuw i8, ptr %0, i64 88
  store i64 %1, ptr %39, align 8
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 96
  store i64 %2, ptr %40, align 8
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 80
  store ptr %3, ptr %41, align 8
  call void @show(ptr %0, ptr %3)
  br label %42

42:
  %.0 = phi i32 [ 0, %12 ], [ 0, %28 ], [ 8, %38 ], [ 0, %36 ]
  ret i32 %.0
}

define internal void @count(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 256
  %5 = load i64, ptr %4, align 8
  %6 = shl i64 %5, 1
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %8 = load i64, ptr %7, align 8
  %.not = icmp ult i64 %6, %8
  br i1 %.not, label %13, label %9

9:
  %10 = call zeroext i1 @grow(ptr %0)
  br i1 %10, label %13, label %11

11:
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 24
  store i64 1, ptr %12, align 8
  br label %55

13:
  %14 = getelementptr inbounds nuw i8, ptr %2, i64 88
  %15 = load i64, ptr %14, align 8
  %16 = add i64 %15, 2
  %17 = getelementptr inbounds nuw i8, ptr %2, i64 112
  %18 = call ptr @find(ptr %0, i64 %16, i64 %1, ptr nonnull %17)
  %19 = load i64, ptr %18, align 8
  %.not27 = icmp eq i64 %19, 0
  br i1 %.not27, label %20, label %32

20:
  %21 = getelementptr inbounds nuw i8, ptr %2, i64 88
  %22 = load i64, ptr %21, align 8
  %23 = add i64 %22, 2
  store i64 %23, ptr %18, align 8
  %24 = getelementptr inbounds nuw i8, ptr %18, i64 8
  store i64 %1, ptr %24, align 8
  %25 = getelementptr inbounds nuw i8, ptr %18, i64 48
  %26 = getelementptr inbounds nuw i8, ptr %2, i64 112
  %27 = call i64 @trail_words(ptr %0)
  %28 = shl i64 %27, 3
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 %25, ptr nonnull align 8 %26, i64 %28, i1 false)
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 256
  %30 = load i64, ptr %29, align 8
  %31 = add i64 %30, 1
  store i64 %31, ptr %29, align 8
  br label %32

32:
  %33 = getelementptr inbounds nuw i8, ptr %18, i64 16
  %34 = load i64, ptr %33, align 8
  %35 = add i64 %34, 1
  store i64 %35, ptr %33, align 8
  %36 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %37 = load i64, ptr %36, align 8
  %38 = getelementptr inbounds nuw i8, ptr %18, i64 24
  %39 = load i64, ptr %38, align 8
  %40 = add i64 %39, %37
  store i64 %40, ptr %38, align 8
  %41 = getelementptr inbounds nuw i8, ptr %2, i64 104
  %42 = load i64, ptr %41, align 8
  %43 = getelementptr inbounds nuw i8, ptr %18, i64 32
  %44 = load i64, ptr %43, align 8
  %45 = add i64 %44, %42
  store i64 %45, ptr %43, align 8
  %46 = load i64, ptr %0, align 8
  %47 = getelementptr inbounds nuw i8, ptr %2, i64 96
  %48 = load i64, ptr %47, align 8
  %49 = sub i64 %46, %48
  %50 = getelementptr inbounds nuw i8, ptr %18, i64 40
  %51 = load i64, ptr %50, align 8
  %52 = icmp ugt i64 %49, %51
  br i1 %52, label %53, label %55

53:
  %54 = getelementptr inbounds nuw i8, ptr %18, i64 40
  store i64 %49, ptr %54, align 8
  br label %55

55:
  ret void
}

define internal void @show(ptr %0, ptr %1) nounwind {
  call void @complete(ptr %1)
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 264
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %5 = load i64, ptr %4, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 %3, ptr align 8 %1, i64 %5, i1 false)
  ret void
}

declare ptr @PyBytes_FromStringAndSize(ptr, i64)

define internal zeroext i1 @done(ptr %0) nounwind {
  call void @Py_DecRef(ptr %0)
  %2 = icmp ne ptr %0, null
  ret i1 %2
}

define internal zeroext i1 @grow(ptr %0) nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %5 = load i64, ptr %4, align 8
  %6 = call i64 @trail_words(ptr %0)
  %7 = shl i64 %6, 3
  %8 = add i64 %7, 48
  %.not = icmp eq i64 %5, 0
  %9 = shl i64 %5, 1
  %10 = select i1 %.not, i64 256, i64 %9
  %11 = call ptr @calloc(i64 %10, i64 %8)
  %.not25 = icmp ne ptr %11, null
  br i1 %.not25, label %12, label %30

12:
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 240
  store ptr %11, ptr %13, align 8
  %.not26 = icmp eq i64 %5, 0
  %14 = shl i64 %5, 1
  %15 = select i1 %.not26, i64 256, i64 %14
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 248
  store i64 %15, ptr %16, align 8
  br label %17

17:
  %.024 = phi i64 [ %5, %12 ], [ %18, %28 ]
  %18 = add i64 %.024, -1
  %.not27 = icmp eq i64 %.024, 0
  br i1 %.not27, label %29, label %19

19:
  %20 = call ptr @record_at(ptr %0, ptr %3, i64 %18)
  %21 = load i64, ptr %20, align 8
  %.not28 = icmp eq i64 %21, 0
  br i1 %.not28, label %28, label %22

22:
  %23 = load i64, ptr %20, align 8
  %24 = getelementptr inbounds nuw i8, ptr %20, i64 8
  %25 = load i64, ptr %24, align 8
  %26 = getelementptr inbounds nuw i8, ptr %20, i64 48
  %27 = call ptr @find(ptr %0, i64 %23, i64 %25, ptr nonnull %26)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %27, ptr nonnull align 8 %20, i64 %8, i1 false)
  br label %28

28:
  br label %17

29:
  call void @free(ptr %3)
  br label %30

30:
  ret i1 %.not25
}

define internal ptr @find(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = mul i64 %1, -7046029254386353131
  %6 = xor i64 %5, %2
  %7 = call i64 @trail_words(ptr %0)
  br label %8

8:
  %.040 = phi i64 [ 0, %4 ], [ %17, %10 ]
  %.039 = phi i64 [ %6, %4 ], [ %16, %10 ]
  %9 = icmp ult i64 %.040, %7
  br i1 %9, label %10, label %18

10:
  %11 = getelementptr inbounds nuw i64, ptr %3, i64 %.040
  %12 = load i64, ptr %11, align 8
  %13 = mul i64 %.039, -7046029254386353131
  %14 = lshr i64 %13, 32
  %15 = xor i64 %14, %12
  %16 = xor i64 %15, %13
  %17 = add i64 %.040, 1
  br label %8

18:
  %19 = mul i64 %.039, -7046029254386353131
  %20 = lshr i64 %19, 32
  br label %21

21:
  %.038 = phi i64 [ %20, %18 ], [ %49, %48 ]
  %.036 = phi ptr [ undef, %18 ], [ %.137, %48 ]
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %23 = load ptr, ptr %22, align 8
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %25 = load i64, ptr %24, align 8
  %26 = add i64 %25, -1
  %27 = and i64 %.038, %26
  %28 = call ptr @record_at(ptr %0, ptr %23, i64 %27)
  %29 = load i64, ptr %28, align 8
  %.not = icmp eq i64 %29, 0
  br i1 %.not, label %47, label %30

30:
  %31 = load i64, ptr %28, align 8
  %.not41 = icmp eq i64 %31, %1
  br i1 %.not41, label %32, label %47

32:
  %33 = getelementptr inbounds nuw i8, ptr %28, i64 8
  %34 = load i64, ptr %33, align 8
  %.not42 = icmp eq i64 %34, %2
  br i1 %.not42, label %35, label %47

35:
  %.034 = phi i64 [ %44, %37 ], [ 0, %32 ]
  %.0 = phi i64 [ %45, %37 ], [ 0, %32 ]
  %36 = icmp ult i64 %.0, %7
  br i1 %36, label %37, label %46

37:
  %38 = getelementptr inbounds nuw i8, ptr %28, i64 48
  %39 = getelementptr inbounds nuw i64, ptr %38, i64 %.0
  %40 = load i64, ptr %39, align 8
  %41 = getelementptr inbounds nuw i64, ptr %3, i64 %.0
  %42 = load i64, ptr %41, align 8
  %43 = xor i64 %40, %42
  %44 = or i64 %.034, %43
  %45 = add i64 %.0, 1
  br label %35

46:
  %.not43 = icmp eq i64 %.034, 0
  %..036 = select i1 %.not43, ptr %28, ptr %.036
  %. = select i1 %.not43, i32 1, i32 0
  br label %47

47:
  %.137 = phi ptr [ %28, %21 ], [ %..036, %46 ], [ %.036, %32 ], [ %.036, %30 ]
  %.035 = phi i32 [ 1, %21 ], [ %., %46 ], [ 7, %32 ], [ 7, %30 ]
  switch i32 %.035, label %50 [
    i32 0, label %48
    i32 7, label %48
  ]

48:
  %49 = add i64 %.038, 1
  br label %21

50:
  ret ptr %.137
}

define internal i64 @trail_words(ptr %0) nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %3 = load i64, ptr %2, align 8
  %4 = add i64 %3, -112
  %5 = lshr i64 %4, 3
  ret i64 %5
}

define internal ptr @record_at(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = call i64 @trail_words(ptr %0)
  %5 = shl i64 %4, 3
  %6 = add i64 %5, 48
  %7 = mul i64 %2, %6
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 %7
  ret ptr %8
}

define internal zeroext i1 @is_pause(ptr %0) nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %3 = load i64, ptr %2, align 8
  %4 = icmp ugt i64 %3, 33
  br i1 %4, label %5, label %14

5:
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %7 = load ptr, ptr %6, align 8
  %8 = call i32 @memcmp(ptr nonnull dereferenceable(6) %7, ptr nonnull dereferenceable(6) @is_pause.head, i64 6)
  %.not = icmp eq i32 %8, 0
  br i1 %.not, label %9, label %14

9:
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %11, i64 12
  %13 = call i32 @memcmp(ptr nonnull dereferenceable(4) %12, ptr nonnull dereferenceable(4) @is_pause.kind, i64 4)
  %.not3 = icmp eq i32 %13, 0
  br label %14

14:
  %15 = phi i1 [ false, %5 ], [ false, %1 ], [ %.not3, %9 ]
  ret i1 %15
}

define internal zeroext i1 @passed(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw %struct.node, ptr %6, i64 %1
  %8 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %9 = load i64, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %11 = load i64, ptr %10, align 8
  %12 = add i64 %9, %11
  %13 = call ptr @new_frame(ptr %0, i64 %12)
  %.not = icmp eq ptr %13, null
  br i1 %.not, label %14, label %16

14:
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 24
  store i64 1, ptr %15, align 8
  call void @give_back(ptr %0, ptr %3)
  br label %83

16:
  %17 = getelementptr inbounds nuw i8, ptr %3, i64 48
  %18 = load ptr, ptr %17, align 8
  %.not70 = icmp eq ptr %18, null
  br i1 %.not70, label %26, label %19

19:
  %20 = getelementptr inbounds nuw i8, ptr %7, i64 24
  %21 = load i64, ptr %20, align 8
  %22 = getelementptr inbounds nuw i8, ptr %3, i64 64
  %23 = load i64, ptr %22, align 8
  %24 = icmp ugt i64 %21, %23
  br i1 %24, label %25, label %26

25:
  call void @complete(ptr %3)
  br label %26

26:
  %27 = shl i64 %9, 32
  %28 = or i64 %2, %27
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 112
  store i64 %28, ptr %29, align 8
  %30 = getelementptr inbounds nuw i8, ptr %3, i64 24
  %31 = load ptr, ptr %30, align 8
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 120
  store ptr %31, ptr %32, align 8
  %33 = load i64, ptr %0, align 8
  %34 = udiv i64 %33, 1000
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 %34, ptr %35, align 8
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store ptr %36, ptr %37, align 8
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 1, ptr %38, align 8
  %39 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 0, ptr %39, align 8
  %40 = getelementptr inbounds nuw i8, ptr %13, i64 24
  %41 = load ptr, ptr %40, align 8
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 160
  store ptr %41, ptr %42, align 8
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 168
  store i64 %12, ptr %43, align 8
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 176
  store i64 0, ptr %44, align 8
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 184
  store i64 1, ptr %45, align 8
  %46 = load ptr, ptr %7, align 8
  %47 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %48 = load ptr, ptr %47, align 8
  %49 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %50 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %51 = call i64 %46(ptr %48, i64 1, ptr nonnull %49, ptr nonnull %50)
  %52 = getelementptr inbounds nuw i8, ptr %7, i64 104
  %53 = load ptr, ptr %52, align 8
  %54 = load i64, ptr %53, align 8
  %.not71 = icmp eq i64 %54, 0
  br i1 %.not71, label %59, label %55

55:
  %56 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %57 = load ptr, ptr %56, align 8
  %58 = call i64 %57(i64 2, i64 %1, i64 %51)
  br label %59

59:
  %.not72 = icmp eq i64 %51, 1
  br i1 %.not72, label %62, label %60

60:
  call void @give_back(ptr nonnull %0, ptr nonnull %13)
  %61 = getelementptr inbounds nuw i8, ptr %0, i64 104
  store i64 %51, ptr %61, align 8
  br label %83

62:
  %63 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %64 = load i64, ptr %63, align 8
  %.not73 = icmp eq i64 %64, 0
  br i1 %.not73, label %65, label %69

65:
  %66 = getelementptr inbounds nuw i8, ptr %7, i64 64
  %67 = load i64, ptr %66, align 8
  %68 = add i64 %67, 1
  store i64 %68, ptr %66, align 8
  call void @give_back(ptr nonnull %0, ptr nonnull %13)
  call void @give_back(ptr nonnull %0, ptr %3)
  br label %83

69:
  %70 = getelementptr inbounds nuw i8, ptr %0, i64 184
  %71 = load i64, ptr %70, align 8
  %72 = getelementptr inbounds nuw i8, ptr %0, i64 176
  %73 = load i64, ptr %72, align 8
  %74 = icmp sgt i64 %71, 0
  %. = select i1 %74, i64 %71, i64 0
  %75 = sub i64 %73, %.
  %76 = call ptr @joined(ptr nonnull %0, ptr %3, ptr nonnull %13, i64 %75, i64 %71)
  %77 = icmp eq ptr %76, %3
  %78 = select i1 %77, ptr %13, ptr %3
  call void @give_back(ptr nonnull %0, ptr %78)
  %79 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %80 = load i64, ptr %79, align 8
  %81 = and i64 %80, 4294967295
  %82 = lshr i64 %80, 32
  call void @output(ptr nonnull %0, i64 %1, ptr %76, i64 %9, i64 %81, i64 %82)
  br label %83

83:
  %.0 = phi i1 [ true, %14 ], [ %.not72, %69 ], [ %.not72, %65 ], [ %.not72, %60 ]
  ret i1 %.0
}

declare i32 @memcmp(ptr, ptr, i64)

define internal ptr @joined(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4) nounwind {
  %6 = icmp sgt i64 %4, 0
  br i1 %6, label %7, label %19

7:
  %8 = add i64 %3, %4
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %10 = load i64, ptr %9, align 8
  %11 = icmp eq i64 %8, %10
  br i1 %11, label %12, label %19

12:
  %13 = call zeroext i1 @is_alone(ptr %1)
  br i1 %13, label %14, label %19

14:
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %16 = load ptr, ptr %15, align 8
  %17 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %18 = load ptr, ptr %17, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %16, ptr align 1 %18, i64 %3, i1 false)
  br label %43

19:
  %20 = getelementptr inbounds nuw i8, ptr %2, i64 8
  store i64 %3, ptr %20, align 8
  %21 = icmp slt i64 %4, 0
  br i1 %21, label %22, label %26

22:
  %23 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %24 = load ptr, ptr %23, align 8
  %25 = sub i64 0, %4
  call void @add_lacking(ptr %1, ptr %24, i64 %3, i64 %25)
  br label %26

26:
  %27 = icmp sgt i64 %4, 0
  br i1 %27, label %28, label %42

28:
  call void @complete(ptr %1)
  %29 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %30 = load ptr, ptr %29, align 8
  %31 = getelementptr inbounds nuw i8, ptr %30, i64 %3
  %32 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %33 = load ptr, ptr %32, align 8
  %34 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %35 = load i64, ptr %34, align 8
  %36 = getelementptr inbounds nuw i8, ptr %33, i64 %35
  %37 = sub nsw i64 0, %4
  %38 = getelementptr inbounds i8, ptr %36, i64 %37
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %31, ptr nonnull align 1 %38, i64 %4, i1 false)
  %39 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %40 = load i64, ptr %39, align 8
  %41 = add i64 %40, %4
  store i64 %41, ptr %39, align 8
  br label %42

42:
  call void @copy_header(ptr %0, ptr %1, ptr %2)
  br label %43

43:
  %.0 = phi ptr [ %1, %14 ], [ %2, %42 ]
  ret ptr %.0
}

define internal zeroext i1 @is_alone(ptr %0) nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %3 = load ptr, ptr %2, align 8
  %.not = icmp eq ptr %3, null
  br i1 %.not, label %12, label %4

4:
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %6 = load ptr, ptr %5, align 8
  %.not3 = icmp eq ptr %6, null
  br i1 %.not3, label %7, label %12

7:
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %9 = load ptr, ptr %8, align 8
  %10 = load i64, ptr %9, align 8
  %11 = icmp eq i64 %10, 1
  br label %12

12:
  %13 = phi i1 [ true, %4 ], [ true, %1 ], [ %11, %7 ]
  ret i1 %13
}

define internal void @add_lacking(ptr %0, ptr %1, i64 %2, i64 %3) nounwind {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %6 = load i64, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %10 = load ptr, ptr %9, align 8
  %.not = icmp ne ptr %10, null
  %.not20 = icmp sgt i64 %3, %6
  %or.cond = select i1 %.not, i1 %.not20, i1 false
  br i1 %or.cond, label %11, label %24

11:
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %13 = load ptr, ptr %12, align 8
  %14 = sub i64 %3, %6
  %15 = icmp sgt i64 %14, %8
  br i1 %15, label %16, label %20

16:
  call void @complete(ptr %0)
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds i8, ptr %18, i64 %6
  br label %20

20:
  %.0 = phi ptr [ %19, %16 ], [ %13, %11 ]
  %21 = getelementptr inbounds nuw i8, ptr %1, i64 %2
  %.neg = sub i64 %6, %3
  %22 = getelementptr inbounds i8, ptr %21, i64 %.neg
  %23 = sub i64 %3, %6
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %22, ptr align 1 %.0, i64 %23, i1 false)
  br label %24

24:
  ret void
}

define internal i32 @ask(ptr %0, i64 %1) nounwind {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds nuw %struct.nic, ptr %4, i64 %1
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %7 = load i64, ptr %6, align 8
  %.not = icmp eq i64 %7, 0
  br i1 %.not, label %8, label %11

8:
  %9 = call i64 @pump(ptr %0, i64 %1)
  %10 = trunc i64 %9 to i32
  br label %13

11:
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 88
  store i64 %1, ptr %12, align 8
  br label %13

13:
  %.0 = phi i32 [ 6, %11 ], [ %10, %8 ]
  ret i32 %.0
}

define internal void @set_free(ptr %0, i1 zeroext %1) nounwind {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %4 = load ptr, ptr %3, align 8
  %.not = icmp eq ptr %4, null
  br i1 %.not, label %25, label %5

5:
  br i1 %1, label %6, label %13

6:
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %8 = load ptr, ptr %7, align 8
  %9 = load i64, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 200
  %11 = load i64, ptr %10, align 8
  %12 = or i64 %9, %11
  br label %21

13:
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %15 = load ptr, ptr %14, align 8
  %16 = load i64, ptr %15, align 8
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 200
  %18 = load i64, ptr %17, align 8
  %19 = xor i64 %18, -1
  %20 = and i64 %16, %19
  br label %21

21:
  %22 = phi i64 [ %12, %6 ], [ %20, %13 ]
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 192
  %24 = load ptr, ptr %23, align 8
  store i64 %22, ptr %24, align 8
  br label %25

25:
  ret void
}
