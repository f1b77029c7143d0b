# SPDX-License-Identifier: Apache-2.0
"""Commands that simple_switch alone has: mirroring, queues, time."""

from __future__ import annotations

from collections.abc import Callable

from p4soft.drop_in.cli.commands import Group, Session
from p4soft.drop_in.cli.words import Words, number_of
from p4soft.switch.thrift.interface import simple_switch

GROUP = Group()
_Config = simple_switch.MirroringSessionConfig


@GROUP.command("mirroring_add <mirror_id> <egress_port>", "Mirror to a port")
def _mirroring_add(session: Session, words: Words) -> None:
    mirror, port = words.exactly(2)
    number = number_of(mirror, "mirror_id")
    session.simple_switch.mirroring_session_add(number, _Config(port=number_of(port, "egress_port")))


@GROUP.command("mirroring_add_mc <mirror_id> <mgrp>", "Mirror to a multicast group")
def _mirroring_add_mc(session: Session, words: Words) -> None:
    mirror, group = words.exactly(2)
    number = number_of(mirror, "mirror_id")
    session.simple_switch.mirroring_session_add(number, _Config(mgid=number_of(group, "mgrp")))


@GROUP.command("mirroring_delete <mirror_id>", "Delete a mirroring session")
def _mirroring_delete(session: Session, words: Words) -> None:
    (mirror,) = words.exactly(1)
    session.simple_switch.mirroring_session_delete(number_of(mirror, "mirror_id"))


@GROUP.command("mirroring_get <mirror_id>", "Show a mirroring session")
def _mirroring_get(session: Session, words: Words) -> None:
    (mirror,) = words.exactly(1)
    config = session.simple_switch.mirroring_session_get(number_of(mirror, "mirror_id"))
    print(f"MirroringSessionConfig(port={config.port}, mgid={config.mgid})")


@GROUP.command("set_queue_depth <nb_pkts> [<egress_port> [<priority>]]", "Set how many packets queues hold")
def _set_queue_depth(session: Session, words: Words) -> None:
    calls = session.simple_switch
    _set_queues(
        words,
        "nb_pkts",
        calls.set_all_egress_queue_depths,
        calls.set_egress_queue_depth,
        calls.set_egress_priority_queue_depth,
    )


@GROUP.command("set_queue_rate <rate_pps> [<egress_port> [<priority>]]", "Set how many packets leave queues per second")
def _set_queue_rate(session: Session, words: Words) -> None:
    calls = session.simple_switch
    _set_queues(
        words,
        "rate_pps",
        calls.set_all_egress_queue_rates,
        calls.set_egress_queue_rate,
        calls.set_egress_priority_queue_rate,
    )


@GROUP.command("get_time_elapsed", "Show the microseconds since the switch started")
def _get_time_elapsed(session: Session, _words: Words) -> None:
    print(session.simple_switch.get_time_elapsed_us())


@GROUP.command("get_time_since_epoch", "Show the microseconds since the epoch of the switch's clock")
def _get_time_since_epoch(session: Session, _words: Words) -> None:
    print(session.simple_switch.get_time_since_epoch_us())


def _set_queues(words: Words, what: str, *calls: Callable[..., object]) -> None:
    """One of `calls`: for all queues, for those of a port, for the one of a priority."""
    value_word, *where = words.at_least(1)
    value = number_of(value_word, what)
    place = [number_of(word, name) for word, name in zip(where, ("egress_port", "priority"), strict=False)]
    calls[len(place)](*place, value)
