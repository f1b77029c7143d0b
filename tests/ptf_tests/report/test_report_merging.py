# SPDX-License-Identifier: Apache-2.0
"""Shards of a run: their reports together say what the report of the whole run says. The published schema of both."""

from __future__ import annotations

import datetime
import json
import re

import pytest
from click.testing import CliRunner
from report_kit import hostile_report, report

from ptf_tests.__main__ import main
from ptf_tests.conformance import Listener, Ran, Request, conform, forecast, prepare
from ptf_tests.report.compare import merged
from ptf_tests.report.files import write_all
from ptf_tests.results import CaseOutcome, Evidence, ResultsError, SentFrame, Subject, load, schema
from ptf_tests.switch.case import cases
from ptf_tests.switch.profile import load as load_profile
from ptf_tests.switch.profile import named

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
    assert forecast(Fake(), names, none) == "4 cases, 8 configurations of 30 s: about 4 min"
    assert forecast(Fake(), names[:1], none) == "1 case, 2 configurations of 30 s: about 60 s"
    assert forecast(Fake(), names * 400, none) == "1600 cases, 3200 configurations of 30 s: about 26 h 40 min"
    _, whole = run(tmp_path / "whole")
    earlier = write_all(whole, tmp_path / "whole")
    before = next(path for path in earlier if path.suffix == ".json")
    outcomes = {case.name: case.outcome for case in whole.cases}
    told = [name for name in names if outcomes[name] in ("passed", "failed")]
    assert len(told) >= 2
    assert (
        forecast(Fake(), told, before) == f"{len(told)} cases: about {round(1.5 * len(told))} s, as in the run before"
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
