# SPDX-License-Identifier: Apache-2.0
"""EVs that are defined by fields and masks: given one by one, or generated, in every mode of travel.

Under SRv6 a packet carries the EV itself, in the most significant of its 32 bits of entropy, and the outer header what
it expands to. Without encapsulation a packet carries what it expands to: 32 bits (STEV), or 16 (UDP: the source port).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from typing_extensions import override

from host_stack.errors import ConfigError
from host_stack.paths.ev_format import EvFormat
from host_stack.paths.expansion import Expansion
from host_stack.paths.template import EvSource
from host_stack.wire.constants import NH_IPV6
from host_stack.wire.options import EvHalves
from host_stack.wire.ranges import check_range

ENTROPY_BITS = 32
_ADDRESS_BITS = 128
# Next header, length in units of 8 bytes beyond the first 8, type 4, segments left 1, last entry 0 (RFC 8754 §2).
_ROUTING_HEADER = bytes((NH_IPV6, 2, 4, 1, 0, 0, 0, 0))


class FieldFormat(EvFormat):
    """How entropy names a plane: by what the EV puts into one field. What it puts into the last says the uplink."""

    def __init__(self, expansion: Expansion, plane_field: int, halves: EvHalves) -> None:
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
        # A source port that carries the low half puts UDP's 16 bits there.
        carried = ENTROPY_BITS if expansion.format.bits > 16 or halves is EvHalves.SPORT_HIGH else 16
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
        try:
            return self.path(entropy)[0]
        except ValueError:
            return 0


class FieldEvs(EvSource):
    """The EVs towards one peer, by fields."""

    def __init__(
        self,
        expansion: Expansion,
        *,
        planes: int,
        plane_field: int,
        values: Sequence[int] | None = None,
        halves: EvHalves = EvHalves.SPORT_HIGH,
    ) -> None:
        """EVs.

        Args:
            expansion: what the EVs expand to.
            planes: how many planes exist.
            plane_field: index of the field whose part of the EV is the plane (= NIC port).
            values: the EVs one by one (EXPLICIT); None: all that the fields generate.
            halves: which half of the entropy the UDP source port carries.

        Raises:
            ConfigError: an EV of ``values`` is not one, is there twice, or names a plane that does not exist.
        """
        self._expansion = expansion
        self._planes = planes
        self._plane_field = plane_field
        self._format = FieldFormat(expansion, plane_field, halves)
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
