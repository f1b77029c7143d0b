# SPDX-License-Identifier: Apache-2.0
"""From YAML text to a checked `TopologySpec`; every complaint names its file, line and field."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from common.documents import DocumentError, Loc, Place, read, validate
from topologies.checks import check
from topologies.errors import TopologyError
from topologies.schema import TopologySpec

MAX_FILE_BYTES = 1 << 22
"""A topology file larger than 4 MiB (131,072 NIC names fit) is refused unread."""

MAX_VALUES = 1 << 20


def read_spec(
    path: Path, overrides: Mapping[str, object], written: Mapping[str, Place], bdp: Callable[[TopologySpec], int]
) -> TopologySpec:
    """Read and check a topology file.

    Args:
        path: The YAML file.
        overrides: Dotted field names to values that replace the file's (``{"qos.trim.enabled": False}``).
        written: Where some of them stand, if they do in a file.
        bdp: Computes the bandwidth-delay product in bytes of a plane.

    Raises:
        TopologyError: With one line per problem, ``file:line: field: what is wrong; accepted: ...``.
    """
    try:
        document = read(path, max_bytes=MAX_FILE_BYTES, max_values=MAX_VALUES)
        places = dict(document.places)
        for field, value in overrides.items():
            for loc in _override(document.data, field, value):
                if field in written:
                    places[loc] = written[field]
        document = replace(document, places=places)
        spec = validate(document, TopologySpec)
    except DocumentError as error:
        raise TopologyError(error.problems) from None
    problems = check(spec, bdp(spec))
    if problems:
        raise TopologyError([document.sentence(problem) for problem in problems])
    return spec


def _override(data: dict[Any, Any], field: str, value: object) -> Iterator[Loc]:
    """Put a value into a file's data; where it is, and which maps around it were not there."""
    *parents, last = field.split(".")
    node = data
    loc: Loc = ()
    for word in parents:
        key = _key(node, word)
        loc = *loc, key
        below = node.get(key)
        if not isinstance(below, dict):
            below = node[key] = {}
            yield loc
        node = below
    key = _key(node, last)
    node[key] = value
    yield *loc, key


def _key(node: Mapping[Any, object], word: str) -> int | str:
    """A word of a dotted name as a key of this map: a number where the map has numbers, as that of queues."""
    return int(word) if word.isdecimal() and any(isinstance(each, int) for each in node) else word
