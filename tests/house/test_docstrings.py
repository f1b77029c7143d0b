# SPDX-License-Identifier: Apache-2.0
"""Docstrings say something or are not there; what raises says what; every file says its licence."""

import ast
import re
from pathlib import Path

import house_kit
import pytest

FEWEST_WORDS = 3

SILENT = {"NotImplementedError", "AssertionError", "StopIteration", "StopAsyncIteration", "SystemExit", "SkipTest"}
"""No message to a caller: abstract methods, broken invariants, protocols of the language and of unittest."""

UNASKED = r"\b(override|property|setter|overload|abstractmethod|command|group|\w*validator)\b"
"""Decorators of functions that inherit their text, or whose caller is a library."""


# --- What they say -----------------------------------------------------------------------------------------------


def documented(name):
    for node in house_kit.below(house_kit.tree(name)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            docstring = ast.get_docstring(node)
            if docstring is not None:
                yield getattr(node, "lineno", 1), getattr(node, "name", name), docstring


def empty(docstring):
    words = re.findall(r"\w\S*", docstring)
    return len(words) < FEWEST_WORDS or re.fullmatch(r"(Please )?[Ss]ee (also )?\S+?\.?", docstring.strip()) is not None


@pytest.mark.parametrize("package", sorted({name.split(".")[0] for name in house_kit.modules()}))
def test_docstrings_say_something(package):
    found = [
        f"{name}:{line}: {what}: {docstring!r}"
        for module, name in house_kit.modules().items()
        if module.split(".")[0] == package
        for line, what, docstring in documented(name)
        if empty(docstring)
    ]
    assert not found, "\nsay something, or nothing (@override inherits the text):\n" + "\n".join(found)


@pytest.mark.parametrize("docstring", ["See Table.", "See `Target.start`.", "The name.", "Stop.", "see Nic"])
def test_a_restatement_is_recognised(docstring):
    assert empty(docstring)


@pytest.mark.parametrize("docstring", ["Frames sent so far.", "See Table.insert for what a full table answers."])
def test_a_sentence_is_not_taken_for_a_restatement(docstring):
    assert not empty(docstring)


# --- What is raised ----------------------------------------------------------------------------------------------


def public_functions(node, prefix="", around=""):
    """Functions and methods that others call by name; not what overrides a documented one, nor commands."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef) and not child.name.startswith("_"):
            yield from public_functions(child, f"{prefix}{child.name}.", around + (ast.get_docstring(child) or ""))
        elif isinstance(child, ast.If):
            yield from public_functions(child, prefix, around)
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) and not child.name.startswith("_"):
            decorators = " ".join(ast.unparse(decorator) for decorator in child.decorator_list)
            if not re.search(UNASKED, decorators):
                yield f"{prefix}{child.name}", child, around


def raised(body, caught=()):
    """Names of the exceptions that leave by a `raise` of their own: not what is caught again, nor passed on."""
    for node in body:
        if isinstance(node, ast.Raise):
            yield from (name for name in class_name(node.exc) if not {name, "Exception"} & set(caught))
        elif isinstance(node, ast.Try):
            here = [name for handler in node.handlers for name in handled(handler)]
            yield from raised(node.body, (*caught, *here))
            for handler in node.handlers:
                yield from raised(handler.body, caught)
            yield from raised(node.orelse + node.finalbody, caught)
        elif isinstance(node, ast.Match):
            yield from (name for case in node.cases for name in raised(case.body, caught))
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from raised([*getattr(node, "body", []), *getattr(node, "orelse", [])], caught)


def class_name(exception):
    """The class that `raise exception` names; nothing if it passes a variable on."""
    if exception is None:
        return []
    last = ast.unparse(exception.func if isinstance(exception, ast.Call) else exception).split(".")[-1]
    return [last] if last[0].isupper() else []


def handled(handler):
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return ["Exception" if kind is None else ast.unparse(kind).split(".")[-1] for kind in kinds]


def unsaid(name):
    """Exceptions that nothing around a function names: its docstring, its class's, its module's, its package's."""
    package = Path(name).with_name("__init__.py").as_posix()
    places = {name, package} & set(house_kit.files())
    around = "\n".join(ast.get_docstring(house_kit.tree(place)) or "" for place in places)
    for qualified, function, enclosing in public_functions(house_kit.tree(name)):
        said = around + enclosing + (ast.get_docstring(function) or "")
        missing = {what for what in raised(function.body) if what not in SILENT and what not in said}
        if missing:
            yield f"{name}:{function.lineno}: {qualified} raises {', '.join(sorted(missing))}"


@pytest.mark.parametrize("package", sorted({name.split(".")[0] for name in house_kit.modules()}))
def test_what_raises_says_so(package):
    found = [line for name in house_kit.modules().values() if name.startswith(f"{package}/") for line in unsaid(name)]
    assert not found, "\nname it in the docstring ('Raises:'):\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("raise ValueError('x')", ["ValueError"]),
        ("raise errors.Refused", ["Refused"]),
        ("try:\n  raise KeyError\nexcept KeyError:\n  pass", []),
        ("try:\n  f()\nexcept OSError as error:\n  raise Refused from error", ["Refused"]),
        ("try:\n  f()\nexcept OSError as error:\n  raise", []),
        ("try:\n  f()\nexcept OSError as error:\n  raise error", []),
        ("def inner():\n  raise KeyError\ninner()", []),
        ("for x in y:\n  if x:\n    raise KeyError", ["KeyError"]),
        ("match x:\n  case 1:\n    raise KeyError", ["KeyError"]),
    ],
)
def test_what_leaves_a_function_is_found(body, names):
    assert list(raised(ast.parse(body).body)) == names


# --- Licences ----------------------------------------------------------------------------------------------------

NO_COMMENTS = (".json", ".ipynb", ".svg", ".pcap", ".pcapng", ".txtpb", ".typed", ".png")
"""Kinds of file that cannot say a licence, or are empty."""
DATA = ("LICENSE", "p4soft/LICENSE", "LICENSES/", ".gitignore", "p4soft/tests/explain/golden/")

LICENCE = re.compile(r"SPDX-License-Identifier: (\S+)")


def licence(name):
    found = LICENCE.search("\n".join(house_kit.text(name).splitlines()[:3]))
    return found[1] if found else None


def with_licence():
    return [name for name in house_kit.files() if not name.endswith(NO_COMMENTS) and not name.startswith(DATA)]


def imports_scapy(name):
    return name.endswith(".py") and re.search(r"^\s*(from|import) scapy\b", house_kit.text(name), re.MULTILINE)


def test_every_file_says_its_licence():
    assert [name for name in with_licence() if licence(name) not in ("Apache-2.0", "GPL-2.0-only")] == []


def test_what_imports_scapy_has_its_licence():
    assert [name for name in with_licence() if imports_scapy(name) and licence(name) != "GPL-2.0-only"] == []
