# SPDX-License-Identifier: Apache-2.0
"""What a message can suggest for a name that means nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache

from p4soft.compiler import ast
from p4soft.compiler import types as t
from p4soft.compiler.preprocessing.preprocessor import P4INCLUDE

_LIBRARY = ("core.p4", "v1model.p4")
_DECLARED = re.compile(
    r"^(?:extern|struct|enum|package|parser|control|action|typedef bit<\d+>)\s+(?:void\s+|bool\s+)?(\w+)", re.MULTILINE
)
_MATCH_KINDS = re.compile(r"^match_kind \{([^}]*)\}", re.MULTILINE)

_TYPES = (
    ast.HeaderDecl,
    ast.StructDecl,
    ast.HeaderUnionDecl,
    ast.EnumDecl,
    ast.TypedefDecl,
    ast.TypeParam,
    ast.ExternDecl,
    ast.PackageTypeDecl,
    ast.ParserTypeDecl,
    ast.ControlTypeDecl,
    ast.ParserDecl,
    ast.ControlDecl,
)
_CALLED = (ast.ActionDecl, ast.FunctionDecl, ast.ExternFunctionDecl)


@cache
def library_names() -> frozenset[str]:
    """What core.p4 and v1model.p4 declare."""
    names = {"error"}
    for file in _LIBRARY:
        text = (P4INCLUDE / file).read_text()
        names.update(_DECLARED.findall(text))
        names.update(word for kinds in _MATCH_KINDS.findall(text) for word in re.findall(r"\w+", kinds))
    return frozenset(names)


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """`; did you mean ...?`, or nothing."""
    close = get_close_matches(name, list(names), 1)
    return f"; did you mean `{close[0]}`?" if close else ""


def similar(name: str, what: str, visible: Mapping[str, ast.Declaration]) -> str:
    """A suggestion among the declarations of the kind wanted (`what`, as in messages)."""
    kinds: tuple[type[ast.Declaration], ...] = _TYPES
    if what == "action":
        kinds = (ast.ActionDecl,)
    elif what == "function or action":
        kinds = _CALLED
    elif what != "type":
        return did_you_mean(name, (n for n, d in visible.items() if not isinstance(d, (*_TYPES, *_CALLED))))
    return did_you_mean(name, (n for n, d in visible.items() if isinstance(d, kinds)))


def method_owner(name: str, visible: Mapping[str, ast.Declaration]) -> str:
    """`packet.extract(...)` for a call of `extract(...)`: an object at hand that has the method."""
    for owner, decl in visible.items():
        type_ = decl.type
        if not isinstance(decl, ast.Parameter | ast.Instantiation) or not isinstance(type_, t.ExternType):
            continue
        if isinstance(type_.decl, ast.ExternDecl) and any(m.name == name and m.result for m in type_.decl.methods):
            return f"`{owner}.{name}(...)`"
    return ""
