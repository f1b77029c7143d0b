# SPDX-License-Identifier: Apache-2.0
"""Entries a second that the controller's client gets into a switch process over P4Runtime, beside BMv2."""

from __future__ import annotations

from collections.abc import Iterator

from tools.bench.isolated import OURS, bmv2, check_namespaces, run_isolated
from tools.bench.results import Figure
from tools.bench.settings import Settings

_MODULE = "tools.bench.entries_inside"


def entries_installed(settings: Settings) -> Iterator[Figure]:
    """Routes of p4src, built, sent, checked and inserted.

    Raises:
        UnavailableError: there can be no namespace, or a switch did not come up.
    """
    del settings
    check_namespaces()
    ours = run_isolated(_MODULE, {"command": OURS})["inserted"]
    theirs = bmv2()
    if theirs is None:
        yield Figure("entries_installed", ours, "entries/s", why="simple_switch_grpc is not on the PATH")
    else:
        peer = run_isolated(_MODULE, {"command": [theirs]})["inserted"]
        yield Figure("entries_installed", ours, "entries/s", "BMv2 simple_switch_grpc, same client", peer)
