# SPDX-License-Identifier: Apache-2.0
"""YAML files that people write: lines of values, merges, tags, aliases, and what is refused."""

from __future__ import annotations

import math

import pytest
from pydantic import BaseModel, ConfigDict, Field

from common.documents import DocumentError, Problem, read, validate


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
