# SPDX-License-Identifier: Apache-2.0
"""What the emulator's C says of its memory (core.h) is what Python says of it (words.py)."""

import re

import pytest

from fabric.emulation import events
from fabric.emulation.native import machine, words

HEADER = (machine.LOOP.folder / "core.h").read_text()
SOURCE = (machine.LOOP.folder / "loop.c").read_text()


def members(struct):
    """By name, the number of the word at which a member begins, and the words of the whole."""
    _, _, body = HEADER.partition(f"typedef struct {struct} {{")
    at, found = 0, {}
    for line in body.partition(f"}} {struct};")[0].splitlines():
        declared = re.match(r"    [^/]*?\(?\*?(?P<name>\w+)\)?(?:\[(?P<count>\w*)\])?(?:\(.*\))?;", line)
        if declared:
            found[declared["name"].upper()] = at
            at += {None: 1, "": 0, "PRIORITIES": events.PRIORITIES}[declared["count"]]
    return found, at


@pytest.mark.parametrize(
    ("struct", "numbers"),
    [
        ("core", words.Core),
        ("frame", words.Frame),
        ("wire", words.Wire),
        ("node", words.Switch),
        ("nic", words.Nic),
        ("use", words.Use),
        ("buffer", words.Buffer),
        ("account", words.Account),
    ],
)
def test_structs(struct, numbers):
    found, size = members(struct)
    expected = {name: int(number) for name, number in numbers.__members__.items()}
    assert expected.pop("WORDS", size) == size
    assert found == expected


@pytest.mark.parametrize(
    ("name", "prefix", "numbers"),
    [("happens", "", words.Happens), ("back", "BACK_", words.Back), ("ask", "ASK_", words.Ask)],
)
def test_choices(name, prefix, numbers):
    _, _, body = HEADER.partition(f"enum {name} {{")
    said = re.findall(r"\b[A-Z_]+\b", re.sub(r"//.*", "", body.partition("}")[0]))
    assert said == [f"{prefix}{choice.name}" for choice in sorted(numbers)]
    assert [int(choice) for choice in sorted(numbers)] == list(range(len(said)))


def test_numbers_of_links_and_nics():
    for name in ("ETHERNET_OVERHEAD", "MINIMUM_FRAME", "PATIENCE_NS", "BIT_NS", "PRIORITIES"):
        (said,) = re.findall(rf"\b{name}(?: =)? (\d+)", HEADER + SOURCE)
        assert int(said) == getattr(events, name), name
