# SPDX-License-Identifier: Apache-2.0
"""The switch's log: where it goes, and its lines about packets."""

from __future__ import annotations

import logging
import sys
from dataclasses import dataclass
from logging.handlers import RotatingFileHandler
from pathlib import Path

from p4soft.switch.trace import Emitted, Received, TraceEvent, Tracer, is_hidden, journey, render

_LEVELS = {
    "trace": 5,
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warn": logging.WARNING,
    "error": logging.ERROR,
    "off": logging.CRITICAL + 1,
}
_log = logging.getLogger("p4soft.switch")


class StartError(Exception):
    """The switch cannot start; the message is complete and meant for people."""


@dataclass(frozen=True, kw_only=True)
class LogOptions:
    """What of the switch's work is logged, and where.

    Attributes:
        level: one of the command line's log levels; with `trace`, everything that happens to a packet is logged.
        max_size: bytes after which a log file is put aside, None for never.
        max_files: how many files put aside are kept.
        dump_packet_data: how many bytes of each frame received and sent are logged at level `info`.
    """

    console: bool = False
    file: Path | None = None
    level: str = "info"
    max_size: int | None = None
    max_files: int = 3
    dump_packet_data: int = 0


def set_up_log(options: LogOptions) -> None:
    """Make the root logger write where the options say. Raises StartError."""
    if options.console and options.file is not None:
        raise StartError("--log-console and --log-file exclude each other")
    handler: logging.Handler = logging.NullHandler()
    if options.console:
        handler = logging.StreamHandler(sys.stdout)
    elif options.file is not None:
        try:
            handler = _RotatingFile(options.file, maxBytes=options.max_size or 0, backupCount=options.max_files)
        except OSError as error:
            raise StartError(f"--log-file {options.file}: cannot write: {error.strerror}") from None
    logging.addLevelName(_LEVELS["trace"], "TRACE")
    handler.setFormatter(logging.Formatter("[%(asctime)s.%(msecs)03d] [%(levelname)s] %(message)s", "%H:%M:%S"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(_LEVELS[options.level])


def log_tracers(options: LogOptions) -> list[Tracer]:
    """The tracers that write about packets in the log; none if there is no log to write to."""
    if not options.console and options.file is None:
        return []
    found: list[Tracer] = []
    if options.dump_packet_data and _LEVELS[options.level] <= logging.INFO:
        found.append(_PacketDump(options.dump_packet_data))
    if options.level == "trace":
        found.append(_LogTracer())
    return found


class _RotatingFile(RotatingFileHandler):
    """Puts NAME.txt aside as NAME.1.txt, as BMv2 does."""

    def rotation_filename(self, default_name: str) -> str:
        stem, number = default_name.rsplit(".", 1)
        path = Path(stem)
        return str(path.with_name(f"{path.stem}.{number}{path.suffix}"))


class _LogTracer:
    def event(self, event: TraceEvent) -> None:
        if not is_hidden(event):
            _log.log(_LEVELS["trace"], "%s %s", journey(event.at), render(event))


class _PacketDump:
    """BMv2's `--dump-packet-data`: the first bytes of each frame that arrives or leaves."""

    def __init__(self, most: int) -> None:
        self._most = most

    def event(self, event: TraceEvent) -> None:
        match event:
            case Received(cause="normal"):
                what = "Received packet of length %d on port %d: %s"
            case Emitted():
                what = "Sending packet of length %d on port %d: %s"
            case _:
                return
        _log.info(what, event.length, event.port, event.frame[: self._most].hex())
