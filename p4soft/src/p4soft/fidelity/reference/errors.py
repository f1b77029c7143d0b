# SPDX-License-Identifier: Apache-2.0
"""What can go wrong with the reference programs."""

from __future__ import annotations


class ReferenceFault(Exception):  # noqa: N818 - a fault of the program under comparison, not of ours
    """p4c or simple_switch crashed, refused its input or did not answer. The message says which and how."""
