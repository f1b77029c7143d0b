# SPDX-License-Identifier: Apache-2.0
"""Ways to run a v1model P4 program, behind one interface (`p4soft.targets.api`).

>>> get_target("embedded").unavailable() is None
True
"""

from __future__ import annotations

from p4soft.targets.api import CompiledFiles, RunningSwitch, SwitchOptions, Target, TargetError

TARGET_NAMES = ("embedded", "bmv2")

__all__ = ["TARGET_NAMES", "CompiledFiles", "RunningSwitch", "SwitchOptions", "Target", "TargetError", "get_target"]


def get_target(name: str) -> Target:
    """The target called `name`. Raises TargetError: unknown name; the message lists the accepted ones."""
    # Imported here because the software switch itself lives below this package and must not load gRPC clients.
    if name == "embedded":
        from p4soft.targets.embedded import EmbeddedTarget  # noqa: PLC0415

        return EmbeddedTarget()
    if name == "bmv2":
        from p4soft.targets.bmv2 import Bmv2Target  # noqa: PLC0415

        return Bmv2Target()
    raise TargetError(f"unknown target {name!r}; accepted: {', '.join(TARGET_NAMES)}")
