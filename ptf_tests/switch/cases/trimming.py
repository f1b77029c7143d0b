# SPDX-License-Identifier: GPL-2.0-only
"""When packets are trimmed: refused by a queue that trims, eligible, no DISABLE_TRIM rule (SAI, SONiC HLD, MRC)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from typing_extensions import override

from ptf_tests.switch.case import HOST, IN, OUT, SPARE, cell, forwarded, with_destination
from ptf_tests.switch.congestion import UNTRIMMED_REFUSES, USIDS, Fate, LimitedTrimTest, TrimTest, total
from ptf_tests.switch.packets import SENTINEL_DSCP, TUNNEL_SOURCE, carrier, inner_ipv4, raw_bytes, tunnel, with_source
from ptf_tests.switch.settings import DisableTrim, DscpToTc, QueueProfile, Setting, TcToQueue

# --- Trimming --------------------------------------------------------------------------------------------------------


SOURCE = "fd00:0:0:ffff::1"
"""Outer source address of the frames; SOURCE_MASKED is the first 127 bits of it."""

SOURCE_MASKED = "fd00:0:0:ffff::/127"


class TrimRefused(TrimTest):
    """A packet that its data queue refuses leaves as a trimmed copy on the same port, and not itself."""

    requirements: ClassVar = ("TRIM-001",)

    def runTest(self) -> None:
        """One packet, then a burst."""
        self.trims(self.frame())
        self.trims(*self.frames(8))


class TrimWhenFull(LimitedTrimTest):
    """A queue that admits two frames to the byte passes two whole and trims the third, then goes on trimming."""

    requirements: ClassVar = ("TRIM-001", "TRIM-002", "QOS-005")

    def runTest(self) -> None:
        """A trimmed packet takes no room in the data queue, nor does it make any."""
        self.fill()
        self.trims(*self.frames(3))


class TrimWhenOneByteShort(LimitedTrimTest):
    """With one byte less only one frame fits, and the second is trimmed."""

    requirements: ClassVar = ("TRIM-001", "QOS-005")

    spare_bytes = -1

    def runTest(self) -> None:
        """One passes, one is trimmed."""
        self.passes(self.frame(1))
        self.trims(self.frame(2))


class TrimAdmittedWhole(TrimTest):
    """Packets that a trimming queue admits leave whole, with their own DSCP, whatever their role or length."""

    requirements: ClassVar = ("TRIM-002",)

    blocked = ()

    def runTest(self) -> None:
        """The three roles of data, short to jumbo, in one burst."""
        roles = (self.values.dscp.no_trim, self.values.dscp.trimmable, self.values.dscp.trimmable_retx)
        lengths = (110, self.values.trim_size, self.long, self.values.max_frame)
        pairs = [(dscp, length) for dscp in roles for length in lengths]
        self.passes(*(self.frame(i, dscp=dscp, length=length) for i, (dscp, length) in enumerate(pairs)))


class TrimActionDrop(TrimTest):
    """A queue whose discard action is drop drops what it refuses, although trimming is configured."""

    requirements: ClassVar = ("TRIM-003",)
    needs: ClassVar = UNTRIMMED_REFUSES

    trim = False

    def runTest(self) -> None:
        """On a fabric-facing and on a host-facing port."""
        self.drops(self.frame())
        self.drops(self.frame(port=HOST), port=HOST)


class TrimActionIsPerPort(TrimTest):
    """The same queue trims on one port and drops on another."""

    requirements: ClassVar = ("TRIM-001", "TRIM-003")
    needs: ClassVar = UNTRIMMED_REFUSES

    def data_profile(self, port: int) -> Setting:
        return QueueProfile(port, self.values.data_queue, trim=port == OUT)

    def runTest(self) -> None:
        """One frame to each."""
        frames = [self.frame(1), self.frame(2, port=HOST)]
        self.check(frames, {OUT: [self.copy(frames[0])]}, total(self.trims_count(), self.dropped(port=HOST)))


class TrimActionIsPerQueue(TrimTest):
    """One queue of a port trims and another drops; the discard action is that of the queue which refuses."""

    requirements: ClassVar = ("TRIM-001", "TRIM-003")
    needs: ClassVar = UNTRIMMED_REFUSES

    def runTest(self) -> None:
        """A second data queue without trim."""
        queue, dscp = self.add_queue(trim=False)
        frames = [self.frame(1), self.frame(2, dscp=dscp)]
        self.check(frames, {OUT: [self.copy(frames[0])]}, total(self.trims_count(), self.dropped(queue=queue)))


class TrimNotConfigured(TrimTest):
    """Trimming is off by default: a queue that asks for it, without a trim configuration, drops."""

    requirements: ClassVar = ("TRIM-004",)
    needs: ClassVar = UNTRIMMED_REFUSES

    def trimming(self) -> list[Setting]:
        return []

    def runTest(self) -> None:
        """No trim counter moves."""
        self.drops(*self.frames(2))


class TrimNoTrimDscp(TrimTest):
    """NO_TRIM is dropped where TRIMMABLE is trimmed."""

    requirements: ClassVar = ("TRIM-005",)

    def runTest(self) -> None:
        """Both in one burst, through the same queue."""
        frames = [self.frame(1, dscp=self.values.dscp.no_trim), self.frame(2)]
        self.check(frames, {OUT: [self.copy(frames[1])]}, total(self.trims_count(), self.dropped()))


class _EveryDscp(TrimTest):
    """Nearly every DSCP in the data queue."""

    def data_dscps(self) -> list[int]:
        """All but those of trimmed packets, whose queue may follow from them, and that of the sentinels."""
        trimmed = (self.values.dscp.trimmed, self.values.dscp.trimmed_lasthop)
        return [dscp for dscp in range(SENTINEL_DSCP) if dscp not in trimmed]


class TrimEligibleDscps(_EveryDscp):
    """Of all DSCPs in one trimming queue, exactly those with a trimmable role are trimmed."""

    requirements: ClassVar = ("TRIM-005",)

    def runTest(self) -> None:
        """61 DSCPs in the data queue, the roles of data among them."""
        roles = (self.values.dscp.trimmable, self.values.dscp.trimmable_retx)
        dscps = self.data_dscps()
        self.configure(*(DscpToTc(dscp, self.values.data_tc, trim_eligible=dscp in roles) for dscp in dscps))
        frames = {dscp: self.frame(dscp, dscp=dscp) for dscp in dscps}
        fates = [
            Fate(frame, self.copy(frame), self.trims_count()) if dscp in roles else Fate(frame, None, self.dropped())
            for dscp, frame in frames.items()
        ]
        self.each(fates)


class TrimEveryDscpEligible(_EveryDscp):
    """Any DSCP can be given a trimmable role."""

    requirements: ClassVar = ("TRIM-001", "TRIM-002")

    def runTest(self) -> None:
        """61 DSCPs, all eligible; then some that are admitted keep their DSCP."""
        dscps = self.data_dscps()
        self.configure(*(DscpToTc(dscp, self.values.data_tc, trim_eligible=True) for dscp in dscps))
        self.trims(*(self.frame(dscp, dscp=dscp) for dscp in dscps))
        self.unblock(OUT, self.values.data_queue)
        self.passes(*(self.frame(dscp, dscp=dscp) for dscp in (dscps[0], dscps[30], dscps[-1])))


class TrimWholeQueueEligible(_EveryDscp):
    """Where the queue decides, everything that a trimming queue refuses is trimmed, NO_TRIM too."""

    requirements: ClassVar = ("TRIM-006",)

    def runTest(self) -> None:
        """61 DSCPs, none of them eligible by role."""
        dscps = self.data_dscps()
        self.configure(*(DscpToTc(dscp, self.values.data_tc) for dscp in dscps))
        self.trims(*(self.frame(dscp, dscp=dscp) for dscp in dscps))


class TrimDscp(TrimTest):
    """A retransmission is trimmed like a first transmission, and both become TRIMMED."""

    requirements: ClassVar = ("TRIM-007",)

    def runTest(self) -> None:
        """Both roles in one burst."""
        dscp = self.values.dscp
        self.trims(self.frame(1, dscp=dscp.trimmable), self.frame(2, dscp=dscp.trimmable_retx))


class TrimRetransmissionLastHop(TrimTest):
    """On a host-facing port, too, both roles become the trim DSCP of that port."""

    requirements: ClassVar = ("TRIM-007",)

    def runTest(self) -> None:
        """Both roles to HOST."""
        dscp = self.values.dscp
        frames = [self.frame(i, port=HOST, dscp=d) for i, d in enumerate((dscp.trimmable, dscp.trimmable_retx))]
        self.trims(*frames, port=HOST)


class TrimControlNever(TrimTest):
    """Control packets are never trimmed: a control queue that refuses them drops them."""

    requirements: ClassVar = ("TRIM-008",)
    needs: ClassVar = UNTRIMMED_REFUSES

    def runTest(self) -> None:
        """Its queue is blocked; where the DSCP decides, its discard action is even trim."""
        queue = self.values.control_queue
        self.configure(QueueProfile(OUT, queue, trim=self.chose("trim_eligibility", "dscp")))
        self.block(OUT, queue)
        self.drops(self.frame(dscp=self.values.dscp.control), queue=queue)


class TrimControlInDataQueue(TrimTest):
    """It is the role that protects control packets, not their queue: in a data queue, too, they are dropped."""

    requirements: ClassVar = ("TRIM-005", "TRIM-008")

    def runTest(self) -> None:
        """The maps lead CONTROL to the data queue."""
        self.configure(DscpToTc(self.values.dscp.control, self.values.data_tc))
        self.drops(self.frame(dscp=self.values.dscp.control))


class TrimOtherQueueUntouched(TrimTest):
    """Control packets pass a port whose data queue refuses, whole and unchanged."""

    requirements: ClassVar = ("TRIM-009",)

    def runTest(self) -> None:
        """Control among data."""
        control = self.frame(2, dscp=self.values.dscp.control)
        frames = [self.frame(1), control, self.frame(3)]
        wanted = [self.copy(frames[0]), forwarded(control, OUT), self.copy(frames[2])]
        counters = total(self.trims_count(2), self.admitted(queue=self.values.control_queue))
        self.check(frames, {OUT: wanted}, counters)


class TrimOtherDataQueueUntouched(TrimTest):
    """Eligible packets of another data queue of the port pass whole, although that queue would trim."""

    requirements: ClassVar = ("TRIM-009",)

    def runTest(self) -> None:
        """The second queue has room."""
        queue, dscp = self.add_queue(trim=True)
        self.unblock(OUT, queue)
        frames = [self.frame(1), self.frame(2, dscp=dscp)]
        wanted = [self.copy(frames[0]), forwarded(frames[1], OUT)]
        self.check(frames, {OUT: wanted}, total(self.trims_count(), self.admitted(queue=queue)))


class TrimOtherPortUntouched(TrimTest):
    """The same data queue of another port passes whole packets."""

    requirements: ClassVar = ("TRIM-001", "TRIM-002")

    blocked = (OUT,)

    def runTest(self) -> None:
        """OUT refuses, HOST does not."""
        frames = [self.frame(1), self.frame(2, port=HOST)]
        wanted = {OUT: [self.copy(frames[0])], HOST: [forwarded(frames[1], HOST)]}
        self.check(frames, wanted, total(self.trims_count(), self.admitted(port=HOST)))


class TrimTwoQueues(TrimTest):
    """Several data queues of a port trim at the same time into one trim queue, in the order of arrival."""

    requirements: ClassVar = ("TRIM-010",)

    def runTest(self) -> None:
        """Every queue without another role trims."""
        v = self.values
        queues = self.free_queues()
        places = list(zip(queues, self.free_tcs(), self.free_dscps(), strict=False))
        for queue, tc, dscp in places:
            self.configure(
                DscpToTc(dscp, tc, trim_eligible=True), TcToQueue(tc, queue), QueueProfile(OUT, queue, trim=True)
            )
            self.block(OUT, queue)
        dscps = [v.dscp.trimmable, *(dscp for _, _, dscp in places)] * 2
        frames = [self.frame(identity, dscp=dscp) for identity, dscp in enumerate(dscps)]
        counters = total(*(self.trims_count(2, queue=queue) for queue in (v.data_queue, *(q for q, _, _ in places))))
        self.ordered(frames, [self.copy(frame) for frame in frames], counters)


class TrimUnblock(TrimTest):
    """A queue that has room again passes whole packets from the first one on, and trims when it is full again."""

    requirements: ClassVar = ("TRIM-011",)

    def runTest(self) -> None:
        """Blocked, unblocked, blocked."""
        self.trims(self.frame(1))
        self.unblock(OUT, self.values.data_queue)
        self.passes(self.frame(2))
        self.block(OUT, self.values.data_queue)
        self.trims(self.frame(3))


class TrimThenDrain(LimitedTrimTest):
    """A full queue that drains passes whole packets again."""

    requirements: ClassVar = ("TRIM-011", "QOS-011")

    def runTest(self) -> None:
        """Full while it crawls; the rate of the line empties it."""
        self.fill()
        self.trims(self.frame(3))
        queue = self.values.data_queue
        self.configure(QueueProfile(OUT, queue, rate="line", limit=self.whole * self.long, trim=True))
        self.passes(self.frame(4))


class TrimDisabledByAcl(TrimTest):
    """DISABLE_TRIM: the flow that a rule matches is dropped where others are trimmed, and the rule counts it."""

    requirements: ClassVar = ("TRIM-041", "CNT-023")

    def runTest(self) -> None:
        """One rule matches, the other does not; then only the latter is there."""
        rule = DisableTrim(f"{SOURCE}/128")
        other = DisableTrim("fd00:0:0:ffff::2/128", priority=2)
        self.configure(rule, other)
        self.drops(*self.frames(2))
        self.assertEqual((self.hits(rule).packets, self.hits(other).packets), (2, 0))
        self.remove(rule)
        self.trims(self.frame())
        self.assertEqual(self.hits(other).packets, 0)


class TrimAclMismatch(TrimTest):
    """A rule for another source leaves a flow trimmed, although it differs in one bit only."""

    requirements: ClassVar = ("TRIM-041",)

    def runTest(self) -> None:
        """The lowest bit, the highest of the host part, and the first of the address."""
        for priority, source in enumerate(("fd00:0:0:ffff::", "fd00:0:0:ffff:8000::1", "7d00:0:0:ffff::1"), 1):
            self.configure(DisableTrim(f"{source}/128", priority=priority))
        self.trims(*self.frames(2))


class TrimAclPrefix(TrimTest):
    """A rule for a prefix matches every source in it."""

    requirements: ClassVar = ("TRIM-041",)

    def runTest(self) -> None:
        self.configure(DisableTrim(SOURCE_MASKED))
        self.drops(self.frame())


class TrimAclAdmitted(TrimTest):
    """A DISABLE_TRIM rule does not touch packets that their queue admits."""

    requirements: ClassVar = ("TRIM-042",)

    blocked = ()

    def runTest(self) -> None:
        """Whole, with its DSCP."""
        self.configure(DisableTrim(f"{SOURCE}/128"))
        self.passes(*self.frames(2))


class TrimAclRemoved(TrimTest):
    """When its rule is removed, the flow is trimmed again; when it comes back, it is dropped again."""

    requirements: ClassVar = ("TRIM-043",)

    def runTest(self) -> None:
        """Rule, no rule, rule."""
        rule = DisableTrim(f"{SOURCE}/128")
        self.configure(rule)
        self.drops(self.frame(1))
        self.remove(rule)
        self.trims(self.frame(2))
        self.configure(rule)
        self.drops(self.frame(3))


class TrimLeavesOtherDropsAlone(TrimTest):
    """A packet without a route is dropped, not trimmed, whatever the queues do."""

    requirements: ClassVar = ("TRIM-001",)

    def runTest(self) -> None:
        """Between two that are trimmed."""
        lost = bytearray(self.frame(2))
        lost[38:42] = bytes.fromhex("2001 0db8")
        frames = [self.frame(1), bytes(lost), self.frame(3)]
        wanted = [self.copy(frames[0]), self.copy(frames[2])]
        self.check(frames, {OUT: wanted}, total(self.trims_count(2), {cell("drop_no_route", IN): 1}))


# --- Trimming acl ----------------------------------------------------------------------------------------------------


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
