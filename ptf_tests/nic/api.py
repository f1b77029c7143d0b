# SPDX-License-Identifier: Apache-2.0
"""What a NIC must offer to be tested: frames in and out with ports and times, work requests, completions.

`NicProfile` describes one behind network interfaces: what it claims and chose, its timers, and how it is reached.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field

import ptf_tests.catalogue.claims
from common.documents import DocumentError, Problem, read, validate
from ptf_tests.catalogue.claims import CHOICES, DscpRoles
from ptf_tests.catalogue.requirements import Waiver
from ptf_tests.headers.mrc import WireRules
from ptf_tests.nic.settings import Settings, Timing

CLAIMS = frozenset(name for name in ptf_tests.catalogue.claims.CLAIMS if name.partition(".")[0] == "nic")
"""What a NIC may claim; the words are those of the requirement catalogue."""


class NicError(Exception):
    """The NIC under test could not be configured or does not answer; the message is complete and meant for people."""


class NicSilentError(NicError):
    """It did not answer frames that it must answer; what it is asked to do it may still do."""


class NicGoneError(NicError):
    """Nothing can be told to the NIC any more: a run ends here, for the rest cannot be judged."""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What the NIC under test is like.

    Attributes:
        name: of the NIC.
        ports: how many it has; cases that ask for more planes get as many as there are.
        ordered: whether frames of different ports are seen in the order in which they were sent.
        claims: members of `CLAIMS`.
        choices: values of `ptf_tests.catalogue.claims.CHOICES`, by name, where they are not the first.
        limits: requirement id to why it does not meet it.
        waivers: requirement id to until when its failing counts as waived.
        dscp: values of the DSCP roles.
        timing: its timers.
    """

    name: str
    ports: int = 8
    ordered: bool = True
    claims: frozenset[str] = CLAIMS
    choices: Mapping[str, str] = field(default_factory=dict)
    limits: Mapping[str, str] = field(default_factory=dict)
    waivers: Mapping[str, Waiver] = field(default_factory=dict)
    dscp: DscpRoles = field(default_factory=DscpRoles)
    timing: Timing = field(default_factory=Timing)

    def choice(self, name: str) -> str:
        """What it chose; the first value there is where it says nothing."""
        return self.choices.get(name, next(iter(ptf_tests.catalogue.claims.CHOICES[name])))

    def chosen(self, choice: str) -> tuple[str]:
        """The same, as profiles of switches have it."""
        return (self.choice(choice),)

    @property
    def rules(self) -> WireRules:
        """Its choices of wire format."""
        return WireRules.of(self.choices)


@dataclass(frozen=True, slots=True)
class Connection:
    """What the NIC chose when it was configured.

    Attributes:
        qp: its queue pair number, 24 bits.
        region_address: virtual address of its registered memory.
        r_key: key of that memory.
    """

    qp: int
    region_address: int
    r_key: int


@dataclass(frozen=True, slots=True)
class Transmitted:
    """A frame the NIC sent: port, bytes, and when (ns, on the tester's clock)."""

    port: int
    frame: bytes
    time_ns: int


@dataclass(frozen=True, slots=True)
class Completion:
    """An entry of the NIC's completion queue.

    Attributes:
        kind: ``write``: a posted write is done; ``immediate``: the peer's write with immediate is complete.
        ok: whether it succeeded.
        wr_id: of the posted write; 0 for an immediate.
        length: message bytes.
        immediate: its 32 bits, None for a plain write.
        status: the NIC's own word for how it ended, for messages only.
    """

    kind: Literal["write", "immediate"]
    ok: bool
    wr_id: int
    length: int
    immediate: int | None
    status: str


class NicUnderTest(Protocol):
    """One NIC. Any call may raise NicError."""

    @property
    def capabilities(self) -> Capabilities: ...

    def configure(self, settings: Settings) -> Connection:
        """Make it as new, with one queue pair connected to the peer and one registered region."""

    def reconnect(self, settings: Settings) -> Connection:
        """Reset the queue pair, whatever it is doing, and connect it to the peer again; the region stays as it is."""

    def withdraw_region(self) -> None:
        """Deregister the region: its key opens nothing any more."""

    def post_write(
        self, data: bytes, remote_address: int, r_key: int, *, wr_id: int = 0, immediate: int | None = None
    ) -> None:
        """Post an RDMA write of the NIC to the peer."""

    def receive_from_network(self, port: int, frame: bytes) -> None:
        """A frame arrives at the NIC."""

    def settle(self) -> None:
        """Return when everything the NIC does at once, without waiting for a timer, has been done."""

    def advance(self, duration_ns: int) -> None: ...

    def transmitted(self) -> list[Transmitted]:
        """What the NIC has sent since the last call, oldest first."""

    def completions(self) -> list[Completion]:
        """What has completed since the last call, oldest first."""

    def control_ev(self, entropy: int, *, denied: bool) -> None:
        """The controller puts an EV on the denylist, or takes it off."""

    def set_port(self, port: int, *, up: bool) -> None:
        """The link of a port goes down, or comes back."""

    def enable_port(self, port: int, *, enabled: bool) -> None:
        """The controller takes a port out of service, or puts it back."""

    def read_memory(self, offset: int, length: int) -> bytes:
        """Bytes of the registered region."""

    def counters(self) -> Mapping[str, int]:
        """The NIC's own counters, for the evidence of a failed case; may be empty."""

    def close(self) -> None:
        """Leave it alone. Idempotent."""


# --- Profiles of NICs behind network interfaces ----------------------------------------------------------------------


class NicProfile(BaseModel):
    """One NIC.

    Attributes:
        name, description: for reports.
        claims: what it can do, of the claims `nic` and `nic.*` of `ptf_tests/catalogue/claims.py`.
        choices: what it chose where the sources conflict; the first value of a choice where this says nothing.
        limits: requirement id to why this NIC does not meet it; cases that show it are not run.
        waivers: requirement id to a fault that is accepted until a day; its cases are run, and it counts as waived.
        dscp: the operator's values of the DSCP roles.
        timing: its timers, in ns.
        interfaces: what the tester opens for each port, in the order of the ports: a network interface (the other end
            of the NIC's cable or veth pair) or `unix:/path`.
        command: a program and its arguments that passes work requests to the NIC (`interface.py` tells how).
        settle_ms: how long the NIC must have been quiet before "it did not answer" counts.
        deadline_s: how long to wait for an answer that must come.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    description: str = ""
    claims: frozenset[str] = CLAIMS
    choices: dict[str, str] = {}
    limits: dict[str, str] = {}
    waivers: dict[str, Waiver] = {}
    dscp: DscpRoles = DscpRoles()
    timing: Timing = Timing()
    interfaces: Annotated[tuple[str, ...], Field(min_length=1, max_length=8)]
    command: Annotated[tuple[str, ...], Field(min_length=1)]
    settle_ms: Annotated[int, Field(ge=0, le=10_000)] = 20
    deadline_s: Annotated[float, Field(gt=0, le=600)] = 10.0

    def capabilities(self) -> Capabilities:
        return Capabilities(
            self.name,
            ports=len(self.interfaces),
            ordered=len(self.interfaces) == 1,
            claims=self.claims,
            choices=self.choices,
            limits=self.limits,
            waivers=self.waivers,
            dscp=self.dscp,
            timing=self.timing,
        )


def load_profile(path: Path) -> NicProfile:
    """Read a profile. Raises DocumentError with the file, line, field and what would be accepted."""
    document = read(path)
    profile = validate(document, NicProfile)
    problems = [
        Problem(("claims",), f"{claim} is no claim of a NIC", ", ".join(sorted(CLAIMS)))
        for claim in sorted(profile.claims - CLAIMS)
    ]
    for name, value in profile.choices.items():
        if name not in CHOICES:
            problems.append(Problem(("choices", name), "there is no such choice", ", ".join(CHOICES)))
        elif value not in CHOICES[name]:
            problems.append(Problem(("choices", name), f"{value!r} is none of its values", ", ".join(CHOICES[name])))
    if problems:
        raise DocumentError([document.sentence(problem) for problem in problems])
    return profile
