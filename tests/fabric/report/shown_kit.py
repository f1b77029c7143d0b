# SPDX-License-Identifier: Apache-2.0
"""Pages of runs, each drawn once: the same result gives the same page, and its plots take a second or two."""

import json

from fabric.report import plots
from fabric.report.page import run_page

_DRAWN = {}


def shown(result):
    """The page of a run, with the plots of the test that asks: whole or sketched."""
    said = (plots.svg, json.dumps(result))
    if said not in _DRAWN:
        _DRAWN[said] = run_page(result)
    return _DRAWN[said]
