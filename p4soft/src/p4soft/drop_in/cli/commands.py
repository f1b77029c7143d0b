# SPDX-License-Identifier: Apache-2.0
"""What a command is, what it works on, and how the words after it are completed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from p4soft.drop_in.cli.program import Program
from p4soft.drop_in.cli.words import Words


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


@dataclass(frozen=True, slots=True)
class Command:
    """A command: `help` is what `help NAME` shows, None to keep it out of the list."""

    name: str
    help: str | None
    run: Run
    complete: Complete


class Group:
    """Commands of one subject, in the order of their definitions."""

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
    """Names of tables, then of the actions of the one typed."""
    if len(before) == 1 and (table := program.tables.get(before[0])) is not None:
        return sorted(table.actions)
    return tables(program, before)


def profiles(program: Program, before: list[str]) -> Iterable[str]:
    """Names of action profiles, as the first word."""
    return () if before else iter(program.profiles)


def profiles_and_actions(program: Program, before: list[str]) -> Iterable[str]:
    """Names of action profiles, then of the actions of the one typed."""
    if len(before) == 1 and (profile := program.profiles.get(before[0])) is not None:
        return sorted(profile.actions)
    return profiles(program, before)


def counters(program: Program, before: list[str]) -> Iterable[str]:
    """Names of counters, as the first word."""
    return () if before else iter(program.counters)


def meters(program: Program, before: list[str]) -> Iterable[str]:
    """Names of meters, as the first word."""
    return () if before else iter(program.meters)


def registers(program: Program, before: list[str]) -> Iterable[str]:
    """Names of registers, as the first word."""
    return () if before else iter(program.registers)


def value_sets(program: Program, before: list[str]) -> Iterable[str]:
    """Names of parser value sets, as the first word."""
    return () if before else iter(program.value_sets)
