# SPDX-License-Identifier: Apache-2.0
"""Namespaces for tests of what is live."""

import pytest

from fabric.errors import BuildError
from fabric.live.namespaces import outer


def namespaces() -> list[str]:
    """What to put before a command that needs them; skips the test where they are not to be had, and says why."""
    try:
        return outer()
    except BuildError as refusal:
        pytest.skip(str(refusal))
