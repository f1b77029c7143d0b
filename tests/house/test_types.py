# SPDX-License-Identifier: Apache-2.0
"""The strict type checker. As a test it runs next to the others: by itself it keeps one core busy and the rest idle."""

import subprocess
import sys

import pytest
from house_kit import ROOT


@pytest.mark.timeout(900)
def test_all_types_are_right():
    done = subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
