# SPDX-License-Identifier: Apache-2.0
"""Lab 07: a sender that retransmits what is missing, on a network that loses, delays, copies and lies."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from labs.grading.dialogue import Dialogue, dialogue
from labs.grading.lesson import Lesson, Work, WrongError
from labs.grading.lossy_peer import PSN_MASK, Conditions, Exchanged, exchange
from labs.grading.results import Item

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
    """Run the sender through random networks, item by item."""
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
    """Everything must arrive, within the window, and end."""
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
