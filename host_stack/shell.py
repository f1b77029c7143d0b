# SPDX-License-Identifier: GPL-2.0-only
"""`python -m host_stack shell`: scapy with MRC's layers, and the names of a fabric for NICs, paths and uSIDs."""

from __future__ import annotations

import code
import ipaddress
import sys
import traceback
from pathlib import Path
from typing import Any, Final

import scapy.all
from scapy.layers.inet import UDP
from scapy.layers.inet6 import IPv6, IPv6ExtHdrSegmentRouting
from scapy.layers.l2 import Ether
from scapy.packet import Packet, Raw

import topologies
from host_stack.errors import ConfigError
from host_stack.roce.layers import RoceBTH
from host_stack.wire import layers
from host_stack.wire.constants import ECN_ECT0
from host_stack.wire.layers import METH, RETH, TSETH, MrcBTH
from host_stack.wire.options import EvSplit, split_entropy
from topologies import Fabric, srv6

_COMMANDS: Final = "<-c>"
EXAMPLES: Final = """\
  p = write("nic0", "nic3", plane=0, t1=1)     a write of one packet, by the path over T1 number 1 of plane 0
  p.show(); hexdump(p)                         every header with its fields; its bytes
  route(p)                                     the switches that are still ahead of it, by name
  q = Ether(bytes(p)[:256]); q.show()          what a switch leaves of it that trims to 256 bytes
  cap = rdpcap("out/demo/captures/NAME.pcapng")   the packets of a capture; the demo leaves some
  cap.filter(lambda p: SETH in p).summary()    its SACKs
  p[MrcBTH].ackreq = 1; wrpcap("p.pcap", p)    changed, with the ICRC made anew, and written"""


class Names:
    """What the shell knows of one fabric.

    Attributes:
        fabric: the topology.
    """

    def __init__(self, fabric: Fabric) -> None:
        self.fabric = fabric

    def path(self, source: str | int, target: str | int, plane: int = 0, t1: int | None = 0) -> str:
        """The outer destination of a path between NICs, as IPv6 text. Raises TopologyError."""
        return self.fabric.path(source, target, plane, t1).destination_text

    def write(
        self,
        source: str | int,
        target: str | int,
        *,
        plane: int = 0,
        t1: int | None = 0,
        payload: bytes = b"hello",
        opcode: str = "WRITE_ONLY",
        dqpn: int = 0x10,
        psn: int = 0,
        entropy: int = 0xC0000000,
    ) -> Packet:
        """A data packet from NIC to NIC, built from the layers; the ICRC is computed when bytes are made of it.

        Raises:
            TopologyError: an unknown NIC, plane or T1.
        """
        sender, receiver, qos = self.fabric.nic(source), self.fabric.nic(target), self.fabric.qos
        traffic_class = qos.roles["TRIMMABLE"].dscp << 2 | ECN_ECT0
        sport, label = split_entropy(entropy, EvSplit.SPORT_HIGH)
        alike = {"tc": traffic_class, "fl": label, "hlim": 64}
        link = Ether(dst=_mac(sender.switch(plane).mac(sender.downlink)), src=_mac(sender.mac(plane)))
        outer = IPv6(src=sender.address_text, dst=self.path(source, target, plane, t1), nh=41, **alike)
        inner = IPv6(src=sender.address_text, dst=receiver.address_text, nh=17, **alike)
        bth = MrcBTH(opcode=opcode, dqpn=dqpn, psn=psn, ts=1)
        message = METH(rqmsn=0, msn=1) / TSETH() / RETH(va=0, rkey=0, length=len(payload)) / Raw(payload)
        return link / outer / inner / UDP(sport=sport, dport=4791, chksum=0) / bth / message

    def route(self, packet: Packet) -> str:
        """The nodes that are still ahead of a packet, in order: `p0-t0-0 > p0-t1-1 > p0-t0-1 > nic3`."""
        outer = packet.getlayer(IPv6)
        if outer is None:
            return "no IPv6 header"
        address = int(ipaddress.IPv6Address(outer.dst))
        if address >> 96 != self.fabric.block:
            nic = self.fabric.nic_with_address(ipaddress.IPv6Address(address))
            return outer.dst if nic is None else nic.name
        found: list[str] = []
        last: int | None = None
        for place in range(srv6.USIDS_PER_ADDRESS):
            usid = address >> 80 - 16 * place & 0xFFFF
            if not usid:
                break
            name, last = self._name(usid, last)
            found.append(name)
        return " > ".join(found)

    def _name(self, usid: int, t0: int | None) -> tuple[str, int | None]:
        """The node that a uSID names behind the T0 `t0`, and the T0 behind it."""
        for switch in self.fabric.switches():
            if switch.usid == usid:
                return switch.name, (usid & 0x1FF if usid >> 12 == 1 else None)
        if usid >> 12 == 3 and t0 is not None:
            nic = self.fabric.nic_at(t0, usid & 0xFF)
            if nic is not None:
                return nic.name, None
        return f"{usid:#06x}?", None

    def namespace(self) -> dict[str, Any]:
        """What a line typed into the shell can name."""
        public = {name: getattr(scapy.all, name) for name in dir(scapy.all) if not name.startswith("_")}
        return public | layers.LAYERS | {
            "MrcBTH": MrcBTH, "RoceBTH": RoceBTH, "Path": Path, "SRH": IPv6ExtHdrSegmentRouting,
            "fabric": self.fabric, "path": self.path, "route": self.route, "write": self.write,
        }  # fmt: skip


def _mac(value: int) -> str:
    return ":".join(f"{byte:02x}" for byte in value.to_bytes(6, "big"))


def run(topology: Path, commands: str | None) -> None:
    """The shell, or with `commands` those lines of Python and no prompt.

    Raises:
        TopologyError, DocumentError: the topology file cannot be used.
        ConfigError: `commands` are no Python, or raise something.
    """
    names = Names(topologies.load(topology))
    if commands is not None:
        _execute(commands, {"__name__": "__main__", **names.namespace()})
        return
    banner = f"scapy {scapy.all.conf.version} with MRC's layers; fabric {names.fabric.name}\n{EXAMPLES}\n"
    if not sys.stdin.isatty():
        code.InteractiveConsole(names.namespace()).interact(banner=banner, exitmsg="")
        return
    scapy.all.interact(mydict=names.namespace(), argv=["scapy"], mybanner=banner, mybanneronly=True)


def _execute(commands: str, namespace: dict[str, Any]) -> None:
    try:
        exec(compile(commands, _COMMANDS, "exec"), namespace)  # the user's own words
    except SyntaxError as error:
        raise ConfigError(f"-c:{error.lineno}: {error.msg}") from None
    except Exception as error:  # noqa: BLE001 - whatever the user's words raise is theirs
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == _COMMANDS]
        raise ConfigError(f"-c:{lines[-1] if lines else 1}: {type(error).__name__}: {error}") from None
