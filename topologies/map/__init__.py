# SPDX-License-Identifier: Apache-2.0
"""A fabric of any size as one page: a map that one can zoom, and what a failure takes.

The page holds the topology's numbers, not its switches: it works names, uSIDs, paths and entries out by the rules of
`topologies.fabric`, `topologies.srv6` and the planner. `tests/topologies/test_map_page.py` holds them equal.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import jinja2
from markupsafe import Markup

from common.pages import environment, stylesheet
from topologies import srv6
from topologies.fabric import Fabric

_HERE = Path(__file__).parent


def map_page(fabric: Fabric, failed: Sequence[str] = ()) -> str:
    """The page of a fabric, which loads nothing from elsewhere; the same fabric gives the same bytes.

    Args:
        fabric: any size.
        failed: names of switches and links that are gone when the page opens.

    Raises:
        TopologyError: a name that the fabric does not have.
    """
    gone = [_name(fabric, name) for name in failed]
    return _environment().get_template("map.html.j2").render(
        name=fabric.name,
        planes=fabric.planes,
        switches=fabric.switch_count,
        nics=fabric.nics,
        links=fabric.link_count,
        paths=fabric.planes * fabric.t1s,
        document=Markup(_document(fabric, gone)),
        stylesheet=stylesheet((_HERE / "map.css").read_text(encoding="utf-8")),
        script=Markup("\n".join((_HERE / file).read_text(encoding="utf-8") for file in ("model.js", "map.js"))),
    )  # fmt: skip


def _name(fabric: Fabric, name: str) -> str:
    return fabric.link(name).name if "--" in name else fabric.switch(name).name


def _document(fabric: Fabric, gone: Sequence[str]) -> str:
    """What the page works everything out from, as JSON that may stand in a script."""
    document = {
        "planes": fabric.planes,
        "t0s": fabric.t0s,
        "t1s": fabric.t1s,
        "downlinks": fabric.downlinks,
        "nics": fabric.nics,
        "nicNames": list(fabric.spec.nic_names or ()),
        "block": fabric.block,
        "rates": {role: fabric.rate_bps(role) for role in ("host", "fabric")},
        "usids": {
            "t0": [srv6.t0_usid(0, 0), srv6.T0_BITS],
            "t1": [srv6.t1_usid(0, 0), srv6.T1_BITS],
            "downlink": [srv6.downlink_usid(0, 0), srv6.DOWNLINK_BITS],
        },
        "failed": list(gone),
    }
    return json.dumps(document, separators=(",", ":")).replace("<", "\\u003c")


@cache
def _environment() -> jinja2.Environment:
    return environment(_HERE)
