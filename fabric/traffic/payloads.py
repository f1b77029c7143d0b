# SPDX-License-Identifier: Apache-2.0
"""What the messages of a run carry, where that goes in the receiver's memory, and whether it is there.

Each message has different bytes, all of them out of one buffer: generated, from a scenario's files, or from the user's
file.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, Protocol

from msgspec import Struct
from msgspec.structs import replace
from typing_extensions import override

from fabric.errors import FabricError
from fabric.scenario import MAX_WRITE_BYTES, Scenario
from fabric.traffic.plan import plan_of
from host_stack import MemoryRegion
from p4soft import outputs

# --- Contents of messages --------------------------------------------------------------------------------------------


#: By how many bytes messages begin apart in the buffer, and at how many places one may begin. Both are prime, so that
#: it takes this many messages until one is the same as an earlier one.
_STEP: Final = 67
_PLACES: Final = 65_521
#: By how many bytes first messages of flows that share a buffer begin apart; prime, too.
_APART: Final = 1_021
#: Messages shorter than this would often be equal by chance: theirs count up.
_SHORT: Final = 8
_COUNTED: Final = bytes(range(251))
#: Python draws less than 256 MiB at once. Words of four bytes follow one another, so it is as if drawn at once.
_CHUNK: Final = 1 << 24
_WORD: Final = 4
_LARGE: Final = 1 << 20
"""So many bytes, and NumPy is worth its loading."""
_REMEMBERED: Final = 1 << 24
"""Bytes of SHA-256s: half a million messages."""


class Contents(Struct, frozen=True):
    """The bytes of each message. The next message in a region has other bytes than the one before.

    Attributes:
        buffer: all of them; just one message, or room for every place at which one may begin.
        size: bytes of one message.
        flow: number of the flow, of several that share a buffer.
        origin: what the bytes were drawn from: the same bytes in every run of this process. None: from somewhere else.
    """

    buffer: bytes
    size: int
    flow: int = 0
    origin: str | None = None

    def message(self, number: int) -> memoryview:
        """The bytes of a message, from 0 on."""
        begin = self.begin(number)
        return memoryview(self.buffer)[begin : begin + self.size]

    def begin(self, number: int) -> int:
        return (self.flow * _APART + number * _STEP) % _PLACES if len(self.buffer) > self.size else 0

    def digests(self, times: int) -> bytes:
        """The SHA-256s of the first messages, one behind the other."""
        key = (self.origin, self.flow, self.size, len(self.buffer))
        known = _hashed.get(key)
        begin = len(known) // _DIGEST
        if begin >= times:
            return known[: times * _DIGEST]
        made = known + b"".join([hashlib.sha256(self.message(number)).digest() for number in range(begin, times)])
        if self.origin is not None:
            _hashed.keep(key, made)
        return made


class _Hashed:
    """What `Contents.digests` has said. Runs of a figure often carry the same; to hash it can take most of a run."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], bytes] = {}
        self._bytes = 0

    def get(self, key: tuple[object, ...]) -> bytes:
        return self._known.get(key, b"")

    def keep(self, key: tuple[object, ...], digests: bytes) -> None:
        self._bytes += len(digests) - len(self.get(key))
        if self._bytes > _REMEMBERED:
            self._known, self._bytes = {}, len(digests)
        self._known[key] = digests


_DIGEST: Final = hashlib.sha256().digest_size
_hashed = _Hashed()


def one_message(seed: str, size: int) -> bytes:
    return _drawn(seed, size)


def many_messages(seed: str, size: int) -> bytes:
    return _drawn(seed, size, _PLACES) if size >= _SHORT else _COUNTED * (-(-(_PLACES + size) // len(_COUNTED)))


def _drawn(seed: str, *sizes: int) -> bytes:
    """What `randbytes` gives, for one size after the other."""
    drawn = random.Random(seed)
    draw = _quick(drawn) if sum(sizes) >= _LARGE else drawn.randbytes
    return b"".join([draw(min(_CHUNK, size - begin)) for size in sizes for begin in range(0, size, _CHUNK)])


def _quick(drawn: random.Random) -> Callable[[int], bytes]:
    """What `drawn.randbytes` would give: NumPy has the same generator, and needs a third of the time."""
    try:
        from numpy import array, uint32  # noqa: PLC0415 - it is slow to load, and not everywhere
        from numpy.random import RandomState  # noqa: PLC0415 - the same
    except ImportError:
        return drawn.randbytes
    *key, position = drawn.getstate()[1]
    same = RandomState(0)
    same.set_state(("MT19937", array(key, uint32), position, 0, 0.0))

    def draw(size: int) -> bytes:
        words, over = same.bytes(size + -size % _WORD), -size % _WORD
        return words[:-_WORD] + words[over - _WORD :] if over else words  # Python keeps the upper bytes of the last

    return draw


# --- The receiver's memory -------------------------------------------------------------------------------------------


Compared = Callable[[bytes | None], None]
"""Told None, or the SHA-256 of what is in memory in the place of what should be there."""


class Region(Protocol):
    """Bytes that peers may write.

    Attributes:
        address, r_key: by which they do.
        length: bytes.
    """

    address: int
    length: int
    r_key: int

    def read(self, offset: int, length: int, /) -> bytes:
        """A copy of `length` bytes from `offset` on."""


class Memory(Protocol):
    """The memory of a NIC, as a flow that it receives needs it."""

    def register(self, size: int) -> Region:
        """A region of `size` bytes that peers may write."""

    def deregister(self, region: Region) -> None:
        """The region is not needed any more."""

    def compare(self, region: Region, contents: Contents, number: int, then: Compared) -> None:
        """Hold a region against a message; `then` is called when that is done, at once if that is possible."""


class Registry(Protocol):
    """The verbs by which a program gives a NIC memory."""

    def register_memory(self, buffer: int) -> MemoryRegion:
        """A region of `size` bytes that peers may write."""

    def deregister_memory(self, region: MemoryRegion) -> None:
        """From now on peers are refused that write to the region."""


class NicMemory(Memory):
    def __init__(self, nic: Registry) -> None:
        self._nic = nic

    @override
    def register(self, size: int) -> MemoryRegion:
        return self._nic.register_memory(size)

    @override
    def deregister(self, region: Region) -> None:
        self._nic.deregister_memory(local_region(region))

    @override
    def compare(self, region: Region, contents: Contents, number: int, then: Compared) -> None:
        there = local_region(region)
        same = there.equals(contents.message(number))
        then(None if same else hashlib.sha256(there.read(0, there.length)).digest())


def local_region(region: Region) -> MemoryRegion:
    assert isinstance(region, MemoryRegion), "it was registered by a NIC of this process"
    return region


# --- Payloads of a scenario ------------------------------------------------------------------------------------------


class Payload(Struct, frozen=True):
    """What one flow carries. When it comes from a file, its name and how many of the bytes are one copy of it."""

    contents: Contents
    file_name: str | None = None
    copy_bytes: int = 0

    @property
    def data(self) -> bytes:
        """The first message."""
        return bytes(self.contents.message(0))


def payloads(scenario: Scenario, override: Path | None) -> list[Payload]:
    """One payload per flow.

    Args:
        scenario: its writes name a size or a file each.
        override: a file that every write carries instead. A file shorter than the write is repeated until it is as
            long, because the scenario's faults happen at times that suit its sizes.

    Raises:
        FabricError: a file cannot be read, is empty or too large, or is to be carried by what repeats its messages.
    """
    result = []
    override_data = _read(override, "--file") if override is not None else b""
    repeated: dict[int, bytes] = {}
    shared: dict[tuple[int, int], tuple[str, bytes]] = {}
    for index, flow in enumerate(plan_of(scenario).flows):
        loc = ("workload", flow.item)
        if override is not None:
            if flow.times > 1 or flow.collective:
                where = f"{scenario.document.position(loc)}: workload.{flow.item}"
                raise FabricError(f"{where}: each of its messages has contents of its own; accepted: no --file")
            copies = -(-(flow.bytes or 1) // len(override_data))
            data = repeated.setdefault(copies, override_data * copies)
            result.append(Payload(Contents(data, len(data)), override.name, len(override_data)))
        elif flow.file is not None:
            own = Path(flow.file)
            where = f"{scenario.document.position((*loc, 'file'))}: workload.{flow.item}.file"
            data = _read(own, where)
            result.append(Payload(Contents(data, len(data)), own.name, len(data)))
        else:
            assert flow.bytes is not None  # the scenario says one or the other
            key = (flow.item, flow.bytes)
            if not flow.collective or key not in shared:
                made = many_messages if flow.collective or flow.times > 1 else one_message
                origin = f"{scenario.seed}/write/{index}"
                shared[key] = origin, made(origin, flow.bytes)
            origin, buffer = shared[key]
            result.append(Payload(Contents(buffer, flow.bytes, index if flow.collective else 0, origin)))
    return result


def with_time_for(scenario: Scenario, carried: Sequence[Payload]) -> Scenario:
    """The scenario, its limit raised in proportion when a payload is longer than the write it replaces."""
    longest = max(
        (
            payload.contents.size / flow.bytes
            for flow, payload in zip(plan_of(scenario).flows, carried, strict=True)
            if flow.bytes
        ),
        default=1.0,
    )
    return replace(scenario, limit_ns=round(scenario.limit_ns * longest)) if longest > 1 else scenario


def _read(file: Path, where: str) -> bytes:
    try:
        size = file.stat().st_size
        if not file.is_file() or not 0 < size <= MAX_WRITE_BYTES:
            raise FabricError(f"{where}: {file}: not a regular file of 1 .. {MAX_WRITE_BYTES} bytes")
        return file.read_bytes()
    except ValueError as problem:  # a null byte in the name
        raise FabricError(f"{where}: {str(file)!r}: cannot read: {problem}; accepted: a readable file") from None
    except OSError as problem:
        raise FabricError(f"{where}: {file}: cannot read: {problem.strerror}; accepted: a readable file") from None


#: Where received copies go below the output directory.
_RECEIVED = "received"


def write_received(scenario: Scenario, carried: Sequence[Payload], received: Callable[[int], bytes], out: Path) -> None:
    """What arrived of writes that carried a file, whole or not: the user may want to look at a broken copy too.

    Raises:
        OutputError: a file cannot be written.
    """
    nic = scenario.topology.nic
    for index, (flow, payload) in enumerate(zip(plan_of(scenario).flows, carried, strict=True)):
        if payload.file_name is not None:
            name = f"{index}-{nic(flow.source).name}-{nic(flow.destination).name}-{payload.file_name}"
            outputs.write_bytes(out / _RECEIVED / name, received(index)[: payload.copy_bytes])
