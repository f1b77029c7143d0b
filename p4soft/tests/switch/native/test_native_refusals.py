# SPDX-License-Identifier: Apache-2.0
"""What native code does not run, one test for each line of the list in docs/bmv2-fidelity.md; `auto` says so and runs.

A program that native code refuses runs in Python under `auto`, with the reason; `native` refuses it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from program_kit import Builder, assign, bytes_program, call, const, extract, field, op, std

from p4soft.switch import ProgramError, SimpleSwitch, load_program

A, C = field("meta", "a"), field("meta", "c")
LIST = Path(__file__).parents[3] / "docs" / "bmv2-fidelity.md"


def wide():
    return bytes_program().run("in", assign(A, op(">>", op("<<", C, A), const(3))), start=True)


def large():
    return Builder({f"f{i}": 65536 for i in range(160)}).state("start")


def leaves_parser():
    return Builder().state("start", {"op": "primitive", "parameters": [call("exit")]})


def many_sets():
    b = Builder().header("h", [["kind", 8, False]])
    sets = [{"name": f"s{i}", "id": i, "compressed_bitwidth": 8} for i in range(300)]
    b.json["parse_vsets"] = sets
    to = {s["name"]: None for s in sets}
    return b.state("start", extract("h"), key=[field("h", "kind")], to=to)


def varbit(before=8, most=5):
    """Header `v`: fixed bits, then up to 32 variable ones; header `w`: up to 16."""
    b = Builder({"a": 32})
    b.header("v", [["f", before, False], ["var", "*"], ["g", 16 - before, False]], max_length=most + 1)
    b.header("w", [["f", 8, False], ["var", "*"]], max_length=3)
    return b


def extracting(b, name="v"):
    target = {"type": "regular", "value": name}
    length = {"type": "expression", "value": const(8)}
    return b.state("start", {"op": "extract_VL", "parameters": [target, length]})


def number_to_varbit():
    return extracting(varbit()).run("in", assign(field("v", "var"), const(1)), start=True)


def varbit_to_number():
    return extracting(varbit()).run("in", call("assign_VL", field("meta", "a"), field("v", "var")), start=True)


def varbit_to_shorter():
    return extracting(varbit()).run("in", call("assign_VL", field("w", "var"), field("v", "var")), start=True)


def varbit_between_bytes():
    return extracting(varbit(before=4))


CASES = {
    "an intermediate value may take": wide,
    "a packet's headers and metadata take": large,
    "an exit statement in a parser": leaves_parser,
    "a parse state selects among more than": many_sets,
    "a number is assigned to a variable-length field": number_to_varbit,
    "a variable-length field is assigned to or from one that is not": varbit_to_number,
    "a variable-length field is assigned to a shorter one": varbit_to_shorter,
    "does not start on a byte": varbit_between_bytes,
}


@pytest.mark.parametrize("reason", CASES)
def test_auto_says_why_and_runs_python(reason):
    program = load_program(CASES[reason]().json)
    switch = SimpleSwitch(engine="auto")
    switch.load(program)
    assert switch.engine == "python"
    assert reason in switch.engine_reason and "\n" not in switch.engine_reason


@pytest.mark.parametrize("reason", CASES)
def test_native_refuses(reason):
    switch = SimpleSwitch(engine="native")
    with pytest.raises(ProgramError, match=f"cannot run natively: .*{re.escape(reason)}"):
        switch.load(load_program(CASES[reason]().json))
    assert switch.program is None


def test_a_drop_port_that_egress_spec_cannot_hold():
    switch = SimpleSwitch(engine="auto", drop_port=600)
    switch.load(load_program(bytes_program().run("in", assign(std("egress_spec"), const(1)), start=True).json))
    assert switch.engine == "python"
    assert switch.engine_reason == "drop port 600 does not fit egress_spec; accepted: 0..511"


def test_without_llvmlite(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "p4soft.switch.native.switch", None)
    program = load_program(bytes_program().json)
    switch = SimpleSwitch(engine="auto")
    switch.load(program)
    assert switch.engine == "python" and "llvmlite cannot be imported" in switch.engine_reason
    with pytest.raises(ProgramError, match="llvmlite cannot be imported"):
        SimpleSwitch(engine="native").load(program)


OTHERS = (
    "drop port",
    "llvmlite cannot be imported",
    # of test_llvm_process.py:
    "LLVM does not get through it",
    "no process can be started for LLVM",
    "internal error (a report is welcome)",
)
"""Reasons that are no matter of the program alone."""


def test_the_documentation_has_every_reason_and_a_test_for_each_line():
    section = LIST.read_text().split("The log gives the reason:")[1].split("\n\n")[0]
    told = re.findall('"(.*?)"', " ".join(section.split()))
    tested = [*CASES, *OTHERS]
    assert not [reason for reason in tested if not any(reason in line for line in told)]
    assert not [line for line in told if not any(reason in line for reason in tested)]
