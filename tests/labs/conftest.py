# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest
from lab_kit import CABLES, Lab
from namespace_kit import namespaces


@pytest.fixture
def lab(tmp_path):
    """A lab's commands in a directory of their own; whatever is up at the end is taken down."""
    if CABLES != "unix":
        namespaces()
    made = Lab(tmp_path)
    yield made
    made.run("down")
