# SPDX-License-Identifier: Apache-2.0
"""A small report with every verdict, and frames as literal bytes (field by field from RFC 8200, 8754, 768)."""

from __future__ import annotations

from html.parser import HTMLParser

from ptf_tests.results import (
    Case,
    CounterChange,
    Evidence,
    ExpectedFrame,
    Report,
    Requirement,
    SentFrame,
    Source,
    Subject,
)

ETHERNET = bytes.fromhex("020000000002 020000000001 86dd".replace(" ", ""))
"""02:00:00:00:00:01 to 02:00:00:00:00:02, IPv6."""

PAYLOAD = bytes.fromhex("0000000000000007 0708090a0b0c0d0e".replace(" ", ""))
UDP = bytes.fromhex("c123 12b7 0018 0000".replace(" ", "")) + PAYLOAD
"""49443 to 4791, length 24."""

SOURCE = bytes.fromhex("fd000000000000000000000000000001")
DESTINATION = bytes.fromhex("fcbbbbbb200100000000000000000000")


def ipv6(next_header: int, payload: bytes, *, dscp: int = 4, hop_limit: int = 63, length: int | None = None) -> bytes:
    """An IPv6 header with ECT(0) and flow label 0x12345 before `payload`."""
    first = 6 << 28 | dscp << 22 | 2 << 20 | 0x12345
    size = len(payload) if length is None else length
    head = first.to_bytes(4, "big") + size.to_bytes(2, "big") + bytes([next_header, hop_limit])
    return head + SOURCE + DESTINATION + payload


SRH = bytes.fromhex("29 02 04 00 00 00 0000 fcbbbbbb300100000000000000000000".replace(" ", ""))
"""Next header IPv6, length 2, type 4, segments left 0, last entry 0, flags 0, tag 0, one segment."""

INNER = ipv6(17, UDP, dscp=0, hop_limit=64)
TUNNEL = ETHERNET + ipv6(41, INNER)
TUNNEL_SRH = ETHERNET + ipv6(43, SRH + INNER)
WRONG_DSCP = ETHERNET + ipv6(41, INNER, dscp=16)
WRONG_HOP_LIMIT = ETHERNET + ipv6(41, INNER, hop_limit=64)

VERDICTS = ("failed", "held", "chosen_otherwise", "not_claimed", "not_tested")


def evidence(**changes: object) -> Evidence:
    """One frame that left with DSCP 16 instead of 4."""
    values: dict[str, object] = {
        "message": "the DSCP is wrong",
        "sent": (SentFrame(port=0, hex=WRONG_HOP_LIMIT.hex()),),
        "expected": (ExpectedFrame(port=1, accepted=(TUNNEL.hex(),)),),
        "received": (SentFrame(port=1, hex=WRONG_DSCP.hex()),),
        "counters": (CounterChange(name="queue_packets", port=1, queue=6, expected=1, actual=0),),
        "trace": ("table my_sid: hit",),
    }
    return Evidence.model_validate({**values, **changes})


def requirement(identity: str, verdict: str, **changes: object) -> Requirement:
    """A must of area trimming from document `sai`."""
    values: dict[str, object] = {
        "id": identity,
        "area": "trimming",
        "level": "must",
        "statement": f"what {identity} asks",
        "document": "sai",
        "section": "4.2",
        "confidence": "confirmed",
        "verdict": verdict,
        "note": "" if verdict in ("held", "failed") else f"note of {identity}",
    }
    return Requirement.model_validate({**values, **changes})


def report(**changes: object) -> Report:
    """A requirement with each verdict, and the cases behind them."""
    requirements = tuple(
        requirement(f"TRIM-{number:03d}", verdict, cases=(f"trimming.Case{number}",))
        for number, verdict in enumerate(VERDICTS, start=1)
    )
    cases = (
        Case(
            name="trimming.Case1",
            title="The DSCP is kept.",
            requirements=("TRIM-001",),
            outcome="failed",
            seconds=0.25,
            evidence=evidence(),
        ),
        Case(name="trimming.Case2", title="Passes.", requirements=("TRIM-002",), outcome="passed", seconds=1.5),
        Case(name="trimming.Case3", title="Chosen.", requirements=("TRIM-003",), outcome="skipped", reason="chosen"),
        Case(name="trimming.Case4", title="Limit.", requirements=("TRIM-004",), outcome="skipped", reason="limit"),
    )
    values: dict[str, object] = {
        "device": Subject(
            name="leaf-1",
            dut="external",
            description="a leaf",
            claims=("trimming", "uN"),
            choices={"lengths": "outer"},
            versions={"suite": "1"},
        ),
        "started": "2026-05-05T10:00:00Z",
        "seconds": 12.5,
        "seed": 1,
        "partial": False,
        "sources": {"sai": Source(title="SAI trimming", url="https://example.org/sai")},
        "requirements": requirements,
        "cases": cases,
    }
    return Report.model_validate({**values, **changes})


HOSTILE = "<script>alert(1)</script> & \"quotes' ]]> \x1b[31m \x00 \u202e \r\n end"
VOID = {"meta", "input", "br", "wbr"}


class Page(HTMLParser):
    """Checks that tags are closed in order, and collects what a browser would act on."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.handlers: list[str] = []
        self.scripts = 0
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        self.scripts += tag == "script"
        self.ids += [values["id"]] if "id" in values else []
        self.links += [values["href"]] if tag == "a" else []
        self.loaded += [tag for name in ("src", "srcset", "data") if name in values]
        self.loaded += [tag] if tag in ("link", "iframe", "object", "img") else []
        self.handlers += [name for name in values if name.startswith("on")]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("script", "style"):
            self.text += data


def words(text: str) -> str:
    return " ".join(text.split())


def hostile_report():
    return report(
        device=Subject(
            name=HOSTILE, dut=HOSTILE, description=HOSTILE, claims=(HOSTILE,), choices={HOSTILE: HOSTILE},
            versions={HOSTILE: HOSTILE},
        ),
        started=HOSTILE,
        sources={"sai": Source(title=HOSTILE, url="javascript:alert(1)")},
        requirements=tuple(
            requirement(
                f"{HOSTILE}{verdict}", verdict, statement=HOSTILE, area=HOSTILE, section=HOSTILE, rationale=HOSTILE,
                note=HOSTILE, cases=(f"m.{HOSTILE}",),
            )
            for verdict in VERDICTS
        ),
        cases=(
            Case(
                name=f"m.{HOSTILE}", title=HOSTILE, requirements=(f"{HOSTILE}failed",), outcome="failed",
                reason=HOSTILE, evidence=evidence(message=HOSTILE, trace=(HOSTILE,), pcap="javascript:alert(1)//../x"),
            ),
            Case(name=f"n.{HOSTILE}", title=HOSTILE, requirements=(HOSTILE,), outcome="error", reason=HOSTILE),
            Case(name=f"o.{HOSTILE}", title=HOSTILE, requirements=(HOSTILE,), outcome="skipped", reason=HOSTILE),
        ),
    )  # fmt: skip
