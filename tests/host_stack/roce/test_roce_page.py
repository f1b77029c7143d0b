# SPDX-License-Identifier: Apache-2.0
"""docs/roce.md: its program runs."""

import re
from pathlib import Path

PAGE = (Path(__file__).parents[3] / "docs/roce.md").read_text(encoding="utf-8")


def test_the_program_runs(capsys):
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(compile(program, "docs/roce.md", "exec"), {})
    assert capsys.readouterr().out == "success True\n"
