# SPDX-License-Identifier: Apache-2.0
"""simple_switch_grpc's command line, as `python -m targets.softswitch` takes it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from targets.softswitch.p4runtime.tls import Tls
from targets.softswitch.trace_filter import BytePattern, PacketFilter

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
    trace_json: str | None = None
    trace_filter: PacketFilter | None = None
    seed: int = 0
    exit_on_stdin_eof: bool = False
    use_files_wait_s: int | None = None
    """Seconds to wait before reading the ports' pcap files; None: the ports are not files."""
    packet_in: str | None = None
    control: Path | None = None
    grpc_address: str = "127.0.0.1:9559"
    tls: Tls | None = None
    cpu_port: int | None = None
    drop_port: int = 511
    priority_queues: int = 1
    notices: list[str] = field(default_factory=list)


def parse(arguments: Sequence[str]) -> Options:
    """Parse the command line; exits with status 2 and a usage message when it is wrong."""
    general, target = _split(arguments)
    parser = _general_parser()
    # A bare --trace means standard output; argparse would otherwise take the next word for its file.
    given = parser.parse_args([f"{word}=-" if word in ("--trace", "--trace-json") else word for word in general])
    options = Options(
        device_id=given.device_id,
        pcap_dir=given.pcap,
        log_console=given.log_console,
        log_file=given.log_file,
        log_level=given.log_level,
        trace=given.trace,
        trace_json=given.trace_json,
        trace_filter=_trace_filter(parser, given),
        seed=given.seed,
        exit_on_stdin_eof=given.exit_on_stdin_eof,
        use_files_wait_s=given.use_files,
        packet_in=given.packet_in,
        control=given.control,
    )
    if options.use_files_wait_s is not None and options.packet_in is not None:
        parser.error("--use-files and --packet-in exclude each other")
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
    if options.packet_in is not None and options.ports:
        options.ports.clear()
        options.notices.append("ignoring -i: with --packet-in every port is on the nanomsg socket")
    for flag, reason in _IGNORED:
        if getattr(given, flag.strip("-").replace("-", "_")) is not None:
            options.notices.append(f"ignoring {flag}: {reason}")
    rest = _target_parser().parse_args(target)
    options.tls = _tls(parser, rest, options.notices)
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


def _tls(parser: argparse.ArgumentParser, given: argparse.Namespace, notices: list[str]) -> Tls | None:
    certificate, key, ca = given.grpc_server_cert, given.grpc_server_key, given.grpc_server_cacert
    if not given.grpc_server_ssl:
        if certificate or key or ca or given.grpc_server_with_client_auth:
            notices.append("ignoring the certificate options: --grpc-server-ssl was not given")
        return None
    if certificate is None or key is None:
        parser.error("--grpc-server-ssl needs --grpc-server-cert and --grpc-server-key")
    return Tls(certificate, key, ca, given.grpc_server_with_client_auth)


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
    parser.add_argument(
        "--use-files",
        type=_number(0, 3600),
        metavar="SECONDS",
        help="the interfaces are names of files: after SECONDS, frames come from NAME_in.pcap, in the order of their "
        "time stamps; what leaves is written to NAME_out.pcap",
    )
    parser.add_argument(
        "--packet-in",
        metavar="ADDR",
        help="carry every port over this nanomsg socket (ipc://PATH or tcp://HOST:PORT), as PTF's nn platform does",
    )
    parser.add_argument(
        "--control",
        type=Path,
        metavar="PATH",
        help="take commands (port_add, set_queue_rate, ...; 'help' lists them) on this Unix socket, one per line",
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
    parser.add_argument(
        "--trace-json",
        nargs="?",
        const="-",
        metavar="FILE",
        help="the same as JSON lines (docs/tracing.md): on standard output, or with =FILE in a file",
    )
    parser.add_argument(
        "--trace-packet",
        action="append",
        type=_number(0, 2**63 - 1),
        default=[],
        metavar="N",
        help="trace only frame number N, counted from 0 in order of arrival, and its copies; may be repeated",
    )
    parser.add_argument("--trace-port", type=_number(0, 511), metavar="P", help="trace only frames arriving on port P")
    parser.add_argument(
        "--trace-bytes",
        action="append",
        type=_pattern,
        default=[],
        metavar="OFFSET:HEX[&MASK]",
        help="trace only frames that hold these bytes, as 12:86dd; repeated: all of them",
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
    parser.add_argument("--grpc-server-ssl", action="store_true", help="serve P4Runtime with TLS")
    parser.add_argument("--grpc-server-cert", type=Path, metavar="PEM", help="the server's certificate, for TLS")
    parser.add_argument("--grpc-server-key", type=Path, metavar="PEM", help="its private key, for TLS")
    parser.add_argument(
        "--grpc-server-cacert", type=Path, metavar="PEM", help="what clients' certificates are checked against, for TLS"
    )
    parser.add_argument(
        "--grpc-server-with-client-auth", action="store_true", help="refuse TLS clients without a valid certificate"
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


def _trace_filter(parser: argparse.ArgumentParser, given: argparse.Namespace) -> PacketFilter | None:
    if given.trace is not None and given.trace == given.trace_json:
        where = "standard output" if given.trace == "-" else given.trace
        parser.error(f"--trace and --trace-json both write to {where}; give one of them another =FILE")
    if not given.trace_packet and given.trace_port is None and not given.trace_bytes:
        return None
    if given.trace is None and given.trace_json is None:
        parser.error("--trace-packet, --trace-port and --trace-bytes choose what --trace or --trace-json show: add one")
    return PacketFilter(frozenset(given.trace_packet), given.trace_port, tuple(given.trace_bytes))


def _pattern(text: str) -> BytePattern:
    try:
        return BytePattern.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _device_id(text: str) -> int:
    return _number(0, 2**64 - 1)(text)


def _interface(text: str) -> tuple[int, str]:
    number, separator, interface = text.partition("@")
    if not separator or not interface:
        raise argparse.ArgumentTypeError(f"{text!r}; accepted: PORT@IFACE, as 0@veth0 or 1@unix:/path")
    return _number(0, 511)(number), interface
