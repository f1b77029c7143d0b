# SPDX-License-Identifier: Apache-2.0
"""The enums of `p4src/` are read whole, or not at all: no member is lost, no number misread."""

from __future__ import annotations

import pytest

from controller.errors import ControllerError
from controller.program import read_enums


def read(tmp_path, text):
    (tmp_path / "some.p4").write_text(text, encoding="utf-8")
    return read_enums(tmp_path)


def test_hexadecimal_numbers(tmp_path):
    assert read(tmp_path, "enum bit<5> r { NONE = 0, SOURCE_INVALID = 0xF, B = 0b11 }")["r"].members == {
        "NONE": 0,
        "SOURCE_INVALID": 15,
        "B": 3,
    }


def test_members_on_one_line_and_comments(tmp_path):
    text = "enum bit<2> r {\n  A = 0, B = 1, // C = 2,\n  /* D = 3, } */ E = 3, // last, = of all\n}"
    assert read(tmp_path, text)["r"].members == {"A": 0, "B": 1, "E": 3}


def test_width_is_that_of_the_program(tmp_path):
    found = read(tmp_path, "#define BITS 6\nenum bit<BITS> r { A = 63 }\nenum bit<1> s { B = 1 }")
    assert {name: enum.width for name, enum in found.items()} == {"r": 6, "s": 1}


def test_enums_without_numbers_are_not_for_tables(tmp_path):
    assert read(tmp_path, "enum color_t { RED, GREEN }") == {}


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("enum bit<2> r {\n  A = 0,\n  B = A + 1 }", r"some\.p4:3: enum r: 'B = A \+ 1'; accepted: NAME = number"),
        ("enum bit<2> r { A = 0 B = 1 }", r"some\.p4:1: enum r: 'A = 0 B = 1'; accepted"),
        ("enum bit<2> r { A }", r"some\.p4:1: enum r: 'A'; accepted"),
        ("enum bit<2> r { A = 0x }", r"some\.p4:1: enum r: 'A = 0x'; accepted"),
        ("\nenum bit<2> r { A = 4 }", r"some\.p4:2: enum r: A = 4 does not fit; accepted: 0\.\.3"),
        ("enum other_t r { A = 4 }", r"some\.p4:1: 'enum other_t r'; accepted: enum bit<WIDTH> NAME"),
        ("enum bit<BITS> r { A = 4 }", r"some\.p4:1: 'enum bit<BITS> r'; accepted: enum bit<WIDTH> NAME"),
    ],
)
def test_what_is_not_understood_is_refused(tmp_path, text, what):
    with pytest.raises(ControllerError, match=what):
        read(tmp_path, text)


def test_unreadable_file(tmp_path):
    (tmp_path / "some.p4").mkdir()
    with pytest.raises(ControllerError, match=r"some\.p4: cannot read: Is a directory"):
        read_enums(tmp_path)
