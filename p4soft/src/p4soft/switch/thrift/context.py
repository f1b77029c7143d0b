# SPDX-License-Identifier: Apache-2.0
"""What the calls of every service stand on: the switch, its clock, and the numbers of members and groups."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from p4soft.switch import SimpleSwitch
from p4soft.switch.program.model import Program
from p4soft.switch.state import ActionProfile, SwitchState, Table
from p4soft.switch.thrift.dispatch import RefusalError
from p4soft.switch.thrift.values import signed

_P = ParamSpec("_P")
_R = TypeVar("_R")


@dataclass(frozen=True, slots=True)
class Context:
    """The switch, as the calls see it."""

    switch: SimpleSwitch
    now_us: Callable[[], int]
    on_change: Callable[[], None]

    @property
    def state(self) -> SwitchState:
        """What the loaded program keeps; raises RefusalError when there is no program."""
        if self.switch.state is None:
            raise RefusalError("the switch has no program yet; accepted: one over P4Runtime, or load_new_config_file")
        return self.switch.state

    @property
    def program(self) -> Program:
        """The loaded program; raises RefusalError when there is none."""
        return self.state.program

    def profile_of(self, table: Table) -> ActionProfile:
        """The action profile of an indirect table; raises RefusalError for another one."""
        name = table.spec.action_profile
        if name is None:
            raise RefusalError(f"table {table.name} has no action profile")
        return self.state.action_profile(name)


class _Handler(Protocol):
    @property
    def context(self) -> Context: ...


_Self = TypeVar("_Self", bound=_Handler)


def locked(method: Callable[Concatenate[_Self, _P], _R]) -> Callable[Concatenate[_Self, _P], _R]:
    """Run a call under the switch's lock, and say afterwards that something may have changed."""

    @functools.wraps(method)
    def run(self: _Self, /, *args: _P.args, **kwargs: _P.kwargs) -> _R:
        with self.context.switch.lock:
            result = method(self, *args, **kwargs)
        self.context.on_change()
        return result

    return run


def number_of(handle: int) -> int:
    """The id of a member or group, which P4Runtime counts from 1, for a handle, which BMv2 counts from 0."""
    return handle % (1 << 32) + 1


def handle_of(number: int) -> int:
    """The handle for an id."""
    return signed(number - 1, 32)
