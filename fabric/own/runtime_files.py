# SPDX-License-Identifier: Apache-2.0
"""Files of entries: the `sX-runtime.json` of p4lang's tutorials, or a P4Runtime WriteRequest as text or JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from common.documents import Document, read, validate
from fabric.own.entries import Entry, Group, Named, UpdatesFile, Value, Written

_LARGEST = 16 << 20
_VALUES = 2_000_000

_Number = str | int


def _or_list(value: object) -> object:
    return value if isinstance(value, list) else [value]


_Match = Annotated[list[_Number], BeforeValidator(_or_list), Field(min_length=1, max_length=2)]


class _Spec(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class _EntrySpec(_Spec):
    table: str = Field(description="the name of a table")
    match: dict[str, _Match] | None = Field(
        None, description="a map of match fields to a value, or to [value, prefix length or mask], or [low, high]"
    )
    action_name: str = Field(description="the name of an action")
    action_params: dict[str, _Number] = Field(default_factory=dict, description="a map of parameters to values")
    default_action: bool = Field(False, description="true or false")
    priority: int | None = Field(None, description="a number above 0")


class _ReplicaSpec(_Spec):
    egress_port: int = Field(description="a port")
    instance: int = Field(0, description="a number")


class _GroupSpec(_Spec):
    multicast_group_id: int = Field(gt=0, description="a number above 0")
    replicas: list[_ReplicaSpec] = Field(description="a list of {egress_port, instance}")


class _CloneSpec(_Spec):
    clone_session_id: int = Field(gt=0, description="a number above 0")
    replicas: list[_ReplicaSpec] = Field(description="a list of {egress_port, instance}")
    packet_length_bytes: int = Field(0, ge=0, description="bytes, 0 for all")


class _RuntimeSpec(_Spec):
    table_entries: list[_EntrySpec] = Field([], description="a list of entries")
    multicast_group_entries: list[_GroupSpec] = Field([], description="a list of groups")
    clone_session_entries: list[_CloneSpec] = Field([], description="a list of clone sessions")


def read_entries(file: Path) -> list[Written]:
    """What a file says to write. Raises DocumentError."""
    if file.suffix != ".json":
        return [Written(str(file), UpdatesFile(file))]
    document = read(file, max_bytes=_LARGEST, max_values=_VALUES)
    if "updates" in document.data:
        return [Written(str(file), UpdatesFile(file))]
    return list(_of_runtime(document, validate(document, _RuntimeSpec)))


def _of_runtime(document: Document, spec: _RuntimeSpec) -> Iterator[Written]:
    def where(field: str, index: int) -> str:
        return f"{document.place((field, index))}: {field}.{index}"

    # The order of the tutorials' own controller.
    for index, entry in enumerate(spec.table_entries):
        yield Written(where("table_entries", index), _entry(entry))
    for index, group in enumerate(spec.multicast_group_entries):
        what = Group(group.multicast_group_id, _replicas(group.replicas), clones=False)
        yield Written(where("multicast_group_entries", index), what)
    for index, clone in enumerate(spec.clone_session_entries):
        what = Group(clone.clone_session_id, _replicas(clone.replicas), clones=True, length=clone.packet_length_bytes)
        yield Written(where("clone_session_entries", index), what)


def _entry(spec: _EntrySpec) -> Entry:
    match: Mapping[str, list[_Number]] = spec.match or {}
    return Entry(
        table=spec.table,
        match=tuple(Named(name, _value(parts)) for name, parts in match.items()),
        action=spec.action_name,
        arguments=tuple(Named(name, Value(str(value))) for name, value in spec.action_params.items()),
        priority=spec.priority,
        is_default=spec.default_action,
    )


def _value(parts: list[_Number]) -> Value:
    first, *more = map(str, parts)
    return Value(first, ",", more[0]) if more else Value(first)


def _replicas(specs: list[_ReplicaSpec]) -> tuple[tuple[int, int], ...]:
    return tuple((each.egress_port, each.instance) for each in specs)
