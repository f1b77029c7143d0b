# SPDX-License-Identifier: Apache-2.0
"""Talks to an object of a student's class, which lives in a process of its own with limits (`pupil`).

The judge, its random numbers and its virtual time stay here: the student's code sees only what it is called with.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from labs.grading import confined
from labs.grading.sandbox import readable

PUPIL = Path(__file__).resolve().parent / "pupil.py"
ANSWER_BYTES = 1 << 20
"""The longest answer to one call."""

FILE_BYTES = 1 << 20
"""The largest file that the process may write, what it prints included."""

MOST_ASKED = 100_000
"""So often may the process ask something before it answers a call."""

Asked = Callable[[str, list[object]], object]
"""What the process may ask: method and arguments, to a JSON value. Never raises."""

PRINTED_BYTES = 400
"""How much is shown of what the student's code printed before it ended."""


class DialogueError(Exception):
    """The student's code raised, ended, took too long or answered nonsense; the message is for the student."""


class Dialogue:
    """One process with one object of a student's class; `dialogue` makes it."""

    def __init__(self, process: subprocess.Popen[bytes], printed: Path, call_s: float, asked: Asked | None) -> None:
        """Calls go to `process`, whose standard error is the file `printed`; `asked` answers what it asks meanwhile.

        It may take `call_s` seconds until it answers or asks.
        """
        self._process = process
        self._printed = printed
        self._call_s = call_s
        self._asked = asked
        self._received = b""

    def new(self, *arguments: object) -> None:
        """Make the object anew with these arguments. Raises DialogueError."""
        self.call("new", *arguments)

    def call(self, method: str, *arguments: object) -> object:
        """What the method returns: a JSON value.

        Raises:
            DialogueError: it raised, returned no JSON value, did not return in time, or its process is gone.
        """
        self._write(method, [method, arguments])
        for _ in range(MOST_ASKED):
            try:
                answer = json.loads(self._line(method))
            except ValueError:
                raise DialogueError(f"{method}: its process answered with something else than JSON") from None
            match answer:
                case {"value": value}:
                    return value
                case {"error": error}:
                    raise DialogueError(f"{method}: {error}")
                case {"ask": [str(asked), list(asked_arguments)]} if self._asked is not None:
                    self._write(method, self._asked(asked, asked_arguments))
                case _:
                    raise DialogueError(f"{method}: its process answered with something else than an answer")
        raise DialogueError(f"{method}: asked {MOST_ASKED} times; does it loop?")

    def number(self, method: str, *arguments: object) -> int | None:
        """What the method returns, which must be an int or None. Raises DialogueError."""
        found = self.call(method, *arguments)
        if found is None or (isinstance(found, int) and not isinstance(found, bool)):
            return found
        raise DialogueError(f"{method}: returned {found!r:.80}; accepted: an int or None")

    def _write(self, method: str, message: object) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise DialogueError(f"{method}: {self._ended()}") from None

    def _line(self, method: str) -> bytes:
        assert self._process.stdout is not None
        deadline = time.monotonic() + self._call_s
        descriptor = self._process.stdout.fileno()
        while b"\n" not in self._received:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([descriptor], [], [], left)[0]:
                raise DialogueError(f"{method}: did not return within {self._call_s:g} s; does it loop?")
            chunk = os.read(descriptor, 65536)
            if not chunk:
                raise DialogueError(f"{method}: {self._ended()}")
            self._received += chunk
            if len(self._received) > ANSWER_BYTES:
                raise DialogueError(f"{method}: returned more than {ANSWER_BYTES} bytes")
        line, self._received = self._received.split(b"\n", 1)
        return line

    def _ended(self) -> str:
        status = self._process.wait(self._call_s)
        if status == -signal.SIGXCPU:
            return "used up its processor time; does it loop?"
        how = f"by {signal.Signals(-status).name}" if status < 0 else f"with status {status}"
        with self._printed.open("rb") as stream:
            stream.seek(max(0, self._printed.stat().st_size - PRINTED_BYTES))
            tail = " ".join(stream.read().decode(errors="replace").split())
        return f"its process ended {how}" + (f": {tail}" if tail else "")


@contextmanager
def dialogue(
    file: Path,
    class_name: str,
    *,
    pupil: Path = PUPIL,
    asked: Asked | None = None,
    cpu_s: int = 4,
    memory_mib: int = 512,
    call_s: float = 60.0,
) -> Iterator[Dialogue]:
    """A process for objects of a class of `file`; killed at the end, with all of its session.

    It is `confined` to a folder of its own, which is removed at the end.

    Args:
        file: the student's Python file.
        class_name: the class in it.
        pupil: what runs in the process; it gets the file and the class as arguments.
        asked: answers what it asks.
        cpu_s: processor time of the process.
        memory_mib: its address space.
        call_s: wall time of each call, or until it asks something.
    """
    with tempfile.TemporaryDirectory(prefix="lab-") as directory:
        printed = Path(directory) / "printed"
        numbers = map(str, (cpu_s, memory_mib << 20, FILE_BYTES, os.getpid()))
        command = [sys.executable, "-I", confined.__file__, "limit", *numbers]
        paths = readable(file.resolve().parent)
        command += [sys.executable, "-I", confined.__file__, "confine", directory, str(len(paths)), *paths]
        command += [sys.executable, "-I", str(pupil), str(file.resolve()), class_name]
        environment = {
            "PATH": os.environ.get("PATH", ""),
            "PYTHONHASHSEED": "0",
            "HOME": directory,
            "TMPDIR": directory,
        }
        with printed.open("wb") as errors:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                cwd=directory,
                env=environment,
                start_new_session=True,
            )
        try:
            yield Dialogue(process, printed, call_s, asked)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            for pipe in (process.stdin, process.stdout):
                assert pipe is not None
                with suppress(OSError):
                    pipe.close()
            process.wait()
