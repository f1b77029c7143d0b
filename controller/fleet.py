# SPDX-License-Identifier: Apache-2.0
"""The plan of a whole fabric as a folder: a file for each switch, and an index with a digest for each.

`plan_fleet` makes the folder: switch by switch, on all cores or on the machines of a Dask cluster. It can be
interrupted: a journal says which files are there, and the next call makes the others. The same topology gives the
same bytes. `FolderWriter` writes what was read back from switches in the same form, and `Folder` reads either.
"""

from __future__ import annotations

import concurrent.futures
import hashlib
import json
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from controller import columns
from controller.columns import ColumnPlanner, SwitchTables
from controller.config_db import config_db
from controller.encoding import codec, updates
from controller.errors import ControllerError
from controller.pipeline import Pipeline
from controller.program import PROGRAM
from controller.switch_plan import FORMS, Form
from p4soft.messages import p4runtime_pb2
from p4soft.outputs import write_bytes, write_text
from topologies import Fabric, Switch, TopologyError

SUFFIXES: Mapping[Form, str] = {"columns": ".tables", "p4runtime": ".p4rt", "config_db": ".config_db.json"}
"""p4runtime: a serialised ``p4.v1.WriteRequest`` that inserts every entry; the sender sets the election id."""

INDEX, JOURNAL = "index.json", "journal"
MAGIC = "mrc-fleet 1"
CHUNK = 64
"""Switches that a process plans at a time."""


def topology_digest(fabric: Fabric) -> str:
    """SHA-256 of everything that a topology file says, hexadecimal; comments and order play no part."""
    text = json.dumps(fabric.spec.model_dump(), sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


class Row(NamedTuple):
    """A switch in an index: its file's name and size in bytes, and the digest of its tables."""

    switch: str
    device_id: int
    entries: int
    digest: str
    file: str
    size: int


class _Head(NamedTuple):
    """What all files of a folder have in common."""

    fabric: str
    topology: str
    form: Form

    def document(self) -> dict[str, str]:
        return {"format": MAGIC, **self._asdict()}


def fleet_digest(rows: Iterable[Row]) -> str:
    """SHA-256 over the names and digests of all switches, hexadecimal."""
    text = "".join(f"{row.switch} {row.digest}\n" for row in sorted(rows))
    return hashlib.sha256(text.encode()).hexdigest()


# --- Writing ---------------------------------------------------------------------------------------------------------


class FolderWriter:
    """Writes a folder: each switch's file as it comes, and the index when all are there.

    A folder that was begun for the same topology and form goes on: `there` has what need not be made again.
    """

    def __init__(self, folder: Path, fabric: Fabric, form: Form = "columns", *, anew: bool = False) -> None:
        """Begin or go on; ``anew``: only begin, because what is there may be old.

        Raises:
            ControllerError: the folder holds something else, or ``anew`` anything.
            OutputError: it cannot be written.
        """
        self.folder = folder
        self.fabric = fabric
        self.form: Form = form
        self._head = _Head(fabric.name, topology_digest(fabric), form)
        if anew and folder.is_dir() and any(folder.iterdir()):
            raise ControllerError(
                f"{folder}: holds files; accepted: an empty folder, since tables of before may be old"
            )
        self.there = {row.switch: row for row in self._begun()}
        write_text(folder / JOURNAL, "".join(f"{json.dumps(line)}\n" for line in self._lines()))
        self._journal = (folder / JOURNAL).open("a", encoding="utf-8")

    def _lines(self) -> Iterator[object]:
        yield self._head.document()
        yield from (list(row) for row in self.there.values())

    def _begun(self) -> Iterator[Row]:
        """The rows of an earlier call whose files are there in full length."""
        for name in (INDEX, JOURNAL):
            path = self.folder / name
            if path.exists():
                head, rows = (_index if name == INDEX else _journal)(path)
                if head != self._head:
                    raise ControllerError(
                        f"{self.folder}: holds {head.form} of {head.fabric} ({head.topology[:16]}), not {self.form} of "
                        f"{self.fabric.name} ({self._head.topology[:16]}); accepted: an empty folder, or this plan's"
                    )
                yield from (row for row in rows if _size(self.folder / row.file) == row.size)
                return
        if self.folder.is_dir() and any(self.folder.iterdir()):
            raise ControllerError(f"{self.folder}: holds other files; accepted: an empty folder, or this plan's")

    def add(self, row: Row, data: bytes | None = None) -> None:
        """A switch's file; ``data`` is None when it has been written already."""
        if data is not None:
            write_bytes(self.folder / row.file, data)
        self.there[row.switch] = row
        self._journal.write(f"{json.dumps(list(row))}\n")
        self._journal.flush()

    def add_tables(self, tables: SwitchTables) -> Row:
        """The tables of a switch, as read back; only for a folder of columns."""
        row, data = made(tables, self._head.topology, "columns", None)
        self.add(row, data)
        return row

    def finish(self) -> Path:
        """Write the index, which makes the folder whole; remove the journal."""
        self.close()
        rows = sorted(self.there.values(), key=lambda row: row.device_id)
        document = {
            **self._head.document(),
            "digest": fleet_digest(rows),
            "entries": sum(row.entries for row in rows),
            "columns": list(Row._fields),
        }
        head = json.dumps(document, indent=1).removesuffix("\n}")
        lines = ",\n".join(f"  {json.dumps(list(row))}" for row in rows)
        path = write_text(self.folder / INDEX, f'{head},\n "switches": [\n{lines}\n ]\n}}\n')
        (self.folder / JOURNAL).unlink()
        return path

    def close(self) -> None:
        """Close the journal, which stays for the next call. Idempotent."""
        self._journal.close()


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return -1


def made(tables: SwitchTables, topology: str, form: Form, pipeline: Pipeline | None) -> tuple[Row, bytes]:
    """A switch's row and its file's contents. ``pipeline`` is needed for P4Runtime's messages."""
    if form == "columns":
        data = columns.to_bytes(tables, topology)
    elif form == "config_db":
        data = config_db(tables).text().encode()
    else:
        assert pipeline is not None
        data = _write_request(tables, pipeline)
    name = tables.switch + SUFFIXES[form]
    return Row(tables.switch, tables.device_id, len(tables), tables.digest, name, len(data)), data


def _write_request(tables: SwitchTables, pipeline: Pipeline) -> bytes:
    encode = codec(pipeline).encoded
    head = p4runtime_pb2.WriteRequest(device_id=tables.device_id).SerializeToString()
    return head + updates(p4runtime_pb2.Update.INSERT, [encode(entry) for entry in tables.entries()])


# --- Planning --------------------------------------------------------------------------------------------------------

Told = Callable[[int, int], None]
"""Is told how many switches are planned, and of how many."""


@dataclass
class Chunk:
    """Switches that one process plans.

    Attributes:
        names: of the switches.
        folder: where their files go; None to give them back.
    """

    fabric: Fabric
    names: Sequence[str]
    form: Form
    folder: Path | None = None

    def run(self) -> list[tuple[Row, bytes | None]]:
        """The rows, each with its file's contents unless it was written."""
        planner = ColumnPlanner(self.fabric)
        topology = topology_digest(self.fabric)
        pipeline = _pipeline() if self.form == "p4runtime" else None
        results: list[tuple[Row, bytes | None]] = []
        for name in self.names:
            row, data = made(planner.plan(self.fabric.switch(name)), topology, self.form, pipeline)
            if self.folder is not None:
                write_bytes(self.folder / row.file, data)
            results.append((row, None if self.folder is not None else data))
        return results


def _run(chunk: Chunk) -> list[tuple[Row, bytes | None]]:
    return chunk.run()


def _pipeline() -> Pipeline:
    global _compiled  # noqa: PLW0603 - once for each process
    if _compiled is None:
        from p4soft.compiler import compile_file  # noqa: PLC0415 - large, and only P4Runtime's form needs it

        source = PROGRAM / "main.p4"
        _compiled = Pipeline(compile_file(source).p4info, b"", str(source))
    return _compiled


_compiled: Pipeline | None = None


def plan_fleet(
    fabric: Fabric,
    folder: Path,
    form: Form = "columns",
    *,
    jobs: int = 0,
    cluster: str | None = None,
    told: Told | None = None,
) -> Folder:
    """Plan every switch into a folder. What an interrupted call has left there is not made again.

    Args:
        fabric: which switches.
        folder: made when missing.
        form: of the files.
        jobs: processes; 0 for one on each core.
        cluster: ``tcp://HOST:PORT`` of a Dask scheduler, whose workers plan instead; the files are written here.
        told: called as switches are planned.

    Raises:
        ControllerError: the folder holds something else; a switch cannot be planned; the cluster does not answer.
        OutputError: a file cannot be written.
    """
    writer = FolderWriter(folder, fabric, form)
    try:
        names = [node.name for node in fabric.switches()]
        wanted = iter([name for name in names if name not in writer.there])
        here = None if cluster is not None else folder
        chunks = [Chunk(fabric, part, form, here) for part in iter(lambda: list(islice(wanted, CHUNK)), [])]
        results = _on_cluster(chunks, cluster) if cluster is not None else _on_cores(chunks, jobs or cores())
        for rows in results:
            for row, data in rows:
                writer.add(row, data)
            if told is not None:
                told(len(writer.there), len(names))
        writer.finish()
    finally:
        writer.close()
    return Folder.open(folder, fabric, forms=(form,))


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _on_cores(chunks: Sequence[Chunk], jobs: int) -> Iterator[list[tuple[Row, bytes | None]]]:
    if jobs == 1 or len(chunks) < 2:
        yield from map(_run, chunks)
        return
    context = multiprocessing.get_context("fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn")
    ignore = partial(signal.signal, signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to see to
    with concurrent.futures.ProcessPoolExecutor(jobs, mp_context=context, initializer=ignore) as pool:
        try:
            waiting = [pool.submit(_run, chunk) for chunk in chunks]
            for done in concurrent.futures.as_completed(waiting):
                yield done.result()
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise


def _on_cluster(chunks: Sequence[Chunk], address: str) -> Iterator[list[tuple[Row, bytes | None]]]:
    from distributed import Client, as_completed  # noqa: PLC0415 - a package of `experiments`, not of `run`

    try:
        client = Client(address, timeout="10s")  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as problem:
        raise ControllerError(f"--cluster {address}: {problem}; accepted: tcp://HOST:PORT of a scheduler") from None
    with client:
        for future in as_completed(client.map(_run, chunks, pure=False, retries=1)):  # type: ignore[no-untyped-call]
            failed = future.exception()
            if failed is not None:
                raise ControllerError(f"--cluster {address}: {failed}")
            yield future.result()


# --- Reading ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Folder:
    """A folder with an index: the plan of a fabric, or what its switches held.

    Attributes:
        rows: by the switch's name, in order of device ids.
        digest: of the whole fleet.
    """

    path: Path
    form: Form
    topology: str
    digest: str
    rows: Mapping[str, Row] = field(repr=False)

    @classmethod
    def open(cls, path: Path, fabric: Fabric, *, forms: Sequence[Form] = ("columns",)) -> Folder:
        """Read and check an index; the files are read when they are asked for.

        Raises:
            ControllerError: no such folder; of another topology; a switch twice, or one that the fabric does not have;
                two switches with one device id. The message names file and switch.
        """
        index = path / INDEX
        if not index.exists() and (path / JOURNAL).exists():
            raise ControllerError(
                f"{path}: not complete: it was interrupted; the command that began it goes on with it"
            )
        head, rows = _index(index)
        if head.topology != topology_digest(fabric):
            raise ControllerError(
                f"{index}: of another topology: {head.fabric} ({head.topology[:16]}); accepted: {fabric.name} "
                f"({topology_digest(fabric)[:16]})"
            )
        if head.form not in forms:
            raise ControllerError(f"{index}: form {head.form}; accepted: {', '.join(forms)}")
        by_id: dict[int, str] = {}
        found: dict[str, Row] = {}
        for row in rows:
            if row.switch in found:
                raise ControllerError(f"{index}: switch {row.switch} is there twice; accepted: each switch once")
            other = by_id.setdefault(row.device_id, row.switch)
            if other != row.switch:
                raise ControllerError(f"{index}: {other} and {row.switch} have one device id, {row.device_id}")
            try:
                node = fabric.switch(row.switch)
            except TopologyError as error:
                raise ControllerError(f"{index}: {error}") from None
            if node.device_id != row.device_id:
                raise ControllerError(
                    f"{index}: {row.switch} has device id {row.device_id}; accepted: {node.device_id}"
                )
            found[row.switch] = row
        return cls(path, head.form, head.topology, fleet_digest(rows), found)

    def tables(self, switch: str) -> SwitchTables:
        """The tables of a switch.

        Raises:
            ControllerError: it has no file, or one that is cut short, changed, or another switch's.
        """
        row = self.rows.get(switch)
        if row is None:
            raise ControllerError(f"{self.path}: no tables of {switch}")
        path = self.path / row.file
        header = columns.read_header(path)
        for what, found, wanted in (
            ("switch", header.switch, row.switch),
            ("device id", header.device_id, row.device_id),
            ("topology", header.topology[:16], self.topology[:16]),
            ("digest", header.digest[:16], row.digest[:16]),
        ):
            if found != wanted:
                raise ControllerError(f"{path}: {what} {found}; accepted: {wanted}, as {self.path / INDEX} says")
        return columns.read(path)

    def missing(self, fabric: Fabric) -> list[Switch]:
        """Switches of the fabric that the folder has no tables of."""
        return [node for node in fabric.switches() if node.name not in self.rows]


def _head(document: object) -> _Head:
    assert isinstance(document, dict)
    if document["format"] != MAGIC or document["form"] not in FORMS:
        raise ValueError
    return _Head(str(document["fabric"]), str(document["topology"]), document["form"])


def _row(items: object) -> Row:
    assert isinstance(items, list)
    switch, device_id, entries, digest, file, size = items
    name = str(file)
    if name != Path(name).name:  # a path would lead out of the folder
        raise ValueError
    return Row(str(switch), int(device_id), int(entries), str(digest), name, int(size))


_WRONG = (ValueError, KeyError, TypeError, AssertionError, RecursionError)


def _index(path: Path) -> tuple[_Head, list[Row]]:
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        return _head(document), [_row(items) for items in document["switches"]]
    except OSError as error:
        raise ControllerError(f"{path}: cannot read: {error.strerror}") from None
    except _WRONG:
        raise ControllerError(f"{path}: no index of a fleet's tables; accepted: what `plan --folder` wrote") from None


def _journal(path: Path) -> tuple[_Head, list[Row]]:
    """Head and rows of a journal; a last line that was cut short does not count."""
    try:
        first, *lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        return _head(json.loads(first)), [_row(json.loads(line)) for line in lines if line.endswith("\n")]
    except OSError as error:
        raise ControllerError(f"{path}: cannot read: {error.strerror}") from None
    except _WRONG:
        raise ControllerError(f"{path}: no journal of a plan; remove the folder, or give another one") from None
