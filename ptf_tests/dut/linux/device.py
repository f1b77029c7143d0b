# SPDX-License-Identifier: Apache-2.0
"""The Linux kernel as a device under test: routes in a network namespace, through `ip` (iproute2)."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from typing import Any

from typing_extensions import override

from p4soft.targets.process import environment, missing_programs
from ptf_tests.catalogue.showable import LINUX, LINUX_VRF
from ptf_tests.dut.api import DeviceSpec, OverWire, Wire
from ptf_tests.dut.linux.routes import KernelRoute, changes, counted, interface, translate
from ptf_tests.switch.counters import PORT_COUNTER, Cell, Count
from ptf_tests.switch.device import DeviceError, DeviceGoneError
from ptf_tests.switch.settings import Setting, SettingError

NAMESPACE = "namespace"
"""Option of the DeviceSpec: name of the network namespace."""
VRF = "vrf"
"""Option of the DeviceSpec: name of the VRF device over the main table, "" when the kernel has none."""
IP_TIMEOUT_S = 30.0


def run_ip(arguments: Sequence[str], *, batch: Sequence[str] = ()) -> str:
    """Run `ip` and return what it prints; `batch` lines go to its standard input.

    Raises:
        DeviceError: with the refused line and the kernel's reason.
        DeviceGoneError: it cannot be run, or does not end.
    """
    command = ["ip", *arguments]
    text = "".join(f"{line}\n" for line in batch)
    try:
        done = subprocess.run(
            command, input=text, capture_output=True, text=True, check=False, timeout=IP_TIMEOUT_S, env=environment()
        )
    except OSError as error:
        raise DeviceGoneError(missing_programs("ip") or f"ip: cannot run: {error.strerror}") from None
    except subprocess.TimeoutExpired:
        raise DeviceGoneError(f"{' '.join(command)}: no end after {IP_TIMEOUT_S:.0f} s") from None
    if done.returncode:
        raise DeviceError(f"{' '.join(command)}: {_refusal(done.stderr, batch)}")
    return done.stdout


def _refusal(stderr: str, batch: Sequence[str]) -> str:
    """`Error: reason` and `Command failed -:3` as one sentence with the line that failed."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    if not lines:
        return "failed without a message"
    number = lines[-1].rpartition(":")[2]
    if lines[-1].startswith("Command failed") and number.isdigit() and 0 < int(number) <= len(batch):
        return f"{batch[int(number) - 1]!r} refused: {' '.join(lines[:-1])}"
    return " ".join(lines)


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
        return LINUX if self._vrf else LINUX - LINUX_VRF

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
        """Refused, as `block`."""
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
