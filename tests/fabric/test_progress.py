# SPDX-License-Identifier: Apache-2.0
"""Progress for logs and for terminals."""

from __future__ import annotations

import io

from fabric_kit import emulate
from rich.console import Console

from fabric.progress import Lines, Screen


def test_lines_tell_tenths_and_faults(scenario_file):
    stream = io.StringIO()
    emulate(scenario_file(), progress=Lines(Console(file=stream, width=120)))
    lines = stream.getvalue().splitlines()
    assert any("switch p0-t1-0 stop" in line for line in lines)
    assert "100 %" in lines[-1]


def test_the_screen_draws(scenario_file):
    stream = io.StringIO()
    emulate(scenario_file(), progress=Screen(Console(file=stream, width=120, force_terminal=True)))
    assert "of the fabric's time" in stream.getvalue()
