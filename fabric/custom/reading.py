# SPDX-License-Identifier: Apache-2.0
"""From a network's file to a checked `CustomFabric`; every complaint names its file, line and field.

Each field's description is what an error message prints as its accepted values. Fields are checked one by one first,
then what joins them: what is plugged into what. `CustomNames` looks up the names that `fail` and `heal` are given.
"""

from __future__ import annotations

import contextlib
import ipaddress
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import BeforeValidator, Field

from common.documents import Document, DocumentError, Loc, Problem, read, validate
from common.model import Model
from common.quantities import parse_rate, parse_time, with_unit
from fabric.custom.entries import FORM, Group, Written, parse_entry, read_entries
from fabric.errors import FabricError, RefusedValueError, unknown
from fabric.live.description import Address, AddressAndPrefix, Description, End, Host, Interface, Link, SwitchNode
from p4soft.targets import MAX_PORT

# --- What a file says, checked ---------------------------------------------------------------------------------------


class Switch(SwitchNode, frozen=True):
    """A switch; device ids count from 1, in order of the file.

    Attributes:
        entries: what its tables shall hold, and what else a controller would write.
        ports: the ones with a link.
    """

    entries: tuple[Written, ...] = ()
    ports: tuple[int, ...] = ()


class CustomFabric(Description, frozen=True, kw_only=True):
    """A network; hosts, switches and links by name, in order of the file."""

    file: Path
    switches: Mapping[str, Switch]


_T = TypeVar("_T")


class CustomNames:
    """Looks names up; one that does not exist is refused with those that do, and the nearest of them."""

    def __init__(self, network: CustomFabric) -> None:
        self._network = network
        self._links = {spelling: link for link in network.links.values() for spelling in _spellings(link)}
        self._links |= network.links

    def switch(self, name: str) -> Switch:
        """A switch. Raises RefusedValueError."""
        return _known("switch", name, self._network.switches)

    def host(self, name: str) -> Host:
        """A host. Raises RefusedValueError."""
        return _known("host", name, self._network.hosts)

    def link(self, name: str) -> Link:
        """A link as its file may write it: `h1--s1`, `h1-s1`, `s1:2--s2:3`. Raises RefusedValueError."""
        if name in self._links:
            return self._links[name]
        raise unknown("link", name, self._network.links)

    def nic(self, name: str) -> Host:
        """There is none. Raises RefusedValueError."""
        raise RefusedValueError(f"no NIC {name!r}: this is a network without MRC NICs", "a switch, a link or a port")

    def link_at(self, port: str) -> str:
        """The name of the link that is plugged into `NODE:PORT`. Raises RefusedValueError."""
        ports = {str(end): link.name for link in self._network.links.values() for end in link.ends}
        return _known("port", port, ports)

    def plane(self, number: str) -> tuple[list[str], list[str]]:
        """Only fabrics have planes. Raises RefusedValueError."""
        raise RefusedValueError(f"no plane {number}: this is a network without planes", "a switch, a link or a port")


def _spellings(link: Link) -> list[str]:
    whole = [(str(one), str(other)) for one, other in (link.ends, link.ends[::-1])]
    alone = ":" not in link.name  # the only link between its nodes
    short = [(one.node, other.node) for one, other in (link.ends, link.ends[::-1])] if alone else []
    return [f"{one}{dash}{other}" for one, other in (*whole, *short) for dash in ("-", "--")]


def _known(kind: str, name: str, names: Mapping[str, _T]) -> _T:
    if name in names:
        return names[name]
    raise unknown(kind, name, names)


# --- Single fields ---------------------------------------------------------------------------------------------------


NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,9}", re.ASCII)
"""Of a node: with a port of three digits it is the name of an interface (IFNAMSIZ is 16)."""
_MAC = re.compile(r"[0-9a-f]{2}(:[0-9a-f]{2}){5}", re.ASCII)
_POINT_TO_POINT = 2
"""Addresses of a network that has none for itself, and none for all (RFC 3021, 2.1)."""
_MULTICAST = 0x01
"""Bit of a MAC's first byte (IEEE 802, 8.2.2)."""


def parse_mac(value: object) -> str:
    """A unicast MAC address in lower case. Raises ValueError."""
    text = str(value).lower()
    if not _MAC.fullmatch(text) or int(text[:2], 16) & _MULTICAST or text == "00:00:00:00:00:00":
        raise ValueError(f"{value!r} is not the MAC address of one interface")
    return text


def parse_address(value: object) -> Address:
    """The IPv4 or IPv6 address of a host. Raises ValueError."""
    try:
        address = ipaddress.ip_address(str(value))
    except ValueError:
        raise ValueError(f"{value!r} is not an address") from None
    if not _is_of_one(address):
        raise ValueError(f"{value!r} is not the address of one host")
    return address


def _is_of_one(address: Address) -> bool:
    """Whether one host somewhere else can have it, whatever its network is."""
    return not (address.is_multicast or address.is_unspecified or address.is_loopback)


def _parse_with_prefix(value: object) -> AddressAndPrefix:
    if "/" not in str(value):
        raise ValueError(f"{value!r} has no prefix length")
    try:
        address = ipaddress.ip_interface(str(value))
    except ValueError:
        raise ValueError(f"{value!r} is not an address with a prefix length") from None
    if "%" in str(value):  # a zone, which is the interface that this is for
        raise ValueError(f"{value!r} is not an address with a prefix length")
    network = address.network
    ends = {network.network_address, network.broadcast_address} if network.num_addresses > _POINT_TO_POINT else set()
    if not _is_of_one(address.ip) or (address.version == 4 and address.ip in ends):
        raise ValueError(f"{value!r} is not the address of one host")
    return address


def _parse_loss(value: object) -> float:
    try:
        loss = float(str(value))
    except ValueError:
        loss = -1.0
    if not 0 <= loss <= 1:
        raise ValueError(f"{value!r} is not a probability")
    return loss


def _or_list(value: object) -> object:
    return value if isinstance(value, list) else [value]


def _or_nothing(value: object) -> object:
    return {} if value is None else value


def _short(field: str) -> Callable[[object], object]:
    """Text alone, or a list, is a map with that field."""
    return lambda value: {field: value} if isinstance(value, str | list) else value


def _names(value: object) -> object:
    if not isinstance(value, list):
        return value
    names = [str(each) for each in value]
    for index, name in enumerate(names):
        if name in names[:index]:
            raise ValueError(f"{name!r} is there twice")
    return dict.fromkeys(names)


Mac = Annotated[str, BeforeValidator(parse_mac)]
_Address = Annotated[Address, BeforeValidator(parse_address)]
_WithPrefix = Annotated[AddressAndPrefix, BeforeValidator(_parse_with_prefix)]
_Rate = Annotated[int, BeforeValidator(with_unit(parse_rate)), Field(ge=8_000, lt=1 << 40)]
_Delay = Annotated[int, BeforeValidator(with_unit(parse_time)), Field(ge=0, le=60 * 10**9)]
_Loss = Annotated[float, BeforeValidator(_parse_loss)]
_Port = Annotated[int, Field(ge=0, le=MAX_PORT)]
_ADDRESS = "an IPv4 or IPv6 address with its prefix length, such as 10.0.1.1/24, or a list of them"
_MAC_FORM = "a MAC address, such as 08:00:00:00:01:11"
_RATE = "a rate from 8 kb/s with a unit, such as 10 Mb/s"
_DELAY = "a delay up to 60 s with a unit, such as 2ms"


class InterfaceSpec(Model):
    """One interface of a host."""

    address: Annotated[list[_WithPrefix], BeforeValidator(_or_list)] = Field([], description=_ADDRESS)
    mac: Mac | None = Field(None, description=_MAC_FORM)


class HostSpec(InterfaceSpec):
    """A host: its first interface in short, or all of them in `interfaces`."""

    interfaces: list[Annotated[InterfaceSpec, BeforeValidator(_short("address"))]] | None = Field(
        None, description="a list of maps with address and mac, one for each link of the host"
    )
    gateway: Annotated[list[_Address], BeforeValidator(_or_list)] = Field(
        [], description="an address in a network of the host, or one for IPv4 and one for IPv6"
    )
    neighbors: dict[str, Mac] = Field(
        default_factory=dict, description="a map of addresses to MAC addresses, which the host then never asks for"
    )


class SwitchSpec(Model):
    """A switch: its program, and what a controller would write once."""

    program: str | None = Field(None, description="a P4 file, beside the network's file")
    entries: Annotated[list[str | dict[str, str]], BeforeValidator(_or_list)] = Field(
        [], description="a file, or a list of `table: match -> action(arguments)`"
    )
    groups: dict[int, list[_Port]] = Field(
        default_factory=dict, description="a map of multicast groups to lists of ports, such as {1: [1, 2]}"
    )
    mirrors: dict[int, list[_Port]] = Field(
        default_factory=dict, description="a map of clone sessions to lists of ports, such as {5: [3]}"
    )
    cpu_port: int | None = Field(None, ge=1, le=MAX_PORT, description=f"the port of packet-in, 1..{MAX_PORT}")
    queues: int = Field(1, ge=1, le=8, description="queues of each port, 1..8")


class LinkSpec(Model):
    """A link: which two nodes it joins, and its rate, delay and loss."""

    ends: str = Field(description="two nodes, such as `h1 - s1`, with ports if they matter: `s1:2 - s2:3`")
    rate: _Rate | None = Field(None, description=_RATE)
    delay: _Delay | None = Field(None, description=_DELAY)
    loss: _Loss = Field(0.0, description="a probability, 0 .. 1")


class NetworkSpec(Model):
    """A whole file of a network of your own."""

    name: str | None = Field(None, max_length=60, description="what to call it, up to 60 characters")
    program: str | None = Field(None, description="a P4 file, beside this one, that all switches run")
    hosts: dict[str, Annotated[HostSpec, BeforeValidator(_short("address")), BeforeValidator(_or_nothing)]] = Field(
        default_factory=dict, description="a map of names to hosts, such as `h1: {address: 10.0.1.1/24}`"
    )
    switches: Annotated[dict[str, Annotated[SwitchSpec, BeforeValidator(_or_nothing)]], BeforeValidator(_names)] = (
        Field(description="a list of names, or a map of names to switches")
    )
    links: list[Annotated[LinkSpec, BeforeValidator(_short("ends"))]] = Field(
        description="a list of links, such as `h1 - s1` or {ends: s1 - s2, rate: 10Mb/s, delay: 2ms, loss: 0.01}"
    )
    rate: _Rate = Field(100_000_000, description=_RATE)
    delay: _Delay = Field(0, description=_DELAY)
    mtu: int = Field(1500, ge=576, le=9000, description="largest packet that hosts send, 576..9000 bytes")


# --- What joins them -------------------------------------------------------------------------------------------------


_OURS = frozenset({"hosts", "switches", "links", "program"})
"""Fields at the root that only a network's file has; `links` of an MRC topology is a map."""
_ENDS = re.compile(r"([^\s:]+)(?::(\d{1,12}))?\s*--?\s*([^\s:]+)(?::(\d{1,12}))?", re.ASCII)
_FIRST_PORT = 50_050
"""P4Runtime of device 1 is at 50051, as controllers that were written for a tutorial expect."""
_A_PROGRAM = "a P4 file, beside this one"
_TAKEN = frozenset({"all", "fabric", "keeper", "program", "lo"})
"""Names that commands and folders of a lab have."""


def is_custom(file: Path) -> bool:
    """Whether a file describes such a network; a file that cannot be read does not."""
    with contextlib.suppress(DocumentError):
        root = read(file).data
        return bool(_OURS & root.keys()) and not isinstance(root.get("links"), dict)
    return False


def read_custom(file: Path) -> CustomFabric:
    """Read and check a network's file, and the files of entries that it names.

    Raises:
        FabricError: with one line per problem, `file:line: field: what is wrong; accepted: ...`.
    """
    try:
        document = read(file)
        reader = _Reader(document, validate(document, NetworkSpec))
        network = reader.network()
    except DocumentError as error:
        raise FabricError(str(error)) from None
    if reader.problems:
        raise FabricError("\n".join(reader.problems))
    return network


class _Reader:
    """Joins the parts of a file; its mistakes are in `problems`."""

    def __init__(self, document: Document, spec: NetworkSpec) -> None:
        self.problems: list[str] = []
        self._document = document
        self._spec = spec
        self._used: dict[str, set[int]] = defaultdict(set)
        self._unclear = False  # a link is, and with it what is plugged into whom

    def network(self) -> CustomFabric:
        self._check_names()
        links = self._links()
        hosts = {name: self._host(number, name, spec) for number, (name, spec) in enumerate(self._spec.hosts.items())}
        self._check_addresses(hosts)
        switches = {
            name: self._switch(number, name, spec) for number, (name, spec) in enumerate(self._spec.switches.items(), 1)
        }
        if not switches:
            self._wrong(("switches",), "none", "one switch at least")
        file = self._document.path
        return CustomFabric(
            name=self._spec.name or file.stem,
            file=file,
            hosts=hosts,
            switches=switches,
            links=links,
            programs={each.program: str(each.program) for each in switches.values()},
            mtu=self._spec.mtu,
        )

    def _wrong(self, loc: Loc, what: str, accepted: str = "") -> None:
        self.problems.append(self._document.sentence(Problem(loc, what, accepted)))

    def _check_names(self) -> None:
        for kind, names in (("hosts", self._spec.hosts), ("switches", self._spec.switches)):
            for name in names:
                if not NAME.fullmatch(name) or name in _TAKEN:
                    accepted = f"up to 10 letters, digits and _, a letter first; not {', '.join(sorted(_TAKEN))}"
                    self._wrong((kind, name), f"{name!r} is no name of a node", accepted)
        for name in self._spec.hosts.keys() & self._spec.switches.keys():
            self._wrong(("switches", name), f"{name!r} is a host already", "names that only one node has")

    # --- Links ------------------------------------------------------------------------------------------------------

    def _links(self) -> dict[str, Link]:
        written = [self._ends(index, spec.ends) for index, spec in enumerate(self._spec.links)]
        for index, ends in enumerate(written):  # those that are written are taken before any is chosen
            for node, port in ends or ():
                if port is not None:
                    self._take(index, node, port)
        pairs = [tuple(self._with_port(node, port) for node, port in ends) if ends else None for ends in written]
        between = [frozenset(end.node for end in pair) if pair else None for pair in pairs]
        found: dict[str, Link] = {}
        for index, (pair, spec) in enumerate(zip(pairs, self._spec.links, strict=True)):
            if pair is None:
                continue
            a, b = pair if pair[1].node in self._spec.switches else pair[::-1]
            alone = between.count(frozenset((a.node, b.node))) == 1
            name = f"{a.node}--{b.node}" if alone else f"{a}--{b}"
            rate, delay = spec.rate or self._spec.rate, self._spec.delay if spec.delay is None else spec.delay
            found[name] = Link(name, a, b, rate, delay, spec.loss)
            if a.node == b.node or b.node not in self._spec.switches:
                first, second = (end.node for end in pair)
                what = f"{first} and {second if second != first else 'itself'}"
                self._wrong(("links", index), f"a link between {what}", "two nodes, one of them a switch")
        return found

    def _ends(self, index: int, text: str) -> list[tuple[str, int | None]] | None:
        """The two ends of a link as written; None, and a problem, if it is no link."""
        found = _ENDS.fullmatch(text.strip())
        if found is None:
            self._unclear = True
            self._wrong(("links", index), f"{text!r} is not a link", "`h1 - s1`, or with ports `s1:2 - s2:3`")
            return None
        ends = [(name, None if port is None else int(port)) for name, port in (found.group(1, 2), found.group(3, 4))]
        known = [*self._spec.hosts, *self._spec.switches]
        strangers = [name for name, _ in ends if name not in known]
        for name in strangers:
            self._wrong(("links", index), f"no node named {name!r}", ", ".join(known) or "a host or a switch")
        self._unclear |= bool(strangers)
        return None if strangers else ends

    def _take(self, index: int, node: str, port: int) -> None:
        if port > MAX_PORT:
            self._wrong(("links", index), f"{node}:{port} is out of range", f"ports 0..{MAX_PORT}")
            self._unclear = True
            return
        if port in self._used[node]:
            self._wrong(("links", index), f"{node}:{port} is in use already", "a port for each link")
        self._used[node].add(port)

    def _with_port(self, node: str, port: int | None) -> End:
        if port is None:  # the lowest that is free; switches count from 1, interfaces of hosts are eth0, eth1
            port = 0 if node in self._spec.hosts else 1
            while port in self._used[node]:
                port += 1
            self._used[node].add(port)
        return End(node, port)

    # --- Hosts ------------------------------------------------------------------------------------------------------

    def _host(self, number: int, name: str, spec: HostSpec) -> Host:
        ports = sorted(self._used[name])
        if ports != list(range(len(ports))):
            self._wrong(("hosts", name), f"its ports are {', '.join(map(str, ports))}", "ports of a host from 0 on")
        if not ports and not self._unclear:
            self._wrong(("hosts", name), "no link is plugged into it", "a link for each host")
        given: list[InterfaceSpec] = spec.interfaces if spec.interfaces is not None else [spec]
        if spec.interfaces is not None and (spec.address or spec.mac):
            self._wrong(("hosts", name, "interfaces"), "beside address or mac", "either")
        if len(given) > max(1, len(ports)):
            self._wrong(("hosts", name, "interfaces"), f"{len(given)} of them", f"{len(ports)}, one for each link")
        given = [*given, *(InterfaceSpec() for _ in ports[len(given) :])]
        interfaces = tuple(
            Interface(
                f"eth{port}",
                each.mac or _mac(number, port),
                tuple(each.address),
            )
            for port, each in zip(ports, given, strict=False)
        )
        host = Host(name, interfaces, tuple(spec.gateway), dict(self._neighbors(name, spec)))
        for gateway in host.gateways:
            if any(gateway == own.ip for each in interfaces for own in each.addresses):
                self._wrong(("hosts", name, "gateway"), f"{gateway} is {name}'s own", "the address of another node")
            elif ports and host.interface_to(gateway) is None:
                accepted = ", ".join(str(own.network) for each in interfaces for own in each.addresses) or "no address"
                self._wrong(("hosts", name, "gateway"), f"{gateway} is in no network of {name}", accepted)
        if len({gateway.version for gateway in host.gateways}) < len(host.gateways):
            self._wrong(("hosts", name, "gateway"), "two of one kind", "one for IPv4 and one for IPv6")
        return host

    def _neighbors(self, name: str, spec: HostSpec) -> Iterator[tuple[Address, str]]:
        for text, mac in spec.neighbors.items():
            try:
                yield parse_address(text), mac
            except ValueError as problem:
                self._wrong(("hosts", name, "neighbors", text), str(problem), "a map of addresses to MAC addresses")

    def _check_addresses(self, hosts: Mapping[str, Host]) -> None:
        seen: dict[object, str] = {}
        for host in hosts.values():
            for interface in host.interfaces:
                own: Iterable[AddressAndPrefix] = interface.addresses
                for value in (*(each.ip for each in own), interface.mac):
                    if value in seen:
                        other = seen[value]
                        what = "is there twice" if other == host.name else f"is {other}'s already"
                        self._wrong(("hosts", host.name), f"{value} {what}", "addresses of its own")
                    seen[value] = host.name

    # --- Switches ---------------------------------------------------------------------------------------------------

    def _switch(self, number: int, name: str, spec: SwitchSpec) -> Switch:
        ports = tuple(sorted(self._used[name]))
        if spec.cpu_port in ports:
            self._wrong(("switches", name, "cpu_port"), f"a link is plugged into {name}:{spec.cpu_port}", "any other")
        program = self._program(name, spec)
        entries = tuple(self._entries(name, spec))
        return Switch(
            name, number, program, spec.cpu_port, spec.queues, _FIRST_PORT + number, entries=entries, ports=ports
        )

    def _program(self, name: str, spec: SwitchSpec) -> Path:
        loc: Loc = ("program",) if spec.program is None else ("switches", name, "program")
        written = self._spec.program if spec.program is None else spec.program
        if written is None:
            self._wrong(("switches", name), "it has no program", "`program: FILE.p4`, there or for all switches")
            return Path()
        program = self._beside(written)
        what = _no_file(program, written)
        if what and (sentence := self._document.sentence(Problem(loc, what, _A_PROGRAM))) not in self.problems:
            self.problems.append(sentence)
        return program

    def _entries(self, name: str, spec: SwitchSpec) -> Iterator[Written]:
        for index, item in enumerate(map(_unquoted, spec.entries)):
            loc: Loc = ("switches", name, "entries", index)
            if isinstance(item, str):
                if what := _no_file(self._beside(item), item):
                    self._wrong(loc, what, "a file, beside this one, or a list of `table: match -> action(arguments)`")
                    continue
                try:
                    yield from read_entries(self._beside(item))
                except DocumentError as problem:
                    self.problems += problem.problems
                continue
            where = f"{self._document.position(loc)}: switches.{name}.entries.{index}"
            for table, text in item.items():
                try:
                    yield Written(where, parse_entry(table, text))
                except ValueError as problem:
                    self._wrong(loc, str(problem), f"`table: {FORM.strip('`')}`")
        for field, groups, largest in (("groups", spec.groups, 65_535), ("mirrors", spec.mirrors, 32_767)):
            for number, ports in groups.items():
                if not 1 <= number <= largest:  # of the program's metadata, of BMv2's sessions; 0 is P4Runtime's "all"
                    self._wrong(("switches", name, field, number), "out of range", f"1..{largest}")
                at = self._document.position(("switches", name, field, number))
                where = f"{at}: switches.{name}.{field}.{number}"
                # An instance for each: it is what tells the copies apart in the program.
                replicas = tuple((port, instance) for instance, port in enumerate(ports, 1))
                yield Written(where, Group(number, replicas, clones=field == "mirrors"))

    def _beside(self, written: str) -> Path:
        """A file as the network's file names it: relative to itself."""
        return self._document.path.parent / written


def _no_file(path: Path, written: str) -> str:
    """What is wrong with a file; "" if nothing is."""
    if path.is_file():
        return ""
    if not written:
        return "no name of a file"
    return f"{'a folder' if path.is_dir() else 'no such file'}: {path}"


def _unquoted(item: str | dict[str, str]) -> str | dict[str, str]:
    """An entry that was quoted as a whole is an entry all the same, and not the name of a file."""
    if isinstance(item, dict) or "->" not in item:
        return item
    table, _, text = item.partition(":")
    return {table: text.strip()}


def _mac(host: int, port: int) -> str:
    """A MAC address for an interface without one in the file: locally administered, the same each time."""
    return f"02:00:00:{host >> 8:02x}:{host & 255:02x}:{port:02x}"
