# SPDX-License-Identifier: Apache-2.0
"""The preprocessed program as text: `NAME.p4i`."""

from __future__ import annotations

import re
import subprocess

import pytest
from reference_kit import needs
from tests.compiler.compiler_kit import source

from p4soft.compiler import CompileErrors, compile_file
from p4soft.compiler.preprocessor import preprocessed

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
