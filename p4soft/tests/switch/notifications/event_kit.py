# SPDX-License-Identifier: Apache-2.0
"""Starts a simple_switch of anybody's with an event log, in the network namespace that this runs in, sends frames, and
prints what the log says of each: a line per message, with the packet's number counted from the first of ours.

    unshare -n -m sh -c 'mount -t sysfs sysfs /sys && python event_kit.py FOLDER PROGRAM.json SIMPLE_SWITCH...'
"""

from __future__ import annotations

import socket
import struct
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))

import pynng  # noqa: E402
from tests.switch.notifications.watch_kit import PORT, WAIT_S, connect, shell  # noqa: E402
from tests.switch.thrift.thrift_kit import exact  # noqa: E402

from p4soft.switch.thrift.interface import standard  # noqa: E402

HEADER = struct.Struct("<iQIQQQ")
QUIET_S = 1.0
KNOWN = 0x0A0B0C0D0E0F
FRAMES = [
    KNOWN.to_bytes(6) + bytes(6) + b"\x08\x00" + bytes(50),
    bytes(12) + b"\x08\x00" + bytes(range(46)),
    bytes(12) + b"\x12\x34" + b"short",
]


def messages(log) -> list[bytes]:
    """Until nothing comes for a while."""
    found = []
    while True:
        try:
            found.append(log.recv())
        except pynng.Timeout:
            return found


def shown(message: bytes, first: int) -> str:
    kind, device, context, signature, number, copy = HEADER.unpack_from(message)
    rest = struct.unpack(f"<{(len(message) - HEADER.size) // 4}i", message[HEADER.size :])
    return f"{kind} {device} {context} {signature:x} {number - first} {copy} {rest}"


def main(folder: str, program: str, *simple_switch: str) -> None:
    shell("ip link set lo up")
    for pair in (("v0", "v1"), ("v2", "v3")):
        shell(f"ip link add {pair[0]} type veth peer name {pair[1]}")
        for name in pair:
            shell(f"sysctl -qw net.ipv6.conf.{name}.disable_ipv6=1")
            shell(f"ip link set {name} up")
    address = f"ipc://{folder}/events"
    arguments = ["-i", "1@v1", "-i", "2@v3", "--thrift-port", str(PORT), "--nanolog", address, "--device-id", "7"]
    arguments += ["--log-level", "off", "--notifications-addr", f"ipc://{folder}/notifications"]
    process = subprocess.Popen([*simple_switch, program, *arguments], stdout=subprocess.DEVNULL)
    try:
        std = connect().standard
        options = standard.BmAddEntryOptions(0)
        std.bm_mt_add_entry(0, "MyIngress.exact_t", [exact(KNOWN, 6)], "MyIngress.forward", [b"\x02"], options)
        wire = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
        wire.bind(("v0", 0))
        with pynng.Sub0(dial=address, block_on_dial=True, topics="", recv_timeout=int(QUIET_S * 1000)) as log:
            warming = []
            for _ in range(int(WAIT_S / QUIET_S)):
                wire.send(FRAMES[0])
                warming = messages(log)
                if warming:
                    break
            first = HEADER.unpack_from(warming[-1])[4] + 1
            for frame in FRAMES:
                wire.send(frame)
                for message in messages(log):
                    print(shown(message, first), flush=True)
    finally:
        process.terminate()
        process.wait(WAIT_S)


if __name__ == "__main__":
    main(*sys.argv[1:])
