# SPDX-License-Identifier: Apache-2.0
"""What a device may claim, and the choices it declares: the vocabulary of profiles and of the requirement catalogue.

A requirement with a `claim` applies to devices that make it. A dotted claim narrows its prefix (`trimming.disable_acl`
means nothing without `trimming`). A requirement of level `choice` applies to devices that declare its value.

Here too: the claims that the suite can show on some kinds of devices only.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

CLAIMS: Final[Mapping[str, str]] = MappingProxyType(
    {
        # SRv6 endpoint behaviours
        "srv6.un": "static uN SIDs: End with NEXT-C-SID, 32-bit block and 16-bit uSIDs",
        "srv6.ua": "static uA SIDs: End.X with NEXT-C-SID, a /48 of their own",
        "srv6.un_ua": "one /64 SID of the own uN and a uA",
        "srv6.udt6": "uDT6 SIDs: decapsulation of IPv6 and table lookup",
        "srv6.udt46": "uDT46 SIDs: decapsulation of IPv4 and IPv6 and table lookup",
        "srv6.usd": "flavour USD: a uN SID that nothing follows decapsulates",
        "srv6.ua_usd": "flavour USD on uA SIDs: the inner packet crosses the adjacency",
        "srv6.srh": "endpoints advance a Segment Routing Header when the argument is zero",
        "srv6.ipv4_inner": "decapsulation of IPv4 in IPv6",
        "srv6.redispatch_apart": "a SID can be installed for shifted packets alone, apart from those that arrive",
        "srv6.scale_128": "at least 128 uN SIDs at a time",
        "decap.dscp_pipe": "decapsulation in DSCP mode pipe: the inner DSCP stays",
        "decap.dscp_uniform": "decapsulation in DSCP mode uniform: the outer DSCP replaces the inner one",
        "decap.dscp_queues": "the queue of a decapsulated packet follows from the DSCP that it leaves with",
        # Static forwarding
        "routing.longest_prefix": "static IPv6 routes of any length, the longest match wins",
        "routing.blackhole": "routes that drop explicitly",
        "routing.ecmp": "routes to a group of next hops, chosen by hash",
        "routing.ipv4": "packets that arrive as IPv4 are routed by static routes, the longest match wins",
        "routing.ipv4_ecmp": "IPv4 routes to a group of next hops, chosen by hash",
        "routing.ip_only": "ports that carry unicast IPv6, IPv4 where that is claimed, and nothing else",
        # Trimming
        "trimming": "packets that a data queue refuses are trimmed and queued again",
        "trimming.size_configurable": "the trim size is configuration, at least from 256 to 4084 bytes",
        "trimming.size_128": "the trim size can be 128 bytes, the default of SAI",
        "trimming.asymmetric_dscp": "the DSCP of trimmed packets depends on the egress port",
        "trimming.dynamic_queue": "the trim queue can follow from the new DSCP",
        "trimming.disable_acl": "an ACL action excludes flows from trimming",
        "trimming.disable_acl_fields": "its rules match destination, next header, DSCP and ingress port as well",
        "trimming.disable_acl_ipv4": "there are rules for IPv4 flows, by the same fields",
        "trimming.ipv4": "IPv4 packets are trimmed too",
        "trimming.srv6": "packets are trimmed after a uN shift",
        "trimming.srv6_srh": "packets are trimmed after an SRH was advanced",
        "trimming.decap": "packets are trimmed after decapsulation",
        "trimming.lag": "trimming on link aggregation groups",
        "trimming.mirror": "port mirroring and trimming together",
        "trimming.runtime_change": "the trimming configuration changes while packets are forwarded",
        "trimming.port_admin": "trimming, and ports that the suite can take down and up again",
        "trimming.persistence": "trimming, and a configuration that survives a restart by the suite",
        "trimming.lossless_queue": "the trim queue may be a lossless queue",
        # ECN
        "ecn.marking": "packets that are ECN-capable are marked CE above a queue threshold",
        "ecn.marking_decap": "decapsulated packets are marked like others",
        "ecn.marking_ipv4": "IPv4 packets are marked like IPv6 packets",
        "ecn.wred": "between two thresholds the marking probability grows with the queue",
        "ecn.rfc6040": "ECN on decapsulation by the table of RFC 6040",
        # Queues
        "qos.dscp_queues": "the outer DSCP selects a traffic class and the traffic class a queue",
        "qos.ipv4": "the DSCP of an IPv4 packet selects its traffic class and queue by the same maps",
        "qos.byte_limit": "a queue admits by bytes up to a limit that configuration sets to the byte",
        "qos.frame_overhead": "the bytes that the wire adds to each frame count into the queue",
        "qos.strict_priority": "strict priority among the queues of a port",
        "qos.block_queue": "configuration can make a queue refuse everything",
        "qos.runtime_change": "thresholds and limits of a queue change while packets are forwarded",
        # Counters
        "counters.drop_reasons": "a drop counter per ingress port and reason",
        "counters.port": "packets sent per port",
        "counters.queue": "packets admitted and dropped per port and queue",
        "counters.queue_bytes": "bytes admitted and dropped per port and queue",
        "counters.ecn": "packets marked CE per port and queue",
        "counters.trim": "packets trimmed, sent trimmed and dropped trimmed per port and queue",
        "counters.trim_totals": "the same per port and for the whole switch",
        "counters.sid": "packets and bytes per SID",
        "counters.sid_trim": "packets per SID, on a device that trims",
        "counters.acl": "packets per disable-trim rule",
        "counters.route": "packets per static route",
        # Configuration
        "isolation": "an ingress port can be closed to all IPv6 but ICMPv6",
        "isolation.ipv4": "a port that is closed takes no IPv4 either",
        "isolation.counter": "packets dropped per isolated port",
        "config.runtime_change": "SIDs and static routes change while packets are forwarded",
        "config.validation": "trimming values outside their range are refused when they are configured",
        "config.p4runtime": "configured over P4Runtime",
        "config.port_admin": "the suite can take a port down and up again",
        "config.persistence": "the suite can restart the device, which keeps its configuration",
        # A NIC under test
        "nic": "an MRC NIC: RDMA Write, SACK, NACK, selective retransmission",
        "nic.srv6": "paths as SRv6 uSIDs in an outer IPv6 header",
        "nic.stev": "structured EVs: in the UDP source port and the flow label, not encapsulated",
        "nic.udp_ev": "EVs in the UDP source port alone, not encapsulated",
        "nic.ipv4": "the same on IPv4",
        "nic.multiplane": "several ports, each a plane of its own",
        "nic.timestamps": "TSETH in data packets",
        "nic.trimming": "answers trimmed packets with NACKs, and understands such NACKs",
        "nic.ecn": "reports CE marks, and avoids the paths that were marked",
        "nic.immediates": "RDMA Write with Immediate, both directions",
        "nic.reliability_probes": "asks for a SACK when the peer is silent",
        "nic.ev_probes": "answers EV probes",
        "nic.ev_revival": "probes EVs it assumes bad, and uses them again when they answer",
        "nic.ev_backups": "has a backup set, from which a retired EV is replaced",
        "nic.ev_control": "a controller can set the active set, its floor and the denylist",
        "nic.reverse_probes": "probes its reverse path while it receives and does not send",
        "nic.windows": "PSN window and a fixed congestion window can be set",
        "nic.nscc": "congestion control is NSCC, with parameters that can be set",
        "nic.service_time": "can leave the time that a SACK waited out of the timestamp it reflects",
        "nic.timers": "its timers are those of its profile",
        "nic.protection": "registers memory in protection domains and with access rights, and withdraws it",
        "nic.pkey": "its partition key can be set",
        "nic.reset": "a queue pair can be reset and connected again",
        "nic.port_state": "tells peers which of its ports are up, and heeds what they tell about theirs",
        "nic.port_admin": "a controller can take a port out of service",
        "nic.port_damping": "a port that flaps is kept out of use for a while",
        "nic.receives": "receives can be posted, one for each write with immediate",
        "nic.receive_limits": "what it has to receive with can be limited, and is told by NACKs when it is used up",
        "nic.endurance": "takes part in exchanges of tens of thousands of messages, which take many seconds",
        "nic.dynamic_mpr": "the PSN window can change, and SACKs say it",
    }
)
"""Name of a claim -> what a device that makes it does."""

CHOICES: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "redispatch": {
            "one_pass": "one SID per packet: the result of a shift or SRH advance is only routed",
            "redispatch": "the result is looked up among the SIDs again",
        },
        "own_sid_hops": {
            "each_sid": "each own SID that a packet has in a row takes one from its hop limit",
            "node": "the node takes one, however many own SIDs a packet has in a row",
        },
        "srh_at_zero": {
            "keep": "the SRH stays when Segments Left reaches 0",
            "psp": "the SRH is removed then (penultimate segment pop)",
        },
        "zero_next_usid": {
            "shift": "the argument is all bits after the own uSID: a zero uSID with more behind it is shifted",
            "drop": "a zero uSID after the own one ends the packet",
        },
        "no_srh_last_usid": {
            "drop": "a SID without USD that nothing follows, and no SRH: dropped",
            "local": "handed to the local control plane, which answers an echo request",
        },
        "ua_end_of_container": {
            "drop": "a uA without USD that nothing follows is dropped",
            "adjacency": "it crosses its adjacency, with the bare block as destination",
        },
        "icmpv6_errors": {
            "silent": "the packet is dropped without an answer",
            "generated": "ICMPv6 errors of RFC 8986 are sent to the source",
        },
        "icmpv6_quote": {
            "as_arrived": "an ICMPv6 error has the packet inside as it arrived",
            "as_processed": "it has the packet as the SID had changed it by then",
        },
        "decap_hop_limit": {
            "pipe": "the inner hop limit goes down by one, the outer one is discarded",
            "uniform": "the outer hop limit, down by one, replaces the inner one",
        },
        "decap_ecn": {
            "rfc6040": "an outer CE reaches an inner packet that is ECN-capable",
            "keep_inner": "the inner ECN field stays",
            "copy_outer": "the outer ECN field replaces the inner one",
        },
        "ipv4_options": {
            "drop": "an IPv4 packet with options is dropped",
            "forward": "it is forwarded, with options that ask for nothing unchanged",
        },
        "trim_size_base": {
            "frame": "the trim size counts the whole frame from the Ethernet header, without FCS",
            "ip_payload": "it counts what follows the outer IP header",
        },
        "trim_length": {
            "update": "the outermost IP length is that of the trimmed packet",
            "preserve": "no length changes",
        },
        "trim_short": {
            "remark": "a packet no longer than the trim size is not cut, but gets the trim DSCP and queue",
            "untouched": "it takes the trim queue as it is",
            "drop": "it is dropped",
        },
        "trim_eligibility": {
            "dscp": "of the packets of a trimming queue, only those whose DSCP has a trimmable role are trimmed",
            "queue": "every packet of a trimming queue is trimmed",
        },
        "trim_dscp": {
            "symmetric": "trimmed packets have the same DSCP on every port",
            "asymmetric": "the DSCP of trimmed packets is that of the egress port",
        },
        "trim_queue": {
            "static": "trimmed packets take a configured queue",
            "dynamic": "their queue follows from the new DSCP by the maps of DSCP to class and class to queue",
        },
        "trim_queue_service": {
            "strict": "trimmed packets leave before any data that waits",
            "weighted": "trimmed packets and data share the port by weight",
        },
        "trim_decap_dscp": {
            "remark": "a decapsulated packet that is trimmed gets the trim DSCP in the header it has left",
            "keep": "its DSCP stays",
        },
        "not_ect_above_threshold": {
            "pass": "a packet that is not ECN-capable passes a queue above its marking threshold",
            "drop": "it is dropped where an ECN-capable one would be marked",
        },
        "counter_locus": {
            "original_queue": "trim counters move on the queue that refused the packet",
            "trim_queue": "they move on the queue that takes the trimmed copy",
        },
        "dropped_counts_trimmed": {
            "included": "the drop counter of a queue counts packets that were trimmed",
            "excluded": "it counts only packets that were dropped and not trimmed",
        },
        "counter_bytes": {
            "frame": "byte counters count the frame without FCS",
            "frame_and_fcs": "byte counters count 4 bytes of FCS as well",
        },
        "counters_on_trim_off": {
            "kept": "trim counters keep their values when trimming is turned off",
            "cleared": "they start from zero again",
        },
        "udp_port": {
            "4791": "MRC packets have the UDP destination port of RoCEv2",
            "4971": "they have the port that the specification prints",
        },
        "ev_halves": {
            "sport_high": "the UDP source port is the high half of the EV, the flow label the low half",
            "sport_low": "the other way round",
        },
        "bth_flag_order": {
            "ibta": "BTH byte 1: SE is bit 7, M is bit 6",
            "swapped": "M is bit 7, SE is bit 6",
        },
        "eeth_op_bits": {
            "bits_3_2": "EETH.op is bits 3:2 of byte 1",
            "bits_5_4": "EETH.op is bits 5:4 of byte 1",
        },
        "out_of_window": {
            "drop": "a PSN above the window is dropped",
            "nack": "it is answered by a NACK with PSN_OOR_WINDOW",
        },
        "rcvd_bytes": {
            "udp_length_plus_40": "CC_STATE.rcvd_bytes counts the UDP length and 40 of each packet",
            "max_payload_1024": "it counts the payload, and at least 1024, of each packet",
        },
        "probe_skip_once": {
            "skip": "an EV whose reviving probe was answered with SKIP_ONCE goes to SKIP",
            "good": "it goes to GOOD",
        },
        "intact_trim": {
            "nack": "a whole packet with a trimmed DSCP is NACKed",
            "place": "it is placed if its ICRC is right",
        },
        "port_state": {
            "endpoint_op": "peers learn port state from an endpoint operation",
            "sack_bitmap": "they learn it from a bitmap in SACKs",
        },
    }
)
"""Name of a choice -> its values -> what a device that declares the value does.

The first value is that of the reference program or NIC; a profile that is silent about a choice has it.
"""


# --- What can be shown on which kind of device: by what drives it, not by what it can do -----------------------------


SHOWN_ON_LINUX: Final = frozenset(
    {
        "srv6.un",
        "srv6.ua",
        "srv6.un_ua",
        "srv6.udt6",
        "srv6.udt46",
        "srv6.usd",
        "srv6.ua_usd",
        "srv6.srh",
        "srv6.ipv4_inner",
        "srv6.scale_128",
        "decap.dscp_pipe",
        "routing.longest_prefix",
        "routing.blackhole",
        "routing.ecmp",
        "counters.sid",
        "config.runtime_change",
    }
)
"""Claims that routes of the Linux kernel can be shown to keep, on a kernel that has everything."""

SHOWN_ON_LINUX_WITH_VRF: Final = frozenset({"srv6.udt46", "srv6.ipv4_inner"})
"""Those of them that need VRF devices (CONFIG_NET_VRF): End.DT46 decapsulates into the table of one."""

SHOWN_ON_GROUT: Final = SHOWN_ON_LINUX - {"counters.sid"}
"""Claims that nexthops and routes of DPDK grout can be shown to keep: it counts no SID."""

SHOWN_ON_VPP: Final = (SHOWN_ON_LINUX - {"srv6.udt46", "srv6.ipv4_inner"}) | {"routing.ipv4", "routing.ipv4_ecmp"}
"""Claims that local SIDs and routes of VPP can be shown to keep: it decapsulates IPv6 and IPv4 by different SIDs."""

SHOWN_ON_VPP_TRIMMING: Final = SHOWN_ON_VPP | {
    "trimming",
    "trimming.size_configurable",
    "trimming.size_128",
    "trimming.ipv4",
    "trimming.srv6",
    "trimming.srv6_srh",
    "trimming.decap",
    "trimming.runtime_change",
    "qos.dscp_queues",
    "qos.byte_limit",
    "qos.block_queue",
}
"""Claims that VPP with the plugin sonic_ext can be shown to keep: one DSCP and one queue for all trimmed packets."""

SHOWN_ON: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "linux": SHOWN_ON_LINUX,
        "grout": SHOWN_ON_GROUT,
        "vpp": SHOWN_ON_VPP,
        "vpp-trimming": SHOWN_ON_VPP_TRIMMING,
    }
)
"""Kind of device -> the claims that can be shown there; a kind that is not listed has its own rule, or none."""

SHOWN_OVER_P4RUNTIME_ONLY: Final = frozenset(
    {
        "config.p4runtime",
        "config.validation",
        "counters.sid",
        "counters.sid_trim",
        "counters.acl",
        "counters.route",
        "isolation.counter",
    }
)
"""Claims about an external device that the suite can show over P4Runtime alone.

Files are written late, so that a refusal is too, and no command tells what a single SID, rule or route counted.
"""
