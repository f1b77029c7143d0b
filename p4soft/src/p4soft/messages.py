# SPDX-License-Identifier: Apache-2.0
"""The messages of P4Runtime, P4Info and `google.rpc`, for protobuf of today: finsy has them.

finsy is a controller with gRPC, asyncio and gNMI, which take as long to load as a compiler. `messages_alone` loads
modules with messages without it. A program that imports finsy gets all of it, with the same classes of messages:
protobuf has one for each.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType

__all__ = [
    "code_pb2", "messages_alone", "p4data_pb2", "p4info_pb2", "p4runtime_pb2", "p4types_pb2", "status_pb2",
]  # fmt: skip

_CONTROLLER = ("finsy", "finsy.proto")
_lock = threading.RLock()


@contextmanager
def messages_alone() -> Iterator[None]:
    """Within it, modules of `finsy.proto` are imported without what finsy does when it is imported itself.

    Nothing is different where finsy is loaded already, or not installed. One thread at a time is within it.
    """
    with _lock:
        if "finsy" in sys.modules or (spec := PathFinder.find_spec("finsy")) is None:
            yield
            return
        for name in _CONTROLLER:
            package = sys.modules[name] = ModuleType(name)
            below = name.split(".")[1:]
            package.__path__ = [str(Path(place, *below)) for place in spec.submodule_search_locations or ()]
        try:
            yield
        finally:
            for name in [name for name in sys.modules if name.split(".")[0] == "finsy"]:
                del sys.modules[name]


with messages_alone():
    from finsy.proto.google.rpc import code_pb2, status_pb2
    from finsy.proto.p4.config.v1 import p4info_pb2, p4types_pb2
    from finsy.proto.p4.v1 import p4data_pb2, p4runtime_pb2
