# SPDX-License-Identifier: Apache-2.0
"""DPDK grout (https://github.com/DPDK/grout) as a device under test: a graph router, told by `grcli`.

A SID is a route to a nexthop of type srv6-local; each port's neighbour is a nexthop with a fixed number. Ports are tap
interfaces, whose kernel side is the tester's.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from functools import singledispatchmethod
from pathlib import Path
from typing import Any, Final

from typing_extensions import override

from ptf_tests.catalogue.claims import SHOWN_ON_GROUT
from ptf_tests.dut.api import DeviceSpec, Wire, device_ipv6, mac_text, neighbour_ipv6
from ptf_tests.dut.router import (
    MTU,
    Entries,
    Entry,
    Namespace,
    RouterBench,
    RouterDevice,
    adjacency,
    check_twins,
    interface,
    members_of,
    normal,
    quiet,
    require_pipe,
    run_ip,
    run_tool,
    sids_last,
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
    mac,
    neighbour_mac,
)

_ACCEPTED: Final = "Sid, Route, Blackhole, EcmpRoute, EcmpMember, DscpToTc, TcToQueue"
_BLOCK: Final = "block-bits 32"
_FIRST_NEIGHBOUR: Final = 1
_FIRST_OTHER: Final = 1000
"""Numbers of nexthops: those of ports, then those that settings make."""


def neighbour(port: int) -> int:
    """The number of the nexthop behind a port."""
    return _FIRST_NEIGHBOUR + port


# --- Settings as nexthops and routes ---------------------------------------------------------------------------------


class Translator:
    """Settings in the words of grcli; it gives each nexthop a number, and the same one each time.

    Settings that want the same nexthop share it: to grout, a nexthop like one that is there is that one, renumbered.
    """

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._settings: Sequence[Setting] = ()

    def translate(self, settings: Sequence[Setting]) -> Entries:
        """The whole configuration: nexthops, then routes by prefix. Raises SettingError."""
        check_twins(settings, "grout")
        self._settings = settings
        nexthops: dict[str, Entry] = {}
        routes: dict[str, Entry] = {}
        for setting in sids_last(settings):
            for key, entry in self._entries(setting).items():
                (routes if "/" in key else nexthops)[key] = entry
        # Shorter prefixes first, so that a longer one goes first: grout refuses to delete a route (EINVAL) as long as a
        # longer one of the same address leads to a nexthop of another type.
        by_length = sorted(routes.items(), key=lambda item: int(item[0].rpartition("/")[2]))
        used = {
            key: entry
            for key, entry in nexthops.items()
            if any(route.add[0].endswith(f" {key}") for route in routes.values())
        }
        return used | dict(by_length)

    @singledispatchmethod
    def _entries(self, setting: Setting) -> Entries:
        raise SettingError(f"{setting}: grout does not express this; accepted: {_ACCEPTED}")

    @_entries.register
    def _(self, setting: Route) -> Entries:
        return _route(setting.prefix, neighbour(setting.port))

    @_entries.register
    def _(self, setting: Blackhole) -> Entries:
        return self._by_nexthop(setting.prefix, "blackhole {}")

    @_entries.register
    def _(self, setting: EcmpRoute) -> Entries:
        ports = members_of(setting, self._settings, "grout")
        return self._by_nexthop(setting.prefix, "group {}" + "".join(f" member {neighbour(port)}" for port in ports))

    @_entries.register(EcmpMember)
    @_entries.register(DscpToTc)
    @_entries.register(TcToQueue)
    def _(self, setting: Setting) -> Entries:
        del setting
        return {}  # a member is part of its route; no port has queues, so that no class of a packet shows

    @_entries.register
    def _(self, setting: Sid) -> Entries:
        require_pipe(setting, "grout")
        return self._by_nexthop(setting.prefix, f"srv6-local behavior {_behaviour(setting)} {{}}")

    def _by_nexthop(self, prefix: str, arguments: str) -> Entries:
        number = self._numbers.setdefault(arguments, _FIRST_OTHER + len(self._numbers))
        key = f"id {number}"
        return {key: Entry((f"nexthop add {arguments.format(key)}",), (f"nexthop del {number}",))} | _route(
            prefix, number
        )


def _route(prefix: str, number: int) -> dict[str, Entry]:
    normalised = normal(prefix)
    return {normalised: Entry((f"route add {normalised} via id {number}",), (f"route del {normalised}",))}


def _behaviour(sid: Sid) -> str:
    if sid.behaviour == "uDT6":
        return "end.dt6"
    if sid.behaviour == "uDT46":
        return "end.dt46"
    flavour = f"flavor next-csid{' usd' if sid.usd else ''} {_BLOCK}"
    if sid.behaviour == "uN":
        return f"end {flavour} csid-bits 16"
    port = adjacency(sid)
    bits = 32 if sid.behaviour == "uN_uA" else 16
    return f"end.x nexthop {neighbour_ipv6(port)} iface {interface(port)} {flavour} csid-bits {bits}"


# --- The device ------------------------------------------------------------------------------------------------------


_NOT_OF_PACKETS = ("idle", "overhead", "control_input", "port_rx", "port_tx")
"""Nodes, or the beginnings of their names, that tell nothing of a packet's way."""


class GroutDevice(RouterDevice):
    title = "grout"

    def __init__(self, spec: DeviceSpec, wire: Wire, ports: Sequence[int]) -> None:
        self._translator = Translator()
        super().__init__(spec, wire, ports)

    @override
    def capabilities(self) -> frozenset[str]:
        return SHOWN_ON_GROUT

    @override
    def translate(self, settings: Sequence[Setting]) -> Entries:
        return self._translator.translate(settings)

    @override
    def tell(self, lines: Sequence[str]) -> None:
        _grcli(self._socket, lines, self.name)

    @override
    def counters(self, ports: Sequence[int]) -> Mapping[Cell, Count]:
        """Frames that left each port."""
        found = {row["interface"]: row for row in self._json("interface stats")}
        missing = [interface(port) for port in ports if interface(port) not in found]
        if missing:
            raise DeviceGoneError(f"{self.name}: grout has no interface {', '.join(missing)}")
        return {
            (PORT_COUNTER, port): Count(found[interface(port)]["tx_packets"], found[interface(port)]["tx_bytes"])
            for port in ports
        }

    @override
    def tallies(self) -> Mapping[str, int]:
        rows = self._json("stats show software")
        return {row["node"]: row["packets"] for row in rows if not row["node"].startswith(_NOT_OF_PACKETS)}

    def _json(self, command: str) -> Any:  # noqa: ANN401 - JSON of grcli
        try:
            return json.loads(_grcli(self._socket, [command], self.name, "-j") or "[]")
        except ValueError:
            raise DeviceGoneError(f"{self.name}: grcli {command}: no JSON") from None


def _grcli(socket: Path, lines: Sequence[str], name: str, *options: str) -> str:
    """What grcli prints. Raises DeviceError with the line that grout refused, DeviceGoneError if it is gone."""
    done = run_tool(["grcli", "-s", str(socket), "-e", "-x", *options], "".join(f"{line}\n" for line in lines))
    if not done.returncode:
        return done.stdout
    said = [line.strip() for line in done.stderr.splitlines() if line.strip()]
    tried = [line.removeprefix("+ ") for line in said if line.startswith("+ ")]
    reasons = " ".join(line for line in said if not line.startswith("+ ")) or f"exit status {done.returncode}"
    if not tried:
        raise DeviceGoneError(f"{name}: grcli: {reasons}")
    raise DeviceError(f"{name}: grcli: {tried[-1]!r} refused: {reasons}")


# --- The bench -------------------------------------------------------------------------------------------------------


_SIZES: Final = {
    "GROUT_MAX_IFACES": 64,
    "GROUT_MEMPOOL_CHUNK_SIZE": 4095,
    "GROUT_MAX_NEXTHOPS": 4096,
    "GROUT_MAX_ROUTES": 4096,
    "GROUT_MAX_FDB_ENTRIES": 128,
    "GROUT_MAX_CONNTRACKS": 32,
}
"""Environment: enough for the cases, and small, since memory is that of ordinary pages (test mode)."""


class GroutBench(RouterBench):
    programs = ("grout", "grcli")
    where = "grout comes from https://github.com/DPDK/grout, whose README says how to install or build it"

    @property
    @override
    def kind(self) -> str:
        return "grout"

    @override
    def command(self, directory: Path) -> list[str]:
        sizes = [f"{name}={value}" for name, value in _SIZES.items()]
        run = [
            "grout",
            "--test-mode",
            "--max-mtu",
            str(MTU),
            "--metrics",
            ":0",
            "--socket",
            str(self.socket(directory)),
        ]
        return ["env", *sizes, *run]

    @override
    def socket(self, directory: Path) -> Path:
        return directory / "grout.sock"

    @override
    def answers(self, socket: Path) -> bool:
        return not run_tool(["grcli", "-s", str(socket), "-e"], "interface show\n").returncode

    @override
    def prepare(self, space: Namespace) -> None:
        """A namespace whose kernel does not solicit routers on the interface that grout gives it for each port."""
        run_ip(["-n", space.name, "link", "set", "lo", "up"])
        write_settings(space.name, {"ipv6/conf/default/router_solicitations": 0})

    @override
    def connect(self, space: Namespace, socket: Path) -> None:
        """Make the taps, and take the testers' ends out of the namespace."""
        lines = [line for port, tester in space.testers.items() for line in _port(port, tester)]
        _grcli(socket, lines, "grout")
        moves = [f"link set {tester} netns {os.getpid()}" for tester in space.testers.values()]
        run_ip(["-n", space.name, "-batch", "-"], batch=moves)
        quiet(space.testers.values())

    @override
    def versions(self, socket: Path) -> dict[str, str]:
        """Grout's, and that of the DPDK in it, from `grout v0.17.1 (DPDK 25.11.2)`."""
        del socket
        said = run_tool(["grout", "-V"]).stdout.strip().removeprefix("grout ")
        version, _, rest = said.partition(" (DPDK ")
        return {"grout": version, "DPDK": rest.removesuffix(")")}


def _port(port: int, tester: str) -> list[str]:
    name = interface(port)
    return [
        f"interface add port {name} devargs net_tap{port},iface={tester} mac {mac_text(mac(port))} mtu {MTU}",
        f"address add {device_ipv6(port)}/64 iface {name}",
        f"nexthop add l3 iface {name} id {neighbour(port)} address {neighbour_ipv6(port)} "
        f"mac {mac_text(neighbour_mac(port))}",
    ]
