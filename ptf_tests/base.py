# SPDX-License-Identifier: GPL-2.0-only
"""What every case stands on: entries that undo themselves, and one `check` that looks at everything at once.

`check` sends frames, then compares *every* port's output (exact bytes, exact order) and *every* drop, queue and port
counter of the ports in use. Nothing is proved by waiting: after the frames, `check` sends one sentinel to each port on
the same ingress port. A sentinel travels in the lowest queue, behind everything sent before it, so once all have come
out, so has everything else.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from ipaddress import IPv6Address
from itertools import count
from pathlib import Path

import ptf
from ptf.base_tests import BaseTest

from controller.pipeline import Pipeline
from controller.plan import TableEntry
from ptf_tests import entries, packets
from ptf_tests.device import QUEUES, Cell, Count, Device, short_name, watched_cells

PORTS = (0, 1, 2, 3)
"""Ports of the device under test."""

IN, OUT, HOST, SPARE = PORTS
"""Roles in most cases: where frames enter, a fabric-facing port, a host-facing port, one that stays silent."""

DATA_QUEUE = 1
TRIM_QUEUE = 6
CONTROL_QUEUE = 7
DEADLINE_S = 10.0

_sentinel_ids = count(1)
_load_pipeline = cache(Pipeline.load)


@dataclass(frozen=True, slots=True)
class Environment:
    """How the runner tells cases about the device: `MRC_PTF_*` variables.

    Attributes:
        target: `embedded` or `bmv2`.
        address: P4Runtime server.
        device_id: P4Runtime device id.
        p4info: P4Info text file.
        json: BMv2 JSON file.
        record: file to append every case's inputs and outputs to (JSON lines), or None.
    """

    target: str
    address: str
    device_id: int
    p4info: Path
    json: Path
    record: Path | None

    @classmethod
    def from_variables(cls) -> Environment:
        """Read `MRC_PTF_TARGET`, `_ADDRESS`, `_DEVICE_ID`, `_P4INFO`, `_JSON` and `_RECORD`."""
        variable = os.environ
        record = variable.get("MRC_PTF_RECORD")
        return cls(
            target=variable["MRC_PTF_TARGET"],
            address=variable["MRC_PTF_ADDRESS"],
            device_id=int(variable["MRC_PTF_DEVICE_ID"]),
            p4info=Path(variable["MRC_PTF_P4INFO"]),
            json=Path(variable["MRC_PTF_JSON"]),
            record=Path(record) if record else None,
        )


def cell(name: str, port: int, queue: int | None = None) -> Cell:
    """A counter cell: (name, port) for drop and port counters, (name, port, queue) for queue counters."""
    return (name, port if queue is None else port * QUEUES + queue)


class SwitchTest(BaseTest):
    """Base of all cases. A case inserts entries, then calls `check` once or more."""

    device: Device
    environment: Environment

    def setUp(self) -> None:
        """Connect, load a fresh pipeline, install the sentinel routes."""
        super().setUp()
        self.environment = Environment.from_variables()
        pipeline = _load_pipeline(self.environment.p4info, self.environment.json)
        self.device = Device(self.environment.address, self.environment.device_id, pipeline)
        self.addCleanup(self.device.close)
        self.device.push_pipeline()
        self.dataplane = ptf.dataplane_instance
        self.dataplane.flush()
        self.device.insert([entries.route6(f"{packets.sentinel_address(port)}/128", port) for port in PORTS])

    def insert(self, *table_entries: TableEntry) -> None:
        """Insert entries; the next case starts from a fresh pipeline."""
        self.device.insert(table_entries)

    def check(
        self,
        frames: Sequence[bytes],
        expected: Mapping[int, Sequence[bytes]],
        counters: Mapping[Cell, int],
        *,
        ingress: int = IN,
    ) -> None:
        """Send `frames` into `ingress`; all outputs and all counter changes must be exactly these.

        Args:
            frames: what to send, in order.
            expected: egress port to frames in order; ports left out must stay silent. MAC addresses are part of it
                (see `forwarded`).
            counters: cells and by how many packets they grow; every other watched cell must not move. `port_tx_packets`
                follows from `expected` and is checked without being listed.
            ingress: port to send on.
        """
        cells = watched_cells(PORTS, PORTS)
        before = self.device.read_counters(cells)
        for frame in frames:
            self.dataplane.send(0, ingress, frame)
        received = self.collect(ingress)
        after = self.device.read_counters(cells)
        self._record(ingress, frames, received)
        self._compare_frames(frames, expected, received)
        wanted = dict(counters)
        for port, outputs in expected.items():
            if outputs:
                wanted[cell("port_tx_packets", port)] = len(outputs)
        self._compare_counters(before, after, wanted)

    def collect(self, ingress: int) -> dict[int, list[bytes]]:
        """Everything that has come out of each port up to the sentinels sent now, without the sentinels."""
        received: dict[int, list[bytes]] = {port: [] for port in PORTS}
        for port in PORTS:
            identity = next(_sentinel_ids)
            self.dataplane.send(0, ingress, packets.sentinel(port, identity))
            deadline = time.monotonic() + DEADLINE_S
            while True:
                result = self.dataplane.poll(device_number=0, port_number=port, timeout=deadline - time.monotonic())
                if not isinstance(result, self.dataplane.PollSuccess):
                    self.fail(
                        f"port {port}: no answer to the sentinel within {DEADLINE_S:.0f} s; is the switch forwarding?"
                    )
                if packets.is_sentinel(result.packet, identity):
                    break
                received[port].append(result.packet)
        return received

    def _compare_frames(
        self, sent: Sequence[bytes], expected: Mapping[int, Sequence[bytes]], received: Mapping[int, Sequence[bytes]]
    ) -> None:
        for port in PORTS:
            want, got = list(expected.get(port, ())), list(received[port])
            if want != got:
                self.fail(_frame_report(port, sent, want, got))

    def _compare_counters(
        self, before: Mapping[Cell, Count], after: Mapping[Cell, Count], wanted: Mapping[Cell, int]
    ) -> None:
        sentinels = {cell("queue_packets", port, 0) for port in PORTS} | {
            cell("port_tx_packets", port) for port in PORTS
        }
        moved = {}
        for key, count_before in before.items():
            change = after[key].packets - count_before.packets - (1 if key in sentinels else 0)
            if change:
                moved[key] = change
        if moved != {key: change for key, change in wanted.items() if change}:
            self.fail(_counter_report(wanted, moved))

    def _record(self, ingress: int, frames: Sequence[bytes], received: Mapping[int, Sequence[bytes]]) -> None:
        if self.environment.record is None:
            return
        line = {
            "case": str(self),
            "ingress": ingress,
            "in": [frame.hex() for frame in frames],
            "out": {str(port): [frame.hex() for frame in output] for port, output in received.items()},
        }
        with self.environment.record.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, sort_keys=True) + "\n")


def forwarded(frame: bytes, port: int, *, hop: bool = True) -> bytes:
    """`frame` as it leaves on `port`: MAC addresses rewritten and, with `hop`, the outer hop limit down by one."""
    copy = bytearray(frame)
    copy[0:6] = entries.neighbour_mac(port).to_bytes(6, "big")
    copy[6:12] = entries.mac(port).to_bytes(6, "big")
    if hop:
        copy[21] -= 1
    return bytes(copy)


def with_destination(frame: bytes, address: str) -> bytes:
    """`frame` with another outer IPv6 destination."""
    return frame[:38] + IPv6Address(address).packed + frame[54:]


def _frame_report(port: int, sent: Iterable[bytes], want: Sequence[bytes], got: Sequence[bytes]) -> str:
    parts = [f"port {port}: expected {len(want)} frame(s), received {len(got)}"]
    for index in range(max(len(want), len(got))):
        left = want[index] if index < len(want) else None
        right = got[index] if index < len(got) else None
        if left == right:
            continue
        if left is not None and right is not None:
            at = next((i for i in range(min(len(left), len(right))) if left[i] != right[i]), min(len(left), len(right)))
            parts.append(f"frame {index}: {len(left)} and {len(right)} bytes; first difference at byte {at}")
        if left is not None:
            parts.append(f"--- expected frame {index} ({len(left)} bytes)\n{packets.describe(left)}")
        if right is not None:
            parts.append(f"--- received frame {index} ({len(right)} bytes)\n{packets.describe(right)}")
        break
    first = next(iter(sent), None)
    if first is not None:
        parts.append(f"--- sent ({len(first)} bytes)\n{packets.describe(first)}")
    return "\n".join(parts)


def _counter_report(wanted: Mapping[Cell, int], moved: Mapping[Cell, int]) -> str:
    lines = ["counters: expected and actual changes differ"]
    for name, index in sorted(set(wanted) | set(moved)):
        expected, actual = wanted.get((name, index), 0), moved.get((name, index), 0)
        if expected != actual:
            place = f"port {index // QUEUES} queue {index % QUEUES}" if name.startswith("queue_") else f"port {index}"
            lines.append(f"  {short_name(name)} of {place}: expected +{expected}, actual {actual:+d}")
    return "\n".join(lines)
