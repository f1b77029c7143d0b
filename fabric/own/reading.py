# SPDX-License-Identifier: Apache-2.0
"""From a network's file to a checked `OwnFabric`; every complaint names its file, line and field."""

from __future__ import annotations

import contextlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from common.documents import Document, DocumentError, Loc, Problem, read, validate
from fabric.errors import FabricError
from fabric.own.entries import FORM, Group, Written, parse_entry
from fabric.own.model import End, Host, Interface, Link, OwnFabric, Switch
from fabric.own.runtime_files import read_entries
from fabric.own.schema import (
    NAME,
    Address,
    AddressAndPrefix,
    HostSpec,
    InterfaceSpec,
    NetworkSpec,
    SwitchSpec,
    parse_address,
)
from p4soft.targets.api import MAX_PORT

_OURS = frozenset({"hosts", "switches", "links", "program"})
"""Fields at the root that only a network's file has; `links` of an MRC topology is a map."""
_ENDS = re.compile(r"([^\s:]+)(?::(\d{1,12}))?\s*--?\s*([^\s:]+)(?::(\d{1,12}))?", re.ASCII)
_A_PROGRAM = "a P4 file, beside this one"
_TAKEN = frozenset({"all", "fabric", "keeper", "program", "lo"})
"""Names that commands and folders of a lab have."""


def is_own(file: Path) -> bool:
    """Whether a file describes such a network; a file that cannot be read does not."""
    with contextlib.suppress(DocumentError):
        root = read(file).data
        return bool(_OURS & root.keys()) and not isinstance(root.get("links"), dict)
    return False


def read_own(file: Path) -> OwnFabric:
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
    """Joins what a file says; what is wrong with it is in `problems`."""

    def __init__(self, document: Document, spec: NetworkSpec) -> None:
        self.problems: list[str] = []
        self._document = document
        self._spec = spec
        self._used: dict[str, set[int]] = defaultdict(set)
        self._unclear = False  # a link is, and with it what is plugged into whom

    def network(self) -> OwnFabric:
        """The network, as far as there are no problems."""
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
        return OwnFabric(self._spec.name or file.stem, file, hosts, switches, links, self._spec.mtu)

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
        """Both ends as written; None, and a problem, for what is no link."""
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
        return Switch(name, number, program, entries, ports, spec.cpu_port, spec.queues)

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
            where = f"{self._document.place(loc)}: switches.{name}.entries.{index}"
            for table, text in item.items():
                try:
                    yield Written(where, parse_entry(table, text))
                except ValueError as problem:
                    self._wrong(loc, str(problem), f"`table: {FORM.strip('`')}`")
        for field, groups, largest in (("groups", spec.groups, 65_535), ("mirrors", spec.mirrors, 32_767)):
            for number, ports in groups.items():
                if not 1 <= number <= largest:  # of the program's metadata, of BMv2's sessions; 0 is P4Runtime's "all"
                    self._wrong(("switches", name, field, number), "out of range", f"1..{largest}")
                where = f"{self._document.place(('switches', name, field, number))}: switches.{name}.{field}.{number}"
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
    """Of an interface that the file gives none: locally administered, the same each time."""
    return f"02:00:00:{host >> 8:02x}:{host & 255:02x}:{port:02x}"
