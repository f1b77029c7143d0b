# SPDX-License-Identifier: Apache-2.0
"""What a NIC must offer to be tested, and what it is told before a case.

It offers frames in and out with ports and times, work requests, completions. `Settings` are addresses, paths, one queue
pair, limits; times are in `Timing`. `NicProfile` describes a NIC behind network interfaces: what it claims and chose,
its timers, and how it is reached.
"""

from __future__ import annotations

import pathlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address
from typing import Annotated, Literal, Protocol

from pydantic import Field

import ptf_tests.catalogue.claims
from common.documents import DocumentError, Problem, read, validate
from common.errors import UserError
from common.model import Model
from common.text import did_you_mean
from ptf_tests.catalogue.claims import CHOICES
from ptf_tests.catalogue.requirements import Waiver, unknown_ids
from ptf_tests.catalogue.roles import DscpRoles
from ptf_tests.headers.mrc import WireRules

# --- What it is told before a case -----------------------------------------------------------------------------------


NIC_ADDRESS = IPv6Address("fd6d:7263::1").packed
"""Inner address of the NIC under test, the same on every plane."""
PEER_ADDRESS = IPv6Address("fd6d:7263::2").packed
"""Inner address of the peer, which the tester plays."""
NIC_IPV4, PEER_IPV4 = IPv4Address("10.109.114.1").packed, IPv4Address("10.109.114.2").packed
"""The same on IPv4."""
STRANGER_ADDRESS = IPv6Address("fd6d:7263::3").packed
"""Inner address of somebody the NIC is not connected to."""

_BLOCK = 0xFCBB_BBBB

Nanoseconds = Annotated[int, Field(ge=1)]
Mode = Literal["srv6", "stev", "udp", "ipv4"]
"""How an EV travels: SRv6; without encapsulation, in UDP source port and flow label (structured EV), or in the source
port alone, on IPv6 or IPv4."""


def nic_mac(port: int) -> int:
    return 0x02_00_00_00_01_00 | port


def switch_mac(port: int) -> int:
    """Address of the switch port that the NIC's port is wired to, 48 bits."""
    return 0x02_00_00_00_02_00 | port


@dataclass(frozen=True, slots=True)
class Path:
    """One path to the peer: what an EV means.

    Attributes:
        entropy: 32-bit EV.
        port: NIC port it leaves by, which is its plane.
        destination: outer IPv6 destination as sent, 16 bytes: ``block : own T0 : T1 : T0 : downlink : 0 : 0``; without
            encapsulation there is none, and switches hash the EV.
    """

    entropy: int
    port: int
    destination: bytes


def _usids(*usids: int) -> bytes:
    address = _BLOCK
    for usid in (*usids, *(0,) * (6 - len(usids))):
        address = address << 16 | usid
    return address.to_bytes(16, "big")


def arriving(port: int) -> bytes:
    """Outer destination of a frame as it reaches the NIC: the path shifted down to its last uSID."""
    return _usids(0x3000 | port << 8)


@dataclass(frozen=True, slots=True)
class Settings:
    """The NIC's configuration for one case; the NIC is as new after it.

    Attributes:
        seed: of every random choice, for a NIC that can be seeded.
        planes: ports in use; port p is plane p.
        paths_per_plane: paths to the peer in each plane.
        active_per_plane: how many of them are in the active EV set; the rest are backups.
        min_active_evs: never retire an EV below this many.
        denied: EVs on the controller's denylist from the start.
        mtu: payload bytes of a full packet.
        peer_qp: the peer's queue pair number, 24 bits; its low 16 bits differ from it on purpose.
        first_psn_sent, first_psn_received: of the NIC's and the peer's first packet; both near the 24-bit wrap.
        mpr: PSN window in both directions, in units of 128 PSNs.
        window_bytes: fixed congestion window (nominal bytes: UDP length + 40), unless there is `congestion`.
        congestion: NSCC instead, with these parameters by the OCP API's names; disable_qa as 0 or 1.
        service_time: agreed that SACKs' timestamps leave out the time they waited.
        max_immediates: immediates in flight, both directions.
        sack_threshold_bytes: a SACK after more bytes than this, each packet counting max(payload, 1024).
        linear_retries, exponential_retries: ACK timeouts before the queue pair fails.
        region_bytes: registered memory the peer may write; zero at the start.
        region_writable: the region may be written by peers at all.
        region_of_another_domain: the region is in another protection domain than the queue pair.
        qp_writable: peers may write by the queue pair.
        posted_receives: receives that are posted, each for one write with immediate; None: the NIC has one for each.
        dynamic_mpr: agreed with the peer: SACKs say the window.
        receive_limits: what the NIC has to receive with, all others unlimited: ``bitmap_psns`` tracked out of order;
            ``buffer_bytes`` in front of memory, emptied at ``host_bps``; ``messages`` whose end is here and whose
            beginning is not.
        mode: how an EV travels.
        pkey: the NIC's partition key, 16 bits; the peer has its full membership.
    """

    seed: int = 1
    planes: int = 2
    paths_per_plane: int = 4
    active_per_plane: int = 4
    min_active_evs: int = 1
    denied: frozenset[int] = frozenset()
    mtu: int = 1024
    peer_qp: int = 0x0A1B2C
    first_psn_sent: int = 0xFFFFFA
    first_psn_received: int = 0xFFFFFC
    mpr: int = 1
    window_bytes: int = 1 << 20
    congestion: Mapping[str, float] | None = None
    service_time: bool = False
    max_immediates: int = 32
    sack_threshold_bytes: int = 8192
    linear_retries: int = 3
    exponential_retries: int = 2
    region_bytes: int = 1 << 18
    region_writable: bool = True
    region_of_another_domain: bool = False
    qp_writable: bool = True
    posted_receives: int | None = None
    dynamic_mpr: bool = False
    receive_limits: Mapping[str, int] = field(default_factory=dict)
    pkey: int = 0xFFFF
    mode: Mode = "srv6"

    @property
    def nic_address(self) -> bytes:
        """Inner address of the NIC: 16 bytes, 4 on IPv4."""
        return NIC_IPV4 if self.mode == "ipv4" else NIC_ADDRESS

    @property
    def peer_address(self) -> bytes:
        """Inner address of the peer, as long."""
        return PEER_IPV4 if self.mode == "ipv4" else PEER_ADDRESS

    def paths(self) -> tuple[Path, ...]:
        """Every path to the peer, plane by plane."""
        short = self.mode in ("udp", "ipv4")
        return tuple(
            Path(
                (0xC000 | plane << 8 | uplink) << 16 if short else 0xC000_0000 | plane << 16 | uplink,
                plane,
                _usids(0x1000 | plane << 9, 0x2000 | plane << 8 | uplink, 0x1001 | plane << 9, 0x3000 | plane << 8),
            )
            for plane in range(self.planes)
            for uplink in range(self.paths_per_plane)
        )

    def path(self, entropy: int) -> Path | None:
        """The path of an EV; None if it is none of this connection's."""
        return next((path for path in self.paths() if path.entropy == entropy), None)


class Timing(Model):
    """Timers of the NIC under test, in ns. They belong to the NIC, not to a case: hardware cannot always change them.

    Attributes:
        rtt_ns: the round trip it assumes.
        reorder_ns: a hole counts as lost once a packet sent this much later has arrived.
        silence_ns: it sends a reliability probe after hearing nothing for so long.
        ack_timeout: n of the local ACK timeout 1.024 us * 2^n.
        ev_probe_ns: between two probes of an EV that is assumed bad.
        ev_probe_successes: how many answers in a row revive it.
        ev_probe_spacing_ns: at least so long between two EV probes on one port, whatever is to be probed.
        reverse_probe_ns: between two probes of the reverse path while it receives and does not send.
        precision_ns: how far its clock and the tester's may differ over one case; 0 in virtual time.
    """

    rtt_ns: Nanoseconds = 10_000
    reorder_ns: Nanoseconds = 20_000
    silence_ns: Nanoseconds = 30_000
    ack_timeout: Annotated[int, Field(ge=0, le=24)] = 7
    ev_probe_ns: Nanoseconds = 50_000
    ev_probe_successes: Annotated[int, Field(ge=1, le=100)] = 3
    ev_probe_spacing_ns: Nanoseconds = 1_264
    reverse_probe_ns: Nanoseconds = 10_000
    precision_ns: Annotated[int, Field(ge=0)] = 0

    @property
    def ack_timeout_ns(self) -> int:
        """The local ACK timeout, 1.024 us * 2^n."""
        return 1024 << self.ack_timeout


# --- What it offers --------------------------------------------------------------------------------------------------


CLAIMS = frozenset(name for name in ptf_tests.catalogue.claims.CLAIMS if name.partition(".")[0] == "nic")
"""What a NIC may claim; the words are those of the requirement catalogue."""


class NicError(UserError):
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


class NicProfile(Model):
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

    name: str
    description: str = ""
    claims: frozenset[str] = CLAIMS
    choices: dict[str, str] = Field(default_factory=dict)
    limits: dict[str, str] = Field(default_factory=dict)
    waivers: dict[str, Waiver] = Field(default_factory=dict)
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


def load_profile(path: pathlib.Path, requirements: Collection[str] | None = None) -> NicProfile:
    """Read a profile, whose limits and waivers are of `requirements`; None leaves that out.

    Raises DocumentError with the file, line, field and what would be accepted.
    """
    document = read(path)
    profile = validate(document, NicProfile)
    problems = [
        Problem(("claims",), f"{claim} is no claim of a NIC{did_you_mean(claim, CLAIMS)}", ", ".join(sorted(CLAIMS)))
        for claim in sorted(profile.claims - CLAIMS)
    ]
    for name, value in profile.choices.items():
        if name not in CHOICES:
            what = f"there is no such choice{did_you_mean(name, CHOICES)}"
            problems.append(Problem(("choices", name), what, ", ".join(CHOICES)))
        elif value not in CHOICES[name]:
            problems.append(Problem(("choices", name), f"{value!r} is none of its values", ", ".join(CHOICES[name])))
    if requirements is not None:
        problems += unknown_ids({"limits": profile.limits, "waivers": profile.waivers}, requirements)
    if problems:
        raise DocumentError([document.sentence(problem) for problem in problems])
    return profile
