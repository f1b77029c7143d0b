# SPDX-License-Identifier: Apache-2.0
"""Faults, one class per kind: how it is written, what it does to a fabric, and what a report says about it.

A new kind is a class here. Deriving it from `Fault` with its `form` is all it takes to be read, listed in messages,
applied, recorded and drawn; a fabric has to learn something only when no method of `Faultable` does what it needs.

`Selection` names some frames of a fabric by what is in them and where they are: `nic0>nic1 ev 0xc0030005 on A--B`.
`Names` looks up what a scenario calls switches, links and NICs.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Protocol

from msgspec import Struct, structs, to_builtins
from typing_extensions import override

import topologies
from common.quantities import parse_rate, show_rate, with_unit
from fabric.errors import FabricError, RefusedValueError, no_such, unknown

# --- Selected frames -------------------------------------------------------------------------------------------------


_LAST_EV = 0xFFFF_FFFF


class Selection(Struct, frozen=True):
    """Frames that are all of this; what is None may be anything. They may be trimmed.

    Attributes:
        entropy: 32 bits, the UDP source port and the low 16 bits of the flow label beside it (wire-format §4.1),
            which is 0 on IPv4.
        source, destination: the NICs that their innermost addresses name.
        link: both its directions; None: as they leave a NIC, so that each is looked at once.
    """

    entropy: int | None = None
    source: str | None = None
    destination: str | None = None
    link: str | None = None

    def __str__(self) -> str:
        flow = [] if self.source is None else [f"{self.source}>{self.destination}"]
        ev = [] if self.entropy is None else [f"ev {self.entropy:#010x}"]
        link = [] if self.link is None else [f"on {self.link}"]
        return " ".join((*flow, *ev, *link))


def parse_ev(text: str) -> int:
    """The 32 bits of an EV, as results print it or in decimal. Raises RefusedValueError."""
    try:
        entropy = int(text, 0)
    except ValueError:
        entropy = -1
    if not 0 <= entropy <= _LAST_EV:
        raise RefusedValueError(f"{text!r} is not an EV", f"0x00000000 .. {_LAST_EV:#010x}, as `ev_changes` has it")
    return entropy


def untold(frames: Selection) -> FabricError:
    """What a fabric raises whose links do not look into frames."""
    return FabricError(
        f"{frames}: live links lose any frame alike, not those of a flow or an EV; accepted: `link A--B loss 0.2`, "
        "or emulated time"
    )


# --- Faults ----------------------------------------------------------------------------------------------------------


class Faultable(Protocol):
    """A fabric that faults happen to, whatever runs it. Switches and links by their names in the topology."""

    @abstractmethod
    def set_forwarding(self, switch: str, forwarding: bool) -> None:
        """False: every frame that arrives at the switch vanishes; its links stay up."""

    @abstractmethod
    def set_link_state(self, link: str, up: bool) -> None:
        """Set a link up or down. Going down loses what is queued and what is on the wire, in both directions."""

    @abstractmethod
    def set_link_loss(self, link: str, probability: float, to: str | None = None) -> None:
        """Each frame is lost with this probability, 0..1, in both directions; or only towards the node `to`."""

    @abstractmethod
    def set_link_rate(self, link: str, rate_bps: int) -> None:
        """Let both directions run at this rate from the next frame on."""

    @abstractmethod
    def set_selected_loss(self, frames: Selection, probability: float) -> None:
        """Each of these frames is lost with this probability, 0..1. Raises FabricError where links lose any alike."""


class Named(Protocol):
    @property
    def name(self) -> str:
        """As results and messages call it."""


class NamedLink(Named, Protocol):
    @property
    def rate_bps(self) -> int:
        """Its rate while nothing is wrong, bits per second."""

    @property
    def nodes(self) -> tuple[str, str]:
        """Names of the nodes at its ends."""


class FaultNames(Protocol):
    def switch(self, name: str) -> Named:
        """A switch. Raises RefusedValueError."""

    def link(self, name: str) -> NamedLink:
        """A link. Raises RefusedValueError."""

    def nic(self, name: str) -> Named:
        """A NIC. Raises RefusedValueError."""


_KINDS: dict[tuple[str, str], type[Fault]] = {}


@dataclass(frozen=True)
class Fault(ABC):
    """One fault: at `at_ns` something happens to `target`, a switch or a link of the topology, or some frames.

    Attributes:
        form: how people write it: what it happens to (`_TARGETS`), whose name, the verb, an example of values.
        affects: what of the target it changes; a later fault of the same target that affects the same replaces it.
    """

    at_ns: int
    target: str

    form: ClassVar[str]
    affects: ClassVar[str]

    def __init_subclass__(cls, *, form: str, affects: str) -> None:
        super().__init_subclass__()
        cls.form, cls.affects = form, affects
        subject, _, verb, *_ = form.split()
        assert (subject, verb) not in _KINDS, form
        _KINDS[subject, verb] = cls

    @classmethod
    def parse(cls, at_ns: int, target: str, words: Sequence[str], names: FaultNames) -> Fault:
        """From the words after the verb, none unless the kind has values. Raises RefusedValueError."""
        del names
        if words:
            raise RefusedValueError(f"{' '.join(words)!r} is too much", f"`{cls.form}`")
        return cls(at_ns, target)

    @abstractmethod
    def apply(self, fabric: Faultable) -> None:
        """Let it happen now."""

    @property
    @abstractmethod
    def restores(self) -> bool:
        """The target is again as the topology has it, in what this fault affects."""

    @property
    @abstractmethod
    def state(self) -> str:
        """What the target is from now on, for people: `stopped`, `loss 0.2`."""

    def undone(self, at_ns: int) -> Fault | None:
        """What restores the target at `at_ns`, in what this fault affects; None when it restores, or nothing does."""
        del at_ns
        return None

    @property
    def kind(self) -> str:
        subject, _, verb, *_ = self.form.split()
        return f"{subject} {verb}"

    def values(self) -> dict[str, object]:
        return {name: value for name, value in to_builtins(self).items() if name not in ("at_ns", "target")}

    def __str__(self) -> str:
        return f"{self.kind.split()[0]} {self.target} {self.state}"


def parse_fault(text: str, at_ns: int, names: FaultNames) -> Fault:
    """A fault as written, resolved in a topology. Raises RefusedValueError, which lists the kinds if it is none."""
    match text.split():
        case [subject, name, verb, *words] if (subject, verb) in _KINDS:
            return _KINDS[subject, verb].parse(at_ns, _TARGETS[subject](name, names), words, names)
    raise RefusedValueError(f"{text!r} is not a fault", fault_forms())


def _flow(name: str, names: FaultNames) -> str:
    source, arrow, destination = name.partition(">")
    if not arrow:
        raise RefusedValueError(f"{name!r} is not a flow", "NIC>NIC")
    return str(Selection(source=names.nic(source).name, destination=names.nic(destination).name))


_TARGETS: dict[str, Callable[[str, FaultNames], str]] = {
    "switch": lambda name, names: names.switch(name).name,
    "link": lambda name, names: names.link(name).name,
    "flow": _flow,
    "ev": lambda name, _names: str(Selection(entropy=parse_ev(name))),
}
"""What a fault may happen to, by the word that begins it: its whole name, from how people wrote it."""


def fault_forms() -> str:
    return ", ".join(f"`{kind.form}`" for kind in _KINDS.values())


@dataclass(frozen=True)
class SwitchStop(Fault, form="switch NAME stop", affects="forwarding"):
    """The failure that MRC must find by itself: frames vanish, links stay up, nobody is told."""

    restores: ClassVar[bool] = False
    state: ClassVar[str] = "stopped"

    @override
    def undone(self, at_ns: int) -> Fault:
        return SwitchStart(at_ns, self.target)

    @override
    def apply(self, fabric: Faultable) -> None:
        fabric.set_forwarding(self.target, False)


@dataclass(frozen=True)
class SwitchStart(Fault, form="switch NAME start", affects="forwarding"):
    """A stopped switch forwards again, with the tables it had."""

    restores: ClassVar[bool] = True
    state: ClassVar[str] = "started"

    @override
    def apply(self, fabric: Faultable) -> None:
        fabric.set_forwarding(self.target, True)


@dataclass(frozen=True)
class LinkDown(Fault, form="link A--B down", affects="state"):
    """Frames in queues and on the wire are lost; a NIC notices that its own port is down (`nic.link_signal`)."""

    restores: ClassVar[bool] = False
    state: ClassVar[str] = "down"

    @override
    def undone(self, at_ns: int) -> Fault:
        return LinkUp(at_ns, self.target)

    @override
    def apply(self, fabric: Faultable) -> None:
        fabric.set_link_state(self.target, False)


@dataclass(frozen=True)
class LinkUp(Fault, form="link A--B up", affects="state"):
    restores: ClassVar[bool] = True
    state: ClassVar[str] = "up"

    @override
    def apply(self, fabric: Faultable) -> None:
        fabric.set_link_state(self.target, True)


@dataclass(frozen=True)
class LinkLoss(Fault, form="link A--B loss 0.2", affects="loss"):
    """Random loss, in both directions or only towards the node `to`; probability 0 ends it in both."""

    probability: float
    to: str | None = None

    @override
    @classmethod
    def parse(cls, at_ns: int, target: str, words: Sequence[str], names: FaultNames) -> Fault:
        to: str | None = None
        match words:
            case [*before, "to", node]:
                nodes = names.link(target).nodes
                if node not in nodes:
                    raise RefusedValueError(f"{node!r} is not at an end of {target}", ", ".join(nodes))
                words, to = before, node
        return cls(at_ns, target, _probability(words, ", and `to NODE` for one way"), to)

    @override
    def undone(self, at_ns: int) -> Fault:
        return replace(self, at_ns=at_ns, probability=0.0, to=None)

    @override
    def apply(self, fabric: Faultable) -> None:
        fabric.set_link_loss(self.target, self.probability, self.to)

    @property
    @override
    def restores(self) -> bool:
        return self.probability == 0

    @property
    @override
    def state(self) -> str:
        return f"loss {self.probability:g}" + (f" to {self.to}" if self.to is not None else "")


def _probability(words: Sequence[str], more: str = "") -> float:
    """The probability in the only word; `more`: text about what else is accepted. Raises RefusedValueError."""
    try:
        (text,) = words
        probability = float(text)
    except ValueError:
        probability = -1.0
    if not 0 <= probability <= 1:
        raise RefusedValueError(f"{' '.join(words)!r} is not a loss probability", f"0 .. 1{more}")
    return probability


@dataclass(frozen=True)
class SelectedLoss(Fault, form="flow NIC>NIC loss 0.2 [ev EV] [on A--B]", affects="loss"):
    """Random loss of some frames: from one NIC to another, of one EV, on one link; probability 0 ends it.

    `flow A>B loss P on LINK` is the loss of one path, if LINK is between a T0 and a T1.
    """

    probability: float
    frames: Selection

    @override
    @classmethod
    def parse(cls, at_ns: int, target: str, words: Sequence[str], names: FaultNames) -> Fault:
        source, _, destination = target.partition(">")
        frames = Selection(source=source, destination=destination)
        return cls._of(at_ns, frames, words, names, accepted=("ev", "on"))

    @classmethod
    def _of(
        cls, at_ns: int, frames: Selection, words: Sequence[str], names: FaultNames, *, accepted: Sequence[str]
    ) -> Fault:
        """The fault of `frames`, narrowed by what is written behind the probability."""
        probability, more = _probability(words[:1]), list(words[1:])
        narrowed = dict(zip(more[::2], more[1::2], strict=False))
        if 2 * len(narrowed) != len(more) or not narrowed.keys() <= set(accepted):
            raise RefusedValueError(f"{' '.join(more)!r} names no frames", f"`{cls.form}`")
        if "ev" in narrowed:
            frames = structs.replace(frames, entropy=parse_ev(narrowed["ev"]))
        if "on" in narrowed:
            frames = structs.replace(frames, link=names.link(narrowed["on"]).name)
        return cls(at_ns, str(frames), probability, frames)

    @override
    def undone(self, at_ns: int) -> Fault:
        return replace(self, at_ns=at_ns, probability=0.0)

    @override
    def apply(self, fabric: Faultable) -> None:
        fabric.set_selected_loss(self.frames, self.probability)

    @property
    @override
    def restores(self) -> bool:
        return self.probability == 0

    @property
    @override
    def state(self) -> str:
        return f"loss {self.probability:g}"

    @override
    def values(self) -> dict[str, object]:
        named = {name: value for name, value in to_builtins(self.frames).items() if value is not None}
        return {"probability": self.probability, **named}


@dataclass(frozen=True)
class EvLoss(SelectedLoss, form="ev EV loss 0.2 [on A--B]", affects="loss"):
    """The same of one EV, from any NIC."""

    @override
    @classmethod
    def parse(cls, at_ns: int, target: str, words: Sequence[str], names: FaultNames) -> Fault:
        frames = Selection(entropy=parse_ev(target.removeprefix("ev ")))
        return cls._of(at_ns, frames, words, names, accepted=("on",))

    @override
    def __str__(self) -> str:
        return f"{self.target} {self.state}"  # the name of some frames says `ev` itself


@dataclass(frozen=True)
class LinkRate(Fault, form="link A--B rate 25Gb/s", affects="rate"):
    """Another rate in both directions; the switches' tables still hold the topology's, `nominal_bps`."""

    rate_bps: int
    nominal_bps: int

    @override
    @classmethod
    def parse(cls, at_ns: int, target: str, words: Sequence[str], names: FaultNames) -> Fault:
        try:
            rate_bps = with_unit(parse_rate)(" ".join(words))
        except ValueError as problem:
            raise RefusedValueError(str(problem), "a rate above 0, such as 100Gb/s") from None
        if rate_bps < 1:
            raise RefusedValueError("a rate of 0 never ends", "a rate above 0, or `link A--B down`")
        return cls(at_ns, target, rate_bps, names.link(target).rate_bps)

    @override
    def undone(self, at_ns: int) -> Fault:
        return replace(self, at_ns=at_ns, rate_bps=self.nominal_bps)

    @override
    def apply(self, fabric: Faultable) -> None:
        fabric.set_link_rate(self.target, self.rate_bps)

    @property
    @override
    def restores(self) -> bool:
        return self.rate_bps == self.nominal_bps

    @property
    @override
    def state(self) -> str:
        return f"rate {show_rate(self.rate_bps)}"


# --- Names -----------------------------------------------------------------------------------------------------------


class Names:
    """Looks names up; one that does not exist is refused with those that do, and the nearest of them."""

    def __init__(self, fabric: topologies.Fabric) -> None:
        self._fabric = fabric

    def nic(self, name: str) -> topologies.NicNode:
        """A NIC. Raises RefusedValueError."""
        try:
            return self._fabric.nic(name)
        except topologies.TopologyError:
            raise unknown("NIC", name, (nic.name for nic in self._fabric.all_nics())) from None

    def nics(self) -> list[str]:
        return [nic.name for nic in self._fabric.all_nics()]

    def switch(self, name: str) -> topologies.Switch:
        """A switch. Raises RefusedValueError."""
        try:
            return self._fabric.switch(name)
        except topologies.TopologyError:
            raise unknown("switch", name, (switch.name for switch in self._fabric.switches())) from None

    def link(self, name: str) -> topologies.Link:
        """A link by its name, `a:port--b:port`, or by its nodes when it is the only one. Raises RefusedValueError."""
        ends = name.split("--")
        if len(ends) == 2 and not any(":" in end for end in ends):
            return self._link_between(ends[0], ends[1])
        try:
            return self._fabric.link(name)
        except topologies.TopologyError:
            raise unknown("link", name, (link.name for link in self._fabric.links())) from None

    def links(self, pattern: str) -> list[topologies.Link]:
        """The links whose names fit a pattern with `*`, or the one that is named. Raises RefusedValueError."""
        if "*" not in pattern:
            return [self.link(pattern)]
        found = [link for link in self._fabric.links() if any(_fits(name, pattern) for name in _spellings(link))]
        if not found:
            raise unknown("link", pattern, (link.name for link in self._fabric.links()))
        return found

    def _link_between(self, a: str, b: str) -> topologies.Link:
        links = self._links_of(a, b)
        found = [link for link in links if {link.a[0], link.b[0]} == {a, b}]
        if len(found) == 1:
            return found[0]
        what = f"{'more than one' if found else 'no'} link between {a!r} and {b!r}"
        raise no_such(what, "link", f"{a}--{b}", (link.name for link in found or links))

    def _links_of(self, *names: str) -> list[topologies.Link]:
        """The links of the NIC among `names`, else of the first switch."""
        nics = [name for name in names if self._is_nic(name)]
        switches = [self.switch(name) for name in names if name not in nics]
        if nics:
            index = self._fabric.nic(nics[0]).index
            return [self._fabric.host_link(plane, index) for plane in range(self._fabric.planes)]
        return [port.link for port in switches[0].ports()]

    def _is_nic(self, name: str) -> bool:
        try:
            return self._fabric.nic(name).name == name
        except topologies.TopologyError:
            return False


def _spellings(link: topologies.Link) -> Iterator[str]:
    yield link.name
    yield f"{link.a[0]}--{link.b[0]}"
    yield f"{link.b[0]}--{link.a[0]}"


def _fits(name: str, pattern: str) -> bool:
    return re.fullmatch(re.escape(pattern).replace(r"\*", ".*"), name) is not None
