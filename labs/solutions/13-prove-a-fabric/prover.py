# SPDX-License-Identifier: Apache-2.0
"""Lab 13, solved: each switch alone, by what its cables and its name say; a packet for each entry that differs."""

from __future__ import annotations

from typing import Any

DROP = None
MISSING = "missing"


class Prover:
    """Judges the tables of one fabric."""

    def __init__(self, fabric: dict[str, Any]) -> None:
        """See the starter."""
        self.switches = fabric["switches"]
        self.nics = fabric["nics"]
        self.way = self._ways()

    def _ways(self) -> dict[str, dict[str, Any]]:
        """For each switch a packet that comes to it, whose last uSID is its own."""
        found: dict[str, dict[str, Any]] = {}
        for nic, t0s in self.nics.items():
            for plane, t0 in enumerate(t0s):
                found[t0] = {"nic": nic, "plane": plane, "usids": [self.switches[t0]["usid"]]}
        for t0, way in list(found.items()):
            for port in self.switches[t0]["ports"]:
                if port["to"] in self.switches:
                    found[port["to"]] = {**way, "usids": [*way["usids"], port["usid"]]}
        return found

    def prove(self, tables: dict[str, Any]) -> list[dict[str, Any]]:
        """See the starter."""
        findings = []
        for switch, held in tables.items():
            findings += self._names(switch, held["my_sid"])
            findings += self._routes(switch, {tuple(each["usids"]): each["port"] for each in held["routes"]})
        return findings

    def _names(self, switch: str, my_sid: list[str]) -> list[dict[str, Any]]:
        own, way = self.switches[switch]["usid"], self.way[switch]
        ports = self.switches[switch]["ports"]
        findings = []
        for usid in {own} ^ set(my_sid):
            other = next(each["usid"] for each in ports if each["usid"] != usid)
            before = way["usids"][:-1]  # the name in question stands where the switch's own would
            findings.append(_finding(switch, "my_sid", [usid], {**way, "usids": [*before, usid, other]}))
        return findings

    def _routes(self, switch: str, routes: dict[tuple[str, ...], int | None]) -> list[dict[str, Any]]:
        planned: dict[tuple[str, ...], int | None] = {(each["usid"],): each["port"] for each in self._ports(switch)}
        planned[()] = DROP
        routes = {(): DROP, **routes}  # what has no route is dropped as well
        way = self.way[switch]
        findings = []
        for usids in planned.keys() | routes.keys():
            if routes.get(usids, MISSING) != planned.get(usids, MISSING):
                named = list(usids) or [self._unknown(routes)]
                packet = {**way, "usids": [*way["usids"], *named]}
                findings.append(_finding(switch, "routes", list(usids), packet))
        return findings

    def _ports(self, switch: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.switches[switch]["ports"]
        return found

    def _unknown(self, routes: dict[tuple[str, ...], int | None]) -> str:
        """A uSID that only the entry for all others matches."""
        used = {usids[0] for usids in routes if usids} | {each["usid"] for each in self.switches.values()}
        return next(usid for usid in (f"{value:04x}" for value in range(1, 0x10000)) if usid not in used)


def _finding(switch: str, table: str, usids: list[str], packet: dict[str, Any]) -> dict[str, Any]:
    return {"switch": switch, "table": table, "usids": usids, "packet": packet}
