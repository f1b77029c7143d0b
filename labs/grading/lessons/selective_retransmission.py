# SPDX-License-Identifier: Apache-2.0
"""Lab 07: a sender that retransmits what is missing, on a network that loses, delays, copies and lies.

It lives in a `Dialogue`, before a receiver in virtual time, and has one link, on which a packet takes `GAP_NS`. The
receiver answers with MRC's SACK: `cack` (everything up to this PSN has arrived), `offset` (signed: the bitmap starts at
cack + offset) and 64 bits of `bitmap`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from random import Random

from labs.grading.lesson import Item, Lesson, Work, WrongError
from labs.grading.sandbox import Dialogue, DialogueError, dialogue

# --- A receiver behind a network that loses --------------------------------------------------------------------------


PSN_MASK = (1 << 24) - 1
GAP_NS = 1_000
DELAY_NS = 5_000
"""One way, before jitter."""
BITS = 64
MOST_SENDS = 12
"""So many transmissions per packet on average, and the run is given up."""
MOST_IDLE_WAKES = 1_000


@dataclass(frozen=True, slots=True)
class Conditions:
    """What happens to packets and SACKs.

    Attributes:
        first_psn: PSN of the first one.
        window: PSNs that may be outstanding, counted from the lowest that is not acknowledged.
        reorder_ns: by how much packets may overtake each other, at most, as the sender knows.
        timeout_ns: how long the sender is to wait for an answer.
        loss: probability that a packet is lost.
        tail: how many packets at the end are lost when they are sent first.
        jitter_ns: a packet is late by up to so much.
        sack_loss: probability that a SACK is lost.
        sack_jitter_ns: a SACK is late by up to so much, so that old ones arrive after new ones.
        copies: probability that a packet, or a SACK, arrives twice.
        forged: probability that a SACK is followed by one of PSNs that were never sent.
        pause: SACKs of this span of time (first, last) wait for its end, and come then in quick succession.
    """

    packets: int
    first_psn: int = 0
    window: int = 64
    reorder_ns: int = 10_000
    timeout_ns: int = 200_000
    loss: float = 0.0
    tail: int = 0
    jitter_ns: int = 0
    sack_loss: float = 0.0
    sack_jitter_ns: int = 0
    copies: float = 0.0
    forged: float = 0.0
    pause: tuple[int, int] = (0, 0)

    @property
    def ideal_ns(self) -> int:
        return self.packets * GAP_NS + 2 * DELAY_NS


@dataclass(slots=True)
class Exchanged:
    """What became of a run.

    Attributes:
        missing: packets that the receiver does not have.
        took_ns: until the sender knew that all had arrived; the time of giving up if it never did.
        lost: of them, those that were lost.
        unneeded: retransmissions of packets of which a copy had arrived or was on its way.
        first_unneeded: the first of them, in words.
        early: the first retransmission for which neither what had arrived nor time gave a reason, in words.
        beyond_window: the first transmission beyond the window, in words.
        problem: why it was given up, or "".
        restless: it wanted to go on after everything was acknowledged, in words.
    """

    missing: int = 0
    took_ns: int = 0
    sent: int = 0
    lost: int = 0
    unneeded: int = 0
    first_unneeded: str = ""
    early: str = ""
    beyond_window: str = ""
    problem: str = ""
    restless: str = ""


@dataclass(order=True, slots=True)
class _Event:
    at_ns: int
    order: int
    packet: int | None = field(compare=False)
    sack: tuple[int, int, int] | None = field(compare=False, default=None)


class _Receiver:
    def __init__(self, conditions: Conditions, rng: Random) -> None:
        self._conditions = conditions
        self._rng = rng
        self.arrived: set[int] = set()
        self.low = 0  # the first packet that has not arrived
        self._since_sack = 0

    def receive(self, packet: int) -> tuple[int, int, int] | None:
        copy = packet in self.arrived
        self.arrived.add(packet)
        while self.low in self.arrived:
            self.low += 1
        self._since_sack += 1
        hole = len(self.arrived) > self.low
        if not (copy or hole or self._since_sack == 2 or self.low == self._conditions.packets):
            return None
        self._since_sack = 0
        # Implementations differ in where the bitmap starts: at a multiple of 64 after cack, or so that it ends with
        # the packet that caused the SACK.
        base = packet - BITS + 1
        if self._rng.random() < 0.5 and packet >= self.low:
            base = self.low + (packet - self.low) // BITS * BITS
        return self.sack(base)

    def sack(self, base: int) -> tuple[int, int, int]:
        bitmap = sum(1 << bit for bit in range(BITS) if base + bit in self.arrived)
        return (self._conditions.first_psn + self.low - 1) & PSN_MASK, base - (self.low - 1), bitmap


class _Run:
    def __init__(self, sender: Dialogue, conditions: Conditions, rng: Random) -> None:
        self._sender = sender
        self._conditions = conditions
        self._rng = rng
        self._receiver = _Receiver(conditions, rng)
        self._events: list[_Event] = []
        self._order = 0
        self._now = 0
        self._copies_alive: dict[int, int] = {}  # packet -> transmissions of it that were not lost
        self._times_sent: dict[int, int] = {}
        self._last_sent_ns: dict[int, int] = {}
        self._known: set[int] = set()  # packets that the sender was told have arrived
        self._newest_ns = -1  # of those sent once: when the latest was
        self._known_low = 0  # the first packet of which the sender was not told that it has arrived
        self.found = Exchanged()

    def run(self) -> None:
        wanted = self._conditions
        arguments = (wanted.packets, wanted.first_psn, wanted.window, wanted.reorder_ns, wanted.timeout_ns)
        self._sender.new(*arguments)
        free_at = idle_wakes = 0
        limit_ns = 30 * wanted.ideal_ns + 40 * wanted.timeout_ns
        while self._known_low < wanted.packets:
            if self._now > limit_ns or self.found.sent > MOST_SENDS * wanted.packets:
                self.found.problem = f"given up after {self._now // 1000} us and {self.found.sent} transmissions"
                break
            psn = self._sender.number("next_psn", self._now) if self._now >= free_at else None
            if psn is not None:
                self._transmit(psn)
                free_at = self._now + GAP_NS
                idle_wakes = 0
            moments = self._moments(free_at)
            if not moments:
                self.found.problem = f"after {self._now // 1000} us it neither sends nor asks to be woken"
                break
            idle_wakes = idle_wakes + 1 if min(moments) <= self._now else 0
            if idle_wakes > MOST_IDLE_WAKES:
                self.found.problem = (
                    f"at {self._now // 1000} us next_wakeup asks for now, again and again, with nothing to send"
                )
                break
            self._now = max(self._now, min(moments))
            self._deliver()
        self.found.took_ns = self._now
        self.found.missing = wanted.packets - self.arrived
        if not self.found.problem:
            self._settled(free_at)

    @property
    def arrived(self) -> int:
        return len(self._receiver.arrived)

    def _moments(self, free_at: int) -> list[int]:
        """When something can happen next."""
        moments = [self._events[0].at_ns] if self._events else []
        if free_at > self._now:
            moments.append(free_at)
        else:
            wakeup = self._sender.number("next_wakeup")
            if wakeup is not None:
                moments.append(wakeup)
        return moments

    def _settled(self, free_at: int) -> None:
        """Everything is acknowledged: nothing more is to be sent or waited for."""
        self._now = max(self._now, free_at)
        psn, wakeup = self._sender.number("next_psn", self._now), self._sender.number("next_wakeup")
        if psn is not None:
            self.found.restless = f"all packets are acknowledged, and next_psn returns {psn}"
        elif wakeup is not None:
            self.found.restless = f"all packets are acknowledged, and next_wakeup returns {wakeup}"

    def _transmit(self, psn: int) -> None:
        wanted, found, rng = self._conditions, self.found, self._rng
        packet = (psn - wanted.first_psn) & PSN_MASK
        if not 0 <= psn <= PSN_MASK or packet >= wanted.packets:
            last = (wanted.first_psn + wanted.packets - 1) & PSN_MASK
            raise DialogueError(
                f"next_psn: returned {psn}; accepted: the PSNs {wanted.first_psn} to {last}, 24 bits wide"
            )
        found.sent += 1
        again = self._times_sent.get(packet, 0)
        self._times_sent[packet] = again + 1
        if packet >= self._known_low + wanted.window and not found.beyond_window:
            low = (wanted.first_psn + self._known_low) & PSN_MASK
            found.beyond_window = (
                f"PSN {psn} sent while {low} was the lowest without an acknowledgement, window {wanted.window}"
            )
        if again:
            self._note_early(psn, packet)
        self._last_sent_ns[packet] = self._now
        if again and self._copies_alive.get(packet, 0):
            found.unneeded += 1
            found.first_unneeded = found.first_unneeded or (
                f"PSN {psn} sent again at {self._now // 1000} us, though a copy had arrived or was on its way"
            )
        if rng.random() < wanted.loss or (packet >= wanted.packets - wanted.tail and not again):
            found.lost += 1
            return
        self._copies_alive[packet] = self._copies_alive.get(packet, 0) + 1
        for _ in range(1 + (rng.random() < wanted.copies)):
            self._at(DELAY_NS + rng.randint(0, wanted.jitter_ns), packet=packet)

    def _deliver(self) -> None:
        while self._events and self._events[0].at_ns <= self._now:
            event = heappop(self._events)
            if event.packet is not None:
                self._answer(event.packet)
            elif event.sack is not None:
                self._tell(event.sack)
                self._sender.call("on_sack", self._now, *event.sack)

    def _note_early(self, psn: int, packet: int) -> None:
        """Whether there was a reason to send this packet again, as far as the sender can know."""
        before, wanted = self._last_sent_ns[packet], self._conditions
        lost = self._newest_ns >= before + wanted.reorder_ns or self._now >= before + wanted.timeout_ns
        if self.found.early or (lost and packet not in self._known):
            return
        why = (
            f"it was last sent at {before // 1000} us, and of the packets sent once that had arrived the latest was "
            f"sent at {self._newest_ns // 1000} us; reorder_ns is {wanted.reorder_ns}, timeout_ns {wanted.timeout_ns}"
        )
        if packet in self._known:
            why = "it was acknowledged"
        self.found.early = f"PSN {psn} sent again at {self._now // 1000} us without a reason: {why}"

    def _tell(self, sack: tuple[int, int, int]) -> None:
        """Note what the sender learns from a SACK that does not lie."""
        low = (sack[0] + 1 - self._conditions.first_psn) & PSN_MASK
        base = low - 1 + sack[1]
        reported = [base + bit for bit in range(BITS) if sack[2] >> bit & 1]
        known = max(self._times_sent) + 1
        if low > known or any(packet >= known for packet in reported):
            return
        for packet in {*range(self._known_low, low), *reported} - self._known:
            self._known.add(packet)
            if self._times_sent[packet] == 1:
                self._newest_ns = max(self._newest_ns, self._last_sent_ns[packet])
        self._known_low = max(self._known_low, low)

    def _answer(self, packet: int) -> None:
        wanted, rng = self._conditions, self._rng
        sack = self._receiver.receive(packet)
        if sack is None:
            return
        if rng.random() >= wanted.sack_loss:
            for _ in range(1 + (rng.random() < wanted.copies)):
                self._at(self._held_ns() + DELAY_NS + rng.randint(0, wanted.sack_jitter_ns), sack=sack)
        if rng.random() < wanted.forged:
            self._at(DELAY_NS, sack=self._forged())

    def _held_ns(self) -> int:
        """How long a SACK of now waits: those of a pause follow its end four times as fast as they were sent."""
        start, end = self._conditions.pause
        return end + (self._now - start) // 4 - self._now if start <= self._now < end else 0

    def _forged(self) -> tuple[int, int, int]:
        """A SACK of PSNs that are not sent yet, or never will be."""
        beyond = max(self._times_sent) + 1
        if self._rng.random() < 0.5:
            ahead = self._conditions.first_psn + beyond + self._rng.choice((5, 300, 1 << 20))
            return ahead & PSN_MASK, 1, 0
        cack, _, _ = self._receiver.sack(0)
        return cack, beyond - (self._receiver.low - 1) + self._rng.randrange(8), (1 << BITS) - 1

    def _at(self, after_ns: int, *, packet: int | None = None, sack: tuple[int, int, int] | None = None) -> None:
        self._order += 1
        heappush(self._events, _Event(self._now + after_ns, self._order, packet, sack))


def exchange(sender: Dialogue, conditions: Conditions, rng: Random) -> Exchanged:
    """Let the sender send all packets; what the student's code does wrong by itself is the `problem`."""
    run = _Run(sender, conditions, rng)
    try:
        run.run()
    except DialogueError as error:
        run.found.problem = str(error)
        run.found.missing = conditions.packets - run.arrived
    return run.found


# --- The lab ---------------------------------------------------------------------------------------------------------


RUNS = 2
"""Random networks per item."""

_LOOK = "README, Steps"

ITEMS = (
    Item("clean", "on a network that loses nothing, every packet is sent once", f"{_LOOK} 1 and 2"),
    Item("window", "no packet is sent that the window does not allow", "starter: next_psn; README, question 4"),
    Item("losses", "what is lost is sent again, soon, and nothing else", f"{_LOOK} 2 and 3; hints 2 to 4", 3),
    Item(
        "reordering",
        "packets that overtake each other are not sent again",
        "README, Background: when is a hole a loss",
        2,
    ),
    Item("the-last-packets", "the last packets are lost, and time brings them back", f"{_LOOK} 4; hint 5", 2),
    Item("lost-sacks", "SACKs are lost, late and doubled, and everything arrives all the same", f"{_LOOK} 2 and 4"),
    Item("wrap", "PSNs pass 16777215 and go on at 0", "README, Background: 24 bits; hint 1"),
    Item("lies", "SACKs of packets that were never sent change nothing", f"{_LOOK} 5; hint 6"),
    Item("which-copy", "a packet sent twice proves nothing about others", f"{_LOOK} 6; hint 7"),
)


def _grade(work: Work) -> None:
    for name, judged in (
        ("clean", _clean),
        ("window", _window),
        ("losses", _losses),
        ("reordering", _reordering),
        ("the-last-packets", _tail),
        ("lost-sacks", _sacks),
        ("wrap", _wrap),
        ("lies", _lies),
        ("which-copy", _which_copy),
    ):
        with work.item(name), dialogue(work.answer, "Sender") as sender:
            for _ in range(RUNS):
                judged(sender, work.rng)
        if sender.stuck:
            return


def _conditions(rng: Random) -> Conditions:
    """Random numbers of everything that an answer could be made for, and a network without faults."""
    packets = rng.randrange(250, 350)
    return Conditions(
        packets,
        first_psn=rng.randrange(PSN_MASK - 2 * packets),
        window=rng.choice((48, 64, 96)),
        reorder_ns=rng.randrange(8_000, 12_000),
        timeout_ns=rng.randrange(180_000, 220_000),
    )


def _whole(sender: Dialogue, conditions: Conditions, rng: Random) -> Exchanged:
    found = exchange(sender, conditions, rng)
    if found.problem:
        missing = f"{found.missing} of {conditions.packets} packets are missing; " if found.missing else ""
        raise WrongError(f"{found.problem}\n{missing}{found.lost} of {found.sent} transmissions were lost")
    if found.restless:
        raise WrongError(found.restless)
    return found


def _few_again(found: Exchanged, allowed: int) -> None:
    if found.unneeded > allowed:
        raise WrongError(
            f"{found.unneeded} packets were sent again needlessly ({found.lost} of {found.sent} transmissions were "
            f"lost); the first: {found.first_unneeded}"
        )


def _soon(found: Exchanged, conditions: Conditions, timeouts: int) -> None:
    limit = conditions.ideal_ns + timeouts * conditions.timeout_ns
    if found.took_ns > limit:
        raise WrongError(
            f"it took {found.took_ns // 1000} us; {limit // 1000} us are enough for {conditions.packets} packets of "
            f"which {found.lost} were lost: do losses wait for the timeout of {conditions.timeout_ns // 1000} us?"
        )


def _clean(sender: Dialogue, rng: Random) -> None:
    conditions = _conditions(rng)
    found = _whole(sender, conditions, rng)
    _few_again(found, 0)
    _soon(found, conditions, 0)


def _window(sender: Dialogue, rng: Random) -> None:
    conditions = replace(_conditions(rng), window=rng.randrange(4, 40), loss=0.03, jitter_ns=4_000)
    found = exchange(sender, conditions, rng)
    if found.beyond_window:
        raise WrongError(found.beyond_window)
    if found.sent < conditions.window:
        raise WrongError(f"only {found.sent} packets were sent{': ' + found.problem if found.problem else ''}")


def _losses(sender: Dialogue, rng: Random) -> None:
    conditions = replace(_conditions(rng), packets=600, loss=rng.uniform(0.03, 0.05))
    found = _whole(sender, conditions, rng)
    _few_again(found, 6)  # at the end only time tells, and it tells of all that is out
    _soon(found, conditions, 3)


def _reordering(sender: Dialogue, rng: Random) -> None:
    conditions = _conditions(rng)
    conditions = replace(conditions, jitter_ns=conditions.reorder_ns - 500)
    _few_again(_whole(sender, conditions, rng), 0)


def _tail(sender: Dialogue, rng: Random) -> None:
    conditions = replace(_conditions(rng), packets=120, tail=rng.randrange(1, 6))
    found = _whole(sender, conditions, rng)
    _few_again(found, 2)
    _soon(found, conditions, 2)


def _sacks(sender: Dialogue, rng: Random) -> None:
    conditions = replace(_conditions(rng), loss=0.02, sack_loss=0.3, sack_jitter_ns=30_000, copies=0.1)
    found = _whole(sender, conditions, rng)
    _few_again(found, conditions.packets // 4)


def _wrap(sender: Dialogue, rng: Random) -> None:
    conditions = _conditions(rng)
    first = PSN_MASK + 1 - rng.randrange(20, conditions.packets - 20)
    found = _whole(sender, replace(conditions, first_psn=first, loss=0.03), rng)
    _few_again(found, 6)


def _lies(sender: Dialogue, rng: Random) -> None:
    conditions = replace(_conditions(rng), loss=0.02, forged=0.1)
    found = _whole(sender, conditions, rng)
    if found.beyond_window:
        raise WrongError(f"after a SACK of packets that were never sent: {found.beyond_window}")
    _few_again(found, 8)


def _which_copy(sender: Dialogue, rng: Random) -> None:
    """SACKs wait until copies have been sent of what had arrived, and come then one by one."""
    conditions = replace(_conditions(rng), timeout_ns=100_000, window=96, loss=0.01)
    start = rng.randrange(40_000, 80_000)
    found = _whole(sender, replace(conditions, pause=(start, start + 110_000)), rng)
    if found.early:
        raise WrongError(found.early)


LESSON = Lesson("selective retransmission", ITEMS, _grade, only="no switch")
