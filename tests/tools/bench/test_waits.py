# SPDX-License-Identifier: Apache-2.0
"""What people wait for: commands as they are typed, and a lab that always goes down again."""

import sys

import pytest

from fabric.experiments.__main__ import cli as experiments
from labs.grading.grader import main as grading
from tools.bench import waits
from tools.bench.measurements import Settings, UnavailableError


@pytest.fixture
def typed(monkeypatch):
    """The commands that would have run; what they print is in the dictionary, by their second word."""
    seen, prints = [], {}

    def run(module, *arguments):
        seen.append((module, *arguments))
        return prints.get(arguments[0], "")

    monkeypatch.setattr(waits, "_run", run)
    return seen, prints


def test_each_command_is_a_figure_of_its_own(typed, monkeypatch, tmp_path):
    seen, _ = typed
    monkeypatch.setattr(waits, "_lab_page", lambda _: 2.5)
    figures = {each.figure: each for each in waits.commands(Settings(1.0, tmp_path))}
    assert list(figures) == ["wait_demo", "wait_fig18", "wait_lab_page", "wait_lab_check"]
    assert figures["wait_lab_page"].value == 2.5
    assert {module for module, *_ in seen} == {"mrc_fabric", "fabric.experiments", "labs.grading"}
    folders = [each[-1] for each in seen if each[0] == "fabric.experiments"]
    assert len(set(folders)) == len(folders) == 3, "each makes its runs, and finds none"
    commands = {"fabric.experiments": experiments, "labs.grading": grading}
    for module, *arguments in seen:
        if command := commands.get(module):
            command.make_context(module, arguments, resilient_parsing=False).close()  # it takes such arguments


def test_a_lab_without_a_page_goes_down_again(typed):
    seen, prints = typed
    prints["up"] = "no page: no free port\n"
    with pytest.raises(UnavailableError, match="no lab comes up here; `make lab` says why"):
        waits._lab_page("mine")
    assert seen[-1] == ("labs", "down", "--name", "mine")


def test_a_command_that_fails_is_named(monkeypatch):
    monkeypatch.setattr(sys, "executable", "false")
    assert waits._run("nothing") == "", "1 is the verdict of a figure that does not hold"
    monkeypatch.undo()
    with pytest.raises(UnavailableError, match=r"(?s)-m controller --nothing ended with status 2: .*No such option"):
        waits._run("controller", "--nothing")
