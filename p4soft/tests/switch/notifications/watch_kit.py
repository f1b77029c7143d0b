# SPDX-License-Identifier: Apache-2.0
"""Starts a simple_switch of anybody's in the network namespace that this runs in, does things to it, and prints every
notification as one line of hexadecimal digits.

    unshare -n -m sh -c 'mount -t sysfs sysfs /sys && python watch_kit.py FOLDER PROGRAM.json SIMPLE_SWITCH...'

(BMv2 looks in /sys whether a link is up.)
"""

from __future__ import annotations

import contextlib
import json
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))

import pynng  # noqa: E402
from tests.switch.thrift.thrift_kit import EVERYTHING, Client, exact  # noqa: E402
from thriftpy2.transport import TTransportException  # noqa: E402

from p4soft.switch.thrift.interface import standard  # noqa: E402

WAIT_S = 10.0
START_S = 60.0
PORT = 9090
LEARNER = 0x0A0B0C0D0E0F
QUIET_S = 1.5
"""How long nothing must come where nothing is expected."""


class Watcher:
    """A subscriber that tells the kinds apart."""

    def __init__(self, address: str) -> None:
        self._socket = pynng.Sub0(dial=address, block_on_dial=True, topics="")

    def next(self, kind: str, timeout_s: float = WAIT_S) -> bytes | None:
        """The next message of a kind; None when there is none in time. Others are skipped."""
        deadline = time.monotonic() + timeout_s
        while (left := deadline - time.monotonic()) > 0:
            self._socket.recv_timeout = max(1, int(left * 1000))
            with contextlib.suppress(pynng.Timeout):
                message = self._socket.recv()
                if message.startswith(kind.encode()):
                    return message
        return None


def tables() -> list[dict]:
    return [table for pipeline in json.loads(EVERYTHING.read_text())["pipelines"] for table in pipeline["tables"]]


def shell(command: str) -> None:
    subprocess.run(command.split(), check=True)


def connect() -> Client:
    deadline = time.monotonic() + START_S
    while True:
        try:
            return Client(PORT)
        except TTransportException:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)


def main(folder: str, program: str, *simple_switch: str) -> None:
    address = f"ipc://{folder}/notifications"
    shell("ip link set lo up")
    shell("ip link add v0 type veth peer name v1")
    for name in ("v0", "v1"):
        shell(f"sysctl -qw net.ipv6.conf.{name}.disable_ipv6=1")
        shell(f"ip link set {name} up")
    arguments = ["-i", "1@v1", "--thrift-port", str(PORT), "--notifications-addr", address, "--device-id", "7"]
    process = subprocess.Popen(
        [*simple_switch, program, "--log-level", "off", *arguments, "--", "--enable-swap"], stdout=subprocess.DEVNULL
    )
    try:
        client = connect()
        watcher = Watcher(address)
        for message in exchange(client.standard, watcher, Path(program).read_text()):
            print("nothing" if message is None else message.hex(), flush=True)
        assert client.standard.bm_mgmt_get_info().notifications_socket == address
    finally:
        process.terminate()
        process.wait(WAIT_S)


def exchange(std, watcher, program):
    frames = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
    frames.bind(("v0", 0))

    def learn(*sources):
        for source in sources:
            frames.send(LEARNER.to_bytes(6) + source.to_bytes(6) + b"\x08\x00" + bytes(50))

    watcher.next("PRT|", QUIET_S)  # that the port is up; it may have come before us
    shell("ip link set v0 down")
    yield watcher.next("PRT|")
    shell("ip link set v0 up")
    yield watcher.next("PRT|")
    options = standard.BmAddEntryOptions(0)
    std.bm_mt_add_entry(0, "MyIngress.exact_t", [exact(LEARNER, 6)], "MyIngress.learn", [], options)
    learn(1, 2, 3, 2, 1)
    yield watcher.next("LEA|")
    learn(*range(1, 20))  # 3 are known, 16 fill a buffer
    yield watcher.next("LEA|", 0.9)
    std.bm_learning_ack_buffer(0, 1, 0)
    learn(1, 2, 3, 4)
    yield watcher.next("LEA|")
    std.bm_learning_ack(0, 1, 2, [0, 2, 99, -1])
    std.bm_learning_set_buffer_size(0, 1, 1)
    learn(1, 2, 3)
    yield watcher.next("LEA|")
    yield watcher.next("LEA|")
    std.bm_learning_set_buffer_size(0, 1, 5)
    std.bm_learning_set_timeout(0, 1, 0)
    learn(30, 31)
    yield watcher.next("LEA|", QUIET_S)
    std.bm_learning_set_buffer_size(0, 1, 2)
    yield watcher.next("LEA|")
    for source in (0x51, 0x52):
        handle = std.bm_mt_add_entry(0, "MyIngress.idle_t", [exact(source, 6)], "NoAction", [], options)
        std.bm_mt_set_entry_ttl(0, "MyIngress.idle_t", handle, 100)
    ageing = watcher.next("AGE|")
    while ageing is not None and len(ageing) < 40:  # one entry was there before the other
        ageing = watcher.next("AGE|")
    yield ageing and ageing[:16] + ageing[24:]
    std.bm_load_new_config(program)
    std.bm_swap_configs()
    learn(1)
    yield watcher.next("", QUIET_S)
    std.bm_mt_add_entry(0, "MyIngress.exact_t", [exact(LEARNER, 6)], "MyIngress.learn", [], options)
    learn(40)
    yield watcher.next("LEA|")


if __name__ == "__main__":
    main(*sys.argv[1:])
