# SPDX-License-Identifier: Apache-2.0
"""P4Info of a program (P4Runtime's description of it), with the ids, names, widths and annotations p4c gives it.

Also the entries that the program gives its tables, and both as bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from google.protobuf import json_format, text_format
from msgspec import Struct

from p4soft.compiler import ast
from p4soft.compiler.diagnostics import Diagnostic, Diagnostics, Span, Unsupported
from p4soft.compiler.evaluation import Evaluator, Instance, control_plane_name, entry_priorities, name_annotation
from p4soft.compiler.front_end import TypedProgram
from p4soft.compiler.p4info.collect import Block
from p4soft.compiler.p4info.objects import (
    EXTERN_KINDS,
    MATCH_TYPES,
    Draft,
    add_action,
    add_controller_header,
    add_digest,
    add_extern,
    add_table,
    add_value_set,
    digest_name,
    hidden,
)
from p4soft.compiler.p4info.preamble import Prefix, add_annotations, add_documentation, annotation_pairs
from p4soft.messages import p4info_pb2, p4runtime_pb2

__all__ = [
    "FORMATS",
    "InitialEntry",
    "build",
    "serialise",
    "write_request",
]


def build(
    program: TypedProgram, root: Instance, evaluator: Evaluator
) -> tuple[p4info_pb2.P4Info, dict[str, tuple[InitialEntry, ...]], tuple[Diagnostic, ...]]:
    """The P4Info of a program, the entries that it gives its tables, and why p4c would refuse to write P4Info.

    Raises:
        Unsupported: an annotation, id or type cannot be described to a control plane.
    """
    draft = Draft(program, root, evaluator)
    named_actions: dict[str, tuple[ast.ActionDecl, Instance | None]] = {}
    for block in draft.blocks:
        _collect(draft, block, named_actions)
    headers = [
        d
        for d in program.program.declarations
        if isinstance(d, ast.HeaderDecl) and d.annotation("controller_header") is not None and not hidden(d)
    ]
    for header in headers:
        name = control_plane_name(header)
        draft.symbols.add(Prefix.CONTROLLER_HEADER, name, header.annotations, header.span)
    draft.symbols.resolve()
    _add_package(draft.info.pkg_info, root.declared_by, program.diagnostics)
    done: set[int] = set()
    entries: dict[str, tuple[InitialEntry, ...]] = {}
    for block in draft.blocks:
        for name, table in block.tables:
            if not hidden(table):
                add_table(draft, name, table, block.instance)
                if table.entries:
                    entries[name] = _initial_entries(table)
        for name, action in block.actions:
            number = draft.symbols.id(Prefix.ACTION, name)
            if not hidden(action) and number not in done:
                done.add(number)
                add_action(draft, name, action, with_params=id(action) in block.in_tables)
        for name, value_set in block.value_sets:
            add_value_set(draft, name, value_set)
        for instance in block.externs:
            add_extern(draft, instance)
        for call in block.digests:
            add_digest(draft, call)
    for header in headers:
        add_controller_header(draft, header)
    if draft.info.tables or any(b.externs or b.calls_externs for b in draft.blocks):
        draft.info.type_info.SetInParent()  # as p4c, which touches it for each of these, whatever their types
    _check_duplicates(draft.info, root.span)
    return draft.info, entries, _refusals(draft.blocks, program.diagnostics)


def _collect(draft: Draft, block: Block, named_actions: dict[str, tuple[ast.ActionDecl, Instance | None]]) -> None:
    decl = block.instance.decl
    own = decl.locals if isinstance(decl, ast.ControlDecl) else []
    for name, action in block.actions:
        instance = block.instance if any(local is action for local in own) else None
        before, where = named_actions.setdefault(name, (action, instance))
        if before is not action:
            raise Unsupported(
                action.name_span,
                f"the actions `{before.name}` and `{action.name}` have the same control-plane name '{name}'",
                expected="another @name for one of them",
            )
        if where is not instance and where is not None and instance is not None:
            raise Unsupported(
                action.name_span,
                f"action `{action.name}` has the control-plane name '{name}' in '{where.name}' and '{instance.name}'",
                expected="a @name without the dot in front, which the name of the instance comes before",
            )
        draft.symbols.add(Prefix.ACTION, name, action.annotations, action.span)
    for name, table in block.tables:
        draft.symbols.add(Prefix.TABLE, name, table.annotations, table.span)
    for name, value_set in block.value_sets:
        draft.symbols.add(Prefix.VALUE_SET, name, value_set.annotations, value_set.span)
    for instance in block.externs:
        kind = EXTERN_KINDS.get(instance.kind)
        if kind is not None:
            draft.symbols.add(kind, instance.name, instance.annotations, instance.span)
    for call in block.digests:
        draft.symbols.add(Prefix.DIGEST, digest_name(draft, call), (), call.span)


def _check_duplicates(info: p4info_pb2.P4Info, span: Span) -> None:
    for group in (
        "tables",
        "counters",
        "direct_counters",
        "meters",
        "direct_meters",
        "registers",
        "action_profiles",
        "value_sets",
    ):
        seen: set[str] = set()
        for item in getattr(info, group):
            if item.preamble.name in seen:
                raise Unsupported(
                    span,
                    f"the name '{item.preamble.name}' is used for several {group.replace('_', ' ')}",
                )
            seen.add(item.preamble.name)


# --- The program as a whole: `@pkginfo`, `@platform_property` --------------------------------------------------------


ARCH = "v1model"


def _add_package(package: p4info_pb2.PkgInfo, main: ast.Instantiation | None, diagnostics: Diagnostics) -> None:
    """Describe the program from the annotations of its `main`."""
    package.arch = ARCH
    if main is None:
        return
    for annotation in main.annotations:
        if annotation.name == "pkginfo":
            for key, value in annotation_pairs(annotation):
                if key in ("name", "version", "organization", "contact", "url", "arch") and isinstance(value, str):
                    setattr(package, key, value)
                else:
                    diagnostics.warn(
                        annotation.span,
                        f"key '{key}' of @pkginfo is ignored",
                        expected="name, version, organization, contact or url with a string",
                        code="pkginfo",
                    )
        elif annotation.name == "platform_property":
            properties = package.platform_properties
            for key, value in annotation_pairs(annotation):
                if isinstance(value, int) and key in properties.DESCRIPTOR.fields_by_name:
                    setattr(properties, key, value)
    kept = [a for a in main.annotations if a.name not in ("pkginfo", "platform_property")]
    add_annotations(package, kept)
    add_documentation(package, kept)


# --- Objects whose control-plane names p4c does not settle, so that it writes no P4Info ------------------------------

# Here they have names, and P4Runtime can use them; a user who asks for the file gets p4c's answer.


def _refusals(blocks: Sequence[Block], diagnostics: Diagnostics) -> tuple[Diagnostic, ...]:
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


# --- The entries that a program gives its tables, as the P4Runtime WriteRequest that p4c writes of them --------------


_RANKED = {MATCH_TYPES["ternary"], MATCH_TYPES["range"], MATCH_TYPES["optional"]}
Json = Mapping[str, Any]


class InitialEntry(Struct, frozen=True):
    """Facts about an entry that BMv2's JSON lacks: its priority for P4Runtime, and whether it is const."""

    priority: int
    const: bool


def _initial_entries(decl: ast.TableDecl) -> tuple[InitialEntry, ...]:
    """A table's entries in the order of the program.

    Entries of a const table win in the order in which they stand, so they count down to 1.
    """
    priorities = range(len(decl.entries), 0, -1) if decl.entries_const else entry_priorities(decl)
    return tuple(
        InitialEntry(priority, decl.entries_const or entry.const)
        for priority, entry in zip(priorities, decl.entries, strict=True)
    )


def write_request(
    json: Json, info: p4info_pb2.P4Info, given: Mapping[str, Sequence[InitialEntry]]
) -> p4runtime_pb2.WriteRequest:
    """One INSERT for each entry, those that win first.

    Args:
        json: the program as BMv2 JSON.
        info: its P4Info.
        given: the entries of each table, by its name.
    """
    request = p4runtime_pb2.WriteRequest()
    tables = {table["name"]: table for pipeline in json["pipelines"] for table in pipeline["tables"]}
    actions = {action["id"]: action["name"] for action in json["actions"]}
    described = {action.preamble.name: action for action in info.actions}
    for table in info.tables:
        name = table.preamble.name
        if name not in given or name not in tables:
            continue
        pairs = list(zip(tables[name]["entries"], given[name], strict=True))
        if not table.is_const_table:
            pairs.sort(key=lambda pair: int(pair[0]["priority"]))
        for item, initial in pairs:
            update = request.updates.add()
            update.type = p4runtime_pb2.Update.INSERT
            entry = update.entity.table_entry
            entry.table_id = table.preamble.id
            entry.match.extend(_matches(table, item["match_key"]))
            called = item["action_entry"]
            action = described[actions[called["action_id"]]]
            entry.action.action.action_id = action.preamble.id
            for param, value in zip(action.params, called["action_data"], strict=True):
                entry.action.action.params.add(param_id=param.id, value=_bytes(value))
            if any(field.match_type in _RANKED for field in table.match_fields):
                entry.priority = initial.priority
            entry.is_const = initial.const
    return request


def _matches(table: p4info_pb2.Table, keys: Sequence[Json]) -> Iterator[p4runtime_pb2.FieldMatch]:
    """The fields that an entry looks at."""
    for field, key in zip(table.match_fields, keys, strict=True):
        match = p4runtime_pb2.FieldMatch(field_id=field.id)
        if field.match_type == MATCH_TYPES["exact"]:
            match.exact.value = _bytes(key["key"])
        elif field.match_type == MATCH_TYPES["lpm"]:
            match.lpm.value, match.lpm.prefix_len = _bytes(key["key"]), key["prefix_length"]
            if not key["prefix_length"]:
                continue
        elif field.match_type == MATCH_TYPES["range"]:
            match.range.low, match.range.high = _bytes(key["start"]), _bytes(key["end"])
            if int(key["start"], 16) == 0 and int(key["end"], 16) == (1 << field.bitwidth) - 1:
                continue
        elif int(key["mask"], 16) == 0:
            continue
        elif field.match_type == MATCH_TYPES["optional"]:
            match.optional.value = _bytes(key["key"])
        else:
            match.ternary.value, match.ternary.mask = _bytes(key["key"]), _bytes(key["mask"])
        yield match


def _bytes(hexstr: str) -> bytes:
    """A number of the JSON, which has all the digits of its width."""
    return bytes.fromhex(hexstr.removeprefix("0x"))


# --- P4Info and entries as bytes, in the format a file name asks for (as `p4c --p4runtime-files` does) ---------------


FORMATS = (".txtpb", ".txt", ".json", ".bin")
"""Known suffixes: text, text (deprecated by p4c), JSON, binary."""


def serialise(message: p4info_pb2.P4Info | p4runtime_pb2.WriteRequest, suffix: str) -> bytes:
    """The message in the format of a file suffix. Raises ValueError: the suffix is not one of `FORMATS`."""
    match suffix:
        case ".bin":
            return bytes(message.SerializeToString(deterministic=True))
        case ".json":
            return (json_format.MessageToJson(message) + "\n").encode()
        case ".txtpb" | ".txt":
            kind = message.DESCRIPTOR
            head = f"# proto-file: {kind.file.name}\n# proto-message: {kind.full_name}\n\n"
            return (head + text_format.MessageToString(message)).encode()
        case _:
            raise ValueError(f"unknown file suffix '{suffix}'; accepted: {', '.join(FORMATS)}")
