# SPDX-License-Identifier: Apache-2.0
"""How many packets per second the switch processes: `python -m tools.bench.throughput`.

The program is the shape of a small fabric switch: four headers, twelve tables of every match kind, a 512-bit register
read, drained and written per packet, 128-bit shifts, counters. It runs as machine code, a burst at a time and a frame
at a time, and in Python, in the same run. Numbers are for this machine and this moment; compare runs, not machines.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import click
from msgspec import Struct

from p4soft.command_line import EngineChoice, run_command
from p4soft.switch.native.burst import Frame, Out, Sent
from p4soft.switch.native.layout import Exit
from p4soft.switch.native.switch import FastPath
from p4soft.switch.program import Program, ProgramError, load_program
from p4soft.switch.state import ActionCall, Exact, Lpm, Ternary
from p4soft.switch.switch import SimpleSwitch
from p4soft.switch.trace import TraceEvent

Json = dict[str, object]
BURST = 256

TABLES = 12
HEADERS: dict[str, list[tuple[str, int]]] = {
    "eth": [("dst", 48), ("src", 48), ("kind", 16)],
    "ip": [
        ("version", 4),
        ("tc", 8),
        ("label", 20),
        ("length", 16),
        ("next", 8),
        ("hops", 8),
        ("src", 128),
        ("dst", 128),
    ],
    "inner": [
        ("version", 4),
        ("tc", 8),
        ("label", 20),
        ("length", 16),
        ("next", 8),
        ("hops", 8),
        ("src", 128),
        ("dst", 128),
    ],
    "udp": [("sport", 16), ("dport", 16), ("length", 16), ("checksum", 16)],
}
STANDARD = [
    ("ingress_port", 9),
    ("egress_spec", 9),
    ("egress_port", 9),
    ("instance_type", 32),
    ("packet_length", 32),
    ("ingress_global_timestamp", 48),
    ("mcast_grp", 16),
    ("priority", 3),
    ("parser_error", 32),
    ("pad", 2),
]
META = [("backlog", 512), ("drained", 512), ("tag", 32)]


class Mode(Struct, frozen=True):
    """A way to run the switch, and what part of the packets asked for it is measured with."""

    name: str
    engine: EngineChoice
    measure: Callable[[SimpleSwitch, bytes, int], float]
    share: float = 1.0
    traced: bool = False


class SilentTracer:
    """Takes every event and does nothing: the price of tracing itself."""

    def event(self, event: TraceEvent) -> None:
        """Ignore the event."""


def _field(header: str, name: str) -> Json:
    return {"type": "field", "value": [header, name]}


def _op(op: str, left: Json, right: Json) -> Json:
    return {"type": "expression", "value": {"op": op, "left": left, "right": right}}


def _const(value: int) -> Json:
    return {"type": "hexstr", "value": hex(value)}


def _assign(header: str, name: str, value: Json) -> Json:
    return {"op": "assign", "parameters": [_field(header, name), value]}


def _actions() -> list[Json]:
    register = {"type": "register_array", "value": "backlog"}
    drain = _op(
        "usat_cast",
        _op("-", _op("+", _field("meta", "backlog"), _const(4200)), _field("standard_metadata", "packet_length")),
        _const(512),
    )
    return [
        {"name": "none", "id": 0, "runtime_data": [], "primitives": []},
        {
            "name": "forward",
            "id": 1,
            "runtime_data": [{"name": "port", "bitwidth": 9}],
            "primitives": [
                _assign("standard_metadata", "egress_spec", {"type": "runtime_data", "value": 0}),
                _assign("ip", "hops", _op("&", _op("-", _field("ip", "hops"), _const(1)), _const(0xFF))),
            ],
        },
        {
            "name": "shift",
            "id": 2,
            "runtime_data": [],
            "primitives": [
                _assign("ip", "dst", _op("&", _op("<<", _field("ip", "dst"), _const(16)), _const((1 << 128) - 1)))
            ],
        },
        {
            "name": "admit",
            "id": 3,
            "runtime_data": [{"name": "slot", "bitwidth": 16}],
            "primitives": [
                {
                    "op": "register_read",
                    "parameters": [_field("meta", "backlog"), register, {"type": "runtime_data", "value": 0}],
                },
                _assign("meta", "drained", drain),
                {
                    "op": "register_write",
                    "parameters": [register, {"type": "runtime_data", "value": 0}, _field("meta", "drained")],
                },
            ],
        },
        {
            "name": "tally",
            "id": 4,
            "runtime_data": [{"name": "slot", "bitwidth": 16}],
            "primitives": [
                {
                    "op": "count",
                    "parameters": [{"type": "counter_array", "value": "seen"}, {"type": "runtime_data", "value": 0}],
                },
                _assign("meta", "tag", _op("&", _op("+", _field("meta", "tag"), _const(1)), _const(0xFFFFFFFF))),
            ],
        },
    ]


def _table(number: int) -> Json:
    kinds = [("lpm", "ip", "dst", [1, 2, 0]), ("exact", "udp", "dport", [3, 0]), ("ternary", "inner", "dst", [4, 0])]
    match, header, name, ids = kinds[number % len(kinds)]
    names = {a["id"]: a["name"] for a in _actions()}
    following = f"t{number + 1}" if number + 1 < TABLES else None
    return {
        "name": f"t{number}",
        "id": number,
        "key": [{"match_type": match, "name": f"{header}.{name}", "target": [header, name], "mask": None}],
        "match_type": match,
        "type": "simple",
        "max_size": 4096,
        "with_counters": True,
        "action_ids": ids,
        "actions": [names[i] for i in ids],
        "next_tables": {names[i]: following for i in ids},
        "default_entry": {"action_id": 0, "action_data": []},
    }


def straight_states(headers: Sequence[str]) -> list[Json]:
    """Parse states that extract these headers one after the other; each has its header's name."""
    following: list[str | None] = [*headers[1:], None]
    return [
        {
            "name": name,
            "id": i,
            "parser_ops": [{"op": "extract", "parameters": [{"type": "regular", "value": name}]}],
            "transition_key": [],
            "transitions": [{"type": "default", "value": None, "mask": None, "next_state": next_state}],
        }
        for i, (name, next_state) in enumerate(zip(headers, following, strict=True))
    ]


def build_program() -> Program:
    fields = {**HEADERS, "standard_metadata": STANDARD, "meta": META}
    states = straight_states(list(HEADERS))
    return load_program(
        {
            "__meta__": {"version": [2, 23]},
            "header_types": [
                {"name": name, "id": i, "fields": [[f, w, False] for f, w in items]}
                for i, (name, items) in enumerate(fields.items())
            ],
            "headers": [
                {"name": name, "id": i, "header_type": name, "metadata": name in ("standard_metadata", "meta")}
                for i, name in enumerate(fields)
            ],
            "parsers": [{"name": "parser", "id": 0, "init_state": "eth", "parse_states": states}],
            "deparsers": [{"name": "deparser", "id": 0, "order": list(HEADERS)}],
            "register_arrays": [{"name": "backlog", "id": 0, "size": 64, "bitwidth": 512}],
            "counter_arrays": [{"name": "seen", "id": 0, "size": 64, "is_direct": False}],
            "actions": _actions(),
            "pipelines": [
                {"name": "ingress", "id": 0, "init_table": "t0", "tables": [_table(i) for i in range(TABLES)]},
                {"name": "egress", "id": 1, "init_table": None, "tables": []},
            ],
        },
        source="<bench>",
    )


def fill(switch: SimpleSwitch) -> None:
    assert switch.state is not None
    for number, table in enumerate(switch.state.tables.values()):
        if number % 3 == 0:
            action = ActionCall("forward", (2,)) if number == 0 else ActionCall("shift")
            table.insert([Lpm(0xFC << 120, 8)], action)
            for i in range(200):
                table.insert([Lpm((0xFD << 120) | (i << 80), 48)], action)
        elif number % 3 == 1:
            for port in range(64):
                table.insert([Exact(4790 + port)], ActionCall("admit", (port,)))
        else:
            table.insert([Ternary(0, 0)], ActionCall("tally", (number,)), priority=1)
            for i in range(32):
                table.insert([Ternary(i + 1 << 8, 0xFF00)], ActionCall("none"), priority=2)


def measure(switch: SimpleSwitch, frame: bytes, packets: int) -> float:
    start = time.perf_counter()
    for i in range(packets):
        switch.receive(1, frame, i)
    return packets / (time.perf_counter() - start)


def pump(fast: FastPath, port: int, frame: bytes, packets: int, start_us: int) -> tuple[float, int]:
    """Seconds of machine code for at least `packets` copies of a frame, 1 us apart, and how many were taken.

    What needs Python is finished in Python, and its time counts. The caller holds the switch's lock.
    """
    room = ctypes.create_string_buffer((len(frame) + fast.engine.headers) * BURST)
    records = (Sent * BURST)()
    out = Out(ctypes.addressof(records), BURST, 0, ctypes.addressof(room), len(room), 0)
    frames = (Frame * BURST)()
    for item in frames:
        item.port, item.length, item.data = port, len(frame), frame
    spent, done, now = 0.0, 0, start_us
    while done < packets:
        for item in frames:
            now += 1
            item.now_us = now
        taken = 0
        start = time.perf_counter()
        while taken < BURST:
            out.count = out.used = 0
            at = ctypes.addressof(frames) + taken * ctypes.sizeof(Frame)
            step, reason = fast.step(BURST - taken, at, ctypes.addressof(out))
            taken += step
            if reason is Exit.DUE:
                fast.plane.drain(now)
                fast.plan()
            elif reason not in (Exit.DONE, Exit.FULL):
                fast.finish(reason)
        spent += time.perf_counter() - start
        done += taken
    return spent, done


def measure_bursts(switch: SimpleSwitch, frame: bytes, packets: int) -> float:
    """As `measure`, for bursts that stay in machine code, from frames in memory to frames in memory."""
    fast = switch.fast_path
    assert fast is not None, "the switch runs natively"
    seconds, done = pump(fast, 1, frame, packets, 1)
    return done / seconds


MODES = (
    Mode("native, bursts", "auto", measure_bursts, share=50),
    Mode("native, single", "auto", measure),
    Mode("python", "python", measure),
    Mode("traced", "python", measure, share=0.1, traced=True),
)


@click.command(help=__doc__, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--packets", type=int, default=20_000, help="Frames per measurement.")
@click.option(
    "--program", "given", type=click.Path(path_type=Path), help="BMv2 JSON to run instead, with empty tables."
)
def main(packets: int, given: Path | None) -> None:
    """Print one line per way to run the switch and frame size."""
    program = build_program() if given is None else load_program(given.read_text(encoding="utf-8"), source=str(given))
    headers = (
        bytes(12)
        + b"\x86\xdd"
        + (bytes([0x60]) + bytes(23) + b"\xfc" + bytes(15)) * 2
        + bytes(2)
        + b"\x12\xb7"
        + bytes(4)
    )
    for mode in MODES:
        for size in (128, 256, 1500, 4200):
            # Each starts anew: time begins at 0, and must not go back.
            tracer = SilentTracer() if mode.traced else None
            switch = SimpleSwitch(priority_queues=8, tracer=tracer, engine=mode.engine)
            switch.faults_are_fatal = True
            switch.load(program)
            if switch.engine_reason is not None:
                print(f"{mode.name:16} not measured: {switch.engine_reason}")
                break
            if given is None:
                fill(switch)
            pps = mode.measure(switch, headers.ljust(size, b"\0"), max(1, int(packets * mode.share)))
            print(f"{mode.name:16} {size:5} bytes  {pps:12,.0f} packets/s")


def entry() -> None:
    """Entry point: exit status 1 for a program that cannot be read or run, 2 for wrong usage."""
    run_command(main, (OSError, UnicodeDecodeError, ProgramError), status=1, name="python -m tools.bench.throughput")


if __name__ == "__main__":
    entry()
