# SPDX-License-Identifier: Apache-2.0
"""YAML files that people write: their values, quantities, and the list of their fields."""

from __future__ import annotations

import math
import subprocess
import sys
from decimal import Decimal
from typing import Annotated

import pytest
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from common.documents import DocumentError, Problem, listing, read, validate
from common.quantities import (
    Bytes,
    parse_bytes,
    parse_probability,
    parse_rate,
    parse_size,
    parse_time,
    show_rate,
    show_size,
    show_time,
    with_unit,
    written_time,
)
from fabric.custom.reading import NetworkSpec
from fabric.scenario import ScenarioSpec
from topologies.schema import TopologySpec

# --- Files -----------------------------------------------------------------------------------------------------------
# YAML files that people write: lines of values, merges, tags, aliases, and what is refused.


class Port(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    rate: int = Field(description="Gb/s, above 0", gt=0)
    name: str = "p"


class Ports(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    ports: dict[int, Port] = Field(description="a map from port number to `{rate, name}`")


def document(tmp_path, text):
    file = tmp_path / "ports.yaml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read(file)


def test_values_are_plain_and_know_their_lines(tmp_path):
    read_in = document(tmp_path, 'ports:\n  1: {rate: 0x10, name: "a"}\n  2:\n    rate: 1_000\n')
    assert read_in.data == {"ports": {1: {"rate": 16, "name": "a"}, 2: {"rate": 1000}}}
    assert {type(key) for key in read_in.data["ports"]} == {int}
    assert read_in.position(("ports", 2, "rate")).line == 4
    assert str(read_in.position(("ports", 1, "missing", "deeper"))) == f"{read_in.path}:2"
    assert validate(read_in, Ports).ports[2].rate == 1000


def test_merged_keys_stand_where_the_merge_is(tmp_path):
    read_in = document(tmp_path, "base: &b {rate: 1}\nports:\n  1:\n    <<: *b\n    name: a\n")
    assert read_in.data["ports"] == {1: {"rate": 1, "name": "a"}}
    assert read_in.position(("ports", 1, "rate")).line == 3
    assert read_in.position(("ports", 1, "name")).line == 5


def test_of_merges_the_first_of_a_key_counts_and_its_own_before_any(tmp_path):
    text = "a: &a {x: 1, y: 1}\nb: &b {<<: *a, y: 2, z: [2]}\nc:\n  <<: [*b, *a]\n  z: 3\n"
    assert document(tmp_path, text).data["c"] == {"x": 1, "y": 2, "z": 3}


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        ("2026-01-02", "2026-01-02"), ("!mine x", "x"), ("~", None), ("yes", "yes"), ("1.5", 1.5), ("", None),
        # YAML 1.2 §10.3.2
        ("007", 7), ("0o14", 12), ("0xFf", 255), ("-1_000", -1000), ("+3", 3), (".5", 0.5), ("6.", 6.0),
        ("-1e3", -1000.0),
        ("-.inf", -math.inf), ("TRUE", True), ("False", False), ("Null", None), ("on", "on"), ("1:30", "1:30"),
        ("'1'", "1"), ('"true"', "true"), ("!!str 1", "1"), ("!!int 0x10", 16),
        ("!!int ''", None), ("1.5 BDP", "1.5 BDP"),
    ],
)  # fmt: skip
def test_scalars_of_other_kinds(tmp_path, value, plain):
    assert document(tmp_path, f"a: {value}\n").data == {"a": plain}


@pytest.mark.parametrize("text", ["a: !!omap [b: 1]\n", "a: !!set {b, c}\n", "? [1, 2]\n: 3\n", "a: !!binary aGk=\n"])
def test_odd_yaml_is_data_or_refused_but_never_crashes(tmp_path, text):
    try:
        assert document(tmp_path, text).data
    except DocumentError as error:
        assert "ports.yaml:" in str(error)


def test_problems_name_file_line_field_and_what_is_accepted(tmp_path):
    read_in = document(tmp_path, "ports:\n  1: {rate: fast}\n  2: {rate: 1, speed: 2}\n  3: {}\n")
    with pytest.raises(DocumentError) as caught:
        validate(read_in, Ports)
    assert [problem.removeprefix(str(read_in.path)) for problem in caught.value.problems] == [
        ":2: ports.1.rate: should be a valid integer, got 'fast'; accepted: Gb/s, above 0",
        ":3: ports.2.speed: unknown field; accepted: rate, name",
        ":4: ports.3.rate: missing; accepted: Gb/s, above 0",
    ]
    assert read_in.sentence(Problem((), "empty")) == f"{read_in.path}:1: file: empty"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- a\n", ":1: not a mapping"),
        ("", ":1: not a mapping"),
        ("a: 1\na: 2\n", ":2: not valid YAML: found duplicate key"),
        ("a: [\n", "not valid YAML"),
        ("a: 1\n? - b: 1\n: 2\n", "1: not valid YAML: a key is a list or a mapping; accepted: text"),
        (b"\xff", "not UTF-8 text (byte 0)"),
        ("a: " + "[" * 5000 + "]" * 5000 + "\n", "1: aliases or nesting make it too large"),
        ("a: " + "[" * 40 + "]" * 40 + "\n", "nesting make it too large"),
        ("a: &a [x, x]\n" + "".join(f"{k}: &{k} [{', '.join([f'*{j}'] * 9)}]\n" for j, k in zip("abcdef", "bcdefg",
         strict=True)), "make it too large"),
        ("a: &a {<<: *a}\n", "1: aliases or nesting make it too large"),
        ("a0: &a0 {b: 1}\n" + "".join(f"a{n}: &a{n} {{<<: *a{n - 1}}}\n" for n in range(1, 99)), "make it too large"),
        ("a: *b\n", "1: not valid YAML: found undefined alias 'b'"),
        ("a: 1\nb:\n  <<: [1]\n", "3: not valid YAML: << names neither a mapping nor a list of mappings"),
        ("a: 1\n---\nb: 1\n", "2: not valid YAML: expected a single document"),
        ("#" * (1 << 20) + "\n", "larger than 1048576 bytes"),
    ],
)  # fmt: skip
def test_refused(tmp_path, text, message):
    with pytest.raises(DocumentError) as caught:
        document(tmp_path, text)
    assert message in str(caught.value)
    assert "ports.yaml" in str(caught.value)


def test_files_that_cannot_be_read(tmp_path):
    for path, message in ((tmp_path, "Is a directory"), (tmp_path / "none", "No such file"), (tmp_path / "\0", "null")):
        with pytest.raises(DocumentError, match=message):
            read(path)


# --- Quantities ------------------------------------------------------------------------------------------------------
# Quantities as people write them: one parser for every file, one way of showing them.


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("150us", 150_000),
        ("1.5ms", 1_500_000),
        ("20 ns", 20),
        ("2\u00b5s", 2000),
        ("2 \u03bcs", 2000),
        (0, 0),
        ("1s", 10**9),
    ],
)
def test_times(text, value):
    assert parse_time(text) == with_unit(parse_time)(text) == value


@pytest.mark.parametrize("text", ["", "us", "-1us", "1.0001us us", "0.5ns", 5, "5", True, None, "1e3us"])
def test_no_times(text):
    with pytest.raises(ValueError, match="not a"):
        with_unit(parse_time)(text)


def test_a_bare_number_counts_in_the_base_unit():
    assert (parse_time(5), parse_time("5"), parse_rate(7), parse_size("77")) == (5, 5, 7, 77)


def test_sizes_and_rates():
    assert (parse_size("4MiB"), parse_size("1.5kB"), parse_size(77)) == (4_194_304, 1500, 77)
    assert (parse_size("64KB"), parse_size("1GB"), parse_size("2 GiB")) == (64_000, 10**9, 2 << 30)
    assert (parse_rate("100Gb/s"), parse_rate("2.5 Gb/s"), parse_rate("1 Tb/s")) == (10**11, 2_500_000_000, 10**12)


def test_probabilities():
    assert [parse_probability(value) for value in ("1 %", "0.5%", "0.25", 0.01, 1)] == [0.01, 0.005, 0.25, 0.01, 1.0]
    for wrong in (True, None, "much", "1 B", "-1 %"):
        with pytest.raises(ValueError, match=r"not a number|unknown unit"):
            parse_probability(wrong)


def test_bytes_may_be_relative():
    assert parse_bytes("0.2 BDP") == Bytes(Decimal("0.2"), "BDP")
    assert parse_bytes("64 kB") == parse_bytes("64 KB") == parse_bytes(64_000) == Bytes(Decimal(64_000), "B")
    assert parse_bytes("1.5 BDP").resolve(1001) == 1501
    with pytest.raises(ValueError, match="unknown unit 'BDP'"):
        parse_size("1 BDP")


@pytest.mark.parametrize(
    ("parse", "text", "says"),
    [
        (parse_rate, "1 Gbps", "unknown unit 'Gbps'; a number and one of b/s, kb/s, Mb/s, Gb/s, Tb/s"),
        (parse_size, "0.5", "not a whole number of B"),
        (parse_bytes, "1" * 31, "a number of 31 digits; at most 30 make sense"),
        (parse_time, "fast", "one of ns, us"),
    ],
)
def test_refusals_say_what_is_accepted(parse, text, says):
    with pytest.raises(ValueError, match=says):
        parse(text)


def test_quantities_for_people():
    assert [show_size(812), show_size(4 << 20), show_size(1_530_000)] == ["812 B", "4 MiB", "1.46 MiB"]
    assert [show_time(812), show_time(21_440), show_time(1_520_000), show_time(2 * 10**9)] == [
        "812 ns",
        "21.4 \u00b5s",
        "1.520 ms",
        "2.000 s",
    ]
    assert show_rate(193.1e9) == "193.1 Gb/s"


# --- Fields ----------------------------------------------------------------------------------------------------------
# Fields of files, listed: what is written in a file, its default as a file has it, and what is accepted.


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
