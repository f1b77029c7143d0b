# SPDX-License-Identifier: Apache-2.0
"""Small v1model programs for the tests of the back end, and a switch to run them on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from pathlib import Path
from unittest import mock

from p4soft.compiler import CompileResult, compile_file
from p4soft.switch import SimpleSwitch, load_program
from p4soft.switch.state.match import ActionCall, MatchField

OUT_PORT = 1

TEMPLATE = """\
#include <core.p4>
#include <v1model.p4>
header h_t {{ bit<8> a; bit<8> b; bit<16> c; bit<32> d; int<8> s; bit<8> e; }}
header item_t {{ bit<8> kind; bit<8> value; }}
{globals}
struct headers_t {{ h_t h; item_t[3] items; {more_headers} }}
struct meta_t {{ bit<8> x; bool flag; {more_meta} }}
parser MyParser(packet_in packet, out headers_t hdr, inout meta_t meta, inout standard_metadata_t std) {{
    {parser_locals}
    state start {{ packet.extract(hdr.h); {after_extract} }}
    {states}
}}
control MyVerify(inout headers_t hdr, inout meta_t meta) {{ apply {{ {verify} }} }}
control MyIngress(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t std) {{
    {locals}
    apply {{ std.egress_spec = 1; {ingress} }}
}}
control MyEgress(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t std) {{
    {egress_locals}
    apply {{ {egress} }}
}}
control MyCompute(inout headers_t hdr, inout meta_t meta) {{ apply {{ {compute} }} }}
control MyDeparser(packet_out packet, in headers_t hdr) {{ apply {{ packet.emit(hdr); }} }}
V1Switch(MyParser(), MyVerify(), MyIngress(), MyEgress(), MyCompute(), MyDeparser()) main;
"""

PARTS = (
    "globals", "more_headers", "more_meta", "parser_locals", "states", "verify", "locals", "ingress",
    "egress_locals", "egress", "compute",
)  # fmt: skip


def source(*, after_extract: str = "transition accept;", **parts: str) -> str:
    """The template with its parts filled in."""
    unknown = set(parts) - set(PARTS)
    assert not unknown, unknown
    return TEMPLATE.format(after_extract=after_extract, **{name: parts.get(name, "") for name in PARTS})


def build(tmp_path: Path, text: str, *, left_out: Collection[str] = ()) -> CompileResult:
    """Compile a program given as text, without the calls of some extern functions."""
    file = tmp_path / "program.p4"
    file.write_text(text)
    return compile_file(file, left_out=left_out)


class Runner:
    """A switch running one program, in Python: LLVM takes longer than what these tests do; time advances by a
    millisecond per packet."""

    def __init__(self, result: CompileResult) -> None:
        self.switch = SimpleSwitch(seed=1, engine="python")
        self.switch.faults_are_fatal = True
        self.switch.load(load_program(result.json))
        self._now = 0

    def send(self, packet: str, port: int = 0) -> list[tuple[int, str]]:
        """What leaves for a packet in hex: (port, hex) pairs."""
        self._now += 1000
        frame = bytes.fromhex(packet)
        sent = self.switch.receive(port, frame, self._now) + self.switch.advance(self._now + 500)
        return [(e.port, e.frame.hex()) for e in sent]

    def one(self, packet: str) -> str:
        """The one frame that leaves on the usual port."""
        ((port, frame),) = self.send(packet)
        assert port == OUT_PORT
        return frame

    def add(self, table: str, key: list[MatchField], action: str, *args: int, priority: int = 0) -> None:
        """Add a table entry."""
        assert self.switch.state is not None
        self.switch.state.table(table).insert(key, ActionCall(action, args), priority=priority)


def run(tmp_path: Path, packet: str, **parts: str) -> str:
    """Compile a program and send it one packet; what leaves."""
    return Runner(build(tmp_path, source(**parts))).one(packet)


def status_of(entry: Callable[[], None], *words: str | Path) -> int:
    """The exit status of a command that is run in this process."""
    with mock.patch.object(sys, "argv", ["command", *map(str, words)]):
        try:
            entry()
        except SystemExit as end:
            assert isinstance(end.code, int)
            return end.code
    return 0
