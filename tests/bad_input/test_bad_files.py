# SPDX-License-Identifier: Apache-2.0
"""Files, outputs and options that are not what they should be: one message, and nothing is destroyed."""

from __future__ import annotations

import os
import stat

import pytest
from bad_input_kit import LAB, ROOT, run, scenario

import topologies
from fabric.errors import FabricError
from fabric.scenario.reading import load
from fabric.traffic.payloads import payloads
from p4soft import outputs
from p4soft.outputs import OutputError

# --- Files -----------------------------------------------------------------------------------------------------------
# Scenario and topology files that are not what they should be: one message, found soon, with file and line.

BOMB = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{name}: &{name} [{','.join(['*' + below] * 9)}]\n" for below, name in zip("abcdefg", "bcdefgh", strict=True)
)

SCENARIOS = {
    "alias bomb": (BOMB, "too large"),
    "ordered map": (scenario("expect: !!omap [x: 1]"), "expect"),
    "merge key": (scenario("nic: &n {evs: 4}\nexpect:\n  <<: *n"), "expect"),
    "python tag": (scenario("seed: !!python/object/apply:os.system [id]"), "seed"),
    "null byte in topology": (scenario(topology="a\\0b"), "topology"),
    "null byte in base": ('base: "a\\0b"\n', "base"),
    "huge snaplen": (scenario("snaplen: 99999999999\ncaptures: [nic0--p0-t0-0]"), "snaplen"),
    "bound that is not a number": (scenario("expect: {paths.min: .nan}"), "expect.paths.min"),
    "infinite bound": (scenario("expect: {paths.min: {min: -.inf}}"), "expect.paths.min"),
    "bound upside down": (scenario("expect: {paths.min: {min: 5, max: 1}}"), "expect.paths.min"),
    "fault at negative time": (scenario("faults: [{at: -5us, do: switch p0-t1-0 stop}]"), "faults.0.at"),
    "unknown switch": (scenario("faults: [{at: 5us, do: switch p9-t1-0 stop}]"), "no switch named 'p9-t1-0'"),
    "unknown NIC": (scenario(writes="[{from: nic9, to: nic3, bytes: 1}]"), "no NIC named 'nic9'"),
    "unknown key": (scenario("wrkload: 3"), "wrkload: unknown field"),
    "duplicate key": (scenario("seed: 1\nseed: 2"), "duplicate key"),
    "missing keys": ("name: t\n", "workload: missing"),
    "null byte": ("\0", "not valid YAML"),
    "empty": ("", "not a mapping"),
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_bad_scenario_is_one_message_with_its_place(tmp_path, name):
    text, says = SCENARIOS[name]
    file = tmp_path / "s.yaml"
    file.write_text(text)
    with pytest.raises(FabricError) as caught:
        load(file)
    assert str(caught.value).startswith(f"{file}:")
    assert says in str(caught.value)
    assert "_FaultSpec" not in str(caught.value)


def test_a_merged_key_works_where_it_is_allowed(tmp_path):
    file = tmp_path / "s.yaml"
    file.write_text(scenario("nic:\n  <<: {evs: 4}\n"))
    assert load(file).nic.evs == 4


def test_messages_name_no_class_of_ours(tmp_path):
    file = tmp_path / "s.yaml"
    file.write_text(scenario("faults: [x]"))
    with pytest.raises(FabricError) as caught:
        load(file)
    assert "Spec" not in str(caught.value)


def test_a_null_byte_in_the_name_of_a_written_file(tmp_path):
    file = tmp_path / "s.yaml"
    file.write_text(scenario(writes='[{from: nic0, to: nic3, file: "a\\0b"}]'))
    with pytest.raises(FabricError, match=r"s\.yaml:3: workload\.0\.file: "):
        payloads(load(file), None)


TOPOLOGIES = {
    "too many ports": ("nics: 4", "nics: 4\nports_per_switch: 3", "a T0 needs 4 ports"),
    "uSID overflow": ("planes: 2", "planes: 9", "overflows its 3 bits"),
    "duplicate names": ("nics: 4", "nics: 4\nnic_names: [a, a, b, c]", "duplicate name 'a'"),
    "unknown key": ("nics: 4", "nics: 4\nnicks: 4", "nicks: unknown field"),
    "trim below TSETH": ("size: 256", "size: 121", "would cut what the NIC needs"),
    "negative trim": ("size: 256", "size: -5", "would cut what the NIC needs"),
    "number beyond text": ("limit: 1.5 BDP", f"limit: {'9' * 5000} BDP", "limit"),
    "negative delay": ("delay: 500 ns", "delay: -500 ns", "links.host.delay"),
}


@pytest.mark.parametrize("name", TOPOLOGIES)
def test_a_bad_topology_names_its_line(tmp_path, name):
    before, after, says = TOPOLOGIES[name]
    text = LAB.read_text()
    assert before in text
    file = tmp_path / "t.yaml"
    file.write_text(text.replace(before, after, 1))
    with pytest.raises(topologies.TopologyError) as caught:
        topologies.load(file)
    assert str(caught.value).startswith(f"{file}:")
    assert says in str(caught.value)


@pytest.mark.parametrize("command", [("controller", "plan"), ("fabric", "run", "--out", "out")])
@pytest.mark.parametrize("kind", ["endless", "directory", "missing", "junk"])
def test_a_file_that_is_no_text_file(tmp_path, command, kind):
    file = tmp_path / kind
    if kind == "directory":
        file.mkdir()
    elif kind == "junk":
        file.write_bytes(b"\x00\xff\xfe\x80")
    given = "/dev/zero" if kind == "endless" else file  # read only, as every input here
    done = run(tmp_path, *command, given)
    assert done.returncode == 1
    assert done.stderr.startswith(f"error: {given}")
    assert not (tmp_path / "out").exists()


# --- Outputs ---------------------------------------------------------------------------------------------------------
# Outputs that are in the way: what is not ours stays as it was. Every output here is below `tmp_path`.


def write_plan(tmp_path, out):
    done = run(tmp_path, "controller", "plan", LAB, "--switch", "p0-t0-0", "-o", out)
    return done.returncode, done.stderr


def write_atomic(_tmp_path, out):
    try:
        outputs.write_bytes(out, b"new")
    except OutputError as problem:
        return 1, f"error: {problem}"
    return 0, ""


WRITERS = pytest.mark.parametrize("write", [write_plan, write_atomic])


@WRITERS
def test_something_that_is_no_file_is_not_replaced(tmp_path, write):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    status, says = write(tmp_path, pipe)
    assert stat.S_ISFIFO(pipe.lstat().st_mode)
    assert (status, "not a regular file" in says) == (1, True)
    assert list(tmp_path.iterdir()) == [pipe]


@WRITERS
def test_a_link_is_followed_not_replaced(tmp_path, write):
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_text("old")
    link.symlink_to(file)
    assert write(tmp_path, link)[0] == 0
    assert link.is_symlink()
    assert file.read_text() != "old"


def test_ptf_deletes_nothing_it_did_not_write(tmp_path):
    out = tmp_path / "mine"
    out.mkdir()
    (out / "precious.txt").write_text("precious")
    (out / "junit.xml").write_text("<good/>")
    done = run(tmp_path, "ptf_tests", "run", "--out", out, "srv6.NoSuchCase")
    assert done.returncode == 2
    assert done.stderr.startswith("error: test 'srv6.NoSuchCase' matches no case; accepted: ")
    assert (out / "precious.txt").read_text() == "precious"
    assert (out / "junit.xml").read_text() == "<good/>"  # a misspelt test loses no good result


def test_ptf_takes_over_no_directory_of_something_else(tmp_path):
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "precious.txt").write_text("precious")
    done = run(tmp_path, "ptf_tests", "run", "--out", ".", "srv6")
    assert done.returncode == 2
    assert done.stderr.startswith(f"error: {tmp_path}: holds files of something else; accepted: ")
    assert (tmp_path / "build" / "precious.txt").read_text() == "precious"


@pytest.mark.parametrize("words", [("--out", "file"), ("--out", "file/below")])
def test_ptf_wants_a_directory(tmp_path, words):
    (tmp_path / "file").write_text("precious")
    done = run(tmp_path, "ptf_tests", "run", *words, "srv6")
    assert done.returncode == 2
    assert done.stderr.startswith("error: ")
    assert (tmp_path / "file").read_text() == "precious"


def test_ptf_wants_files_not_directories(tmp_path):
    (tmp_path / "d").mkdir()
    done = run(tmp_path, "ptf_tests", "run", "--out", "o", "--json", "d", "--p4info", "d", "srv6")
    assert done.returncode == 2
    assert "'d' is a directory" in done.stderr


def test_a_compiler_error_leaves_the_last_good_output(tmp_path):
    (tmp_path / "bad.p4").write_text('#include "nothere.p4"\n')
    (tmp_path / "out.json").write_text("good")
    done = run(tmp_path, "p4soft.compiler", "bad.p4", "-o", "out.json", "--p4runtime-files", "o.txtpb")
    assert done.returncode == 1
    assert "bad.p4:1:1: error: cannot find the include file nothere.p4" in done.stderr
    assert (tmp_path / "out.json").read_text() == "good"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.p4", "out.json"]


# --- The compiler ----------------------------------------------------------------------------------------------------
# Misuse of the compiler's command line: nothing is destroyed, nothing runs for ever.

PROGRAM = ROOT / "p4src" / "main.p4"


def refused(cwd, *words):
    done = run(cwd, "p4soft.compiler", *words)
    assert done.returncode in (1, 2), done
    return done.stderr


def test_the_source_is_not_overwritten(tmp_path):
    source = tmp_path / "a.p4"
    source.write_text("const bit<8> A = 1;\n")
    assert f"{source}: cannot write: it is the source as well" in refused(tmp_path, source, "-o", source)
    assert source.read_text() == "const bit<8> A = 1;\n"


def test_two_outputs_need_two_names(tmp_path):
    both = tmp_path / "x.json"
    assert "give each output a name of its own" in refused(tmp_path, PROGRAM, "-o", both, "--p4runtime-files", both)
    assert not both.exists()


def test_a_pipe_is_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert f"{pipe}: cannot write: not a regular file" in refused(tmp_path, PROGRAM, "-o", pipe)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_link_is_followed(tmp_path):
    (tmp_path / "real").mkdir()
    link = tmp_path / "link.json"
    link.symlink_to(tmp_path / "real" / "out.json")
    assert run(tmp_path, "p4soft.compiler", PROGRAM, "-o", link).returncode == 0
    assert link.is_symlink()
    assert (tmp_path / "real" / "out.json").is_file()


def test_an_output_directory_that_is_missing_is_named_as_given(tmp_path):
    missing = tmp_path / "nowhere" / "x.json"
    assert f"error: {missing}: cannot write: No such file or directory" in refused(tmp_path, PROGRAM, "-o", missing)


def test_an_include_directory_that_is_missing(tmp_path):
    assert "nowhere' is not a directory" in refused(tmp_path, PROGRAM, "-I", tmp_path / "nowhere")


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="needs /dev/zero, as Linux has it")  # noqa: PTH110
def test_a_source_without_end(tmp_path):
    assert "too large" in refused(tmp_path, "/dev/zero")


def test_macros_that_double(tmp_path):
    source = tmp_path / "bomb.p4"
    levels = "".join(f"#define M{i} M{i + 1} M{i + 1}\n" for i in range(40))
    source.write_text(levels + "#define M40 +\nconst bit<8> A = 1 M0 1;\n")
    assert "the expansion of macros here has more than 500,000 tokens" in refused(tmp_path, source)
