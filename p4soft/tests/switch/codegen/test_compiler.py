# SPDX-License-Identifier: Apache-2.0
"""What is said when the code generated for a program cannot be compiled."""

import pytest
from program_kit import bytes_program

from p4soft.switch import ProgramError
from p4soft.switch.codegen import compile_program
from p4soft.switch.codegen.exprs import Writer


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("def ingress(F):\n# nothing\n", "internal error of the switch"),
        ("x = (\n", "internal error of the switch"),
        ("x = " + "(" * 500 + ")" * 500 + "\n", "nested too deeply"),
        ("".join(f"{' ' * n}if x:\n" for n in range(150)) + " " * 150 + "pass\n", "nested too deeply"),
    ],
)
def test_wrong_code_is_not_called_too_deep(monkeypatch, text, told):
    monkeypatch.setattr(Writer, "text", lambda _writer: text)
    compile_program.cache_clear()
    with pytest.raises(ProgramError, match=told):
        bytes_program().load(engine="python")
    compile_program.cache_clear()
