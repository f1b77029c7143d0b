# SPDX-License-Identifier: GPL-2.0-only
"""DISABLE_TRIM rules by every field that an ACL table has for them (SAI), alone and together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from typing_extensions import override

from ptf_tests.switch.case import HOST, IN, OUT, SPARE, with_destination
from ptf_tests.switch.congestion import USIDS, TrimTest
from ptf_tests.switch.packets import TUNNEL_SOURCE, carrier, inner_ipv4, raw_bytes, tunnel, with_source
from ptf_tests.switch.settings import DisableTrim

ANY = "::/0"
IPV6 = 41


class TrimRulesTest(TrimTest):
    """A packet that rules match, and one for each field that differs from it in that field only.

    Attributes:
        matching: enters at IN and is trimmed unless a rule matches it.
        others: by field of `DisableTrim`.
    """

    matching: bytes
    others: Mapping[str, bytes]

    def each_alone(self, rules: Mapping[str, DisableTrim], at_port: DisableTrim, elsewhere: Sequence[int]) -> None:
        """A rule of one field drops what matches it, and not what differs there.

        Args:
            rules: by field.
            at_port: the rule of an ingress port, IN.
            elsewhere: ports to which that rule does not apply.
        """
        for field, rule in rules.items():
            self.configure(rule)
            self.drops(self.matching)
            self.trims(self.others[field])
            self.remove(rule)
            self.trims(self.matching)
        self.configure(at_port)
        self.drops(self.matching)
        for ingress in elsewhere:
            self._trims_from(ingress)

    def all_together(self, rule: DisableTrim) -> None:
        """A rule of all fields drops what matches each of them, and nothing that differs in one."""
        self.configure(rule)
        self.drops(self.matching)
        self.trims(*self.others.values())
        self._trims_from(SPARE)

    def _trims_from(self, ingress: int) -> None:
        copies = {OUT: [self.copy(self.matching)]}
        self.check([self.matching], copies, self.trims_count(ingress=ingress), ingress=ingress)


class _Fields(TrimRulesTest):
    """A tunnel's packet, in IPv6."""

    @override
    def setUp(self) -> None:
        super().setUp()
        dscp = self.values.dscp
        self.matching = self.frame()
        self.destination = carrier(USIDS[OUT])
        self.others = {
            "source": with_source(self.frame(2), "fd00:0:0:ffff::2"),
            "destination": with_destination(self.frame(3), carrier(USIDS[OUT], 1)),
            "next_header": raw_bytes(tunnel(inner_ipv4(size=self.long, identity=4), self.destination)),
            "dscp": self.frame(5, dscp=dscp.trimmable_retx),
        }


class TrimAclEachField(_Fields):
    """A rule of one field drops what matches it where packets that differ in that field are trimmed."""

    requirements: ClassVar = ("TRIM-041", "TRIM-051")

    def runTest(self) -> None:
        """Destination, next header, DSCP and ingress port."""
        rules = {
            "destination": DisableTrim(ANY, destination=f"{self.destination}/128"),
            "next_header": DisableTrim(ANY, next_header=IPV6),
            "dscp": DisableTrim(ANY, dscp=self.values.dscp.trimmable),
        }
        self.each_alone(rules, DisableTrim(ANY, ingress=IN), (HOST, SPARE))


class TrimAclAllFields(_Fields):
    """A rule of all fields drops what matches every one of them, and nothing that differs in one."""

    requirements: ClassVar = ("TRIM-041", "TRIM-051")

    def runTest(self) -> None:
        """One rule, and a packet for each field."""
        self.all_together(
            DisableTrim(
                f"{TUNNEL_SOURCE}/128",
                destination=f"{self.destination}/128",
                next_header=IPV6,
                dscp=self.values.dscp.trimmable,
                ingress=IN,
            )
        )
