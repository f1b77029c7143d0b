# SPDX-License-Identifier: Apache-2.0
"""p4src's machine code with bounds checks compiled in does what Python does; `make fuzz-native CHECKED=1` has more."""

import os
import subprocess
import sys

import pytest

from common import PROJECT_ROOT
from p4soft.llvm.bounds import VARIABLE


@pytest.mark.long
def test_machine_code_with_checks_does_what_python_does():
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, "tests/p4src/test_native_differential.py"],
        env={**os.environ, VARIABLE: "1", "MRC_NATIVE_FRAMES": "4000"},
        cwd=PROJECT_ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
