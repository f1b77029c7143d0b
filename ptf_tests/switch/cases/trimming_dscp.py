# SPDX-License-Identifier: GPL-2.0-only
"""Which DSCP trimmed copies get: one for all ports, or one per egress port (SONiC HLD, sonic-mgmt plan case 3)."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from ptf_tests.switch.case import HOST, OUT, PORTS
from ptf_tests.switch.congestion import TrimTest, total
from ptf_tests.switch.settings import DscpToTc, Setting, TcToDscp, TcToQueue


class TrimSymmetric(TrimTest):
    """Symmetric: copies of the same packet have the one configured DSCP on every port."""

    requirements: ClassVar = ("TRIM-030",)

    dscp_mode = "symmetric"

    def runTest(self) -> None:
        """Both ports in one burst."""
        frames = {OUT: self.frame(1), HOST: self.frame(2, port=HOST)}
        wanted = {port: [self.copy(frame, port, dscp=self.values.dscp.trimmed)] for port, frame in frames.items()}
        self.check(list(frames.values()), wanted, total(self.trims_count(), self.trims_count(port=HOST)))


class TrimSymmetricIgnoresMap(TrimTest):
    """Symmetric: a TC_TO_DSCP_MAP on the port changes nothing."""

    requirements: ClassVar = ("TRIM-030",)
    needs: ClassVar = frozenset({"trimming.asymmetric_dscp"})

    dscp_mode = "symmetric"

    def runTest(self) -> None:
        """Lines for the classes of data and of trimmed packets."""
        lasthop = self.values.dscp.trimmed_lasthop
        self.configure(*(TcToDscp(OUT, tc, lasthop) for tc in (self.values.data_tc, self.values.trim_tc)))
        self.trims(*self.frames(2))


class _Symmetric(TrimTest):
    """One configured DSCP."""

    dscp = 0

    def trimming(self) -> list[Setting]:
        """That DSCP, and the trim queue of the profile whatever the maps say."""
        maps = [DscpToTc(self.dscp, self.values.trim_tc)] if self.chose("trim_queue", "dynamic") else []
        return [*maps, replace(self.chosen_trimming(), dscp=self.dscp, tc=None)]

    def trim_dscp(self, port: int) -> int:
        del port
        return self.dscp


class TrimDscp0(_Symmetric):
    """DSCP 0, the lowest."""

    requirements: ClassVar = ("TRIM-030",)

    def runTest(self) -> None:
        """All bits of the DSCP are cleared, those of ECN stay."""
        self.trims(*(self.frame(ecn, ecn=ecn) for ecn in range(4)))


class TrimDscp48(_Symmetric):
    """DSCP 48, that of the public tests."""

    requirements: ClassVar = ("TRIM-030",)

    dscp = 48

    def runTest(self) -> None:
        """All code points of ECN."""
        self.trims(*(self.frame(ecn, ecn=ecn) for ecn in range(4)))


class TrimDscp62(_Symmetric):
    """DSCP 62: five bits set, the lowest clear."""

    requirements: ClassVar = ("TRIM-030",)

    dscp = 62

    def runTest(self) -> None:
        """All code points of ECN."""
        self.trims(*(self.frame(ecn, ecn=ecn) for ecn in range(4)))


class TrimAsymmetric(TrimTest):
    """Asymmetric: TRIMMED towards the fabric, TRIMMED_LASTHOP towards a host."""

    requirements: ClassVar = ("TRIM-031",)

    dscp_mode = "asymmetric"

    def runTest(self) -> None:
        """Both ports in one burst, by turns."""
        dscp = self.values.dscp
        frames = [self.frame(identity, port=(OUT, HOST)[identity % 2]) for identity in range(4)]
        wanted = {
            OUT: [self.copy(frame, OUT, dscp=dscp.trimmed) for frame in frames[::2]],
            HOST: [self.copy(frame, HOST, dscp=dscp.trimmed_lasthop) for frame in frames[1::2]],
        }
        self.check(frames, wanted, total(self.trims_count(2), self.trims_count(2, port=HOST)))


class TrimLastHopDscp(TrimTest):
    """Asymmetric: a retransmission to a host becomes TRIMMED_LASTHOP, too."""

    requirements: ClassVar = ("TRIM-007", "TRIM-031")

    dscp_mode = "asymmetric"

    def runTest(self) -> None:
        frame = self.frame(port=HOST, dscp=self.values.dscp.trimmable_retx)
        self.trims_to(frame, self.copy(frame, HOST, dscp=self.values.dscp.trimmed_lasthop), HOST)


class TrimAsymmetric10And20(TrimTest):
    """Asymmetric with the public test's numbers: 10 towards hosts, 20 towards the fabric."""

    requirements: ClassVar = ("TRIM-031",)

    dscp_mode = "asymmetric"

    def trimming(self) -> list[Setting]:
        """Traffic class 5 through the maps of the ports; both DSCPs lead to the trim queue, if they are asked."""
        values = self.values
        return [
            *(TcToDscp(port, 5, self.trim_dscp(port)) for port in PORTS),
            *(DscpToTc(dscp, values.trim_tc) for dscp in (10, 20)),
            replace(self.chosen_trimming(), tc=5),
        ]

    def trim_dscp(self, port: int) -> int:
        """10 on the host-facing port."""
        return 10 if port == HOST else 20

    def runTest(self) -> None:
        self.trims(*self.frames(2))
        self.trims(*self.frames(2, port=HOST), port=HOST)


class TrimAsymmetricTakesItsClass(TrimTest):
    """Asymmetric: the line of the configured traffic class counts, not those of others."""

    requirements: ClassVar = ("TRIM-031",)

    dscp_mode = "asymmetric"

    def runTest(self) -> None:
        """Lines for every other class, the data class among them."""
        others = [tc for tc in range(8) if tc != self.values.trim_tc]
        self.configure(*(TcToDscp(port, tc, 40 + tc) for port in (OUT, HOST) for tc in others))
        self.trims(*self.frames(2))
        self.trims(*self.frames(2, port=HOST), port=HOST)


class TrimAsymmetricLeavesOthers(TrimTest):
    """Asymmetric: packets that are not trimmed keep their DSCP, although the port has a TC_TO_DSCP_MAP."""

    requirements: ClassVar = ("TRIM-002", "TRIM-031")

    dscp_mode = "asymmetric"
    blocked = ()

    def runTest(self) -> None:
        """A line for the class of data; roles of data and a DSCP of another class."""
        tc, dscp = self.free_tcs()[0], self.free_dscps()[0]
        lines = [TcToDscp(OUT, line, 44) for line in (self.values.data_tc, tc)]
        self.configure(*lines, DscpToTc(dscp, tc), TcToQueue(tc, self.values.data_queue))
        roles = self.values.dscp
        self.passes(*(self.frame(d, dscp=d) for d in (roles.no_trim, roles.trimmable, dscp)))


class TrimModeSwitch(TrimTest):
    """Five changes between symmetric and asymmetric DSCP, each in force for the next packet on every port."""

    requirements: ClassVar = ("TRIM-030", "TRIM-031", "CFG-012")

    def runTest(self) -> None:
        """A trim on each port after each change."""
        for round_ in range(5):
            self.dscp_mode = ("asymmetric", "symmetric")[round_ % 2]
            self.configure(*self.trimming())
            frames = [self.frame(10 + round_), self.frame(20 + round_, port=HOST)]
            wanted = {OUT: [self.copy(frames[0])], HOST: [self.copy(frames[1], HOST)]}
            self.check(frames, wanted, total(self.trims_count(), self.trims_count(port=HOST)))
