# SPDX-License-Identifier: Apache-2.0
"""From a topology file to a `Fabric`: YAML to a spec, and the rules that span fields of a spec.

The rules are bit budgets, capacities, names, the trim size, the queue maps, priority flow control and
weights of uplinks. Every complaint names its file, line and field.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from common.documents import DocumentError, Loc, Position, Problem, read, validate
from topologies import srv6
from topologies.errors import TopologyError
from topologies.fabric import IPV4_BITS, Fabric, NicAddresses, Uplinks, t1_key, uplink_key
from topologies.schema import (
    MAX_TRIM_SIZE,
    MIN_TRIM_SIZE,
    QUEUES,
    AdmissionSpec,
    QosSpec,
    Role,
    TopologySpec,
    headroom_bytes,
    headroom_of,
    links_of_each_kind,
)

# --- Rules that span fields ------------------------------------------------------------------------------------------


TRIM_NEEDS = (
    ("Ethernet", 14), ("outer IPv6", 40), ("inner IPv6", 40), ("UDP", 8), ("BTH", 12), ("METH", 4), ("TSETH", 4),
)  # fmt: skip
"""What a NIC reads of a trimmed packet (trimming §1.2): with SRv6 and no SRH, 122 bytes through TSETH."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,62}", re.ASCII)
_SWITCH_NAME = re.compile(r"p[0-9]+-t[01]-[0-9]+", re.ASCII)
_ROLES: tuple[Role, ...] = ("NO_TRIM", "TRIMMABLE", "TRIMMABLE_RETX", "TRIMMED", "TRIMMED_LASTHOP", "CONTROL")


def check(spec: TopologySpec, bdp_bytes: int) -> list[Problem]:
    """All cross-field problems of a topology whose single fields are fine; queue limits resolved with ``bdp_bytes``."""
    return [
        *_budgets(spec),
        *_capacity(spec),
        *_ipv4(spec),
        *_names(spec),
        *_trim(spec.qos),
        *_classes(spec.qos),
        *_queues(spec.qos, bdp_bytes),
        *check_pfc(spec, bdp_bytes),
        *check_uplinks(spec),
    ]


def _budgets(spec: TopologySpec) -> Iterator[Problem]:
    fields = (
        ("planes", spec.planes, srv6.PLANE_BITS, "every uSID"),
        ("t0s_per_plane", spec.t0s_per_plane, srv6.T0_BITS, "a T0 uSID"),
        ("t1s_per_plane", spec.t1s_per_plane, srv6.T1_BITS, "a T1 uSID"),
        ("downlinks_per_t0", spec.downlinks_per_t0, srv6.DOWNLINK_BITS, "a downlink uSID"),
    )
    for name, value, bits, where in fields:
        if value > 1 << bits:
            yield Problem((name,), f"{value} overflows its {bits} bits in {where}", f"1..{1 << bits}")


def _capacity(spec: TopologySpec) -> Iterator[Problem]:
    ports = spec.ports_per_switch
    t0_ports = spec.downlinks_per_t0 + spec.t1s_per_plane
    if ports is not None and t0_ports > ports:
        parts = f"{spec.downlinks_per_t0} downlinks + {spec.t1s_per_plane} uplinks"
        what = f"a T0 needs {t0_ports} ports ({parts}), a switch has {ports}"
        yield Problem(("downlinks_per_t0",), what, f"downlinks_per_t0 + t1s_per_plane at most {ports}")
    if ports is not None and spec.t0s_per_plane > ports:
        yield Problem(("t0s_per_plane",), f"a T1 needs {spec.t0s_per_plane} ports, a switch has {ports}", f"1..{ports}")
    capacity = spec.t0s_per_plane * spec.downlinks_per_t0
    if spec.nics is not None and spec.nics > capacity:
        parts = f"{spec.t0s_per_plane} T0 x {spec.downlinks_per_t0} downlinks"
        what = f"{spec.nics} NICs exceed the capacity of {parts} = {capacity}"
        yield Problem(("nics",), what, f"1..{capacity}")


def _ipv4(spec: TopologySpec) -> Iterator[Problem]:
    network = spec.nic_prefix_ipv4
    if network is None:
        return
    loc = ("nic_prefix_ipv4",)
    t0_len = NicAddresses.ipv4(int(network.network_address), network.prefixlen, spec.downlinks_per_t0).t0_len
    longest = t0_len - (spec.t0s_per_plane - 1).bit_length()
    if longest < 0:
        return  # over the budgets of uSIDs, which is said above
    if network.prefixlen > longest:
        what = f"{network} has no room for {spec.t0s_per_plane} T0s with a /{t0_len} of {1 << IPV4_BITS - t0_len} each"
        yield Problem(loc, what, f"a prefix of /{longest} or shorter")
    if not spec.ecmp:
        yield Problem(loc, "nothing routes IPv4: no SRv6 header steers it", "`ecmp: true` beside it, or no such prefix")


def _names(spec: TopologySpec) -> Iterator[Problem]:
    if spec.nic_names is None:
        return
    nics = spec.nics if spec.nics is not None else spec.t0s_per_plane * spec.downlinks_per_t0
    if len(spec.nic_names) != nics:
        yield Problem(("nic_names",), f"{len(spec.nic_names)} names for {nics} NICs", f"exactly {nics} names")
    seen: dict[str, int] = {}
    for index, name in enumerate(spec.nic_names):
        loc = ("nic_names", index)
        if _NAME.fullmatch(name) is None:
            yield Problem(
                loc, f"bad name {name!r}", "1 to 63 letters, digits, `_`, `.`, `-`, the first a letter or digit"
            )
        elif _SWITCH_NAME.fullmatch(name):
            yield Problem(loc, f"{name!r} has the form of a switch name", "any other name")
        elif name in seen:
            yield Problem(
                loc, f"duplicate name {name!r}, already the name of NIC {seen[name]}", "names that are all different"
            )
        seen.setdefault(name, index)


def _trim(qos: QosSpec) -> Iterator[Problem]:
    needed = sum(size for _, size in TRIM_NEEDS)
    accepted = f"{MIN_TRIM_SIZE}..{MAX_TRIM_SIZE} bytes"
    size = qos.trim.size
    if size < MIN_TRIM_SIZE:
        parts = " + ".join(f"{name} {count}" for name, count in TRIM_NEEDS)
        verdict = "would cut what the NIC needs" if size < needed else "is below the smallest trim size"
        yield Problem(
            ("qos", "trim", "size"),
            f"{size} {verdict}: a trimmed packet must keep its headers through TSETH, "
            f"{needed} bytes with SRv6 and no SRH ({parts})",
            accepted,
        )
    elif size > MAX_TRIM_SIZE:
        yield Problem(("qos", "trim", "size"), f"{size} is larger than any frame", accepted)
    queue = qos.trim.queue
    if queue != "dynamic":
        if queue not in qos.queues:
            yield Problem(("qos", "trim", "queue"), f"queue {queue} is not described", _one_of(qos.queues))
        elif qos.queues[queue].discard == "trim":
            yield Problem(
                ("qos", "trim", "queue"),
                f"queue {queue} trims, and a packet is never trimmed twice",
                "a queue with `discard: drop`",
            )


def _classes(qos: QosSpec) -> Iterator[Problem]:
    missing = [role for role in _ROLES if role not in qos.roles]
    if missing:
        yield Problem(("qos", "roles"), f"missing {', '.join(missing)}", f"all of {', '.join(_ROLES)}")
    by_dscp: dict[int, str] = {}
    for role, entry in qos.roles.items():
        other = by_dscp.setdefault(entry.dscp, role)
        if other != role:
            yield Problem(
                ("qos", "roles", role, "dscp"),
                f"DSCP {entry.dscp} is already {other}'s",
                "DSCPs that are all different",
            )
        if entry.tc not in qos.tc_to_queue:
            yield Problem(
                ("qos", "roles", role, "tc"), f"traffic class {entry.tc} maps to no queue", _one_of(qos.tc_to_queue)
            )
    if qos.default_tc not in qos.tc_to_queue:
        yield Problem(
            ("qos", "default_tc"), f"traffic class {qos.default_tc} maps to no queue", _one_of(qos.tc_to_queue)
        )
    for tc, queue in qos.tc_to_queue.items():
        if not 0 <= tc < QUEUES:
            yield Problem(("qos", "tc_to_queue", tc), f"traffic class {tc} is out of range", f"0..{QUEUES - 1}")
        if queue not in qos.queues:
            yield Problem(
                ("qos", "tc_to_queue", tc), f"queue {queue} is not described in qos.queues", _one_of(qos.queues)
            )
    yield from _trim_classes(qos)


def _trim_classes(qos: QosSpec) -> Iterator[Problem]:
    """Trimmed packets and control packets must not sit in a queue that trims (wire-format §7.2)."""
    for role in ("TRIMMED", "TRIMMED_LASTHOP", "CONTROL"):
        entry = qos.roles.get(role)
        queue = qos.tc_to_queue.get(entry.tc) if entry else None
        if queue is not None and queue in qos.queues and qos.queues[queue].discard == "trim":
            what = f"{role} packets reach queue {queue}, which trims; they are never trimmed"
            yield Problem(("qos", "roles", role, "tc"), what, "a traffic class whose queue has `discard: drop`")


def _queues(qos: QosSpec, bdp_bytes: int) -> Iterator[Problem]:
    for queue, entry in qos.queues.items():
        if not 0 <= queue < QUEUES:
            yield Problem(("qos", "queues", queue), f"queue {queue} is out of range", f"0..{QUEUES - 1}")
        for side, admission in (("fabric", entry.fabric), ("host", entry.host)):
            yield from _admission(("qos", "queues", queue, side), admission, bdp_bytes)


def _admission(loc: tuple[str | int, ...], admission: AdmissionSpec, bdp_bytes: int) -> Iterator[Problem]:
    limit = admission.limit.resolve(bdp_bytes)
    if not 0 < limit < 1 << 32:
        yield Problem((*loc, "limit"), f"{limit} bytes", f"1..{(1 << 32) - 1} bytes")
    if admission.ecn is None:
        return
    low, high = admission.ecn.min.resolve(bdp_bytes), admission.ecn.max.resolve(bdp_bytes)
    if low > high:
        yield Problem((*loc, "ecn", "min"), f"{low} bytes exceed ecn.max of {high} bytes", f"0..{high} bytes")
    if high > limit:
        yield Problem(
            (*loc, "ecn", "max"), f"{high} bytes exceed the queue limit of {limit} bytes", f"{low}..{limit} bytes"
        )


def _one_of(values: Mapping[int, object]) -> str:
    return ", ".join(str(value) for value in sorted(values))


# --- Priority flow control -------------------------------------------------------------------------------------------


def check_pfc(spec: TopologySpec, bdp_bytes: int) -> Iterator[Problem]:
    """See that no frame can be lost in a lossless queue."""
    pfc = spec.qos.pfc
    if pfc is None:
        return
    headroom = headroom_of(spec, pfc, bdp_bytes)
    others = max(spec.downlinks_per_t0 + spec.t1s_per_plane, spec.t0s_per_plane) - 1
    if pfc.xoff is not None and pfc.xon is not None:
        xoff, xon = pfc.xoff.resolve(bdp_bytes), pfc.xon.resolve(bdp_bytes)
        if not 0 <= xon <= xoff:
            yield Problem(("qos", "pfc", "xon"), f"{xon} bytes exceed xoff of {xoff} bytes", f"0..{xoff} bytes")
        shared = others * xoff
    else:
        pool = pfc.pool.resolve(bdp_bytes) if pfc.pool is not None else 0
        if pool <= 0:
            yield Problem(("qos", "pfc", "pool"), f"{pool} bytes are no pool", "1 byte or more")
        # When nobody may have more: n ports with T each, and T = alpha (pool - n T).
        shared = int(others * pfc.alpha * pool / (1 + others * pfc.alpha))
    for kind, link in links_of_each_kind(spec):
        need = headroom_bytes(link, spec.mtu)
        if headroom < need:
            what = f"{headroom} bytes: {need} may arrive on a {kind} link after it was paused"
            yield Problem(("qos", "pfc", "headroom"), what, f"{need} bytes or more, or none to have it computed")
    need = shared + others * headroom
    entry = spec.qos.queues.get(pfc.queue)
    if entry is None:
        what = f"queue {pfc.queue} is not described in qos.queues"
        yield Problem(("qos", "pfc", "queue"), what, ", ".join(map(str, sorted(spec.qos.queues))))
        return
    if entry.discard != "drop":
        yield Problem(("qos", "queues", pfc.queue, "discard"), "a lossless queue does not trim", "drop, or no qos.pfc")
    for side, admission in (("fabric", entry.fabric), ("host", entry.host)):
        limit = admission.limit.resolve(bdp_bytes)
        if limit < need:
            what = f"{limit} bytes: up to {need} may wait there before every other port is paused"
            yield Problem(("qos", "queues", pfc.queue, side, "limit"), what, f"{need} bytes or more")


# --- Uplinks ---------------------------------------------------------------------------------------------------------


def check_uplinks(spec: TopologySpec) -> Iterator[Problem]:
    """Whether the rates and weights of links name links, and make groups that can be."""
    names = list(_uplink_names(spec))
    if names:
        yield from names
    elif spec.ecmp:
        yield from _uplink_groups(spec)
    elif spec.wcmp.weights:
        yield Problem(("wcmp", "weights"), "nothing is hashed over uplinks", "`ecmp: true` beside it, or no weights")


def _uplink_names(spec: TopologySpec) -> Iterator[Problem]:
    link = "a link between a T0 and a T1, such as p0-t0-0--p0-t1-0"
    for name in spec.links.rates:
        if uplink_key(spec, name) is None:
            yield Problem(("links", "rates", name), f"{name!r} is no link of this topology", link)
    for name in spec.wcmp.weights:
        if uplink_key(spec, name) is None and t1_key(spec, name) is None:
            what = f"{name!r} is neither a T1 nor a link of this topology"
            yield Problem(("wcmp", "weights", name), what, f"a T1, such as p0-t1-0, or {link}")


def _uplink_groups(spec: TopologySpec) -> Iterator[Problem]:
    if spec.t0s_per_plane < 2:
        return  # no NIC to send to
    uplinks, most = Uplinks(spec), spec.wcmp.group_size
    for plane in range(spec.planes):
        odd = {t0 for at, t0 in uplinks.odd if at == plane}
        ordinary = next((t0 for t0 in range(spec.t0s_per_plane) if t0 not in odd), None)
        for t0 in sorted(odd if ordinary is None else odd | {ordinary}):
            weights = uplinks.weights(plane, t0)
            for other, group in ((None, weights.others), *weights.towards.items()):
                where = f"p{plane}-t0-{t0}" + (f" towards p{plane}-t0-{other}" if other is not None else "")
                if not any(group):
                    zero = next(name for name, weight in spec.wcmp.weights.items() if not weight and _of(name, plane))
                    yield Problem(
                        ("wcmp", "weights", zero), f"{where} has no way up with a weight above 0", "a weight above 0"
                    )
                    return
                if sum(group) > most:
                    what = f"{where} needs a group of {sum(group)} members (weights {_listed(group)}), {most} are room"
                    yield Problem(_cause(spec), what, f"weights and rates in the ratio of whole numbers of sum {most}")
                    return


def _of(name: str, plane: int) -> bool:
    return name.startswith(f"p{plane}-")


def _listed(group: Sequence[int]) -> str:
    return ", ".join(map(str, group[:8])) + (", ..." if len(group) > 8 else "")


def _cause(spec: TopologySpec) -> tuple[str, ...]:
    if spec.wcmp.weights:
        return "wcmp", "weights"
    return ("links", "rates") if spec.links.rates else ("wcmp", "group_size")


# --- Files -----------------------------------------------------------------------------------------------------------


MAX_FILE_BYTES = 1 << 22
"""A topology file larger than 4 MiB (131,072 NIC names fit) is refused unread."""

MAX_VALUES = 1 << 20


def load(
    path: str | Path,
    overrides: Mapping[str, object] | None = None,
    *,
    written: Mapping[str, Position] = MappingProxyType({}),
) -> Fabric:
    """Load and check a topology file.

    Args:
        path: A YAML file.
        overrides: Dotted field names to values that replace the file's, e.g. ``{"qos.trim.enabled": False}``.
        written: Where some of these stand, if they do in a file: what is wrong with them is told of that position.

    Raises:
        TopologyError: One line per problem: ``file:line: field: what is wrong; accepted: ...``.
    """
    return Fabric(read_spec(Path(path), overrides or {}, written))


def read_spec(path: Path, overrides: Mapping[str, object], written: Mapping[str, Position]) -> TopologySpec:
    """Read and check a topology file.

    Args:
        path: The YAML file.
        overrides: Dotted field names to values that replace the file's (``{"qos.trim.enabled": False}``).
        written: Where some of them stand, if they do in a file.

    Raises:
        TopologyError: With one line per problem, ``file:line: field: what is wrong; accepted: ...``.
    """
    try:
        document = read(path, max_bytes=MAX_FILE_BYTES, max_values=MAX_VALUES)
        positions = dict(document.positions)
        for field, value in overrides.items():
            for loc in _override(document.data, field, value):
                if field in written:
                    positions[loc] = written[field]
        document = replace(document, positions=positions)
        spec = validate(document, TopologySpec)
    except DocumentError as error:
        raise TopologyError(error.problems) from None
    problems = check(spec, Fabric(spec).bdp_bytes)
    if problems:
        raise TopologyError([document.sentence(problem) for problem in problems])
    return spec


def _override(data: dict[Any, Any], field: str, value: object) -> Iterator[Loc]:
    """Put a value into a file's data; where it is, and which maps around it were not there."""
    *parents, last = field.split(".")
    node = data
    loc: Loc = ()
    for word in parents:
        key = _key(node, word)
        loc = *loc, key
        below = node.get(key)
        if not isinstance(below, dict):
            below = node[key] = {}
            yield loc
        node = below
    key = _key(node, last)
    node[key] = value
    yield *loc, key


def _key(node: Mapping[Any, object], word: str) -> int | str:
    """A word of a dotted name as a key of this map: a number where the map has numbers, as that of queues."""
    return int(word) if word.isdecimal() and any(isinstance(each, int) for each in node) else word
