# SPDX-License-Identifier: Apache-2.0
"""The embedded target: this project's compiler, and its software switch as a process. Needs no root."""

from __future__ import annotations

import contextlib
import json
import platform
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from google.protobuf import text_format
from typing_extensions import override

from p4soft.outputs import OutputError, write_text
from p4soft.targets import CompiledFiles, RunningSwitch, SwitchOptions, Target, TargetError, check_start_arguments
from p4soft.targets.links import UNIX_PREFIX
from p4soft.targets.process import SwitchProcess

READY_PREFIX = "listening on "
_SOCKET_PATH_MAX = 100  # sockaddr_un holds 108 bytes; room for "/portNNN"


class EmbeddedTarget(Target):
    """This project's compiler and switch, always available; a switch's attachments are `unix:/path` listeners."""

    name = "embedded"

    @override
    def unavailable(self) -> str | None:
        return None

    @override
    def missing(self) -> str | None:
        return None

    @override
    def versions(self) -> dict[str, str]:
        return {"python": platform.python_version()}

    @override
    def compile(self, source: Path, out_dir: Path) -> CompiledFiles:
        # The compiler is a large import that starting a switch does not need.
        from p4soft.compiler import CompileErrors, compile_file  # noqa: PLC0415

        out_dir.mkdir(parents=True, exist_ok=True)
        files = CompiledFiles(out_dir / f"{source.stem}.json", out_dir / f"{source.stem}.p4info.txtpb")
        try:
            result = compile_file(source)
        except CompileErrors as error:
            raise TargetError(str(error)) from error
        try:
            write_text(files.json, json.dumps(result.json, indent=2) + "\n")
            write_text(files.p4info, text_format.MessageToString(result.p4info))
        except OutputError as error:
            raise TargetError(str(error)) from None
        return files

    @override
    def warm_up(self, files: CompiledFiles, options: SwitchOptions) -> None:
        # Large imports that starting a switch does not need.
        from p4soft.switch import ProgramError, load_program  # noqa: PLC0415
        from p4soft.switch.switch import keeps_machine_code, prepare  # noqa: PLC0415

        if options.engine == "python" or not keeps_machine_code():
            return
        with contextlib.suppress(ProgramError, OSError):
            prepare(load_program(files.json.read_text(), source=str(files.json)), options.engine, options.drop_port)

    @override
    def start(
        self,
        *,
        device_id: int,
        ports: Sequence[int] | Mapping[int, str],
        workdir: Path,
        options: SwitchOptions | None = None,
    ) -> RunningSwitch:
        options = options or SwitchOptions()
        check_start_arguments(device_id, ports, workdir, options)
        log = workdir / f"switch-{device_id}.log"
        socket_dir: Path | None = None
        attachments: dict[int, str] = {}
        if not isinstance(ports, Mapping):
            socket_dir = _socket_dir(workdir, device_id)
            attachments = {port: f"{UNIX_PREFIX}{socket_dir / f'port{port}'}" for port in ports}
            ports = attachments
        process = SwitchProcess(_command(device_id, ports, options, log), log)
        deadline = time.monotonic() + options.start_timeout_s

        def stop() -> None:
            process.stop()
            for spec in attachments.values():
                Path(spec.removeprefix(UNIX_PREFIX)).unlink(missing_ok=True)
            if socket_dir is not None:
                with contextlib.suppress(OSError):
                    socket_dir.rmdir()

        try:
            line = process.read_line(deadline)
            if not line.startswith(READY_PREFIX):
                raise TargetError(f"the software switch said {line!r} instead of '{READY_PREFIX}HOST:PORT'")
            address = line.removeprefix(READY_PREFIX)
            process.wait_for_p4runtime(address, deadline)
        except BaseException:
            stop()
            raise
        return RunningSwitch(address, device_id, attachments, log, process.process_id, stop)


def _socket_dir(workdir: Path, device_id: int) -> Path:
    """A new directory for the port sockets: in `workdir`, or elsewhere when socket paths there would be too long."""
    wanted = workdir.resolve() / f"switch-{device_id}.ports"
    if len(str(wanted).encode()) > _SOCKET_PATH_MAX - len("/port511"):
        return Path(tempfile.mkdtemp(prefix="softswitch-"))
    wanted.mkdir(exist_ok=True)  # Left-over sockets in it are the switch's to judge: stale, or in use.
    return wanted


def _command(device_id: int, ports: Mapping[int, str], options: SwitchOptions, log: Path) -> list[str]:
    command = [*options.prefix, sys.executable, "-m", "p4soft.switch", "--no-p4", "--device-id", str(device_id)]
    for port, where in ports.items():
        command += ["-i", f"{port}@{where}"]
    command += ["--log-file", str(log), "--log-level", options.log_level, "--seed", str(options.seed)]
    command += ["--engine", options.engine]
    if options.pcap_dir is not None:
        command += ["--pcap", str(options.pcap_dir)]
    if options.trace is not None:
        command += [f"--trace={options.trace}"]
    if options.control is not None:
        command += ["--control", str(options.control)]
    command += ["--exit-on-stdin-eof", "--", "--grpc-server-addr", f"127.0.0.1:{options.grpc_port}"]
    if options.cpu_port is not None:
        command += ["--cpu-port", str(options.cpu_port)]
    return [*command, "--drop-port", str(options.drop_port), "--priority-queues", str(options.priority_queues)]
