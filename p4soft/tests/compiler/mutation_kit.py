# SPDX-License-Identifier: Apache-2.0
"""Programs for fuzzing the compiler: every P4 program of the tests and examples, and what a seed makes of them.

The unit of mutation is the token as the compiler's own lexer cuts it, white space and comments included, so that most
mutants are wrong in one place only and get deep into the compiler.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from random import Random

from tests.compiler.mistakes_kit import CORRECT, TEMPLATE, mistakes

from p4soft.compiler.parsing.tokens import KEYWORDS, TOKEN_PATTERN

ROOT = Path(__file__).resolve().parents[2]
LANGUAGE = ROOT / "tests" / "language"
INCLUDE_DIRS = (LANGUAGE, ROOT / "tests" / "stf" / "programs")
SEED_FOLDERS = (
    LANGUAGE, LANGUAGE / "include", ROOT / "examples", ROOT / "tests" / "stf" / "programs",
    ROOT / "tests" / "switch" / "p4runtime" / "programs", ROOT / "tests" / "explain" / "programs",
)  # fmt: skip

DEPTHS = (3, 30, 150, 199, 250, 2_000, 20_000)
LITERALS = (
    "0", "1", "2", "255", "65536", "4294967296", "99999999999999999999", "1" + "0" * 4_290, "9" * 20_000,
    "0x" + "f" * 20_000, "8w256", "8w0", "0w0", "4s7", "1s1", "4294967296w1", "999999999999999999999w1", "0x_", "0b2",
    "2097152w0", "1048576w1",
)  # fmt: skip
WORDS = (
    *sorted(KEYWORDS), "_", "...", "main", "accept", "reject", "NoAction", "apply", "hit", "miss", "action_run",
    "isValid",
    "next", "last", "lastIndex", "size", "push_front", "pop_front", "setValid", "minSizeInBytes", "default_action",
    "key", "actions", "entries", "implementation", "counters", "meters", "exact", "lpm", "range", "selector", "h",
    "hdr",
    "std", "standard_metadata_t", "register", "counter", "packet_in", "packet_out", "V1Switch", "transition", "string",
)  # fmt: skip
OPERATORS = (
    "(", ")", "{", "}", "[", "]", "<", ">", ";", ",", ".", ":", "?", "=", "==", "!=", "<=", ">=", "&&&", "..", "++",
    "+",
    "-", "*", "/", "%", "|+|", "|-|", "<<", "&&", "||", "!", "~", "&", "|", "^", "@", "#", "##", "+=", "<<=", "|+|=",
    "{#}",
)  # fmt: skip
BINARY = (
    "+", "-", "*", "/", "%", "|+|", "|-|", "&", "|", "^", "<<", ">>", "++", "==", "!=", "<", ">", "<=", ">=", "&&",
    "||", "&&&", "..",
)  # fmt: skip
FRAGMENTS = (
    "(bit<8>)", "(int)", "(bool)", "(int<4>)", "(tuple<bit<8>>)", "(error)", "{ 1, 2 }", "{ a = 1 }", "...",
    "error.NoError",
    "[7:0]", "[0]", "[0+:4]", ".apply()", ".isValid()", "this.", "@name(\"x\")", "@hidden", "@name(1)",
    "@name[a=1, b={2}]",
    "const", "inout", "out", "in", "true", "false", '"text"', "exit;", "return;", "return 1;", "break;", "continue;",
    "if (true) exit;", "for (bit<8> i in 0 .. 3) {}", "switch (1) { default: {} }", "transition accept;",
    "transition select(1) { _: accept; }", "table t { actions = { NoAction; } }", "tuple<bit<8>, bool>", "bit<8>[4]",
    "varbit<32>", "int<1>", "bit<0>", "list<bit<8>>", "header_union", "type bit<8> N;", "typedef int T;",
    "#if 1\n", "#endif\n", "#else\n", "#define h g\n", "#define f(x) x x\n", "#include <core.p4>\n", "#undef hdr\n",
    "#include \"include/one_header.p4\"\n", "#if 1/0\n", "#line 3\n", "\n", "/*", "*/", "//", "\"", "\\", "\u00e9",
    "\x00", "$", "`",
)  # fmt: skip

_QUOTED_INCLUDE = re.compile(r'^#include "([^"]+)".*\n', re.M)


def programs(*folders: Path) -> list[str]:
    """Every program of some folders, as it stands and with its own includes put in place; in a fixed order."""
    files = [file for folder in folders for file in sorted(folder.glob("*.p4"))]
    return [file.read_text() for file in files] + [flattened(file, folders) for file in files]


def seeds() -> list[str]:
    """Every program of the tests and examples, and one for every known mistake; in a fixed order."""
    found = programs(*SEED_FOLDERS)
    for mistake in mistakes():
        text = TEMPLATE
        for place, part in {**CORRECT, mistake.place: mistake.text}.items():
            text = text.replace(f"{{{place}}}", part)
        found.append(text)
    return found


def flattened(file: Path, folders: Iterable[Path] = ()) -> str:
    """A program with its own files put in the place of `#include "file"`; `folders` are searched, too."""

    def included(found: re.Match[str]) -> str:
        places = (file.parent, *folders, *INCLUDE_DIRS)
        return flattened(next(p / found[1] for p in places if (p / found[1]).is_file()), folders)

    return _QUOTED_INCLUDE.sub(included, file.read_text())


def pieces_of(text: str) -> list[str]:
    """A text cut into tokens, white space and comments."""
    return [found[0] for found in TOKEN_PATTERN.finditer(text)]


class Mutator:
    """Makes a stream of programs that depends on the seed alone: a longer stream begins with the shorter one."""

    def __init__(self, seed: int, texts: Iterable[str] = ()) -> None:
        self._rng = Random(seed)
        self._seeds = [pieces_of(text) for text in texts or seeds()]
        self._kinds = (
            [self._delete] * 3 + [self._duplicate] * 2 + [self._swap] * 2 + [self._replace] * 3 + [self._insert] * 3
            + [self._rename] * 10 + [self._retype] * 5 + [self._operator] * 5 + [self._number] * 8 + [self._literal] * 2
            + [self._drop_statement] * 10 + [self._swap_statements] * 6 + [self._splice, self._nest, self._truncate]
        )  # fmt: skip

    def next(self) -> bytes:
        """One mutant."""
        rng = self._rng
        pieces = list(rng.choice(self._seeds))
        for _ in range(rng.choice((1, 1, 1, 1, 2, 2, 3, 8))):
            rng.choice(self._kinds)(pieces)
            if not pieces:
                break
        data = "".join(pieces).encode()
        return self._noisy(data) if rng.random() < 0.04 else data

    # ------------------------------------------------------------------------------------------------ single tokens

    def _at(self, pieces: list[str]) -> int:
        """A token's position (white space is seldom worth mutating)."""
        for _ in range(8):
            position = self._rng.randrange(len(pieces))
            if not pieces[position].isspace():
                break
        return position

    def _some(self, pieces: list[str]) -> slice:
        start = self._at(pieces)
        return slice(start, start + self._rng.choice((1, 1, 1, 2, 3, 6, 20)))

    def _delete(self, pieces: list[str]) -> None:
        del pieces[self._some(pieces)]

    def _duplicate(self, pieces: list[str]) -> None:
        chosen = self._some(pieces)
        pieces[chosen.start : chosen.start] = pieces[chosen]

    def _swap(self, pieces: list[str]) -> None:
        a, b = self._at(pieces), self._at(pieces)
        pieces[a], pieces[b] = pieces[b], pieces[a]

    def _replace(self, pieces: list[str]) -> None:
        pieces[self._at(pieces)] = f" {self._anything(pieces)} "

    def _insert(self, pieces: list[str]) -> None:
        pieces.insert(self._at(pieces), f" {self._anything(pieces)} ")

    def _anything(self, pieces: list[str]) -> str:
        rng = self._rng
        source = rng.choice((WORDS, OPERATORS, FRAGMENTS, FRAGMENTS, pieces, rng.choice(self._seeds)))
        return rng.choice(source)

    def _rename(self, pieces: list[str]) -> None:
        """One name in the place of another: what is well-formed and means nothing, or something unusual."""
        names = [n for n, piece in enumerate(pieces) if piece.isidentifier() and piece not in KEYWORDS]
        if names:
            pieces[self._rng.choice(names)] = pieces[self._rng.choice(names)]

    def _retype(self, pieces: list[str]) -> None:
        """Another width or another base type."""
        rng = self._rng
        found = [n for n, piece in enumerate(pieces) if piece in {"bit", "int", "bool", "varbit", "tuple", "error"}]
        if found:
            pieces[rng.choice(found)] = rng.choice(("bit", "int", "bool", "varbit", "tuple", "error", "string", "void"))

    def _operator(self, pieces: list[str]) -> None:
        """Another operator of the same arity."""
        found = [n for n, piece in enumerate(pieces) if piece in BINARY]
        if found:
            pieces[self._rng.choice(found)] = self._rng.choice(BINARY)

    def _number(self, pieces: list[str]) -> None:
        """Another small number: a width, a size, an index, a value."""
        numbers = [n for n, piece in enumerate(pieces) if piece[0].isdigit()]
        if numbers:
            pieces[self._rng.choice(numbers)] = str(
                self._rng.choice((0, 1, 2, 3, 7, 8, 9, 16, 31, 32, 64, 128, 255, 256))
            )

    def _literal(self, pieces: list[str]) -> None:
        numbers = [n for n, piece in enumerate(pieces) if piece[0].isdigit()]
        if numbers:
            pieces[self._rng.choice(numbers)] = self._rng.choice(LITERALS)

    # ------------------------------------------------------------------------------------------------ larger pieces

    def _splice(self, pieces: list[str]) -> None:
        """A stretch of another program."""
        other = self._rng.choice(self._seeds)
        start = self._rng.randrange(len(other))
        pieces[self._some(pieces)] = other[start : start + self._rng.choice((2, 5, 20, 100))]

    def _statement(self, pieces: list[str]) -> slice:
        """From behind one `;`, `{` or `}` to the next `;`."""
        start = self._at(pieces)
        while start and pieces[start - 1] not in {";", "{", "}"}:
            start -= 1
        stop = start
        while stop < len(pieces) and pieces[stop] != ";":
            stop += 1
        return slice(start, stop + 1)

    def _drop_statement(self, pieces: list[str]) -> None:
        del pieces[self._statement(pieces)]

    def _swap_statements(self, pieces: list[str]) -> None:
        first, second = sorted((self._statement(pieces), self._statement(pieces)), key=lambda s: s.start)
        if first.stop <= second.start:
            pieces[second], pieces[first] = pieces[first], pieces[second]

    def _truncate(self, pieces: list[str]) -> None:
        del pieces[self._at(pieces) :]

    def _nest(self, pieces: list[str]) -> None:
        """One token made very deep, or very long."""
        rng = self._rng
        at = self._at(pieces)
        inner = pieces[at]
        depth = rng.choice(DEPTHS)
        before, after = rng.choice((
            ("(", ")"), ("~", ""), ("-", ""), ("!", ""), ("{", "}"), ("[", "]"), ("(bit<8>)", ""), ("tuple<", ">"),
            ("if (true) ", ""), ("if (true) {", "} else {}"), ("1 + ", ""), ("", " + 1"), ("", " ++ 8w1"), ("",
            "[0:0]"),
            ("", ".x"), ("", "[0]"), ("true ? 1 : ", ""), ("f(", ")"), ("{ 1, ", "}"), ("@name(", ")"), ("",
            " && true"),
            ("h.", ""), (";", ""), ("bit<8> x; ", ""), ("#if 1\n", "\n#endif\n"), ("<", ">"),
            ("switch (1) { default: {", "} }"),
            ("for (bit<8> i in 0 .. 1) ", ""), ("", "()"), ("{ a = ", "}"), ("", ", 1"),
        ))  # fmt: skip
        pieces[at] = before * depth + inner + after * depth

    def _noisy(self, data: bytes) -> bytes:
        octets = bytearray(data)
        for _ in range(self._rng.randint(1, 6)):
            if octets:
                octets[self._rng.randrange(len(octets))] = self._rng.choice((0, 9, 10, 13, 34, 35, 92, 128, 195, 255))
        return bytes(octets)
