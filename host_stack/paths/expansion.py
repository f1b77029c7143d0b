# SPDX-License-Identifier: Apache-2.0
"""From the bits of an EV to the bits of addresses, by fields and masks (wire-format §4.3).

```
 EV bits        1 0 1 1                       most significant first, one for each bit of the masks
 field 0        width 32  start cafecafe  mask 00000000      nothing varies: the locator
 field 1        width 16  start 1000      mask 0600          takes "10":  1000 -> 1400
 field 2        width 16  start 2000      mask 0003          takes "11":  2000 -> 2003
 format         32, 16, 16 bits: cafecafe 1400 2003          a field narrower than its place is filled with zeros
```
"""

from collections.abc import Sequence
from dataclasses import dataclass

from host_stack.errors import ConfigError
from host_stack.wire.options import EvMode
from host_stack.wire.ranges import check_range

MAX_FIELD_BITS = 32


@dataclass(frozen=True, slots=True)
class EvFormatFields:
    """The places of an expanded EV, most significant first.

    Attributes:
        mode: how it travels.
        widths: bits of each place, 1..32.
    """

    mode: EvMode
    widths: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.widths:
            raise ConfigError("format.fields: none; accepted: at least one")
        for number, width in enumerate(self.widths):
            check_range(f"format.fields[{number}].width", width, 1, MAX_FIELD_BITS)
        if self.bits > self.mode.bits:
            accepted = f"at most {self.mode.bits} in mode {self.mode.value}"
            raise ConfigError(f"format.fields: {self.bits} bits together; accepted: {accepted}")

    @property
    def bits(self) -> int:
        """Bits of an expanded EV."""
        return sum(self.widths)


@dataclass(frozen=True, slots=True)
class EvField:
    """One field of an EV profile.

    Attributes:
        width: bits, 1..32, at most those of its place in the format.
        initial: its value where the mask has no bit.
        mask: bits that the EV sets.
        minimum, maximum: of what the EV puts in, for generated EVs; a maximum of None is all that the mask holds.
    """

    width: int
    initial: int = 0
    mask: int = 0
    minimum: int = 0
    maximum: int | None = None

    def __post_init__(self) -> None:
        check_range("field.width", self.width, 1, MAX_FIELD_BITS)
        check_range("field.initial", self.initial, 0, (1 << self.width) - 1)
        check_range("field.mask", self.mask, 0, (1 << self.width) - 1)
        check_range("field.maximum", self.highest, 0, (1 << self.bits) - 1)
        check_range("field.minimum", self.minimum, 0, self.highest)

    @property
    def bits(self) -> int:
        """How many bits of an EV it takes."""
        return self.mask.bit_count()

    @property
    def highest(self) -> int:
        """Largest value that the EV may put in."""
        return (1 << self.bits) - 1 if self.maximum is None else self.maximum

    def deposit(self, value: int) -> int:
        """The field with the bits of ``value`` in the places of its mask, in order of significance."""
        result, place = self.initial & ~self.mask, 0
        for bit in range(self.width):
            if self.mask >> bit & 1:
                result |= (value >> place & 1) << bit
                place += 1
        return result

    def withdraw(self, value: int) -> int:
        """What the bits of ``value`` in the places of its mask say together: the inverse of ``deposit``."""
        result, place = 0, 0
        for bit in range(self.width):
            if self.mask >> bit & 1:
                result |= (value >> bit & 1) << place
                place += 1
        return result


@dataclass(frozen=True, slots=True)
class Expansion:
    """Fields in the places of a format.

    Attributes:
        format: the places.
        fields: no more than places; places that are left over are zero.
    """

    format: EvFormatFields
    fields: tuple[EvField, ...]

    def __post_init__(self) -> None:
        if len(self.fields) > len(self.format.widths):
            raise ConfigError(f"fields: {len(self.fields)} of them; accepted: at most {len(self.format.widths)}")
        for number, (field, width) in enumerate(zip(self.fields, self.format.widths, strict=False)):
            if field.width > width:
                raise ConfigError(f"fields[{number}].width: {field.width}; accepted: at most {width}, as its place")

    @property
    def bits(self) -> int:
        """How many bits an EV has."""
        return sum(field.bits for field in self.fields)

    def split(self, value: int) -> tuple[int, ...]:
        """What an EV of ``bits`` bits puts into each field. Raises ConfigError for one with more bits."""
        check_range("ev", value, 0, (1 << self.bits) - 1)
        left, parts = self.bits, []
        for field in self.fields:
            left -= field.bits
            parts.append(value >> left & (1 << field.bits) - 1)
        return tuple(parts)

    def join(self, parts: Sequence[int]) -> int:
        """The EV that puts ``parts`` into the fields: the inverse of ``split``."""
        value = 0
        for field, part in zip(self.fields, parts, strict=True):
            check_range("ev.part", part, 0, (1 << field.bits) - 1)
            value = value << field.bits | part
        return value

    def expand(self, value: int) -> int:
        """The ``format.bits`` bits that an EV stands for. Raises ConfigError for one with too many bits."""
        parts = self.split(value)
        result = 0
        for number, width in enumerate(self.format.widths):
            filled = self.fields[number].deposit(parts[number]) if number < len(self.fields) else 0
            result = result << width | filled
        return result

    def collapse(self, expanded: int) -> int:
        """The EV that expands to these bits: the inverse of ``expand``. Raises ConfigError if none does."""
        left, parts = self.format.bits, []
        for field, width in zip(self.fields, self.format.widths, strict=False):
            left -= width
            parts.append(field.withdraw(expanded >> left & (1 << width) - 1))
        value = self.join(parts)
        if self.expand(value) != expanded:
            raise ConfigError(f"ev: {expanded:#x} is no expansion of these fields; accepted: their fixed bits")
        return value

    def generated(self) -> int:
        """How many EVs its fields' minima and maxima allow."""
        count = 1
        for field in self.fields:
            count *= field.highest - field.minimum + 1
        return count

    def nth(self, number: int) -> int:
        """EV number ``number`` of all that may be generated, in order of value. Raises ConfigError beyond them."""
        check_range("ev.number", number, 0, self.generated() - 1)
        parts = []
        for field in reversed(self.fields):
            number, step = divmod(number, field.highest - field.minimum + 1)
            parts.append(field.minimum + step)
        return self.join(parts[::-1])
