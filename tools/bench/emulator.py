# SPDX-License-Identifier: Apache-2.0
"""The emulated fabric and its NICs, from Python sources and compiled, and what queue pairs cost a NIC.

Each is measured in a process of its own. `python -m tools.bench.emulator` says how fast the emulator itself is: events
and frames per second of real time, with switches and NICs that do nothing.

Their frames start with 8 bytes: destination NIC, plane, T1, kind (0 data, 1 trimmed data, 2 acknowledgement), source
NIC, and a 24-bit sequence number. The switch forwards by them; the NIC keeps a window of frames in flight and sends
again what is not acknowledged.
"""

from __future__ import annotations

import gc
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import tracemalloc
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final

import click
from msgspec import Struct
from typing_extensions import override

import topologies
from common import PROJECT_ROOT
from fabric.emulation.measuring import PathUses
from fabric.emulation.network import Network
from fabric.emulation.run import Ready, execute
from fabric.emulation.switches import running_switches
from fabric.measurements import Measurements
from fabric.progress import Progress, Watched
from fabric.scenario import Scenario
from fabric.scenario.reading import load
from fabric.traffic import payloads as workload
from fabric.traffic.flow import Flow
from fabric.traffic.nics import build_flows, build_nics
from host_stack import Nic
from host_stack.provision import connect, nic_config
from host_stack.unboxed import VARIABLE
from p4soft.command_line import run_command
from p4soft.interpreter import no_collections
from p4soft.switch import Emission
from tools.bench.measurements import Better, Figure, Settings

# --- A process whose NICs are machine code, or Python ----------------------------------------------------------------


PYTHON, NATIVE = "python", "native"


def python(*arguments: str, nics: str) -> str:
    """What Python prints, run with these arguments; `nics`: PYTHON or NATIVE."""
    environment = {**os.environ, VARIABLE: nics}
    command = [sys.executable, *arguments]
    done = subprocess.run(
        command, cwd=PROJECT_ROOT, env=environment, check=True, capture_output=True, text=True, timeout=600
    )
    return done.stdout.strip()


# --- The demo's run, packets through switches in a permutation, and the set-up of a switch ---------------------------


_HTSIM = "htsim_uec"
_HTSIM_NODES = 128
_HTSIM_BYTES = 2_000_000
_HTSIM_HOPS = 3  # leaf, spine, leaf
_MEASURE_FABRIC = "from tools.bench.emulator import print_measured; print_measured()"
_IN_PYTHON = "the same with NICs in Python"


def emulator(settings: Settings) -> Iterator[Figure]:
    """Set-up, the demo without it, and packet-hops a second with real P4 and real bytes, NICs included.

    In a process of its own, and with NICs in Python in another.
    """
    python_nics, native = _measure(PYTHON), _measure(NATIVE)
    why = "program, entries and reading back over P4Runtime"
    yield Figure("setup_per_switch", native["setup"], "s", better=Better.LESS, why=why)
    yield Figure("demo_run", native["demo"], "s", _IN_PYTHON, python_nics["demo"], Better.LESS, "without set-up")
    yield Figure("emulator_hops_native", native["hops"], "packet-hops/s", _IN_PYTHON, python_nics["hops"])
    theirs = _htsim(settings.scratch)
    if theirs is None:
        yield Figure("emulator_hops", native["hops"], "packet-hops/s", why=f"{_HTSIM} is not on the PATH")
    else:
        why = "htsim moves descriptions of packets: it has no bytes, no P4 and no tables"
        yield Figure("emulator_hops", native["hops"], "packet-hops/s", "uet-htsim", theirs, why=why)


def _measure(nics: str) -> dict[str, float]:
    measured: dict[str, float] = json.loads(python("-c", _MEASURE_FABRIC, nics=nics))
    return measured


def _htsim(folder: Path) -> float | None:
    """Packet-hops per second of processor time of uet-htsim's permutation; None when it is not on the PATH."""
    program = shutil.which(_HTSIM)
    if program is None:
        return None
    matrix = folder / "permutation.cm"
    half = _HTSIM_NODES // 2
    lines = [f"Nodes {_HTSIM_NODES}", f"Connections {_HTSIM_NODES}"]
    lines += [f"{i}->{(i + half) % _HTSIM_NODES} id {i + 1} start 0 size {_HTSIM_BYTES}" for i in range(_HTSIM_NODES)]
    matrix.write_text("\n".join(lines) + "\n", encoding="ascii")
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    command = [program, "-nodes", str(_HTSIM_NODES), "-tiers", "2", "-tm", str(matrix), "-end", "1000", "-seed", "1"]
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, timeout=600)
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    counts = re.search(r"New: (\d+) Rtx: (\d+) .*ACKs: (\d+) NACKs: (\d+)", done.stdout)
    return None if counts is None else sum(map(int, counts.groups())) * _HTSIM_HOPS / seconds


# --- In the process --------------------------------------------------------------------------------------------------


_SCENARIOS = Path(topologies.__file__).parent / "scenarios"
_ROUNDS = 3
_NICS = 16
_PERMUTATION = """\
name: permutation
topology: {lab}
overrides: {{t0s_per_plane: 4, t1s_per_plane: 4, downlinks_per_t0: 4, nics: 16}}
limit: 100ms
workload:
{writes}
"""
_WRITE = "  - {{from: nic{source}, to: nic{sink}, bytes: 2MB}}\n"


class Run(Struct, frozen=True):
    """One run, and what it measured.

    Attributes:
        setup_s: seconds to set a switch up, once its program is compiled.
        run_s: processor seconds of all of it but the set-up.
        events_s: those from the first event to the last: without putting together what was measured, which hashes what
            was carried.
    """

    setup_s: float
    run_s: float
    events_s: float
    measured: Measurements

    @property
    def hops(self) -> int:
        """Frames that switches received."""
        return sum(switch.received for switch in self.measured.switches.values())


class _Stopwatch(Progress):
    """Takes the processor time from the first event to the last."""

    def __init__(self) -> None:
        self.seconds = 0.0

    @override
    def started(self, fabric: Watched, flows: Sequence[Flow]) -> None:
        self.seconds = -time.process_time()

    @override
    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.seconds += time.process_time()


def print_measured() -> None:
    """Measure, and print: seconds to set a switch up, seconds of the demo, packet-hops a second in a permutation."""
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        demos = [_run(load(_SCENARIOS / "demo.yaml"), scratch) for _ in range(_ROUNDS)]
        file = scratch / "permutation.yaml"
        pairs = [_WRITE.format(source=i, sink=(i + _NICS // 2) % _NICS) for i in range(_NICS)]
        file.write_text(_PERMUTATION.format(lab=topologies.LAB, writes="".join(pairs)), encoding="utf-8")
        runs = [_run(load(file), scratch) for _ in range(_ROUNDS)]
    measured = {
        "setup": min(run.setup_s for run in demos),
        "demo": min(run.run_s for run in demos),
        "hops": max(run.hops / run.events_s for run in runs),
    }
    sys.stdout.write(json.dumps(measured) + "\n")


@no_collections()  # as any run of a scenario
def _run(scenario: Scenario, out: Path) -> Run:
    payloads = workload.payloads(scenario, None)
    nics = build_nics(scenario)
    flows = build_flows(scenario, nics, [each.contents for each in payloads])
    times: list[float] = []  # when the program was compiled, and when every switch held its entries
    with running_switches(scenario.topology, scenario.seed, lambda _: times.append(time.perf_counter())) as built:
        setup = (times[-1] - times[0]) / len(built.switches)
        network = Network(scenario.topology, built.switches, nics, seed=scenario.seed)
        watch = _Stopwatch()
        before = time.process_time()
        measured = execute(scenario, Ready(network, flows), progress=watch, out=out)
        return Run(setup, time.process_time() - before, watch.seconds, measured)


# --- Data packets through two NICs back to back: encoded, decoded, placed and acknowledged ---------------------------


_MEBIBYTES = 64
_MEASURE = f"from host_stack.bench import transfer; print(*transfer({_MEBIBYTES} << 20))"


def nic_packets(settings: Settings) -> Iterator[Figure]:
    """The NIC of machine code next to the Python one, each in a process of its own, in turn; both ends on one core."""
    del settings
    in_python = native = 0.0
    for _ in range(_ROUNDS):
        in_python = max(in_python, _rate(PYTHON))
        native = max(native, _rate(NATIVE))
    yield Figure("nic_packets", native, "packets/s", _IN_PYTHON, in_python)


def _rate(nics: str) -> float:
    packets, seconds = python("-c", _MEASURE, nics=nics).split()
    return int(packets) / float(seconds)


# --- What a queue pair costs a NIC: memory and time, with one peer and with many -------------------------------------


QPS: Final = 1_000
PEERS: Final = 1_000
_EVS: Final = 128
_LARGE: Final = {"planes": 8, "t0s_per_plane": 512, "t1s_per_plane": 16, "downlinks_per_t0": 32, "nics": 16_384}
"""A fabric with more NICs than the peers that are asked for."""
_MEASURE_QPS = f"import json; from tools.bench.emulator import measured; print(json.dumps(measured({QPS}, {PEERS})))"
_TRACED: Final = 20
"""One call in this many is traced, the last ones: what all connections share is there then."""


def connections(settings: Settings) -> Iterator[Figure]:
    """Memory and set-up time of a queue pair, interpreted; tracemalloc counts the memory: the same each time."""
    del settings
    found = json.loads(python("-c", _MEASURE_QPS, nics=PYTHON))
    evs = f"{_EVS} EVs and as many backups; the last of {QPS:,} to one peer"
    yield Figure("qp_memory", found["qp_bytes"], "bytes", better=Better.LESS, why=evs)
    yield Figure("qp_setup", found["qp_seconds"] * 1e3, "ms", better=Better.LESS, why=evs)
    peers = f"{PEERS:,} peers on one NIC, with one queue pair each"
    yield Figure("nic_memory", found["nic_bytes"], "bytes", better=Better.LESS, why="at rest, with its configuration")
    yield Figure("peer_memory", found["peer_bytes"], "bytes", better=Better.LESS, why=peers)
    yield Figure("peer_setup", found["peer_seconds"] * 1e3, "ms", better=Better.LESS, why=peers)


def cost(count: int, connect_one: Callable[[int], None]) -> tuple[float, float]:
    """Bytes that stay, and seconds of a core, of each of `count` calls.

    The last calls are traced, which takes its time, and the others timed.
    """
    traced = max(1, count // _TRACED)
    begin = time.process_time()
    for number in range(count - traced):
        connect_one(number)
    seconds = (time.process_time() - begin) / max(1, count - traced)
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for number in range(count - traced, count):
        connect_one(number)
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) / traced, seconds


def measured(qps: int, peers: int) -> dict[str, float]:
    """Of one end: the other's half is taken off where both stay, and dropped where only one NIC is looked at."""
    small = topologies.load(topologies.LAB, {"planes": 8, "t1s_per_plane": 16})
    ends = [Nic(nic_config(small, index), seed=index) for index in (0, 2)]
    both_bytes, both_seconds = cost(qps, lambda _: _discard(connect(small, *ends, evs=_EVS)))
    large = topologies.load(topologies.LAB, _LARGE)
    one = Nic(nic_config(large, 0), seed=0)

    def next_peer(number: int) -> None:
        connect(large, one, Nic(nic_config(large, 1 + number), seed=1 + number), evs=_EVS)

    peer_bytes, peer_seconds = cost(peers, next_peer)
    at_rest: list[Nic] = []
    nic_bytes, _ = cost(peers, lambda number: at_rest.append(Nic(nic_config(large, number), seed=number)))
    return {
        "nic_bytes": nic_bytes,
        "qp_bytes": both_bytes / 2, "qp_seconds": both_seconds / 2,
        "peer_bytes": peer_bytes, "peer_seconds": peer_seconds,
    }  # fmt: skip


def _discard(_connection: object) -> None:
    """Both NICs keep their queue pairs."""


# --- A switch and a NIC that do nothing, also for tests --------------------------------------------------------------


DATA, TRIMMED, ACK = 0, 1, 2
HEADER_BYTES = 8
TRIM_BYTES = 256
_SIZE = 4238
"""Bytes of a data frame."""
_WINDOW, _TIMEOUT_NS = 64, 50_000
"""Frames in flight of a NIC, and how long after its transmission one is sent again."""


class FakeSwitch:
    """Forwards by destination NIC and T1; trims every `trim_every`-th data frame that leaves to a NIC (0: none)."""

    def __init__(self, topology: topologies.Fabric, name: str, trim_every: int = 0) -> None:
        self.lock = threading.RLock()
        self._topology = topology
        self._switch = topology.switch(name)
        self._trim_every = trim_every
        self._data = 0

    def receive(self, port: int, frame: bytes, now_us: int) -> list[Emission]:
        """The frame towards its NIC, trimmed when it is its turn."""
        del port, now_us
        target, t1, kind = frame[0], frame[2], frame[3]
        downlinks = self._topology.downlinks
        if self._switch.tier == "t1":
            return [Emission(target // downlinks, 7 if kind else 1, frame)]
        if target // downlinks != self._switch.index:
            return [Emission(downlinks + t1, 7 if kind else 1, frame)]
        if kind == DATA and self._trim_every:
            self._data += 1
            if self._data % self._trim_every == 0:
                trimmed = frame[:3] + bytes([TRIMMED]) + frame[4:TRIM_BYTES]
                return [Emission(target % downlinks, 6, trimmed)]
        return [Emission(target % downlinks, 7 if kind else 1, frame)]

    def advance(self, now_us: int) -> list[Emission]:
        del now_us
        return []

    def next_event_us(self) -> int | None:
        """None: nothing is ever held back."""
        return None


class FakeNic:
    """Sends data frames to `target`, sprayed over planes and T1s; acknowledges what it receives."""

    def __init__(
        self,
        topology: topologies.Fabric,
        index: int,
        target: int | None = None,
        *,
        frames: int = 0,
    ) -> None:
        self._topology = topology
        self._index = index
        self._target = target
        self._fresh = deque(range(frames))
        self._in_flight: dict[int, int] = {}
        self._replies: deque[tuple[int, bytes]] = deque()
        self._turn = 0
        self.acknowledged: set[int] = set()
        self.received: set[tuple[int, int]] = set()
        self.sent = 0
        self.resent = 0

    def start(self, frames: int) -> None:
        first = self.sent + len(self._fresh)
        self._fresh.extend(range(first, first + frames))

    def receive(self, port: int, frame: bytes, now_ns: int) -> None:
        """Data is acknowledged, an acknowledgement ends a frame's flight, a trimmed frame is left to its timeout."""
        del now_ns
        kind, source, sequence = frame[3], frame[4], int.from_bytes(frame[5:8], "big")
        if kind == ACK:
            if self._in_flight.pop(sequence, None) is not None:
                self.acknowledged.add(sequence)
        elif kind == DATA:
            self.received.add((source, sequence))
            reply = bytes([source, port, frame[2], ACK, self._index]) + frame[5:8]
            self._replies.append((port, reply.ljust(90, b"\0")))

    def transmit(self, free_ports: int, now_ns: int) -> tuple[int, bytes] | None:
        """Acknowledgements first, then what timed out, then fresh frames."""
        if self._replies and free_ports >> self._replies[0][0] & 1:
            return self._replies.popleft()
        if not free_ports or self._target is None:
            return None
        port = (free_ports & -free_ports).bit_length() - 1
        sequence = self._overdue(now_ns)
        if sequence is None:
            if not self._fresh or len(self._in_flight) >= _WINDOW:
                return None
            sequence = self._fresh.popleft()
            self.sent += 1
        else:
            self.resent += 1
            del self._in_flight[sequence]
        self._in_flight[sequence] = now_ns
        self._turn += 1
        header = bytes([self._target, port, self._turn // 2 % self._topology.t1s, DATA, self._index])
        return port, (header + sequence.to_bytes(3, "big")).ljust(_SIZE, b"\0")

    def set_carrier(self, port: int, up: bool, now_ns: int) -> None:
        del port, up, now_ns

    def _overdue(self, now_ns: int) -> int | None:
        # Insertion order is order of transmission: only the first can be overdue first.
        for sequence, sent_ns in self._in_flight.items():
            return sequence if now_ns - sent_ns >= _TIMEOUT_NS else None
        return None

    def next_wakeup(self) -> int | None:
        for sent_ns in self._in_flight.values():
            return sent_ns + _TIMEOUT_NS
        return None


# --- The emulator alone ----------------------------------------------------------------------------------------------


class Measurement(Struct, frozen=True):
    """Events run, frames through switches and the CPU time they took."""

    events: int
    passes: int
    seconds: float

    @property
    def microseconds_per_event(self) -> float:
        """CPU time per event, µs."""
        return self.seconds * 1e6 / self.events


def measure(frames: int, topology_file: Path = topologies.LAB) -> Measurement:
    """Run a 3:1 incast of `frames` frames per sender on fakes and time it."""
    topology = topologies.load(topology_file)
    switches = {s.name: FakeSwitch(topology, s.name) for s in topology.switches()}
    last = topology.nics - 1
    nics = [
        FakeNic(topology, i, last if i < last else None, frames=frames if i < last else 0) for i in range(topology.nics)
    ]
    network = Network(topology, switches, nics, seed=1)
    PathUses(network)
    for nic in network.nics:
        nic.pump()
    start = time.process_time()
    network.loop.run(10**12, stop=lambda: all(len(nic.acknowledged) == frames for nic in nics[:last]))
    seconds = time.process_time() - start
    return Measurement(network.loop.processed, sum(node.received for node in network.switches.values()), seconds)


@click.command()
@click.option(
    "--frames", type=click.IntRange(1, 1_000_000), default=20_000, show_default=True, help="Data frames per sender."
)
def bench(frames: int) -> None:
    """Measure the emulator alone."""
    result = measure(frames)
    click.echo(
        f"{result.events:,} events, {result.passes:,} switch passes in {result.seconds:.2f} s of CPU: "
        f"{result.events / result.seconds:,.0f} events/s, {result.microseconds_per_event:.2f} µs per event"
    )


if __name__ == "__main__":
    run_command(bench, (), status=1)
