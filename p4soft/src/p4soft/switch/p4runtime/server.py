# SPDX-License-Identifier: Apache-2.0
"""P4Runtime gRPC servers: of one SimpleSwitch, and of many at one address."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent import futures

import grpc
from finsy.proto.p4.v1 import p4runtime_pb2_grpc

from p4soft.switch import SimpleSwitch
from p4soft.switch.p4runtime.device import Device
from p4soft.switch.p4runtime.devices import Devices, ManyDevices, OneDevice
from p4soft.switch.p4runtime.servicer import Servicer, reads_in_pool
from p4soft.switch.p4runtime.streams.open_streams import MAX_STREAMS
from p4soft.switch.p4runtime.tls import Tls, bind

_UNARY_WORKERS = 8
_READ_WORKERS = 8
_MOST_CALLS = 1024
"""Calls that may be under way or wait for a worker, streams among them."""
_CHANNEL_OPTIONS = (
    ("grpc.max_receive_message_length", 128 << 20),
    ("grpc.max_send_message_length", 128 << 20),
    # Two switches must not share a port by accident.
    ("grpc.so_reuseport", 0),
)


class P4RuntimeServer(Device):
    """Serves a switch over P4Runtime.

    Attributes:
        address: `host:port` actually bound.
    """

    def __init__(
        self,
        switch: SimpleSwitch,
        address: str = "127.0.0.1:0",
        *,
        clock: Callable[[], int] | None = None,
        packet_out_sink: Callable[[bytes], None] | None = None,
        on_change: Callable[[], None] | None = None,
        tls: Tls | None = None,
        swap: bool = True,
        without_primary: bool = False,
    ) -> None:
        """Bind, but do not serve yet.

        Args:
            switch: the switch to serve.
            address: `host:port`; port 0 takes a free one.
            clock: as of `Device`.
            packet_out_sink: as of `Device`.
            on_change: as of `Device`.
            tls: serve with TLS; None: in clear text.
            swap: as of `Device`.
            without_primary: as of `Device`.

        Raises:
            ServerError: the address is malformed or in use, or a TLS file is missing or unusable.
        """
        super().__init__(
            switch,
            clock=clock,
            packet_out_sink=packet_out_sink,
            on_change=on_change,
            swap=swap,
            without_primary=without_primary,
        )
        self._server = _grpc_server(OneDevice(self))
        self.address = bind(self._server, address, tls)

    def start(self) -> None:
        """Serve. Returns at once."""
        self._server.start()

    def stop(self) -> None:
        """Stop serving and end every stream. Idempotent."""
        self.end_streams()
        self._server.stop(grace=0.5).wait()


class SharedServer:
    """Serves many switches over P4Runtime at one address: one socket, threads and streams as for one.

    In clear text, and all of them until `stop`.

    Attributes:
        address: `host:port` actually bound.
    """

    def __init__(self, devices: Sequence[Device], address: str = "127.0.0.1:0") -> None:
        """Bind, but do not serve yet.

        Args:
            devices: with ids of their own.
            address: `host:port`; port 0 takes a free one.

        Raises:
            ServerError: the address is malformed or in use.
            ValueError: two devices have the same id.
        """
        self._devices = devices
        self._server = _grpc_server(ManyDevices(devices))
        self.address = bind(self._server, address, None)

    def start(self) -> None:
        """Serve. Returns at once."""
        self._server.start()

    def stop(self) -> None:
        """Stop serving and end every stream. Idempotent."""
        for device in self._devices:
            device.end_streams()
        self._server.stop(grace=0.5).wait()


def _grpc_server(devices: Devices) -> grpc.Server:
    # Clients that do not read their answers keep only other readers waiting.
    readers = futures.ThreadPoolExecutor(_READ_WORKERS, thread_name_prefix="p4runtime-read")
    server = grpc.server(
        futures.ThreadPoolExecutor(MAX_STREAMS + _UNARY_WORKERS, thread_name_prefix="p4runtime"),
        options=_CHANNEL_OPTIONS,
        maximum_concurrent_rpcs=_MOST_CALLS,
    )
    p4runtime_pb2_grpc.add_P4RuntimeServicer_to_server(reads_in_pool(Servicer(devices), readers), server)
    return server
