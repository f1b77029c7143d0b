# SPDX-License-Identifier: Apache-2.0
"""What becomes of a simple_switch_grpc that does not come up: a message with its log, and no veth or process left."""

from __future__ import annotations

import os
import secrets
import shutil
import socket
from pathlib import Path

import pytest

from p4soft.targets import SwitchOptions, TargetError, get_target
from p4soft.targets.links import create_pairs, delete_links

pytestmark = [
    pytest.mark.root,
    pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("ip"), reason="needs root and ip"),
]


@pytest.fixture
def fake_switch(tmp_path, monkeypatch):
    """Puts a shell script in the place of simple_switch_grpc."""

    def install(script: str) -> None:
        directory = tmp_path / "bin"
        directory.mkdir()
        for name in ("p4c-bm2-ss", "simple_switch_grpc"):
            path = directory / name
            path.write_text(f"#!/bin/sh\n{script}\n")
            path.chmod(0o755)
        monkeypatch.setenv("PATH", f"{directory}:{os.environ['PATH']}")

    return install


@pytest.fixture
def left_over(monkeypatch):
    """The interfaces that this test made and that are still there; other tests may be making theirs meanwhile."""
    tag = secrets.token_hex(3)
    monkeypatch.setattr("p4soft.targets.links.secrets.token_hex", lambda _size: tag)
    return lambda: {name for _, name in socket.if_nameindex() if name.startswith(f"sw{tag}")}


def test_switch_that_exits_is_reported_with_the_end_of_its_log(fake_switch, tmp_path, left_over):
    fake_switch("echo out of cheese >&2; exit 3")
    with pytest.raises(TargetError, match=r"(?s)exit status 3.*out of cheese"):
        get_target("bmv2").start(device_id=1, ports=[0, 1], workdir=tmp_path, options=SwitchOptions())
    assert left_over() == set()


def test_switch_that_never_answers_is_given_up_and_killed(fake_switch, tmp_path, left_over):
    pid_file = tmp_path / "pid"
    fake_switch(f"trap '' TERM; echo $$ > {pid_file}; exec sleep 1000")
    with pytest.raises(TargetError, match="does not answer P4Runtime at 127"):
        get_target("bmv2").start(device_id=1, ports=[0], workdir=tmp_path, options=SwitchOptions(start_timeout_s=0.8))
    assert left_over() == set()
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid_file.read_text()), 0)


def test_compiler_failure_carries_its_diagnostics(fake_switch, tmp_path):
    fake_switch("echo 'x.p4(3): syntax error' >&2; echo half > $4; exit 1")
    with pytest.raises(TargetError, match=r"x\.p4\(3\): syntax error"):
        get_target("bmv2").compile(tmp_path / "x.p4", tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []


def test_veths_are_large_silent_and_gone_after_deletion(left_over):
    pairs = create_pairs([0, 510])
    try:
        for pair in pairs:
            for name in (pair.switch_end, pair.tester_end):
                assert len(name) <= 15
                mtu = Path(f"/sys/class/net/{name}/mtu").read_text().strip()
                ipv6_off = Path(f"/proc/sys/net/ipv6/conf/{name}/disable_ipv6").read_text().strip()
                assert (mtu, ipv6_off) == ("9500", "1")
    finally:
        delete_links(pair.switch_end for pair in pairs)
    assert left_over() == set()


def test_veth_failure_removes_what_was_created(left_over):
    with pytest.raises(TargetError, match="cannot set up veth interfaces: ip:"):
        create_pairs([0, 0])
    assert left_over() == set()
