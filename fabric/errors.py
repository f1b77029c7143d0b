# SPDX-License-Identifier: Apache-2.0
"""Errors of this package. Each message is complete: a person reads it as it is."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from itertools import islice


class FabricError(Exception):
    """Something the user can put right; shown as `error: <message>`."""


class ScenarioError(FabricError):
    """A scenario file that cannot be run: one sentence per problem, each starting with `file:line: field:`."""

    def __init__(self, problems: str | Sequence[str]) -> None:
        super().__init__(problems if isinstance(problems, str) else "\n".join(problems))


class RefusedValueError(ValueError):
    """A value of a scenario that cannot be used: what is wrong with it, and what would be accepted."""

    def __init__(self, what: str, accepted: str) -> None:
        super().__init__(f"{what}; accepted: {accepted}")
        self.what = what
        self.accepted = accepted


class BuildError(FabricError):
    """The fabric did not come up: a program that does not compile, a switch that does not answer, an entry refused."""


# --- Names that are not there ----------------------------------------------------------------------------------------


#: Names searched for one that is meant, and names listed in a message.
_MAX_SEARCHED, _MAX_LISTED = 4096, 24


def unknown(kind: str, name: str, known: Iterable[str]) -> RefusedValueError:
    """The refusal of a name that is none of `known`, with the nearest that is."""
    return no_such(f"no {kind} named {name!r}", kind, name, known)


def no_such(what: str, kind: str, wanted: str, known: Iterable[str]) -> RefusedValueError:
    """As `unknown`; `what` says what is wrong."""
    names = list(islice(known, _MAX_SEARCHED))
    near = difflib.get_close_matches(wanted, names, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    more = f", ... ({len(names)} or more)" if len(names) > _MAX_LISTED else ""
    plural = kind + ("es" if kind.endswith("ch") else "s")
    return RefusedValueError(f"{what}{hint}", f"{plural}: {', '.join(names[:_MAX_LISTED])}{more}")
