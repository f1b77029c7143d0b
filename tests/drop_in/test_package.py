# SPDX-License-Identifier: Apache-2.0
"""What `pip install .` installs: commands that are there, and every package and file that they need."""

import importlib
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
INSTALLED = {pattern.rstrip("*") for pattern in PROJECT["tool"]["setuptools"]["packages"]["find"]["include"]}


@pytest.mark.parametrize(("command", "place"), sorted(PROJECT["project"]["scripts"].items()))
def test_commands_are_functions_of_installed_packages(command, place):
    module, _, function = place.partition(":")
    assert callable(getattr(importlib.import_module(module), function)), command
    assert module.split(".")[0] in INSTALLED


def test_installed_packages_import_installed_ones_only():
    rooms = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests"}
    allowed = {"targets/fidelity"}  # says where the old command is now, when there is a clone
    for room in INSTALLED:
        for file in (ROOT / room).rglob("*.py"):
            if any(str(file.relative_to(ROOT)).startswith(each) for each in allowed):
                continue
            found = set(re.findall(r"^\s*(?:from|import) (\w+)", file.read_text(), re.MULTILINE)) & rooms
            assert found <= INSTALLED, f"{file}: {found - INSTALLED}"


def test_packages_have_an_init_so_that_they_are_found():
    for room in INSTALLED:
        for file in (ROOT / room).rglob("*.py"):
            assert (file.parent / "__init__.py").exists(), file


def test_the_compilers_includes_are_installed():
    kinds = PROJECT["tool"]["setuptools"]["package-data"]["*"]
    other = [
        f for room in INSTALLED for f in (ROOT / room).rglob("*") if f.is_file() and f.suffix not in (".py", ".pyc")
    ]
    assert other
    for file in other:
        assert any(file.match(kind) for kind in kinds), f"{file} would not be installed"
