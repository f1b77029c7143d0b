# SPDX-License-Identifier: Apache-2.0
"""Which programs of a corpus are measured, how they are run, and what a measurement looks like."""

import os
import time
from xml.etree import ElementTree

import pytest

from p4soft.fidelity.corpus import (
    CRASH,
    FAIL,
    PASS,
    SKIP,
    CorpusError,
    Outcome,
    Pool,
    Report,
    error_programs,
    samples,
    samples_with_tests,
    share,
    system_includes,
)


@pytest.fixture
def corpus(tmp_path):
    for folder in ("p4_16_samples/deeper", "p4_16_errors"):
        (tmp_path / "testdata" / folder).mkdir(parents=True)
    return tmp_path


def write(corpus, name, text):
    path = corpus / "testdata" / name
    path.write_text(text)
    return path


def test_v1model_programs_are_found_by_what_they_include(corpus):
    direct = write(corpus, "p4_16_samples/direct.p4", "#include <core.p4>\n  # include<v1model.p4>\n")
    deep = write(corpus, "p4_16_samples/deeper/indirect.p4", '#include "common.h"\n')
    write(corpus, "p4_16_samples/deeper/common.h", "#include <v1model.p4>\n")
    write(corpus, "p4_16_samples/v1model_in_name.p4", "// v1model.p4\n#include <psa.p4>\n")
    direct.with_suffix(".stf").write_text("")
    assert samples(corpus) == [deep, direct]
    assert samples_with_tests(corpus) == [direct]


def test_a_file_beside_that_includes_itself_does_not_hang(corpus):
    path = write(corpus, "p4_16_samples/loop.p4", '#include "loop.p4"\n#include "bmv2/psa.p4"\n')
    assert system_includes(path) == {"psa.p4"}


def test_wrong_programs_of_other_architectures_do_not_count(corpus):
    bare = write(corpus, "p4_16_errors/bare.p4", "header h { bit<8> f }\n")
    core = write(corpus, "p4_16_errors/core.p4", "#include <core.p4>\n")
    v1model = write(corpus, "p4_16_errors/v1.p4", "#include <v1model.p4>\n")
    write(corpus, "p4_16_errors/psa.p4", "#include <core.p4>\n#include <bmv2/psa.p4>\n")
    assert error_programs(corpus) == [bare, core, v1model]


def test_a_folder_that_is_no_corpus_is_named(tmp_path):
    with pytest.raises(CorpusError, match="p4_16_samples: no P4 programs there; accepted: --corpus DIR, a checkout"):
        samples(tmp_path)


def behave(program):
    """What the pool measures in the test below, in its worker processes."""
    kind = program.stem
    if kind == "dies":
        os._exit(3)
    if kind == "hangs":
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            pass
    if kind == "raises":
        raise ValueError("inside")
    return Outcome(str(program), PASS, "fine")


def test_the_pool_survives_what_it_measures(tmp_path):
    names = ["a", "dies", "b", "hangs", "raises", "c"]
    outcomes = Pool(tmp_path, jobs=2, limit_s=1).run("test", behave, [tmp_path / f"{n}.p4" for n in names])
    assert [(o.program, o.result) for o in outcomes] == [
        ("a.p4", PASS),
        ("dies.p4", CRASH),
        ("b.p4", PASS),
        ("hangs.p4", CRASH),
        ("raises.p4", CRASH),
        ("c.p4", PASS),
    ]
    assert outcomes[1].detail == "the process ended abruptly"
    assert outcomes[3].detail == "no end after 1 s"
    assert outcomes[4].detail.endswith("ValueError: inside\n")


REPORT = Report(
    "STF",
    [
        Outcome("a.p4", PASS, "passes"),
        Outcome("b.p4", FAIL, "differs", "line one\nline \x01two", 0.5),
        Outcome("c.p4", SKIP, "of no use"),
        Outcome("d.p4", PASS, "passes"),
    ],
    "all pass",
    holds=False,
    remarks=["passed 2 of 3"],
)


def test_a_report_is_a_table():
    assert REPORT.text(with_list=False).splitlines() == [
        "STF",
        "  passes         2",
        "  differs        1",
        "  of no use      1",
        "  programs       4",
        "  passed 2 of 3",
        "  target: all pass: DOES NOT HOLD",
    ]
    assert REPORT.text(with_list=True).splitlines()[7:] == [
        "b.p4: differs",
        "    line one",
        "    line \x01two",
        "c.p4: of no use",
    ]


def test_a_report_is_junit():
    suite = ElementTree.fromstring(REPORT.junit())
    assert {k: suite.get(k) for k in ("tests", "failures", "errors", "skipped")} == {
        "tests": "4",
        "failures": "1",
        "errors": "0",
        "skipped": "1",
    }
    assert suite.findtext("testcase[@name='b.p4']/failure") == "line one\nline ?two"


def test_shares():
    assert share(1, 3) == "1 of 3 (33.3 %)"
    assert share(0, 0) == "0 of 0"
