# SPDX-License-Identifier: Apache-2.0
"""Where the switches of a fabric listen: ``NAME=HOST:PORT`` arguments or an inventory file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap
from ruamel.yaml.error import MarkedYAMLError, YAMLError

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
            raise ControllerError(f"--switch {argument}: no address; accepted values: NAME=HOST:PORT")
        endpoints.append(_endpoint(fabric, name, address, f"--switch {argument}"))
    return endpoints


def from_file(fabric: Fabric, path: Path) -> list[Endpoint]:
    """Endpoints from a YAML map of switch names to addresses. Raises ControllerError (``file:line: ...``)."""
    try:
        document = YAML(typ="rt").load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ControllerError(f"{path}: cannot read: {error.strerror}") from None
    except MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise ControllerError(
            f"{path}:{line}: not valid YAML: {' '.join(str(error.problem or error).split())}"
        ) from None
    except (YAMLError, ValueError) as error:
        raise ControllerError(f"{path}:1: not valid YAML: {' '.join(str(error).split())}") from None
    if not isinstance(document, CommentedMap) or not document:
        raise ControllerError(f"{path}:1: not an inventory; accepted values: a map from switch name to {_ACCEPTED}")
    return [
        _endpoint(fabric, str(name), str(address), f"{path}:{document.lc.key(name)[0] + 1}: {name}")
        for name, address in document.items()
    ]


def check_unique(endpoints: Iterable[Endpoint]) -> None:
    """Refuse a switch given twice and an address given to two switches. Raises ControllerError."""
    names: set[str] = set()
    addresses: dict[str, str] = {}
    for endpoint in endpoints:
        name = endpoint.switch.name
        if name in names:
            raise ControllerError(f"switch {name} is given twice; accepted values: each switch once")
        names.add(name)
        other = addresses.setdefault(endpoint.address, name)
        if other != name:
            raise ControllerError(
                f"{endpoint.address} is the address of {other} and {name}; accepted values: one address each"
            )


def _endpoint(fabric: Fabric, name: str, address: str, where: str) -> Endpoint:
    try:
        switch = fabric.switch(name)
    except TopologyError as error:
        raise ControllerError(f"{where}: {error}") from None
    match = _ADDRESS.fullmatch(address)
    if match is None or not 1 <= int(match[1]) <= 65535:
        raise ControllerError(f"{where}: bad address {address!r}; accepted values: {_ACCEPTED}")
    return Endpoint(switch, address)
