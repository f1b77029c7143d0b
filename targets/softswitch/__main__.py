# SPDX-License-Identifier: Apache-2.0
"""The standalone software switch: `python -m targets.softswitch --help`."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
from pathlib import Path
from typing import TextIO

os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # read when gRPC is imported; what goes wrong is said once, by us

from command_line import run_command
from targets.softswitch import ProgramError, SimpleSwitch, Tracer, load_program
from targets.softswitch.command import Options, SwitchCommand
from targets.softswitch.p4runtime import P4RuntimeServer, ServerError
from targets.softswitch.ports import PortError
from targets.softswitch.ports.loop import PortLoop
from targets.softswitch.trace_filter import FilteringTracer, SeveralTracers
from targets.softswitch.trace_json import JsonTracer
from targets.softswitch.trace_text import TextTracer

_LEVELS = {
    "trace": 5,
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warn": logging.WARNING,
    "error": logging.ERROR,
    "off": logging.CRITICAL + 1,
}
_log = logging.getLogger("targets.softswitch")


class StartError(Exception):
    """The switch cannot start; the message is complete and meant for people."""


def main() -> None:
    """Run until SIGTERM or SIGINT; exit status 1 when the switch cannot start, 2 for wrong usage."""
    errors = (StartError, PortError, ServerError, ProgramError)
    run_command(SwitchCommand(_run), errors, status=1, name="python -m targets.softswitch")


def _run(options: Options) -> None:
    _set_up_logging(options)
    for notice in options.notices:
        print(f"notice: {notice}", file=sys.stderr)
    if options.pcap_dir is not None and not options.pcap_dir.is_dir():
        raise StartError(f"--pcap {options.pcap_dir}: not a directory")
    switch = SimpleSwitch(
        device_id=options.device_id,
        drop_port=options.drop_port,
        cpu_port=options.cpu_port,
        priority_queues=options.priority_queues,
        seed=options.seed,
        tracer=_tracer(options),
    )
    if options.program is not None:
        switch.load(load_program(_read(options.program), source=str(options.program)))
    loop = PortLoop(switch)
    try:
        cpu_port = options.cpu_port
        server = P4RuntimeServer(
            switch,
            options.grpc_address,
            clock=loop.now_us,
            packet_out_sink=None if cpu_port is None else lambda frame: loop.inject(cpu_port, frame),
            on_change=loop.wake,
            tls=options.tls,
        )
        loop.ticker = server
        if options.packet_in is not None:
            loop.open_trunk(options.packet_in)
        elif options.use_files_wait_s is not None:
            loop.open_files(options.ports, options.use_files_wait_s)
        else:
            loop.open(options.ports, options.pcap_dir)
        if options.control is not None:
            loop.open_control(options.control)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:  # nohup
                signal.signal(number, lambda *_: loop.stop())
        if options.exit_on_stdin_eof:
            threading.Thread(target=_wait_for_eof, args=(loop,), daemon=True).start()
        server.start()
        try:
            print(f"listening on {server.address}", flush=True)
            _log.info(
                "device %d serves P4Runtime on %s, %d ports", switch.device_id, server.address, len(options.ports)
            )
            loop.run()
        finally:
            server.stop()
    finally:
        loop.close()
    _log.info("stopped")


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
    if not tracers:
        return None
    tracer = tracers[0] if len(tracers) == 1 else SeveralTracers(tracers)
    return tracer if options.trace_filter is None else FilteringTracer(tracer, options.trace_filter)


def _trace_output(option: str, target: str) -> TextIO:
    if target == "-":
        return sys.stdout
    try:
        return Path(target).open("w", buffering=1, encoding="utf-8")  # Open until the process ends.
    except OSError as error:
        raise StartError(f"{option} {target}: cannot write: {error.strerror}") from None


def _set_up_logging(options: Options) -> None:
    if options.log_console and options.log_file is not None:
        raise StartError("--log-console and --log-file exclude each other")
    handler: logging.Handler = logging.NullHandler()
    if options.log_console:
        handler = logging.StreamHandler(sys.stdout)
    elif options.log_file is not None:
        try:
            handler = logging.FileHandler(options.log_file)
        except OSError as error:
            raise StartError(f"--log-file {options.log_file}: cannot write: {error.strerror}") from None
    handler.setFormatter(logging.Formatter("[%(asctime)s.%(msecs)03d] [%(levelname)s] %(message)s", "%H:%M:%S"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(_LEVELS[options.log_level])


if __name__ == "__main__":
    main()
