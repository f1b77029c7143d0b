# SPDX-License-Identifier: Apache-2.0
"""The services that every target of BMv2's has: `bm_runtime.standard`, `.simple_pre` and `.simple_pre_lag`.

Generated code has a package for each, with `ttypes` in it. Here they are modules, made of the `.thrift` files when this
one is imported; `sswitch_runtime` makes its service likewise.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import thriftpy2
from thriftpy2.thrift import TClient

__path__: list[str] = []

_FOLDER = Path(__file__).resolve().parents[3] / "switch" / "thrift" / "interface"


@cache
def _interface(file: str) -> ModuleType:
    loaded: ModuleType = thriftpy2.load(str(_FOLDER / f"{file}.thrift"), module_name=f"bmv2_{file}_thrift")
    return loaded


def _types(file: str) -> dict[str, Any]:
    """Structures, enumerations and exceptions by their names."""
    kinds = ("thrift_spec", "_VALUES_TO_NAMES")
    every = vars(_interface(file)).items()
    return {name: value for name, value in every if isinstance(value, type) and any(map(value.__dict__.get, kinds))}


def service(file: str, name: str) -> SimpleNamespace:
    """What generated code has as a module per service: its `Client`, and the types."""
    methods = getattr(_interface(file), name)

    class Client(TClient):  # type: ignore[misc]
        """A client over a protocol, with a method per call."""

        def __init__(self, iprot: object, oprot: object | None = None) -> None:
            super().__init__(methods, iprot, oprot)

    return SimpleNamespace(**{**_types(file), "Client": Client})


def types_module(module: str, file: str) -> ModuleType:
    """The module `ttypes` of an interface, for imports under the name `module`."""
    return _module(module, **_types(file))


def publish(module: str, file: str, name: str) -> ModuleType:
    """The package of one service, for imports under the name `module`: the service, and `ttypes`."""
    return _module(module, **{name: service(file, name), "ttypes": types_module(f"{module}.ttypes", file)})


def _module(module: str, **names: object) -> ModuleType:
    found = ModuleType(module, f"BMv2's `{module}`.")
    vars(found).update(names, __all__=sorted(names), __path__=[])
    sys.modules[module] = found
    return found


standard = publish("bm_runtime.standard", "standard", "Standard")
simple_pre = publish("bm_runtime.simple_pre", "simple_pre", "SimplePre")
simple_pre_lag = publish("bm_runtime.simple_pre_lag", "simple_pre_lag", "SimplePreLAG")
