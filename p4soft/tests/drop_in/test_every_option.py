# SPDX-License-Identifier: Apache-2.0
"""Every option that `--help` of the real commands names is one of ours: obeyed, without effect, or refused and why."""

import os
import re
import subprocess
import sys

import pytest
from reference_kit import needs

_OPTION = re.compile(r"(?<![\w-])--?[A-Za-z#][\w#-]*")
_HEAD = re.compile(r"^\s{0,10}(-.*?)(\s{2,}|$)", re.MULTILINE)
"""Where a line of `--help` names an option, in front of what it does."""
COMMANDS = {
    "p4c": "p4c import main",
    "p4c-bm2-ss": "p4c import main_bm2_ss as main",
    "simple_switch": "simple_switch import main",
    "simple_switch_grpc": "simple_switch import main_grpc as main",
}


def shown(command):
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=60, check=False, env={**os.environ, "COLUMNS": "200"}
    )
    return done.stdout + done.stderr


@pytest.mark.bmv2
@pytest.mark.parametrize("name", [pytest.param(name, marks=needs(name)) for name in COMMANDS])
def test_every_option_of_the_real_command_is_known(name):
    theirs = {option for line in _HEAD.finditer(shown([name, "--help"])) for option in _OPTION.findall(line[1])}
    assert len(theirs) > 20, "its help has another form"
    code = f"import sys; sys.argv = ['x', '--help']; from p4soft.drop_in.{COMMANDS[name]}; main()"
    assert sorted(theirs - set(_OPTION.findall(shown([sys.executable, "-c", code])))) == []
