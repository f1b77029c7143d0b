# SPDX-License-Identifier: Apache-2.0
"""Digests as BMv2 gathers them for a subscriber: in buffers that it acknowledges as a whole or sample by sample."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

DEFAULT_SAMPLES = 16
DEFAULT_TIMEOUT_MS = 1000


@dataclass
class SampleBuffers:
    """The buffers of one digest. A sample that was taken is not taken again before it is acknowledged.

    Attributes:
        max_samples: a buffer with as many is sent.
        timeout_ms: so is one whose first sample is this old; 0: only when it is full.
    """

    max_samples: int = DEFAULT_SAMPLES
    timeout_ms: int = DEFAULT_TIMEOUT_MS
    _samples: list[bytes] = field(default_factory=list)
    _first_us: int = 0
    _next: int = 0
    _known: set[bytes] = field(default_factory=set)
    _sent: dict[int, list[bytes]] = field(default_factory=dict)

    def add(self, sample: bytes, now_us: int) -> bool:
        """Take a sample, unless it is known; whether the buffer is full now."""
        if sample in self._known:
            return False
        if not self._samples:
            self._first_us = now_us
        self._known.add(sample)
        self._samples.append(sample)
        return self.is_full()

    def is_full(self) -> bool:
        """Whether the buffer is to be sent at once."""
        return 0 < len(self._samples) >= self.max_samples

    def due_us(self) -> int | None:
        """When the buffer is to be sent though it is not full, or None."""
        return self._first_us + 1000 * self.timeout_ms if self._samples and self.timeout_ms else None

    def take(self) -> tuple[int, list[bytes]]:
        """The number of the buffer, counted from 0, and its samples; the next one begins."""
        number, samples = self._next, self._samples
        self._sent[number] = samples
        self._next, self._samples = number + 1, []
        return number, samples

    def acknowledge(self, number: int) -> None:
        """Forget a whole buffer; one that is not known was acknowledged before."""
        self._known.difference_update(self._sent.pop(number, ()))

    def acknowledge_samples(self, number: int, places: Iterable[int]) -> None:
        """Forget some samples of a buffer, by their places in it; wrong places are ignored."""
        samples = self._sent.get(number, [])
        self._known.difference_update(samples[place] for place in places if 0 <= place < len(samples))
        if not self._known.intersection(samples):
            self._sent.pop(number, None)
