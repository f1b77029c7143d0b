# SPDX-License-Identifier: Apache-2.0
"""`fail` and `heal`: what people say, as faults of a scenario."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from fabric.errors import RefusedValueError
from fabric.scenario.faults import Fault, parse_fault
from fabric.scenario.names import Names, unknown
from topologies import Fabric

FAIL = ("switch NAME", "link A--B", "port NODE:PORT", "plane N", "loss A--B 0.1", "rate A--B 25Gb/s")
"""What can fail, as people write it."""
HEAL = ("all", "switch NAME", "link A--B", "port NODE:PORT", "plane N", "loss A--B", "rate A--B")
"""What can be healed, as people write it."""

_Chooses = Callable[[Fault], bool]


class Failing:
    """Reads `fail` and `heal` for one topology."""

    def __init__(self, fabric: Fabric) -> None:
        self._fabric = fabric
        self._names = Names(fabric)

    def failures(self, words: Sequence[str], now_ns: int) -> list[Fault]:
        """What `fail WORDS` lets happen. Raises RefusedValueError."""
        return [parse_fault(text, now_ns, self._names) for text in self._texts(words)]

    def cures(self, words: Sequence[str], standing: Iterable[Fault], now_ns: int) -> list[Fault]:
        """What `heal WORDS` lets happen, of the faults that there are now. Raises RefusedValueError."""
        chosen = self._chosen(words)
        cures = (fault.undone(now_ns) for fault in standing if chosen(fault))
        return [cure for cure in cures if cure is not None]

    def _texts(self, words: Sequence[str]) -> list[str]:
        match words:
            case ["switch", name]:
                return [f"switch {name} stop"]
            case ["link", name]:
                return [f"link {name} down"]
            case ["port", port]:
                return [f"link {self._link_at(port)} down"]
            case ["plane", number]:
                return [f"switch {name} stop" for name in self._switches_of(number)]
            case ["loss" | "rate" as what, name, *values]:
                return [f"link {name} {what} {' '.join(values)}"]
        raise RefusedValueError(f"{' '.join(words)!r} is nothing that can fail", _forms(FAIL))

    def _chosen(self, words: Sequence[str]) -> _Chooses:
        match words:
            case ["all"]:
                return lambda _fault: True
            case ["switch", name]:
                return _of(self._names.switch(name).name)
            case ["link", name]:
                return _of(self._names.link(name).name)
            case ["port", port]:
                return _of(self._link_at(port))
            case ["plane", number]:
                switches = self._switches_of(number)
                links = [link.name for link in self._fabric.links() if link.b[0] in switches]
                return _of(*switches, *links)
            case ["loss" | "rate" as what, name]:
                link = self._names.link(name).name
                return lambda fault: fault.target == link and fault.affects == what
        raise RefusedValueError(f"{' '.join(words)!r} is nothing that can be healed", _forms(HEAL))

    def _switches_of(self, number: str) -> list[str]:
        planes = [str(plane) for plane in range(self._fabric.planes)]
        if number not in planes:
            raise unknown("plane", number, planes)
        return [switch.name for switch in self._fabric.switches() if switch.plane == int(number)]

    def _link_at(self, port: str) -> str:
        """The name of the link that is plugged into `NODE:PORT`."""
        found = {f"{node}:{number}": link.name for link in self._fabric.links() for node, number in link.ends}
        if port not in found:
            raise unknown("port", port, found)
        return found[port]


def _of(*targets: str) -> _Chooses:
    return lambda fault: fault.target in targets


def _forms(forms: Iterable[str]) -> str:
    return ", ".join(f"`{form}`" for form in forms)
