# SPDX-License-Identifier: Apache-2.0
"""Action profile members and groups, and one-shot action selector programming."""

from __future__ import annotations

import pytest
from p4runtime_kit import DELETE, INSERT, MODIFY

from p4soft.messages import p4runtime_pb2


@pytest.fixture
def member(p4):
    def build(number, action=None):
        message = p4runtime_pb2.ActionProfileMember(action_profile_id=p4.ids["ecmp"], member_id=number)
        if action is not None:
            message.action.CopyFrom(action)
        return message

    return build


@pytest.fixture
def group(p4):
    def build(number, *weights, max_size=0):
        """weights: (member id, weight) pairs."""
        message = p4runtime_pb2.ActionProfileGroup(action_profile_id=p4.ids["ecmp"], group_id=number, max_size=max_size)
        for member_id, weight in weights:
            message.members.add(member_id=member_id, weight=weight)
        return message

    return build


def reference(p4, key, **fields):
    return p4.entry("selector_t", {1: key}, p4runtime_pb2.TableAction(**fields))


def one_shot(p4, key, *actions):
    table_action = p4runtime_pb2.TableAction()
    table_action.action_profile_action_set.SetInParent()
    for action, weight, watch in actions:
        item = table_action.action_profile_action_set.action_profile_actions.add(action=action, weight=weight)
        if watch:
            item.watch_port = watch
    return p4.entry("selector_t", {1: key}, table_action)


def test_members_groups_and_entries(client, p4, switch, member, group):
    first, second = member(1, p4.action("forward", port=1)), member(2, p4.action("rewrite", port=2, dst=3, e=4))
    client.write((INSERT, first), (INSERT, second))
    both = group(1, (1, 3), (2, 1))
    both.members[0].watch_port = b"\x05"
    client.write((INSERT, both))
    to_group, to_member = reference(p4, 1, action_profile_group_id=1), reference(p4, 2, action_profile_member_id=2)
    client.write((INSERT, to_group), (INSERT, to_member))
    assert client.read(p4runtime_pb2.ActionProfileMember()) == [first, second]
    assert client.read(member(2)) == [second]
    assert client.read(p4runtime_pb2.ActionProfileGroup()) == [both]
    assert client.read(group(1)) == [both]
    assert client.read(p4.entry("selector_t")) == [to_group, to_member]
    picks = switch.state.action_profile("MyIngress.ecmp").group(1).picks
    assert [pick.member_id for pick in picks] == [1, 1, 1, 2]
    changed = member(1, p4.action("forward", port=9))
    client.write((MODIFY, changed), (MODIFY, group(1, (1, 1))))
    assert client.read(member(1)) == [changed]
    assert client.read(group(1)) == [group(1, (1, 1))]


def test_what_is_in_use_cannot_be_deleted(client, p4, member, group):
    client.write((INSERT, member(1, p4.action("forward", port=1))), (INSERT, group(1, (1, 1))))
    client.write((INSERT, reference(p4, 1, action_profile_group_id=1)))
    assert client.refused(DELETE, member(1))[0] == "FAILED_PRECONDITION"
    assert client.refused(DELETE, group(1))[0] == "FAILED_PRECONDITION"
    client.write((DELETE, reference(p4, 1)))
    client.write((DELETE, group(1)))
    client.write((DELETE, member(1)))
    assert client.read(p4runtime_pb2.ActionProfileMember()) == []


def test_refusals(client, p4, member, group):
    forward = p4.action("forward", port=1)
    client.write((INSERT, member(1, forward)))
    assert client.refused(INSERT, member(1, forward))[0] == "ALREADY_EXISTS"
    assert client.refused(MODIFY, member(2, forward))[0] == "NOT_FOUND"
    assert client.refused(DELETE, member(2))[0] == "NOT_FOUND"
    assert client.refused(INSERT, member(0, forward))[0] == "INVALID_ARGUMENT"
    assert client.refused(INSERT, member(2))[0] == "INVALID_ARGUMENT"
    assert client.refused(INSERT, member(2, p4.action("metered", port=1)))[0] == "INVALID_ARGUMENT"
    assert client.refused(INSERT, group(1, (9, 1)))[0] == "NOT_FOUND"
    assert client.refused(INSERT, group(1, (1, 0)))[0] == "INVALID_ARGUMENT"
    assert client.refused(INSERT, group(1, (1, 1), (1, 1)))[0] == "INVALID_ARGUMENT"
    assert client.refused(INSERT, group(1, (1, 5), max_size=4))[0] == "RESOURCE_EXHAUSTED"
    assert client.refused(INSERT, group(0))[0] == "INVALID_ARGUMENT"
    assert client.refused(MODIFY, group(1))[0] == "NOT_FOUND"
    client.write((INSERT, group(1, (1, 1), max_size=4)))
    assert client.refused(MODIFY, group(1, (1, 1), max_size=5))[0] == "INVALID_ARGUMENT"
    assert client.refused(INSERT, reference(p4, 1, action_profile_group_id=2))[0] == "NOT_FOUND"
    assert client.refused(INSERT, reference(p4, 1, action_profile_member_id=2))[0] == "NOT_FOUND"
    direct = p4.entry("selector_t", {1: 1}, forward)
    code, message = client.refused(INSERT, direct)
    assert (code, "accepted: a member id, a group id or an action set" in message) == ("INVALID_ARGUMENT", True)
    for number in range(2, 17):
        client.write((INSERT, member(number, forward)))
    assert client.refused(INSERT, member(17, forward))[0] == "RESOURCE_EXHAUSTED"


def test_one_shot_reads_back_as_written_and_leaves_no_members(client, p4, switch):
    forward = p4.action("forward", port=1)
    entry = one_shot(p4, 1, (forward, 2, b"\x01"), (forward, 2, b"\x01"), (p4.action("forward", port=2), 1, b""))
    client.write((INSERT, entry))
    assert client.read(p4.entry("selector_t")) == [entry]
    assert client.read(p4runtime_pb2.ActionProfileMember()) == []
    assert client.read(p4runtime_pb2.ActionProfileGroup()) == []
    profile = switch.state.action_profile("MyIngress.ecmp")
    ports = [pick.args for (group,) in [profile.groups.values()] for pick in group.picks]
    assert ports == [(1,)] * 4 + [(2,)]
    other = one_shot(p4, 1, (p4.action("forward", port=3), 1, b""))
    client.write((MODIFY, other))
    assert client.read(p4.entry("selector_t")) == [other]
    assert len(profile.members) == 1
    client.write((DELETE, p4.entry("selector_t", {1: 1})))
    assert (profile.members, profile.groups) == ({}, {})


@pytest.mark.parametrize("field", ["action_selection_mode", "size_semantics"])
def test_what_p4runtime_1_5_added_to_action_sets_is_refused(client, p4, field):
    entry = one_shot(p4, 1, (p4.action("forward", port=1), 1, b""))
    setattr(entry.action.action_profile_action_set, field, 2)
    code, message = client.refused(INSERT, entry)
    assert code == "UNIMPLEMENTED" and "accepted: both left out" in message


def test_one_shot_failures_leave_nothing(client, p4, switch):
    forward = p4.action("forward", port=1)
    profile = switch.state.action_profile("MyIngress.ecmp")
    assert client.refused(INSERT, one_shot(p4, 1, (forward, 0, b"")))[0] == "INVALID_ARGUMENT"
    assert client.refused(INSERT, one_shot(p4, 1, *[(forward, 1, b"")] * 17))[0] == "RESOURCE_EXHAUSTED"
    assert client.refused(INSERT, one_shot(p4, 1, (p4.action("metered", port=1), 1, b"")))[0] == "INVALID_ARGUMENT"
    entry = one_shot(p4, 1, (forward, 1, b""))
    client.write((INSERT, entry))
    assert client.refused(INSERT, entry)[0] == "ALREADY_EXISTS"
    assert len(profile.members) == 1
    with pytest.raises(Exception, match="1 of 2 failed"):
        client.write((DELETE, entry), (DELETE, entry))
    with pytest.raises(Exception, match=r"(1|2) of 2"):
        client.write((INSERT, entry), (INSERT, entry), atomicity=1)
    assert (profile.members, profile.groups) == ({}, {})


def test_one_shots_roll_back(client, p4, switch):
    entry = one_shot(p4, 1, (p4.action("forward", port=1), 1, b""))
    client.write((INSERT, entry))
    changed = one_shot(p4, 1, (p4.action("forward", port=2), 1, b""))
    for update in ((MODIFY, changed), (DELETE, entry)):
        with pytest.raises(Exception, match="failed"):
            client.write(update, (DELETE, p4.entry("selector_t", {1: 99})), atomicity=1)
        assert client.read(p4.entry("selector_t")) == [entry]
    assert len(switch.state.action_profile("MyIngress.ecmp").members) == 1


def test_one_shots_do_not_mix_with_members(client, p4, member):
    client.write((INSERT, member(1, p4.action("forward", port=1))))
    entry = one_shot(p4, 1, (p4.action("forward", port=1), 1, b""))
    assert client.refused(INSERT, entry)[0] == "INVALID_ARGUMENT"
    client.write((DELETE, member(1)))
    client.write((INSERT, entry))
    assert client.refused(INSERT, member(1, p4.action("forward", port=1)))[0] == "INVALID_ARGUMENT"


def picked(switch, number=1):
    return [pick.member_id for pick in switch.state.action_profile("MyIngress.ecmp").group(number).picks]


def test_members_whose_watch_port_is_down_are_not_picked(client, p4, switch, member, group):
    for number in (1, 2, 3):
        client.write((INSERT, member(number, p4.action("forward", port=number))))
    watched = group(1, (1, 2), (2, 1), (3, 1))
    watched.members[0].watch_port = b"\x05"
    watched.members[1].watch = 6  # deprecated, but what older clients send
    client.write((INSERT, watched))
    assert client.read(group(1)) == [watched]
    assert picked(switch) == [1, 1, 2, 3]
    with switch.lock:
        switch.set_port_up(5, False)
        assert picked(switch) == [2, 3]
        switch.set_port_up(6, False)
        assert picked(switch) == [3]
        switch.set_port_up(5, True)
        assert picked(switch) == [1, 1, 3]
    # Reading shows what was written, down or not; a modified group looks at the ports of the moment.
    assert client.read(group(1)) == [watched]
    watched.members[2].watch_port = b"\x06"
    client.write((MODIFY, watched))
    assert picked(switch) == [1, 1]


def test_port_states_outlive_the_pipeline(client, p4, switch, member, config):
    with switch.lock:
        switch.set_port_up(5, False)
    client.set_pipeline(config)
    only = p4runtime_pb2.ActionProfileGroup(action_profile_id=p4.ids["ecmp"], group_id=1)
    only.members.add(member_id=1, weight=1, watch_port=b"\x05")
    client.write((INSERT, member(1, p4.action("forward", port=1))), (INSERT, only))
    assert picked(switch) == []
    client.write((INSERT, reference(p4, 1, action_profile_group_id=1)))
    frame = bytes(12) + b"\x88\xb5" + bytes.fromhex("00 0000 00000000 0010")
    with switch.lock:
        assert switch.receive(1, frame, 0) == []  # an empty group is a hit without an action, not a fault


def test_one_shots_watch_ports_too(client, p4, switch):
    entry = one_shot(p4, 1, (p4.action("forward", port=1), 1, b"\x05"), (p4.action("forward", port=2), 1, None))
    client.write((INSERT, entry))
    assert client.read(p4.entry("selector_t")) == [entry]
    (group,) = switch.state.action_profile("MyIngress.ecmp").groups.values()
    assert len(group.picks) == 2
    with switch.lock:
        switch.set_port_up(5, False)
    assert [pick.args for pick in group.picks] == [(2,)]


def test_a_watch_port_beyond_v1models_is_refused(client, p4, member, group):
    client.write((INSERT, member(1, p4.action("forward", port=1))))
    wrong = group(1, (1, 1))
    wrong.members[0].watch_port = b"\x02\x00"
    assert client.refused(INSERT, wrong) == (
        "INVALID_ARGUMENT",
        "action profile MyIngress.ecmp: group 1: member 1: watch_port 512 is out of range; accepted: 0..511 (v1model)",
    )
    wrong.members[0].watch = -1
    assert client.refused(INSERT, wrong)[0] == "INVALID_ARGUMENT"
