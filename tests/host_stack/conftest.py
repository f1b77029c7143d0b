# SPDX-License-Identifier: Apache-2.0
"""That this file is here lets the tests in the folders below import ``host_stack_kit``."""

from collections.abc import Iterator

import pytest

from host_stack.native.data_path import in_python


@pytest.fixture
def nics_in_python() -> Iterator[None]:
    """For tests that replace methods of a NIC's parts, which machine code would not call."""
    with in_python():
        yield
