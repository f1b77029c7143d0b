# SPDX-License-Identifier: Apache-2.0
"""What clients send as `p4_device_config`: BMv2 JSON, bare or inside a `p4.tmp.P4DeviceConfig`.

The message is BMv2's old form. The p4lang tutorials and what was written after them still send it, and
simple_switch_grpc takes both. It is described here because no package of the Python index carries it.
"""

from __future__ import annotations

from google.protobuf import descriptor_pb2, message_factory
from google.protobuf.message import DecodeError, Message

from p4soft.switch.p4runtime.status import P4RuntimeError, invalid

_ACCEPTED = "accepted: BMv2 JSON, or a p4.tmp.P4DeviceConfig with BMv2 JSON as device_data"
_DEVICE_DATA = "device_data"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def bmv2_json(device_config: bytes) -> str:
    """The BMv2 JSON in a `p4_device_config`.

    `reassign` and `extras` of the message have no meaning here: every config that is committed replaces the pipeline.

    Raises:
        P4RuntimeError: INVALID_ARGUMENT, neither form.
    """
    data = device_config
    if not data.removeprefix(_BYTE_ORDER_MARK).lstrip().startswith((b"{", b"[")):
        data = _device_data(device_config)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _refusal("not text") from None


def _device_data(wrapped: bytes) -> bytes:
    message = _P4DeviceConfig()
    try:
        message.ParseFromString(wrapped)
    except DecodeError:
        raise _refusal("not text of JSON, and no protobuf message either") from None
    data: bytes = getattr(message, _DEVICE_DATA)
    if not data:
        raise _refusal("not text of JSON, and as a message it has no device_data")
    return data


def _refusal(what: str) -> P4RuntimeError:
    return invalid(f"config.p4_device_config is {what}; {_ACCEPTED}")


def _message_class() -> type[Message]:
    """The part of the message that is read, outside the default pool: a client in this process may have the whole."""
    kind = descriptor_pb2.FieldDescriptorProto
    file = descriptor_pb2.FileDescriptorProto(name="p4config.proto", package="p4.tmp", syntax="proto3")
    field = file.message_type.add(name="P4DeviceConfig").field.add(name=_DEVICE_DATA, number=3)
    field.type, field.label = kind.TYPE_BYTES, kind.LABEL_OPTIONAL
    return message_factory.GetMessages([file])["p4.tmp.P4DeviceConfig"]


_P4DeviceConfig = _message_class()
