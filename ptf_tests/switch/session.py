# SPDX-License-Identifier: GPL-2.0-only
"""What a process that runs cases knows: the device, the profile, and where to leave what a case saw.

Whoever runs cases says with `use` in which session. PTF's process cannot before PTF has opened its data plane: it says
with `use_later` how to open one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ptf_tests.results import CaseOutcome, Evidence, Outcome
from ptf_tests.switch.device import DeviceError, DeviceGoneError, DeviceUnderTest
from ptf_tests.switch.profile import Profile

UNANSWERED_LIMIT = 3
"""A device that forwarded nothing in this number of cases in a row is gone."""


class Session:
    """One device for all cases of a process."""

    def __init__(
        self,
        device: DeviceUnderTest,
        profile: Profile,
        on_outcome: Callable[[CaseOutcome], None],
        on_start: Callable[[str], None] = lambda _: None,
        *,
        on_gone: Callable[[str, DeviceGoneError], None] | None = None,
        record: Path | None = None,
        traces: Path | None = None,
    ) -> None:
        """Cases run on `device`.

        Args:
            device: under test.
            profile: of the device.
            on_outcome: told how each case ended.
            on_start: told the name of each case before it starts.
            on_gone: told the case in which the device turned out to be gone, instead of how that case ended; to end the
                run, it does not return. None: the case ends in an error, and the next one is tried.
            record: file that every exchange is appended to (JSON lines), or None.
            traces: file that the device's trace of each case that fails is appended to, or None.
        """
        self.device = device
        self.profile = profile
        self._on_outcome = on_outcome
        self.on_start = on_start
        self._on_gone = on_gone
        self._record = record
        self._traces = traces
        self._trace: list[str] = []
        self._evidence: Evidence | None = None
        self._unanswered_cases = 0
        self._unanswered = False

    def reset(self) -> None:
        """Let a case begin with an empty device. Raises DeviceGoneError when there is none to be had."""
        self._unanswered = False
        try:
            self.device.reset()
        except DeviceError as error:
            raise DeviceGoneError(str(error)) from None

    def silent(self, port: int, seconds: float) -> DeviceError:
        """Count a sentinel that did not come back; the error to raise: a device that is silent for long is gone."""
        self._unanswered_cases += 1
        self._unanswered = True
        text = f"{self.device.name}: port {port}: no answer to the sentinel within {seconds:.0f} s"
        if self._unanswered_cases < UNANSWERED_LIMIT:
            return DeviceError(f"{text}; is it forwarding?")
        return DeviceGoneError(f"{text}, in {UNANSWERED_LIMIT} cases in a row; is it forwarding?")

    def answered(self) -> None:
        """The device forwards."""
        self._unanswered_cases = 0
        self._unanswered = False

    def gone(self, case: str, error: DeviceGoneError) -> bool:
        """Tell that the device is gone since `case`; False where no one asked for that, and the run goes on."""
        if self._on_gone is None:
            return False
        self._on_gone(case, error)
        return True

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
        line = CaseOutcome(
            name=case,
            outcome=outcome,
            seconds=seconds,
            text=text,
            evidence=self._evidence,
            unanswered=self._unanswered,
        )
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
    _current[:] = [session]


def use_later(opener: Callable[[], Session]) -> None:
    """Let the cases of this process run in the session that `opener` makes when the first of them starts."""
    _openers[:] = [opener]


def current() -> Session:
    """The session of this process. Raises whatever the opener given to `use_later` does."""
    if not _current:
        use(_openers[0]())
    return _current[0]
