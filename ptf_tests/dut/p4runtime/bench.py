# SPDX-License-Identifier: Apache-2.0
"""Brings up a switch of `p4soft` (embedded or real BMv2) with `p4src/` on it."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from typing_extensions import override

from p4soft.engine_choice import EngineChoice
from p4soft.targets.api import CompiledFiles, SwitchOptions, Target, TargetError
from ptf_tests.dut.api import TRACE, Attached, Bench, DeviceSpec
from ptf_tests.switch.device import DeviceError

PROGRAM = Path(__file__).resolve().parents[3] / "p4src" / "main.p4"
DEVICE_ID = 1
PRIORITY_QUEUES = 8


@dataclass(frozen=True, slots=True)
class TargetBench(Bench):
    """A switch process of its own for the run.

    Attributes:
        target: which switch.
        ports: its ports.
        files: compiled program to run instead of compiling `p4src/` with the target's own compiler.
        engine: what runs it on the embedded switch.
        tells: whether the switch writes a trace (in generated Python, whatever the engine).
    """

    target: Target
    ports: Sequence[int]
    files: CompiledFiles | None = None
    engine: EngineChoice = "auto"
    tells: bool = False

    @property
    @override
    def kind(self) -> str:
        return self.target.name

    @override
    def unavailable(self) -> str | None:
        return self.target.unavailable()

    @override
    def traced(self) -> TargetBench | None:
        return replace(self, tells=True) if self.target.name == "embedded" else None

    @contextmanager
    @override
    def start(self, workdir: Path) -> Iterator[Attached]:
        """Compile, start, and stop again. Raises DeviceError."""
        trace = workdir / TRACE if self.tells else None
        try:
            files = self.files or self.target.compile(PROGRAM, workdir / "build")
            options = SwitchOptions(priority_queues=PRIORITY_QUEUES, trace=trace, engine=self.engine)
            running = self.target.start(device_id=DEVICE_ID, ports=self.ports, workdir=workdir, options=options)
        except TargetError as error:
            raise DeviceError(str(error)) from None
        with running as switch:
            spec = DeviceSpec(
                kind="p4runtime",
                name=self.target.name,
                address=switch.grpc_address,
                device_id=DEVICE_ID,
                p4info=files.p4info,
                json_file=files.json,
                trace=trace,
            )
            yield Attached(spec, switch.attachments, {"python": platform.python_version()})
