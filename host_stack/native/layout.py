# SPDX-License-Identifier: Apache-2.0
"""Where attributes are in the NIC's objects, in this process, and the objects that the C looks up once.

An attribute in `__slots__` is a pointer, or a number (`unboxed`), at a fixed place in each object of its class. The
place is found by experiment: an object is made, the attribute is set, and the object's words are searched for it. The C
declares a constant for each place (`InFlight_una`) and for each object (`the_None`), so its names are the list of what
it needs. A place's constant names the class, too: the C looks into objects of that class alone.
"""

from __future__ import annotations

import ctypes
import re
import sys
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from types import MemberDescriptorType

from llvmlite import ir

from host_stack.errors import HostStackError
from host_stack.unboxed import Form, form_of

_CONSTANT = re.compile(r"^@(\w+) = external .*constant i64", re.MULTILINE)
_WORD = ctypes.c_uint64
_BITS = 30
_ONE_DIGIT, _TWO_DIGITS = 0x2345_6789, 0x0123_4567_89AB_CDEF
_ONE_AND_A_HALF = 1.5
_THING = "the_"
_SLOT_BITS = 16
_VERSION_AT = 24


class UnsuitableError(HostStackError):
    """Objects of this Python cannot be read in this way; the message says why."""


def check_python() -> None:
    """Raises UnsuitableError where an object's identity is not its address, or another thread may change it."""
    if sys.implementation.name != "cpython" or sys.byteorder != "little" or ctypes.sizeof(ctypes.c_void_p) != 8:
        raise UnsuitableError("the NIC's machine code is for CPython on 64-bit processors")
    if not getattr(sys, "_is_gil_enabled", lambda: True)():
        raise UnsuitableError("the NIC's machine code needs Python's lock")
    _check_containers()
    _check_generators()


def _check_containers() -> None:
    """Sizes and items are where ``objects.h`` reads them."""
    items = [object(), object(), object()]
    for made in (items, tuple(items), dict.fromkeys(items), deque(items), b"abc"):
        if _WORD.from_address(id(made) + 16).value != len(made):
            raise UnsuitableError(f"a {type(made).__name__} of this Python is made otherwise")
    frozen = tuple(items)
    places = (_WORD.from_address(id(items) + 24).value, id(frozen) + 24)
    if any(list((_WORD * 3).from_address(place)) != list(map(id, items)) for place in places):
        raise UnsuitableError("lists or tuples of this Python are made otherwise")


def _check_generators() -> None:
    """The state of a generator of random numbers is where ``frames.c`` draws from it."""
    generator = Random(1)
    generator.getrandbits(32)
    _, (*words, used), _ = generator.getstate()
    if list((ctypes.c_uint32 * (1 + len(words))).from_address(id(generator) + 16)) != [used, *words]:
        raise UnsuitableError("generators of random numbers are made otherwise in this Python")


def names(texts: Iterable[str]) -> list[str]:
    """The constants that modules of LLVM IR ask for, sorted."""
    return sorted({name for text in texts for name in _CONSTANT.findall(text)})


def place_of(kind: type, attribute: str) -> int:
    """At which byte of an object of ``kind`` an attribute is, plus its `Form`; raises UnsuitableError."""
    descriptor = next((vars(base)[attribute] for base in kind.__mro__ if attribute in vars(base)), None)
    if not isinstance(descriptor, MemberDescriptorType):
        raise UnsuitableError(f"{kind.__name__}.{attribute} is in no slot")
    probe: object = object.__new__(kind)
    form, rest = form_of(descriptor), object()
    value, sign = {
        Form.OBJECT: (rest, id(rest)),
        Form.INT: (_TWO_DIGITS, _TWO_DIGITS),
        Form.FLOAT: (_ONE_AND_A_HALF, 0x3FF8 << 48),
        Form.BOOL: (True, 1),
    }[form]
    descriptor.__set__(probe, value)
    words = (_WORD * (kind.__basicsize__ // 8)).from_address(id(probe))
    found = [number for number, word in enumerate(words) if word == sign and 8 * number >= object.__basicsize__]
    if len(found) != 1:
        raise UnsuitableError(f"{kind.__name__}.{attribute} is not found in its object")
    return 8 * found[0] + form


def long_digit() -> int:
    """The third word of a whole number of one digit; raises UnsuitableError where numbers are made otherwise."""
    if sys.int_info.bits_per_digit != _BITS:
        raise UnsuitableError(f"digits of whole numbers have {sys.int_info.bits_per_digit} bits")
    sizes, digits = [], []
    for value, count in ((_ONE_DIGIT, 1), (_TWO_DIGITS, 2)):
        sizes.append(_WORD.from_address(id(value) + 16).value)
        digits.append(list((ctypes.c_uint32 * count).from_address(id(value) + 24)))
    expected = [[_ONE_DIGIT], [_TWO_DIGITS & (1 << _BITS) - 1, _TWO_DIGITS >> _BITS]]
    if not sizes[0] or sizes[1] != 2 * sizes[0] or digits != expected:
        raise UnsuitableError("whole numbers of this Python are made otherwise")
    return sizes[0]


def dict_version() -> int:
    """At which byte a dictionary has a number that no other has, nor it itself after any change; 0: there is none."""
    changed: dict[object, object] = {}
    changes: tuple[Callable[[], object], ...] = (
        lambda: changed.update({"a": 1, 2: 3}),
        lambda: changed.__setitem__(2, 4),
        lambda: changed.setdefault(5, 6),
        lambda: changed.__delitem__(5),
        lambda: changed.pop(2),
        changed.popitem,
        lambda: changed.__setitem__(7, 8),
        lambda: changed.__ior__({9: 10}),
        changed.clear,
    )

    def version(of: dict[object, object]) -> int:
        return _WORD.from_address(id(of) + _VERSION_AT).value

    others: list[dict[object, object]] = [{2: 3}, changed.copy(), {}]
    seen = {version(of) for of in (changed, *others)}
    for change in changes:
        change()
        seen.add(version(changed))
    changed.get(2)
    stays = version(changed) in seen
    return _VERSION_AT if stays and len(seen) == 1 + len(others) + len(changes) else 0


_FOUND_OUT: dict[str, Callable[[], int]] = {"long_digit": long_digit, "dict_version": dict_version}
"""Constants that are no slots and no objects."""


def places(wanted: Sequence[str], kinds: Mapping[str, type]) -> dict[str, int]:
    """The value of each constant: of an object its number in ``things``, of a slot its place and its class's number.

    The place has the lowest 16 bits; a word has 8 bytes, so the lowest three of these say what lies there.
    """
    things = 0
    found = {}
    numbers = {name: number for number, name in enumerate(kinds, sum(name.startswith(_THING) for name in wanted))}
    for name in wanted:
        if name in _FOUND_OUT:
            found[name] = _FOUND_OUT[name]()
        elif name.startswith(_THING):
            found[name] = things
            things += 1
        else:
            kind, _, attribute = name[1:].partition("_")
            kind = name[0] + kind
            found[name] = place_of(kinds[kind], attribute) | numbers[kind] << _SLOT_BITS
    return found


def things(wanted: Sequence[str], objects: Mapping[str, object], kinds: Mapping[str, type]) -> list[object]:
    """The objects that are asked for, and all classes; a name that ``objects`` lacks is a method's."""
    found = (name.removeprefix(_THING) for name in wanted if name.startswith(_THING))
    return [*(objects[name] if name in objects else sys.intern(name) for name in found), *kinds.values()]


def module_of(values: Mapping[str, int]) -> ir.Module:
    """A module that defines the constants."""
    module = ir.Module("nic")
    for name, value in values.items():
        constant = ir.GlobalVariable(module, ir.IntType(64), name)
        constant.initializer = ir.Constant(ir.IntType(64), value)
        constant.global_constant = True
    return module
