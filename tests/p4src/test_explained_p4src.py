# SPDX-License-Identifier: Apache-2.0
"""The switch program as a diagram: the text says what is in it, and the drawing is sound."""

import subprocess
from xml.etree import ElementTree

import pytest
from reference_kit import needs
from tests.explain.drawing_kit import check_drawing, lines_without_places

from p4soft.explain import to_svg, to_text
from p4soft.switch import load_program


def test_the_fabric_is_explained(compiled):
    program = load_program(compiled.json)
    lines = lines_without_places(to_text(program))
    assert "├─ state parse_ipv6" in lines
    assert "│        0x29     -> parse_inner_ipv6" in lines
    assert "│  │     key      dst_addr  lpm bit<128> = ipv6.dst_addr" in lines
    assert any("(0x0, 0x29)  -> parse_inner_ipv6" in line for line in lines)
    for table in program.tables():
        if not table.name.startswith("tbl_"):
            assert sum(line.endswith(f"table {table.name}") for line in lines) == 1


def test_the_drawing_is_sound(compiled):
    check_drawing(load_program(compiled.json))


@pytest.mark.bmv2
@needs("p4c-bm2-ss")
def test_what_p4c_compiled_is_explained(program, compiled, tmp_path):
    output = tmp_path / "p.json"
    subprocess.run(["p4c-bm2-ss", str(program), "-o", str(output)], check=True, capture_output=True)
    theirs = load_program(output.read_text())
    text = to_text(theirs)
    for table in load_program(compiled.json).tables():
        if not table.name.startswith("tbl_"):
            assert f"table {table.name}" in text
    ElementTree.fromstring(to_svg(theirs))
