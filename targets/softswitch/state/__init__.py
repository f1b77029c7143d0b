# SPDX-License-Identifier: Apache-2.0
"""The switch's run-time state: what P4Runtime reads and writes and the data path executes.

The caller holds `SimpleSwitch.lock` around every call when threads are involved.
"""

from targets.softswitch.state.arrays import CounterArray, CounterValue, RegisterArray
from targets.softswitch.state.entry import Entry
from targets.softswitch.state.errors import (
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
from targets.softswitch.state.match import (
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
from targets.softswitch.state.meters import Meter, MeterArray, MeterConfig
from targets.softswitch.state.multicast import MulticastNodes, Node
from targets.softswitch.state.ports import PortStates
from targets.softswitch.state.pre import CloneSession, MulticastGroup, PacketReplicationEngine, Replica
from targets.softswitch.state.profiles import ActionProfile, Group, GroupMember, Member
from targets.softswitch.state.switch_state import SwitchState
from targets.softswitch.state.table import Table
from targets.softswitch.state.value_sets import ParserValueSet

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
