# SPDX-License-Identifier: GPL-2.0-only
"""Lab 14: the Linux kernel as a switch: what it chose, what it cannot do, and three verdicts with their packets.

What is right comes from docs/devices.json, which a run of the suite on a kernel wrote, and from what the choices mean.
"""

from __future__ import annotations

from functools import cache
from ipaddress import IPv6Address
from pathlib import Path
from typing import Annotated, Generic, TypeVar

from pydantic import Field

from common import PROJECT_ROOT, documents
from common.errors import DocumentError
from common.model import Model
from labs.grading.lesson import Item, Lesson, Work, WrongError
from ptf_tests.catalogue.claims import CHOICES
from ptf_tests.report import devices

JUDGEMENT = "judgement.yaml"
ASKED = ("redispatch", "own_sid_hops", "icmpv6_errors", "icmpv6_quote", "decap_ecn")
HOP_LIMIT, CE, ECT_0 = 40, 3, 2
ARRIVED, SHIFTED = IPv6Address("fcbb:bbbb:1:9::"), IPv6Address("fcbb:bbbb:9::")

_Value = TypeVar("_Value")


class Pair(Model, Generic[_Value]):
    """What leaves the kernel, and what leaves a switch that made the other choice."""

    linux: _Value
    other: _Value


class Judgement(Model):
    """An answer: choices by name, ids of requirements, and a pair for each packet of README.md, step 5."""

    choices: dict[str, str]
    limits: frozenset[str]
    hops: Pair[Annotated[int, Field(ge=0, le=255)]]
    ecn: Pair[Annotated[int, Field(ge=0, le=3)]]
    quote: Pair[IPv6Address]


@cache
def kernel() -> devices.Device:
    """What a run of the suite found on a kernel."""
    store = devices.read(PROJECT_ROOT / "docs" / devices.FILE)
    return next(device for device in store.devices if device.name == "linux")


def _grade(work: Work) -> None:
    with work.must("judgement"):
        found = _judgement(work.answer)
    with work.item("choices"):
        _choices(found.choices)
    with work.item("limits"):
        _limits(found.limits)
    with work.item("hops"):
        _same("hops", found.hops, HOP_LIMIT - 1, HOP_LIMIT - 2)
    with work.item("ecn"):
        _same("ecn", found.ecn, ECT_0, CE)
    with work.item("quote"):
        _same("quote", found.quote, SHIFTED, ARRIVED)


def _judgement(path: Path) -> Judgement:
    try:
        return documents.validate(documents.read(path), Judgement)
    except DocumentError as error:
        raise WrongError(str(error)) from None


def _choices(found: dict[str, str]) -> None:
    for name in ASKED:
        value = found.get(name)
        if value not in CHOICES[name]:
            raise WrongError(f"{name}: {value}; accepted: {', '.join(CHOICES[name])}")
    wrong = [name for name in ASKED if found[name] != kernel().choices[name]]
    if wrong:
        raise WrongError(f"{len(wrong)} of {len(ASKED)} choices are not the kernel's; one of them is {wrong[0]}")


def _limits(found: frozenset[str]) -> None:
    known = {identity for identity in kernel().verdicts if kernel().shown(identity) == "limit"}
    met = sorted(found - known)
    if met:
        raise WrongError(f"{met[0]} is no limit of the kernel: the report says {_said(met[0])}")
    if known - found:
        raise WrongError(f"{len(known - found)} of the kernel's {len(known)} limits are missing")


def _said(identity: str) -> str:
    verdict = kernel().verdicts.get(identity)
    return verdict.replace("_", " ") if verdict else "nothing of it"


def _same(name: str, found: Pair[_Value], linux: _Value, other: _Value) -> None:
    for who, value, wanted in (("linux", found.linux, linux), ("other", found.other, other)):
        if value != wanted:
            raise WrongError(f"{name}: {who}: {value} does not leave")


LESSON = Lesson(
    title="judge a switch that nobody here wrote",
    only="embedded",
    items=(
        Item("judgement", f"{JUDGEMENT} can be read", "README.md, step 3"),
        Item("choices", "what the kernel chose", "hint 1, and the page of a run", 2),
        Item("limits", "what it cannot do, and nothing that it can", "README.md, step 4", 2),
        Item("hops", "two own uSIDs and the hop limit", "hint 2", 2),
        Item("ecn", "a mark where a tunnel ends", "hint 3", 2),
        Item("quote", "what an ICMPv6 error quotes", "hint 4", 2),
    ),
    grade=_grade,
)
