# SPDX-License-Identifier: Apache-2.0
"""A table entry as it lives in the switch: what the control plane reads and what the data path executes."""

from __future__ import annotations

from collections.abc import Sequence

from p4soft.switch.program.model import SourceInfo
from p4soft.switch.state.cells import COUNTER_MASK, CounterValue, Meter
from p4soft.switch.state.match import ActionCall, ActionRef, MatchField
from p4soft.switch.state.profiles import Group, Member

NO_ACTION_ID = -1


class Entry:
    """One entry of a table, or its default entry. Read it freely; change it only through its Table.

    Attributes:
        handle: small integer, unique in the table, reused lowest first after a delete (as BMv2); -1 = default entry.
        generation: how many entries have had this handle before, modulo 256: tells a deleted entry from its successor.
        key: the match fields, in the table's key order; () for the default entry.
        priority: higher wins; 0 in tables whose match needs none. See Table.
        action: what the control plane asked for.
        packets, bytes: direct counter (counted only when the table has one).
        meter: direct meter, or None.
        idle_timeout_ns: 0 = never.
        last_hit_us: time of insertion or of the last hit (kept only when the table supports time-outs).
        metadata: opaque bytes of the control plane.
        const: given by the program; cannot be changed.
        source: where the program gives it.
        action_id, args: the resolved action call (action_id -1: no action); unused when `member` or `group` is set.
        member, group: the profile objects behind a MemberRef / GroupRef.
        rank: precedence among matching entries, lowest first: (-priority, handle).
    """

    __slots__ = (
        "action",
        "action_id",
        "args",
        "bytes",
        "const",
        "generation",
        "group",
        "handle",
        "idle_timeout_ns",
        "key",
        "last_hit_us",
        "member",
        "metadata",
        "meter",
        "packets",
        "priority",
        "rank",
        "source",
    )

    def __init__(self, handle: int, key: Sequence[MatchField], priority: int, action: ActionRef | None) -> None:
        self.handle = handle
        self.generation = 0
        self.key = tuple(key)
        self.priority = priority
        self.action = action
        self.packets = 0
        self.bytes = 0
        self.meter: Meter | None = None
        self.idle_timeout_ns = 0
        self.last_hit_us = 0
        self.metadata = b""
        self.const = False
        self.source: SourceInfo | None = None
        self.action_id = NO_ACTION_ID
        self.args: tuple[int, ...] = ()
        self.member: Member | None = None
        self.group: Group | None = None
        self.rank = (-priority, handle)

    def retire(self) -> None:
        """The entry is no longer in its table; what it counted can still be read."""

    @property
    def counter(self) -> CounterValue:
        """The direct counter's reading."""
        return CounterValue(self.packets & COUNTER_MASK, self.bytes & COUNTER_MASK)

    @property
    def is_default(self) -> bool:
        """True for a table's default entry."""
        return self.handle < 0

    def describe(self, names: Sequence[str]) -> str:
        """One line for people: `hdr.ipv4.dst=0xa000000/8 priority 3`; `names` are the key's field names."""
        if self.is_default:
            return "default entry"
        text = ", ".join(f"{n}={m}" for n, m in zip(names, self.key, strict=True))
        return f"{text} priority {self.priority}" if self.priority else text

    def __repr__(self) -> str:
        action = self.action if self.action is None or isinstance(self.action, ActionCall) else str(self.action)
        return f"Entry(handle={self.handle}, key={self.key}, priority={self.priority}, action={action})"
