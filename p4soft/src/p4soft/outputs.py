# SPDX-License-Identifier: Apache-2.0
"""Output files: they appear whole or not at all, whatever is in them; and two formats, JUnit XML and pcapng."""

from __future__ import annotations

import contextlib
import os
import re
import struct
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from msgspec import Struct

__all__ = [
    "OutputError",
    "atomic_file",
    "write_all",
    "write_bytes",
    "write_text",
]


# --- Outputs ---------------------------------------------------------------------------------------------------------


class OutputError(Exception):
    """A file that cannot be written. The message is complete: it names the file and the reason."""


@contextlib.contextmanager
def atomic_file(path: Path) -> Iterator[BinaryIO]:
    """A binary file that gets its name when the block ends without an exception; otherwise nothing remains.

    A symbolic link is followed; a device, a pipe or a directory is refused, because renaming would replace it.

    Raises:
        OutputError: the file cannot be written (directory missing and not creatable, disk full, no permission, not a
            regular file).
    """
    if path.exists() and not path.is_file():
        raise OutputError(f"{path}: cannot write: not a regular file")
    temporary: Path | None = None
    try:
        target = path.resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        # The name is known before the file is there: an interrupt in between removes the file, too.
        temporary = target.parent / f".{target.name}.{os.urandom(4).hex()}.part"
        with temporary.open("xb") as stream:
            yield stream
        temporary.replace(target)
        temporary = None
    except RuntimeError as problem:
        if temporary is not None:  # of the block, not of following links
            raise
        raise OutputError(f"{path}: cannot write: links in a circle") from problem
    except OSError as problem:
        raise OutputError(f"{path}: cannot write: {problem.strerror or problem}") from problem
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink()


def write_bytes(path: Path, data: bytes) -> Path:
    """Write a whole file, its directory too, and return its path. Raises OutputError."""
    with atomic_file(path) as stream:
        stream.write(data)
    return path


def write_text(path: Path, text: str) -> Path:
    """Write a whole UTF-8 file, its directory too, and return its path. Raises OutputError."""
    return write_bytes(path, text.encode("utf-8"))


def write_all(files: Sequence[tuple[Path, bytes]]) -> None:
    """Write every file or none: each is complete under a temporary name before the first is renamed.

    Raises:
        OutputError: a file cannot be written.
    """
    with contextlib.ExitStack() as stack:
        for path, content in files:
            stream = stack.enter_context(atomic_file(path))
            with _named(path):
                stream.write(content)
                stream.flush()


@contextlib.contextmanager
def _named(path: Path) -> Iterator[None]:
    """Inside other files' blocks, a failure carries the name of the file it happened to."""
    try:
        yield
    except OSError as problem:
        raise OutputError(f"{path}: cannot write: {problem.strerror or problem}") from problem


# --- Junit -----------------------------------------------------------------------------------------------------------


_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What XML 1.0 cannot hold; the reverse of what it can, which Python takes twenty times as long to compile."""


class JunitCase(Struct, frozen=True):
    """One result. `tag` is "" for a pass, or "failure", "error" or "skipped", with a line and the whole text of why."""

    classname: str
    name: str
    seconds: float
    tag: str = ""
    message: str = ""
    text: str = ""
    notes: str = ""


def junit_document(name: str, cases: Sequence[JunitCase]) -> bytes:
    """The XML document. A character that XML cannot hold becomes `?`."""
    from xml.etree import ElementTree  # noqa: PLC0415 (each command imports this module, and few write XML)

    tags = Counter(case.tag for case in cases)
    suite = ElementTree.Element(
        "testsuite",
        name=_clean(name),
        tests=str(len(cases)),
        failures=str(tags["failure"]),
        errors=str(tags["error"]),
        skipped=str(tags["skipped"]),
        time=f"{sum(case.seconds for case in cases):.3f}",
    )
    for case in cases:
        attributes = {"classname": _clean(case.classname), "name": _clean(case.name), "time": f"{case.seconds:.3f}"}
        element = ElementTree.SubElement(suite, "testcase", attributes)
        if case.tag:
            ElementTree.SubElement(element, case.tag, message=_clean(case.message)).text = _clean(case.text)
        if case.notes:
            ElementTree.SubElement(element, "system-out").text = _clean(case.notes)
    ElementTree.indent(suite)
    text: bytes = ElementTree.tostring(suite, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def _clean(text: str) -> str:
    return _NOT_XML.sub("?", text)


# --- Pcapng ----------------------------------------------------------------------------------------------------------


_SECTION_HEADER = 0x0A0D0D0A
_INTERFACE_DESCRIPTION = 1
_ENHANCED_PACKET = 6
_BYTE_ORDER_MAGIC = 0x1A2B3C4D
_LINKTYPE_ETHERNET = 1
_OPTION_END = 0
_OPTION_COMMENT = 1
_OPTION_SHB_USERAPPL = 4
_OPTION_IF_NAME = 2
_OPTION_IF_DESCRIPTION = 3
_OPTION_IF_SPEED = 8
_OPTION_IF_TSRESOL = 9
_OPTION_EPB_FLAGS = 2
_MAX_OPTION = 0xFFFF

#: Powers of ten of a second that timestamps may count in; microseconds are what a file without the option means.
MICROSECONDS, NANOSECONDS = 6, 9
#: Bits 1:0 of a frame's `flags`: how the interface saw it.
INBOUND, OUTBOUND = 0b01, 0b10


class PcapngWriter:
    """Writes one pcapng section to a stream.

    Args:
        stream: an open binary file; the writer does not close it.
        application: recorded in the section header.
        comment: on the whole file; None for none.
        snaplen: bytes kept of each frame; 0 keeps all.
        resolution: what timestamps count in, MICROSECONDS or NANOSECONDS.
    """

    def __init__(
        self,
        stream: BinaryIO,
        *,
        application: str,
        comment: str | None = None,
        snaplen: int = 0,
        resolution: int = MICROSECONDS,
    ) -> None:
        self._stream = stream
        self._snaplen = snaplen
        self._resolution = resolution
        self._interfaces = 0
        # Major 1, minor 0; section length -1: not known in advance.
        header = struct.pack("<IHHq", _BYTE_ORDER_MAGIC, 1, 0, -1)
        options = _comment(comment) + _text(_OPTION_SHB_USERAPPL, application) + _END
        stream.write(_block(_SECTION_HEADER, header + options))

    def add_interface(self, name: str, description: str, *, speed_bps: int | None = None) -> int:
        """Describe an interface; returns its id for `write`."""
        options = _text(_OPTION_IF_NAME, name) + _text(_OPTION_IF_DESCRIPTION, description)
        if speed_bps is not None:
            options += _option(_OPTION_IF_SPEED, struct.pack("<Q", speed_bps))
        if self._resolution != MICROSECONDS:
            options += _option(_OPTION_IF_TSRESOL, bytes([self._resolution]))
        body = struct.pack("<HHI", _LINKTYPE_ETHERNET, 0, self._snaplen) + options + _END
        self._stream.write(_block(_INTERFACE_DESCRIPTION, body))
        self._interfaces += 1
        return self._interfaces - 1

    def write(
        self,
        interface: int,
        time: int,
        frame: bytes,
        *,
        flags: int = 0,
        comment: str | None = None,
        length: int | None = None,
    ) -> None:
        """Append one frame (without FCS).

        Args:
            interface: an id of `add_interface`.
            time: since 1970-01-01T00:00:00Z, in units of the writer's resolution.
            frame: cut to the snap length; its full length is recorded.
            flags: INBOUND or OUTBOUND; 0 says neither.
            comment: shown with the frame; None for none.
            length: bytes the frame had, if `frame` is only its beginning; None for all of it.
        """
        data = frame[: self._snaplen] if self._snaplen else frame
        size = len(data)
        whole = len(frame) if length is None else length
        body = struct.pack("<IIIII", interface, time >> 32, time & 0xFFFFFFFF, size, whole) + data + _PAD[-size % 4]
        if flags or comment is not None:
            if flags:
                body += _option(_OPTION_EPB_FLAGS, struct.pack("<I", flags))
            body += _comment(comment) + _END
        self._stream.write(_block(_ENHANCED_PACKET, body))


_PAD = (b"", b"\0", b"\0\0", b"\0\0\0")
_END = struct.pack("<HH", _OPTION_END, 0)


def _block(kind: int, body: bytes) -> bytes:
    length = 12 + len(body)
    return struct.pack("<II", kind, length) + body + struct.pack("<I", length)


def _option(code: int, value: bytes) -> bytes:
    return struct.pack("<HH", code, len(value)) + value + _PAD[-len(value) % 4]


def _text(code: int, text: str) -> bytes:
    """A text option, cut to the field's width; a character cut in half is dropped."""
    return _option(code, text.encode()[:_MAX_OPTION].decode(errors="ignore").encode())


def _comment(text: str | None) -> bytes:
    return b"" if text is None else _text(_OPTION_COMMENT, text)
