# SPDX-License-Identifier: Apache-2.0
"""Whose material is whose: what a lab makes of a student's name, and of a word that only the teacher knows."""

from __future__ import annotations

import os

from labs.grading.lesson import WrongError

COURSE = "MRC_LAB_COURSE"
"""Environment variable with a course's secret; the material of every student is another with another one."""


def identity(student: str) -> str:
    """What a student's material is made from: the name, whatever its spaces and capitals, and the course's secret."""
    name, course = _plain(student), os.environ.get(COURSE, "")
    return f"{name}\0{course}" if course else name


def marked_as(said: str, student: str) -> str:
    """Whose answer it is: what it says itself, or `student` where the one who marks it says so.

    Raises:
        WrongError: it says that it is somebody else's.
    """
    if student and _plain(said) != _plain(student):
        raise WrongError(f"it is the answer of {said}, and is marked as {student}'s")
    return student or said


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()
