# SPDX-License-Identifier: Apache-2.0
"""docs/roce.md: its program runs, its defaults are those of the code."""

import re
from dataclasses import fields
from pathlib import Path

from host_stack.roce import DcqcnParameters

PAGE = (Path(__file__).parents[3] / "docs/roce.md").read_text(encoding="utf-8")


def test_the_program_runs(capsys):
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(compile(program, "docs/roce.md", "exec"), {})
    assert capsys.readouterr().out == "success True\n"


def test_every_parameter_of_dcqcn_is_there():
    table = PAGE.split("\n## DCQCN\n")[1].split("\n## ")[0]
    for field in fields(DcqcnParameters):
        assert f"`{field.name}`" in table
