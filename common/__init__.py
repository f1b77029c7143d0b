# SPDX-License-Identifier: Apache-2.0
"""What the packages of the MRC fabric share: files that people write, quantities, and compiled modules."""

from pathlib import Path
from typing import Final

PROJECT_ROOT: Final = Path(__file__).resolve().parents[1]
"""The folder that has the packages, `p4src` and `topologies`."""
