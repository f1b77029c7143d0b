# SPDX-License-Identifier: Apache-2.0
"""What `pip install ./p4soft` installs: commands that are there, and every package and file that they need."""

import importlib
import re
import sys
import tomllib
from pathlib import Path

import pytest

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
        "bmv2_interface",
    }  # grpcio, protobuf, p4runtime-shell; BMv2's names
    for file in SOURCES.rglob("*.py"):
        found = set(re.findall(r"^\s*(?:from|import) (\w+)(?=[\w.]* import|[\w., ]*$)", file.read_text(), re.MULTILINE))
        unknown = found - sys.stdlib_module_names - {"p4soft"} - names - optional - brought
        assert not unknown, f"{file}: {unknown}"


def test_packages_have_an_init_so_that_they_are_found():
    for file in SOURCES.rglob("*.py"):
        assert (file.parent / "__init__.py").exists(), file
