# SPDX-License-Identifier: Apache-2.0
"""The Linux kernel as a device under test: routes in a network namespace with a veth pair per port, through `ip`.

`translate` says settings in the words of `ip route` (iproute2; ip-route(8), net/ipv6/seg6_local.c). Every port's
neighbour has one address with a permanent neighbour entry; routes lead to it.

`LinuxBench` keeps the kernel quiet: no router solicitation, no duplicate address or neighbour discovery (no address on
a port, neighbours permanent), no MLD (ports are not multicast, so that a router joins no group on them), no IGMP.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import singledispatchmethod
from pathlib import Path
from typing import Any, Final

from typing_extensions import override

from p4soft.command_line import shielded
from ptf_tests.catalogue.claims import SHOWN_ON_LINUX, SHOWN_ON_LINUX_WITH_VRF
from ptf_tests.dut.api import Attached, Bench, DeviceSpec, OverWire, Wire, mac_text, neighbour_ipv6
from ptf_tests.dut.router import (
    NAMESPACE,
    Namespace,
    add_pairs,
    adjacency,
    check_twins,
    end_of_container,
    interface,
    members_of,
    normal,
    require_pipe,
    run_ip,
    scratch_namespace,
    sids_last,
    unavailable,
    write_files,
    write_settings,
)
from ptf_tests.switch.device import PORT_COUNTER, Cell, Count, DeviceError, DeviceGoneError
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
    neighbour_mac,
)

# --- Settings as routes ----------------------------------------------------------------------------------------------


MAIN_TABLE: Final = 254
DEVICE: Final = "the Linux kernel"
_ACCEPTED = "Sid, Route, Blackhole, EcmpRoute, EcmpMember, DscpToTc, TcToQueue"
_CSID: Final[Mapping[str, str]] = {
    "uN": "lblen 32 nflen 16",
    "uA": "lblen 32 nflen 16",
    "uN_uA": "lblen 32 nflen 32",
}
"""Bits that are matched and shifted away behind the block: the kernel's `nflen` is node and function together."""


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
    check_twins(settings, DEVICE)
    translator = _Translator(settings, vrf=vrf)
    return {route.prefix: route for setting in sids_last(settings) for route in translator.routes(setting)}


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
    return (normal(setting.prefix), *((end_of_container(setting.prefix),) if setting.usd else ()))


class _Translator:
    def __init__(self, settings: Sequence[Setting], *, vrf: bool) -> None:
        self._settings = settings
        self._vrf = vrf

    @singledispatchmethod
    def routes(self, setting: Setting) -> list[KernelRoute]:
        raise SettingError(f"{setting}: the Linux kernel's routes do not express this; accepted: {_ACCEPTED}")

    @routes.register
    def _(self, setting: Route) -> list[KernelRoute]:
        return [_route(setting.prefix, _via(setting.port))]

    @routes.register
    def _(self, setting: Blackhole) -> list[KernelRoute]:
        prefix = normal(setting.prefix)
        return [KernelRoute(prefix, f"blackhole {prefix}")]

    @routes.register
    def _(self, setting: EcmpRoute) -> list[KernelRoute]:
        hops = [f"nexthop {_via(port)}" for port in members_of(setting, self._settings, DEVICE)]
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
        require_pipe(setting, DEVICE)
        if setting.behaviour == "uDT6":
            return [_seg6local(normal(setting.prefix), self._decapsulate_ipv6())]
        if setting.behaviour == "uDT46":
            return [_seg6local(normal(setting.prefix), self._decapsulate_both(setting))]
        flavour = f"flavors next-csid {_CSID[setting.behaviour]}"
        if setting.behaviour == "uN":
            shift = _seg6local(normal(setting.prefix), f"action End {flavour}")
            last = self._decapsulate_any()
        else:
            shift = _seg6local(
                normal(setting.prefix), f"action End.X nh6 {neighbour_ipv6(adjacency(setting))} {flavour}"
            )
            last = f"action End.DX6 nh6 {neighbour_ipv6(adjacency(setting))}"
        # The kernel has no flavour USD. Its operators install what stands for it: a longer SID that takes the packets
        # whose argument is zero, which is the one address of the prefix.
        return [shift, _seg6local(end_of_container(setting.prefix), last)] if setting.usd else [shift]

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
    normalised = normal(prefix)
    return KernelRoute(normalised, f"{normalised} {hops}")


def _via(port: int) -> str:
    return f"via inet6 {neighbour_ipv6(port)} dev {interface(port)}"


# --- The device ------------------------------------------------------------------------------------------------------


VRF = "vrf"
"""Option of the DeviceSpec: name of the VRF device over the main table, "" when the kernel has none."""


class LinuxDevice(OverWire):
    """Configures by difference: what is there already is not written again."""

    def __init__(self, spec: DeviceSpec, wire: Wire, ports: Sequence[int]) -> None:
        """Open the namespace. Raises DeviceError when it is not there."""
        if not spec.options.get(NAMESPACE):
            raise DeviceError(f"{spec.name}: no network namespace given; accepted: option {NAMESPACE}")
        self.name = spec.name
        self._namespace = spec.options[NAMESPACE]
        self._vrf = bool(spec.options.get(VRF))
        self._wire = wire
        self._ports = tuple(ports)
        self._routes: dict[str, KernelRoute] = {}
        self._links()

    @override
    def capabilities(self) -> frozenset[str]:
        """What routes of this kernel can be shown to do."""
        return SHOWN_ON_LINUX if self._vrf else SHOWN_ON_LINUX - SHOWN_ON_LINUX_WITH_VRF

    @override
    def reset(self) -> None:
        """Remove every route of a configuration."""
        self.configure(())

    @override
    def configure(self, settings: Sequence[Setting]) -> None:
        """Add, replace and delete what differs. Raises DeviceError."""
        try:
            wanted = translate(settings, vrf=self._vrf)
        except SettingError as error:
            raise DeviceError(f"{self.name}: {error}") from None
        lines = changes(self._routes, wanted)
        if lines:
            try:
                run_ip(["-n", self._namespace, "-batch", "-"], batch=lines)
            except DeviceError as error:
                raise type(error)(f"{self.name}: {error}") from None
        self._routes = wanted

    @override
    def block(self, port: int, queue: int) -> None:
        """Refused: ports of the kernel have no queues that the suite could fill."""
        raise DeviceError(
            f"{self.name}: cannot block queue {queue} of port {port}: interfaces here have no queues; claim no trimming"
        )

    @override
    def unblock(self, port: int, queue: int) -> None:
        raise DeviceError(f"{self.name}: cannot unblock queue {queue} of port {port}: interfaces here have no queues")

    @override
    def counters(self, ports: Sequence[int]) -> Mapping[Cell, Count]:
        """Frames that left each port, from the interface's statistics; exact, for the bench keeps the kernel quiet."""
        links = self._links()
        return {
            (PORT_COUNTER, port): Count(
                links[interface(port)]["stats64"]["tx"]["packets"], links[interface(port)]["stats64"]["tx"]["bytes"]
            )
            for port in ports
        }

    @override
    def hits(self, setting: Setting) -> Count | None:
        """What the seg6local `count` of a SID says; the kernel does not count other routes."""
        prefixes = counted(setting)
        if not prefixes:
            return None
        packets = size = 0
        for prefix in prefixes:
            for route in self._json("-6", "-s", "route", "show", "exact", prefix):
                packets += route["stats64"]["packets"]
                size += route["stats64"]["bytes"]
        return Count(packets, size)

    def _links(self) -> dict[str, Any]:
        links = {link["ifname"]: link for link in self._json("-s", "link", "show")}
        missing = [interface(port) for port in self._ports if interface(port) not in links]
        if missing:
            raise DeviceGoneError(f"{self.name}: namespace {self._namespace} has no interface {', '.join(missing)}")
        return links

    def _json(self, *arguments: str) -> Any:  # noqa: ANN401 - JSON of iproute2
        return json.loads(run_ip(["-n", self._namespace, "-j", *arguments]) or "[]")


# --- The bench -------------------------------------------------------------------------------------------------------


_CONF = Path("/proc/sys/net/ipv6/conf")
_ERROR_SOURCE = "fdad:0:ffff:ffff::1/128"
"""Address on loopback from which the kernel sends ICMPv6 errors; ports have none."""

_FORWARDING = {"ipv6/conf/all/forwarding": 1, "ipv4/conf/all/forwarding": 1}
"""Last: a router joins ff02::2 on every port that is multicast by then, and reports it (MLD)."""

_FLOW = 0x3F
"""`fib_multipath_hash_fields`: addresses, protocol, flow label and ports of the header that is routed."""
_HASH_BY_FIELDS = 3
"""`fib_multipath_hash_policy`. The others will not do: 0 takes no ports, 2 those of an inner header. 1 takes no flow
label, and where the receive path has hashed a packet already (RPS does), that hash instead: before decapsulation."""

_SETTINGS = {
    "ipv6/icmp/ratelimit": 0,
    "ipv6/fib_multipath_hash_fields": _FLOW,
    "ipv6/fib_multipath_hash_policy": _HASH_BY_FIELDS,
    "ipv4/fib_multipath_hash_fields": _FLOW,
    "ipv4/fib_multipath_hash_policy": _HASH_BY_FIELDS,
    "ipv4/igmp_link_local_mcast_reports": 0,
}
_INTERFACE_SETTINGS = {
    "ipv6/conf/{}/accept_ra": 0,
    "ipv6/conf/{}/accept_redirects": 0,
    "ipv6/conf/{}/dad_transmits": 0,
    "ipv6/conf/{}/router_solicitations": 0,
    "ipv6/conf/{}/seg6_enabled": 1,
    "ipv4/conf/{}/rp_filter": 0,
    "ipv4/conf/{}/send_redirects": 0,
}


@dataclass(frozen=True, slots=True)
class LinuxBench(Bench):
    """The running kernel, in a namespace of its own for the run.

    Attributes:
        ports: ports of the device.
    """

    ports: Sequence[int]

    @property
    @override
    def kind(self) -> str:
        return "linux"

    @override
    def unavailable(self) -> str | None:
        """What is missing here, and how to get it; None when nothing is."""
        if reason := unavailable():
            return reason
        if not (_CONF / "all" / "seg6_enabled").exists():
            return "this kernel has no IPv6 segment routing; needed: CONFIG_IPV6_SEG6_LWTUNNEL"
        return _refused()

    @contextmanager
    @override
    def start(self, workdir: Path) -> Iterator[Attached]:
        """Create namespace and interfaces, and delete them again. Raises DeviceError."""
        del workdir
        with scratch_namespace(self.ports) as space:
            with shielded():
                vrf = self._configure(space)
            spec = DeviceSpec(kind="linux", name="linux", options={NAMESPACE: space.name, VRF: vrf})
            yield Attached(spec, space.testers, _versions())

    def _configure(self, space: Namespace) -> str:
        namespace = space.name
        write_settings(namespace, _SETTINGS | {name.format("all"): v for name, v in _INTERFACE_SETTINGS.items()})
        add_pairs(space)
        names = [interface(port) for port in self.ports]
        write_settings(namespace, {n.format(i): v for i in names for n, v in _INTERFACE_SETTINGS.items()})
        _one_processor(namespace, names)
        run_ip(["-n", namespace, "-batch", "-"], batch=[line for port in self.ports for line in _port(port)])
        run_ip(["-n", namespace, "-batch", "-"], batch=[line for port in self.ports for line in _neighbour(port)])
        run_ip(["-n", namespace, "-batch", "-"], batch=["link set lo up", f"address add {_ERROR_SOURCE} dev lo nodad"])
        write_settings(namespace, _FORWARDING)
        return _vrf(namespace)


def _port(port: int) -> list[str]:
    name = interface(port)
    return [f"link set {name} addrgenmode none multicast off", f"link set {name} up"]


def _neighbour(port: int) -> list[str]:
    name, address = interface(port), neighbour_ipv6(port)
    entry = f"neigh add {address} lladdr {mac_text(neighbour_mac(port))} nud permanent dev {name}"
    return [entry, f"route add {address}/128 dev {name}"]


def _vrf(namespace: str) -> str:
    """A VRF device over the main table, for End.DT46; "" when the kernel has no VRF devices."""
    try:
        run_ip(["-n", namespace, "link", "add", "main", "type", "vrf", "table", str(MAIN_TABLE)])
    except DeviceError:
        return ""
    run_ip(["-n", namespace, "link", "set", "main", "up"])
    write_settings(namespace, {"vrf/strict_mode": 1})
    return "main"


def _one_processor(namespace: str, names: Sequence[str]) -> None:
    """Let one processor handle what enters, whichever the sender runs on: frames cannot overtake one another then."""
    write_files(namespace, {f"/sys/class/net/{name}/queues/rx-0/rps_cpus": 1 for name in names})


def _refused() -> str | None:
    """Try in a scratch namespace what every run needs."""
    csid = "flavors next-csid lblen 32 nflen 16 count dev lo0"
    tries = [
        ("veth pairs (CONFIG_VETH)", "link add lo0 type veth peer name lo1"),
        ("a link that is up", "link set lo0 up"),
        ("End with NEXT-C-SID (Linux 6.1)", f"route add fcbb:bbbb:1::/48 encap seg6local action End {csid}"),
        (
            "End.X with NEXT-C-SID (Linux 6.6)",
            f"route add fcbb:bbbb:2::/48 encap seg6local action End.X nh6 fe80::1 {csid}",
        ),
    ]
    with ExitStack() as stack:
        try:
            namespace = stack.enter_context(scratch_namespace((), "probe")).name
        except DeviceError as error:
            return f"network namespaces cannot be created here: {error}; run as root, or in a privileged container"
        for what, line in tries:
            try:
                run_ip(["-n", namespace, "-batch", "-"], batch=[line])
            except DeviceError as error:
                return f"kernel {platform.release()} and its iproute2 lack {what}: {error}"
    return None


def _versions() -> dict[str, str]:
    version = run_ip(["-V"]).strip().removeprefix("ip utility, ")
    return {"kernel": platform.release(), "iproute2": version.removeprefix("iproute2-").partition(",")[0]}
