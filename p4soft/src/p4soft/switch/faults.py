# SPDX-License-Identifier: Apache-2.0
"""What an internal error becomes."""

from __future__ import annotations


class SwitchFault(Exception):  # noqa: N818  the word the counters and logs use
    """An internal error while a packet was processed; raised only when `faults_are_fatal`."""
