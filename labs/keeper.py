# SPDX-License-Identifier: Apache-2.0
"""The process that keeps a lab: brings it up, answers commands, takes everything with it when it ends.

`python -m labs.keeper FOLDER SOURCE TARGET FACTOR SEED`, started by `labs.starting` in namespaces of its own. It prints
a line per step; the last is `ready`.
"""

from __future__ import annotations

import contextlib
import os
import socket
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import assert_never

from command_line import InterruptedCommandError, interruptible
from fabric.emulation.switches import PROGRAM
from fabric.errors import FabricError, RefusedValueError
from fabric.live.isolation import host_process_id
from fabric.live.messages import NicStatus, Status
from fabric.live.network import LiveFlow, LiveNetwork
from fabric.live.scale import Scale
from fabric.live.source import TopologySource
from fabric.scenario.faults import Fault, parse_fault
from fabric.scenario.names import Names
from labs.errors import LabError
from labs.place import Place
from labs.requests import (
    Fetch,
    Look,
    No,
    Ok,
    Posted,
    PostWrite,
    Reply,
    Request,
    State,
    Stop,
    Strike,
    SwitchState,
    WriteState,
    read_request,
)
from targets import TargetError, get_target
from topologies import TopologyError

READY = "ready"
_REQUEST_BYTES = 1 << 16
_PATIENCE_S = 5.0


@dataclass
class _Write:
    flow: LiveFlow
    size: int
    posted_ns: int


class Keeper:
    """Serves the commands of one lab, one at a time.

    Attributes:
        ended: it was asked to stop.
    """

    def __init__(self, where: Place, source: TopologySource, target: str, network: LiveNetwork) -> None:
        self.ended = False
        self._where = where
        self._source = source
        self._target = target
        self._network = network
        self._names = Names(network.fabric)
        self._writes: list[_Write] = []
        self._faults: dict[tuple[str, str], Fault] = {}

    def serve(self, listener: socket.socket) -> None:
        """Answer until somebody says stop."""
        while not self.ended:
            peer, _ = listener.accept()
            with peer, contextlib.suppress(OSError):  # whoever asked may be gone, or say nothing
                peer.settimeout(_PATIENCE_S)
                self._converse(peer)

    def _converse(self, peer: socket.socket) -> None:
        for line in _lines(peer):
            peer.sendall(self.answer(line).model_dump_json().encode() + b"\n")

    def answer(self, line: bytes) -> Reply:
        """What to say to a line."""
        try:
            return self._do(read_request(line))
        except (ValueError, OSError, FabricError, LabError) as problem:
            return No(why=str(problem))

    def _do(self, request: Request) -> Reply:
        match request:
            case Look():
                return self._look()
            case PostWrite():
                return self._write(request)
            case Fetch(index=index, file=file):
                if not 0 <= index < len(self._writes):
                    raise LabError(f"no write {index}; accepted: 0..{len(self._writes) - 1}")
                self._network.save(self._writes[index].flow, Path(file))
            case Strike(fault=text):
                self._strike(text)
            case Stop():
                self.ended = True
            case _:
                assert_never(request)
        return Ok()

    def _write(self, request: PostWrite) -> Posted:
        source, destination = (self._names.nic(name) for name in (request.source, request.destination))
        if source.index == destination.index:
            raise LabError(f"{source.name} does not write to itself; accepted: two NICs")
        size = Path(request.file).stat().st_size
        if not size:
            raise LabError(f"{request.file} is empty; accepted: a file of at least one byte")
        flow = self._network.connect(source.index, destination.index, size)
        posted_ns = self._network.clock.now_ns()
        self._network.write(flow, Path(request.file))
        self._writes.append(_Write(flow, size, posted_ns))
        return Posted(index=len(self._writes) - 1)

    def _strike(self, text: str) -> None:
        try:
            fault = parse_fault(text, self._network.clock.now_ns(), self._names)
        except RefusedValueError as problem:
            raise LabError(str(problem)) from None
        fault.apply(self._network)
        key = fault.target, fault.affects
        self._faults.pop(key, None)
        if not fault.restores:
            self._faults[key] = fault

    def _look(self) -> State:
        network = self._network
        nics = [nic.ask(Status(), NicStatus) for nic in network.nics]
        faults: dict[str, list[str]] = {}
        for fault in self._faults.values():
            faults.setdefault(fault.target, []).append(fault.state)
        return State(
            name=self._where.name,
            topology=self._source.file,
            target=self._target,
            factor=network.scale.factor,
            delays=network.delays,
            process_id=host_process_id(),
            now_ns=network.clock.now_ns(),
            switches=[
                SwitchState(
                    name=name,
                    device_id=running.device_id,
                    grpc_address=running.grpc_address,
                    log=str(running.log),
                    forwards=(name, "forwarding") not in self._faults,
                )
                for name, running in network.switches.items()
            ],
            nics={nic.name: status for nic, status in zip(network.nics, nics, strict=True)},
            writes=[self._write_state(write, nics) for write in self._writes],
            faults=faults,
            interfaces={name: (cable.a.interface, cable.b.interface) for name, cable in network.cables.items()},
        )

    def _write_state(self, write: _Write, nics: Sequence[NicStatus]) -> WriteState:
        flow = write.flow
        sender = next(qp for qp in nics[flow.source].queue_pairs if qp.qpn == flow.source_qpn)
        receiver = next(qp for qp in nics[flow.destination].queue_pairs if qp.qpn == flow.destination_qpn)
        return WriteState(
            source=self._network.nics[flow.source].name,
            destination=self._network.nics[flow.destination].name,
            size=write.size,
            placed=min(write.size, receiver.bytes_placed),
            posted_ns=write.posted_ns,
            completed_ns=sender.completed[0] if sender.completed else None,
            failure=sender.failures[0] if sender.failures else None,
        )


def _lines(peer: socket.socket) -> Iterator[bytes]:
    """The lines that a command sends. Ends when it closes, or a line is too long."""
    pending = b""
    while data := peer.recv(_REQUEST_BYTES):
        *lines, pending = (pending + data).split(b"\n")
        yield from lines
        if len(pending) > _REQUEST_BYTES:
            return


def main(arguments: Sequence[str]) -> int:
    """Keep a lab until it is told to stop."""
    folder, source_text, target, factor, seed = arguments
    where = Place(Path(folder).name, Path(folder))
    lock = where.lock()
    if lock is None:
        print(f"error: the lab {where.name!r} is up already", flush=True)
        return 1
    try:
        with interruptible(), contextlib.ExitStack() as stack:
            stack.callback(where.clean)
            source = TopologySource.model_validate_json(source_text)
            network = stack.enter_context(
                LiveNetwork(
                    source, Scale(int(factor)), get_target(target), PROGRAM,
                    workdir=where.folder, seed=int(seed), say=lambda step: print(step, flush=True),
                )
            )  # fmt: skip
            listener = stack.enter_context(socket.socket(socket.AF_UNIX))
            where.socket.unlink(missing_ok=True)  # of a keeper that was killed
            listener.bind(str(where.socket))
            where.socket.chmod(0o600)
            listener.listen()
            print(READY, flush=True)
            Keeper(where, source, target, network).serve(listener)
    except InterruptedCommandError as interrupted:
        return interrupted.status
    except (FabricError, LabError, TargetError, TopologyError, ValueError, OSError) as problem:
        print(f"error: {problem}", flush=True)
        return 1
    finally:
        os.close(lock)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
