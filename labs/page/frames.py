# SPDX-License-Identifier: Apache-2.0
"""Frames of a link for the page: captured as `python -m labs capture` does, decoded by the scapy layers."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from typing_extensions import override

from fabric.live.messages import Message
from host_stack.explain.captures import CapturedFrame, CaptureError, PacketReader, read_capture
from host_stack.provision import nic_config
from labs.directory import LabDirectory, LabError
from p4soft.targets.process import environment
from topologies import Fabric

# --- What is shown ---------------------------------------------------------------------------------------------------


class FieldShown(Message, frozen=True):
    """A field. `note` says if something is odd; `start` is its first byte, `stop` the byte after its last."""

    name: str
    value: str
    note: str
    start: int
    stop: int


class LayerShown(Message, frozen=True):
    """A header or the payload; `stop` is the byte after its last."""

    label: str
    gist: str
    start: int
    stop: int
    fields: list[FieldShown]


class FrameShown(Message, frozen=True):
    """A frame.

    Attributes:
        time_ns: of the topology.
        way: `a>b`.
        length: bytes of it.
        kind: a word or two, such as the opcode.
        what: its PSN, its path and the like.
        mark: trimmed, marked, or nothing.
        layers: all of it, outermost first.
        head: its first bytes, in hex.
    """

    time_ns: int
    way: str
    length: int
    kind: str
    what: str
    mark: str
    layers: list[LayerShown]
    head: str


# --- Captured and decoded --------------------------------------------------------------------------------------------


FRAMES = 60
"""The most that are shown at once."""
_LONGEST_S = 4.0
"""Of a capture; the page shows the frames so far."""
_START_S, _END_S, _POLL_S = 30.0, 10.0, 0.05
_SHOWN_BYTES = 320


Summary = tuple[str, str, str]
"""A frame's kind, the text next to it, and its mark."""


class Decoder(Protocol):
    """Reads the frames of one kind of lab."""

    def layers(self, data: bytes) -> list[LayerShown]:
        """Every byte of a frame, in layers, outermost first."""

    def summary(self, frame: CapturedFrame, layers: Sequence[LayerShown]) -> Summary:
        """A frame in a line."""


class FabricDecoder(Decoder):
    """MRC over SRv6, by the layers that `python -m host_stack shell` has."""

    def __init__(self, fabric: Fabric) -> None:
        self._reader = PacketReader(nic_config(fabric, 0).wire)

    @override
    def layers(self, data: bytes) -> list[LayerShown]:
        return list(_layers(data))

    @override
    def summary(self, frame: CapturedFrame, layers: Sequence[LayerShown]) -> Summary:
        packet = self._reader.read(frame)
        if packet is None:
            return (layers[-1].label if layers else "nothing"), "", ""
        way = "" if packet.plane is None else f"plane {packet.plane}"
        if packet.uplink is not None:
            way += f", uplink {packet.uplink}"
        what = [f"PSN {packet.bth.psn}", f"EV {packet.entropy:08x}", way]
        mark = "trimmed" if packet.trimmed else "marked" if packet.marked else ""
        return packet.kind.opcode.name, " · ".join(part for part in what if part), mark


class Inspector:
    """Looks into the links of one lab, one at a time."""

    def __init__(self, where: LabDirectory, links: Iterable[str], decoder: Decoder) -> None:
        self._where = where
        self._links = set(links)
        self._decoder = decoder

    def frames(self, link: str) -> list[FrameShown]:
        """Up to `FRAMES` frames that cross a link now. Raises LabError, OSError."""
        if link not in self._links:
            raise LabError(f"no link {link!r}; accepted: {', '.join(sorted(self._links))}")
        with tempfile.TemporaryDirectory(prefix="mrc-page-") as folder:
            file = Path(folder) / "link.pcapng"
            self._capture(link, file)
            try:
                return [self._shown(frame) for frame in read_capture(file)]
            except CaptureError as problem:
                raise LabError(f"{link}: {problem}") from None

    def _capture(self, link: str, file: Path) -> None:
        command = [
            sys.executable, "-m", "labs", "capture", "--name", self._where.name,
            "--frames", str(FRAMES), "-o", "-", "--", link,
        ]  # fmt: skip
        with (
            file.open("wb") as stream,
            tempfile.TemporaryFile() as complaints,
            subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=stream, stderr=complaints, env=environment()
            ) as child,
        ):
            if _wait(child, _START_S, file) and not _wait(child, _LONGEST_S):
                child.terminate()  # as Ctrl-C ends it, which may be ignored here, and so there
            if not _wait(child, _END_S):
                child.kill()
            if child.wait() and not file.stat().st_size:
                complaints.seek(0)
                said = complaints.read().decode(errors="replace").strip().splitlines()
                raise LabError(said[-1].removeprefix("error: ") if said else f"{link}: the capture ended")

    def _shown(self, frame: CapturedFrame) -> FrameShown:
        layers = self._decoder.layers(frame.data)
        kind, what, mark = self._decoder.summary(frame, layers)
        return FrameShown(
            time_ns=frame.time_ns,
            way=frame.interface,
            length=frame.length,
            kind=kind,
            what=what,
            mark=mark,
            layers=layers,
            head=frame.data[:_SHOWN_BYTES].hex(),
        )


def _wait(child: subprocess.Popen[bytes], longest_s: float, file: Path | None = None) -> bool:
    """Whether a process ended in time, or put something into a file when one is given."""
    deadline = time.monotonic() + longest_s
    while time.monotonic() < deadline:
        if file is not None and file.stat().st_size:
            return True
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(_POLL_S)
            return True
    return False


def _layers(data: bytes) -> Iterator[LayerShown]:
    from host_stack.explain.fields import layers  # noqa: PLC0415 - scapy is a large import

    for layer in layers(data):
        yield LayerShown(
            label=layer.label,
            gist=layer.gist,
            start=layer.start,
            stop=layer.stop,
            fields=[
                FieldShown(name=each.name, value=each.value, note=each.note, start=each.start, stop=each.stop)
                for each in layer.fields
            ],
        )
