# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: E501 - P4 snippets read better on one line
"""Against the real p4c, when it is on the PATH: the same P4Info, and JSON that does the same to packets."""

from __future__ import annotations

from pathlib import Path

import pytest
from reference_kit import needs
from tests.compiler.compiler_kit import source
from tests.compiler.p4c_kit import by_both, check_p4info, check_packets

pytestmark = [pytest.mark.bmv2, needs("p4c-bm2-ss")]

ROUTER = Path(__file__).parents[2] / "examples" / "router.p4"

SMALL = {
    "tables": {
        "locals": """
        direct_counter(CounterType.bytes) seen;
        action set_a(bit<8> v) { hdr.h.a = v; seen.count(); } action leave() { hdr.h.b = 1; exit; }
        table t { key = { hdr.h.d: lpm; hdr.h.a: ternary; } actions = { set_a; leave; NoAction; } counters = seen; }
        table u { key = { hdr.h.c: range; hdr.items[0].isValid(): exact; } actions = { leave; NoAction; } const entries = {
            (5..9, false): leave(); (_, true): NoAction(); } }
        """,
        "ingress": "if (t.apply().hit) { hdr.h.e = hdr.h.e + 1; } switch (u.apply().action_run) { leave: { hdr.h.c = 7; } }",
    },
    "arithmetic": {
        "locals": "register<bit<48>>(16) r;",
        "ingress": """
        bit<48> n; r.read(n, (bit<32>)hdr.h.a[3:0]); n = n + ((bit<48>)hdr.h.d << 8) |-| 48w77; r.write((bit<32>)hdr.h.a[3:0], n);
        hdr.h.d = n[47:16]; hdr.h.s = hdr.h.s |+| (int<8>)hdr.h.b; hdr.h.c[11:4] = hdr.h.e ^ ~hdr.h.a;
        hdr.h.b = hdr.h.s < 0 ? -hdr.h.b : hdr.h.b >> 3;
        """,
    },
    "parser": {
        "after_extract": "transition select(hdr.h.a, hdr.h.b) { (0..7, _): more; (_, 1 &&& 1): more; default: accept; }",
        "states": """
        state more { packet.extract(hdr.items.next); hdr.h.c = hdr.h.c + (bit<16>)hdr.items.last.value;
                     transition select(packet.lookahead<bit<8>>()) { 0: accept; 0xff: last; default: more; } }
        state last { packet.advance(8); transition more; }
        """,
        "ingress": "hdr.items.pop_front(1); if (hdr.items[0].isValid() && std.parser_error == error.NoError) { hdr.h.e = 1; }",
        "compute": "update_checksum(hdr.h.isValid(), { hdr.h.a, hdr.h.b, hdr.h.d }, hdr.h.c, HashAlgorithm.csum16);",
    },
}  # fmt: skip


@pytest.fixture(scope="module", params=["router", *SMALL])
def both(request, tmp_path_factory):
    """p4c's and our JSON and P4Info of one program."""
    directory = tmp_path_factory.mktemp("oracle")
    file = ROUTER
    if request.param != "router":
        file = directory / "program.p4"
        file.write_text(source(**SMALL[request.param]))
    return by_both(file, directory)


def test_the_same_p4info(both):
    check_p4info(both)


def test_the_same_packets(both):
    check_packets(both)
