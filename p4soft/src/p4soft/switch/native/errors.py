# SPDX-License-Identifier: Apache-2.0
"""Why a program does not run natively."""

from __future__ import annotations


class Unsupported(Exception):  # noqa: N818  it says what the program has, not that something failed
    """The program has something that the native engine does not do; the message is one line for people."""
