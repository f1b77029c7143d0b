# SPDX-License-Identifier: Apache-2.0
"""P4Data and CounterData: register cells, digest messages and counter readings as P4Runtime writes them."""

from __future__ import annotations

from collections.abc import Sequence

from finsy.proto.p4.v1 import p4data_pb2, p4runtime_pb2

from p4soft.switch.p4runtime.bytestring import decode, decode_signed, encode, encode_signed
from p4soft.switch.p4runtime.p4info.index import DataField, DataInfo
from p4soft.switch.p4runtime.status import invalid
from p4soft.switch.state import CounterValue

_MEMBER_OF_KIND = {"bit": "bitstring", "int": "bitstring", "bool": "bool", "enum": "enum_value", "string": "bitstring"}


def decode_counter(data: p4runtime_pb2.CounterData, where: str) -> CounterValue:
    """A counter value to write; raises INVALID_ARGUMENT for negative numbers."""
    if data.packet_count < 0 or data.byte_count < 0:
        raise invalid(
            f"{where}: packet_count {data.packet_count}, byte_count {data.byte_count}; accepted: 0..2**63-1 each"
        )
    return CounterValue(data.packet_count, data.byte_count)


def encode_counter(value: CounterValue, data: p4runtime_pb2.CounterData) -> None:
    """Fill `data`; P4Runtime's counters are signed 64-bit, the switch's unsigned, so the top bit is dropped."""
    data.packet_count = value.packets & (2**63 - 1)
    data.byte_count = value.bytes & (2**63 - 1)


def decode_data(info: DataInfo, data: p4data_pb2.P4Data, where: str) -> tuple[int, ...]:
    """The unsigned values (two's complement for int) of a scalar.

    Raises:
        P4RuntimeError: INVALID_ARGUMENT when `data` does not have the type the P4Info gives, or does not fit.
    """
    field = info.fields[0]
    kind = data.WhichOneof("data")
    wanted = _MEMBER_OF_KIND[field.kind]
    if kind != wanted:
        raise invalid(f"{where}: data is {kind or 'missing'}; accepted: {wanted} ({field.kind}<{field.width}>)")
    if field.kind == "bool":
        return (int(data.bool),)
    if field.kind == "int":
        return (decode_signed(data.bitstring, field.width, f"{where}: data") & ((1 << field.width) - 1),)
    if field.strings is not None:
        return (field.strings.decode(data.bitstring, "%s: data", where),)
    return (decode(getattr(data, wanted), field.width, "%s: data", where),)


def encode_data(info: DataInfo, values: Sequence[int]) -> p4data_pb2.P4Data:
    """P4Data of the shape the P4Info gives, from unsigned values in field order."""
    data = p4data_pb2.P4Data()
    if info.shape == "scalar":
        _encode_scalar(info.fields[0], values[0], data)
    elif info.shape == "header":
        data.header.is_valid = True
        data.header.bitstrings.extend(encode(value) for value in values)
    else:
        members = data.struct.members if info.shape == "struct" else data.tuple.members
        for field, value in zip(info.fields, values, strict=True):
            _encode_scalar(field, value, members.add())
    return data


def _encode_scalar(field: DataField, value: int, data: p4data_pb2.P4Data) -> None:
    if field.kind == "bool":
        data.bool = bool(value)
    elif field.strings is not None:
        data.bitstring = field.strings.encode(value)
    elif field.kind == "int":
        signed = value - (1 << field.width) if value >> (field.width - 1) else value
        data.bitstring = encode_signed(signed)
    elif field.kind == "enum":
        data.enum_value = encode(value)
    elif field.kind == "varbit":
        data.varbit.bitstring = encode(value)
        data.varbit.bitwidth = field.width
    else:
        data.bitstring = encode(value)
