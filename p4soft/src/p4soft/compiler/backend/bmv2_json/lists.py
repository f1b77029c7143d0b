# SPDX-License-Identifier: Apache-2.0
"""Calculations, field lists and learn lists as BMv2 JSON."""

from __future__ import annotations

from p4soft.compiler.backend.bmv2_json.expressions import inputs
from p4soft.compiler.backend.context import Calculation, Context, FieldList, LearnList
from p4soft.compiler.backend.storage.layout import Json


def calculation_json(item: Calculation, number: int, ctx: Context) -> Json:
    """One item of `calculations`."""
    found: Json = {"name": item.name, "id": number}
    if item.span is not None:
        found["source_info"] = ctx.source_info(item.span)
    read = inputs(item.inputs)
    if item.payload:
        read.append({"type": "payload", "value": None})
    return found | {"algo": item.algorithm, "input": read}


def field_list_json(item: FieldList, number: int) -> Json:
    """One item of `field_lists`; ids count from 1."""
    return {"id": number, "name": item.name, "elements": inputs(item.fields)}


def learn_list_json(item: LearnList, number: int, ctx: Context) -> Json:
    """One item of `learn_lists`; ids count from 1."""
    place = ctx.source_info(item.span)
    return {"id": number, "name": item.name, "source_info": place, "elements": inputs(item.items)}
