# SPDX-License-Identifier: Apache-2.0
import pytest
from timeline_kit import watch


@pytest.fixture(scope="session")
def watched(tmp_path_factory):
    """The small incast with its timeline, once for all tests."""
    return watch(tmp_path_factory.mktemp("timeline") / "small.yaml")
