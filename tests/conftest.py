# SPDX-License-Identifier: Apache-2.0
"""The session of all tests, those of `p4soft/` among them: what it needs, and its order."""

from pathlib import Path

import pytest
from browser_kit import browser  # noqa: F401 - a fixture for all
from session_kit import freeze_collected, hangups_end_programs, longest_first, prepare  # noqa: F401 - a fixture for all

ROOT = Path(__file__).resolve().parents[1]
LONGEST = (
    "tests/house/test_types.py",
    "tests/docs/test_commands.py",
    "tests/ptf_tests/test_conformance.py",
    "tests/labs/test_live_lab.py",
    "tests/labs/grading/test_lab_answers.py",
    "tests/labs/test_live_endings.py",
    "tests/labs/test_live_commands.py",
    "tests/mrc_fabric/test_surroundings.py",
    "p4soft/tests/switch/native/test_native_language.py",
    "tests/ptf_tests/dut/external/test_ended_runs.py",
    "tests/mrc_fabric/test_installed.py",
    "tests/ptf_tests/mutants/test_mutants.py",
    "p4soft/tests/fidelity/test_mutated_frames.py",
    "tests/docs/wireshark/test_dissected_captures.py",
    "tests/docs/wireshark/test_dissected_mutations.py",
    "tests/bad_input/test_bad_endings.py",
    "tests/ptf_tests/dut/external/test_external.py",
    "tests/tools/test_site.py",
    "tests/fabric/live/scenarios/test_live_run.py",
    "tests/tools/bench/test_fleets.py",
    "tests/labs/test_live_page.py",
    "tests/ptf_tests/nic/test_nic_suite.py",
    "tests/p4src/test_fuzz.py",
    "tests/fabric/test_ev_modes.py",
    "tests/host_stack/native/test_native_nics.py",
    "tests/tools/test_package_groups.py",
    "tests/fabric/experiments/test_sabotage.py",
    "tests/fabric/live/test_stand_in.py",
    "tests/labs/test_live_unix.py",
    "tests/labs/test_live_deaths.py",
    "tests/labs/grading/test_grading_command.py",
    "tests/fabric/report/test_collectives_shown.py",
    "tests/labs/test_live_own.py",
    "tests/ptf_tests/run/test_kept_traces.py",
    "tests/tools/test_sanitized.py",
    "tests/fabric/experiments/test_experiment_runs.py",
    "p4soft/tests/switch/native/test_bounds_checks.py",
    "tests/labs/grading/test_class.py",
)
"""Modules that take 10 to 100 s: begun first, so that at the end no worker is busy alone while the others wait."""

prepare(ROOT / "out")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    longest_first(items, ROOT, LONGEST)


def pytest_collection_finish():
    freeze_collected()
