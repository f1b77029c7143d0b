# SPDX-License-Identifier: Apache-2.0
"""`p4soft COMMAND`: the programs of the distribution that p4c and BMv2 have no name for."""

from __future__ import annotations

import importlib
import sys

COMMANDS = {
    "compile": ("p4soft.compiler.__main__:entry", "compile a P4_16 program to BMv2 JSON and P4Info"),
    "run": ("p4soft.switch.__main__:main", "run a compiled program as a switch that serves P4Runtime"),
    "explain": ("p4soft.explain.__main__:entry", "draw the pipeline of a program"),
    "stf": ("p4soft.stf.__main__:entry", "run STF tests"),
    "fidelity": ("p4soft.fidelity.__main__:entry", "measure compiler and switch against p4c and BMv2"),
    "shell": ("p4soft.p4runtime_client.shell:main", "p4runtime-shell, in this environment"),
}


def main() -> None:
    """Run the command that the first word names; exit status 2 for an unknown one."""
    listed = "\n".join(f"  {name:10}{says}" for name, (_, says) in COMMANDS.items())
    words = sys.argv[1:]
    if not words or words[0] in ("-h", "--help"):
        print(f"Usage: p4soft COMMAND [ARGUMENT]...\n\nCommands:\n{listed}\n\np4soft COMMAND --help says more.")
        sys.exit(0 if words else 2)
    if words[0] == "--version":
        from p4soft.drop_in import VERSION  # noqa: PLC0415 - a command needs none of it

        print(f"p4soft {VERSION}")
        return
    if words[0] not in COMMANDS:
        sys.stderr.write(f"error: {words[0]}: no such command; accepted: {', '.join(COMMANDS)}\n")
        sys.exit(2)
    module, _, function = COMMANDS[words[0]][0].partition(":")
    sys.argv = [f"p4soft {words[0]}", *words[1:]]  # how usage and errors name it
    getattr(importlib.import_module(module), function)()


if __name__ == "__main__":
    main()
