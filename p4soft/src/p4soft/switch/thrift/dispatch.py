# SPDX-License-Identifier: Apache-2.0
"""A message to a method of a service, and what it returns or raises to the answer."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from thriftpy2.protocol.binary import TBinaryProtocol
from thriftpy2.thrift import TApplicationException, TException, TMessageType
from thriftpy2.transport import TMemoryBuffer

_LOG = logging.getLogger(__name__)


class RefusalError(Exception):
    """A refusal for which the interface has no code; the message is complete and meant for people."""


@dataclass(frozen=True, slots=True)
class Service:
    """A service of the interface, and the objects that have its methods between them."""

    interface: Any
    handlers: Sequence[object]

    def method(self, name: str) -> Callable[..., object] | None:
        """The method, None when nobody has it."""
        if name not in self.interface.thrift_services:
            return None
        return next((getattr(handler, name) for handler in self.handlers if hasattr(handler, name)), None)


class Dispatcher:
    """Finds the method that a message calls, and makes the answer of what it returns or raises."""

    def __init__(self, services: Mapping[str, Service]) -> None:
        self._services = services

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
            raise RefusalError("the method's name is not UTF-8") from None
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
        service_name, separator, name = full_name.partition(":")
        service = self._services.get(service_name)
        if not separator or service is None:
            known = ", ".join(self._services)
            raise _unknown(f"{full_name}: accepted: SERVICE:METHOD with a service of {known}")
        method = service.method(name)
        if method is None:
            raise _unknown(f"service {service_name} has no method {name}")
        arguments = getattr(service.interface, f"{name}_args")()
        arguments.read(incoming)
        values = []
        for spec in arguments.thrift_spec.values():
            value = getattr(arguments, spec[1])
            _check_complete(name, spec[1], value)
            values.append(value)
        result = getattr(service.interface, f"{name}_result")()
        try:
            result.success = method(*values)
        except RefusalError as error:
            raise TApplicationException(TApplicationException.INTERNAL_ERROR, str(error)) from None
        except TException as error:
            if not _declared(result, error):
                raise
        return result


def _declared(result: Any, error: TException) -> bool:
    """Put an exception that the method declares into its result."""
    for spec in result.thrift_spec.values():
        if spec[1] != "success" and isinstance(error, spec[2]):
            setattr(result, spec[1], error)
            return True
    return False


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
