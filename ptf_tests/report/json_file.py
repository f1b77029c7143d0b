# SPDX-License-Identifier: Apache-2.0
"""`conformance.json`: the results themselves, in an order that depends on nothing but the results."""

from __future__ import annotations

import json
from pathlib import Path

from p4soft.outputs import write_text
from ptf_tests.results import Report

NAME = "conformance.json"


def text(report: Report) -> str:
    """The file's text. Equal reports give equal texts: fields as declared, mappings sorted by key."""
    data = report.model_dump(mode="json")
    for holder, key in ((data, "sources"), (data["device"], "choices"), (data["device"], "versions")):
        holder[key] = dict(sorted(holder[key].items()))
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def write(report: Report, path: Path) -> Path:
    """Write the file whole; `ptf_tests.results.load` reads it back. Raises OutputError."""
    return write_text(path, text(report))
