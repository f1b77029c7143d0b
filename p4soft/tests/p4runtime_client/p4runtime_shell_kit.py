# SPDX-License-Identifier: Apache-2.0
"""p4runtime-shell's client in the test's own process, on the messages of this environment; a skip without it."""

import importlib.util

import pytest

from p4soft.p4runtime_client.shell import alias

if importlib.util.find_spec("p4runtime_sh") is not None:
    alias()
    from p4runtime_sh.p4runtime import P4RuntimeClient, P4RuntimeWriteException
else:

    class P4RuntimeWriteException(Exception):  # noqa: N818
        """Never raised."""

    class P4RuntimeClient:
        """Skips the test that wants one."""

        def __init__(self, *_arguments, **_options):
            pytest.skip("p4runtime-shell is not installed: pip install --no-deps p4runtime-shell==0.0.6")


__all__ = ["P4RuntimeClient", "P4RuntimeWriteException"]
