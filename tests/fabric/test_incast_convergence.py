# SPDX-License-Identifier: Apache-2.0
"""Incasts: NSCC converges, and the paper's figure 18."""

import io
import os
from pathlib import Path

import pytest
from long_kit import share
from rich.console import Console

from fabric import results
from fabric import running as command
from fabric.incast import (
    BASE_RTT_NS,
    BDP_BYTES,
    FRAME_BYTES,
    Incast,
    Setting,
    Writer,
    cold,
    joining,
    leaving,
    plot,
    shares,
)
from host_stack.transport.congestion.controller import ReceiverPenalty
from topologies import __file__ as topologies_file

# --- Convergence -----------------------------------------------------------------------------------------------------
# NSCC converges: 2 to 16 senders into one port, from a cold start, joining, leaving (docs/congestion-control.md).
#
# Where the bounds come from. A window is at most 1.5 bandwidth-delay products (BDP), a port holds 1.5 and the path 1: N
# windows let go at once overrun the port by 1.5 N - 2.5 BDP, all of it trimmed, and nothing else has to be trimmed. The
# aim is a queue of 0.75 BDP, which trims begin at twice of. A round trip with that queue holds 1.75 BDP, which are
# 77 packets of two planes: 16 senders have 5 each, so that one packet more or less is a fifth of a share.

PLANES = 2
CONVERGED, END = 60, 120


@pytest.fixture(scope="module", params=[2, 4, 7, 16])
def run(request):
    return cold(request.param, END + 1)


def test_cold_start_trims_what_cannot_fit_and_then_hardly_anything(run):
    senders = len(run.pairs)
    overrun = (1.5 * senders - 2.5) * PLANES * BDP_BYTES / FRAME_BYTES
    assert run.samples[4].trims <= overrun * 1.1 + senders  # a part of a packet is a packet
    settled = shares(run, CONVERGED, END)
    assert settled.resent < 0.02
    # The first windows' packets are sent again over the next round trips; less than the overrun ever is.
    assert run.samples[END].trims <= overrun * 1.1 + senders + 0.01 * sum(run.samples[END].packets)


def test_the_port_is_full_and_its_queue_short(run):
    settled = shares(run, CONVERGED, END)
    assert settled.used > 0.97
    longest, _ = settled.queue
    assert longest < 1.5
    mean = sum(sample.queue_bytes for sample in run.samples[CONVERGED:END]) / (END - CONVERGED) / BDP_BYTES
    assert 0.3 < mean < 1.2


def test_the_share_is_fair(run):
    senders = len(run.pairs)
    settled = shares(run, CONVERGED, END)
    # One packet of a window is this part of a share; a window wavers by that, and twice that is allowed.
    packet = senders / (1.75 * PLANES * BDP_BYTES / FRAME_BYTES)
    assert settled.least > 1 - max(0.05, 2 * packet)
    assert settled.most < 1 + max(0.05, 2 * packet)


@pytest.mark.parametrize("message", share([4096, 16384], [16384]))
def test_small_writes_share_as_one_large_one_does(message):
    small, large = (cold(8, END + 1, message=each) for each in (message, None))
    settled, whole = shares(small, CONVERGED, END), shares(large, CONVERGED, END)
    assert settled.used > 0.97
    # Eight senders have ten packets each of what a round trip with the queue holds: one of them is a tenth of a share.
    assert settled.least > 0.9
    assert settled.most < 1.1
    assert settled.resent < 0.01
    assert settled.queue[0] < max(1.3, whole.queue[0] + 0.1)


def test_over_a_long_time_shares_differ_by_two_percent():
    run = cold(7, 420)
    settled = shares(run, 60, 419)
    assert settled.least > 0.98
    assert settled.most < 1.02
    assert settled.resent < 0.001


def test_what_starts_cold_never_ends():
    assert cold(1, 420).finished() == [False]


def test_who_joins_gets_a_share_and_who_stays_gives_it():
    run = joining(4, 40, 241)
    for present in (1, 2, 3, 4):
        last = 40 * present - 2 if present < 4 else 239
        got = shares(run, last - 20, last, senders=range(present))
        assert got.used > 0.95, present
        assert got.least > 0.7, present
        assert got.most < 1.45, present


def test_who_stays_takes_what_the_others_leave():
    run = leaving(3, 160)
    assert all(run.finished())
    # 2 + 4 + 6 MiB at two ports' rate: no round trip may be lost to speak of, whoever is left.
    line = PLANES * BDP_BYTES * 4096 / FRAME_BYTES
    needed = 12 * (1 << 20) / line
    over = next(index for index, sample in enumerate(run.samples) if sum(sample.acknowledged) >= 12 << 20)
    assert over < needed * 1.06 + 4


def test_without_marks_and_without_the_penalty_nscc_trims_for_ever():
    run = cold(7, END + 1, penalty=ReceiverPenalty.NONE)
    assert shares(run, CONVERGED, END).resent > 0.05


def test_with_marks_nscc_alone_keeps_the_queue_at_its_target():
    run = cold(7, END + 1, penalty=ReceiverPenalty.NONE, marks=True)
    settled = shares(run, CONVERGED, END)
    assert settled.trims == 0
    assert settled.used > 0.97
    assert settled.queue[0] < 1.25


def test_the_same_run_is_the_same_every_time():
    first, second = (cold(3, 12) for _ in range(2))
    assert first.samples == second.samples
    assert plot(first, "x") == plot(second, "x")


def dropping(senders: int, rtts: int, penalty: ReceiverPenalty) -> Incast:
    setting = Setting([Writer(0, 2 * BDP_BYTES * rtts)] * senders, trims=False, penalty=penalty)
    return Incast(setting).run(rtts * BASE_RTT_NS)


def test_a_port_that_drops_instead_of_trimming_still_makes_windows_smaller():
    """A loss costs nothing where a path failed, but this is no failed path. Sent again of all that was sent in 40 round
    trips: 0.41 if every loss costs a packet, as UEC has it, 0.47 now, 0.80 if none ever does.
    """
    run = dropping(16, 41, ReceiverPenalty.NONE)
    assert shares(run, 0, 40).resent < 0.6
    assert sum(run.samples[40].windows) < 0.5 * sum(run.samples[0].windows)


def test_a_port_that_drops_is_shared_as_one_that_trims():
    settled = shares(dropping(8, 121, ReceiverPenalty.INCAST), 60, 120)
    assert settled.used > 0.97
    assert settled.resent < 0.02
    assert settled.least > 0.9


# --- Figure 18 -------------------------------------------------------------------------------------------------------
# The paper's figure 18 through the whole fabric: INCAST_FULL=1 runs it, because it takes a minute.

_SCENARIO = Path(topologies_file).parent / "scenarios" / "incast-victim.yaml"
_WIRE_GBPS = 400 * 4096 / (4096 + 166)
"""What a port carries of payload: 96.1 % of its rate."""


@pytest.mark.skipif(not os.environ.get("INCAST_FULL"), reason="takes a minute: set INCAST_FULL=1")
def test_the_victim_keeps_its_line_and_the_seven_share_theirs(tmp_path):
    quiet = Console(file=io.StringIO())
    assert command.run_scenario(_SCENARIO, tmp_path, None, quiet, show_progress=False)
    result = results.load(tmp_path / "result.json")
    *incast, victim = result["flows"]
    assert victim["goodput_gbps"] >= 0.97 * _WIRE_GBPS
    rates = [flow["goodput_gbps"] for flow in incast]
    fair = sum(rates) / len(rates)
    assert all(abs(rate - fair) < 0.02 * fair for rate in rates)
    assert result["checks"]["retransmission_fraction"] < 0.05
