# SPDX-License-Identifier: Apache-2.0
"""FD.io VPP (https://github.com/FDio/vpp) as a device under test: a graph router, told by `vppctl`.

SIDs are local SIDs of its SRv6 component, one per behaviour. Ports are host interfaces (AF_PACKET) on veth pairs.

SONiC-VPP's plugin `sonic_ext` trims what the token bucket of a queue refuses. A queue is a bucket of a port: `capacity`
bytes of tokens, filled by `rate` bytes/s. It stands for a queue that admits `capacity` bytes and drains at that rate.
The plugin polices only queues that are trim-eligible, and the trim queue.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import singledispatchmethod
from ipaddress import ip_network
from pathlib import Path
from typing import Final

from msgspec import Struct
from typing_extensions import override

from p4soft.outputs import write_text
from p4soft.targets.process import find_program
from ptf_tests.catalogue.claims import SHOWN_ON_VPP, SHOWN_ON_VPP_TRIMMING
from ptf_tests.dut.api import DeviceSpec, Wire, device_ipv4, device_ipv6, mac_text, neighbour_ipv4, neighbour_ipv6
from ptf_tests.dut.router import (
    Entries,
    Entry,
    Namespace,
    RouterBench,
    RouterDevice,
    add_pairs,
    adjacency,
    check_twins,
    end_of_container,
    interface,
    members_of,
    normal,
    require_pipe,
    run_ip,
    run_tool,
    sids_last,
)
from ptf_tests.switch.device import PORT_COUNTER, SWITCH_TRIM_COUNTERS, Cell, Count, DeviceError, DeviceGoneError
from ptf_tests.switch.settings import (
    Blackhole,
    DscpToTc,
    EcmpMember,
    EcmpRoute,
    QueueProfile,
    Route,
    Setting,
    SettingError,
    Sid,
    TcToQueue,
    Trimming,
    mac,
    neighbour_mac,
)

MAIN_TABLE: Final = 0


def host(port: int) -> str:
    """What VPP calls a port."""
    return f"host-{interface(port)}"


# --- Settings as local SIDs and routes -------------------------------------------------------------------------------


class Translator:
    """Settings in the words of VPP's command line."""

    accepted = "Sid, Route, Blackhole, EcmpRoute, EcmpMember, DscpToTc, TcToQueue"

    def __init__(self, settings: Sequence[Setting], host: Callable[[int], str] = host) -> None:
        """Settings that say `port` mean the interface that `host` names."""
        self.settings = settings
        self.host = host

    def translate(self) -> Entries:
        """The whole configuration, by prefix. Raises SettingError."""
        check_twins(self.settings, "VPP")
        found = [self.entries(setting) for setting in sids_last(self.settings)]
        return {key: entry for part in found for key, entry in part.items()}

    @singledispatchmethod
    def entries(self, setting: Setting) -> Entries:
        """What one setting adds. Raises SettingError."""
        raise SettingError(f"{setting}: VPP does not express this; accepted: {self.accepted}")

    @entries.register
    def _(self, setting: Route) -> Entries:
        return _route(setting.prefix, self._via(setting.port, ipv4=_is_ipv4(setting.prefix)))

    @entries.register
    def _(self, setting: Blackhole) -> Entries:
        return _route(setting.prefix, "via drop")

    @entries.register
    def _(self, setting: EcmpRoute) -> Entries:
        ipv4 = _is_ipv4(setting.prefix)
        hops = [self._via(port, ipv4=ipv4) for port in members_of(setting, self.settings, "VPP")]
        return _route(setting.prefix, " ".join(hops))

    @entries.register(EcmpMember)
    @entries.register(DscpToTc)
    @entries.register(TcToQueue)
    def _(self, setting: Setting) -> Entries:
        del setting
        return {}  # a member is part of its route; no port has queues, so that no class of a packet shows

    @entries.register
    def _(self, setting: Sid) -> Entries:
        require_pipe(setting, "VPP")
        return {prefix: _local_sid(prefix, behaviour) for prefix, behaviour in _behaviours(setting, self.host).items()}

    def _via(self, port: int, *, ipv4: bool) -> str:
        return f"via {neighbour_ipv4(port) if ipv4 else neighbour_ipv6(port)} {self.host(port)}"


def _route(prefix: str, paths: str) -> Entries:
    normalised = normal(prefix)
    return {normalised: Entry((f"ip route add {normalised} {paths}",), (f"ip route del {normalised} {paths}",))}


def _is_ipv4(prefix: str) -> bool:
    return ip_network(prefix).version == 4


def _local_sid(prefix: str, behaviour: str) -> Entry:
    line = f"prefix {prefix} behavior {behaviour}"
    return Entry((f"sr localsid {line}",), (f"sr localsid del {line}",))


def _behaviours(sid: Sid, host: Callable[[int], str] = host) -> dict[str, str]:
    """Prefix to the behaviour that a SID has there.

    VPP has no flavour USD. What stands for it is a longer SID at the one address whose argument is zero.
    """
    prefix = normal(sid.prefix)
    if sid.behaviour == "uDT6":
        return {prefix: f"end.dt6 {MAIN_TABLE}"}
    if sid.behaviour == "uDT46":
        raise SettingError(f"{sid}: VPP has End.DT6 and End.DT4, not both at once; accepted: uDT6")
    if sid.behaviour == "uN":
        shift, last = "un 16", f"end.dt6 {MAIN_TABLE}"
    else:
        port = adjacency(sid)
        across = f"{host(port)} {neighbour_ipv6(port)}"
        shift, last = f"ua {32 if sid.behaviour == 'uN_uA' else 16} {across}", f"end.dx6 {across}"
    return {prefix: shift} | ({end_of_container(prefix): last} if sid.usd else {})


def counted(sid: Sid) -> frozenset[str]:
    """The prefixes under which VPP counts what a SID did: its own, that of plain End behind it, that of USD."""
    network = ip_network(sid.prefix)
    shifted = network.prefixlen + (32 if sid.behaviour == "uN_uA" else 16)
    return frozenset({str(network), f"{network.network_address}/{shifted}"} | set(_behaviours(sid)))


# --- What VPP shows --------------------------------------------------------------------------------------------------


_COUNTER: Final = re.compile(r"^(\S+)?\s.*?(tx packets|tx bytes)\s+(\d+)\s*$")
_ERROR: Final = re.compile(r"^\s*(\d+)\s+(\S+)\s+(.+?)\s+(?:error|warn|info)\s*$")
_ADDRESS: Final = re.compile(r"^\s*Address:\s+(\S+)$")
_GOOD: Final = re.compile(r"^\s*Good traffic:\s+\[(\d+) packets : (\d+) bytes\]$")


def sent_by(shown: str) -> dict[str, Count]:
    """`show interface`: what each interface has sent. A counter that is 0 is not shown."""
    found: dict[str, dict[str, int]] = {}
    name = ""
    for line in shown.splitlines():
        if line and not line[0].isspace():
            name = line.split()[0]
            found[name] = {}
        match = _COUNTER.match(line)
        if match:
            found[name][match[2]] = int(match[3])
    return {name: Count(cells.get("tx packets", 0), cells.get("tx bytes", 0)) for name, cells in found.items()}


def errors_of(shown: str) -> dict[str, int]:
    """`show errors`: how often each node gave each reason."""
    matches = filter(None, map(_ERROR.match, shown.splitlines()))
    return {f"{match[2]}: {match[3]}": int(match[1]) for match in matches}


def local_sids(shown: str) -> dict[str, Count]:
    """`show sr localsids`: the good packets of each local SID, by prefix."""
    found: dict[str, Count] = {}
    prefix = ""
    for line in shown.splitlines():
        if match := _ADDRESS.match(line):
            prefix = normal(match[1])
        elif match := _GOOD.match(line):
            found[prefix] = Count(int(match[1]), int(match[2]))
    return found


# --- The device ------------------------------------------------------------------------------------------------------


class VppDevice(RouterDevice):
    title = "VPP"

    @override
    def capabilities(self) -> frozenset[str]:
        return SHOWN_ON_VPP

    @override
    def translate(self, settings: Sequence[Setting]) -> Entries:
        return Translator(settings).translate()

    @override
    def tell(self, lines: Sequence[str]) -> None:
        execute(self._socket, lines, self.name)

    @override
    def counters(self, ports: Sequence[int]) -> Mapping[Cell, Count]:
        """Frames that left each port."""
        found = sent_by(self.ask("show interface"))
        missing = [host(port) for port in ports if host(port) not in found]
        if missing:
            raise DeviceGoneError(f"{self.name}: VPP has no interface {', '.join(missing)}")
        return {(PORT_COUNTER, port): found[host(port)] for port in ports}

    @override
    def hits(self, setting: Setting) -> Count | None:
        """The good packets of the local SIDs that stand for a SID; VPP counts no route here."""
        if not isinstance(setting, Sid):
            return None
        names = counted(setting)
        found = [count for prefix, count in local_sids(self.ask("show sr localsids")).items() if prefix in names]
        return Count(sum(count.packets for count in found), sum(count.bytes for count in found))

    @override
    def tallies(self) -> Mapping[str, int]:
        return errors_of(self.ask("show errors"))

    def ask(self, command: str) -> str:
        """What VPP answers. Raises DeviceGoneError."""
        return vppctl(self._socket, command.split(), self.name)


def execute(socket: Path, lines: Sequence[str], name: str) -> None:
    """Have VPP do these lines. Raises DeviceError with what it said: it says nothing of what it did."""
    file = socket.with_name("lines")
    write_text(file, "".join(f"{line}\n" for line in lines))
    said = " ".join(vppctl(socket, ["exec", str(file)], name).split())
    if said:
        refused = next((line for line in lines if line in said), "")
        raise DeviceError(f"{name}: vppctl: {refused or f'one of {len(lines)} lines'!r} refused: {said}")


def answers(socket: Path) -> bool:
    """Whether VPP takes commands yet."""
    return not run_tool(["vppctl", "-s", str(socket), "show", "version"]).returncode


def vppctl(socket: Path, words: Sequence[str], name: str) -> str:
    """What a command of VPP prints. Raises DeviceGoneError."""
    done = run_tool(["vppctl", "-s", str(socket), *words])
    if done.returncode:
        raise DeviceGoneError(f"{name}: vppctl: {done.stderr.strip() or f'exit status {done.returncode}'}")
    return done.stdout.replace("\r", "")


# --- The bench -------------------------------------------------------------------------------------------------------


MTU: Final = 9500
_HASHED: Final = {"ip": "src dst sport dport proto", "ip6": "src dst sport dport proto flowlabel"}
"""What chooses the member of an ECMP group."""
_CONFIGURATION: Final = """\
unix {{ nodaemon nosyslog cli-no-banner cli-no-pager runtime-dir {directory} cli-listen {socket} }}
socksvr {{ socket-name {directory}/api.sock }}
statseg {{ socket-name {directory}/stats.sock size 32m }}
memory {{ main-heap-size 512m }}
buffers {{ buffers-per-numa 8192 }}
plugins {{ plugin default {{ disable }}{plugins} }}
"""


def vpp_command(directory: Path, socket: Path, plugins: Sequence[str] = ("af_packet",)) -> list[str]:
    """The command that runs VPP in the foreground, with its files in `directory`."""
    named = "".join(f" plugin {name}_plugin.so {{ enable }}" for name in plugins)
    file = directory / "startup.conf"
    write_text(file, _CONFIGURATION.format(directory=directory, socket=socket, plugins=named))
    return [find_program("vpp") or "vpp", "-c", str(file)]


class VppBench(RouterBench):
    """VPP with the plugins that it needs here, and no others."""

    programs = ("vpp", "vppctl")
    where = "VPP comes from https://fd.io/, whose guide says how to install or build it"
    plugins: tuple[str, ...] = ("af_packet",)

    @property
    @override
    def kind(self) -> str:
        return "vpp"

    @override
    def command(self, directory: Path) -> list[str]:
        return vpp_command(directory, self.socket(directory), self.plugins)

    @override
    def socket(self, directory: Path) -> Path:
        return directory / "cli.sock"

    @override
    def answers(self, socket: Path) -> bool:
        return answers(socket)

    @override
    def prepare(self, space: Namespace) -> None:
        """Pairs whose end in the namespace is VPP's alone: its kernel has no address there."""
        add_pairs(space)
        lines = [f"link set {interface(port)} addrgenmode none multicast off up" for port in space.testers]
        run_ip(["-n", space.name, "-batch", "-"], batch=lines)

    @override
    def connect(self, space: Namespace, socket: Path) -> None:
        for port in space.testers:
            vppctl(socket, f"create host-interface name {interface(port)} hw-addr {mac_text(mac(port))}".split(), "vpp")
        lines = [line for port in space.testers for line in port_lines(host(port), port, neighbour_mac(port))]
        hashes = [f"set {family} flow-hash table {MAIN_TABLE} {fields}" for family, fields in _HASHED.items()]
        execute(socket, [*lines, *hashes], "vpp")

    @override
    def versions(self, socket: Path) -> dict[str, str]:
        return {"VPP": version(socket)}


def version(socket: Path) -> str:
    """From `vpp v26.06-release built by ...`, which VPP says of itself. Raises DeviceError."""
    said = vppctl(socket, ["show", "version"], "vpp").split()
    return said[1] if len(said) > 1 else "unknown"


def port_lines(name: str, port: int, neighbour: int) -> list[str]:
    """What brings an interface up, with addresses and the MAC address of its neighbour."""
    address = mac_text(neighbour)
    return [
        f"set interface mtu {MTU} {name}",
        f"set interface state {name} up",
        f"set interface ip address {name} {device_ipv6(port)}/64",
        f"ip6 nd {name} ra-suppress",
        f"set interface ip address {name} {device_ipv4(port)}/24",
        f"set ip neighbor static {name} {neighbour_ipv6(port)} {address}",
        f"set ip neighbor static {name} {neighbour_ipv4(port)} {address}",
    ]


LINE_BYTES_PER_S: Final = 10**10
CRAWL_BYTES_PER_S: Final = 1
NO_LIMIT_BYTES: Final = 10**12
"""Rates and sizes of buckets: more than a case sends, and so little that no frame's tokens come back during a case."""

Blocked = Collection[tuple[int, int]]
"""Ports and queues that admit nothing."""


# --- VPP that trims: settings as lines of sonic-ext ------------------------------------------------------------------


class TrimTranslator(Translator):
    accepted = f"{Translator.accepted}, QueueProfile, Trimming"

    def __init__(self, settings: Sequence[Setting], blocked: Blocked) -> None:
        super().__init__(settings)
        self._blocked = blocked
        self._queue_of_class = {s.tc: s.queue for s in settings if isinstance(s, TcToQueue)}

    @override
    def translate(self) -> Entries:
        """As VPP alone, and blocked queues that no setting names: they are not trim-eligible."""
        named = {(s.port, s.queue) for s in self.settings if isinstance(s, QueueProfile)}
        rest = [QueueProfile(port, queue) for port, queue in sorted(set(self._blocked) - named)]
        return dict(super().translate()) | {key: entry for each in rest for key, entry in self.entries(each).items()}

    @singledispatchmethod
    @override
    def entries(self, setting: Setting) -> Entries:
        return super().entries(setting)

    @entries.register
    def _(self, setting: DscpToTc) -> Entries:
        """A DSCP's queue; without a line it is that of traffic class 0."""
        line = f"sonic-ext trim dscp-map {setting.dscp}"
        queue = self._queue_of_class.get(setting.tc, 0)
        return {line: Entry((f"{line} {queue}",), (f"{line} 0",))} if queue else {}

    @entries.register
    def _(self, setting: QueueProfile) -> Entries:
        if setting.ecn is not None or setting.overhead:
            raise SettingError(f"{setting}: sonic_ext has no ECN marks and no overhead; accepted: neither")
        line = f"sonic-ext trim queue {host(setting.port)} queue {setting.queue}"
        rate, capacity = self._bucket(setting)
        eligible = "eligible" if setting.trim else "not-eligible"
        add = f"{line} rate {rate} capacity {capacity} {eligible}"
        return {line: Entry((add,), (f"{line} rate {LINE_BYTES_PER_S} capacity {NO_LIMIT_BYTES} not-eligible",))}

    @entries.register
    def _(self, setting: Trimming) -> Entries:
        if setting.dscp is None or setting.queue is None:
            raise SettingError(f"{setting}: sonic_ext has one DSCP and one queue; accepted: symmetric and static")
        if setting.length_mode != "preserve":
            raise SettingError(f"{setting}: sonic_ext leaves lengths as they were; accepted: length_mode preserve")
        line = "sonic-ext trim global"
        numbers = f"size {setting.size} dscp {setting.dscp} queue {setting.queue}"
        return {line: Entry((f"{line} {numbers} mode symmetric",), (f"{line} disable",))}

    def _bucket(self, profile: QueueProfile) -> tuple[int, int]:
        if (profile.port, profile.queue) in self._blocked:
            return 0, 0
        limit = NO_LIMIT_BYTES if profile.limit is None else profile.limit
        if profile.rate == "line":
            return LINE_BYTES_PER_S, limit
        return (CRAWL_BYTES_PER_S if profile.rate == "crawl" else max(1, profile.rate // 8)), limit


# --- What the plugin shows -------------------------------------------------------------------------------------------


_COUNTERS: Final = re.compile(r"counters\s*: sent (\d+) drop (\d+) admit-fail (\d+)")


class TrimCounters(Struct, frozen=True):
    """Packets of the whole switch that left trimmed, and that the trim queue refused."""

    sent: int
    dropped: int


def trim_counters(shown: str) -> TrimCounters:
    """`show sonic-ext trim`. Raises DeviceError for anything else."""
    found = _COUNTERS.search(shown)
    if found is None:
        said = " ".join(shown.split())[:100] or "nothing"
        raise DeviceError(f"vpp-trimming: show sonic-ext trim says {said!r}; accepted: a plugin sonic_ext that trims")
    return TrimCounters(int(found[1]), int(found[2]))


# --- The device that trims -------------------------------------------------------------------------------------------


class VppTrimmingDevice(VppDevice):
    title = "VPP with sonic_ext"

    def __init__(self, spec: DeviceSpec, wire: Wire, ports: Sequence[int]) -> None:
        super().__init__(spec, wire, ports)
        self._settings: Sequence[Setting] = ()
        self._blocked: set[tuple[int, int]] = set()

    @override
    def capabilities(self) -> frozenset[str]:
        return SHOWN_ON_VPP_TRIMMING

    @override
    def reset(self) -> None:
        """Nothing configured, nothing blocked; buckets are full again when they are configured."""
        self._blocked.clear()
        super().reset()

    @override
    def configure(self, settings: Sequence[Setting]) -> None:
        self._settings = settings
        super().configure(settings)

    @override
    def translate(self, settings: Sequence[Setting]) -> Entries:
        return TrimTranslator(settings, self._blocked).translate()

    @override
    def block(self, port: int, queue: int) -> None:
        """Give the queue an empty bucket that nothing fills."""
        self._blocked.add((port, queue))
        self.configure(self._settings)

    @override
    def unblock(self, port: int, queue: int) -> None:
        self._blocked.discard((port, queue))
        self.configure(self._settings)

    @override
    def counters(self, ports: Sequence[int]) -> Mapping[Cell, Count]:
        """What the plugin counts: trimmed packets of the whole switch.

        Not what left each port: VPP counts a frame there before the plugin decides whether it leaves.
        """
        del ports
        counted = trim_counters(self.ask("show sonic-ext trim"))
        numbers = {"tx_trim": counted.sent, "dropped_trim": counted.dropped}
        return {(SWITCH_TRIM_COUNTERS[kind], 0): Count(number, 0) for kind, number in numbers.items()}


# --- The bench of that device ----------------------------------------------------------------------------------------


class VppTrimmingBench(VppBench):
    where = (
        "VPP comes from https://fd.io/, and its plugin sonic_ext from https://github.com/sonic-net/sonic-platform-vpp, "
        "whose README says how to build both"
    )
    plugins = ("af_packet", "linux_cp", "sonic_ext")

    @property
    @override
    def kind(self) -> str:
        return "vpp-trimming"

    @override
    def versions(self, socket: Path) -> dict[str, str]:
        """VPP's and the plugin's, from the line of `show plugins` that names it."""
        shown = vppctl(socket, ["show", "plugins"], self.kind).splitlines()
        words = next((line.split() for line in shown if "sonic_ext_plugin.so" in line), [])
        return {**super().versions(socket), "sonic_ext": words[2] if len(words) > 2 else "unknown"}
