# SPDX-License-Identifier: Apache-2.0
"""finsy's messages without finsy's controller.

`import finsy` loads a controller with gRPC, asyncio and gNMI: a third of the start of a compiler that wants messages.
`import p4soft` makes `finsy` and `finsy.proto` modules whose own code runs when somebody asks for what is in them, as
`finsy.Switch`. Modules below them, as `finsy.proto.p4.v1.p4runtime_pb2`, load without it.
"""

from __future__ import annotations

import sys
import threading
from importlib.machinery import PathFinder
from types import ModuleType

_PACKAGES = ("finsy", "finsy.proto")
_LOCK = threading.RLock()


class _Later(ModuleType):
    """A package whose own code runs when a name is asked for that it does not have: its submodules need none of it."""

    def __getattr__(self, name: str) -> object:
        """Load the package. Raises AttributeError: it has no such name, or the import system looks for it."""
        if name.startswith("__") and name not in ("__all__", "__version__"):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        with _LOCK:
            if type(self) is _Later:
                self.__class__ = ModuleType  # type: ignore[assignment]  # its code imports its own submodules, and must find itself as it is
                spec = self.__spec__
                assert spec is not None and spec.loader is not None
                try:
                    spec.loader.exec_module(self)
                except BaseException:
                    self.__class__ = _Later
                    raise
        return getattr(self, name)


def install() -> None:
    """Have `finsy` and `finsy.proto` load later, unless they are there already or not installed."""
    path = None
    for name in _PACKAGES:
        if name in sys.modules or (spec := PathFinder.find_spec(name, path)) is None or spec.loader is None:
            return
        package = _Later(name)
        package.__spec__, package.__loader__, package.__package__ = spec, spec.loader, name
        package.__file__, package.__path__ = spec.origin, list(spec.submodule_search_locations or ())
        sys.modules[name] = package
        parent, _, last = name.rpartition(".")
        if parent:
            setattr(sys.modules[parent], last, package)
        path = package.__path__
