# SPDX-License-Identifier: Apache-2.0
"""Messages of a lab: the settings that its supervisor starts with, what commands ask it, and what it answers."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from fabric.live.messages import Done, Message, NicStatus, Refused, Sample, Sampled, TopologySource, Vocabulary
from fabric.live.namespaces import CableKind
from p4soft.command_line import EngineChoice

# --- Asked and answered ----------------------------------------------------------------------------------------------


LARGEST_BYTES = 1 << 30
"""Most bytes of all writes that are on their way, or have arrived and wait to be fetched."""


class Look(Message):
    """How is everything? Answered by `State`, or `CustomState`."""

    ask: Literal["look"] = "look"


class PostWrite(Message):
    """Write a file from one NIC to another, by a queue pair of its own. Answered by `Posted`."""

    ask: Literal["write"] = "write"
    source: str
    destination: str
    file: str


class Fetch(Message):
    """Put what arrived of write number `index` into `file`. Answered by `Done`."""

    ask: Literal["fetch"] = "fetch"
    index: int
    file: str


class Peek(Message):
    """Put what arrived so far of write number `index` into `file`; it goes on, and stays. Answered by `Done`."""

    ask: Literal["peek"] = "peek"
    index: int
    file: str


class ApplyFault(Message):
    """Let a fault happen, written as in a scenario. Answered by `Happened`."""

    ask: Literal["strike"] = "strike"
    fault: str


class Fail(Message):
    """Let what `labs.faults.FAIL` lists fail. Answered by `Happened`."""

    ask: Literal["fail"] = "fail"
    words: list[str]


class Heal(Message):
    """Heal what `labs.faults.HEAL` lists. Answered by `Happened`."""

    ask: Literal["heal"] = "heal"
    words: list[str]


class Stop(Message):
    """End the lab. Answered by `Done` when everything is gone."""

    ask: Literal["stop"] = "stop"


class Posted(Message):
    """The number of the write."""

    tell: Literal["posted"] = "posted"
    index: int


class Happened(Message):
    """These faults happened, as a scenario writes them."""

    tell: Literal["happened"] = "happened"
    faults: list[str]


class SwitchState(Message):
    """A switch.

    Attributes:
        grpc_address: of its P4Runtime server, in the lab's network.
        trace: what it writes of every packet since it came up; None unless the lab was brought up so.
        control: its control socket, which begins and ends traces; None on a target without one.
        forwards: it is not stopped, nor gone.
    """

    name: str
    device_id: int
    grpc_address: str
    log: str
    trace: str | None
    control: str | None = None
    forwards: bool


class WriteState(Message):
    """A write: how many bytes are there, when it was complete or why it never will be. Times: ns of the fabric."""

    source: str
    source_qpn: int
    destination: str
    size: int
    placed: int
    posted_ns: int
    completed_ns: int | None
    failure: str | None


class Looked(Message):
    """Any lab as it is.

    Attributes:
        topology: file it was brought up from.
        fabric: what the topology calls itself.
        cables: what they are made of.
        cables_late_ns: how late frames came out of them in the worst of 100, ns of the topology; 0 if not known.
        factor: how many times slower than the topology it runs.
        delays: whether cables have their delay.
        process_id: of the supervisor, as the host has it.
        origin_ns: `time.monotonic_ns` when the fabric's time was 0.
        networks: what has a network of its own, by name: a process in it, as the host has it.
        logs: of processes and the supervisor, by name.
        dead: processes that should run and do not, or do not answer, by name, and what is known of them.
        faults: the state of each target that differs from the topology.
        taps: of each link, what `fabric.live.capture` opens to see what crosses it.
    """

    name: str
    topology: str
    fabric: str
    target: str
    cables: CableKind = "veth"
    cables_late_ns: int = 0
    factor: int
    delays: bool
    process_id: int
    origin_ns: int
    now_ns: int
    switches: list[SwitchState]
    networks: dict[str, int]
    logs: dict[str, str]
    dead: dict[str, str]
    faults: dict[str, list[str]]
    taps: dict[str, str]


class State(Looked):
    """A lab of an MRC fabric as it is.

    Attributes:
        host_bps: rate of a NIC's port in the topology.
        busy: by switch, the largest share of a core that it used over a second of the last ten; empty at first.
        nics, writes: all of them; a NIC that does not answer is as it was when it last did.
    """

    tell: Literal["state"] = "state"
    host_bps: int
    base_rtt_ns: int
    busy: dict[str, float] = Field(default_factory=dict)
    nics: dict[str, NicStatus]
    writes: list[WriteState]


class Plugged(Message):
    """An interface of a host: addresses with their prefix, and the link that is plugged into it."""

    name: str
    mac: str
    addresses: list[str]
    link: str


class LinkState(Message):
    """A link of a custom network, as its file has it: ends as node and port."""

    a: tuple[str, int]
    b: tuple[str, int]
    rate_bps: int
    delay_ns: int
    loss: float


class CustomState(Looked):
    """A lab of a custom network (`fabric.custom`) as it is: hosts and links by name."""

    tell: Literal["own state"] = "own state"
    hosts: dict[str, list[Plugged]]
    links: dict[str, LinkState]


WriteRequest = PostWrite | Fetch | Peek
"""What only NICs can do."""
Request = Look | Sample | PostWrite | Fetch | Peek | ApplyFault | Fail | Heal | Stop
Reply = Done | Refused | Posted | Happened | State | CustomState | Sampled

REQUESTS: Vocabulary[Request] = Vocabulary(Request, "ask")
REPLIES: Vocabulary[Reply] = Vocabulary(Reply, "tell")


# --- Settings --------------------------------------------------------------------------------------------------------


class SwitchSettings(Message):
    """What every lab has.

    Attributes:
        seed: of the switches, and of NICs.
        engine: what runs the program on the embedded target.
        traced: switches write what happens to every packet.
    """

    target: str
    seed: int
    engine: EngineChoice
    traced: bool


class FabricSettings(SwitchSettings):
    """An MRC fabric.

    Attributes:
        factor: see `fabric.live.scale.Scale`.
        cables: what they are made of.
    """

    kind: Literal["fabric"] = "fabric"
    source: TopologySource
    factor: int
    cables: CableKind


class CustomSettings(SwitchSettings):
    """Somebody's own network of hosts and switches, by its file, absolute."""

    kind: Literal["own"] = "own"
    file: str


Settings = FabricSettings | CustomSettings
SETTINGS: Vocabulary[Settings] = Vocabulary(Settings, "kind")
