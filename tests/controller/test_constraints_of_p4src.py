# SPDX-License-Identifier: Apache-2.0
"""The rules that p4src states, enforced by every write of the client."""

from __future__ import annotations

import json

import pytest
from controller_kit import compiled, trimming

from controller import plan
from controller import program as names
from controller.client import SwitchClient
from controller.errors import ConstraintError
from controller.pipeline import Pipeline, Rules
from controller.switch_plan import SwitchPlan
from p4soft.switch import SimpleSwitch
from p4soft.switch.p4runtime import P4RuntimeServer
from p4soft.table_entries import Exact, Lpm, TableEntry

HOP = {"src_mac": 1, "dst_mac": 2}
PROFILE = {
    "rate": 1,
    "frame_overhead": 0,
    "limit": 1,
    "packet_discard_action": 0,
    "ecn": 1,
    "ecn_min_threshold": 6,
    "ecn_max_threshold": 5,
    "ecn_slope_per_byte": 0,
}
QUEUE = {"egress_port": Exact(1), "queue": Exact(0)}
NO_PORT = TableEntry(names.ROUTE_IPV6, {"dst_addr": Lpm(0, 0)}, names.SET_NEXTHOP_IPV6, {"port": 511, **HOP})
TOO_SHORT = TableEntry(
    names.SWITCH_TRIMMING,
    {"egress_port": Exact(1)},
    names.SET_TRIM,
    trimming(size=127),
)


@pytest.fixture(scope="module")
def pipeline():
    return Pipeline(compiled().p4info, json.dumps(compiled().json).encode(), "p4src/main.p4")


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (NO_PORT, r"route_ipv6: @action_restriction of \S+set_nexthop_ipv6 wants port != 511, but port = 511: "),
        (TOO_SHORT, r"switch_trimming: @action_restriction of \S+set_trim wants size >= 128, but size = 127: "),
        (
            TableEntry(names.PORT_ISOLATION, {"ingress_port": Exact(511)}, names.ISOLATE),
            "@entry_restriction of .* wants ingress_port != 511, but ingress_port = 511",
        ),
        (
            TableEntry(names.DATA_QUEUE_PROFILE, QUEUE, names.SET_DATA_QUEUE_PROFILE, PROFILE),
            "wants ecn == 1 -> ecn_min_threshold <= ecn_max_threshold, "
            "but ecn = 1, ecn_min_threshold = 6, ecn_max_threshold = 5",
        ),
    ],
)
def test_rules(pipeline, entry, message):
    with pytest.raises(ConstraintError, match=message):
        Rules(pipeline).check(entry)


def test_plans_obey(pipeline, lab):
    rules = Rules(pipeline)
    for fabric, switch in ((lab, "p0-t0-0"), (lab, "p1-t1-0")):
        for entry in plan(fabric, switch).entries:
            rules.check(entry)


def test_every_write_enforces(pipeline):
    server = P4RuntimeServer(SimpleSwitch(device_id=1))
    server.start()
    try:
        with SwitchClient(server.address, 1, pipeline) as client:
            client.become_primary()
            client.set_pipeline()
            writes = server.writes
            for write in (client.insert, client.modify):
                with pytest.raises(ConstraintError, match="wants size >= 128"):
                    write([TOO_SHORT])
            with pytest.raises(ConstraintError, match="wants port != 511"):
                client.install(SwitchPlan("s", 1, (NO_PORT,), 0))
            assert server.writes == writes
    finally:
        server.stop()
