# SPDX-License-Identifier: Apache-2.0
"""P4Info of the switch program as docs/pipeline.md describes it, written here by hand (widths from that page)."""

from __future__ import annotations

from p4.config.v1 import p4info_pb2

QUEUE_PROFILE = (
    "rate:48 frame_overhead:8 limit:32 packet_discard_action:1 ecn:1 "
    "ecn_min_threshold:32 ecn_max_threshold:32 ecn_slope_per_byte:32"
)
SID = "usd_flavor:1 dscp_mode:1"
NEXTHOP = "port:9 src_mac:48 dst_mac:48"

# table: (fields as name:bits:kind, {action: params})
TABLES = {
    "validate.port_isolation": ("ingress_port:9:exact", {"validate.isolate": ""}),
    "my_sid.my_sid": ("dst_addr:128:lpm", {"my_sid.uN": SID, "my_sid.uA": f"{SID} {NEXTHOP}"}),
    "route.route_ipv6": (
        "dst_addr:128:lpm",
        {
            "route.set_nexthop_ipv6": NEXTHOP,
            "route.set_ecmp_group_ipv6": "group:16 members:16",
            "route.blackhole_ipv6": "",
        },
    ),
    "route.ecmp_member": ("ecmp_group:16:exact member:16:exact", {"route.set_nexthop": NEXTHOP}),
    "classify.dscp_to_tc": ("dscp:6:exact", {"classify.set_tc": "tc:3 trim_eligible:1"}),
    "classify.tc_to_queue": ("tc:3:exact", {"classify.set_queue": "queue:3"}),
    "classify.acl_disable_trim": (
        "ingress_port:9:ternary src_addr:128:ternary dst_addr:128:ternary next_header:8:ternary dscp:6:ternary",
        {"classify.disable_trim": ""},
    ),
    "admission.data_queue.queue_profile": (
        "egress_port:9:exact queue:3:exact",
        {"admission.data_queue.set_queue_profile": QUEUE_PROFILE},
    ),
    "admission.trim_queue.queue_profile": (
        "egress_port:9:exact queue:3:exact",
        {"admission.trim_queue.set_queue_profile": QUEUE_PROFILE},
    ),
    "admission.switch_trimming": (
        "egress_port:9:exact",
        {"admission.set_trim": "size:32 dscp:6 queue:3 length_mode:1"},
    ),
}
KINDS = {
    "exact": p4info_pb2.MatchField.EXACT,
    "lpm": p4info_pb2.MatchField.LPM,
    "ternary": p4info_pb2.MatchField.TERNARY,
}


def build(without: str = "") -> p4info_pb2.P4Info:
    """The P4Info message; ``without`` leaves one table out."""
    p4info = p4info_pb2.P4Info()
    actions: dict[str, int] = {}
    for number, (table_name, (fields, table_actions)) in enumerate(TABLES.items(), 1):
        if table_name == without:
            continue
        table = p4info.tables.add(size=4096)
        table.preamble.id = 0x0200_0000 | number
        table.preamble.name = f"FabricIngress.{table_name}"
        for field_id, text in enumerate(fields.split(), 1):
            name, bits, kind = text.split(":")
            table.match_fields.add(id=field_id, name=name, bitwidth=int(bits), match_type=KINDS[kind])
        for action_name, params in table_actions.items():
            action_id = actions.setdefault(action_name, 0x0100_0000 | len(actions) + 1)
            table.action_refs.add(id=action_id)
            action = p4info.actions.add()
            action.preamble.id, action.preamble.name = action_id, f"FabricIngress.{action_name}"
            for param_id, text in enumerate(params.split(), 1):
                name, bits = text.split(":")
                action.params.add(id=param_id, name=name, bitwidth=int(bits))
        no_action = actions.setdefault("NoAction", 0x0100_0000 | 0xFFF)
        table.action_refs.add(id=no_action, scope=p4info_pb2.ActionRef.DEFAULT_ONLY)
    nothing = p4info.actions.add()
    nothing.preamble.id, nothing.preamble.name = 0x0100_0FFF, "NoAction"
    counter = p4info.counters.add(size=512)
    counter.preamble.id, counter.preamble.name = 0x1200_0001, "FabricIngress.drop.dropped_packets"
    return p4info
