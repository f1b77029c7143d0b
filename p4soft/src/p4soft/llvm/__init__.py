# SPDX-License-Identifier: Apache-2.0
"""Machine code of this process, written with LLVM. Nothing here knows P4, switches or packets.

Here LLVM IR becomes object files of this processor, and object files become functions of this process. LLVM compiles in
separate processes (`child`): it may take too long, run out of memory or abort, and then a program runs in Python. `jit`
turns a module into functions and keeps on disk what was compiled. `bounds` puts checks before everything that touches
memory.

`Fixed` has functions written in C, which no P4 program decides: LLVM IR that lies next to each C file and is linked at
run time. A user needs no C compiler: `python -m tools.fixed` makes NAME.ll of NAME.c where the project is developed.
The IR is for no processor in particular: LLVM optimises it here, with the code that calls it.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from pathlib import Path
from typing import IO

import llvmlite
import llvmlite.binding as llvm
from llvmlite import ir
from msgspec import Struct

from p4soft.llvm import child
from p4soft.llvm.child import ANSWER, FEW_PASSES, REGISTERS_ONLY, REQUEST, target_machine

__all__ = [
    "FEW_PASSES",
    "REGISTERS_ONLY",
    "Code",
    "assemble",
    "assemble_all",
    "linked",
    "llvm_version",
    "pieces",
    "processor",
]


# --- LLVM in separate processes --------------------------------------------------------------------------------------


class Unsupported(Exception):  # noqa: N818  it says what the program has, not that something failed
    """The program has something that the native engine does not do; the message is one line for people."""


_PIECE = 1 << 16


class Limits(Struct, frozen=True):
    """For one module.

    Attributes:
        seconds: of processor time.
        memory: bytes of address space.
        wall_s: seconds that may pass on a machine that has other things to do.
        idle_s: seconds without work after which the process ends.
    """

    seconds: int = 60
    memory: int = 4 << 30
    wall_s: float = 600.0
    idle_s: float = 20.0


class _Gone(Exception):  # noqa: N818  it says what the process did
    """The process has ended."""


class LlvmProcess:
    """One process at a time, started when there is work, and again when it has ended; others for several modules."""

    def __init__(self, limits: Limits | None = None) -> None:
        self._limits = limits or Limits()
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._words: IO[bytes] | None = None
        self._owner = 0
        self._others: list[LlvmProcess] = []
        self._stopped = False

    def start(self) -> None:
        """Have the process come up while the caller still makes the module."""
        with self._lock:
            try:
                self._running()
            except OSError:
                return  # `assemble` tries again, and says why

    def assemble(self, text: str, speed: int) -> bytes:
        """The object file of a module; `speed` is a level of `child.assemble`.

        Raises:
            Unsupported: LLVM does not take it, or does not get through it; or there can be no process.
        """
        request = text.encode()
        with self._lock:
            for _ in range(2):  # it may end for want of work at the very moment
                try:
                    return self._asked(REQUEST.pack(speed, len(request)) + request)
                except _Gone:
                    status = self._ended()
                except OSError as error:
                    self._ended()
                    raise Unsupported(f"no process can be started for LLVM ({error})") from error
                if self._stopped:
                    raise SystemExit  # ends a thread without a word: there is nobody left to run the program
                if status:
                    break
            raise Unsupported(f"LLVM does not get through it: {self._why(status)}")

    def assemble_all(self, texts: Sequence[tuple[str, int]]) -> tuple[bytes, ...]:
        """The object files of modules, each with its speed: as many at once as this process may use processors.

        Raises:
            Unsupported: what `assemble` says of the first that is none.
        """
        found: dict[int, bytes | Unsupported] = {}
        waiting = iter(sorted(range(len(texts)), key=lambda number: -len(texts[number][0])))

        def work(process: LlvmProcess) -> None:
            for number in waiting:  # a list's iterator: threads may share it
                try:
                    found[number] = process.assemble(*texts[number])
                except Unsupported as error:
                    found[number] = error

        wanted = min(len(texts), len(os.sched_getaffinity(0))) - 1
        with self._lock:
            self._others += [LlvmProcess(self._limits) for _ in range(wanted - len(self._others))]
            others = self._others[:wanted] if wanted > 0 else []
        threads = [threading.Thread(target=work, args=(other,), daemon=True) for other in others]
        for thread in threads:
            thread.start()
        work(self)
        for thread in threads:
            thread.join()
        if self._stopped:
            raise SystemExit
        images = []
        for number in range(len(texts)):
            image = found[number]
            if isinstance(image, Unsupported):
                raise image
            images.append(image)
        return tuple(images)

    def stop(self) -> None:
        """End the process, if there is one, even at work; none is started any more."""
        self._stopped = True
        for other in self._others:
            other.stop()
        process = self._process
        if process is not None and self._owner == os.getpid() and self._lock.locked():
            process.kill()
        with self._lock:
            self._ended()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._owner == os.getpid() and self._process.poll() is None:
            return self._process
        self._ended()
        if self._stopped:
            raise SystemExit
        limits, script = self._limits, Path(child.__file__)
        folder = Path(llvmlite.__file__).parents[1]
        if not sys.executable:
            raise OSError("the Python interpreter is not known")
        numbers = (limits.seconds, limits.memory, limits.idle_s)
        self._words = tempfile.TemporaryFile()  # noqa: SIM115 - as long as the process
        self._owner = os.getpid()
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(script), str(folder), *map(str, numbers)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._words,
            start_new_session=True,  # ^C is the switch's
        )
        return self._process

    def _asked(self, request: bytes) -> bytes:
        process = self._running()
        assert process.stdin is not None and process.stdout is not None
        deadline = time.monotonic() + self._limits.wall_s
        try:
            process.stdin.write(request)
            process.stdin.flush()
            verdict, length = ANSWER.unpack(self._read(process.stdout.fileno(), ANSWER.size, deadline))
            answer = self._read(process.stdout.fileno(), length, deadline)
        except BrokenPipeError as error:
            raise _Gone from error
        except _Gone:
            raise
        except BaseException:  # an interrupt: what it still says would be taken for the answer to another question
            process.kill()
            self._ended()
            raise
        if verdict is child.SUCCESS:
            return answer
        raise Unsupported(f"internal error (a report is welcome): {answer.decode(errors='replace')}")

    def _read(self, file: int, count: int, deadline: float) -> bytes:
        pieces, left = [], count
        poller = select.poll()  # select() knows no descriptor from 1,024 on, which a large fabric has
        poller.register(file, select.POLLIN)
        while left:
            if not poller.poll(max(0.0, deadline - time.monotonic()) * 1000):
                assert self._process is not None
                self._process.kill()
                raise _Gone
            piece = os.read(file, min(left, _PIECE))
            if not piece:
                raise _Gone
            pieces.append(piece)
            left -= len(piece)
        return b"".join(pieces)

    def _ended(self) -> int:
        """Let go of the process; how it ended."""
        process, self._process = self._process, None
        if process is None or self._owner != os.getpid():  # another process's: it waits for it
            return 0
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            try:
                pipe.close()
            except BrokenPipeError:
                continue
        try:
            return process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()

    def _why(self, status: int) -> str:
        limits = self._limits
        if status == -signal.SIGXCPU:
            return f"it takes more than {limits.seconds} s"
        if status == -signal.SIGKILL:
            return f"it was killed, or took more than {limits.wall_s:.0f} s"
        name = signal.Signals(-status).name if status < 0 else f"status {status}"
        return f"{name}{self._last_words()}"

    def _last_words(self) -> str:
        if self._words is None:
            return ""
        self._words.seek(0)
        lines = [line.strip() for line in self._words.read().decode(errors="replace").splitlines() if line.strip()]
        said = next((line for line in lines if "LLVM ERROR" in line or "Assertion" in line), lines[-1] if lines else "")
        return f" ({said[:200]})" if said else ""


LLVM = LlvmProcess()
"""That of this process."""
atexit.register(LLVM.stop)


# --- Object files ----------------------------------------------------------------------------------------------------


PIECE = 12_000
"""Instructions of a piece, about: a second of LLVM's time. A module with fewer stays whole."""
MOST_PIECES = 16


def processor() -> tuple[str, str]:
    """This processor's name and features, in LLVM's words."""
    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


def llvm_version() -> str:
    """Of LLVM, and of the library that brings it."""
    return f"{llvmlite.__version__} {llvm.llvm_version_info}"


def linked(text: str, others: Sequence[str]) -> str:
    """A module that is to be linked with others, as `assemble` takes it."""
    return "\0".join((text, *others))


def assemble(text: str, speed: int) -> bytes:
    """The object file of a module; `speed` is a level of `child.assemble`.

    Raises:
        Unsupported: LLVM does not take it, or does not get through it: the reason why the program runs in Python.
    """
    return LLVM.assemble(text, speed)


def assemble_all(texts: Sequence[tuple[str, int]]) -> tuple[bytes, ...]:
    """The object files of modules, each with its speed: as many at once as there are processors; raises Unsupported."""
    return LLVM.assemble_all(texts)


def pieces(module: ir.Module) -> list[tuple[str, int]]:
    """A module as modules that can be compiled at the same time, each with the blocks of its longest function.

    It is cut where LLVM would not look anyway: at functions that others call by name, and at functions that are never
    inlined. Functions that these call go with them, into several pieces if several need them. How a module is cut
    depends on the module alone.
    """
    functions = {f.name: f for f in module.functions if f.blocks}
    sizes = {name: sum(len(block.instructions) for block in f.blocks) for name, f in functions.items()}
    count = min(MOST_PIECES, 1 + sum(sizes.values()) // PIECE)
    longest = {name: len(f.blocks) for name, f in functions.items()}
    if count == 1:
        return [(str(module), max(longest.values(), default=0))]
    seams = {name for name, f in functions.items() if f.linkage != "internal" or "noinline" in f.attributes}
    texts = {name: str(value) for name, value in module.globals.items()}
    used = {name: {other for other in _NAME.findall(text) if other in texts} - {name} for name, text in texts.items()}
    bins: list[set[str]] = [set() for _ in range(count)]
    loads = [0] * count
    with_it = {name: _inside(name, used, functions.keys() - seams) for name in sorted(seams)}
    weights = {name: sum(sizes[each] for each in inside) for name, inside in with_it.items()}
    for name in sorted(seams, key=lambda name: (-weights[name], name)):
        at = loads.index(min(loads))
        bins[at] |= with_it[name]
        loads[at] += weights[name]
    head = f'target triple = "{module.triple}"\ntarget datalayout = "{module.data_layout}"\n'
    found = []
    for defined in bins:
        if not defined:
            continue
        parts = [head]
        for name in sorted(defined | set[str]().union(*(used[each] for each in defined))):
            text = texts[name]
            if name in seams:
                text = text.replace("define internal ", "define ", 1)
            if name in functions and name not in defined:
                text = "declare " + text.partition("\n")[0].removeprefix("define ")
            parts.append(text)
        found.append(("\n".join(parts), max(longest[name] for name in defined)))
    return found


_NAME = re.compile(r'@"([^"]+)"')


def _inside(name: str, used: Mapping[str, Set[str]], common: Set[str]) -> set[str]:
    """A function and what it calls of the `common` ones, and they in turn."""
    inside, ahead = {name}, [name]
    while ahead:
        new = (used[ahead.pop()] & common) - inside
        inside |= new
        ahead += new
    return inside


class Code:
    """The functions of object files; they live as long as this object."""

    def __init__(self, *images: bytes) -> None:
        self._machine = target_machine(1)
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), self._machine)
        for image in images:
            self._engine.add_object_file(llvm.ObjectFileRef.from_data(image))
        self._engine.finalize_object()

    def address(self, name: str) -> int:
        """Where a function starts; raises KeyError."""
        found = int(self._engine.get_function_address(name))
        if not found:
            raise KeyError(name)
        return found

    def function(self, name: str, *arguments: type, result: type) -> Callable[..., int]:
        """A function as Python calls it, without Python's lock."""
        return ctypes.CFUNCTYPE(result, *arguments)(self.address(name))


_TYPES: dict[str, ir.Type] = {
    "ptr": ir.PointerType(),
    "void": ir.VoidType(),
    "double": ir.DoubleType(),
    **{f"i{bits}": ir.IntType(bits) for bits in (1, 8, 16, 32, 64)},
}
_PUBLIC = re.compile(r"^define (?!internal)", re.MULTILINE)
_DEFINED = re.compile(r"^define (?P<result>\w+) @(?P<name>\w+)\((?P<arguments>[^)]*)\)", re.MULTILINE)


class Fixed(Struct, frozen=True, dict=True):
    """The functions of some C files.

    Attributes:
        folder: where the files are.
        names: of the files, without suffix. One file may call functions of another.
    """

    folder: Path
    names: tuple[str, ...]

    @cached_property
    def public(self) -> tuple[str, ...]:
        """Modules whose functions keep their names in machine code: Python calls them."""
        return tuple((self.folder / f"{name}.ll").read_text(encoding="utf-8") for name in self.names)

    @cached_property
    def linked(self) -> tuple[str, ...]:
        """Modules of which a module gets the functions that it calls, and what these call."""
        return tuple(_PUBLIC.sub("define linkonce_odr ", text) for text in self.public)

    def declared(self, module: ir.Module, name: str) -> ir.Function:
        """A function, as `module` calls it; raises KeyError."""
        found = module.globals.get(name)
        return ir.Function(module, self._kinds[name], name) if found is None else found

    def specialised(self, module: ir.Module, name: str, function: str, *known: ir.Constant) -> ir.Function:
        """Add the function `name`, which is a `function` whose last arguments are known."""
        general = self.declared(module, function)
        kinds = general.function_type.args[: -len(known)]
        made = ir.Function(module, ir.FunctionType(general.function_type.return_type, kinds), name)
        made.attributes.add("nounwind")
        b = ir.IRBuilder(made.append_basic_block("entry"))
        b.ret(b.call(general, [*made.args, *known]))
        return made

    @cached_property
    def _kinds(self) -> dict[str, ir.FunctionType]:
        return dict(kind for text in self.public for kind in _function_types(text))


def _function_types(text: str) -> Iterator[tuple[str, ir.FunctionType]]:
    for found in _DEFINED.finditer(text):
        arguments = [argument.split()[0] for argument in found["arguments"].split(",") if argument]
        yield found["name"], ir.FunctionType(_TYPES[found["result"]], [_TYPES[kind] for kind in arguments])
