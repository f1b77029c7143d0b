# SPDX-License-Identifier: Apache-2.0
"""Helpers of the front end's tests: check source given as text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.compiler.ast_kit import children

from p4soft.compiler import ast
from p4soft.compiler.diagnostics import CompileErrors, Diagnostic, Diagnostics
from p4soft.compiler.front_end import TypedProgram, check_file
from p4soft.compiler.parsing import parse_program
from p4soft.compiler.parsing.tokens import Token
from p4soft.compiler.preprocessor import Preprocessor

V1MODEL_REST = """
parser P(packet_in b, out headers_t hdr, inout meta_t meta, inout standard_metadata_t sm) {
    state start { transition accept; }
}
control V(inout headers_t hdr, inout meta_t meta) { apply { } }
control E(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t sm) { apply { } }
control C(inout headers_t hdr, inout meta_t meta) { apply { } }
control D(packet_out b, in headers_t hdr) { apply { b.emit(hdr); } }
V1Switch(P(), V(), I(), E(), C(), D()) main;
"""

V1MODEL_TYPES = """#include <core.p4>
#include <v1model.p4>
header h_t { bit<8> a; bit<16> b; int<8> s; bit<32> c; }
struct headers_t { h_t h; h_t g; h_t[4] stack; }
struct meta_t { bit<8> x; bit<16> y; bool flag; bit<128> wide; }
"""


def tokens(text: str) -> list[Token]:
    """The tokens of some text, preprocessed; raises CompileErrors on lexical errors."""
    diagnostics = Diagnostics()
    with TemporaryDirectory() as directory:
        path = Path(directory) / "test.p4"
        path.write_text(text)
        found = Preprocessor(diagnostics).run(path)
    diagnostics.raise_if_errors()
    return found[:-1]


def parse(text: str) -> ast.Program:
    """The syntax tree of some text; raises CompileErrors on syntax errors."""
    diagnostics = Diagnostics()
    with TemporaryDirectory() as directory:
        path = Path(directory) / "test.p4"
        path.write_text(text)
        program = parse_program(Preprocessor(diagnostics).run(path), diagnostics)
    diagnostics.raise_if_errors()
    return program


def check(text: str, *, defines: dict[str, str | None] | None = None) -> TypedProgram:
    """Check some text; raises CompileErrors."""
    with TemporaryDirectory() as directory:
        path = Path(directory) / "test.p4"
        path.write_text(text)
        return check_file(path, (), defines)


def errors(text: str) -> list[Diagnostic]:
    """The errors of some text; an empty list if it is accepted."""
    try:
        check(text)
    except CompileErrors as e:
        return list(e.errors)
    return []


def ingress(apply: str, before: str = "", top: str = "") -> str:
    """A whole v1model program around the body of an ingress control."""
    control = f"""control I(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t sm) {{
{before}
apply {{
{apply}
}}
}}
"""
    return V1MODEL_TYPES + top + control + V1MODEL_REST


def nodes(node: ast.Node) -> Iterator[ast.Node]:
    """A node and all nodes below it."""
    yield node
    for child in children(node):
        yield from nodes(child)


def declared(program: TypedProgram | ast.Program, name: str) -> ast.Declaration:
    """The first declaration of that name anywhere in the program."""
    tree = program.program if isinstance(program, TypedProgram) else program
    for decl in tree.declarations:
        for node in nodes(decl):
            if isinstance(node, ast.Declaration) and node.name == name:
                return node
    raise AssertionError(f"{name} is not declared")


def constant(expression: str, type_: str = "int") -> object:
    """The compile-time value of an expression."""
    decl = declared(check(f"const {type_} x = {expression};"), "x")
    assert isinstance(decl, ast.ConstDecl)
    return decl.value.const_value
