# SPDX-License-Identifier: Apache-2.0
"""Answers: the solutions; wrong ones made of them (`answers/NN.yaml`), and other right ones (`NN/right-*.yaml`)."""

import shutil
from pathlib import Path

from common import documents
from labs.grading.lessons import LABS

ANSWERS = Path(__file__).with_name("answers")


def wrong_answers():
    """(lab, name, change) of every wrong answer."""
    for lab in LABS:
        for name, change in documents.read(ANSWERS / f"{lab.number}.yaml").data.items():
            yield lab, name, change


def right_answers():
    """(lab, name, change) of every right answer that is written differently from the solution."""
    for lab in LABS:
        for file in sorted((ANSWERS / lab.number).glob("right-*.yaml")):
            yield lab, file.stem, documents.read(file).data


def changed(lab, change, room):
    """The solution with one or several changes, in `room`: each text to replace is in it, once."""
    folder = room / "answer"
    shutil.copytree(lab.solution.parent, folder)
    for each in change.get("changes", [change]):
        path = folder / each.get("file", lab.answer)
        if "text" in each:
            path.write_text(each["text"])
            continue
        text = path.read_text()
        assert text.count(each["replace"]) == 1, each["replace"]
        path.write_text(text.replace(each["replace"], each["with"]))
    return folder / lab.answer


def failed(grade):
    """Names of the items that were tried and do not hold."""
    return [each.name for each in grade.items if each.verdict == "failed"]


def told(grade):
    return "\n".join(f"{each.name}: {each.seen}" for each in grade.items if not each.passed)
