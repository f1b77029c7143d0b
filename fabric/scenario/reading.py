# SPDX-License-Identifier: Apache-2.0
"""From a scenario file to a `Scenario`, checked before anything starts.

A file with `base:` is another file with something changed; both are read as one document. Items of the workload are
held against the fabric and the kind of its NICs. Links that flap by chance become faults, the same ones for
the same seed.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

import topologies
from common.documents import Document, DocumentError, Loc, Position, Problem, read, validate
from fabric.errors import RefusedValueError, ScenarioError, unknown
from fabric.measurements import CHECKS
from fabric.scenario import (
    MAX_TIMES,
    MAX_WRITE_BYTES,
    SHARED_OUT,
    SLOTS,
    CollectiveSpec,
    FlapSpec,
    Scenario,
    ScenarioSpec,
    SliceSpec,
    TrainingSpec,
    VictimSpec,
    WorkItem,
    WriteSpec,
)
from fabric.scenario.faults import Fault, LinkDown, LinkUp, Names, parse_fault

# --- Files with a base -----------------------------------------------------------------------------------------------


#: Longest chain of `base:` files.
MAX_BASES = 8
#: Fields whose keys are merged; any other field of a scenario replaces its base's.
_MERGED = ("nic", "overrides", "expect")


def read_layers(file: Path) -> Document:
    """Read a scenario file and the ones it is based on.

    Keys of the file replace those of its base; `nic`, `overrides` and `expect` are merged key by key, and a key without
    a value (`evs.revived:`) takes the base's away. Relative paths (`topology`, a write's `file`) stay relative to the
    file that names them and come out joined to its directory.

    Raises:
        DocumentError: unreadable, not YAML, not a mapping, or a circular chain of bases.
    """
    return _read(file, ())


def _read(file: Path, above: tuple[Path, ...]) -> Document:
    document = read(file)
    _anchor_paths(document.data, file)
    base_name = document.data.pop("base", None)
    if base_name is None:
        return document
    base_file = _base_file(document, base_name, (*above, file))
    return _over(_read(base_file, (*above, file)), document)


def _base_file(document: Document, name: object, chain: tuple[Path, ...]) -> Path:
    accepted = "another scenario's file"
    if not isinstance(name, str) or "\0" in name:
        raise _refused(document, f"{name!r} is not a file name", accepted)
    file = document.path.parent / name
    if file.resolve() in {path.resolve() for path in chain} or len(chain) > MAX_BASES:
        names = " -> ".join(str(path) for path in (*chain, file))
        raise _refused(document, f"scenarios based on each other: {names}", accepted)
    if not file.is_file():
        raise _refused(document, f"no such file: {file}", accepted)
    return file


def _refused(document: Document, what: str, accepted: str) -> DocumentError:
    return DocumentError(document.sentence(Problem(("base",), what, accepted)))


def _over(base: Document, document: Document) -> Document:
    merged = dict(base.data)
    positions = {loc: position for loc, position in base.positions.items() if loc}
    for key, value in document.data.items():
        inherited = merged.get(key)
        if key in _MERGED and isinstance(value, dict) and isinstance(inherited, dict):
            replaced: list[tuple[str, ...]] = [(key, name) for name in value]
            merged[key] = {name: kept for name, kept in {**inherited, **value}.items() if kept is not None}
        else:
            replaced = [(key,)]
            merged[key] = value
        positions = {loc: at for loc, at in positions.items() if not any(loc[: len(it)] == it for it in replaced)}
    return Document(document.path, merged, {**positions, **document.positions})


def _anchor_paths(data: dict[str, object], file: Path) -> None:
    if isinstance(topology := data.get("topology"), str):
        data["topology"] = str(file.parent / topology)
    workload = data.get("workload")
    for write in workload if isinstance(workload, list) else ():
        if isinstance(write, dict) and isinstance(write.get("file"), str):
            write["file"] = str(file.parent / write["file"])


# --- Items of the workload -------------------------------------------------------------------------------------------


_OF_ANOTHER_NIC = {"mrc": frozenset({"begin_bps"}), "roce": frozenset({"evs"})}
"""Fields of a write that a kind of NIC has no use for."""


class Problems(list[Problem]):
    @contextlib.contextmanager
    def at(self, *loc: str | int) -> Iterator[None]:
        """A value that the block refuses is a problem of `loc`."""
        try:
            yield
        except RefusedValueError as refused:
            self.append(Problem(loc, refused.what, refused.accepted))


def check_item(index: int, item: WorkItem, kind: str, limit_ns: int, names: Names) -> Problems:
    """What is wrong with an item of a workload."""
    problems, loc = Problems(), ("workload", index)
    if isinstance(item, WriteSpec):
        _check_ends(item, loc, names, problems)
    elif isinstance(item, CollectiveSpec):
        _check_collective(item, loc, limit_ns, names, problems)
    else:
        _check_training(item, loc, limit_ns, names, problems)
    _check_common(item, loc, kind, limit_ns, problems)
    return problems


def _check_common(item: WorkItem, loc: Loc, kind: str, limit_ns: int, problems: Problems) -> None:
    with problems.at(*loc, "at"):
        if item.at >= limit_ns:
            raise RefusedValueError(f"{item.at} ns is not before the limit", f"less than {limit_ns} ns")
    for field in sorted(item.model_fields_set & _OF_ANOTHER_NIC[kind]):
        with problems.at(*loc, field):
            raise RefusedValueError(f"does not belong to `nic: {{kind: {kind}}}`", "another kind of NIC")
    with problems.at(*loc, "operation"):
        if item.operation == "send" and kind == "mrc":
            raise RefusedValueError("MRC has no sends", "write, write-imm; or `nic: {kind: roce}`")


def _check_ends(flow: WriteSpec | VictimSpec, loc: Loc, names: Names, problems: Problems) -> None:
    with problems.at(*loc, "from"):
        names.nic(flow.source)
    with problems.at(*loc, "to"):
        if names.nic(flow.to).name == flow.source:
            raise RefusedValueError(f"{flow.to!r} writes to itself", "another NIC")


def _members(
    item: CollectiveSpec | TrainingSpec, what: str, loc: Loc, names: Names, problems: Problems
) -> Sequence[str]:
    """The NICs that take part; none where that is a problem. `what`: the field that says in what."""
    found: list[str] = []
    for position, name in enumerate(item.nics or ()):
        with problems.at(*loc, "nics", position):
            nic = names.nic(name).name
            if nic in found:
                raise RefusedValueError(f"{name!r} takes part twice", "each NIC once")
            found.append(nic)
    if problems:
        return ()
    members = found or names.nics()
    with problems.at(*loc, what):
        if len(members) < 2:
            raise RefusedValueError("on one NIC alone nothing is sent", "2 NICs or more")
    return members


def _check_collective(item: CollectiveSpec, loc: Loc, limit_ns: int, names: Names, problems: Problems) -> None:
    members = _members(item, "collective", loc, names, problems)
    if not members:
        return
    with problems.at(*loc, "bytes"):
        if item.collective in SHARED_OUT and item.bytes < len(members):
            what = f"{item.bytes} bytes are shared out over {len(members)} NICs"
            raise RefusedValueError(what, f"{len(members)} bytes or more")
    with problems.at(*loc, "latency"):
        if item.latency >= limit_ns:
            raise RefusedValueError(f"{item.latency} ns is not before the limit", f"less than {limit_ns} ns")
    if not problems:
        _check_slices(item, loc, len(members), problems)
    with problems.at(*loc, "to"):
        if item.to is not None and item.to not in members:
            raise unknown("NIC of the collective", item.to, members)
    _check_outstanding(item.collective, item.outstanding, len(members), loc, problems)
    if item.victim is not None:
        _check_ends(item.victim, (*loc, "victim"), names, problems)


def _check_slices(item: CollectiveSpec, loc: Loc, count: int, problems: Problems) -> None:
    """Whether it has no more slices than are measured, and no more of them under way than memory is for."""
    if item.slice is None:
        return
    slices, size = item.step(count)
    steps = item.times * (2 * (count - 1) if item.collective == "ring-all-reduce" else 1)
    with problems.at(*loc, "slice"):
        if steps * slices > MAX_TIMES:
            _, whole = item.model_copy(update={"slice": None}).step(count)
            accepted = f"{-(-whole // (MAX_TIMES // steps))} bytes or more" if steps <= MAX_TIMES else "fewer `times`"
            raise RefusedValueError(f"{steps * slices:,} slices from one NIC to the next", accepted)
    with problems.at(*loc, "slots"):
        under_way = size * (item.slots or SLOTS)
        if under_way > MAX_WRITE_BYTES:
            what = f"{under_way:,} bytes under way from one NIC to the next"
            raise RefusedValueError(what, f"1..{MAX_WRITE_BYTES // size}")


def _check_outstanding(pattern: str, outstanding: int | None, count: int, loc: Loc, problems: Problems) -> None:
    with problems.at(*loc, "outstanding"):
        if pattern == "all-to-all" and (outstanding or 1) >= count:
            raise RefusedValueError(f"an all-to-all of {count} NICs has {count - 1} steps", f"1..{count - 1}")


def _check_training(item: TrainingSpec, loc: Loc, limit_ns: int, names: Names, problems: Problems) -> None:
    members = _members(item, "training", loc, names, problems)
    if not members:
        return
    job, loc = item.training, (*loc, "training")
    with problems.at(*loc, "compute"):
        if item.at < limit_ns <= item.at + job.steps * job.compute:
            what = f"{job.steps} steps compute for {job.steps * job.compute} ns, which does not end before the limit"
            raise RefusedValueError(what, "a shorter time, fewer `steps`, or a later `limit`")
    for position, collective in enumerate(job.collectives):
        here = (*loc, "collectives", position)
        least = collective.buckets * (len(members) if collective.collective in SHARED_OUT else 1)
        with problems.at(*here, "bytes"):
            if collective.bytes < least:
                shared = f" shared out over {len(members)} NICs" if collective.collective in SHARED_OUT else ""
                what = f"{collective.bytes} bytes are {collective.buckets} buckets of nothing{shared}"
                raise RefusedValueError(what, f"{least} bytes or more, or fewer `buckets`")
        with problems.at(*here, "buckets"):
            rounds = 2 * (len(members) - 1) if collective.collective == "ring-all-reduce" else 1
            if job.steps * collective.buckets * rounds > MAX_TIMES:
                what = f"{job.steps} steps of {collective.buckets} buckets are too many messages of one flow"
                raise RefusedValueError(what, f"at most {MAX_TIMES // job.steps // rounds} buckets, or fewer `steps`")
        _check_outstanding(collective.collective, collective.outstanding, len(members), here, problems)


# --- Links that flap -------------------------------------------------------------------------------------------------


MAX_FLAPS = 20_000
"""Most faults of one generator: a result lists each."""


def flaps(spec: FlapSpec, links: Sequence[str], seed: str) -> Iterator[Fault]:
    """Downs and ups of `links`, by name, in pairs.

    Flaps begin as a Poisson process of mean interval `every`, over all links together; each hits one of those that are
    up, alike, and takes it away for `down`. One that finds no link up does not happen.

    Raises:
        RefusedValueError: there would be too many.
    """
    if (spec.until - spec.begin) / spec.every > MAX_FLAPS:
        raise RefusedValueError(f"some {(spec.until - spec.begin) // spec.every:,} flaps", f"{MAX_FLAPS:,} at most")
    rng = Random(seed)
    up_from = dict.fromkeys(links, 0)
    now = float(spec.begin)
    while (now := now + rng.expovariate(1 / spec.every)) < spec.until:
        at_ns = int(now)
        up = [link for link, from_ns in up_from.items() if from_ns <= at_ns]
        if up:
            link = rng.choice(up)
            up_from[link] = at_ns + spec.down + 1
            yield LinkDown(at_ns, link)
            yield LinkUp(at_ns + spec.down, link)


# --- What comes after what -------------------------------------------------------------------------------------------


def predecessors(workload: Sequence[WorkItem]) -> list[tuple[int, ...]]:
    """Per item the indices of those that it comes after, in the order of the file; unknown names are left out."""
    indices = {item.name: index for index, item in enumerate(workload) if item.name is not None}
    return [tuple(dict.fromkeys(indices[name] for name in item.after if name in indices)) for item in workload]


def ordering_problems(workload: Sequence[WorkItem], limit_ns: int) -> list[Problem]:
    """What is wrong with names, with what comes after what, and with messages that are due after the limit (ns)."""
    return [*_names(workload), *_circle(workload), *_too_late(workload, limit_ns)]


def _names(workload: Sequence[WorkItem]) -> Iterator[Problem]:
    first: dict[str, int] = {}
    for index, item in enumerate(workload):
        if item.name is not None and first.setdefault(item.name, index) != index:
            also = f"{item.name!r} is also the name of workload.{first[item.name]}"
            yield Problem(("workload", index, "name"), also, "a name that nothing else has")
    for index, item in enumerate(workload):
        for position, name in enumerate(item.after):
            if name not in first:
                refused = unknown("item", name, first) if first else None
                what = refused.what if refused else f"no item named {name!r}"
                accepted = refused.accepted if refused else "the `name` of another item; none has one"
                yield Problem(("workload", index, "after", position), what, accepted)


def _circle(workload: Sequence[WorkItem]) -> Iterator[Problem]:
    """The first circle, told at its first item."""
    before = predecessors(workload)
    done: set[int] = set()
    for start in range(len(workload)):
        trail: dict[int, None] = {}  # in its order
        todo = [(start, 0)]  # an item, and its predecessor that is looked at next
        while todo:
            index, position = todo.pop()
            if position == 0:
                if index in done:
                    continue
                if index in trail:
                    circle = [*trail][[*trail].index(index) :]
                    first = min(circle)
                    turned = circle[circle.index(first) :] + circle[: circle.index(first)]
                    names = " after ".join(str(workload[each].name) for each in [*turned, first])
                    yield Problem(("workload", first, "after"), f"a circle: {names}", "what can begin by itself")
                    return
                trail[index] = None
            if position < len(before[index]):
                todo += [(index, position + 1), (before[index][position], 0)]
            else:
                done.add(index)
                trail.popitem()


def _too_late(workload: Sequence[WorkItem], limit_ns: int) -> Iterator[Problem]:
    for index, item in enumerate(workload):
        if isinstance(item, WriteSpec) and item.every is not None and item.at < limit_ns:
            last_ns = item.at + (item.times - 1) * item.every
            if last_ns >= limit_ns:
                what = f"message {item.times} of {item.times} is due at {last_ns} ns, which is not before the limit"
                longest = (limit_ns - 1 - item.at) // (item.times - 1)
                accepted = f"at most {longest} ns, fewer `times`, or a later `limit`" if longest else "fewer `times`"
                yield Problem(("workload", index, "every"), what, accepted)


# --- The whole file --------------------------------------------------------------------------------------------------


def load(file: Path) -> Scenario:
    """Read and check a scenario.

    Raises:
        ScenarioError: `file:line: field: what is wrong; accepted values`; one line per problem.
    """
    try:
        document = read_layers(file)
        spec = validate(document, ScenarioSpec)
    except DocumentError as problem:
        raise ScenarioError(problem.problems) from None
    written = {field: document.position(("overrides", field)) for field in spec.overrides}
    try:
        topology = topologies.load(spec.topology, spec.overrides, written=written)
    except topologies.TopologyError as problem:
        raise ScenarioError(_blamed(document, spec, written, problem.problems)) from None
    if spec.slice is not None:
        topology = _sliced(document, spec, spec.slice, topology)
    return _resolved(document, spec, topology)


def _sliced(document: Document, spec: ScenarioSpec, wanted: SliceSpec, whole: topologies.Fabric) -> topologies.Fabric:
    """The slice that runs. Raises ScenarioError."""
    problems = Problems()
    for position, name in enumerate(wanted.nics):
        with problems.at("slice", "nics", position):
            Names(whole).nic(name)
    for there, field, who in (
        (spec.clustermapper is not None, "clustermapper", "its agents probe all of a fabric"),
        (spec.routing.failover == "routed", "routing", "routes are planned for all of a fabric"),
    ):
        if there:
            problems.append(Problem((field,), f"{who}, not a slice of it", f"no `{field}`, or no `slice`"))
    if not problems:
        try:
            return topologies.Slice(whole, wanted.nics, wanted.planes)
        except topologies.TopologyError as problem:
            what, _, accepted = str(problem).partition("; accepted: ")
            problems.append(Problem(("slice",), what, accepted))
    raise ScenarioError([document.sentence(problem) for problem in problems])


def _blamed(
    document: Document, spec: ScenarioSpec, written: Mapping[str, Position], problems: Sequence[str]
) -> list[str]:
    """Problems of a topology, each with the position in the scenario that is to blame for it."""
    known = [each for each in problems if each.startswith(tuple(f"{position}: " for position in written.values()))]
    rest = [each for each in problems if each not in known]
    if not rest:
        return known
    if _loads(spec, {}):  # an override contradicts another part of the file
        alone = [
            field
            for field in written
            if _loads(spec, {name: spec.overrides[name] for name in written if name != field})
        ]
        loc = ("overrides", alone[0]) if alone else ("overrides",)
        return [*known, *(f"{document.position(loc)}: {'.'.join(loc)}: does not suit {each}" for each in rest)]
    lines = "\n".join(problems)
    return [f"{document.position(('topology',))}: topology: cannot be used:\n{lines}"]


def _loads(spec: ScenarioSpec, overrides: Mapping[str, object]) -> bool:
    try:
        topologies.load(spec.topology, overrides)
    except topologies.TopologyError:
        return False
    return True


def _resolved(document: Document, spec: ScenarioSpec, topology: topologies.Fabric) -> Scenario:
    names = Names(topology)
    problems = Problems()
    for index, item in enumerate(spec.workload):
        problems += check_item(index, item, spec.nic.kind, spec.limit, names)
    problems += ordering_problems(spec.workload, spec.limit)
    if topology.qos.pfc is not None and spec.nic.kind != "roce":
        with problems.at("nic", "kind"):
            raise RefusedValueError(f"{spec.nic.kind} does not obey the pauses of qos.pfc", "roce, or no qos.pfc")
    if spec.routing.failover == "routed" and not topology.spec.ecmp:
        with problems.at("routing", "failover"):
            raise RefusedValueError(
                "there are no routes to NICs' addresses to change, and SRv6's never do",
                "`ecmp: true` among the overrides, or `failover: static`",
            )
    mapper = spec.clustermapper
    if mapper is not None and "t1s" in mapper.model_fields_set and mapper.t1s > topology.t1s:
        with problems.at("clustermapper", "t1s"):
            raise RefusedValueError(f"{mapper.t1s} are more T1s than a plane of the fabric has", f"1..{topology.t1s}")
    faults: list[Fault] = []
    for index, fault in enumerate(spec.faults):
        with problems.at("faults", index, "do"):
            faults.append(parse_fault(fault.do, fault.at, names))
    for index, flap in enumerate(spec.flaps):
        with problems.at("flaps", index):
            links = {link.name: None for pattern in flap.links for link in names.links(pattern)}
            faults += flaps(flap, list(links), f"{spec.seed}/flaps/{index}")
    captures: list[str] = []
    for index, link in enumerate(spec.captures):
        with problems.at("captures", index):
            captures.append(names.link(link).name)
    for loc, names_of_checks in ((("expect",), spec.expect), (("live", "expect"), spec.live.expect)):
        for name in names_of_checks:
            with problems.at(*loc, name):
                if name not in CHECKS:
                    raise unknown("check", name, CHECKS)
    if problems:
        raise ScenarioError([document.sentence(problem) for problem in problems])
    return Scenario(
        document=document,
        name=spec.name,
        title=spec.title or spec.name,
        description=" ".join(spec.description.split()),
        topology=topology,
        topology_file=str(Path(spec.topology).absolute()),
        overrides=spec.overrides,
        seed=spec.seed,
        limit_ns=spec.limit,
        sample_ns=spec.sample,
        nic=spec.nic,
        clustermapper=spec.clustermapper,
        routing=spec.routing,
        workload=tuple(spec.workload),
        faults=tuple(sorted(faults, key=lambda fault: fault.at_ns)),
        captures=tuple(dict.fromkeys(captures)),
        snaplen=spec.snaplen,
        expect=spec.expect,
        live_expect=spec.live.expect,
    )
