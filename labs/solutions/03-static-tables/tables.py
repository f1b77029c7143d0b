# SPDX-License-Identifier: Apache-2.0
"""Lab 03, the solution: the static tables of one T0, from the facts in the JSON file that is the argument."""

import json
import sys
from pathlib import Path

from p4runtime_sh.shell import TableEntry

facts = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
block = facts["block"]

own = TableEntry("FabricIngress.my_sid.my_sid")(action="FabricIngress.my_sid.uN")
own.match["dst_addr"] = f"{block}:{facts['usid']}::/48"
own.action["usd_flavor"] = "0"
own.action["dscp_mode"] = "0"
own.insert()

for port in facts["ports"]:
    route = TableEntry("FabricIngress.route.route_ipv6")(action="FabricIngress.route.set_nexthop_ipv6")
    route.match["dst_addr"] = f"{block}:{port['usid']}::/48"
    route.action["port"] = str(port["port"])
    route.action["src_mac"] = port["src_mac"]
    route.action["dst_mac"] = port["dst_mac"]
    route.insert()

rest = TableEntry("FabricIngress.route.route_ipv6")(action="FabricIngress.route.blackhole_ipv6")
rest.match["dst_addr"] = f"{block}::/32"
rest.insert()
