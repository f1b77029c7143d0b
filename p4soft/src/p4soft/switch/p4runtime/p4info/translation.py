# SPDX-License-Identifier: Apache-2.0
"""@p4runtime_translation(uri, string): the client says names, the data path sees numbers.

The specification leaves the mapping to the target. This one needs no configuration and never maps two names to one
number:

* a name that is a decimal number (no leading zeros) which fits the type is that number: "7" is port 7;
* any other name gets a number of its own when it is first written, from the upper half of the type's range on, so that
  it stays out of the way of small numbers, and keeps it until the pipeline is replaced (RECONCILE keeps it);
* a number that has no name is read as its decimal digits.
"""

from __future__ import annotations

import re

from p4soft.switch.p4runtime.status import RESOURCE_EXHAUSTED, P4RuntimeError, invalid

_DECIMAL = re.compile(rb"0|[1-9][0-9]*")


class StringMap:
    """Names and numbers of one translated type, `width` bits wide in the data path."""

    def __init__(self, type_name: str, width: int) -> None:
        self.type_name = type_name
        self.width = width
        self._numbers: dict[bytes, int] = {}
        self._names: dict[int, bytes] = {}
        self._next = 1 << (width - 1)

    def decode(self, name: bytes, where: str, *parts: object) -> int:
        """The number of a name; `where` is a %-format of `parts`, as for `bytestring.decode`.

        Raises:
            P4RuntimeError: INVALID_ARGUMENT for what is not UTF-8, or a number another name has; RESOURCE_EXHAUSTED
                when every number has a name.
        """
        known = self._numbers.get(name)
        if known is not None:
            return known
        label = where % parts if parts else where
        if _DECIMAL.fullmatch(name) and len(name) <= self.width and not int(name) >> self.width:
            number = int(name)
            taken = self._names.get(number)
            if taken is not None:
                raise invalid(f"{label}: {number} already stands for the name {taken.decode()!r} of {self.type_name}")
            return number
        try:
            name.decode()
        except UnicodeDecodeError:
            raise invalid(f"{label}: {name!r} is not UTF-8; accepted: a string ({self.type_name})") from None
        number = self._free(label)
        self._numbers[name], self._names[number] = number, name
        return number

    def encode(self, number: int) -> bytes:
        """The name of a number."""
        return self._names.get(number) or b"%d" % number

    def adopt(self, other: StringMap) -> None:
        """Take over the names of an earlier pipeline's type of the same name, as far as they fit."""
        for name, number in other._numbers.items():
            if not number >> self.width and number not in self._names and name not in self._numbers:
                self._numbers[name], self._names[number] = number, name

    def _free(self, label: str) -> int:
        full = 1 << self.width
        for _ in range(min(full, len(self._names) + 1)):
            number, self._next = self._next, (self._next + 1) % full
            if number not in self._names:
                return number
        raise P4RuntimeError(RESOURCE_EXHAUSTED, f"{label}: all {full} values of {self.type_name} have names already")
