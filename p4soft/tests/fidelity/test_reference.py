# SPDX-License-Identifier: Apache-2.0
"""The processes of the reference: why one does not start, what one has left to do, and how much it has done."""

import os
import subprocess
import sys

import pytest
from waiting_kit import until

from p4soft.fidelity.reference import Bmv2, Bmv2Grpc, ReferenceFault, is_idle, processor_seconds


@pytest.mark.parametrize("start", [Bmv2Grpc, lambda folder: Bmv2(folder / "program.json", folder)])
def test_a_bmv2_without_nanomsg_is_named(tmp_path, monkeypatch, start):
    for name in ("simple_switch", "simple_switch_grpc"):
        said = "echo Error while parsing command line arguments; echo Usage: ...; echo Your target comes with its own"
        (tmp_path / name).write_text(f"#!/bin/sh\n{said}\nexit 1\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(ReferenceFault, match=r"this BMv2 was built without nanomsg$"):
        start(tmp_path)


def test_a_process_that_waits_and_one_that_works():
    with subprocess.Popen([sys.executable, "-c", "input()\nwhile True: pass"], stdin=subprocess.PIPE) as child:
        try:
            until(lambda: is_idle(child.pid))
            before = processor_seconds(child.pid)
            child.stdin.write(b"\n")
            child.stdin.flush()
            until(lambda: processor_seconds(child.pid) > before + 0.05)
            assert not is_idle(child.pid)
        finally:
            child.kill()
    assert is_idle(child.pid)
    assert processor_seconds(child.pid) == 0
    assert processor_seconds(os.getpid()) > 0
