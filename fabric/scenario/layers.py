# SPDX-License-Identifier: Apache-2.0
"""Scenario files with `base:` (a scenario that is another with something changed), as one document."""

from __future__ import annotations

from pathlib import Path

from common.documents import Document, DocumentError, Problem, read

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
    places = {loc: place for loc, place in base.places.items() if loc}
    for key, value in document.data.items():
        inherited = merged.get(key)
        if key in _MERGED and isinstance(value, dict) and isinstance(inherited, dict):
            replaced: list[tuple[str, ...]] = [(key, name) for name in value]
            merged[key] = {name: kept for name, kept in {**inherited, **value}.items() if kept is not None}
        else:
            replaced = [(key,)]
            merged[key] = value
        places = {loc: place for loc, place in places.items() if not any(loc[: len(it)] == it for it in replaced)}
    return Document(document.path, merged, {**places, **document.places})


def _anchor_paths(data: dict[str, object], file: Path) -> None:
    if isinstance(topology := data.get("topology"), str):
        data["topology"] = str(file.parent / topology)
    workload = data.get("workload")
    for write in workload if isinstance(workload, list) else ():
        if isinstance(write, dict) and isinstance(write.get("file"), str):
            write["file"] = str(file.parent / write["file"])
