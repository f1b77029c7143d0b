# SPDX-License-Identifier: Apache-2.0
"""Commands: their words, the session they work on, how words are completed, and their errors."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct, field
from thriftpy2.thrift import TApplicationException, TException

from p4soft.switch.thrift.interface import simple_pre_lag, simple_switch, standard

# --- Errors ----------------------------------------------------------------------------------------------------------


class CommandError(Exception):
    """The command cannot be carried out; the message is for the person who typed it."""

    heading = "Error:"


class MatchKeyError(CommandError):
    heading = "Invalid match key:"


class ActionDataError(CommandError):
    heading = "Invalid runtime data:"


_REFUSALS = (
    (standard.InvalidTableOperation, standard.TableOperationErrorCode, "table"),
    (standard.InvalidCounterOperation, standard.CounterOperationErrorCode, "counter"),
    (standard.InvalidMeterOperation, standard.MeterOperationErrorCode, "meter"),
    (standard.InvalidRegisterOperation, standard.RegisterOperationErrorCode, "register"),
    (standard.InvalidLearnOperation, standard.LearnOperationErrorCode, "learn"),
    (standard.InvalidSwapOperation, standard.SwapOperationErrorCode, "swap"),
    (standard.InvalidDevMgrOperation, standard.DevMgrErrorCode, "device manager"),
    (standard.InvalidCrcOperation, standard.CrcErrorCode, "crc"),
    (standard.InvalidToeplitzHashOperation, standard.ToeplitzHashErrorCode, "Toeplitz hash"),
    (standard.InvalidParseVSetOperation, standard.ParseVSetOperationErrorCode, "parser value set"),
    (simple_pre_lag.InvalidMcOperation, simple_pre_lag.McOperationErrorCode, "PRE"),
    (simple_switch.InvalidMirroringOperation, simple_switch.MirroringOperationErrorCode, "mirroring"),
)


def explained(error: TException) -> str:
    """The line for what the switch refused. Raises the error itself when it is no refusal: the connection broke."""
    if isinstance(error, TApplicationException):
        return f"Error: {error.message}"
    for kind, codes, subject in _REFUSALS:
        if isinstance(error, kind):
            name = codes._VALUES_TO_NAMES.get(error.code, error.code)
            return f"Invalid {subject} operation ({name})"
    raise error


# --- Words -----------------------------------------------------------------------------------------------------------


class Words:
    """What was typed after a command's name."""

    def __init__(self, words: Sequence[str]) -> None:
        self.all = list(words)

    def exactly(self, count: int) -> list[str]:
        """All words; raises CommandError if there are not `count`."""
        if len(self.all) != count:
            raise CommandError(f"Wrong number of args, expected {count} but got {len(self.all)}")
        return self.all

    def at_least(self, count: int) -> list[str]:
        """All words; raises CommandError if there are fewer than `count`."""
        if len(self.all) < count:
            raise CommandError("Insufficient number of args")
        return self.all


def integer(word: str, what: str) -> int:
    """A decimal number; raises CommandError, in which `what` names it."""
    try:
        return int(word)
    except ValueError:
        raise CommandError(f"Bad format for {what}") from None


def number_of(word: str, what: str) -> int:
    """As `integer`, but the message says what is expected."""
    return integer(word, f"{what}, expected integer")


def unsigned(word: str, width: int) -> int:
    """A number in any base, of at most `width` bits, as Thrift carries it: signed. Raises CommandError."""
    try:
        value = int(word, 0)
    except ValueError:
        raise CommandError(f"'{word}' is not a number") from None
    if not 0 <= value < 1 << width:
        raise CommandError(f"Integer cannot fit within {width} bits")
    return value - (1 << width) if value >> (width - 1) else value


def boolean(word: str) -> bool:
    """true, false or a number; raises CommandError."""
    if word in ("true", "True", "false", "False"):
        return word.lower() == "true"
    try:
        return bool(int(word, 0))
    except ValueError:
        raise CommandError("Invalid bool parameter") from None


# --- What a program names --------------------------------------------------------------------------------------------


class Action(Struct, frozen=True):
    """An action, with (name, width in bits) per parameter."""

    name: str
    params: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        params = ",\t".join(f"{name}({width})" for name, width in self.params)
        return f"{self.name:30} [{params}]"


class Key(Struct, frozen=True):
    """A part of a table's key; the width is in bits."""

    name: str
    match: str
    width: int


class Profile(Struct, frozen=True):
    """An action profile; `tables` are those that use it."""

    name: str
    has_selector: bool
    actions: dict[str, Action] = field(default_factory=dict)
    tables: list[str] = field(default_factory=list)


class Table(Struct, frozen=True):
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


class Array(Struct, frozen=True):
    """A counter, meter or register; `table` is the one that a direct counter or meter belongs to."""

    name: str
    table: str | None
    rates: int = 0


class ValueSet(Struct, frozen=True):
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


# --- Commands --------------------------------------------------------------------------------------------------------


@dataclass
class Session:
    """A connection to a switch.

    Attributes:
        standard: the service that every target of BMv2's has.
        replication: the service of multicast.
        simple_switch: the service of simple_switch.
        program: what the switch's program names.
        engine: None for no multicast, "SimplePre" without link aggregation groups, "SimplePreLAG" with them.
    """

    standard: Any
    replication: Any
    simple_switch: Any
    program: Program
    engine: str | None


Run = Callable[[Session, Words], None]
Complete = Callable[[Program, list[str]], Iterable[str]]
"""The words that may come next, after those typed before."""


class Command(Struct, frozen=True):
    """A command: `help` is what `help NAME` shows, None to keep it out of the list."""

    name: str
    help: str | None
    run: Run
    complete: Complete


class Group:
    def __init__(self) -> None:
        self.commands: list[Command] = []

    def command(self, usage: str, meaning: str, complete: Complete = lambda *_: ()) -> Callable[[Run], Run]:
        """Define a command: `usage` starts with its name."""

        def define(run: Run) -> Run:
            self.commands.append(Command(usage.split(maxsplit=1)[0], f"{meaning}: {usage}", run, complete))
            return run

        return define


def tables(program: Program, before: list[str]) -> Iterable[str]:
    """Names of tables, as the first word."""
    return () if before else iter(program.tables)


def tables_and_actions(program: Program, before: list[str]) -> Iterable[str]:
    if len(before) == 1 and (table := program.tables.get(before[0])) is not None:
        return sorted(table.actions)
    return tables(program, before)


def profiles(program: Program, before: list[str]) -> Iterable[str]:
    return () if before else iter(program.profiles)


def profiles_and_actions(program: Program, before: list[str]) -> Iterable[str]:
    if len(before) == 1 and (profile := program.profiles.get(before[0])) is not None:
        return sorted(profile.actions)
    return profiles(program, before)


def counters(program: Program, before: list[str]) -> Iterable[str]:
    return () if before else iter(program.counters)


def meters(program: Program, before: list[str]) -> Iterable[str]:
    return () if before else iter(program.meters)


def registers(program: Program, before: list[str]) -> Iterable[str]:
    return () if before else iter(program.registers)


def value_sets(program: Program, before: list[str]) -> Iterable[str]:
    return () if before else iter(program.value_sets)
