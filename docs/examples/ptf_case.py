# SPDX-License-Identifier: GPL-2.0-only
"""A conformance case, run on the embedded switch: of a routed packet's IPv6 header only the hop limit changes."""

import unittest
from pathlib import Path
from typing import ClassVar

from p4soft.compiler import compile_file
from p4soft.switch import load_program
from ptf_tests.dut.in_process import InProcessDevice
from ptf_tests.switch.case import IN, OUT, PORTS, Session, SwitchTest, use
from ptf_tests.switch.packets import carrier, carrying
from ptf_tests.switch.profile import load, named
from ptf_tests.switch.settings import Route

HOP_LIMIT = 14 + 7  # behind Ethernet, byte 7 of IPv6 (RFC 8200)


class HopLimit(SwitchTest):
    """The hop limit falls by one."""

    requirements: ClassVar = ("SRV6-053",)

    def runTest(self) -> None:
        self.configure(Route(f"{carrier(0x5001)}/48", OUT))
        frame = bytes(carrying(17, bytes(32), carrier(0x5001), hop_limit=64))
        self.send(IN, frame)
        (copy,) = self.collect(IN)[OUT]
        self.assertEqual(copy[HOP_LIMIT], 63)
        self.assertEqual(copy[14:HOP_LIMIT] + copy[HOP_LIMIT + 1 :], frame[14:HOP_LIMIT] + frame[HOP_LIMIT + 1 :])


if __name__ == "__main__":
    program = load_program(compile_file(Path("p4src/main.p4")).json)
    device = InProcessDevice(program, PORTS)
    use(Session(device, load(named("embedded")), lambda ended: print(ended.name, ended.outcome)))
    unittest.main()
