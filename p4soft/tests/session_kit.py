# SPDX-License-Identifier: Apache-2.0
"""What a session of tests needs before the first: signals and programs as an administrator has them; the order."""

import gc
import os
import signal
import sys
from pathlib import Path

import pytest

from p4soft.targets.process import environment

SOURCES = Path(__file__).resolve().parents[1] / "src"


def prepare(out: Path) -> None:
    """Once for each process that runs tests; bytecode that cannot lie beside the sources goes below `out`."""
    # Programs that tests start find p4soft where the tests do, in a folder that nobody has installed, too.
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(SOURCES), os.environ.get("PYTHONPATH")]))
    os.environ["PATH"] = environment()["PATH"]  # `ip` and `tc` where the project finds them, whoever starts the tests

    # A shell that runs the tests in the background ignores SIGINT for them, and the programs that tests start would
    # inherit that: the tests that interrupt them would wait in vain.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)

    # Tests start hundreds of Python processes. Where those may write no bytecode beside the sources, as in many
    # containers, each would compile the project anew, longer than most of them take for their work: they share it.
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        os.environ.setdefault("PYTHONPYCACHEPREFIX", str(out / "bytecode"))
        sys.pycache_prefix, sys.dont_write_bytecode = os.environ["PYTHONPYCACHEPREFIX"], False


@pytest.fixture
def hangups_end_programs():
    """SIGHUP ends this test and the programs that it starts, below nohup too; other tests survive the terminal."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


def longest_first(items, here: Path, longest) -> None:
    """The modules of `longest`, relative to `here`, in that order; all others as they were, behind them."""
    ranks = {here / module: rank for rank, module in enumerate(longest)}
    items.sort(key=lambda item: ranks.get(item.path, len(ranks)))


def freeze_collected() -> None:
    """What collection made lives to the end: the garbage collector need not look through it in every test."""
    gc.collect()
    gc.freeze()
