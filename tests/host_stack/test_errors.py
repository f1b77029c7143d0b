# SPDX-License-Identifier: Apache-2.0
"""One base class for everything that a NIC raises; what was a ValueError or a KeyError to its users still is one."""

import ast
import importlib
from pathlib import Path

import pytest
from host_stack_kit import Peer, config, template

import host_stack
from host_stack import EvProfile, HostStackError, Nic, ProtectionDomain, UnknownObjectError
from host_stack.paths.expansion import PLANE_UPLINK

ROOM = Path(host_stack.__file__).parent
#: What Python asks for: the end of a sequence, and of a program that was misused. And what a module catches itself.
ALLOWED = {("paths/expansion.py", "IndexError"), ("bench.py", "SystemExit"), ("roce/responder.py", "_RefusedError")}


def raised():
    """(file, name, module) of everything that is raised by name."""
    for file in sorted(ROOM.rglob("*.py")):
        if file.name in ("layers.py", "__main__.py"):
            continue
        place = file.relative_to(ROOM)
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            call = node.exc if isinstance(node, ast.Raise) else None
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
                yield place.as_posix(), call.func.id, ".".join(("host_stack", *place.with_suffix("").parts))


def test_everything_raised_has_one_base_class():
    found = [found for found in raised() if found[:2] not in ALLOWED]
    assert len(found) > 30
    for place, name, module in found:
        kind = getattr(importlib.import_module(module), name, None)
        assert isinstance(kind, type), (place, name)
        assert issubclass(kind, HostStackError), (place, name)


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (lambda nic: nic.register_memory(b"fixed"), "buffer: bytes cannot be written"),
        (lambda nic: nic.register_memory(8, address=(1 << 64) - 4), "leaves the 64-bit address space"),
        (lambda nic: nic.receive(2, b"", 0), r"port: 2 does not exist; accepted: 0\.\.1"),
        (lambda _: EvProfile(template(), active_per_plane=0), r"active_per_plane: 0 is out of range; accepted: 1\.\.2"),
        (lambda _: EvProfile(template(), paths=0), "paths: 0; accepted: at least 1"),
        (lambda _: EvProfile(template(2), planes=(2,)), r"planes: 2 does not exist; accepted: 0\.\.1"),
        (lambda _: PLANE_UPLINK.path(5), "EV 0x00000005 does not start with 0xc0"),
        (lambda _: template().destination(2, 0), "plane 2, uplink 0"),
    ],
)
def test_what_was_a_value_error_is_one_still(action, message):
    nic = Nic(config("n", 1, [2]), 1)
    with pytest.raises(HostStackError, match=message) as caught:
        action(nic)
    assert isinstance(caught.value, ValueError)


def test_objects_of_others_are_unknown():
    peer = Peer()
    other = Nic(config("o", 2, [1]), 1)
    for action, message in (
        (lambda: other.destroy_qp(peer.qp), r"^queue pair 16 is not one of this NIC$"),
        (lambda: other.deregister_memory(peer.region), r"^MemoryRegion\(.*\) is not registered$"),
        (lambda: peer.qp.evs.deny(1, 0), r"^ev: 0x00000001 is not in the set of queue pair 16$"),
    ):
        with pytest.raises(UnknownObjectError, match=message) as caught:
            action()
        assert isinstance(caught.value, KeyError)


def test_a_region_of_another_nic_with_the_same_key_is_not_taken_for_ones_own():
    first, second = (Nic(config("n", 1, [2]), 1) for _ in range(2))
    mine, other = first.register_memory(8), second.register_memory(8)
    assert mine.r_key == other.r_key
    with pytest.raises(UnknownObjectError):
        first.deregister_memory(other)
    first.memory.place(mine.r_key, mine.address, b"x", ProtectionDomain(0))
    assert mine.data[0] == ord("x")
