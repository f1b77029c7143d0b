# SPDX-License-Identifier: Apache-2.0
"""What a figure of the paper is here: scenarios to run, criteria for what comes out, and curves beside the paper's.

Figures read throughput over time and plateaus in it out of results. At the paper's scale a figure has the paper's
counts, and everything in its scenario takes `LONGER` times as long.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any, Literal

from msgspec import Struct, field

import topologies
from common.quantities import parse_size, parse_time

# --- A figure --------------------------------------------------------------------------------------------------------


Result = Mapping[str, Any]
"""A `result.json`, as `fabric.results` says."""
Scale = Literal["small", "paper"]
"""How large a figure is run: for minutes, or with the paper's counts of nodes and switches."""
SCALES: tuple[Scale, ...] = ("small", "paper")
SEEDS = (1, 2, 3, 4, 5)
"""The seeds of a figure with chance in it."""
_SEED = re.compile(r"-?seed([0-9]+)$")


def options(scale: Scale, seeds: int) -> str:
    """What follows `make experiments` for a scale and a number of seeds."""
    return ("" if scale == "small" else f" SCALE={scale}") + ("" if seeds == len(SEEDS) else f" SEEDS={seeds}")


def at_both(text: str) -> Mapping[Scale, str]:
    """What a figure says of its scale, where that is the same at each."""
    return dict.fromkeys(SCALES, text)


class ExperimentError(Exception):
    """A mistake that a person can put right: the message says which, and what is accepted."""


def scenario_of(figure: str, **changes: object) -> dict[str, Any]:
    """The scenario of a figure's file, `topologies/scenarios/paper/FIGURE.yaml`, with these fields over it.

    `nic`, `overrides` and `expect` are merged name by name, as `base` does it; a field replaces the file's.
    """
    return {"base": f"paper/{figure}.yaml", **changes}


class Run(Struct, frozen=True):
    """One run of a figure.

    Attributes:
        name: of the run, also of its folder: letters, digits and `-`.
        scenario: fields of a scenario file; `base`, if any, is a file name below `topologies/scenarios`.
        endless: whether it has more to send than its limit lets it, so that it is meant to end there.
    """

    name: str
    scenario: Mapping[str, Any]
    endless: bool = False

    @property
    def seed(self) -> int:
        """Its name ends with it; one without any is of the first."""
        found = _SEED.search(self.name)
        return SEEDS[0] if found is None else int(found[1])

    @property
    def but_for_seed(self) -> str:
        """Its name without its seed."""
        return _SEED.sub("", self.name)


class Criterion(Struct, frozen=True):
    """One thing that must hold.

    Attributes:
        text: what it asks, with its bound.
        held: whether it does.
    """

    text: str
    seen: str
    held: bool


class Curve(Struct, frozen=True):
    """One curve of a figure's plot: `y` over `x`.

    Attributes:
        paper: whether these are values digitised from the paper, drawn as hollow points.
        low, high: the least and the most of all seeds at each `x`, drawn as a band or as error bars; `y` is their mean.
        of: of the paper's, the label of the curve that they belong to, whose colour they have.
    """

    label: str
    x: Sequence[float]
    y: Sequence[float]
    paper: bool = False
    low: Sequence[float] = ()
    high: Sequence[float] = ()
    of: str = ""


class Level(Struct, frozen=True):
    """Values of the paper that are of no time or size of it: drawn across the plot; `of` as a curve's."""

    label: str
    values: Sequence[float]
    of: str


class Cut(Struct, frozen=True):
    """What is not judged, shaded in the plot: from where to where on its x axis, and why, in some words."""

    why: str
    spans: Sequence[tuple[float, float]]


class Panel(Struct, frozen=True):
    """One plot of a figure.

    Attributes:
        cuts: what the figure's criteria leave out of it.
        faults: from where to where on its x axis something is wrong, shaded.
        top: where the y axis ends, so that panels can be compared; None: by the values.
        names: of x = 0, 1, ..., with nothing between them: points stand side by side over each, and no line joins them.
        logarithmic: the axes that are: `x` (of base 2), `y`.
    """

    title: str
    x_label: str
    y_label: str
    curves: Sequence[Curve]
    levels: Sequence[Level] = ()
    names: Sequence[str] = ()
    logarithmic: str = ""
    cuts: Sequence[Cut] = ()
    faults: Sequence[tuple[float, float]] = ()
    top: float | None = None


class Finding(Struct, frozen=True):
    """What a figure's runs come to.

    Attributes:
        numbers: by name, for `data.json`.
    """

    criteria: Sequence[Criterion]
    panels: Sequence[Panel]
    numbers: Mapping[str, float] = field(default_factory=dict)

    @property
    def held(self) -> bool:
        return all(criterion.held for criterion in self.criteria)

    @property
    def decisive(self) -> Criterion:
        """The first criterion that does not hold, or else the first: what a table with one line a figure shows."""
        return next((criterion for criterion in self.criteria if not criterion.held), self.criteria[0])


@dataclass(frozen=True, slots=True)
class Figure(ABC):
    """A figure of the paper, or one of ours.

    Attributes:
        name: such as `fig18`.
        title: what it shows.
        paper: what the paper saw, in numbers.
        shows: what it says of MRC when it holds here, and what it does not say.
        sabotages: names in `sabotage.SABOTAGES`: without any one of these mechanisms, which it shows, it must not hold.
        scale: how it was made smaller at each scale, by the one rule of docs/experiments.md, and what that may change.
    """

    name: str
    title: str
    paper: str
    shows: str
    sabotages: Sequence[str]
    scale: Mapping[Scale, str]

    @abstractmethod
    def runs(self, scale: Scale) -> Sequence[Run]:
        """What is to be run, all of it based on the figure's file (`scenario_of`).

        The paper's scale has at least the names of the small one.
        """

    @abstractmethod
    def judge(self, results: Mapping[str, Result]) -> Finding:
        """What the results, by name of the run, come to."""


def judged(figure: Figure, results: Mapping[str, Result]) -> Finding:
    """As `figure.judge`; where there is nothing of which a mean or an extreme could be taken, that is what it says."""
    try:
        return figure.judge(results)
    except (ValueError, ZeroDivisionError) as problem:  # statistics.StatisticsError is a ValueError
        return Finding([no_data("the runs have something to judge", str(problem))], [])


def no_data(asked: str, why: str) -> Criterion:
    """A criterion that does not hold, because there is nothing to ask it of."""
    return Criterion(asked, f"no data: {why}", held=False)


def of_seeds(results: Mapping[str, Result], run: str) -> list[Result]:
    """The results of a run with each of its seeds that is there, in the order of the seeds."""
    return [results[name] for seed in SEEDS if (name := f"{run}-seed{seed}") in results]


# --- What figures read out of results --------------------------------------------------------------------------------


PAYLOAD_SHARE = 4096 / (4096 + 166)
"""The share of a link's rate that is payload: 4,096 bytes in 4,262 on the wire (wire-format §1)."""


def gbps(result: Result, flow: int) -> list[float]:
    """Payload of a flow in Gb/s, by sample."""
    return list(result["timeline"]["flows"][flow])


def while_open(result: Result, flow: int) -> list[float]:
    """As `gbps`, the samples that end before the flow has completed."""
    completed_ns = result["flows"][flow]["completed_ns"]
    return gbps(result, flow)[: None if completed_ns is None else completed_ns // result["timeline"]["interval_ns"]]


def total_gbps(result: Result) -> list[float]:
    """Payload of all flows in Gb/s, by sample."""
    return [sum(values) for values in zip(*result["timeline"]["flows"], strict=True)]


def times_us(result: Result) -> list[float]:
    step = result["timeline"]["interval_ns"] / 1000
    return [index * step for index in range(result["timeline"]["samples"])]


def between(result: Result, values: Sequence[float], from_us: float, to_us: float) -> list[float]:
    step = result["timeline"]["interval_ns"] / 1000
    return [value for index, value in enumerate(values) if index * step >= from_us and (index + 1) * step <= to_us]


_WINDOW_US = 50.0
"""Throughput is judged as the mean of so long: the paper's samples are 0.2 s."""


def lowest_window(result: Result, values: Sequence[float], from_us: float, to_us: float) -> float:
    """The lowest mean of 50 us between two times, of windows 10 us apart. Raises ValueError: none lies between them."""
    if from_us + _WINDOW_US > to_us:
        raise ValueError(f"no {_WINDOW_US:.0f} us between {from_us:.0f} and {to_us:.0f} us")
    lowest = float("inf")
    while from_us + _WINDOW_US <= to_us:
        lowest = min(lowest, fmean(between(result, values, from_us, from_us + _WINDOW_US)))
        from_us += _WINDOW_US / 5
    return lowest


def dips(samples: Sequence[float], expected: float) -> int:
    """How many times throughput is below nine tenths of what is expected, anew."""
    low = [value < 0.9 * expected for value in samples]
    return sum(now and not before for before, now in zip([False, *low], low, strict=False))


def mean_gbps(result: Result, flow: int, from_us: float, to_us: float) -> float:
    """Mean payload of a flow between two times, in Gb/s. 0 when no sample lies between them."""
    seen = between(result, gbps(result, flow), from_us, to_us)
    return fmean(seen) if seen else 0.0


def first_end_us(result: Result) -> float:
    """When the first flow had completed, or the run ended."""
    ends = [flow["completed_ns"] for flow in result["flows"] if flow["completed_ns"] is not None]
    return float(min(ends, default=result["verdict"]["end_ns"])) / 1000


ENDS_US = 40.0
"""At the begin and the end of writes, not judged: the first round trips, the last packets."""


def last_judged_us(result: Result) -> float:
    """Until when writes are judged: the last packets of the first that ends leave lines unused."""
    return first_end_us(result) - ENDS_US


def ends_of(results: Sequence[Result]) -> Cut:
    """The cut of the first round trips and the last packets of writes, for runs that differ in their seed."""
    last_us = max(times_us(result)[-1] for result in results)
    return Cut("writes begin, and end", [(0.0, ENDS_US), (min(map(last_judged_us, results)), last_us)])


def first_fault_us(result: Result) -> float:
    """When the first fault comes."""
    return min(float(fault["at_ns"]) for fault in result["scenario"]["faults"]) / 1000


def curve(result: Result, values: Sequence[float], label: str) -> Curve:
    """Values by sample, over time in us."""
    return Curve(label, times_us(result), values)


def spread(label: str, seeds: Sequence[Curve]) -> Curve:
    """Curves of several seeds as one: at each `x` the mean, the least and the most of those that reach so far."""
    longest = max(seeds, key=lambda each: len(each.y))
    reached = [[each.y[at] for each in seeds if at < len(each.y)] for at in range(len(longest.y))]
    means, least, most = ([of(values) for values in reached] for of in (fmean, min, max))
    return Curve(label, longest.x[: len(means)], means, low=least, high=most)


def distribution(label: str, values: Sequence[float]) -> Curve:
    """Values, over which share of them is as small or smaller: from 0 at the least to 1 at the most."""
    last = len(values) - 1
    return Curve(label, sorted(values), [at / last for at in range(len(values))] if last > 0 else [1.0] * len(values))


def over_seeds(label: str, results: Sequence[Result], read: Callable[[Result], Sequence[float]]) -> Curve:
    """Values by sample of runs that differ in their seed, over time in us, with their spread."""
    return spread(label, [curve(result, read(result), label) for result in results])


def over_seeds_of_flow(label: str, results: Sequence[Result], flow: int) -> Curve:
    """As `over_seeds`, the payload of one flow in Gb/s until it has completed: then it is no part of the mean."""
    return over_seeds(label, results, lambda result: while_open(result, flow))


def link_changes(result: Result) -> list[tuple[float, int]]:
    """When (us) links went or came back, and how many more were up then, of a run whose faults are of links only."""
    changes: dict[float, int] = {}
    for fault in result["scenario"]["faults"]:
        at_us = fault["at_ns"] / 1000
        changes[at_us] = changes.get(at_us, 0) + (1 if fault["restores"] else -1)
    return sorted(changes.items())


LEFT_US = 100.0
"""So long after a fault MRC sends its last packet of data on the dead path, at the most."""
_USED_AGAIN = 0.05
"""A link or switch is in use again when it carries this share of what it did before. Probes alone are below 1 %."""


class _Comeback(Struct, frozen=True):
    """A link or switch that failed.

    Attributes:
        hit: whether data was lost there: it was in use.
        left_us: from the fault until the last packet of data left for it.
        again: what it carried once it was back, by time, of what it had until the fault.
        back_us: how long it was back, until it failed again or the run ended; 0 if it never was.
        waits: whether all EVs that it took are good again, as backups: others have their turn.
    """

    hit: bool
    left_us: float
    again: float
    back_us: float
    waits: bool


def _comebacks(result: Result) -> list[_Comeback]:
    faults, found = result["scenario"]["faults"], []
    for number, fault in enumerate(faults):
        use = fault["dead_path"]
        if use is None:
            continue
        later = [each for each in faults[number + 1 :] if each["target"] == fault["target"] and each["happened"]]
        times = [float(each["at_ns"]) for each in later[:2]] if later and later[0]["restores"] else []
        back_ns = [*times, float(result["verdict"]["end_ns"])][1] - times[0] if times else 0.0
        usual = use["before_bytes"] / use["at_ns"] * back_ns
        left_us = max(0.0, (use["last_data_sent_ns"] - use["at_ns"]) / 1000)
        again = use["back_bytes"] / usual if usual else 0.0
        waits = bool(times) and _waits(result, fault["target"], use["at_ns"], times[0])
        found.append(_Comeback(bool(use["data"]), left_us, again, back_ns / 1000, waits))
    return found


def _waits(result: Result, target: str, at_ns: int, back_ns: float) -> bool:
    """Whether all EVs over a link or a switch that were retired since became backups once it was back."""
    last = {(flow, change["ev"]): change for flow, change in changes_over(result, target, at_ns)}
    parked = all(change["reason"] == "parked" and change["at_ns"] >= back_ns for change in last.values())
    return bool(last) and parked and not result.get("cut", {}).get("ev_changes")


def changes_over(result: Result, target: str, since_ns: int) -> list[tuple[int, Mapping[str, Any]]]:
    """Changes of EVs whose path has a link or a switch, as a fault names it, since a time; each with its flow."""
    ends = {end.partition(":")[0] for end in target.split("--")}
    return [
        (number, change)
        for number, flow in enumerate(result["flows"])
        for change in flow["ev_changes"]
        if change["at_ns"] >= since_ns and ends <= set(change["path"])
    ]


def used_and_left(results: Sequence[Result], what: str) -> list[Criterion]:
    """Whether what fails was in use before, and was left: the first two of `used_left_and_back`."""
    return used_left_and_back(results, what)[:2]


def used_left_and_back(results: Sequence[Result], what: str) -> list[Criterion]:
    """Whether what fails was in use before, was left, and is in use again.

    Args:
        results: of runs whose faults kill links or switches, and restore them.
        what: they are, for people.
    """
    found = [each for result in results for each in _comebacks(result)]
    hit = [each for each in found if each.hit]
    back = [each for each in hit if each.back_us]
    in_use = f"{what} was in use when it failed"
    left = f"at most {LEFT_US:.0f} us until the last packet of data for {what} that failed"
    again = (
        f"{what} that came back is in use again: {100 * _USED_AGAIN:.0f} % of what it carried before, or more; "
        "or its EVs are good, and wait as backups"
    )
    if not hit:
        lost = f"nothing was lost at any of {len(found)}"
        return [no_data(in_use, lost), no_data(left, lost), no_data(again, lost)]
    most_us = max(each.left_us for each in hit)
    again_shares = [each.again for each in back if not each.waits]
    waiting = [f"{len(back) - len(again_shares)} as backups"] if len(again_shares) < len(back) else []
    used_again = [f"{percents(again_shares, _USED_AGAIN)}, of {len(again_shares)}"] if again_shares else []
    return [
        Criterion(in_use, f"{len(hit)} of {len(found)}", held=True),
        Criterion(left, f"{number(most_us, 0, LEFT_US)} us", most_us <= LEFT_US),
        Criterion(again, "; ".join([*used_again, *waiting]), min(again_shares, default=_USED_AGAIN) >= _USED_AGAIN)
        if back
        else no_data(again, "none came back"),
    ]


def no_queue_pair_lost(results: Sequence[Result], asked: str = "no queue pair lost") -> Criterion:
    """Whether all bytes of all flows of these runs are intact; `asked`: how it is put."""
    flows = [flow for result in results for flow in result["flows"]]
    intact = sum(flow["intact"] for flow in flows)
    return Criterion(asked, f"{intact} of {len(flows)} writes intact", intact == len(flows))


_MOST_DIGITS = 6


def number(value: float, digits: int, *bounds: float) -> str:
    """A number with this many digits, or more where it would look like a bound that it is not."""
    others = [bound for bound in bounds if bound != value]
    while digits < _MOST_DIGITS and any(f"{value:.{digits}f}" == f"{each:.{digits}f}" for each in others):
        digits += 1
    return f"{value:,.{digits}f}"


def percent(share: float, *bounds: float) -> str:
    """A share of 1, as `number` puts it; `bounds`: shares, too."""
    return f"{number(100 * share, 1, *(100 * bound for bound in bounds))} %"


def span(values: Sequence[float], digits: int = 0, *bounds: float) -> str:
    """`lowest to highest`, as `number` puts them."""
    return f"{number(min(values), digits, *bounds)} to {number(max(values), digits, *bounds)}"


def percents(shares: Sequence[float], *bounds: float) -> str:
    """`lowest to highest %` of shares of 1."""
    return f"{span([100 * share for share in shares], 1, *(100 * bound for bound in bounds))} %"


class Collected(Struct, frozen=True):
    """A collective of a run, of all its channels together.

    Attributes:
        bus_gbps: bandwidth as nccl-tests counts it (busbw); None when it had not finished.
    """

    bytes: int
    bus_gbps: float | None


def collected(result: Result) -> list[Collected]:
    """The collectives of a run, in order. Channels of one are named `NAME.CHANNEL`, and begin together."""
    channels: dict[str, list[Mapping[str, Any]]] = {}
    for each in result["collectives"]:
        channels.setdefault(each["name"].partition(".")[0], []).append(each)
    return [Collected(sum(each["bytes"] for each in group), _bus_gbps(group)) for group in channels.values()]


def _bus_gbps(channels: Sequence[Mapping[str, Any]]) -> float | None:
    if any(each["end_ns"] is None for each in channels):
        return None
    took_ns: int = max(each["end_ns"] for each in channels) - min(each["begin_ns"] for each in channels)
    weighed: float = sum(each["bus_gbps"] * each["duration_ns"] for each in channels)
    return weighed / took_ns


# --- The paper's scale -----------------------------------------------------------------------------------------------


SCENARIOS = Path(topologies.__file__).parent / "scenarios"
"""Where scenario files are; `base` and `topology` of a run are relative to it."""

LONGER = 10
"""How many times longer a figure's writes, faults and limit are at the paper's scale. Its own would be 10,000 times: a
second of 1.6 Tb/s is 49 million packets, an hour or more of one core."""


def longer(figure: str, **changes: object) -> dict[str, Any]:
    """The figure's file with its writes, faults, flaps and limit `LONGER` times as long, and these fields over it.

    A write of many messages has more of them, any other is larger.

    Raises:
        DocumentError: the file is not YAML.
        ValueError: a time or a size of it is none.
    """
    from fabric.scenario.reading import read_layers  # noqa: PLC0415 - the command's options need no scenario

    data: dict[str, Any] = read_layers(SCENARIOS / "paper" / f"{figure}.yaml").data
    stretched: dict[str, object] = {"limit": _time(data["limit"])}
    stretched["workload"] = [_write(each) for each in data["workload"]]
    for events, times in (("faults", ("at",)), ("flaps", ("from", "until"))):
        if events in data:
            stretched[events] = [_later(each, times) for each in data[events]]
    return scenario_of(figure, **{**stretched, **changes})


def seeded(figure: str, scale: Scale, **paper: object) -> list[Run]:
    """A run of the figure's file for each seed, which draws the EVs; `longer`, with these fields, at the paper's scale.

    Raises:
        DocumentError, ValueError: as `longer`.
    """
    return [
        Run(f"seed{seed}", longer(figure, seed=seed, **paper) if scale == "paper" else scenario_of(figure, seed=seed))
        for seed in SEEDS
    ]


def _later(event: Mapping[str, Any], times: Sequence[str]) -> dict[str, Any]:
    return {**event, **{name: _time(event[name]) for name in times if name in event}}


def _write(write: Mapping[str, Any]) -> dict[str, Any]:
    if "times" in write:
        return {**_later(write, ("at",)), "times": LONGER * int(write["times"])}
    return {**_later(write, ("at",)), "bytes": LONGER * parse_size(write["bytes"])}


def _time(text: object) -> str:
    return f"{LONGER * parse_time(text)} ns"
