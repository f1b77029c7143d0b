# SPDX-License-Identifier: Apache-2.0
"""Tokens and the preprocessor (P4_16 specification section 6), and its output as text."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from reference_kit import needs
from tests.compiler.checking_kit import errors, tokens
from tests.compiler.compiler_kit import source

from p4soft.compiler import compile_file
from p4soft.compiler.diagnostics import CompileErrors
from p4soft.compiler.front_end import check_file
from p4soft.compiler.parsing.tokens import ID, INT, STRING, parse_integer
from p4soft.compiler.preprocessor import preprocessed

# --- Tokens ----------------------------------------------------------------------------------------------------------
# Tokens and the preprocessor (P4_16 specification section 6).


def texts(source: str) -> list[str]:
    return [t.text for t in tokens(source)]


def test_tokens_and_kinds():
    found = tokens('a 8w0xFF &&& "x y" .. ... |+| |-| ++ << header')
    assert [t.text for t in found] == ["a", "8w0xFF", "&&&", '"x y"', "..", "...", "|+|", "|-|", "++", "<<", "header"]
    assert [t.kind for t in found][:4] == [ID, INT, "&&&", STRING]
    assert found[-1].kind == "header"


def test_closing_angles_stay_single():
    assert texts("H<bit<8>>") == ["H", "<", "bit", "<", "8", ">", ">"]


def test_positions_count_from_one_and_survive_comments():
    found = tokens("/* one\n two */ a // x\n\tb")
    assert [(t.text, t.line, t.column, t.end_column) for t in found] == [("a", 2, 9, 10), ("b", 3, 2, 3)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("32w255", (255, 32, False)),  # the examples of specification section 6.3.3.2
        ("32w0d255", (255, 32, False)),
        ("32w0xFF", (255, 32, False)),
        ("32s0xFF", (255, 32, True)),
        ("8w0b10101010", (170, 8, False)),
        ("8w0b_1010_1010", (170, 8, False)),
        ("8w170", (170, 8, False)),
        ("8s0b1010_1010", (170, 8, True)),
        ("16w0377", (377, 16, False)),
        ("16w0o377", (255, 16, False)),
        ("1_000", (1000, None, False)),
        ("0O17", (15, None, False)),
    ],
)
def test_integer_literals(text: str, value: tuple[int, int | None, bool]):
    assert texts(text) == [text]
    assert parse_integer(text) == value


@pytest.mark.parametrize(
    ("source", "line", "column", "message"),
    [
        ("const bit<8> x = 12ab;", 1, 18, "malformed number `12ab`"),
        ("\n  $", 2, 3, "unexpected character '$'"),
        ('@name("x', 1, 7, "never closed"),
        ("const int x = 1; /* no end", 1, 18, "comment is never closed"),
    ],
)
def test_lexical_errors(source: str, line: int, column: int, message: str):
    found = errors(source)
    assert (found[0].line, found[0].column) == (line, column)
    assert message in found[0].message


# ----------------------------------------------------------------------------------------------- preprocessor


def test_object_macros_and_columns_after_them():
    found = tokens("#define WIDTH 8\nbit<WIDTH> x;")
    assert [t.text for t in found] == ["bit", "<", "8", ">", "x", ";"]
    assert [(t.line, t.column) for t in found] == [(2, 1), (2, 4), (2, 5), (2, 10), (2, 12), (2, 13)]


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("#define P(h, f) h ## f\nP(hdr, .f) P(hdr., f)", ["hdr", ".", "f", "hdr", ".", "f"]),
        ('#define P(a, b) a ## b\nP(a, +) P("x", y) P(<, <) P(<, b)', ["a", "+", '"x"', "y", "<<", "<", "b"]),
        ("#define P(a, b) x a ## b y\nP(, b) P(a, ) P(, )", ["x", "b", "y", "x", "a", "y", "x", "y"]),
        ("#define P(a, b, c) a##b##c\nP(1, , 2) P(, , 3)", ["12", "3"]),
        ("#define P(f, ...) f(1, ## __VA_ARGS__)\nP(g) P(g, 2)", ["g", "(", "1", ")", "g", "(", "1", ",", "2", ")"]),
        ("#define W(n) 8w ## n\n#define X(n) 0x##n\nW(5) X(ff)", ["8w5", "0xff"]),
        ("#define S(n) table n ## _ ## t\nS(a)", ["table", "a_t"]),
    ],
)
def test_pasting_what_makes_no_single_token(source: str, wanted: list[str]):
    """Each as `cpp -x assembler-with-cpp` has it, which p4c runs: what cannot be pasted stays as it is."""
    assert texts(source) == wanted


def test_words_go_on_behind_a_backslash_at_the_end_of_a_line():
    source = "#define LO\\\nNG 1\n#define F\\\n(x) [x]\nLO\\\nNG hdr\\\nX 12\\\n3 F(y) a \\\n b"
    assert texts(source) == ["1", "hdrX", "123", "[", "y", "]", "a", "b"]
    assert texts("#define VERSION \\\n  THE_LAST\\\n_ONE\n#define THE_LAST_ONE 5\nVERSION") == ["5"]


def test_long_strings_hold_what_cpp_leaves_of_them():
    """Directives in annotations of SAI P4: worked out with the cpp that p4c runs."""
    source = """#define MAC 0x55
#define BBB(x) <x>
"first   MAC  // c
\ttab   indented    two\ttab MAC /* c   d MAC */ x
   line BBB(3) 0x1234   ;   // comment   MAC
   a\\
   b
#if 0
no "quote
#else
yes
#endif
  end   MAC " MAC
"""
    wanted = """"first   MAC  // c
 tab indented two tab 0x55 /* c   d MAC */ x
   line <3> 0x1234 ; // comment   MAC
   a b




yes

  end 0x55 \""""
    found = tokens(source)
    assert [t.text for t in found] == [wanted, "0x55"]
    assert found[1].line == 13


def test_function_macros_strings_and_pasting():
    source = "#define F(a, b) a + b\n#define S(x) #x\n#define J(x, y) x##y\nF((1, 2), F(3, 4)) S(p q) J(ab, c1)"
    assert texts(source) == ["(", "1", ",", "2", ")", "+", "3", "+", "4", '"p q"', "abc1"]


def test_macros_do_not_expand_themselves():
    assert texts("#define x x + y\n#define y x\nx") == ["x", "+", "x"]


def test_a_function_macro_without_parenthesis_is_a_name():
    assert texts("#define F(a) a\nF ; F(1)") == ["F", ";", "1"]


def test_variadic_macros():
    assert texts("#define F(a, ...) a(__VA_ARGS__)\nF(x, 1, 2) F(y)") == ["x", "(", "1", ",", "2", ")", "y", "(", ")"]


def test_conditionals():
    source = """#define A 2
#if A > 1 && defined(A) && !defined B
one
#if 0
it's "never
/* #else */
#else
two
#endif
#elif 1
three
#else
four
#endif
#ifndef A
five
#elif (1 << 2) == 4 ? 1 : 0
six
#endif
"""
    assert texts(source) == ["one", "two", "six"]


def test_line_numbers_after_skipped_groups_and_continuations():
    found = tokens("#if 0\n\n#endif\n#define M 1 + \\\n  2\nM x")
    assert [(t.text, t.line) for t in found] == [("1", 6), ("+", 6), ("2", 6), ("x", 6)]


def test_undef_and_defines_from_the_command_line(tmp_path: Path):
    path = tmp_path / "a.p4"
    path.write_text("#ifdef N\nconst bit<8> x = N;\n#undef N\n#endif\n#ifdef N\n#error N is defined\n#endif\n")
    program = check_file(path, (), {"N": "7"})
    assert program.globals["x"].value.const_value == 7


def test_include_beside_the_file_and_from_directories(tmp_path: Path):
    (tmp_path / "inc").mkdir()
    (tmp_path / "beside.p4").write_text("const bit<8> a = 1;\n")
    (tmp_path / "inc" / "other.p4").write_text('#pragma once\n#include "deep.p4"\n')
    (tmp_path / "inc" / "deep.p4").write_text("const bit<8> b = 2;\n")
    (tmp_path / "main.p4").write_text(
        '#include "beside.p4"\n#include <other.p4>\n#include <other.p4>\nconst bit<8> c = a + b;\n'
    )
    program = check_file(tmp_path / "main.p4", [tmp_path / "inc"])
    assert program.globals["c"].value.const_value == 3


def test_errors_name_the_included_file(tmp_path: Path):
    (tmp_path / "bad.p4").write_text("\n\nconst bit<8> a = b;\n")
    (tmp_path / "main.p4").write_text('#include "bad.p4"\n')
    with pytest.raises(CompileErrors) as caught:
        check_file(tmp_path / "main.p4")
    (error,) = caught.value.errors
    assert (Path(error.file).name, error.line, error.column) == ("bad.p4", 3, 18)
    assert str(error).endswith("    const bit<8> a = b;\n                     ^")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ('#include "nowhere.p4"\n', "cannot find the include file nowhere.p4; searched"),
        ("#if 1\nconst bit<8> x = 1;\n", "never closed"),
        ("#endif\n", "#endif without an #if"),
        ("#error out of order\n", "#error out of order"),
        ("#define\n", "malformed #define"),
        ("#if 1 +\n#endif\n", "cannot evaluate #if"),
        ("#if 1 / 0\n#endif\n", "division by zero"),
        ("#define F(a) a\nF(1, 2)\n", "macro F takes 1 arguments, not 2"),
        ("#define F(a) a\nF(1\n", "never closed"),
        ("#nonsense\n", "unknown preprocessor directive #nonsense"),
        ("#ifdef\n#endif\n", "#ifdef without a name"),
    ],
)
def test_preprocessor_errors(source: str, message: str):
    found = errors(source)
    assert found
    assert message in found[0].message


def test_a_file_that_includes_itself_is_one_error(tmp_path: Path):
    (tmp_path / "a.p4").write_text('#include "a.p4"\n')
    with pytest.raises(CompileErrors, match=r"does a\.p4 include itself"):
        check_file(tmp_path / "a.p4")


def test_unreadable_sources(tmp_path: Path):
    with pytest.raises(CompileErrors, match="cannot read"):
        check_file(tmp_path / "missing.p4")
    (tmp_path / "latin.p4").write_bytes(b"// \xe9\n")
    with pytest.raises(CompileErrors, match="byte 3 is not UTF-8"):
        check_file(tmp_path / "latin.p4")


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ('"haeders.p4"', "; did you mean `headers.p4`?"),
        ("<v1modle.p4>", "; did you mean `v1model.p4`?"),
        ('"lib/parsr.p4"', "; did you mean `lib/parser.p4`?"),
        ('"parser.p4"', "; did you mean `lib/parser.p4`?"),
        ("<headers.p4>", '; did you mean `"headers.p4"`?'),
        ('"nothing/like/it.p4"', ""),
    ],
)
def test_an_include_that_is_not_found_names_where_was_looked_and_what_is_near(tmp_path, line, hint):
    (tmp_path / "lib").mkdir()
    (tmp_path / "more").mkdir()
    for name in ("headers.p4", "lib/parser.p4"):
        (tmp_path / name).write_text("")
    (tmp_path / "program.p4").write_text(f"#include {line}\n")
    with pytest.raises(CompileErrors) as caught:
        check_file(tmp_path / "program.p4", [tmp_path / "more"])
    beside = "" if line.startswith("<") else f"{tmp_path}, "
    searched = f"searched {beside}{tmp_path / 'more'}, the standard includes"
    assert caught.value.diagnostics[0].message == f"cannot find the include file {line[1:-1]}; {searched}{hint}"


# --- As text ---------------------------------------------------------------------------------------------------------
# The preprocessed program as text: `NAME.p4i`.

P4C_S = 60
HEADER = """// a comment
#ifndef X
#define TWICE(a) a a
#define NAME "file"   /* gone */
const bit<8> WIDE = 8w1
    + 8w2;


header x_t { TWICE(bit<8> f;)
             }
#endif
"""


def without_places(value):
    """JSON without `source_info`, and names without numbers of lines: those are the new file's."""
    if isinstance(value, dict):
        return {
            without_places(key): without_places(part)
            for key, part in value.items()
            if key not in ("source_info", "program")
        }
    if isinstance(value, str):
        return re.sub(r"^(tbl_)?p\d+$", r"\1p", value)
    return [without_places(part) for part in value] if isinstance(value, list) else value


LOCALS = """action own() { hdr.h.a = VALUE; }
#ifdef NEVER
nonsense $
#endif
table t { key = { hdr.h.a : exact; } actions = { own; } }  // a comment
"""
SIMPLE = source(locals=LOCALS, ingress="t.apply();")


def test_it_is_the_same_program(tmp_path):
    (tmp_path / "p.p4").write_text(SIMPLE)
    text = preprocessed(tmp_path / "p.p4", (), {"VALUE": "7"}).text
    (tmp_path / "p.p4i").write_text(text)
    again = compile_file(tmp_path / "p.p4i")
    first = compile_file(tmp_path / "p.p4", defines={"VALUE": "7"})
    assert without_places(again.json) == without_places(first.json)
    assert again.p4info == first.p4info
    assert not any(line.startswith("#") and not line.startswith("# ") for line in text.splitlines())
    assert "nonsense" not in text


def test_lines_say_where_they_come_from(tmp_path):
    (tmp_path / "x.p4").write_text(HEADER)
    (tmp_path / "p.p4").write_text('#include "x.p4"\nheader y_t { bit<8> f; }\n\n\n\n\n\n\n\n\n\nheader z_t { }\n')
    text = preprocessed(tmp_path / "p.p4", (), {}).text
    assert (
        text
        == f"""# 5 "{tmp_path}/x.p4"
const bit<8> WIDE = 8w1
    + 8w2;


header x_t {{       bit<8> f; bit<8> f;
             }}
# 2 "{tmp_path}/p.p4"
header y_t {{ bit<8> f; }}
# 12 "{tmp_path}/p.p4"
header z_t {{ }}
"""
    )


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(CompileErrors, match="cannot read"):
        preprocessed(tmp_path / "p.p4", (), {})


@pytest.mark.bmv2
@needs("p4c-bm2-ss")
def test_p4c_takes_it(tmp_path):
    (tmp_path / "p.p4").write_text(SIMPLE)
    (tmp_path / "p.p4i").write_text(preprocessed(tmp_path / "p.p4", (), {"VALUE": "7"}).text)
    words = ["p4c-bm2-ss", "--nocpp", "-o", "p.json", "p.p4i"]
    result = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=P4C_S, check=False)
    assert result.returncode == 0, result.stderr
