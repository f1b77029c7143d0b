# SPDX-License-Identifier: Apache-2.0
"""The order of the tests; signals and programs as an administrator has them; bytecode for processes they start."""

import os
import signal
import sys
from pathlib import Path

import pytest

from targets.process import environment

os.environ["PATH"] = environment()["PATH"]  # `ip` and `tc` where the project finds them, whoever starts the tests

# A shell that runs the tests in the background ignores SIGINT for them, and the programs that tests start would inherit
# that: the tests that interrupt them would wait in vain.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Tests start hundreds of Python processes. Where those may write no bytecode beside the sources, as in many containers,
# each would compile the project anew, longer than most of them take for their work: they share bytecode below out/.
if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
    os.environ.setdefault("PYTHONPYCACHEPREFIX", str(Path(__file__).resolve().parents[1] / "out" / "bytecode"))
    sys.pycache_prefix, sys.dont_write_bytecode = os.environ["PYTHONPYCACHEPREFIX"], False

LONGEST = (
    "docs/test_commands.py",
    "labs/test_live_lab.py",
    "labs/grading/test_lab_answers.py",
    "labs/test_live_endings.py",
    "ptf_tests/conformance/test_conformance.py",
    "labs/test_live_commands.py",
    "labs/test_live_own.py",
    "tools/fidelity/mutation/test_mutated_frames.py",
    "docs/wireshark/test_dissected_captures.py",
    "docs/wireshark/test_dissected_mutations.py",
    "labs/test_live_deaths.py",
    "labs/test_live_page.py",
    "ptf_tests/run/test_kept_traces.py",
    "ptf_tests/mutants/test_mutants.py",
    "ptf_tests/dut/external/test_external.py",
    "experiments/test_experiments.py",
    "softswitch/native/test_bounds_checks.py",
    "softswitch/native/test_native_language.py",
    "softswitch/program/test_json_fuzz.py",
    "labs/test_live_unix.py",
    "fabric/live/scenarios/test_live_run.py",
)
"""Modules that take 10 to 100 s: begun first, so that at the end no worker is busy alone while the others wait."""


@pytest.fixture
def hangups_end_programs():
    """SIGHUP ends this test and the programs that it starts, below nohup too; other tests survive the terminal."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


def pytest_collection_modifyitems(items):
    """The longest first; all others as they were."""
    here = Path(__file__).parent
    ranks = {here / module: rank for rank, module in enumerate(LONGEST)}
    items.sort(key=lambda item: ranks.get(item.path, len(ranks)))
