# SPDX-License-Identifier: Apache-2.0
"""Claims that the suite can show on some kinds of devices only: by what drives them, not by what they can do."""

from __future__ import annotations

from typing import Final

LINUX: Final = frozenset(
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

LINUX_VRF: Final = frozenset({"srv6.udt46", "srv6.ipv4_inner"})
"""Those of them that need VRF devices (CONFIG_NET_VRF): End.DT46 decapsulates into the table of one."""

P4RUNTIME_ONLY: Final = frozenset(
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
