# SPDX-License-Identifier: Apache-2.0
"""Loops of any graph; the order and the joins of pipelines are judged by the code and the drawings made from them."""

from __future__ import annotations

import pytest

from p4soft.switch.program.controls import back_edges


@pytest.mark.parametrize(
    ("graph", "loops"),
    [
        ({"a": "bc", "b": "d", "c": "d"}, []),
        ({"a": "a"}, [("a", "a")]),
        ({"a": "b", "b": "ca", "c": "b"}, [("c", "b"), ("b", "a")]),
        ({"a": "", "b": "c", "c": "b"}, [("c", "b")]),
    ],
)
def test_back_edges(graph, loops):
    assert list(back_edges(graph, lambda node: graph.get(node, ""))) == loops
