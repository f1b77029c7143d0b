# SPDX-License-Identifier: Apache-2.0
"""docs/nic.md: its programs run, its first one is short, and its tables have every parameter with its default."""

import contextlib
import dataclasses
import io
import re
from enum import Enum, Flag
from pathlib import Path

import pytest

from host_stack.config import NicConfig, PortConfig, PortOptions
from host_stack.paths.ev import EvState
from host_stack.paths.ev_profile import EvProfile
from host_stack.transport.congestion.profile import CcProfile
from host_stack.transport.connection import (
    InitAttributes,
    QpCapacity,
    QpHint,
    RtrAttributes,
    RtsAttributes,
    TransportOptions,
)
from host_stack.transport.windows import ReceiveLimits
from host_stack.verbs import WC_STATUS
from host_stack.wire.options import DscpRoles, EvMode, WireOptions

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "nic.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
CONFIGURATION = (NicConfig, PortConfig, PortOptions, ReceiveLimits, WireOptions, DscpRoles, TransportOptions)
ATTRIBUTES = (QpCapacity, InitAttributes, QpHint, RtrAttributes, RtsAttributes, EvProfile, CcProfile)


def test_the_programs_run_in_order(tmp_path, monkeypatch):
    """In a folder of their own, with the checkout's topologies in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "topologies").symlink_to(ROOT / "topologies")
    (tmp_path / "out").mkdir()
    names = {}
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        for number, block in enumerate(BLOCKS):
            exec(compile(block, f"docs/nic.md, program {number + 1}", "exec"), names)
    assert len(BLOCKS) == 11
    assert re.search(r"^success after \d+\.\d us: 1[4-9]\d\.\d Gb/s$", printed.getvalue(), re.MULTILINE)
    assert (tmp_path / "out" / "journal.pcapng").stat().st_size > 1000


def test_the_first_program_is_one_that_a_person_types():
    assert len([line for line in BLOCKS[0].splitlines() if line.strip()]) <= 30
    assert max(map(len, BLOCKS[0].splitlines())) <= 120


def table(kind):
    """Rows of a dataclass, up to the next one: name -> (unit, default, what, source)."""
    section = re.split(r"\n\| \*\*|\n\n", PAGE.split(f"\n| **{kind.__name__}** |")[1])[0]
    rows = [[cell.strip(" `") for cell in line.split("|")[1:-1]] for line in section.splitlines() if "| `" in line]
    return {name: row for name, *row in rows}


def stated(value):
    """How the page writes a default, or None if any words will do."""
    if isinstance(value, Flag):
        return value.name
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | str):
        return str(value)
    return None


@pytest.mark.parametrize("kind", (*CONFIGURATION, *ATTRIBUTES), ids=lambda kind: kind.__name__)
def test_every_parameter_is_on_the_page_with_its_default(kind):
    rows = table(kind)
    fields = {field.name: field for field in dataclasses.fields(kind)}
    assert list(rows) == list(fields), "docs/nic.md needs a row for each field, in order: unit, default, what, source"
    for name, (_, default, what, source) in rows.items():
        assert what, name
        assert source, name
        field = fields[name]
        if field.default is not dataclasses.MISSING:
            expected = stated(field.default)
            assert expected is None or default == expected, name
        elif field.default_factory is dataclasses.MISSING:
            assert default == "required", name
        else:
            assert default == "defaults", name


def test_defaults_in_words():
    assert table(WireOptions)["udp_ports_accepted"][1] == ", ".join(map(str, sorted(WireOptions().udp_ports_accepted)))
    assert NicConfig.__dataclass_fields__["ev_event_mask"].default == frozenset(EvState)
    assert RtsAttributes().timeout_ns(0) == 131_072
    profile = {field.name: field.default for field in dataclasses.fields(EvProfile)}
    assert (profile["planes"], profile["paths"], profile["min_active"], profile["denied"]) == (
        None,
        None,
        None,
        frozenset(),
    )


def test_modes_and_statuses_are_all_there():
    for mode in EvMode:
        assert f"\n| `{mode.value}` | " in PAGE
    section = PAGE.split("A completion's status, ")[1].split("\n## ")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \| `(\w+)` \|", section, re.MULTILINE))
    assert rows == {status.value: name.name for status, name in WC_STATUS.items()}
