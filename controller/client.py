# SPDX-License-Identifier: Apache-2.0
"""`SwitchClient`: makes one switch hold exactly what was planned, or reports how it differs.

Installing twice changes nothing: the pipeline is pushed only when the switch's cookie is not ours, entries are written
only where the switch differs from the plan. Entries the plan does not have are removed: a plan is the whole truth.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from types import TracebackType
from typing import TYPE_CHECKING, TypeAlias

from finsy.proto.p4.v1 import p4runtime_pb2

from controller.constraints import Rules
from controller.entry_codec import codec
from controller.errors import ControllerError, NoAnswerError, SwitchError, VerifyError
from controller.pipeline import Pipeline, lookup
from controller.program import MAX_PORT
from controller.switch_plan import Difference, SwitchPlan, compare, difference_text, entry_text, key_text
from p4soft.interpreter import no_collections
from p4soft.p4runtime_client import BaseSession, Sent, SessionError, WriteRefusedError
from p4soft.table_entries import EntryKey, TableEntry

if TYPE_CHECKING:
    from p4soft.p4runtime_client import Session

BATCH = 2000
"""Updates per Write: large enough to amortise the call, small enough to stay far from any deadline."""
SHOWN_DIFFERENCES = 20

INSERT = p4runtime_pb2.Update.INSERT
MODIFY = p4runtime_pb2.Update.MODIFY
DELETE = p4runtime_pb2.Update.DELETE
_Kind: TypeAlias = "p4runtime_pb2.Update.Type.ValueType"
_Encode = Callable[[TableEntry, p4runtime_pb2.TableEntry], None]
"""Fills a message, or raises."""
_NO_ANSWER = ("UNAVAILABLE", "DEADLINE_EXCEEDED")
_VERBS = {INSERT: "insert", MODIFY: "modify", DELETE: "delete"}


@dataclass(frozen=True, slots=True)
class InstallReport:
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


class SwitchClient:
    """A P4Runtime client for one switch; use it as a context manager. No call waits longer than its deadline.

    Args:
        switch: ``host:port`` of its P4Runtime server; or a session with it, which this client closes.
        device_id: P4Runtime device id.
        pipeline: The program the switch runs or shall run.
        name: What to call the switch in messages.
        timeout_s: Deadline of each call to a server, in seconds; six times as long for the program to be loaded.
        election_id: Larger wins when two clients want to write; a session has its own.

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
    ) -> None:
        self.name = name
        self.pipeline = pipeline
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

    def install(self, plan: SwitchPlan) -> InstallReport:
        """Make the switch hold exactly this plan: pipeline, entries, read back, compare.

        Raises:
            PipelineError: The plan does not fit the P4Info; nothing was sent.
            ConstraintError: An entry breaks a rule of the program; nothing was sent.
            ControllerError: The plan uses a port v1model does not have, or one key twice; nothing was sent.
            SwitchError: No answer, not primary, or an entry was refused.
            VerifyError: The switch accepted everything and yet holds something else.
        """
        with no_collections():
            return self._install(plan)

    def change(self, before: SwitchPlan, after: SwitchPlan) -> InstallReport:
        """Take a switch that holds one plan to another by writing what differs; nothing is read.

        What is new comes first and what goes last, the other way round, so that no route names a group that is not
        there.

        Raises:
            PipelineError, ConstraintError: the plan does not fit the P4Info, or breaks a rule of the program.
            ControllerError: the plan has one key twice.
            SwitchError: no answer, not primary, or an entry was refused: the switch did not hold ``before``.
        """
        planned = self._planned(after)
        differences = compare(planned, self._planned(before))
        missing = [d.planned for d in differences if d.planned is not None and d.found is None]
        changed = [d.planned for d in differences if d.planned is not None and d.found is not None]
        extra = [d.found for d in differences if d.found is not None and d.planned is None]
        self.become_primary()
        self.insert(missing)
        self.modify(changed)
        self.delete(reversed(extra))
        return InstallReport(after.switch, len(planned), False, len(missing), len(changed), len(extra))

    def verify(self, plan: SwitchPlan) -> list[Difference]:
        """Read the switch and compare it with a plan; writes nothing, does not even become primary.

        Raises:
            VerifyError: The switch runs no pipeline, or another one.
            SwitchError: No answer.
        """
        planned = self._planned(plan)
        cookie = self.current_cookie()
        if cookie is None:
            raise VerifyError(f"{self._session.label}: runs no pipeline; install it first")
        if cookie != self.pipeline.cookie:
            raise VerifyError(
                f"{self._session.label}: runs another pipeline (cookie {cookie:#018x}) than {self.pipeline.source} "
                f"and its device config (cookie {self.pipeline.cookie:#018x})"
            )
        return compare(planned, self.read_entries())

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
            self._session.set_pipeline(self.pipeline.p4info, self.pipeline.device_config, self.pipeline.cookie)

    def read_entries(self) -> dict[EntryKey, TableEntry]:
        """All entries of all tables the program does not fill itself. Raises SwitchError."""
        wildcard = p4runtime_pb2.Entity(table_entry=p4runtime_pb2.TableEntry())
        const = {table.id for table in self.pipeline.tables.values() if table.is_const}
        decode = self._codec.decode
        found = {}
        with _switch_errors(), no_collections():
            for entity in self._session.read([wildcard]):
                message = entity.table_entry
                if not message.is_default_action and message.table_id not in const:
                    entry = decode(message)
                    found[entry.key] = entry
        return found

    def insert(self, entries: Iterable[TableEntry]) -> None:
        """Insert entries, `BATCH` at a time; those of the batches before one that fails are there.

        Raises:
            PipelineError, ConstraintError: an entry that does not fit the program; its batch was not sent.
            SwitchError: no answer, or refused; it names the refused entries.
        """
        self._write(INSERT, entries, self._check)

    def modify(self, entries: Iterable[TableEntry]) -> None:
        """Modify entries, as `insert`; raises what it raises."""
        self._write(MODIFY, entries, self._check)

    def delete(self, entries: Iterable[TableEntry]) -> None:
        """Delete entries, as `insert`, whatever the program's rules say. Raises PipelineError or SwitchError."""
        self._write(DELETE, entries, self._codec.encode)

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

    def _install(self, plan: SwitchPlan) -> InstallReport:
        planned = self._planned(plan)
        if plan.max_port > MAX_PORT:
            raise ControllerError(
                f"{plan.switch}: port {plan.max_port} does not exist on v1model; accepted: 0..{MAX_PORT} "
                "(ports have 9 bits, 511 is the port of dropped packets); such a switch can be planned, not installed"
            )
        messages = {}
        for entry in planned.values():
            message = messages[id(entry)] = p4runtime_pb2.TableEntry()
            self._check(entry, message)

        def copy(entry: TableEntry, message: p4runtime_pb2.TableEntry) -> None:
            message.CopyFrom(messages[id(entry)])

        self.become_primary()
        pipeline_set = self.current_cookie() != self.pipeline.cookie
        if pipeline_set:
            self.set_pipeline()
        differences = compare(planned, self.read_entries())
        extra = [d.found for d in differences if d.found is not None and d.planned is None]
        changed = [d.planned for d in differences if d.planned is not None and d.found is not None]
        missing = [d.planned for d in differences if d.found is None and d.planned is not None]
        self._write(DELETE, extra, self._codec.encode)
        self._write(MODIFY, changed, copy)
        self._write(INSERT, missing, copy)
        if differences:
            remaining = compare(planned, self.read_entries())
            if remaining:
                raise VerifyError(f"{self._session.label}: after install\n{differences_text(remaining)}")
        return InstallReport(plan.switch, len(planned), pipeline_set, len(missing), len(changed), len(extra))

    def _planned(self, plan: SwitchPlan) -> dict[EntryKey, TableEntry]:
        planned: dict[EntryKey, TableEntry] = {}
        for entry in plan.entries:
            if planned.setdefault(entry.key, entry) is not entry:
                raise ControllerError(f"{plan.switch}: planned twice: {key_text(entry)}")
        return planned

    def _check(self, entry: TableEntry, message: p4runtime_pb2.TableEntry) -> None:
        """Encode an entry that the program's rules allow. Raises PipelineError or ConstraintError."""
        self._codec.encode(entry, message)
        self._rules.check(entry)

    def _write(self, kind: _Kind, entries: Iterable[TableEntry], encode: _Encode) -> None:
        """Write batch by batch; the next one is built while the switch is busy with one, and sent after its answer."""
        remaining = iter(entries)
        sent: tuple[list[TableEntry], Sent] | None = None
        try:
            while batch := list(islice(remaining, BATCH)):
                request = self._session.write_request()
                add = request.updates.add
                for entry in batch:
                    update = add()
                    update.type = kind
                    encode(entry, update.entity.table_entry)
                if sent is not None:
                    waiting, sent = sent, None
                    self._finish(kind, *waiting)
                sent = batch, self._session.send(request)
        finally:
            if sent is not None:
                self._finish(kind, *sent)

    def _finish(self, kind: _Kind, batch: Sequence[TableEntry], sent: Sent) -> None:
        try:
            with _switch_errors():
                sent.wait()
        except WriteRefusedError as error:
            raise SwitchError(self._refusal(kind, batch, error)) from None

    def _refusal(self, kind: _Kind, batch: Sequence[TableEntry], error: WriteRefusedError) -> str:
        head = f"{self._session.label}: {_VERBS[kind]} refused"
        refused = [item for item in error.refusals if item.index < len(batch)]
        if not refused:
            return f"{head}: {error.summary} ({len(batch)} entries of {batch[0].table} and following)"
        lines = [f"{item.code}: {item.message}: {entry_text(batch[item.index])}" for item in refused]
        return "\n".join([f"{head} for {len(lines)} of {len(batch)} entries:", *_shorten(lines)])


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
    switch: str | BaseSession, pipeline: Pipeline, plan: SwitchPlan, *, timeout_s: float = 10.0
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
    """What the session says, as this room's error; a refused Write is for the caller, who knows its entries."""
    try:
        yield
    except WriteRefusedError:
        raise
    except SessionError as error:
        kind = NoAnswerError if error.code in _NO_ANSWER else SwitchError
        raise kind(str(error)) from None


def differences_text(differences: Sequence[Difference]) -> str:
    """Differences, one per line; the first twenty, then how many more."""
    return "\n".join(_shorten([difference_text(difference) for difference in differences]))


def _shorten(lines: list[str]) -> list[str]:
    more = len(lines) - SHOWN_DIFFERENCES
    return [*lines[:SHOWN_DIFFERENCES], f"... and {more} more"] if more > 0 else lines
