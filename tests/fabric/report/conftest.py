# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest
from matplotlib.figure import Figure

from fabric.report import plots


@pytest.fixture
def sketched(monkeypatch):
    """Plots of this test are filled and not laid out, which takes most of a page's time: it reads something else."""

    def sketch(_name, width, height, fill):
        fill(Figure(figsize=(width, height)))
        return "<svg></svg>"

    monkeypatch.setattr(plots, "svg", sketch)
