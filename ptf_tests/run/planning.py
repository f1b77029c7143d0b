# SPDX-License-Identifier: GPL-2.0-only
"""Which configurations a run will need, found out without a device: for vendors who cannot reconfigure in between.

The cases themselves run, on a device that only notes what it is told; where they look at what came out, they are given
what they expect.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from typing_extensions import override

from ptf_tests.catalogue.claims import CLAIMS
from ptf_tests.dut.external.configuration import Configuration
from ptf_tests.switch.case import IN, SwitchTest
from ptf_tests.switch.counters import Cell, Count, watched_cells
from ptf_tests.switch.device import PORTS, DeviceUnderTest
from ptf_tests.switch.expect import Expected, accepted
from ptf_tests.switch.profile import Profile
from ptf_tests.switch.session import Session, use
from ptf_tests.switch.settings import Setting
from ptf_tests.switch.suite import classes


@dataclass(frozen=True, slots=True)
class Planned:
    """Cases that need the same configurations in the same order.

    Attributes:
        cases: their names.
        steps: what the device has to be, one after the other; each is used by at least one frame.
        complete: False if a case decides by what it saw what comes next, so that there may be more steps.
    """

    cases: tuple[str, ...]
    steps: tuple[Configuration, ...]
    complete: bool


class PlanningDevice(DeviceUnderTest):
    """Notes every configuration under which a frame is sent."""

    name = "plan"

    def __init__(self) -> None:
        self.steps: list[Configuration] = []
        self._settings: tuple[Setting, ...] = ()
        self._blocked: frozenset[tuple[int, int]] = frozenset()

    @override
    def capabilities(self) -> frozenset[str]:
        return frozenset(CLAIMS)

    @override
    def reset(self) -> None:
        self._settings, self._blocked = (), frozenset()

    @override
    def configure(self, settings: Sequence[Setting]) -> None:
        self._settings = tuple(settings)

    @override
    def block(self, port: int, queue: int) -> None:
        self._blocked |= {(port, queue)}

    @override
    def unblock(self, port: int, queue: int) -> None:
        self._blocked -= {(port, queue)}

    @override
    def send(self, port: int, frame: bytes) -> None:
        """The configuration of now is used."""
        del port, frame
        now = Configuration(self._settings, self._blocked)
        if not self.steps or self.steps[-1] != now:
            self.steps.append(now)

    @override
    def receive(self, port: int, timeout_s: float) -> None:
        """Nothing comes out."""
        del port, timeout_s

    @override
    def flush(self) -> None:
        pass

    @override
    def counters(self, ports: Sequence[int]) -> Mapping[Cell, Count]:
        """Every counter there is, at zero."""
        return dict.fromkeys(watched_cells(ports), Count(0, 0))

    @override
    def hits(self, setting: Setting) -> None:
        del setting

    @override
    def trace(self) -> list[str]:
        return []

    @override
    def close(self) -> None:
        pass


class _CannotTellError(Exception):
    """A case asked the device something that only a device can answer."""


class _Unobserved(SwitchTest):
    """A case whose exchanges end as expected, without an answer of the device."""

    def check(
        self,
        frames: Sequence[bytes],
        expected: Mapping[int, Sequence[Expected]],
        counters: Mapping[Cell, int],
        *,
        ingress: int = IN,
    ) -> Mapping[int, Sequence[bytes]]:
        """What is expected, in its first form."""
        del counters
        for frame in frames:
            self.device.send(ingress, frame)
        outputs: dict[int, list[bytes]] = {port: [] for port in PORTS}
        outputs.update({port: [accepted(frame)[0] for frame in wanted] for port, wanted in expected.items()})
        return outputs

    def collect(self, ingress: int) -> dict[int, list[bytes]]:
        """Only a device knows."""
        self.device.send(ingress, b"")
        raise _CannotTellError

    def hits(self, setting: Setting) -> Count:
        """Only a device knows."""
        del setting
        raise _CannotTellError


def plan_configurations(cases: Iterable[str], profile: Profile) -> list[Planned]:
    """The configurations that `cases` (names of `suite.cases()`) need, equal ones together, in order of first use."""
    found: dict[tuple[tuple[Configuration, ...], bool], list[str]] = {}
    for name in cases:
        steps, complete = _steps(classes()[name], profile)
        found.setdefault((steps, complete), []).append(name)
    return [Planned(tuple(names), steps, complete) for (steps, complete), names in found.items()]


def _steps(case: type[SwitchTest], profile: Profile) -> tuple[tuple[Configuration, ...], bool]:
    device = PlanningDevice()
    use(Session(device, profile, lambda _: None))
    unobserved = type(case.__name__, (_Unobserved, case), {})()
    try:
        unobserved.setUp()
        unobserved.runTest()
    except Exception:  # noqa: BLE001 - answers that no device gave may lead a case anywhere
        complete = False
    else:
        complete = True
    return tuple(device.steps), complete
