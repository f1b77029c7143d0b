# SPDX-License-Identifier: Apache-2.0
"""Where the switches of a fabric listen: ``NAME=HOST:PORT`` arguments or an inventory file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from common.documents import DocumentError, read
from controller.errors import ControllerError
from topologies import Fabric, Switch, TopologyError

_ADDRESS = re.compile(r"(?:\[[0-9A-Fa-f:.]+\]|[^\s:\[\]/]+):([0-9]{1,5})", re.ASCII)
_ACCEPTED = "HOST:PORT, such as 127.0.0.1:9559"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A switch and the ``host:port`` of its P4Runtime server."""

    switch: Switch
    address: str


def from_arguments(fabric: Fabric, arguments: Iterable[str]) -> list[Endpoint]:
    """Endpoints from ``NAME=HOST:PORT`` arguments. Raises ControllerError."""
    endpoints = []
    for argument in arguments:
        name, equals, address = argument.partition("=")
        if not equals:
            raise ControllerError(f"--switch {argument}: no address; accepted: NAME=HOST:PORT")
        endpoints.append(_endpoint(fabric, name, address, f"--switch {argument}"))
    return endpoints


def from_file(fabric: Fabric, path: Path) -> list[Endpoint]:
    """Endpoints from a YAML map of switch names to addresses. Raises ControllerError (``file:line: ...``)."""
    try:
        document = read(path)
    except DocumentError as error:
        raise ControllerError(str(error)) from None
    if not document.data:
        raise ControllerError(f"{path}:1: an empty inventory; accepted: a map from switch name to {_ACCEPTED}")
    return [
        _endpoint(fabric, name, str(address), f"{document.place((name,))}: {name}")
        for name, address in document.data.items()
    ]


def check_unique(endpoints: Iterable[Endpoint]) -> None:
    """Refuse a switch given twice and an address given to two switches. Raises ControllerError."""
    names: set[str] = set()
    addresses: dict[str, str] = {}
    for endpoint in endpoints:
        name = endpoint.switch.name
        if name in names:
            raise ControllerError(f"switch {name} is given twice; accepted: each switch once")
        names.add(name)
        other = addresses.setdefault(endpoint.address, name)
        if other != name:
            raise ControllerError(
                f"{endpoint.address} is the address of {other} and {name}; accepted: one address each"
            )


def _endpoint(fabric: Fabric, name: str, address: str, where: str) -> Endpoint:
    try:
        switch = fabric.switch(name)
    except TopologyError as error:
        raise ControllerError(f"{where}: {error}") from None
    match = _ADDRESS.fullmatch(address)
    if match is None or not 1 <= int(match[1]) <= 65535:
        raise ControllerError(f"{where}: bad address {address!r}; accepted: {_ACCEPTED}")
    return Endpoint(switch, address)
