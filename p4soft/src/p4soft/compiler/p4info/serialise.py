# SPDX-License-Identifier: Apache-2.0
"""P4Info and entries as bytes, in the format a file name asks for (as `p4c --p4runtime-files` and its like do)."""

from __future__ import annotations

from finsy.proto.p4.config.v1 import p4info_pb2
from finsy.proto.p4.v1 import p4runtime_pb2
from google.protobuf import json_format, text_format

FORMATS = (".txtpb", ".txt", ".json", ".bin")
"""Known suffixes: text, text (deprecated by p4c), JSON, binary."""


def serialise(message: p4info_pb2.P4Info | p4runtime_pb2.WriteRequest, suffix: str) -> bytes:
    """The message in the format of a file suffix.

    Raises:
        ValueError: the suffix is not one of `FORMATS`.
    """
    match suffix:
        case ".bin":
            return bytes(message.SerializeToString(deterministic=True))
        case ".json":
            return (json_format.MessageToJson(message) + "\n").encode()
        case ".txtpb" | ".txt":
            kind = message.DESCRIPTOR
            head = f"# proto-file: {kind.file.name}\n# proto-message: {kind.full_name}\n\n"
            return (head + text_format.MessageToString(message)).encode()
        case _:
            raise ValueError(f"unknown file suffix '{suffix}'; accepted: {', '.join(FORMATS)}")
