# SPDX-License-Identifier: Apache-2.0
"""What one end of a connection tells the other out of band, as there is no RDMA-CM (endpoint §1.2)."""

import json
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any

from host_stack.errors import ConfigError
from host_stack.transport.capabilities import Capabilities
from host_stack.wire.constants import ENDPOINT_QPN
from host_stack.wire.options import DscpRoles, WireOptions
from host_stack.wire.ranges import check_address, check_range


@dataclass(frozen=True, slots=True)
class Greeting:
    """One end, as the other is told.

    Attributes:
        address: its inner address, 16 bytes, or 4 of IPv4.
        qpn: its queue pair, 24 bits.
        first_psn: of the first packet it sends, 24 bits.
        capabilities: what it can do, and accepts.
    """

    address: bytes
    qpn: int
    first_psn: int
    capabilities: Capabilities

    def __post_init__(self) -> None:
        check_address("address", self.address)
        check_range("qpn", self.qpn, ENDPOINT_QPN + 1, 0xFFFFFF)
        check_range("first_psn", self.first_psn, 0, 0xFFFFFF)

    def to_json(self) -> str:
        """One line of JSON, for a peer in another process."""
        return json.dumps(
            {"address": self.address.hex(), "qpn": self.qpn, "first_psn": self.first_psn, **_plain(self.capabilities)}
        )

    @classmethod
    def from_json(cls, text: str | bytes) -> "Greeting":
        """What ``to_json`` wrote at the other end.

        Raises:
            ConfigError: it is something else; the message says which field, and what is accepted.
        """
        try:
            told = json.loads(text)
        except (ValueError, RecursionError) as problem:
            raise ConfigError(f"greeting: no JSON ({problem}); accepted: what Greeting.to_json writes") from problem
        if not isinstance(told, dict):
            raise ConfigError(f"greeting: {type(told).__name__}; accepted: an object, as Greeting.to_json writes")
        try:
            address = bytes.fromhex(told["address"])
        except (KeyError, TypeError, ValueError) as problem:
            raise ConfigError(f"address: {told.get('address')!r}; accepted: hexadecimal digits") from problem
        qpn, first_psn = _number(told, "qpn"), _number(told, "first_psn")
        return cls(address, qpn, first_psn, _made(Capabilities, told))


def _plain(value: object) -> Any:  # noqa: ANN401 - JSON
    """Options as JSON has them: enumerations by their value, sets in order."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, Capabilities | WireOptions | DscpRoles):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    return value


def _number(told: dict[str, Any], name: str) -> int:
    value = told.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise ConfigError(f"{name}: {value!r}; accepted: a whole number")
    return value


_DEFAULTS = WireOptions()


def _made(kind: type[Any], told: dict[str, Any]) -> Any:  # noqa: ANN401 - one of three dataclasses
    """A dataclass of ``_plain`` again: each field of the type that its default has."""
    sample = Capabilities(_DEFAULTS, 1) if kind is Capabilities else kind()
    return kind(**{field.name: _value(field.name, told, getattr(sample, field.name)) for field in fields(kind)})


def _value(name: str, told: dict[str, Any], sample: object) -> object:
    value = told.get(name)
    if isinstance(sample, WireOptions | DscpRoles):
        if not isinstance(value, dict):
            raise ConfigError(f"{name}: {value!r}; accepted: an object")
        return _made(type(sample), value)
    if isinstance(sample, Enum):
        kinds = {kind.value: kind for kind in type(sample)}
        if not isinstance(value, str | int) or value not in kinds:
            raise ConfigError(f"{name}: {value!r} is unknown; accepted: {', '.join(map(str, kinds))}")
        return kinds[value]
    if isinstance(sample, frozenset):
        if not isinstance(value, list) or not all(type(item) is int for item in value):
            raise ConfigError(f"{name}: {value!r}; accepted: a list of whole numbers")
        return frozenset(value)
    if isinstance(sample, bool):
        if not isinstance(value, bool):
            raise ConfigError(f"{name}: {value!r}; accepted: true or false")
        return value
    return _number(told, name)
