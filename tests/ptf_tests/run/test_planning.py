# SPDX-License-Identifier: GPL-2.0-only
"""Which configurations a run will need, without a device."""

import pytest
from long_kit import share

from ptf_tests.dut.external.configuration import Configuration
from ptf_tests.run import in_process
from ptf_tests.run.in_process import configurations_made, plan_configurations
from ptf_tests.switch.case import IN, OUT, SwitchTest, cases
from ptf_tests.switch.profile import Access, Commands, load, named
from ptf_tests.switch.settings import Blackhole, Route, merged, un

SENTINELS = tuple(Route(f"fd5e:5e5e::{port}/128" if port else "fd5e:5e5e::/128", port) for port in range(4))
ROUTE, OTHER, SID = Route("fd00::/64", OUT), Route("fd00::/64", IN), un("fcbb:bbbb:1::/48")
FRAME = bytes(64)


class Plain(SwitchTest):
    """One exchange."""

    __test__ = False  # not for pytest

    def runTest(self):  # noqa: N802
        self.configure(ROUTE)
        received = self.check([FRAME], {OUT: [b"a", b"b"]}, {})
        assert received == {0: [], 1: [b"a", b"b"], 2: [], 3: []}


class AsPlain(Plain):
    """The same configuration."""


class Steps(SwitchTest):
    """Three configurations, of which one is used twice and one is never used."""

    __test__ = False

    def runTest(self):  # noqa: N802
        self.configure(ROUTE)
        self.check([FRAME], {}, {})
        self.check([FRAME], {}, {})
        self.configure(SID)
        self.configure(OTHER)
        self.block(OUT, 1)
        self.check([FRAME], {}, {})
        self.unblock(OUT, 1)
        self.remove(SID)
        self.check([FRAME], {}, {})


class Curious(SwitchTest):
    """Looks at what came out before it goes on."""

    __test__ = False

    def runTest(self):  # noqa: N802
        self.configure(Blackhole("fd00::/64"))
        self.send(IN, FRAME)
        if self.collect(IN)[OUT]:
            self.configure(ROUTE)
            self.check([FRAME], {}, {})


@pytest.fixture
def profile():
    return load(named("embedded"))


def test_plan(monkeypatch, profile):
    there = {each.__name__: each for each in (Plain, AsPlain, Steps, Curious)}
    monkeypatch.setattr(in_process, "classes", lambda: there)
    plain, steps, curious = plan_configurations(there, profile)
    assert (plain.cases, plain.complete) == (("Plain", "AsPlain"), True)
    assert plain.steps == (Configuration((*SENTINELS, ROUTE)),)
    assert (steps.cases, steps.complete) == (("Steps",), True)
    assert steps.steps == (
        Configuration((*SENTINELS, ROUTE)),
        Configuration(merged((*SENTINELS, ROUTE), (SID, OTHER)), frozenset({(OUT, 1)})),
        Configuration((*SENTINELS, OTHER)),
    )
    assert (curious.cases, curious.complete) == (("Curious",), False)
    assert curious.steps == (Configuration((*SENTINELS, Blackhole("fd00::/64"))),)


COMMANDS = {"configure": "c {directory}"}
BLOCKS = {**COMMANDS, "block": "b {port}", "unblock": "u {port}"}


@pytest.mark.parametrize(
    ("commands", "names", "count"),
    [
        (COMMANDS, ["Plain", "AsPlain"], 1),
        (COMMANDS, ["Plain", "Steps", "Plain"], 1 + 3 + 2),  # emptied before a queue is filled, and after
        ({**COMMANDS, "reset": "r"}, ["Plain", "Steps", "Plain"], 1 + 2 + 1),
        (BLOCKS, ["Steps", "Steps"], (1 + 2 + 1) + (1 + 3)),
        ({}, ["Steps", "Plain"], 3 + 1),  # a person is asked to empty and to configure at once
    ],
)
def test_how_often_a_device_is_made_something_else(monkeypatch, profile, commands, names, count):
    there = {each.__name__: each for each in (Plain, AsPlain, Steps)}
    monkeypatch.setattr(in_process, "classes", lambda: there)
    access = Access(commands=Commands(**commands))
    assert configurations_made(names, profile.model_copy(update={"access": access})) == count


@pytest.mark.parametrize("every", share([16, 1], [16]))
def test_every_case_of_the_suite_can_be_planned(profile, every):
    """Each case either sends something or waits for an answer first."""
    names = [name for name, case in cases().items() if case.requirements][::every]
    planned = plan_configurations(names, profile)
    assert sorted(name for group in planned for name in group.cases) == sorted(names)
    assert all(group.steps or not group.complete for group in planned)
    assert sum(len(group.cases) for group in planned if group.complete) > len(names) / 2
