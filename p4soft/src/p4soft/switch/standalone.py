# SPDX-License-Identifier: Apache-2.0
"""A switch as a process: ports, P4Runtime, traces and logs around one event loop, as the options say."""

from __future__ import annotations

import contextlib
import importlib
import logging
import os
import signal
import sys
import threading
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from p4soft.command_line import MissingThriftError, require_thrift, run_command
from p4soft.switch import ProgramError, SimpleSwitch, Tracer, load_program
from p4soft.switch.command import LogOptions, Options
from p4soft.switch.notifications import EventLog, Publisher, PublisherError
from p4soft.switch.ports import PortError
from p4soft.switch.ports.loop import PortDirectory, PortLoop
from p4soft.switch.trace import (
    Emitted,
    FilteringTracer,
    JsonTracer,
    Received,
    SeveralTracers,
    TextTracer,
    TraceEvent,
    is_hidden,
    journey,
    render,
)

if TYPE_CHECKING:
    from p4soft.switch.p4runtime import P4RuntimeServer
    from p4soft.switch.thrift import ThriftServer

_log = logging.getLogger("p4soft.switch")


class StartError(Exception):
    """The switch cannot start; the message is complete and meant for people."""


# --- The process -----------------------------------------------------------------------------------------------------


def run_switch(command: click.Command, name: str) -> None:
    """A command that calls `run`: exit status 1 when the switch cannot start, 2 for wrong usage."""
    run_command(command, (StartError, PortError, ProgramError), status=1, name=name)


def run(options: Options) -> None:
    """Run until SIGTERM, SIGINT or SIGHUP.

    Raises:
        StartError: the switch cannot start, and it is none of the reasons of the others.
        PortError: a port cannot be opened.
        ProgramError: the program is not BMv2 JSON that can run.
    """
    set_up_log(options.log)
    for notice in options.notices:
        print(f"notice: {notice}", file=sys.stderr)
    if options.pcap_dir is not None and not options.pcap_dir.is_dir():
        raise StartError(f"--pcap {options.pcap_dir}: not a directory")
    if options.grpc_address is not None:
        importlib.import_module("p4soft.switch.p4runtime.servicer")  # before a thread that makes machine code slows it
    switch = SimpleSwitch(
        device_id=options.device_id,
        drop_port=options.drop_port,
        cpu_port=options.cpu_port,
        priority_queues=options.priority_queues,
        seed=options.seed,
        tracer=_tracer(options),
        engine=options.engine,
        begin_in_python=True,
    )
    if options.program is not None:
        switch.load(load_program(_read(options.program), source=str(options.program)))
        _say_engine(switch.engine_reason)
    switch.engine_listener = _say_engine
    loop = PortLoop(switch)
    loop.max_ports = options.max_ports
    publisher, events = None, None
    try:
        server = _p4runtime(switch, loop, options)
        if options.packet_in is not None:
            loop.open_trunk(options.packet_in)
        elif options.use_files_wait_s is not None:
            loop.open_files(options.ports, options.use_files_wait_s)
        else:
            loop.open(options.ports, options.pcap_dir)
        if options.control is not None:
            loop.open_control(options.control)
        loop.wake_on_signals()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:  # nohup
                signal.signal(number, lambda *_: loop.stop())
        if options.exit_on_stdin_eof:
            threading.Thread(target=_wait_for_eof, args=(loop,), daemon=True).start()
        publisher = _publisher(switch, loop, options)
        events = _event_log(switch, loop, options)
        thrift = _thrift(switch, loop, options, publisher)
        services = {"p4runtime": server, "thrift": thrift, "notifications": publisher, "nanolog": events}
        loop.services.update({name: service for name, service in services.items() if service is not None})
        with contextlib.ExitStack() as ends:
            if thrift is not None:
                ends.callback(thrift.stop)
                thrift.start()
            if server is not None:
                ends.callback(server.stop)
                server.start()
                print(f"listening on {server.address}", flush=True)
                _log.info("device %d serves P4Runtime on %s", switch.device_id, server.address)
            if thrift is not None:
                print(f"thrift on 127.0.0.1:{thrift.port}", flush=True)
            _log.info("device %d has %d ports", switch.device_id, len(options.ports))
            loop.run()
    finally:
        loop.close()
        for socket in (publisher, events):
            if socket is not None:
                socket.close()
    _log.info("stopped")


def _say_engine(reason: str | None) -> None:
    if reason is not None:
        print(f"notice: the program runs in Python: {reason}", file=sys.stderr)


def _p4runtime(switch: SimpleSwitch, loop: PortLoop, options: Options) -> P4RuntimeServer | None:
    if options.grpc_address is None:
        return None
    from p4soft.switch.p4runtime import P4RuntimeServer, ServerError  # noqa: PLC0415 - gRPC takes long to load

    cpu_port = options.cpu_port
    try:
        server = P4RuntimeServer(
            switch,
            options.grpc_address,
            clock=loop.now_us,
            packet_out_sink=None if cpu_port is None else lambda frame: loop.inject(cpu_port, frame),
            on_change=loop.wake,
            tls=options.tls,
            swap=not options.disable_swap,
            without_primary=options.without_primary,
        )
    except ServerError as error:
        raise StartError(str(error)) from None
    loop.tickers.append(server)
    return server


def _publisher(switch: SimpleSwitch, loop: PortLoop, options: Options) -> Publisher | None:
    address = options.notifications or options.usual_notifications
    if address is None:
        return None
    try:
        publisher = Publisher(switch, address, loop.links, loop.now_us)
    except PublisherError as error:
        if options.notifications is not None:
            raise StartError(str(error)) from None
        print(f"notice: nothing is published: {error}", file=sys.stderr)
        return None
    loop.tickers.append(publisher)
    return publisher


def _event_log(switch: SimpleSwitch, loop: PortLoop, options: Options) -> EventLog | None:
    if options.nanolog is None:
        return None
    try:
        log = EventLog(switch, options.nanolog, loop.wake)
    except PublisherError as error:
        raise StartError(str(error)) from None
    loop.tickers.append(log)
    return log


def _thrift(switch: SimpleSwitch, loop: PortLoop, options: Options, publisher: Publisher | None) -> ThriftServer | None:
    if options.thrift_port is None:
        return None
    try:
        require_thrift()
    except MissingThriftError as error:
        raise StartError(f"--thrift-port {options.thrift_port}: {error}") from None
    from p4soft.switch.thrift import ThriftServer, ThriftServerError  # noqa: PLC0415 - it reads its interface first

    try:
        return ThriftServer(
            switch,
            options.thrift_port,
            clock=loop.now_us,
            on_change=loop.wake,
            ports=PortDirectory(loop),
            swappable=options.thrift_swap,
            publisher=publisher,
        )
    except ThriftServerError as error:
        raise StartError(str(error)) from None


def _wait_for_eof(loop: PortLoop) -> None:
    descriptor = sys.stdin.fileno()
    while os.read(descriptor, 4096):
        pass
    loop.stop()


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not text"
        raise StartError(f"{path}: cannot read: {reason}") from None


def _tracer(options: Options) -> Tracer | None:
    tracers: list[Tracer] = []
    if options.trace is not None:
        tracers.append(TextTracer(_trace_output("--trace", options.trace)))
    if options.trace_json is not None:
        tracers.append(JsonTracer(_trace_output("--trace-json", options.trace_json)))
    if options.trace_filter is not None:
        tracers = [FilteringTracer(tracer, options.trace_filter) for tracer in tracers]
    tracers += log_tracers(options.log)
    if len(tracers) > 1:
        return SeveralTracers(tracers)
    return tracers[0] if tracers else None


def _trace_output(option: str, target: str) -> TextIO:
    if target == "-":
        return sys.stdout
    try:
        return Path(target).open("w", buffering=1, encoding="utf-8")  # Open until the process ends.
    except OSError as error:
        raise StartError(f"{option} {target}: cannot write: {error.strerror}") from None


# --- The log: where it goes, and its lines about packets -------------------------------------------------------------


_LEVELS = {
    "trace": 5,
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warn": logging.WARNING,
    "error": logging.ERROR,
    "off": logging.CRITICAL + 1,
}


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
