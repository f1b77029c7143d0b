# SPDX-License-Identifier: Apache-2.0
"""What the switch needs from a compiled program, and what generated code calls."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from p4soft.switch.codegen.layout import CLONE, NO_LIMIT, Layout, Packet
from p4soft.switch.program.model import Program

# --- A compiled program: generated Python, or native code ------------------------------------------------------------


class Engine(Struct, frozen=True):
    """A program compiled and bound to one switch's state. Every function works on a Packet in place.

    Attributes:
        layout: the slots.
        parse: runs the parser over F[FRAME], sets OFFSET and ERROR.
        verify: verifies checksums, sets CHECKSUM_ERROR.
        ingress, egress: the controls.
        deparse: updates checksums and returns the frame, at most F[TRUNCATE] bytes.
        template: what a packet is before it arrives; a copy of it is a packet.
        adopt: a packet that another engine over the same state began, as this one takes it.
    """

    layout: Layout
    parse: Callable[[Packet], None]
    verify: Callable[[Packet], None]
    ingress: Callable[[Packet], None]
    egress: Callable[[Packet], None]
    deparse: Callable[[Packet], bytes]
    template: Packet
    adopt: Callable[[Packet], Packet] = lambda packet: packet


# --- Helpers. Arithmetic is on unbounded ints, as BMv2's is ----------------------------------------------------------


MAX_SHIFT = 1 << 16  # wider than any field, so a larger shift leaves nothing

# Core parser errors, in core.p4's order; programs give them their own numbers.
NO_ERROR = "NoError"
PACKET_TOO_SHORT = "PacketTooShort"
NO_MATCH = "NoMatch"
STACK_OUT_OF_BOUNDS = "StackOutOfBounds"
HEADER_TOO_SHORT = "HeaderTooShort"
PARSER_TIMEOUT = "ParserTimeout"
PARSER_INVALID_ARGUMENT = "ParserInvalidArgument"
CORE_ERRORS = (
    NO_ERROR,
    PACKET_TOO_SHORT,
    NO_MATCH,
    STACK_OUT_OF_BOUNDS,
    HEADER_TOO_SHORT,
    PARSER_TIMEOUT,
    PARSER_INVALID_ARGUMENT,
)


class ParseFault(Exception):  # noqa: N818  a P4 parser error is an outcome, not a failure of this code
    """Leaves the parser with an error code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class AssertionFailed(Exception):  # noqa: N818  it is P4's assertion that failed
    """A P4 assert or assume that did not hold; BMv2 aborts, this switch drops the packet and counts it."""


def shl(value: int, amount: int) -> int:
    return value << amount if 0 <= amount < MAX_SHIFT else 0


def shr(value: int, amount: int) -> int:
    return value >> amount if amount >= 0 else 0


def div(left: int, right: int) -> int:
    """Quotient rounded towards zero; 0 for a division by zero."""
    if right == 0:
        return 0
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def mod(left: int, right: int) -> int:
    """Remainder with the sign of `left`; 0 for a division by zero."""
    if right == 0:
        return 0
    remainder = abs(left) % abs(right)
    return -remainder if left < 0 else remainder


def two_comp_mod(value: int, width: int) -> int:
    """`value` wrapped into the signed range of `width` bits."""
    half = 1 << (width - 1)
    return ((value + half) & ((1 << width) - 1)) - half


def usat_cast(value: int, width: int) -> int:
    """`value` clamped to the unsigned range of `width` bits."""
    if value < 0:
        return 0
    return value if value >> width == 0 else (1 << width) - 1


def sat_cast(value: int, width: int) -> int:
    """`value` clamped to the signed range of `width` bits."""
    half = 1 << (width - 1)
    return min(max(value, -half), half - 1)


def index(number: int, size: int) -> int:
    """A stack index, or `size` (the scratch element) when out of range."""
    return number if 0 <= number < size else size


def cell(cells: Sequence[int], number: int) -> int:
    """A register cell used as a value; 0 when out of range."""
    return cells[number] if 0 <= number < len(cells) else 0


def header_equal(packet: Packet, left: int, right: int, slots: int) -> bool:
    """P4's == on headers: both invalid, or both valid with equal fields. `slots` includes validity and length."""
    if not packet[left] or not packet[right]:
        return not packet[left] and not packet[right]
    return bool(packet[left + 1 : left + slots] == packet[right + 1 : right + slots])


def copy_header(packet: Packet, dst: int, src: int, slots: int, siblings: Sequence[int]) -> None:
    """Header assignment: validity and, when valid, fields; a union's other members become invalid."""
    if packet[src]:
        packet[dst : dst + slots] = packet[src : src + slots]
        for other in siblings:
            packet[other] = 0
    else:
        packet[dst] = 0


def push_front(packet: Packet, starts: Sequence[int], size: int, next_slot: int, count: int) -> None:
    """P4_16 push_front: elements move up, the first `count` become invalid. `starts` excludes the scratch element."""
    depth = len(starts)
    count = min(max(count, 0), depth)
    for i in range(depth - 1, count - 1, -1):
        packet[starts[i] : starts[i] + size] = packet[starts[i - count] : starts[i - count] + size]
    for i in range(count):
        packet[starts[i] : starts[i] + size] = [0] * size
    packet[next_slot] = min(depth, packet[next_slot] + count)


def pop_front(packet: Packet, starts: Sequence[int], size: int, next_slot: int, count: int) -> None:
    """P4_16 pop_front: elements move down, the last `count` become invalid."""
    depth = len(starts)
    count = min(max(count, 0), depth)
    for i in range(depth - count):
        packet[starts[i] : starts[i] + size] = packet[starts[i + count] : starts[i + count] + size]
    for i in range(depth - count, depth):
        packet[starts[i] : starts[i] + size] = [0] * size
    packet[next_slot] = max(0, packet[next_slot] - count)


def peek(frame: bytes, at: int, offset: int, width: int, too_short: int) -> int:
    """`width` bits at `offset` bits after byte `at`; raises ParseFault beyond the end of the frame."""
    first, last = at + offset // 8, at + (offset + width + 7) // 8
    if last > len(frame):
        raise ParseFault(too_short)
    return (int.from_bytes(frame[first:last], "big") >> (-(offset + width) % 8)) & ((1 << width) - 1)


def in_set(members: Sequence[tuple[int, int]], key: int, mask: int) -> bool:
    """Whether a parser value set holds `key`, comparing only the bits in `mask`."""
    return any((key ^ value) & used & mask == 0 for value, used in members)


def format_message(template: str, values: Sequence[int]) -> str:
    """log_msg's text: each {} (or {anything}) takes the next value; a backslash keeps a brace."""
    out: list[str] = []
    pending = list(values)
    i = 0
    while i < len(template):
        char = template[i]
        if char == "\\" and template[i + 1 : i + 2] in ("{", "}"):
            out.append(template[i + 1])
            i += 2
            continue
        end = template.find("}", i) if char == "{" else -1
        if end >= 0:
            out.append(str(pending.pop(0)) if pending else template[i : end + 1])
            i = end + 1
            continue
        out.append(char)
        i += 1
    return "".join(out)


def reset_requests(packet: Packet) -> None:
    """Forget clone, digest, resubmit, recirculate and truncate requests: copies start without them."""
    packet[CLONE : CLONE + 5] = [-1, 0, 0, 0, 0]
    packet[CLONE + 5] = NO_LIMIT


def parser_errors(program: Program) -> dict[str, int]:
    """The numbers in this program of the errors that parsers raise by themselves, by what the code calls them."""
    numbers = _numbers(program)
    return {
        "NO_ERROR": numbers[NO_ERROR],
        "TOO_SHORT": numbers[PACKET_TOO_SHORT],
        "STACK_OUT_OF_BOUNDS": numbers[STACK_OUT_OF_BOUNDS],
        "HEADER_TOO_SHORT": numbers[HEADER_TOO_SHORT],
        "TIMEOUT": numbers[PARSER_TIMEOUT],
        "INVALID_ARGUMENT": numbers[PARSER_INVALID_ARGUMENT],
    }


def error_names(program: Program) -> dict[int, str]:
    return {number: name for name, number in _numbers(program).items()}


def _numbers(program: Program) -> dict[str, int]:
    """The core errors' numbers in this program. Those it does not declare get numbers from its declared ones on."""
    numbers = dict(program.errors)
    for name in CORE_ERRORS:
        if name not in numbers:
            numbers[name] = max(numbers.values(), default=-1) + 1
    return numbers
