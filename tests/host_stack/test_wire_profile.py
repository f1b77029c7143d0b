# SPDX-License-Identifier: Apache-2.0
"""docs/wire-profile.md tells the truth: every option is in it, and the numbers it gives are the defaults."""

import re
from dataclasses import fields
from enum import Enum
from pathlib import Path

import pytest

import host_stack
from host_stack import DscpRoles, EvProfile, RtsAttributes, TransportOptions, WireOptions
from host_stack.config import PortOptions

PAGE = (Path(host_stack.__file__).parents[1] / "docs" / "wire-profile.md").read_text(encoding="utf-8")
ROWS = [line.split(" | ") for line in PAGE.splitlines() if line.startswith("| ") and line.count(" | ") >= 3]


@pytest.mark.parametrize("options", [WireOptions, TransportOptions, PortOptions])
def test_every_option_is_on_the_page(options):
    # These need no choice: they are the same in every source, or the page gives them another way.
    obvious = {"pkey", "path_mtu", "dscp"}
    for field in fields(options):
        assert field.name in obvious or f"`{field.name}`" in PAGE, field.name


def test_values_of_options_on_the_page_are_accepted_ones():
    for options in (WireOptions(),):
        for field in fields(options):
            value = getattr(options, field.name)
            if isinstance(value, Enum):
                row = next(row for row in ROWS if f"`{field.name}`" in row[2])
                stated = re.findall(r"`(\w+)`", row[2].partition(f"`{field.name}` = ")[2])
                assert set(stated) == {str(member.value) for member in type(value)}, field.name


def test_numbers_on_the_page_are_the_defaults():
    transport, rts, dscp = TransportOptions(), RtsAttributes(), DscpRoles()
    assert f"more than {transport.sack_threshold_bytes} bytes" in PAGE
    assert f"sent {transport.reorder_ns // 1000} us later" in PAGE
    assert f"after {transport.tail_probe_ns // 1000} us, again every {transport.tail_probe_ns // 2000} us" in PAGE
    assert f"2^{rts.ack_timeout} = {rts.timeout_ns(0) // 1000} us; {rts.linear_retries} linear, then" in PAGE
    assert f"then {rts.exponential_retries} exponential" in PAGE
    assert f"{transport.ev_probe_successes} probes in a row answered" in PAGE
    assert f"one every {transport.ev_probe_interval_ns // 1000} us" in PAGE
    assert f"one every {transport.reverse_probe_interval_ns // 1000} us while" in PAGE
    for name in DscpRoles.__slots__:
        assert f"{name.upper()} {getattr(dscp, name)}" in PAGE
    assert f"{rts.max_immediates}; the requestor holds back" in PAGE
    assert EvProfile.__dataclass_fields__["min_active"].default is None
