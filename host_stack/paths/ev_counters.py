# SPDX-License-Identifier: Apache-2.0
"""Where a set of EVs counts what becomes of them."""

from typing import Protocol


class EvCounters(Protocol):
    """What an EV set counts; ``QpCounters`` has them."""

    evs_retired: int
    evs_revived: int
    evs_skipped: int
    demotions_refused: int
