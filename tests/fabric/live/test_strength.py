# SPDX-License-Identifier: Apache-2.0
"""A fabric with more processes than this machine has memory for is refused before anything is started."""

import pytest
from topology_kit import TINY

import topologies
from fabric.errors import BuildError
from fabric.live import scale
from fabric.live.scale import check_size

MEMINFO = "MemTotal:       16000000 kB\nMemFree:          900000 kB\nMemAvailable:   {} kB\n"


@pytest.fixture
def check(tmp_path, monkeypatch):
    def check(free_gib, **changes):
        said = []
        meminfo = tmp_path / "meminfo"
        meminfo.write_text(MEMINFO.format(free_gib << 20))
        monkeypatch.setattr(scale, "_MEMINFO", meminfo)
        (tmp_path / "tiny.yaml").write_text(TINY)
        check_size(topologies.load(tmp_path / "tiny.yaml", changes), said.append)
        return said

    return check


def test_a_small_one_says_nothing(check):
    assert check(1) == []


def test_hundreds_of_switches_are_refused_with_their_number(check):
    with pytest.raises(BuildError) as refusal:
        check(16, planes=4, t0s_per_plane=64, t1s_per_plane=64, nics=64)
    # 512 switches of 120 MiB and 64 NICs of 45 MiB
    assert (
        "tiny: 512 switches and 64 NICs, a process each, need about 62.8 GiB of memory, and 16.0 GiB are free"
        in str(refusal.value)
    )


def test_a_large_one_is_warned_of(check):
    assert check(64, planes=4, t0s_per_plane=16, t1s_per_plane=8, nics=32) == [
        "tiny: 96 switches and 32 NICs, a process each: this will take a while"
    ]


def test_a_kernel_that_tells_no_memory(check, tmp_path):
    assert check(1) == []
    (tmp_path / "meminfo").write_text("")
    check_size(topologies.load(tmp_path / "tiny.yaml"), pytest.fail)
