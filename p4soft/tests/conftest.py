# SPDX-License-Identifier: Apache-2.0
"""The session of p4soft's own tests."""

from pathlib import Path

from session_kit import freeze_collected, hangups_end_programs, longest_first, prepare  # noqa: F401 - a fixture for all

HERE = Path(__file__).parent
LONGEST = (
    "switch/native/test_native_language.py",
    "fidelity/test_mutated_frames.py",
    "switch/native/test_bounds_checks.py",
)
"""Modules that take 10 s and more: begun first, so that at the end no worker is busy alone while the others wait."""

prepare(HERE.parent / "out")


def pytest_collection_modifyitems(items):
    longest_first(items, HERE, LONGEST)


def pytest_collection_finish():
    freeze_collected()
