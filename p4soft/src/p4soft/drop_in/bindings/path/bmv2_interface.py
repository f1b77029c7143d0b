# SPDX-License-Identifier: Apache-2.0
"""The classes of the Thrift interface, made of its `.thrift` files, and clients as generated code has them."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import thriftpy2
from thriftpy2.thrift import TClient

_FOLDER = Path(__file__).resolve().parents[3] / "switch" / "thrift" / "interface"


def _load(name: str) -> ModuleType:
    loaded: ModuleType = thriftpy2.load(str(_FOLDER / f"{name}.thrift"), module_name=f"bmv2_{name}_thrift")
    return loaded


standard = _load("standard")
simple_pre = _load("simple_pre")
simple_pre_lag = _load("simple_pre_lag")
simple_switch = _load("simple_switch")


def types_of(interface: ModuleType) -> dict[str, Any]:
    """Structures, enumerations and exceptions by their names."""
    kinds = ("thrift_spec", "_VALUES_TO_NAMES")
    every = vars(interface).items()
    return {name: value for name, value in every if isinstance(value, type) and any(map(value.__dict__.get, kinds))}


def service(interface: ModuleType, name: str) -> SimpleNamespace:
    """What generated code has as a module per service: its `Client`, and the types beside it."""
    methods = getattr(interface, name)

    class Client(TClient):  # type: ignore[misc]
        """A client over a protocol, with a method per call."""

        def __init__(self, iprot: object, oprot: object | None = None) -> None:
            super().__init__(methods, iprot, oprot)

    return SimpleNamespace(**{**types_of(interface), "Client": Client})
