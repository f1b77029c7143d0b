# SPDX-License-Identifier: Apache-2.0
"""What counts as a failure, and what it says."""

from p4soft.stf.device import Output
from p4soft.stf.parser import parse_text
from p4soft.stf.runner import check_outputs


def check(text, *outputs):
    return check_outputs(
        parse_text(text), [Output(port, bytes.fromhex(frame), cause) for port, frame, cause in outputs]
    )


def messages(text, *outputs):
    return [f.message for f in check(text, *outputs)]


def test_as_expected():
    assert not check("packet 0 00\nexpect 1 0*02\nexpect 2", (2, "ffff", 0), (1, "0f02aa", 0))


def test_ports_do_not_wait_for_each_other_but_each_is_in_order():
    assert not check("expect 1 01\nexpect 2 02\nexpect 1 03", (2, "02", 0), (1, "01", 0), (1, "03", 0))
    assert len(check("packet 0 00\nexpect 1 01\nexpect 1 03", (1, "03", 0), (1, "01", 0))) == 2


def test_difference_shows_both_and_where():
    (failure,) = check("packet 7 0000\nexpect 1 0102 *3f4", (1, "0102a304ff", 0))
    assert (failure.line, failure.cause) == (2, 0)
    assert failure.message.splitlines() == [
        "expect 1: packet 0 of the port differs at byte 3 (high digit): expected f, got 0",
        "  expected  0102 *3f4",
        "  actual    0102 a304 ff",
        "                   ^",
        "  caused by 0000",
        "  sent by line 1 into port 7",
    ]


def test_length():
    assert (
        "too short: expected at least 3 bytes, got 2 bytes"
        in messages("packet 0 00\nexpect 1 010203", (1, "0102", 0))[0]
    )
    assert not messages("packet 0 00\nexpect 1 0102", (1, "010203", 0))
    assert (
        "too long: expected exactly 2 bytes, got 3 bytes"
        in messages("packet 0 00\nexpect 1 0102 $", (1, "010203", 0))[0]
    )
    assert "too short: expected 2 bytes, got 1 bytes" in messages("packet 0 00\nexpect 1 01** $", (1, "01", 0))[0]


def test_missing_names_the_nearest_packet():
    (failure,) = check("packet 0 aa\nexpect 1 01\npacket 4 bb\nexpect 1 0*$", (1, "01", 0))
    assert (failure.line, failure.cause) == (4, 1)
    assert failure.message.splitlines() == [
        "expect 1: no such packet: 1 packet came out of port 1, 2 expected",
        "  expected  0* $",
        "  the nearest packet is the one of line 3, into port 4",
    ]


def test_unexpected_on_any_port_once_something_is_expected():
    (failure,) = check("packet 0 aa\nexpect 1", (1, "01", 0), (9, "02", 0))
    assert failure.line == 1
    assert failure.message.startswith("unexpected packet: 1 packet came out of port 9, 0 expected\n  actual    02")


def test_unexpected_is_fine_when_nothing_is_expected():
    assert not check("packet 0 aa", (9, "02", 0))
    assert len(check("packet 0 aa\nno_packet", (9, "02", 0))) == 1


def test_expect_without_data_is_one_packet():
    assert len(check("packet 0 aa\nexpect 1", (1, "01", 0), (1, "02", 0))) == 1
    assert len(check("packet 0 aa\nexpect 1")) == 1
