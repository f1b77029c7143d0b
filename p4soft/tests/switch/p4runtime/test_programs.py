# SPDX-License-Identifier: Apache-2.0
"""Configs are made ready once for all switches of a process; what a switch learns of its clients stays its own."""

import json
from pathlib import Path

import pytest
from p4runtime_kit import read_config

from p4soft.compiler import compile_file
from p4soft.switch.p4runtime.pipeline import realize
from p4soft.switch.p4runtime.status import P4RuntimeError

TRANSLATED = Path(__file__).parent / "programs" / "translated.p4"


def test_the_same_config_is_made_ready_once():
    one, two = read_config(), read_config()
    first = realize(one.p4info, one.p4_device_config)
    assert realize(two.p4info, two.p4_device_config) is first
    assert first.is_of(two.p4info, two.p4_device_config)


def test_a_p4info_or_a_program_that_differs_is_another_config():
    config = read_config()
    first = realize(config.p4info, config.p4_device_config)
    config.p4info.pkg_info.version = "2"
    second = realize(config.p4info, config.p4_device_config)
    assert second is not first and second.program is first.program
    assert not first.is_of(config.p4info, config.p4_device_config)
    assert not second.is_of(config.p4info, config.p4_device_config + b" ")


def test_a_program_in_use_is_kept_as_long_as_its_config_is():
    """A config asked for again and again, others between: each of them had one copy, the program alone grew old."""
    config = read_config()
    first = realize(config.p4info, config.p4_device_config)
    for blanks in range(1, 6):
        realize(config.p4info, config.p4_device_config + b" " * blanks)
        assert realize(config.p4info, config.p4_device_config) is first
    config.p4info.pkg_info.version = "2"
    assert realize(config.p4info, config.p4_device_config).program is first.program


def test_each_switch_numbers_the_strings_of_its_own_clients():
    compiled = compile_file(TRANSLATED)
    config = json.dumps(compiled.json).encode()
    one, two = realize(compiled.p4info, config), realize(compiled.p4info, config)
    assert one.program is two.program
    mine, others = (next(iter(realized.info.strings.values())) for realized in (one, two))
    number = mine.decode(b"first", "")
    assert others.decode(b"second", "") == number
    assert (mine.encode(number), others.encode(number)) == (b"first", b"second")


def test_what_is_refused_is_refused_again():
    config = read_config()
    for _ in range(2):
        with pytest.raises(P4RuntimeError, match="p4_device_config"):
            realize(config.p4info, b"{}")
