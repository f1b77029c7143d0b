# SPDX-License-Identifier: Apache-2.0
"""simple_switch_grpc's command line, as `python -m p4soft.switch` takes it.

It has two parts: general options, and after `--` those of the target.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import click
from typing_extensions import override

os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # read when gRPC is imported; what goes wrong is said once, by us

from msgspec import Struct

from p4soft.command_line import ENGINE_HELP, ENGINES, LOG_LEVELS, EngineChoice, Number
from p4soft.switch.trace import BytePattern, PacketFilter

if TYPE_CHECKING:
    from p4soft.switch.p4runtime import Tls

_TARGET = "target options"
_HELP = """A software switch that runs a v1model program (BMv2 JSON) and serves P4Runtime.

The options are simple_switch_grpc's; those of the target follow after '--'.
"""


class LogOptions(Struct, frozen=True, kw_only=True):
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


class Options(Struct):
    """What the user asked for, checked as far as it can be without touching anything."""

    program: Path | None
    ports: dict[int, str]
    device_id: int
    pcap_dir: Path | None
    log: LogOptions
    trace: str | None
    trace_json: str | None
    trace_filter: PacketFilter | None
    seed: int
    exit_on_stdin_eof: bool
    use_files_wait_s: int | None
    """Seconds to wait before reading the ports' pcap files; None: the ports are not files."""
    packet_in: str | None
    control: Path | None
    grpc_address: str | None
    """None: P4Runtime is not served."""
    thrift_port: int | None
    """None: Thrift is not served."""
    notifications: str | None
    """Where notifications are published; None: nowhere."""
    nanolog: str | None
    """Where events are published; None: nowhere."""
    max_ports: int | None
    disable_swap: bool
    thrift_swap: bool
    """Whether clients over Thrift may load another program."""
    without_primary: bool
    tls: Tls | None
    cpu_port: int | None
    drop_port: int
    priority_queues: int
    engine: EngineChoice
    notices: list[str] = field(default_factory=list)
    usual_notifications: str | None = None
    """Where they are published by default, if the place is free."""


class SwitchCommand(click.Command):
    """Runs a switch as a command line in two parts says: general options, `--`, options of the target."""

    def __init__(
        self,
        run: Callable[[Options], None],
        *,
        name: str = "softswitch",
        more: Sequence[click.Parameter] = (),
        more_of_target: Sequence[click.Parameter] = (),
        defaults: Mapping[str, object] = MappingProxyType({}),
    ) -> None:
        """Make the command.

        Args:
            run: what to call with the `Options`.
            name: how help shows the command.
            more: options that only this command has.
            more_of_target: the same, after `--`.
            defaults: by parameter, where this command's defaults differ.
        """
        settings = {**_SETTINGS, "default_map": defaults}
        params = [*general_parameters(), *more]
        super().__init__(name, params=params, help=_HELP, context_settings=settings)
        self._run = run
        params = [*target_parameters(), *more_of_target]
        self._target = click.Command(_TARGET, params=params, context_settings=settings)

    @override
    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        at = args.index("--") if "--" in args else len(args)
        # A bare --trace means standard output; it must not take the next word for its file.
        general = [f"{word}=-" if word in ("--trace", "--trace-json") else word for word in args[:at]]
        rest = super().parse_args(ctx, general)
        target = self._target.make_context(f"{ctx.command_path} ... --", args[at + 1 :])
        ctx.obj = _options({**ctx.params, **target.params})
        return rest

    @override
    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        rows = [row for param in self._target.params if (row := param.get_help_record(ctx)) is not None]
        with formatter.section("Options of the target, after '--'"):
            formatter.write_dl(rows)

    @override
    def invoke(self, ctx: click.Context) -> None:
        self._run(ctx.obj)


_SETTINGS: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 120}


def _options(given: Mapping[str, Any]) -> Options:
    """Everything that depends on more than one option; raises UsageError."""
    notices: list[str] = []
    if given["use_files"] is not None and given["packet_in"] is not None:
        raise click.UsageError("--use-files and --packet-in exclude each other")
    program = given["program"]
    if given["no_p4"]:
        if program is not None:
            notices.append(f"ignoring {program} because --no-p4 was given")
            program = None
    elif program is None:
        raise click.UsageError("give a BMv2 JSON file, or --no-p4 to start without a program")
    ports: dict[int, str] = {}
    for number, interface in given["interface"]:
        if number in ports:
            raise click.UsageError(f"-i: port {number} is given twice")
        ports[number] = interface
    if given["packet_in"] is not None and ports:
        ports.clear()
        notices.append("ignoring -i: with --packet-in every port is on the nanomsg socket")
    cpu_port, drop_port = given["cpu_port"], given["drop_port"]
    for number in ports:
        if number == cpu_port:
            raise click.UsageError(f"-i: port {number} is the CPU port (--cpu-port); it cannot have an interface")
        if number == drop_port:
            raise click.UsageError(f"-i: port {number} is the drop port (--drop-port); choose another one")
    if cpu_port == drop_port:
        raise click.UsageError(f"--cpu-port and --drop-port are both {drop_port}; give them different numbers")
    return Options(
        program=program,
        ports=ports,
        device_id=given["device_id"],
        pcap_dir=given["pcap"],
        log=_log_options(given, notices),
        trace=given["trace"],
        trace_json=given["trace_json"],
        trace_filter=_trace_filter(given),
        seed=given["seed"],
        exit_on_stdin_eof=given["exit_on_stdin_eof"],
        use_files_wait_s=given["use_files"],
        packet_in=given["packet_in"],
        control=given["control"],
        grpc_address=None if given["grpc_server_addr"] == "off" else given["grpc_server_addr"],
        thrift_port=given["thrift_port"],
        notifications=given["notifications"],
        nanolog=given["nanolog"],
        max_ports=given["max_ports"],
        disable_swap=given["disable_swap"],
        thrift_swap=given.get("enable_swap", True) and not given["disable_swap"],
        without_primary=given["without_primary"],
        tls=_tls(given, notices),
        cpu_port=cpu_port,
        drop_port=drop_port,
        priority_queues=given["priority_queues"],
        engine=given["engine"],
        notices=notices,
    )


def _log_options(given: Mapping[str, Any], notices: list[str]) -> LogOptions:
    if given["dump_packet_data"] and given["log_level"] in LOG_LEVELS[LOG_LEVELS.index("info") + 1 :]:
        notices.append(f"ignoring --dump-packet-data: log level {given['log_level']} leaves 'info' out")
    return LogOptions(
        console=given["log_console"],
        file=given["log_file"],
        level=given["log_level"],
        max_size=given["log_file_max_size"],
        max_files=given["log_file_max_files"],
        dump_packet_data=given["dump_packet_data"],
    )


def _tls(given: Mapping[str, Any], notices: list[str]) -> Tls | None:
    certificate, key, ca = given["grpc_server_cert"], given["grpc_server_key"], given["grpc_server_cacert"]
    if not given["grpc_server_ssl"]:
        if certificate or key or ca or given["grpc_server_with_client_auth"]:
            notices.append("ignoring the certificate options: --grpc-server-ssl was not given")
        return None
    if certificate is None or key is None:
        raise click.UsageError("--grpc-server-ssl needs --grpc-server-cert and --grpc-server-key")
    from p4soft.switch.p4runtime import Tls  # noqa: PLC0415 - gRPC takes long to load

    return Tls(certificate, key, ca, given["grpc_server_with_client_auth"])


def _trace_filter(given: Mapping[str, Any]) -> PacketFilter | None:
    packets, port, patterns = given["trace_packet"], given["trace_port"], given["trace_bytes"]
    if given["trace"] is not None and given["trace"] == given["trace_json"]:
        where = "standard output" if given["trace"] == "-" else given["trace"]
        raise click.UsageError(f"--trace and --trace-json both write to {where}; give one of them another =FILE")
    if not packets and port is None and not patterns:
        return None
    if given["trace"] is None and given["trace_json"] is None:
        raise click.UsageError(
            "--trace-packet, --trace-port and --trace-bytes choose what --trace or --trace-json show: add one"
        )
    return PacketFilter(frozenset(packets), port, tuple(patterns))


# --- The options -----------------------------------------------------------------------------------------------------


class _Interface(click.ParamType[tuple[int, str]]):
    """PORT@IFACE, as a pair of the port's number and the interface."""

    name = "port@iface"

    @override
    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, str]:
        number, separator, interface = value.partition("@")
        if not separator or not interface:
            self.fail(f"{value!r}; accepted: PORT@IFACE, as 0@veth0 or 1@unix:/path", param, ctx)
        return Number(0, 511).convert(number, param, ctx), interface


class _Pattern(click.ParamType[BytePattern]):
    """OFFSET:HEX[&MASK], for `--trace-bytes`."""

    name = "pattern"

    @override
    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> BytePattern:
        try:
            return BytePattern.parse(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


_PATH = click.Path(path_type=Path)


def general_parameters() -> list[click.Parameter]:
    """simple_switch_grpc's general options, and those of ours."""
    return [
        click.Argument(["program"], required=False, type=_PATH, metavar="[PROG.json]"),
        click.Option(
            ["-i", "--interface"],
            multiple=True,
            type=_Interface(),
            metavar="PORT@IFACE",
            help="Attach a network interface, or unix:/path (a SOCK_SEQPACKET listener, one frame per message), as a "
            "port.",
        ),
        click.Option(
            ["--use-files"],
            type=Number(0, 3600),
            metavar="SECONDS",
            help="The interfaces are names of files: after SECONDS, frames come from NAME_in.pcap, in the order of "
            "their time stamps; what leaves is written to NAME_out.pcap.",
        ),
        click.Option(
            ["--packet-in"],
            metavar="ADDR",
            help="Carry every port over this nanomsg socket (ipc://PATH or tcp://HOST:PORT), as PTF's nn platform "
            "does.",
        ),
        click.Option(
            ["--control"],
            type=_PATH,
            metavar="PATH",
            help="Take commands (port_add, set_queue_rate, ...; 'help' lists them) on this Unix socket, one per line.",
        ),
        click.Option(
            ["--thrift-port"],
            type=Number(0, 65535),
            metavar="N",
            help="Serve Thrift, as simple_switch_CLI speaks it, on this loopback port (default: not at all).",
        ),
        click.Option(
            ["--notifications-addr", "notifications"],
            metavar="ADDR",
            help="Publish digests, idle entries and port changes on this nanomsg socket (ipc://PATH or "
            "tcp://HOST:PORT), as simple_switch does.",
        ),
        click.Option(
            ["--nanolog"],
            metavar="ADDR",
            help="Publish what happens to each packet on this nanomsg socket (ipc://PATH or tcp://HOST:PORT), as "
            "simple_switch does; packets are traced, and slower, only while somebody listens.",
        ),
        click.Option(
            ["--max-port-count", "max_ports"],
            type=Number(0, 2**31 - 1),
            metavar="N",
            help="Refuse to attach more interfaces than that (default: any number).",
        ),
        click.Option(["--no-p4"], is_flag=True, help="Start without a program and wait for one over P4Runtime."),
        click.Option(
            ["--device-id"], type=Number(0, 2**64 - 1), default=0, metavar="N", help="P4Runtime device id (default 0)."
        ),
        click.Option(
            ["--pcap"],
            is_flag=False,
            flag_value=".",
            type=_PATH,
            metavar="[DIR]",
            help="Write NAME_in.pcap and NAME_out.pcap per port.",
        ),
        click.Option(["--log-console"], is_flag=True, help="Log to standard output."),
        click.Option(["--log-file"], type=_PATH, metavar="F", help="Log to a file."),
        click.Option(
            ["--log-file-max-size"],
            type=Number(1, 2**63 - 1),
            metavar="BYTES",
            help="Put the log file aside as F.1.txt when it is larger than that (default never).",
        ),
        click.Option(
            ["--log-file-max-files"],
            type=Number(0, 1000),
            default=3,
            metavar="N",
            help="How many log files put aside are kept (default 3).",
        ),
        click.Option(
            ["--dump-packet-data"],
            type=Number(0, 2**31 - 1),
            default=0,
            metavar="N",
            help="Log the first N bytes of every frame received and sent, at level info.",
        ),
        click.Option(["--log-flush"], is_flag=True, help="Accepted: the log is always flushed."),
        click.Option(
            ["-L", "--log-level"],
            type=click.Choice(LOG_LEVELS),
            default="info",
            metavar="L",
            help=f"One of {', '.join(LOG_LEVELS)}; with trace, everything that happens to each packet is logged.",
        ),
        click.Option(
            ["--trace"],
            is_flag=False,
            flag_value="-",
            metavar="[FILE]",
            help="Explain every packet: on standard output, or with =FILE in a file.",
        ),
        click.Option(
            ["--trace-json"],
            is_flag=False,
            flag_value="-",
            metavar="[FILE]",
            help="The same as JSON lines (docs/tracing.md): on standard output, or with =FILE in a file.",
        ),
        click.Option(
            ["--trace-packet"],
            multiple=True,
            type=Number(0, 2**63 - 1),
            metavar="N",
            help="Trace only frame number N, counted from 0 in order of arrival, and its copies; may be repeated.",
        ),
        click.Option(["--trace-port"], type=Number(0, 511), metavar="P", help="Trace only frames arriving on port P."),
        click.Option(
            ["--trace-bytes"],
            multiple=True,
            type=_Pattern(),
            metavar="OFFSET:HEX[&MASK]",
            help="Trace only frames that hold these bytes, as 12:86dd; repeated: all of them.",
        ),
        click.Option(
            ["--engine"],
            type=click.Choice(ENGINES),
            default="auto",
            help=ENGINE_HELP,
        ),
        click.Option(["--seed"], type=int, default=0, metavar="N", help="Seed of random() (default 0)."),
        click.Option(
            ["--exit-on-stdin-eof"], is_flag=True, help="Stop when standard input closes, as when the parent is gone."
        ),
    ]


def target_parameters() -> list[click.Parameter]:
    return [
        click.Option(
            ["--grpc-server-addr"],
            default="127.0.0.1:9559",
            metavar="HOST:PORT",
            help="P4Runtime address (default 127.0.0.1:9559); port 0 takes a free one; 'off': none.",
        ),
        click.Option(
            ["--disable-swap"], is_flag=True, help="Refuse another program over P4Runtime: the one given runs on."
        ),
        click.Option(
            ["--without-primary"],
            is_flag=True,
            help="Take P4Runtime writes and pipelines without an election id while no client has a stream, as BMv2 "
            "does. (The specification wants a primary client.)",
        ),
        click.Option(["--grpc-server-ssl"], is_flag=True, help="Serve P4Runtime with TLS."),
        click.Option(["--grpc-server-cert"], type=_PATH, metavar="PEM", help="The server's certificate, for TLS."),
        click.Option(["--grpc-server-key"], type=_PATH, metavar="PEM", help="Its private key, for TLS."),
        click.Option(
            ["--grpc-server-cacert"],
            type=_PATH,
            metavar="PEM",
            help="What clients' certificates are checked against, for TLS.",
        ),
        click.Option(
            ["--grpc-server-with-client-auth"], is_flag=True, help="Refuse TLS clients without a valid certificate."
        ),
        click.Option(
            ["--cpu-port"], type=Number(1, 511), metavar="N", help="Port of packet-in and packet-out (default: none)."
        ),
        click.Option(["--drop-port"], type=Number(0, 511), default=511, metavar="N", help="Drop port (default 511)."),
        click.Option(
            ["--priority-queues"],
            type=Number(1, 8),
            default=1,
            metavar="N",
            help="Queues per port, 1..8 (default 1).",
        ),
    ]
