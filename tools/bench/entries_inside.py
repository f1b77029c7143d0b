# SPDX-License-Identifier: Apache-2.0
"""Entries into one switch process over P4Runtime: `tools.bench.entries` runs this as a process.

Takes one JSON object, {"command"}, and prints another: entries a second that are inserted, and read back and compared.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from controller.client import SwitchClient
from controller.program.names import ROUTE_IPV6
from p4soft.table_entries import Lpm, TableEntry
from p4soft.targets.process import SwitchProcess
from tools.bench.workload import Workload, install, lab_workload, pipeline, plan

_ADDRESS = "127.0.0.1:50051"
_START_S = 60.0
_ENTRIES = 4000
_ROUNDS = 5


def measure(command: list[str], folder: Path) -> dict[str, float]:
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
    for _ in range(_ROUNDS):
        start = time.perf_counter()
        client.insert(routes)
        inserted = max(inserted, len(routes) / (time.perf_counter() - start))
        client.delete(routes)
    return {"inserted": inserted}


def main() -> None:
    """Read what to do, do it, print the rates."""
    asked = json.loads(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        json.dump(measure(asked["command"], Path(folder)), sys.stdout)


if __name__ == "__main__":
    main()
