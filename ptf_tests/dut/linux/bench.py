# SPDX-License-Identifier: Apache-2.0
"""Brings up the Linux kernel as a device under test: a network namespace with a veth pair per port, kept quiet.

The kernel says nothing on its own: no router solicitation, no duplicate address or neighbour discovery (no address on
a port, neighbours permanent), no MLD (ports are not multicast, so that a router joins no group on them), no IGMP.
"""

from __future__ import annotations

import contextlib
import os
import platform
import secrets
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from typing_extensions import override

from p4soft.command_line import shielded
from p4soft.targets.process import environment, missing_programs
from ptf_tests.dut.adjacencies import mac_text, neighbour_ipv6
from ptf_tests.dut.api import Attached, Bench, DeviceSpec
from ptf_tests.dut.linux.device import NAMESPACE, VRF, run_ip
from ptf_tests.dut.linux.routes import MAIN_TABLE, interface
from ptf_tests.switch.device import DeviceError
from ptf_tests.switch.settings import mac, neighbour_mac

MTU = 9600
"""Room for the largest frame of a profile (Values.max_frame) and more."""

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
        if platform.system() != "Linux":
            return "needs a Linux kernel; this is " + platform.system()
        if missing := missing_programs("ip"):
            return missing
        if os.geteuid() != 0:
            return "network namespaces need root: run the command with sudo, or in a privileged container"
        if not (_CONF / "all" / "seg6_enabled").exists():
            return "this kernel has no IPv6 segment routing; needed: CONFIG_IPV6_SEG6_LWTUNNEL"
        return _refused()

    @contextmanager
    @override
    def start(self, workdir: Path) -> Iterator[Attached]:
        """Create namespace and interfaces, and delete them again. Raises DeviceError."""
        del workdir
        token = secrets.token_hex(3)
        namespace = f"mrc-dut-{token}"
        testers = {port: f"mrc{token}t{port}" for port in self.ports}
        try:
            with shielded():
                run_ip(["netns", "add", namespace])
                vrf = self._configure(namespace, testers)
            spec = DeviceSpec(kind="linux", name="linux", options={NAMESPACE: namespace, VRF: vrf})
            yield Attached(spec, testers, _versions())
        finally:
            _delete(namespace, testers.values())

    def _configure(self, namespace: str, testers: dict[int, str]) -> str:
        _write_settings(namespace, _SETTINGS | {name.format("all"): v for name, v in _INTERFACE_SETTINGS.items()})
        run_ip(["-batch", "-"], batch=[line for port in self.ports for line in _pair(namespace, port, testers[port])])
        names = [interface(port) for port in self.ports]
        _write_settings(namespace, {n.format(i): v for i in names for n, v in _INTERFACE_SETTINGS.items()})
        _one_processor(namespace, names)
        for name in testers.values():
            _disable_ipv6(name)
        run_ip(["-n", namespace, "-batch", "-"], batch=[line for port in self.ports for line in _port(port)])
        run_ip(["-batch", "-"], batch=[f"link set {name} up" for name in testers.values()])
        run_ip(["-n", namespace, "-batch", "-"], batch=[line for port in self.ports for line in _neighbour(port)])
        run_ip(["-n", namespace, "-batch", "-"], batch=["link set lo up", f"address add {_ERROR_SOURCE} dev lo nodad"])
        _write_settings(namespace, _FORWARDING)
        return _vrf(namespace)


def _pair(namespace: str, port: int, tester: str) -> list[str]:
    peer = f"peer name {interface(port)} mtu {MTU} address {mac_text(mac(port))} netns {namespace}"
    return [f"link add {tester} mtu {MTU} type veth {peer}"]


def _port(port: int) -> list[str]:
    name = interface(port)
    return [f"link set {name} addrgenmode none multicast off", f"link set {name} up"]


def _neighbour(port: int) -> list[str]:
    name, address = interface(port), neighbour_ipv6(port)
    entry = f"neigh add {address} lladdr {mac_text(neighbour_mac(port))} nud permanent dev {name}"
    return [entry, f"route add {address}/128 dev {name}"]


def _disable_ipv6(name: str) -> None:
    """Keep the tester's own kernel quiet."""
    setting = _CONF / name / "disable_ipv6"
    try:
        setting.write_text("1", encoding="ascii")
    except OSError as error:
        raise DeviceError(f"{setting}: cannot write: {error.strerror}; accepted: /proc/sys that is writable") from None


def _vrf(namespace: str) -> str:
    """A VRF device over the main table, for End.DT46; "" when the kernel has no VRF devices."""
    try:
        run_ip(["-n", namespace, "link", "add", "main", "type", "vrf", "table", str(MAIN_TABLE)])
    except DeviceError:
        return ""
    run_ip(["-n", namespace, "link", "set", "main", "up"])
    _write_settings(namespace, {"vrf/strict_mode": 1})
    return "main"


def _one_processor(namespace: str, names: Sequence[str]) -> None:
    """Let one processor handle what enters, whichever the sender runs on: frames cannot overtake one another then."""
    _write(namespace, {f"/sys/class/net/{name}/queues/rx-0/rps_cpus": 1 for name in names})


def _write_settings(namespace: str, values: dict[str, int]) -> None:
    _write(namespace, {f"/proc/sys/net/{name}": value for name, value in values.items()})


def _write(namespace: str, values: dict[str, int]) -> None:
    script = "".join(f"echo {value} > {path}\n" for path, value in values.items())
    run_ip(["netns", "exec", namespace, "sh", "-e"], batch=script.splitlines())


def _refused() -> str | None:
    """Try in a scratch namespace what every run needs."""
    namespace = f"mrc-probe-{secrets.token_hex(3)}"
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
    try:
        run_ip(["netns", "add", namespace])
    except DeviceError as error:
        return f"network namespaces cannot be created here: {error}; run as root, or in a privileged container"
    try:
        for what, line in tries:
            try:
                run_ip(["-n", namespace, "-batch", "-"], batch=[line])
            except DeviceError as error:
                return f"kernel {platform.release()} and its iproute2 lack {what}: {error}"
    finally:
        _delete(namespace, ())
    return None


def _delete(namespace: str, links: Iterable[str]) -> None:
    """Delete a namespace and the tester's ends of its links; what is not there is passed over."""
    with shielded():
        for name in links:
            _quietly(["link", "delete", name])
        _quietly(["netns", "delete", namespace])


def _quietly(arguments: list[str]) -> None:
    with contextlib.suppress(OSError):
        subprocess.run(["ip", *arguments], capture_output=True, check=False, env=environment())


def _versions() -> dict[str, str]:
    version = run_ip(["-V"]).strip().removeprefix("ip utility, ")
    return {"kernel": platform.release(), "iproute2": version.removeprefix("iproute2-").partition(",")[0]}
