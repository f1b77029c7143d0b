; SPDX-License-Identifier: Apache-2.0
; Made of roce_nic.c by `python -m tools.fixed`, with ziglang 0.17.1.
; Sources: sha256 764b870a5759e24631ee68448abd8fea2f6a9a251203be50e8775df70a66ff6d
%struct.landing.36 = type { [64 x i64], ptr, i64 }
%struct.arrived.37 = type { ptr, ptr, ptr, ptr, ptr, i64, i64, i64, i8, i8 }

@innermost = external global ptr, align 8
@the_roce_receive = external constant i64, align 8
@the_roce_transmit = external constant i64, align 8
@the_roce_next_wakeup = external constant i64, align 8
@RoceNic_config = external constant i64, align 8
@RoceNicConfig_ports = external constant i64, align 8
@RoceQueuePair_state = external constant i64, align 8
@RoceQueuePair__peer = external constant i64, align 8
@the = external global ptr, align 8
@the_rts = external constant i64, align 8
@the_rtr = external constant i64, align 8
@RoceQueuePair__responder = external constant i64, align 8
@the_None = external constant i64, align 8
@RoceNic__scheduler = external constant i64, align 8
@RoceNic_now_ns = external constant i64, align 8
@RoceNic_counters = external constant i64, align 8
@the_roce_received_frames = external constant i64, align 8
@the_tuple = external constant i64, align 8
@the_bytes = external constant i64, align 8
@the_int = external constant i64, align 8
@long_digit = external constant i64, align 8
@RoceQueuePair_data_queued = external constant i64, align 8
@RoceTurns_data = external constant i64, align 8
@the_True = external constant i64, align 8
@the_False = external constant i64, align 8
@RoceQueuePair__requester = external constant i64, align 8
@RoceRequester__next = external constant i64, align 8
@RoceRequester__end = external constant i64, align 8
@RoceRequester__unacked = external constant i64, align 8
@RoceRequester_hold_until_ns = external constant i64, align 8
@RoceQueuePair__pace_ns = external constant i64, align 8
@RoceScheduler__ports = external constant i64, align 8
@RoceQueuePair_port = external constant i64, align 8
@the_list = external constant i64, align 8
@the_deque = external constant i64, align 8
@the_append = external constant i64, align 8
@the_deque_append = external constant i64, align 8
@RoceQueuePair_cnp_due = external constant i64, align 8
@RoceQueuePair_cnp_queued = external constant i64, align 8
@RoceTurns_cnps = external constant i64, align 8
@RoceQueuePair_answer_queued = external constant i64, align 8
@RoceTurns_answers = external constant i64, align 8
@RoceQueuePair_qpn = external constant i64, align 8
@RoceScheduler__armed = external constant i64, align 8
@RoceScheduler__heap = external constant i64, align 8
@the_heappush = external constant i64, align 8
@RoceQueuePair__notification_point = external constant i64, align 8
@RoceRequester_deadline_ns = external constant i64, align 8
@RoceNotificationPoint_again = external constant i64, align 8
@RoceNotificationPoint__ends_ns = external constant i64, align 8
@RoceNic__pauses = external constant i64, align 8
@RoceNic__asked = external constant i64, align 8
@RoceNic__carriers = external constant i64, align 8
@RocePauses_last_ns = external constant i64, align 8
@RoceNicConfig_data_priority = external constant i64, align 8
@RoceNicConfig_cnp_priority = external constant i64, align 8
@the_roce_sent_frames = external constant i64, align 8
@RoceNic_queue_pairs = external constant i64, align 8
@the_run = external constant i64, align 8
@RocePauses__until_ns = external constant i64, align 8
@the_next_cnp = external constant i64, align 8
@the_dict = external constant i64, align 8
@the_popleft = external constant i64, align 8
@the_deque_popleft = external constant i64, align 8
@the_next_answer = external constant i64, align 8
@the_next_data = external constant i64, align 8

define i64 @roce_take(ptr %0, i64 %1, ptr %2, i64 %3, ptr %4, i64 %5) nounwind {
  %7 = alloca %struct.landing.36, align 8
  %8 = icmp slt i64 %1, 0
  br i1 %8, label %22, label %9

9:
  %10 = call zeroext i1 @is_time(i64 %5)
  br i1 %10, label %11, label %22

11:
  %12 = call i64 @PyThread_get_thread_ident()
  %13 = getelementptr inbounds nuw i8, ptr %7, i64 520
  store i64 %12, ptr %13, align 8
  %14 = load ptr, ptr @innermost, align 8
  %15 = getelementptr inbounds nuw i8, ptr %7, i64 512
  store ptr %14, ptr %15, align 8
  store ptr %7, ptr @innermost, align 8
  %16 = call i32 @_setjmp(ptr nonnull %7)
  %.not = icmp eq i32 %16, 0
  br i1 %.not, label %17, label %20

17:
  %18 = call i32 @take(ptr %0, i64 %1, ptr %2, i64 %3, ptr %4, i64 %5)
  %19 = call i64 @finished(i32 %18)
  br label %20

20:
  %21 = phi i64 [ %19, %17 ], [ 2, %11 ]
  call void @leave_landing(ptr nonnull %7)
  br label %22

22:
  %.0 = phi i64 [ %21, %20 ], [ 0, %9 ], [ 0, %6 ]
  ret i64 %.0
}

define internal zeroext i1 @is_time(i64 %0) alwaysinline nounwind {
  %.not = icmp ult i64 %0, 4611686018427387904
  ret i1 %.not
}

declare i64 @PyThread_get_thread_ident()

declare i32 @_setjmp(ptr)

declare i64 @finished(i32)

define internal i32 @take(ptr %0, i64 %1, ptr %2, i64 %3, ptr %4, i64 %5) nounwind {
  %7 = alloca %struct.arrived.37, align 8
  %8 = load i64, ptr @RoceNic_config, align 8
  %9 = call ptr @get(ptr %0, i64 %8)
  %10 = load i64, ptr @RoceNicConfig_ports, align 8
  %11 = call ptr @get(ptr %9, i64 %10)
  %12 = call i64 @tuple_size(ptr %11)
  %.not = icmp slt i64 %1, %12
  br i1 %.not, label %13, label %93

13:
  %.not32 = icmp eq ptr %4, null
  br i1 %.not32, label %16, label %14

14:
  %15 = load ptr, ptr %4, align 8
  %.not33 = icmp eq ptr %15, null
  br i1 %.not33, label %16, label %17

16:
  br label %17

17:
  %18 = phi ptr [ null, %16 ], [ %4, %14 ]
  %19 = call zeroext i1 @read_arrived(ptr %0, ptr %2, i64 %3, ptr %18, ptr nonnull %7)
  br i1 %19, label %20, label %93

20:
  %21 = load ptr, ptr %7, align 8
  %22 = load i64, ptr @RoceQueuePair_state, align 8
  %23 = call ptr @get(ptr %21, i64 %22)
  %24 = load ptr, ptr %7, align 8
  %25 = load i64, ptr @RoceQueuePair__peer, align 8
  %26 = call ptr @get(ptr %24, i64 %25)
  %27 = load ptr, ptr @the, align 8
  %28 = load i64, ptr @the_rts, align 8
  %29 = getelementptr inbounds nuw ptr, ptr %27, i64 %28
  %30 = load ptr, ptr %29, align 8
  %.not34 = icmp eq ptr %23, %30
  br i1 %.not34, label %36, label %31

31:
  %32 = load ptr, ptr @the, align 8
  %33 = load i64, ptr @the_rtr, align 8
  %34 = getelementptr inbounds nuw ptr, ptr %32, i64 %33
  %35 = load ptr, ptr %34, align 8
  %.not35 = icmp eq ptr %23, %35
  br i1 %.not35, label %36, label %93

36:
  %37 = load ptr, ptr %7, align 8
  %38 = load i64, ptr @RoceQueuePair__responder, align 8
  %39 = call ptr @get(ptr %37, i64 %38)
  %40 = load ptr, ptr @the, align 8
  %41 = load i64, ptr @the_None, align 8
  %42 = getelementptr inbounds nuw ptr, ptr %40, i64 %41
  %43 = load ptr, ptr %42, align 8
  %44 = icmp eq ptr %39, %43
  br i1 %44, label %93, label %45

45:
  %46 = call i64 @bytes_size(ptr %26)
  %.not36 = icmp eq i64 %46, 16
  br i1 %.not36, label %47, label %93

47:
  %48 = call ptr @bytes_of(ptr %26)
  %49 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %50 = load ptr, ptr %49, align 8
  %51 = call i32 @memcmp(ptr nonnull dereferenceable(16) %48, ptr nonnull dereferenceable(16) %50, i64 16)
  %.not37 = icmp eq i32 %51, 0
  br i1 %.not37, label %52, label %93

52:
  %53 = load ptr, ptr %7, align 8
  call void @Py_IncRef(ptr %53)
  %54 = load i64, ptr @RoceNic__scheduler, align 8
  %55 = call ptr @hold(ptr %0, i64 %54)
  %56 = load i64, ptr @RoceNic_now_ns, align 8
  call void @put_int(ptr %0, i64 %56, i64 %5)
  %57 = getelementptr inbounds nuw i8, ptr %7, i64 48
  %58 = load i64, ptr %57, align 8
  %59 = icmp eq i64 %58, 17
  %60 = load i64, ptr @RoceNic_counters, align 8
  %61 = call ptr @get(ptr %0, i64 %60)
  %62 = load ptr, ptr @the, align 8
  %63 = load i64, ptr @the_roce_received_frames, align 8
  %64 = getelementptr inbounds nuw ptr, ptr %62, i64 %63
  %65 = load ptr, ptr %64, align 8
  call void @count(ptr %61, ptr %65)
  br i1 %59, label %66, label %69

66:
  %67 = load ptr, ptr %7, align 8
  %68 = call i32 @take_acknowledgement(ptr %67, ptr nonnull %7, i64 %5)
  br label %72

69:
  %70 = load ptr, ptr %7, align 8
  %71 = call i32 @take_request(ptr %0, ptr %70, ptr nonnull %7, i64 %5)
  br label %72

72:
  %73 = phi i32 [ %68, %66 ], [ %71, %69 ]
  switch i32 %73, label %91 [
    i32 0, label %74
    i32 1, label %79
  ]

74:
  %75 = load ptr, ptr @the, align 8
  %76 = load i64, ptr @the_roce_received_frames, align 8
  %77 = getelementptr inbounds nuw ptr, ptr %75, i64 %76
  %78 = load ptr, ptr %77, align 8
  call void @count_back(ptr %61, ptr %78)
  br label %91

79:
  br i1 %59, label %80, label %83

80:
  %81 = load ptr, ptr %7, align 8
  %82 = call zeroext i1 @look_at(ptr %55, ptr %81, i64 %5)
  br i1 %82, label %91, label %90

83:
  %84 = load ptr, ptr %7, align 8
  %85 = call zeroext i1 @queue_answers(ptr %55, ptr %84)
  br i1 %85, label %86, label %90

86:
  %87 = load ptr, ptr %7, align 8
  %88 = call i64 @next_ns(ptr %87)
  %89 = call zeroext i1 @remember(ptr %55, ptr %87, i64 %88)
  br i1 %89, label %91, label %90

90:
  br label %91

91:
  %.0 = phi i32 [ %73, %80 ], [ 2, %90 ], [ %73, %86 ], [ %73, %74 ], [ %73, %72 ]
  call void @Py_DecRef(ptr %55)
  %92 = load ptr, ptr %7, align 8
  call void @Py_DecRef(ptr %92)
  br label %93

93:
  %.031 = phi i32 [ 0, %6 ], [ 0, %17 ], [ %.0, %91 ], [ 0, %47 ], [ 0, %45 ], [ 0, %36 ], [ 0, %31 ]
  ret i32 %.031
}

declare void @leave_landing(ptr)

define i64 @roce_give(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = alloca %struct.landing.36, align 8
  %6 = icmp slt i64 %1, 0
  br i1 %6, label %20, label %7

7:
  %8 = call zeroext i1 @is_time(i64 %2)
  br i1 %8, label %9, label %20

9:
  %10 = call i64 @PyThread_get_thread_ident()
  %11 = getelementptr inbounds nuw i8, ptr %5, i64 520
  store i64 %10, ptr %11, align 8
  %12 = load ptr, ptr @innermost, align 8
  %13 = getelementptr inbounds nuw i8, ptr %5, i64 512
  store ptr %12, ptr %13, align 8
  store ptr %5, ptr @innermost, align 8
  %14 = call i32 @_setjmp(ptr nonnull %5)
  %.not = icmp eq i32 %14, 0
  br i1 %.not, label %15, label %18

15:
  %16 = call i32 @give(ptr %0, i64 %1, i64 %2, ptr %3)
  %17 = call i64 @finished(i32 %16)
  br label %18

18:
  %19 = phi i64 [ %17, %15 ], [ 2, %9 ]
  call void @leave_landing(ptr nonnull %5)
  br label %20

20:
  %.0 = phi i64 [ %19, %18 ], [ 0, %7 ], [ 0, %4 ]
  ret i64 %.0
}

define internal i32 @give(ptr %0, i64 %1, i64 %2, ptr %3) nounwind {
  %5 = load i64, ptr @RoceNic__scheduler, align 8
  %6 = call ptr @hold(ptr %0, i64 %5)
  %7 = call i32 @give_next(ptr %0, ptr %6, i64 %1, i64 %2, ptr %3)
  call void @Py_DecRef(ptr %6)
  ret i32 %7
}

define i64 @roce_wake(ptr %0, ptr %1) nounwind {
  %3 = alloca %struct.landing.36, align 8
  %4 = call i64 @PyThread_get_thread_ident()
  %5 = getelementptr inbounds nuw i8, ptr %3, i64 520
  store i64 %4, ptr %5, align 8
  %6 = load ptr, ptr @innermost, align 8
  %7 = getelementptr inbounds nuw i8, ptr %3, i64 512
  store ptr %6, ptr %7, align 8
  store ptr %3, ptr @innermost, align 8
  %8 = call i32 @_setjmp(ptr nonnull %3)
  %.not = icmp eq i32 %8, 0
  br i1 %.not, label %9, label %11

9:
  %10 = call i32 @wake_at(ptr %0, ptr %1)
  br label %11

11:
  %12 = phi i32 [ %10, %9 ], [ 0, %2 ]
  call void @leave_landing(ptr nonnull %3)
  %13 = call i64 @finished(i32 %12)
  ret i64 %13
}

define internal i32 @wake_at(ptr %0, ptr %1) nounwind {
  %3 = load i64, ptr @RoceNic__pauses, align 8
  %4 = call ptr @get(ptr %0, i64 %3)
  %5 = load i64, ptr @RoceNic_now_ns, align 8
  %6 = call i64 @get_int(ptr %0, i64 %5)
  store i64 %6, ptr %1, align 8
  %7 = load i64, ptr @RoceNic__asked, align 8
  %8 = call zeroext i1 @is_true(ptr %0, i64 %7)
  br i1 %8, label %21, label %9

9:
  %10 = load i64, ptr @RoceNic__scheduler, align 8
  %11 = call ptr @get(ptr %0, i64 %10)
  %12 = call zeroext i1 @earliest_due(ptr %11, ptr nonnull %1)
  br i1 %12, label %13, label %21

13:
  %14 = load i64, ptr @RocePauses_last_ns, align 8
  %15 = call i64 @get_int(ptr %4, i64 %14)
  %16 = icmp sgt i64 %15, %6
  br i1 %16, label %17, label %21

17:
  %18 = load i64, ptr %1, align 8
  %19 = call i64 @next_end(ptr %4, i64 %6)
  %20 = call i64 @earlier(i64 %18, i64 %19)
  store i64 %20, ptr %1, align 8
  br label %21

21:
  %.0 = phi i32 [ 1, %2 ], [ 0, %9 ], [ 1, %17 ], [ 1, %13 ]
  ret i32 %.0
}

define ptr @roce_receive(ptr %0, ptr %1, i64 %2, ptr %3) nounwind {
  %5 = load i64, ptr @the_roce_receive, align 8
  %6 = call ptr @receive_by(ptr nonnull @roce_take, i64 %5, ptr %0, ptr %1, i64 %2, ptr %3)
  ret ptr %6
}

declare ptr @receive_by(ptr, i64, ptr, ptr, i64, ptr)

define ptr @roce_transmit(ptr %0, ptr %1, i64 %2, ptr %3) nounwind {
  %5 = load i64, ptr @the_roce_transmit, align 8
  %6 = call ptr @transmit_by(ptr nonnull @roce_give, i64 %5, ptr %0, ptr %1, i64 %2, ptr %3)
  ret ptr %6
}

declare ptr @transmit_by(ptr, i64, ptr, ptr, i64, ptr)

define ptr @roce_next_wakeup(ptr %0, ptr %1, i64 %2, ptr %3) nounwind {
  %5 = load i64, ptr @the_roce_next_wakeup, align 8
  %6 = call ptr @wakeup_by(ptr nonnull @roce_wake, i64 %5, ptr %0, ptr %1, i64 %2, ptr %3)
  ret ptr %6
}

declare ptr @wakeup_by(ptr, i64, ptr, ptr, i64, ptr)

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

declare zeroext i1 @read_arrived(ptr, ptr, i64, ptr, ptr)

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

declare i32 @memcmp(ptr, ptr, i64)

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

define internal ptr @hold(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = call ptr @get(ptr %0, i64 %1)
  %4 = call ptr @kept(ptr %3)
  ret ptr %4
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

define internal void @count(ptr %0, ptr %1) nounwind {
  %3 = call ptr @PyDict_GetItemWithError(ptr %0, ptr %1)
  %.not = icmp eq ptr %3, null
  br i1 %.not, label %7, label %4

4:
  %5 = call i64 @value_of(ptr nonnull %3)
  %6 = add i64 %5, 1
  br label %7

7:
  %8 = phi i64 [ %6, %4 ], [ 1, %2 ]
  %.not13 = icmp eq ptr %3, null
  br i1 %.not13, label %11, label %9

9:
  %10 = call zeroext i1 @rewrite(ptr nonnull %3, i64 %8)
  br i1 %10, label %15, label %11

11:
  %12 = call ptr @integer(i64 %8)
  %.not14 = icmp eq ptr %12, null
  br i1 %.not14, label %15, label %13

13:
  %14 = call i32 @PyDict_SetItem(ptr %0, ptr %1, ptr nonnull %12)
  call void @Py_DecRef(ptr nonnull %12)
  br label %15

15:
  ret void
}

declare i32 @take_acknowledgement(ptr, ptr, i64)

declare i32 @take_request(ptr, ptr, ptr, i64)

define internal void @count_back(ptr %0, ptr %1) nounwind {
  %3 = call ptr @PyDict_GetItemWithError(ptr %0, ptr %1)
  %.not = icmp eq ptr %3, null
  br i1 %.not, label %8, label %4

4:
  %5 = call i64 @value_of(ptr nonnull %3)
  %6 = add i64 %5, -1
  %7 = call ptr @integer(i64 %6)
  br label %8

8:
  %9 = phi ptr [ %7, %4 ], [ null, %2 ]
  %.not9 = icmp eq ptr %9, null
  br i1 %.not9, label %12, label %10

10:
  %11 = call i32 @PyDict_SetItem(ptr %0, ptr %1, ptr nonnull %9)
  br label %12

12:
  call void @Py_DecRef(ptr %9)
  ret void
}

define internal zeroext i1 @look_at(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = call zeroext i1 @queue_answers(ptr %0, ptr %1)
  br i1 %4, label %5, label %7

5:
  %6 = call zeroext i1 @look_at_data(ptr %0, ptr %1, i64 %2)
  br label %7

7:
  %8 = phi i1 [ false, %3 ], [ %6, %5 ]
  ret i1 %8
}

define internal zeroext i1 @queue_answers(ptr %0, ptr %1) nounwind {
  %3 = load i64, ptr @RoceQueuePair_cnp_due, align 8
  %4 = call zeroext i1 @is_true(ptr %1, i64 %3)
  br i1 %4, label %5, label %.critedge

5:
  %6 = load i64, ptr @RoceQueuePair_cnp_queued, align 8
  %7 = load i64, ptr @RoceTurns_cnps, align 8
  %8 = call zeroext i1 @line_up(ptr %0, ptr %1, i64 %6, i64 %7)
  br i1 %8, label %.critedge, label %14

.critedge:
  %9 = call zeroext i1 @has_acknowledgement(ptr %1)
  br i1 %9, label %10, label %14

10:
  %11 = load i64, ptr @RoceQueuePair_answer_queued, align 8
  %12 = load i64, ptr @RoceTurns_answers, align 8
  %13 = call zeroext i1 @line_up(ptr %0, ptr %1, i64 %11, i64 %12)
  br label %14

14:
  %15 = phi i1 [ false, %5 ], [ true, %.critedge ], [ %13, %10 ]
  ret i1 %15
}

define internal zeroext i1 @remember(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca [3 x ptr], align 16
  %5 = load i64, ptr @RoceQueuePair_qpn, align 8
  %6 = call ptr @get(ptr %1, i64 %5)
  %7 = load i64, ptr @RoceScheduler__armed, align 8
  %8 = call ptr @get(ptr %0, i64 %7)
  %9 = icmp slt i64 %2, 0
  br i1 %9, label %12, label %10

10:
  %11 = call ptr @PyDict_GetItemWithError(ptr %8, ptr %6)
  br label %12

12:
  %13 = phi ptr [ %11, %10 ], [ null, %3 ]
  %14 = icmp slt i64 %2, 0
  br i1 %14, label %20, label %15

15:
  %16 = call ptr @PyErr_Occurred()
  %.not = icmp eq ptr %16, null
  br i1 %.not, label %17, label %20

17:
  %.not22 = icmp eq ptr %13, null
  br i1 %.not22, label %22, label %18

18:
  %19 = call i64 @value_of(ptr nonnull %13)
  %.not23 = icmp sgt i64 %19, %2
  br i1 %.not23, label %22, label %20

20:
  %21 = call ptr @PyErr_Occurred()
  %.not27 = icmp eq ptr %21, null
  br label %44

22:
  %23 = call ptr @integer(i64 %2)
  %.not24 = icmp eq ptr %23, null
  br i1 %.not24, label %26, label %24

24:
  %25 = call ptr (i64, ...) @PyTuple_Pack(i64 2, ptr nonnull %23, ptr %6)
  br label %26

26:
  %27 = phi ptr [ %25, %24 ], [ null, %22 ]
  store ptr null, ptr %4, align 8
  %28 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %29 = load i64, ptr @RoceScheduler__heap, align 8
  %30 = call ptr @get(ptr %0, i64 %29)
  store ptr %30, ptr %28, align 8
  %31 = getelementptr inbounds nuw i8, ptr %4, i64 16
  store ptr %27, ptr %31, align 8
  %.not25 = icmp eq ptr %27, null
  br i1 %.not25, label %42, label %32

32:
  %33 = call i32 @PyDict_SetItem(ptr %8, ptr %6, ptr %23)
  %.not26 = icmp eq i32 %33, 0
  br i1 %.not26, label %34, label %42

34:
  %35 = load ptr, ptr @the, align 8
  %36 = load i64, ptr @the_heappush, align 8
  %37 = getelementptr inbounds nuw ptr, ptr %35, i64 %36
  %38 = load ptr, ptr %37, align 8
  %39 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %40 = call ptr @PyObject_Vectorcall(ptr %38, ptr nonnull %39, i64 -9223372036854775806, ptr null)
  %41 = call zeroext i1 @done(ptr %40)
  br label %42

42:
  %43 = phi i1 [ false, %32 ], [ false, %26 ], [ %41, %34 ]
  call void @Py_DecRef(ptr %23)
  call void @Py_DecRef(ptr %27)
  br label %44

44:
  %.0 = phi i1 [ %.not27, %20 ], [ %43, %42 ]
  ret i1 %.0
}

define internal i64 @next_ns(ptr %0) nounwind {
  %2 = load i64, ptr @RoceQueuePair__notification_point, align 8
  %3 = call ptr @get(ptr %0, i64 %2)
  %4 = load i64, ptr @RoceQueuePair__requester, align 8
  %5 = call ptr @get(ptr %0, i64 %4)
  %6 = load ptr, ptr @the, align 8
  %7 = load i64, ptr @the_None, align 8
  %8 = getelementptr inbounds nuw ptr, ptr %6, i64 %7
  %9 = load ptr, ptr %8, align 8
  %10 = icmp eq ptr %5, %9
  br i1 %10, label %14, label %11

11:
  %12 = load i64, ptr @RoceRequester_deadline_ns, align 8
  %13 = call i64 @time_or_never(ptr %5, i64 %12)
  br label %14

14:
  %15 = phi i64 [ %13, %11 ], [ -1, %1 ]
  %16 = load ptr, ptr @the, align 8
  %17 = load i64, ptr @the_None, align 8
  %18 = getelementptr inbounds nuw ptr, ptr %16, i64 %17
  %19 = load ptr, ptr %18, align 8
  %20 = icmp eq ptr %3, %19
  br i1 %20, label %28, label %21

21:
  %22 = load i64, ptr @RoceNotificationPoint_again, align 8
  %23 = call zeroext i1 @is_true(ptr %3, i64 %22)
  br i1 %23, label %24, label %28

24:
  %25 = load i64, ptr @RoceNotificationPoint__ends_ns, align 8
  %26 = call i64 @time_or_never(ptr %3, i64 %25)
  %27 = call i64 @earlier(i64 %15, i64 %26)
  br label %28

28:
  %.0 = phi i64 [ %27, %24 ], [ %15, %21 ], [ %15, %14 ]
  ret i64 %.0
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

declare i64 @PyTuple_Size(ptr)

define internal ptr @type_of(ptr %0) alwaysinline nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %3 = load ptr, ptr %2, align 8
  ret ptr %3
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

declare i64 @PyBytes_Size(ptr)

declare ptr @PyBytes_AsString(ptr)

define internal ptr @kept(ptr %0) alwaysinline nounwind {
  call void @Py_IncRef(ptr %0)
  ret ptr %0
}

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

define internal ptr @integer(i64 %0) alwaysinline nounwind {
  %2 = call ptr @PyLong_FromLong(i64 %0)
  ret ptr %2
}

define internal zeroext i1 @is_held_once(ptr %0) alwaysinline nounwind {
  %2 = load i64, ptr %0, align 8
  %3 = icmp eq i64 %2, 1
  ret i1 %3
}

declare ptr @PyLong_FromLong(i64)

declare ptr @PyDict_GetItemWithError(ptr, ptr)

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

declare i32 @PyDict_SetItem(ptr, ptr, ptr)

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

define internal zeroext i1 @look_at_data(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = call i64 @next_ns(ptr %1)
  %5 = load i64, ptr @RoceQueuePair_data_queued, align 8
  %6 = call zeroext i1 @is_true(ptr %1, i64 %5)
  br i1 %6, label %9, label %7

7:
  %8 = call i64 @data_ns(ptr %1)
  br label %9

9:
  %10 = phi i64 [ %8, %7 ], [ -1, %3 ]
  %11 = icmp sgt i64 %10, %2
  br i1 %11, label %12, label %14

12:
  %13 = call i64 @earlier(i64 %4, i64 %10)
  br label %20

14:
  %15 = icmp sgt i64 %10, -1
  br i1 %15, label %16, label %20

16:
  %17 = load i64, ptr @RoceQueuePair_data_queued, align 8
  %18 = load i64, ptr @RoceTurns_data, align 8
  %19 = call zeroext i1 @line_up(ptr %0, ptr %1, i64 %17, i64 %18)
  br i1 %19, label %20, label %22

20:
  %.013 = phi i64 [ %13, %12 ], [ %4, %16 ], [ %4, %14 ]
  %21 = call zeroext i1 @remember(ptr %0, ptr %1, i64 %.013)
  br label %22

22:
  %.0 = phi i1 [ %21, %20 ], [ false, %16 ]
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

define internal i64 @data_ns(ptr %0) nounwind {
  %2 = load i64, ptr @RoceQueuePair__requester, align 8
  %3 = call ptr @get(ptr %0, i64 %2)
  %4 = load ptr, ptr @the, align 8
  %5 = load i64, ptr @the_None, align 8
  %6 = getelementptr inbounds nuw ptr, ptr %4, i64 %5
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %3, %7
  br i1 %8, label %25, label %9

9:
  %10 = load i64, ptr @RoceRequester__next, align 8
  %11 = call i64 @get_int(ptr %3, i64 %10)
  %12 = load i64, ptr @RoceRequester__end, align 8
  %13 = call i64 @get_int(ptr %3, i64 %12)
  %.not = icmp slt i64 %11, %13
  br i1 %.not, label %14, label %25

14:
  %15 = load i64, ptr @RoceRequester__unacked, align 8
  %16 = call i64 @get_int(ptr %3, i64 %15)
  %17 = sub i64 %11, %16
  %18 = icmp sgt i64 %17, 8388607
  br i1 %18, label %25, label %19

19:
  %20 = load i64, ptr @RoceRequester_hold_until_ns, align 8
  %21 = call i64 @get_int(ptr %3, i64 %20)
  %22 = load i64, ptr @RoceQueuePair__pace_ns, align 8
  %23 = call i64 @get_int(ptr %0, i64 %22)
  %24 = call i64 @most(i64 %21, i64 %23)
  br label %25

25:
  %.0 = phi i64 [ -1, %1 ], [ %24, %19 ], [ -1, %14 ], [ -1, %9 ]
  ret i64 %.0
}

define internal i64 @earlier(i64 %0, i64 %1) alwaysinline nounwind {
  %3 = icmp slt i64 %0, 0
  %4 = icmp slt i64 %1, 0
  %or.cond = select i1 %3, i1 true, i1 %4
  br i1 %or.cond, label %5, label %7

5:
  %6 = call i64 @most(i64 %0, i64 %1)
  br label %9

7:
  %8 = call i64 @least(i64 %0, i64 %1)
  br label %9

9:
  %10 = phi i64 [ %6, %5 ], [ %8, %7 ]
  ret i64 %10
}

define internal zeroext i1 @line_up(ptr %0, ptr %1, i64 %2, i64 %3) nounwind {
  %5 = call zeroext i1 @is_true(ptr %1, i64 %2)
  br i1 %5, label %15, label %6

6:
  %7 = load i64, ptr @RoceScheduler__ports, align 8
  %8 = call ptr @get(ptr %0, i64 %7)
  %9 = load i64, ptr @RoceQueuePair_port, align 8
  %10 = call i64 @get_int(ptr %1, i64 %9)
  %11 = call ptr @list_item(ptr %8, i64 %10)
  %.not = icmp eq ptr %11, null
  br i1 %.not, label %15, label %12

12:
  call void @put_bool(ptr %1, i64 %2, i1 zeroext true)
  %13 = call ptr @get(ptr nonnull %11, i64 %3)
  %14 = call zeroext i1 @append_to(ptr %13, ptr %1)
  br label %15

15:
  %.0 = phi i1 [ true, %4 ], [ %14, %12 ], [ false, %6 ]
  ret i1 %.0
}

declare zeroext i1 @counts_as_true(ptr)

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

define internal i64 @most(i64 %0, i64 %1) nounwind {
  %3 = icmp sgt i64 %0, %1
  %. = select i1 %3, i64 %0, i64 %1
  ret i64 %.
}

define internal i64 @least(i64 %0, i64 %1) nounwind {
  %3 = icmp slt i64 %0, %1
  %. = select i1 %3, i64 %0, i64 %1
  ret i64 %.
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

define internal zeroext i1 @append_to(ptr %0, ptr %1) nounwind {
  %3 = alloca [3 x ptr], align 16
  store ptr null, ptr %3, align 8
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 8
  store ptr %0, ptr %4, align 8
  %5 = getelementptr inbounds nuw i8, ptr %3, i64 16
  store ptr %1, ptr %5, align 8
  %6 = load i64, ptr @the_deque, align 8
  %7 = call zeroext i1 @is_a(ptr %0, i64 %6)
  br i1 %7, label %12, label %8

8:
  %9 = load i64, ptr @the_append, align 8
  %10 = call ptr @method_1(ptr %0, i64 %9, ptr %1)
  %11 = call zeroext i1 @done(ptr %10)
  br label %20

12:
  %13 = load ptr, ptr @the, align 8
  %14 = load i64, ptr @the_deque_append, align 8
  %15 = getelementptr inbounds nuw ptr, ptr %13, i64 %14
  %16 = load ptr, ptr %15, align 8
  %17 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %18 = call ptr @PyObject_Vectorcall(ptr %16, ptr nonnull %17, i64 -9223372036854775806, ptr null)
  %19 = call zeroext i1 @done(ptr %18)
  br label %20

20:
  %.0 = phi i1 [ %19, %12 ], [ %11, %8 ]
  ret i1 %.0
}

declare ptr @PyList_GetItem(ptr, i64)

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

declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)

declare ptr @PyObject_VectorcallMethod(ptr, ptr, i64, ptr)

declare zeroext i1 @has_acknowledgement(ptr)

declare ptr @PyErr_Occurred()

declare ptr @PyTuple_Pack(i64, ...)

define internal i64 @time_or_never(ptr %0, i64 %1) alwaysinline nounwind {
  %3 = call zeroext i1 @is_none(ptr %0, i64 %1)
  br i1 %3, label %6, label %4

4:
  %5 = call i64 @get_int(ptr %0, i64 %1)
  br label %6

6:
  %7 = phi i64 [ %5, %4 ], [ -1, %2 ]
  ret i64 %7
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

declare void @_Py_Dealloc(ptr)

define internal i32 @give_next(ptr %0, ptr %1, i64 %2, i64 %3, ptr %4) nounwind {
  %6 = load i64, ptr @RoceNic__pauses, align 8
  %7 = call ptr @get(ptr %0, i64 %6)
  %8 = load i64, ptr @RoceNic_config, align 8
  %9 = call ptr @get(ptr %0, i64 %8)
  %10 = load i64, ptr @RoceNic_now_ns, align 8
  call void @put_int(ptr %0, i64 %10, i64 %3)
  %11 = load i64, ptr @RoceNic__asked, align 8
  call void @put_bool(ptr %0, i64 %11, i1 zeroext false)
  %12 = call zeroext i1 @run_due(ptr %0, ptr %1, i64 %3)
  br i1 %12, label %13, label %50

13:
  %14 = load i64, ptr @RoceNic__carriers, align 8
  %15 = call i64 @get_int(ptr %0, i64 %14)
  %16 = and i64 %2, %15
  %17 = load i64, ptr @RocePauses_last_ns, align 8
  %18 = call i64 @get_int(ptr %7, i64 %17)
  %19 = icmp sgt i64 %18, %3
  br i1 %19, label %20, label %31

20:
  %21 = load i64, ptr @RoceNicConfig_data_priority, align 8
  %22 = call i64 @get_int(ptr %9, i64 %21)
  %23 = call i64 @paused(ptr %7, i64 %22, i64 %3)
  %24 = xor i64 %23, -1
  %25 = and i64 %16, %24
  %26 = load i64, ptr @RoceNicConfig_cnp_priority, align 8
  %27 = call i64 @get_int(ptr %9, i64 %26)
  %28 = call i64 @paused(ptr %7, i64 %27, i64 %3)
  %29 = xor i64 %28, -1
  %30 = and i64 %16, %29
  br label %31

31:
  %.033 = phi i64 [ %25, %20 ], [ %16, %13 ]
  %.032 = phi i64 [ %30, %20 ], [ %16, %13 ]
  %32 = call i32 @next_frame(ptr %1, i64 %.033, i64 %.032, i64 %3, ptr %4)
  %cond = icmp eq i32 %32, 1
  br i1 %cond, label %33, label %46

33:
  %34 = call zeroext i1 @has_frame(ptr %4)
  br i1 %34, label %35, label %42

35:
  %36 = load i64, ptr @RoceNic_counters, align 8
  %37 = call ptr @get(ptr %0, i64 %36)
  %38 = load ptr, ptr @the, align 8
  %39 = load i64, ptr @the_roce_sent_frames, align 8
  %40 = getelementptr inbounds nuw ptr, ptr %38, i64 %39
  %41 = load ptr, ptr %40, align 8
  call void @count(ptr %37, ptr %41)
  br label %42

42:
  %43 = icmp eq i32 %32, 1
  br i1 %43, label %44, label %46

44:
  %45 = call ptr @PyErr_Occurred()
  %.not = icmp eq ptr %45, null
  br i1 %.not, label %50, label %46

46:
  %47 = getelementptr inbounds nuw i8, ptr %4, i64 24
  %48 = load ptr, ptr %47, align 8
  call void @Py_DecRef(ptr %48)
  %49 = getelementptr inbounds nuw i8, ptr %4, i64 24
  store ptr null, ptr %49, align 8
  br label %50

50:
  %.0 = phi i32 [ 2, %5 ], [ 2, %46 ], [ 1, %44 ]
  ret i32 %.0
}

define internal zeroext i1 @run_due(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = alloca ptr, align 8
  br label %5

5:
  %.0 = phi i1 [ undef, %3 ], [ %.1, %21 ]
  %6 = call zeroext i1 @pop_due(ptr %1, i64 %2, ptr nonnull %4)
  br i1 %6, label %7, label %21

7:
  %8 = load ptr, ptr %4, align 8
  %.not = icmp eq ptr %8, null
  br i1 %.not, label %21, label %9

9:
  %10 = load i64, ptr @RoceNic_queue_pairs, align 8
  %11 = call ptr @get(ptr %0, i64 %10)
  %12 = load ptr, ptr %4, align 8
  %13 = call ptr @PyDict_GetItemWithError(ptr %11, ptr %12)
  %14 = call ptr @kept(ptr %13)
  %.not12 = icmp eq ptr %14, null
  br i1 %.not12, label %17, label %15

15:
  %16 = call zeroext i1 @run(ptr %1, ptr nonnull %14, i64 %2)
  br label %19

17:
  %18 = call ptr @PyErr_Occurred()
  %.not13 = icmp eq ptr %18, null
  br label %19

19:
  %.in = phi i1 [ %16, %15 ], [ %.not13, %17 ]
  call void @Py_DecRef(ptr %14)
  %20 = load ptr, ptr %4, align 8
  call void @Py_DecRef(ptr %20)
  %. = select i1 %.in, i32 0, i32 1
  %.0. = select i1 %.in, i1 %.0, i1 false
  br label %21

21:
  %.010 = phi i32 [ %., %19 ], [ 1, %5 ], [ 1, %7 ]
  %.1 = phi i1 [ %.0., %19 ], [ false, %5 ], [ true, %7 ]
  switch i32 %.010, label %23 [
    i32 0, label %5
    i32 1, label %22
  ]

22:
  ret i1 %.1

23:
  unreachable
}

define internal i64 @paused(ptr %0, i64 %1, i64 %2) nounwind {
  %4 = load i64, ptr @RocePauses__until_ns, align 8
  %5 = call ptr @get(ptr %0, i64 %4)
  br label %6

6:
  %.010 = phi i64 [ 0, %3 ], [ %.1, %9 ]
  %.0 = phi i64 [ 0, %3 ], [ %16, %9 ]
  %7 = call i64 @list_size(ptr %5)
  %8 = icmp slt i64 %.0, %7
  br i1 %8, label %9, label %17

9:
  %10 = call ptr @list_item(ptr %5, i64 %.0)
  %11 = call ptr @list_item(ptr %10, i64 %1)
  %12 = call i64 @value_of(ptr %11)
  %13 = icmp sgt i64 %12, %2
  %14 = shl nuw i64 1, %.0
  %15 = or i64 %.010, %14
  %.1 = select i1 %13, i64 %15, i64 %.010
  %16 = add i64 %.0, 1
  br label %6

17:
  ret i64 %.010
}

define internal i32 @next_frame(ptr %0, i64 %1, i64 %2, i64 %3, ptr %4) nounwind {
  %6 = load i64, ptr @RoceScheduler__ports, align 8
  %7 = call ptr @get(ptr %0, i64 %6)
  %8 = getelementptr inbounds nuw i8, ptr %4, i64 32
  store i64 0, ptr %8, align 8
  br label %9

9:
  %.026 = phi i32 [ 1, %5 ], [ %.3, %50 ]
  %10 = getelementptr inbounds nuw i8, ptr %4, i64 32
  %11 = load i64, ptr %10, align 8
  %12 = call i64 @list_size(ptr %7)
  %13 = icmp slt i64 %11, %12
  br i1 %13, label %14, label %54

14:
  %15 = getelementptr inbounds nuw i8, ptr %4, i64 32
  %16 = load i64, ptr %15, align 8
  %17 = call ptr @list_item(ptr %7, i64 %16)
  %18 = getelementptr inbounds nuw i8, ptr %4, i64 32
  %19 = load i64, ptr %18, align 8
  %20 = shl nuw i64 1, %19
  %21 = and i64 %2, %20
  %.not = icmp eq i64 %21, 0
  br i1 %.not, label %26, label %22

22:
  %23 = load i64, ptr @RoceTurns_cnps, align 8
  %24 = call ptr @get(ptr %17, i64 %23)
  %25 = call i32 @next_cnp(ptr %24, ptr %4)
  br label %26

26:
  %.2 = phi i32 [ %25, %22 ], [ %.026, %14 ]
  %27 = icmp eq i32 %.2, 1
  br i1 %27, label %28, label %46

28:
  %29 = call zeroext i1 @has_frame(ptr %4)
  br i1 %29, label %46, label %30

30:
  %31 = getelementptr inbounds nuw i8, ptr %4, i64 32
  %32 = load i64, ptr %31, align 8
  %33 = shl nuw i64 1, %32
  %34 = and i64 %1, %33
  %.not27 = icmp eq i64 %34, 0
  br i1 %.not27, label %46, label %35

35:
  %36 = load i64, ptr @RoceTurns_answers, align 8
  %37 = call ptr @get(ptr %17, i64 %36)
  %38 = call i32 @next_answer(ptr %37, ptr %4)
  %39 = icmp eq i32 %38, 1
  br i1 %39, label %40, label %46

40:
  %41 = call zeroext i1 @has_frame(ptr %4)
  br i1 %41, label %46, label %42

42:
  %43 = load i64, ptr @RoceTurns_data, align 8
  %44 = call ptr @get(ptr %17, i64 %43)
  %45 = call i32 @next_data(ptr %0, ptr %44, i64 %3, ptr %4)
  br label %46

46:
  %.3 = phi i32 [ %.2, %28 ], [ %.2, %26 ], [ %.2, %30 ], [ %38, %40 ], [ %45, %42 ], [ %38, %35 ]
  %.not28 = icmp eq i32 %.3, 1
  br i1 %.not28, label %47, label %49

47:
  %48 = call zeroext i1 @has_frame(ptr %4)
  %spec.select = select i1 %48, i32 2, i32 0
  br label %49

49:
  %.0 = phi i32 [ 2, %46 ], [ %spec.select, %47 ]
  switch i32 %.0, label %55 [
    i32 0, label %50
    i32 2, label %54
  ]

50:
  %51 = getelementptr inbounds nuw i8, ptr %4, i64 32
  %52 = load i64, ptr %51, align 8
  %53 = add i64 %52, 1
  store i64 %53, ptr %51, align 8
  br label %9

54:
  %.1 = phi i32 [ %.3, %49 ], [ %.026, %9 ]
  ret i32 %.1

55:
  unreachable
}

define internal zeroext i1 @has_frame(ptr %0) nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %3 = load i64, ptr %2, align 8
  %.not = icmp eq i64 %3, 0
  br i1 %.not, label %4, label %8

4:
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %6 = load ptr, ptr %5, align 8
  %7 = icmp ne ptr %6, null
  br label %8

8:
  %9 = phi i1 [ true, %1 ], [ %7, %4 ]
  ret i1 %9
}

define internal zeroext i1 @pop_due(ptr %0, i64 %1, ptr %2) nounwind {
  %4 = load i64, ptr @RoceScheduler__heap, align 8
  %5 = call ptr @get(ptr %0, i64 %4)
  %6 = load i64, ptr @RoceScheduler__armed, align 8
  %7 = call ptr @get(ptr %0, i64 %6)
  store ptr null, ptr %2, align 8
  br label %8

8:
  %.018 = phi i1 [ undef, %3 ], [ %.1, %30 ]
  %9 = load ptr, ptr %2, align 8
  %.not = icmp eq ptr %9, null
  br i1 %.not, label %10, label %.critedge

10:
  %11 = call i64 @list_size(ptr %5)
  %12 = icmp sgt i64 %11, 0
  br i1 %12, label %13, label %.critedge

13:
  %14 = call ptr @list_item(ptr %5, i64 0)
  %15 = call ptr @tuple_item(ptr %14, i64 0)
  %16 = call i64 @value_of(ptr %15)
  %17 = icmp sle i64 %16, %1
  br i1 %17, label %18, label %.critedge

18:
  %19 = call ptr @PyErr_Occurred()
  %.not22 = icmp eq ptr %19, null
  br i1 %.not22, label %20, label %22

20:
  %21 = call ptr @pop(ptr %5)
  br label %22

22:
  %23 = phi ptr [ %21, %20 ], [ null, %18 ]
  %.not23 = icmp eq ptr %23, null
  br i1 %.not23, label %30, label %24

24:
  %25 = call zeroext i1 @holds(ptr %7, ptr nonnull %23)
  br i1 %25, label %26, label %29

26:
  %27 = call ptr @tuple_item(ptr nonnull %23, i64 1)
  %28 = call ptr @kept(ptr %27)
  store ptr %28, ptr %2, align 8
  br label %29

29:
  call void @Py_DecRef(ptr nonnull %23)
  br label %30

30:
  %.1 = phi i1 [ %.018, %29 ], [ false, %22 ]
  %cond = icmp eq i1 %.not23, false
  br i1 %cond, label %8, label %37

.critedge:
  %31 = call ptr @PyErr_Occurred()
  %.not19 = icmp eq ptr %31, null
  br i1 %.not19, label %32, label %37

32:
  %33 = load ptr, ptr %2, align 8
  %.not20 = icmp eq ptr %33, null
  br i1 %.not20, label %37, label %34

34:
  %35 = load ptr, ptr %2, align 8
  %36 = call i32 @PyDict_DelItem(ptr %7, ptr %35)
  %.not21 = icmp eq i32 %36, 0
  br label %37

37:
  %.2 = phi i1 [ %.1, %30 ], [ false, %.critedge ], [ true, %32 ], [ %.not21, %34 ]
  ret i1 %.2
}

define internal zeroext i1 @run(ptr %0, ptr %1, i64 %2) nounwind {
  %4 = load i64, ptr @RoceQueuePair__requester, align 8
  %5 = call ptr @get(ptr %1, i64 %4)
  %6 = load i64, ptr @RoceQueuePair__notification_point, align 8
  %7 = call ptr @get(ptr %1, i64 %6)
  %8 = load ptr, ptr @the, align 8
  %9 = load i64, ptr @the_None, align 8
  %10 = getelementptr inbounds nuw ptr, ptr %8, i64 %9
  %11 = load ptr, ptr %10, align 8
  %12 = icmp eq ptr %5, %11
  br i1 %12, label %16, label %13

13:
  %14 = load i64, ptr @RoceRequester_deadline_ns, align 8
  %15 = call i64 @time_or_never(ptr %5, i64 %14)
  br label %16

16:
  %17 = phi i64 [ %15, %13 ], [ -1, %3 ]
  %18 = icmp sle i64 %17, -1
  %.not = icmp sgt i64 %17, %2
  %or.cond = select i1 %18, i1 true, i1 %.not
  br i1 %or.cond, label %27, label %19

19:
  %20 = call ptr @integer(i64 %2)
  %.not23 = icmp eq ptr %20, null
  br i1 %.not23, label %25, label %21

21:
  %22 = load i64, ptr @the_run, align 8
  %23 = call ptr @method_1(ptr %1, i64 %22, ptr nonnull %20)
  %24 = call zeroext i1 @done(ptr %23)
  br label %25

25:
  %26 = phi i1 [ false, %19 ], [ %24, %21 ]
  call void @Py_DecRef(ptr %20)
  %.0 = xor i1 %26, true
  %cond = icmp eq i1 %.0, false
  br i1 %cond, label %36, label %38

27:
  %28 = load ptr, ptr @the, align 8
  %29 = load i64, ptr @the_None, align 8
  %30 = getelementptr inbounds nuw ptr, ptr %28, i64 %29
  %31 = load ptr, ptr %30, align 8
  %.not22 = icmp eq ptr %7, %31
  br i1 %.not22, label %36, label %32

32:
  %33 = call zeroext i1 @interval_ends(ptr %7, i64 %2)
  br i1 %33, label %34, label %36

34:
  %35 = load i64, ptr @RoceQueuePair_cnp_due, align 8
  call void @put_bool(ptr %1, i64 %35, i1 zeroext true)
  br label %36

36:
  %37 = call zeroext i1 @look_at(ptr %0, ptr %1, i64 %2)
  br label %38

38:
  %.1 = phi i1 [ false, %25 ], [ %37, %36 ]
  ret i1 %.1
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

declare ptr @pop(ptr)

define internal zeroext i1 @holds(ptr %0, ptr %1) nounwind {
  %3 = call ptr @tuple_item(ptr %1, i64 1)
  %.not = icmp eq ptr %3, null
  br i1 %.not, label %6, label %4

4:
  %5 = call ptr @PyDict_GetItemWithError(ptr %0, ptr nonnull %3)
  br label %6

6:
  %7 = phi ptr [ %5, %4 ], [ null, %2 ]
  %.not7 = icmp eq ptr %7, null
  br i1 %.not7, label %13, label %8

8:
  %9 = call i64 @value_of(ptr nonnull %7)
  %10 = call ptr @tuple_item(ptr %1, i64 0)
  %11 = call i64 @value_of(ptr %10)
  %12 = icmp eq i64 %9, %11
  br label %13

13:
  %14 = phi i1 [ false, %6 ], [ %12, %8 ]
  ret i1 %14
}

declare i32 @PyDict_DelItem(ptr, ptr)

declare i64 @PyList_Size(ptr)

declare ptr @PyTuple_GetItem(ptr, i64)

declare zeroext i1 @interval_ends(ptr, i64)

define internal i32 @next_cnp(ptr %0, ptr %1) nounwind {
  br label %3

3:
  %.012 = phi i32 [ 1, %2 ], [ %.113, %20 ]
  %.011 = phi i32 [ undef, %2 ], [ %.1, %20 ]
  %4 = icmp eq i32 %.012, 1
  br i1 %4, label %5, label %.critedge

5:
  %6 = call zeroext i1 @has_frame(ptr %1)
  br i1 %6, label %.critedge, label %7

7:
  %8 = call i64 @size_of(ptr %0)
  %9 = icmp sgt i64 %8, 0
  br i1 %9, label %10, label %.critedge

10:
  %11 = load i64, ptr @RoceQueuePair_cnp_queued, align 8
  %12 = call ptr @take_first(ptr %0, i64 %11)
  %.not = icmp eq ptr %12, null
  br i1 %.not, label %20, label %13

13:
  %14 = load i64, ptr @RoceQueuePair_cnp_due, align 8
  %15 = call zeroext i1 @is_true(ptr nonnull %12, i64 %14)
  br i1 %15, label %16, label %19

16:
  %17 = load i64, ptr @the_next_cnp, align 8
  %18 = call i32 @made_by_python(ptr nonnull %12, i64 %17, ptr null, ptr %1)
  br label %19

19:
  %.214 = phi i32 [ %18, %16 ], [ %.012, %13 ]
  call void @Py_DecRef(ptr nonnull %12)
  br label %20

20:
  %.113 = phi i32 [ %.214, %19 ], [ %.012, %10 ]
  %.1 = phi i32 [ %.011, %19 ], [ 2, %10 ]
  %cond = icmp eq i1 %.not, false
  br i1 %cond, label %3, label %.critedge

.critedge:
  %.2 = phi i32 [ %.1, %20 ], [ %.012, %5 ], [ %.012, %3 ], [ %.012, %7 ]
  ret i32 %.2
}

define internal i32 @next_answer(ptr %0, ptr %1) nounwind {
  br label %3

3:
  %.015 = phi i32 [ 1, %2 ], [ %.116, %22 ]
  %.014 = phi i32 [ undef, %2 ], [ %.1, %22 ]
  %4 = icmp eq i32 %.015, 1
  br i1 %4, label %5, label %.critedge

5:
  %6 = call zeroext i1 @has_frame(ptr %1)
  br i1 %6, label %.critedge, label %7

7:
  %8 = call i64 @size_of(ptr %0)
  %9 = icmp sgt i64 %8, 0
  br i1 %9, label %10, label %.critedge

10:
  %11 = load i64, ptr @RoceQueuePair_answer_queued, align 8
  %12 = call ptr @take_first(ptr %0, i64 %11)
  %.not = icmp eq ptr %12, null
  br i1 %.not, label %22, label %13

13:
  %14 = call zeroext i1 @has_acknowledgement(ptr nonnull %12)
  br i1 %14, label %15, label %21

15:
  %16 = call i32 @send_acknowledgement(ptr nonnull %12, ptr %1)
  %17 = icmp eq i32 %16, 0
  br i1 %17, label %18, label %21

18:
  %19 = load i64, ptr @the_next_answer, align 8
  %20 = call i32 @made_by_python(ptr nonnull %12, i64 %19, ptr null, ptr %1)
  br label %21

21:
  %.217 = phi i32 [ %.015, %13 ], [ %20, %18 ], [ %16, %15 ]
  call void @Py_DecRef(ptr nonnull %12)
  br label %22

22:
  %.116 = phi i32 [ %.217, %21 ], [ %.015, %10 ]
  %.1 = phi i32 [ %.014, %21 ], [ 2, %10 ]
  %cond = icmp eq i1 %.not, false
  br i1 %cond, label %3, label %.critedge

.critedge:
  %.2 = phi i32 [ %.1, %22 ], [ %.015, %5 ], [ %.015, %3 ], [ %.015, %7 ]
  ret i32 %.2
}

define internal i32 @next_data(ptr %0, ptr %1, i64 %2, ptr %3) nounwind {
  %5 = call i64 @size_of(ptr %1)
  br label %6

6:
  %.018 = phi i32 [ 1, %4 ], [ %.220, %17 ]
  %.017 = phi i64 [ %5, %4 ], [ %18, %17 ]
  %.0 = phi i32 [ undef, %4 ], [ %.2, %17 ]
  %7 = icmp eq i32 %.018, 1
  br i1 %7, label %8, label %.critedge

8:
  %9 = call zeroext i1 @has_frame(ptr %3)
  %10 = icmp sgt i64 %.017, 0
  %spec.select = select i1 %9, i1 false, i1 %10
  br i1 %spec.select, label %11, label %.critedge

11:
  %12 = load i64, ptr @RoceQueuePair_data_queued, align 8
  %13 = call ptr @take_first(ptr %1, i64 %12)
  %.not = icmp eq ptr %13, null
  br i1 %.not, label %16, label %14

14:
  %15 = call i32 @turn(ptr %0, ptr nonnull %13, i64 %2, ptr %3)
  call void @Py_DecRef(ptr nonnull %13)
  br label %16

16:
  %.220 = phi i32 [ %15, %14 ], [ %.018, %11 ]
  %.116 = phi i32 [ 0, %14 ], [ 1, %11 ]
  %.2 = phi i32 [ %.0, %14 ], [ 2, %11 ]
  %trunc = trunc nuw i32 %.116 to i1
  %cond21 = icmp eq i1 %trunc, false
  br i1 %cond21, label %17, label %.critedge

17:
  %18 = add i64 %.017, -1
  br label %6

.critedge:
  %.119 = phi i32 [ %.220, %16 ], [ %.018, %8 ], [ %.018, %6 ]
  %.015 = phi i32 [ %.116, %16 ], [ 2, %8 ], [ 2, %6 ]
  %.1 = phi i32 [ %.2, %16 ], [ %.0, %8 ], [ %.0, %6 ]
  %cond = icmp eq i32 %.015, 2
  %spec.select22 = select i1 %cond, i32 %.119, i32 %.1
  ret i32 %spec.select22
}

define internal i64 @size_of(ptr %0) alwaysinline nounwind {
  %2 = load i64, ptr @the_deque, align 8
  %3 = call zeroext i1 @is_a(ptr %0, i64 %2)
  br i1 %3, label %7, label %4

4:
  %5 = load i64, ptr @the_dict, align 8
  %6 = call zeroext i1 @is_a(ptr %0, i64 %5)
  br i1 %6, label %7, label %9

7:
  %8 = call i64 @word_of(ptr %0, i64 2)
  br label %11

9:
  %10 = call i64 @PyObject_Size(ptr %0)
  br label %11

11:
  %12 = phi i64 [ %8, %7 ], [ %10, %9 ]
  ret i64 %12
}

define internal ptr @take_first(ptr %0, i64 %1) nounwind {
  %3 = call ptr @pop_first(ptr %0)
  %.not = icmp eq ptr %3, null
  br i1 %.not, label %5, label %4

4:
  call void @put_bool(ptr nonnull %3, i64 %1, i1 zeroext false)
  br label %5

5:
  ret ptr %3
}

define internal i32 @made_by_python(ptr %0, i64 %1, ptr %2, ptr %3) nounwind {
  %.not = icmp eq ptr %2, null
  br i1 %.not, label %7, label %5

5:
  %6 = call ptr @method_1(ptr %0, i64 %1, ptr nonnull %2)
  br label %9

7:
  %8 = call ptr @method(ptr %0, i64 %1)
  br label %9

9:
  %10 = phi ptr [ %6, %5 ], [ %8, %7 ]
  %11 = getelementptr inbounds nuw i8, ptr %3, i64 24
  store ptr %10, ptr %11, align 8
  %.not7 = icmp eq ptr %10, null
  %12 = select i1 %.not7, i32 2, i32 1
  ret i32 %12
}

declare i64 @PyObject_Size(ptr)

define internal ptr @pop_first(ptr %0) nounwind {
  %2 = alloca [2 x ptr], align 16
  store ptr null, ptr %2, align 8
  %3 = getelementptr inbounds nuw i8, ptr %2, i64 8
  store ptr %0, ptr %3, align 8
  %4 = load i64, ptr @the_deque, align 8
  %5 = call zeroext i1 @is_a(ptr %0, i64 %4)
  br i1 %5, label %9, label %6

6:
  %7 = load i64, ptr @the_popleft, align 8
  %8 = call ptr @method(ptr %0, i64 %7)
  br label %16

9:
  %10 = load ptr, ptr @the, align 8
  %11 = load i64, ptr @the_deque_popleft, align 8
  %12 = getelementptr inbounds nuw ptr, ptr %10, i64 %11
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %15 = call ptr @PyObject_Vectorcall(ptr %13, ptr nonnull %14, i64 -9223372036854775807, ptr null)
  br label %16

16:
  %.0 = phi ptr [ %15, %9 ], [ %8, %6 ]
  ret ptr %.0
}

define internal ptr @method(ptr %0, i64 %1) nounwind {
  %3 = alloca [2 x ptr], align 16
  store ptr null, ptr %3, align 8
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 8
  store ptr %0, ptr %4, align 8
  %5 = load ptr, ptr @the, align 8
  %6 = getelementptr inbounds nuw ptr, ptr %5, i64 %1
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %9 = call ptr @PyObject_VectorcallMethod(ptr %7, ptr nonnull %8, i64 -9223372036854775807, ptr null)
  ret ptr %9
}

declare i32 @send_acknowledgement(ptr, ptr)

define internal i32 @turn(ptr %0, ptr %1, i64 %2, ptr %3) nounwind {
  %5 = call i64 @data_ns(ptr %1)
  %6 = icmp sle i64 %5, -1
  %.not = icmp sgt i64 %5, %2
  %or.cond = select i1 %6, i1 true, i1 %.not
  br i1 %or.cond, label %9, label %7

7:
  %8 = call i32 @send_packet(ptr %1, i64 %2, ptr %3)
  br label %9

9:
  %10 = phi i32 [ %8, %7 ], [ 1, %4 ]
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %12, label %19

12:
  %13 = call ptr @integer(i64 %2)
  %.not18 = icmp eq ptr %13, null
  br i1 %.not18, label %17, label %14

14:
  %15 = load i64, ptr @the_next_data, align 8
  %16 = call i32 @made_by_python(ptr %1, i64 %15, ptr nonnull %13, ptr %3)
  br label %17

17:
  %18 = phi i32 [ %16, %14 ], [ 2, %12 ]
  call void @Py_DecRef(ptr %13)
  br label %19

19:
  %.0 = phi i32 [ %18, %17 ], [ %10, %9 ]
  %20 = icmp eq i32 %.0, 1
  br i1 %20, label %21, label %23

21:
  %22 = call zeroext i1 @look_at_data(ptr %0, ptr %1, i64 %2)
  br i1 %22, label %23, label %24

23:
  br label %24

24:
  %25 = phi i32 [ %.0, %23 ], [ 2, %21 ]
  ret i32 %25
}

declare i32 @send_packet(ptr, i64, ptr)

define internal zeroext i1 @earliest_due(ptr %0, ptr %1) nounwind {
  %3 = load i64, ptr @RoceScheduler__heap, align 8
  %4 = call ptr @get(ptr %0, i64 %3)
  %5 = load i64, ptr @RoceScheduler__armed, align 8
  %6 = call ptr @get(ptr %0, i64 %5)
  store i64 -1, ptr %1, align 8
  br label %7

7:
  %8 = call i64 @list_size(ptr %4)
  %9 = icmp sgt i64 %8, 0
  br i1 %9, label %10, label %22

10:
  %11 = call ptr @list_item(ptr %4, i64 0)
  %12 = call zeroext i1 @holds(ptr %6, ptr %11)
  br i1 %12, label %13, label %17

13:
  %14 = call ptr @list_item(ptr %4, i64 0)
  %15 = call ptr @tuple_item(ptr %14, i64 0)
  %16 = call i64 @value_of(ptr %15)
  store i64 %16, ptr %1, align 8
  br label %22

17:
  %18 = call ptr @PyErr_Occurred()
  %.not = icmp eq ptr %18, null
  br i1 %.not, label %19, label %24

19:
  %20 = call ptr @pop(ptr %4)
  %21 = call zeroext i1 @done(ptr %20)
  br i1 %21, label %7, label %24

22:
  %23 = call ptr @PyErr_Occurred()
  %.not10 = icmp eq ptr %23, null
  br label %24

24:
  %.0 = phi i1 [ %.not10, %22 ], [ false, %19 ], [ false, %17 ]
  ret i1 %.0
}

define internal i64 @next_end(ptr %0, i64 %1) nounwind {
  %3 = load i64, ptr @RocePauses__until_ns, align 8
  %4 = call ptr @get(ptr %0, i64 %3)
  br label %5

5:
  %.016 = phi i64 [ 0, %2 ], [ %22, %21 ]
  %.0 = phi i64 [ -1, %2 ], [ %.1, %21 ]
  %6 = call i64 @list_size(ptr %4)
  %7 = icmp slt i64 %.016, %6
  br i1 %7, label %8, label %23

8:
  %9 = call ptr @list_item(ptr %4, i64 %.016)
  br label %10

10:
  %.015 = phi i64 [ 0, %8 ], [ %20, %19 ]
  %.1 = phi i64 [ %.0, %8 ], [ %.2, %19 ]
  %11 = call i64 @list_size(ptr %9)
  %12 = icmp slt i64 %.015, %11
  br i1 %12, label %13, label %21

13:
  %14 = call ptr @list_item(ptr %9, i64 %.015)
  %15 = call i64 @value_of(ptr %14)
  %16 = icmp sgt i64 %15, %1
  br i1 %16, label %17, label %19

17:
  %18 = call i64 @earlier(i64 %.1, i64 %15)
  br label %19

19:
  %.2 = phi i64 [ %18, %17 ], [ %.1, %13 ]
  %20 = add i64 %.015, 1
  br label %10

21:
  %22 = add i64 %.016, 1
  br label %5

23:
  ret i64 %.0
}
