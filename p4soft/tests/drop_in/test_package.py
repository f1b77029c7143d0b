# SPDX-License-Identifier: Apache-2.0
"""What `pip install ./p4soft` installs: commands that are there, and every package and file that they need."""

import contextlib
import importlib
import importlib.util
import re
import sys
import tomllib
from pathlib import Path

import pytest

from p4soft.__main__ import COMMANDS, main
from p4soft.drop_in import VERSION

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
SOURCES = ROOT / "src" / "p4soft"


@pytest.mark.parametrize(("command", "place"), sorted(PROJECT["project"]["scripts"].items()))
def test_commands_are_functions_of_the_package(command, place):
    module, _, function = place.partition(":")
    assert callable(getattr(importlib.import_module(module), function)), command
    assert module.split(".")[0] == "p4soft"


def test_what_is_imported_is_the_package_or_a_dependency_of_it():
    names = {re.split(r"[><=\[]", each)[0] for each in PROJECT["project"]["dependencies"]}
    optional = {
        re.split(r"[><=\[]", each)[0]
        for group in PROJECT["project"]["optional-dependencies"].values()
        for each in group
    }
    brought = {
        "google",
        "grpc",
        "p4runtime_sh",
        "bm_runtime",
    }  # grpcio, protobuf, p4runtime-shell; BMv2's names
    for file in SOURCES.rglob("*.py"):
        found = set(re.findall(r"^\s*(?:from|import) (\w+)(?=[\w.]* import|[\w., ]*$)", file.read_text(), re.MULTILINE))
        unknown = found - sys.stdlib_module_names - {"p4soft"} - names - optional - brought
        assert not unknown, f"{file}: {unknown}"


def test_packages_have_an_init_so_that_they_are_found():
    for file in SOURCES.rglob("*.py"):
        assert (file.parent / "__init__.py").exists(), file


def test_what_is_not_python_is_in_the_wheel():
    """hatchling takes every file of the package that Git does not ignore; these must be there."""
    assert PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"] == ["src/p4soft"]
    found = {path.relative_to(SOURCES).as_posix() for path in SOURCES.rglob("*") if path.suffix not in (".py", ".pyc")}
    assert {"py.typed", "compiler/p4include/core.p4", "compiler/p4include/v1model.p4"} <= found
    assert len([path for path in found if path.endswith(".thrift")]) == 4


def test_the_version_is_where_the_build_looks_for_it():
    version = PROJECT["tool"]["hatch"]["version"]
    found = re.search(version["pattern"], (ROOT / version["path"]).read_text())
    assert found and found["version"] == VERSION


def test_metadata_is_whole():
    project = PROJECT["project"]
    assert (ROOT / project["readme"]).is_file()
    assert all((ROOT / name).is_file() for name in project["license-files"])
    assert project["license"] == "Apache-2.0"
    assert project["description"] and project["keywords"] and project["urls"]
    assert all(url.startswith("https://") for url in project["urls"].values())
    versions = {line.rsplit(" ", 1)[-1] for line in project["classifiers"] if line.startswith("Programming Language")}
    assert f"{sys.version_info.major}.{sys.version_info.minor}" in versions


@pytest.mark.parametrize(
    "page", sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")]), ids=lambda page: page.name
)
def test_pages_name_files_that_are_there(page):
    text = page.read_text(encoding="utf-8")
    for place in set(re.findall(r"(?<![\w/.-])((?:src|tests|docs)/[\w/.-]*[\w/])", text)):
        assert (ROOT / place).exists() or list(ROOT.glob(f"{place}.*")), f"{page.name}: {place}"


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_commands_of_p4soft_show_their_own_names(command, capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["p4soft", command, "--help"])
    if command == "shell":
        pytest.importorskip("IPython")
        if importlib.util.find_spec("p4runtime_sh") is None:
            pytest.skip("p4runtime-shell is not installed")
    with contextlib.suppress(SystemExit):
        main()
    assert capsys.readouterr().out.lower().startswith(f"usage: p4soft {command} ")


def test_p4soft_says_its_version(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["p4soft", "--version"])
    main()
    assert capsys.readouterr().out == f"p4soft {VERSION}\n"
