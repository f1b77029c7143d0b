# SPDX-License-Identifier: Apache-2.0
"""The end of `fabric.live.orders` that obeys: has the NIC do what is ordered, and tells what becomes of it."""

from __future__ import annotations

import contextlib
import hashlib
import mmap
import selectors
import socket
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import assert_never

from fabric.live.messages import Refused, line_of
from fabric.live.orders import Compare, Compared, Ended, Order, Post, Provide, Provided, Report, Watch, read_order
from fabric.live.scale import Clock
from host_stack import CompletionKind, CompletionStatus, MemoryRegion, Nic
from host_stack.errors import HostStackError

_READ = 1 << 16
_KEPT = 4096
"""Latenesses kept for the statistics."""


class NicOrders:
    """Reads orders when a selector says that there are some; reports leave when the NIC is done with what it is doing.

    Attributes:
        watched: numbers of the queue pairs that are told of; nobody else may take their completions.
        late_ns: how long after it was ordered each of the newest messages was posted, ns of the topology.
    """

    def __init__(
        self,
        nic: Nic,
        clock: Clock,
        control: socket.socket,
        selector: selectors.BaseSelector,
        regions: dict[int, MemoryRegion],
    ) -> None:
        """Begin to listen.

        Args:
            nic: whose.
            clock: of the fabric.
            control: where orders come from, and reports go to.
            selector: whose keys' data are called with a mask of events.
            regions: the NIC's by r_key; those that are ordered are added.
        """
        self.watched: set[int] = set()
        self.late_ns: deque[int] = deque(maxlen=_KEPT)
        self._nic = nic
        self._clock = clock
        self._control = control
        self._selector = selector
        self._regions = regions
        self._files: dict[str, mmap.mmap] = {}
        self._pending = b""
        self._ended: dict[int, None] = {}
        selector.register(control, selectors.EVENT_READ, self._readable)

    def tell(self) -> None:
        """Report what has ended since the last time; called when the NIC is done with what it was doing."""
        if not self._ended:
            return
        ended, self._ended = self._ended, {}
        for qpn in ended:
            for done in self._nic.queue_pairs[qpn].poll_completions():
                number = done.wr_id if done.kind is CompletionKind.WRITE else done.imm or 0
                failure = None if done.status is CompletionStatus.SUCCESS else done.status.value
                self._report(Ended(qpn=qpn, number=number, time_ns=done.time_ns, failure=failure))

    def _readable(self, _events: int) -> None:
        try:
            data = self._control.recv(_READ)
        except OSError:  # reset: who ordered went without reading all that was told
            data = b""
        if not data:  # nobody orders any more
            self._selector.unregister(self._control)
            return
        *lines, self._pending = (self._pending + data).split(b"\n")
        for line in lines:
            try:
                self._do(read_order(line))
            except KeyError as problem:
                self._report(Refused(why=f"no queue pair or region {problem} here"))
            except (OSError, ValueError, MemoryError, HostStackError) as problem:
                self._report(Refused(why=str(problem) or type(problem).__name__))

    def _do(self, order: Order) -> None:
        match order:
            case Watch(qpn=qpn):
                self.watched.add(qpn)
                self._nic.queue_pairs[qpn].queues.send_cq.handler = self._bell(qpn)
            case Provide(size=size):
                region = self._nic.register_memory(size)
                self._regions[region.r_key] = region
                self._report(Provided(address=region.address, r_key=region.r_key))
            case Post():
                self._post(order)
            case Compare():
                region = self._regions[order.r_key]
                wanted = self._file(order.file)[order.begin : order.begin + region.length]
                found = None if region.data == wanted else hashlib.sha256(region.data).hexdigest()
                self._report(Compared(ticket=order.ticket, found=found))
            case _:
                assert_never(order)

    def _bell(self, qpn: int) -> Callable[[int], None]:
        def ring(_time_ns: int) -> None:  # the NIC must not be called from here: it is in the middle of something
            self._ended[qpn] = None

        return ring

    def _post(self, order: Post) -> None:
        now_ns = self._clock.now_ns()
        self.late_ns.append(now_ns - order.ordered_ns)
        queue_pair = self._nic.queue_pairs[order.qpn]
        data = memoryview(self._file(order.file))[order.begin : order.begin + order.size]
        try:
            if order.immediate:
                queue_pair.post_write_imm(data, order.address, order.r_key, order.number, wr_id=order.number)
            else:
                queue_pair.post_write(data, order.address, order.r_key, wr_id=order.number)
        except HostStackError as problem:
            self._report(Ended(qpn=order.qpn, number=order.number, time_ns=now_ns, failure=str(problem)))

    def _file(self, name: str) -> mmap.mmap:
        """The contents of a file, which does not change."""
        if name not in self._files:
            with Path(name).open("rb") as stream:
                self._files[name] = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
        return self._files[name]

    def _report(self, report: Report) -> None:
        with contextlib.suppress(OSError):  # nobody listens any more: the NIC's process is about to end, too
            self._control.sendall(line_of(report))
