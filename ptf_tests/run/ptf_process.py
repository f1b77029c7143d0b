# SPDX-License-Identifier: GPL-2.0-only
"""The session of PTF's process: what the command wrote down for it, and the device driven over PTF's data plane.

`MRC_PTF_SESSION` names a JSON file (`SessionSpec`) that the command writes before it starts PTF.
"""

from __future__ import annotations

import os
import sys
import time
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import NoReturn

import ptf
from pydantic import BaseModel, ConfigDict
from typing_extensions import override

from p4soft.targets.attach import AttachError, FrameTooLongError
from ptf_tests.dut.api import DeviceSpec, Wire
from ptf_tests.dut.drivers import open_device
from ptf_tests.results import CaseOutcome
from ptf_tests.run.request import REFUSAL
from ptf_tests.switch.device import PORTS, DeviceError, DeviceGoneError
from ptf_tests.switch.profile import Profile
from ptf_tests.switch.session import Session

VARIABLE = "MRC_PTF_SESSION"

REFUSED = 3
"""Exit status of PTF's process when the device could not be driven, or not any longer; `REFUSAL` says why."""
CRASHED = 4
"""Exit status of PTF's process when an exception that nobody expected ended it; its output has it."""


class SessionSpec(BaseModel):
    """What the runner tells PTF's process.

    Attributes:
        device: how to drive the device.
        profile: the device's profile.
        outcomes: file every case's `CaseOutcome` is appended to (JSON lines).
        record: file for every case's inputs and outputs (JSON lines), or None.
        traces: file for the traces of the cases that fail, or None.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    device: DeviceSpec
    profile: Profile
    outcomes: Path
    record: Path | None = None
    traces: Path | None = None


class PtfWire(Wire):
    """Ports of PTF's device 0."""

    @override
    def send(self, port: int, frame: bytes) -> None:
        """Send. Raises DeviceGoneError when the port is lost, DeviceError when it takes no frame of this length."""
        self._require(port)
        try:
            ptf.dataplane_instance.send(0, port, frame)
        except FrameTooLongError as error:
            raise DeviceError(f"port {port}: {error}") from None
        except AttachError as error:
            raise DeviceGoneError(f"port {port}: {error}") from None

    @override
    def receive(self, port: int, timeout_s: float) -> bytes | None:
        plane = ptf.dataplane_instance
        deadline = time.monotonic() + timeout_s
        result = plane.poll(device_number=0, port_number=port, timeout=max(0.0, deadline - time.monotonic()))
        if isinstance(result, plane.PollSuccess):
            return bytes(result.packet)
        self._require(port)
        return None

    @override
    def flush(self) -> None:
        ptf.dataplane_instance.flush()

    def _require(self, port: int) -> None:
        """Raise DeviceGoneError if PTF's thread lost the port: nothing will ever come out of it."""
        lost = ptf.dataplane_instance.ports[0, port].lost
        if lost:
            raise DeviceGoneError(f"port {port}: {lost}")

    def open_log(self, case: str) -> None:
        """Let PTF's log and capture go to files of this case."""
        ptf.open_logfile(case)


def open_session() -> Session:
    """The session that `MRC_PTF_SESSION` describes.

    A device that cannot be driven ends the process.
    """
    spec = _spec()
    try:
        return _session_of(spec)
    except DeviceError as error:
        end_run(str(error))


def end_run(reason: str) -> NoReturn:
    """End PTF's process at once, and leave the reason in the file `REFUSAL` for the command."""
    _spec().outcomes.with_name(REFUSAL).write_text(reason, encoding="utf-8")
    _end(REFUSED)


def end_on_exceptions() -> None:
    """Let an exception that ends the main thread end the process, which PTF's data plane would keep for ever."""

    def end(kind: type[BaseException], value: BaseException, trace: TracebackType | None) -> None:
        sys.__excepthook__(kind, value, trace)
        _end(CRASHED)

    sys.excepthook = end


def _end(status: int) -> NoReturn:
    """Exit without waiting for PTF's data plane, a thread that only PTF's own end stops."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def _spec() -> SessionSpec:
    return SessionSpec.model_validate_json(Path(os.environ[VARIABLE]).read_bytes())


def _session_of(spec: SessionSpec) -> Session:
    wire = PtfWire()
    device = open_device(spec.device, wire, PORTS)
    missing = spec.profile.claims - device.capabilities()
    if missing:
        names = ", ".join(sorted(missing))
        raise DeviceError(f"profile {spec.profile.name}: claims: {device.name} cannot show {names}; accepted: without")
    return Session(
        device,
        spec.profile,
        partial(_append, spec.outcomes),
        wire.open_log,
        on_gone=lambda case, error: end_run(f"{case}: {error}"),
        record=spec.record,
        traces=spec.traces,
    )


def _append(path: Path, outcome: CaseOutcome) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(outcome.model_dump_json() + "\n")
