# SPDX-License-Identifier: Apache-2.0
"""Settings as table entries of `p4src/` (docs/pipeline.md)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import singledispatchmethod
from ipaddress import ip_network
from typing import TypeVar

from controller.program import names, numbers
from p4soft.table_entries import TableEntry
from ptf_tests.dut.p4runtime import entries
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
)

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
        """The entries of one setting."""
        raise SettingError(f"{setting!r}: no table of p4src/ expresses this")

    @entries.register
    def _(self, setting: Sid) -> list[TableEntry]:
        return [entries.sid(setting)]

    @entries.register
    def _(self, setting: Route) -> list[TableEntry]:
        make = entries.route6 if _is_ipv6(setting.prefix) else entries.route4
        return [make(setting.prefix, setting.port)]

    @entries.register
    def _(self, setting: Blackhole) -> list[TableEntry]:
        make = entries.blackhole6 if _is_ipv6(setting.prefix) else entries.blackhole4
        return [make(setting.prefix)]

    @entries.register
    def _(self, setting: EcmpRoute) -> list[TableEntry]:
        make = entries.ecmp6 if _is_ipv6(setting.prefix) else entries.ecmp4
        return [make(setting.prefix, setting.group, setting.members)]

    @entries.register
    def _(self, setting: EcmpMember) -> list[TableEntry]:
        return [entries.ecmp_member(setting.group, setting.member, setting.port)]

    @entries.register
    def _(self, setting: Isolation) -> list[TableEntry]:
        return [entries.isolate(setting.port)]

    @entries.register
    def _(self, setting: DscpToTc) -> list[TableEntry]:
        return [entries.dscp_to_tc(setting.dscp, setting.tc, trim_eligible=setting.trim_eligible)]

    @entries.register
    def _(self, setting: TcToQueue) -> list[TableEntry]:
        return [entries.tc_to_queue(setting.tc, setting.queue)]

    @entries.register
    def _(self, setting: TcToDscp) -> list[TableEntry]:
        del setting
        return []  # read when trimming in mode from-tc is translated

    @entries.register
    def _(self, setting: DisableTrim) -> list[TableEntry]:
        return [
            entries.disable_trim(
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
        rate = numbers.RATE_BLOCKED if (setting.port, setting.queue) in self._blocked else _units(setting.rate)
        limit = numbers.BYTES_MAX if setting.limit is None else setting.limit
        profile = entries.queue_profile(
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
            entries.queue_profile(
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
            entries.switch_trimming(port, setting, dscp, self._trim_queue(setting, dscp))
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
        return numbers.RATE_MAX
    if rate == "crawl":
        return numbers.RATE_MIN
    return numbers.rate(rate)
