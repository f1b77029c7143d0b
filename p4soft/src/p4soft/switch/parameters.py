# SPDX-License-Identifier: Apache-2.0
"""The options of the switch's command line, in two parts: general ones, and after `--` those of the target."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import click
from typing_extensions import override

from p4soft.command_line import ENGINE_HELP, ENGINES
from p4soft.switch.trace import BytePattern

LOG_LEVELS = ("trace", "debug", "info", "warn", "error", "off")


class Number(click.ParamType[int]):
    name = "number"

    def __init__(self, low: int, high: int) -> None:
        self._low, self._high = low, high

    @override
    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        text = str(value)
        if not text.isascii() or not text.isdigit() or not self._low <= int(text) <= self._high:
            self.fail(f"{value!r}; accepted: {self._low}..{self._high}", param, ctx)
        return int(text)


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


# --- The Thrift library ----------------------------------------------------------------------------------------------


class MissingThriftError(Exception):
    """Thrift cannot be spoken; the message is complete and meant for people."""


def require_thrift() -> None:
    """Say what to install when the library is not there: raises MissingThriftError."""
    if importlib.util.find_spec("thriftpy2") is None:
        raise MissingThriftError(
            "Thrift needs the Python package thriftpy2, which is not installed; accepted: an environment made by this "
            "version's 'make tools' or 'pip install .', or 'pip install thriftpy2' into this one"
        )
