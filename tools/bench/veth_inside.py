# SPDX-License-Identifier: Apache-2.0
"""One switch flooded over veth pairs, in a network namespace of its own: `tools.bench.veth` runs this as a process.

Takes one JSON object, {"command", "sizes", "seconds"}, and prints another: packets per second by size.
"""

from __future__ import annotations

import ctypes
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from p4soft.packet_socket import open_interface
from p4soft.switch.native.frames import Sent
from p4soft.switch.ports.bursts import BurstTransfer
from p4soft.switch.ports.bursts.messages import BURST
from p4soft.targets.process import SwitchProcess
from tools.bench.workload import Workload, install, lab_workload

_ADDRESS = "127.0.0.1:50051"
_START_S = 60.0
_WARM_UP_S = 0.5
_MTU = 9000


class Flood:
    """Sends the same frames over and over, by one interface, as fast as it takes them."""

    def __init__(self, interface: str, workload: Workload) -> None:
        """Open `interface`; raises OSError."""
        self._socket = open_interface(interface)
        self._transfer = BurstTransfer()
        self._transfer.serve({0: self._socket.fileno()})
        size = len(workload.frames[0])
        data = b"".join(workload.frames[i % len(workload.frames)] for i in range(BURST))
        self._data = ctypes.create_string_buffer(data, len(data))
        self._records = (Sent * BURST)(*(Sent(0, 0, i * size, size) for i in range(BURST)))

    def send_for(self, seconds: float) -> None:
        """Send for so long. What the interface has no room for is simply offered again."""
        records, data = ctypes.addressof(self._records), ctypes.addressof(self._data)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._transfer.send(records, BURST, data)

    def close(self) -> None:
        """Give the interface back."""
        self._socket.close()


def measure(command: list[str], sizes: list[int], seconds: float, folder: Path) -> dict[int, float]:
    """Packets per second that come out of the switch, by frame size."""
    workload = lab_workload(sizes[0])
    ports = [port.number for port in workload.fabric.switch(workload.name).ports()]
    _cables(ports)
    device = workload.fabric.switch(workload.name).device_id
    arguments = [word for port in ports for word in ("-i", f"{port}@s{port}")]
    arguments += ["--no-p4", "--device-id", str(device), "--log-level", "off"]
    target = ["--grpc-server-addr", _ADDRESS, "--priority-queues", "8"]
    process = SwitchProcess([*command, *arguments, "--", *target], folder / "switch.log")
    try:
        process.wait_for_p4runtime(_ADDRESS, time.monotonic() + _START_S)
        install(workload, _ADDRESS)
        return {size: _rate(lab_workload(size), seconds) for size in sizes}
    finally:
        process.stop()


def _cables(ports: list[int]) -> None:
    commands = ["link set lo up"]
    for port in ports:
        commands.append(f"link add s{port} mtu {_MTU} type veth peer name h{port} mtu {_MTU}")
    subprocess.run(["ip", "-batch", "-"], input="\n".join(commands), text=True, check=True, capture_output=True)
    for port in ports:
        for end in ("s", "h"):
            Path(f"/proc/sys/net/ipv6/conf/{end}{port}/disable_ipv6").write_text("1", encoding="ascii")
            subprocess.run(["ip", "link", "set", f"{end}{port}", "up"], check=True, capture_output=True)


def _rate(workload: Workload, seconds: float) -> float:
    flood = Flood(f"h{workload.port}", workload)
    try:
        flood.send_for(_WARM_UP_S)
        before, start = _arrived(workload), time.monotonic()
        flood.send_for(seconds)
        return (_arrived(workload) - before) / (time.monotonic() - start)
    finally:
        flood.close()


def _arrived(workload: Workload) -> int:
    """Frames that have come out of the ports where the workload's leave, ever."""
    wanted = {f"h{port}" for port in workload.leave_by}
    lines = Path("/proc/net/dev").read_text(encoding="ascii").splitlines()[2:]
    counters = (line.split(":", 1) for line in lines)
    return sum(int(numbers.split()[1]) for name, numbers in counters if name.strip() in wanted)


def main() -> None:
    """Read what to do, do it, print the rates."""
    asked = json.loads(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        rates = measure(asked["command"], asked["sizes"], asked["seconds"], Path(folder))
    json.dump(rates, sys.stdout)


if __name__ == "__main__":
    main()
