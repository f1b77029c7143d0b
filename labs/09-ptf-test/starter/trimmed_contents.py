# SPDX-License-Identifier: GPL-2.0-only
"""Lab 09: a test for the requirement TRIM-018, for any switch."""

from typing import ClassVar

from ptf_tests.switch.case import IN, OUT, forwarded
from ptf_tests.switch.congestion import TrimTest


class TrimmedContents(TrimTest):
    """A trimmed copy is the beginning of the packet as it would have left, but for DSCP, length and checksum.

    `TrimTest` has configured the switch: packets to OUT or HOST whose DSCP may be trimmed find a blocked queue.
    """

    requirements: ClassVar = ("TRIM-018",)

    def runTest(self) -> None:
        """One packet, of the kind that any switch gets right."""
        frame = self.frame()
        self.send(IN, frame)
        copies = self.collect(IN)[OUT]
        self.assertEqual(len(copies), 1, "one copy is to come out")
        whole = forwarded(frame, OUT)  # as it would have left: other MAC addresses, the hop limit down by one
        # TODO: compare the copy with the beginning of `whole`. What may differ, and nothing else?
        # TODO: which packets could a switch get wrong when this one comes out right?
        self.assertLess(len(copies[0]), len(whole))
