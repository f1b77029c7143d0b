# SPDX-License-Identifier: Apache-2.0
"""How lowering refuses a construct."""

from __future__ import annotations

from p4soft.compiler.source import Span


class Unsupported(Exception):  # noqa: N818 - not an error of the program: a limit of the target
    """A valid P4 construct that BMv2's simple_switch (or this compiler) cannot run. Becomes a diagnostic."""

    def __init__(self, span: Span, message: str, *, expected: str = "") -> None:
        self.span = span
        self.message = message
        self.expected = expected
        super().__init__(f"{span}: {message}")
