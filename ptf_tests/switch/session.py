# SPDX-License-Identifier: GPL-2.0-only
"""What a process that runs cases knows: the device, the profile, and where to leave what a case saw.

Whoever runs cases says with `use` in which session. PTF's process cannot before PTF has opened its data plane: it says
with `use_later` how to open one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from ptf_tests.results import CaseOutcome, Evidence, Outcome
from ptf_tests.switch.device import DeviceError, DeviceUnderTest
from ptf_tests.switch.profile import Profile

SILENCES = 3
"""So many times in a row without an answer, and the rest is not tried."""


class Session:
    """One device for all cases of a process."""

    def __init__(
        self,
        device: DeviceUnderTest,
        profile: Profile,
        on_outcome: Callable[[CaseOutcome], None],
        on_start: Callable[[str], None] = lambda _: None,
        *,
        record: Path | None = None,
        traces: Path | None = None,
    ) -> None:
        """Cases run on `device`.

        Args:
            device: under test.
            profile: of the device.
            on_outcome: told how each case ended.
            on_start: told the name of each case before it starts.
            record: file that every exchange is appended to (JSON lines), or None.
            traces: file that the device's trace of each case that fails is appended to, or None.
        """
        self.device = device
        self.profile = profile
        self._on_outcome = on_outcome
        self.on_start = on_start
        self._record = record
        self._traces = traces
        self._trace: list[str] = []
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

    def trace(self) -> list[str]:
        """What the device says it did since the last call."""
        lines = self.device.trace()
        if self._traces is not None:
            self._trace += lines
        return lines

    def save_outcome(self, case: str, outcome: Outcome, seconds: float, text: str) -> None:
        """Tell how a case ended; the trace of one that failed is kept."""
        if self._traces is not None:
            self.trace()
            if outcome in ("failed", "error"):
                with self._traces.open("a", encoding="utf-8") as file:
                    file.writelines(f"{line}\n" for line in (f"=== {case}", *self._trace))
            self._trace = []
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


_current: list[Session] = []
_openers: list[Callable[[], Session]] = []


def use(session: Session) -> None:
    """Let the cases of this process run in `session`."""
    _current[:] = [session]


def use_later(opener: Callable[[], Session]) -> None:
    """Let the cases of this process run in the session that `opener` makes when the first of them starts."""
    _openers[:] = [opener]


def current() -> Session:
    """The session of this process. Raises whatever the opener given to `use_later` does."""
    if not _current:
        use(_openers[0]())
    return _current[0]
