# SPDX-License-Identifier: Apache-2.0
"""What a student reads after a mistake: the messages of data/mistakes.txt, word for word, carets included."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.compiler.mistakes_kit import CORRECT, TEMPLATE, mistakes

from p4soft.compiler import CompileErrors, compile_file


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
