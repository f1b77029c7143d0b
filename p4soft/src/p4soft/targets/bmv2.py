# SPDX-License-Identifier: Apache-2.0
"""The reference target: the real `p4c-bm2-ss` and `simple_switch_grpc`, over veth pairs."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from typing_extensions import override

from p4soft.targets import CompiledFiles, RunningSwitch, SwitchOptions, Target, TargetError, check_start_arguments
from p4soft.targets.links import create_pairs, delete_links
from p4soft.targets.process import SwitchProcess, free_ports, missing_programs, reference_program

COMPILER = "p4c-bm2-ss"
SWITCH = "simple_switch_grpc"
_COMPILE_TIMEOUT_S = 300
_VERSION_TIMEOUT_S = 10
_START_ATTEMPTS = 3
_WHERE = (
    "they come with p4lang's distribution packages (p4lang-p4c, p4lang-bmv2), its container images "
    "(p4lang/p4c, p4lang/behavioral-model), or a build of the p4lang/p4c and p4lang/behavioral-model repositories"
)


def _unavailable(reasons: list[str]) -> str | None:
    return f"the bmv2 target is not available: {'; and '.join(reasons)}" if reasons else None


class Bmv2Target(Target):
    """The real p4c-bm2-ss and simple_switch_grpc; a switch's attachments are the testers' ends of veth pairs."""

    name = "bmv2"

    @override
    def unavailable(self) -> str | None:
        reasons = self._missing()
        if os.geteuid() != 0:
            reasons.append("creating veth interfaces needs root: run the command with sudo, or in a container as root")
        return _unavailable(reasons)

    @override
    def missing(self) -> str | None:
        return _unavailable(self._missing())

    @staticmethod
    def _missing() -> list[str]:
        missing = [program for program in (COMPILER, SWITCH) if reference_program(program) is None]
        reasons = []
        if missing:
            ours = [f"{found} is p4soft's own" for found in map(shutil.which, missing) if found]
            reasons.append(f"not on the PATH: {', '.join(missing)}; {'; '.join([*ours, _WHERE])}")
        return [*reasons, *filter(None, [missing_programs("ip")])]

    @override
    def versions(self) -> dict[str, str]:
        """BMv2's, with the commit where it says one: `1.15.5-9674187f`."""
        try:
            done = subprocess.run(
                [SWITCH, "--version"], capture_output=True, text=True, check=False, timeout=_VERSION_TIMEOUT_S
            )
        except (OSError, subprocess.TimeoutExpired):
            return {}
        said = done.stdout.split()
        return {"BMv2": said[-1]} if said else {}

    @override
    def compile(self, source: Path, out_dir: Path) -> CompiledFiles:
        out_dir.mkdir(parents=True, exist_ok=True)
        files = CompiledFiles(out_dir / f"{source.stem}.json", out_dir / f"{source.stem}.p4info.txtpb")
        command = [COMPILER, "--p4v", "16", "-o", str(files.json), "--p4runtime-files", str(files.p4info), str(source)]
        try:
            result = subprocess.run(
                command, capture_output=True, text=True, check=False, timeout=_COMPILE_TIMEOUT_S, errors="replace"
            )
        except FileNotFoundError:
            raise TargetError(f"{COMPILER} is not on the PATH; {_WHERE}") from None
        except subprocess.TimeoutExpired:
            raise TargetError(f"{COMPILER} {source}: no result after {_COMPILE_TIMEOUT_S} s") from None
        if result.returncode:
            # p4c may have written one of the two files already: half a result must not be taken for a whole one.
            for path in (files.json, files.p4info):
                path.unlink(missing_ok=True)
            raise TargetError(f"{COMPILER} {source} failed:\n{result.stderr.strip()}")
        return files

    @override
    def warm_up(self, files: CompiledFiles, options: SwitchOptions) -> None:
        return  # each reads the JSON, and that is all

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
        reason = self.unavailable()
        if reason:
            raise TargetError(reason)
        deadline = time.monotonic() + options.start_timeout_s
        attempt = 1
        while True:
            try:
                return _start(device_id, ports, workdir, options, deadline)
            except TargetError:
                # A port number found free can be taken before simple_switch_grpc binds it; it then exits at once.
                if attempt == _START_ATTEMPTS or time.monotonic() >= deadline:
                    raise
                attempt += 1


def _start(
    device_id: int,
    ports: Sequence[int] | Mapping[int, str],
    workdir: Path,
    options: SwitchOptions,
    deadline: float,
) -> RunningSwitch:
    log = workdir / f"switch-{device_id}.log"
    pairs = [] if isinstance(ports, Mapping) else create_pairs(ports)
    interfaces = ports if isinstance(ports, Mapping) else {pair.port: pair.switch_end for pair in pairs}
    with ExitStack() as undo:
        undo.callback(delete_links, [pair.switch_end for pair in pairs])
        grpc_port, thrift_port = free_ports(2)
        address = f"127.0.0.1:{options.grpc_port or grpc_port}"
        command = _command(device_id, interfaces, options, address, thrift_port)
        links = ",".join(pair.switch_end for pair in pairs)
        process = SwitchProcess([sys.executable, "-m", "p4soft.targets.links", links, *command], log)
        undo.callback(process.stop)
        process.wait_for_p4runtime(address, deadline)
        undo.pop_all()

    def stop() -> None:
        process.stop()
        # The supervisor has done this already, unless it was killed.
        existing = {name for _, name in socket.if_nameindex()}
        delete_links(pair.switch_end for pair in pairs if pair.switch_end in existing)

    attachments = {pair.port: pair.tester_end for pair in pairs}
    return RunningSwitch(address, device_id, attachments, log, process.process_id, stop)


def _command(
    device_id: int, interfaces: Mapping[int, str], options: SwitchOptions, address: str, thrift_port: int
) -> list[str]:
    command = [SWITCH, "--no-p4", "--device-id", str(device_id), "--thrift-port", str(thrift_port)]
    for port, interface in interfaces.items():
        command += ["-i", f"{port}@{interface}"]
    command += ["--log-console", "--log-level", options.log_level]
    if options.pcap_dir is not None:
        command += [f"--pcap={options.pcap_dir}"]
    command += ["--", "--grpc-server-addr", address]
    if options.cpu_port is not None:
        command += ["--cpu-port", str(options.cpu_port)]
    return [*command, "--drop-port", str(options.drop_port), "--priority-queues", str(options.priority_queues)]
