# SPDX-License-Identifier: Apache-2.0
"""Control-plane operations, and keys of tables."""

import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from program_kit import assign, bytes_program, call, const, field, param, std
from tests.switch.native.tables.native_tables_kit import random_match, spec

from p4soft.switch import SimpleSwitch, load_program
from p4soft.switch.native.memory import Arena
from p4soft.switch.native.tables import make_native_index
from p4soft.switch.state import (
    ActionCall,
    CloneSession,
    CounterArray,
    CounterValue,
    EntryExists,
    EntryNotFound,
    Exact,
    GroupMember,
    GroupRef,
    ImmutableEntry,
    InvalidEntry,
    Lpm,
    MemberRef,
    MeterArray,
    MeterConfig,
    MulticastGroup,
    ObjectInUse,
    OutOfRange,
    PacketReplicationEngine,
    ParserValueSet,
    Range,
    RegisterArray,
    Replica,
    TableFull,
    Ternary,
    UnknownObject,
    Valid,
)
from p4soft.switch.state.lookup import Entry, make_index
from p4soft.switch.state.match import KeyCheck, check_key

# --- Operations ------------------------------------------------------------------------------------------------------
# Control-plane operations: what is accepted, what is refused, with which exception.


def switch(match="exact", keys=None, **extra):
    b = bytes_program()
    b.action("NoAction")
    b.action("set", assign(std("egress_spec"), param(0)), params={"port": 9})
    keys = keys or [(match, field("h", "kind"))]
    b.table("t", keys, ["set", "NoAction"], match=match, default=("set", [7]), **extra)
    return b.start("t").load()


def out(sw, data, now=0):
    return [e.port for e in sw.receive(1, bytes(data).ljust(5, b"\0"), now)]


def go(port):
    return ActionCall("set", (port,))


def test_exact_insert_modify_delete():
    sw = switch()
    t = sw.state.table("t")
    assert out(sw, [5]) == [7]
    entry = t.insert([Exact(5)], go(2), metadata=b"m")
    assert (entry.handle, entry.metadata) == (0, b"m")
    assert out(sw, [5]) == [2]
    t.modify([Exact(5)], go(3))
    assert out(sw, [5]) == [3]
    with pytest.raises(EntryExists, match=r"table t: entry h\.kind=0x5 already exists"):
        t.insert([Exact(5)], go(4))
    t.delete([Exact(5)])
    assert out(sw, [5]) == [7]
    with pytest.raises(EntryNotFound):
        t.delete([Exact(5)])
    with pytest.raises(EntryNotFound):
        t.modify([Exact(5)], go(4))


def test_handles_are_reused_lowest_first():
    t = switch().state.table("t")
    for i in range(4):
        assert t.insert([Exact(i)], go(i)).handle == i
    t.delete([Exact(2)])
    t.delete([Exact(1)])
    assert t.insert([Exact(9)], go(1)).handle == 1
    assert t.by_handle(1).key == (Exact(9),)
    assert t.insert([Exact(8)], go(1)).handle == 2
    assert t.insert([Exact(7)], go(1)).handle == 4
    with pytest.raises(EntryNotFound):
        t.by_handle(99)


def test_size_limit():
    t = switch(max_size=2).state.table("t")
    t.insert([Exact(0)], go(1))
    t.insert([Exact(1)], go(1))
    with pytest.raises(TableFull, match="2 entries"):
        t.insert([Exact(2)], go(1))
    t.delete([Exact(0)])
    t.insert([Exact(2)], go(1))


@pytest.mark.parametrize(
    ("key", "action", "options", "needle"),
    [
        ([Exact(256)], go(1), {}, "does not fit 8 bits"),
        ([Lpm(0, 0)], go(1), {}, "accepted: Exact"),
        ([Exact(1), Exact(2)], go(1), {}, "accepted: 1"),
        ([Exact(1)], go(512), {}, "argument port"),
        ([Exact(1)], ActionCall("set"), {}, "takes 1 arguments"),
        ([Exact(1)], ActionCall("fly"), {}, "accepted: set, NoAction"),
        ([Exact(1)], MemberRef(1), {}, "no action profile"),
        ([Exact(1)], go(1), {"priority": 4}, "accepted: 0"),
        ([Exact(1)], go(1), {"idle_timeout_ns": 4}, "time-out"),
    ],
)
def test_malformed_entries_change_nothing(key, action, options, needle):
    t = switch().state.table("t")
    with pytest.raises(InvalidEntry, match=needle):
        t.insert(key, action, **options)
    assert len(t) == 0
    assert t.entries() == []


def test_lpm_longest_prefix_wins_and_is_not_the_order_of_insertion():
    sw = switch("lpm", [("lpm", field("h", "z"))])
    t = sw.state.table("t")
    t.insert([Lpm(0x1200, 8)], go(2))
    t.insert([Lpm(0x1234, 16)], go(3))
    t.insert([Lpm(0, 0)], go(1))
    t.insert([Lpm(0x1230, 12)], go(4))

    def z(value):
        return out(sw, [0, 0, 0, value >> 8, value & 255])

    assert [z(0x1234), z(0x1235), z(0x1255), z(0xFFFF)] == [[3], [4], [2], [1]]
    t.delete([Lpm(0x1230, 12)])
    assert z(0x1235) == [2]
    with pytest.raises(InvalidEntry, match="bits set after its prefix"):
        t.insert([Lpm(0x1234, 8)], go(1))


def test_lpm_with_an_exact_field_after_it_in_the_key():
    sw = switch("lpm", [("lpm", field("h", "z")), ("exact", field("h", "x"))])
    t = sw.state.table("t")
    t.insert([Lpm(0x1200, 8), Exact(1)], go(2))
    t.insert([Lpm(0x1234, 16), Exact(2)], go(3))
    assert out(sw, [0, 1, 0, 0x12, 0x34]) == [2]
    assert out(sw, [0, 2, 0, 0x12, 0x34]) == [3]
    assert out(sw, [0, 2, 0, 0x12, 0x35]) == [7]


def test_a_prefix_counts_the_padding_of_a_field_that_is_no_whole_number_of_bytes():
    """As simple_switch's LPMTrie does: of 12 bits, a prefix of 8 looks at 4 and one of 12 at 8."""
    b = bytes_program({"m": 12})
    b.action("copy", assign(field("meta", "m"), field("h", "z")))
    b.action("NoAction")
    b.action("set", assign(std("egress_spec"), param(0)), params={"port": 9})
    b.table("c", [], ["copy"], default=("copy", []), const_default=True, following="t")
    b.table("t", [("lpm", field("meta", "m"))], ["set", "NoAction"], match="lpm", default=("set", [7]))
    sw = b.start("c").load()
    t = sw.state.table("t")
    t.insert([Lpm(0x500, 8)], go(1))
    t.insert([Lpm(0x56A, 12)], go(2))
    assert [out(sw, [0, 0, 0, 0x05, low]) for low in (0xFF, 0x6F)] == [[1], [2]]
    assert out(sw, [0, 0, 0, 0x06, 0xFF]) == [7]
    assert [e.key for e in t.entries()] == [(Lpm(0x500, 8),), (Lpm(0x56A, 12),)]
    with pytest.raises(EntryExists, match=r"meta\.m=0x510/8 looks at the same bits as entry meta\.m=0x500/8"):
        t.insert([Lpm(0x510, 8)], go(3))
    t.delete([Lpm(0x500, 8)])
    t.insert([Lpm(0x510, 8)], go(3))
    assert out(sw, [0, 0, 0, 0x05, 0xFF]) == [3]


def test_ternary_priority_then_handle():
    sw = switch("ternary", [("ternary", field("h", "x")), ("exact", field("h", "kind"))])
    t = sw.state.table("t")
    t.insert([Ternary(0, 0), Exact(0)], go(1), priority=1)
    t.insert([Ternary(0x10, 0xF0), Exact(0)], go(2), priority=5)
    t.insert([Ternary(0x12, 0xFF), Exact(0)], go(3), priority=5)
    t.insert([Ternary(0x02, 0x0F), Exact(0)], go(4), priority=9)
    assert [out(sw, [0, x]) for x in (0x99, 0x11, 0x12, 0x22)] == [[1], [2], [4], [4]]
    t.delete([Ternary(0x02, 0x0F), Exact(0)], priority=9)
    assert out(sw, [0, 0x12]) == [2]  # equal priorities: the lower handle
    t.insert([Ternary(0x10, 0xF0), Exact(0)], go(8), priority=6)  # same key, other priority: another entry
    assert out(sw, [0, 0x12]) == [8]
    with pytest.raises(InvalidEntry, match="priority 0"):
        t.insert([Ternary(0, 0), Exact(3)], go(1))
    with pytest.raises(InvalidEntry, match="value bits set where the mask has none"):
        t.insert([Ternary(3, 1), Exact(3)], go(1), priority=1)


def test_range_is_inclusive_and_ordered_by_priority():
    sw = switch("range", [("range", field("h", "x")), ("ternary", field("h", "y"))])
    t = sw.state.table("t")
    t.insert([Range(10, 20), Ternary(0, 0)], go(1), priority=1)
    t.insert([Range(20, 30), Ternary(1, 1)], go(2), priority=2)
    assert [out(sw, [0, x, y]) for x, y in ((9, 0), (10, 0), (20, 0), (20, 1), (30, 1), (31, 1))] == [
        [7], [1], [1], [2], [2], [7],
    ]  # fmt: skip
    with pytest.raises(InvalidEntry, match="empty"):
        t.insert([Range(5, 4), Ternary(0, 0)], go(1), priority=1)


def test_default_action():
    sw = switch()
    t = sw.state.table("t")
    t.set_default(go(9))
    assert out(sw, [1]) == [9]
    t.reset_default()
    assert out(sw, [1]) == [7]
    assert t.default.is_default


def test_const_default_and_const_entries():
    entry = {
        "match_key": [{"match_type": "exact", "key": "0x05"}],
        "action_entry": {"action_id": 1, "action_data": ["0x2"]},
        "priority": 1,
        "source_info": {"filename": "test.p4", "line": 33},
    }
    sw = switch(const_default=True, entries=[entry])
    t = sw.state.table("t")
    assert out(sw, [5]) == [2]
    assert t.entries()[0].const
    for attempt in (
        lambda: t.set_default(go(1)),
        t.reset_default,
        lambda: t.insert([Exact(6)], go(1)),
        lambda: t.modify([Exact(5)], go(1)),
        lambda: t.delete([Exact(5)]),
    ):
        with pytest.raises(ImmutableEntry):
            attempt()
    assert len(t) == 1


def test_const_entry_priorities_in_the_program_count_down():
    def entry(priority, value, mask, port):
        return {
            "match_key": [{"match_type": "ternary", "key": hex(value), "mask": hex(mask)}],
            "action_entry": {"action_id": 1, "action_data": [hex(port)]},
            "priority": priority,
        }

    sw = switch("ternary", [("ternary", field("h", "x"))], entries=[entry(1, 2, 2, 3), entry(2, 0, 0, 4)])
    assert [out(sw, [0, 2]), out(sw, [0, 1])] == [[3], [4]]
    assert [e.priority for e in sw.state.table("t").entries()] == [2, 1]


def test_direct_counter_counts_hits_only():
    sw = switch(with_counters=True)
    t = sw.state.table("t")
    entry = t.insert([Exact(5)], go(2))
    out(sw, [5])
    sw.receive(1, bytes([5]) + bytes(99), 0)
    out(sw, [6])
    assert entry.counter == CounterValue(2, 105)
    assert t.default.counter == CounterValue(0, 0)
    t.write_counter(entry, CounterValue(10, 1))
    assert entry.counter == CounterValue(10, 1)
    t.modify([Exact(5)], go(3))
    assert entry.counter == CounterValue(10, 1)
    with pytest.raises(InvalidEntry, match="no direct counter"):
        switch().state.table("t").write_counter(entry, CounterValue(1, 1))


def test_idle_timeout():
    sw = switch(support_timeout=True)
    t = sw.state.table("t")
    entry = t.insert([Exact(5)], go(2), idle_timeout_ns=1_000_000, now_us=100)
    assert t.expired(1099) == []
    assert t.expired(1100) == [entry]
    out(sw, [5], now=1100)
    assert sw.state.expired_entries(2099) == []
    assert sw.state.expired_entries(2100) == [(t, entry)]


def profile_switch(selector=False):
    b = bytes_program()
    b.action("NoAction")
    b.action("set", assign(std("egress_spec"), param(0)), params={"port": 9})
    profile = {"name": "p", "id": 0, "max_size": 4}
    if selector:
        profile["selector"] = {"algo": "identity", "input": [field("h", "x")]}
    b.json["pipelines"][0]["action_profiles"].append(profile)
    kind = "indirect_ws" if selector else "indirect"
    b.table("t", [("exact", field("h", "kind"))], ["set", "NoAction"], type=kind, action_profile="p")
    return b.start("t").load()


def test_action_profile_members():
    sw = profile_switch()
    t, p = sw.state.table("t"), sw.state.action_profile("p")
    assert out(sw, [1]) == [0]  # a miss without default action does nothing
    p.insert_member(10, go(2))
    t.insert([Exact(1)], MemberRef(10))
    assert out(sw, [1]) == [2]
    p.modify_member(10, go(3))
    assert out(sw, [1]) == [3]
    with pytest.raises(ObjectInUse):
        p.delete_member(10)
    with pytest.raises(EntryExists):
        p.insert_member(10, go(3))
    with pytest.raises(EntryNotFound):
        t.insert([Exact(2)], MemberRef(11))
    with pytest.raises(InvalidEntry, match="takes members"):
        t.insert([Exact(2)], go(1))
    with pytest.raises(InvalidEntry, match="no groups"):
        t.insert([Exact(2)], GroupRef(1))
    assert len(t) == 1
    t.delete([Exact(1)])
    p.delete_member(10)
    for i in range(4):
        p.insert_member(i, go(i))
    with pytest.raises(TableFull):
        p.insert_member(5, go(1))


def test_action_selector_picks_by_hash_over_members_in_id_order_with_weights():
    sw = profile_switch(selector=True)
    t, p = sw.state.table("t"), sw.state.action_profile("p")
    for i in (3, 1, 2):
        p.insert_member(i, go(10 + i))
    p.insert_group(1, [GroupMember(3), GroupMember(1, weight=2)])
    t.insert([Exact(1)], GroupRef(1))
    # identity hash of one byte x: x modulo 3 over [1, 1, 3]
    assert [out(sw, [1, x])[0] for x in range(6)] == [11, 11, 13, 11, 11, 13]
    p.modify_group(1, [GroupMember(2)])
    assert out(sw, [1, 4]) == [12]
    p.delete_member(1)
    with pytest.raises(ObjectInUse):
        p.delete_member(2)
    with pytest.raises(ObjectInUse):
        p.delete_group(1)
    with pytest.raises(EntryNotFound):
        p.modify_group(1, [GroupMember(77)])
    with pytest.raises(InvalidEntry, match="weight 0"):
        p.modify_group(1, [GroupMember(2, weight=0)])
    with pytest.raises(TableFull):
        p.insert_group(2, [GroupMember(2, weight=5)])
    p.modify_group(1, [])
    assert out(sw, [1, 4]) == [0]  # an empty group does nothing
    t.delete([Exact(1)])
    p.delete_group(1)
    p.delete_member(2)


def test_counter_array():
    c = CounterArray("c", 3)
    c.write(1, CounterValue(5, 6))
    assert c.read_range() == [CounterValue(), CounterValue(5, 6), CounterValue()]
    assert c.read_range(1, 2) == [CounterValue(5, 6)]
    for bad in (-1, 3):
        with pytest.raises(OutOfRange, match=r"0\.\.2"):
            c.read(bad)
    with pytest.raises(InvalidEntry):
        c.write(0, CounterValue(1 << 64, 0))
    c.reset()
    assert c.read(1) == CounterValue()


@pytest.mark.parametrize("engine", ["native", "python"])
def test_counters_wrap_at_64_bits(engine):
    b = bytes_program()
    b.json["counter_arrays"] = [{"name": "c", "id": 0, "is_direct": False, "size": 1}]
    b.run("in", call("count", {"type": "counter_array", "value": "c"}, const(0)), start=True)
    sw = b.load(engine=engine)
    sw.state.counter("c").write(0, CounterValue((1 << 64) - 1, (1 << 64) - 4))
    sw.receive(1, bytes(64), 0)
    assert sw.state.counter("c").read(0) == CounterValue(0, 60)
    assert sw.state.counter("c").read_range() == [CounterValue(0, 60)]


def test_register_array_writes_all_or_nothing():
    r = RegisterArray("r", 4, 8)
    r.write_range(1, [1, 255])
    assert r.cells == [0, 1, 255, 0]
    with pytest.raises(InvalidEntry, match=r"r\[2\]: 0x100 does not fit 8 bits"):
        r.write_range(1, [9, 256])
    with pytest.raises(OutOfRange):
        r.write_range(3, [1, 1])
    assert r.cells == [0, 1, 255, 0]


def test_meter_is_two_rate_three_colour():
    m = MeterArray("m", 2, "bytes")
    assert m.execute(0, 0, 10_000) == 0  # not configured: green
    # committed 1000 B/s burst 200 B, peak 2000 B/s burst 500 B; both buckets start full
    m.write(0, MeterConfig(1000, 200, 2000, 500), now_us=0)
    assert [m.execute(0, 0, 100) for _ in range(6)] == [0, 0, 1, 1, 1, 2]
    # after 50 ms the peak bucket has 100 bytes and the committed one 50
    assert [m.execute(0, 50_000, 100), m.execute(0, 50_000, 1)] == [1, 2]
    # after 10 s both are full again, no fuller
    assert [m.execute(0, 10_050_000, 100) for _ in range(6)] == [0, 0, 1, 1, 1, 2]
    assert m.execute(1, 0, 100, pre_color=1) == 1
    m.write(0, None)
    assert (m.execute(0, 0, 10_000), m.read(0)) == (0, None)
    with pytest.raises(InvalidEntry, match="pir 1 is below cir 2"):
        m.write(0, MeterConfig(2, 1, 1, 1))
    with pytest.raises(OutOfRange):
        m.read(2)


def test_meter_in_packets():
    m = MeterArray("m", 1, "packets")
    m.write(0, MeterConfig(1, 1, 1, 2), now_us=5)
    assert [m.execute(0, 5, 9000) for _ in range(3)] == [0, 1, 2]
    assert m.execute(0, 1_000_005, 9000) == 0


def test_replication_engine():
    pre = PacketReplicationEngine()
    pre.insert_group(MulticastGroup(1, (Replica(2, 5),)))
    with pytest.raises(EntryExists):
        pre.insert_group(MulticastGroup(1, ()))
    with pytest.raises(InvalidEntry, match=r"1\.\.65535"):
        pre.insert_group(MulticastGroup(0, ()))
    with pytest.raises(InvalidEntry, match="listed twice"):
        pre.insert_group(MulticastGroup(2, (Replica(1, 1), Replica(1, 1))))
    pre.modify_group(MulticastGroup(1, (Replica(3, 5), Replica(3, 6))))
    pre.delete_group(1)
    with pytest.raises(EntryNotFound):
        pre.group(1)
    pre.insert_session(CloneSession(0, (Replica(1),)))
    pre.modify_session(CloneSession(0, (Replica(2),)))
    assert pre.session(0).replicas == (Replica(2),)
    with pytest.raises(EntryNotFound):
        pre.modify_session(CloneSession(4, ()))
    with pytest.raises(InvalidEntry):
        pre.insert_session(CloneSession(0x8000, ()))
    pre.delete_session(0)
    with pytest.raises(EntryNotFound):
        pre.delete_session(0)


def test_value_set():
    v = ParserValueSet("v", 8, max_size=2)
    v.insert(3)
    v.insert(0x10, 0xF0)
    with pytest.raises(EntryExists):
        v.insert(3)
    with pytest.raises(TableFull):
        v.insert(4)
    with pytest.raises(InvalidEntry):
        v.insert(256)
    v.delete(3)
    with pytest.raises(EntryNotFound):
        v.delete(3)


def test_unknown_objects_are_named():
    state = switch().state
    for find in (state.table, state.counter, state.meter, state.register, state.action_profile, state.value_set):
        with pytest.raises(UnknownObject, match="'nope'"):
            find("nope")


def test_a_table_without_key_takes_no_entries():
    b = bytes_program()
    b.action("drop", call("mark_to_drop", {"type": "header", "value": "standard_metadata"}))
    sw = b.table("t", [], ["drop"], default=("drop", [])).start("t").load()
    with pytest.raises(InvalidEntry, match="no key"):
        sw.state.table("t").insert([], ActionCall("drop"))
    assert out(sw, [1]) == []


@pytest.mark.parametrize("engine", ["python", "native"])
def test_switches_of_a_program_share_only_tables_that_cannot_change(engine):
    b = bytes_program()
    b.action("set", assign(std("egress_spec"), param(0)), params={"port": 9})
    given = {"actions": ["set"], "default": ("set", [7])}
    b.table("fixed", [], **given, const_default=True, following="counted")
    b.table("counted", [], **given, const_default=True, with_counters=True, following="changed")
    b.table("changed", [], **given)
    program = load_program(b.start("fixed").json, source="test.json")
    switches = [SimpleSwitch(engine=engine) for _ in range(2)]
    for each in switches:
        each.load(program)
    one, other = (each.state for each in switches)
    one.table("changed").set_default(go(2))
    one.table("counted").write_counter(one.table("counted").default, CounterValue(5, 6))
    one.reset()
    one.table("changed").set_default(go(2))
    assert [out(each, [5]) for each in switches] == [[2], [7]]
    assert other.table("counted").default.counter == CounterValue(0, 0)
    assert one.table("counted") is not other.table("counted")
    assert one.table("fixed") is other.table("fixed")
    with pytest.raises(ImmutableEntry):
        one.table("fixed").set_default(go(2))
    with pytest.raises(InvalidEntry):
        one.table("fixed").insert([], go(2))


# --- Keys ------------------------------------------------------------------------------------------------------------
# Keys of tables: the quick check accepts what the one with the good messages does; an index tells keys apart.

ints = st.sampled_from([-(1 << 200), -1, 0, 1, 2, 3, 4, 7, 8, 9, 15, 16, 240, 255, 256, 1 << 200])
matches = st.one_of(
    st.builds(Exact, ints),
    st.builds(Lpm, ints, ints),
    st.builds(Ternary, ints, ints),
    st.builds(Range, ints, ints),
    st.builds(Valid, st.booleans()),
)
fields = st.tuples(st.sampled_from(["exact", "lpm", "ternary", "range", "valid"]), st.sampled_from([1, 3, 4, 8]))


def refusal(function):
    try:
        function()
    except InvalidEntry as error:
        return str(error)
    return None


@given(st.lists(fields, max_size=3), st.lists(matches, max_size=3))
@example([("lpm", 8)], [Lpm(0xF0, 4)])
@example([("lpm", 3)], [Lpm(0x8, 3)])
@example([("ternary", 4), ("exact", 8)], [Ternary(5, 7), Exact(255)])
def test_the_quick_check_refuses_what_the_check_refuses(shape, key):
    table = spec("ternary", *shape)
    assert refusal(lambda: KeyCheck(table).check(key)) == refusal(lambda: check_key(table, key))


@pytest.mark.parametrize(
    "make", [make_index, lambda table: make_native_index(table, Arena())], ids=["python", "native"]
)
@pytest.mark.parametrize("count", [3, 300])
@pytest.mark.parametrize(
    "table",
    [
        spec("exact", ("exact", 32), ("exact", 3)),
        spec("lpm", ("exact", 4), ("lpm", 12)),
        spec("ternary", ("ternary", 16), ("lpm", 12)),
        spec("range", ("range", 6), ("ternary", 4)),
        spec("range", ("range", 80), ("exact", 2)),
    ],
    ids=lambda table: table.match,
)
def test_an_index_finds_a_key_with_its_priority_and_no_other(make, table, count):
    rng, index, pool = random.Random(count), make(table), []
    entries = {}
    while len(entries) < count:
        key = tuple(random_match(rng, part, pool) for part in table.key)
        priority = rng.randint(1, 3) if table.match in ("ternary", "range") else 0
        if table.match == "lpm" and index.same_bits(key) is not None:
            continue
        assert (index.find(key, priority) is not None) == ((key, priority) in entries)
        if (key, priority) not in entries:
            entries[key, priority] = Entry(len(entries), key, priority, None)
            index.add(entries[key, priority])
    for (key, priority), entry in list(entries.items())[::2]:
        assert index.find(key, priority) is entry
        index.remove(entry)
        assert index.find(key, priority) is None
    for (key, priority), entry in list(entries.items())[1::2]:
        assert index.find(key, priority) is entry
