# SPDX-License-Identifier: Apache-2.0
"""Lab 03: fill the static tables of one T0, from the facts in the JSON file that is the argument. Look for TODO."""

import json
import sys
from pathlib import Path

from p4runtime_sh.shell import TableEntry

facts = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
block = facts["block"]  # its 32 bits, such as fcbb:bbbb

# An entry: the table, the action, what has to match, the action's parameters. All values are text.
first = facts["ports"][0]
route = TableEntry("FabricIngress.route.route_ipv6")(action="FabricIngress.route.set_nexthop_ipv6")
route.match["dst_addr"] = f"{block}:{first['usid']}::/48"
route.action["port"] = str(first["port"])
route.action["src_mac"] = first["src_mac"]
route.action["dst_mac"] = first["dst_mac"]
route.insert()

# TODO 1: the switch's own uSID, facts["usid"], into FabricIngress.my_sid.my_sid: the action FabricIngress.my_sid.uN,
#         with usd_flavor 0 (no decapsulation here) and dscp_mode 0.
# TODO 2: a route to every neighbour, not just to the first.
# TODO 3: the rest of the block, /32, into a black hole: FabricIngress.route.blackhole_ipv6, without parameters.
