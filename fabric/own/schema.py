# SPDX-License-Identifier: Apache-2.0
"""The shape of a network's file. Each field's description is what an error message prints as its accepted values.

Rules that join fields (who is plugged into what) are in `fabric.own.reading`; this module knows single fields.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from common.quantities import parse_rate, parse_time, with_unit
from p4soft.targets.api import MAX_PORT

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
AddressAndPrefix = ipaddress.IPv4Interface | ipaddress.IPv6Interface

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,9}", re.ASCII)
"""Of a node: with a port of three digits it is the name of an interface (IFNAMSIZ is 16)."""
_MAC = re.compile(r"[0-9a-f]{2}(:[0-9a-f]{2}){5}", re.ASCII)
_POINT_TO_POINT = 2
"""Addresses of a network that has none for itself, and none for all (RFC 3021, 2.1)."""
_MULTICAST = 0x01
"""Bit of a MAC's first byte (IEEE 802, 8.2.2)."""


def parse_mac(value: object) -> str:
    """A unicast MAC address in lower case. Raises ValueError."""
    text = str(value).lower()
    if not _MAC.fullmatch(text) or int(text[:2], 16) & _MULTICAST or text == "00:00:00:00:00:00":
        raise ValueError(f"{value!r} is not the MAC address of one interface")
    return text


def parse_address(value: object) -> Address:
    """The IPv4 or IPv6 address of a host. Raises ValueError."""
    try:
        address = ipaddress.ip_address(str(value))
    except ValueError:
        raise ValueError(f"{value!r} is not an address") from None
    if not _is_of_one(address):
        raise ValueError(f"{value!r} is not the address of one host")
    return address


def _is_of_one(address: Address) -> bool:
    """Whether one host somewhere else can have it, whatever its network is."""
    return not (address.is_multicast or address.is_unspecified or address.is_loopback)


def _parse_with_prefix(value: object) -> AddressAndPrefix:
    if "/" not in str(value):
        raise ValueError(f"{value!r} has no prefix length")
    try:
        address = ipaddress.ip_interface(str(value))
    except ValueError:
        raise ValueError(f"{value!r} is not an address with a prefix length") from None
    if "%" in str(value):  # a zone, which is the interface that this is for
        raise ValueError(f"{value!r} is not an address with a prefix length")
    network = address.network
    ends = {network.network_address, network.broadcast_address} if network.num_addresses > _POINT_TO_POINT else set()
    if not _is_of_one(address.ip) or (address.version == 4 and address.ip in ends):
        raise ValueError(f"{value!r} is not the address of one host")
    return address


def _parse_loss(value: object) -> float:
    try:
        loss = float(str(value))
    except ValueError:
        loss = -1.0
    if not 0 <= loss <= 1:
        raise ValueError(f"{value!r} is not a probability")
    return loss


def _or_list(value: object) -> object:
    return value if isinstance(value, list) else [value]


def _or_nothing(value: object) -> object:
    return {} if value is None else value


def _short(field: str) -> Callable[[object], object]:
    """Text alone, or a list, is a map with that field."""
    return lambda value: {field: value} if isinstance(value, str | list) else value


def _names(value: object) -> object:
    if not isinstance(value, list):
        return value
    names = [str(each) for each in value]
    for index, name in enumerate(names):
        if name in names[:index]:
            raise ValueError(f"{name!r} is there twice")
    return dict.fromkeys(names)


Mac = Annotated[str, BeforeValidator(parse_mac)]
_Address = Annotated[Address, BeforeValidator(parse_address)]
_WithPrefix = Annotated[AddressAndPrefix, BeforeValidator(_parse_with_prefix)]
_Rate = Annotated[int, BeforeValidator(with_unit(parse_rate)), Field(ge=8_000, lt=1 << 40)]
_Delay = Annotated[int, BeforeValidator(with_unit(parse_time)), Field(ge=0, le=60 * 10**9)]
_Loss = Annotated[float, BeforeValidator(_parse_loss)]
_Port = Annotated[int, Field(ge=0, le=MAX_PORT)]
_ADDRESS = "an IPv4 or IPv6 address with its prefix length, such as 10.0.1.1/24, or a list of them"
_MAC_FORM = "a MAC address, such as 08:00:00:00:01:11"
_RATE = "a rate from 8 kb/s with a unit, such as 10 Mb/s"
_DELAY = "a delay up to 60 s with a unit, such as 2ms"


class _Spec(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class InterfaceSpec(_Spec):
    """One interface of a host."""

    address: Annotated[list[_WithPrefix], BeforeValidator(_or_list)] = Field([], description=_ADDRESS)
    mac: Mac | None = Field(None, description=_MAC_FORM)


class HostSpec(InterfaceSpec):
    """A host: its first interface in short, or all of them in `interfaces`."""

    interfaces: list[Annotated[InterfaceSpec, BeforeValidator(_short("address"))]] | None = Field(
        None, description="a list of maps with address and mac, one for each link of the host"
    )
    gateway: Annotated[list[_Address], BeforeValidator(_or_list)] = Field(
        [], description="an address in a network of the host, or one for IPv4 and one for IPv6"
    )
    neighbors: dict[str, Mac] = Field(
        default_factory=dict, description="a map of addresses to MAC addresses, which the host then never asks for"
    )


class SwitchSpec(_Spec):
    """What a switch runs, and what its tables shall hold."""

    program: str | None = Field(None, description="a P4 file, beside the network's file")
    entries: Annotated[list[str | dict[str, str]], BeforeValidator(_or_list)] = Field(
        [], description="a file, or a list of `table: match -> action(arguments)`"
    )
    groups: dict[int, list[_Port]] = Field(
        default_factory=dict, description="a map of multicast groups to lists of ports, such as {1: [1, 2]}"
    )
    mirrors: dict[int, list[_Port]] = Field(
        default_factory=dict, description="a map of clone sessions to lists of ports, such as {5: [3]}"
    )
    cpu_port: int | None = Field(None, ge=1, le=MAX_PORT, description=f"the port of packet-in, 1..{MAX_PORT}")
    queues: int = Field(1, ge=1, le=8, description="queues of each port, 1..8")


class LinkSpec(_Spec):
    """Who is plugged into whom, and how fast, far and well."""

    ends: str = Field(description="two nodes, such as `h1 - s1`, with ports if they matter: `s1:2 - s2:3`")
    rate: _Rate | None = Field(None, description=_RATE)
    delay: _Delay | None = Field(None, description=_DELAY)
    loss: _Loss = Field(0.0, description="a probability, 0 .. 1")


class NetworkSpec(_Spec):
    """A network's file."""

    name: str | None = Field(None, max_length=60, description="what to call it, up to 60 characters")
    program: str | None = Field(None, description="a P4 file, beside this one, that all switches run")
    hosts: dict[str, Annotated[HostSpec, BeforeValidator(_short("address")), BeforeValidator(_or_nothing)]] = Field(
        default_factory=dict, description="a map of names to hosts, such as `h1: {address: 10.0.1.1/24}`"
    )
    switches: Annotated[dict[str, Annotated[SwitchSpec, BeforeValidator(_or_nothing)]], BeforeValidator(_names)] = (
        Field(description="a list of names, or a map of names to switches")
    )
    links: list[Annotated[LinkSpec, BeforeValidator(_short("ends"))]] = Field(
        description="a list of links, such as `h1 - s1` or {ends: s1 - s2, rate: 10Mb/s, delay: 2ms, loss: 0.01}"
    )
    rate: _Rate = Field(100_000_000, description=_RATE)
    delay: _Delay = Field(0, description=_DELAY)
    mtu: int = Field(1500, ge=576, le=9000, description="largest packet that hosts send, 576..9000 bytes")
