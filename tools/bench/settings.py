# SPDX-License-Identifier: Apache-2.0
"""What every measurement is told, and how it says that it cannot be made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tools.bench.results import Curve, Figure


class UnavailableError(Exception):
    """A measurement cannot be made on this machine; the message says why, and how to enable it."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How long to measure, and where files may be put.

    Attributes:
        seconds: of each timed portion of work.
        scratch: a directory of the run's own.
    """

    seconds: float
    scratch: Path


@dataclass(frozen=True, slots=True)
class Measurement:
    """One entry of the catalogue: its name, what it shows, and the function that yields its figures and curves.

    The function raises UnavailableError when nothing of it can be measured here.
    """

    name: str
    shows: str
    run: Callable[[Settings], Iterator[Figure | Curve]]
