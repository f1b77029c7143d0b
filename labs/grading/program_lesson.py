# SPDX-License-Identifier: Apache-2.0
"""How every lab begins in which a P4 program is written: it compiles, and its tables take entries."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager

from labs.grading.bench import Bench, compiled
from labs.grading.lesson import Work
from labs.grading.results import Item

COMPILES = Item("compiles", "the program compiles", "the line that the compiler names")


def tables_item(shows: str) -> Item:
    """The item that the tables are there; `shows` names them."""
    look = "leave names and parameters as in the starter; a table that is never applied is removed by the compiler"
    return Item("tables", shows, look)


@contextmanager
def running(work: Work, ports: Sequence[int], install: Callable[[Bench], None]) -> Iterator[Bench]:
    """The answer on a switch whose tables `install` has filled; grades those first two items, which must hold."""
    with work.must(COMPILES.name):
        program = compiled(work)
    with ExitStack() as stack:
        with work.must("tables"):
            bench = stack.enter_context(Bench(work, program, ports))
            install(bench)
        yield bench
