# SPDX-License-Identifier: Apache-2.0
"""Plain data as pydantic models; every problem says where, what, and what would be accepted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import UnionType
from typing import Annotated, TypeVar, get_args, get_origin

from pydantic import BaseModel, Tag, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from documents.reading import Document, DocumentError, Loc, Problem

Model = TypeVar("Model", bound=BaseModel)


def validate(document: Document, model: type[Model]) -> Model:
    """The document as a model.

    Raises:
        DocumentError: with one sentence per problem.
    """
    try:
        return model.model_validate(document.data)
    except ValidationError as error:
        raise DocumentError([document.sentence(problem) for problem in problems(error, model)]) from None


def problems(error: ValidationError, model: type[BaseModel]) -> list[Problem]:
    """What pydantic found wrong, one problem per place (it reports a union once per member)."""
    found: dict[Loc, Problem] = {}
    for details in error.errors():
        problem = _problem(details, model)
        found.setdefault(problem.loc, problem)
    return list(found.values())


def _problem(details: ErrorDetails, root: type[BaseModel]) -> Problem:
    owner, loc = _owner(details["loc"], root)
    kind, value = details["type"], details.get("input")
    accepted = _accepted(owner, loc)
    if kind == "extra_forbidden":
        return Problem(
            loc, "unknown field", ", ".join(field.alias or name for name, field in owner.model_fields.items())
        )
    if kind == "missing":
        return Problem(loc, "missing", accepted)
    what = details["msg"].removeprefix("Value error, ").replace("Input should", "should")
    what = re.sub(r"valid dictionary( or instance of \w+)?", "map of fields", what)
    if not isinstance(value, dict | list) and repr(value) not in what:
        what += f", got {value!r}"
    return Problem(loc, what[:1].lower() + what[1:], accepted)


def _owner(loc: Loc, root: type[BaseModel]) -> tuple[type[BaseModel], Loc]:
    """The model that owns the last field of `loc`, and `loc` without what pydantic adds to name union members."""
    owner = root
    annotation: object = root
    kept: list[str | int] = []
    for part in loc:
        if part == "[key]":
            continue
        tagged = _tagged(annotation)
        if part in tagged:
            owner = annotation = tagged[part]
            continue
        annotation = _without_none(annotation)
        if get_origin(annotation) in (dict, Mapping):
            annotation = get_args(annotation)[1]
        elif get_origin(annotation) in (list, tuple):
            annotation = get_args(annotation)[0]
        elif isinstance(annotation, type) and issubclass(annotation, BaseModel):
            owner = annotation
            field = _field(owner, part)
            annotation = field.annotation if field else None
        else:
            break
        kept.append(part)
    return owner, tuple(kept)


def _field(model: type[BaseModel], part: str | int) -> FieldInfo | None:
    """The field a file writes as `part`."""
    return next((field for name, field in model.model_fields.items() if part == (field.alias or name)), None)


def _without_none(annotation: object) -> object:
    if get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    members = [member for member in get_args(annotation) if member is not type(None)]
    return members[0] if isinstance(annotation, UnionType) and len(members) == 1 else annotation


def _tagged(annotation: object) -> dict[str | int, type[BaseModel]]:
    """The members of a union that pydantic names by tags; none of anything else."""
    if get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    return {
        metadata.tag: get_args(member)[0]
        for member in get_args(annotation)
        if get_origin(member) is Annotated
        for metadata in member.__metadata__
        if isinstance(metadata, Tag)
    }


def _accepted(model: type[BaseModel], loc: Loc) -> str:
    for part in reversed(loc):
        field = _field(model, part)
        if field is not None:
            return field.description or ""
    return ""
