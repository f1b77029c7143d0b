# SPDX-License-Identifier: Apache-2.0
"""Shares of long families: `make test` runs some of their cases or rounds, and `make test-long` the rest."""

import os

import pytest


def share(cases, kept):
    """`cases` for parametrize: those in `kept` run always, all others are long."""
    cases, kept = list(cases), list(kept)
    assert kept and all(each in cases for each in kept), "each case that is kept is a case"
    return [case(each, long=each not in kept) for each in cases]


def case(values, *, long):
    """One case for parametrize; a tuple has a value for each argument."""
    marks = [pytest.mark.long] if long else []
    return pytest.param(*(values if isinstance(values, tuple) else (values,)), marks=marks)


def rounds(variable, some, whole):
    """Numbers of rounds for parametrize: `some` always, `whole` if long; what the environment says is the only one."""
    if said := os.environ.get(variable):
        return [pytest.param(int(said), id="said")]
    assert 0 < some < whole
    return [pytest.param(some, id="some"), pytest.param(whole, id="whole", marks=pytest.mark.long)]
