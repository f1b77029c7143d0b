# SPDX-License-Identifier: Apache-2.0
"""The labs that can be graded, in one table; a module here for each."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from pathlib import Path

from labs.grading.lesson import Lesson, UngradableError

LABS_ROOM = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Lab:
    """A row of the table.

    Attributes:
        number: two digits.
        folder: in `labs/` and `labs/solutions/`.
        answer: the file in `starter/` where the student works.
        module: of this package; it is imported for grading only.
        limit_s: seconds of processor time for a whole grading, the answer's own loops included.
    """

    number: str
    folder: str
    answer: str
    module: str
    limit_s: int = 60

    @property
    def starter(self) -> Path:
        return LABS_ROOM / self.folder / "starter" / self.answer

    @property
    def solution(self) -> Path:
        return LABS_ROOM / "solutions" / self.folder / self.answer

    def lesson(self) -> Lesson:
        found: Lesson = importlib.import_module(f"{__name__}.{self.module}").LESSON
        return found


LABS = (
    Lab("01", "01-read-a-packet", "answers.yaml", "read_packet"),
    Lab("02", "02-un-action", "switch.p4", "un_action"),
    Lab("03", "03-static-tables", "tables.py", "static_tables"),
    Lab("04", "04-trim", "switch.p4", "trim"),
    Lab("05", "05-trim-queue", "switch.p4", "trim_queue"),
    Lab("06", "06-ecn", "switch.p4", "ecn"),
    Lab("07", "07-selective-retransmission", "sender.py", "selective_retransmission"),
    Lab("08", "08-paths", "paths.py", "paths"),
    Lab("09", "09-ptf-test", "trimmed_contents.py", "ptf_test"),
    Lab("10", "10-incast", "answers.yaml", "incast"),
    Lab("11", "11-find-the-bug", "finding.yaml", "find_the_bug"),
    Lab("12", "12-training-step", "tail.py", "training_step"),
    Lab("13", "13-prove-a-fabric", "prover.py", "prove_fabric"),
    Lab("14", "14-judge-a-switch", "judgement.yaml", "foreign_switch"),
)  # fmt: skip


def find_lab(number: str) -> Lab:
    """The lab of this number, with or without a leading zero.

    Raises:
        UngradableError: there is none; the message lists those that there are.
    """
    for lab in LABS:
        if lab.number == number.zfill(2):
            return lab
    raise UngradableError(f"lab {number}: not there; accepted: {', '.join(lab.number for lab in LABS)}")
