# SPDX-License-Identifier: Apache-2.0
"""simple_switch_grpc's command line, as `python -m targets.softswitch` takes it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

LOG_LEVELS = ("trace", "debug", "info", "warn", "error", "off")
_IGNORED = (
    ("--thrift-port", "there is no Thrift server"),
    ("--notifications-addr", "notifications travel over P4Runtime"),
    ("--nanolog", "there is no nanomsg event log"),
    ("--max-port-count", "there is no limit"),
)


@dataclass
class Options:
    """What the user asked for, checked as far as it can be without touching anything."""

    program: Path | None = None
    ports: dict[int, str] = field(default_factory=dict)
    device_id: int = 0
    pcap_dir: Path | None = None
    log_console: bool = False
    log_file: Path | None = None
    log_level: str = "info"
    trace: str | None = None
    seed: int = 0
    exit_on_stdin_eof: bool = False
    grpc_address: str = "127.0.0.1:9559"
    cpu_port: int | None = None
    drop_port: int = 511
    priority_queues: int = 1
    notices: list[str] = field(default_factory=list)


def parse(arguments: Sequence[str]) -> Options:
    """Parse the command line; exits with status 2 and a usage message when it is wrong."""
    general, target = _split(arguments)
    parser = _general_parser()
    # A bare --trace means standard output; argparse would otherwise take the next word for its file.
    given = parser.parse_args(["--trace=-" if word == "--trace" else word for word in general])
    options = Options(
        device_id=given.device_id,
        pcap_dir=given.pcap,
        log_console=given.log_console,
        log_file=given.log_file,
        log_level=given.log_level,
        trace=given.trace,
        seed=given.seed,
        exit_on_stdin_eof=given.exit_on_stdin_eof,
    )
    if given.no_p4:
        if given.program is not None:
            options.notices.append(f"ignoring {given.program} because --no-p4 was given")
    elif given.program is None:
        parser.error("give a BMv2 JSON file, or --no-p4 to start without a program")
    else:
        options.program = given.program
    for number, interface in given.interface or []:
        if number in options.ports:
            parser.error(f"-i: port {number} is given twice")
        options.ports[number] = interface
    for flag, reason in _IGNORED:
        if getattr(given, flag.strip("-").replace("-", "_")) is not None:
            options.notices.append(f"ignoring {flag}: {reason}")
    rest = _target_parser().parse_args(target)
    options.grpc_address = rest.grpc_server_addr
    options.cpu_port = rest.cpu_port
    options.drop_port = rest.drop_port
    options.priority_queues = rest.priority_queues
    for number in options.ports:
        if number == options.cpu_port:
            parser.error(f"-i: port {number} is the CPU port (--cpu-port); it cannot have an interface")
        if number == options.drop_port:
            parser.error(f"-i: port {number} is the drop port (--drop-port); choose another one")
    if options.cpu_port == options.drop_port:
        parser.error(f"--cpu-port and --drop-port are both {options.drop_port}; give them different numbers")
    return options


def _split(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    words = list(arguments)
    if "--" not in words:
        return words, []
    position = words.index("--")
    return words[:position], words[position + 1 :]


def _general_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m targets.softswitch",
        description="A software switch that runs a v1model program (BMv2 JSON) and serves P4Runtime. "
        "The options are simple_switch_grpc's.",
        epilog="Options of the target follow after '--': " + _target_parser().format_usage().split("--", 1)[-1].strip(),
        allow_abbrev=False,
    )
    parser.add_argument("program", nargs="?", type=Path, metavar="PROG.json", help="BMv2 JSON to run")
    parser.add_argument(
        "-i",
        "--interface",
        action="append",
        type=_interface,
        metavar="PORT@IFACE",
        help="attach a network interface, or unix:/path (a SOCK_SEQPACKET listener, one frame per message), as a port",
    )
    parser.add_argument("--no-p4", action="store_true", help="start without a program and wait for one over P4Runtime")
    parser.add_argument("--device-id", type=_device_id, default=0, metavar="N", help="P4Runtime device id (default 0)")
    parser.add_argument(
        "--pcap",
        nargs="?",
        const=Path(),
        type=Path,
        metavar="DIR",
        help="write NAME_in.pcap and NAME_out.pcap per port",
    )
    parser.add_argument("--log-console", action="store_true", help="log to standard output")
    parser.add_argument("--log-file", type=Path, metavar="F", help="log to a file")
    parser.add_argument("--log-flush", action="store_true", help="accepted: the log is always flushed")
    parser.add_argument(
        "-L", "--log-level", choices=LOG_LEVELS, default="info", metavar="L", help=f"one of {', '.join(LOG_LEVELS)}"
    )
    parser.add_argument(
        "--trace",
        nargs="?",
        const="-",
        metavar="FILE",
        help="explain every packet: on standard output, or with =FILE in a file",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed of random() (default 0)")
    parser.add_argument(
        "--exit-on-stdin-eof", action="store_true", help="stop when standard input closes, as when the parent is gone"
    )
    for flag, reason in _IGNORED:
        parser.add_argument(flag, metavar="X", help=f"accepted and ignored: {reason}")
    return parser


def _target_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m targets.softswitch ... --", allow_abbrev=False)
    parser.add_argument(
        "--grpc-server-addr",
        default="127.0.0.1:9559",
        metavar="HOST:PORT",
        help="P4Runtime address (default 127.0.0.1:9559); port 0 takes a free one",
    )
    parser.add_argument(
        "--cpu-port", type=_number(1, 511), metavar="N", help="port of packet-in and packet-out (default: none)"
    )
    parser.add_argument("--drop-port", type=_number(0, 511), default=511, metavar="N", help="drop port (default 511)")
    parser.add_argument(
        "--priority-queues", type=_number(1, 8), default=1, metavar="N", help="queues per port, 1..8 (default 1)"
    )
    return parser


class _number:  # noqa: N801 - used as a type by argparse, whose messages show its name
    """A whole number in a range."""

    def __init__(self, low: int, high: int) -> None:
        self._low, self._high = low, high

    def __call__(self, text: str) -> int:
        if not text.isascii() or not text.isdigit() or not self._low <= int(text) <= self._high:
            raise argparse.ArgumentTypeError(f"{text!r}; accepted: {self._low}..{self._high}")
        return int(text)


def _device_id(text: str) -> int:
    return _number(0, 2**64 - 1)(text)


def _interface(text: str) -> tuple[int, str]:
    number, separator, interface = text.partition("@")
    if not separator or not interface:
        raise argparse.ArgumentTypeError(f"{text!r}; accepted: PORT@IFACE, as 0@veth0 or 1@unix:/path")
    return _number(0, 511)(number), interface
