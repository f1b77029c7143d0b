# SPDX-License-Identifier: Apache-2.0
"""Settings as routes of the Linux kernel, in the words of `ip route` (iproute2; ip-route(8), net/ipv6/seg6_local.c).

Every port's neighbour has one address with a permanent neighbour entry; routes lead to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import singledispatchmethod
from ipaddress import ip_network
from typing import Final

from ptf_tests.dut.adjacencies import neighbour_ipv6
from ptf_tests.switch.settings import (
    Blackhole,
    DscpToTc,
    EcmpMember,
    EcmpRoute,
    Route,
    Setting,
    SettingError,
    Sid,
    TcToQueue,
)

MAIN_TABLE: Final = 254
_ACCEPTED = "Sid, Route, Blackhole, EcmpRoute, EcmpMember, DscpToTc, TcToQueue"
_CSID: Final[Mapping[str, str]] = {
    "uN": "lblen 32 nflen 16",
    "uA": "lblen 32 nflen 16",
    "uN_uA": "lblen 32 nflen 32",
}
"""Bits that are matched and shifted away behind the block: the kernel's `nflen` is node and function together."""


def interface(port: int) -> str:
    """Name of a port's interface in the device's network namespace."""
    return f"p{port}"


@dataclass(frozen=True, slots=True)
class KernelRoute:
    """One route: what identifies it, and the arguments of `ip route add`."""

    prefix: str
    arguments: str

    @property
    def is_plain(self) -> bool:
        """Leads to one next hop, so that `ip route replace` swaps it for another such route without a gap."""
        return self.arguments.startswith(f"{self.prefix} via ")


def translate(settings: Sequence[Setting], *, vrf: bool) -> dict[str, KernelRoute]:
    """The routes that make a kernel behave as `settings` say, by prefix.

    SIDs are routes here, so that a SID takes the place of a static route of its very prefix: a device that looks a
    destination up among its SIDs first, each time, never reaches that route. There is one table, too: each SID takes
    what arrives and what was shifted, whichever of them it is installed for.

    Args:
        settings: the whole configuration.
        vrf: there is a VRF device over the main table, which End.DT46 needs.

    Raises:
        SettingError: the kernel has nothing for a setting.
    """
    _check_twins(settings)
    translator = _Translator(settings, vrf=vrf)
    sids_last = sorted(settings, key=lambda setting: isinstance(setting, Sid))
    return {route.prefix: route for setting in sids_last for route in translator.routes(setting)}


def _check_twins(settings: Sequence[Setting]) -> None:
    """Two SIDs of one prefix, for what arrives and for what was shifted, must be the same one."""
    found: dict[str, Sid] = {}
    for setting in settings:
        if isinstance(setting, Sid):
            sid = replace(setting, redispatch=False)
            if found.setdefault(_prefix(sid.prefix), sid) != sid:
                raise SettingError(
                    f"{setting}: another SID of this prefix takes the packets that arrive, and the Linux kernel looks "
                    "up what was shifted like them; accepted: the same SID for both"
                )


def changes(there: Mapping[str, KernelRoute], wanted: Mapping[str, KernelRoute]) -> list[str]:
    """Lines of `ip -batch` that turn one set of routes into another; what is the same is not touched."""
    lines = []
    for prefix, route in there.items():
        after = wanted.get(prefix)
        if after == route:
            continue
        if after is not None and after.is_plain and route.is_plain:
            lines.append(f"route replace {after.arguments}")
            continue
        lines.append(f"route del {prefix}")
        if after is not None:
            lines.append(f"route add {after.arguments}")
    lines += [f"route add {route.arguments}" for prefix, route in wanted.items() if prefix not in there]
    return lines


def counted(setting: Setting) -> tuple[str, ...]:
    """Prefixes of the routes whose `count` tells how often `setting` was used; empty if the kernel does not count."""
    if not isinstance(setting, Sid):
        return ()
    return (_prefix(setting.prefix), *((_end_of_container(setting.prefix),) if setting.usd else ()))


class _Translator:
    def __init__(self, settings: Sequence[Setting], *, vrf: bool) -> None:
        self._settings = settings
        self._vrf = vrf

    @singledispatchmethod
    def routes(self, setting: Setting) -> list[KernelRoute]:
        """The routes of one setting."""
        raise SettingError(f"{setting}: the Linux kernel's routes do not express this; accepted: {_ACCEPTED}")

    @routes.register
    def _(self, setting: Route) -> list[KernelRoute]:
        return [_route(setting.prefix, _via(setting.port))]

    @routes.register
    def _(self, setting: Blackhole) -> list[KernelRoute]:
        prefix = _prefix(setting.prefix)
        return [KernelRoute(prefix, f"blackhole {prefix}")]

    @routes.register
    def _(self, setting: EcmpRoute) -> list[KernelRoute]:
        hops = [
            f"nexthop {_via(member.port)}"
            for member in self._settings
            if isinstance(member, EcmpMember) and member.group == setting.group and member.member < setting.members
        ]
        if not hops:
            raise SettingError(f"{setting}: no member is configured; accepted by the Linux kernel: at least one")
        return [_route(setting.prefix, " ".join(hops))]

    @routes.register(DscpToTc)
    @routes.register(TcToQueue)
    def _(self, setting: Setting) -> list[KernelRoute]:
        del setting
        return []  # no port has queues, and none ever fills: which class a packet has shows nowhere

    @routes.register
    def _(self, setting: EcmpMember) -> list[KernelRoute]:
        del setting
        return []  # part of its route

    @routes.register
    def _(self, setting: Sid) -> list[KernelRoute]:
        if setting.dscp_mode != "pipe":
            raise SettingError(f"{setting}: the Linux kernel keeps the inner DSCP; accepted: dscp_mode pipe")
        if setting.behaviour == "uDT6":
            return [_seg6local(_prefix(setting.prefix), self._decapsulate_ipv6())]
        if setting.behaviour == "uDT46":
            return [_seg6local(_prefix(setting.prefix), self._decapsulate_both(setting))]
        flavour = f"flavors next-csid {_CSID[setting.behaviour]}"
        if setting.behaviour == "uN":
            shift = _seg6local(_prefix(setting.prefix), f"action End {flavour}")
            last = self._decapsulate_any()
        else:
            shift = _seg6local(_prefix(setting.prefix), f"action End.X nh6 {_adjacency_of(setting)} {flavour}")
            last = f"action End.DX6 nh6 {_adjacency_of(setting)}"
        # The kernel has no flavour USD. Its operators install what stands for it: a longer SID that takes the packets
        # whose argument is zero, which is the one address of the prefix.
        return [shift, _seg6local(_end_of_container(setting.prefix), last)] if setting.usd else [shift]

    def _decapsulate_any(self) -> str:
        return f"action End.DT46 vrftable {MAIN_TABLE}" if self._vrf else self._decapsulate_ipv6()

    @staticmethod
    def _decapsulate_ipv6() -> str:
        return f"action End.DT6 table {MAIN_TABLE}"

    def _decapsulate_both(self, setting: Sid) -> str:
        if not self._vrf:
            raise SettingError(f"{setting}: End.DT46 needs VRF devices; accepted: a kernel with CONFIG_NET_VRF")
        return f"action End.DT46 vrftable {MAIN_TABLE}"


def _seg6local(prefix: str, action: str) -> KernelRoute:
    # A seg6local route must name a device that is not loopback; it has no influence on where packets go.
    return KernelRoute(prefix, f"{prefix} encap seg6local {action} count dev {interface(0)}")


def _route(prefix: str, hops: str) -> KernelRoute:
    normal = _prefix(prefix)
    return KernelRoute(normal, f"{normal} {hops}")


def _via(port: int) -> str:
    return f"via inet6 {neighbour_ipv6(port)} dev {interface(port)}"


def _adjacency_of(setting: Sid) -> str:
    if setting.port is None:
        raise SettingError(f"{setting}: no port; accepted: the port of the adjacency")
    return neighbour_ipv6(setting.port)


def _prefix(prefix: str) -> str:
    return str(ip_network(prefix))


def _end_of_container(prefix: str) -> str:
    return f"{ip_network(prefix).network_address}/128"
