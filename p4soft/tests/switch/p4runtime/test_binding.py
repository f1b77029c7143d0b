# SPDX-License-Identifier: Apache-2.0
"""The compiled fixture belongs to its source, and our compiler's output of it serves P4Runtime as p4c's does."""

from __future__ import annotations

from p4runtime_kit import PROGRAMS

from p4soft.compiler import compile_file
from p4soft.switch import load_program
from p4soft.switch.p4runtime.pipeline import bind


def test_our_compiler_writes_the_same_p4info_and_a_json_that_fits_it(config):
    result = compile_file(PROGRAMS / "everything.p4")
    assert result.p4info == config.p4info
    ours = bind(config.p4info, load_program(result.json))
    theirs = bind(config.p4info, load_program(config.p4_device_config.decode()))
    assert ours.tables == theirs.tables
    assert ours.absent == theirs.absent == {}
