# SPDX-License-Identifier: Apache-2.0
"""What a program in BMv2 JSON names: its tables, actions and so on, found by any unambiguous end of their names."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from p4soft.drop_in.cli.errors import CommandError


@dataclass(frozen=True, slots=True)
class Action:
    """An action, with (name, width in bits) per parameter."""

    name: str
    params: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        params = ",\t".join(f"{name}({width})" for name, width in self.params)
        return f"{self.name:30} [{params}]"


@dataclass(frozen=True, slots=True)
class Key:
    """A part of a table's key; the width is in bits."""

    name: str
    match: str
    width: int


@dataclass(frozen=True, slots=True)
class Profile:
    """An action profile; `tables` are those that use it."""

    name: str
    has_selector: bool
    actions: dict[str, Action] = field(default_factory=dict)
    tables: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Table:
    """A match-action table; `kind` is simple, indirect or indirect_ws (with a selector)."""

    name: str
    match: str
    kind: str
    has_timeout: bool
    key: tuple[Key, ...]
    actions: dict[str, Action]
    profile: Profile | None

    @property
    def has_priority(self) -> bool:
        """Whether commands that name an entry by its key end with a priority."""
        return self.match in ("ternary", "range")

    def __str__(self) -> str:
        key = ",\t".join(f"{part.name}({part.match}, {part.width})" for part in self.key)
        return f"{self.name:30} [implementation={self.profile.name if self.profile else 'None'}, mk={key}]"


@dataclass(frozen=True, slots=True)
class Array:
    """A counter, meter or register; `table` is the one that a direct counter or meter belongs to."""

    name: str
    table: str | None
    rates: int = 0


@dataclass(frozen=True, slots=True)
class ValueSet:
    """A parser value set; the width is in bits."""

    name: str
    width: int

    def __str__(self) -> str:
        return f"{self.name:30} [compressed bitwidth:{self.width}]"


class _Named(Protocol):
    @property
    def name(self) -> str: ...


_T = TypeVar("_T", bound=_Named)


class Names(Generic[_T]):
    """All objects of a kind, by their names and by every end of a name that only one of them has (`ipv4_lpm`)."""

    def __init__(self, kind: str, objects: Iterable[_T]) -> None:
        self._kind = kind
        self._objects = {each.name: each for each in objects}
        ends = [(end, each) for each in self._objects.values() for end in _ends(each.name)]
        count = Counter(end for end, _ in ends)
        self._by_end = {end: each for end, each in ends if count[end] == 1}

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._objects))

    def values(self) -> list[_T]:
        """All of them, in the order of their names."""
        return [self._objects[name] for name in sorted(self._objects)]

    def __getitem__(self, name: str) -> _T:
        """Raises CommandError for a name that is unknown or not unique."""
        found = self.get(name)
        if found is None:
            raise CommandError(f"Invalid {self._kind} name ({name})")
        return found

    def get(self, name: str) -> _T | None:
        """None for a name that is unknown or not unique."""
        return self._by_end.get(name)


class Program:
    """The objects of one program.

    Attributes:
        crcs: the width in bits of every custom CRC, by name.
    """

    def __init__(self, text: str) -> None:
        """Read BMv2 JSON; raises CommandError for anything else."""
        try:
            document = json.loads(text)
            self._read(document)
        except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
            raise CommandError(f"not the BMv2 JSON of a program ({type(error).__name__}: {error})") from None

    def _read(self, document: dict[str, Any]) -> None:
        def every(key: str) -> list[dict[str, Any]]:
            return list(document.get(key, ()))

        widths = _Widths(document)
        actions = {each["name"]: _action(each) for each in every("actions")}
        profiles, tables = {}, []
        for pipeline in every("pipelines"):
            for each in pipeline.get("action_profiles", ()):
                profiles[each["name"]] = Profile(each["name"], "selector" in each)
            for each in pipeline["tables"]:
                table = _table(each, actions, profiles, widths)
                if table.profile is not None:
                    table.profile.actions.update(table.actions)
                    table.profile.tables.append(table.name)
                tables.append(table)
        self.tables = Names("table", tables)
        self.actions = Names("action", actions.values())
        self.profiles = Names("action profile", profiles.values())
        self.counters = Names("counter", [_array(each) for each in every("counter_arrays")])
        self.meters = Names("meter", [_array(each) for each in every("meter_arrays")])
        self.registers = Names("register", [_array(each) for each in every("register_arrays")])
        sets = [ValueSet(each["name"], each["compressed_bitwidth"]) for each in every("parse_vsets")]
        self.value_sets = Names("parser value set", sets)
        custom = {"crc16_custom": 16, "crc32_custom": 32}
        self.crcs = {each["name"]: custom[each["algo"]] for each in every("calculations") if each["algo"] in custom}

    def action_of(self, owner: Table | Profile, name: str) -> Action | None:
        """The action of a table or profile, None if it has none of this name."""
        action = self.actions.get(name)
        return action if action is not None and action.name in owner.actions else None


class _Widths:
    """Widths of header fields, in bits."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        types = {each["name"]: {f[0]: f[1] for f in each["fields"]} for each in document.get("header_types", ())}
        self._fields = {each["name"]: types[each["header_type"]] for each in document.get("headers", ())}

    def __call__(self, header: str, name: str) -> int:
        return int(self._fields[header][name])


def _action(given: Mapping[str, Any]) -> Action:
    return Action(given["name"], tuple((each["name"], each["bitwidth"]) for each in given["runtime_data"]))


def _table(
    given: Mapping[str, Any],
    actions: Mapping[str, Action],
    profiles: dict[str, Profile],
    widths: Callable[[str, str], int],
) -> Table:
    profile = None
    if given["type"] in ("indirect", "indirect_ws"):
        name = given.get("action_profile")
        if name is None:  # JSON before 2.13 had a profile per table
            name = given["act_prof_name"]
            profiles[name] = Profile(name, "selector" in given)
        profile = profiles[name]
    key = []
    for each in given["key"]:
        target, match = each["target"], each["match_type"]
        if match == "valid":
            key.append(Key(f"{target if isinstance(target, str) else target[0]}_valid", match, 1))
        elif target[1] == "$valid$":
            key.append(Key(f"{target[0]}_valid", match, 1))
        else:
            key.append(Key(".".join(target), match, widths(target[0], target[1])))
    allowed = {name: actions[name] for name in given["actions"]}
    return Table(
        given["name"], given["match_type"], given["type"], given["support_timeout"], tuple(key), allowed, profile
    )


def _array(given: Mapping[str, Any]) -> Array:
    return Array(given["name"], given["binding"] if given.get("is_direct") else None, given.get("rate_count", 0))


def _ends(name: str) -> Iterable[str]:
    parts = name.split(".")
    return [".".join(parts[start:]) for start in range(len(parts))]
