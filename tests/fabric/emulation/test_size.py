# SPDX-License-Identifier: Apache-2.0
"""What limits the size of an emulated fabric: memory; not threads, nor open files."""

import threading
from pathlib import Path

import topologies
from fabric.emulation import switches as size
from fabric.emulation.switches import running_switches

LAB = Path(topologies.__file__).with_name("lab.yaml")


def fabric(**changes):
    return topologies.load(LAB, changes)


def test_memory_grows_with_switches_nics_and_links():
    lab, more_nics, more_switches = fabric(), fabric(downlinks_per_t0=8, nics=16), fabric(t1s_per_plane=3)
    # 12 NICs more: as many links on each of 2 planes, and 2 x 2 x 6 ports more, with entries.
    entries = 2 * 2 * 6 * (3 + len(lab.qos.queues)) * size.ENTRY_BYTES
    grown = size.needed_bytes(more_nics) - size.needed_bytes(lab)
    assert grown == 12 * size.NIC_BYTES + 24 * size.LINK_BYTES + entries
    assert size.needed_bytes(more_switches) - size.needed_bytes(lab) > 2 * size.SWITCH_BYTES
    assert more_switches.switch_count == 10


def test_a_fabric_beyond_the_old_limits_is_welcome():
    size.check_size(fabric(t0s_per_plane=300, t1s_per_plane=8, downlinks_per_t0=8, nics=2400))


def test_sixty_switches_share_one_program_one_server_and_its_threads():
    def taken():
        return threading.active_count(), len(list(Path("/proc/self/fd").iterdir()))

    before = taken()
    many = fabric(t0s_per_plane=20, t1s_per_plane=10, downlinks_per_t0=2, nics=40)
    with running_switches(many, 1, str) as built:
        programs = {id(switch.program) for switch in built.switches.values()}
        threads, files = (there - then for there, then in zip(taken(), before, strict=True))
        writes = built.writes()
        entries = {name: sum(len(t) for t in s.state.tables.values()) for name, s in built.switches.items()}
    assert len(built.switches) == 60 and len(programs) == 1
    assert threads < 20 and files < 20
    # What a switch holds more than its program brought came over P4Runtime, after one pipeline.
    assert all(0 < writes[name] - 1 <= entries[name] for name in writes)
    assert sum(writes.values()) - 60 == size.entry_count(many)
