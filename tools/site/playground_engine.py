# SPDX-License-Identifier: Apache-2.0
"""What the playground's worker calls, in the browser: run a scenario, compile a program, send packets into a switch.

Each function takes text and gives a JSON document. What the user got wrong is in `error`, in the words of the command
line. Nothing here needs gRPC, machine code or threads.
"""

from __future__ import annotations

import io
import json
import logging
import re
import shutil
import socket
import tempfile
import time
from collections.abc import Callable, Sequence
from ipaddress import IPv6Address
from pathlib import Path

from rich.console import Console
from typing_extensions import override

from common import PROJECT_ROOT
from common.quantities import show_size, show_time
from fabric.errors import FabricError
from fabric.progress import Progress, Watched
from fabric.report.tables import MINIMUM_WIDTH, print_result
from fabric.running import result_of
from fabric.scenario.faults import Fault
from fabric.scenario.reading import load
from fabric.timeline import Timeline
from fabric.traffic.flow import Flow
from p4soft.compiler import CompileErrors, CompileResult, compile_file
from p4soft.stf import load_json
from p4soft.stf.device import EmbeddedDevice, Recorder
from p4soft.stf.parser import parse_text
from p4soft.stf.runner import Runner
from p4soft.stf.statements import Packet, Statement, StfError
from p4soft.switch.trace import is_hidden, journey, render
from topologies import TopologyError

SCENARIO = PROJECT_ROOT / "topologies" / "scenarios" / "demo.yaml"
PROGRAM = PROJECT_ROOT / "labs" / "02-un-action" / "starter" / "switch.p4"

TABLES = """\
# What is in the tables, and the packets that come in (STF): "packet PORT HEX"; "expect PORT HEX" checks one.
# This switch is uSID 1001 of block fcbb:bbbb. The way to uSID 2002 is port 2.
add my_sid hdr.ipv6.dst_addr:0xfcbbbbbb100100000000000000000000/48 uN()
add route hdr.ipv6.dst_addr:0xfcbbbbbb200200000000000000000000/48 forward(port:2, dst_mac:0x020000000002)

# Ethernet, IPv6 with hop limit 64, destination fcbb:bbbb:1001:2002::. uN is to make it fcbb:bbbb:2002::.
packet 0 020000000001 020000000009 86dd 60000000 0004 3b 40 \
20010db8000000000000000000000001 fcbbbbbb100120020000000000000000 cafef00d
# Its last uSID: it has arrived, and leaves by port 7 as it came.
packet 1 020000000001 020000000009 86dd 60000000 0004 3b 40 \
20010db8000000000000000000000001 fcbbbbbb100100000000000000000000 cafef00d
"""
"""The tables and packets that a visitor begins with."""

Say = Callable[[str], object]
_EVERY_S = 0.25
"""Seconds between two reports of a run."""
_NAME = "switch.p4"
_FOLDER = re.compile(rf"\[[^\]\n]*/(?={re.escape(_NAME)})")
"""Where a trace says that the program is."""


def texts() -> str:
    """What the editors begin with."""
    return json.dumps(
        {
            "scenario": SCENARIO.read_text(encoding="utf-8"),
            "program": PROGRAM.read_text(encoding="utf-8"),
            "tables": TABLES,
        }
    )


def write_ipv6() -> None:
    """Let `socket` read and write IPv6 addresses, which a browser's build of Python does not; scapy asks it to.

    Scapy's word that it can send nothing there is left out: nothing is sent.
    """
    logging.getLogger("scapy.loading").disabled = True
    to_bytes, to_text = socket.inet_pton, socket.inet_ntop

    def pton(family: int, text: str) -> bytes:
        return IPv6Address(text).packed if family == socket.AF_INET6 else to_bytes(family, text)

    def ntop(family: int, packed: bytes) -> str:
        return str(IPv6Address(bytes(packed))) if family == socket.AF_INET6 else to_text(family, packed)

    socket.inet_pton, socket.inet_ntop, socket.has_ipv6 = pton, ntop, True  # type: ignore[assignment]


# --- A scenario ------------------------------------------------------------------------------------------------------


class _Said(Progress):
    """A line of progress a few times a second."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._next = 0.0
        self._fabric: Watched | None = None
        self._flows: Sequence[Flow] = ()

    @override
    def started(self, fabric: Watched, flows: Sequence[Flow]) -> None:
        self._fabric, self._flows = fabric, flows

    @override
    def fault(self, fault: Fault) -> None:
        self._say(f"{show_time(fault.at_ns)}: {fault}")

    @override
    def sampled(self) -> None:
        now = time.monotonic()
        if now < self._next or self._fabric is None:
            return
        self._next = now + _EVERY_S
        placed = sum(flow.placed_bytes() for flow in self._flows)
        size = sum(flow.size for flow in self._flows)
        trims = self._fabric.trimmed
        self._say(f"{show_time(self._fabric.now_ns)}: {show_size(placed)} of {show_size(size)} placed, {trims} trims")


def run_scenario(scenario: str, timeline: bool, say: Say) -> str:
    """Run a scenario.

    Args:
        scenario: its YAML; the topology's path counts from `topologies/scenarios`.
        timeline: whether to run it a second time, for the timeline.
        say: is told how far the run is.

    Returns:
        `passed`, `tables` (text), `timeline` (a page, or null), `result` (`result.json`); or `error`.
    """
    observer = Timeline() if timeline else None
    with tempfile.TemporaryDirectory() as folder:
        rooms = Path(folder, "topologies")
        shutil.copytree(PROJECT_ROOT / "topologies", rooms, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
        file = rooms / "scenarios" / "scenario.yaml"
        file.write_text(scenario, encoding="utf-8")
        try:
            loaded = load(file)
            say("compiling p4src/main.p4 and filling the tables")
            result = result_of(loaded, observer, progress=_Said(say), served=False)
        except (FabricError, TopologyError) as problem:
            return json.dumps({"error": str(problem).replace(f"{file.parent}/", "")})
    shown = io.StringIO()
    print_result(result, Console(file=shown, width=MINIMUM_WIDTH))
    return json.dumps(
        {
            "passed": bool(result["verdict"]["passed"]),
            "tables": shown.getvalue().strip("\n"),
            "timeline": None if observer is None else observer.page,
            "result": result,
        }
    )


# --- A program -------------------------------------------------------------------------------------------------------


def compile_program(program: str) -> str:
    """Compile a P4 program: `messages`, each with `severity`, `line`, `column` and `text`; `tables`, or null."""
    compiled, messages = _compiled(program)
    tables = None
    if compiled is not None:
        tables = [
            {
                "name": table.preamble.alias,
                "key": [f"{field.name}: {field.bitwidth} bits" for field in table.match_fields],
                "actions": [_signature(compiled, reference.id) for reference in table.action_refs],
            }
            for table in compiled.p4info.tables
        ]
    return json.dumps({"messages": messages, "tables": tables})


def run_packets(program: str, statements: str) -> str:
    """Fill a program's tables and send packets.

    Returns:
        `messages` of the compiler; `packets`, each with its `line`, `port`, `frame` and `trace`, and what came `out`;
        `failures` of `expect`; or `error`: the statements are wrong.
    """
    compiled, messages = _compiled(program)
    if compiled is None:
        return json.dumps({"messages": messages})
    recorder = Recorder()
    try:
        parsed = parse_text(statements, "tables")
        device = EmbeddedDevice(load_json(compiled.json, _NAME), recorder=recorder, engine="python")
        failures = Runner(device, "tables").run(parsed)
    except StfError as problem:
        return json.dumps({"messages": messages, "error": str(problem)})
    return json.dumps(
        {
            "messages": messages,
            "packets": [_packet(device, recorder, number, each) for number, each in enumerate(_packets(parsed))],
            "failures": [f"tables:{failure.line}: {failure.message}" for failure in failures],
        }
    )


def _packets(statements: Sequence[Statement]) -> list[Packet]:
    return [each for each in statements if isinstance(each, Packet)]


def _packet(device: EmbeddedDevice, recorder: Recorder, number: int, packet: Packet) -> dict[str, object]:
    events = [event for event in recorder.events.get(number, ()) if not is_hidden(event)]
    return {
        "line": packet.line,
        "port": packet.port,
        "frame": packet.frame.hex(),
        "out": [{"port": each.port, "frame": each.frame.hex()} for each in device.outputs() if each.cause == number],
        "trace": _FOLDER.sub("[", "\n".join(f"{journey(event.at)} {render(event)}" for event in events)),
    }


def _compiled(program: str) -> tuple[CompileResult | None, list[dict[str, object]]]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, _NAME)
        file.write_text(program, encoding="utf-8")
        try:
            compiled = compile_file(file)
        except CompileErrors as problem:
            found, made = problem.diagnostics, None
        else:
            found, made = compiled.warnings, compiled
    return made, [
        {
            "severity": each.severity,
            "line": each.line if each.file == str(file) else 0,
            "column": each.column,
            "text": str(each).replace(f"{folder}/", ""),
        }
        for each in found
    ]


def _signature(compiled: CompileResult, action_id: int) -> str:
    action = next(each for each in compiled.p4info.actions if each.preamble.id == action_id)
    params = ", ".join(f"{param.name}: {param.bitwidth} bits" for param in action.params)
    return f"{action.preamble.alias}({params})"
