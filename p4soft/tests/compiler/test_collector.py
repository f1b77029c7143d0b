# SPDX-License-Identifier: Apache-2.0
"""Long work runs without collections of cyclic garbage, and leaves the collector as it was."""

import gc
import weakref

import pytest
from tests.compiler.compiler_kit import build, source

from p4soft.compiler import CompileErrors
from p4soft.interpreter import no_collections


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


class Circle:
    def __init__(self):
        self.itself = self


def test_garbage_that_was_left_alone_is_young_and_goes_with_the_next_collection():
    old = Circle()
    gc.collect()
    known, of_old = [], weakref.ref(old)
    with no_collections():
        known += [weakref.ref(Circle()) for _ in range(5000)]
        assert all(circle() is not None for circle in known)
    gc.collect(0)
    assert not any(circle() is not None for circle in known)
    del old
    gc.collect(0)
    assert of_old() is not None, "a collection of the young does not search what was there before"
