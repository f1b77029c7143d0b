# SPDX-License-Identifier: Apache-2.0
"""`fail` and `heal`: a user's words as faults of a scenario."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from typing_extensions import override

from fabric.errors import RefusedValueError, unknown
from fabric.scenario.faults import Fault, FaultNames, Names, parse_fault
from labs.control_socket import FAIL, HEAL
from topologies import Fabric

_Chooses = Callable[[Fault], bool]


class Failable(FaultNames, Protocol):
    def link_at(self, port: str) -> str:
        """The name of the link that is plugged into `NODE:PORT`. Raises RefusedValueError."""

    def plane(self, number: str) -> tuple[list[str], list[str]]:
        """Switches and links of a plane, by name. Raises RefusedValueError."""


class FabricNames(Names, Failable):
    def __init__(self, fabric: Fabric) -> None:
        super().__init__(fabric)
        self._links = list(fabric.links())
        self._switches = list(fabric.switches())
        self._planes = [str(plane) for plane in range(fabric.planes)]

    @override
    def link_at(self, port: str) -> str:
        found = {f"{node}:{number}": link.name for link in self._links for node, number in link.ends}
        if port not in found:
            raise unknown("port", port, found)
        return found[port]

    @override
    def plane(self, number: str) -> tuple[list[str], list[str]]:
        if number not in self._planes:
            raise unknown("plane", number, self._planes)
        switches = [switch.name for switch in self._switches if switch.plane == int(number)]
        return switches, [link.name for link in self._links if link.b[0] in switches]


class Failing:
    def __init__(self, names: Failable) -> None:
        self._names = names

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
                return [f"link {self._names.link_at(port)} down"]
            case ["plane", number]:
                return [f"switch {name} stop" for name in self._names.plane(number)[0]]
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
                return _of(self._names.link_at(port))
            case ["plane", number]:
                switches, links = self._names.plane(number)
                return _of(*switches, *links)
            case ["loss" | "rate" as what, name]:
                link = self._names.link(name).name
                return lambda fault: fault.target == link and fault.affects == what
        raise RefusedValueError(f"{' '.join(words)!r} is nothing that can be healed", _forms(HEAL))


def _of(*targets: str) -> _Chooses:
    return lambda fault: fault.target in targets


def _forms(forms: Iterable[str]) -> str:
    return ", ".join(f"`{form}`" for form in forms)
