# SPDX-License-Identifier: Apache-2.0
"""Machine code that calls Python's objects: the functions of Python's C API that it needs, by words.

Python's lock is held. An object that a function here makes is the caller's to give back (`let_go`).
"""

from __future__ import annotations

from collections.abc import Sequence

from llvmlite import ir

from fabric.emulation.native.events_code import call
from p4soft.llvm.ir import I32, I64, POINTER, VOID, Code, Word

_ROOM_BEFORE = 1 << 63
"""`PY_VECTORCALL_ARGUMENTS_OFFSET`: the called function may use the word before the arguments."""

_FAILED = (1 << 64) - 1


def declare_python(module: ir.Module) -> None:
    """Declare what the code calls of Python's C API."""
    for name, result, arguments in (
        ("PyObject_Vectorcall", POINTER, (POINTER, POINTER, I64, POINTER)),
        ("PyLong_FromLongLong", POINTER, (I64,)),
        ("PyLong_AsLongLong", I64, (POINTER,)),
        ("PyBytes_FromStringAndSize", POINTER, (POINTER, I64)),
        ("PyBytes_AsStringAndSize", I32, (POINTER, POINTER, POINTER)),
        ("PyTuple_GetItem", POINTER, (POINTER, I64)),
        ("PyErr_Occurred", POINTER, ()),
        ("Py_IncRef", VOID, (POINTER,)),
        ("Py_DecRef", VOID, (POINTER,)),
    ):
        ir.Function(module, ir.FunctionType(result, arguments), name)


def integer(f: Code, value: Word) -> Word:
    """A new `int` (signed); 0 when there is no memory."""
    return call(f, "PyLong_FromLongLong", value)


def let_go(f: Code, thing: Word) -> None:
    """Give back a reference, which may be 0."""
    call(f, "Py_DecRef", thing)


def call_object(f: Code, thing: Word, arguments: Sequence[Word]) -> Word:
    """What `thing(*arguments)` returns, a new reference; 0: it has raised an exception."""
    room = f.address(len(arguments) + 1)
    for place, argument in enumerate(arguments, 1):
        f.store(argument, room + 8 * place)
    count = f.constant(len(arguments) | _ROOM_BEFORE)
    return call(f, "PyObject_Vectorcall", thing, room + 8, count, f.constant(0))


def value_of(f: Code, thing: Word) -> tuple[Word, Word]:
    """The value of an `int`, and one bit: it has none, and there is an exception."""
    value = call(f, "PyLong_AsLongLong", thing)
    wrong = f.variable(0, 1)
    with f.when(value.equals(_FAILED)), f.when(call(f, "PyErr_Occurred").differs(0)):
        wrong.set(1)
    return value, wrong.get()
