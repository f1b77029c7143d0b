# SPDX-License-Identifier: Apache-2.0
"""Interfaces are waited for where they are: in the network namespace of who waits, whatever /sys shows."""

import subprocess
import sys

from namespace_kit import namespaces

from p4soft.targets.process import environment

WAITS = """
import sys
from p4soft.targets import links
links._UP_S = 0.3
links.batch("ip", ["link add near type veth peer name far", "link set near up"])
for _ in range(2):
    try:
        links.await_up(["near"])
        print("up")
    except links.TargetError as error:
        print(error)
    links.batch("ip", ["link set far up"])
    links._UP_S = 10
"""


def test_an_interface_is_up_when_both_ends_of_its_cable_are():
    run = subprocess.run(
        [*namespaces(), sys.executable, "-c", WAITS], env=environment(), capture_output=True, text=True, check=False
    )
    assert run.stdout.splitlines() == ["interface near: not up 0.3 s after it was set up", "up"], run.stderr
