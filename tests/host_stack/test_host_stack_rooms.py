# SPDX-License-Identifier: Apache-2.0
"""What the engine imports: itself, the standard library, and typing_extensions; its machine code LLVM, too."""

import ast
import re
import sys
from pathlib import Path

import pytest

import host_stack

ROOM = Path(host_stack.__file__).parent
PROGRAMS = ("__main__.py", "log.py", "shell.py")
#: The engine: `explain`, the shell and the command are programs of their own.
FILES = sorted(f for f in ROOM.rglob("*.py") if f.parent.name != "explain" and f.name not in PROGRAMS)


def imports(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(ROOM).as_posix())
def test_the_engine_needs_nothing_else(file):
    names = imports(file)
    tops = {name.split(".")[0] for name in names} - {"host_stack", "typing_extensions"} - sys.stdlib_module_names
    allowed = {
        "provision.py": {"topologies"},
        "layers.py": {"scapy"},
        "layer_codec.py": {"scapy"},
        "icrc.py": {"zlib_ng"},
        "__init__.py": {"common"},
        "layout.py": {"llvmlite"},
        "data_path.py": {"p4soft", "zlib_ng"},
    }
    assert tops <= allowed.get(file.name, set())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(ROOM).as_posix())
def test_only_the_layers_need_scapy_and_carry_its_licence(file):
    built_on_scapy = file.name in {"layers.py", "layer_codec.py"}
    assert built_on_scapy or not {name for name in imports(file) if re.search(r"\.layers|\.layer_codec", name)}
    licence = "GPL-2.0-only" if built_on_scapy else "Apache-2.0"
    assert file.read_text().startswith(f"# SPDX-License-Identifier: {licence}\n")
