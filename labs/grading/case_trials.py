# SPDX-License-Identifier: GPL-2.0-only
"""Tries a student's conformance case on switches, good and broken ones, which it can tell apart by packets only.

The case runs in a process of its own (`case_pupil`), the switch in this one.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from labs.grading.dialogue import Dialogue, DialogueError, dialogue
from p4soft.switch import load_program
from ptf_tests.dut.in_process import InProcessDevice
from ptf_tests.mutants.operators import Program
from ptf_tests.switch import settings
from ptf_tests.switch.device import PORTS, DeviceError
from ptf_tests.switch.profile import Profile
from ptf_tests.switch.settings import Setting

PUPIL = Path(__file__).resolve().parent / "case_pupil.py"
CPU_S = 40
MEMORY_MIB = 1024

_KINDS: Mapping[str, type] = {
    name: kind for name, kind in vars(settings).items() if dataclasses.is_dataclass(kind) and isinstance(kind, type)
}
_LONGEST_FRAME = 10_000
_PORTS = range(512)


class Trials:
    """One process with a student's cases; each trial runs them on another switch."""

    def __init__(self) -> None:
        """Nothing is tried yet."""
        self._device: InProcessDevice | None = None
        self.talk: Dialogue

    def cases(self, profile: Profile) -> list[str]:
        """Names of the cases that are tried, with the profile that they get to see. Raises DialogueError."""
        found = self.talk.call("new", profile.model_dump_json())
        return [str(each) for each in found] if isinstance(found, list) else []

    def run(self, program: Program, profile: Profile) -> tuple[str, str]:
        """Run all cases on a switch with this program, up to the first that does not pass.

        Returns:
            "passed", "failed" (by an assertion), "error" or "skipped", and the text that goes with it.

        Raises:
            DialogueError: the process is gone, or takes too long.
        """
        self._device = InProcessDevice(load_program(dict[str, object](program)), PORTS)
        self.cases(profile)
        match self.talk.call("run"):
            case [str(outcome), str(text)]:
                return outcome, text
        raise DialogueError("run: its process answered with something else than an outcome")

    def asked(self, method: str, arguments: list[object]) -> object:
        """Do to the device what the case asks; whatever is wrong with it is refused."""
        try:
            return {"value": self._do(method, arguments)}
        except DeviceError as error:
            return {"refused": str(error)}
        except (TypeError, ValueError, KeyError, IndexError, OverflowError) as error:
            return {"refused": f"{method}: {type(error).__name__}: {error}"}

    def _do(self, method: str, arguments: list[object]) -> object:
        device = self._device
        assert device is not None
        match method, arguments:
            case "configure", [list(wanted)]:
                return device.configure([_setting(each) for each in wanted])
            case "send", [int(port), str(frame)] if port in _PORTS and len(frame) <= 2 * _LONGEST_FRAME:
                return device.send(port, bytes.fromhex(frame))
            case "receive", [int(port)]:
                found = device.receive(port, 0)
                return None if found is None else found.hex()
            case "counters", [list(ports)]:
                cells = device.counters([int(port) for port in ports])
                return [[name, index, count.packets, count.bytes] for (name, index), count in cells.items()]
            case "block" | "unblock", [int(port), int(queue)]:
                return getattr(device, method)(port, queue)
            case "capabilities", []:
                return sorted(device.capabilities())
            case "reset" | "flush", []:
                return getattr(device, method)()
        raise DeviceError(f"{method}: not something that can be asked of a switch so")


def _setting(wanted: object) -> Setting:
    match wanted:
        case [str(kind), dict(values)] if kind in _KINDS:
            fields = {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
            setting: Setting = _KINDS[kind](**fields)
            return setting
    raise DeviceError(f"no setting: {wanted!s:.100}")


@contextmanager
def trials(file: Path, requirement: str) -> Iterator[Trials]:
    """A process for the cases of `file` that name the requirement."""
    found = Trials()
    with dialogue(file, requirement, pupil=PUPIL, asked=found.asked, cpu_s=CPU_S, memory_mib=MEMORY_MIB) as found.talk:
        yield found
