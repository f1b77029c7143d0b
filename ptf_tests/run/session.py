# SPDX-License-Identifier: GPL-2.0-only
"""What PTF's process knows of the run: the device, the profile, and where to leave what a case saw.

`MRC_PTF_SESSION` names a JSON file (`SessionSpec`) that the runner writes. Whoever runs cases without PTF calls `use`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from ptf_tests.dut.api import PORTS, DeviceError, DeviceSpec, DeviceUnderTest
from ptf_tests.dut.drivers import open_device
from ptf_tests.results import Evidence, Outcome
from ptf_tests.run.wire import PtfWire
from ptf_tests.switch.profile import Profile

VARIABLE = "MRC_PTF_SESSION"

REFUSAL = "refused.txt"
"""Beside the outcomes: why the device could not be driven at all."""

REFUSED = 3
"""Exit status of PTF's process then."""

SILENCES = 3
"""So many times in a row without an answer, and the rest is not tried."""


class SessionSpec(BaseModel):
    """What the runner tells PTF's process.

    Attributes:
        device: how to drive the device.
        profile: the device's profile.
        outcomes: file every case's `CaseOutcome` is appended to (JSON lines).
        record: file for every case's inputs and outputs (JSON lines), or None.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    device: DeviceSpec
    profile: Profile
    outcomes: Path
    record: Path | None = None


class CaseOutcome(BaseModel):
    """One line of `SessionSpec.outcomes`: how a case ended, and what it saw if it failed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    outcome: Outcome
    seconds: float
    text: str
    evidence: Evidence | None


class Session:
    """One device for all cases of a process."""

    def __init__(
        self,
        device: DeviceUnderTest,
        profile: Profile,
        on_outcome: Callable[[CaseOutcome], None],
        on_start: Callable[[str], None] = lambda _: None,
        record: Path | None = None,
    ) -> None:
        """Cases run on `device`.

        Args:
            device: under test.
            profile: of the device.
            on_outcome: told how each case ended.
            on_start: told the name of each case before it starts.
            record: file that every exchange is appended to (JSON lines), or None.
        """
        self.device = device
        self.profile = profile
        self._on_outcome = on_outcome
        self.on_start = on_start
        self._record = record
        self._evidence: Evidence | None = None
        self._silences = 0

    def require_alive(self) -> None:
        """Raise DeviceError at once when the device has not answered `SILENCES` times in a row."""
        if self._silences >= SILENCES:
            raise DeviceError(f"{self.device.name}: not tried: the device did not answer {SILENCES} times in a row")

    def silent(self, port: int, seconds: float) -> DeviceError:
        """Count a sentinel that did not come back; the error to raise."""
        self._silences += 1
        return DeviceError(
            f"{self.device.name}: port {port}: no answer to the sentinel within {seconds:.0f} s; is it forwarding?"
        )

    def answered(self) -> None:
        """The device forwards."""
        self._silences = 0

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Count a DeviceError as a device that does not answer."""
        try:
            yield
        except DeviceError:
            self._silences += 1
            raise

    def save_evidence(self, evidence: Evidence) -> None:
        """Keep what the running case saw, for its outcome; the first failure counts."""
        self._evidence = self._evidence or evidence

    def save_outcome(self, case: str, outcome: Outcome, seconds: float, text: str) -> None:
        """Tell how a case ended."""
        line = CaseOutcome(name=case, outcome=outcome, seconds=seconds, text=text, evidence=self._evidence)
        self._evidence = None
        self._on_outcome(line)

    def save_record(
        self, case: str, ingress: int, frames: Sequence[bytes], received: Mapping[int, Sequence[bytes]]
    ) -> None:
        """Append one exchange, to compare runs packet for packet."""
        if self._record is None:
            return
        line = {
            "case": case,
            "ingress": ingress,
            "in": [frame.hex() for frame in frames],
            "out": {str(port): [frame.hex() for frame in output] for port, output in received.items()},
        }
        with self._record.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, sort_keys=True) + "\n")


def _append(path: Path, outcome: CaseOutcome) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(outcome.model_dump_json() + "\n")


_current: list[Session] = []


def use(session: Session) -> None:
    """Let the cases of this process run in `session`."""
    _current[:] = [session]


def current() -> Session:
    """The session of this process: that of `use`, or the one of `MRC_PTF_SESSION`, opened once over PTF's wire.

    Raises:
        SystemExit: the device cannot be driven; the reason is in the file `REFUSAL` for the runner.
    """
    if not _current:
        spec = SessionSpec.model_validate_json(Path(os.environ[VARIABLE]).read_bytes())
        try:
            use(_open(spec))
        except DeviceError as error:
            spec.outcomes.with_name(REFUSAL).write_text(str(error), encoding="utf-8")
            raise SystemExit(REFUSED) from None
    return _current[0]


def _open(spec: SessionSpec) -> Session:
    wire = PtfWire()
    device = open_device(spec.device, wire, PORTS)
    missing = spec.profile.claims - device.capabilities()
    if missing:
        names = ", ".join(sorted(missing))
        raise DeviceError(f"profile {spec.profile.name}: claims: {device.name} cannot show {names}; accepted: without")
    return Session(device, spec.profile, partial(_append, spec.outcomes), wire.open_log, spec.record)
