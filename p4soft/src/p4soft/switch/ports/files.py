# SPDX-License-Identifier: Apache-2.0
"""Ports on pcap files (simple_switch's --use-files): NAME_in.pcap is what arrives, NAME_out.pcap what leaves."""

from __future__ import annotations

import heapq
import logging
import selectors
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from typing_extensions import override

from p4soft.switch.ports.base import BURST, Port, PortError
from p4soft.switch.ports.capture import PcapWriter
from p4soft.switch.ports.pcap_reader import PcapError, Record, read_pcap

_log = logging.getLogger(__name__)


class FilePort(Port):
    """The output half of a port that is a pair of files. Every frame is on disk when `transmit` returns."""

    def __init__(self, number: int, name: str) -> None:
        """Create `<name>_out.pcap`. Raises PortError."""
        self.number = number
        self.capture_name = Path(name).name
        self.lost = Counter()
        path = Path(f"{name}_out.pcap")
        try:
            self._writer = PcapWriter(path)
        except OSError as error:
            raise PortError(f"port {number}: {path}: cannot write: {error.strerror}") from None

    @override
    def register(self, selector: selectors.BaseSelector) -> None:
        """: there is nothing to wait for."""

    @override
    def is_up(self) -> bool:
        return True

    @override
    def transmit(self, frame: bytes) -> bool:
        self._writer.write(frame)
        self._writer.flush()
        return True

    @override
    def close(self) -> None:
        self._writer.close()


class FileReplay:
    """Hands out the frames of all input files, as simple_switch does.

    The earliest time stamp goes first (of equal ones the lowest port), each as soon as the one before it is done: the
    gaps between time stamps are not waited for.
    """

    def __init__(self, names: Mapping[int, str], start_us: int) -> None:
        """Open `<name>_in.pcap` of every port; nothing is due before `start_us`.

        Raises:
            PortError: a file is missing or is not a pcap file.
        """
        self._start_us = start_us
        # (time stamp, port, the record, what follows it)
        self._heads: list[tuple[int, int, Record, Iterator[Record]]] = []
        for port, name in sorted(names.items()):
            self._push(port, read_pcap(Path(f"{name}_in.pcap")))

    def next_us(self) -> int | None:
        """When `take` has something, or None after the last frame."""
        return self._start_us if self._heads else None

    def take(self, now_us: int) -> Iterator[tuple[int, bytes]]:
        """At most `BURST` frames that are due, as (port, frame).

        Raises:
            PortError: a record is damaged.
        """
        if now_us < self._start_us:
            return
        for _ in range(BURST):
            if not self._heads:
                return
            _, port, record, rest = heapq.heappop(self._heads)
            yield port, record.frame
            self._push(port, rest)
            if not self._heads:
                _log.info("all input files have been read")

    def _push(self, port: int, records: Iterator[Record]) -> None:
        try:
            record = next(records, None)
        except PcapError as error:
            raise PortError(f"port {port}: {error}") from None
        if record is not None:
            heapq.heappush(self._heads, (record.time_ns, port, record, records))
