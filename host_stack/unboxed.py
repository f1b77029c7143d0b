# SPDX-License-Identifier: Apache-2.0
"""Numbers that lie in their object, as in a struct of C, where CPython has pointers to objects.

A packet in flight, an EV or a window is read and written some ten times for each packet. A whole number of Python's is
an object of its own, with a count of references, somewhere else in memory. An attribute in ``__slots__`` is a
`member descriptor`, which says at which byte of an object it is, and as which type of C. CPython reads and writes
numbers there, too (``Py_T_LONGLONG`` and the like, of classes that are written in C). So the type in the descriptor is
changed, before the class has objects, and neither programs nor the garbage collector see a difference but these:

* a number has 64 bits, with a sign: what has more is an OverflowError; what is no number is a TypeError, and -1 may be
  there then;
* an attribute that nobody has set is 0, and none can be deleted;
* no class may take the place of an object's by ``__class__``, even if it has the same ``__slots__``: it would take a
  number for a pointer.

Where Python is another, or has no ctypes, or ``MRC_NIC`` is ``python``, attributes stay what they are.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from enum import IntEnum
from functools import cache
from types import MemberDescriptorType
from typing import Final, TypeVar

try:
    import ctypes
except ImportError:  # a Python that was built without libffi
    ctypes = None  # type: ignore[assignment]  # `_is_suitable` asks whether it is a module

VARIABLE: Final = "MRC_NIC"
"""The environment variable that says what a NIC's data path runs on; ``native`` if nothing is said."""

_Class = TypeVar("_Class", bound=type)


class Form(IntEnum):
    """The kinds of value that an attribute's place holds, as the NIC's C numbers them."""

    OBJECT = 0
    INT = 1
    FLOAT = 2
    BOOL = 3


_C_TYPES: Final = {Form.OBJECT: 16, Form.INT: 17, Form.FLOAT: 4, Form.BOOL: 14}
"""``Py_T_OBJECT_EX``, ``Py_T_LONGLONG``, ``Py_T_DOUBLE`` and ``Py_T_BOOL``."""
_FORMS: Final = {c_type: form for form, c_type in _C_TYPES.items()}
_HEAD: Final = 16
"""Bytes that each object begins with: a count of references, and the address of its class."""


def form_of(descriptor: MemberDescriptorType) -> Form:
    """The kind of value that the place of an attribute in ``__slots__`` holds."""
    return _FORMS[_c_type_of(descriptor).value] if _is_suitable() else Form.OBJECT


def unboxed(*, ints: str = "", bools: str = "", floats: str = "") -> Callable[[_Class], _Class]:
    """A decorator: these attributes of a class, separated by blanks, are numbers that lie in its objects."""
    told = {Form.INT: ints.split(), Form.BOOL: bools.split(), Form.FLOAT: floats.split()}

    def change(kind: _Class) -> _Class:
        if _is_suitable():
            for form, names in told.items():
                for name in names:
                    _set_form(vars(kind)[name], form)
        return kind

    return change


def _words(at: int, count: int) -> list[int]:
    return list((ctypes.c_uint64 * count).from_address(at))


def _member_of(descriptor: MemberDescriptorType) -> int:
    """Where its ``PyMemberDef`` is: the addresses of a class, its name and full name are before that."""
    return _words(id(descriptor) + _HEAD, 4)[3]


def _c_type_of(descriptor: MemberDescriptorType) -> ctypes.c_int:
    """The type in a ``PyMemberDef``, which is behind the address of a name; behind it is ``_place_of``."""
    return ctypes.c_int.from_address(_member_of(descriptor) + 8)


def _place_of(descriptor: MemberDescriptorType) -> int:
    """At which byte of an object the attribute is."""
    return _words(_member_of(descriptor), 3)[2]


def _set_form(descriptor: MemberDescriptorType, form: Form) -> None:
    _c_type_of(descriptor).value = _C_TYPES[form]
    ctypes.pythonapi.PyType_Modified(ctypes.py_object(descriptor.__objclass__))


@cache
def _is_suitable() -> bool:
    """Whether attributes are to be changed, and a class of no other use shows that they can be."""
    if os.environ.get(VARIABLE) == "python" or ctypes is None:
        return False
    if sys.implementation.name != "cpython" or sys.byteorder != "little":
        return False
    if ctypes.sizeof(ctypes.c_void_p) != 8 or object.__basicsize__ != _HEAD:
        return False
    return _is_as_expected(vars(_Example)["number"]) and _reads_back()


def _is_as_expected(descriptor: MemberDescriptorType) -> bool:
    """Whether a descriptor that nobody has changed is what is read as one."""
    _, kind, of, *_, member = _words(id(descriptor), 6)
    if kind != id(MemberDescriptorType) or of != id(_Example) or not member:
        return False
    name = ctypes.c_char_p.from_address(member).value
    return (name, _c_type_of(descriptor).value) == (b"number", _C_TYPES[Form.OBJECT])


class _Example:
    __slots__ = ("number", "real", "rest", "truth")

    number: int
    real: float
    rest: list[object]
    truth: bool


def _reads_back() -> bool:
    """Whether numbers are where the descriptors of ``_Example`` say, and its objects can be searched and freed."""
    forms = {"number": Form.INT, "real": Form.FLOAT, "truth": Form.BOOL}
    for name, form in forms.items():
        _set_form(vars(_Example)[name], form)
    made, rest = _Example(), [object()]
    made.number, made.real, made.truth, made.rest = -5, 2.5, True, rest
    at = {name: id(made) + _place_of(vars(_Example)[name]) for name in forms}
    written = (
        ctypes.c_int64.from_address(at["number"]).value,
        ctypes.c_double.from_address(at["real"]).value,
        ctypes.c_bool.from_address(at["truth"]).value,
    )
    read = (made.number, made.real, made.truth)
    return written == read == (-5, 2.5, True) and gc.get_referents(made) == [rest, _Example]
