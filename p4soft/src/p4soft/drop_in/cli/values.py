# SPDX-License-Identifier: Apache-2.0
"""Match keys and action data as people type and read them: integers, 10.0.0.1, 00:00:00:00:00:01, 2001:db8::1."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from p4soft.drop_in.cli.errors import ActionDataError, CommandError, MatchKeyError
from p4soft.drop_in.cli.program import Action, Key, Table
from p4soft.switch.thrift.interface import standard

if TYPE_CHECKING:
    Message = Any

_Type = standard.BmMatchParamType
_KINDS = {
    _Type.EXACT: "exact",
    _Type.LPM: "lpm",
    _Type.TERNARY: "ternary",
    _Type.VALID: "valid",
    _Type.RANGE: "range",
}


def parse_number(word: str, width: int) -> bytes:
    """A value of `width` bits, in as many bytes as it has; raises CommandError."""
    size = (width + 7) // 8
    try:
        if width == 32 and "." in word:
            return ipaddress.IPv4Address(word).packed
        if width == 128 and ":" in word:
            return ipaddress.IPv6Address(word).packed
    except ValueError:
        raise CommandError(f"Invalid IPv{4 if width == 32 else 6} address") from None
    if width == 48 and ":" in word:
        return _mac(word)
    try:
        value = int(word, 0)
    except ValueError:
        raise CommandError("Invalid input, could not cast to integer, try in hex with 0x prefix") from None
    if value < 0:
        raise CommandError("Parameter is negative")
    if value >> 8 * size:
        raise CommandError("Parameter is too large")
    return value.to_bytes(size)


def parse_action_data(action: Action, words: Sequence[str]) -> list[bytes]:
    """An action's arguments, in the order of its parameters; raises CommandError, ActionDataError."""
    if len(words) != len(action.params):
        raise CommandError(f"Action {action.name} needs {len(action.params)} parameters")
    data = []
    for word, (_, width) in zip(words, action.params, strict=True):
        try:
            data.append(parse_number(word, width))
        except CommandError as error:
            raise ActionDataError(f"Error while parsing {word} - {error}") from None
    return data


def parse_match_key(table: Table, words: Sequence[str]) -> list[Message]:
    """The key of an entry; raises CommandError, MatchKeyError."""
    if len(words) != len(table.key):
        raise CommandError(f"Table {table.name} needs {len(table.key)} key fields")
    return [_match_field(key, word) for key, word in zip(table.key, words, strict=True)]


def shown_match(field: Message) -> str:
    """A match field as `table_add` shows it."""
    kind, value = _value(field)
    if kind == "exact":
        text = shown_bytes(value.key)
    elif kind == "lpm":
        text = f"{shown_bytes(value.key)}/{value.prefix_length}"
    elif kind == "ternary":
        text = f"{shown_bytes(value.key)} &&& {shown_bytes(value.mask)}"
    elif kind == "range":
        text = f"{shown_bytes(value.start)} -> {shown_bytes(value.end_)}"
    else:
        text = ""
    return f"{kind.upper()}-{text}"


def dumped_match(field: Message) -> tuple[str, str]:
    """The type of a match field and its value, as dumps show them."""
    kind, value = _value(field)
    if kind == "exact":
        text = value.key.hex()
    elif kind == "lpm":
        text = f"{value.key.hex()}/{value.prefix_length}"
    elif kind == "ternary":
        text = f"{value.key.hex()} &&& {value.mask.hex()}"
    elif kind == "range":
        text = f"{value.start.hex()} -> {value.end_.hex()}"
    else:
        text = "01" if value.key else "00"
    return kind.upper(), text


def shown_bytes(data: bytes) -> str:
    """Bytes as 00:1f:a0."""
    return data.hex(":")


def _mac(word: str) -> bytes:
    try:
        parts = bytes(int(part, 16) for part in word.split(":"))
    except ValueError:
        parts = b""
    if len(parts) != 6:
        raise CommandError("Invalid MAC address")
    return parts


def _value(field: Message) -> tuple[str, Message]:
    kind = _KINDS[field.type]
    return kind, getattr(field, kind)


def _match_field(key: Key, word: str) -> Message:
    make = standard.BmMatchParam
    if key.match == "exact":
        return make(_Type.EXACT, exact=standard.BmMatchParamExact(_number(word, key)))
    if key.match == "lpm":
        prefix, length = _halves(word, "/", "LPM value", "prefix and length")
        if not length.isdecimal():
            raise MatchKeyError(f"Invalid LPM value {word}, the length is not a number")
        return make(_Type.LPM, lpm=standard.BmMatchParamLPM(_number(prefix, key), int(length)))
    if key.match == "ternary":
        value, mask = _halves(word, "&&&", "ternary value", "key and mask")
        return make(_Type.TERNARY, ternary=standard.BmMatchParamTernary(_number(value, key), _number(mask, key)))
    if key.match == "range":
        low, high = _halves(word, "->", "range value", "range start and range end")
        start, end = _number(low, key), _number(high, key)
        if start > end:
            raise MatchKeyError(f"start is less than end in expression {word}")
        return make(_Type.RANGE, range=standard.BmMatchParamRange(start, end))
    if word not in ("0", "1"):
        raise MatchKeyError(f"Invalid validity {word}; accepted: 0 or 1")
    return make(_Type.VALID, valid=standard.BmMatchParamValid(word == "1"))


def _halves(word: str, separator: str, what: str, halves: str) -> tuple[str, str]:
    parts = word.split(separator)
    if len(parts) != 2:
        raise MatchKeyError(f"Invalid {what} {word}, use '{separator}' to separate {halves}")
    return parts[0], parts[1]


def _number(word: str, key: Key) -> bytes:
    try:
        return parse_number(word, key.width)
    except CommandError as error:
        raise MatchKeyError(f"Error while parsing {word} - {error}") from None
