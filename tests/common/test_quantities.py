# SPDX-License-Identifier: Apache-2.0
"""Quantities as people write them: one parser for every file, one way of showing them."""

from __future__ import annotations

from decimal import Decimal

import pytest

from common.quantities import (
    Bytes,
    parse_bytes,
    parse_probability,
    parse_rate,
    parse_size,
    parse_time,
    show_rate,
    show_size,
    show_time,
    with_unit,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("150us", 150_000),
        ("1.5ms", 1_500_000),
        ("20 ns", 20),
        ("2\u00b5s", 2000),
        ("2 \u03bcs", 2000),
        (0, 0),
        ("1s", 10**9),
    ],
)
def test_times(text, value):
    assert parse_time(text) == with_unit(parse_time)(text) == value


@pytest.mark.parametrize("text", ["", "us", "-1us", "1.0001us us", "0.5ns", 5, "5", True, None, "1e3us"])
def test_no_times(text):
    with pytest.raises(ValueError, match="not a"):
        with_unit(parse_time)(text)


def test_a_bare_number_counts_in_the_base_unit():
    assert (parse_time(5), parse_time("5"), parse_rate(7), parse_size("77")) == (5, 5, 7, 77)


def test_sizes_and_rates():
    assert (parse_size("4MiB"), parse_size("1.5kB"), parse_size(77)) == (4_194_304, 1500, 77)
    assert (parse_size("64KB"), parse_size("1GB"), parse_size("2 GiB")) == (64_000, 10**9, 2 << 30)
    assert (parse_rate("100Gb/s"), parse_rate("2.5 Gb/s"), parse_rate("1 Tb/s")) == (10**11, 2_500_000_000, 10**12)


def test_probabilities():
    assert [parse_probability(value) for value in ("1 %", "0.5%", "0.25", 0.01, 1)] == [0.01, 0.005, 0.25, 0.01, 1.0]
    for wrong in (True, None, "much", "1 B", "-1 %"):
        with pytest.raises(ValueError, match=r"not a number|unknown unit"):
            parse_probability(wrong)


def test_bytes_may_be_relative():
    assert parse_bytes("0.2 BDP") == Bytes(Decimal("0.2"), "BDP")
    assert parse_bytes("64 kB") == parse_bytes("64 KB") == parse_bytes(64_000) == Bytes(Decimal(64_000), "B")
    assert parse_bytes("1.5 BDP").resolve(1001) == 1501
    with pytest.raises(ValueError, match="unknown unit 'BDP'"):
        parse_size("1 BDP")


@pytest.mark.parametrize(
    ("parse", "text", "says"),
    [
        (parse_rate, "1 Gbps", "unknown unit 'Gbps'; a number and one of b/s, kb/s, Mb/s, Gb/s, Tb/s"),
        (parse_size, "0.5", "not a whole number of B"),
        (parse_bytes, "1" * 31, "a number of 31 digits; at most 30 make sense"),
        (parse_time, "fast", "one of ns, us"),
    ],
)
def test_refusals_say_what_is_accepted(parse, text, says):
    with pytest.raises(ValueError, match=says):
        parse(text)


def test_quantities_for_people():
    assert [show_size(812), show_size(4 << 20), show_size(1_530_000)] == ["812 B", "4 MiB", "1.46 MiB"]
    assert [show_time(812), show_time(21_440), show_time(1_520_000), show_time(2 * 10**9)] == [
        "812 ns",
        "21.4 \u00b5s",
        "1.520 ms",
        "2.000 s",
    ]
    assert show_rate(193.1e9) == "193.1 Gb/s"
