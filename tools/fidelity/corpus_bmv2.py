# SPDX-License-Identifier: Apache-2.0
"""The real simple_switch_grpc as an STF device without root: P4Runtime for entries, `--packet-in` for frames.

A network interface carries no frame shorter than an Ethernet header, and creating one needs root; the packet socket
(nanomsg) has neither limit. Pcap files (`--use-files`) have not either, but their frames cannot wait for entries.
"""

from __future__ import annotations

import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from google.protobuf import text_format
from p4.config.v1 import p4info_pb2

from p4runtime_client import Session
from targets.api import TargetError
from targets.bmv2 import SWITCH
from targets.process import SwitchProcess
from targets.softswitch import Program
from targets.stf.device import Output
from targets.stf.embedded import Recorder
from targets.stf.encode import Encoder
from targets.stf.errors import RefusedError, StfError
from targets.stf.programs import load_json
from targets.stf.remote import EXPECTED_WAIT_S, QUIET_S, RemoteDevice, open_session
from targets.stf.statements import Statement
from targets.stf.suite import Case
from tools.fidelity.reference.errors import ReferenceFault
from tools.fidelity.reference.nanomsg import FrameSocket

_DEVICE_ID = 1
_START_S = 20.0
_ATTEMPTS = 3


def available() -> bool:
    """Whether simple_switch_grpc is on the PATH."""
    return shutil.which(SWITCH) is not None


class PacketSocketDevice(RemoteDevice):
    """See `targets.stf.device.Device`; `open_bmv2` makes one."""

    def __init__(
        self, program: Program, encoder: Encoder, session: Session, frames: FrameSocket, undo: ExitStack
    ) -> None:
        super().__init__(program, encoder, session, {}, undo)
        self._frames = frames

    def send(self, port: int, frame: bytes) -> None:
        """See `Device.send`."""
        try:
            self._frames.send(port, frame)
        except ReferenceFault as fault:
            raise RefusedError(str(fault)) from None

    def settle(self, wanted: dict[int, int]) -> None:
        """Receive until every port gave what it should and then nothing more for `QUIET_S`."""
        latest = time.monotonic() + EXPECTED_WAIT_S
        quiet = time.monotonic() + QUIET_S
        while True:
            end = quiet if self._complete(wanted) else max(latest, quiet)
            if not self._frames.readable(end - time.monotonic()):
                return
            try:
                self._outputs.append(Output(*self._frames.receive(time.monotonic() + EXPECTED_WAIT_S)))
            except ReferenceFault as fault:
                raise RefusedError(str(fault)) from None
            quiet = time.monotonic() + QUIET_S


def open_bmv2(case: Case, _statements: Sequence[Statement], _recorder: Recorder | None) -> PacketSocketDevice:
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
        return PacketSocketDevice(program, Encoder(p4info), session, frames, undo.pop_all())


def _start(work: Path, undo: ExitStack) -> tuple[str, Path]:
    """Start a switch; its P4Runtime address and its packet socket."""
    for attempt in range(_ATTEMPTS):
        deadline = time.monotonic() + _START_S
        path = work / f"frames{attempt}"
        grpc_port, thrift_port = _free_ports(2)
        address = f"127.0.0.1:{grpc_port}"
        command = [SWITCH, "--no-p4", "--device-id", str(_DEVICE_ID), "--thrift-port", str(thrift_port)]
        command += ["--packet-in", f"ipc://{path}", "--notifications-addr", f"ipc://{work / f'notices{attempt}'}"]
        command += ["--", "--grpc-server-addr", address]
        # The supervisor's first argument is the interfaces to remove; there are none.
        process = SwitchProcess([sys.executable, "-m", "targets.bmv2.supervise", "", *command], work / "switch.log")
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


def _free_ports(count: int) -> list[int]:
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for sock in sockets:
            sock.bind(("", 0))
        return [sock.getsockname()[1] for sock in sockets]
