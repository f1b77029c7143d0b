# SPDX-License-Identifier: Apache-2.0
"""A NIC whose parts were damaged, or whose queue pairs end while they send, is an exception at most, never a crash."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from house_kit import ROOT

from host_stack.native.data_path import VARIABLE

SCRIPT = Path(__file__).with_name("tampered_nic.py")
SENT = ("tuple", "NoneType")
SAID = {
    "no rate": ("TypeError", "ZeroDivisionError"), "no rates": ("IndexError",), "no times": ("IndexError",),
    "times deleted": ("TypeError", "AttributeError"), "turn below zero": ("IndexError", *SENT), "no planes": SENT,
    "peer deleted": ("TypeError", "AttributeError"), "responder deleted": ("TypeError", "AttributeError"),
    "no heap": ("IndexError", "TypeError", "SystemError"), "probes in no order": ("TypeError",),
    "probe of nothing": ("TypeError", "AttributeError"), "probes nowhere": ("TypeError", "SystemError", *SENT),
    "probe without bytes": ("TypeError", *SENT), "lost and reset": ("AttributeError", *SENT),
    "reset by the draw": ("IndexError", *SENT), "collected, 1": ("[]",), "collected, 2": ("[]",),
}  # fmt: skip
"""What `transmit` may return or raise, in either engine; for `collected`, the queue pairs that send nothing again."""


@pytest.mark.parametrize("engine", ["native", "python"])
def test_no_damage_is_a_crash(engine):
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, VARIABLE: engine, "PYTHONMALLOC": "debug", "PYTHONPATH": path}
    done = subprocess.run(
        [sys.executable, SCRIPT], env=environment, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr[-2000:]
    said = dict(line.split(": ") for line in done.stdout.splitlines())
    assert said.keys() == SAID.keys()
    assert {name: word for name, word in said.items() if word not in SAID[name]} == {}
