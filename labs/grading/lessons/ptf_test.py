# SPDX-License-Identifier: GPL-2.0-only
"""Lab 09: a test for TRIM-018, tried on switches that are right, wrong elsewhere, and wrong in what it is about.

The test runs in a process of its own (`case_pupil`), the switch in this one: the test can tell switches apart by
packets only.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random

from common import PROJECT_ROOT
from labs.grading.lesson import Item, Lesson, Work, WrongError
from labs.grading.sandbox import Dialogue, DialogueError, dialogue
from p4soft.switch import load_program
from ptf_tests.catalogue.roles import DscpRoles
from ptf_tests.dut.in_process import InProcessDevice
from ptf_tests.mutants import vendor
from ptf_tests.mutants.operators import Program
from ptf_tests.switch import settings
from ptf_tests.switch.device import PORTS, DeviceError
from ptf_tests.switch.packets import SENTINEL_DSCP
from ptf_tests.switch.profile import Profile, load, named
from ptf_tests.switch.settings import Setting

# --- A student's cases on a switch -----------------------------------------------------------------------------------


PUPIL = Path(__file__).resolve().parents[1] / "case_pupil.py"
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


# --- The lab ---------------------------------------------------------------------------------------------------------


REQUIREMENT = "TRIM-018"
SOURCES = PROJECT_ROOT / "p4src"
OWN = Path(__file__).with_name("broken_trims.yaml")

OTHER_FAULTS = (
    "stale-bytes-after-the-trim", "trim-size-rounded-to-units-of-16",
    "forgets-to-count-the-cut-in-the-length", "preserves-lengths-always", "one-trim-dscp-for-all-ports",
    "trimmed-copies-stay-in-the-data-queue", "trim-counted-on-the-trim-queue", "trimmed-are-not-dropped-packets",
    "no-blackhole", "limit-off-by-one",
)  # fmt: skip
"""Vendors' mutants that break other requirements and keep this one."""

OTHER_SIZES = ("trim-size-counts-the-fcs", "trims-jumbos-late")
"""As these, which show whatever the trim size is."""

KNOWN = ("marks-trimmed-packets", "updates-the-udp-length")
"""Vendors' mutants of which the README tells."""

HIDDEN_OUTER = ("clears-ecn-with-the-dscp", "clears-the-flow-label", "source-mac-stays-on-copies")
HIDDEN_INNER = (
    "updates-the-inner-length", "clears-the-udp-checksum", "remarks-the-inner-dscp", "inner-hop-limit-down",
)  # fmt: skip
HIDDEN_SOMETIMES = (
    "trims-before-the-shift", "flow-label-of-jumbos", "marks-trimmed-retransmissions", "ect-1-becomes-ect-0",
    "shifted-copies-lose-the-end-of-the-destination",
)  # fmt: skip

TRIED_OTHER = 3
TRIED_SOMETIMES = 4
TRIED_AGAIN = 4


def _grade(work: Work) -> None:
    profile = load(named("embedded"))
    with trials(work.answer, REQUIREMENT) as tried:
        with work.must("case"):
            _case(tried, profile)
        rng = work.rng
        for name, switches in (
            ("right", [("the switch of this project", "", profile)]),
            ("other-values", [(_told(each), "", each) for each in (_other_values(profile, rng) for _ in range(3))]),
            ("other-choices", [(_told(each), "", each) for each in _other_choices(profile)]),
        ):
            with work.item(name):
                _passes_on(tried, switches)
        with work.item("other-faults"):
            drawn = [rng.choice(OTHER_SIZES), *rng.sample(OTHER_FAULTS, TRIED_OTHER)]
            _passes_on(
                tried,
                [
                    (f"a switch with a fault that breaks another requirement ({_story(each)})", each, profile)
                    for each in drawn
                ],
            )
        with work.item("known"):
            _fails_on(tried, KNOWN, profile, told=True)
        for name, mutants, shown in (
            ("hidden-outer", HIDDEN_OUTER, _other_values(profile, rng)),
            ("hidden-inner", HIDDEN_INNER, _other_values(profile, rng)),
            ("hidden-sometimes", rng.sample(HIDDEN_SOMETIMES, TRIED_SOMETIMES), profile),
        ):
            with work.item(name):
                _fails_on(tried, rng.sample(mutants, len(mutants)), shown, told=False)
        with work.item("again"):
            found = (("right", "", "passed"), ("known", KNOWN[0], "failed"))
            known = {mutant: outcome for name, mutant, outcome in found if work.passed(name)}
            _same_again(tried, profile, rng, known)


def _case(tried: Trials, profile: Profile) -> None:
    try:
        cases = tried.cases(profile)
    except DialogueError as error:
        raise WrongError(f"it cannot be loaded: {error}") from None
    if not cases:
        raise WrongError(
            f"there is no class in it that is a SwitchTest, has runTest and names {REQUIREMENT} in `requirements`"
        )


def _run(tried: Trials, mutant: str, profile: Profile) -> tuple[str, str]:
    try:
        return tried.run(_program(mutant), profile)
    except DialogueError as error:
        raise WrongError(str(error)) from None


def _passes_on(tried: Trials, switches: Iterable[tuple[str, str, Profile]]) -> None:
    """The test passes on every (description, mutant or "", profile)."""
    for described, mutant, profile in switches:
        outcome, text = _run(tried, mutant, profile)
        if outcome != "passed":
            raise WrongError(f"it {_ends(outcome)} on {described}, which meets {REQUIREMENT}:\n{text}")


def _fails_on(tried: Trials, mutants: Sequence[str], profile: Profile, *, told: bool) -> None:
    """The test fails, by an assertion, on every one of these, which break the requirement."""
    missed = []
    for mutant in mutants:
        outcome, text = _run(tried, mutant, profile)
        if outcome == "passed":
            missed.append(mutant)
        elif outcome != "failed":
            raise WrongError(
                f"it {_ends(outcome)} on a switch that breaks {REQUIREMENT}; it is to fail by an assertion:\n{text}"
            )
    if missed:
        which = "; ".join(map(_story, missed)) if told else "which, you are not told"
        raise WrongError(f"it passes on {len(missed)} of {len(mutants)} switches that break {REQUIREMENT}: {which}")


def _same_again(tried: Trials, profile: Profile, rng: Random, known: Mapping[str, str]) -> None:
    """Switches of `known` outcome once more, in a random order, which finds out a test that counts its runs."""
    order = [*known] * TRIED_AGAIN
    rng.shuffle(order)
    for mutant in order:
        outcome, text = _run(tried, mutant, profile)
        if outcome != known[mutant]:
            which = "a broken switch" if mutant else "a right switch"
            raise WrongError(
                f"on {which} it {_ends(known[mutant])}, and when it is run again it {_ends(outcome)}\n{text}"
            )


def _ends(outcome: str) -> str:
    return {"passed": "passes", "failed": "fails", "error": "ends with an error", "skipped": "is skipped"}.get(
        outcome, outcome
    )


@cache
def _program(mutant: str) -> Program:
    if not mutant:
        return vendor.program_of(SOURCES)
    (found,) = vendor.mutants(SOURCES, [_replacements()[mutant]])
    return found.program


@cache
def _replacements() -> dict[str, vendor.Replacement]:
    found = (*vendor.read_replacements(SOURCES), *vendor.read_replacements(SOURCES, OWN))
    return {each.name: each for each in found}


def _story(mutant: str) -> str:
    return _replacements()[mutant].story.rstrip(".")


def _other_values(profile: Profile, rng: Random) -> Profile:
    """The same switch, configured with other DSCPs, queues, classes and sizes."""
    dscps = rng.sample([dscp for dscp in range(1, 64) if dscp != SENTINEL_DSCP], 6)
    queues, classes = sorted(rng.sample(range(1, 8), 3)), rng.sample(range(1, 8), 3)
    values = profile.values.model_copy(
        update={
            "trim_size": rng.randrange(160, 400),
            "dscp": DscpRoles(**dict(zip(DscpRoles.model_fields, dscps, strict=True))),
            **dict(zip(("data_queue", "trim_queue", "control_queue"), queues, strict=True)),
            **dict(zip(("data_tc", "trim_tc", "control_tc"), classes, strict=True)),
        }
    )
    return profile.model_copy(update={"values": values})


def _other_choices(profile: Profile) -> list[Profile]:
    """The same switch, where it leaves lengths as they are, and finds DSCP and queue in the other ways."""
    ways = (
        ("preserve", "asymmetric", "static"),
        ("update", "symmetric", "dynamic"),
        ("preserve", "asymmetric", "dynamic"),
    )
    names = "trim_length", "trim_dscp", "trim_queue"
    return [
        profile.model_copy(
            update={"choices": {**profile.choices, **{n: (v,) for n, v in zip(names, way, strict=True)}}}
        )
        for way in ways
    ]


def _told(profile: Profile) -> str:
    values, choices = profile.values, profile.choices
    chosen = ", ".join(f"{name} {choices[name][0]}" for name in ("trim_length", "trim_dscp", "trim_queue"))
    roles = ", ".join(f"{role} {dscp}" for role, dscp in values.dscp.model_dump().items())
    return f"the switch of this project with trim size {values.trim_size}, DSCPs {roles}, {chosen}"


LESSON = Lesson(
    title="write a PTF test for a requirement",
    only="embedded",
    items=(
        Item("case", f"the file has a case for {REQUIREMENT}", "keep base class, `requirements` and `runTest`"),
        Item("right", "it passes on a switch that is right", "README.md, steps 2 and 3; what may differ?", 2),
        Item("other-values", "it passes with other DSCPs, queues and trim sizes", "self.values has them; hint 3"),
        Item("other-choices", "it passes where a switch chose what the requirement leaves open", "hint 3"),
        Item("other-faults", "it passes on switches that break other requirements only", "Background; hint 4", 2),
        Item("known", "it fails on the two broken switches of the README", "README.md, step 3; hint 2", 2),
        Item("hidden-outer", "it fails on switches that get the outer headers of copies wrong", "hints 2 and 5", 2),
        Item("hidden-inner", "it fails on switches that touch what is inside", "hints 2 and 6", 2),
        Item("hidden-sometimes", "it fails on switches that are wrong for some packets only", "step 4; hint 7", 3),
        Item("again", "it says the same of a switch, however often it ran", "nothing may be kept between runs"),
    ),
    grade=_grade,
)  # fmt: skip
