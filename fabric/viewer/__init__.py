# SPDX-License-Identifier: Apache-2.0
"""The viewer: JavaScript modules and a style sheet that draw a fabric, strips of time, packets and flows.

The page of a live lab and the timeline of a run are both made of them. They are served one by one, or put into a page
that is a single file. Modules import each other by relative path, so that editors and browsers find the files on the
disk.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

_HERE = Path(__file__).parent
_IMPORT = re.compile(r'^import \{ ([^}]*?),? \} from "(\.[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)


def files() -> Mapping[str, Path]:
    """Modules and style sheet, by name."""
    return {path.name: path for path in sorted(_HERE.iterdir()) if path.suffix in (".js", ".css")}


@cache
def stylesheet() -> str:
    return (_HERE / "viewer.css").read_text(encoding="utf-8")


@cache
def inlined(entry: Path) -> str:
    """One module that has everything of `entry` and of the modules that it imports, and imports nothing.

    Each module becomes a function that is called once and returns what the module exports. Names of one module are
    not seen by another.

    Raises:
        ValueError: an import or export that is not in one of the two forms above.
    """
    order = list(dict.fromkeys(_needed(entry.resolve())))
    names = {path: f"module{number}_{path.stem}" for number, path in enumerate(order)}
    return "\n".join(_part(path, names, last=path == order[-1]) for path in order)


def _needed(path: Path) -> Iterator[Path]:
    """The modules that one needs, and itself: each behind those that it imports."""
    for _, place in _IMPORT.findall(path.read_text(encoding="utf-8")):
        yield from _needed((path.parent / place).resolve())
    yield path


def _part(path: Path, names: Mapping[Path, str], *, last: bool) -> str:
    text = path.read_text(encoding="utf-8")

    def taken(found: re.Match[str]) -> str:
        return f"const {{ {found[1].replace(' as ', ': ')} }} = {names[(path.parent / found[2]).resolve()]};\n"

    exported = _EXPORT.findall(text)
    body = _EXPORT.sub("", _IMPORT.sub(taken, text))
    if strange := re.search(r"^(?:import|export)\b.*", body, re.MULTILINE):
        accepted = "import { names } from a relative path, export of a name"
        raise ValueError(f"{path.name}: {strange[0]}: accepted: {accepted}")
    if last:
        return body
    return f"const {names[path]} = (() => {{\n{body}return {{ {', '.join(exported)} }};\n}})();"
