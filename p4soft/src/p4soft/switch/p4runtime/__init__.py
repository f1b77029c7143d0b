# SPDX-License-Identifier: Apache-2.0
"""Serves SimpleSwitches over P4Runtime (p4.v1, https://p4.org/p4-spec/p4runtime/main/P4Runtime-Spec.html)."""

from importlib import import_module
from typing import TYPE_CHECKING

from p4soft.switch.p4runtime.device import Device
from p4soft.switch.p4runtime.direct import DirectSession

if TYPE_CHECKING:
    from p4soft.switch.p4runtime.servicer import P4RuntimeServer, ServerError, SharedServer, Tls

__all__ = ["Device", "DirectSession", "P4RuntimeServer", "ServerError", "SharedServer", "Tls"]


def __getattr__(name: str) -> object:
    """The servers, imported on first use: gRPC is large, and not everywhere."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("p4soft.switch.p4runtime.servicer"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
