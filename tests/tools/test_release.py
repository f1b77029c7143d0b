# SPDX-License-Identifier: Apache-2.0
"""Releases, the container and the workflow: what they run is there. `make release` itself takes minutes."""

import re
import shlex
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import house_kit
import pytest
import yaml
from click.testing import CliRunner

from mrc_fabric import VERSION
from mrc_fabric.__main__ import ROWS, cli, translated
from tools import release

ROOT = Path(__file__).resolve().parents[2]
PROJECTS = {name: tomllib.loads((ROOT / name).read_text()) for name in ("pyproject.toml", "p4soft/pyproject.toml")}
SCRIPTS = {name for project in PROJECTS.values() for name in project["project"]["scripts"]}
TARGETS = set(re.findall(r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


def accepts(words):
    """Whether `mrc` takes a command line; it runs nothing."""
    name, *rest = words
    if name.startswith("-"):
        return CliRunner().invoke(cli, words).exit_code == 0
    if name not in ROWS:
        return name in cli.commands
    command = ROWS[name].command()
    command.make_context(name, translated(command, rest, ROWS[name]))
    return True


# --- make release ----------------------------------------------------------------------------------------------------


def test_what_a_release_is_tried_with_is_there():
    for trial in release.TRIALS:
        for program, *words in trial.commands:
            assert program in SCRIPTS
            assert program != "mrc" or accepts(words), words


def test_wheels_and_sdists_of_both_projects_are_tried_with_the_demo_and_a_case():
    whole = [trial for trial in release.TRIALS if trial.projects == ("p4soft", "mrc_fabric")]
    assert {trial.kind for trial in whole} == {".whl", ".tar.gz"}
    for trial in whole:
        assert {"demo", "conformance"} <= {words[1] for words in trial.commands}
    assert any(trial.projects == ("p4soft",) for trial in release.TRIALS)


def test_a_trial_installs_its_files_and_runs_its_commands_in_a_bare_environment(tmp_path, monkeypatch):
    ran = []
    monkeypatch.setattr(release, "_run", lambda command, *, cwd: ran.append([cwd.name, *command]))
    files = [tmp_path / name for name in ("p4soft-1.whl", "p4soft-1.tar.gz", "mrc_fabric-1.whl")]
    release.attempt(release.Trial("x", ".whl", ("p4soft",), (("p4c", "--version"),)), files, tmp_path)
    assert [words[-1] for words in ran] == [str(tmp_path / "x"), str(files[0]), "--version"]
    assert ran[2] == ["x-runs", str(tmp_path / "x" / "bin" / "p4c"), "--version"]


def test_a_step_that_fails_is_told_with_what_it_said(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "/nowhere")
    program = "import os, sys; sys.exit('no ' + os.environ.get('PYTHONPATH', 'such thing'))"
    with pytest.raises(release.ReleaseError, match=r"exit status 1\nno such thing$"):
        release._run([sys.executable, "-c", program], cwd=tmp_path)


def test_the_changes_of_this_version_are_written_down():
    pages = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert pages[:2] == ["Versions", VERSION]


# --- The container ---------------------------------------------------------------------------------------------------


def instructions():
    return release.instructions((ROOT / "Containerfile").read_text())


def test_the_replay_runs_pip_and_mrc_with_folders_of_its_own(tmp_path, monkeypatch):
    ran = []
    monkeypatch.setattr(release, "_run", lambda command, *, cwd: ran.append((cwd, *map(str, command))))
    file = tmp_path / "Containerfile"
    file.write_text(
        "# /src\nFROM x AS build\nCOPY . /src\nRUN pip wheel --wheel-dir /wheels /src/p4soft \\\n  /src\nFROM x\n"
        "COPY --from=build /wheels /tmp/wheels\nRUN useradd mrc && mrc demo --out /tmp/check\nUSER mrc\n"
    )
    release.replay(file, tmp_path)
    bin_ = f"{tmp_path}/environment/bin"
    assert [words[1:] for words in ran[1:]] == [
        ("sh", "-c", f"{bin_}/pip wheel --wheel-dir {tmp_path}/wheels {ROOT}/p4soft    {ROOT}"),
        ("cp", "-r", f"{tmp_path}/wheels", f"{tmp_path}/tmp/wheels"),
        ("sh", "-c", f"{bin_}/mrc demo --out {tmp_path}/tmp/check"),
    ]
    assert ran[-1][0] == tmp_path / "work"


def ignored(name):
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    patterns = [line for line in lines if line and not line.startswith("#")]
    parts = name.split("/")
    return any(
        fnmatch("/".join(parts[:end]), pattern) or (pattern.startswith("**/") and parts[end - 1] == pattern[3:])
        for pattern in patterns
        for end in range(1, len(parts) + 1)
    )


def test_the_container_knows_its_instructions_and_copies_what_is_there():
    stages = []
    for name, rest in instructions():
        assert name in {"FROM", "COPY", "RUN", "USER", "WORKDIR", "ENTRYPOINT", "CMD"}, name
        if name == "FROM":
            image, *stage = rest.split()
            assert re.fullmatch(r"docker\.io/library/python:3\.11-slim", image)
            stages += stage[1:]
        elif name == "COPY":
            source, _ = [word for word in rest.split() if not word.startswith("--")]
            if "--from=" in rest:
                assert rest.split()[0].removeprefix("--from=") in stages and source == "/wheels"
            else:
                assert (ROOT / source).exists() and not ignored(source)
    assert instructions()[0][0] == "FROM" and instructions()[-2:] == [("ENTRYPOINT", '["mrc"]'), ("CMD", '["demo"]')]


def test_the_container_is_built_of_all_that_git_knows_and_of_nothing_that_was_made_here():
    assert [name for name in house_kit.files() if ignored(name)] == []
    assert all(map(ignored, ["out/x", ".venv/bin/python", ".git/config", "fabric/__pycache__/x.pyc"]))


def test_what_the_container_runs_is_accepted():
    programs = set()
    for line in [rest for name, rest in instructions() if name == "RUN"]:
        subprocess.run(["sh", "-n", "-c", line], check=True)
        for command in re.split(r"\s*&&\s*", line):
            program, *words = shlex.split(command)
            programs.add(program)
            if program == "mrc":
                assert accepts(words)
            elif program == "pip":
                assert words[0] in ("wheel", "install")
                lock = [ROOT / "tools" / "requirements" / Path(word).name for word in words if word.endswith(".txt")]
                assert all(path.is_file() for path in lock)
                for word in (each.removeprefix("/src") for each in words if each.startswith("/src")):
                    assert (ROOT / word.strip("/") / "pyproject.toml").is_file()
    assert programs == {"pip", "apt-get", "rm", "useradd", "mkdir", "chown", "mrc"}
    users = [rest for name, rest in instructions() if name == "USER"]
    assert users == ["mrc"], "nothing runs as root in the end"


# --- The workflow and the hooks --------------------------------------------------------------------------------------


def steps():
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "test.yml").read_text())
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


def test_the_workflow_runs_what_everybody_runs():
    commands = [step["run"] for step in steps() if "run" in step]
    assert ".ci/run" in commands
    for command in commands:
        program, *words = command.split()
        if program == "make":
            assert words[0] in TARGETS
        elif program == "docker":
            assert words[0] in ("build", "run") and (words[0] == "run" or (ROOT / words[2]).is_file())
        else:
            assert (ROOT / program).stat().st_mode & 0o111


def test_the_workflow_may_read_and_nothing_else():
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "test.yml").read_text())
    assert workflow["permissions"] == {"contents": "read"}
    assert all(re.search(r"@v\d+$", step["uses"]) for step in steps() if "uses" in step)


def test_the_hooks_are_those_of_make_lint():
    (repo,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
    assert repo["repo"] == "local"
    entries = {hook["entry"].removesuffix(" --force-exclude") for hook in repo["hooks"]}
    assert entries == {".venv/bin/ruff check", ".venv/bin/ruff format", ".venv/bin/python -m mypy"}
    assert all(hook["language"] == "system" for hook in repo["hooks"])
