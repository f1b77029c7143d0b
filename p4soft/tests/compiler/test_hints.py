# SPDX-License-Identifier: Apache-2.0
"""One error per mistake, and what to write instead: mistakes of the programs that people bring along."""

from __future__ import annotations

import pytest
from tests.compiler.compiler_kit import build, source

from p4soft.compiler import CompileErrors


def messages(tmp_path, text: str) -> list[str]:
    with pytest.raises(CompileErrors) as caught:
        build(tmp_path, text)
    return [str(e).splitlines()[0].partition("error: ")[2] for e in caught.value.errors]


@pytest.mark.parametrize(
    ("parts", "now"),
    [
        ({"ingress": "clone3(CloneType.I2E, 5, {hdr.h.a});"}, "clone_preserving_field_list(type, session, index)"),
        ({"ingress": "resubmit({hdr.h.a});"}, "resubmit_preserving_field_list(index)"),
        ({"egress": "recirculate(meta);"}, "recirculate_preserving_field_list(index)"),
    ],
)
def test_functions_that_were_replaced_say_by_what(tmp_path, parts, now):
    (message,) = messages(tmp_path, source(**parts))
    assert f"expected `{now}`, and @field_list(index) at the metadata to keep" in message


def test_why_a_table_cannot_be_applied_in_an_action(tmp_path):
    text = source(locals="table t { actions = { NoAction; } } action a() { t.apply(); }", ingress="a();")
    assert messages(tmp_path, text) == [
        "the table `t` cannot be applied in an action: P4_16 applies tables in controls alone; "
        "expected its apply() in a control's apply block, before or after the call"
    ]


def test_a_wrong_argument_is_one_error(tmp_path):
    text = source().replace("packet.emit(hdr);", "packet.emit(hdr.ipv44);")
    assert messages(tmp_path, text) == ["`headers_t` has no field `ipv44`; expected one of h, items"]


@pytest.mark.parametrize("missing", ["#include <v1model.p4>\n", "#include <core.p4>\n#include <v1model.p4>\n"])
def test_a_missing_include_is_one_error(tmp_path, missing):
    text = source(
        locals="counter(4, CounterType.bytes) c; table t { key = { hdr.h.a: exact; } actions = { NoAction; } }",
        ingress="mark_to_drop(std); t.apply();",
    )
    (message,) = messages(tmp_path, text.replace(missing, ""))
    assert message.endswith("is not declared: its include is missing; expected `#include <v1model.p4>`")
