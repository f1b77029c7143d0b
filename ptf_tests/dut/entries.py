# SPDX-License-Identifier: Apache-2.0
"""Settings as table entries of `p4src/`, and its counters (docs/pipeline.md): for any device that runs the program.

`translate` makes the entries of a whole configuration, by one short function per kind of entry; `ByDifference` is a
device that writes only those that are not there already.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, singledispatchmethod
from ipaddress import IPv4Network, IPv6Network, ip_network
from types import MappingProxyType
from typing import TypeVar

from typing_extensions import override

from controller import program as names
from controller.program import DROP_REASONS, ENUMS, drop_index
from p4soft.table_entries import EntryKey, Exact, Lpm, Match, TableEntry, Ternary
from ptf_tests.switch.device import Cell, DeviceError, DeviceUnderTest, drop_counter, watched_cells
from ptf_tests.switch.settings import (
    Blackhole,
    DisableTrim,
    DscpToTc,
    EcmpMember,
    EcmpRoute,
    Isolation,
    QueueProfile,
    Rate,
    Route,
    Setting,
    SettingError,
    Sid,
    TcToDscp,
    TcToQueue,
    Trimming,
    mac,
    neighbour_mac,
)

# --- Entries ---------------------------------------------------------------------------------------------------------


def _prefix6(prefix: str) -> dict[str, Match]:
    return _prefix(IPv6Network(prefix))


def _prefix4(prefix: str) -> dict[str, Match]:
    return _prefix(IPv4Network(prefix))


def _prefix(network: IPv4Network | IPv6Network) -> dict[str, Match]:
    """A match on the destination; length 0 is left out, as P4Runtime wants it."""
    return {"dst_addr": Lpm(int(network.network_address), network.prefixlen)} if network.prefixlen else {}


def _adjacency(port: int) -> dict[str, int]:
    return {"port": port, "src_mac": mac(port), "dst_mac": neighbour_mac(port)}


def sid(setting: Sid) -> TableEntry:
    control = names.MY_SID_REDISPATCH_CONTROL if setting.redispatch else names.MY_SID_CONTROL
    params = {"dscp_mode": ENUMS["dscp_mode_t"][setting.dscp_mode.upper()]}
    if setting.behaviour in ("uN", "uA", "uN_uA"):
        params["usd_flavor"] = int(setting.usd)
    if setting.port is not None:
        params.update(_adjacency(setting.port))
    return TableEntry(f"{control}.my_sid", _prefix6(setting.prefix), f"{control}.{setting.behaviour}", params)


def route6(prefix: str, port: int) -> TableEntry:
    return TableEntry(names.ROUTE_IPV6, _prefix6(prefix), names.SET_NEXTHOP_IPV6, _adjacency(port))


def blackhole6(prefix: str) -> TableEntry:
    return TableEntry(names.ROUTE_IPV6, _prefix6(prefix), names.BLACKHOLE_IPV6)


def ecmp6(prefix: str, group: int, members: int) -> TableEntry:
    """A static IPv6 route to an ECMP group of `members` members."""
    params = {"group": group, "members": members}
    return TableEntry(names.ROUTE_IPV6, _prefix6(prefix), names.SET_ECMP_GROUP_IPV6, params)


def blackhole4(prefix: str) -> TableEntry:
    return TableEntry(names.ROUTE_IPV4, _prefix4(prefix), names.BLACKHOLE_IPV4)


def ecmp4(prefix: str, group: int, members: int) -> TableEntry:
    """A static IPv4 route to an ECMP group of `members` members."""
    params = {"group": group, "members": members}
    return TableEntry(names.ROUTE_IPV4, _prefix4(prefix), names.SET_ECMP_GROUP_IPV4, params)


def ecmp_member(group: int, member: int, port: int) -> TableEntry:
    match: dict[str, Match] = {"ecmp_group": Exact(group), "member": Exact(member)}
    return TableEntry(names.ECMP_MEMBER, match, names.SET_NEXTHOP, _adjacency(port))


def route4(prefix: str, port: int) -> TableEntry:
    return TableEntry(names.ROUTE_IPV4, _prefix4(prefix), names.SET_NEXTHOP_IPV4, _adjacency(port))


def dscp_to_tc(dscp: int, tc: int, *, trim_eligible: bool = False) -> TableEntry:
    params = {"tc": tc, "trim_eligible": int(trim_eligible)}
    return TableEntry(names.DSCP_TO_TC, {"dscp": Exact(dscp)}, names.SET_TC, params)


def tc_to_queue(tc: int, queue: int) -> TableEntry:
    return TableEntry(names.TC_TO_QUEUE, {"tc": Exact(tc)}, names.SET_QUEUE, {"queue": queue})


def disable_trim(
    source: str,
    priority: int = 1,
    *,
    destination: str = "::/0",
    next_header: int | None = None,
    dscp: int | None = None,
    ingress: int | None = None,
) -> TableEntry:
    """A DISABLE_TRIM ACL rule, for IPv4 if `source` is. What matches anything is left out, as P4Runtime wants it."""
    ipv4 = ip_network(source).version == 4
    match: dict[str, Match] = {}
    for name, prefix in (("src_addr", ip_network(source)), ("dst_addr", ip_network(destination))):
        if prefix.prefixlen:
            match[name] = Ternary(int(prefix.network_address), int(prefix.netmask))
    protocol = "protocol" if ipv4 else "next_header"
    for name, value, bits in ((protocol, next_header, 8), ("dscp", dscp, 6), ("ingress_port", ingress, 9)):
        if value is not None:
            match[name] = Ternary(value, (1 << bits) - 1)
    if ipv4:
        return TableEntry(names.ACL_DISABLE_TRIM_IPV4, match, names.DISABLE_TRIM_IPV4, {}, priority)
    return TableEntry(names.ACL_DISABLE_TRIM, match, names.DISABLE_TRIM, {}, priority)


def isolate(port: int) -> TableEntry:
    return TableEntry(names.PORT_ISOLATION, {"ingress_port": Exact(port)}, names.ISOLATE)


def queue_profile(
    port: int,
    queue: int,
    *,
    rate: int = names.RATE_MAX,
    overhead: int = 0,
    limit: int = names.BYTES_MAX,
    trim: bool = False,
    ecn: tuple[int, int] | None = None,
    control: str = names.DATA_QUEUE_CONTROL,
) -> TableEntry:
    """A queue's profile. Rate 0 blocks it. `ecn` = (minimum, maximum) bytes of backlog; equal values make a step."""
    low, high = ecn or (0, 0)
    params = {
        "rate": rate,
        "frame_overhead": overhead,
        "limit": limit,
        "packet_discard_action": ENUMS["discard_action_t"]["DROP_AND_TRIM" if trim else "DROP"],
        "ecn": int(ecn is not None),
        "ecn_min_threshold": low,
        "ecn_max_threshold": high,
        "ecn_slope_per_byte": names.ecn_slope(low, high),
    }
    match: dict[str, Match] = {"egress_port": Exact(port), "queue": Exact(queue)}
    return TableEntry(f"{control}.queue_profile", match, f"{control}.set_queue_profile", params)


def switch_trimming(port: int, setting: Trimming, dscp: int, queue: int) -> TableEntry:
    """SWITCH_TRIMMING of one egress port, with the DSCP and the queue that `setting` means there."""
    params = {
        "size": setting.size,
        "dscp": dscp,
        "queue": queue,
        "length_mode": ENUMS["length_mode_t"][setting.length_mode.upper()],
    }
    return TableEntry(names.SWITCH_TRIMMING, {"egress_port": Exact(port)}, names.SET_TRIM, params)


# --- From settings to entries ----------------------------------------------------------------------------------------


_S = TypeVar("_S", bound=Setting)


def translate(
    settings: Sequence[Setting], ports: Sequence[int], blocked: Collection[tuple[int, int]] = ()
) -> list[TableEntry]:
    """The entries that make a switch behave as `settings` say.

    Args:
        settings: the whole configuration.
        ports: ports of the device, for settings that are switch-wide (`Trimming`).
        blocked: {port, queue} pairs that admit nothing, whatever their profile.

    Raises:
        SettingError: mode from-tc or dynamic without the map lines it needs.
    """
    found = {s.key: s for s in settings}
    for port, queue in blocked:
        found.setdefault(("queue", port, queue), QueueProfile(port, queue))
    translator = _Translator(tuple(found.values()), tuple(ports), frozenset(blocked))
    return [entry for setting in found.values() for entry in translator.entries(setting)]


def entry_of(setting: Setting) -> TableEntry:
    """The entry whose direct counter tells how often `setting` was used."""
    return _Translator((), (), frozenset()).entries(setting)[0]


class _Translator:
    def __init__(
        self, settings: Sequence[Setting], ports: tuple[int, ...], blocked: frozenset[tuple[int, int]]
    ) -> None:
        self._settings = settings
        self._ports = ports
        self._blocked = blocked

    @singledispatchmethod
    def entries(self, setting: Setting) -> list[TableEntry]:
        raise SettingError(f"{setting!r}: no table of p4src/ expresses this")

    @entries.register
    def _(self, setting: Sid) -> list[TableEntry]:
        return [sid(setting)]

    @entries.register
    def _(self, setting: Route) -> list[TableEntry]:
        make = route6 if _is_ipv6(setting.prefix) else route4
        return [make(setting.prefix, setting.port)]

    @entries.register
    def _(self, setting: Blackhole) -> list[TableEntry]:
        make = blackhole6 if _is_ipv6(setting.prefix) else blackhole4
        return [make(setting.prefix)]

    @entries.register
    def _(self, setting: EcmpRoute) -> list[TableEntry]:
        make = ecmp6 if _is_ipv6(setting.prefix) else ecmp4
        return [make(setting.prefix, setting.group, setting.members)]

    @entries.register
    def _(self, setting: EcmpMember) -> list[TableEntry]:
        return [ecmp_member(setting.group, setting.member, setting.port)]

    @entries.register
    def _(self, setting: Isolation) -> list[TableEntry]:
        return [isolate(setting.port)]

    @entries.register
    def _(self, setting: DscpToTc) -> list[TableEntry]:
        return [dscp_to_tc(setting.dscp, setting.tc, trim_eligible=setting.trim_eligible)]

    @entries.register
    def _(self, setting: TcToQueue) -> list[TableEntry]:
        return [tc_to_queue(setting.tc, setting.queue)]

    @entries.register
    def _(self, setting: TcToDscp) -> list[TableEntry]:
        del setting
        return []  # read when trimming in mode from-tc is translated

    @entries.register
    def _(self, setting: DisableTrim) -> list[TableEntry]:
        return [
            disable_trim(
                setting.source,
                setting.priority,
                destination=setting.destination,
                next_header=setting.next_header,
                dscp=setting.dscp,
                ingress=setting.ingress,
            )
        ]

    @entries.register
    def _(self, setting: QueueProfile) -> list[TableEntry]:
        rate = names.RATE_BLOCKED if (setting.port, setting.queue) in self._blocked else _units(setting.rate)
        limit = names.BYTES_MAX if setting.limit is None else setting.limit
        profile = queue_profile(
            setting.port,
            setting.queue,
            rate=rate,
            overhead=setting.overhead,
            limit=limit,
            trim=setting.trim,
            ecn=setting.ecn,
        )
        if setting.queue not in self._trim_queues(setting.port):
            return [profile]
        return [
            profile,
            queue_profile(
                setting.port,
                setting.queue,
                rate=rate,
                overhead=setting.overhead,
                limit=limit,
                control=names.TRIM_QUEUE_CONTROL,
            ),
        ]

    @entries.register
    def _(self, setting: Trimming) -> list[TableEntry]:
        return [
            switch_trimming(port, setting, dscp, self._trim_queue(setting, dscp))
            for port in self._ports
            if (dscp := self._trim_dscp(setting, port)) is not None
        ]

    def _trim_queues(self, port: int) -> Iterable[int]:
        for setting in self._of(Trimming):
            dscp = self._trim_dscp(setting, port)
            if dscp is not None:
                yield self._trim_queue(setting, dscp)

    def _trim_dscp(self, setting: Trimming, port: int) -> int | None:
        """The DSCP of packets trimmed on `port`; None in mode from-tc when the port has no map line."""
        if setting.dscp is not None:
            return setting.dscp
        return next((s.dscp for s in self._of(TcToDscp) if (s.port, s.tc) == (port, setting.tc)), None)

    def _trim_queue(self, setting: Trimming, dscp: int) -> int:
        if setting.queue is not None:
            return setting.queue
        tc = next((s.tc for s in self._of(DscpToTc) if s.dscp == dscp), 0)
        return next((s.queue for s in self._of(TcToQueue) if s.tc == tc), 0)

    def _of(self, kind: type[_S]) -> list[_S]:
        return [s for s in self._settings if isinstance(s, kind)]


def _is_ipv6(prefix: str) -> bool:
    return ip_network(prefix).version == 6


def _units(rate: Rate) -> int:
    """A rate in 2^-30 bytes per us."""
    if rate == "line":
        return names.RATE_MAX
    if rate == "crawl":
        return names.RATE_MIN
    return names.rate(rate)


# --- Where the program keeps the counters that cases look at ---------------------------------------------------------


Address = tuple[str, int]
"""P4Info name of an indirect counter, and an index."""

_COUNTERS = MappingProxyType({name.rpartition(".")[2]: name for name in (*names.QUEUE_COUNTERS, names.PORT_TX_PACKETS)})
_REASONS = MappingProxyType({drop_counter(reason): number for reason, number in DROP_REASONS.items()})


def address(cell: Cell) -> Address:
    """Where the program counts what a cell stands for."""
    name, index = cell
    if name in _REASONS:
        return names.DROPPED_PACKETS, drop_index(index, _REASONS[name])
    return _COUNTERS[name], index


@cache
def addresses(ports: tuple[int, ...]) -> Mapping[Cell, Address]:
    """Where the cells are that a case watches."""
    return MappingProxyType({cell: address(cell) for cell in watched_cells(ports)})


# --- Configured by difference ----------------------------------------------------------------------------------------


class ByDifference(DeviceUnderTest, ABC):
    """What such a device is configured with, and the entries that stand for it."""

    name: str

    def __init__(self, ports: Sequence[int]) -> None:
        """Nothing is configured yet. `ports`: of the device, for settings that are switch-wide."""
        self._ports = tuple(ports)
        self._settings: tuple[Setting, ...] = ()
        self._blocked: set[tuple[int, int]] = set()
        self._installed: dict[EntryKey, TableEntry] = {}

    @override
    def configure(self, settings: Sequence[Setting]) -> None:
        """Insert, modify and delete what differs. Raises DeviceError."""
        self._settings = tuple(settings)
        self._apply()

    @override
    def block(self, port: int, queue: int) -> None:
        """Give the queue rate 0, which admits nothing."""
        self._blocked.add((port, queue))
        self._apply()

    @override
    def unblock(self, port: int, queue: int) -> None:
        """Give the queue its profile's rate."""
        self._blocked.discard((port, queue))
        self._apply()

    @abstractmethod
    def _write(
        self, deleted: Sequence[TableEntry], modified: Sequence[TableEntry], inserted: Sequence[TableEntry]
    ) -> None:
        """Change the device's tables, in this order. Raises DeviceError."""

    def _forget(self) -> None:
        self._settings, self._installed = (), {}
        self._blocked.clear()

    def _apply(self) -> None:
        try:
            wanted = {entry.key: entry for entry in translate(self._settings, self._ports, self._blocked)}
        except SettingError as error:
            raise DeviceError(f"{self.name}: {error}") from None
        there = self._installed
        self._write(
            [entry for key, entry in there.items() if key not in wanted],
            [entry for key, entry in wanted.items() if key in there and there[key] != entry],
            [entry for key, entry in wanted.items() if key not in there],
        )
        self._installed = wanted
