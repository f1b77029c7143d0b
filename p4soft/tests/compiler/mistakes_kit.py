# SPDX-License-Identifier: Apache-2.0
"""The known mistakes of data/mistakes.txt, and the program they are made in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

TEMPLATE = """#include <core.p4>
#include <v1model.p4>
header ethernet_t { bit<48> dst; bit<48> src; bit<16> type; }
header ipv4_t { bit<8> ttl; bit<8> protocol; bit<16> length; bit<32> src; bit<32> dst; }
struct headers_t { ethernet_t ethernet; ipv4_t ipv4; ipv4_t[2] tunnel; }
struct meta_t { bit<9> port; bit<8> count; bool routed; }
{top}
parser MyParser(packet_in packet, out headers_t hdr, inout meta_t meta, inout standard_metadata_t sm) {
{parser}
}
control MyIngress(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t sm) {
{ingress}
}
control MyVerify(inout headers_t hdr, inout meta_t meta) { apply { } }
control MyEgress(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t sm) { apply { } }
control MyUpdate(inout headers_t hdr, inout meta_t meta) { apply { } }
control MyDeparser(packet_out packet, in headers_t hdr) { apply { packet.emit(hdr); } }
V1Switch(MyParser(), MyVerify(), MyIngress(), MyEgress(), MyUpdate(), MyDeparser()) main;
"""

CORRECT = {
    "top": "",
    "parser": "    state start { packet.extract(hdr.ethernet); transition accept; }",
    "ingress": "    apply { }",
}


@dataclass(frozen=True)
class Mistake:
    """One entry of data/mistakes.txt."""

    name: str
    place: str
    text: str
    messages: str


def mistakes() -> list[Mistake]:
    """All entries of data/mistakes.txt."""
    content = (Path(__file__).parent / "data" / "mistakes.txt").read_text()
    entry = re.compile(r"^== (\w+): (\w+)\n(.*?)\n--\n(.*?)\n(?=\n== |\Z)", re.MULTILINE | re.DOTALL)
    return [Mistake(*found.groups()) for found in entry.finditer(content)]
