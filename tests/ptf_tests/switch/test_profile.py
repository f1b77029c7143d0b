# SPDX-License-Identifier: Apache-2.0
"""Profiles: every mistake is one sentence with file, line, field, and what would be accepted."""

import re

import pytest
from command_kit import ran

from common.documents import DocumentError
from ptf_tests.__main__ import entry
from ptf_tests.catalogue.claims import CLAIMS, SHOWN_ON_LINUX, SHOWN_ON_LINUX_WITH_VRF, SHOWN_OVER_P4RUNTIME_ONLY
from ptf_tests.catalogue.requirements import Catalogue, excluded
from ptf_tests.switch.profile import _NEEDS, PROFILES, Profile, load, named, of_the_suite

HEAD = "name: mine\ndescription: mine\n"
INTERFACES = "  interfaces: {0: a, 1: b, 2: c, 3: d}\n"


@pytest.fixture(scope="module")
def catalogue():
    return Catalogue.own()


@pytest.fixture
def mine(tmp_path):
    return tmp_path / "mine.yaml"


def complaint(path, text, requirements=None):
    """The one sentence about `text`, without the directory."""
    path.write_text(text)
    with pytest.raises(DocumentError) as caught:
        load(path, requirements)
    assert len(caught.value.problems) == 1, caught.value.problems
    return caught.value.problems[0].removeprefix(f"{path.parent}/")


@pytest.mark.parametrize("path", sorted(PROFILES.glob("*.yaml")), ids=lambda path: path.stem)
def test_the_profiles_of_the_suite(path, catalogue):
    profile = load(path, catalogue)
    assert profile.name == path.stem
    for identity, reason in profile.limits.items():
        assert excluded(catalogue[identity], profile) == f"limit: {reason}"


def test_the_tables_of_the_checks_name_claims_that_exist():
    listed = [*_NEEDS, *sum(_NEEDS.values(), ())]
    listed += [*SHOWN_OVER_P4RUNTIME_ONLY, *SHOWN_ON_LINUX, *SHOWN_ON_LINUX_WITH_VRF]
    assert set(listed) <= set(CLAIMS)


def test_no_profile_of_that_name():
    with pytest.raises(DocumentError, match=r"profile 'nosuch': there is none of this name; accepted: bmv2, "):
        named("nosuch")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "dut: embedded\nclaims: []\ncolour: red\n",
            "mine.yaml:5: colour: unknown field; accepted: name, ",
        ),
        ("dut: embedded\nclaims: []\nvalues: {size: 3}\n", "mine.yaml:5: values.size: unknown field; accepted: trim_s"),
        (
            "dut: toaster\nclaims: []\n",
            "mine.yaml:3: dut: should be 'embedded', 'bmv2', 'linux', 'grout', 'vpp', 'vpp-trimming' or 'external', ",
        ),
        ("dut: embedded\nclaims: [fly]\n", "mine.yaml:4: claims: unknown claim 'fly'; accepted: srv6.un, srv6.ua, "),
        (
            "dut: embedded\nclaims: [trimming.ipv4]\n",
            "mine.yaml:4: claims: trimming.ipv4 means nothing without trimming; accepted: trimming as well, or no trim",
        ),
        (
            "dut: embedded\nclaims: [srv6.usd]\n",
            "mine.yaml:4: claims: srv6.usd without srv6.un; accepted: srv6.un as well",
        ),
        (
            "dut: embedded\nclaims: [decap.dscp_pipe]\n",
            "mine.yaml:4: claims: decap.dscp_pipe without srv6.usd or srv6.udt6 or srv6.udt46; accepted: ",
        ),
        (
            "dut: linux\nclaims: [trimming]\n",
            "mine.yaml:4: claims: a device of kind linux cannot be shown to do trimming; accepted: config.",
        ),
        (
            "dut: embedded\nclaims: []\nchoices: {colour: red}\n",
            "mine.yaml:5: choices.colour: unknown choice 'colour'; accepted: redispatch, own_sid_hops, srh_at_zero, ",
        ),
        (
            "dut: embedded\nclaims: []\nchoices:\n  trim_length: [update, shrink]\n",
            "mine.yaml:6: choices.trim_length: unknown value 'shrink'; accepted: update, preserve",
        ),
        (
            "dut: embedded\nclaims: []\nchoices: {trim_length: []}\n",
            "mine.yaml:5: choices.trim_length: no value; accepted: update, preserve",
        ),
        (
            "dut: embedded\nclaims: []\nlimits: {TRIM-999: no}\n",
            "mine.yaml:5: limits.TRIM-999: unknown requirement TRIM-999; accepted: ids of ptf_tests/requirements/",
        ),
        (
            "dut: embedded\nclaims: []\nvalues:\n  trim_queue: 0\n",
            "mine.yaml:6: values.trim_queue: 0: queue 0 is for the frames that end an exchange; accepted: 1 to 7",
        ),
        (
            "dut: embedded\nclaims: []\nvalues:\n  trim_queue: 1\n",
            "mine.yaml:6: values.trim_queue: 1 is data_queue too; accepted: data_queue, trim_queue, control_queue that",
        ),
        (
            "dut: embedded\nclaims: []\nvalues:\n  control_tc: 6\n",
            "mine.yaml:6: values.control_tc: 6 is trim_tc too; accepted: data_tc, trim_tc, control_tc that differ",
        ),
        (
            "dut: embedded\nclaims: []\nvalues:\n  trim_queue: 9\n",
            "mine.yaml:6: values.trim_queue: should be ",
        ),
        (
            "dut: embedded\nclaims: []\nvalues:\n  trim_size: 4000\n  max_frame: 3000\n",
            "mine.yaml:6: values.trim_size: 4000 is more than max_frame; accepted: 64 to 3000",
        ),
        (
            "dut: embedded\nclaims: []\nvalues:\n  trim_sizes: [256, 9000]\n  max_frame: 3000\n",
            "mine.yaml:6: values.trim_sizes: 9000 is more than max_frame; accepted: 64 to 3000",
        ),
        (
            "dut: embedded\nclaims: []\nvalues:\n  dscp: {trimmed: 4}\n",
            "mine.yaml:6: values.dscp.trimmed: 4 is trimmable too; accepted: roles that differ; trimmed and trimmed_la",
        ),
        (
            "dut: embedded\nclaims: []\nvalues:\n  dscp: {control: 63}\n",
            "mine.yaml:6: values.dscp.control: 63 is the DSCP of the frames that end an exchange; accepted: 0 to 62",
        ),
        (
            "dut: embedded\nclaims: []\naccess: {interfaces: {0: a}}\n",
            "mine.yaml:5: access: the suite starts embedded itself; accepted: dut external, or no access",
        ),
        (
            "dut: external\nclaims: []\naccess:\n  interfaces: {0: a, 2: c}\n",
            "mine.yaml:6: access.interfaces: no interface for port 1, 3; accepted: an interface or unix:/path for each",
        ),
        (
            "dut: external\nclaims: []\naccess:\n  interfaces: {0: a, 1: b, 2: b, 3: d}\n",
            "mine.yaml:6: access.interfaces.2: b is port 1 too; accepted: one interface per port",
        ),
        (
            f"dut: external\nclaims: []\naccess:\n{INTERFACES}  macs: {{0: '02:00'}}\n",
            "mine.yaml:7: access.macs.0: '02:00' is no MAC address; accepted: 02:00:00:50:00:e1, quoted",
        ),
        (
            f"dut: external\nclaims: [counters.port]\naccess:\n{INTERFACES}",
            "mine.yaml:4: claims: counters.port: nothing reads counters; accepted: access.sonic or access.",
        ),
        (
            f"dut: external\nclaims: [config.p4runtime]\naccess:\n{INTERFACES}",
            "mine.yaml:4: claims: config.p4runtime can be shown over P4Runtime only; accepted: access.p4runtime as we",
        ),
        (
            f"dut: external\nclaims: []\naccess:\n{INTERFACES}  commands: {{configure: 'load {{file}}'}}\n",
            "mine.yaml:7: access.commands.configure: unknown placeholder {file}; accepted: {directory}",
        ),
        (
            f"dut: external\nclaims: []\naccess:\n{INTERFACES}  commands: {{configure: 'load {{'}}\n",
            "mine.yaml:7: access.commands.configure: a brace that belongs to no placeholder; accepted: {{ and }}",
        ),
        (
            f"dut: external\nclaims: []\naccess:\n{INTERFACES}  commands: {{block: 'shape {{queue}}'}}\n",
            "mine.yaml:7: access.commands.block: block and unblock belong together; accepted: both, or neither",
        ),
        (
            f"dut: external\nclaims: []\naccess:\n{INTERFACES}  p4runtime: {{address: here}}\n",
            "mine.yaml:7: access.p4runtime.address: 'here' is no address; accepted: host:port, such as 192.0.2.1:9559",
        ),
        (
            f"dut: external\nclaims: []\naccess:\n{INTERFACES}  p4runtime: {{address: 'h:1', p4info: x}}\n",
            "mine.yaml:7: access.p4runtime: p4info and json_file belong together; accepted: both, or neither",
        ),
        (
            f"dut: external\nclaims: []\naccess:\n{INTERFACES}  p4runtime: {{address: 'h:1'}}\n"
            "  commands: {configure: load}\n",
            "mine.yaml:8: access.commands.configure: the device has p4runtime too; accepted: one of the two",
        ),
        (
            f"dut: external\nclaims: []\naccess:\n{INTERFACES}  p4runtime: {{address: 'h:1'}}\n  fill_frames: 3\n",
            "mine.yaml:8: access.fill_frames: queues are blocked by rate 0 over P4Runtime; accepted: 0",
        ),
    ],
    ids=lambda value: "" if value.startswith("dut") else value.split(": ", 1)[1][:40],
)
def test_mistakes(mine, text, message, catalogue):
    assert complaint(mine, HEAD + text, catalogue).startswith(message)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("''", "mine.yaml:1: name: "),
        ("' '", "mine.yaml:1: name: "),
        ("vpp", "mine.yaml:1: name: 'vpp' is a kind of device, and results go by names; accepted: a name of its own"),
    ],
)
def test_a_name_that_says_nothing_or_something_else(mine, name, message):
    text = f"name: {name}\ndescription: mine\ndut: external\nclaims: []\naccess:\n{INTERFACES}"
    assert complaint(mine, text).startswith(message)


def test_every_mistake_is_told_at_once(mine):
    mine.write_text(HEAD + "dut: embedded\nclaims: [fly]\nchoices: {colour: red}\nvalues: {trim_queue: 0}\n")
    with pytest.raises(DocumentError) as caught:
        load(mine)
    assert [problem.split(": ")[1] for problem in caught.value.problems] == [
        "claims",
        "choices.colour",
        "values.trim_queue",
    ]


@pytest.mark.parametrize("name", ["other.yaml", "switch-7", "lab 3.profile", "embedded.yml"])
def test_a_profile_of_ones_own_may_have_any_file_name(tmp_path, name):
    (tmp_path / name).write_text(HEAD + "dut: embedded\nclaims: []\n")
    assert load(named(str(tmp_path / name))).name == "mine"


@pytest.mark.parametrize("file", ["linux", "linux.yaml", "linux.yml"])
def test_a_name_of_a_profile_of_the_suite_and_of_a_file(tmp_path, monkeypatch, file):
    """The file was ignored in silence."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / file).write_text(HEAD + "dut: embedded\nclaims: []\n")
    with pytest.raises(DocumentError) as refused:
        named("linux")
    assert str(refused.value) == (
        f"profile 'linux': the suite has one of this name, and there is a file {file} here; accepted: ./{file} for the "
        f"file, {of_the_suite('linux')} for the suite's"
    )
    assert load(named(f"./{file}")).name == "mine"
    assert load(named(str(of_the_suite("linux")))).name == "linux"
    if "." in file:
        assert load(named(file)).name == "mine"
    monkeypatch.chdir(of_the_suite("linux").parent)
    assert load(named("linux")).name == "linux", "one and the same"


def test_a_folder_of_the_name_of_a_profile_is_none(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "linux").mkdir()
    assert load(named("linux")).name == "linux"


def test_a_bare_name_of_a_file_alone(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "switch-7").write_text(HEAD + "dut: embedded\nclaims: []\n")
    assert load(named("switch-7")).name == "mine"
    (tmp_path / "switch-8.yaml").write_text(HEAD + "dut: embedded\nclaims: []\n")
    with pytest.raises(DocumentError, match=r"'switch-8': there is none of this name; did you mean switch-8.yaml\?; "):
        named("switch-8")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("claims:\n  - srv6.un\n  - trimming\n  - trimming.disable_acll\n", "mine.yaml:7: claims: unknown claim "
         "'trimming.disable_acll'; did you mean trimming.disable_acl"),
        ("claims: []\nchoices:\n  trim_size_base: frame\n  trim_lenght: update\n",
         "mine.yaml:7: choices.trim_lenght: unknown choice 'trim_lenght'; did you mean trim_length?; accepted: "),
        ("claims: []\nchoices:\n  trim_length: upate\n",
         "mine.yaml:6: choices.trim_length: unknown value 'upate'; did you mean update?; accepted: update, preserve"),
        ("claims: []\nlimits:\n  SRV6-028: no\n  SRV-001: no\n",
         "mine.yaml:7: limits.SRV-001: unknown requirement SRV-001; did you mean SRV6-001?; accepted: ids of "),
        ("claims: []\nlimits:\n  SRV6-999: no\n", "unknown requirement SRV6-999; accepted: ids of ptf_tests/requirement"
         "s/, SRV6-001 to SRV6-0"),
    ],
)  # fmt: skip
def test_a_typo_is_told_with_its_line_and_what_is_near(mine, text, message):
    mine.write_text(HEAD + "dut: embedded\n" + text)
    with pytest.raises(DocumentError) as refused:
        load(mine, Catalogue.own())
    assert message in str(refused.value)


def test_the_command_looks_at_the_ids_of_limits(mine):
    """It took any."""
    mine.write_text(HEAD + "dut: embedded\nclaims: [srv6.un]\nlimits: {TRIM-999: no}\n")
    done = ran(entry, "run", "--profile", mine, "srv6")
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{mine}:5: limits.TRIM-999: unknown requirement TRIM-999" in done.stderr


def test_a_profile_that_is_nowhere(tmp_path):
    with pytest.raises(
        DocumentError, match=r"profile 'nosuch': there is none of this name; accepted: bmv2, .* a file$"
    ):
        named("nosuch")
    with pytest.raises(DocumentError, match=r"/nosuch\.yaml: cannot read: No such file or directory"):
        load(named(str(tmp_path / "nosuch.yaml")))


@pytest.mark.parametrize("election_id", [1, 2**64, 2**128 - 1])
def test_an_election_id(mine, election_id):
    """A Uint128 of P4Runtime, 0 excepted: a client with it is never primary (section on client arbitration)."""
    p4runtime = f"{{address: '[::1]:9559', election_id: {election_id}}}"
    mine.write_text(HEAD + f"dut: external\nclaims: []\naccess:\n{INTERFACES}  p4runtime: {p4runtime}\n")
    profile = load(mine)
    assert profile.access.p4runtime.election_id == election_id
    assert Profile.model_validate_json(profile.model_dump_json()) == profile


@pytest.mark.parametrize("election_id", ["0", "-1", str(2**128), "high"])
def test_an_election_id_that_p4runtime_does_not_have(mine, election_id):
    p4runtime = f"{{address: '[::1]:9559', election_id: {election_id}}}"
    text = HEAD + f"dut: external\nclaims: []\naccess:\n{INTERFACES}  p4runtime: {p4runtime}\n"
    assert complaint(mine, text).startswith("mine.yaml:7: access.p4runtime.election_id: ")


def test_trimmed_and_trimmed_lasthop_may_have_one_dscp(mine):
    mine.write_text(HEAD + "dut: embedded\nclaims: []\nvalues: {dscp: {trimmed: 48, trimmed_lasthop: 48}}\n")
    assert load(mine).values.dscp.trimmed_lasthop == 48


def test_files_are_relative_to_the_profile(mine):
    p4runtime = "{address: '[::1]:9559', p4info: a/p4info.txt, json_file: /b.json}"
    mine.write_text(HEAD + f"dut: external\nclaims: []\naccess:\n{INTERFACES}  p4runtime: {p4runtime}\n")
    access = load(mine).access.p4runtime
    assert (access.p4info, str(access.json_file)) == (mine.parent / "a" / "p4info.txt", "/b.json")


def test_what_a_profile_excludes(mine, catalogue):
    mine.write_text(
        HEAD + "dut: embedded\nclaims: [srv6.un]\nchoices: {zero_next_usid: drop}\nlimits: {SRV6-003: slow}\n"
    )
    profile = load(mine, catalogue)
    assert excluded(catalogue["SRV6-001"], profile) is None
    assert excluded(catalogue["SRV6-003"], profile) == "limit: slow"
    assert excluded(catalogue["SRV6-012"], profile) == "mine chose zero_next_usid drop"
    assert excluded(catalogue["SRV6-013"], profile) is None
    assert re.fullmatch(r"mine does not claim srv6\.ua", excluded(catalogue["SRV6-033"], profile))
