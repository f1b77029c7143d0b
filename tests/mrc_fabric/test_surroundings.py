# SPDX-License-Identifier: Apache-2.0
"""`mrc` where it cannot work: one message, what to do, status 2. The wheel stands for an installation."""

import os
import re
import shutil
import subprocess
import sys

import pytest
from long_kit import share
from mrc_kit import BARE, ROOT, installation, mrc

import mrc_fabric.surroundings as around
from mrc_fabric import VERSION
from mrc_fabric.surroundings import SurroundingsError

PLAN = ("plan",)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """An installed `mrc`."""
    return installation(tmp_path_factory).site


def one_message(done):
    """The message of a command that refused."""
    assert done.returncode == 2, done
    assert done.stdout == "" and done.stderr.count("\n") == 1, done.stderr
    assert done.stderr.startswith("error: ")
    return done.stderr.removeprefix("error: ").strip()


# --- Where it cannot write -------------------------------------------------------------------------------------------


def test_a_folder_that_cannot_be_written_is_told_before_the_work_begins(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write anywhere
    with pytest.raises(
        SurroundingsError, match=r"^out: .* no permission to write; say --out DIR, or go to another fold"
    ):
        around.check_writable(tmp_path.relative_to(tmp_path) / "out")


WRITING = ["demo", "compare", "conformance", "experiments", "bench"]


@pytest.mark.parametrize("command", share(WRITING, ["compare", "conformance", "bench"]))
def test_every_command_that_writes_looks_first(site, tmp_path, command):
    (tmp_path / "out").write_text("mine")
    said = one_message(mrc(site, tmp_path, command))
    assert said == f"out: results go there, and {tmp_path}/out is not a folder; say --out DIR, or go to another folder"
    assert (tmp_path / "out").read_text() == "mine"
    (tmp_path / "x").touch()
    assert one_message(mrc(site, tmp_path, command, "--out", "x/y")).startswith("x/y: results go there, and ")
    assert one_message(mrc(site, tmp_path, command, "OUT=x")).startswith("x: results go there, and ")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_of_others_is_told(site, tmp_path):
    tmp_path.chmod(0o555)
    assert "no permission to write" in one_message(mrc(site, tmp_path, "demo"))


def test_help_and_lists_need_no_place_to_write(site, tmp_path):
    (tmp_path / "out").write_text("mine")
    for words in (("demo", "--help"), ("conformance", "profiles"), ("experiments", "list"), ("plan",)):
        assert mrc(site, tmp_path, *words).returncode == 0


def test_a_folder_that_is_gone_is_told(site, tmp_path):
    gone = tmp_path / "gone"
    gone.mkdir()
    program = f"cd {gone} && rmdir {gone} && exec {sys.executable} -P -m mrc_fabric plan"
    done = subprocess.run(
        ["sh", "-c", program], env=BARE | {"PYTHONPATH": str(site)}, capture_output=True, text=True, check=False
    )
    assert one_message(done) == "the current folder cannot be used: No such file or directory; go to another one"


# --- Versions --------------------------------------------------------------------------------------------------------


def a_checkout(folder, version):
    (folder / "mrc_fabric").mkdir(parents=True)
    shutil.copyfile(ROOT / "pyproject.toml", folder / "pyproject.toml")
    text = (ROOT / "mrc_fabric" / "__init__.py").read_text()
    (folder / "mrc_fabric" / "__init__.py").write_text(text.replace(f'"{VERSION}"', f'"{version}"'))
    (folder / "controller").mkdir()
    (folder / "controller" / "__init__.py").write_text("raise SystemExit('of the checkout')")
    return folder


@pytest.mark.parametrize("below", ["", "labs/02"])
def test_in_a_checkout_of_another_version_it_refuses(site, tmp_path, below):
    checkout = a_checkout(tmp_path / "checkout", "9.9.9")
    (checkout / below).mkdir(parents=True, exist_ok=True)
    said = one_message(mrc(site, checkout / below, *PLAN))
    assert said == (
        f"{checkout} is a checkout of mrc-fabric 9.9.9, and this mrc is {VERSION} ({site}/mrc_fabric); run make in the "
        "checkout, or go to another folder"
    )


OWN = [[*PLAN], ["conformance", "TEST=trimming.TrimDscp"]]


@pytest.mark.parametrize("words", share(OWN, OWN[:1]))
def test_in_a_checkout_of_its_own_version_it_runs_its_own_files(site, tmp_path, words):
    done = mrc(site, a_checkout(tmp_path / "checkout", VERSION), *words)
    assert done.returncode == 0, done.stderr


def test_beside_a_checkout_of_another_version_it_runs_its_own_files(site, tmp_path):
    checkout = a_checkout(tmp_path / "checkout", "9.9.9")
    (tmp_path / "here").mkdir()
    done = mrc(site, tmp_path / "here", *PLAN, PYTHONPATH=str(checkout))
    assert (done.returncode, done.stderr) == (0, "")


def installed_beside(folder, name, version, *required):
    where = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    where.mkdir(parents=True)
    lines = [f"Name: {name}", f"Version: {version}", *(f"Requires-Dist: {each}" for each in required)]
    (where / "METADATA").write_text("Metadata-Version: 2.4\n" + "\n".join(lines) + "\n")


def test_two_versions_installed_are_both_named(site, tmp_path):
    installed_beside(tmp_path / "user", "mrc-fabric", "0.0.9")
    said = one_message(mrc(site, tmp_path, *PLAN, PYTHONPATH=str(tmp_path / "user")))
    assert re.fullmatch(
        rf"two versions of mrc-fabric are installed: {VERSION} in {site}, 0.0.9 in {tmp_path}/user; run "
        r"`\S+ -m pip uninstall mrc-fabric` until none is left, and install one",
        said,
    )


def test_the_version_of_p4soft_is_the_one_it_was_made_with(tmp_path, monkeypatch):
    installed_beside(tmp_path, "mrc-fabric", VERSION, "p4soft==0.1.0")
    installed_beside(tmp_path, "p4soft", "0.2.0")
    monkeypatch.setattr(around, "INSTALLED", True)
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    with pytest.raises(
        SurroundingsError, match=r"needs p4soft 0\.1\.0, and .* has 0\.2\.0; run `.* install p4soft==0\.1\.0`"
    ):
        around.check()


# --- Terminal and locale ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["LC_ALL", "LANG"])
def test_a_locale_without_utf_8_is_told(site, tmp_path, name):
    narrow = {"LANG": "", name: "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    said = one_message(mrc(site, tmp_path, "demo", **narrow))
    assert re.fullmatch(
        r"this locale's character set is (?i:ascii|ansi_x3\.4-1968|us-ascii), and mrc reads and prints UTF-8; set "
        r"LC_ALL=C\.UTF-8 and PYTHONUTF8=1",
        said,
    )
    assert mrc(site, tmp_path, "--version", **narrow).returncode == 0


def test_the_plain_c_locale_is_fine(site, tmp_path):
    assert mrc(site, tmp_path, *PLAN, LC_ALL="C").returncode == 0


def in_a_shell(site, folder, script):
    """A script of the shell in which `mrc` is the command."""
    program = script.replace("mrc ", f"{sys.executable} -P -m mrc_fabric ")
    return subprocess.run(
        ["sh", "-c", program], cwd=folder, env=BARE | {"PYTHONPATH": str(site)}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip


def test_a_closed_standard_output_is_told(site, tmp_path):
    done = in_a_shell(site, tmp_path, "exec mrc plan >&-")
    assert one_message(done) == "standard output is closed; send it somewhere, such as >/dev/null"


def test_a_reader_that_goes_away_is_no_traceback(site, tmp_path):
    done = in_a_shell(site, tmp_path, "mrc plan | head -n 1")
    assert (done.stdout, done.stderr) == ("fabric lab\n", "")


def no_colours(site, folder, *words):
    done = mrc(site, folder, *words, TERM="", COLUMNS="")
    assert done.returncode == 0 and "\x1b" not in done.stdout + done.stderr


def test_without_a_terminal_there_are_no_colours_and_the_shell_reads_lines(site, tmp_path):
    no_colours(site, tmp_path, "experiments", "list")
    assert mrc(site, tmp_path, "shell").returncode == 0


@pytest.mark.long
def test_without_a_terminal_the_demo_has_no_colours(site, tmp_path):
    no_colours(site, tmp_path, "demo", f"SCENARIO={ROOT}/tests/docs/short.yaml")


# --- Answers ---------------------------------------------------------------------------------------------------------


NO_TEXTS = [
    ("01", b"ab\xff\xfe", 2),
    ("02", b"\x7fELF\0\0", 4),
    ("03", b"\0", 0),
    ("09", b"\x1f\x8b\x08", 1),
    ("11", b"\xe9t\xe9", 0),
]


@pytest.mark.parametrize(("lab", "content", "byte"), share(NO_TEXTS, NO_TEXTS[:2]))
def test_an_answer_that_is_not_text_is_told(site, tmp_path, lab, content, byte):
    (tmp_path / "answer").write_bytes(content)
    said = one_message(mrc(site, tmp_path, "lab-check", f"LAB={lab}", "ANSWER=answer"))
    assert re.fullmatch(rf"answer: byte {byte} is not text in UTF-8; accepted: \S+ as an editor saves it", said)
