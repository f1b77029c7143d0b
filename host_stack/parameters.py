# SPDX-License-Identifier: Apache-2.0
"""A NIC's parameters by name, as a scenario gives them: fields of a few dataclasses, which check them."""

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from enum import Enum
from typing import Any, TypeVar

from host_stack.config import NicConfig
from host_stack.errors import ConfigError
from host_stack.paths.ev_profile import EvProfile
from host_stack.port_options import PortOptions
from host_stack.transport.attributes import QpCapacity, QpHint, RtsAttributes
from host_stack.transport.capabilities import Capabilities
from host_stack.transport.options import TransportOptions
from host_stack.transport.receive_resources import ReceiveLimits
from host_stack.wire.options import WireOptions

Value = str | int | bool | list[int]
_Options = TypeVar(
    "_Options", WireOptions, TransportOptions, PortOptions, ReceiveLimits, QpCapacity, QpHint, RtsAttributes
)
_Member = TypeVar("_Member", bound=Enum)

NAMED: dict[type[Any], frozenset[str]] = {
    WireOptions: frozenset(each.name for each in fields(WireOptions)) - {"dscp"},
    TransportOptions: frozenset(each.name for each in fields(TransportOptions)),
    PortOptions: frozenset(each.name for each in fields(PortOptions)),
    ReceiveLimits: frozenset(each.name for each in fields(ReceiveLimits)),
    NicConfig: frozenset({"ev_event_depth", "async_event_depth"}),
    EvProfile: frozenset({"backup_per_plane", "planes", "min_active"}),
    QpCapacity: frozenset({"max_send_wr"}),
    QpHint: frozenset(each.name for each in fields(QpHint)),
    RtsAttributes: frozenset({"ack_timeout", "linear_retries", "exponential_retries", "max_immediates"}),
    Capabilities: frozenset({"mpr", "max_immediates", "trim_nacks", "service_time"}),
}
"""Which fields have a name here. What a connection agrees on or a topology says has none: addresses, DSCPs, PSNs."""
_LISTS = frozenset({"planes", "udp_ports_accepted"})


@dataclass(frozen=True, slots=True)
class QpParameters:
    """How every queue pair of a NIC is made.

    Attributes:
        profile: fields of ``EvProfile`` by name; the rest follows from the fabric.
        capacity: how much may be posted.
        hint: what is known of the traffic.
        rts: timeouts and retries; PSN, window and what both ends agree on are filled in when they have.
        offer: fields of ``Capabilities`` by name, of what a NIC tells its peer; the rest is the NIC's.
    """

    profile: Mapping[str, Any] = field(default_factory=dict)
    capacity: QpCapacity = field(default_factory=QpCapacity)
    hint: QpHint = field(default_factory=QpHint)
    rts: RtsAttributes = field(default_factory=RtsAttributes)
    offer: Mapping[str, Any] = field(default_factory=dict)


def qp_parameters(given: Mapping[str, Value]) -> QpParameters:
    """What of all parameters by name is about queue pairs.

    Raises:
        ConfigError: a value is not accepted. EVs and planes are held against the fabric by who connects.
    """
    offer = chosen(Capabilities, given)
    Capabilities(WireOptions(), 1, **offer)  # its checks
    return QpParameters(
        profile=chosen(EvProfile, given),
        capacity=apply(QpCapacity(), given),
        hint=apply(QpHint(), given),
        rts=apply(RtsAttributes(), given),
        offer=offer,
    )


def check_names(given: Iterable[str], *besides: str) -> None:
    """Raise ConfigError for a name that no parameter has, nor is among ``besides``."""
    known = frozenset(besides).union(*NAMED.values())
    for name in given:
        if name not in known:
            raise ConfigError(f"{name}: no such NIC option; accepted: {', '.join(sorted(known))}")


def apply(options: _Options, given: Mapping[str, Value]) -> _Options:
    """``options`` with those of ``given`` that are fields of it. Raises ConfigError: a value is not accepted."""
    named = NAMED[type(options)]
    changes: dict[str, Any] = {
        name: _read(name, getattr(options, name), value) for name, value in given.items() if name in named
    }
    # dataclasses.replace re-runs the range checks.
    return replace(options, **changes)


def chosen(kind: type[Any], given: Mapping[str, Value]) -> dict[str, Any]:
    """Those of ``given`` that are fields of a dataclass. Raises ConfigError: one is of another type."""
    defaults = {each.name: _default(each) for each in fields(kind) if each.name in NAMED[kind]}
    return {name: _read(name, defaults[name], value) for name, value in given.items() if name in defaults}


def member(current: _Member, name: str, value: object) -> _Member:
    """The member of ``current``'s enumeration that has this value. Raises ConfigError: none has."""
    kinds = [each.value for each in type(current)]
    if value not in kinds:
        raise ConfigError(f"{name}: {value!r} is unknown; accepted: {', '.join(map(str, kinds))}")
    return type(current)(value)


def _default(each: "Field[Any]") -> object:
    assert each.default is not MISSING, "no field that must be given has a name"
    return each.default


def _read(name: str, current: object, value: Value) -> object:
    """``value`` as the type of ``current``, which is a whole number where it is None."""
    if isinstance(current, Enum):
        return member(current, name, value)
    if name in _LISTS:
        if not isinstance(value, list) or not all(type(each) is int for each in value):
            raise ConfigError(f"{name}: {value!r}; accepted: a list of whole numbers")
        return frozenset(value) if isinstance(current, frozenset) else tuple(value)
    if isinstance(current, bool):
        if not isinstance(value, bool):
            raise ConfigError(f"{name}: {value!r}; accepted: true or false")
    elif type(value) is not int:
        raise ConfigError(f"{name}: {value!r}; accepted: a whole number")
    return value
