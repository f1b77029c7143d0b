# SPDX-License-Identifier: Apache-2.0
"""What captures of links are called, whichever engine makes them."""

from __future__ import annotations

#: Where captures go below the output directory.
CAPTURES = "captures"


def capture_file(link: str) -> str:
    """Relative to the output directory: the link's name without characters that some file systems refuse."""
    return f"{CAPTURES}/{link.replace(':', '_')}.pcapng"
