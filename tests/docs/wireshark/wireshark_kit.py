# SPDX-License-Identifier: Apache-2.0
"""tshark with our dissector, over frames made by hand or by our NIC."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
from collections.abc import Iterable, Sequence
from ipaddress import IPv6Address
from pathlib import Path

from reference_kit import needs

from p4soft.outputs import NANOSECONDS, PcapngWriter
from ptf_tests.nic import wire

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "docs" / "wireshark"
SCRIPT = FOLDER / "mrc" / "mrc.lua"
LAB = ROOT / "topologies" / "lab.yaml"
TSHARK = shutil.which("tshark")

needs_tshark = needs("tshark")

#: nic0 and nic3 of the lab topology, and a path between them over plane 1 and T1 1.
NIC0, NIC3 = IPv6Address("fd6d:7263::1"), IPv6Address("fd6d:7263:0:1::2")
PATH = IPv6Address("fcbb:bbbb:1200:2101:1201:3101::")
ENTROPY = 0xC001_0001
TRIMMABLE, RETX, TRIMMED, LASTHOP, CONTROL = 4, 8, 12, 16, 46

Frame = tuple[int, bytes]
"""Time in ns, and bytes."""


def ipv6(source, destination, payload: bytes, *, next_header=17, dscp=TRIMMABLE, ecn=2, label=1, length=None) -> bytes:
    word = 6 << 28 | (dscp << 2 | ecn) << 20 | label
    size = len(payload) if length is None else length
    return struct.pack("!IHBB", word, size, next_header, 64) + source.packed + destination.packed + payload


def frame(
    transport: bytes,
    *,
    source=NIC0,
    destination=NIC3,
    path=PATH,
    dscp=TRIMMABLE,
    ecn=2,
    entropy=ENTROPY,
    port=4791,
    cut: int | None = None,
) -> bytes:
    """A frame with ``transport`` (BTH and what follows it, without ICRC) in it; cut to ``cut`` bytes as a switch does:
    the outer length updated, those inside stale. ``path`` None: not encapsulated."""
    udp = struct.pack("!HHHH", entropy >> 16, port, 8 + len(transport) + 4, 0) + transport
    inner = ipv6(source, destination, udp + bytes(4), dscp=dscp, ecn=ecn, label=entropy & 0xFFFF)
    inner = inner[:-4] + wire.icrc(inner[:-4])
    ethernet = bytes.fromhex("020000000201 020000000101 86dd")
    if path is None:
        return ethernet + inner
    whole = ethernet + ipv6(source, path, inner, next_header=41, dscp=dscp, ecn=ecn, label=entropy & 0xFFFF)
    if cut is None or cut >= len(whole):
        return whole
    return whole[:18] + (cut - 54).to_bytes(2, "big") + whole[20:cut]


def bth(opcode: int, psn: int = 0, *, qp=0x11, flags=0, bits=0) -> bytes:
    return struct.pack("!BBHII", opcode, flags, 0xFFFF, qp, bits << 24 | psn)


def write(psn: int, *, timestamp: int, rtx=False, qp=0x11, size=64) -> bytes:
    """A write middle of ``size`` bytes."""
    bits = 0x30 if rtx else 0x10
    headers = struct.pack("!HHHHQII", 0, 1, timestamp, 1, 0x1000, 0x99, 1 << 20)
    return bth(0xC7, psn, qp=qp, bits=bits) + headers + bytes(size)


def capture(path: Path, frames: Iterable[Frame | bytes], *, snaplen: int = 0) -> Path:
    """A pcapng of one interface; frames without a time are a microsecond apart."""
    with path.open("wb") as stream:
        writer = PcapngWriter(stream, application="tests", snaplen=snaplen, resolution=NANOSECONDS)
        interface = writer.add_interface("wire", "both directions")
        for number, one in enumerate(frames):
            time_ns, data = one if isinstance(one, tuple) else (number * 1000, one)
            writer.write(interface, time_ns, data)
    return path


def tshark(file: Path, *arguments: str, preferences: Sequence[str] = (), plugin: bool = True) -> str:
    """What tshark prints; an error of Lua anywhere fails."""
    assert TSHARK is not None
    command = [TSHARK, "-n", "-r", str(file)]
    command += ["-X", f"lua_script:{SCRIPT}"] if plugin else []
    for preference in ("udp.ignore_ipv6_zero_checksum:TRUE", *preferences):
        command += ["-o", preference]
    result = subprocess.run(
        [*command, *arguments],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env={**os.environ, "LC_ALL": "C"},
    )
    complaints = [line for line in result.stderr.splitlines() if "Running as user" not in line and line.strip()]
    assert complaints == []
    assert result.returncode == 0
    assert "Lua Error" not in result.stdout
    return result.stdout


def fields(file: Path, *names: str, preferences: Sequence[str] = (), only: str = "") -> list[list[str]]:
    """A row per frame, a column per field; several values of one field are joined by ``|``."""
    arguments = ["-T", "fields", "-E", "aggregator=|", "-E", "separator=/t"]
    for name in names:
        arguments += ["-e", name]
    if only:
        arguments += ["-Y", only]
    return [line.split("\t") for line in tshark(file, *arguments, preferences=preferences).splitlines()]


def numbers_of(frames: Path, only: str, preferences: Sequence[str] = ()) -> list[int]:
    """Numbers of the frames that a display filter lets through."""
    return [int(row[0]) for row in fields(frames, "frame.number", preferences=preferences, only=only)]


def as_plugin(home: Path, *arguments: str) -> str:
    """What tshark prints for a user whose plugin folder has ours in it."""
    assert TSHARK is not None
    folder = home / ".local" / "lib" / "wireshark" / "plugins"
    if not folder.exists():
        shutil.copytree(FOLDER / "mrc", folder / "mrc")
    environment = {**os.environ, "HOME": str(home), "LC_ALL": "C"}
    environment.pop("XDG_CONFIG_HOME", None)
    result = subprocess.run(
        [TSHARK, *arguments], capture_output=True, text=True, timeout=300, check=True, env=environment
    )
    assert [line for line in result.stderr.splitlines() if line and "Running as user" not in line] == []
    return result.stdout


def registered(home: Path) -> set[str]:
    """Every filter name that the dissector registers."""
    lines = [line.split("\t") for line in as_plugin(home, "-G", "fields").splitlines()]
    return {line[2] for line in lines if line[0] == "F" and line[2].startswith("mrc.")}
