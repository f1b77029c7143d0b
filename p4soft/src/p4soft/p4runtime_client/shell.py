# SPDX-License-Identifier: Apache-2.0
"""p4runtime-shell in this environment: `python -m p4soft.p4runtime_client.shell --grpc-addr localhost:9559 ...`.

p4runtime-shell imports `p4.v1` and `google.rpc`, as the packages p4runtime and googleapis-common-protos call them. The
code of the former is made for protobuf 3 and does not load with today's. finsy carries the same messages under names of
its own; `alias` lends them the names that are expected. A p4runtime-shell in a separate environment needs none.
"""

from __future__ import annotations

import importlib
import sys

_MODULES = (
    "google.rpc",
    "google.rpc.code_pb2",
    "google.rpc.status_pb2",
    "p4",
    "p4.config",
    "p4.config.v1",
    "p4.config.v1.p4info_pb2",
    "p4.config.v1.p4types_pb2",
    "p4.v1",
    "p4.v1.p4data_pb2",
    "p4.v1.p4runtime_pb2",
    "p4.v1.p4runtime_pb2_grpc",
)


def alias() -> None:
    """Make `p4.v1` and `google.rpc` mean finsy's messages; to be called before `p4runtime_sh` is imported."""
    for name in _MODULES:
        sys.modules[name] = importlib.import_module(f"finsy.proto.{name}")


def main() -> None:
    """Run the shell, which reads its own arguments; exit status 1 where it is not installed."""
    alias()
    try:
        from p4runtime_sh.shell import main as shell  # noqa: PLC0415 (after the alias)
    except ModuleNotFoundError as error:
        print(f"error: {error}; pip install --no-deps p4runtime-shell==0.0.6, and ipython", file=sys.stderr)
        raise SystemExit(1) from None
    shell()


if __name__ == "__main__":
    main()
