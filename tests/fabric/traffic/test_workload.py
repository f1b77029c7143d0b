# SPDX-License-Identifier: Apache-2.0
"""What writes carry."""

from __future__ import annotations

import random
import sys

import pytest

from fabric.errors import FabricError
from fabric.scenario.reading import load
from fabric.traffic.payloads import Contents, Payload, many_messages, one_message, payloads, with_time_for


def test_a_short_file_is_repeated_to_the_length_of_the_write(scenario_file, tmp_path):
    loaded = load(scenario_file())
    mine = tmp_path / "mine.bin"
    mine.write_bytes(b"abc" * 50_000)
    carried = payloads(loaded, mine)
    assert [(len(p.data), p.file_name, p.copy_bytes) for p in carried] == [(450_000, "mine.bin", 150_000)] * 2
    assert carried[0].data == mine.read_bytes() * 3
    mine.write_bytes(b"x" * 800_000)
    carried = payloads(loaded, mine)
    assert len(carried[0].data) == 800_000
    assert with_time_for(loaded, carried).limit_ns == 2 * loaded.limit_ns


def test_generated_payloads_differ_by_write_and_follow_the_seed(scenario_file):
    first = payloads(load(scenario_file()), None)
    assert [len(p.data) for p in first] == [400_000, 400_000]
    assert first[0].data != first[1].data
    assert payloads(load(scenario_file()), None) == first
    assert payloads(load(scenario_file(replace={"seed: 7": "seed: 8"})), None) != first


def test_files_of_the_scenario_are_relative_to_it(scenario_file, tmp_path):
    (tmp_path / "data.bin").write_bytes(b"hello")
    loaded = load(scenario_file(replace={"bytes: 400kB}": "file: data.bin}"}))
    assert payloads(loaded, None)[0] == Payload(Contents(b"hello", 5), "data.bin", 5)
    (tmp_path / "data.bin").unlink()
    with pytest.raises(FabricError, match=r"scenario.yaml:8: workload.0.file: .*data.bin: cannot read"):
        payloads(loaded, None)


def test_a_write_of_every_size_that_is_accepted_has_its_bytes():
    assert len(one_message("1/write/0", (1 << 28) + 1)) == (1 << 28) + 1  # more than Python draws at once
    assert one_message("1/write/0", (1 << 24) + 5) == random.Random("1/write/0").randbytes((1 << 24) + 5)


@pytest.mark.parametrize("with_numpy", [True, False])
@pytest.mark.parametrize("size", [(1 << 20) + over for over in range(-1, 5)])
def test_bytes_are_those_of_pythons_generator_with_numpy_and_without(size, with_numpy, monkeypatch):
    if not with_numpy:
        monkeypatch.setitem(sys.modules, "numpy.random", None)
    drawn = random.Random("7/write/1")
    assert many_messages("7/write/1", size) == drawn.randbytes(size) + drawn.randbytes(65_521)
    assert one_message("7/write/1", size) == random.Random("7/write/1").randbytes(size)
