# SPDX-License-Identifier: Apache-2.0
"""`result.json`: everything a report needs, and nothing that differs between two runs of the same scenario and seed.

No wall-clock time, no path of this machine, no host name goes in. Tables, plots, the page and comparisons are made from
it alone.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from fabric.errors import FabricError
from fabric.measuring.checks import CHECKS

#: Version of the layout below; `load` refuses others.
FORMAT = 3

Result = dict[str, Any]
_SECTIONS = {
    "scenario", "verdict", "expectations", "checks", "flows", "collectives", "fabric", "timeline", "captures"
}  # fmt: skip


_NUMBERS = re.compile(r"\[\s+((?:-?[0-9.e+-]+,\s+)*-?[0-9.e+-]+)\s+\]")


def dumps(result: Result) -> str:
    """A result as JSON text: one line per value, lists of numbers on one line each."""
    text = json.dumps(result, indent=1, ensure_ascii=False, allow_nan=False)
    return (
        _NUMBERS.sub(
            lambda match: "[" + ", ".join(match.group(1).replace("\n", " ").split(", ")).replace("  ", "") + "]", text
        )
        + "\n"
    )


def load(file: Path) -> Result:
    """Read a `result.json`.

    Raises:
        FabricError: unreadable, not a result of `python -m fabric run`, or of another format version.
    """
    try:
        result = json.loads(file.read_text(encoding="utf-8"))
    except OSError as problem:
        raise FabricError(
            f"{file}: cannot read: {problem.strerror}; accepted: a result.json of `python -m fabric run`"
        ) from None
    except (ValueError, RecursionError) as problem:
        raise FabricError(f"{file}: not JSON: {problem}; accepted: a result.json of `python -m fabric run`") from None
    if not isinstance(result, dict) or result.get("format") != FORMAT:
        found = result.get("format") if isinstance(result, dict) else None
        what = f"format: {found!r} is not a result of this version"
        raise FabricError(f"{file}: {what}; accepted: {FORMAT} (run the scenario again)")
    missing = _SECTIONS - set(result)
    if missing:
        raise FabricError(
            f"{file}: {', '.join(sorted(missing))}: missing; accepted: a result.json of `python -m fabric run`"
        )
    checks = result["checks"]
    lacking = [name for name in CHECKS if not isinstance(checks, dict) or name not in checks]
    if lacking:
        names = ", ".join(f"checks.{name}" for name in lacking)
        raise FabricError(f"{file}: {names}: missing; accepted: a result of this version (run the scenario again)")
    return result
