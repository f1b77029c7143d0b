# SPDX-License-Identifier: Apache-2.0
"""Failures of one cause are told as one, and a terminal is not filled with what the report has."""

import io

import pytest
from long_kit import share
from report_kit import evidence, ipv6, report, requirement
from rich.console import Console

from ptf_tests.report import files
from ptf_tests.report.causes import causes
from ptf_tests.report.verdicts import failures
from ptf_tests.results import Case, CounterChange, ExpectedFrame, SentFrame

ETHERNET = bytes.fromhex("020000000001 020000000002 86dd".replace(" ", ""))


def udp(number, size):
    """A frame of so many bytes whose UDP payload begins with the number."""
    payload = number.to_bytes(8, "big") + bytes(size - 54 - 8 - 8)
    return bytes.fromhex("c00012b701000000") + payload


def frame(number, size, **fields):
    return ETHERNET + ipv6(17, udp(number, size), **fields)


def failed(name, wanted, got, *ids, counters=()):
    """A case whose only frame came out otherwise, or not."""
    seen = evidence(
        sent=(), expected=(ExpectedFrame(port=1, accepted=(wanted.hex(),)),), counters=counters, trace=(),
        received=() if got is None else (SentFrame(port=1, hex=got.hex()),),
    )  # fmt: skip
    return Case(name=name, title=name, requirements=ids, outcome="failed", evidence=seen)


def passed(name, *ids):
    return Case(name=name, title=name, requirements=ids, outcome="passed")


def of(cases, **statements):
    """A report with these cases; a requirement failed if a case of it did."""
    made = []
    for identity in dict.fromkeys(each for case in cases for each in case.requirements):
        shown = [case for case in cases if identity in case.requirements]
        verdict = "failed" if any(case.outcome == "failed" for case in shown) else "held"
        statement = statements.get(identity.replace("-", "_"), "it is so")
        names = tuple(case.name for case in shown)
        made.append(requirement(identity, verdict, cases=names, statement=statement))
    return report(requirements=tuple(made), cases=tuple(cases))


def wrong_size(name, *ids, number=1, size=256):
    return failed(name, frame(number, size), frame(number, size + 4), *ids)


SIZES = [
    wrong_size("counters.Sent", "CNT-001"),
    passed("counters.Other", "CNT-001"),
    wrong_size("trimming.Retx", "TRIM-007", number=2),
    wrong_size("trimming_size.At256", "TRIM-015", "TRIM-012", number=3),
    wrong_size("trimming_size.At128", "TRIM-012", number=4, size=128),
    passed("trimming_size.Payload", "TRIM-012"),
]
STATEMENTS = {
    "CNT_001": "The counter grows by the number of packets.",
    "TRIM_007": "Retransmissions become TRIMMED.",
    "TRIM_012": "A copy is as long as the configured size.",
    "TRIM_015": "With size 256, packets are trimmed to 256 bytes.",
}


def test_a_length_that_is_off_by_as_much_is_one_cause():
    (cause,) = causes(of(SIZES, **STATEMENTS))
    assert cause.text == (
        "4 cases differ in the same way: frames are 4 bytes too long, as 260 bytes instead of 256; look at TRIM-015 "
        "first: With size 256, packets are trimmed to 256 bytes."
    )
    assert [case.name for case in cause.cases] == [case.name for case in SIZES if case.outcome == "failed"]


def test_a_field_with_the_same_two_values_is_one_cause():
    cases = [
        failed("a.A", frame(1, 200, dscp=12), frame(1, 200, dscp=4), "TRIM-001"),
        failed("a.B", frame(2, 300, dscp=12), frame(2, 300, dscp=4), "TRIM-002"),
        failed("a.C", frame(3, 300, dscp=12), frame(3, 300, dscp=8), "TRIM-003"),
        failed("a.D", frame(4, 300, hop_limit=12), frame(4, 300, hop_limit=4), "TRIM-004"),
    ]
    (cause,) = causes(of(cases, TRIM_001="It leaves.", TRIM_002="A trimmed copy has the DSCP of the port."))
    assert (cause.what, [case.name for case in cause.cases]) == ("IPv6 DSCP is 4 instead of 12", ["a.A", "a.B"])
    assert cause.look.id == "TRIM-002"


def test_counters_that_are_off_by_as_much_are_one_cause():
    right = frame(1, 200)
    change = [CounterChange(name="queue_trim_packets", port=1, queue=n, expected=n, actual=n - 1) for n in (1, 2)]
    cases = [failed(f"a.{n}", right, right, "CNT-001", counters=(each,)) for n, each in enumerate(change)]
    (cause,) = causes(of(cases))
    assert cause.what == "counter queue_trim_packets is 1 too low"


def test_frames_that_are_missing_say_nothing_of_their_cause():
    assert causes(of([failed(f"a.{n}", frame(n, 200), None, "TRIM-001") for n in range(3)])) == []


def told(of_report, tmp_path):
    console = Console(file=io.StringIO(), width=80)
    failures(of_report, tmp_path / "conformance.html", console)
    return console.file.getvalue()


def test_the_terminal_and_the_page_say_it(tmp_path):
    made = of(SIZES, **STATEMENTS)
    text = told(made, tmp_path)
    assert text.startswith("\nSame cause? 4 cases differ in the same way: frames are 4 bytes too long")
    page = files.page(made)
    assert "4 cases differ in the same way:</b> frames are 4 bytes too long, as 260 bytes instead of 256." in page


@pytest.mark.parametrize("frames", share([1, 60, 300], [1, 60]))
def test_a_failed_case_takes_a_few_lines_of_a_terminal(tmp_path, frames):
    """Three took 525."""
    seen = evidence(
        expected=tuple(ExpectedFrame(port=1, accepted=(frame(n, 1500).hex(),)) for n in range(frames)),
        received=tuple(SentFrame(port=1, hex=frame(n, 1500, dscp=8, hop_limit=n % 60).hex()) for n in range(frames)),
        counters=tuple(
            CounterChange(name="queue_packets", port=n, queue=6, expected=1, actual=0) for n in range(frames)
        ),
    )  # fmt: skip
    cases = [
        Case(name=f"a.C{n}", title="", requirements=("TRIM-001",), outcome="failed", evidence=seen) for n in range(9)
    ]
    text = told(of(cases), tmp_path)
    assert len(text.splitlines()) <= 70
    assert "DSCP: expected 4" in text and "received 8" in text
    assert f"6 failed cases more, and each frame decoded, with traces: {tmp_path}/conformance.html" in text
