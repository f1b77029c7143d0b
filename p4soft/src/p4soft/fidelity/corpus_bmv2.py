# SPDX-License-Identifier: Apache-2.0
"""The real simple_switch_grpc as an STF device without root: P4Runtime for entries, `--packet-in` for frames.

A network interface carries no frame shorter than an Ethernet header, and creating one needs root; the packet socket
(nanomsg) has neither limit. Pcap files (`--use-files`) have not either, but their frames cannot wait for entries.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from finsy.proto.p4.config.v1 import p4info_pb2
from google.protobuf import text_format
from typing_extensions import override

from p4soft.fidelity.reference.errors import ReferenceFault
from p4soft.fidelity.reference.nanomsg import FrameSocket
from p4soft.stf.device import Output
from p4soft.stf.embedded import Recorder
from p4soft.stf.encode import Encoder
from p4soft.stf.errors import RefusedError, StfError
from p4soft.stf.programs import load_json
from p4soft.stf.remote import EXPECTED_WAIT_S, Frames, RemoteDevice, open_session
from p4soft.stf.statements import Statement
from p4soft.stf.suite import Case
from p4soft.targets.api import TargetError
from p4soft.targets.bmv2 import SWITCH
from p4soft.targets.process import SwitchProcess, free_ports

_DEVICE_ID = 1
_START_S = 20.0
_ATTEMPTS = 3


def available() -> bool:
    """Whether simple_switch_grpc is on the PATH."""
    return shutil.which(SWITCH) is not None


class PacketSocket(Frames):
    """simple_switch's nanomsg packet socket, which carries every port."""

    def __init__(self, socket: FrameSocket) -> None:
        self._socket = socket

    @override
    def send(self, port: int, frame: bytes) -> None:
        try:
            self._socket.send(port, frame)
        except ReferenceFault as fault:
            raise RefusedError(str(fault)) from None

    @override
    def receive(self, seconds: float) -> Output | None:
        try:
            if not self._socket.readable(seconds):
                return None
            return Output(*self._socket.receive(time.monotonic() + EXPECTED_WAIT_S))
        except ReferenceFault as fault:
            raise RefusedError(str(fault)) from None


def open_bmv2(case: Case, _statements: Sequence[Statement], _recorder: Recorder | None) -> RemoteDevice:
    """An `OpenDevice`: a fresh simple_switch_grpc for each compiled case; raises StfError."""
    if case.p4info is None:
        raise StfError(f"{case.program}: a compiled program needs its P4Info here")
    with ExitStack() as undo:
        work = Path(undo.enter_context(tempfile.TemporaryDirectory(prefix="stf-")))
        try:
            address, path = _start(work, undo)
            text, p4info = case.program.read_text(), p4info_pb2.P4Info()
            text_format.Parse(case.p4info.read_text(), p4info)
            session = open_session(address, _DEVICE_ID, p4info, text.encode(), undo)
            # Without a program the switch does not answer on its packet socket.
            frames = FrameSocket(path, time.monotonic() + _START_S)
            undo.callback(frames.close)
            program = load_json(text, str(case.program))
        except (TargetError, ReferenceFault, OSError, text_format.ParseError) as error:
            raise StfError(str(error)) from None
        return RemoteDevice(program, Encoder(p4info), session, PacketSocket(frames), undo.pop_all())


def _start(work: Path, undo: ExitStack) -> tuple[str, Path]:
    """Start a switch; its P4Runtime address and its packet socket."""
    for attempt in range(_ATTEMPTS):
        deadline = time.monotonic() + _START_S
        path = work / f"frames{attempt}"
        grpc_port, thrift_port = free_ports(2)
        address = f"127.0.0.1:{grpc_port}"
        command = [SWITCH, "--no-p4", "--device-id", str(_DEVICE_ID), "--thrift-port", str(thrift_port)]
        command += ["--packet-in", f"ipc://{path}", "--notifications-addr", f"ipc://{work / f'notices{attempt}'}"]
        command += ["--", "--grpc-server-addr", address]
        # The supervisor's first argument is the interfaces to remove; there are none.
        process = SwitchProcess(
            [sys.executable, "-m", "p4soft.targets.bmv2.supervise", "", *command], work / "switch.log"
        )
        undo.callback(process.stop)
        try:
            process.wait_for_p4runtime(address, deadline)
        except TargetError:
            # Somebody may have taken a port that was free; simple_switch_grpc then exits at once.
            if attempt + 1 == _ATTEMPTS:
                raise
            continue
        return address, path
    raise AssertionError  # the last attempt returns or raises
