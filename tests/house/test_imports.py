# SPDX-License-Identifier: Apache-2.0
"""Imports: no circle anywhere, one direction between packages (a table of docs/architecture.md); no giant module."""

import re
import tomllib
from functools import cache
from itertools import pairwise

import house_kit
import pytest

ARCHITECTURE = "docs/architecture.md"

LONGEST_MODULE = 800
"""Lines. A module is an idea that a reader looks for by name, mostly 150 to 600 lines."""


# --- Circles -----------------------------------------------------------------------------------------------------


@cache
def graph():
    """Module -> modules that it runs while it is imported itself."""
    return {
        module: {found.target for found in house_kit.imports(module) if found.at_import_time}
        for module in house_kit.modules()
    }


def described(members, edges):
    """A circle for people: one way round, file by file, with the lines that make it."""
    path = house_kit.way_round(members, edges)
    steps = []
    for module, following in pairwise(path):
        line = next(
            found
            for inside in house_kit.modules()
            if inside == module or inside.startswith(f"{module}.")
            for found in house_kit.imports(inside)
            if found.at_import_time and (found.target == following or found.target.startswith(f"{following}."))
        )
        steps.append(f"  {line.file}:{line.line}: imports {line.target}")
    return f"{len(members)} in a circle: {', '.join(members)}\n" + "\n".join(steps)


def test_no_module_imports_itself_through_others():
    edges = graph()
    found = house_kit.circles(edges)
    assert not found, "\n" + "\n".join(described(circle, edges) for circle in found)


@pytest.mark.parametrize("package", ["", *(m for m, f in house_kit.modules().items() if f.endswith("__init__.py"))])
def test_the_parts_of_a_package_do_not_import_each_other_in_a_circle(package):
    """Folders taken as one: a folder and a module beside it, or two folders, import in one direction only."""
    edges = folded(package)
    found = house_kit.circles(edges)
    assert not found, "\n" + "\n".join(described(circle, edges) for circle in found)


def folded(package):
    """The parts of a package (sub-packages taken as one), and which imports which."""
    prefix = f"{package}." if package else ""
    depth = prefix.count(".") + 1

    def part(module):
        return ".".join(module.split(".")[:depth])

    edges = {part(module): set() for module in house_kit.modules() if module.startswith(prefix)}
    for module, targets in graph().items():
        if module.startswith(prefix):
            edges[part(module)] |= {part(target) for target in targets if target.startswith(prefix)} - {part(module)}
    return edges


# --- Directions --------------------------------------------------------------------------------------------------


@cache
def rules():
    """Package -> {what it may import: the only files that may, or None for all}, as the table says."""
    page = house_kit.text(ARCHITECTURE)
    section = page.split("\n## Imports point one way\n")[1].split("\n## ")[0]
    found = {}
    for row in re.findall(r"^\| `([^`]+)` \| (.*?) \|", section, re.MULTILINE):
        package, cell = row
        allowed = found.setdefault(package, {})
        for item in [] if cell == "—" else cell.split(", "):
            match = re.fullmatch(r"`([^`]+)`(?: in ((?:`[^`]+`(?: and )?)+) only)?", item)
            assert match, (
                f"{ARCHITECTURE}: {package}: {item!r}: not understood; accepted: `package`, `package` in `file` only"
            )
            only = re.findall(r"`([^`]+)`", match[2] or "")
            allowed[match[1]] = set(only) or None
    return found


def inside(name, place):
    """Whether a file lies in a package (a folder ends in /), or is that file."""
    name = house_kit.shown(name)
    return name.startswith(place) if place.endswith("/") else name == place


@cache
def package_of(name):
    return max((package for package in rules() if inside(name, package)), key=len, default=None)


def test_the_table_speaks_of_what_is_there():
    for package, allowed in rules().items():
        for place in [package, *allowed, *(file for only in allowed.values() for file in only or ())]:
            assert any(inside(name, place) for name in house_kit.files()), f"{ARCHITECTURE}: {place}: not there"


def test_every_module_is_in_a_package():
    strays = [name for name in house_kit.modules().values() if package_of(name) is None]
    assert not strays, f"{ARCHITECTURE}: 'Imports point one way' has no row for {strays}"


def wrong_way():
    """Imports that the table does not allow, those in functions and for types included."""
    known = house_kit.modules()
    for module, name in known.items():
        package = package_of(name)
        found = house_kit.imports(module)
        for each in found:
            target = known[each.target]
            # A package that runs because of a module in it is not what the line is about.
            below = any(other.line == each.line and other.target.startswith(f"{each.target}.") for other in found)
            if below or inside(target, package):
                continue
            allowed = [only for place, only in rules()[package].items() if inside(target, place)]
            if not any(only is None or house_kit.shown(name) in only for only in allowed):
                yield f"{name}:{each.line}: {package} imports {target}"


def test_imports_go_the_way_of_the_table():
    found = list(wrong_way())
    assert not found, f"\n{ARCHITECTURE}, 'Imports point one way', does not allow:\n" + "\n".join(found)


# --- Types -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("package", house_kit.packages())
def test_every_package_says_that_it_is_typed(package):
    assert f"{package}/py.typed" in map(house_kit.shown, house_kit.files())


def test_every_package_is_checked():
    """mypy looks at the packages that pyproject.toml lists."""
    settings = tomllib.loads(house_kit.text("pyproject.toml"))
    assert sorted(settings["tool"]["mypy"]["packages"]) == list(house_kit.packages())


# --- Length ------------------------------------------------------------------------------------------------------


def test_no_module_is_longer_than_it_should_be():
    found = [
        f"{name}: {lines} lines"
        for name in house_kit.files()
        if name.endswith(".py")
        if (lines := len(house_kit.text(name).splitlines())) > LONGEST_MODULE
    ]
    assert not found, "\n".join(found)


# --- Where to add what -------------------------------------------------------------------------------------------


def signposts():
    table = house_kit.text(ARCHITECTURE).split("\n## Where to add what\n")[1].split("\n## ")[0]
    return sorted({place for place in re.findall(r"`([^`\s]+)`", table) if "/" in place or place.endswith(".toml")})


@pytest.mark.parametrize("place", signposts())
def test_signposts_lead_somewhere(place):
    assert any(place in (name, house_kit.shown(name)) or inside(name, place) for name in house_kit.files())
