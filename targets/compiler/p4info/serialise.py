# SPDX-License-Identifier: Apache-2.0
"""P4Info as bytes, in the format a file name asks for (as `p4c --p4runtime-files` does)."""

from __future__ import annotations

from finsy.proto.p4.config.v1 import p4info_pb2
from google.protobuf import json_format, text_format

FORMATS = (".txtpb", ".txt", ".json", ".bin")
"""Known suffixes: text, text (deprecated by p4c), JSON, binary."""


def serialise(info: p4info_pb2.P4Info, suffix: str) -> bytes:
    """The message in the format of a file suffix.

    Raises:
        ValueError: the suffix is not one of `FORMATS`.
    """
    match suffix:
        case ".bin":
            return bytes(info.SerializeToString(deterministic=True))
        case ".json":
            return (json_format.MessageToJson(info) + "\n").encode()
        case ".txtpb" | ".txt":
            head = "# proto-file: p4/config/v1/p4info.proto\n# proto-message: p4.config.v1.P4Info\n\n"
            return (head + text_format.MessageToString(info)).encode()
        case _:
            raise ValueError(f"unknown P4Info file suffix '{suffix}'; accepted: {', '.join(FORMATS)}")
