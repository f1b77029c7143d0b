# SPDX-License-Identifier: Apache-2.0
"""From the bits of an EV to what its packets carry: by a template, or by fields and masks.

A ``PathTemplate`` makes the SRv6 destination of a plane and an uplink (wire-format §2, topology §2). An ``Expansion``
has fields and masks (wire-format §4.3):

```
 EV bits        1 0 1 1                       most significant first, one for each bit of the masks
 field 0        width 32  start cafecafe  mask 00000000      nothing varies: the locator
 field 1        width 16  start 1000      mask 0600          takes "10":  1000 -> 1400
 field 2        width 16  start 2000      mask 0003          takes "11":  2000 -> 2003
 format         32, 16, 16 bits: cafecafe 1400 2003          a field narrower than its place is filled with zeros
```

``FieldEvs`` are EVs so defined, given one by one or generated, in every mode of travel. Under SRv6 a packet carries the
EV itself, in the most significant of its 32 bits of entropy, and the outer header what it expands to. Without
encapsulation a packet carries what it expands to: 32 bits (STEV), or 16 (UDP: the source port).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, overload

from typing_extensions import override

from host_stack.errors import ConfigError, check_range
from host_stack.paths.ev_source import EvFormat, EvSource, PathResolver
from host_stack.wire.constants import NH_IPV6
from host_stack.wire.options import EvMode, EvSplit

# --- Templates: a plane and an uplink --------------------------------------------------------------------------------


class PlaneUplink(EvFormat):
    """``0xC000 | plane`` in the high half, the T0 uplink number (= T1 index; 0 on a T0-local path) in the low half.

    So a capture shows the plane in the UDP source port (inside the range RoCEv2 asks for) and the uplink in the flow
    label.
    """

    _PREFIX = 0xC000_0000

    @override
    def entropy(self, plane: int, uplink: int) -> int:
        if not 0 <= plane <= 0xFF or not 0 <= uplink <= 0xFFFF:
            raise ConfigError(f"plane {plane}, uplink {uplink}: accepted planes 0..255, uplinks 0..65535")
        return self._PREFIX | plane << 16 | uplink

    @override
    def path(self, entropy: int) -> tuple[int, int]:
        if entropy >> 24 != self._PREFIX >> 24:
            raise ConfigError(f"EV {entropy:#010x} does not start with 0xc0")
        return entropy >> 16 & 0xFF, entropy & 0xFFFF

    @override
    def plane(self, entropy: int) -> int:
        return entropy >> 16 & 0xFF


PLANE_UPLINK = PlaneUplink()


@lru_cache
def _of_plane(form: PlaneUplink, plane: int, uplinks: int) -> tuple[int, ...]:
    """The EVs of a plane, one per uplink: the same towards all peers."""
    return tuple(form.entropy(plane, uplink) for uplink in range(uplinks))


@lru_cache(maxsize=16)
def _flips(masks: tuple[int, ...], count: int) -> tuple[int, ...]:
    """For each number below ``count``: the masks of its bits, taken together. Towards most peers they are the same."""
    flips = [0]
    for mask in masks:
        flips += [flip ^ mask for flip in flips]
    return tuple(flips[:count])


@dataclass(frozen=True, slots=True)
class PathTemplate:
    """How the bits of an EV change the outer destination address towards one peer.

    ``base`` is the destination of plane 0, uplink 0. Bit b of the plane number flips ``plane_masks[b]`` (one bit in
    each of the uSIDs), bit b of the uplink number flips ``uplink_masks[b]`` (one bit in the T1's uSID): the bit fields
    of wire-format §2.3, without knowing where a fabric put them.

    Attributes:
        base: 128-bit address.
        plane_masks: one mask per bit of the plane number, least significant first.
        uplink_masks: one mask per bit of the uplink number, least significant first; empty on a T0-local path.
        planes: how many planes exist.
        uplinks: how many uplinks exist per plane; 1 on a T0-local path.
        format: how entropy names a plane and an uplink.
    """

    base: int
    plane_masks: tuple[int, ...]
    uplink_masks: tuple[int, ...]
    planes: int
    uplinks: int
    format: PlaneUplink = PLANE_UPLINK
    _plane_flips: tuple[int, ...] = dataclasses.field(init=False, repr=False, compare=False)
    _uplink_flips: tuple[int, ...] = dataclasses.field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name, count, masks in (
            ("planes", self.planes, self.plane_masks),
            ("uplinks", self.uplinks, self.uplink_masks),
        ):
            check_range(name, count, 1, 1 << len(masks))
        taken = 0
        for mask in (*self.plane_masks, *self.uplink_masks):
            if not mask or mask >> 128 or mask & taken:
                raise ConfigError(f"masks: {mask:#034x}; accepted: bits of an address that no other mask has")
            taken |= mask
        object.__setattr__(self, "_plane_flips", _flips(self.plane_masks, self.planes))
        object.__setattr__(self, "_uplink_flips", _flips(self.uplink_masks, self.uplinks))

    def destination(self, plane: int, uplink: int) -> int:
        """128-bit outer destination; raises ConfigError if the plane or uplink does not exist."""
        if not 0 <= plane < self.planes or not 0 <= uplink < self.uplinks:
            raise ConfigError(
                f"plane {plane}, uplink {uplink}: accepted planes 0..{self.planes - 1}, uplinks 0..{self.uplinks - 1}"
            )
        return self.base ^ self._plane_flips[plane] ^ self._uplink_flips[uplink]

    def expand(self, entropy: int) -> int:
        """128-bit outer destination of an EV; raises ConfigError for one that names no path here."""
        return self.destination(*self.format.path(entropy))

    def entropies(self, plane: int) -> Sequence[int]:
        """The EVs of a plane, one per uplink."""
        return _of_plane(self.format, plane, self.uplinks)

    def outer(self, source: bytes, entropy: int) -> bytes:
        """Own address and the SRv6 destination of an EV; raises ConfigError for one that names no path here."""
        return source + self.expand(entropy).to_bytes(16, "big")


class StaticPaths(PathResolver):
    """A PathResolver from a mapping of inner addresses."""

    def __init__(self, templates: Mapping[bytes, EvSource]) -> None:
        self._templates = dict(templates)

    @override
    def template(self, peer: bytes) -> EvSource | None:
        return self._templates.get(peer)


# --- Fields and masks ------------------------------------------------------------------------------------------------

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


# --- EVs by fields and masks -----------------------------------------------------------------------------------------

ENTROPY_BITS = 32
_ADDRESS_BITS = 128
# Next header, length in units of 8 bytes beyond the first 8, type 4, segments left 1, last entry 0 (RFC 8754 §2).
_ROUTING_HEADER = bytes((NH_IPV6, 2, 4, 1, 0, 0, 0, 0))


_REMEMBERED: Final = 65_536


class FieldFormat(EvFormat):
    """How entropy names a plane: by what the EV puts into one field. What it puts into the last says the uplink."""

    def __init__(self, expansion: Expansion, plane_field: int, split: EvSplit) -> None:
        """``plane_field``: index of the field that is the plane. Raises ConfigError if it varies no bit."""
        check_range("plane_field", plane_field, 0, len(expansion.fields) - 1)
        if not expansion.fields[plane_field].bits:
            raise ConfigError(f"plane_field: field {plane_field} has no bit that an EV sets; accepted: one that has")
        if expansion.bits > ENTROPY_BITS:
            raise ConfigError(
                f"fields: {expansion.bits} bits vary; accepted: at most {ENTROPY_BITS}, all that a packet carries"
            )
        self._expansion = expansion
        self._plane_field = plane_field
        self._planes: dict[int, int] = {}
        # A source port that carries the low half puts UDP's 16 bits there.
        carried = ENTROPY_BITS if expansion.format.bits > 16 or split is EvSplit.SPORT_HIGH else 16
        self._shift = carried - (expansion.bits if expansion.format.mode.encapsulates else expansion.format.bits)

    def carried(self, value: int) -> int:
        """The entropy of a packet on the EV of this value."""
        mode = self._expansion.format.mode
        return (value if mode.encapsulates else self._expansion.expand(value)) << self._shift

    def value(self, entropy: int) -> int:
        """The EV of a packet's entropy. Raises ConfigError for one that is none of these."""
        bits = entropy >> self._shift
        if bits << self._shift != entropy:
            raise ConfigError(f"ev: {entropy:#010x} has bits below those that vary; accepted: zeros there")
        if self._expansion.format.mode.encapsulates:
            self._expansion.split(bits)
            return bits
        return self._expansion.collapse(bits)

    @override
    def entropy(self, plane: int, uplink: int) -> int:
        parts = [0] * len(self._expansion.fields)
        parts[self._plane_field] = plane
        parts[-1] = uplink if self._plane_field != len(parts) - 1 else plane
        return self.carried(self._expansion.join(parts))

    @override
    def path(self, entropy: int) -> tuple[int, int]:
        parts = self._expansion.split(self.value(entropy))
        return parts[self._plane_field], parts[-1]

    @override
    def plane(self, entropy: int) -> int:
        known = self._planes.get(entropy)
        return self._find_plane(entropy) if known is None else known

    def _find_plane(self, entropy: int) -> int:
        """It is remembered: packets come by few EVs."""
        if len(self._planes) >= _REMEMBERED:
            self._planes.clear()
        try:
            plane = self.path(entropy)[0]
        except ValueError:
            plane = 0
        self._planes[entropy] = plane
        return plane


class FieldEvs(EvSource):
    """The EVs towards one peer, by fields."""

    def __init__(
        self,
        expansion: Expansion,
        *,
        planes: int,
        plane_field: int,
        values: Sequence[int] | None = None,
        split: EvSplit = EvSplit.SPORT_HIGH,
    ) -> None:
        """EVs.

        Args:
            expansion: what the EVs expand to.
            planes: how many planes exist.
            plane_field: index of the field whose part of the EV is the plane (= NIC port).
            values: the EVs one by one (EXPLICIT); None: all that the fields generate.
            split: which half of the entropy the UDP source port carries.

        Raises:
            ConfigError: an EV of ``values`` is not one, is there twice, or names a plane that does not exist.
        """
        self._expansion = expansion
        self._planes = planes
        self._plane_field = plane_field
        self._format = FieldFormat(expansion, plane_field, split)
        self._given: dict[int, list[int]] | None = None
        if values is not None:
            self._given = {plane: [] for plane in range(planes)}
            seen = set()
            for number, value in enumerate(values):
                plane = expansion.split(value)[plane_field]
                check_range(f"evs[{number}].plane", plane, 0, planes - 1)
                if value in seen:
                    raise ConfigError(f"evs[{number}]: {value:#x} is there twice; accepted: each once")
                seen.add(value)
                self._given[plane].append(self._format.carried(value))

    @property
    def planes(self) -> int:
        """How many planes exist."""
        return self._planes

    @property
    def format(self) -> FieldFormat:
        """How entropy names a plane."""
        return self._format

    def entropies(self, plane: int) -> Sequence[int]:
        """The EVs of a plane: those given, or all that the fields generate, worked out one by one."""
        if self._given is not None:
            return self._given[plane]
        return _Generated(self._expansion, self._format, self._plane_field, plane)

    @override
    def outer(self, source: bytes, entropy: int) -> bytes:
        value = self._format.value(entropy)
        mode = self._expansion.format.mode
        if not mode.encapsulates:
            return b""
        # Expanded bits begin at the top of the address; what is not there is zero.
        spare = mode.bits - self._expansion.format.bits
        expanded = (self._expansion.expand(value) << spare).to_bytes(mode.bits // 8, "big")
        if mode.bits == _ADDRESS_BITS:
            return source + expanded
        return source + expanded[:16] + _ROUTING_HEADER + expanded[16:]


class _Generated(Sequence[int]):
    """The entropies of a plane that fields generate, in order."""

    def __init__(self, expansion: Expansion, form: FieldFormat, plane_field: int, plane: int) -> None:
        self._expansion = expansion
        self._format = form
        self._spans = [
            (plane, 1) if number == plane_field else (field.minimum, field.highest - field.minimum + 1)
            for number, field in enumerate(expansion.fields)
        ]
        field = expansion.fields[plane_field]
        self._count = 1 if field.minimum <= plane <= field.highest else 0
        for _, count in self._spans:
            self._count *= count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, number: int) -> int: ...

    @overload
    def __getitem__(self, number: slice) -> Sequence[int]: ...

    @override
    def __getitem__(self, number: int | slice) -> int | Sequence[int]:
        if isinstance(number, slice):
            return [self[each] for each in range(*number.indices(self._count))]
        if not -self._count <= number < self._count:
            raise IndexError(number)
        number %= self._count
        parts = []
        for first, count in reversed(self._spans):
            number, step = divmod(number, count)
            parts.append(first + step)
        return self._format.carried(self._expansion.join(parts[::-1]))
