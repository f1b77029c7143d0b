# SPDX-License-Identifier: Apache-2.0
"""A program with a table of every kind whose entries write two numbers that belong together, and its frames."""

from __future__ import annotations

import struct
import tempfile
from functools import cache
from pathlib import Path

from p4soft.compiler import compile_file

KINDS = ("exact", "lpm", "ternary", "range", "profile", "selector")
"""One key field of 16 bits for each, then two numbers of 16 bits that its entry writes."""

_TABLE = """
    action set_{k}(bit<16> a, bit<16> b) {{ h.{k}_a = a; h.{k}_b = b; }}
    table {k}_table {{ key = {{ {key} }} actions = {{ set_{k}; NoAction; }} default_action = NoAction(); size = {size};
                      {extra} }}
"""
_KEYS = {k: f"h.{k}_key: {k};" for k in ("exact", "lpm", "ternary", "range")} | {
    "profile": "h.profile_key: exact;",
    "selector": "h.selector_key: exact; h.exact_key: selector;",
}
_EXTRAS = {
    "profile": "implementation = action_profile(32);",
    "selector": "implementation = action_selector(HashAlgorithm.crc32, 32, 16);",
}
_PROGRAM = """
#include <core.p4>
#include <v1model.p4>
header h_t {{ bit<16> mark; {fields} }}
struct headers {{ h_t h; }}
struct meta_t {{ }}
parser P(packet_in p, out headers hdr, inout meta_t m, inout standard_metadata_t s) {{
    state start {{ p.extract(hdr.h); transition accept; }} }}
control V(inout headers hdr, inout meta_t m) {{ apply {{ }} }}
control Tables(inout h_t h) {{ {tables} apply {{ {applied} h.mark = {mark}; }} }}
control I(inout headers hdr, inout meta_t m, inout standard_metadata_t s) {{
    Tables() tables;
    apply {{ s.egress_spec = 1; tables.apply(hdr.h); }} }}
control E(inout headers hdr, inout meta_t m, inout standard_metadata_t s) {{ apply {{ }} }}
control C(inout headers hdr, inout meta_t m) {{ apply {{ }} }}
control D(packet_out p, in headers hdr) {{ apply {{ p.emit(hdr); }} }}
V1Switch(P(), V(), I(), E(), C(), D()) main;
"""
_FRAME = struct.Struct(">H" + "HHH" * len(KINDS))


@cache
def compiled(mark=7, size=1024):
    """The program, which nobody changes; `mark` is what it writes into every frame."""
    fields = " ".join(f"bit<16> {k}_key; bit<16> {k}_a; bit<16> {k}_b;" for k in KINDS)
    tables = "".join(_TABLE.format(k=k, key=_KEYS[k], size=size, extra=_EXTRAS.get(k, "")) for k in KINDS)
    applied = " ".join(f"{k}_table.apply();" for k in KINDS)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, f"together{mark}.p4")
        source.write_text(_PROGRAM.format(fields=fields, tables=tables, applied=applied, mark=mark))
        return compile_file(source)


def frame(keys):
    """A frame with these keys, one for each kind."""
    return _FRAME.pack(0, *(n for key in keys for n in (key, 0, 0)))


def read(data):
    """Mark, keys, and the two numbers of each kind."""
    mark, *numbers = _FRAME.unpack(data)
    return mark, numbers[::3], list(zip(numbers[1::3], numbers[2::3], strict=True))
