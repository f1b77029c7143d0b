# SPDX-License-Identifier: Apache-2.0
"""Lab 13: a prover of static tables. It gets cables and names, then tables, and names each entry that is wrong."""

from __future__ import annotations

from typing import Any


class Prover:
    """Judges the tables of one fabric."""

    def __init__(self, fabric: dict[str, Any]) -> None:
        """Prepare.

        Args:
            fabric: `switches`: by name, the switch's own `usid` and its `ports`, each with `port` (its number), `to`
                (the neighbour's name) and `usid` (the neighbour's name in packets). `nics`: by name, the T0 at which
                the NIC hangs on plane 0, 1 and so on.
        """
        self.switches = fabric["switches"]
        self.nics = fabric["nics"]

    def prove(self, tables: dict[str, Any]) -> list[dict[str, Any]]:
        """A finding for each wrong entry; an empty list if all are right.

        Args:
            tables: by switch, `my_sid` (a list of uSIDs) and `routes`, each with `usids` (what it matches) and `port`
                (None drops).

        A finding: `switch`, `table` ("my_sid" or "routes") and `usids` of the entry, and a `packet` that shows it:
        `nic` and `plane` where it is sent, and its `usids`, six at most.
        """
        findings: list[dict[str, Any]] = []
        # TODO
        return findings
