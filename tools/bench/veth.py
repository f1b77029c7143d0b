# SPDX-License-Identifier: Apache-2.0
"""Switch processes flooded over veth pairs: ours, natively and in Python, and BMv2, in turn."""

from __future__ import annotations

from collections.abc import Iterator

from tools.bench.isolated import OURS, bmv2, check_namespaces, run_isolated
from tools.bench.results import Figure
from tools.bench.settings import Settings

SIZES = (256, 1500, 4200)
_ROUNDS = 2
_NATIVE, _PYTHON, _BMV2 = "native", "python", "bmv2"


def veth_flood(settings: Settings) -> Iterator[Figure]:
    """Packets per second through a T0 of the lab over veth, sender and switch on the machine's cores.

    Raises:
        UnavailableError: there can be no veths, or a switch did not come up.
    """
    check_namespaces()
    commands = {_NATIVE: [*OURS, "--engine", "native"], _PYTHON: [*OURS, "--engine", "python"]}
    theirs = bmv2()
    if theirs is not None:
        commands[_BMV2] = [theirs]
    best: dict[str, dict[str, float]] = {name: {} for name in commands}
    for _ in range(_ROUNDS):
        for name, command in commands.items():
            asked = {"command": command, "sizes": SIZES, "seconds": settings.seconds}
            for size, rate in run_isolated("tools.bench.veth_inside", asked).items():
                best[name][size] = max(rate, best[name].get(size, 0.0))
    for size in map(str, SIZES):
        ours, python = best[_NATIVE][size], best[_PYTHON][size]
        if _BMV2 in best:
            yield Figure(f"veth_flood_{size}", ours, "packets/s", "BMv2 simple_switch_grpc", best[_BMV2][size])
            yield Figure(f"veth_flood_python_{size}", python, "packets/s", "BMv2 simple_switch_grpc", best[_BMV2][size])
        else:
            why = "simple_switch_grpc is not on the PATH"
            yield Figure(f"veth_flood_{size}", ours, "packets/s", "the Python engine", python, why=why)
