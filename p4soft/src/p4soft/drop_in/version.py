# SPDX-License-Identifier: Apache-2.0
"""Which versions the commands are, and of which programs they take the place."""

from __future__ import annotations

VERSION = "0.1.0"
"""This distribution's; pyproject.toml reads it here."""
P4C = f"1.2.5.16 (p4soft {VERSION}, which takes what p4c 1.2.5.16 takes)"
BMV2 = f"1.15.5 (p4soft {VERSION}, which takes what BMv2 1.15.5 takes)"
