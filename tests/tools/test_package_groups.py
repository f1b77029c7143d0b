# SPDX-License-Identifier: Apache-2.0
"""The groups of packages: each is locked with hashes, and enough for the commands that `make` runs with it."""

import os
import re
import subprocess
import sys
import tomllib
from functools import cache
from importlib import metadata
from itertools import pairwise
from pathlib import Path

import pytest
from waiting_kit import until

ROOT = Path(__file__).resolve().parents[2]
SHORT = ROOT / "tests" / "docs" / "short.yaml"
LOCKS = ROOT / "tools" / "requirements"
GROUPS = ("run", "live", "experiments", "dev")
"""Each has all of those before it."""
DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]

ONLY = """\
import os, sys

class Refused:
    names = set(os.environ["TEST_REFUSED"].split())

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in self.names:
            raise ModuleNotFoundError(f"No module named {name!r} (another group has it)", name=name)

sys.meta_path.insert(0, Refused())
"""
"""As sitecustomize, of a process and of those that it starts."""


FIGURE = """\
from fabric.experiments import page, running

if __name__ == "__main__":
    with running.dask(None, 1) as client:
        print(client.gather(client.map(lambda number: number**2, range(3))))
"""
"""What draws a figure, and processes for its runs."""


def normal(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(group):
    text = (LOCKS / f"{group}.txt").read_text().partition("\n\n")[2]
    found = {}
    for entry in re.split(r"\n(?=\S)", text.strip()):
        name, version = re.match(r"([A-Za-z0-9._-]+)==(\S+)", entry).groups()
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), f"{group}.txt: {name} has no hash"
        found[normal(name)] = version
    return found


def declared(group):
    for each in DECLARED[group]:
        if isinstance(each, dict):
            yield from declared(each["include-group"])
        else:
            yield normal(re.match(r"[A-Za-z0-9._-]+", each)[0])


@pytest.mark.parametrize(
    ("words", "group"),
    [
        (("demo",), "run"),
        (("demo", "SCENARIO=topologies/scenarios/demo-no-trim.yaml", "LIVE=0"), "run"),
        (("demo", "LIVE=1"), "live"),
        (("demo", "ENGINE=native"), "live"),
        (("demo", "SCENARIO=mine.yaml"), "live"),
        (("compare",), "run"),
        (("plan",), "run"),
        (("p4",), "run"),
        (("lab",), "live"),
        (("conformance",), "live"),
        (("experiments",), "experiments"),
        (("lint",), "dev"),
        (("release",), "dev"),
    ],
)
def test_a_target_installs_its_group_and_no_other(tmp_path, words, group):
    done = subprocess.run(
        ["make", "-n", f"VENV={tmp_path}/new", *words], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert re.findall(r"--require-hashes -r (\S+);", done.stdout) == [f"tools/requirements/{group}.txt"]


def test_who_sets_up_what_another_is_setting_up_is_told_which_and_leaves_it_alone(tmp_path):
    """A Python that takes its time; what it would install is not looked at."""
    slow = tmp_path / "python"
    slow.write_text(
        f'#!/bin/sh\ntest "$1" = -c && exec {sys.executable} "$@"\n'
        f'echo "$@" >>{tmp_path}/ran\nmkdir -p {tmp_path}/new && touch {tmp_path}/begun\n'
        f"read line <{tmp_path}/go\nexit 1\n"
    )
    slow.chmod(0o755)
    os.mkfifo(tmp_path / "go")
    command = ["make", "lab", f"VENV={tmp_path}/new", f"PYTHON={slow}"]
    told = {"cwd": ROOT, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    with subprocess.Popen(command, **told) as first:
        until((tmp_path / "begun").exists)
        second = subprocess.run(command, **told, check=False, timeout=60)
        (tmp_path / "go").write_text("\n")
        first.communicate()
    wanted = f"error: make lab (process {first.pid}) is setting up {tmp_path}/new; say it again when that is done\n"
    assert second.returncode == 2
    assert re.sub(r"make(\[\d+\])?: .*\n", "", second.stdout) == wanted
    assert len((tmp_path / "ran").read_text().splitlines()) == 1


def test_every_target_that_runs_python_has_a_group():
    rules = re.findall(r"^([a-z0-9-]+):([^\n]*)\n((?:\t[^\n]*\n)+)", (ROOT / "Makefile").read_text(), re.MULTILINE)
    bare = [
        name
        for name, needed, recipe in rules
        if re.search(r"\$\((PY|MRC|VENV)\)[ /]", recipe) and name != "clean"
        if not re.search(r"\$\((RUN|SUITE|EXPERIMENTS|DEV)\)", needed)
    ]
    assert len(rules) > 15 and bare == []


def test_pages_name_groups_that_there_are():
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "labs").rglob("*.md")]
    named = {name for page in pages for name in re.findall(r"make \.venv/\.(\w+)", page.read_text())}
    assert named <= set(GROUPS)


@pytest.mark.parametrize("group", GROUPS)
def test_every_package_is_locked(group):
    assert set(declared(group)) <= locked(group).keys()


def test_a_later_group_has_what_the_earlier_have_in_the_same_version():
    for small, large in pairwise(GROUPS):
        assert locked(small).items() <= locked(large).items(), (small, large)


def test_the_first_demo_brings_no_compiler_no_browser_and_no_tests():
    for large in ("llvmlite", "playwright", "bokeh", "dask", "mypy", "ruff", "pytest", "ipython"):
        assert large not in locked("run") and large in locked("dev"), large


@cache
def refused(group):
    """Modules of installed packages that the group does not have."""
    have = {*locked(group), "pip", "p4soft"}
    return [
        module
        for module, distributions in metadata.packages_distributions().items()
        if not any(normal(name) in have for name in distributions)
    ]


def with_group(folder, group, *words):
    """Run a module of the project with what a group has."""
    (folder / "sitecustomize.py").write_text(ONLY)
    return subprocess.run(
        [sys.executable, "-m", *map(str, words)], cwd=folder, capture_output=True, text=True, timeout=300, check=False,
        env={**os.environ, "PYTHONPATH": f"{folder}:{ROOT}", "TEST_REFUSED": " ".join(refused(group))},
    )  # fmt: skip


def succeeds(folder, group, *words):
    done = with_group(folder, group, *words)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout


def imported(folder, group, *modules):
    """Import them with what a group has: the start of what the long tests run."""
    succeeds(folder, group, "timeit", "-n1", "-r1", f"import {', '.join(modules)}")


def test_run_is_enough_for_the_demo(tmp_path):
    said = succeeds(tmp_path, "run", "mrc_fabric", "demo", f"SCENARIO={SHORT}")
    assert "PASSED: all bytes intact" in said
    imported(
        tmp_path, "run", "fabric.report.comparison", "fabric.timeline", "host_stack.explain", "host_stack.shell",
        "controller",
    )  # fmt: skip


@pytest.mark.long
def test_run_is_enough_for_what_goes_with_the_demo(tmp_path):
    succeeds(tmp_path, "run", "mrc_fabric", "demo", "TIMELINE=1", f"SCENARIO={SHORT}")
    results = [tmp_path / "out" / "short" / "result.json"] * 2
    assert "out/compare.html" in succeeds(tmp_path, "run", "mrc_fabric", "compare", *results)
    captures = sorted((tmp_path / "out" / "short" / "captures").iterdir())
    assert "EV" in succeeds(tmp_path, "run", "mrc_fabric", "explain", *captures)
    assert "nic3" in succeeds(tmp_path, "run", "mrc_fabric", "path", "topologies/lab.yaml", "nic0", "nic3")
    assert "set_nexthop" in succeeds(tmp_path, "run", "mrc_fabric", "plan")
    shell = ("shell", "-c", "print(route(write('nic0', 'nic3')))")
    assert succeeds(tmp_path, "run", "mrc_fabric", *shell) == "p0-t0-0 > p0-t1-0 > p0-t0-1 > nic3\n"
    succeeds(tmp_path, "run", "p4soft.compiler", ROOT / "p4src" / "main.p4", "-o", tmp_path / "fabric.json")


def test_live_is_enough_to_begin(tmp_path):
    imported(
        tmp_path, "live", "labs.supervisor", "labs.page.server", "labs.grading.grader", "labs.command",
        "fabric.live.nic_process", "ptf_tests.mutants.__main__", "ptf_tests.run.ptf_runner", "ptf_tests.__main__",
    )  # fmt: skip


@pytest.mark.long
def test_live_is_enough_for_the_suite_a_lab_and_the_live_lab(tmp_path):
    said = succeeds(tmp_path, "live", "mrc_fabric", "conformance", "TEST=trimming.TrimDscp")
    assert "1 of 185 musts held, none failed" in said
    starter = with_group(tmp_path, "live", "mrc_fabric", "lab-check", "LAB=02", "SEED=1")
    assert (starter.returncode, starter.stderr) == (1, "")
    assert "Usage" in succeeds(tmp_path, "live", "mrc_fabric", "lab", "up", "--help")


def test_experiments_is_enough_to_begin(tmp_path):
    imported(tmp_path, "experiments", "fabric.experiments.page", "fabric.experiments.running")


@pytest.mark.long
def test_experiments_is_enough_for_a_figure(tmp_path):
    (tmp_path / "figure.py").write_text(FIGURE)
    assert succeeds(tmp_path, "experiments", "figure") == "[0, 1, 4]\n"


def test_a_command_whose_group_is_missing_says_what_to_run(tmp_path):
    done = with_group(tmp_path, "live", "mrc_fabric", "experiments", "ONLY=fig4")
    assert (done.returncode, done.stderr) == (
        2, "error: this needs distributed, which is not installed; run `make .venv/.experiments`\n",
    )  # fmt: skip
    done = with_group(tmp_path, "run", "mrc_fabric", "conformance", "TEST=trimming.TrimDscp")
    assert (done.returncode, done.stderr) == (
        2, "error: this needs ptf, which is not installed; run `make .venv/.live`\n",
    )  # fmt: skip


def test_the_file_of_each_group_installs_with_pip_as_it_is():
    """`--require-hashes` refuses a line without `==` or a hash, options and paths."""
    for group in GROUPS:
        lines = (LOCKS / f"{group}.txt").read_text().partition("\n\n")[2].splitlines()
        assert all(re.match(r"(    --hash=sha256:|[a-z0-9.-]+==)", line) for line in lines), group
