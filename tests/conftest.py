# SPDX-License-Identifier: Apache-2.0
"""Signals as at a terminal, however the tests were started."""

import signal

# A shell that runs the tests in the background ignores SIGINT for them, and the programs that tests start would inherit
# that: the tests that interrupt them would wait in vain.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
