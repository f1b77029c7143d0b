# SPDX-License-Identifier: Apache-2.0
"""Whole Thrift messages off a socket, and the method of a service that each is for.

Nothing is decoded before the message is here: its shape is walked over first, so that a length or a count that a client
makes up costs neither memory nor time. (Thrift has no frame around messages in this protocol.)
"""

from __future__ import annotations

import logging
import socket
import struct
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from msgspec import Struct
from thriftpy2.thrift import TApplicationException, TException, TMessageType, TType

try:
    from thriftpy2.protocol import TCyBinaryProtocol as TBinaryProtocol
    from thriftpy2.transport import TCyMemoryBuffer as TMemoryBuffer
except ImportError:  # thriftpy2 without its compiled part takes ten times as long
    from thriftpy2.protocol.binary import TBinaryProtocol
    from thriftpy2.transport import TMemoryBuffer

# --- One message, in the binary protocol and within limits -----------------------------------------------------------


MAX_MESSAGE = 32 << 20
"""Bytes of one message: a program is sent in one."""
MAX_TOGETHER = 64 << 20
"""Bytes of all messages that are on their way to one server."""
MAX_ELEMENTS = 1 << 16
"""Elements of all lists and maps of one message together."""
MAX_DEPTH = 16
MESSAGE_TIMEOUT_S = 30.0
"""From the first byte of a message to its last."""

_CHUNK = MAX_ELEMENTS
"""Bytes to receive at a time: a message of this size has no more elements than it may."""
_VERSION = 0x8001
_HEAD = struct.Struct(">HHi")
"""Version, type, and the length of the method's name."""
_NUMBER = struct.Struct(">i").unpack_from
_STOP, _STRING, _STRUCT, _MAP, _SET, _LIST = 0, 11, 12, 13, 14, 15
_FIXED = {2: 1, 3: 1, 4: 8, 6: 2, 8: 4, 10: 8}


class FramingError(Exception):
    """Bytes that are no Thrift message, or too much of one; the message says which."""


class Allowance:
    """How many bytes the messages on their way to one server may take together. Any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._taken = 0

    def take(self, count: int) -> bool:
        """Whether `count` more bytes are allowed; a negative number gives bytes back."""
        with self._lock:
            if count > 0 and self._taken + count > MAX_TOGETHER:
                return False
            self._taken += count
            return True


class MessageReader:
    """Takes messages from a connected socket."""

    def __init__(self, connection: socket.socket, allowance: Allowance) -> None:
        self._socket = connection
        self._allowance = allowance
        self._allowed = 0
        self._buffer = bytearray()
        self._at = 0
        self._elements = 0
        self._deadline: float | None = None

    def read(self) -> bytes | None:
        """The next message, None when the client has closed the connection between two.

        Raises:
            FramingError: the bytes are not a message, or one beyond the limits.
            OSError: the connection broke.
        """
        self._at = self._elements = 0
        self._deadline = None
        if not self._buffer and not self._receive():
            return None
        self._at = _whole(self._buffer)
        if not self._at:
            self._deadline = time.monotonic() + MESSAGE_TIMEOUT_S
            self._message()
        message = bytes(self._buffer[: self._at])
        del self._buffer[: self._at]
        self._give_back()
        return message

    def _message(self) -> None:
        """Go past a message that is not all here, or is none."""
        version, _kind = self._take(2), self._take(2)
        if int.from_bytes(version) != _VERSION:
            raise FramingError(f"the message starts with 0x{version.hex()}; accepted: 0x8001, Thrift's binary protocol")
        self._string("the method's name")
        self._take(4)
        self._value(_STRUCT, MAX_DEPTH)

    def close(self) -> None:
        """Read no more. Idempotent."""
        self._buffer.clear()
        self._give_back()

    def _give_back(self) -> None:
        self._allowance.take(len(self._buffer) - self._allowed)
        self._allowed = len(self._buffer)

    def _value(self, kind: int, depth: int) -> None:
        if kind in _FIXED:
            self._take(_FIXED[kind])
        elif kind == _STRING:
            self._string("a string")
        elif depth == 0:
            raise FramingError(f"values are nested deeper than {MAX_DEPTH}")
        elif kind == _STRUCT:
            while (field := self._take(1)[0]) != _STOP:
                self._take(2)
                self._value(field, depth - 1)
        elif kind in (_LIST, _SET):
            element = self._take(1)[0]
            for _ in range(self._count()):
                self._value(element, depth - 1)
        elif kind == _MAP:
            key, value = self._take(2)
            for _ in range(self._count()):
                self._value(key, depth - 1)
                self._value(value, depth - 1)
        else:
            raise FramingError(f"{kind} is no type of a value")

    def _string(self, what: str) -> None:
        (length,) = struct.unpack(">i", self._take(4))
        if not 0 <= length <= MAX_MESSAGE:
            raise FramingError(f"{what} is {length} bytes long; accepted: 0..{MAX_MESSAGE}")
        self._take(length)

    def _count(self) -> int:
        (count,) = struct.unpack(">i", self._take(4))
        if not 0 <= count <= MAX_ELEMENTS - self._elements:
            raise FramingError(f"a list or map has {count} elements; accepted: {MAX_ELEMENTS} in one message")
        self._elements += count
        return int(count)

    def _take(self, length: int) -> bytes:
        end = self._at + length
        if end > MAX_MESSAGE:
            raise FramingError(f"the message is longer than {MAX_MESSAGE} bytes")
        while len(self._buffer) < end:
            if not self._receive():
                raise FramingError(f"the connection ended within a message, after {len(self._buffer)} bytes")
        taken = bytes(self._buffer[self._at : end])
        self._at = end
        return taken

    def _receive(self) -> bool:
        left = None if self._deadline is None else self._deadline - time.monotonic()
        if left is not None and left <= 0:
            raise FramingError(f"a message took longer than {MESSAGE_TIMEOUT_S:.0f} s to arrive")
        if left != self._socket.gettimeout():
            self._socket.settimeout(left)
        try:
            data = self._socket.recv(_CHUNK)
        except TimeoutError:
            raise FramingError(f"a message took longer than {MESSAGE_TIMEOUT_S:.0f} s to arrive") from None
        if not self._allowance.take(len(data)):
            raise FramingError(f"the unfinished messages of all clients are longer than {MAX_TOGETHER} bytes")
        self._allowed += len(data)
        self._buffer += data
        return bool(data)


def _whole(data: bytearray) -> int:
    """Where a message ends that is all here, as most are, and keeps to the limits; 0 for any other.

    Of elements there are never too many: nothing is received beyond a message and `_CHUNK` bytes.
    """
    try:
        version, _, length = _HEAD.unpack_from(data)
        if version != _VERSION or length < 0:
            return 0
        return _after_struct(data, _HEAD.size + length + 4, MAX_DEPTH - 1)
    except (IndexError, ValueError, struct.error):
        return 0


def _after_struct(data: bytearray, at: int, depth: int) -> int:
    """Where a struct ends; past the end of the data if its last value does. So deep may values be nested in it.

    Raises:
        IndexError, struct.error: it is not all here.
        ValueError: it is none, or one beyond the limits.
    """
    while (kind := data[at]) != _STOP:
        at += 3
        if kind == _STRING:
            (length,) = _NUMBER(data, at)
            if length < 0:
                raise ValueError
            at += 4 + length
        elif kind in _FIXED:
            at += _FIXED[kind]
        else:
            at = _after_nested(data, at, kind, depth)
    return at + 1


def _after_nested(data: bytearray, at: int, kind: int, depth: int) -> int:
    """As `_after_struct`, for a struct or a list in one."""
    if depth <= 0:
        raise ValueError
    if kind == _STRUCT:
        return _after_struct(data, at, depth - 1)
    if kind not in (_LIST, _SET):
        raise ValueError
    element, (count,) = data[at], _NUMBER(data, at + 1)
    at += 5
    if count < 0:
        raise ValueError
    if element in _FIXED:
        return at + int(count) * _FIXED[element]
    for _ in range(count):
        if element == _STRING:
            (length,) = _NUMBER(data, at)
            if length < 0:
                raise ValueError
            at += 4 + length
        else:
            at = _after_nested(data, at, element, depth - 1)
    return at


# --- A message to a method, and what it returns or raises to the answer ----------------------------------------------


_LOG = logging.getLogger(__name__)


class RefusalError(Exception):
    """A refusal for which the interface has no code; the message is complete and meant for people."""


class Service(Struct, frozen=True):
    """A service of the interface, and the objects that have its methods between them."""

    interface: Any
    handlers: Sequence[object]

    def method(self, name: str) -> Method | None:
        if name not in self.interface.thrift_services:
            return None
        call = next((getattr(handler, name) for handler in self.handlers if hasattr(handler, name)), None)
        if call is None:
            return None
        arguments, result = (getattr(self.interface, f"{name}_{part}") for part in ("args", "result"))
        return Method(name, call, arguments, result, [spec[1] for spec in arguments.thrift_spec.values()])


class Method(Struct, frozen=True):
    """A method, the structs of its arguments and its result, and the arguments' names."""

    name: str
    call: Callable[..., object]
    arguments: Any
    result: Any
    names: Sequence[str]


class Dispatcher:
    """Finds the method that a message calls, and makes the answer of what it returns or raises."""

    def __init__(self, services: Mapping[str, Service]) -> None:
        self._services = services
        self._methods: dict[str, Method] = {}
        """Those that were called, by their full name."""

    def answer(self, message: bytes) -> bytes | None:
        """The answer to a whole message (see `framing`), None for one that wants none.

        Raises:
            RefusalError: it is not a call, so there is nothing to answer to.
        """
        incoming = TBinaryProtocol(TMemoryBuffer(message))
        outgoing = TMemoryBuffer()
        protocol = TBinaryProtocol(outgoing)
        try:
            name, kind, sequence = incoming.read_message_begin()
        except UnicodeDecodeError:
            name = b""
        if isinstance(name, bytes):
            raise RefusalError("the method's name is not UTF-8")
        if kind not in (TMessageType.CALL, TMessageType.ONEWAY):
            raise RefusalError(f"message type {kind} is no call")
        try:
            result = self._call(name, incoming)
        except TApplicationException as error:
            _LOG.warning("thrift: %s refused: %s", name, error.message)
            protocol.write_message_begin(name, TMessageType.EXCEPTION, sequence)
            error.write(protocol)
        else:
            if result.oneway or kind == TMessageType.ONEWAY:
                return None
            protocol.write_message_begin(name, TMessageType.REPLY, sequence)
            result.write(protocol)
        answer: bytes = outgoing.getvalue()
        return answer

    def _call(self, full_name: str, incoming: TBinaryProtocol) -> Any:
        method = self._methods.get(full_name)
        if method is None:
            method = self._methods[full_name] = self._method(full_name)
        arguments = method.arguments()
        arguments.read(incoming)
        values = [getattr(arguments, name) for name in method.names]
        if None in values or not _is_complete(arguments):
            for name, value in zip(method.names, values, strict=True):
                _check_complete(method.name, name, value)
        result = method.result()
        try:
            result.success = method.call(*values)
        except RefusalError as error:
            raise TApplicationException(TApplicationException.INTERNAL_ERROR, str(error)) from None
        except TException as error:
            if not _declared(result, error):
                raise
        return result

    def _method(self, full_name: str) -> Method:
        """Raises TApplicationException: there is no such method."""
        service_name, separator, name = full_name.partition(":")
        service = self._services.get(service_name)
        if not separator or service is None:
            known = ", ".join(self._services)
            raise _unknown(f"{full_name}: accepted: SERVICE:METHOD with a service of {known}")
        method = service.method(name)
        if method is None:
            raise _unknown(f"service {service_name} has no method {name}")
        return method


def _declared(result: Any, error: TException) -> bool:
    """Put an exception that the method declares into its result."""
    for spec in result.thrift_spec.values():
        if spec[1] != "success" and isinstance(error, spec[2]):
            setattr(result, spec[1], error)
            return True
    return False


def _is_complete(value: Any) -> bool:
    """Whether a struct has all that it has to."""
    kind: Any = type(value)
    required, with_parts = _parts(kind)
    if any(getattr(value, name) is None for name in required):
        return False
    for name in with_parts:
        part = getattr(value, name)
        if part is not None and not all(map(_is_complete, part if isinstance(part, list) else (part,))):
            return False
    return True


@cache
def _parts(struct_type: Any) -> tuple[Sequence[str], Sequence[str]]:
    """Which parts of a struct must be there, and which are structs, or lists of them."""
    required, with_parts = [], []
    for kind, name, *more in struct_type.thrift_spec.values():
        listed = more[0][0] if kind == TType.LIST and isinstance(more[0], tuple) else None
        if TType.STRUCT in (kind, listed):
            with_parts.append(name)
        if more[-1]:
            required.append(name)
    return required, with_parts


def _check_complete(method: str, path: str, value: Any) -> None:
    if value is None:
        message = f"{method}: {path} is missing, or of another type than the interface says"
        raise TApplicationException(TApplicationException.PROTOCOL_ERROR, message)
    if isinstance(value, list):
        for number, element in enumerate(value):
            _check_complete(method, f"{path}[{number}]", element)
    elif hasattr(value, "thrift_spec"):
        for spec in value.thrift_spec.values():
            part = getattr(value, spec[1])
            if part is not None or spec[-1]:
                _check_complete(method, f"{path}.{spec[1]}", part)


def _unknown(message: str) -> TApplicationException:
    return TApplicationException(TApplicationException.UNKNOWN_METHOD, message)
