# SPDX-License-Identifier: Apache-2.0
"""P4Info names of the tables, actions and counters of `p4src/` (docs/pipeline.md says what they mean)."""

from __future__ import annotations

PORT_ISOLATION = "FabricIngress.validate.port_isolation"
ISOLATE = "FabricIngress.validate.isolate"

MY_SID_CONTROL = "FabricIngress.my_sid"
MY_SID_REDISPATCH_CONTROL = "FabricIngress.my_sid_redispatch"
"""Both have a table `my_sid` and one action per endpoint behaviour, named as the behaviour."""
MY_SID = f"{MY_SID_CONTROL}.my_sid"
UN = f"{MY_SID_CONTROL}.uN"

ROUTE_IPV6 = "FabricIngress.route.route_ipv6"
SET_NEXTHOP_IPV6 = "FabricIngress.route.set_nexthop_ipv6"
SET_ECMP_GROUP_IPV6 = "FabricIngress.route.set_ecmp_group_ipv6"
BLACKHOLE_IPV6 = "FabricIngress.route.blackhole_ipv6"
ROUTE_IPV4 = "FabricIngress.route.route_ipv4"
SET_NEXTHOP_IPV4 = "FabricIngress.route.set_nexthop_ipv4"
SET_ECMP_GROUP_IPV4 = "FabricIngress.route.set_ecmp_group_ipv4"
BLACKHOLE_IPV4 = "FabricIngress.route.blackhole_ipv4"
ECMP_MEMBER = "FabricIngress.route.ecmp_member"
SET_NEXTHOP = "FabricIngress.route.set_nexthop"

DSCP_TO_TC = "FabricIngress.classify.dscp_to_tc"
SET_TC = "FabricIngress.classify.set_tc"
TC_TO_QUEUE = "FabricIngress.classify.tc_to_queue"
SET_QUEUE = "FabricIngress.classify.set_queue"
ACL_DISABLE_TRIM = "FabricIngress.classify.acl_disable_trim"
DISABLE_TRIM = "FabricIngress.classify.disable_trim"
ACL_DISABLE_TRIM_IPV4 = "FabricIngress.classify.acl_disable_trim_ipv4"
DISABLE_TRIM_IPV4 = "FabricIngress.classify.disable_trim_ipv4"

DATA_QUEUE_CONTROL = "FabricIngress.admission.data_queue"
TRIM_QUEUE_CONTROL = "FabricIngress.admission.trim_queue"
"""Both have a table `queue_profile` and an action `set_queue_profile`."""
DATA_QUEUE_PROFILE = f"{DATA_QUEUE_CONTROL}.queue_profile"
SET_DATA_QUEUE_PROFILE = f"{DATA_QUEUE_CONTROL}.set_queue_profile"
TRIM_QUEUE_PROFILE = f"{TRIM_QUEUE_CONTROL}.queue_profile"
SET_TRIM_QUEUE_PROFILE = f"{TRIM_QUEUE_CONTROL}.set_queue_profile"
SWITCH_TRIMMING = "FabricIngress.admission.switch_trimming"
SET_TRIM = "FabricIngress.admission.set_trim"

QUEUE_COUNTERS = tuple(
    f"FabricIngress.admission.queue_{name}"
    for name in (
        "packets",
        "dropped_packets",
        "wred_ecn_marked_packets",
        "trim_packets",
        "tx_trim_packets",
        "dropped_trim_packets",
    )
)
"""Per egress port and queue: `numbers.queue_index`."""

DROPPED_PACKETS = "FabricIngress.drop.dropped_packets"
"""Per ingress port and drop reason: `numbers.drop_index`."""

PORT_TX_PACKETS = "FabricEgress.port_tx_packets"
"""Index = egress port."""
