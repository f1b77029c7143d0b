# SPDX-License-Identifier: Apache-2.0
"""The fields of a kind of file, listed for people from the model that checks it: name, default, accepted values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Annotated, get_args, get_origin

import click
from pydantic import BaseModel, BeforeValidator
from pydantic.fields import FieldInfo

from common.documents import DocumentError
from common.quantities import parse_time, written_time


def listing(model: type[BaseModel], words: Sequence[str], width: int) -> str:
    """All fields of `model` and of the models below it, or those whose dotted name has one of `words`.

    Raises:
        DocumentError: no field's name has one of them.
    """
    found = [
        (heading, lines)
        for path, section in dict.fromkeys(_sections(model, ""))
        if (lines := [line for name, line in _lines(section, path) if not words or any(word in name for word in words)])
        for heading in [f"{path or 'at the top'}: {_gist(section)}"]
    ]
    if not found:
        raise DocumentError(
            f"{' '.join(words)}: no such field; accepted: a part of the name of one, or nothing for all"
        )
    return "\n".join(
        click.wrap_text(text, width, *(("  ", "      ") if inside else ("", "  ")))
        for heading, lines in found
        for inside, text in [(False, heading), *((True, line) for line in lines)]
    )


def _lines(section: type[BaseModel], path: str) -> Iterator[tuple[str, str]]:
    for name, field in section.model_fields.items():
        written = field.alias or name
        default = " (required)" if field.is_required() else _default(field)
        yield f"{path}.{written}".lstrip("."), f"{written}{default}: {field.description or 'see below'}"


def _default(field: FieldInfo) -> str:
    value = field.default
    if isinstance(value, bool):
        return f" = {str(value).lower()}"
    if isinstance(value, int) and (parsers := _parsers(field)):
        return f" = {written_time(value)}" if parse_time in parsers else ""  # a number that files write otherwise
    if isinstance(value, Enum):
        return f" = {value.value}"
    return f" = {value}" if isinstance(value, int | float | str) and value != "" else ""


def _parsers(field: FieldInfo) -> list[object]:
    inside = [each for part in get_args(field.annotation) for each in getattr(part, "__metadata__", ())]
    found = [each.func for each in (*field.metadata, *inside) if isinstance(each, BeforeValidator)]
    return [getattr(each, "__wrapped__", each) for each in found]


def _sections(model: type[BaseModel], path: str) -> Iterator[tuple[str, type[BaseModel]]]:
    """The models of a file by the path at which they stand, from the top down."""
    yield path, model
    for name, field in model.model_fields.items():
        for below, suffix in _models(field.annotation, ""):
            yield from _sections(below, f"{path}.{field.alias or name}{suffix}".lstrip("."))


def _models(annotation: object, suffix: str) -> Iterator[tuple[type[BaseModel], str]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation, suffix
        return
    origin, inside = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        inside = inside[:1]
    elif origin in (list, tuple):
        suffix += "[]"
    elif origin in (dict, Mapping):
        inside, suffix = inside[1:], f"{suffix}.NAME"
    for each in inside:
        yield from _models(each, suffix)


def _gist(section: type[BaseModel]) -> str:
    """The first sentence of a model's own docstring."""
    told = section.__dict__.get("__doc__") or ""
    return " ".join(told.split("\n\n")[0].split()).rstrip(".") or "its fields"
