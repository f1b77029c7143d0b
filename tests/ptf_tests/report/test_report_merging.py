# SPDX-License-Identifier: Apache-2.0
"""Reports of more than one run: shards that are merged, comparisons; and failures of one cause."""

from __future__ import annotations

import datetime
import io
import json
import re

import pytest
from click.testing import CliRunner
from long_kit import share
from report_kit import HOSTILE, VERDICTS, Page, evidence, hostile_report, ipv6, report, requirement, words
from rich.console import Console

from ptf_tests.__main__ import main
from ptf_tests.conformance import Listener, Ran, Request, conform, forecast, prepare
from ptf_tests.report import files
from ptf_tests.report.causes import causes
from ptf_tests.report.compare import compare, comparison, merged, page, write_comparison
from ptf_tests.report.files import write_all
from ptf_tests.report.verdicts import failures, summary
from ptf_tests.results import (
    NO_CASE,
    Case,
    CaseOutcome,
    CounterChange,
    Evidence,
    ExpectedFrame,
    ResultsError,
    SentFrame,
    Subject,
    load,
    schema,
)
from ptf_tests.switch.case import cases
from ptf_tests.switch.profile import load as load_profile
from ptf_tests.switch.profile import named

# --- Shards ----------------------------------------------------------------------------------------------------------
# Shards of a run: their reports together say what the report of the whole run says. The published schema of both.

MODULES = ("srv6", "srv6_ua", "trimming", "isolation", "config", "counters")


class Fake:
    """A device on which each seventh case fails, each 31st cannot be carried out, and each 11th takes itself out."""

    declared = load_profile(named("embedded"))
    subject = Subject(name="fake", dut="embedded", versions={"fake": "1"})
    areas = ("srv6", "trimming", "isolation", "config", "counters")
    cases = cases()

    def __init__(self, last=None):
        self._last = last

    def reloads(self, names):
        return len(names) * 2, 30.0

    def run(self, request, on_outcome):
        prepare(request.out)
        found = []
        for name in request.tests:
            if name == self._last:
                return Ran(tuple(found), {"fake": "2"}, None, f"{name}: fake: unplugged")
            number = list(self.cases).index(name)
            kind = "failed" if number % 7 == 0 else "error" if number % 31 == 0 else "passed"
            kind = "skipped" if number % 11 == 5 else kind
            evidence = Evidence(message="no", sent=(SentFrame(port=0, hex="00"),), pcap="captures/old.pcapng")
            found.append(
                CaseOutcome(name=name, outcome=kind, seconds=1.5, evidence=evidence if kind == "failed" else None)
            )
            on_outcome(found[-1])
        return Ran(tuple(found), {"fake": "1"})


def run(out, shard=None, device=None, tests=MODULES):
    finished = conform(device or Fake(), Request(out, tests), Listener(len, str), shard)
    return out / "conformance.json", finished.report


def shards(tmp_path, of, **changes):
    return [run(tmp_path / str(number), (number, of), **changes) for number in range(1, of + 1)]


@pytest.mark.parametrize("of", [1, 3, 8])
def test_verdicts_of_the_shards_are_those_of_the_whole_run(tmp_path, of):
    _, whole = run(tmp_path / "whole")
    parts = shards(tmp_path, of)
    sizes = [sum(case.seconds > 0 for case in part.cases) for _, part in parts]
    assert max(sizes) - min(sizes) <= 1
    found = merged(parts[::-1])
    assert found.requirements == whole.requirements
    assert len({each.verdict for each in found.requirements}) >= 4
    assert [(case.name, case.outcome) for case in found.cases] == [(case.name, case.outcome) for case in whole.cases]
    assert (found.partial, found.shard, found.device) == (False, None, whole.device)
    assert found.seconds == pytest.approx(sum(part.seconds for _, part in parts))
    assert {case.evidence.pcap for case in found.cases if case.evidence} == {""}, "written anew, where the report is"


def test_a_shard_that_ended_early_leaves_requirements_not_judged(tmp_path):
    _, whole = run(tmp_path / "whole")
    last = [case.name for case in whole.cases if case.seconds][-2]
    first, second = shards(tmp_path, 2, device=Fake(last))
    assert (first[1].partial, second[1].partial) == (False, True)
    found = merged([first, second])
    assert (found.partial, found.ended) == (True, f"{last}: fake: unplugged")
    missing = {identity for name in (last,) for identity in cases()[name].requirements}
    verdicts = {each.id: each.verdict for each in found.requirements}
    assert {verdicts[identity] for identity in missing} <= {"not_judged", "failed"}
    assert found.device.versions == {"fake": "1, 2"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda parts: parts[:2], "shard 3/3: missing; accepted: the results of all 3 shards"),
        (lambda parts: [*parts[:2], parts[1]], "shard: 2/3 is "),
        (lambda parts: [*parts, (parts[0][0], report())], "shard: none; accepted: results of `run --shard K/N`"),
    ],
)
def test_what_are_not_all_shards_of_a_run(tmp_path, change, message):
    with pytest.raises(ResultsError) as refused:
        merged(change(shards(tmp_path, 3)))
    assert message in str(refused.value)


@pytest.mark.parametrize("field", ["seed", "device.choices", "requirements", "shard.cases", "cases"])
def test_shards_of_different_runs(tmp_path, field):
    (first, one), (second, two) = shards(tmp_path, 2)
    changes = {
        "seed": {"seed": 3},
        "device.choices": {"device": two.device.model_copy(update={"choices": {"trim_dscp": "symmetric"}})},
        "requirements": {"requirements": two.requirements[1:]},
        "shard.cases": {"shard": two.shard.model_copy(update={"cases": 7})},
        "cases": {"cases": tuple(case for case in two.cases if case != two.cases[-1])},
    }
    with pytest.raises(ResultsError, match=re.escape(f": {field}: ")):
        merged([(first, one), (second, two.model_copy(update=changes[field]))])


def test_the_commands(tmp_path):
    """Two shards of a run of the NIC, one report; a shard that is none."""
    for number in (1, 2):
        out = tmp_path / str(number)
        done = CliRunner().invoke(main, ["run", "answers", "--dut", "nic", "--shard", f"{number}/2", "--out", str(out)])
        assert done.exit_code == 0, done.output
    files = [str(tmp_path / number / "conformance.json") for number in "12"]
    done = CliRunner().invoke(main, ["merge", *files, "--out", str(tmp_path / "whole")])
    assert done.exit_code == 0, done.output
    assert f"report: {tmp_path}/whole/conformance.html\n" in done.output
    found = load(tmp_path / "whole" / "conformance.json")
    assert sum(case.outcome == "passed" for case in found.cases) == sum(
        case.outcome == "passed" for file in files for case in load(tmp_path / file).cases
    )
    assert {each.verdict for each in found.requirements if each.cases} == {"held"}
    for wrong in ("0/2", "3/2", "2", "1/x", "-1/2", "1/99999999999"):
        refused = CliRunner().invoke(main, ["run", "--shard", wrong])
        assert refused.exit_code == 2
        assert "accepted: K/N with K from 1 to N, such as 2/4" in " ".join(refused.output.replace("│", "").split())


# --- How long it will take


def test_the_time_is_told_before_it_begins(tmp_path):
    names = [name for name in cases() if name.startswith("srv6.")][:4]
    none = tmp_path / "none.json"
    assert forecast(Fake(), names, none) == f"4 cases of {len(cases())}, 8 configurations of 30 s: about 4 min"
    assert forecast(Fake(), names[:1], none) == f"1 case of {len(cases())}, 2 configurations of 30 s: about 60 s"
    assert forecast(Fake(), names * 400, none) == "1600 cases, 3200 configurations of 30 s: about 26 h 40 min"
    _, whole = run(tmp_path / "whole")
    earlier = write_all(whole, tmp_path / "whole")
    before = next(path for path in earlier if path.suffix == ".json")
    outcomes = {case.name: case.outcome for case in whole.cases}
    told = [name for name in names if outcomes[name] in ("passed", "failed")]
    assert len(told) >= 2
    assert (
        forecast(Fake(), told, before)
        == f"{len(told)} cases of {len(cases())}: about {round(1.5 * len(told))} s, as in the run before"
    )
    assert "as in the run before" not in forecast(Fake(), ["config.Unknown"], before)


# --- The schema


def problems(value, described, whole, place="$"):
    """What of a JSON value its schema does not allow; a keyword that this does not know is an error of the test."""
    known = {"$ref", "$schema", "$defs", "title", "description", "default", "type", "properties", "required", "items"}
    known |= {"additionalProperties", "anyOf", "enum", "const", "pattern"}
    assert described.keys() <= known, described
    if "$ref" in described:
        yield from problems(value, whole["$defs"][described["$ref"].rpartition("/")[2]], whole, place)
    if "anyOf" in described and all(list(problems(value, each, whole)) for each in described["anyOf"]):
        yield f"{place}: none of anyOf"
    types = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None), "integer": int}
    kinds = (int, float) if described.get("type") == "number" else types.get(described.get("type"), object)
    if not isinstance(value, kinds) or (isinstance(value, bool) and kinds not in (bool, object)):
        yield f"{place}: no {described['type']}"
        return
    if "enum" in described and value not in described["enum"]:
        yield f"{place}: not in enum"
    if "const" in described and value != described["const"]:
        yield f"{place}: not const"
    if "pattern" in described and not re.search(described["pattern"], value):
        yield f"{place}: pattern"
    if isinstance(value, dict):
        fields, more = described.get("properties", {}), described.get("additionalProperties", True)
        yield from (f"{place}: without {name}" for name in described.get("required", ()) if name not in value)
        for name, each in value.items():
            if name in fields:
                yield from problems(each, fields[name], whole, f"{place}.{name}")
            elif more is False:
                yield f"{place}: {name}"
            elif isinstance(more, dict):
                yield from problems(each, more, whole, f"{place}.{name}")
    if isinstance(value, list):
        for number, each in enumerate(value):
            yield from problems(each, described.get("items", {}), whole, f"{place}[{number}]")


def test_files_that_are_written_are_as_the_schema_says(tmp_path):
    printed = CliRunner().invoke(main, ["schema"])
    assert printed.exit_code == 0
    described = json.loads(printed.output)
    assert described == schema()
    of_device = described["$defs"]["Subject"]["properties"]
    assert of_device["choices"]["default"] == of_device["versions"]["default"] == {}
    found = [report(), report(partial=True, ended="gone"), hostile_report(), run(tmp_path / "s", (2, 3))[1]]
    for number, each in enumerate(found):
        write_all(each, tmp_path / f"w{number}")
        written = json.loads((tmp_path / f"w{number}" / "conformance.json").read_text(encoding="utf-8"))
        assert list(problems(written, described, described)) == []
        assert described["properties"].keys() == written.keys()


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda found: found.update(schema_version=2), "$.schema_version: not const"),
        (lambda found: found["cases"][0].update(outcome="fine"), "$.cases[0].outcome: not in enum"),
        (lambda found: found["cases"][0]["evidence"]["sent"][0].update(hex="0"), "$.cases[0].evidence: none of anyOf"),
        (lambda found: found.update(more=1), "$: more"),
        (lambda found: found.pop("seed"), "$: without seed"),
        (lambda found: found["device"]["choices"].update(x=1), "$.device.choices.x: no string"),
    ],
)
def test_the_schema_refuses_what_is_something_else(change, place):
    found = json.loads(report().model_dump_json())
    change(found)
    assert place in list(problems(found, schema(), schema()))


def test_the_day_of_a_merged_run_is_the_first(tmp_path):
    (first, one), (second, two) = shards(tmp_path, 2)
    later = (datetime.datetime.fromisoformat(one.started) + datetime.timedelta(days=1)).isoformat()
    found = merged([(second, two.model_copy(update={"started": later})), (first, one)])
    assert found.started == one.started


# --- Comparisons -----------------------------------------------------------------------------------------------------


def printed(show, *reports, width: int = 140) -> str:
    console = Console(file=io.StringIO(), width=width, color_system="truecolor", force_terminal=True)
    show(*reports, console)
    text = console.file.getvalue()
    # Only rich's own colours may be left.
    plain = Console(file=io.StringIO(), width=width, color_system=None)
    show(*reports, plain)
    assert "\x1b" not in plain.file.getvalue()
    assert "\x00" not in text
    return plain.file.getvalue()


def other():
    return report(
        device=Subject(
            name="leaf-2", dut="bmv2", claims=("trimming", "uA"), choices={"lengths": "all", "ecn": "rfc6040"},
            versions={"suite": "1"},
        ),
        requirements=(
            requirement("TRIM-001", "held"),
            requirement("TRIM-002", "held", statement="worded anew"),
            requirement("TRIM-003", "held"),
            requirement("TRIM-004", "failed", level="should"),
            requirement("TRIM-006", "held", level="choice"),
        ),
    )  # fmt: skip


def test_what_differs_comes_first_failures_and_musts_before_the_rest():
    found = comparison(report(), other())
    assert found.names == ("leaf-1", "leaf-2")
    assert [row.id for row in found.differing] == ["TRIM-001", "TRIM-004", "TRIM-003", "TRIM-005", "TRIM-006"]
    assert [(row.id, row.reworded) for row in found.same] == [("TRIM-002", True)]
    assert [(row.name, row.a, row.b) for row in found.choices] == [("ecn", "", "rfc6040"), ("lengths", "outer", "all")]
    assert [(row.name, row.a, row.b) for row in found.claims] == [("uA", "", "claimed"), ("uN", "claimed", "")]
    assert found.versions == ()


def test_terminal_comparison():
    text = printed(compare, report(), other())
    lines = [words(line) for line in text.splitlines()]
    assert "leaf-1: 1 of 5 musts failed, 1 not tested, 1 chosen otherwise, 1 not claimed" in lines
    assert "TRIM-001 (must) ✗ failed ✓ held what TRIM-001 asks" in lines
    assert "TRIM-005 (must) ○ not tested absent what TRIM-005 asks" in lines
    assert words(text).count("what TRIM-003 asks note of TRIM-003") == 1
    assert "lengths outer all" in lines
    assert "uA none claimed" in lines
    assert "1 requirements have the same verdict on both." in lines


def test_html_comparison(tmp_path):
    path = write_comparison(report(), other(), tmp_path / "c.html")
    content = path.read_text(encoding="utf-8")
    text = words(Page(content).text)
    assert "5 requirements with another verdict" in text
    assert text.index("TRIM-001") < text.index("TRIM-004") < text.index("TRIM-003") < text.index("TRIM-002")
    assert "worded anew" in text
    assert content == page(report(), other())


def test_the_same_device_twice_is_told_apart():
    assert comparison(report(), report(started="later")).names == ("leaf-1, 2026-05-05T10:00:00Z", "leaf-1, later")
    assert comparison(report(), report()).names == ("leaf-1 #1", "leaf-1 #2")
    assert "No verdict differs." in printed(compare, report(), report())


def test_partial_runs_are_marked():
    assert "(partial run)" in printed(compare, report(partial=True), other())
    assert "Partial run." in Page(page(report(partial=True), other())).text
    assert "Partial run. The run was interrupted" in words(printed(summary, report(partial=True)))


def test_summary_counts_per_area_and_lists_failures_with_statement_and_reason():
    extra = requirement("ECN-001", "held", area="ecn")
    text = printed(summary, report(requirements=(*report().requirements, extra)))
    lines = [words(line) for line in text.splitlines()]
    assert lines[0] == "area ✗ failed ✓ held ≠ chosen otherwise – not claimed ○ not tested all"
    assert lines[1] == "ecn · 1 · · · 1"
    assert lines[2] == "trimming 1 1 1 1 1 5"
    assert lines[3] == "all 1 2 1 1 1 6"
    assert "4 cases: 1 passed, 1 failed, 2 not for this device" in lines
    assert "✗ TRIM-001 (must) what TRIM-001 asks" in lines
    assert "trimming.Case1: the DSCP is wrong" in lines
    assert "≠ TRIM-003 (must) note of TRIM-003" in lines
    assert lines[-1] == "leaf-1: 1 of 6 musts failed, 1 not tested, 1 chosen otherwise, 1 not claimed"


def test_a_reading_that_cannot_be_tested_is_among_those_chosen_otherwise():
    """QOS-016 was missing; a run of some cases lists what these show."""
    untested = requirement("QOS-016", "chosen_otherwise", cases=(), note="leaf-1 chose trim_queue_service strict")
    requirements = (*report().requirements, untested)
    assert "QOS-016 (must) leaf-1 chose trim_queue_service strict" in printed(
        summary, report(requirements=requirements)
    )
    assert "QOS-016" in files.page(report(requirements=requirements)).partition('id="requirements"')[0]
    some = (*requirements, requirement("QOS-001", "not_tested", cases=(), note=NO_CASE))
    assert "QOS-016" not in printed(summary, report(requirements=some))


def test_text_of_others_cannot_drive_the_terminal_or_the_page():
    hostile = hostile_report()
    assert r"\x1b[31m" in printed(summary, hostile)
    assert "alert(1)" in printed(compare, hostile, report())
    checked = Page(page(hostile, report()))
    assert checked.scripts == 0
    assert checked.links == checked.handlers == []
    assert HOSTILE not in page(hostile, report())


def test_every_verdict_is_in_the_comparison():
    changed = tuple(requirement(f"T-{number}", verdict) for number, verdict in enumerate(VERDICTS))
    turned = tuple(requirement(f"T-{number}", verdict) for number, verdict in enumerate(reversed(VERDICTS)))
    text = printed(compare, report(requirements=changed), report(requirements=turned, started="b"))
    for label in ("failed", "held", "chosen otherwise", "not claimed", "not tested"):
        assert label in text


# --- Causes ----------------------------------------------------------------------------------------------------------
# Failures of one cause are told as one, and a terminal is not filled with what the report has.

ETHERNET = bytes.fromhex("020000000001 020000000002 86dd".replace(" ", ""))


def udp(number, size):
    """A frame of so many bytes whose UDP payload begins with the number."""
    payload = number.to_bytes(8, "big") + bytes(size - 54 - 8 - 8)
    return bytes.fromhex("c00012b701000000") + payload


def frame(number, size, **fields):
    return ETHERNET + ipv6(17, udp(number, size), **fields)


def failed(name, wanted, got, *ids, counters=()):
    """A case whose only frame came out otherwise, or not."""
    seen = evidence(
        sent=(), expected=(ExpectedFrame(port=1, accepted=(wanted.hex(),)),), counters=counters, trace=(),
        received=() if got is None else (SentFrame(port=1, hex=got.hex()),),
    )  # fmt: skip
    return Case(name=name, title=name, requirements=ids, outcome="failed", evidence=seen)


def passed(name, *ids):
    return Case(name=name, title=name, requirements=ids, outcome="passed")


def of(cases, **statements):
    """A report with these cases; a requirement failed if a case of it did."""
    made = []
    for identity in dict.fromkeys(each for case in cases for each in case.requirements):
        shown = [case for case in cases if identity in case.requirements]
        verdict = "failed" if any(case.outcome == "failed" for case in shown) else "held"
        statement = statements.get(identity.replace("-", "_"), "it is so")
        names = tuple(case.name for case in shown)
        made.append(requirement(identity, verdict, cases=names, statement=statement))
    return report(requirements=tuple(made), cases=tuple(cases))


def wrong_size(name, *ids, number=1, size=256):
    return failed(name, frame(number, size), frame(number, size + 4), *ids)


SIZES = [
    wrong_size("counters.Sent", "CNT-001"),
    passed("counters.Other", "CNT-001"),
    wrong_size("trimming.Retx", "TRIM-007", number=2),
    wrong_size("trimming_size.At256", "TRIM-015", "TRIM-012", number=3),
    wrong_size("trimming_size.At128", "TRIM-012", number=4, size=128),
    passed("trimming_size.Payload", "TRIM-012"),
]
STATEMENTS = {
    "CNT_001": "The counter grows by the number of packets.",
    "TRIM_007": "Retransmissions become TRIMMED.",
    "TRIM_012": "A copy is as long as the configured size.",
    "TRIM_015": "With size 256, packets are trimmed to 256 bytes.",
}


def test_a_length_that_is_off_by_as_much_is_one_cause():
    (cause,) = causes(of(SIZES, **STATEMENTS))
    assert cause.text == (
        "4 cases differ in the same way: frames are 4 bytes too long, as 260 bytes instead of 256; look at TRIM-015 "
        "first: With size 256, packets are trimmed to 256 bytes."
    )
    assert [case.name for case in cause.cases] == [case.name for case in SIZES if case.outcome == "failed"]


def test_a_field_with_the_same_two_values_is_one_cause():
    cases = [
        failed("a.A", frame(1, 200, dscp=12), frame(1, 200, dscp=4), "TRIM-001"),
        failed("a.B", frame(2, 300, dscp=12), frame(2, 300, dscp=4), "TRIM-002"),
        failed("a.C", frame(3, 300, dscp=12), frame(3, 300, dscp=8), "TRIM-003"),
        failed("a.D", frame(4, 300, hop_limit=12), frame(4, 300, hop_limit=4), "TRIM-004"),
    ]
    (cause,) = causes(of(cases, TRIM_001="It leaves.", TRIM_002="A trimmed copy has the DSCP of the port."))
    assert (cause.what, [case.name for case in cause.cases]) == ("IPv6 DSCP is 4 instead of 12", ["a.A", "a.B"])
    assert cause.look.id == "TRIM-002"


def test_what_is_about_the_difference_is_named_though_other_cases_show_it():
    """A run of some cases, none of which is about checksums alone."""
    cases = [
        failed("ipv4.Each", frame(1, 200, hop_limit=9), frame(1, 200, hop_limit=8), "CNT-023", "IPV4-018"),
        failed("ipv4.All", frame(2, 300, hop_limit=9), frame(2, 300, hop_limit=8), "CNT-023", "IPV4-018"),
        failed("trimming.Size", frame(3, 300, hop_limit=7), frame(3, 300, hop_limit=5), "TRIM-018"),
    ]
    statements = {"CNT_023": "Drops are counted.", "IPV4_018": "A rule matches.", "TRIM_018": "The hop limit stays."}
    (cause,) = causes(of(cases, **statements))
    assert len(cause.cases) == 2
    assert cause.look.id == "TRIM-018"
    (cause,) = causes(of(cases[:2], **statements))
    assert cause.look.id == "CNT-023"


def test_counters_that_are_off_by_as_much_are_one_cause():
    right = frame(1, 200)
    change = [CounterChange(name="queue_trim_packets", port=1, queue=n, expected=n, actual=n - 1) for n in (1, 2)]
    cases = [failed(f"a.{n}", right, right, "CNT-001", counters=(each,)) for n, each in enumerate(change)]
    (cause,) = causes(of(cases))
    assert cause.what == "counter queue_trim_packets is 1 too low"


def test_frames_that_are_missing_say_nothing_of_their_cause():
    assert causes(of([failed(f"a.{n}", frame(n, 200), None, "TRIM-001") for n in range(3)])) == []


def told(of_report, tmp_path):
    console = Console(file=io.StringIO(), width=80)
    failures(of_report, tmp_path / "conformance.html", console)
    return console.file.getvalue()


def test_the_terminal_and_the_page_say_it(tmp_path):
    made = of(SIZES, **STATEMENTS)
    text = told(made, tmp_path)
    assert text.startswith("\nSame cause? 4 cases differ in the same way: frames are 4 bytes too long")
    page = files.page(made)
    assert "4 cases differ in the same way:</b> frames are 4 bytes too long, as 260 bytes instead of 256." in page


@pytest.mark.parametrize("frames", share([1, 60, 300], [1, 60]))
def test_a_failed_case_takes_a_few_lines_of_a_terminal(tmp_path, frames):
    """Three took 525."""
    seen = evidence(
        expected=tuple(ExpectedFrame(port=1, accepted=(frame(n, 1500).hex(),)) for n in range(frames)),
        received=tuple(SentFrame(port=1, hex=frame(n, 1500, dscp=8, hop_limit=n % 60).hex()) for n in range(frames)),
        counters=tuple(
            CounterChange(name="queue_packets", port=n, queue=6, expected=1, actual=0) for n in range(frames)
        ),
    )  # fmt: skip
    cases = [
        Case(name=f"a.C{n}", title="", requirements=("TRIM-001",), outcome="failed", evidence=seen) for n in range(9)
    ]
    text = told(of(cases), tmp_path)
    assert len(text.splitlines()) <= 70
    assert "DSCP: expected 4" in text and "received 8" in text
    assert f"6 failed cases more, and each frame decoded, with traces: {tmp_path}/conformance.html" in text
