# SPDX-License-Identifier: Apache-2.0
"""The process that may crash: it makes mutated frames and runs them through programs' machine code.

`python -m p4soft.fidelity.mutation_worker` reads a `Task` as JSON from standard input, and writes a line of JSON, a
`Result`, for each program. A file that outlives it says where it is: program, batch and frame.
"""

from __future__ import annotations

import faulthandler
import importlib
import json
import logging
import mmap
import struct
import sys
import time
import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import numpy.typing as npt
from msgspec import Struct, field
from msgspec.structs import asdict
from typing_extensions import override

from p4soft.compiler import CompileErrors, compile_file
from p4soft.fidelity.trial import write
from p4soft.fidelity.workload import Amount, generate, without_translation
from p4soft.llvm.bounds import CHECKED
from p4soft.messages import p4info_pb2
from p4soft.p4runtime_client import Session, SessionError
from p4soft.switch import Emission, ProgramError, SimpleSwitch, load_program
from p4soft.switch.codegen.runtime import AssertionFailed
from p4soft.switch.p4runtime import P4RuntimeServer

# --- Progress --------------------------------------------------------------------------------------------------------


_FORMAT = struct.Struct("<qqqq")
WHOLE_BATCH = -1
NOTHING = -1


class Position(Struct, frozen=True):
    """`program`: its number in the list of a process, or NOTHING; `frame`: that in the batch, or WHOLE_BATCH."""

    program: int
    batch: int
    frame: int


class Progress:
    """The file. Writing costs a store in memory."""

    def __init__(self, path: Path) -> None:
        """The file must be there (`create`)."""
        with path.open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), _FORMAT.size)
        self._steps = 0

    @staticmethod
    def create(path: Path) -> None:
        """A file that says that nothing has been done."""
        path.write_bytes(_FORMAT.pack(NOTHING, 0, WHOLE_BATCH, 0))

    def write(self, position: Position) -> None:
        """Note a position; what it replaces is gone."""
        self._steps += 1
        _FORMAT.pack_into(self._memory, 0, position.program, position.batch, position.frame, self._steps)

    @staticmethod
    def read(path: Path) -> Position:
        """The position that was noted last."""
        return Position(*_FORMAT.unpack(path.read_bytes())[:3])

    @staticmethod
    def steps(path: Path) -> int:
        """A number that changes with every `write`."""
        return int(_FORMAT.unpack(path.read_bytes())[3])


# --- Programs made ready ---------------------------------------------------------------------------------------------


_QUEUES = 8
_CPU_PORT = 510
_SLOW_PORT, _SLOW_PPS = 3, 100_000
_TIMEOUT_S = 600.0
_AMOUNT = Amount(entries=12, packets=64)


class NoSubject(Exception):  # noqa: N818 - a result
    """A program says nothing about machine code: it does not compile, or not natively; the message says why."""


class Watched(SimpleSwitch):
    """A switch that remembers what went wrong inside of it; assertions of programs are their own doing."""

    def __init__(self, device_id: int) -> None:
        super().__init__(device_id=device_id, priority_queues=_QUEUES, cpu_port=_CPU_PORT)
        self.wrong: list[str] = []

    @override
    def fault(self, number: int, where: str, error: Exception) -> None:
        super().fault(number, where, error)
        if not isinstance(error, AssertionFailed):
            self.wrong.append(f"packet {number}: {where}: {type(error).__name__}: {error}")


class Subject(Struct, frozen=True):
    switch: Watched
    seeds: tuple[tuple[int, bytes], ...]


class Choices(Struct, frozen=True):
    """How every program is prepared: `seed` of entries and frames, `defines` for its preprocessor.

    `workload` names a function of one's own, as `module:function`, or is "".
    """

    seed: int
    defines: Mapping[str, str | None]
    workload: str = ""


class Workload(Struct, frozen=True):
    """Given entries and frames for a program, in place of generated ones.

    A function that `Choices.workload` names gets the program's main file, and gives this, or None for other programs.

    Attributes:
        device_id: of the switch.
        p4info, device_config: what goes into SetForwardingPipelineConfig.
        install: writes the entries to the switch that serves P4Runtime at an address.
        frames: (port, frame) pairs, which get as many epochs as the generated ones.
    """

    device_id: int
    p4info: p4info_pb2.P4Info
    device_config: bytes
    install: Callable[[str], object]
    frames: Sequence[tuple[int, bytes]]


def _workload(path: Path, name: str) -> Workload | None:
    if not name:
        return None
    module, _, function = name.partition(":")
    given: Workload | None = getattr(importlib.import_module(module), function)(path)
    return given


def prepare(path: Path, choices: Choices, epoch: int) -> Subject:
    """A program on a switch.

    Args:
        path: the program's main file.
        choices: what is the same for all.
        epoch: another one makes other entries; in even ones a program has the workload that was given.

    Raises:
        NoSubject: it cannot be judged.
    """
    try:
        result = compile_file(path, include_dirs=(path.parent,), defines=choices.defines)
        document = json.loads(json.dumps(result.json))
        program = load_program(document, source=str(path))
        info, _ = without_translation(result.p4info, program)
        workload = generate(document, info, f"{choices.seed}/{epoch}/{path.name}", _AMOUNT)
    except CompileErrors as errors:
        said = str(errors).splitlines()
        raise NoSubject(f"does not compile: {next((line for line in said if ' error: ' in line), said[0])}") from errors
    except (ProgramError, RecursionError) as error:
        raise NoSubject(f"is not taken by the switch: {error}") from error
    given = _workload(path, choices.workload) if epoch % 2 == 0 else None
    switch = Watched(given.device_id if given is not None else 0)
    with ExitStack() as undo:
        server = P4RuntimeServer(switch)
        undo.callback(server.stop)
        server.start()
        session = Session("the switch", server.address, switch.device_id, timeout_s=_TIMEOUT_S)
        undo.callback(session.close)
        config = (info, json.dumps(document).encode())
        if given is not None:
            config = (given.p4info, given.device_config)
        try:
            session.become_primary()
            session.set_pipeline(*config)
        except SessionError as error:
            raise NoSubject(f"is not taken by the switch: {error}") from error
        if given is None:
            list(write(session, workload))
        else:
            session.close()
            given.install(server.address)  # may be less patient than we are: by now the machine code is there
    if switch.engine != "native":
        raise NoSubject(f"runs in Python: {switch.engine_reason}")
    switch.set_queue_rate(_SLOW_PPS, port=_SLOW_PORT)
    frames = list(given.frames) if given is not None else []
    frames *= len(workload.packets) // max(1, len(frames))  # half of all
    return Subject(switch, (*frames, *workload.packets, (0, b"")))


# --- Mutated frames --------------------------------------------------------------------------------------------------


BATCH = 2048
"""Frames of a batch, but the last."""
_PORTS = 512
_ROOM = 96
"""Bytes by which a frame may grow."""
_LONGEST = 9216
_LONG_EVERY, _LONG = 64, 32
"""Every how many batches there are long frames, and how many."""
_MUTATIONS = 8
_TELLING = np.array(list(bytes.fromhex("000102040608 0f10112b 3f404560 7f8081f0 feff")))
"""Bytes that programs look for, or stumble over."""
_GAPS_US = np.array([0, 0, 0, 1, 1, 1, 2, 10, 100, 100_000])

RECORD = np.dtype([("port", "<u4"), ("length", "<u4"), ("data", "<u8"), ("now_us", "<i8")])
"""As `native.burst.Frame`."""

Bytes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int64]


class Batch(Struct, frozen=True):
    """Frames in one piece of memory, and the records through which machine code takes them."""

    data: Bytes
    records: npt.NDArray[np.void]

    def frame(self, number: int) -> tuple[int, bytes]:
        """Port and bytes of one frame."""
        record = self.records[number]
        return int(record["port"]), self.data[number, : int(record["length"])].tobytes()


class Mutator:
    """Frames made of seeds. The same seeds and the same `seed` make the same batches, each without those before it."""

    def __init__(self, seeds: Sequence[tuple[int, bytes]], seed: int, name: str) -> None:
        """`seeds`: frames with their ports, at least one; `name`: of the program, so that each gets others."""
        self._key = (seed % (1 << 63), zlib.crc32(name.encode()))
        self._ports = np.array([port for port, _ in seeds], dtype=np.int64)
        self._lengths = np.array([min(len(f), _LONGEST) for _, f in seeds], dtype=np.int64)
        width = int(self._lengths.max()) + _ROOM
        self._seeds = np.zeros((len(seeds), width), dtype=np.uint8)
        for row, (_, frame) in zip(self._seeds, seeds, strict=True):
            row[: min(len(frame), _LONGEST)] = np.frombuffer(frame[:_LONGEST], dtype=np.uint8)

    def batch(self, number: int, count: int) -> Batch:
        rng = np.random.default_rng((*self._key, number))
        data, ports, lengths = self._chosen(rng, count)
        self._splice(rng, data, lengths)
        self._change(rng, data, lengths)
        lengths = self._resized(rng, data, lengths)
        if number % _LONG_EVERY == _LONG_EVERY - 1:
            data, lengths = self._lengthened(rng, data, lengths)
        records = np.zeros(count, dtype=RECORD)
        other = rng.random(count) < 0.1
        records["port"] = np.where(other, rng.integers(0, _PORTS, count), ports)
        records["length"] = lengths
        records["data"] = data.ctypes.data + np.arange(count, dtype=np.uint64) * np.uint64(data.shape[1])
        gaps = rng.choice(_GAPS_US, count)
        records["now_us"] = 1_000_000_000 * (number + 1) + np.cumsum(gaps)
        return Batch(data, records)

    def _chosen(self, rng: np.random.Generator, count: int) -> tuple[Bytes, Numbers, Numbers]:
        """Seeds, and some frames of nothing but random bytes."""
        which = rng.integers(0, len(self._seeds), count)
        data = self._seeds[which]
        random = np.flatnonzero(rng.random(count) < 0.03)
        data[random] = rng.integers(0, 256, (len(random), data.shape[1]), dtype=np.uint8)
        return data, self._ports[which], self._lengths[which]

    def _splice(self, rng: np.random.Generator, data: Bytes, lengths: Numbers) -> None:
        """Pieces of other frames, at the same place or another."""
        rows = np.flatnonzero(rng.random(len(data)) < 0.1)
        if not len(rows):
            return
        width = data.shape[1]
        places = (rng.random((2, len(rows))) * (lengths[rows] + 1)).astype(np.int64)
        first, last = np.sort(places, axis=0)
        columns = np.arange(width)
        shift = np.where(rng.random(len(rows)) < 0.5, 0, rng.integers(-32, 33, len(rows)))
        inside = (columns >= first[:, None]) & (columns < last[:, None])
        others = self._seeds[rng.integers(0, len(self._seeds), len(rows))[:, None], (columns - shift[:, None]) % width]
        data[rows] = np.where(inside, others, data[rows])

    def _change(self, rng: np.random.Generator, data: Bytes, lengths: Numbers) -> None:
        """Single bytes: more of them near the beginning, where headers are."""
        rate = rng.random(len(data)) ** 2
        for _ in range(_MUTATIONS):
            rows = np.flatnonzero((rng.random(len(data)) < rate) & (lengths > 0))
            near = rng.random(len(rows))
            places = (np.where(rng.random(len(rows)) < 0.7, near * near, near) * lengths[rows]).astype(np.int64)
            old, how = data[rows, places], rng.integers(0, 4, len(rows))
            new = np.select(
                [how == 0, how == 1, how == 2],
                [
                    rng.integers(0, 256, len(rows)),
                    _TELLING[rng.integers(0, len(_TELLING), len(rows))],
                    old ^ (1 << rng.integers(0, 8, len(rows))),
                ],
                old + rng.integers(-3, 4, len(rows)),
            )
            data[rows, places] = (new & 0xFF).astype(np.uint8)

    def _resized(self, rng: np.random.Generator, data: Bytes, lengths: Numbers) -> Numbers:
        """Cut frames anywhere, or let random bytes follow."""
        how, part = rng.random(len(data)), rng.random(len(data))
        longer = np.flatnonzero((how >= 0.1) & (how < 0.2))
        room = data.shape[1] - lengths[longer]
        result = np.where(how < 0.1, (part * (lengths + 1)).astype(np.int64), lengths)
        result[longer] = lengths[longer] + (part[longer] * (room + 1)).astype(np.int64)
        columns = np.arange(data.shape[1])
        fresh = rng.integers(0, 256, (len(longer), data.shape[1]), dtype=np.uint8)
        data[longer] = np.where(columns >= lengths[longer][:, None], fresh, data[longer])
        return result

    @staticmethod
    def _lengthened(rng: np.random.Generator, data: Bytes, lengths: Numbers) -> tuple[Bytes, Numbers]:
        """The first few frames as long as any interface carries."""
        wide = np.zeros((len(data), _LONGEST), dtype=np.uint8)
        wide[:, : data.shape[1]] = data[:, :_LONGEST]
        some = min(_LONG, len(data))
        wide[:some, data.shape[1] :] = rng.integers(0, 256, (some, max(0, _LONGEST - data.shape[1])), dtype=np.uint8)
        return wide, np.concatenate([rng.integers(1400, _LONGEST + 1, some), lengths[some:]])


# --- The process -----------------------------------------------------------------------------------------------------


_SHOWN = 3
_STEP = 64 if CHECKED else BATCH
"""Frames at a time: those that are left after a stop are staged again where bounds are checked."""
BATCHES = 128
"""Of an epoch."""


class Task(Struct, frozen=True):
    """The work of one process.

    Attributes:
        programs: main files.
        frames: for each of them.
        seed: of entries and frames.
        progress: the file of `Progress`.
        defines: for the preprocessor.
        workload: `Settings.workload`.
        one_by_one: from this batch on, frames go alone, so that the one that ends the process is known; None: never.
    """

    programs: tuple[str, ...]
    frames: tuple[int, ...]
    seed: int
    progress: str
    defines: dict[str, str | None] = field(default_factory=dict)
    workload: str = ""
    one_by_one: int | None = None


class Result(Struct, frozen=True):
    """The result of one program.

    Attributes:
        left_out: why it was not run, or "".
        frames, left: how many frames went in, and how many came out.
        seconds: in the switch, mutation apart.
        wrong: internal errors of the switch, the first few.
    """

    program: str
    left_out: str = ""
    frames: int = 0
    left: int = 0
    seconds: float = 0.0
    wrong: tuple[str, ...] = ()


class Counting:
    """Counts the frames that leave, and drops them."""

    def __init__(self) -> None:
        self.left = 0

    def records(self, records: int, count: int, data: int) -> None:
        del records, data
        self.left += count

    def emissions(self, emissions: Sequence[Emission]) -> None:
        self.left += len(emissions)


def run(task: Task, number: int, progress: Progress) -> Result:
    name, wanted = task.programs[number], task.frames[number]
    choices, sink, spent = Choices(task.seed, task.defines, task.workload), Counting(), 0.0
    wrong: list[str] = []
    batches = -(-wanted // BATCH)
    for epoch in range(epoch_of(task.one_by_one or 0), epoch_of(batches - 1) + 1):
        try:
            subject = prepare(Path(name), choices, epoch)
        except NoSubject as reason:
            return Result(name, left_out=str(reason))
        mutator = Mutator(subject.seeds, task.seed, Path(name).name)
        for batch in range(epoch * BATCHES, min(batches, (epoch + 1) * BATCHES)):
            frames = mutator.batch(batch, min(BATCH, wanted - batch * BATCH))
            alone = task.one_by_one is not None and batch >= task.one_by_one
            start = time.perf_counter()
            step = 1 if alone else _STEP
            for first in range(0, len(frames.records), step):
                progress.write(Position(number, batch, first if alone else WHOLE_BATCH))
                at = frames.records.ctypes.data + first * RECORD.itemsize
                subject.switch.receive_records(at, min(step, len(frames.records) - first), sink)
            spent += time.perf_counter() - start
        wrong += subject.switch.wrong
    return Result(name, "", wanted, sink.left, spent, tuple(wrong[:_SHOWN]))


def epoch_of(batch: int) -> int:
    """Which epoch a batch belongs to: after `BATCHES`, the switch starts again with other entries."""
    return batch // BATCHES


def main() -> None:
    faulthandler.enable()
    logging.getLogger("p4soft.switch").setLevel(logging.CRITICAL)  # a million asserts that fail need no line each
    given = json.load(sys.stdin)
    task = Task(**{**given, "programs": tuple(given["programs"]), "frames": tuple(given["frames"])})
    progress = Progress(Path(task.progress))
    for number in range(len(task.programs)):
        print(json.dumps(asdict(run(task, number, progress))), flush=True)


if __name__ == "__main__":
    main()
