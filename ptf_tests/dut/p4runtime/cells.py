# SPDX-License-Identifier: Apache-2.0
"""Where `p4src/` keeps the counters that cases look at."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from controller.program import names
from controller.program.enums import DROP_REASONS
from controller.program.numbers import drop_index
from ptf_tests.switch.counters import Cell, drop_counter, watched_cells

Address = tuple[str, int]
"""P4Info name of an indirect counter, and an index."""

_COUNTERS = MappingProxyType({name.rpartition(".")[2]: name for name in (*names.QUEUE_COUNTERS, names.PORT_TX_PACKETS)})
_REASONS = MappingProxyType({drop_counter(reason): number for reason, number in DROP_REASONS.items()})


def address(cell: Cell) -> Address:
    """Where the program counts what a cell stands for."""
    name, index = cell
    if name in _REASONS:
        return names.DROPPED_PACKETS, drop_index(index, _REASONS[name])
    return _COUNTERS[name], index


@cache
def addresses(ports: tuple[int, ...]) -> Mapping[Cell, Address]:
    """Where the cells are that a case watches."""
    return MappingProxyType({cell: address(cell) for cell in watched_cells(ports)})
