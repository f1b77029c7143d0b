# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from thrift_kit import NO_OPTIONS, Code, exact, refused

PROFILE, TABLE = "MyIngress.ecmp", "MyIngress.selector_t"
FORWARD = "MyIngress.forward"


def test_members_and_groups(std):
    assert [std.bm_mt_act_prof_add_member(0, PROFILE, FORWARD, [bytes([n])]) for n in (1, 2, 3)] == [0, 1, 2]
    assert std.bm_mt_act_prof_create_group(0, PROFILE) == 0
    with refused(Code.EMPTY_GRP):
        std.bm_mt_indirect_ws_add_entry(0, TABLE, [exact(1, 2)], 0, NO_OPTIONS)
    for member in (2, 0):
        std.bm_mt_act_prof_add_member_to_group(0, PROFILE, member, 0)
    assert std.bm_mt_act_prof_get_group(0, PROFILE, 0).mbr_handles == [0, 2]
    with refused(Code.MBR_ALREADY_IN_GRP):
        std.bm_mt_act_prof_add_member_to_group(0, PROFILE, 2, 0)
    with refused(Code.MBR_NOT_IN_GRP):
        std.bm_mt_act_prof_remove_member_from_group(0, PROFILE, 1, 0)
    assert std.bm_mt_indirect_ws_add_entry(0, TABLE, [exact(1, 2)], 0, NO_OPTIONS) == 0
    assert std.bm_mt_indirect_add_entry(0, TABLE, [exact(2, 2)], 1, NO_OPTIONS) == 1
    kinds = [(e.action_entry.grp_handle, e.action_entry.mbr_handle) for e in std.bm_mt_get_entries(0, TABLE)]
    assert kinds == [(0, None), (None, 1)]
    with refused(Code.GRP_STILL_USED):
        std.bm_mt_act_prof_delete_group(0, PROFILE, 0)
    with refused(Code.MBR_STILL_USED):
        std.bm_mt_act_prof_delete_member(0, PROFILE, 1)
    std.bm_mt_indirect_ws_modify_entry(0, TABLE, 1, 0)
    std.bm_mt_act_prof_delete_member(0, PROFILE, 1)
    assert std.bm_mt_act_prof_add_member(0, PROFILE, FORWARD, [b"\x04"]) == 1
    std.bm_mt_act_prof_modify_member(0, PROFILE, 1, FORWARD, [b"\x09"])
    assert std.bm_mt_act_prof_get_member(0, PROFILE, 1).action_data == [b"\x09"]
    std.bm_mt_indirect_delete_entry(0, TABLE, 1)
    std.bm_mt_act_prof_remove_member_from_group(0, PROFILE, 2, 0)
    assert [g.mbr_handles for g in std.bm_mt_act_prof_get_groups(0, PROFILE)] == [[0]]
    assert [m.mbr_handle for m in std.bm_mt_act_prof_get_members(0, PROFILE)] == [0, 1, 2]


def test_default_members(std):
    std.bm_mt_act_prof_add_member(0, PROFILE, FORWARD, [b"\x01"])
    std.bm_mt_indirect_set_default_member(0, TABLE, 0)
    assert std.bm_mt_get_default_entry(0, TABLE).mbr_handle == 0
    std.bm_mt_indirect_reset_default_entry(0, TABLE)
    assert std.bm_mt_get_default_entry(0, TABLE).mbr_handle is None


def test_errors(std):
    with refused(Code.INVALID_ACTION_PROFILE_NAME):
        std.bm_mt_act_prof_create_group(0, "nowhere")
    with refused(Code.INVALID_MBR_HANDLE):
        std.bm_mt_indirect_add_entry(0, TABLE, [exact(2, 2)], 7, NO_OPTIONS)
    with refused(Code.INVALID_GRP_HANDLE):
        std.bm_mt_indirect_ws_set_default_group(0, TABLE, 7)
    with refused(Code.INVALID_ACTION_NAME):
        std.bm_mt_act_prof_add_member(0, PROFILE, "MyIngress.to_cpu", [])
