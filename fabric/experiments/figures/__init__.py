# SPDX-License-Identifier: Apache-2.0
"""The table of figures: one line each."""

from fabric.experiments.figure import Figure
from fabric.experiments.figures.against_roce import FIG18, FIG20, FIG21
from fabric.experiments.figures.collectives import FIG16, FIG17
from fabric.experiments.figures.dcqcn_profiles import FIG22
from fabric.experiments.figures.fabric_faults import FIG9C, FIG9D, FIG10, FIG11
from fabric.experiments.figures.failover import FAILOVER
from fabric.experiments.figures.how_many import EVS, NO_CONTROLLER, PLANES
from fabric.experiments.figures.moving_away import FIG14
from fabric.experiments.figures.pairs import FIG15, SEC53
from fabric.experiments.figures.production import FIG4, FIG5, FIG8
from fabric.experiments.figures.removals import FIG9A, FIG9B
from fabric.experiments.figures.single_paths import FIG12
from fabric.experiments.figures.spine_links import FIG19
from fabric.experiments.figures.transceiver import FIG6
from fabric.experiments.figures.what_for import ECN, LAST_HOP_ECN, TRIMMING

FIGURES: tuple[Figure, ...] = (
    FIG4,
    FIG5,
    FIG6,
    FIG8,
    FIG9A,
    FIG9B,
    FIG9C,
    FIG9D,
    FIG10,
    FIG11,
    FIG12,
    FIG14,
    FIG15,
    FIG16,
    FIG17,
    FIG18,
    FIG19,
    FIG20,
    FIG21,
    FIG22,
    SEC53,
    FAILOVER,
    TRIMMING,
    ECN,
    LAST_HOP_ECN,
    EVS,
    PLANES,
    NO_CONTROLLER,
)
"""In the paper's order; what is no figure of it comes last."""
