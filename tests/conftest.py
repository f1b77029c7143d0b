# SPDX-License-Identifier: Apache-2.0
"""Signals as at a terminal, however the tests were started; and no test that waits for ever."""

import signal

import pytest

LONGEST_TEST_S = 3600
"""A net below every test's own deadlines: a test that hangs all the same fails, with the place where it hung."""

# A shell that runs the tests in the background ignores SIGINT for them, and the programs that tests start would inherit
# that: the tests that interrupt them would wait in vain.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    def hangs(_number, _frame):
        raise TimeoutError(f"{item.nodeid} did not end within {LONGEST_TEST_S} s")

    before = signal.signal(signal.SIGALRM, hangs)
    signal.alarm(LONGEST_TEST_S)
    try:
        return (yield)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
