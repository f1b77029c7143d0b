# SPDX-License-Identifier: GPL-2.0-only
"""Cases run in this process, without PTF's data plane: against a program, or to plan the configurations of a run.

`outcomes` is for many runs of the suite. `plan_configurations` finds out without a device which configurations a run
will need, for vendors who cannot reconfigure in between: the cases themselves run, on a device that only notes what it
is told, and where they look at what came out, they are given what they expect.
"""

from __future__ import annotations

import unittest
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from typing_extensions import override

from controller.pipeline import Pipeline
from p4soft.command_line import EngineChoice
from p4soft.switch import Program, Tracer
from p4soft.targets import TargetError, get_target
from ptf_tests.catalogue.claims import CLAIMS
from ptf_tests.dut.external.configuration import Configuration, write_configuration
from ptf_tests.dut.external.device import holding
from ptf_tests.dut.external.sonic import parsed
from ptf_tests.dut.in_process import InProcessDevice
from ptf_tests.dut.p4runtime import PROGRAM
from ptf_tests.results import CaseOutcome
from ptf_tests.switch.case import IN, Expected, Session, SwitchTest, accepted, classes, use
from ptf_tests.switch.device import PORTS, Cell, Count, DeviceError, DeviceUnderTest, watched_cells
from ptf_tests.switch.profile import Profile
from ptf_tests.switch.settings import Setting

# --- Against a program -----------------------------------------------------------------------------------------------


def outcomes(
    program: Program,
    profile: Profile,
    cases: Sequence[str],
    tracer: Tracer | None = None,
    engine: EngineChoice = "python",
) -> Iterator[CaseOutcome]:
    """Run `cases` (names of `switch.case.cases()`) one after the other, as the caller asks for more.

    Any exception of a case is its outcome; the names in an outcome are those of `cases`. `tracer` is told what the
    program does; `engine` runs it.
    """
    found: list[CaseOutcome] = []
    session = Session(InProcessDevice(program, PORTS, tracer, engine), profile, found.append)
    for name in cases:
        use(session)
        classes()[name]().run(unittest.TestResult())
        yield found.pop().model_copy(update={"name": name})


# --- Planning --------------------------------------------------------------------------------------------------------


class Planned(Struct, frozen=True):
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
        del port, frame
        now = Configuration(self._settings, self._blocked)
        if not self.steps or self.steps[-1] != now:
            self.steps.append(now)

    @override
    def receive(self, port: int, timeout_s: float) -> None:
        del port, timeout_s

    @override
    def flush(self) -> None:
        pass

    @override
    def counters(self, ports: Sequence[int]) -> Mapping[Cell, Count]:
        return dict.fromkeys(watched_cells(ports), Count(0, 0))

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
        del counters
        for frame in frames:
            self.device.send(ingress, frame)
        outputs: dict[int, list[bytes]] = {port: [] for port in PORTS}
        outputs.update({port: [accepted(frame)[0] for frame in wanted] for port, wanted in expected.items()})
        return outputs

    def collect(self, ingress: int) -> dict[int, list[bytes]]:
        self.device.send(ingress, b"")
        raise _CannotTellError

    def hits(self, setting: Setting) -> Count:
        del setting
        raise _CannotTellError


def plan_configurations(cases: Iterable[str], profile: Profile) -> list[Planned]:
    """The configurations that `cases` (names of `switch.case.cases()`) need, equal ones together, in order of use."""
    found: dict[tuple[tuple[Configuration, ...], bool], list[str]] = {}
    for name in cases:
        steps, complete = _steps(classes()[name], profile)
        found.setdefault((steps, complete), []).append(name)
    return [Planned(tuple(names), steps, complete) for (steps, complete), names in found.items()]


def configurations_made(cases: Iterable[str], profile: Profile) -> int:
    """How often an external device is made something else in a run of `cases` in this order.

    As its driver does: not if it is so already, and once more to let out what a case left in queues, unless a `reset`
    command does. Cases that decide by what they see may make it a few more.
    """
    access = profile.access
    made, now, to_drain, drained_once = 0, None, False, access.by_hand
    for name in cases:
        waiting = False
        for step in _steps(classes()[name], profile)[0]:
            held = bool(holding(step.settings, step.blocked))
            if not access.commands.reset and (to_drain or (held and not drained_once)):
                made, now, to_drain, drained_once = made + (not access.by_hand), None, False, True
            wanted = Configuration(step.settings) if access.commands.block else step
            made, now = made + (wanted != now), wanted
            waiting = waiting or held
        to_drain = to_drain or waiting
    return made


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


# --- Plans as files, for an owner who configures the device beforehand or by a tool of her own -----------------------


INDEX = "index.txt"


def write_plan(planned: Iterable[Planned], out: Path, profile: Profile, base: Path | None = None) -> int:
    """Write every distinct configuration into a numbered directory below `out`, and which cases need which.

    Args:
        planned: what the cases need.
        out: a directory that does not exist or is empty.
        profile: names and interfaces of the device's ports.
        base: a SONiC switch's own config_db.json, so that whole configurations are written.

    Returns:
        How many configurations there are.

    Raises:
        DeviceError: `out` holds something, or cannot be written; `base` is no config_db.json.
    """
    try:
        tables = None if base is None else parsed(base.read_bytes())
    except (OSError, ValueError) as error:
        raise DeviceError(f"{base}: {error}") from None
    try:
        out.mkdir(parents=True, exist_ok=True)
        if any(out.iterdir()):
            raise DeviceError(f"{out}: is not empty; accepted: a new or an empty directory")
        pipeline = _pipeline(out / "build")
        numbers: dict[Configuration, str] = {}
        lines = []
        for group in planned:
            names = []
            for step in group.steps:
                if step not in numbers:
                    numbers[step] = f"{len(numbers) + 1:03}"
                    write_configuration(step, out / numbers[step], profile, pipeline, tables)
                names.append(numbers[step])
            more = "" if group.complete else ", then what the case decides by what it saw"
            lines += [f"{case}: {', '.join(names)}{more}" for case in group.cases]
        (out / INDEX).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    except OSError as error:
        raise DeviceError(f"{out}: cannot write: {error.strerror}; accepted: a directory") from None
    return len(numbers)


def _pipeline(build: Path) -> Pipeline:
    try:
        files = get_target("embedded").compile(PROGRAM, build)
    except TargetError as error:
        raise DeviceError(str(error)) from None
    return Pipeline.load(files.p4info, files.json)
