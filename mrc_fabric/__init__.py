# SPDX-License-Identifier: Apache-2.0
"""`mrc`: one command for everything that a user runs, from a checkout or installed with pip."""

from pathlib import Path
from typing import Final

VERSION: Final = "0.1.0"

_HERE: Final = Path(__file__).resolve().parent
ROOT: Final = _HERE if (_HERE / "common").is_dir() else _HERE.parent
"""The folder that has all packages, `p4src` and `topologies`: this package when pip installed it, else the checkout."""
INSTALLED: Final = ROOT == _HERE
