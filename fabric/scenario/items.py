# SPDX-License-Identifier: Apache-2.0
"""The items of a workload, held against the fabric and the kind of its NICs."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from common.documents import Problem
from fabric.errors import RefusedValueError
from fabric.scenario.names import Names, unknown
from fabric.scenario.workload import CollectiveSpec, VictimSpec, WorkItem, WriteSpec

_OF_ANOTHER_NIC = {"mrc": frozenset[str](), "roce": frozenset({"evs"})}
"""Fields of a write that a kind of NIC has no use for."""
_SHARED_OUT = ("ring-all-reduce", "all-to-all")
"""Collectives that share a NIC's bytes out over all NICs."""


class Problems(list[Problem]):
    """What is wrong with a file."""

    @contextlib.contextmanager
    def at(self, *loc: str | int) -> Iterator[None]:
        """A value that the block refuses is a problem of `loc`."""
        try:
            yield
        except RefusedValueError as refused:
            self.append(Problem(loc, refused.what, refused.accepted))


def check_item(index: int, item: WorkItem, kind: str, limit_ns: int, names: Names) -> Problems:
    """What is wrong with an item of a workload.

    Args:
        index: of the item.
        item: as written.
        kind: of all NICs.
        limit_ns: of the run.
        names: of the fabric.
    """
    problems, place = Problems(), ("workload", index)
    if isinstance(item, WriteSpec):
        _check_ends(item, place, names, problems)
    else:
        _check_collective(item, place, names, problems)
    _check_common(item, place, kind, limit_ns, problems)
    return problems


def _check_common(item: WorkItem, place: tuple[str | int, ...], kind: str, limit_ns: int, problems: Problems) -> None:
    with problems.at(*place, "at"):
        if item.at >= limit_ns:
            raise RefusedValueError(f"{item.at} ns is not before the limit", f"less than {limit_ns} ns")
    for field in sorted(item.model_fields_set & _OF_ANOTHER_NIC[kind]):
        with problems.at(*place, field):
            raise RefusedValueError(f"does not belong to `nic: {{kind: {kind}}}`", "another kind of NIC")
    with problems.at(*place, "operation"):
        if item.operation == "send" and kind == "mrc":
            raise RefusedValueError("MRC has no sends", "write, write-imm; or `nic: {kind: roce}`")


def _check_ends(flow: WriteSpec | VictimSpec, place: tuple[str | int, ...], names: Names, problems: Problems) -> None:
    with problems.at(*place, "from"):
        names.nic(flow.source)
    with problems.at(*place, "to"):
        if names.nic(flow.to).name == flow.source:
            raise RefusedValueError(f"{flow.to!r} writes to itself", "another NIC")


def _check_collective(item: CollectiveSpec, place: tuple[str | int, ...], names: Names, problems: Problems) -> None:
    found: list[str] = []
    for position, name in enumerate(item.nics or ()):
        with problems.at(*place, "nics", position):
            nic = names.nic(name).name
            if nic in found:
                raise RefusedValueError(f"{name!r} takes part twice", "each NIC once")
            found.append(nic)
    if problems:
        return
    members = found or names.nics()
    with problems.at(*place, "collective"):
        if len(members) < 2:
            raise RefusedValueError("on one NIC alone nothing is sent", "2 NICs or more")
    with problems.at(*place, "bytes"):
        if item.collective in _SHARED_OUT and item.bytes < len(members):
            what = f"{item.bytes} bytes are shared out over {len(members)} NICs"
            raise RefusedValueError(what, f"{len(members)} bytes or more")
    with problems.at(*place, "to"):
        if item.to is not None and item.to not in members:
            raise unknown("NIC of the collective", item.to, members)
    with problems.at(*place, "outstanding"):
        if item.collective == "all-to-all" and (item.outstanding or 1) >= len(members):
            raise RefusedValueError(
                f"an all-to-all of {len(members)} NICs has {len(members) - 1} steps", f"1..{len(members) - 1}"
            )
    if item.victim is not None:
        _check_ends(item.victim, (*place, "victim"), names, problems)
