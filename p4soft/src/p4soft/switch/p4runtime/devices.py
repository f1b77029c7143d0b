# SPDX-License-Identifier: Apache-2.0
"""Which device a call of P4Runtime is for, on a server of one device and on one of many."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import chain
from typing import Protocol

from finsy.proto.p4.v1 import p4runtime_pb2
from typing_extensions import override

from p4soft.switch.p4runtime.device import Device
from p4soft.switch.p4runtime.status import FAILED_PRECONDITION, NOT_FOUND, RESOURCE_EXHAUSTED, P4RuntimeError
from p4soft.switch.p4runtime.streams.open_streams import MAX_STREAMS

Requests = Iterator[p4runtime_pb2.StreamMessageRequest]
PATIENCE_S = 30.0
"""For a client to say on a stream which device it is for."""


class Devices(Protocol):
    """The devices of a server."""

    def find(self, device_id: int) -> Device:
        """Who has to answer for this id; raises P4RuntimeError."""

    def place(self) -> AbstractContextManager[None]:
        """A stream's place among those of the server, as long as it is open; raises P4RuntimeError: none is left."""

    def of_stream(self, requests: Requests, give_up: Callable[[], None]) -> tuple[Device, Requests]:
        """Who has to answer to a stream, and all of its requests; raises P4RuntimeError.

        `give_up` ends the call, if there is no other way to make a client let go of it.
        """


class OneDevice(Devices):
    """Whatever comes is for it, which refuses other ids."""

    def __init__(self, device: Device) -> None:
        self._device = device

    @override
    def find(self, device_id: int) -> Device:
        return self._device

    @override
    def place(self) -> AbstractContextManager[None]:
        return nullcontext()  # the device itself says how many it has

    @override
    def of_stream(self, requests: Requests, give_up: Callable[[], None]) -> tuple[Device, Requests]:
        return self._device, requests


class ManyDevices(Devices):
    """Calls name their device; a stream does so by its first message.

    Each stream holds a thread of the server, so all devices together have as many as one may have.
    """

    def __init__(self, devices: Iterable[Device]) -> None:
        """Raises ValueError: two have the same id."""
        self._devices: dict[int, Device] = {}
        self._places = threading.BoundedSemaphore(MAX_STREAMS)
        for device in devices:
            if self._devices.setdefault(device.switch.device_id, device) is not device:
                raise ValueError(f"two devices have the id {device.switch.device_id}")

    @override
    def find(self, device_id: int) -> Device:
        device = self._devices.get(device_id)
        if device is None:
            raise P4RuntimeError(NOT_FOUND, f"device_id {device_id} is unknown; {len(self._devices)} others are here")
        return device

    @override
    @contextmanager
    def place(self) -> Iterator[None]:
        if not self._places.acquire(blocking=False):
            raise P4RuntimeError(RESOURCE_EXHAUSTED, f"{MAX_STREAMS} streams are open; close one first")
        try:
            yield
        finally:
            self._places.release()

    @override
    def of_stream(self, requests: Requests, give_up: Callable[[], None]) -> tuple[Device, Requests]:
        late = threading.Timer(PATIENCE_S, give_up)
        late.daemon = True
        late.start()
        try:
            first = next(requests, None)
        finally:
            late.cancel()
        if first is None or not first.HasField("arbitration"):
            raise P4RuntimeError(
                FAILED_PRECONDITION,
                "which device a stream is for is not known; accepted: arbitration, as first message",
            )
        return self.find(first.arbitration.device_id), chain((first,), requests)
