# SPDX-License-Identifier: Apache-2.0
"""Numbers and plots of incasts: how fairly, how fully and how cleanly a port is shared."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypedDict

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from rich.table import Table

from fabric.incast.model import BASE_RTT_NS, BDP_BYTES, FRAME_BYTES, RATE_BPS, Incast, Setting, Writer
from host_stack.transport.congestion.flow_control import ReceiverPenalty

_LICENCE = "<!-- SPDX-License-Identifier: Apache-2.0 -->"


class Mode(TypedDict):
    """How the last hop is governed: whether it marks, and what the receiver asks."""

    marks: bool
    penalty: ReceiverPenalty


@dataclass(frozen=True, slots=True)
class Shares:
    """A stretch of a run.

    Attributes:
        used: payload acknowledged over what the ports carry.
        least, most: of the senders, over the fair share.
        resent: packets sent again per packet sent.
        trims: frames trimmed.
        queue: longest, and empty how often: largest queue in BDP, least queue in BDP.
    """

    used: float
    least: float
    most: float
    resent: float
    trims: int
    queue: tuple[float, float]


def shares(run: Incast, first: int, last: int, *, planes: int = 2, senders: Sequence[int] | None = None) -> Shares:
    """From sample ``first`` to sample ``last``, over all senders or those named."""
    begin, end = run.samples[first], run.samples[last]
    chosen = range(len(run.pairs)) if senders is None else senders
    got = [end.acknowledged[i] - begin.acknowledged[i] for i in chosen]
    fair = sum(got) / len(got)
    line = planes * RATE_BPS / 8e9 * BASE_RTT_NS * (last - first) * 4096 / FRAME_BYTES
    again = sum(end.retransmissions[i] - begin.retransmissions[i] for i in chosen)
    sent = sum(end.packets[i] - begin.packets[i] for i in chosen) + again
    queues = [sample.queue_bytes / BDP_BYTES for sample in run.samples[first : last + 1]]
    return Shares(
        sum(got) / line, min(got) / fair, max(got) / fair, again / max(1, sent), end.trims - begin.trims,
        (max(queues), min(queues)),
    )  # fmt: skip


def cold(
    senders: int,
    rtts: int,
    *,
    marks: bool = False,
    penalty: ReceiverPenalty = ReceiverPenalty.INCAST,
    message: int | None = None,
) -> Incast:
    """All start at once and never end; ``message``: with writes of so many bytes, and not with one."""
    setting = Setting([Writer(0, _never_done(rtts), message)] * senders, marks=marks, penalty=penalty)
    return Incast(setting).run(rtts * BASE_RTT_NS)


def joining(senders: int, apart: int, rtts: int) -> Incast:
    """One after the other, ``apart`` round trips between them."""
    writers = [Writer(number * apart * BASE_RTT_NS, _never_done(rtts)) for number in range(senders)]
    return Incast(Setting(writers)).run(rtts * BASE_RTT_NS)


def leaving(senders: int, rtts: int) -> Incast:
    """All start at once with writes of 1, 2, 3, ... times the same length, so that they end one after the other."""
    writers = [Writer(0, (number + 1) * (2 << 20)) for number in range(senders)]
    return Incast(Setting(writers)).run(rtts * BASE_RTT_NS)


def _never_done(rtts: int) -> int:
    """Bytes of a write that two planes could not carry in so many round trips."""
    return 2 * BDP_BYTES * rtts


MODES: Mapping[str, Mode] = {
    "the receiver's penalty (default)": {"marks": False, "penalty": ReceiverPenalty.INCAST},
    "NSCC alone, no marks at the last hop": {"marks": False, "penalty": ReceiverPenalty.NONE},
    "NSCC alone, marks at the last hop": {"marks": True, "penalty": ReceiverPenalty.NONE},
}
"""The three ways that a last hop may be governed: what the page compares."""


@cache
def _compared(mode: str, senders: int, rtts: int) -> Incast:
    """A cold start governed in one of `MODES`: the table and the plots look at the same runs."""
    return cold(senders, rtts + 1, **MODES[mode])


def table(rtts: int) -> Table:
    """How 2, 4, 7 and 16 senders share a port from a cold start, each way of governing it."""
    shown = Table(title=f"From round trip {rtts // 2} to {rtts}")
    for column in ("last hop", "senders", "of line", "least, most share", "sent again", "longest queue"):
        shown.add_column(column)
    for mode in MODES:
        for senders in (2, 4, 7, 16):
            got = shares(_compared(mode, senders, rtts), rtts // 2, rtts)
            shown.add_row(
                mode, str(senders), f"{got.used:.1%}", f"{got.least:.2f} .. {got.most:.2f}", f"{got.resent:.1%}",
                f"{got.queue[0]:.2f} BDP",
            )  # fmt: skip
    return shown


def plots(rtts: int) -> Iterator[tuple[str, str]]:
    """File names without suffix, and SVGs: a cold start each way, joining and leaving."""
    for name, mode in zip(("penalty", "alone", "marks"), MODES, strict=True):
        yield f"cold-7-{name}", plot(_compared(mode, 7, rtts), f"7 senders at once: {mode}")
    default = next(iter(MODES))
    yield "cold-16-penalty", plot(_compared(default, 16, rtts), f"16 senders at once: {default}")
    yield "joining-4", plot(joining(4, rtts // 4, rtts + 1), "4 senders join one after the other")
    yield "leaving-4", plot(leaving(4, rtts + 1), "4 senders with writes of 2, 4, 6 and 8 MiB")


def plot(run: Incast, title: str) -> str:
    """Rates of the senders, the queue and the trims of a run, as one SVG. The same run gives the same bytes."""
    with mpl.rc_context({"svg.hashsalt": "incast", "svg.fonttype": "none", "font.size": 9}):
        figure = Figure(figsize=(9, 4.2), layout="constrained")
        FigureCanvasSVG(figure)
        rates, queue = figure.subplots(2, 1, sharex=True, height_ratios=(2, 1))
        time = [number * BASE_RTT_NS / 1000 for number in range(1, len(run.samples))]
        for sender in range(len(run.pairs)):
            rates.plot(time, _rates(run, sender), linewidth=0.9)
        _axis(rates, "Gb/s of each sender", title)
        queue.plot(time, [sample.queue_bytes / BDP_BYTES for sample in run.samples[1:]], color="black", linewidth=0.9)
        trims = [b.trims - a.trims for a, b in zip(run.samples, run.samples[1:], strict=False)]
        _axis(queue, "queue, BDP", "")
        bars = queue.twinx()
        bars.bar(time, trims, width=BASE_RTT_NS / 1000, color="tab:red", alpha=0.5)
        bars.set_ylabel("trims", color="tab:red")
        queue.set_xlabel("µs")
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    head, line, rest = out.getvalue().partition("\n")
    return f"{head}{line}{_LICENCE}{line}{rest}"


def _rates(run: Incast, sender: int) -> list[float]:
    """Payload rate in Gb/s, the mean of four round trips."""
    done = [sample.acknowledged[sender] for sample in run.samples]
    return [(done[i] - done[max(0, i - 4)]) * 8 / (BASE_RTT_NS * min(4, i)) for i in range(1, len(done))]


def _axis(axes: Axes, label: str, title: str) -> None:
    axes.set_ylabel(label)
    axes.set_ylim(bottom=0)
    axes.spines[["top", "right"]].set_visible(False)
    if title:
        axes.set_title(title, loc="left")
