# SPDX-License-Identifier: Apache-2.0
"""Incasts without a fabric: real NICs, and one modelled switch port per plane in front of the receiver.

N NICs write to one: `host_stack` NICs in emulated time, joined by wires and one switch port per plane. The port is
what switch §3 advises for the last hop: it holds 1.5 bandwidth-delay products of a plane and trims what does not fit;
trimmed packets and answers do not queue. It marks only on request, between 0.2 and 0.8. No P4, no routing: a run
of 200 round trips takes seconds, so that many can be compared. Numbers and plots say how fairly, how fully and how
cleanly the port is shared.
"""

from __future__ import annotations

import heapq
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypedDict

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from msgspec import Struct
from rich.table import Table

from host_stack import (
    CcProfile,
    EvProfile,
    InitAttributes,
    Nic,
    NicConfig,
    PathTemplate,
    PortConfig,
    QueuePair,
    RtrAttributes,
    RtsAttributes,
    StaticPaths,
    TransportOptions,
)
from host_stack.transport.congestion.controller import ReceiverPenalty

# --- The model -------------------------------------------------------------------------------------------------------


RATE_BPS = 100_000_000_000
WIRE_NS = 3_000
_OVERHEAD = 24
_HEADERS = 142
FRAME_BYTES = 4096 + _HEADERS + _OVERHEAD
"""A full packet on the wire."""
_FRAME_NS = FRAME_BYTES * 8_000_000_000 // RATE_BPS
BASE_RTT_NS = 2 * WIRE_NS + 2 * _FRAME_NS + 100
BDP_BYTES = RATE_BPS * BASE_RTT_NS // 8_000_000_000
"""The rate of one plane."""
LIMIT_BYTES = BDP_BYTES * 3 // 2
_ECN_LOW, _ECN_HIGH = BDP_BYTES // 5, BDP_BYTES * 4 // 5
_TRIMMED_BYTES, _TRIMMED_LASTHOP = 256, 16
_OUTER, _INNER_DESTINATION, _BTH = 14, 78, 102
_DATA = range(0xC6, 0xCC)
_PSN, _MPR = 0, 32
_PLANES = 2
_CC = CcProfile()


class Writer(Struct, frozen=True):
    """One sender: when it posts (ns), and how much (bytes): one write, or writes of ``message`` bytes each."""

    start_ns: int
    size: int
    message: int | None = None


class Setting(Struct, frozen=True):
    """What a run is made of.

    Attributes:
        marks: whether the port marks.
        trims: whether it trims what does not fit; False: it drops that.
        penalty: what the receiver's SACKs ask.
    """

    writers: Sequence[Writer]
    marks: bool = False
    trims: bool = True
    penalty: ReceiverPenalty = ReceiverPenalty.INCAST


@dataclass(slots=True)
class Sample:
    """The state at the end of one base RTT. Per sender: payload bytes acknowledged so far, window, packets sent."""

    trims: int
    queue_bytes: int
    acknowledged: list[int]
    windows: list[int]
    packets: list[int]
    retransmissions: list[int]


class _Port:
    """The switch port of one plane that faces the receiver."""

    def __init__(self, *, marks: bool, trims: bool) -> None:
        self._marks = marks
        self._trims = trims
        self._chance = 0.0
        self._free_ns = 0

    def queued(self, now_ns: int) -> int:
        return max(0, self._free_ns - now_ns) * RATE_BPS // 8_000_000_000

    def admit(self, frame: bytes, now_ns: int) -> tuple[int, bytes]:
        """How long the frame takes to leave, and what is left of it: nothing, if it is dropped."""
        queued = self.queued(now_ns)
        if queued + len(frame) > LIMIT_BYTES:
            return 0, _trimmed(frame) if self._trims else b""
        if self._marks:
            # A mark whenever the probabilities add up to a whole one: no dice.
            self._chance += min(1.0, max(0.0, (queued - _ECN_LOW) / (_ECN_HIGH - _ECN_LOW)))
            if self._chance >= 1:
                self._chance -= 1
                frame = frame[: _OUTER + 1] + bytes((frame[_OUTER + 1] | 0x30,)) + frame[_OUTER + 2 :]
        self._free_ns = max(self._free_ns, now_ns) + (len(frame) + _OVERHEAD) * 8_000_000_000 // RATE_BPS
        return self._free_ns - now_ns, frame


def _trimmed(frame: bytes) -> bytes:
    traffic_class = _TRIMMED_LASTHOP << 2 | frame[_OUTER + 1] >> 4 & 3
    head = bytes((0x60 | traffic_class >> 4, (traffic_class & 15) << 4 | frame[_OUTER + 1] & 15))
    length = (_TRIMMED_BYTES - _OUTER - 40).to_bytes(2, "big")
    return frame[:_OUTER] + head + frame[_OUTER + 2 : _OUTER + 4] + length + frame[_OUTER + 6 : _TRIMMED_BYTES]


class Incast:
    """A run. NIC 1 receives; the senders are 2, 3, ...

    Attributes:
        samples: one per base RTT.
        senders, pairs: the sending NICs and their queue pairs.
        receiver: the NIC they write to.
    """

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        numbers = range(2, 2 + len(setting.writers))
        self.receiver = _nic(1, numbers, setting)
        self.senders = [_nic(number, [1], setting) for number in numbers]
        self.pairs = [_connect(sender, self.receiver) for sender in self.senders]
        self.samples: list[Sample] = []
        self._nics = {nic.config.address: nic for nic in (self.receiver, *self.senders)}
        self._ports = [_Port(marks=setting.marks, trims=setting.trims) for _ in range(_PLANES)]
        self._events: list[tuple[int, int, Callable[[], None]]] = []
        self._order = 0
        self._now_ns = 0
        self._trims = 0
        self._busy: dict[tuple[bytes, int], int] = {}
        self._armed: dict[bytes, int] = {}

    def run(self, until_ns: int) -> Incast:
        """Run to a time; the writes are posted as the setting says."""
        # One region for all: what arrives is not read, and one for each sender would take gigabytes.
        region = self.receiver.register_memory(max(writer.size for writer in self._setting.writers))
        for writer, sender, pair in zip(self._setting.writers, self.senders, self.pairs, strict=True):

            def start(
                pair: QueuePair = pair, sender: Nic = sender, writer: Writer = writer,
                address: int = region.address, key: int = region.r_key,
            ) -> None:  # fmt: skip
                message = writer.message or writer.size
                for _ in range(writer.size // message):
                    pair.post_write(bytes(message), address, key)
                self._pump(sender)

            self._at(writer.start_ns, start)
        self._at(BASE_RTT_NS, self._sample)
        while self._events and self._events[0][0] <= until_ns:
            self._now_ns, _, action = heapq.heappop(self._events)
            action()
        return self

    def finished(self) -> list[bool]:
        done = zip(self.pairs, self._setting.writers, strict=True)
        return [pair.counters.messages_completed * (each.message or each.size) >= each.size for pair, each in done]

    def _at(self, at_ns: int, action: Callable[[], None]) -> None:
        self._order += 1
        heapq.heappush(self._events, (at_ns, self._order, action))

    def _pump(self, nic: Nic) -> None:
        name = nic.config.address
        while True:
            free = sum(1 << port for port in range(_PLANES) if self._busy.get((name, port), 0) <= self._now_ns)
            sent = nic.transmit(free, self._now_ns)
            if sent is None:
                break
            port, frame = sent
            done_ns = self._now_ns + (len(frame) + _OVERHEAD) * 8_000_000_000 // RATE_BPS
            self._busy[name, port] = done_ns
            self._at(done_ns, lambda: self._pump(nic))
            self._forward(port, frame, done_ns)
        wake_ns = nic.next_wakeup()
        if wake_ns is not None and wake_ns < self._armed.get(name, wake_ns + 1):
            self._armed[name] = wake_ns
            self._at(max(wake_ns, self._now_ns + 1), lambda: self._wake(nic, wake_ns))

    def _wake(self, nic: Nic, wake_ns: int) -> None:
        if self._armed.get(nic.config.address) == wake_ns:
            del self._armed[nic.config.address]
            self._pump(nic)

    def _forward(self, port: int, frame: bytes, done_ns: int) -> None:
        target = self._nics[frame[_INNER_DESTINATION : _INNER_DESTINATION + 16]]
        wait_ns = 0
        if target is self.receiver and frame[_BTH] in _DATA:
            whole = len(frame)
            wait_ns, frame = self._ports[port].admit(frame, self._now_ns)
            self._trims += len(frame) < whole
            if not frame:
                return
        self._at(done_ns + WIRE_NS + wait_ns, lambda: self._deliver(target, port, frame))

    def _deliver(self, nic: Nic, port: int, frame: bytes) -> None:
        nic.receive(port, frame, self._now_ns)
        self._pump(nic)

    def _sample(self) -> None:
        counters = [pair.counters for pair in self.pairs]
        self.samples.append(
            Sample(
                self._trims,
                max(port.queued(self._now_ns) for port in self._ports),
                [one.data_bytes - 4096 * _outstanding(pair) for one, pair in zip(counters, self.pairs, strict=True)],
                [_window(sender) for sender in self.senders],
                [one.data_packets for one in counters],
                [one.retransmissions for one in counters],
            )
        )
        self._at(self._now_ns + BASE_RTT_NS, self._sample)


def _outstanding(pair: QueuePair) -> int:
    return len(pair.requestor.flight.records) if pair.requestor is not None else 0


def _window(sender: Nic) -> int:
    return sender.destination(_address(1), _CC, range(_PLANES)).controller.window


def _address(number: int) -> bytes:
    return bytes.fromhex("fd6d726300000000") + number.to_bytes(8, "big")


def _nic(number: int, peers: Sequence[int], setting: Setting) -> Nic:
    ports = tuple(PortConfig(bytes((2, 0, 0, 0, 0, port)), bytes((2, 0, 0, 0, 0, port))) for port in range(_PLANES))
    template = PathTemplate(
        0xFCBB_BBBB_1000_2000_1001_3000_0000_0000,
        tuple(1 << 88 + bit for bit in range((_PLANES - 1).bit_length())),
        (1 << 64, 1 << 65),
        _PLANES,
        4,
    )
    transport = TransportOptions(
        base_rtt_ns=BASE_RTT_NS,
        reorder_ns=4 * BASE_RTT_NS,
        tail_probe_ns=6 * BASE_RTT_NS,
        reverse_probe_interval_ns=1 << 60,
        receiver_penalty=setting.penalty,
    )
    paths = StaticPaths({_address(peer): template for peer in peers})
    return Nic(NicConfig(f"nic{number}", _address(number), ports, paths, transport=transport), seed=number)


def _connect(sender: Nic, receiver: Nic) -> QueuePair:
    ends = []
    for nic, peer in ((sender, receiver), (receiver, sender)):
        template = nic.config.paths.template(peer.config.address)
        assert template is not None, "the NICs were made with paths to each other"
        pair = nic.create_qp()
        pair.modify_to_init(InitAttributes(EvProfile(template), _CC))
        ends.append(pair)
    for pair, other, peer in ((ends[0], ends[1], receiver), (ends[1], ends[0], sender)):
        pair.modify_to_rtr(RtrAttributes(peer.config.address, other.qpn, first_psn=_PSN, mpr=_MPR, service_time=True))
        pair.modify_to_rts(RtsAttributes(first_psn=_PSN, mpr=_MPR))
    return ends[0]


# --- Numbers and plots -----------------------------------------------------------------------------------------------


_LICENCE = "<!-- SPDX-License-Identifier: Apache-2.0 -->"


class Mode(TypedDict):
    """How the last hop is governed: whether it marks, and what the receiver asks."""

    marks: bool
    penalty: ReceiverPenalty


class Shares(Struct, frozen=True):
    """A stretch of a run.

    Attributes:
        used: payload acknowledged over what the ports carry.
        least, most: of the senders, over the fair share.
        resent: packets sent again per packet sent.
        queue: longest, and empty how often: largest queue in BDP, least queue in BDP.
    """

    used: float
    least: float
    most: float
    resent: float
    trims: int
    queue: tuple[float, float]


def shares(run: Incast, first: int, last: int, *, senders: Sequence[int] | None = None) -> Shares:
    """From sample ``first`` to sample ``last``, over all senders or those named."""
    begin, end = run.samples[first], run.samples[last]
    chosen = range(len(run.pairs)) if senders is None else senders
    got = [end.acknowledged[i] - begin.acknowledged[i] for i in chosen]
    fair = sum(got) / len(got)
    line = _PLANES * RATE_BPS / 8e9 * BASE_RTT_NS * (last - first) * 4096 / FRAME_BYTES
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
    """All start at once and never end; ``message``: with writes of this many bytes, and not with one."""
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
    """Bytes of a write that the planes could not carry in this many round trips."""
    return _PLANES * BDP_BYTES * rtts


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
