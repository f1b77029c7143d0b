# SPDX-License-Identifier: Apache-2.0
"""Signals as at a terminal, however the tests were started, and bytecode for the processes that they start."""

import os
import signal
import sys
from pathlib import Path

# A shell that runs the tests in the background ignores SIGINT for them, and the programs that tests start would inherit
# that: the tests that interrupt them would wait in vain.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Tests start hundreds of Python processes. Where those may write no bytecode beside the sources, as in many containers,
# each would compile the project anew, longer than most of them take for their work: they share bytecode below out/.
if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
    os.environ.setdefault("PYTHONPYCACHEPREFIX", str(Path(__file__).resolve().parents[1] / "out" / "bytecode"))
    sys.pycache_prefix, sys.dont_write_bytecode = os.environ["PYTHONPYCACHEPREFIX"], False
