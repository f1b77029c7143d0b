# SPDX-License-Identifier: Apache-2.0
"""Switch processes in a network namespace of their own: flooded over veth pairs, and given entries over P4Runtime.

Ours, natively and in Python, and BMv2, in turn. This module is the program in the namespace as well: it takes one JSON
object, {"measure", "command", ...}, and prints another, of numbers.
"""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from common import PROJECT_ROOT
from controller.client import SwitchClient
from controller.program import ROUTE_IPV6
from p4soft.packet_socket import open_interface
from p4soft.switch.native.burst import Sent
from p4soft.switch.ports.bursts import BURST, BurstTransfer, SendRing
from p4soft.table_entries import Lpm, TableEntry
from p4soft.targets.process import SwitchProcess, environment, missing_programs, reference_program
from tools.bench.measurements import Figure, Settings, UnavailableError
from tools.bench.p4src import Workload, install, lab_workload, pipeline, plan

# --- In a namespace --------------------------------------------------------------------------------------------------


_TIMEOUT_S = 300
_START_S = 60.0
_ADDRESS = "127.0.0.1:50051"
_MODULE = "tools.bench.processes"
OURS = (sys.executable, "-m", "p4soft.switch")


def bmv2() -> str | None:
    """BMv2's simple_switch_grpc on the PATH; None when there is none, or only this project's command of that name."""
    return reference_program("simple_switch_grpc")


def check_namespaces() -> None:
    """See whether this user can have a network namespace with veths.

    Raises:
        UnavailableError: no; the message says why.
    """
    probe = [*_isolation(), "ip", "link", "add", "s0", "type", "veth", "peer", "name", "h0"]
    if missing := missing_programs("unshare", "ip"):
        raise UnavailableError(missing)
    done = subprocess.run(probe, check=False, capture_output=True, text=True, timeout=30, env=environment())
    if done.returncode:
        raise UnavailableError(f"no network namespace with veths: {done.stderr.strip()}; run as root")


def run_isolated(measure: str, asked: Mapping[str, object]) -> dict[str, float]:
    """What this module prints as a program in a namespace, a JSON object of numbers.

    Args:
        measure: `flood` or `insert`.
        asked: the other arguments of the function of that name, but for the folder.

    Raises:
        UnavailableError: it failed; the message is its last line.
    """
    command = [*_isolation(), sys.executable, "-m", _MODULE, json.dumps({"measure": measure, **asked})]
    done = subprocess.run(
        command, cwd=PROJECT_ROOT, check=False, capture_output=True, text=True, timeout=_TIMEOUT_S, env=environment()
    )
    if done.returncode:
        raise UnavailableError((done.stderr.strip() or f"{_MODULE} failed").splitlines()[-1])
    numbers: dict[str, float] = json.loads(done.stdout)
    return numbers


def _isolation() -> list[str]:
    return ["unshare", "-n"] if os.geteuid() == 0 else ["unshare", "-Urn"]


# --- Flooded over veth pairs -----------------------------------------------------------------------------------------


SIZES = (256, 1500, 4200)
_ROUNDS = 2
_NATIVE, _PYTHON, _BMV2 = "native", "python", "bmv2"


def veth_flood(settings: Settings) -> Iterator[Figure]:
    """Packets per second through a T0 of the lab over veth, sender and switch on the machine's cores.

    Raises:
        UnavailableError: there can be no veths, or a switch did not come up.
    """
    check_namespaces()
    commands = {_NATIVE: [*OURS, "--engine", "native"], _PYTHON: [*OURS, "--engine", "python"]}
    theirs = bmv2()
    if theirs is not None:
        commands[_BMV2] = [theirs]
    best: dict[str, dict[str, float]] = {name: {} for name in commands}
    for _ in range(_ROUNDS):
        for name, command in commands.items():
            asked = {"command": command, "sizes": SIZES, "seconds": settings.seconds}
            for size, rate in run_isolated("flood", asked).items():
                best[name][size] = max(rate, best[name].get(size, 0.0))
    for size in map(str, SIZES):
        ours, python = best[_NATIVE][size], best[_PYTHON][size]
        if _BMV2 in best:
            yield Figure(f"veth_flood_{size}", ours, "packets/s", "BMv2 simple_switch_grpc", best[_BMV2][size])
            yield Figure(f"veth_flood_python_{size}", python, "packets/s", "BMv2 simple_switch_grpc", best[_BMV2][size])
        else:
            why = "simple_switch_grpc is not on the PATH"
            yield Figure(f"veth_flood_{size}", ours, "packets/s", "the Python engine", python, why=why)


_WARM_UP_S = 0.5
_MTU = 9000
_AT_ONCE = 4 * BURST


class Flood:
    """Sends the same frames over and over, by one interface, as fast as it takes them."""

    def __init__(self, interface: str, workload: Workload) -> None:
        """Open `interface`; raises OSError."""
        self._socket = open_interface(interface)
        self._transfer = BurstTransfer()
        self._ring = SendRing(interface)
        self._transfer.serve({0: self._socket.fileno()}, {0: self._ring.address})
        size = len(workload.frames[0])
        data = b"".join(workload.frames[i % len(workload.frames)] for i in range(BURST))
        self._data = ctypes.create_string_buffer(data, len(data))
        self._records = (Sent * _AT_ONCE)(*(Sent(0, 0, i % BURST * size, size) for i in range(_AT_ONCE)))

    def send_for(self, seconds: float) -> None:
        """Send for so long. What the interface has no room for is simply offered again."""
        records, data = ctypes.addressof(self._records), ctypes.addressof(self._data)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._transfer.send(records, _AT_ONCE, data)

    def close(self) -> None:
        self._ring.close()
        self._socket.close()


def flood(command: list[str], sizes: list[int], seconds: float, folder: Path) -> dict[int, float]:
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


# --- Entries over P4Runtime ------------------------------------------------------------------------------------------


def entries_installed(settings: Settings) -> Iterator[Figure]:
    """Routes of p4src, built, sent, checked and inserted.

    Raises:
        UnavailableError: there can be no namespace, or a switch did not come up.
    """
    del settings
    check_namespaces()
    ours = run_isolated("insert", {"command": OURS})["inserted"]
    theirs = bmv2()
    if theirs is None:
        yield Figure("entries_installed", ours, "entries/s", why="simple_switch_grpc is not on the PATH")
    else:
        peer = run_isolated("insert", {"command": [theirs]})["inserted"]
        yield Figure("entries_installed", ours, "entries/s", "BMv2 simple_switch_grpc, same client", peer)


_ENTRIES = 4000
_INSERTIONS = 5


def insert(command: list[str], folder: Path) -> dict[str, float]:
    """The best of a few rounds of inserting and deleting routes, on top of what a T0 of the lab holds."""
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True, capture_output=True)
    workload = lab_workload(256)
    device = workload.fabric.switch(workload.name).device_id
    words = [
        *command,
        "--no-p4",
        "--device-id",
        str(device),
        "--log-level",
        "off",
        "--",
        "--grpc-server-addr",
        _ADDRESS,
    ]
    process = SwitchProcess(words, folder / "switch.log")
    try:
        process.wait_for_p4runtime(_ADDRESS, time.monotonic() + _START_S)
        install(workload, _ADDRESS)
        with SwitchClient(_ADDRESS, device, pipeline(), name=workload.name) as client:
            client.become_primary()
            return _rates(client, _routes(workload))
    finally:
        process.stop()


def _routes(workload: Workload) -> list[TableEntry]:
    """Host routes that the plan does not have, with the action of one that it has."""
    like = next(entry for entry in plan(workload).entries if entry.table == ROUTE_IPV6)
    (name,) = like.match
    start = 0x2001_0DB8 << 96
    return [TableEntry(like.table, {name: Lpm(start + i, 128)}, like.action, like.params) for i in range(_ENTRIES)]


def _rates(client: SwitchClient, routes: list[TableEntry]) -> dict[str, float]:
    inserted = 0.0
    for _ in range(_INSERTIONS):
        start = time.perf_counter()
        client.insert(routes)
        inserted = max(inserted, len(routes) / (time.perf_counter() - start))
        client.delete(routes)
    return {"inserted": inserted}


# --- The program in the namespace ------------------------------------------------------------------------------------


def main() -> None:
    asked = json.loads(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        if asked["measure"] == "flood":
            flooded = flood(asked["command"], asked["sizes"], asked["seconds"], Path(folder))
            rates = {str(size): rate for size, rate in flooded.items()}
        else:
            rates = insert(asked["command"], Path(folder))
        json.dump(rates, sys.stdout)


if __name__ == "__main__":
    main()
