# SPDX-License-Identifier: Apache-2.0
"""One thread gives up all that is late."""

import os
import threading

from p4soft.p4runtime_client.deadlines import Deadlines


def test_deadlines_end_what_is_late_and_nothing_else():
    deadlines, done = Deadlines(), threading.Event()
    with deadlines.within(60, done.set):
        for _ in range(2):  # the second time the thread is asleep, and is told
            with deadlines.within(0.3, done.set):
                pass
            late = threading.Event()
            with deadlines.within(0.4, late.set):
                assert late.wait(10)
    assert not done.is_set()


def test_a_wait_that_cannot_be_given_up_hinders_no_other():
    deadlines, late = Deadlines(), threading.Event()

    def broken():
        raise OSError("it is gone")

    with deadlines.within(0.1, broken), deadlines.within(0.2, late.set):
        assert late.wait(10)
    after = threading.Event()
    with deadlines.within(0.1, after.set):
        assert after.wait(10)


def test_deadlines_work_in_a_process_that_was_forked():
    deadlines = Deadlines()
    with deadlines.within(60, threading.Event().set):
        child = os.fork()
        if not child:
            late = threading.Event()
            with deadlines.within(0.1, late.set):
                os._exit(0 if late.wait(10) else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
