# SPDX-License-Identifier: Apache-2.0
"""Processes for what a student wrote: limits of time, memory and output, and nothing of them stays behind.

`run` starts `confined`, which limits itself, ties its life to its parent's and becomes the command. `run_python` also
confines it: P4 may read the files in its folder; Python also this project and the system; nobody the solutions.
`no_orphans` ends what a student's program forked off into sessions of its own.

A `Dialogue` talks to an object of a student's class, which lives in such a process (`pupil`). The judge, its random
numbers and its virtual time stay here: the student's code sees only what it is called with.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from msgspec import Struct

from common import PROJECT_ROOT
from labs.grading import confined
from labs.grading.lesson import WrongError
from p4soft.targets.process import environment, exit_of

# --- Limits ----------------------------------------------------------------------------------------------------------


_CHUNK = 1 << 16
_GRACE_S = 5.0
_IN_ORDER = {"PYTHONUNBUFFERED": "1"}
"""What Python prints into a pipe it keeps until it ends: after its traceback, or for good where a limit ends it."""


class Limits(Struct, frozen=True):
    """What a process may take.

    Attributes:
        cpu_seconds: of processor time, which a loop takes and a crowded machine does not.
        seconds: of wall time, for what waits for ever.
        memory: bytes of address space.
        file_size: bytes of a file that it writes.
        output: bytes of standard output and standard error together; more ends it.
    """

    cpu_seconds: int = 20
    seconds: float = 300.0
    memory: int = 2 << 30
    file_size: int = 256 << 20
    output: int = 1 << 20


class Ended(Struct, frozen=True):
    """How a process ended.

    Attributes:
        status: its exit status, negative the signal that ended it.
        output: standard output and standard error, as far as the limit goes, in the order in which Python printed it.
        broken: which limit it ran into, for people: "took more than 10 s of processor time"; empty if none.
    """

    status: int
    output: str
    broken: str

    @property
    def why(self) -> str:
        """How it ended, for people; empty if it ended well."""
        return self.broken or (f"ended with {exit_of(self.status)}" if self.status else "")


def run(
    command: Sequence[str], limits: Limits, *, cwd: Path, env: Mapping[str, str] | None = None,
    pass_fd: int | None = None, on_readable: tuple[int, Callable[[bytes], None]] | None = None,
) -> Ended:  # fmt: skip
    """Run a command to its end, or to its limits, in a session of its own.

    Args:
        command: program and arguments.
        limits: what it may take.
        cwd: its working directory.
        env: variables besides this process's.
        pass_fd: a file descriptor that it inherits; closed here once it has it.
        on_readable: a file descriptor to read meanwhile, and a function that gets what is read.

    Raises:
        OSError: the process cannot be started.
    """
    numbers = (limits.cpu_seconds, limits.memory, limits.file_size, os.getpid())
    own = [sys.executable, "-I", confined.__file__, "limit", *map(str, numbers)]  # what lies in `cwd` is not imported
    process = subprocess.Popen(
        [*own, *command], cwd=cwd, env={**environment(), **_IN_ORDER, **(env or {})}, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
        pass_fds=() if pass_fd is None else (pass_fd,),
    )  # fmt: skip
    if pass_fd is not None:
        os.close(pass_fd)
    try:
        output, broken = _watch(process, limits, on_readable)
    finally:
        _kill(process)
    if process.returncode == -signal.SIGXCPU:
        broken = f"took more than {limits.cpu_seconds} s of processor time"
    return Ended(process.returncode, output.decode(errors="replace"), broken)


def _watch(
    process: subprocess.Popen[bytes], limits: Limits, extra: tuple[int, Callable[[bytes], None]] | None
) -> tuple[bytes, str]:
    assert process.stdout is not None
    sinks: dict[int, Callable[[bytes], None]] = {}
    output = bytearray()
    sinks[process.stdout.fileno()] = output.extend
    if extra is not None:
        sinks[extra[0]] = extra[1]
    poller = select.poll()
    for descriptor in sinks:
        poller.register(descriptor, select.POLLIN)
    end = time.monotonic() + limits.seconds
    while sinks:
        remaining = end - time.monotonic()
        if remaining <= 0:
            return bytes(output), f"did not end within {limits.seconds:g} s"
        # A grandchild may hold the pipe open for ever: the process itself decides.
        for descriptor, _ in poller.poll(min(remaining, 0.2) * 1000):
            chunk = os.read(descriptor, _CHUNK)
            sinks[descriptor](chunk)
            if not chunk:
                poller.unregister(descriptor)
                del sinks[descriptor]
        if len(output) > limits.output:
            return bytes(output[: limits.output]), f"wrote more than {limits.output >> 10} KiB of output"
        if process.poll() is not None and not poller.poll(0):
            break
    try:
        process.wait(max(0.0, end - time.monotonic()))
    except subprocess.TimeoutExpired:
        return bytes(output), f"did not end within {limits.seconds:g} s"
    return bytes(output), ""


def _kill(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(_GRACE_S)
    assert process.stdout is not None
    process.stdout.close()


# --- What may be read ------------------------------------------------------------------------------------------------


HIDDEN = frozenset(
    PROJECT_ROOT / name
    for name in ("labs/solutions", "labs/grading/lessons", "ptf_tests/mutants", "tests", "p4soft/tests", "out", ".git")
)
"""What has answers, and what has other students'."""

_SYSTEM = ("/usr", "/lib", "/lib32", "/lib64", "/bin", "/sbin", "/etc", "/opt", "/proc", "/sys", "/dev")


def readable(*own: Path) -> list[str]:
    """The files and folders that a confined process may read, `own` and what is below it among them."""
    libraries = filter(None, os.environ.get("LD_LIBRARY_PATH", "").split(os.pathsep))
    found = [*map(Path, (*_SYSTEM, sys.prefix, sys.base_prefix, *libraries)), *_open(PROJECT_ROOT), *own]
    return [str(path) for path in dict.fromkeys(found) if path.exists()]


def _open(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if any(hidden.is_relative_to(path) for hidden in HIDDEN):
            if path not in HIDDEN:
                yield from _open(path)
        else:
            yield path


def check_includes(program: Path, folder: Path) -> None:
    """Raise WrongError if a program includes, itself or by others, more than files of a folder, core.p4 and v1model.p4.

    The compiler reports other mistakes.
    """
    from p4soft.compiler import CompileErrors  # noqa: PLC0415 (each answer has a process, and few answers are P4)
    from p4soft.compiler.preprocessor import P4INCLUDE, preprocessed  # noqa: PLC0415 (the same)

    try:
        files = preprocessed(program, (), {}).files
    except CompileErrors:
        return
    allowed = (folder.resolve(), P4INCLUDE)
    for name in files:
        path = Path(name).resolve()
        if not any(path.is_relative_to(each) for each in allowed):
            raise WrongError(
                f"it includes {path.name} from elsewhere; accepted: standard includes, and files beside it"
            )


# --- A student's Python ----------------------------------------------------------------------------------------------


_SHOWN = 2000
PYTHON_LIMITS = Limits()


def run_python(
    arguments: Sequence[str], *, room: Path, reads: Sequence[Path] = (), limits: Limits = PYTHON_LIMITS
) -> Ended:
    """Run `python ARGUMENTS` in `room`, where alone it can write; how it ends is the caller's to judge.

    It reads what is `readable`, and the files and folders `reads`.
    """
    paths = readable(*reads)
    confining = [sys.executable, "-I", confined.__file__, "confine", str(room), str(len(paths)), *paths]
    return run([*confining, sys.executable, *arguments], limits, cwd=room, env={"TMPDIR": str(room)})


def check_ended_well(ended: Ended, what: str) -> None:
    """Raise WrongError, with the end of its output, if a process did not end with status 0 and within its limits."""
    if not ended.why:
        return
    tail = ended.output[-_SHOWN:].strip()
    raise WrongError(f"{what} {ended.why}" + (f"; the end of what it wrote:\n{tail}" if tail else "; it wrote nothing"))


# --- Nothing stays behind --------------------------------------------------------------------------------------------


_PR_SET_CHILD_SUBREAPER = 36
_DEADLINE_S = 5.0


@contextmanager
def no_orphans() -> Iterator[None]:
    """Kill, at the end of the block, all new children of this process, and those that it inherits meanwhile.

    What a descendant forks off becomes a child of this process when its own parent ends (prctl(2),
    PR_SET_CHILD_SUBREAPER). The block starts no process that is to outlive it.
    """
    libc = ctypes.CDLL(None)
    libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    before = _children()
    try:
        yield
    finally:
        end = time.monotonic() + _DEADLINE_S
        while (left := _children() - before) and time.monotonic() < end:
            for process in left:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
                with suppress(ChildProcessError):
                    os.waitpid(process, 0)
        libc.prctl(_PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)  # no process would wait for what is orphaned later


def _children() -> set[int]:
    own = str(os.getpid())
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                # After the name in parentheses, which may hold anything: state, then the parent (proc_pid_stat(5)).
                if (entry / "stat").read_text(errors="replace").rpartition(")")[2].split()[1] == own:
                    found.add(int(entry.name))
    return found


# --- Dialogue --------------------------------------------------------------------------------------------------------


PUPIL = Path(__file__).resolve().parent / "pupil.py"
ANSWER_BYTES = 1 << 20
"""The longest answer to one call."""

CALL_S = 60.0
"""Wall time of a call, or until the process asks something."""

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


class SilentError(DialogueError):
    """It did not return: it loops, or waits."""


class Dialogue:
    """One process with one object of a student's class; `dialogue` makes it.

    Attributes:
        stuck: making the object did not return, so nothing else of the answer can be tried.
    """

    def __init__(self, process: subprocess.Popen[bytes], printed: Path, asked: Asked | None) -> None:
        """Calls go to `process`, whose standard error is the file `printed`; `asked` answers what it asks meanwhile."""
        self._process = process
        self._printed = printed
        self._asked = asked
        self._received = b""
        self.stuck = False

    def new(self, *arguments: object) -> None:
        """Make the object anew with these arguments. Raises DialogueError."""
        try:
            self.call("new", *arguments)
        except SilentError:
            self.stuck = True
            raise

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
            raise self._ended(method) from None

    def _line(self, method: str) -> bytes:
        assert self._process.stdout is not None
        deadline = time.monotonic() + CALL_S
        descriptor = self._process.stdout.fileno()
        while b"\n" not in self._received:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([descriptor], [], [], left)[0]:
                raise SilentError(f"{method}: did not return within {CALL_S:g} s; does it loop?")
            chunk = os.read(descriptor, 65536)
            if not chunk:
                raise self._ended(method)
            self._received += chunk
            if len(self._received) > ANSWER_BYTES:
                raise DialogueError(f"{method}: returned more than {ANSWER_BYTES} bytes")
        line, self._received = self._received.split(b"\n", 1)
        return line

    def _ended(self, method: str) -> DialogueError:
        status = self._process.wait(CALL_S)
        if status == -signal.SIGXCPU:
            return SilentError(f"{method}: used up its processor time; does it loop?")
        how = f"by {signal.Signals(-status).name}" if status < 0 else f"with status {status}"
        with self._printed.open("rb") as stream:
            stream.seek(max(0, self._printed.stat().st_size - PRINTED_BYTES))
            tail = " ".join(stream.read().decode(errors="replace").split())
        return DialogueError(f"{method}: its process ended {how}" + (f": {tail}" if tail else ""))


@contextmanager
def dialogue(
    file: Path,
    class_name: str,
    *,
    pupil: Path = PUPIL,
    asked: Asked | None = None,
    cpu_s: int = 4,
    memory_mib: int = 512,
) -> Iterator[Dialogue]:
    """A process for objects of a class of `file`; killed at the end, with all of its session.

    It is `confined` to a folder of its own, which is removed at the end.

    Args:
        file: the student's Python file.
        class_name: the class in it; empty: its functions `measure` and `plot` are called.
        pupil: what runs in the process; it gets the file and the class as arguments.
        asked: answers what it asks.
        cpu_s: processor time of the process.
        memory_mib: its address space.
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
            yield Dialogue(process, printed, asked)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            for pipe in (process.stdin, process.stdout):
                assert pipe is not None
                with suppress(OSError):
                    pipe.close()
            process.wait()
