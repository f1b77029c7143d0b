# SPDX-License-Identifier: Apache-2.0
"""All that a NIC has in its objects: to compare two of them, and to put something else in their place."""

from collections import deque
from enum import Enum
from types import FunctionType, MemberDescriptorType, ModuleType

#: Caches: the size of a frame that was asked for last, and how frames begin. Engines may fill them differently.
_CACHES = {
    ("FrameParser", "_heads"), ("FrameParser", "_prefixes"), ("FrameBuilder", "_heads"), ("FrameBuilder", "_prefixes"),
    ("QpFrames", "_begun"), ("QpFrames", "_sized"),
}  # fmt: skip


def state(of, known):
    """All that an object has in slots and containers, with numbers in the place of objects that were seen before."""
    if of is None or isinstance(of, int | float | str | bytes | Enum):
        return of
    if id(of) in known:
        return f"object {known[id(of)][0]}"
    known[id(of)] = (len(known), of)
    if isinstance(of, dict):
        return [(state(key, known), state(value, known)) for key, value in of.items()]
    if isinstance(of, memoryview | bytearray):
        return bytes(of) if not isinstance(of, memoryview) or of.nbytes else b""
    names = {name for kind in type(of).__mro__ for name in vars(kind).get("__slots__", ())}
    if names:
        found = {name: getattr(of, name, None) for name in sorted(names) if not name.startswith("__")}
        kind = type(of).__name__
        return [kind, *((name, state(value, known)) for name, value in found.items() if (kind, name) not in _CACHES)]
    if hasattr(of, "__iter__") and not callable(of):
        return [type(of).__name__, *(state(each, known) for each in of)]
    return type(of).__name__


class Slotted:
    __slots__ = ("first", "second")


def numbers(nic):
    """All whole numbers that are somewhere in a NIC."""
    found = {}
    parts(nic, found)
    values = []
    for each in found.values():
        for kind in type(each).__mro__:
            places = [place for place in vars(kind).values() if isinstance(place, MemberDescriptorType)]
            values += [place.__get__(each) for place in places if hasattr(each, place.__name__)]
        if isinstance(each, dict):
            values += [*each, *each.values()]
        elif isinstance(each, list | tuple | set | deque):
            values += each
    return [value for value in values if type(value) is int]


OTHERS = (None, True, -1, 1 << 70, 1.5, "x", b"", b"123456", (), [], {}, set(), object(), Slotted())


#: A function leads to its module, and that to all that there is, the NICs of other tests among it.
_NO_PARTS = (int, float, str, bytes, Enum, FunctionType, ModuleType, type)


def parts(of, found):
    """All objects that hang together with one, by number."""
    if id(of) in found or isinstance(of, _NO_PARTS):
        return
    found[id(of)] = of
    if isinstance(of, dict):
        parts(list(of.values()), found)
    if isinstance(of, dict | list | tuple | set | deque):
        for each in of:
            parts(each, found)
    for kind in type(of).__mro__:
        for name, place in vars(kind).items():
            if isinstance(place, MemberDescriptorType) and hasattr(of, name):
                parts(getattr(of, name), found)


def replace_one(nic, known, drawn, kept=int | None):
    """Put anything into a slot that the C reads, and whose value is not of the classes ``kept``."""
    found = {}
    parts(nic, found)
    by_class = {}
    for each in found.values():
        by_class.setdefault(type(each).__name__, []).append(each)
    for name in drawn.sample(known, len(known)):
        kind, _, attribute = name[1:].partition("_")
        of_kind = by_class.get(name[0] + kind, ())
        if of_kind and not isinstance(getattr(of_kind[0], attribute, 0), kept):
            object.__setattr__(drawn.choice(of_kind), attribute, drawn.choice(OTHERS))  # what is frozen, too
            return
