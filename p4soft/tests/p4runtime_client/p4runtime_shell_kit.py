# SPDX-License-Identifier: Apache-2.0
"""p4runtime-shell's client in the test's own process, on the messages of this environment."""

from p4soft.p4runtime_client.shell import alias

alias()

from p4runtime_sh.p4runtime import P4RuntimeClient, P4RuntimeWriteException  # noqa: E402 (after the alias)

__all__ = ["P4RuntimeClient", "P4RuntimeWriteException"]
