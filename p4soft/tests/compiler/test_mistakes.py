# SPDX-License-Identifier: Apache-2.0
"""What people read after a mistake: the message, and what to write instead."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.compiler.compiler_kit import build, source
from tests.compiler.mistakes_kit import CORRECT, TEMPLATE, mistakes

from p4soft.compiler import CompileErrors, compile_file

# --- Messages --------------------------------------------------------------------------------------------------------
# What a student reads after a mistake: the messages of data/mistakes.txt, word for word, carets included.


def messages(directory: Path, parts: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> str:
    """Every message about the template with its parts filled in, as the command line prints them."""
    text = TEMPLATE
    for place, part in (CORRECT | parts).items():
        text = text.replace(f"{{{place}}}", part)
    monkeypatch.chdir(directory)
    Path("test.p4").write_text(text)
    try:
        return "\n".join(map(str, compile_file(Path("test.p4")).warnings))
    except CompileErrors as errors:
        return str(errors)


def test_the_template_itself_is_right(tmp_path, monkeypatch):
    assert not messages(tmp_path, {}, monkeypatch)


def test_there_are_enough_mistakes():
    assert len(mistakes()) >= 60


@pytest.mark.parametrize("mistake", mistakes(), ids=lambda m: m.name)
def test_messages(tmp_path, monkeypatch, mistake):
    assert messages(tmp_path, {mistake.place: mistake.text}, monkeypatch) == mistake.messages


# --- Hints -----------------------------------------------------------------------------------------------------------
# One error per mistake, and what to write instead: mistakes of the programs that people bring along.


def hints_of(tmp_path, text: str) -> list[str]:
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
    (message,) = hints_of(tmp_path, source(**parts))
    assert f"expected `{now}`, and @field_list(index) at the metadata to keep" in message


def test_why_a_table_cannot_be_applied_in_an_action(tmp_path):
    text = source(locals="table t { actions = { NoAction; } } action a() { t.apply(); }", ingress="a();")
    assert hints_of(tmp_path, text) == [
        "the table `t` cannot be applied in an action: P4_16 applies tables in controls alone; "
        "expected its apply() in a control's apply block, before or after the call"
    ]


def test_a_wrong_argument_is_one_error(tmp_path):
    text = source().replace("packet.emit(hdr);", "packet.emit(hdr.ipv44);")
    assert hints_of(tmp_path, text) == ["`headers_t` has no field `ipv44`; expected one of h, items"]


@pytest.mark.parametrize("missing", ["#include <v1model.p4>\n", "#include <core.p4>\n#include <v1model.p4>\n"])
def test_a_missing_include_is_one_error(tmp_path, missing):
    text = source(
        locals="counter(4, CounterType.bytes) c; table t { key = { hdr.h.a: exact; } actions = { NoAction; } }",
        ingress="mark_to_drop(std); t.apply();",
    )
    (message,) = hints_of(tmp_path, text.replace(missing, ""))
    assert message.endswith("is not declared: its include is missing; expected `#include <v1model.p4>`")
