# SPDX-License-Identifier: Apache-2.0
"""host_stack's NIC as a process of its own, in real time: ``python nic_process.py DIRECTORY TIMING PORT...``.

Each PORT is a network interface, or ``unix``: then port p is the SOCK_SEQPACKET listener ``DIRECTORY/port<p>`` for one
tester. Requests come as JSON lines on the stream socket ``DIRECTORY/control``. ``TIMING`` is a JSON object with fields
of ``Timing``. Prints a line when it listens.
"""

import dataclasses
import json
import select
import socket
import sys
import time
from pathlib import Path

from p4soft.packet_socket import open_interface, receive_frame
from ptf_tests.dut.embedded_nic import DEFAULT, completions_of, connect, connected_nic, counters_of
from ptf_tests.nic.api import Settings, Timing

_BUFFER = 8 << 20
_SO_RCVBUFFORCE = 33  # socket(7): beyond rmem_max, for root
_FIELDS = {field.name for field in dataclasses.fields(Settings)}


def listener(path: Path, kind: socket.SocketKind) -> socket.socket:
    sock = socket.socket(socket.AF_UNIX, kind)
    sock.bind(str(path))
    sock.listen(1)
    return sock


def roomy_interface(name: str) -> socket.socket:
    """A packet socket that holds what a case sends in one burst, however late this process is woken."""
    sock = open_interface(name)
    sock.setsockopt(socket.SOL_SOCKET, _SO_RCVBUFFORCE, _BUFFER)
    return sock


def settings_of(request: dict) -> Settings:
    fields = {name: value for name, value in request["settings"].items() if name in _FIELDS}
    return Settings(**{**fields, "denied": frozenset(fields["denied"])})


class Process:
    def __init__(self, directory: Path, timing: Timing, ports: list[str]) -> None:
        self.capabilities = dataclasses.replace(DEFAULT, timing=timing)
        self.listeners = [
            listener(directory / f"port{port}", socket.SOCK_SEQPACKET) if kind == "unix" else None
            for port, kind in enumerate(ports)
        ]
        self.control_listener = listener(directory / "control", socket.SOCK_STREAM)
        self.ports = [None if kind == "unix" else roomy_interface(kind) for kind in ports]
        self.control: socket.socket | None = None
        self.lines = b""
        self.free = 0
        self.configure(Settings(planes=len(ports)))

    def configure(self, settings: Settings) -> dict[str, int]:
        self.nic, self.qp, self.region = connected_nic(settings, self.capabilities)
        self.free = (1 << settings.planes) - 1
        return self.connection()

    def connection(self) -> dict[str, int]:
        return {"qp": self.qp.qpn, "region_address": self.region.address, "r_key": self.region.r_key}

    def do(self, request: dict) -> dict:
        match request.pop("do"):
            case "configure":
                return self.configure(settings_of(request))
            case "reconnect":
                self.qp.reset()
                connect(self.qp, settings_of(request), self.capabilities)
                return self.connection()
            case "withdraw_region":
                self.nic.deregister_memory(self.region)
                return {}
            case "post_write":
                data, immediate = bytes.fromhex(request["data"]), request["immediate"]
                to = (request["remote_address"], request["r_key"])
                if immediate is None:
                    self.qp.post_write(data, *to, wr_id=request["wr_id"])
                else:
                    self.qp.post_write_imm(data, *to, immediate, wr_id=request["wr_id"])
                return {}
            case "completions":
                return {"completions": [dataclasses.asdict(done) for done in completions_of(self.qp)]}
            case "read_memory":
                offset, length = request["offset"], request["length"]
                return {"data": self.region.data[offset : offset + length].hex()}
            case "control_ev":
                change = self.qp.evs.deny if request["denied"] else self.qp.evs.allow
                change(request["entropy"], time.monotonic_ns())
                return {}
            case "set_port":
                bit = 1 << request["port"]
                self.free = self.free | bit if request["up"] else self.free & ~bit
                return {}
            case "enable_port":
                self.nic.set_port_enabled(request["port"], request["enabled"], time.monotonic_ns())
                return {}
            case "counters":
                return {"counters": counters_of(self.nic, self.qp)}
            case other:
                return {"error": f"{other} is unknown"}

    def run(self) -> None:
        while True:
            self.pump()
            wake = self.nic.next_wakeup()
            timeout = None if wake is None else max(0.0, (wake - time.monotonic_ns()) / 1e9)
            sockets = [*self.listeners, self.control_listener, *self.ports, self.control]
            for ready in select.select(list(filter(None, sockets)), [], [], timeout)[0]:
                self.handle(ready)

    def handle(self, ready: socket.socket) -> None:
        if ready is self.control_listener:
            self.control, self.lines = ready.accept()[0], b""
        elif ready is self.control:
            self.hear(ready)
        elif ready in self.listeners:
            connection = ready.accept()[0]
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _BUFFER)
            self.ports[self.listeners.index(ready)] = connection
        else:
            port = self.ports.index(ready)
            frame = receive_frame(ready) if self.listeners[port] is None else ready.recv(1 << 16)
            if frame is None:
                return  # our own, on an interface
            if frame and port >= len(self.nic.config.ports):
                return  # the host's own chatter, on a port this case does not use
            if frame:
                self.nic.receive(port, frame, time.monotonic_ns())
                self.pump()
            else:
                ready.close()
                self.ports[port] = None

    def hear(self, control: socket.socket) -> None:
        data = control.recv(1 << 20)
        if not data:
            control.close()
            self.control = None
        self.lines += data
        while b"\n" in self.lines:
            line, _, self.lines = self.lines.partition(b"\n")
            try:
                answer = self.do(json.loads(line))
            except Exception as error:  # noqa: BLE001 - whatever is wrong, the tester is told
                answer = {"error": str(error)}
            # The answer first: what is sent next may have to wait for the tester to read.
            control.sendall(json.dumps(answer).encode() + b"\n")
            self.pump()

    def pump(self) -> None:
        while (sent := self.nic.transmit(self.free, time.monotonic_ns())) is not None:
            port = self.ports[sent[0]]
            if port is not None:
                port.send(sent[1])


if __name__ == "__main__":
    process = Process(Path(sys.argv[1]), Timing.model_validate_json(sys.argv[2]), sys.argv[3:])
    sys.stdout.write("listening\n")
    sys.stdout.flush()
    process.run()
