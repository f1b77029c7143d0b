# SPDX-License-Identifier: Apache-2.0
"""A random program with everything needed to run it."""

from __future__ import annotations

from dataclasses import dataclass

FIRST_SENTINEL_PORT = 506
"""Generated programs send a frame that enters at ports 506..509 straight back out of the same port, unchanged.

simple_switch handles egress port p in egress thread p modulo 4, so one such frame per port tells that everything sent
before has been through.
"""

SENTINEL_PORTS = tuple(range(FIRST_SENTINEL_PORT, FIRST_SENTINEL_PORT + 4))


@dataclass(frozen=True)
class Case:
    """One program, its configuration and its packets.

    Attributes:
        source: P4_16 text; one statement or one bracket per line, so that lines can be left out when minimising.
        packets: (ingress port, frame).
        sessions: clone session -> (egress port, or None) or (None, multicast group).
        groups: multicast group -> (port, rid) replicas.
        counters: indirect counters by control-plane name, with their size.
        registers: registers by control-plane name, with their size.
        ordered: whether the frames a packet leads to leave each port in a certain order; copies made in egress do not,
            for simple_switch handles ports in several threads.
        rounds: how many times sentinels must pass before a packet and its copies are through.
    """

    seed: int
    source: str
    packets: tuple[tuple[int, bytes], ...]
    sessions: dict[int, tuple[int | None, int | None]]
    groups: dict[int, tuple[tuple[int, int], ...]]
    counters: dict[str, int]
    registers: dict[str, int]
    rounds: int
    ordered: bool
