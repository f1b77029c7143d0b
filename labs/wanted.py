# SPDX-License-Identifier: Apache-2.0
"""What a file asks for: an MRC fabric or somebody's own network, ready to be brought up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from fabric.live.cable_choice import CableChoice, ground
from fabric.live.measure import suitable_factor
from fabric.live.source import TopologySource
from fabric.live.strength import check_network, check_size
from fabric.own.model import OwnFabric
from fabric.own.reading import is_own, read_own
from labs.errors import LabError
from labs.settings import FabricSettings, OwnSettings, Settings
from p4soft.command_line import EngineChoice
from topologies import Fabric

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What shall be brought up.

    Attributes:
        settings: of the lab.
        prefix: what to put before the command of its first process.
        steps: what one may type then: commands, and what each is for.
    """

    settings: Settings
    prefix: Sequence[str]
    steps: tuple[tuple[str, str], ...]


def wanted(
    topology: Path,
    target: str,
    cables: CableChoice,
    *,
    scale: int | None,
    seed: int,
    engine: EngineChoice,
    traced: bool,
    say: Say,
) -> Wanted:
    """What a file asks for.

    Args:
        topology: the file, of either kind.
        target: of the switches.
        cables: what they shall be made of.
        scale: how many times slower, of a fabric; None to measure it.
        seed: of NICs and switches.
        engine: what runs the program on the embedded target.
        traced: switches write what they do with each packet.
        say: told warnings, and what a user should know of cables that he did not choose.

    Raises:
        LabError: a scale, for hosts that run in real time; Unix sockets, into which they cannot be plugged.
        FabricError: a network's file that cannot be used, or too large for this machine; cables that are not to be had.
        TopologyError: the file is not a topology.
    """
    file = topology.absolute()
    if is_own(topology):
        if scale is not None:
            raise LabError(f"--scale: {topology} has hosts, whose programs run in real time; accepted: no --scale")
        if cables == "unix":
            raise LabError(
                f"--cables unix: {topology} has hosts, which are network namespaces; accepted: --cables veth"
            )
        network = read_own(topology)
        check_network(network.name, len(network.switches), len(network.hosts), say)
        own = OwnSettings(file=str(file), target=target, seed=seed, engine=engine, traced=traced)
        return Wanted(own, ground("veth", target).prefix, _own_steps(network))
    source = TopologySource(file=str(file))
    fabric = source.load()
    check_size(fabric, say)
    found = ground(cables, target)
    if found.note is not None:
        say(found.note)
    factor = scale if scale is not None else suitable_factor(fabric, target, found.cables)
    settings = FabricSettings(
        source=source, target=target, cables=found.cables, factor=factor, seed=seed, engine=engine, traced=traced
    )
    return Wanted(settings, found.prefix, _fabric_steps(fabric))


def _fabric_steps(fabric: Fabric) -> tuple[tuple[str, str], ...]:
    first, last = (fabric.nic(index).name for index in (0, fabric.nics - 1))
    spine, cable = fabric.t1(0, 0).name, fabric.host_link(0, 0).name
    return (
        ("status", "what there is"),
        (f"write {first} {last} --bytes 4MiB", "every byte is compared"),
        (f"fail switch {spine}", "and `heal all`"),
        (f"capture {cable} -o link.pcapng", "until Ctrl-C"),
        ("down", "ends it"),
    )


def _own_steps(network: OwnFabric) -> tuple[tuple[str, str], ...]:
    link, switch = list(network.links)[-1:], next(iter(network.switches))
    hosts = [host for host in network.hosts.values() if any(each.addresses for each in host.interfaces)]
    steps = [("status", "what there is")]
    if len(hosts) > 1:
        address = next(each.addresses[0].ip for each in hosts[-1].interfaces if each.addresses)
        steps.append((f"exec {hosts[0].name} -- ping -c 3 {address}", "or any other program"))
    steps.append((f"shell {switch}", "reads and writes its tables"))
    for name in link:
        steps += [(f"fail link {name}", "and `heal all`"), (f"capture {name} -o link.pcapng", "until Ctrl-C")]
    return (*steps, ("down", "ends it"))
