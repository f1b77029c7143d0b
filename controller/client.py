# SPDX-License-Identifier: Apache-2.0
"""`SwitchClient`: makes one switch hold exactly what was planned, or reports how it differs.

Installing twice changes nothing: the pipeline is pushed only when the switch's cookie is not ours, entries are written
only where the switch differs from the plan. Entries the plan does not have are removed: a plan is the whole truth.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from types import TracebackType
from typing import TYPE_CHECKING

from google.protobuf.message import DecodeError
from msgspec import Struct

from controller.encoding import EncodedPlan, EncodedTable, Kind, check_ports, codec, split, table_head, updates
from controller.errors import ControllerError, NoAnswerError, NotPrimaryError, StoppedError, SwitchError, VerifyError
from controller.pipeline import Pipeline, Rules, lookup
from controller.switch_plan import Difference, SwitchPlan, compare, difference_text, entry_text, key_text
from p4soft.interpreter import no_collections
from p4soft.messages import p4runtime_pb2
from p4soft.p4runtime_client import BaseSession, Sent, SessionError, WriteRefusedError
from p4soft.table_entries import EntryKey, TableEntry

if TYPE_CHECKING:
    from p4soft.p4runtime_client import Session

BATCH = 2000
"""Updates per Write, while the next ones are being encoded."""
ENCODED_BATCH = 4500
"""Updates per Write that are encoded already: few calls, and far from any deadline for 1,000 updates a second."""
SHOWN = 20
"""Differences or refusals in a message."""
_EVERY_ENTRY = p4runtime_pb2.Entity(table_entry=p4runtime_pb2.TableEntry())

INSERT = p4runtime_pb2.Update.INSERT
MODIFY = p4runtime_pb2.Update.MODIFY
DELETE = p4runtime_pb2.Update.DELETE
_NO_ANSWER = ("UNAVAILABLE", "DEADLINE_EXCEEDED")
_NOT_PRIMARY = "PERMISSION_DENIED"
_KINDS = {_NOT_PRIMARY: NotPrimaryError, **dict.fromkeys(_NO_ANSWER, NoAnswerError)}
_PASSING = (
    *_NO_ANSWER, "RESOURCE_EXHAUSTED", "ABORTED", "CANCELLED", "ALREADY_EXISTS", _NOT_PRIMARY, "FAILED_PRECONDITION",
)  # fmt: skip
"""Statuses of whole calls that another try may not get: silent, busy, not (or no longer) ours, restarted."""
_VERBS = {INSERT: "insert", MODIFY: "modify", DELETE: "delete"}


class InstallReport(Struct, frozen=True):
    """What `SwitchClient.install` did.

    Attributes:
        entries: How many entries it holds now.
        pipeline_set: Whether the program was pushed.
    """

    switch: str
    entries: int
    pipeline_set: bool
    inserted: int
    modified: int
    deleted: int

    @property
    def changed(self) -> bool:
        return self.pipeline_set or bool(self.inserted or self.modified or self.deleted)


class Pace:
    """How fast a switch is written to, so that its CPU has time for other work, and whether to go on.

    Args:
        rate: Most updates per second; None: as many as the switch takes.
        stopped: Nothing more is written when it is set.
    """

    def __init__(self, rate: float | None = None, stopped: threading.Event | None = None) -> None:
        self._rate = rate
        self._stopped = stopped or threading.Event()
        self._next = 0.0

    @property
    def batch(self) -> int:
        """Most updates per Write."""
        return ENCODED_BATCH if self._rate is None else max(1, min(ENCODED_BATCH, int(self._rate / 4)))

    def wait(self, count: int) -> None:
        """Wait until as many updates may be sent. Raises StoppedError."""
        if self._rate is not None:
            now = time.monotonic()
            self._stopped.wait(max(0.0, self._next - now))
            self._next = max(now, self._next) + count / self._rate
        if self._stopped.is_set():
            raise StoppedError("stopped")


class SwitchClient:
    """A P4Runtime client for one switch; use it as a context manager. No call waits longer than its deadline.

    Args:
        switch: ``host:port`` of its P4Runtime server; or a session with it, which this client closes.
        device_id: P4Runtime device id.
        pipeline: The program the switch runs or shall run.
        name: What to call the switch in messages.
        timeout_s: Deadline of each call to a server, in seconds; six times as long for the program to be loaded.
        election_id: Larger wins when two clients want to write; a session has its own.
        pace: How fast it is written to.

    Raises:
        SwitchError: The server does not answer.
        PipelineError: A rule of the P4Info cannot be understood.
    """

    def __init__(
        self,
        switch: str | BaseSession,
        device_id: int,
        pipeline: Pipeline,
        *,
        name: str = "switch",
        timeout_s: float = 10.0,
        election_id: int = 1,
        pace: Pace | None = None,
    ) -> None:
        self.name = name
        self.pipeline = pipeline
        self._pace = pace or Pace()
        self._rules = Rules.of(pipeline)
        self._codec = codec(pipeline)
        self._session = (
            switch if isinstance(switch, BaseSession) else _answering(name, switch, device_id, election_id, timeout_s)
        )

    def __enter__(self) -> SwitchClient:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give up control and disconnect. Idempotent."""
        self._session.close()

    # -- what a controller does ------------------------------------------------------------------------------

    def install(self, plan: SwitchPlan | EncodedPlan) -> InstallReport:
        """Make the switch hold exactly this plan: pipeline, entries, read back, compare. An encoded plan is checked.

        Raises:
            PipelineError: The plan does not fit the P4Info; nothing was sent.
            ConstraintError: An entry breaks a rule of the program; nothing was sent.
            ControllerError: The plan uses a port v1model does not have, or one key twice; nothing was sent.
            SwitchError: No answer, not primary, or an entry was refused.
            StoppedError: The pace says so; whole entries were written, and perhaps not all of them.
            VerifyError: The switch accepted everything and yet holds something else.
        """
        with no_collections():
            return self._install(plan if isinstance(plan, EncodedPlan) else self.encoded(plan))

    def encoded(self, plan: SwitchPlan) -> EncodedPlan:
        """A plan as bytes, checked. Raises as `install` before it sends anything."""
        return encoded(plan, self.pipeline)

    def change(self, before: SwitchPlan, after: SwitchPlan) -> InstallReport:
        """Take a switch that holds one plan to another by writing what differs; nothing is read.

        What is new comes first and what goes last, the other way round, so that no route names a group that is not
        there.

        Raises:
            PipelineError, ConstraintError: the plan does not fit the P4Info, or breaks a rule of the program.
            ControllerError: the plan has one key twice.
            SwitchError: no answer, not primary, or an entry was refused: the switch did not hold ``before``.
        """
        planned = _planned(after)
        differences = compare(planned, _planned(before))
        missing = [d.planned for d in differences if d.planned is not None and d.found is None]
        changed = [d.planned for d in differences if d.planned is not None and d.found is not None]
        extra = [d.found for d in differences if d.found is not None and d.planned is None]
        self.become_primary()
        self.insert(missing)
        self.modify(changed)
        self.delete(reversed(extra))
        return InstallReport(after.switch, len(planned), False, len(missing), len(changed), len(extra))

    def verify(self, plan: SwitchPlan | EncodedPlan) -> list[Difference]:
        """Read the switch and compare it with a plan; writes nothing, does not even become primary.

        Raises:
            VerifyError: The switch runs no pipeline, or another one.
            SwitchError: No answer.
        """
        if not isinstance(plan, EncodedPlan):
            plan = encoded(plan, self.pipeline, checked=False)
        cookie = self.current_cookie()
        if cookie is None:
            raise VerifyError(f"{self._session.label}: runs no pipeline; install it first")
        if cookie != self.pipeline.cookie:
            raise VerifyError(
                f"{self._session.label}: runs another pipeline (cookie {cookie:#018x}) than {self.pipeline.source} "
                f"and its device config (cookie {self.pipeline.cookie:#018x})"
            )
        with no_collections():
            return self._differences(plan, self._answers())

    # -- building blocks, for conformance tests ------------------------------------------------------------------------

    def become_primary(self) -> None:
        """Win the arbitration; needed before any write. Raises SwitchError."""
        with _switch_errors():
            self._session.become_primary()

    def is_primary(self) -> bool:
        """Whether this client has been the only primary since it became primary."""
        return self._session.is_primary()

    def current_cookie(self) -> int | None:
        """The cookie of the pipeline the switch runs, None when it runs none. Raises SwitchError."""
        with _switch_errors():
            return self._session.pipeline_cookie()

    def set_pipeline(self) -> None:
        """Push P4Info and device config; every table is empty afterwards. Raises SwitchError."""
        with _switch_errors():
            self._session.load(self.pipeline.encoded)

    def read_entries(self) -> dict[EntryKey, TableEntry]:
        """All entries of all tables the program does not fill itself. Raises SwitchError."""
        with no_collections():
            return self._decoded(self._entries(self._answers()))

    def _answers(self) -> bytes:
        """What the switch answers when it is asked for all entries: ReadResponses, one after the other."""
        with _switch_errors():
            return b"".join(self._session.read_encoded([_EVERY_ENTRY]))

    def _entries(self, answers: bytes) -> list[bytes]:
        """The entries of tables that the program does not fill itself; default ones perhaps among them."""
        const = tuple(table_head(table.id) for table in self.pipeline.tables.values() if table.is_const)
        try:
            found = split(answers)
        except DecodeError:
            raise SwitchError(f"{self._session.label}: Read failed: an answer that is no P4Runtime") from None
        return [data for data in found if not data.startswith(const)] if const else found

    def insert(self, entries: Iterable[TableEntry]) -> None:
        """Insert entries, `BATCH` at a time; those of the batches before one that fails are there.

        Raises:
            PipelineError, ConstraintError: an entry that does not fit the program; its batch was not sent.
            SwitchError: no answer, or refused; it names the refused entries.
        """
        self._write_each(INSERT, map(self._checked, entries))

    def modify(self, entries: Iterable[TableEntry]) -> None:
        """Modify entries, as `insert`; raises what it raises."""
        self._write_each(MODIFY, map(self._checked, entries))

    def delete(self, entries: Iterable[TableEntry]) -> None:
        """Delete entries, as `insert`, whatever the program's rules say. Raises PipelineError or SwitchError."""
        self._write_each(DELETE, map(self._codec.encoded, entries))

    def write(self, updates: Iterable[p4runtime_pb2.Update]) -> None:
        """Write any updates (action profile members, groups, ...) in one call. Raises SwitchError."""
        try:
            with _switch_errors():
                self._session.write(updates)
        except WriteRefusedError as error:
            lines = [f"update {refused.index}: {refused.code}: {refused.message}" for refused in error.refusals]
            raise SwitchError(f"{self._session.label}: refused: {'; '.join(lines) or error.summary}") from None

    def read(self, *entities: p4runtime_pb2.Entity) -> list[p4runtime_pb2.Entity]:
        """Read any entities in one call. Raises SwitchError."""
        with _switch_errors():
            return list(self._session.read(entities))

    def read_counter(self, name: str, index: int) -> tuple[int, int]:
        """Packets and bytes of one cell of an indexed counter.

        Raises:
            ControllerError: the counter has no such index.
            PipelineError: no such counter.
            SwitchError: the switch refuses, or cannot be reached.
        """
        counter_id, size = lookup(self.pipeline.counters, name, "counter", self.pipeline.source)
        if not 0 <= index < size:
            raise ControllerError(f"counter {name}: index {index}; accepted: 0..{size - 1}")
        entity = p4runtime_pb2.Entity()
        entity.counter_entry.counter_id = counter_id
        entity.counter_entry.index.index = index
        cells = self.read(entity)
        if len(cells) != 1:
            raise SwitchError(f"{self._session.label}: counter {name}[{index}]: {len(cells)} cells read instead of one")
        data = cells[0].counter_entry.data
        return data.packet_count, data.byte_count

    # -- inside --------------------------------------------------------------------------------------------------------

    def _install(self, plan: EncodedPlan) -> InstallReport:
        self.become_primary()
        pipeline_set = self.current_cookie() != self.pipeline.cookie
        if pipeline_set:
            self._pace.wait(0)
            self.set_pipeline()
        answers = b"" if pipeline_set and not self.pipeline.has_initial_entries else self._answers()
        if not answers:
            extra, changed, missing = [], [], len(plan)
            self._write(INSERT, plan.batches(self._pace.batch))
        else:
            differences = self._differences(plan, answers)
            extra = [d.found for d in differences if d.found is not None and d.planned is None]
            changed = [d.planned for d in differences if d.planned is not None and d.found is not None]
            new = [d.planned for d in differences if d.found is None and d.planned is not None]
            missing = len(new)
            for entry in extra:
                if entry.table not in self.pipeline.tables:
                    where = f"holds an entry of no table of {self.pipeline.source}"
                    raise SwitchError(f"{self._session.label}: {where}: {entry_text(entry)}")
            for kind, entries in ((DELETE, extra), (MODIFY, changed), (INSERT, new)):
                self._write_each(kind, map(self._codec.encoded, entries))
        if extra or changed or missing:
            remaining = self._differences(plan, self._answers())
            if remaining:
                raise VerifyError(f"{self._session.label}: after install\n{differences_text(remaining)}")
        return InstallReport(plan.switch, len(plan), pipeline_set, missing, len(changed), len(extra))

    def _differences(self, plan: EncodedPlan, answers: bytes) -> list[Difference]:
        """What is equal byte by byte agrees; the rest is decoded and compared."""
        if answers == plan.answer:
            return []
        found = self._entries(answers)
        have, want = set(found), set(plan.entries)
        if have == want:
            return []
        planned = self._decoded(data for data in plan.entries if data not in have)
        return compare(planned, self._decoded(data for data in found if data not in want))

    def _decoded(self, entries: Iterable[bytes]) -> dict[EntryKey, TableEntry]:
        """Entries, without default ones. Raises SwitchError: one is no entry."""
        decoded = {}
        for data in entries:
            try:
                message = p4runtime_pb2.TableEntry.FromString(data)
            except DecodeError:
                raise SwitchError(f"{self._session.label}: Read failed: an entry that is no P4Runtime") from None
            if not message.is_default_action:
                entry = self._codec.decode(message)
                decoded[entry.key] = entry
        return decoded

    def _checked(self, entry: TableEntry) -> bytes:
        """Encode an entry that the program's rules allow. Raises PipelineError or ConstraintError."""
        data = self._codec.encoded(entry)
        if entry.table in self._rules.on or entry.action in self._rules.on:
            self._rules.check(entry)
        return data

    def _write_each(self, kind: Kind, entries: Iterator[bytes]) -> None:
        """Write serialised entries, which are made while the switch is busy with those before."""
        most = min(self._pace.batch, BATCH)
        batches = iter(lambda: list(islice(entries, most)), [])
        self._write(kind, ((len(each), updates(kind, each)) for each in batches))

    def _write(self, kind: Kind, batches: Iterable[tuple[int, bytes]]) -> None:
        """Write batches of updates: how many, and their `updates` fields.

        The next batch is built while the switch is busy with one, and sent after its answer.
        """
        sent: tuple[bytes, Sent] | None = None
        try:
            for count, batch in batches:
                if sent is not None:
                    waiting, sent = sent, None
                    self._finish(kind, *waiting)
                self._pace.wait(count)
                sent = batch, self._session.send(batch)
        finally:
            if sent is not None:
                self._finish(kind, *sent)

    def _finish(self, kind: Kind, batch: bytes, sent: Sent) -> None:
        try:
            with _switch_errors():
                sent.wait()
        except WriteRefusedError as error:
            raise SwitchError(self._refusal(kind, batch, error)) from None

    def _refusal(self, kind: Kind, batch: bytes, error: WriteRefusedError) -> str:
        head = f"{self._session.label}: {_VERBS[kind]} refused"
        updates = p4runtime_pb2.WriteRequest.FromString(batch).updates
        refused = [item for item in error.refusals if item.index < len(updates)]

        def entry(index: int) -> TableEntry:
            return self._codec.decode(updates[index].entity.table_entry)

        if not refused:
            return f"{head}: {error.summary} ({len(updates)} entries of {entry(0).table} and following)"
        shown = [f"{item.code}: {item.message}: {entry_text(entry(item.index))}" for item in refused[:SHOWN]]
        if len(refused) > SHOWN:
            shown.append(f"... and {len(refused) - SHOWN} more")
        return "\n".join([f"{head} for {len(refused)} of {len(updates)} entries:", *shown])


def encoded(plan: SwitchPlan, pipeline: Pipeline, *, checked: bool = True) -> EncodedPlan:
    """A plan as bytes.

    Args:
        plan: the plan.
        pipeline: the program.
        checked: whether its ports and the program's rules are looked at, as `SwitchClient.install` needs it.

    Raises:
        PipelineError, ConstraintError, ControllerError: as `SwitchClient.install` before it sends anything.
    """
    planned = _planned(plan)
    if checked:
        check_ports(plan.switch, plan.max_port)
    encode, check = codec(pipeline).encoded, Rules.of(pipeline).check
    entries = []
    for entry in planned.values():
        entries.append(encode(entry))
        if checked:
            check(entry)
    return EncodedPlan(plan.switch, plan.device_id, [EncodedTable.of_entries(entries)])


def _planned(plan: SwitchPlan) -> dict[EntryKey, TableEntry]:
    planned: dict[EntryKey, TableEntry] = {}
    for entry in plan.entries:
        if planned.setdefault(entry.key, entry) is not entry:
            raise ControllerError(f"{plan.switch}: planned twice: {key_text(entry)}")
    return planned


def _answering(name: str, address: str, device_id: int, election_id: int, timeout_s: float) -> Session:
    """A session over gRPC with a server that answers. Raises SwitchError."""
    from p4soft.p4runtime_client import Session  # noqa: PLC0415 - gRPC is large, and not everywhere

    session = Session(name, address, device_id, election_id=election_id, timeout_s=timeout_s)
    try:
        with _switch_errors():
            session.api_version()
    except BaseException:
        session.close()
        raise
    return session


def install(
    switch: str | BaseSession, pipeline: Pipeline, plan: SwitchPlan | EncodedPlan, *, timeout_s: float = 10.0
) -> InstallReport:
    """Make a switch, given as to `SwitchClient`, hold a plan, in a session that ends with it.

    No call waits longer than ``timeout_s``, or six times as long while the switch loads the program.

    Raises:
        ControllerError: as `SwitchClient` and its ``install``.
    """
    with SwitchClient(switch, plan.device_id, pipeline, name=plan.switch, timeout_s=timeout_s) as client:
        return client.install(plan)


@contextlib.contextmanager
def _switch_errors() -> Iterator[None]:
    """What the session says, as this package's error; a refused Write is for the caller, who knows its entries."""
    try:
        yield
    except WriteRefusedError:
        raise
    except SessionError as error:
        kind = _KINDS.get(error.code or "", SwitchError)
        raise kind(str(error), passing=error.code in _PASSING) from None


def differences_text(differences: Sequence[Difference]) -> str:
    """Differences, one per line; the first twenty, then how many more."""
    lines = [difference_text(difference) for difference in differences[:SHOWN]]
    if len(differences) > SHOWN:
        lines.append(f"... and {len(differences) - SHOWN} more")
    return "\n".join(lines)
