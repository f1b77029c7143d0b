# SPDX-License-Identifier: Apache-2.0
"""Evaluation from left to right (P4_16 §8.1): a value stays what it was at its turn, whatever a later turn changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from p4soft.compiler.backend.context import Frame
from p4soft.compiler.backend.storage.values import Value


class Turn(Protocol):
    """One of several expressions that are evaluated one after the other."""

    def value(self, frame: Frame) -> Value:
        """Its value now; statements it needs are appended to the frame."""

    def kept(self, value: Value, frame: Frame, at: int) -> tuple[Value, int]:
        """Called when a later turn has statements: what stands for `value` then.

        Also how many statements, put in at position `at` of the frame's, it took to save it there.
        """


def in_turn(turns: Sequence[Turn], frame: Frame) -> list[Value]:
    """The values of several expressions, each as it was at its turn."""
    values: list[Value] = []
    marks: list[int] = []
    for turn in turns:
        before = len(frame.out)
        values.append(turn.value(frame))
        if len(frame.out) > before:
            for i in reversed(range(len(marks))):
                values[i], added = turns[i].kept(values[i], frame, marks[i])
                marks = [mark + added if j >= i else mark for j, mark in enumerate(marks)]
        marks.append(len(frame.out))
    return values
