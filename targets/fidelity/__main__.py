# SPDX-License-Identifier: Apache-2.0
"""The old name of `python -m tools.fidelity`: says so, and runs it."""

from __future__ import annotations

import os
import sys

if __name__ == "__main__":
    print("note: this command is now `python -m tools.fidelity`", file=sys.stderr, flush=True)
    os.execv(sys.executable, [sys.executable, "-m", "tools.fidelity", *sys.argv[1:]])
