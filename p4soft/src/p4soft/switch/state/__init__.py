# SPDX-License-Identifier: Apache-2.0
"""The switch's run-time state: what P4Runtime reads and writes and the data path executes.

The caller holds `SimpleSwitch.lock` around every call when threads are involved.
"""

from p4soft.switch.state.cells import CounterArray, CounterValue, Meter, MeterArray, MeterConfig, RegisterArray
from p4soft.switch.state.errors import (
    EntryExists,
    EntryNotFound,
    ImmutableEntry,
    InvalidEntry,
    ObjectInUse,
    OutOfRange,
    StateError,
    TableFull,
    UnknownObject,
)
from p4soft.switch.state.lookup import Entry
from p4soft.switch.state.match import (
    ActionCall,
    ActionRef,
    Exact,
    GroupRef,
    Lpm,
    MatchField,
    MemberRef,
    Range,
    Ternary,
    Valid,
)
from p4soft.switch.state.pre import CloneSession, MulticastGroup, MulticastNodes, Node, PacketReplicationEngine, Replica
from p4soft.switch.state.profiles import ActionProfile, Group, GroupMember, Member, PortStates
from p4soft.switch.state.switch_state import ParserValueSet, SwitchState
from p4soft.switch.state.table import Table

__all__ = [
    "ActionCall",
    "ActionProfile",
    "ActionRef",
    "CloneSession",
    "CounterArray",
    "CounterValue",
    "Entry",
    "EntryExists",
    "EntryNotFound",
    "Exact",
    "Group",
    "GroupMember",
    "GroupRef",
    "ImmutableEntry",
    "InvalidEntry",
    "Lpm",
    "MatchField",
    "Member",
    "MemberRef",
    "Meter",
    "MeterArray",
    "MeterConfig",
    "MulticastGroup",
    "MulticastNodes",
    "Node",
    "ObjectInUse",
    "OutOfRange",
    "PacketReplicationEngine",
    "ParserValueSet",
    "PortStates",
    "Range",
    "RegisterArray",
    "Replica",
    "StateError",
    "SwitchState",
    "Table",
    "TableFull",
    "Ternary",
    "UnknownObject",
    "Valid",
]
