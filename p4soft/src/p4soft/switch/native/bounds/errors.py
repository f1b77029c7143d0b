# SPDX-License-Identifier: Apache-2.0
"""What a bounds check says."""

from __future__ import annotations


class BoundsError(Exception):
    """Machine code wanted to touch memory outside of an object; the message says which, where and by how much."""
