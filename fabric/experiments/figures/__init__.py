# SPDX-License-Identifier: Apache-2.0
"""The table of figures: one line each."""

from fabric.experiments.figure import Figure
from fabric.experiments.figures.ablations import CONNECTIONS, ECN, EVS, LAST_HOP_ECN, NO_CONTROLLER, PLANES, TRIMMING
from fabric.experiments.figures.collectives import FIG15, FIG16, FIG17, SEC53
from fabric.experiments.figures.entropy import FIG12, FIG14
from fabric.experiments.figures.faults import FAILOVER, FIG9A, FIG9B, FIG9C, FIG9D, FIG10, FIG11, FIG19
from fabric.experiments.figures.production import FIG4, FIG5, FIG6, FIG8
from fabric.experiments.figures.roce import FIG18, FIG20, FIG21, FIG22
from fabric.experiments.figures.training import TRAINING, TRAINING_FAULTS, TRAINING_LOSSY, TRAINING_SHARED

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
    CONNECTIONS,
    TRAINING,
    TRAINING_FAULTS,
    TRAINING_LOSSY,
    TRAINING_SHARED,
)
"""In the paper's order; our own figures come last."""
