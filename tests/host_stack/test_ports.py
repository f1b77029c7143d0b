# SPDX-License-Identifier: Apache-2.0
"""Ports of a NIC: carrier, damping by RFC 2439's arithmetic, administration."""

import pytest

from host_stack import ConfigError
from host_stack.config import PortOptions
from host_stack.ports import Ports, PortState

MS = 1_000_000


def ports(count=2, **options):
    changes = []
    return Ports(count, PortOptions(**options), changes.append), changes


def flap(made, port, at_ns):
    made.set_carrier(port, False, at_ns)
    made.set_carrier(port, True, at_ns + 1000)


def test_a_port_follows_its_carrier():
    made, changes = ports()
    assert made.up == 0b11
    made.set_carrier(1, False, 10)
    assert (made.up, changes) == (0b01, [10])
    made.set_carrier(1, False, 20)  # said twice
    assert changes == [10]
    made.set_carrier(1, True, 30)
    assert (made.up, changes) == (0b11, [10, 30])
    assert [report.downs for report in made.reports(30)] == [0, 1]


def test_a_port_that_flaps_is_held_down_until_its_penalty_has_decayed():
    """1000 a flap, held above 2000, let go below 750, half of it in 1 ms: RFC 2439 §4.2 in a NIC's time."""
    made, _ = ports()
    flap(made, 0, 0)
    flap(made, 0, 10_000)
    assert made.up == 0b11  # 1993
    flap(made, 0, 20_000)
    assert made.up == 0b10
    assert made.reports(21_000)[0].state is PortState.DAMPED
    reuse_ns = made.next_ns()
    # 2979 halves to 750 in log2(2979 / 750) = 1.99 half-lives.
    assert 20_000 + 1.98 * MS < reuse_ns < 20_000 + 2.01 * MS
    made.run(reuse_ns - 1)
    assert made.up == 0b10
    made.run(reuse_ns)
    assert made.up == 0b11
    assert made.next_ns() is None


def test_a_damped_port_that_goes_down_again_waits_for_its_carrier_first():
    made, _ = ports()
    for at_ns in (0, 10_000, 20_000):
        flap(made, 0, at_ns)
    made.set_carrier(0, False, 30_000)
    assert made.reports(30_000)[0].state is PortState.DOWN
    assert made.next_ns() is None
    made.set_carrier(0, True, 20 * MS)  # long enough for any penalty to decay
    assert made.up == 0b11


def test_a_port_is_not_held_for_longer_than_the_limit():
    made, _ = ports(max_suppress_time_ns=3 * MS)
    for number in range(50):
        flap(made, 0, number * 10_000)
    assert made.next_ns() == 49 * 10_000 + 1000 + 3 * MS


def test_without_a_penalty_nothing_is_damped():
    made, _ = ports(flap_penalty=0)
    for number in range(50):
        flap(made, 0, number * 10)
    assert made.up == 0b11


def test_a_port_out_of_service_stays_so_whatever_its_carrier_does():
    made, changes = ports()
    made.set_enabled(0, False, 5)
    assert (made.up, changes) == (0b10, [5])
    flap(made, 0, 10)
    assert made.up == 0b10
    assert made.reports(20)[0].state is PortState.DISABLED
    made.set_enabled(0, True, 30)
    assert made.up == 0b11


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"reuse_threshold": 2000}, "reuse_threshold"),
        ({"decay_half_life_ns": 0}, "decay_half_life_ns"),
        ({"port_status_retries": 31}, "port_status_retries"),
        ({"plane_probe_successes": 0}, "plane_probe_successes"),
        ({"flap_penalty": -1}, "flap_penalty"),
    ],
)
def test_impossible_options_are_refused(options, field):
    with pytest.raises(ConfigError, match=rf"{field}.*accepted"):
        PortOptions(**options)
