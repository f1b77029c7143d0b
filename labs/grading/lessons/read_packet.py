# SPDX-License-Identifier: Apache-2.0
"""Lab 01: read a packet. The answers are compared with what the student's own capture was made of."""

from __future__ import annotations

from pathlib import Path

from common.documents import Document, DocumentError, read
from labs.grading.lesson import Item, Lesson, Work, WrongError, marked_as
from labs.grading.lessons.capture import Answer, story, write_capture
from p4soft.outputs import OutputError

_WIRE = "docs/protocol/wire-format.md"
_WHERE = {
    "usids": "the outer destination: 32 bits of block, then 16 bits each, until zeros",
    "next_switch": "the first uSID ahead; README.md says which bits name plane, tier and number",
    "receiver": "the last uSID ahead is the downlink at the last T0; the inner destination says the same",
    "ev": f"the UDP source port is its high half, the low 16 bits of the flow label its low half ({_WIRE})",
    "psn": "the last three bytes of the BTH",
    "queue_pair": "bytes 5 to 7 of the BTH",
    "payload_bytes": "the UDP length, less 8 of UDP, 12 of BTH, METH, TSETH, RETH, and 4 of ICRC",
    "marked_frame": "the two bits of ECN in the outer traffic class: 3 is CE",
    "trimmed_frame": "the outer DSCP, and an inner length that is longer than what is there",
    "bytes_cut_off": "what the inner IPv6 header still states against what is there",
    "lost_psn": "the PSN of the trimmed frame: its BTH is still there",
    "retransmission_frame": "the rtx bit of the BTH, and the same PSN again",
    "sack_frame": "the opcode of the BTH",
    "sack_cumulative_psn": "cack_psn in the SETH",
    "sack_ev": "the entropy field of the SETH, not the UDP source port of the SACK itself",
}
_ITEMS = {
    "path": ("usids", "next_switch", "receiver"),
    "entropy": ("ev",),
    "transport": ("psn", "queue_pair"),
    "payload": ("payload_bytes",),
    "mark": ("marked_frame",),
    "trim": ("trimmed_frame", "bytes_cut_off"),
    "repair": ("lost_psn", "retransmission_frame"),
    "sack": ("sack_frame", "sack_cumulative_psn", "sack_ev"),
}


def _grade(work: Work) -> None:
    with work.must("file"):
        document = _document(work.answer)
    with work.must("student"):
        student = str(document.data.get("student") or "")
        if not student.strip():
            raise WrongError(
                f"{document.place(('student',))}: student: empty; accepted: the name you got the capture for"
            )
        student = marked_as(student, work.student)
    truth = story(student).answers
    for name, questions in _ITEMS.items():
        with work.item(name):
            wrong = [_wrong(document, question, truth[question]) for question in questions]
            if any(wrong):
                raise WrongError("\n".join(filter(None, wrong)))


def _document(path: Path) -> Document:
    try:
        document = read(path)
    except DocumentError as error:
        raise WrongError(str(error)) from None
    missing = [name for name in ("student", *_WHERE) if name not in document.data]
    if missing:
        raise WrongError(f"{path.name}: no answer to {', '.join(missing)}; accepted: every question of the starter")
    unknown = [name for name in document.data if name not in ("student", *_WHERE)]
    if unknown:
        raise WrongError(f"{document.place((unknown[0],))}: {unknown[0]}: nobody asked; accepted: {', '.join(_WHERE)}")
    return document


def _wrong(document: Document, question: str, truth: Answer) -> str:
    """What is wrong with an answer, without the right one; empty if nothing is."""
    given = document.data[question]
    if _plain(given) == _plain(list(truth) if isinstance(truth, tuple) else truth):
        return ""
    shown = [hex(each) if isinstance(each, int) else each for each in given] if isinstance(given, list) else given
    text = f"{shown} ({given:#x})" if isinstance(given, int) and not isinstance(given, bool) else f"{shown}"
    line = document.place((question,)).line
    return f"line {line}, {question}: {text} is not what the capture says; read {_WHERE[question]}"


def _plain(value: object) -> object:
    """A value that compares: numbers as numbers, also those written as text; names in small letters."""
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if isinstance(value, str):
        try:
            return int(value, 0)
        except ValueError:
            return value.strip().casefold()
    return value


def _material(student: str, folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder}: cannot make the folder: {error.strerror}") from None
    write_capture(student, folder)


LESSON = Lesson(
    title="read a packet",
    only="no switch",
    items=(
        Item("file", "the file can be read, and has an answer to every question", "the starter has all questions"),
        Item("student", "it says whose it is", "the name that make lab-material was given"),
        Item("path", "frame 1: the uSIDs ahead, the next node, the receiver", "README.md, 'Names'", 3),
        Item("entropy", "frame 1: the entropy value", f"{_WIRE}, the EV", 2),
        Item("transport", "frame 1: PSN and queue pair", f"{_WIRE}, section 6: the BTH", 1),
        Item("payload", "frame 1: the bytes it carries", f"{_WIRE}, section 1.3", 1),
        Item("mark", "the frame that was marked", "hints.md, 3", 1),
        Item("trim", "the frame that was trimmed, and how much is missing", "hints.md, 4", 2),
        Item("repair", "what was lost, and where it was sent again", "hints.md, 5", 2),
        Item("sack", "what the receiver reported", f"{_WIRE}, section 6: the SETH", 2),
    ),
    grade=_grade,
    material=_material,
)
