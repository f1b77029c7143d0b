# SPDX-License-Identifier: Apache-2.0
"""simple_switch_grpc's command line, as `python -m p4soft.switch` takes it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

import click
from typing_extensions import override

os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # read when gRPC is imported; what goes wrong is said once, by us

from p4soft.command_line import EngineChoice
from p4soft.switch.p4runtime.servicer import Tls
from p4soft.switch.parameters import LOG_LEVELS, general_parameters, target_parameters
from p4soft.switch.trace import PacketFilter

_TARGET = "target options"
_HELP = """A software switch that runs a v1model program (BMv2 JSON) and serves P4Runtime.

The options are simple_switch_grpc's; those of the target follow after '--'.
"""


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


@dataclass
class Options:
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
