# SPDX-License-Identifier: Apache-2.0
"""The journal of a push: what was done to which switch, line by line, so that an interrupted push goes on.

A line is a checksum and a JSON object, and is appended by one write: it is there whole or it was cut short, which the
checksum shows. So SIGKILL leaves a journal that can be read. The first line says which plan, program and waves the
journal is of; a push with others does not go on with it. One process writes it at a time. A run after one that finished
begins anew: somebody else may have written to the switches since.
"""

from __future__ import annotations

import fcntl
import json
import os
import stat
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, get_args

from msgspec import Struct
from msgspec.structs import asdict

from controller.errors import ControllerError

FORMAT = "mrc-push 1"
FINISHED = "finished"
"""What a run says at its end when each switch holds its plan."""

State = Literal["begun", "holds", "failed"]
STATES: tuple[State, ...] = get_args(State)
"""Of a switch: being written to, or interrupted then; read back as planned; given up."""


class Heading(Struct, frozen=True):
    """What a journal is of.

    Attributes:
        topology: name of the fabric.
        plan: SHA-256 over the names and digests of the switches (`controller.fleet.fleet_digest`).
        cookie: of the program.
        switches: how many.
        waves: of how many switches, all waves up to each together.
    """

    topology: str
    plan: str
    cookie: int
    switches: int
    waves: tuple[int, ...]

    def document(self) -> dict[str, object]:
        """As JSON-ready data."""
        return {
            "format": FORMAT,
            "topology": self.topology,
            "plan": self.plan,
            "cookie": f"{self.cookie:#018x}",
            "switches": self.switches,
            "waves": list(self.waves),
        }


class Record(Struct, frozen=True):
    """The last word on a switch.

    Attributes:
        digest: of the tables that it holds, or shall hold.
        error: why it failed, "" otherwise.
        time: seconds since 1970.
        address: where it answered, and its P4Runtime id there.
    """

    switch: str
    state: State
    digest: str
    wave: int
    tries: int = 1
    entries: int = 0
    written: int = 0
    seconds: float = 0.0
    error: str = ""
    time: float = 0.0
    address: str = ""
    device_id: int = 0


@dataclass(slots=True)
class Story:
    """What a journal says.

    Attributes:
        records: the last of each switch since a run that did not follow a finished one.
        ended: what the last run said when it ended; "" when it did not: it runs, or was killed.
        runs: how often a push began or went on.
        size: bytes that are whole.
    """

    heading: Heading
    records: dict[str, Record] = field(default_factory=dict)
    ended: str = ""
    runs: int = 0
    size: int = 0


def read(path: Path) -> Story:
    """What a journal says; a last line that was cut short does not count. Also while a push writes it.

    Raises:
        ControllerError: it cannot be read, or a line before the last is damaged (``file:line: ...``).
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ControllerError(f"{path}: cannot read: {error.strerror}; accepted: the journal of a push") from None
    story: Story | None = None
    size = 0
    for number, line in enumerate(data.split(b"\n")[:-1], start=1):  # the last has no end
        size += len(line) + 1
        try:
            document = _opened(line)
            if story is None:
                story = Story(_heading(document))
            else:
                _tell(story, document)
        except (ValueError, KeyError, TypeError, RecursionError):
            if size == len(data) and story is not None:
                return story  # what a crash of the machine left of the last line
            raise ControllerError(f"{path}:{number}: damaged, or no line of a journal; accepted: {FORMAT}") from None
        story.size = size
    if story is None:
        raise ControllerError(f"{path}:1: no line of a journal; accepted: {FORMAT}")
    return story


class Journal:
    """A journal that is written. Records of several threads come one after the other.

    Attributes:
        story: what it said when this run began.
    """

    def __init__(self, path: Path, heading: Heading) -> None:
        """Begin, or go on with a journal of the same heading.

        Raises:
            ControllerError: it is of another plan, damaged, cannot be written, or another process writes it.
        """
        self._path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
        except OSError as error:
            raise ControllerError(f"{path}: cannot write: {error.strerror}") from None
        try:
            if not stat.S_ISREG(os.fstat(self._file).st_mode):
                raise ControllerError(f"{path}: cannot write: not a regular file")
            self.story = self._begun(heading)
        except BaseException:
            os.close(self._file)
            raise

    def _begun(self, heading: Heading) -> Story:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ControllerError(f"{self._path}: another push writes this journal; wait for it, or stop it") from None
        if _sealed(heading.document()).startswith(self._beginning()):  # nothing, or cut short in its first line
            os.ftruncate(self._file, 0)
            self._append(heading.document())
            story = Story(heading)
        else:
            story = read(self._path)
            _check_same(self._path, story.heading, heading)
            os.ftruncate(self._file, story.size)
        run: dict[str, object] = {"run": story.runs + 1}
        self._append(run)
        _tell(story, run)
        return story

    def _beginning(self) -> bytes:
        """What could be a first line that was cut short: all of it up to its end."""
        return os.pread(self._file, 1 << 16, 0)

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def add(self, record: Record) -> None:
        """Append a record. Raises ControllerError: the disk is full, or gone."""
        self._append(asdict(record))

    def end(self, how: str) -> None:
        """Say how this run ended, and have the disk keep everything. Raises ControllerError: it cannot."""
        self._append({"ended": how})
        try:
            os.fsync(self._file)
        except OSError as error:
            raise ControllerError(f"{self._path}: cannot write: {error.strerror}") from None

    def close(self) -> None:
        """Let others write it. Idempotent."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _append(self, document: dict[str, object]) -> None:
        line = _sealed(document)
        size = os.fstat(self._file).st_size
        try:
            written = os.write(self._file, line)
        except OSError as error:
            raise ControllerError(f"{self._path}: cannot write: {error.strerror}") from None
        if written != len(line):
            os.ftruncate(self._file, size)  # or the next line would be part of this one
            raise ControllerError(f"{self._path}: cannot write: no room for a line")


def _check_same(path: Path, found: Heading, wanted: Heading) -> None:
    for name, shall_be in asdict(wanted).items():
        if (is_there := getattr(found, name)) != shall_be:
            raise ControllerError(
                f"{path}:1: the journal of another push: {name} {_short(is_there)}; accepted: {_short(shall_be)}, or "
                "another file"
            )


def _short(value: object) -> str:
    return value[:16] if isinstance(value, str) else str(value)


# --- Lines -----------------------------------------------------------------------------------------------------------


def _sealed(document: dict[str, object]) -> bytes:
    body = json.dumps(document, separators=(",", ":"), ensure_ascii=True).encode()
    return b"%08x %s\n" % (zlib.crc32(body), body)


def _opened(line: bytes) -> dict[str, Any]:
    """A line's object. Raises ValueError."""
    seal, space, body = line.partition(b" ")
    if not space or int(seal, 16) != zlib.crc32(body):
        raise ValueError
    document = json.loads(body)
    if not isinstance(document, dict):
        raise TypeError
    return document


def _heading(document: dict[str, Any]) -> Heading:
    if document["format"] != FORMAT:
        raise ValueError
    waves = tuple(int(wave) for wave in document["waves"])
    cookie = int(document["cookie"], 16)
    return Heading(str(document["topology"]), str(document["plan"]), cookie, int(document["switches"]), waves)


def _tell(story: Story, document: dict[str, Any]) -> None:
    if "run" in document:
        if story.ended == FINISHED:
            story.records.clear()
        story.runs, story.ended = int(document["run"]), ""
    elif "ended" in document:
        story.ended = str(document["ended"])
    else:
        record = Record(**document)
        if record.state not in STATES:
            raise ValueError
        story.records[record.switch] = record


def by_state(story: Story) -> Iterator[tuple[State, list[Record]]]:
    """The records of each state."""
    for state in STATES:
        yield state, [record for record in story.records.values() if record.state == state]
