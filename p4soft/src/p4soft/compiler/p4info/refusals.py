# SPDX-License-Identifier: Apache-2.0
"""Objects whose control-plane names p4c does not settle, so that it writes no P4Info.

Here they have names, and P4Runtime can use them; who asks for the file gets p4c's answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from p4soft.compiler import ast
from p4soft.compiler.evaluation.names import name_annotation
from p4soft.compiler.p4info.collect import Block
from p4soft.compiler.source import Diagnostic, Diagnostics


def refusals(blocks: Sequence[Block], diagnostics: Diagnostics) -> tuple[Diagnostic, ...]:
    """Why p4c writes no P4Info for a program that has these blocks."""
    found = Diagnostics(diagnostics.sources)
    for block in blocks:
        for name, table in block.tables:
            for prop in _nameless(table):
                where = f"property `{prop.name}` of table '{name}'"
                message = f"{where} makes an instance without name for the control plane"
                wanted = f'@name("...") before `{prop.name}`, or an instance of its own'
                found.error(prop.value.span, message, expected=wanted)
    _direct_applications(blocks, found)
    return tuple(found.items)


def _nameless(table: ast.TableDecl) -> Iterator[ast.TableProperty]:
    for prop in table.properties.values():
        if isinstance(prop.value, ast.ConstructorCall) and name_annotation(prop.annotations) is None:
            yield prop


def _direct_applications(blocks: Sequence[Block], found: Diagnostics) -> None:
    """`C.apply()` twice in one block: to p4c both have the name C, and so has what is inside."""
    seen: dict[tuple[int, int], set[int]] = {}
    for block in blocks:
        instance = block.instance
        direct = instance.parent is not None and instance.declared_by is None
        if not direct or not (block.tables or block.actions or block.externs):
            continue
        key = id(instance.parent), id(instance.decl)
        known = seen.setdefault(key, {id(instance)})
        if id(instance) not in known:
            message = f"`{instance.kind}.apply()` stands here twice: the control plane cannot tell the two apart"
            found.error(instance.span, message, expected=f"instances with names, `{instance.kind}() first;`")
            known.add(id(instance))
