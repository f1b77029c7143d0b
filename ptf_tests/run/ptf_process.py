# SPDX-License-Identifier: GPL-2.0-only
"""The session of PTF's process: what the command wrote down for it, and the device driven over PTF's data plane.

`MRC_PTF_SESSION` names a JSON file (`SessionSpec`) that the command writes before it starts PTF.
"""

from __future__ import annotations

import os
import time
from functools import partial
from pathlib import Path

import ptf
from pydantic import BaseModel, ConfigDict
from typing_extensions import override

from ptf_tests.dut.api import DeviceSpec, Wire
from ptf_tests.dut.drivers import open_device
from ptf_tests.results import CaseOutcome
from ptf_tests.run.request import REFUSAL
from ptf_tests.switch.device import PORTS, DeviceError
from ptf_tests.switch.profile import Profile
from ptf_tests.switch.session import Session

VARIABLE = "MRC_PTF_SESSION"

REFUSED = 3
"""Exit status of PTF's process then."""


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
        ptf.dataplane_instance.send(0, port, frame)

    @override
    def receive(self, port: int, timeout_s: float) -> bytes | None:
        plane = ptf.dataplane_instance
        deadline = time.monotonic() + timeout_s
        result = plane.poll(device_number=0, port_number=port, timeout=max(0.0, deadline - time.monotonic()))
        return bytes(result.packet) if isinstance(result, plane.PollSuccess) else None

    @override
    def flush(self) -> None:
        ptf.dataplane_instance.flush()

    def open_log(self, case: str) -> None:
        """Let PTF's log and capture go to files of this case."""
        ptf.open_logfile(case)


def open_session() -> Session:
    """The session that `MRC_PTF_SESSION` describes.

    Raises:
        SystemExit: the device cannot be driven; the reason is in the file `REFUSAL` for the command.
    """
    spec = SessionSpec.model_validate_json(Path(os.environ[VARIABLE]).read_bytes())
    try:
        return _session_of(spec)
    except DeviceError as error:
        spec.outcomes.with_name(REFUSAL).write_text(str(error), encoding="utf-8")
        raise SystemExit(REFUSED) from None


def _session_of(spec: SessionSpec) -> Session:
    wire = PtfWire()
    device = open_device(spec.device, wire, PORTS)
    missing = spec.profile.claims - device.capabilities()
    if missing:
        names = ", ".join(sorted(missing))
        raise DeviceError(f"profile {spec.profile.name}: claims: {device.name} cannot show {names}; accepted: without")
    return Session(
        device, spec.profile, partial(_append, spec.outcomes), wire.open_log, record=spec.record, traces=spec.traces
    )


def _append(path: Path, outcome: CaseOutcome) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(outcome.model_dump_json() + "\n")
