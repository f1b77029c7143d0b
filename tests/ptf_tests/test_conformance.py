# SPDX-License-Identifier: Apache-2.0
"""The conformance suite itself, on the embedded device, and how its command line answers mistakes."""

import json
import re
import shutil
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from command_kit import ran
from long_kit import share

from p4soft.compiler import compile_file
from p4soft.compiler.__main__ import entry as compiler
from p4soft.switch import load_program
from ptf_tests.__main__ import entry
from ptf_tests.catalogue.requirements import Catalogue, lint
from ptf_tests.conformance import matching, select
from ptf_tests.nic import case as nic_case
from ptf_tests.run.in_process import outcomes
from ptf_tests.switch.case import cases
from ptf_tests.switch.profile import load, named

ROOT = Path(__file__).resolve().parents[2]


def run_suite(*arguments, check=True, cwd=ROOT):
    result = ran(entry, *arguments, cwd=cwd)
    if check:
        assert result.returncode == 0, result.stdout + result.stderr
    return result


ALL = ((), 150, 120)
EIGHTH = (("--shard", "3/8"), 40, 10)


@pytest.mark.parametrize(("words", "passed", "held"), share([ALL, EIGHTH], [EIGHTH]), ids=["all", "an eighth"])
def test_all_cases_pass_on_the_embedded_device(tmp_path, words, passed, held):
    """Over PTF, P4Runtime and sockets; `test_all_cases_pass_in_this_process` has them all, by direct call."""
    run_suite("run", "--out", tmp_path, *words)
    report = json.loads((tmp_path / "conformance.json").read_text())
    assert not report["partial"]
    assert [c["name"] for c in report["cases"] if c["outcome"] not in ("passed", "skipped")] == []
    assert sum(c["outcome"] == "passed" for c in report["cases"]) >= passed
    verdicts = [r["verdict"] for r in report["requirements"] if r["level"] == "must"]
    assert "failed" not in verdicts
    assert verdicts.count("held") >= held
    suite = ET.parse(tmp_path / "junit.xml").getroot().find("testsuite")
    assert suite.get("failures") == suite.get("errors") == "0"
    assert not (tmp_path / "switch-trace.txt").exists(), "nothing failed"
    assert "the program runs in Python: " not in (tmp_path / "switch-1.log").read_text()
    assert "<html" in (tmp_path / "conformance.html").read_text()


def test_all_cases_pass_in_this_process():
    profile = load(named("embedded"))
    names = [case.name for case in select((), cases(), Catalogue.own(), profile).applicable]
    program = load_program(compile_file(ROOT / "p4src" / "main.p4").json)
    found = list(outcomes(program, profile, names))
    assert [each for each in found if each.outcome not in ("passed", "skipped")] == []
    assert sum(each.outcome == "passed" for each in found) >= 400


def test_cases_and_requirements_name_each_other():
    switch = {name: case.requirements for name, case in cases().items()}
    nic = {f"nic.{name}": case.requirements for name, case in nic_case.cases().items()}
    assert lint(Catalogue.own(), switch | nic) == []


def test_nic_cases_pass_on_the_embedded_nic(tmp_path):
    """Some modules of them: `tests/ptf_tests/nic/test_nic_suite.py` runs them all, in one process."""
    run_suite("run", "--dut", "nic", "--out", tmp_path, "headers", "placement", "sacks", "modes", "ports")
    report = json.loads((tmp_path / "conformance.json").read_text())
    assert {r["area"] for r in report["requirements"]} == {"nic"}
    assert "failed" not in {r["verdict"] for r in report["requirements"]}
    assert sum(r["verdict"] == "held" for r in report["requirements"]) >= 60


def test_there_are_at_least_150_cases_with_titles_of_their_own():
    found = cases()
    assert len(found) >= 150
    titles = [case.title for case in found.values()]
    assert sorted({title for title in titles if titles.count(title) > 1}) == []


def test_a_test_name_that_matches_nothing(tmp_path):
    result = run_suite("run", "--out", tmp_path, "nosuch.Case", check=False)
    assert result.returncode == 2
    assert result.stderr.startswith("error: test 'nosuch.Case' matches no case; accepted: a module (")
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("srv6.srh", "srv6_srh"),
        ("trimming.TrimDscps", "trimming.TrimDscp"),
        ("Trimming", "trimming"),
        ("TRIM-7", "TRIM-007"),
        ("x.UaShift", "srv6_ua.UaShift"),
    ],
)
def test_a_test_name_that_is_nearly_one(tmp_path, name, near):
    result = run_suite("run", "--out", tmp_path / "out", name, check=False)
    assert result.returncode == 2
    told = re.match(r"error: test '.*' matches no case; did you mean (.*)\?; accepted: ", result.stderr)
    assert near in told[1].split(" or ")


def test_an_area_is_all_cases_of_its_requirements():
    found = matching(["TRIM"], cases())
    assert {"trimming.TrimDscp", "trimming_dscp.TrimLastHopDscp"} < {case.name for case in found}
    assert found == [case for case in cases().values() if any(each.startswith("TRIM-") for each in case.requirements)]
    assert matching(["nic"], nic_case.cases()) == [*nic_case.cases().values()]
    assert {case.name.partition(".")[0] for case in matching(["trimming"], cases())} == {"trimming"}


def test_a_module_that_is_named_as_its_area_is_not_taken_for_all_of_it(tmp_path):
    others = "trimming_dscp, trimming_queue, trimming_size, trimming_srv6"
    said = f"trimming: other modules of this area: {others}; TRIM stands for all of the area\n"
    profile = tmp_path / "mine.yaml"
    profile.write_text(CLAIMS_LITTLE.format("mine"))
    run = ("run", "--profile", profile, "--out", tmp_path / "out", "srv6.UnShift")
    assert run_suite(*run, "trimming").stdout.startswith(said)
    for silent in (("trimming", "TRIM"), ("trimming", *others.split(", ")), ("trimming_dscp",), ("ecn",)):
        assert "other modules" not in run_suite(*run, *silent).stdout


CLAIMS_LITTLE = "name: {}\ndescription: mine\ndut: embedded\nclaims: [srv6.un]\n"


def test_a_run_that_judges_nothing_is_no_success(tmp_path):
    """It ended with status 0."""
    profile = tmp_path / "mine.yaml"
    profile.write_text(CLAIMS_LITTLE.format("mine") + "limits: {SRV6-028: some lengths}\n")
    out = ("--profile", profile, "--out", tmp_path / "out")
    result = run_suite("run", *out, "trimming_size", "srv6_udt", check=False)
    assert result.returncode == 2
    told = re.fullmatch(
        r"error: mine: nothing was judged: none of (\d+) cases was carried out: (.*); accepted: .*\n", result.stderr
    )
    counts = {why: int(count) for count, why in re.findall(r"(\d+) (because [^,]*|for other reasons)", told[2])}
    assert {"because mine does not claim trimming", "because mine does not claim srv6.udt6"} <= counts.keys()
    assert sum(counts.values()) == int(told[1])
    report = tmp_path / "out" / "conformance.json"
    assert {case["outcome"] for case in json.loads(report.read_text())["cases"]} == {"skipped"}
    again = run_suite("run", "--failed", report, *out, check=False)
    assert again.returncode == 2
    assert f"error: {report}: mine: nothing was judged: " in again.stderr
    run_suite("run", *out, "--shard", "1/1", "trimming_size", "srv6_udt")
    merged = run_suite("merge", report, "--out", tmp_path / "merged", check=False)
    assert (merged.returncode, merged.stderr) == (2, result.stderr)
    result = run_suite("run", *out, "srv6.UnShift", "trimming_size")
    assert "1 case of " in result.stdout, "the estimate"


def test_the_list_of_requirements_names_its_cases_in_full():
    said = run_suite("requirements").stdout
    assert [name for name in (*cases(), *nic_case.cases()) if f" {name} " not in said] == []
    untested = {word for each in Catalogue.own().values() for word in (each.untested or "").split()}
    assert [word for word in untested if f" {word} " not in said] == []


def test_one_requirement_is_told_with_all_that_is_known_of_it():
    said = run_suite("requirements", "TRIM-005", "NIC-140").stdout
    catalogue = Catalogue.own()
    assert said.startswith(f"TRIM-005 (trimming, choice)\n{catalogue['TRIM-005'].statement}\nsource: Ultra Ethernet ")
    assert "choice: trim_eligibility = dscp\nshown by:\n  trimming" in said
    title = "The right key of a region in another protection domain opens nothing."
    assert f"\n\nNIC-140 (nic, must)\n{catalogue['NIC-140'].statement}\n" in said
    assert f"\n  access.RegionOfAnotherDomain: {title}\n" in said


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("TRIM-5",), "unknown requirement TRIM-5; did you mean TRIM-005?; accepted: ids of ptf_tests/requirements/"),
        (("--area", "ecn", "TRIM-005"), "--area and IDS; accepted: one of the two"),
    ],
)
def test_a_requirement_that_cannot_be_told(words, told):
    result = run_suite("requirements", *words, check=False)
    assert result.returncode == 2
    assert told in result.stderr


MINE = (("--profile", "mine.yaml"), "out/conformance/leaf-2")
DEFAULT = (("--results", "there"), "there/embedded")


@pytest.mark.parametrize(("words", "place"), share([MINE, DEFAULT], [MINE]), ids=["a profile's", "the default's"])
def test_each_device_has_a_folder_of_its_own(tmp_path, words, place):
    """A profile's run went to a folder of its kind, where the next device's deleted it."""
    (tmp_path / "mine.yaml").write_text(CLAIMS_LITTLE.format("'../leaf 2'"))
    run_suite("run", *words, "srv6.UnShift", cwd=tmp_path)
    found = [str(path.parent.relative_to(tmp_path)) for path in tmp_path.rglob("conformance.json")]
    assert found == [place]


def test_the_results_of_another_device_are_never_overwritten(tmp_path):
    profile, out = tmp_path / "mine.yaml", tmp_path / "out"
    profile.write_text(CLAIMS_LITTLE.format("leaf1"))
    run_suite("run", "--profile", profile, "--out", out, "srv6.UnShift")
    before = (out / "conformance.json").read_bytes()
    profile.write_text(CLAIMS_LITTLE.format("leaf2"))
    result = run_suite("run", "--profile", profile, "--out", out, "srv6.UnShift", check=False)
    assert (result.returncode, result.stderr) == (
        2,
        f"error: {out}: holds the results of 'leaf1', which a run of 'leaf2' would delete; accepted: another --out\n",
    )
    assert (out / "conformance.json").read_bytes() == before


@pytest.mark.parametrize("option", ["--json", "--p4info"])
def test_json_and_p4info_belong_together(tmp_path, option):
    file = tmp_path / "file"
    file.write_text("{}")
    result = run_suite("run", option, file, check=False)
    assert result.returncode == 2
    assert "belong together" in result.stderr


def test_a_broken_program_fails_with_decoded_packets(tmp_path):
    """A switch that trims to the wrong DSCP is caught, and the report shows expected and received."""
    source = tmp_path / "p4src"
    shutil.copytree(ROOT / "p4src", source)
    stage = source / "stages" / "admission.p4"
    text = stage.read_text()
    assert "meta.qos.dscp = trim_dscp;" in text
    stage.write_text(text.replace("meta.qos.dscp = trim_dscp;", ""))
    json_file, p4info = tmp_path / "a.json", tmp_path / "a.txtpb"
    compiled = ran(compiler, source / "main.p4", "-o", json_file, "--p4runtime-files", p4info)
    assert compiled.returncode == 0, compiled.stderr
    out = tmp_path / "out"
    result = run_suite("run", "--out", out, "--json", json_file, "--p4info", p4info, "trimming.TrimDscp", check=False)
    assert result.returncode == 1
    assert re.search(r"IPv6, DSCP: expected 12\b.*, received 4\b", result.stdout)
    assert re.search(r"expected, port 1, 256 bytes: [0-9a-f]{160}\.\.\.\n", result.stdout)
    assert str(out / "conformance.html") in result.stdout
    report = json.loads((out / "conformance.json").read_text())
    (case,) = (case for case in report["cases"] if case["outcome"] == "failed")
    assert case["evidence"]["trace"]
    assert (out / case["evidence"]["pcap"]).is_file()
