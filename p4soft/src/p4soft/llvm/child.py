# SPDX-License-Identifier: Apache-2.0
"""The process in which LLVM compiles: a crash of LLVM ends nothing else.

Started as a script, with none of this project's modules: `python -I -S child.py FOLDER SECONDS BYTES IDLE`, the
folder that has llvmlite, processor seconds for one module, bytes of memory, and seconds without work after which it
ends. Requests on standard input: speed (i32), length (u64), LLVM IR: a module, and others to link it with, with a zero
byte between two. Answers on standard output: SUCCESS or FAILURE (one byte), length (u64), an object file or what is
wrong.
"""

from __future__ import annotations

import resource
import select
import struct
import sys
from io import FileIO, RawIOBase
from typing import BinaryIO

if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])

import llvmlite.binding as llvm

REQUEST = struct.Struct(">iQ")
ANSWER = struct.Struct(">?Q")
FAILURE, SUCCESS = False, True
REGISTERS_ONLY = -1
"""A speed: variables are kept in registers, and nothing else is done. For what LLVM has too much work with."""
FEW_PASSES = -2
"""A speed: the passes of 0, then instructions chosen with care: in three times its time; the code takes two thirds."""


def target_machine(speed: int) -> llvm.TargetMachine:
    """This processor, for code that is loaded into a running process.

    Static: addresses are whole words. Position-independent object files would each have a table of offsets, and MCJIT
    takes the first one for that of all.
    """
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    cpu, features = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    target = llvm.Target.from_default_triple()
    return target.create_target_machine(cpu=cpu, features=features, opt=speed, reloc="static", jit=True)


def assemble(text: str, speed: int) -> bytes:
    """The object file of a module and those linked with it.

    `speed` is LLVM's optimisation level, 0 (a few passes) to 3, or REGISTERS_ONLY or FEW_PASSES.

    Raises:
        RuntimeError: LLVM says what is wrong with it.
    """
    machine = target_machine(1 if speed == FEW_PASSES else max(0, speed))
    first, *others = text.split("\0")
    parsed = llvm.parse_assembly(first)
    for other in others:
        parsed.link_in(llvm.parse_assembly(other))
    for function in parsed.functions:
        if function.linkage is llvm.Linkage.linkonce_odr and not function.is_declaration:
            function.linkage = llvm.Linkage.internal  # an object file each: what one has is not the others'
    parsed.triple, parsed.data_layout = machine.triple, str(machine.target_data)
    parsed.verify()
    passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=max(0, speed)))
    manager = passes.getModulePassManager() if speed > 0 else few_passes(speed)
    manager.run(parsed, passes)
    return bytes(machine.emit_object(parsed))


def few_passes(speed: int) -> llvm.ModulePassManager:
    """For a speed of 0 or below."""
    manager = llvm.create_new_module_pass_manager()
    manager.add_sroa_pass()
    if speed != REGISTERS_ONLY:
        manager.add_instruction_combine_pass()
        manager.add_simplify_cfg_pass()
    return manager


def serve(requests: RawIOBase, answers: BinaryIO, seconds: int, idle: float) -> None:
    """Answer until there are no more requests, or none for a while; `requests` holds nothing back from `select`."""
    while select.select([requests], [], [], idle)[0]:
        head = _read(requests, REQUEST.size)
        if not head:
            return
        speed, length = REQUEST.unpack(head)
        text = _read(requests, length).decode()
        used = resource.getrusage(resource.RUSAGE_SELF)
        _limit(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime) + seconds)
        try:
            verdict, answer = SUCCESS, assemble(text, speed)
        except (RuntimeError, MemoryError) as error:
            verdict, answer = FAILURE, (" ".join(str(error).split()) or type(error).__name__).encode()
        answers.write(ANSWER.pack(verdict, len(answer)) + answer)
        answers.flush()


def _read(requests: RawIOBase, count: int) -> bytes:
    """`count` bytes, or none when there are no more requests."""
    pieces = bytearray()
    while len(pieces) < count:
        piece = requests.read(count - len(pieces))
        if not piece:
            return b""
        pieces += piece
    return bytes(pieces)


def _limit(what: int, most: int) -> None:
    _, hard = resource.getrlimit(what)
    resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


if __name__ == "__main__":
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_AS, int(sys.argv[3]))
    serve(FileIO(0), sys.stdout.buffer, int(sys.argv[2]), float(sys.argv[4]))
