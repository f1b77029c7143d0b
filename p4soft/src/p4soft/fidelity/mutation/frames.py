# SPDX-License-Identifier: Apache-2.0
"""Mutated frames, thousands at a time: bytes that are other ones, pieces of other frames, cut and lengthened."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

BATCH = 2048
"""Frames of a batch, but the last."""
_PORTS = 512
_ROOM = 96
"""Bytes by which a frame may grow."""
_LONGEST = 9216
_LONG_EVERY, _LONG = 64, 32
"""Every so many batches, so many frames are long ones."""
_MUTATIONS = 8
_TELLING = np.array(list(bytes.fromhex("000102040608 0f10112b 3f404560 7f8081f0 feff")))
"""Bytes that programs look for, or stumble over."""
_GAPS_US = np.array([0, 0, 0, 1, 1, 1, 2, 10, 100, 100_000])

RECORD = np.dtype([("port", "<u4"), ("length", "<u4"), ("data", "<u8"), ("now_us", "<i8")])
"""As `native.frames.Frame`."""

Bytes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Batch:
    """Frames in one piece of memory, and the records through which machine code takes them."""

    data: Bytes
    records: npt.NDArray[np.void]

    def frame(self, number: int) -> tuple[int, bytes]:
        """Port and bytes of one frame."""
        record = self.records[number]
        return int(record["port"]), self.data[number, : int(record["length"])].tobytes()


class Mutator:
    """Frames made of seeds. The same seeds and the same `seed` make the same batches, each without those before it."""

    def __init__(self, seeds: Sequence[tuple[int, bytes]], seed: int, name: str) -> None:
        """`seeds`: frames with their ports, at least one; `name`: of the program, so that each gets others."""
        self._key = (seed % (1 << 63), zlib.crc32(name.encode()))
        self._ports = np.array([port for port, _ in seeds], dtype=np.int64)
        self._lengths = np.array([min(len(f), _LONGEST) for _, f in seeds], dtype=np.int64)
        width = int(self._lengths.max()) + _ROOM
        self._seeds = np.zeros((len(seeds), width), dtype=np.uint8)
        for row, (_, frame) in zip(self._seeds, seeds, strict=True):
            row[: min(len(frame), _LONGEST)] = np.frombuffer(frame[:_LONGEST], dtype=np.uint8)

    def batch(self, number: int, count: int) -> Batch:
        """Batch `number`, of `count` frames."""
        rng = np.random.default_rng((*self._key, number))
        data, ports, lengths = self._chosen(rng, count)
        self._splice(rng, data, lengths)
        self._change(rng, data, lengths)
        lengths = self._resized(rng, data, lengths)
        if number % _LONG_EVERY == _LONG_EVERY - 1:
            data, lengths = self._lengthened(rng, data, lengths)
        records = np.zeros(count, dtype=RECORD)
        other = rng.random(count) < 0.1
        records["port"] = np.where(other, rng.integers(0, _PORTS, count), ports)
        records["length"] = lengths
        records["data"] = data.ctypes.data + np.arange(count, dtype=np.uint64) * np.uint64(data.shape[1])
        gaps = rng.choice(_GAPS_US, count)
        records["now_us"] = 1_000_000_000 * (number + 1) + np.cumsum(gaps)
        return Batch(data, records)

    def _chosen(self, rng: np.random.Generator, count: int) -> tuple[Bytes, Numbers, Numbers]:
        """Seeds, and some frames of nothing but random bytes."""
        which = rng.integers(0, len(self._seeds), count)
        data = self._seeds[which]
        random = np.flatnonzero(rng.random(count) < 0.03)
        data[random] = rng.integers(0, 256, (len(random), data.shape[1]), dtype=np.uint8)
        return data, self._ports[which], self._lengths[which]

    def _splice(self, rng: np.random.Generator, data: Bytes, lengths: Numbers) -> None:
        """Pieces of other frames, at the same place or another."""
        rows = np.flatnonzero(rng.random(len(data)) < 0.1)
        if not len(rows):
            return
        width = data.shape[1]
        places = (rng.random((2, len(rows))) * (lengths[rows] + 1)).astype(np.int64)
        first, last = np.sort(places, axis=0)
        columns = np.arange(width)
        shift = np.where(rng.random(len(rows)) < 0.5, 0, rng.integers(-32, 33, len(rows)))
        inside = (columns >= first[:, None]) & (columns < last[:, None])
        others = self._seeds[rng.integers(0, len(self._seeds), len(rows))[:, None], (columns - shift[:, None]) % width]
        data[rows] = np.where(inside, others, data[rows])

    def _change(self, rng: np.random.Generator, data: Bytes, lengths: Numbers) -> None:
        """Single bytes: more of them near the beginning, where headers are."""
        strength = rng.random(len(data)) ** 2
        for _ in range(_MUTATIONS):
            rows = np.flatnonzero((rng.random(len(data)) < strength) & (lengths > 0))
            near = rng.random(len(rows))
            places = (np.where(rng.random(len(rows)) < 0.7, near * near, near) * lengths[rows]).astype(np.int64)
            old, how = data[rows, places], rng.integers(0, 4, len(rows))
            new = np.select(
                [how == 0, how == 1, how == 2],
                [
                    rng.integers(0, 256, len(rows)),
                    _TELLING[rng.integers(0, len(_TELLING), len(rows))],
                    old ^ (1 << rng.integers(0, 8, len(rows))),
                ],
                old + rng.integers(-3, 4, len(rows)),
            )
            data[rows, places] = (new & 0xFF).astype(np.uint8)

    def _resized(self, rng: np.random.Generator, data: Bytes, lengths: Numbers) -> Numbers:
        """Cut frames anywhere, or let random bytes follow."""
        how, part = rng.random(len(data)), rng.random(len(data))
        longer = np.flatnonzero((how >= 0.1) & (how < 0.2))
        room = data.shape[1] - lengths[longer]
        result = np.where(how < 0.1, (part * (lengths + 1)).astype(np.int64), lengths)
        result[longer] = lengths[longer] + (part[longer] * (room + 1)).astype(np.int64)
        columns = np.arange(data.shape[1])
        fresh = rng.integers(0, 256, (len(longer), data.shape[1]), dtype=np.uint8)
        data[longer] = np.where(columns >= lengths[longer][:, None], fresh, data[longer])
        return result

    @staticmethod
    def _lengthened(rng: np.random.Generator, data: Bytes, lengths: Numbers) -> tuple[Bytes, Numbers]:
        """The first few frames as long as any interface carries."""
        wide = np.zeros((len(data), _LONGEST), dtype=np.uint8)
        wide[:, : data.shape[1]] = data[:, :_LONGEST]
        some = min(_LONG, len(data))
        wide[:some, data.shape[1] :] = rng.integers(0, 256, (some, max(0, _LONGEST - data.shape[1])), dtype=np.uint8)
        return wide, np.concatenate([rng.integers(1400, _LONGEST + 1, some), lengths[some:]])
