# SPDX-License-Identifier: Apache-2.0
"""EVs by fields and masks; and a controller that denies an EV of a running queue pair, and allows it again."""

import topologies
from host_stack import Nic
from host_stack.ev_control import EvControl
from host_stack.paths.ev_profile import FormatProfile, ManagedEvProfile
from host_stack.paths.expansion import EvField
from host_stack.provision import connect, nic_config
from host_stack.wire.options import EvMode

form = FormatProfile("source port")
form.set_mode(EvMode.UDP)
form.take_offline()
form.set_fields([2, 3, 11])
form.take_online()

profile = ManagedEvProfile("hashed", planes=2)
fields = [EvField(2, initial=0b11), EvField(3, mask=0b111, maximum=1), EvField(11, mask=0x7FF)]
profile.set_generated(form, fields, plane_field=1)  # EXPLICIT: set_explicit; AUTO: set_automatic
profile.set_sizes(active_per_plane=32, backup_per_plane=32)
profile.take_offline()
profile.take_online()
print(len(profile.ev_profile().template.entropies(0)), "EVs in a plane")

fabric = topologies.load("topologies/lab.yaml")
a, b = (Nic(nic_config(fabric, name), seed=1) for name in ("nic0", "nic3"))
pair = connect(fabric, a, b)
control = EvControl(a)
used = [report.entropy for report in control.query() if report.active]
print(control.deny(used[:1]), "denied:", [f"{each.entropy:#x} {each.state.value}" for each in control.query()][:2])
print(control.allow(used[:1]), "allowed")
