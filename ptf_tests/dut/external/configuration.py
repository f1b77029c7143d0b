# SPDX-License-Identifier: Apache-2.0
"""A device's whole configuration, and the files that tell somebody else to make it so.

`write_configuration` leaves in a directory:

| file | for |
|---|---|
| `what-to-configure.txt` | a person |
| `config_db.json` | a switch that runs SONiC (`sonic`) |
| `p4runtime.txtpb` | a switch that runs `p4src/`: a P4Runtime WriteRequest |
| `not-expressible.txt` | what these cannot say, a line each; empty when nothing is missing |
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from functools import singledispatchmethod
from ipaddress import ip_network
from pathlib import Path

from google.protobuf import text_format
from msgspec import Struct

from controller.config_db import Tables, port_name
from controller.encoding import encode
from controller.pipeline import Pipeline
from p4soft.messages import p4runtime_pb2
from ptf_tests.catalogue.claims import CHOICES
from ptf_tests.dut.api import mac_text, neighbour_ipv4, neighbour_ipv6
from ptf_tests.dut.entries import translate
from ptf_tests.dut.external.sonic import render, whole
from ptf_tests.switch.device import PORTS
from ptf_tests.switch.profile import Access, Profile
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

TEXT = "what-to-configure.txt"
SONIC = "config_db.json"
P4RUNTIME = "p4runtime.txtpb"
NOT_EXPRESSIBLE = "not-expressible.txt"


class Configuration(Struct, frozen=True):
    """What a device shall be.

    Attributes:
        settings: the whole configuration.
        blocked: {port, queue} pairs that admit nothing, or are so full that nothing fits.
    """

    settings: tuple[Setting, ...] = ()
    blocked: frozenset[tuple[int, int]] = frozenset()


def write_configuration(
    configuration: Configuration,
    directory: Path,
    profile: Profile,
    pipeline: Pipeline | None = None,
    base: Tables | None = None,
) -> None:
    """Write every rendering into `directory`, which is made.

    Args:
        configuration: what to write down.
        directory: where to.
        profile: names and interfaces of the ports.
        pipeline: the compiled program whose table ids the P4Runtime file has; None: no such file.
        base: a SONiC switch's own configuration, with which `config_db.json` is a whole one; None: the suite's tables.

    Raises:
        OSError: the directory cannot be written.
    """
    directory.mkdir(parents=True, exist_ok=True)
    ports = sorted(profile.access.interfaces) or PORTS
    access = profile.access
    settings, blocked = configuration.settings, configuration.blocked
    lines = describe(settings, blocked, ports, profile.access)
    (directory / TEXT).write_text("\n".join(lines) + "\n", encoding="utf-8")
    rendered = render(settings, blocked, ports, profile.access.names)
    names = [access.names.get(port, port_name(port)) for port in ports]
    tables = rendered.tables if base is None else whole(rendered.tables, base, names)
    (directory / SONIC).write_text(json.dumps(tables, indent=4) + "\n", encoding="utf-8")
    missing = [f"{SONIC}: {line}" for line in rendered.missing]
    if pipeline is not None:
        try:
            request = write_request(settings, blocked, ports, pipeline)
            (directory / P4RUNTIME).write_text(request, encoding="utf-8")
        except SettingError as error:
            missing.append(f"{P4RUNTIME}: {error}")
    (directory / NOT_EXPRESSIBLE).write_text("".join(f"{line}\n" for line in missing), encoding="utf-8")


# --- For a person: numbered sentences --------------------------------------------------------------------------------


_DO = {
    "uN": "uN (End with NEXT-C-SID): shift by 16 bits, then route",
    "uDT6": "uDT6: decapsulate IPv6, then route the inner packet",
    "uDT46": "uDT46: decapsulate IPv6 or IPv4, then route the inner packet",
}


def describe(
    settings: Sequence[Setting], blocked: Collection[tuple[int, int]], ports: Sequence[int], access: Access
) -> list[str]:
    """What the device must be configured with, line by line; nothing else may be.

    Args:
        settings: the whole configuration.
        blocked: {port, queue} pairs that admit nothing.
        ports: ports of the device.
        access: names of the ports at the device, and the suite's interfaces behind them.
    """
    writer = _Writer(access)
    lines = ["Ports"]
    lines += [f"  {number}. {line}" for number, line in enumerate(map(writer.port_line, ports), 1)]
    lines += ["", "Configuration: these and no other SIDs, static routes, maps, profiles and rules"]
    sentences = [writer.sentence(setting) for setting in settings]
    sentences += [
        f"Queue {queue} of {writer.port(port)} admits nothing: block it, or keep it full."
        for port, queue in sorted(blocked)
    ]
    lines += [f"  {number}. {sentence}" for number, sentence in enumerate(sentences, 1)] or ["  (nothing)"]
    return lines


class _Writer:
    def __init__(self, access: Access) -> None:
        self._access = access

    def port(self, port: int) -> str:
        name = self._access.names.get(port)
        return f"port {port}" if name is None else f"port {port} ({name})"

    def port_line(self, port: int) -> str:
        """What the device must know of a port and its neighbour."""
        tester = self._access.interfaces.get(port)
        behind = f", connected to {tester} of the suite" if tester else ""
        address = self._access.macs.get(port) or mac_text(mac(port))
        return (
            f"{self.port(port)}{behind}: MAC address {address}; static neighbour {neighbour_ipv6(port)}"
            f" (IPv4: {neighbour_ipv4(port)}) at {mac_text(neighbour_mac(port))}."
        )

    @singledispatchmethod
    def sentence(self, setting: Setting) -> str:
        """What a person has to configure for one setting."""
        return f"{setting}."

    @sentence.register
    def _(self, setting: Sid) -> str:
        parts = [f"Local SID {setting.prefix}, {self._behaviour(setting)}"]
        if setting.redispatch:
            parts.append("looked up after a shift only")
        if setting.behaviour in ("uN", "uA", "uN_uA"):
            parts.append("flavour USD" if setting.usd else "no flavour")
        if setting.usd or setting.behaviour in ("uDT6", "uDT46"):
            parts.append(f"DSCP mode {setting.dscp_mode}")
        return "; ".join(parts) + "."

    def _behaviour(self, setting: Sid) -> str:
        if setting.port is None:
            return _DO[setting.behaviour]
        bits = 32 if setting.behaviour == "uN_uA" else 16
        name = "uN and uA together" if setting.behaviour == "uN_uA" else "uA"
        neighbour = neighbour_ipv6(setting.port)
        shift = f"shift by {bits} bits, then to the neighbour {neighbour} on {self.port(setting.port)}"
        return f"{name} (End.X with NEXT-C-SID): {shift}"

    @sentence.register
    def _(self, setting: Route) -> str:
        six = ip_network(setting.prefix).version == 6
        neighbour = neighbour_ipv6(setting.port) if six else neighbour_ipv4(setting.port)
        return f"Static route {setting.prefix} to the neighbour {neighbour} on {self.port(setting.port)}."

    @sentence.register
    def _(self, setting: Blackhole) -> str:
        return f"Static route {setting.prefix} that drops (blackhole)."

    @sentence.register
    def _(self, setting: EcmpRoute) -> str:
        return f"Static route {setting.prefix} to ECMP group {setting.group}, which has {setting.members} member(s)."

    @sentence.register
    def _(self, setting: EcmpMember) -> str:
        where = f"the neighbour {neighbour_ipv6(setting.port)} on {self.port(setting.port)}"
        return f"Member {setting.member} of ECMP group {setting.group}: {where}."

    @sentence.register
    def _(self, setting: Isolation) -> str:
        return f"Link isolation: of what enters {self.port(setting.port)}, drop all IPv6 but ICMPv6."

    @sentence.register
    def _(self, setting: DscpToTc) -> str:
        trim = "; its packets may be trimmed" if setting.trim_eligible else "; its packets are never trimmed"
        return f"DSCP {setting.dscp} has traffic class {setting.tc}{trim}."

    @sentence.register
    def _(self, setting: TcToQueue) -> str:
        return f"Traffic class {setting.tc} takes queue {setting.queue}, on every port."

    @sentence.register
    def _(self, setting: TcToDscp) -> str:
        return (
            f"Trimmed packets of traffic class {setting.tc} leave {self.port(setting.port)} with DSCP {setting.dscp}."
        )

    @sentence.register
    def _(self, setting: QueueProfile) -> str:
        parts = [f"drains {_rate(setting.rate)}"]
        parts.append("admits any backlog" if setting.limit is None else f"admits {setting.limit} bytes of backlog")
        if setting.overhead:
            parts.append(f"counts {setting.overhead} bytes more for each frame")
        parts.append("trims what it refuses" if setting.trim else "drops what it refuses")
        if setting.ecn is not None:
            low, high = setting.ecn
            parts.append(f"marks ECN-capable packets, none below {low} bytes of backlog and all from {high}")
        return f"Queue {setting.queue} of {self.port(setting.port)}: {'; '.join(parts)}."

    @sentence.register
    def _(self, setting: Trimming) -> str:
        dscp = f"DSCP {setting.dscp}" if setting.dscp is not None else f"the DSCP of traffic class {setting.tc} by port"
        queue = f"queue {setting.queue}" if setting.queue is not None else "the queue of that DSCP"
        length = CHOICES["trim_length"][setting.length_mode]
        return (
            f"Packet trimming, on every port: keep {setting.size} bytes from the Ethernet header; {dscp}; {queue}; "
            f"{length}."
        )

    @sentence.register
    def _(self, setting: DisableTrim) -> str:
        where = "every port" if setting.ingress is None else self.port(setting.ingress)
        what = f"packets from {setting.source}"
        if setting.destination != "::/0":
            what += f" to {setting.destination}"
        if setting.next_header is not None:
            field = "next header" if ip_network(setting.source).version == 6 else "protocol"
            what += f", of {field} {setting.next_header}"
        if setting.dscp is not None:
            what += f", of DSCP {setting.dscp}"
        return f"Ingress ACL rule on {where}, priority {setting.priority} (larger wins): {what} are never trimmed."


def _rate(rate: Rate) -> str:
    if rate == "line":
        return "at line rate"
    if rate == "crawl":
        return "so slowly that nothing leaves it during a test"
    return f"at {rate} bit/s"


# --- For a switch that runs p4src/: a P4Runtime WriteRequest in protobuf text ----------------------------------------


def write_request(
    settings: Sequence[Setting], blocked: Collection[tuple[int, int]], ports: Sequence[int], pipeline: Pipeline
) -> str:
    """The request that inserts every entry; the sender fills in device id and election id.

    Raises:
        SettingError: the program cannot express a setting.
    """
    request = p4runtime_pb2.WriteRequest()
    for entry in translate(settings, ports, blocked):
        update = request.updates.add(type=p4runtime_pb2.Update.INSERT)
        update.entity.table_entry.CopyFrom(encode(pipeline, entry))
    head = "# proto-file: p4/v1/p4runtime.proto\n# proto-message: p4.v1.WriteRequest\n"
    return head + str(text_format.MessageToString(request))
