# SPDX-License-Identifier: Apache-2.0
"""The congestion control algorithms by name, the choice among them, and the two simple ones: fixed window, none."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from typing_extensions import override

from host_stack.errors import ConfigError, check_range
from host_stack.transport.congestion.controller import Conditions, CongestionController, SackSample
from host_stack.transport.congestion.nscc import NsccParameters, nscc

# --- A window that never changes, and none at all --------------------------------------------------------------------

#: More bytes than the largest PSN window holds (255 units of 128 packets of 8,192 bytes and headers).
UNLIMITED = 1 << 40


@dataclass(frozen=True, slots=True)
class FixedWindowParameters:
    """Attributes: window: bytes in flight, at least 1; None for 1.5 bandwidth-delay products, NSCC's first window."""

    window: int | None = None

    def __post_init__(self) -> None:
        if self.window is not None:
            check_range("cc.window", self.window, 1, UNLIMITED)


@dataclass(frozen=True, slots=True)
class NullParameters:
    """The NULL algorithm has none."""


class FixedWindow(CongestionController):
    """At most ``window`` bytes in flight, whatever happens."""

    __slots__ = ("_window",)

    def __init__(self, window: int) -> None:
        self._window = window

    @property
    @override
    def window(self) -> int:
        return self._window

    @override
    def on_sack(self, sample: SackSample) -> None:
        pass

    @override
    def on_trim(self, size: int, inflight: int, *, last_hop: bool, now_ns: int) -> None:
        pass

    @override
    def on_loss(self, size: int, inflight: int, *, now_ns: int) -> None:
        pass


def fixed_window(parameters: FixedWindowParameters, conditions: Conditions) -> CongestionController:
    """The window that was asked for."""
    default = max(conditions.packet_bytes, conditions.bdp_bytes * 3 // 2)
    return FixedWindow(default if parameters.window is None else parameters.window)


def null(_parameters: NullParameters, _conditions: Conditions) -> CongestionController:
    """The NULL algorithm (endpoint §7.1): no congestion control, the PSN window alone limits."""
    return FixedWindow(UNLIMITED)


# --- The choice ------------------------------------------------------------------------------------------------------

NSCC = "uet-1.0-nscc"
FIXED_WINDOW = "fixed-window"
NULL = "null"

Parameter = int | float | bool | str


class Algorithm(NamedTuple):
    """A row of ``ALGORITHMS``.

    Attributes:
        parameters: a dataclass of ints, floats and bools; its constructor checks them and raises ConfigError.
        create: a fresh controller, from the parameters and what the destination is like.
    """

    parameters: type[Any]
    create: Callable[[Any, Conditions], CongestionController]


ALGORITHMS: dict[str, Algorithm] = {
    NSCC: Algorithm(NsccParameters, nscc),
    FIXED_WINDOW: Algorithm(FixedWindowParameters, fixed_window),
    NULL: Algorithm(NullParameters, null),
}
"""Every algorithm by name. "uet-1.0-nscc" and the meaning of NULL are the OCP API's (endpoint §7.1)."""


@dataclass(frozen=True, slots=True)
class CcProfile:
    """Which algorithm a destination gets, and its parameters; the first queue pair to a destination decides.

    Attributes:
        algorithm: a key of ``ALGORITHMS``.
        parameters: values by name, of the fields of the algorithm's parameters; the rest are defaults.
    """

    algorithm: str = NSCC
    parameters: Mapping[str, Parameter] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.algorithm not in ALGORITHMS:
            raise ConfigError(f"cc.algorithm: {self.algorithm!r} is unknown; accepted: {', '.join(sorted(ALGORITHMS))}")
        self._checked()

    @classmethod
    def fixed(cls, window: int) -> "CcProfile":
        """A fixed window of this many bytes. Raises ConfigError unless there is one."""
        return cls(FIXED_WINDOW, {"window": window})

    def create(self, conditions: Conditions) -> CongestionController:
        """A fresh controller. Raises ConfigError if the parameters do not suit the conditions."""
        return ALGORITHMS[self.algorithm].create(self._checked(), conditions)

    def _checked(self) -> object:
        kind = ALGORITHMS[self.algorithm].parameters
        known = {one.name: one for one in fields(kind)}
        for name, value in self.parameters.items():
            if name not in known:
                accepted = ", ".join(known) or "nothing"
                raise ConfigError(f"cc.{name}: {self.algorithm} has no such parameter; accepted: {accepted}")
            accepted = _kind(known[name].type)
            if not _is(value, accepted):
                raise ConfigError(f"cc.{name}: {value!r} is not {accepted}; accepted: {accepted}")
        return kind(**self.parameters)


def _kind(annotation: object) -> str:
    names = str(getattr(annotation, "__name__", annotation))
    return "true or false" if "bool" in names else "a number" if "float" in names else "a whole number"


def _is(value: object, accepted: str) -> bool:
    if accepted == "true or false":
        return isinstance(value, bool)
    return isinstance(value, int if accepted == "a whole number" else int | float) and not isinstance(value, bool)
