# SPDX-License-Identifier: Apache-2.0
"""The strict type checker, as a test: by itself it keeps one core busy and the rest idle. And what it does not see."""

import ast
import subprocess
import sys

import house_kit
import pytest
from house_kit import ROOT


@pytest.mark.timeout(900)
def test_all_types_are_right():
    done = subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_says_when_it_is_equal_says_when_it_is_not():
    """msgspec's `!=` compares fields and asks no `__eq__`. A Struct here gives its options with its bases."""
    found = []
    for name in house_kit.modules().values():
        classes = {each.name: each for each in house_kit.below(house_kit.tree(name)) if isinstance(each, ast.ClassDef)}
        for each in classes.values():
            if each.keywords and "__eq__" in methods(each) and not differs(each, classes):
                found.append(f"{name}:{each.lineno}: {each.name}")
    assert found == []


def methods(node):
    return {each.name for each in node.body if isinstance(each, ast.FunctionDef)}


def differs(node, classes):
    """Whether a class, or one it is made of in the same module, has a `!=` of its own."""
    bases = [classes[base.id] for base in node.bases if isinstance(base, ast.Name) and base.id in classes]
    return "__ne__" in methods(node) or any(differs(base, classes) for base in bases)
