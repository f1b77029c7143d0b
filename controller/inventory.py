# SPDX-License-Identifier: Apache-2.0
"""Where the switches of a fleet answer, and how one talks to each kind of them: TLS, credentials, rates.

An inventory is a YAML file, either a map from switch to address, or::

    classes:
      spine: {tls: {ca: ca.pem, certificate: me.pem, key: {env: KEY}}, token: {env: TOKEN}, rate: 5000, at_once: 4}
    switches:
      p0-t0-0: 10.0.0.1:9559
      p0-t1-*: {address: 10.0.0.2:9559, class: spine}      # several switches behind one address

Files are those next to the inventory. What is secret can stand in the environment: ``{env: NAME}``.
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from pydantic import ConfigDict, Field

from common.documents import Document, DocumentError, Problem, read, validate
from common.model import Model
from controller.errors import ControllerError
from topologies import Fabric, Switch, TopologyError

if TYPE_CHECKING:
    import grpc

    from p4soft.p4runtime_client import Connection

_ADDRESS = re.compile(r"(?:\[[0-9A-Fa-f:.]+\]|[^\s:\[\]/]+):([0-9]{1,5})", re.ASCII)
ACCEPTED = "HOST:PORT, such as 127.0.0.1:9559"
AT_ONCE = 8
"""Switches behind one address that are written to at a time, when nothing else is said."""

# --- What a file says ------------------------------------------------------------------------------------------------


class _Section(Model):
    model_config = ConfigDict(strict=True)


class _Environment(_Section):
    env: str = Field(min_length=1, description="the name of an environment variable")


_PEM = "a PEM file, or `{env: NAME}`"


class TlsSpec(_Section):
    """TLS to a switch; with ``certificate`` and ``key`` the switch can check who we are."""

    ca: str | _Environment = Field(description=_PEM)
    certificate: str | _Environment | None = Field(None, description=f"{_PEM}; with `key`")
    key: str | _Environment | None = Field(None, description=f"{_PEM}; with `certificate`")
    server_name: str | None = Field(None, min_length=1, description="the name in the switch's certificate")


class ClassSpec(_Section):
    """A device class: what its switches have in common."""

    tls: TlsSpec | None = Field(None, description="`{ca, certificate, key, server_name}`; leave out for clear text")
    token: str | _Environment | None = Field(
        None, description="a file with a bearer token, or `{env: NAME}`; only with `tls`"
    )
    rate: float | None = Field(
        None, gt=0, allow_inf_nan=False, strict=False, description="most updates per second of a switch, above 0"
    )
    at_once: int = Field(AT_ONCE, ge=1, le=256, description="1..256 switches behind one address at a time")


class _SwitchSpec(_Section):
    address: str = Field(description=ACCEPTED)
    device_class: str | None = Field(None, alias="class", description="a name in `classes`")
    device_id: int | None = Field(None, ge=1, lt=1 << 64, description="a P4Runtime device id from 1")


class _InventorySpec(_Section):
    classes: dict[str, ClassSpec] = Field(default_factory=dict, description="a map from name to `{tls, token, rate}`")
    switches: dict[str, str | int | _SwitchSpec] = Field(
        min_length=1, description=f"a map from switch, or a pattern such as p0-t0-*, to {ACCEPTED}"
    )


# --- Endpoints -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DeviceClass:
    """How one talks to switches of a kind.

    Attributes:
        credentials: of gRPC; None: in clear text.
        server_name: the name in their certificates, where it is not the host of the address.
        rate: most updates per second to one of them; None: no limit.
        at_once: how many behind one address are written to at a time.
    """

    name: str = ""
    credentials: grpc.ChannelCredentials | None = field(default=None, repr=False)
    server_name: str | None = None
    rate: float | None = None
    at_once: int = AT_ONCE


_PLAIN = DeviceClass()


class Endpoint(Struct, frozen=True):
    """A switch, and where it answers.

    Attributes:
        address: ``host:port`` of its P4Runtime server, which may have other switches too.
        device_id: its id there.
    """

    switch: Switch
    address: str
    device_id: int
    device_class: DeviceClass = _PLAIN

    @property
    def name(self) -> str:
        """The switch's name."""
        return self.switch.name


def from_arguments(fabric: Fabric, arguments: Iterable[str]) -> list[Endpoint]:
    """Endpoints from ``NAME=HOST:PORT`` arguments. Raises ControllerError."""
    endpoints = []
    for argument in arguments:
        name, equals, address = argument.partition("=")
        where = f"--switch {argument}"
        if not equals:
            raise ControllerError(f"{where}: no address; accepted: NAME=HOST:PORT")
        switch = _switch(fabric, name, where)
        endpoints.append(Endpoint(switch, check_address(address, where), switch.device_id))
    return endpoints


def from_file(fabric: Fabric, path: Path, environment: Mapping[str, str] = os.environ) -> list[Endpoint]:
    """Endpoints from an inventory, each switch once, in the fabric's order where a pattern names them.

    Raises:
        ControllerError: the file, a certificate, a key or a token cannot be used; a switch is given twice
            (``file:line: ...``).
    """
    try:
        document = read(path)
        if not document.data:
            raise ControllerError(f"{path}:1: an empty inventory; accepted: a map from switch to {ACCEPTED}")
        nested = "switches" in document.data or "classes" in document.data
        if not nested:
            document = Document(
                path, {"switches": document.data}, {("switches", *loc): at for loc, at in document.positions.items()}
            )
        spec = validate(document, _InventorySpec)
        classes = {name: _device_class(document, name, each, environment) for name, each in spec.classes.items()}
        return list(_endpoints(fabric, document, spec, classes))
    except DocumentError as error:
        raise ControllerError(str(error)) from None


def check_unique(endpoints: Iterable[Endpoint]) -> None:
    """Refuse a switch that is given twice, and two switches with one id at one address. Raises ControllerError."""
    names: set[str] = set()
    ids: dict[tuple[str, int], str] = {}
    for endpoint in endpoints:
        if endpoint.name in names:
            raise ControllerError(f"switch {endpoint.name} is given twice; accepted: each switch once")
        names.add(endpoint.name)
        other = ids.setdefault((endpoint.address, endpoint.device_id), endpoint.name)
        if other != endpoint.name:
            raise ControllerError(
                f"{endpoint.address} is the address of {other} and {endpoint.name}, both with device id "
                f"{endpoint.device_id}; accepted: one id each"
            )


def _endpoints(
    fabric: Fabric, document: Document, spec: _InventorySpec, classes: Mapping[str, DeviceClass]
) -> Iterator[Endpoint]:
    taken: dict[str, str] = {name: name for name in spec.switches if not _is_pattern(name)}
    for name, given in spec.switches.items():
        position = document.position(("switches", name))
        where = f"{position}: {name}"
        at = given if isinstance(given, _SwitchSpec) else _SwitchSpec(address=str(given))
        address = check_address(at.address, where)
        device_class = _PLAIN
        if at.device_class is not None:
            if at.device_class not in classes:
                known = ", ".join(classes) or "none: `classes` is missing"
                raise ControllerError(f"{where}: class: no device class {at.device_class!r}; accepted: {known}")
            device_class = classes[at.device_class]
        if not _is_pattern(name):
            switch = _switch(fabric, name, where)
            device_id = switch.device_id if at.device_id is None else at.device_id
            yield Endpoint(switch, address, device_id, device_class)
            continue
        if at.device_id is not None:
            raise ControllerError(f"{where}: device_id: one id for all switches of a pattern; accepted: leave it out")
        matching = [switch for switch in fabric.switches() if fnmatchcase(switch.name, name)]
        if not matching:
            raise ControllerError(f"{where}: no switch of {fabric.name} has such a name; accepted: as p0-t0-*")
        for switch in matching:
            other = taken.setdefault(switch.name, name)
            if other == switch.name:  # it stands in the file by its own name
                continue
            if other != name:
                raise ControllerError(f"{where}: {switch.name} is one of {other} too; accepted: each switch once")
            yield Endpoint(switch, address, switch.device_id, device_class)


def _is_pattern(name: str) -> bool:
    return any(character in name for character in "*?[")


def _switch(fabric: Fabric, name: str, where: str) -> Switch:
    try:
        return fabric.switch(name)
    except TopologyError as error:
        raise ControllerError(f"{where}: {error}") from None


def check_address(address: str, where: str, lowest: int = 1) -> str:
    """The address, if it is ``host:port`` with a port from ``lowest`` on. Raises ControllerError."""
    match = _ADDRESS.fullmatch(address)
    if match is None or not lowest <= int(match[1]) <= 65535:
        raise ControllerError(f"{where}: bad address {address!r}; accepted: {ACCEPTED}")
    return address


# --- Credentials -----------------------------------------------------------------------------------------------------


def _device_class(document: Document, name: str, spec: ClassSpec, environment: Mapping[str, str]) -> DeviceClass:
    """A class with its credentials read. Raises DocumentError."""
    loc = ("classes", name)
    tls = spec.tls
    if tls is None:
        if spec.token is not None:
            raise _error(document, (*loc, "token"), "a token in clear text", "a class with `tls`")
        return DeviceClass(name, None, None, spec.rate, spec.at_once)
    if (tls.certificate is None) != (tls.key is None):
        raise _error(document, (*loc, "tls"), "`certificate` and `key` go together", "both or neither")
    import grpc  # noqa: PLC0415 - large, and a fleet in clear text needs no credentials

    def pem(what: str, source: str | _Environment | None) -> bytes | None:
        if source is None:
            return None
        data = _secret(document, (*loc, "tls", what), source, environment)
        if b"-----BEGIN " not in data:
            raise _error(document, (*loc, "tls", what), "not PEM", "text with -----BEGIN ...-----")
        return data

    credentials: Any = grpc.ssl_channel_credentials(
        pem("ca", tls.ca), pem("key", tls.key), pem("certificate", tls.certificate)
    )
    if spec.token is not None:
        token = _secret(document, (*loc, "token"), spec.token, environment).decode("ascii", "replace").strip()
        if not token or not token.isprintable() or " " in token:
            raise _error(document, (*loc, "token"), "no token in there", "one word of ASCII")
        credentials = grpc.composite_channel_credentials(credentials, grpc.access_token_call_credentials(token))
    return DeviceClass(name, credentials, tls.server_name, spec.rate, spec.at_once)


def _secret(
    document: Document, loc: tuple[str, ...], source: str | _Environment, environment: Mapping[str, str]
) -> bytes:
    if isinstance(source, _Environment):
        if source.env not in environment:
            raise _error(document, loc, f"the environment has no {source.env}", "a variable that is set")
        return environment[source.env].encode("utf-8", "surrogateescape")
    path = document.path.parent / source
    try:
        return path.read_bytes()
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or problem
        raise _error(document, loc, f"{path}: cannot read: {reason}", "a readable file") from None


def _error(document: Document, loc: tuple[str, ...], what: str, accepted: str) -> DocumentError:
    return DocumentError(document.sentence(Problem(loc, what, accepted)))


# --- Connections -----------------------------------------------------------------------------------------------------


class Connections:
    """One connection for each address and device class, made when it is first asked for. Of all threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: dict[tuple[str, str], Connection] = {}

    def to(self, endpoint: Endpoint) -> Connection:
        """The connection for an endpoint."""
        from p4soft.p4runtime_client import Connection  # noqa: PLC0415 - gRPC is large, and not everywhere

        kind = endpoint.device_class
        with self._lock:
            found = self._open.get((endpoint.address, kind.name))
            if found is None:
                found = Connection(endpoint.address, kind.credentials, kind.server_name)
                self._open[endpoint.address, kind.name] = found
            return found

    def close(self) -> None:
        """Close all. Idempotent."""
        with self._lock:
            for connection in self._open.values():
                connection.close()
            self._open.clear()
