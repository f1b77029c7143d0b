# SPDX-License-Identifier: Apache-2.0
"""Resolves action calls by name against what a table or an action profile allows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from p4soft.switch.program.model import Action
from p4soft.switch.state.errors import InvalidEntry
from p4soft.switch.state.match import ActionCall

_NONE: tuple[None, list[int]] = (None, [])


class ActionSet:
    """The actions one table or profile may run, by name."""

    __slots__ = ("_by_name", "_limits", "_where")

    def __init__(self, where: str, ids: Iterable[int], actions: Mapping[int, Action]) -> None:
        self._where = where
        self._by_name = {actions[i].name: actions[i] for i in ids}
        self._limits = {
            name: (action.id, [1 << param.width for param in action.params]) for name, action in self._by_name.items()
        }

    def resolve(self, call: ActionCall) -> int:
        """The id of the action called; raises InvalidEntry for an unknown name, wrong argument count or width."""
        action_id, limits = self._limits.get(call.name, _NONE)
        args = call.args
        if len(args) == len(limits):
            for value, limit in zip(args, limits, strict=True):
                if not 0 <= value < limit:
                    break
            else:
                if action_id is not None:
                    return action_id
        action = self._by_name.get(call.name)
        if action is None:
            raise InvalidEntry(
                f"{self._where}: action {call.name!r} cannot be used here; "
                f"accepted: {', '.join(self._by_name) or 'none'}"
            )
        if len(call.args) != len(action.params):
            wanted = ", ".join(f"bit<{p.width}> {p.name}" for p in action.params)
            raise InvalidEntry(
                f"{self._where}: action {call.name} takes {len(action.params)} arguments ({wanted}), "
                f"got {len(call.args)}"
            )
        for param, value in zip(action.params, call.args, strict=True):
            if not 0 <= value < 1 << param.width:
                raise InvalidEntry(
                    f"{self._where}: action {call.name}: argument {param.name}: {value:#x} does not fit "
                    f"{param.width} bits; accepted: 0..{(1 << param.width) - 1:#x}"
                )
        return action.id
