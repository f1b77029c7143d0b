# SPDX-License-Identifier: Apache-2.0
"""Collects generated source: indentation, constants it refers to, and trace calls that vanish in untraced code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from p4soft.switch.codegen.layout import JOURNEY
from p4soft.switch.program.header_model import SourceInfo


class Writer:
    """The text of one generated module.

    Attributes:
        traced: whether `trace` writes anything.
        constants: names the text uses, with their values.
        sources: what SRC[n] in the text refers to.
    """

    def __init__(self, traced: bool) -> None:
        self.traced = traced
        self.constants: dict[str, object] = {}
        self.sources: list[SourceInfo] = []
        self._source_index: dict[SourceInfo, int] = {}
        self._lines: list[str] = []
        self._statements = 0
        self._depth = 0
        self._fresh = 0

    @property
    def depth(self) -> int:
        """Current indentation in levels."""
        return self._depth

    def line(self, text: str) -> None:
        """One line at the current indentation."""
        self._statements += 1
        self._lines.append("    " * self._depth + text)

    def lines(self, *texts: str) -> None:
        """Several lines at the current indentation."""
        for text in texts:
            self.line(text)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """A compound statement: `head` ends with a colon. A body of comments alone gets a `pass`."""
        self.line(head)
        self._depth += 1
        start = self._statements
        yield
        if self._statements == start:
            self.line("pass")
        self._depth -= 1

    def comment(self, text: str, source: SourceInfo | None = None) -> None:
        """A comment, with the P4 source line when known."""
        where = f"  [{source}]" if source else ""
        self._lines.append("    " * self._depth + f"# {text}{where}".replace("\n", " "))

    def fresh(self, prefix: str) -> str:
        """A name not used before."""
        self._fresh += 1
        return f"{prefix}{self._fresh}"

    def constant(self, prefix: str, value: object) -> str:
        """A name bound to `value`; equal hashable constants share one."""
        for name, known in self.constants.items():
            if type(known) is type(value) and known == value:
                return name
        name = self.fresh(f"{prefix}_")
        self.constants[name] = value
        return name

    def src(self, source: SourceInfo | None) -> str:
        """The expression for a source location in trace calls."""
        if source is None:
            return "None"
        index = self._source_index.get(source)
        if index is None:
            index = self._source_index[source] = len(self.sources)
            self.sources.append(source)
        return f"SRC[{index}]"

    def trace(self, event: str, *arguments: str) -> None:
        """Emit a TraceEvent of class `event`; nothing in untraced code."""
        if self.traced:
            self.line(f"TR({event}(F[{JOURNEY}], {', '.join(arguments)}))")

    def text(self) -> str:
        """Everything written so far."""
        return "\n".join(self._lines) + "\n"
