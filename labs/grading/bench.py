# SPDX-License-Identifier: Apache-2.0
"""A student's program on a switch of either target: random tables in, random frames through, what came out judged."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from common.text import plural
from labs.grading.judging import Out, Probe, judge
from labs.grading.lesson import UngradableError, Work, WrongError
from labs.grading.limits import Limits
from labs.grading.readable import check_includes
from labs.grading.sandbox import run_python
from p4soft.stf.device import Device, EmbeddedDevice, Recorder
from p4soft.stf.remote import open_remote
from p4soft.stf.runner import find, find_action, find_table
from p4soft.stf.statements import RefusedError, StfError
from p4soft.switch import Program, ProgramError, load_program
from p4soft.switch.state import ActionCall, CounterValue, Exact, Lpm, MatchField
from p4soft.switch.trace_output import is_hidden, render
from p4soft.targets import CompiledFiles, SwitchOptions, TargetError, get_target
from p4soft.targets.bmv2 import COMPILER

QUEUES = 8
_MOST_TEXT = 3000
_TRACE_LINES = 40
_START_S = 90.0


@dataclass(frozen=True, slots=True)
class Compiled:
    """A program that compiles, and what it is on the embedded switch."""

    files: CompiledFiles
    program: Program


def compiled(work: Work) -> Compiled:
    """Compile the answer with the target's compiler; it includes what lies beside it, and the standard includes.

    Raises:
        WrongError: it does not compile, with the compiler's messages.
        UngradableError: the target cannot be used here.
    """
    target = get_target(work.target)
    reason = target.unavailable()
    if reason is not None:
        raise UngradableError(reason)
    folder = work.room / "compiled"
    folder.mkdir(exist_ok=True)
    try:
        files = target.compile(work.answer, folder) if work.target == "embedded" else _confined(work, folder)
        check_includes(work.answer, work.answer.parent)
        return Compiled(files, load_program(files.json.read_text(), source=str(work.answer)))
    except (TargetError, ProgramError) as error:
        raise WrongError(f"it does not compile:\n{cut(str(error))}") from None


def _confined(work: Work, folder: Path) -> CompiledFiles:
    """Compile with p4c, which reads no other files where the kernel confines. Raises TargetError with its messages."""
    compiler = shutil.which(COMPILER)
    own = [work.answer.parent, *([Path(compiler).resolve().parents[1]] if compiler else [])]
    words = ["-m", "labs.grading.compiling", work.target, str(work.answer), str(folder)]
    ended = run_python(words, room=folder, reads=own, limits=Limits(cpu_seconds=60, memory=4 << 30))
    if ended.why:
        raise TargetError(ended.output.strip() or ended.why)
    return CompiledFiles(folder / f"{work.answer.stem}.json", folder / f"{work.answer.stem}.p4info.txtpb")


def cut(text: str) -> str:
    """The beginning of a text that may be megabytes."""
    return text if len(text) <= _MOST_TEXT else f"{text[:_MOST_TEXT]}\n... and {len(text) - _MOST_TEXT} characters more"


class Bench:
    """A switch that runs a compiled answer. A context manager; names may be the end of a name in P4Info."""

    def __init__(self, work: Work, program: Compiled, ports: Sequence[int]) -> None:
        """Start it. Raises UngradableError if the switch does not start, WrongError if it does not take the program."""
        self._work = work
        self._recorder = Recorder()
        self._device = self._open(work, program, ports)
        self._sent = 0
        self._seen = 0
        self._wanted = dict.fromkeys(ports, 0)

    def _open(self, work: Work, program: Compiled, ports: Sequence[int]) -> Device:
        if work.target == "embedded":
            # The Python engine starts at once, and says why it did what it did.
            return EmbeddedDevice(program.program, recorder=self._recorder, engine="python", priority_queues=QUEUES)
        options = SwitchOptions(priority_queues=QUEUES, start_timeout_s=_START_S)
        try:
            return open_remote(get_target(work.target), program.files, ports, work.room, options)
        except RefusedError as error:
            raise WrongError(f"the switch does not take it: {cut(str(error))}") from None
        except StfError as error:
            raise UngradableError(str(error)) from None

    def add(
        self, table: str, key: Sequence[MatchField], action: str, params: Mapping[str, int] | None = None,
        *, priority: int = 0,
    ) -> None:  # fmt: skip
        """Write a table entry; the largest priority (0 or more) wins.

        Raises:
            WrongError: the program has no such table, action or parameters.
        """
        try:
            spec = find_table(self._device.program, table)
            self._device.add(spec, tuple(key), priority, self.call(table, action, params or {}))
        except StfError as error:
            raise WrongError(f"table {table} takes no entry: {error}") from None

    def set_default(self, table: str, action: str, params: Mapping[str, int] | None = None) -> None:
        """Set a table's default action. Raises WrongError as `add` does."""
        try:
            spec = find_table(self._device.program, table)
            self._device.set_default(spec, self.call(table, action, params or {}))
        except StfError as error:
            raise WrongError(f"table {table} takes no default action: {error}") from None

    def call(self, table: str, name: str, params: Mapping[str, int]) -> ActionCall:
        """An action of a table with its parameters, by their names. Raises WrongError if there is none such."""
        spec = find_table(self._device.program, table)
        action = find_action(self._device.program, spec, name)
        names = [each.name for each in action.params]
        if sorted(names) != sorted(params):
            raise WrongError(f"action {name} has the parameters ({', '.join(names)}), not ({', '.join(params)})")
        return ActionCall(action.name, tuple(params[each] for each in names))

    def counter(self, name: str, index: int) -> CounterValue:
        """Packets and bytes of a cell of an indirect counter. Raises WrongError when there is none."""
        try:
            return self._device.read_counter(find("counter", name, self._device.program.counters), index)
        except StfError as error:
            raise WrongError(f"counter {name}: {error}") from None

    def pass_time(self, seconds: float) -> None:
        """Let the switch's clock go on: at once on the embedded switch, in real time on BMv2."""
        self._device.pass_time(seconds)

    def check(self, probes: Sequence[Probe], *, ignoring: Callable[[bytes], bytes] = bytes) -> None:
        """Send every probe's frame, in order, and compare what comes out, by probe.

        Args:
            probes: the frames, and what must become of them.
            ignoring: a frame without what other items judge; both sides are compared after it.

        Raises:
            WrongError: the first probe of which something else came out, field by field, with the switch's trace
                where it has one.
        """
        first = self._sent
        expected = Counter(port for probe in probes for port, _ in probe.expected)
        came = self.exchange([(probe.port, probe.frame) for probe in probes], expected)
        found = judge(probes, came, ignoring)
        if found is None:
            return
        which, text = found
        trace = self._trace(first + which) if which is not None and self._work.first_failure else []
        raise WrongError("\n".join([text, *trace]))

    def exchange(self, frames: Sequence[Out], expected: Mapping[int, int]) -> list[Out]:
        """Send frames (ingress port, bytes), in order, and return what comes out.

        `expected` says how many frames are waited for at each port. Raises WrongError if the switch fails.
        """
        try:
            for port, frame in frames:
                self._device.send(port, frame)
                self._sent += 1
            for port, number in expected.items():
                self._wanted[port] = self._wanted.get(port, 0) + number
            self._device.settle(self._wanted)
        except StfError as error:
            raise WrongError(f"the switch failed: {cut(str(error))}") from None
        new = self._device.outputs()[self._seen :]
        self._seen += len(new)
        return [(output.port, output.frame) for output in new]

    def _trace(self, packet: int) -> list[str]:
        path, name = str(self._work.answer), self._work.answer.name
        events = [event for event in self._recorder.events.get(packet, []) if not is_hidden(event)]
        lines = [render(event).replace(path, name) for event in events]
        more = [f"... and {plural(len(lines) - _TRACE_LINES, 'line')} more"] if len(lines) > _TRACE_LINES else []
        return ["what the switch did with it:", *(f"  {line}" for line in lines[:_TRACE_LINES] + more)] if lines else []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._device.close()


def exact(value: int) -> Exact:
    """A key field that must be equal."""
    return Exact(value)


def prefix(value: int, length: int, width: int = 128) -> Lpm:
    """A longest-prefix key field: the first `length` of `width` bits; the others are set to zero."""
    return Lpm(value >> width - length << width - length, length)
