# SPDX-License-Identifier: Apache-2.0
"""What a fleet holds, switch by switch, compared with its plan, and as metrics for Prometheus.

P4Runtime has no digests, so a switch's entries are all read and compared as bytes; only what differs is decoded. Equal
bytes have the plan's digest. The metrics are drift, who is unreachable, drops by reason, trims by port, in the text
format 0.0.4 of Prometheus's exposition formats. A look reads all entries and counters of all switches, which costs them
some CPU: scrapes get the last look, and `--every` says how often there is one.
"""

from __future__ import annotations

import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Literal, TypeVar, get_args

from msgspec import Struct
from typing_extensions import override

from controller.client import SwitchClient, differences_text
from controller.columns import SwitchTables
from controller.errors import ControllerError, NoAnswerError, VerifyError
from controller.inventory import Connections, Endpoint
from controller.pipeline import Pipeline, lookup
from controller.program import DROP_REASONS, DROPPED_PACKETS, ENUMS, QUEUE_COUNTERS, QUEUES
from controller.push import FleetPlan
from controller.switch_plan import Difference
from p4soft.messages import p4runtime_pb2

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

# --- Metrics ---------------------------------------------------------------------------------------------------------


class Metric(Struct, frozen=True):
    """A family of time series.

    Attributes:
        labels: names of its labels.
    """

    name: str
    kind: Literal["gauge", "counter"]
    help: str
    labels: tuple[str, ...] = ()


SWITCHES = Metric("mrc_switches", "gauge", "Switches of the inventory by what they hold.", ("state",))
STATE = Metric("mrc_switch_state", "gauge", "1 for the state that the switch is in, 0 for others.", ("switch", "state"))
DRIFT = Metric("mrc_switch_drift_entries", "gauge", "Entries that are not as planned.", ("switch", "kind"))
ENTRIES = Metric("mrc_switch_entries", "gauge", "Entries that the switch holds.", ("switch",))
DIGEST = Metric(
    "mrc_switch_digest_info", "gauge", "Always 1; the label is the digest of its tables.", ("switch", "digest")
)
DROPS = Metric(
    "mrc_switch_dropped_packets_total", "counter", "Packets that the program dropped, by reason.", ("switch", "reason")
)
_OF_PORT = ("switch", "port")
TRIMS = Metric("mrc_port_trim_packets_total", "counter", "Packets that a full queue of the port had trimmed.", _OF_PORT)
TRIMS_SENT = Metric("mrc_port_tx_trim_packets_total", "counter", "Trimmed packets that the port sent.", _OF_PORT)
TRIMS_DROPPED = Metric(
    "mrc_port_dropped_trim_packets_total", "counter", "Trimmed packets that found no room either.", _OF_PORT
)
TAIL_DROPS = Metric(
    "mrc_port_dropped_packets_total",
    "counter",
    "Packets that a full queue of the port refused, trimmed or not.",
    _OF_PORT,
)
MARKS = Metric("mrc_port_ecn_marked_packets_total", "counter", "Packets that the port marked.", _OF_PORT)
LOOK_SECONDS = Metric("mrc_look_duration_seconds", "gauge", "How long the last look at all switches took.")
LOOK_TIME = Metric("mrc_look_timestamp_seconds", "gauge", "When the last look ended, in seconds since 1970.")

METRICS = (
    SWITCHES, STATE, DRIFT, ENTRIES, DIGEST, DROPS, TRIMS, TRIMS_SENT, TRIMS_DROPPED, TAIL_DROPS, MARKS, LOOK_SECONDS,
    LOOK_TIME,
)  # fmt: skip
"""All that the exporter gives, in its order."""

_COUNTERS: Mapping[str, Metric] = {
    "queue_dropped_packets": TAIL_DROPS,
    "queue_wred_ecn_marked_packets": MARKS,
    "queue_trim_packets": TRIMS,
    "queue_tx_trim_packets": TRIMS_SENT,
    "queue_dropped_trim_packets": TRIMS_DROPPED,
}
"""By the last part of a counter's name; each has a cell for each port and queue."""

Samples = dict[tuple[str, ...], float]
"""Values by labels."""


@dataclass(slots=True)
class Look:
    """One look at a fleet."""

    samples: dict[Metric, Samples] = field(default_factory=lambda: {metric: {} for metric in METRICS})

    def text(self) -> str:
        """In Prometheus's text format."""
        return "".join(_family(metric, samples) for metric, samples in self.samples.items())


def _family(metric: Metric, samples: Samples) -> str:
    lines = [f"# HELP {metric.name} {metric.help}", f"# TYPE {metric.name} {metric.kind}"]
    for values, number in samples.items():
        labels = ",".join(f'{name}="{_escaped(value)}"' for name, value in zip(metric.labels, values, strict=True))
        lines.append(f"{metric.name}{{{labels}}} {_number(number)}" if labels else f"{metric.name} {_number(number)}")
    return "\n".join(lines) + "\n"


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace("\n", r"\n").replace('"', r"\"")


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)


# --- A look at a fleet -----------------------------------------------------------------------------------------------


def look(
    plan: FleetPlan, endpoints: Sequence[Endpoint], *, at_once: int, timeout_s: float, counters: bool = True
) -> Look:
    """Ask all switches. What one does not say is left out; its state says why."""
    began = time.monotonic()
    found = Look()
    lock = threading.Lock()

    def visit(client: SwitchClient, endpoint: Endpoint) -> None:
        counted = list(_counters(client, endpoint, plan.pipeline))
        with lock:
            for metric, labels, number in counted:
                found.samples[metric][labels] = number

    survey = Survey(plan, at_once, timeout_s, visit if counters else None)
    states: Counter[str] = Counter(dict.fromkeys(STATES, 0))
    for finding in survey.findings(endpoints):
        states[finding.state] += 1
        with lock:
            _add(found, finding)
    found.samples[SWITCHES] = {(state,): count for state, count in states.items()}
    found.samples[LOOK_SECONDS][()] = round(time.monotonic() - began, 3)
    found.samples[LOOK_TIME][()] = round(time.time(), 3)
    for metric in METRICS:  # threads answer in any order
        found.samples[metric] = dict(sorted(found.samples[metric].items(), key=_order))
    return found


def _order(sample: tuple[tuple[str, ...], float]) -> tuple[tuple[int, str], ...]:
    return tuple((len(label) if label.isdecimal() else 0, label) for label in sample[0])


def _add(found: Look, finding: Finding) -> None:
    name, samples = finding.switch, found.samples
    for state in STATES:
        samples[STATE][name, state] = int(state == finding.state)
    if finding.state not in ("as planned", "drift"):
        return
    kinds = Counter(difference.kind for difference in finding.differences)
    for kind in ("missing", "extra", "differs"):
        samples[DRIFT][name, kind] = kinds[kind]
    samples[ENTRIES][name,] = finding.entries
    if finding.digest:
        samples[DIGEST][name, finding.digest] = 1


def _counters(
    client: SwitchClient, endpoint: Endpoint, pipeline: Pipeline
) -> Iterator[tuple[Metric, tuple[str, ...], float]]:
    """Drops by reason of a switch, all reasons; what ports counted, where they counted anything."""
    name = endpoint.name
    bits = ENUMS["drop_reason_t"].width
    reasons: Counter[int] = Counter()
    for index, packets in _cells(client, pipeline, DROPPED_PACKETS):
        reasons[index & (1 << bits) - 1] += packets
    for reason, number in DROP_REASONS.items():
        yield DROPS, (name, reason), reasons[number]
    for counter in QUEUE_COUNTERS:
        metric = _COUNTERS.get(counter.rpartition(".")[2])
        if metric is None:
            continue
        ports: defaultdict[int, int] = defaultdict(int)
        for index, packets in _cells(client, pipeline, counter):
            ports[index // QUEUES] += packets
        for port, packets in ports.items():
            yield metric, (name, str(port)), packets


def _cells(client: SwitchClient, pipeline: Pipeline, counter: str) -> Iterator[tuple[int, int]]:
    """Indices and packets of the cells that counted anything."""
    counter_id, _ = lookup(pipeline.counters, counter, "counter", pipeline.source)
    request = p4runtime_pb2.Entity()
    request.counter_entry.counter_id = counter_id
    for entity in client.read(request):
        cell = entity.counter_entry
        if cell.data.packet_count:
            yield cell.index.index, cell.data.packet_count


# --- An HTTP server --------------------------------------------------------------------------------------------------


class Exporter:
    """Serves the last look at ``/metrics``.

    Attributes:
        address: ``host:port`` actually bound.
    """

    def __init__(self, host: str, port: int) -> None:
        """Bind. Raises ControllerError: the address is in use, or not this host's."""
        self._text: bytes | None = None
        try:
            self._server = ThreadingHTTPServer((host, port), self._handler())
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or error
            raise ControllerError(f"--listen {host}:{port}: cannot bind: {reason}") from None
        self._server.daemon_threads = True
        self.address = f"{host}:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, name="exporter", daemon=True)

    def start(self) -> None:
        """Serve. Returns at once."""
        self._thread.start()

    def show(self, found: Look) -> None:
        """Serve this look from now on."""
        self._text = found.text().encode()

    def close(self) -> None:
        """Serve no more."""
        if self._thread.is_alive():
            self._server.shutdown()
            self._thread.join()
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        exporter = self

        class Handler(BaseHTTPRequestHandler):
            timeout = 30

            def do_GET(self) -> None:
                path = self.path.partition("?")[0]
                if path != "/metrics":
                    self._answer(404, b"accepted: /metrics\n")
                elif exporter._text is None:
                    self._answer(503, b"the first look at the fleet is under way\n")
                else:
                    self._answer(200, exporter._text)

            def _answer(self, status: int, body: bytes) -> None:
                self.send_response(status)
                self.send_header("Content-Type", CONTENT_TYPE)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            @override
            def log_message(self, format: str, *args: object) -> None:
                """Nothing: a scrape is no news."""

        return Handler


def serve(exporter: Exporter, look_once: Callable[[], Look], every_s: float, told: Callable[[Look], None]) -> None:
    """Look at the fleet again and again, `every_s` from one beginning to the next, until something is raised."""
    exporter.start()
    pause = threading.Event()
    while True:
        began = time.monotonic()
        found = look_once()
        exporter.show(found)
        told(found)
        pause.wait(max(0.0, every_s - (time.monotonic() - began)))


def states_of(found: Look) -> Iterable[str]:
    """How many switches are in which state, in words."""
    return (f"{int(count)} {state}" for (state,), count in found.samples[SWITCHES].items() if count)


# --- x ----------------------------------------------------------------------------------------------------------------


_Answer = TypeVar("_Answer")
State = Literal["as planned", "drift", "other program", "unreachable", "error"]
STATES: tuple[State, ...] = get_args(State)


class Finding(Struct, frozen=True):
    """What one switch holds.

    Attributes:
        digest: of the tables that it holds; "" when they are not known, or not of this program.
        differences: from its plan.
        error: why nothing, or nothing more, is known.
    """

    switch: str
    state: State
    entries: int = 0
    digest: str = ""
    differences: tuple[Difference, ...] = ()
    error: str = ""

    def text(self) -> str:
        """In one line, and a line for each of the first differences."""
        if self.state == "as planned":
            return f"{self.switch}: {self.entries} entries as planned"
        if self.state == "drift":
            return f"{self.switch}: {len(self.differences)} entries\n{differences_text(self.differences)}"
        return self.error


Visit = Callable[[SwitchClient, Endpoint], None]
"""Something more to ask a switch that answered."""


class Survey(Struct, frozen=True):
    """How a fleet is looked at.

    Attributes:
        at_once: most switches at a time.
        timeout_s: of each call.
        visit: is called for each switch that runs the program, while it is connected.
    """

    plan: FleetPlan
    at_once: int = 16
    timeout_s: float = 10.0
    visit: Visit | None = None

    def findings(self, endpoints: Sequence[Endpoint]) -> Iterator[Finding]:
        """How each switch differs, in the order of the endpoints, as it becomes known."""
        self.plan.expect(endpoints)
        return self._each(self._look, endpoints)

    def tables(self, endpoints: Sequence[Endpoint]) -> Iterator[SwitchTables]:
        """What each switch holds, as columns.

        Raises:
            ControllerError: one cannot be read, or holds an entry that the program does not have.
        """

        def read(endpoint: Endpoint, connections: Connections) -> SwitchTables:
            with self._client(endpoint, connections) as client:
                entries = client.read_entries().values()
            return SwitchTables.of_entries(endpoint.name, endpoint.switch.device_id, entries)

        return self._each(read, endpoints)

    def _each(
        self, ask: Callable[[Endpoint, Connections], _Answer], endpoints: Sequence[Endpoint]
    ) -> Iterator[_Answer]:
        connections = Connections()
        pool = ThreadPoolExecutor(self.at_once, thread_name_prefix="survey")
        try:
            yield from pool.map(lambda endpoint: ask(endpoint, connections), endpoints)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            connections.close()
            pool.shutdown()

    def _client(self, endpoint: Endpoint, connections: Connections) -> SwitchClient:
        from p4soft.p4runtime_client import Session  # noqa: PLC0415 - gRPC is large, and not everywhere

        name = endpoint.name
        session = Session(name, connections.to(endpoint), endpoint.device_id, timeout_s=self.timeout_s)
        return SwitchClient(session, endpoint.device_id, self.plan.pipeline, name=name)

    def _look(self, endpoint: Endpoint, connections: Connections) -> Finding:
        name = endpoint.name
        try:
            with self._client(endpoint, connections) as client:
                finding = self._compared(client, endpoint)
                if self.visit is not None:
                    with suppress(ControllerError):  # the switch holds what it holds, whatever else it does not say
                        self.visit(client, endpoint)
                return finding
        except NoAnswerError as error:
            return Finding(name, "unreachable", error=str(error))
        except VerifyError as error:
            return Finding(name, "other program", error=str(error))
        except ControllerError as error:
            return Finding(name, "error", error=str(error))

    def _compared(self, client: SwitchClient, endpoint: Endpoint) -> Finding:
        encoded = self.plan.encoded(endpoint)
        planned = self.plan.planned(endpoint.name)
        differences = client.verify(encoded)
        if not differences:
            return Finding(endpoint.name, "as planned", planned.entries, planned.digest)
        found = client.read_entries().values()
        try:
            digest = SwitchTables.of_entries(endpoint.name, endpoint.switch.device_id, found).digest
        except ControllerError:  # an entry that no table of the program has
            digest = ""
        return Finding(endpoint.name, "drift", len(found), digest, tuple(differences))
