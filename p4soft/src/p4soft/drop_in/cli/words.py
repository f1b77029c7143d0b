# SPDX-License-Identifier: Apache-2.0
"""The words of one command, after its name."""

from __future__ import annotations

from collections.abc import Sequence

from p4soft.drop_in.cli.errors import CommandError


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
    """The same, where the message says what is expected."""
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
