# SPDX-License-Identifier: GPL-2.0-only
"""The child process that runs a student's conformance case against a device at the other end of the conversation.

`sandbox.dialogue` runs it as a file, with the student's file and the requirement as arguments. `new` takes the profile
as JSON; `run` runs the student's cases of the requirement, asking for whatever they do to the device, and returns
`[outcome, text]`.
"""

from __future__ import annotations

import sys
import unittest
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # isolated mode leaves the project out

from labs.grading.pupil import Line, load
from ptf_tests.results import CaseOutcome
from ptf_tests.switch.case import Session, SwitchTest, use
from ptf_tests.switch.device import Cell, Count, DeviceError
from ptf_tests.switch.profile import Profile
from ptf_tests.switch.settings import Setting


class DistantDevice:
    """A device that another process drives: every call is a request. Nothing says which switch it is."""

    name = "the switch"

    def __init__(self, line: Line) -> None:
        self._line = line

    def _ask(self, method: str, *arguments: object) -> object:
        match self._line.ask(method, *arguments):
            case {"value": value}:
                return value
            case {"refused": text}:
                raise DeviceError(str(text))
        raise DeviceError("no answer")

    def capabilities(self) -> frozenset[str]:
        found = self._ask("capabilities")
        assert isinstance(found, list)
        return frozenset(map(str, found))

    def reset(self) -> None:
        """Empty configuration, empty queues, nothing blocked."""
        self._ask("reset")

    def configure(self, settings: Sequence[Setting]) -> None:
        self._ask("configure", [[type(each).__name__, asdict(each)] for each in settings])

    def block(self, port: int, queue: int) -> None:
        self._ask("block", port, queue)

    def unblock(self, port: int, queue: int) -> None:
        self._ask("unblock", port, queue)

    def send(self, port: int, frame: bytes) -> None:
        self._ask("send", port, bytes(frame).hex())

    def receive(self, port: int, timeout_s: float) -> bytes | None:
        """The next frame out of `port`; nothing is ever on its way."""
        del timeout_s
        found = self._ask("receive", port)
        return None if found is None else bytes.fromhex(str(found))

    def flush(self) -> None:
        """Forget frames that came out and were not received."""
        self._ask("flush")

    def counters(self, ports: Sequence[int]) -> Mapping[Cell, Count]:
        found = self._ask("counters", list(ports))
        assert isinstance(found, list)
        return {(name, index): Count(packets, size) for name, index, packets, size in found}

    def hits(self, setting: Setting) -> Count | None:
        """How many packets matched a setting; it does not tell."""
        del setting
        return None

    def trace(self) -> list[str]:
        return []

    def close(self) -> None:
        """Nothing to close."""


class _Cases:
    def __init__(self, file: Path, requirement: str, line: Line) -> None:
        self._file = file
        self._requirement = requirement
        self._device = DistantDevice(line)
        self._found: list[type[SwitchTest]] | None = None
        self._profile: Profile | None = None

    def __call__(self, method: str, arguments: list[object]) -> object:
        if self._found is None:
            self._found = _cases(load(self._file), self._requirement)
        if method == "new":
            self._profile = Profile.model_validate_json(str(arguments[0]))
            return [each.__name__ for each in self._found]
        assert self._profile is not None
        ended: list[CaseOutcome] = []
        session = Session(self._device, self._profile, ended.append)
        for case in self._found:
            use(session)
            case().run(unittest.TestResult())
            outcome = ended.pop()
            if outcome.outcome != "passed":
                return [outcome.outcome, _last(outcome.text)]
        return ["passed", ""]


def _cases(module: ModuleType, requirement: str) -> list[type[SwitchTest]]:
    return [
        each
        for each in vars(module).values()
        if isinstance(each, type)
        and issubclass(each, SwitchTest)
        and each.__module__ == module.__name__
        and requirement in each.requirements
        and getattr(each, "runTest", None) is not getattr(SwitchTest, "runTest", None)
    ]


def _last(text: str) -> str:
    """The end of a traceback: what a student needs of it."""
    lines = text.strip().splitlines()
    start = max((at for at, line in enumerate(lines) if line.startswith("  File ")), default=0)
    return "\n".join(lines[start : start + 12])[:1500]


def main(file: str, requirement: str) -> None:
    """Run the cases of this file that name the requirement, whenever asked."""
    line = Line()
    line.serve(_Cases(Path(file), requirement, line), Path(file))


if __name__ == "__main__":
    main(*sys.argv[1:3])
