# SPDX-License-Identifier: Apache-2.0
"""Every lab's grader: the starter fails, the solution passes, wrong answers fail for the right items."""

import os

import pytest
from answers_kit import changed, failed, right_answers, told, wrong_answers
from long_kit import share

from labs.grading.child import grade_here
from labs.grading.lessons import LABS
from p4soft.targets import get_target

SEED = 2026
EVERYTHING = bool(os.environ.get("MRC_LABS"))
TARGETS = ("embedded", "bmv2")
NAMED = list(wrong_answers())
WRONG = [(lab, change) for lab, _, change in NAMED]
SLOW = {"03", "07", "08", "09", "10", "11", "12", "13"}
"""Labs whose grading takes seconds: of their wrong answers the last, hard-coded one is always tried."""
STARTED = [lab for lab in LABS if lab.number not in {"03", "09", "11"}]
"""Labs whose starter `make test` tries: of the others it tries other answers, here or in `test_cheating`."""
REFUSED = [(lab, change) for lab, change in WRONG if lab.number not in {"09", "11"}]
"""Labs whose wrong answers `make test` tries: those of 09 and 11 are in `test_cheating` and `test_grading_command`."""
WRONG_IDS = [f"{lab.number}-{name.replace(' ', '-')}" for lab, name, _ in NAMED]


RIGHT = [(lab, change) for lab, _, change in right_answers()]
RIGHT_IDS = [f"{lab.number}-{name}" for lab, name, _ in right_answers()]


def use(target):
    reason = get_target(target).unavailable()
    if reason:
        pytest.skip(reason)


SOLVED = [lab for lab in LABS if lab.number not in {"09", "11"}]
"""Labs whose solution `make test` tries. `test_cheating` has answers to 09 and 11 of which all but one item holds."""


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("lab", share(LABS, SOLVED), ids=lambda lab: lab.number)
def test_the_solution_passes(lab, target):
    use(target)
    for seed in (SEED, 7) if EVERYTHING and target == "embedded" else (SEED,):
        grade = grade_here(lab, lab.solution, target, seed)
        assert grade.passed, told(grade)
        assert grade.points == grade.of


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("lab", "change"), RIGHT, ids=RIGHT_IDS)
def test_a_right_answer_in_other_words_passes(lab, change, target, tmp_path):
    if (target == "bmv2" or lab.number in SLOW) and not EVERYTHING:
        pytest.skip("seconds each: MRC_LABS=1 runs it")
    use(target)
    grade = grade_here(lab, changed(lab, change, tmp_path), target, SEED)
    assert grade.passed, told(grade)


@pytest.mark.parametrize("lab", share(LABS, STARTED), ids=lambda lab: lab.number)
def test_the_starter_runs_and_fails(lab):
    grade = grade_here(lab, lab.starter, "embedded", SEED)
    assert not grade.passed
    assert grade.items[0].passed, "it runs: the first item holds"
    for each in grade.items:
        assert each.passed == (not each.seen)
        assert each.look


@pytest.mark.parametrize(("lab", "change"), share(WRONG, REFUSED), ids=WRONG_IDS)
def test_a_wrong_answer_fails_for_the_right_items(lab, change, tmp_path):
    last = [each for of, each in WRONG if of is lab][-1]
    if lab.number in SLOW and change is not last and not EVERYTHING:
        pytest.skip("seconds each: MRC_LABS=1 runs it")
    grade = grade_here(lab, changed(lab, change, tmp_path), "embedded", SEED)
    assert failed(grade) == change["fails"], told(grade)


@pytest.mark.skipif(not EVERYTHING, reason="minutes of real time: MRC_LABS=1 runs it")
@pytest.mark.parametrize(("lab", "change"), WRONG, ids=WRONG_IDS)
def test_a_wrong_answer_fails_on_bmv2(lab, change, tmp_path):
    use("bmv2")
    grade = grade_here(lab, changed(lab, change, tmp_path), "bmv2", SEED)
    assert failed(grade) == change["fails"], told(grade)


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.number)
def test_a_lab_has_its_texts(lab):
    for path in (lab.starter.parents[1], lab.solution.parent):
        assert (path / "README.md").is_file()
    assert (lab.starter.parents[1] / "hints.md").is_file()
    assert f"({lab.folder}/README.md)" in (lab.starter.parents[2] / "README.md").read_text(), "labs/README.md lists it"


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.number)
def test_a_lab_has_four_wrong_answers(lab):
    assert sum(each.number == lab.number for each, _ in WRONG) >= 4
