# SPDX-License-Identifier: Apache-2.0
"""`python -m fabric live`: a scenario on real switches, NICs and links; the same verdict, result and report.

Writes are posted and faults happen when the scenario says, in slowed time. Scenarios that cannot run live on this
machine are refused before anything starts. A process for each captured link takes its frames, from before time starts.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import DecodeError, Struct
from msgspec.structs import replace
from rich.console import Console

from common.documents import Problem
from controller import ControllerError
from fabric import PROGRAM
from fabric.errors import BuildError, FabricError, ScenarioError, unknown
from fabric.live.description import BringUp
from fabric.live.fabric import LiveFabric
from fabric.live.messages import Measure, Measured, Message, NicSettings, TopologySource, message_of, text_of
from fabric.live.namespaces import CableChoice, CableKind, ground
from fabric.live.scale import Clock, Scale, advice, check_size, overload, suitable_factor, typical_and_worst
from fabric.live.scenarios.measuring import Observer, collect
from fabric.live.scenarios.traffic import LiveTraffic, Posting, live_traffic
from fabric.live.stand_in import StandIn, check_programs, in_place_of
from fabric.measurements import Measurements, capture_file
from fabric.progress import Progress, choose
from fabric.report.tables import finish
from fabric.results import build, live_facts
from fabric.scenario import Scenario, TrainingSpec
from fabric.scenario.faults import Fault, SelectedLoss, untold
from fabric.scenario.reading import load
from fabric.traffic.flow import Conductor, Flow, collective_measurements
from fabric.traffic.nics import build_nics, check_paths, connector
from fabric.traffic.payloads import Contents, Payload, payloads, with_time_for, write_received
from fabric.traffic.plan import plan_of
from p4soft.command_line import EngineChoice, InterruptedCommandError, interruptible, shielded
from p4soft.outputs import OutputError, atomic_file
from p4soft.targets import Target, TargetError, get_target
from p4soft.targets.process import environment
from topologies import Slice, TopologyError

# --- Captures --------------------------------------------------------------------------------------------------------


_END_S = 10.0


class Recordings:
    """Captures that run.

    Attributes:
        files: names relative to the output directory, by link.
    """

    def __init__(self, files: Mapping[str, str], processes: Sequence[subprocess.Popen[str]]) -> None:
        self.files = files
        self._processes = processes

    def begin(self, origin_ns: int) -> None:
        """Time is 0 at this moment of `time.monotonic_ns`. Raises FabricError: a capture has ended."""
        for process in self._processes:
            assert process.stdin is not None
            try:
                process.stdin.write(f"{origin_ns}\n")
                process.stdin.flush()
            except OSError as error:
                raise FabricError(f"a capture has ended: {error.strerror}") from None


@contextlib.contextmanager
def recording(network: LiveFabric, links: Sequence[str], snaplen: int, out: Path) -> Iterator[Recordings]:
    """Capture these links while the block runs; the files below `out` are whole when it has ended.

    Raises:
        OutputError: a capture cannot be written.
        FabricError: a capture did not begin.
    """
    files = {link: capture_file(link) for link in links}
    processes = []
    with contextlib.ExitStack() as stack:
        for link, file in files.items():
            stream = stack.enter_context(atomic_file(out / file))
            command = [
                sys.executable, "-m", "fabric.live.capture", network.cabling.tap(link), link,
                str(network.scale.factor), "-", "0", str(snaplen),
            ]  # fmt: skip
            process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=stream, stderr=subprocess.PIPE, text=True, env=environment(),
                start_new_session=True,
            )  # fmt: skip
            stack.callback(_end, process)
            processes.append(process)
        for link, process in zip(files, processes, strict=True):
            assert process.stderr is not None
            said = process.stderr.readline()
            if not said.startswith("capturing "):
                raise FabricError(f"{link}: cannot be captured: {said.strip() or 'the capture ended'}")
        yield Recordings(files, processes)


def _end(process: subprocess.Popen[str]) -> None:
    """It ends when its standard input does, and has written everything then."""
    assert process.stdin is not None and process.stderr is not None
    with contextlib.suppress(OSError):
        process.stdin.close()
    try:
        process.wait(_END_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    process.stderr.close()


# --- The run ---------------------------------------------------------------------------------------------------------


_LEAD_NS = 200_000_000
"""Real time between the last preparation and the beginning."""
_SHORTEST_LOOK_S = 0.4
"""Real time between two looks at everything; each takes some tens of milliseconds of this machine."""


class LiveRun(Struct, frozen=True):
    """A finished run.

    Attributes:
        measurements: as every engine leaves them.
        overloaded: sentences that say that the machine was too slow; none when it was not.
        steering_ns: how long after a completion what waited for it was posted, ns of the topology: the median and the
            99th of 100 of the way there, and of the way back, added; None if nothing waited for one.
        flows: of the run, as long as its network is up.
    """

    measurements: Measurements
    overloaded: list[str]
    steering_ns: tuple[int, int] | None
    flows: Sequence[Flow]


class _Watched:
    def __init__(self, clock: Clock, observer: Observer) -> None:
        self._clock, self._observer = clock, observer

    @property
    def now_ns(self) -> int:
        return self._clock.now_ns()

    @property
    def trimmed(self) -> int:
        return self._observer.trimmed


def execute(
    scenario: Scenario,
    network: LiveFabric,
    carried: Sequence[Contents],
    *,
    progress: Progress,
    out: Path,
    files: Path,
    stand_ins: Sequence[StandIn] = (),
) -> LiveRun:
    """Run until every flow has completed or failed, or the scenario's limit is reached.

    Args:
        scenario: faults, sampling, limit and captures.
        network: up, without traffic.
        carried: what each flow carries.
        progress: called while it runs.
        out: where captures go, below `captures/`.
        files: directory for what is sent and received.
        stand_ins: what forwards in the place of switches.

    Raises:
        FabricError: a process is gone, or refuses something.
        OutputError: a capture cannot be written.
    """
    plan = plan_of(scenario)
    with Posting(network) as posting:
        traffic = live_traffic(scenario, network, posting, carried, files)
        observer = Observer(network, traffic, interval(scenario.sample_ns, network.scale.factor), stand_ins)
        first = network.cabling.nic_ends()
        with recording(network, scenario.captures, scenario.snaplen, out) as captures, progress:
            clock = Clock(network.scale, time.monotonic_ns() + _LEAD_NS)
            captures.begin(clock.origin_ns)
            for qp_pair in traffic.qp_pairs:
                qp_pair.begun_ns = network.scale.fabric_ns(clock.origin_ns - network.clock.origin_ns)
            Conductor(plan, traffic.flows, posting, _nobody).start()
            posting.begin(clock)
            end_ns = _conduct(scenario, network, traffic, observer, posting, clock=clock, progress=progress)
        posting.finish()
        last = network.cabling.nic_ends()
        measured = [nic.ask(Measure(), Measured) for nic in network.nics]
    for qp_pair in traffic.qp_pairs:
        qp_pair.measured(measured)
    steering_ns = _steering_ns(posting, measured) if plan.steered() else None
    nics = {network.nics[index].name: status for index, status in observer.nics.items()}
    seen = collect(
        network, traffic.flows, observer,
        end_ns=end_ns, first=first, last=last, arrived=[each.arrived for each in measured], together=plan.together(),
    )  # fmt: skip
    collectives = collective_measurements(scenario, plan, traffic.flows)
    return LiveRun(
        replace(seen, captures=captures.files, collectives=collectives),
        overload(
            nics, network.fabric.base_rtt_ns, network.scale.fabric_ns(network.cabling.late_ns()), observer.busy.worst,
            steering_ns=steering_ns,
        ),
        steering_ns,
        traffic.flows,
    )  # fmt: skip


def _nobody(_nic: int) -> None:
    """A NIC process wakes by itself when it is told to post."""


def _steering_ns(posting: Posting, measured: Sequence[Measured]) -> tuple[int, int]:
    there = typical_and_worst(posting.heard_ns)
    typical, worst = (max(each) for each in zip(*(nic.posted_late_ns for nic in measured), strict=True))
    return there[0] + typical, there[1] + worst


def interval(sample_ns: int, factor: int) -> int:
    """The scenario's sample, as often as it takes to be no shorter than a look may be; ns of the topology."""
    return sample_ns * max(1, -int(-_SHORTEST_LOOK_S * 1e9 // (sample_ns * factor)))


def _conduct(
    scenario: Scenario,
    network: LiveFabric,
    traffic: LiveTraffic,
    observer: Observer,
    posting: Posting,
    *,
    clock: Clock,
    progress: Progress,
) -> int:
    """What happens, in its order; when it was over, ns since the beginning."""

    def happening(fault: Fault) -> Callable[[], None]:
        def happen() -> None:
            fault.apply(network)
            observer.see_stopped()
            progress.fault(fault)

        return happen

    todo = [(fault.at_ns, happening(fault)) for fault in reversed(scenario.faults)]
    step_ns = observer.series.interval_ns
    progress.started(_Watched(clock, observer), traffic.flows)
    end_ns = 0
    over = False
    while end_ns < scenario.limit_ns and not over:
        end_ns = min(end_ns + step_ns, scenario.limit_ns)
        while todo and todo[-1][0] < end_ns:
            at_ns, happen = todo.pop()
            time.sleep(clock.seconds_until(at_ns))
            happen()
        time.sleep(clock.seconds_until(end_ns))
        with posting.lock:  # before the look, which then sees nothing older
            over = all(_over(flow) for flow in traffic.flows)
        posting.check()  # first: of what it stopped for, a NIC that does not answer may be a consequence
        with shielded():  # a signal in the middle of a call to a switch leaves gRPC with a lock held
            observer.look()
        progress.sampled()
    observer.see_stopped(over=True)
    return end_ns


def _over(flow: Flow) -> bool:
    return flow.completed_ns() is not None or flow.failure() is not None


# --- What is refused -------------------------------------------------------------------------------------------------


UNMEASURED = {"latency.worst_frame_us": "no frame says when it left"}
"""Checks that a live run has no number for, and why."""
_LONGEST_S = 3600.0


def check_target(target: Target) -> None:
    """Raise BuildError for a target that is not installed here."""
    reason = target.missing()
    if reason is not None:
        raise BuildError(reason)


def check_live(scenario: Scenario, carried: Sequence[Contents], factor: int, say: Callable[[str], None]) -> None:
    """Refuse what cannot run live.

    Args:
        scenario: as it is meant for a live fabric.
        carried: what its flows carry.
        factor: how many times slower than the topology it would run.
        say: called with warnings.

    Raises:
        ScenarioError: an expectation that no live run can hold, NICs that cannot be set up so, or EVs that are none.
        BuildError: there is no memory, or it would take hours.
    """
    unmeasured = [
        Problem(
            ("expect", name),
            f"cannot be measured live: {UNMEASURED[name]}",
            f"`live: {{expect: {{{name}: }}}}`, which takes it away there",
        )
        for name in scenario.expect
        if name in UNMEASURED
    ]
    if scenario.clustermapper is not None:
        unmeasured.append(Problem(("clustermapper",), "has no agents on a live fabric", "no `clustermapper`"))
    unmeasured += [
        Problem(("workload", index), "has no steps on a live fabric", "writes and collectives; or emulated time")
        for index, item in enumerate(scenario.workload)
        if isinstance(item, TrainingSpec)
    ]
    if isinstance(scenario.topology, Slice):
        unmeasured.append(Problem(("slice",), "a live fabric is a whole one", "no `slice`"))
    if scenario.routing.failover != "static":
        unmeasured.append(Problem(("routing", "failover"), "nobody changes routes on a live fabric", "static"))
    selected = [fault for fault in scenario.faults if isinstance(fault, SelectedLoss)]
    unmeasured += [Problem(("faults",), f"`{fault}`: {untold(fault.frames)}") for fault in selected[:1]]
    if unmeasured:
        raise ScenarioError([scenario.document.sentence(problem) for problem in unmeasured])
    if scenario.nic.kind != "mrc":
        problem = Problem(("nic", "kind"), f"{scenario.nic.kind} does not run live", "mrc; or emulated time")
        raise ScenarioError(scenario.document.sentence(problem))
    check_size(scenario.topology, say)
    nics = build_nics(scenario)
    check_paths(scenario, [nic.config for nic in nics])
    connected = connector(scenario, nics)
    for flow in plan_of(scenario).flows:
        connected(flow)
    seconds = _least_seconds(scenario, carried) * factor
    if seconds > _LONGEST_S:
        raise BuildError(
            f"{scenario.name}: at 1 : {factor:,} its writes take {seconds / 3600:,.1f} h or more; accepted: "
            f"{_LONGEST_S / 3600:g} h, with shorter writes or a smaller --scale"
        )


def check_stand_ins(scenario: Scenario, switches: Sequence[str], cables: CableKind) -> None:
    """Refuse what VPP cannot stand in for.

    Raises:
        ScenarioError: a fault of a switch in whose place it is.
        BuildError: no such switch, cables without interfaces, or no VPP.
    """
    names = [switch.name for switch in scenario.topology.switches()]
    for name in switches:
        if name not in names:
            raise BuildError(f"--stand-in: {unknown('switch', name, names)}")
        if switches.count(name) > 1:
            raise BuildError(f"--stand-in: {name} stands twice; accepted: each switch once")
    if switches and cables != "veth":
        raise BuildError("--stand-in: VPP needs the interfaces of a switch; accepted: --cables veth")
    for index, fault in enumerate(scenario.faults):
        if fault.affects == "forwarding" and fault.target in switches:
            problem = Problem(("faults", index), f"`{fault}`: VPP is in its place", "another --stand-in")
            raise ScenarioError(scenario.document.sentence(problem))
    if switches:
        check_programs()


def _least_seconds(scenario: Scenario, carried: Sequence[Contents]) -> float:
    """The shortest run, in seconds of the topology: NICs send and receive at full rate, open loops take their time."""
    topology, plan = scenario.topology, plan_of(scenario)
    loads: dict[tuple[str, int], int] = {}
    for flow, contents in zip(plan.flows, carried, strict=True):
        for key in (("from", flow.source), ("to", flow.destination)):
            loads[key] = loads.get(key, 0) + flow.times * contents.size
    paced_s = max((flow.times - 1) * (flow.every_ns or 0) for flow in plan.flows) / 1e9
    return max(paced_s, max(loads.values()) * 8 / (topology.planes * topology.rate_bps("host")))


# --- The command -----------------------------------------------------------------------------------------------------


LOGS = "logs"
"""Where the processes of a live run say what they have to say, below the output directory."""


class LiveOptions(Message, frozen=True):
    """What one process tells the other, which runs the scenario, in namespaces of its own where there are some.

    Attributes:
        payload: a file that every write carries; None for the scenario's data.
        cables: what they are made of.
        engine: what runs the program on the embedded target.
        factor: see `fabric.live.scale.Scale`; None measures what this machine carries.
        progress: show how it goes on.
        stand_ins: switches in whose place VPP forwards.
    """

    scenario: str
    out: str
    payload: str | None
    target: str
    cables: CableChoice
    engine: EngineChoice
    factor: int | None
    progress: bool
    stand_ins: tuple[str, ...] = ()


_TOO_BUSY = 3
"""Status of the process that runs a scenario: an expectation was not held, and the machine was too busy."""
_MOST_RUNS = 3
"""At a scale that was measured; each is twice as slow as the one before."""


def run_live(options: LiveOptions, console: Console) -> int:
    """Run a scenario live, in a process of its own: 0 when all held. Raises FabricError.

    At a scale that was measured, a verdict of a machine that was too busy is none: it is run again, twice as slow.
    """
    scenario, carried = _load(options)
    check_target(get_target(options.target))
    found = ground("veth" if options.stand_ins and options.cables == "auto" else options.cables, options.target)
    check_stand_ins(scenario, options.stand_ins, found.cables)
    if found.note is not None:
        console.print(found.note, markup=False, highlight=False, soft_wrap=True)
    first = options.factor or suitable_factor(scenario.topology, options.target, found.cables)
    for again in range(1 if options.factor is not None else _MOST_RUNS):
        factor = first << again
        if again:
            console.print(f"The machine was too busy for that verdict: again, at 1 : {factor:,}", style="bold yellow")
        check_live(scenario, [each.contents for each in carried], factor, console.print)
        settled = replace(options, factor=factor, cables=found.cables)
        status = _run_there(settled, found.prefix)
        if status != _TOO_BUSY:
            return status
    return 1


def _run_there(settled: LiveOptions, prefix: Sequence[str]) -> int:
    """Run a scenario in a process of its own, behind `prefix`; its status. Raises BuildError, OutputError."""
    command = [*prefix, sys.executable, "-m", "fabric.live.scenarios.run", text_of(settled)]
    # A session of its own: Ctrl-C is for us. It ends when its standard input does, so also when we are killed.
    with (
        _alone_in(Path(settled.out)),
        subprocess.Popen(command, stdin=subprocess.PIPE, env=environment(), start_new_session=True) as process,
    ):
        try:
            return process.wait()
        except InterruptedCommandError:
            assert process.stdin is not None
            process.stdin.close()
            process.wait()
            raise


@contextlib.contextmanager
def _alone_in(out: Path) -> Iterator[None]:
    """Keep other live runs out of an output directory. Raises BuildError: one is there. Raises OutputError."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(out, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise OutputError(f"{error.filename}: {error.strerror}") from None
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BuildError(f"{out}: another live run writes there; accepted: another --out") from None
        yield
    finally:
        os.close(descriptor)


def _load(options: LiveOptions) -> tuple[Scenario, list[Payload]]:
    scenario = load(Path(options.scenario)).as_live()
    carried = payloads(scenario, Path(options.payload) if options.payload is not None else None)
    return with_time_for(scenario, carried), carried


def _run_here(options: LiveOptions, console: Console) -> int:
    assert options.cables != "auto", "settled by now"
    started = time.monotonic()

    def say(text: str) -> None:
        if options.progress:
            console.print(f"{time.monotonic() - started:6.1f} s  {text}", markup=False, highlight=False, soft_wrap=True)

    scenario, carried = _load(options)
    scale = Scale(options.factor or 1)
    out = Path(options.out)
    logs = out / LOGS
    shutil.rmtree(logs, ignore_errors=True)
    logs.mkdir(parents=True)
    say(f"{scenario.title} ({scenario.name}), live on {options.target} at 1 : {scale.factor:,}")
    nics = NicSettings(
        seed=scenario.seed, trimming=scenario.nic.trimming, options=scenario.nic.options,
        signal_ns=scenario.nic.signal_ns,
    )  # fmt: skip
    source = TopologySource(file=scenario.topology_file, overrides=dict(scenario.overrides))
    how = BringUp(
        get_target(options.target), logs, cables=options.cables, seed=scenario.seed, engine=options.engine, say=say
    )
    with LiveFabric(source, scale, PROGRAM, nics, how) as network, contextlib.ExitStack() as others:
        stand_ins = []
        for switch in options.stand_ins:
            network.set_forwarding(switch, False)
            stand_ins.append(others.enter_context(in_place_of(switch, source)))
            say(f"{stand_ins[-1].version} forwards in the place of {switch}")
        files = logs / "data"
        files.mkdir()
        progress = choose(console, options.progress)
        run = execute(
            scenario, network, [each.contents for each in carried],
            progress=progress, out=out, files=files, stand_ins=stand_ins,
        )  # fmt: skip
        write_received(scenario, carried, lambda index: run.flows[index].received(), out)
    shutil.rmtree(files)
    facts = live_facts(
        options.target, options.cables, scale.factor,
        delays=network.delays, overloaded=run.overloaded, advice=advice(run.overloaded, scale.factor),
        steering_ns=run.steering_ns, stand_ins={each.switch: each.version for each in stand_ins},
    )  # fmt: skip
    held = finish(build(scenario, run.measurements, live=facts), out, console)
    for line in run.overloaded:  # below the verdict, which may be the machine's
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    if run.overloaded:
        console.print(facts["advice"], style="bold yellow", markup=False, highlight=False, soft_wrap=True)
    return 0 if held else _TOO_BUSY if run.overloaded else 1


def _end_with_parent() -> None:
    while os.read(sys.stdin.fileno(), 1):  # not through a stream, whose lock the interpreter could not take at its end
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def main(arguments: Sequence[str]) -> int:
    try:
        with interruptible():
            threading.Thread(target=_end_with_parent, daemon=True).start()
            return _run_here(message_of(arguments[0], LiveOptions), Console())
    except InterruptedCommandError as interrupted:
        return interrupted.status
    except (FabricError, ControllerError, TargetError, TopologyError, OutputError, DecodeError) as problem:
        print(f"error: {problem}", file=sys.stderr)
    except OSError as problem:
        print(f"error: {problem.filename or 'live'}: {problem.strerror}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
