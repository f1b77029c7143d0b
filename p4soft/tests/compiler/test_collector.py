# SPDX-License-Identifier: Apache-2.0
"""Long work runs without collections of cyclic garbage, or with quick ones, and leaves the collector as it was."""

import gc
import weakref

import pytest
from tests.compiler.compiler_kit import build, source

from p4soft import interpreter
from p4soft.compiler import CompileErrors
from p4soft.interpreter import collect_thawed, count_as_old, no_collections, set_aside


@pytest.fixture
def collections():
    """The generations collected while a test runs."""
    seen = []

    def note(phase, info):
        seen.append((phase, info["generation"]))

    gc.collect()
    gc.callbacks.append(note)
    yield seen
    gc.callbacks.remove(note)


def test_no_collection_while_a_program_is_compiled(tmp_path, collections):
    entries = "".join(f"8w{n}: own();" for n in range(200))
    table = "table t { key = { hdr.h.a: exact; } actions = { own; } default_action = own; const entries = { %s } }"
    build(tmp_path, source(locals=f"action own() {{ hdr.h.b = 1; }} {table % entries}", ingress="t.apply();"))
    assert not [generation for phase, generation in collections if phase == "start" and generation == 2]
    assert len(collections) <= 4, "collections between the test and the compilation alone"
    assert gc.isenabled()


def test_the_collector_is_as_it_was_after_errors(tmp_path):
    with pytest.raises(CompileErrors):
        build(tmp_path, source(ingress="nothing;"))
    assert gc.isenabled()
    gc.disable()
    try:
        with no_collections():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


@pytest.fixture
def thawed(monkeypatch):
    """Nothing is frozen while a test runs, and any object is one of many."""
    monkeypatch.setattr(interpreter, "MANY_OBJECTS", 1)
    frozen = gc.get_freeze_count()
    gc.unfreeze()
    yield
    gc.unfreeze()
    if frozen:
        gc.freeze()


@pytest.mark.usefixtures("thawed")
def test_what_is_there_is_not_searched_until_the_block_ends():
    there = [[] for _ in range(1000)]
    with set_aside():
        made = [[]]
        searched = {id(each) for each in gc.get_objects()}
        assert not searched & set(map(id, there))
        assert id(made) in searched
    assert {id(each) for each in gc.get_objects()} >= set(map(id, there))


@pytest.mark.usefixtures("thawed")
def test_what_somebody_else_has_frozen_stays_frozen():
    gc.freeze()
    with set_aside():
        pass
    assert gc.get_freeze_count()


class Circle:
    def __init__(self):
        self.itself = self


@pytest.mark.usefixtures("thawed")
def test_garbage_that_was_set_aside_goes_when_it_is_not_needed():
    circle = Circle()
    known = weakref.ref(circle)
    with set_aside():
        del circle
    assert known() is not None
    collect_thawed()
    assert known() is None


@pytest.mark.usefixtures("thawed")
def test_what_was_made_without_collections_is_not_searched_with_the_young():
    circle = Circle()
    known = weakref.ref(circle)
    with no_collections():
        made = [[] for _ in range(1000)]
        count_as_old()
    del circle
    gc.collect(0)
    young = {id(each) for generation in (0, 1) for each in gc.get_objects(generation)}
    assert not young & set(map(id, made))
    assert known() is not None
    collect_thawed()
    assert known() is None


@pytest.mark.usefixtures("thawed")
@pytest.mark.parametrize("frozen", [True, False], ids=["frozen", "few"])
def test_what_is_frozen_and_what_is_little_is_not_counted_as_old(frozen, monkeypatch):
    monkeypatch.setattr(interpreter, "MANY_OBJECTS", 1 if frozen else 1 << 60)
    with no_collections():
        if frozen:
            gc.freeze()
        made = [[]]
        count_as_old()
        assert id(made) in {id(each) for each in gc.get_objects(0)}


@pytest.mark.usefixtures("thawed")
def test_few_objects_stay_where_the_collector_sees_them(monkeypatch):
    monkeypatch.setattr(interpreter, "MANY_OBJECTS", 1 << 60)
    frozen = gc.get_freeze_count()
    with set_aside():
        assert gc.get_freeze_count() <= frozen
