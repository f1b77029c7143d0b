# SPDX-License-Identifier: Apache-2.0
"""Runs the cases for NICs in this process."""

from __future__ import annotations

import platform
import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from p4soft.command_line import InterruptedCommandError
from ptf_tests.catalogue.requirements import CaseInfo, Catalogue
from ptf_tests.conformance import Ran, Request, answered, prepare
from ptf_tests.dut.embedded_nic import EmbeddedNic
from ptf_tests.dut.interface_nic import InterfaceNic
from ptf_tests.nic.api import Capabilities, NicError, NicGoneError, NicSilentError, NicUnderTest, load_profile
from ptf_tests.nic.case import MismatchError, NicCase, Peer, cases, classes
from ptf_tests.results import CaseOutcome, Subject

AREA = "nic"

UNANSWERED_LIMIT = 3
"""A NIC that did not answer in this number of cases in a row is gone."""


class NicRunner(Struct, frozen=True):
    """A NIC, as `conformance.Runner` has it.

    Attributes:
        declared: what the NIC claims and chose.
        open: gives the NIC; called once per run, and closed at its end. May raise NicError.
        description: one line for the report.
    """

    declared: Capabilities
    open: Callable[[], NicUnderTest]
    description: str = ""

    @property
    def subject(self) -> Subject:
        return Subject(
            name=self.declared.name,
            dut=AREA,
            description=self.description,
            claims=tuple(sorted(self.declared.claims)),
            choices=dict(sorted(self.declared.choices.items())),
        )

    @property
    def areas(self) -> tuple[str, ...]:
        return (AREA,)

    @property
    def cases(self) -> Mapping[str, CaseInfo]:
        return cases()

    def reloads(self, names: Sequence[str]) -> None:
        """A NIC is configured in no time."""

    def run(self, request: Request, on_outcome: Callable[[CaseOutcome], None] = lambda _: None) -> Ran:
        """Run the cases.

        Raises:
            RunError: as `Runner` says.
            NicError: the NIC cannot be opened. What goes wrong in a case is in its outcome.
        """
        prepare(request.out)
        names = list(request.tests)
        if request.seed:
            random.Random(request.seed).shuffle(names)
        found: list[CaseOutcome] = []
        interruption, ended = None, ""
        try:
            for outcome in outcomes(self.open, names):
                found.append(outcome)
                on_outcome(outcome)
        except InterruptedCommandError as error:
            interruption = error
        except NicGoneError as error:
            found, ended = list(answered(found)), str(error)
        return Ran(tuple(found), {"python": platform.python_version()}, interruption, ended)


def runner_of(profile: Path | None) -> NicRunner:
    """For the embedded NIC, or the one that a profile describes. Raises DocumentError."""
    if profile is None:
        nic = EmbeddedNic()
        return NicRunner(nic.capabilities, lambda: nic, "host_stack's NIC, in virtual time")
    described = load_profile(profile, Catalogue.own())
    return NicRunner(described.capabilities(), lambda: InterfaceNic(described), described.description)


def outcomes(open_nic: Callable[[], NicUnderTest], names: Iterable[str]) -> Iterator[CaseOutcome]:
    """Run the cases of these names (see `nic.case`) one after the other against one NIC, configured anew for each.

    Raises:
        NicError: the NIC cannot be opened.
        NicGoneError: it cannot be driven any longer; the message names the case.
    """
    nic = open_nic()
    unanswered = 0
    try:
        for name in names:
            outcome = _run(nic, name, classes()[name])
            unanswered = unanswered + 1 if outcome.unanswered else 0
            if unanswered == UNANSWERED_LIMIT:
                raise NicGoneError(f"{name}: {outcome.text}; {UNANSWERED_LIMIT} cases in a row ended so")
            yield outcome
    finally:
        nic.close()


def _run(nic: NicUnderTest, name: str, case: type[NicCase]) -> CaseOutcome:
    started = time.perf_counter()
    update: dict[str, object] = {}
    peer: Peer | None = None
    try:
        peer = Peer(nic, case.settings)
        case().run(peer)
    except MismatchError as error:
        assert peer is not None, "only an exchange finds a mismatch"
        update = {"outcome": "failed", "evidence": peer.evidence(str(error))}
    except LookupError:
        assert peer is not None, "only an exchange looks for frames"
        update = {"outcome": "failed", "evidence": peer.evidence("the NIC sent fewer frames than the case is about")}
    except NicGoneError as error:
        raise NicGoneError(f"{name}: {error}") from None
    except NicError as error:
        update = {"outcome": "error", "text": str(error), "unanswered": isinstance(error, NicSilentError)}
    passed = CaseOutcome(name=name, outcome="passed", seconds=time.perf_counter() - started)
    return passed.model_copy(update=update)
