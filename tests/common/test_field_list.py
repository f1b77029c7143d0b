# SPDX-License-Identifier: Apache-2.0
"""Fields of files, listed: what is written in a file, its default as a file has it, and what is accepted."""

import subprocess
import sys
from typing import Annotated

import pytest
from pydantic import BaseModel, BeforeValidator, Field

from common.documents import DocumentError, listing
from common.quantities import parse_size, parse_time, with_unit, written_time
from fabric.custom.reading import NetworkSpec
from fabric.scenario import ScenarioSpec
from topologies.schema import TopologySpec


class Below(BaseModel):
    """What is below. And more of it."""

    wait: Annotated[int, BeforeValidator(with_unit(parse_time))] = Field(1_500_000, description="a time")
    room: Annotated[int, BeforeValidator(parse_size)] = Field(4096, description="a size")


class Top(BaseModel):
    source: str = Field(alias="from", description="a name")
    on: bool = Field(False, description="true or false")
    left_out: int | None = Field(None, description="a number; leave out for none")
    below: list[Below] = Field(default_factory=list, description="a list")
    named: dict[str, Below] = Field(default_factory=dict, description="a map")


def test_each_field_has_its_written_name_default_and_words():
    assert listing(Top, (), 80).splitlines() == [
        "at the top: its fields",
        "  from (required): a name",
        "  on = false: true or false",
        "  left_out: a number; leave out for none",
        "  below: a list",
        "  named: a map",
        "below[]: What is below. And more of it",
        "  wait = 1500us: a time",
        "  room: a size",
        "named.NAME: What is below. And more of it",
        "  wait = 1500us: a time",
        "  room: a size",
    ]


def test_words_choose_by_the_dotted_name():
    assert listing(Top, ("below[].r",), 80).splitlines() == ["below[]: What is below. And more of it", "  room: a size"]
    with pytest.raises(DocumentError, match=r"nothing: no such field; accepted: a part of the name"):
        listing(Top, ("nothing",), 80)


@pytest.mark.parametrize(("ns", "written"), [(0, "0"), (7362, "7362ns"), (10_000, "10us"), (2 * 10**9, "2s")])
def test_times_are_written_as_files_have_them(ns, written):
    assert written_time(ns) == written
    assert parse_time(written) == ns


@pytest.mark.parametrize("model", [ScenarioSpec, TopologySpec, NetworkSpec])
def test_every_field_of_a_file_says_what_it_accepts(model):
    assert "see below" not in listing(model, (), 80)
    assert ": its fields" not in listing(model, (), 80)


@pytest.mark.parametrize(("room", "word", "line"), [
    ("fabric", "link_signal", "  link_signal = 10us: how long after its link went down or came up a NIC"),
    ("labs", "queues", "  queues = 1: queues of each port, 1..8"),
    ("topologies", "qos.trim.size", "  size = 256: bytes of frame from Ethernet, 128..9216"),
])  # fmt: skip
def test_the_commands_list_them(room, word, line):
    command = [sys.executable, "-m", room, "fields"]
    assert line in subprocess.run([*command, word], capture_output=True, text=True, check=True).stdout.splitlines()
    refused = subprocess.run([*command, "xyz"], capture_output=True, text=True, check=False)
    assert (refused.returncode, refused.stderr[:26]) == (1, "error: xyz: no such field;")
