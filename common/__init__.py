# SPDX-License-Identifier: Apache-2.0
"""What the rooms of the MRC fabric share: files that people write, quantities, and compiled modules."""

from pathlib import Path
from typing import Final

PROJECT_ROOT: Final = Path(__file__).resolve().parents[1]
"""The folder that has the rooms, `p4src` and `topologies`."""
