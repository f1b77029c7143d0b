# SPDX-License-Identifier: Apache-2.0
"""Who carries the frames of a network: machine code where switches are, Python otherwise. Both give the same bytes."""

from __future__ import annotations

from collections.abc import Iterable

from fabric.emulation.interfaces import Forwarder
from fabric.emulation.native.parts import NativeParts
from fabric.emulation.parts import Parts
from fabric.emulation.python_parts import PythonParts
from p4soft.llvm.bounds import CHECKED
from p4soft.switch import SimpleSwitch


def choose_parts(switches: Iterable[Forwarder], *, wires: int, nics: int) -> Parts:
    """Machine code for a network with a switch that runs natively: of so many directions and NICs.

    Python where switches' machine code checks its bounds: the checks know the frames that Python gives it, no others.
    """
    given = list(switches)
    if not CHECKED and any(isinstance(switch, SimpleSwitch) and switch.engine == "native" for switch in given):
        return NativeParts(wires=wires, switches=len(given), nics=nics)
    return PythonParts()
