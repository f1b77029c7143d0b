# SPDX-License-Identifier: Apache-2.0
"""What `make bench` measures, in its order. Another measurement is another row here."""

from __future__ import annotations

from tools.bench.emulator import emulator, nic_packets
from tools.bench.growth import growth_curves
from tools.bench.in_process import compile_times, p4src_in_process
from tools.bench.measurements import Measurement
from tools.bench.processes import entries_installed, veth_flood

MEASUREMENTS = (
    Measurement("in-process", "p4src from memory to memory, on one core", p4src_in_process),
    Measurement("veth", "switch processes flooded over veth pairs", veth_flood),
    Measurement("entries", "entries over P4Runtime", entries_installed),
    Measurement("emulator", "the emulated fabric: set-up, the demo, packet-hops", emulator),
    Measurement("nic", "data packets through two NICs", nic_packets),
    Measurement("compiler", "p4src from source to JSON and P4Info", compile_times),
    Measurement("growth", "packets against entries, tables and header bytes", growth_curves),
)
